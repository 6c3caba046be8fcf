// SPDX-License-Identifier: MIT
// Runs a crowd repeatedly, for --seeds and --sweep.
#include "crowd/sweep.h"

#include "common/tool.h"
#include "crowd/native.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- points

/// The settings of a point. If constants vary, it also has its own brain and everything else that is read with it.
typedef struct point {
    const crowd_given *given;
    crowd_given own;  ///< read with the constants that were set last
    bool has_own;
    native_code native;  ///< machine code of its brain, with --native
    bool has_native;     ///< `native` has been loaded
    text constants;      ///< one "NAME=VALUE\n" for each
    sets set;
} point;

static void text_constants(text *to, const sweep_axes *axes, uint64_t number) {
    for (size_t i = 0; i < axes->count; i++) {
        if (axes->items[i].is_constant) {
            text_format(to, "%s=%s\n", text_of(&axes->items[i].name), sweep_value(axes, i, number));
        }
    }
}

/// Compiles the brain with the constants of a point and reads everything again. Collective.
static int read_with_constants(const sweep *s, uint64_t number, point *to) {
    text *words = allocate(s->axes.count, sizeof *words);
    const size_t before = constants_noted();
    for (size_t i = 0; i < s->axes.count; i++) {
        if (s->axes.items[i].is_constant) {
            text_format(&words[i], "%s=%s", text_of(&s->axes.items[i].name), sweep_value(&s->axes, i, number));
            note_constant(words[i].bytes);
        }
    }
    if (to->has_own) {
        crowd_given_free(&to->own);
    }
    native_free(&to->native);
    to->has_native = false;
    to->own = (crowd_given){0};
    to->has_own = true;
    int status = crowd_given_read(s->options, &to->own);
    forget_constants(before);
    for (size_t i = 0; i < s->axes.count; i++) {
        text_free(&words[i]);
    }
    free(words);
    return status;
}

static void say_constants(const point *of) {
    text line = {0};
    text_add(&line, text_of(&of->constants));
    for (size_t i = 0; i < line.length; i++) {
        line.bytes[i] = line.bytes[i] != '\n' ? line.bytes[i] : i + 1 < line.length ? ' ' : '\0';
    }
    say_error("the constants of --sweep were: %s", text_of(&line));
    text_free(&line);
}

/// Reads the settings of a point. Reports errors and returns a status. End it with point_end in either case.
static int point_read(const sweep *s, uint64_t number, point *to) {
    const crowd_options *options = s->options;
    text constants = {0};
    int status = STATUS_DONE;
    sets_free(&to->set);
    text_constants(&constants, &s->axes, number);
    const bool is_other = strcmp(text_of(&constants), text_of(&to->constants)) != 0;
    text_free(&to->constants);
    to->constants = constants;
    if (is_other) {
        status = read_with_constants(s, number, to);
        if (status != STATUS_DONE && ranks_mine() == 0) {
            say_constants(to);
        }
    }
    to->given = to->has_own ? &to->own : s->given;
    if (status != STATUS_DONE) {
        return status;
    }
    const char **all = allocate(options->set_count + s->axes.count, sizeof *all);
    text *words = allocate(s->axes.count, sizeof *words);
    size_t count = options->set_count;
    if (count != 0) {  // without --set `sets` may be null
        memcpy(all, options->sets, count * sizeof *all);
    }
    for (size_t i = 0; i < s->axes.count; i++) {
        if (!s->axes.items[i].is_constant) {
            text_format(&words[i], "%s=%s", text_of(&s->axes.items[i].name), sweep_value(&s->axes, i, number));
            all[count++] = text_of(&words[i]);
        }
    }
    status = crowd_read_sets(crowd_name, to->given->file, all, count, "--sweep", &to->set);
    for (size_t i = 0; i < s->axes.count; i++) {
        text_free(&words[i]);
    }
    free(words);
    free(all);
    return status;
}

static void point_end(point *of) {
    sets_free(&of->set);
    if (of->has_own) {
        crowd_given_free(&of->own);
    }
    native_free(&of->native);
    text_free(&of->constants);
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Adds a cell, with quotes if it contains a comma, quote or line break.
static void add_csv(text *to, const char *cell) {
    bool is_plain = strpbrk(cell, ",\"\n") == NULL;
    text_add(to, is_plain ? "" : "\"");
    for (; *cell != '\0'; cell++) {
        text_add(to, *cell == '"' ? "\"\"" : (const char[]){*cell, '\0'});
    }
    text_add(to, is_plain ? "" : "\"");
}

static uint64_t seed_of(const sweep *s, uint64_t number) {
    return s->options->first_seed + number % s->axes.seeds;
}

static void print_csv_row(const sweep *s, uint64_t number, crowd_session *one) {
    text row = {0};
    tally counted = crowd_sim_count(&one->crowd);
    if (s->done == 0) {
        for (size_t i = 0; i < s->axes.count; i++) {
            add_csv(&row, text_of(&s->axes.items[i].name));
            text_add(&row, ",");
        }
        text_add(&row, s->options->has_seeds ? "seed,hash" : "hash");
        text_counts_names(&row, &one->what);
        text_add(&row, "\n");
    }
    for (size_t i = 0; i < s->axes.count; i++) {
        add_csv(&row, sweep_value(&s->axes, i, number / s->axes.seeds));
        text_add(&row, ",");
    }
    if (s->options->has_seeds) {
        text_format(&row, "%llu,", (unsigned long long)seed_of(s, number));
    }
    text_format(&row, "%016llx", (unsigned long long)crowd_sim_hash(&one->crowd));
    text_counts(&row, &one->what, counted.counts);
    printf("%s\n", text_of(&row));
    text_free(&row);
    free(counted.counts);
}

static void print_json_row(const sweep *s, uint64_t number, const crowd_session *one) {
    text row = {0};
    json_writer run = {.to = &row};
    text_add(&row, s->done == 0 ? "{\"runs\":[\n" : ",\n");
    json_open(&run, NULL, '{');
    json_open(&run, "sweep", '{');
    for (size_t i = 0; i < s->axes.count; i++) {
        json_text(&run, text_of(&s->axes.items[i].name), sweep_value(&s->axes, i, number / s->axes.seeds));
    }
    if (s->options->has_seeds) {
        json_count(&run, "seed", seed_of(s, number));
    }
    json_close(&run, '}');
    json_crowd(&run, &one->what);
    json_close(&run, '}');
    fputs(text_of(&row), stdout);
    text_free(&row);
}

static void keep_run(sweep *to, crowd_session *one) {
    sweep_run *run = &to->runs[to->done];
    run->counts = crowd_sim_count(&one->crowd).counts;
    run->stats = stats_of(&one->crowd, &to->given->fields);
    run->hash = crowd_sim_hash(&one->crowd);
}

// ---------------------------------------------------------------------------------------------------------------- runs

static bool nothing_after(void *user, crowd_session *of, uint32_t tick) {
    (void)user;
    (void)of;
    (void)tick;
    return true;
}

/// Loads the native code of a point's brain, unless a previous run has loaded it.
static int load_native(const sweep *s, point *of) {
    if (!s->options->native || of->has_native) {
        return STATUS_DONE;
    }
    of->has_native = true;
    return native_load(of->given->file, &of->native);
}

/// Runs the crowd once. Returns a status, STATUS_INTERRUPTED if it did not finish.
static int run_one(sweep *s, uint64_t number, const point *at, crowd_sim_options how, progress *bar) {
    crowd_session one;
    how.seed = s->options->has_seeds ? seed_of(s, number) : how.seed;
    how.targets = &at->given->targets;
    how.native = at->native.brain;
    int status = crowd_begin(s->options, at->given, &at->set, how, &one);
    if (status == STATUS_DONE) {
        if (s->done == 0) {
            crowd_targets_say_absent(&one.crowd.targets);
        }
        crowd_run(&one, bar, false, nothing_after, NULL);
        status = one.what.ticks < one.what.planned ? STATUS_INTERRUPTED : STATUS_DONE;
    }
    if (status == STATUS_DONE) {
        if (s->runs != NULL) {
            keep_run(s, &one);
        }
        if (s->options->format == FORMAT_CSV) {
            print_csv_row(s, number, &one);
        } else if (s->options->format == FORMAT_JSON) {
            print_json_row(s, number, &one);
        }
        s->done++;
    }
    crowd_end(&one);
    return status;
}

/// Checks the values of all points before the first run.
static int check_points(const sweep *s) {
    point at = {0};
    int status = STATUS_DONE;
    for (uint64_t i = 0; i < s->axes.points && status == STATUS_DONE; i++) {
        status = ranks_settle(point_read(s, i, &at));
    }
    point_end(&at);
    return status;
}

static int run_all(sweep *s, crowd_sim_options how) {
    point at = {0};
    int status = STATUS_DONE;
    for (uint64_t i = 0; i < s->count && status == STATUS_DONE && !ranks_any(!output_is_open(stdout)); i++) {
        const bool shows_bar = s->options->format != FORMAT_JSON && !crowd_is_silent(s->options) && ranks_mine() == 0;
        progress bar = progress_begin(shows_bar, crowd_ticks(s->options, s->given));
        status = i % s->axes.seeds == 0 ? point_read(s, i / s->axes.seeds, &at) : STATUS_DONE;
        status = status == STATUS_DONE ? load_native(s, &at) : status;
        status = status == STATUS_DONE ? run_one(s, i, &at, how, &bar) : status;
    }
    point_end(&at);
    return status;
}

/// Writes files before it prints, so that the printed result comes last.
static int write_results(const sweep *s) {
    const crowd_options *options = s->options;
    int status = STATUS_DONE;
    if (options->plot != NULL && s->done > 0) {
        text picture = {0};
        sweep_draw(s, &picture);
        status = ranks_settle(ranks_mine() == 0 ? write_output(crowd_name, &picture, options->plot) : STATUS_DONE);
        text_free(&picture);
    }
    if (s->done > 0 && options->format == FORMAT_TEXT && !crowd_is_silent(options)) {
        sweep_print(s);
    } else if (s->done > 0 && options->format == FORMAT_JSON) {
        printf("\n]}\n");
    }
    int printed = finish_output(stdout, "standard output");
    return status == STATUS_DONE ? printed : status;
}

/// Reports options that do not fit a sweep. Returns a status.
static int check_sweep(const sweep *s) {
    const crowd_options *options = s->options;
    for (size_t i = 0; i < s->axes.count; i++) {
        if (s->axes.items[i].is_constant && crowd_reads_standard_input(options)) {
            return say_misuse(crowd_name,
                              "--sweep %s: a constant requires reading all files again; give files, not '-'",
                              text_of(&s->axes.items[i].name));
        }
    }
    if (options->plot != NULL && sweep_panels(&s->axes) > SWEEP_PANELS) {
        return say_misuse(crowd_name,
                          "--plot: the picture would have %llu panels, at most %d fit; the first --sweep is drawn from "
                          "left to right, so put the one with most values first",
                          (unsigned long long)sweep_panels(&s->axes), (int)SWEEP_PANELS);
    }
    return STATUS_DONE;
}

int crowd_sweep(const crowd_options *options, const crowd_given *given, crowd_sim_options how) {
    sweep s = {.options = options, .given = given, .agents = how.agents};
    int status = sweep_axes_read(options, given->file, &s.axes);
    status = status == STATUS_DONE ? check_sweep(&s) : status;
    status = status == STATUS_DONE ? check_points(&s) : status;
    if (status != STATUS_DONE) {
        sweep_axes_free(&s.axes);
        return status;
    }
    s.count = s.axes.points * s.axes.seeds;
    if (options->format == FORMAT_TEXT || options->plot != NULL) {
        s.runs = allocate((size_t)s.count, sizeof *s.runs);
    }
    status = run_all(&s, how);
    int written = write_results(&s);
    if (status == STATUS_INTERRUPTED && output_is_open(stdout) && ranks_mine() == 0) {
        fprintf(stderr, "wits crowd: interrupted after %llu of %llu runs\n", (unsigned long long)s.done,
                (unsigned long long)s.count);
    }
    for (uint64_t i = 0; s.runs != NULL && i < s.done; i++) {
        free(s.runs[i].counts);
        stats_free(s.runs[i].stats, given->fields.count);
    }
    free(s.runs);
    sweep_axes_free(&s.axes);
    return status == STATUS_DONE ? written : status;
}
