// SPDX-License-Identifier: MIT
// `wits why`: how close an option that never wins is to winning, which option beats it, and a map of the winners.
#include "agent/run.h"
#include "why/why_knobs.h"

#include <stdlib.h>
#include <string.h>

enum { MAP_WIDTH = 48, MAP_HEIGHT = 12, MOST_SYMBOLS = 62 };

static const char symbols[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// ------------------------------------------------------------------------------------------------------------ settings

/// Writes a number without an exponent, which expressions do not support.
static void text_setting(text *to, const knob *one, double value) {
    const size_t begin = to->length;
    text_value(to, &one->axis.field, value, false);
    if (one->axis.field.type == WITS_TYPE_FLOAT && strchr(to->bytes + begin, 'e') != NULL) {
        to->length = begin;
        text_format(to, "%.9f", value);
    }
}

static bool is_set(const knob *one) {
    return one->now != one->first && (one->is_function || one->axis.kind == WITS_NONE);
}

/// Returns "distance=0.5", as for --set. Free it.
static char *setting_of(const knob *one) {
    text made = {0};
    text_format(&made, "%s=", text_of(&one->axis.name));
    text_setting(&made, one, one->now);
    return made.bytes;
}

/// Writes the options that reproduce the closest situation. Omits the axes of a map, whose values vary.
static void text_options_of(text *to, const closest *of, const run_files *files, const char *csv,
                            const knob *const *sides) {
    for (uint32_t i = 0; i < of->count; i++) {
        if (is_set(&of->knobs[i]) && (sides == NULL || (&of->knobs[i] != sides[0] && &of->knobs[i] != sides[1]))) {
            char *setting = setting_of(&of->knobs[i]);
            text_add(to, " --set ");
            text_shell_word(to, setting);
            free(setting);
        }
    }
    text_target_options(to, files, csv);
}

static void text_place(text *to, const closest *of, const char *option) {
    if (of->question.of != WITS_ROOT) {
        text path = {0};
        text_path(&path, of->of->brain, of->question.of);
        text_format(to, " %s ", option);
        text_shell_word(to, text_of(&path));
        text_free(&path);
    }
}

// ---------------------------------------------------------------------------------------------------------- the choice

/// Returns the last choice of the utility in the recorded tick, or null.
static const wits_explained_choice *find_choice(const tick_records *about, wits_state_id composite,
                                                const tick_record **call) {
    for (size_t i = 0; i < about->count; i++) {
        for (uint32_t k = 0; k < about->calls[i].why.choice_count; k++) {
            const wits_explained_choice *one = &about->calls[i].why.choices[k];
            if (one->composite == composite && one->option_count > 0) {
                *call = &about->calls[i];
                return one;
            }
        }
    }
    return NULL;
}

/// Writes the inputs that matter for the choice, with their values.
static void text_inputs(text *to, const closest *of) {
    bool is_first = true;
    for (uint32_t i = 0; i < of->count; i++) {
        const knob *one = &of->knobs[i];
        if (one->spread > 0 || one->now != one->first) {
            text_format(to, "%s%s ", is_first ? "" : "; ", text_of(&one->axis.name));
            text_setting(to, one, one->now);
            is_first = false;
        }
    }
    text_add(to, is_first ? "with any inputs" : "");
}

/// Writes when the choice is made.
static void text_when(text *to, const closest *of, const tick_records *about) {
    text_format(to, about->of->frame.tick == 0 ? "when %s is entered" : "a tick after %s is entered",
                wits_state_name(of->of->brain, of->question.of));
}

static void text_closest(text *to, const closest *of, const tick_records *about, const tick_record *call,
                         const wits_explained_choice *choice, const wits_explained_option *option) {
    const wits_brain *brain = of->of->brain;
    const char *name = wits_state_name(brain, of->option);
    if (of->found.group == NEAR_WON) {
        text_format(to, "%s would be chosen ", name);
        text_when(to, of, about);
        text_add(to, " in this situation, but no run was found that leads to it:\n");
    } else {
        const wits_explained_option *rival = asked_best_other(call, choice, of->option);
        text_format(to, "In the closest situation found, %s ", name);
        if (option->verdict == WITS_VERDICT_LOST && option->margin < 0.0f && rival != NULL) {
            text_add(to, "loses by ");
            text_short(to, -option->margin);
            text_format(to, " to %s", wits_state_name(brain, rival->option));
        } else {
            text_add(to, "is not chosen (");
            text_verdict(about, call, choice, option, to);
            text_add(to, ")");
        }
        text_add(to, " ");
        text_when(to, of, about);
        text_add(to, " (");
        text_count(to, of->tried);
        text_add(to, " situations tried):\n");
    }
    text_add(to, "  ");
    text_inputs(to, of);
    text_add(to, "\n\n");
    text_option_table(about, call, choice, has_colour(stdout), to);
    text_add(to, "\n");
    text_option_detail(about, call, choice, option, to);
}

// ------------------------------------------------------------------------------------------------------------- the map

static bool is_side(const knob *one) {
    return !one->is_function && one->spread > 0 && one->axis.lo < one->axis.hi;
}

/// Finds the two inputs with the greatest effect. Returns false if there are fewer.
static bool find_sides(const closest *of, knob **sides) {
    sides[0] = sides[1] = NULL;
    for (uint32_t i = 0; i < of->count; i++) {
        knob *one = &of->knobs[i];
        if (is_side(one) && (sides[0] == NULL || one->spread > sides[0]->spread)) {
            sides[1] = sides[0];
            sides[0] = one;
        } else if (is_side(one) && (sides[1] == NULL || one->spread > sides[1]->spread)) {
            sides[1] = one;
        }
    }
    return sides[1] != NULL;
}

/// Gives each winning state a symbol: the first letter of its name, else a free one.
static void give_symbols(const closest *of, const bool *wins, char *symbol) {
    bool taken[MOST_SYMBOLS] = {false};
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t row = 0; row < of->of->desc->state_count; row++) {
            const char *own = strchr(symbols, wits_state_name(of->of->brain, (wits_state_id)row)[0]);
            uint32_t at = own != NULL && *own != '\0' ? (uint32_t)(own - symbols) : 0;
            for (uint32_t i = 0; pass == 1 && taken[at] && i < MOST_SYMBOLS; i++) {
                at = (at + 1) % MOST_SYMBOLS;
            }
            if (wins[row] && symbol[row] == '\0' && (!taken[at] || pass == 1)) {
                symbol[row] = taken[at] ? '?' : symbols[at];
                taken[at] = true;
            }
        }
    }
}

static void put(closest *of, knob *side, double value) {
    map_axis_set(&side->axis, &of->one, &of->agent.knows, value);
}

static void text_end(text *to, const map_axis *of, double value) {
    if (of->field.type == WITS_TYPE_FLOAT) {
        text_short(to, (float)value);
    } else {
        text_value(to, &of->field, value, false);
    }
}

/// Draws the winners over two inputs. All other inputs are as in the closest situation.
static void text_map(text *to, closest *of, knob *x, knob *y) {
    const uint32_t states = of->of->desc->state_count;
    wits_state_id cells[MAP_HEIGHT][MAP_WIDTH];
    bool *wins = allocate(states, sizeof *wins);
    char *symbol = allocate(states, 1);
    for (uint32_t row = 0; row < MAP_HEIGHT; row++) {
        for (uint32_t column = 0; column < MAP_WIDTH; column++) {
            put(of, x, map_axis_value(&x->axis, column, MAP_WIDTH));
            put(of, y, map_axis_value(&y->axis, MAP_HEIGHT - 1 - row, MAP_HEIGHT));
            cells[row][column] = map_agent_decide(&of->agent).winner;
            wins[cells[row][column]] = true;
        }
    }
    put(of, x, x->now);
    put(of, y, y->now);
    give_symbols(of, wins, symbol);
    text high = {0}, low = {0};
    text_end(&high, &y->axis, y->axis.hi);
    text_end(&low, &y->axis, y->axis.lo);
    const size_t margin = high.length > low.length ? high.length : low.length;
    text_format(to,
                "\n"
                "Winner over %s and %s, all else as above:\n"
                "\n"
                "  %s\n",
                text_of(&x->axis.name), text_of(&y->axis.name), text_of(&y->axis.name));
    for (uint32_t row = 0; row < MAP_HEIGHT; row++) {
        const char *label = row == 0 ? text_of(&high) : row == MAP_HEIGHT - 1 ? text_of(&low) : "";
        text_format(to, "  %*s ", (int)margin, label);
        for (uint32_t column = 0; column < MAP_WIDTH; column++) {
            text_add_bytes(to, &symbol[cells[row][column]], 1);
        }
        text_add(to, "\n");
    }
    text_clear(&high);
    text_end(&high, &x->axis, x->axis.hi);
    text_spaces(to, margin + 3);
    const size_t begin = to->length;
    text_end(to, &x->axis, x->axis.lo);
    text_spaces(to,
                MAP_WIDTH - (to->length - begin) > high.length ? MAP_WIDTH - (to->length - begin) - high.length : 1);
    text_format(to, "%s %s\n\n", text_of(&high), text_of(&x->axis.name));
    const char *between = "  ";
    for (uint32_t row = 0; row < states; row++) {
        if (wins[row]) {
            text_format(to, "%s%c %s", between, symbol[row], wits_state_name(of->of->brain, (wits_state_id)row));
            between = ", ";
        }
    }
    text_format(to, wins[of->option] ? "\n" : "; %s wins nowhere\n", wits_state_name(of->of->brain, of->option));
    text_free(&high);
    text_free(&low);
    free(wins);
    free(symbol);
}

static void text_side(text *to, const closest *of, char which, const knob *side) {
    const wits_promises *promises = wits_file_promises(of->of->file);
    const wits_promise *promise = side->axis.kind != WITS_NONE
                                      ? &promises->target_fields[side->axis.kind][side->axis.row]
                                      : &promises->fields[side->axis.row];
    text said = {0};
    text_add(&said, text_of(&side->axis.name));
    if (field_is_number(&side->axis.field) && !promise->has_range) {
        text_add(&said, "=");
        text_setting(&said, side, side->axis.lo);
        text_add(&said, "..");
        text_setting(&said, side, side->axis.hi);
    }
    text_format(to, " --%c ", which);
    text_shell_word(to, text_of(&said));
    text_free(&said);
}

// ---------------------------------------------------------------------------------------------------------- everything

static void text_commands(text *to, closest *of, const run_files *files, uint32_t tick) {
    knob *sides[2];
    text csv = {0};
    const char *brain = wits_state_name(of->of->brain, WITS_ROOT);
    text_format(&csv, "%s-why.csv", brain);
    const bool has_map = find_sides(of, sides);
    if (has_map) {
        text_map(to, of, sides[0], sides[1]);
    }
    text_add(to, "\nTo see it:\n");
    if (has_map) {
        text picture = {0};
        text_add(to, "  wits map ");
        text_shell_word(to, of->of->path);
        text_side(to, of, 'x', sides[0]);
        text_side(to, of, 'y', sides[1]);
        text_place(to, of, "--of");
        text_options_of(to, of, files, text_of(&csv), (const knob *const *)sides);
        text_format(&picture, "%s-why.svg", brain);
        text_add(to, " -o ");
        text_shell_word(to, text_of(&picture));
        text_add(to, "\n");
        text_free(&picture);
    }
    text_add(to, "  wits explain ");
    text_shell_word(to, of->of->path);
    text_place(to, of, "--from");
    text_options_of(to, of, files, text_of(&csv), NULL);
    text_format(to, " --at %u\n", (unsigned)tick);
    text_free(&csv);
}

/// Simulates the situation once, as `wits explain --at` does. Returns false if the utility did not choose at that tick.
static bool tell_at(closest *of, agent_run_options *who, const run_files *files, uint32_t tick, text *told) {
    agent_run one;
    bool is_told = false;
    who->last = tick;
    if (agent_run_prepare("why", who, false, &one) == STATUS_DONE) {
        tick_records about = tick_records_at(&one, tick);
        const tick_record *call = NULL;
        const wits_explained_choice *choice = find_choice(&about, of->question.of, &call);
        const wits_explained_option *option = choice != NULL ? asked_option(call, choice, of->option) : NULL;
        is_told = option != NULL;
        if (is_told) {
            text_closest(told, of, &about, call, choice, option);
            text_commands(told, of, files, tick);
        }
        tick_records_free(&about);
    }
    agent_run_end(&one);
    return is_told;
}

/// A utility chooses on entry, or in the first decision after that.
static void print_found(closest *of) {
    run_files files = {.desc = of->of->desc};
    text path = {0}, told = {0}, csv = {0};
    closest_targets(of, files.targets);
    text_path(&path, of->of->brain, of->question.of);
    agent_run_options who = {.brain = of->of->path,
                             .file = of->of->file,
                             .target_texts = files.targets,
                             .from = of->question.of != WITS_ROOT ? text_of(&path) : NULL,
                             .end = "--at"};
    for (uint32_t i = 0; i < of->count; i++) {
        if (is_set(&of->knobs[i])) {
            who.sets = grow(who.sets, &who.set_capacity, who.set_count + 1, sizeof *who.sets);
            who.sets[who.set_count++] = setting_of(&of->knobs[i]);
        }
    }
    if (tell_at(of, &who, &files, 0, &told) || tell_at(of, &who, &files, 1, &told)) {
        printf("\n%s", text_of(&told));
        text_format(&csv, "%s-why.csv", wits_state_name(of->of->brain, WITS_ROOT));
        print_run_files(&files, NULL, text_of(&csv));
    }
    for (size_t i = 0; i < who.set_count; i++) {
        free((char *)(uintptr_t)who.sets[i]);
    }
    agent_run_options_free(&who);
    run_files_free(&files);
    text_free(&path);
    text_free(&told);
    text_free(&csv);
}

void print_closest(const why_question *of, wits_state_id option) {
    closest found;
    if (closest_find(of, option, &found) == STATUS_DONE) {
        print_found(&found);
    }
    closest_end(&found);
}
