// SPDX-License-Identifier: MIT
// wits crowd: many agents.
#include "crowd_life.h"
#include "crowd_plot.h"
#include "dump.h"
#include "team.h"
#include "tool.h"

#include <stdlib.h>

/// Where the ticks of a run go.
typedef struct crowd_outputs {
    const crowd_options *options;
    progress bar;
    crowd_plot picture;
    bool has_rows;    ///< a row of CSV for each tick
    uint64_t latest;  ///< the tick that was seen last
    int status;       ///< of dumps before the last
} crowd_outputs;

// --------------------------------------------------------------------------------------------------------------- ticks

/// Every so many ticks a row, over the bar if there is one.
static void print_row(crowd_outputs *to, crowd_life *of, uint32_t tick) {
    uint64_t every = to->options->every != 0 ? to->options->every : 1;
    uint64_t ticked = tick - of->crowd.how.from;
    text row = {0};
    if (ticked == 0) {
        text_add(&row, "tick");
        text_counts_names(&row, &of->what);
        text_add(&row, "\n");
    }
    if (ticked % every == 0) {
        tally counted = many_count(&of->crowd);
        text_format(&row, "%u", (unsigned)tick);
        text_counts(&row, &of->what, counted.counts);
        text_add(&row, "\n");
        progress_clear(&to->bar);
        fputs(text_of(&row), stdout);
        free(counted.counts);
    }
    text_free(&row);
}

static bool is_dumped(const crowd_options *options, uint32_t tick) {
    for (size_t i = 0; i < options->dump_at.count; i++) {
        if (options->dump_at.items[i] == tick) {
            return true;
        }
    }
    return false;
}

static void note_tick(void *user, crowd_life *of, uint32_t tick) {
    crowd_outputs *to = user;
    to->latest = tick;
    if (to->has_rows) {
        print_row(to, of, tick);
    }
    if (to->options->plot != NULL) {
        crowd_plot_tick(&to->picture, tick);
    }
    if (is_dumped(to->options, tick)) {
        text path = {0};
        dump_path(&path, to->options->dump, tick);
        progress_clear(&to->bar);
        int status = dump_write(crowd_name, &of->crowd, tick, text_of(&path));
        to->status = to->status == STATUS_DONE ? status : to->status;
        text_free(&path);
    }
}

// ------------------------------------------------------------------------------------------------------------- results

static void print_result(const crowd_options *options, const crowd_result *what) {
    if (options->format == FORMAT_JSON) {
        text object = {0};
        text_crowd_json(&object, what);
        printf("%s\n", text_of(&object));
        text_free(&object);
    } else if (options->format == FORMAT_TEXT) {
        print_crowd(what);
    } else if (options->transitions) {
        print_moves_csv(what->of);
    }
}

/// Files first, so that what is printed is the last word. Returns the first status that is not good.
static int write_results(crowd_outputs *to, crowd_life *of) {
    const crowd_options *options = to->options;
    int status = to->status;
    if (options->plot != NULL) {
        text picture = {0};
        crowd_plot_draw(&to->picture, &of->what, &picture);
        int plotted = write_output(crowd_name, &picture, options->plot);
        status = status == STATUS_DONE ? plotted : status;
        text_free(&picture);
    }
    if (options->dump != NULL) {
        int dumped = dump_write(crowd_name, &of->crowd, (uint32_t)to->latest, options->dump);
        status = status == STATUS_DONE ? dumped : status;
    }
    if (!crowd_is_silent(options)) {
        print_result(options, &of->what);
    }
    int printed = finish_output(stdout, "standard output");
    return status == STATUS_DONE ? printed : status;
}

static int run_once(const crowd_options *options, const crowd_given *given, many_options how) {
    crowd_life one;
    int status = crowd_begin(options, given, &given->set, how, &one);
    if (status == STATUS_DONE) {
        crowd_targets_say_absent(&one.crowd.targets);
        bool shows_bar = options->format != FORMAT_JSON && !crowd_is_silent(options);
        crowd_outputs to = {.options = options, .bar = progress_begin(shows_bar, one.what.planned)};
        to.has_rows = options->format == FORMAT_CSV && !options->transitions && !crowd_is_silent(options);
        if (options->plot != NULL) {
            crowd_plot_begin(&one.crowd, &given->fields, &to.picture);
        }
        crowd_run(&one, &to.bar, options->dump != NULL, note_tick, &to);
        status = write_results(&to, &one);
        if (options->plot != NULL) {
            crowd_plot_end(&to.picture);
        }
        if (status == STATUS_DONE && one.what.ticks < one.what.planned && output_is_open(stdout)) {
            status = crowd_say_interrupted(&one);
        }
    }
    crowd_end(&one);
    return status;
}

// -------------------------------------------------------------------------------------------------------------- set-up

/// Everything that can be wrong with what is read is found here.
static int read_given(const crowd_options *options, crowd_given *to) {
    const wits_desc *desc = wits_file_desc(to->file);
    const wits_brain *brain = wits_file_brain(to->file);
    bool good = options->inputs == NULL || inputs_read(options->inputs, to->file, 0, &to->in);
    if (options->context != NULL && !roster_read(options->context, desc, brain, options->agents, &to->agents)) {
        good = false;
    }
    if (!good) {
        return STATUS_WRONG;
    }
    const target_words words = {options->targets, options->target_count, options->target_sets,
                                options->target_set_count};
    int status = target_sources_read(crowd_name, to->file, &words, &to->targets);
    if (status != STATUS_DONE) {
        return status;
    }
    status = crowd_read_sets(to->file, options->sets, options->set_count, "--set", &to->set);
    if (status == STATUS_DONE) {
        status = field_list_read(crowd_name, "--fields", desc, options->fields, &to->fields);
    }
    return status;
}

/// Agents that are not there and ticks that will not be.
static bool check_numbers(const crowd_options *options, const crowd_given *given, uint64_t agents) {
    uint64_t ticks = crowd_ticks(options, given);
    uint64_t first = given->agents.from, last = first + ticks;
    if (last > UINT32_MAX) {
        say_misuse(crowd_name, "--ticks %llu: agents that go on from tick %llu can do %llu at most",
                   (unsigned long long)ticks, (unsigned long long)first, (unsigned long long)UINT32_MAX - first);
        return false;
    }
    for (size_t i = 0; i < options->shown.count && !given->agents.has_ids; i++) {
        if (options->shown.items[i] >= agents) {
            say_misuse(crowd_name, "--show %llu: the last agent is %llu", (unsigned long long)options->shown.items[i],
                       (unsigned long long)agents - 1);
            return false;
        }
    }
    for (size_t i = 0; i < options->dump_at.count; i++) {
        uint64_t tick = options->dump_at.items[i];
        if (tick < first || tick > last) {
            say_misuse(crowd_name, "--dump-at %llu: the run goes from tick %llu to %llu", (unsigned long long)tick,
                       (unsigned long long)first, (unsigned long long)last);
            return false;
        }
    }
    return true;
}

/// Files that cannot be written are better known before a long run.
static int check_files(const crowd_options *options) {
    int status = options->plot != NULL ? check_output(crowd_name, options->plot) : STATUS_DONE;
    if (status == STATUS_DONE && options->dump != NULL) {
        status = check_output(crowd_name, options->dump);
    }
    for (size_t i = 0; i < options->dump_at.count && status == STATUS_DONE; i++) {
        text path = {0};
        dump_path(&path, options->dump, options->dump_at.items[i]);
        status = check_output(crowd_name, text_of(&path));
        if (status == STATUS_DONE && options->plot != NULL && is_same_output(options->plot, text_of(&path))) {
            status = say_misuse(crowd_name, "--plot and --dump-at cannot write to the same place");
        }
        text_free(&path);
    }
    return status;
}

static int run_crowd(const crowd_options *options, crowd_given *given) {
    given->file = load_brain(options->brain);
    int status = given->file != NULL ? read_given(options, given) : STATUS_WRONG;
    if (status != STATUS_DONE) {
        return status;
    }
    many_options how = crowd_how(options, given);
    if (!check_numbers(options, given, how.agents)) {
        return STATUS_MISUSE;
    }
    status = check_files(options);
    if (status != STATUS_DONE) {
        return status;
    }
    interrupt_catch();
    return crowd_sweeps(options) ? crowd_sweep(options, given, how) : run_once(options, given, how);
}

static int run(int argc, char **argv) {
    crowd_options options = {0};
    crowd_given given = {0};
    int status = crowd_options_read(argc, argv, &options) ? run_crowd(&options, &given) : STATUS_MISUSE;
    inputs_free(&given.in);
    roster_free(&given.agents);
    sets_free(&given.set);
    target_sources_end(&given.targets);
    wits_file_free(given.file);
    field_list_free(&given.fields);
    crowd_options_free(&options);
    return status;
}

const tool_command crowd_command = {
    .name = crowd_name,
    .run = run,
    .summary = "lets many agents live, and counts them",
    .help =
        "Usage: wits crowd FILE [options]\n"
        "\n"
        "Starts many agents of the brain, with ids from 0, and lets them live. Then prints how many are in each\n"
        "state, how fast it was, and a hash of all agents. Agent i decides as 'wits run --agent i' does.\n"
        "\n"
        "  --agents N            so many; without it as many as the context has rows, else 1000\n"
        "  --ticks N             so many ticks; without it up to the last row of the inputs, else 100\n"
        "  --threads N           on so many threads; without it one for each 8192 agents, at most one for each\n"
        "                        processor; results are the same\n"
        "  --seed S              of the brain's randomness (0)\n"
        "  --set NAME=EXPRESSION a field, or what 'name()' gives, evaluated for each agent before the start; may\n"
        "                        be given several times\n"
        "  --context FILE.csv    what each agent knows at first: a row of fields, then one row an agent; or a\n"
        "                        dump, whose agents go on\n"
        "  --inputs FILE.csv     what happens to all of them, as for 'run'\n"
        "  --targets KIND=FROM   the targets of a kind. FROM is a FILE.csv as for 'run', the same for all or with a\n"
        "                        column 'agent'; or a number, of each agent so many, whose fields --set\n"
        "                        KIND.FIELD=EXPRESSION draws anew every 30 ticks, and numbers drift in between\n"
        "  --fields A,B|all      of these fields the mean, least, greatest and quantiles over all agents; of bools\n"
        "                        and enums how many have each value\n"
        "  --transitions         how many agents went from which state to which; with --format csv as a matrix\n"
        "  --show ID             the state and fields of one agent at the end; may be given several times\n"
        "  --plot FILE.svg       a picture: states over time, and fields and transitions if they are asked for\n"
        "  --dump FILE.csv       all agents at the end, for --context\n"
        "  --dump-at TICK,TICK   after these ticks, too: FILE-TICK.csv\n"
        "  --seeds 1..20         a run with each of these seeds; each is a row\n"
        "  --sweep NAME=A,B,C    a run with each of these values set; each is a row\n"
        "  --format text|json    for reading (text), or one JSON object\n"
        "  --format csv          agents of each state over time: a row a tick; with --every N one in N ticks\n"
        "  --path single|masks|groups, --simd baseline|avx2|avx512\n"
        "                        how agents are run, for tests and measurements; results are the same\n"
        "\n"
        "'-' in place of a file is standard input or output. Ctrl-C stops early and prints what has been done.\n"
        "\n"
        "Example:\n"
        "  wits crowd brains/villager.yaml --agents 100000 --set \"hunger=random\" --plot day.svg --fields all\n",
};
