// SPDX-License-Identifier: MIT
// Turns straight-line code into values, and finds the final value of each column.
#include "crowd.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- stores

uint32_t crowd_value_operands(const stretch *s, const lane_value *v, operand *to) {
    to[0] = v->a;
    to[1] = v->b;
    to[2] = v->c;
    for (uint32_t i = 0; i < v->mores; i++) {
        to[3 + i] = s->more[v->more + i];
    }
    return 3 + v->mores;
}

/// Returns the last value that uses another one.
static uint32_t last_user(const stretch *s, uint32_t value) {
    operand operands[MOST_OPERANDS];
    for (size_t i = s->count; i-- > value + 1;) {
        const uint32_t count = crowd_value_operands(s, &s->values[i], operands);
        for (uint32_t o = 0; o < count; o++) {
            if (operands[o].value == value) {
                return (uint32_t)i;
            }
        }
    }
    return 0;
}

/// A store happens where its value is computed. So the value must be computed after the last use of the column's old
/// value.
static void add_store(crowd_maker *c, lanes_column column, uint32_t old) {
    stretch *s = &c->now;
    operand o = s->now[column];
    if (o.value == 0 || (old != 0 && o.value < last_user(s, old))) {
        s->values = grow(s->values, &s->capacity, s->count + 1, sizeof *s->values);
        s->values[s->count] = (lane_value){.kind = VALUE_COPY, .form = crowd_column_form(c, column), .a = o};
        o.value = (uint32_t)s->count++;
    }
    s->stores = grow(s->stores, &s->store_capacity, s->store_count + 1, sizeof *s->stores);
    s->stores[s->store_count++] = (lane_store){.column = column, .value = o};
}

static void mark_used(stretch *s) {
    operand operands[MOST_OPERANDS];
    for (size_t i = 0; i < s->store_count; i++) {
        s->values[s->stores[i].value.value].is_used = true;
    }
    for (size_t i = s->count; i-- > 1;) {
        const uint32_t count = crowd_value_operands(s, &s->values[i], operands);
        for (uint32_t o = 0; o < count && s->values[i].is_used; o++) {
            s->values[operands[o].value].is_used = true;
        }
    }
}

void crowd_read_stretch(crowd_maker *c, const piece *p) {
    stretch *s = &c->now;
    s->count = 1;  // value 0 means none
    s->more_count = s->store_count = s->loop_count = 0;
    s->values = grow(s->values, &s->capacity, 1, sizeof *s->values);
    s->values[0] = (lane_value){0};
    memset(s->known, 0, sizeof s->known);
    memset(s->versions, 0, sizeof s->versions);
    for (uint32_t i = 0; i < p->count; i++) {
        crowd_read_operation(c, &c->ops[c->flat[p->first + i]]);
    }
    crowd_join_lists(c);
    uint32_t old[MOST_COLUMNS] = {0};
    for (uint32_t i = 1; i < s->count; i++) {
        if (s->values[i].kind == VALUE_COLUMN) {
            old[s->values[i].column] = i;
        }
    }
    for (uint32_t column = 1; column < c->columns->count; column++) {
        const operand o = s->now[column];
        const bool changed = s->known[column] && (o.value == 0 || o.value != old[column]);
        if (changed && set_has(&p->after, column)) {
            add_store(c, (lanes_column)column, old[column]);
        }
    }
    mark_used(s);
}
