// SPDX-License-Identifier: MIT
// Work in pieces for several threads, and Ctrl-C between the pieces.
#ifndef WITS_TOOL_TEAM_H
#define WITS_TOOL_TEAM_H

#include <stdbool.h>
#include <stdint.h>

enum { THREAD_POOL_MOST = 1024 };  ///< threads that may be asked for

/// Whether this program was built with threads (OpenMP).
bool thread_pool_has_threads(void);
/// Processors that this program may use; 1 without threads.
uint32_t thread_pool_processors(void);

/// One piece of work. `worker` counts from 0; of one worker no two pieces run at once.
typedef void thread_pool_fn(void *user, uint32_t worker, uint64_t piece);

/// Runs the pieces from 0 to `pieces` - 1, handed out in that order, until all are done or Ctrl-C is pressed. Returns
/// how many are done: always the first ones.
uint64_t thread_pool_run(uint32_t workers, uint64_t pieces, thread_pool_fn *work, void *user);
/// Whatever is pressed.
void thread_pool_run_all(uint32_t workers, uint64_t pieces, thread_pool_fn *work, void *user);

/// From now on Ctrl-C asks to stop; a second one ends the program at once.
void interrupt_catch(void);
/// And so does the signal to terminate, which is what Open MPI's mpirun makes of Ctrl-C; its handler calls `also`.
void interrupt_catch_termination(void (*also)(void));
bool interrupt_asked(void);

#endif
