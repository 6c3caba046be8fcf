// SPDX-License-Identifier: MIT
// Random brains: states that finish, and queries about them.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "random_texts.h"

static bool is_in_parallel(const wits_desc *desc, uint32_t row) {
    return desc->states[desc->states[row].parent].kind == WITS_KIND_PARALLEL;
}

static bool is_option(const wits_desc *desc, uint32_t row) {
    return row != 0 && desc->states[desc->states[row].parent].kind == WITS_KIND_UTILITY;
}

static void make_ends(random_texts *t, rng *r, uint32_t row, uint32_t percent) {
    wits_state_desc *s = &t->b->states[row];
    random_targets_see(t, row, false);
    if (rng_chance(r, percent)) {
        s->lasts = rng_chance(r, 95) ? 1 + rng_below(r, 8) : WITS_MAX_TICKS;
    }
    if (rng_chance(r, percent / 2)) {
        const bool is_text = t->b->desc.field_count > 0 && rng_chance(r, 50);
        s->done = is_text ? random_texts_condition(t, t->b->done_texts[row])
                          : host_functions[rng_below(r, HOST_CONDITIONS)].name;
    }
    const bool resumes = t->b->states[s->parent].leave == WITS_LEAVE_RESUME;
    s->final = row != 0 && !is_in_parallel(&t->b->desc, row) && rng_chance(r, percent + (resumes ? 20 : 0));
}

static void make_commit(rng *r, wits_desc *desc, wits_state_desc *s, uint32_t row) {
    if (is_option(desc, row) && rng_chance(r, 50)) {
        s->commit =
            model_desc_can_finish(desc, (wits_state_id)row) && rng_chance(r, 60) ? WITS_COMMIT_YES : WITS_COMMIT_NO;
    }
}

bool random_done_can_be_asked(const wits_desc *desc, uint32_t from, bool any) {
    bool can = !any && model_desc_can_finish(desc, (wits_state_id)from);
    for (uint32_t row = from + 1; any && row < desc->state_count; row++) {
        can = can || (desc->states[row].parent == from && model_desc_can_finish(desc, (wits_state_id)row));
    }
    return can;
}

/// Writes the query alone, or combined with the existing condition if the result is not too long.
static const char *make_question(rng *r, const random_texts *t, const char *when, char *text) {
    static const char *const forms[] = {"done", "not done", "done and (%s)", "(%s) or done", "not (%s) and done"};
    const wits_desc *desc = &t->b->desc;
    char whole[2 * RANDOM_TEXT];
    bool is_function = false;
    bool wants_arguments = false;
    bool may_get_any = false;
    for (uint32_t i = 0; i < desc->function_count; i++) {
        const bool is_this = when != NULL && strcmp(desc->functions[i].name, when) == 0;
        is_function = is_function || is_this;
        may_get_any = may_get_any || (is_this && t->functions[i].varies);
        wants_arguments = wants_arguments || (is_this && desc->functions[i].parameters[0].kind != WITS_ARGUMENT_NONE);
    }
    const bool is_plain = when == NULL || wants_arguments || rng_chance(r, 50);
    const char *form = forms[is_plain ? rng_chance(r, 20) : 2 + rng_below(r, 3)];
    char called[RANDOM_TEXT];
    if (is_function) {
        (void)snprintf(called, sizeof called, "%s()", when);
    } else {
        (void)snprintf(called, sizeof called, "%s", when != NULL ? when : "true");
    }
    if (may_get_any && rng_chance(r, 40)) {
        (void)snprintf(text, LONGEST_TEXT, "%s(%s)", when, rng_chance(r, 50) ? "done" : "1, not done");
        return text;
    }
    const char *hole = strstr(form, "%s");
    const int length = hole == NULL
                           ? snprintf(whole, sizeof whole, "%s", form)
                           : snprintf(whole, sizeof whole, "%.*s%s%s", (int)(hole - form), form, called, hole + 2);
    if (length < 0 || length >= LONGEST_TEXT) {
        return when;
    }
    memcpy(text, whole, (size_t)length + 1);
    return text;
}

void random_done_add(random_texts *t, uint64_t seed) {
    random_brain *b = t->b;
    rng own = {host_mix(seed, 33)};
    rng *r = &own;
    if (rng_chance(r, 50)) {
        return;
    }
    const uint32_t percent = 5 + rng_below(r, 60);
    const uint32_t asks = rng_below(r, 70);
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        make_ends(t, r, row, percent);
    }
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        make_commit(r, &b->desc, &b->states[row], row);
    }
    for (uint32_t row = 0; row < b->desc.transition_count; row++) {
        wits_transition_desc *tr = &b->transitions[row];
        if (rng_chance(r, asks) && random_done_can_be_asked(&b->desc, tr->from, tr->any)) {
            tr->when = make_question(r, t, tr->when, b->transition_whens[row]);
        }
    }
    for (uint32_t row = 0; row < b->desc.step_count; row++) {
        wits_step_desc *s = &b->steps[row];
        if (b->states[s->of].step == NULL && rng_chance(r, asks) && random_done_can_be_asked(&b->desc, s->of, false)) {
            s->when = make_question(r, t, s->when, b->step_whens[row]);
        }
    }
}

static bool asks(const char *text) {
    for (const char *at = text; at != NULL && (at = strstr(at, "done")) != NULL; at += 4) {
        if ((at == text || strchr(" (", at[-1]) != NULL) && (at[4] == '\0' || strchr(" )", at[4]) != NULL)) {
            return true;
        }
    }
    return false;
}

void random_done_mend(wits_desc *desc, wits_state_desc *states, wits_transition_desc *transitions,
                      wits_step_desc *steps) {
    for (uint32_t row = 0; row < desc->state_count; row++) {
        states[row].final = states[row].final && row != 0 && !is_in_parallel(desc, row);
    }
    for (uint32_t row = 0; row < desc->state_count; row++) {
        const bool can = states[row].commit != WITS_COMMIT_YES || model_desc_can_finish(desc, (wits_state_id)row);
        states[row].commit = can && is_option(desc, row) ? states[row].commit : WITS_COMMIT_DEFAULT;
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        wits_transition_desc *t = &transitions[row];
        t->when = asks(t->when) && !random_done_can_be_asked(desc, t->from, t->any) ? "true" : t->when;
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        wits_step_desc *s = &steps[row];
        s->when = asks(s->when) && !random_done_can_be_asked(desc, s->of, false) ? "true" : s->when;
    }
}
