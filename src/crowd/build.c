// SPDX-License-Identifier: MIT
// Turns a program into code over columns: regions become masks, routines become subroutines.
#include "crowd/build.h"

#include <string.h>

enum { MOST_CODE = 1 << 17 };  ///< operations: 3 MiB

lanes_column wits_crowd_build_mask(build *b) {
    open_region *r = build_region(b);
    if (r->mask == 0) {
        r->mask = wits_expr_lanes_new_byte(&b->lanes);
        r->owns_mask = true;
        wits_crowd_emit_fill_byte(b, r->mask, 0xFF);
    }
    return r->mask;
}

void wits_crowd_build_forget_elapsed(build *b) {
    build_region(b)->elapsed = 0;
}

// ------------------------------------------------------------------------------------------------------------- regions

void wits_crowd_build_when(build *b, lanes_column around) {
    if (b->depth + 1 == MAX_REGIONS) {
        wits_crowd_build_fail(b, "its rules are nested too deeply");
        return;
    }
    b->depth++;
    *build_region(b) = (open_region){.mask = around};
}

static void put_then(build *b) {
    build_region(b)->skip = wits_expr_lanes_skip(&b->lanes, wits_crowd_build_mask(b));
}

void wits_crowd_build_open_region(build *b, lanes_column mask) {
    const lanes_column around = wits_crowd_build_mask(b), both = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_build_when(b, around);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = both, .a = around, .b = mask});
    build_region(b)->mask = both;
    build_region(b)->owns_mask = true;
    put_then(b);
}

static void build_end(build *b) {
    open_region *r = build_region(b);
    wits_crowd_build_forget_elapsed(b);
    if (r->notes_source) {
        b->source_elapsed = 0;
    }
    if (r->notes_target) {
        wits_crowd_build_forget_source(b);
    }
    wits_expr_lanes_land(&b->lanes, r->skip);
    b->depth--;
}

void wits_crowd_build_close_region(build *b) {
    build_end(b);
}

/// A choice with all machines inside runs for all agents, and finds those that choose.
static void put_routine(build *b, const program_op *op) {
    const bool has_argument = op->row != ROUTINE_CHOICE;
    b->pass = has_argument ? PASS_ANY : PASS_DECISION;
    if (b->routines != NULL) {
        b->routines[ROUTINE_COUNT * op->state + op->row] = b->lanes.count;
    }
    wits_expr_lanes_begin(&b->lanes, has_argument);
    b->regions[0] = (open_region){.mask = has_argument ? b->lanes.first_value : 0};
}

static void build_call(build *b, const program_op *op) {
    const uint32_t start = b->routines != NULL ? b->routines[ROUTINE_COUNT * op->state + op->row] : 0;
    if (op->row != ROUTINE_CHOICE) {
        const lanes_column argument = b->routines != NULL ? b->lanes.code[start].a : 0;
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = argument, .a = wits_crowd_build_mask(b)});
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_CALL, .k = {start}});
}

static void put_return(build *b) {
    wits_expr_lanes_end(&b->lanes);
    b->regions[0] = (open_region){.mask = 0};
}

static void build_op(program_sink *to, const program_op *op) {
    build *b = (build *)to;
    if (b->lanes.failed != NULL) {
        return;
    }
    switch ((program_operation)op->operation) {
    case PROGRAM_WHEN:
        wits_crowd_build_when(b, build_region(b)->mask);
        break;
    case PROGRAM_THEN:
        put_then(b);
        break;
    case PROGRAM_END:
        build_end(b);
        break;
    case PROGRAM_ROUTINE:
        put_routine(b, op);
        break;
    case PROGRAM_CALL:
        build_call(b, op);
        break;
    case PROGRAM_RETURN:
        put_return(b);
        break;
    default:
        if (op->operation <= PROGRAM_IS_CUT) {
            wits_crowd_build_test(b, op);
        } else {
            wits_crowd_build_statement(b, op);
        }
        break;
    }
}

// --------------------------------------------------------------------------------------------------------------- entry

/// Returns why a brain runs agent by agent, regardless of its rules. Null if blocks are possible.
static const char *unsupported_reason(const wits_brain *b) {
    if (b->list_room[WITS_VERB_TICK] > CROWD_MAX_LISTED && wits_crowd_brain_has_host_actions(b)) {
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
        b->deciding = wits_expr_lanes_new_lasting(&b->lanes);
    }
    for (uint32_t number = 0; l->cuts && number < b->brain->machine_count; number++) {
        const lanes_column cut = wits_expr_lanes_new_lasting(&b->lanes);
        b->first_cut = number == 0 ? cut : b->first_cut;
    }
}

/// The rules of each state of the top machine, for agents that are in it.
static void build_groups(build *b, lowering *l, group_code *groups) {
    uint32_t slots = brain_machine(b->brain, 0)->config_count;
    wits_lower_choices(l);
    for (uint32_t slot = 0; slot <= slots; slot++) {
        group_code here_begins = {.decide = wits_expr_lanes_begin(&b->lanes, false)};
        wits_lower_decide_from(l, slot);
        here_begins.update = wits_expr_lanes_begin(&b->lanes, false);
        wits_lower_update_from(l, slot);
        if (groups != NULL) {
            groups[slot] = here_begins;
        }
    }
}

bool wits_crowd_build_code(build *b, const wits_brain *brain, wits_crowd_code *code) {
    const char *reason = unsupported_reason(brain);
    const pairs_built pairs =
        reason == NULL ? wits_crowd_build_pairs(b, brain, code) : (pairs_built){.failed_at = WITS_NONE};
    memset(b, 0, sizeof *b);
    b->sink.put = build_op;
    b->brain = brain;
    b->about = WITS_NONE;
    b->pairs = pairs;
    b->lanes.failed = reason != NULL ? reason : pairs.failed;
    b->failed_at = pairs.failed_at;
    if (b->lanes.failed != NULL) {
        return false;
    }
    if (code != NULL) {
        b->lanes.code = part_of(code, code->code_offset);
        b->lanes.tables = part_of(code, code->tables_offset);
        b->routines = part_of(code, code->routines_offset);
        b->lanes.lives = part_of(code, code->lives_offset);
        b->lanes.flags = part_of(code, code->flags_offset);
    }
    lowering l = wits_lower_begin(brain, &b->sink);
    if (!wits_crowd_number_columns(b, brain->field_count)) {
        return false;
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RETURN});  // so that no routine begins at 0
    reserve_columns(b, &l);
    wits_lower_routines(&l);
    b->decide_start = wits_expr_lanes_begin(&b->lanes, false);
    wits_lower_decide(&l);
    b->update_start = wits_expr_lanes_begin(&b->lanes, false);
    wits_lower_update(&l);
    b->masks_count = b->lanes.count;
    b->masks_cost = b->lanes.cost;
    if (b->masks_count > MOST_CODE) {
        wits_crowd_build_fail(b, "it has too many rules");
    }
    if (code == NULL || code->has_groups) {
        build_groups(b, &l, code != NULL ? part_of(code, code->groups_offset) : NULL);
    }
    b->has_groups = b->lanes.count <= MOST_CODE;
    return b->lanes.failed == NULL;
}
