// SPDX-License-Identifier: MIT
#include "common/host.h"

static const void *column_of(const host *h, uint32_t function) {
    return h->columns != NULL ? h->columns[function] : NULL;
}

static void note_asked(const host *h, const wits_call *call, double gave) {
    if (h->asked != NULL && call->argument_count == 0) {
        h->asked[call->function] = true;
    }
    if (h->asked_with != NULL && call->argument_count != 0) {
        text arguments = {0};
        text_arguments(&arguments, call->arguments, call->argument_count);
        answers_give(h->asked_with, call->function, text_of(&arguments), gave, NULL);
        text_free(&arguments);
    }
}

void host_note_answer(const host *of, const wits_call *call, double answer) {
    if (call->argument_count == 0) {
        of->values[call->function] = answer;
    }
    note_asked(of, call, answer);
}

static bool give_condition(const void *context, const wits_call *call) {
    const host *h = context;
    const call_answer *own = answers_find(&h->given, call);
    const uint8_t *column = own != NULL ? own->column : column_of(h, call->function);
    const double value = own != NULL ? own->value : h->values[call->function];
    const bool holds = column != NULL ? column[call->frame->row] != 0 : value != 0.0;
    note_asked(h, call, holds);
    return holds;
}

static float give_score(const void *context, const wits_call *call) {
    const host *h = context;
    const call_answer *own = answers_find(&h->given, call);
    const float *column = own != NULL ? own->column : column_of(h, call->function);
    const double value = own != NULL ? own->value : h->values[call->function];
    const float score = column != NULL ? column[call->frame->row] : (float)value;
    note_asked(h, call, (double)score);
    return score;
}

static void give_conditions(const wits_crowd_call *call, bool *holds) {
    const host *h = call->crowd->contexts;
    const uint8_t *column = column_of(h, call->function);
    bool same = h->values[call->function] != 0.0;
    for (uint32_t i = 0; i < call->count; i++) {
        holds[i] = column != NULL ? column[call->agents[i]] != 0 : same;
    }
}

static void give_scores(const wits_crowd_call *call, float *scores) {
    const host *h = call->crowd->contexts;
    const float *column = column_of(h, call->function);
    float same = (float)h->values[call->function];
    for (uint32_t i = 0; i < call->count; i++) {
        scores[i] = column != NULL ? column[call->agents[i]] : same;
    }
}

static void run_action(void *context, const wits_call *call) {
    const host *h = context;
    if (h->action != NULL) {
        h->action(h->user, call);
    }
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

wits_crowd_function host_block_function(const wits_function *function) {
    return (wits_crowd_function){
        .condition = function->condition != NULL ? give_conditions : NULL,
        .score = function->score != NULL ? give_scores : NULL,
    };
}

wits_function host_mark(const char *name) {
    return (wits_function){.name = name, .action = run_mark};
}
