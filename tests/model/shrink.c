// SPDX-License-Identifier: MIT
// Makes a failing case smaller: tries one simplification after another and keeps those after which it still fails.
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "random_run.h"
#include "shrink_texts.h"

typedef struct shrink_case {
    random_brain *brain;
    random_run *run;
    random_brain *trial_brain;
    random_run *trial_run;
    uint64_t *counts;
    bool compile;  ///< the failure is that it does not compile
    uint32_t kept;
} shrink_case;

static bool is_valid(const random_brain *brain) {
    for (uint32_t row = 0; row < brain->desc.transition_count; row++) {
        const wits_transition_desc *t = &brain->transitions[row];
        if (!random_brain_has_domain(&brain->desc, t->from, t->to, t->any)) {
            return false;
        }
    }
    for (uint32_t row = 0; row < brain->desc.step_count; row++) {
        const wits_step_desc *s = &brain->steps[row];
        if (s->to != 0 && !random_brain_has_domain(&brain->desc, s->of, s->to, false)) {
            return false;
        }
    }
    return true;
}

static bool fails(shrink_case *c, const random_brain *brain, const random_run *run, run_failure *failure) {
    memset(failure, 0, sizeof *failure);
    void *memory = random_compile(brain, failure);
    if (memory == NULL) {
        return c->compile;
    }
    run_options options = {false, NULL, c->counts};
    bool same = c->compile || random_run_compare(brain, memory, run, &options, failure);
    free(memory);
    return !same;
}

/// A new trial: the case unchanged.
static void begin_trial(shrink_case *c) {
    *c->trial_brain = *c->brain;
    *c->trial_run = *c->run;
    random_brain_link(c->trial_brain);
}

/// A trial without changes would fail again, without end.
static bool is_changed(const shrink_case *c) {
    const wits_desc *a = &c->brain->desc;
    const wits_desc *b = &c->trial_brain->desc;
    size_t tables = offsetof(random_brain, states);
    return memcmp(c->run, c->trial_run, sizeof *c->run) != 0 ||
           memcmp((const uint8_t *)c->brain + tables, (const uint8_t *)c->trial_brain + tables,
                  sizeof *c->brain - tables) != 0 ||
           a->consideration_count != b->consideration_count || a->transition_count != b->transition_count ||
           a->step_count != b->step_count || a->initial_count != b->initial_count ||
           a->update_outer_first != b->update_outer_first || a->update_skip_entered != b->update_skip_entered;
}

/// Keeps the trial if it fails, too.
static bool end_trial(shrink_case *c) {
    run_failure failure;
    if (!is_changed(c) || !is_valid(c->trial_brain) || !fails(c, c->trial_brain, c->trial_run, &failure)) {
        return false;
    }
    *c->brain = *c->trial_brain;
    *c->run = *c->trial_run;
    random_brain_link(c->brain);
    if (!failure.compile && failure.call + 1 < c->run->call_count) {
        c->run->call_count = failure.call + 1;
    }
    c->kept++;
    return true;
}

// ------------------------------------------------------------------------------------------------------------- calls

static void drop_call(random_run *run, uint32_t call, uint32_t count) {
    uint32_t after = run->call_count - call - count;
    memmove(&run->calls[call], &run->calls[call + count], after * sizeof *run->calls);
    run->call_count -= count;
    if (run->twin_at > call && run->twin_at != WITS_NONE) {
        run->twin_at -= run->twin_at - call < count ? run->twin_at - call : count;
    }
}

static void shrink_calls(shrink_case *c) {
    for (uint32_t chunk = 16; chunk > 0; chunk /= 2) {
        for (uint32_t call = 0; call + chunk <= c->run->call_count;) {
            begin_trial(c);
            drop_call(c->trial_run, call, chunk);
            call += end_trial(c) ? 0 : 1;
        }
    }
    begin_trial(c);
    c->trial_run->twin_at = WITS_NONE;
    (void)end_trial(c);
    for (uint32_t call = 0; call < c->run->call_count; call++) {
        begin_trial(c);
        random_call *row = &c->trial_run->calls[call];
        row->trace = WITS_NONE;
        row->short_by = row->prefilled = 0;
        (void)end_trial(c);
        begin_trial(c);
        c->trial_run->calls[call].run_records = false;
        (void)end_trial(c);
        begin_trial(c);
        c->trial_run->calls[call].late = 0;
        (void)end_trial(c);
        begin_trial(c);
        row = &c->trial_run->calls[call];
        row->verb = row->verb == VERB_TICK ? VERB_DECIDE : row->verb == VERB_RESTART ? VERB_GOTO : row->verb;
        (void)end_trial(c);
    }
}

// ------------------------------------------------------------------------------------------------------------- tables

static void drop_transition(random_brain *b, uint32_t row) {
    uint32_t after = --b->desc.transition_count - row;
    memmove(&b->transitions[row], &b->transitions[row + 1], after * sizeof *b->transitions);
}

static void drop_step(random_brain *b, uint32_t row) {
    uint32_t after = --b->desc.step_count - row;
    memmove(&b->steps[row], &b->steps[row + 1], after * sizeof *b->steps);
}

static void drop_initial(random_brain *b, uint32_t row) {
    uint32_t after = --b->desc.initial_count - row;
    memmove(&b->initials[row], &b->initials[row + 1], after * sizeof *b->initials);
}

/// Drops all rules of one fsm.
static void drop_initials(random_brain *b, uint32_t fsm) {
    for (uint32_t row = b->desc.initial_count; row-- > 0;) {
        if (b->initials[row].of == fsm) {
            drop_initial(b, row);
        }
    }
}

static void shrink_rows(shrink_case *c) {
    for (uint32_t row = c->brain->desc.state_count; row-- > 0;) {
        begin_trial(c);
        drop_initials(c->trial_brain, row);
        (void)end_trial(c);
    }
    for (uint32_t row = c->brain->desc.initial_count; row-- > 0;) {
        begin_trial(c);
        drop_initial(c->trial_brain, row);
        (void)end_trial(c);
    }
    for (uint32_t row = c->brain->desc.transition_count; row-- > 0;) {
        begin_trial(c);
        drop_transition(c->trial_brain, row);
        (void)end_trial(c);
    }
    for (uint32_t row = c->brain->desc.step_count; row-- > 0;) {
        begin_trial(c);
        drop_step(c->trial_brain, row);
        (void)end_trial(c);
    }
}

// Members that can each be cleared alone: pointers, numbers and enumerators are all zero when not given.
typedef struct member {
    size_t offset;
    size_t size;
} member;

#define MEMBER(type, name)                                                                                             \
    { offsetof(type, name), sizeof(((type *)0)->name) }
/// A number and, right before it, its `has_...` bool.
#define OPTIONAL(type, name)                                                                                           \
    { offsetof(type, has_##name), offsetof(type, name) + sizeof(float) - offsetof(type, has_##name) }

static const member state_members[] = {
    MEMBER(wits_state_desc, enter),          MEMBER(wits_state_desc, exit),
    MEMBER(wits_state_desc, update),         MEMBER(wits_state_desc, decide),
    MEMBER(wits_state_desc, data),           MEMBER(wits_state_desc, timed),
    MEMBER(wits_state_desc, initial),        MEMBER(wits_state_desc, activation),
    MEMBER(wits_state_desc, leave),          MEMBER(wits_state_desc, inertia),
    OPTIONAL(wits_state_desc, floor),        MEMBER(wits_state_desc, every),
    MEMBER(wits_state_desc, hold),           OPTIONAL(wits_state_desc, weight),
    MEMBER(wits_state_desc, score),          MEMBER(wits_state_desc, score_best),
    MEMBER(wits_state_desc, rank),           MEMBER(wits_state_desc, cooldown),
    MEMBER(wits_state_desc, default_option), MEMBER(wits_state_desc, lasts),
    MEMBER(wits_state_desc, done),           MEMBER(wits_state_desc, final),
    MEMBER(wits_state_desc, commit),         MEMBER(wits_state_desc, retarget),
    MEMBER(wits_state_desc, reenter),        OPTIONAL(wits_state_desc, target_inertia)};
static const member consideration_members[] = {OPTIONAL(wits_consideration_desc, on_nan),
                                               MEMBER(wits_consideration_desc, outside),
                                               OPTIONAL(wits_consideration_desc, weight)};
static const member transition_members[] = {
    MEMBER(wits_transition_desc, when), MEMBER(wits_transition_desc, event),   MEMBER(wits_transition_desc, after),
    MEMBER(wits_transition_desc, run),  MEMBER(wits_transition_desc, reenter), MEMBER(wits_transition_desc, restart)};
static const member step_members[] = {MEMBER(wits_step_desc, when), MEMBER(wits_step_desc, run),
                                      MEMBER(wits_step_desc, to)};

/// Tries to clear `at` in every row; skips rows where it is already clear.
static void shrink_member(shrink_case *c, size_t table, size_t stride, uint32_t count, member at) {
    static const uint8_t zero[16];
    for (uint32_t row = 0; row < count; row++) {
        size_t offset = table + row * stride + at.offset;
        if (memcmp((const uint8_t *)c->brain + offset, zero, at.size) != 0) {
            begin_trial(c);
            memset((uint8_t *)c->trial_brain + offset, 0, at.size);
            (void)end_trial(c);
        }
    }
}

static void shrink_members(shrink_case *c) {
    for (size_t i = 0; i < sizeof state_members / sizeof *state_members; i++) {
        shrink_member(c, offsetof(random_brain, states), sizeof(wits_state_desc), c->brain->desc.state_count,
                      state_members[i]);
    }
    for (size_t i = 0; i < sizeof transition_members / sizeof *transition_members; i++) {
        shrink_member(c, offsetof(random_brain, transitions), sizeof(wits_transition_desc),
                      c->brain->desc.transition_count, transition_members[i]);
    }
    for (size_t i = 0; i < sizeof step_members / sizeof *step_members; i++) {
        shrink_member(c, offsetof(random_brain, steps), sizeof(wits_step_desc), c->brain->desc.step_count,
                      step_members[i]);
    }
    for (size_t i = 0; i < sizeof consideration_members / sizeof *consideration_members; i++) {
        shrink_member(c, offsetof(random_brain, considerations), sizeof(wits_consideration_desc),
                      c->brain->desc.consideration_count, consideration_members[i]);
    }
    for (uint32_t row = 0; row < c->brain->desc.state_count; row++) {
        begin_trial(c);
        wits_state_desc *s = &c->trial_brain->states[row];
        s->select = WITS_SELECT_DEFAULT;
        s->top = 0;
        s->within = 0.0f;
        s->temperature = 0.0f;
        (void)end_trial(c);
        begin_trial(c);
        c->trial_brain->states[row].data_size = 0;
        c->trial_brain->states[row].data = NULL;
        (void)end_trial(c);
        begin_trial(c);
        s = &c->trial_brain->states[row];
        s->target = s->retarget = NULL;
        s->reenter = s->has_target_inertia = false;
        s->target_inertia = 0.0f;
        (void)end_trial(c);
        begin_trial(c);
        c->trial_brain->states[row].step = NULL;
        (void)end_trial(c);
    }
    begin_trial(c);
    c->trial_brain->desc.update_outer_first = false;
    (void)end_trial(c);
    begin_trial(c);
    c->trial_brain->desc.update_skip_entered = false;
    (void)end_trial(c);
}

// ----------------------------------------------------------------------------------------------------- considerations

/// Removes a row with everything in it. An option without considerations gets a host function as score.
static void drop_consideration(random_brain *b, uint32_t row) {
    const wits_consideration_desc *c = &b->considerations[row];
    uint32_t end = row + 1;
    while (end < b->desc.consideration_count && b->considerations[end].of == c->of &&
           b->considerations[end].depth > c->depth) {
        end++;
    }
    if (c->depth == 0) {
        b->states[c->of].score = host_functions[HOST_CONDITIONS].name;
    }
    memmove(&b->considerations[row], &b->considerations[end],
            (b->desc.consideration_count - end) * sizeof *b->considerations);
    b->desc.consideration_count -= end - row;
}

/// Removes the group; a single member moves one level out.
static void drop_group(random_brain *b, uint32_t row) {
    uint16_t depth = b->considerations[row].depth;
    wits_state_id of = b->considerations[row].of;
    memmove(&b->considerations[row], &b->considerations[row + 1],
            (b->desc.consideration_count - row - 1) * sizeof *b->considerations);
    b->desc.consideration_count--;
    for (uint32_t in = row;
         in < b->desc.consideration_count && b->considerations[in].of == of && b->considerations[in].depth > depth;
         in++) {
        b->considerations[in].depth--;
        b->considerations[in].has_weight = false;
        b->considerations[in].weight = 0.0f;
    }
}

static void shrink_curves(shrink_case *c, uint32_t row) {
    begin_trial(c);
    wits_consideration_desc *trial = &c->trial_brain->considerations[row];
    trial->curves = NULL;
    trial->curve_count = 0;
    (void)end_trial(c);
    while (c->brain->considerations[row].curve_count > 1) {
        begin_trial(c);
        trial = &c->trial_brain->considerations[row];
        trial->curve_count--;
        if (!end_trial(c)) {
            begin_trial(c);
            trial = &c->trial_brain->considerations[row];
            trial->curve_count--;
            trial->curves++;
            if (!end_trial(c)) {
                return;
            }
        }
    }
}

static void shrink_considerations(shrink_case *c) {
    for (uint32_t row = c->brain->desc.consideration_count; row-- > 0;) {
        begin_trial(c);
        drop_consideration(c->trial_brain, row);
        if (end_trial(c)) {
            continue;
        }
        if (c->brain->considerations[row].group != WITS_GROUP_NONE) {
            begin_trial(c);
            drop_group(c->trial_brain, row);
            if (end_trial(c)) {
                continue;
            }
        }
        shrink_curves(c, row);
        begin_trial(c);
        wits_consideration_desc *trial = &c->trial_brain->considerations[row];
        trial->low = trial->high = 0.0f;
        trial->outside = WITS_OUTSIDE_DEFAULT;
        (void)end_trial(c);
    }
}

// -------------------------------------------------------------------------------------------------------------- texts

/// Kept texts: cases point to them.
static char kept_texts[1 << 20];
static size_t kept_length;

/// Tries simpler texts in place of the one at `offset` of a brain; repeats as long as one of them is kept.
static void shrink_text(shrink_case *c, size_t offset, bool actions) {
    static simpler_texts simpler;
    bool shrunk = true;
    while (shrunk) {
        const char **slot = (const char **)(void *)((uint8_t *)c->brain + offset);
        model *m = model_new(&c->brain->desc, c->counts);
        simpler.count = 0;
        if (*slot != NULL && actions) {
            simplify_actions(m, *slot, &simpler);
        } else if (*slot != NULL && model_texts_is_expression(m->texts, *slot)) {
            simplify_value(m, *slot, &simpler);
        }
        model_free(m);
        shrunk = false;
        for (uint32_t i = 0; i < simpler.count && !shrunk; i++) {
            size_t size = strlen(simpler.texts[i]) + 1;
            if (kept_length + size > sizeof kept_texts) {
                return;
            }
            memcpy(kept_texts + kept_length, simpler.texts[i], size);
            begin_trial(c);
            *(const char **)(void *)((uint8_t *)c->trial_brain + offset) = kept_texts + kept_length;
            shrunk = end_trial(c);
            kept_length += shrunk ? size : 0;
        }
    }
}

static void shrink_texts(shrink_case *c) {
    if (c->compile) {
        return;  // the model reads valid brains only
    }
    for (uint32_t row = 0; row < c->brain->desc.state_count; row++) {
        size_t state = offsetof(random_brain, states) + row * sizeof(wits_state_desc);
        shrink_text(c, state + offsetof(wits_state_desc, score), false);
        shrink_text(c, state + offsetof(wits_state_desc, rank), false);
        shrink_text(c, state + offsetof(wits_state_desc, done), false);
        shrink_text(c, state + offsetof(wits_state_desc, enter), true);
        shrink_text(c, state + offsetof(wits_state_desc, exit), true);
        shrink_text(c, state + offsetof(wits_state_desc, update), true);
        shrink_text(c, state + offsetof(wits_state_desc, decide), true);
        shrink_text(c, state + offsetof(wits_state_desc, retarget), true);
    }
    for (uint32_t row = 0; row < c->brain->desc.transition_count; row++) {
        size_t transition = offsetof(random_brain, transitions) + row * sizeof(wits_transition_desc);
        shrink_text(c, transition + offsetof(wits_transition_desc, when), false);
        shrink_text(c, transition + offsetof(wits_transition_desc, run), true);
    }
    for (uint32_t row = 0; row < c->brain->desc.step_count; row++) {
        size_t step = offsetof(random_brain, steps) + row * sizeof(wits_step_desc);
        shrink_text(c, step + offsetof(wits_step_desc, when), false);
        shrink_text(c, step + offsetof(wits_step_desc, run), true);
    }
    for (uint32_t row = 0; row < c->brain->desc.initial_count; row++) {
        size_t initial = offsetof(random_brain, initials) + row * sizeof(wits_initial_desc);
        shrink_text(c, initial + offsetof(wits_initial_desc, when), false);
    }
    for (uint32_t row = 0; row < c->brain->desc.consideration_count; row++) {
        size_t consideration = offsetof(random_brain, considerations) + row * sizeof(wits_consideration_desc);
        shrink_text(c, consideration + offsetof(wits_consideration_desc, gate), false);
        shrink_text(c, consideration + offsetof(wits_consideration_desc, input), false);
    }
}

// ------------------------------------------------------------------------------------------------------------- states

static wits_state_id moved(wits_state_id row, uint32_t first, uint32_t count) {
    return row >= first + count ? (wits_state_id)(row - count) : row;
}

static bool is_dropped(uint32_t row, uint32_t first, uint32_t count) {
    return row >= first && row < first + count;
}

/// Removes rows from the tree, with all transitions, steps and calls that refer to them.
static void drop_states(random_brain *b, random_run *run, uint32_t first, uint32_t count) {
    for (uint32_t row = b->desc.transition_count; row-- > 0;) {
        wits_transition_desc *t = &b->transitions[row];
        if (is_dropped(t->from, first, count) || is_dropped(t->to, first, count)) {
            drop_transition(b, row);
            continue;
        }
        t->from = moved(t->from, first, count);
        t->to = moved(t->to, first, count);
    }
    for (uint32_t row = b->desc.step_count; row-- > 0;) {
        wits_step_desc *s = &b->steps[row];
        if (is_dropped(s->of, first, count) || is_dropped(s->to, first, count)) {
            drop_step(b, row);
            continue;
        }
        s->of = moved(s->of, first, count);
        s->to = moved(s->to, first, count);
    }
    for (uint32_t row = b->desc.initial_count; row-- > 0;) {
        wits_initial_desc *i = &b->initials[row];
        if (is_dropped(i->of, first, count) || is_dropped(i->to, first, count)) {
            drop_initial(b, row);
            continue;
        }
        i->of = moved(i->of, first, count);
        i->to = moved(i->to, first, count);
    }
    for (uint32_t call = run->call_count; call-- > 0;) {
        random_call *row = &run->calls[call];
        bool named = row->verb == VERB_GOTO || row->verb == VERB_RESTART || row->verb == VERB_PLACE;
        if (named && is_dropped(row->state, first, count)) {
            drop_call(run, call, 1);
        } else {
            row->state = moved(row->state, first, count);
        }
    }
    for (uint32_t row = b->desc.consideration_count; row-- > 0;) {
        wits_consideration_desc *c = &b->considerations[row];
        if (is_dropped(c->of, first, count)) {
            uint32_t behind = --b->desc.consideration_count - row;
            memmove(c, c + 1, behind * sizeof *c);
        } else {
            c->of = moved(c->of, first, count);
        }
    }
    uint32_t after = b->desc.state_count - first - count;
    memmove(&b->states[first], &b->states[first + count], after * sizeof *b->states);
    b->desc.state_count -= count;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        s->parent = moved(s->parent, first, count);
        s->initial = is_dropped(s->initial, first, count) ? 0 : moved(s->initial, first, count);
        bool no_default = is_dropped(s->default_option, first, count);
        s->default_option = no_default ? 0 : moved(s->default_option, first, count);
    }
}

static bool is_considered(const random_brain *b, uint32_t option) {
    bool considered = false;
    for (uint32_t row = 0; row < b->desc.consideration_count; row++) {
        considered = considered || b->considerations[row].of == option;
    }
    return considered;
}

/// Makes a composite a leaf.
static void drop_inside(random_brain *b, random_run *run, uint32_t row) {
    uint32_t count = random_brain_end(&b->desc, row) - row - 1;
    wits_state_desc *s = &b->states[row];
    wits_state_desc leaf = {.name = s->name, .parent = s->parent, .enter = s->enter, .exit = s->exit};
    leaf.update = s->update;
    leaf.timed = s->timed;
    leaf.has_weight = s->has_weight;
    leaf.weight = s->weight;
    leaf.hold = s->hold;
    leaf.score = s->score;
    leaf.rank = s->rank;
    leaf.cooldown = s->cooldown;
    leaf.lasts = s->lasts;
    leaf.done = s->done;
    leaf.final = s->final;
    leaf.commit = s->commit;
    if (row > 0 && b->states[s->parent].kind == WITS_KIND_UTILITY && leaf.score == NULL && !is_considered(b, row)) {
        leaf.score = host_functions[HOST_CONDITIONS].name;
    }
    *s = leaf;
    drop_states(b, run, row + 1, count);
    for (uint32_t t = b->desc.transition_count; t-- > 0;) {
        if (b->transitions[t].any && b->transitions[t].from == row) {
            drop_transition(b, t);
        } else if (b->transitions[t].to == row) {
            b->transitions[t].restart = false;
        }
    }
}

static void shrink_states(shrink_case *c) {
    for (uint32_t row = c->brain->desc.state_count; row-- > 1;) {
        if (row >= c->brain->desc.state_count) {
            continue;
        }
        const wits_desc *desc = &c->brain->desc;
        uint32_t parent = desc->states[row].parent;
        uint32_t end = random_brain_end(desc, row);
        bool only_child = parent + 1 == row && random_brain_end(desc, parent) == end;
        if (!only_child) {
            begin_trial(c);
            drop_states(c->trial_brain, c->trial_run, row, end - row);
            if (end_trial(c)) {
                continue;
            }
        }
        if (end > row + 1) {
            begin_trial(c);
            drop_inside(c->trial_brain, c->trial_run, row);
            (void)end_trial(c);
        }
    }
}

void shrink(random_brain *brain, random_run *run, uint64_t *counts) {
    shrink_case c = {.brain = brain, .run = run, .counts = counts};
    run_failure failure = {0};
    void *memory = random_compile(brain, &failure);
    c.compile = memory == NULL;
    free(memory);
    if (!fails(&c, brain, run, &failure)) {
        return;
    }
    if (!failure.compile) {
        run->call_count = failure.call + 1;
    }
    c.trial_brain = malloc(sizeof *c.trial_brain);
    c.trial_run = malloc(sizeof *c.trial_run);
    uint32_t kept;
    do {
        kept = c.kept;
        shrink_calls(&c);
        shrink_rows(&c);
        shrink_states(&c);
        shrink_considerations(&c);
        shrink_members(&c);
        shrink_texts(&c);
    } while (c.kept != kept);
    free(c.trial_brain);
    free(c.trial_run);
}
