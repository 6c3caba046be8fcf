// SPDX-License-Identifier: MIT
// Renames every symbol of brains, one after another, and compares the compiled brains: with another name of the same
// length a brain has the same bytes except for that name. Then it renames back, and the files have the same bytes.
//
//   test_lsp_names FILE...            brains on disk
//   test_lsp_names - N                N symbols of each of the brains on standard input: "---- PATH" before each file,
//                                     of which cut.yaml is a brain's first, and "---- end"
//   test_lsp_names --places FILE...   each destination of the loader's tables must be a use of the same state
//   test_lsp_names --hostile N FILE...   N times a file with random damage, read, asked and renamed
//   test_lsp_names --time FILE        milliseconds to read a file
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lsp/names.h"
#include "wits/file.h"

enum { MOST_FILES = 64, MOST_TRIED = 3 };

/// A set of files.
typedef struct disk {
    char *paths[MOST_FILES];
    text texts[MOST_FILES];
    uint32_t count;
    bool is_real;  ///< files that are missing here are read from disk
} disk;

static uint64_t seed = 1;

static uint32_t draw(uint32_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return below > 0 ? (uint32_t)(seed >> 33) % below : 0;
}

static bool read_disk(void *user, const char *path, text *to) {
    const disk *from = user;
    for (uint32_t i = 0; i < from->count; i++) {
        if (strcmp(from->paths[i], path) == 0) {
            text_add_bytes(to, text_of(&from->texts[i]), from->texts[i].length);
            return true;
        }
    }
    FILE *file = from->is_real ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return false;
    }
    char bytes[4096];
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_add_bytes(to, bytes, length);
    }
    fclose(file);
    return true;
}

static text *disk_file(disk *of, const char *path) {
    for (uint32_t i = 0; i < of->count; i++) {
        if (strcmp(of->paths[i], path) == 0) {
            return &of->texts[i];
        }
    }
    assert(of->count < MOST_FILES);
    of->paths[of->count] = calloc(strlen(path) + 1, 1);
    assert(of->paths[of->count] != NULL);
    strcpy(of->paths[of->count], path);
    of->texts[of->count] = (text){0};
    return &of->texts[of->count++];
}

static void disk_free(disk *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        free(of->paths[i]);
        text_free(&of->texts[i]);
    }
    of->count = 0;
}

static bool open_disk(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    text read = {0};
    if (!read_disk(user, name, &read)) {
        text_free(&read);
        return false;
    }
    *length = read.length;
    *bytes = read.length > 0 ? allocator->allocate(allocator->user, read.length) : NULL;
    if (*bytes != NULL) {
        memcpy(*bytes, read.bytes, read.length);
    }
    text_free(&read);
    return true;
}

static wits_file *load(disk *from, const char *path) {
    return wits_file_load_with(path, &(wits_file_options){.open = open_disk, .user = from, .allow_outside = true});
}

/// With the file of scenarios beside the brain, if there is one.
static names *read_names(disk *from, const char *path) {
    text scenarios = {0}, content = {0};
    text_add_bytes(&scenarios, path, strlen(path) > 5 ? strlen(path) - 5 : 0);
    text_add(&scenarios, ".test.yaml");
    const char *const beside[] = {text_of(&scenarios)};
    const bool is_there = read_disk(from, beside[0], &content);
    names *of = names_read(&(names_files){read_disk, from, beside, is_there}, path);
    text_free(&scenarios);
    text_free(&content);
    return of;
}

/// Returns whether the scenarios of a brain load.
static bool has_good_scenarios(disk *from, const names *of, const wits_file *brain) {
    bool is_good = true;
    for (uint32_t file = 0; file < names_file_count(of); file++) {
        if (names_file_is_beside(of, file)) {
            const wits_file_options options = {.open = open_disk, .user = from};
            wits_file *scenarios = wits_scenarios_load(names_file_path(of, file), brain, &options);
            is_good = is_good && wits_file_problem_count(scenarios) == 0 && wits_file_scenario_count(scenarios) > 0;
            wits_file_free(scenarios);
        }
    }
    return is_good;
}

/// The files of a brain with the edits.
static disk edited(const names *of, const names_change *change) {
    disk made = {.count = 0};
    for (uint32_t file = 0; file < names_file_count(of); file++) {
        size_t length, at = 0;
        const char *bytes = names_file_text(of, file, &length);
        text *to = disk_file(&made, names_file_path(of, file));
        for (uint32_t i = 0; i < change->count; i++) {
            const names_edit *edit = &change->edits[i];
            if (strcmp(edit->path, names_file_path(of, file)) == 0) {
                assert(edit->begin >= at && edit->end > edit->begin && edit->end <= length);
                text_add_bytes(to, bytes + at, edit->begin - at);
                text_add(to, edit->text);
                at = edit->end;
            }
        }
        text_add_bytes(to, bytes + at, length - at);
    }
    return made;
}

static bool is_same_disk(const names *of, const disk *other) {
    for (uint32_t file = 0; file < names_file_count(of); file++) {
        size_t length;
        const char *bytes = names_file_text(of, file, &length);
        text now = {0};
        read_disk((void *)(uintptr_t)other, names_file_path(of, file), &now);
        const bool is_same = now.length == length && memcmp(text_of(&now), bytes, length) == 0;
        text_free(&now);
        if (!is_same) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------ brains

/// Returns whether two brains differ at most where the first has one name and the second has another of its length,
/// and in their hashes.
static bool is_same_brain(const wits_brain *a, const wits_brain *b, const char *was, const char *is) {
    const size_t size = a != NULL ? wits_brain_bytes(a) : 0, length = strlen(was);
    if (b == NULL || wits_brain_bytes(b) != size) {
        return false;
    }
    const uint64_t hashes[2] = {wits_brain_hash(a), wits_brain_hash(b)};
    const uint64_t layouts[2] = {wits_brain_layout_hash(a), wits_brain_layout_hash(b)};
    const char *x = (const char *)a, *y = (const char *)b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] == y[i]) {
            continue;
        }
        bool is_name = false;
        for (size_t back = 0; back < length && back <= i && !is_name; back++) {
            const size_t at = i - back;
            is_name = at + length <= size && memcmp(x + at, was, length) == 0 && memcmp(y + at, is, length) == 0;
        }
        const size_t word = i / 8 * 8;
        const bool is_hash = (memcmp(x + word, &hashes[0], 8) == 0 && memcmp(y + word, &hashes[1], 8) == 0) ||
                             (memcmp(x + word, &layouts[0], 8) == 0 && memcmp(y + word, &layouts[1], 8) == 0);
        if (!is_name && !is_hash) {
            return false;
        }
    }
    return true;
}

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = (a + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u ^ (b + 1) * 0x94D049BB133111EBu;
    x ^= x >> 29;
    return (x * 0xBF58476D1CE4E5B9u) ^ x >> 31;
}

/// Results of host functions by their rows, which renames do not change.
static bool some_condition(const void *context, const wits_call *call) {
    (void)context;
    return mix(call->function, call->frame->tick) % 3 == 0;
}

static float some_score(const void *context, const wits_call *call) {
    (void)context;
    return (float)(mix(call->function + 100u, call->frame->tick) % 1000) / 1000.0f;
}

static void some_action(void *context, const wits_call *call) {
    (void)context;
    uint64_t *log = call->frame->user;
    *log = mix(*log, call->function * 1000u + call->state);
}

enum { MOST_FIELDS = 256, TICKS = 60 };

/// Runs an agent with drawn fields. Returns a hash of its bytes, fields and actions at every tick.
static uint64_t life_of(const wits_file *file, uint64_t number) {
    const wits_brain *brain = wits_file_brain(file);
    const wits_desc *desc = wits_file_desc(file);
    const uint32_t fields = wits_field_count(brain);
    static wits_column columns[MOST_FIELDS];
    static unsigned char values[MOST_FIELDS][4];
    wits_function *functions = calloc(desc->function_count + 1, sizeof *functions);
    uint64_t *agent = calloc(wits_agent_size(brain) / 8 + 1, 8);
    uint64_t log = number;
    assert(functions != NULL && agent != NULL && fields <= MOST_FIELDS);
    memset(values, 0, sizeof values);
    for (uint32_t i = 0; i < desc->function_count; i++) {
        const wits_function_kind kind = wits_function_kind_of(brain, i);
        functions[i].name = desc->functions[i].name;
        functions[i].condition = kind == WITS_FUNCTION_CONDITION ? some_condition : NULL;
        functions[i].score = kind == WITS_FUNCTION_SCORE ? some_score : NULL;
        functions[i].action = kind == WITS_FUNCTION_ACTION ? some_action : NULL;
    }
    wits_frame frame = {.agent = number, .seed = 5, .columns = columns, .functions = functions, .user = &log};
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        for (uint32_t i = 0; i < fields && tick % 4 == 0; i++) {
            const wits_type type = wits_field_type(brain, i);
            const uint64_t drawn = mix(mix(number, i), tick);
            const float number_drawn = (float)(drawn % 200) / 100.0f;
            const uint32_t count = wits_field_value_count(brain, i);
            const unsigned char small = (unsigned char)(drawn % (type == WITS_TYPE_ENUM ? count : 2));
            columns[i] = (wits_column){.base = values[i], .type = type};
            columns[i].stride = 4;
            memcpy(values[i], type == WITS_TYPE_FLOAT ? (const void *)&number_drawn : (const void *)&small,
                   type == WITS_TYPE_FLOAT ? 4 : 1);
        }
        frame.tick = tick;
        if (tick == 0) {
            wits_start(brain, agent, &frame);
        }
        if (wits_event_count(brain) > 0 && mix(number, tick) % 3 == 0) {
            wits_raise(brain, agent, (uint32_t)(mix(number, tick + 1000u) % wits_event_count(brain)));
        }
        wits_tick(brain, agent, &frame);
        log = mix(log, wits_agent_hash(brain, agent, number));
        for (uint32_t i = 0; i < fields; i++) {
            uint32_t bits;
            memcpy(&bits, values[i], 4);
            log = mix(log, bits);
        }
    }
    free(agent);
    free(functions);
    return log;
}

static bool is_same_life(const wits_file *a, const wits_file *b) {
    bool is_same = wits_file_brain(b) != NULL;
    for (uint64_t number = 0; number < 8 && is_same; number++) {
        is_same = life_of(a, number) == life_of(b, number);
    }
    return is_same;
}

static void fail(const char *path, const names *of, uint32_t symbol, const char *to, const char *why) {
    text whole = {0};
    names_path(of, symbol, &whole);
    printf("%s: %s %s to %s: %s\n", path, names_kind_text(names_symbol_at(of, symbol)->kind), text_of(&whole), to, why);
    text_free(&whole);
}

/// A new name of the same length that no symbol has and that is not a word of the language.
static void draw_name(const names *of, const char *was, char *to) {
    static const char letters[] = "QWXYZJKV";
    for (uint32_t tries = 0;; tries++) {
        bool is_free = true;
        for (size_t i = 0; was[i] != '\0'; i++) {
            to[i] = letters[draw(8)];
        }
        to[strlen(was)] = '\0';
        for (uint32_t i = 0; i < names_symbol_count(of) && is_free; i++) {
            is_free = strcmp(names_symbol_at(of, i)->name, to) != 0;
        }
        if (is_free || tries == 100) {
            return;
        }
    }
}

typedef struct counts {
    uint64_t symbols, uses, renamed, captures, refused, mixed, of_kinds[NAMES_KINDS], of_roles[8];
} counts;

/// Returns whether a symbol is a value of an enum, and another enum has a value of that name. Equal lists are one enum
/// as long as they are equal, and a name may be a value of several.
static bool has_namesake(const names *of, uint32_t symbol) {
    const names_symbol *one = names_symbol_at(of, symbol);
    bool is_found = false;
    for (uint32_t i = 0; one->kind == NAMES_VALUE && i < names_symbol_count(of); i++) {
        const names_symbol *other = names_symbol_at(of, i);
        is_found = is_found || (i != symbol && other->kind == NAMES_VALUE && strcmp(other->name, one->name) == 0);
    }
    return is_found;
}

/// Renames to a free name, compares, and renames back.
static bool rename_free(const char *path, const names *of, uint32_t symbol, const wits_file *file, counts *count) {
    const wits_brain *brain = wits_file_brain(file);
    const names_symbol *one = names_symbol_at(of, symbol);
    const names_use *use = names_use_at(of, one->first);
    const char *where = names_file_path(of, use->file);
    char to[256];
    names_change change, back;
    if (strlen(one->name) > 200) {
        return true;
    }
    draw_name(of, one->name, to);
    if (!names_rename(&of, 1, where, use->begin, to, &change)) {
        const bool is_mixed = has_namesake(of, symbol);
        count->mixed += is_mixed;
        if (is_mixed) {
            names_change_free(&change);
            return true;
        }
        fail(path, of, symbol, to, text_of(&change.message));
        names_change_free(&change);
        return false;
    }
    disk after = edited(of, &change);
    wits_file *loaded = load(&after, path);
    // A brain stores equal names and lists once, so its bytes differ when two become different.
    const bool is_alike = has_namesake(of, symbol) || is_same_brain(brain, wits_file_brain(loaded), one->name, to);
    bool is_good = is_alike && is_same_life(file, loaded) && has_good_scenarios(&after, of, loaded);
    if (!is_good) {
        fail(path, of, symbol, to, wits_file_brain(loaded) == NULL ? "the file has mistakes" : "it is another brain");
        wits_file_print_problems(loaded, NULL, NULL);
    }
    names *renamed = read_names(&after, path);
    uint32_t edit = 0;
    while (strcmp(change.edits[edit].path, where) != 0) {  // its first edit in a file is where it was
        edit++;
    }
    bool is_back = is_good;
    if (is_good && !names_rename(&(const names *){renamed}, 1, where, change.edits[edit].begin, one->name, &back)) {
        is_back = false;
        is_good = has_namesake(of, symbol);  // then uses of the two enums would look the same again
        if (!is_good) {
            fail(path, of, symbol, to, text_of(&back.message));
        }
        names_change_free(&back);
    }
    if (is_back) {
        disk again = edited(renamed, &back);
        is_good = is_same_disk(of, &again) && back.count == change.count;
        if (!is_good) {
            fail(path, of, symbol, to, "renamed back the files differ");
        }
        disk_free(&again);
        names_change_free(&back);
    }
    count->renamed++;
    names_free(renamed);
    wits_file_free(loaded);
    disk_free(&after);
    names_change_free(&change);
    return is_good;
}

/// Renames to names that others have: where it is allowed, the brain stays the same.
static bool rename_taken(const char *path, const names *of, uint32_t symbol, const wits_file *file, counts *count) {
    const names_symbol *one = names_symbol_at(of, symbol);
    const names_use *use = names_use_at(of, one->first);
    bool is_good = true;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < 4 * names_symbol_count(of) && tried < MOST_TRIED && is_good; i++) {
        const names_symbol *other = names_symbol_at(of, draw(names_symbol_count(of)));
        if (strcmp(other->name, one->name) == 0) {
            continue;
        }
        names_change change;
        tried++;
        if (!names_rename(&of, 1, names_file_path(of, use->file), use->begin, other->name, &change)) {
            is_good = change.message.length > 0 && change.count == 0;
            if (!is_good) {
                fail(path, of, symbol, other->name, "refused without a reason");
            }
            count->refused++;
        } else {
            disk after = edited(of, &change);
            wits_file *loaded = load(&after, path);
            is_good = is_same_life(file, loaded);
            if (!is_good) {
                fail(path, of, symbol, other->name, "captured, but allowed");
                wits_file_print_problems(loaded, NULL, NULL);
            }
            wits_file_free(loaded);
            disk_free(&after);
            count->captures++;
        }
        names_change_free(&change);
    }
    return is_good;
}

static bool check_brain(disk *from, const char *path, counts *count, uint32_t most) {
    wits_file *file = load(from, path);
    const wits_brain *brain = wits_file_brain(file);
    bool is_good = brain != NULL;
    names *of = read_names(from, path);
    if (!is_good) {
        wits_file_print_problems(file, NULL, NULL);
    }
    const uint32_t symbols = names_symbol_count(of);
    for (uint32_t i = 0; i < symbols && i < most && is_good; i++) {
        const uint32_t symbol = symbols > most ? draw(symbols) : i;
        const names_symbol *one = names_symbol_at(of, symbol);
        if (one->first != NAMES_NONE) {
            is_good = rename_free(path, of, symbol, file, count) && rename_taken(path, of, symbol, file, count);
        }
        count->symbols++;
        count->uses += one->count;
        count->of_kinds[one->kind]++;
    }
    for (uint32_t i = 0; i < names_use_count(of); i++) {
        count->of_roles[names_use_at(of, i)->role]++;
    }
    names_free(of);
    wits_file_free(file);
    return is_good;
}

/// Reads brains from standard input, one after another.
static int check_input(counts *count, uint32_t most) {
    static char buffer[1 << 16];
    text input = {0};
    for (size_t length; (length = fread(buffer, 1, sizeof buffer, stdin)) > 0;) {
        text_add_bytes(&input, buffer, length);
    }
    disk files = {.count = 0};
    text *to = NULL;
    uint32_t brains = 0;
    int failed = 0;
    for (const char *line = text_of(&input); !failed; line += strcspn(line, "\n") + 1) {
        const bool is_end = *line == '\0', begins = strncmp(line, "---- ", 5) == 0;
        if ((is_end || strncmp(line, "---- cut.yaml\n", 14) == 0) && files.count > 0) {
            brains++;
            failed = !check_brain(&files, "cut.yaml", count, most);
            for (uint32_t i = 0; failed && i < files.count; i++) {
                printf("---- %s\n%s", files.paths[i], text_of(&files.texts[i]));
            }
            disk_free(&files);
        }
        if (is_end) {
            break;
        }
        const size_t length = strcspn(line, "\n");
        if (strncmp(line, "---- end\n", 9) == 0) {
            to = NULL;
        } else if (begins) {
            text path = {0};
            text_add_bytes(&path, line + 5, length - 5);
            to = disk_file(&files, text_of(&path));
            text_free(&path);
        } else if (to != NULL) {
            text_add_bytes(to, line, length + 1);
        }
    }
    text_free(&input);
    disk_free(&files);
    printf("%u brains\n", (unsigned)brains);
    return failed || brains == 0;
}

// ------------------------------------------------------------------------------------------------------- destinations

static size_t byte_of(const char *bytes, size_t length, uint32_t line, uint32_t column) {
    size_t at = 0;
    for (; line > 1 && at < length; at++) {
        line -= bytes[at] == '\n';
    }
    for (; column > 1 && at < length; column--) {
        do {
            at++;
        } while (((unsigned char)bytes[at] & 0xC0) == 0x80);
    }
    return at;
}

/// Every destination of the loader is a use of the state that has its row, found by its key.
static bool check_places(disk *from, const char *path, uint64_t *count) {
    wits_file *file = load(from, path);
    names *of = read_names(from, path);
    const wits_desc *desc = wits_file_desc(file);
    bool is_good = desc != NULL;
    for (uint32_t row = 0; is_good && row < desc->transition_count; row++) {
        const wits_file_place to = wits_file_where(file, WITS_TABLE_TRANSITIONS, row, "to", 0);
        const wits_file_place state = wits_file_where(file, WITS_TABLE_STATES, desc->transitions[row].to, NULL, 0);
        const uint32_t to_file = names_file_find(of, to.name), state_file = names_file_find(of, state.name);
        size_t length = 0, state_length = 0;
        is_good = to_file != NAMES_NONE && state_file != NAMES_NONE;
        const char *bytes = is_good ? names_file_text(of, to_file, &length) : "";
        const char *state_bytes = is_good ? names_file_text(of, state_file, &state_length) : "";
        size_t at = is_good ? byte_of(bytes, length, to.line, to.column) : 0;
        const size_t key = is_good ? byte_of(state_bytes, state_length, state.line, state.column) : 0;
        while (at < length && strchr(" ,}\n\"'", bytes[at]) == NULL) {  // the last name of a path
            at++;
        }
        const names_use *use = is_good ? names_at(of, to_file, at) : NULL;
        const names_symbol *symbol = use != NULL ? names_symbol_at(of, use->symbol) : NULL;
        is_good = symbol != NULL && symbol->file == state_file && symbol->begin == key && use->role == NAMES_LEADS;
        if (!is_good) {
            printf("%s:%u:%u: transition %u\n", to.name, (unsigned)to.line, (unsigned)to.column, (unsigned)row);
        }
        ++*count;
    }
    names_free(of);
    wits_file_free(file);
    return is_good;
}

// ------------------------------------------------------------------------------------------------------------- damage

/// Reads damaged text, asks about every byte, and renames at some.
static void check_damaged(disk *files, const char *path) {
    names *of = read_names(files, path);
    for (uint32_t i = 0; i < names_use_count(of); i++) {
        const names_use *use = names_use_at(of, i);
        size_t length;
        names_file_text(of, use->file, &length);
        assert(use->begin < use->end && use->end <= length && use->symbol < names_symbol_count(of));
        const names_use *next = names_use_at(of, i + 1);
        assert(next == NULL || next->file > use->file || next->begin >= use->end);
        assert(names_at(of, use->file, use->begin) != NULL);
    }
    size_t length;
    names_file_text(of, 0, &length);
    for (uint32_t i = 0; i < 3 && length > 0; i++) {
        const size_t at = draw((uint32_t)length);
        text whole = {0};
        const uint32_t state = names_state_at(of, 0, at);
        if (state != NAMES_NONE) {
            names_path(of, state, &whole);
            assert(whole.length > 0);
        }
        text_free(&whole);
        tree_at(names_file_tree(of, 0), at);
    }
    if (names_use_count(of) > 0 && draw(8) == 0) {
        const names_use *use = names_use_at(of, draw(names_use_count(of)));
        names_change change;
        if (names_rename(&(const names *){of}, 1, names_file_path(of, use->file), use->begin, "fresh_name", &change)) {
            assert(change.count > 0);
        } else {
            assert(change.message.length > 0);
        }
        names_change_free(&change);
    }
    names_free(of);
}

static void damage(text *of) {
    static const char *const pieces[] = {"{",       "}",   "[",   "]",    ":",  ": ",    "\n",       "  ",
                                         "'",       "\"",  "\\",  "-",    "- ", "#",     "|",        ">",
                                         "&a",      "*a",  "!",   "%",    "@",  "\t",    "\xff",     "\xc3",
                                         "in(",     "(",   ")",   ".",    "/",  "use: ", "states: ", "\xf0\x9f\x90\xba",
                                         "\\ud83d", "== ", "if ", "else "};
    const uint32_t times = 1 + draw(6);
    for (uint32_t i = 0; i < times; i++) {
        const char *piece = pieces[draw(sizeof pieces / sizeof *pieces)];
        const size_t at = draw((uint32_t)of->length + 1), cut = draw(3) == 0 ? draw(40) : draw(3);
        text made = {0};
        text_add_bytes(&made, text_of(of), at);
        text_add(&made, draw(2) == 0 ? piece : "");
        const size_t rest = at + cut < of->length ? at + cut : of->length;
        text_add_bytes(&made, text_of(of) + rest, of->length - rest);
        text_free(of);
        *of = made;
    }
}

static int check_hostile(uint32_t times, int count, char **paths) {
    for (uint32_t i = 0; i < times; i++) {
        const char *path = paths[draw((uint32_t)count)];
        disk files = {.is_real = true};
        text *to = disk_file(&files, path);
        files.count = 0;
        assert(read_disk(&files, path, to));
        files.count = 1;
        damage(to);
        check_damaged(&files, path);
        disk_free(&files);
    }
    printf("%u damaged files\n", (unsigned)times);
    return 0;
}

static int print_time(const char *path) {
    disk files = {.is_real = true};
    double best = 1e9;
    for (uint32_t i = 0; i < 10; i++) {
        struct timespec a, b;
        timespec_get(&a, TIME_UTC);
        names *of = read_names(&files, path);
        timespec_get(&b, TIME_UTC);
        const double taken = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
        best = taken < best ? taken : best;
        names_free(of);
    }
    printf("%.3f\n", best);
    return 0;
}

int main(int argc, char **argv) {
    static counts count;
    disk files = {.is_real = true};
    int failed = argc < 2;
    if (argc > 2 && strcmp(argv[1], "--time") == 0) {
        return print_time(argv[2]);
    }
    if (argc > 3 && strcmp(argv[1], "--hostile") == 0) {
        return check_hostile((uint32_t)strtoul(argv[2], NULL, 10), argc - 3, argv + 3);
    }
    if (argc > 2 && strcmp(argv[1], "--places") == 0) {
        uint64_t places = 0;
        for (int i = 2; i < argc; i++) {
            failed = !check_places(&files, argv[i], &places) || failed;
        }
        printf("%llu destinations\n", (unsigned long long)places);
        return failed || places == 0;
    }
    if (argc == 3 && strcmp(argv[1], "-") == 0) {
        failed = check_input(&count, (uint32_t)strtoul(argv[2], NULL, 10));
    } else {
        for (int i = 1; i < argc; i++) {
            failed = !check_brain(&files, argv[i], &count, 10000) || failed;
        }
    }
    printf("%llu symbols, %llu renamed and back, %llu to names of others, %llu refused, %llu of mixed lists\n",
           (unsigned long long)count.symbols, (unsigned long long)count.renamed, (unsigned long long)count.captures,
           (unsigned long long)count.refused, (unsigned long long)count.mixed);
    for (uint32_t i = 0; i < NAMES_KINDS; i++) {
        printf("%8llu %s\n", (unsigned long long)count.of_kinds[i], names_kind_text((names_kind)i));
    }
    return failed;
}
