// SPDX-License-Identifier: MIT
#include "crowd/crowd_migrate.h"

#include "common/memory.h"
#include "common/tool.h"

#include <stdlib.h>

// -------------------------------------------------------------------------------------------------------------- losses

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

void text_loss(text *to, const loss_count *one) {
    text_add(to, text_of(&one->what));
    if (one->kind != WITS_LOSS_FIELD) {
        text_format(to, " (%llu agent%s)", (unsigned long long)one->agents, one->agents == 1 ? "" : "s");
    }
}

void losses_free(losses *of) {
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

/// Makes agents agents of the new brain. Fields go with them as in a save.
static bool migrate(const crowd_sim *from, const wits_file *file, uint32_t next, crowd_sim *to, losses *lost) {
    crowd_rows rows = crowd_rows_of(from);
    rows.agents.tick = next;
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

bool crowd_migrate(const crowd_sim *from, const crowd_given *given, uint32_t inputs_until, uint32_t next, crowd_sim *to,
                   losses *lost) {
    crowd_sim_options how = from->how;
    how.targets = &given->targets;
    if (!crowd_sim_begin(wits_file_desc(given->file), wits_file_brain(given->file), &given->set, how, to)) {
        return false;
    }
    crowd_sim_go_on(to, &given->in, inputs_until);
    to->bar = from->bar;
    to->seconds = from->seconds;
    to->agent_ticks = from->agent_ticks;
    to->nan_before = crowd_sim_nan_scores(from);
    return migrate(from, given->file, next, to, lost);
}
