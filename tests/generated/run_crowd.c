// SPDX-License-Identifier: MIT
// Compares crowds in generated C with those of the library: after every call the same agents, fields, lists, hashes and
// counts.
#include "run.h"

#include "brain.h"
#include "model/random_fields.h"
#include "trees/tree.h"
#include "wits/crowd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW_AGENTS = 150,
    MANY_AGENTS = 3000,  ///< rarely: more than a block
    MOST_RECORDS = 300000,
    CALLS = 10,
    BEHIND = 16,
};

/// One side's crowd with all its memory.
typedef struct world {
    runner runner;
    uint8_t *agents;
    uint8_t *memory;  ///< contexts, then columns
    host_context *hosts;
    host_log *log;
    wits_action_record *records;
    uint32_t *arguments;
    wits_list list;
    wits_frame frame;
    void *scratch;
    const struct trial *trial;
} world;

typedef struct trial {
    const generated *c;
    const wits_brain *brain;
    const random_brain *made;
    random_layout layout;
    bool is_column[RANDOM_FIELDS];
    bool has_contexts;
    uint32_t agents;
    uint64_t *ids;  ///< null: from first_id on
    uint64_t first_id;
    uint64_t seed;
    uint32_t tick;
    uint32_t decide_every;
    uint32_t room;     ///< the room that one agent may need
    random_view view;  ///< the targets of all agents in a call
    void *own_lists;   ///< the same as the C has them
    rng r;
    char *failure;
    size_t failure_size;
} trial;

crowd_tally crowds_tried;

static bool fail(const trial *t, const char *what, uint64_t is, uint64_t should) {
    (void)snprintf(t->failure, t->failure_size, "%s: is %llx, should be %llx (tick %u, %u agents)", what,
                   (unsigned long long)is, (unsigned long long)should, t->tick, t->agents);
    return false;
}

/// The host of the row in the frame.
static host_context *world_asked(runner *self, const wits_call *call, char kind) {
    world *w = (world *)self;
    const trial *t = w->trial;
    const uint32_t row = call->frame->row;
    (void)kind;
    assert(row < t->agents);
    // Without contexts it may be one of the call's own.
    assert(!t->has_contexts || call->frame->context == w->memory + row * t->c->context_size);
    assert(call->frame->agent == (t->ids != NULL ? t->ids[row] : t->first_id + row));
    return &w->hosts[row];
}

/// Lays out the fields: some are arrays, the others members of contexts.
static void lay_out(trial *t) {
    const wits_desc *d = &t->made->desc;
    const uint32_t percent = rng_chance(&t->r, 30) ? 100 : rng_below(&t->r, 101);
    t->layout = (random_layout){.field_count = d->field_count, .agents = t->agents};
    t->layout.bytes = t->c->context_size * t->agents;
    bool all = true;
    for (uint32_t i = 0; i < d->field_count; i++) {
        random_place *f = &t->layout.fields[i];
        t->is_column[i] = rng_chance(&t->r, percent);
        all = all && t->is_column[i];
        *f = (random_place){.type = d->fields[i].type, .values = d->fields[i].value_count};
        if (t->is_column[i]) {
            t->layout.bytes = (t->layout.bytes + 7) / 8 * 8;
            f->offset = t->layout.bytes;
            f->stride = tree_size_of(f->type);
            t->layout.bytes += f->stride * t->agents;
        } else {
            f->offset = t->c->offsets[i];
            f->stride = t->c->context_size;
        }
    }
    t->has_contexts = !all || rng_chance(&t->r, 50);
}

static void world_make(world *w, const trial *t, const host_hooks *hooks, size_t scratch) {
    memset(w, 0, sizeof *w);
    w->runner.asked = world_asked;
    w->trial = t;
    w->agents = calloc(t->agents + 1, wits_agent_size(t->brain));
    w->memory = malloc(t->layout.bytes + 1);
    random_fields_fill(&t->layout, w->memory, t->seed);
    w->hosts = calloc(t->agents + 1, sizeof *w->hosts);
    w->log = calloc(1, sizeof *w->log);
    w->log->forgets = true;
    for (uint32_t i = 0; i < t->agents; i++) {
        w->hosts[i] = (host_context){.desc = &t->made->desc, .hooks = hooks, .log = w->log};
    }
    w->records = malloc(((size_t)t->agents * t->room + BEHIND) * sizeof *w->records);
    w->arguments = malloc((size_t)t->agents * t->room * WITS_MAX_ARGUMENTS * sizeof *w->arguments);
    w->scratch = aligned_alloc(64, (scratch + 127) / 64 * 64);
}

static void world_free(world *w) {
    free(w->agents);
    free(w->memory);
    free(w->hosts);
    free(w->log);
    free(w->records);
    free(w->arguments);
    free(w->scratch);
}

/// Sets the inputs of the agents before a call, the same on both sides.
static void world_input(world *w, const trial *t, uint64_t seed) {
    rng r = {seed};
    for (uint32_t i = 0; i < t->agents; i++) {
        random_fields_input(&t->layout, w->memory, i, rng_next(&r));
        host_values *values = &w->hosts[i].values;
        values->input = (uint32_t)rng_next(&r);
        const uint32_t at = rng_below(&r, 3);
        values->memory[at] = (uint32_t)rng_next(&r);
        for (uint32_t event = 0; event < t->c->event_count; event++) {
            if (rng_chance(&r, 20)) {
                (void)wits_raise(t->brain, w->agents + i * wits_agent_size(t->brain), event);
            }
        }
    }
}

typedef enum verb { START, STOP, DECIDE, UPDATE, TICK, VERBS } verb;

static uint64_t library_call(const trial *t, world *w, const wits_crowd *crowd, verb what, uint64_t first,
                             uint64_t count, bool blocks) {
    const wits_crowd_run run = {.tick = t->tick,
                                .seed = t->seed,
                                .scratch = w->scratch,
                                .list = &w->list,
                                .decide_every = t->decide_every,
                                .path = blocks ? WITS_CROWD_PATH_AUTO : WITS_CROWD_PATH_SINGLE};
    switch (what) {
    case START:
        return wits_crowd_start(crowd, first, count, &run);
    case STOP:
        return wits_crowd_stop(crowd, first, count, &run);
    case DECIDE:
        return wits_crowd_decide(crowd, first, count, &run);
    case UPDATE:
        return wits_crowd_update(crowd, first, count, &run);
    default:
        return wits_crowd_tick(crowd, first, count, &run);
    }
}

static uint64_t own_call(const trial *t, world *w, generated_crowd *crowd, verb what, uint64_t first, uint64_t count) {
    generated_crowd_verb *const verbs[] = {t->c->crowd_start, t->c->crowd_stop, t->c->crowd_decide, t->c->crowd_update,
                                           t->c->crowd_tick};
    w->frame.tick = t->tick;
    w->frame.list = &w->list;
    crowd->decide_every = t->decide_every;
    return verbs[what](crowd, first, count);
}

static wits_list list_of(const world *w, const trial *t, uint32_t used, uint32_t room) {
    return (wits_list){.records = w->records + used,
                       .capacity = room,
                       .arguments = w->arguments,
                       .argument_capacity = t->agents * t->room * WITS_MAX_ARGUMENTS};
}

/// Slices that follow one another, each with a list of its own capacity.
static bool call_both(trial *t, world *library, const wits_crowd *crowd, world *own, generated_crowd *own_crowd,
                      verb what) {
    const bool blocks = rng_chance(&t->r, 70);
    uint64_t first = 0;
    uint32_t used = 0;
    while (first < t->agents) {
        const uint32_t left = t->agents - (uint32_t)first;
        const uint32_t count = rng_chance(&t->r, 40) ? left : 1 + rng_below(&t->r, left);
        const bool is_short = rng_chance(&t->r, 30);
        const uint32_t most = (t->agents - (uint32_t)first) * t->room;
        const uint32_t some = t->room + rng_below(&t->r, 4 * t->room + 1);
        const uint32_t room = is_short && some < most ? some : most;
        library->list = list_of(library, t, used, room);
        own->list = list_of(own, t, used, room);
        const uint64_t should = library_call(t, library, crowd, what, first, count, blocks);
        const uint64_t is = own_call(t, own, own_crowd, what, first, count);
        if (is != should) {
            return fail(t, "how many agents are done", is, should);
        }
        if (own->list.count != library->list.count) {
            return fail(t, "records of the list", own->list.count, library->list.count);
        }
        for (uint32_t i = 0; i < own->list.count; i++) {
            const wits_action_record *a = &own->list.records[i], *b = &library->list.records[i];
            if (memcmp(a, b, sizeof *a) != 0) {
                return fail(t, "record of the list, action and row",
                            (uint64_t)a->action << 32 | (uint32_t)a->row << 16 | a->kind,
                            (uint64_t)b->action << 32 | (uint32_t)b->row << 16 | b->kind);
            }
        }
        if (own->list.argument_count != library->list.argument_count ||
            memcmp(own->arguments, library->arguments, own->list.argument_count * sizeof *own->arguments) != 0) {
            return fail(t, "computed arguments of the list", own->list.argument_count, library->list.argument_count);
        }
        crowds_tried.short_lists += should < count;
        crowds_tried.agents_run += should;
        crowds_tried.records += own->list.count;
        used += own->list.count;
        first += should;
        if (should == 0) {
            return fail(t, "nobody is done, though there is room for one", is, should);
        }
    }
    return true;
}

/// A member of a context whose field is an array: calls may store a copy there.
static bool is_copy(const trial *t, size_t byte) {
    bool is = false;
    for (uint32_t i = 0; i < t->layout.field_count && byte < t->c->context_size * t->agents; i++) {
        const size_t at = byte % t->c->context_size - t->c->offsets[i];
        is = is || (t->is_column[i] && at < tree_size_of(t->layout.fields[i].type));
    }
    return is;
}

/// The field, and whether it is an array.
static bool fail_byte(const trial *t, size_t byte, uint8_t is, uint8_t should) {
    const size_t contexts = t->c->context_size * t->agents;
    char what[200];
    (void)snprintf(what, sizeof what, "byte %zu of %s", byte, byte < contexts ? "the contexts" : "the columns");
    for (uint32_t i = 0; i < t->layout.field_count; i++) {
        const random_place *f = &t->layout.fields[i];
        const size_t at = byte < contexts ? byte % t->c->context_size - t->c->offsets[i] : byte - f->offset;
        const size_t bytes = tree_size_of(f->type);
        if (at < (byte < contexts ? bytes : bytes * t->agents) && (byte < contexts || t->is_column[i])) {
            (void)snprintf(what, sizeof what, "field %s (%s), a byte %s", t->made->desc.fields[i].name,
                           t->is_column[i] ? "a column" : "of the contexts",
                           byte < contexts ? "of the contexts" : "of its column");
        }
    }
    return fail(t, what, is, should);
}

static bool same_worlds(trial *t, const world *library, const wits_crowd *crowd, const world *own,
                        const generated_crowd *own_crowd) {
    const size_t size = wits_agent_size(t->brain);
    for (uint32_t i = 0; i < t->agents; i++) {
        if (memcmp(own->agents + i * size, library->agents + i * size, size) != 0) {
            return fail(t, "the bytes of an agent, in row", i, i);
        }
        if (memcmp(&own->hosts[i].values, &library->hosts[i].values, sizeof own->hosts[i].values) != 0) {
            return fail(t, "what steps of an agent wrote, in row", i, i);
        }
    }
    for (size_t i = 0; i < t->layout.bytes; i++) {
        if (own->memory[i] != library->memory[i] && !is_copy(t, i)) {
            return fail_byte(t, i, own->memory[i], library->memory[i]);
        }
    }
    const uint64_t first = rng_below(&t->r, t->agents), count = 1 + rng_below(&t->r, t->agents - (uint32_t)first);
    const uint64_t is = t->c->crowd_hash(own_crowd, first, count), should = wits_crowd_hash(crowd, first, count);
    if (is != should) {
        return fail(t, "hash", is, should);
    }
    uint64_t counts[RANDOM_STATES] = {0}, expected[RANDOM_STATES] = {0};
    t->c->crowd_count(own_crowd, first, count, counts);
    wits_crowd_count(crowd, first, count, expected);
    return memcmp(counts, expected, sizeof counts) == 0 || fail(t, "counts of states", 0, 0);
}

/// The targets that all agents see.
static void look_around(trial *t, wits_crowd *crowd, world *own, uint64_t seed) {
    random_view_free(&t->view);
    own_lists_free(t->c, &t->made->desc, t->own_lists);
    random_view_make(&t->view, &t->made->desc, t->agents, true, seed);
    t->own_lists = own_lists_make(t->c, &t->made->desc, &t->view);
    crowd->targets = t->view.kinds > 0 ? t->view.lists : NULL;
    own->frame.targets = t->own_lists;
}

static bool live(trial *t, world *library, wits_crowd *crowd, world *own, generated_crowd *own_crowd) {
    bool same = true;
    for (uint32_t i = 0; i < CALLS && same; i++) {
        const verb what = i == 0 ? START : rng_chance(&t->r, 60) ? TICK : (verb)rng_below(&t->r, VERBS);
        t->tick += 1 + (rng_chance(&t->r, 10) ? rng_below(&t->r, 9) : 0);
        t->decide_every = rng_chance(&t->r, 30) ? rng_below(&t->r, 5) : 0;
        const uint64_t inputs = rng_next(&t->r);
        world_input(library, t, inputs);
        world_input(own, t, inputs);
        look_around(t, crowd, own, host_mix(inputs, 92));
        crowds_tried.calls++;
        same = call_both(t, library, crowd, own, own_crowd, what) && same_worlds(t, library, crowd, own, own_crowd);
    }
    return same;
}

static uint32_t room_of(const wits_brain *brain) {
    uint32_t room = 1;
    for (uint32_t v = 0; v <= WITS_VERB_TICK; v++) {
        const uint32_t of = wits_list_room(brain, (wits_verb)v);
        room = of > room ? of : room;
    }
    return room;
}

static uint32_t pick_agents(trial *t) {
    const uint32_t agents = 1 + rng_below(&t->r, rng_chance(&t->r, 5) ? MANY_AGENTS : FEW_AGENTS);
    return agents * t->room > MOST_RECORDS ? 1 + MOST_RECORDS / t->room : agents;
}

bool crowd_lives(const generated *c, const wits_brain *brain, const random_brain *made, uint64_t seed, char *failure,
                 size_t failure_size) {
    static world library, own;
    trial t = {.c = c,
               .brain = brain,
               .made = made,
               .seed = seed,
               .r = {host_mix(seed, 91)},
               .failure = failure,
               .failure_size = failure_size};
    crowds_tried.crowds++;
    t.room = room_of(brain);
    t.agents = pick_agents(&t);
    t.tick = rng_chance(&t.r, 70) ? rng_below(&t.r, 100) : (uint32_t)rng_next(&t.r);
    t.first_id = rng_chance(&t.r, 50) ? 0 : rng_next(&t.r);
    lay_out(&t);
    if (rng_chance(&t.r, 30)) {
        t.ids = malloc(t.agents * sizeof *t.ids);
        for (uint32_t i = 0; i < t.agents; i++) {
            t.ids[i] = rng_next(&t.r);
        }
    }
    const size_t code_size = wits_crowd_code_size(brain);
    void *code = malloc(code_size);
    const wits_crowd_code *prepared = wits_crowd_prepare(brain, code, code_size);
    world_make(&library, &t, &library_hooks, wits_crowd_scratch_size(prepared, 0));
    world_make(&own, &t, &c->hooks, c->crowd_scratch_size());
    wits_column columns[RANDOM_FIELDS];
    random_layout_columns(&t.layout, library.memory, columns);
    wits_crowd crowd = {.code = prepared,
                        .count = t.agents,
                        .agents = library.agents,
                        .ids = t.ids,
                        .first_id = t.first_id,
                        .columns = columns,
                        .contexts = t.has_contexts ? library.memory : NULL,
                        .context_stride = c->context_size,
                        .functions = made->desc.functions,
                        .user = &library};
    void *own_columns[RANDOM_FIELDS] = {NULL};
    for (uint32_t i = 0; i < t.layout.field_count; i++) {
        own_columns[i] = t.is_column[i] ? own.memory + t.layout.fields[i].offset : NULL;
    }
    own.frame = (wits_frame){.seed = t.seed, .user = &own, .functions = made->desc.functions};
    generated_crowd own_crowd = {.count = t.agents,
                                 .agents = own.agents,
                                 .ids = t.ids,
                                 .first_id = t.first_id,
                                 .contexts = t.has_contexts ? own.memory : NULL,
                                 .columns = own_columns,
                                 .frame = &own.frame,
                                 .scratch = own.scratch};
    const bool same = live(&t, &library, &crowd, &own, &own_crowd);
    world_free(&library);
    world_free(&own);
    random_view_free(&t.view);
    own_lists_free(c, &made->desc, t.own_lists);
    free(code);
    free(t.ids);
    return same;
}
