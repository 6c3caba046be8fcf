// SPDX-License-Identifier: MIT
// wits diff --format text|json.
#include "diff/diff.h"

#include "agent/run.h"
#include "common/tool.h"
#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 10 };

// ---------------------------------------------------------------------------------------------------------------- text

/// Writes a cell, aligned to the right.
static void text_right(text *to, size_t width, const text *cell) {
    const size_t own = text_width(text_of(cell), cell->length);
    text_spaces(to, own < width ? width - own : 0);
    text_add(to, text_of(cell));
}

static void text_padded(text *to, size_t width, const char *cell) {
    const size_t own = text_width(cell, strlen(cell));
    text_add(to, cell);
    text_spaces(to, own < width ? width - own : 0);
}

enum { NUMBER = 12 };

/// Writes a line with a name and three numbers.
static void text_row(text *to, size_t width, const char *name, const text numbers[3]) {
    text_add(to, "  ");
    text_padded(to, width, name);
    for (size_t i = 0; i < 3; i++) {
        text_right(to, NUMBER, &numbers[i]);
    }
    text_add(to, "\n");
}

static void text_heading(text *to, size_t width, const char *name, const diff *of) {
    text numbers[3] = {{0}};
    text_add(&numbers[0], of->sides[0].name);
    text_add(&numbers[1], of->sides[1].name);
    text_format(&numbers[2], "%s - %s", of->sides[1].name, of->sides[0].name);
    text_row(to, width, name, numbers);
    for (size_t i = 0; i < 3; i++) {
        text_free(&numbers[i]);
    }
}

static void text_states(text *to, const diff *of) {
    static const char heading[] = "share of time", stopped[] = "(stopped)";
    size_t count, width = strlen(heading);
    diff_state *states = diff_states(of, &count);
    text *names = allocate(count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        text_diff_state(&names[i], of, &states[i]);
        const size_t own = text_width(text_of(&names[i]), names[i].length);
        width = own > width ? own : width;
    }
    text_heading(to, width, heading, of);
    const uint64_t stops[2] = {of->sides[0].stopped_ticks, of->sides[1].stopped_ticks};
    for (size_t i = 0; i <= count; i++) {
        const uint64_t *ticks = i < count ? states[i].ticks : stops;
        text numbers[3] = {{0}};
        text_diff_share(&numbers[0], of, ticks[0]);
        text_diff_share(&numbers[1], of, ticks[1]);
        text_diff_change(&numbers[2], of, ticks);
        if (i < count || stops[0] > 0 || stops[1] > 0) {
            text_row(to, width, i < count ? text_of(&names[i]) : stopped, numbers);
        }
        for (size_t k = 0; k < 3; k++) {
            text_free(&numbers[k]);
        }
        text_free(&names[i]);
    }
    free(names);
    free(states);
}

static void text_signed(text *to, const uint64_t counts[2]) {
    text_add(to, counts[1] > counts[0] ? "+" : counts[1] < counts[0] ? "-" : "");
    text_count(to, counts[1] > counts[0] ? counts[1] - counts[0] : counts[0] - counts[1]);
}

static void text_moves(text *to, const diff *of) {
    static const char heading[] = "transitions";
    size_t count, shown = 0, width = strlen(heading);
    diff_move *moves = diff_moves(of, &count);
    while (shown < count && shown < MOST_MOVES && moves[shown].counts[0] != moves[shown].counts[1]) {
        const size_t own = text_width(text_of(&moves[shown].name), moves[shown].name.length);
        width = own > width ? own : width;
        shown++;
    }
    if (shown > 0) {
        text_add(to, "\n");
        text_heading(to, width, heading, of);
    }
    for (size_t i = 0; i < shown; i++) {
        text numbers[3] = {{0}};
        text_count(&numbers[0], moves[i].counts[0]);
        text_count(&numbers[1], moves[i].counts[1]);
        text_signed(&numbers[2], moves[i].counts);
        text_row(to, width, text_of(&moves[i].name), numbers);
        for (size_t k = 0; k < 3; k++) {
            text_free(&numbers[k]);
        }
    }
    if (shown > 0 && shown < count) {
        text_format(to, "  and %zu more, which changed less or not at all\n", count - shown);
    }
    diff_moves_free(moves, count);
}

void text_diff_group(text *to, const diff *of, const diff_group *group) {
    const bool is_same = strcmp(text_of(&group->active[0]), text_of(&group->active[1])) == 0;
    text_count(to, group->agents);
    text_format(to, " agent%s: ", group->agents == 1 ? "" : "s");
    if (group->from.length > 0) {
        text_format(to, "from %s, ", text_of(&group->from));
    } else {
        text_add(to, "at the start, ");
    }
    for (uint32_t side = 0; side < 2 && !is_same; side++) {
        const char *active = text_of(&group->active[side]);
        const bool stays = strcmp(active, text_of(&group->from)) == 0;
        text_format(to, "%s%s %s%s", side == 0 ? "" : " and ", of->sides[side].name,
                    stays                    ? "stays"
                    : group->from.length > 0 ? "goes to "
                                             : "begins in ",
                    stays ? "" : active);
    }
    if (is_same) {
        text_format(to, "both are in %s, but call different host actions", text_of(&group->active[0]));
    }
}

static void text_indented(text *to, const char *lines) {
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n") + 1;
        text_add(to, "   ");
        text_add_bytes(to, lines, length);
        lines += length;
    }
}

static void text_group(text *to, const diff *of, const diff_group *group, size_t number) {
    diff_reason reasons[2];
    text_format(to, "\n%zu. ", number);
    text_diff_group(to, of, group);
    text_format(to, "\n   agent %llu, tick %u:\n", (unsigned long long)group->agent, (unsigned)group->tick);
    if (diff_explain(of, group, reasons) == STATUS_DONE) {
        for (uint32_t side = 0; side < 2; side++) {
            text_format(to, "   %s: %s", of->sides[side].name, text_of(&reasons[side].why));
            text_format(to, reasons[side].calls.length > 0 ? " Calls: %s.\n" : "\n", text_of(&reasons[side].calls));
        }
        for (uint32_t side = 0; side < 2; side++) {
            text_indented(to, text_of(&reasons[side].inputs));
            text_format(to, "   %s\n", text_of(&reasons[side].command));
        }
    }
    diff_reasons_free(reasons);
}

static void text_drawn(text *to, const diff *of) {
    text draws = {0};
    if (!of->has_draws) {
        return;
    }
    text_diff_draws(&draws, of);
    const bool has_events = of->sides[0].desc->event_count > 0 || of->sides[1].desc->event_count > 0;
    text_add(to, "no inputs are given");
    if (draws.length > 0 || has_events) {
        text_format(to, ", so they are drawn every %u ticks%s%s%s", (unsigned)of->redraw,
                    has_events ? ", and events" : "", draws.length > 0 ? ":" : "", text_of(&draws));
    }
    text_add(to, "\n");
    text_free(&draws);
}

void diff_print(const diff *of, size_t explained) {
    text out = {0};
    text_format(&out, "%s is %s, %s is %s: ", of->sides[0].name, of->sides[0].path, of->sides[1].name,
                of->sides[1].path);
    text_diff_size(&out, of);
    text_add(&out, "\n");
    text_drawn(&out, of);
    text_add(&out, text_of(&of->notes));
    text_diff_verdict(&out, of);
    if (of->differed == 0) {
        text_add(&out, "; this is a sample, 'wits same ");
        text_shell_word(&out, of->sides[0].path);
        text_add(&out, " ");
        text_shell_word(&out, of->sides[1].path);
        text_add(&out, "' can prove it");
    }
    text_add(&out, "\n\n");
    text_states(&out, of);
    text_moves(&out, of);
    const size_t shown = explained < of->group_count ? explained : of->group_count;
    if (shown > 0) {
        text_add(&out, "\nfirst differences, most frequent first:\n");
    }
    for (size_t i = 0; i < shown; i++) {
        text_group(&out, of, &of->groups[i], i + 1);
    }
    if (shown < of->group_count) {
        text_format(&out, "\n%zu more kinds of differences; --explain N shows more\n", of->group_count - shown);
    }
    fwrite(text_of(&out), 1, out.length, stdout);
    text_free(&out);
}

// ---------------------------------------------------------------------------------------------------------------- json

static void json_pair(json_writer *to, const uint64_t counts[2]) {
    json_count(to, "a", counts[0]);
    json_count(to, "b", counts[1]);
}

static void json_states(json_writer *to, const diff *of) {
    size_t count;
    diff_state *states = diff_states(of, &count);
    json_open(to, "states", '[');
    for (size_t i = 0; i < count; i++) {
        const uint32_t side = states[i].ids[0] != WITS_NONE ? 0 : 1;
        json_open(to, NULL, '{');
        json_path(to, "state", of->sides[side].brain, states[i].ids[side]);
        json_pair(to, states[i].ticks);
        json_close(to, '}');
    }
    json_close(to, ']');
    const uint64_t stopped[2] = {of->sides[0].stopped_ticks, of->sides[1].stopped_ticks};
    json_open(to, "stopped", '{');
    json_pair(to, stopped);
    json_close(to, '}');
    free(states);
}

static void json_moves(json_writer *to, const diff *of) {
    size_t count;
    diff_move *moves = diff_moves(of, &count);
    json_open(to, "transitions", '[');
    for (size_t i = 0; i < count; i++) {
        const uint32_t side = moves[i].from[0] != WITS_NONE ? 0 : 1;
        json_open(to, NULL, '{');
        json_path(to, "from", of->sides[side].brain, moves[i].from[side]);
        json_path(to, "to", of->sides[side].brain, moves[i].to[side]);
        json_pair(to, moves[i].counts);
        json_close(to, '}');
    }
    json_close(to, ']');
    diff_moves_free(moves, count);
}

static void json_lines(json_writer *to, const char *key, const char *lines) {
    json_open(to, key, '[');
    for (const char *line = lines; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        text one = {0};
        text_add_bytes(&one, line, length);
        json_text(to, NULL, text_of(&one));
        text_free(&one);
        line += length + 1;
    }
    json_close(to, ']');
}

static void json_group(json_writer *to, const diff *of, const diff_group *group) {
    static const char *const keys[2] = {"a", "b"};
    diff_reason reasons[2];
    const bool is_explained = diff_explain(of, group, reasons) == STATUS_DONE;
    json_open(to, NULL, '{');
    json_count(to, "agents", group->agents);
    json_count(to, "agent", group->agent);
    json_count(to, "tick", group->tick);
    json_text(to, "from", group->tick > 0 ? text_of(&group->from) : NULL);
    for (uint32_t side = 0; side < 2; side++) {
        const diff_reason *one = &reasons[side];
        json_open(to, keys[side], '{');
        json_text(to, "active", text_of(&group->active[side]));
        if (is_explained) {
            json_text(to, "calls", text_of(&one->calls));
            json_text(to, "why", text_of(&one->why));
            json_lines(to, "inputs", text_of(&one->inputs));
            json_text(to, "explain", text_of(&one->command));
        }
        json_close(to, '}');
    }
    json_close(to, '}');
    diff_reasons_free(reasons);
}

static void json_words(json_writer *to, const diff *of, const char *const *words, size_t count) {
    for (size_t i = 0; i < count && of->has_draws; i++) {
        json_text(to, NULL, words[i]);
    }
}

void diff_json(json_writer *to, const diff *of, size_t explained) {
    static const char *const keys[2] = {"a", "b"};
    json_open(to, NULL, '{');
    json_count(to, "wits_diff", 1);
    for (uint32_t side = 0; side < 2; side++) {
        json_text(to, keys[side], of->sides[side].path);
    }
    json_count(to, "agents", of->agents);
    json_count(to, "ticks", of->ticks);
    json_count(to, "seed", of->seed);
    json_open(to, "drawn", '[');
    json_words(to, of, of->world.sets, of->world.set_count);
    json_words(to, of, of->world.targets, of->world.target_count);
    json_words(to, of, of->world.target_sets, of->world.target_set_count);
    json_close(to, ']');
    json_lines(to, "notes", text_of(&of->notes));
    json_count(to, "differed", of->differed);
    if (of->differed > 0) {
        json_count(to, "first_tick", of->first_tick);
        json_count(to, "median_tick", of->median_tick);
    }
    json_count(to, "agent_ticks", diff_agent_ticks(of));
    json_states(to, of);
    json_moves(to, of);
    json_open(to, "differences", '[');
    for (size_t i = 0; i < of->group_count && i < explained; i++) {
        json_group(to, of, &of->groups[i]);
    }
    json_close(to, ']');
    json_count(to, "kinds_of_differences", of->group_count);
    if (of->ticks < of->planned) {
        json_bool(to, "interrupted", true);
    }
    json_close(to, '}');
}
