// SPDX-License-Identifier: MIT
// The loop that runs a brain's code for one agent, and the calls of every tick.
#include "core/run/check.h"
#include "core/run/pass.h"
#include "core/run/targets.h"
#include "expr/bytecode.h"
#include "expr/choose.h"
#include "vm/code.h"

#include <string.h>

// With computed gotos each operation has its own indirect jump. (Cppcheck cannot parse them.)
#if defined(__GNUC__) && !defined(__cppcheck__) && !defined(WITS_NO_LABELS)
#pragma GCC diagnostic ignored "-Wpedantic"
#define VM_LABEL(name, text) &&at_##name,
#define RUN_LOOP                                                                                                       \
    static const void *const labels[] = {VM_LIST(VM_LABEL)};                                                           \
    goto *labels[o->operation];
#define RUN_OP(name) at_##name:
#define AGAIN goto *labels[o->operation]
#define IF_IS(name)                                                                                                    \
    if (o->operation == VM_##name) {                                                                                   \
        goto at_##name;                                                                                                \
    }
#define APART __attribute__((noinline))
#define ALWAYS inline __attribute__((always_inline))
#else
#define RUN_LOOP                                                                                                       \
    again:                                                                                                             \
    switch (o->operation)
#define RUN_OP(name) case VM_##name:
#define AGAIN goto again
#define IF_IS(name)
#define APART
#define ALWAYS inline
#endif
#define RUN_NEXT                                                                                                       \
    o++;                                                                                                               \
    AGAIN
#define GO(offset)                                                                                                     \
    o = op_at(code, offset);                                                                                           \
    AGAIN
/// A test's end.
#define BRANCH(holds)                                                                                                  \
    if ((holds) == o->flag) {                                                                                          \
        GO(o->to);                                                                                                     \
    }                                                                                                                  \
    RUN_NEXT
/// As above, for guards, which mostly follow one another.
#define GUARD(holds, name)                                                                                             \
    if ((holds) == o->flag) {                                                                                          \
        GO(o->to);                                                                                                     \
    }                                                                                                                  \
    o++;                                                                                                               \
    IF_IS(DECIDED);                                                                                                    \
    IF_IS(name);                                                                                                       \
    AGAIN
#define ACTED                                                                                                          \
    o++;                                                                                                               \
    IF_IS(RUN_END);                                                                                                    \
    IF_IS(SET_8);                                                                                                      \
    AGAIN

/// `store` writes to the field's bytes, `at`.
#define SET_FIELD(store)                                                                                               \
    if (frame->mode == WITS_MODE_LISTED) {                                                                             \
        run_words(p, o, o->to);                                                                                        \
        RUN_NEXT;                                                                                                      \
    }                                                                                                                  \
    unsigned char *at = field_to_set(frame, o);                                                                        \
    if (at != NULL) {                                                                                                  \
        store;                                                                                                         \
    }                                                                                                                  \
    RUN_NEXT

// ----------------------------------------------------------------------------------------------------------- fields

COMPILER_LOOP_BEGINS

static ALWAYS const unsigned char *op_field(const wits_frame *frame, const vm_op *o) {
    return bytecode_field(frame->columns, frame->row, o->field);
}

/// Returns null for a read-only field.
static ALWAYS unsigned char *field_to_set(const wits_frame *frame, const vm_op *o) {
    const wits_column *c = &frame->columns[o->field];
    return c->stride != 0 ? (unsigned char *)c->base + frame->row * c->stride : NULL;
}

// ---------------------------------------------------------------------------------------------------------- functions

static void forget_data(pass *p) {
    p->call.data = NULL;
    p->call.data_size = 0;
}

_Static_assert(offsetof(wits_call, row) - offsetof(wits_call, state) == offsetof(vm_op, row) - offsetof(vm_op, state) &&
                   offsetof(wits_call, function) - offsetof(wits_call, state) ==
                       offsetof(vm_op, k) - offsetof(vm_op, state),
               "call_about copies all three");

/// The call's state, row and function.
static ALWAYS void call_about_op(pass *p, const vm_op *o) {
    memcpy(&p->call.state, &o->state, offsetof(vm_op, k) - offsetof(vm_op, state) + sizeof o->k[0]);
}

static ALWAYS bool ask_host(pass *p, const wits_frame *frame, const vm_op *o) {
#ifdef WITS_CHECKS
    (void)frame;
    return wits_core_ask_condition(p, o->k[0] + 1, o->state, o->row);
#else
    call_about_op(p, o);
    return frame->functions[o->k[0]].condition(frame->context, &p->call);
#endif
}

/// Evaluates a condition of any form.
APART static bool ask_any(pass *p, function_ref condition, uint16_t id, uint16_t row) {
    bool holds = wits_core_ask_condition(p, condition, id, row);
    forget_data(p);
    return holds;
}

/// As above, while nothing inside its state is active.
APART static bool ask_entered(pass *p, const vm_op *o) {
    pass_set_moment(p, o->state, false);
    const bool holds = ask_any(p, o->k[0], o->state, o->row);
    p->moment = WITS_NONE;
    return holds;
}

static uint16_t child_of(const pass *p, uint16_t composite) {
    return wits_core_active_child(p, brain_state(p->call.brain, composite));
}

// NOLINTBEGIN(clang-analyzer-core.*): the analyzer does not know which operations have run before

/// Runs words of the action table, in any mode.
APART static void run_words(pass *p, const vm_op *o, uint32_t count) {
    if (p->silent) {
        return;
    }
    const uint16_t id = o->state != WITS_NONE ? o->state : p->source;
    for (uint32_t i = 0; i < count; i++) {
        wits_core_act_once(p, *brain_actions(p->call.brain, o->k[1] + i), (wits_action_kind)o->flag, id, o->row);
    }
    forget_data(p);
}

APART static uint16_t run_step(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    const wits_state_id next = wits_core_ask_step(p, s->step, id);
    bool declared = next == WITS_STAY;
    for (uint32_t i = 0; i < s->step_count; i++) {
        declared |= brain_step(p->call.brain, s->first_step + i)->to == next;
    }
    WITS_ASSERT(declared);
    forget_data(p);
    return declared ? next : WITS_STAY;
}

// ------------------------------------------------------------------------------------------------------------ options

/// A score that is neither a host function nor bytecode. `best` is NaN before any other is known.
APART static float other_score(pass *p, const option_row *o, float inertia, float best) {
    if (o->kind == OPTION_SAME) {
        return o->weight;
    }
    const expr_threshold to_reach = {o->weight, inertia, best};
    return wits_core_ask_score(p, o->score, o->state, o->weight >= 0.0f ? &to_reach : NULL) * o->weight;
}

static ALWAYS float ask_option(pass *p, const option_row *o, float inertia, float best) {
#ifndef WITS_CHECKS
    if (o->kind == OPTION_ASK) {
        p->call.state = o->state;
        p->call.function = o->score - 1;
        return p->call.frame->functions[o->score - 1].score(p->call.frame->context, &p->call) * o->weight;
    }
#endif
    if (o->kind == OPTION_BYTECODE) {
        return wits_expr_bytecode_run(brain_at(p->call.brain, o->score), p->call.frame->columns, p->call.frame->row,
                                      NULL)
                   .f *
               o->weight;
    }
    return other_score(p, o, inertia, best);
}

/// Counts a NaN score. For considerations NaN means that a gate does not hold.
APART static void count_nan_score(const pass *p, const option_row *o) {
    if (p->call.frame->nan_scores != NULL && o->kind != OPTION_CONSIDERED) {
        ++*p->call.frame->nan_scores;
    }
}

/// Finds the option that should be active by the highest of plain scores. Section 6.
APART static uint16_t choose_highest(pass *p, uint16_t id, uint16_t current) {
    const state_row *composite = brain_state(p->call.brain, id);
    bool is_done;  // none of its options can finish
    if ((composite->every | brain_state(p->call.brain, current)->hold) != 0 &&
        !wits_core_is_time_to_score(p, composite, current, &is_done)) {
        return current;
    }
    uint16_t best = current;
    float best_score = not_a_number();
    p->call.row = WITS_NONE;
    for (const option_row *o = brain_at(p->call.brain, composite->options); o->state != 0; o++) {
        const float more = o->state == current ? composite->inertia : 0.0f;
        const float score = ask_option(p, o, more, best_score) + more;
        if (!choose_reaches(score, composite->floor)) {
            if (is_nan(score)) {
                count_nan_score(p, o);
            }
        } else if (choose_beats(score, best_score) || choose_wins_tie(score, best_score, o->state == current)) {
            best_score = score;
            best = o->state;
        }
    }
    forget_data(p);
    return best;
}

/// The option to switch to; WITS_NONE: the current one stays.
APART static uint16_t choose_other(pass *p, uint16_t id, uint16_t current) {
    uint16_t chosen = wits_core_choose_option(p, id, current);
    forget_data(p);
    return chosen;
}

APART static uint32_t choose_entered(pass *p, uint16_t id) {
    pass_set_moment(p, id, false);
    uint16_t chosen = wits_core_choose_first(p, brain_state(p->call.brain, id), id);
    p->moment = WITS_NONE;
    forget_data(p);
    return brain_state(p->call.brain, chosen)->ordinal;
}

// ------------------------------------------------------------------------------------------------------------ machines

static ALWAYS const vm_op *op_at(const vm_op *code, uint32_t offset) {
    return (const vm_op *)((const char *)code + offset);
}

static ALWAYS uint32_t slot_of(const pass *p, const machine_row *m) {
    return bytes_get(p->agent + m->slot, m->width);
}

/// Returns the paths of a machine's current configuration.
static const vm_paths *paths_of(const pass *p, const code_entries *entries, uint32_t machine) {
    const wits_brain *brain = p->call.brain;
    return vm_paths_in(brain, entries, machine, slot_of(p, brain_machine(brain, machine)));
}

/// Returns the code after the choice of a composite, for the active states.
static const vm_op *behind_choice(const pass *p, const code_entries *entries, uint32_t machine, uint16_t composite) {
    const vm_op *o = op_at(vm_code(p->call.brain), paths_of(p, entries, machine)->decide);
    while ((o->operation != VM_HIGHEST && o->operation != VM_CHOOSE) || o->state != composite) {
        o++;  // it exists: the composite is still active, and chooses once
    }
    return o + 1;
}

// ------------------------------------------------------------------------------------------------------------ the loop

/// Clears pending events: events raised from now on are for the next pass.
static uint64_t take_events(const wits_brain *brain, uint8_t *agent) {
    uint8_t *events = agent + brain->events;
    uint64_t pending = 0;
    for (uint32_t i = 0; i < brain->event_bytes; i++) {
        pending |= (uint64_t)events[i] << 8 * i;
        events[i] = 0;
    }
    return pending;
}

/// The pending events, which a decision pass consumes.
static ALWAYS uint64_t events_of(const wits_brain *brain, uint8_t *agent) {
    if (brain->event_bytes == 1) {
        const uint8_t events = agent[brain->events];
        agent[brain->events] = 0;
        return events;
    }
    return brain->event_bytes != 0 ? take_events(brain, agent) : 0;
}

/// Returns the beginning of the switch to an option.
static ALWAYS uint32_t switch_to(const wits_brain *brain, const code_entries *entries, uint16_t option) {
    return ((const uint32_t *)brain_at(brain, entries->switches))[option];
}

/// Runs the code from `begin` on. Returns true.
static bool run(const wits_brain *brain, const code_entries *entries, uint8_t *agent, const wits_frame *frame,
                uint32_t does, uint32_t begin) {
    const bool updates = (does & RUN_UPDATES) != 0;
    const vm_op *const code = vm_code(brain);
    const vm_op *o = op_at(code, begin);
    pass pass_itself, *const p = &pass_itself;
    pass_begin(p, brain, agent, frame);
    wits_core_check_enter(p);
    if ((does & RUN_DECIDES) != 0) {
        p->pending = events_of(brain, agent);
        p->deciding = true;
    } else if ((does & (RUN_SILENT | RUN_STOPS | RUN_FRESH)) != 0) {
        p->stops = (does & RUN_STOPS) != 0;
        p->silent = (does & RUN_SILENT) != 0;
        p->deciding = (does & RUN_FRESH) != 0;
    }
    const vm_op *calls[VM_CALLS];
    uint32_t limits[VM_CALLS];  // for each EXITS call, the previous limit
    const vm_op *intos[WITS_MAX_LEVELS];
    uint32_t call_count = 0, level = 0;
    RUN_LOOP {
        RUN_OP(TEST_UINT8) {
            GUARD(bytecode_in_UINT8(op_field(frame, o), o->k), TEST_UINT8);
        }
        RUN_OP(TEST_UINT16) {
            GUARD(bytecode_in_UINT16(op_field(frame, o), o->k), TEST_UINT16);
        }
        RUN_OP(TEST_UINT32) {
            GUARD(bytecode_in_UINT32(op_field(frame, o), o->k), TEST_UINT32);
        }
        RUN_OP(TEST_FLOAT) {
            GUARD(bytecode_in_FLOAT(op_field(frame, o), o->k), TEST_FLOAT);
        }
        RUN_OP(TEST_NO_FLOAT) {
            GUARD(bytecode_in_NO_FLOAT(op_field(frame, o), o->k), TEST_NO_FLOAT);
        }
        RUN_OP(BYTECODE) {
            BRANCH((wits_expr_bytecode_run(brain_at(brain, o->k[0]), frame->columns, frame->row, NULL).bits != 0));
        }
        RUN_OP(CONDITION) {
            GUARD(ask_host(p, frame, o), CONDITION);
        }
        RUN_OP(EXPRESSION) {
            BRANCH(ask_any(p, o->k[0], o->state, o->row));
        }
        RUN_OP(CONDITION_OF_CHILD) {
            BRANCH(ask_any(p, o->k[0], child_of(p, o->state), o->row));
        }
        RUN_OP(CONDITION_AT) {
            BRANCH(ask_entered(p, o));
        }
        RUN_OP(EVENT) {
            BRANCH((p->pending >> o->k[0] & 1));
        }
        RUN_OP(AFTER) {
            BRANCH((frame->tick - bytes_get32(agent + o->k[0]) >= o->k[1]));
        }
        RUN_OP(IN) {
            BRANCH((bytes_get(agent + o->k[0], o->row) - o->k[1] <= o->field));
        }
        RUN_OP(ACTIVE) {
            BRANCH(wits_core_pass_is_in(p, o->state));
        }
        RUN_OP(IS_DONE) {
            BRANCH(wits_core_is_done_before_exit(p, o->state));
        }
        RUN_OP(FRESH) {
            BRANCH((agent[brain->fresh + o->k[0] / 8] >> o->k[0] % 8 & 1));
        }
        RUN_OP(CHOSEN) {
            BRANCH((p->chosen == o->k[0]));
        }
        RUN_OP(RETARGETED) {
            BRANCH(p->retargets);
        }
        RUN_OP(NEXT) {
            BRANCH((p->said == o->k[0]));
        }
        RUN_OP(TURN) {
            BRANCH((o->state > p->over));
        }
        RUN_OP(IS_STOP) {
            BRANCH(p->stops);
        }
        RUN_OP(JUMP) {
            GO(o->to);
        }
        RUN_OP(CALL) {
            WITS_ASSERT(call_count < VM_CALLS);
            calls[call_count++] = o + 1;
            GO(o->to);
        }
        RUN_OP(RETURN) {
            o = calls[--call_count];
            AGAIN;
        }
        RUN_OP(INTO) {
            const uint32_t held = o->field == 1 ? agent[o->k[0]] : bytes_get16(agent + o->k[0]);
            uint32_t path;
            intos[level++] = o;
            memcpy(&path, brain_at(brain, o->k[1] + held * (uint32_t)sizeof(vm_paths)), sizeof path);
            GO(path);
        }
        RUN_OP(MACHINE_END) {
            o = intos[--level];
            RUN_NEXT;
        }
        RUN_OP(DONE) {
            call_count = 0;
            p->moment = WITS_NONE;
            level = o->k[0];
            if (level != 0) {
                o = intos[--level];
                RUN_NEXT;
            }
            if (!updates) {
                goto end;
            }
            p->deciding = false;
            GO(paths_of(p, entries, 0)->update);
        }
        RUN_OP(FIRED) {
            call_count = level = 0;
            p->moment = WITS_NONE;
            goto decided;
        }
        RUN_OP(DECIDED) {
        decided:
            if (!updates) {
                goto end;
            }
            p->deciding = false;
            o = op_at(code, o->to);
            IF_IS(ACTION);
            IF_IS(RUN_END);
            AGAIN;
        }
        RUN_OP(STEPPED) {
            call_count = 0;
            p->moment = WITS_NONE;
            p->over = o->state;
            if (level <= o->k[0]) {
                RUN_NEXT;
            }
            level = o->k[0];
            GO(intos[level]->to);
        }
        RUN_OP(RUN_END) {
            goto end;
        }
        RUN_OP(HIGHEST) {
            const uint16_t best = choose_highest(p, o->state, o->row);
            if (best == o->row) {
                RUN_NEXT;
            }
            GO(switch_to(brain, entries, best));
        }
        RUN_OP(CHOOSE) {
            const uint16_t best = choose_other(p, o->state, o->row);
            if (best == WITS_NONE) {
                RUN_NEXT;
            }
            GO(switch_to(brain, entries, best));
        }
        RUN_OP(GO_ON) {
            call_count = 0;
            p->moment = WITS_NONE;
            o = behind_choice(p, entries, o->k[0], o->state);
            AGAIN;
        }
        RUN_OP(EXITS) {
            const machine_row *m = brain_machine(brain, o->k[0]);
            const uint32_t held = slot_of(p, m);
            if (held == 0) {
                RUN_NEXT;
            }
            limits[call_count] = p->limit | (uint32_t)p->forgets << 16;
            calls[call_count++] = o + 1;
            p->limit = o->state;
            p->forgets = o->flag ? (uint16_t)WITS_NONE : p->limit;
            GO(vm_paths_in(brain, entries, o->k[0], held)->exits);
        }
        RUN_OP(LEAVE) {
            if (o->state > p->limit) {
                RUN_NEXT;
            }
            goto exited;
        }
        RUN_OP(EXITS_END) {
        exited:
            o = calls[--call_count];
            p->limit = (uint16_t)limits[call_count];
            p->forgets = (uint16_t)(limits[call_count] >> 16);
            AGAIN;
        }
        RUN_OP(SET_8) {
            agent[o->k[0]] = (uint8_t)o->k[1];
            o++;
            IF_IS(FIRED);
            AGAIN;
        }
        RUN_OP(SET_16) {
            bytes_put(agent + o->k[0], 2, o->k[1]);
            RUN_NEXT;
        }
        RUN_OP(REMEMBER) {
            if (o->state >= p->limit && o->state != p->forgets) {
                bytes_put(agent + o->k[0], o->row, o->k[1]);
            }
            RUN_NEXT;
        }
        RUN_OP(START_CLOCK) {
            bytes_put32(agent + o->k[0], frame->tick);
            RUN_NEXT;
        }
        RUN_OP(SPREAD_CLOCK) {
            bytes_put32(agent + o->k[0], frame->tick - (uint32_t)(frame->agent % o->k[1]));
            RUN_NEXT;
        }
        RUN_OP(STOP_CLOCK) {
            bytes_put32(agent + o->k[0], 0);
            RUN_NEXT;
        }
        RUN_OP(TURN_CLOCK) {
            bytes_put32(agent + o->k[0], frame->tick - bytes_get32(agent + o->k[0]));
            RUN_NEXT;
        }
        RUN_OP(OPEN_DATA) {
            const state_row *s = brain_state(brain, o->state);
            memcpy(agent + s->data, brain_at(brain, s->data_initial), s->data_size);
            RUN_NEXT;
        }
        RUN_OP(CLOSE_DATA) {
            const state_row *s = brain_state(brain, o->state);
            memset(agent + s->data, 0, s->data_size);
            RUN_NEXT;
        }
        RUN_OP(SET_FRESH) {
            uint8_t *byte = agent + brain->fresh + o->k[0] / 8;
            const uint8_t bit = (uint8_t)(1u << o->k[0] % 8);
            *byte = (uint8_t)(p->deciding ? *byte | bit : *byte & ~bit);
            RUN_NEXT;
        }
        RUN_OP(CLEAR_FRESH) {
            uint8_t *byte = agent + brain->fresh + o->k[0] / 8;
            *byte = (uint8_t)(*byte & ~(1u << o->k[0] % 8));
            RUN_NEXT;
        }
        RUN_OP(CLEAR_ALL_FRESH) {
            memset(agent + brain->fresh, 0, brain->fresh_bytes);
            RUN_NEXT;
        }
        RUN_OP(TURNS) {
            p->over = WITS_NONE;
            RUN_NEXT;
        }
        RUN_OP(SOURCE_CLOCK) {
            p->source_elapsed = wits_core_clock_elapsed(p, o->k[0]);
            RUN_NEXT;
        }
        RUN_OP(SOURCE) {
            p->source = child_of(p, o->state);
            p->source_elapsed = wits_core_clock_elapsed(p, brain_state(brain, p->source)->clock);
            RUN_NEXT;
        }
        RUN_OP(SOURCE_TARGETS) {
            wits_core_see_source(p, o->row ? p->source : o->state);
            RUN_NEXT;
        }
        RUN_OP(ENTER_TARGET) {
            wits_core_enter_target(p, o->state);
            forget_data(p);
            RUN_NEXT;
        }
        RUN_OP(CHOOSE_FIRST) {
            p->chosen = choose_entered(p, o->state);
            RUN_NEXT;
        }
        RUN_OP(STEP) {
            p->said = run_step(p, o->state);
            RUN_NEXT;
        }
        RUN_OP(KEPT) {
            p->kept_in = o->state;
            RUN_NEXT;
        }
        RUN_OP(MOMENT) {
            pass_set_moment(p, o->state, o->flag);
            RUN_NEXT;
        }
        RUN_OP(ACTION_AT) {
            pass_set_moment(p, o->field, false);
            goto acts;
        }
        RUN_OP(ACTION) {
        acts:
            if (frame->mode == WITS_MODE_NOW) {
                call_about_op(p, o);
                p->call.kind = (wits_action_kind)o->flag;
                frame->functions[o->k[0]].action(frame->context, &p->call);
            } else {
                run_words(p, o, 1);
            }
            ACTED;
        }
        RUN_OP(ACT) {
            pass_set_moment(p, o->field, false);
            run_words(p, o, o->to);
            RUN_NEXT;
        }
        RUN_OP(ACT_HERE) {
            run_words(p, o, o->to);
            RUN_NEXT;
        }
        RUN_OP(SET_FIELD_8) {
            SET_FIELD(*at = (unsigned char)o->k[0]);
        }
        RUN_OP(SET_FIELD_16) {
            SET_FIELD(store_uint16(at, (uint16_t)o->k[0]));
        }
        RUN_OP(SET_FIELD_32) {
            SET_FIELD(store_uint32(at, o->k[0]));
        }
        RUN_OP(RUN) {
            if (frame->mode == WITS_MODE_LISTED) {
                run_words(p, o, o->to);
            } else {
                wits_expr_bytecode_run(brain_at(brain, o->k[0]), frame->columns, frame->row, NULL);
            }
            ACTED;
        }
        RUN_OP(TELL) {
            wits_vm_tell(p, o);
            if (o->to != 0) {
                GO(o->to);
            }
            RUN_NEXT;
        }
    }
end:
    wits_core_check_leave(p);
    return true;
}

// --------------------------------------------------------------------------------------------------------------- verbs

/// A stopped agent does nothing, but events wait only for a decision pass.
APART static bool rest(const wits_brain *brain, void *agent, wits_verb verb) {
    if (verb != WITS_VERB_UPDATE) {
        take_events(brain, agent);
    }
    return true;
}

static ALWAYS bool run_pass(const wits_brain *brain, const code_entries *entries, void *agent, const wits_frame *frame,
                            wits_verb verb) {
    const uint32_t slot = brain->slot_width == 1 ? *(const uint8_t *)agent : bytes_get16(agent);
    const uint32_t does = verb == WITS_VERB_DECIDE   ? RUN_DECIDES
                          : verb == WITS_VERB_UPDATE ? RUN_UPDATES
                                                     : RUN_DECIDES | RUN_UPDATES;
    const vm_paths *paths = (const vm_paths *)brain_at(brain, entries->paths) + slot;
    return slot != 0 ? run(brain, entries, agent, frame, does, does == RUN_UPDATES ? paths->update : paths->decide)
                     : rest(brain, agent, verb);
}

/// Another mode, or a trace or explanation.
APART static bool run_seldom(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    if (!wits_vm_has_list_room(brain, frame, verb)) {
        return false;
    }
    const bool traced = frame->trace != NULL || frame->explain != NULL;
    return run_pass(brain, traced ? &brain->traced : &brain->plain, agent, frame, verb);
}

static ALWAYS bool run_verb(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    wits_core_check_call(brain, agent, frame);
    if (frame->mode != WITS_MODE_NOW || frame->trace != NULL || frame->explain != NULL) {
        return run_seldom(brain, agent, frame, verb);
    }
    return run_pass(brain, &brain->plain, agent, frame, verb);
}

void wits_vm_run(const vm_call *c, uint32_t begin) {
    if (begin != 0) {
        run(c->brain, &c->brain->traced, c->agent, c->frame, c->does, begin);
    }
}

bool wits_decide(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_verb(brain, agent, frame, WITS_VERB_DECIDE);
}

bool wits_update(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_verb(brain, agent, frame, WITS_VERB_UPDATE);
}

bool wits_tick(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_verb(brain, agent, frame, WITS_VERB_TICK);
}

// NOLINTEND(clang-analyzer-core.*)

COMPILER_LOOP_ENDS
