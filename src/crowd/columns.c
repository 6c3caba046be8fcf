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

lanes_column wits_crowd_agent_number(const build *b, uint32_t offset) {
    return (lanes_column)(b->columns.first_agent + agent_number_at(&b->columns.agent, offset));
}

lanes_column wits_crowd_event_column(const build *b, uint32_t event) {
    return wits_crowd_agent_number(b, b->brain->events + event / 8);
}

lanes_column wits_crowd_fresh_column(const build *b, uint32_t bit) {
    return wits_crowd_agent_number(b, b->brain->fresh + bit / 8);
}

// ----------------------------------------------------------------------------------------- numbers of one byte or two

byte_pair wits_crowd_number_bytes(const build *b, uint32_t offset, uint32_t width) {
    return (byte_pair){wits_crowd_agent_number(b, offset), width == 1 ? 0 : wits_crowd_agent_number(b, offset + 1)};
}

byte_pair wits_crowd_slot_bytes(const build *b, uint32_t machine) {
    const machine_row *m = brain_machine(b->brain, machine);
    return wits_crowd_number_bytes(b, m->slot, m->width);
}

byte_pair wits_crowd_pass_bytes(const build *b, uint32_t machine) {
    const bool is_wide = brain_machine(b->brain, machine)->width != 1;
    return (byte_pair){(lanes_column)(b->columns.pass + machine),
                       is_wide ? (lanes_column)(b->columns.pass_high + machine) : 0};
}

/// out = the high byte is `high`, and the low one from lo to hi.
static void emit_part(build *b, lanes_column out, byte_pair of, uint32_t high, uint32_t lo, uint32_t hi) {
    wits_crowd_emit_op(b, wits_expr_lanes_range(out, of.low, lo, hi, 0));
    wits_crowd_emit_op(b, wits_expr_lanes_range(out, of.high, high, high, out));
}

static void or_part(build *b, lanes_column out, byte_pair of, uint32_t high, uint32_t lo, uint32_t hi) {
    const lanes_column part = wits_expr_lanes_new_byte(&b->lanes);
    emit_part(b, part, of, high, lo, hi);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = out, .b = part});
}

/// The same for a number of two bytes, in all lanes: those with the first and the last high byte, and those between.
static void emit_wide_range(build *b, lanes_column out, byte_pair of, uint32_t lo, uint32_t hi) {
    const uint32_t first = lo >> 8, last = hi >> 8;
    if (first == last) {
        emit_part(b, out, of, first, lo & 0xFF, hi & 0xFF);
        return;
    }
    emit_part(b, out, of, first, lo & 0xFF, 0xFF);
    or_part(b, out, of, last, 0, hi & 0xFF);
    if (last - first > 1) {
        const lanes_column between = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_op(b, wits_expr_lanes_range(between, of.high, first + 1, last - 1, 0));
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = out, .b = between});
    }
}

void wits_crowd_emit_range(build *b, lanes_column out, byte_pair of, uint32_t lo, uint32_t hi, lanes_column also,
                           bool inverted) {
    if (of.high == 0) {
        lanes_op op = wits_expr_lanes_range(out, of.low, lo, hi, also);
        op.flags = inverted ? LANES_INVERTED : 0;
        wits_crowd_emit_op(b, op);
        return;
    }
    const lanes_column holds = also != 0 ? wits_expr_lanes_new_byte(&b->lanes) : out;
    emit_wide_range(b, holds, of, lo, hi);
    if (also != 0) {
        const uint16_t kind = inverted ? LANES_AND_NOT8 : LANES_AND8;
        wits_crowd_emit_op(b, (lanes_op){.kind = kind, .out = out, .a = also, .b = holds});
    } else if (inverted) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_XOR8, .out = out, .a = out, .k = {0xFF}});
    }
}

void wits_crowd_emit_put(build *b, byte_pair out, uint32_t value, lanes_column mask) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out.low, .c = mask, .k = {value & 0xFF}});
    if (out.high != 0) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out.high, .c = mask, .k = {value >> 8}});
    }
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
    wits_crowd_emit_range(b, mask, wits_crowd_pass_bytes(b, s->machine), range[0], range[1], 0, false);
}

/// Finds where the numbers in the agents' bytes are. Private data has none.
static agent_numbers number_agents(const wits_brain *brain) {
    uint32_t clocks = brain->cooldowns, data = brain->cooldowns;
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        clocks = s->clock != 0 && s->clock < clocks ? s->clock : clocks;
        clocks = s->scored_clock != 0 && s->scored_clock < clocks ? s->scored_clock : clocks;
        data = s->data_size != 0 && s->data < data ? s->data : data;
    }
    clocks = clocks < data ? clocks : data;
    const uint32_t cooldowns = (brain->target_ids - brain->cooldowns) / COOLDOWN_BYTES;
    const uint32_t targets = (brain->agent_size - brain->target_ids) / TARGET_BYTES;
    return (agent_numbers){.bytes = clocks,
                           .clocks = (data - clocks) / 4,
                           .cooldowns = brain->cooldowns,
                           .targets = brain->target_ids,
                           .count = clocks + (data - clocks) / 4 + 2 * cooldowns + targets};
}

static expr_field_type field_type(const void *user, uint32_t field) {
    const build *b = user;
    const uint32_t own = b->brain->field_count;
    return field < own ? (expr_field_type)wits_field_type(b->brain, field) : wits_crowd_pair_field_type(b, field - own);
}

static bool has_wide_slots(const wits_brain *brain) {
    bool is_wide = false;
    for (uint32_t machine = 0; machine < brain->machine_count; machine++) {
        is_wide |= brain_machine(brain, machine)->width != 1;
    }
    return is_wide;
}

bool wits_crowd_number_columns(build *b, uint32_t field_count) {
    column_map *m = &b->columns;
    const bool is_wide = has_wide_slots(b->brain);
    m->agent = number_agents(b->brain);
    m->field_count = field_count;
    m->event_bytes = b->brain->event_bytes;
    m->machine_count = b->brain->machine_count;
    const uint32_t passes = is_wide ? 2 * m->machine_count : m->machine_count;
    if (1 + field_count + 2 + m->event_bytes + passes + m->agent.count > CROWD_MAX_COLUMNS) {
        wits_crowd_build_fail(b, "it has more than 16,000 fields, regions, clocks and memories");
        return false;
    }
    m->first_field = 1;
    m->due = (lanes_column)(1 + m->field_count);
    m->sink = (lanes_column)(m->due + 1);
    m->taken = (lanes_column)(m->sink + 1);
    m->pass = (lanes_column)(m->taken + m->event_bytes);
    m->pass_high = (lanes_column)(is_wide ? m->pass + m->machine_count : 0);
    m->slot = m->first_agent = (lanes_column)(m->pass + passes);
    m->first_temp = (lanes_column)(m->first_agent + m->agent.count);
    b->lanes.first_field = m->first_field;
    b->lanes.first_temp = m->first_temp;
    b->lanes.first_value = (lanes_column)(m->first_temp + 2 * LANES_MAX_TEMPS);
    b->lanes.field_type = field_type;
    b->lanes.user = b;
    b->lanes.named = b->named;
    return true;
}

uint32_t wits_crowd_count_columns(const lanes_builder *lanes) {
    const uint32_t temps = lanes->byte_temps > lanes->word_temps ? lanes->byte_temps : lanes->word_temps;
    return lanes->first_temp + 2 * temps;
}
