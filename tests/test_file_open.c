// SPDX-License-Identifier: MIT
// wits_file_open and its parts: binds a brain file to a program, and prints mismatches.
#define _XOPEN_SOURCE 700  // mkstemp
#include "file_support.h"

#include <unistd.h>

static const char cat_text[] = "wits: 1\n"
                               "brain: cat\n"
                               "context:\n"
                               "  hunger: float\n"
                               "  naps: {type: uint16, initial: 3}\n"
                               "root:\n"
                               "  states:\n"
                               "    nap: {update: naps = naps + 1, transitions: [{to: hunt, when: hunger > 0.5}]}\n"
                               "    hunt: {enter: purr(), transitions: [{to: nap, when: tired()}]}\n";

static bool tired(const void *context, const wits_call *call) {
    return true;
}

static void purr(void *context, const wits_call *call) {
    ++*(int *)context;
}

static const wits_function both[] = {{.name = "purr", .action = purr}, {.name = "tired", .condition = tired}};

typedef struct cat {
    float hunger;
    uint16_t naps;
} cat;

/// The printed lines, in order.
typedef struct printed {
    char text[4096];
} printed;

static void print(void *user, const char *line) {
    printed *p = user;
    size_t length = strlen(p->text);
    assert_true(length + strlen(line) + 2 < sizeof p->text);
    sprintf(p->text + length, "%s\n", line);
}

static char path[] = "/tmp/wits_test_open_XXXXXX";

static void write_file(const char *text) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static wits_host host_of(wits_host_field *fields, cat *of) {
    fields[0] = (wits_host_field){"naps", &of->naps, .stride = sizeof *of, .type = WITS_TYPE_UINT16};
    fields[1] = (wits_host_field){"hunger", &of->hunger, .stride = sizeof *of, .type = WITS_TYPE_FLOAT};
    return (wits_host){.functions = both, .function_count = 2, .fields = fields, .field_count = 2};
}

// wits_file_open returns null on any problem, else everything that a frame needs.
static void what_fits_is_opened_and_lives(void **state) {
    cat cats[2] = {{0, 0}, {0, 0}};
    wits_host_field fields[2];
    wits_host host = host_of(fields, cats);
    write_file(cat_text);
    wits_file *file = wits_file_open(path, &host, NULL);
    assert_non_null(file);
    int purrs = 0;
    const wits_brain *brain = wits_file_brain(file);
    wits_frame frame = {
        .columns = wits_file_columns(file), .functions = wits_file_functions(file), .row = 1, .context = &purrs};
    uint8_t *agent = calloc(1, wits_agent_size(brain));
    wits_set_initial_fields(brain, frame.columns, 1);
    assert_true(cats[0].naps == 0 && cats[1].naps == 3);
    wits_start(brain, agent, &frame);
    wits_tick(brain, agent, &frame);
    assert_int_equal(cats[1].naps, 4);
    cats[1].hunger = 1;
    wits_tick(brain, agent, &frame);
    assert_int_equal(purrs, 1);
    free(agent);
    wits_file_free(file);
}

static void everything_that_does_not_fit_is_printed_with_its_line(void **state) {
    cat one = {0, 0};
    printed out = {""};
    wits_host_field fields[2];
    wits_host host = host_of(fields, &one);
    uint32_t number;
    const wits_host_event event = {.name = "bark", .found = &number};
    host.events = &event;
    host.event_count = 1;
    host.function_count = 1;
    fields[0].stride = 0;
    fields[1].name = "hungry";
    write_file(cat_text);
    assert_null(wits_file_open(path, &host, &(wits_file_options){.print = print, .user = &out}));
    char expected[1024];
    snprintf(expected, sizeof expected,
             "%s: event 'bark': unknown event\n"
             "%s: field 'hungry': unknown field; did you mean 'hunger'?\n"
             "%s:4:3: field 'hunger': missing field; did you mean 'hungry'?\n"
             "%s:5:3: field 'naps': the brain assigns this field, but its column is read-only: its stride is 0; give "
             "the bytes from one agent's value to the next\n"
             "%s:9:57: function 'tired': missing function, which the brain calls\n",
             path, path, path, path, path);
    assert_string_equal(out.text, expected);
}

static void problems_of_the_file_itself_are_printed(void **state) {
    printed out = {""};
    char expected[256];
    const wits_file_options to = {.print = print, .user = &out};
    write_file("wits: 1\nbrain: cat\nroot: {states: {nap: {}, hunt: {transitions: [{to: napp}]}}}\n");
    assert_null(wits_file_open(path, NULL, &to));
    snprintf(expected, sizeof expected, "%s:3:52: there is no state 'napp'; did you mean 'nap'?\n", path);
    assert_string_equal(out.text, expected);
    out.text[0] = '\0';
    assert_null(wits_file_open("no/such/file.yaml", NULL, &to));
    assert_string_equal(out.text, "no/such/file.yaml: there is no such file\n");
}

// A file may be bound again: after a failure, and to another program.
static void a_file_is_bound_anew(void **state) {
    cat one = {0, 0}, other = {0, 0};
    wits_host_field fields[2];
    wits_host host = host_of(fields, &one);
    wits_file *file = parse_sound(cat_text);
    assert_null(wits_file_columns(file));
    assert_null(wits_file_functions(file));
    fields[0].type = WITS_TYPE_INT16;
    assert_false(wits_file_bind(file, &host));
    assert_int_equal(wits_file_problem_count(file), 1);
    const wits_problem *problem = wits_file_problems(file);
    assert_int_equal(problem->code, WITS_PROBLEM_COLUMN_TYPE);
    assert_int_equal(problem->table, WITS_TABLE_FIELDS);
    assert_true(problem->row == 1 && problem->line == 5 && problem->column == 3);
    assert_null(wits_file_columns(file));
    assert_non_null(wits_file_brain(file));
    host = host_of(fields, &one);
    assert_true(wits_file_bind(file, &host));
    assert_int_equal(wits_file_problem_count(file), 0);
    assert_ptr_equal(wits_file_columns(file)[1].base, &one.naps);
    host = host_of(fields, &other);
    assert_true(wits_file_bind(file, &host));
    assert_ptr_equal(wits_file_columns(file)[1].base, &other.naps);
    const wits_column *columns = wits_file_columns(file);  // frames of a running program point here
    assert_false(wits_file_bind(file, NULL));
    assert_null(wits_file_columns(file));
    assert_ptr_equal(columns[1].base, &other.naps);
    assert_true(wits_file_bind(file, &host));
    assert_ptr_equal(wits_file_columns(file), columns);
    wits_file_free(file);
}

// A null file is an empty file: wits_file_load returns it if memory runs out.
static void null_everywhere(void **state) {
    uint32_t line = 7, column = 7;
    printed out = {""};
    assert_string_equal(wits_file_name(NULL), "");
    assert_int_equal(wits_file_problem_count(NULL), 0);
    assert_null(wits_file_problems(NULL));
    assert_null(wits_file_brain(NULL));
    assert_null(wits_file_desc(NULL));
    assert_null(wits_file_columns(NULL));
    assert_null(wits_file_functions(NULL));
    wits_file_find(NULL, WITS_TABLE_STATES, 0, NULL, 0, &line, &column);
    assert_true(line == 0 && column == 0);
    wits_file_print_problems(NULL, print, &out);
    assert_string_equal(out.text, "");

    const wits_file_options to = {.print = print, .user = &out};
    assert_null(wits_file_open(NULL, NULL, &to));
    assert_string_equal(out.text, "(no path): there is no such file\n");
    wits_file *file = wits_file_parse(NULL, 99, NULL, NULL);
    out.text[0] = '\0';
    wits_file_print_problems(file, print, &out);
    assert_string_equal(out.text, "(no name):1:1: the file is empty; a brain file begins with 'wits: 1'\n");
    wits_file_free(file);
}

// A null table with a count.
static void a_host_without_its_tables(void **state) {
    printed out = {""};
    wits_file *file = parse_sound(cat_text);
    const wits_host host = {.function_count = 1, .is_shared = true};
    assert_false(wits_file_bind(file, &host));
    wits_file_print_problems(file, print, &out);
    assert_non_null(strstr(out.text, "the program's functions: the count is not 0 but the table is null\n"));
    wits_file_free(file);
}

static void what_is_no_brain_binds_to_nothing(void **state) {
    wits_file *file = parse_text("wits: 1\n");
    uint32_t before = wits_file_problem_count(file);
    assert_true(before > 0);
    assert_false(wits_file_bind(file, NULL));
    assert_int_equal(wits_file_problem_count(file), before);
    assert_false(wits_file_bind(NULL, NULL));
    assert_null(wits_file_columns(NULL));
    wits_file_free(file);
    wits_file_free(NULL);
}

// ---------------------------------------------------------------------------------------------------- memory runs out

typedef struct purse {
    uint32_t left;
    size_t held;
} purse;

static void *take(void *user, size_t size) {
    purse *p = user;
    if (p->left == 0) {
        return NULL;
    }
    p->left--;
    p->held += size;
    return malloc(size);
}

static void give(void *user, void *memory, size_t size) {
    ((purse *)user)->held -= size;
    free(memory);
}

static void memory_that_runs_out_is_told_and_nothing_is_lost(void **state) {
    cat one = {0, 0};
    wits_host_field fields[2];
    wits_host host = host_of(fields, &one);
    write_file(cat_text);
    bool opened = false;
    for (uint32_t most = 0; !opened && most < 100; most++) {
        purse p = {most, 0};
        const wits_allocator allocator = {take, give, &p};
        printed out = {""};
        wits_file *file =
            wits_file_open(path, &host, &(wits_file_options){.allocator = &allocator, .print = print, .user = &out});
        opened = file != NULL;
        assert_true(opened || strstr(out.text, "not enough memory\n") != NULL);
        wits_file_free(file);
        assert_int_equal(p.held, 0);
    }
    assert_true(opened);
}

static int make_path(void **state) {
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        return -1;
    }
    close(descriptor);
    return 0;
}

static int remove_path(void **state) {
    return remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_opened_and_lives),
        cmocka_unit_test(everything_that_does_not_fit_is_printed_with_its_line),
        cmocka_unit_test(problems_of_the_file_itself_are_printed),
        cmocka_unit_test(a_file_is_bound_anew),
        cmocka_unit_test(what_is_no_brain_binds_to_nothing),
        cmocka_unit_test(null_everywhere),
        cmocka_unit_test(a_host_without_its_tables),
        cmocka_unit_test(memory_that_runs_out_is_told_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
