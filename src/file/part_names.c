// SPDX-License-Identifier: MIT
// The tree of states with the parts in place of their uses, and the meaning of names in it. Inside a part a name is
// first a sibling, then a child of the part's own state, then unique in the part. Outside of parts it is looked up as
// docs/brain-files.md describes; states in a part are found only by their path.
#include <string.h>

#include "file/share.h"

// ------------------------------------------------------------------------------------------------------------ the tree

/// Returns false if memory runs out.
static bool add_state(wits_file *file, node *key, node *body, uint32_t parent) {
    sharing *shared = file->shared;
    const uint32_t row = shared->state_count;
    if (!ARENA_GROW(&file->memory, &shared->states, row, &shared->state_capacity)) {
        return false;
    }
    shared->states[row] = (shared_state){.key = key, .body = body, .parent = parent};
    shared->states[row].use = key != NULL ? key->origin->use : NULL;
    shared->state_count++;
    if (body->kind == NODE_MAPPING && !body->bad) {
        wits_file_parts_put(file, row);
    }
    return true;
}

static node *first_child(const shared_state *of) {
    node *states = wits_file_keys_find(of->body, "states");
    return states != NULL && states->kind == NODE_MAPPING ? states->first : NULL;
}

/// Namespaces of states: children of a state, states in the text of a use, all states.
typedef enum owner_kind { OF_PARENT, OF_USE, OF_ANY, OWNER_KINDS } owner_kind;

static uint32_t *slot_of(const sharing *shared, owner_kind kind, uint32_t owner, const char *name, size_t length) {
    uint32_t hash = (2166136261u ^ (uint32_t)kind) * 16777619u ^ owner;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;  // FNV-1a
    }
    hash = (hash ^ hash >> 15) * 2246822519u;
    return &shared->state_index[(hash ^ hash >> 13) % shared->state_index_size];
}

static uint32_t number_of(const part_use *use) {
    return use != NULL ? use->number : 0;
}

/// Entries are rows times OWNER_KINDS plus the kind, plus 1; each state has one of each kind.
static void index_states(wits_file *file) {
    sharing *shared = file->shared;
    shared->state_index_size = 2 * OWNER_KINDS * shared->state_count + 1;
    shared->state_index = wits_file_arena_take(&file->memory, shared->state_index_size * sizeof *shared->state_index);
    shared->state_next =
        wits_file_arena_take(&file->memory, OWNER_KINDS * shared->state_count * sizeof *shared->state_next);
    if (file->memory.failed) {
        return;
    }
    for (uint32_t row = 1; row < shared->state_count; row++) {
        const shared_state *state = &shared->states[row];
        const uint32_t owners[OWNER_KINDS] = {state->parent, number_of(state->use), 0};
        for (uint32_t kind = 0; kind < OWNER_KINDS; kind++) {
            uint32_t *slot = slot_of(shared, (owner_kind)kind, owners[kind], state->key->text, state->key->length);
            uint32_t entry = row * OWNER_KINDS + kind;
            shared->state_next[entry] = *slot;
            *slot = entry + 1;
        }
    }
}

void wits_file_states_spread(wits_file *file, node *root) {
    struct {
        node *next_key;
        uint32_t row;
    } open[MOST_SHARED_LEVELS];
    uint32_t depth = 0;
    if (!add_state(file, NULL, root, WITS_ROOT)) {
        return;
    }
    open[depth].row = WITS_ROOT;
    open[depth++].next_key = first_child(&file->shared->states[WITS_ROOT]);
    while (depth > 0 && file->shared->state_count <= WITS_MAX_STATES) {  // each iteration takes a state or ends a
                                                                         // composite
        node *key = open[depth - 1].next_key;
        if (key == NULL) {
            depth--;
            continue;
        }
        open[depth - 1].next_key = key->next->next;
        if (key->bad) {
            continue;
        }
        const uint32_t row = file->shared->state_count;
        if (!add_state(file, key, key->next, open[depth - 1].row)) {
            return;
        }
        node *child = first_child(&file->shared->states[row]);
        if (child != NULL && depth < MOST_SHARED_LEVELS) {
            open[depth].row = row;
            open[depth++].next_key = child;
        }
    }
    index_states(file);
}

// ------------------------------------------------------------------------------------------------------------- finding

/// The states searched: those in the text of one use of a part, of the brain outside of parts, or all.
typedef struct search {
    const sharing *shared;
    const part_use *use;
    bool all;
    const char *name;
    size_t length;
} search;

static bool is_named(const search *s, uint32_t row) {
    const node *key = s->shared->states[row].key;
    return key->length == s->length && memcmp(key->text, s->name, s->length) == 0;
}

static uint32_t find_child(const search *s, uint32_t parent) {
    uint32_t at = *slot_of(s->shared, OF_PARENT, parent, s->name, s->length);
    for (; at != 0; at = s->shared->state_next[at - 1]) {
        uint32_t row = (at - 1) / OWNER_KINDS;
        const shared_state *state = &s->shared->states[row];
        bool is_child = (at - 1) % OWNER_KINDS == OF_PARENT && state->parent == parent && is_named(s, row);
        if (is_child && (s->all || state->use == s->use)) {
            return row;
        }
    }
    return WITS_ROOT;
}

/// Returns the only state of that name; WITS_ROOT if there is none, WITS_NONE if there are several.
static uint32_t find_unique(const search *s) {
    uint32_t found = WITS_ROOT;
    owner_kind kind = s->all ? OF_ANY : OF_USE;
    uint32_t at = *slot_of(s->shared, kind, s->all ? 0 : number_of(s->use), s->name, s->length);
    for (; at != 0; at = s->shared->state_next[at - 1]) {
        uint32_t row = (at - 1) / OWNER_KINDS;
        bool is_kind = (at - 1) % OWNER_KINDS == (uint32_t)kind;
        if (is_kind && is_named(s, row) && (s->all || s->shared->states[row].use == s->use)) {
            if (found != WITS_ROOT) {
                return WITS_NONE;
            }
            found = row;
        }
    }
    return found;
}

/// A path from a state, among all its descendants.
static uint32_t find_path(search s, uint32_t row, const char *path) {
    s.all = true;
    for (s.name = path + (path[0] == '/');; s.name += s.length + 1) {  // each iteration takes a name off the path
        s.length = strcspn(s.name, "/");
        row = find_child(&s, row);
        if (row == WITS_ROOT || s.name[s.length] == '\0') {
            return row;
        }
    }
}

/// Resolves a name as a transition at this position would, but only among the states searched.
static uint32_t find_from(const search *s, state_place place, uint32_t outermost) {
    uint32_t around = place.any || place.row == WITS_ROOT ? place.row : s->shared->states[place.row].parent;
    uint32_t found = find_child(s, around);
    if (found == WITS_ROOT) {
        found = find_child(s, outermost);
    }
    return found != WITS_ROOT ? found : find_unique(s);
}

static uint32_t find_meant(const wits_file *file, const origin *from, state_place place, const char *name) {
    search s = {.shared = file->shared, .use = from->use, .name = name, .length = strlen(name)};
    uint32_t outermost = from->use != NULL ? from->use->state : WITS_ROOT;
    bool is_definition = from->use == NULL && from->is_definition;
    if (strchr(name, '/') != NULL) {
        return find_path(s, outermost, name);
    }
    return find_from(&s, is_definition ? (state_place){WITS_ROOT, false} : place, outermost);
}

// ------------------------------------------------------------------------------------------------------------- writing

static const char *path_of(wits_file *file, uint32_t row) {
    const shared_state *states = file->shared->states;
    size_t length = 0;
    for (uint32_t up = row; up != WITS_ROOT; up = states[up].parent) {
        length += states[up].key->length + 1;
    }
    char *path = wits_file_arena_take(&file->memory, length + 1);
    if (path == NULL) {
        return "";
    }
    for (uint32_t up = row; up != WITS_ROOT; up = states[up].parent) {
        length -= states[up].key->length + 1;
        path[length] = '/';
        memcpy(path + length + 1, states[up].key->text, states[up].key->length);
    }
    return states[row].parent != WITS_ROOT ? path + 1 : path;  // a lone name could be another state's
}

/// Reports a missing state: names of states are found at the root or in a part.
static void report_missing(wits_file *file, const origin *from, const char *name, position at) {
    search s = {.shared = file->shared, .all = true, .name = name, .length = strlen(name)};
    if (file->missing_states) {
        return;
    }
    if (from->use != NULL) {
        message_words words = {{name, from->use->part->definition->key->text}};
        nearest_name nearest = wits_file_nearest_begin(file, name);
        for (uint32_t row = 1; row < file->shared->state_count; row++) {
            if (file->shared->states[row].use == from->use) {
                wits_file_nearest_offer(&nearest, file->shared->states[row].key->text);
            }
        }
        wits_file_report(file, at, MESSAGE_STATE_NOT_IN_PART, words, nearest.best);
        return;
    }
    uint32_t hidden = find_unique(&s);
    if (hidden != WITS_ROOT && hidden != WITS_NONE) {
        const char *path = path_of(file, hidden);
        wits_file_report(file, at, MESSAGE_STATE_IN_PART, (message_words){{name, path}}, NULL);
    }
}

const char *wits_file_state_name(wits_file *file, const origin *from, text_places places, const char *name,
                                 position at) {
    if (!file->shared->has_parts && !from->is_definition) {
        return name;
    }
    uint32_t meant = find_meant(file, from, places.written, name);
    if (meant == WITS_ROOT) {
        uint32_t before = file->found_count;
        report_missing(file, from, name, at);
        return file->found_count == before && from->use == NULL ? name : NULL;
    }
    if (meant == WITS_NONE) {
        if (from->use == NULL) {
            return name;  // several states have it; the reader lists them
        }
        message_words words = {{name, from->use->part->definition->key->text}};
        wits_file_report(file, at, MESSAGE_STATE_TWICE_IN_PART, words, NULL);
        return NULL;
    }
    search s = {.shared = file->shared, .all = true, .name = name, .length = strlen(name)};
    bool is_path = strchr(name, '/') != NULL;
    uint32_t plain = is_path ? find_path(s, WITS_ROOT, name) : find_from(&s, places.lands, WITS_ROOT);
    return plain == meant && !from->is_definition ? name : path_of(file, meant);
}
