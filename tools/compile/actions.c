// SPDX-License-Identifier: MIT
// Writes the actions of states, transitions and steps, and calls of the program's functions. See section 8 of
// docs/semantics.md.
#include "program.h"

#include "core/run/arguments.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------- assignments

/// Returns a constant as stored in a field of this type.
static int wrapped(wits_type type, uint32_t bits) {
    switch (type) {
    case WITS_TYPE_INT8:
        return (int8_t)bits;
    case WITS_TYPE_INT16:
        return (int16_t)bits;
    case WITS_TYPE_UINT16:
        return (uint16_t)bits;
    default:
        return (uint8_t)bits;
    }
}

/// Writes a conversion such as "(uint8_t)(...)". Floats have a single NaN.
static void put_assignment(writer *w, const assignment *a, const site *at) {
    maker *m = w->m;
    const wits_type type = wits_field_type(m->brain, a->field);
    const expr_program *program = (const expr_program *)brain_at(m->brain, a->program);
    const bool is_constant = (program->uses & EXPR_IS_CONSTANT) != 0;
    const char *member = m->names.members[a->field];
    const uint32_t bits = program->code[0].k[0];
    text c = {0};
    const bool is_narrow = type != WITS_TYPE_FLOAT && type != WITS_TYPE_BOOL && type != WITS_TYPE_INT && !is_constant;
    put_expression(m, &c, program, at, is_narrow ? BINDS_PREFIX : BINDS_ALL);
    if (type == WITS_TYPE_ENUM && is_constant && program->code[0].k[0] < m->names.values[a->field].count) {
        line(m, "p->self->%s = %s;", member, m->names.values[a->field].ids[program->code[0].k[0]]);
    } else if (is_constant && type != WITS_TYPE_FLOAT && type != WITS_TYPE_BOOL && type != WITS_TYPE_INT) {
        line(m, "p->self->%s = %d;", member, wrapped(type, bits));
    } else if (type == WITS_TYPE_FLOAT && !is_constant) {
        line(m, "p->self->%s = @math_canonical(%s);", member, text_of(&c));
    } else if (is_narrow) {
        line(m, "p->self->%s = (%s)%s;", member, form_of_field(&m->names, a->field)->type, text_of(&c));
    } else {
        line(m, "p->self->%s = %s;", member, text_of(&c));
    }
    text_free(&c);
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Writes the name of the function that runs or lists an action with this argument.
static void put_action_name(const maker *m, text *to, uint32_t word) {
    const char *function = wits_function_name(m->brain, word % ACTION_ARGUMENT);
    if (word < ACTION_ARGUMENT) {
        text_format(to, "act_%s", function);
    } else {
        text_format(to, "act_%u_%s", (unsigned)(word / ACTION_ARGUMENT), function);
    }
}

static const char *action_kind(uint32_t kind) {
    static const char *const names[] = {"ENTER", "EXIT", "UPDATE", "DECIDE", "STEP", "TRANSITION", "RETARGET"};
    return names[kind];
}

static void put_action(writer *w, const program_op *op, uint32_t word, const site *at) {
    maker *m = w->m;
    if ((word & WITS_LIST_RAISE) != 0) {
        const uint32_t event = word & ~WITS_LIST_RAISE, byte = m->brain->events + event / 8;
        line(m, "p->agent[%u] = (uint8_t)(p->agent[%u] | %uu);  // raise %s", (unsigned)byte, (unsigned)byte,
             1u << event % 8, wits_event_name(m->brain, event));
        return;
    }
    if (action_is_assignment(word)) {
        put_assignment(w, brain_assignment(m->brain, word), at);
        return;
    }
    text name = {0}, call = {0};
    put_action_name(m, &name, word);
    put(m, &call, "@%s(p, @ACTION_%s, ", text_of(&name), action_kind(op->machine));
    text_add(&call, at->whose != NULL ? at->whose : state_id(m, op->state));
    if (op->row == WITS_NONE) {
        put(m, &call, ", @NONE, ");
    } else {
        text_format(&call, ", %u, ", (unsigned)op->row);
    }
    if ((op->flags & PROGRAM_AT_MOMENT) != 0) {
        text_format(&call, "%s%s", state_id(m, op->moment),
                    (op->flags & PROGRAM_MOMENT_LEFT) != 0 ? " | 0x10000u" : "");
    } else {
        put(m, &call, "@NONE");
    }
    if (has_targets(m)) {
        text_add(&call, ", ");
        put_told(m, &call, at);
    }
    const call_row *row = brain_call(m->brain, word);
    if (row != NULL && row->computed != 0) {
        put_computed(m, &call, (const expr_program *)brain_at(m->brain, row->program), at);
    }
    line(m, "%s);", text_of(&call));
    text_free(&name);
    text_free(&call);
}

/// Writes a comment with the text of the file.
static void describe_actions(writer *w, const program_op *op) {
    const wits_desc *d = w->m->desc;
    const wits_state_desc *s = &d->states[op->state];
    switch ((wits_action_kind)op->machine) {
    case WITS_ACTION_ENTER:
        comment(w->m, "enter: ", s->enter, WITS_TABLE_STATES, op->state, "enter");
        break;
    case WITS_ACTION_EXIT:
        comment(w->m, "exit: ", s->exit, WITS_TABLE_STATES, op->state, "exit");
        break;
    case WITS_ACTION_UPDATE:
        comment(w->m, "update: ", s->update, WITS_TABLE_STATES, op->state, "update");
        break;
    case WITS_ACTION_DECIDE:
        comment(w->m, "decide: ", s->decide, WITS_TABLE_STATES, op->state, "decide");
        break;
    case WITS_ACTION_RETARGET:
        comment(w->m, "retarget: ", s->retarget, WITS_TABLE_STATES, op->state, "retarget");
        break;
    case WITS_ACTION_STEP:
        comment(w->m, "run: ", d->steps[op->row].run, WITS_TABLE_STEPS, op->row, "run");
        break;
    default:
        comment(w->m, "run: ", d->transitions[op->row].run, WITS_TABLE_TRANSITIONS, op->row, "run");
        break;
    }
}

void put_actions(writer *w, const program_op *op) {
    maker *m = w->m;
    const uint32_t *words = brain_actions(m->brain, op->k[0]);
    const bool is_transition = op->machine == WITS_ACTION_TRANSITION;
    const bool is_any = is_transition && brain_transition(m->brain, op->row)->any;
    text elapsed = {0};
    if ((op->flags & PROGRAM_TRANSITION_ELAPSED) != 0) {
        text_add(&elapsed, "p->source_elapsed");
    } else if (op->k[1] != 0) {
        put(m, &elapsed, "p->frame->tick - @bytes_get32(p->agent + %u)", (unsigned)op->k[1]);
    } else {
        text_add(&elapsed, "0u");
    }
    const site at = {.state = op->state,
                     .whose = is_any ? "p->source" : NULL,
                     .is_of_source = is_transition,
                     .row = op->row,
                     .flags = op->flags & (PROGRAM_AT_MOMENT | PROGRAM_MOMENT_LEFT),
                     .moment = op->moment,
                     .elapsed = text_of(&elapsed)};
    describe_actions(w, op);
    const bool may_be_silent = op->machine == WITS_ACTION_ENTER;
    if (may_be_silent) {
        open_block(m, "if (!p->silent) {");
    }
    for (uint32_t i = 1; i <= words[0]; i++) {
        put_action(w, op, words[i], &at);
    }
    if (may_be_silent) {
        close_block(m);
    }
    text_free(&elapsed);
}

// ------------------------------------------------------------------------------------------------------ host functions

static bool has_data(const maker *m) {
    bool has = false;
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        has |= brain_state(m->brain, id)->data_size != 0;
    }
    return has;
}

/// Writes the call of the program's function, which receives `call`.
static void put_host_call(maker *m, uint32_t word) {
    text arguments = {0};
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = word_given(m, word, given);
    put_function_arguments(m, &arguments, word % ACTION_ARGUMENT, given, count, true);
    line(m, "%s(p->self, &call%s);", m->names.functions[word % ACTION_ARGUMENT], text_of(&arguments));
    text_free(&arguments);
}

static void note_word(maker *m, uint32_t word) {
    m->words = grow(m->words, &m->word_capacity, m->word_count + 1u, sizeof *m->words);
    m->words[m->word_count++] = word;
}

static void make_action(maker *m, uint32_t word) {
    text name = {0}, parameters = {0};
    put_action_name(m, &name, word);
    if (!has_unit(m, "%s", text_of(&name))) {
        expr_given given[EXPR_MAX_ARGUMENTS];
        const uint32_t count = word_given(m, word, given);
        note_word(m, word);
        put_parameters(&parameters, given, count, true);
        begin_function(m, text_of(&name),
                       has_targets(m) ? "static void @%s(@pass *p, uint32_t kind, uint32_t state, uint32_t row, "
                                        "uint32_t moment, @call_target target%s)"
                                      : "static void @%s(@pass *p, uint32_t kind, uint32_t state, uint32_t row, "
                                        "uint32_t moment%s)",
                       text_of(&name), text_of(&parameters));
        line(m, "@call call;");
        open_block(m,
                   has_targets(m) ? "if (@acts_now(p, &call, %uu, kind, state, row, moment, &target)) {"
                                  : "if (@acts_now(p, &call, %uu, kind, state, row, moment)) {",
                   (unsigned)word);
        put_host_call(m, word);
        close_block(m);
        if (computed_count(given, count) != 0) {
            open_block(m, "else {");
            make_list_arguments(m, given, count);
            close_block(m);
        }
        end_function(m, false);
    }
    text_free(&name);
    text_free(&parameters);
}

/// Makes the function that decides whether an action runs now and prepares its call, or adds it to the list.
static void make_acts_now(maker *m) {
    begin_function(m, "acts_now",
                   has_targets(m)
                       ? "static bool @acts_now(const @pass *p, @call *call, uint32_t action, uint32_t kind, uint32_t "
                         "state, uint32_t row, uint32_t moment, const @call_target *target)"
                       : "static bool @acts_now(const @pass *p, @call *call, uint32_t action, uint32_t kind, uint32_t "
                         "state, uint32_t row, uint32_t moment)");
    open_block(m, "if (p->frame->list != NULL) {");
    line(m, "@list_add(p->frame, action, kind, row != @NONE ? row : state);");
    if (has_targets(m)) {
        line(m, "p->frame->list->records[p->frame->list->count - 1].target_kind = target->kind;");
        line(m, "p->frame->list->records[p->frame->list->count - 1].target = target->id;");
    }
    line(m, "return false;");
    close_block(m);
    line(m, "*call = @call_of(p, action %% %u, state, row, moment);", (unsigned)ACTION_ARGUMENT);
    if (has_targets(m)) {
        line(m, "call->target = target->kind != @NONE ? target : NULL;");
    }
    line(m, "call->kind = kind;");
    if (has_data(m)) {
        line(m, "@give_data(p, call);");
    }
    line(m, "return true;");
    end_function(m, false);
}

static void each_action(maker *m, action_index list) {
    const uint32_t *words = brain_actions(m->brain, list);
    for (uint32_t i = 1; list != 0 && i <= words[0]; i++) {
        if ((words[i] & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) == 0) {
            make_action(m, words[i]);
        }
    }
}

static void each_action_of_brain(maker *m) {
    const wits_brain *b = m->brain;
    for (uint32_t id = 0; id < b->state_count; id++) {
        const state_row *s = brain_state(b, id);
        each_action(m, s->enter);
        each_action(m, s->exit);
        each_action(m, s->update);
        each_action(m, s->decide);
        each_action(m, s->retarget);
    }
    for (uint32_t row = 0; row < b->transition_count; row++) {
        each_action(m, brain_transition(b, row)->actions);
    }
    for (uint32_t row = 0; row < b->step_count; row++) {
        each_action(m, brain_step(b, row)->actions);
    }
}

/// Makes the function that calls a condition or score, one for each set of parameter types.
static void make_host_function(void *user, const host_call *of) {
    maker *m = user;
    const wits_function_kind kind = wits_function_kind_of(m->brain, of->function);
    text called = {0}, parameters = {0}, arguments = {0};
    text_host_call_name(m, &called, of->function, of->given, of->count);
    if (kind != WITS_FUNCTION_ACTION && !has_unit(m, "%s", text_of(&called))) {
        put_parameters(&parameters, of->given, of->count, false);
        begin_function(m, text_of(&called),
                       has_targets(m)
                           ? "static %s @%s(const @pass *p, uint32_t state, uint32_t row, @call_target target%s)"
                           : "static %s @%s(const @pass *p, uint32_t state, uint32_t row%s)",
                       kind == WITS_FUNCTION_CONDITION ? "bool" : "float", text_of(&called), text_of(&parameters));
        line(m,
             has_targets(m) ? "@call call = @call_of(p, %u, state, row, @NONE);"
                            : "const @call call = @call_of(p, %u, state, row, @NONE);",
             (unsigned)of->function);
        if (has_targets(m)) {
            line(m, "call.target = target.kind != @NONE ? &target : NULL;");
        }
        put_function_arguments(m, &arguments, of->function, of->given, of->count, false);
        line(m, "return %s(p->self, &call%s);", m->names.functions[of->function], text_of(&arguments));
        end_function(m, false);
    }
    text_free(&called);
    text_free(&parameters);
    text_free(&arguments);
}

/// Makes the call of a leaf's step callback. The state that it returns must be declared as a step.
static void make_step(maker *m, uint16_t leaf) {
    const state_row *s = brain_state(m->brain, leaf);
    text called = {0};
    text_format(&called, "%s_step", m->paths[leaf]);
    begin_function(m, text_of(&called), "static uint32_t @%s(@pass *p)", text_of(&called));
    line(m, "@call call = @call_of(p, %u, %s, @NONE, @NONE);", (unsigned)(s->step - 1), state_id(m, leaf));
    line(m, "call.kind = @ACTION_STEP;");
    if (has_targets(m)) {
        const site at = {.state = leaf};
        text target = {0};
        put_told(m, &target, &at);
        line(m, "const @call_target target = %s;", text_of(&target));
        line(m, "call.target = target.kind != @NONE ? &target : NULL;");
        text_free(&target);
    }
    if (has_data(m)) {
        line(m, "@give_data(p, &call);");
    }
    line(m, "return %s(p->self, &call);", m->names.functions[s->step - 1]);
    end_function(m, false);
    text_free(&called);
}

/// Makes the function that gives calls the private data of their leaf, and the initial bytes of that data.
static void make_data(maker *m) {
    begin_function(m, "give_data", "static void @give_data(const @pass *p, @call *call)");
    open_block(m, "if (call->kind == @ACTION_TRANSITION && !@call_is_in(call, call->state)) {");
    line(m, "return;");
    close_block(m);
    line(m, "switch (call->state) {");
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        const state_row *s = brain_state(m->brain, id);
        if (s->data_size != 0) {
            line(m, "case %s:", state_id(m, (uint16_t)id));
            line(m, "    call->data = p->agent + %u;", (unsigned)s->data);
            line(m, "    call->data_size = %u;", (unsigned)s->data_size);
            line(m, "    break;");
        }
    }
    line(m, "default:");
    line(m, "    break;");
    line(m, "}");
    end_function(m, false);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        const state_row *s = brain_state(m->brain, id);
        if (s->data_initial == 0) {
            continue;
        }
        const uint8_t *bytes = brain_at(m->brain, s->data_initial);
        text all = {0};
        for (uint32_t i = 0; i < s->data_size; i++) {
            text_format(&all, "%s%u", i > 0 ? ", " : "", (unsigned)bytes[i]);
        }
        begin_unit(m, "%s_data", m->paths[id]);
        line(m, "static const uint8_t @%s_data[%u] = {%s};", m->paths[id], (unsigned)s->data_size, text_of(&all));
        end_unit(m, false);
        text_free(&all);
    }
}

/// Makes the function that runs a record of a list.
static void make_record_runner(maker *m) {
    begin_function(m, "run_action",
                   "static bool @run_action(const @pass *p, uint32_t action, @call call, uint32_t at)");
    line(m, "switch (action) {");
    for (uint32_t i = 0; i < m->word_count; i++) {
        open_block(m, "case %uu: {", (unsigned)m->words[i]);
        line(m, "call.function = %u;", (unsigned)(m->words[i] % ACTION_ARGUMENT));
        expr_given given[EXPR_MAX_ARGUMENTS];
        make_listed_arguments(m, given, word_given(m, m->words[i], given));
        put_host_call(m, m->words[i]);
        line(m, "return true;");
        close_block(m);
    }
    line(m, "default:");
    line(m, "    (void)call;");
    line(m, "    (void)at;");
    line(m, "    return false;");
    line(m, "}");
    end_function(m, false);
}

void make_actions(maker *m) {
    each_action_of_brain(m);
    make_acts_now(m);
    wits_core_each_host_call(m->brain, make_host_function, m);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        if (brain_state(m->brain, id)->step != 0) {
            make_step(m, (uint16_t)id);
        }
    }
    if (has_data(m)) {
        make_data(m);
    }
    make_record_runner(m);
}
