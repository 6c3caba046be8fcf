// SPDX-License-Identifier: MIT
// run --format text: a line a tick, for reading.
#include "run.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES_AT_A_TIME = 1000,  ///< that are aligned to each other
    WIDEST = 48,             ///< of a column; what is longer pushes the rest of its line
};

/// A tick, ready to be printed.
typedef struct line {
    uint32_t tick;
    bool has_moved;  ///< is in another state than the tick before
    text active;
    text calls;
    text changes;
    text story;
} line;

struct screen {
    const life *of;
    bool trace;
    bool colour;
    bool has_calls;  ///< the brain has host actions
    bool begun;
    context before;
    text active_before;
    line *lines;
    size_t count;
    size_t active_width;
    size_t calls_width;
};

screen *screen_new(const life *of, bool trace, bool colour) {
    screen *made = allocate(1, sizeof *made);
    made->of = of;
    made->trace = trace;
    made->colour = colour;
    made->before = context_new(of->desc->fields, of->desc->field_count);
    made->lines = allocate(LINES_AT_A_TIME, sizeof *made->lines);
    for (uint32_t row = 0; row < of->desc->function_count; row++) {
        made->has_calls = made->has_calls || of->desc->functions[row].action != NULL;
    }
    return made;
}

void text_active(text *to, const wits_brain *brain, const void *agent) {
    uint32_t count = wits_state_count(brain);
    wits_state_id *active = allocate(count, sizeof *active);
    count = wits_active(brain, agent, active, count);
    for (uint32_t i = 0; i < count; i++) {
        text_add(to, i == 0 ? "" : " + ");
        if (active[i] == WITS_ROOT) {
            text_add(to, wits_state_name(brain, WITS_ROOT));
        } else {
            text_path(to, brain, active[i]);
        }
    }
    if (count == 0) {
        text_add(to, "(stopped)");
    }
    free(active);
}

static void note_calls(const life *of, text *to) {
    const char *call = text_of(&of->calls);
    for (size_t i = 0; i < of->call_count; i++) {
        text_add(to, i == 0 ? "" : " ");
        text_visible(to, call, strlen(call));
        call += strlen(call) + 1;
    }
}

static void note_events(const life *of, text *to) {
    for (uint32_t event = 0; event < of->desc->event_count; event++) {
        if ((of->raised >> event & 1) != 0) {
            text_format(to, "%s%s!", to->length == 0 ? "" : ", ", of->desc->events[event]);
        }
    }
}

/// Four digits are enough to read; jsonl has all of them.
static void add_short(text *to, const wits_field_desc *field, double value) {
    if (field->type == WITS_TYPE_FLOAT && value - value == 0.0) {
        text_format(to, "%.4g", value);
    } else {
        text_value(to, field, value, false);
    }
}

/// Another value of a field, if it is another.
static void add_arrow(const screen *s, text *to, const context *from, const context *now, uint32_t field) {
    if (!context_differs(from, now, field)) {
        return;
    }
    text before = {0}, after = {0};
    const wits_field_desc *about = &now->fields[field];
    add_short(&before, about, context_get(from, field));
    add_short(&after, about, context_get(now, field));
    if (strcmp(text_of(&before), text_of(&after)) == 0) {  // the difference is too small for few digits
        text_clear(&after);
        text_value(&after, about, context_get(now, field), false);
    }
    text_format(to, s->colour ? " → \033[1m%s\033[0m" : " → %s", text_of(&after));
    text_free(&before);
    text_free(&after);
}

/// "player none → found → reached": from the tick before, by the inputs, by the brain.
static void note_changes(screen *s, text *to) {
    const context *given = &s->of->given;
    const context *now = &s->of->knows;
    for (uint32_t field = 0; field < now->count; field++) {
        if (!context_differs(&s->before, given, field) && !context_differs(given, now, field)) {
            continue;
        }
        const wits_field_desc *about = &now->fields[field];
        text_format(to, "%s%s ", to->length == 0 ? "" : ", ", about->name);
        add_short(to, about, context_get(&s->before, field));
        add_arrow(s, to, &s->before, given, field);
        add_arrow(s, to, given, now, field);
    }
    context_copy(&s->before, now);
}

static void note_story(const life *of, text *to) {
    static const char indent[] = "        ";
    for (size_t i = 0; i < of->turn_count; i++) {
        print_story(of, &of->turns[i], indent, to);
    }
    if (of->trace.dropped > 0) {
        text_format(to, "%sand %llu more records\n", indent, (unsigned long long)of->trace.dropped);
    }
}

// --------------------------------------------------------------------------------------------------------------- lines

static size_t wider(size_t width, const text *cell) {
    size_t needed = text_width(text_of(cell), cell->length);
    needed = needed < WIDEST ? needed : WIDEST;
    return needed > width ? needed : width;
}

static void add_padded(text *to, const text *cell, size_t width, bool bold) {
    size_t taken = text_width(text_of(cell), cell->length);
    text_add(to, bold ? "\033[1m" : "");
    text_add(to, text_of(cell));
    text_add(to, bold ? "\033[0m" : "");
    text_spaces(to, taken < width ? width - taken : 0);
}

static void trim_end(text *of) {
    while (of->length > 0 && of->bytes[of->length - 1] == ' ') {
        of->bytes[--of->length] = '\0';
    }
}

static void add_heading(screen *s, text *to) {
    text state = {0}, calls = {0};
    text_add(&state, "state");
    text_add(&calls, "calls");
    text_add(to, s->colour ? "\033[2m" : "");
    text_add(to, "  tick    ");
    add_padded(to, &state, s->active_width, false);
    if (s->has_calls) {
        text_add(to, "  ");
        add_padded(to, &calls, s->calls_width, false);
    }
    text_add(to, s->of->knows.count + s->of->desc->event_count > 0 ? "  changes" : "");
    trim_end(to);
    text_add(to, s->colour ? "\033[0m\n" : "\n");
    text_free(&state);
    text_free(&calls);
}

static void add_line(screen *s, const line *l, text *to) {
    text_format(to, "%6u  %s ", (unsigned)l->tick, l->has_moved ? "→" : " ");
    add_padded(to, &l->active, s->active_width, s->colour && l->has_moved);
    if (s->has_calls) {
        text_add(to, "  ");
        add_padded(to, &l->calls, s->calls_width, false);
    }
    text_add(to, "  ");
    text_add(to, text_of(&l->changes));
    trim_end(to);
    text_add(to, "\n");
    text_add(to, text_of(&l->story));
}

static void print_lines(screen *s, FILE *stream) {
    text all = {0};
    s->active_width = s->active_width > 5 ? s->active_width : 5;  // of the headings
    s->calls_width = s->calls_width > 5 ? s->calls_width : 5;
    if (!s->begun) {
        add_heading(s, &all);
        s->begun = true;
    }
    for (size_t i = 0; i < s->count; i++) {
        add_line(s, &s->lines[i], &all);
        text_free(&s->lines[i].active);
        text_free(&s->lines[i].calls);
        text_free(&s->lines[i].changes);
        text_free(&s->lines[i].story);
    }
    s->count = 0;
    fwrite(text_of(&all), 1, all.length, stream);
    text_free(&all);
}

void screen_add(screen *to, FILE *stream) {
    if (to->count == LINES_AT_A_TIME) {
        print_lines(to, stream);
    }
    line *l = &to->lines[to->count++];
    *l = (line){.tick = to->of->frame.tick};
    text_active(&l->active, to->of->mind.brain, to->of->agent);
    note_calls(to->of, &l->calls);
    note_events(to->of, &l->changes);
    note_changes(to, &l->changes);
    if (to->trace) {
        note_story(to->of, &l->story);
    }
    l->has_moved = strcmp(text_of(&l->active), text_of(&to->active_before)) != 0;
    text_clear(&to->active_before);
    text_add(&to->active_before, text_of(&l->active));
    to->active_width = wider(to->active_width, &l->active);
    to->calls_width = wider(to->calls_width, &l->calls);
}

void screen_end(screen *of, FILE *stream) {
    print_lines(of, stream);
    context_free(&of->before);
    text_free(&of->active_before);
    free(of->lines);
    free(of);
}
