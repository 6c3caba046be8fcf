// SPDX-License-Identifier: MIT
// A brain as code over columns: conditions, actions, and the passes in which they stand.
#include "crowd/build.h"

#include <string.h>

void build_fail(build *b, const char *reason) {
    if (b->lanes.failed == NULL) {
        b->failed_at = b->about;
    }
    lanes_fail(&b->lanes, reason);
}

void emit_op(build *b, lanes_op op) {
    lanes_emit(&b->lanes, op);
}

lanes_column emit_formula(build *b, uint32_t what, lanes_column x, lanes_column y, float constant) {
    lanes_column out = lanes_new_word(&b->lanes);
    emit_op(
        b, (lanes_op){
               .kind = (uint16_t)(LANES_FIRST_FORMULA + what), .out = out, .a = x, .b = y, .k = {math_bits(constant)}});
    return out;
}

lanes_column emit_fill(build *b, uint32_t bits) {
    lanes_column out = lanes_new_word(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_FILL32, .out = out, .k = {bits}});
    return out;
}

lanes_column emit_where(build *b, lanes_column mask, lanes_column x, uint32_t otherwise) {
    lanes_column out = lanes_new_word(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_SELECT32, .out = out, .a = x, .c = mask, .k = {0, otherwise}});
    return out;
}

// ------------------------------------------------------------------------------------------------------------- columns

lanes_column agent_number(build *b, uint32_t offset, uint32_t width) {
    for (uint32_t i = 0; i < b->agent_column_count; i++) {
        if (b->agent_columns[i].offset == offset && b->agent_columns[i].width == width) {
            return (lanes_column)(b->columns.first_agent + i);
        }
    }
    if (b->agent_column_count == CROWD_MAX_AGENT_COLUMNS) {
        build_fail(b, "it keeps too many clocks and memories");
        return b->columns.first_agent;
    }
    b->agent_columns[b->agent_column_count] = (agent_column){(uint16_t)offset, (uint16_t)width};
    return (lanes_column)(b->columns.first_agent + b->agent_column_count++);
}

lanes_column memory_column(build *b, const state_row *composite) {
    return agent_number(b, composite->memory, 1);
}

static lanes_column event_column(build *b, uint32_t event) {
    return agent_number(b, b->brain->events + event / 8, 1);
}

static void number_columns(build *b) {
    column_map *m = &b->columns;
    m->field_count = b->brain->field_count;
    m->event_bytes = b->brain->event_bytes;
    m->first_field = 1;
    m->slot = (lanes_column)(1 + m->field_count);
    m->pass = (lanes_column)(m->slot + 1);
    m->due = (lanes_column)(m->pass + 1);
    m->sink = (lanes_column)(m->due + 1);
    m->taken = (lanes_column)(m->sink + 1);
    m->first_agent = (lanes_column)(m->taken + 8);
    m->first_byte = (lanes_column)(m->first_agent + CROWD_MAX_AGENT_COLUMNS);
    m->first_word = (lanes_column)(m->first_byte + LANES_MAX_TEMPS);
    m->count = m->first_word + LANES_MAX_TEMPS;
    b->lanes.first_field = m->first_field;
    b->lanes.first_byte = m->first_byte;
    b->lanes.first_word = m->first_word;
    b->lanes.field_types = b->field_types;
    b->lanes.flags = b->flags;
    for (uint32_t field = 0; field < m->field_count; field++) {
        b->field_types[field] = (uint8_t)wits_field_type(b->brain, field);
    }
}

// -------------------------------------------------------------------------------------------------------------- states

/// Slots of the configurations in [id, end), which stand side by side; false if there are none.
static bool slot_range(const wits_brain *brain, uint32_t id, uint32_t end, uint32_t range[2]) {
    uint32_t count = 0;
    for (uint32_t inside = id; inside < end; inside++) {
        uint32_t config = brain_state(brain, inside)->config;
        if (config != WITS_NONE) {
            range[0] = count == 0 ? config + 1 : range[0];
            count++;
        }
    }
    range[1] = range[0] + count - 1;
    return count != 0;
}

void emit_in(build *b, lanes_column mask, lanes_column slots, uint16_t id, lanes_column also) {
    uint32_t range[2] = {0, 0};
    slot_range(b->brain, id, brain_state(b->brain, id)->end, range);
    emit_op(b, lanes_range(mask, slots, range[0], range[1], also));
}

void emit_not_in(build *b, lanes_column mask, lanes_column slots, uint16_t id, lanes_column also) {
    uint32_t range[2] = {0, 0};
    slot_range(b->brain, id, brain_state(b->brain, id)->end, range);
    lanes_op op = lanes_range(mask, slots, range[0], range[1], also);
    op.flags = LANES_INVERTED;
    emit_op(b, op);
}

/// For `in` in expressions.
static bool state_range(void *user, uint32_t state, uint32_t range[2]) {
    const build *b = user;
    if (!slot_range(b->brain, state, brain_state(b->brain, state)->end, range)) {
        return false;
    }
    range[1] -= range[0];
    return true;
}

// --------------------------------------------------------------------------------------------------------- expressions

static const expr_program *program_at(const build *b, uint32_t offset) {
    return brain_at(b->brain, offset);
}

static lanes_place place_of(build *b, lanes_column mask, uint32_t about, lanes_column elapsed, bool may_ask_states) {
    return (lanes_place){.mask = mask,
                         .about = about,
                         .elapsed = elapsed,
                         .slot = may_ask_states ? b->columns.slot : 0,
                         .state_range = state_range,
                         .user = b};
}

lanes_column emit_elapsed(build *b, uint32_t clock) {
    if (clock == 0) {
        return 0;
    }
    lanes_column out = lanes_new_word(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_ELAPSED32, .out = out, .a = agent_number(b, clock, 4)});
    return out;
}

/// What fails in an expression fails at the state that is being built.
static void note_failure(build *b) {
    if (b->lanes.failed != NULL && b->failed_at == WITS_NONE) {
        b->failed_at = b->about;
    }
}

static void note_uses(build *b, const expr_program *program) {
    b->needs_ids |= (program->uses & EXPR_USES_RANDOM) != 0;
}

/// mask &= what a host function says.
static void and_host_condition(build *b, function_ref condition, uint32_t about, lanes_column mask) {
    lanes_column holds = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_CONDITION, .out = holds, .c = mask, .k = {condition - 1, about}});
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = holds});
    lanes_free(&b->lanes, holds);
}

void emit_condition(build *b, const guard *g, lanes_column mask, uint32_t clock) {
    if (g->condition == 0) {
        return;
    }
    uint32_t about = host_about(brain_transition(b->brain, g->row)->from, g->row);
    if ((g->condition & REF_PROGRAM) == 0) {
        and_host_condition(b, g->condition, about, mask);
        return;
    }
    const expr_program *program = program_at(b, g->condition & ~REF_PROGRAM);
    note_uses(b, program);
    lanes_column elapsed = (program->uses & EXPR_USES_ELAPSED) != 0 ? emit_elapsed(b, clock) : 0;
    lanes_place place = place_of(b, mask, about, elapsed, true);
    lanes_and_condition(&b->lanes, &place, program, mask);
    note_failure(b);
    lanes_free(&b->lanes, elapsed);
}

/// The clock of an option as `elapsed` shows it: 0 where it is not active.
static lanes_column option_elapsed(build *b, uint16_t option, bool is_active) {
    uint32_t clock = brain_state(b->brain, option)->clock;
    if (clock == 0 || !is_active) {
        return 0;
    }
    lanes_column ticks = emit_elapsed(b, clock);
    lanes_column active = lanes_new_byte(&b->lanes);
    emit_in(b, active, b->columns.pass, option, 0);
    lanes_column out = emit_where(b, active, ticks, 0);
    lanes_free(&b->lanes, ticks);
    lanes_free(&b->lanes, active);
    return out;
}

/// Of an option's expression, what `elapsed` shows in it; a temporary or 0.
static lanes_column option_clock(build *b, uint16_t option, const expr_program *program, bool has_current) {
    note_uses(b, program);
    return (program->uses & EXPR_USES_ELAPSED) != 0 ? option_elapsed(b, option, has_current) : 0;
}

lanes_column emit_input(build *b, uint16_t option, function_ref input, lanes_column mask, bool has_current,
                        uint32_t *constant) {
    const expr_program *program = program_at(b, input & ~REF_PROGRAM);
    lanes_column elapsed = option_clock(b, option, program, has_current);
    lanes_place place = place_of(b, mask, host_about(option, WITS_NONE), elapsed, has_current);
    lanes_column out = lanes_word(&b->lanes, &place, program, constant);
    note_failure(b);
    if (out != elapsed) {
        lanes_free(&b->lanes, elapsed);
    }
    return out;
}

void emit_gate(build *b, uint16_t option, function_ref gate, lanes_column mask, bool has_current) {
    if ((gate & REF_PROGRAM) == 0) {
        and_host_condition(b, gate, host_about(option, WITS_NONE), mask);
        return;
    }
    const expr_program *program = program_at(b, gate & ~REF_PROGRAM);
    lanes_column elapsed = option_clock(b, option, program, has_current);
    lanes_place place = place_of(b, mask, host_about(option, WITS_NONE), elapsed, has_current);
    lanes_and_condition(&b->lanes, &place, program, mask);
    note_failure(b);
    lanes_free(&b->lanes, elapsed);
}

// ------------------------------------------------------------------------------------------------------------- actions

static const assignment *assignment_at(const build *b, uint32_t action) {
    return (const assignment *)brain_at(b->brain, b->brain->assignments) + (action & ~WITS_LIST_ASSIGN);
}

static bool is_assignment(uint32_t action) {
    return (action & WITS_LIST_RAISE) == 0 && (action & WITS_LIST_ASSIGN) != 0;
}

bool actions_use_elapsed(const build *b, action_index actions) {
    const uint32_t *words = brain_actions(b->brain, actions);
    bool uses = false;
    for (uint32_t i = 1; actions != 0 && i <= words[0]; i++) {
        uses |= is_assignment(words[i]) &&
                (program_at(b, assignment_at(b, words[i])->program)->uses & EXPR_USES_ELAPSED) != 0;
    }
    return uses;
}

static void emit_raise(build *b, uint32_t event, lanes_column mask) {
    emit_op(b, (lanes_op){.kind = LANES_RAISE8, .out = event_column(b, event), .c = mask, .k = {1u << event % 8}});
}

void emit_actions(build *b, action_index actions, wits_action_kind kind, uint32_t row, lanes_column mask,
                  lanes_column elapsed, bool may_ask_states) {
    const uint32_t *words = brain_actions(b->brain, actions);
    uint32_t about = kind == WITS_ACTION_TRANSITION ? host_about(brain_transition(b->brain, row)->from, row)
                                                    : host_about(row, WITS_NONE);
    for (uint32_t i = 1; actions != 0 && i <= words[0]; i++) {
        if ((words[i] & WITS_LIST_RAISE) != 0) {
            emit_raise(b, words[i] & ~WITS_LIST_RAISE, mask);
        } else if (is_assignment(words[i])) {
            const assignment *a = assignment_at(b, words[i]);
            const expr_program *program = program_at(b, a->program);
            note_uses(b, program);
            lanes_place place = place_of(b, mask, about, elapsed, may_ask_states);
            lanes_assign(&b->lanes, &place, program, a->field, mask);
            note_failure(b);
        } else {
            emit_op(b, (lanes_op){.kind = LANES_LIST, .c = mask, .k = {words[i], (uint32_t)kind << 16 | row}});
        }
    }
}

/// Of a state that is active.
static void emit_own_actions(build *b, action_index actions, wits_action_kind kind, uint16_t id, lanes_column mask) {
    b->about = id;
    lanes_column elapsed = actions_use_elapsed(b, actions) ? emit_elapsed(b, brain_state(b->brain, id)->clock) : 0;
    emit_actions(b, actions, kind, id, mask, elapsed, true);
    lanes_free(&b->lanes, elapsed);
}

// ------------------------------------------------------------------------------------------------------------ deciding

/// Of an `any` transition the active child's: where there is one, siblings keep theirs at the same place.
uint32_t source_clock(const build *b, const transition_row *t) {
    const state_row *from = brain_state(b->brain, t->from);
    return t->any ? brain_state(b->brain, brain_child(b->brain, from, 0))->clock : from->clock;
}

/// Whether a later rule of the same pass might still concern agents in this state.
static bool is_last_rule(const build *b, const guard *g, uint16_t source, bool any) {
    const state_row *s = brain_state(b->brain, source);
    bool last = !any && g == brain_guard(b->brain, s->first_own) + s->own_count - 1;
    return last && s->kind == WITS_KIND_LEAF && s->decide == 0 &&
           brain_state(b->brain, s->parent)->kind != WITS_KIND_UTILITY;
}

/// The agents that the guard concerns.
static void emit_source(build *b, const transition_row *t, lanes_column mask) {
    uint32_t range[2] = {0, 0};
    uint32_t end = brain_state(b->brain, t->from)->end;
    if (!slot_range(b->brain, t->any ? t->from + 1u : t->from, end, range)) {
        build_fail(b, "a composite can only be empty");
    }
    emit_op(b, lanes_range(mask, b->columns.pass, range[0], range[1], 0));
}

static void emit_guard(build *b, const guard *g) {
    const transition_row *t = brain_transition(b->brain, g->row);
    bool inwards = state_contains(b->brain, t->from, t->to);
    if ((g->flags & GUARD_ANY) != 0 && state_contains(b->brain, t->to, t->from)) {
        return;  // its destination is always active
    }
    b->about = t->from;
    lanes_column mask = lanes_new_byte(&b->lanes);
    emit_source(b, t, mask);
    if ((g->flags & GUARD_EVENT) != 0) {
        lanes_column taken = (lanes_column)(b->columns.taken + g->event / 8);
        emit_op(b, (lanes_op){.kind = LANES_BIT8, .out = mask, .a = taken, .b = mask, .k = {1u << g->event % 8}});
    }
    if ((g->flags & GUARD_ANY) != 0 && inwards) {
        emit_not_in(b, mask, b->columns.pass, t->to, mask);
    }
    if ((g->flags & GUARD_AFTER) != 0) {
        lanes_column clock = agent_number(b, source_clock(b, t), 4);
        emit_op(b, (lanes_op){.kind = LANES_AFTER32, .out = mask, .a = clock, .b = mask, .k = {t->after}});
    }
    emit_condition(b, g, mask, source_clock(b, t));
    uint32_t skip = lanes_skip(&b->lanes, mask);
    emit_fire(b, g, mask);
    if (!is_last_rule(b, g, t->from, t->any)) {
        emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = b->columns.pass, .a = b->columns.pass, .b = mask});
    }
    lanes_land(&b->lanes, skip);
    lanes_free(&b->lanes, mask);
}

/// Section 4, 1.
void emit_empty(build *b, uint16_t id) {
    uint32_t slot = brain_state(b->brain, id)->config + 1u;
    lanes_column mask = lanes_new_byte(&b->lanes);
    b->about = id;
    emit_op(b, lanes_range(mask, b->columns.pass, slot, slot, 0));
    uint32_t skip = lanes_skip(&b->lanes, mask);
    emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = b->columns.pass, .a = b->columns.pass, .b = mask});
    emit_enter_empty(b, id, mask);
    lanes_land(&b->lanes, skip);
    lanes_free(&b->lanes, mask);
}

static void emit_guards(build *b, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        emit_guard(b, brain_guard(b->brain, first + i));
    }
}

static void emit_own_guards(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    emit_guards(b, s->first_own, s->own_count);
}

/// Transitions that leave `child`, which is active: of its composite, and its own.
void emit_guards_of(build *b, uint16_t id, uint16_t child) {
    const state_row *s = brain_state(b->brain, id);
    emit_guards(b, s->first_any, s->any_count);
    emit_own_guards(b, child);
}

void emit_composite(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    if (s->config != WITS_NONE) {
        emit_empty(b, id);
    }
    emit_guards(b, s->first_any, s->any_count);
    for (uint32_t child = 0; child < s->child_count; child++) {
        emit_own_guards(b, brain_child(b->brain, s, child));
    }
    if (s->kind == WITS_KIND_UTILITY) {
        b->about = id;
        emit_choice(b, id);
    }
}

static void emit_take_events(build *b) {
    const column_map *m = &b->columns;
    for (uint32_t i = 0; i < m->event_bytes; i++) {
        lanes_column events = event_column(b, 8 * i);
        lanes_column taken = (lanes_column)(m->taken + i);
        emit_op(b, (lanes_op){.kind = LANES_AND8, .out = taken, .a = events, .b = m->due});
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = events, .c = m->due});
    }
}

void emit_pass_begin(build *b) {
    const column_map *m = &b->columns;
    emit_take_events(b);
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = m->pass, .a = m->slot, .b = m->due});
}

/// Actions of a state for those whose pass or slot is in it.
static void emit_state_actions(build *b, action_index actions, wits_action_kind kind, uint16_t id, lanes_column slots) {
    if (actions == 0) {
        return;
    }
    lanes_column mask = lanes_new_byte(&b->lanes);
    emit_in(b, mask, slots, id, 0);
    uint32_t skip = lanes_skip(&b->lanes, mask);
    emit_own_actions(b, actions, kind, id, mask);
    lanes_land(&b->lanes, skip);
    lanes_free(&b->lanes, mask);
}

void emit_decide_actions(build *b, uint16_t id) {
    emit_state_actions(b, brain_state(b->brain, id)->decide, WITS_ACTION_DECIDE, id, b->columns.pass);
}

static void build_decide(build *b) {
    b->decide_start = b->lanes.count;
    emit_pass_begin(b);
    for (uint32_t id = 0; id < b->brain->state_count; id++) {
        if (state_is_composite(brain_state(b->brain, id))) {
            emit_composite(b, (uint16_t)id);
        }
    }
    for (uint32_t id = 0; id < b->brain->state_count; id++) {
        emit_decide_actions(b, (uint16_t)id);
    }
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
}

// ------------------------------------------------------------------------------------------------------------ updating

void emit_update(build *b, uint16_t id) {
    emit_state_actions(b, brain_state(b->brain, id)->update, WITS_ACTION_UPDATE, id, b->columns.slot);
}

/// Section 7: along each path inner states first, or outer ones.
static void build_update(build *b) {
    uint32_t count = b->brain->state_count;
    b->update_start = b->lanes.count;
    for (uint32_t i = 0; i < count; i++) {
        emit_update(b, (uint16_t)(b->brain->outer_first ? i : count - 1 - i));
    }
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
}

// ----------------------------------------------------------------------------------------------------------- all of it

/// Why a brain goes agent by agent, whatever its rules: null if nothing speaks against blocks.
static const char *unfit(const wits_brain *b, wits_state_id *at) {
    *at = WITS_NONE;
    if (lanes_kernels_baseline() == NULL) {
        return "the library was built without vectors";
    }
    if (b->machine_count > 1) {
        return "regions of a parallel, or what leave: suspend keeps, have active states of their own";
    }
    if (b->shape == SHAPE_OTHER) {
        return "update_entered is false";
    }
    if (b->state_count > CROWD_MAX_STATES || b->slot_width != 1) {
        return "it has more than 255 states";
    }
    if (b->field_count > CROWD_MAX_FIELDS) {
        return "it has more than 256 fields";
    }
    if (b->list_room[WITS_VERB_TICK] > CROWD_MAX_LISTED && brain_has_host_actions(b)) {
        return "an agent may list more than 16,384 actions in a tick";
    }
    for (uint32_t id = 0; id < b->state_count; id++) {
        const state_row *s = brain_state(b, id);
        *at = (wits_state_id)id;
        if (s->data_size != 0) {
            return "a state has private data";
        }
        if (s->step != 0 || s->step_count != 0) {
            return "a state has steps";
        }
        if (s->activation == WITS_ACTIVATION_SILENT) {
            return "a state is entered silently";
        }
    }
    *at = WITS_NONE;
    return NULL;
}

static void *part_of(wits_crowd_code *code, uint32_t offset) {
    return code != NULL ? (char *)code + offset : NULL;
}

bool build_code(build *b, const wits_brain *brain, wits_crowd_code *code) {
    memset(b, 0, sizeof *b);
    b->brain = brain;
    b->about = WITS_NONE;
    b->lanes.failed = unfit(brain, &b->failed_at);
    if (b->lanes.failed != NULL) {
        return false;
    }
    if (code != NULL) {
        b->lanes.code = part_of(code, code->code_offset);
        b->lanes.tables = part_of(code, code->tables_offset);
        b->groups = part_of(code, code->groups_offset);
        b->wholes = part_of(code, code->wholes_offset);
    }
    number_columns(b);
    emit_op(b, (lanes_op){.kind = LANES_RETURN});  // so that no subroutine begins at 0
    b->exit_mask = lanes_new_byte(&b->lanes);
    build_exits(b);
    build_insides(b);
    build_decide(b);
    build_update(b);
    b->masks_count = b->lanes.count;
    b->masks_cost = b->lanes.cost;
    build_groups(b);
    if (b->lanes.count > UINT16_MAX) {
        build_fail(b, "it has too many rules");
    }
    return b->lanes.failed == NULL;
}
