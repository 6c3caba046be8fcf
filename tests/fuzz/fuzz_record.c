// SPDX-License-Identifier: MIT
// Replays altered recordings: refused, ended with a problem, or every agent is valid at any time. An input has the
// number of a random brain, that of the brain to replay with, changes of single bytes, and parts to join; then the
// checksums are corrected, so that they do not reveal the changes. Inputs that begin with the magic word are replayed
// as they are.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_brain.h"
#include "fuzz_sums.h"
#include "record/format.h"

enum { BRAINS = 64, AGENTS = 9, TICKS = 6, MOST_CHANGES = 64, MOST_BYTES = 1 << 20, MOST_CALLS = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct subject {
    fuzz_brain of;
    uint8_t *recording;
    size_t recording_size;
} subject;

static host_log fuzz_log = {.forgets = true};

static bool append(void *user, const void *bytes, size_t size) {
    subject *to = user;
    assert(size <= MOST_BYTES - to->recording_size);
    memcpy(to->recording + to->recording_size, bytes, size);
    to->recording_size += size;
    return true;
}

static void record(subject *s, uint32_t number) {
    host_context contexts[AGENTS];
    const size_t length = wits_agent_size(s->of.brain);
    random_layout layout;
    uint8_t *agents = calloc(AGENTS, length);
    uint64_t ids[AGENTS];
    const uint32_t rows[RANDOM_KINDS] = {400, 400, 400};
    random_layout_make(&layout, &s->of.made->desc, s->of.made->shared, number, AGENTS);
    const wits_agents of = {
        .brain = s->of.brain, .agents = agents, .ids = ids, .count = AGENTS, .columns = s->of.columns};
    const wits_recorder_options how = {.agents = &of,
                                       .target_rows = rows,
                                       .functions = s->of.made->desc.functions,
                                       .text = "abc",
                                       .text_size = 3,
                                       .hash_every = 2,
                                       .keyframe_every = 3,
                                       .answer_bytes = 1 << 18,
                                       .write = append,
                                       .user = s};
    for (uint32_t i = 0; i < AGENTS; i++) {
        ids[i] = i;
        contexts[i] = (host_context){.desc = &s->of.made->desc, .hooks = &fuzz_hooks, .log = &fuzz_log};
    }
    const size_t size = wits_recorder_size(&how);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&how, memory, size);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        random_view view;
        random_view_make(&view, &s->of.made->desc, AGENTS, true, number + tick);
        for (uint32_t i = 0; i < AGENTS; i++) {
            const wits_recorded_call call = {.verb = tick == 0 ? WITS_RECORDED_START : WITS_RECORDED_TICK,
                                             .first = i,
                                             .count = 1,
                                             .tick = tick,
                                             .targets = view.kinds > 0 ? view.lists : NULL};
            const wits_frame frame = {.tick = tick,
                                      .agent = i,
                                      .row = i,
                                      .context = &contexts[i],
                                      .columns = s->of.columns,
                                      .functions = wits_recorder_functions(recorder, 0),
                                      .targets = call.targets};
            contexts[i].values.input = (uint32_t)host_mix(number, tick * AGENTS + i);
            random_fields_input(&layout, s->of.memory, i, host_mix(number + tick, i));
            if (i == tick && s->of.made->desc.event_count > 0) {
                wits_raise(s->of.brain, agents + i * length, 0);
            }
            wits_recorder_before(recorder, &call);
            wits_recorder_after(recorder, tick == 0 ? wits_start(s->of.brain, agents + i * length, &frame)
                                                    : wits_tick(s->of.brain, agents + i * length, &frame));
        }
        memcpy(agents, agents + length, length);  // one is another one
        random_view_free(&view);
    }
    const bool is_complete = wits_recorder_end(recorder);
    assert(is_complete);
    free(memory);
    free(agents);
}

/// Made on first use, and kept.
static const subject *subject_at(uint32_t number) {
    static subject subjects[BRAINS];
    subject *s = &subjects[number];
    if (s->of.brain == NULL) {
        fuzz_brain_make(&s->of, number, AGENTS, true);
        s->recording = malloc(MOST_BYTES);
        record(s, number);
    }
    return s;
}

/// Writes the sums that a program which made these bytes would have written, as far as the sizes allow it.
static void correct_sums(uint8_t *bytes, size_t size) {
    chunk at;
    for (uint64_t offset = RECORDING_BYTES; wits_record_chunk(bytes, size, offset, &at); offset = at.next) {
        uint8_t *payload = bytes + offset + CHUNK_BYTES;
        if (at.type == CHUNK_START || at.type == CHUNK_KEYFRAME) {
            fuzz_correct_snapshot(payload, (size_t)at.size);
        }
        const uint64_t word = chunk_word(at.type, at.size);
        bytes_put64(bytes + offset + CHUNK_SUM, wits_snapshot_sum(word, payload, (size_t)at.size));
    }
}

/// Finds the changes with a number, modulo their count. Returns their offset; 0: there are none.
static uint64_t find_changes(const uint8_t *bytes, size_t size, uint32_t number, chunk *found) {
    chunk at;
    uint64_t last = 0;
    for (uint64_t offset = RECORDING_BYTES; wits_record_chunk(bytes, size, offset, &at); offset = at.next) {
        if (at.type == CHUNK_CHANGES) {
            last = offset;
            *found = at;
            if (number-- == 0) {
                break;
            }
        }
    }
    return last;
}

/// Adds the sections of some changes to others, as no recorder does. Returns the new bytes.
static uint8_t *join_changes(uint8_t *bytes, size_t *size, uint32_t to, uint32_t from) {
    chunk first, second;
    const uint64_t offset = find_changes(bytes, *size, to, &first);
    if (offset == 0 || find_changes(bytes, *size, from, &second) == 0) {
        return bytes;
    }
    uint8_t *joined = malloc(*size + (size_t)second.size);
    memcpy(joined, bytes, (size_t)first.next);
    memcpy(joined + first.next, second.bytes, (size_t)second.size);
    memcpy(joined + first.next + second.size, bytes + first.next, *size - (size_t)first.next);
    bytes_put64(joined + offset, chunk_word(CHUNK_CHANGES, first.size + second.size));
    *size += (size_t)second.size;
    free(bytes);
    return joined;
}

static void replay(const uint8_t *bytes, size_t size, const subject *with) {
    const size_t length = wits_agent_size(with->of.brain);
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    wits_recording recording;
    if (!wits_recording_open(&recording, bytes, size, &report)) {
        assert(report.count > 0);
        return;
    }
    const size_t needed = wits_replay_size(&recording, with->of.brain);
    if (recording.start.count > AGENTS || needed == 0 || needed > (size_t)1 << 26) {
        return;
    }
    uint8_t *agents = malloc(AGENTS * length);
    uint64_t ids[AGENTS];
    host_context context = {.desc = &with->of.made->desc, .hooks = &fuzz_hooks, .log = &fuzz_log};
    const wits_frame frame = {.context = &context, .functions = with->of.made->desc.functions};
    wits_agents to = {.brain = with->of.brain,
                      .agents = agents,
                      .ids = ids,
                      .count = recording.start.count,
                      .columns = with->of.columns};
    const wits_migration how = {.allocator = &fuzz_allocator, .frame = &frame};
    void *memory = malloc(needed);
    wits_replay *r = wits_replay_begin(&recording, &to, &how, memory, needed, &report);
    assert(r != NULL || report.count > 0);
    wits_recorded_call call;
    for (uint32_t calls = 0; calls < MOST_CALLS && wits_replay_next(r, &call, &report); calls++) {
        (void)wits_replay_check(r, NULL);
        wits_replay_run(r, &call, NULL);
        for (uint64_t i = 0; i < to.count; i++) {
            assert(wits_agent_is_valid(with->of.brain, agents + i * length, length));
        }
        if (calls == 7) {
            (void)wits_replay_seek(r, bytes[size / 2] % 8u, &report);
        }
    }
    wits_replay_end(r);
    free(memory);
    free(agents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 8 && memcmp(data, RECORDING_MAGIC, 8) == 0) {
        uint8_t *bytes = malloc(size);
        memcpy(bytes, data, size);
        correct_sums(bytes, size);
        replay(bytes, size, subject_at(0));
        free(bytes);
        return 0;
    }
    if (size < 2) {
        return 0;
    }
    const subject *from = subject_at(data[0] % BRAINS);
    const subject *with = data[1] % 4 != 0 ? from : subject_at((data[0] + 1u + data[1] % 5u) % BRAINS);
    size_t length = from->recording_size;
    uint8_t *bytes = malloc(length);
    memcpy(bytes, from->recording, length);
    for (size_t i = 2; i + 3 < size && i < MOST_CHANGES * 4; i += 4) {
        if (data[i + 3] == 0 && length < MOST_BYTES) {
            bytes = join_changes(bytes, &length, data[i], data[i + 1]);
        } else {
            bytes[(bytes_get32(data + i) & 0xFFFFFF) % length] ^= data[i + 3];
        }
    }
    correct_sums(bytes, length);
    replay(bytes, length, with);
    free(bytes);
    return 0;
}
