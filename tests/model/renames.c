// SPDX-License-Identifier: MIT
#include "renames.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH = 1040,
    LOSSES = RANDOM_STATES * 5 + RANDOM_EVENTS,
    RENAMES = RANDOM_STATES + RANDOM_EVENTS + RANDOM_FIELDS
};

static bool fail(run_failure *failure, const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    (void)vsnprintf(failure->text, sizeof failure->text, text, arguments);
    va_end(arguments);
    return false;
}

typedef struct rename_list {
    wits_rename rows[RENAMES];
    char from[RENAMES][PATH], to[RENAMES][PATH];
    uint32_t count;
} rename_list;

static void add_rename(rename_list *list, wits_table table, const char *from, const char *to) {
    (void)snprintf(list->from[list->count], PATH, "%s", from);
    (void)snprintf(list->to[list->count], PATH, "%s", to);
    list->rows[list->count] = (wits_rename){table, list->from[list->count], list->to[list->count]};
    list->count++;
}

/// Finds a state by its whole path.
static wits_state_id find_path(const wits_brain *brain, const char *path) {
    char whole[PATH + 1];
    (void)snprintf(whole, sizeof whole, "/%s", path);
    return wits_find_state(brain, whole);
}

/// The versions, in memory of exactly the size; free() it. Null if the renames are refused.
static const wits_versions *match(const wits_brain *from, const wits_brain *to, const rename_list *list,
                                  run_failure *failure) {
    const size_t size = wits_versions_size(from, to);
    void *memory = malloc(size);
    wits_problem problems[4];
    wits_report report = {problems, 4, 0};
    const wits_versions *v = wits_versions_match(from, to, list->rows, list->count, memory, size, &report);
    if (v == NULL) {
        char text[400];
        (void)wits_problem_text(&problems[0], text, sizeof text);
        (void)fail(failure, "renames are refused: %.300s", text);
        free(memory);
    }
    return v;
}

static bool convert(const random_switch *s, const wits_brain *from, const wits_versions *v, uint8_t *agent,
                    wits_conversion *lost) {
    static wits_loss losses[LOSSES];
    *lost = (wits_conversion){.losses = losses, .capacity = LOSSES, .versions = v};
    memset(agent, 0xC3, wits_agent_size(s->to));
    return wits_agent_convert(from, s->old_agent, s->to, agent, s->frame, lost) &&
           wits_agent_is_valid(s->to, agent, wits_agent_size(s->to));
}

// -------------------------------------------------------------------------------------------------------- other names

/// Begins a name inside a copy of a brain with a capital, as no other name does. Names may share their text.
static void patch(void *copy, const wits_brain *brain, const char *name) {
    ((char *)copy)[name - (const char *)(const void *)brain] = (char)toupper((unsigned char)name[0]);
}

static bool is_patched(const char *name) {
    return isupper((unsigned char)name[0]) != 0;
}

static bool is_converted_as(const random_switch *s, const wits_brain *from, const rename_list *list,
                            run_failure *failure) {
    const wits_versions *v = match(from, s->to, list, failure);
    if (v == NULL) {
        return false;
    }
    const size_t size = wits_agent_size(s->to);
    uint8_t *agent = malloc(size);
    wits_conversion lost;
    bool same = convert(s, from, v, agent, &lost) && memcmp(agent, s->new_agent, size) == 0;
    same = same && lost.count == s->lost->count;
    for (uint32_t i = 0; same && i < lost.count && i < s->lost->capacity; i++) {
        const wits_loss *a = &lost.losses[i], *b = &s->lost->losses[i];
        same = a->kind == b->kind && a->row == b->row && a->agent == b->agent;
    }
    free(agent);
    free((void *)(uintptr_t)v);
    return same || fail(failure, "with %u renames, the conversion differs", list->count);
}

bool renames_look(const random_switch *s, uint64_t seed, renames_tally *tally, run_failure *failure) {
    static rename_list list;
    list.count = 0;
    if (!is_converted_as(s, s->from, &list, failure)) {
        return false;
    }
    rng r = {seed};
    wits_brain *copy = malloc(wits_brain_bytes(s->from));
    memcpy(copy, s->from, wits_brain_bytes(s->from));
    for (uint32_t row = 1; row < wits_state_count(s->from); row++) {
        if (rng_chance(&r, 30)) {
            patch(copy, s->from, wits_state_name(s->from, (wits_state_id)row));
        }
    }
    for (uint32_t row = 0; row < wits_event_count(s->from); row++) {
        if (rng_chance(&r, 40)) {
            patch(copy, s->from, wits_event_name(s->from, row));
        }
    }
    for (uint32_t row = 0; row < wits_field_count(s->from); row++) {
        if (rng_chance(&r, 40)) {
            patch(copy, s->from, wits_field_name(s->from, row));
        }
    }
    for (uint32_t row = 1; row < wits_state_count(s->from); row++) {
        char from[PATH], to[PATH];
        (void)wits_state_path(copy, (wits_state_id)row, from, PATH);
        (void)wits_state_path(s->from, (wits_state_id)row, to, PATH);
        const bool is_renamed = is_patched(wits_state_name(copy, (wits_state_id)row));
        if (is_renamed && find_path(s->to, to) != WITS_NONE) {
            add_rename(&list, WITS_TABLE_STATES, from, to);
        }
    }
    for (uint32_t row = 0; row < wits_event_count(s->from); row++) {
        if (is_patched(wits_event_name(copy, row)) &&
            wits_find_event(s->to, wits_event_name(s->from, row)) != WITS_NONE) {
            add_rename(&list, WITS_TABLE_EVENTS, wits_event_name(copy, row), wits_event_name(s->from, row));
        }
    }
    for (uint32_t row = 0; row < wits_field_count(s->from); row++) {
        if (is_patched(wits_field_name(copy, row)) &&
            wits_find_field(s->to, wits_field_name(s->from, row)) != WITS_NONE) {
            add_rename(&list, WITS_TABLE_FIELDS, wits_field_name(copy, row), wits_field_name(s->from, row));
        }
    }
    add_rename(&list, WITS_TABLE_EVENTS, "never", wits_event_count(s->to) > 0 ? wits_event_name(s->to, 0) : "never");
    list.count -= wits_event_count(s->to) > 0 ? 0 : 1;
    const bool same = is_converted_as(s, copy, &list, failure);
    tally->same++;
    tally->renamed += list.count;
    free(copy);
    return same;
}

// --------------------------------------------------------------------------------------------------------------- moves

/// A conversion after moves.
typedef struct moved {
    const random_switch *s;
    const wits_versions *v;
    const wits_brain *from, *to;
    const uint8_t *old_agent, *new_agent;
    const wits_desc *old_desc, *new_desc;
    wits_conversion lost;
    wits_state_id old_of[RANDOM_STATES];
    uint64_t competed;
    run_failure *failure;
} moved;

static bool was_active(const moved *m, wits_state_id state) {
    return m->old_of[state] != WITS_NONE && wits_is_in(m->from, m->old_agent, m->old_of[state]);
}

static bool is_innermost(const wits_brain *brain, const uint8_t *agent, wits_state_id state) {
    wits_state_id active[RANDOM_STATES];
    const uint32_t count = wits_active(brain, agent, active, RANDOM_STATES);
    for (uint32_t i = 0; i < count; i++) {
        if (active[i] == state) {
            return true;
        }
    }
    return false;
}

/// Returns whether anything in a state of the new brain was active; or was the innermost active state.
static bool holds(const moved *m, wits_state_id top, bool innermost) {
    for (wits_state_id state = top; state < wits_state_end(m->to, top); state++) {
        if (was_active(m, state) && (!innermost || is_innermost(m->from, m->old_agent, m->old_of[state]))) {
            return true;
        }
    }
    return false;
}

/// "A parallel that has become an fsm or utility": no region of it may continue.
static bool was_region(const moved *m, wits_state_id state) {
    const wits_state_id around = m->old_of[wits_state_parent(m->to, state)], old = m->old_of[state];
    return around != WITS_NONE && old != WITS_NONE && wits_state_parent(m->from, old) == around &&
           wits_state_kind(m->from, around) == WITS_KIND_PARALLEL && wits_is_in(m->from, m->old_agent, around);
}

static wits_state_id chosen(moved *m, wits_state_id composite) {
    wits_state_id found = WITS_NONE;
    uint32_t candidates = 0;
    for (uint32_t innermost = 2; innermost-- > 0;) {
        for (wits_state_id child = composite + 1u; child < wits_state_end(m->to, composite);
             child = wits_state_end(m->to, child)) {
            if (!was_region(m, child) && holds(m, child, innermost == 1)) {
                found = found == WITS_NONE ? child : found;
                candidates += 1 - innermost;
            }
        }
    }
    m->competed += candidates > 1;
    return found;
}

static bool continues(moved *m, wits_state_id state) {
    char path[PATH];
    (void)wits_state_path(m->to, state, path, PATH);
    if (!wits_is_in(m->to, m->new_agent, state)) {
        return fail(m->failure, "%s could be active and is not", path);
    }
    const uint32_t ticks = wits_elapsed(m->to, m->new_agent, state, m->s->frame->tick);
    const wits_state_id old = m->old_of[state];
    const bool went_on = was_active(m, state);
    const uint32_t before = went_on ? wits_elapsed(m->from, m->old_agent, old, m->s->frame->tick) : 0;
    const bool has_clocks = went_on && m->old_desc->states[old].timed && m->new_desc->states[state].timed;
    if (ticks != before && (has_clocks || ticks != 0)) {
        return fail(m->failure, "%s: its clock shows %u, should show %u", path, ticks, before);
    }
    const wits_kind kind = wits_state_kind(m->to, state);
    if (kind == WITS_KIND_PARALLEL) {
        for (wits_state_id child = state + 1u; child < wits_state_end(m->to, state);
             child = wits_state_end(m->to, child)) {
            if (holds(m, child, false) ? !continues(m, child) : !wits_is_in(m->to, m->new_agent, child)) {
                return m->failure->text[0] != 0 ? false : fail(m->failure, "a region of %s is not active", path);
            }
        }
    } else if (kind != WITS_KIND_LEAF) {
        const wits_state_id child = chosen(m, state);
        return child == WITS_NONE || continues(m, child);
    }
    return true;
}

/// Returns whether a loss of one of these kinds names the state or one around it.
static bool is_lost(const moved *m, wits_state_id old, uint32_t kinds) {
    for (uint32_t i = 0; i < m->lost.count; i++) {
        const wits_loss *loss = &m->lost.losses[i];
        if ((kinds >> loss->kind & 1) != 0 && old >= loss->row &&
            old < wits_state_end(m->from, (wits_state_id)loss->row)) {
            return true;
        }
    }
    return false;
}

enum {
    LOST = 1 << WITS_LOSS_STATE | 1 << WITS_LOSS_KIND | 1 << WITS_LOSS_PLACE | 1 << WITS_LOSS_KEPT,
};

/// Every innermost active state continues, or is in a loss; and a loss that is not of something kept or remembered
/// contains a state that does not continue.
static bool has_true_losses(const moved *m) {
    char path[PATH];
    wits_state_id active[RANDOM_STATES];
    const uint32_t count = wits_active(m->from, m->old_agent, active, RANDOM_STATES);
    for (uint32_t i = 0; i < count; i++) {
        const wits_state_id now = wits_versions_state(m->v, active[i]);
        if ((now == WITS_NONE || !wits_is_in(m->to, m->new_agent, now)) && !is_lost(m, active[i], LOST)) {
            (void)wits_state_path(m->from, active[i], path, PATH);
            return fail(m->failure, "%s was active and is not, and no loss says so", path);
        }
    }
    for (uint32_t i = 0; i < m->lost.count; i++) {
        const wits_loss *loss = &m->lost.losses[i];
        const bool is_event = loss->kind == WITS_LOSS_EVENT;
        const uint32_t now =
            is_event ? wits_versions_event(m->v, loss->row) : wits_versions_state(m->v, (wits_state_id)loss->row);
        const bool is_gone = is_event || loss->kind == WITS_LOSS_STATE;
        (void)wits_state_path(m->from, (wits_state_id)loss->row, path, PATH);
        if (is_gone != (now == WITS_NONE) || loss->agent != m->s->frame->agent) {
            return fail(m->failure, "%s: %s of a state that is %s", path, wits_loss_name(loss->kind),
                        is_gone ? "there" : "gone");
        }
        if (loss->kind == WITS_LOSS_PLACE && wits_is_in(m->from, m->old_agent, (wits_state_id)loss->row) &&
            wits_is_in(m->to, m->new_agent, (wits_state_id)now)) {
            return fail(m->failure, "%s: PLACE, and it is active", path);
        }
        for (uint32_t k = 0; k < i; k++) {
            if (m->lost.losses[k].kind == loss->kind && m->lost.losses[k].row == loss->row) {
                return fail(m->failure, "%s: %s twice", path, wits_loss_name(loss->kind));
            }
        }
    }
    return true;
}

/// Activates a suspended composite in a copy of an agent, so its kept states become active.
static uint8_t *entered(const wits_brain *brain, const uint8_t *agent, wits_state_id state, const wits_frame *like) {
    uint8_t *copy = malloc(wits_agent_size(brain));
    memcpy(copy, agent, wits_agent_size(brain));
    wits_frame frame = *like;
    wits_list list = {.capacity = wits_list_room(brain, WITS_VERB_GOTO)};
    list.records = malloc((list.capacity + 1) * sizeof *list.records);
    frame.mode = WITS_MODE_LISTED;
    frame.list = &list;
    (void)wits_goto(brain, copy, &frame, state);
    free(list.records);
    return copy;
}

/// Returns whether a state is inactive and its parent active: going there exits nothing that is kept.
static bool is_next(const wits_brain *brain, const uint8_t *agent, wits_state_id state) {
    return state != WITS_ROOT && wits_is_in(brain, agent, wits_state_parent(brain, state)) &&
           !wits_is_in(brain, agent, state);
}

/// Returns whether a state is inside a composite with no other composite that suspends in between: only that one can
/// have kept it.
static bool is_kept_by(const moved *m, wits_state_id inner, wits_state_id outer) {
    if (inner <= outer || inner >= wits_state_end(m->from, outer)) {
        return false;
    }
    wits_state_id around = wits_state_parent(m->from, inner);
    while (around != outer && m->old_desc->states[around].leave != WITS_LEAVE_SUSPEND) {
        around = wits_state_parent(m->from, around);
    }
    return around == outer;
}

/// Checks that everything that composites have kept is still kept by them, or is in a loss.
static bool has_kept(const moved *m, renames_tally *tally) {
    wits_frame old_frame = *m->s->frame;
    old_frame.draws = NULL;
    old_frame.targets = NULL;
    for (uint32_t row = 1; row < wits_state_count(m->from); row++) {
        const wits_state_id old = (wits_state_id)row, now = wits_versions_state(m->v, old);
        const bool suspends = m->old_desc->states[row].leave == WITS_LEAVE_SUSPEND;
        if (!suspends || now == WITS_NONE || !is_next(m->from, m->old_agent, old) ||
            !is_next(m->to, m->new_agent, now) || is_lost(m, old, LOST)) {
            continue;
        }
        uint8_t *before = entered(m->from, m->old_agent, old, &old_frame);
        uint8_t *after = entered(m->to, m->new_agent, now, m->s->frame);
        wits_state_id active[RANDOM_STATES];
        const uint32_t count = wits_active(m->from, before, active, RANDOM_STATES);
        bool good = true;
        for (uint32_t i = 0; i < count && good; i++) {
            const wits_state_id there = wits_versions_state(m->v, active[i]);
            const uint32_t ticks = wits_elapsed(m->from, before, active[i], m->s->frame->tick);
            if (is_kept_by(m, active[i], old) && ticks > 0) {  // a kept clock: it was not entered now
                tally->resumed++;
                good = (there != WITS_NONE && wits_is_in(m->to, after, there)) || is_lost(m, active[i], LOST);
            }
        }
        free(before);
        free(after);
        if (!good) {
            char path[PATH];
            (void)wits_state_path(m->from, old, path, PATH);
            return fail(m->failure, "%s had kept something that is not kept, and no loss says so", path);
        }
    }
    return true;
}

/// Lists the renames that a designer would write. Returns whether the old brain's states have exactly the rows of
/// `version->origin` then: not if an old path is another state's now.
static bool list_renames(const moved *m, const random_version *version, rename_list *list) {
    wits_state_id now[RANDOM_STATES];
    bool is_exact = true;
    memset(now, 0xFF, sizeof now);
    for (uint32_t row = 0; row < wits_state_count(m->to); row++) {
        if (version->origin[row] != WITS_NONE) {
            now[version->origin[row]] = (wits_state_id)row;
        }
    }
    list->count = 0;
    for (uint32_t row = 1; row < wits_state_count(m->from); row++) {
        const wits_state_id old = (wits_state_id)row, to = now[row];
        char from_path[PATH], to_path[PATH];
        (void)wits_state_path(m->from, old, from_path, PATH);
        if (to == WITS_NONE) {
            is_exact = is_exact && find_path(m->to, from_path) == WITS_NONE;
            continue;
        }
        (void)wits_state_path(m->to, to, to_path, PATH);
        const wits_state_id around = now[wits_state_parent(m->from, old)];
        if (around == WITS_NONE || around != wits_state_parent(m->to, to) ||
            strcmp(wits_state_name(m->from, old), wits_state_name(m->to, to)) != 0) {
            if (find_path(m->to, from_path) == WITS_NONE) {
                add_rename(list, WITS_TABLE_STATES, from_path, to_path);
            } else {
                is_exact = is_exact && strcmp(from_path, to_path) == 0;
            }
        }
    }
    for (uint32_t row = 0; is_exact && row < wits_state_count(m->from); row++) {
        // If a child of a renamed composite is gone, another state may be at its new path.
        const wits_state_id to = now[row], around = row == 0 ? (wits_state_id)WITS_NONE
                                                             : now[wits_state_parent(m->from, (wits_state_id)row)];
        for (uint32_t child = 1; to == WITS_NONE && around != WITS_NONE && child < wits_state_count(m->to); child++) {
            is_exact = is_exact && (wits_state_parent(m->to, (wits_state_id)child) != around ||
                                    strcmp(wits_state_name(m->to, (wits_state_id)child),
                                           wits_state_name(m->from, (wits_state_id)row)) != 0);
        }
    }
    return is_exact;
}

static bool has_origins(const moved *m, const random_version *version) {
    for (uint32_t row = 0; row < wits_state_count(m->to); row++) {
        if (m->old_of[row] != version->origin[row]) {
            char path[PATH];
            (void)wits_state_path(m->to, (wits_state_id)row, path, PATH);
            return fail(m->failure, "%s is taken for old state %u, should be %u", path, m->old_of[row],
                        version->origin[row]);
        }
    }
    return true;
}

/// Random bytes are refused, or become a valid agent.
static bool is_careful(const moved *m, uint64_t seed, renames_tally *tally) {
    const size_t size = wits_agent_size(m->from);
    uint8_t *bytes = malloc(size);
    uint8_t *result = malloc(wits_agent_size(m->to));
    rng r = {seed};
    bool good = true;
    for (uint32_t i = 0; i < 6 && good; i++) {
        memcpy(bytes, m->old_agent, size);
        for (uint32_t k = rng_below(&r, 4); k < 4; k++) {
            bytes[rng_below(&r, (uint32_t)size)] =
                (uint8_t)(rng_chance(&r, 70) ? rng_below(&r, 6) : rng_below(&r, 256));
        }
        wits_conversion lost = {.versions = m->v};
        const bool done = wits_agent_convert(m->from, bytes, m->to, result, m->s->frame, &lost);
        good = done == wits_agent_is_valid(m->from, bytes, size) &&
               (!done || wits_agent_is_valid(m->to, result, wits_agent_size(m->to)));
        tally->hostile += !done;
    }
    free(bytes);
    free(result);
    return good || fail(m->failure, "random bytes are not converted as they should be");
}

/// Arbitrary renames are rejected with a problem, or all converted agents are valid.
static bool is_robust(const moved *m, uint64_t seed, renames_tally *tally) {
    static rename_list list;
    rng r = {seed};
    list.count = 0;
    for (uint32_t i = 1 + rng_below(&r, 4); i > 0; i--) {
        char paths[2][PATH];
        for (uint32_t k = 0; k < 2; k++) {
            const wits_brain *brain = rng_chance(&r, 80) == (k == 0) ? m->from : m->to;
            (void)wits_state_path(brain, (wits_state_id)rng_below(&r, wits_state_count(brain)), paths[k], PATH);
        }
        add_rename(&list, rng_chance(&r, 95) ? WITS_TABLE_STATES : (wits_table)rng_below(&r, 9), paths[0], paths[1]);
    }
    const size_t size = wits_versions_size(m->from, m->to);
    void *memory = malloc(size);
    uint8_t *agent = malloc(wits_agent_size(m->to));
    wits_report report = {NULL, 0, 0};
    const wits_versions *v = wits_versions_match(m->from, m->to, list.rows, list.count, memory, size, &report);
    wits_conversion lost;
    const bool good = (v == NULL) == (report.count > 0) && (v == NULL || convert(m->s, m->from, v, agent, &lost));
    tally->refused += v == NULL;
    tally->odd += v != NULL;
    free(agent);
    free(memory);
    return good || fail(m->failure, "random renames are neither refused nor valid");
}

bool moves_look(const random_switch *s, const random_version *version, const wits_desc *old_desc, renames_tally *tally,
                run_failure *failure) {
    static rename_list list;
    static moved m;
    memset(&m, 0, sizeof m);
    m.s = s;
    m.from = s->from;
    m.to = s->to;
    m.old_agent = s->old_agent;
    m.old_desc = old_desc;
    m.new_desc = &version->brain.desc;
    m.failure = failure;
    const bool is_exact = list_renames(&m, version, &list);
    m.v = match(s->from, s->to, &list, failure);
    if (m.v == NULL) {
        const bool may_fail = !is_exact && strstr(failure->text, "becomes the same") != NULL;
        failure->text[0] = may_fail ? 0 : failure->text[0];
        return may_fail;
    }
    memset(m.old_of, 0xFF, sizeof m.old_of);
    for (uint32_t row = 0; row < wits_state_count(s->from); row++) {
        const wits_state_id to = wits_versions_state(m.v, (wits_state_id)row);
        if (to != WITS_NONE) {
            m.old_of[to] = (wits_state_id)row;
        }
    }
    uint8_t *agent = malloc(wits_agent_size(s->to));
    m.new_agent = agent;
    bool good = !is_exact || has_origins(&m, version);
    good = good && (convert(s, s->from, m.v, agent, &m.lost) || fail(failure, "the result is not valid"));
    if (good && wits_is_started(s->from, s->old_agent)) {
        good = continues(&m, WITS_ROOT) && has_true_losses(&m) && has_kept(&m, tally);
    }
    for (uint32_t i = 0; i < m.lost.count; i++) {
        tally->places += m.lost.losses[i].kind == WITS_LOSS_PLACE;
    }
    const uint64_t seed = s->frame->tick + s->frame->seed;
    good = good && is_careful(&m, seed, tally);
    for (uint32_t i = 0; i < 3 && good; i++) {
        good = is_robust(&m, seed + 1 + i, tally);
    }
    tally->moved++;
    tally->renames += list.count;
    tally->competed += m.competed;
    free(agent);
    free((void *)(uintptr_t)m.v);
    return good;
}
