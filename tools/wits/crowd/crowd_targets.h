// SPDX-License-Identifier: MIT
// The targets of a crowd: --targets enemy=FILE.csv, the same list for all or with a column of agents, and
// --targets enemy=COUNT, for each agent so many, whose fields --set enemy.distance=EXPRESSION draws and which drift.
#ifndef WITS_TOOL_CROWD_TARGETS_H
#define WITS_TOOL_CROWD_TARGETS_H

#include "common/sets.h"
#include "common/target_lists.h"

/// Where the targets of a kind come from, as the command line says it.
typedef struct target_source {
    bool is_given;
    target_file file;  ///< where it is one
    uint32_t count;    ///< else of each agent
    wits_field_desc *fields;
    wits_brain *fields_brain;  ///< that has these alone
    sets set;                  ///< of them
} target_source;

typedef struct target_sources {
    const wits_desc *desc;
    const wits_promises *promises;
    target_source *kinds;
} target_sources;

/// What the command line says.
typedef struct target_words {
    const char *const *targets;  ///< "enemy=FILE.csv", "enemy=5"
    size_t target_count;
    const char *const *sets;  ///< "enemy.distance=random * 40"
    size_t set_count;
} target_words;

/// Whether a setting is of a target's field: it has a '.' before its '='.
bool is_target_setting(const char *given);
/// Returns a status; everything that is wrong is said. `to` is to be ended whatever is returned.
int target_sources_read(const char *command, const wits_file *file, const target_words *words, target_sources *to);
void target_sources_end(target_sources *of);
/// The last tick for which a file has rows.
uint32_t target_sources_last_tick(const target_sources *of);

/// Of one kind in one run.
typedef struct target_supply {
    const target_source *from;
    const wits_target_desc *kind;
    wits_column *columns;
    uint32_t *ids, *offsets, *own_rows;
    size_t capacity;  ///< rows that there is room for
    // Of a file with agents: the rows of the latest tick of each agent.
    size_t next;
    size_t *first, *count;
    // Of a number: of each field two draws, of the pairs and of the targets themselves.
    unsigned char **before, **after;
    uint32_t drawn;  ///< which draw `before` is
    bool has_drawn;
} target_supply;

/// Whose lists they are: `count` agents from `first` on, of `all` that the crowd has.
typedef struct crowd_range {
    uint64_t all, first, count;
    const uint64_t *ids;  ///< of these agents; null if they are rows of the crowd
} crowd_range;

/// The lists of all agents of one run, or of those of one rank.
typedef struct crowd_targets {
    const target_sources *from;
    crowd_range agents;
    uint64_t seed;
    target_supply *kinds;
    wits_target_list *lists;  ///< by kind, for wits_crowd; null if the brain has no kinds
} crowd_targets;

/// False, said, if there is not so much memory.
bool crowd_targets_begin(const target_sources *from, crowd_range agents, uint64_t seed, crowd_targets *to);
/// Warns of rows about agents that no rank has, once for each file. Collective.
void crowd_targets_say_absent(const crowd_targets *of);
void crowd_targets_end(crowd_targets *of);
/// The lists of a tick; ticks rise.
void crowd_targets_at(crowd_targets *of, uint32_t tick);

#endif
