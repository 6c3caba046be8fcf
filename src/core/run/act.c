// SPDX-License-Identifier: MIT
// Host functions: evaluates conditions and scores, and runs or lists actions. Section 8.
#include "core/run/arguments.h"
#include "core/run/check.h"
#include "core/run/pass.h"
#include "core/run/targets.h"

#include "expr/bytecode.h"

#include <string.h>

bool wits_raise(const wits_brain *brain, void *agent, uint32_t event) {
    if (!has_event(brain, event)) {
        return false;
    }
    wits_core_check_impure(brain, agent);
    uint8_t *byte = (uint8_t *)agent + brain->events + event / 8;
    *byte = (uint8_t)(*byte | 1u << event % 8);
    return true;
}

bool wits_is_pending(const wits_brain *brain, const void *agent, uint32_t event) {
    wits_core_check_impure(brain, agent);
    return has_event(brain, event) && (((const uint8_t *)agent)[brain->events + event / 8] >> event % 8 & 1) != 0;
}

static void list_add(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row, uint32_t arguments) {
    wits_list *list = p->call.frame->list;
    wits_target room;
    const wits_target *target = wits_core_told_target(p, id, &room);
    WITS_ASSERT(list->count < list->capacity);  // wits_list_room is an upper bound
    list->records[list->count++] = (wits_action_record){.agent = p->call.frame->agent,
                                                        .agent_row = p->call.frame->row,
                                                        .action = action,
                                                        .kind = (uint16_t)kind,
                                                        .row = (uint16_t)row,
                                                        .arguments = arguments,
                                                        .target_kind = target != NULL ? target->kind : WITS_NONE,
                                                        .target = target != NULL ? target->id : WITS_NO_TARGET};
}

static void call_about(pass *p, uint16_t id, uint32_t row, bool with_data) {
    const state_row *s = brain_state(p->call.brain, id);
    p->call.state = id;
    p->call.row = (uint16_t)row;
    p->call.data = with_data && s->data != 0 ? p->agent + s->data : NULL;
    p->call.data_size = with_data ? s->data_size : 0;
}

/// The pass as an expression sees it, and the expression's owner.
typedef struct asker asker;

/// Passes arguments to the calls of one function.
static void hand_over(pass *p, const wits_argument *arguments, uint32_t count) {
    p->call.argument = count != 0 ? arguments : NULL;
    p->call.arguments = count != 0 ? arguments : NULL;
    p->call.argument_count = count;
}

static bool host_condition(pass *p, uint32_t function, uint16_t id, uint32_t row) {
    wits_target room;
    call_about(p, id, row, false);
    p->call.function = function;
    p->call.target = wits_core_told_target(p, id, &room);
    const bool holds = p->call.frame->functions[function].condition(p->call.frame->context, &p->call);
    p->call.target = NULL;
    return holds;
}

static float host_score(pass *p, uint32_t function, uint16_t id, uint32_t row) {
    wits_target room;
    call_about(p, id, row, false);
    p->call.function = function;
    p->call.target = wits_core_told_target(p, id, &room);
    const float score = p->call.frame->functions[function].score(p->call.frame->context, &p->call);
    p->call.target = NULL;
    return score;
}

static bool env_condition(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    const asker *a = user;
    if (count == 0) {
        return host_condition(a->p, function, a->id, a->row);
    }
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    wits_core_tell_arguments(a->p->call.brain, given, count, arguments);
    hand_over(a->p, arguments, count);
    const bool holds = host_condition(a->p, function, a->id, a->row);
    hand_over(a->p, NULL, 0);
    return holds;
}

static float env_score(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    const asker *a = user;
    if (count == 0) {
        return host_score(a->p, function, a->id, a->row);
    }
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    wits_core_tell_arguments(a->p->call.brain, given, count, arguments);
    hand_over(a->p, arguments, count);
    const float score = host_score(a->p, function, a->id, a->row);
    hand_over(a->p, NULL, 0);
    return score;
}

/// Stores the arguments of a call. The function is called later, once all of them are known.
static void env_action(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    asker *a = user;
    (void)function;
    memcpy(a->given, given, count * sizeof *given);
    a->count = count;
}

static bool env_is_in(void *user, uint32_t question) {
    return wits_core_answer(((const asker *)user)->p, question);
}

/// `who` must outlive the result.
static expr_env env_of(asker *who, uint32_t elapsed) {
    const wits_frame *f = who->p->call.frame;
    return (expr_env){.fields = f->columns,
                      .row = f->row,
                      .seed = f->seed,
                      .draws = f->draws,
                      .agent = f->agent,
                      .tick = f->tick,
                      .elapsed = elapsed,
                      .user = who,
                      .condition = env_condition,
                      .score = env_score,
                      .action = env_action,
                      .is_in = env_is_in};
}

/// Sets the targets that a program reads. `room` must live as long as the environment.
static void see_targets(const asker *who, const expr_program *program, expr_env *env, seen_targets *room) {
    pass *p = who->p;
    if ((program->uses & EXPR_USES_TARGETS) == 0) {
        return;
    }
    const bool all_said = p->seen != NULL && p->seen->kinds == ALL_KINDS;
    if (!all_said) {
        wits_core_see_targets(p, who->id, room);
    }
    const uint32_t *rows = all_said ? p->seen->rows : room->rows;
    env->targets = (expr_targets){.lists = lists_read(p, rows), .rows = rows};
}

/// Returns `elapsed` for the owner of a text while it is active.
static uint32_t elapsed_of(const pass *p, uint16_t id) {
    uint32_t clock = brain_state(p->call.brain, id)->clock;
    return clock != 0 && wits_core_pass_is_in(p, id) ? wits_core_clock_elapsed(p, clock) : 0;
}

void wits_core_pair_env(pass *p, uint16_t option, const uint32_t *rows, pair_env *room) {
    room->who = (asker){.p = p, .id = option, .row = WITS_NONE};
    room->env = env_of(&room->who, elapsed_of(p, option));
    room->env.targets = (expr_targets){.lists = p->call.frame->targets, .rows = rows};
}

static expr_value evaluate(pass *p, uint32_t program, uint16_t id, uint32_t row, uint32_t elapsed,
                           const expr_threshold *threshold) {
    const expr_program *code = brain_at(p->call.brain, program);
    if (bytecode_is_enough(code)) {
        const wits_frame *f = p->call.frame;
        expr_value value = wits_expr_bytecode_run(bytecode_code(code), f->columns, f->row, threshold);
        if (code->type == EXPR_FLOAT) {
            value.f = math_canonical(value.f);
        }
        return value;
    }
    asker who = {.p = p, .id = id, .row = (uint16_t)row};
    expr_env env = env_of(&who, elapsed);
    seen_targets seen;
    env.threshold = threshold;
    see_targets(&who, code, &env, &seen);
    return wits_expr_eval_one(code, &env);
}

void wits_core_assign(pass *p, uint32_t row, uint16_t id, uint32_t transition, uint32_t elapsed) {
    const assignment *a = brain_assignment(p->call.brain, row);
    wits_expr_store(&p->call.frame->columns[a->field], p->call.frame->row,
                    evaluate(p, a->program, id, transition, elapsed, NULL));
}

/// Notes that a condition or score is evaluated: its function must not make calls for the agent.
static void set_pure(pass *p, bool pure) {
#ifdef WITS_CHECKS
    p->pure = pure;
#else
    (void)p;
    (void)pure;
#endif
}

static bool is_pure(const pass *p) {
#ifdef WITS_CHECKS
    return p->pure;
#else
    (void)p;
    return false;
#endif
}

uint32_t wits_core_given(pass *p, uint32_t action, uint16_t id, uint32_t transition, uint32_t elapsed,
                         expr_given given[EXPR_MAX_ARGUMENTS]) {
    const call_row *call = brain_call(p->call.brain, action);
    if (call == NULL) {
        return 0;
    }
    asker who = {.p = p, .id = id, .row = (uint16_t)transition, .given = given};
    expr_env env = env_of(&who, elapsed);
    seen_targets seen;
    see_targets(&who, brain_at(p->call.brain, call->program), &env, &seen);
    const bool was_pure = is_pure(p);
    set_pure(p, true);
    wits_expr_eval_one(brain_at(p->call.brain, call->program), &env);
    set_pure(p, was_pure);
    return who.count;
}

static uint32_t given_now(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row,
                          expr_given given[EXPR_MAX_ARGUMENTS]) {
    const uint32_t elapsed = kind == WITS_ACTION_TRANSITION ? p->source_elapsed : elapsed_of(p, id);
    return wits_core_given(p, action, id, row, elapsed, given);
}

static void call_host(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row) {
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    if (action >= ACTION_ARGUMENT) {
        expr_given given[EXPR_MAX_ARGUMENTS];
        const uint32_t count = given_now(p, action, kind, id, row, given);
        wits_core_tell_arguments(p->call.brain, given, count, arguments);
        hand_over(p, arguments, count);
    }
    call_about(p, id, row, kind != WITS_ACTION_TRANSITION || wits_core_pass_is_in(p, id));
    p->call.kind = kind;
    p->call.function = action % ACTION_ARGUMENT;
    wits_target room;
    p->call.target = wits_core_told_target(p, id, &room);
    p->call.frame->functions[p->call.function].action(p->call.frame->context, &p->call);
    p->call.target = NULL;
    hand_over(p, NULL, 0);
}

/// Computes the arguments of a listed call and records their position. In mode listed that happens when the record is
/// run.
static uint32_t list_arguments(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row) {
    const call_row *call = brain_call(p->call.brain, action);
    wits_list *list = p->call.frame->list;
    if (call == NULL || call->computed == 0) {
        return 0;
    }
    if (p->call.frame->mode == WITS_MODE_LISTED) {
        return WITS_LIST_LATER;
    }
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = given_now(p, action, kind, id, row, given);
    const uint32_t first = list->argument_count;
    WITS_ASSERT(list->argument_capacity - first >= call->computed);  // wits_list_argument_room is an upper bound
    for (uint32_t i = 0; i < count; i++) {
        if (!given[i].is_constant) {
            list->arguments[list->argument_count++] = given[i].value.bits;
        }
    }
    return first;
}

static bool is_listed(wits_mode mode, uint32_t action) {
    bool own = (action & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) != 0;
    return mode == WITS_MODE_LISTED || (mode == WITS_MODE_DEFERRED && !own);
}

static void act(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row) {
    if (is_listed(p->call.frame->mode, action)) {
        const uint32_t arguments = list_arguments(p, action, kind, id, row);
        list_add(p, action, kind, id, row == WITS_NONE ? id : row, arguments);
    } else if ((action & WITS_LIST_RAISE) != 0) {
        wits_raise(p->call.brain, p->agent, action & ~WITS_LIST_RAISE);
    } else if ((action & WITS_LIST_ASSIGN) != 0) {
        uint32_t elapsed = kind == WITS_ACTION_TRANSITION ? p->source_elapsed : elapsed_of(p, id);
        wits_core_assign(p, action & ~WITS_LIST_ASSIGN, id, row, elapsed);
    } else {
        call_host(p, action, kind, id, row);
    }
}

/// Runs or lists one action. In a transition's action the targets are those of its source when it fired.
void wits_core_act_once(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row) {
    const seen_targets *before = p->seen;
    if (kind == WITS_ACTION_TRANSITION && p->call.brain->target_count != 0) {
        p->seen = &p->source_targets;
    }
    act(p, action, kind, id, row);
    p->seen = before;
}

/// Evaluates a state's program in the current situation. While the pairs of an option are scored only its own texts are
/// evaluated, and the `done` conditions that these query.
static expr_value ask_program(pass *p, function_ref ref, uint16_t id, uint32_t row, const expr_threshold *threshold) {
    if (p->walk != NULL) {
        p->walk->threshold = threshold;
        return wits_expr_eval_one(brain_program(p->call.brain, ref), p->walk);
    }
    return evaluate(p, ref & ~REF_PROGRAM, id, row, elapsed_of(p, id), threshold);
}

bool wits_core_ask_condition(pass *p, function_ref condition, uint16_t id, uint32_t row) {
    if (condition == 0) {
        return true;
    }
    const bool was_pure = is_pure(p);  // a condition may query whether a state is done, which may query another state
    set_pure(p, true);
    bool holds = (condition & REF_PROGRAM) != 0 ? ask_program(p, condition, id, row, NULL).bits != 0
                                                : host_condition(p, condition - 1, id, row);
    set_pure(p, was_pure);
    return holds;
}

uint32_t wits_core_ask_parts(pass *p, function_ref condition, uint16_t id, uint32_t row, bool *parts,
                             uint32_t capacity) {
    asker who = {.p = p, .id = id, .row = (uint16_t)row};
    expr_env env = env_of(&who, elapsed_of(p, id));
    seen_targets seen;
    see_targets(&who, brain_program(p->call.brain, condition), &env, &seen);
    set_pure(p, true);
    uint32_t count = wits_expr_condition_parts(brain_program(p->call.brain, condition), &env, parts, capacity);
    set_pure(p, false);
    return count;
}

float wits_core_ask_score(pass *p, function_ref score, uint16_t id, const expr_threshold *threshold) {
    set_pure(p, true);
    float value = (score & REF_PROGRAM) != 0 ? ask_program(p, score, id, WITS_NONE, threshold).f
                                             : host_score(p, score - 1, id, WITS_NONE);
    set_pure(p, false);
    return value;
}

int32_t wits_core_ask_rank(pass *p, function_ref rank, uint16_t id) {
    set_pure(p, true);
    int32_t value = ask_program(p, rank, id, WITS_NONE, NULL).i;
    set_pure(p, false);
    return value;
}

float wits_core_ask_recorded(pass *p, function_ref score, uint16_t id, const expr_recorder *recorder) {
    asker who = {.p = p, .id = id, .row = WITS_NONE};
    expr_env env = env_of(&who, elapsed_of(p, id));
    seen_targets seen;
    see_targets(&who, brain_program(p->call.brain, score), &env, &seen);
    set_pure(p, true);
    float value = wits_expr_eval_recorded(brain_program(p->call.brain, score), &env, recorder).f;
    set_pure(p, false);
    return value;
}

wits_state_id wits_core_ask_step(pass *p, function_ref step, uint16_t id) {
    call_about(p, id, WITS_NONE, true);
    p->call.kind = WITS_ACTION_STEP;
    p->call.function = step - 1;
    wits_target room;
    p->call.target = wits_core_told_target(p, id, &room);
    const wits_state_id next = p->call.frame->functions[step - 1].step(p->call.frame->context, &p->call);
    p->call.target = NULL;
    return next;
}
