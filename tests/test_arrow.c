// SPDX-License-Identifier: MIT
// wits/arrow.h: crowds as record batches, record batches as fields, and every batch that is refused.
#include "arrow/oxen.h"
#include "support.h"
#include "wits/arrow.h"
#include "wits/convert.h"

#include <pthread.h>

enum { AGENTS = 21, WITH_BOTH = FIELDS + 2 };

static const wits_state_desc states[] = {
    {.name = "ox"},
    {.name = "rest", .timed = true},
    {.name = "work", .update = "long = long + 1"},
    {.name = "pull", .parent = 2},
    {.name = "push", .parent = 2},
};
static const wits_transition_desc transitions[] = {
    {.from = 1, .to = 2, .when = "mood == furious or calm and tiny < 0 or small > 9 and short < 0 and word > 1"},
    {.from = 3, .to = 4, .when = "speed > 0.5"},
};
static const wits_desc desc = {STATES(states), TRANSITIONS(transitions), .fields = fields, .field_count = FIELDS};

/// A crowd whose fields are dense arrays, or members of structs, and its data.
typedef struct herd {
    wits_brain *brain;
    void *code;
    ox *oxen;             ///< rows of structs; null for arrays
    void *dense[FIELDS];  ///< arrays; null for structs
    void *agents;
    wits_column columns[FIELDS];
    wits_crowd crowd;
} herd;

static herd *herd_new(bool is_dense) {
    herd *h = calloc(1, sizeof *h);
    assert_non_null(h);
    h->brain = compile(&desc);
    const size_t size = wits_agent_size(h->brain);
    assert_true(size <= sizeof h->oxen->agent);
    h->oxen = is_dense ? NULL : calloc(AGENTS, sizeof *h->oxen);
    ox_columns(h->oxen, AGENTS, h->columns);
    for (uint32_t field = 0; field < FIELDS && is_dense; field++) {
        h->dense[field] = h->columns[field].base;
    }
    h->agents = is_dense ? calloc(AGENTS, size) : NULL;
    h->code = malloc(wits_crowd_code_size(h->brain));
    h->crowd = (wits_crowd){.code = wits_crowd_prepare(h->brain, h->code, wits_crowd_code_size(h->brain)),
                            .count = AGENTS,
                            .agents = is_dense ? h->agents : (void *)h->oxen->agent,
                            .agent_stride = is_dense ? 0 : sizeof *h->oxen,
                            .columns = h->columns};
    assert_true(wits_crowd_check(&h->crowd, NULL));
    return h;
}

static void herd_free(herd *h) {
    for (uint32_t field = 0; field < FIELDS; field++) {
        free(h->dense[field]);
    }
    free(h->agents);
    free(h->oxen);
    free(h->code);
    free(h->brain);
    free(h);
}

static unsigned char *at(const herd *h, uint32_t field, uint64_t row) {
    return (unsigned char *)h->columns[field].base + row * h->columns[field].stride;
}

static unsigned char *agent(const herd *h, uint64_t row) {
    const size_t stride = h->crowd.agent_stride != 0 ? h->crowd.agent_stride : wits_agent_size(h->brain);
    return (unsigned char *)h->crowd.agents + row * stride;
}

/// Values that differ from agent to agent, and agents in all states; every seventh is stopped.
static void herd_fill(herd *h) {
    for (uint64_t row = 0; row < AGENTS; row++) {
        const int32_t number = (int32_t)row * 1000003 - 9999999;
        const float real = (float)row / 8;
        *at(h, CALM, row) = row % 3 == 0;
        *at(h, MOOD, row) = (unsigned char)(row % 3);
        *at(h, TINY, row) = (unsigned char)(200 + row);
        *at(h, SMALL, row) = (unsigned char)(250 - row);
        memcpy(at(h, SHORT, row), &number, 2);
        memcpy(at(h, WORD, row), &number, 2);
        memcpy(at(h, LONG, row), &number, 4);
        memcpy(at(h, SPEED, row), &real, 4);
        wits_frame frame = {.columns = h->columns, .row = (uint32_t)row, .tick = (uint32_t)row};
        if (row % 7 != 0) {
            wits_set_state(h->brain, agent(h, row), &frame, row % 5 == 0 ? 1 : (wits_state_id)(3 + row % 2));
        }
    }
}

static void expect_same(const herd *a, uint64_t a_first, const herd *b, uint64_t b_first, uint64_t count) {
    for (uint64_t row = 0; row < count; row++) {
        for (uint32_t field = 0; field < FIELDS; field++) {
            assert_memory_equal(at(a, field, a_first + row), at(b, field, b_first + row), width_of(fields[field].type));
        }
        assert_memory_equal(agent(a, a_first + row), agent(b, b_first + row), wits_agent_size(a->brain));
    }
}

// ------------------------------------------------------------------------------------------------ a schema and a batch

static void count_released(void *user) {
    ++*(int *)user;
}

/// A batch of a herd with its schema, in memory of exactly the requested size, at an odd address.
typedef struct parcel {
    struct ArrowSchema schema;
    struct ArrowArray batch;
    char *schema_memory, *batch_memory;
    int released;  ///< times that memory was freed
} parcel;

static parcel *parcel_new(const herd *h, uint64_t first, uint64_t count) {
    parcel *p = calloc(1, sizeof *p);
    assert_non_null(p);
    const wits_arrow_options options = {"agent", "state", count_released, &p->released};
    const size_t schema_size = wits_arrow_schema_size(h->brain, &options);
    const size_t batch_size = wits_arrow_batch_size(&h->crowd, first, count, &options);
    assert_true(schema_size > 0 && batch_size > 0);
    p->schema_memory = malloc(schema_size + 1);
    p->batch_memory = malloc(batch_size + 1);
    assert_false(wits_arrow_schema(h->brain, &options, p->schema_memory + 1, schema_size - 1, &p->schema));
    assert_false(wits_arrow_batch(&h->crowd, first, count, &options, p->batch_memory + 1, batch_size - 1, &p->batch));
    assert_true(wits_arrow_schema(h->brain, &options, p->schema_memory + 1, schema_size, &p->schema));
    assert_true(wits_arrow_batch(&h->crowd, first, count, &options, p->batch_memory + 1, batch_size, &p->batch));
    return p;
}

static void parcel_free(parcel *p) {
    if (p->schema.release != NULL) {
        p->schema.release(&p->schema);
    }
    if (p->batch.release != NULL) {
        p->batch.release(&p->batch);
    }
    free(p->schema_memory);
    free(p->batch_memory);
    free(p);
}

static void the_schema_says_what_columns_are(void **state) {
    static const char *const formats[WITH_BOTH] = {"c", "C", "c", "C", "s", "S", "i", "f", NULL, "S"};
    herd *h = herd_new(true);
    parcel *p = parcel_new(h, 0, AGENTS);
    assert_string_equal(p->schema.format, "+s");
    assert_int_equal(p->schema.n_children, WITH_BOTH);
    for (uint32_t i = 0; i < WITH_BOTH; i++) {
        const struct ArrowSchema *column = p->schema.children[i];
        const bool is_enum = i == MOOD || i == FIELDS + 1;
        assert_string_equal(column->name, i < FIELDS ? fields[i].name : i == FIELDS ? "agent" : "state");
        if (formats[i] != NULL) {
            assert_string_equal(column->format, formats[i]);
        }
        assert_int_equal(column->flags, i == FIELDS + 1 ? ARROW_FLAG_NULLABLE : 0);
        assert_int_equal(column->dictionary != NULL, is_enum);
        assert_int_equal(column->metadata != NULL, i == CALM || i == FIELDS);
        assert_int_equal(column->n_children, 0);
        assert_non_null(column->release);
        if (is_enum) {
            assert_string_equal(column->dictionary->format, "u");
        }
    }
    char format[16];
    snprintf(format, sizeof format, "w:%u", (unsigned)wits_agent_size(h->brain));
    assert_string_equal(p->schema.children[FIELDS]->format, format);

    // Pairs of keys and values in the specification's format.
    const int32_t pairs = 2, key = 20, value = 11, data_key = 24, none = 0;
    char bool8[4 + 4 + 20 + 4 + 11 + 4 + 24 + 4], *to = bool8;
    const struct {
        const void *bytes;
        size_t size;
    } parts[] = {{&pairs, 4},         {&key, 4},      {"ARROW:extension:name", 20},     {&value, 4},
                 {"arrow.bool8", 11}, {&data_key, 4}, {"ARROW:extension:metadata", 24}, {&none, 4}};
    for (uint32_t i = 0; i < COUNT(parts); i++) {
        memcpy(to, parts[i].bytes, parts[i].size);
        to += parts[i].size;
    }
    assert_memory_equal(p->schema.children[CALM]->metadata, bool8, sizeof bool8);
    char layout[17];
    snprintf(layout, sizeof layout, "%016llx", (unsigned long long)wits_brain_layout_hash(h->brain));
    assert_memory_equal(p->schema.children[FIELDS]->metadata + 4 + 4, "wits.layout", 11);
    assert_memory_equal(p->schema.children[FIELDS]->metadata + 4 + 4 + 11 + 4, layout, 16);
    parcel_free(p);

    struct ArrowSchema alone;
    void *memory = malloc(wits_arrow_schema_size(h->brain, NULL));
    assert_true(wits_arrow_schema(h->brain, NULL, memory, wits_arrow_schema_size(h->brain, NULL), &alone));
    assert_int_equal(alone.n_children, FIELDS);
    alone.release(&alone);
    free(memory);
    herd_free(h);
}

static const char *entry_of(const struct ArrowArray *dictionary, int64_t entry, char text[64]) {
    const int32_t *offsets = dictionary->buffers[1];
    const int32_t length = offsets[entry + 1] - offsets[entry];
    assert_true(entry < dictionary->length && length >= 0 && length < 64);
    memcpy(text, (const char *)dictionary->buffers[2] + offsets[entry], (size_t)length);
    text[length] = '\0';
    return text;
}

/// The contents of a batch, whether its memory is the crowd's or a copy.
static void expect_batch(const herd *h, const struct ArrowArray *batch, uint64_t first, uint64_t count) {
    char text[64], path[64];
    assert_int_equal(batch->length, count);
    assert_int_equal(batch->n_children, WITH_BOTH);
    assert_int_equal(batch->n_buffers, 1);
    assert_null(batch->buffers[0]);
    for (uint32_t i = 0; i < WITH_BOTH; i++) {
        const struct ArrowArray *column = batch->children[i];
        const size_t width = i < FIELDS ? width_of(fields[i].type) : wits_agent_size(h->brain);
        const unsigned char *values = column->buffers[1];
        assert_int_equal(column->length, count);
        assert_int_equal(column->offset, 0);
        assert_int_equal(column->n_buffers, 2);
        assert_int_equal(column->n_children, 0);
        for (uint64_t row = 0; row < count && i <= FIELDS; row++) {
            assert_memory_equal(values + row * width, i < FIELDS ? at(h, i, first + row) : agent(h, first + row),
                                width);
        }
        if (i <= FIELDS) {
            assert_int_equal(column->null_count, 0);
            assert_null(column->buffers[0]);
            const bool is_borrowed = wits_arrow_is_borrowed(&h->crowd, i < FIELDS ? i : WITS_NONE);
            assert_int_equal(is_borrowed, values == (i < FIELDS ? at(h, i, first) : agent(h, first)));
            assert_int_equal(is_borrowed, h->oxen == NULL);
        }
    }
    const struct ArrowArray *mood = batch->children[MOOD]->dictionary;
    assert_int_equal(mood->length, 3);
    for (int64_t value = 0; value < 3; value++) {
        assert_string_equal(entry_of(mood, value, text), moods[value]);
    }
    const struct ArrowArray *state = batch->children[FIELDS + 1];
    const uint16_t *ids = state->buffers[1];
    const unsigned char *valid = state->buffers[0];
    int64_t nulls = 0;
    for (uint64_t row = 0; row < count; row++) {
        const wits_state_id deepest = wits_deepest(h->brain, agent(h, first + row));
        assert_int_equal(valid[row / 8] >> row % 8 & 1, deepest != WITS_NONE);
        nulls += deepest == WITS_NONE;
        if (deepest != WITS_NONE) {
            wits_state_path(h->brain, deepest, path, sizeof path);
            assert_string_equal(entry_of(state->dictionary, ids[row], text), path);
        }
    }
    assert_int_equal(state->null_count, nulls);
}

static void batches_borrow_what_lies_densely_and_copy_the_rest(void **state) {
    static const uint64_t slices[][2] = {{0, AGENTS}, {3, 9}, {AGENTS, 0}, {AGENTS - 1, 1}};
    for (int is_dense = 0; is_dense < 2; is_dense++) {
        herd *h = herd_new(is_dense);
        herd_fill(h);
        for (uint32_t i = 0; i < COUNT(slices); i++) {
            parcel *p = parcel_new(h, slices[i][0], slices[i][1]);
            expect_batch(h, &p->batch, slices[i][0], slices[i][1]);
            parcel_free(p);
        }
        herd_free(h);
    }
}

// Nested regions: each has its own column.
static const wits_state_desc fighter[] = {
    {.name = "fighter"},
    {.name = "rest"},
    {.name = "fight", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
    {.name = "legs", .parent = 2},
    {.name = "walk", .parent = 3},
    {.name = "run", .parent = 3},
    {.name = "arms", .parent = 2, .kind = WITS_KIND_PARALLEL},
    {.name = "left", .parent = 6},
    {.name = "right", .parent = 6},
    {.name = "hit", .parent = 8},
    {.name = "block", .parent = 8},
};

/// A crowd without fields in the first states of `of`, the last agent stopped.
typedef struct squad {
    wits_brain *brain;
    void *code;
    unsigned char agents[4][16];
    wits_crowd crowd;
} squad;

static squad *squad_new(const wits_desc *of, const wits_state_id *in, uint32_t count) {
    squad *q = calloc(1, sizeof *q);
    assert_non_null(q);
    q->brain = compile(of);
    assert_true(wits_agent_size(q->brain) <= sizeof q->agents[0] && count < COUNT(q->agents));
    q->code = malloc(wits_crowd_code_size(q->brain));
    q->crowd = (wits_crowd){.code = wits_crowd_prepare(q->brain, q->code, wits_crowd_code_size(q->brain)),
                            .count = count + 1,
                            .agents = q->agents,
                            .agent_stride = sizeof q->agents[0]};
    for (uint32_t row = 0; row < count; row++) {
        const wits_frame frame = {.row = row};
        wits_set_state(q->brain, q->agents[row], &frame, in[row]);
    }
    return q;
}

static void squad_free(squad *q) {
    free(q->code);
    free(q->brain);
    free(q);
}

/// Compares columns of states with `paths`, one column after another; null means null.
static void expect_states(const squad *q, uint32_t columns, const char *const *names, const char *const *paths) {
    const wits_arrow_options options = {.states = "state"};
    const size_t schema_size = wits_arrow_schema_size(q->brain, &options);
    const uint64_t count = q->crowd.count;
    const size_t batch_size = wits_arrow_batch_size(&q->crowd, 0, count, &options);
    void *schema_memory = malloc(schema_size), *batch_memory = malloc(batch_size);
    struct ArrowSchema schema;
    struct ArrowArray batch;
    char text[64];
    assert_true(wits_arrow_schema(q->brain, &options, schema_memory, schema_size, &schema));
    assert_true(wits_arrow_batch(&q->crowd, 0, count, &options, batch_memory, batch_size, &batch));
    assert_int_equal(schema.n_children, columns);
    assert_int_equal(batch.n_children, columns);
    for (uint32_t i = 0; i < columns; i++) {
        const struct ArrowArray *column = batch.children[i];
        const unsigned char *valid = column->buffers[0];
        int64_t nulls = 0;
        assert_string_equal(schema.children[i]->name, names[i]);
        assert_string_equal(schema.children[i]->format, "S");
        assert_int_equal(schema.children[i]->flags, ARROW_FLAG_NULLABLE);
        assert_string_equal(schema.children[i]->dictionary->format, "u");
        for (uint64_t row = 0; row < count; row++) {
            const char *path = paths[i * count + row];
            assert_int_equal(valid[row / 8] >> row % 8 & 1, path != NULL);
            nulls += path == NULL;
            if (path != NULL) {
                const uint16_t entry = ((const uint16_t *)column->buffers[1])[row];
                assert_string_equal(entry_of(column->dictionary, entry, text), path);
            }
        }
        assert_int_equal(column->null_count, nulls);
    }
    schema.release(&schema);
    batch.release(&batch);
    free(schema_memory);
    free(batch_memory);
}

static void each_region_has_a_column(void **state) {
    static const char *const names[] = {"state", "state.fight/legs", "state.fight/arms", "state.fight/arms/left",
                                        "state.fight/arms/right"};
    static const char *const paths[][3] = {{"rest", "fight", NULL},
                                           {NULL, "fight/legs/run", NULL},
                                           {NULL, "fight/arms", NULL},
                                           {NULL, "fight/arms/left", NULL},
                                           {NULL, "fight/arms/right/hit", NULL}};
    const wits_desc of = {STATES(fighter)};
    squad *q = squad_new(&of, (const wits_state_id[]){1, 5}, 2);
    expect_states(q, 5, names, paths[0]);
    const wits_frame frame = {.row = 1};
    wits_goto(q->brain, q->agents[1], &frame, 1);  // the regions are kept, and not active
    expect_states(q, 5, names,
                  (const char *const[]){"rest", "rest", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL, NULL, NULL});
    // The agents' bytes cannot use the name of a region's column.
    assert_int_equal(wits_arrow_schema_size(q->brain, &(wits_arrow_options){"state.fight/arms", "state"}), 0);
    assert_int_equal(wits_arrow_batch_size(&q->crowd, 0, 1, &(wits_arrow_options){"state.fight/arms", "state"}), 0);
    assert_true(wits_arrow_schema_size(q->brain, &(wits_arrow_options){"state.fight/arms/right/hit", "state"}) > 0);
    assert_true(wits_arrow_schema_size(q->brain, &(wits_arrow_options){"state.fight/arms", NULL}) > 0);
    squad_free(q);
}

// Such a root is always active: a column would only show that the agent is started.
static void a_root_that_is_a_parallel_has_no_column(void **state) {
    static const char *const names[] = {"state.body", "state.mind"};
    const wits_state_desc states_of[] = {{.name = "villager", .kind = WITS_KIND_PARALLEL},
                                         {.name = "body"},
                                         {.name = "mind"},
                                         {.name = "toil", .parent = 2},
                                         {.name = "sleep", .parent = 2}};
    const wits_desc of = {STATES(states_of)};
    squad *q = squad_new(&of, (const wits_state_id[]){3, 4}, 2);
    expect_states(q, 2, names, (const char *const[]){"body", "body", NULL, "mind/toil", "mind/sleep", NULL});
    squad_free(q);
}

// A shared value is written for each agent; values at odd addresses are not numbers to other programs.
static void shared_and_misaligned_columns_are_copied(void **state) {
    herd *h = herd_new(true);
    herd_fill(h);
    _Alignas(4) char odd[4 * AGENTS + 1];
    memcpy(odd + 1, h->dense[SPEED], 4 * AGENTS);
    h->columns[SPEED].base = odd + 1;
    h->columns[WORD].stride = 0;
    assert_false(wits_arrow_is_borrowed(&h->crowd, SPEED));
    assert_false(wits_arrow_is_borrowed(&h->crowd, WORD));
    assert_true(wits_arrow_is_borrowed(&h->crowd, LONG));
    assert_false(wits_arrow_is_borrowed(&h->crowd, FIELDS));
    parcel *p = parcel_new(h, 1, 5);
    assert_memory_equal(p->batch.children[SPEED]->buffers[1], odd + 5, 20);
    for (uint64_t row = 0; row < 5; row++) {
        assert_memory_equal((const char *)p->batch.children[WORD]->buffers[1] + 2 * row, h->dense[WORD], 2);
    }
    assert_int_equal((uintptr_t)p->batch.children[SPEED]->buffers[1] % 64, 0);
    assert_int_equal((uintptr_t)p->batch.children[WORD]->buffers[1] % 64, 0);
    parcel_free(p);
    herd_free(h);
}

static void what_cannot_be_written_is_not(void **state) {
    herd *h = herd_new(true);
    const wits_arrow_options taken = {.agents = "speed"}, also = {.states = "mood"}, same = {"x", "x", NULL, NULL};
    char memory[64];
    struct ArrowSchema schema = {.name = "untouched"};
    struct ArrowArray batch = {.length = 7};
    const wits_crowd without = {.count = AGENTS};
    assert_int_equal(wits_arrow_schema_size(NULL, NULL), 0);
    assert_int_equal(wits_arrow_schema_size(h->brain, &taken), 0);
    assert_int_equal(wits_arrow_schema_size(h->brain, &also), 0);
    assert_int_equal(wits_arrow_schema_size(h->brain, &same), 0);
    assert_int_equal(wits_arrow_batch_size(&h->crowd, 0, AGENTS, &taken), 0);
    assert_int_equal(wits_arrow_batch_size(&h->crowd, 0, AGENTS + 1, NULL), 0);
    assert_int_equal(wits_arrow_batch_size(&h->crowd, AGENTS + 1, 0, NULL), 0);
    assert_int_equal(wits_arrow_batch_size(&h->crowd, 2, UINT64_MAX, NULL), 0);
    assert_int_equal(wits_arrow_batch_size(&without, 0, 1, NULL), 0);
    assert_false(wits_arrow_is_borrowed(&without, 0));
    assert_false(wits_arrow_schema(h->brain, NULL, NULL, SIZE_MAX, &schema));
    assert_false(wits_arrow_schema(h->brain, NULL, memory, sizeof memory, &schema));
    assert_false(wits_arrow_schema(h->brain, &taken, memory, SIZE_MAX, &schema));
    assert_false(wits_arrow_batch(&h->crowd, 0, AGENTS, NULL, NULL, SIZE_MAX, &batch));
    assert_false(wits_arrow_batch(&h->crowd, 0, AGENTS, NULL, memory, sizeof memory, &batch));
    assert_false(wits_arrow_batch(&h->crowd, 0, AGENTS + 1, NULL, memory, SIZE_MAX, &batch));
    assert_string_equal(schema.name, "untouched");
    assert_int_equal(batch.length, 7);
    herd_free(h);
}

// ----------------------------------------------------------------------------------------------------------- releasing

static void all_is_released_at_once(void **state) {
    herd *h = herd_new(true);
    parcel *p = parcel_new(h, 0, AGENTS);
    p->batch.release(&p->batch);
    assert_null(p->batch.release);
    assert_int_equal(p->released, 1);
    p->schema.release(&p->schema);
    assert_null(p->schema.release);
    assert_int_equal(p->released, 2);
    parcel_free(p);
    herd_free(h);
}

// "The consumer can move the structure by bitwise copying"; children may be moved out, and their parent is released.
static void moved_structs_outlive_what_they_were_in(void **state) {
    herd *h = herd_new(false);
    herd_fill(h);
    parcel *p = parcel_new(h, 0, AGENTS);
    struct ArrowArray moved = p->batch;
    p->batch.release = NULL;
    memset(&p->batch, 0, sizeof p->batch);
    expect_batch(h, &moved, 0, AGENTS);
    struct ArrowArray mood = *moved.children[MOOD], speed = *moved.children[SPEED];
    moved.children[MOOD]->release = NULL;
    moved.children[SPEED]->release = NULL;
    moved.release(&moved);
    assert_int_equal(p->released, 0);
    speed.release(&speed);
    assert_null(speed.release);
    assert_int_equal(p->released, 0);
    char text[64];
    struct ArrowArray dictionary = *mood.dictionary;
    mood.dictionary->release = NULL;
    mood.release(&mood);
    assert_int_equal(p->released, 0);
    assert_string_equal(entry_of(&dictionary, 2, text), "furious");
    dictionary.release(&dictionary);
    assert_int_equal(p->released, 1);

    struct ArrowSchema schema = *p->schema.children[MOOD];
    p->schema.children[MOOD]->release = NULL;
    p->schema.release(&p->schema);
    assert_int_equal(p->released, 1);
    assert_string_equal(schema.name, "mood");
    schema.release(&schema);
    assert_null(schema.release);
    assert_int_equal(p->released, 2);
    parcel_free(p);
    herd_free(h);
}

static void *release_child(void *child) {
    struct ArrowArray *array = child;
    array->release(array);
    return NULL;
}

static void children_are_released_on_any_threads(void **state) {
    herd *h = herd_new(false);
    for (int round = 0; round < 20; round++) {
        parcel *p = parcel_new(h, 0, AGENTS);
        struct ArrowArray children[WITH_BOTH];
        pthread_t threads[WITH_BOTH];
        for (uint32_t i = 0; i < WITH_BOTH; i++) {
            children[i] = *p->batch.children[i];
            p->batch.children[i]->release = NULL;
        }
        p->batch.release(&p->batch);
        for (uint32_t i = 0; i < WITH_BOTH; i++) {
            assert_int_equal(pthread_create(&threads[i], NULL, release_child, &children[i]), 0);
        }
        for (uint32_t i = 0; i < WITH_BOTH; i++) {
            pthread_join(threads[i], NULL);
        }
        assert_int_equal(p->released, 1);
        parcel_free(p);
    }
    herd_free(h);
}

// ------------------------------------------------------------------------------------------------------------------ in

static void expect_good(bool good, const wits_report *report) {
    char text[1600] = "";
    if (!good) {
        wits_problem_text(&report->problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    assert_int_equal(report->count, 0);
}

static void a_loaded_batch_is_the_crowd_that_was_written(void **state) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    for (int way = 0; way < 4; way++) {
        herd *from = herd_new(way & 1), *to = herd_new(way & 2);
        herd_fill(from);
        parcel *p = parcel_new(from, 0, AGENTS);
        expect_good(wits_arrow_load(&to->crowd, 0, &p->schema, &p->batch, "agent", &report), &report);
        expect_same(from, 0, to, 0, AGENTS);
        parcel_free(p);
        p = parcel_new(from, 2, 5);  // somewhere else
        expect_good(wits_arrow_load(&to->crowd, 11, &p->schema, &p->batch, "agent", &report), &report);
        expect_same(from, 2, to, 11, 5);
        expect_same(from, 0, to, 0, 11);
        expect_same(from, 16, to, 16, AGENTS - 16);
        parcel_free(p);
        herd_free(from);
        herd_free(to);
    }
}

// Without the name of a column the agents are unchanged; read-only fields need no column.
static void a_load_leaves_what_is_not_the_crowds_own(void **state) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    herd *from = herd_new(true), *to = herd_new(false);
    herd_fill(from);
    parcel *p = parcel_new(from, 0, AGENTS);
    to->columns[SPEED].read_only = true;
    to->columns[TINY].stride = 0;
    p->schema.children[TINY]->name = "elsewhere";
    expect_good(wits_arrow_load(&to->crowd, 0, &p->schema, &p->batch, NULL, &report), &report);
    for (uint64_t row = 0; row < AGENTS; row++) {
        assert_true(*(const float *)(const void *)at(to, SPEED, row) == 0.0f);
        assert_false(wits_is_started(to->brain, agent(to, row)));
        assert_memory_equal(at(to, LONG, row), at(from, LONG, row), 4);
    }
    assert_int_equal(*at(to, TINY, 0), 0);
    parcel_free(p);
    herd_free(from);
    herd_free(to);
}

// Packed bools, indices of any width, other orders, offsets of the batch and of columns.
static void loads_take_what_cannot_be_borrowed(void **state) {
    static const unsigned char bits[] = {0xB5, 0x02};
    static const int32_t offsets[] = {0, 7, 13, 18};
    static const char names[] = "furioussleepyawake";
    static const int32_t numbers[] = {9, 2, 1, 0, 0, 1};
    static const int64_t wide[] = {7, 2, 1, 0, 0, 1};
    static const int64_t large[] = {0, 7, 13, 18};
    static const unsigned char values[] = {1, 0, 2, 2};  // rows 0 to 3: awake, sleepy, furious, furious
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    herd *from = herd_new(true), *to = herd_new(true);
    herd_fill(from);
    for (int is_wide = 0; is_wide < 2; is_wide++) {
        parcel *p = parcel_new(from, 0, AGENTS);
        p->batch.offset = 1;
        p->batch.length = 4;
        p->schema.children[CALM]->format = "b";
        p->schema.children[CALM]->metadata = NULL;
        p->batch.children[CALM]->buffers[1] = bits;
        p->batch.children[CALM]->offset = 2;
        p->batch.children[CALM]->length = 5;
        struct ArrowArray *mood = p->batch.children[MOOD];
        p->schema.children[MOOD]->format = is_wide ? "l" : "i";
        p->schema.children[MOOD]->dictionary->format = is_wide ? "U" : "u";
        mood->buffers[1] = is_wide ? (const void *)wide : numbers;
        mood->length = 6;
        mood->dictionary->buffers[1] = is_wide ? (const void *)large : offsets;
        mood->dictionary->buffers[2] = names;
        expect_good(wits_arrow_load(&to->crowd, 0, &p->schema, &p->batch, NULL, &report), &report);
        for (uint64_t row = 0; row < 4; row++) {
            assert_int_equal(*at(to, CALM, row), bits[(row + 3) / 8] >> (row + 3) % 8 & 1);
            assert_int_equal(*at(to, MOOD, row), values[row]);
            assert_memory_equal(at(to, WORD, row), at(from, WORD, row + 1), 2);
        }
        parcel_free(p);
    }
    herd_free(from);
    herd_free(to);
}

// A brain reads another program's memory.
static void columns_lie_where_the_batch_has_them(void **state) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    herd *from = herd_new(true), *to = herd_new(true);
    herd_fill(from);
    parcel *p = parcel_new(from, 0, AGENTS);
    wits_column columns[FIELDS] = {[LONG] = to->columns[LONG]};  // the brain assigns this one: it is the program's
    p->batch.offset = 2;
    p->batch.length = 8;
    p->batch.children[SPEED]->offset = 3;
    p->batch.children[SPEED]->length = AGENTS - 3;
    expect_good(wits_arrow_columns(to->brain, &p->schema, &p->batch, columns, &report), &report);
    assert_ptr_equal(columns[SPEED].base, at(from, SPEED, 5));
    assert_ptr_equal(columns[CALM].base, at(from, CALM, 2));
    assert_ptr_equal(columns[LONG].base, to->dense[LONG]);
    for (uint32_t field = 0; field < FIELDS; field++) {
        assert_int_equal(columns[field].type, fields[field].type);
        assert_int_equal(columns[field].stride, width_of(fields[field].type));
        assert_int_equal(columns[field].size, field == LONG ? 0 : 8 * columns[field].stride);
        assert_int_equal(columns[field].read_only, field != LONG);
    }
    to->crowd.columns = columns;
    assert_false(wits_crowd_check(&to->crowd, NULL));  // the batch has 8 rows
    to->crowd.count = 8;
    expect_good(wits_crowd_check(&to->crowd, &report), &report);
    parcel_free(p);

    // Fields that the brain assigns must belong to the program.
    p = parcel_new(from, 0, AGENTS);
    wits_column none[FIELDS] = {{.base = NULL}};
    assert_false(wits_arrow_columns(to->brain, &p->schema, &p->batch, none, &report));
    assert_int_equal(report.count, 1);
    assert_int_equal(problems[0].code, WITS_PROBLEM_COLUMN_READ_ONLY);
    assert_string_equal(problems[0].name, "long");
    for (uint32_t field = 0; field < FIELDS; field++) {
        assert_null(none[field].base);
    }
    parcel_free(p);

    // Empty batches are not read; the last values of an enum may be missing in a dictionary.
    report.count = 0;
    none[LONG] = to->columns[LONG];
    p = parcel_new(from, AGENTS, 0);
    for (uint32_t field = 0; field < FIELDS; field++) {
        p->batch.children[field]->buffers[1] = NULL;
    }
    expect_good(wits_arrow_columns(to->brain, &p->schema, &p->batch, none, &report), &report);
    assert_non_null(none[SPEED].base);
    parcel_free(p);
    p = parcel_new(from, 1, 1);
    p->batch.children[MOOD]->dictionary->length = 2;
    none[MOOD].base = NULL;
    expect_good(wits_arrow_columns(to->brain, &p->schema, &p->batch, none, &report), &report);
    assert_ptr_equal(none[MOOD].base, at(from, MOOD, 1));
    parcel_free(p);
    herd_free(from);
    herd_free(to);
}

// The agents of one crowd decide the same over another program's memory as over their own.
static void agents_live_in_a_batch_as_in_their_own_memory(void **state) {
    herd *own = herd_new(true), *other = herd_new(true);
    herd_fill(own);
    memcpy(other->agents, own->agents, AGENTS * wits_agent_size(own->brain));
    memcpy(other->dense[LONG], own->dense[LONG], sizeof(int32_t) * AGENTS);
    const wits_arrow_options nothing = {.agents = NULL};
    const size_t schema_size = wits_arrow_schema_size(own->brain, &nothing);
    const size_t batch_size = wits_arrow_batch_size(&own->crowd, 0, AGENTS, &nothing);
    void *schema_memory = malloc(schema_size), *batch_memory = malloc(batch_size);
    struct ArrowSchema schema;
    struct ArrowArray batch;
    assert_true(wits_arrow_schema(own->brain, &nothing, schema_memory, schema_size, &schema));
    assert_true(wits_arrow_batch(&own->crowd, 0, AGENTS, &nothing, batch_memory, batch_size, &batch));
    wits_column columns[FIELDS] = {[LONG] = other->columns[LONG]};
    assert_true(wits_arrow_columns(other->brain, &schema, &batch, columns, NULL));
    other->crowd.columns = columns;
    const size_t scratch = (wits_crowd_scratch_size(own->crowd.code, 0) + 63) / 64 * 64;
    wits_crowd_run run = {.seed = 5, .scratch = aligned_alloc(64, scratch)};
    for (run.tick = 100; run.tick < 110; run.tick++) {
        assert_int_equal(wits_crowd_tick(&other->crowd, 0, AGENTS, &run), AGENTS);
        assert_int_equal(wits_crowd_tick(&own->crowd, 0, AGENTS, &run), AGENTS);
        assert_true(wits_crowd_hash(&own->crowd, 0, AGENTS) == wits_crowd_hash(&other->crowd, 0, AGENTS));
    }
    assert_memory_equal(other->dense[LONG], own->dense[LONG], sizeof(int32_t) * AGENTS);
    schema.release(&schema);
    batch.release(&batch);
    free(schema_memory);
    free(batch_memory);
    free(run.scratch);
    herd_free(own);
    herd_free(other);
}

// --------------------------------------------------------------------------------------------------------- bad batches

static bool provoked[WITS_PROBLEM_COUNT];

/// A copy of a batch, in which everything may be changed.
typedef struct copy {
    struct ArrowSchema schema, *columns[WITH_BOTH], all[WITH_BOTH], mood_values;
    struct ArrowArray batch, *arrays[WITH_BOTH], all_arrays[WITH_BOTH], mood;
    const void *buffers[WITH_BOTH][3], *mood_buffers[3], *no_buffer[1];
} copy;

static void copy_of(copy *c, const parcel *p) {
    c->schema = p->schema;
    c->batch = p->batch;
    c->schema.children = c->columns;
    c->batch.children = c->arrays;
    c->batch.buffers = c->no_buffer;
    c->no_buffer[0] = NULL;
    for (uint32_t i = 0; i < WITH_BOTH; i++) {
        c->all[i] = *p->schema.children[i];
        c->all_arrays[i] = *p->batch.children[i];
        c->columns[i] = &c->all[i];
        c->arrays[i] = &c->all_arrays[i];
        memcpy(c->buffers[i], p->batch.children[i]->buffers, 2 * sizeof(void *));
        c->all_arrays[i].buffers = c->buffers[i];
    }
    c->mood_values = *p->schema.children[MOOD]->dictionary;
    c->mood = *p->batch.children[MOOD]->dictionary;
    memcpy(c->mood_buffers, c->mood.buffers, sizeof c->mood_buffers);
    c->mood.buffers = c->mood_buffers;
    c->all[MOOD].dictionary = &c->mood_values;
    c->all_arrays[MOOD].dictionary = &c->mood;
}

/// An invalid batch, and the errors when it is loaded and when its memory is used in place: null: the same error; "":
/// no error.
typedef struct wrong {
    void (*make)(copy *c);
    const char *loaded;
    const char *borrowed;
} wrong;

static void expect_text(const wits_report *report, const char *expected) {
    char text[1600] = "";
    assert_true(report->count >= 1);
    wits_problem_text(&report->problems[0], text, sizeof text);
    assert_string_equal(text, expected);
    provoked[report->problems[0].code] = true;
}

static void expect_wrong(const wrong *w) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    herd *from = herd_new(true), *to = herd_new(true), *empty = herd_new(true);
    herd_fill(from);
    parcel *p = parcel_new(from, 0, AGENTS);
    copy c;
    copy_of(&c, p);
    w->make(&c);
    if (wits_arrow_load(&to->crowd, 0, &c.schema, &c.batch, "agent", &report)) {
        assert_string_equal(w->loaded, "");
    } else {
        expect_text(&report, w->loaded);
        assert_int_equal(report.count, 1);
        expect_same(to, 0, empty, 0, AGENTS);  // nothing was written
        assert_false(wits_arrow_load(&to->crowd, 0, &c.schema, &c.batch, "agent", NULL));
    }
    report.count = 0;
    const char *borrowed = w->borrowed != NULL ? w->borrowed : w->loaded;
    wits_column columns[FIELDS];
    for (uint32_t field = 0; field < FIELDS; field++) {
        columns[field] = (wits_column){.base = NULL};
    }
    const bool is_about_long = strstr(borrowed, "(long)") != NULL;
    columns[LONG].base = is_about_long ? NULL : to->dense[LONG];  // the brain assigns it
    if (wits_arrow_columns(to->brain, &c.schema, &c.batch, columns, &report)) {
        assert_string_equal(borrowed, "");
    } else {
        expect_text(&report, borrowed);
        assert_int_equal(report.count, 1);
        assert_null(columns[SPEED].base);
        assert_false(wits_arrow_columns(to->brain, &c.schema, &c.batch, columns, NULL));
    }
    parcel_free(p);
    herd_free(from);
    herd_free(to);
    herd_free(empty);
}

static const unsigned char all_but_row_3[] = {0xF7, 0xFF, 0xFF}, all_rows[] = {0xFF, 0xFF, 0x1F};
static const unsigned char threes[AGENTS] = {0, 1, 2, 1, 3}, beyond[AGENTS] = {0, 1, 7};
static const signed char below_zero[AGENTS] = {0, -1};
static const int32_t falling[] = {0, 6, 3, 18}, negative[] = {-4, 6, 11, 18}, other_order[] = {0, 6, 18, 18};
static const int32_t numbers[AGENTS] = {0, 1, 2};

#define WRONG(name, statement)                                                                                         \
    static void name(copy *c) {                                                                                        \
        statement;                                                                                                     \
    }

WRONG(released_schema, c->schema.release = NULL)
WRONG(released_batch, c->batch.release = NULL)
WRONG(released_column_schema, c->all[WORD].release = NULL)
WRONG(released_column, c->all_arrays[WORD].release = NULL)
WRONG(released_dictionary, c->mood.release = NULL)
WRONG(no_format, c->schema.format = NULL)
WRONG(no_struct, c->schema.format = "i")
WRONG(fewer_arrays, c->batch.n_children = 2)
WRONG(less_than_none, c->batch.n_children = -1; c->schema.n_children = -1)
WRONG(no_columns, c->schema.children = NULL)
WRONG(no_arrays, c->batch.children = NULL)
WRONG(no_column, c->columns[WORD] = NULL)
WRONG(no_array, c->arrays[WORD] = NULL)
WRONG(no_column_format, c->all[WORD].format = NULL)
WRONG(two_buffers, c->batch.n_buffers = 2)
WRONG(null_buffers, c->batch.buffers = NULL)
WRONG(negative_length, c->batch.length = -5)
WRONG(negative_offset, c->batch.offset = -5)
WRONG(far_offset, c->batch.offset = INT64_MAX)
WRONG(endless, c->batch.length = INT64_C(1) << 32)
WRONG(null_rows, c->batch.null_count = 1; c->no_buffer[0] = all_but_row_3)
WRONG(short_column, c->all_arrays[WORD].length = 20)
WRONG(column_of_negative_length, c->all_arrays[WORD].length = -1)
WRONG(column_of_negative_offset, c->all_arrays[WORD].offset = -1)
WRONG(one_buffer, c->all_arrays[WORD].n_buffers = 1)
WRONG(no_buffers, c->all_arrays[WORD].buffers = NULL)
WRONG(no_values, c->buffers[WORD][1] = NULL)
WRONG(null_values, c->all_arrays[WORD].null_count = 1; c->buffers[WORD][0] = all_but_row_3)
WRONG(uncounted_nulls, c->all_arrays[WORD].null_count = -1; c->buffers[WORD][0] = all_but_row_3)
WRONG(uncounted_and_none, c->all_arrays[WORD].null_count = -1; c->buffers[WORD][0] = all_rows)
WRONG(uncounted_without_bitmap, c->all_arrays[WORD].null_count = -1)
WRONG(counted_without_bitmap, c->all_arrays[WORD].null_count = 2)
WRONG(null_count_of_minus_two, c->all_arrays[WORD].null_count = -2)
WRONG(doubles, c->all[SPEED].format = "g")
WRONG(longs, c->all[LONG].format = "l")
WRONG(something, c->all[LONG].format = "tsu:UTC")
WRONG(bool_without_its_extension, c->all[CALM].metadata = NULL)
WRONG(bool_as_int8, c->all[TINY].metadata = c->all[CALM].metadata)
WRONG(enum_without_dictionary, c->all[MOOD].dictionary = NULL)
WRONG(dictionary_of_numbers, c->all[WORD].dictionary = &c->mood_values)
WRONG(float_indices, c->all[MOOD].format = "f")
WRONG(wide_indices, c->all[MOOD].format = "i"; c->buffers[MOOD][1] = numbers)
WRONG(no_dictionary_array, c->all_arrays[MOOD].dictionary = NULL)
WRONG(dictionary_of_views, c->mood_values.format = "vu")
WRONG(dictionary_of_dictionaries, c->mood_values.dictionary = &c->all[WORD])
WRONG(dictionary_of_two_buffers, c->mood.n_buffers = 2)
WRONG(dictionary_without_offsets, c->mood_buffers[1] = NULL)
WRONG(dictionary_without_text, c->mood_buffers[2] = NULL)
WRONG(falling_offsets, c->mood_buffers[1] = falling)
WRONG(negative_offsets, c->mood_buffers[1] = negative)
WRONG(other_values, c->mood_buffers[1] = other_order)
WRONG(null_value, c->mood.null_count = 1; c->mood_buffers[0] = "\5")
WRONG(no_such_value, c->buffers[MOOD][1] = threes)
WRONG(no_such_entry, c->buffers[MOOD][1] = beyond)
WRONG(negative_index, c->all[MOOD].format = "c"; c->buffers[MOOD][1] = below_zero)
WRONG(strange_bools, c->buffers[CALM][1] = threes)
WRONG(packed_bools, c->all[CALM].format = "b"; c->all[CALM].metadata = NULL)
WRONG(agents_with_other_metadata, c->all[FIELDS].metadata = c->all[CALM].metadata)
WRONG(broken_metadata, c->all[CALM].metadata = "\377\377\377\377")

static const wrong wrongs[] = {
    {released_schema, "record batch: released or moved: a release callback is null: that of the schema", NULL},
    {released_batch, "record batch: released or moved: a release callback is null: that of the array", NULL},
    {released_column_schema,
     "record batch column row 5: released or moved: a release callback is null: that of the schema", NULL},
    {released_column,
     "record batch column row 5 (word): released or moved: a release callback is null: that of the "
     "array",
     NULL},
    {released_dictionary,
     "record batch column row 1 (mood): released or moved: a release callback is null: that of the "
     "array",
     NULL},
    {no_format, "record batch: malformed Arrow data: its format is null", NULL},
    {no_struct, "record batch: a record batch is a struct, of the format '+s': 'i'", NULL},
    {fewer_arrays, "record batch: malformed Arrow data: the schema has 10 columns, and the array 2", NULL},
    {less_than_none, "record batch: malformed Arrow data: the schema has -1 columns, and the array -1", NULL},
    {no_columns, "record batch: malformed Arrow data: the schema's children are null", NULL},
    {no_arrays, "record batch: malformed Arrow data: the array's children are null", NULL},
    {no_column, "record batch column row 5: malformed Arrow data: its schema is null", NULL},
    {no_array, "record batch column row 5 (word): malformed Arrow data: its array is null", NULL},
    {no_column_format, "record batch column row 5 (word): malformed Arrow data: its format is null", NULL},
    {two_buffers, "record batch: malformed Arrow data: it has 2 buffers instead of 1", NULL},
    {null_buffers, "record batch: malformed Arrow data: its buffers are null", NULL},
    {negative_length, "record batch: malformed Arrow data: its length is -5 and its offset 0", NULL},
    {negative_offset, "record batch: malformed Arrow data: its length is 21 and its offset -5", NULL},
    {far_offset, "record batch: malformed Arrow data: its length is 21 and its offset 9223372036854775807", NULL},
    {endless, "record batch: more than 4,294,967,295 agents; use two crowds", NULL},
    {null_rows, "record batch: fields cannot be null; fill the column first: row 3 is null", NULL},
    {short_column,
     "record batch column row 5 (word): malformed Arrow data: it has 20 rows, and the batch goes on to 21", NULL},
    {column_of_negative_length,
     "record batch column row 5 (word): malformed Arrow data: its length is -1 and its offset 0", NULL},
    {column_of_negative_offset,
     "record batch column row 5 (word): malformed Arrow data: its length is 21 and its offset -1", NULL},
    {one_buffer, "record batch column row 5 (word): malformed Arrow data: it has 1 buffers instead of 2", NULL},
    {no_buffers, "record batch column row 5 (word): malformed Arrow data: its buffers are null", NULL},
    {no_values, "record batch column row 5 (word): malformed Arrow data: its values are null", NULL},
    {null_values, "record batch column row 5 (word): fields cannot be null; fill the column first: row 3 is null",
     NULL},
    {uncounted_nulls, "record batch column row 5 (word): fields cannot be null; fill the column first: row 3 is null",
     NULL},
    {uncounted_and_none, "", NULL},
    {uncounted_without_bitmap, "", NULL},
    {counted_without_bitmap,
     "record batch column row 5 (word): malformed Arrow data: its null count is 2, and it has 0 validity "
     "bitmaps",
     NULL},
    {null_count_of_minus_two,
     "record batch column row 5 (word): malformed Arrow data: its null count is -2, and it has 0 validity "
     "bitmaps",
     NULL},
    {doubles,
     "record batch column row 7 (speed): the column has another type than the field: float is f (float32), and this is "
     "g (float64)",
     NULL},
    {longs,
     "record batch column row 6 (long): the column has another type than the field: int is i (int32), and this is l "
     "(int64)",
     NULL},
    {something,
     "record batch column row 6 (long): the column has another type than the field: int is i (int32), and this is "
     "tsu:UTC",
     NULL},
    {bool_without_its_extension,
     "record batch column row 0 (calm): the column has another type than the field: bool is c with arrow.bool8, or b, "
     "and this is c (int8)",
     "record batch column row 0 (calm): the column has another type than the field: bool is c with arrow.bool8, and "
     "this is c (int8)"},
    {broken_metadata,
     "record batch column row 0 (calm): the column has another type than the field: bool is c with arrow.bool8, or b, "
     "and this is c (int8)",
     "record batch column row 0 (calm): the column has another type than the field: bool is c with arrow.bool8, and "
     "this is c (int8)"},
    {bool_as_int8,
     "record batch column row 2 (tiny): the column has another type than the field: int8 is c, and this is c (int8) "
     "with arrow.bool8",
     NULL},
    {enum_without_dictionary,
     "record batch column row 1 (mood): the column has another type than the field: enum is a dictionary, and this is "
     "C "
     "(uint8)",
     "record batch column row 1 (mood): the column has another type than the field: enum is a dictionary with indices "
     "C "
     "or c, and this is C (uint8)"},
    {dictionary_of_numbers,
     "record batch column row 5 (word): the column has another type than the field: uint16 is S, and this is a "
     "dictionary with indices S (uint16)",
     NULL},
    {float_indices,
     "record batch column row 1 (mood): the column has another type than the field: enum is a dictionary, and this is "
     "a "
     "dictionary with indices f (float32)",
     "record batch column row 1 (mood): the column has another type than the field: enum is a dictionary with indices "
     "C "
     "or c, and this is a dictionary with indices f (float32)"},
    {wide_indices, "",
     "record batch column row 1 (mood): the column has another type than the field: enum is a dictionary with indices "
     "C "
     "or c, and this is a dictionary with indices i (int32)"},
    {no_dictionary_array, "record batch column row 1 (mood): malformed Arrow data: its array is null", NULL},
    {dictionary_of_views,
     "record batch column row 1 (mood): the column has another type than the field: the values of its dictionary must "
     "be u or U (utf8), not vu (utf8 view)",
     NULL},
    {dictionary_of_dictionaries,
     "record batch column row 1 (mood): the column has another type than the field: the values of its dictionary must "
     "be u or U (utf8), not a dictionary with indices u (utf8)",
     NULL},
    {dictionary_of_two_buffers, "record batch column row 1 (mood): malformed Arrow data: it has 2 buffers instead of 3",
     NULL},
    {dictionary_without_offsets,
     "record batch column row 1 (mood): malformed Arrow data: the offsets of its dictionary are null", NULL},
    {dictionary_without_text,
     "record batch column row 1 (mood): the field cannot have this value: row 0 is a null or invalid entry of the "
     "dictionary",
     "record batch column row 1 (mood): the numbers of the dictionary are not those of the enum; wits_arrow_load finds "
     "values by name: value 0 is sleepy, and in the dictionary null"},
    {falling_offsets,
     "record batch column row 1 (mood): the field cannot have this value: row 1 is a null or invalid entry of the "
     "dictionary",
     "record batch column row 1 (mood): the numbers of the dictionary are not those of the enum; wits_arrow_load finds "
     "values by name: value 1 is awake, and in the dictionary null"},
    {negative_offsets,
     "record batch column row 1 (mood): the field cannot have this value: row 0 is a null or invalid entry of the "
     "dictionary",
     "record batch column row 1 (mood): the numbers of the dictionary are not those of the enum; wits_arrow_load finds "
     "values by name: value 0 is sleepy, and in the dictionary null"},
    {other_values,
     "record batch column row 1 (mood): the field cannot have this value: row 1 is 'awakefurious', which is not in the "
     "enum",
     "record batch column row 1 (mood): the numbers of the dictionary are not those of the enum; wits_arrow_load finds "
     "values by name: value 1 is awake, and in the dictionary awakefurious"},
    {null_value,
     "record batch column row 1 (mood): the field cannot have this value: row 1 is a null or invalid entry of the "
     "dictionary",
     "record batch column row 1 (mood): the numbers of the dictionary are not those of the enum; wits_arrow_load finds "
     "values by name: value 1 is awake, and in the dictionary null"},
    {no_such_value,
     "record batch column row 1 (mood): the field cannot have this value: row 4 is beyond the dictionary's entries",
     NULL},
    {no_such_entry,
     "record batch column row 1 (mood): the field cannot have this value: row 2 is beyond the dictionary's entries",
     NULL},
    {negative_index,
     "record batch column row 1 (mood): the field cannot have this value: row 1 is beyond the dictionary's entries",
     NULL},
    {strange_bools, "",
     "record batch column row 0 (calm): the field cannot have this value: row 2 is neither 0 nor 1; wits_arrow_load "
     "makes it 1"},
    {packed_bools, "",
     "record batch column row 0 (calm): bit-packed bools cannot be used in place; give 8-bit bools "
     "(arrow.bool8), or use wits_arrow_load"},
    {agents_with_other_metadata, "", ""},
};

static void bad_batches_are_refused(void **state) {
    for (uint32_t i = 0; i < COUNT(wrongs); i++) {
        expect_wrong(&wrongs[i]);
    }
}

/// Expects several problems.
static void expect_codes(herd *to, const copy *c, uint64_t first, const wits_problem_code *codes, uint32_t code_count,
                         const char *text) {
    wits_problem problems[32];
    wits_report report = {problems, COUNT(problems), 0};
    assert_false(wits_arrow_load(&to->crowd, first, &c->schema, &c->batch, "agent", &report));
    assert_int_equal(report.count, code_count);
    expect_text(&report, text);
    for (uint32_t i = 0; i < code_count; i++) {
        assert_int_equal(problems[i].code, codes[i]);
    }
}

static void the_batch_must_have_what_the_crowd_has(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    herd *from = herd_new(true), *to = herd_new(true);
    herd_fill(from);
    parcel *p = parcel_new(from, 0, AGENTS);
    copy c;
    copy_of(&c, p);
    const wits_crowd without = {.count = AGENTS};
    assert_false(wits_arrow_load(&without, 0, &c.schema, &c.batch, NULL, &report));
    assert_int_equal(problem.code, WITS_PROBLEM_CROWD_CODE_MISSING);
    report.count = 0;
    assert_false(wits_arrow_columns(NULL, &c.schema, &c.batch, NULL, &report));
    assert_int_equal(problem.code, WITS_PROBLEM_BRAIN_MISSING);
    report.count = 0;
    assert_false(wits_arrow_load(&to->crowd, 0, NULL, &c.batch, NULL, &report));
    expect_text(&report, "record batch: malformed Arrow data: its schema is null");
    report.count = 0;
    assert_false(wits_arrow_load(&to->crowd, 0, &c.schema, NULL, NULL, &report));
    expect_text(&report, "record batch: malformed Arrow data: its array is null");
    expect_codes(to, &c, 1, (wits_problem_code[]){WITS_PROBLEM_SLICE_TOO_LONG}, 1,
                 "crowd: count: the slice goes past the crowd's last agent");

    // Everything at once.
    c.all[SPEED].name = "sped";
    c.all[WORD].format = "I";
    c.all[CALM].name = NULL;
    expect_codes(to, &c, 0,
                 (wits_problem_code[]){WITS_PROBLEM_ARROW_COLUMN_MISSING, WITS_PROBLEM_ARROW_TYPE,
                                       WITS_PROBLEM_ARROW_COLUMN_MISSING},
                 3, "fields row 0 (calm): the batch has no column of this name");
    c.all[CALM].name = "calm";
    c.all[WORD].format = "S";
    expect_codes(to, &c, 0, (wits_problem_code[]){WITS_PROBLEM_ARROW_COLUMN_MISSING}, 1,
                 "fields row 7 (speed): the batch has no column of this name; did you mean 'sped'?");
    wits_column columns[FIELDS] = {[LONG] = to->columns[LONG]};
    report.count = 0;
    assert_false(wits_arrow_columns(to->brain, &c.schema, &c.batch, columns, &report));
    expect_text(&report, "fields row 7 (speed): the batch has no column of this name; did you mean 'sped'?");
    c.all[SPEED].name = "speed";
    c.all[FIELDS + 1].name = "speed";
    expect_codes(to, &c, 0, (wits_problem_code[]){WITS_PROBLEM_ARROW_TWICE}, 1,
                 "record batch column row 9 (speed): an earlier column has the same name");
    parcel_free(p);
    herd_free(from);
    herd_free(to);
}

static void agents_must_be_of_this_brain(void **state) {
    herd *from = herd_new(true), *to = herd_new(true);
    herd_fill(from);
    parcel *p = parcel_new(from, 0, AGENTS);
    copy c;
    copy_of(&c, p);
    char text[320];
    c.all[FIELDS].format = "w:3";
    snprintf(text, sizeof text,
             "record batch column row 8 (agent): the column has another type than the field: an agent of this brain is "
             "w:%u, and this is w:3 (fixed-size binary)",
             (unsigned)wits_agent_size(to->brain));
    expect_codes(to, &c, 0, (wits_problem_code[]){WITS_PROBLEM_ARROW_TYPE}, 1, text);
    copy_of(&c, p);
    c.all[FIELDS].name = "oxen";
    expect_codes(to, &c, 0, (wits_problem_code[]){WITS_PROBLEM_ARROW_COLUMN_MISSING}, 1,
                 "record batch (agent): the batch has no column of this name");
    copy_of(&c, p);
    char metadata[4 + 4 + 11 + 4 + 16];
    memcpy(metadata, c.all[FIELDS].metadata, sizeof metadata);
    metadata[sizeof metadata - 1] ^= 1;
    c.all[FIELDS].metadata = metadata;
    expect_codes(to, &c, 0, (wits_problem_code[]){WITS_PROBLEM_AGENTS_OF_ANOTHER}, 1,
                 "record batch column row 8 (agent): the agents were made for another brain, or for another version of "
                 "it");
    copy_of(&c, p);
    memset(agent(from, 4), 0xFF, wits_agent_size(from->brain));
    memset(agent(from, 9), 0xFF, wits_agent_size(from->brain));
    c.batch.length = 12;
    expect_codes(to, &c, 9, (wits_problem_code[]){WITS_PROBLEM_AGENT_INVALID, WITS_PROBLEM_AGENT_INVALID}, 2,
                 "agents row 13: the brain could not have made the bytes of this agent");
    assert_false(wits_arrow_load(&to->crowd, 9, &c.schema, &c.batch, "agent", NULL));
    assert_true(wits_arrow_load(&to->crowd, 9, &c.schema, &c.batch, NULL, NULL));
    parcel_free(p);
    herd_free(from);
    herd_free(to);
}

static void every_code_was_provoked(void **state) {
#define CHECK_CODE(code, text)                                                                                         \
    if (!provoked[WITS_PROBLEM_##code]) {                                                                              \
        fail_msg("not provoked: %s", #code);                                                                           \
    }
    WITS_ARROW_PROBLEM_LIST(CHECK_CODE)
#undef CHECK_CODE
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_says_what_columns_are),
        cmocka_unit_test(batches_borrow_what_lies_densely_and_copy_the_rest),
        cmocka_unit_test(each_region_has_a_column),
        cmocka_unit_test(a_root_that_is_a_parallel_has_no_column),
        cmocka_unit_test(shared_and_misaligned_columns_are_copied),
        cmocka_unit_test(what_cannot_be_written_is_not),
        cmocka_unit_test(all_is_released_at_once),
        cmocka_unit_test(moved_structs_outlive_what_they_were_in),
        cmocka_unit_test(children_are_released_on_any_threads),
        cmocka_unit_test(a_loaded_batch_is_the_crowd_that_was_written),
        cmocka_unit_test(a_load_leaves_what_is_not_the_crowds_own),
        cmocka_unit_test(loads_take_what_cannot_be_borrowed),
        cmocka_unit_test(columns_lie_where_the_batch_has_them),
        cmocka_unit_test(agents_live_in_a_batch_as_in_their_own_memory),
        cmocka_unit_test(bad_batches_are_refused),
        cmocka_unit_test(the_batch_must_have_what_the_crowd_has),
        cmocka_unit_test(agents_must_be_of_this_brain),
        cmocka_unit_test(every_code_was_provoked),
    };
    return cmocka_run_group_tests_name("arrow", tests, NULL, NULL);
}
