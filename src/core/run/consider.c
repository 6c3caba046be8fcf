// SPDX-License-Identifier: MIT
// Considerations, one after another, and how groups make one number of several: docs/brain-files.md, "Considerations".
#include "core/run/consider.h"
#include "expr/operations.h"
#include "expr/responses.h"

/// A group that is being gone through.
typedef struct open_group {
    const consideration_row *row;
    uint32_t number;  ///< number of that row
    uint32_t counted;
    float value;   ///< value of the members so far
    bool is_shut;  ///< a gate does not hold
} open_group;

typedef struct considering {
    pass *p;
    const consideration_row *rows;
    uint16_t option;
    const probe *how;
    uint32_t depth;  ///< depth of the innermost open group, plus 1
    open_group groups[WITS_MAX_GROUPS + 1];
} considering;

// ------------------------------------------------------------------------------------------------------------- members

static float combined(const consideration_row *group, float before, float value) {
    switch ((wits_group)group->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return before + value;
    case WITS_GROUP_MIN:
        return operation_min(before, value);
    case WITS_GROUP_MAX:
        return operation_max(before, value);
    default:
        return before * value;
    }
}

static float weighted(const consideration_row *group, const consideration_row *row, float value) {
    switch ((wits_group)group->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return value * row->weight;
    case WITS_GROUP_MIN:
    case WITS_GROUP_MAX:
        return value;
    default:
        return response_power(value, row->weight);
    }
}

/// Returns by what the group's value becomes another.
static float count_member(open_group *to, const consideration_row *row, float value) {
    const float brings = weighted(to->row, row, value);
    to->value = to->counted == 0 ? brings : combined(to->row, to->value, brings);
    to->counted++;
    return brings;
}

/// Adds a row's value to its group.
static void count_in(considering *c, uint32_t number, float value) {
    wits_explained_consideration *told = c->how->rows != NULL ? &c->how->rows[number] : NULL;
    float brings = value;
    if (told != NULL) {
        told->value = value;
        told->compensated = value;
    }
    if (c->depth > 0) {
        open_group *in = &c->groups[c->depth - 1];
        float compensated =
            in->row->group == WITS_GROUP_COMPENSATED ? response_compensated(value, in->row->share) : value;
        brings = count_member(in, &c->rows[number], compensated);
        if (told != NULL) {
            told->compensated = compensated;
        }
    }
    if (told != NULL) {
        told->weighted = brings;
    }
}

static float input_of(considering *c, uint32_t number) {
    const consideration_row *row = &c->rows[number];
    const float *instead = number == c->how->probed ? &c->how->input : NULL;
    wits_explained_consideration *told = c->how->rows != NULL ? &c->how->rows[number] : NULL;
    if (told == NULL && instead == NULL) {
        return wits_core_ask_score(c->p, row->asks, c->option);
    }
    expr_stages stages;
    float value = wits_core_ask_stages(c->p, row->asks, c->option, instead, &stages);
    if (told != NULL) {
        told->raw = stages.raw;
        told->normal = stages.normal;
        told->was_nan = stages.raw != stages.raw;
        for (uint32_t i = 0; i < row->curve_count; i++) {
            told->curves[i] = stages.curves[i];
        }
    }
    return value;
}

// -------------------------------------------------------------------------------------------------------------- groups

/// Returns whether all gates of a group hold. Stops at the first that does not, unless all are recorded.
static bool gates_hold(considering *c, const consideration_row *group) {
    bool all = true;
    for (uint32_t i = group->next_gate; i != 0; i = c->rows[i].next_gate) {
        bool holds = wits_core_ask_condition(c->p, c->rows[i].asks, c->option, WITS_NONE);
        all &= holds;
        if (c->how->rows != NULL) {
            c->how->rows[i].holds = holds;
        } else if (!all) {
            break;
        }
    }
    return all;
}

static float group_value(const open_group *g) {
    const consideration_row *row = g->row;
    if (g->is_shut) {
        return 0.0f;
    }
    if (g->counted == 0) {
        return 1.0f;
    }
    if (row->group == WITS_GROUP_SUM) {
        return operation_min(operation_max(g->value, 0.0f), 1.0f);
    }
    if ((row->group == WITS_GROUP_MEAN || row->group == WITS_GROUP_GEOMETRIC_MEAN) && !(row->total > 0.0f)) {
        return 0.0f;
    }
    return row->group == WITS_GROUP_MEAN ? g->value / row->total : g->value;
}

/// Groups end where their last row does.
static void close_groups(considering *c, uint32_t next) {
    while (c->depth > 1 && c->groups[c->depth - 1].row->end == next) {
        const open_group *done = &c->groups[--c->depth];
        count_in(c, done->number, group_value(done));
    }
}

/// Opens a group and returns the next row: the one after the group if it is shut, unless everything is recorded.
static uint32_t open(considering *c, uint32_t number) {
    const consideration_row *row = &c->rows[number];
    bool shut = !gates_hold(c, row);
    c->groups[c->depth++] = (open_group){.row = row, .number = number, .is_shut = shut};
    return shut && c->how->rows == NULL ? row->end : number + 1;
}

/// Returns whether the value so far can only decrease, and has lost.
static bool has_lost(const threshold *b, const open_group *outermost) {
    if (b == NULL || outermost->counted == 0) {
        return false;
    }
    wits_group group = (wits_group)outermost->row->group;
    bool falls = group == WITS_GROUP_PRODUCT || group == WITS_GROUP_COMPENSATED || group == WITS_GROUP_GEOMETRIC_MEAN ||
                 group == WITS_GROUP_MIN;
    return falls && outermost->value * b->weight + b->inertia < b->best;
}

/// Returns whether there are only inputs, as in most options, and nothing is recorded: nested groups and gates need
/// more.
static bool is_flat(const consideration_row *rows, uint32_t count, const probe *how) {
    bool is = how->rows == NULL && how->probed == WITS_NONE;
    for (uint32_t i = 1; i < count && is; i++) {
        is = rows[i].kind == ROW_INPUT;
    }
    return is;
}

static float flat_value(pass *p, uint16_t option, const probe *how, const consideration_row *rows, uint32_t count) {
    open_group all = {.row = rows};
    for (uint32_t i = 1; i < count && !has_lost(how->threshold, &all); i++) {
        const float value = wits_core_ask_score(p, rows[i].asks, option);
        const float compensated =
            rows->group == WITS_GROUP_COMPENSATED ? response_compensated(value, rows->share) : value;
        count_member(&all, &rows[i], compensated);
    }
    return group_value(&all);
}

/// NaN if an outer gate is closed, else the group's value. The value of an empty mean is 0.
static float outermost_value(const considering *c) {
    return c->groups[0].is_shut ? not_a_number() : group_value(&c->groups[0]);
}

float wits_core_consider(pass *p, uint16_t option, const probe *how) {
    const state_row *s = brain_state(p->call.brain, option);
    const consideration_row *rows = brain_considerations(p->call.brain, s);
    if (rows[0].kind == ROW_GROUP && is_flat(rows, s->row_count, how)) {
        return flat_value(p, option, how, rows, s->row_count);
    }
    considering c = {.p = p, .rows = rows, .option = option, .how = how};
    if (c.rows[0].kind == ROW_INPUT) {
        float value = input_of(&c, 0);
        count_in(&c, 0, value);
        return value;
    }
    uint32_t i = open(&c, 0);
    close_groups(&c, i);
    while (i < s->row_count &&
           !(c.depth == 1 && has_lost(how->threshold, &c.groups[0]))) {  // each turn takes a row, or a shut group
        const consideration_row *row = &c.rows[i];
        if (row->kind == ROW_GROUP) {
            i = open(&c, i);
        } else {
            if (row->kind == ROW_INPUT) {
                count_in(&c, i, input_of(&c, i));
            }
            i++;
        }
        close_groups(&c, i);
    }
    if (how->rows != NULL) {
        how->rows[0].value = group_value(&c.groups[0]);
        how->rows[0].compensated = how->rows[0].value;
        how->rows[0].weighted = how->rows[0].value;
    }
    return outermost_value(&c);
}
