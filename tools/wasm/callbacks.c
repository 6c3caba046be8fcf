// SPDX-License-Identifier: MIT
// Callbacks of the library as imports of the WebAssembly module, from the namespace "host". A host language cannot put
// its own functions into the module's function table. It passes these instead, and finds out from their arguments which
// of its functions to call: `call->function` and `call->frame->user`, or `user`.
#include <wits/crowd.h>
#include <wits/program.h>
#include <wits/reads.h>
#include <wits/situations.h>
#ifdef WITS_WASM_WHOLE
#include <wits/file.h>
#include <wits/prove.h>
#endif

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name))) extern

IMPORT(condition) bool host_condition(const void *context, const wits_call *call);
IMPORT(score) float host_score(const void *context, const wits_call *call);
IMPORT(action) void host_action(void *context, const wits_call *call);
IMPORT(step) wits_state_id host_step(void *context, const wits_call *call);
IMPORT(crowd_condition) void host_crowd_condition(const wits_crowd_call *call, bool *holds);
IMPORT(crowd_score) void host_crowd_score(const wits_crowd_call *call, float *scores);
IMPORT(line) void host_line(void *user, const char *line);
IMPORT(read) void host_read(void *user, const wits_read *read);
IMPORT(rename_target) uint32_t host_rename_target(void *user, uint32_t kind, uint32_t id);
#ifdef WITS_WASM_WHOLE
IMPORT(open)
bool host_open(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length);
IMPORT(go_on) bool host_go_on(void *user, const wits_prove_progress *progress);
#endif

/// Pointers to pass to the library: one word each, in this order.
typedef struct wits_wasm_callbacks {
    wits_condition_fn *condition;
    wits_score_fn *score;
    wits_action_fn *action;
    wits_step_fn *step;
    wits_crowd_condition_fn *crowd_condition;
    wits_crowd_score_fn *crowd_score;
    wits_line_fn *line;  ///< also a wits_print_fn
    wits_read_fn *read;
    wits_rename_target_fn *rename_target;
#ifdef WITS_WASM_WHOLE
    wits_open_fn *open;
    wits_prove_go_on_fn *go_on;
#endif
} wits_wasm_callbacks;

WITS_API const wits_wasm_callbacks *wits_wasm_callback_table(void);

const wits_wasm_callbacks *wits_wasm_callback_table(void) {
    static const wits_wasm_callbacks callbacks = {
        .condition = host_condition,
        .score = host_score,
        .action = host_action,
        .step = host_step,
        .crowd_condition = host_crowd_condition,
        .crowd_score = host_crowd_score,
        .line = host_line,
        .read = host_read,
        .rename_target = host_rename_target,
#ifdef WITS_WASM_WHOLE
        .open = host_open,
        .go_on = host_go_on,
#endif
    };
    return &callbacks;
}
