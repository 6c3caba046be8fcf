// SPDX-License-Identifier: MIT
// The tables of the index, and queries of it.
#include <stdlib.h>
#include <string.h>

#include "lsp/names_parts.h"

const char *names_kind_text(names_kind kind) {
    static const char *const texts[] = {
        [NAMES_BRAIN] = "brain",
        [NAMES_STATE] = "state",
        [NAMES_FIELD] = "field",
        [NAMES_EVENT] = "event",
        [NAMES_FUNCTION] = "function",
        [NAMES_TARGET] = "kind of targets",
        [NAMES_TARGET_FIELD] = "field of targets",
        [NAMES_ENUM] = "enum",
        [NAMES_VALUE] = "enum value",
        [NAMES_CONSTANT] = "constant",
        [NAMES_CONDITION] = "condition",
        [NAMES_SCORE] = "score",
        [NAMES_CONSIDERATION] = "consideration",
        [NAMES_CURVE] = "curve",
        [NAMES_PART] = "part",
        [NAMES_PARAMETER] = "parameter",
        [NAMES_PROPERTY] = "property",
    };
    return (unsigned)kind < NAMES_KINDS ? texts[kind] : "";
}

// -------------------------------------------------------------------------------------------------------------- lookup

static uint32_t hash_of(uint32_t space, uint32_t owner, const char *name, size_t length) {
    uint32_t hash = (2166136261u ^ space) * 16777619u ^ owner;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;  // FNV-1a
    }
    hash = (hash ^ hash >> 15) * 2246822519u;
    return hash ^ hash >> 13;
}

static uint32_t *slot_of(const names *of, uint32_t space, uint32_t owner, const char *name, size_t length) {
    size_t at = hash_of(space, owner, name, length) % of->slot_count;
    for (;; at = (at + 1) % of->slot_count) {  // half of the slots are empty
        uint32_t *slot = &of->slots[at];
        if (*slot == 0) {
            return slot;
        }
        const names_entry *entry = &of->entries[*slot - 1];
        const char *known = of->symbols[entry->symbol].name;
        if (entry->space == space && entry->owner == owner && strncmp(known, name, length) == 0 &&
            known[length] == '\0') {
            return slot;
        }
    }
}

uint32_t names_look_up(const names *of, uint32_t space, uint32_t owner, const char *name, size_t length,
                       uint32_t *entry) {
    const uint32_t row = of->slot_count > 0 ? *slot_of(of, space, owner, name, length) : 0;
    if (entry != NULL) {
        *entry = row != 0 ? row - 1 : NAMES_NONE;
    }
    return row != 0 ? of->entries[row - 1].symbol : NAMES_NONE;
}

static void widen(names *of) {
    const size_t wider = of->slot_count * 2 + 1024;
    free(of->slots);
    of->slots = allocate(wider, sizeof *of->slots);
    of->slot_count = wider;
    for (size_t i = 0; i < of->entry_count; i++) {  // later ones of the same name are in the list of the first
        const names_entry *entry = &of->entries[i];
        const char *name = of->symbols[entry->symbol].name;
        uint32_t *slot = slot_of(of, entry->space, entry->owner, name, strlen(name));
        *slot = *slot == 0 ? (uint32_t)i + 1 : *slot;
    }
}

void names_enter(names *of, uint32_t space, uint32_t owner, uint32_t symbol) {
    const char *name = of->symbols[symbol].name;
    if (2 * (of->entry_count + 1) > of->slot_count) {
        widen(of);
    }
    of->entries = grow(of->entries, &of->entry_room, of->entry_count + 1, sizeof *of->entries);
    uint32_t *slot = slot_of(of, space, owner, name, strlen(name));
    const uint32_t row = (uint32_t)of->entry_count++;
    of->entries[row] = (names_entry){space, owner, symbol, NAMES_NONE};
    if (*slot == 0) {
        *slot = row + 1;
        return;
    }
    of->entries[row].next = of->entries[*slot - 1].next;  // the first one stays first
    of->entries[*slot - 1].next = row;
}

// ------------------------------------------------------------------------------------------------------------- symbols

static uint32_t add_symbol(names *of, const names_symbol *symbol, const names_details *details) {
    of->symbols = grow(of->symbols, &of->symbol_room, of->symbol_count + 1, sizeof *of->symbols);
    of->details = grow(of->details, &of->details_room, of->symbol_count + 1, sizeof *of->details);
    of->symbols[of->symbol_count] = *symbol;
    of->details[of->symbol_count] = *details;
    return (uint32_t)of->symbol_count++;
}

static const names_details no_details = {.list = NAMES_NONE, .part = NAMES_NONE};

uint32_t names_add_symbol(names *of, names_kind kind, uint32_t outer, uint32_t file, const tree_node *key,
                          const tree_node *value) {
    names_details details = no_details;
    details.key = key;
    details.value = value;
    const uint32_t end = value != NULL && value->end > key->end ? value->end : key->end;
    const names_symbol symbol = {.name = key->text,
                                 .kind = kind,
                                 .outer = outer,
                                 .file = file,
                                 .begin = key->begin,
                                 .end = end,
                                 .definition = NAMES_NONE,
                                 .first = NAMES_NONE};
    const uint32_t row = add_symbol(of, &symbol, &details);
    names_add_whole(of, row, file, key, NAMES_NONE, NAMES_DEFINES);
    return row;
}

uint32_t names_add_found(names *of, names_kind kind, const char *name, size_t length) {
    char *copy = allocate(length + 1, 1);
    memcpy(copy, name, length);
    of->texts = grow(of->texts, &of->text_room, of->text_count + 1, sizeof *of->texts);
    of->texts[of->text_count++] = copy;
    const names_symbol symbol = {
        .name = copy, .kind = kind, .outer = NAMES_NONE, .definition = NAMES_NONE, .first = NAMES_NONE};
    return add_symbol(of, &symbol, &no_details);
}

// ---------------------------------------------------------------------------------------------------------------- uses

void names_note_use(names *of, uint32_t symbol, uint32_t begin, uint32_t end, names_role role, bool is_sure) {
    if (symbol != NAMES_NONE && begin < end) {
        of->notes = grow(of->notes, &of->note_room, of->note_count + 1, sizeof *of->notes);
        of->notes[of->note_count++] = (names_note){symbol, begin, end, role, is_sure};
    }
}

static int compare_notes(const void *left, const void *right) {
    const names_note *a = left, *b = right;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

void names_add_noted(names *of, uint32_t file, const tree_node *scalar, uint32_t state) {
    tree_walk walk;
    if (of->note_count == 0) {
        return;
    }
    qsort(of->notes, of->note_count, sizeof *of->notes, compare_notes);
    tree_walk_begin(&walk, of->files[file].tree, scalar);
    of->uses = grow(of->uses, &of->use_room, of->use_count + of->note_count, sizeof *of->uses);
    for (size_t i = 0; i < of->note_count; i++) {
        const names_note *note = &of->notes[i];
        names_use use = {.symbol = note->symbol,
                         .file = file,
                         .state = state,
                         .next = NAMES_NONE,
                         .role = note->role,
                         .is_sure = note->is_sure};
        if (tree_place(&walk, note->begin, note->end, &use.begin, &use.end)) {
            of->uses[of->use_count++] = use;
        }
    }
    of->note_count = 0;
}

void names_add_whole(names *of, uint32_t symbol, uint32_t file, const tree_node *scalar, uint32_t state,
                     names_role role) {
    if (scalar->kind == TREE_SCALAR) {
        names_note_use(of, symbol, 0, scalar->length, role, true);
        names_add_noted(of, file, scalar, state);
    }
}

static int compare_uses(const void *left, const void *right) {
    const names_use *a = left, *b = right;
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    return a->role != b->role ? (a->role < b->role ? -1 : 1) : a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

void names_order(names *of) {
    if (of->use_count > 0) {
        qsort(of->uses, of->use_count, sizeof *of->uses, compare_uses);
    }
    size_t kept = 0;
    for (size_t i = 0; i < of->use_count; i++) {  // a text that is read for several reasons has one use
        const names_use *last = kept > 0 ? &of->uses[kept - 1] : NULL;
        const names_use *use = &of->uses[i];
        const bool is_known = last != NULL && last->file == use->file && last->begin == use->begin;
        if (is_known) {
            of->uses[kept - 1].is_sure = last->is_sure && use->is_sure && last->symbol == use->symbol;
        } else {
            of->uses[kept++] = *use;
        }
    }
    of->use_count = kept;
    for (size_t i = kept; i-- > 0;) {
        names_use *use = &of->uses[i];
        names_symbol *symbol = &of->symbols[use->symbol];
        use->next = symbol->first;
        symbol->first = (uint32_t)i;
        symbol->count++;
        symbol->definition = use->role == NAMES_DEFINES ? (uint32_t)i : symbol->definition;
    }
    for (uint32_t row = 0; row < of->symbol_count; row++) {
        names_symbol *symbol = &of->symbols[row];
        if (symbol->definition == NAMES_NONE && symbol->first != NAMES_NONE && of->details[row].key == NULL) {
            symbol->file = of->uses[symbol->first].file;
            symbol->begin = of->uses[symbol->first].begin;
            symbol->end = of->uses[symbol->first].end;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- the files

static size_t folder_length(const char *path) {
    size_t length = 0;
    for (size_t i = 0; path[i] != '\0'; i++) {
        length = path[i] == '/' ? i + 1 : length;
    }
    return length;
}

char *names_join(const char *from, const char *written) {
    const size_t folder = written[0] == '/' ? 0 : folder_length(from);
    char *all = allocate(folder + strlen(written) + 2, 1), *to = all;
    char *joined = allocate(folder + strlen(written) + 2, 1);
    memcpy(all, from, folder);
    memcpy(all + folder, written, strlen(written) + 1);
    // `kept`: a beginning that ".." cannot take off: that of a URI, the root, names above the first folder
    const char *scheme = strstr(all, "://");
    size_t kept = scheme != NULL && strchr(all, '/') == scheme + 1 ? (size_t)(scheme - all) + 3 : all[0] == '/';
    size_t length = kept;
    memcpy(joined, all, kept);
    to += kept;
    for (; *to != '\0'; to += *to == '/') {  // each iteration takes a name
        const size_t size = strcspn(to, "/");
        const bool is_up = size == 2 && memcmp(to, "..", 2) == 0;
        if (is_up && length > kept) {
            for (length--; length > kept && joined[length - 1] != '/';) {
                length--;
            }
        } else if (size > 0 && !(size == 1 && to[0] == '.') && !(is_up && all[0] == '/')) {
            memcpy(joined + length, to, size);
            length += size;
            joined[length++] = '/';
            kept = is_up ? length : kept;
        }
        to += size;
    }
    joined[length > 1 ? length - 1 : length] = '\0';
    free(all);
    return joined;
}

static uint32_t add_file(names *of, const char *path) {
    for (uint32_t i = 0; i < of->file_count; i++) {
        if (strcmp(of->files[i].path, path) == 0) {
            return i;
        }
    }
    if (of->file_count == NAMES_MOST_FILES) {
        return NAMES_NONE;
    }
    text bytes = {0};
    const bool is_read = of->given->read(of->given->user, path, &bytes);
    names_file *added = &of->files[of->file_count];
    added->path = allocate(strlen(path) + 1, 1);
    memcpy(added->path, path, strlen(path) + 1);
    added->tree = tree_read(is_read ? text_of(&bytes) : "", is_read ? bytes.length : 0);
    text_free(&bytes);
    return of->file_count++;
}

static void add_included(names *of, uint32_t from) {
    const tree_node *list = tree_value(tree_root(of->files[from].tree), "include");
    const tree_node *item = list != NULL && list->kind == TREE_LIST ? list->first : list;
    for (; item != NULL; item = list->kind == TREE_LIST ? item->next : NULL) {
        if (item->kind != TREE_SCALAR || item->length == 0 || item->length > 1024) {
            continue;
        }
        char *path = names_join(of->files[from].path, item->text);
        const uint32_t file = add_file(of, path);
        of->files[from].sees |= file != NAMES_NONE ? UINT64_C(1) << file : 0;
        free(path);
    }
}

/// Adds the files of scenarios and properties, which see what the brain's own file sees.
static void add_beside(names *of) {
    of->own_count = of->file_count;
    for (uint32_t i = 0; i < of->given->beside_count; i++) {
        const uint32_t file = add_file(of, of->given->beside[i]);
        if (file != NAMES_NONE && file >= of->own_count) {
            of->files[file].sees = of->files[0].sees | UINT64_C(1) << file;
        }
    }
}

static void read_files(names *of, const char *path) {
    add_file(of, path);
    for (uint32_t i = 0; i < of->file_count; i++) {  // each iteration may add files
        of->files[i].sees = UINT64_C(1) << i;
        add_included(of, i);
    }
    for (uint32_t through = 0; through < of->file_count; through++) {  // Warshall
        for (uint32_t i = 0; i < of->file_count; i++) {
            const bool reaches = (of->files[i].sees >> through & 1) != 0;
            of->files[i].sees |= reaches ? of->files[through].sees : 0;
        }
    }
}

names *names_read(const names_files *files, const char *path) {
    names *of = allocate(1, sizeof *of);
    of->own_given = *files;
    of->given = &of->own_given;
    read_files(of, path);
    add_beside(of);
    names_define_all(of);
    names_use_all(of);
    names_order(of);
    return of;
}

void names_free(names *of) {
    if (of == NULL) {
        return;
    }
    for (uint32_t i = 0; i < of->file_count; i++) {
        free(of->files[i].path);
        tree_free(of->files[i].tree);
    }
    for (size_t i = 0; i < of->text_count; i++) {
        free(of->texts[i]);
    }
    free(of->texts);
    free(of->symbols);
    free(of->details);
    free(of->uses);
    free(of->lists);
    free(of->entries);
    free(of->slots);
    free(of->notes);
    free(of);
}

// ----------------------------------------------------------------------------------------------------------- questions

uint32_t names_file_count(const names *of) {
    return of->file_count;
}

bool names_file_is_beside(const names *of, uint32_t file) {
    return file >= of->own_count && file < of->file_count;
}

const char *names_file_path(const names *of, uint32_t file) {
    return file < of->file_count ? of->files[file].path : "";
}

const char *names_file_text(const names *of, uint32_t file, size_t *length) {
    return tree_text(of->files[file].tree, length);
}

const tree *names_file_tree(const names *of, uint32_t file) {
    return of->files[file].tree;
}

uint32_t names_file_find(const names *of, const char *path) {
    for (uint32_t i = 0; i < of->file_count; i++) {
        if (strcmp(of->files[i].path, path) == 0) {
            return i;
        }
    }
    return NAMES_NONE;
}

uint32_t names_included(const names *of, uint32_t from, const char *written) {
    char *path = names_join(names_file_path(of, from), written);
    const uint32_t found = names_file_find(of, path);
    free(path);
    return found;
}

uint32_t names_symbol_count(const names *of) {
    return (uint32_t)of->symbol_count;
}

const names_symbol *names_symbol_at(const names *of, uint32_t symbol) {
    return symbol < of->symbol_count ? &of->symbols[symbol] : NULL;
}

uint32_t names_use_count(const names *of) {
    return (uint32_t)of->use_count;
}

const names_use *names_use_at(const names *of, uint32_t use) {
    return use < of->use_count ? &of->uses[use] : NULL;
}

const names_use *names_at(const names *of, uint32_t file, size_t offset) {
    size_t low = 0, high = of->use_count;
    while (low < high) {  // the first use that begins after the byte
        const size_t middle = low + (high - low) / 2;
        const names_use *use = &of->uses[middle];
        if (use->file < file || (use->file == file && use->begin <= offset)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const names_use *found = low > 0 ? &of->uses[low - 1] : NULL;
    return found != NULL && found->file == file && offset <= found->end ? found : NULL;
}

uint32_t names_state_at(const names *of, uint32_t file, size_t offset) {
    uint32_t found = NAMES_NONE;
    for (uint32_t row = 0; row < of->symbol_count; row++) {  // outer states come before those in them
        const names_symbol *symbol = &of->symbols[row];
        const bool is_inside = symbol->file == file && offset >= symbol->begin && offset <= symbol->end;
        const bool is_inner = found == NAMES_NONE || symbol->begin >= of->symbols[found].begin;
        found = symbol->kind == NAMES_STATE && is_inside && is_inner ? row : found;
    }
    return found;
}

void names_path(const names *of, uint32_t symbol, text *to) {
    uint32_t path[TREE_MOST_DEPTH];
    uint32_t depth = 0;
    for (uint32_t at = symbol; depth < TREE_MOST_DEPTH && at < of->symbol_count; at = of->symbols[at].outer) {
        if (depth > 0 && of->symbols[at].kind != NAMES_STATE) {
            break;  // the root, a part
        }
        path[depth++] = at;
        if (of->symbols[at].kind != NAMES_STATE) {
            break;
        }
    }
    while (depth > 0) {
        text_add(to, of->symbols[path[--depth]].name);
        text_add(to, depth > 0 ? "/" : "");
    }
}

uint32_t names_leads_count(const names *of, uint32_t symbol) {
    uint32_t count = 0;
    const uint32_t first = symbol < of->symbol_count ? of->symbols[symbol].first : NAMES_NONE;
    for (uint32_t at = first; at != NAMES_NONE; at = of->uses[at].next) {
        count += of->uses[at].role == NAMES_LEADS || of->uses[at].role == NAMES_BEGINS;
    }
    return count;
}
