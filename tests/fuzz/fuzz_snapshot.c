// SPDX-License-Identifier: MIT
// Loads altered snapshots: refused, or every agent is valid. An input has the number of a random brain, that of the
// brain to load into, and changes of single bytes; then the checksums are corrected, so that they do not reveal the
// changes. Inputs that begin with the magic word are loaded as they are.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_brain.h"
#include "fuzz_sums.h"
#include "snapshot/format.h"

enum { BRAINS = 128, AGENTS = 70, MOST_CHANGES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct subject {
    fuzz_brain of;
    uint8_t *snapshot;
    size_t snapshot_size;
} subject;

static host_log fuzz_log;

static wits_frame frame_of(const subject *s, host_context *context) {
    *context = (host_context){.desc = &s->of.made->desc, .hooks = &fuzz_hooks, .log = &fuzz_log};
    fuzz_log.count = 0;
    return (wits_frame){
        .tick = 5, .context = context, .columns = s->of.columns, .functions = s->of.made->desc.functions};
}

/// Saves agents in different states.
static void save(subject *s) {
    host_context context;
    wits_frame frame = frame_of(s, &context);
    const size_t length = wits_agent_size(s->of.brain);
    uint8_t *agents = calloc(AGENTS, length);
    for (uint32_t i = 0; i < AGENTS; i++) {
        frame.agent = i;
        frame.row = i;
        wits_set_state(s->of.brain, agents + i * length, &frame, (wits_state_id)(i % s->of.made->desc.state_count));
        fuzz_log.count = 0;
        wits_tick(s->of.brain, agents + i * length, &frame);
    }
    const wits_agents of = {
        .brain = s->of.brain, .agents = agents, .count = AGENTS, .columns = s->of.columns, .tick = 6};
    s->snapshot_size = wits_snapshot_size(&of, 3);
    s->snapshot = malloc(s->snapshot_size);
    assert(wits_snapshot_write(&of, "abc", 3, s->snapshot, s->snapshot_size) == s->snapshot_size);
    free(agents);
}

/// Made on first use, and kept.
static const subject *subject_at(uint32_t number) {
    static subject subjects[BRAINS];
    subject *s = &subjects[number];
    if (s->of.brain == NULL) {
        fuzz_brain_make(&s->of, number, AGENTS, false);
        save(s);
    }
    return s;
}

static void load(const uint8_t *bytes, size_t size, const subject *into) {
    const size_t length = wits_agent_size(into->of.brain);
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    wits_snapshot saved;
    if (!wits_snapshot_open(&saved, bytes, size, &report)) {
        assert(report.count > 0);
        return;
    }
    const uint64_t count = saved.count < AGENTS ? saved.count : AGENTS;
    uint8_t *agents = malloc(AGENTS * length);
    uint64_t ids[AGENTS];
    host_context context;
    const wits_frame frame = frame_of(into, &context);
    wits_agents to = {
        .brain = into->of.brain, .agents = agents, .ids = ids, .count = count, .columns = into->of.columns};
    const wits_migration how = {.allocator = &fuzz_allocator, .frame = &frame};
    report.count = 0;
    if (wits_snapshot_load(&saved, saved.count - count, &to, &how, &report)) {
        for (uint64_t i = 0; i < count; i++) {
            assert(wits_agent_is_valid(into->of.brain, agents + i * length, length));
        }
    } else {
        assert(report.count > 0);
    }
    for (uint64_t i = 0; i < saved.part_count && i < 4; i++) {
        wits_snapshot_rows rows;
        wits_column columns[RANDOM_FIELDS];
        (void)wits_snapshot_locate(&saved, into->of.brain, i, &rows, columns, NULL);
    }
    free(agents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 8 && memcmp(data, SNAPSHOT_MAGIC, 8) == 0) {
        uint8_t *bytes = malloc(size);
        memcpy(bytes, data, size);
        fuzz_correct_snapshot(bytes, size);
        load(bytes, size, subject_at(0));
        free(bytes);
        return 0;
    }
    if (size < 2) {
        return 0;
    }
    const subject *from = subject_at(data[0] % BRAINS);
    const subject *into = data[1] % 2 == 0 ? from : subject_at((data[0] + 1u + data[1] % 5u) % BRAINS);
    uint8_t *bytes = malloc(from->snapshot_size);
    memcpy(bytes, from->snapshot, from->snapshot_size);
    for (size_t i = 2; i + 3 < size && i < MOST_CHANGES * 4; i += 4) {
        const size_t at = (bytes_get32(data + i) & 0xFFFFFF) % from->snapshot_size;
        bytes[at] ^= data[i + 3];
    }
    fuzz_correct_snapshot(bytes, from->snapshot_size);
    load(bytes, from->snapshot_size, into);
    free(bytes);
    return 0;
}
