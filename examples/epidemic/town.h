// SPDX-License-Identifier: MIT
// A town of people who fall ill, for epidemic.c (one process) and epidemic_mpi.c (many). Each process, a *rank*, has
// the people in some rows of the town's cells. In a tick
//
//   town_live    all people decide (brains/person.yaml) and go a step; those who leave these rows are packed
//   exchange     the program sends the packed people to the ranks above and below, one message each
//   town_meet    arriving people are inserted; people near the ill may be infected
//   town_keep    writes a checkpoint when one is due
//
// All ranks together give the same bits as one. The rules for that are in docs/past-one-machine.md.
#ifndef WITS_EXAMPLE_TOWN_H
#define WITS_EXAMPLE_TOWN_H

#include "wits/crowd.h"
#include "wits/file.h"

enum { WELL, CATCHING, ILL, TREATED, IMMUNE, HEALTHS };  ///< a person's health
extern const char *const health_names[HEALTHS];

enum { AGENT_ROOM = 6, DAY = 96 };  ///< bytes of an agent; ticks, of a quarter of an hour each

/// A person without the id, as in memory and in messages to other ranks.
typedef struct person {
    uint32_t until;  ///< the tick after which his health changes by itself
    uint16_t x, y;   ///< his cell
    // Fields of the brain.
    uint8_t health, ill_near, goal, food, worry;
    bool arrived;
    uint8_t agent[AGENT_ROOM];
} person;

typedef struct town_options {
    const char *brain, *picture, *checkpoint, *resume;  ///< files; all but the first may be null
    uint64_t people, seed;
    uint32_t ticks, every;  ///< every: ticks from one checkpoint to the next
} town_options;

/// Adds up each of `count` values over all ranks; all ranks call it, and all get the sums.
typedef void town_add_fn(uint64_t *values, size_t count);

/// A message between ranks: the number of ill people who stay in each cell of the border row, then the people who cross
/// it, by id.
typedef struct message {
    unsigned char *bytes;
    size_t size, room;
} message;

enum { ABOVE, BELOW, SIDES };

typedef struct town {
    const town_options *options;
    uint32_t rank, ranks, tick;
    town_add_fn *add;      ///< null: there is one rank
    uint32_t side;         ///< cells in a row, and rows of all ranks
    uint32_t first, rows;  ///< rows of this rank
    bool has[SIDES];       ///< a neighbour

    uint64_t *ids;  ///< ascending
    person *people;
    uint32_t count, room;
    uint32_t *ill;  ///< count in each cell, with one more row on each side
    message out[SIDES], in[SIDES];

    wits_file *file;
    wits_crowd crowd;
    wits_crowd_run run;
    void *code;
    uint8_t time;  ///< of day, the same for all

    uint64_t (*curve)[HEALTHS];  ///< people of each health after each tick, the start being tick 0
    uint64_t crossed, sent;      ///< people and bytes that left this rank
} town;

/// Reads the command line. Returns false if it is wrong, with a message if `is_told`.
bool town_options_read(int argc, char **argv, town_options *to, bool is_told);
/// Returns true if that many ranks can share the town; if not, prints a message if `is_told`.
bool town_fits(const town_options *options, uint32_t ranks, bool is_told);
/// Creates the people in the rows of a rank, at home or from a checkpoint. Prints an error and returns false if the
/// checkpoint is unusable. Exits with a message without memory or if the brain is invalid. `add` may be null for one
/// rank.
bool town_begin(town *t, const town_options *options, uint32_t rank, uint32_t ranks, town_add_fn *add);
void town_end(town *t);
void town_live(town *t, uint32_t tick);
void town_meet(town *t, uint32_t tick);
/// Writes a checkpoint if one is due after this tick. Prints an error and returns false if that fails.
bool town_keep(const town *t, uint32_t tick);
/// Prints a line for each day, and the hash of all people; draws the picture. All ranks call it, and rank 0 prints.
bool town_report(town *t);

// Shared by the sources of the town.

/// Allocates zeroed memory; exits with a message if there is none.
void *town_allocate(size_t count, size_t size);
void message_reserve(message *of, size_t size);
void town_add(const town *t, uint64_t *values, size_t count);
/// Returns the sum of the hashes of all people here; sums of ranks add up.
uint64_t town_hash(const town *t);
/// Adds a person whose id is greater than all others here.
void town_settle(town *t, uint64_t id, const person *is);
/// Reads a checkpoint. Prints an error and returns false if it does not belong to this town.
bool town_resume(town *t);

#endif
