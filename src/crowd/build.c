// SPDX-License-Identifier: MIT
// A program as code over columns: each operation of src/lower as operations over the lanes of a block.
#include "crowd/build.h"

#include <string.h>

enum {
    MAX_LOOKUP = 14,     ///< slots that a table of 16 tells apart
    MOST_CODE = 1 << 17  ///< operations: 3 MiB
};

static open_region *region_of(build *b) {
    return &b->regions[b->depth];
}

/// The mask of those who are here; 0: all.
static lanes_column here(const build *b) {
    return b->regions[b->depth].mask;
}

/// The same as a column.
static lanes_column mask_here(build *b) {
    open_region *r = region_of(b);
    if (r->mask == 0) {
        r->mask = lanes_new_byte(&b->lanes);
        r->owns_mask = true;
        emit_fill_byte(b, r->mask, 0xFF);
    }
    return r->mask;
}

// ------------------------------------------------------------------------------------------------------------- regions

static void forget_elapsed(build *b) {
    lanes_free(&b->lanes, region_of(b)->elapsed);
    region_of(b)->elapsed = 0;
}

static void put_when(build *b) {
    if (b->depth + 1 == MAX_REGIONS) {
        build_fail(b, "its rules lie too deep in one another");
        return;
    }
    lanes_column around = here(b);
    b->depth++;
    *region_of(b) = (open_region){.mask = around};
}

static void put_then(build *b) {
    region_of(b)->skip = lanes_skip(&b->lanes, mask_here(b));
}

static void put_end(build *b) {
    open_region *r = region_of(b);
    forget_elapsed(b);
    if (r->notes_source) {
        lanes_free(&b->lanes, b->source_elapsed);
        b->source_elapsed = 0;
    }
    lanes_land(&b->lanes, r->skip);
    if (r->owns_mask) {
        lanes_free(&b->lanes, r->mask);
    }
    b->depth--;
}

/// The routines that do not call each other.
static uint32_t layer_of(const build *b, uint32_t which, uint16_t id) {
    switch (which) {
    case ROUTINE_EXIT_INSIDE:
        return 1;
    case ROUTINE_CONTINUE:
    case ROUTINE_CONTINUE_REGION:
        return 2;
    case ROUTINE_EXIT_KEPT:
    case ROUTINE_EXIT_REGION:
        return 3;
    case ROUTINE_CHOICE:
        return 4;
    default:  // inner ones first
        return 5 + WITS_MAX_DEPTH - brain_state(b->brain, id)->depth;
    }
}

static lanes_column argument_of(build *b, uint32_t layer) {
    if (b->arguments[layer] == 0) {
        b->arguments[layer] = lanes_new_byte(&b->lanes);
    }
    return b->arguments[layer];
}

/// A choice with all inside is for all: it finds its agents itself.
static void put_routine(build *b, const program_op *op) {
    uint32_t layer = layer_of(b, op->row, op->state);
    if (layer != b->layer) {
        lanes_reserve(&b->lanes);
        b->layer = layer;
    }
    if (b->routines != NULL) {
        b->routines[ROUTINE_COUNT * op->state + op->row] = b->lanes.count;
    }
    b->regions[0] = (open_region){.mask = op->row == ROUTINE_CHOICE ? 0 : argument_of(b, layer)};
}

static void put_call(build *b, const program_op *op) {
    uint32_t layer = layer_of(b, op->row, op->state);
    if (op->row != ROUTINE_CHOICE) {
        emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = argument_of(b, layer), .a = mask_here(b)});
    }
    uint32_t start = b->routines != NULL ? b->routines[ROUTINE_COUNT * op->state + op->row] : 0;
    emit_op(b, (lanes_op){.kind = LANES_CALL, .k = {start}});
}

static void put_return(build *b) {
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
    if (b->regions[0].owns_mask) {
        lanes_free(&b->lanes, b->regions[0].mask);
    }
    b->regions[0] = (open_region){.mask = 0};
}

// --------------------------------------------------------------------------------------------------------------- tests

/// The mask that a test writes: a region's own. `*also`: whose lanes it keeps, 0: all.
static lanes_column test_mask(build *b, lanes_column *also) {
    open_region *r = region_of(b);
    *also = r->mask;
    if (!r->owns_mask) {
        r->mask = lanes_new_byte(&b->lanes);
        r->owns_mask = true;
    }
    return r->mask;
}

/// The region's own mask, so far that of the region around it, for tests that can only take lanes away.
static lanes_column own_mask(build *b) {
    lanes_column also, mask = test_mask(b, &also);
    if (also == 0) {
        emit_fill_byte(b, mask, 0xFF);
    } else if (also != mask) {
        emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = mask, .a = also});
    }
    return mask;
}

static void test_range(build *b, lanes_column of, uint32_t lo, uint32_t hi, uint8_t flags) {
    lanes_column also, mask = test_mask(b, &also);
    lanes_op op = lanes_range(mask, of, lo, hi, also);
    op.flags = (flags & PROGRAM_INVERTED) != 0 ? LANES_INVERTED : 0;
    emit_op(b, op);
}

static void test_bit(build *b, lanes_column of, uint32_t bit, uint8_t flags) {
    lanes_column also, mask = test_mask(b, &also);
    if ((flags & PROGRAM_INVERTED) == 0) {
        emit_op(b, (lanes_op){.kind = LANES_BIT8, .out = mask, .a = of, .b = also, .k = {1u << bit % 8}});
        return;
    }
    lanes_column is_set = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_BIT8, .out = is_set, .a = of, .b = also, .k = {1u << bit % 8}});
    mask = own_mask(b);
    emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = mask, .a = mask, .b = is_set});
    lanes_free(&b->lanes, is_set);
}

static void test_active(build *b, const program_op *op) {
    lanes_column active = lanes_new_byte(&b->lanes);
    emit_is_active(b, active, op->state);
    lanes_column mask = own_mask(b);
    bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    emit_op(b, (lanes_op){.kind = inverted ? LANES_AND_NOT8 : LANES_AND8, .out = mask, .a = mask, .b = active});
    lanes_free(&b->lanes, active);
}

static void test_after(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    emit_op(b, (lanes_op){
                   .kind = LANES_AFTER32, .out = mask, .a = agent_number(b, op->k[0], 4), .b = also, .k = {op->k[1]}});
}

static void test_not_held(build *b, const program_op *op) {
    lanes_column held = lanes_new_byte(&b->lanes);
    emit_in_pass(b, held, op->state);
    emit_op(b, (lanes_op){.kind = LANES_AFTER32,
                          .out = held,
                          .a = agent_number(b, op->k[0], 4),
                          .b = held,
                          .flags = LANES_INVERTED,
                          .k = {op->k[1]}});
    lanes_column mask = own_mask(b);
    emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = mask, .a = mask, .b = held});
    lanes_free(&b->lanes, held);
}

static void test_condition(build *b, const program_op *op) {
    lanes_column mask = own_mask(b);
    lanes_column elapsed = condition_reads_elapsed(b, op->k[0]) ? emit_elapsed(b, op->k[1]) : 0;
    ask_place place = {
        .mask = mask, .state = op->state, .row = op->row, .flags = op->flags, .moment = op->moment, .elapsed = elapsed};
    b->about = op->state;
    emit_condition(b, &place, op->k[0], mask);
    lanes_free(&b->lanes, elapsed);
}

/// Nobody was chosen, or this option was.
static void test_chosen(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    emit_op(b, lanes_range(mask, b->choice.winners, op->k[0], op->k[0], also));
    if (op->k[1] != 0) {
        lanes_column none = lanes_new_byte(&b->lanes);
        emit_op(b, lanes_range(none, b->choice.winners, NO_OPTION, NO_OPTION, also));
        emit_op(b, (lanes_op){.kind = LANES_OR8, .out = mask, .a = mask, .b = none});
        lanes_free(&b->lanes, none);
    }
}

static void test_next(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    emit_op(b, (lanes_op){.kind = LANES_RANGE32, .out = mask, .a = b->next, .b = also, .k = {op->k[0], 0}});
}

static void test_left(build *b) {
    lanes_column also, mask = test_mask(b, &also);
    emit_op(b, lanes_range(mask, b->left, 0xFF, 0xFF, also));
}

// ---------------------------------------------------------------------------------------------------------- pass slots

/// Of machines that lie in another: where their owner is the deepest active state of that.
static lanes_column owner_mask(build *b, uint32_t machine, lanes_column also) {
    const state_row *owner = brain_state(b->brain, brain_machine(b->brain, machine)->owner);
    lanes_column mask = lanes_new_byte(&b->lanes);
    uint32_t slot = owner->config + 1u;
    emit_op(b, lanes_range(mask, pass_column(b, owner->machine), slot, slot, also));
    return mask;
}

static void put_open_pass(build *b, const program_op *op) {
    lanes_column pass = pass_column(b, op->machine);
    if (op->machine == 0) {
        emit_op(b, op->k[0] != 0
                       ? (lanes_op){.kind = LANES_AND8, .out = pass, .a = b->columns.slot, .b = b->columns.due}
                       : (lanes_op){.kind = LANES_COPY8, .out = pass, .a = b->columns.slot});
        return;
    }
    lanes_column active = owner_mask(b, op->machine, 0);
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = pass, .a = slot_column(b, op->machine), .b = active});
    lanes_free(&b->lanes, active);
}

static void put_follow(build *b, const program_op *op) {
    lanes_column pass = pass_column(b, op->machine), slot = slot_column(b, op->machine);
    if (brain_machine(b->brain, op->machine)->owner == WITS_NONE) {
        emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = pass, .a = slot, .c = mask_here(b)});
        return;
    }
    lanes_column active = owner_mask(b, op->machine, 0);
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = active, .a = slot, .b = active});
    emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = pass, .a = active, .c = mask_here(b)});
    lanes_free(&b->lanes, active);
}

static void put_pass_over(build *b, const program_op *op) {
    for (uint32_t i = 0; i < op->k[1]; i++) {
        lanes_column pass = pass_column(b, op->k[0] + i);
        emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = pass, .a = pass, .b = mask_here(b)});
    }
}

static void put_byte(build *b, lanes_column out, uint32_t value) {
    emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out, .c = mask_here(b), .k = {value}});
}

static void put_take_events(build *b) {
    const column_map *m = &b->columns;
    for (uint32_t i = 0; i < m->event_bytes; i++) {
        lanes_column events = event_column(b, 8 * i);
        emit_op(b, (lanes_op){.kind = LANES_AND8, .out = (lanes_column)(m->taken + i), .a = events, .b = m->due});
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = events, .c = m->due});
    }
}

// --------------------------------------------------------------------------------------------------------------- rooms

static void put_clock(build *b, const program_op *op, lanes_kind kind) {
    b->needs_ids |= kind == LANES_SPREAD_CLOCK;
    emit_op(
        b, (lanes_op){.kind = (uint16_t)kind, .out = agent_number(b, op->k[0], 4), .c = mask_here(b), .k = {op->k[1]}});
}

static lanes_column fresh_column(build *b, uint32_t bit) {
    return agent_number(b, b->brain->fresh + bit / 8, 1);
}

static void clear_fresh(build *b, uint32_t bit) {
    lanes_column byte = fresh_column(b, bit), cleared = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = cleared, .a = byte, .k = {(uint8_t) ~(1u << bit % 8)}});
    emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = byte, .a = cleared, .c = mask_here(b)});
    lanes_free(&b->lanes, cleared);
}

/// Whether a decision pass makes them active is known when the code runs.
static void set_fresh(build *b, uint32_t bit) {
    lanes_column by_decision = lanes_new_byte(&b->lanes);
    clear_fresh(b, bit);
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = by_decision, .a = mask_here(b), .b = b->deciding});
    emit_op(b, (lanes_op){.kind = LANES_RAISE8, .out = fresh_column(b, bit), .c = by_decision, .k = {1u << bit % 8}});
    lanes_free(&b->lanes, by_decision);
}

static void clear_all_fresh(build *b) {
    for (uint32_t i = 0; i < b->brain->fresh_bytes; i++) {
        lanes_column byte = fresh_column(b, 8 * i);
        emit_op(b, (lanes_op){.kind = LANES_AND8, .out = byte, .a = byte, .k = {0}});
    }
}

static void put_data(build *b, const program_op *op) {
    const bool opens = op->operation == PROGRAM_OPEN_DATA;
    emit_op(b, (lanes_op){.kind = LANES_DATA, .c = mask_here(b), .k = {op->state, opens}});
}

static void put_cut(build *b, const program_op *op) {
    if (b->depth == 0) {
        emit_fill_byte(b, b->cuts[op->machine], op->k[0]);
    } else {
        put_byte(b, b->cuts[op->machine], op->k[0]);
    }
}

// ------------------------------------------------------------------------------------------------------------- actions

/// What `elapsed` shows in an action: one column serves all that a state does there.
static lanes_column action_elapsed(build *b, const program_op *op) {
    open_region *r = region_of(b);
    if ((op->flags & PROGRAM_TRANSITION_ELAPSED) != 0) {
        return b->source_elapsed;
    }
    if (r->elapsed == 0 || r->clock != op->k[1]) {
        forget_elapsed(b);
        r->elapsed = emit_elapsed(b, op->k[1]);
        r->clock = op->k[1];
    }
    return r->elapsed;
}

static void put_action(build *b, const program_op *op) {
    uint32_t action = op->k[0];
    b->about = op->state;
    if ((action & WITS_LIST_RAISE) != 0) {
        uint32_t event = action & ~WITS_LIST_RAISE;
        emit_op(b, (lanes_op){
                       .kind = LANES_RAISE8, .out = event_column(b, event), .c = mask_here(b), .k = {1u << event % 8}});
        return;
    }
    if ((action & WITS_LIST_ASSIGN) != 0) {
        uint32_t row = action & ~WITS_LIST_ASSIGN;
        ask_place place = {.mask = mask_here(b),
                           .state = op->state,
                           .row = op->row,
                           .flags = op->machine == WITS_ACTION_STEP ? PROGRAM_OF_STEP : op->flags,
                           .moment = op->moment,
                           .elapsed = assignment_reads_elapsed(b, row) ? action_elapsed(b, op) : 0};
        emit_assignment(b, &place, row);
        return;
    }
    uint32_t whose = op->row == WITS_NONE ? op->state : op->row;
    emit_op(b, (lanes_op){.kind = LANES_LIST, .c = mask_here(b), .k = {action, (uint32_t)op->machine << 16 | whose}});
}

static void put_source_clock(build *b, const program_op *op) {
    b->source_elapsed = emit_elapsed(b, op->k[0]);
    region_of(b)->notes_source = true;
}

// ------------------------------------------------------------------------------------------------------------- choices

/// The ordinal of the active option of each agent, in a new column; NO_OPTION where there is none.
static lanes_column current_options(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column out = lanes_new_byte(&b->lanes), pass = pass_column(b, s->inside);
    if (brain_machine(b->brain, s->inside)->config_count <= MAX_LOOKUP) {
        uint8_t ordinals[16];
        memset(ordinals, NO_OPTION, sizeof ordinals);
        for (uint32_t inside = id + 1u; inside < s->end; inside++) {
            const state_row *at = brain_state(b->brain, inside);
            if (at->machine == s->inside && at->config != WITS_NONE) {
                uint16_t option = state_ancestor(b->brain, (uint16_t)inside, s->depth + 1u);
                ordinals[at->config + 1] = (uint8_t)brain_state(b->brain, option)->ordinal;
            }
        }
        emit_op(b, (lanes_op){.kind = LANES_LOOKUP8, .out = out, .a = pass, .k = {lanes_table(&b->lanes, ordinals)}});
        return out;
    }
    lanes_column mask = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = pass, .k = {NO_OPTION}});
    for (uint32_t i = 0; i < s->child_count; i++) {
        emit_in_pass(b, mask, brain_child(b->brain, s, i));
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out, .c = mask, .k = {i}});
    }
    lanes_free(&b->lanes, mask);
    return out;
}

static void put_choose(build *b, const program_op *op) {
    open_choice *c = &b->choice;
    b->about = op->state;
    *c = (open_choice){.cost = b->lanes.cost};
    c->current = op->k[0] != 0 ? current_options(b, op->state) : 0;
    lanes_column among = mask_here(b);
    lanes_borrow(&b->lanes);
    c->winners = emit_winners(b, op->state, among, c->current);
    lanes_give_back(&b->lanes);
    if (op->k[0] != 0) {
        c->changes = lanes_new_byte(&b->lanes);
        emit_op(
            b, (lanes_op){
                   .kind = LANES_EQUAL8, .out = c->changes, .a = c->winners, .b = c->current, .flags = LANES_INVERTED});
        emit_op(b, (lanes_op){.kind = LANES_AND8, .out = c->changes, .a = c->changes, .b = mask_here(b)});
    }
}

static void test_switched(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    emit_op(b, lanes_range(mask, b->choice.winners, op->k[0], op->k[0], b->choice.changes));
}

/// What first choices cost, or those of the root, agents pay whichever way they go.
static void put_choice_end(build *b, const program_op *op) {
    open_choice *c = &b->choice;
    lanes_free(&b->lanes, c->winners);
    lanes_free(&b->lanes, c->current);
    lanes_free(&b->lanes, c->changes);
    if (c->changes == 0 || op->state == WITS_ROOT) {
        b->lanes.cost = c->cost;
    }
}

// --------------------------------------------------------------------------------------------------------------- steps

static void put_call_step(build *b, const program_op *op) {
    b->next = lanes_new_word(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_STEP_CALL, .out = b->next, .c = mask_here(b), .k = {op->state}});
}

static void put_rules_begin(build *b) {
    b->left = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = b->left, .a = mask_here(b)});
}

// ------------------------------------------------------------------------------------------------------ all operations

static void put_deciding(build *b, const program_op *op) {
    emit_fill_byte(b, b->deciding, op->k[0] != 0 ? 0xFF : 0);
}

static void put_test(build *b, const program_op *op) {
    switch ((program_operation)op->operation) {
    case PROGRAM_IN:
        test_range(b, slot_column(b, op->machine), op->k[0], op->k[1], op->flags);
        break;
    case PROGRAM_IN_PASS:
        test_range(b, pass_column(b, op->machine), op->k[0], op->k[1], op->flags);
        break;
    case PROGRAM_IS_ACTIVE:
        test_active(b, op);
        break;
    case PROGRAM_EVENT:
        test_bit(b, (lanes_column)(b->columns.taken + op->k[0] / 8), op->k[0] % 8, op->flags);
        break;
    case PROGRAM_AFTER:
        test_after(b, op);
        break;
    case PROGRAM_BYTE_IS:
        test_range(b, agent_number(b, op->k[0], 1), op->k[1], op->k[1], op->flags);
        break;
    case PROGRAM_ASK:
        test_condition(b, op);
        break;
    case PROGRAM_NOT_HELD:
        test_not_held(b, op);
        break;
    case PROGRAM_IS_CHOSEN:
        test_chosen(b, op);
        break;
    case PROGRAM_IS_SWITCHED:
        test_switched(b, op);
        break;
    case PROGRAM_IS_NEXT:
        test_next(b, op);
        break;
    case PROGRAM_IS_LEFT:
        test_left(b);
        break;
    case PROGRAM_IS_FRESH:
        test_bit(b, fresh_column(b, op->k[0]), op->k[0], op->flags);
        break;
    default:  // IS_CUT: where the cut lies further out
        test_range(b, b->cuts[op->machine], 0, op->k[0] - 1, op->flags);
        break;
    }
}

static void put_statement(build *b, const program_op *op) {
    switch ((program_operation)op->operation) {
    case PROGRAM_TAKE_EVENTS:
        put_take_events(b);
        break;
    case PROGRAM_OPEN_PASS:
        put_open_pass(b, op);
        break;
    case PROGRAM_FOLLOW:
        put_follow(b, op);
        break;
    case PROGRAM_PASS_OVER:
        put_pass_over(b, op);
        break;
    case PROGRAM_SET_SLOT:
        put_byte(b, slot_column(b, op->machine), op->k[0]);
        break;
    case PROGRAM_SET_BYTE:
        put_byte(b, agent_number(b, op->k[0], 1), op->k[1]);
        break;
    case PROGRAM_START_CLOCK:
        put_clock(b, op, LANES_PUT_TICK);
        break;
    case PROGRAM_SPREAD_CLOCK:
        put_clock(b, op, LANES_SPREAD_CLOCK);
        break;
    case PROGRAM_STOP_CLOCK:
        put_clock(b, op, LANES_PUT32_CONSTANT);
        break;
    case PROGRAM_TURN_CLOCK:
        put_clock(b, op, LANES_TURN_CLOCK);
        break;
    case PROGRAM_OPEN_DATA:
    case PROGRAM_CLOSE_DATA:
        put_data(b, op);
        break;
    case PROGRAM_SET_DECIDING:
        put_deciding(b, op);
        break;
    case PROGRAM_SET_FRESH:
        set_fresh(b, op->k[0]);
        break;
    case PROGRAM_CLEAR_FRESH:
        clear_fresh(b, op->k[0]);
        break;
    case PROGRAM_CLEAR_ALL_FRESH:
        clear_all_fresh(b);
        break;
    case PROGRAM_SET_CUT:
        put_cut(b, op);
        break;
    case PROGRAM_SOURCE_CLOCK:
        put_source_clock(b, op);
        break;
    case PROGRAM_ACT:
        put_action(b, op);
        break;
    case PROGRAM_CHOOSE:
        put_choose(b, op);
        break;
    case PROGRAM_CHOICE_END:
        put_choice_end(b, op);
        break;
    case PROGRAM_CALL_STEP:
        put_call_step(b, op);
        break;
    case PROGRAM_STEP_END:
        lanes_free(&b->lanes, b->next);
        break;
    case PROGRAM_RULES_BEGIN:
        put_rules_begin(b);
        break;
    case PROGRAM_TAKE_RULE:
        emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = b->left, .a = b->left, .b = mask_here(b)});
        break;
    default:
        lanes_free(&b->lanes, b->left);  // RULES_END
        break;
    }
}

static void put(program_sink *to, const program_op *op) {
    build *b = (build *)to;
    if (b->lanes.failed != NULL) {
        return;
    }
    switch ((program_operation)op->operation) {
    case PROGRAM_WHEN:
        put_when(b);
        break;
    case PROGRAM_THEN:
        put_then(b);
        break;
    case PROGRAM_END:
        put_end(b);
        break;
    case PROGRAM_ROUTINE:
        put_routine(b, op);
        break;
    case PROGRAM_CALL:
        put_call(b, op);
        break;
    case PROGRAM_RETURN:
        put_return(b);
        break;
    default:
        if (op->operation <= PROGRAM_IS_CUT) {
            put_test(b, op);
        } else {
            put_statement(b, op);
        }
        break;
    }
}

// ----------------------------------------------------------------------------------------------------------- all of it

/// Why a brain goes agent by agent, whatever its rules: null if nothing speaks against blocks.
static const char *unfit(const wits_brain *b) {
    if (lanes_kernels_baseline() == NULL) {
        return "the library was built without vectors";
    }
    if (b->state_count > CROWD_MAX_STATES) {
        return "it has more than 255 states";
    }
    if (b->machine_count > CROWD_MAX_MACHINES) {
        return "it has more than 64 regions and insides that are kept";
    }
    if (b->field_count > CROWD_MAX_FIELDS) {
        return "it has more than 256 fields";
    }
    if (b->list_room[WITS_VERB_TICK] > CROWD_MAX_LISTED && brain_has_host_actions(b)) {
        return "an agent may list more than 16,384 actions in a tick";
    }
    return NULL;
}

static void *part_of(wits_crowd_code *code, uint32_t offset) {
    return code != NULL ? (char *)code + offset : NULL;
}

/// Columns that are needed from the beginning of a pass to its end.
static void reserve_columns(build *b, const lowering *l) {
    if (b->brain->skip_entered) {
        b->deciding = lanes_new_byte(&b->lanes);
    }
    for (uint32_t number = 0; l->cuts && number < b->brain->machine_count; number++) {
        b->cuts[number] = lanes_new_byte(&b->lanes);
    }
}

/// The rules of each state of the top machine, for agents that are in it.
static void build_groups(build *b, lowering *l, group_code *groups) {
    uint32_t slots = brain_machine(b->brain, 0)->config_count;
    wits_lower_choices(l);
    lanes_reserve(&b->lanes);
    for (uint32_t slot = 0; slot <= slots; slot++) {
        group_code here_begins = {.decide = b->lanes.count};
        wits_lower_decide_from(l, slot);
        here_begins.update = b->lanes.count;
        wits_lower_update_from(l, slot);
        if (groups != NULL) {
            groups[slot] = here_begins;
        }
    }
}

bool build_code(build *b, const wits_brain *brain, wits_crowd_code *code) {
    memset(b, 0, sizeof *b);
    b->sink.put = put;
    b->brain = brain;
    b->about = b->failed_at = WITS_NONE;
    b->lanes.failed = unfit(brain);
    if (b->lanes.failed != NULL) {
        return false;
    }
    if (code != NULL) {
        b->lanes.code = part_of(code, code->code_offset);
        b->lanes.tables = part_of(code, code->tables_offset);
        b->routines = part_of(code, code->routines_offset);
    }
    lowering l = wits_lower_begin(brain, &b->sink);
    number_columns(b);
    emit_op(b, (lanes_op){.kind = LANES_RETURN});  // so that no routine begins at 0
    reserve_columns(b, &l);
    wits_lower_routines(&l);
    lanes_reserve(&b->lanes);
    b->decide_start = b->lanes.count;
    wits_lower_decide(&l);
    b->update_start = b->lanes.count;
    wits_lower_update(&l);
    b->masks_count = b->lanes.count;
    b->masks_cost = b->lanes.cost;
    if (b->masks_count > MOST_CODE) {
        build_fail(b, "it has too many rules");
    }
    if (code == NULL || code->has_groups) {
        build_groups(b, &l, code != NULL ? part_of(code, code->groups_offset) : NULL);
    }
    b->has_groups = b->lanes.count <= MOST_CODE;
    return b->lanes.failed == NULL;
}
