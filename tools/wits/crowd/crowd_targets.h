// SPDX-License-Identifier: MIT
// The targets of a crowd. --targets enemy=FILE.csv gives a list for all agents, or for each if the file has a column of
// agents. --targets enemy=COUNT gives each agent this many targets, whose fields are drawn by --set
// enemy.distance=EXPRESSION and drift.
#ifndef WITS_TOOL_CROWD_TARGETS_H
#define WITS_TOOL_CROWD_TARGETS_H

#include "common/sets.h"
#include "common/target_lists.h"

/// The source of a kind's targets, as given on the command line.
typedef struct target_source {
    bool is_given;
    target_file file;  ///< if the source is a file
    uint32_t count;    ///< else: targets for each agent
    wits_field_desc *fields;
    wits_brain *fields_brain;  ///< contains only the kind's fields
    sets set;                  ///< settings of these fields
} target_source;

typedef struct target_sources {
    const wits_desc *desc;
    const wits_promises *promises;
    target_source *kinds;
} target_sources;

/// The arguments given on the command line.
typedef struct target_words {
    const char *const *targets;  ///< "enemy=FILE.csv", "enemy=5"
    size_t target_count;
    const char *const *sets;  ///< "enemy.distance=random * 40"
    size_t set_count;
} target_words;

/// Returns whether a setting is for a target's field: it has a '.' before its '='.
bool is_target_setting(const char *given);
/// Returns whether the value of --targets is a number such as "5", not a file.
bool target_source_is_number(const char *given);
/// Returns a status; prints all errors. End `to` in any case.
int target_sources_read(const char *command, const wits_file *file, const target_words *words, target_sources *to);
void target_sources_end(target_sources *of);
/// Returns the last tick for which a file has rows.
uint32_t target_sources_last_tick(const target_sources *of);

/// The targets of one kind in one run.
typedef struct target_supply {
    const target_source *from;
    const wits_target_desc *kind;
    wits_column *columns;
    uint32_t *ids, *offsets, *own_rows;
    size_t capacity;  ///< in rows
    // for a file with agents: the rows of each agent's latest tick
    size_t next;
    size_t *first, *count;
    // for a count: two draws of each field, for the pairs and for the targets themselves
    unsigned char **before, **after;
    uint32_t drawn;  ///< number of the draw in `before`
    bool has_drawn;
} target_supply;

/// The agents whose lists these are: `count` from `first`, out of `all` in the crowd.
typedef struct crowd_range {
    uint64_t all, first, count;
    const uint64_t *ids;  ///< ids of these agents; null if ids are row numbers
} crowd_range;

/// The target lists of all agents of one run, or of one rank.
typedef struct crowd_targets {
    const target_sources *from;
    crowd_range agents;
    uint64_t seed;
    target_supply *kinds;
    wits_target_list *lists;  ///< by kind, for wits_crowd; null if the brain has no kinds
} crowd_targets;

/// Prints an error and returns false if memory is insufficient.
bool crowd_targets_begin(const target_sources *from, crowd_range agents, uint64_t seed, crowd_targets *to);
/// Warns once for each file about rows for agents that no rank has. Collective.
void crowd_targets_say_absent(const crowd_targets *of);
void crowd_targets_end(crowd_targets *of);
/// Begins again with the first tick.
void crowd_targets_rewind(crowd_targets *of);
/// Updates the lists for a tick. Ticks ascend.
void crowd_targets_at(crowd_targets *of, uint32_t tick);

#endif
