// SPDX-License-Identifier: MIT
// `wits run --format text`: prints one line for each tick.
#include "agent/run.h"

#include "agent/run_screen.h"
#include "common/target_lists.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES_AT_A_TIME = 1000,  ///< lines whose columns are aligned with each other
    GUTTER = 10,             ///< width before the state: tick and sign
    GAP = 2,                 ///< width between columns
    MOST_CALLS = 64,         ///< maximum number of characters of calls in one row; further calls go on the next
    LEAST_STATE = 24,        ///< minimum width of a column if not all fit
    LEAST_CALLS = 10,
    LEAST_CHANGES = 12,
};

/// A tick that is ready to be printed. Lists have one item per line.
typedef struct line {
    uint32_t tick;
    where at;
    text calls;
    text values;   ///< values of the shown fields, one per line
    text changes;  ///< events, and changed fields unless they have columns
    text story;
} line;

struct screen {
    const agent_sim *of;
    screen_options how;
    bool has_calls;  ///< the brain has host actions
    bool begun;
    context before;
    where place_before;
    line *lines;
    size_t count;
    // Widths that the lines need:
    where_layout layout;
    size_t *value_widths;  ///< by shown field
    size_t calls_width, changes_width;
};

screen *screen_new(const agent_sim *of, screen_options how) {
    screen *made = allocate(1, sizeof *made);
    made->of = of;
    made->how = how;
    made->before = context_new(of->desc->fields, of->desc->field_count);
    made->lines = allocate(LINES_AT_A_TIME, sizeof *made->lines);
    made->value_widths = allocate(how.fields.count, sizeof *made->value_widths);
    for (size_t i = 0; i < how.fields.count; i++) {
        made->value_widths[i] = strlen(of->desc->fields[how.fields.rows[i]].name);
    }
    for (uint32_t row = 0; row < of->desc->function_count; row++) {
        made->has_calls = made->has_calls || of->desc->functions[row].action != NULL;
    }
    return made;
}

void text_path_targets(text *to, const wits_brain *brain, const void *agent, wits_state_id state, wits_state_id outer) {
    wits_state_id options[WITS_MAX_DEPTH];
    uint32_t count = 0;
    for (wits_state_id at = state; at != outer && at != WITS_ROOT; at = wits_state_parent(brain, at)) {
        if (wits_state_target_kind(brain, at) != WITS_NONE && count < WITS_MAX_DEPTH) {
            options[count++] = at;
        }
    }
    for (uint32_t i = count; i-- > 0;) {
        text_add(to, i + 1 == count ? " → " : ", ");
        text_target(to, wits_target_of(brain, agent, options[i]));
    }
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
            text_path_targets(to, brain, agent, active[i], WITS_ROOT);
        }
    }
    if (count == 0) {
        text_add(to, "(stopped)");
    }
    free(active);
}

/// Writes one call per line. Three or more equal calls in a row are counted: "strike() ×3".
static void note_calls(const agent_sim *of, text *to) {
    enum { MANY = 3 };
    const char *call = text_of(&of->calls);
    for (size_t i = 0, same; i < of->call_count; i += same) {
        size_t size = strlen(call) + 1;
        for (same = 1; i + same < of->call_count && strcmp(call + same * size, call) == 0; same++) {}
        same = same >= MANY ? same : 1;
        text_add(to, i == 0 ? "" : "\n");
        text_visible(to, call, size - 1);
        if (same > 1) {
            text_format(to, " ×%zu", same);
        }
        call += same * size;
    }
}

static void note_events(const agent_sim *of, text *to) {
    for (uint32_t event = 0; event < of->desc->event_count; event++) {
        if ((of->raised >> event & 1) != 0) {
            text_format(to, "%s%s!", to->length == 0 ? "" : "\n", of->desc->events[event]);
        }
    }
}

/// Rounds to four significant digits. The jsonl format has all digits.
static void add_short(text *to, const wits_field_desc *field, double value) {
    if (field->type == WITS_TYPE_FLOAT && value - value == 0.0) {
        text_format(to, "%.4g", value);
    } else {
        text_value(to, field, value, false);
    }
}

/// Adds the new value of a field if it changed.
static void add_arrow(const screen *s, text *to, const context *from, const context *now, uint32_t field) {
    if (!context_differs(from, now, field)) {
        return;
    }
    text before = {0}, after = {0};
    const wits_field_desc *about = &now->fields[field];
    add_short(&before, about, context_get(from, field));
    add_short(&after, about, context_get(now, field));
    if (strcmp(text_of(&before), text_of(&after)) == 0) {  // equal after rounding, so all digits are needed
        text_clear(&after);
        text_value(&after, about, context_get(now, field), false);
    }
    text_format(to, s->how.colour ? " → \033[1m%s\033[0m" : " → %s", text_of(&after));
    text_free(&before);
    text_free(&after);
}

/// Writes "player none → found → reached": the value before the tick, then after the inputs, then after the brain.
static void note_changes(const screen *s, text *to) {
    const context *given = &s->of->given;
    const context *now = &s->of->knows;
    for (uint32_t field = 0; field < now->count; field++) {
        if (!context_differs(&s->before, given, field) && !context_differs(given, now, field)) {
            continue;
        }
        const wits_field_desc *about = &now->fields[field];
        text_format(to, "%s%s ", to->length == 0 ? "" : "\n", about->name);
        add_short(to, about, context_get(&s->before, field));
        add_arrow(s, to, &s->before, given, field);
        add_arrow(s, to, given, now, field);
    }
}

/// Writes the shown fields after the tick.
static void note_values(screen *s, text *to) {
    const context *now = &s->of->knows;
    for (size_t i = 0; i < s->how.fields.count; i++) {
        uint32_t field = s->how.fields.rows[i];
        bool bold = s->how.colour && context_differs(&s->before, now, field);
        text value = {0};
        add_short(&value, &now->fields[field], context_get(now, field));
        size_t width = text_width(text_of(&value), value.length);
        s->value_widths[i] = width > s->value_widths[i] ? width : s->value_widths[i];
        text_format(to, "%s%s%s%s", i == 0 ? "" : "\n", bold ? "\033[1m" : "", text_of(&value), bold ? "\033[0m" : "");
        text_free(&value);
    }
}

static void note_story(const agent_sim *of, text *to) {
    static const char indent[] = "        ";
    for (size_t i = 0; i < of->turn_count; i++) {
        print_story(of, &of->turns[i], indent, to);
    }
    if (of->trace.dropped > 0) {
        text_format(to, "%sand %llu more records\n", indent, (unsigned long long)of->trace.dropped);
    }
}

// -------------------------------------------------------------------------------------------------------------- widths

/// The widths of the columns.
typedef struct widths {
    size_t state, calls, changes;
    size_t fields;  ///< number of fields that fit
} widths;

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t wider(size_t width, size_t needed) {
    return needed > width ? needed : width;
}

/// Returns the width of the fields that fit, including the gaps before them.
static size_t fit_fields(const screen *s, size_t room, size_t *count) {
    size_t taken = 0;
    for (*count = 0; *count < s->how.fields.count; (*count)++) {
        size_t needed = s->value_widths[*count] + GAP;
        if (taken + needed > room) {
            break;
        }
        taken += needed;
    }
    return taken;
}

/// Divides the room between calls and changes, excluding the gaps before them.
static void share(widths *w, size_t room, size_t calls, size_t changes) {
    size_t half = room / 2 > LEAST_CALLS ? room / 2 : (size_t)LEAST_CALLS;
    size_t beside = room > changes ? room - changes : 0;
    w->calls = least(calls, beside > half ? beside : half);
    w->changes = least(changes, room > w->calls ? room - w->calls : 0);
}

/// Gives each column the width that it needs, if all fit. Otherwise drops fields that do not fit and cuts paths to
/// three fifths of the rest. Calls and changes share what remains.
static widths fit(screen *s) {
    size_t calls = s->has_calls ? least(wider(s->calls_width, 5), MOST_CALLS) : 0;
    size_t gaps = (s->has_calls ? GAP : 0) + GAP;
    widths w = {.calls = calls, .changes = SIZE_MAX, .fields = s->how.fields.count};
    if (s->how.width > 0) {
        size_t room = s->how.width - GUTTER - gaps;
        size_t others = LEAST_STATE + least(calls, LEAST_CALLS) + least(s->changes_width, LEAST_CHANGES);
        room -= fit_fields(s, room > others ? room - others : 0, &w.fields);
        where_narrow(&s->layout, wider(room * 3 / 5, LEAST_STATE));
        size_t state = wider(where_width(&s->layout), 5);
        share(&w, room > state ? room - state : 0, calls, s->changes_width);
    }
    w.state = wider(where_width(&s->layout), 5);
    return w;
}

// --------------------------------------------------------------------------------------------------------------- lines

/// Adds a row without trailing blanks, cut to the width of the screen, and clears it.
static void end_row(const screen *s, text *to, text *row) {
    while (row->length > 0 && row->bytes[row->length - 1] == ' ') {
        row->bytes[--row->length] = '\0';
    }
    text_cut(to, text_of(row), s->how.width > 0 ? s->how.width : SIZE_MAX);
    text_add(to, "\n");
    text_clear(row);
}

static void add_value(const screen *s, text *to, size_t field, const char *value) {
    bool is_number = field_is_number(&s->of->desc->fields[s->how.fields.rows[field]]);
    text_spaces(to, GAP);
    (is_number ? text_column_right : text_column)(to, value, s->value_widths[field]);
}

/// Adds the heading "changes", or "events" if fields have columns, and the number of fields that do not fit.
static void add_last_heading(const screen *s, text *to, const widths *w) {
    const wits_desc *desc = s->of->desc;
    size_t left_out = s->how.fields.count - w->fields;
    if (s->how.fields.count > 0) {
        text_add(to, desc->event_count > 0 ? "  events" : "");
    } else {
        text_add(to, desc->field_count + desc->event_count > 0 ? "  changes" : "");
    }
    if (left_out > 0) {
        text_format(to, "  (+%zu field%s)", left_out, left_out == 1 ? "" : "s");
    }
}

static void add_heading(const screen *s, text *to, const widths *w) {
    text state = {0}, row = {0};
    text_where_heading(&state, &s->layout, s->of->mind.brain);
    text_add(&row, "  tick    ");
    text_column(&row, state.length > 0 ? text_of(&state) : "state", w->state);
    for (size_t i = 0; i < w->fields; i++) {
        add_value(s, &row, i, s->of->desc->fields[s->how.fields.rows[i]].name);
    }
    if (s->has_calls) {
        text_spaces(&row, GAP);
        text_column(&row, "calls", w->calls);
    }
    add_last_heading(s, &row, w);
    text_add(to, s->how.colour ? "\033[2m" : "");
    end_row(s, to, &row);
    if (s->how.colour) {
        to->length--;  // the colour ends before the end of the line
        text_add(to, "\033[0m\n");
    }
    text_free(&state);
    text_free(&row);
}

static void add_values(const screen *s, text *to, const line *l, const widths *w) {
    const char *value = text_of(&l->values);
    for (size_t i = 0; i < w->fields; i++) {
        text one = {0};
        size_t length = strcspn(value, "\n");
        text_add_bytes(&one, value, length);
        add_value(s, to, i, text_of(&one));
        text_free(&one);
        value += length + (value[length] == '\n');
    }
}

/// Adds the next calls to their column. If lines may have any length, a call that is too long is not cut.
static void add_calls(const screen *s, text *to, const char **calls, const widths *w) {
    text row = {0};
    text_take_row(&row, calls, w->calls);
    size_t taken = shown_width(text_of(&row), row.length);
    text_spaces(to, GAP);
    text_cut(to, text_of(&row), s->how.width > 0 ? w->calls : SIZE_MAX);
    text_spaces(to, taken < w->calls ? w->calls - taken : 0);
    text_free(&row);
}

static void add_line(const screen *s, const line *l, const widths *w, text *to) {
    text row = {0}, state = {0};
    const char *calls = text_of(&l->calls);
    text_where(&state, &s->layout, &l->at, s->how.colour);
    text_format(&row, "%6u  %s ", (unsigned)l->tick, move_sign(where_moved(&l->at)));
    text_column(&row, text_of(&state), w->state);
    add_values(s, &row, l, w);
    size_t before = shown_width(text_of(&row), row.length);
    if (s->has_calls) {
        add_calls(s, &row, &calls, w);
    }
    text_spaces(&row, GAP);
    text_items(&row, &l->changes, w->changes);
    end_row(s, to, &row);
    while (*calls != '\0') {  // each pass takes at least one call
        text_spaces(&row, before);
        add_calls(s, &row, &calls, w);
        end_row(s, to, &row);
    }
    text_add(to, text_of(&l->story));
    text_free(&row);
    text_free(&state);
}

static void free_line(line *of) {
    where_free(&of->at);
    text_free(&of->calls);
    text_free(&of->values);
    text_free(&of->changes);
    text_free(&of->story);
}

static void print_lines(screen *s) {
    text all = {0};
    widths w = fit(s);
    if (!s->begun) {
        add_heading(s, &all, &w);
        s->begun = true;
    }
    for (size_t i = 0; i < s->count; i++) {
        add_line(s, &s->lines[i], &w, &all);
    }
    if (s->how.out != NULL) {
        text_add_bytes(s->how.out, text_of(&all), all.length);
    } else {
        fwrite(text_of(&all), 1, all.length, stdout);
    }
    text_free(&all);
    if (s->count > 0) {  // the last state is kept for comparison with the next
        where_free(&s->place_before);
        s->place_before = s->lines[s->count - 1].at;
        s->lines[s->count - 1].at = (where){0};
    }
    for (size_t i = 0; i < s->count; i++) {
        free_line(&s->lines[i]);
    }
    s->count = 0;
}

static const where *place_before(const screen *s) {
    return s->count > 0 ? &s->lines[s->count - 1].at : s->begun ? &s->place_before : NULL;
}

/// Returns the width of all items in one row, with `between` characters after each but the last.
static size_t items_width(const text *items, size_t between) {
    size_t width = 0;
    for (const char *rest = text_of(items); *rest != '\0';) {
        size_t length = strcspn(rest, "\n");
        width += shown_width(rest, length) + (rest[length] == '\n' ? between : 0);
        rest += length + (rest[length] == '\n');
    }
    return width;
}

void screen_add(screen *to) {
    if (to->count == LINES_AT_A_TIME) {
        print_lines(to);
    }
    line *l = &to->lines[to->count];
    *l = (line){.tick = to->of->frame.tick, .at = where_now(to->of, place_before(to))};
    to->count++;
    note_calls(to->of, &l->calls);
    note_events(to->of, &l->changes);
    note_values(to, &l->values);
    if (to->how.fields.count == 0) {
        note_changes(to, &l->changes);
    }
    context_copy(&to->before, &to->of->knows);
    if (to->how.trace) {
        note_story(to->of, &l->story);
    }
    where_measure(&to->layout, to->of->mind.brain, &l->at);
    to->calls_width = wider(to->calls_width, items_width(&l->calls, 1));
    to->changes_width = wider(to->changes_width, items_width(&l->changes, 2));
}

void screen_end(screen *of) {
    print_lines(of);
    context_free(&of->before);
    where_free(&of->place_before);
    where_layout_free(&of->layout);
    free(of->value_widths);
    free(of->lines);
    free(of);
}
