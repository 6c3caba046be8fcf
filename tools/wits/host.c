// SPDX-License-Identifier: MIT
#include "host.h"

static bool give_condition(const void *context, const wits_call *call) {
    return ((const host *)context)->values[call->function] != 0.0;
}

static float give_score(const void *context, const wits_call *call) {
    return (float)((const host *)context)->values[call->function];
}

static void run_action(void *context, const wits_call *call) {
    const host *h = context;
    h->action(h->user, call);
}

static void run_mark(void *context, const wits_call *call) {
    const host *h = context;
    h->begin(h->user, call);
}

wits_function host_function(const wits_function *function) {
    return (wits_function){
        .name = function->name,
        .condition = function->condition != NULL ? give_condition : NULL,
        .score = function->score != NULL ? give_score : NULL,
        .action = function->action != NULL ? run_action : NULL,
    };
}

wits_function host_mark(const char *name) {
    return (wits_function){.name = name, .action = run_mark};
}
