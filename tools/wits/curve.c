// SPDX-License-Identifier: MIT
// wits curve: what an option's score is made of, as a picture.
#include "curve.h"

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

/// Those that a name may mean: options with considerations, or where there are none all others of the name.
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

/// Offers options with considerations, by path if that is what was given.
static int say_unknown(const curve_option *of, const char *file, const char *given) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    text best = {0}, suggestion = {0};
    guess found = guess_at(given);
    for (uint32_t row = 1; row < wits_state_count(of->brain); row++) {
        wits_state_id state = (wits_state_id)row;
        guess one = found;
        wits_state_path(of->brain, state, path, sizeof path);
        guess_offer(&one, strchr(given, '/') != NULL ? path : wits_state_name(of->brain, state));
        if (has_considerations(of, state) && one.distance < found.distance) {
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

/// Paths as they must be written to be found: with a slash even below the root.
static int say_several(const curve_option *of, const char *given, const wits_state_id *states, uint32_t count) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    text several = {0};
    for (uint32_t i = 0; i < count; i++) {
        wits_state_path(of->brain, states[i], path, sizeof path);
        text_format(&several, "%s%s%s", i == 0 ? "" : ", ", strchr(path, '/') == NULL ? "/" : "", path);
    }
    int status = say_error("there are several states '%s'; write which: %s", given, text_of(&several));
    text_free(&several);
    return status;
}

static int say_none(const curve_option *of, wits_state_id state, const char *given) {
    const wits_state_desc *s = &of->desc->states[state];
    text score = {0};
    int status;
    if (!is_option(of->brain, state)) {
        status = say_error("'%s' has no considerations: it is no option of a utility", given);
    } else if (s->score == NULL) {
        status = say_error("'%s' has no considerations: its score is %s", given,
                           s->score_best ? "the best of its own options" : "1");
    } else {
        text_add_folded(&score, s->score);
        status = say_error("'%s' has no considerations: its score is the expression '%s'", given, text_of(&score));
    }
    text_free(&score);
    return status;
}

/// Fills in the option and its rows. Returns a status; what is wrong is said.
static int find_option(curve_option *to, const char *file, const char *given) {
    wits_state_id *states = allocate(wits_state_count(to->brain), sizeof *states);
    uint32_t count = find_states(to, given, states);
    int status = STATUS_DONE;
    if (count == 0) {
        status = say_unknown(to, file, given);
    } else if (count > 1) {
        status = say_several(to, given, states, count);
    } else if (!has_considerations(to, states[0])) {
        status = say_none(to, states[0], given);
    } else {
        to->option = states[0];
        to->rows = rows_of(to->desc, to->option, &to->row_count);
    }
    free(states);
    return status;
}

// -------------------------------------------------------------------------------------------------------- the decision

static const wits_explained_choice *last_choice(const asked *call, wits_state_id composite) {
    const wits_explained_choice *found = NULL;
    for (uint32_t i = 0; i < call->why.choice_count; i++) {
        found = call->why.choices[i].composite == composite ? &call->why.choices[i] : found;
    }
    return found;
}

/// The last time in the tick that the option was scored. Returns a status; that it was not is said.
static int find_decision(curve_option *to, const asking *about) {
    wits_state_id composite = wits_state_parent(to->brain, to->option);
    const wits_explained_choice *latest = NULL;
    for (size_t i = 0; i < about->count; i++) {
        const wits_explained_choice *choice = last_choice(&about->calls[i], composite);
        const wits_explained_option *told = choice != NULL ? asked_option(&about->calls[i], choice, to->option) : NULL;
        latest = choice != NULL ? choice : latest;
        if (told != NULL && told->row_count == to->row_count) {  // else there was no room to write it down
            to->about = about;
            to->call = &about->calls[i];
            to->choice = choice;
            to->told = told;
            to->values = &to->call->why.considerations[told->first_row];
        }
    }
    if (to->told != NULL) {
        return STATUS_DONE;
    }
    const char *option = wits_state_name(to->brain, to->option);
    unsigned tick = about->of->frame.tick;
    if (latest != NULL && latest->how == WITS_CHOICE_HELD) {
        return say_error("%s was not scored at tick %u: %s was held", option, tick,
                         wits_state_name(to->brain, latest->current));
    }
    return say_error("%s was not scored at tick %u: %s", option, tick,
                     latest != NULL ? "its utility waited for its 'every'" : "its utility did not choose");
}

// ------------------------------------------------------------------------------------------------------------- command

typedef struct curve_options {
    living_options who;
    const char *option;
    const char *output;
} curve_options;

static int write_curves(const curve_options *options, const curve_option *of) {
    text picture = {0};
    curve_draw(of, &picture);
    int status = write_output(name, &picture, options->output);
    text_free(&picture);
    return status;
}

static int write_curves_of_brain(const curve_options *options) {
    wits_file *file = load_brain(options->who.brain);
    if (file == NULL) {
        return STATUS_WRONG;
    }
    curve_option of = {.desc = wits_file_desc(file), .brain = wits_file_brain(file)};
    int status = find_option(&of, options->who.brain, options->option);
    if (status == STATUS_DONE) {
        status = write_curves(options, &of);
    }
    wits_file_free(file);
    return status;
}

static int write_curves_at(const curve_options *options) {
    living one;
    asking about = {0};
    int status = living_prepare(name, &options->who, false, &one);
    curve_option of = {0};
    if (status == STATUS_DONE) {
        of = (curve_option){.desc = wits_file_desc(one.file), .brain = wits_file_brain(one.file)};
        status = find_option(&of, options->who.brain, options->option);
    }
    if (status == STATUS_DONE) {
        about = asking_at(&one, one.last);
        status = find_decision(&of, &about);
    }
    if (status == STATUS_DONE) {
        status = write_curves(options, &of);
    }
    asking_free(&about);
    living_end(&one);
    return status;
}

static bool take_option(int found, curve_options *options) {
    switch (found) {
    case 'o':
        options->output = optarg;
        return true;
    default:
        return living_take_option(name, found, &options->who);
    }
}

/// The brain file and behind it the option.
static bool take_arguments(int argc, char **argv, curve_options *options) {
    if (argc - optind == 1) {
        say_misuse(name, "an option of the brain is missing");
        return false;
    }
    if (argc - optind > 2) {
        say_misuse(name, "only one option can be drawn");
        return false;
    }
    int brain_end = argc > optind ? argc - 1 : argc;
    options->option = argv[brain_end];
    return living_take_brain(name, brain_end, argv, &options->who);
}

static bool read_options(int argc, char **argv, curve_options *options) {
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, LIVING_OPTIONS, LIVING_AT_OPTION, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return living_has_tick(name, &options->who) && take_arguments(argc, argv, options);
}

static int run(int argc, char **argv) {
    curve_options options = {0};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        status = options.who.end != NULL ? write_curves_at(&options) : write_curves_of_brain(&options);
    }
    living_options_free(&options.who);
    return status;
}

const tool_command curve_command = {
    .name = name,
    .run = run,
    .summary = "draws what an option's score is made of",
    .help = "Usage: wits curve FILE OPTION [options]\n"
            "\n"
            "Draws the considerations of an option as a picture (SVG): for each one its curve, from the input in its\n"
            "own units to 0 to 1, with range and all curves applied; above it the groups that it is in. Gates are\n"
            "listed. OPTION is a state's name or path.\n"
            "\n"
            "  -o, --output FILE   writes to a file\n"
            "  --at TICK           also where the inputs were when the option was scored in that tick, what each came\n"
            "                      to, and how the option fared; 0 is the start. The agent lives as with 'wits run',\n"
            "                      with the same options: --inputs, --raise, --set, --seed, --agent\n"
            "\n"
            "'-' in place of a file is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits curve brains/wolf.yaml hunt -o hunt.svg\n"
            "  wits curve brains/wolf.yaml hunt --set prey=300 --at 3 -o hunt.svg\n",
};
