// SPDX-License-Identifier: MIT
#include "crowd/crowd_keep.h"

#include "common/tool.h"
#include "common/watch.h"
#include "crowd/ranks.h"

#include <string.h>
#include <sys/stat.h>

bool crowd_keeps(int argc, char **argv) {
    static const char option[] = "--checkpoint", shortest[] = "--ch";  // getopt_long also accepts abbreviations
    for (int i = 1; i < argc; i++) {
        const size_t length = strcspn(argv[i], "=");
        if (length >= strlen(shortest) && strncmp(argv[i], option, length) == 0) {
            return true;
        }
    }
    return false;
}

/// The number of agents and the seed are those of the checkpoint. Giving others would be a different run.
static int check_numbers(const crowd_options *options, const checkpoint *from) {
    const unsigned long long agents = from->saved.count, seed = from->saved.seed, tick = from->tick;
    const unsigned long long ticked = tick - from->note.from;
    if (options->agents != 0 && options->agents != agents) {
        return say_error("%s has %llu agents, not %llu", from->path, agents, (unsigned long long)options->agents);
    }
    if (options->seed_given && options->seed != seed) {
        return say_error("%s is from a run with --seed %llu, not %llu", from->path, seed,
                         (unsigned long long)options->seed);
    }
    if (options->ticks_given && options->ticks < ticked) {
        return say_error("%s is from tick %llu: %llu ticks are already complete, more than --ticks %llu", from->path,
                         tick, ticked, (unsigned long long)options->ticks);
    }
    if (options->transitions && (from->note.flags & CHECKPOINT_COUNTS_TRANSITIONS) == 0) {
        return say_error("%s is from a run without --transitions, so those before tick %llu are unknown", from->path,
                         tick);
    }
    return STATUS_DONE;
}

int crowd_read_checkpoint(const crowd_options *options, crowd_given *to) {
    if (!checkpoint_read(options->resume, &to->from) ||
        !checkpoint_check(&to->from, wits_file_brain(to->file), &to->marks, &to->words)) {
        return STATUS_WRONG;
    }
    return check_numbers(options, &to->from);
}

// ------------------------------------------------------------------------------------------------------------ messages

static void add_command(text *to, const crowd_keep *of) {
    const char *had = of->options->resume;
    if (ranks_count() > 1) {
        text_format(to, "mpirun -n %u ", (unsigned)ranks_count());
    }
    text_command_line(to);
    if (had == NULL || strcmp(had, of->path) != 0) {
        text_add(to, " --resume ");
        text_shell_word(to, of->path);
    }
}

static void add_way_on(text *to, const crowd_keep *of, const char *begin) {
    text_format(to, "wits crowd: %s", begin);
    if (of->path == NULL) {
        text_add(to, " before the first checkpoint\n");
    } else {
        text_format(to, " early; to resume from tick %u, with any number of ranks and threads:\n  ",
                    (unsigned)of->tick);
        add_command(to, of);
        text_add(to, "\n");
    }
}

/// Prepares the message for the case that this process is killed.
static void tell_watch(const crowd_keep *of) {
    text message = {0};
    add_way_on(&message, of, "the run was stopped");
    watch_say(text_of(&message));
    text_free(&message);
}

void crowd_keep_say(const crowd_keep *of) {
    if (of->options->checkpoint != NULL && ranks_mine() == 0) {
        text message = {0};
        add_way_on(&message, of, "the run has ended");
        fputs(text_of(&message), stderr);
        text_free(&message);
    }
}

// --------------------------------------------------------------------------------------------------------- checkpoints

crowd_keep crowd_keep_begin(const crowd_options *options, const crowd_given *given) {
    crowd_keep made = {.options = options, .given = given, .path = options->resume, .tick = given->from.tick};
    if (options->checkpoint != NULL) {
        tell_watch(&made);
    }
    return made;
}

static bool is_due(const crowd_keep *of, const crowd_session *run, uint32_t tick, bool is_end) {
    const bool is_kept = of->path == of->options->checkpoint && of->tick == tick;
    const uint64_t every = of->options->every, ticked = run->what.ticks;
    return of->options->checkpoint != NULL && !is_kept &&
           (is_end || (every != 0 && ticked > run->what.before && ticked % every == 0));
}

bool crowd_keep_tick(crowd_keep *to, crowd_session *of, uint32_t tick, bool is_end) {
    if (!is_due(to, of, tick, is_end)) {
        return true;
    }
    const char *path = to->options->checkpoint;
    if (checkpoint_write(path, &to->given->marks, &to->given->words, &of->crowd, tick, of->what.planned) !=
        STATUS_DONE) {
        to->has_failed = true;
        return false;
    }
    to->path = path;
    to->tick = tick;
    tell_watch(to);
    return true;
}
