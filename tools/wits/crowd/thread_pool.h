// SPDX-License-Identifier: MIT
// Runs work in pieces on several threads, and checks for Ctrl-C between the pieces.
#ifndef WITS_TOOL_THREAD_POOL_H
#define WITS_TOOL_THREAD_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum { THREAD_POOL_MOST = 1024 };  ///< maximum number of threads that may be requested

/// Returns whether this program was built with threads (OpenMP).
bool thread_pool_has_threads(void);
/// Returns the number of processors that this program may use; 1 without threads.
uint32_t thread_pool_processors(void);

/// Runs one piece of work. Workers are numbered from 0; no two pieces of one worker run at the same time.
typedef void thread_pool_fn(void *user, uint32_t worker, uint64_t piece);

/// Runs pieces 0 to `pieces` - 1 in that order until all are done or Ctrl-C is pressed. Returns how many are done;
/// these are always the first ones.
uint64_t thread_pool_run(uint32_t workers, uint64_t pieces, thread_pool_fn *work, void *user);
/// Runs all pieces and ignores Ctrl-C.
void thread_pool_run_all(uint32_t workers, uint64_t pieces, thread_pool_fn *work, void *user);

/// From now on Ctrl-C requests a stop. A second Ctrl-C ends the program at once.
void interrupt_catch(void);
/// Does the same for SIGTERM, which Open MPI's mpirun sends on Ctrl-C. The signal handler calls `also`.
void interrupt_catch_termination(void (*also)(void));
/// Treats Ctrl-C, SIGTERM and SIGHUP as an interrupt, so that the recording so far is kept.
void interrupt_catch_ends(void);
bool interrupt_asked(void);

#endif
