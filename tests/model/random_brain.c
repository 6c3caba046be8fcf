// SPDX-License-Identifier: MIT
#include "random_brain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

uint64_t rng_next(rng *r) {
    return host_mix(0, r->state++);
}

uint32_t rng_below(rng *r, uint32_t limit) {
    return (uint32_t)(rng_next(r) >> 11) % limit;
}

bool rng_chance(rng *r, uint32_t percent) {
    return rng_below(r, 100) < percent;
}

static const char *const event_names[RANDOM_EVENTS] = {"ping", "pong", "hit", "noise", "raised"};

static const char *condition_name(uint32_t n) {
    return host_functions[n].name;
}

static const char *score_name(uint32_t n) {
    return host_functions[HOST_CONDITIONS + n].name;
}

static const char *step_name(uint32_t n) {
    return host_functions[HOST_CONDITIONS + HOST_SCORES + HOST_ACTIONS + n].name;
}

/// Names of states are constants, too, so that copies of a brain can share them.
static const char *state_name(uint32_t n) {
    static char names[RANDOM_STATES][8];
    if (names[n][0] == 0) {
        (void)snprintf(names[n], sizeof names[n], "n%u", (unsigned)n);
    }
    return names[n];
}

enum {
    FEW_STATES = 8,       ///< a large brain may leave out this many of its states
    CHOOSER_EVERY = 300,  ///< brains
};

/// Frequencies of each feature in this brain.
typedef struct taste {
    uint32_t children;  ///< maximum number of children of a composite
    uint32_t wide;      ///< percent of composites with many more
    uint32_t action;    ///< percent
    uint32_t condition;
    uint32_t event;
    uint32_t after;
    uint32_t ticks;  ///< maximum ticks of after, hold and every
    uint32_t timed;
    uint32_t data;
    uint32_t steps;
    uint32_t utility;
    uint32_t parallel;
    uint32_t suspend;
    uint32_t on_decide;
    uint32_t silent;
    uint32_t scoring;  ///< the kind of select that most utilities have
    bool empties;      ///< transitions to composites that may be empty
    bool nan_scores;
} taste;

static taste make_taste(rng *r) {
    taste t = {0};
    t.children = 1 + rng_below(r, 5);
    t.action = 20 + rng_below(r, 70);
    t.condition = 50 + rng_below(r, 50);
    t.event = rng_below(r, 50);
    t.after = rng_below(r, 50);
    t.ticks = rng_chance(r, 95) ? 1 + rng_below(r, 12) : WITS_MAX_TICKS;
    t.timed = rng_chance(r, 40) ? 0 : rng_below(r, 60);
    t.data = rng_below(r, 50);
    t.steps = rng_chance(r, 30) ? 0 : rng_below(r, 70);
    t.utility = rng_below(r, 60);
    t.parallel = rng_below(r, 40);
    t.suspend = rng_below(r, 60);
    t.on_decide = rng_below(r, 50);
    t.silent = rng_below(r, 40);
    t.scoring = rng_below(r, WITS_SELECT_SOFTMAX + 1);
    // Some clauses need several rare attributes at once: brains with many occurrences of one feature.
    switch (rng_below(r, 8)) {
    case 0:
        t.on_decide = 85;
        t.suspend = 50;
        t.empties = true;
        t.event = 0;
        t.after = 0;
        break;
    case 1:
        t.parallel = 50;
        t.utility = 10;
        t.suspend = 60;
        break;
    case 2:
        t.utility = 80;
        t.parallel = 5;
        t.nan_scores = true;
        break;
    default:
        break;
    }
    return t;
}

static const char *make_text(random_brain *b, rng *r, char *text, uint32_t percent) {
    if (!rng_chance(r, percent)) {
        return NULL;
    }
    uint32_t parts = rng_chance(r, 80) ? 1 : 2 + rng_below(r, 2);
    size_t length = 0;
    for (uint32_t i = 0; i < parts; i++) {
        const char *gap = i == 0 ? "" : rng_chance(r, 50) ? ";" : " ; ";
        int more;
        if (b->desc.event_count > 0 && rng_chance(r, 12)) {
            const char *event = event_names[rng_below(r, b->desc.event_count)];
            more = snprintf(text + length, RANDOM_TEXT - length, "%sraise %s", gap, event);
        } else {
            const char *brackets = rng_chance(r, 25) ? "()" : "";
            more = snprintf(text + length, RANDOM_TEXT - length, "%sa%u%s", gap, (unsigned)rng_below(r, HOST_ACTIONS),
                            brackets);
        }
        assert(more > 0 && length + (size_t)more < RANDOM_TEXT);
        length += (size_t)more;
    }
    return text;
}

static uint32_t make_ticks(rng *r, const taste *t) {
    return rng_chance(r, 98) ? 1 + rng_below(r, t->ticks) : WITS_MAX_TICKS;
}

// ------------------------------------------------------------------------------------------------------------- states

static void make_leaf(random_brain *b, rng *r, const taste *t, uint32_t row) {
    wits_state_desc *s = &b->states[row];
    s->kind = rng_chance(r, 50) ? WITS_KIND_LEAF : WITS_KIND_DEFAULT;
    s->decide = make_text(b, r, b->state_texts[row][TEXT_DECIDE], t->action);
    if (rng_chance(r, t->data)) {
        s->data_size = 1 + rng_below(r, RANDOM_DATA);
        for (uint32_t i = 0; i < RANDOM_DATA; i++) {
            b->data[row][i] = (uint8_t)rng_next(r);
        }
        s->data = rng_chance(r, 60) ? b->data[row] : NULL;
    }
}

static float make_number(rng *r) {
    static const float numbers[] = {0.25f, 0.5f, 0.1f, 1.0f, 2.0f, -0.5f, 1e20f, 3e38f, -1.0f, 0.75f};
    return numbers[rng_below(r, 10)];
}

/// Both are 0.
static float make_zero(rng *r) {
    return rng_chance(r, 80) ? 0.0f : -0.0f;
}

static void make_utility(rng *r, const taste *t, wits_state_desc *s) {
    if (rng_chance(r, 40)) {
        s->inertia = rng_chance(r, 80) ? 0.25f + (float)rng_below(r, 4) * 0.25f : make_number(r);
    }
    if (rng_chance(r, 35)) {
        s->has_floor = true;
        s->floor = rng_chance(r, 30) ? make_zero(r) : make_number(r);
    }
    if (rng_chance(r, 35)) {
        s->every = make_ticks(r, t);
    }
    s->select = (wits_select)(rng_chance(r, 50) ? t->scoring : rng_below(r, WITS_SELECT_SOFTMAX + 1));
    if (s->select == WITS_SELECT_TOP) {
        s->top = 1 + rng_below(r, 4);
    }
    if (s->select == WITS_SELECT_WITHIN) {
        static const float shares[] = {0.1f, 0.25f, 0.5f, 0.9f, 1.0f, 0.0f};
        s->within = shares[rng_below(r, 6)];
    }
    if (s->select == WITS_SELECT_SOFTMAX) {
        static const float temperatures[] = {0.05f, 0.3f, 1.0f, 10.0f, 1e-30f, 1e30f};
        s->temperature = temperatures[rng_below(r, 6)];
    }
}

static void make_option(rng *r, const taste *t, wits_state_desc *s, bool leaf) {
    if (s->kind == WITS_KIND_UTILITY && rng_chance(r, 40)) {
        s->score_best = true;
    } else if (leaf || rng_chance(r, 40)) {
        s->score = score_name(t->nan_scores && rng_chance(r, 60) ? 5 : rng_below(r, HOST_SCORES));
    }
    if (rng_chance(r, 40)) {
        s->has_weight = true;
        s->weight = rng_chance(r, 20) ? make_zero(r) : make_number(r);
    }
    if (rng_chance(r, 30)) {
        s->hold = make_ticks(r, t);
    }
}

static void make_composite(rng *r, const taste *t, wits_state_desc *s) {
    uint32_t pick = rng_below(r, 100);
    if (pick < t->utility) {
        s->kind = WITS_KIND_UTILITY;
        make_utility(r, t, s);
    } else if (pick < t->utility + t->parallel) {
        s->kind = WITS_KIND_PARALLEL;
    } else {
        s->kind = rng_chance(r, 50) ? WITS_KIND_FSM : WITS_KIND_DEFAULT;
    }
    bool parallel = s->kind == WITS_KIND_PARALLEL;
    if (rng_chance(r, t->suspend)) {
        s->leave = WITS_LEAVE_SUSPEND;
    } else if (!parallel && rng_chance(r, 50)) {
        s->leave = WITS_LEAVE_RESUME;
    } else {
        s->leave = rng_chance(r, 50) ? WITS_LEAVE_RESET : WITS_LEAVE_DEFAULT;
    }
    if (!parallel && rng_chance(r, t->on_decide)) {
        s->activation = WITS_ACTIVATION_ON_DECIDE;
    } else if (rng_chance(r, t->silent)) {
        s->activation = WITS_ACTIVATION_SILENT;
    } else {
        s->activation = rng_chance(r, 50) ? WITS_ACTIVATION_NOW : WITS_ACTIVATION_DEFAULT;
    }
}

/// Adds a state with at most `budget` rows to the tree. Recursion is bounded by the depth.
static void make_state(random_brain *b, rng *r, const taste *t, uint32_t parent, uint32_t depth, uint32_t budget) {
    uint32_t row = b->desc.state_count++;
    wits_state_desc *s = &b->states[row];
    s->name = state_name(row);
    s->parent = (wits_state_id)parent;
    s->timed = rng_chance(r, t->timed);
    s->enter = make_text(b, r, b->state_texts[row][TEXT_ENTER], t->action);
    s->exit = make_text(b, r, b->state_texts[row][TEXT_EXIT], t->action);
    s->update = make_text(b, r, b->state_texts[row][TEXT_UPDATE], t->action);
    bool fills = t->wide != 0 && budget > FEW_STATES;
    bool leaf = budget < 2 || depth == 8 || (row > 0 && rng_chance(r, 20) && !fills);
    if (leaf) {
        make_leaf(b, r, t, row);
    } else {
        make_composite(r, t, s);
    }
    if (row > 0 && b->states[parent].kind == WITS_KIND_UTILITY) {
        make_option(r, t, s, leaf);
    }
    if (leaf) {
        return;
    }
    uint32_t left = budget - 1;
    uint32_t children = 1 + rng_below(r, t->children);
    children = children < 2 && rng_chance(r, 60) ? 2 : children;
    if (t->wide != 0 && rng_chance(r, t->wide)) {
        children = rng_chance(r, 20) ? RANDOM_CHILDREN - rng_below(r, 2) : 6 + rng_below(r, RANDOM_CHILDREN - 5);
    }
    children = children > left ? left : children;
    wits_state_id rows[RANDOM_CHILDREN];
    for (uint32_t i = 0; i < children; i++) {
        uint32_t others = children - i - 1;
        uint32_t share = others == 0 ? left : 1 + rng_below(r, left - others);
        rows[i] = (wits_state_id)b->desc.state_count;
        make_state(b, r, t, row, depth + 1, share);
        left -= share;
    }
    if (s->kind != WITS_KIND_PARALLEL && rng_chance(r, 45)) {
        s->initial = rows[rng_below(r, children)];
    }
}

static void make_chooser(random_brain *b, rng *r, const taste *t) {
    taste few = *t;
    few.action = 5;
    few.data = 0;
    for (uint32_t row = 0; row <= RANDOM_OPTIONS; row++) {
        wits_state_desc *s = &b->states[row];
        s->name = state_name(row);
        s->enter = make_text(b, r, b->state_texts[row][TEXT_ENTER], few.action);
        if (row == 0) {
            s->kind = WITS_KIND_UTILITY;
            make_utility(r, t, s);
        } else {
            make_leaf(b, r, &few, row);
            make_option(r, t, s, true);
        }
        b->desc.state_count++;
    }
}

uint32_t random_brain_end(const wits_desc *desc, uint32_t state) {
    uint32_t end = state + 1;
    while (end < desc->state_count) {
        uint32_t above = desc->states[end].parent;
        while (above > state) {
            above = desc->states[above].parent;
        }
        if (above != state) {
            break;
        }
        end++;
    }
    return end;
}

static bool is_within(const wits_desc *desc, uint32_t state, uint32_t outer) {
    return state >= outer && state < random_brain_end(desc, outer);
}

bool random_brain_has_domain(const wits_desc *desc, uint32_t from, uint32_t to, bool any) {
    uint32_t d = from;
    if (!any) {
        if (is_within(desc, from, to) || is_within(desc, to, from)) {
            return true;
        }
        d = desc->states[from].parent;
    } else if (is_within(desc, from, to)) {
        return true;
    }
    while (desc->states[d].kind == WITS_KIND_PARALLEL || !is_within(desc, to, d) || to == d) {
        if (d == WITS_ROOT) {
            return false;
        }
        d = desc->states[d].parent;
    }
    return true;
}

// -------------------------------------------------------------------------------------------------- transitions, steps

static bool is_composite(const wits_desc *desc, uint32_t state) {
    return random_brain_end(desc, state) > state + 1;
}

/// Selects a destination by one of several preferences: itself, a sibling, outwards, inwards, anywhere.
static uint32_t pick_destination(const wits_desc *desc, rng *r, uint32_t from) {
    uint32_t destination = from;
    switch (rng_below(r, 8)) {
    case 0:
        break;
    case 1:
    case 2: {
        uint32_t above = desc->states[from].parent;
        do {
            destination = above + 1 + rng_below(r, random_brain_end(desc, above) - above - 1);
        } while (desc->states[destination].parent != above);
        break;
    }
    case 3:
        destination = desc->states[from].parent;
        if (rng_chance(r, 30)) {
            destination = desc->states[destination].parent;
        }
        break;
    case 4:
    case 5:
        destination = from + rng_below(r, random_brain_end(desc, from) - from);
        break;
    default:
        destination = rng_below(r, desc->state_count);
        break;
    }
    return destination;
}

/// Composites that stay empty and remember combine many rules.
static bool may_be_empty(const wits_desc *desc, uint32_t row) {
    return desc->states[row].activation == WITS_ACTIVATION_ON_DECIDE && desc->states[row].leave >= WITS_LEAVE_RESUME;
}

/// Adds a transition from a composite to such a composite inside, which is rare by chance.
static uint32_t pick_empty(const wits_desc *desc, rng *r, uint32_t *from) {
    uint32_t first = rng_below(r, desc->state_count);
    for (uint32_t i = 0; i < desc->state_count; i++) {
        uint32_t to = (first + i) % desc->state_count;
        uint32_t above = desc->states[to].parent;
        if (to != 0 && above != 0 && may_be_empty(desc, to)) {
            *from = desc->states[above].parent != 0 && rng_chance(r, 30) ? desc->states[above].parent : above;
            return to;
        }
    }
    return 0;
}

static void make_transitions(random_brain *b, rng *r, const taste *t) {
    wits_desc *d = &b->desc;
    uint32_t tries = d->state_count / 2 + rng_below(r, d->state_count + d->state_count / 2 + 2);
    for (uint32_t i = 0; i < tries && d->transition_count < RANDOM_TRANSITIONS; i++) {
        uint32_t from = rng_below(r, d->state_count);
        bool composite = is_composite(d, from);
        bool any = composite && d->states[from].kind != WITS_KIND_PARALLEL && (from == 0 || rng_chance(r, 40));
        if (from == 0 && !any) {
            continue;
        }
        uint32_t source = any ? from + 1 : from;
        uint32_t to = i % (t->empties ? 2 : 4) == 0 ? pick_empty(d, r, &from) : 0;
        bool empty = to != 0;
        any = any && !empty;
        to = empty ? to : pick_destination(d, r, source);
        if (to == 0 || !random_brain_has_domain(d, from, to, any)) {
            continue;
        }
        wits_transition_desc *row = &b->transitions[d->transition_count];
        row->from = (wits_state_id)from;
        row->to = (wits_state_id)to;
        row->any = any;
        row->when = rng_chance(r, t->condition) ? condition_name(rng_below(r, HOST_CONDITIONS)) : NULL;
        if (d->event_count > 0 && rng_chance(r, t->event)) {
            row->event = event_names[rng_below(r, d->event_count)];
        }
        // Not always enabled: the composite must have had a child before it can remember one.
        row->when = empty ? condition_name(rng_below(r, 3)) : row->when;
        row->after = rng_chance(r, t->after) ? make_ticks(r, t) : 0;
        row->run = make_text(b, r, b->transition_texts[d->transition_count], t->action);
        row->reenter = rng_chance(r, 30);
        row->restart = is_composite(d, to) && rng_chance(r, 30);
        d->transition_count++;
    }
}

static void make_steps(random_brain *b, rng *r, const taste *t) {
    wits_desc *d = &b->desc;
    // Twice over all leaves, so that the rules of one leaf are not always adjacent.
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t leaf = 0; leaf < d->state_count; leaf++) {
            if (is_composite(d, leaf) || !rng_chance(r, t->steps)) {
                continue;
            }
            if (pass == 0 && rng_chance(r, 30)) {
                b->states[leaf].step = step_name(rng_below(r, HOST_STEPS));
            }
            bool callback = b->states[leaf].step != NULL;
            uint32_t rules = 1 + rng_below(r, 3);
            for (uint32_t i = 0; i < rules && d->step_count < RANDOM_STEPS; i++) {
                uint32_t row = d->step_count;
                wits_step_desc *s = &b->steps[row];
                *s = (wits_step_desc){.of = (wits_state_id)leaf};
                uint32_t to = leaf == 0 ? 0 : pick_destination(d, r, leaf);
                if (to != 0 && random_brain_has_domain(d, leaf, to, false) && (callback || rng_chance(r, 75))) {
                    s->to = (wits_state_id)to;
                }
                if (!callback) {
                    s->when = rng_chance(r, 80) ? condition_name(rng_below(r, HOST_CONDITIONS)) : NULL;
                    s->run = make_text(b, r, b->step_texts[row], t->action);
                }
                bool empty = s->to == 0 && (callback || (s->when == NULL && s->run == NULL));
                d->step_count += empty ? 0 : 1;
            }
        }
    }
}

/// Children may be the destination of several rules, or of none.
static void make_rules_of(random_brain *b, rng *r, uint32_t fsm) {
    wits_desc *d = &b->desc;
    const uint32_t rules = 1 + rng_below(r, 4);
    if (d->initial_count + rules > RANDOM_INITIALS) {
        return;
    }
    for (uint32_t i = 0; i < rules; i++) {
        uint32_t to;
        do {
            to = fsm + 1 + rng_below(r, random_brain_end(d, fsm) - fsm - 1);
        } while (d->states[to].parent != fsm);
        b->initials[d->initial_count++] =
            (wits_initial_desc){.of = (wits_state_id)fsm,
                                .when = i + 1 < rules ? condition_name(rng_below(r, HOST_CONDITIONS)) : NULL,
                                .to = (wits_state_id)to};
    }
}

static void make_initials(random_brain *b, rng *r) {
    const uint32_t often = rng_chance(r, 40) ? 0 : rng_below(r, 90);  // percent
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        const wits_state_desc *s = &b->states[row];
        const bool fsm = is_composite(&b->desc, row) && (s->kind == WITS_KIND_FSM || s->kind == WITS_KIND_DEFAULT);
        if (fsm && s->initial == 0 && rng_chance(r, often)) {
            make_rules_of(b, r, row);
        }
    }
}

void random_brain_link(random_brain *brain) {
    brain->desc.states = brain->states;
    brain->desc.transitions = brain->transitions;
    brain->desc.steps = brain->steps;
    brain->desc.initials = brain->initials;
    brain->desc.considerations = brain->considerations;
    brain->desc.events = event_names;
    brain->desc.functions = brain->functions;
    brain->desc.fields = brain->fields;
    brain->desc.targets = brain->desc.target_count > 0 ? brain->targets : NULL;
    for (uint32_t kind = 0; kind < brain->desc.target_count; kind++) {
        brain->targets[kind].fields = brain->target_fields[kind];
    }
}

static uint32_t make_budget(rng *r, const taste *t) {
    if (t->wide != 0) {
        return 40 + rng_below(r, RANDOM_STATES - 39);
    }
    uint32_t size = rng_below(r, 100);
    return size < 2 ? 1 : size < 60 ? 3 + rng_below(r, 10) : size < 92 ? 8 + rng_below(r, 18) : 30 + rng_below(r, 32);
}

static void make_brain(random_brain *brain, rng *r, const taste *t, uint64_t seed, random_inputs inputs) {
    memset(brain, 0, sizeof *brain);
    random_brain_link(brain);
    brain->desc.event_count = rng_below(r, RANDOM_EVENTS + 1);
    brain->desc.update_outer_first = rng_chance(r, 40);
    brain->desc.update_skip_entered = rng_chance(r, 40);
    // Numbers of functions are rows of the table, in a random order.
    brain->desc.function_count = HOST_FUNCTIONS;
    uint32_t turn = rng_below(r, HOST_FUNCTIONS);
    for (uint32_t i = 0; i < HOST_FUNCTIONS; i++) {
        brain->functions[i] = host_functions[(i * 7 + turn) % HOST_FUNCTIONS];
    }
    if (inputs == INPUTS_MANY) {
        make_chooser(brain, r, t);
    } else {
        make_state(brain, r, t, 0, 0, make_budget(r, t));
    }
    make_transitions(brain, r, t);
    make_steps(brain, r, t);
    make_initials(brain, r);
    // A single `in` that crowds do not support makes the whole brain run agent by agent.
    random_texts_add(brain, seed, t->wide == 0 || rng_chance(r, 20), inputs);
}

void random_brain_make(random_brain *brain, uint64_t seed) {
    rng r = {host_mix(seed, 1)};
    taste t = make_taste(&r);
    make_brain(brain, &r, &t, seed, rng_below(&r, CHOOSER_EVERY) == 0 ? INPUTS_MANY : INPUTS_USUAL);
}

void random_brain_make_aimed(random_brain *brain, uint64_t seed) {
    rng r = {host_mix(seed, 35)};
    taste t = make_taste(&r);
    t.utility = t.utility < 30 ? 30 + t.utility : t.utility;
    make_brain(brain, &r, &t, seed, INPUTS_AIMED);
}

void random_brain_make_large(random_brain *brain, uint64_t seed) {
    rng r = {host_mix(seed, 31)};
    taste t = make_taste(&r);
    t.wide = 5 + rng_below(&r, 25);
    t.utility = 30 + rng_below(&r, 60);
    make_brain(brain, &r, &t, seed, INPUTS_USUAL);
}

void random_brain_make_apart(random_brain *brain, uint64_t seed, bool has_targets) {
    rng r = {host_mix(seed, 41)};
    taste t = make_taste(&r);
    t.utility = 70;
    t.parallel = 15;
    make_brain(brain, &r, &t, seed, has_targets ? INPUTS_APART_AIMED : INPUTS_APART);
}

// -------------------------------------------------------------------------------------------------------------- calls

const char *const random_verb_names[VERB_COUNT] = {"start",  "stop",   "goto", "restart", "place",
                                                   "decide", "update", "tick", "raise"};

static random_verb pick_verb(rng *r, bool first) {
    static const uint8_t weights[VERB_COUNT] = {5, 4, 12, 5, 3, 24, 14, 24, 12};
    if (first && rng_chance(r, 70)) {
        return VERB_START;
    }
    uint32_t sum = 0;
    for (uint32_t v = 0; v < VERB_COUNT; v++) {
        sum += weights[v];
    }
    uint32_t pick = rng_below(r, sum);
    uint32_t verb = 0;
    while (pick >= weights[verb]) {
        pick -= weights[verb++];
    }
    return (random_verb)verb;
}

static uint32_t pick_advance(rng *r) {
    uint32_t pick = rng_below(r, 1000);
    if (pick < 300) {
        return 0;
    }
    if (pick < 750) {
        return 1;
    }
    if (pick < 950) {
        return 2 + rng_below(r, 4);
    }
    return pick < 995 ? rng_below(r, 40) : (uint32_t)rng_next(r);
}

/// Sometimes leaves such a composite with a memory and enters it again, just before a transition to it may fire.
static void visit_empty(random_run *run, const wits_desc *desc, rng *r) {
    if (desc->transition_count == 0) {
        return;
    }
    const wits_transition_desc *t = &desc->transitions[rng_below(r, desc->transition_count)];
    if (t->any || !may_be_empty(desc, t->to) || !is_within(desc, t->to, t->from)) {
        return;
    }
    static const random_verb verbs[] = {VERB_PLACE, VERB_DECIDE, VERB_GOTO, VERB_GOTO, VERB_TICK};
    random_call *calls = &run->calls[rng_below(r, run->call_count - 5)];
    for (uint32_t i = 0; i < 5; i++) {
        calls[i].verb = verbs[i];
        calls[i].state = t->to;
    }
    calls[2].state = (wits_state_id)(1 + rng_below(r, desc->state_count - 1));
}

void random_run_make(random_run *run, const wits_desc *desc, uint64_t seed, wits_mode mode) {
    rng r = {seed};
    memset(run, 0, sizeof *run);
    run->mode = mode;
    run->agent = rng_chance(&r, 50) ? rng_below(&r, 100) : rng_next(&r);
    run->seed = rng_chance(&r, 50) ? rng_below(&r, 100) : rng_next(&r);
    run->call_count = 40 + rng_below(&r, RANDOM_CALLS - 40);
    run->twin_at = rng_below(&r, run->call_count);
    uint32_t tick = rng_chance(&r, 40) ? 0 : rng_chance(&r, 50) ? 0u - rng_below(&r, 60) : (uint32_t)rng_next(&r);
    bool run_records = rng_chance(&r, 70);
    uint32_t traces = rng_below(&r, 3);
    wits_state_id favourites[4];
    for (uint32_t i = 0; i < 4; i++) {
        favourites[i] = (wits_state_id)rng_below(&r, desc->state_count);
        favourites[i] = rng_chance(&r, 50) ? desc->states[favourites[i]].parent : favourites[i];
    }
    // Inputs with few values make runs return to earlier situations.
    uint32_t inputs = rng_chance(&r, 30) ? 3 : 0xFFFFFFFF;
    for (uint32_t i = 0; i < run->call_count; i++) {
        random_call *c = &run->calls[i];
        c->verb = pick_verb(&r, i == 0);
        if (c->verb == VERB_RAISE && desc->event_count == 0) {
            c->verb = VERB_DECIDE;
        }
        c->event = desc->event_count > 0 ? rng_below(&r, desc->event_count) : 0;
        // A few favourites, so that a run returns to remembered states.
        c->state = rng_chance(&r, 50) ? favourites[rng_below(&r, 4)] : (wits_state_id)rng_below(&r, desc->state_count);
        // The root is never a destination.
        bool root = c->state == WITS_ROOT && (c->verb == VERB_GOTO || c->verb == VERB_RESTART);
        c->verb = root ? VERB_TICK : c->verb;
        tick += pick_advance(&r);
        c->tick = tick;
        c->input = rng_below(&r, inputs);
        c->trace = traces == 0 || rng_chance(&r, 50) ? WITS_NONE : traces == 1 ? rng_below(&r, 6) : 4096;
        c->short_by = rng_chance(&r, 15) ? 1 + rng_below(&r, 3) : 0;
        c->prefilled = rng_chance(&r, 20) ? rng_below(&r, 4) : 0;
        c->run_records = run_records;
        c->late = c->input % 8 < 5 ? 0 : (uint32_t)host_mix(c->input, i) % 20;
    }
    for (uint32_t i = 0; i < 4; i++) {
        visit_empty(run, desc, &r);
    }
    run->layout = rng_next(&r);
    run->agents = rng_chance(&r, 50) ? 1 : 1 + rng_below(&r, RANDOM_AGENTS);
    run->row = rng_below(&r, run->agents);
}
