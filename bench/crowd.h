// SPDX-License-Identifier: MIT
// Many agents: worlds of columns that run by hand or by wits, and what the workloads share.
#ifndef WITS_BENCH_CROWD_H
#define WITS_BENCH_CROWD_H

#include "harness.h"
#include "wits/crowd.h"
#include "wits/file.h"

enum {
    CROWD_MAX_COLUMNS = 20,
    CROWD_GRAIN = 64,  ///< numbers of agents are multiples of this
    // Ticks in a round. The fastest variants take some milliseconds for it.
    CROWD_TICKS = 32,
    CROWD_SINGLE_SHARE = 16,  ///< one agent after another is slow: it gets this many times fewer agents
    CROWD_SEED = 2024,
};

// Code by hand is compiled for the instructions that it is named after, and runs only where they are supported.
#if defined(__x86_64__) && defined(__GNUC__)
#define CROWD_X86 1
#define CROWD_AVX2 __attribute__((target("avx2")))
#define CROWD_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define CROWD_INLINE static inline __attribute__((always_inline))
#else
#define CROWD_X86 0
#define CROWD_AVX2
#define CROWD_AVX512
#define CROWD_INLINE static inline
#endif

bool crowd_has_avx2(void);
bool crowd_has_avx512(void);

/// A function over `count` agents from `first` on, both multiples of CROWD_GRAIN. `columns` are the brain's fields in
/// its order, then the state's bytes.
typedef void crowd_columns_fn(void *const *columns, uint32_t first, uint32_t count, uint32_t tick);

enum { CROWD_MAX_FUNCTIONS = 8 };

/// A function of the host, for one agent and for a block. Their context is the array of columns.
typedef struct crowd_function {
    wits_function one;
    wits_crowd_function block;
} crowd_function;

/// A workload, without the code that decides.
typedef struct crowd_model {
    const char *file;           ///< in bench/brains/
    const char *const *states;  ///< names of the leaves
    const uint8_t *codes;       ///< the byte for each in the columns of the code by hand
    uint32_t state_count;
    /// Initial state of agent i: writes the values of the fields and returns a row of `states`.
    uint32_t (*begin)(uint32_t agent, void *const *values);
    crowd_columns_fn *world;  ///< runs before each tick; may be null
    // Number of agents in a batch: world and decision alternate batch by batch. Each side uses its best size; 0: all
    // agents.
    uint32_t slice, wits_slice;
    const crowd_function *functions;
    uint32_t function_count;
    // Set by crowd_load.
    const wits_brain *brain;
    const wits_crowd_code *code;
    uint32_t field_count;
    size_t sizes[CROWD_MAX_COLUMNS];  ///< bytes of a value of each field, then of the state
    wits_function bound[CROWD_MAX_FUNCTIONS];
    wits_crowd_function bound_blocks[CROWD_MAX_FUNCTIONS];
} crowd_model;

/// A part of a crowd in the form of generated C.
typedef struct crowd_part {
    void *const *columns;  ///< the brain's fields in its order, then the agents' bytes
    uint32_t first, count, tick;
    void *scratch;
    wits_list *list;  ///< null if the brain calls no actions of the host
} crowd_part;

/// The output of `wits compile` for a brain.
typedef struct crowd_generated {
    void (*tick)(const crowd_part *part);
    size_t (*scratch_size)(void);
} crowd_generated;
#ifdef BENCH_GENERATED
#define CROWD_GENERATED(name) &crowd_generated_##name
#else
#define CROWD_GENERATED(name) NULL
#endif
extern const crowd_generated crowd_generated_w1, crowd_generated_w2, crowd_generated_w3, crowd_generated_w3c;
extern const crowd_generated crowd_generated_villager, crowd_generated_guard, crowd_generated_wolf;
extern const crowd_generated crowd_generated_boss, crowd_generated_person, crowd_generated_w3own;

typedef struct crowd_world {
    const crowd_model *model;
    uint32_t agents;
    uint32_t slice;
    void *columns[CROWD_MAX_COLUMNS];
    crowd_columns_fn *by_hand;         ///< decides for the agents of a slice
    const crowd_generated *generated;  ///< likewise, in generated C; if both are null, wits decides
    void *scratch;                     ///< scratch memory of generated C
    wits_column fields[CROWD_MAX_COLUMNS];
    wits_crowd crowd;
    wits_crowd_run run;
} crowd_world;

/// Loads the model's brain, once. Any problem ends the program.
void crowd_load(crowd_model *model);
/// A world in which every agent has started. It lives until crowd_free.
crowd_world *crowd_make(const crowd_model *model, uint32_t agents, crowd_columns_fn *by_hand);
/// Uses the same slices as the hand-written code.
crowd_world *crowd_make_generated(const crowd_model *model, uint32_t agents, const crowd_generated *generated);
crowd_world *crowd_make_wits(const crowd_model *model, uint32_t agents, wits_crowd_path path, wits_crowd_simd simd);
void crowd_free(crowd_world *world);
/// Returns zeroed memory, in large pages where supported.
void *crowd_allocate(size_t size);
void crowd_release(void *memory);
/// Ends the program if a crowd cannot be run.
void crowd_check(const wits_crowd *crowd);

/// The world and the decisions of a part of the agents, for one tick.
void crowd_run_part(crowd_world *world, uint32_t first, uint32_t count, uint32_t tick);
/// Does nothing: for a crowd_make without decisions.
void crowd_nothing(void *const *columns, uint32_t first, uint32_t count, uint32_t tick);
// For bench_variant.
void crowd_run(void *world, uint32_t tick, uint32_t ticks);
/// Reads and writes every byte instead.
void crowd_run_floor(void *world, uint32_t tick, uint32_t ticks);
uint64_t crowd_agent_digest(const void *world, uint32_t agent);
/// As above, for values elsewhere; `state` is a row of the model's states.
uint64_t crowd_digest(const crowd_model *model, const void *const *values, uint32_t state);

/// Adds a variant to a list of BENCH_MAX_VARIANTS.
void crowd_add(bench_variant *variants, uint32_t *count, bench_variant variant);

/// The variants over columns that every workload has.
typedef struct crowd_hands {
    crowd_model *model;
    uint32_t agents;
    crowd_columns_fn *avx2, *avx512;   ///< null if there is none
    double to_switch, to_hand;         ///< targets of wits; 0 is none
    const crowd_generated *generated;  ///< null if there is none
} crowd_hands;
#if CROWD_X86
#define CROWD_HANDS(name) name##_avx2, name##_avx512
#else
#define CROWD_HANDS(name) NULL, NULL
#endif
/// by_hand, by_hand_avx512, floor, wits, wits_baseline, wits_single and generated, as far as this machine supports
/// them.
void crowd_add_columns(bench_variant *variants, uint32_t *count, const crowd_hands *hands);
/// The code by hand alone.
void crowd_add_by_hand(bench_variant *variants, uint32_t *count, const crowd_hands *hands);
void crowd_free_columns(const bench_variant *variants, uint32_t count);
/// Prints the path that wits takes with this brain, except for --json.
void crowd_print_plan(const char *workload, const crowd_model *model, const bench_options *options);

/// Mixes a number's bits, for initial values without a pattern.
uint32_t crowd_scatter(uint32_t number);

// The models, and their fastest code by hand for this machine; null if there is none.
typedef struct crowd_workload {
    crowd_model *model;
    crowd_columns_fn *(*best_by_hand)(void);
} crowd_workload;
crowd_workload crowd_w1(void);
crowd_workload crowd_w2(void);
crowd_workload crowd_w3(void);

// The workloads: each returns whether its variants agree.
bool bench_crowd_w1(const bench_options *options);
bool bench_crowd_w2(const bench_options *options);
bool bench_crowd_w3(const bench_options *options);
bool bench_crowd_w3b(const bench_options *options);
bool bench_crowd_w4(const bench_options *options);
bool bench_crowd_targets(const bench_options *options);
bool bench_crowd_shipped(const bench_options *options);
bool bench_crowd_large(const bench_options *options);
bool bench_crowd_threads(const bench_options *options);
bool bench_crowd_functions(const bench_options *options);
bool bench_crowd_growth(const bench_options *options);

#endif
