// SPDX-License-Identifier: MIT
// Processes that share one crowd. Under mpirun there are several, called ranks and numbered from 0. Otherwise there is
// one, and these functions do nothing. Each rank has a range of the agents. All ranks run the same code, but standard
// output of ranks other than 0 is discarded.
//
// *Collective* functions must be called by all ranks in the same order. ranks_mpi.c implements them with MPI (builds
// with WITS_BUILD_MPI), ranks_one.c for a single process, ranks.c what both share. Only one thread may call them.
#ifndef WITS_TOOL_RANKS_H
#define WITS_TOOL_RANKS_H

#include "common/text.h"

/// Collective. Call it once, before any output. Afterwards, messages of ranks other than 0 are held back; ranks_settle
/// prints those that matter.
void ranks_begin(void);
/// Collective. Nothing of this may be called afterwards.
void ranks_end(void);

uint32_t ranks_count(void);
uint32_t ranks_mine(void);
/// Returns the number of items on all ranks before this one, when `all` are divided evenly. A rank's range starts there
/// and ends where the range of the next rank starts.
uint64_t ranks_first(uint64_t all, uint32_t rank);

/// Collective. Replaces each value by the sum over all ranks, modulo 2^64.
void ranks_sum(uint64_t *values, size_t count);
/// Collective. The same for the ranks on this machine, which share its memory and processors.
void ranks_sum_here(uint64_t *values, size_t count);
/// Collective. Returns the maximum over all ranks.
uint64_t ranks_greatest(uint64_t mine);
/// Collective. Returns whether `mine` is true on any rank.
bool ranks_any(bool mine);
/// Collective. Copies bytes from rank 0 to all ranks.
void ranks_copy(void *bytes, size_t size);
/// Collective. Concatenates the texts, or bytes, of all ranks in order.
void ranks_join(text *what);
/// A value that passes from rank to rank: each takes it from the previous rank, changes it, and gives it on. It does
/// not change on rank 0 when taken. At the end all have the value that the last rank gave. Both are collective, in this
/// order.
void ranks_take(void *value, size_t size);
void ranks_give(void *value, size_t size);
/// Collective. Returns the greatest status of all ranks, whose reasons have been printed. If rank 0 has no error,
/// prints the messages of the first rank that has one, with its number.
int ranks_settle(int status);

/// A file to which each rank writes its own bytes.
typedef struct ranks_file ranks_file;

/// Collective. Opens an existing file for writing. Returns null on all ranks if any rank cannot open it.
ranks_file *ranks_file_open(const char *path, text *problem);
/// Returns false and describes the problem if not all bytes were written.
bool ranks_file_write(ranks_file *to, uint64_t offset, const void *bytes, size_t size, text *problem);
/// Collective. Returns whether everything written is on the disk.
bool ranks_file_close(ranks_file *of, text *problem);

#endif
