// SPDX-License-Identifier: MIT
#include "crowd_worlds.h"

#include "random_run.h"
#include "trees/tree.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_AGENTS = 300,
    MOST_RECORDS = 200000,   ///< capacity of a list; larger lists mean a smaller crowd
    BLOCK_FILLED_EVERY = 8,  ///< one of this many crowds sorted by state has more agents than a block
    TICKS = 12,
    SLICES = 5,
    MOST_CHANGES = 12,  ///< changed bytes of an agent before a call
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

typedef crowd_trial trial;

crowd_tally crowd_tried;

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

// ------------------------------------------------------------------------------------------------ functions for blocks

/// The target passed to an agent of a block. Null: none.
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

/// The call of one agent, reconstructed from a block.
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

/// Calls one agent's function for each row of a block.
static void give(const wits_crowd_call *block, uint32_t i, wits_argument arguments[WITS_MAX_ARGUMENTS],
                 wits_call *call) {
    for (uint32_t k = 0; k < block->argument_count; k++) {
        arguments[k] = wits_crowd_argument_of(block, k, i);
    }
    call->argument = call->arguments = block->argument_count > 0 ? arguments : NULL;
    call->argument_count = block->argument_count;
    crowd_tried.given += block->argument_count;
}

static void note_call(const wits_crowd_call *block) {
    bool repeats = false;
    for (uint32_t i = 1; i < block->count; i++) {
        repeats |= block->agents[i] == block->agents[i - 1];
    }
    crowd_tried.block_calls++;
    crowd_tried.told_calls += block->targets != NULL;
    crowd_tried.pair_calls += repeats;
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

/// Adds all functions except those that use the state or the transition, which a block does not have, and those with
/// arguments but undeclared parameters.
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
    size_t room = wits_crowd_scratch_size(t->code, CROWD_GROUP_BLOCK);
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

/// Changes a few bytes of an agent, or copies some from another one.
static void change_bytes(const trial *t, world *w, uint8_t *agent, rng *r) {
    const uint32_t size = (uint32_t)wits_agent_size(t->brain), at = rng_below(r, size);
    const uint32_t other = rng_below(r, t->agents), length = size - at < 5 ? size - at : 5;
    switch (rng_below(r, 6)) {
    case 0:
        agent[at] = (uint8_t)rng_below(r, 256);
        break;
    case 1:
        agent[at] = (uint8_t)rng_below(r, 8);
        break;
    case 2:
        agent[at] ^= (uint8_t)(1u << rng_below(r, 8));
        break;
    case 3:
        agent[at] = 0;
        break;
    case 4:
        agent[at] = agent[rng_below(r, size)];
        break;
    default:
        memmove(agent + at, w->agents + other * t->agent_stride + at, length);
        break;
    }
}

/// Arbitrary bytes, as far as they are a valid agent.
static void make_hostile(const trial *t, world *w, uint8_t *agent, rng *r) {
    const size_t size = wits_agent_size(t->brain);
    uint8_t *was = malloc(size);
    for (uint32_t rounds = rng_below(r, MOST_CHANGES); rounds > 0; rounds--) {
        memcpy(was, agent, size);
        for (uint32_t changes = 1 + rng_below(r, 3); changes > 0; changes--) {
            change_bytes(t, w, agent, r);
        }
        const bool is_valid = wits_agent_is_valid(t->brain, agent, size);
        if (!is_valid) {
            memcpy(agent, was, size);
        }
        crowd_tried.changed++;
        crowd_tried.accepted += is_valid;
    }
    free(was);
}

/// Sets the inputs of the agents before a tick's calls, the same in every world.
static void world_input(world *w, const trial *t) {
    rng r = {host_mix(t->seed, 1000 + t->tick)};
    random_view_free(&w->view);
    random_view_make(&w->view, &t->made->desc, t->agents, true, host_mix(t->seed, 2000 + t->tick));
    w->crowd.targets = w->view.kinds > 0 ? w->view.lists : NULL;
    for (uint32_t i = 0; i < t->agents; i++) {
        random_fields_input(&t->layout, w->fields, i, rng_next(&r));
        if (t->is_hostile) {
            make_hostile(t, w, w->agents + i * t->agent_stride, &r);
        }
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
        return wits_crowd_set_state(&w->crowd, first, count, run, state);
    default:
        return wits_crowd_tick(&w->crowd, first, count, run);
    }
}

/// Returns whether this many agents fill a block of those that are sorted by state.
static bool fills_block(const trial *t, verb what, uint64_t count, const wits_crowd_run *run) {
    bool passes = what == DECIDE || what == UPDATE || what == TICK;
    bool sorts = wits_crowd_plan(t->code).path == WITS_CROWD_PATH_GROUPS &&
                 (run->path == WITS_CROWD_PATH_AUTO || run->path == WITS_CROWD_PATH_GROUPS);
    return passes && sorts && (run->block == 0 || run->block == CROWD_GROUP_BLOCK) && count >= CROWD_GROUP_BLOCK;
}

/// A list too small for all agents: it is emptied repeatedly.
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

/// Calls slices of random size, in random order; the lists of the slices together are the list of the whole. They share
/// one array of arguments.
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
        uint32_t slice = (begin + i * 2) % SLICES;  // 5 is odd, so each comes once
        size_t count = (size_t)(firsts[slice + 1] - firsts[slice]);
        lists[slice] = w->list;
        lists[slice].records = malloc((count * t->list_room + 1) * sizeof(wits_action_record));
        lists[slice].capacity = (uint32_t)(count * t->list_room + 1);
        lists[slice].count = 0;
        run->list = &lists[slice];
        run->block = pick_block(r);
        crowd_tried.full_blocks += fills_block(t, what, count, run);
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

/// Returns whether records are equal, wherever their arguments are stored.
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
    crowd_tried.values += a->list.argument_count;
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

static bool are_valid(const world *w, const trial *t, char *text, size_t size) {
    wits_problem problem;
    const bool valid = wits_crowd_check_agents(&w->crowd, 0, t->agents, &(wits_report){&problem, 1, 0});
    if (!valid) {
        const int length = snprintf(text, size, "tick %u: ", t->tick);
        (void)wits_problem_text(&problem, text + length, size - (size_t)length);
    }
    return valid;
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
        crowd_tried.full_blocks += fills_block(t, what, t->agents, run);
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
    return same_worlds(reference, other, t, text, size) && are_valid(reference, t, text, size);
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
        const uint32_t of = wits_list_argument_room(brain, (wits_verb)v);
        room = of > room ? of : room;
    }
    return room;
}

bool crowd_trial_run(trial *t, char *text, size_t size) {
    if (wits_state_count(t->brain) < 2) {  // no state to go to
        return true;
    }
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
    crowd_tried.nan_brains += reference.nan_scores != 0;
    world_free(&reference);
    world_free(&other);
    return same;
}

bool crowd_trial_run_all_ways(trial *t, char *text, size_t size) {
    bool same = true;
    for (uint32_t path = WITS_CROWD_PATH_MASKS; path <= WITS_CROWD_PATH_GROUPS; path++) {
        for (uint32_t simd = WITS_CROWD_SIMD_BASELINE; simd <= (uint32_t)wits_crowd_best_simd(); simd++) {
            t->way = (way){(wits_crowd_path)path, (wits_crowd_simd)simd};
            same = same && crowd_trial_run(t, text, size);
        }
    }
    return same;
}

// ---------------------------------------------------------------------------------------------------------- the trials

static uint32_t pick_agents(const trial *t, rng *r, bool large) {
    uint32_t agents = 1 + rng_below(r, MOST_AGENTS);
    if ((uint64_t)t->list_room * agents > MOST_RECORDS) {
        agents = 1 + MOST_RECORDS / t->list_room;
    }
    bool sorts = wits_crowd_plan(t->code).path == WITS_CROWD_PATH_GROUPS;
    bool fills = !large && sorts && rng_below(r, BLOCK_FILLED_EVERY) == 0;
    return fills ? CROWD_GROUP_BLOCK + rng_below(r, CROWD_GROUP_BLOCK / 2) : agents;
}

/// Every second seed has options with targets; most of these run in blocks.
static void make_brain(random_brain *made, uint64_t seed, bool large) {
    rng r = {host_mix(seed, 20)};
    if (large) {
        random_brain_make_large(made, seed);
    } else if (seed % 2 == 0) {
        random_brain_make_aimed(made, seed);
    } else {
        random_brain_make(made, seed);
    }
    if (large || rng_chance(&r, 85)) {
        random_brain_tame(made);
        if (rng_chance(&r, large ? 80 : 50)) {
            random_brain_take_candidacy(made);
        }
        if (rng_chance(&r, large ? 60 : 30)) {
            random_brain_take_considerations(made);
        }
    }
}

bool crowd_trial_make(trial *t, uint64_t seed, bool large, char *text, size_t size) {
    static random_brain made;
    run_failure failure;
    make_brain(&made, seed, large);
    *t = (trial){.made = &made, .seed = seed};
    t->brain = random_compile(&made, &failure);
    if (t->brain == NULL) {
        (void)snprintf(text, size, "%s", failure.text);
        return false;
    }
    const size_t code_size = wits_crowd_code_size(t->brain);
    t->code_memory = malloc(code_size);
    t->code = wits_crowd_prepare(t->brain, t->code_memory, code_size);
    if (t->code == NULL) {
        (void)snprintf(text, size, "the code does not fit what wits_crowd_code_size said");
        return false;
    }
    rng r = {host_mix(seed, 23)};
    t->list_room = most_room(t->brain);
    t->argument_room = most_argument_room(t->brain);
    t->agents = pick_agents(t, &r, large);
    t->agent_stride = wits_agent_size(t->brain) + (rng_chance(&r, 30) ? rng_below(&r, 9) : 0);
    random_layout_make(&t->layout, &made.desc, made.shared, seed, t->agents);
    return true;
}

void crowd_trial_free(trial *t) {
    free(t->code_memory);
    free(t->brain);
}
