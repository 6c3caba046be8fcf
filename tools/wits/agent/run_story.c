// SPDX-License-Identifier: MIT
// `wits run --trace`: writes the records of a call as sentences, with the texts of the description.
#include "agent/run.h"

#include "common/target_lists.h"
#include "common/tokens.h"
#include "wits/explain.h"

#include <stdlib.h>
#include <string.h>

typedef struct teller {
    const agent_sim *of;
    const turn *about;
    const char *indent;
    text *to;
    const wits_trace_record *records;
    uint32_t count;
} teller;

void text_guard(text *to, const wits_transition_desc *transition, const char *separator) {
    size_t begin = to->length;
    if (transition->event != NULL) {
        text_format(to, "on %s", transition->event);
    }
    if (transition->after > 0) {
        text_format(to, "%safter %u", to->length > begin ? separator : "", (unsigned)transition->after);
    }
    if (transition->when != NULL) {
        text_format(to, "%swhen ", to->length > begin ? separator : "");
        text_add_folded(to, transition->when);
    }
}

static bool event_was_pending(const teller *t, const char *event) {
    uint32_t row = wits_find_event(t->of->mind.brain, event);
    return row != WITS_NONE && wits_is_pending(t->of->mind.brain, t->about->before, row);
}

/// Adds why a transition was not enabled, as far as the agent before the call shows it.
static void add_reason(const teller *t, const wits_trace_record *record, const wits_transition_desc *transition) {
    uint32_t elapsed = wits_elapsed(t->of->mind.brain, t->about->before, record->state, t->of->frame.tick);
    if (transition->event != NULL && !event_was_pending(t, transition->event)) {
        text_format(t->to, "no %s", transition->event);
    } else if (transition->after > 0 && elapsed < transition->after) {
        text_format(t->to, "only %u of %u ticks", (unsigned)elapsed, (unsigned)transition->after);
    } else if (transition->any && !transition->reenter && transition->when == NULL) {
        text_add(t->to, "already active");
    } else {
        text_add(t->to, "no");
    }
}

static void tell_tried(const teller *t, const wits_trace_record *record) {
    const wits_transition_desc *transition = &t->of->desc->transitions[record->row];
    text guard = {0};
    text_guard(&guard, transition, ", ");
    text_format(t->to, "%s%s", t->indent, record->value != 0.0f ? "✓ " : "· ");
    text_state(t->to, t->of->mind.brain, transition->any ? transition->from : record->state);
    text_add(t->to, transition->any ? " (any) to " : " to ");
    text_state(t->to, t->of->mind.brain, record->other);
    text_format(t->to, "%s%s: ", guard.length > 0 ? " " : "", text_of(&guard));
    if (record->value != 0.0f) {
        text_add(t->to, guard.length > 0 ? "yes" : "always");
    } else {
        add_reason(t, record, transition);
    }
    text_add(t->to, "\n");
    text_free(&guard);
}

/// Joins successive records of one kind into one sentence.
static uint32_t tell_states(const teller *t, uint32_t first, const char *verb) {
    uint32_t i = first;
    text_format(t->to, "%s%s ", t->indent, verb);
    for (; i < t->count && t->records[i].kind == t->records[first].kind; i++) {
        text_add(t->to, i == first ? "" : ", ");
        text_state(t->to, t->of->mind.brain, t->records[i].state);
        if (t->records[i].kind == WITS_TRACE_KEPT) {
            text_add(t->to, " in ");
            text_state(t->to, t->of->mind.brain, t->records[i].other);
        }
    }
    text_add(t->to, "\n");
    return i;
}

/// For an option that is not a candidate, the record with its score comes first.
static bool is_score(const wits_trace_record *record) {
    return record->kind == WITS_TRACE_SCORED || record->kind == WITS_TRACE_NOT_A_NUMBER ||
           record->kind == WITS_TRACE_GATED || record->kind == WITS_TRACE_COOLING || record->kind == WITS_TRACE_OUT ||
           record->kind == WITS_TRACE_TARGETED;
}

/// Returns why an option with a score is not a candidate. The reasons are those of `wits explain`, but shorter.
static const char *why_out(wits_verdict verdict) {
    switch (verdict) {
    case WITS_VERDICT_FLOOR:
        return "below floor";
    case WITS_VERDICT_DEFAULT:
        return "≤ default";
    case WITS_VERDICT_RANK:
        return "outranked";
    default:
        return "default";
    }
}

static void add_rounded(text *to, float value) {
    if (value - value != 0.0f) {
        text_float(to, value);
    } else {
        text_format(to, "%.3g", (double)value);
    }
}

/// Writes "close_in 0.48", "attack gated" or "heal without a target". A score may be followed by " for 7", " (cools for
/// 3)" or " (outranked)".
static void tell_score(const teller *t, const wits_trace_record *record, const char *separator) {
    if (record->kind == WITS_TRACE_COOLING) {
        text_format(t->to, " (cools for %.0f)", (double)record->value);
        return;
    }
    if (record->kind == WITS_TRACE_TARGETED) {
        text_add(t->to, " for ");
        text_target(t->to, record->target);
        return;
    }
    const bool has_target = record->kind != WITS_TRACE_OUT || record->row != WITS_VERDICT_NO_TARGET;
    if (record->kind == WITS_TRACE_OUT && has_target) {
        text_format(t->to, " (%s)", why_out((wits_verdict)record->row));
        return;
    }
    text_format(t->to, "%s%s ", separator, wits_state_name(t->of->mind.brain, record->state));
    if (!has_target) {
        text_add(t->to, "without a target");
    } else if (record->kind == WITS_TRACE_GATED) {
        text_add(t->to, "gated");
    } else {
        add_rounded(t->to, record->value);
    }
}

static uint32_t tell_scores(const teller *t, uint32_t first) {
    uint32_t i = first;
    text_add(t->to, t->indent);
    text_add(t->to, "weighs in ");
    text_state(t->to, t->of->mind.brain, t->records[first].other);
    for (; i < t->count && is_score(&t->records[i]) && t->records[i].other == t->records[first].other; i++) {
        tell_score(t, &t->records[i], i == first ? ": " : ", ");
    }
    text_add(t->to, "\n");
    return i;
}

static void tell_chosen(const teller *t, const wits_trace_record *record) {
    const wits_brain *brain = t->of->mind.brain;
    text_format(t->to, "%schooses %s", t->indent, wits_state_name(brain, record->state));
    if (record->row == WITS_NONE) {
        text_add(t->to, ", the only candidate");
    } else {
        bool ahead = !(record->value < 0.0f);
        text_add(t->to, ", ");
        add_rounded(t->to, ahead ? record->value : -record->value);
        text_format(t->to, " %s %s", ahead ? "ahead of" : "behind", wits_state_name(brain, record->row));
    }
    text_add(t->to, "\n");
}

static void tell_done(const teller *t, const wits_trace_record *record) {
    text_format(t->to, "%s%s is done", t->indent, wits_state_name(t->of->mind.brain, record->state));
    if (t->of->desc->states[record->state].lasts != 0) {
        text_format(t->to, ": it lasts %u ticks", (unsigned)t->of->desc->states[record->state].lasts);
    }
    text_add(t->to, "\n");
}

/// A transition of the brain was already described when it was tried.
static void tell_fired(const teller *t, const wits_trace_record *record) {
    if (record->row != WITS_NONE || record->state == WITS_NONE) {
        return;
    }
    text_format(t->to, "%sgoes from ", t->indent);
    text_state(t->to, t->of->mind.brain, record->state);
    text_add(t->to, " to ");
    text_state(t->to, t->of->mind.brain, record->other);
    text_add(t->to, "\n");
}

/// Describes a record. Returns the index of the next one to describe.
static uint32_t tell(const teller *t, uint32_t i) {
    const wits_trace_record *record = &t->records[i];
    switch (record->kind) {
    case WITS_TRACE_TRIED:
        tell_tried(t, record);
        return i + 1;
    case WITS_TRACE_FIRED:
        tell_fired(t, record);
        return i + 1;
    case WITS_TRACE_SCORED:
    case WITS_TRACE_NOT_A_NUMBER:
    case WITS_TRACE_GATED:
    case WITS_TRACE_COOLING:
    case WITS_TRACE_OUT:
    case WITS_TRACE_TARGETED:
        return tell_scores(t, i);
    case WITS_TRACE_RETARGETED:
        text_add(t->to, t->indent);
        text_state(t->to, t->of->mind.brain, record->state);
        text_add(t->to, " is now about ");
        text_target(t->to, record->target);
        text_add(t->to, "\n");
        return i + 1;
    case WITS_TRACE_CHOSEN:
        tell_chosen(t, record);
        return i + 1;
    case WITS_TRACE_NO_CANDIDATE:
        text_format(t->to, "%sno option is a candidate: %s %s\n", t->indent,
                    wits_state_name(t->of->mind.brain, record->state), record->row != WITS_NONE ? "stays" : "begins");
        return i + 1;
    case WITS_TRACE_DONE:
        tell_done(t, record);
        return i + 1;
    case WITS_TRACE_EXITED:
        return tell_states(t, i, "leaves");
    case WITS_TRACE_KEPT:
        return tell_states(t, i, "keeps");
    case WITS_TRACE_ENTERED:
        return tell_states(t, i, "enters");
    case WITS_TRACE_ACTIVATED:
        return tell_states(t, i, "is silently in");
    case WITS_TRACE_CONTINUED:
    default:
        return tell_states(t, i, "continues");
    }
}

void print_story(const agent_sim *of, const turn *about, const char *indent, text *to) {
    teller t = {.of = of,
                .about = about,
                .indent = indent,
                .to = to,
                .records = of->trace.records + about->first_record,
                .count = about->record_count};
    bool is_usual = about->verb == INPUT_TICK || (about->verb == INPUT_START && of->frame.tick == 0);
    if (!is_usual) {
        text_format(to, "%s%s", indent, input_verb_name(about->verb));
        if (about->state != WITS_NONE) {
            text_add(to, " ");
            text_state(to, of->mind.brain, about->state);
        }
        text_add(to, ":\n");
    }
    for (uint32_t i = 0; i < t.count;) {  // each pass describes at least one record
        i = tell(&t, i);
    }
}
