// SPDX-License-Identifier: MIT
// Writes functions that tell which states are done, equivalent to core/done.c. See docs/semantics.md, section 14.
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

static void put_done_call(maker *m, text *to, uint16_t id, uint16_t before) {
    text name = {0};
    put_done_name(m, &name, id, before);
    put(m, to, "@%s(p)", text_of(&name));
    text_free(&name);
}

static void make_return(maker *m, const text *test, bool value) {
    open_block(m, "if (%s) {", text_of(test));
    line(m, value ? "return true;" : "return false;");
    close_block(m);
}

/// Writes the tests of the state's own `lasts` and `done`.
static void make_own(maker *m, uint16_t id, uint16_t before) {
    const state_row *s = row_of(m, id);
    text test = {0}, elapsed = {0};
    if (s->clock != 0) {
        put(m, &elapsed, "p->frame->tick - @bytes_get32(p->agent + %u)", (unsigned)s->clock);
    } else {
        text_add(&elapsed, "0u");
    }
    if (s->lasts != 0) {
        text_format(&test, "%s >= %uu", text_of(&elapsed), (unsigned)s->lasts);
        make_return(m, &test, true);
    }
    if (s->done != 0) {
        const bool is_moment = before != WITS_NONE;
        const site at = {.state = id,
                         .row = WITS_NONE,
                         .flags = is_moment ? PROGRAM_AT_MOMENT | PROGRAM_MOMENT_WHOLE : 0,
                         .moment = before,
                         .elapsed = text_of(&elapsed)};
        text_clear(&test);
        comment(m, "done: ", m->desc->states[id].done, WITS_TABLE_STATES, id, "done");
        put_condition(m, &test, s->done, &at, BINDS_ALL);
        make_return(m, &test, true);
    }
    text_free(&test);
    text_free(&elapsed);
}

static void make_final(maker *m, uint16_t child, uint16_t before) {
    text test = {0};
    put_in_slot(m, &test, child);
    if (row_of(m, child)->can_finish) {
        text_add(&test, " && ");
        put_done_call(m, &test, child, before);
    }
    make_return(m, &test, true);
    text_free(&test);
}

/// Returns false if some region can never finish.
static bool make_regions(maker *m, const state_row *parallel, uint16_t before) {
    text test = {0};
    bool can_be = true;
    for (uint32_t i = 0; i < parallel->child_count; i++) {
        const uint16_t child = brain_child(m->brain, parallel, i);
        can_be = can_be && row_of(m, child)->can_finish;
        text_add(&test, i > 0 ? " && " : "");
        put_done_call(m, &test, child, before);
    }
    if (can_be) {
        line(m, "return %s;", text_of(&test));
    }
    text_free(&test);
    return can_be;
}

static void make_done(maker *m, uint16_t id, uint16_t before) {
    const state_row *s = row_of(m, id);
    text name = {0};
    put_done_name(m, &name, id, before);
    begin_function(m, text_of(&name), "static bool @%s(const @pass *p)", text_of(&name));
    line(m, "(void)p;");
    make_own(m, id, before);
    for (uint32_t i = 0; s->kind != WITS_KIND_PARALLEL && i < s->child_count; i++) {
        if (row_of(m, brain_child(m->brain, s, i))->is_final) {
            make_final(m, brain_child(m->brain, s, i), before);
        }
    }
    if (s->kind != WITS_KIND_PARALLEL || !make_regions(m, s, before)) {
        line(m, "return false;");
    }
    end_function(m, false);
    text_free(&name);
}

void put_is_done(maker *m, text *to, uint16_t id) {
    put_done_call(m, to, id, WITS_NONE);
}

void put_is_done_before_exit(maker *m, text *to, uint16_t id) {
    put_done_call(m, to, id, id);
}

void put_is_child_done(maker *m, text *to, uint16_t composite) {
    put(m, to, "@%s_child_is_done(p)", m->paths[composite]);
}

/// Makes the function that tells whether the active child of a composite is done.
static void make_child_done(maker *m, uint16_t composite) {
    const state_row *s = row_of(m, composite);
    text name = {0};
    text_format(&name, "%s_child_is_done", m->paths[composite]);
    begin_function(m, text_of(&name), "static bool @%s(const @pass *p)", text_of(&name));
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t child = brain_child(m->brain, s, i);
        if (row_of(m, child)->can_finish) {
            text test = {0};
            put_in_slot(m, &test, child);
            text_add(&test, " && ");
            put_done_call(m, &test, child, WITS_NONE);
            make_return(m, &test, true);
            text_free(&test);
        }
    }
    line(m, "return false;");
    end_function(m, false);
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
            put_is_done(m, &test, (uint16_t)row);
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
