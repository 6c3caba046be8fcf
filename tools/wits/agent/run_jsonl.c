// SPDX-License-Identifier: MIT
// `wits run --format jsonl`. docs/brain-files.md describes the keys.
#include "agent/run.h"

#include "wits/explain.h"

#include <stdlib.h>
#include <string.h>

void text_path(text *to, const wits_brain *brain, wits_state_id state) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    wits_state_path(brain, state, path, sizeof path);
    text_add(to, path);
}

void text_path_json(text *to, const wits_brain *brain, wits_state_id state) {
    text path = {0};
    text_path(&path, brain, state);
    text_json(to, text_of(&path));
    text_free(&path);
}

static void add_path(text *to, const agent_sim *of, wits_state_id state) {
    text_path_json(to, of->mind.brain, state);
}

void text_active_json(text *to, const wits_brain *brain, const void *agent) {
    uint32_t count = wits_state_count(brain);
    wits_state_id *active = allocate(count, sizeof *active);
    count = wits_active(brain, agent, active, count);
    for (uint32_t i = 0; i < count; i++) {
        text_add(to, i == 0 ? "" : ",");
        text_path_json(to, brain, active[i]);
    }
    free(active);
}

static void add_actions(text *to, const agent_sim *of) {
    static const char *const kinds[] = {
        [WITS_ACTION_ENTER] = "enter",      [WITS_ACTION_EXIT] = "exit", [WITS_ACTION_UPDATE] = "update",
        [WITS_ACTION_DECIDE] = "decide",    [WITS_ACTION_STEP] = "step", [WITS_ACTION_TRANSITION] = "transition",
        [WITS_ACTION_RETARGET] = "retarget"};
    for (size_t i = 0; i < of->done_count; i++) {
        const done *d = &of->done[i];
        text_format(to, "%s{\"do\":\"%s\",", i == 0 ? "" : ",", kinds[d->kind]);
        text_add(to, d->kind == WITS_ACTION_TRANSITION ? "\"from\":" : "\"state\":");
        add_path(to, of, d->state);
        if (d->kind == WITS_ACTION_TRANSITION) {
            text_add(to, ",\"to\":");
            add_path(to, of, d->to);
        }
        text_add(to, "}");
    }
}

static void add_calls(text *to, const agent_sim *of) {
    const char *call = text_of(&of->calls);
    for (size_t i = 0; i < of->call_count; i++) {
        text_add(to, i == 0 ? "" : ",");
        text_json(to, call);
        call += strlen(call) + 1;
    }
}

static void add_context(text *to, const agent_sim *of) {
    for (uint32_t field = 0; field < of->knows.count; field++) {
        text_format(to, "%s\"%s\":", field == 0 ? "" : ",", of->knows.fields[field].name);
        text_value(to, &of->knows.fields[field], context_get(&of->knows, field), true);
    }
}

// --------------------------------------------------------------------------------------------------------------- trace

static void add_number(text *to, const char *key, float value) {
    bool quoted = value - value != 0.0f;
    text_format(to, ",\"%s\":%s", key, quoted ? "\"" : "");
    text_float(to, value);
    text_add(to, quoted ? "\"" : "");
}

static void add_state(text *to, const agent_sim *of, const char *key, wits_state_id state) {
    if (state != WITS_NONE) {
        text_format(to, ",\"%s\":", key);
        add_path(to, of, state);
    }
}

static void add_transition_record(text *to, const agent_sim *of, const wits_trace_record *record) {
    add_state(to, of, "from", record->state);
    add_state(to, of, "to", record->other);
    if (record->row != WITS_NONE) {
        text_format(to, ",\"transition\":%u", (unsigned)record->row);
    }
    if (record->kind == WITS_TRACE_TRIED) {
        text_format(to, ",\"enabled\":%s", record->value != 0.0f ? "true" : "false");
    }
}

static void add_id(text *to, uint32_t id) {
    if (id == WITS_NO_TARGET) {
        text_add(to, "null");
    } else {
        text_format(to, "%u", (unsigned)id);
    }
}

static void add_target(text *to, uint32_t id) {
    text_add(to, ",\"target\":");
    add_id(to, id);
}

/// Scores name an option and its composite; all other records name a state.
static void add_record(text *to, const agent_sim *of, const wits_trace_record *record) {
    static const char *const kinds[] = {[WITS_TRACE_TRIED] = "tried",
                                        [WITS_TRACE_FIRED] = "fired",
                                        [WITS_TRACE_EXITED] = "exited",
                                        [WITS_TRACE_KEPT] = "kept",
                                        [WITS_TRACE_ENTERED] = "entered",
                                        [WITS_TRACE_ACTIVATED] = "activated",
                                        [WITS_TRACE_CONTINUED] = "continued",
                                        [WITS_TRACE_SCORED] = "scored",
                                        [WITS_TRACE_NOT_A_NUMBER] = "scored",
                                        [WITS_TRACE_CHOSEN] = "chosen",
                                        [WITS_TRACE_NOBODY] = "nobody",
                                        [WITS_TRACE_GATED] = "gated",
                                        [WITS_TRACE_COOLING] = "cooling",
                                        [WITS_TRACE_OUT] = "out",
                                        [WITS_TRACE_DONE] = "done",
                                        [WITS_TRACE_TARGETED] = "targeted",
                                        [WITS_TRACE_RETARGETED] = "retargeted"};
    text_format(to, "{\"what\":\"%s\"", kinds[record->kind]);
    switch (record->kind) {
    case WITS_TRACE_TRIED:
    case WITS_TRACE_FIRED:
        add_transition_record(to, of, record);
        break;
    case WITS_TRACE_SCORED:
    case WITS_TRACE_NOT_A_NUMBER:
        add_state(to, of, "state", record->state);
        add_number(to, "score", record->value);
        break;
    case WITS_TRACE_CHOSEN:
        add_state(to, of, "state", record->state);
        add_state(to, of, "before", record->row);
        add_number(to, "margin", record->value);
        break;
    case WITS_TRACE_COOLING:
        add_state(to, of, "state", record->state);
        add_number(to, "left", record->value);
        break;
    case WITS_TRACE_OUT:
        add_state(to, of, "state", record->state);
        text_format(to, ",\"why\":\"%s\"", wits_verdict_name((wits_verdict)record->row));
        break;
    case WITS_TRACE_TARGETED:
        add_state(to, of, "state", record->state);
        add_target(to, record->target);
        add_number(to, "score", record->value);
        break;
    case WITS_TRACE_RETARGETED:
        add_state(to, of, "state", record->state);
        add_target(to, record->target);
        break;
    default:
        add_state(to, of, "state", record->state);
        break;
    }
    text_add(to, "}");
}

/// Adds the target of each active option that has a kind.
static void add_targets(text *to, const agent_sim *of) {
    const wits_brain *brain = of->mind.brain;
    bool is_first = true;
    for (uint32_t state = 1; state < wits_state_count(brain); state++) {
        const wits_state_id option = (wits_state_id)state;
        if (wits_state_target_kind(brain, option) == WITS_NONE || !wits_is_in(brain, of->agent, option)) {
            continue;
        }
        text_add(to, is_first ? "" : ",");
        add_path(to, of, option);
        text_add(to, ":");
        add_id(to, wits_target_of(brain, of->agent, option));
        is_first = false;
    }
}

static void add_trace(text *to, const agent_sim *of) {
    for (uint32_t i = 0; i < of->trace.count; i++) {
        text_add(to, i == 0 ? "" : ",");
        add_record(to, of, &of->trace.records[i]);
    }
}

void print_jsonl(const agent_sim *of, bool trace, text *to) {
    text_format(to, "{\"tick\":%u,\"active\":[", (unsigned)of->frame.tick);
    text_active_json(to, of->mind.brain, of->agent);
    text_add(to, "]");
    if (of->desc->target_count > 0) {
        text_add(to, ",\"targets\":{");
        add_targets(to, of);
        text_add(to, "}");
    }
    text_add(to, ",\"actions\":[");
    add_actions(to, of);
    text_add(to, "],\"calls\":[");
    add_calls(to, of);
    text_add(to, "],\"context\":{");
    add_context(to, of);
    text_add(to, "}");
    if (trace) {
        text_add(to, ",\"trace\":[");
        add_trace(to, of);
        text_add(to, "]");
    }
    text_add(to, "}\n");
}
