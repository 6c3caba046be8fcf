// SPDX-License-Identifier: MIT
// A town of people who fall ill, for epidemic.c (one process) and epidemic_mpi.c (many). Each process, a *rank*, has
// the people in some rows of the town's cells. In a tick
//
//   town_live    everybody decides (brains/person.yaml) and goes a step; who leaves these rows is packed
//   exchange     the program's: what is packed goes to the ranks above and below, one message each
//   town_meet    who arrives is taken in; who stands near the ill may catch it
//   town_keep    all of it goes to a file now and then
//
// All ranks together do, to the bit, what one does. The four rules that make it so are in docs/past-one-machine.md.
#ifndef WITS_EXAMPLE_TOWN_H
#define WITS_EXAMPLE_TOWN_H

#include "wits/crowd.h"
#include "wits/file.h"

enum { WELL, CATCHING, ILL, TREATED, IMMUNE, HEALTHS };  ///< a person's health
extern const char *const health_names[HEALTHS];

enum { AGENT_ROOM = 6, DAY = 96 };  ///< bytes of an agent; ticks, of a quarter of an hour each

/// All of a person but the id, as it lies in memory and goes to another rank.
typedef struct person {
    uint32_t until;  ///< the tick after which his health changes by itself
    uint16_t x, y;   ///< his cell
    // What his brain knows of.
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

/// What goes from rank to rank: how many ill people stay in each cell of the border row, then the people who cross it,
/// by id.
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
    uint32_t *ill;  ///< how many in each cell, with one more row on each side
    message out[SIDES], in[SIDES];

    wits_file *file;
    wits_crowd crowd;
    wits_crowd_run run;
    void *code;
    uint8_t time;  ///< of day, for all alike

    uint64_t (*curve)[HEALTHS];  ///< people of each health after each tick, the start being tick 0
    uint64_t crossed, sent;      ///< people and bytes that left this rank
} town;

/// False if the command line is wrong, which is told where `is_told`.
bool town_options_read(int argc, char **argv, town_options *to, bool is_told);
/// Whether so many ranks can share the town; if not, it is told where `is_told`.
bool town_fits(const town_options *options, uint32_t ranks, bool is_told);
/// The people who are in the rows of a rank: at home, or where a checkpoint has them. False, said, if that one cannot
/// be gone on from. Ends the program, after a message, if it lacks memory or the brain is no good. `add` may be null
/// for one rank.
bool town_begin(town *t, const town_options *options, uint32_t rank, uint32_t ranks, town_add_fn *add);
void town_end(town *t);
void town_live(town *t, uint32_t tick);
void town_meet(town *t, uint32_t tick);
/// Writes a checkpoint if one is due after this tick. False, said, if it cannot be written.
bool town_keep(const town *t, uint32_t tick);
/// Prints a line for each day, and the hash of all people; draws the picture. All ranks call it, and rank 0 does it.
bool town_report(town *t);

// What its sources share.

/// Zeroed; ends the program, after a message, if there is none.
void *town_allocate(size_t count, size_t size);
void message_reserve(message *of, size_t size);
void town_add(const town *t, uint64_t *values, size_t count);
/// The sum of the hashes of all people here: those of ranks add up.
uint64_t town_hash(const town *t);
/// Takes in a person with a greater id than all who are here.
void town_settle(town *t, uint64_t id, const person *is);
/// False, said, if the checkpoint is not of this town.
bool town_resume(town *t);

#endif
