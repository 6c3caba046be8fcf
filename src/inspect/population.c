// SPDX-License-Identifier: MIT
// The population: how many agents are in which state.
#include "inspect/inspector.h"

#include <string.h>

static wits_crowd crowd_of(const wits_inspector *of) {
    const wits_inspected *world = of->world;
    const wits_agents *agents = world->agents;
    wits_crowd crowd = {.code = world->code,
                        .count = of->count,
                        .agents = agents->agents,
                        .agent_stride = agents->agent_stride,
                        .ids = agents->ids,
                        .first_id = agents->first_id,
                        .columns = agents->columns,
                        .context_stride = world->context_stride};
    if (world->frame != NULL) {
        crowd.contexts = world->frame->context;
        crowd.functions = world->frame->functions;
        crowd.targets = world->frame->targets;
        crowd.user = world->frame->user;
    }
    return crowd;
}

// -------------------------------------------------------------------------------------------------------------- counts

bool wits_inspect_reserve_counts(wits_inspector *of) {
    return wits_inspect_reserve_states(of) && wits_inspect_reserve(of, &of->counts, states_of(of) * sizeof(uint64_t));
}

/// Counts deepest active states.
static void count_deepest(wits_inspector *of, uint64_t *counts) {
    if (of->world->code != NULL) {
        const wits_crowd crowd = crowd_of(of);
        wits_crowd_count(&crowd, 0, of->count, counts);
        return;
    }
    const wits_state_id *deepest = of->deepest.bytes;
    for (uint64_t row = 0; row < of->count; row++) {
        const uint32_t count = wits_inspect_deepest(of, agent_at(of, row));
        for (uint32_t i = 0; i < count; i++) {
            counts[deepest[i]]++;
        }
    }
}

bool wits_inspect_put_counts(wits_inspector *of) {
    if (!wits_inspect_reserve_counts(of)) {
        return false;
    }
    uint64_t *counts = of->counts.bytes;
    const uint32_t state_count = wits_state_count(of->brain);
    memset(counts, 0, state_count * sizeof *counts);
    count_deepest(of, counts);
    // An agent in a parallel is in each of its regions; the first one follows it and counts.
    for (uint32_t i = state_count - 1; i > WITS_ROOT; i--) {
        const wits_state_id parent = wits_state_parent(of->brain, (wits_state_id)i);
        if (wits_state_kind(of->brain, parent) != WITS_KIND_PARALLEL || i == parent + 1u) {
            counts[parent] += counts[i];
        }
    }
    wits_json_count(&of->json, "stopped", of->count - counts[WITS_ROOT]);
    wits_json_open(&of->json, "counts", '[');
    for (uint32_t i = 0; i < state_count; i++) {
        wits_json_count(&of->json, NULL, counts[i]);
    }
    wits_json_close(&of->json, ']');
    return true;
}
