// SPDX-License-Identifier: MIT
// Loads altered snapshots: refused, or every agent is valid. An input has the number of a random brain, that of the
// brain to load into, and changes of single bytes; then the sums are corrected, so that the changes are not found by
// them. Inputs that begin with the magic word are loaded as they are.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/random_fields.h"
#include "model/random_run.h"
#include "snapshot/format.h"

enum { BRAINS = 128, AGENTS = 70, MOST_CHANGES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct subject {
    random_brain *made;
    const wits_brain *brain;
    uint8_t *memory;  ///< of the fields
    wits_column columns[RANDOM_FIELDS];
    uint8_t *snapshot;
    size_t snapshot_size;
} subject;

static void *allocate(void *user, size_t size) {
    return size < (size_t)1 << 28 ? malloc(size) : NULL;
}

static void release(void *user, void *memory, size_t size) {
    free(memory);
}

static void raise_event(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static const host_hooks hooks = {wits_call_is_in, wits_call_elapsed, raise_event};
static host_log fuzz_log;

static wits_frame frame_of(const subject *s, host_context *context) {
    *context = (host_context){.desc = &s->made->desc, .hooks = &hooks, .log = &fuzz_log};
    fuzz_log.count = 0;
    return (wits_frame){.tick = 5, .context = context, .columns = s->columns, .functions = s->made->desc.functions};
}

/// Saves agents in different states.
static void save(subject *s) {
    host_context context;
    wits_frame frame = frame_of(s, &context);
    const size_t length = wits_agent_size(s->brain);
    uint8_t *agents = calloc(AGENTS, length);
    for (uint32_t i = 0; i < AGENTS; i++) {
        frame.agent = i;
        frame.row = i;
        wits_set_state(s->brain, agents + i * length, &frame, (wits_state_id)(i % s->made->desc.state_count));
        fuzz_log.count = 0;
        wits_tick(s->brain, agents + i * length, &frame);
    }
    const wits_agents of = {.brain = s->brain, .agents = agents, .count = AGENTS, .columns = s->columns, .tick = 6};
    s->snapshot_size = wits_snapshot_size(&of, 3);
    s->snapshot = malloc(s->snapshot_size);
    assert(wits_snapshot_write(&of, "abc", 3, s->snapshot, s->snapshot_size) == s->snapshot_size);
    free(agents);
}

/// Made on first use, and kept.
static const subject *subject_at(uint32_t number) {
    static subject subjects[BRAINS];
    subject *s = &subjects[number];
    if (s->brain == NULL) {
        run_failure failure;
        random_layout layout;
        s->made = malloc(sizeof *s->made);
        random_brain_make(s->made, number);
        s->brain = random_compile(s->made, &failure);
        random_layout_make(&layout, &s->made->desc, s->made->shared, number, AGENTS);
        s->memory = malloc(layout.bytes);
        random_layout_columns(&layout, s->memory, s->columns);
        random_fields_fill(&layout, s->memory, number);
        save(s);
    }
    return s;
}

/// Writes the sums that a program which made these bytes would have written, as far as they can be found.
static void correct_sums(uint8_t *bytes, size_t size) {
    const uint64_t front = bytes_get64(bytes + HEAD_FRONT), parts = bytes_get64(bytes + HEAD_PARTS);
    if (front > size || front < HEAD_BYTES || parts > (front - HEAD_BYTES) / PART_BYTES) {
        return;
    }
    if (parts == 1) {
        bytes_put64(bytes + front - PART_BYTES + PART_SUM, wits_snapshot_sum(0, bytes + front, size - front));
    }
    bytes_put64(bytes + HEAD_SUM, wits_snapshot_head_sum(bytes, front));
}

static void load(const uint8_t *bytes, size_t size, const subject *into) {
    const wits_allocator allocator = {allocate, release, NULL};
    const size_t length = wits_agent_size(into->brain);
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
    wits_agents to = {.brain = into->brain, .agents = agents, .ids = ids, .count = count, .columns = into->columns};
    const wits_migration how = {.allocator = &allocator, .frame = &frame};
    report.count = 0;
    if (wits_snapshot_load(&saved, saved.count - count, &to, &how, &report)) {
        for (uint64_t i = 0; i < count; i++) {
            assert(wits_agent_is_valid(into->brain, agents + i * length, length));
        }
    } else {
        assert(report.count > 0);
    }
    for (uint64_t i = 0; i < saved.part_count && i < 4; i++) {
        wits_snapshot_rows rows;
        wits_column columns[RANDOM_FIELDS];
        (void)wits_snapshot_locate(&saved, into->brain, i, &rows, columns, NULL);
    }
    free(agents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 8 && memcmp(data, SNAPSHOT_MAGIC, 8) == 0) {
        uint8_t *bytes = malloc(size);
        memcpy(bytes, data, size);
        if (size > HEAD_BYTES) {
            correct_sums(bytes, size);
        }
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
    correct_sums(bytes, from->snapshot_size);
    load(bytes, from->snapshot_size, into);
    free(bytes);
    return 0;
}
