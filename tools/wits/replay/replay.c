// SPDX-License-Identifier: MIT
// The command `wits replay`: runs a recording again, compares it, or explains a decision in it.
#include "replay/pair.h"

#include "common/json.h"
#include "crowd/thread_pool.h"
#include "prove/prove.h"

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

// -------------------------------------------------------------------------------------------------------------- result

static const char *const end_names[] = {
    [WITS_RECORDING_COMPLETE] = "complete", [WITS_RECORDING_CUT] = "cut", [WITS_RECORDING_DAMAGED] = "damaged"};

/// Writes "the recording is complete", or where it ends.
static void text_end(text *to, const char *subject, const wits_recording *of) {
    switch (of->end) {
    case WITS_RECORDING_CUT:
        text_format(to, "%s is cut off after tick %u", subject, (unsigned)of->last_tick);
        break;
    case WITS_RECORDING_DAMAGED:
        text_format(to, "%s is damaged after tick %u; %llu of its %llu bytes can be read", subject,
                    (unsigned)of->last_tick, (unsigned long long)of->readable, (unsigned long long)of->size);
        break;
    case WITS_RECORDING_COMPLETE:
    default:
        text_format(to, "%s is complete", subject);
        break;
    }
    if (of->end != WITS_RECORDING_COMPLETE && of->calls == 0) {
        text_add(to, ", before its first call");
    }
}

static void text_size(text *to, const replay_world *of) {
    const wits_recording *recording = &of->recording;
    text_format(to, "%s: ", recording->start.name);
    text_count(to, recording->start.count);
    text_format(to, " agent%s, ", recording->start.count == 1 ? "" : "s");
    text_count(to, recording->calls);
    text_format(to, " call%s, ticks %u to %u", recording->calls == 1 ? "" : "s", (unsigned)recording->start.tick,
                (unsigned)recording->last_tick);
}

/// Writes "at tick 60, the field 'health' of agent 17", as far as it is known.
static void text_difference(text *to, const replay_world *of) {
    const wits_difference *d = &of->difference;
    text_format(to, of->differs_at_end ? "after tick %u, " : "before tick %u, ", (unsigned)of->differs_tick);
    if (d->field < of->desc->field_count) {
        text_format(to, "the field '%s'", of->desc->fields[d->field].name);
    } else {
        text_add(to, d->field == WITS_NONE ? "the states, clocks or memory" : "a field of the game");
    }
    if (d->row != UINT64_MAX) {
        text_format(to, " of agent %llu", (unsigned long long)d->id);
    } else {
        text_add(to, of->agents.count == 1 ? " of the agent" : " of an agent");
    }
}

static void text_comparison(text *to, const replay_world *of) {
    if (of->differs) {
        text_add(to, "differs from what was recorded: ");
        text_difference(to, of);
        text_add(to, "\n");
        if (of->compared > 0) {
            text_format(to, "the agents were the same before tick %u\n", (unsigned)of->same_tick);
        }
        if (of->difference.row == UINT64_MAX && of->agents.count > 1) {
            text_add(to, "only hashes were compared; a recording with keyframes shows the agent\n");
        }
    } else if (of->compared > 0) {
        text_add(to, "the same as recorded; compared ");
        text_count(to, of->compared);
        text_format(to, " time%s\n", of->compared == 1 ? "" : "s");
    } else {
        text_add(to, "not compared with the recording, which has no hash so far\n");
    }
}

static void print_result(const replay_world *of) {
    text out = {0};
    const uint64_t unanswered = wits_replay_unanswered(of->replay);
    text_size(&out, of);
    text_add(&out, "\n");
    text_comparison(&out, of);
    if (unanswered > 0) {
        text_count(&out, unanswered);
        text_format(&out, " call%s of functions had no recorded answer; the answer was false or 0\n",
                    unanswered == 1 ? "" : "s");
    }
    text_format(&out, "hash %016llx\n", (unsigned long long)replay_world_hash(of));
    text_end(&out, "the recording", &of->recording);
    printf("%s\n", text_of(&out));
    text_free(&out);
}

static void json_recording(json_writer *to, const char *key, const replay_world *of) {
    const wits_recording *recording = &of->recording;
    json_open(to, key, '{');
    json_text(to, "file", of->path);
    json_text(to, "brain", recording->start.name);
    json_count(to, "agents", recording->start.count);
    json_count(to, "calls", recording->calls);
    json_count(to, "first_tick", recording->start.tick);
    json_count(to, "last_tick", recording->last_tick);
    json_text(to, "end", end_names[recording->end]);
    json_count(to, "readable_bytes", recording->readable);
    json_count(to, "bytes", recording->size);
    json_close(to, '}');
}

static void print_json(const text *object) {
    printf("%s\n", text_of(object));
}

/// Writes the first difference from what was recorded, or null.
static void json_own_difference(json_writer *to, const char *key, const replay_world *of) {
    const wits_difference *d = &of->difference;
    if (!of->differs) {
        json_null(to, key);
        return;
    }
    json_open(to, key, '{');
    json_count(to, "tick", of->differs_tick);
    json_bool(to, "at_end", of->differs_at_end);
    if (d->row != UINT64_MAX) {
        json_count(to, "agent", d->id);
    } else {
        json_null(to, "agent");
    }
    json_text(to, "field", d->field < of->desc->field_count ? of->desc->fields[d->field].name : NULL);
    json_close(to, '}');
}

static void print_result_json(const replay_world *of) {
    text out = {0};
    json_writer to = {.to = &out};
    json_open(&to, NULL, '{');
    json_recording(&to, "recording", of);
    json_text(&to, "result", of->differs ? "differs" : of->compared > 0 ? "same" : "not compared");
    json_count(&to, "compared", of->compared);
    json_count(&to, "unanswered", wits_replay_unanswered(of->replay));
    json_format(&to, "hash", "\"%016llx\"", (unsigned long long)replay_world_hash(of));
    json_own_difference(&to, "difference", of);
    json_close(&to, '}');
    print_json(&out);
    text_free(&out);
}

// -------------------------------------------------------------------------------------------------------- one
// recording

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
    (options->json ? print_result_json : print_result)(world);
    const int status = finish_output(stdout, "standard output");
    return status == STATUS_DONE && world->differs ? STATUS_DIFFERENT : status;
}

// -------------------------------------------------------------------------------------------------------- explanations

static int say_no_call(const replay_world *world, const replay_options *options) {
    return say_error("%s has no call of agent %llu at tick %llu; it has ticks %u to %u", world->path,
                     (unsigned long long)options->agent, (unsigned long long)options->tick,
                     (unsigned)world->recording.start.tick, (unsigned)world->recording.last_tick);
}

/// Explains the decisions of one agent at a tick. Only its calls are run.
static int explain_agent(const replay_options *options, replay_world *world) {
    const uint64_t row = replay_world_find(world, options->agent);
    if (row == world->agents.count) {
        return say_error("%s has no agent %llu", world->path, (unsigned long long)options->agent);
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

/// The words for both sides of a comparison.
typedef struct pair_words {
    bool are_recordings;  ///< two of them; else one with two brains
    const char *files[2];
    const char *names[2];  ///< before an explanation: "A"
    text places[2];        ///< "in A", "with new.yaml"
} pair_words;

/// Writes "agent 3 is in walk in A and in attack in B".
static void text_pair_difference(text *to, const replay_difference *d, const pair_words *words) {
    const char *first = text_of(&d->values[0]), *second = text_of(&d->values[1]);
    const char *a = text_of(&words->places[0]), *b = text_of(&words->places[1]);
    if (d->what == REPLAY_SEED) {
        text_format(to, "the seed is %s %s and %s %s", first, a, second, b);
        return;
    }
    switch (d->what) {
    case REPLAY_STATE:
        text_format(to, "agent %llu is in %s %s and in %s %s", (unsigned long long)d->id, first, a, second, b);
        break;
    case REPLAY_TARGET:
        text_format(to, "the target of %s of agent %llu is %s %s and %s %s", text_of(&d->name),
                    (unsigned long long)d->id, first, a, second, b);
        break;
    case REPLAY_TARGETS:
        if (strcmp(first, second) != 0) {
            text_format(to, "agent %llu has %s targets of the kind '%s' %s and %s %s", (unsigned long long)d->id, first,
                        text_of(&d->name), a, second, b);
        } else {
            text_format(to, "agent %llu has different targets of the kind '%s'", (unsigned long long)d->id,
                        text_of(&d->name));
        }
        break;
    case REPLAY_ANSWER:
        text_format(to, "%s of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id, first, a,
                    second, b);
        break;
    case REPLAY_EVENT:
        text_format(to, "the event '%s' of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id,
                    first, a, second, b);
        break;
    case REPLAY_FIELD:
        text_format(to, "the field '%s' of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id,
                    first, a, second, b);
        break;
    default:
        text_format(to, "agent %llu has different clocks or memory", (unsigned long long)d->id);
        break;
    }
}

static void text_pair_end(text *to, const replay_pair *of, const pair_words *words) {
    text_format(to, "the same %s and %s", text_of(&words->places[0]), text_of(&words->places[1]));
    text_format(to, ", after each of %llu calls up to tick %u\n", (unsigned long long)of->same_calls,
                (unsigned)of->last_tick);
    for (uint32_t side = 0; side < 2; side++) {
        const wits_recording *one = &of->worlds[side].recording;
        if (side == 0 || strcmp(words->files[0], words->files[1]) != 0) {
            text_end(to, words->files[side], one);
            text_add(to, "\n");
        }
    }
}

/// Returns whether a side of the pair does not do what was recorded. Another brain need not do that.
static bool differs_itself(const replay_pair *of, const pair_words *words, uint32_t side) {
    return of->worlds[side].differs && (side == 0 || words->are_recordings);
}

static bool pair_differs(const replay_pair *of, const pair_words *words) {
    return of->decision.what != REPLAY_NOTHING || of->input.what != REPLAY_NOTHING || of->end == REPLAY_END_CALLS ||
           differs_itself(of, words, 0) || differs_itself(of, words, 1);
}

static void print_pair(const replay_pair *of, const pair_words *words) {
    text out = {0};
    for (uint32_t side = 0; side < 2; side++) {
        if (differs_itself(of, words, side)) {
            text_format(&out, "%s does not do here what was recorded: ", words->files[side]);
            text_difference(&out, &of->worlds[side]);
            text_add(&out, "\n");
        }
    }
    if (of->decision.what != REPLAY_NOTHING) {
        text_format(&out, "the first difference is at tick %u: ", (unsigned)of->decision.tick);
        text_pair_difference(&out, &of->decision, words);
        text_add(&out, "\n");
    }
    if (of->input.what != REPLAY_NOTHING) {
        const bool has_decision = of->decision.what != REPLAY_NOTHING;
        text_format(&out, "%s tick %u: ", has_decision ? "its inputs differ first, at" : "only inputs differ, first at",
                    (unsigned)of->input.tick);
        text_pair_difference(&out, &of->input, words);
        text_add(&out, "\n");
    }
    for (uint32_t side = 0; side < 2 && of->decision.what != REPLAY_NOTHING; side++) {
        text_format(&out, "  %s: %s\n", words->names[side], text_of(&of->why[side]));
    }
    if (of->end == REPLAY_END_CALLS) {
        text_format(&out, "different calls after call %llu: %s %s and %s %s\n",
                    (unsigned long long)of->worlds[0].calls - 1, text_of(&of->calls[0]), text_of(&words->places[0]),
                    text_of(&of->calls[1]), text_of(&words->places[1]));
    }
    if (of->decision.what == REPLAY_NOTHING && of->input.what == REPLAY_NOTHING && of->end != REPLAY_END_CALLS) {
        text_pair_end(&out, of, words);
    }
    fwrite(text_of(&out), 1, out.length, stdout);
    text_free(&out);
}

static void json_difference(json_writer *to, const char *key, const replay_difference *d) {
    if (d->what == REPLAY_NOTHING) {
        json_null(to, key);
        return;
    }
    json_open(to, key, '{');
    json_count(to, "tick", d->tick);
    json_count(to, "call", d->call);
    if (d->row == UINT64_MAX) {
        json_null(to, "agent");
    } else {
        json_count(to, "agent", d->id);
    }
    json_text(to, "what", replay_what_name(d->what));
    json_text(to, "name", d->name.length > 0 ? text_of(&d->name) : NULL);
    json_text(to, "a", d->what == REPLAY_MEMORY ? NULL : text_of(&d->values[0]));
    json_text(to, "b", d->what == REPLAY_MEMORY ? NULL : text_of(&d->values[1]));
    json_close(to, '}');
}

static void print_pair_json(const replay_pair *of, const pair_words *words) {
    text out = {0};
    json_writer to = {.to = &out};
    json_open(&to, NULL, '{');
    json_recording(&to, "a", &of->worlds[0]);
    json_recording(&to, "b", &of->worlds[1]);
    json_text(&to, "result", pair_differs(of, words) ? "differs" : "same");
    json_count(&to, "same_calls", of->same_calls);
    for (uint32_t side = 0; side < 2 && words->are_recordings; side++) {
        json_own_difference(&to, side == 0 ? "a_recorded" : "b_recorded", &of->worlds[side]);
    }
    json_difference(&to, "difference", &of->decision);
    json_difference(&to, "input", &of->input);
    if (of->decision.what != REPLAY_NOTHING) {
        json_open(&to, "why", '{');
        json_text(&to, "a", text_of(&of->why[0]));
        json_text(&to, "b", text_of(&of->why[1]));
        json_close(&to, '}');
    }
    if (of->end == REPLAY_END_CALLS) {
        json_open(&to, "calls", '{');
        json_text(&to, "a", text_of(&of->calls[0]));
        json_text(&to, "b", text_of(&of->calls[1]));
        json_close(&to, '}');
    }
    json_close(&to, '}');
    print_json(&out);
    text_free(&out);
}

/// Compares two recordings, or a recording with itself in another brain.
static int compare(const replay_options *options) {
    const bool is_other = options->against != NULL;
    pair_words words = {.are_recordings = is_other,
                        .files = {options->recording, is_other ? options->against : options->recording},
                        .names = {is_other ? "A" : "recorded", is_other ? "B" : options->brain}};
    replay_pair pair = {.end = REPLAY_END_BOTH};
    text_add(&words.places[0], is_other ? "in A" : "as recorded");
    text_format(&words.places[1], is_other ? "in %s" : "with %s", words.names[1]);
    int status = replay_world_open(words.files[0], is_other ? options->brain : NULL, &pair.worlds[0]);
    if (status == STATUS_DONE) {
        status = replay_world_open(words.files[1], options->brain, &pair.worlds[1]);
    }
    if (status == STATUS_DONE) {
        progress bar = begin_progress(options, &pair.worlds[0].recording);
        status = replay_pair_run(&pair, &bar);
    }
    if (status == STATUS_INTERRUPTED) {
        say_interrupted(&pair.worlds[0]);
    }
    if (status == STATUS_DONE) {
        if (options->json) {
            print_pair_json(&pair, &words);
        } else {
            print_pair(&pair, &words);
        }
        status = finish_output(stdout, "standard output");
        status = status == STATUS_DONE && pair_differs(&pair, &words) ? STATUS_DIFFERENT : status;
    }
    replay_pair_end(&pair);
    text_free(&words.places[0]);
    text_free(&words.places[1]);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- command

/// With another brain, the recorded one shows where they part; a recording may lack it.
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
        "                        agent that decides differently in both, and which of its inputs differed before\n"
        "  --agent ID --at TICK  explain the decisions of one agent at a tick, as 'wits explain' does\n"
        "  --format text|json    readable text, or one JSON object\n"
        "\n"
        "Of a recording that is cut off or damaged, it runs what can be read. FILE '-' is standard input.\n"
        "\n"
        "Exit status: 0 no difference; 1 a difference, or an error in the recording or a brain; 2 error in the "
        "command\n"
        "line; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits replay day.rec --agent 7 --at 40   (of 'wits crowd brains/villager.yaml --record day.rec')\n",
};
