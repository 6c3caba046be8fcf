// SPDX-License-Identifier: MIT
// The naive model: conditions, scores and assignments that are expressions, and calls of actions with arguments. They
// are parsed once, in declared order, which numbers the random streams (section 6), and walked as trees (section 11).
#include "model_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trees/tree.h"

/// One expression of the description.
typedef struct text_row {
    const char *at;  ///< beginning of the condition, score, assignment or call
    tree *root;
    uint32_t of;  ///< the state whose text it is
    bool any;     ///< or its active child
    bool is_assignment;
    uint32_t field;
    uint32_t assignment;  ///< its number
    bool is_call;         ///< the text is a call in an action
    uint32_t call;        ///< its number
} text_row;

enum { TARGET_NAME = 64 };

/// `enemy.distance`
typedef struct target_field {
    uint32_t kind, field;
} target_field;

struct model_texts {
    uint32_t users;
    tree_names names;  ///< fields of targets follow those of the agent
    tree_field *fields;
    target_field *targets;  ///< target fields among them
    uint32_t target_count;
    char (*target_names)[TARGET_NAME];
    tree_list *lists;
    tree_function *functions;
    const char **states;
    tree_pool pool;
    text_row *rows;  ///< sorted by `at` when complete
    uint32_t row_count;
    uint32_t assignment_count;
    uint32_t call_count;
    uint32_t *places;  ///< random stream of each state's own choice
    uint32_t place_count;
    bool *reads_elapsed;
};

// ------------------------------------------------------------------------------------------------------------ parsing

static tree_function_kind kind_of(const wits_function *function) {
    return function->condition != NULL ? TREE_IS_CONDITION : function->score != NULL ? TREE_IS_SCORE : TREE_IS_ACTION;
}

static tree_type type_of(wits_argument_kind kind) {
    static const tree_type types[] = {TREE_NOTHING, TREE_INT, TREE_FLOAT, TREE_BOOL, TREE_ENUM, TREE_TEXT};
    return types[kind];
}

/// Lists are those of the fields, then those of parameters that declare an enum of their own.
static void collect_parameters(model_texts *t, const wits_desc *desc, uint32_t row) {
    const wits_function *from = &desc->functions[row];
    tree_function *to = &t->functions[row];
    while (to->count < WITS_MAX_ARGUMENTS && from->parameters[to->count].kind != WITS_ARGUMENT_NONE) {
        const wits_parameter *parameter = &from->parameters[to->count];
        const uint32_t list = desc->field_count + row * WITS_MAX_ARGUMENTS + to->count;
        const bool has_list = parameter->kind == WITS_ARGUMENT_ENUM && parameter->values != NULL;
        t->lists[list] = (tree_list){parameter->values, has_list ? parameter->value_count : 0};
        to->parameters[to->count] = (tree_parameter){type_of(parameter->kind), has_list ? list : TREE_ANY_LIST};
        to->count++;
    }
    to->is_declared = to->count > 0 || from->takes_nothing;
}

static uint32_t count_target_fields(const wits_desc *desc) {
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        count += 1 + desc->targets[kind].field_count;
    }
    return count;
}

static void collect_target_field(model_texts *t, const wits_desc *desc, uint32_t kind, uint32_t field) {
    const wits_target_field_desc *from = field == MODEL_PRESENT ? NULL : &desc->targets[kind].fields[field];
    const uint32_t row = desc->field_count + t->target_count;
    char *name = t->target_names[t->target_count];
    (void)snprintf(name, TARGET_NAME, "%s.%s", desc->targets[kind].name, from != NULL ? from->name : "present");
    t->targets[t->target_count++] = (target_field){kind, field};
    const uint32_t list = row + desc->function_count * WITS_MAX_ARGUMENTS;  // after those of parameters
    t->fields[row] = (tree_field){name, from != NULL ? from->type : WITS_TYPE_BOOL, list};
    t->lists[list] = from != NULL ? (tree_list){from->values, from->value_count} : (tree_list){NULL, 0};
}

static void collect_names(model_texts *t, const wits_desc *desc) {
    const uint32_t target_count = count_target_fields(desc);
    const uint32_t field_count = desc->field_count + target_count;
    const uint32_t list_count = field_count + desc->function_count * WITS_MAX_ARGUMENTS;
    t->fields = calloc(field_count + 1, sizeof *t->fields);
    t->lists = calloc(list_count + 1, sizeof *t->lists);
    t->targets = calloc(target_count + 1, sizeof *t->targets);
    t->target_names = calloc(target_count + 1, sizeof *t->target_names);
    t->functions = calloc(desc->function_count + 1, sizeof *t->functions);
    t->states = calloc(desc->state_count, sizeof *t->states);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        t->fields[i] = (tree_field){desc->fields[i].name, desc->fields[i].type, i};
        t->lists[i] = (tree_list){desc->fields[i].values, desc->fields[i].value_count};
    }
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        collect_target_field(t, desc, kind, MODEL_PRESENT);
        for (uint32_t field = 0; field < desc->targets[kind].field_count; field++) {
            collect_target_field(t, desc, kind, field);
        }
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        t->functions[i] = (tree_function){.name = desc->functions[i].name, .kind = kind_of(&desc->functions[i])};
        collect_parameters(t, desc, i);
    }
    for (uint32_t i = 1; i < desc->state_count; i++) {
        t->states[i] = desc->states[i].name;
    }
    t->names = (tree_names){t->fields,    field_count,          t->lists,  list_count,
                            t->functions, desc->function_count, t->states, desc->state_count};
}

static bool is_function(const wits_desc *desc, const char *name) {
    for (uint32_t i = 0; i < desc->function_count; i++) {
        if (strcmp(desc->functions[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool reads_elapsed(const tree *t) {
    bool reads = t->kind == TREE_ELAPSED;
    for (uint32_t i = 0; i < t->count; i++) {
        reads = reads || reads_elapsed(t->child[i]);
    }
    return reads;
}

/// Input and result of parsing the texts of a row.
typedef struct reader {
    model_texts *texts;
    const wits_desc *desc;
    uint32_t places;
    uint32_t of;  ///< see text_row
    bool any;
} reader;

static void mark_elapsed(reader *r) {
    for (uint32_t row = 0; row < r->desc->state_count; row++) {
        bool source = r->any ? row != WITS_ROOT && r->desc->states[row].parent == r->of : row == r->of;
        r->texts->reads_elapsed[row] = r->texts->reads_elapsed[row] || source;
    }
}

static text_row *add_row(reader *r, const char *at, const char *text, size_t length) {
    model_texts *t = r->texts;
    text_row *row = &t->rows[t->row_count++];
    *row = (text_row){.at = at, .of = r->of, .any = r->any};
    row->root = tree_parse(&t->names, &t->pool, text, length, &r->places);
    if (reads_elapsed(row->root)) {
        mark_elapsed(r);
    }
    return row;
}

/// "Its text is the name of a function or an expression over the fields."
static void read_value(reader *r, const char *text) {
    if (text != NULL && !is_function(r->desc, text)) {
        (void)add_row(r, text, text, strlen(text));
    }
}

static uint32_t find_field(const wits_desc *desc, const char *name, size_t length) {
    for (uint32_t i = 0; i < desc->field_count; i++) {
        if (strncmp(desc->fields[i].name, name, length) == 0 && desc->fields[i].name[length] == '\0') {
            return i;
        }
    }
    assert(false && "a valid description assigns only fields that it has");
    return 0;
}

static void read_actions(reader *r, const char *text) {
    while (text != NULL) {
        text += strspn(text, " \t");
        size_t length = tree_action_length(text);
        const char *operand = tree_action_operand(text);
        if (tree_action_has_arguments(text)) {
            text_row *row = add_row(r, text, text, length);
            row->is_call = true;
            row->call = r->texts->call_count++;
        } else if (operand != NULL) {
            text_row *row = add_row(r, text, operand, (size_t)(text + length - operand));
            row->field = find_field(r->desc, text, strcspn(text, " \t="));
            row->is_assignment = true;
            row->assignment = r->texts->assignment_count++;
            tree_settle(row->root, &r->texts->names, row->field);
        }
        text = text[length] == ';' ? text + length + 1 : NULL;
    }
}

static void read_considerations(reader *r, uint32_t state) {
    for (uint32_t row = 0; row < r->desc->consideration_count; row++) {
        if (r->desc->considerations[row].of == state) {
            read_value(r, r->desc->considerations[row].gate);
            read_value(r, r->desc->considerations[row].input);
        }
    }
}

static void read_initials(reader *r, uint32_t state) {
    for (uint32_t row = 0; row < r->desc->initial_count; row++) {
        if (r->desc->initials[row].of == state) {
            read_value(r, r->desc->initials[row].when);
        }
    }
}

/// Declared order: for each state its own choice, then its texts (the gates and inputs of its considerations after its
/// rank, its rules of `initial` last); for each transition and then each step the condition and the actions.
static void read_all(reader *r, const model_state *states) {
    const wits_desc *desc = r->desc;
    for (uint32_t row = 0; row < desc->state_count; row++) {
        const wits_state_desc *s = &desc->states[row];
        r->of = row;
        if (states[row].kind == WITS_KIND_UTILITY) {
            r->texts->places[row] = r->places++;
        }
        read_value(r, s->score);
        read_value(r, s->rank);
        read_considerations(r, row);
        read_actions(r, s->enter);
        read_actions(r, s->exit);
        read_actions(r, s->update);
        read_actions(r, s->decide);
        read_actions(r, s->retarget);
        read_value(r, s->done);
        read_initials(r, row);
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        r->of = desc->transitions[row].from;
        r->any = desc->transitions[row].any;
        read_value(r, desc->transitions[row].when);
        read_actions(r, desc->transitions[row].run);
    }
    r->any = false;
    for (uint32_t row = 0; row < desc->step_count; row++) {
        r->of = desc->steps[row].of;
        read_value(r, desc->steps[row].when);
        read_actions(r, desc->steps[row].run);
    }
}

/// An upper bound of expressions and nodes: each has its own byte of text.
static uint32_t count_bytes(const wits_desc *desc) {
    size_t bytes = 1;
    for (uint32_t row = 0; row < desc->state_count; row++) {
        const wits_state_desc *s = &desc->states[row];
        const char *const texts[] = {s->score, s->rank, s->enter, s->exit, s->update, s->decide, s->done, s->retarget};
        for (uint32_t i = 0; i < 8; i++) {
            bytes += texts[i] != NULL ? strlen(texts[i]) : 0;
        }
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        const wits_transition_desc *t = &desc->transitions[row];
        bytes += (t->when != NULL ? strlen(t->when) : 0) + (t->run != NULL ? strlen(t->run) : 0);
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        const wits_step_desc *s = &desc->steps[row];
        bytes += (s->when != NULL ? strlen(s->when) : 0) + (s->run != NULL ? strlen(s->run) : 0);
    }
    for (uint32_t row = 0; row < desc->initial_count; row++) {
        bytes += desc->initials[row].when != NULL ? strlen(desc->initials[row].when) : 0;
    }
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        const wits_consideration_desc *c = &desc->considerations[row];
        bytes += (c->gate != NULL ? strlen(c->gate) : 0) + (c->input != NULL ? strlen(c->input) : 0);
    }
    return (uint32_t)bytes;
}

static int by_address(const void *left, const void *right) {
    uintptr_t a = (uintptr_t)((const text_row *)left)->at;
    uintptr_t b = (uintptr_t)((const text_row *)right)->at;
    return a < b ? -1 : a > b;
}

model_texts *model_texts_new(const wits_desc *desc, const model_state *states) {
    model_texts *t = calloc(1, sizeof *t);
    uint32_t bytes = count_bytes(desc);
    t->users = 1;
    t->pool.capacity = bytes;
    t->pool.nodes = calloc(bytes, sizeof *t->pool.nodes);
    t->rows = calloc(bytes, sizeof *t->rows);
    t->places = calloc(desc->state_count, sizeof *t->places);
    t->reads_elapsed = calloc(desc->state_count, sizeof *t->reads_elapsed);
    collect_names(t, desc);
    reader r = {.texts = t, .desc = desc};
    read_all(&r, states);
    t->place_count = r.places;
    qsort(t->rows, t->row_count, sizeof *t->rows, by_address);
    return t;
}

model_texts *model_texts_share(model_texts *t) {
    t->users++;
    return t;
}

void model_texts_free(model_texts *t) {
    if (--t->users > 0) {
        return;
    }
    free(t->fields);
    free(t->targets);
    free(t->target_names);
    free(t->lists);
    free(t->functions);
    free(t->states);
    free(t->pool.nodes);
    free(t->rows);
    free(t->places);
    free(t->reads_elapsed);
    free(t);
}

const tree_names *model_texts_names(const model_texts *texts) {
    return &texts->names;
}

bool model_texts_read_elapsed(const model_texts *t, wits_state_id state) {
    return t->reads_elapsed[state];
}

uint32_t model_place_count(const model *m) {
    return m->texts->place_count;
}

uint32_t model_place_of(const model *m, wits_state_id utility) {
    return m->texts->places[utility];
}

void model_each_text(const model *m, void (*see)(void *user, const model_text *text), void *user) {
    for (uint32_t i = 0; i < m->texts->row_count; i++) {
        const text_row *row = &m->texts->rows[i];
        const model_text text = {row->root, row->of, row->any, row->is_assignment ? row->field : WITS_NONE};
        see(user, &text);
    }
}

// ------------------------------------------------------------------------------------------------------------ walking

static const text_row *find_row(const model_texts *texts, const char *at) {
    text_row key = {.at = at};
    return bsearch(&key, texts->rows, texts->row_count, sizeof key, by_address);
}

bool model_texts_is_expression(const model_texts *texts, const char *text) {
    const text_row *row = find_row(texts, text);
    return row != NULL && !row->is_assignment && !row->is_call;
}

/// Owner of the expression.
typedef struct asker {
    model *m;
    wits_state_id state;
    uint16_t row;
} asker;

static tree_value env_field(void *user, uint32_t field) {
    const asker *a = user;
    model *m = a->m;
    if (field >= m->desc->field_count) {
        const target_field *of = &m->texts->targets[field - m->desc->field_count];
        const model_view view = model_view_of(m, a->state);
        return model_target_value(m, &view, of->kind, of->field);
    }
    const wits_column *column = &m->frame->columns[field];
    FIRED_IF(m, shared_read, column->stride == 0);
    return tree_load(m->desc->fields[field].type, (const uint8_t *)column->base + m->frame->row * column->stride);
}

static bool env_condition(void *user, uint32_t function, const tree_argument *given, uint32_t count) {
    const asker *a = user;
    FIRED(a->m, expression_condition);
    return model_ask_condition(a->m, function, a->state, a->row, given, count);
}

static float env_score(void *user, uint32_t function, const tree_argument *given, uint32_t count) {
    const asker *a = user;
    FIRED(a->m, expression_score);
    return model_ask_score(a->m, function, a->state, a->row, given, count);
}

static bool env_is_in(void *user, uint32_t state) {
    const asker *a = user;
    bool is_in = model_is_active(a->m, (wits_state_id)state);
    FIRED_IF(a->m, expression_in, is_in);
    FIRED_IF(a->m, expression_not_in, !is_in);
    return is_in;
}

static bool env_is_done(void *user) {
    const asker *a = user;
    const bool done = model_is_active(a->m, a->state) && model_done(a->m, a->state);
    FIRED_IF(a->m, expression_done, done);
    FIRED_IF(a->m, expression_not_done, !done);
    return done;
}

static tree_env env_of(asker *a, uint32_t elapsed) {
    const wits_frame *f = a->m->frame;
    return (tree_env){.user = a,
                      .field = env_field,
                      .condition = env_condition,
                      .score = env_score,
                      .is_in = env_is_in,
                      .is_done = env_is_done,
                      .seed = f->seed,
                      .draws = f->draws,
                      .agent = f->agent,
                      .tick = f->tick,
                      .elapsed = elapsed};
}

static void count_reads(model *m, const tree *t, uint32_t elapsed) {
    FIRED_IF(m, random_drawn, t->kind == TREE_RANDOM);
    FIRED_IF(m, random_drawn_by_caller, t->kind == TREE_RANDOM && m->frame->draws != NULL);
    FIRED_IF(m, tick_read, t->kind == TREE_TICK);
    FIRED_IF(m, elapsed_read, t->kind == TREE_ELAPSED && elapsed > 0);
    FIRED_IF(m, value_qualified, t->kind == TREE_VALUE);
    if (t->kind == TREE_CONDITION || t->kind == TREE_SCORE || t->kind == TREE_ACTION) {
        model_count_call(m, t);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        count_reads(m, t->child[i], elapsed);
    }
}

/// Counts the calls of a whole text.
static void count_calls(model *m, const tree *t, bool is_inside) {
    FIRED_IF(m, given_asks_condition, is_inside && t->kind == TREE_CONDITION);
    FIRED_IF(m, given_asks_score, is_inside && t->kind == TREE_SCORE);
    const bool is_call = t->kind == TREE_CONDITION || t->kind == TREE_SCORE || t->kind == TREE_ACTION;
    for (uint32_t i = 0; i < t->count; i++) {
        count_calls(m, t->child[i], is_inside || is_call);
    }
}

static void count_text(model *m, const tree *t, uint32_t elapsed) {
    count_reads(m, t, elapsed);
    count_calls(m, t, false);
    FIRED_IF(m, given_asks_deepest, tree_call_depth(t) == TREE_CALLS);
}

bool model_text_condition(model *m, const char *text, wits_state_id state, uint16_t row, bool *holds) {
    const text_row *found = find_row(m->texts, text);
    if (found == NULL) {
        return false;
    }
    asker a = {m, state, row};
    uint32_t elapsed = model_elapsed(m, state, m->frame->tick);
    tree_env env = env_of(&a, elapsed);
    count_text(m, found->root, elapsed);
    *holds = tree_walk(found->root, &env).bits != 0;
    FIRED_IF(m, condition_expression_holds, *holds);
    FIRED_IF(m, condition_expression_fails, !*holds);
    return true;
}

bool model_text_score(model *m, const char *text, wits_state_id state, float *score) {
    const text_row *found = find_row(m->texts, text);
    if (found == NULL) {
        return false;
    }
    asker a = {m, state, WITS_NONE};
    uint32_t elapsed = model_elapsed(m, state, m->frame->tick);
    tree_env env = env_of(&a, elapsed);
    count_text(m, found->root, elapsed);
    FIRED(m, score_expression);
    *score = tree_walk_float(found->root, &env);
    return true;
}

static void add_parts(const tree *t, const tree_env *env, bool *parts, uint32_t capacity, uint32_t *count) {
    if (t->kind == TREE_AND) {
        add_parts(t->child[0], env, parts, capacity, count);
        add_parts(t->child[1], env, parts, capacity, count);
        return;
    }
    if (*count < capacity) {
        parts[*count] = tree_walk(t, env).bits != 0;
    }
    ++*count;
}

uint32_t model_text_parts(model *m, const char *text, wits_state_id state, uint16_t row, bool *parts,
                          uint32_t capacity) {
    const text_row *found = find_row(m->texts, text);
    uint32_t count = 0;
    if (found == NULL) {  // a host function
        parts[count++] = model_condition(m, text, state, row);
        return count;
    }
    asker a = {m, state, row};
    tree_env env = env_of(&a, model_elapsed(m, state, m->frame->tick));
    add_parts(found->root, &env, parts, capacity, &count);
    return count;
}

int32_t model_text_rank(model *m, wits_state_id option) {
    const text_row *found = find_row(m->texts, m->desc->states[option].rank);
    assert(found != NULL && "a rank is an expression");
    asker a = {m, option, WITS_NONE};
    uint32_t elapsed = model_elapsed(m, option, m->frame->tick);
    tree_env env = env_of(&a, elapsed);
    count_text(m, found->root, elapsed);
    FIRED_IF(m, rank_constant, found->root->kind == TREE_LITERAL);
    FIRED_IF(m, rank_expression, found->root->kind != TREE_LITERAL);
    return tree_stored(WITS_TYPE_INT, found->root, tree_walk(found->root, &env)).i;
}

static void count_store(model *m, wits_type type, const tree *t, tree_value value, tree_value kept) {
    FIRED_IF(m, wrote_bool, type == WITS_TYPE_BOOL);
    FIRED_IF(m, wrote_enum, type == WITS_TYPE_ENUM);
    FIRED_IF(m, wrote_int8, type == WITS_TYPE_INT8);
    FIRED_IF(m, wrote_uint8, type == WITS_TYPE_UINT8);
    FIRED_IF(m, wrote_int16, type == WITS_TYPE_INT16);
    FIRED_IF(m, wrote_uint16, type == WITS_TYPE_UINT16);
    FIRED_IF(m, wrote_int, type == WITS_TYPE_INT);
    FIRED_IF(m, wrote_float, type == WITS_TYPE_FLOAT);
    FIRED_IF(m, stored_nan, type == WITS_TYPE_FLOAT && kept.bits == 0x7FC00000u);
    FIRED_IF(m, stored_widened, type == WITS_TYPE_FLOAT && t->type == TREE_INT);
    bool narrowed = tree_type_of(type) == TREE_INT && t->type == TREE_FLOAT;
    FIRED_IF(m, stored_truncated, narrowed && (float)kept.i != value.f);
    FIRED_IF(m, stored_wrapped, tree_type_of(type) == TREE_INT && t->type == TREE_INT && kept.i != value.i);
}

static void store(asker *a, const text_row *row, uint32_t elapsed) {
    model *m = a->m;
    const wits_column *column = &m->frame->columns[row->field];
    wits_type type = m->desc->fields[row->field].type;
    tree_env env = env_of(a, elapsed);
    count_text(m, row->root, elapsed);
    tree_value value = tree_walk(row->root, &env);
    tree_value kept = tree_stored(type, row->root, value);
    count_store(m, type, row->root, value, kept);
    tree_store(type, (uint8_t *)column->base + m->frame->row * column->stride, kept);
}

bool model_text_assignment(const model *m, const char *action, uint32_t *assignment) {
    const text_row *row = find_row(m->texts, action);
    *assignment = row != NULL ? row->assignment : 0;
    return row != NULL;
}

void model_assign(model *m, uint32_t assignment, wits_state_id state, uint16_t row, uint32_t elapsed) {
    asker a = {m, state, row};
    for (uint32_t i = 0; i < m->texts->row_count; i++) {
        const text_row *candidate = &m->texts->rows[i];
        if (candidate->is_assignment && candidate->assignment == assignment) {
            store(&a, candidate, elapsed);
            return;
        }
    }
    assert(false && "no such assignment");
}

// --------------------------------------------------------------------------------------------------- calls of actions

bool model_text_call(const model *m, const char *action, uint32_t *call) {
    const text_row *row = find_row(m->texts, action);
    *call = row != NULL ? row->call : 0;
    return row != NULL && row->is_call;
}

static const text_row *row_of_call(const model *m, uint32_t call) {
    for (uint32_t i = 0; i < m->texts->row_count; i++) {
        if (m->texts->rows[i].is_call && m->texts->rows[i].call == call) {
            return &m->texts->rows[i];
        }
    }
    assert(false && "no such call");
    return NULL;
}

uint32_t model_call_function(const model *m, uint32_t call) {
    return row_of_call(m, call)->root->number;
}

uint32_t model_call_arguments(model *m, uint32_t call, wits_state_id state, uint16_t row, uint32_t elapsed,
                              tree_argument *given) {
    const text_row *found = row_of_call(m, call);
    asker a = {m, state, row};
    tree_env env = env_of(&a, elapsed);
    count_text(m, found->root, elapsed);
    return tree_arguments(found->root, &env, given);
}
