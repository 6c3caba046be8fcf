// SPDX-License-Identifier: MIT
// The calls that run every tick, for one agent. Whoever asks for a trace or an explanation gets it from decide.c and
// update.c, which say the same at greater length.
#include "core/check.h"
#include "core/consider.h"
#include "core/pass.h"
#include "expr/lean.h"
#include "vm/code.h"

#include <string.h>

// Where the compiler takes the address of a label, each operation jumps to the next by itself. (Cppcheck cannot read
// that.)
#if defined(__GNUC__) && !defined(__cppcheck__)
#pragma GCC diagnostic ignored "-Wpedantic"
#define VM_LABEL(name, text) &&at_##name,
#define LOOP                                                                                                           \
    static const void *const labels[] = {VM_LIST(VM_LABEL)};                                                           \
    goto *labels[o->operation];
#define OP(name) at_##name:
#define AGAIN goto *labels[o->operation]
#define APART __attribute__((noinline))
#define ALWAYS inline __attribute__((always_inline))
#else
#define LOOP                                                                                                           \
    again:                                                                                                             \
    switch ((vm_operation)o->operation)
#define OP(name) case VM_##name:
#define AGAIN goto again
#define APART
#define ALWAYS inline
#endif
#define NEXT                                                                                                           \
    o++;                                                                                                               \
    AGAIN
#define GO(number)                                                                                                     \
    o = code + (number);                                                                                               \
    AGAIN
/// A test's end.
#define TELL(holds)                                                                                                    \
    o = (holds) == o->flag ? code + o->to : o + 1;                                                                     \
    AGAIN

// ----------------------------------------------------------------------------------------------------------- fields

static ALWAYS const unsigned char *field_at(const wits_column *columns, size_t row, const vm_op *o) {
    return lean_field(columns, row, o->field);
}

/// Null: it cannot be written.
static ALWAYS unsigned char *field_to_set(const wits_column *columns, size_t row, const vm_op *o) {
    const wits_column *c = &columns[o->field];
    return c->stride != 0 ? (unsigned char *)c->base + row * c->stride : NULL;
}

// ---------------------------------------------------------------------------------------------------------- functions

static void forget_data(pass *p) {
    p->call.data = NULL;
    p->call.data_size = 0;
}

static ALWAYS bool ask_host(pass *p, const wits_function *functions, void *context, const vm_op *o) {
#ifdef WITS_CHECKS
    (void)functions;
    (void)context;
    return ask_condition(p, o->k[0] + 1, o->state, o->row);
#else
    p->call.state = o->state;
    p->call.row = o->row;
    p->call.function = o->k[0];
    return functions[o->k[0]].condition(context, &p->call);
#endif
}

/// A condition, whatever it needs.
APART static bool ask_any(pass *p, function_ref condition, uint16_t id, uint16_t row) {
    bool holds = ask_condition(p, condition, id, row);
    forget_data(p);
    return holds;
}

static uint16_t child_of(const pass *p, uint16_t composite) {
    return active_child(p, brain_state(p->brain, composite));
}

/// Words of the action table, in any mode.
APART static void run_words(pass *p, const vm_op *o) {
    const uint16_t id = o->state != WITS_NONE ? o->state : p->source;
    for (uint32_t i = 0; i < o->to; i++) {
        act_once(p, *brain_actions(p->brain, o->k[1] + i), (wits_action_kind)o->flag, id, o->row);
    }
    forget_data(p);
}

APART static uint16_t run_step(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->brain, id);
    const wits_state_id next = ask_step(p, s->step, id);
    bool declared = next == WITS_STAY;
    for (uint32_t i = 0; i < s->step_count; i++) {
        declared |= brain_step(p->brain, s->first_step + i)->to == next;
    }
    WITS_ASSERT(declared);
    forget_data(p);
    return next;
}

// ------------------------------------------------------------------------------------------------------------ options

/// A score that is neither asked of a host function nor lean. `best` is NaN before any other is known.
APART static float other_score(pass *p, const option_row *o, float inertia, float best) {
    if (o->kind == OPTION_SAME) {
        return o->weight;
    }
    if (o->kind == OPTION_CONSIDERED) {
        const bar to_reach = {o->weight, inertia, best};
        const look how = {.bar = o->weight >= 0.0f ? &to_reach : NULL, .probed = WITS_NONE};
        return consider(p, o->state, &how) * o->weight;
    }
    return ask_score(p, o->score, o->state) * o->weight;
}

static ALWAYS float ask_option(pass *p, const option_row *o, float inertia, float best) {
#ifndef WITS_CHECKS
    if (o->kind == OPTION_ASK) {
        p->call.state = o->state;
        p->call.function = o->score - 1;
        return p->frame->functions[o->score - 1].score(p->frame->context, &p->call) * o->weight;
    }
#endif
    if (o->kind == OPTION_LEAN) {
        return lean_run(brain_at(p->brain, o->score), p->frame->columns, p->frame->row).f * o->weight;
    }
    return other_score(p, o, inertia, best);
}

/// An option's score is no number. Of considerations that means a gate that does not hold.
APART static void count_nan(const pass *p, const option_row *o) {
    if (p->frame->nan_scores != NULL && o->kind != OPTION_CONSIDERED) {
        ++*p->frame->nan_scores;
    }
}

/// Section 6 for the highest of plain scores: which option should be active.
APART static uint16_t choose_highest(pass *p, uint16_t id, uint16_t current) {
    const state_row *composite = brain_state(p->brain, id);
    if ((composite->every | brain_state(p->brain, current)->hold) != 0 && !is_time_to_score(p, composite, current)) {
        return current;
    }
    uint16_t best = current;
    float best_score = not_a_number();
    p->call.row = WITS_NONE;
    for (const option_row *o = brain_at(p->brain, composite->options); o->state != 0; o++) {
        const float more = o->state == current ? composite->inertia : 0.0f;
        const float score = ask_option(p, o, more, best_score) + more;
        if (!(score >= composite->floor)) {  // not a number, or below the floor
            if (is_nan(score)) {
                count_nan(p, o);
            }
        } else if (!(score <= best_score) || (score == best_score && o->state == current)) {
            best_score = score;
            best = o->state;
        }
    }
    forget_data(p);
    return best;
}

APART static uint16_t choose_other(pass *p, uint16_t id, uint16_t current) {
    uint16_t chosen = choose_option(p, id, current);
    forget_data(p);
    return chosen;
}

APART static uint32_t choose_entered(pass *p, uint16_t id) {
    p->moment = id;
    p->moment_is_left = false;
    uint16_t chosen = choose_first(p, brain_state(p->brain, id), id);
    p->moment = WITS_NONE;
    forget_data(p);
    return brain_state(p->brain, chosen)->ordinal;
}

// ------------------------------------------------------------------------------------------------------------ machines

/// The machines that are being gone through, one inside another.
typedef struct inside {
    const vm_op *behind;
    uint16_t machine;
    bool updates;
} inside;

static ALWAYS uint32_t slot_of(const pass *p, const machine_row *m) {
    return bytes_get(p->agent + m->slot, m->width);
}

/// Where a machine's path begins; at operation 0 if it has nothing to do.
static uint32_t path_into(const pass *p, uint32_t machine, bool updates) {
    const machine_row *m = brain_machine(p->brain, machine);
    const uint32_t slot = slot_of(p, m);
    if (slot == 0) {
        return updates ? 0 : m->filling;
    }
    const vm_paths *paths = vm_paths_of(p->brain, m, slot);
    return updates ? paths->update : paths->decide;
}

/// Behind the choice of a composite, which has led to what is active now.
static const vm_op *behind_choice(const pass *p, uint32_t machine, uint16_t composite) {
    const vm_op *o = vm_code(p->brain) + path_into(p, machine, false);
    while ((o->operation != VM_HIGHEST && o->operation != VM_CHOOSE) || o->state != composite) {
        o++;  // it is there: the composite is still active, and chooses once
    }
    return o + 1;
}

// ------------------------------------------------------------------------------------------------------------ the loop

/// From operation `start` to the end of the pass.
static void run(pass *p, uint32_t start, bool updates) {
    const vm_op *const code = vm_code(p->brain);
    const wits_function *const functions = p->frame->functions;
    const wits_column *const columns = p->frame->columns;
    const size_t row = p->frame->row;
    void *const context = p->frame->context;
    const wits_mode mode = p->frame->mode;
    uint8_t *const agent = p->agent;
    const vm_op *calls[VM_CALLS];
    inside insides[WITS_MAX_LEVELS];
    uint32_t call_count = 0, level = 0;
    uint32_t chosen = 0;
    uint16_t limit = 0, forgets = 0;  // of EXITS
    uint16_t over = WITS_NONE;        // turns of states inside it are over
    wits_state_id said = WITS_STAY;   // by a step callback
    const vm_op *o = code + start;
    LOOP {
        OP(TEST_UINT8) {
            TELL(lean_in_UINT8(field_at(columns, row, o), o->k));
        }
        OP(TEST_UINT16) {
            TELL(lean_in_UINT16(field_at(columns, row, o), o->k));
        }
        OP(TEST_UINT32) {
            TELL(lean_in_UINT32(field_at(columns, row, o), o->k));
        }
        OP(TEST_FLOAT) {
            TELL(lean_in_FLOAT(field_at(columns, row, o), o->k));
        }
        OP(TEST_NO_FLOAT) {
            TELL(lean_in_NO_FLOAT(field_at(columns, row, o), o->k));
        }
        OP(LEAN) {
            TELL((lean_run(brain_at(p->brain, o->k[0]), columns, row).bits != 0));
        }
        OP(CONDITION) {
            TELL(ask_host(p, functions, context, o));
        }
        OP(EXPRESSION) {
            TELL(ask_any(p, o->k[0], o->state, o->row));
        }
        OP(CONDITION_OF_CHILD) {
            TELL(ask_any(p, o->k[0], child_of(p, o->state), o->row));
        }
        OP(EVENT) {
            TELL((p->pending >> o->k[0] & 1));
        }
        OP(AFTER) {
            TELL((p->frame->tick - bytes_get32(agent + o->k[0]) >= o->k[1]));
        }
        OP(IN) {
            TELL((bytes_get(agent + o->k[0], o->row) - o->k[1] <= o->field));
        }
        OP(ACTIVE) {
            TELL(pass_is_in(p, o->state));
        }
        OP(FRESH) {
            TELL((agent[p->brain->fresh + o->k[0] / 8] >> o->k[0] % 8 & 1));
        }
        OP(CHOSEN) {
            TELL((chosen == o->k[0]));
        }
        OP(NEXT) {
            TELL((said == o->k[0]));
        }
        OP(TURN) {
            TELL((o->state > over));
        }
        OP(JUMP) {
            GO(o->to);
        }
        OP(CALL) {
            WITS_ASSERT(call_count < VM_CALLS);
            calls[call_count++] = o + 1;
            GO(o->to);
        }
        OP(RETURN) {
            o = calls[--call_count];
            AGAIN;
        }
        OP(INSIDES) {
            insides[level++] = (inside){o + 1, o->row, o->flag};
            over = WITS_NONE;
            GO(path_into(p, o->row, o->flag));
        }
    next_machine:
        OP(MACHINE_END) {
            inside *at = &insides[level - 1];
            at->machine = brain_machine(p->brain, at->machine)->beside;
            over = WITS_NONE;
            if (at->machine != 0) {
                GO(path_into(p, at->machine, at->updates));
            }
            o = at->behind;
            level--;
            AGAIN;
        }
        OP(DONE) {
            call_count = 0;
            p->moment = WITS_NONE;
            level = o->k[0];
            if (level != 0) {
                goto next_machine;
            }
            if (!updates) {
                return;
            }
            p->deciding = false;
            GO(path_into(p, 0, true));
        }
        OP(DECIDED) {
            if (!updates) {
                return;
            }
            call_count = level = 0;
            p->moment = WITS_NONE;
            p->deciding = false;
            GO(o->to);
        }
        OP(STEPPED) {
            call_count = 0;
            p->moment = WITS_NONE;
            over = o->state;
            if (level <= o->k[0]) {
                NEXT;
            }
            level = o->k[0];
            o = insides[level].behind;
            AGAIN;
        }
        OP(UPDATED) {
            return;
        }
        OP(HIGHEST) {
            const uint16_t best = choose_highest(p, o->state, o->row);
            if (best == o->row) {
                NEXT;
            }
            GO(brain_state(p->brain, best)->switches);
        }
        OP(CHOOSE) {
            const uint16_t best = choose_other(p, o->state, o->row);
            if (best == o->row) {
                NEXT;
            }
            GO(brain_state(p->brain, best)->switches);
        }
        OP(GO_ON) {
            call_count = 0;
            p->moment = WITS_NONE;
            o = behind_choice(p, o->k[0], o->state);
            AGAIN;
        }
        OP(EXITS) {
            const machine_row *m = brain_machine(p->brain, o->k[0]);
            const uint32_t slot = slot_of(p, m);
            if (slot == 0) {
                NEXT;
            }
            limit = o->state;
            forgets = o->flag ? (uint16_t)WITS_NONE : limit;
            calls[call_count++] = o + 1;
            GO(vm_paths_of(p->brain, m, slot)->exits);
        }
        OP(LEAVE) {
            if (o->state > limit) {
                NEXT;
            }
            o = calls[--call_count];
            AGAIN;
        }
        OP(SET_8) {
            agent[o->k[0]] = (uint8_t)o->k[1];
            NEXT;
        }
        OP(SET_16) {
            bytes_put(agent + o->k[0], 2, o->k[1]);
            NEXT;
        }
        OP(REMEMBER) {
            if (o->state != forgets) {
                bytes_put(agent + o->k[0], o->row, o->k[1]);
            }
            NEXT;
        }
        OP(START_CLOCK) {
            bytes_put32(agent + o->k[0], p->frame->tick);
            NEXT;
        }
        OP(SPREAD_CLOCK) {
            bytes_put32(agent + o->k[0], p->frame->tick - (uint32_t)(p->frame->agent % o->k[1]));
            NEXT;
        }
        OP(STOP_CLOCK) {
            bytes_put32(agent + o->k[0], 0);
            NEXT;
        }
        OP(TURN_CLOCK) {
            bytes_put32(agent + o->k[0], p->frame->tick - bytes_get32(agent + o->k[0]));
            NEXT;
        }
        OP(OPEN_DATA) {
            const state_row *s = brain_state(p->brain, o->state);
            memcpy(agent + s->data, brain_at(p->brain, s->data_initial), s->data_size);
            NEXT;
        }
        OP(CLOSE_DATA) {
            const state_row *s = brain_state(p->brain, o->state);
            memset(agent + s->data, 0, s->data_size);
            NEXT;
        }
        OP(SET_FRESH) {
            uint8_t *byte = agent + p->brain->fresh + o->k[0] / 8;
            const uint8_t bit = (uint8_t)(1u << o->k[0] % 8);
            *byte = (uint8_t)(p->deciding ? *byte | bit : *byte & ~bit);
            NEXT;
        }
        OP(CLEAR_FRESH) {
            uint8_t *byte = agent + p->brain->fresh + o->k[0] / 8;
            *byte = (uint8_t)(*byte & ~(1u << o->k[0] % 8));
            NEXT;
        }
        OP(SOURCE_CLOCK) {
            p->source_elapsed = clock_elapsed(p, o->k[0]);
            NEXT;
        }
        OP(SOURCE) {
            p->source = child_of(p, o->state);
            p->source_elapsed = clock_elapsed(p, brain_state(p->brain, p->source)->clock);
            NEXT;
        }
        OP(CHOOSE_FIRST) {
            chosen = choose_entered(p, o->state);
            NEXT;
        }
        OP(STEP) {
            said = run_step(p, o->state);
            NEXT;
        }
        OP(KEPT) {
            p->kept_in = o->state;
            NEXT;
        }
        OP(MOMENT) {
            p->moment = o->state;
            p->moment_is_left = o->flag;
            NEXT;
        }
        OP(ACTION) {
            p->moment = o->field;
            p->moment_is_left = false;
            if (mode != WITS_MODE_NOW) {
                run_words(p, o);
                NEXT;
            }
            p->call.state = o->state;
            p->call.row = o->row;
            p->call.kind = (wits_action_kind)o->flag;
            p->call.function = o->k[0];
            functions[o->k[0]].action(context, &p->call);
            NEXT;
        }
        OP(ACT) {
            p->moment = o->field;
            p->moment_is_left = false;
            run_words(p, o);
            NEXT;
        }
        OP(ACT_HERE) {
            run_words(p, o);
            NEXT;
        }
        OP(SET_FIELD_8) {
            unsigned char *at = field_to_set(columns, row, o);
            if (mode == WITS_MODE_LISTED) {
                run_words(p, o);
            } else if (at != NULL) {
                *at = (unsigned char)o->k[0];
            }
            NEXT;
        }
        OP(SET_FIELD_16) {
            unsigned char *at = field_to_set(columns, row, o);
            if (mode == WITS_MODE_LISTED) {
                run_words(p, o);
            } else if (at != NULL) {
                store_uint16(at, (uint16_t)o->k[0]);
            }
            NEXT;
        }
        OP(SET_FIELD_32) {
            unsigned char *at = field_to_set(columns, row, o);
            if (mode == WITS_MODE_LISTED) {
                run_words(p, o);
            } else if (at != NULL) {
                store_uint32(at, o->k[0]);
            }
            NEXT;
        }
        OP(RUN) {
            if (mode == WITS_MODE_LISTED) {
                run_words(p, o);
            } else {
                lean_run(brain_at(p->brain, o->k[0]), columns, row);
            }
            NEXT;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- verbs

static void clear_fresh(pass *p) {
    memset(p->agent + p->brain->fresh, 0, p->brain->fresh_bytes);
}

static bool run_pass(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    check_call(brain, agent, frame);
    if (frame->trace != NULL || frame->explain != NULL || brain->code == 0) {
        return general_pass(brain, agent, frame, verb);
    }
    if (frame->mode != WITS_MODE_NOW && !has_list_room(brain, frame, verb)) {
        return false;
    }
    const bool decides = verb != WITS_VERB_UPDATE;
    const machine_row *top = brain_machine(brain, 0);
    pass p;
    pass_begin(&p, brain, agent, frame);
    check_enter(&p);
    if (decides && brain->event_bytes != 0) {
        p.pending = take_events(brain, agent);
    }
    const uint32_t slot = slot_of(&p, top);
    if (slot != 0) {
        const vm_paths *paths = vm_paths_of(brain, top, slot);
        p.deciding = decides;
        run(&p, decides ? paths->decide : paths->update, verb != WITS_VERB_DECIDE);
        if (verb != WITS_VERB_DECIDE) {
            clear_fresh(&p);
        }
    }
    check_leave(&p);
    return true;
}

bool wits_decide(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_DECIDE);
}

bool wits_update(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_UPDATE);
}

bool wits_tick(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_TICK);
}
