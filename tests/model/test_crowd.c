// SPDX-License-Identifier: MIT
// Crowds of random brains: every path, instruction set, block size and slicing against one agent after another. Agents'
// bytes, fields and lists must be the same.
//
// Of every LARGE_EVERY brains one is wide and deep; it is tried on each path with each instruction set.
//
//   test_random_crowds BRAINS [SEED]
#include "random_brain.h"
#include "random_fields.h"
#include "random_run.h"
#include "trees/tree.h"
#include "wits/crowd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_AGENTS = 300,
    GROUP_BLOCK = 4096,                  ///< agents of a block that is sorted by state
    MOST_RECORDS = 200000,               ///< of a list; a crowd is made smaller for it
    LARGE_EVERY = 25,                    ///< brains
    MOST_OPTIONS = RANDOM_CHILDREN - 1,  ///< of a utility in blocks
    BLOCK_FILLED_EVERY = 8,  ///< of those that are sorted by state, so many crowds have more agents than a block
    TICKS = 12,
    SLICES = 5,
    ENOUGH_BRAINS = 10000,  ///< from so many on it is asked whether enough was tried
    LEAST_MASKS = 100,      ///< of each 1,000 brains so many must take the path of masks
    LEAST_FEATURES = 10,    ///< and so many have each feature and go in blocks
};

/// One crowd with all its memory.
typedef struct world {
    wits_crowd crowd;
    uint8_t *agents;
    uint8_t *fields;
    wits_column columns[RANDOM_FIELDS];
    random_view view;  ///< in this tick
    wits_crowd_function block_functions[HOST_FUNCTIONS];
    host_context *contexts;
    uint64_t *ids;
    wits_list list;
    void *scratch;
    uint64_t nan_scores;
} world;

/// How the agents of one world are run: always in one way, or in a way drawn for each call (path AUTO).
typedef struct way {
    wits_crowd_path path;
    wits_crowd_simd simd;
} way;

/// What the two worlds of a brain have in common.
typedef struct trial {
    const wits_brain *brain;
    const random_brain *made;
    const wits_crowd_code *code;
    random_layout layout;
    uint32_t agents;
    size_t agent_stride;
    uint64_t seed;
    uint32_t list_room;
    uint32_t argument_room;
    uint32_t tick;
    way way;
} trial;

/// What choosing by more than the highest score there is in a brain; then of utilities by chance, how they draw.
typedef enum feature {
    RANKS,
    COOLDOWNS,
    DEFAULT_OPTIONS,
    OWN_BESTS,
    ENDS,
    FINALS,
    COMMITS,
    AIMED,
    AIMED_RANKS,  ///< of options with targets
    AIMED_DEFAULTS,
    AIMED_BESTS,      ///< in a utility that is worth its own best
    AIMED_CLOCKS,     ///< whose targets are asked with `elapsed`
    AIMED_CHANCES,    ///< with `random`
    AIMED_STATES,     ///< with `in`
    AIMED_OUTWARDS,   ///< about the target of an option further out
    AIMED_FUNCTIONS,  ///< by host functions
    AIMED_SOURCES,    ///< that an `any` transition leaves
    SELECTS,
    FEATURES = SELECTS + WITS_SELECT_SOFTMAX + 1,
} feature;

/// What was tried, over all brains.
typedef struct tally {
    uint32_t in_blocks[FEATURES];  ///< brains that went in blocks and have it
    uint32_t paths[WITS_CROWD_PATH_GROUPS + 1];
    uint32_t large_in_blocks;
    uint32_t deepest;       ///< levels of a large brain that went in blocks
    uint32_t most_options;  ///< of a utility in one
    uint32_t full_blocks;   ///< calls with a whole block of agents sorted by state
    uint32_t block_calls;   ///< of host functions, for blocks
    uint32_t told_calls;    ///< of these, told of targets
    uint32_t pair_calls;    ///< of these, about more than one target of an agent
    uint32_t nan_brains;    ///< brains of which some score was no number
    uint32_t argued;        ///< brains whose functions get arguments
    uint32_t argued_in_blocks;
    uint64_t given;   ///< values, to functions for blocks
    uint32_t values;  ///< computed ones, in lists
} tally;

static tally tried;

static host_log unused_log = {.forgets = true};

static bool hook_is_in(const wits_call *call, wits_state_id state) {
    return wits_call_is_in(call, state);
}

static uint32_t hook_elapsed(const wits_call *call) {
    return wits_call_elapsed(call);
}

static void hook_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

/// For step callbacks: the only actions that run inside a crowd.
static const host_hooks hooks = {hook_is_in, hook_elapsed, hook_raise};

// ---------------------------------------------------------------------------------------------------------- the brains

/// Levels below the root, of the deepest state.
static uint32_t depth_of(const wits_desc *d) {
    uint32_t deepest = 0;
    for (uint32_t row = 0; row < d->state_count; row++) {
        uint32_t depth = 0;
        for (uint32_t id = row; id != WITS_ROOT; id = d->states[id].parent) {
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static uint32_t options_of(const wits_desc *d) {
    uint32_t most = 0;
    uint32_t counts[RANDOM_STATES] = {0};
    for (uint32_t row = 1; row < d->state_count; row++) {
        uint32_t parent = d->states[row].parent;
        counts[parent] += d->states[parent].kind == WITS_KIND_UTILITY;
        most = counts[parent] > most ? counts[parent] : most;
    }
    return most;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/// Whether a word stands in a text, or with a dot at its end the beginning of one.
static bool has_word(const char *text, const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    const size_t length = strlen(word);
    for (const char *at = text != NULL ? strstr(text, word) : NULL; at != NULL; at = strstr(at + 1, word)) {
        const bool begins = at == text || strchr(letters, at[-1]) == NULL;
        const bool ends = word[length - 1] == '.' || at[length] == '\0' || strchr(letters, at[length]) == NULL;
        if (begins && ends) {
            return true;
        }
    }
    return false;
}

/// Of what the targets of an option are asked: its score, rank, or a consideration.
static void note_question(const wits_desc *d, const char *text, const char *kind, bool has[FEATURES]) {
    has[AIMED_CLOCKS] |= has_word(text, "elapsed");
    has[AIMED_CHANCES] |= has_word(text, "random");
    has[AIMED_STATES] |= has_word(text, "in");
    for (uint32_t i = 0; i < d->function_count; i++) {
        has[AIMED_FUNCTIONS] |= has_word(text, d->functions[i].name);
    }
    for (uint32_t i = 0; i < d->target_count; i++) {
        char other[32];
        (void)snprintf(other, sizeof other, "%s.", d->targets[i].name);
        has[AIMED_OUTWARDS] |= strcmp(d->targets[i].name, kind) != 0 && has_word(text, other);
    }
}

static void note_option(const wits_desc *d, uint32_t row, bool has[FEATURES]) {
    const wits_state_desc *s = &d->states[row], *utility = &d->states[s->parent];
    has[AIMED] = true;
    has[AIMED_RANKS] |= s->rank != NULL;
    has[AIMED_DEFAULTS] |= utility->default_option == row;
    has[AIMED_BESTS] |= utility->score_best;
    note_question(d, s->score, s->target, has);
    note_question(d, s->rank, s->target, has);
    for (uint32_t i = 0; i < d->consideration_count; i++) {
        if (d->considerations[i].of == row) {
            note_question(d, d->considerations[i].input, s->target, has);
            note_question(d, d->considerations[i].gate, s->target, has);
        }
    }
    for (uint32_t i = 0; i < d->transition_count; i++) {
        const wits_transition_desc *t = &d->transitions[i];
        has[AIMED_SOURCES] |= t->any && t->from == s->parent && (t->when != NULL || t->run != NULL);
    }
}

static void note_features(const wits_desc *d) {
    bool has[FEATURES] = {false};
    for (uint32_t row = 0; row < d->state_count; row++) {
        const wits_state_desc *s = &d->states[row];
        has[RANKS] |= s->rank != NULL;
        has[COOLDOWNS] |= s->cooldown != 0;
        has[DEFAULT_OPTIONS] |= s->default_option != 0;
        has[OWN_BESTS] |= s->score_best;
        has[ENDS] |= s->lasts != 0 || s->done != NULL;
        has[FINALS] |= s->final;
        has[COMMITS] |= s->commit == WITS_COMMIT_YES;
        if (s->target != NULL) {
            note_option(d, row, has);
        }
        has[SELECTS + s->select] |= s->kind == WITS_KIND_UTILITY;
    }
    for (uint32_t i = 0; i < FEATURES; i++) {
        tried.in_blocks[i] += has[i];
    }
}

static bool has_arguments(const wits_brain *brain) {
    bool has = false;
    for (uint32_t row = 0; row < wits_function_count(brain); row++) {
        has = has || wits_function_parameter_count(brain, row) != 0;
    }
    return has;
}

static void note_brain(const trial *t, bool large) {
    wits_crowd_path path = wits_crowd_plan(t->code).path;
    tried.paths[path]++;
    tried.argued += has_arguments(t->brain);
    if (path != WITS_CROWD_PATH_SINGLE) {
        tried.argued_in_blocks += has_arguments(t->brain);
        note_features(&t->made->desc);
    }
    if (large && path != WITS_CROWD_PATH_SINGLE) {
        tried.large_in_blocks++;
        tried.deepest = larger(tried.deepest, depth_of(&t->made->desc));
        tried.most_options = larger(tried.most_options, options_of(&t->made->desc));
    }
}

// ------------------------------------------------------------------------------------------------ functions for blocks

/// The target that an agent of a block is told of. Null: none.
static const wits_target *target_of(const wits_crowd_call *block, uint32_t i, wits_target *room) {
    if (block->targets == NULL) {
        assert(block->target_kind == WITS_NONE);
        return NULL;
    }
    *room = (wits_target){block->target_kind, block->targets[i], WITS_NO_TARGET};
    const wits_target_list *list = block->crowd->targets != NULL ? &block->crowd->targets[room->kind] : NULL;
    const uint32_t agent = block->agents[i];
    const uint32_t end = list == NULL ? 0 : list->offsets != NULL ? list->offsets[agent + 1] : list->count;
    for (uint32_t row = list != NULL && list->offsets != NULL ? list->offsets[agent] : 0; row < end; row++) {
        if (room->id != WITS_NO_TARGET && list->ids[row] == room->id) {
            room->row = row;
            return room;
        }
    }
    return room;
}

/// The call of one agent, as far as a block tells.
static wits_call call_of(const wits_crowd_call *block, wits_frame *frame, uint32_t i) {
    const wits_crowd *crowd = block->crowd;
    uint32_t row = block->agents[i];
    const uint32_t before = i > 0 ? block->agents[i - 1] : 0;
    assert(row < crowd->count && (i == 0 || row > before || (row == before && block->targets != NULL)));
    *frame = (wits_frame){.tick = block->run->tick,
                          .seed = block->run->seed,
                          .agent = crowd->ids != NULL ? crowd->ids[row] : crowd->first_id + row,
                          .row = row,
                          .context = (char *)crowd->contexts + row * crowd->context_stride,
                          .functions = crowd->functions};
    return (wits_call){.frame = frame, .state = WITS_NONE, .row = WITS_NONE, .function = block->function};
}

/// What one agent's function would be told.
static void give(const wits_crowd_call *block, uint32_t i, wits_argument arguments[WITS_MAX_ARGUMENTS],
                 wits_call *call) {
    for (uint32_t k = 0; k < block->argument_count; k++) {
        arguments[k] = wits_crowd_argument_of(block, k, i);
    }
    call->argument = call->arguments = block->argument_count > 0 ? arguments : NULL;
    call->argument_count = block->argument_count;
    tried.given += block->argument_count;
}

static void note_call(const wits_crowd_call *block) {
    bool repeats = false;
    for (uint32_t i = 1; i < block->count; i++) {
        repeats |= block->agents[i] == block->agents[i - 1];
    }
    tried.block_calls++;
    tried.told_calls += block->targets != NULL;
    tried.pair_calls += repeats;
}

static void block_condition(const wits_crowd_call *block, bool *holds) {
    note_call(block);
    for (uint32_t i = 0; i < block->count; i++) {
        wits_frame frame;
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        wits_target target;
        wits_call one = call_of(block, &frame, i);
        one.target = target_of(block, i, &target);
        give(block, i, arguments, &one);
        holds[i] = block->crowd->functions[block->function].condition(frame.context, &one);
    }
}

static void block_score(const wits_crowd_call *block, float *scores) {
    note_call(block);
    for (uint32_t i = 0; i < block->count; i++) {
        wits_frame frame;
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        wits_target target;
        wits_call one = call_of(block, &frame, i);
        one.target = target_of(block, i, &target);
        give(block, i, arguments, &one);
        scores[i] = block->crowd->functions[block->function].score(frame.context, &one);
    }
}

/// All but those that look at the state or the transition, which a block does not tell, and those that get arguments
/// without declaring parameters.
static void add_block_functions(world *w, const trial *t) {
    const wits_desc *desc = &t->made->desc;
    for (uint32_t row = 0; row < desc->function_count; row++) {
        const wits_function *f = &desc->functions[row];
        wits_crowd_function *block = &w->block_functions[row];
        const bool is_declared = f->takes_nothing || f->parameters[0].kind != WITS_ARGUMENT_NONE;
        const bool may_be = is_declared || wits_function_parameter_count(t->brain, row) == 0;
        block->condition = f->condition != NULL && may_be && strcmp(f->name, "c4") != 0 ? block_condition : NULL;
        block->score = f->score != NULL && may_be && strcmp(f->name, "s2") != 0 ? block_score : NULL;
    }
    w->crowd.block_functions = w->block_functions;
}

// ---------------------------------------------------------------------------------------------------------- the worlds

static uint64_t pick_first_id(rng *r) {
    const uint32_t bits = rng_below(r, 64);
    return rng_next(r) >> bits;
}

static void world_make(world *w, const trial *t) {
    memset(w, 0, sizeof *w);
    w->agents = calloc(t->agents, t->agent_stride);
    w->fields = malloc(t->layout.bytes);
    random_layout_columns(&t->layout, w->fields, w->columns);
    random_fields_fill(&t->layout, w->fields, t->seed);
    w->list.capacity = t->agents * t->list_room + 1;
    w->list.records = malloc(w->list.capacity * sizeof *w->list.records);
    w->list.argument_capacity = t->agents * t->argument_room + 1;
    w->list.arguments = malloc(w->list.argument_capacity * sizeof *w->list.arguments);
    size_t room = wits_crowd_scratch_size(t->code, GROUP_BLOCK);
    w->scratch = aligned_alloc(64, (room + 63) / 64 * 64);
    w->contexts = malloc(t->agents * sizeof *w->contexts);
    w->ids = malloc(t->agents * sizeof *w->ids);
    rng r = {host_mix(t->seed, 21)};
    bool by_array = rng_chance(&r, 40);
    bool in_blocks = rng_chance(&r, 50);
    for (uint32_t i = 0; i < t->agents; i++) {
        memset(&w->contexts[i], 0, sizeof w->contexts[i]);
        w->contexts[i] = (host_context){.desc = &t->made->desc, .hooks = &hooks, .log = &unused_log};
        w->ids[i] = rng_chance(&r, 50) ? rng_next(&r) : i;
    }
    w->crowd = (wits_crowd){.code = t->code,
                            .count = t->agents,
                            .agents = w->agents,
                            .agent_stride = t->agent_stride,
                            .ids = by_array ? w->ids : NULL,
                            .first_id = rng_chance(&r, 20) ? 0xFFFFFF80u : pick_first_id(&r),
                            .columns = w->columns,
                            .contexts = w->contexts,
                            .context_stride = sizeof *w->contexts,
                            .functions = t->made->desc.functions,
                            .agents_size = t->agents * t->agent_stride};
    if (in_blocks) {
        add_block_functions(w, t);
    }
}

static void world_free(world *w) {
    random_view_free(&w->view);
    free(w->agents);
    free(w->fields);
    free(w->contexts);
    free(w->ids);
    free(w->list.records);
    free(w->list.arguments);
    free(w->scratch);
}

/// What the agents are told before a tick's calls: the same in every world.
static void world_input(world *w, const trial *t) {
    rng r = {host_mix(t->seed, 1000 + t->tick)};
    random_view_free(&w->view);
    random_view_make(&w->view, &t->made->desc, t->agents, true, host_mix(t->seed, 2000 + t->tick));
    w->crowd.targets = w->view.kinds > 0 ? w->view.lists : NULL;
    for (uint32_t i = 0; i < t->agents; i++) {
        random_fields_input(&t->layout, w->fields, i, rng_next(&r));
        host_values *values = &w->contexts[i].values;
        values->input = (uint32_t)rng_next(&r);
        const uint32_t at = rng_below(&r, 3);
        values->memory[at] = (uint32_t)rng_next(&r);
        for (uint32_t event = 0; event < wits_event_count(t->brain); event++) {
            if (rng_chance(&r, 20)) {
                wits_raise(t->brain, w->agents + i * t->agent_stride, event);
            }
        }
    }
}

typedef enum verb { DECIDE, UPDATE, TICK, START, STOP, GOTO, PLACE } verb;

static uint64_t call(world *w, verb what, wits_state_id state, uint64_t first, uint64_t count,
                     const wits_crowd_run *run) {
    unused_log.count = 0;
    switch (what) {
    case DECIDE:
        return wits_crowd_decide(&w->crowd, first, count, run);
    case UPDATE:
        return wits_crowd_update(&w->crowd, first, count, run);
    case START:
        return wits_crowd_start(&w->crowd, first, count, run);
    case STOP:
        return wits_crowd_stop(&w->crowd, first, count, run);
    case GOTO:
        return wits_crowd_goto(&w->crowd, first, count, run, state);
    case PLACE:
        return wits_crowd_place(&w->crowd, first, count, run, state);
    default:
        return wits_crowd_tick(&w->crowd, first, count, run);
    }
}

/// Whether so many agents fill a block of those that are sorted by state.
static bool fills_block(const trial *t, verb what, uint64_t count, const wits_crowd_run *run) {
    bool passes = what == DECIDE || what == UPDATE || what == TICK;
    bool sorts = wits_crowd_plan(t->code).path == WITS_CROWD_PATH_GROUPS &&
                 (run->path == WITS_CROWD_PATH_AUTO || run->path == WITS_CROWD_PATH_GROUPS);
    return passes && sorts && (run->block == 0 || run->block == GROUP_BLOCK) && count >= GROUP_BLOCK;
}

/// A list too small for all: it is emptied and gone on with.
static bool call_bit_by_bit(world *w, verb what, wits_state_id state, uint64_t first, uint64_t count,
                            const wits_crowd_run *run, uint32_t room, uint32_t argument_room) {
    wits_list whole = w->list;
    uint64_t done = 0;
    while (done < count) {
        wits_list part = whole;
        part.records += whole.count;
        part.capacity = room < whole.capacity - whole.count ? room : whole.capacity - whole.count;
        part.count = 0;
        const uint32_t left = whole.argument_capacity - whole.argument_count;
        part.argument_capacity = whole.argument_count + (argument_room < left ? argument_room : left);
        wits_crowd_run step = *run;
        step.list = &part;
        uint64_t more = call(w, what, state, first + done, count - done, &step);
        if (more == 0) {
            return false;
        }
        done += more;
        whole.count += part.count;
        whole.argument_count = part.argument_count;
    }
    w->list = whole;
    return true;
}

static uint32_t pick_block(rng *r) {
    return rng_chance(r, 50) ? 0 : 1 + rng_below(r, 1024);
}

/// In slices of random size, in random order; the lists of slices, one after another, are the list of the whole. They
/// share one array of arguments.
static bool call_in_slices(world *w, const trial *t, verb what, wits_state_id state, wits_crowd_run *run, rng *r) {
    uint64_t firsts[SLICES + 1];
    firsts[0] = 0;
    for (uint32_t i = 1; i < SLICES; i++) {
        firsts[i] = firsts[i - 1] + rng_below(r, (uint32_t)(t->agents - firsts[i - 1]) + 1);
    }
    firsts[SLICES] = t->agents;
    wits_list lists[SLICES];
    uint32_t begin = rng_below(r, SLICES);
    for (uint32_t i = 0; i < SLICES; i++) {
        uint32_t slice = (begin + i * 2) % SLICES;  // 5 is odd: each comes once
        size_t count = (size_t)(firsts[slice + 1] - firsts[slice]);
        lists[slice] = w->list;
        lists[slice].records = malloc((count * t->list_room + 1) * sizeof(wits_action_record));
        lists[slice].capacity = (uint32_t)(count * t->list_room + 1);
        lists[slice].count = 0;
        run->list = &lists[slice];
        run->block = pick_block(r);
        tried.full_blocks += fills_block(t, what, count, run);
        if (call(w, what, state, firsts[slice], count, run) != count) {
            return false;
        }
        w->list.argument_count = lists[slice].argument_count;
    }
    for (uint32_t slice = 0; slice < SLICES; slice++) {
        memcpy(w->list.records + w->list.count, lists[slice].records, lists[slice].count * sizeof *w->list.records);
        w->list.count += lists[slice].count;
        free(lists[slice].records);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------ the comparison

static void place_of_byte(const trial *t, size_t byte, char *text, size_t size) {
    (void)snprintf(text, size, "tick %u: byte %zu beside the fields differs", t->tick, byte);
    for (uint32_t f = 0; f < t->layout.field_count; f++) {
        const random_place *p = &t->layout.fields[f];
        size_t stride = p->stride != 0 ? p->stride : 1;
        for (uint32_t i = 0; i < t->agents; i++) {
            size_t at = p->offset + i * stride;
            if (byte >= at && byte < at + tree_size_of(p->type)) {
                (void)snprintf(text, size, "tick %u: field '%s' of agent %u differs", t->tick,
                               wits_field_name(t->brain, f), i);
                return;
            }
        }
    }
}

/// Wherever their arguments lie.
static bool same_records(const world *a, const world *b, const trial *t, uint32_t i) {
    wits_argument arguments[2][WITS_MAX_ARGUMENTS];
    wits_action_record x = a->list.records[i], y = b->list.records[i];
    const uint32_t count = wits_record_arguments(t->brain, &a->list, &x, arguments[0]);
    bool same = wits_record_arguments(t->brain, &b->list, &y, arguments[1]) == count && count <= WITS_MAX_ARGUMENTS;
    if (same) {
        const wits_call first = {.argument = arguments[0], .arguments = arguments[0], .argument_count = count};
        const wits_call second = {.argument = arguments[1], .arguments = arguments[1], .argument_count = count};
        same = count == 0 || host_given(&first) == host_given(&second);
    }
    x.arguments = y.arguments = 0;
    return same && memcmp(&x, &y, sizeof x) == 0;
}

static bool same_lists(const world *a, const world *b, const trial *t) {
    bool same = a->list.count == b->list.count && a->list.argument_count == b->list.argument_count;
    for (uint32_t i = 0; i < a->list.count && same; i++) {
        same = same_records(a, b, t, i);
    }
    tried.values += a->list.argument_count;
    return same;
}

static bool same_worlds(const world *a, const world *b, const trial *t, char *text, size_t size) {
    for (uint32_t i = 0; i < t->agents; i++) {
        if (memcmp(a->agents + i * t->agent_stride, b->agents + i * t->agent_stride, t->agent_stride) != 0) {
            const uint8_t *is = b->agents + i * t->agent_stride, *should = a->agents + i * t->agent_stride;
            int length = snprintf(text, size, "tick %u: the bytes of agent %u differ:", t->tick, i);
            for (size_t at = 0; at < t->agent_stride && length > 0 && (size_t)length + 24 < size; at++) {
                if (is[at] != should[at]) {
                    length += snprintf(text + length, size - (size_t)length, " %zu is %02x, not %02x", at, is[at],
                                       should[at]);
                }
            }
            return false;
        }
    }
    for (size_t i = 0; i < t->layout.bytes; i++) {
        if (a->fields[i] != b->fields[i]) {
            place_of_byte(t, i, text, size);
            return false;
        }
    }
    if (!same_lists(a, b, t)) {
        (void)snprintf(text, size, "the lists differ: %u and %u records, %u and %u values", a->list.count,
                       b->list.count, a->list.argument_count, b->list.argument_count);
        return false;
    }
    if (a->nan_scores != b->nan_scores) {
        (void)snprintf(text, size, "tick %u: %llu and %llu scores were no number", t->tick,
                       (unsigned long long)a->nan_scores, (unsigned long long)b->nan_scores);
        return false;
    }
    return true;
}

static bool call_somehow(world *w, const trial *t, verb what, wits_state_id state, wits_crowd_run *run, rng *r) {
    uint32_t room, argument_room;
    switch (rng_below(r, 3)) {
    case 0:
        return call_in_slices(w, t, what, state, run, r);
    case 1:
        room = t->list_room + rng_below(r, 3 * t->list_room + 1);
        argument_room = t->argument_room + rng_below(r, 3 * t->argument_room + 1);
        return call_bit_by_bit(w, what, state, 0, t->agents, run, room, argument_room);
    default:
        tried.full_blocks += fills_block(t, what, t->agents, run);
        return call(w, what, state, 0, t->agents, run) == t->agents;
    }
}

static bool try_call(world *reference, world *other, const trial *t, verb what, rng *r, char *text, size_t size) {
    wits_state_id state = (wits_state_id)(1 + rng_below(r, wits_state_count(t->brain) - 1));
    wits_crowd_run run = {.tick = t->tick,
                          .seed = t->seed,
                          .scratch = reference->scratch,
                          .list = &reference->list,
                          .decide_every = rng_chance(r, 30) ? rng_below(r, 5) : 0,
                          .path = WITS_CROWD_PATH_SINGLE,
                          .nan_scores = &reference->nan_scores};
    reference->list.count = reference->list.argument_count = 0;
    other->list.count = other->list.argument_count = 0;
    if (call(reference, what, state, 0, t->agents, &run) != t->agents) {
        (void)snprintf(text, size, "one agent after another, not all were done");
        return false;
    }
    run.scratch = other->scratch;
    run.list = &other->list;
    run.nan_scores = &other->nan_scores;
    run.path = rng_chance(r, 70) ? WITS_CROWD_PATH_AUTO : (wits_crowd_path)rng_below(r, WITS_CROWD_PATH_GROUPS + 1);
    run.simd = (wits_crowd_simd)rng_below(r, WITS_CROWD_SIMD_AVX512 + 1);
    run.block = pick_block(r);
    if (t->way.path != WITS_CROWD_PATH_AUTO) {
        run.path = t->way.path;
        run.simd = t->way.simd;
    }
    if (!call_somehow(other, t, what, state, &run, r)) {
        (void)snprintf(text, size, "not all agents were done");
        return false;
    }
    return same_worlds(reference, other, t, text, size);
}

static verb pick_verb(rng *r, uint32_t tick) {
    static const verb others[] = {DECIDE, UPDATE, GOTO, START, STOP, DECIDE, UPDATE, PLACE};
    return tick == 0 ? START : rng_chance(r, 60) ? TICK : others[rng_below(r, 8)];
}

static uint32_t most_room(const wits_brain *brain) {
    uint32_t room = 0;
    for (uint32_t v = 0; v <= WITS_VERB_TICK; v++) {
        uint32_t of = wits_list_room(brain, (wits_verb)v);
        room = of > room ? of : room;
    }
    return room + 1;
}

static uint32_t most_argument_room(const wits_brain *brain) {
    uint32_t room = 0;
    for (uint32_t v = 0; v <= WITS_VERB_TICK; v++) {
        room = larger(room, wits_list_argument_room(brain, (wits_verb)v));
    }
    return room;
}

static bool try_worlds(trial *t, char *text, size_t size) {
    static world reference, other;
    world_make(&reference, t);
    world_make(&other, t);
    rng r = {host_mix(t->seed, 22)};
    wits_problem problem;
    bool same = wits_crowd_check(&reference.crowd, &(wits_report){&problem, 1, 0});
    if (!same) {
        (void)wits_problem_text(&problem, text, size);
    }
    for (uint32_t i = 0; i < TICKS && same; i++) {
        t->tick = i == 0 ? rng_below(&r, 3) : t->tick + 1 + (rng_chance(&r, 10) ? rng_below(&r, 9) : 0);
        world_input(&reference, t);
        world_input(&other, t);
        same = try_call(&reference, &other, t, pick_verb(&r, i), &r, text, size);
    }
    same = same && (t->agents == 0 ||
                    wits_crowd_hash(&reference.crowd, 0, t->agents) == wits_crowd_hash(&other.crowd, 0, t->agents));
    tried.nan_brains += reference.nan_scores != 0;
    world_free(&reference);
    world_free(&other);
    return same;
}

/// On each path with each instruction set.
static bool try_all_ways(trial *t, char *text, size_t size) {
    bool same = true;
    for (uint32_t path = WITS_CROWD_PATH_MASKS; path <= WITS_CROWD_PATH_GROUPS; path++) {
        for (uint32_t simd = WITS_CROWD_SIMD_BASELINE; simd <= (uint32_t)wits_crowd_best_simd(); simd++) {
            t->way = (way){(wits_crowd_path)path, (wits_crowd_simd)simd};
            same = same && try_worlds(t, text, size);
        }
    }
    return same;
}

static uint32_t pick_agents(const trial *t, rng *r, bool large) {
    uint32_t agents = 1 + rng_below(r, MOST_AGENTS);
    if ((uint64_t)t->list_room * agents > MOST_RECORDS) {
        agents = 1 + MOST_RECORDS / t->list_room;
    }
    bool sorts = wits_crowd_plan(t->code).path == WITS_CROWD_PATH_GROUPS;
    bool fills = !large && sorts && rng_below(r, BLOCK_FILLED_EVERY) == 0;
    return fills ? GROUP_BLOCK + rng_below(r, GROUP_BLOCK / 2) : agents;
}

static bool try_brain(trial *t, bool large, char *text, size_t size) {
    rng r = {host_mix(t->seed, 23)};
    note_brain(t, large);
    t->list_room = most_room(t->brain);
    t->argument_room = most_argument_room(t->brain);
    t->agents = pick_agents(t, &r, large);
    t->agent_stride = wits_agent_size(t->brain) + (rng_chance(&r, 30) ? rng_below(&r, 9) : 0);
    random_layout_make(&t->layout, &t->made->desc, t->made->shared, t->seed, t->agents);
    return wits_state_count(t->brain) < 2 || (large ? try_all_ways(t, text, size) : try_worlds(t, text, size));
}

/// Whether all ways agree on this seed's brain.
static bool try_seed(uint64_t seed, bool large, char *text, size_t size) {
    static random_brain made;
    static run_failure failure;
    rng r = {host_mix(seed, 20)};
    if (large) {
        random_brain_make_large(&made, seed);
    } else if (seed % 2 == 0) {
        random_brain_make_aimed(&made, seed);
    } else {
        random_brain_make(&made, seed);
    }
    if (large || rng_chance(&r, 85)) {
        random_brain_tame(&made);
        if (rng_chance(&r, large ? 80 : 50)) {
            random_brain_take_candidacy(&made);
        }
        if (rng_chance(&r, large ? 60 : 30)) {
            random_brain_take_considerations(&made);
        }
    }
    void *memory = random_compile(&made, &failure);
    if (memory == NULL) {
        (void)snprintf(text, size, "%s", failure.text);
        return false;
    }
    trial t = {.brain = memory, .made = &made, .seed = seed};
    size_t code_size = wits_crowd_code_size(t.brain);
    void *code = malloc(code_size);
    t.code = wits_crowd_prepare(t.brain, code, code_size);
    bool same = t.code != NULL && try_brain(&t, large, text, size);
    if (t.code == NULL) {
        (void)snprintf(text, size, "the code does not fit what wits_crowd_code_size said");
    }
    if (!same) {
        print_brain(stdout, &made);
    }
    free(code);
    free(memory);
    return same;
}

static bool tried_enough(uint32_t brains) {
    bool enough = tried.paths[WITS_CROWD_PATH_MASKS] >= brains / 1000 * LEAST_MASKS;
    enough = enough && tried.large_in_blocks >= brains / LARGE_EVERY / 2;
    enough = enough && tried.deepest == 8 && tried.most_options == MOST_OPTIONS;
    for (uint32_t i = 0; i < FEATURES; i++) {
        enough = enough && tried.in_blocks[i] >= brains / 1000 * LEAST_FEATURES;
    }
    enough = enough && tried.nan_brains >= brains / 100;
    enough = enough && tried.argued_in_blocks >= brains / 5 && tried.given >= brains && tried.values >= brains;
    enough = enough && tried.told_calls >= brains / 2 && tried.pair_calls >= brains / 5;
    return enough && tried.full_blocks >= brains / 1000 && tried.block_calls >= brains;
}

static void print_features(void) {
    static const char *const names[FEATURES] = {"ranks",
                                                "cooldowns",
                                                "default options",
                                                "own bests",
                                                "ends",
                                                "final children",
                                                "commits",
                                                "targets",
                                                "ranks of targets",
                                                "default options with targets",
                                                "own bests with targets",
                                                "targets with elapsed",
                                                "targets with random",
                                                "targets with in",
                                                "targets further out",
                                                "functions about targets",
                                                "any transitions of targets",
                                                "highest (unsaid)",
                                                "highest",
                                                "weighted",
                                                "top",
                                                "within",
                                                "softmax"};
    (void)printf("in blocks:");
    for (uint32_t i = 0; i < FEATURES; i++) {
        (void)printf("%s %s %u", i == 0 ? "" : ",", names[i], tried.in_blocks[i]);
    }
    (void)printf("\n");
}

int main(int argc, char **argv) {
    uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    char text[400] = "";
    for (uint32_t i = 0; i < brains; i++) {
        uint64_t seed = first + i;
        if (!try_seed(seed, seed % LARGE_EVERY == 0, text, sizeof text)) {
            (void)printf("seed %llu: %s\n", (unsigned long long)seed, text);
            return 1;
        }
    }
    (void)printf("%u brains: %u one agent after another, %u by masks, %u by groups\n", brains,
                 tried.paths[WITS_CROWD_PATH_SINGLE], tried.paths[WITS_CROWD_PATH_MASKS],
                 tried.paths[WITS_CROWD_PATH_GROUPS]);
    (void)printf("large ones in blocks: %u, with up to %u levels and %u options\n", tried.large_in_blocks,
                 tried.deepest, tried.most_options);
    print_features();
    (void)printf("%u calls with a whole block of %d agents by groups; %u crowds with scores that were no number\n",
                 tried.full_blocks, GROUP_BLOCK, tried.nan_brains);
    (void)printf(
        "%u calls of host functions for blocks, %u of them told of targets, %u of these of several of an agent\n",
        tried.block_calls, tried.told_calls, tried.pair_calls);
    (void)printf(
        "%u brains whose functions get arguments, %u in blocks; %llu given to functions for blocks, %u in lists\n",
        tried.argued, tried.argued_in_blocks, (unsigned long long)tried.given, tried.values);
    if (brains >= ENOUGH_BRAINS && !tried_enough(brains)) {
        (void)printf("too few of some kind were tried\n");
        return 1;
    }
    return 0;
}
