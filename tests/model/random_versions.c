// SPDX-License-Identifier: MIT
#include "random_versions.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Names of states that no brain has at first.
static const char *new_name(uint32_t n) {
    static char names[4 * RANDOM_STATES][8];
    assert(n < 4 * RANDOM_STATES);
    if (names[n][0] == 0) {
        (void)snprintf(names[n], sizeof names[n], "m%u", (unsigned)n);
    }
    return names[n];
}

/// The first number of which neither this nor a later name is in use.
static uint32_t first_new_name(const wits_desc *desc) {
    uint32_t first = 0;
    for (uint32_t row = 0; row < desc->state_count; row++) {
        const char *name = desc->states[row].name;
        uint32_t number = name[0] == 'm' ? (uint32_t)strtoul(name + 1, NULL, 10) + 1 : 0;
        first = number > first ? number : first;
    }
    return first;
}

static wits_kind kind_of(const wits_desc *desc, uint32_t row) {
    wits_kind kind = desc->states[row].kind;
    bool has_children = random_brain_end(desc, row) > row + 1;
    return kind != WITS_KIND_DEFAULT ? kind : has_children ? WITS_KIND_FSM : WITS_KIND_LEAF;
}

static bool is_option(const random_brain *b, uint32_t row) {
    return row != WITS_ROOT && kind_of(&b->desc, b->states[row].parent) == WITS_KIND_UTILITY;
}

// ---------------------------------------------------------------------------------------------------------- new rows

/// A row of the new table: its old row, or WITS_NONE with a new name; `around` is a row of the old table. With
/// `is_moved`, its parent is row `at` of the new table.
typedef struct new_row {
    wits_state_id was;
    wits_state_id around;
    const char *name;
    bool is_moved;
    wits_state_id at;
} new_row;

/// Rows of the states in the brain that was edited; WITS_NONE for new states.
static wits_state_id origin[RANDOM_STATES];

typedef struct table {
    new_row rows[RANDOM_STATES + 2];
    uint32_t count;
} table;

/// Rules are in the order of the states.
static void rebuild_initials(random_brain *b, const random_brain *old, const table *t, const wits_state_id *now) {
    b->desc.initial_count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        for (uint32_t row = 0; row < old->desc.initial_count && t->rows[i].was != WITS_NONE; row++) {
            const wits_initial_desc *was = &old->initials[row];
            if (was->of == t->rows[i].was && now[was->to] != WITS_NONE) {
                b->initials[b->desc.initial_count++] =
                    (wits_initial_desc){.of = (wits_state_id)i, .when = was->when, .to = now[was->to]};
            }
        }
    }
}

/// Updates all references to rows of states, and removes the transitions, steps and considerations of removed states.
static void rebuild(random_brain *b, const table *t) {
    static random_brain old;
    wits_state_id now[RANDOM_STATES], origins[RANDOM_STATES];
    old = *b;
    memset(now, 0xFF, sizeof now);
    memcpy(origins, origin, sizeof origins);
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->rows[i].was != WITS_NONE) {
            now[t->rows[i].was] = (wits_state_id)i;
        }
    }
    b->desc.state_count = t->count;
    b->desc.consideration_count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const new_row *row = &t->rows[i];
        origin[i] = row->was == WITS_NONE ? (wits_state_id)WITS_NONE : origins[row->was];
        if (row->was == WITS_NONE) {
            b->states[i] = (wits_state_desc){.name = row->name, .parent = now[row->around]};
            continue;
        }
        wits_state_desc *s = &b->states[i];
        *s = old.states[row->was];
        s->parent = row->is_moved ? row->at : i == WITS_ROOT ? s->parent : now[s->parent];
        s->initial = s->initial == 0 || now[s->initial] == WITS_NONE ? 0 : now[s->initial];
        s->default_option = s->default_option == 0 || now[s->default_option] == WITS_NONE ? 0 : now[s->default_option];
        for (uint32_t c = 0; c < old.desc.consideration_count; c++) {
            if (old.considerations[c].of == row->was) {
                wits_consideration_desc *to = &b->considerations[b->desc.consideration_count++];
                *to = old.considerations[c];
                to->of = (wits_state_id)i;
            }
        }
    }
    b->desc.transition_count = 0;
    for (uint32_t i = 0; i < old.desc.transition_count; i++) {
        wits_transition_desc row = old.transitions[i];
        row.from = now[row.from];
        row.to = now[row.to];
        if (row.from != WITS_NONE && row.to != WITS_NONE) {
            b->transitions[b->desc.transition_count++] = row;
        }
    }
    b->desc.step_count = 0;
    for (uint32_t i = 0; i < old.desc.step_count; i++) {
        wits_step_desc row = old.steps[i];
        row.of = now[row.of];
        row.to = row.to == 0 ? 0 : now[row.to];
        if (row.of != WITS_NONE && row.to != WITS_NONE) {
            b->steps[b->desc.step_count++] = row;
        }
    }
    rebuild_initials(b, &old, t, now);
}

static void add_old(table *t, wits_state_id was) {
    t->rows[t->count++] = (new_row){.was = was};
}

static void all_rows(table *t, const random_brain *b) {
    t->count = 0;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        add_old(t, (wits_state_id)row);
    }
}

static void shuffle_inside(table *t, const wits_desc *desc, wits_state_id row, rng *r) {
    wits_state_id children[RANDOM_STATES];
    uint32_t count = 0;
    add_old(t, row);
    for (uint32_t child = row + 1u; child < random_brain_end(desc, row); child = random_brain_end(desc, child)) {
        children[count++] = (wits_state_id)child;
    }
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = rng_below(r, i);
        wits_state_id child = children[other];
        children[other] = children[i - 1];
        children[i - 1] = child;
    }
    for (uint32_t i = 0; i < count; i++) {
        shuffle_inside(t, desc, children[i], r);
    }
}

static void permute(random_brain *b, rng *r) {
    table t = {.count = 0};
    shuffle_inside(&t, &b->desc, WITS_ROOT, r);
    rebuild(b, &t);
}

// ------------------------------------------------------------------------------------------------- consistent again

/// Only an fsm has rules, and the last of them has no condition.
static void keep_valid_initials(random_brain *b) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->desc.initial_count; i++) {
        const wits_initial_desc rule = b->initials[i];
        const bool is_fsm = kind_of(&b->desc, rule.of) == WITS_KIND_FSM && b->states[rule.of].initial == 0;
        if (is_fsm && b->states[rule.to].parent == rule.of) {
            b->initials[count++] = rule;
        }
    }
    b->desc.initial_count = count;
    for (uint32_t i = 0; i < count; i++) {
        wits_initial_desc *rule = &b->initials[i];
        const bool is_last = i + 1 == count || rule[1].of != rule->of;
        rule->when = is_last ? NULL : rule->when == NULL ? host_functions[0].name : rule->when;
    }
}

static void take_target(wits_state_desc *s) {
    s->target = s->retarget = NULL;
    s->reenter = s->has_target_inertia = false;
    s->target_inertia = 0.0f;
}

/// Options have scores, other states have none; only utilities have attributes of utilities.
static void mend(random_brain *b) {
    static random_brain old;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        wits_kind kind = kind_of(&b->desc, row);
        if (kind != WITS_KIND_UTILITY) {
            s->inertia = s->floor = s->within = s->temperature = 0.0f;
            s->every = s->top = 0;
            s->has_floor = false;
            s->select = WITS_SELECT_DEFAULT;
            s->default_option = 0;
            s->score_best = false;
        }
        if (kind == WITS_KIND_LEAF) {
            s->kind = WITS_KIND_DEFAULT;
            s->activation = WITS_ACTIVATION_DEFAULT;
            s->leave = WITS_LEAVE_DEFAULT;
        } else {
            s->decide = s->step = NULL;
            s->data_size = 0;
            s->data = NULL;
        }
        if (kind == WITS_KIND_PARALLEL) {
            s->initial = 0;
        }
        if (!is_option(b, row)) {
            s->score = s->rank = NULL;
            s->weight = 0.0f;
            s->has_weight = false;
            s->hold = s->cooldown = 0;
            s->score_best = false;
            take_target(s);
        }
    }
    old = *b;
    b->desc.consideration_count = 0;
    bool considered[RANDOM_STATES] = {false};
    for (uint32_t c = 0; c < old.desc.consideration_count; c++) {
        if (is_option(b, old.considerations[c].of)) {
            considered[old.considerations[c].of] = true;
            b->considerations[b->desc.consideration_count++] = old.considerations[c];
        }
    }
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        bool leaf = kind_of(&b->desc, row) == WITS_KIND_LEAF;
        if (is_option(b, row) && leaf && s->score == NULL && !considered[row]) {
            s->score = host_functions[HOST_CONDITIONS].name;
        }
    }
    for (uint32_t i = b->desc.transition_count; i-- > 0;) {
        wits_transition_desc *t = &b->transitions[i];
        if (kind_of(&b->desc, t->to) == WITS_KIND_LEAF) {
            t->restart = false;
        }
        wits_kind from = kind_of(&b->desc, t->from);
        if (t->any && from != WITS_KIND_FSM && from != WITS_KIND_UTILITY) {
            memmove(t, t + 1, (--b->desc.transition_count - i) * sizeof *t);
        }
    }
    for (uint32_t i = b->desc.step_count; i-- > 0;) {
        if (kind_of(&b->desc, b->steps[i].of) != WITS_KIND_LEAF) {
            memmove(&b->steps[i], &b->steps[i + 1], (--b->desc.step_count - i) * sizeof *b->steps);
        }
    }
    keep_valid_initials(b);
}

// ------------------------------------------------------------------------------------------------------------- edits

static uint32_t any_state(const random_brain *b, rng *r) {
    return rng_below(r, b->desc.state_count);
}

static void insert(random_brain *b, rng *r) {
    table t = {.count = 0};
    uint32_t name = first_new_name(&b->desc);
    uint32_t around = any_state(b, r);
    uint32_t before = around + 1 + rng_below(r, random_brain_end(&b->desc, around) - around);
    while (before < b->desc.state_count && before < random_brain_end(&b->desc, around) &&
           b->states[before].parent != around) {
        before++;  // not inside another child
    }
    bool is_composite = rng_chance(r, 40);
    if (b->desc.state_count + 3 >= RANDOM_STATES) {
        return;
    }
    for (uint32_t row = 0; row <= b->desc.state_count; row++) {
        if (row == before) {
            t.rows[t.count++] = (new_row){.was = WITS_NONE, .around = (wits_state_id)around, .name = new_name(name)};
        }
        if (row < b->desc.state_count) {
            add_old(&t, (wits_state_id)row);
        }
    }
    rebuild(b, &t);
    if (is_composite) {  // and two states in it
        for (uint32_t child = 1; child <= 2; child++) {
            all_rows(&t, b);
            memmove(&t.rows[before + child + 1], &t.rows[before + child], (t.count - before - child) * sizeof *t.rows);
            t.rows[before + child] =
                (new_row){.was = WITS_NONE, .around = (wits_state_id)before, .name = new_name(name + child)};
            t.count++;
            rebuild(b, &t);
        }
        b->states[before].leave = (wits_leave)rng_below(r, 4);
        b->states[before].activation = (wits_activation)rng_below(r, 4);
    }
    b->states[before].timed = rng_chance(r, 30);
}

static void drop(random_brain *b, rng *r) {
    table t = {.count = 0};
    uint32_t row = any_state(b, r);
    bool inside_only = rng_chance(r, 20);
    uint32_t first = inside_only ? row + 1 : row;
    uint32_t end = random_brain_end(&b->desc, row);
    for (uint32_t i = 0; i < b->desc.state_count; i++) {
        if (i < first || i >= end || i == WITS_ROOT) {
            add_old(&t, (wits_state_id)i);
        }
    }
    if (inside_only) {
        b->states[row].kind = WITS_KIND_DEFAULT;
    }
    rebuild(b, &t);
}

static void change_kind(random_brain *b, rng *r) {
    static const wits_kind kinds[] = {WITS_KIND_FSM, WITS_KIND_UTILITY, WITS_KIND_PARALLEL};
    uint32_t row = any_state(b, r);
    if (kind_of(&b->desc, row) == WITS_KIND_LEAF) {
        return;
    }
    b->states[row].kind = kinds[rng_below(r, 3)];
    if (b->states[row].kind == WITS_KIND_PARALLEL) {
        b->states[row].leave = b->states[row].leave == WITS_LEAVE_RESUME ? WITS_LEAVE_RESET : b->states[row].leave;
        b->states[row].activation = WITS_ACTIVATION_NOW;
    }
}

/// Changes an attribute of one composite or of all.
static void change_leave(random_brain *b, rng *r) {
    uint32_t first = rng_chance(r, 50) ? 0 : any_state(b, r);
    uint32_t end = first == 0 ? b->desc.state_count : first + 1;
    for (uint32_t row = first; row < end; row++) {
        wits_leave leave = (wits_leave)rng_below(r, 4);
        bool resumes = leave == WITS_LEAVE_RESUME && kind_of(&b->desc, row) == WITS_KIND_PARALLEL;
        b->states[row].leave = resumes ? WITS_LEAVE_SUSPEND : leave;
    }
}

/// Changes an attribute of one state or of all.
static void change_ticks(random_brain *b, rng *r) {
    uint32_t first = rng_chance(r, 50) ? 0 : any_state(b, r);
    uint32_t end = first == 0 ? b->desc.state_count : first + 1;
    bool stay = true;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        stay = stay && b->states[row].cooldown == 0;
    }
    for (uint32_t row = first; row < end; row++) {
        wits_state_desc *s = &b->states[row];
        s->hold = rng_chance(r, 50) ? 0 : 1 + rng_below(r, 9);
        s->cooldown = stay ? 20 + rng_below(r, 9) : 0;
        s->lasts = rng_chance(r, 70) ? s->lasts : rng_below(r, 5);
        s->every = rng_chance(r, 50) || kind_of(&b->desc, row) != WITS_KIND_UTILITY ? 0 : 1 + rng_below(r, 9);
    }
}

static void change_events(random_version *v, rng *r) {
    uint32_t count = v->brain.desc.event_count;
    if (count == 0) {
        return;
    }
    uint32_t turn = rng_below(r, count);
    const char *events[RANDOM_EVENTS];
    for (uint32_t i = 0; i < count; i++) {
        events[i] = v->events[(i + turn) % count];
    }
    memcpy(v->events, events, count * sizeof *events);
    v->brain.desc.event_count -= rng_chance(r, 50) ? 1 : 0;
}

/// Gives the option a target, or one of another kind, or removes it.
static void change_target_of(random_brain *b, wits_state_desc *s, rng *r) {
    if (s->target != NULL && rng_chance(r, 30)) {
        take_target(s);
    } else {
        s->target = b->targets[rng_below(r, b->desc.target_count)].name;
        s->score_best = false;
    }
}

/// Changes an attribute of one option or of all.
static void change_target(random_brain *b, rng *r) {
    const uint32_t first = rng_chance(r, 50) ? 0 : any_state(b, r);
    const uint32_t end = first == 0 ? b->desc.state_count : first + 1;
    for (uint32_t row = first; row < end && b->desc.target_count != 0; row++) {
        if (is_option(b, row)) {
            change_target_of(b, &b->states[row], r);
        }
    }
}

/// Swaps two kinds, or their fields.
static void change_kinds(random_brain *b, rng *r) {
    const uint32_t kinds = b->desc.target_count;
    if (kinds < 2) {
        return;
    }
    const uint32_t one = rng_below(r, kinds), other = (one + 1 + rng_below(r, kinds - 1)) % kinds;
    const wits_target_desc kind = b->targets[one];
    wits_target_field_desc kind_fields[RANDOM_TARGET_FIELDS];
    memcpy(kind_fields, b->target_fields[one], sizeof kind_fields);
    memcpy(b->target_fields[one], b->target_fields[other], sizeof kind_fields);
    memcpy(b->target_fields[other], kind_fields, sizeof kind_fields);
    b->targets[one].field_count = b->targets[other].field_count;
    b->targets[other].field_count = kind.field_count;
    if (rng_chance(r, 70)) {
        b->targets[one].name = b->targets[other].name;
        b->targets[other].name = kind.name;
    }
}

// ------------------------------------------------------------------------------------------------------------- moves

static void add_tree(table *t, const wits_desc *desc, uint32_t top, uint32_t at) {
    for (uint32_t row = top; row < random_brain_end(desc, top); row++) {
        add_old(t, (wits_state_id)row);
        t->rows[t->count - 1].is_moved = row == top;
        t->rows[t->count - 1].at = (wits_state_id)at;
    }
}

/// Moves a state with everything inside it into another state, before or after the children there.
static void move_into(random_brain *b, uint32_t top, uint32_t into, bool is_first) {
    table t = {.count = 0};
    const uint32_t end = random_brain_end(&b->desc, top), into_end = random_brain_end(&b->desc, into);
    uint32_t at = 0;
    for (uint32_t row = 0; row <= b->desc.state_count; row++) {
        if (row == (is_first ? into + 1 : into_end)) {
            add_tree(&t, &b->desc, top, at);
        }
        if (row < b->desc.state_count && (row < top || row >= end)) {
            at = row == into ? t.count : at;
            add_old(&t, (wits_state_id)row);
        }
    }
    rebuild(b, &t);
}

/// Puts a new composite around a state.
static void wrap(random_brain *b, uint32_t top, rng *r) {
    table t = {.count = 0};
    const char *name = new_name(first_new_name(&b->desc));
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        if (row == top) {
            t.rows[t.count++] = (new_row){.was = WITS_NONE, .around = b->states[top].parent, .name = name};
            add_tree(&t, &b->desc, top, t.count - 1);
            row = random_brain_end(&b->desc, top) - 1;
        } else {
            add_old(&t, (wits_state_id)row);
        }
    }
    rebuild(b, &t);
    b->states[top].leave = (wits_leave)rng_below(r, 4);
    b->states[top].kind = rng_chance(r, 30) ? WITS_KIND_PARALLEL : WITS_KIND_FSM;
}

/// Removes a composite; its children are their grandparent's.
static void dissolve(random_brain *b, uint32_t top) {
    table t = {.count = 0};
    uint32_t at = 0;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        at = row == b->states[top].parent ? t.count : at;
        if (row != top) {
            add_old(&t, (wits_state_id)row);
            t.rows[t.count - 1].is_moved = b->states[row].parent == top && row != WITS_ROOT;
            t.rows[t.count - 1].at = (wits_state_id)at;
        }
    }
    rebuild(b, &t);
}

static void make_move(random_brain *b, rng *r) {
    if (b->desc.state_count < 2 || b->desc.state_count + 2 >= RANDOM_STATES) {
        return;
    }
    const uint32_t top = 1 + rng_below(r, b->desc.state_count - 1), into = any_state(b, r);
    const uint32_t what = rng_below(r, 10);
    if (what < 6 && (into < top || into >= random_brain_end(&b->desc, top))) {
        const wits_state_id around = b->states[top].parent;
        const char *name = b->states[around].name;
        move_into(b, top, into, rng_chance(r, 50));
        for (uint32_t row = 0; row < b->desc.state_count; row++) {  // a state that has lost all its children is a leaf
            const bool is_empty = random_brain_end(&b->desc, row) == row + 1 && b->states[row].name == name;
            b->states[row].kind = is_empty ? WITS_KIND_DEFAULT : b->states[row].kind;
        }
    } else if (what < 8) {
        wrap(b, top, r);
    } else {
        dissolve(b, top);
    }
    mend(b);
    random_done_mend(&b->desc, b->states, b->transitions, b->steps);
}

typedef enum edit {
    EDIT_PERMUTE,
    EDIT_INSERT,
    EDIT_DROP,
    EDIT_RENAME,
    EDIT_KIND,
    EDIT_LEAVE,
    EDIT_ACTIVATION,
    EDIT_INITIAL,
    EDIT_TIMED,
    EDIT_DATA,
    EDIT_TICKS,
    EDIT_SKIP_ENTERED,
    EDIT_EVENTS,
    EDIT_TARGET,
    EDIT_TARGET_KINDS,
    EDIT_COUNT,
} edit;

static const char *const edit_names[EDIT_COUNT] = {"permute", "insert",     "drop",    "rename", "kind",
                                                   "leave",   "activation", "initial", "timed",  "data",
                                                   "ticks",   "skip",       "events",  "target", "target_kinds"};

static rng edit_numbers(uint64_t seed, uint32_t number) {
    return (rng){host_mix(seed, 700 + number)};
}

const char *random_edit_name(uint64_t seed, uint32_t number) {
    rng r = edit_numbers(seed, number);
    return edit_names[rng_below(&r, EDIT_COUNT)];
}

static void make_edit(random_version *v, rng *r) {
    random_brain *b = &v->brain;
    edit what = (edit)rng_below(r, EDIT_COUNT);
    wits_state_desc *s = &b->states[any_state(b, r)];
    switch (what) {
    case EDIT_PERMUTE:
        permute(b, r);
        break;
    case EDIT_INSERT:
        insert(b, r);
        break;
    case EDIT_DROP:
        drop(b, r);
        break;
    case EDIT_RENAME:
        s->name = new_name(first_new_name(&b->desc));
        break;
    case EDIT_KIND:
        change_kind(b, r);
        break;
    case EDIT_LEAVE:
        change_leave(b, r);
        break;
    case EDIT_ACTIVATION:
        s->activation = (wits_activation)rng_below(r, 4);
        break;
    case EDIT_INITIAL:
        s->initial = 0;
        break;
    case EDIT_TIMED:
        s->timed = !s->timed;
        break;
    case EDIT_DATA:
        s->data_size = rng_below(r, RANDOM_DATA);
        s->data = NULL;
        break;
    case EDIT_TICKS:
        change_ticks(b, r);
        break;
    case EDIT_SKIP_ENTERED:
        b->desc.update_skip_entered = !b->desc.update_skip_entered;
        break;
    case EDIT_TARGET:
        change_target(b, r);
        break;
    case EDIT_TARGET_KINDS:
        change_kinds(b, r);
        break;
    default:
        change_events(v, r);
        break;
    }
    mend(b);
    random_done_mend(&b->desc, b->states, b->transitions, b->steps);
}

// --------------------------------------------------------------------------------------------------------------- all

static void link_version(random_version *v) {
    random_brain_link(&v->brain);
    v->brain.desc.events = v->events;
}

static void copy_brain(random_version *to, const random_brain *from) {
    to->brain = *from;
    memcpy(to->events, from->desc.events, from->desc.event_count * sizeof *to->events);
    memset(to->was_made, 0, sizeof to->was_made);
    to->edits = 0;
    link_version(to);
}

void random_version_permute(random_version *to, const random_brain *from, uint64_t seed) {
    rng r = {seed};
    copy_brain(to, from);
    permute(&to->brain, &r);
}

void random_version_move(random_version *to, const random_brain *from, uint64_t seed) {
    static random_version before;
    rng r = {seed};
    copy_brain(to, from);
    for (uint32_t row = 0; row < RANDOM_STATES; row++) {
        origin[row] = (wits_state_id)row;
    }
    for (uint32_t i = 0; i < 2 + rng_below(&r, 3); i++) {
        wits_state_id origins[RANDOM_STATES];
        rng numbers = edit_numbers(seed, i);
        before = *to;
        memcpy(origins, origin, sizeof origins);
        if (rng_chance(&numbers, 60)) {
            make_move(&to->brain, &numbers);
        } else {
            make_edit(to, &numbers);
        }
        if (wits_brain_size(&to->brain.desc, NULL) == 0) {
            *to = before;
            link_version(to);
            memcpy(origin, origins, sizeof origins);
        }
    }
    memcpy(to->origin, origin, sizeof origin);
}

void random_version_edit(random_version *to, const random_brain *from, uint64_t seed, uint32_t left_out) {
    static random_version before;
    rng r = {seed};
    copy_brain(to, from);
    to->edits = 1 + rng_below(&r, RANDOM_EDITS);
    for (uint32_t i = 0; i < to->edits; i++) {
        if ((left_out >> i & 1) != 0) {
            continue;
        }
        rng numbers = edit_numbers(seed, i);
        before = *to;
        make_edit(to, &numbers);
        to->was_made[i] = wits_brain_size(&to->brain.desc, NULL) != 0;
        if (!to->was_made[i]) {
            *to = before;
            link_version(to);
        }
    }
}
