// SPDX-License-Identifier: MIT
// Writes functions over a block of agents: loops over its lanes, and the calls between them.
#include "crowd.h"

#include <stdlib.h>
#include <string.h>

const char *crowd_type_of(value_form form) {
    static const char *const types[] = {"uint8_t", "uint16_t", "uint32_t", "int32_t", "float"};
    return types[form];
}

// -------------------------------------------------------------------------------------------------------------- places

static uint32_t kept_row(crowd_maker *c, lanes_column column) {
    if (c->kept[column] == 0) {
        uint32_t *rows = crowd_column_width(c, column) == 1 ? &c->kept_bytes : &c->kept_words;
        c->kept[column] = ++*rows;
    }
    return c->kept[column] - 1;
}

void crowd_put_place(crowd_maker *c, text *to, lanes_column column) {
    if (column < c->columns->first_temp) {
        set_add(&c->needed, column);
        text_format(to, "b->%s_at", c->names[column]);
    } else {
        const uint32_t row = kept_row(c, column);
        put(c->m, to,
            crowd_column_width(c, column) == 1 ? "b->kept_bytes + %u * @LANES" : "b->kept_words + %u * @LANES",
            (unsigned)row);
    }
}

/// The location of a value of another loop or of a column.
typedef struct column_place {
    bool is_row;          ///< row of memory for values
    lanes_column column;  ///< if not
    uint32_t row;
    value_form form;  ///< form in memory
    bool is_written;
} column_place;

typedef struct writing {
    crowd_maker *c;
    stretch *s;
    uint32_t loop;
    column_place places[MOST_COLUMNS];
    uint32_t place_count;
    uint32_t *inputs;  ///< values that are loaded
    size_t input_count, input_capacity;
    bool *has_input;
} writing;

static lanes_column stored_in(const stretch *s, uint32_t value) {
    for (size_t i = 0; i < s->store_count; i++) {
        if (s->stores[i].value.value == value) {
            return s->stores[i].column;
        }
    }
    return 0;
}

static column_place place_of(const crowd_maker *c, uint32_t value) {
    const lane_value *v = &c->now.values[value];
    if (v->memory != 0) {
        const value_form form = v->form > FORM_BITS ? FORM_BITS : v->form;
        return (column_place){.is_row = true, .row = v->memory - 1, .form = form == FORM_HALF ? FORM_BITS : form};
    }
    const lanes_column column = v->kind == VALUE_COLUMN ? v->column : stored_in(&c->now, value);
    return (column_place){.column = column, .form = crowd_column_form(c, column)};
}

static column_place *note_place(writing *w, column_place p) {
    for (uint32_t i = 0; i < w->place_count; i++) {
        column_place *other = &w->places[i];
        if (other->is_row == p.is_row && other->column == p.column && other->row == p.row &&
            (other->form == FORM_BYTE) == (p.form == FORM_BYTE)) {
            return other;
        }
    }
    w->places[w->place_count] = p;
    return &w->places[w->place_count++];
}

/// Writes the name of the pointer to a place.
static void name_place(const crowd_maker *c, text *to, const column_place *p) {
    if (p->is_row) {
        text_format(to, p->form == FORM_BYTE ? "bytes%u" : "words%u", (unsigned)p->row);
    } else if (p->column < c->columns->first_temp) {
        text_format(to, "%s_at", c->names[p->column]);
    } else {
        text_format(to, p->form == FORM_BYTE ? "kept_bytes%u" : "kept_words%u", (unsigned)c->kept[p->column] - 1);
    }
}

static void put_row(crowd_maker *c, text *to, const column_place *p) {
    if (p->is_row) {
        put(c->m, to, p->form == FORM_BYTE ? "b->bytes + %u * @LANES" : "b->words + %u * @LANES", (unsigned)p->row);
    } else {
        crowd_put_place(c, to, p->column);
    }
}

// --------------------------------------------------------------------------------------------------------------- loops

static bool is_in_loop(const writing *w, uint32_t value) {
    const lane_value *v = &w->s->values[value];
    return v->is_used && v->kind != VALUE_COLUMN && v->loop == w->loop;
}

static void note_inputs(writing *w) {
    operand operands[MOST_OPERANDS];
    for (uint32_t i = 1; i < w->s->count; i++) {
        if (!is_in_loop(w, i)) {
            continue;
        }
        const uint32_t count = crowd_value_operands(w->s, &w->s->values[i], operands);
        for (uint32_t o = 0; o < count; o++) {
            const uint32_t value = operands[o].value;
            if (value == 0 || is_in_loop(w, value) || w->has_input[value]) {
                continue;
            }
            w->has_input[value] = true;
            w->inputs = grow(w->inputs, &w->input_capacity, w->input_count + 1, sizeof *w->inputs);
            w->inputs[w->input_count++] = value;
            note_place(w, place_of(w->c, value));
        }
    }
}

static void note_outputs(writing *w) {
    for (uint32_t i = 1; i < w->s->count; i++) {
        if (is_in_loop(w, i) && w->s->values[i].memory != 0) {
            note_place(w, place_of(w->c, i))->is_written = true;
        }
    }
    for (size_t i = 0; i < w->s->store_count; i++) {
        const lane_store *store = &w->s->stores[i];
        if (store->loop == w->loop) {
            const column_place p = {.column = store->column, .form = crowd_column_form(w->c, store->column)};
            note_place(w, p)->is_written = true;
        }
    }
}

static void put_pointers(writing *w) {
    for (uint32_t i = 0; i < w->place_count; i++) {
        const column_place *p = &w->places[i];
        text from = {0}, name = {0};
        put_row(w->c, &from, p);
        name_place(w->c, &name, p);
        line(w->c->m, "%s%s *const %s = %s;", p->is_written ? "" : "const ", crowd_type_of(p->form), text_of(&name),
             text_of(&from));
        text_free(&from);
        text_free(&name);
    }
}

static void put_keys(writing *w) {
    bool tick = false, ids = false;
    for (uint32_t i = 1; i < w->s->count; i++) {
        const lane_value *v = &w->s->values[i];
        if (is_in_loop(w, i) && (v->kind == LANES_RANDOM || v->kind == LANES_RANDOM_BELOW)) {
            bool is_first = true;
            ids = true;
            for (uint32_t earlier = 1; earlier < i; earlier++) {
                const lane_value *o = &w->s->values[earlier];
                is_first = is_first && !(is_in_loop(w, earlier) && o->k[0] == v->k[0] &&
                                         (o->kind == LANES_RANDOM || o->kind == LANES_RANDOM_BELOW));
            }
            if (is_first) {
                line(w->c->m, "const uint64_t key%u = @random_key(b->run->seed, b->id_high, b->run->tick, %u);",
                     (unsigned)v->k[0], (unsigned)v->k[0]);
            }
        }
        tick |= is_in_loop(w, i) && (v->kind == LANES_TICK || v->kind == LANES_PUT_TICK || v->kind == LANES_ELAPSED32 ||
                                     v->kind == LANES_TURN_CLOCK || v->kind == LANES_AFTER32);
    }
    if (ids) {
        line(w->c->m, "const uint32_t first_id = b->first_id;");
    }
    if (tick) {
        line(w->c->m, "const uint32_t tick = b->run->tick;");
    }
}

static void put_load(writing *w, uint32_t value) {
    const lane_value *v = &w->s->values[value];
    const column_place p = place_of(w->c, value);
    text name = {0}, pointer = {0}, from = {0};
    crowd_name_value(w->c, value, &name);
    name_place(w->c, &pointer, &p);
    text_add(&pointer, "[i]");
    crowd_put_converted(w->c, &from, text_of(&pointer), p.form, v->form);
    line(w->c->m, "const %s %s = %s;", crowd_type_of(v->form), text_of(&name), text_of(&from));
    text_free(&name);
    text_free(&pointer);
    text_free(&from);
}

static void put_store(writing *w, uint32_t value, const column_place *p) {
    const lane_value *v = &w->s->values[value];
    text name = {0}, pointer = {0}, from = {0};
    crowd_name_value(w->c, value, &name);
    name_place(w->c, &pointer, p);
    crowd_put_converted(w->c, &from, text_of(&name), v->form, p->form);
    line(w->c->m, "%s[i] = %s;", text_of(&pointer), text_of(&from));
    text_free(&name);
    text_free(&pointer);
    text_free(&from);
}

static void put_values(writing *w) {
    for (size_t i = 0; i < w->input_count; i++) {
        put_load(w, w->inputs[i]);
    }
    for (uint32_t i = 1; i < w->s->count; i++) {
        if (!is_in_loop(w, i)) {
            continue;
        }
        text name = {0}, made = {0};
        crowd_name_value(w->c, i, &name);
        crowd_put_value(w->c, &made, i);
        line(w->c->m, "const %s %s = %s;", crowd_type_of(w->s->values[i].form), text_of(&name), text_of(&made));
        text_free(&name);
        text_free(&made);
        if (w->s->values[i].memory != 0) {
            const column_place p = place_of(w->c, i);
            put_store(w, i, &p);
        }
    }
    for (size_t i = 0; i < w->s->store_count; i++) {
        const lane_store *store = &w->s->stores[i];
        if (store->loop == w->loop) {
            const column_place p = {.column = store->column, .form = crowd_column_form(w->c, store->column)};
            put_store(w, store->value.value, &p);
        }
    }
}

static void put_loop(writing *w) {
    maker *m = w->c->m;
    note_inputs(w);
    note_outputs(w);
    open_block(m, "{");
    put_pointers(w);
    put_keys(w);
    line(m, w->s->loops[w->loop].class == CLASS_WORDS ? "@EACH_WORD" : "@EACH_BYTE");
    open_block(m, "for (size_t i = 0; i < lanes; i++) {");
    put_values(w);
    close_block(m);
    close_block(m);
}

// --------------------------------------------------------------------------------------------------------------- calls

static void put_pointer_to(crowd_maker *c, text *to, uint32_t value) {
    const column_place p = place_of(c, value);
    put_row(c, to, &p);
}

/// Writes ", " and the address of each column of arguments.
static void put_given_columns(crowd_maker *c, text *to, const lane_value *v) {
    for (uint32_t i = 0; i < v->mores; i++) {
        text_add(to, ", ");
        put_pointer_to(c, to, c->now.more[v->more + i].value);
    }
}

static void put_call(writing *w, uint32_t value) {
    crowd_maker *c = w->c;
    const lane_value *v = &w->s->values[value];
    text what = {0}, mask = {0}, more = {0};
    put_pointer_to(c, &mask, v->a.value);
    switch (v->kind) {
    case LANES_SPREAD_CLOCK:
        text_add(&what, "spread_lanes");
        put_pointer_to(c, &more, v->b.value);
        text_add(&more, ", ");
        put_pointer_to(c, &more, value);
        text_format(&more, ", %uu", (unsigned)v->k[0]);
        break;
    case LANES_CONDITION:
    case LANES_SCORE:
        crowd_name_asking(c, &what, v->op);
        if (v->b.value != 0) {
            put_pointer_to(c, &more, v->b.value);
            text_add(&more, ", ");
        }
        if (v->c.value != 0) {
            put_pointer_to(c, &more, v->c.value);
            text_add(&more, ", ");
        }
        text_add(&more, v->kind == LANES_SCORE ? "(float *)" : "");
        put_pointer_to(c, &more, value);
        put_given_columns(c, &more, v);
        break;
    case LANES_TARGETS:
        crowd_name_pairs(c, &what, v->op);
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t active = i == 0 ? v->b.value : v->c.value;
            if (active != 0) {
                put_pointer_to(c, &more, active);
                text_add(&more, ", ");
            }
        }
        text_add(&more, "(float *)");
        put_pointer_to(c, &more, value);
        put_given_columns(c, &more, v);
        break;
    case VALUE_PICKED:
        text_add(&what, "picked_of_lanes");
        put_pointer_to(c, &more, value);
        break;
    case LANES_TARGET_FIELD:
        crowd_name_seeing(c, &what, v->op);
        put_pointer_to(c, &more, v->b.value);
        text_add(&more, v->form == FORM_FLOAT ? ", (float *)" : v->form == FORM_INT ? ", (uint32_t *)" : ", ");
        put_pointer_to(c, &more, value);
        break;
    case LANES_LIST:
        text_add(&what, v->b.value != 0 || v->mores != 0 ? "list_more_lanes" : "list_lanes");
        text_format(&more, "%uu", (unsigned)v->k[0]);
        if (v->b.value != 0) {
            text_add(&more, ", ");
            put_pointer_to(c, &more, v->b.value);
        } else if (has_targets(c->m) && v->mores != 0) {
            text_add(&more, ", NULL");
        }
        if (crowd_lists_values(c) && (v->b.value != 0 || v->mores != 0)) {
            text_format(&more, ", %u", (unsigned)v->mores);
            put_given_columns(c, &more, v);
            for (uint32_t i = v->mores; i < EXPR_MAX_ARGUMENTS; i++) {
                text_add(&more, ", NULL");
            }
        }
        break;
    default:
        crowd_name_data(c, &what, v->op);
        break;
    }
    line(c->m, "@%s(b, %s%s%s);", text_of(&what), text_of(&mask), more.length != 0 ? ", " : "", text_of(&more));
    text_free(&what);
    text_free(&mask);
    text_free(&more);
}

static void put_stretch(crowd_maker *c, const piece *p) {
    crowd_read_stretch(c, p);
    crowd_order(c);
    for (uint32_t loop = 0; loop < c->now.loop_count; loop++) {
        writing w = {.c = c, .s = &c->now, .loop = loop};
        w.has_input = allocate(c->now.count, sizeof *w.has_input);
        if (c->now.loops[loop].class != CLASS_CALL) {
            put_loop(&w);
        } else {
            for (uint32_t i = 1; i < c->now.count; i++) {
                if (is_in_loop(&w, i)) {
                    put_call(&w, i);
                }
            }
        }
        free(w.has_input);
        free(w.inputs);
    }
}

void crowd_make_function(crowd_maker *c, const char *name) {
    text to = {0};
    begin_function(c->m, name, "@WIDE_LANES static void @%s(@lanes *b)", name);
    line(c->m, "const size_t lanes = b->lanes & ~(size_t)63;");
    line(c->m, "(void)lanes;");
    for (size_t i = 0; i < c->piece_count; i++) {
        const piece *p = &c->pieces[i];
        text_clear(&to);
        switch (p->kind) {
        case PIECE_STRETCH:
            put_stretch(c, p);
            break;
        case PIECE_IF:
            crowd_put_place(c, &to, p->mask);
            open_block(c->m, "if (@any_lane(%s, lanes)) {", text_of(&to));
            break;
        case PIECE_END:
            close_block(c->m);
            break;
        case PIECE_CALL:
            line(c->m, "@routine_%u(b);", (unsigned)p->routine);
            break;
        default:
            crowd_put_step(c, &c->ops[p->first]);
            break;
        }
    }
    end_function(c->m, false);
    text_free(&to);
}
