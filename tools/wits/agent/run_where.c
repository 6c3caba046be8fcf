// SPDX-License-Identifier: MIT
// `wits run --format text`: writes the active states. The path to a parallel appears once; each region has its own
// column, with a sign in front if it changed.
#include "agent/run_screen.h"

#include "agent/run.h"

#include <stdlib.h>
#include <string.h>

const char *move_sign(move what) {
    return what == MOVE_ELSEWHERE ? "→" : what == MOVE_AGAIN ? "↻" : what == MOVE_TARGET ? "⇢" : " ";
}

// ----------------------------------------------------------------------------------------------------------------- now

/// The deepest active states.
typedef struct deepest {
    const agent_sim *of;
    wits_state_id *states;
    uint32_t count;
} deepest;

static deepest deepest_of(const agent_sim *of) {
    uint32_t most = wits_state_count(of->mind.brain);
    deepest found = {.of = of, .states = allocate(most, sizeof *found.states)};
    found.count = wits_active(of->mind.brain, of->agent, found.states, most);
    return found;
}

static bool contains(const wits_brain *brain, wits_state_id outer, wits_state_id inner) {
    return outer <= inner && inner < wits_state_end(brain, outer);
}

/// Returns the innermost state that contains all of them, or WITS_NONE for a single one. It is a parallel.
static wits_state_id find_fork(const deepest *d) {
    const wits_brain *brain = d->of->mind.brain;
    if (d->count < 2) {
        return WITS_NONE;
    }
    wits_state_id fork = d->states[0];
    while (!contains(brain, fork, d->states[d->count - 1])) {  // at most WITS_MAX_DEPTH passes
        fork = wits_state_parent(brain, fork);
    }
    return fork;
}

/// Returns whether one of the deepest states inside `outer` was entered in this tick.
static bool was_entered(const deepest *d, wits_state_id outer) {
    const wits_trace *trace = &d->of->trace;
    for (uint32_t i = 0; i < trace->count; i++) {
        const wits_trace_record *record = &trace->records[i];
        for (uint32_t n = 0; n < d->count && record->kind == WITS_TRACE_ENTERED; n++) {
            if (record->state == d->states[n] && contains(d->of->mind.brain, outer, record->state)) {
                return true;
            }
        }
    }
    return false;
}

static bool fork_was_entered(const deepest *d, wits_state_id fork) {
    const deepest alone = {.of = d->of, .states = &fork, .count = 1};
    return was_entered(&alone, fork);
}

/// Adds the paths of the deepest states of a region, relative to it, with or without targets.
static void add_region(text *to, const deepest *d, wits_state_id region, bool with_targets) {
    const wits_brain *brain = d->of->mind.brain;
    text outer = {0}, inner = {0};
    text_path(&outer, brain, region);
    for (uint32_t i = 0; i < d->count; i++) {
        if (!contains(brain, region, d->states[i])) {
            continue;
        }
        text_clear(&inner);
        text_path(&inner, brain, d->states[i]);
        text_add(to, to->length > 0 ? " + " : "");
        text_add(to, d->states[i] == region ? wits_state_name(brain, region) : text_of(&inner) + outer.length + 1);
        if (with_targets) {
            text_path_targets(to, brain, d->of->agent, d->states[i], region);
        }
    }
    text_free(&outer);
    text_free(&inner);
}

static bool is_same(const text *a, const text *b) {
    return strcmp(text_of(a), text_of(b)) == 0;
}

static void add_regions(where *to, const deepest *d, const where *before) {
    const wits_brain *brain = d->of->mind.brain;
    uint32_t end = wits_state_end(brain, to->fork);
    to->regions = allocate(end - to->fork, sizeof *to->regions);
    for (uint32_t state = to->fork + 1u; state < end; state = wits_state_end(brain, (wits_state_id)state)) {
        where_region *region = &to->regions[to->region_count];
        add_region(&region->path, d, (wits_state_id)state, true);
        add_region(&region->place, d, (wits_state_id)state, false);
        if (to->moved > MOVE_TARGET) {
            region->moved = MOVE_NONE;
        } else if (!is_same(&region->place, &before->regions[to->region_count].place)) {
            region->moved = MOVE_ELSEWHERE;
        } else if (was_entered(d, (wits_state_id)state)) {
            region->moved = MOVE_AGAIN;
        } else {
            region->moved = is_same(&region->path, &before->regions[to->region_count].path) ? MOVE_NONE : MOVE_TARGET;
        }
        to->region_count++;
    }
}

static void add_path(text *to, const deepest *d, wits_state_id state) {
    if (d->count == 0) {
        text_add(to, "(stopped)");
    } else if (state == WITS_ROOT && d->count == 1) {
        text_add(to, wits_state_name(d->of->mind.brain, WITS_ROOT));
    } else {
        text_path(to, d->of->mind.brain, state);
    }
}

where where_now(const agent_sim *of, const where *before) {
    deepest d = deepest_of(of);
    where made = {.fork = find_fork(&d)};
    bool has_fork = made.fork != WITS_NONE;
    wits_state_id state = has_fork ? made.fork : d.count > 0 ? d.states[0] : (wits_state_id)WITS_NONE;
    add_path(&made.path, &d, state);
    add_path(&made.place, &d, state);
    if (d.count > 0) {
        text_path_targets(&made.path, of->mind.brain, of->agent, state, WITS_ROOT);
    }
    bool is_there = before != NULL && before->fork == made.fork && is_same(&before->place, &made.place);
    if (!is_there) {
        made.moved = MOVE_ELSEWHERE;
    } else if (d.count > 0 && fork_was_entered(&d, state)) {
        made.moved = MOVE_AGAIN;
    } else if (!is_same(&before->path, &made.path)) {
        made.moved = MOVE_TARGET;
    }
    if (has_fork) {
        add_regions(&made, &d, before);
    }
    free(d.states);
    return made;
}

void where_free(where *of) {
    for (uint32_t i = 0; i < of->region_count; i++) {
        text_free(&of->regions[i].path);
        text_free(&of->regions[i].place);
    }
    free(of->regions);
    text_free(&of->path);
    text_free(&of->place);
    *of = (where){0};
}

move where_moved(const where *of) {
    move most = of->moved;
    for (uint32_t i = 0; i < of->region_count; i++) {
        most = of->regions[i].moved > most ? of->regions[i].moved : most;
    }
    return most;
}

// ------------------------------------------------------------------------------------------------------------- columns

static size_t width_of(const text *what) {
    return text_width(text_of(what), what->length);
}

static where_columns *columns_of(const where_layout *layout, wits_state_id fork) {
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->forks[i].fork == fork) {
            return &layout->forks[i];
        }
    }
    return NULL;
}

/// Adds columns that are at first as wide as the names of the regions in the heading.
static where_columns *add_columns(where_layout *layout, const wits_brain *brain, const where *of) {
    layout->forks = grow(layout->forks, &layout->capacity, layout->count + 1, sizeof *layout->forks);
    where_columns *made = &layout->forks[layout->count++];
    *made = (where_columns){.fork = of->fork,
                            .prefix = of->path.length > 0 ? width_of(&of->path) + 1 : 0,
                            .widths = allocate(of->region_count, sizeof *made->widths),
                            .count = of->region_count};
    uint32_t region = of->fork + 1u;
    for (uint32_t i = 0; i < made->count; i++) {
        const char *name = wits_state_name(brain, (wits_state_id)region);
        made->widths[i] = text_width(name, strlen(name));
        region = wits_state_end(brain, (wits_state_id)region);
    }
    return made;
}

void where_measure(where_layout *layout, const wits_brain *brain, const where *of) {
    if (of->fork == WITS_NONE) {
        size_t width = width_of(&of->path);
        layout->plain = width > layout->plain ? width : layout->plain;
        return;
    }
    where_columns *columns = columns_of(layout, of->fork);
    columns = columns != NULL ? columns : add_columns(layout, brain, of);
    for (uint32_t i = 0; i < of->region_count; i++) {
        size_t width = width_of(&of->regions[i].path);
        columns->widths[i] = width > columns->widths[i] ? width : columns->widths[i];
    }
}

/// Each region is preceded by its sign, and regions are separated by "
/// ".
static size_t columns_width(const where_columns *of) {
    size_t width = of->prefix;
    for (uint32_t i = 0; i < of->count; i++) {
        width += of->widths[i] + (i == 0 ? 1 : 3);
    }
    return width;
}

size_t where_width(const where_layout *layout) {
    size_t widest = layout->plain;
    for (size_t i = 0; i < layout->count; i++) {
        size_t width = columns_width(&layout->forks[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void narrow_columns(where_columns *of, size_t room) {
    enum { LEAST = 3 };
    for (;;) {  // each pass makes the widest column narrower
        uint32_t widest = 0;
        for (uint32_t i = 1; i < of->count; i++) {
            widest = of->widths[i] > of->widths[widest] ? i : widest;
        }
        if (columns_width(of) <= room || of->widths[widest] <= LEAST) {
            return;
        }
        of->widths[widest]--;
    }
}

void where_narrow(where_layout *layout, size_t room) {
    layout->plain = layout->plain < room ? layout->plain : room;
    for (size_t i = 0; i < layout->count; i++) {
        narrow_columns(&layout->forks[i], room);
    }
}

// --------------------------------------------------------------------------------------------------------------- texts

static void add_bold(text *to, const text *what, size_t width, bool bold) {
    text_add(to, bold ? "\033[1m" : "");
    text_column(to, text_of(what), width);
    text_add(to, bold ? "\033[0m" : "");
}

void text_where(text *to, const where_layout *layout, const where *of, bool bold) {
    const where_columns *columns = of->fork != WITS_NONE ? columns_of(layout, of->fork) : NULL;
    bool all = bold && of->moved != MOVE_NONE;
    if (columns == NULL) {
        add_bold(to, &of->path, layout->plain, all);
        return;
    }
    if (columns->prefix > 0) {
        add_bold(to, &of->path, columns->prefix - 1, all);
        text_add(to, ":");
    }
    for (uint32_t i = 0; i < of->region_count; i++) {
        const where_region *region = &of->regions[i];
        text_format(to, "%s%s", i == 0 ? "" : " |", move_sign(region->moved));
        add_bold(to, &region->path, columns->widths[i], all || (bold && region->moved != MOVE_NONE));
    }
}

void text_where_heading(text *to, const where_layout *layout, const wits_brain *brain) {
    if (layout->count != 1) {
        return;
    }
    const where_columns *columns = &layout->forks[0];
    uint32_t region = columns->fork + 1u;
    text path = {0};
    text_path(&path, brain, columns->fork);
    text_format(to, "%s%s", text_of(&path), path.length > 0 ? ":" : "");
    for (uint32_t i = 0; i < columns->count; i++) {
        text_add(to, i == 0 ? " " : " | ");
        text_column(to, wits_state_name(brain, (wits_state_id)region), columns->widths[i]);
        region = wits_state_end(brain, (wits_state_id)region);
    }
    text_free(&path);
}

void where_layout_free(where_layout *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->forks[i].widths);
    }
    free(of->forks);
    *of = (where_layout){0};
}
