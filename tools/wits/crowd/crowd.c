// SPDX-License-Identifier: MIT
// wits crowd: simulates many agents.
#include "agent/dump.h"
#include "common/checksum.h"
#include "common/tool.h"
#include "common/watch.h"
#include "crowd/crowd_keep.h"
#include "crowd/crowd_plot.h"
#include "crowd/crowd_record.h"
#include "crowd/crowd_watch.h"
#include "crowd/native.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Outputs that are written during a run.
typedef struct crowd_outputs {
    const crowd_options *options;
    progress bar;
    crowd_plot picture;
    crowd_keep keep;
    crowd_watch *watch;
    bool has_rows;    ///< writes a row of CSV for each tick
    uint32_t begun;   ///< the first tick seen
    uint32_t latest;  ///< the last tick seen
    int status;       ///< of dumps before the last
} crowd_outputs;

// --------------------------------------------------------------------------------------------------------------- ticks

/// Prints the row of every n-th tick, above the progress bar if there is one.
static void print_row(crowd_outputs *to, crowd_session *of, uint32_t tick) {
    uint64_t every = to->options->every != 0 ? to->options->every : 1;
    uint64_t ticked = tick - of->crowd.how.from;
    text row = {0};
    if (tick == to->begun) {
        text_add(&row, "tick");
        text_counts_names(&row, &of->what);
        text_add(&row, "\n");
    }
    if (ticked % every == 0) {
        tally counted = crowd_sim_count(&of->crowd);
        text_format(&row, "%u", (unsigned)tick);
        text_counts(&row, &of->what, counted.counts);
        text_add(&row, "\n");
        free(counted.counts);
    }
    if (row.length > 0) {
        progress_clear(&to->bar);
        fputs(text_of(&row), stdout);
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

/// A new brain may have other states, so rows get a new heading.
static void reload(crowd_outputs *to, crowd_session *of, uint32_t tick) {
    const crowd_given *given = crowd_watch_tick(to->watch, of, tick);
    if (given != NULL) {
        to->keep.given = given;
        to->begun = tick + 1;
    }
}

static bool note_tick(void *user, crowd_session *of, uint32_t tick) {
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
    reload(to, of, tick);
    const bool is_recorded = of->crowd.how.record == NULL || crowd_record_is_good(of->crowd.how.record);
    return is_recorded && crowd_keep_tick(&to->keep, of, tick, false);
}

// ------------------------------------------------------------------------------------------------------------- results

static void print_result(const crowd_options *options, const crowd_result *what) {
    if (options->format == FORMAT_JSON) {
        text object = {0};
        json_writer whole = {.to = &object};
        json_open(&whole, NULL, '{');
        json_crowd(&whole, what);
        json_close(&whole, '}');
        printf("%s\n", text_of(&object));
        text_free(&object);
    } else if (options->format == FORMAT_TEXT) {
        print_crowd(what);
    } else if (options->transitions) {
        print_transition_matrix_csv(what->of);
    }
}

/// Writes files first, then prints the summary. Returns the first status that is not STATUS_DONE. Every rank creates
/// the picture and the text, because that gathers data from all ranks; rank 0 writes them.
static int write_results(crowd_outputs *to, crowd_session *of) {
    const crowd_options *options = to->options;
    int status = to->status;
    if (options->plot != NULL) {
        text picture = {0};
        crowd_plot_draw(&to->picture, &of->what, &picture);
        int plotted = ranks_mine() == 0 ? write_output(crowd_name, &picture, options->plot) : STATUS_DONE;
        plotted = ranks_settle(plotted);
        status = status == STATUS_DONE ? plotted : status;
        text_free(&picture);
    }
    if (options->dump != NULL) {
        int dumped = dump_write(crowd_name, &of->crowd, to->latest, options->dump);
        status = status == STATUS_DONE ? dumped : status;
    }
    if (!crowd_is_silent(options)) {
        print_result(options, &of->what);
    }
    int printed = ranks_settle(finish_output(stdout, "standard output"));
    return status == STATUS_DONE ? printed : status;
}

/// Writes the last checkpoint, then prints the results. If the checkpoint fails, nothing is printed and the run has
/// failed.
static int end_run(crowd_outputs *to, crowd_session *of) {
    if (crowd_is_endless(to->options)) {
        of->what.planned = of->what.ticks;
    }
    const bool is_whole = of->what.ticks == of->what.planned;
    if (to->keep.has_failed || !crowd_keep_tick(&to->keep, of, to->latest, true)) {
        crowd_keep_say(&to->keep);
        return STATUS_WRONG;
    }
    int status = of->crowd.how.record != NULL ? crowd_record_end(of->crowd.how.record) : STATUS_DONE;
    if (status != STATUS_DONE) {
        return status;
    }
    status = write_results(to, of);
    if (status == STATUS_DONE && !is_whole && !ranks_any(!output_is_open(stdout))) {
        status = crowd_say_interrupted(of);
        crowd_keep_say(&to->keep);
    }
    return status;
}

static int run_session(const crowd_options *options, const crowd_given *given, crowd_sim_options how,
                       crowd_watch *watch) {
    crowd_session one;
    crowd_record record = {.options = options, .file = given->file};
    how.record = options->record != NULL ? &record : NULL;
    int status = crowd_begin(options, given, &given->set, how, &one);
    if (status == STATUS_DONE) {
        crowd_targets_say_absent(&one.crowd.targets);
        bool shows_bar = options->format != FORMAT_JSON && !crowd_is_silent(options) && ranks_mine() == 0;
        crowd_outputs to = {.options = options,
                            .bar = progress_begin(shows_bar, crowd_is_endless(options) ? 0 : one.what.planned),
                            .keep = crowd_keep_begin(options, given),
                            .watch = watch,
                            .begun = how.from + (uint32_t)one.what.before};
        to.has_rows = options->format == FORMAT_CSV && !options->transitions && !crowd_is_silent(options);
        if (options->plot != NULL) {
            crowd_plot_begin(&one.crowd, &given->fields, &to.picture);
        }
        if (options->watch) {
            crowd_watch_begin(given, watch);
        }
        crowd_run(&one, &to.bar, options->dump != NULL || options->checkpoint != NULL || options->watch, note_tick,
                  &to);
        status = end_run(&to, &one);
        if (options->plot != NULL) {
            crowd_plot_end(&to.picture);
        }
    }
    crowd_record_free(&record);
    crowd_end(&one);
    return status;
}

static int run_once(const crowd_options *options, const crowd_given *given, crowd_sim_options how, crowd_watch *watch) {
    native_code native = {0};
    int status = options->native ? native_load(given->file, &native) : STATUS_DONE;
    if (status == STATUS_DONE) {
        how.native = native.brain;
        status = run_session(options, given, how, watch);
    }
    native_free(&native);
    return status;
}

// -------------------------------------------------------------------------------------------------------------- set-up

static uint64_t hash_words(uint64_t hash, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = checksum(hash, words[i], strlen(words[i]));
    }
    return hash;
}

static void add_words(text *to, const char *option, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        checkpoint_add_word(to, option, words[i]);
    }
}

/// Reads files before other input: each hash covers what was read since the previous one.
static int read_files(const crowd_options *options, crowd_given *to) {
    const wits_desc *desc = wits_file_desc(to->file);
    const wits_brain *brain = wits_file_brain(to->file);
    size_t length;
    const char *expanded = wits_file_expanded(to->file, &length);
    if (expanded == NULL) {
        return say_error("not enough memory");
    }
    to->marks.brain = checksum(0, expanded, length);
    take_read_hash();
    bool good = options->inputs == NULL || inputs_read_beside(options->inputs, to->file, to->other, 0, &to->in);
    to->marks.inputs = take_read_hash();
    // agents of a checkpoint have started already; their initial fields are not read again
    if (options->context != NULL && options->resume == NULL &&
        !initial_values_read(options->context, desc, brain, options->agents, &to->agents)) {
        good = false;
    }
    to->context_hash = take_read_hash();
    if (!good) {
        return STATUS_WRONG;
    }
    const target_words words = {options->targets, options->target_count, options->target_sets,
                                options->target_set_count};
    int status = target_sources_read(options->command, to->file, &words, &to->targets);
    to->marks.targets = hash_words(take_read_hash(), options->target_sets, options->target_set_count);
    to->marks.targets = hash_words(to->marks.targets, options->targets, options->target_count);
    to->marks.settings = hash_words(0, options->sets, options->set_count);
    add_words(&to->words, "--set", options->sets, options->set_count);
    add_words(&to->words, "--set", options->target_sets, options->target_set_count);
    add_words(&to->words, "--targets", options->targets, options->target_count);
    return status;
}

/// Reads all inputs and reports every error in them.
static int read_given(const crowd_options *options, crowd_given *to) {
    const wits_desc *desc = wits_file_desc(to->file);
    int status = read_files(options, to);
    if (status != STATUS_DONE) {
        return status;
    }
    status = options->is_world
                 ? crowd_read_world(options->command, to->file, options->sets, options->set_count, options->again_from,
                                    &to->set)
                 : crowd_read_sets(options->command, to->file, options->sets, options->set_count, "--set", &to->set);
    if (status == STATUS_DONE) {
        status = field_list_read(crowd_name, "--fields", desc, options->fields, &to->fields);
    }
    if (status == STATUS_DONE && options->resume != NULL) {
        status = crowd_read_checkpoint(options, to);
    }
    return status;
}

/// Checks that all ranks have the same input. Collective.
static int compare_with_rank_0(const char *what, uint64_t hash) {
    uint64_t first = hash;
    ranks_copy(&first, sizeof first);
    return ranks_settle(first == hash ? STATUS_DONE : say_error("this rank has %s than rank 0", what));
}

static int compare_command_lines(void) {
    text words = {0};
    text_command_line(&words);
    text_add(&words, " of " WITS_VERSION);
    int status =
        compare_with_rank_0("a different command line or version of wits", checksum(0, text_of(&words), words.length));
    text_free(&words);
    return status;
}

static int compare_files(const crowd_given *given) {
    int status = compare_with_rank_0("a different brain", given->marks.brain);
    status = status != STATUS_DONE ? status : compare_with_rank_0("different --inputs", given->marks.inputs);
    status = status != STATUS_DONE ? status : compare_with_rank_0("a different --context", given->context_hash);
    status = status != STATUS_DONE ? status : compare_with_rank_0("different --targets", given->marks.targets);
    return status != STATUS_DONE
               ? status
               : compare_with_rank_0("a different checkpoint", checksum(0, given->from.head, given->from.head_size));
}

/// Checks for ids beyond the last agent and ticks after the end.
static bool check_numbers(const crowd_options *options, const crowd_given *given, uint64_t agents) {
    uint64_t ticks = crowd_ticks(options, given);
    uint64_t first = options->resume != NULL ? given->from.note.from : given->agents.from, last = first + ticks;
    if (last > UINT32_MAX) {
        say_misuse(crowd_name, "--ticks %llu: agents that continue from tick %llu can run %llu at most",
                   (unsigned long long)ticks, (unsigned long long)first, (unsigned long long)UINT32_MAX - first);
        return false;
    }
    const bool has_ids = given->agents.has_ids || given->from.saved.has_ids;
    for (size_t i = 0; i < options->shown.count && !has_ids; i++) {
        if (options->shown.items[i] >= agents) {
            say_misuse(crowd_name, "--show %llu: no such agent; the last is %llu",
                       (unsigned long long)options->shown.items[i], (unsigned long long)agents - 1);
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

/// A checkpoint is replaced by renaming, so it must be a regular file.
static int check_checkpoint(const char *path) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        return say_misuse(crowd_name, "--checkpoint %s: not a regular file", path);
    }
    return check_output(crowd_name, path);
}

/// Reports files that cannot be written before a long run, not after it. Only a checkpoint may replace the one that the
/// run resumes from.
static int check_files(const crowd_options *options) {
    int status = options->checkpoint != NULL ? check_checkpoint(options->checkpoint) : STATUS_DONE;
    if (options->resume != NULL) {
        note_input(options->resume);
    }
    if (status == STATUS_DONE && options->plot != NULL) {
        status = check_output_as(crowd_name, options->plot, ".svg");
    }
    if (status == STATUS_DONE && options->dump != NULL) {
        status = check_output_as(crowd_name, options->dump, ".csv");
    }
    if (status == STATUS_DONE && options->record != NULL) {
        status = check_output(crowd_name, options->record);
    }
    for (size_t i = 0; i < options->dump_at.count && status == STATUS_DONE; i++) {
        text path = {0};
        dump_path(&path, options->dump, options->dump_at.items[i]);
        status = check_output(crowd_name, text_of(&path));
        if (status == STATUS_DONE && options->plot != NULL && is_same_output(options->plot, text_of(&path))) {
            status = say_misuse(crowd_name, "--plot and --dump-at cannot write to the same file");
        }
        if (status == STATUS_DONE && options->checkpoint != NULL &&
            is_same_output(options->checkpoint, text_of(&path))) {
            status = say_misuse(crowd_name, "--checkpoint and --dump-at cannot write to the same file");
        }
        text_free(&path);
    }
    return status;
}

int crowd_given_read(const crowd_options *options, crowd_given *to) {
    to->file = to->file != NULL ? to->file : load_brain(options->brain);
    int status = ranks_settle(to->file != NULL ? read_given(options, to) : STATUS_WRONG);
    return status == STATUS_DONE ? compare_files(to) : status;
}

void crowd_given_free(crowd_given *of) {
    inputs_free(&of->in);
    initial_values_free(&of->agents);
    sets_free(&of->set);
    target_sources_end(&of->targets);
    wits_file_free(of->file);
    field_list_free(&of->fields);
    checkpoint_free(&of->from);
    text_free(&of->words);
}

static int run_crowd(const crowd_options *options, crowd_given *given, crowd_watch *watch) {
    crowd_watch_prepare(options, watch);
    int status = crowd_given_read(options, given);
    if (status != STATUS_DONE) {
        return status;
    }
    crowd_sim_options how = crowd_how(options, given);
    if (!check_numbers(options, given, how.agents)) {
        return STATUS_MISUSE;
    }
    status = ranks_settle(ranks_mine() == 0 ? check_files(options) : STATUS_DONE);
    if (status != STATUS_DONE) {
        return status;
    }
    if (options->inputs != NULL && ranks_mine() == 0) {
        inputs_warn_of_own(&given->in, options->inputs, given->file);
    }
    interrupt_catch();
    if (ranks_count() > 1) {
        interrupt_catch_termination(watch_hurry);
    } else if (options->record != NULL) {
        interrupt_catch_ends();
    }
    return crowd_sweeps(options) ? crowd_sweep(options, given, how) : run_once(options, given, how, watch);
}

static int run(int argc, char **argv) {
    crowd_options options = {0};
    crowd_given given = {0};
    crowd_watch watch = {0};
    if (crowd_keeps(argc, argv)) {
        watch_begin();
    }
    ranks_begin();
    if (ranks_mine() != 0) {
        watch_end();
    }
    int status = ranks_settle(crowd_options_read(argc, argv, &options) ? STATUS_DONE : STATUS_MISUSE);
    if (status == STATUS_DONE) {
        status = compare_command_lines();
    }
    if (status == STATUS_DONE) {
        status = run_crowd(&options, &given, &watch);
    }
    crowd_watch_end(&watch);
    crowd_given_free(&given);
    crowd_options_free(&options);
    watch_end();
    ranks_end();
    return status;
}

const tool_command crowd_command = {
    .name = crowd_name,
    .run = run,
    .summary = "simulate many agents and report statistics",
    .help =
        "Usage: wits crowd FILE [options]\n"
        "\n"
        "Simulates many agents of the brain, with ids from 0. Then prints the number of agents in each state, the\n"
        "speed, and a hash of all agents. Agent i makes the same decisions as in 'wits run --agent i'.\n"
        "\n"
        "  --agents N            number of agents (number of rows in the context, or 1000)\n"
        "  --ticks N             number of ticks (up to the last row of the inputs, or 100)\n"
        "  --threads N           number of threads (one for each 8192 agents, at most one for each processor);\n"
        "                        results do not depend on it\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --set NAME=EXPRESSION set a field, or the result of 'name()', for each agent before the start;\n"
        "                        repeatable\n"
        "  --context FILE.csv    initial fields: a row of field names, then one row for each agent; or a dump to\n"
        "                        continue from\n"
        "  --inputs FILE.csv     inputs of all agents, as for 'run'\n"
        "  --targets KIND=FROM   targets of a kind. FROM is a FILE.csv as for 'run', for all agents or with a column\n"
        "                        'agent'; or the number of targets for each agent. Then --set\n"
        "                        KIND.FIELD=EXPRESSION draws a field every 30 ticks, and numbers are interpolated\n"
        "                        in between\n"
        "  --fields A,B|all      report the mean, minimum, maximum and quantiles of these fields over all agents;\n"
        "                        for bools and enums, the number of agents with each value\n"
        "  --transitions         report the number of transitions between states; a matrix with --format csv\n"
        "  --show ID             show the state and fields of one agent at the end; repeatable\n"
        "  --plot FILE.svg       draw states over time, and fields and transitions if selected\n"
        "  --dump FILE.csv       write all agents at the end, for --context\n"
        "  --dump-at TICK,TICK   also write dumps after these ticks, to FILE-TICK.csv\n"
        "  --checkpoint FILE     save the whole run at the end or on interruption and, with --every N, after every\n"
        "                        N ticks\n"
        "  --resume FILE         continue from a checkpoint, with any number of threads and ranks. Give the same\n"
        "                        brain, --set, --inputs and --targets; --ticks may be larger\n"
        "  --seeds 1..20         run once with each of these seeds\n"
        "  --sweep NAME=A,B,C    run once with each of these values of a field, of the result of 'name()', or of a\n"
        "                        constant of the brain; FIRST..LAST/N is N evenly spaced values. Several --sweep,\n"
        "                        and --seeds, run all combinations; --plot draws the end of all runs\n"
        "  --format text|json    readable text, or one JSON object\n"
        "  --format csv          number of agents in each state over time, a row for each tick; with --every N a\n"
        "                        row for every N-th tick\n"
        "  --native              compile the brain with the C compiler ($CC, cc, gcc or clang), which makes long runs\n"
        "                        faster; results do not depend on it. The code is kept in ~/.cache/wits\n"
        "  --record FILE         record the run, for 'wits replay'; FILE is not '-'\n"
        "  --hash-every N        with --record: a hash of all agents after every N ticks (60)\n"
        "  --keyframes N         with --record: all agents after every N ticks, from which a replay can say which\n"
        "                        agent differs\n"
        "  --watch               read the brain again whenever it, a file that it includes, the inputs or the targets\n"
        "                        change, and go on with the same agents; reports what they lost. Without --ticks\n"
        "                        until Ctrl-C\n"
        "  --rate N              with --watch: at most N ticks per second (those of the brain)\n"
        "  --path single|masks|groups, --simd baseline|avx2|avx512\n"
        "                        method of execution, for tests and benchmarks; results do not depend on it\n"
        "\n"
        "FILE '-' is standard input or output. Ctrl-C stops early and prints the results so far. If wits is built\n"
        "with MPI, 'mpirun -n 4 wits crowd ...' distributes the agents over 4 processes with the same results.\n"
        "\n"
        "Example:\n"
        "  wits crowd brains/villager.yaml --agents 100000 --set \"hunger=random\" --plot day.svg --fields all\n",
};
