// SPDX-License-Identifier: MIT
// Worlds: memory, calls and queries.
#include "world.h"

#include "wits/convert.h"

#include <stdlib.h>
#include <string.h>

uint32_t js_room[JS_ROOM];

enum { ALIGNMENT = 16 };

size_t js_world_type_size(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

static uint64_t aligned(uint64_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/// Returns null if there is no memory, or none of that size.
static void *take_zeroed(uint64_t size) {
    void *memory = size <= INT32_MAX ? aligned_alloc(ALIGNMENT, (size_t)aligned(size + 1)) : NULL;
    if (memory != NULL) {
        memset(memory, 0, (size_t)size);
    }
    return memory;
}

// ----------------------------------------------------------------------------------------------- functions of the host

static bool call_condition(const void *context, const wits_call *call) {
    (void)context;
    return js_condition(call->function, call);
}

static float call_score(const void *context, const wits_call *call) {
    (void)context;
    return js_score(call->function, call);
}

static void call_action(void *context, const wits_call *call) {
    (void)context;
    js_action(call->function, call);
}

static void fill_functions(world *w) {
    for (uint32_t i = 0; i < wits_function_count(w->brain); i++) {
        wits_function_kind kind = wits_function_kind_of(w->brain, i);
        w->functions[i].name = wits_function_name(w->brain, i);
        w->functions[i].condition = kind == WITS_FUNCTION_CONDITION ? call_condition : NULL;
        w->functions[i].score = kind == WITS_FUNCTION_SCORE ? call_score : NULL;
        w->functions[i].action = kind == WITS_FUNCTION_ACTION ? call_action : NULL;
    }
}

// -------------------------------------------------------------------------------------------------------------- memory

JS_EXPORT("world_free") void js_world_free(world *w) {
    if (w == NULL) {
        return;
    }
    for (uint32_t kind = 0; w->targets != NULL && kind < wits_target_kind_count(w->brain); kind++) {
        free(w->targets[kind].memory);
        free(w->targets[kind].columns);
    }
    free(w->data);
    free(w->before);
    free(w->columns);
    free(w->functions);
    free(w->lists);
    free(w->targets);
    free(w->explaining.memory);
    free(w->run.scratch);
    free(w->list.records);
    free(w->list.arguments);
    free(w->code);
    free(w);
}

/// Places the agents and then each column in `data`. Without `data` only computes the size.
static uint64_t place_data(world *w) {
    uint64_t at = aligned((uint64_t)w->agent_size * w->rows);
    for (uint32_t field = 0; field < wits_field_count(w->brain); field++) {
        wits_type type = wits_field_type(w->brain, field);
        size_t size = js_world_type_size(type);
        if (w->data != NULL) {
            w->columns[field] =
                (wits_column){.base = w->data + at, .stride = size, .type = type, .size = size * w->rows};
        }
        at += aligned((uint64_t)size * w->rows);
    }
    return at;
}

static bool take_list(wits_list *list, const wits_brain *brain, wits_verb verb, size_t agents) {
    size_t records = wits_list_room(brain, verb) * agents + 1;
    size_t arguments = wits_list_argument_room(brain, verb) * agents + 1;
    *list = (wits_list){.records = malloc(records * sizeof *list->records),
                        .capacity = (uint32_t)records,
                        .arguments = malloc(arguments * sizeof *list->arguments),
                        .argument_capacity = (uint32_t)arguments};
    return list->records != NULL && list->arguments != NULL;
}

static bool begin_crowd(world *w) {
    enum { LISTED = 256 };  // agents whose actions fit into the list
    size_t size = wits_crowd_code_size(w->brain);
    w->code = malloc(size);
    if (w->code == NULL || !take_list(&w->list, w->brain, WITS_VERB_TICK, LISTED)) {
        return false;
    }
    w->crowd = (wits_crowd){.code = wits_crowd_prepare(w->brain, w->code, size),
                            .count = w->rows,
                            .agents = w->data,
                            .columns = w->columns,
                            .functions = w->functions,
                            .agents_size = w->agent_size * w->rows};
    w->run = (wits_crowd_run){.scratch = aligned_alloc(64, (wits_crowd_scratch_size(w->crowd.code, 0) + 63) / 64 * 64),
                              .list = &w->list};
    return w->run.scratch != NULL && js_world_explain_begin(w);
}

static bool begin_targets(world *w) {
    uint32_t kinds = wits_target_kind_count(w->brain);
    w->lists = calloc(kinds + 1, sizeof *w->lists);
    w->targets = calloc(kinds + 1, sizeof *w->targets);
    for (uint32_t kind = 0; w->targets != NULL && kind < kinds; kind++) {
        w->targets[kind].columns = calloc(wits_target_field_count(w->brain, kind) + 1, sizeof(wits_column));
        if (w->targets[kind].columns == NULL) {
            return false;
        }
    }
    return w->lists != NULL && w->targets != NULL;
}

/// Creates agents that are stopped, with the initial values of their fields. Returns null if memory runs out.
JS_EXPORT("world_new") world *js_world_new(const wits_brain *brain, uint32_t rows, bool is_crowd, bool runs_actions) {
    world *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->brain = brain;
    w->rows = rows;
    w->runs_actions = runs_actions;
    w->agent_size = wits_agent_size(brain);
    w->columns = calloc(wits_field_count(brain) + 1, sizeof *w->columns);
    w->functions = calloc(wits_function_count(brain) + 1, sizeof *w->functions);
    const uint64_t size = place_data(w);
    w->data = take_zeroed(size);
    w->data_size = (size_t)size;
    if (w->columns == NULL || w->functions == NULL || w->data == NULL || !begin_targets(w)) {
        js_world_free(w);
        return NULL;
    }
    place_data(w);
    fill_functions(w);
    w->frame = (wits_frame){.columns = w->columns, .functions = w->functions, .targets = w->lists};
    for (uint32_t row = 0; row < rows && wits_field_count(brain) > 0; row++) {
        wits_set_initial_fields(brain, w->columns, row);
    }
    if (is_crowd && !begin_crowd(w)) {
        js_world_free(w);
        return NULL;
    }
    w->crowd.targets = w->lists;
    return w;
}

JS_EXPORT("world_data") unsigned char *js_world_data(const world *w) {
    return w->data;
}

JS_EXPORT("world_data_size") size_t js_world_data_size(const world *w) {
    return w->data_size;
}

JS_EXPORT("world_column") void *js_world_column(const world *w, uint32_t field) {
    return w->columns[field].base;
}

/// Sets the arguments of the next calls.
JS_EXPORT("world_set") void js_world_set(world *w, uint32_t tick, uint64_t first_id, uint64_t seed) {
    w->frame.tick = tick;
    w->frame.agent = first_id;
    w->frame.seed = seed;
    w->crowd.first_id = first_id;
    w->run.tick = tick;
    w->run.seed = seed;
}

/// Copies agents and fields for world_revert. Returns false if memory runs out.
JS_EXPORT("world_keep") bool js_world_keep(world *w) {
    if (w->before == NULL) {
        w->before = malloc(w->data_size);
    }
    if (w->before != NULL) {
        memcpy(w->before, w->data, w->data_size);
    }
    return w->before != NULL;
}

JS_EXPORT("world_revert") void js_world_revert(world *w) {
    memcpy(w->data, w->before, w->data_size);
}

/// Returns whether the brain could have made the agents, and whether bools and enums have possible values.
JS_EXPORT("world_is_valid") bool js_world_is_valid(const world *w) {
    for (uint32_t row = 0; row < w->rows; row++) {
        if (!wits_agent_is_valid(w->brain, w->data + row * w->agent_size, w->agent_size)) {
            return false;
        }
    }
    for (uint32_t field = 0; field < wits_field_count(w->brain); field++) {
        wits_type type = wits_field_type(w->brain, field);
        const uint32_t most = type == WITS_TYPE_BOOL ? 1 : wits_field_value_count(w->brain, field) - 1;
        const unsigned char *values = w->columns[field].base;
        for (uint32_t row = 0; row < w->rows && (type == WITS_TYPE_BOOL || type == WITS_TYPE_ENUM); row++) {
            if (values[row] > most) {
                return false;
            }
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------------- calls

/// Verbs of calls, as in JavaScript. The first are those of the library.
typedef enum call_verb {
    CALL_START = WITS_VERB_START,
    CALL_STOP = WITS_VERB_STOP,
    CALL_GOTO = WITS_VERB_GOTO,
    CALL_DECIDE = WITS_VERB_DECIDE,
    CALL_UPDATE = WITS_VERB_UPDATE,
    CALL_TICK = WITS_VERB_TICK,
    CALL_RESTART,
    CALL_SET_STATE,
} call_verb;

wits_frame js_world_frame(const world *w, uint32_t row) {
    wits_frame frame = w->frame;
    frame.agent += row;
    frame.row = row;
    return frame;
}

static unsigned char *agent_of(const world *w, uint32_t row) {
    return w->data + (size_t)row * w->agent_size;
}

JS_EXPORT("agent_call") bool js_agent_call(const world *w, uint32_t row, call_verb verb, wits_state_id state) {
    wits_frame frame = js_world_frame(w, row);
    unsigned char *agent = agent_of(w, row);
    switch (verb) {
    case CALL_START:
        return wits_start(w->brain, agent, &frame);
    case CALL_STOP:
        return wits_stop(w->brain, agent, &frame);
    case CALL_GOTO:
        return wits_goto(w->brain, agent, &frame, state);
    case CALL_DECIDE:
        return wits_decide(w->brain, agent, &frame);
    case CALL_UPDATE:
        return wits_update(w->brain, agent, &frame);
    case CALL_TICK:
        return wits_tick(w->brain, agent, &frame);
    case CALL_RESTART:
        return wits_restart(w->brain, agent, &frame, state);
    case CALL_SET_STATE:
        return wits_set_state(w->brain, agent, &frame, state);
    }
    return false;
}

static uint64_t call_crowd(world *w, uint64_t first, uint64_t count, call_verb verb, wits_state_id state) {
    switch (verb) {
    case CALL_START:
        return wits_crowd_start(&w->crowd, first, count, &w->run);
    case CALL_STOP:
        return wits_crowd_stop(&w->crowd, first, count, &w->run);
    case CALL_GOTO:
        return wits_crowd_goto(&w->crowd, first, count, &w->run, state);
    case CALL_DECIDE:
        return wits_crowd_decide(&w->crowd, first, count, &w->run);
    case CALL_UPDATE:
        return wits_crowd_update(&w->crowd, first, count, &w->run);
    case CALL_TICK:
        return wits_crowd_tick(&w->crowd, first, count, &w->run);
    case CALL_SET_STATE:
        return wits_crowd_set_state(&w->crowd, first, count, &w->run, state);
    case CALL_RESTART:
        break;
    }
    return count;
}

static void run_list(const world *w) {
    for (uint32_t i = 0; i < w->list.count; i++) {
        const wits_action_record *record = &w->list.records[i];
        wits_frame frame = js_world_frame(w, record->agent_row);
        frame.list = w->run.list;
        wits_run_record(w->brain, agent_of(w, record->agent_row), &frame, record);
    }
}

/// Runs all agents of a crowd. The actions of a part of them run when that part has decided.
JS_EXPORT("crowd_call")
void js_crowd_call(world *w, uint32_t first, uint32_t count, call_verb verb, wits_state_id state) {
    for (uint64_t done = 0; done < count;) {  // the list has room for at least one agent
        w->list.count = 0;
        w->list.argument_count = 0;
        done += call_crowd(w, first + done, count - done, verb, state);
        if (w->runs_actions) {
            run_list(w);
        }
    }
}

JS_EXPORT("world_raise") void js_world_raise(const world *w, uint32_t first, uint32_t count, uint32_t event) {
    for (uint32_t row = first; row < first + count; row++) {
        wits_raise(w->brain, agent_of(w, row), event);
    }
}

// ------------------------------------------------------------------------------------------------------------- queries

void js_active(const wits_brain *brain, const unsigned char *agent) {
    wits_state_id *states = (wits_state_id *)js_room;
    uint32_t count = wits_active(brain, agent, states, 2 * JS_ROOM);
    for (uint32_t i = 0; i < count && i < 2 * JS_ROOM; i++) {
        js_state(NULL, brain, states[i]);
    }
}

JS_EXPORT("world_active") void js_world_active(const world *w, uint32_t row) {
    js_active(w->brain, agent_of(w, row));
}

JS_EXPORT("world_is_started") bool js_world_is_started(const world *w, uint32_t row) {
    return wits_is_started(w->brain, agent_of(w, row));
}

JS_EXPORT("world_is_in") bool js_world_is_in(const world *w, uint32_t row, wits_state_id state) {
    return wits_is_in(w->brain, agent_of(w, row), state);
}

JS_EXPORT("world_is_done") bool js_world_is_done(const world *w, uint32_t row, wits_state_id state, uint32_t tick) {
    wits_frame frame = js_world_frame(w, row);
    frame.tick = tick;
    return wits_is_done(w->brain, agent_of(w, row), &frame, state);
}

JS_EXPORT("world_elapsed") uint32_t js_world_elapsed(const world *w, uint32_t row, wits_state_id state, uint32_t tick) {
    return wits_elapsed(w->brain, agent_of(w, row), state, tick);
}

JS_EXPORT("world_target") uint32_t js_world_target(const world *w, uint32_t row, wits_state_id option) {
    return wits_target_of(w->brain, agent_of(w, row), option);
}

JS_EXPORT("world_hash") uint64_t js_world_hash(const world *w) {
    uint64_t sum = 0;
    for (uint32_t row = 0; row < w->rows; row++) {
        sum += wits_agent_hash(w->brain, agent_of(w, row), w->frame.agent + row);
    }
    return sum;
}

/// Emits for each state how many agents have it as a deepest active one.
JS_EXPORT("crowd_counts") bool js_crowd_counts(const world *w) {
    uint32_t states = wits_state_count(w->brain);
    uint64_t *counts = calloc(states, sizeof *counts);
    if (counts == NULL) {
        return false;
    }
    wits_crowd_count(&w->crowd, 0, w->rows, counts);
    for (uint32_t state = 0; state < states; state++) {
        js_number(NULL, (double)counts[state]);
    }
    free(counts);
    return true;
}

/// Writes the rows of agents in a state to js_room, of at most JS_ROOM agents. Returns their number.
JS_EXPORT("crowd_find") uint32_t js_crowd_find(const world *w, uint32_t first, uint32_t count, wits_state_id state) {
    return (uint32_t)wits_crowd_find(&w->crowd, first, count < JS_ROOM ? count : JS_ROOM, state, js_room);
}

/// Writes for each of at most JS_ROOM agents its first deepest active state within a region, or WITS_NONE, to js_room.
JS_EXPORT("crowd_states") void js_crowd_states(const world *w, uint32_t first, uint32_t count, wits_state_id region) {
    enum { MOST = 64 };
    wits_state_id states[MOST];
    wits_state_id *to = (wits_state_id *)js_room;
    wits_state_id end = wits_state_end(w->brain, region);
    for (uint32_t i = 0; i < count && i < JS_ROOM; i++) {
        uint32_t found = wits_active(w->brain, agent_of(w, first + i), states, MOST);
        to[i] = WITS_NONE;
        for (uint32_t s = 0; s < found && s < MOST && to[i] == WITS_NONE; s++) {
            to[i] = states[s] >= region && states[s] < end ? states[s] : WITS_NONE;
        }
    }
}

JS_EXPORT("room") uint32_t *js_room_address(void) {
    return js_room;
}

// ------------------------------------------------------------------------------------------------------------- targets

/// Takes memory for `rows` targets of a kind and sets their number. Returns false if memory runs out.
JS_EXPORT("targets_set") bool js_targets_set(world *w, uint32_t kind, uint32_t rows, bool only_reserve) {
    world_targets *of = &w->targets[kind];
    uint32_t fields = wits_target_field_count(w->brain, kind);
    if (of->memory == NULL || rows > of->capacity) {
        const uint32_t twice = of->capacity < UINT32_MAX / 2 ? 2 * of->capacity : UINT32_MAX;
        const uint32_t capacity = rows > twice ? rows : twice;
        const uint64_t ids = aligned((uint64_t)sizeof(uint32_t) * capacity);
        const uint64_t offsets = aligned(sizeof(uint32_t) * ((uint64_t)w->rows + 1));
        uint64_t size = ids + offsets;
        for (uint32_t field = 0; field < fields; field++) {
            size += aligned((uint64_t)js_world_type_size(wits_target_field_type(w->brain, kind, field)) * capacity);
        }
        unsigned char *memory = take_zeroed(size);
        if (memory == NULL) {
            return false;
        }
        free(of->memory);
        of->memory = memory;
        of->capacity = capacity;
        of->ids = (uint32_t *)(void *)memory;
        of->offsets = (uint32_t *)(void *)(memory + ids);
        memory += ids + offsets;
        for (uint32_t field = 0; field < fields; field++) {
            wits_type type = wits_target_field_type(w->brain, kind, field);
            size_t stride = js_world_type_size(type);
            of->columns[field] =
                (wits_column){.base = memory, .stride = stride, .type = type, .size = stride * capacity};
            memory += aligned(stride * capacity);
        }
    }
    w->lists[kind] = (wits_target_list){.ids = of->ids,
                                        .count = only_reserve ? 0 : rows,
                                        .columns = fields > 0 ? of->columns : NULL,
                                        .own_count = only_reserve ? 0 : rows,
                                        .offsets = w->code != NULL ? of->offsets : NULL};
    return true;
}

JS_EXPORT("targets_ids") uint32_t *js_targets_ids(const world *w, uint32_t kind) {
    return w->targets[kind].ids;
}

JS_EXPORT("targets_offsets") uint32_t *js_targets_offsets(const world *w, uint32_t kind) {
    return w->targets[kind].offsets;
}

JS_EXPORT("targets_column") void *js_targets_column(const world *w, uint32_t kind, uint32_t field) {
    return w->targets[kind].columns[field].base;
}

/// Emits the text of each problem of the world's targets; for a crowd of the whole crowd.
JS_EXPORT("world_check") void js_world_check(const world *w) {
    enum { MOST = 8 };
    static wits_problem problems[MOST];
    wits_report report = {problems, MOST, 0};
    wits_frame frame = js_world_frame(w, 0);
    if (w->code != NULL) {
        wits_crowd_check(&w->crowd, &report);
    } else {
        wits_targets_check(w->brain, &frame, &report);
    }
    for (uint32_t i = 0; i < report.count && i < MOST; i++) {
        wits_problem_text(&problems[i], (char *)js_room, sizeof js_room);
        js_text(NULL, (const char *)js_room);
    }
}

// --------------------------------------------------------------------------------------------------- calls of the host

JS_EXPORT("call_row") uint32_t js_call_row(const wits_call *call) {
    return call->frame->row;
}

JS_EXPORT("call_state") uint32_t js_call_state(const wits_call *call) {
    return call->state;
}

JS_EXPORT("call_elapsed") uint32_t js_call_elapsed(const wits_call *call) {
    return wits_call_elapsed(call);
}

JS_EXPORT("call_is_in") bool js_call_is_in(const wits_call *call, wits_state_id state) {
    return wits_call_is_in(call, state);
}

JS_EXPORT("call_raise") void js_call_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

JS_EXPORT("call_kind") void js_call_kind(const wits_call *call) {
    js_text(NULL, wits_action_kind_name(call->kind));
}

/// Emits the arguments.
JS_EXPORT("call_arguments") void js_call_arguments(const wits_call *call) {
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const wits_argument *one = &call->arguments[i];
        switch (one->kind) {
        case WITS_ARGUMENT_BOOL:
            js_flag(NULL, one->integer != 0);
            break;
        case WITS_ARGUMENT_ENUM:
        case WITS_ARGUMENT_TEXT:
            js_text(NULL, one->text);
            break;
        case WITS_ARGUMENT_INT:
            js_number(NULL, one->integer);
            break;
        case WITS_ARGUMENT_FLOAT:
        case WITS_ARGUMENT_NONE:
            js_number(NULL, (double)one->number);
            break;
        }
    }
}

/// Emits the target, if there is one.
JS_EXPORT("call_target") void js_call_target(const wits_call *call) {
    if (call->target == NULL || call->target->id == WITS_NO_TARGET) {
        return;
    }
    js_open(NULL, false);
    js_text("kind", wits_target_kind_name(call->brain, call->target->kind));
    js_number("id", call->target->id);
    if (call->target->row != WITS_NO_TARGET) {
        js_number("row", call->target->row);
    }
    js_close();
}

// -------------------------------------------------------------------------------------------------------------- brains

void js_state(const char *key, const wits_brain *brain, wits_state_id state) {
    static char path[1040];
    if (state != WITS_NONE) {
        wits_state_path(brain, state, path, sizeof path);
        js_text(key, path);
    }
}

void js_value(const char *key, wits_type type, const char *const *values, double value) {
    if (type == WITS_TYPE_BOOL) {
        js_flag(key, value != 0.0);
    } else if (type == WITS_TYPE_ENUM && values != NULL) {
        js_text(key, values[(uint32_t)value]);
    } else {
        js_number(key, value);
    }
}

JS_EXPORT("allocate") void *js_allocate(size_t size) {
    return take_zeroed(size);
}

JS_EXPORT("release") void js_release(void *memory) {
    free(memory);
}

JS_EXPORT("version") uint32_t js_version(void) {
    return wits_version();
}

JS_EXPORT("brain_is_valid") bool js_brain_is_valid(const void *bytes, size_t size) {
    return wits_brain_is_valid(bytes, size);
}

JS_EXPORT("brain_hash") uint64_t js_brain_hash(const wits_brain *brain) {
    return wits_brain_hash(brain);
}

JS_EXPORT("brain_layout") uint64_t js_brain_layout(const wits_brain *brain) {
    return wits_brain_layout_hash(brain);
}

JS_EXPORT("brain_plan") void js_brain_plan(const world *w) {
    wits_crowd_plan_info plan = wits_crowd_plan(w->crowd.code);
    static const char *const paths[] = {"auto", "single", "masks", "groups"};
    js_open(NULL, false);
    js_text("path", paths[plan.path]);
    js_text("reason", plan.reason);
    js_number("block", plan.block);
    js_number("bytesPerAgent", (double)plan.bytes_per_agent);
    js_close();
}
