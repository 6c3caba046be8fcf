// SPDX-License-Identifier: MIT
// Matches the states, events and fields of two versions of a brain: by path and name, and by renames. Section 13.
#include "core/compile/tables.h"
#include "expr/suggest.h"
#include "vm/convert.h"

#include <string.h>

/// Maximum bytes of a path: a path in the new brain, followed by the end of a path in the old brain.
enum { PATH_BYTES = 2 * WITS_MAX_LEVELS * (WITS_MAX_NAME + 1) };

typedef struct matching {
    const wits_brain *from, *to;
    const wits_rename *renames;
    uint32_t count;
    wits_versions *v;
    wits_report *report;
    bool good;
} matching;

static wits_problem *complain_of_rename(matching *m, wits_problem_code code, uint32_t row, const char *member,
                                        const char *value) {
    m->good = false;
    const uint32_t length = value != NULL ? (uint32_t)strlen(value) : 0;
    return wits_core_report_add(m->report, code, WITS_TABLE_RENAMES, row, m->renames[row].from, member, value, length);
}

// ------------------------------------------------------------------------------------------------------------- renames

static uint32_t find(const wits_brain *brain, wits_table table, const char *name) {
    uint16_t around;
    const char *missing;
    return table == WITS_TABLE_STATES   ? wits_core_state_at_path(brain, name, &around, &missing)
           : table == WITS_TABLE_EVENTS ? wits_find_event(brain, name)
                                        : wits_find_field(brain, name);
}

static void offer_name(suggestion *near, const char *name) {
    wits_expr_suggestion_offer(near, name, (uint32_t)strlen(name));
}

/// Returns the name that was probably meant; for a state that of the first missing state on the path.
static const char *nearest(const wits_brain *brain, const wits_rename *r) {
    const char *name = r->to;
    uint16_t around = WITS_NONE;
    if (r->table == WITS_TABLE_STATES) {
        (void)wits_core_state_at_path(brain, r->to, &around, &name);
    }
    const char *slash = strchr(name, '/');
    const size_t length = slash != NULL ? (size_t)(slash - name) : strlen(name);
    suggestion near = wits_expr_suggestion_for(name, (uint32_t)length);
    const uint32_t count = r->table == WITS_TABLE_STATES   ? brain_state(brain, around)->child_count
                           : r->table == WITS_TABLE_EVENTS ? brain->event_count
                                                           : brain->field_count;
    for (uint32_t i = 0; i < count; i++) {
        offer_name(&near, r->table == WITS_TABLE_STATES
                              ? wits_state_name(brain, brain_child(brain, brain_state(brain, around), i))
                          : r->table == WITS_TABLE_EVENTS ? wits_event_name(brain, i)
                                                          : wits_field_name(brain, i));
    }
    return near.best;
}

static bool is_twice(const matching *m, uint32_t row) {
    const wits_rename *r = &m->renames[row];
    for (uint32_t i = 0; i < row; i++) {
        const wits_rename *other = &m->renames[i];
        if (other->table == r->table && other->from != NULL && strcmp(other->from, r->from) == 0) {
            return true;
        }
    }
    return false;
}

static void check_rename(matching *m, uint32_t row) {
    const wits_rename *r = &m->renames[row];
    if (r->table != WITS_TABLE_STATES && r->table != WITS_TABLE_EVENTS && r->table != WITS_TABLE_FIELDS) {
        complain_of_rename(m, WITS_PROBLEM_RENAME_TABLE, row, "table", NULL);
    } else if (r->from == NULL || r->to == NULL || r->from[0] == '\0' || r->to[0] == '\0') {
        complain_of_rename(m, WITS_PROBLEM_RENAME_EMPTY, row, r->from == NULL || r->from[0] == '\0' ? "from" : "to",
                           NULL);
    } else if (is_twice(m, row)) {
        complain_of_rename(m, WITS_PROBLEM_RENAME_TWICE, row, "from", NULL);
    } else if (find(m->to, r->table, r->from) != WITS_NONE) {
        complain_of_rename(m, WITS_PROBLEM_RENAME_STILL_THERE, row, "from", r->from);
    } else if (find(m->to, r->table, r->to) == WITS_NONE) {
        wits_problem *problem = complain_of_rename(m, WITS_PROBLEM_RENAME_UNKNOWN, row, "to", r->to);
        if (problem != NULL) {
            problem->nearest = nearest(m->to, r);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- states

static uint16_t *new_of(matching *m) {
    return m->v->rows;
}

static uint16_t *old_of(matching *m) {
    return m->v->rows + m->v->old_of_new;
}

/// Returns the new state if a rename has this old path.
static uint16_t renamed(const matching *m, const char *path) {
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->renames[i].table == WITS_TABLE_STATES && strcmp(m->renames[i].from, path) == 0) {
            return (uint16_t)find(m->to, WITS_TABLE_STATES, m->renames[i].to);
        }
    }
    return WITS_NONE;
}

/// Looks for an old state that the new brain lacks below the new state of its parent, where a later rename may have
/// placed it. `a: b` and then `b/c: d` rename `a/c`, too.
static uint16_t renamed_later(matching *m, uint16_t old) {
    char path[PATH_BYTES];
    uint16_t around = brain_state(m->from, old)->parent;
    while (new_of(m)[around] == WITS_NONE) {  // the root is always there
        around = brain_state(m->from, around)->parent;
    }
    size_t length = wits_state_path(m->to, new_of(m)[around], path, sizeof path);
    for (uint32_t depth = brain_state(m->from, around)->depth + 1u; depth <= brain_state(m->from, old)->depth;
         depth++) {
        const char *name = wits_state_name(m->from, state_ancestor(m->from, old, depth));
        if (length > 0) {
            path[length++] = '/';
        }
        memcpy(path + length, name, strlen(name) + 1);
        length += strlen(name);
    }
    return renamed(m, path);
}

/// Reports the rename that leads to a state of the new brain which another state of the old brain has become already.
static void complain_of_merge(matching *m, uint16_t old, uint16_t id) {
    char path[PATH_BYTES];
    uint32_t row = 0, depth = 0;
    if (m->count == 0) {  // paths differ, so only renames can merge states
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const uint32_t to = m->renames[i].table == WITS_TABLE_STATES ? find(m->to, WITS_TABLE_STATES, m->renames[i].to)
                                                                     : (uint32_t)WITS_NONE;
        if (to != WITS_NONE && state_contains(m->to, to, id) && brain_state(m->to, to)->depth >= depth) {
            row = i;
            depth = brain_state(m->to, to)->depth;
        }
    }
    (void)wits_state_path(m->from, old, path, sizeof path);
    if (strcmp(path, m->renames[row].from) == 0) {
        (void)wits_state_path(m->from, old_of(m)[id], path, sizeof path);
    }
    complain_of_rename(m, WITS_PROBLEM_RENAME_MERGES, row, "to", path);
}

/// Notes a state's new row. If another state has it, that is a problem, reported for the outermost such state only.
static void match_state(matching *m, uint16_t old, uint16_t id) {
    new_of(m)[old] = id;
    if (old_of(m)[id] == WITS_NONE) {
        old_of(m)[id] = old;
        return;
    }
    const uint16_t around = brain_state(m->from, old)->parent;
    const uint16_t now = new_of(m)[around];
    const bool is_inside = now == brain_state(m->to, id)->parent && old_of(m)[now] != around;
    if (!is_inside) {
        complain_of_merge(m, old, id);
    }
}

static void match_states(matching *m) {
    memset(m->v->rows, 0xFF, sizeof *m->v->rows * (m->v->old_of_new + m->to->state_count));
    match_state(m, WITS_ROOT, WITS_ROOT);
    for (uint32_t i = 0; i < m->count; i++) {
        const wits_rename *r = &m->renames[i];
        const uint32_t old = r->table == WITS_TABLE_STATES ? find(m->from, r->table, r->from) : (uint32_t)WITS_NONE;
        if (old != WITS_NONE) {
            match_state(m, (uint16_t)old, (uint16_t)find(m->to, r->table, r->to));
        }
    }
    for (uint32_t row = 1; row < m->from->state_count; row++) {
        const uint16_t old = (uint16_t)row;
        const uint16_t around = new_of(m)[brain_state(m->from, old)->parent];
        if (new_of(m)[old] != WITS_NONE) {
            continue;
        }
        uint16_t id = around != WITS_NONE ? wits_vm_same_child(m->from, old, m->to, around) : (uint16_t)WITS_NONE;
        if (id == WITS_NONE && m->count > 0) {
            id = renamed_later(m, old);
        }
        if (id != WITS_NONE) {
            match_state(m, old, id);
        }
    }
}

/// Notes the states into which another state has moved from elsewhere.
static void note_moves(matching *m) {
    uint16_t *has_moved = m->v->rows + m->v->moved;
    memset(has_moved, 0, sizeof *has_moved * m->to->state_count);
    for (uint32_t id = 1; id < m->to->state_count; id++) {
        const uint16_t old = old_of(m)[id];
        uint16_t around = brain_state(m->to, id)->parent;
        if (old != WITS_NONE && old_of(m)[around] != brain_state(m->from, old)->parent) {
            for (; around != WITS_NONE; around = brain_state(m->to, around)->parent) {
                has_moved[around] = 1;
            }
        }
    }
}

// ----------------------------------------------------------------------------------------------- events, fields, kinds

typedef const char *name_of(const wits_brain *brain, uint32_t row);

/// Matches the rows of a table by their names. Renames are of `table`.
static void match_names(matching *m, wits_table table, uint16_t *rows, uint32_t count, name_of *name) {
    for (uint32_t row = 0; row < count; row++) {
        rows[row] = (uint16_t)find(m->to, table, name(m->from, row));
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const wits_rename *r = &m->renames[i];
        const uint32_t old = r->table == table ? find(m->from, table, r->from) : (uint32_t)WITS_NONE;
        if (old == WITS_NONE) {
            continue;
        }
        rows[old] = (uint16_t)find(m->to, table, r->to);
        for (uint32_t row = 0; row < count; row++) {
            if (row != old && rows[row] == rows[old]) {
                complain_of_rename(m, WITS_PROBLEM_RENAME_MERGES, i, "to", name(m->from, row));
            }
        }
    }
}

static void match_kinds(matching *m) {
    for (uint32_t kind = 0; kind < m->from->target_count; kind++) {
        m->v->rows[m->v->kinds + kind] = (uint16_t)wits_find_target_kind(m->to, wits_target_kind_name(m->from, kind));
    }
}

// ----------------------------------------------------------------------------------------------------------------- all

/// Writes the positions of the tables. Returns the number of rows.
static uint32_t lay_out_versions(wits_versions *v, const wits_brain *from, const wits_brain *to) {
    v->from = from->hash;
    v->to = to->hash;
    v->old_of_new = from->state_count;
    v->moved = v->old_of_new + to->state_count;
    v->events = v->moved + to->state_count;
    v->fields = v->events + from->event_count;
    v->kinds = v->fields + from->field_count;
    return v->kinds + from->target_count;
}

size_t wits_versions_size(const wits_brain *from, const wits_brain *to) {
    wits_versions v;
    return sizeof v + sizeof *v.rows * lay_out_versions(&v, from, to);
}

const wits_versions *wits_versions_match(const wits_brain *from, const wits_brain *to, const wits_rename *renames,
                                         uint32_t rename_count, void *memory, size_t size, wits_report *report) {
    const wits_problem_code missing =
        from == NULL || to == NULL            ? WITS_PROBLEM_BRAIN_MISSING
        : renames == NULL && rename_count > 0 ? WITS_PROBLEM_TABLE_MISSING
        : memory == NULL || (uintptr_t)memory % 8 != 0 || size < wits_versions_size(from, to)
            ? WITS_PROBLEM_VERSIONS_MEMORY
            : WITS_PROBLEM_NONE;
    if (missing != WITS_PROBLEM_NONE) {
        wits_core_report_add(report, missing, WITS_TABLE_RENAMES, 0, NULL, NULL, NULL, 0);
        return NULL;
    }
    matching m = {from, to, renames, rename_count, memory, report, true};
    for (uint32_t row = 0; row < rename_count; row++) {
        check_rename(&m, row);
    }
    if (!m.good) {
        return NULL;
    }
    (void)lay_out_versions(m.v, from, to);
    match_states(&m);
    note_moves(&m);
    match_names(&m, WITS_TABLE_EVENTS, m.v->rows + m.v->events, from->event_count, wits_event_name);
    match_names(&m, WITS_TABLE_FIELDS, m.v->rows + m.v->fields, from->field_count, wits_field_name);
    match_kinds(&m);
    return m.good ? m.v : NULL;
}

static uint32_t row_at(const wits_versions *v, uint32_t first, uint32_t end, uint32_t row) {
    return row < end - first ? v->rows[first + row] : (uint32_t)WITS_NONE;
}

wits_state_id wits_versions_state(const wits_versions *versions, wits_state_id state) {
    return (wits_state_id)row_at(versions, 0, versions->old_of_new, state);
}

uint32_t wits_versions_event(const wits_versions *versions, uint32_t event) {
    return row_at(versions, versions->events, versions->fields, event);
}

uint32_t wits_versions_field(const wits_versions *versions, uint32_t field) {
    return row_at(versions, versions->fields, versions->kinds, field);
}
