// SPDX-License-Identifier: MIT
// Considerations of an option, for a block of agents: as core/consider.c has them, to the end for everybody.
#include "crowd/build.h"
#include "expr/responses.h"

/// A number of each agent.
typedef struct lane_value {
    lanes_column column;  ///< words; 0: it is the constant
    float constant;
} lane_value;

/// A group that is being gone through.
typedef struct lane_group {
    const consideration_row *row;
    lanes_column open;  ///< mask: all its gates hold; 0: it has none
    uint32_t counted;
    lane_value value;
} lane_group;

typedef struct lane_considering {
    build *b;
    uint16_t option;
    lanes_column mask;
    bool has_current;
    uint32_t depth;
    lane_group groups[WITS_MAX_GROUPS + 1];
} lane_considering;

// ---------------------------------------------------------------------------------------------------------- arithmetic

static lane_value constant_value(float constant) {
    return (lane_value){0, constant};
}

static float fold_constants(uint32_t what, float x, float y) {
    switch (what) {
    case EXPR_OP_ADD:
        return x + y;
    case EXPR_OP_DIVIDE:
        return x / y;
    case EXPR_OP_MIN:
        return operation_min(x, y);
    case EXPR_OP_MAX:
        return operation_max(x, y);
    default:
        return x * y;
    }
}

/// Both operands are used up.
static lane_value combined_lanes(build *b, uint32_t what, lane_value x, lane_value y) {
    if (x.column == 0 && y.column == 0) {
        return constant_value(fold_constants(what, x.constant, y.constant));
    }
    float constant = x.column == 0 ? x.constant : y.constant;
    lanes_column out = wits_crowd_emit_formula(b, what, x.column, y.column, constant);
    wits_expr_lanes_free(&b->lanes, x.column);
    wits_expr_lanes_free(&b->lanes, y.column);
    return (lane_value){out, 0.0f};
}

/// An operation of one column and constants.
static lane_value shaped(build *b, uint32_t what, lane_value x, float k0, float k1) {
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = (uint16_t)(LANES_FIRST_FORMULA + what),
                                     .out = out,
                                     .a = x.column,
                                     .k = {math_bits(k0), math_bits(k1)}});
    wits_expr_lanes_free(&b->lanes, x.column);
    return (lane_value){out, 0.0f};
}

static lane_value compensated(build *b, lane_value x, float share) {
    if (x.column == 0) {
        return constant_value(response_compensated(x.constant, share));
    }
    return share == 0.0f ? x : shaped(b, EXPR_OP_COMPENSATED, x, share, 0.0f);
}

/// response_power for columns.
static lane_value powered(build *b, lane_value x, float exponent) {
    if (x.column == 0) {
        return constant_value(response_power(x.constant, exponent));
    }
    if (exponent == 0.0f) {
        wits_expr_lanes_free(&b->lanes, x.column);
        return constant_value(1.0f);
    }
    if (exponent == 1.0f) {
        return x;
    }
    uint32_t what = exponent == 2.0f   ? EXPR_OP_SQUARE
                    : exponent == 3.0f ? EXPR_OP_CUBE
                    : exponent == 0.5f ? EXPR_OP_SQRT
                                       : EXPR_OP_COUNT;
    return what != EXPR_OP_COUNT ? shaped(b, what, x, 0.0f, 0.0f)
                                 : combined_lanes(b, EXPR_OP_POW, x, constant_value(exponent));
}

// ------------------------------------------------------------------------------------------------------------- members

static lane_value weighted_lanes(build *b, const consideration_row *group, const consideration_row *row, lane_value x) {
    switch ((wits_group)group->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return row->weight == 1.0f ? x : combined_lanes(b, EXPR_OP_MULTIPLY, x, constant_value(row->weight));
    case WITS_GROUP_MIN:
    case WITS_GROUP_MAX:
        return x;
    case WITS_GROUP_COMPENSATED:
        return powered(b, compensated(b, x, group->share), row->weight);
    default:
        return powered(b, x, row->weight);
    }
}

static uint32_t operation_for(const consideration_row *group) {
    switch ((wits_group)group->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return EXPR_OP_ADD;
    case WITS_GROUP_MIN:
        return EXPR_OP_MIN;
    case WITS_GROUP_MAX:
        return EXPR_OP_MAX;
    default:
        return EXPR_OP_MULTIPLY;
    }
}

static void count_lanes_in(build *b, lane_group *in, const consideration_row *row, lane_value value) {
    lane_value brings = weighted_lanes(b, in->row, row, value);
    in->value = in->counted == 0 ? brings : combined_lanes(b, operation_for(in->row), in->value, brings);
    in->counted++;
}

// -------------------------------------------------------------------------------------------------------------- groups

/// Returns the mask of agents for which all gates of the group hold.
static lanes_column gates_of(lane_considering *c, const consideration_row *rows, const consideration_row *group) {
    if (group->next_gate == 0) {
        return 0;
    }
    lanes_column open = wits_expr_lanes_new_byte(&c->b->lanes);
    wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_COPY8, .out = open, .a = c->mask});
    for (uint32_t i = group->next_gate; i != 0; i = rows[i].next_gate) {
        wits_crowd_emit_gate(c->b, c->option, rows[i].asks, open, c->has_current);
    }
    return open;
}

static lane_value lane_group_value(build *b, const lane_group *g) {
    const consideration_row *row = g->row;
    if (g->counted == 0) {
        return constant_value(1.0f);
    }
    bool is_mean = row->group == WITS_GROUP_MEAN || row->group == WITS_GROUP_GEOMETRIC_MEAN;
    if (is_mean && !(row->total > 0.0f)) {
        wits_expr_lanes_free(&b->lanes, g->value.column);
        return constant_value(0.0f);
    }
    if (row->group == WITS_GROUP_MEAN) {
        return combined_lanes(b, EXPR_OP_DIVIDE, g->value, constant_value(row->total));
    }
    if (row->group == WITS_GROUP_SUM && g->value.column != 0) {
        return shaped(b, EXPR_OP_CLAMP, g->value, 0.0f, 1.0f);
    }
    return row->group == WITS_GROUP_SUM ? constant_value(operation_min(operation_max(g->value.constant, 0.0f), 1.0f))
                                        : g->value;
}

/// The value where the gates hold, else something else.
static lane_value gated(build *b, lanes_column open, lane_value value, uint32_t otherwise) {
    if (open == 0) {
        return value;
    }
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_SELECT32,
                                     .out = out,
                                     .a = value.column,
                                     .c = open,
                                     .k = {math_bits(value.constant), otherwise}});
    wits_expr_lanes_free(&b->lanes, open);
    wits_expr_lanes_free(&b->lanes, value.column);
    return (lane_value){out, 0.0f};
}

static void open_row(lane_considering *c, const consideration_row *rows, uint32_t number) {
    lanes_column open = gates_of(c, rows, &rows[number]);
    c->groups[c->depth++] = (lane_group){.row = &rows[number], .open = open};
}

static void close_lane_groups(lane_considering *c, uint32_t next) {
    while (c->depth > 1 && c->groups[c->depth - 1].row->end == next) {
        lane_group done = c->groups[--c->depth];
        lane_value value = gated(c->b, done.open, lane_group_value(c->b, &done), math_bits(0.0f));
        count_lanes_in(c->b, &c->groups[c->depth - 1], done.row, value);
    }
}

static lane_value input_value(lane_considering *c, const consideration_row *row) {
    uint32_t bits = 0;
    lanes_column column = wits_crowd_emit_input(c->b, c->option, row->asks, c->mask, c->has_current, &bits);
    return (lane_value){column, math_float(bits)};
}

lanes_column wits_crowd_emit_considered(build *b, uint16_t option, lanes_column mask, bool has_current,
                                        uint32_t *constant) {
    const state_row *s = brain_state(b->brain, option);
    const consideration_row *rows = brain_considerations(b->brain, s);
    lane_considering c = {.b = b, .option = option, .mask = mask, .has_current = has_current};
    lane_value value;
    if (rows[0].kind == ROW_INPUT) {
        value = input_value(&c, &rows[0]);
    } else {
        open_row(&c, rows, 0);
        for (uint32_t i = 1; i < s->row_count; i++) {
            if (rows[i].kind == ROW_GROUP) {
                open_row(&c, rows, i);
            } else if (rows[i].kind == ROW_INPUT) {
                count_lanes_in(b, &c.groups[c.depth - 1], &rows[i], input_value(&c, &rows[i]));
            }
            close_lane_groups(&c, i + 1);
        }
        value = gated(b, c.groups[0].open, lane_group_value(b, &c.groups[0]), MATH_NAN_BITS);
    }
    *constant = math_bits(value.constant);
    return value.column;
}
