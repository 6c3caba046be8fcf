// SPDX-License-Identifier: MIT
#include "crowd/crowd_watch.h"

#include "common/tool.h"
#include "crowd/crowd_migrate.h"

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

void crowd_watch_begin(const crowd_options *options, const crowd_given *given, crowd_watch *to) {
    *to = (crowd_watch){.options = options};
    follow_inputs(to);
    changes_follow_brain(&to->files, given->file);
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

/// The session takes over the new crowd and what was read with its brain.
static void take_over(crowd_watch *of, crowd_session *session, crowd_sim *made, crowd_given *given) {
    crowd_sim_end(&session->crowd);
    crowd_sim_move(made, &session->crowd);
    session->what.fields = &given->fields;
    free_given(of->given);
    of->given = given;
}

const crowd_given *crowd_watch_tick(crowd_watch *of, crowd_session *session, uint32_t tick) {
    if (of->options == NULL || !changes_seen(&of->files)) {
        return NULL;
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
    return is_good ? given : NULL;
}

void crowd_watch_end(crowd_watch *of) {
    free_given(of->given);
    changes_free(&of->files);
    *of = (crowd_watch){0};
}
