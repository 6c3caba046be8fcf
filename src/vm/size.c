// SPDX-License-Identifier: MIT
// Bounds the size of a brain's code from its description. The lowering (src/lower) defines what to count. Code that may
// be omitted is counted if the tables do not decide it.
#include "core/compile/compile.h"
#include "lower/program.h"
#include "vm/code.h"

static uint32_t row_parent(const wits_desc *d, uint32_t row) {
    return d->states[row].parent;
}

static bool row_is_parallel(const wits_desc *d, uint32_t row) {
    return wits_core_desc_kind(d, row) == WITS_KIND_PARALLEL;
}

static bool row_keeps(const wits_desc *d, uint32_t row) {
    return wits_core_desc_has_children(d, row) && wits_core_desc_leave(d, row) == WITS_LEAVE_SUSPEND;
}

static bool has_own_inside(const wits_desc *d, uint32_t row) {
    return row_is_parallel(d, row) || row_keeps(d, row);
}

/// Counts its parent's memory, clocks, cooldown, private data and fresh bit, and a clock that texts may need.
static uint32_t room_count(const wits_desc *d, uint32_t row) {
    const wits_state_desc *s = &d->states[row];
    bool remembered = row != WITS_ROOT && wits_core_desc_leave(d, row_parent(d, row)) == WITS_LEAVE_RESUME;
    return 1u + remembered + (s->every != 0) + (s->cooldown != 0 ? 2 : 0) + (s->target != NULL) + (s->data_size != 0) +
           d->update_skip_entered;
}

static uint32_t enter_count(const wits_desc *d, uint32_t row, bool tells) {
    return room_count(d, row) + (d->states[row].enter != NULL) + tells;
}

/// Counts the operations that exit a state, as part of a path or alone.
static uint32_t exit_count(const wits_desc *d, uint32_t row, bool tells) {
    bool begins_machine = row != WITS_ROOT && has_own_inside(d, row_parent(d, row));
    return 1u + (d->states[row].final ? 2u : 0) + room_count(d, row) + (d->states[row].exit != NULL) + begins_machine +
           2u * tells;
}

/// Counts the operations that enter a state and everything entered with it, up to a routine, and set the slot.
static uint32_t entry_count(const wits_desc *d, uint32_t row, bool tells) {
    uint32_t count = 1;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {
        count += enter_count(d, row, tells);
        if ((wits_core_desc_kind(d, row) != WITS_KIND_FSM && d->states[row].initial == 0) ||
            wits_core_desc_has_initials(d, row)) {
            break;
        }
        row = d->states[row].initial != 0 ? d->states[row].initial : row + 1;
    }
    return count;
}

/// Counts operations in routines of its parent, for a child that is remembered, kept or chosen, or a region.
static uint64_t routine_count(const wits_desc *d, uint32_t row, bool tells) {
    const uint32_t around = row_parent(d, row);
    const bool remembers = wits_core_desc_leave(d, around) == WITS_LEAVE_RESUME, kept = row_keeps(d, around);
    const bool on_decide = wits_core_desc_activation(d, around) == WITS_ACTIVATION_ON_DECIDE;
    const bool chosen = wits_core_desc_kind(d, around) == WITS_KIND_UTILITY && d->states[around].initial == 0;
    const bool has_rules = wits_core_desc_has_initials(d, around);
    const bool is_first =
        !has_rules && (d->states[around].initial == row || (d->states[around].initial == 0 && row == around + 1));
    const uint32_t once = 3 + entry_count(d, row, tells);
    uint64_t count = 0;
    if (row_is_parallel(d, around)) {
        count += 2u * (once + 5 + tells);
    } else {
        const uint32_t times = 0u + (chosen || is_first) + remembers;
        count += (on_decide + 2u * (remembers || kept || chosen || has_rules)) * times * once;
    }
    return count + (kept ? 6u : 0);
}

/// Counts operations of a rule of `initial`, in routines of its fsm and where that is empty.
static uint64_t initial_count(const wits_desc *d, const wits_initial_desc *rule, bool tells) {
    const bool on_decide = wits_core_desc_activation(d, rule->of) == WITS_ACTIVATION_ON_DECIDE;
    return (uint64_t)(on_decide + 2u) * (4 + tells + entry_count(d, rule->to, tells));
}

/// Counts states that stop, continue or exit with their owner and have an inside.
static uint64_t inside_count(const wits_desc *d, uint32_t row) {
    uint64_t count = row != WITS_ROOT && row_is_parallel(d, row_parent(d, row));
    uint32_t kept = 0;
    count += d->states[row].final ? 5u : 0;  // it exits if its parent would keep it
    for (uint32_t at = row; at != WITS_ROOT; at = row_parent(d, at)) {
        const uint32_t around = row_parent(d, at), tests = 1 + kept;
        kept += row_keeps(d, around);
        count += row_keeps(d, around) ? 2 * (tests + 3) : 0;
    }
    return count;
}

/// Counts the paths of a configuration, except guards that are written out.
static uint64_t paths_count(const wits_desc *d, uint32_t row, bool is_flat, bool tells) {
    uint64_t count = 5u + (d->states[row].decide != NULL);
    for (uint32_t at = row;; at = row_parent(d, at)) {
        count += d->states[at].update != NULL || d->states[at].step != NULL ? 3u : 0;
        count += exit_count(d, at, tells) + (is_flat ? 0 : 2) + (d->states[at].retarget != NULL ? 2 : 0);
        if (at == WITS_ROOT) {
            return count;
        }
        count += wits_core_desc_kind(d, row_parent(d, at)) == WITS_KIND_UTILITY;
        if (has_own_inside(d, row_parent(d, at))) {
            return count + 2;  // tests for the composite around the machine
        }
    }
}

static bool row_is_configuration(const wits_desc *d, uint32_t row) {
    return !wits_core_desc_has_children(d, row) || has_own_inside(d, row) ||
           wits_core_desc_activation(d, row) == WITS_ACTIVATION_ON_DECIDE;
}

static uint64_t state_count(const wits_desc *d, uint32_t row, bool is_flat, bool tells) {
    uint64_t count = inside_count(d, row);
    if (wits_core_desc_has_children(d, row)) {
        count += 16;  // the ends of its routines, and operations not about children
    }
    if (row_is_configuration(d, row)) {
        count += paths_count(d, row, is_flat, tells);
    }
    if (!is_flat) {
        count += 2;  // the ends of its guards' routines
    }
    if (has_own_inside(d, row)) {
        count += 6u;  // ways into a kept inside, and how `stop` leaves it
    }
    return row == WITS_ROOT ? count
                            : count + routine_count(d, row, tells) + 3u * row_is_parallel(d, row_parent(d, row));
}

/// Counts operations of the parts of verbs for a state.
static uint64_t verbs_count(const wits_desc *d, uint32_t row) {
    const bool tells = true;
    uint64_t count = enter_count(d, row, tells) + 1u + entry_count(d, row, tells) + 1u;
    if (row == WITS_ROOT) {
        count += exit_count(d, row, tells) + 2u;  // `stop`
    }
    if (has_own_inside(d, row)) {
        count += 4;  // its regions' end, its clocks
    }
    if (row != WITS_ROOT) {
        const uint32_t around = row_parent(d, row);
        count += 2u + (has_own_inside(d, around) ? 6u : 0) + (row_is_parallel(d, around) ? 4u : 0);
    }
    return count;
}

/// Counts exits from `from` and entries to `to`, including everything between. `regions`: operations to leave and enter
/// all regions.
static uint64_t change_count(const wits_desc *d, uint32_t from, uint32_t to, bool any, bool acts, uint64_t regions,
                             bool tells) {
    const uint32_t domain = wits_core_desc_domain(d, from, to, any);
    const bool inwards = from != to && wits_core_desc_contains(d, from, to);
    const bool depends = any || domain == WITS_NONE || inwards;  // the active states decide how far it goes
    uint64_t count = 3u + tells + (acts ? 4 : 0) + entry_count(d, to, tells) +
                     (wits_core_desc_leave(d, to) != WITS_LEAVE_RESET ? 3 : 0);
    bool crosses = row_is_parallel(d, to);
    uint32_t ways = 1;
    for (uint32_t at = from; at != domain && at != WITS_ROOT; at = row_parent(d, at)) {
        count += exit_count(d, at, tells) + 1;
        crosses |= row_is_parallel(d, row_parent(d, at));
    }
    for (uint32_t at = to; at != domain && at != WITS_ROOT; at = row_parent(d, at)) {
        count += at == to ? 0 : enter_count(d, at, tells) + (row_keeps(d, at) ? 3 : 0);
        crosses |= row_is_parallel(d, row_parent(d, at));
        ways += depends;
    }
    return ways * (count + (crosses ? regions : 0) + (depends ? 3 : 0));
}

/// Counts operations to leave and enter all regions, or to replace a kept one.
static uint64_t regions_count(const wits_desc *d) {
    uint64_t count = 0;
    for (uint32_t row = 1; row < d->state_count; row++) {
        count += row_is_parallel(d, row_parent(d, row)) ? 6 : 0;
    }
    return count;
}

static uint64_t guard_count(const wits_desc *d, uint32_t row, bool tells) {
    const wits_transition_desc *t = &d->transitions[row];
    const uint32_t tests = 0u + (t->event != NULL) + (t->after != 0) + (t->any && !t->reenter) + (t->when != NULL);
    return tells ? 2 * tests + 1 : tests > 0 ? tests : 1;
}

static uint64_t words_count(const wits_desc *d) {
    desc_text texts[MAX_ROW_TEXTS];
    uint64_t words = 1;
    for (uint32_t row = 0; row < d->state_count; row++) {
        words += wits_core_texts_words(texts, wits_core_desc_state_texts(d, row, texts));
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        words += wits_core_texts_words(texts, wits_core_desc_transition_texts(d, row, texts));
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        words += wits_core_texts_words(texts, wits_core_desc_step_texts(d, row, texts));
    }
    return words;
}

static uint64_t rules_count(const wits_desc *d, bool is_flat, bool tells) {
    const uint64_t regions = regions_count(d);
    uint64_t count = 0;
    for (uint32_t row = 1; row < d->state_count; row++) {
        if (wits_core_desc_kind(d, row_parent(d, row)) == WITS_KIND_UTILITY) {
            count += change_count(d, row, row, false, false, regions, tells);
        }
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        const wits_transition_desc *t = &d->transitions[row];
        count += change_count(d, t->from, t->to, t->any, t->run != NULL, regions, tells);
        count += guard_count(d, row, tells) * (is_flat ? wits_core_desc_configurations(d, t->from) : 1);
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        const wits_step_desc *s = &d->steps[row];
        count += 3u + (s->to != WITS_STAY ? change_count(d, s->of, s->to, false, false, regions, tells) : 0);
    }
    return count;
}

/// Counts everything except action lists.
static uint64_t code_count(const wits_desc *d, bool is_flat, bool tells) {
    uint64_t count = rules_count(d, is_flat, tells) + 1;
    for (uint32_t row = 0; row < d->state_count; row++) {
        count += state_count(d, row, is_flat, tells) + (tells ? verbs_count(d, row) : 0);
    }
    for (uint32_t row = 0; row < d->initial_count; row++) {
        count += initial_count(d, &d->initials[row], tells);
    }
    return count;
}

uint64_t wits_vm_bytes(const wits_desc *d) {
    const uint64_t words = words_count(d);
    uint64_t options = 0;
    for (uint32_t row = 0; row < d->state_count; row++) {
        bool is_utility = wits_core_desc_kind(d, row) == WITS_KIND_UTILITY;
        bool is_option = row != WITS_ROOT && wits_core_desc_kind(d, row_parent(d, row)) == WITS_KIND_UTILITY;
        options += (uint64_t)is_utility * 2 + is_option;
    }
    const uint64_t count = 1 + words + code_count(d, wits_core_desc_is_flat(d), false) + code_count(d, false, true);
    const uint64_t scratch =
        sizeof(uint32_t) * (ROUTINE_COUNT * (uint64_t)d->state_count + d->transition_count + words);
    const uint64_t entries = (2 * sizeof(vm_paths) + sizeof(uint32_t)) * (uint64_t)d->state_count + 16;
    return count * sizeof(vm_op) + scratch + 2 * entries + sizeof(vm_verbs) * (uint64_t)d->state_count +
           options * sizeof(option_row) + 64;
}
