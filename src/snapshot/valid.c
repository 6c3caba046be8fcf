// SPDX-License-Identifier: MIT
// Validates many agents. Bytes of clocks, private data and targets may have any value, if an active or kept state owns
// them, else they are zero. So two agents that are equal in all other bytes, their key, own the same bytes: the engine
// validates one of them, and the others are compared with it.
#include "core/compile/tables.h"
#include "snapshot/format.h"

#include <string.h>

enum { MOST_WORDS = 8, KNOWN = 64 };

/// Agents with the same key.
typedef struct known {
    uint64_t key[MOST_WORDS];
    uint64_t foreign[MOST_WORDS];  ///< bits that must be zero, once `has_owned`
    bool is_used, has_owned;
} known;

typedef struct judge {
    const wits_brain *brain;
    size_t size;
    uint32_t words;
    uint32_t at[MOST_WORDS];        ///< position of each word; the last may overlap the one before it
    uint64_t key_bits[MOST_WORDS];  ///< bits of the key
    known known[KNOWN];
} judge;

static void free_bytes(uint8_t *key, uint32_t at, uint32_t size) {
    memset(key + at, 0, at != 0 ? size : 0);
}

/// Marks the bytes of an agent that belong to its key.
static void mark_key(const wits_brain *brain, uint8_t *key) {
    memset(key, 0xFF, brain->agent_size);
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        free_bytes(key, s->clock, 4);
        free_bytes(key, s->scored_clock, 4);
        free_bytes(key, s->data, s->data_size);
        free_bytes(key, s->cooldown_at != 0 ? s->cooldown_at + 1 : 0, COOLDOWN_BYTES - 1);
        free_bytes(key, s->target_at, TARGET_BYTES);
    }
}

static void read_words(const judge *j, const uint8_t *agent, uint64_t *words) {
    for (uint32_t i = 0; i < j->words; i++) {
        memcpy(&words[i], agent + j->at[i], sizeof *words);
    }
}

/// Returns false if an agent has too few or too many bytes to be compared word by word.
static bool open_judge(judge *j, const wits_brain *brain) {
    uint8_t key[MOST_WORDS * 8];
    const size_t size = wits_agent_size(brain);
    if (size < 8 || size > sizeof key) {
        return false;
    }
    j->brain = brain;
    j->size = size;
    j->words = (uint32_t)(size + 7) / 8;
    for (uint32_t i = 0; i < j->words; i++) {
        j->at[i] = i + 1 < j->words ? i * 8 : (uint32_t)size - 8;
    }
    mark_key(brain, key);
    read_words(j, key, j->key_bits);
    memset(j->known, 0, sizeof j->known);
    return true;
}

/// Finds out which bytes the agent's states own: those in which a valid agent may have any value.
static void learn(const judge *j, const uint8_t *agent, known *of) {
    uint8_t key[MOST_WORDS * 8], probe[MOST_WORDS * 8], foreign[MOST_WORDS * 8];
    mark_key(j->brain, key);
    for (size_t i = 0; i < j->size; i++) {
        probe[i] = agent[i] & key[i];
    }
    for (size_t i = 0; i < j->size; i++) {
        const uint8_t kept = probe[i];
        probe[i] = key[i] != 0 ? kept : 1;
        foreign[i] = key[i] == 0 && !wits_agent_is_valid(j->brain, probe, j->size) ? 0xFF : 0;
        probe[i] = kept;
    }
    read_words(j, foreign, of->foreign);
    of->has_owned = true;
}

static bool is_valid(judge *j, const uint8_t *agent) {
    uint64_t words[MOST_WORDS], mixed = 0, foreign = 0, differs = 0;
    read_words(j, agent, words);
    for (uint32_t i = 0; i < j->words; i++) {
        mixed = (mixed ^ (words[i] & j->key_bits[i])) * 0x9E3779B97F4A7C15u;
    }
    known *of = &j->known[mixed >> 58];
    for (uint32_t i = 0; i < j->words; i++) {
        differs |= (words[i] & j->key_bits[i]) ^ of->key[i];
        foreign |= words[i] & of->foreign[i];
    }
    if (of->has_owned && differs == 0) {
        return foreign == 0;
    }
    if (!wits_agent_is_valid(j->brain, agent, j->size)) {
        return false;
    }
    if (of->is_used && differs == 0) {
        learn(j, agent, of);  // worth it from the second agent on
        return true;
    }
    *of = (known){.is_used = true};
    for (uint32_t i = 0; i < j->words; i++) {
        of->key[i] = words[i] & j->key_bits[i];
    }
    return true;
}

static bool report_invalid(wits_report *report, uint64_t row) {
    wits_core_report_add(report, WITS_PROBLEM_AGENT_INVALID, WITS_TABLE_AGENTS, (uint32_t)row, NULL, NULL, NULL, 0);
    return false;
}

bool wits_snapshot_check_agents(const wits_brain *brain, const uint8_t *agents, uint64_t first, uint64_t count,
                                wits_report *report) {
    judge j;
    const size_t size = wits_agent_size(brain);
    const bool is_known = count > KNOWN && open_judge(&j, brain);
    for (uint64_t i = 0; i < count; i++, agents += size) {
        if (!(is_known ? is_valid(&j, agents) : wits_agent_is_valid(brain, agents, size))) {
            return report_invalid(report, first + i);
        }
    }
    return true;
}
