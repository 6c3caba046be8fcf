// SPDX-License-Identifier: MIT
// Shared by commands that search: their limits, their progress, and fields that the game may also set.
#include "prove/prove.h"

#include "common/progress.h"
#include "common/tool.h"
#include "crowd/thread_pool.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DECIDE_EVERY = 4096, LEAST_MEMORY = 1 << 20 };

// -------------------------------------------------------------------------------------------------------------- limits

/// Reads "2G", "512M", "2000K" or a number of bytes.
static bool read_size(const char *command, const char *given, size_t *bytes) {
    char *end = NULL;
    const unsigned long long number = strtoull(given, &end, 10);
    const char *const units = "KMG";
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    const unsigned shift = unit != NULL ? 10u * (unsigned)(unit - units + 1) : 0;
    const bool is_size = given[0] >= '0' && given[0] <= '9' && number <= SIZE_MAX >> shift &&
                         (*end == '\0' || (unit != NULL && end[1] == '\0'));
    if (!is_size) {
        say_misuse(command, "--memory must be a number of bytes, or a number with K, M or G such as 512M, not '%s'",
                   given);
        return false;
    }
    *bytes = (size_t)number << shift;
    if (*bytes < LEAST_MEMORY) {
        say_misuse(command, "--memory %s is too small; the minimum is 1M", given);
        return false;
    }
    return true;
}

static bool take_number(const char *command, const char *option, uint64_t most, uint32_t *to) {
    uint64_t number = 0;
    const bool is_good = read_number(command, option, optarg, 1, most, &number);
    *to = (uint32_t)number;
    return is_good;
}

bool search_take_option(const char *command, int found, wits_prove_options *to) {
    switch (found) {
    case 'l':
        return take_number(command, "--limit", UINT32_MAX - 1, &to->most_situations);
    case 'm':
        return read_size(command, optarg, &to->most_memory);
    case 'c':
        return take_number(command, "--combinations", UINT32_MAX, &to->most_combinations);
    case 't':
        return read_number(command, "--ticks", optarg, 1, UINT64_MAX, &to->most_ticks);
    case 'e':
        return take_number(command, "--decide-every", MOST_DECIDE_EVERY, &to->decide_every);
    default:
        return false;
    }
}

// ------------------------------------------------------------------------------------------------------------ progress

static const double between_draws = 0.1, first_line_after = 10.0, between_lines = 30.0;

/// The progress of a search. The total is unknown, so no end is predicted.
typedef struct search_watch {
    bool on_terminal;
    bool is_drawn;
    double begun, next, end;  ///< times of seconds_now
    bool is_late;             ///< stopped because `end` was reached
    search_enough_fn *is_enough;
    void *user;
} search_watch;

static void text_so_far(text *to, const wits_prove_progress *so_far, double seconds) {
    text_count(to, so_far->looked_at);
    text_add(to, " of ");
    text_count(to, so_far->situations);
    text_add(to, " situations so far, ");
    text_count(to, so_far->ticks);
    text_format(to, " ticks, %.0f s", seconds);
}

/// Redraws a line on a terminal. Otherwise prints a line from time to time.
static void show(search_watch *w, const wits_prove_progress *so_far) {
    const double now = seconds_now();
    if (now < w->next) {
        return;
    }
    text line = {0};
    text_so_far(&line, so_far, now - w->begun);
    fprintf(stderr, w->on_terminal ? "\r\033[K%s" : "wits: %s\n", text_of(&line));
    fflush(stderr);
    text_free(&line);
    w->is_drawn = w->on_terminal;
    w->next = now + (w->on_terminal ? between_draws : between_lines);
}

static bool go_on(void *user, const wits_prove_progress *so_far) {
    search_watch *w = user;
    show(w, so_far);
    w->is_late = seconds_now() >= w->end;
    return !w->is_late && !interrupt_asked() && (w->is_enough == NULL || !w->is_enough(w->user));
}

/// Fills the rest of `w` and runs the prover. Returns false after Ctrl-C.
static bool watch(wits_prover *prover, double begun, double seconds, search_watch *w) {
    w->on_terminal = is_terminal(stderr);
    w->begun = begun;
    w->next = begun + (w->on_terminal ? between_draws : first_line_after);
    w->end = begun + seconds;
    interrupt_catch();
    wits_prover_run(prover, go_on, w);
    if (w->is_drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    return !interrupt_asked();
}

bool prover_watch_until(wits_prover *prover, double begun, search_enough_fn *is_enough, void *user) {
    search_watch w = {.is_enough = is_enough, .user = user};
    return watch(prover, begun, HUGE_VAL, &w);
}

bool prover_watch_for(wits_prover *prover, double seconds, bool *is_late) {
    search_watch w = {.is_enough = NULL};
    const bool is_whole = watch(prover, seconds_now(), seconds, &w);
    *is_late = w.is_late;
    return is_whole;
}

bool prover_watch(wits_prover *prover) {
    return prover_watch_until(prover, seconds_now(), NULL, NULL);
}

// ------------------------------------------------------------------------------------------ fields that the game sets

host_fields host_fields_of(const wits_file *file, const wits_prover *prover) {
    const wits_desc *desc = wits_file_desc(file);
    host_fields made = {.promises = *wits_file_promises(file),
                        .fields = allocate((size_t)desc->field_count + 1, sizeof *made.fields)};
    for (uint32_t i = 0; i < desc->field_count; i++) {
        made.fields[i] = made.promises.fields[i];
        if (wits_prover_assumes_own(prover, i)) {
            made.fields[i].host = WITS_GIVER_HOST;
            text_format(&made.names, "%s'%s'", made.count > 0 ? ", " : "", desc->fields[i].name);
            made.count++;
        }
    }
    made.promises.fields = made.fields;
    return made;
}

void host_fields_free(host_fields *of) {
    free(of->fields);
    text_free(&of->names);
}
