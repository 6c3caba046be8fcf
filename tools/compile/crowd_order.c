// SPDX-License-Identifier: MIT
// Distributes values over loops, and assigns memory to values that other loops use.
//
// A loop over bytes processes four times as many lanes at a time as a loop over words. So each loop has one width as
// far as possible: loops of the widths take turns, and each computes everything that is ready. If there are only few
// word values, they join the loops over bytes.
#include "crowd.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_WORDS = 6,    ///< most word values in a stretch that join the loops over bytes
    SOME_WORDS = 48,  ///< most word values that join the mixed ones, which are made of bytes or give bytes
};

lane_class crowd_class_of(const lane_value *v) {
    if (v->kind == VALUE_COPY) {
        return v->form == FORM_BYTE ? CLASS_BYTES : v->form == FORM_HALF ? CLASS_MIXED : CLASS_WORDS;
    }
    return value_row_of(v->kind)->class;
}

static bool is_call(const lane_value *v) {
    return crowd_class_of(v) == CLASS_CALL;
}

/// Returns whether it matters when a call happens.
static bool is_ordered(const lane_value *v) {
    return is_call(v) && v->kind != LANES_SPREAD_CLOCK;
}

typedef struct ordering {
    crowd_maker *c;
    stretch *s;
    lane_class of_words, of_mixed;  ///< class of the loops that they join
    bool *done;
    uint32_t *waiting;  ///< by value of a column: number of values that use it and are not computed yet
    uint32_t *old;      ///< by store: the previous value of the column
    uint32_t last_call;
    size_t left;
} ordering;

static lane_class class_in(const ordering *o, const lane_value *v) {
    const lane_class class = crowd_class_of(v);
    return class == CLASS_WORDS ? o->of_words : class == CLASS_MIXED ? o->of_mixed : class;
}

static bool is_heavy(const lane_value *v) {
    const uint32_t operation = v->kind - LANES_FIRST_FORMULA;
    return v->kind == LANES_CHOOSE ||
           (operation < EXPR_OP_COUNT && (operation_is(operation, OPERATION_POWER) || operation == EXPR_OP_DIVIDE ||
                                          operation_is_response(operation)));
}

static void choose_classes(ordering *o) {
    uint32_t words = 0;
    bool heavy = false;
    for (size_t i = 1; i < o->s->count; i++) {
        const lane_value *v = &o->s->values[i];
        const lane_class class = crowd_class_of(v);
        words += v->is_used && (class == CLASS_WORDS || class == CLASS_MIXED);
        heavy |= v->is_used && is_heavy(v);
    }
    o->of_words = words <= FEW_WORDS && !heavy ? CLASS_BYTES : words <= SOME_WORDS ? CLASS_MIXED : CLASS_WORDS;
    o->of_mixed = o->of_words == CLASS_BYTES ? CLASS_BYTES : CLASS_MIXED;
}

// ----------------------------------------------------------------------------------------------------------- readiness

static uint32_t distinct_operands(const stretch *s, const lane_value *v, operand *to) {
    operand all[MOST_OPERANDS];
    const uint32_t count = crowd_value_operands(s, v, all);
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool seen = all[i].value == 0;
        for (uint32_t earlier = 0; earlier < distinct && !seen; earlier++) {
            seen = to[earlier].value == all[i].value;
        }
        if (!seen) {
            to[distinct++] = all[i];
        }
    }
    return distinct;
}

static void count_waiting(ordering *o) {
    operand operands[MOST_OPERANDS];
    for (size_t i = 1; i < o->s->count; i++) {
        const lane_value *v = &o->s->values[i];
        const uint32_t count = v->is_used ? distinct_operands(o->s, v, operands) : 0;
        for (uint32_t n = 0; n < count; n++) {
            o->waiting[operands[n].value]++;
        }
    }
}

/// Returns whether no other value still needs what the stores of a value overwrite.
static bool may_be_stored(const ordering *o, uint32_t value) {
    operand operands[MOST_OPERANDS];
    const uint32_t count = distinct_operands(o->s, &o->s->values[value], operands);
    for (size_t i = 0; i < o->s->store_count; i++) {
        if (o->s->stores[i].value.value != value || o->old[i] == 0) {
            continue;
        }
        uint32_t others = o->waiting[o->old[i]];
        for (uint32_t n = 0; n < count; n++) {
            others -= operands[n].value == o->old[i];
        }
        if (others != 0) {
            return false;
        }
    }
    return true;
}

static bool is_ready(const ordering *o, uint32_t value) {
    const lane_value *v = &o->s->values[value];
    operand operands[MOST_OPERANDS];
    const uint32_t count = distinct_operands(o->s, v, operands);
    for (uint32_t n = 0; n < count; n++) {
        const lane_value *of = &o->s->values[operands[n].value];
        if (of->kind != VALUE_COLUMN && !o->done[operands[n].value]) {
            return false;
        }
    }
    for (uint32_t earlier = value; is_ordered(v) && earlier-- > 1;) {  // keeps calls in order
        const lane_value *other = &o->s->values[earlier];
        if (is_ordered(other) && other->is_used) {
            return o->done[earlier] && may_be_stored(o, value);
        }
    }
    return may_be_stored(o, value);
}

static void compute(ordering *o, uint32_t value, uint32_t loop) {
    operand operands[MOST_OPERANDS];
    lane_value *v = &o->s->values[value];
    const uint32_t count = distinct_operands(o->s, v, operands);
    for (uint32_t n = 0; n < count; n++) {
        o->waiting[operands[n].value]--;
        o->s->values[operands[n].value].last_loop = loop;
    }
    v->loop = v->last_loop = loop;
    o->done[value] = true;
    o->left--;
    for (size_t i = 0; i < o->s->store_count; i++) {
        if (o->s->stores[i].value.value == value) {
            o->s->stores[i].loop = loop;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- loops

/// Adds all values of a class that are ready to a new loop. Returns how many.
static uint32_t fill_loop(ordering *o, lane_class class) {
    const uint32_t loop = (uint32_t)o->s->loop_count;
    uint32_t taken = 0, words = 0;
    for (uint32_t i = 1; i < o->s->count; i++) {
        const lane_value *v = &o->s->values[i];
        const bool fits = v->is_used && v->kind != VALUE_COLUMN && !o->done[i] && class_in(o, v) == class;
        if (fits && (class != CLASS_CALL || taken == 0) && is_ready(o, i)) {
            compute(o, i, loop);
            taken++;
            words += crowd_class_of(v) != CLASS_BYTES;
        }
    }
    if (taken > 0) {
        o->s->loops = grow(o->s->loops, &o->s->loop_capacity, o->s->loop_count + 1, sizeof *o->s->loops);
        o->s->loops[o->s->loop_count++] = (lane_loop){.class = class, .words = words};
    }
    return taken;
}

static void make_loops(ordering *o) {
    static const lane_class turns[] = {CLASS_BYTES, CLASS_MIXED, CLASS_WORDS};
    for (size_t i = 1; i < o->s->count; i++) {
        const lane_value *v = &o->s->values[i];
        o->left += v->is_used && v->kind != VALUE_COLUMN;
    }
    while (o->left > 0) {
        const size_t before = o->left;
        for (size_t turn = 0; turn < sizeof turns / sizeof *turns; turn++) {
            fill_loop(o, turns[turn]);
        }
        if (o->left == before && fill_loop(o, CLASS_CALL) == 0) {
            abort();  // values only depend on earlier ones
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- memory

static bool is_stored(const stretch *s, uint32_t value) {
    for (size_t i = 0; i < s->store_count; i++) {
        if (s->stores[i].value.value == value) {
            return true;
        }
    }
    return false;
}

/// Assigns rows of memory. A row is reused after the last loop that reads it.
static void give_memory(crowd_maker *c) {
    stretch *s = &c->now;
    uint32_t bytes[MOST_COLUMNS] = {0}, words[MOST_COLUMNS] = {0};  // by row: 1 + the last loop that uses it
    for (uint32_t loop = 0; loop < s->loop_count; loop++) {
        for (uint32_t i = 1; i < s->count; i++) {
            lane_value *v = &s->values[i];
            const bool here = v->is_used && v->kind != VALUE_COLUMN && v->loop == loop;
            const bool is_needed =
                v->last_loop > loop || (is_call(v) && v->kind != LANES_LIST && v->kind != LANES_DATA);
            if (!here || !is_needed || is_stored(s, i)) {
                continue;
            }
            uint32_t *rows = v->form == FORM_BYTE ? bytes : words, row = 0;
            while (row + 1 < MOST_COLUMNS && rows[row] > loop) {
                row++;
            }
            rows[row] = v->last_loop + 1;
            v->memory = row + 1;
            uint32_t *most = v->form == FORM_BYTE ? &c->byte_rows : &c->word_rows;
            *most = row + 1 > *most ? row + 1 : *most;
        }
    }
}

void crowd_order(crowd_maker *c) {
    stretch *s = &c->now;
    ordering o = {.c = c, .s = s};
    o.done = allocate(s->count, sizeof *o.done);
    o.waiting = allocate(s->count, sizeof *o.waiting);
    o.old = allocate(s->store_count + 1, sizeof *o.old);
    for (size_t i = 0; i < s->store_count; i++) {
        for (uint32_t v = 1; v < s->count; v++) {
            if (s->values[v].kind == VALUE_COLUMN && s->values[v].column == s->stores[i].column) {
                o.old[i] = v;
            }
        }
    }
    choose_classes(&o);
    count_waiting(&o);
    make_loops(&o);
    give_memory(c);
    free(o.done);
    free(o.waiting);
    free(o.old);
}
