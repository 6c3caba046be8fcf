// SPDX-License-Identifier: MIT
// Runs many ticks at once, as a crowd: lane i is one situation with one combination of inputs. Afterwards each tick is
// judged, lane by lane, in the order in which ticks would run one after the other, with the same results.
#include "prove/inside.h"
#include "wits/crowd.h"
#include "wits/situations.h"

#include <string.h>

enum {
    MOST_LANES = 1024,
    MOST_RECORDS = 1 << 16,  ///< records that one run of all lanes may list
    CELL = 4,                ///< bytes of a field's value
};

/// The situation of a lane after its tick.
typedef enum lane_end {
    LANE_ENDS_ELSEWHERE,
    LANE_STAYS,         ///< the one that it came from
    LANE_ENDS_AS_LAST,  ///< that of the previous lane
} lane_end;

/// Agents of one brain, one per lane.
typedef struct row_of_agents {
    wits_crowd crowd;
    wits_crowd_run run;
    wits_column *columns;
    unsigned char *agents;
    size_t agent_size;
} row_of_agents;

struct lanes {
    uint32_t capacity, count;
    uint32_t next;   ///< the situation taken next
    bool is_inside;  ///< some of its combinations were taken; the world has the next one
    uint32_t begun;  ///< situations judged so far, including the current one
    // by lane
    uint32_t *from;     ///< situation
    uint32_t *choices;  ///< for each input
    uint64_t *events;
    uint64_t *ids;
    unsigned char *keys;  ///< situations after the tick
    lane_end *ends;
    uint64_t *hashes;  ///< hashes of keys, except where the lane stays
    uint32_t *inside;  ///< choices of the next combination
    wits_list list;
    row_of_agents run, asked;  ///< the agents, and the observers
};

// --------------------------------------------------------------------------------------------------------------- begin

/// Calls and draws in the middle of a tick create new combinations, and need separate ticks.
static bool can_run_at_once(const wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    bool can = !p->is_one_by_one && p->twin == NULL && !p->world.explains && p->world.random_count == 0 &&
               p->world.decide_every <= 1 && p->world.some == 0 && desc->target_count == 0 && p->observer.brain != NULL;
    for (uint32_t i = 0; i < desc->function_count && can; i++) {
        can = !p->model.functions[i].is_read;
    }
    for (uint32_t i = 0; i < p->observer.word_count && can; i++) {
        can = p->observer.words[i].kind != WORD_DONE;
    }
    return can;
}

/// Creates a column of equal cells, so that values are copied as bytes. Cells that are never set keep the values of
/// `like`.
static wits_column column_of_lanes(pool *p, const wits_column *like, uint32_t count) {
    unsigned char *cells = pool_take(p, count, CELL);
    for (uint32_t i = 0; i < count && cells != NULL; i++) {
        memcpy(cells + (size_t)i * CELL, like->base, CELL);
    }
    return (wits_column){.base = cells, .stride = CELL, .size = (size_t)count * CELL, .type = like->type};
}

static void *aligned(unsigned char *memory) {
    return memory != NULL ? memory + (64 - (uintptr_t)memory % 64) % 64 : NULL;
}

static bool make_agents(wits_prover *p, row_of_agents *to, const wits_brain *brain, uint32_t count) {
    pool *memory = &p->pool;
    const size_t code_size = wits_crowd_code_size(brain);
    void *room = pool_take(memory, 1, code_size);
    const wits_crowd_code *code = room != NULL ? wits_crowd_prepare(brain, room, code_size) : NULL;
    to->agent_size = wits_agent_size(brain);
    to->agents = pool_take(memory, count, to->agent_size);
    if (code == NULL || memory->failed) {
        return false;
    }
    to->crowd = (wits_crowd){.code = code,
                             .count = count,
                             .agents = to->agents,
                             .columns = to->columns,
                             .functions = p->world.functions,
                             .user = &p->world};
    to->run = (wits_crowd_run){.tick = BASE_TICK + 1,
                               .scratch = aligned(pool_take(memory, 1, wits_crowd_scratch_size(code, 0) + 63))};
    return !memory->failed && wits_crowd_check(&to->crowd, NULL);
}

static bool make_lists(wits_prover *p, lanes *l) {
    l->list.capacity = l->capacity * wits_list_room(p->brain, WITS_VERB_TICK);
    l->list.records = pool_take(&p->pool, l->list.capacity, sizeof *l->list.records);
    l->list.argument_capacity = l->capacity * wits_list_argument_room(p->brain, WITS_VERB_TICK);
    l->list.arguments = pool_take(&p->pool, l->list.argument_capacity, sizeof *l->list.arguments);
    l->from = pool_take(&p->pool, l->capacity, sizeof *l->from);
    l->choices = pool_take(&p->pool, (size_t)l->capacity * p->world.eager_count, sizeof *l->choices);
    l->inside = pool_take(&p->pool, p->world.eager_count, sizeof *l->inside);
    l->events = pool_take(&p->pool, l->capacity, sizeof *l->events);
    l->ids = pool_take(&p->pool, l->capacity, sizeof *l->ids);
    l->ends = pool_take(&p->pool, l->capacity, sizeof *l->ends);
    l->hashes = pool_take(&p->pool, l->capacity, sizeof *l->hashes);
    l->keys = pool_take(&p->pool, l->capacity, p->world.width);
    return !p->pool.failed;
}

/// The brain's fields are those of the agents; the observer's own fields follow.
static bool make_columns(wits_prover *p, lanes *l) {
    const uint32_t own = p->about.desc->field_count;
    wits_column *columns = pool_take(&p->pool, p->observer.field_count, sizeof *columns);
    for (uint32_t i = 0; i < p->observer.field_count && columns != NULL; i++) {
        columns[i] = column_of_lanes(&p->pool, i < own ? &p->world.columns[i] : &p->observer.columns[i], l->capacity);
    }
    l->run.columns = l->asked.columns = columns;
    return !p->pool.failed;
}

void lanes_begin(wits_prover *p) {
    const uint32_t room = wits_list_room(p->brain, WITS_VERB_TICK);
    const uint32_t allowed = room > 0 ? MOST_RECORDS / room : MOST_LANES;
    lanes *l = NULL;
    if (!can_run_at_once(p) || allowed == 0 || (l = pool_take(&p->pool, 1, sizeof *l)) == NULL) {
        return;
    }
    l->capacity = allowed < MOST_LANES ? allowed : MOST_LANES;
    if (!make_lists(p, l) || !make_columns(p, l) || !make_agents(p, &l->run, p->brain, l->capacity) ||
        !make_agents(p, &l->asked, p->observer.brain, l->capacity)) {
        return;
    }
    l->run.crowd.ids = l->ids;
    l->run.run.list = &l->list;
    for (uint32_t i = 0; i < l->capacity; i++) {
        memcpy(l->asked.agents + i * l->asked.agent_size, p->observer.judging, l->asked.agent_size);
    }
    p->lanes = l;
}

// --------------------------------------------------------------------------------------------------------------- lanes

static unsigned char *cell_of(const lanes *l, uint32_t field, uint32_t lane) {
    return (unsigned char *)l->run.columns[field].base + (size_t)lane * CELL;
}

static unsigned char *agent_of(const lanes *l, uint32_t lane) {
    return l->run.agents + lane * l->run.agent_size;
}

static unsigned char *key_of(const wits_prover *p, uint32_t lane) {
    return p->lanes->keys + lane * p->world.width;
}

/// The world's current combination, in the situation copied to p->situation.
static void take_lane(wits_prover *p) {
    lanes *l = p->lanes;
    world *w = &p->world;
    const uint32_t lane = l->count++;
    const unsigned char *own = p->situation + w->agent_size;
    l->from[lane] = l->next;
    l->events[lane] = w->events;
    l->ids[lane] = w->frame.agent;
    memcpy(l->choices + (size_t)lane * w->eager_count, w->choice, w->eager_count * sizeof *w->choice);
    memcpy(agent_of(l, lane), p->situation, w->agent_size);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(cell_of(l, w->own[i], lane), own + CELL * i, CELL);
    }
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        double value;
        if (of->shown.what == WITS_INPUT_FIELD && input_value(of, w->choice[i], &value)) {
            if (of->keeps) {
                world_put_field(w, of->shown.row, value);
            }
            memcpy(cell_of(l, of->shown.row, lane), &w->cells[of->shown.row], CELL);
        }
    }
    raise_all(w->brain, agent_of(l, lane), w->events, NULL);
}

/// Takes the combinations of one situation one after the other. False if there are no more.
static bool take_lanes(wits_prover *p) {
    lanes *l = p->lanes;
    world *w = &p->world;
    l->count = 0;
    while (l->count < l->capacity) {
        if (!l->is_inside && l->next == p->store.count) {
            break;
        }
        if (!l->is_inside) {
            memcpy(p->situation, store_at(&p->store, l->next), w->width);
            world_enter(w, p->situation);
            world_first(w, p->situation);
            l->is_inside = true;
        }
        if (assumptions_hold(p, p->group)) {
            p->assumed_met++;
            take_lane(p);
        }
        l->is_inside = world_next(w);
        l->next += l->is_inside ? 0 : 1;
    }
    return l->count > 0;
}

/// The current situation of a lane's agent. Neighbours are often in the same one.
static void note_key(wits_prover *p, uint32_t lane, bool is_as_before) {
    const lanes *l = p->lanes;
    const world *w = &p->world;
    unsigned char *key = key_of(p, lane);
    unsigned char *behind = key + w->agent_size;
    if (is_as_before) {
        memcpy(key, key - w->width, w->agent_size);
    } else {
        memcpy(key, agent_of(l, lane), w->agent_size);
        wits_agent_rebase(w->brain, key, BASE_TICK + 1, BASE_TICK);
        wits_agent_saturate(w->brain, key, BASE_TICK, p->observer.least);
    }
    for (uint32_t i = 0; i < w->own_count; i++, behind += CELL) {
        memcpy(behind, cell_of(l, w->own[i], lane), CELL);
    }
    if (w->residues > 1) {
        const uint16_t id = (uint16_t)(l->ids[lane] % w->residues);
        memcpy(behind, &id, sizeof id);
    }
    l->ends[lane] = LANE_ENDS_ELSEWHERE;
    if (store_is_at(&p->store, l->from[lane], key)) {
        l->ends[lane] = LANE_STAYS;
    } else if (lane > 0 && memcmp(key, key - w->width, w->width) == 0) {
        l->ends[lane] = LANE_ENDS_AS_LAST;
        l->hashes[lane] = l->hashes[lane - 1];
    } else {
        l->hashes[lane] = store_hash(&p->store, key);
        store_expect(&p->store, l->hashes[lane]);
    }
}

static void look_at_lane(wits_prover *p, uint32_t lane) {
    const lanes *l = p->lanes;
    world *w = &p->world;
    const unsigned char *agent = agent_of(l, lane);
    const bool is_as_before = lane > 0 && memcmp(agent, agent - w->agent_size, w->agent_size) == 0;
    if (!is_as_before) {
        memcpy(w->agent, agent, w->agent_size);
        w->notes++;
    }
    w->events = l->events[lane];
    observer_words(p, BASE_TICK + 1);
    for (uint32_t i = 0; i < p->observer.word_count; i++) {
        const uint32_t field = p->observer.words[i].field;
        memcpy(cell_of(l, field, lane), p->observer.columns[field].base, CELL);
    }
    note_key(p, lane, is_as_before);
}

/// Words of properties see only the records of the lane's agent.
static void look_at_lanes(wits_prover *p) {
    const lanes *l = p->lanes;
    const wits_list all = p->world.list;
    uint32_t first = 0;
    for (uint32_t lane = 0; lane < l->count; lane++) {
        uint32_t end = first;
        while (end < l->list.count && l->list.records[end].agent_row == lane) {
            end++;
        }
        p->world.list = l->list;
        p->world.list.records = l->list.records + first;
        p->world.list.count = end - first;
        look_at_lane(p, lane);
        first = end;
    }
    p->world.list = all;
}

/// Sets the world and the observer to the state after the tick of a lane.
static void show_lane(wits_prover *p, uint32_t lane) {
    const lanes *l = p->lanes;
    const observer *o = &p->observer;
    world *w = &p->world;
    memcpy(w->choice, l->choices + (size_t)lane * w->eager_count, w->eager_count * sizeof *w->choice);
    memcpy(w->agent, agent_of(l, lane), w->agent_size);
    w->events = l->events[lane];
    w->frame.agent = l->ids[lane];
    w->ticks++;
    world_take(w, key_of(p, lane));
    for (uint32_t i = 0; i < o->question_count; i++) {
        const uint32_t field = o->questions[i].field;
        memcpy(o->columns[field].base, cell_of(l, field, lane), CELL);
    }
}

/// Returns false if the exploration can end.
static bool judge_lanes(wits_prover *p) {
    lanes *l = p->lanes;
    uint32_t before = STORE_NONE;  // number of the last lane's situation
    for (uint32_t lane = 0; lane < l->count; lane++) {
        for (; l->begun <= l->from[lane]; l->begun++) {
            p->looked_at = l->begun;
            if (!explore_is_open(p)) {
                return false;
            }
            explore_next(p);
        }
        show_lane(p, lane);
        if (l->ends[lane] != LANE_ENDS_ELSEWHERE) {
            p->world.key_number = l->ends[lane] == LANE_STAYS ? l->from[lane] : before;
        }
        before = judge_tick(p, l->from[lane], l->hashes[lane]);
        if (!prover_goes_on(p)) {
            return false;
        }
    }
    return true;
}

/// Runs the taken combinations, and judges them. The world is then where taking continues. Returns false if the
/// exploration can end.
static bool run_lanes(wits_prover *p) {
    lanes *l = p->lanes;
    world *w = &p->world;
    if (l->is_inside) {
        memcpy(l->inside, w->choice, w->eager_count * sizeof *w->choice);
    } else {
        world_first(w, p->situation);  // all inputs are read
    }
    l->list.count = 0;
    l->list.argument_count = 0;
    wits_crowd_tick(&l->run.crowd, 0, l->count, &l->run.run);
    look_at_lanes(p);
    wits_crowd_update(&l->asked.crowd, 0, l->count, &l->asked.run);
    const bool goes_on = judge_lanes(p);
    if (l->is_inside) {
        world_enter(w, p->situation);
        world_choose_all(w, l->inside);
    }
    return goes_on;
}

void lanes_explore(wits_prover *p) {
    lanes *l = p->lanes;
    l->next = 0;
    l->begun = 0;
    l->is_inside = false;
    dice_first(&p->world, &p->world.now);
    bool goes_on = prover_goes_on(p);
    while (goes_on && take_lanes(p)) {
        goes_on = run_lanes(p);
    }
    for (; goes_on && l->begun < p->store.count; l->begun++) {
        explore_next(p);  // the last ones, if none of their inputs satisfy the assumptions
    }
    p->looked_at = goes_on ? l->begun : p->looked_at;
}
