// SPDX-License-Identifier: MIT
// The columns of a crowd's code, and the operations that everything else is made of.
#include "crowd/build.h"

void wits_crowd_build_fail(build *b, const char *reason) {
    if (b->lanes.failed == NULL) {
        b->failed_at = b->about;
    }
    wits_expr_lanes_fail(&b->lanes, reason);
}

void wits_crowd_emit_op(build *b, lanes_op op) {
    wits_expr_lanes_emit(&b->lanes, op);
}

lanes_column wits_crowd_emit_formula(build *b, uint32_t what, lanes_column x, lanes_column y, float constant) {
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(
        b, (lanes_op){
               .kind = (uint16_t)(LANES_FIRST_FORMULA + what), .out = out, .a = x, .b = y, .k = {math_bits(constant)}});
    return out;
}

lanes_column wits_crowd_emit_fill(build *b, uint32_t bits) {
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_FILL32, .out = out, .k = {bits}});
    return out;
}

lanes_column wits_crowd_emit_where(build *b, lanes_column mask, lanes_column x, uint32_t otherwise) {
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_SELECT32, .out = out, .a = x, .c = mask, .k = {0, otherwise}});
    return out;
}

void wits_crowd_emit_fill_byte(build *b, lanes_column out, uint32_t value) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = out, .a = b->columns.slot, .k = {0}});
    if (value != 0) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = out, .k = {value}});
    }
}

lanes_column wits_crowd_agent_number(build *b, uint32_t offset, uint32_t width) {
    for (uint32_t i = 0; i < b->agent_column_count; i++) {
        if (b->agent_columns[i].offset == offset && b->agent_columns[i].width == width) {
            return (lanes_column)(b->columns.first_agent + i);
        }
    }
    if (b->agent_column_count == CROWD_MAX_AGENT_COLUMNS || offset > UINT16_MAX) {
        wits_crowd_build_fail(b, "it keeps too many clocks and memories");
        return b->columns.first_agent;
    }
    b->agent_columns[b->agent_column_count] = (agent_column){.offset = (uint16_t)offset, .width = (uint8_t)width};
    return (lanes_column)(b->columns.first_agent + b->agent_column_count++);
}

lanes_column wits_crowd_event_column(build *b, uint32_t event) {
    return wits_crowd_agent_number(b, b->brain->events + event / 8, 1);
}

lanes_column wits_crowd_slot_column(build *b, uint32_t machine) {
    return machine == 0 ? b->columns.slot : wits_crowd_agent_number(b, brain_machine(b->brain, machine)->slot, 1);
}

lanes_column wits_crowd_pass_column(const build *b, uint32_t machine) {
    return (lanes_column)(b->columns.pass + machine);
}

/// Finds the slots of a machine's configurations among the rows [first, end); they are consecutive.
static bool slot_range_of(const build *b, uint32_t machine, uint32_t first, uint32_t end, uint32_t range[2]) {
    uint32_t count = 0;
    for (uint32_t id = first; id < end; id++) {
        const state_row *s = brain_state(b->brain, id);
        if (s->machine == machine && s->config != WITS_NONE) {
            range[0] = count == 0 ? s->config + 1u : range[0];
            count++;
        }
    }
    range[1] = range[0] + count - 1;
    return count != 0;
}

void wits_crowd_emit_in_pass(build *b, lanes_column mask, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    uint32_t range[2] = {0, 0};
    slot_range_of(b, s->machine, id, s->end, range);
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, wits_crowd_pass_column(b, s->machine), range[0], range[1], 0));
}

void wits_crowd_number_columns(build *b, uint32_t field_count) {
    column_map *m = &b->columns;
    m->field_count = field_count;
    m->event_bytes = b->brain->event_bytes;
    m->machine_count = b->brain->machine_count;
    m->first_field = 1;
    m->slot = (lanes_column)(1 + m->field_count);
    m->due = (lanes_column)(m->slot + 1);
    m->sink = (lanes_column)(m->due + 1);
    m->taken = (lanes_column)(m->sink + 1);
    m->pass = (lanes_column)(m->taken + 8);
    m->first_agent = (lanes_column)(m->pass + m->machine_count);
    m->first_temp = (lanes_column)(m->first_agent + CROWD_MAX_AGENT_COLUMNS);
    b->lanes.first_field = m->first_field;
    b->lanes.first_temp = m->first_temp;
    b->lanes.field_types = b->field_types;
    b->lanes.flags = b->flags;
    for (uint32_t field = 0; field < b->brain->field_count; field++) {
        b->field_types[field] = (uint8_t)wits_field_type(b->brain, field);
    }
}

uint32_t wits_crowd_count_columns(const lanes_builder *lanes) {
    const uint32_t temps = lanes->byte_temps > lanes->word_temps ? lanes->byte_temps : lanes->word_temps;
    return lanes->first_temp + 2 * temps;
}

lanes_column wits_crowd_fresh_column(build *b, uint32_t bit) {
    return wits_crowd_agent_number(b, b->brain->fresh + bit / 8, 1);
}
