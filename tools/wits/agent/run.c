// SPDX-License-Identifier: MIT
// The command `wits run`: simulates one agent.
#include "agent/run.h"

#include "agent/agent_run.h"
#include "agent/perfetto.h"
#include "agent/run_watch.h"
#include "chart/plot.h"
#include "common/recording.h"
#include "crowd/thread_pool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "run";

enum { MOST_ANSWERS = 16 << 20 };  ///< bytes for results of functions in one call; only used pages take memory

typedef enum run_format { FORMAT_TEXT, FORMAT_JSONL } run_format;

typedef struct run_options {
    agent_run_options who;
    run_format format;
    bool format_given;
    bool trace;
    uint64_t width;           ///< 0: not given
    bool shows_fields;        ///< --fields
    const char *fields;       ///< field names of --fields, separated by commas; null: all
    const char *plot;         ///< output file of the picture, or null
    const char *plot_fields;  ///< names separated by commas
    const char *perfetto;     ///< output file of the Chrome trace, or null
    const char *record;       ///< output file of the recording, or null
    bool watch;
} run_options;

// ------------------------------------------------------------------------------------------------------------- options

static bool take_option(int found, run_options *options) {
    static const char *const formats[] = {"text", "jsonl", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->format = format == FORMAT_JSONL ? FORMAT_JSONL : FORMAT_TEXT;
        options->format_given = true;
        return format >= 0;
    case 'T':
        options->trace = true;
        return true;
    case 'w':
        return read_number(name, "--width", optarg, 40, 100000, &options->width);
    case 'B':
        options->shows_fields = true;
        options->fields = optarg;
        return true;
    case 'p':
        options->plot = optarg;
        return true;
    case 'F':
        options->plot_fields = optarg;
        return true;
    case 'P':
        options->perfetto = optarg;
        return true;
    case 'R':
        options->record = optarg;
        return true;
    case 'W':
        options->watch = true;
        return true;
    default:
        return agent_run_take_option(name, found, &options->who);
    }
}

static bool is_standard_output(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool is_picture(const run_options *options, const char *path) {
    return (options->plot != NULL && is_same_output(options->plot, path)) ||
           (options->perfetto != NULL && is_same_output(options->perfetto, path));
}

/// Reports options that exclude each other.
static bool check_options(const run_options *options) {
    const char *wrong = NULL;
    bool prints_text =
        options->format == FORMAT_TEXT && !is_standard_output(options->plot) && !is_standard_output(options->perfetto);
    if (options->shows_fields && !prints_text) {
        wrong = "--fields needs --format text; jsonl has all fields";
    } else if (options->width > 0 && !prints_text) {
        wrong = "--width needs --format text";
    } else if (options->plot_fields != NULL && options->plot == NULL) {
        wrong = "--plot-fields needs --plot";
    } else if (options->plot != NULL && options->perfetto != NULL && is_same_output(options->plot, options->perfetto)) {
        wrong = "--plot and --perfetto cannot write to the same file";
    } else if (is_standard_output(options->plot) && (options->format_given || options->trace)) {
        wrong = "--plot - writes to standard output; it cannot be used with --format or --trace";
    } else if (is_standard_output(options->perfetto) && (options->format_given || options->trace)) {
        wrong = "--perfetto - writes to standard output; it cannot be used with --format or --trace";
    } else if (is_standard_output(options->record)) {
        wrong = "a recording must be a file, not '-'";
    } else if (options->record != NULL && *options->record == '\0') {
        wrong = "--record needs a file name";
    } else if (options->record != NULL && is_picture(options, options->record)) {
        wrong = "--record cannot write to the same file as --plot or --perfetto";
    } else if (options->watch && options->record != NULL) {
        wrong = "--watch and --record are mutually exclusive";
    } else if (options->watch && (is_standard_output(options->plot) || is_standard_output(options->perfetto))) {
        wrong = "--watch writes results again and again; --plot and --perfetto must be files, not '-'";
    } else if (options->watch && agent_run_reads_standard_input(&options->who)) {
        wrong = "--watch reads its files again, but standard input can be read only once; give files";
    }
    if (wrong != NULL) {
        say_misuse(name, "%s", wrong);
    }
    return wrong == NULL;
}

static bool read_options(int argc, char **argv, run_options *options) {
    static const struct option known[] = {AGENT_RUN_TICKS_OPTION,
                                          AGENT_RUN_OPTIONS,
                                          {"format", required_argument, NULL, 'f'},
                                          {"trace", no_argument, NULL, 'T'},
                                          {"fields", optional_argument, NULL, 'B'},
                                          {"width", required_argument, NULL, 'w'},
                                          {"plot", required_argument, NULL, 'p'},
                                          {"plot-fields", required_argument, NULL, 'F'},
                                          {"perfetto", required_argument, NULL, 'P'},
                                          {"record", required_argument, NULL, 'R'},
                                          {"watch", no_argument, NULL, 'W'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    if (options->shows_fields && options->fields == NULL && argc - optind > 1) {
        say_misuse(name, "write the names of --fields with '=': --fields=%s", argv[optind + 1]);
        return false;
    }
    return agent_run_take_brain(name, argc, argv, &options->who) && check_options(options);
}

// ------------------------------------------------------------------------------------------------------------- results

/// The outputs of a run, updated at each tick.
typedef struct results {
    const run_options *options;
    const agent_sim *of;
    screen *lines;  ///< --format text, or null
    bool jsonl;     ///< --format jsonl
    text *out;      ///< receives all lines; null: standard output
    text line;
    plot picture;
    field_list plotted;
    field_list shown;  ///< --fields
    bool plots;
    perfetto slices;
    bool has_slices;  ///< --perfetto
} results;

static screen *new_screen(const run_options *options, results *to) {
    if (options->shows_fields && options->fields == NULL) {
        field_list_all(to->of->desc, &to->shown);
    }
    return screen_new(to->of,
                      (screen_options){.trace = options->trace,
                                       .colour = has_colour(stdout),
                                       .width = options->width > 0 ? (unsigned)options->width : terminal_width(stdout),
                                       .fields = to->shown,
                                       .out = to->out});
}

/// Reports all errors before anything is printed.
static int results_begin(const run_options *options, const agent_run *one, text *out, results *to) {
    bool prints = !is_standard_output(options->plot) && !is_standard_output(options->perfetto);
    *to = (results){
        .options = options, .of = &one->agent, .jsonl = prints && options->format == FORMAT_JSONL, .out = out};
    int status = options->perfetto != NULL ? check_output(name, options->perfetto) : STATUS_DONE;
    if (status == STATUS_DONE && options->plot != NULL) {
        status = field_list_read(name, "--plot-fields", to->of->desc, options->plot_fields, &to->plotted);
        status = status == STATUS_DONE ? check_output_as(name, options->plot, ".svg") : status;
    }
    if (status == STATUS_DONE && options->fields != NULL) {
        status = field_list_read(name, "--fields", to->of->desc, options->fields, &to->shown);
    }
    if (status != STATUS_DONE) {
        return status;
    }
    if (options->plot != NULL) {
        plot_begin(to->of, one->last, &to->plotted, &to->picture);
        to->plots = true;
    }
    if (options->perfetto != NULL) {
        perfetto_begin(to->of, &to->slices);
        to->has_slices = true;
    }
    if (prints && !to->jsonl) {
        to->lines = new_screen(options, to);
    }
    return STATUS_DONE;
}

static void results_add(results *to) {
    if (to->lines != NULL) {
        screen_add(to->lines);
    } else if (to->jsonl && to->out != NULL) {
        print_jsonl(to->of, to->options->trace, to->out);
    } else if (to->jsonl) {
        text_clear(&to->line);
        print_jsonl(to->of, to->options->trace, &to->line);
        fwrite(text_of(&to->line), 1, to->line.length, stdout);
    }
    if (to->plots) {
        plot_tick(&to->picture);
    }
    if (to->has_slices) {
        perfetto_tick(&to->slices);
    }
}

/// Returns whether another tick can change the outputs.
static bool results_are_open(const results *of) {
    bool only_slices = of->lines == NULL && !of->jsonl && !of->plots && of->has_slices;
    return output_is_open(stdout) && !interrupt_asked() && !(only_slices && of->slices.full);
}

static int write_plot(const plot *picture, const char *path) {
    text svg = {0};
    plot_draw(picture, &svg);
    int status = write_output(name, &svg, path);
    text_free(&svg);
    return status;
}

static int write_slices(perfetto *slices, const char *path) {
    text json = {0};
    int status = perfetto_finish(slices, path, &json) ? write_output(name, &json, path) : STATUS_WRONG;
    text_free(&json);
    return status;
}

static int results_write(results *of) {
    if (of->lines != NULL) {
        screen_end(of->lines);
        of->lines = NULL;
    }
    int status = finish_output(stdout, "standard output");
    if (status == STATUS_DONE && of->plots) {
        status = write_plot(&of->picture, of->options->plot);
    }
    if (status == STATUS_DONE && of->has_slices) {
        status = write_slices(&of->slices, of->options->perfetto);
    }
    return status;
}

static void results_free(results *of) {
    text_free(&of->line);
    if (of->plots) {
        plot_end(&of->picture);
    }
    field_list_free(&of->plotted);
    field_list_free(&of->shown);
    if (of->has_slices) {
        perfetto_end(&of->slices);
    }
}

// --------------------------------------------------------------------------------------------------------------- ticks

static int run_agent(const run_options *options, agent_run *one, text *out) {
    const agent_run_options *who = &options->who;
    results made;
    int status = results_begin(options, one, out, &made);
    if (status == STATUS_DONE && who->inputs != NULL && who->inputs_text == NULL) {
        inputs_warn_of_own(&one->in, who->inputs, one->file);
    }
    if (status == STATUS_DONE) {
        for (uint64_t tick = 0; tick <= one->last && results_are_open(&made); tick++) {
            if (tick > 0) {
                agent_run_tick(one, (uint32_t)tick);
            }
            results_add(&made);
        }
        status = results_write(&made);
    }
    results_free(&made);
    return status;
}

/// The recording of one agent.
typedef struct agent_recording {
    wits_agents world;
    wits_function *functions;
    recording_file file;
} agent_recording;

/// Begins the recording of an agent that has its first inputs and no call yet. Returns a status; prints errors.
static int begin_recording(const char *path, agent_run *one, agent_recording *to) {
    for (size_t i = 0; i < one->in.value_count; i++) {
        if (one->in.values[i].is_draw) {
            return say_misuse(name, "--record cannot record the draws of columns 'random:N'");
        }
    }
    agent_sim *agent = &one->agent;
    to->world = (wits_agents){.brain = wits_file_brain(one->file),
                              .agents = agent->agent,
                              .count = 1,
                              .first_id = agent->frame.agent,
                              .columns = agent->knows.columns,
                              .seed = agent->frame.seed};
    uint32_t rows[WITS_MAX_TARGET_KINDS];
    for (uint32_t kind = 0; kind < agent->desc->target_count; kind++) {
        rows[kind] = target_lists_most_rows(&one->targets, kind);
    }
    to->functions = allocate(agent->desc->function_count, sizeof *to->functions);
    for (uint32_t row = 0; row < agent->desc->function_count; row++) {
        to->functions[row] = agent->mind.functions[row];
    }
    const wits_recorder_options how = {.agents = &to->world,
                                       .target_rows = rows,
                                       .functions = to->functions,
                                       .answer_bytes = MOST_ANSWERS,
                                       .hash_every = 1};
    const int status = recording_begin(name, path, one->file, &how, &to->file);
    if (status == STATUS_DONE) {
        agent_sim_record(agent, to->file.recorder);
    }
    return status;
}

/// Runs the agent from its start. `out` receives what is printed; null: standard output.
static int run_with(const run_options *options, text *out) {
    agent_run one;
    const bool traces =
        options->trace || options->format == FORMAT_TEXT || options->plot != NULL || options->perfetto != NULL;
    agent_recording recording = {.functions = NULL};
    int status = agent_run_prepare(name, &options->who, traces, &one);
    if (status == STATUS_DONE && options->record != NULL) {
        interrupt_catch_ends();
        status = begin_recording(options->record, &one, &recording);
    }
    if (status == STATUS_DONE) {
        agent_sim_call(&one.agent, one.first);
        status = run_agent(options, &one, out);
    }
    status = status == STATUS_DONE ? recording_end(&recording.file) : status;
    if (status == STATUS_DONE && options->record != NULL && interrupt_asked()) {
        fprintf(stderr, "wits run: interrupted after tick %u\n", (unsigned)one.agent.frame.tick);
        status = STATUS_INTERRUPTED;
    }
    recording_abandon(&recording.file);
    agent_run_end(&one);
    free(recording.functions);
    return status;
}

int run_print(const agent_run_options *who) {
    return run_with(&(run_options){.who = *who}, NULL);
}

static int run_again(void *user, wits_file *file, text *out) {
    run_options options = *(const run_options *)user;
    options.who.file = file;
    return run_with(&options, out);
}

static int run(int argc, char **argv) {
    run_options options = {0};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        status = options.watch ? run_watch(&options.who, options.format == FORMAT_JSONL, run_again, &options)
                               : run_with(&options, NULL);
    }
    agent_run_options_free(&options.who);
    return status;
}

const tool_command run_command = {
    .name = name,
    .run = run,
    .summary = "simulate one agent",
    .help =
        "Usage: wits run FILE [options]\n"
        "\n"
        "Starts one agent of the brain and prints for each tick: its active states, the host actions it calls,\n"
        "and the fields that changed.\n"
        "\n"
        "  --ticks N             number of ticks (up to the last row of the inputs, or 10)\n"
        "  --inputs FILE.csv     inputs: a row of column names, then one row for each tick. With a column 'tick',\n"
        "                        only ticks with changes need a row. A column is a field, a host condition or\n"
        "                        score as 'name()', 'raise' (events), 'do' (calls instead of 'tick': decide;\n"
        "                        update; goto STATE; restart STATE; set_state STATE; stop; start) or\n"
        "                        'random:N' (draws of random stream N)\n"
        "  --targets KIND=FILE.csv\n"
        "                        targets of a kind: a row of column names, then a row for each target, with columns\n"
        "                        'tick', 'id' and the kind's fields; each tick with rows replaces the list\n"
        "  --raise EVENT@TICK    raise an event before that tick, or before the start at 0; repeatable\n"
        "  --set NAME=EXPRESSION set a field, or the result of 'name()', before the start; repeatable\n"
        "  --from STATE          begin in this state without running any actions, instead of starting\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --agent ID            id of the agent (0)\n"
        "  --format text|jsonl   readable text, or one JSON object on each line\n"
        "  --trace               show every decision: transitions tried and fired, states entered, all scores\n"
        "  --fields[=A,B]        show these fields, or all of them, instead of the changed fields\n"
        "  --width N             cut lines after N characters; on a terminal the default is its width or COLUMNS\n"
        "  --plot FILE.svg       also draw states over time as bands, events, and scores of options as lines; '-'\n"
        "                        is standard output, which then has only the picture\n"
        "  --plot-fields A,B     also draw these fields\n"
        "  --perfetto FILE.json  also write a Chrome trace, for ui.perfetto.dev and other viewers: states as nested\n"
        "                        slices, events, scores as counters; a tick is 1 ms; at most 1,000,000 events\n"
        "  --record FILE         also record the agent, for 'wits replay'; FILE is not '-'\n"
        "  --watch               run again whenever the brain, a file that it includes, the inputs or the targets\n"
        "                        change, and print the ticks that differ from the run before; until Ctrl-C\n"
        "\n"
        "FILE '-' is standard input.\n"
        "\n"
        "Example:\n"
        "  wits run brains/guard.yaml --inputs examples/guard-night.csv --trace\n"
        "  wits run brains/villager.yaml --ticks 300 --plot villager.svg --plot-fields hunger,food\n",
};
