// SPDX-License-Identifier: MIT
// Checks arbitrary bytes against a brain: wits_agent_is_valid rejects them, or the agent runs without failing an
// assertion, and can be converted to any other brain. An input is the number of a random brain, the number of ticks
// before the change, and the changes of its bytes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_brain.h"

enum { BRAINS = 256, TICKS = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Made on first use, and kept.
static const fuzz_brain *fuzz_brain_at(uint32_t number) {
    static fuzz_brain brains[BRAINS];
    fuzz_brain *s = &brains[number];
    if (s->brain == NULL) {
        fuzz_brain_make(s, number, 1, false);
    }
    return s;
}

static void run(const fuzz_brain *s, uint8_t *agent, wits_frame *frame, host_context *context, uint32_t verb) {
    context->log->count = 0;
    context->values.input = (uint32_t)host_mix(frame->tick, verb);
    wits_state_id state = (wits_state_id)(context->values.input % s->made->desc.state_count);
    switch (verb % 8) {
    case 0:
        wits_start(s->brain, agent, frame);
        break;
    case 1:
        wits_set_state(s->brain, agent, frame, state);
        break;
    case 2:
        wits_stop(s->brain, agent, frame);
        break;
    case 3:
    case 4:
        if (state != WITS_ROOT) {
            wits_goto(s->brain, agent, frame, state);
        }
        break;
    default:
        wits_tick(s->brain, agent, frame);
        break;
    }
    frame->tick++;
}

/// Matches two brains with a few renames of any states. Returns null if these are refused; else free() it.
static void *match(const fuzz_brain *from, const fuzz_brain *to, uint64_t seed) {
    enum { RENAMES = 3, PATH = 1040 };
    static char paths[RENAMES][2][PATH];
    wits_rename renames[RENAMES];
    for (uint32_t i = 0; i < RENAMES; i++) {
        const wits_state_id old = (wits_state_id)(host_mix(seed, 2 * i) % from->made->desc.state_count);
        const wits_state_id now = (wits_state_id)(host_mix(seed, 2 * i + 1) % to->made->desc.state_count);
        wits_state_path(from->brain, old, paths[i][0], PATH);
        wits_state_path(to->brain, now, paths[i][1], PATH);
        renames[i] = (wits_rename){WITS_TABLE_STATES, paths[i][0], paths[i][1]};
    }
    wits_report report = {NULL, 0, 0};
    const size_t size = wits_versions_size(from->brain, to->brain);
    void *memory = malloc(size);
    const uint32_t count = (uint32_t)(seed % (RENAMES + 1));
    const bool fits = wits_versions_match(from->brain, to->brain, renames, count, memory, size, &report) != NULL;
    assert(fits == (report.count == 0));
    if (!fits) {
        free(memory);
    }
    return fits ? memory : NULL;
}

/// Converts to an unrelated brain: states with the same names continue, and a few that are renamed.
static void convert(const fuzz_brain *from, const fuzz_brain *to, const uint8_t *agent, const wits_frame *like,
                    uint64_t seed) {
    static host_log log;
    host_context context = {.desc = &to->made->desc, .hooks = &fuzz_hooks, .log = &log};
    wits_frame frame = *like;
    frame.context = &context;
    frame.columns = to->columns;
    frame.functions = to->made->desc.functions;
    size_t length = wits_agent_size(to->brain);
    uint8_t *converted = malloc(length);
    bool done = wits_agent_convert(from->brain, agent, to->brain, converted, &frame, NULL);
    assert(done && wits_agent_is_valid(to->brain, converted, length));
    void *versions = match(from, to, seed);
    if (versions != NULL) {
        wits_loss losses[16];
        wits_conversion lost = {.losses = losses, .capacity = 16, .versions = versions};
        done = wits_agent_convert(from->brain, agent, to->brain, converted, &frame, &lost);
        assert(done && wits_agent_is_valid(to->brain, converted, length));
        free(versions);
    }
    free(converted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static host_log log;
    if (size < 4) {
        return 0;
    }
    const fuzz_brain *s = fuzz_brain_at(data[0] % BRAINS);
    host_context context = {.desc = &s->made->desc, .hooks = &fuzz_hooks, .log = &log};
    wits_frame frame = {.tick = data[1],
                        .agent = data[1],
                        .context = &context,
                        .columns = s->columns,
                        .functions = s->made->desc.functions};
    size_t length = wits_agent_size(s->brain);
    uint8_t *agent = calloc(1, length);
    for (uint32_t i = 0; i < data[2] % 16u; i++) {
        run(s, agent, &frame, &context, (uint32_t)host_mix(data[3], i));
    }
    assert(wits_agent_is_valid(s->brain, agent, length));
    for (size_t i = 4; i < size && i - 4 < length; i++) {
        agent[i - 4] ^= data[i];
    }
    assert(!wits_agent_is_valid(s->brain, agent, length - 1) && !wits_agent_is_valid(s->brain, agent, length + 1));
    if (wits_agent_is_valid(s->brain, agent, length)) {
        convert(s, fuzz_brain_at((data[0] + 1u + data[3] % 7u) % BRAINS), agent, &frame, host_mix(data[0], data[3]));
        for (uint32_t i = 0; i < TICKS; i++) {
            run(s, agent, &frame, &context, (uint32_t)host_mix(data[3], 5 + i));
            assert(wits_agent_is_valid(s->brain, agent, length));
        }
    }
    free(agent);
    return 0;
}
