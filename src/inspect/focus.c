// SPDX-License-Identifier: MIT
// The agents that a viewer watches: states, fields, clocks, targets, and changes.
#include "inspect/inspector.h"

#include <string.h>

enum { LISTED_TARGETS = 16 };

// -------------------------------------------------------------------------------------------------------------- states

bool wits_inspect_reserve_states(wits_inspector *of) {
    const uint64_t size = states_of(of) * sizeof(wits_state_id);
    return wits_inspect_reserve(of, &of->deepest, size) && wits_inspect_reserve(of, &of->active, size);
}

uint32_t wits_inspect_deepest(const wits_inspector *of, const void *agent) {
    return wits_active(of->brain, agent, of->deepest.bytes, (uint32_t)states_of(of));
}

uint32_t wits_inspect_active(const wits_inspector *of, const void *agent) {
    const wits_brain *brain = of->brain;
    const uint32_t count = wits_inspect_deepest(of, agent);
    const wits_state_id *deepest = of->deepest.bytes;
    wits_state_id *active = of->active.bytes, path[WITS_MAX_DEPTH + 1];
    uint32_t written = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        wits_state_id state = deepest[i];
        // Up to the first state that is around the deepest one before, too, and therefore written.
        while (state != WITS_NONE && length <= WITS_MAX_DEPTH &&
               !(i > 0 && state <= deepest[i - 1] && deepest[i - 1] < wits_state_end(brain, state))) {
            path[length++] = state;
            state = wits_state_parent(brain, state);
        }
        while (length > 0) {
            active[written++] = path[--length];
        }
    }
    return written;
}

static void put_states(json_writer *to, const char *key, const wits_state_id *states, uint32_t count) {
    wits_json_open(to, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        wits_json_count(to, NULL, states[i]);
    }
    wits_json_close(to, ']');
}

// -------------------------------------------------------------------------------------------------------------- fields

/// Writes a value of a column; null without memory.
static void put_value(json_writer *to, const wits_column *column, wits_type type, uint64_t row) {
    int8_t int8;
    int16_t int16;
    uint16_t uint16;
    int32_t int32;
    float number;
    if (column == NULL || column->base == NULL) {
        wits_json_raw(to, NULL, "null");
        return;
    }
    const unsigned char *at = (const unsigned char *)column->base + row * column->stride;
    switch (type) {
    case WITS_TYPE_INT8:
        memcpy(&int8, at, sizeof int8);
        wits_json_int(to, NULL, int8);
        break;
    case WITS_TYPE_INT16:
        memcpy(&int16, at, sizeof int16);
        wits_json_int(to, NULL, int16);
        break;
    case WITS_TYPE_UINT16:
        memcpy(&uint16, at, sizeof uint16);
        wits_json_int(to, NULL, uint16);
        break;
    case WITS_TYPE_INT:
        memcpy(&int32, at, sizeof int32);
        wits_json_int(to, NULL, int32);
        break;
    case WITS_TYPE_FLOAT:
        memcpy(&number, at, sizeof number);
        wits_json_float(to, NULL, number);
        break;
    default:
        wits_json_int(to, NULL, *at);
        break;
    }
}

static void put_fields(wits_inspector *of, uint64_t row) {
    const wits_column *columns = of->world->agents->columns;
    wits_json_open(&of->json, "fields", '[');
    for (uint32_t i = 0; i < wits_field_count(of->brain); i++) {
        put_value(&of->json, columns != NULL ? &columns[i] : NULL, wits_field_type(of->brain, i), row);
    }
    wits_json_close(&of->json, ']');
}

static void put_list(wits_inspector *of, uint32_t kind, const wits_target_list *list, uint64_t row) {
    json_writer *to = &of->json;
    const uint32_t first = list->offsets != NULL ? list->offsets[row] : 0;
    const uint32_t end = list->offsets != NULL ? list->offsets[row + 1] : list->count;
    const uint32_t total = list->ids != NULL && end > first ? end - first : 0;
    wits_json_open(to, NULL, '{');
    wits_json_count(to, "kind", kind);
    wits_json_count(to, "total", total);
    wits_json_open(to, "rows", '[');
    for (uint32_t i = 0; i < total && i < LISTED_TARGETS; i++) {
        const uint32_t at = first + i;
        wits_json_open(to, NULL, '{');
        wits_json_target(to, "id", list->ids[at]);
        wits_json_open(to, "fields", '[');
        for (uint32_t field = 0; field < wits_target_field_count(of->brain, kind); field++) {
            const bool is_own = wits_target_field_is_own(of->brain, kind, field) && list->own_rows != NULL;
            put_value(to, list->columns != NULL ? &list->columns[field] : NULL,
                      wits_target_field_type(of->brain, kind, field), is_own ? list->own_rows[at] : at);
        }
        wits_json_close(to, ']');
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
    wits_json_close(to, '}');
}

static void put_lists(wits_inspector *of, uint64_t row) {
    const wits_target_list *lists = of->world->frame != NULL ? of->world->frame->targets : NULL;
    wits_json_open(&of->json, "lists", '[');
    for (uint32_t kind = 0; lists != NULL && kind < wits_target_kind_count(of->brain); kind++) {
        put_list(of, kind, &lists[kind], row);
    }
    wits_json_close(&of->json, ']');
}

// ------------------------------------------------------------------------------------------------------------- watched

void wits_inspect_put_states(wits_inspector *of, uint64_t row) {
    put_states(&of->json, "states", of->deepest.bytes, wits_inspect_deepest(of, agent_at(of, row)));
}

void wits_inspect_put_watched(wits_inspector *of, watched *w) {
    json_writer *to = &of->json;
    wits_json_open(to, NULL, '{');
    wits_json_id(to, "agent", w->agent);
    if (wits_inspect_find(of, w->agent, &w->row) && wits_inspect_reserve_states(of)) {
        wits_inspect_put_states(of, w->row);
        put_fields(of, w->row);
    } else {
        wits_json_bool(to, "gone", true);
    }
    wits_json_close(to, '}');
}

// ------------------------------------------------------------------------------------------------------------- history

bool wits_inspect_reserve_focus(wits_inspector *of, focus *f) {
    return wits_inspect_reserve_decision(of) &&
           wits_inspect_reserve(of, &f->states, states_of(of) * sizeof(wits_state_id)) &&
           wits_inspect_reserve(of, &f->history, WITS_INSPECT_MAX_HISTORY * sizeof(change));
}

/// Adds the states of `some` that are not among `others`; both ascend.
static uint16_t states_without(const wits_state_id *some, uint32_t some_count, const wits_state_id *others,
                               uint32_t other_count, wits_state_id *to) {
    uint16_t written = 0;
    for (uint32_t i = 0, at = 0; i < some_count && written < MOST_CHANGED_STATES; i++) {
        while (at < other_count && others[at] < some[i]) {
            at++;
        }
        if (at == other_count || others[at] != some[i]) {
            to[written++] = some[i];
        }
    }
    return written;
}

static void add_change(focus *f, const change *what) {
    change *ring = f->history.bytes;
    if (f->count == WITS_INSPECT_MAX_HISTORY) {
        f->first = (f->first + 1) % WITS_INSPECT_MAX_HISTORY;
        f->count--;
    }
    ring[(f->first + f->count++) % WITS_INSPECT_MAX_HISTORY] = *what;
}

bool wits_inspect_follow(wits_inspector *of, focus *f) {
    if (!wits_inspect_find(of, f->agent, &f->row)) {
        f->has_states = false;
        return true;
    }
    if (!wits_inspect_reserve_focus(of, f)) {
        return false;
    }
    wits_state_id *states = f->states.bytes;
    const wits_state_id *active = of->active.bytes;
    const uint32_t count = wits_inspect_active(of, agent_at(of, f->row));
    const bool is_same =
        f->has_states && count == f->state_count && memcmp(states, active, count * sizeof *states) == 0;
    const bool is_again = is_same && f->expected.entered != WITS_NONE && of->has_run;
    if (f->has_states && (!is_same || is_again)) {
        change what = {.tick = f->tick, .because = f->expected};
        if (is_again) {
            what.left[what.left_count++] = what.entered[what.entered_count++] = f->expected.entered;
        } else {
            what.left_count = states_without(states, f->state_count, active, count, what.left);
            what.entered_count = states_without(active, count, states, f->state_count, what.entered);
        }
        add_change(f, &what);
    }
    memcpy(states, active, count * sizeof *states);
    f->state_count = count;
    f->has_states = true;
    f->tick = of->tick;
    f->expected = (cause){CAUSE_NONE, WITS_NONE, WITS_NONE};
    return true;
}

void wits_inspect_expect(wits_inspector *of, focus *f) {
    if (of->is_half || wits_inspect_decision_tick(of, f->agent) != of->tick) {
        return;
    }
    f->expected = wits_inspect_cause(of);
    const uint32_t count = wits_inspect_active(of, of->copy);
    if (count != f->state_count || memcmp(f->states.bytes, of->active.bytes, count * sizeof(wits_state_id)) != 0) {
        f->expected.entered = WITS_NONE;
    } else if (f->expected.entered == WITS_NONE) {
        f->expected.kind = CAUSE_NONE;
    }
}

static void put_history(json_writer *to, focus *f) {
    const change *ring = f->history.bytes;
    wits_json_open(to, "history", '[');
    for (uint32_t i = 0; i < f->count; i++) {
        const change *one = &ring[(f->first + i) % WITS_INSPECT_MAX_HISTORY];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "tick", one->tick);
        put_states(to, "left", one->left, one->left_count);
        put_states(to, "entered", one->entered, one->entered_count);
        if (one->because.kind == CAUSE_NONE) {
            wits_json_raw(to, "because", "null");
        } else {
            wits_json_open(to, "because", '{');
            wits_json_count(to, one->because.kind == CAUSE_CHOICE ? "choice" : "transition", one->because.row);
            wits_json_close(to, '}');
        }
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
    f->first = f->count = 0;
}

// --------------------------------------------------------------------------------------------------------------- focus

/// Writes the clocks. A state has one if its elapsed ticks are more one tick later.
static void put_clocks(wits_inspector *of, const focus *f, const void *agent) {
    const wits_state_id *states = f->states.bytes;
    wits_json_open(&of->json, "elapsed", '[');
    for (uint32_t i = 0; i < f->state_count; i++) {
        const uint32_t elapsed = wits_elapsed(of->brain, agent, states[i], of->tick);
        if (wits_elapsed(of->brain, agent, states[i], of->tick + 1) != elapsed) {
            wits_json_open(&of->json, NULL, '[');
            wits_json_count(&of->json, NULL, states[i]);
            wits_json_count(&of->json, NULL, elapsed);
            wits_json_close(&of->json, ']');
        }
    }
    wits_json_close(&of->json, ']');
}

static void put_pending(wits_inspector *of, const void *agent) {
    wits_json_open(&of->json, "pending", '[');
    for (uint32_t i = 0; i < wits_event_count(of->brain); i++) {
        if (wits_is_pending(of->brain, agent, i)) {
            wits_json_count(&of->json, NULL, i);
        }
    }
    wits_json_close(&of->json, ']');
}

static void put_remembered(wits_inspector *of, const focus *f, const void *agent) {
    const wits_state_id *states = f->states.bytes;
    wits_json_open(&of->json, "targets", '[');
    for (uint32_t i = 0; i < f->state_count; i++) {
        if (wits_state_target_kind(of->brain, states[i]) != WITS_NONE) {
            wits_json_open(&of->json, NULL, '[');
            wits_json_count(&of->json, NULL, states[i]);
            wits_json_target(&of->json, NULL, wits_target_of(of->brain, agent, states[i]));
            wits_json_close(&of->json, ']');
        }
    }
    wits_json_close(&of->json, ']');
}

void wits_inspect_put_focus(wits_inspector *of, focus *f, bool is_explained) {
    json_writer *to = &of->json;
    wits_json_open(to, "focus", '{');
    wits_json_id(to, "agent", f->agent);
    if (!f->has_states) {
        wits_json_bool(to, "gone", true);
        wits_json_close(to, '}');
        return;
    }
    const void *agent = agent_at(of, f->row);
    const uint32_t decides = wits_inspect_decision_tick(of, f->agent);
    put_states(to, "active", f->states.bytes, f->state_count);
    put_clocks(of, f, agent);
    put_pending(of, agent);
    put_fields(of, f->row);
    put_remembered(of, f, agent);
    wits_json_count(to, "decides", decides);
    if (is_explained) {
        wits_inspect_put_explain(of);
    }
    put_lists(of, f->row);
    put_history(to, f);
    wits_json_close(to, '}');
}
