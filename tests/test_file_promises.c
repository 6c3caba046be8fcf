// SPDX-License-Identifier: MIT
// Promises and properties of brain files: docs/brain-files.md, "Promises" and "Properties", sentence
// by sentence. Mistakes are in tests/files/bad/promises.yaml and properties.yaml.
#include "file_support.h"

#include <float.h>
#include <math.h>

#define HEAD "wits: 1\nbrain: b\n"
#define ROOT "root: {states: {a: , u: {states: {c: , d: }}}}\n"

static const char guard[] =
    HEAD "ticks_per_second: 10\n"
         "constants: {reach: 2.5, many: 3, word: hello, u: 7, strike: 1, far: 40}\n"
         "conditions: {near: distance < reach, hurt: health < 0.2 and near, fights: in(u)}\n"
         "scores: {left: far - distance}\n"
         "context:\n"
         "  distance: {type: float, range: [0, far], step: 0.1}\n"
         "  health: {type: float, initial: 1, range: [0, 1], nan: true, host: true}\n"
         "  ammo: {type: uint8, range: [0, 30], host: false}\n"
         "  mood: [calm, angry]\n"
         "events: [alarm, {name: ready, host: false}, {name: noise, host: true}]\n"
         "functions: {strike: action, threat: {kind: score, range: [-1, reach]}, sees: condition, say: action}\n"
         "targets:\n"
         "  enemy: {most: many, near: {type: float, range: [0, 10], step: 0.5}, level: {type: uint8, range: [1, 5]}}\n"
         "  cover: {most: int}\n"
         "  friend:\n"
         "root: {states: {a: {enter: [strike(), say(word)]}, u: {states: {c: , d: }}}}\n";

static void what_is_said_is_given_by_rows(void **state) {
    wits_file *file = parse_sound(guard);
    const wits_promises *promises = wits_file_promises(file);
    assert_true(promises->fields[0].has_range && promises->fields[0].has_step && !promises->fields[0].nan);
    assert_true(promises->fields[0].low == 0.0 && promises->fields[0].high == 40.0 && promises->fields[0].step == 0.1);
    assert_int_equal(promises->fields[0].host, WITS_GIVER_DEFAULT);
    assert_true(promises->fields[1].has_range && promises->fields[1].nan && !promises->fields[1].has_step);
    assert_int_equal(promises->fields[1].host, WITS_GIVER_HOST);
    assert_true(promises->fields[2].high == 30.0);
    assert_int_equal(promises->fields[2].host, WITS_GIVER_BRAIN);
    assert_false(promises->fields[3].has_range);
    assert_int_equal(promises->events[0], WITS_GIVER_DEFAULT);
    assert_int_equal(promises->events[1], WITS_GIVER_BRAIN);
    assert_int_equal(promises->events[2], WITS_GIVER_HOST);
    assert_string_equal(wits_file_desc(file)->events[1], "ready");
    assert_false(promises->functions[0].has_range);
    assert_true(promises->functions[1].has_range && promises->functions[1].low == -1.0);
    assert_true(promises->functions[1].high == 2.5);
    assert_int_equal(promises->most[0], 3);
    assert_int_equal(promises->most[1], WITS_DEFAULT_MOST_TARGETS);
    assert_int_equal(promises->most[2], WITS_DEFAULT_MOST_TARGETS);
    assert_true(promises->target_fields[0][0].has_step && promises->target_fields[0][0].high == 10.0);
    assert_true(promises->target_fields[0][1].low == 1.0 && !promises->target_fields[0][1].has_step);
    assert_string_equal(wits_file_desc(file)->targets[1].fields[0].name, "most");
    assert_false(promises->target_fields[1][0].has_range);
    assert_null(promises->target_fields[2]);
    wits_file_free(file);
}

static void what_is_not_said_is_no_promise(void **state) {
    wits_file *file = parse_sound(HEAD ROOT);
    const wits_promises *promises = wits_file_promises(file);
    assert_true(promises->fields == NULL && promises->functions == NULL && promises->events == NULL);
    assert_true(promises->most == NULL && promises->target_fields == NULL);
    assert_int_equal(wits_file_property_count(file), 0);
    assert_null(wits_file_properties(file));
    wits_file_free(file);
    file = parse_sound(HEAD "context: {x: float}\nroot: {states: {a: {enter: [x = threat(), howl()]}}}\n");
    promises = wits_file_promises(file);
    assert_false(promises->fields[0].has_range);
    assert_false(promises->functions[0].has_range || promises->functions[1].has_range);
    wits_file_free(file);
    file = parse_text(HEAD);
    assert_null(wits_file_promises(file));
    wits_file_free(file);
    assert_null(wits_file_promises(NULL));
    assert_null(wits_file_properties(NULL));
}

// "They change no decision and no byte of the brain."
static void the_brain_is_the_same_without(void **state) {
    static const char plain[] =
        HEAD "ticks_per_second: 10\n"
             "context: {distance: float, health: {type: float, initial: 1}, ammo: uint8, mood: [calm, angry]}\n"
             "events: [alarm, ready, noise]\n"
             "functions: {strike: action, threat: score, sees: condition, say: action}\n"
             "targets: {enemy: {near: float, level: uint8}, cover: {most: int}, friend: }\n"
             "root: {states: {a: {enter: [strike(), 'say(\"hello\")']}, u: {states: {c: , d: }}}}\n";
    wits_file *file = parse_sound(guard), *without = parse_sound(plain);
    assert_int_equal(wits_brain_hash(wits_file_brain(file)), wits_brain_hash(wits_file_brain(without)));
    wits_file_free(file);
    wits_file_free(without);
}

static wits_promise stepped(double low, double high, double step) {
    return (wits_promise){.has_range = true, .low = low, .high = high, .has_step = true, .step = step};
}

static void steps_are_the_singles_nearest_to_multiples(void **state) {
    int64_t first = 7;
    wits_promise tenths = stepped(0.0, (double)0.7f, 0.1);
    assert_int_equal(wits_promise_values(&tenths, &first), 8);
    assert_int_equal(first, 0);
    static const float singles[] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f};
    for (uint32_t k = 0; k < COUNT(singles); k++) {
        assert_true(wits_promise_value(&tenths, k) == singles[k]);
    }
    tenths = stepped(-0.25, 0.25, 0.1);
    assert_int_equal(wits_promise_values(&tenths, &first), 5);
    assert_int_equal(first, -2);
    tenths = stepped((double)0.1f, (double)0.1f, 0.1);
    assert_int_equal(wits_promise_values(&tenths, &first), 1);
    assert_int_equal(first, 1);
    tenths = stepped(0.11, 0.19, 0.1);
    assert_int_equal(wits_promise_values(&tenths, &first), 0);
    wits_promise whole = {.has_range = true, .high = 5.0};
    assert_int_equal(wits_promise_values(&whole, &first), 0);
    wits_promise huge = stepped((double)-FLT_MAX, (double)FLT_MAX, 1e-22);
    assert_int_equal(wits_promise_values(&huge, &first), 0);
}

/// Every step that is a decimal fraction, compared with the numbers that a person writes.
static void steps_are_what_a_person_writes(void **state) {
    wits_promise hundredths = stepped(0.0, 40.0, 0.01);
    int64_t first = 0;
    assert_int_equal(wits_promise_values(&hundredths, &first), 4001);
    for (int k = 0; k <= 4000; k++) {
        char written[16];
        snprintf(written, sizeof written, "%d.%02d", k / 100, k % 100);
        assert_true(wits_promise_value(&hundredths, k) == strtof(written, NULL));
    }
}

static void steps_are_read_as_written(void **state) {
    static const struct {
        const char *written;
        double step;
    } steps[] = {{"0.1", 0.1},
                 {".25", 0.25},
                 {"1", 1.0},
                 {"1e-2", 1e-2},
                 {"2.50E-1", 0.25},
                 {"0.0030", 3e-3},
                 {"5e0", 5.0},
                 {"1.", 1.0},
                 {"1e+1", 10.0},
                 {"0.0125", 0.0125},
                 {"00.5", 0.5},
                 {"1.5e1", 15.0},
                 {"0.123456789012345", 0.123456789012345}};
    for (uint32_t i = 0; i < COUNT(steps); i++) {
        char text[256];
        snprintf(text, sizeof text, HEAD "context: {x: {type: float, range: [0, 10], step: %s}}\n" ROOT,
                 steps[i].written);
        wits_file *file = parse_sound(text);
        assert_true(wits_file_promises(file)->fields[0].step == steps[i].step);
        wits_file_free(file);
    }
}

static void at_most_4096_values_are_stepped(void **state) {
    wits_file *file = parse_sound(HEAD "context: {x: {type: float, range: [0, 4095], step: 1}}\n" ROOT);
    int64_t first = 0;
    assert_int_equal(wits_promise_values(&wits_file_promises(file)->fields[0], &first), WITS_MAX_STEP_VALUES);
    wits_file_free(file);
    file = parse_text(HEAD "context: {x: {type: float, range: [0, 4096], step: 1}}\n" ROOT);
    char *problems = problems_text(file);
    assert_string_equal(problems, "3:52: in steps of 1 there are more than 4096 values from 0 to 4096\n");
    free(problems);
    wits_file_free(file);
}

static void a_range_has_both_ends(void **state) {
    wits_promise range = {.has_range = true, .low = -1.0, .high = 2.0};
    assert_true(wits_promise_holds(&range, -1.0) && wits_promise_holds(&range, 2.0));
    assert_false(wits_promise_holds(&range, -1.5) || wits_promise_holds(&range, 2.5));
    assert_false(wits_promise_holds(&range, (double)NAN) || wits_promise_holds(&range, (double)INFINITY));
    range.nan = true;
    assert_true(wits_promise_holds(&range, (double)NAN));
    range.has_range = false;
    assert_true(wits_promise_holds(&range, 1e30));
}

// ---------------------------------------------------------------------------------------------------------- properties

#define PROVE                                                                                                          \
    "prove:\n"                                                                                                         \
    "  - assume: distance <= reach\n"                                                                                  \
    "  - never: in(u/c) and hurt\n"                                                                                    \
    "  - always: fights or elapsed(u) < 3s\n"                                                                          \
    "  - never: calls(strike) and not near and calls(say(word)) or calls( strike ( reach))\n"                          \
    "  - reach: u/c.enemy.near < reach and left/reach > 1 and target(u/d)\n"                                           \
    "  - within: {when: in(u) and hurt, until: done(u), ticks: many, inputs: any}\n"                                   \
    "  - settles: {of: u, ticks: 6}\n"                                                                                 \
    "  - settles: {of: /, ticks: 0}\n"                                                                                 \
    "  - returns: |\n"                                                                                                 \
    "      in(a)\n"                                                                                                    \
    "        or raised(noise) and not pending(alarm)\n"                                                                \
    "  - name: brave guards stay\n"                                                                                    \
    "    never: in(u/c) and near\n"                                                                                    \
    "    assume: distance <= 20\n"                                                                                     \
    "    from: d\n"                                                                                                    \
    "  - start: any\n"

static wits_file *guard_with(const char *more) {
    char text[4096];
    snprintf(text, sizeof text, "%s%s", guard, more);
    return parse_sound(text);
}

static void assert_text(const wits_property_text *text, const char *wanted) {
    if (wanted == NULL) {
        assert_null(text->text);
    } else {
        assert_non_null(text->text);
        assert_string_equal(text->text, wanted);
    }
}

static void properties_stand_in_the_order_of_the_file(void **state) {
    static const struct {
        const char *kind, *name, *condition, *text;
    } wanted[] = {
        {"assume", NULL, "distance <= 2.5", "distance <= 2.5"},
        {"never", "never 1", "in(u/c) and (health < 0.2 and (distance < 2.5))",
         "in(u/c) and (health < 0.2 and (distance < 2.5))"},
        {"always", "always 2", "in(/u) or elapsed(u) < 30", "in(/u) or elapsed(u) < 30"},
        {"never", "never 3",
         "calls(strike) and not (distance < 2.5) and calls(say(\"hello\")) or calls( strike ( 2.5))",
         "calls(strike) and not (distance < 2.5) and calls(say(\"hello\")) or calls( strike ( 2.5))"},
        {"reach", "reach 4", "u/c.enemy.near < 2.5 and (40 - distance)/2.5 > 1 and target(u/d)",
         "u/c.enemy.near < 2.5 and (40 - distance)/2.5 > 1 and target(u/d)"},
        {"within", "within 5", "in(u) and (health < 0.2 and (distance < 2.5))",
         "when: in(u) and (health < 0.2 and (distance < 2.5)), until: done(u), ticks: 3, inputs: any"},
        {"settles", "settles 6", NULL, "of: u, ticks: 6"},
        {"settles", "settles 7", NULL, "of: /, ticks: 0"},
        {"returns", "returns 8", "in(a)\n  or raised(noise) and not pending(alarm)\n",
         "in(a) or raised(noise) and not pending(alarm)"},
        {"never", "brave guards stay", "in(u/c) and (distance < 2.5)",
         "in(u/c) and (distance < 2.5), assume: distance <= 20, from: d"},
        {"assume", NULL, NULL, "start: any"},
    };
    wits_file *file = guard_with(PROVE);
    const wits_property *properties = wits_file_properties(file);
    assert_int_equal(wits_file_property_count(file), COUNT(wanted));
    for (uint32_t i = 0; i < COUNT(wanted); i++) {
        assert_string_equal(wits_property_kind_name(properties[i].kind), wanted[i].kind);
        assert_text(&(wits_property_text){.text = properties[i].name}, wanted[i].name);
        assert_text(&properties[i].condition, wanted[i].condition);
        assert_string_equal(properties[i].text, wanted[i].text);
        assert_string_equal(properties[i].file, wits_file_name(file));
    }
    assert_text(&properties[5].until, "done(u)");
    assert_true(properties[5].ticks == 3 && properties[5].inputs_any && !properties[1].inputs_any);
    assert_text(&properties[6].of, "u");
    assert_int_equal(properties[6].ticks, 6);
    assert_text(&properties[9].assume, "distance <= 20");
    assert_string_equal(wits_property_kind_name(WITS_PROPERTY_KIND_COUNT), "");
    wits_file_free(file);
}

// An item without a property applies to the whole list; a property's own `from` or `start` takes precedence.
static void where_properties_start_is_said_for_all(void **state) {
    wits_file *file = guard_with(PROVE);
    const wits_property *properties = wits_file_properties(file);
    assert_true(properties[1].start_any && properties[6].start_any);
    assert_text(&properties[1].from, NULL);
    assert_false(properties[0].start_any || properties[9].start_any);
    assert_text(&properties[9].from, "d");
    wits_file_free(file);
    file = guard_with("prove: [{from: u/d, assume: near}, {never: in(a)}, {never: in(a), start: any}, {reach: in(a), "
                      "from: /}]\n");
    properties = wits_file_properties(file);
    assert_text(&properties[0].condition, "distance < 2.5");
    assert_string_equal(properties[0].text, "distance < 2.5, from: u/d");
    assert_text(&properties[1].from, "u/d");
    assert_int_equal(wits_property_where(file, &properties[1].from, 0).line, properties[0].from.line);
    assert_text(&properties[2].from, NULL);
    assert_true(properties[2].start_any && !properties[1].start_any);
    assert_text(&properties[3].from, "/");
    wits_file_free(file);
}

static void every_text_has_its_place(void **state) {
    wits_file *file = guard_with(PROVE);
    const wits_property *properties = wits_file_properties(file);
    assert_int_equal(properties[1].line, properties[0].line + 1);
    assert_int_equal(properties[1].column, 5);
    assert_int_equal(properties[1].condition.line, properties[1].line);
    assert_int_equal(properties[1].condition.column, 12);
    const char *hurt = strstr(properties[1].condition.text, "health");
    wits_file_place place =
        wits_property_where(file, &properties[1].condition, (uint32_t)(hurt - properties[1].condition.text));
    assert_true(place.line == 5 && place.column == 44);
    assert_true(place.used_line == properties[1].line && place.used_column == 24);
    place = wits_property_where(file, &properties[5].until, 5);
    assert_true(place.line == properties[5].line && place.column == 48 && place.used_name == NULL);
    assert_int_equal(wits_property_where(file, &properties[1].until, 0).line, 0);
    assert_int_equal(wits_property_where(file, NULL, 0).line, 0);
    assert_int_equal(wits_property_where(NULL, &properties[1].condition, 0).line, 0);
    wits_file_free(file);
}

// ------------------------------------------------------------------------------------------------------------ expanded

static void assert_same_promise(const wits_promise *a, const wits_promise *b) {
    assert_true(a->has_range == b->has_range && a->low == b->low && a->high == b->high);
    assert_true(a->has_step == b->has_step && a->step == b->step && a->nan == b->nan && a->host == b->host);
}

static void written_out_the_file_says_the_same(void **state) {
    wits_file *file = guard_with(PROVE);
    wits_file *again = parse_sound(wits_file_expanded(file, NULL));
    const wits_promises *one = wits_file_promises(file), *two = wits_file_promises(again);
    const wits_desc *desc = wits_file_desc(file);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        assert_same_promise(&one->fields[i], &two->fields[i]);
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        assert_same_promise(&one->functions[i], &two->functions[i]);
    }
    for (uint32_t i = 0; i < desc->event_count; i++) {
        assert_int_equal(one->events[i], two->events[i]);
    }
    for (uint32_t i = 0; i < desc->target_count; i++) {
        assert_int_equal(one->most[i], two->most[i]);
        for (uint32_t j = 0; j < desc->targets[i].field_count; j++) {
            assert_same_promise(&one->target_fields[i][j], &two->target_fields[i][j]);
        }
    }
    assert_int_equal(wits_file_property_count(file), wits_file_property_count(again));
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *a = &wits_file_properties(file)[i], *b = &wits_file_properties(again)[i];
        assert_true(a->kind == b->kind && a->start_any == b->start_any && a->ticks == b->ticks);
        assert_string_equal(a->text, b->text);
        assert_text(&b->condition, a->condition.text);
        assert_text(&b->from, a->from.text);
    }
    wits_file_free(again);
    wits_file_free(file);
}

// ------------------------------------------------------------------------------------------------------------ included

static const char *shared_text;

static bool open_shared(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    *length = strlen(shared_text);
    *bytes = allocator->allocate(allocator->user, *length);
    memcpy(*bytes, shared_text, *length);
    return strcmp(name, "shared.yaml") == 0;
}

static const wits_file_options shared_options = {.open = open_shared};

static void included_functions_and_targets_bring_their_promises(void **state) {
    static const char text[] = HEAD "include: shared.yaml\n"
                                    "root: {kind: utility, states: {a: {target: enemy, score: threat()}}}\n";
    shared_text = "wits: 1\nconstants: {high: 2}\nfunctions: {threat: {kind: score, range: [0, high]}}\n"
                  "targets: {enemy: {most: 5, near: {type: float, range: [0, high]}}}\n";
    wits_file *file = wits_file_parse_with(text, strlen(text), "b.yaml", &shared_options);
    assert_int_equal(wits_file_problem_count(file), 0);
    const wits_promises *promises = wits_file_promises(file);
    assert_true(promises->functions[0].has_range && promises->functions[0].high == 2.0);
    assert_true(promises->target_fields[0][0].high == 2.0);
    assert_int_equal(promises->most[0], 5);
    wits_file_free(file);
}

static void included_files_prove_nothing(void **state) {
    static const char text[] = HEAD "include: shared.yaml\n" ROOT;
    shared_text = "wits: 1\nprove: [{never: in(a)}]\n";
    wits_file *file = wits_file_parse_with(text, strlen(text), "b.yaml", &shared_options);
    char *problems = problems_text(file);
    assert_string_equal(problems, "shared.yaml:2:1: an included file has no key 'prove'; it belongs to a brain file\n");
    free(problems);
    wits_file_free(file);
}

// ------------------------------------------------------------------------------------------------------ separate files

static const char *list_text;

static bool open_list(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    *length = strlen(list_text);
    *bytes = *length > 0 ? allocator->allocate(allocator->user, *length) : NULL;
    if (*length > 0) {
        memcpy(*bytes, list_text, *length);
    }
    return strcmp(name, "list.yaml") == 0;
}

static wits_file *load_list(const char *text, const wits_file *brain_file) {
    static const wits_file_options options = {.open = open_list};
    list_text = text;
    wits_file *list = wits_properties_load("list.yaml", brain_file, &options);
    assert_non_null(list);
    return list;
}

static void assert_list_has(const char *text, const wits_file *brain_file, const char *wanted) {
    wits_file *list = load_list(text, brain_file);
    char *problems = problems_text(list);
    assert_string_equal(problems, wanted);
    assert_int_equal(wits_file_property_count(list), 0);
    free(problems);
    wits_file_free(list);
}

static void a_list_of_its_own_uses_the_names_of_the_brain(void **state) {
    wits_file *file = guard_with(PROVE);
    wits_file *list = load_list("- never: in(u) and hurt and elapsed(u) > 1.5s\n"
                                "- {name: mine, settles: {of: u, ticks: many}}\n"
                                "- assume: near\n",
                                file);
    assert_int_equal(wits_file_problem_count(list), 0);
    assert_int_equal(wits_file_property_count(list), 3);
    const wits_property *properties = wits_file_properties(list);
    assert_string_equal(properties[0].name, "never 10");
    assert_text(&properties[0].condition, "in(u) and (health < 0.2 and (distance < 2.5)) and elapsed(u) > 15");
    assert_string_equal(properties[1].name, "mine");
    assert_int_equal(properties[1].ticks, 3);
    assert_false(properties[0].start_any);  // set by the other list itself
    assert_string_equal(properties[0].file, "list.yaml");
    const char *health = strstr(properties[0].condition.text, "health");
    wits_file_place place =
        wits_property_where(list, &properties[0].condition, (uint32_t)(health - properties[0].condition.text));
    assert_true(place.line == 5 && place.used_line == 1 && place.used_column == 20);
    assert_string_equal(place.used_name, "list.yaml");
    assert_null(wits_file_brain(list));
    assert_null(wits_file_promises(list));
    assert_string_equal(wits_file_name(list), "list.yaml");
    wits_file_free(list);
    wits_file_free(file);
}

/// Names and starts are compared after the brain has been compiled.
static void a_file_with_any_problem_has_no_brain(void **state) {
    static const char *const lists[] = {
        "prove: [{assume: near, start: any}, {assume: near, from: a}, {never: in(a)}]\n",
        "prove: [{never: in(a), name: b}, {never: in(a), name: b}]\n",
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char text[4096];
        const int length = snprintf(text, sizeof text, "%s%s", guard, lists[i]);
        wits_file *file = wits_file_parse(text, (size_t)length, NULL, NULL);
        assert_int_equal(wits_file_problem_count(file), 1);
        assert_null(wits_file_brain(file));
        assert_null(wits_file_promises(file));
        assert_null(wits_file_expanded(file, NULL));
        assert_int_equal(wits_file_property_count(file), 0);
        wits_file_free(file);
    }
}

static void what_is_wrong_with_such_a_list_has_its_place(void **state) {
    wits_file *file = guard_with(PROVE);
    assert_list_has("", file, "1:1: the file is empty; a list of properties begins with '- never: ...'\n");
    assert_list_has("# nothing\n", file, "1:1: the file is empty; a list of properties begins with '- never: ...'\n");
    assert_list_has("never: in(a)\n", file,
                    "1:1: expected a list of properties, such as '- never: in(combat)', not a mapping\n");
    assert_list_has("- name: never 1\n  reach: in(a)\n", file,
                    "1:9: 'never 1' is already the name of a property, at line 21 of the brain\n");
    assert_list_has("- never: in(a)\n  from: nowhere\n- settles: {of: u, ticks: 1, tocks: 2}\n", file,
                    "2:9: there is no state 'nowhere'; the states are a, u\n"
                    "3:30: settles has no key 'tocks'; did you mean 'ticks'?\n");
    wits_file *list = wits_properties_load("tests/files/none.yaml", file, NULL);
    assert_int_equal(wits_file_problem_count(list), 1);
    wits_file_free(list);
    wits_file_free(file);
}

static void such_a_list_needs_a_brain(void **state) {
    wits_file *file = parse_text(HEAD);
    static const char wanted[] = "0:0: the brain of these properties has problems\n";
    assert_list_has("- never: in(a)\n", file, wanted);
    assert_list_has("- never: in(a)\n", NULL, wanted);
    wits_file_free(file);
}

static void a_list_has_up_to_1000_items(void **state) {
    char *text = malloc(32 * 1024);
    assert_non_null(text);
    size_t length = 0;
    for (uint32_t i = 0; i <= WITS_MAX_PROPERTIES; i++) {
        length += (size_t)sprintf(text + length, "- never: in(a)\n");
    }
    wits_file *file = guard_with("");
    assert_list_has(text, file, "1001:3: a file has at most 1000 properties\n");
    text[length - strlen("- never: in(a)\n")] = '\0';
    wits_file *list = load_list(text, file);
    assert_int_equal(wits_file_property_count(list), WITS_MAX_PROPERTIES);
    wits_file_free(list);
    wits_file_free(file);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_is_given_by_rows),
        cmocka_unit_test(what_is_not_said_is_no_promise),
        cmocka_unit_test(the_brain_is_the_same_without),
        cmocka_unit_test(steps_are_the_singles_nearest_to_multiples),
        cmocka_unit_test(steps_are_what_a_person_writes),
        cmocka_unit_test(steps_are_read_as_written),
        cmocka_unit_test(at_most_4096_values_are_stepped),
        cmocka_unit_test(a_range_has_both_ends),
        cmocka_unit_test(properties_stand_in_the_order_of_the_file),
        cmocka_unit_test(where_properties_start_is_said_for_all),
        cmocka_unit_test(a_file_with_any_problem_has_no_brain),
        cmocka_unit_test(every_text_has_its_place),
        cmocka_unit_test(written_out_the_file_says_the_same),
        cmocka_unit_test(included_functions_and_targets_bring_their_promises),
        cmocka_unit_test(included_files_prove_nothing),
        cmocka_unit_test(a_list_of_its_own_uses_the_names_of_the_brain),
        cmocka_unit_test(what_is_wrong_with_such_a_list_has_its_place),
        cmocka_unit_test(such_a_list_needs_a_brain),
        cmocka_unit_test(a_list_has_up_to_1000_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
