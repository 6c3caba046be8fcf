// SPDX-License-Identifier: MIT
// The lists of targets of one tick. Each target of a list is one that the agent remembers, or a stranger. In a
// situation the remembered targets are numbered from 0, in the order of the agent's options, so that situations that
// differ only in ids are the same. Only the printed runs give targets ids.
#include "prove/inside.h"
#include "wits/situations.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- names

/// State of a loop over an agent's targets.
typedef struct naming {
    world *giver;
    const uint32_t *kinds;  ///< for a twin: the first's kinds that match its own; null: the same
    bool of_situation;      ///< those before the tick; else those after it
    bool renames;
} naming;

static names *names_of(const naming *n, uint32_t kind) {
    target_kind *of = &n->giver->kinds[kind];
    return n->of_situation ? &of->before : &of->after;
}

/// The number of a target among the names; their count if it is missing.
static uint32_t number_in(const names *of, uint32_t id) {
    uint32_t number = 0;
    while (number < of->count && of->ids[number] != id) {
        number++;
    }
    return number;
}

static uint32_t see_target(void *user, uint32_t kind, uint32_t id) {
    const naming *n = user;
    names *to = names_of(n, n->kinds != NULL ? n->kinds[kind] : kind);
    const uint32_t number = number_in(to, id);
    if (number == to->count) {
        to->ids[to->count++] = id;
    }
    return n->renames ? number : id;
}

/// Notes the targets that both agents remember, the twin's last; their bytes change only where targets are renamed.
static void see_targets(world *w, unsigned char *agent, unsigned char *twin_agent, bool of_situation, bool renames) {
    naming n = {.giver = w, .of_situation = of_situation, .renames = renames};
    for (uint32_t kind = 0; kind < w->kind_count; kind++) {
        names_of(&n, kind)->count = 0;
    }
    wits_agent_rename_targets(w->brain, agent, see_target, &n);
    if (w->twin != NULL) {
        n.kinds = w->twin->match.kinds;
        wits_agent_rename_targets(w->twin->brain, twin_agent, see_target, &n);
    }
}

void targets_rename(world *w) {
    if (w->kind_count > 0 && !w->keeps_names) {
        see_targets(w, w->key, w->twin != NULL ? w->twin->key : NULL, false, true);
    }
}

void targets_look(world *w, const unsigned char *situation) {
    if (w->kind_count == 0) {
        return;
    }
    if (situation == NULL) {
        for (uint32_t kind = 0; kind < w->kind_count; kind++) {
            w->kinds[kind].before.count = 0;
        }
        return;
    }
    world_enter(w, situation);
    see_targets(w, w->agent, w->twin != NULL ? w->twin->agent : NULL, true, false);
}

uint32_t targets_number(const world *w, uint32_t kind, uint32_t slot) {
    const target_kind *of = &w->kinds[kind];
    return slot < w->lists[kind].count ? number_in(&of->after, of->ids[slot]) : of->after.count;
}

uint32_t targets_row(const world *w, uint32_t kind, uint32_t id) {
    const wits_target_list *list = &w->lists[kind];
    uint32_t at = 0;
    while (at < list->count && list->ids[at] != id) {
        at++;
    }
    return at < list->count ? at : STORE_NONE;
}

// --------------------------------------------------------------------------------------------------------------- lists

bool is_of_targets(const input *of) {
    return of->shown.what == WITS_INPUT_TARGETS || of->shown.what == WITS_INPUT_TARGET ||
           of->shown.what == WITS_INPUT_TARGET_FIELD;
}

void targets_empty(world *w) {
    for (uint32_t kind = 0; kind < w->kind_count; kind++) {
        w->lists[kind].count = 0;
    }
    for (uint32_t kind = 0; w->twin != NULL && kind < w->twin->kind_count; kind++) {
        w->twin->lists[kind].count = 0;
    }
}

static void set_count(world *w, uint32_t kind, uint32_t count) {
    w->lists[kind].count = count;
    for (uint32_t other = 0; w->twin != NULL && other < w->twin->kind_count; other++) {
        if (w->twin->match.kinds[other] == kind) {
            w->twin->lists[other].count = count;
        }
    }
}

bool targets_have(const world *w, const input *of) {
    const bool is_in_list = of->shown.what == WITS_INPUT_TARGET || of->shown.what == WITS_INPUT_TARGET_FIELD;
    return !is_in_list || of->shown.slot < w->lists[of->shown.row].count;
}

/// Returns whether a remembered target comes earlier.
static bool is_in_front(const world *w, const wits_input *of, uint32_t id) {
    bool is = false;
    for (uint32_t slot = 0; slot < of->slot && !is; slot++) {
        is = w->kinds[of->row].ids[slot] == id;
    }
    return is;
}

uint32_t targets_choices(const world *w, const input *of) {
    const uint32_t remembered = w->kinds[of->shown.row].before.count;
    uint32_t choices = 1;  // a stranger
    for (uint32_t id = 0; id < remembered; id++) {
        choices += !is_in_front(w, &of->shown, id);
    }
    return choices;
}

/// Remembered targets come first, then a stranger.
static uint32_t id_of_choice(const world *w, const wits_input *of, uint32_t choice) {
    const uint32_t remembered = w->kinds[of->row].before.count;
    for (uint32_t id = 0; id < remembered; id++) {
        if (!is_in_front(w, of, id) && choice-- == 0) {
            return id;
        }
    }
    return FIRST_STRANGER + of->slot;
}

static void *cell_of(const world *w, const wits_input *of) {
    const wits_column *column = &w->kinds[of->row].columns[of->field];
    return (unsigned char *)column->base + column->stride * of->slot;
}

void targets_put(world *w, const input *of, double value) {
    const wits_input *shown = &of->shown;
    if (shown->what == WITS_INPUT_TARGETS) {
        set_count(w, shown->row, (uint32_t)value);
    } else if (shown->what == WITS_INPUT_TARGET) {
        w->kinds[shown->row].ids[shown->slot] = (uint32_t)value;
    } else {
        put_value(of->type, cell_of(w, shown), value);
    }
}

void targets_apply(world *w, const input *of, uint32_t choice, double value) {
    const bool is_id = of->shown.what == WITS_INPUT_TARGET;
    targets_put(w, of, is_id ? (double)id_of_choice(w, &of->shown, choice) : value);
}

// -------------------------------------------------------------------------------------------------------------- inputs

static bool add_count(world *w, uint32_t kind) {
    pool *p = &w->prover->pool;
    const uint32_t count = w->kinds[kind].most + 1;
    input *to = world_add_input(w, w->prover->about.desc->targets[kind].name, WITS_INPUT_TARGETS, kind);
    if (to == NULL) {
        return false;
    }
    to->shown.value_count = count;
    to->count = count;
    to->values = pool_take(p, count, sizeof *to->values);
    for (uint32_t i = 0; to->values != NULL && i < count; i++) {
        to->values[i] = i;
    }
    return to->values != NULL;
}

static wits_promise promise_of(const world *w, uint32_t kind, uint32_t field) {
    const wits_promises *all = w->prover->about.promises;
    return all != NULL && all->target_fields != NULL && all->target_fields[kind] != NULL
               ? all->target_fields[kind][field]
               : (wits_promise){.has_range = false};
}

static bool add_field(world *w, uint32_t kind, uint32_t slot, uint32_t field) {
    wits_prover *p = w->prover;
    const wits_target_desc *of = &p->about.desc->targets[kind];
    const read_note *note = &p->model.sources[p->model.first_of_kind[kind] + field];
    const wits_promise promise = promise_of(w, kind, field);
    const char *name = pool_format(&p->pool, "%s[%u].%s", of->name, (unsigned)slot, of->fields[field].name);
    input *to = name != NULL ? world_add_input(w, name, WITS_INPUT_TARGET_FIELD, kind) : NULL;
    if (to == NULL) {
        return false;
    }
    to->shown.slot = slot;
    to->shown.field = field;
    to->type = of->fields[field].type;
    model_values(&p->pool, p->options.tries_all, note, to->type, of->fields[field].value_count, &promise, to);
    return to->values != NULL;
}

static bool add_target(world *w, uint32_t kind, uint32_t slot) {
    wits_prover *p = w->prover;
    const wits_target_desc *of = &p->about.desc->targets[kind];
    const char *name = pool_format(&p->pool, "%s[%u]", of->name, (unsigned)slot);
    input *to = name != NULL ? world_add_input(w, name, WITS_INPUT_TARGET, kind) : NULL;
    if (to == NULL) {
        return false;
    }
    to->shown.slot = slot;
    for (uint32_t field = 0; field < of->field_count; field++) {
        const bool is_read = p->model.sources[p->model.first_of_kind[kind] + field].is_read;
        if (is_read && !add_field(w, kind, slot, field)) {
            return false;
        }
    }
    return true;
}

bool targets_add_inputs(world *w) {
    bool good = true;
    for (uint32_t kind = 0; kind < w->kind_count && good; kind++) {
        target_kind *of = &w->kinds[kind];
        good = !of->is_used || add_count(w, kind);
        for (uint32_t slot = 0; slot < of->most && good && of->is_used; slot++) {
            good = add_target(w, kind, slot);
        }
    }
    return good;
}

uint64_t targets_combinations(const world *w) {
    uint64_t all = 1;
    for (uint32_t kind = 0; kind < w->kind_count && all <= UINT32_MAX; kind++) {
        uint64_t rows = 1;  // sum of lists of all lengths, and of the last one
        uint64_t last = 1;
        for (uint32_t slot = 0; slot < w->kinds[kind].most && w->kinds[kind].is_used && rows <= UINT32_MAX; slot++) {
            for (uint32_t i = 0; i < w->eager_count && last <= UINT32_MAX; i++) {
                const wits_input *of = &w->inputs[i].shown;
                const bool is_there = of->what == WITS_INPUT_TARGET_FIELD && of->row == kind && of->slot == slot;
                last *= is_there ? w->inputs[i].count : 1;
            }
            rows += last;
        }
        all *= rows;
    }
    return all;
}

// --------------------------------------------------------------------------------------------------------------- begin

static bool is_used(const wits_prover *p, uint32_t kind) {
    bool used = false;
    for (uint32_t state = 0; state < p->about.desc->state_count && !used; state++) {
        used = wits_state_target_kind(p->brain, (wits_state_id)state) == kind;
    }
    return used;
}

/// An unread value is 0, or the lowest that the host promises.
static double value_of_unread(const world *w, uint32_t kind, uint32_t field) {
    const wits_promise promise = promise_of(w, kind, field);
    return wits_promise_holds(&promise, 0.0) ? 0.0 : promise.low;
}

/// Each state remembers at most one target.
static void take_names(world *w, target_kind *to, uint32_t states) {
    to->before.ids = pool_take(&w->prover->pool, states, sizeof *to->before.ids);
    to->after.ids = pool_take(&w->prover->pool, states, sizeof *to->after.ids);
}

static bool begin_kind(world *w, uint32_t kind) {
    wits_prover *p = w->prover;
    const wits_target_desc *desc = &p->about.desc->targets[kind];
    const uint32_t *most = p->about.promises != NULL ? p->about.promises->most : NULL;
    target_kind *to = &w->kinds[kind];
    to->is_used = is_used(p, kind);
    to->most = most != NULL ? most[kind] : WITS_DEFAULT_MOST_TARGETS;
    take_names(w, to, p->about.desc->state_count);
    to->columns = pool_take(&p->pool, desc->field_count, sizeof *to->columns);
    uint64_t *cells = pool_take(&p->pool, (size_t)desc->field_count * WITS_MAX_MOST_TARGETS, sizeof *cells);
    if (p->pool.failed) {
        return false;
    }
    for (uint32_t field = 0; field < desc->field_count; field++) {
        uint64_t *first = cells + (size_t)field * WITS_MAX_MOST_TARGETS;
        const wits_type type = desc->fields[field].type;
        to->columns[field] = (wits_column){
            .base = first, .stride = sizeof *cells, .size = WITS_MAX_MOST_TARGETS * sizeof *cells, .type = type};
        for (uint32_t slot = 0; slot < WITS_MAX_MOST_TARGETS; slot++) {
            put_value(type, &first[slot], value_of_unread(w, kind, field));
        }
    }
    w->lists[kind] = (wits_target_list){.ids = to->ids, .columns = to->columns};
    return true;
}

bool targets_begin(world *w) {
    pool *p = &w->prover->pool;
    w->kind_count = w->prover->about.desc->target_count;
    w->kinds = pool_take(p, w->kind_count, sizeof *w->kinds);
    w->lists = pool_take(p, w->kind_count, sizeof *w->lists);
    bool good = !p->failed;
    for (uint32_t kind = 0; kind < w->kind_count && good; kind++) {
        good = begin_kind(w, kind);
    }
    return good;
}

void targets_pair(world *w) {
    world *twin = w->twin;
    const uint32_t states = w->prover->about.desc->state_count + twin->prover->about.desc->state_count;
    for (uint32_t kind = 0; kind < twin->kind_count; kind++) {
        const uint32_t other = twin->match.kinds[kind];
        take_names(w, &w->kinds[other], states);
        twin->lists[kind].ids = w->kinds[other].ids;
        for (uint32_t field = 0; field < twin->prover->about.desc->targets[kind].field_count; field++) {
            twin->kinds[kind].columns[field] = w->kinds[other].columns[twin->match.kind_fields[kind][field]];
        }
        w->kinds[other].is_used |= twin->kinds[kind].is_used;
    }
}

// ---------------------------------------------------------------------------------------------------------------- runs

/// A remembered target keeps its id; a new one gets the next id.
static double id_in_run(world *w, const wits_input *of, uint32_t id) {
    target_kind *kind = &w->kinds[of->row];
    const bool is_known = id < FIRST_STRANGER && id < kind->before.count;
    return is_known ? kind->before.ids[id] : ++kind->last_id;
}

bool targets_name(world *w, row *of, const row *before) {
    if (w->kind_count == 0 || of->values == NULL) {
        return true;
    }
    double *values = pool_take(&w->prover->pool, of->value_count, sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (uint32_t kind = 0; kind < w->kind_count; kind++) {
        target_kind *to = &w->kinds[kind];
        to->before.count = 0;
        to->last_id = before != NULL ? to->last_id : 0;
    }
    if (before != NULL) {
        see_targets(w, w->agent, w->twin != NULL ? w->twin->agent : NULL, true, false);
    }
    for (uint32_t i = 0; i < of->value_count; i++) {
        const wits_input *shown = &w->inputs[i].shown;
        values[i] = of->values[i];
        if (shown->what == WITS_INPUT_TARGET && values[i] != WITS_NOT_GIVEN) {
            values[i] = of->stands && before != NULL ? before->values[i] : id_in_run(w, shown, (uint32_t)values[i]);
        }
    }
    of->values = values;
    return true;
}
