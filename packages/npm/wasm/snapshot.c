// SPDX-License-Identifier: MIT
// Snapshots of crowds, also into another version of the brain.
#include "world.h"

#include "wits/heap.h"
#include "wits/snapshot.h"

#include <stdlib.h>
#include <string.h>

static wits_agents agents_of(world *w) {
    return (wits_agents){.brain = w->brain,
                         .agents = w->data,
                         .count = w->rows,
                         .first_id = w->crowd.first_id,
                         .columns = w->columns,
                         .tick = w->run.tick,
                         .seed = w->run.seed};
}

JS_EXPORT("snapshot_size") size_t js_snapshot_size(world *w) {
    const wits_agents all = agents_of(w);
    return wits_snapshot_size(&all, 0);
}

JS_EXPORT("snapshot_write") void js_snapshot_write(world *w, void *bytes, size_t size) {
    const wits_agents all = agents_of(w);
    (void)wits_snapshot_write(&all, NULL, 0, bytes, size);
}

/// Emits a code for programs and the text of a problem.
static bool refuse(const wits_problem *problem) {
    const char *code = problem->code == WITS_PROBLEM_SNAPSHOT_FOREIGN || problem->code == WITS_PROBLEM_SNAPSHOT_VERSION
                           ? "format"
                       : problem->code == WITS_PROBLEM_SNAPSHOT_MEMORY ? "memory"
                       : problem->code == WITS_PROBLEM_SNAPSHOT_IDS    ? "ids"
                       : problem->table == WITS_TABLE_RENAMES          ? "renames"
                                                                       : "damaged";
    char text[1024];
    wits_problem_text(problem, text, sizeof text);
    js_text(NULL, code);
    js_text(NULL, text);
    return false;
}

/// Checks the head of a snapshot. Emits the problem if it is wrong.
JS_EXPORT("snapshot_check") bool js_snapshot_check(const void *bytes, size_t size) {
    wits_snapshot saved;
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    return wits_snapshot_open(&saved, bytes, size, &report) || refuse(&problem);
}

static void emit_loss(void *user, const wits_brain *old, const wits_loss *loss) {
    const wits_agents *all = user;
    char text[1024];
    wits_loss_text(old, loss, text, sizeof text);
    js_open(NULL, false);
    js_number("row", (double)(loss->agent - all->first_id));
    js_text("text", text);
    js_close();
}

/// Loads all agents of a crowd. `renames` has for each of `count` names the table ("states", "events" or "fields"), the
/// old and the new name, with a zero after each. Emits the losses, or the problem if nothing was loaded.
JS_EXPORT("snapshot_load")
bool js_snapshot_load(world *w, const void *bytes, size_t size, const char *renames, uint32_t count) {
    wits_snapshot saved;
    wits_problem problem = {.code = WITS_PROBLEM_SNAPSHOT_MEMORY, .table = WITS_TABLE_SNAPSHOT};
    wits_report report = {&problem, 1, 0};
    wits_rename *pairs = calloc(count + 1, sizeof *pairs);
    for (uint32_t i = 0; i < count && pairs != NULL; i++) {
        const char *from = renames + strlen(renames) + 1, *to = from + strlen(from) + 1;
        pairs[i].table = renames[0] == 's'   ? WITS_TABLE_STATES
                         : renames[0] == 'e' ? WITS_TABLE_EVENTS
                                             : WITS_TABLE_FIELDS;
        pairs[i].from = from;
        pairs[i].to = to;
        renames = to + strlen(to) + 1;
    }
    const wits_frame frame = {.functions = w->functions, .targets = w->lists};
    wits_agents to = agents_of(w);
    const wits_migration how = {.allocator = &wits_heap,
                                .renames = pairs,
                                .rename_count = count,
                                .frame = &frame,
                                .lost = emit_loss,
                                .user = &to};
    const bool is_good = pairs != NULL && wits_snapshot_open(&saved, bytes, size, &report) &&
                         wits_snapshot_load(&saved, 0, &to, &how, &report);
    free(pairs);
    return is_good || refuse(&problem);
}
