// SPDX-License-Identifier: MIT
// explain: writes the answer in one sentence.
#include "explain/tick_record.h"

#include "agent/run.h"

/// A sentence under construction.
typedef struct answer {
    const tick_records *about;
    const tick_record *call;
    text *to;
    uint32_t clauses;
} answer;

static void add_active(const answer *a, const unsigned char *agent) {
    text_active(a->to, a->about->of->mind.brain, agent);
}

static const char *name_of(const answer *a, wits_state_id state) {
    return wits_state_name(a->about->of->mind.brain, state);
}

static void begin_clause(answer *a) {
    text_add(a->to, a->clauses++ == 0 ? ": " : "; ");
}

// --------------------------------------------------------------------------------------------------------- transitions

static void add_reason(const answer *a, uint32_t *reasons) {
    text_add(a->to, (*reasons)++ == 0 ? ", because " : " and ");
}

static void add_ticks(text *to, uint32_t ticks, const char *more) {
    text_format(to, "%u%s tick%s", (unsigned)ticks, more, ticks == 1 ? "" : "s");
}

static void add_fired(answer *a, const wits_explained_transition *one) {
    const wits_transition_desc *desc = &a->about->of->desc->transitions[one->row];
    uint32_t reasons = 0;
    begin_clause(a);
    text_state(a->to, a->about->of->mind.brain, desc->from);
    text_add(a->to, desc->any ? " (any) → " : " → ");
    text_state(a->to, a->about->of->mind.brain, desc->to);
    text_add(a->to, " fired");
    if (desc->event != NULL) {
        add_reason(a, &reasons);
        text_format(a->to, "%s was raised", desc->event);
    }
    if (desc->after > 0) {
        add_reason(a, &reasons);
        text_add(a->to, "it had been there for ");
        add_ticks(a->to, one->elapsed, "");
    }
    if (desc->when != NULL) {
        add_reason(a, &reasons);
        text_add_folded(a->to, desc->when);
    }
    text_add(a->to, reasons == 0 ? ", which has no conditions" : "");
}

/// A single transition is reported with its reason.
static void add_none_fired(answer *a) {
    uint32_t count = a->call->why.transition_count;
    begin_clause(a);
    if (count == 0) {
        text_add(a->to, "there is no transition to try and no choice to make");
    } else if (count == 1) {
        text_add(a->to, "the one transition that was tried was not enabled");
    } else {
        text_format(a->to, "none of the %u transitions that were tried was enabled", (unsigned)count);
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

/// Returns the first option with that verdict, or null.
static const wits_explained_option *find_verdict(const answer *a, const wits_explained_choice *choice,
                                                 wits_verdict of) {
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option *one = &a->call->why.options[choice->first_option + i];
        if (one->verdict == of) {
            return one;
        }
    }
    return NULL;
}

/// Writes "flee scores 0.9, 0.16 more than cover with its inertia of 0.1".
static void add_highest(answer *a, const wits_explained_choice *choice, const wits_explained_option *chosen) {
    const wits_explained_option *other = asked_best_other(a->call, choice, chosen->option);
    const wits_explained_option *bar = find_verdict(a, choice, WITS_VERDICT_NOT_NEEDED);
    bool has_rank = find_verdict(a, choice, WITS_VERDICT_RANK) != NULL;
    bool still = choice->current == chosen->option && !choice->is_done;
    text_whom(a->to, a->about, chosen, chosen->target);
    text_add(a->to, still ? " still scores " : " scores ");
    text_short(a->to, chosen->competing);
    if (chosen->inertia != 0.0f) {
        text_add(a->to, " with its inertia of ");
        text_short(a->to, chosen->inertia);
    }
    if (other == NULL && bar != NULL && !has_rank) {
        text_format(a->to, ", and no other option scores more than the default, %s", name_of(a, bar->option));
    } else if (other == NULL) {
        text_add(a->to, ", the only candidate");
    } else if (chosen->margin == 0.0f) {
        text_add(a->to, ", as much as ");
        text_whom(a->to, a->about, other, other->target);
        text_add(a->to, still ? ", but is active" : ", but comes first");
    } else {
        text_add(a->to, ", ");
        text_short(a->to, chosen->margin);
        text_add(a->to, " more than ");
        text_whom(a->to, a->about, other, other->target);
    }
    if (other != NULL && other->inertia != 0.0f) {
        text_add(a->to, " with its inertia of ");
        text_short(a->to, other->inertia);
    }
    if (has_rank) {
        text_format(a->to, "%s of rank %d", other == NULL ? "" : ", among those", (int)chosen->rank);
    }
}

/// Handles a runner-up that is another target of the same option: "attack on 7 scores 0.85, 0.12 more than on 3:
/// enemy.distance (0.8 against 0.5)".
static bool add_better_target(answer *a, const wits_explained_choice *choice, const wits_explained_option *chosen) {
    const wits_explained_option *other = asked_best_other(a->call, choice, chosen->option);
    const wits_explained_target *taken = asked_target(a->call, chosen, chosen->target);
    const wits_explained_target *next = asked_next_target(a->call, chosen);
    if (taken == NULL || next == NULL || (other != NULL && other->competing > next->competing)) {
        return false;
    }
    text_whom(a->to, a->about, chosen, chosen->target);
    text_add(a->to, choice->current == chosen->option && !asked_retargets(choice) && !choice->is_done ? " still scores "
                                                                                                      : " scores ");
    text_short(a->to, taken->competing);
    if (taken->inertia != 0.0f) {
        text_add(a->to, " with its inertia of ");
        text_short(a->to, taken->inertia);
    }
    if (taken->competing == next->competing) {
        text_format(a->to, ", as much as on %u, but %s", (unsigned)next->id,
                    taken->is_remembered ? "is its target" : "comes first");
        return true;
    }
    text_add(a->to, ", ");
    text_short(a->to, taken->competing - next->competing);
    text_format(a->to, " more than on %u", (unsigned)next->id);
    text_ahead(a->about, a->call, taken, next, a->to);
    return true;
}

static void add_scored(answer *a, const wits_explained_choice *choice) {
    const wits_explained_option *chosen = asked_option(a->call, choice, choice->chosen);
    if (chosen == NULL) {  // the record was full
        text_format(a->to, "%s was chosen", name_of(a, choice->chosen));
    } else if (choice->no_candidate) {
        text_format(a->to, "no option is a candidate, so %s %s", name_of(a, choice->chosen),
                    choice->current != WITS_NONE ? "stays" : "begins");
    } else if (asked_was_drawn(choice)) {
        text_format(a->to, "%s was drawn, with a chance of ", name_of(a, choice->chosen));
        text_percent(a->to, chosen->chance, choice->total);
    } else if (choice->chosen == a->about->of->desc->states[choice->composite].default_option) {
        text_format(a->to, "no other option is left but the default, %s", name_of(a, choice->chosen));
    } else if (!add_better_target(a, choice, chosen)) {
        add_highest(a, choice, chosen);
    }
}

static void add_choice(answer *a, const wits_explained_choice *choice) {
    begin_clause(a);
    if (choice->composite != WITS_ROOT) {
        text_add(a->to, "in ");
        text_state(a->to, a->about->of->mind.brain, choice->composite);
        text_add(a->to, ", ");
    }
    if (choice->is_done) {
        text_format(a->to, "%s is done", name_of(a, choice->current));
        text_ends_in(a->about->of->desc, choice, a->to);
        text_add(a->to, "; ");
    }
    if (asked_retargets(choice)) {
        text_format(a->to, "%s ", name_of(a, choice->current));
        text_turn(choice, a->to);
        text_add(a->to, "; ");
    }
    switch ((wits_choice)choice->how) {
    case WITS_CHOICE_COMMITTED:
        text_format(a->to, "%s is not done", name_of(a, choice->current));
        text_ends_in(a->about->of->desc, choice, a->to);
        break;
    case WITS_CHOICE_HELD:
        text_format(a->to, "%s is held for ", name_of(a, choice->current));
        add_ticks(a->to, choice->left, " more");
        break;
    case WITS_CHOICE_NOT_DUE:
        text_add(a->to, "options are not scored for ");
        add_ticks(a->to, choice->left, " more");
        break;
    default:
        add_scored(a, choice);
        break;
    }
}

// ---------------------------------------------------------------------------------------------------- rules of initial

static void add_beginning(answer *a, const wits_explained_beginning *one) {
    begin_clause(a);
    text_state(a->to, a->about->of->mind.brain, one->composite);
    text_format(a->to, " begins with %s, because ", name_of(a, one->child));
    text_rule(a->to, a->about, one);
}

// ------------------------------------------------------------------------------------------------------------- clauses

static bool has_changed(const wits_explained_choice *choice) {
    return choice->chosen != choice->current || asked_begins_anew(choice) || asked_retargets(choice);
}

/// Writes everything that changed the state, in order.
static void add_changes(answer *a) {
    const wits_explain *why = &a->call->why;
    asked_order order = {{0}};
    uint32_t number;
    for (asked_kind next; (next = asked_next(a->call, &order, &number)) != ASKED_END;) {
        if (next == ASKED_CHOICE && has_changed(&why->choices[number])) {
            add_choice(a, &why->choices[number]);
        } else if (next == ASKED_TRANSITION && why->transitions[number].tried == WITS_TRIED_FIRED) {
            add_fired(a, &why->transitions[number]);
        } else if (next == ASKED_BEGINNING) {
            add_beginning(a, &why->beginnings[number]);
        }
    }
}

static void add_stay(answer *a) {
    const wits_explain *why = &a->call->why;
    for (uint32_t i = 0; i < why->choice_count; i++) {
        add_choice(a, &why->choices[i]);
    }
    if (why->choice_count == 0) {
        add_none_fired(a);
    }
}

/// Returns the first choice whose option is done and enters itself again, or null.
static const wits_explained_choice *find_again(const answer *a) {
    const wits_explain *why = &a->call->why;
    for (uint32_t i = 0; i < why->choice_count; i++) {
        if (asked_begins_anew(&why->choices[i])) {
            return &why->choices[i];
        }
    }
    return NULL;
}

static void add_way(const answer *a) {
    text_add(a->to, name_of(a, WITS_ROOT));
    if (!wits_is_started(a->about->of->mind.brain, a->call->after)) {
        text_add(a->to, " is stopped");
        return;
    }
    const wits_explained_choice *again = find_again(a);
    if (!asked_was_started(a->about, a->call)) {
        text_add(a->to, " began in ");
    } else if (!asked_has_moved(a->about, a->call) && again != NULL) {
        text_add(a->to, " entered ");
        text_state(a->to, a->about->of->mind.brain, again->chosen);
        text_add(a->to, " again");
        return;
    } else if (asked_has_moved(a->about, a->call)) {
        text_add(a->to, " went from ");
        add_active(a, a->call->before);
        text_add(a->to, " to ");
    } else {
        text_add(a->to, " stayed in ");
    }
    add_active(a, a->call->after);
}

static void answer_decision(answer *a) {
    add_way(a);
    if (!asked_was_started(a->about, a->call)) {
        text_add(a->to, ", so there was nothing to decide");
        return;
    }
    add_changes(a);
    if (a->clauses > 0) {
        return;
    }
    if (asked_has_moved(a->about, a->call)) {
        begin_clause(a);
        text_add(a->to, "nothing was active there before");
    } else {
        add_stay(a);
    }
}

static void answer_call(answer *a) {
    add_way(a);
    text_add(a->to, ", by the call ");
    text_add(a->to, input_verb_name(a->call->verb));
    if (a->call->state != WITS_NONE) {
        text_add(a->to, " ");
        text_state(a->to, a->about->of->mind.brain, a->call->state);
    }
    add_changes(a);
}

void text_answer(const tick_records *about, const tick_record *call, text *to) {
    answer a = {.about = about, .call = call, .to = to};
    if (call->verb == INPUT_DECIDE) {
        answer_decision(&a);
    } else if (call->verb != INPUT_UPDATE) {
        answer_call(&a);
    } else if (asked_has_moved(about, call) || call->why.choice_count > 0) {
        add_way(&a);
        text_add(to, ", by a step of its update");
        add_changes(&a);
    } else {
        return;
    }
    text_add(to, ".");
}

void text_answers(const tick_records *about, text *to) {
    bool has_moved = false;
    for (size_t i = 0; i < about->count; i++) {
        text one = {0};
        text_answer(about, &about->calls[i], &one);
        text_add(to, to->length > 0 && one.length > 0 ? " " : "");
        text_add(to, text_of(&one));
        has_moved = has_moved || asked_has_moved(about, &about->calls[i]);
        text_free(&one);
    }
    if (!has_moved && about->because.length > 0) {
        text_format(to, " Since tick %u: %s", (unsigned)about->since, text_of(&about->because));
    }
}
