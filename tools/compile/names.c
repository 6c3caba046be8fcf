// SPDX-License-Identifier: MIT
// Avoids conflicts between names of the program and of generated C. The header's names are fixed. Names that only the
// source has give way. To distinguish them, the program's names are marked until units are printed.
#include "maker.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- paths

/// Suffixes of a state's path in names of functions and tables, if they extend another suffix. For example, path
/// "x_best" with suffix "_score" would conflict with path "x" and "_best_score".
static const char *const endings[] = {
    "best_first",   "best_score",         "best_score_first",      "consider_first",        "decide_inside",
    "enter_inside", "enter_region",       "enter_silently",        "enter_inside_silently", "enter_region_silently",
    "exit_inside",  "exit_inside_kept",   "exit_kept_child",       "exit_kept_region",      "try_any",
    "try_own",      "turn_clocks_inside", "turn_clocks_of_region",
};

/// The same for brains with targets.
static const char *const endings_with_targets[] = {
    "best_pair_first", "child_told",        "find_pair_first", "pair_rank_first", "pick_first",
    "pick_target",     "pick_target_first", "take_target",     "top_rank_first",  "worth_first",
};

/// Prefixes of functions that are not named after a path: "act_strike", "ask_is_near", "give_data".
static const char *const beginnings[] = {"act", "ask", "curve", "give", "response"};

static const char *const beginnings_with_targets[] = {"see", "seek", "span", "told"};

static void text_cased(text *of, char from, char to) {
    for (size_t i = 0; i < of->length; i++) {
        of->bytes[i] = (char)(of->bytes[i] >= from && of->bytes[i] <= to ? of->bytes[i] ^ 0x20 : of->bytes[i]);
    }
}

static bool ends_with(const char *path, const char *word, size_t length) {
    const size_t all = strlen(path);
    return all > length && path[all - length - 1] == '_' && strncmp(path + all - length, word, length) == 0;
}

/// Returns whether a path ends with an initial part of a suffix, up to one of its underscores.
static bool ends_as(const char *path, const char *ending) {
    bool found = false;
    for (const char *c = strchr(ending, '_'); c != NULL && !found; c = strchr(c + 1, '_')) {
        found = ends_with(path, ending, (size_t)(c - ending));
    }
    return found;
}

static bool begins_as(const char *path, const char *beginning) {
    const size_t length = strlen(beginning);
    return strncmp(path, beginning, length) == 0 && (path[length] == '\0' || path[length] == '_');
}

/// Returns whether functions of the state might conflict with other functions.
static bool is_ambiguous(const maker *m, const char *path) {
    bool found = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        found = found || ends_as(path, endings[i]);
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        found = found || begins_as(path, beginnings[i]);
    }
    for (size_t i = 0; has_targets(m) && i < sizeof endings_with_targets / sizeof *endings_with_targets; i++) {
        found = found || ends_as(path, endings_with_targets[i]);
    }
    for (size_t i = 0; has_targets(m) && i < sizeof beginnings_with_targets / sizeof *beginnings_with_targets; i++) {
        found = found || begins_as(path, beginnings_with_targets[i]);
    }
    return found;
}

/// Returns the name of the state's enumerator, without the common prefix and in lower case. An ambiguous name gets the
/// state's number, which makes it unique.
static char *name_path(const maker *m, uint32_t id) {
    const size_t before = m->names.names.upper.length + strlen("STATE_");
    text path = {0}, whole = {0};
    text_add(&path, m->names.states.ids[id] + before);
    text_cased(&path, 'A', 'Z');
    const bool is_changed = is_ambiguous(m, text_of(&path));
    while (is_changed && (whole.length == 0 || identifiers_find(&m->names.names, text_of(&whole)) != UINT32_MAX)) {
        text_format(&path, "_state%u", (unsigned)id);
        text_clear(&whole);
        text_format(&whole, "%sSTATE_%s", text_of(&m->names.names.upper), text_of(&path));
        text_cased(&whole, 'a', 'z');
    }
    text_free(&whole);
    return path.bytes;
}

void name_paths(maker *m) {
    m->paths = allocate(m->brain->state_count, sizeof *m->paths);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        m->paths[id] = name_path(m, id);
    }
}

void free_paths(maker *m) {
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        free((char *)(uintptr_t)m->paths[id]);
    }
    free(m->paths);
}

// --------------------------------------------------------------------------------------------------------------- marks

enum { MARK = '\x01' };

static char *marked_copy(const char *name) {
    text whole = {0};
    text_format(&whole, "%c%s", MARK, name);
    return whole.bytes;
}

static const char *marked(maker *m, const char *name) {
    m->marked = grow(m->marked, &m->marked_capacity, m->marked_count + 1, sizeof *m->marked);
    m->marked[m->marked_count] = marked_copy(name);
    return m->marked[m->marked_count++];
}

static void mark_member(const char **member) {
    char *own = (char *)(uintptr_t)*member;
    *member = marked_copy(own);
    free(own);
}

static void mark_enumeration(maker *m, enumeration *of) {
    for (uint32_t row = 0; row < of->count; row++) {
        of->ids[row] = marked(m, of->ids[row]);
    }
    of->tag = of->count > 0 ? marked(m, of->tag) : of->tag;
}

void mark_names(maker *m) {
    for (uint32_t row = 0; row < m->brain->function_count; row++) {
        m->names.functions[row] = marked(m, m->names.functions[row]);
    }
    mark_enumeration(m, &m->names.states);
    mark_enumeration(m, &m->names.events);
    for (uint32_t i = 0; i < m->brain->function_count * MOST_PARAMETERS; i++) {
        mark_enumeration(m, &m->names.own_enums[i]);
    }
    m->names.target_lists = has_targets(m) ? marked(m, m->names.target_lists) : NULL;
    mark_enumeration(m, &m->names.kinds);
    for (uint32_t kind = 0; kind < m->brain->target_count; kind++) {
        target_names *names = &m->names.targets[kind];
        names->list = marked(m, names->list);
        mark_member(&names->member);
        for (uint32_t field = 0; field < wits_target_field_count(m->brain, kind); field++) {
            mark_enumeration(m, &names->values[field]);
            mark_member(&names->members[field]);
        }
    }
    for (uint32_t field = 0; field < m->brain->field_count; field++) {
        mark_enumeration(m, &m->names.values[field]);
        mark_member(&m->names.members[field]);
    }
}

void free_marked(maker *m) {
    for (size_t i = 0; i < m->marked_count; i++) {
        free(m->marked[i]);
    }
    free(m->marked);
}

bool is_marked(const char *begin, const char *word) {
    return word > begin && word[-1] == MARK;
}

void remove_marks(text *from) {
    size_t length = 0;
    for (size_t i = 0; i < from->length; i++) {
        from->bytes[length] = from->bytes[i];
        length += from->bytes[i] != MARK;
    }
    if (from->bytes != NULL) {
        from->bytes[length] = '\0';
        from->length = length;
    }
}

/// Returns another name for a unit whose name the brain uses, or null.
char *other_name(const maker *m, const char *name) {
    const uint32_t row = identifiers_find(&m->names.names, name);
    if (row == UINT32_MAX || row < m->names.first_own) {
        return NULL;
    }
    text given = {0};
    for (unsigned number = 2; given.length == 0 || identifiers_find(&m->names.names, text_of(&given)) != UINT32_MAX;
         number++) {
        text_clear(&given);
        text_format(&given, "%s_own%u", name, number);
    }
    return given.bytes;
}
