// SPDX-License-Identifier: MIT
// Changes that viewers make: events, fields, states.
#include "inspect/inspector.h"
#include "wits/tokens.h"

#include <string.h>

/// Agents that a change is about.
typedef struct some_agents {
    uint64_t first, count;
} some_agents;

/// Reads an agent, or 'all'.
static bool read_agents(const asked *a, const char *word, some_agents *agents) {
    uint64_t id;
    *agents = (some_agents){0, a->of->count};
    if (strcmp(word, "all") == 0) {
        return true;
    }
    agents->count = 1;
    agents->first = a->viewer->focus.row;
    return wits_inspect_read_agent(a, word, &id, &agents->first);
}

/// Refuses words after the last.
static bool is_end(const asked *a, const char *rest) {
    if (*rest != '\0') {
        wits_inspect_refuse(a, "unexpected '", rest, "' at the end", NULL);
    }
    return *rest == '\0';
}

// -------------------------------------------------------------------------------------------------------------- events

void wits_inspect_raise(const asked *a) {
    char *rest = a->rest;
    some_agents agents;
    const wits_inspector *of = a->of;
    const char *word = wits_inspect_word(&rest);
    const uint32_t event = wits_find_event(of->brain, word);
    if (event == WITS_NONE) {
        wits_inspect_refuse_name(a, "event", word, wits_event_name, wits_event_count(of->brain));
    } else if (read_agents(a, wits_inspect_word(&rest), &agents) && is_end(a, rest)) {
        for (uint64_t row = agents.first; row < agents.first + agents.count; row++) {
            wits_raise(of->brain, agent_at(of, row), event);
        }
        wits_inspect_done_to_agents(a);
    }
}

// -------------------------------------------------------------------------------------------------------------- fields

/// Returns whether a text is a number or a name: one value, no expression.
static bool is_value(const char *text) {
    wits_token token = wits_token_next(text, SIZE_MAX, 0);
    if (token.kind == WITS_TOKEN_SIGN && text[token.offset] == '-') {
        token = wits_token_next(text, SIZE_MAX, token.offset + 1);
        if (token.kind != WITS_TOKEN_NUMBER) {
            return false;
        }
    }
    return (token.kind == WITS_TOKEN_NUMBER || token.kind == WITS_TOKEN_NAME) &&
           wits_token_next(text, SIZE_MAX, token.offset + token.length).kind == WITS_TOKEN_END;
}

/// Refuses a field that cannot be written.
static bool is_writable(const asked *a, uint32_t field, const char *name) {
    const wits_column *columns = a->of->world->agents->columns;
    if (columns == NULL || columns[field].base == NULL) {
        wits_inspect_refuse(a, "the program has no memory for the field '", name, "'", NULL);
    } else if (columns[field].read_only || columns[field].stride == 0) {
        wits_inspect_refuse(a, "the field '", name, "' is read-only", NULL);
    } else {
        return true;
    }
    return false;
}

void wits_inspect_set(const asked *a) {
    char *rest = a->rest, assignment[WITS_MAX_NAME + WITS_INSPECT_MAX_LINE + 8];
    some_agents agents;
    agent_probe p;
    if (!read_agents(a, wits_inspect_word(&rest), &agents)) {
        return;
    }
    const char *name = wits_inspect_word(&rest);
    const uint32_t field = wits_find_field(a->of->brain, name);
    if (field == WITS_NONE) {
        wits_inspect_refuse_name(a, "field", name, wits_field_name, wits_field_count(a->of->brain));
        return;
    }
    if (!is_value(rest)) {
        wits_inspect_refuse(a, "expected a number, true, false or a name instead of '", rest, "'", NULL);
        return;
    }
    const size_t length = strlen(name), value_length = strlen(rest);
    memcpy(assignment, name, length);
    memcpy(assignment + length, " = ", 3);
    memcpy(assignment + length + 3, rest, value_length + 1);
    if (is_writable(a, field, name) && wits_inspect_make_assignment(a, assignment, &p)) {
        wits_inspect_assign(a->of, &p, agents.first, agents.count);
        wits_inspect_release_probe(a->of, &p);
        wits_inspect_done_to_agents(a);
    }
}

// -------------------------------------------------------------------------------------------------------------- states

/// Returns whether the program has given all actions. If not, they are not run.
static bool has_actions(const wits_inspector *of, const wits_function *functions) {
    bool has = true;
    for (uint32_t i = 0; has && i < wits_function_count(of->brain); i++) {
        const wits_function_kind kind = wits_function_kind_of(of->brain, i);
        has = (kind != WITS_FUNCTION_ACTION || functions[i].action != NULL) &&
              (kind != WITS_FUNCTION_STEP || functions[i].step != NULL);
    }
    return has;
}

/// Fires a transition from the root. Returns false if something that it needs is missing.
static bool go_to(wits_inspector *of, uint64_t row, wits_state_id state) {
    wits_frame frame = wits_inspect_frame_of(of, row);
    if (!wits_inspect_can_decide(of)) {
        return false;
    }
    of->list.count = of->list.argument_count = 0;
    frame.mode = has_actions(of, frame.functions) ? WITS_MODE_NOW : WITS_MODE_DEFERRED;
    frame.list = &of->list;
    wits_goto(of->brain, agent_at(of, row), &frame, state);
    return true;
}

/// Reads an agent and a state other than the root.
static bool read_destination(const asked *a, watched *agent, wits_state_id *state) {
    char *rest = a->rest;
    agent->row = a->viewer->focus.row;
    if (!wits_inspect_read_agent(a, wits_inspect_word(&rest), &agent->agent, &agent->row) ||
        !wits_inspect_read_state(a, wits_inspect_word(&rest), state) || !is_end(a, rest)) {
        return false;
    }
    if (*state == WITS_ROOT) {
        wits_inspect_refuse(a, "'/' is always active; expected a state inside of it", NULL, NULL, NULL);
        return false;
    }
    return wits_inspect_has_memory(a, wits_inspect_reserve_decision(a->of));
}

void wits_inspect_goto(const asked *a) {
    watched agent;
    wits_state_id state;
    if (!read_destination(a, &agent, &state)) {
        return;
    }
    if (go_to(a->of, agent.row, state)) {
        wits_inspect_done_to_agents(a);
    } else {
        wits_inspect_refuse(a, LACKS_INPUTS, NULL, NULL, NULL);
    }
}

void wits_inspect_hold(const asked *a) {
    watched agent;
    wits_state_id state;
    if (strcmp(a->rest, "none") == 0) {
        a->of->hold_changes++;
        a->viewer->holds = false;
        wits_inspect_done(a);
    } else if (read_destination(a, &agent, &state)) {
        if (!wits_inspect_can_decide(a->of)) {
            wits_inspect_refuse(a, LACKS_INPUTS, NULL, NULL, NULL);
            return;
        }
        a->of->hold_changes++;
        a->viewer->holds = true;
        a->viewer->held = agent;
        wits_state_path(a->of->brain, state, a->viewer->held_path, MOST_PATH);
        a->viewer->held_state = state;
        wits_inspect_done(a);
    }
}

void wits_inspect_renew_held(wits_inspector *of) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        viewer_data *v = &of->viewers[i];
        const asked a = {.of = of, .viewer = v, .viewer_number = i, .word = "hold"};
        v->held_state = v->holds ? wits_find_state(of->brain, v->held_path) : (wits_state_id)WITS_NONE;
        if (v->holds && v->held_state == WITS_NONE) {
            of->hold_changes++;
            v->holds = false;
            wits_inspect_refuse(&a, "agent no longer held: there is no state '", v->held_path, "'", NULL);
        }
    }
}

void wits_inspect_return_held(wits_inspector *of, viewer_data *v) {
    if (v->holds && wits_inspect_find(of, v->held.agent, &v->held.row) && wits_inspect_reserve_decision(of) &&
        !wits_is_in(of->brain, agent_at(of, v->held.row), v->held_state)) {
        go_to(of, v->held.row, v->held_state);
    }
}
