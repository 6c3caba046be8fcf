// SPDX-License-Identifier: MIT
// Functions that answer what was recorded. A question is a function, its state, agent, target and arguments. The same
// question asked again in a call gets the next answer, or the last one if there is no other.
#include "record/replay.h"

enum { MOST_PROBES = 512 };

size_t wits_replay_table_size(const wits_brain *brain) {
    return offsetof(answer_table, functions) + (brain->function_count + 1u) * sizeof(wits_function);
}

// ------------------------------------------------------------------------------------------------------------- answers

static uint32_t question_hash(const recorded_answer *of) {
    uint64_t hash = of->arguments ^ ((uint64_t)of->row << 32 | of->function << 16 | of->state);
    hash = (hash ^ hash >> 29) * 0x9E3779B97F4A7C15u;
    hash ^= (uint64_t)of->target_kind << 32 | of->target;
    hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32);
}

static bool is_same_question(const recorded_answer *a, const recorded_answer *b) {
    return a->row == b->row && a->function == b->function && a->state == b->state && a->target == b->target &&
           a->target_kind == b->target_kind && a->arguments == b->arguments;
}

/// Finds the slot of a question: its first answer, or an empty one. Half of the slots are empty, so only a recording
/// made for it needs more probes than there are: then null.
static uint32_t *find_slot(const wits_replay *r, const recorded_answer *question) {
    const uint32_t hash = question_hash(question);
    for (uint32_t i = 0; i < MOST_PROBES; i++) {
        uint32_t *slot = &r->slots[(hash + i) & r->slot_mask];
        if (*slot == 0 || is_same_question(&r->answers[*slot - 1].is, question)) {
            return slot;
        }
    }
    return NULL;
}

void wits_replay_begin_pass(wits_replay *r) {
    r->pass = r->pass != UINT32_MAX ? r->pass + 1 : 1;  // 0: an answer for which no question was asked
}

void wits_replay_clear_answers(wits_replay *r) {
    wits_replay_begin_pass(r);
    for (uint32_t i = 0; i < r->answer_count; i++) {
        r->slots[r->answers[i].slot] = 0;
    }
    r->answer_count = 0;
}

/// Numbers an answer as the replay's brain does. Returns false if its function, state or target is gone.
static bool translate(const wits_replay *r, recorded_answer *answer) {
    answer->function = r->functions[answer->function];
    const wits_state_id state = replay_state(r, answer->state);
    const bool is_gone = state == WITS_NONE && answer->state != WITS_NONE;
    answer->state = state;
    if (answer->target_kind != WITS_NONE) {
        answer->target_kind = r->kinds[answer->target_kind];
        return answer->function != WITS_NONE && !is_gone && answer->target_kind != WITS_NONE;
    }
    return answer->function != WITS_NONE && !is_gone;
}

bool wits_replay_add_answers(wits_replay *r, const chunk *from) {
    byte_reader reader = {from->bytes, from->bytes + from->size, true};
    recorded_answer answer = {0};
    while (wits_record_next_answer(&r->of, &reader, &answer)) {
        recorded_answer now = answer;
        if (!translate(r, &now)) {
            continue;
        }
        uint32_t *slot = find_slot(r, &now);
        if (slot == NULL || r->answer_count >= r->answer_capacity) {
            return false;
        }
        const uint32_t number = r->answer_count++;
        r->answers[number] = (replay_answer){.is = now, .last = number, .slot = (uint32_t)(slot - r->slots)};
        if (*slot == 0) {
            *slot = number + 1;
        } else {
            replay_answer *first = &r->answers[*slot - 1];
            r->answers[first->last].next = number + 1;
            first->last = number;
        }
    }
    return reader.is_good;
}

/// Finds the next answer to a question; null if there is none.
static const recorded_answer *next_answer(wits_replay *r, const wits_call *call) {
    recorded_answer question = {.function = call->function,
                                .state = call->state,
                                .row = call->frame->row,
                                .target_kind = call->target != NULL ? call->target->kind : WITS_NONE,
                                .target = call->target != NULL ? call->target->id : WITS_NO_TARGET,
                                .arguments = wits_record_hash_arguments(call->arguments, call->argument_count)};
    const uint32_t *slot = find_slot(r, &question);
    if (slot == NULL || *slot == 0) {
        question.state = WITS_NONE;  // asked for a block
        slot = find_slot(r, &question);
    }
    if (slot == NULL || *slot == 0) {
        r->unanswered++;
        return NULL;
    }
    replay_answer *first = &r->answers[*slot - 1];
    if (first->pass != r->pass) {
        first->pass = r->pass;
        first->current = *slot;
    }
    const replay_answer *now = &r->answers[first->current - 1];
    first->current = now->next != 0 ? now->next : first->current;
    return &now->is;
}

// ----------------------------------------------------------------------------------------------------------- functions

static wits_replay *replay_of(const wits_call *call) {
    const uint8_t *functions = (const uint8_t *)(const void *)call->frame->functions;
    const answer_table *table = (const void *)(functions - offsetof(answer_table, functions));
    return table->replay;
}

static bool replayed_condition(const void *context, const wits_call *call) {
    (void)context;
    const recorded_answer *answer = next_answer(replay_of(call), call);
    return answer != NULL && answer->kind == ANSWER_YES;
}

static float replayed_score(const void *context, const wits_call *call) {
    (void)context;
    const recorded_answer *answer = next_answer(replay_of(call), call);
    return answer != NULL && answer->kind == ANSWER_SCORE ? float_from_bits(answer->value) : 0;
}

/// Does what the action or step did. Returns the step's destination.
static wits_state_id repeat(wits_replay *r, const wits_call *call) {
    const recorded_answer *answer = next_answer(r, call);
    recorded_effect effect;
    if (answer == NULL || answer->kind != ANSWER_EFFECT ||
        !wits_record_begin_effect((byte_reader){answer->effect, answer->effect + answer->effect_size, true}, &effect)) {
        return WITS_STAY;
    }
    wits_replay_raise(r, call->agent, effect.events);
    uint32_t column, width;
    for (const uint8_t *value = wits_record_next_effect(&r->of, &effect, &column, &width); value != NULL;
         value = wits_record_next_effect(&r->of, &effect, &column, &width)) {
        wits_replay_write_column(r, column, call->frame->row, 1, value);
    }
    uint64_t size;
    const uint8_t *data = wits_record_effect_data(&effect, &size);
    if (data != NULL && call->data != NULL && size == call->data_size) {
        memcpy(call->data, data, (size_t)size);
    }
    return effect.state < r->of.start.state_count ? replay_state(r, effect.state) : (wits_state_id)WITS_STAY;
}

static void replayed_action(void *context, const wits_call *call) {
    (void)context;
    repeat(replay_of(call), call);
}

/// A destination that the leaf does not declare is misuse: it stays.
static wits_state_id replayed_step(void *context, const wits_call *call) {
    (void)context;
    const state_row *s = brain_state(call->brain, call->state);
    const wits_state_id to = repeat(replay_of(call), call);
    bool is_declared = false;
    for (uint32_t i = 0; i < s->step_count; i++) {
        is_declared = is_declared || brain_step(call->brain, s->first_step + i)->to == to;
    }
    return is_declared ? to : (wits_state_id)WITS_STAY;
}

void wits_replay_open_answers(wits_replay *r) {
    r->table->replay = r;
    for (uint32_t i = 0; i < r->brain->function_count; i++) {
        const wits_function_kind kind = wits_function_kind_of(r->brain, i);
        r->table->functions[i] = (wits_function){.name = wits_function_name(r->brain, i)};
        wits_function *to = &r->table->functions[i];
        to->condition = kind == WITS_FUNCTION_CONDITION ? replayed_condition : NULL;
        to->score = kind == WITS_FUNCTION_SCORE ? replayed_score : NULL;
        to->action = kind == WITS_FUNCTION_ACTION ? replayed_action : NULL;
        to->step = kind == WITS_FUNCTION_STEP ? replayed_step : NULL;
    }
}

const wits_function *wits_replay_functions(wits_replay *r) {
    return r->table->functions;
}

uint64_t wits_replay_unanswered(const wits_replay *r) {
    return r->unanswered;
}
