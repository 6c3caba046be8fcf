// SPDX-License-Identifier: MIT
// Writes targets: their lists in the header, what an expression reads of them, and what functions of the program
// receive. See section 15 of docs/semantics.md. pairs.c finds the best pair.
#include "expr/targets.h"  // one of its parameters has the name of a type in expression.h

#include "expression.h"
#include "program.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------- the header

static void declare_field(maker *m, uint32_t kind, uint32_t field) {
    const target_names *names = &m->names.targets[kind];
    const enumeration *values = &names->values[field];
    const char *type = form_of_type(wits_target_field_type(m->brain, kind, field))->type;
    if (values->count > 0) {
        line(m, "    const %s *%s;  ///< enum %s", type, names->members[field], values->tag);
    } else {
        line(m, "    const %s *%s;", type, names->members[field]);
    }
}

static uint32_t declare_fields(maker *m, uint32_t kind, bool own) {
    uint32_t count = 0;
    for (uint32_t field = 0; field < wits_target_field_count(m->brain, kind); field++) {
        if (wits_target_field_is_own(m->brain, kind, field) == own) {
            if (own && count == 0) {
                line(m, "    const uint32_t *own_rows;  ///< by row: index into the arrays that follow; null: the row "
                        "itself");
            }
            declare_field(m, kind, field);
            count++;
        }
    }
    return count;
}

static void declare_list(maker *m, uint32_t kind) {
    empty_line(m);
    line(m, "/// Targets of kind '%s'. Each array has one value for each row.", wits_target_kind_name(m->brain, kind));
    line(m, "typedef struct %s {", m->names.targets[kind].list);
    line(m, "    const uint32_t *ids;  ///< only the first row of an id counts; rows with @NO_TARGET are skipped");
    line(m, "    uint32_t count;       ///< number of rows");
    line(m, "    const uint32_t *offsets;  ///< ascending; an agent has rows offsets[frame.row] to offsets[frame.row + "
            "1] - 1;");
    line(m, "                              ///< null: it has all rows");
    declare_fields(m, kind, false);
    declare_fields(m, kind, true);
    line(m, "} %s;", m->names.targets[kind].list);
}

void make_target_declarations(maker *m) {
    if (!has_targets(m)) {
        return;
    }
    empty_line(m);
    line(m, "#define @NO_TARGET 0xFFFFFFFFu  ///< no id or no row");
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        declare_list(m, kind);
    }
    empty_line(m);
    line(m, "/// The lists of an agent's targets. Do not change them during a call. A zeroed list is empty.");
    line(m, "typedef struct %s {", m->names.target_lists);
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        line(m, "    %s %s;", m->names.targets[kind].list, m->names.targets[kind].member);
    }
    line(m, "} %s;", m->names.target_lists);
    empty_line(m);
    line(m, "/// The target that a call of a function refers to.");
    line(m, "typedef struct @call_target {");
    line(m, "    uint32_t kind;  ///< such as %s", m->names.kinds.ids[0]);
    line(m, "    uint32_t id;    ///< @NO_TARGET: none");
    line(m, "    uint32_t row;   ///< row in its list; @NO_TARGET: not in the list");
    line(m, "} @call_target;");
}

// -------------------------------------------------------------------------------------------------- names of functions

/// Returns whether a name continues another: "a_b" and "a".
static bool goes_on(const char *name, const char *other) {
    const size_t length = strlen(other);
    return strncmp(name, other, length) == 0 && name[length] == '_';
}

/// Writes a kind in names of functions: its name, or its number if another name continues it or the reverse.
static void put_kind(const maker *m, text *to, uint32_t kind) {
    const char *name = wits_target_kind_name(m->brain, kind);
    bool is_alone = true;
    for (uint32_t other = 0; other < m->brain->target_count; other++) {
        const char *there = wits_target_kind_name(m->brain, other);
        is_alone = is_alone && !goes_on(name, there) && !goes_on(there, name);
    }
    if (is_alone) {
        text_add(to, name);
    } else {
        text_format(to, "%u", (unsigned)kind);
    }
}

void name_kind_function(const maker *m, text *to, const char *verb, uint32_t kind) {
    text_format(to, "%s_", verb);
    put_kind(m, to, kind);
}

// ---------------------------------------------------------------------------------------------------- targets of texts

/// Returns the innermost option of that kind around a state, which may be the state itself; 0: none.
static uint16_t option_around(const maker *m, uint16_t state, uint32_t kind) {
    uint16_t option = brain_state(m->brain, state)->targeting;
    while (option != 0 && brain_state(m->brain, option)->target != kind) {
        option = brain_state(m->brain, brain_state(m->brain, option)->parent)->targeting;
    }
    return option;
}

uint32_t target_place(const maker *m, uint16_t option) {
    return brain_state(m->brain, brain_state(m->brain, option)->parent)->target_at;
}

/// Returns whether that option depends on the active child of a composite.
static bool depends_on_child(const maker *m, uint16_t composite, uint32_t kind) {
    const state_row *s = brain_state(m->brain, composite);
    bool depends = false;
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t target = brain_state(m->brain, brain_child(m->brain, s, i))->target;
        depends = depends || (kind == WITS_NONE ? target != WITS_NONE : target == kind);
    }
    return depends;
}

static void put_kind_function(maker *m, text *to, const char *verb, uint32_t kind) {
    text name = {0};
    name_kind_function(m, &name, verb, kind);
    put(m, to, "@%s", text_of(&name));
    text_free(&name);
}

/// Writes the row of the target of the innermost option around a state, or "NO_TARGET".
static void put_remembered_row(maker *m, text *to, uint16_t state, uint32_t kind) {
    const uint16_t option = option_around(m, state, kind);
    if (option == 0) {
        put(m, to, "@NO_TARGET");
    } else {
        put_kind_function(m, to, "seek", kind);
        put(m, to, "(p, @bytes_get32(p->agent + %u))", (unsigned)target_place(m, option));
    }
}

static void put_remembered_target(maker *m, text *to, uint16_t option) {
    if (option == 0) {
        put(m, to, "@told(@NONE, @NO_TARGET, @NO_TARGET)");
    } else {
        put_kind_function(m, to, "told", brain_state(m->brain, option)->target);
        put(m, to, "(p, @bytes_get32(p->agent + %u))", (unsigned)target_place(m, option));
    }
}

static void name_child_function(const maker *m, text *to, uint16_t composite, uint32_t kind) {
    text_format(to, "%s_child_", m->paths[composite]);
    if (kind == WITS_NONE) {
        text_add(to, "told");
    } else {
        name_kind_function(m, to, "seeks", kind);
    }
}

static void put_child_call(maker *m, text *to, uint16_t composite, uint32_t kind) {
    text name = {0};
    name_child_function(m, &name, composite, kind);
    put(m, to, "@%s(p)", text_of(&name));
    text_free(&name);
}

/// Writes the row that an expression reads: `row`, a function call, or "NO_TARGET".
static void put_row_read(maker *m, text *to, uint32_t kind, const site *at) {
    if (at->walks != 0 && brain_state(m->brain, at->walks)->target == kind) {
        text_add(to, "row");
    } else if (at->is_of_source) {
        text_format(to, "p->source_rows[%u]", (unsigned)kind);
    } else if (at->whose != NULL && depends_on_child(m, at->state, kind)) {
        put_child_call(m, to, at->state, kind);
    } else {
        put_remembered_row(m, to, at->state, kind);
    }
}

void put_told(maker *m, text *to, const site *at) {
    if (at->walks != 0) {
        put(m, to, "@told(%s, list->ids[row], (uint32_t)row)",
            m->names.kinds.ids[brain_state(m->brain, at->walks)->target]);
    } else if (at->is_of_source) {
        text_add(to, "p->source_told");
    } else if (at->whose != NULL && depends_on_child(m, at->state, WITS_NONE)) {
        put_child_call(m, to, at->state, WITS_NONE);
    } else {
        put_remembered_target(m, to, brain_state(m->brain, at->state)->targeting);
    }
}

// -------------------------------------------------------------------------------------------------------------- fields

static void see_bounds(wits_type type, value *v) {
    static const int64_t bounds[][2] = {
        [WITS_TYPE_ENUM] = {0, 255},         [WITS_TYPE_INT8] = {-128, 127},  [WITS_TYPE_UINT8] = {0, 255},
        [WITS_TYPE_INT16] = {-32768, 32767}, [WITS_TYPE_UINT16] = {0, 65535}, [WITS_TYPE_INT] = {INT32_MIN, INT32_MAX},
    };
    if (v->type == VALUE_INT) {
        v->low = bounds[type][0];
        v->high = bounds[type][1];
    }
}

value target_field_value(reading *r, uint32_t number) {
    maker *m = r->m;
    const expr_target_field of = target_field_of(number);
    const bool is_walked = r->at->walks != 0 && brain_state(m->brain, r->at->walks)->target == of.kind;
    if (of.field == EXPR_TARGET_PRESENT) {
        value present = new_value(VALUE_BOOL, is_walked ? BINDS_PRIMARY : BINDS_EQUAL);
        if (is_walked) {
            text_add(&present.c, "true");
        } else {
            put_row_read(m, &present.c, of.kind, r->at);
            put(m, &present.c, " != @NO_TARGET");
        }
        return present;
    }
    const wits_type type = wits_target_field_type(m->brain, of.kind, of.field);
    const char *member = m->names.targets[of.kind].members[of.field];
    value v = new_value(type == WITS_TYPE_FLOAT  ? VALUE_FLOAT
                        : type == WITS_TYPE_BOOL ? VALUE_BOOL
                                                 : VALUE_INT,
                        BINDS_PRIMARY);
    see_bounds(type, &v);
    if (is_walked) {
        put(m, &v.c, of.own ? "list->%s[@own_row(list->own_rows, row)]" : "list->%s[row]", member);
        return v;
    }
    put_kind_function(m, &v.c, "see", of.kind);
    text_format(&v.c, "_%s(p, ", wits_target_field_name(m->brain, of.kind, of.field));
    put_row_read(m, &v.c, of.kind, r->at);
    text_add(&v.c, ")");
    return v;
}

static void make_field(maker *m, uint32_t kind, uint32_t field) {
    const wits_type type = wits_target_field_type(m->brain, kind, field);
    const target_names *names = &m->names.targets[kind];
    text name = {0};
    name_kind_function(m, &name, "see", kind);
    text_format(&name, "_%s", wits_target_field_name(m->brain, kind, field));
    begin_function(m, text_of(&name), "static %s @%s(const @pass *p, uint32_t row)", form_of_type(type)->type,
                   text_of(&name));
    open_block(m, "if (row == @NO_TARGET) {");
    line(m, type == WITS_TYPE_FLOAT  ? "return @math_float(0x7FC00000u);"
            : type == WITS_TYPE_BOOL ? "return false;"
                                     : "return 0;");
    close_block(m);
    line(m, "const %s *const list = &p->frame->targets->%s;", names->list, names->member);
    line(m,
         wits_target_field_is_own(m->brain, kind, field) ? "return list->%s[@own_row(list->own_rows, row)];"
                                                         : "return list->%s[row];",
         names->members[field]);
    end_function(m, false);
    text_free(&name);
}

// ------------------------------------------------------------------------------------------------- generated functions

/// Makes the rows of an agent's list, the search for an id, and the target that functions receive.
static void make_kind(maker *m, uint32_t kind) {
    const target_names *names = &m->names.targets[kind];
    text span = {0}, seek = {0}, told = {0};
    name_kind_function(m, &span, "span", kind);
    name_kind_function(m, &seek, "seek", kind);
    name_kind_function(m, &told, "told", kind);

    begin_function(m, text_of(&span), "static @span @%s(const @pass *p)", text_of(&span));
    line(m, "@span span;");
    line(m, "span.first = 0;");
    line(m, "span.end = 0;");
    open_block(m, "if (p->frame->targets != NULL) {");
    line(m, "const %s *const list = &p->frame->targets->%s;", names->list, names->member);
    line(m, "span.first = list->offsets != NULL ? list->offsets[p->frame->row] : 0;");
    line(m, "span.end = list->offsets != NULL ? list->offsets[p->frame->row + 1] : list->count;");
    close_block(m);
    line(m, "return span;");
    end_function(m, false);

    begin_function(m, text_of(&seek), "static uint32_t @%s(const @pass *p, uint32_t id)", text_of(&seek));
    line(m, "const @span span = @%s(p);", text_of(&span));
    line(m, "return span.first == span.end ? @NO_TARGET : @seek(p->frame->targets->%s.ids, span, id);", names->member);
    end_function(m, false);

    begin_function(m, text_of(&told), "static @call_target @%s(const @pass *p, uint32_t id)", text_of(&told));
    line(m, "return @told(%s, id, @%s(p, id));", m->names.kinds.ids[kind], text_of(&seek));
    end_function(m, false);

    for (uint32_t field = 0; field < wits_target_field_count(m->brain, kind); field++) {
        make_field(m, kind, field);
    }
    text_free(&span);
    text_free(&seek);
    text_free(&told);
}

/// Makes a function for the active child of a composite: the row that it reads, or with WITS_NONE the target that
/// functions receive.
static void make_of_child(maker *m, uint16_t composite, uint32_t kind) {
    const state_row *s = brain_state(m->brain, composite);
    const bool tells = kind == WITS_NONE;
    text name = {0}, given = {0};
    name_child_function(m, &name, composite, kind);
    begin_function(m, text_of(&name),
                   tells ? "static @call_target @%s(const @pass *p)" : "static uint32_t @%s(const @pass *p)",
                   text_of(&name));
    line(m, "switch (@active_child(p->agent, %s)) {", state_id(m, composite));
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t child = brain_child(m->brain, s, i);
        const uint32_t target = brain_state(m->brain, child)->target;
        if (tells ? target != WITS_NONE : target == kind) {
            text_clear(&given);
            tells ? put_remembered_target(m, &given, child) : put_remembered_row(m, &given, child, kind);
            line(m, "case %s:", state_id(m, child));
            line(m, "    return %s;", text_of(&given));
        }
    }
    text_clear(&given);
    tells ? put_remembered_target(m, &given, s->targeting) : put_remembered_row(m, &given, composite, kind);
    line(m, "default:");
    line(m, "    return %s;", text_of(&given));
    line(m, "}");
    end_function(m, false);
    text_free(&name);
    text_free(&given);
}

/// Makes the offsets of the options' targets.
static void make_places(maker *m) {
    begin_unit(m, "target_at");
    line(m, "/// Returns the offset of an option's target in the agent's bytes, or 0.");
    open_block(m, "static uint32_t @target_at(uint32_t option) {");
    line(m, "switch (option) {");
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        if (brain_state(m->brain, id)->target != WITS_NONE) {
            line(m, "case %s:", state_id(m, (uint16_t)id));
            line(m, "    return %u;", (unsigned)target_place(m, (uint16_t)id));
        }
    }
    line(m, "default:");
    line(m, "    return 0;");
    line(m, "}");
    close_block(m);
    end_unit(m, false);
}

/// Makes the target of a list's record.
static void make_told_of_record(maker *m) {
    begin_function(m, "told_of_record",
                   "static @call_target @told_of_record(const @pass *p, const @action_record *record)");
    line(m, "switch (record->target_kind) {");
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        text told = {0};
        name_kind_function(m, &told, "told", kind);
        line(m, "case %s:", m->names.kinds.ids[kind]);
        line(m, "    return @%s(p, record->target);", text_of(&told));
        text_free(&told);
    }
    line(m, "default:");
    line(m, "    return @told(@NONE, @NO_TARGET, @NO_TARGET);");
    line(m, "}");
    end_function(m, false);
}

static void make_query(maker *m) {
    begin_unit(m, "target_of");
    open_block(m, "@API uint32_t @target_of(const void *agent, uint32_t option) {");
    line(m, "const uint32_t at = @target_at(option);");
    line(m, "return at != 0 && @is_in(agent, option) ? @bytes_get32((const uint8_t *)agent + at) : @NO_TARGET;");
    close_block(m);
    end_unit(m, true);
}

void make_targets(maker *m) {
    if (!has_targets(m)) {
        return;
    }
    make_places(m);
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        make_kind(m, kind);
    }
    for (uint32_t row = 0; row < m->brain->state_count; row++) {
        const uint16_t id = (uint16_t)row;
        if (brain_state(m->brain, id)->any_count == 0 || !depends_on_child(m, id, WITS_NONE)) {
            continue;
        }
        make_of_child(m, id, WITS_NONE);
        for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
            if (depends_on_child(m, id, kind)) {
                make_of_child(m, id, kind);
            }
        }
    }
    make_told_of_record(m);
    make_query(m);
}

// --------------------------------------------------------------------------------------------------------- transitions

/// Stores the targets for a transition's actions, as its source may have exited when they run.
void put_source_targets(writer *w, const program_op *op) {
    maker *m = w->m;
    const bool is_any = op->row != 0;
    text c = {0};
    const site at = {.state = op->state, .whose = is_any ? "p->source" : NULL};
    put_told(m, &c, &at);
    line(m, "p->source_told = %s;", text_of(&c));
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        text_clear(&c);
        put_row_read(m, &c, kind, &at);
        line(m, "p->source_rows[%u] = %s;", (unsigned)kind, text_of(&c));
    }
    text_free(&c);
}
