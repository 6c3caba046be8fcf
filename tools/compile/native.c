// SPDX-License-Identifier: MIT
// Writes what connects the C of a brain to `wits crowd --native`: the host functions, and the entry that the program
// calls. Its structs are those of crowd/native_abi.h.
#include "program.h"

// ------------------------------------------------------------------------------------------------------ host functions

/// Writes the last word of a parameter's declaration.
static void put_parameter_name(text *to, const text *declared) {
    const char *end = text_of(declared) + declared->length, *begin = end;
    while (begin > text_of(declared) && is_word_char(begin[-1])) {
        begin--;
    }
    text_add_bytes(to, begin, (size_t)(end - begin));
}

/// Writes the arguments of a call as an array `told`, and their number.
static void put_told_arguments(maker *m, uint32_t function, const text *parameters, uint32_t count) {
    if (function_calls_differ(&m->names, function)) {
        line(m, "native_argument told[%u];", (unsigned)MOST_PARAMETERS);
        line(m, "const uint32_t count = argument_count;");
        open_block(m, "for (uint32_t i = 0; i < count; i++) {");
        line(m, "told[i].kind = (uint32_t)arguments[i].kind;");
        line(m, "told[i].integer = arguments[i].integer;");
        line(m, "told[i].number = arguments[i].number;");
        line(m, "told[i].text = arguments[i].text;");
        close_block(m);
        return;
    }
    line(m, "const uint32_t count = %u;", (unsigned)count);
    line(m, "const native_argument told[%u] = {", (unsigned)count);
    for (uint32_t i = 0; i < count; i++) {
        const wits_argument_kind kind = wits_function_parameter_kind(m->brain, function, i);
        const bool is_text = kind == WITS_ARGUMENT_TEXT ||
                             (kind == WITS_ARGUMENT_ENUM && enum_of_parameter(&m->names, function, i) == NULL);
        text name = {0};
        put_parameter_name(&name, &parameters[i]);
        if (is_text) {
            line(m, "    {%u, 0, 0.0f, %s},", (unsigned)kind, text_of(&name));
        } else if (kind == WITS_ARGUMENT_FLOAT) {
            line(m, "    {%u, 0, %s, NULL},", (unsigned)kind, text_of(&name));
        } else {
            line(m, "    {%u, (int32_t)%s, (float)%s, NULL},", (unsigned)kind, text_of(&name), text_of(&name));
        }
        text_free(&name);
    }
    line(m, "};");
}

/// Writes the body of a condition or score.
static void put_answer(maker *m, uint32_t function, const text *parameters, uint32_t count) {
    const bool is_score = wits_function_kind_of(m->brain, function) == WITS_FUNCTION_SCORE;
    line(m, "const native_host *const host = (const native_host *)call->frame->user;");
    if (count != 0) {
        put_told_arguments(m, function, parameters, count);
        line(m, "return host->answer(host->user, %u, call->frame->row, told, count)%s;", (unsigned)function,
             is_score ? "" : " != 0.0f");
        return;
    }
    line(m, "const %s *const column = (const %s *)host->columns[%u];", is_score ? "float" : "uint8_t",
         is_score ? "float" : "uint8_t", (unsigned)function);
    line(m,
         is_score ? "return column != NULL ? column[call->frame->row] : (float)host->values[%u];"
                  : "return column != NULL ? column[call->frame->row] != 0 : host->values[%u] != 0.0;",
         (unsigned)function);
}

/// Actions have no effect in a simulation. A brain file has no functions of other kinds.
static void make_host_function(maker *m, uint32_t function) {
    const function_form *form = form_of_function(&m->names, function);
    const bool is_action = wits_function_kind_of(m->brain, function) == WITS_FUNCTION_ACTION;
    text parameters[MOST_PARAMETERS], self = {0}, head = {0};
    const uint32_t count = text_parameters(&m->names, function, parameters);
    put(m, &head, "%s, const @call *call", text_pointer(&self, &m->names, form->is_const, "self"));
    for (uint32_t i = 0; i < count; i++) {
        text_format(&head, ", %s", text_of(&parameters[i]));
    }
    begin_unit(m, "native_function_%u", (unsigned)function);
    open_block(m, "static %s %s(%s) {", form->returns, m->names.functions[function], text_of(&head));
    line(m, "(void)self;");
    if (is_action) {
        line(m, "(void)call;");
    } else {
        put_answer(m, function, parameters, count);
    }
    close_block(m);
    end_unit(m, true);
    text_free_all(parameters, count);
    text_free(&self);
    text_free(&head);
}

// --------------------------------------------------------------------------------------------------------------- entry

static void put_targets(maker *m) {
    line(m, "%s targets;", m->names.target_lists);
    line(m, "memset(&targets, 0, sizeof targets);");
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        const target_names *names = &m->names.targets[kind];
        bool has_own = false;
        line(m, "targets.%s.ids = given->targets[%u].ids;", names->member, (unsigned)kind);
        line(m, "targets.%s.count = given->targets[%u].count;", names->member, (unsigned)kind);
        line(m, "targets.%s.offsets = given->targets[%u].offsets;", names->member, (unsigned)kind);
        for (uint32_t field = 0; field < wits_target_field_count(m->brain, kind); field++) {
            has_own = has_own || wits_target_field_is_own(m->brain, kind, field);
            line(m, "targets.%s.%s = (const %s *)given->targets[%u].fields[%u];", names->member, names->members[field],
                 form_of_type(wits_target_field_type(m->brain, kind, field))->type, (unsigned)kind, (unsigned)field);
        }
        if (has_own) {
            line(m, "targets.%s.own_rows = given->targets[%u].own_rows;", names->member, (unsigned)kind);
        }
    }
    line(m, "crowd.targets = &targets;");
}

static void make_run(maker *m) {
    static const char *const verbs[] = {"start", "stop", "decide", "update"};
    begin_function(m, "native_run",
                   "static void @native_run(const native_crowd *given, uint64_t first, uint64_t count)");
    line(m, "@crowd crowd;");
    line(m, "memset(&crowd, 0, sizeof crowd);");
    line(m, "crowd.count = given->count;");
    line(m, "crowd.agents = given->agents;");
    line(m, "crowd.ids = given->ids;");
    line(m, "crowd.first_id = given->first_id;");
    line(m, "crowd.user = (void *)(uintptr_t)given->host;");
    for (uint32_t field = 0; field < m->brain->field_count; field++) {
        line(m, "crowd.columns.%s = (%s *)given->columns[%u];", m->names.members[field],
             form_of_field(&m->names, field)->type, (unsigned)field);
    }
    if (has_targets(m)) {
        put_targets(m);
    }
    line(m, "@crowd_run run;");
    line(m, "memset(&run, 0, sizeof run);");
    line(m, "run.tick = given->tick;");
    line(m, "run.seed = given->seed;");
    line(m, "run.scratch = given->scratch;");
    line(m, "switch (given->verb) {");
    for (unsigned verb = 0; verb < sizeof verbs / sizeof *verbs; verb++) {
        line(m, "case %u:", verb);
        line(m, "    (void)@crowd_%s(&crowd, first, count, &run);", verbs[verb]);
        line(m, "    break;");
    }
    line(m, "default:");
    line(m, "    (void)@crowd_tick(&crowd, first, count, &run);");
    line(m, "    break;");
    line(m, "}");
    end_function(m, false);
}

void make_native(maker *m) {
    for (uint32_t function = 0; function < m->brain->function_count; function++) {
        make_host_function(m, function);
    }
    make_run(m);
    begin_unit(m, "native_entry");
    line(m, "__attribute__((visibility(\"default\"))) const native_brain native_brain_entry = {");
    line(m, "    @BRAIN_HASH, @AGENT_SIZE, @crowd_scratch_size, @native_run};");
    end_unit(m, true);
}
