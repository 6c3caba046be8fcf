// SPDX-License-Identifier: MIT
// The processes that share one crowd. Started by mpirun there are several, called ranks and numbered from 0; else there
// is one, and all of this does nothing. Each rank has a range of the agents. Rank 0 speaks: what others print on
// standard output goes nowhere, so that all ranks run the same code.
//
// What is called *collective* must be called by all ranks, in the same order. ranks_mpi.c has it with MPI (builds with
// WITS_BUILD_MPI), ranks_one.c for a single process, ranks.c what is the same for both. Only one thread calls these.
#ifndef WITS_TOOL_RANKS_H
#define WITS_TOOL_RANKS_H

#include "common/text.h"

/// Collective. To be called once, before anything is printed. From then on messages of ranks other than 0 are kept
/// back: ranks_settle prints those that matter.
void ranks_begin(void);
/// Collective; nothing of this may be called afterwards.
void ranks_end(void);

uint32_t ranks_count(void);
uint32_t ranks_mine(void);
/// Of how many agents or pieces in all those before a rank have been given out: its range begins there, and ends where
/// that of the next rank begins.
uint64_t ranks_first(uint64_t all, uint32_t rank);

/// Collective. Each value becomes the sum of that of all ranks, modulo 2^64.
void ranks_sum(uint64_t *values, size_t count);
/// The same of the ranks on this machine, which share its memory and processors.
void ranks_sum_here(uint64_t *values, size_t count);
/// Collective. The greatest of all.
uint64_t ranks_greatest(uint64_t mine);
/// Collective. Whether any rank says so.
bool ranks_any(bool mine);
/// Collective. All have the bytes of rank 0.
void ranks_copy(void *bytes, size_t size);
/// Collective. The text, or bytes, of all ranks, in their order.
void ranks_join(text *what);
/// A value that goes from rank to rank: each takes it from the one before, changes it, and gives it on. Of rank 0 it
/// stays what it was; in the end all have what the last gave. Both are collective, one after the other.
void ranks_take(void *value, size_t size);
void ranks_give(void *value, size_t size);
/// Collective, of statuses whose reasons have been said. The greatest of all; if rank 0 has none, what the first rank
/// that has one said is printed, with the rank in front.
int ranks_settle(int status);

/// A file that all ranks write, each its own bytes.
typedef struct ranks_file ranks_file;

/// Collective. Opens a file that is there for writing. Null on all ranks if it cannot be opened everywhere.
ranks_file *ranks_file_open(const char *path, text *problem);
/// False, and why in `problem`, if not all bytes arrived.
bool ranks_file_write(ranks_file *to, uint64_t offset, const void *bytes, size_t size, text *problem);
/// Collective. True if all that was written is on the disk.
bool ranks_file_close(ranks_file *of, text *problem);

#endif
