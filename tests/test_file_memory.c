// SPDX-License-Identifier: MIT
// Memory that runs out while a file is read, bound or written: the call fails, nothing leaks, and the next one works.
// In this program each object of a file is a separate allocation (WITS_FILE_NO_CHUNKS), and libyaml's calls can fail.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <yaml.h>

#include "failing_memory.h"
#include "file_support.h"
#include "wits/snapshot.h"

// -------------------------------------------------------------------------------------------------------- the memory

/// Requests of the library to its allocator, and calls of libyaml, which has its own.
static failing_memory memory;
static const wits_allocator allocator = {failing_memory_take, failing_memory_give, &memory};

int test_yaml_parser_initialize(yaml_parser_t *parser);
int test_yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event);

int test_yaml_parser_initialize(yaml_parser_t *parser) {
    return failing_memory_refuses(&memory) ? 0 : yaml_parser_initialize(parser);
}

int test_yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event) {
    if (failing_memory_refuses(&memory)) {
        parser->error = YAML_MEMORY_ERROR;
        memset(event, 0, sizeof *event);
        return 0;
    }
    return yaml_parser_parse(parser, event);
}

// ------------------------------------------------------------------------------------------------------------ reading

typedef wits_file *read_fn(const char *name);

/// Problems, warnings, remarks, properties and scenarios as lines, and the hash of the brain.
static char *result_of(const wits_file *file) {
    char *problems = problems_text(file), *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    assert_non_null(lines);
    const wits_brain *brain = wits_file_brain(file);
    fprintf(lines, "%sbrain %llx\n", problems, (unsigned long long)(brain != NULL ? wits_brain_hash(brain) : 0));
    for (uint32_t i = 0; i < wits_file_warning_count(file); i++) {
        fprintf(lines, "%s\n", wits_file_warnings(file)[i].message);
    }
    for (uint32_t i = 0; i < wits_file_remark_count(file); i++) {
        fprintf(lines, "%s\n", wits_file_remarks(file)[i].text);
    }
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        fprintf(lines, "%s\n", wits_file_properties(file)[i].text);
    }
    for (uint32_t i = 0; i < wits_file_scenario_count(file); i++) {
        fprintf(lines, "%s\n", wits_file_scenarios(file)[i].name);
    }
    fclose(lines);
    free(problems);
    return text;
}

/// Returns the result of a file with enough memory, and the number of its requests.
static char *read_undisturbed(read_fn *read, const char *name, uint32_t *requests) {
    failing_memory_begin(&memory, 0, false);
    wits_file *file = read(name);
    assert_non_null(file);
    *requests = memory.requests;
    char *result = result_of(file);
    wits_file_free(file);
    assert_int_equal(memory.held, 0);
    return result;
}

enum { SOME_REQUESTS = 20 };

/// A file that is read, and freed again.
typedef struct reading {
    read_fn *read;
    const char *name;
} reading;

static bool read_once(void *user) {
    const reading *of = user;
    wits_file *file = of->read(of->name);
    wits_file_free(file);
    return file != NULL;
}

/// Reads a file again for each of its requests, or for up to `most` of them, and lets that request fail. Returns the
/// number of requests.
static uint32_t check_reading(read_fn *read, const char *name, uint32_t most) {
    uint32_t requests = 0, again = 0;
    char *result = read_undisturbed(read, name, &requests);
    failing_memory_try(&memory, read_once, &(reading){read, name}, most);
    char *later = read_undisturbed(read, name, &again);
    assert_string_equal(later, result);
    assert_int_equal(again, requests);
    free(later);
    free(result);
    return requests;
}

static wits_file *load(const char *name) {
    return wits_file_load(name, &allocator);
}

static void no_brain_is_read_without_enough_memory(void **unused) {
    static const char *const brains[] = {"brains/guard.yaml",    "brains/villager.yaml",   "brains/squad.yaml",
                                         "brains/dialogue.yaml", "brains/pack/brute.yaml", "brains/pack/mortar.yaml"};
    for (uint32_t i = 0; i < COUNT(brains); i++) {
        assert_true(check_reading(load, brains[i], ALL_REQUESTS) > 300);
    }
}

/// The files of a folder, up to `most` requests of each.
static void check_folder(const char *folder, uint32_t most) {
    DIR *files = opendir(folder);
    assert_non_null(files);
    uint32_t checked = 0;
    for (const struct dirent *entry = readdir(files); entry != NULL; entry = readdir(files)) {
        const char *suffix = strrchr(entry->d_name, '.');
        if (suffix != NULL && strcmp(suffix, ".yaml") == 0) {
            char path[512];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            check_reading(load, path, most);
            checked++;
        }
    }
    closedir(files);
    assert_true(checked >= 100);
}

static void no_problem_is_found_without_enough_memory(void **unused) {
    check_folder("tests/files/bad", SOME_REQUESTS);
    check_folder("tests/files/newcomers", SOME_REQUESTS);
}

static wits_file *load_missing(const char *name) {
    return wits_file_load(NULL, &allocator);
}

static void even_a_missing_file_needs_memory(void **unused) {
    assert_true(check_reading(load, "tests/files/there_is_none.yaml", ALL_REQUESTS) > 3);
    assert_true(check_reading(load_missing, "(no path)", ALL_REQUESTS) > 3);
}

// -------------------------------------------------------------------------------------------------- texts and options

static const char json[] = "{\"wits\": 1, \"brain\": \"j\", \"context\": {\"said\": [\"\\ud83d\\ude00\", \"b\"]},"
                           " \"root\": {\"states\": {\"a\": {\"enter\": \"say('\\ud83d\\ude00')\"}, \"b\": {}}}}";

static const char common[] =
    "wits: 1\n"
    "constants: {reach: 2.5, wait: 3s, name: \"x y\", far: mood.angry, many: 7}\n"
    "enums: {mood: [calm, angry]}\n"
    "conditions: {near: 'distance < reach', nearer: 'near and distance < reach / 2'}\n"
    "scores: {fear: 'distance * many'}\n"
    "curves: {bend: [{logistic: {k: 2}}, {piecewise: [[0, 0], [1, 1]]}]}\n"
    "considerations: {close: {input: distance, range: [0, many], curve: bend}}\n"
    "functions: {play: {kind: action, parameters: [text, mood]}, threat: {kind: score, range: [0, many]}}\n"
    "targets: {enemy: {most: many, gap: {type: float, range: [0, many]}, like: mood}, cover: {gap: float}}\n"
    "parts:\n"
    "  strike:\n"
    "    parameters: {when: condition, sound: {type: text, default: ugh}, pause: time, deed: action, of: field}\n"
    "    state:\n"
    "      states:\n"
    "        up: {enter: 'play(sound, angry)', transitions: [{to: down, after: pause}]}\n"
    "        down: {enter: deed, update: 'of = of + 1', transitions: [{to: up, when: when and in(down)}]}\n";

static const char whole[] =
    "wits: 1\n"
    "brain: whole\n"
    "include: common.yaml\n"
    "ticks_per_second: 10\n"
    "context: {distance: {type: float, initial: reach, range: [0, many]}, temper: mood, turns: int}\n"
    "events: [{name: alarm, host: true}, bell]\n"
    "renames: {states: {fight/lift: fight/up}, events: {ring: bell}, fields: {space: distance}}\n"
    "root:\n"
    "  states:\n"
    "    rest:  # wits: allow unreachable\n"
    "      transitions: [{to: fight, when: near or temper == mood.angry}, {to: pick, event: alarm, after: wait}]\n"
    "      enter: [turns = many, 'play(name, calm)']\n"
    "    fight:\n"
    "      use: strike\n"
    "      with: {when: nearer, pause: 400ms, deed: [turns = 0, 'play(name, calm)'], of: turns}\n"
    "      transitions: [{to: rest, when: 'in(fight/up) and not near'}]\n"
    "    pick:\n"
    "      kind: utility\n"
    "      states:\n"
    "        flee: {score: {product: [close, {input: fear, curve: [bend, step]}, {gate: near}]}}\n"
    "        hunt: {target: enemy, score: 'enemy.gap + threat()', target_inertia: 0.5}\n"
    "        hide: {initial: [{when: near, to: low}, {to: high}], score: 1, states: {low: {}, high: {}}}\n"
    "prove:\n"
    "  - never: in(pick) and nearer\n"
    "  - {name: soon, within: {when: near, until: in(fight/up), ticks: 30}}\n"
    "  - assume: turns < many\n";

static const char list[] = "- never: in(rest) and near\n- {name: calm, settles: {of: rest, ticks: many}}\n";

static const char scenarios[] =
    "- given: {distance: reach}\n"
    "- {scenario: one, given: {temper: angry, threat(): 3}, when: {raise: [alarm, bell]}, within: wait,\n"
    "   expect: {active: [rest, not pick], calls: 'play(\"x y\", calm)', holds: near, target: {hunt: none}}}\n"
    "- {scenario: two, steps: [{when: {enemy: [{id: many, gap: 2}]}, expect: {holds: fear > 1}},\n"
    "   {after: 3, expect: {holds: in(rest) or elapsed( fight/up ) > many}}]}\n";

/// Finds texts by their names. The program's own memory does not run out here.
static bool open_text(void *user, const char *name, const wits_allocator *with, char **bytes, size_t *length) {
    static const struct {
        const char *name, *text;
    } texts[] = {{"common.yaml", common}, {"whole.yaml", whole}, {"list.yaml", list}, {"scenarios.yaml", scenarios}};
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        if (strcmp(texts[i].name, name) == 0) {
            *length = strlen(texts[i].text);
            *bytes = malloc(*length);
            memcpy(*bytes, texts[i].text, *length);
            if (with->user == &memory) {
                memory.held += *length;
                memory.blocks++;
            }
            return true;
        }
    }
    return false;
}

static wits_file *parse_json(const char *name) {
    return wits_file_parse(json, sizeof json - 1, name, &allocator);
}

static wits_file *load_whole(const char *name) {
    static const wits_file_constant constants[] = {{"reach", "3"}, {"name", "z"}};
    return wits_file_load_with(name, &(wits_file_options){.allocator = &allocator,
                                                          .open = open_text,
                                                          .constants = constants,
                                                          .constant_count = COUNT(constants)});
}

static wits_file *list_brain;

static wits_file *load_list(const char *name) {
    return wits_properties_load(name, list_brain, &(wits_file_options){.allocator = &allocator, .open = open_text});
}

static wits_file *load_scenarios(const char *name) {
    return wits_scenarios_load(name, list_brain, &(wits_file_options){.allocator = &allocator, .open = open_text});
}

static void no_text_is_read_without_enough_memory(void **unused) {
    uint32_t requests = 0;
    char *result = read_undisturbed(load_whole, "whole.yaml", &requests);
    assert_memory_equal(result, "brain ", strlen("brain "));  // it has no problems
    free(result);
    assert_true(check_reading(load_whole, "whole.yaml", ALL_REQUESTS) > 1000);
    assert_true(check_reading(parse_json, "j.json", ALL_REQUESTS) > 50);
}

static void no_list_of_properties_is_read_without_enough_memory(void **unused) {
    list_brain = wits_file_load_with("whole.yaml", &(wits_file_options){.open = open_text});
    assert_non_null(wits_file_brain(list_brain));
    assert_true(check_reading(load_list, "list.yaml", ALL_REQUESTS) > 50);
    failing_memory_begin(&memory, 0, false);
    wits_file *sound = load_scenarios("scenarios.yaml");
    assert_int_equal(wits_file_scenario_count(sound), 2);
    wits_file_free(sound);
    assert_true(check_reading(load_scenarios, "scenarios.yaml", ALL_REQUESTS) > 50);
    wits_file_free(list_brain);
}

// --------------------------------------------------------------------------------------------------- binding, writing

static void wait_a_bit(void *context, const wits_call *call) {
}

static const wits_function fitting[] = {{.name = "wait", .action = wait_a_bit}};
static const char small[] = "wits: 1\nbrain: small\ncontext: {hunger: float}\n"
                            "root: {states: {a: {update: wait()}, b: {enter: hunger = 1}}}\n";
static float hunger;
static const wits_host_field fields[] = {{"hunger", &hunger, .stride = sizeof hunger, .type = WITS_TYPE_FLOAT}};
static const wits_host_field wrong[] = {{"hunger", &hunger, .stride = sizeof hunger, .type = WITS_TYPE_INT}};
static const wits_host fits = {.functions = fitting, .function_count = 1, .fields = fields, .field_count = 1};
static const wits_host fits_not = {.fields = wrong, .field_count = 1};

static wits_file *parse_small(void) {
    failing_memory_begin(&memory, 0, false);
    wits_file *file = wits_file_parse(small, sizeof small - 1, "small.yaml", &allocator);
    assert_non_null(wits_file_brain(file));
    return file;
}

/// Binds with each request of a binding failing, and afterwards with enough memory. Returns the number of requests.
static uint32_t check_binding(const wits_host *host, bool is_fit) {
    wits_file *file = parse_small();
    failing_memory_begin(&memory, 0, false);
    assert_int_equal(wits_file_bind(file, host), is_fit);
    const uint32_t requests = memory.requests;
    char *problems = problems_text(file);
    wits_file_free(file);
    for (uint32_t fail_at = 1; fail_at <= requests; fail_at++) {
        file = parse_small();
        failing_memory_begin(&memory, fail_at, false);
        assert_false(wits_file_bind(file, host));
        assert_int_equal(wits_file_problem_count(file), 0);
        assert_null(wits_file_functions(file));
        assert_null(wits_file_columns(file));
        failing_memory_begin(&memory, 0, false);
        assert_int_equal(wits_file_bind(file, host), is_fit);
        char *later = problems_text(file);
        assert_string_equal(later, problems);
        assert_int_equal(wits_file_functions(file) != NULL, is_fit);
        assert_int_equal(wits_file_columns(file) != NULL, is_fit);
        free(later);
        wits_file_free(file);
        assert_int_equal(memory.held, 0);
    }
    free(problems);
    return requests;
}

static void a_file_that_could_not_be_bound_can_be_bound_later(void **unused) {
    assert_true(check_binding(&fits, true) > 0);
    assert_true(check_binding(&fits_not, false) > 8);
}

static void hear(void *user, const char *line) {
    assert_true(line[0] != '\0');
}

/// A file that is opened, with agents in memory of the allocator.
typedef struct opening {
    const char *text;
    const wits_host *host;
    wits_file *file;
    wits_agents agents;
} opening;

/// Opens the text under any name. Only the library's memory runs out.
static bool open_small(void *user, const char *name, const wits_allocator *with, char **bytes, size_t *length) {
    const opening *of = user;
    *length = strlen(of->text);
    *bytes = malloc(*length);
    memcpy(*bytes, of->text, *length);
    memory.held += *length;
    memory.blocks++;
    return true;
}

static wits_file *open_file(opening *of) {
    return wits_file_open("small.yaml", of->host,
                          &(wits_file_options){.allocator = &allocator, .open = open_small, .print = hear, .user = of});
}

static bool open_once(void *user) {
    wits_file *file = open_file(user);
    wits_file_free(file);
    return file != NULL;
}

static void no_file_is_opened_without_enough_memory(void **unused) {
    assert_true(failing_memory_try(&memory, open_once, &(opening){.text = small, .host = &fits}, ALL_REQUESTS) > 100);
}

enum { AGENTS = 3 };

/// Opens the file with enough memory, and then reloads it.
static bool reload_once(void *user) {
    static const char larger[] = "wits: 1\nbrain: small\ncontext: {hunger: float}\n"
                                 "root: {states: {a: {update: wait()}, b: {states: {c: {}, d: {lasts: 3}}}}}\n";
    opening of = {.text = small, .host = &fits};
    const failing_memory planned = memory;
    failing_memory_begin(&memory, 0, false);
    of.file = open_file(&of);
    assert_non_null(of.file);
    const wits_brain *old = wits_file_brain(of.file);
    const size_t size = AGENTS * wits_agent_size(old);
    of.agents = (wits_agents){.brain = old, .count = AGENTS, .agents = failing_memory_take(&memory, size)};
    assert_non_null(of.agents.agents);
    memset(of.agents.agents, 0, size);
    for (uint32_t row = 0; row < AGENTS; row++) {
        const wits_frame frame = {.columns = wits_file_columns(of.file), .functions = fitting, .row = 0};
        wits_set_state(old, (char *)of.agents.agents + row * wits_agent_size(old), &frame, 1);
    }
    const wits_file_options options = {.allocator = &allocator, .open = open_small, .print = hear, .user = &of};
    const wits_migration how = {.allocator = &allocator};
    of.text = larger;
    failing_memory_begin(&memory, planned.fail_at, planned.for_good);
    const bool is_done = wits_file_reload(&of.file, &fits, &options, &of.agents, &how);
    assert_int_equal(of.agents.brain == old, !is_done);
    assert_ptr_equal(of.agents.brain, wits_file_brain(of.file));
    for (uint32_t row = 0; row < AGENTS; row++) {
        const size_t bytes = wits_agent_size(of.agents.brain);
        const char *agent = (const char *)of.agents.agents + row * bytes;
        assert_true(wits_agent_is_valid(of.agents.brain, agent, bytes) && wits_is_in(of.agents.brain, agent, 1));
    }
    failing_memory_give(&memory, of.agents.agents, AGENTS * wits_agent_size(of.agents.brain));
    wits_file_free(of.file);
    return is_done;
}

static void agents_go_on_if_memory_runs_out_in_a_reload(void **unused) {
    assert_true(failing_memory_try(&memory, reload_once, NULL, ALL_REQUESTS) > 100);
}

/// A brain that is written in several pieces of memory.
static wits_file *load_long(void) {
    enum { STATES = 400 };
    char text[STATES * 16 + 64] = "wits: 1\nbrain: long\nroot:\n  states:\n";
    for (uint32_t i = 0, length = (uint32_t)strlen(text); i < STATES; i++) {
        length += (uint32_t)sprintf(text + length, "    s%u: {}\n", i);
    }
    wits_file *file = wits_file_parse(text, strlen(text), "long.yaml", &allocator);
    assert_non_null(wits_file_brain(file));
    return file;
}

static void a_file_that_could_not_be_written_can_be_written_later(void **unused) {
    failing_memory_begin(&memory, 0, false);
    wits_file *file = load_long();
    const char *expected = wits_file_expanded(file, NULL);
    failing_memory_begin(&memory, 0, false);
    assert_string_equal(wits_file_expanded(file, NULL), expected);
    const uint32_t requests = memory.requests;
    assert_true(requests > 1);
    for (uint32_t fail_at = 1; fail_at <= requests; fail_at++) {
        size_t length = 7;
        failing_memory_begin(&memory, fail_at, true);
        assert_null(wits_file_expanded(file, &length));
        assert_int_equal(length, 7);
        failing_memory_begin(&memory, 0, false);
        assert_string_equal(wits_file_expanded(file, &length), expected);
        assert_int_equal(length, strlen(expected));
    }
    wits_file_free(file);
    assert_int_equal(memory.held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_brain_is_read_without_enough_memory),
        cmocka_unit_test(no_problem_is_found_without_enough_memory),
        cmocka_unit_test(even_a_missing_file_needs_memory),
        cmocka_unit_test(no_text_is_read_without_enough_memory),
        cmocka_unit_test(no_list_of_properties_is_read_without_enough_memory),
        cmocka_unit_test(a_file_that_could_not_be_bound_can_be_bound_later),
        cmocka_unit_test(no_file_is_opened_without_enough_memory),
        cmocka_unit_test(agents_go_on_if_memory_runs_out_in_a_reload),
        cmocka_unit_test(a_file_that_could_not_be_written_can_be_written_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
