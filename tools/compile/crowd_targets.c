// SPDX-License-Identifier: MIT
// Evaluates targets of a block's agents. Operations over all lanes call the functions for single agents in a loop;
// these score a list's targets in loops of their own.
#include "choices.h"
#include "crowd.h"

#include "expr/targets.h"

const pair_plan *crowd_plan_of(const crowd_maker *c, const lanes_op *op) {
    return (const pair_plan *)code_at(c->code, c->code->pairs_offset) + (op->k[0] & PAIRS_NUMBER);
}

static uint32_t fields_read(const crowd_maker *c, const pair_plan *plan) {
    uint32_t count = 0;
    for (uint32_t field = 0; field < c->code->brain->field_count; field++) {
        count += code_pair_reads(c->code, plan)[field] != 0;
    }
    return count;
}

/// Returns whether evaluating an expression calls a host function.
static bool calls_host(const wits_brain *brain, function_ref ref) {
    if ((ref & REF_PROGRAM) == 0) {
        return ref != 0;
    }
    return (brain_program(brain, ref)->uses & EXPR_USES_FUNCTIONS) != 0;
}

/// Returns whether scoring an option's targets calls host functions.
static bool asks_host(const wits_brain *brain, const state_row *option) {
    return calls_host(brain, option->score) || calls_host(brain, option->rank);
}

/// Returns whether an operation uses ranks, a threshold or targets of a default option, which these functions do not
/// support.
static bool asks_for_more(const lanes_op *op) {
    return op->kind == LANES_TARGETS && (op->k[0] & ~(PAIRS_NUMBER | PAIRS_ALONE)) != 0;
}

bool crowd_pairs_fit(const crowd_maker *c) {
    const pair_plan *plans = code_at(c->code, c->code->pairs_offset);
    bool fit = true;
    for (uint32_t i = 0; i < c->code->pair_count; i++) {
        fit = fit && fields_read(c, &plans[i]) < LANES_MAX_OPTIONS && plans[i].input_count == 0 &&
              !asks_host(c->code->brain, brain_state(c->code->brain, plans[i].option));
    }
    for (size_t i = 0; i < c->routine_count; i++) {
        for (uint32_t at = c->routines[i].start; c->ops[at].kind != LANES_RETURN; at++) {
            fit = fit && !asks_for_more(&c->ops[at]);
        }
    }
    return fit;
}

wits_type crowd_seen_type(const lanes_op *op) {
    return (wits_type)target_field_of(op->k[0]).type;
}

void crowd_name_pairs(crowd_maker *c, text *to, const lanes_op *op) {
    const uint32_t number = crowd_place_among(&c->pairs, &c->pair_count, &c->pair_capacity, op);
    text_format(to, "pairs_of_lanes_%u", (unsigned)number);
}

void crowd_name_seeing(crowd_maker *c, text *to, const lanes_op *op) {
    const uint32_t number = crowd_place_among(&c->seen, &c->seen_count, &c->seen_capacity, op);
    text_format(to, "target_of_lanes_%u", (unsigned)number);
}

/// Begins a loop over the agents of a mask. Only the shared part and the row of the frame are set, and nothing of the
/// agent, as no function of the program is called.
static void open_lanes(maker *m) {
    line(m, "@frame frame;");
    line(m, "@pass p;");
    line(m, "@frame_in_crowd(&frame, b->crowd, b->run, b->first);");
    line(m, "@begin(&p, b->bytes_of_agents, &frame);");
    open_block(m, "for (size_t i = 0; i < b->agents; i++) {");
    open_block(m, "if (mask[i] != 0) {");
    line(m, "frame.row = (uint32_t)(b->first + i);");
}

static void close_lanes(maker *m) {
    close_block(m);
    close_block(m);
}

// --------------------------------------------------------------------------------------------------------------- pairs

/// Copies the current fields of the block to a context.
static void put_fields_read(crowd_maker *c, const pair_plan *plan) {
    maker *m = c->m;
    if (fields_read(c, plan) == 0) {
        return;
    }
    line(m, "%s self;", m->names.context);
    line(m, "memset(&self, 0, sizeof self);");
    for (uint32_t field = 0; field < c->code->brain->field_count; field++) {
        const char *member = m->names.members[field];
        if (!code_pair_reads(c->code, plan)[field]) {
            continue;
        }
        switch (wits_field_type(c->code->brain, field)) {
        case WITS_TYPE_BOOL:
            line(m, "self.%s = ((const uint8_t *)field_%u)[i] != 0;", member, (unsigned)field);
            break;
        case WITS_TYPE_INT16:
        case WITS_TYPE_UINT16:
            line(m, "self.%s = (%s)((const uint32_t *)field_%u)[i];", member, form_of_field(&m->names, field)->type,
                 (unsigned)field);
            break;
        default:
            line(m, "memcpy(&self.%s, (const char *)field_%u + i * sizeof self.%s, sizeof self.%s);", member,
                 (unsigned)field, member, member);
            break;
        }
    }
    line(m, "p.self = &self;");
}

static void make_pairs_of_lanes(crowd_maker *c, uint32_t number) {
    maker *m = c->m;
    const lanes_op *op = c->pairs[number];
    const pair_plan *plan = crowd_plan_of(c, op);
    const state_row *s = state_of(m, plan->option), *utility = state_of(m, s->parent);
    const char *path = m->paths[plan->option];
    const bool has_current = op->a != 0, has_done = op->b != 0;
    text name = {0}, parameters = {0}, more = {0}, floor = {0};
    put_float(m, &floor, utility->floor);
    text_format(&name, "pairs_of_lanes_%u", (unsigned)number);
    for (uint32_t field = 0; field < c->code->brain->field_count; field++) {
        if (code_pair_reads(c->code, plan)[field]) {
            text_format(&parameters, ", const void *field_%u", (unsigned)field);
        }
    }
    begin_function(m, text_of(&name),
                   "static void @%s(@lanes *b, const uint8_t *mask, %s%sfloat *out, const uint32_t *remembered%s)",
                   text_of(&name), has_current ? "const uint8_t *current, " : "",
                   has_done ? "const uint8_t *done, " : "", text_of(&parameters));
    line(m, "(void)remembered;");
    open_block(m, "for (size_t i = 0; i < b->lanes; i++) {");
    line(m, "out[i] = @math_float(0x7FC00000u);");
    line(m, "b->picked[i] = @NO_TARGET;");
    close_block(m);
    open_lanes(m);
    put_fields_read(c, plan);
    line(m, "@choose_pair_rules rules = @choose_by_floor(%s);", text_of(&floor));
    if (has_current) {
        put_float(m, &more, utility->inertia);
        line(m, "const bool is_current = current[i] == %u;", (unsigned)s->ordinal);
        line(m, "rules.inertia = is_current ? %s : 0.0f;", text_of(&more));
        line(m, has_done ? "const bool is_active = is_current || done[i] == %u;" : "const bool is_active = is_current;",
             (unsigned)s->ordinal);
    }
    line(m, "const @choose_pair best = @%s_best_pair(&p, rules.inertia);", path);
    open_block(m, "if (best.row != @NO_TARGET) {");
    line(m, "out[i] = best.score;");
    if (has_current) {
        line(m, "const uint32_t before = is_active ? remembered[i] : @NO_TARGET;");
        line(m, "b->picked[i] = @%s_pick(&p, before, is_active, false, &best, rules);", path);
    } else {
        line(m, "b->picked[i] = frame.targets->%s.ids[best.row];", m->names.targets[s->target].member);
    }
    close_block(m);
    close_lanes(m);
    end_function(m, false);
    text_free(&name);
    text_free(&parameters);
    text_free(&more);
    text_free(&floor);
}

static void make_picked(maker *m) {
    begin_unit(m, "picked_of_lanes");
    line(m, "/// Copies the targets of the best pairs found last.");
    open_block(m, "static void @picked_of_lanes(@lanes *b, const void *scores, uint32_t *out) {");
    line(m, "(void)scores;");
    line(m, "memcpy(out, b->picked, b->lanes * sizeof *out);");
    close_block(m);
    end_unit(m, false);
}

// -------------------------------------------------------------------------------------------------------------- fields

static void make_seeing(crowd_maker *c, uint32_t number) {
    maker *m = c->m;
    const lanes_op *op = c->seen[number];
    const expr_target_field of = target_field_of(op->k[0]);
    const wits_type type = crowd_seen_type(op);
    const char *to = type == WITS_TYPE_BOOL ? "uint8_t" : type == WITS_TYPE_FLOAT ? "float" : "uint32_t";
    text name = {0}, seek = {0}, read = {0};
    text_format(&name, "target_of_lanes_%u", (unsigned)number);
    name_kind_function(m, &seek, "seek", of.kind);
    begin_function(m, text_of(&name), "static void @%s(@lanes *b, const uint8_t *mask, const uint32_t *ids, %s *out)",
                   text_of(&name), to);
    open_block(m, "for (size_t i = 0; i < b->lanes; i++) {");
    line(m, "out[i] = 0;");
    close_block(m);
    open_lanes(m);
    line(m, "const uint32_t row = @%s(&p, ids[i]);", text_of(&seek));
    if (of.field == EXPR_TARGET_PRESENT) {
        line(m, "out[i] = row != @NO_TARGET ? 0xFF : 0;");
    } else {
        name_kind_function(m, &read, "see", of.kind);
        text_format(&read, "_%s", wits_target_field_name(m->brain, of.kind, of.field));
        line(m,
             type == WITS_TYPE_BOOL    ? "out[i] = @%s(&p, row) ? 0xFF : 0;"
             : type == WITS_TYPE_FLOAT ? "out[i] = @%s(&p, row);"
                                       : "out[i] = (uint32_t)@%s(&p, row);",
             text_of(&read));
    }
    close_lanes(m);
    end_function(m, false);
    text_free(&name);
    text_free(&seek);
    text_free(&read);
}

void crowd_make_targets(crowd_maker *c) {
    for (uint32_t i = 0; i < c->pair_count; i++) {
        make_pairs_of_lanes(c, i);
    }
    for (uint32_t i = 0; i < c->seen_count; i++) {
        make_seeing(c, i);
    }
    if (c->pair_count != 0) {
        make_picked(c->m);
    }
}
