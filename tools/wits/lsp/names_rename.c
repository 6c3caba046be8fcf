// SPDX-License-Identifier: MIT
// Renaming: the edits, and the proof that they change no meaning. The renamed files are read again: every use must mean
// the same symbol as before, and the loader must not find more mistakes than before.
#include <stdlib.h>
#include <string.h>

#include "lsp/names_parts.h"
#include "wits/file.h"

enum {
    MOST_NAME = 64,
    MOST_PROPERTY_NAME = 100,
};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(const char *name) {
    size_t length = 0;
    while (is_letter(name[length]) || (length > 0 && name[length] >= '0' && name[length] <= '9')) {
        length++;
    }
    return length > 0 && length <= MOST_NAME && name[length] == '\0';
}

/// Writes "guard.yaml:12:7" for a byte of a file.
static void add_place(text *to, const names *of, uint32_t file, size_t offset) {
    size_t length = 0;
    const char *bytes = names_file_text(of, file, &length);
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < offset && i < length; i++) {
        const bool ends_line = bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
        line += ends_line;
        column = ends_line ? 1 : column + (((uint8_t)bytes[i] & 0xC0) != 0x80);
    }
    text_format(to, "%s:%u:%u", names_file_path(of, file), line, column);
}

bool names_can_rename(const names *of, uint32_t file, size_t offset, text *message) {
    const names_use *at = names_at(of, file, offset);
    if (at == NULL) {
        text_add(message, "there is no name here that can be renamed");
        return false;
    }
    const names_symbol *symbol = names_symbol_at(of, at->symbol);
    for (uint32_t use = symbol->first; use != NAMES_NONE; use = names_use_at(of, use)->next) {
        const names_use *one = names_use_at(of, use);
        if (!one->is_sure) {
            text_format(message, "'%s' at ", symbol->name);
            add_place(message, of, one->file, one->begin);
            text_format(message, " may be a value of several enums; write it with its enum, as in 'mood.%s'",
                        symbol->name);
            return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------- the new name

/// Returns the symbol that already has a name in the namespace of another symbol; NAMES_NONE if there is none.
static uint32_t holder_of(const names *of, uint32_t row, const char *name) {
    const names_symbol *symbol = names_symbol_at(of, row);
    const size_t length = strlen(name);
    const uint32_t outer = symbol->outer;
    switch (symbol->kind) {
    case NAMES_STATE:
        return names_child(of, outer, name, length);
    case NAMES_TARGET_FIELD:
        return names_look_up(of, SPACE_TARGET_FIELDS, outer, name, length, NULL);
    case NAMES_PARAMETER:
        return names_look_up(of, SPACE_PARAMETERS, outer, name, length, NULL);
    case NAMES_VALUE:
        return names_look_up(of, SPACE_VALUES, of->details[row].list, name, length, NULL);
    case NAMES_BRAIN:
    case NAMES_PROPERTY:
    case NAMES_KINDS:
        return NAMES_NONE;
    case NAMES_CONSTANT:
    case NAMES_CONDITION:
    case NAMES_SCORE:
    case NAMES_CONSIDERATION: {
        const uint32_t shared = names_shared(of, name, length);
        return shared != NAMES_NONE ? shared : names_look_up(of, SPACE_KIND + NAMES_EVENT, 0, name, length, NULL);
    }
    default:
        return names_look_up(of, SPACE_KIND + symbol->kind, 0, name, length, NULL);
    }
}

static bool check_name(const names *of, uint32_t row, const char *to, text *message) {
    const names_symbol *symbol = names_symbol_at(of, row);
    if (symbol->kind == NAMES_PROPERTY) {
        if (to[0] == '\0' || strlen(to) > MOST_PROPERTY_NAME || strpbrk(to, "\r\n\t") != NULL) {
            text_add(message, "the name of a property has 1 to 100 bytes in one line");
            return false;
        }
        return true;
    }
    if (!is_name(to)) {
        text_format(message,
                    "'%.80s' is not a name; a name is a letter or '_', then letters, digits and '_', at most 64", to);
        return false;
    }
    const uint32_t holder = strcmp(symbol->name, to) != 0 ? holder_of(of, row, to) : NAMES_NONE;
    if (holder != NAMES_NONE) {
        const names_symbol *other = names_symbol_at(of, holder);
        text_format(message, "there is a %s '%s' already, at ", names_kind_text(other->kind), to);
        add_place(message, of, other->file, other->begin);
        return false;
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------- the edits

static int compare_edits(const void *left, const void *right) {
    const names_edit *a = left, *b = right;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : a->begin != b->begin ? (a->begin < b->begin ? -1 : 1) : 0;
}

typedef struct renaming {
    const names *const *brains;
    uint32_t count;
    bool **taken;  ///< by brains and symbols
    names_change *change;
    size_t room;
    bool is_grown;
} renaming;

/// Adds all uses of a symbol.
static void take(renaming *r, uint32_t brain, uint32_t symbol) {
    const names *of = r->brains[brain];
    if (r->taken[brain][symbol]) {
        return;
    }
    r->taken[brain][symbol] = true;
    r->is_grown = true;
    names_change *change = r->change;
    for (uint32_t use = names_symbol_at(of, symbol)->first; use != NAMES_NONE; use = names_use_at(of, use)->next) {
        const names_use *one = names_use_at(of, use);
        change->edits = grow(change->edits, &r->room, change->count + 1, sizeof *change->edits);
        change->edits[change->count++] =
            (names_edit){names_file_path(of, one->file), one->begin, one->end, NULL, one->role};
    }
}

/// Takes the symbols of other brains that have a use among the edits.
static void take_shared(renaming *r) {
    for (uint32_t brain = 0; brain < r->count; brain++) {
        const names *of = r->brains[brain];
        for (uint32_t i = 0; i < r->change->count; i++) {
            const names_edit *edit = &r->change->edits[i];
            const uint32_t file = names_file_find(of, edit->path);
            const names_use *use = file != NAMES_NONE ? names_at(of, file, edit->begin) : NULL;
            if (use != NULL && use->begin == edit->begin && use->end == edit->end) {
                take(r, brain, use->symbol);
            }
        }
    }
}

static void order_edits(names_change *change) {
    if (change->count == 0) {
        return;
    }
    qsort(change->edits, change->count, sizeof *change->edits, compare_edits);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < change->count; i++) {  // brains share files
        if (kept == 0 || compare_edits(&change->edits[kept - 1], &change->edits[i]) != 0) {
            change->edits[kept++] = change->edits[i];
        }
    }
    change->count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        change->edits[i].text = text_of(&change->name);
    }
}

// --------------------------------------------------------------------------------------------------------- the proof

/// A brain's files, with or without the edits.
typedef struct edited_files {
    const names *of;
    const names_change *change;  ///< null: unchanged
} edited_files;

static bool read_edited(void *user, const char *path, text *to) {
    const edited_files *files = user;
    const uint32_t file = names_file_find(files->of, path);
    size_t length = 0, at = 0;
    if (file == NAMES_NONE) {
        return false;
    }
    const char *bytes = names_file_text(files->of, file, &length);
    for (uint32_t i = 0; files->change != NULL && i < files->change->count; i++) {
        const names_edit *edit = &files->change->edits[i];
        if (strcmp(edit->path, path) == 0) {
            text_add_bytes(to, bytes + at, edit->begin - at);
            text_add(to, edit->text);
            at = edit->end;
        }
    }
    text_add_bytes(to, bytes + at, length - at);
    return true;
}

/// Returns the byte after the edits for one before them. `next` is the first edit that was not counted, of all files in
/// the order of their paths; uses are asked in the order of one file.
static uint32_t moved(const names_change *change, const char *path, uint32_t offset, uint32_t *next, int64_t *shift) {
    while (*next < change->count && strcmp(change->edits[*next].path, path) == 0 &&
           change->edits[*next].begin < offset) {
        const names_edit *edit = &change->edits[(*next)++];
        *shift += (int64_t)strlen(edit->text) - (int64_t)(edit->end - edit->begin);
    }
    return (uint32_t)((int64_t)offset + *shift);
}

static uint32_t first_edit(const names_change *change, const char *path) {
    uint32_t first = 0;
    while (first < change->count && strcmp(change->edits[first].path, path) != 0) {
        first++;
    }
    return first;
}

/// Writes that a use would mean something else.
static void refuse_use(const names *of, const names_use *use, const names_change *change, text *message) {
    text_format(message, "with the name '%s', '%s' at ", text_of(&change->name),
                names_symbol_at(of, use->symbol)->name);
    add_place(message, of, use->file, use->begin);
    text_add(message, " would mean something else");
}

/// Symbols of a brain before and after, each by the other.
typedef struct same_symbols {
    uint32_t *now;  ///< symbols + 1
    uint32_t *was;
} same_symbols;

/// Compares the uses that define names, or all others. Returns the first one that means something else; null.
static const names_use *first_changed(const names *before, const names *after, const names_change *change,
                                      same_symbols *same, bool defines) {
    uint32_t next = 0, file = NAMES_NONE;
    int64_t shift = 0;
    for (uint32_t i = 0; i < before->use_count; i++) {
        const names_use *a = &before->uses[i], *b = names_use_at(after, i);
        if (a->file != file) {
            file = a->file;
            shift = 0;
            next = first_edit(change, names_file_path(before, file));
        }
        const uint32_t begin = moved(change, names_file_path(before, file), a->begin, &next, &shift);
        if ((a->role == NAMES_DEFINES) != defines) {
            continue;
        }
        const bool is_same = b != NULL && b->file == a->file && b->begin == begin && b->role == a->role &&
                             (b->is_sure || !a->is_sure) &&
                             (same->now[a->symbol] == 0 || same->now[a->symbol] == b->symbol + 1) &&
                             (same->was[b->symbol] == 0 || same->was[b->symbol] == a->symbol + 1);
        if (!is_same) {
            return a;
        }
        same->now[a->symbol] = b->symbol + 1;
        same->was[b->symbol] = a->symbol + 1;
    }
    return NULL;
}

/// Returns whether every use means the same symbol as before.
static bool means_the_same(const names *before, const names *after, const names_change *change, text *message) {
    same_symbols same = {allocate(before->symbol_count + 1, sizeof *same.now),
                         allocate(after->symbol_count + 1, sizeof *same.was)};
    const names_use *changed = first_changed(before, after, change, &same, true);
    changed = changed != NULL ? changed : first_changed(before, after, change, &same, false);
    if (changed != NULL) {
        refuse_use(before, changed, change, message);
    } else if (after->use_count != before->use_count) {
        text_format(message, "with the name '%s', another text would become a name", text_of(&change->name));
    }
    free(same.now);
    free(same.was);
    return changed == NULL && after->use_count == before->use_count;
}

static bool open_edited(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    text read = {0};
    char *plain = names_join("", name);  // the loader keeps ".." after the folder of the brain
    const bool is_read = read_edited(user, name, &read) || read_edited(user, plain, &read);
    free(plain);
    if (!is_read) {
        return false;
    }
    *length = read.length;
    *bytes = read.length > 0 ? allocator->allocate(allocator->user, read.length) : NULL;
    if (*bytes != NULL) {
        memcpy(*bytes, read.bytes, read.length);
    }
    text_free(&read);
    return *length == 0 || *bytes != NULL;
}

static wits_file *load(const names *of, const names_change *change) {
    edited_files files = {of, change};
    const wits_file_options options = {.open = open_edited, .user = &files, .allow_outside = true};
    return wits_file_load_with(names_file_path(of, 0), &options);
}

/// Returns whether a problem has the line of one of a file's.
static bool is_known(const wits_problem *problem, const wits_file *file) {
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        const wits_problem *other = &wits_file_problems(file)[i];
        if (other->line == problem->line && other->code == problem->code) {
            return true;
        }
    }
    return false;
}

/// Returns whether a file has no more mistakes than before.
static bool is_as_good(const wits_file *before, const wits_file *after, const names_change *change, text *message) {
    const uint32_t count = wits_file_problem_count(after);
    const bool is_good = count <= wits_file_problem_count(before);
    for (uint32_t i = 0; i < count && !is_good && message->length == 0; i++) {
        const wits_problem *problem = &wits_file_problems(after)[i];
        if (!is_known(problem, before)) {
            char line[WITS_FILE_MAX_LINE];
            wits_problem_text(problem, line, sizeof line);
            text_format(message, "the name '%s' would be a mistake: %s", text_of(&change->name), line);
        }
    }
    if (!is_good && message->length == 0) {
        text_format(message, "the name '%s' would be a mistake in %s", text_of(&change->name), wits_file_name(before));
    }
    return is_good;
}

static wits_file *load_beside(const names *of, uint32_t file, const wits_file *brain, const names_change *change) {
    edited_files files = {of, change};
    const wits_file_options options = {.open = open_edited, .user = &files, .allow_outside = true};
    return wits_scenarios_load(names_file_path(of, file), brain, &options);
}

/// Returns whether the loader finds no more mistakes than before.
static bool loads_as_well(const names *of, const names_change *change, text *message) {
    if (tree_value(names_root_of(of, 0), "brain") == NULL) {
        return true;  // a file of definitions
    }
    wits_file *before = load(of, NULL), *after = load(of, change);
    bool is_good = is_as_good(before, after, change, message);
    for (uint32_t file = of->own_count; file < of->file_count && is_good && wits_file_brain(after) != NULL; file++) {
        wits_file *scenarios = load_beside(of, file, before, NULL), *renamed = load_beside(of, file, after, change);
        is_good = is_as_good(scenarios, renamed, change, message);
        wits_file_free(scenarios);
        wits_file_free(renamed);
    }
    wits_file_free(before);
    wits_file_free(after);
    return is_good;
}

static bool check_brain(const names *of, const names_change *change, text *message) {
    edited_files files = {of, change};
    bool is_touched = false;
    for (uint32_t i = 0; i < change->count && !is_touched; i++) {
        is_touched = names_file_find(of, change->edits[i].path) != NAMES_NONE;
    }
    if (!is_touched) {
        return true;
    }
    const char *beside[NAMES_MOST_FILES];
    for (uint32_t i = of->own_count; i < of->file_count; i++) {
        beside[i - of->own_count] = names_file_path(of, i);
    }
    const names_files all = {read_edited, &files, beside, of->file_count - of->own_count};
    names *after = names_read(&all, names_file_path(of, 0));
    const bool is_same = means_the_same(of, after, change, message);
    names_free(after);
    return is_same && loads_as_well(of, change, message);
}

// ------------------------------------------------------------------------------------------------------ a renaming

static void begin(renaming *r, const names *const *brains, uint32_t count, const char *to, names_change *change) {
    *r = (renaming){.brains = brains, .count = count, .change = change};
    *change = (names_change){.count = 0};
    text_add(&change->name, to);
    r->taken = allocate(count, sizeof *r->taken);
    for (uint32_t brain = 0; brain < count; brain++) {
        r->taken[brain] = allocate(brains[brain]->symbol_count, sizeof *r->taken[brain]);
    }
}

static void end(renaming *r) {
    for (uint32_t brain = 0; brain < r->count; brain++) {
        free(r->taken[brain]);
    }
    free(r->taken);
}

/// Takes the symbol at the byte in all brains that have it, and those that share uses with it.
static bool take_all(renaming *r, const char *path, size_t offset) {
    for (uint32_t brain = 0; brain < r->count; brain++) {
        const uint32_t file = names_file_find(r->brains[brain], path);
        const names_use *use = file != NAMES_NONE ? names_at(r->brains[brain], file, offset) : NULL;
        if (use != NULL) {
            take(r, brain, use->symbol);
        }
    }
    while (r->is_grown) {  // each iteration takes at least one symbol
        r->is_grown = false;
        take_shared(r);
    }
    order_edits(r->change);
    return r->change->count > 0;
}

/// Returns whether all symbols that were taken can have the new name.
static bool check_taken(const renaming *r, const char *to, text *message) {
    for (uint32_t brain = 0; brain < r->count; brain++) {
        const names *of = r->brains[brain];
        for (uint32_t symbol = 0; symbol < of->symbol_count; symbol++) {
            const names_use *use = r->taken[brain][symbol] ? names_use_at(of, of->symbols[symbol].first) : NULL;
            if (use != NULL &&
                (!names_can_rename(of, use->file, use->begin, message) || !check_name(of, symbol, to, message))) {
                return false;
            }
        }
    }
    return true;
}

bool names_find_uses(const names *const *brains, uint32_t count, const char *path, size_t offset,
                     names_change *change) {
    renaming r;
    begin(&r, brains, count, "", change);
    const bool is_found = take_all(&r, path, offset);
    end(&r);
    return is_found;
}

bool names_rename(const names *const *brains, uint32_t count, const char *path, size_t offset, const char *to,
                  names_change *change) {
    renaming r;
    begin(&r, brains, count, to, change);
    bool is_good = take_all(&r, path, offset);
    if (!is_good) {
        text_add(&change->message, "there is no name here that can be renamed");
    }
    is_good = is_good && check_taken(&r, to, &change->message);
    for (uint32_t brain = 0; brain < count && is_good; brain++) {
        is_good = check_brain(brains[brain], change, &change->message);
    }
    change->count = is_good ? change->count : 0;
    end(&r);
    return is_good;
}

void names_change_free(names_change *change) {
    free(change->edits);
    text_free(&change->message);
    text_free(&change->name);
    *change = (names_change){.count = 0};
}
