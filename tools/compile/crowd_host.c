// SPDX-License-Identifier: MIT
// Writes calls of the program's functions for the agents of a block, private data, and the list of actions.
#include "crowd.h"

#include "core/run/arguments.h"
#include "lower/program.h"
#include "program.h"

// ----------------------------------------------------------------------------------------------------------- arguments

uint32_t crowd_argument_count(const lanes_op *op) {
    uint32_t count = 0;
    while (op[1 + count].kind == LANES_ARGUMENT) {  // at most EXPR_MAX_ARGUMENTS passes, as code ends with a return
        count++;
    }
    return count;
}

/// Actions only have LANES_ARGUMENT for computed arguments.
bool crowd_is_column_argument(const lanes_op *op, const lanes_op *argument) {
    return argument->a != 0 || op->kind == LANES_LIST;
}

static bool is_same_argument(const lanes_op *x, const lanes_op *y) {
    const bool is_column = x->a != 0;
    return x->flags == y->flags && x->k[1] == y->k[1] && is_column == (y->a != 0) && (is_column || x->k[0] == y->k[0]);
}

static bool has_same_arguments(const lanes_op *x, const lanes_op *y) {
    const uint32_t count = crowd_argument_count(x);
    bool same = count == crowd_argument_count(y);
    for (uint32_t i = 0; i < count && same && x->kind != LANES_LIST; i++) {
        same = is_same_argument(&x[1 + i], &y[1 + i]);
    }
    return same;
}

bool crowd_lists_actions(const maker *m, const wits_crowd_code *code) {
    return code->has_host_actions && !m->options->is_native;
}

uint32_t crowd_list_room(const crowd_maker *c) {
    return c->site_count != 0 ? c->code->brain->list_room[WITS_VERB_TICK] : 0;
}

const char *crowd_listed_type(const crowd_maker *c) {
    return c->site_count > UINT8_MAX || crowd_list_room(c) > UINT8_MAX ? "uint16_t" : "uint8_t";
}

bool crowd_lists_values(const crowd_maker *c) {
    return crowd_lists_actions(c->m, c->code) && c->code->brain->argument_room[WITS_VERB_TICK] != 0;
}

// -------------------------------------------------------------------------------------------------------------- places

uint32_t crowd_place_among(const lanes_op ***all, size_t *count, size_t *capacity, const lanes_op *op) {
    for (size_t i = 0; i < *count; i++) {
        const lanes_op *other = (*all)[i];
        const bool has_same_columns = (other->a != 0) == (op->a != 0) && (other->b != 0) == (op->b != 0);
        if (other->kind == op->kind && other->k[0] == op->k[0] && other->k[1] == op->k[1] &&
            other->flags == op->flags && has_same_columns && has_same_arguments(other, op)) {
            return (uint32_t)i;
        }
    }
    *all = grow(*all, capacity, *count + 1, sizeof **all);
    (*all)[*count] = op;
    return (uint32_t)(*count)++;
}

uint32_t crowd_site_of(crowd_maker *c, const lanes_op *op) {
    return 1 + crowd_place_among(&c->sites, &c->site_count, &c->site_capacity, op);
}

void crowd_name_asking(crowd_maker *c, text *to, const lanes_op *op) {
    const uint32_t number = crowd_place_among(&c->host_calls, &c->host_call_count, &c->host_call_capacity, op);
    text_format(to, "ask_lanes_%u", (unsigned)number);
}

void crowd_name_data(crowd_maker *c, text *to, const lanes_op *op) {
    const uint32_t number = crowd_place_among(&c->data, &c->data_count, &c->data_capacity, op);
    text_format(to, "data_of_lanes_%u", (unsigned)number);
}

// ------------------------------------------------------------------------------------------------------------ one lane

/// Begins a loop over the agents of a mask.
static void open_lane(crowd_maker *c) {
    open_block(c->m, "for (size_t i = 0; i < b->agents; i++) {");
    open_block(c->m, "if (mask[i] != 0) {");
    line(c->m, "@frame frame;");
    line(c->m, "@pass p;");
    line(c->m, "@frame_in_crowd(&frame, b->crowd, b->run, b->first + i);");
    line(c->m, "@begin(&p, b->bytes_of_agents + i * @AGENT_SIZE, &frame);");
}

static void close_lane(crowd_maker *c) {
    close_block(c->m);
    close_block(c->m);
}

/// Writes "guard_NONE" or a number.
static void put_row_number(crowd_maker *c, text *to, uint32_t row) {
    if (row == WITS_NONE) {
        put(c->m, to, "@NONE");
    } else {
        text_format(to, "%u", (unsigned)row);
    }
}

/// Writes the active child of a composite, from the slot of its inside.
static void put_children(crowd_maker *c, uint16_t composite) {
    const wits_brain *brain = c->code->brain;
    const state_row *s = brain_state(brain, composite);
    const machine_row *machine = brain_machine(brain, s->inside);
    text all = {0};
    put(c->m, &all, "@NONE");
    for (uint32_t config = 0; config < machine->config_count; config++) {
        const uint16_t deepest = brain_config_state(brain, machine, config);
        const bool is_inside = state_contains(brain, composite, deepest) && deepest != composite;
        text_add(&all, ", ");
        put_row_number(c, &all, is_inside ? state_ancestor(brain, deepest, s->depth + 1u) : (uint32_t)WITS_NONE);
    }
    line(c->m, "static const uint16_t children[%u] = {%s};", (unsigned)machine->config_count + 1, text_of(&all));
    text_free(&all);
}

/// Writes the parameters and arguments of a call: ", const uint32_t *a0" for columns, and ", (int32_t)a0[i]" or a
/// constant.
static uint32_t put_host_call_arguments(crowd_maker *c, const lanes_op *op, expr_given given[EXPR_MAX_ARGUMENTS],
                                        text *parameters, text *values) {
    const uint32_t count = crowd_argument_count(op);
    for (uint32_t i = 0; i < count; i++) {
        const lanes_op *argument = &op[1 + i];
        given[i] = (expr_given){.type = (expr_type)argument->flags,
                                .list = argument->k[1],
                                .value.bits = argument->k[0],
                                .text = argument->flags == EXPR_TEXT ? argument->k[1] : 0};
        if (crowd_is_column_argument(op, argument)) {
            text_format(parameters, ", const uint32_t *a%u", (unsigned)i);
            put(c->m, values,
                given[i].type == EXPR_FLOAT  ? ", @math_float(a%u[i])"
                : given[i].type == EXPR_BOOL ? ", a%u[i] != 0"
                                             : ", (int32_t)a%u[i]",
                (unsigned)i);
        } else {
            text_add(values, ", ");
            put_constant_argument(c->m, values, &given[i]);
        }
    }
    return count;
}

/// Returns the kind of target that host functions of this state receive.
static uint32_t told_kind(const crowd_maker *c, uint16_t state) {
    const wits_brain *brain = c->code->brain;
    return brain_state(brain, brain_state(brain, state)->targeting)->target;
}

/// Writes the target that a function receives: "told_enemy(&p, ids[i])".
static void put_told_of_kind(crowd_maker *c, text *to, uint32_t kind) {
    if (kind == WITS_NONE) {
        put(c->m, to, "@told(@NONE, @NO_TARGET, @NO_TARGET)");
        return;
    }
    text of = {0};
    name_kind_function(c->m, &of, "told", kind);
    put(c->m, to, "@%s(&p, ids[i])", text_of(&of));
    text_free(&of);
}

/// Expressions of an `any` transition refer to the target of the active child. Its kind is known only at run time.
static void put_told_of_children(crowd_maker *c, uint16_t composite) {
    const wits_brain *brain = c->code->brain;
    const state_row *s = brain_state(brain, composite);
    line(c->m, "@call_target target;");
    line(c->m, "switch (children[slots[i]]) {");
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        bool has = false;
        for (uint32_t i = 0; i < s->child_count; i++) {
            const uint16_t child = brain_child(brain, s, i);
            if (told_kind(c, child) == kind) {
                line(c->m, "case %u:", (unsigned)child);
                has = true;
            }
        }
        if (has) {
            text told = {0};
            put_told_of_kind(c, &told, kind);
            line(c->m, "    target = %s;", text_of(&told));
            line(c->m, "    break;");
            text_free(&told);
        }
    }
    line(c->m, "default:");
    line(c->m, "    target = @told(@NONE, @NO_TARGET, @NO_TARGET);");
    line(c->m, "    break;");
    line(c->m, "}");
}

static void make_asking(crowd_maker *c, uint32_t number) {
    const lanes_op *op = c->host_calls[number];
    const uint16_t state = (uint16_t)(op->k[1] >> 16), row = (uint16_t)op->k[1];
    const bool any = crowd_source_column(c, op) != 0, is_score = op->kind == LANES_SCORE;
    text name = {0}, rows = {0}, parameters = {0}, values = {0}, asks = {0}, told = {0};
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = put_host_call_arguments(c, op, given, &parameters, &values);
    text_host_call_name(c->m, &asks, op->k[0], given, count);
    text_format(&name, "ask_lanes_%u", (unsigned)number);
    put_row_number(c, &rows, row);
    begin_function(c->m, text_of(&name), "static void @%s(@lanes *b, const uint8_t *mask, %s%s%s *out%s)",
                   text_of(&name), any ? "const uint8_t *slots, " : "", op->a != 0 ? "const uint32_t *ids, " : "",
                   is_score ? "float" : "uint8_t", text_of(&parameters));
    if (any) {
        put_children(c, state);
    }
    open_block(c->m, "for (size_t i = 0; i < b->lanes; i++) {");
    line(c->m, "out[i] = 0;");
    close_block(c->m);
    open_lane(c);
    text source = {0};
    text_format(&source, any ? "children[slots[i]]" : "%u", (unsigned)state);
    if (any && op->a != 0) {
        put_told_of_children(c, state);
        text_add(&told, ", target");
    } else if (has_targets(c->m)) {
        text_add(&told, ", ");
        put_told_of_kind(c, &told, op->a != 0 ? told_kind(c, state) : (uint32_t)WITS_NONE);
    }
    line(c->m, is_score ? "out[i] = @%s(&p, %s, %s%s%s);" : "out[i] = @%s(&p, %s, %s%s%s) ? 0xFF : 0;", text_of(&asks),
         text_of(&source), text_of(&rows), text_of(&told), text_of(&values));
    close_lane(c);
    end_function(c->m, false);
    text_free(&source);
    text_free(&name);
    text_free(&rows);
    text_free(&parameters);
    text_free(&values);
    text_free(&asks);
    text_free(&told);
}

static void make_data(crowd_maker *c, uint32_t number) {
    const lanes_op *op = c->data[number];
    const state_row *s = brain_state(c->code->brain, op->k[0]);
    text name = {0};
    text_format(&name, "data_of_lanes_%u", (unsigned)number);
    begin_function(c->m, text_of(&name), "static void @%s(@lanes *b, const uint8_t *mask)", text_of(&name));
    open_block(c->m, "for (size_t i = 0; i < b->agents; i++) {");
    open_block(c->m, "if (mask[i] != 0) {");
    line(c->m, "uint8_t *data = b->bytes_of_agents + i * @AGENT_SIZE + %u;", (unsigned)s->data);
    if (op->k[1] != 0 && s->data_initial != 0) {
        line(c->m, "memcpy(data, @%s_data, %u);", c->m->paths[op->k[0]], (unsigned)s->data_size);
    } else {
        line(c->m, "memset(data, 0, %u);", (unsigned)s->data_size);
    }
    close_block(c->m);
    close_block(c->m);
    end_function(c->m, false);
    text_free(&name);
}

/// Step callbacks may read and write everything of their agent and its context.
void crowd_put_step(crowd_maker *c, const lanes_op *op) {
    text mask = {0}, out = {0};
    crowd_put_place(c, &mask, op->c);
    crowd_put_place(c, &out, op->out);
    line(c->m, "@close_lanes(b);");
    open_block(c->m, "{");
    line(c->m, "const uint8_t *const mask = %s;", text_of(&mask));
    line(c->m, "uint32_t *const out = %s;", text_of(&out));
    open_block(c->m, "for (size_t i = 0; i < b->lanes; i++) {");
    line(c->m, "out[i] = %uu;", (unsigned)WITS_STAY);
    close_block(c->m);
    open_lane(c);
    line(c->m, "out[i] = @%s_step(&p);", c->m->paths[op->k[0]]);
    close_lane(c);
    close_block(c->m);
    line(c->m, "@open_lanes(b);");
    text_free(&mask);
    text_free(&out);
}

// --------------------------------------------------------------------------------------------------------------- lists

static void make_sites(crowd_maker *c) {
    begin_unit(c->m, "actions");
    line(c->m, "/// Records of the actions that can be listed, without what differs between agents%s.",
         crowd_lists_values(c) ? "; `arguments` counts the computed ones" : "");
    line(c->m, "static const @action_record @actions[%u] = {", (unsigned)c->site_count + 1);
    line(c->m, "    {0, 0, 0, 0, 0, 0, 0, 0},  // none");
    for (size_t i = 0; i < c->site_count; i++) {
        const lanes_op *op = c->sites[i];
        const uint32_t computed = crowd_lists_values(c) ? crowd_argument_count(op) : 0;
        const uint32_t kind = has_targets(c->m) && op->a != 0 ? (uint32_t)op->flags : (uint32_t)WITS_NONE;
        line(c->m, "    {0, 0, %uu, %u, %u, %u, %u, 0xFFFFFFFFu},  // %s", (unsigned)op->k[0],
             (unsigned)(op->k[1] >> 16), (unsigned)(op->k[1] & 0xFFFF), (unsigned)computed, (unsigned)kind,
             wits_function_name(c->code->brain, op->k[0] % ACTION_ARGUMENT));
    }
    line(c->m, "};");
    end_unit(c->m, false);
}

/// Lists actions with a loop that compilers turn into vector code.
static void make_listing(const crowd_maker *c, const char *type) {
    maker *m = c->m;
    begin_unit(m, "list_lanes");
    line(m, "/// Lists the actions of lanes, `first` + their number; 0 is none. A lane's next action goes to the row "
            "that its "
            "count tells.");
    open_block(m, "@WIDE_LANES static void @list_lanes(@lanes *b, const uint8_t *actions, uint32_t first) {");
    line(m, "const size_t lanes = b->lanes & ~(size_t)63;");
    line(m, "%s *const counts = b->listed_counts;", type);
    line(m, "const %s base = (%s)first;", type, type);
    open_block(m, "if (!@any_lane(actions, lanes)) {");
    line(m, "return;");
    close_block(m);
    open_block(m, "for (uint32_t row = 0; row <= b->list_count && row < @LISTED; row++) {");
    line(m, "%s *const listed = b->listed + row * @LANES;", type);
    line(m, "const %s before = (%s)row;", type, type);
    line(m, "@EACH_BYTE");
    open_block(m, "for (size_t i = 0; i < lanes; i++) {");
    line(m, "const %s action = (%s)(base + actions[i]);", type, type);
    line(m, "listed[i] = @math_both(actions[i] != 0, counts[i] == before) ? action : listed[i];");
    close_block(m);
    close_block(m);
    line(m, "@EACH_BYTE");
    open_block(m, "for (size_t i = 0; i < lanes; i++) {");
    line(m, "counts[i] = (%s)(counts[i] + (actions[i] != 0));", type);
    close_block(m);
    line(m, "b->list_count++;");
    close_block(m);
    end_unit(m, false);
}

/// Lists actions with targets or computed arguments, lane by lane.
static void make_listing_more(const crowd_maker *c) {
    maker *m = c->m;
    const bool has_values = crowd_lists_values(c);
    begin_unit(m, "list_more_lanes");
    line(m, "/// The same with %s.",
         !has_values       ? "the lanes' targets"
         : !has_targets(m) ? "computed arguments, from one column each"
                           : "the lanes' targets, and computed arguments from one column each");
    open_block(m, "static void @list_more_lanes(@lanes *b, const uint8_t *actions, uint32_t first%s%s) {",
               has_targets(m) ? ", const uint32_t *ids" : "",
               has_values
                   ? ", uint32_t count, const uint32_t *a0, const uint32_t *a1, const uint32_t *a2, const uint32_t *a3"
                   : "");
    if (has_values) {
        line(m, "const uint32_t *const columns[4] = {a0, a1, a2, a3};");
    }
    open_block(m, "for (size_t i = 0; i < b->lanes; i++) {");
    open_block(m, "if (actions[i] != 0) {");
    line(m, "const size_t at = b->listed_counts[i]++ * (size_t)@LANES + i;");
    line(m, "b->listed[at] = (%s)(first + actions[i]);", crowd_listed_type(c));
    if (has_targets(m)) {
        line(m, "b->listed_targets[at] = ids != NULL ? ids[i] : @NO_TARGET;");
    }
    if (has_values) {
        line(m, "b->listed_values[at] = b->value_count;");
        open_block(m, "for (uint32_t k = 0; k < count; k++) {");
        line(m, "b->values[b->value_count++] = columns[k][i];");
        close_block(m);
    }
    close_block(m);
    close_block(m);
    line(m, "b->list_count++;");
    close_block(m);
    end_unit(m, false);
}

static void make_flush(const crowd_maker *c) {
    maker *m = c->m;
    const bool has_values = crowd_lists_values(c);
    begin_unit(m, "flush_lanes");
    line(m, "/// Adds the block's actions to the list, in the order of the agents.");
    open_block(m, "static void @flush_lanes(@lanes *b) {");
    line(m, "@list *const list = b->run->list;");
    line(m, "@action_record *to = list->records + list->count;");
    line(m, "const %s *const counts = b->listed_counts;", crowd_listed_type(c));
    line(m, "const %s *const listed = b->listed;", crowd_listed_type(c));
    line(m, "uint32_t *const having = b->having_listed;");
    line(m, "const uint64_t *const ids = b->crowd->ids != NULL ? b->crowd->ids + b->first : NULL;");
    line(m, "const uint64_t first_id = b->crowd->first_id + b->first;");
    line(m, "const uint32_t first_row = (uint32_t)b->first, agents = (uint32_t)b->agents;");
    line(m, "uint32_t count = 0;");
    open_block(m, "for (uint32_t lane = 0; lane < agents; lane++) {  // without a branch for each");
    line(m, "having[count] = lane;");
    line(m, "count += counts[lane] != 0;");
    close_block(m);
    open_block(m, "for (uint32_t i = 0; i < count; i++) {");
    line(m, "const uint32_t lane = having[i], end = lane + counts[lane] * @LANES;");
    open_block(m, "for (uint32_t at = lane; at < end; at += @LANES) {");
    line(m, "*to = @actions[listed[at]];");
    line(m, "to->agent = ids != NULL ? ids[lane] : first_id + lane;");
    line(m, "to->agent_row = first_row + lane;");
    if (has_targets(m)) {
        open_block(m, "if (to->target_kind != @NONE) {");
        line(m, "to->target = b->listed_targets[at];");
        close_block(m);
    }
    if (has_values) {
        open_block(m, "if (to->arguments != 0) {");
        line(m, "const uint32_t *const from = b->values + b->listed_values[at];");
        line(m, "const uint32_t computed = to->arguments;");
        line(m, "to->arguments = list->argument_count;");
        open_block(m, "for (uint32_t k = 0; k < computed; k++) {");
        line(m, "list->arguments[list->argument_count++] = from[k];");
        close_block(m);
        close_block(m);
    }
    line(m, "to++;");
    close_block(m);
    close_block(m);
    line(m, "list->count = (uint32_t)(to - list->records);");
    line(m, "memset(b->listed_counts, 0, b->lanes * sizeof *b->listed_counts);");
    line(m, has_values ? "b->list_count = b->value_count = 0;" : "b->list_count = 0;");
    close_block(m);
    end_unit(m, false);
}

static void make_list(crowd_maker *c) {
    make_sites(c);
    make_listing(c, crowd_listed_type(c));
    if (crowd_lists_values(c) || has_targets(c->m)) {
        make_listing_more(c);
    }
    make_flush(c);
}

static void make_spread(crowd_maker *c) {
    maker *m = c->m;
    begin_unit(m, "spread_lanes");
    line(m, "/// A utility counts on entry as having scored (agent id mod n) ticks ago.");
    open_block(m, "static void @spread_lanes(@lanes *b, const uint8_t *mask, const uint32_t *clock, uint32_t *out, "
                  "uint32_t n) {");
    open_block(m, "for (size_t i = 0; i < b->lanes; i++) {");
    line(m, "const uint64_t id = mask[i] != 0 && i < b->agents ? @id_in_crowd(b->crowd, b->first + i) : 0;");
    line(m, "out[i] = mask[i] != 0 ? b->run->tick - (uint32_t)(id %% n) : clock[i];");
    close_block(m);
    close_block(m);
    end_unit(m, false);
}

void crowd_make_host(crowd_maker *c) {
    for (uint32_t i = 0; i < c->host_call_count; i++) {
        make_asking(c, i);
    }
    for (uint32_t i = 0; i < c->data_count; i++) {
        make_data(c, i);
    }
    make_spread(c);
    if (c->site_count != 0) {
        make_list(c);
    }
}
