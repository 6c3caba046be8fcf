// SPDX-License-Identifier: MIT
// `wits run --format jsonl`. docs/brain-files.md describes the keys.
#include "agent/run.h"

#include "wits/explain.h"

#include <stdlib.h>
#include <string.h>

void json_path(json_writer *to, const char *key, const wits_brain *brain, wits_state_id state) {
    text path = {0};
    text_path(&path, brain, state);
    json_text(to, key, text_of(&path));
    text_free(&path);
}

void json_path_key(json_writer *to, const wits_brain *brain, wits_state_id state) {
    text path = {0};
    text_path(&path, brain, state);
    json_key(to, text_of(&path));
    text_free(&path);
}

void json_active(json_writer *to, const char *key, const wits_brain *brain, const void *agent) {
    uint32_t count = wits_state_count(brain);
    wits_state_id *active = allocate(count, sizeof *active);
    count = wits_active(brain, agent, active, count);
    json_open(to, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_path(to, NULL, brain, active[i]);
    }
    json_close(to, ']');
    free(active);
}

void json_target(json_writer *to, const char *key, uint32_t id) {
    if (id == WITS_NO_TARGET) {
        json_nothing(to, key);
    } else {
        json_count(to, key, id);
    }
}

void json_context(json_writer *to, const char *key, const context *fields) {
    json_open(to, key, '{');
    for (uint32_t field = 0; field < fields->count; field++) {
        json_field(to, &fields->fields[field], context_get(fields, field));
    }
    json_close(to, '}');
}

static void add_actions(json_writer *to, const agent_sim *of) {
    static const char *const kinds[] = {
        [WITS_ACTION_ENTER] = "enter",      [WITS_ACTION_EXIT] = "exit", [WITS_ACTION_UPDATE] = "update",
        [WITS_ACTION_DECIDE] = "decide",    [WITS_ACTION_STEP] = "step", [WITS_ACTION_TRANSITION] = "transition",
        [WITS_ACTION_RETARGET] = "retarget"};
    json_open(to, "actions", '[');
    for (size_t i = 0; i < of->done_count; i++) {
        const done *d = &of->done[i];
        const bool is_transition = d->kind == WITS_ACTION_TRANSITION;
        json_open(to, NULL, '{');
        json_text(to, "do", kinds[d->kind]);
        json_path(to, is_transition ? "from" : "state", of->mind.brain, d->state);
        if (is_transition) {
            json_path(to, "to", of->mind.brain, d->to);
        }
        json_close(to, '}');
    }
    json_close(to, ']');
}

static void add_calls(json_writer *to, const agent_sim *of) {
    const char *call = text_of(&of->calls);
    json_open(to, "calls", '[');
    for (size_t i = 0; i < of->call_count; i++) {
        json_text(to, NULL, call);
        call += strlen(call) + 1;
    }
    json_close(to, ']');
}

// --------------------------------------------------------------------------------------------------------------- trace

static void add_state(json_writer *to, const agent_sim *of, const char *key, wits_state_id state) {
    if (state != WITS_NONE) {
        json_path(to, key, of->mind.brain, state);
    }
}

static void add_transition_record(json_writer *to, const agent_sim *of, const wits_trace_record *record) {
    add_state(to, of, "from", record->state);
    add_state(to, of, "to", record->other);
    if (record->row != WITS_NONE) {
        json_count(to, "transition", record->row);
    }
    if (record->kind == WITS_TRACE_TRIED) {
        json_bool(to, "enabled", record->value != 0.0f);
    }
}

/// Scores name an option and its composite; all other records name a state.
static void add_record(json_writer *to, const agent_sim *of, const wits_trace_record *record) {
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
                                        [WITS_TRACE_NO_CANDIDATE] = "nobody",
                                        [WITS_TRACE_GATED] = "gated",
                                        [WITS_TRACE_COOLING] = "cooling",
                                        [WITS_TRACE_OUT] = "out",
                                        [WITS_TRACE_DONE] = "done",
                                        [WITS_TRACE_TARGETED] = "targeted",
                                        [WITS_TRACE_RETARGETED] = "retargeted"};
    json_open(to, NULL, '{');
    json_text(to, "what", kinds[record->kind]);
    if (record->kind == WITS_TRACE_TRIED || record->kind == WITS_TRACE_FIRED) {
        add_transition_record(to, of, record);
    } else {
        add_state(to, of, "state", record->state);
    }
    switch (record->kind) {
    case WITS_TRACE_SCORED:
    case WITS_TRACE_NOT_A_NUMBER:
        json_float(to, "score", record->value);
        break;
    case WITS_TRACE_CHOSEN:
        add_state(to, of, "before", record->row);
        json_float(to, "margin", record->value);
        break;
    case WITS_TRACE_COOLING:
        json_float(to, "left", record->value);
        break;
    case WITS_TRACE_OUT:
        json_text(to, "why", wits_verdict_name((wits_verdict)record->row));
        break;
    case WITS_TRACE_TARGETED:
        json_target(to, "target", record->target);
        json_float(to, "score", record->value);
        break;
    case WITS_TRACE_RETARGETED:
        json_target(to, "target", record->target);
        break;
    default:
        break;
    }
    json_close(to, '}');
}

/// Adds the target of each active option that has a kind.
static void add_targets(json_writer *to, const agent_sim *of) {
    const wits_brain *brain = of->mind.brain;
    json_open(to, "targets", '{');
    for (uint32_t state = 1; state < wits_state_count(brain); state++) {
        const wits_state_id option = (wits_state_id)state;
        if (wits_state_target_kind(brain, option) != WITS_NONE && wits_is_in(brain, of->agent, option)) {
            json_path_key(to, brain, option);
            json_target(to, NULL, wits_target_of(brain, of->agent, option));
        }
    }
    json_close(to, '}');
}

void print_jsonl(const agent_sim *of, bool trace, text *to) {
    json_writer line = {.to = to};
    json_open(&line, NULL, '{');
    json_count(&line, "tick", of->frame.tick);
    json_active(&line, "active", of->mind.brain, of->agent);
    if (of->desc->target_count > 0) {
        add_targets(&line, of);
    }
    add_actions(&line, of);
    add_calls(&line, of);
    json_context(&line, "context", &of->knows);
    if (trace) {
        json_open(&line, "trace", '[');
        for (uint32_t i = 0; i < of->trace.count; i++) {
            add_record(&line, of, &of->trace.records[i]);
        }
        json_close(&line, ']');
    }
    json_close(&line, '}');
    text_add(to, "\n");
}
