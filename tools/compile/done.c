// SPDX-License-Identifier: MIT
// Writes functions that determine which states are done, from the tests of src/lower/done.c.
#include "program.h"

static const state_row *row_of(const maker *m, uint16_t id) {
    return brain_state(m->brain, id);
}

/// `before`: the state that is about to exit in a transition, together with its inside, or WITS_NONE.
static void put_done_name(maker *m, text *to, uint16_t id, uint16_t before) {
    text_format(to, "%s_is_done", m->paths[id]);
    if (before != WITS_NONE) {
        text_format(to, "_before_%s_exits", m->paths[before]);
    }
}

void put_is_done(maker *m, text *to, uint16_t id, uint16_t before) {
    text name = {0};
    put_done_name(m, &name, id, before);
    put(m, to, "@%s(p)", text_of(&name));
    text_free(&name);
}

/// Begins a function. Its writer lowers tests that end with FINISH, which returns true.
static writer begin_done(maker *m, const text *name) {
    begin_function(m, text_of(name), "static bool @%s(const @pass *p)", text_of(name));
    return (writer){.sink.put = take_program_op, .m = m, .in = IN_ROUTINE};
}

static void end_done(writer *w) {
    line(w->m, "return false;");
    end_function(w->m, false);
    text_free(&w->tests);
}

static void make_done(maker *m, uint16_t id, uint16_t before) {
    const program_op asked = {
        .flags = before != WITS_NONE ? PROGRAM_AT_MOMENT | PROGRAM_MOMENT_WHOLE : 0, .state = id, .moment = before};
    text name = {0};
    put_done_name(m, &name, id, before);
    writer w = begin_done(m, &name);
    lowering l = wits_lower_begin(m->brain, &w.sink);
    if (row_of(m, id)->done != 0) {
        comment(m, "done: ", m->desc->states[id].done, WITS_TABLE_STATES, id, "done");
    }
    wits_lower_is_done(&l, &asked);
    end_done(&w);
    text_free(&name);
}

void put_is_child_done(maker *m, text *to, uint16_t composite) {
    put(m, to, "@%s_child_is_done(p)", m->paths[composite]);
}

/// Makes the function that returns whether the active child of a composite is done.
static void make_child_done(maker *m, uint16_t composite) {
    text name = {0};
    text_format(&name, "%s_child_is_done", m->paths[composite]);
    writer w = begin_done(m, &name);
    lowering l = wits_lower_begin(m->brain, &w.sink);
    wits_lower_is_child_done(&l, PROGRAM_IN, &(program_op){.state = composite});
    end_done(&w);
    text_free(&name);
}

static void make_query(maker *m) {
    begin_unit(m, "is_done");
    open_block(m, "@API bool @is_done(const void *agent, const @frame *frame, uint32_t state) {");
    line(m, "union {");
    line(m, "    const void *read;");
    line(m, "    void *agent;");
    line(m, "} bytes;  // not modified");
    line(m, "@pass pass;");
    line(m, "const @pass *p = &pass;");
    line(m, "bytes.read = agent;");
    line(m, "@begin(&pass, bytes.agent, frame);");
    open_block(m, "if (!@is_in(agent, state)) {");
    line(m, "return false;");
    close_block(m);
    line(m, "switch (state) {");
    for (uint32_t row = 0; row < m->brain->state_count; row++) {
        if (row_of(m, (uint16_t)row)->can_finish) {
            text test = {0};
            put_is_done(m, &test, (uint16_t)row, WITS_NONE);
            line(m, "case %s:", state_id(m, (uint16_t)row));
            line(m, "    return %s;", text_of(&test));
            text_free(&test);
        }
    }
    line(m, "default:");
    line(m, "    return false;");
    line(m, "}");
    close_block(m);
    end_unit(m, true);
}

bool has_ends(const maker *m) {
    bool has = false;
    for (uint32_t row = 0; row < m->brain->state_count; row++) {
        has = has || row_of(m, (uint16_t)row)->can_finish;
    }
    return has;
}

void make_dones(maker *m) {
    for (uint32_t row = 0; row < m->brain->state_count; row++) {
        const uint16_t id = (uint16_t)row;
        const state_row *s = row_of(m, id);
        if (s->can_finish) {
            make_done(m, id, WITS_NONE);
        }
        for (uint32_t inside = row; s->is_final && s->can_finish && inside < s->end; inside++) {
            if (row_of(m, (uint16_t)inside)->can_finish) {
                make_done(m, (uint16_t)inside, id);
            }
        }
        if (s->kind != WITS_KIND_LEAF && s->kind != WITS_KIND_PARALLEL) {
            make_child_done(m, id);
        }
    }
    if (has_ends(m)) {
        make_query(m);
    }
}
