// SPDX-License-Identifier: MIT
// Builds a brain's program as code for one agent: tests that jump, and paths for each configuration.
#include "vm/build.h"

#include <string.h>

#define NOWHERE 0xFFFFFFFFu

// ---------------------------------------------------------------------------------------------------------- operations

/// Operations that do not fit are only counted.
void wits_vm_put(vm_build *b, vm_op op) {
    if (b->count < b->capacity) {
        b->code[b->count] = op;
    }
    b->count++;
}

uint32_t wits_vm_here(const vm_build *b) {
    return b->count * (uint32_t)sizeof(vm_op);
}

static void put_vm_op(vm_build *b, vm_operation operation, const program_op *from) {
    wits_vm_put(
        b, (vm_op){
               .operation = (uint8_t)operation, .state = from->state, .row = from->row, .k = {from->k[0], from->k[1]}});
}

static uint32_t *routine_at(vm_build *b, uint32_t which, uint16_t id) {
    return &b->routines[ROUTINE_COUNT * id + which];
}

// ------------------------------------------------------------------------------------------------------------- regions

/// Makes all operations of a list, each of which names the previous one, jump here.
static void land(vm_build *b, uint32_t last) {
    b->landed = b->count;
    while (last < b->capacity) {  // the list ends with NOWHERE, or with an operation that did not fit
        vm_op *op = &b->code[last];
        last = op->to;
        op->to = wits_vm_here(b);
    }
}

static void put_when(vm_build *b) {
    WITS_ASSERT(b->depth + 1 < VM_REGIONS);
    b->regions[++b->depth] = (vm_region){.failing = NOWHERE};
}

/// Puts a test that jumps to the end of the region if it does not hold.
void wits_vm_put_test(vm_build *b, vm_op op, bool inverted) {
    vm_region *r = &b->regions[b->depth];
    op.flag = inverted;
    op.to = r->failing;
    r->failing = b->count;
    wits_vm_put(b, op);
}

/// Writes a jump. A preceding TELL jumps itself instead, if no other jump leads between the two.
static void put_jump(vm_build *b, uint32_t to) {
    if (b->count != 0 && b->count != b->landed && b->count <= b->capacity &&
        b->code[b->count - 1].operation == VM_TELL) {
        b->code[b->count - 1].to = to;
    } else {
        wits_vm_put(b, (vm_op){.operation = VM_JUMP, .to = to});
    }
}

/// Puts a jump. If the region only continues elsewhere, its last test jumps there instead.
static void put_leads_on(vm_build *b, uint32_t to) {
    vm_region *r = &b->regions[b->depth];
    if (r->failing >= b->capacity || r->failing + 1 != b->count) {
        put_jump(b, to);
        return;
    }
    vm_op *test = &b->code[r->failing];
    r->failing = test->to;
    test->flag = !test->flag;
    test->to = to;
}

static void put_end(vm_build *b) {
    vm_region *r = &b->regions[b->depth--];
    if (r->others != NULL) {
        put_jump(b, *r->others);
        *r->others = b->count - 1;
    }
    land(b, r->failing);
    b->slot = NOWHERE;
}

// -------------------------------------------------------------------------------------------------------------- slots

static void put_in(vm_build *b, const program_op *op) {
    const machine_row *m = brain_machine(b->brain, op->machine);
    wits_vm_put_test(
        b,
        (vm_op){
            .operation = VM_IN, .row = m->width, .field = (uint16_t)(op->k[1] - op->k[0]), .k = {m->slot, op->k[0]}},
        (op->flags & PROGRAM_INVERTED) != 0);
}

static void put_set_number(vm_build *b, uint32_t width, uint32_t offset, uint32_t value) {
    wits_vm_put(b, (vm_op){.operation = width == 1 ? VM_SET_8 : VM_SET_16, .k = {offset, value}});
}

static void put_slot(vm_build *b, const program_op *op) {
    const machine_row *m = brain_machine(b->brain, op->machine);
    put_set_number(b, m->width, m->slot, op->k[0]);
    if (op->machine == 0) {
        b->slot = op->k[0];
    }
}

/// Returns the position of code that other code leads to. `slot`: of the top machine there, or NOWHERE if that varies.
static uint32_t begin_code(vm_build *b, uint32_t slot) {
    b->slot = slot;
    return wits_vm_here(b);
}

static uint32_t updates_of(const vm_build *b, uint32_t slot) {
    return vm_paths_in(b->brain, b->entries, 0, slot)->update;
}

/// A pass has changed the active states, and continues outside.
static void put_done(vm_build *b, const program_op *op) {
    const uint32_t level = machine_level(b->brain, op->machine);
    if (b->updates) {
        wits_vm_put(b, (vm_op){.operation = VM_STEPPED, .state = op->state, .k = {level}});
    } else if (level == 0 && b->slot != NOWHERE) {
        wits_vm_put(b, (vm_op){.operation = VM_FIRED, .to = updates_of(b, b->slot)});
    } else {
        wits_vm_put(b, (vm_op){.operation = VM_DONE, .k = {level}});
    }
}

static void put_end_of_path(vm_build *b, const program_op *op) {
    if (op->machine != 0) {
        wits_vm_put(b, (vm_op){.operation = VM_MACHINE_END});
    } else if (op->k[0] != 0) {
        wits_vm_put(b, (vm_op){.operation = VM_RUN_END});
    } else {
        uint32_t slot = brain_state(b->brain, op->state)->config + 1u;
        wits_vm_put(b, (vm_op){.operation = VM_DECIDED, .to = updates_of(b, slot)});
    }
}

static vm_op into_op(const vm_build *b, uint32_t machine, bool updates) {
    const machine_row *m = brain_machine(b->brain, machine);
    const size_t path = updates ? offsetof(vm_paths, update) : offsetof(vm_paths, decide);
    return (vm_op){.operation = VM_INTO,
                   .field = m->width,
                   .k = {m->slot, vm_paths_of(b->brain, b->entries, machine) + (uint32_t)path}};
}

static void put_paths_inside(vm_build *b, const program_op *op) {
    const state_row *s = brain_state(b->brain, op->state);
    const uint32_t count = s->kind == WITS_KIND_PARALLEL ? s->child_count : 1;
    const uint32_t behind = wits_vm_here(b) + count * (uint32_t)sizeof(vm_op);
    for (uint32_t i = 0; i < count; i++) {
        bool is_region = s->kind == WITS_KIND_PARALLEL;
        uint16_t machine = is_region ? brain_state(b->brain, brain_child(b->brain, s, i))->machine : s->inside;
        vm_op into = into_op(b, machine, op->k[0] != 0);
        into.to = behind;
        wits_vm_put(b, into);
    }
}

static void put_switch(vm_build *b, const program_op *op) {
    const state_row *s = brain_state(b->brain, op->state);
    put_vm_op(b, s->plain_options && !b->tells ? VM_HIGHEST : VM_CHOOSE, op);
}

// ------------------------------------------------------------------------------------------------------------ the sink

static void put_call(vm_build *b, const program_op *op) {
    wits_vm_put(b, (vm_op){.operation = VM_CALL, .to = *routine_at(b, op->row, op->state)});
    b->slot = NOWHERE;
}

/// Puts the code of a control flow operation. Returns false for other operations.
static bool put_flow(vm_build *b, const program_op *op) {
    switch ((program_operation)op->operation) {
    case PROGRAM_WHEN:
        put_when(b);
        break;
    case PROGRAM_THEN:
        break;
    case PROGRAM_END:
        put_end(b);
        break;
    case PROGRAM_ROUTINE:
        *routine_at(b, op->row, op->state) = begin_code(b, NOWHERE);
        break;
    case PROGRAM_CALL:
        put_call(b, op);
        break;
    case PROGRAM_GUARD:
        put_leads_on(b, b->fires[op->row]);
        break;
    case PROGRAM_SWITCH:
        put_switch(b, op);
        break;
    case PROGRAM_GO_ON:
        wits_vm_put(b, (vm_op){.operation = VM_GO_ON, .state = op->state, .k = {op->machine}});
        break;
    case PROGRAM_INSIDES:
        put_paths_inside(b, op);
        break;
    case PROGRAM_PATH_END:
        put_end_of_path(b, op);
        break;
    case PROGRAM_DONE:
        put_done(b, op);
        break;
    case PROGRAM_EXITS:
        wits_vm_put(b, (vm_op){.operation = VM_EXITS, .flag = op->k[0] != 0, .state = op->state, .k = {op->machine}});
        break;
    case PROGRAM_RULES_BEGIN:
        b->rules = NOWHERE;
        break;
    case PROGRAM_TAKE_RULE:
        b->regions[b->depth].others = &b->rules;
        break;
    case PROGRAM_RULES_END:
        land(b, b->rules);
        break;
    default:
        return false;
    }
    return true;
}

/// Returns false if it is not a test.
static bool put_test(vm_build *b, const program_op *op) {
    bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    vm_op test = {.state = op->state, .row = op->row, .k = {op->k[0], op->k[1]}};
    switch ((program_operation)op->operation) {
    case PROGRAM_IN:
    case PROGRAM_IN_PASS:
        put_in(b, op);
        return true;
    case PROGRAM_ASK:
        wits_vm_put_condition(b, op);
        return true;
    case PROGRAM_IS_LEFT:
        return true;  // agents for which a rule fired have already jumped
    case PROGRAM_TURN:
        test.operation = VM_TURN;
        inverted = true;
        break;
    case PROGRAM_IS_ACTIVE:
        test.operation = VM_ACTIVE;
        break;
    case PROGRAM_IS_DONE:
        test.operation = VM_IS_DONE;
        break;
    case PROGRAM_EVENT:
        test.operation = VM_EVENT;
        break;
    case PROGRAM_AFTER:
        test.operation = VM_AFTER;
        break;
    case PROGRAM_NUMBER_IS:
        test = (vm_op){.operation = VM_IN, .row = op->machine, .k = {op->k[0], op->k[1]}};
        break;
    case PROGRAM_IS_CHOSEN:
        test.operation = VM_CHOSEN;
        b->regions[b->depth].others = &b->options;
        break;
    case PROGRAM_IS_RETARGETED:
        test.operation = VM_RETARGETED;
        break;
    case PROGRAM_IS_NEXT:
        test.operation = VM_NEXT;
        break;
    case PROGRAM_IS_STOP:
        test.operation = VM_IS_STOP;
        break;
    case PROGRAM_IS_FRESH:
        test.operation = VM_FRESH;
        break;
    default:
        return false;
    }
    wits_vm_put_test(b, test, inverted);
    return true;
}

static void put_statement(vm_build *b, const program_op *op) {
    static const uint8_t same[PROGRAM_COUNT] = {
        [PROGRAM_RETURN] = VM_RETURN,
        [PROGRAM_VERB_END] = VM_RUN_END,
        [PROGRAM_EXITS_END] = VM_EXITS_END,
        [PROGRAM_LEAVE] = VM_LEAVE,
        [PROGRAM_KEPT] = VM_KEPT,
        [PROGRAM_START_CLOCK] = VM_START_CLOCK,
        [PROGRAM_SPREAD_CLOCK] = VM_SPREAD_CLOCK,
        [PROGRAM_STOP_CLOCK] = VM_STOP_CLOCK,
        [PROGRAM_FORGET_TARGET] = VM_STOP_CLOCK,
        [PROGRAM_ENTER_TARGET] = VM_ENTER_TARGET,
        [PROGRAM_SOURCE_TARGETS] = VM_SOURCE_TARGETS,
        [PROGRAM_TURN_CLOCK] = VM_TURN_CLOCK,
        [PROGRAM_OPEN_DATA] = VM_OPEN_DATA,
        [PROGRAM_CLOSE_DATA] = VM_CLOSE_DATA,
        [PROGRAM_SET_FRESH] = VM_SET_FRESH,
        [PROGRAM_CLEAR_FRESH] = VM_CLEAR_FRESH,
        [PROGRAM_TURNS] = VM_TURNS,
        [PROGRAM_CLEAR_ALL_FRESH] = VM_CLEAR_ALL_FRESH,
        [PROGRAM_SOURCE] = VM_SOURCE,
        [PROGRAM_SOURCE_CLOCK] = VM_SOURCE_CLOCK,
        [PROGRAM_CALL_STEP] = VM_STEP,
    };
    switch ((program_operation)op->operation) {
    case PROGRAM_SET_SLOT:
        put_slot(b, op);
        break;
    case PROGRAM_SET_NUMBER:
        put_set_number(b, op->machine, op->k[0], op->k[1]);
        break;
    case PROGRAM_REMEMBER:
        wits_vm_put(
            b, (vm_op){.operation = VM_REMEMBER, .state = op->state, .row = op->machine, .k = {op->k[0], op->k[1]}});
        break;
    case PROGRAM_ACT:
        wits_vm_put_actions(b, op);
        break;
    case PROGRAM_CHOOSE:
        b->options = NOWHERE;
        put_vm_op(b, VM_CHOOSE_FIRST, op);
        break;
    case PROGRAM_CHOICE_END:
        land(b, b->options);
        break;
    case PROGRAM_STEP_END:
        break;
    case PROGRAM_TELL:
        wits_vm_put(b, (vm_op){.operation = VM_TELL,
                               .flag = (uint8_t)op->machine,
                               .field = (op->flags & PROGRAM_OF_CHILD) != 0,
                               .state = op->state,
                               .row = op->row,
                               .k = {op->k[0], op->k[1]}});
        break;
    default:
        WITS_ASSERT(same[op->operation] != 0 && "an operation that one agent does not have");
        put_vm_op(b, (vm_operation)same[op->operation], op);
        break;
    }
}

static void take_program_op(program_sink *to, const program_op *op) {
    vm_build *b = (vm_build *)to;
    if (!put_flow(b, op) && !put_test(b, op)) {
        put_statement(b, op);
    }
}

// --------------------------------------------------------------------------------------------------------------- brain

static vm_paths *paths_at(const vm_build *b, uint32_t machine, uint32_t slot) {
    return (vm_paths *)((char *)b->memory + vm_paths_of(b->brain, b->entries, machine)) + slot;
}

static void build_updates(vm_build *b, lowering *l) {
    b->updates = true;
    for (uint32_t number = 0; number < b->brain->machine_count; number++) {
        const machine_row *m = brain_machine(b->brain, number);
        for (uint32_t config = 0; config < m->config_count; config++) {
            paths_at(b, number, config + 1)->update = begin_code(b, NOWHERE);
            wits_lower_update_path(l, brain_config_state(b->brain, m, config));
        }
    }
    b->updates = false;
}

static void build_fires(vm_build *b, lowering *l) {
    for (uint32_t row = 0; row < b->brain->transition_count; row++) {
        b->fires[row] = begin_code(b, NOWHERE);
        wits_lower_transition(l, row);
    }
    uint32_t *switches = (uint32_t *)((char *)b->memory + b->entries->switches);
    for (uint32_t id = 1; id < b->brain->state_count; id++) {
        if (wits_lower_is_option(l, (uint16_t)id)) {
            switches[id] = begin_code(b, NOWHERE);
            wits_lower_option(l, (uint16_t)id);
        }
    }
}

static void build_paths(vm_build *b, lowering *l) {
    for (uint32_t number = 0; number < b->brain->machine_count; number++) {
        const machine_row *m = brain_machine(b->brain, number);
        for (uint32_t config = 0; config < m->config_count; config++) {
            const uint16_t deepest = brain_config_state(b->brain, m, config);
            paths_at(b, number, config + 1)->decide = begin_code(b, number == 0 ? config + 1 : NOWHERE);
            wits_lower_decide_path(l, deepest);
            paths_at(b, number, config + 1)->exits = begin_code(b, NOWHERE);
            wits_lower_exit_path(l, deepest);
        }
        if (wits_lower_is_filled(l, number)) {
            const state_row *owner = brain_state(b->brain, m->owner);
            paths_at(b, number, 0)->decide = begin_code(b, owner->machine == 0 ? owner->config + 1u : NOWHERE);
            wits_lower_filling(l, m->owner);
        }
    }
}

/// Returns the position of a part of a verb; 0 if nothing was put.
static uint32_t verb_at(vm_build *b, lowering *l, void put_verb(lowering *l, uint16_t id), uint16_t id) {
    const uint32_t before = b->count, begin = begin_code(b, NOWHERE);
    put_verb(l, id);
    return b->count != before ? begin : 0;
}

static void build_verbs(vm_build *b, lowering *l) {
    for (uint32_t row = 0; row < b->brain->state_count; row++) {
        const uint16_t id = (uint16_t)row;
        vm_verbs *v = (vm_verbs *)((char *)b->memory + b->brain->verbs) + id;
        v->enter = verb_at(b, l, wits_lower_verb_enter, id);
        v->inside = verb_at(b, l, wits_lower_verb_inside, id);
        v->turn_child = verb_at(b, l, wits_lower_verb_turn_child, id);
        if (id != WITS_ROOT) {
            v->towards = verb_at(b, l, wits_lower_verb_towards, id);
            v->exit = verb_at(b, l, wits_lower_verb_exit, id);
        }
        if (wits_lower_is_region(l, id)) {
            v->region = verb_at(b, l, wits_lower_verb_region, id);
            v->turn_region = verb_at(b, l, wits_lower_verb_turn_region, id);
        }
        if (lower_state(l, id)->kind == WITS_KIND_PARALLEL) {
            v->regions_end = verb_at(b, l, wits_lower_verb_regions_end, id);
        }
    }
    b->memory->stop = wits_vm_here(b);
    wits_lower_verb_stop(l);
}

static void build_all(vm_build *b, code_entries *entries, bool tells) {
    lowering l = wits_lower_begin_by_slot(b->brain, &b->sink, tells);
    b->entries = entries;
    b->tells = tells;
    b->slot = NOWHERE;
    wits_lower_routines(&l);
    build_updates(b, &l);
    build_fires(b, &l);
    if (l.shares_guards) {
        wits_lower_guard_routines(&l);
    }
    build_paths(b, &l);
    if (tells) {
        build_verbs(b, &l);
    }
}

static void append_entries(brain_compiler *c, code_entries *entries) {
    const wits_brain *b = c->brain;
    entries->paths = wits_core_block_append(c, b->config_count + b->machine_count, sizeof(vm_paths));
    entries->switches = wits_core_block_append(c, b->state_count, sizeof(uint32_t));
}

/// The scratch memory is at the end of the block, and is zeroed at the end.
bool wits_vm_compile(brain_compiler *c) {
    wits_brain *brain = c->brain;
    append_entries(c, &brain->plain);
    append_entries(c, &brain->traced);
    brain->verbs = wits_core_block_append(c, brain->state_count, sizeof(vm_verbs));
    const size_t scratch =
        sizeof(uint32_t) * (ROUTINE_COUNT * brain->state_count + brain->transition_count + c->action_count);
    const size_t end = (c->size - scratch) & ~(size_t)7;
    vm_build b = {.sink.put = take_program_op, .brain = brain, .memory = brain};
    b.routines = wits_core_block_at(c, (uint32_t)end);
    b.fires = b.routines + ROUTINE_COUNT * brain->state_count;
    b.lists = b.fires + brain->transition_count;
    wits_vm_compile_options(c);
    wits_vm_compile_runs(&b, c);
    brain->code = (uint32_t)c->used;
    b.code = wits_core_block_at(c, brain->code);
    b.capacity = (uint32_t)((end - c->used) / sizeof(vm_op));
    wits_vm_put(&b, (vm_op){.operation = VM_MACHINE_END});  // so that no code is at offset 0
    wits_vm_put_lists(&b);
    build_all(&b, &brain->plain, false);
    build_all(&b, &brain->traced, true);
    WITS_ASSERT(b.count <= b.capacity);  // wits_vm_bytes is an upper bound
    if (b.count > b.capacity) {
        return false;
    }
    wits_core_block_append(c, b.count, sizeof(vm_op));
    memset(wits_core_block_at(c, (uint32_t)c->used), 0, c->size - c->used);
    return true;
}
