// SPDX-License-Identifier: MIT
// Choices among the options of a utility: when they are due, and what they change. Section 6. A single operation finds
// the winner.
#include "lower/lower.h"

static void put_choose(lowering *l, uint16_t composite, bool has_current) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_CHOOSE,
                                   .state = composite,
                                   .k = {has_current, composite == WITS_ROOT || !has_current}});
}

static void put_choice_end(lowering *l, uint16_t composite) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_CHOICE_END, .state = composite});
}

void wits_lower_first_choice(lowering *l, uint16_t composite, bool silent) {
    const state_row *s = lower_state(l, composite);
    put_choose(l, composite, false);
    for (uint32_t i = 0; i < s->child_count; i++) {
        wits_lower_when(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_CHOSEN, .state = composite, .k = {i, i == 0}});
        wits_lower_then(l);  // without candidates the first
        wits_lower_enter_option(l, brain_child(l->brain, s, i), silent);
        wits_lower_end(l);
    }
    put_choice_end(l, composite);
}

void wits_lower_retarget(lowering *l, uint16_t composite, uint16_t option) {
    const state_row *s = lower_state(l, option);
    if (s->retarget != 0) {
        wits_lower_when(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_RETARGETED, .state = composite, .k = {s->ordinal}});
        wits_lower_then(l);
        wits_lower_own_actions(l, s->retarget, WITS_ACTION_RETARGET, option);
        wits_lower_end(l);
    }
}

/// From here on, the pass reads the new option, with all machines inside it.
static void follow(lowering *l, uint16_t composite) {
    uint32_t count;
    uint16_t inside = lower_state(l, composite)->inside;
    uint16_t first = wits_lower_machines_inside(l, composite, &count);
    if (count == 0 || inside != first) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_FOLLOW, .machine = inside});
    }
    for (uint32_t i = 0; i < count; i++) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_FOLLOW, .machine = (uint16_t)(first + i)});
    }
}

void wits_lower_choice(lowering *l, uint16_t composite) {
    const state_row *s = lower_state(l, composite);
    const bool goes_on = state_has_decisions_inside(l->brain, composite);
    wits_lower_when(l);
    wits_lower_in_children(l, PROGRAM_IN_PASS, composite);

    // The active option's `hold` is over.
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(l->brain, s, i);
        const state_row *o = lower_state(l, option);
        if (o->hold != 0) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_NOT_HELD,
                                           .machine = o->machine,
                                           .state = option,
                                           .k = {o->clock, o->hold}});
        }
    }

    // `done` is evaluated after `hold`, once for all later tests.
    if (s->checks_finished) {
        wits_lower_then(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_LOOK_DONE, .state = composite});
        wits_lower_when(l);
    }

    // The active option is done or does not commit, and either `every` is due or the option is done.
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(l->brain, s, i);
        if (lower_state(l, option)->runs_to_completion) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_NOT_COMMITTED, .state = option});
        }
    }
    if (s->scored_clock != 0) {
        const program_operation test = s->checks_finished ? PROGRAM_DUE_OR_DONE : PROGRAM_AFTER;
        wits_lower_put(l, (program_op){.operation = (uint8_t)test, .k = {s->scored_clock, s->every}});
    }

    // The options are scored.
    wits_lower_then(l);
    if (s->scored_clock != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_START_CLOCK, .k = {s->scored_clock}});
    }
    put_choose(l, composite, true);

    // The winner is entered if it is another option, or if the active one is done and wins again. If the active one
    // stays, it may get another target.
    for (uint32_t i = 0; i < s->child_count; i++) {
        wits_lower_when(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_SWITCHED, .state = composite, .k = {i}});
        wits_lower_then(l);
        wits_lower_switch(l, composite, brain_child(l->brain, s, i));
        if (goes_on) {
            follow(l, composite);
        }
        wits_lower_end(l);
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        wits_lower_retarget(l, composite, brain_child(l->brain, s, i));
    }
    put_choice_end(l, composite);
    wits_lower_end(l);
    if (s->checks_finished) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_DONE_END, .state = composite});
        wits_lower_end(l);
    }
}
