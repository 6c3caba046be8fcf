// SPDX-License-Identifier: MIT
// Host functions: asked, run or listed. Section 8.
#include "core/check.h"
#include "core/pass.h"

void wits_raise(const wits_brain *brain, void *agent, uint32_t event) {
    WITS_ASSERT(event < brain->event_count);
    check_impure(agent);
    uint8_t *byte = (uint8_t *)agent + brain->events + event / 8;
    *byte = (uint8_t)(*byte | 1u << event % 8);
}

bool wits_is_pending(const wits_brain *brain, const void *agent, uint32_t event) {
    WITS_ASSERT(event < brain->event_count);
    check_impure(agent);
    return (((const uint8_t *)agent)[brain->events + event / 8] >> event % 8 & 1) != 0;
}

static void list_add(pass *p, uint32_t action, wits_action_kind kind, uint32_t row) {
    wits_list *list = p->frame->list;
    WITS_ASSERT(list->count < list->capacity);  // wits_list_room is an upper bound
    list->records[list->count++] =
        (wits_action_record){.agent = p->frame->agent, .action = action, .kind = (uint16_t)kind, .row = (uint16_t)row};
}

static void call_about(pass *p, uint16_t id, uint32_t row, bool with_data) {
    const state_row *s = brain_state(p->brain, id);
    p->call.state = id;
    p->call.row = (uint16_t)row;
    p->call.data = with_data && s->data != 0 ? p->agent + s->data : NULL;
    p->call.data_size = with_data ? s->data_size : 0;
}

void act(pass *p, action_index actions, wits_action_kind kind, uint16_t id, uint32_t row) {
    if (actions == 0 || p->silent) {
        return;
    }
    const uint32_t *words = brain_actions(p->brain, actions);
    wits_mode mode = p->frame->mode;
    for (uint32_t i = 1; i <= words[0]; i++) {
        bool raises = (words[i] & WITS_LIST_RAISE) != 0;
        if (mode == WITS_MODE_LISTED || (mode == WITS_MODE_DEFERRED && !raises)) {
            list_add(p, words[i], kind, row == WITS_NONE ? id : row);
        } else if (raises) {
            wits_raise(p->brain, p->agent, words[i] & ~WITS_LIST_RAISE);
        } else {
            call_about(p, id, row, kind != WITS_ACTION_TRANSITION || pass_is_in(p, id));
            p->call.kind = kind;
            p->frame->functions[words[i]].action(p->frame->context, &p->call);
        }
    }
}

bool ask_condition(pass *p, function_ref condition, uint16_t id, uint32_t row) {
    if (condition == 0) {
        return true;
    }
    call_about(p, id, row, false);
#ifdef WITS_CHECKS
    p->pure = true;
    bool holds = p->frame->functions[condition - 1].condition(p->frame->context, &p->call);
    p->pure = false;
    return holds;
#else
    return p->frame->functions[condition - 1].condition(p->frame->context, &p->call);
#endif
}

float ask_score(pass *p, function_ref score, uint16_t id) {
    call_about(p, id, WITS_NONE, false);
#ifdef WITS_CHECKS
    p->pure = true;
    float value = p->frame->functions[score - 1].score(p->frame->context, &p->call);
    p->pure = false;
    return value;
#else
    return p->frame->functions[score - 1].score(p->frame->context, &p->call);
#endif
}

wits_state_id ask_step(pass *p, function_ref step, uint16_t id) {
    call_about(p, id, WITS_NONE, true);
    p->call.kind = WITS_ACTION_STEP;
    return p->frame->functions[step - 1].step(p->frame->context, &p->call);
}
