// SPDX-License-Identifier: MIT
// Writes the header of generated C.
#include "program.h"

#include "crowd/build.h"

#include <string.h>

static void make_beginning(maker *m) {
    const bool compares_types = m->options->context != NULL && m->brain->field_count > 0;
    line(m, "// Made by 'wits compile' from %s; do not edit.", m->options->file);
    line(m, "// The brain '%s' in plain C, which needs no library.", wits_state_name(m->brain, WITS_ROOT));
    line(m, "// Agents have the same bytes, decisions and actions as with the library and the same file, so you can "
            "move an");
    line(m, "// agent between them at any tick.");
    line(m, "//");
    line(m, "//   uint8_t agent[@AGENT_SIZE] = {0};                       all bytes zero: stopped");
    line(m, "//   @frame frame = {.tick = 0, .context = &context};");
    line(m, "//   @start(agent, &frame);");
    line(m, "//   @tick(agent, &frame);                                   each tick");
    line(m, "//");
    line(m, "// There are no allocations and no global state. Calls for different agents may run at the same time.");
    line(m, "#ifndef %s", m->names.guard);
    line(m, "#define %s", m->names.guard);
    empty_line(m);
    line(m, "#include <stdbool.h>");
    line(m, "#include <stddef.h>");
    line(m, "#include <stdint.h>");
    if (m->options->include != NULL) {
        empty_line(m);
        line(m, "#include %s", m->options->include);
    }
    empty_line(m);
    line(m, "#ifdef __cplusplus");
    if (compares_types) {
        line(m, "#include <type_traits>");
        empty_line(m);
    }
    line(m, "extern \"C\" {");
    line(m, "#endif");
    empty_line(m);
    line(m, "#ifndef @API");
    line(m, m->options->is_static ? "#define @API static inline  // the source is included where it is used"
                                  : "#define @API");
    line(m, "#endif");
    empty_line(m);
    line(m, "/// wits_brain_hash of the brain that this was generated from.");
    line(m, "#define @BRAIN_HASH UINT64_C(0x%016llX)", (unsigned long long)wits_brain_hash(m->brain));
}

/// Writes the capacity that a list needs. It is 0 if no action calls a function of the program.
static void make_rooms(maker *m) {
    static const char *const names[] = {"START", "STOP", "GOTO", "DECIDE", "UPDATE", "TICK"};
    const bool lists = wits_crowd_brain_has_host_actions(m->brain);
    line(m, "    // Most records that one call can add to a list.");
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        line(m, "    @ROOM_%s = %u,%s", names[verb], lists ? (unsigned)m->brain->list_room[verb] : 0,
             verb == WITS_VERB_GOTO ? "  ///< restart, too" : "");
    }
    line(m, "    // Most values that one call can add to `arguments` of a list.");
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        line(m, "    @ARGUMENT_ROOM_%s = %u,", names[verb], (unsigned)m->brain->argument_room[verb]);
    }
}

static void make_constants(maker *m) {
    const wits_brain *b = m->brain;
    line(m, "#define @NONE 0xFFFFu  ///< no state or no row");
    empty_line(m);
    line(m, "enum {");
    line(m, "    @AGENT_SIZE = %u,  ///< bytes of an agent, without alignment; all zero: stopped",
         (unsigned)b->agent_size);
    line(m, "    @STATE_COUNT = %u,", (unsigned)b->state_count);
    line(m, "    @TRANSITION_COUNT = %u,", (unsigned)b->transition_count);
    line(m, "    @STEP_COUNT = %u,", (unsigned)b->step_count);
    line(m, "    @EVENT_COUNT = %u,", (unsigned)b->event_count);
    make_rooms(m);
    line(m, "};");
}

static void make_structs(maker *m) {
    empty_line(m);
    line(m, "/// A deferred action, for @run_record.");
    line(m, "typedef struct @action_record {");
    line(m, "    uint64_t agent;      ///< `agent` of the frame");
    line(m, "    uint32_t agent_row;  ///< `row` of the frame");
    line(m, "    uint32_t action;");
    line(m, "    uint16_t kind;       ///< @action_kind");
    line(m, "    uint16_t row;        ///< the state, or the row of the transition or step");
    line(m, "    uint32_t arguments;  ///< index of its first computed argument in the list, else 0");
    if (has_targets(m)) {
        line(m, "    uint32_t target_kind;  ///< kind of its target; @NONE: no target");
        line(m, "    uint32_t target;       ///< id of its target, or @NO_TARGET");
    } else {
        line(m, "    uint32_t target_kind;  ///< 0xFFFF, as in a list of the library without a target");
        line(m, "    uint32_t target;       ///< 0xFFFFFFFF");
    }
    line(m, "} @action_record;");
    empty_line(m);
    line(m, "/// A buffer of yours. Calls append to it; you reset both counts.");
    line(m, "typedef struct @list {");
    line(m, "    @action_record *records;");
    line(m, "    uint32_t capacity;");
    line(m, "    uint32_t count;");
    line(m, "    uint32_t *arguments;  ///< computed arguments; may be null if there are none");
    line(m, "    uint32_t argument_capacity;");
    line(m, "    uint32_t argument_count;");
    line(m, "} @list;");
    empty_line(m);
    line(m, "/// Parameters of a call. Calls write only to the context and the list.");
    line(m, "typedef struct @frame {");
    line(m, "    uint32_t tick;   ///< differences are computed modulo 2^32");
    line(m, "    uint64_t agent;  ///< id of the agent, for randomness and `every`");
    line(m, "    uint64_t seed;");
    line(m, "    %s *context;  ///< fields of the agent", m->names.context);
    line(m, "    void *user;  ///< for your own use; functions can read it from call->frame");
    line(m, "    @list *list;  ///< null: actions run at once; else calls of yours are added to it (deferred mode)");
    if (has_targets(m)) {
        line(m, "    const %s *targets;  ///< null: all lists are empty", m->names.target_lists);
        line(m, "    uint32_t row;  ///< row of the agent, for records and for target lists with offsets");
    } else {
        line(m, "    uint32_t row;  ///< row of the agent, for records");
    }
    line(m, "} @frame;");
    empty_line(m);
    line(m, "/// When an action runs.");
    line(m, "typedef enum @action_kind {");
    line(m, "    @ACTION_ENTER,");
    line(m, "    @ACTION_EXIT,");
    line(m, "    @ACTION_UPDATE,");
    line(m, "    @ACTION_DECIDE,");
    line(m, "    @ACTION_STEP,        ///< `row` is that of the step");
    line(m, "    @ACTION_TRANSITION,  ///< `row` is that of the transition");
    if (has_targets(m)) {
        line(m, "    @ACTION_RETARGET,    ///< the target of an active option has changed");
    }
    line(m, "} @action_kind;");
}

static void make_call_struct(maker *m) {
    empty_line(m);
    line(m, "typedef enum @argument_kind {");
    line(m, "    @ARGUMENT_NONE,");
    line(m, "    @ARGUMENT_INT,");
    line(m, "    @ARGUMENT_FLOAT,");
    line(m, "    @ARGUMENT_BOOL,");
    line(m, "    @ARGUMENT_ENUM,");
    line(m, "    @ARGUMENT_TEXT,");
    line(m, "} @argument_kind;");
    empty_line(m);
    line(m, "/// An argument of a function whose calls in the file differ in number or types of arguments.");
    line(m, "typedef struct @argument {");
    line(m, "    @argument_kind kind;");
    line(m, "    int32_t integer;   ///< bool: 0 or 1; enum: number of the value");
    line(m, "    float number;      ///< int: the same value");
    line(m, "    const char *text;  ///< enum: name of the value; bool: \"true\" or \"false\"");
    line(m, "} @argument;");
    empty_line(m);
    line(m, "/// Information for your functions. Valid during the call only.");
    line(m, "typedef struct @call {");
    line(m, "    const @frame *frame;");
    line(m, "    void *agent;       ///< for @raise");
    line(m, "    uint16_t state;    ///< the state that calls; for a transition its source");
    line(m, "    uint16_t row;      ///< row of the transition, step or initial rule, else @NONE");
    line(m, "    uint32_t function; ///< number of the function in the file");
    line(m, "    uint32_t kind;     ///< for actions: @action_kind");
    line(m, "    void *data;        ///< for actions and step callbacks of a leaf: its private data, else null");
    line(m, "    uint32_t data_size;");
    if (has_targets(m)) {
        line(m, "    const @call_target *target;  ///< the target being scored, else that of the innermost option "
                "around with a");
        line(m, "                                 ///< kind of targets; null: there is no such option");
    }
    line(m, "    uint32_t moment;   ///< private from here on, for @call_is_in and @call_elapsed");
    line(m, "    uint32_t source_elapsed;");
    line(m, "    uint16_t kept_in;");
    line(m, "    uint8_t is_listed;");
    line(m, "} @call;");
}

static void make_prototypes(maker *m) {
    static const char about[] =
        "\n"
        "// You define these functions. Conditions and scores must not change anything or make calls for their agent. "
        "They\n"
        "// receive the arguments in the file. If calls differ in number or types, these are an array and its "
        "length.\n";
    text call = {0};
    put(m, &call, "@call");
    header_add_prototypes(&m->names, m->to, about, m->options->is_static ? "static " : "", "uint16_t", text_of(&call));
    text_free(&call);
}

static void make_verb_prototypes(maker *m) {
    empty_line(m);
    line(m,
         "// Verbs. They return true on success. They return false without any effect if the list has less room than");
    line(m,
         "// @ROOM_... says, or if the brain does not have the state. Do not call one from inside a function for the");
    line(m, "// same agent.");
    empty_line(m);
    line(m, "@API bool @start(void *agent, const @frame *frame);");
    line(m, "@API bool @stop(void *agent, const @frame *frame);");
    line(m, "@API bool @decide(void *agent, const @frame *frame);");
    line(m, "@API bool @update(void *agent, const @frame *frame);");
    line(m, "/// @decide, then @update.");
    line(m, "@API bool @tick(void *agent, const @frame *frame);");
    line(m, "/// A transition from the root to a state. Does nothing if the state is active.");
    line(m, "@API bool @goto(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// The same, but an active state exits and is re-entered.");
    line(m, "@API bool @restart(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// Sets the active state without running actions. Resets everything except pending events.");
    line(m, "@API bool @set_state(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// Makes an event pending for the next decision. Returns false if there is no such event.");
    line(m, "@API bool @raise(void *agent, uint32_t event);");
    line(m, "@API bool @is_pending(const void *agent, uint32_t event);");
    line(m, "/// Runs a record of a list. Context and agent must be those of the record. Returns false without any "
            "effect if the");
    line(m, "/// record is not from this brain.");
    line(m, "@API bool @run_record(void *agent, const @frame *frame, const @action_record *record);");
    line(m, "/// Sets the fields to their initial values.");
    line(m, "@API void @set_initial_fields(%s *self);", m->names.context);
    empty_line(m);
    line(m, "// Queries. Use them outside of calls for the agent.");
    empty_line(m);
    line(m, "@API bool @is_started(const void *agent);");
    line(m, "@API bool @is_in(const void *agent, uint32_t state);");
    line(m, "/// Finds the deepest active state of each branch, in declared order. Writes at most `capacity` of them "
            "and returns");
    line(m, "/// how many there are.");
    line(m, "@API uint32_t @active(const void *agent, uint16_t *states, uint32_t capacity);");
    line(m, "/// Returns the first of these, or @NONE if stopped.");
    line(m, "@API uint16_t @deepest(const void *agent);");
    line(m, "/// Returns the ticks on a state's clock, or 0 if it is inactive or has none.");
    line(m, "@API uint32_t @elapsed(const void *agent, uint32_t state, uint32_t tick);");
    if (has_ends(m)) {
        line(m, "/// Returns whether a state is active and done, by its `lasts`, its `done` or its children.");
        line(m, "@API bool @is_done(const void *agent, const @frame *frame, uint32_t state);");
    }
    if (has_targets(m)) {
        line(m, "/// Returns the id of an active option's target, even if it is no longer in the list, or @NO_TARGET.");
        line(m, "@API uint32_t @target_of(const void *agent, uint32_t option);");
    }
    line(m, "/// Returns whether bytes from elsewhere are a possible agent of this brain.");
    line(m, "@API bool @agent_is_valid(const void *agent, size_t size);");
    line(m, "/// The same as wits_agent_hash.");
    line(m, "@API uint64_t @agent_hash(const void *agent, uint64_t id);");
    empty_line(m);
    line(m, "// For use inside actions and step callbacks.");
    empty_line(m);
    line(m, "@API bool @call_is_in(const @call *call, uint32_t state);");
    line(m, "@API uint32_t @call_elapsed(const @call *call);");
    if (!m->options->no_names) {
        empty_line(m);
        line(m, "// Names are valid as long as the program runs. The name of an unknown number is \"\".");
        empty_line(m);
        line(m, "@API const char *@state_name(uint32_t state);");
        line(m, "@API const char *@event_name(uint32_t event);");
        line(m, "@API const char *@function_name(uint32_t function);");
    }
}

void make_declarations(maker *m) {
    text *to = m->to;
    make_beginning(m);
    make_constants(m);
    header_add_enums(&m->names);
    header_add_context(&m->names);
    text_add(to, text_of(&m->names.to));
    make_target_declarations(m);
    make_structs(m);
    make_call_struct(m);
    make_prototypes(m);
    make_verb_prototypes(m);
    if (!m->options->no_crowd) {
        make_crowd_declarations(m);
    }
    empty_line(m);
    line(m, "#ifdef __cplusplus");
    line(m, "}");
    line(m, "#endif");
    empty_line(m);
    line(m, "#endif");
}
