// SPDX-License-Identifier: MIT
// Describes a failure: the expectation, the result, and the reason.
#include "test/player.h"

#include "agent/run.h"
#include "common/lookup.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 10, MOST_CALLS = 12, MOST_FIELDS = 12 };

static void add_label(text *to, const char *label) {
    text_add(to, "  ");
    text_add(to, label);
    const size_t length = strlen(label);
    text_spaces(to, length < LABEL_WIDTH ? LABEL_WIDTH - length : 1);
}

// ------------------------------------------------------------------------------------------------------------ expected

static const char *key_of(wits_expected_kind kind) {
    static const char *const keys[] = {"active", "calls", "holds", "target"};
    return keys[kind];
}

/// Writes "active: sleep".
static void text_expected(text *to, const wits_expected *what) {
    text_format(to, "%s: %s", key_of(what->kind), what->written);
}

static void text_all(text *to, const wits_expected *const *which, size_t count, const char *between) {
    for (size_t i = 0; i < count; i++) {
        text_add(to, i > 0 ? between : "");
        text_expected(to, which[i]);
    }
}

/// Writes "within 3 ticks".
static void text_wait(text *to, const wits_scenario_step *step) {
    static const char *const words[] = {"after", "within", "for"};
    text_format(to, "%s %u tick%s", words[step->wait], (unsigned)step->ticks, step->ticks == 1 ? "" : "s");
}

// ------------------------------------------------------------------------------------------------------------- results

/// Writes the calls that were checked; consecutive equal ones are counted.
static void add_calls(text *to, const text *calls) {
    const char *end = text_of(calls) + calls->length;
    size_t shown = 0;
    add_label(to, "calls");
    for (const char *call = text_of(calls); call < end; shown++) {
        const char *next = call + strlen(call) + 1;
        size_t times = 1;
        for (; next < end && strcmp(call, next) == 0; times++) {
            next += strlen(next) + 1;
        }
        if (shown == MOST_CALLS) {
            text_add(to, ", ...");
            break;
        }
        text_format(to, "%s%s", shown > 0 ? ", " : "", call);
        if (times > 1) {
            text_format(to, " ×%zu", times);
        }
        call = next;
    }
    text_add(to, shown == 0 ? "none\n" : "\n");
}

/// Marks the fields that a condition reads.
static void note_condition(const player *of, const wits_expected *what, bool *read) {
    span rest = {what->text.text, strlen(what->text.text)};
    for (span name; name_next(&rest, &name);) {
        for (uint32_t field = 0; field < of->agent.desc->field_count; field++) {
            read[field] = read[field] || span_is(name, of->agent.desc->fields[field].name);
        }
    }
}

/// Writes a value, exactly or with few digits.
static void add_value(text *to, const wits_field_desc *field, double value, bool exactly) {
    if (field->type == WITS_TYPE_FLOAT && !exactly) {
        text_short(to, (float)value);
    } else {
        text_value(to, field, value, false);
    }
}

/// Writes the fields that the decisions of the tick and unmet conditions have read; all of them if they are few.
static void add_fields(text *to, const player *of, const wits_expected *const *which, size_t count) {
    const wits_desc *desc = of->agent.desc;
    bool *shown = allocate((size_t)desc->field_count + 1, sizeof *shown);
    bool *compared = allocate((size_t)desc->field_count + 1, sizeof *compared);
    for (size_t i = 0; i < of->records.count; i++) {
        bool *read = asked_fields(&of->records, &of->records.calls[i]);
        for (uint32_t field = 0; field < desc->field_count; field++) {
            shown[field] = shown[field] || read[field];
        }
        free(read);
    }
    for (size_t i = 0; i < count; i++) {
        if (which[i]->kind == WITS_EXPECTED_HOLDS) {
            note_condition(of, which[i], compared);
        }
    }
    uint32_t written = 0;
    for (uint32_t field = 0; field < desc->field_count; field++) {
        if (desc->field_count <= MOST_FIELDS || shown[field] || compared[field]) {
            if (written++ == 0) {
                add_label(to, "fields");
            } else {
                text_add(to, "; ");
            }
            text_format(to, "%s ", desc->fields[field].name);
            add_value(to, &desc->fields[field], context_get(&of->agent.knows, field), compared[field]);
        }
    }
    text_add(to, written > 0 ? "\n" : "");
    free(shown);
    free(compared);
}

/// Writes the results of the host's conditions and scores that the tick's decisions called.
static void add_host(text *to, const player *of) {
    text name = {0}, value = {0};
    uint32_t written = 0;
    for (size_t i = 0; i < of->records.count; i++) {
        const tick_record *call = &of->records.calls[i];
        for (uint32_t number = 0; text_tick_record(&name, &value, &of->records, call, number, false); number++) {
            if (written++ == 0) {
                add_label(to, "host");
            } else {
                text_add(to, "; ");
            }
            text_format(to, "%s %s", text_of(&name), text_of(&value));
            text_clear(&name);
            text_clear(&value);
        }
    }
    text_add(to, written > 0 ? "\n" : "");
    text_free(&name);
    text_free(&value);
}

/// Writes the elapsed ticks of states that unmet conditions read.
static void add_elapsed(text *to, const player *of, const wits_expected *const *which, size_t count) {
    const wits_brain *brain = of->agent.mind.brain;
    bool *written = allocate(wits_state_count(brain), sizeof *written);
    bool is_first = true;
    for (size_t i = 0; i < count; i++) {
        const char *condition = which[i]->kind == WITS_EXPECTED_HOLDS ? which[i]->text.text : "";
        span rest = {condition, strlen(condition)}, before;
        for (condition_word word; condition_word_next(brain, &rest, &before, &word);) {
            if (word.is_elapsed && !written[word.state]) {
                written[word.state] = true;
                if (is_first) {
                    add_label(to, "elapsed");
                } else {
                    text_add(to, "; ");
                }
                is_first = false;
                text_state(to, brain, word.state);
                text_format(to, " %.0f", condition_word_value(&word, &of->agent));
            }
        }
    }
    text_add(to, is_first ? "" : "\n");
    free(written);
}

// ----------------------------------------------------------------------------------------------------------------- why

static bool is_inside(const wits_brain *brain, wits_state_id outer, wits_state_id inner) {
    return outer <= inner && inner < wits_state_end(brain, outer);
}

/// Writes the transitions of this tick that lead to a state, into it or around it, and did not fire.
static void add_tried(text *to, const player *of, wits_state_id wanted) {
    const wits_brain *brain = of->agent.mind.brain;
    for (size_t i = 0; i < of->records.count; i++) {
        const tick_record *call = &of->records.calls[i];
        for (uint32_t number = 0; number < call->why.transition_count; number++) {
            const wits_explained_transition *one = &call->why.transitions[number];
            const wits_state_id leads = of->agent.desc->transitions[one->row].to;
            if (one->tried != WITS_TRIED_FIRED &&
                (is_inside(brain, wanted, leads) || is_inside(brain, leads, wanted))) {
                text line = {0};
                text_tried(&of->records, call, one, false, &line);
                text_spaces(to, LABEL_WIDTH);
                text_add(to, text_of(&line));
                text_free(&line);
            }
        }
    }
}

/// Writes the result of an option in this tick: "flee lost by 0.3".
static void add_option(text *to, const player *of, wits_state_id wanted) {
    const wits_explained_choice *choice;
    const wits_explained_option *told;
    const tick_record *call = tick_records_scored(&of->records, wanted, &choice, &told);
    if (call != NULL) {
        text_spaces(to, LABEL_WIDTH + 2);
        text_state(to, of->agent.mind.brain, wanted);
        text_add(to, " ");
        text_verdict(&of->records, call, choice, told, to);
        text_add(to, "\n");
    }
}

static void add_why(text *to, const player *of, bool never, const wits_expected *const *which, size_t count) {
    text why = {0};
    bool has_moved = false;
    for (size_t i = 0; i < of->records.count; i++) {
        text one = {0};
        text_answer(&of->records, &of->records.calls[i], &one);
        text_format(&why, "%s%s", why.length > 0 && one.length > 0 ? " " : "", text_of(&one));
        text_free(&one);
        has_moved = has_moved || asked_has_moved(&of->records, &of->records.calls[i]);
    }
    add_label(to, "why");
    text_add(to, text_of(&why));
    text_add(to, "\n");
    for (size_t i = 0; i < count && !never && which[i]->kind == WITS_EXPECTED_ACTIVE && !which[i]->is_not; i++) {
        add_tried(to, of, (wits_state_id)which[i]->row);
        add_option(to, of, (wits_state_id)which[i]->row);
    }
    if (!has_moved && of->records.since > 0) {
        add_label(to, "since");
        text_format(to, "tick %u: %s\n", (unsigned)of->records.since, text_of(&of->records.because));
    }
    text_free(&why);
}

// ------------------------------------------------------------------------------------------------------------- failure

/// Escapes what a terminal would interpret. Lines stay lines.
static void make_visible(text *what) {
    text made = {0};
    const char *line = text_of(what);
    for (size_t length = strcspn(line, "\n"); *line != '\0'; length = strcspn(line, "\n")) {
        text_visible(&made, line, length);
        text_add_bytes(&made, line + length, line[length] == '\n');
        line += length + (line[length] == '\n');
    }
    text_free(what);
    *what = made;
}

void outcome_fail(const player *of, const wits_scenario_step *step, bool never, const wits_expected *const *which,
                  size_t count, outcome *to) {
    const bool shows_wait = !never && (step->wait != WITS_WAIT_AFTER || step->ticks != 1);
    text tick = {0};
    to->tick = of->tick;
    to->line = step->line;
    to->column = step->column;
    text_add(&to->message, never ? "never " : "expected ");
    text_all(&to->message, which, count, never ? " or " : " and ");
    if (shows_wait) {
        text_add(&to->message, " ");
        text_wait(&to->message, step);
    }
    text_format(&to->message, never ? "; it was at tick %u, in " : "; at tick %u it was in ", (unsigned)of->tick);
    text_active(&to->message, of->agent.mind.brain, of->agent.agent);
    for (size_t i = 0; i < count; i++) {
        add_label(&to->details, i > 0 ? "" : never ? "never" : "expected");
        text_expected(&to->details, which[i]);
        if (i == 0 && shows_wait) {
            text_add(&to->details, ", ");
            text_wait(&to->details, step);
        }
        text_add(&to->details, "\n");
    }
    text_format(&tick, "tick %u", (unsigned)of->tick);
    add_label(&to->details, text_of(&tick));
    text_active(&to->details, of->agent.mind.brain, of->agent.agent);
    text_add(&to->details, "\n");
    const bool is_of_tick = never || step->wait == WITS_WAIT_FOR;
    add_calls(&to->details, is_of_tick ? &of->agent.calls : &of->calls);
    add_fields(&to->details, of, which, count);
    add_elapsed(&to->details, of, which, count);
    add_host(&to->details, of);
    add_why(&to->details, of, never, which, count);
    text_free(&tick);
    make_visible(&to->message);
    make_visible(&to->details);
}
