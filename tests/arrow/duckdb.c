// SPDX-License-Identifier: MIT
// duckdb LIBRARY DOCUMENT: crowds are passed to DuckDB, a third-party program, and back, through the Arrow C data
// interface, in one process. `LIBRARY` is libduckdb.so. Compiling does not need DuckDB: the few functions of its C
// interface that are called are declared here. `DOCUMENT` is docs/arrow.md, whose ```sql blocks are run.
#include "arrow/oxen.h"
#include "wits/arrow.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- DuckDB

/// Arrow's stream of batches, from which DuckDB reads.
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

typedef struct duckdb_result {
    uint64_t deprecated[5];
    void *internal;
} duckdb_result;

static struct {
    const char *(*version)(void);
    int (*open)(const char *path, void **database);
    int (*connect)(void *database, void **connection);
    int (*query)(void *connection, const char *sql, duckdb_result *result);
    const char *(*result_error)(duckdb_result *result);
    uint64_t (*column_count)(duckdb_result *result);
    uint64_t (*row_count)(duckdb_result *result);
    const char *(*column_name)(duckdb_result *result, uint64_t column);
    char *(*value_varchar)(duckdb_result *result, uint64_t column, uint64_t row);
    void (*free)(void *text);
    void (*destroy_result)(duckdb_result *result);
    int (*arrow_scan)(void *connection, const char *view, struct ArrowArrayStream *stream);
    int (*query_arrow)(void *connection, const char *sql, void **result);
    const char *(*query_arrow_error)(void *result);
    int (*query_arrow_schema)(void *result, struct ArrowSchema **schema);
    int (*query_arrow_array)(void *result, struct ArrowArray **array);
    void (*destroy_arrow)(void **result);
    void (*disconnect)(void **connection);
    void (*close)(void **database);
} duck;

static void *connection;

/// The crowd as it was read, with another order of columns and another type of the enum.
#define SELECTED(type)                                                                                                 \
    "SELECT speed, long, word, short, small, tiny, mood::" type " AS mood, calm, state FROM crowd ORDER BY "           \
    "crowd.rowid"

static void load_duck(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct {
        const char *name;
        void *function;
    } functions[] = {{"duckdb_library_version", &duck.version},
                     {"duckdb_open", &duck.open},
                     {"duckdb_connect", &duck.connect},
                     {"duckdb_query", &duck.query},
                     {"duckdb_result_error", &duck.result_error},
                     {"duckdb_column_count", &duck.column_count},
                     {"duckdb_row_count", &duck.row_count},
                     {"duckdb_column_name", &duck.column_name},
                     {"duckdb_value_varchar", &duck.value_varchar},
                     {"duckdb_free", &duck.free},
                     {"duckdb_destroy_result", &duck.destroy_result},
                     {"duckdb_arrow_scan", &duck.arrow_scan},
                     {"duckdb_query_arrow", &duck.query_arrow},
                     {"duckdb_query_arrow_error", &duck.query_arrow_error},
                     {"duckdb_query_arrow_schema", &duck.query_arrow_schema},
                     {"duckdb_query_arrow_array", &duck.query_arrow_array},
                     {"duckdb_destroy_arrow", &duck.destroy_arrow},
                     {"duckdb_disconnect", &duck.disconnect},
                     {"duckdb_close", &duck.close}};
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *found = dlsym(library, functions[i].name);
        if (found == NULL) {
            fprintf(stderr, "%s lacks %s\n", path, functions[i].name);
            exit(1);
        }
        memcpy(functions[i].function, &found, sizeof found);
    }
}

static void ask(const char *sql, duckdb_result *result) {
    if (duck.query(connection, sql, result) != 0) {
        fprintf(stderr, "%s: %s\n", sql, duck.result_error(result));
        exit(1);
    }
}

static void run_sql(const char *sql) {
    duckdb_result result;
    ask(sql, &result);
    duck.destroy_result(&result);
}

// --------------------------------------------------------------------------------------------------------------- crowd

enum { AGENTS = 5000 };  // DuckDB's own chunks have 2,048 rows

static const wits_state_desc states[] = {
    {.name = "ox"}, {.name = "rest"}, {.name = "work"}, {.name = "pull", .parent = 2}, {.name = "push", .parent = 2}};
static const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "mood == furious"},
                                                   {.from = 2, .to = 1, .when = "calm and speed > 0.5"},
                                                   {.from = 3, .to = 4, .after = 3}};

/// In structs, or in separate arrays.
typedef struct herd {
    ox *oxen;
    wits_column columns[FIELDS];
    wits_crowd crowd;
} herd;

static const wits_brain *brain;
static const wits_crowd_code *code;

static void make_brain(void) {
    const wits_desc desc = {.states = states,
                            .state_count = 5,
                            .transitions = transitions,
                            .transition_count = 3,
                            .fields = fields,
                            .field_count = FIELDS};
    const size_t size = wits_brain_size(&desc, NULL);
    brain = wits_brain_compile(&desc, malloc(size), size, NULL);
    assert(brain != NULL && wits_agent_size(brain) <= sizeof(uint8_t[16]));
    code = wits_crowd_prepare(brain, malloc(wits_crowd_code_size(brain)), wits_crowd_code_size(brain));
}

static herd herd_new(bool is_dense) {
    herd h = {.oxen = is_dense ? NULL : calloc(AGENTS, sizeof(ox))};
    ox_columns(h.oxen, AGENTS, h.columns);
    h.crowd = (wits_crowd){.code = code,
                           .count = AGENTS,
                           .agents = is_dense ? calloc(AGENTS, wits_agent_size(brain)) : (void *)h.oxen->agent,
                           .agent_stride = is_dense ? 0 : sizeof(ox)};
    return h;
}

static void herd_free(herd *h) {
    for (uint32_t field = 0; field < FIELDS && h->crowd.agent_stride == 0; field++) {
        free(h->columns[field].base);
    }
    if (h->crowd.agent_stride == 0) {
        free(h->crowd.agents);
    }
    free(h->oxen);
}

static void *at(const herd *h, uint32_t field, uint64_t row) {
    return (char *)h->columns[field].base + row * h->columns[field].stride;
}

static void herd_fill(herd *h) {
    for (uint64_t row = 0; row < AGENTS; row++) {
        const uint32_t mixed = (uint32_t)(row * 2654435761u);
        const uint8_t calm = mixed >> 31 != 0, mood = mixed >> 8 & 3;
        const float speed = (float)(mixed >> 12) / 256 - 2000;
        memcpy(at(h, CALM, row), &calm, 1);
        memcpy(at(h, MOOD, row), &(uint8_t){mood == 3 ? 0 : mood}, 1);
        memcpy(at(h, SPEED, row), &speed, 4);
        for (uint32_t field = TINY; field <= LONG; field++) {
            memcpy(at(h, field, row), &mixed, width_of(fields[field].type));
        }
    }
    h->crowd.columns = h->columns;
    wits_crowd_run run = {.seed = 3, .scratch = aligned_alloc(64, (wits_crowd_scratch_size(code, 0) + 63) / 64 * 64)};
    wits_crowd_start(&h->crowd, 0, AGENTS - 100, &run);  // the last ones stay stopped
    for (run.tick = 1; run.tick < 5; run.tick++) {
        wits_crowd_tick(&h->crowd, 0, AGENTS, &run);
    }
    free(run.scratch);
}

// ----------------------------------------------------------------------------------------------------------------- out

/// A stream that gives batches of slices of a crowd.
typedef struct slices {
    const wits_crowd *of;
    const wits_brain *brain;
    uint64_t first;
    uint64_t each;
    int batches;   ///< given
    int released;  ///< batches whose memory was freed
    void *schemas[16];
    int schema_count;
} slices;

/// The memory of a batch, freed when DuckDB has released all of it.
typedef struct owned {
    slices *from;
    void *memory;
} owned;

static void free_owned(void *user) {
    owned *o = user;
    o->from->released++;
    free(o->memory);
    free(o);
}

/// DuckDB does not release the schemas that it takes from a stream (its issue 16050), so their memory is freed at the
/// end.
static int give_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
    slices *s = stream->private_data;
    const wits_arrow_options options = {.agents = "agent", .states = "state"};
    const size_t size = wits_arrow_schema_size(s->brain, &options);
    void *memory = malloc(size);
    assert(s->schema_count < 16);
    s->schemas[s->schema_count++] = memory;
    return wits_arrow_schema(s->brain, &options, memory, size, schema) ? 0 : 22;
}

static int give_batch(struct ArrowArrayStream *stream, struct ArrowArray *batch) {
    slices *s = stream->private_data;
    if (s->first == AGENTS) {
        *batch = (struct ArrowArray){.release = NULL};  // the end
        return 0;
    }
    owned *o = calloc(1, sizeof *o);
    o->from = s;
    const wits_arrow_options options = {"agent", "state", free_owned, o};
    const uint64_t count = AGENTS - s->first < s->each ? AGENTS - s->first : s->each;
    const size_t size = wits_arrow_batch_size(s->of, s->first, count, &options);
    o->memory = malloc(size);
    const bool is_given = wits_arrow_batch(s->of, s->first, count, &options, o->memory, size, batch);
    s->first += count;
    s->batches++;
    return is_given ? 0 : 22;
}

static const char *tell_error(struct ArrowArrayStream *stream) {
    return "no batch";
}

static void end_stream(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

static uint64_t wrong;

static void expect(bool holds, const char *what, uint64_t row, const char *got) {
    if (!holds && wrong++ < 10) {
        fprintf(stderr, "row %llu: %s is %s\n", (unsigned long long)row, what, got != NULL ? got : "null");
    }
}

/// Formats a number of a row as DuckDB prints integers.
static void print_integer(const herd *h, uint32_t field, uint64_t row, char text[32]) {
    const void *value = at(h, field, row);
    const long long number = field == TINY    ? *(const int8_t *)value
                             : field == SMALL ? *(const uint8_t *)value
                             : field == SHORT ? *(const int16_t *)value
                             : field == WORD  ? *(const uint16_t *)value
                                              : *(const int32_t *)value;
    snprintf(text, 32, "%lld", number);
}

/// Compares a row with DuckDB's result, column by column.
static void compare_row(const herd *h, duckdb_result *result, uint64_t row) {
    char *cells[FIELDS + 2], text[80] = "", path[64] = "";
    for (uint32_t i = 0; i < FIELDS + 2; i++) {
        cells[i] = duck.value_varchar(result, i, row);
    }
    const bool calm = *(const uint8_t *)at(h, CALM, row) != 0;
    expect(cells[CALM] != NULL && strcmp(cells[CALM], calm ? "true" : "false") == 0, "calm", row, cells[CALM]);
    const char *mood = moods[*(const uint8_t *)at(h, MOOD, row)];
    expect(cells[MOOD] != NULL && strcmp(cells[MOOD], mood) == 0, "mood", row, cells[MOOD]);
    for (uint32_t field = TINY; field <= LONG; field++) {
        print_integer(h, field, row, text);
        expect(cells[field] != NULL && strcmp(cells[field], text) == 0, fields[field].name, row, cells[field]);
    }
    float speed;
    memcpy(&speed, at(h, SPEED, row), 4);
    expect(cells[SPEED] != NULL && strtof(cells[SPEED], NULL) == speed, "speed", row, cells[SPEED]);
    const size_t stride = h->crowd.agent_stride != 0 ? h->crowd.agent_stride : wits_agent_size(brain);
    const unsigned char *agent = (const unsigned char *)h->crowd.agents + row * stride;
    for (size_t i = 0; i < wits_agent_size(brain); i++) {
        snprintf(text + 2 * i, 3, "%02X", agent[i]);
    }
    expect(cells[FIELDS] != NULL && strcmp(cells[FIELDS], text) == 0, "agent", row, cells[FIELDS]);
    const wits_state_id state = wits_deepest(brain, agent);
    wits_state_path(brain, state, path, sizeof path);
    const char *said = cells[FIELDS + 1];
    expect(state == WITS_NONE ? said == NULL : said != NULL && strcmp(said, path) == 0, "state", row, said);
    for (uint32_t i = 0; i < FIELDS + 2; i++) {
        duck.free(cells[i]);
    }
}

/// DuckDB reads a crowd as a table `crowd`. The view is dropped at once: DuckDB's C call does not tell the stream which
/// columns and rows of a view a query needs, but assumes that the stream returns exactly these.
static void make_table(slices *s) {
    struct ArrowArrayStream stream = {give_schema, give_batch, tell_error, end_stream, s};
    if (duck.arrow_scan(connection, "seen", &stream) != 0) {
        fprintf(stderr, "duckdb_arrow_scan failed\n");
        exit(1);
    }
    run_sql("CREATE OR REPLACE TABLE crowd AS SELECT * FROM seen");
    run_sql("DROP VIEW seen");
    if (stream.release != NULL) {
        stream.release(&stream);
    }
    for (int i = 0; i < s->schema_count; i++) {
        free(s->schemas[i]);
    }
    expect(s->batches == (AGENTS + (int)s->each - 1) / (int)s->each, "batches", 0, NULL);
    expect(s->released == s->batches, "released", 0, NULL);
}

static void test_out(const herd *h, uint64_t each) {
    slices s = {.of = &h->crowd, .brain = brain, .each = each};
    make_table(&s);
    duckdb_result result;
    ask("SELECT calm, mood, tiny, small, short, word, long, speed, hex(agent), state FROM crowd ORDER BY rowid",
        &result);
    for (uint64_t row = 0; row < AGENTS; row++) {
        compare_row(h, &result, row);
    }
    duck.destroy_result(&result);
    ask("SELECT string_agg(data_type, ' ' ORDER BY column_index) || ' ' || (SELECT count(*) FROM crowd) FROM "
        "duckdb_columns() WHERE table_name = 'crowd'",
        &result);
    char *types = duck.value_varchar(&result, 0, 0);
    printf("%d batches read: %s\n", s.batches, types);
    const char *expected = "BOOLEAN VARCHAR TINYINT UTINYINT SMALLINT USMALLINT INTEGER FLOAT BLOB VARCHAR 5000";
    expect(strcmp(types, expected) == 0, "types", 0, types);
    duck.free(types);
    duck.destroy_result(&result);
}

// --------------------------------------------------------------------------------------------------- the documentation

/// Villagers with a body and a mind, the regions of a parallel. The last hundred are stopped.
static void make_villagers(void) {
    static const wits_state_desc villager[] = {{.name = "villager", .kind = WITS_KIND_PARALLEL},
                                               {.name = "body"},
                                               {.name = "mind"},
                                               {.name = "toil", .parent = 2},
                                               {.name = "eat", .parent = 2},
                                               {.name = "sleep", .parent = 2}};
    static const wits_field_desc hungers[] = {{.name = "hunger", .type = WITS_TYPE_FLOAT}};
    const wits_desc desc = {.states = villager, .state_count = 6, .fields = hungers, .field_count = 1};
    const size_t size = wits_brain_size(&desc, NULL);
    void *memory = malloc(size);
    const wits_brain *of = wits_brain_compile(&desc, memory, size, NULL);
    float *hunger = malloc(AGENTS * sizeof *hunger);
    unsigned char *agents = calloc(AGENTS, wits_agent_size(of));
    const wits_column column = {.base = hunger, .stride = sizeof *hunger, .type = WITS_TYPE_FLOAT};
    for (uint32_t row = 0; row < AGENTS; row++) {
        hunger[row] = (float)row / AGENTS;
        const wits_frame frame = {.columns = &column, .row = row};
        if (row < AGENTS - 100) {
            wits_set_state(of, agents + row * wits_agent_size(of), &frame, row < 3500 ? row % 2 == 0 ? 3 : 5 : 4);
        }
    }
    void *villagers = malloc(wits_crowd_code_size(of));
    const wits_crowd crowd = {.code = wits_crowd_prepare(of, villagers, wits_crowd_code_size(of)),
                              .count = AGENTS,
                              .agents = agents,
                              .columns = &column};
    slices s = {.of = &crowd, .brain = of, .each = 2000};
    make_table(&s);
    free(villagers);
    free(agents);
    free(hunger);
    free(memory);
}

/// Prints a result, a line for the names of its columns and one for each row.
static void print_result(duckdb_result *result, char *text, size_t size) {
    const uint64_t columns = duck.column_count(result);
    size_t length = 0;
    for (uint64_t i = 0; i < columns; i++) {
        length += (size_t)snprintf(text + length, size - length, "%s%s", duck.column_name(result, i),
                                   i + 1 < columns ? " | " : "\n");
    }
    for (uint64_t i = 0; i < duck.row_count(result) * columns; i++) {
        char *cell = duck.value_varchar(result, i % columns, i / columns);
        length += (size_t)snprintf(text + length, size - length, "%s%s", cell != NULL ? cell : "NULL",
                                   (i + 1) % columns != 0 ? " | " : "\n");
        duck.free(cell);
    }
}

/// Runs each ```sql block of the document and compares the result with the ```text block after it.
static void test_document(const char *path) {
    char document[1 << 16], sql[4096], said[4096];
    FILE *file = fopen(path, "rb");
    assert(file != NULL);
    document[fread(document, 1, sizeof document - 1, file)] = '\0';
    fclose(file);
    make_villagers();
    uint64_t count = 0;
    for (char *at = strstr(document, "```sql\n"); at != NULL; at = strstr(at, "```sql\n"), count++) {
        at += strlen("```sql\n");
        char *end = strstr(at, "```\n"), *expected = strstr(end, "```text\n") + strlen("```text\n");
        snprintf(sql, sizeof sql, "%.*s", (int)(end - at), at);
        duckdb_result result;
        ask(sql, &result);
        print_result(&result, said, sizeof said);
        duck.destroy_result(&result);
        const size_t length = (size_t)(strstr(expected, "```\n") - expected);
        expect(strlen(said) == length && strncmp(said, expected, length) == 0, sql, 0, said);
        at = expected;
    }
    printf("%llu queries of the document\n", (unsigned long long)count);
    expect(count > 0, "a document without a query", 0, NULL);
}

// ------------------------------------------------------------------------------------------------------------------ in

/// Compares a batch that DuckDB has read with its source.
static void compare_batch(const herd *from, uint64_t first, uint64_t count, const wits_column *seen,
                          uint64_t seen_first) {
    for (uint64_t row = 0; row < count; row++) {
        for (uint32_t field = 0; field < FIELDS; field++) {
            const void *value = (const char *)seen[field].base + (seen_first + row) * seen[field].stride;
            expect(memcmp(value, at(from, field, first + row), width_of(fields[field].type)) == 0, fields[field].name,
                   first + row, "another");
        }
    }
}

/// Reads the batches of a query from DuckDB one after another: loads them, or uses their memory in place. For a query
/// that cannot be used in place, `refusal` is the expected error.
static void test_in(const herd *from, const char *sql, bool is_borrowed, const char *refusal) {
    void *result;
    herd to = herd_new(true);
    to.crowd.columns = to.columns;
    if (duck.query_arrow(connection, sql, &result) != 0) {
        fprintf(stderr, "%s: %s\n", sql, duck.query_arrow_error(result));
        exit(1);
    }
    struct ArrowSchema schema = {.release = NULL}, *schema_to = &schema;
    duck.query_arrow_schema(result, &schema_to);
    uint64_t first = 0;
    for (;;) {
        struct ArrowArray batch = {.release = NULL}, *batch_to = &batch;
        duck.query_arrow_array(result, &batch_to);
        if (batch.release == NULL || batch.length == 0) {
            break;
        }
        wits_problem problem;
        wits_report report = {&problem, 1, 0};
        wits_column columns[FIELDS] = {{.base = NULL}};
        const bool is_taken = is_borrowed ? wits_arrow_columns(brain, &schema, &batch, columns, &report)
                                          : wits_arrow_load(&to.crowd, first, &schema, &batch, NULL, &report);
        if (is_taken) {
            expect(refusal == NULL, "a batch that should be refused", first, "taken");
            compare_batch(from, first, (uint64_t)batch.length, is_borrowed ? columns : to.columns,
                          is_borrowed ? 0 : first);
        } else {
            char text[1600];
            wits_problem_text(&problem, text, sizeof text);
            expect(refusal != NULL && strcmp(text, refusal) == 0, "the message", first, text);
        }
        first += (uint64_t)batch.length;
        batch.release(&batch);
    }
    schema.release(&schema);
    duck.destroy_arrow(&result);
    printf("%llu rows %s%s\n", (unsigned long long)first, is_borrowed ? "where they lie" : "loaded",
           refusal != NULL ? ", refused" : "");
    expect(first == AGENTS, "the last row", first, "another");
    herd_free(&to);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 3) {
        fprintf(stderr, "usage: %s LIBRARY DOCUMENT\n", arguments[0]);
        return 2;
    }
    FILE *library = fopen(arguments[1], "rb");
    if (library == NULL) {
        printf("Skipped: %s is not there; tools/setup --ci fetches it by npm\n", arguments[1]);
        return 0;
    }
    fclose(library);
    load_duck(arguments[1]);
    void *database;
    if (duck.open(NULL, &database) != 0 || duck.connect(database, &connection) != 0) {
        fprintf(stderr, "DuckDB does not open a database\n");
        return 1;
    }
    printf("DuckDB %s\n", duck.version());
    run_sql("SET threads = 2");
    make_brain();
    for (int is_dense = 0; is_dense < 2; is_dense++) {
        herd h = herd_new(is_dense);
        herd_fill(&h);
        test_out(&h, AGENTS);
        test_out(&h, 999);
        run_sql("SET arrow_lossless_conversion = true");
        run_sql("CREATE OR REPLACE TYPE mood AS ENUM ('sleepy', 'awake', 'furious')");
        run_sql("CREATE OR REPLACE TYPE doom AS ENUM ('furious', 'mad', 'awake', 'sleepy')");
        test_in(&h, SELECTED("mood"), true, NULL);
        test_in(&h, SELECTED("mood"), false, NULL);
        test_in(&h, SELECTED("doom"), false, NULL);
        test_in(&h, SELECTED("doom"), true,
                "record batch column row 6 (mood): the numbers of the dictionary are not those of the enum; "
                "wits_arrow_load finds values by name: value 0 is sleepy, and in the dictionary furious");
        run_sql("SET arrow_lossless_conversion = false");
        test_in(&h, SELECTED("mood"), false, NULL);  // now bools are packed in bits
        test_in(&h, SELECTED("mood"), true,
                "record batch column row 7 (calm): bit-packed bools cannot be used in place; give 8-bit bools "
                "(arrow.bool8), or use wits_arrow_load");
        herd_free(&h);
    }
    test_document(arguments[2]);
    duck.disconnect(&connection);
    duck.close(&database);
    printf("%llu wrong\n", (unsigned long long)wrong);
    return wrong == 0 ? 0 : 1;
}
