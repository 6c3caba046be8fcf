// SPDX-License-Identifier: MIT
// Compares random brains as C with the library: the same agents and runs, compared after every call. The model runs,
// too, only to count which clauses of the rules were needed.
//
//   PROGRAM LIVES [verbose]
//
// It prints "count NAME NUMBER" for all that was counted, or how it FAILED.
#include "run.h"

#include "brain.h"
#include "model/model.h"
#include "model/random_fields.h"
#include "model/random_run.h"
#include "trees/tree.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECORDS = 16384, BEHIND = 64, BROKEN_AGENTS = 4, CROWDS = 3 };

/// Comparable data that a host function receives from one side. In addition to host_log, which has the results of
/// queries that actions make.
typedef struct note {
    uint64_t argument;  ///< a hash, 0 without one
    uint64_t agent, seed;
    uint32_t tick, frame_row;
    uint32_t function, action_kind, data_size;
    uint16_t state, row;
    uint32_t has_data;
    uint32_t is_own;  ///< context and agent are those of the call
} note;

/// The library, the C or the model, with an agent and its data.
typedef struct side {
    runner runner;
    const char *name;
    host_context host;
    host_log log;
    note notes[HOST_LOG];
    uint8_t *memory;  ///< contexts of several agents, one of them this side's
    void *context;
    wits_column columns[RANDOM_FIELDS];
    uint8_t *agent;
    wits_action_record *records;
    uint32_t *arguments;
    wits_list list;
    const wits_target_list *targets;  ///< the generated C has its own lists
} side;

typedef enum own_count {
    COUNT_BRAINS,
    COUNT_LARGE_BRAINS,
    COUNT_LIVES,
    COUNT_CALLS,
    COUNT_SWAPS,
    COUNT_CONDITIONS,
    COUNT_SCORES,
    COUNT_STEPS,
    COUNT_ACTIONS,
    COUNT_RECORDS,
    COUNT_RECORDS_RUN,
    COUNT_RECORDS_REFUSED,
    COUNT_TOO_LITTLE_ROOM,
    COUNT_NO_SUCH_STATE,
    COUNT_BROKEN_AGENTS_REFUSED,
    COUNT_BROKEN_AGENTS_TAKEN,
    COUNT_DONE,      ///< states that are done when queried
    COUNT_NOT_DONE,  ///< active states that can finish
    COUNT_TAKES,     ///< actions by kind of their first argument, then those whose calls differ
    COUNT_VERBS = COUNT_TAKES + WITS_ARGUMENT_TEXT + 2,  ///< now, then deferred
    OWN_COUNTS = COUNT_VERBS + 2 * VERB_COUNT,
} own_count;

static uint64_t own_counts[OWN_COUNTS];
static uint64_t clause_counts[CLAUSE_COUNT];

/// One brain in one run.
typedef struct trial {
    const generated *c;
    const wits_brain *brain;
    const random_brain *made;
    const random_run *run;
    random_layout layout;
    side *reference, *own, *model_side;
    model *model;
    size_t size;
    random_view view;  ///< the targets of a call
    void *own_lists;   ///< the same as the C has them
    uint32_t call;
    rng r;
    bool is_told;
    char *failure;
    size_t failure_size;
} trial;

static bool fail(trial *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(t->failure, t->failure_size, format, arguments);
    va_end(arguments);
    return false;
}

// ----------------------------------------------------------------------------------------------------- host functions

/// Hashes a declared parameter, or an argument whose calls pass several kinds. Uses only data that does not depend on
/// the function's parameter type: for a number declared as such, it ignores whether it is an int.
static uint64_t hash_argument(wits_argument_kind taken, const wits_argument *a) {
    const bool is_number = a->kind == WITS_ARGUMENT_INT || a->kind == WITS_ARGUMENT_FLOAT;
    uint64_t hash = host_mix(3, taken != WITS_ARGUMENT_NONE ? (uint32_t)taken : 16u + (uint32_t)a->kind);
    if (is_number) {
        uint32_t bits;
        memcpy(&bits, &a->number, sizeof bits);
        const bool is_int = a->kind == WITS_ARGUMENT_INT && taken != WITS_ARGUMENT_FLOAT;
        return host_mix(host_mix(hash, bits), is_int ? (uint32_t)a->integer : 0);
    }
    for (const char *c = a->text; *c != '\0'; c++) {
        hash = host_mix(hash, (uint8_t)*c);
    }
    return hash;
}

/// Returns whether calls of the function differ.
static bool calls_differ(const wits_brain *brain, uint32_t function) {
    const uint32_t count = wits_function_parameter_count(brain, function);
    bool differ = count == WITS_NONE;
    for (uint32_t i = 0; i < count && !differ; i++) {
        differ = wits_function_parameter_kind(brain, function, i) == WITS_ARGUMENT_NONE;
    }
    return differ;
}

static uint64_t hash_arguments(const wits_brain *brain, const wits_call *call) {
    const bool differ = calls_differ(brain, call->function);
    uint64_t hash = host_mix(1, call->argument_count);
    assert(call->argument == call->arguments);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const wits_argument_kind taken =
            differ ? WITS_ARGUMENT_NONE : wits_function_parameter_kind(brain, call->function, i);
        hash = host_mix(hash, hash_argument(taken, &call->arguments[i]));
    }
    return hash;
}

static const trial *current;
static const wits_brain *current_brain;

uint64_t ran_given(const wits_call *call) {
    return call->argument_count == 0 ? 0 : hash_arguments(current_brain, call);
}

/// Counts calls, and notes the data that actions and steps receive, in addition to the log.
static host_context *side_asked(runner *self, const wits_call *call, char kind) {
    side *s = (side *)self;
    assert(call->frame->context == s->context);
    if (s == current->model_side) {
        return &s->host;
    }
    if (kind == 'c' || kind == 's') {
        own_counts[kind == 'c' ? COUNT_CONDITIONS : COUNT_SCORES]++;
        return &s->host;
    }
    const uint32_t takes = calls_differ(current->brain, call->function)
                               ? WITS_ARGUMENT_TEXT + 1u
                               : (uint32_t)wits_function_parameter_kind(current->brain, call->function, 0);
    own_counts[kind == 'a' ? COUNT_ACTIONS : COUNT_STEPS]++;
    own_counts[COUNT_TAKES + takes] += kind == 'a';
    s->notes[s->log.count] = (note){.argument = hash_arguments(current->brain, call),
                                    .agent = call->frame->agent,
                                    .seed = call->frame->seed,
                                    .tick = call->frame->tick,
                                    .frame_row = call->frame->row,
                                    .function = call->function,
                                    .action_kind = (uint32_t)call->kind,
                                    .data_size = call->data_size,
                                    .state = call->state,
                                    .row = call->row,
                                    .has_data = call->data != NULL,
                                    .is_own = call->frame->context == s->context && call->agent == s->agent};
    return &s->host;
}

static const wits_function *host_function_of(const wits_call *call) {
    return &host_functions[host_row(call->frame->functions[call->function].name)];
}

static host_context *host_of(const wits_call *call, char kind) {
    runner *asked = call->frame->user;
    return asked->asked(asked, call, kind);
}

bool ran_condition(const wits_call *call) {
    return host_function_of(call)->condition(host_of(call, 'c'), call);
}

float ran_score(const wits_call *call) {
    return host_function_of(call)->score(host_of(call, 's'), call);
}

void ran_action(const wits_call *call) {
    host_function_of(call)->action(host_of(call, 'a'), call);
}

wits_state_id ran_step(const wits_call *call) {
    return host_function_of(call)->step(host_of(call, 't'), call);
}

// Functions that the library calls.

static bool library_condition(const void *context, const wits_call *call) {
    assert(context == call->frame->context);
    return ran_condition(call);
}

static float library_score(const void *context, const wits_call *call) {
    assert(context == call->frame->context);
    return ran_score(call);
}

static void library_action(void *context, const wits_call *call) {
    assert(context == call->frame->context);
    ran_action(call);
}

static wits_state_id library_step(void *context, const wits_call *call) {
    assert(context == call->frame->context);
    return ran_step(call);
}

static void library_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

const host_hooks library_hooks = {wits_call_is_in, wits_call_elapsed, library_raise, ran_given};
static const host_hooks model_hooks = {model_call_is_in, model_call_elapsed, model_call_raise, ran_given};

void wrap_functions(wits_function *wrapped) {
    for (uint32_t row = 0; row < HOST_FUNCTIONS; row++) {
        const wits_function *f = &host_functions[row];
        wrapped[row] = (wits_function){.name = f->name,
                                       .condition = f->condition != NULL ? library_condition : NULL,
                                       .score = f->score != NULL ? library_score : NULL,
                                       .action = f->action != NULL ? library_action : NULL,
                                       .step = f->step != NULL ? library_step : NULL};
    }
}

// ------------------------------------------------------------------------------------------------------------- targets

/// Copies `count` values of a column, consecutively.
static void *dense(const wits_column *column, uint32_t count) {
    const size_t size = tree_size_of(column->type);
    uint8_t *values = malloc(count * size + (count == 0));
    for (uint32_t row = 0; row < count; row++) {
        memcpy(values + row * size, (const uint8_t *)column->base + row * column->stride, size);
    }
    return values;
}

static void *dense_numbers(const uint32_t *numbers, uint32_t count) {
    const wits_column column = {.base = (void *)(uintptr_t)numbers, .stride = sizeof *numbers, .type = WITS_TYPE_INT};
    return numbers != NULL ? dense(&column, count) : NULL;
}

static void put_pointer(void *lists, size_t at, const void *pointer) {
    memcpy((uint8_t *)lists + at, &pointer, sizeof pointer);
}

void *own_lists_make(const generated *c, const wits_desc *desc, const struct random_view *view) {
    if (c->kinds == NULL) {
        return NULL;
    }
    uint8_t *lists = calloc(1, c->targets_size);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const generated_kind *k = &c->kinds[kind];
        const wits_target_list *from = &view->lists[kind];
        put_pointer(lists, k->ids, dense_numbers(from->ids, from->count));
        memcpy(lists + k->count, &from->count, sizeof from->count);
        put_pointer(lists, k->offsets, dense_numbers(from->offsets, view->agents + 1));
        if (k->own_rows != SIZE_MAX) {
            put_pointer(lists, k->own_rows, dense_numbers(from->own_rows, from->count));
        }
        for (uint32_t i = 0; i < desc->targets[kind].field_count && from->columns != NULL; i++) {
            const bool by_row = desc->targets[kind].fields[i].own && from->own_rows != NULL;
            put_pointer(lists, k->fields[i], dense(&from->columns[i], by_row ? from->own_count : from->count));
        }
    }
    return lists;
}

static void free_pointer(const uint8_t *lists, size_t at) {
    void *pointer;
    memcpy(&pointer, lists + at, sizeof pointer);
    free(pointer);
}

void own_lists_free(const generated *c, const wits_desc *desc, void *lists) {
    for (uint32_t kind = 0; lists != NULL && kind < desc->target_count; kind++) {
        const generated_kind *k = &c->kinds[kind];
        free_pointer(lists, k->ids);
        free_pointer(lists, k->offsets);
        if (k->own_rows != SIZE_MAX) {
            free_pointer(lists, k->own_rows);
        }
        for (uint32_t i = 0; i < desc->targets[kind].field_count; i++) {
            free_pointer(lists, k->fields[i]);
        }
    }
    free(lists);
}

static void forget_targets(trial *t) {
    random_view_free(&t->view);
    own_lists_free(t->c, &t->made->desc, t->own_lists);
    t->own_lists = NULL;
}

/// The targets that all sides see in a call: often those of the previous call.
static void look_around(trial *t, const random_call *call) {
    forget_targets(t);
    const bool offsets = t->run->agents > 1 || t->run->layout % 2 == 0;
    random_view_make(&t->view, &t->made->desc, t->run->agents, offsets,
                     host_mix(t->run->layout, call->input % 3 == 0 ? 0 : call->input));
    t->own_lists = own_lists_make(t->c, &t->made->desc, &t->view);
    t->reference->targets = t->view.kinds > 0 ? t->view.lists : NULL;
    t->model_side->targets = t->reference->targets;
    t->own->targets = t->own_lists;
    if (t->is_told) {
        random_view_print(stdout, &t->view, &t->made->desc, t->run->row);
    }
}

// --------------------------------------------------------------------------------------------------------------- sides

/// The fields have the C struct's layout, with one struct per agent.
static void lay_out(trial *t) {
    const wits_desc *d = &t->made->desc;
    t->layout = (random_layout){
        .field_count = d->field_count, .agents = t->run->agents, .bytes = t->c->context_size * t->run->agents};
    for (uint32_t i = 0; i < d->field_count; i++) {
        t->layout.fields[i] = (random_place){.offset = t->c->offsets[i],
                                             .stride = t->c->context_size,
                                             .type = d->fields[i].type,
                                             .values = d->fields[i].value_count};
    }
}

static side *make_side(const trial *t, const char *name, const random_brain *brain, const host_hooks *hooks) {
    side *s = calloc(1, sizeof *s);
    s->runner.asked = side_asked;
    s->name = name;
    s->host.desc = &brain->desc;
    s->host.hooks = hooks;
    s->host.log = &s->log;
    s->memory = malloc(t->layout.bytes);
    random_fields_fill(&t->layout, s->memory, t->run->layout);
    random_layout_columns(&t->layout, s->memory, s->columns);
    s->context = s->memory + t->run->row * t->c->context_size;
    s->agent = (uint8_t *)calloc(1, t->size + 1) + 1;  // no alignment is needed: an odd address
    s->records = malloc(MOST_RECORDS * sizeof *s->records);
    s->arguments = malloc(MOST_RECORDS * WITS_MAX_ARGUMENTS * sizeof *s->arguments);
    return s;
}

static void free_side(side *s) {
    free(s->memory);
    free(s->agent - 1);
    free(s->records);
    free(s->arguments);
    free(s);
}

static wits_frame frame_of(const trial *t, side *s, uint32_t tick) {
    wits_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.tick = tick;
    frame.agent = t->run->agent;
    frame.seed = t->run->seed;
    frame.context = s->context;
    frame.user = s;
    frame.columns = s->columns;
    frame.row = t->run->row;
    frame.functions = s->host.desc->functions;
    frame.mode = t->run->mode;
    frame.list = &s->list;
    frame.targets = s->targets;
    return frame;
}

static bool own_verb(const trial *t, side *s, const random_call *call, const wits_frame *frame) {
    switch (call->verb) {
    case VERB_START:
        return t->c->start(s->agent, frame);
    case VERB_STOP:
        return t->c->stop(s->agent, frame);
    case VERB_GOTO:
        return t->c->go_to(s->agent, frame, call->state);
    case VERB_RESTART:
        return t->c->restart(s->agent, frame, call->state);
    case VERB_PLACE:
        return t->c->set_state(s->agent, frame, call->state);
    case VERB_DECIDE:
        return t->c->decide(s->agent, frame);
    case VERB_UPDATE:
        return t->c->update(s->agent, frame);
    case VERB_TICK:
        return t->c->tick(s->agent, frame);
    default:
        return t->c->raise(s->agent, call->event);
    }
}

static void model_verb(const trial *t, const random_call *call, const wits_frame *frame) {
    switch (call->verb) {
    case VERB_START:
        model_start(t->model, frame);
        break;
    case VERB_STOP:
        model_stop(t->model, frame);
        break;
    case VERB_GOTO:
        model_goto(t->model, frame, call->state);
        break;
    case VERB_RESTART:
        model_restart(t->model, frame, call->state);
        break;
    case VERB_PLACE:
        model_place(t->model, frame, call->state);
        break;
    case VERB_DECIDE:
        model_decide(t->model, frame);
        break;
    case VERB_UPDATE:
        (void)model_update(t->model, frame);
        break;
    case VERB_TICK:
        (void)model_tick(t->model, frame);
        break;
    default:
        model_raise(t->model, call->event);
        break;
    }
}

/// Records and computed arguments of a list.
typedef struct list_room {
    uint32_t records, values;
} list_room;

/// Data of a side before a call, and a list with `room` records after `prefilled` ones.
static wits_frame begin_call(const trial *t, side *s, const random_call *call, uint32_t prefilled, list_room room) {
    s->host.values.input = call->input;
    random_fields_input(&t->layout, s->memory, t->run->row, call->input);
    s->log.count = 0;
    memset(s->records, 0x5A, ((size_t)prefilled + room.records + BEHIND) * sizeof *s->records);
    s->list = (wits_list){.records = s->records,
                          .capacity = prefilled + room.records,
                          .count = prefilled,
                          .arguments = s->arguments,
                          .argument_capacity = room.values};
    return frame_of(t, s, call->tick);
}

// ----------------------------------------------------------------------------------------------------------- comparing

static bool same_notes(trial *t) {
    const side *a = t->own, *b = t->reference;
    for (uint32_t i = 0; i < a->log.count && i < b->log.count; i++) {
        const note *x = &a->notes[i], *y = &b->notes[i];
        const host_entry *e = &a->log.entries[i], *f = &b->log.entries[i];
        const struct {
            const char *what;
            uint64_t is, should;
        } all[] = {{"function", x->function, y->function},
                   {"state", x->state, y->state},
                   {"row", x->row, y->row},
                   {"kind", x->action_kind, y->action_kind},
                   {"argument", x->argument, y->argument},
                   {"frame->agent", x->agent, y->agent},
                   {"frame->seed", x->seed, y->seed},
                   {"frame->tick", x->tick, y->tick},
                   {"frame->row", x->frame_row, y->frame_row},
                   {"size of private data", x->data_size, y->data_size},
                   {"presence of private data", x->has_data, y->has_data},
                   {"context or agent", x->is_own, y->is_own},
                   {"target", e->target, f->target},
                   {"kind of function", (uint64_t)e->kind, (uint64_t)f->kind},
                   {"elapsed", e->elapsed, f->elapsed},
                   {"private data", e->data, f->data},
                   {"set of active states", e->active, f->active}};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            if (all[k].is != all[k].should) {
                return fail(t, "call %u of a host function (%s): its %s is %llx, should be %llx", i,
                            b->host.desc->functions[y->function].name, all[k].what, (unsigned long long)all[k].is,
                            (unsigned long long)all[k].should);
            }
        }
    }
    if (a->log.count != b->log.count) {
        return fail(t, "%u calls of actions and steps, should be %u", a->log.count, b->log.count);
    }
    if (a->log.data_seen > 0) {
        return fail(t, "a condition or score was given private data");
    }
    return true;
}

static bool same_lists(trial *t) {
    const side *a = t->own, *b = t->reference;
    for (uint32_t i = 0; i < a->list.count && i < b->list.count; i++) {
        const wits_action_record *x = &a->records[i], *y = &b->records[i];
        if (memcmp(x, y, sizeof *x) != 0) {
            return fail(t,
                        "record %u of the list is (agent %llu, row %u, action %u, kind %u, row %u), should be (%llu, "
                        "%u, %u, %u, %u)",
                        i, (unsigned long long)x->agent, x->agent_row, x->action, x->kind, x->row,
                        (unsigned long long)y->agent, y->agent_row, y->action, y->kind, y->row);
        }
    }
    if (a->list.count != b->list.count) {
        return fail(t, "the list has %u records, should have %u", a->list.count, b->list.count);
    }
    if (a->list.argument_count != b->list.argument_count ||
        memcmp(a->arguments, b->arguments, a->list.argument_count * sizeof *a->arguments) != 0) {
        return fail(t, "the list has other arguments, %u of them, should have %u", a->list.argument_count,
                    b->list.argument_count);
    }
    const size_t behind = a->list.capacity;
    if (memcmp(a->records + behind, b->records + behind, BEHIND * sizeof *a->records) != 0) {
        return fail(t, "something was written behind the list");
    }
    return true;
}

static bool same_bytes(trial *t) {
    const side *a = t->own, *b = t->reference;
    for (size_t i = 0; i < t->size; i++) {
        if (a->agent[i] != b->agent[i]) {
            return fail(t, "byte %zu of the agent (of %zu) is %02x, should be %02x", i, t->size, a->agent[i],
                        b->agent[i]);
        }
    }
    for (uint32_t i = 0; i < t->layout.field_count; i++) {
        const random_place *f = &t->layout.fields[i];
        const size_t at = f->offset + t->run->row * f->stride;
        const tree_value is = tree_load(f->type, a->memory + at), should = tree_load(f->type, b->memory + at);
        if (is.bits != should.bits) {
            return fail(t, "field %s is %08x, should be %08x", t->made->desc.fields[i].name, is.bits, should.bits);
        }
    }
    if (memcmp(a->memory, b->memory, t->layout.bytes) != 0) {
        return fail(t, "something was written beside the agent's fields");
    }
    if (memcmp(&a->host.values, &b->host.values, sizeof a->host.values) != 0) {
        return fail(t, "what host functions wrote differs");
    }
    return true;
}

/// Returns whether states are done. The C has no function for it if no state can finish.
static bool same_ends(trial *t, uint32_t tick) {
    const wits_frame frame = frame_of(t, t->reference, tick);
    const wits_frame own_frame = frame_of(t, t->own, tick);
    const uint32_t none[] = {t->c->state_count, WITS_NONE, 0x10000, UINT32_MAX};
    for (uint32_t row = 0; row < t->c->state_count; row++) {
        const wits_state_id state = (wits_state_id)row;
        const bool should = wits_is_done(t->brain, t->reference->agent, &frame, state);
        const bool is = t->c->is_done != NULL && t->c->is_done(t->own->agent, &own_frame, row);
        if (is != should) {
            return fail(t, "is_done of row %u is %s", row, is ? "true" : "false");
        }
        const bool can_finish = t->c->is_in(t->own->agent, row) && model_desc_can_finish(&t->made->desc, state);
        own_counts[COUNT_DONE] += should;
        own_counts[COUNT_NOT_DONE] += can_finish && !should;
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        if (t->c->is_done != NULL && t->c->is_done(t->own->agent, &own_frame, none[i])) {
            return fail(t, "state %u, which is not there, is done", none[i]);
        }
    }
    return true;
}

static bool same_queries(trial *t, uint32_t tick) {
    const generated *c = t->c;
    const uint8_t *agent = t->own->agent;
    if (c->is_started(agent) != wits_is_started(t->brain, agent)) {
        return fail(t, "is_started differs");
    }
    uint16_t a[RANDOM_STATES], b[RANDOM_STATES];
    const uint32_t capacity = rng_below(&t->r, RANDOM_STATES);
    memset(a, 0x5A, sizeof a);
    memset(b, 0x5A, sizeof b);
    const uint32_t is = c->active(agent, capacity > 0 ? a : NULL, capacity);
    const uint32_t should = wits_active(t->brain, agent, capacity > 0 ? b : NULL, capacity);
    if (is != should || memcmp(a, b, sizeof a) != 0) {
        return fail(t, "active differs: %u states, should be %u", is, should);
    }
    if (c->deepest(agent) != wits_deepest(t->brain, agent)) {
        return fail(t, "deepest is %u, should be %u", c->deepest(agent), wits_deepest(t->brain, agent));
    }
    for (uint32_t s = 0; s < c->state_count; s++) {
        const wits_state_id state = (wits_state_id)s;
        if (c->is_in(agent, s) != wits_is_in(t->brain, agent, state)) {
            return fail(t, "is_in of row %u differs", s);
        }
        const uint32_t target = c->target_of != NULL ? c->target_of(agent, s) : WITS_NO_TARGET;
        if (target != wits_target_of(t->brain, agent, state)) {
            return fail(t, "target_of of row %u is %u, should be %u", s, target,
                        wits_target_of(t->brain, agent, state));
        }
        const uint32_t elapsed = c->elapsed(agent, s, tick);
        if (elapsed != wits_elapsed(t->brain, agent, state, tick)) {
            return fail(t, "elapsed of row %u is %u, should be %u", s, elapsed,
                        wits_elapsed(t->brain, agent, state, tick));
        }
    }
    if (!same_ends(t, tick)) {
        return false;
    }
    for (uint32_t event = 0; event < c->event_count; event++) {
        if (c->is_pending(agent, event) != wits_is_pending(t->brain, agent, event)) {
            return fail(t, "is_pending of event %u differs", event);
        }
    }
    if (c->agent_hash(agent, t->run->agent) != wits_agent_hash(t->brain, agent, t->run->agent)) {
        return fail(t, "agent_hash differs");
    }
    const uint32_t none[] = {c->state_count, WITS_NONE, 0x10000, UINT32_MAX};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const uint32_t event = i == 0 ? c->event_count : none[i];
        if (c->target_of != NULL && c->target_of(agent, none[i]) != WITS_NO_TARGET) {
            return fail(t, "state %u, which is not there, has a target", none[i]);
        }
        if (c->is_in(agent, none[i]) || c->elapsed(agent, none[i], tick) != 0 || c->is_pending(agent, event)) {
            return fail(t, "state %u or event %u, which is not there, is active or pending", none[i], event);
        }
    }
    return true;
}

/// Compares the validity of bytes that are not a valid agent, or are one of another agent.
static bool same_validity(trial *t) {
    const uint8_t *agent = t->own->agent;
    if (!t->c->agent_is_valid(agent, t->size)) {
        return fail(t, "agent_is_valid says false");
    }
    if (t->c->agent_is_valid(agent, t->size - 1) || t->c->agent_is_valid(agent, t->size + 1)) {
        return fail(t, "agent_is_valid takes another size");
    }
    uint8_t *broken = malloc(t->size);
    bool same = true;
    for (uint32_t i = 0; i < BROKEN_AGENTS && same; i++) {
        memcpy(broken, agent, t->size);
        const uint32_t changes = 1 + rng_below(&t->r, 3);
        for (uint32_t k = 0; k < changes; k++) {
            uint8_t *at = &broken[rng_below(&t->r, (uint32_t)t->size)];
            const uint32_t flipped = *at ^ 1u << rng_below(&t->r, 8);
            *at = (uint8_t)(rng_chance(&t->r, 50) ? (uint32_t)rng_next(&t->r) : flipped);
        }
        const bool should = wits_agent_is_valid(t->brain, broken, t->size);
        own_counts[should ? COUNT_BROKEN_AGENTS_TAKEN : COUNT_BROKEN_AGENTS_REFUSED]++;
        same = t->c->agent_is_valid(broken, t->size) == should;
        if (!same) {
            char bytes[3 * 64 + 1] = "";
            for (size_t at = 0; at < t->size && at < 64; at++) {
                (void)snprintf(bytes + 3 * at, 4, " %02x", broken[at]);
            }
            (void)fail(t, "agent_is_valid says %s of%s", should ? "false" : "true", bytes);
        }
    }
    free(broken);
    return same;
}

// -------------------------------------------------------------------------------------------------------------- a call

static void tell(const trial *t, const side *s) {
    wits_state_id states[RANDOM_STATES];
    (void)printf("    %s: agent", s->name);
    for (size_t i = 0; i < t->size; i++) {
        (void)printf(" %02x", s->agent[i]);
    }
    (void)printf("; fields");
    for (uint32_t i = 0; i < t->layout.field_count; i++) {
        const random_place *f = &t->layout.fields[i];
        const tree_value value = tree_load(f->type, s->memory + f->offset + t->run->row * f->stride);
        (void)printf(" %s=%.9g", t->made->desc.fields[i].name,
                     f->type == WITS_TYPE_FLOAT ? (double)value.f : (double)value.i);
    }
    (void)printf("\n");
    print_log(stdout, "ran", &s->log);
    if (t->run->mode != WITS_MODE_NOW) {
        (void)printf("    listed:");
        for (uint32_t i = 0; i < s->list.count; i++) {
            const wits_action_record *r = &s->records[i];
            (void)printf(" (action %u, kind %u, row %u)", r->action, r->kind, r->row);
        }
        (void)printf("\n");
    }
    print_active(stdout, "in", &t->made->desc, states, wits_active(t->brain, s->agent, states, RANDOM_STATES));
}

/// Declared in src/crowd/prepare.c.
bool wits_crowd_brain_has_host_actions(const wits_brain *brain);

static list_room room_of(const trial *t, random_verb verb) {
    static const wits_verb verbs[] = {WITS_VERB_START, WITS_VERB_STOP,   WITS_VERB_GOTO,   WITS_VERB_GOTO,
                                      WITS_VERB_GOTO,  WITS_VERB_DECIDE, WITS_VERB_UPDATE, WITS_VERB_TICK};
    const bool lists = verb != VERB_PLACE && verb != VERB_RAISE;
    return (list_room){lists ? wits_list_room(t->brain, verbs[verb]) : 0,
                       lists ? wits_list_argument_room(t->brain, verbs[verb]) : 0};
}

/// Makes the call on both sides, with lists of this capacity; both must return the same.
static bool call_both(trial *t, const random_call *call, uint32_t prefilled, list_room room, bool *done) {
    const wits_frame library_frame = begin_call(t, t->reference, call, prefilled, room);
    const wits_frame own_frame = begin_call(t, t->own, call, prefilled, room);
    *done = random_call_make(t->brain, t->reference->agent, call, &library_frame);
    const bool is_done = own_verb(t, t->own, call, &own_frame);
    if (t->is_told) {
        tell(t, t->reference);
        tell(t, t->own);
    }
    return (is_done == *done || fail(t, "the call returns %s", is_done ? "true" : "false")) && same_notes(t) &&
           same_bytes(t) && same_lists(t);
}

/// If the list is too small, the call returns false and changes nothing.
static bool refuses_short_list(trial *t, const random_call *call, list_room room) {
    bool done;
    const uint32_t less = call->short_by < room.records ? call->short_by : room.records;
    const uint32_t less_values = call->short_by < room.values ? call->short_by : room.values;
    if (t->run->mode != WITS_MODE_DEFERRED || less == 0 || !wits_crowd_brain_has_host_actions(t->brain)) {
        return true;  // without a list, generated C needs no capacity
    }
    own_counts[COUNT_TOO_LITTLE_ROOM]++;
    const list_room shorter = {room.records - less, room.values};
    if (!call_both(t, call, call->prefilled, shorter, &done)) {
        return false;
    }
    if (done) {
        return fail(t, "a list with too little room is taken");
    }
    if (less_values == 0) {
        return true;
    }
    clause_counts[CLAUSE_list_short_of_values]++;
    const list_room without = {room.records, room.values - less_values};
    return call_both(t, call, call->prefilled, without, &done) &&
           (!done || fail(t, "a list with too little room for values is taken"));
}

/// Unknown states and events. With checks, the library asserts.
static bool refuses_what_is_not_there(trial *t, const random_call *call) {
#if defined(WITS_CHECKS) && WITS_CHECKS
    (void)call;
    return t->c != NULL;
#else
    static const random_verb verbs[] = {VERB_GOTO, VERB_RESTART, VERB_PLACE, VERB_RAISE};
    random_call wrong = *call;
    bool done;
    wrong.verb = verbs[rng_below(&t->r, 4)];
    const bool is_root = rng_chance(&t->r, 30) && wrong.verb != VERB_PLACE;
    wrong.state = is_root ? WITS_ROOT : rng_chance(&t->r, 50) ? WITS_NONE : (wits_state_id)t->c->state_count;
    wrong.event = t->c->event_count + rng_below(&t->r, 64);
    own_counts[COUNT_NO_SUCH_STATE]++;
    if (!call_both(t, &wrong, 0, room_of(t, VERB_GOTO), &done)) {
        return false;
    }
    const wits_frame frame = begin_call(t, t->own, &wrong, 0, room_of(t, VERB_GOTO));
    const bool took = t->c->go_to(t->own->agent, &frame, 0x10001) || t->c->restart(t->own->agent, &frame, 0x10001) ||
                      t->c->set_state(t->own->agent, &frame, 0x10001);
    return (!took || fail(t, "a state beyond 16 bits is taken for another")) && same_bytes(t);
#endif
}

/// Sometimes returns a record that the brain cannot have made, or with a changed argument. With checks, the library
/// asserts. Generated C has no listed mode, so it does not know arguments that are computed later.
static wits_action_record spoiled(trial *t, uint32_t i) {
    wits_action_record record = t->reference->records[i];
#if !defined(WITS_CHECKS) || !WITS_CHECKS
    if (rng_chance(&t->r, 5)) {
        const uint32_t other = rng_below(&t->r, t->reference->list.count - i);
        record.kind = (uint16_t)rng_below(&t->r, 8);
        record.row = (uint16_t)(rng_chance(&t->r, 50) ? record.row : rng_below(&t->r, 60));
        record.action = rng_chance(&t->r, 80) ? t->reference->records[i + other].action : HOST_FUNCTIONS + other;
        record.arguments = rng_chance(&t->r, 50) ? record.arguments : t->reference->records[i + other].arguments;
    } else if (rng_chance(&t->r, 5)) {
        record.target_kind = rng_chance(&t->r, 50) ? rng_below(&t->r, RANDOM_KINDS + 1) : WITS_NONE;
        record.target = rng_chance(&t->r, 70) ? rng_below(&t->r, 5) : WITS_NO_TARGET;
    } else if (rng_chance(&t->r, 5)) {
        record.arguments = rng_below(&t->r, t->reference->list.argument_count + 4);
    } else if (record.arguments < t->reference->list.argument_count && rng_chance(&t->r, 5)) {
        const uint32_t value = rng_chance(&t->r, 50) ? rng_below(&t->r, 8) : (uint32_t)rng_next(&t->r);
        t->reference->arguments[record.arguments] = t->own->arguments[record.arguments] = value;
    }
#endif
    return record;
}

static bool run_records(trial *t, const random_call *call) {
    side *const both[] = {t->reference, t->own};
    for (uint32_t i = 0; i < 2; i++) {
        both[i]->log.count = 0;
        both[i]->host.from_list = true;
    }
    bool same = true;
    for (uint32_t i = call->prefilled; i < t->reference->list.count && same; i++) {
        const wits_action_record record = spoiled(t, i);
        const wits_frame frame = frame_of(t, t->reference, call->tick + call->late);
        const wits_frame own_frame = frame_of(t, t->own, call->tick + call->late);
        const bool should = wits_run_record(t->brain, t->reference->agent, &frame, &record);
        const bool is = t->c->run_record(t->own->agent, &own_frame, &record);
        own_counts[should ? COUNT_RECORDS_RUN : COUNT_RECORDS_REFUSED]++;
        same = is == should || fail(t, "run_record returns %s of (action %u, kind %u, row %u, arguments %u of %u)",
                                    is ? "true" : "false", record.action, record.kind, record.row, record.arguments,
                                    t->reference->list.argument_count);
    }
    for (uint32_t i = 0; i < 2; i++) {
        both[i]->host.from_list = false;
    }
    return same && same_notes(t) && same_bytes(t);
}

/// The model behaves the same if every record runs unchanged; it only counts.
static void live_in_model(trial *t, const random_call *call) {
    side *s = t->model_side;
    const list_room room = {MOST_RECORDS - BEHIND, MOST_RECORDS * WITS_MAX_ARGUMENTS};
    wits_frame frame = begin_call(t, s, call, 0, room);
    model_verb(t, call, &frame);
    if (call->run_records && t->run->mode != WITS_MODE_NOW) {
        frame.tick += call->late;
        s->host.from_list = true;
        for (uint32_t i = 0; i < s->list.count; i++) {
            model_run_record(t->model, &frame, &s->records[i]);
        }
        s->host.from_list = false;
    }
}

/// Each side continues with the bytes of the other side's agent, because they are equal.
static void swap_agents(trial *t) {
    uint8_t *agent = t->reference->agent;
    t->reference->agent = t->own->agent;
    t->own->agent = agent;
    own_counts[COUNT_SWAPS]++;
}

static bool one_call(trial *t, const random_call *call) {
    const list_room room = room_of(t, call->verb);
    bool done;
    assert(call->prefilled + room.records + BEHIND < MOST_RECORDS);
    assert(room.values < MOST_RECORDS * WITS_MAX_ARGUMENTS);
    own_counts[COUNT_CALLS]++;
    look_around(t, call);
    const uint32_t mode = t->run->mode == WITS_MODE_NOW ? 0 : VERB_COUNT;
    own_counts[COUNT_VERBS + mode + (uint32_t)call->verb]++;
    if (rng_chance(&t->r, 30)) {
        swap_agents(t);
    }
    if (!refuses_short_list(t, call, room) || !call_both(t, call, call->prefilled, room, &done)) {
        return false;
    }
    own_counts[COUNT_RECORDS] += t->reference->list.count - call->prefilled;
    if (call->run_records && t->run->mode != WITS_MODE_NOW && !run_records(t, call)) {
        return false;
    }
    live_in_model(t, call);
    return same_queries(t, call->tick + rng_below(&t->r, 3)) && same_validity(t) &&
           (!rng_chance(&t->r, 10) || refuses_what_is_not_there(t, call));
}

// ----------------------------------------------------------------------------------------------------- a life, a brain

static bool live(trial *t) {
    bool same = true;
    if (t->is_told) {
        print_run(stdout, t->run);
    }
    for (t->call = 0; t->call < t->run->call_count && same; t->call++) {
        if (t->is_told) {
            print_call(stdout, &t->run->calls[t->call], t->call);
        }
        same = one_call(t, &t->run->calls[t->call]);
    }
    return same;
}

static bool live_once(const generated *c, const wits_brain *brain, const random_brain *made, const random_run *run,
                      bool is_told, char *failure, size_t failure_size) {
    trial t = {.c = c,
               .brain = brain,
               .made = made,
               .run = run,
               .size = wits_agent_size(brain),
               .r = {host_mix(c->seed, 72)},
               .is_told = is_told,
               .failure = failure,
               .failure_size = failure_size};
    current = &t;
    lay_out(&t);
    t.reference = make_side(&t, "library", made, &library_hooks);
    t.own = make_side(&t, "C", made, &c->hooks);
    t.model_side = make_side(&t, "model", made, &model_hooks);
    t.model = model_new(&made->desc, clause_counts);
    own_counts[COUNT_LIVES]++;
    const bool same = live(&t);
    if (!same) {
        (void)printf("FAILED at call %u of a life in mode %s: %s\n", t.call - 1, wits_mode_name(run->mode), failure);
    }
    forget_targets(&t);
    free_side(t.reference);
    free_side(t.own);
    free_side(t.model_side);
    model_free(t.model);
    return same;
}

/// Checks the header's constants: names, capacities of lists, and initial values.
static bool tells_the_same(const generated *c, const wits_brain *brain, const random_brain *made, char *failure,
                           size_t failure_size) {
    const struct {
        const char *what;
        uint64_t is, should;
    } numbers[] = {{"hash", c->hash, wits_brain_hash(brain)},
                   {"agent's size", c->agent_size, wits_agent_size(brain)},
                   {"number of states", c->state_count, wits_state_count(brain)},
                   {"number of events", c->event_count, wits_event_count(brain)},
                   {"number of transitions", c->transition_count, wits_transition_count(brain)}};
    bool same = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && same; i++) {
        same = numbers[i].is == numbers[i].should;
        (void)snprintf(failure, failure_size, "the %s is %llx, should be %llx", numbers[i].what,
                       (unsigned long long)numbers[i].is, (unsigned long long)numbers[i].should);
    }
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK && same; verb++) {
        const bool lists = wits_crowd_brain_has_host_actions(brain);
        const uint32_t is = c->list_room((wits_verb)verb), should = lists ? wits_list_room(brain, (wits_verb)verb) : 0;
        same = is == should;
        (void)snprintf(failure, failure_size, "list_room of verb %u is %u, should be %u", verb, is, should);
    }
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK && same; verb++) {
        const uint32_t is = c->argument_room((wits_verb)verb);
        const uint32_t should = wits_list_argument_room(brain, (wits_verb)verb);
        same = is == should;
        (void)snprintf(failure, failure_size, "argument_room of verb %u is %u, should be %u", verb, is, should);
    }
    for (uint32_t row = 0; row < 70 && same; row++) {
        same = strcmp(c->state_name(row), wits_state_name(brain, (wits_state_id)row)) == 0 &&
               strcmp(c->event_name(row), wits_event_name(brain, row)) == 0 &&
               strcmp(c->function_name(row), wits_function_name(brain, row)) == 0;
        (void)snprintf(failure, failure_size, "a name of row %u differs", row);
    }
    uint8_t *is = calloc(2, c->context_size), *should = is + c->context_size;
    wits_column columns[RANDOM_FIELDS];
    for (uint32_t i = 0; i < made->desc.field_count; i++) {
        columns[i] =
            (wits_column){.base = should + c->offsets[i], .stride = c->context_size, .type = made->desc.fields[i].type};
    }
    wits_set_initial_fields(brain, columns, 0);
    c->set_initial_fields(is);
    if (same && memcmp(is, should, c->context_size) != 0) {
        (void)snprintf(failure, failure_size, "set_initial_fields differs");
        same = false;
    }
    free(is);
    if (!same) {
        (void)printf("FAILED before any call: %s\n", failure);
    }
    return same;
}

static uint64_t current_seed;

static bool try_brain(const generated *c, uint32_t lives, bool is_told) {
    static random_brain made;
    static random_run run;
    wits_function wrapped[HOST_FUNCTIONS];
    char failure[400];
    run_failure compiling = {.life = 0};
    current_seed = c->seed;
    wrap_functions(wrapped);
    generated_brain_make(&made, c->seed, wrapped);
    own_counts[COUNT_BRAINS]++;
    own_counts[COUNT_LARGE_BRAINS] += c->seed % LARGE_EVERY == 0;
    wits_brain *brain = random_compile(&made, &compiling);
    current_brain = brain;
    bool same = brain != NULL && tells_the_same(c, brain, &made, failure, sizeof failure);
    for (uint32_t i = 0; i < lives && same; i++) {
        const wits_mode mode = i % 2 == 0 ? WITS_MODE_NOW : WITS_MODE_DEFERRED;
        random_run_make(&run, &made.desc, host_mix(c->seed, 80 + i), mode);
        same = live_once(c, brain, &made, &run, is_told, failure, sizeof failure);
    }
    for (uint32_t i = 0; i < CROWDS && c->crowd_tick != NULL && same; i++) {
        same = crowd_lives(c, brain, &made, host_mix(c->seed, 90 + i), failure, sizeof failure);
        if (!same) {
            (void)printf("FAILED in crowd %u: %s\n", i, failure);
        }
    }
    free(brain);
    if (!same) {
        print_brain(stdout, &made);
        (void)printf("FAILED, brain of seed %llu\n", (unsigned long long)c->seed);
    }
    return same;
}

static void print_counts(void) {
    static const char *const clause_names[] = {
#define CLAUSE_NAME(name, section, text) #name,
        CLAUSE_LIST(CLAUSE_NAME)
#undef CLAUSE_NAME
    };
    static const char *const names[COUNT_TAKES] = {"brains",
                                                   "large_brains",
                                                   "lives",
                                                   "calls",
                                                   "swaps",
                                                   "host_conditions",
                                                   "host_scores",
                                                   "steps",
                                                   "actions",
                                                   "records",
                                                   "records_run",
                                                   "records_refused",
                                                   "too_little_room",
                                                   "no_such_state",
                                                   "broken_agents_refused",
                                                   "broken_agents_taken",
                                                   "done_when_asked",
                                                   "not_done_when_asked"};
    static const char *const takes[] = {"nothing", "int", "float", "bool", "enum", "text", "anything"};
    for (uint32_t i = 0; i < CLAUSE_COUNT; i++) {
        (void)printf("count clause_%s %llu\n", clause_names[i], (unsigned long long)clause_counts[i]);
    }
    for (uint32_t i = 0; i < OWN_COUNTS; i++) {
        const unsigned long long count = own_counts[i];
        if (i < COUNT_TAKES) {
            (void)printf("count %s %llu\n", names[i], count);
        } else if (i < COUNT_VERBS) {
            (void)printf("count action_takes_%s %llu\n", takes[i - COUNT_TAKES], count);
        } else {
            const uint32_t verb = i - COUNT_VERBS;
            (void)printf("count %s_%s %llu\n", verb < VERB_COUNT ? "now" : "deferred",
                         random_verb_names[verb % VERB_COUNT], count);
        }
    }
    (void)printf("count crowds %llu\ncount crowd_calls %llu\ncount crowd_agents_run %llu\n",
                 (unsigned long long)crowds_tried.crowds, (unsigned long long)crowds_tried.calls,
                 (unsigned long long)crowds_tried.agents_run);
    (void)printf("count crowd_records %llu\ncount crowd_short_lists %llu\n", (unsigned long long)crowds_tried.records,
                 (unsigned long long)crowds_tried.short_lists);
}

/// Names the brain in case of a crash, too.
static void tell_seed(int number) {
    (void)printf("FAILED: crashed with signal %d, brain of seed %llu\n", number, (unsigned long long)current_seed);
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

int main(int argc, char **argv) {
    const uint32_t lives = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4;
    const bool is_told = argc > 2;
    const int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        (void)signal(signals[i], tell_seed);
    }
    if (is_told) {
        (void)setvbuf(stdout, NULL, _IONBF, 0);
    }
    for (uint32_t i = 0; i < generated_brain_count; i++) {
        if (!try_brain(generated_brains[i], lives, is_told)) {
            return 1;
        }
    }
    print_counts();
    return 0;
}
