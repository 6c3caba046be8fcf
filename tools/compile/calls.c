// SPDX-License-Identifier: MIT
// Writes the tables that calls need, the verbs and queries, and names.
#include "program.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- tables

static unsigned kind_of_row(const state_row *s) {
    return s->kind == WITS_KIND_LEAF ? 0 : s->kind == WITS_KIND_PARALLEL ? 2 : 1;
}

static void make_rows(maker *m) {
    begin_unit(m, "rows");
    line(
        m,
        "// For each state: parent, end, ordinal, children, machine, inner machine, fresh bit, depth, kind, suspends,");
    line(m,
         "// is_filled; then offsets in the agent's bytes: clock, clock of scoring, data, its size, memory, cooldown.");
    const bool is_alone = m->brain->state_count == 1;  // for a single row compilers warn without extra braces
    line(m, "static const @row @rows[%u] = {", is_alone ? 2u : (unsigned)m->brain->state_count);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        const state_row *s = brain_state(m->brain, id);
        line(m, "    {%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u},  // %s", s->parent, s->end,
             s->ordinal, s->child_count, s->machine, s->inside, s->fresh, s->depth, kind_of_row(s),
             s->leave == WITS_LEAVE_SUSPEND, s->activation == WITS_ACTIVATION_ON_DECIDE, (unsigned)s->clock,
             (unsigned)s->scored_clock, (unsigned)s->data, (unsigned)s->data_size, (unsigned)s->memory,
             s->cooldown != 0 ? (unsigned)s->cooldown_at : 0, m->paths[id]);
    }
    line(m, "};");
    end_unit(m, false);
    begin_unit(m, "machines");
    line(m,
         "// Machines, whose slots hold the active states: offset of the slot, first and number of its config_states,");
    line(m, "// owner state, bytes of the slot.");
    line(m, "static const @machine @machines[%u] = {", (unsigned)m->brain->machine_count);
    for (uint32_t i = 0; i < m->brain->machine_count; i++) {
        const machine_row *r = brain_machine(m->brain, i);
        line(m, "    {%u, %u, %u, %u, %u},", (unsigned)r->slot, (unsigned)r->first_config, (unsigned)r->config_count,
             (unsigned)r->owner, (unsigned)r->width);
    }
    line(m, "};");
    end_unit(m, false);
    begin_unit(m, "config_states");
    line(m, "// The deepest state for each value of a slot, from 1, for one machine after the other.");
    line(m, "static const uint16_t @config_states[%u] = {", (unsigned)m->brain->config_count);
    for (uint32_t i = 0; i < m->brain->config_count; i++) {
        line(m, "    %s,", state_id(m, brain_deepest(m->brain, i)));
    }
    line(m, "};");
    end_unit(m, false);
}

static void make_number(maker *m, const char *name, uint32_t value) {
    begin_unit(m, "%s", name);
    text whole = {0};
    put(m, &whole, "#define @X");
    whole.length--;
    text_format(&whole, "%s %uu", name, (unsigned)value);
    line(m, "%s", text_of(&whole));
    end_unit(m, false);
    text_free(&whole);
}

static void make_numbers(maker *m) {
    const wits_brain *b = m->brain;
    make_number(m, "EVENTS_AT", b->events);
    make_number(m, "EVENT_BYTES", b->event_bytes);
    make_number(m, "FRESH_AT", b->fresh);
    make_number(m, "FRESH_BYTES", b->fresh_bytes);
    make_number(m, "MACHINE_COUNT", b->machine_count);
    make_number(m, "KIND_COUNT", b->target_count);
}

// ------------------------------------------------------------------------------------------------------------ the pass

static void make_pass(maker *m) {
    begin_unit(m, "pass");
    line(m, "/// The state of a running call.");
    open_block(m, "typedef struct @pass {");
    line(m, "const @frame *frame;");
    line(m, "uint8_t *agent;");
    line(m, "%s *self;", m->names.context);
    line(m, "uint64_t pending;  ///< events at the start of the decision");
    line(m, "uint32_t source_elapsed;");
    line(m, "uint32_t over;  ///< states inside it are already updated");
    line(m, "uint16_t source;");
    line(m, "uint16_t kept_in;  ///< a kept region of this parallel is exiting");
    line(m, "bool deciding;");
    line(m, "bool silent;  ///< actions do not run");
    line(m, "bool stops;   ///< nothing is kept");
    if (has_targets(m)) {
        line(m, "uint32_t picked;      ///< target picked by a choice");
        line(m, "uint32_t picked_for;  ///< the option that `picked` is for, until it is entered; 0: none");
        line(m, "uint32_t source_rows[%u];  ///< row of the target of each kind", (unsigned)m->brain->target_count);
        line(m, "@call_target source_told;");
    }
    m->indent--;
    line(m, "} @pass;");
    end_unit(m, false);

    begin_function(m, "begin", "static void @begin(@pass *p, void *agent, const @frame *frame)");
    line(m, "@ASSERT(@agent_is_valid(agent, @AGENT_SIZE));");
    line(m, "p->frame = frame;");
    line(m, "p->agent = (uint8_t *)agent;");
    line(m, "p->self = frame->context;");
    line(m, "p->pending = 0;");
    line(m, "p->source_elapsed = 0;");
    line(m, "p->over = @NONE;");
    line(m, "p->source = 0;");
    line(m, "p->kept_in = 0;");
    line(m, "p->deciding = false;");
    line(m, "p->silent = false;");
    line(m, "p->stops = false;");
    if (has_targets(m)) {
        line(m, "p->picked_for = 0;");
    }
    end_function(m, false);

    begin_function(
        m, "call_of",
        "static @call @call_of(const @pass *p, uint32_t function, uint32_t state, uint32_t row, uint32_t moment)");
    line(m, "@call call;");
    line(m, "call.frame = p->frame;");
    line(m, "call.agent = p->agent;");
    line(m, "call.state = (uint16_t)state;");
    line(m, "call.row = (uint16_t)row;");
    line(m, "call.function = function;");
    line(m, "call.kind = 0;");
    line(m, "call.data = NULL;");
    line(m, "call.data_size = 0;");
    line(m, "call.moment = moment;");
    line(m, "call.source_elapsed = p->source_elapsed;");
    line(m, "call.kept_in = p->kept_in;");
    line(m, "call.is_listed = 0;");
    if (has_targets(m)) {
        line(m, "call.target = NULL;");
    }
    line(m, "return call;");
    end_function(m, false);
}

// ------------------------------------------------------------------------------------------------------- the passes

static void take_events(maker *m) {
    const wits_brain *b = m->brain;
    for (uint32_t i = 0; i < b->event_bytes; i++) {
        const unsigned at = (unsigned)(b->events + i);
        if (i == 0) {
            line(m, "p.pending = p.agent[%u];", at);
        } else {
            line(m, "p.pending |= (uint64_t)p.agent[%u] << %u;", at, (unsigned)(8 * i));
        }
        line(m, "p.agent[%u] = 0;", at);
    }
}

static void make_tick(maker *m, const char *name, const char *room, wits_verb verb, bool decides, bool updates) {
    const machine_row *top = brain_machine(m->brain, 0);
    begin_unit(m, "%s", name);
    open_block(m, "@API bool @%s(void *agent, const @frame *frame) {", name);
    line(m, "@pass p;");
    line(m, "@begin(&p, agent, frame);");
    if (m->word_count != 0 && m->brain->list_room[verb] != 0) {
        open_block(m, "if (!@has_room(frame, @ROOM_%s, @ARGUMENT_ROOM_%s)) {", room, room);
        line(m, "return false;");
        close_block(m);
    }
    if (decides) {
        take_events(m);
    }
    text slot = {0};
    put(m, &slot, top->width == 1 ? "p.agent[0]" : "@bytes_get16(p.agent)");
    open_block(m, "if (%s == 0) {", text_of(&slot));
    line(m, "return true;");
    close_block(m);
    text_free(&slot);
    if (decides) {
        if (m->brain->skip_entered) {
            line(m, "p.deciding = true;");
        }
        line(m, "@decide_0(&p);");
    }
    if (updates) {
        if (decides && m->brain->skip_entered) {
            line(m, "p.deciding = false;");
        }
        line(m, "@update_0(&p);");
    }
    line(m, "return true;");
    close_block(m);
    end_unit(m, true);
}

// -------------------------------------------------------------------------------------------------------------- others

/// Makes the function that finds the state of a record.
static void make_find_source(maker *m) {
    const wits_brain *b = m->brain;
    begin_function(m, "find_source", "static void @find_source(@call *call, const @action_record *record)");
    if (b->transition_count != 0) {
        line(m, "static const uint16_t sources[%u] = {", (unsigned)b->transition_count);
        for (uint32_t row = 0; row < b->transition_count; row++) {
            line(m, "    %s,", state_id(m, brain_transition(b, row)->from));
        }
        line(m, "};");
        line(m, "static const bool any[%u] = {", (unsigned)b->transition_count);
        for (uint32_t row = 0; row < b->transition_count; row++) {
            line(m, "    %s,", brain_transition(b, row)->any ? "true" : "false");
        }
        line(m, "};");
        open_block(m, "if (record->kind == @ACTION_TRANSITION) {");
        line(m, "const bool is_any = any[record->row] && @is_in(call->agent, sources[record->row]);");
        line(m, "const uint32_t child = is_any ? @active_child((const uint8_t *)call->agent, sources[record->row]) : "
                "@NONE;");
        line(m, "call->state = (uint16_t)(child != @NONE ? child : sources[record->row]);");
        line(m, "call->is_listed = any[record->row] && child == @NONE ? 2 : 1;");
        close_block(m);
    }
    if (b->step_count != 0) {
        line(m, "static const uint16_t leaves[%u] = {", (unsigned)b->step_count);
        for (uint32_t row = 0; row < b->step_count; row++) {
            line(m, "    %s,", state_id(m, wits_step_state(b, row)));
        }
        line(m, "};");
        open_block(m, "if (record->kind == @ACTION_STEP) {");
        line(m, "call->state = leaves[record->row];");
        close_block(m);
    }
    line(m, "call->row = record->row;");
    end_function(m, false);
}

/// Makes "static const char *guard_state_name(uint32_t state)", with one string of all names and an array of offsets.
static void make_names(maker *m, const char *what, uint32_t count, const char *name_of(const wits_brain *, uint32_t)) {
    if (count == 0) {
        begin_unit(m, "%s_name", what);
        open_block(m, "@API const char *@%s_name(uint32_t %s) {", what, what);
        line(m, "(void)%s;", what);
        line(m, "return \"\";");
        close_block(m);
        end_unit(m, true);
        return;
    }
    text all = {0}, starts = {0};
    uint32_t at = 0;
    for (uint32_t row = 0; row < count; row++) {
        const char *name = name_of(m->brain, row);
        put_c_string(&all, name);
        all.length -= 1;
        text_add(&all, "\\0\"\n        ");
        text_format(&starts, "%s%u", row > 0 ? ", " : "", (unsigned)at);
        at += (uint32_t)strlen(name) + 1;
    }
    begin_unit(m, "%s_name", what);
    open_block(m, "@API const char *@%s_name(uint32_t %s) {", what, what);
    line(m, "static const char names[] =\n        %s\"\";", text_of(&all));
    line(m, "static const uint32_t starts[%u] = {%s};", (unsigned)count, text_of(&starts));
    line(m, "return %s < %u ? names + starts[%s] : \"\";", what, (unsigned)count, what);
    close_block(m);
    end_unit(m, true);
    text_free(&all);
    text_free(&starts);
}

static const char *name_of_state(const wits_brain *b, uint32_t row) {
    return wits_state_name(b, (wits_state_id)row);
}

static void make_initial(maker *m) {
    begin_unit(m, "set_initial_fields");
    open_block(m, "@API void @set_initial_fields(%s *self) {", m->names.context);
    line(m, "(void)self;");
    for (uint32_t field = 0; field < m->brain->field_count; field++) {
        const double initial = wits_field_initial(m->brain, field);
        const wits_type type = wits_field_type(m->brain, field);
        text value = {0};
        if (type == WITS_TYPE_FLOAT) {
            put_float(m, &value, (float)initial);
        } else if (type == WITS_TYPE_BOOL) {
            text_add(&value, initial != 0 ? "true" : "false");
        } else if (type == WITS_TYPE_ENUM) {
            text_add(&value, m->names.values[field].ids[(uint32_t)initial]);
        } else if (initial <= -2147483648.0) {
            text_add(&value, "-2147483647 - 1");
        } else {
            text_format(&value, "%d", (int)initial);
        }
        line(m, "self->%s = %s;", m->names.members[field], text_of(&value));
        text_free(&value);
    }
    close_block(m);
    end_unit(m, true);
}

void make_calls(maker *m) {
    static const char *const wanted[] = {"start",      "stop",        "goto",           "restart",    "set_state",
                                         "raise",      "is_pending",  "is_started",     "is_in",      "active",
                                         "deepest",    "elapsed",     "agent_is_valid", "agent_hash", "run_record",
                                         "call_is_in", "call_elapsed"};

    make_rows(m);
    make_numbers(m);
    make_pass(m);
    make_tick(m, "decide", "DECIDE", WITS_VERB_DECIDE, true, false);
    make_tick(m, "update", "UPDATE", WITS_VERB_UPDATE, false, true);
    make_tick(m, "tick", "TICK", WITS_VERB_TICK, true, true);
    make_find_source(m);
    make_initial(m);
    if (!m->options->no_names) {
        make_names(m, "state", m->brain->state_count, name_of_state);
        make_names(m, "event", m->brain->event_count, wits_event_name);
        make_names(m, "function", m->brain->function_count, wits_function_name);
    }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        want_unit(m, wanted[i]);
    }
}
