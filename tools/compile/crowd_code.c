// SPDX-License-Identifier: MIT
// Reads the library's code for blocks: its routines, and pieces of straight-line code with the columns that are live
// after each.
#include "crowd.h"

#include "lower/program.h"

enum {
    LEAST_SKIPPED = 16,  ///< least cost that justifies a test whether a mask is empty
    COST_OF_CALL = 1000,
};

// ------------------------------------------------------------------------------------------------------------- columns

bool crowd_is_lasting(const crowd_maker *c, lanes_column column) {
    return set_has(&c->lasting, column);
}

uint32_t crowd_column_width(const crowd_maker *c, lanes_column column) {
    const column_map *m = c->columns;
    if (column >= m->first_field && column < m->first_field + m->field_count) {
        return wits_expr_field_size(wits_field_type(c->code->brain, (uint32_t)(column - m->first_field)));
    }
    if (column >= m->first_agent && column < m->first_agent + m->agent.count) {
        return agent_column_at(&m->agent, (uint32_t)(column - m->first_agent)).width;
    }
    const bool is_wide = column >= m->first_temp ? (column - m->first_temp) % 2 != 0 : column == m->sink;
    return is_wide ? 4 : 1;
}

value_form crowd_column_form(const crowd_maker *c, lanes_column column) {
    const column_map *m = c->columns;
    const uint32_t width = crowd_column_width(c, column);
    if (width != 4) {
        return width == 1 ? FORM_BYTE : FORM_HALF;
    }
    if (column >= m->first_field && column < m->first_field + m->field_count) {
        const wits_type type = wits_field_type(c->code->brain, (uint32_t)(column - m->first_field));
        return type == WITS_TYPE_FLOAT ? FORM_FLOAT : FORM_INT;
    }
    return FORM_BITS;
}

/// Marks fields and columns of the agents' bytes.
static void note_lasting(crowd_maker *c) {
    const column_map *m = c->columns;
    const uint8_t *flags = code_at(c->code, c->code->flags_offset);
    set_add(&c->lasting, m->slot);
    for (uint32_t i = 1; i < m->agent.count; i++) {
        if (flags[m->first_agent + i] != 0) {
            set_add(&c->lasting, m->first_agent + i);
        }
    }
    for (uint32_t field = 0; field < m->field_count; field++) {
        if (flags[m->first_field + field] != 0) {
            set_add(&c->lasting, m->first_field + field);
        }
    }
}

/// Returns whether an operation keeps the value of `out` where its mask is 0.
static bool keeps_out(uint32_t kind) {
    return value_row_of(kind)->use == USE_PUT;
}

lanes_column crowd_source_column(const crowd_maker *c, const lanes_op *op) {
    const wits_brain *brain = c->code->brain;
    const uint16_t row = (uint16_t)op->k[1];
    const bool asks = op->kind == LANES_CONDITION || op->kind == LANES_SCORE;
    if (!asks || row == WITS_NONE || (op->flags & PROGRAM_OF_STEP) != 0 || !brain_transition(brain, row)->any) {
        return 0;
    }
    return (lanes_column)(c->columns->pass + brain_state(brain, op->k[1] >> 16)->inside);
}

static bool uses_ids(uint32_t kind) {
    return kind == LANES_RANDOM || kind == LANES_RANDOM_BELOW || kind == LANES_SPREAD_CLOCK;
}

static void add_reads(const crowd_maker *c, const lanes_op *op, column_set *to) {
    set_add(to, op->a);
    set_add(to, op->b);
    set_add(to, op->c);
    if (keeps_out(op->kind)) {
        set_add(to, op->out);
    }
    if (uses_ids(op->kind)) {
        set_add(to, c->columns->sink);
    }
    set_add(to, crowd_source_column(c, op));
    set_remove(to, 0);
}

static void add_writes(const lanes_op *op, column_set *to) {
    set_add(to, op->out);
    if (op->kind == LANES_PUT8_CONSTANT || op->kind == LANES_FIRE8) {
        set_add(to, op->b);
    }
    if (op->kind == LANES_FIRE8 && (op->flags & LANES_CLEARS) != 0) {
        set_add(to, op->a);
    }
    if (op->kind == LANES_TARGETS) {
        set_add(to, op->k[1]);
    }
    set_remove(to, 0);
}

// ------------------------------------------------------------------------------------------------------------ routines

routine *crowd_routine_at(crowd_maker *c, uint32_t start) {
    for (size_t i = 0; i < c->routine_count; i++) {
        if (c->routines[i].start == start) {
            return &c->routines[i];
        }
    }
    return NULL;
}

/// Adds a routine after those that it calls.
static void find_routine(crowd_maker *c, uint32_t start) {
    routine found = {.start = start};
    if (crowd_routine_at(c, start) != NULL) {
        return;
    }
    for (uint32_t i = start; c->ops[i].kind != LANES_RETURN; i++) {
        const lanes_op *op = &c->ops[i];
        add_reads(c, op, &found.reads);
        add_writes(op, &found.writes);
        found.size++;
        if (op->kind == LANES_CALL) {
            find_routine(c, op->k[0]);
            const routine *called = crowd_routine_at(c, op->k[0]);
            set_join(&found.reads, &called->reads);
            set_join(&found.writes, &called->writes);
            found.size += called->size;
        }
        found.size = found.size > MOST_OPERATIONS ? MOST_OPERATIONS + 1 : found.size;
    }
    c->routines = grow(c->routines, &c->routine_capacity, c->routine_count + 1, sizeof *c->routines);
    c->routines[c->routine_count++] = found;
}

static uint32_t operations_of(const crowd_maker *c) {
    uint32_t count = 0;
    for (size_t i = 0; i < c->routine_count; i++) {
        for (uint32_t at = c->routines[i].start; c->ops[at].kind != LANES_RETURN; at++) {
            count++;
        }
    }
    return count;
}

bool crowd_find_routines(crowd_maker *c) {
    if (c->columns->count > MOST_COLUMNS || c->columns->pass_high != 0) {
        return false;
    }
    note_lasting(c);
    find_routine(c, c->code->decide_start);
    find_routine(c, c->code->update_start);
    const uint32_t size =
        crowd_routine_at(c, c->code->decide_start)->size + crowd_routine_at(c, c->code->update_start)->size;
    c->inlines = size <= MOST_INLINED;
    return operations_of(c) <= MOST_OPERATIONS;
}

// -------------------------------------------------------------------------------------------------------------- pieces

static piece *add_piece(crowd_maker *c, piece_kind kind) {
    c->pieces = grow(c->pieces, &c->piece_capacity, c->piece_count + 1, sizeof *c->pieces);
    c->pieces[c->piece_count] = (piece){.kind = kind};
    return &c->pieces[c->piece_count++];
}

static void add_operation(crowd_maker *c, uint32_t number) {
    if (c->piece_count == 0 || c->pieces[c->piece_count - 1].kind != PIECE_STRETCH) {
        add_piece(c, PIECE_STRETCH)->first = (uint32_t)c->flat_count;
    }
    c->pieces[c->piece_count - 1].count++;
    c->flat = grow(c->flat, &c->flat_capacity, c->flat_count + 1, sizeof *c->flat);
    c->flat[c->flat_count++] = number;
}

static uint32_t cost_of(const lanes_op *op) {
    if (op->kind >= LANES_FIRST_FORMULA) {
        const uint32_t operation = op->kind - LANES_FIRST_FORMULA;
        return operation_is(operation, OPERATION_POWER) ? 60 : operation == EXPR_OP_DIVIDE ? 20 : 4;
    }
    if (op->kind >= LANES_WIDEN8 && op->kind < LANES_RANDOM) {
        return 4;
    }
    switch (op->kind) {
    case LANES_CONDITION:
    case LANES_SCORE:
    case LANES_STEP_CALL:
    case LANES_TARGETS:
    case LANES_TARGET_FIELD:
        return COST_OF_CALL;
    case LANES_RANDOM:
    case LANES_RANDOM_BELOW:
    case LANES_SPREAD_CLOCK:
        return 30;
    case LANES_LIST:
    case LANES_DATA:
        return 4;
    default:
        return 1;
    }
}

static uint32_t cost_between(const crowd_maker *c, uint32_t from, uint32_t to) {
    uint32_t cost = 0;
    for (uint32_t i = from; i < to && cost < COST_OF_CALL; i++) {
        const lanes_op *op = &c->ops[i];
        cost += cost_of(op);
        if (op->kind == LANES_CALL) {
            uint32_t end = op->k[0];
            while (c->ops[end].kind != LANES_RETURN) {
                end++;
            }
            cost += cost_between(c, op->k[0], end);
        }
    }
    return cost;
}

/// Returns whether the mask contains at least three quarters of a machine's states. It is hardly ever empty then.
static bool is_usual(const crowd_maker *c, uint32_t skip) {
    const lanes_op *test = &c->ops[skip - 1];
    const uint32_t machine = (uint32_t)(test->a - c->columns->pass);
    if (skip == 0 || test->kind != LANES_RANGE8 || test->out != c->ops[skip].c || test->b != 0 ||
        (test->flags & LANES_INVERTED) != 0 || machine >= c->columns->machine_count) {
        return false;
    }
    return 4 * (test->k[1] + 1) >= 3 * brain_machine(c->code->brain, machine)->config_count;
}

static void read_pieces(crowd_maker *c, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && c->ops[i].kind != LANES_RETURN; i++) {
        const lanes_op *op = &c->ops[i];
        if (op->kind == LANES_SKIP_IF_NONE) {
            const uint32_t end = i + 1 + op->k[0];
            const uint32_t cost = cost_between(c, i + 1, end);
            if (cost >= (is_usual(c, i) ? (uint32_t)COST_OF_CALL : (uint32_t)LEAST_SKIPPED)) {
                add_piece(c, PIECE_IF)->mask = op->c;
                read_pieces(c, i + 1, end);
                add_piece(c, PIECE_END);
                i = end - 1;
            }
        } else if (op->kind == LANES_CALL && c->inlines) {
            read_pieces(c, op->k[0], UINT32_MAX);
        } else if (op->kind == LANES_CALL) {
            add_piece(c, PIECE_CALL)->routine = op->k[0];
            crowd_routine_at(c, op->k[0])->is_called = true;
        } else if (op->kind == LANES_STEP_CALL) {
            add_piece(c, PIECE_STEP)->first = i;
        } else if (op->kind == LANES_LIST && !crowd_lists_actions(c->m, c->code)) {
            i += crowd_argument_count(op);
        } else if (op->kind != LANES_COUNT_NAN) {
            add_operation(c, i);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ liveness

static void look_back_at(const crowd_maker *c, const lanes_op *op, column_set *live) {
    if (!keeps_out(op->kind)) {
        set_remove(live, op->out);
    }
    if (op->kind == LANES_TARGETS) {
        set_remove(live, op->k[1]);
    }
    add_reads(c, op, live);
}

/// Returns the columns that are live at the end: for an entry the lasting ones, for a function also all that routines
/// read.
static column_set live_at_end(const crowd_maker *c, uint32_t start) {
    column_set live = c->lasting;
    if (start != c->code->decide_start && start != c->code->update_start) {
        for (size_t i = 0; i < c->routine_count; i++) {
            set_join(&live, &c->routines[i].reads);
        }
    }
    return live;
}

static void find_lives(crowd_maker *c, column_set live) {
    column_set ends[64];
    uint32_t depth = 0;
    for (size_t i = c->piece_count; i-- > 0;) {
        piece *p = &c->pieces[i];
        p->after = live;
        switch (p->kind) {
        case PIECE_STRETCH:
            for (uint32_t at = p->count; at-- > 0;) {
                look_back_at(c, &c->ops[c->flat[p->first + at]], &live);
            }
            break;
        case PIECE_END:
            ends[depth++] = live;
            break;
        case PIECE_IF:
            set_join(&live, &ends[--depth]);
            set_add(&live, p->mask);
            break;
        case PIECE_CALL:
            set_join(&live, &crowd_routine_at(c, p->routine)->reads);
            break;
        default:  // PIECE_STEP
            look_back_at(c, &c->ops[p->first], &live);
            set_join(&live, &c->lasting);
            break;
        }
    }
}

void crowd_read_pieces(crowd_maker *c, const uint32_t *starts, uint32_t count) {
    c->piece_count = c->flat_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        read_pieces(c, starts[i], UINT32_MAX);
    }
    find_lives(c, live_at_end(c, starts[0]));
}
