// SPDX-License-Identifier: MIT
#include "walk.h"

#include "model_internal.h"
#include "trees/tree.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DIGITS = 256,
    MOST_ANSWERS = 128,
    MOST_PRINTED = 1200,
    MOST_RECORDS = 16384,
    MOST_KEY = 64 + RANDOM_STATES * 32 + RANDOM_FIELDS * 4,
};

/// An agent at its first arrival in a situation, with its clocks and the fields.
typedef struct situation {
    model *agent;
    uint64_t id;
    uint32_t tick;
    uint8_t fields[RANDOM_FIELDS][8];
    uint8_t *key;
} situation;

/// A host function's result in this tick.
typedef struct answer {
    uint32_t function;
    char printed[MOST_PRINTED];
    double value;
} answer;

/// One of several outcomes of a tick.
typedef struct digit {
    uint32_t count;
    uint32_t chosen;
} digit;

typedef struct walk {
    const wits_desc *desc;
    walk_found *found;
    walk_limits limits;
    situation *situations;
    uint32_t *table;  ///< hash table of situations by key: a number + 1, or 0
    uint32_t table_size;
    size_t key_size;
    // State of the current tick.
    bool starts;
    digit digits[MOST_DIGITS];  ///< in the order of requests in the tick; the last one changes first
    uint32_t digit_count, asked;
    answer answers[MOST_ANSWERS];
    uint32_t answer_count;
    bool has_picked[WALK_PLACES];
    uint8_t fields[RANDOM_FIELDS][8];
    float draws[WALK_PLACES];
    wits_column columns[RANDOM_FIELDS];
    wits_function functions[HOST_FUNCTIONS];
    wits_action_record records[MOST_RECORDS];
    uint32_t arguments[MOST_RECORDS * WITS_MAX_ARGUMENTS];
    wits_list list;
    wits_frame frame;
} walk;

// ----------------------------------------------------------------------------------------------------- possible inputs

/// Returns one of several values: the first one in the first run of the tick, the others when the tick runs again.
static uint32_t choose(walk *w, uint32_t count) {
    if (w->asked == w->digit_count) {
        assert(w->digit_count < MOST_DIGITS && count > 0);
        w->digits[w->digit_count++] = (digit){.count = count};
    }
    assert(w->digits[w->asked].count == count);
    return w->digits[w->asked++].chosen;
}

/// Chooses the next combination. Returns false when all were tried.
static bool choose_next(walk *w) {
    while (w->digit_count > 0) {
        digit *last = &w->digits[w->digit_count - 1];
        if (++last->chosen < last->count) {
            return true;
        }
        w->digit_count--;
    }
    return false;
}

static double choose_value(walk *w, const walk_values *of) {
    return of->values[choose(w, of->count)];
}

static uint32_t pick(void *user, uint32_t place, uint32_t count) {
    walk *w = user;
    if (w->has_picked[place]) {
        w->found->end = WALK_UNCLEAR;
    }
    w->has_picked[place] = true;
    return choose(w, count);
}

// ------------------------------------------------------------------------------------------------------ host functions

/// Equal arguments get the same result. They are equal if they are printed as the same text.
static void print_call(const wits_call *call, char *to) {
    to[0] = '\0';
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const wits_argument *a = &call->arguments[i];
        const size_t length = strlen(to);
        const size_t left = MOST_PRINTED - length;
        if (a->kind == WITS_ARGUMENT_INT) {
            (void)snprintf(to + length, left, "%d,", (int)a->integer);
        } else if (a->kind == WITS_ARGUMENT_FLOAT && isnan(a->number)) {
            (void)snprintf(to + length, left, "nan,");
        } else if (a->kind == WITS_ARGUMENT_FLOAT) {
            (void)snprintf(to + length, left, "%.9g,", (double)a->number);
        } else {
            const char *quote = a->kind == WITS_ARGUMENT_TEXT ? "\"" : "";
            (void)snprintf(to + length, left, "%s%s%s,", quote, a->text, quote);
        }
    }
    assert(strlen(to) < MOST_PRINTED - 1);
}

/// Returns the result of a call. At the start, conditions are false and scores 0.
static double answer_to(const wits_call *call) {
    static const walk_values no_yes = {{0.0, 1.0}, 2};
    walk *w = call->frame->user;
    answer *next = &w->answers[w->answer_count];
    if (w->starts) {
        return 0.0;
    }
    assert(w->answer_count < MOST_ANSWERS);
    print_call(call, next->printed);
    for (const answer *a = w->answers; a < next; a++) {
        if (a->function == call->function && strcmp(a->printed, next->printed) == 0) {
            return a->value;
        }
    }
    const bool is_score = w->desc->functions[call->function].score != NULL;
    next->function = call->function;
    next->value = choose_value(w, is_score ? &w->found->reads.scores[call->function] : &no_yes);
    w->answer_count++;
    return next->value;
}

static bool answer_condition(const void *context, const wits_call *call) {
    (void)context;
    return answer_to(call) != 0.0;
}

static float answer_score(const void *context, const wits_call *call) {
    (void)context;
    return (float)answer_to(call);
}

// ---------------------------------------------------------------------------------------------------------- situations

static void put(uint8_t **to, const void *from, size_t size) {
    memcpy(*to, from, size);
    *to += size;
}

static uint32_t at_most(uint32_t ticks, uint32_t up_to) {
    return ticks < up_to ? ticks : up_to;
}

/// The agent's memory of a state: ticks relative to now, up to the limit where they matter; empty if nothing is
/// remembered.
static void put_state(const walk *w, uint8_t **to, const model *m, uint32_t row, uint32_t tick) {
    const model_state *s = &m->states[row];
    const wits_state_desc *of = &w->desc->states[row];
    const bool is_active = s->status == MODEL_ACTIVE;
    const bool is_there = s->status != MODEL_INACTIVE;
    const uint32_t up_to = w->found->reads.up_to[row];
    const uint32_t since_exit = tick - s->exited;
    const uint32_t numbers[] = {
        (uint32_t)s->status,
        is_there ? s->child : WITS_NONE,
        (uint32_t)s->memory,
        s->memory != MODEL_FORGOTTEN ? s->memory_child : WITS_NONE,
        at_most(is_active  ? tick - s->started
                : is_there ? s->frozen
                           : 0,
                up_to),
        at_most(is_active  ? tick - s->scored
                : is_there ? s->scored_frozen
                           : 0,
                of->every),
        s->has_exited && since_exit < of->cooldown ? of->cooldown - since_exit : 0,
        is_active && s->fresh && w->desc->update_skip_entered,
    };
    put(to, numbers, sizeof numbers);
}

static size_t make_key(const walk *w, const model *m, uint32_t tick, uint8_t *key) {
    uint8_t *to = key;
    const uint32_t id = (uint32_t)(w->frame.agent % w->found->reads.ids);
    put(&to, &m->pending, sizeof m->pending);
    put(&to, &id, sizeof id);
    for (uint32_t row = 0; row < w->desc->state_count; row++) {
        put_state(w, &to, m, row, tick);
    }
    for (uint32_t i = 0; i < w->desc->field_count; i++) {
        if (w->found->reads.is_own[i]) {
            put(&to, w->fields[i], 4);
        }
    }
    return (size_t)(to - key);
}

/// Returns the index of a key in the table, or the index at which to insert it.
static uint32_t place_of_key(const walk *w, const uint8_t *key) {
    uint64_t hash = 0;
    for (size_t i = 0; i < w->key_size; i++) {
        hash = (hash ^ key[i]) * 0x100000001B3u;
    }
    uint32_t at = (uint32_t)(hash ^ hash >> 32) % w->table_size;
    while (w->table[at] != 0 && memcmp(w->situations[w->table[at] - 1].key, key, w->key_size) != 0) {
        at = (at + 1) % w->table_size;
    }
    return at;
}

/// The agent is in this situation after the tick. Takes it, or frees it.
static void note(walk *w, model *agent, uint32_t tick) {
    uint8_t key[MOST_KEY];
    walk_found *f = w->found;
    w->key_size = make_key(w, agent, tick, key);
    assert(w->key_size <= sizeof key);
    const uint32_t at = place_of_key(w, key);
    if (w->table[at] != 0 || f->situations == w->limits.situations) {
        f->end = w->table[at] != 0 ? f->end : WALK_LIMIT;
        model_free(agent);
        return;
    }
    situation *to = &w->situations[f->situations++];
    *to = (situation){.agent = agent, .id = w->frame.agent, .tick = tick, .key = malloc(w->key_size)};
    memcpy(to->key, key, w->key_size);
    memcpy(to->fields, w->fields, sizeof to->fields);
    w->table[at] = f->situations;
    for (uint32_t state = 0; state < w->desc->state_count; state++) {
        if (f->first[state] == WALK_NOWHERE && model_is_in(agent, (wits_state_id)state)) {
            f->first[state] = tick;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- ticks

static void put_field(walk *w, uint32_t field, double value) {
    const wits_type type = w->desc->fields[field].type;
    const bool is_float = type == WITS_TYPE_FLOAT;
    tree_store(type, w->fields[field], is_float ? (tree_value){.f = (float)value} : (tree_value){.i = (int32_t)value});
}

/// The host's fields may also keep the value that the brain assigned.
static void give_fields(walk *w) {
    const walk_reads *of = &w->found->reads;
    for (uint32_t i = 0; i < w->desc->field_count; i++) {
        const uint32_t stays = of->is_given[i] && of->is_own[i] ? 1 : 0;
        const uint32_t chosen = of->is_given[i] ? choose(w, of->fields[i].count + stays) : 0;
        if (of->is_given[i] && chosen >= stays) {
            put_field(w, i, of->fields[i].values[chosen - stays]);
        }
    }
}

static void raise_events(walk *w, model *agent) {
    for (uint32_t event = 0; event < w->desc->event_count; event++) {
        if (w->found->reads.events[event] && choose(w, 2) == 1) {
            model_raise(agent, event);
        }
    }
}

static void draw(walk *w) {
    memset(w->has_picked, 0, sizeof w->has_picked);
    for (uint32_t place = 0; place < w->found->reads.place_count; place++) {
        const walk_values *of = &w->found->reads.draws[place];
        w->draws[place] = of->count > 0 ? (float)choose_value(w, of) : 0.0f;
    }
}

/// Begins the start or a tick, without requests yet.
static void begin(walk *w, uint64_t id, uint32_t tick) {
    w->asked = 0;
    w->answer_count = 0;
    w->list.count = 0;
    w->list.argument_count = 0;
    w->frame.agent = id;
    w->frame.tick = tick;
    w->found->ticks++;
}

static void end(walk *w, model *agent) {
    assert(w->asked == w->digit_count);
    note(w, agent, w->frame.tick);
    if (w->found->ticks >= w->limits.ticks) {
        w->found->end = WALK_LIMIT;
    }
}

/// Fields have their initial values, without input or events; random streams draw.
static void start_all(walk *w, const model *stopped) {
    w->starts = true;
    for (uint32_t id = 0; id < w->found->reads.ids && w->found->end == WALK_WHOLE; id++) {
        do {
            model *agent = model_copy(stopped, stopped->counts);
            for (uint32_t i = 0; i < w->desc->field_count; i++) {
                put_field(w, i, w->desc->fields[i].initial);
            }
            begin(w, id, 0);
            draw(w);
            model_start(agent, &w->frame);
            end(w, agent);
        } while (choose_next(w) && w->found->end == WALK_WHOLE);
    }
    w->starts = false;
}

static void tick_all(walk *w, uint32_t from) {
    const situation of = w->situations[from];
    do {
        model *agent = model_copy(of.agent, of.agent->counts);
        memcpy(w->fields, of.fields, sizeof w->fields);
        begin(w, of.id, of.tick + 1);
        give_fields(w);
        raise_events(w, agent);
        draw(w);
        (void)model_tick(agent, &w->frame);
        end(w, agent);
    } while (choose_next(w) && w->found->end == WALK_WHOLE);
}

// --------------------------------------------------------------------------------------------------------------- walks

static walk *walk_new(const wits_desc *desc, walk_found *found, const walk_limits *limits) {
    walk *w = calloc(1, sizeof *w);
    w->desc = desc;
    w->found = found;
    w->limits = *limits;
    w->situations = calloc(limits->situations + 1u, sizeof *w->situations);
    w->table_size = 2 * limits->situations + 1;
    w->table = calloc(w->table_size, sizeof *w->table);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        w->columns[i] = (wits_column){.base = w->fields[i], .stride = 8, .size = 8, .type = desc->fields[i].type};
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        w->functions[i] = desc->functions[i];
        w->functions[i].condition = desc->functions[i].condition != NULL ? answer_condition : NULL;
        w->functions[i].score = desc->functions[i].score != NULL ? answer_score : NULL;
    }
    w->list = (wits_list){.records = w->records,
                          .capacity = MOST_RECORDS,
                          .arguments = w->arguments,
                          .argument_capacity = MOST_RECORDS * WITS_MAX_ARGUMENTS};
    w->frame = (wits_frame){.columns = w->columns,
                            .functions = w->functions,
                            .user = w,
                            .draws = w->draws,
                            .mode = WITS_MODE_DEFERRED,
                            .list = &w->list};
    return w;
}

static void walk_free(walk *w) {
    for (uint32_t i = 0; i < w->found->situations; i++) {
        model_free(w->situations[i].agent);
        free(w->situations[i].key);
    }
    free(w->situations);
    free(w->table);
    free(w);
}

walk_found *walk_all(const wits_desc *desc, const wits_promises *promises, const walk_limits *limits) {
    static uint64_t unused_counts[CLAUSE_COUNT];
    walk_found *found = calloc(1, sizeof *found);
    model *stopped = model_new(desc, unused_counts);
    walk_reads_make(&found->reads, stopped, desc, promises);
    for (uint32_t state = 0; state < RANDOM_STATES; state++) {
        found->first[state] = WALK_NOWHERE;
    }
    found->end = found->reads.is_whole ? WALK_WHOLE : WALK_SAMPLED;
    walk *w = walk_new(desc, found, limits);
    model_set_pick(stopped, pick, w);
    start_all(w, stopped);
    for (uint32_t from = 0; from < found->situations && found->end == WALK_WHOLE; from++) {
        tick_all(w, from);
    }
    walk_free(w);
    model_free(stopped);
    return found;
}
