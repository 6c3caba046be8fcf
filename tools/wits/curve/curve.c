// SPDX-License-Identifier: MIT
// wits curve: draws how an option's score is computed.
#include "curve/curve_scores.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "curve";

// ---------------------------------------------------------------------------------------------------------- the option

static bool is_option(const wits_brain *brain, wits_state_id state) {
    return state != WITS_ROOT && wits_state_kind(brain, wits_state_parent(brain, state)) == WITS_KIND_UTILITY;
}

static bool has_considerations(const curve_option *of, wits_state_id state) {
    uint32_t count;
    return rows_of(of->desc, state, &count) != NULL;
}

/// Finds the states that a name may mean: options with considerations or, if there are none, all other states of that
/// name.
static uint32_t find_states(const curve_option *of, const char *given, wits_state_id *states) {
    uint32_t count = 0, others = 0;
    if (strchr(given, '/') != NULL) {
        states[0] = wits_find_state(of->brain, given);
        return states[0] != WITS_NONE;
    }
    for (uint32_t state = 1; state < wits_state_count(of->brain); state++) {
        if (strcmp(wits_state_name(of->brain, (wits_state_id)state), given) != 0) {
            continue;
        }
        if (has_considerations(of, (wits_state_id)state)) {
            others = 0;
            states[count++] = (wits_state_id)state;
        } else if (count == 0) {
            states[others++] = (wits_state_id)state;
        }
    }
    return count > 0 ? count : others;
}

/// Suggests options, by path if a path was given.
static int say_unknown(const curve_option *of, const char *file, const char *given) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    text best = {0}, suggestion = {0};
    guess found = guess_at(given);
    for (uint32_t row = 1; row < wits_state_count(of->brain); row++) {
        wits_state_id state = (wits_state_id)row;
        guess one = found;
        wits_state_path(of->brain, state, path, sizeof path);
        guess_offer(&one, strchr(given, '/') != NULL ? path : wits_state_name(of->brain, state));
        if (is_option(of->brain, state) && one.distance < found.distance) {
            text_clear(&best);
            text_add(&best, one.best);
            found.distance = one.distance;
        }
    }
    found.best = best.length > 0 ? text_of(&best) : NULL;
    text_guess(&suggestion, &found, "");
    int status = say_error("%s has no option '%s'%s", shown_path(file), given, text_of(&suggestion));
    text_free(&best);
    text_free(&suggestion);
    return status;
}

/// Lists full paths: with a slash even directly below the root.
static int say_several(const curve_option *of, const char *given, const wits_state_id *states, uint32_t count) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    text several = {0};
    for (uint32_t i = 0; i < count; i++) {
        wits_state_path(of->brain, states[i], path, sizeof path);
        text_format(&several, "%s%s%s", i == 0 ? "" : ", ", strchr(path, '/') == NULL ? "/" : "", path);
    }
    int status = say_error("ambiguous state '%s'; write one of: %s", given, text_of(&several));
    text_free(&several);
    return status;
}

static int say_none(const curve_option *of, wits_state_id state, const char *given) {
    if (!is_option(of->brain, state)) {
        return say_error("'%s' has no score; it is not an option of a utility", given);
    }
    return say_error("'%s' has no considerations; its score is %s; use --over FIELD to draw it", given,
                     of->desc->states[state].score_best ? "the best of its own options" : "1");
}

/// Fills in the option and its rows. Returns a status; prints errors.
static int find_option(curve_option *to, const char *file, const char *given, bool is_over) {
    wits_state_id *states = allocate(wits_state_count(to->brain), sizeof *states);
    uint32_t count = find_states(to, given, states);
    int status = STATUS_DONE;
    if (count == 0) {
        status = say_unknown(to, file, given);
    } else if (count > 1) {
        status = say_several(to, given, states, count);
    } else if (!is_option(to->brain, states[0]) ||
               (!is_over && !has_considerations(to, states[0]) && to->desc->states[states[0]].score == NULL)) {
        status = say_none(to, states[0], given);
    } else {
        to->option = states[0];
        to->rows = rows_of(to->desc, to->option, &to->row_count);
    }
    free(states);
    return status;
}

// -------------------------------------------------------------------------------------------------------- the decision

static const wits_explained_choice *last_choice(const tick_record *call, wits_state_id composite) {
    const wits_explained_choice *found = NULL;
    for (uint32_t i = 0; i < call->why.choice_count; i++) {
        found = call->why.choices[i].composite == composite ? &call->why.choices[i] : found;
    }
    return found;
}

/// Takes the last decision of the tick in which the option was scored. Returns false if there is none.
static bool find_decision(curve_option *to, const tick_records *about) {
    const wits_explained_choice *choice = NULL;
    const wits_explained_option *told = NULL;
    const tick_record *call = tick_records_scored(about, to->option, &choice, &told);
    if (call == NULL ||
        (to->rows != NULL && told->row_count != to->row_count)) {  // its rows did not fit into the record
        return false;
    }
    to->about = about;
    to->call = call;
    to->choice = choice;
    to->told = told;
    to->values = to->rows != NULL ? &call->why.considerations[told->first_row] : NULL;
    return true;
}

/// Writes why an option has no score: "work was not scored at tick 3: work was held".
static void text_unscored(text *to, const curve_option *of, const tick_records *about) {
    const wits_state_id composite = wits_state_parent(of->brain, of->option);
    const wits_explained_choice *latest = NULL;
    for (size_t i = 0; i < about->count; i++) {
        const wits_explained_choice *choice = last_choice(&about->calls[i], composite);
        latest = choice != NULL ? choice : latest;
    }
    text_format(to, "%s was not scored at tick %u: ", wits_state_name(of->brain, of->option),
                (unsigned)about->of->frame.tick);
    if (latest != NULL && latest->how == WITS_CHOICE_HELD) {
        text_format(to, "%s was held", wits_state_name(of->brain, latest->current));
    } else {
        text_add(to, latest != NULL && latest->how == WITS_CHOICE_COMMITTED ? "the active option was not done"
                     : latest != NULL                                       ? "its utility waited for its 'every'"
                                                                            : "its utility did not choose");
    }
}

static bool is_standard_input(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool reads_standard_input(const agent_run_options *who) {
    bool reads = is_standard_input(who->brain) || is_standard_input(who->inputs);
    for (size_t i = 0; i < who->target_count; i++) {
        const char *equals = strchr(who->targets[i], '=');
        reads = reads || is_standard_input(equals != NULL ? equals + 1 : NULL);
    }
    return reads;
}

/// Runs the agent again, up to the last tick before `about` in which the option was scored. Returns a status; prints
/// errors.
static int find_earlier(curve_option *to, const agent_run_options *who, agent_run *one, tick_records *about) {
    const uint32_t scored = about->scored;
    const bool was_scored = about->was_scored;
    text unscored = {0};
    int status = STATUS_DONE;
    text_unscored(&unscored, to, about);
    if (!was_scored) {
        status = say_error("%s, nor at any earlier tick", text_of(&unscored));
    } else if (reads_standard_input(who)) {
        status = say_error("%s; use --at %u for the last time it was", text_of(&unscored), (unsigned)scored);
    } else {
        to->unscored_at = about->of->frame.tick;
        to->is_earlier = true;
        tick_records_free(about);
        agent_run_end(one);
        status = agent_run_prepare(name, who, false, one);
    }
    if (status == STATUS_DONE) {
        to->desc = wits_file_desc(one->file);
        to->brain = wits_file_brain(one->file);
        to->rows = rows_of(to->desc, to->option, &to->row_count);
        *about = tick_records_at(one, scored);
        status = find_decision(to, about) ? STATUS_DONE : say_error("%s", text_of(&unscored));
    }
    if (status == STATUS_DONE) {
        say_note(name, "%s; drawing tick %u, the last time it was", text_of(&unscored), (unsigned)scored);
    }
    text_free(&unscored);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- command

typedef struct curve_options {
    agent_run_options who;
    const char *option;
    const char *output;
    const char *over;  ///< "distance=0..30"; null if not given
} curve_options;

/// Finds the axes: the numeric fields that the score reads, or the field of --over. Returns a status.
static int find_axes(const curve_options *options, const curve_option *of, const context *given, score_axis *axes,
                     size_t *count) {
    *count = 0;
    if (options->over != NULL) {
        *count = 1;
        return score_axis_read(name, of, given, options->over, axes);
    }
    bool *read = allocate(of->desc->field_count, sizeof *read);
    asked_score_fields(of->desc, of->option, read);
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        if (read[field] && field_is_number(&of->desc->fields[field])) {
            axes[(*count)++] = score_axis_of(of->desc, given, field);
        }
    }
    free(read);
    return *count > 0 ? STATUS_DONE
                      : say_error("the score of '%s' reads no numeric field; use --over FIELD", options->option);
}

static int draw_scores(const curve_options *options, const curve_option *of, const agent_run *one, text *picture) {
    scene with;
    size_t count;
    score_axis *axes = allocate((size_t)of->desc->field_count + 1, sizeof *axes);
    scene_begin(of, one, &with);
    int status = find_axes(options, of, &with.given, axes, &count);
    if (status == STATUS_DONE) {
        curve_draw_scores(of, &with, axes, count, picture);
    }
    scene_end(&with);
    free(axes);
    return status;
}

static int draw_option(const curve_options *options, const curve_option *of, const agent_run *one, text *picture) {
    bool is_panel = of->rows != NULL && options->over == NULL;
    int status = !is_panel || agent_run_has_tick(name, &options->who) ? STATUS_DONE : STATUS_MISUSE;
    if (status == STATUS_DONE && is_panel) {
        curve_draw(of, picture);
    } else if (status == STATUS_DONE) {
        status = draw_scores(options, of, one, picture);
    }
    return status;
}

static int draw_curves(const curve_options *options, text *picture) {
    agent_run one;
    tick_records about = {0};
    int status = agent_run_prepare(name, &options->who, false, &one);
    curve_option of = {0};
    if (status == STATUS_DONE) {
        of = (curve_option){.desc = wits_file_desc(one.file), .brain = wits_file_brain(one.file)};
        status = find_option(&of, options->who.brain, options->option, options->over != NULL);
    }
    if (status == STATUS_DONE && options->who.end != NULL) {
        about = tick_records_of_state(&one, one.last, of.option);
        status = find_decision(&of, &about) ? STATUS_DONE : find_earlier(&of, &options->who, &one, &about);
    }
    if (status == STATUS_DONE) {
        status = draw_option(options, &of, &one, picture);
    }
    tick_records_free(&about);
    agent_run_end(&one);
    return status;
}

int curve_picture(const agent_run_options *who, const char *option, text *picture) {
    return draw_curves(&(curve_options){.who = *who, .option = option}, picture);
}

static bool take_option(int found, curve_options *options) {
    switch (found) {
    case 'o':
        options->output = optarg;
        return true;
    case 'v':
        options->over = optarg;
        return true;
    default:
        return agent_run_take_option(name, found, &options->who);
    }
}

/// Takes the brain file and the option after it.
static bool take_arguments(int argc, char **argv, curve_options *options) {
    if (argc - optind == 1) {
        say_misuse(name, "missing option of the brain");
        return false;
    }
    if (argc - optind > 2) {
        say_misuse(name, "only one option can be drawn");
        return false;
    }
    int brain_end = argc > optind ? argc - 1 : argc;
    options->option = argv[brain_end];
    return agent_run_take_brain(name, brain_end, argv, &options->who);
}

/// Settings and seeds also apply to scores without a tick.
static bool has_tick_for_inputs(const agent_run_options *who) {
    const char *option = who->inputs != NULL     ? "--inputs"
                         : who->from != NULL     ? "--from"
                         : who->target_count > 0 ? "--targets"
                         : who->raise_count > 0  ? "--raise"
                                                 : NULL;
    if (option != NULL && who->end == NULL) {
        say_misuse(name, "%s needs --at TICK", option);
    }
    return option == NULL || who->end != NULL;
}

static bool read_options(int argc, char **argv, curve_options *options) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'},
                                          {"over", required_argument, NULL, 'v'},
                                          AGENT_RUN_OPTIONS,
                                          AGENT_RUN_AT_OPTION,
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return has_tick_for_inputs(&options->who) && take_arguments(argc, argv, options);
}

static int draw_by_words(int argc, char **argv, curve_options *options, text *picture) {
    return read_options(argc, argv, options) ? draw_curves(options, picture) : STATUS_MISUSE;
}

int curve_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *picture) {
    curve_options options = {.who = *loaded};
    const int status = draw_by_words(argc, argv, &options, picture);
    agent_run_options_free(&options.who);
    return status;
}

static int run(int argc, char **argv) {
    curve_options options = {0};
    text picture = {0};
    int status = draw_by_words(argc, argv, &options, &picture);
    status = status == STATUS_DONE ? check_output_as(name, options.output, ".svg") : status;
    status = status == STATUS_DONE ? write_output(name, &picture, options.output) : status;
    text_free(&picture);
    agent_run_options_free(&options.who);
    return status;
}

const tool_command curve_command = {
    .name = name,
    .run = run,
    .summary = "draw how an option's score is computed",
    .help =
        "Usage: wits curve FILE OPTION [options]\n"
        "\n"
        "Draws the score of a utility's option as an SVG picture. OPTION is a state's name or path. For each\n"
        "consideration it draws the curve from the input in its own units to a value from 0 to 1, with range and\n"
        "all curves applied, and its groups above. Gates are listed. For a score that is an expression it draws the\n"
        "score over each field in the expression, with the scores of the other options for comparison.\n"
        "\n"
        "  -o, --output FILE   write to a file\n"
        "  --over FIELD[=LO..HI] draw the scores of the option and the others over this field, with all other\n"
        "                      fields fixed; also for considerations. LO and HI are the ends of the axis\n"
        "  --at TICK           also show the inputs, results and outcome of the option in the decision of that tick;\n"
        "                      0 is the start. If the option was not scored in that tick, draws the last tick before\n"
        "                      it with a score. The agent is simulated as in 'wits run', with the same\n"
        "                      options: --inputs, --targets, --raise, --set, --from, --seed, --agent\n"
        "\n"
        "Without --at, the fields of an expression have the values of --set, and the decision starts with no active\n"
        "option. FILE '-' is standard input or output.\n"
        "\n"
        "Example:\n"
        "  wits curve brains/wolf.yaml hunt -o hunt.svg\n"
        "  wits curve brains/wolf.yaml hunt --set prey=300 --at 3 -o hunt.svg\n"
        "  wits curve brains/guard.yaml attack --set sees_player=true --over distance=0..20 -o attack.svg\n",
};
