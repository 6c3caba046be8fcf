// SPDX-License-Identifier: MIT
// Shared code of the behaviour tests: a scene is one brain and three agents with the same inputs, one in each mode of
// section 8. Each call runs for all of them; their actions must have the same log, and their bytes must be equal.
#ifndef WITS_TESTS_SUPPORT_H
#define WITS_TESTS_SUPPORT_H

#include "wits/wits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(memory_sanitizer) || __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif
/// 1 if long tests repeat less: in sanitized and cross builds. tests/CMakeLists.txt defines WITS_FEW_REPEATS.
#ifdef WITS_FEW_REPEATS
enum { REPEATS_ARE_FEW = 1 };
#else
enum { REPEATS_ARE_FEW = 0 };
#endif

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define STATES(table) .states = table, .state_count = COUNT(table)
#define TRANSITIONS(table) .transitions = table, .transition_count = COUNT(table)
#define STEPS(table) .steps = table, .step_count = COUNT(table)
#define EVENTS(table) .events = table, .event_count = COUNT(table)
#define FUNCTIONS(table) .functions = table, .function_count = COUNT(table)
#define ROW(number) (UINT64_C(1) << (number))

enum { ALL_MODES = 7, ONLY_NOW = 1 << WITS_MODE_NOW, LOG_SIZE = 2048 };

/// Input of a scene's agents. The conditions `asked` and `step_asked` hold for the rows of these sets; `score` is the
/// state's of `scores`; `step` returns `next`, for the state `next_of` only if that is set.
typedef struct world {
    uint64_t rows;
    uint64_t step_rows;
    float scores[32];
    wits_state_id next;
    wits_state_id next_of;
    int numbers[8];
    char *log;
} world;

typedef struct scene {
    const wits_brain *brain;
    void *memory;
    wits_function *functions;
    uint8_t *agents[3];  ///< at odd addresses, by mode
    unsigned modes;
    world world;
    char logs[3][LOG_SIZE];
    uint32_t tick;
    uint64_t id;
    uint64_t seed;
    const wits_target_list *targets;  ///< target lists of the frames; null: none
    const wits_column *columns;       ///< as above; if an action assigns, use ONLY_NOW
    wits_trace *trace;                ///< trace of the agent in mode now
} scene;

/// Compiles the tables. In every state but the root `enter`, `exit` and `update`, in every transition and step `run`,
/// default to `log`, and so does `retarget` of an option with a target; a transition's `when` is `asked` and a step's
/// `step_asked`. These are added to the functions of `desc`: asked, step_asked, yes, no, score, log, nothing, step.
scene *scene_open(const wits_desc *desc);
/// As above, for some modes only. If an action writes the world, use ONLY_NOW.
scene *scene_open_in(const wits_desc *desc, unsigned modes);
void scene_close(scene *s);

/// Appends "A-enter", "A-exit", "A-update", "A-decide", "A-step", "t3" for a transition or "s3" for a step to the log;
/// with a target followed by "@7", or "@none".
void log_action(void *context, const wits_call *call);
void log_text(world *w, const char *text);

// Each verb, and the actions it must run, in order. Time is s->tick.
void start(scene *s, const char *expected);
void stop(scene *s, const char *expected);
void go_to(scene *s, wits_state_id state, const char *expected);
void restart(scene *s, wits_state_id state, const char *expected);
void place(scene *s, wits_state_id state);
void decide(scene *s, uint64_t rows, const char *expected);
void take(scene *s, uint32_t row, const char *expected);  ///< a decision pass in which one transition's condition holds
void pass(scene *s, const char *expected);                ///< a decision pass in which none does
void update(scene *s, const char *expected);
void update_with(scene *s, uint64_t step_rows, const char *expected);
void tick(scene *s, uint64_t rows, const char *expected);
void event(scene *s, uint32_t number);

/// The deepest active states, such as "B X".
void expect_active(const scene *s, const char *expected);
void expect_elapsed(const scene *s, wits_state_id state, uint32_t ticks);
bool is_in(const scene *s, wits_state_id state);
void expect_pending(const scene *s, uint32_t number, bool pending);

/// Compiles tables unchanged into memory of exactly the requested size. The caller frees it.
wits_brain *compile(const wits_desc *desc);

#endif
