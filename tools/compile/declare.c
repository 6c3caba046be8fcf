// SPDX-License-Identifier: MIT
// The header of generated C: what a program sees of a brain.
#include "program.h"

#include "crowd/build.h"

#include <string.h>

static void make_beginning(maker *m) {
    const bool compares_types = m->options->context != NULL && m->brain->field_count > 0;
    line(m, "// Made by 'wits compile' from %s; do not edit.", m->options->file);
    line(m,
         "// The brain '%s' in plain C: no library is needed. Its agents' bytes, decisions and actions are those that "
         "the",
         wits_state_name(m->brain, WITS_ROOT));
    line(m, "// library has for the same file, so an agent may go from one to the other at any tick.");
    line(m, "//");
    line(m, "//   uint8_t agent[@AGENT_SIZE] = {0};                       all zero: stopped");
    line(m, "//   @frame frame = {.tick = 0, .context = &context};");
    line(m, "//   @start(agent, &frame);");
    line(m, "//   @tick(agent, &frame);                                   each tick");
    line(m, "//");
    line(m,
         "// Nothing is allocated, and there is no global state: calls for different agents may run at the same time.");
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
    line(m, m->options->is_static ? "#define @API static inline  // the source is included by what uses it"
                                  : "#define @API");
    line(m, "#endif");
    empty_line(m);
    line(m, "/// Of the brain as the library has it: wits_brain_hash.");
    line(m, "#define @BRAIN_HASH UINT64_C(0x%016llX)", (unsigned long long)wits_brain_hash(m->brain));
}

/// Where no function of the program is called as an action, nothing is ever listed.
static void make_rooms(maker *m) {
    static const char *const names[] = {"START", "STOP", "GOTO", "DECIDE", "UPDATE", "TICK"};
    const bool lists = wits_crowd_brain_has_host_actions(m->brain);
    line(m, "    // The most records that one call can add to a list.");
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        line(m, "    @ROOM_%s = %u,%s", names[verb], lists ? (unsigned)m->brain->list_room[verb] : 0,
             verb == WITS_VERB_GOTO ? "  ///< restart, too" : "");
    }
    line(m, "    // And of values for its `arguments`.");
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        line(m, "    @ARGUMENT_ROOM_%s = %u,", names[verb], (unsigned)m->brain->argument_room[verb]);
    }
}

static void make_constants(maker *m) {
    const wits_brain *b = m->brain;
    line(m, "#define @NONE 0xFFFFu  ///< no state, no row");
    empty_line(m);
    line(m, "enum {");
    line(m, "    @AGENT_SIZE = %u,  ///< bytes of an agent; all zero is a stopped one, and no alignment is needed",
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
    line(m, "/// An action that is to be run by @run_record.");
    line(m, "typedef struct @action_record {");
    line(m, "    uint64_t agent;      ///< the frame's");
    line(m, "    uint32_t agent_row;  ///< the frame's row");
    line(m, "    uint32_t action;");
    line(m, "    uint16_t kind;       ///< @action_kind");
    line(m, "    uint16_t row;        ///< whose it is: the state, or of a transition or step its row");
    line(m, "    uint32_t arguments;  ///< where its computed arguments begin in the list's; else 0");
    if (has_targets(m)) {
        line(m, "    uint32_t target_kind;  ///< of the target that it is about; @NONE: about none");
        line(m, "    uint32_t target;       ///< its id, or @NO_TARGET");
    } else {
        line(m, "    uint32_t target_kind;  ///< as in a list of the library, which has targets: 0xFFFF");
        line(m, "    uint32_t target;       ///< 0xFFFFFFFF");
    }
    line(m, "} @action_record;");
    empty_line(m);
    line(m, "/// The program's buffer. Calls add to it; both counts are the program's to set back to 0.");
    line(m, "typedef struct @list {");
    line(m, "    @action_record *records;");
    line(m, "    uint32_t capacity;");
    line(m, "    uint32_t count;");
    line(m, "    uint32_t *arguments;  ///< computed arguments; may be null where there are none");
    line(m, "    uint32_t argument_capacity;");
    line(m, "    uint32_t argument_count;");
    line(m, "} @list;");
    empty_line(m);
    line(m, "/// What goes with a call. Calls only read it, except for the context and the list.");
    line(m, "typedef struct @frame {");
    line(m, "    uint32_t tick;   ///< differences are taken modulo 2^32");
    line(m, "    uint64_t agent;  ///< its id, for randomness and `every`");
    line(m, "    uint64_t seed;");
    line(m, "    %s *context;  ///< what the agent knows", m->names.context);
    line(m, "    void *user;  ///< anything else; functions find it in call->frame");
    line(
        m,
        "    @list *list;  ///< null: actions run where they occur; else the program's go to the list (mode deferred)");
    if (has_targets(m)) {
        line(m, "    const %s *targets;  ///< null: all lists are empty", m->names.target_lists);
        line(m, "    uint32_t row;  ///< for records, and for lists of many agents' targets");
    } else {
        line(m, "    uint32_t row;  ///< for records");
    }
    line(m, "} @frame;");
    empty_line(m);
    line(m, "/// When an action runs.");
    line(m, "typedef enum @action_kind {");
    line(m, "    @ACTION_ENTER,");
    line(m, "    @ACTION_EXIT,");
    line(m, "    @ACTION_UPDATE,");
    line(m, "    @ACTION_DECIDE,");
    line(m, "    @ACTION_STEP,        ///< `row` is the step's");
    line(m, "    @ACTION_TRANSITION,  ///< `row` is the transition's");
    if (has_targets(m)) {
        line(m, "    @ACTION_RETARGET,    ///< of an option whose target became another");
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
    line(m, "/// An argument of a function that the file calls with several kinds of them.");
    line(m, "typedef struct @argument {");
    line(m, "    @argument_kind kind;");
    line(m, "    int32_t integer;   ///< of a bool 0 or 1, of an enum the value's number");
    line(m, "    float number;      ///< of an int the same value");
    line(m, "    const char *text;  ///< of an enum the value's name, of a bool true or false");
    line(m, "} @argument;");
    empty_line(m);
    line(m, "/// What a function of the program is told. Valid during the call only.");
    line(m, "typedef struct @call {");
    line(m, "    const @frame *frame;");
    line(m, "    void *agent;       ///< for @raise");
    line(m, "    uint16_t state;    ///< whose function it is; of a transition its source");
    line(m, "    uint16_t row;      ///< of a transition, step or initial rule, else @NONE");
    line(m, "    uint32_t function; ///< its number in the file");
    line(m, "    uint32_t kind;     ///< @action_kind, in actions");
    line(m, "    void *data;        ///< the leaf's private data in actions and step callbacks, else null");
    line(m, "    uint32_t data_size;");
    if (has_targets(m)) {
        line(m,
             "    const @call_target *target;  ///< the one asked about, or that of the innermost option with a kind "
             "of targets");
        line(m, "                                 ///< around; null: there is no such option");
    }
    line(m, "    uint32_t moment;   ///< this and what follows is for @call_is_in and @call_elapsed");
    line(m, "    uint32_t source_elapsed;");
    line(m, "    uint16_t kept_in;");
    line(m, "    uint8_t is_listed;");
    line(m, "} @call;");
}

static void make_prototypes(maker *m) {
    text head = {0}, self = {0}, call = {0};
    put(m, &call, "const @call *call");
    for (uint32_t row = 0; row < m->brain->function_count; row++) {
        const function_form *form = form_of_function(&m->names, row);
        if (row == 0) {
            empty_line(m);
            line(m, "// The program defines these. Conditions and scores only look, and call nothing for their "
                    "agent. All");
            line(m, "// get the arguments that the file gives. Where calls differ in them, these are an array and how "
                    "many there are.");
        }
        const bool is_step = wits_function_kind_of(m->brain, row) == WITS_FUNCTION_STEP;
        text_clear(&head);
        text_format(&head, "%s%s %s(", m->options->is_static ? "static " : "", is_step ? "uint16_t" : form->returns,
                    m->names.functions[row]);
        const char *parts[2 + MOST_PARAMETERS] = {text_pointer(&self, &m->names, form->is_const, "self"),
                                                  text_of(&call)};
        text parameters[MOST_PARAMETERS];
        const uint32_t count = text_parameters(&m->names, row, parameters);
        for (uint32_t i = 0; i < count; i++) {
            parts[2 + i] = text_of(&parameters[i]);
        }
        text_filled(m->to, text_of(&head), parts, 2 + count, ");\n");
        text_free_all(parameters, count);
    }
    text_free(&head);
    text_free(&self);
    text_free(&call);
}

static void make_verb_prototypes(maker *m) {
    empty_line(m);
    line(
        m,
        "// The verbs. Each returns true when done, and false with nothing touched: where the list has less room than");
    line(m,
         "// @ROOM_... says, and for a state that the brain does not have. Calling one from inside a function for the");
    line(m, "// same agent is misuse.");
    empty_line(m);
    line(m, "@API bool @start(void *agent, const @frame *frame);");
    line(m, "@API bool @stop(void *agent, const @frame *frame);");
    line(m, "@API bool @decide(void *agent, const @frame *frame);");
    line(m, "@API bool @update(void *agent, const @frame *frame);");
    line(m, "/// @decide, then @update.");
    line(m, "@API bool @tick(void *agent, const @frame *frame);");
    line(m, "/// A transition from the root to a state; nothing if it is active.");
    line(m, "@API bool @goto(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// The same, but an active state exits and is entered again.");
    line(m, "@API bool @restart(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// Makes a state active without running any action, forgetting all but pending events.");
    line(m, "@API bool @set_state(void *agent, const @frame *frame, uint32_t state);");
    line(m, "/// Makes an event pending for the next decision. False if there is no such event.");
    line(m, "@API bool @raise(void *agent, uint32_t event);");
    line(m, "@API bool @is_pending(const void *agent, uint32_t event);");
    line(m, "/// Runs a record of a list; context and agent must be the record's. False, and nothing happens, if this "
            "brain");
    line(m, "/// could not have made it.");
    line(m, "@API bool @run_record(void *agent, const @frame *frame, const @action_record *record);");
    line(m, "/// The initial values of the fields.");
    line(m, "@API void @set_initial_fields(%s *self);", m->names.context);
    empty_line(m);
    line(m, "// Queries, from outside of any call for the agent.");
    empty_line(m);
    line(m, "@API bool @is_started(const void *agent);");
    line(m, "@API bool @is_in(const void *agent, uint32_t state);");
    line(m, "/// The deepest active state of each branch, in declared order. Writes at most `capacity` and returns how "
            "many");
    line(m, "/// there are.");
    line(m, "@API uint32_t @active(const void *agent, uint16_t *states, uint32_t capacity);");
    line(m, "/// The first of these; @NONE when stopped.");
    line(m, "@API uint16_t @deepest(const void *agent);");
    line(m, "/// Ticks on a state's clock; 0 when it is not active or has none.");
    line(m, "@API uint32_t @elapsed(const void *agent, uint32_t state, uint32_t tick);");
    if (has_ends(m)) {
        line(m,
             "/// Whether a state is done: it is active, and says so by `lasts` or `done`, or by what is inside it.");
        line(m, "@API bool @is_done(const void *agent, const @frame *frame, uint32_t state);");
    }
    if (has_targets(m)) {
        line(m, "/// The id of an active option's target, whether or not it is in the list by now. @NO_TARGET where it "
                "has none.");
        line(m, "@API uint32_t @target_of(const void *agent, uint32_t option);");
    }
    line(m, "/// Whether foreign bytes are an agent that this brain could have made.");
    line(m, "@API bool @agent_is_valid(const void *agent, size_t size);");
    line(m, "/// As wits_agent_hash.");
    line(m, "@API uint64_t @agent_hash(const void *agent, uint64_t id);");
    empty_line(m);
    line(m, "// From inside an action or step callback.");
    empty_line(m);
    line(m, "@API bool @call_is_in(const @call *call, uint32_t state);");
    line(m, "@API uint32_t @call_elapsed(const @call *call);");
    if (!m->options->no_names) {
        empty_line(m);
        line(m, "// Names live as long as the program. A number that the brain does not have has the name \"\".");
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
