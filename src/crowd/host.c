// SPDX-License-Identifier: MIT
// Calls host functions for agents of a block, and lists their actions.
#include "core/run/arguments.h"
#include "crowd/pairs.h"
#include "lower/program.h"

#include <string.h>

/// Agents of a block, or their pairs with targets, for which a function is called. Their rows and lanes are in
/// blocks.rows and blocks.row_lanes.
typedef struct host_asking {
    const blocks *b;
    const lanes_op *at;
    void *const *columns;  ///< columns of the arguments
    uint32_t count;
    bool has_targets;  ///< calls have targets, whose ids are in blocks.target_ids
    bool of_pairs;     ///< calls are about pairs, whose rows are in blocks.target_rows
    uint32_t kind;     ///< kind of the targets
} host_asking;

/// The active child of a composite.
static wits_state_id source_of(const blocks *b, wits_state_id composite, uint32_t lane) {
    const wits_brain *brain = b->code->brain;
    const state_row *s = brain_state(brain, composite);
    const column_map *m = &b->code->columns;
    const machine_row *machine = brain_machine(brain, s->inside);
    const uint8_t *low = b->columns[m->pass + s->inside];
    const uint8_t *high = machine->width != 1 ? b->columns[m->pass_high + s->inside] : NULL;
    const uint32_t slot = low[lane] + (high != NULL ? 256u * high[lane] : 0);
    uint16_t deepest = brain_config_state(brain, machine, slot - 1);
    return state_ancestor(brain, deepest, s->depth + 1u);
}

/// Returns whether the caller is a text of an `any` transition.
static bool is_about_child(const wits_brain *brain, const lanes_op *at) {
    const uint16_t row = (uint16_t)at->k[1];
    return row != WITS_NONE && (at->flags & PROGRAM_OF_STEP) == 0 && brain_transition(brain, row)->any;
}

/// Returns the kind of the targets that functions receive: the same for all agents of one call.
static uint32_t told_kind(const blocks *b, const lanes_op *at) {
    const wits_brain *brain = b->code->brain;
    const wits_state_id state = (wits_state_id)(at->k[1] >> 16);
    const wits_state_id whose = is_about_child(brain, at) ? source_of(b, state, b->row_lanes[0]) : state;
    return brain_state(brain, brain_state(brain, whose)->targeting)->target;
}

/// The agents of the lanes that a mask has.
static host_asking ask_agents(const blocks *b, const lanes_op *at, const uint8_t *mask) {
    host_asking who = {.b = b, .at = at, .columns = b->columns, .has_targets = at->a != 0, .kind = WITS_NONE};
    who.count = b->kernels->lanes(b->row_lanes, mask, lane_count(b), 0);
    for (uint32_t i = 0; i < who.count; i++) {
        b->rows[i] = (uint32_t)(b->first + lane_agent(b, b->row_lanes[i]));
    }
    const uint32_t *ids = who.has_targets ? b->columns[at->a] : NULL;
    for (uint32_t i = 0; ids != NULL && i < who.count; i++) {
        b->target_ids[i] = ids[b->row_lanes[i]];
    }
    who.kind = ids != NULL && who.count != 0 ? told_kind(b, at) : (uint32_t)WITS_NONE;
    return who;
}

/// Describes the pairs in a mask's lanes.
static host_asking ask_pairs(const pair_run *r, const lanes_op *at, const uint8_t *mask) {
    const blocks *b = r->b;
    host_asking who = {
        .b = b, .at = at, .columns = b->pair_columns, .has_targets = true, .of_pairs = true, .kind = r->option->target};
    uint32_t lane = 0;
    for (uint32_t i = 0; i < r->segment_count; i++) {
        const lanes_segment *s = &r->segments[i];
        for (uint32_t k = 0; k < s->count; k++, lane++) {
            b->rows[who.count] = (uint32_t)(b->first + lane_agent(b, s->lane));
            b->row_lanes[who.count] = lane;
            b->target_ids[who.count] = r->list->ids[s->first + k];
            b->target_rows[who.count] = s->first + k;
            who.count += mask[lane] != 0;
        }
    }
    return who;
}

static const wits_crowd_function *block_function(const blocks *b, uint32_t function) {
    return b->crowd->block_functions != NULL ? &b->crowd->block_functions[function] : NULL;
}

// ----------------------------------------------------------------------------------------------------------- arguments

/// Returns how many arguments follow a call.
static uint32_t argument_count(const lanes_op *call) {
    uint32_t count = 0;
    while (call[1 + count].kind == LANES_ARGUMENT) {  // at most WITS_MAX_ARGUMENTS
        count++;
    }
    return count;
}

/// Returns the argument of one lane.
static uint32_t argument_bits(void *const *columns, const lanes_op *argument, uint32_t lane) {
    const uint32_t *words = columns[argument->a];
    const uint32_t bits = argument->a != 0 ? words[lane] : argument->k[0];
    return argument->flags == EXPR_FLOAT ? math_canonical_bits(bits) : bits;
}

static void tell_lane(const host_asking *who, uint32_t count, uint32_t lane,
                      wits_argument arguments[WITS_MAX_ARGUMENTS]) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < count; i++) {
        const lanes_op *argument = &who->at[1 + i];
        given[i] = (expr_given){.type = (expr_type)argument->flags,
                                .list = argument->k[1],
                                .text = argument->flags == EXPR_TEXT ? argument->k[1] : 0,
                                .value.bits = argument_bits(who->columns, argument, lane)};
    }
    wits_core_tell_arguments(who->b->code->brain, given, count, arguments);
}

/// Makes an argument of a call for a block from the columns of its values.
static wits_crowd_argument tell_block(const host_asking *who, uint32_t number) {
    const blocks *b = who->b;
    const lanes_op *argument = &who->at[1 + number];
    const expr_type type = (expr_type)argument->flags;
    int32_t *integers = b->integers[number];
    float *numbers = b->numbers[number];
    wits_crowd_argument told = {
        .kind = wits_core_argument_kind(type), .names = argument->k[1], .is_constant = argument->a == 0};
    if (type == EXPR_TEXT) {
        told.text = brain_at(b->code->brain, argument->k[1]);
        return told;
    }
    for (uint32_t i = 0; i < who->count; i++) {
        const expr_value value = {.bits = argument_bits(who->columns, argument, b->row_lanes[i])};
        integers[i] = value.i;
        numbers[i] = type == EXPR_FLOAT ? value.f : (float)value.i;
    }
    told.integers = type != EXPR_FLOAT ? integers : NULL;
    told.numbers = type == EXPR_FLOAT || type == EXPR_INT ? numbers : NULL;
    return told;
}

wits_argument wits_crowd_argument_of(const wits_crowd_call *call, uint32_t argument, uint32_t i) {
    const bool has = argument < call->argument_count && i < call->count;
    WITS_ASSERT(has);
    if (!has) {
        return (wits_argument){.kind = WITS_ARGUMENT_NONE};
    }
    static const uint8_t types[] = {
        [WITS_ARGUMENT_NONE] = EXPR_NOTHING, [WITS_ARGUMENT_INT] = EXPR_INT,   [WITS_ARGUMENT_FLOAT] = EXPR_FLOAT,
        [WITS_ARGUMENT_BOOL] = EXPR_BOOL,    [WITS_ARGUMENT_ENUM] = EXPR_ENUM, [WITS_ARGUMENT_TEXT] = EXPR_TEXT};
    const wits_crowd_argument *from = &call->arguments[argument];
    expr_given given = {.type = (expr_type)types[from->kind], .list = from->names};
    if (from->integers != NULL) {
        given.value.i = from->integers[i];
    } else if (from->numbers != NULL) {
        given.value.f = from->numbers[i];
    }
    wits_argument told[WITS_MAX_ARGUMENTS];
    wits_core_tell_arguments(call->crowd->code->brain, &given, 1, told);
    told->text = from->text != NULL ? from->text : told->text;
    return *told;
}

// ----------------------------------------------------------------------------------------------- conditions and scores

/// Calls the function of one agent for each.
typedef struct single_calls {
    const host_asking *who;
    wits_frame frame;
    wits_call call;
    wits_state_id state;  ///< the composite of an `any` transition
    bool any;
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    wits_target target;
} single_calls;

static void begin_calls(single_calls *s, const host_asking *who) {
    const lanes_op *at = who->at;
    const wits_brain *brain = who->b->code->brain;
    s->who = who;
    s->state = (wits_state_id)(at->k[1] >> 16);
    s->any = is_about_child(brain, at);
    s->frame = wits_crowd_single_frame(who->b->crowd, who->b->run);
    s->call = (wits_call){
        .brain = brain, .frame = &s->frame, .state = s->state, .row = (uint16_t)at->k[1], .function = at->k[0]};
    s->call.argument_count = argument_count(at);
    s->call.arguments = s->call.argument_count != 0 ? s->arguments : NULL;
    s->call.argument = s->call.arguments;
    s->target.kind = who->kind;
    s->call.target = who->has_targets ? &s->target : NULL;
}

static const void *next_call(single_calls *s, uint32_t i) {
    const blocks *b = s->who->b;
    uint32_t row = b->rows[i];
    s->frame.agent = crowd_id(b->crowd, row);
    s->frame.row = row;
    s->frame.context = crowd_context(b->crowd, row);
    s->call.agent = crowd_agent(b->crowd, row);
    if (s->any) {
        s->call.state = source_of(b, s->state, b->row_lanes[i]);
    }
    if (s->who->has_targets) {
        s->target.id = b->target_ids[i];
        s->target.row = s->who->of_pairs ? b->target_rows[i] : target_row_of(&s->frame, s->target.kind, s->target.id);
    }
    if (s->call.argument_count != 0) {
        tell_lane(s->who, s->call.argument_count, b->row_lanes[i], s->arguments);
    }
    return s->frame.context;
}

static wits_crowd_call block_call(const host_asking *who, wits_crowd_argument arguments[WITS_MAX_ARGUMENTS]) {
    const uint32_t given = argument_count(who->at);
    for (uint32_t i = 0; i < given; i++) {
        arguments[i] = tell_block(who, i);
    }
    return (wits_crowd_call){.crowd = who->b->crowd,
                             .run = who->b->run,
                             .function = who->at->k[0],
                             .agents = who->b->rows,
                             .count = who->count,
                             .argument_count = given,
                             .arguments = given != 0 ? arguments : NULL,
                             .target_kind = who->kind,
                             .targets = who->has_targets ? who->b->target_ids : NULL};
}

static void ask_condition(const host_asking *who, uint8_t *out) {
    const blocks *b = who->b;
    const uint32_t number = who->at->k[0];
    bool *holds = b->answers;
    const wits_crowd_function *function = block_function(b, number);
    if (who->count != 0 && function != NULL && function->condition != NULL) {
        wits_crowd_argument arguments[WITS_MAX_ARGUMENTS];
        wits_crowd_call call = block_call(who, arguments);
        function->condition(&call, holds);
    } else if (who->count != 0) {
        single_calls s;
        begin_calls(&s, who);
        wits_condition_fn *condition = b->crowd->functions[number].condition;
        for (uint32_t i = 0; i < who->count; i++) {
            const void *context = next_call(&s, i);
            holds[i] = condition(context, &s.call);
        }
    }
    for (uint32_t i = 0; i < who->count; i++) {
        out[b->row_lanes[i]] = holds[i] ? 0xFF : 0;
    }
}

static void ask_score(const host_asking *who, float *out) {
    const blocks *b = who->b;
    const uint32_t number = who->at->k[0];
    float *scores = b->answers;
    const wits_crowd_function *function = block_function(b, number);
    if (who->count != 0 && function != NULL && function->score != NULL) {
        wits_crowd_argument arguments[WITS_MAX_ARGUMENTS];
        wits_crowd_call call = block_call(who, arguments);
        function->score(&call, scores);
    } else if (who->count != 0) {
        single_calls s;
        begin_calls(&s, who);
        wits_score_fn *score = b->crowd->functions[number].score;
        for (uint32_t i = 0; i < who->count; i++) {
            const void *context = next_call(&s, i);
            scores[i] = score(context, &s.call);
        }
    }
    for (uint32_t i = 0; i < who->count; i++) {
        out[b->row_lanes[i]] = scores[i];
    }
}

void wits_crowd_host_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out) {
    const blocks *b = user;
    const host_asking who = ask_agents(b, at, mask);
    memset(out, 0, b->lanes.count);
    ask_condition(&who, out);
}

void wits_crowd_host_score(void *user, const lanes_op *at, const uint8_t *mask, float *out) {
    const blocks *b = user;
    const host_asking who = ask_agents(b, at, mask);
    memset(out, 0, sizeof *out * b->lanes.count);
    ask_score(&who, out);
}

/// Lanes of pairs, a whole number of steps.
static uint32_t pair_lanes(const pair_run *r) {
    return (r->total + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
}

void wits_crowd_host_pair_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out) {
    const pair_run *r = user;
    const host_asking who = ask_pairs(r, at, mask);
    memset(out, 0, pair_lanes(r));
    ask_condition(&who, out);
}

void wits_crowd_host_pair_score(void *user, const lanes_op *at, const uint8_t *mask, float *out) {
    const pair_run *r = user;
    const host_asking who = ask_pairs(r, at, mask);
    memset(out, 0, sizeof *out * pair_lanes(r));
    ask_score(&who, out);
}

// --------------------------------------------------------------------------------------------- private data, and steps

/// Private data is only in the agents' bytes.
void wits_crowd_host_data(void *user, const lanes_op *at, const uint8_t *mask) {
    const blocks *b = user;
    const wits_brain *brain = b->code->brain;
    const state_row *s = brain_state(brain, at->k[0]);
    for (uint32_t lane = 0; lane < lane_count(b); lane++) {
        if (mask[lane] == 0) {
            continue;
        }
        uint8_t *data = crowd_agent(b->crowd, b->first + lane_agent(b, lane)) + s->data;
        if (at->k[1] != 0) {
            memcpy(data, brain_at(brain, s->data_initial), s->data_size);
        } else {
            memset(data, 0, s->data_size);
        }
    }
}

/// Step callbacks may read and write anything in their agent and its context, so our own columns are written back
/// before, and read again after the calls.
void wits_crowd_host_step(void *user, const lanes_op *at, const uint8_t *mask, uint32_t *out) {
    blocks *b = user;
    const wits_brain *brain = b->code->brain;
    const state_row *s = brain_state(brain, at->k[0]);
    wits_frame frame = wits_crowd_single_frame(b->crowd, b->run);
    wits_step_fn *step = b->crowd->functions[s->step - 1].step;
    wits_crowd_blocks_write_back(b);
    for (uint32_t lane = 0; lane < b->lanes.count; lane++) {
        out[lane] = WITS_STAY;
        if (mask[lane] == 0 || lane >= lane_count(b)) {
            continue;
        }
        uint64_t row = b->first + lane_agent(b, lane);
        uint8_t *agent = crowd_agent(b->crowd, row);
        frame.agent = crowd_id(b->crowd, row);
        frame.row = (uint32_t)row;
        frame.context = crowd_context(b->crowd, row);
        wits_call call = {.brain = brain,
                          .frame = &frame,
                          .agent = agent,
                          .state = (wits_state_id)at->k[0],
                          .row = WITS_NONE,
                          .function = s->step - 1,
                          .kind = WITS_ACTION_STEP,
                          .data = s->data != 0 ? agent + s->data : NULL,
                          .data_size = s->data_size};
        out[lane] = step(frame.context, &call);
    }
    wits_crowd_blocks_read_again(b);
}

// ------------------------------------------------------------------------------------------------------------ the list

static const lanes_op *code_of(const blocks *b) {
    return code_at(b->code, b->code->code_offset);
}

void wits_crowd_host_list(void *user, const lanes_op *at, const uint8_t *mask) {
    blocks *b = user;
    const uint32_t computed = argument_count(at), first = (uint32_t)(at - code_of(b)) << RECORD_AGENT_BITS;
    block_record *records = b->records + b->record_count;
    const uint32_t count = b->kernels->lanes(records, mask, lane_count(b), first);
    if (b->code->pair_count != 0) {
        const uint32_t *targets = at->a != 0 ? b->columns[at->a] : NULL;
        for (uint32_t i = 0; i < count; i++) {
            b->record_targets[b->record_count + i] = targets != NULL ? targets[records[i] - first] : WITS_NO_TARGET;
        }
    }
    for (uint32_t i = 0; i < count && computed != 0; i++) {
        for (uint32_t argument = 0; argument < computed; argument++) {
            b->values[b->value_count++] = argument_bits(b->columns, &at[1 + argument], records[i] - first);
        }
    }
    for (uint32_t i = 0; i < count && b->group != NULL; i++) {
        records[i] = first + b->group[records[i] - first];
    }
    b->record_count += count;
}

static uint32_t computed_by(const blocks *b, uint32_t action) {
    const call_row *call = b->value_count != 0 ? brain_call(b->code->brain, action) : NULL;
    return call != NULL ? call->computed : 0;
}

/// Copies the values of records from the block's to the list's.
static void flush_values(blocks *b, wits_action_record *records) {
    wits_list *list = b->run->list;
    for (uint32_t i = 0; i < b->record_count; i++) {
        const uint32_t computed = computed_by(b, records[i].action), first = records[i].arguments;
        records[i].arguments = computed != 0 ? list->argument_count : 0;
        for (uint32_t value = 0; value < computed; value++) {
            list->arguments[list->argument_count++] = b->values[first + value];
        }
    }
}

/// Counts the records of each agent: those of agent i of the block begin at starts[i].
static void count_records(const blocks *b) {
    uint32_t *starts = b->record_starts;
    memset(starts, 0, sizeof *starts * (b->agents + 1));
    for (uint32_t i = 0; i < b->record_count; i++) {
        starts[(b->records[i] & (CROWD_MAX_BLOCK - 1)) + 1]++;
    }
    for (uint32_t agent = 0; agent < b->agents; agent++) {
        starts[agent + 1] += starts[agent];
    }
}

/// Writes records [i, end) of one LIST, which differ only in their agents: `record` has the common members. Returns the
/// position of the next computed value.
static uint32_t flush_records(const blocks *b, uint32_t i, uint32_t end, const wits_action_record *record,
                              uint32_t first_value) {
    const uint32_t mask = CROWD_MAX_BLOCK - 1,
                   computed = argument_count(&code_of(b)[b->records[i] >> RECORD_AGENT_BITS]);
    const block_record *from = b->records;
    const uint32_t *targets = record->target_kind != WITS_NONE ? b->record_targets : NULL;
    const uint64_t *ids = b->crowd->ids != NULL ? b->crowd->ids + b->first : NULL;
    const uint64_t first_id = b->crowd->first_id + b->first;
    const uint32_t first_row = (uint32_t)b->first;
    wits_action_record *const records = b->run->list->records + b->run->list->count;
    uint32_t *const starts = b->record_starts;
    for (; i < end; i++) {
        const uint32_t agent = from[i] & mask;
        wits_action_record *to = &records[starts[agent]++];
        memcpy(to, record, sizeof *to);
        to->agent = ids != NULL ? ids[agent] : first_id + agent;
        to->agent_row = first_row + agent;
        if (computed != 0) {
            to->arguments = first_value;
            first_value += computed;
        }
        if (targets != NULL) {
            to->target = targets[i];
        }
    }
    return first_value;
}

/// A counting sort, which keeps each agent's order.
void wits_crowd_host_flush(blocks *b) {
    uint32_t first_value = 0;
    count_records(b);
    for (uint32_t i = 0, end = 0; i < b->record_count; i = end) {
        const uint32_t number = b->records[i] >> RECORD_AGENT_BITS;
        const lanes_op *at = &code_of(b)[number];
        const uint8_t target_kind = (uint8_t)at->flags;
        while (end < b->record_count && b->records[end] >> RECORD_AGENT_BITS == number) {
            end++;
        }
        const wits_action_record record = {.action = at->k[0],
                                           .kind = (uint8_t)(at->k[1] >> 16),
                                           .row = (uint16_t)at->k[1],
                                           .target_kind = target_kind != NO_TARGET_KIND ? target_kind : WITS_NONE,
                                           .target = WITS_NO_TARGET};
        first_value = flush_records(b, i, end, &record, first_value);
    }
    if (b->value_count != 0) {
        flush_values(b, b->run->list->records + b->run->list->count);
    }
    b->run->list->count += b->record_count;
}
