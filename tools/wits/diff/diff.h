// SPDX-License-Identifier: MIT
// Compares the behaviour of two brains: runs both over the same agents, seed, initial fields and inputs. Shared by
// `wits diff` and `wits review`. States, fields, functions, events and kinds of targets match if their paths or names
// are equal.
#ifndef WITS_TOOL_DIFF_H
#define WITS_TOOL_DIFF_H

#include "common/json.h"
#include "crowd/crowd_session.h"
#include "wits/convert.h"

#define DIFF_NEVER UINT32_MAX

/// One of the two brains.
typedef struct diff_side {
    const char *name;  ///< in tables: "A", "old"
    const char *path;
    wits_file *file;
    const wits_desc *desc;
    const wits_brain *brain;
    crowd_options options;  ///< with the settings and targets that this brain has
    crowd_given given;
    crowd_sim crowd;
    wits_state_id *same;    ///< by state: the same state of the other brain; WITS_NONE: there is none
    uint64_t *state_ticks;  ///< by state: number of ticks of agents that had it as a deepest active state
    uint64_t stopped_ticks;
    uint64_t *actions;  ///< by row: hash of the host actions of the current tick
} diff_side;

/// Agents whose first difference is the same.
typedef struct diff_group {
    text from;       ///< active states before the tick; empty at the start
    text active[2];  ///< active states after it; equal if only host actions differ
    uint64_t agents;
    uint64_t agent;  ///< the first of them
    uint32_t tick;
} diff_group;

typedef struct diff {
    const char *command;
    const crowd_options *given;  ///< those of the command line
    diff_side sides[2];
    uint64_t agents;
    uint64_t ticks;  ///< completed
    uint64_t planned;
    uint64_t seed;
    uint32_t redraw;        ///< settings are evaluated again every so many ticks; 0: only at the start
    bool has_draws;         ///< the command line has no inputs, so that they are drawn; see diff_draws.c
    crowd_options world;    ///< `given`, with the settings and targets that are drawn
    uint32_t *first;        ///< by agent: the tick of its first difference, or DIFF_NEVER
    unsigned char *before;  ///< the agents of the first brain before the tick
    bool is_ready;          ///< there are results, maybe of no tick
    uint64_t differed;
    uint32_t first_tick;   ///< of all agents that differed
    uint32_t median_tick;  ///< of all agents that differed
    diff_group *groups;    ///< most agents first
    size_t group_count, group_capacity;
    text notes;  ///< lines about what only one brain has
} diff;

enum { DIFF_USUAL_REDRAW = 20 };

/// Runs both brains. `redraw` is that of the command line, 0 if it has none. `given` has the options of the command
/// line; the files must outlive `to`, which must stay at its address. Returns a status; prints
/// errors. STATUS_INTERRUPTED: there are results up to Ctrl-C. End it in any case.
int diff_run(const crowd_options *given, uint32_t redraw, const char *const names[2], const char *const paths[2],
             wits_file *const files[2], bool shows_progress, diff *to);
void diff_end(diff *of);

/// Returns the number of ticks of all agents that shares of time refer to.
uint64_t diff_agent_ticks(const diff *of);

// ------------------------------------------------------------------------------------------------- inputs of an agent

/// diff_draws.c: adds targets and settings that draw every field and every result that the game gives from its range,
/// for brains that get no inputs. Notes those without a range.
void diff_draw_world(diff *to);
void diff_end_draws(diff *of);
/// Writes options of a command line: " --set health=1".
void text_diff_words(text *to, const char *option, const char *const *words, size_t count);
/// Writes the drawn values as options of a command line: " --set health=random".
void text_diff_draws(text *to, const diff *of);
/// Applies the settings to both crowds: before the start, where each takes the inputs of tick 0 first, and again before
/// a later tick. The second gets the values of the first. Returns false if interrupted, or if a value is out of range.
bool diff_set_values(const diff *of, crowd_sim *const crowds[2], uint32_t tick);
/// Returns whether `diff_set_values` is due before this tick.
bool diff_sets_at(const diff *of, uint32_t tick);
/// Returns whether an event is drawn for an agent at a tick.
bool diff_raises(const diff *of, uint32_t side, uint32_t event, uint64_t agent, uint32_t tick);

/// The inputs of one agent in one of the brains.
typedef struct diff_case {
    text inputs;                          ///< CSV, as for `wits run`
    text targets[WITS_MAX_TARGET_KINDS];  ///< CSV, by kind; empty without --targets
    text *sets;                           ///< "health=0.25": the values that were set at the start
    size_t set_count;
} diff_case;

/// diff_case.c: computes the inputs of an agent up to a tick. Returns a status; prints errors.
int diff_case_of(const diff *of, uint64_t agent, uint32_t last, uint32_t side, diff_case *to);
void diff_case_free(diff_case *of);

// ------------------------------------------------------------------------------------------------------------- results

/// A state that was active in at least one brain.
typedef struct diff_state {
    wits_state_id ids[2];  ///< WITS_NONE: the brain lacks it
    uint64_t ticks[2];     ///< ticks of agents
} diff_state;

/// Returns the states in the order of the first brain, then those that only the second has. Free the result.
diff_state *diff_states(const diff *of, size_t *count);
/// Writes the path of a state.
void text_diff_state(text *to, const diff *of, const diff_state *state);

/// A transition that occurred in at least one brain.
typedef struct diff_move {
    text name;  ///< "combat/attack → combat/cover"
    wits_state_id from[2], to[2];
    uint64_t counts[2];
} diff_move;

/// Returns the transitions, greatest change first. Free the result with diff_moves_free.
diff_move *diff_moves(const diff *of, size_t *count);
void diff_moves_free(diff_move *of, size_t count);

/// One brain's account of a tick in which an agent differed.
typedef struct diff_reason {
    text why;      ///< as `wits explain` words it
    text calls;    ///< "strike(), mend()", or empty
    text inputs;   ///< shell commands that write the agent's inputs to files, a line each; empty if `command` needs
                   ///< none, or those of the first brain
    text command;  ///< shell command that prints the whole explanation
} diff_reason;

/// Explains the first agent of a group in both brains. Returns a status; prints errors. Free `to` in any case.
int diff_explain(const diff *of, const diff_group *group, diff_reason to[2]);
void diff_reasons_free(diff_reason of[2]);

/// Writes "1,000 agents, 100 ticks, seed 0".
void text_diff_size(text *to, const diff *of);
/// Writes "412 of 1,000 agents differed, the first at tick 1, half of them by tick 4".
void text_diff_verdict(text *to, const diff *of);
/// Writes "wits diff A.yaml B.yaml ..." with the options that determine the runs.
void text_diff_command(text *to, const diff *of);
/// Writes "23.14 %".
void text_diff_share(text *to, const diff *of, uint64_t ticks);
/// Writes the difference in percentage points: "+2.81".
void text_diff_change(text *to, const diff *of, const uint64_t ticks[2]);

/// Writes "25 agents: from patrol/walk, A goes to combat/cover and B stays".
void text_diff_group(text *to, const diff *of, const diff_group *group);

void diff_print(const diff *of, size_t explained);
void diff_json(json_writer *to, const diff *of, size_t explained);
/// Writes the picture as SVG.
void diff_draw(const diff *of, text *to);

/// Matches the states of two brains, with the renames of the second. Free the result.
wits_versions *diff_match(wits_file *const files[2]);

#endif
