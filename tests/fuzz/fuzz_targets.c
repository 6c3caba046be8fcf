// SPDX-License-Identifier: MIT
// Any bytes are loaded as a file for --targets: for one agent, which then decides among its targets, and for a crowd
// whose agents have the same lists.
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crowd/crowd_targets.h"

enum { AGENTS = 4, MOST_TICKS = 50, AGENT_BYTES = 64, PROBLEMS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char brain_text[] =
    "wits: 1\nbrain: b\n"
    "targets:\n"
    "  enemy: {x: float, on: bool, mood: [calm, angry], i8: {type: int8, own: true}, u16: uint16, n: int,\n"
    "          near: {type: float, range: [1, 5]}, level: {type: int, own: true, range: [-3, 3]}}\n"
    "  door:\n"
    "root:\n  kind: utility\n  inertia: 0.125\n  states:\n"
    "    attack: {target: enemy, score: enemy.x * enemy.near + enemy.i8, rank: enemy.level, done: not enemy.present}\n"
    "    watch: {target: enemy, reenter: true,\n"
    "            score: {product: [{gate: enemy.on or enemy.mood == angry}, {input: enemy.u16, range: [0, 9]},\n"
    "                              {input: enemy.n, range: [9, 0]}]}}\n"
    "    leave: {target: door, score: 0.25}\n"
    "    idle: {score: 0.125}\n";

static wits_file *file;
static FILE *stream;
static char given_text[64];

static void open_once(void) {
    if (file == NULL) {
        file = wits_file_parse(brain_text, sizeof brain_text - 1, "brain.yaml", NULL);
        stream = tmpfile();
        assert(wits_file_brain(file) != NULL && wits_agent_size(wits_file_brain(file)) <= AGENT_BYTES);
    }
}

/// Checks that numbers are in range and ids are valid. The remaining possible error is a duplicate id.
static void check_list(const wits_target_list *list, uint32_t kind) {
    const wits_target_desc *of = &wits_file_desc(file)->targets[kind];
    const wits_promise *promises = wits_file_promises(file)->target_fields[kind];
    for (uint32_t row = 0; row < list->count; row++) {
        assert(list->ids[row] != WITS_NO_TARGET);
        for (uint32_t field = 0; field < of->field_count; field++) {
            const wits_column *column = &list->columns[field];
            const double value = value_at(column->type, (const uint8_t *)column->base + row * column->stride);
            assert(column->type == of->fields[field].type && wits_promise_holds(&promises[field], value));
        }
    }
}

static void check_frame(const wits_frame *frame) {
    wits_problem problems[PROBLEMS];
    wits_report report = {problems, PROBLEMS, 0};
    wits_targets_check(wits_file_brain(file), frame, &report);
    for (uint32_t i = 0; i < report.count && i < PROBLEMS; i++) {
        assert(problems[i].code == WITS_PROBLEM_TARGET_ID_TWICE);
    }
}

static bool is_listed(const wits_frame *frame, uint32_t kind, uint32_t id) {
    const wits_target_list *list = &frame->targets[kind];
    bool found = id == WITS_NO_TARGET;
    for (uint32_t row = 0; row < list->count; row++) {
        found = found || list->ids[row] == id;
    }
    return found;
}

/// The agent decides; its target is in the list, or it has none.
static void live(uint8_t *agent, const wits_frame *frame) {
    const wits_brain *brain = wits_file_brain(file);
    assert(frame->tick == 0 ? wits_start(brain, agent, frame) : wits_tick(brain, agent, frame));
    assert(wits_agent_is_valid(brain, agent, wits_agent_size(brain)));
    for (uint32_t option = 1; option < wits_state_count(brain); option++) {
        const uint32_t kind = option < 3 ? 0 : 1;
        const uint32_t id = wits_target_of(brain, agent, (wits_state_id)option);
        assert(id == WITS_NO_TARGET || is_listed(frame, kind, id));
    }
}

static void check_rows(const target_lists *of) {
    for (uint32_t kind = 0; kind < 2; kind++) {
        const target_file *one = &of->files[kind];
        for (size_t i = 1; i < one->row_count; i++) {
            assert(one->rows[i].tick >= one->rows[i - 1].tick);
        }
    }
}

/// An agent's part of the lists of all agents is its own list.
static void compare(const wits_target_list *all, const wits_target_list *own, uint64_t agent) {
    const uint32_t first = all->offsets != NULL ? all->offsets[agent] : 0;
    const uint32_t end = all->offsets != NULL ? all->offsets[agent + 1] : all->count;
    assert(first <= end && end <= all->count && end - first == own->count);
    assert(own->count == 0 || memcmp(all->ids + first, own->ids, own->count * sizeof *own->ids) == 0);
}

static void run(target_lists *lists, crowd_targets *crowd, uint64_t number) {
    uint8_t agent[AGENT_BYTES] = {0};
    wits_frame frame = {.agent = number, .functions = NULL};
    uint32_t last = target_lists_last_tick(lists);
    last = last < MOST_TICKS ? last : MOST_TICKS;
    check_rows(lists);
    for (frame.tick = 0; frame.tick <= last; frame.tick++) {
        frame.targets = target_lists_at(lists, frame.tick);
        crowd_targets_at(crowd, frame.tick);
        for (uint32_t kind = 0; kind < 2; kind++) {
            check_list(&frame.targets[kind], kind);
            compare(&crowd->lists[kind], &frame.targets[kind], number);
        }
        check_frame(&frame);
        live(agent, &frame);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    open_once();
    const uint64_t agent = size % AGENTS;
    (void)snprintf(given_text, sizeof given_text, "%s=/proc/self/fd/%d", size / AGENTS % 8 == 0 ? "door" : "enemy",
                   fileno(stream));
    const bool written = ftruncate(fileno(stream), 0) == 0 && pwrite(fileno(stream), data, size, 0) == (ssize_t)size;
    assert(written);
    const char *const given = given_text;
    const target_words words = {.targets = &given, .target_count = 1};
    target_lists lists;
    target_sources sources;
    crowd_targets crowd = {0};
    const int status = target_lists_read("run", file, &given, 1, agent, &lists);
    const int of_all = target_sources_read("crowd", file, &words, &sources);
    assert(status == of_all);
    const crowd_range all = {.all = AGENTS, .count = AGENTS};
    if (status == STATUS_DONE && crowd_targets_begin(&sources, all, 0, &crowd)) {
        run(&lists, &crowd, agent);
    }
    if (crowd.from != NULL) {
        crowd_targets_end(&crowd);
    }
    target_sources_end(&sources);
    target_lists_end(&lists);
    return 0;
}
