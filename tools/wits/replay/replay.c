// SPDX-License-Identifier: MIT
// The command `wits replay`: runs a recording again, compares it, or explains a decision in it.
#include "replay/pair_print.h"
#include "replay/result.h"

#include "crowd/thread_pool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "replay";

typedef struct replay_options {
    const char *recording;
    const char *brain;    ///< null: that of the recording
    const char *against;  ///< another recording, or null
    bool has_agent, has_tick;
    uint64_t agent, tick;
    bool json;
} replay_options;

// ------------------------------------------------------------------------------------------------------------- options

static bool take_option(int found, replay_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    int format;
    switch (found) {
    case 'b':
        options->brain = optarg;
        return true;
    case 'g':
        options->against = optarg;
        return true;
    case 'a':
        options->has_agent = true;
        return read_count(name, "--agent", optarg, UINT64_MAX, &options->agent);
    case 'A':
        options->has_tick = true;
        return read_count(name, "--at", optarg, UINT32_MAX, &options->tick);
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->json = format == 1;
        return format >= 0;
    default:
        return false;
    }
}

static bool is_standard_input(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool read_options(int argc, char **argv, replay_options *options) {
    static const struct option known[] = {
        {"brain", required_argument, NULL, 'b'},  {"against", required_argument, NULL, 'g'},
        {"agent", required_argument, NULL, 'a'},  {"at", required_argument, NULL, 'A'},
        {"format", required_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    if (argc - optind != 1) {
        say_misuse(name, argc - optind < 1 ? "missing recording" : "only one recording can be given; use --against");
        return false;
    }
    options->recording = argv[optind];
    const char *wrong = NULL;
    if (options->has_agent != options->has_tick) {
        wrong = "--agent and --at need each other";
    } else if (options->has_agent && options->against != NULL) {
        wrong = "--agent and --against are mutually exclusive";
    } else if (is_standard_input(options->recording) + is_standard_input(options->against) +
                   is_standard_input(options->brain) >
               1) {
        wrong = "only one file can be standard input";
    } else if (options->against == NULL && options->brain != NULL && !options->has_agent &&
               is_standard_input(options->recording)) {
        wrong = "a recording that is compared with another brain is read twice; it must be a file, not '-'";
    } else if (constants_noted() > 0 && options->brain == NULL) {
        wrong = "--const needs --brain, as a recording has the values of its constants";
    }
    if (wrong != NULL) {
        say_misuse(name, "%s", wrong);
    }
    return wrong == NULL;
}

// ------------------------------------------------------------------------------------------------------- one recording

static int say_interrupted(const replay_world *of) {
    say_error("interrupted after %llu of %llu calls", (unsigned long long)of->calls,
              (unsigned long long)of->recording.calls);
    return STATUS_INTERRUPTED;
}

static progress begin_progress(const replay_options *options, const wits_recording *of) {
    return progress_begin(!options->json, of->calls);
}

static int replay_alone(const replay_options *options, replay_world *world) {
    progress bar = begin_progress(options, &world->recording);
    wits_recorded_call call;
    while (!interrupt_asked() && replay_world_next(world, &call) && !world->differs) {
        replay_world_run(world, &call);
        progress_show(&bar, world->calls, 0.0);
    }
    progress_clear(&bar);
    if (world->has_failed) {
        return STATUS_WRONG;
    }
    if (interrupt_asked()) {
        return say_interrupted(world);
    }
    (options->json ? replay_print_json : replay_print)(world, options->brain);
    const int status = finish_output(stdout, "standard output");
    const bool is_damaged = replay_say_damage(world, SEVERITY_ERROR);
    return status != STATUS_DONE ? status : world->differs ? STATUS_DIFFERENT : is_damaged ? STATUS_WRONG : STATUS_DONE;
}

// -------------------------------------------------------------------------------------------------------- explanations

static int say_no_agent(const replay_world *world, uint64_t agent) {
    const uint64_t count = world->agents.count;
    uint64_t least = UINT64_MAX, most = 0;
    for (uint64_t row = 0; row < count; row++) {
        const uint64_t id = replay_world_id(world, row);
        least = id < least ? id : least;
        most = id > most ? id : most;
    }
    text has = {0};
    if (count == 0) {
        text_add(&has, "no agents");
    } else if (count == 1) {
        text_format(&has, "only agent %llu", (unsigned long long)least);
    } else if (most - least == count - 1) {
        text_format(&has, "agents %llu to %llu", (unsigned long long)least, (unsigned long long)most);
    } else {
        text_format(&has, "%llu agents, with ids from %llu to %llu", (unsigned long long)count,
                    (unsigned long long)least, (unsigned long long)most);
    }
    const int status =
        say_error("%s has no agent %llu; it has %s", world->path, (unsigned long long)agent, text_of(&has));
    text_free(&has);
    return status;
}

static int say_no_call(const replay_world *world, const replay_options *options) {
    return say_error("%s has no call of agent %llu at tick %llu; it has ticks %u to %u", world->path,
                     (unsigned long long)options->agent, (unsigned long long)options->tick,
                     (unsigned)world->recording.start.tick, (unsigned)world->recording.last_tick);
}

/// Explains the decisions of one agent at a tick. Only its calls are run.
static int explain_agent(const replay_options *options, replay_world *world) {
    const uint64_t row = replay_world_find(world, options->agent);
    replay_say_damage(world, SEVERITY_WARNING);
    if (row == world->agents.count) {
        return say_no_agent(world, options->agent);
    }
    tick_records about;
    if (!replay_world_records(world, &about)) {
        return STATUS_WRONG;
    }
    wits_recorded_call call;
    uint32_t tick = world->recording.start.tick;
    while (replay_world_next(world, &call) && call.tick <= options->tick) {
        if (row < call.first || row - call.first >= call.count) {
            continue;
        }
        if (call.tick != tick) {
            tick_records_next(&about, tick);
            agent_sim_next_tick(&world->one, call.tick);
            tick = call.tick;
        }
        about.counterfactuals = call.tick == options->tick;
        replay_world_run_one(world, &call, row, &about);
    }
    int status = world->has_failed ? STATUS_WRONG : STATUS_DONE;
    if (status == STATUS_DONE && (about.count == 0 || tick != options->tick)) {
        status = say_no_call(world, options);
    }
    if (status == STATUS_DONE) {
        text told = {0};
        if (options->json) {
            json_tick_records(&(json_writer){.to = &told}, NULL, &about);
            text_add(&told, "\n");
        } else {
            text_tick_records(&about, has_colour(stdout), &told);
        }
        fwrite(text_of(&told), 1, told.length, stdout);
        text_free(&told);
        status = finish_output(stdout, "standard output");
    }
    tick_records_free(&about);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- a pair

/// With two recordings, --brain is for those of games that saved none. Returns a status; prints errors.
static int check_is_recorded_brain(const replay_world *of) {
    const bool is_other = of->recording.start.brain_hash != wits_brain_hash(of->brain);
    return of->recording.text_size > 0 && is_other
               ? say_misuse(name,
                            "--against compares what was recorded, but %s has another brain than --brain; leave "
                            "out --brain, which is for recordings without one",
                            of->path)
               : STATUS_DONE;
}

static void warn_of_other_brain(const replay_options *options, const replay_pair *of) {
    if (options->against == NULL && of->has_no_common_state) {
        say_at((place){.file = options->brain}, SEVERITY_WARNING,
               "it has no state of the recorded brain '%s'; is it another brain?", of->worlds[0].recording.start.name);
    }
}

/// Compares two recordings, or a recording with itself in another brain.
static int compare(const replay_options *options) {
    const bool is_other = options->against != NULL;
    pair_words words = {.are_recordings = is_other,
                        .files = {options->recording, is_other ? options->against : options->recording},
                        .subjects = {options->recording, is_other ? options->against : options->brain},
                        .names = {is_other ? "A" : "recorded", is_other ? "B" : options->brain}};
    replay_pair pair = {.end = REPLAY_END_BOTH};
    text_add(&words.places[0], is_other ? "in A" : "as recorded");
    text_format(&words.places[1], is_other ? "in %s" : "with %s", words.names[1]);
    int status = replay_world_open(words.files[0], is_other ? options->brain : NULL, &pair.worlds[0]);
    if (status == STATUS_DONE) {
        status = replay_world_open(words.files[1], options->brain, &pair.worlds[1]);
    }
    for (uint32_t side = 0; side < 2 && is_other && options->brain != NULL && status == STATUS_DONE; side++) {
        status = check_is_recorded_brain(&pair.worlds[side]);
    }
    if (status == STATUS_DONE) {
        replay_warn_of_rest(&pair.worlds[0]);
        if (is_other) {
            replay_warn_of_rest(&pair.worlds[1]);
        }
        progress bar = begin_progress(options, &pair.worlds[0].recording);
        status = replay_pair_run(&pair, &bar);
        warn_of_other_brain(options, &pair);
    }
    if (status == STATUS_INTERRUPTED) {
        say_interrupted(&pair.worlds[0]);
    }
    if (status == STATUS_DONE) {
        if (options->json) {
            print_pair_json(&pair, &words, options->brain);
        } else {
            print_pair(&pair, &words);
        }
        status = finish_output(stdout, "standard output");
        bool is_damaged = replay_say_damage(&pair.worlds[0], SEVERITY_ERROR);
        is_damaged |= is_other && replay_say_damage(&pair.worlds[1], SEVERITY_ERROR);
        status = status != STATUS_DONE         ? status
                 : pair_differs(&pair, &words) ? STATUS_DIFFERENT
                 : is_damaged                  ? STATUS_WRONG
                                               : STATUS_DONE;
    }
    replay_pair_end(&pair);
    text_free(&words.places[0]);
    text_free(&words.places[1]);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- command

/// With another brain, the recorded one is needed to find the first difference; a recording may lack it.
static bool has_recorded_brain(const char *path) {
    text bytes = {0};
    wits_recording recording;
    const bool has = recording_read(path, &bytes, &recording) && recording.text_size > 0;
    text_free(&bytes);
    return has;
}

static int replay(const replay_options *options) {
    const bool compares_brains = options->brain != NULL && options->against == NULL && !options->has_agent;
    if (options->against != NULL || (compares_brains && has_recorded_brain(options->recording))) {
        return compare(options);
    }
    replay_world world;
    int status = replay_world_open(options->recording, options->brain, &world);
    if (status == STATUS_DONE) {
        replay_warn_of_rest(&world);
        status = options->has_agent ? explain_agent(options, &world) : replay_alone(options, &world);
    }
    replay_world_end(&world);
    return status;
}

static int run(int argc, char **argv) {
    replay_options options = {.recording = NULL};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    interrupt_catch();
    return replay(&options);
}

const tool_command replay_command = {
    .name = name,
    .run = run,
    .summary = "run a recording again, and compare or explain it",
    .help =
        "Usage: wits replay FILE [options]\n"
        "\n"
        "Runs a recording of 'wits run --record', of 'wits crowd --record' or of a game again, with the brain in it,\n"
        "and stops at the first difference from what was recorded.\n"
        "\n"
        "  --brain FILE          run it with this brain as well, and explain the first difference\n"
        "  --against FILE        run another recording of the same agents in step: B; FILE is A. Explains the first\n"
        "                        agent that decides differently in both, and which of its inputs differed before.\n"
        "                        With --brain: for recordings of games that saved no brain\n"
        "  --agent ID --at TICK  explain the decisions of one agent at a tick, as 'wits explain' does\n"
        "  --format text|json    readable text, or one JSON object\n"
        "\n"
        "If a recording is cut off or damaged, its readable part is run. FILE '-' is standard input.\n"
        "\n"
        "Exit status: 0 no difference, also if the recording is cut off, as that of a game that has stopped; 1 error\n"
        "in a brain or the recording, such as damage; 2 error in the command line; 3 a difference; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits replay day.rec --agent 7 --at 40   (of 'wits crowd brains/villager.yaml --record day.rec')\n",
};
