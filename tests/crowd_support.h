// SPDX-License-Identifier: MIT
// Shared code of the crowd tests. A flock is a crowd with a brain that uses most features, with several memory layouts,
// and the same agents run one by one with wits.h.
#ifndef WITS_TESTS_CROWD_SUPPORT_H
#define WITS_TESTS_CROWD_SUPPORT_H

#include "support.h"
#include "wits/crowd.h"

enum { SHEEP, GRAZE, WALK, FLEE, HIDE, RUN, SHEEP_STATES };
enum { HUNGER, FEAR, STEPS, CALM, MOOD, SHEEP_FIELDS };
enum { BARK, WHISTLE };

/// Input of the host functions for one sheep.
typedef struct pasture {
    bool grass;
    float cover;
    uint32_t bleats;
} pasture;

typedef enum layout {
    DENSE,    ///< one array per field
    STRUCTS,  ///< an array of packed structs, of odd size and at an odd address
    SPREAD,   ///< one array per field, and one for the agents, with gaps between the values
    SHARED,   ///< dense, but all share one `calm`
    LAYOUTS,
} layout;

typedef struct flock {
    wits_brain *brain;
    void *code;
    wits_crowd crowd;
    layout way;
    uint64_t count;
    size_t agent_stride;
    unsigned char *memory;  ///< memory of all columns
    size_t size;
    wits_column columns[SHEEP_FIELDS];
    pasture *pastures;
    uint64_t *ids;
    void *scratch;
    wits_list list;
} flock;

/// Stopped sheep with different fields. `ids` is null for ids from 100 on.
flock *flock_new(layout way, uint64_t count, const uint64_t *ids);
void flock_free(flock *of);
wits_crowd_run flock_run(flock *of, uint32_t tick);

/// Runs a call for each agent with wits.h. With `decide_every`.
void flock_run_alone(flock *of, const wits_crowd_run *run, wits_verb verb, wits_state_id state);

uint8_t *flock_agent(const flock *of, uint64_t row);
double flock_value(const flock *of, uint64_t row, uint32_t field);
/// Agents and fields are the same, whatever the layouts.
void assert_same_flock(const flock *a, const flock *b);
/// The records are equal and in the same order.
void assert_same_list(const wits_list *a, const wits_list *b);

/// A number below `most` from a state that is never 0.
uint32_t below(uint64_t *random, uint32_t most);

extern const wits_function sheep_functions[];
enum { SHEEP_FUNCTIONS = 5 };
extern const wits_crowd_path crowd_paths[];
enum { CROWD_PATHS = 4 };

#endif
