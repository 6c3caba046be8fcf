// SPDX-License-Identifier: MIT
// The run that leads to a point: from its situation back to a start, then forwards again, searching in each situation
// the first tick that leads to the next. Then replays the run as a game would: tick after tick, with the agent's own
// clocks.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Finds the first tick from one situation to another.
static bool note_tick(wits_prover *p, uint32_t from, uint32_t to, row *noted) {
    world *w = &p->world;
    memcpy(p->situation, store_at(&p->store, from), w->width);
    world_first(w, p->situation);
    do {
        if (!assumptions_hold(p, p->group)) {
            continue;
        }
        dice_first(w, &w->now);
        do {
            world_tick(w, p->situation, &w->now);
            world_note(w, BASE_TICK + 1);
            if (memcmp(w->key, store_at(&p->store, to), w->width) == 0) {
                row_note(p, noted, &w->now);
                return true;
            }
        } while (dice_next(&w->now));
    } while (world_next(w));
    return false;
}

typedef struct start_search {
    uint32_t wanted;  ///< a situation
    run *made;
} start_search;

static bool is_start(wits_prover *p, void *user) {
    const start_search *s = user;
    if (memcmp(p->world.key, store_at(&p->store, s->wanted), p->world.width) != 0) {
        return false;
    }
    s->made->agent = (uint32_t)p->world.frame.agent;
    row_note(p, &s->made->rows[0], &p->world.now);
    return true;
}

// ----------------------------------------------------------------------------------------------------------- run again

static void put_row(wits_prover *p, const row *of) {
    world *w = &p->world;
    w->events = 0;
    targets_empty(w);
    w->replays = of->values;
    w->replay_width = of->value_count;
    for (uint32_t i = 0; i < of->value_count; i++) {
        const wits_input *shown = &w->inputs[i].shown;
        if (shown->what == WITS_INPUT_FIELD && of->values[i] != WITS_NOT_GIVEN) {
            world_give_field(w, shown->row, of->values[i]);
        } else if (shown->what == WITS_INPUT_EVENT && of->values[i] == 1.0) {
            w->events |= 1ull << shown->row;
        } else if (is_of_targets(&w->inputs[i]) && of->values[i] != WITS_NOT_GIVEN) {
            targets_put(w, &w->inputs[i], of->values[i]);
        }
    }
    for (uint32_t i = 0; w->draws != NULL && i < w->stream_count; i++) {
        w->draws[i] = of->draws != NULL && !isnan(of->draws[i]) ? of->draws[i] : 0.0f;
    }
    world_spread_draws(w);
}

/// Tick 0 of a run: the start, with its inputs.
static void begin_run(wits_prover *p, const run *of, bool starts_any) {
    world *w = &p->world;
    world_fields_initial(w);
    w->frame.agent = of->agent;
    w->starts = !starts_any;
    put_row(p, &of->rows[0]);  // at a start, except for start: any, only random streams are inputs
    start_agent(p, p->group, of->agent);
    w->starts = false;
}

static void run_row(wits_prover *p, const run *of, uint32_t tick) {
    put_row(p, &of->rows[tick]);
    world_run(&p->world, tick);
    p->world.ticks--;  // not a tick of the search
}

static void end_run(wits_prover *p) {
    p->world.replays = NULL;
    world_leave(&p->world);
    world_forget(&p->world);  // words were evaluated for an agent that was not noted
}

/// So far the run only tells whether the agent remembers each target. Assigns ids to the targets of the whole run.
static bool name_targets(wits_prover *p, run *of) {
    const bool starts_any = first_of_group(p, p->group)->property->start_any;
    bool good = true;
    if (p->world.kind_count == 0) {
        return true;
    }
    world_explain(&p->world, false);
    for (uint32_t i = 0; i < of->count && good; i++) {
        good = targets_name(&p->world, &of->rows[i], i > 0 ? &of->rows[i - 1] : NULL);
        if (i == 0) {
            begin_run(p, of, starts_any);
        } else {
            run_row(p, of, i);
        }
    }
    world_explain(&p->world, true);
    end_run(p);
    return good;
}

bool make_run(wits_prover *p, const point *to, run *made) {
    uint32_t steps = 0;  // ticks before the point's own, which is one more
    for (uint32_t at = to->from; at != STORE_NONE && p->store.parents[at] != STORE_NONE; at = p->store.parents[at]) {
        steps++;
    }
    const uint32_t point_row = to->from == STORE_NONE ? 0 : steps + 1;
    *made = (run){.count = point_row + 1 + to->still_count, .agent = to->agent, .point = point_row};
    made->rows = pool_take(&p->pool, made->count, sizeof *made->rows);
    if (made->rows == NULL) {
        return false;
    }
    uint32_t at = to->from;
    for (uint32_t step = steps; step > 0; step--) {
        if (!note_tick(p, p->store.parents[at], at, &made->rows[step])) {
            return false;
        }
        at = p->store.parents[at];
    }
    made->rows[point_row] = to->last;
    if (at != STORE_NONE && !each_start(p, is_start, &(start_search){at, made})) {
        return false;
    }
    for (uint32_t i = 0; i < to->still_count; i++) {
        made->rows[point_row + 1 + i] = to->still[i];
    }
    return !p->pool.failed && name_targets(p, made);
}

static bool answer(const wits_prover *p, uint32_t number) {
    return number != STORE_NONE && observer_answer(p, number);
}

/// Returns whether a row after the point agrees with the counterexample.
static bool goes_on_wrong(const wits_prover *p, const claim *c, bool is_last, const wits_trace *trace) {
    if (c->property->kind == WITS_PROPERTY_WITHIN) {
        return !answer(p, c->until);
    }
    return !is_last || changes_child(p, c->of, trace);
}

static bool point_is_wrong(const wits_prover *p, const claim *c) {
    const bool holds = answer(p, c->condition);
    if (p->twin != NULL) {
        return world_differs(&p->world);
    }
    switch (c->property->kind) {
    case WITS_PROPERTY_NEVER:
    case WITS_PROPERTY_REACH:
        return holds;
    case WITS_PROPERTY_WITHIN:
        return holds && !answer(p, c->until);
    case WITS_PROPERTY_SETTLES:
        return wits_is_in(p->brain, p->world.agent, c->of);
    default:
        return !holds;
    }
}

wits_state_id run_state_at_point(wits_prover *p, const claim *c, const run *of) {
    begin_run(p, of, c->property->start_any);
    for (uint32_t i = 1; i <= of->point; i++) {
        run_row(p, of, i);
    }
    const wits_state_id at = wits_deepest(p->brain, p->world.agent);
    end_run(p);
    return at;
}

bool run_shows(wits_prover *p, const claim *c, const run *of) {
    world *w = &p->world;
    wits_trace trace = {.records = p->records, .capacity = p->record_capacity};
    bool shows = true;
    world_explain(w, false);
    w->frame.trace = &trace;
    for (uint32_t i = 0; i < of->count && shows; i++) {
        trace.count = 0;
        if (i == 0) {
            begin_run(p, of, c->property->start_any);
        } else {
            run_row(p, of, i);
        }
        w->starts = i == 0 && !c->property->start_any;
        w->notes++;  // it is another agent, though it is not noted
        observer_look(p, i);
        w->starts = false;
        shows = i < of->point    ? true
                : i == of->point ? point_is_wrong(p, c)
                                 : goes_on_wrong(p, c, i + 1 == of->count, &trace);
    }
    w->frame.trace = NULL;
    world_explain(w, true);
    end_run(p);
    return shows;
}

void run_cover(wits_prover *p, const run *of, bool *covered) {
    world *w = &p->world;
    for (uint32_t i = 0; i < of->count; i++) {
        wits_explain_begin(&w->explain, w->brain, w->explain_memory, w->explain_size);
        if (i == 0) {
            begin_run(p, of, p->claims[0].property->start_any);
        } else {
            run_row(p, of, i);
        }
        wits_cover_note(p->about.desc, w->brain, w->agent, &w->explain, covered);
    }
    end_run(p);
}
