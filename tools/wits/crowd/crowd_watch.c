// SPDX-License-Identifier: MIT
#include "crowd/crowd_watch.h"

#include "common/memory.h"
#include "common/tool.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- losses

/// A kind of loss, with the number of agents that have it.
typedef struct loss_count {
    wits_loss_kind kind;
    uint32_t row;
    uint64_t agents;
    text what;
} loss_count;

typedef struct losses {
    loss_count *items;
    size_t count, capacity;
} losses;

static loss_count *find_loss(losses *of, const wits_loss *loss) {
    for (size_t i = 0; i < of->count; i++) {
        if (of->items[i].kind == loss->kind && of->items[i].row == loss->row) {
            return &of->items[i];
        }
    }
    return NULL;
}

static void note_loss(void *user, const wits_brain *old, const wits_loss *loss) {
    losses *to = user;
    loss_count *one = find_loss(to, loss);
    if (one == NULL) {
        char what[1200];
        wits_loss_text(old, loss, what, sizeof what);
        to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
        one = &to->items[to->count++];
        *one = (loss_count){.kind = loss->kind, .row = loss->row};
        text_add(&one->what, what);
    }
    one->agents++;
}

/// A field that is gone is reported only once for all agents.
static void say_losses(const losses *of) {
    for (size_t i = 0; i < of->count; i++) {
        const loss_count *one = &of->items[i];
        text line = {0};
        text_format(&line, "  %s", text_of(&one->what));
        if (one->kind != WITS_LOSS_FIELD) {
            text_format(&line, " (%llu agent%s)", (unsigned long long)one->agents, one->agents == 1 ? "" : "s");
        }
        fprintf(stderr, "%s\n", text_of(&line));
        text_free(&line);
    }
}

static void losses_free(losses *of) {
    for (size_t i = 0; i < of->count; i++) {
        text_free(&of->items[i].what);
    }
    free(of->items);
}

// ----------------------------------------------------------------------------------------------------------- migration

/// Loads a snapshot of the agents into those of the new brain.
static bool load(const wits_snapshot *saved, const wits_file *file, crowd_sim *to, losses *lost) {
    enum { PROBLEMS = 8 };
    wits_problem problems[PROBLEMS];
    wits_report report = {problems, PROBLEMS, 0};
    const wits_frame frame = {
        .functions = to->crowd.functions, .context = to->crowd.contexts, .targets = to->crowd.targets};
    wits_migration how = {.allocator = &memory_allocator, .frame = &frame, .lost = note_loss, .user = lost};
    crowd_rows rows = crowd_rows_of(to);
    how.renames = wits_file_renames(file, &how.rename_count);
    const bool is_good = wits_snapshot_load(saved, 0, &rows.agents, &how, &report);
    for (uint32_t i = 0; i < report.count && i < PROBLEMS; i++) {
        say_load_problem(wits_file_name(file), file, &problems[i]);
    }
    crowd_rows_free(&rows);
    return is_good;
}

/// Makes the agents after `tick` agents of the new brain. Fields go with them as in a save.
static bool migrate(const crowd_sim *from, const wits_file *file, uint32_t tick, crowd_sim *to, losses *lost) {
    crowd_rows rows = crowd_rows_of(from);
    rows.agents.tick = tick + 1;
    const size_t size = wits_snapshot_size(&rows.agents, 0);
    void *bytes = memory_take(size);
    wits_snapshot saved;
    bool is_good = bytes != NULL;
    if (!is_good) {
        say_error("not enough memory to reload the brain");
    } else {
        wits_snapshot_write(&rows.agents, NULL, 0, bytes, size);
        is_good = wits_snapshot_open(&saved, bytes, size, NULL) && load(&saved, file, to, lost);
    }
    free(bytes);
    crowd_rows_free(&rows);
    return is_good;
}

/// Creates the crowd of the new brain. The counts so far go with it.
static bool make_crowd(crowd_session *session, const crowd_given *given, uint32_t tick, crowd_sim *to, losses *lost) {
    const crowd_sim *old = &session->crowd;
    crowd_sim_options how = old->how;
    how.targets = &given->targets;
    if (!crowd_sim_begin(wits_file_desc(given->file), wits_file_brain(given->file), &given->set, how, to)) {
        return false;
    }
    crowd_sim_go_on(to, &given->in, tick);
    to->bar = old->bar;
    to->seconds = old->seconds;
    to->agent_ticks = old->agent_ticks;
    to->nan_before = crowd_sim_nan_scores(old);
    return migrate(old, given->file, tick, to, lost);
}

// -------------------------------------------------------------------------------------------------------------- reload

static void follow_inputs(crowd_watch *to) {
    const crowd_options *options = to->options;
    changes_follow(&to->files, options->brain);
    changes_follow(&to->files, options->inputs);
    for (size_t i = 0; i < options->target_count; i++) {
        const char *equals = strchr(options->targets[i], '=');
        const bool is_file = equals != NULL && !target_source_is_number(equals + 1);
        changes_follow(&to->files, is_file ? equals + 1 : NULL);
    }
}

void crowd_watch_prepare(const crowd_options *options, crowd_watch *to) {
    *to = (crowd_watch){.options = options->watch ? options : NULL};
    if (options->watch) {
        follow_inputs(to);
    }
}

void crowd_watch_begin(const crowd_given *given, crowd_watch *to) {
    changes_follow_brain(&to->files, given->file);
    to->present = given;
    to->latest = seconds_now();
    changes_say(crowd_name, &to->files);
    say_no_more_hints();
}

/// May be null.
static void free_given(crowd_given *of) {
    if (of != NULL) {
        crowd_given_free(of);
        free(of);
    }
}

/// Reads all files again. Returns null and prints errors if they are wrong.
static crowd_given *read_again(crowd_watch *of) {
    crowd_given *next = allocate(1, sizeof *next);
    crowd_options options = *of->options;
    options.resume = NULL;  // the agents have begun
    options.context = NULL;
    forget_inputs();
    wits_file *file = read_brain(options.brain);
    changes_follow_brain(&of->files, file);
    next->file = accept_brain(file);
    if (next->file == NULL || crowd_given_read(&options, next) != STATUS_DONE) {
        free_given(next);
        return NULL;
    }
    return next;
}

static void say_reloaded(const crowd_watch *of, const losses *lost, uint32_t tick) {
    text names = {0};
    text_changes(&names, &of->files);
    fprintf(stderr, "wits crowd: %s changed; reloaded after tick %u, %s\n", text_of(&names), (unsigned)tick,
            lost->count == 0 ? "nothing was lost" : "with losses:");
    text_free(&names);
    say_losses(lost);
}

/// The session takes over the new crowd and what was read with its brain.
static void take_over(crowd_watch *of, crowd_session *session, crowd_sim *made, crowd_given *given) {
    crowd_sim_end(&session->crowd);
    crowd_sim_move(made, &session->crowd);
    session->what.fields = &given->fields;
    free_given(of->given);
    of->present = of->given = given;
}

/// Reloads the brain if files have changed. Returns whether it did.
static bool reload_changed(crowd_watch *of, crowd_session *session, uint32_t tick) {
    if (!changes_seen(&of->files)) {
        return false;
    }
    progress_clear(session->crowd.bar);
    crowd_given *given = read_again(of);
    crowd_sim made = {0};
    losses lost = {0};
    const bool is_good = given != NULL && make_crowd(session, given, tick, &made, &lost);
    if (is_good) {
        say_reloaded(of, &lost, tick);
        take_over(of, session, &made, given);
    } else {
        crowd_sim_end(&made);
        free_given(given);
        fprintf(stderr, "wits crowd: not reloaded after tick %u; the agents continue with the old brain\n",
                (unsigned)tick);
    }
    losses_free(&lost);
    return is_good;
}

/// Returns the seconds of a tick; 0: as fast as possible.
static double seconds_per_tick(const crowd_watch *of) {
    uint32_t per;
    const uint32_t ticks = wits_ticks_per_second(wits_file_brain(of->present->file), &per);
    return of->options->rate != 0 ? 1.0 / (double)of->options->rate : ticks != 0 ? (double)per / ticks : 0.0;
}

const crowd_given *crowd_watch_tick(crowd_watch *of, crowd_session *session, uint32_t tick) {
    if (of->options == NULL) {
        return NULL;
    }
    bool is_reloaded = reload_changed(of, session, tick);
    double now = seconds_now();
    for (; now < of->latest + seconds_per_tick(of) && !interrupt_asked(); now = seconds_now()) {
        changes_wait_for(of->latest + seconds_per_tick(of) - now);
        is_reloaded = reload_changed(of, session, tick) || is_reloaded;
    }
    const double due = of->latest + seconds_per_tick(of);
    of->latest = now - due < seconds_per_tick(of) ? due : now;  // a tick that takes longer is not made up for
    return is_reloaded ? of->given : NULL;
}

void crowd_watch_end(crowd_watch *of) {
    free_given(of->given);
    changes_free(&of->files);
    *of = (crowd_watch){0};
}
