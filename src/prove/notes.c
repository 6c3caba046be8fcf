// SPDX-License-Identifier: MIT
// Notes surprising facts about a proof: host functions called again in a tick after an assignment, and assignments to
// integers that wrapped.
#include "prove/inside.h"

#include "wits/situations.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ repeated calls

/// Hashes all fields that the brain assigns.
static uint64_t assigned_hash(const world *w) {
    uint64_t hash = 1;
    for (uint32_t i = 0; i < w->prover->model.field_count; i++) {
        if (wits_field_is_assigned(w->brain, i)) {
            hash = (hash ^ w->cells[i]) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 32;
        }
    }
    return hash;
}

void notes_see_asked(world *asker, uint32_t number) {
    const world *w = asker->giver;
    input *of = &asker->giver->inputs[number];
    asking *seen = &of->asking[asker == w ? 0 : 1];
    const asking now = {.in_tick = w->ticks + w->begun, .assigned = assigned_hash(asker)};
    if (seen->in_tick != now.in_tick) {
        *seen = now;
    } else if (seen->assigned != now.assigned && !of->is_noted) {
        of->is_noted = true;
        sentence_add(w->prover, &w->prover->notes,
                     "%s is called again after an assignment in the same tick, with the same result", of->shown.name);
    }
}

// ------------------------------------------------------------------------------------------------------------- wrapped

/// An integer field that belongs to situations, and has less than 32 bits.
typedef struct narrow {
    uint32_t field;
    uint32_t at;     ///< offset among the world's own fields
    uint32_t given;  ///< the input by which the host sets it, too; STORE_NONE: none
    int32_t half;    ///< half of its number of values
    bool is_noted;
} narrow;

struct wrap_search {
    narrow *narrows;
    uint32_t count;
    const wits_brain *brain;  ///< in it these fields have 32 bits
    wits_column *columns;
    int32_t *cells;  ///< by field
    unsigned char *agent;
};

static int32_t half_of(wits_type type) {
    return type == WITS_TYPE_INT8 || type == WITS_TYPE_UINT8     ? 1 << 7
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 1 << 15
                                                                 : 0;
}

static int32_t number_in(wits_type type, const void *cell) {
    int8_t small;
    int16_t middle;
    uint16_t above;
    switch (type) {
    case WITS_TYPE_INT8:
        memcpy(&small, cell, sizeof small);
        return small;
    case WITS_TYPE_INT16:
        memcpy(&middle, cell, sizeof middle);
        return middle;
    case WITS_TYPE_UINT16:
        memcpy(&above, cell, sizeof above);
        return above;
    default:
        return *(const unsigned char *)cell;
    }
}

static uint32_t input_of(const world *w, uint32_t field) {
    uint32_t number = 0;
    while (number < w->eager_count &&
           (w->inputs[number].shown.what != WITS_INPUT_FIELD || w->inputs[number].shown.row != field)) {
        number++;
    }
    return number < w->eager_count ? number : STORE_NONE;
}

static bool find_narrows(wits_prover *p, wrap_search *s) {
    const world *w = &p->world;
    s->narrows = pool_take(&p->pool, w->own_count, sizeof *s->narrows);
    for (uint32_t i = 0; i < w->own_count && s->narrows != NULL; i++) {
        const uint32_t field = w->own[i];
        const int32_t half = half_of(p->about.desc->fields[field].type);
        if (half > 0 && wits_field_is_assigned(w->brain, field)) {
            s->narrows[s->count++] = (narrow){.field = field, .at = i, .given = input_of(w, field), .half = half};
        }
    }
    return s->count > 0;
}

static const wits_brain *widened(wits_prover *p, const wrap_search *s) {
    wits_desc desc = *p->about.desc;
    wits_field_desc *fields = pool_take(&p->pool, desc.field_count, sizeof *fields);
    if (fields == NULL) {
        return NULL;
    }
    memcpy(fields, desc.fields, desc.field_count * sizeof *fields);
    for (uint32_t i = 0; i < s->count; i++) {
        fields[s->narrows[i].field].type = WITS_TYPE_INT;
    }
    desc.fields = fields;
    desc.states = p->states;
    const size_t size = wits_brain_size(&desc, NULL);
    void *memory = size > 0 ? pool_take(&p->pool, 1, size) : NULL;
    return memory != NULL ? wits_brain_compile(&desc, memory, size, NULL) : NULL;
}

/// Calls of host functions would add inputs for their arguments.
static bool can_be_run_again(const wits_prover *p) {
    bool can = p->twin == NULL && p->about.desc->target_count == 0;
    for (uint32_t i = 0; i < p->about.desc->function_count; i++) {
        can = can && !p->model.functions[i].is_read;
    }
    return can;
}

void notes_begin(wits_prover *p) {
    const world *w = &p->world;
    wrap_search *s = pool_take(&p->pool, 1, sizeof *s);
    if (s == NULL || !can_be_run_again(p) || !find_narrows(p, s) || (s->brain = widened(p, s)) == NULL ||
        wits_agent_size(s->brain) != w->agent_size) {
        return;
    }
    s->agent = pool_take(&p->pool, 1, w->agent_size);
    s->cells = pool_take(&p->pool, p->model.field_count, sizeof *s->cells);
    s->columns = pool_take(&p->pool, p->model.field_count, sizeof *s->columns);
    if (s->agent == NULL || s->cells == NULL || s->columns == NULL) {
        return;
    }
    memcpy(s->columns, w->columns, p->model.field_count * sizeof *s->columns);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t field = s->narrows[i].field;
        s->columns[field] = (wits_column){.base = &s->cells[field], .stride = 4, .size = 4, .type = WITS_TYPE_INT};
    }
    p->wraps = s;
}

typedef struct statement_search {
    const wits_desc *desc;
    uint32_t field;
    const char *found;
    uint32_t count;
} statement_search;

static void see_text(statement_search *s, const char *text) {
    statement one;
    for (size_t at = 0; text != NULL && next_statement(s->desc, text, at, &one);) {
        if (one.field == s->field) {
            s->found = text + one.at;
            s->count++;
        }
        at = one.end + (text[one.end] == ';');
    }
}

static statement_search find_statement(const wits_prover *p, uint32_t field) {
    const wits_desc *desc = p->about.desc;
    statement_search s = {.desc = desc, .field = field};
    for (uint32_t i = 0; i < desc->state_count; i++) {
        const wits_state_desc *of = &desc->states[i];
        const char *const texts[] = {of->enter, of->exit, of->update, of->decide, of->retarget};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            see_text(&s, texts[k]);
        }
    }
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        see_text(&s, desc->transitions[i].run);
    }
    for (uint32_t i = 0; i < desc->step_count; i++) {
        see_text(&s, desc->steps[i].run);
    }
    return s;
}

static void note_wrap(wits_prover *p, narrow *of, int32_t whole, int32_t stored) {
    const char *field = p->about.desc->fields[of->field].name;
    const statement_search s = find_statement(p, of->field);
    of->is_noted = true;
    if (s.count == 1) {
        sentence_add(p, &p->notes, "'%.*s' wraps: %d becomes %d", (int)strcspn(s.found, ";"), s.found, (int)whole,
                     (int)stored);
    } else {
        sentence_add(p, &p->notes, "an assignment to '%s' wraps: %d becomes %d", field, (int)whole, (int)stored);
    }
}

/// Runs the tick from a situation again, with the narrow fields widened. The world's own fields are changed.
static void run_widened(wits_prover *p, const unsigned char *situation) {
    world *w = &p->world;
    wrap_search *s = p->wraps;
    wits_frame frame = w->frame;
    world_enter_fields(w, situation);
    world_put_kept_fields(w);
    for (uint32_t i = 0; i < s->count; i++) {
        const narrow *of = &s->narrows[i];
        s->cells[of->field] = number_in(w->columns[of->field].type, w->columns[of->field].base);
    }
    memcpy(s->agent, situation, w->agent_size);
    raise_all(s->brain, s->agent, w->events, NULL);
    if (w->draws != NULL) {
        world_roll(w, &w->now);
    }
    frame.columns = s->columns;
    frame.tick = BASE_TICK + 1;
    frame.explain = NULL;
    w->list.count = 0;
    w->list.argument_count = 0;
    if (w->phase == 0) {
        wits_tick(s->brain, s->agent, &frame);
    } else {
        wits_update(s->brain, s->agent, &frame);
    }
}

/// Returns the number before the brain's part of the tick.
static int32_t number_before(const world *w, const narrow *of, const void *cell) {
    const double given = of->given != STORE_NONE ? world_value(w, of->given) : WITS_NOT_GIVEN;
    return given != WITS_NOT_GIVEN ? (int32_t)given : number_in(w->columns[of->field].type, cell);
}

/// A number that wraps changes by more than half of its values: such a tick is examined again.
static bool may_wrap(const wits_prover *p, const unsigned char *before, const unsigned char *after) {
    const wrap_search *s = p->wraps;
    const world *w = &p->world;
    bool may = false;
    for (uint32_t i = 0; i < s->count && !may; i++) {
        const narrow *of = &s->narrows[i];
        const size_t at = w->agent_size + 4 * (size_t)of->at;
        const int32_t now = number_in(w->columns[of->field].type, after + at);
        may = !of->is_noted && abs(now - number_before(w, of, before + at)) >= of->half;
    }
    return may;
}

void notes_see_tick(wits_prover *p, const unsigned char *before, const unsigned char *after) {
    world *w = &p->world;
    const wrap_search *s = p->wraps;
    if (s == NULL || !may_wrap(p, before, after)) {
        return;
    }
    if (p->lanes != NULL) {
        world_choose_all(w, w->choice);  // the tick was one of many
    }
    run_widened(p, before);
    for (uint32_t i = 0; i < s->count; i++) {
        narrow *of = &s->narrows[i];
        const wits_type type = w->columns[of->field].type;
        const int32_t stored = number_in(type, after + w->agent_size + 4 * (size_t)of->at);
        if (!of->is_noted && s->cells[of->field] != stored) {
            note_wrap(p, of, s->cells[of->field], stored);
        }
    }
    world_enter_fields(w, after);
}
