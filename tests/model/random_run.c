// SPDX-License-Identifier: MIT
#include "random_run.h"

#include "random_fields.h"
#include "trees/tree.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_RECORDS = 16384, TRACE_RECORDS = 8192, KEY_BYTES = 8192 };

// A list has exactly the required capacity. An address sanitizer detects an extra record; elsewhere some spare records
// prevent a crash, and the count shows the error.
#if defined(__SANITIZE_ADDRESS__)
enum { LIST_SLACK = 0 };
#else
enum { LIST_SLACK = 1024 };
#endif

/// The fields of one side, in separate memory.
typedef struct fields {
    uint8_t *memory;
    wits_column columns[RANDOM_FIELDS];
} fields;

/// One agent of the library with its data.
typedef struct engine {
    fields fields;
    const wits_brain *brain;
    const wits_function *functions;
    uint8_t *agent;
    size_t size;
    host_context context;
    host_log log;
    wits_action_record *records;  ///< records of the last call, after `prefilled` others
    uint32_t record_count;
    uint32_t prefilled;
    uint32_t *arguments;  ///< arguments of the records, after `prefilled` other values
    wits_list list;       ///< both, as left by the last call
    wits_trace_record traced[TRACE_RECORDS];
    wits_trace trace;
} engine;

/// The model's side.
typedef struct shadow {
    fields fields;
    model *model;
    host_context context;
    host_log log;
    wits_action_record records[MODEL_RECORDS];
    uint32_t arguments[MODEL_RECORDS * WITS_MAX_ARGUMENTS];
    wits_list list;
    bool done;
} shadow;

/// An earlier memory of the model, with the library's bytes at that time.
typedef struct seen_agent {
    uint64_t hash;
    uint8_t *key;
    size_t key_size;
    uint8_t *bytes;
} seen_agent;

typedef struct seen_agents {
    seen_agent rows[2 * RANDOM_CALLS + 1];
    uint32_t count;
} seen_agents;

typedef struct comparison {
    const random_brain *brain;
    const random_run *run;
    const run_options *options;
    run_failure *failure;
    random_layout layout;
    random_view view;  ///< the targets of this call
    float *draws;      ///< draws of random streams; null: from the seed
    uint32_t place_count;
    uint32_t call;
    shadow *shadow;
    engine *engine;
    engine *twin;
    seen_agents seen;
} comparison;

static bool fail(comparison *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(c->failure->text, sizeof c->failure->text, format, arguments);
    va_end(arguments);
    c->failure->call = c->call;
    return false;
}

static void engine_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static const host_hooks engine_hooks = {wits_call_is_in, wits_call_elapsed, engine_raise};
static const host_hooks model_hooks = {model_call_is_in, model_call_elapsed, model_call_raise};

static void fields_make(fields *f, const comparison *c) {
    f->memory = malloc(c->layout.bytes);
    random_layout_columns(&c->layout, f->memory, f->columns);
    random_fields_fill(&c->layout, f->memory, c->run->layout);
}

static wits_frame frame_of(const comparison *c, const random_call *call, host_context *context, const fields *f) {
    const random_run *run = c->run;
    wits_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.tick = call->tick;
    frame.agent = run->agent;
    frame.seed = run->seed;
    frame.draws = c->draws;
    frame.context = context;
    frame.functions = context->desc->functions;
    frame.mode = run->mode;
    frame.columns = f->columns;
    frame.row = run->row;
    frame.targets = c->view.kinds > 0 ? c->view.lists : NULL;
    return frame;
}

// ---------------------------------------------------------------------------------------------------------- the model

static void model_call(comparison *c, const random_call *call) {
    shadow *s = c->shadow;
    s->context.values.input = call->input;
    random_fields_input(&c->layout, s->fields.memory, c->run->row, call->input);
    s->log.count = 0;
    s->list = (wits_list){s->records, MODEL_RECORDS, 0, s->arguments, MODEL_RECORDS * WITS_MAX_ARGUMENTS, 0};
    wits_frame frame = frame_of(c, call, &s->context, &s->fields);
    frame.list = &s->list;
    s->done = true;
    switch (call->verb) {
    case VERB_START:
        model_start(s->model, &frame);
        break;
    case VERB_STOP:
        model_stop(s->model, &frame);
        break;
    case VERB_GOTO:
        model_goto(s->model, &frame, call->state);
        break;
    case VERB_RESTART:
        model_restart(s->model, &frame, call->state);
        break;
    case VERB_PLACE:
        model_place(s->model, &frame, call->state);
        break;
    case VERB_DECIDE:
        model_decide(s->model, &frame);
        break;
    case VERB_UPDATE:
        s->done = model_update(s->model, &frame);
        break;
    case VERB_TICK:
        s->done = model_tick(s->model, &frame);
        break;
    default:
        model_raise(s->model, call->event);
        break;
    }
}

static void model_run_records(comparison *c, const random_call *call) {
    shadow *s = c->shadow;
    wits_frame frame = frame_of(c, call, &s->context, &s->fields);
    frame.tick += call->late;
    frame.list = &s->list;
    s->context.from_list = true;
    for (uint32_t i = 0; i < s->list.count; i++) {
        model_run_record(s->model, &frame, &s->records[i]);
    }
    s->context.from_list = false;
}

// -------------------------------------------------------------------------------------------------------- the library

static engine *engine_new(const comparison *c, const wits_brain *brain, const wits_function *functions,
                          uint8_t *agent) {
    engine *e = calloc(1, sizeof *e);
    e->brain = brain;
    e->functions = functions;
    e->agent = agent;
    e->size = wits_agent_size(brain);
    e->context.desc = &c->brain->desc;
    e->context.hooks = &engine_hooks;
    e->context.log = &e->log;
    fields_make(&e->fields, c);
    return e;
}

bool random_call_make(const wits_brain *brain, void *agent, const random_call *call, const wits_frame *frame) {
    switch (call->verb) {
    case VERB_START:
        return wits_start(brain, agent, frame);
    case VERB_STOP:
        return wits_stop(brain, agent, frame);
    case VERB_GOTO:
        return wits_goto(brain, agent, frame, call->state);
    case VERB_RESTART:
        return wits_restart(brain, agent, frame, call->state);
    case VERB_PLACE:
        return wits_set_state(brain, agent, frame, call->state);
    case VERB_DECIDE:
        return wits_decide(brain, agent, frame);
    case VERB_UPDATE:
        return wits_update(brain, agent, frame);
    case VERB_TICK:
        return wits_tick(brain, agent, frame);
    default:
        return wits_raise(brain, agent, call->event);
    }
}

/// The capacity of the list that the call needs; set_state runs no action, raise makes no record.
static uint32_t room_of(const engine *e, random_verb verb) {
    static const wits_verb verbs[] = {WITS_VERB_START, WITS_VERB_STOP,   WITS_VERB_GOTO,   WITS_VERB_GOTO,
                                      WITS_VERB_GOTO,  WITS_VERB_DECIDE, WITS_VERB_UPDATE, WITS_VERB_TICK};
    return verb == VERB_PLACE || verb == VERB_RAISE ? 0 : wits_list_room(e->brain, verbs[verb]);
}

/// The list's second array: only mode deferred computes values for it.
static uint32_t argument_room_of(const comparison *c, const engine *e, random_verb verb) {
    static const wits_verb verbs[] = {WITS_VERB_START, WITS_VERB_STOP,   WITS_VERB_GOTO,   WITS_VERB_GOTO,
                                      WITS_VERB_GOTO,  WITS_VERB_DECIDE, WITS_VERB_UPDATE, WITS_VERB_TICK};
    const bool computes = verb != VERB_PLACE && verb != VERB_RAISE && c->run->mode == WITS_MODE_DEFERRED;
    return computes ? wits_list_argument_room(e->brain, verbs[verb]) : 0;
}

/// Checks that a call with too small a capacity, or a refused update, changes nothing.
static bool engine_refuses(comparison *c, engine *e, const random_call *call, const wits_frame *like, uint32_t capacity,
                           uint32_t argument_capacity, const char *why) {
    wits_frame frame = *like;
    wits_action_record *records = calloc((size_t)capacity + 1, sizeof *records);
    uint32_t *arguments = calloc((size_t)argument_capacity + 1, sizeof *arguments);
    wits_list list = {
        records,   capacity,          call->prefilled < capacity ? call->prefilled : capacity,
        arguments, argument_capacity, call->prefilled < argument_capacity ? call->prefilled : argument_capacity};
    frame.list = &list;
    uint32_t list_count = list.count;
    uint32_t argument_count = list.argument_count;
    uint32_t trace_count = e->trace.count;
    uint64_t trace_dropped = e->trace.dropped;
    uint8_t *before = malloc(e->size);
    memcpy(before, e->agent, e->size);
    uint8_t *fields_before = malloc(c->layout.bytes);
    memcpy(fields_before, e->fields.memory, c->layout.bytes);
    host_values values = e->context.values;
    bool done = random_call_make(e->brain, e->agent, call, &frame);
    bool same = memcmp(before, e->agent, e->size) == 0 && memcmp(&values, &e->context.values, sizeof values) == 0;
    same = same && memcmp(fields_before, e->fields.memory, c->layout.bytes) == 0;
    same = same && e->log.count == 0 && list.count == list_count && list.argument_count == argument_count;
    same = same && e->trace.count == trace_count && e->trace.dropped == trace_dropped;
    free(before);
    free(fields_before);
    free(records);
    free(arguments);
    if (done) {
        return fail(c, "%s: the call should have returned false", why);
    }
    return same || fail(c, "%s: the call returned false but touched something", why);
}

/// A list without slack, filled with records and values that no call makes.
static void begin_list(engine *e, uint32_t prefilled, uint32_t room, uint32_t argument_room) {
    const size_t records = (size_t)prefilled + room + LIST_SLACK,
                 values = (size_t)prefilled + argument_room + LIST_SLACK;
    e->records = malloc(records * sizeof *e->records + (records == 0 ? 1 : 0));
    e->arguments = malloc(values * sizeof *e->arguments + (values == 0 ? 1 : 0));
    memset(e->records, 0x5A, prefilled * sizeof *e->records);
    memset(e->arguments, 0x5A, prefilled * sizeof *e->arguments);
    e->list = (wits_list){e->records, prefilled + room, prefilled, e->arguments, prefilled + argument_room, prefilled};
}

/// Returns whether nothing was written outside the list.
static bool list_is_whole(comparison *c, const engine *e, uint32_t prefilled) {
    const wits_list *list = &e->list;
    if (list->count < prefilled || list->count > list->capacity || list->argument_count < prefilled ||
        list->argument_count > list->argument_capacity) {
        return fail(c, "the list has %u records and %u values after the call, before %u, room for %u and %u",
                    list->count, list->argument_count, prefilled, list->capacity, list->argument_capacity);
    }
    for (uint32_t i = 0; i < prefilled; i++) {
        if (e->records[i].kind != 0x5A5A || e->records[i].action != 0x5A5A5A5A || e->arguments[i] != 0x5A5A5A5A) {
            return fail(c, "an earlier record or value of the list was overwritten");
        }
    }
    return true;
}

/// `done` is the required return value.
static bool engine_call(comparison *c, engine *e, const random_call *call, uint32_t trace, bool done) {
    wits_frame frame = frame_of(c, call, &e->context, &e->fields);
    frame.functions = e->functions;
    e->context.values.input = call->input;
    random_fields_input(&c->layout, e->fields.memory, c->run->row, call->input);
    e->log.count = 0;
    e->trace = (wits_trace){e->traced, trace == WITS_NONE ? 0 : trace, 0, 0};
    frame.trace = trace == WITS_NONE ? NULL : &e->trace;
    free(e->records);
    free(e->arguments);
    e->records = NULL;
    e->arguments = NULL;
    e->record_count = 0;
    e->prefilled = call->prefilled;
    const uint32_t room = room_of(e, call->verb);
    const uint32_t argument_room = argument_room_of(c, e, call->verb);
    const uint32_t capacity = call->prefilled + room;
    const uint32_t argument_capacity = call->prefilled + argument_room;
    bool listing = c->run->mode != WITS_MODE_NOW;
    if (!done) {
        return engine_refuses(c, e, call, &frame, capacity, argument_capacity, "mode listed with step callbacks");
    }
    if (listing && call->short_by > 0 && room > 0) {
        uint32_t less = call->short_by < room ? call->short_by : room;
        if (!engine_refuses(c, e, call, &frame, capacity - less, argument_capacity, "too little room")) {
            return false;
        }
    }
    if (listing && call->short_by > 0 && argument_room > 0) {
        uint32_t less = call->short_by < argument_room ? call->short_by : argument_room;
        c->options->counts[CLAUSE_list_short_of_values]++;
        if (!engine_refuses(c, e, call, &frame, capacity, argument_capacity - less, "too little room for values")) {
            return false;
        }
    }
    if (listing) {
        begin_list(e, call->prefilled, room, argument_room);
        frame.list = &e->list;
    }
    if (!random_call_make(e->brain, e->agent, call, &frame)) {
        return fail(c, "the call returned false");
    }
    e->record_count = listing ? e->list.count - call->prefilled : 0;
    return !listing || list_is_whole(c, e, call->prefilled);
}

static void engine_run_records(const comparison *c, engine *e, const random_call *call) {
    wits_frame frame = frame_of(c, call, &e->context, &e->fields);
    frame.functions = e->functions;
    frame.tick += call->late;
    frame.list = &e->list;
    e->context.from_list = true;
    for (uint32_t i = 0; i < e->record_count; i++) {
        wits_run_record(e->brain, e->agent, &frame, &e->records[e->prefilled + i]);
    }
    e->context.from_list = false;
}

// --------------------------------------------------------------------------------------------------------- comparing

/// Returns the function of a record; for the brain's own actions, the action itself.
static uint32_t function_of(const engine *e, const wits_action_record *record) {
    return record->action >= WITS_LIST_ASSIGN ? record->action : wits_action_function(e->brain, record->action);
}

static uint64_t hash_of_argument(const wits_argument *argument) {
    const wits_call call = {.argument = argument, .arguments = argument, .argument_count = 1};
    return host_given(&call);
}

/// Compares the arguments of a record in the list. The library may already know values that it computes when the record
/// runs.
static bool same_arguments(comparison *c, const random_call *call, uint32_t number) {
    const engine *e = c->engine;
    shadow *s = c->shadow;
    static model_told told;
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    wits_frame frame = frame_of(c, call, &s->context, &s->fields);
    frame.list = &s->list;
    const uint32_t is = wits_record_arguments(e->brain, &e->list, &e->records[e->prefilled + number], arguments);
    const uint32_t should = model_record_arguments(s->model, &frame, &s->records[number], &told);
    if (is != should) {
        return fail(c, "record %u of the list has %u arguments, should have %u", number, is, should);
    }
    for (uint32_t i = 0; i < is; i++) {
        const wits_argument *argument = &told.arguments[i];
        if (argument->kind != WITS_ARGUMENT_NONE && hash_of_argument(&arguments[i]) != hash_of_argument(argument)) {
            return fail(c, "argument %u of record %u of the list is %d, %.9g, %s, should be %d, %.9g, %s", i, number,
                        arguments[i].integer, (double)arguments[i].number, arguments[i].text, argument->integer,
                        (double)argument->number, argument->text);
        }
    }
    return true;
}

static bool same_records(comparison *c, const random_call *call) {
    const engine *e = c->engine;
    const shadow *s = c->shadow;
    for (uint32_t i = 0; i < e->record_count && i < s->list.count; i++) {
        const wits_action_record *a = &e->records[e->prefilled + i];
        const wits_action_record *b = &s->records[i];
        if (a->agent != b->agent || a->kind != b->kind || a->row != b->row ||
            function_of(e, a) != model_record_function(b) ||
            (a->action < WITS_LIST_RAISE && (a->target_kind != b->target_kind || a->target != b->target))) {
            return fail(c,
                        "record %u of the list differs: function %u, kind %u, row %u, target %u of kind %u, should be "
                        "%u, %u, %u, %u of %u",
                        i, function_of(e, a), a->kind, a->row, a->target, a->target_kind, model_record_function(b),
                        b->kind, b->row, b->target, b->target_kind);
        }
        if (!same_arguments(c, call, i)) {
            return false;
        }
    }
    if (e->record_count != s->list.count) {
        return fail(c, "the list has %u records, should have %u", e->record_count, s->list.count);
    }
    return true;
}

static bool same_log(comparison *c, const host_log *a, const host_log *b, const char *what) {
    if (a->data_seen > 0) {
        return fail(c, "%s: a condition or score was given private data", what);
    }
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (memcmp(&a->entries[i], &b->entries[i], sizeof a->entries[i]) != 0) {
            const bool is_given = a->entries[i].given != b->entries[i].given;
            return fail(c, "%s: call %u of a host function%s differs", what, i,
                        is_given                                       ? " (its arguments)"
                        : a->entries[i].target != b->entries[i].target ? " (its target)"
                                                                       : "");
        }
    }
    return a->count == b->count || fail(c, "%s: %u calls of host functions, not %u", what, a->count, b->count);
}

static bool fail_field(comparison *c) {
    const uint8_t *a = c->engine->fields.memory;
    const uint8_t *b = c->shadow->fields.memory;
    for (uint32_t i = 0; i < c->layout.field_count; i++) {
        const random_place *f = &c->layout.fields[i];
        tree_value is = tree_load(f->type, a + f->offset + c->run->row * f->stride);
        tree_value should = tree_load(f->type, b + f->offset + c->run->row * f->stride);
        if (is.bits != should.bits) {
            return fail(c, "field %s is %08x, should be %08x", c->brain->desc.fields[i].name, is.bits, should.bits);
        }
    }
    return fail(c, "something was written beside the agent's fields");
}

static bool same_memory(comparison *c, const random_call *call) {
    engine *e = c->engine;
    const wits_frame frame = frame_of(c, call, &e->context, &e->fields);
    const wits_frame shadow_frame = frame_of(c, call, &c->shadow->context, &c->shadow->fields);
    const model *m = c->shadow->model;
    const wits_desc *desc = &c->brain->desc;
    if (memcmp(&e->context.values, &c->shadow->context.values, sizeof e->context.values) != 0) {
        return fail(c, "the contexts differ");
    }
    if (memcmp(e->fields.memory, c->shadow->fields.memory, c->layout.bytes) != 0) {
        return fail_field(c);
    }
    if (wits_is_started(e->brain, e->agent) != model_is_started(m)) {
        return fail(c, "wits_is_started differs");
    }
    wits_state_id a[RANDOM_STATES];
    wits_state_id b[RANDOM_STATES];
    uint32_t a_count = wits_active(e->brain, e->agent, a, RANDOM_STATES);
    uint32_t b_count = model_active(m, b, RANDOM_STATES);
    if (a_count != b_count || memcmp(a, b, a_count * sizeof *a) != 0) {
        return fail(c, "wits_active differs");
    }
    for (uint32_t s = 0; s < desc->state_count; s++) {
        wits_state_id state = (wits_state_id)s;
        if (wits_is_in(e->brain, e->agent, state) != model_is_in(m, state)) {
            return fail(c, "wits_is_in of row %u (%s) differs", s, desc->states[s].name);
        }
        if (wits_is_done(e->brain, e->agent, &frame, state) != model_is_done(c->shadow->model, &shadow_frame, state)) {
            return fail(c, "wits_is_done of row %u (%s) differs", s, desc->states[s].name);
        }
        uint32_t elapsed = wits_elapsed(e->brain, e->agent, state, call->tick);
        if (elapsed != model_elapsed(m, state, call->tick)) {
            return fail(c, "wits_elapsed of row %u (%s) is %u, should be %u", s, desc->states[s].name, elapsed,
                        model_elapsed(m, state, call->tick));
        }
    }
    for (uint32_t event = 0; event < desc->event_count; event++) {
        if (wits_is_pending(e->brain, e->agent, event) != model_is_pending(m, event)) {
            return fail(c, "wits_is_pending of %s differs", desc->events[event]);
        }
    }
    for (uint32_t s = 0; s < desc->state_count; s++) {
        const uint32_t is = wits_target_of(e->brain, e->agent, (wits_state_id)s);
        const uint32_t should = model_target_of(m, (wits_state_id)s);
        if (is != should) {
            return fail(c, "wits_target_of of row %u (%s) is %u, should be %u", s, desc->states[s].name, is, should);
        }
    }
    return wits_agent_is_valid(e->brain, e->agent, e->size) || fail(c, "wits_agent_is_valid says false");
}

/// Agent bytes are canonical (section 10): whenever the model has the same memory again, the bytes are the same again.
static bool same_bytes_again(comparison *c) {
    static uint8_t key[KEY_BYTES];
    const engine *e = c->engine;
    size_t key_size = model_serialise(c->shadow->model, key, sizeof key);
    assert(key_size <= sizeof key);
    uint64_t hash = 0;
    for (size_t i = 0; i < key_size; i++) {
        hash = (hash ^ key[i]) * 0x100000001B3u;
    }
    for (uint32_t i = 0; i < c->seen.count; i++) {
        const seen_agent *row = &c->seen.rows[i];
        if (row->hash == hash && row->key_size == key_size && memcmp(row->key, key, key_size) == 0) {
            return memcmp(row->bytes, e->agent, e->size) == 0 || fail(c, "the same agent has other bytes than before");
        }
    }
    seen_agent *row = &c->seen.rows[c->seen.count++];
    row->hash = hash;
    row->key_size = key_size;
    row->key = malloc(key_size);
    memcpy(row->key, key, key_size);
    row->bytes = malloc(e->size);
    memcpy(row->bytes, e->agent, e->size);
    return true;
}

/// An agent that reaches the same situation with `set_state`: where the models are equal, so are the library's bytes.
static bool same_bytes_by_place(comparison *c, const random_call *call) {
    static uint64_t unused_counts[CLAUSE_COUNT];
    static uint8_t key[KEY_BYTES];
    static uint8_t other_key[KEY_BYTES];
    engine *e = c->engine;
    wits_state_id leaf;
    if (model_active(c->shadow->model, &leaf, 1) == 0) {
        return true;
    }
    model *m = model_new_like(c->shadow->model, unused_counts);
    uint8_t *agent = calloc(1, e->size);
    wits_frame model_frame = frame_of(c, call, &c->shadow->context, &c->shadow->fields);
    wits_frame frame = frame_of(c, call, &e->context, &e->fields);
    wits_list list = {NULL, 0, 0};
    frame.list = &list;
    model_place(m, &model_frame, leaf);
    for (uint32_t event = 0; event < c->brain->desc.event_count; event++) {
        if (model_is_pending(c->shadow->model, event)) {
            model_raise(m, event);
            wits_raise(e->brain, agent, event);
        }
    }
    size_t size = model_serialise(c->shadow->model, key, sizeof key);
    bool equal = model_serialise(m, other_key, sizeof other_key) == size && memcmp(key, other_key, size) == 0;
    bool same = true;
    if (equal) {
        same = wits_set_state(e->brain, agent, &frame, leaf) && memcmp(agent, e->agent, e->size) == 0;
    }
    model_free(m);
    free(agent);
    return same || fail(c, "an agent placed into the same states has other bytes");
}

/// The twin (bytes copied in the middle of the run, another copy of the brain, functions bound by name, another trace)
/// runs in parallel.
static bool same_twin(comparison *c) {
    const engine *e = c->engine;
    const engine *t = c->twin;
    if (memcmp(e->agent, t->agent, e->size) != 0) {
        return fail(c, "the copied agent has other bytes after the same call");
    }
    if (memcmp(&e->context.values, &t->context.values, sizeof e->context.values) != 0) {
        return fail(c, "the copied agent's context differs after the same call");
    }
    if (memcmp(e->fields.memory, t->fields.memory, c->layout.bytes) != 0) {
        return fail(c, "the copied agent's fields differ after the same call");
    }
    if (!same_log(c, &t->log, &e->log, "copied agent")) {
        return false;
    }
    if (wits_agent_hash(e->brain, e->agent, c->run->agent) != wits_agent_hash(t->brain, t->agent, c->run->agent)) {
        return fail(c, "wits_agent_hash of equal agents differs");
    }
    if (e->trace.capacity > 0) {
        bool counted = e->trace.count + e->trace.dropped == t->trace.count + t->trace.dropped;
        bool filled = e->trace.dropped == 0 || e->trace.count == e->trace.capacity;
        uint32_t both = e->trace.count < t->trace.count ? e->trace.count : t->trace.count;
        if (!counted || !filled || memcmp(e->traced, t->traced, both * sizeof *e->traced) != 0) {
            return fail(c, "a small trace is not the beginning of a large one (%u + %u dropped, %u + %u dropped)",
                        e->trace.count, (unsigned)e->trace.dropped, t->trace.count, (unsigned)t->trace.dropped);
        }
    }
    return true;
}

/// Fields of targets by name, in another order.
static void give_kind(const wits_target_desc *desc, wits_host_field *given, wits_column *columns,
                      wits_host_target *to) {
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_target_field_desc *field = &desc->fields[desc->field_count - 1 - i];
        given[i] = (wits_host_field){.name = field->name,
                                     .base = columns,
                                     .stride = 4,
                                     .type = field->type,
                                     .values = field->values,
                                     .value_count = field->value_count};
    }
    *to = (wits_host_target){.name = desc->name, .fields = given, .field_count = desc->field_count, .columns = columns};
}

/// Binds fields by name in another order, which keep their locations, and functions, which are written to `functions`.
/// A program may declare the functions' parameters as the brain does, or not at all.
static bool host_is_bound(comparison *c, const wits_brain *brain, const wits_column *columns,
                          wits_function *functions) {
    wits_host_field given[RANDOM_FIELDS];
    wits_column found[RANDOM_FIELDS];
    const uint32_t count = wits_field_count(brain);
    for (uint32_t i = 0; i < count; i++) {
        const wits_field_desc *desc = &c->brain->desc.fields[count - 1 - i];
        const wits_column *column = &columns[count - 1 - i];
        given[i] = (wits_host_field){.name = desc->name,
                                     .base = column->base,
                                     .stride = column->stride,
                                     .type = column->type,
                                     .values = desc->values,
                                     .value_count = desc->value_count};
    }
    wits_host_target kinds[RANDOM_KINDS];
    wits_host_field target_fields[RANDOM_KINDS][RANDOM_TARGET_FIELDS];
    wits_column target_columns[RANDOM_KINDS][RANDOM_TARGET_FIELDS];
    const uint32_t kind_count = c->brain->desc.target_count;
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        give_kind(&c->brain->desc.targets[kind], target_fields[kind], target_columns[kind], &kinds[kind]);
    }
    const bool declares = c->run->seed % 2 == 0;
    const wits_host host = {.functions = declares ? c->brain->functions : host_functions,
                            .function_count = declares ? c->brain->desc.function_count : HOST_FUNCTIONS,
                            .fields = given,
                            .field_count = count,
                            .targets = kinds,
                            .target_count = kind_count};
    bool bound = wits_bind(brain, &host, functions, found, NULL);
    for (uint32_t i = 0; i < count; i++) {
        bound = bound && found[i].base == columns[i].base && found[i].stride == columns[i].stride &&
                found[i].type == columns[i].type;
    }
    return bound || fail(c, "wits_bind does not find the functions or fields");
}

static engine *make_twin(comparison *c) {
    const engine *e = c->engine;
    size_t bytes = wits_brain_bytes(e->brain);
    wits_brain *brain = malloc(bytes);
    memcpy(brain, e->brain, bytes);
    wits_function *bound = calloc(HOST_FUNCTIONS, sizeof *bound);
    const wits_host functions_only = {.functions = host_functions, .function_count = HOST_FUNCTIONS};
    wits_report report = {NULL, 0, 0};
    wits_bind(brain, &functions_only, bound, NULL, &report);  // all fields and kinds of targets are missing
    const uint32_t missing = wits_field_count(brain) + wits_target_kind_count(brain);
    if (report.count != missing) {
        (void)fail(c, "wits_bind does not miss each field and each kind of targets");
    }
    if (report.count != missing || !host_is_bound(c, brain, e->fields.columns, bound)) {
        free(brain);
        free(bound);
        return NULL;
    }
    // No alignment is needed: an odd address.
    uint8_t *agent = (uint8_t *)malloc(e->size + 1) + 1;
    memcpy(agent, e->agent, e->size);
    engine *t = engine_new(c, brain, bound, agent);
    t->context.values = e->context.values;
    memcpy(t->fields.memory, e->fields.memory, c->layout.bytes);
    return t;
}

static void free_twin(engine *t) {
    // The twin owns its brain and functions; its pointers are const only because runs do not write through them.
    void *brain;
    void *functions;
    memcpy(&brain, &t->brain, sizeof brain);
    memcpy(&functions, &t->functions, sizeof functions);
    free(brain);
    free(functions);
    free(t->agent - 1);
    free(t->fields.memory);
    free(t->records);
    free(t->arguments);
    free(t);
}

static void tell_fields(const comparison *c, const char *title, const fields *f) {
    const wits_desc *desc = &c->brain->desc;
    if (desc->field_count == 0) {
        return;
    }
    (void)fprintf(c->options->out, "    %s:", title);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const random_place *at = &c->layout.fields[i];
        tree_value value = tree_load(at->type, f->memory + at->offset + c->run->row * at->stride);
        (void)fprintf(c->options->out, " %s=", desc->fields[i].name);
        (void)fprintf(c->options->out, "%.9g", at->type == WITS_TYPE_FLOAT ? (double)value.f : (double)value.i);
    }
    (void)fputs("\n", c->options->out);
}

static void print_library_list(const comparison *c, FILE *out) {
    const engine *e = c->engine;
    for (uint32_t i = 0; i < e->record_count; i++) {
        const wits_action_record *record = &e->records[e->prefilled + i];
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        const uint32_t count = wits_record_arguments(e->brain, &e->list, record, arguments);
        print_record(out, i == 0 ? "library lists" : NULL, &c->brain->desc, record, function_of(e, record), arguments,
                     count <= WITS_MAX_ARGUMENTS ? count : 0);
    }
    (void)fputs(e->record_count == 0 ? "" : "\n", out);
}

static void print_model_list(const comparison *c, FILE *out) {
    const shadow *s = c->shadow;
    static model_told told;
    wits_list list = s->list;
    wits_frame frame = frame_of(c, &c->run->calls[c->call], &c->shadow->context, &s->fields);
    frame.list = &list;
    for (uint32_t i = 0; i < s->list.count; i++) {
        const uint32_t count = model_record_arguments(s->model, &frame, &s->records[i], &told);
        print_record(out, i == 0 ? "model lists" : NULL, &c->brain->desc, &s->records[i],
                     model_record_function(&s->records[i]), told.arguments, count);
    }
    (void)fputs(s->list.count == 0 ? "" : "\n", out);
}

static void tell(const comparison *c) {
    FILE *out = c->options->out;
    const wits_desc *desc = &c->brain->desc;
    wits_state_id states[RANDOM_STATES];
    uint32_t count = model_active(c->shadow->model, states, RANDOM_STATES);
    print_log(out, "model ran", &c->shadow->log);
    print_model_list(c, out);
    print_active(out, "model is in", desc, states, count);
    tell_fields(c, "model knows", &c->shadow->fields);
    if (c->engine != NULL) {
        count = wits_active(c->engine->brain, c->engine->agent, states, RANDOM_STATES);
        print_log(out, "library ran", &c->engine->log);
        if (c->engine->records != NULL) {
            print_library_list(c, out);
        }
        print_active(out, "library is in", desc, states, count);
        tell_fields(c, "library knows", &c->engine->fields);
    }
}

static bool library_agrees(comparison *c, const random_call *call) {
    if (c->call == c->run->twin_at) {
        c->twin = make_twin(c);
        if (c->twin == NULL) {
            return false;
        }
    }
    bool done = c->shadow->done;
    if (!engine_call(c, c->engine, call, call->trace, done)) {
        return false;
    }
    if (c->twin != NULL && !engine_call(c, c->twin, call, TRACE_RECORDS, done)) {
        return false;
    }
    return same_records(c, call);
}

/// In every third call the test determines each draw, including the smallest and largest number.
static void make_draws(comparison *c, const random_call *call) {
    rng r = {host_mix(c->run->seed, call->input)};
    const uint32_t count = c->place_count;
    free(c->draws);
    c->draws = rng_chance(&r, 33) && count != 0 ? malloc(count * sizeof *c->draws) : NULL;
    for (uint32_t place = 0; c->draws != NULL && place < count; place++) {
        c->draws[place] = rng_chance(&r, 10)   ? 0.0f
                          : rng_chance(&r, 10) ? 0x1.fffffep-1f
                                               : (float)rng_below(&r, 1u << 24) * 0x1p-24f;
        if (c->options->out != NULL) {
            (void)fprintf(c->options->out, "    random %u=%.9g\n", place, (double)c->draws[place]);
        }
    }
}

/// Changes what agents perceive; often it is the same as in the previous call.
static void look_around(comparison *c, const random_call *call) {
    make_draws(c, call);
    random_view_free(&c->view);
    const bool offsets = c->run->agents > 1 || c->run->layout % 2 == 0;
    random_view_make(&c->view, &c->brain->desc, c->run->agents, offsets,
                     host_mix(c->run->layout, call->input % 3 == 0 ? 0 : call->input));
    if (c->options->out != NULL) {
        random_view_print(c->options->out, &c->view, &c->brain->desc, c->run->row);
    }
}

static bool one_call(comparison *c, const random_call *call) {
    bool library = !c->options->model_only;
    bool same = true;
    look_around(c, call);
    model_call(c, call);
    if (library) {
        same = library_agrees(c, call);
    }
    if (call->run_records && c->run->mode != WITS_MODE_NOW && same) {
        model_run_records(c, call);
        if (library) {
            engine_run_records(c, c->engine, call);
            if (c->twin != NULL) {
                engine_run_records(c, c->twin, call);
            }
        }
    }
    if (c->options->out != NULL) {
        tell(c);
    }
    if (library && same) {
        same = same_log(c, &c->engine->log, &c->shadow->log, "library") && same_memory(c, call) && same_bytes_again(c);
        same = same && (c->twin == NULL || same_twin(c));
        same = same && (c->call % 3 != 0 || same_bytes_by_place(c, call));
    }
    return same;
}

static uint32_t count_places(const wits_desc *desc) {
    static uint64_t unused_counts[CLAUSE_COUNT];
    model *m = model_new(desc, unused_counts);
    const uint32_t count = model_place_count(m);
    model_free(m);
    return count;
}

static void begin_life(comparison *c, const random_life *life) {
    c->brain = life->brain;
    c->run = life->run;
    random_layout_make(&c->layout, &life->brain->desc, life->brain->shared, life->run->layout, life->run->agents);
    fields_make(&c->shadow->fields, c);
    c->place_count = count_places(&life->brain->desc);
    c->shadow->context.desc = &life->brain->desc;
    c->shadow->context.hooks = &model_hooks;
    c->shadow->context.log = &c->shadow->log;
}

static bool same_places(comparison *c) {
    uint32_t count = wits_random_stream_count(c->engine->brain);
    uint32_t expected = model_place_count(c->shadow->model);
    return count == expected || fail(c, "wits_random_stream_count is %u, should be %u", count, expected);
}

static void forget_seen(comparison *c) {
    for (uint32_t i = 0; i < c->seen.count; i++) {
        free(c->seen.rows[i].key);
        free(c->seen.rows[i].bytes);
    }
    c->seen.count = 0;
}

static void engine_free(engine *e) {
    free(e->agent);
    free(e->fields.memory);
    free(e->records);
    free(e->arguments);
    free(e);
}

/// Frees the data of one version of the brain; the model and the library's agent continue.
static void end_life(comparison *c) {
    random_view_free(&c->view);
    free(c->draws);
    c->draws = NULL;
    forget_seen(c);
    if (c->twin != NULL) {
        free_twin(c->twin);
        c->twin = NULL;
    }
    free(c->shadow->fields.memory);
}

static bool live(comparison *c) {
    bool same = true;
    for (c->call = 0; c->call < c->run->call_count && same; c->call++) {
        if (c->options->out != NULL) {
            print_call(c->options->out, &c->run->calls[c->call], c->call);
        }
        same = one_call(c, &c->run->calls[c->call]);
    }
    if (!same && c->options->out != NULL) {
        (void)fprintf(c->options->out, "DIFFERS at call %u: %s\n", c->failure->call, c->failure->text);
    }
    return same;
}

bool random_run_compare(const random_brain *brain, const void *memory, const random_run *run,
                        const run_options *options, run_failure *failure) {
    const random_life life = {brain, memory, run};
    return random_lives_compare(&life, 1, NULL, options, failure);
}

// ------------------------------------------------------------------------------------------------------- conversions

enum { LOSSES = RANDOM_STATES * 4 + RANDOM_EVENTS };

static bool same_losses(comparison *c, const random_life *before, const wits_conversion *is,
                        const wits_conversion *should) {
    for (uint32_t i = 0; i < is->count && i < should->count; i++) {
        const wits_loss *a = &is->losses[i];
        const wits_loss *b = &should->losses[i];
        if (a->kind != b->kind || a->row != b->row || a->agent != b->agent) {
            return fail(c, "loss %u is %s of row %u, should be %s of row %u", i, wits_loss_name(a->kind), a->row,
                        wits_loss_name(b->kind), b->row);
        }
    }
    if (is->count != should->count) {
        const wits_conversion *more = is->count > should->count ? is : should;
        const wits_loss *first = &more->losses[is->count < should->count ? is->count : should->count];
        char text[1200];
        (void)wits_loss_text(before->memory, first, text, sizeof text);
        return fail(c, "%u losses, should be %u: %s", is->count, should->count, text);
    }
    return true;
}

/// Makes the engine of the next version. It keeps the collected data; its agent is converted into uninitialised bytes.
static engine *convert_engine(comparison *c, const random_life *to, const wits_frame *like, wits_conversion *lost) {
    engine *old = c->engine;
    engine *e = engine_new(c, to->memory, to->brain->desc.functions, NULL);
    e->context.values = old->context.values;
    e->agent = malloc(e->size);
    memset(e->agent, 0xA5, e->size);
    wits_frame frame = *like;
    frame.context = &e->context;
    frame.columns = e->fields.columns;
    uint8_t *before = malloc(old->size);
    memcpy(before, old->agent, old->size);
    bool done = wits_agent_convert(old->brain, old->agent, e->brain, e->agent, &frame, lost);
    bool untouched = memcmp(before, old->agent, old->size) == 0;
    free(before);
    if (!done || !untouched) {
        (void)fail(c, done ? "converting has changed the old agent" : "a valid agent is not converted");
        engine_free(e);
        return NULL;
    }
    return e;
}

/// Converts from one run to the next, at the tick of its first call.
static bool convert(comparison *c, const random_life *from, const random_life *to, random_switch_fn *look) {
    static wits_loss losses[LOSSES];
    static wits_loss expected_losses[LOSSES];
    wits_conversion lost = {.losses = losses, .capacity = LOSSES};
    wits_conversion expected = {.losses = expected_losses, .capacity = LOSSES};
    end_life(c);
    begin_life(c, to);
    look_around(c, &to->run->calls[0]);
    model *old = c->shadow->model;
    wits_frame frame = frame_of(c, &to->run->calls[0], &c->shadow->context, &c->shadow->fields);
    c->shadow->model = model_convert(old, &to->brain->desc, c->options->counts, &frame, &expected);
    model_free(old);
    c->call = 0;
    engine *e = convert_engine(c, to, &frame, &lost);
    if (e == NULL) {
        return false;
    }
    engine *before = c->engine;
    c->engine = e;
    frame.context = &e->context;
    frame.columns = e->fields.columns;
    if (c->options->out != NULL) {
        for (uint32_t i = 0; i < expected.count; i++) {
            (void)fprintf(c->options->out, "    lost: %s of row %u\n", wits_loss_name(expected.losses[i].kind),
                          expected.losses[i].row);
        }
        tell(c);
    }
    const random_switch s = {before->brain, e->brain, before->agent, e->agent, &frame, &lost};
    bool same = same_memory(c, &to->run->calls[0]) && same_bytes_again(c) && same_losses(c, from, &lost, &expected) &&
                (look == NULL || look(&s, c->failure));
    engine_free(before);
    if (!same && c->options->out != NULL) {
        (void)fprintf(c->options->out, "DIFFERS after the conversion: %s\n", c->failure->text);
    }
    return same;
}

bool random_lives_compare(const random_life *lives, uint32_t count, random_switch_fn *look, const run_options *options,
                          run_failure *failure) {
    comparison c = {.options = options, .failure = failure};
    c.shadow = calloc(1, sizeof *c.shadow);
    begin_life(&c, &lives[0]);
    c.shadow->model = model_new(&lives[0].brain->desc, options->counts);
    bool same = true;
    if (!options->model_only) {
        c.engine = engine_new(&c, lives[0].memory, lives[0].brain->desc.functions, NULL);
        c.engine->agent = calloc(1, c.engine->size);
        // All zero is a stopped agent. Adds it to the table of seen memories.
        same = same_bytes_again(&c) && same_places(&c);
    }
    for (uint32_t life = 0; life < count && same; life++) {
        failure->life = life;
        same = (life == 0 || convert(&c, &lives[life - 1], &lives[life], look)) && live(&c);
    }
    end_life(&c);
    if (c.engine != NULL) {
        engine_free(c.engine);
    }
    model_free(c.shadow->model);
    free(c.shadow);
    return same;
}
