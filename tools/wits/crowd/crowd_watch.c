// SPDX-License-Identifier: MIT
#include "crowd/crowd_watch.h"

#include "common/tool.h"
#include "crowd/crowd_migrate.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < lost->count; i++) {
        text line = {0};
        text_loss(&line, &lost->items[i]);
        fprintf(stderr, "  %s\n", text_of(&line));
        text_free(&line);
    }
}

/// The session takes over the new crowd and the files read with its brain.
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
    const bool is_good = given != NULL && crowd_migrate(&session->crowd, given, tick, tick + 1, &made, &lost);
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
