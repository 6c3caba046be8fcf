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
    begin_unit(c->m, "sites");
    line(c->m, "/// Records of the actions that can be listed, without what differs between agents%s.",
         crowd_lists_values(c) ? "; `arguments` counts the computed ones" : "");
    line(c->m, "static const @action_record @sites[%u] = {", (unsigned)c->site_count + 1);
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

/// Argument values are stored in the block in the order of its records, then copied to the list in the order of the
/// agents.
static void make_values(maker *m) {
    begin_unit(m, "list_values");
    line(m, "/// Adds the computed arguments of an action for the agents of a mask, from one column each.");
    open_block(m, "static void @list_values(@lanes *b, const uint8_t *mask, uint32_t count, const uint32_t *a0, const "
                  "uint32_t *a1, const uint32_t *a2, const uint32_t *a3) {");
    line(m, "const uint32_t *const columns[4] = {a0, a1, a2, a3};");
    open_block(m, "for (size_t i = 0; i < b->lanes; i++) {");
    open_block(m, "for (uint32_t k = 0; k < count && mask[i] != 0; k++) {");
    line(m, "b->values[b->value_count++] = columns[k][i];");
    close_block(m);
    close_block(m);
    close_block(m);
    end_unit(m, false);
    begin_unit(m, "flush_values");
    line(m, "/// Moves the computed arguments of records from `first` on from the block to the list.");
    open_block(m, "static void @flush_values(@lanes *b, @list *list, uint32_t first) {");
    open_block(m, "for (uint32_t i = first; i < list->count; i++) {");
    line(m, "const uint32_t computed = list->records[i].arguments & 7u, at = list->records[i].arguments >> 3;");
    line(m, "list->records[i].arguments = computed != 0 ? list->argument_count : 0;");
    open_block(m, "for (uint32_t k = 0; k < computed; k++) {");
    line(m, "list->arguments[list->argument_count++] = b->values[at + k];");
    close_block(m);
    close_block(m);
    line(m, "b->value_count = 0;");
    close_block(m);
    end_unit(m, false);
}

static void make_listing(const crowd_maker *c) {
    maker *m = c->m;
    begin_unit(m, "list_lanes");
    line(m, "/// Adds records for the lanes whose action is not 0; `first` is added to the actions.");
    open_block(m,
               has_targets(m)
                   ? "static void @list_lanes(@lanes *b, const uint8_t *actions, uint32_t first, const uint32_t *ids) {"
                   : "static void @list_lanes(@lanes *b, const uint8_t *actions, uint32_t first) {");
    line(m, "uint32_t *const records = b->records;");
    if (has_targets(m)) {
        line(m, "uint32_t *const targets = b->record_targets;");
    }
    line(m, "const uint32_t lanes = (uint32_t)b->lanes;");
    line(m, "uint32_t count = b->record_count;");
    open_block(m, "for (uint32_t i = 0; i < lanes; i += 8) {");
    line(m, "uint64_t eight;");
    line(m, "memcpy(&eight, actions + i, 8);");
    open_block(m, "for (uint32_t lane = i; lane < i + 8 && eight != 0; lane++) {");
    line(m, "records[count] = (first + actions[lane]) << 16 | lane;");
    if (has_targets(m)) {
        line(m, "targets[count] = ids != NULL ? ids[lane] : @NO_TARGET;");
    }
    line(m, "count += actions[lane] != 0;");
    close_block(m);
    close_block(m);
    line(m, "b->list_count += count != b->record_count;");
    line(m, "b->record_count = count;");
    close_block(m);
    end_unit(m, false);
}

/// Writes the record of one lane: to[`at`].
static void put_record(const crowd_maker *c, const char *at) {
    maker *m = c->m;
    line(m, "const uint32_t lane = records[i] & 0xFFFFu, site = records[i] >> 16;");
    line(m, "@action_record *const record = &to[%s];", at);
    line(m, "*record = @sites[site];");
    line(m, "record->agent = ids != NULL ? ids[lane] : first_id + lane;");
    line(m, "record->agent_row = first_row + lane;");
    if (crowd_lists_values(c)) {
        line(m, "record->arguments = values << 3 | @sites[site].arguments;");
        line(m, "values += @sites[site].arguments;");
    }
    if (has_targets(m)) {
        line(m, "record->target = b->record_targets[i];");
    }
}

static void make_flush(const crowd_maker *c) {
    maker *m = c->m;
    const bool has_values = crowd_lists_values(c);
    begin_unit(m, "flush_lanes");
    line(m,
         "/// Adds the block's records to the list, sorted by agent: a counting sort, which is stable. The records of "
         "one call are sorted already.");
    open_block(m, "static void @flush_lanes(@lanes *b) {");
    line(m, "@list *const list = b->run->list;");
    line(m, "@action_record *const to = list->records + list->count;");
    line(m, "const uint32_t *const records = b->records;");
    line(m, "const uint64_t *const ids = b->crowd->ids != NULL ? b->crowd->ids + b->first : NULL;");
    line(m, "const uint64_t first_id = b->crowd->first_id + b->first;");
    line(m, "const uint32_t first_row = (uint32_t)b->first, count = b->record_count;");
    if (has_values) {
        line(m, "uint32_t values = 0;");
    }
    open_block(m, "if (b->list_count == 1) {");
    open_block(m, "for (uint32_t i = 0; i < count; i++) {");
    put_record(c, "i");
    close_block(m);
    m->indent--;
    open_block(m, "} else {");
    line(m, "const size_t lanes = b->lanes;");
    line(m, "uint32_t *const starts = b->record_starts;");
    line(m, "memset(starts, 0, sizeof *starts * (lanes + 1));");
    open_block(m, "for (uint32_t i = 0; i < count; i++) {");
    line(m, "starts[(records[i] & 0xFFFFu) + 1]++;");
    close_block(m);
    open_block(m, "for (size_t lane = 0; lane < lanes; lane++) {");
    line(m, "starts[lane + 1] += starts[lane];");
    close_block(m);
    open_block(m, "for (uint32_t i = 0; i < count; i++) {");
    put_record(c, "starts[lane]++");
    close_block(m);
    close_block(m);
    line(m, "list->count += count;");
    if (has_values) {
        line(m, "@flush_values(b, list, list->count - count);");
    }
    line(m, "b->record_count = b->list_count = 0;");
    close_block(m);
    end_unit(m, false);
}

static void make_list(crowd_maker *c) {
    make_sites(c);
    if (crowd_lists_values(c)) {
        make_values(c->m);
    }
    make_listing(c);
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
