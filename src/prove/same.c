// SPDX-License-Identifier: MIT
// Compares two brains: the second's world is the twin of the first's. Both run the same ticks with the same inputs, and
// a situation includes both. They must share what the host sees: fields, functions and events. States match if their
// paths are equal.
#include "prove/inside.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ matching

static bool is_hosts_field(const wits_prover *p, uint32_t field) {
    const wits_giver host = p->about.promises != NULL ? p->about.promises->fields[field].host : WITS_GIVER_DEFAULT;
    return host == WITS_GIVER_HOST || (host == WITS_GIVER_DEFAULT && !wits_field_is_assigned(p->brain, field));
}

static bool is_hosts_event(const wits_prover *p, uint32_t event) {
    return p->about.promises == NULL || p->about.promises->events[event] != WITS_GIVER_BRAIN;
}

static uint32_t field_of(const wits_prover *p, const char *name) {
    uint32_t field = 0;
    while (field < p->about.desc->field_count && strcmp(p->about.desc->fields[field].name, name) != 0) {
        field++;
    }
    return field < p->about.desc->field_count ? field : STORE_NONE;
}

static wits_promise promise_of_field(const wits_prover *p, uint32_t field) {
    return p->about.promises != NULL ? p->about.promises->fields[field] : (wits_promise){.has_range = false};
}

static wits_promise promise_of_function(const wits_prover *p, uint32_t function) {
    const wits_promise *all = p->about.promises != NULL ? p->about.promises->functions : NULL;
    return all != NULL ? all[function] : (wits_promise){.has_range = false};
}

static bool is_same_promise(const wits_promise *a, const wits_promise *b) {
    const bool same_range = !a->has_range || (a->low == b->low && a->high == b->high);
    const bool same_step = !a->has_step || a->step == b->step;
    return a->has_range == b->has_range && a->has_step == b->has_step && a->nan == b->nan && same_range && same_step;
}

static bool has_same_values(const wits_field_desc *a, const wits_field_desc *b) {
    bool same = a->value_count == b->value_count;
    for (uint32_t i = 0; i < a->value_count && same; i++) {
        same = strcmp(a->values[i], b->values[i]) == 0;
    }
    return same;
}

/// A field that the host sets, in both brains.
static void check_field(wits_prover *p, const wits_field_desc *a, const wits_field_desc *b, const wits_promise *given_a,
                        const wits_promise *given_b) {
    if (a->type != b->type) {
        prover_note(p, NULL, NULL, 0, "the field '%s' is of type %s in the first brain, and %s in the second", a->name,
                    wits_type_name(a->type), wits_type_name(b->type));
    } else if (!has_same_values(a, b)) {
        prover_note(p, NULL, NULL, 0, "the field '%s' has different values, or in another order, in the two brains",
                    a->name);
    } else if (!is_same_promise(given_a, given_b)) {
        prover_note(p, NULL, NULL, 0, "the field '%s' has different range, step or nan in the two brains", a->name);
    } else if (a->initial != b->initial && (a->initial == a->initial || b->initial == b->initial)) {
        prover_note(p, NULL, NULL, 0, "the field '%s' begins with %.9g in the first brain, and with %.9g in the second",
                    a->name, a->initial, b->initial);
    }
}

static const char *const numbers[2] = {"first", "second"};

/// Fields that the host sets in one brain must be the host's in the other, too.
static void match_fields(wits_prover *p, wits_prover *const both[2], uint32_t one, matching *to) {
    const wits_prover *a = both[one];
    const wits_prover *b = both[1 - one];
    for (uint32_t i = 0; i < a->about.desc->field_count; i++) {
        const wits_field_desc *of = &a->about.desc->fields[i];
        const uint32_t other = is_hosts_field(a, i) ? field_of(b, of->name) : STORE_NONE;
        if (is_hosts_field(a, i) && other == STORE_NONE) {
            prover_note(p, NULL, NULL, 0, "the host sets the field '%s' to the %s brain, and the %s has no such field",
                        of->name, numbers[one], numbers[1 - one]);
        } else if (other != STORE_NONE && !is_hosts_field(b, other)) {
            prover_note(p, NULL, NULL, 0,
                        "the host sets the field '%s' to the %s brain, and in the %s it is the brain's own; "
                        "add 'host: true' to its type if the host sets it there, too",
                        of->name, numbers[one], numbers[1 - one]);
        } else if (other != STORE_NONE && one == 0) {
            const wits_promise given_a = promise_of_field(a, i);
            const wits_promise given_b = promise_of_field(b, other);
            check_field(p, of, &b->about.desc->fields[other], &given_a, &given_b);
        }
        if (one == 0) {
            to->fields[i] = other;
        }
    }
}

static void match_events(wits_prover *p, wits_prover *const both[2], uint32_t one, matching *to) {
    const wits_prover *a = both[one];
    const wits_prover *b = both[1 - one];
    for (uint32_t i = 0; i < a->about.desc->event_count; i++) {
        const char *name = a->about.desc->events[i];
        const uint32_t found = is_hosts_event(a, i) ? wits_find_event(b->brain, name) : WITS_NONE;
        const uint32_t other = found != WITS_NONE && is_hosts_event(b, found) ? found : STORE_NONE;
        if (is_hosts_event(a, i) && other == STORE_NONE) {
            prover_note(p, NULL, NULL, 0, "the host may raise the event '%s' in the %s brain, and %s", name,
                        numbers[one],
                        found == WITS_NONE ? one == 0 ? "the second has no such event" : "the first has no such event"
                                           : "it has 'host: false' in the other");
        }
        if (one == 0) {
            to->events[i] = other;
        }
    }
}

static void match_functions(wits_prover *p, wits_prover *const both[2], uint32_t one, matching *to) {
    const wits_prover *a = both[one];
    const wits_prover *b = both[1 - one];
    for (uint32_t i = 0; i < a->about.desc->function_count; i++) {
        const char *name = a->about.desc->functions[i].name;
        const uint32_t found = wits_find_function(b->brain, name);
        if (found == WITS_NONE) {
            prover_note(p, NULL, NULL, 0, "the %s brain has the function '%s', and the %s has no such function",
                        numbers[one], name, numbers[1 - one]);
            continue;
        }
        const wits_function_kind kind = wits_function_kind_of(a->brain, i);
        const wits_function_kind other = wits_function_kind_of(b->brain, found);
        const wits_promise given_a = promise_of_function(a, i);
        const wits_promise given_b = promise_of_function(b, found);
        if (kind != other && one == 0) {
            prover_note(p, NULL, NULL, 0, "the function '%s' is of kind %s in the first brain, and %s in the second",
                        name, wits_function_kind_name(kind), wits_function_kind_name(other));
        } else if (!is_same_promise(&given_a, &given_b) && one == 0) {
            prover_note(p, NULL, NULL, 0, "the function '%s' has different ranges in the two brains", name);
        }
        *(one == 0 ? &to->actions[i] : &to->functions[i]) = found;
    }
}

static wits_promise promise_of_target(const wits_prover *p, uint32_t kind, uint32_t field) {
    const wits_promises *all = p->about.promises;
    return all != NULL && all->target_fields != NULL && all->target_fields[kind] != NULL
               ? all->target_fields[kind][field]
               : (wits_promise){.has_range = false};
}

static uint32_t most_of_kind(const wits_prover *p, uint32_t kind) {
    const wits_promises *all = p->about.promises;
    return all != NULL && all->most != NULL ? all->most[kind] : (uint32_t)WITS_DEFAULT_MOST_TARGETS;
}

/// A field of targets, in both brains.
static void check_target_field(wits_prover *p, const char *kind, const wits_target_field_desc *a,
                               const wits_target_field_desc *b, const wits_promise *given_a,
                               const wits_promise *given_b) {
    const wits_field_desc as_field_a = {.values = a->values, .value_count = a->value_count};
    const wits_field_desc as_field_b = {.values = b->values, .value_count = b->value_count};
    if (a->type != b->type || a->own != b->own) {
        prover_note(p, NULL, NULL, 0, "the field '%s.%s' has a different type or 'own' in the two brains", kind,
                    a->name);
    } else if (!has_same_values(&as_field_a, &as_field_b)) {
        prover_note(p, NULL, NULL, 0, "the field '%s.%s' has different values, or in another order, in the two brains",
                    kind, a->name);
    } else if (!is_same_promise(given_a, given_b)) {
        prover_note(p, NULL, NULL, 0, "the field '%s.%s' has different range, step or nan in the two brains", kind,
                    a->name);
    }
}

/// The fields of a kind of one brain are those of the other, in any order.
static void match_target_fields(wits_prover *p, wits_prover *const both[2], uint32_t one, const uint32_t kinds[2],
                                matching *to) {
    const wits_target_desc *a = &both[one]->about.desc->targets[kinds[one]];
    const wits_target_desc *b = &both[1 - one]->about.desc->targets[kinds[1 - one]];
    for (uint32_t i = 0; i < a->field_count; i++) {
        const uint32_t other = wits_find_target_field(both[1 - one]->brain, kinds[1 - one], a->fields[i].name);
        if (other == WITS_NONE) {
            prover_note(p, NULL, NULL, 0, "the %s brain has the field '%s.%s', and the %s has no such field",
                        numbers[one], a->name, a->fields[i].name, numbers[1 - one]);
        } else if (one == 1) {
            const wits_promise given_a = promise_of_target(both[1], kinds[1], i);
            const wits_promise given_b = promise_of_target(both[0], kinds[0], other);
            check_target_field(p, a->name, &a->fields[i], &b->fields[other], &given_a, &given_b);
            to->kind_fields[kinds[1]][i] = other;
        }
    }
}

static void match_kinds(wits_prover *p, wits_prover *const both[2], uint32_t one, matching *to) {
    const wits_prover *a = both[one];
    const wits_prover *b = both[1 - one];
    for (uint32_t kind = 0; kind < a->about.desc->target_count; kind++) {
        const char *name = a->about.desc->targets[kind].name;
        const uint32_t other = wits_find_target_kind(b->brain, name);
        if (other == WITS_NONE) {
            prover_note(p, NULL, NULL, 0, "the %s brain has targets of kind '%s', and the %s has none of this kind",
                        numbers[one], name, numbers[1 - one]);
            continue;
        }
        if (one == 1) {
            to->kinds[kind] = other;
        }
        if (one == 1 && most_of_kind(a, kind) != most_of_kind(b, other)) {
            prover_note(p, NULL, NULL, 0, "a list of '%s' has a different 'most' in the two brains", name);
        }
        const uint32_t kinds[2] = {one == 0 ? kind : other, one == 0 ? other : kind};
        match_target_fields(p, both, one, kinds, to);
    }
}

// ----------------------------------------------------------------------------------------------------- matching states

static void match_states(const wits_prover *a, const wits_prover *b, matching *to) {
    char path[1100] = "/";
    for (uint32_t state = 1; state < a->about.desc->state_count; state++) {
        wits_state_path(a->brain, (wits_state_id)state, path + 1, sizeof path - 1);
        const wits_state_id other = wits_find_state(b->brain, path);
        to->states[state] = other == WITS_NONE ? STORE_NONE : other;
        if (other != WITS_NONE) {
            to->is_known[other] = true;
        }
    }
}

/// By stream: the state that chooses with it; WITS_NONE for the word `random`.
static wits_state_id *choosers(pool *p, const wits_brain *brain, uint32_t state_count) {
    const uint32_t streams = wits_random_stream_count(brain);
    wits_state_id *states = pool_take(p, streams, sizeof *states);
    for (uint32_t stream = 0; stream < streams && states != NULL; stream++) {
        states[stream] = WITS_NONE;
    }
    for (uint32_t state = 0; state < state_count && states != NULL; state++) {
        const uint32_t stream = wits_random_stream(brain, (wits_state_id)state);
        if (stream != WITS_NONE) {
            states[stream] = (wits_state_id)state;
        }
    }
    return states;
}

/// Returns whether a state of the first matches this one of the second, or both are none.
static bool is_same_state(const matching *of, wits_state_id a, wits_state_id b) {
    if (a == WITS_NONE || b == WITS_NONE || a == WITS_ROOT || b == WITS_ROOT) {
        return a == b;
    }
    return of->states[a] == b;
}

/// Choices draw alike if the paths of their utilities are equal. The word `random` has no name: it draws alike only if
/// both brains have the same streams in the same order, as brains that differ only in numbers do.
static void match_places(wits_prover *a, const wits_prover *b, matching *to) {
    const uint32_t count_a = wits_random_stream_count(a->brain);
    const uint32_t count_b = wits_random_stream_count(b->brain);
    const wits_state_id *in_a = choosers(&a->pool, a->brain, a->about.desc->state_count);
    const wits_state_id *in_b = choosers(&a->pool, b->brain, b->about.desc->state_count);
    if (in_a == NULL || in_b == NULL) {
        return;
    }
    bool all_alike = count_a == count_b;
    for (uint32_t i = 0; i < count_b && all_alike; i++) {
        all_alike = is_same_state(to, in_a[i], in_b[i]);
    }
    for (uint32_t i = 0; i < count_b; i++) {
        to->streams[i] = all_alike ? i : count_a + i;
        for (uint32_t k = 0; k < count_a && !all_alike && in_b[i] != WITS_NONE; k++) {
            to->streams[i] = in_a[k] != WITS_NONE && is_same_state(to, in_a[k], in_b[i]) ? k : to->streams[i];
        }
    }
}

static bool take_matching(wits_prover *a, const wits_prover *b, matching *to) {
    const wits_desc *first = a->about.desc;
    const wits_desc *second = b->about.desc;
    to->fields = pool_take(&a->pool, first->field_count, sizeof *to->fields);
    to->events = pool_take(&a->pool, first->event_count, sizeof *to->events);
    to->functions = pool_take(&a->pool, second->function_count, sizeof *to->functions);
    to->actions = pool_take(&a->pool, first->function_count, sizeof *to->actions);
    to->states = pool_take(&a->pool, first->state_count, sizeof *to->states);
    to->is_known = pool_take(&a->pool, second->state_count, sizeof *to->is_known);
    to->streams = pool_take(&a->pool, wits_random_stream_count(b->brain), sizeof *to->streams);
    to->kinds = pool_take(&a->pool, second->target_count, sizeof *to->kinds);
    to->kind_fields = pool_take(&a->pool, second->target_count, sizeof *to->kind_fields);
    for (uint32_t kind = 0; kind < second->target_count && !a->pool.failed; kind++) {
        to->kind_fields[kind] = pool_take(&a->pool, second->targets[kind].field_count, sizeof **to->kind_fields);
    }
    return !a->pool.failed;
}

// -------------------------------------------------------------------------------------------------------- shared reads

/// Merges the values of both brains into each. Returns whether one of them changed.
static bool join_notes(read_note *a, read_note *b) {
    bool is_news = a->is_read != b->is_read || a->is_elsehow != b->is_elsehow;
    a->is_read = b->is_read = a->is_read || b->is_read;
    a->is_elsehow = b->is_elsehow = a->is_elsehow || b->is_elsehow;
    is_news |= number_set_join(&a->borders, &b->borders) > 0;
    is_news |= number_set_join(&b->borders, &a->borders) > 0;
    is_news |= number_set_join(&a->cuts, &b->cuts) > 0;
    is_news |= number_set_join(&b->cuts, &a->cuts) > 0;
    return is_news;
}

static void join_randoms(model *a, model *b, const matching *by) {
    for (uint32_t stream = 0; stream < b->stream_count; stream++) {
        const uint32_t in_a = by->streams[stream];
        if (in_a < a->stream_count) {
            join_notes(&a->randoms[in_a], &b->randoms[stream]);
        }
    }
}

static bool join_target_notes(model *a, model *b, const matching *by) {
    bool is_news = false;
    for (uint32_t kind = 0; kind < b->desc->target_count; kind++) {
        for (uint32_t field = 0; field < b->desc->targets[kind].field_count; field++) {
            const uint32_t in_a = a->first_of_kind[by->kinds[kind]] + by->kind_fields[kind][field];
            is_news |= join_notes(&a->sources[in_a], &b->sources[b->first_of_kind[kind] + field]);
        }
    }
    return is_news;
}

/// A value matters if it matters to one of the brains. In each brain, reads of a copy are reads of the original.
static void join_models(wits_prover *a, wits_prover *b, const matching *by) {
    bool is_news = true;
    model_settle(&a->model, a->brain);
    model_settle(&b->model, b->brain);
    while (is_news) {  // ends, because borders are constants of the two brains
        is_news = false;
        for (uint32_t i = 0; i < a->model.field_count; i++) {
            is_news |=
                by->fields[i] != STORE_NONE && join_notes(&a->model.sources[i], &b->model.sources[by->fields[i]]);
        }
        is_news |= join_target_notes(&a->model, &b->model, by);
        model_settle(&a->model, a->brain);
        model_settle(&b->model, b->brain);
    }
    for (uint32_t i = 0; i < a->model.field_count; i++) {
        if (by->fields[i] != STORE_NONE) {  // the host sets it, or it keeps its value: in both
            bool *const in_b = &b->model.is_own[by->fields[i]];
            a->model.is_own[i] = *in_b = a->model.is_own[i] || *in_b;
        }
    }
    for (uint32_t i = 0; i < b->about.desc->function_count; i++) {
        join_notes(&a->model.functions[by->functions[i]], &b->model.functions[i]);
    }
    for (uint32_t i = 0; i < a->about.desc->event_count; i++) {
        a->model.events[i] = a->model.events[i] || (by->events[i] != STORE_NONE && b->model.events[by->events[i]]);
    }
    join_randoms(&a->model, &b->model, by);
}

// --------------------------------------------------------------------------------------------------------- differences

/// The calls of host functions in a list, one after another.
static const wits_action_record *next_call(const world *w, uint32_t *at) {
    while (*at < w->list.count) {
        const wits_action_record *record = &w->list.records[(*at)++];
        if (wits_action_function(w->brain, record->action) != WITS_NONE) {
            return record;
        }
    }
    return NULL;
}

static void print_record(const world *w, const wits_action_record *record, char *to, size_t size) {
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    const uint32_t count = wits_record_arguments(w->brain, &w->list, record, arguments);
    to[0] = '\0';
    print_arguments(arguments, count, to, size);
}

/// Host actions receive their target.
static bool targets_differ(const world *w, const wits_action_record *mine, const wits_action_record *other) {
    const uint32_t kind = w->kind_count > 0 ? mine->target_kind : WITS_NONE;
    const uint32_t other_kind = w->kind_count > 0 ? other->target_kind : WITS_NONE;
    if (kind == WITS_NONE || other_kind == WITS_NONE) {
        return kind != other_kind;
    }
    return w->twin->match.kinds[other_kind] != kind || mine->target != other->target;
}

static bool calls_differ(const world *w) {
    const world *twin = w->twin;
    uint32_t at = 0;
    uint32_t twin_at = 0;
    for (;;) {
        const wits_action_record *mine = next_call(w, &at);
        const wits_action_record *other = next_call(twin, &twin_at);
        char printed[1200];
        char other_printed[1200];
        if (mine == NULL || other == NULL) {
            return mine != other;
        }
        if (twin->match.actions[wits_action_function(w->brain, mine->action)] !=
            wits_action_function(twin->brain, other->action)) {
            return true;
        }
        if (targets_differ(w, mine, other)) {
            return true;
        }
        print_record(w, mine, printed, sizeof printed);
        print_record(twin, other, other_printed, sizeof other_printed);
        if (strcmp(printed, other_printed) != 0) {
            return true;
        }
    }
}

static bool states_differ(const world *w) {
    const world *twin = w->twin;
    const uint32_t count = w->prover->about.desc->state_count;
    const uint32_t twin_count = twin->prover->about.desc->state_count;
    bool differ = false;
    for (uint32_t state = 1; state < count && !differ; state++) {
        const uint32_t other = twin->match.states[state];
        const bool is_in_other = other != STORE_NONE && wits_is_in(twin->brain, twin->agent, (wits_state_id)other);
        differ = wits_is_in(w->brain, w->agent, (wits_state_id)state) != is_in_other;
    }
    for (uint32_t state = 1; state < twin_count && !differ; state++) {
        differ = !twin->match.is_known[state] && wits_is_in(twin->brain, twin->agent, (wits_state_id)state);
    }
    return differ;
}

bool world_differs(const world *w) {
    return states_differ(w) || calls_differ(w);
}

const char *same_draws_apart(const wits_prover *p, const run *of) {
    const uint32_t own = wits_random_stream_count(p->brain);
    bool one = false;
    bool other = false;
    for (uint32_t i = 0; p->twin != NULL && i < of->count; i++) {
        for (uint32_t stream = 0; stream < p->world.stream_count && of->rows[i].draws != NULL; stream++) {
            const bool draws = of->rows[i].draws[stream] >= 0.0f;  // NaN: it has not drawn
            bool is_shared = false;
            for (uint32_t k = 0; k < wits_random_stream_count(p->twin->brain); k++) {
                is_shared |= p->twin->world.match.streams[k] == stream;
            }
            one |= draws && stream < own && !is_shared;
            other |= draws && stream >= own;
        }
    }
    return one && other ? "they differ where each brain draws separately, so their draws cannot be matched" : NULL;
}

// ------------------------------------------------------------------------------------------------------------- provers

static bool begin(wits_prover *p, const wits_prove_about *about, const wits_prove_options *options) {
    p->about = *about;
    p->about.properties = NULL;
    p->about.property_count = 0;
    p->about.ranges = false;
    p->options = options_in_full(options);
    p->options.covers = false;
    p->options.mark = NULL;
    if (!prover_is_provable(p) || !prover_compile(p, false)) {
        return false;
    }
    model_begin(&p->model, &p->pool, p->about.desc, p->about.promises, wits_random_stream_count(p->brain));
    if (p->pool.failed || !world_begin(&p->world, p)) {
        return false;
    }
    model_note(&p->model, p->brain);
    return !p->pool.failed;
}

static bool add_claim(wits_prover *p) {
    static const wits_property property = {.kind = WITS_PROPERTY_NEVER,
                                           .name = "same",
                                           .condition = {.text = "they differ"},
                                           .text = "they differ",
                                           .file = ""};
    p->claims = pool_take(&p->pool, 1, sizeof *p->claims);
    if (p->claims == NULL) {
        return false;
    }
    p->claims[p->claim_count++] = (claim){.property = &property,
                                          .proof = {.property = &property},
                                          .condition = STORE_NONE,
                                          .until = STORE_NONE,
                                          .assume = STORE_NONE,
                                          .of = WITS_NONE,
                                          .from = WITS_NONE};
    p->group_count = 1;
    return true;
}

static bool make(wits_prover *p, const wits_prove_about about[2], const wits_prove_options *options) {
    wits_prover *const twin = p->twin;
    wits_prover *const both[2] = {p, twin};
    for (uint32_t i = 0; i < 2; i++) {
        if (!begin(both[i], &about[i], options)) {
            for (uint32_t k = 0; i == 1 && k < twin->mistake_count; k++) {
                prover_note(p, NULL, NULL, 0, "%s", twin->mistakes[k].message);
            }
            return false;
        }
    }
    matching *match = &twin->world.match;
    if (!take_matching(p, twin, match)) {
        return false;
    }
    for (uint32_t one = 0; one < 2; one++) {
        match_fields(p, both, one, match);
        match_events(p, both, one, match);
        match_functions(p, both, one, match);
        match_kinds(p, both, one, match);
    }
    if (p->mistake_count > 0) {
        return false;
    }
    match_states(p, twin, match);
    match_places(p, twin, match);
    join_models(p, twin, match);
    world_pair(&p->world, &twin->world);
    if (p->pool.failed || !add_claim(p) || !world_inputs(&p->world)) {
        return false;
    }
    prover_note_assumed(p);
    return prover_take_room(p);
}

wits_prover *wits_same_new(const wits_prove_about *first, const wits_prove_about *second,
                           const wits_prove_options *options) {
    const wits_prove_about both[2] = {*first, *second};
    wits_prover *p = calloc(1, sizeof *p);
    wits_prover *twin = calloc(1, sizeof *twin);
    if (p == NULL || twin == NULL) {
        free(p);
        free(twin);
        return NULL;
    }
    p->twin = twin;
    if (!make(p, both, options) && p->mistake_count == 0) {
        wits_prover_free(p);
        return NULL;
    }
    return p;
}

void same_show_inputs(wits_prover *p) {
    const uint32_t own_places = wits_random_stream_count(p->brain);
    const matching *match = p->twin != NULL ? &p->twin->world.match : NULL;
    for (uint32_t i = 0; i < p->shown_count && match != NULL; i++) {
        wits_input *to = &p->shown[i];
        to->second_row = WITS_NONE;
        switch (to->what) {
        case WITS_INPUT_FIELD:
            to->second_row = match->fields[to->row];
            break;
        case WITS_INPUT_EVENT:
            to->second_row = match->events[to->row];
            break;
        case WITS_INPUT_CONDITION:
        case WITS_INPUT_SCORE:
            to->second_row = p->world.inputs[i].asked[1] ? match->actions[to->row] : WITS_NONE;
            to->row = p->world.inputs[i].asked[0] ? to->row : WITS_NONE;
            break;
        case WITS_INPUT_RANDOM:
            for (uint32_t k = 0; k < wits_random_stream_count(p->twin->brain); k++) {
                to->second_row = match->streams[k] == to->row ? k : to->second_row;
            }
            if (to->row >= own_places) {
                to->name = pool_format(&p->pool, "random:%u", (unsigned)to->second_row);
                to->row = WITS_NONE;
            }
            break;
        case WITS_INPUT_TARGETS:
        case WITS_INPUT_TARGET:
        case WITS_INPUT_TARGET_FIELD:
            break;
        }
    }
}
