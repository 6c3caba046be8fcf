// SPDX-License-Identifier: MIT
// Runs two crowds tick by tick and compares their agents.
#include "diff/diff.h"

#include "agent/run.h"
#include "common/checksum.h"
#include "common/memory.h"
#include "common/tool.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GROUPS = 4096 };

// ------------------------------------------------------------------------------------------------------------ matching

wits_versions *diff_match(wits_file *const files[2]) {
    const wits_brain *from = wits_file_brain(files[0]), *to = wits_file_brain(files[1]);
    const size_t size = wits_versions_size(from, to);
    wits_versions *versions = allocate(size, 1);
    uint32_t count;
    const wits_rename *renames = wits_file_renames(files[1], &count);
    if (wits_versions_match(from, to, renames, count, versions, size, NULL) == NULL) {  // the renames of another brain
        wits_versions_match(from, to, NULL, 0, versions, size, NULL);
    }
    return versions;
}

static void match_states(diff *d) {
    wits_file *const files[2] = {d->sides[0].file, d->sides[1].file};
    wits_versions *versions = diff_match(files);
    for (uint32_t side = 0; side < 2; side++) {
        diff_side *one = &d->sides[side];
        one->same = allocate(one->desc->state_count, sizeof *one->same);
        for (uint32_t state = 0; state < one->desc->state_count; state++) {
            one->same[state] = WITS_NONE;
        }
    }
    for (uint32_t state = 0; state < d->sides[0].desc->state_count; state++) {
        const wits_state_id now = wits_versions_state(versions, (wits_state_id)state);
        d->sides[0].same[state] = now;
        if (now != WITS_NONE) {
            d->sides[1].same[now] = (wits_state_id)state;
        }
    }
    free(versions);
}

static bool has_common_state(const diff *d) {
    const diff_side *one = &d->sides[0];
    bool has = one->desc->state_count == 1 || d->sides[1].desc->state_count == 1;
    for (uint32_t state = 1; state < one->desc->state_count && !has; state++) {
        has = one->same[state] != WITS_NONE;
    }
    return has;
}

/// Adds to a line of notes about one brain: "only A has: state 'x', field 'y'".
static void note(text *to, const diff_side *one, const char *noun, const char *name) {
    if (to->length == 0) {
        text_format(to, "only %s has the ", one->name);
    } else {
        text_add(to, ", the ");
    }
    text_format(to, "%s '%s'", noun, name);
}

static void note_own_states(text *to, const diff_side *one) {
    for (uint32_t state = 1; state < one->desc->state_count; state++) {
        const bool is_inside_own = one->same[wits_state_parent(one->brain, (wits_state_id)state)] == WITS_NONE;
        if (one->same[state] == WITS_NONE && !is_inside_own) {
            text path = {0};
            text_path(&path, one->brain, (wits_state_id)state);
            note(to, one, "state", text_of(&path));
            text_free(&path);
        }
    }
}

static void note_own(diff *d, const diff_side *one, const diff_side *other) {
    text line = {0};
    note_own_states(&line, one);
    for (uint32_t i = 0; i < one->desc->field_count; i++) {
        if (wits_find_field(other->brain, one->desc->fields[i].name) == WITS_NONE) {
            note(&line, one, "field", one->desc->fields[i].name);
        }
    }
    for (uint32_t i = 0; i < one->desc->event_count; i++) {
        if (wits_find_event(other->brain, one->desc->events[i]) == WITS_NONE) {
            note(&line, one, "event", one->desc->events[i]);
        }
    }
    for (uint32_t i = 0; i < one->desc->function_count; i++) {
        if (wits_find_function(other->brain, one->desc->functions[i].name) == WITS_NONE) {
            note(&line, one, "function", one->desc->functions[i].name);
        }
    }
    if (line.length > 0) {
        text_format(&d->notes, "%s\n", text_of(&line));
    }
    text_free(&line);
}

/// Returns whether all random streams are those of the same choices, in the same order. Else equal brains may draw
/// differently.
static bool have_same_streams(const diff *d) {
    const diff_side *a = &d->sides[0], *b = &d->sides[1];
    bool is_same = wits_random_stream_count(a->brain) == wits_random_stream_count(b->brain);
    for (uint32_t state = 0; state < a->desc->state_count && is_same; state++) {
        const uint32_t stream = wits_random_stream(a->brain, (wits_state_id)state);
        is_same = stream == WITS_NONE ||
                  (a->same[state] != WITS_NONE && wits_random_stream(b->brain, a->same[state]) == stream);
    }
    return is_same;
}

/// Returns whether chance has an effect on a brain.
static bool draws(const diff_side *one) {
    uint32_t utilities = 0;
    bool has_weights = false;
    for (uint32_t state = 0; state < one->desc->state_count; state++) {
        const bool has_stream = wits_random_stream(one->brain, (wits_state_id)state) != WITS_NONE;
        utilities += has_stream;
        has_weights = has_weights || (has_stream && one->desc->states[state].select > WITS_SELECT_HIGHEST);
    }
    return has_weights || wits_random_stream_count(one->brain) > utilities;
}

/// Notes kinds of targets without lists.
static void note_missing_targets(diff *d) {
    text kinds = {0};
    for (uint32_t kind = 0; kind < d->sides[0].desc->target_count; kind++) {
        text_format(&kinds, "%s'%s'", kind == 0 ? "" : ", ", d->sides[0].desc->targets[kind].name);
    }
    if (kinds.length > 0 && d->world.target_count == 0) {
        text_format(&d->notes, "agents have no targets of the kind %s; use --targets\n", text_of(&kinds));
    }
    text_free(&kinds);
}

static void note_differences(diff *d) {
    note_own(d, &d->sides[0], &d->sides[1]);
    note_own(d, &d->sides[1], &d->sides[0]);
    note_missing_targets(d);
    if (!have_same_streams(d) && (draws(&d->sides[0]) || draws(&d->sides[1]))) {
        text_add(&d->notes, "the brains have different random streams, so their agents draw differently; a difference "
                            "may be due to chance\n");
    }
}

// ------------------------------------------------------------------------------------------------------------- options

/// Returns whether a brain has the field or function that a setting is about.
static bool has_set(const diff_side *one, const char *given) {
    text name = {0};
    text_add_bytes(&name, given, strcspn(given, "=( "));
    const bool has = wits_find_field(one->brain, text_of(&name)) != WITS_NONE ||
                     wits_find_function(one->brain, text_of(&name)) != WITS_NONE;
    text_free(&name);
    return has;
}

/// Returns whether a brain has the kind of targets, and the field of it if there is one: "enemy=5", "enemy.distance=3".
static bool has_target(const diff_side *one, const char *given) {
    text name = {0};
    const size_t length = strcspn(given, ".= ");
    text_add_bytes(&name, given, length);
    const uint32_t kind = wits_find_target_kind(one->brain, text_of(&name));
    bool has = kind != WITS_NONE;
    if (has && is_target_setting(given)) {
        text_clear(&name);
        text_add_bytes(&name, given + length + 1, strcspn(given + length + 1, "= "));
        has = wits_find_target_field(one->brain, kind, text_of(&name)) != WITS_NONE;
    }
    text_free(&name);
    return has;
}

/// Copies the texts that are about something in this brain. Those that neither has are kept, and reported later.
static const char **own_texts(const diff *d, uint32_t side, const char *const *given, size_t count,
                              bool (*has)(const diff_side *one, const char *given), size_t *own_count) {
    const char **own = allocate(count + 1, sizeof *own);
    *own_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (has(&d->sides[side], given[i]) || !has(&d->sides[1 - side], given[i])) {
            own[(*own_count)++] = given[i];
        }
    }
    return own;
}

static void take_options(diff *d) {
    const crowd_options *from = &d->world;
    for (uint32_t side = 0; side < 2; side++) {
        diff_side *one = &d->sides[side];
        crowd_options *own = &one->options;
        *own = *from;
        own->brain = one->path;
        own->transitions = true;
        own->sets = own_texts(d, side, from->sets, from->set_count, has_set, &own->set_count);
        own->targets = own_texts(d, side, from->targets, from->target_count, has_target, &own->target_count);
        own->target_sets =
            own_texts(d, side, from->target_sets, from->target_set_count, has_target, &own->target_set_count);
    }
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Adds an action to the hash of its agent: the function's name, the arguments as printed, and the target.
static void note_actions(void *user, const crowd_sim *of, const wits_list *actions) {
    const diff_side *one = user;
    text line = {0};
    for (uint32_t i = 0; i < actions->count; i++) {
        const wits_action_record *record = &actions->records[i];
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        const uint32_t function = wits_action_function(of->brain, record->action);
        const uint32_t count = wits_record_arguments(of->brain, actions, record, arguments);
        text_clear(&line);
        text_add(&line, function != WITS_NONE ? one->desc->functions[function].name : "");
        text_add(&line, "(");
        text_arguments(&line, arguments, count != WITS_NONE ? count : 0);
        if (record->target_kind != WITS_NONE) {
            text_format(&line, ") %s %u", one->desc->targets[record->target_kind].name, (unsigned)record->target);
        }
        one->actions[record->agent_row] = checksum(one->actions[record->agent_row], text_of(&line), line.length);
    }
    text_free(&line);
}

// ---------------------------------------------------------------------------------------------------------- comparison

typedef struct comparison {
    diff *d;
    uint32_t tick;
    wits_state_id **active;  ///< by thread: room for the active states of an agent of each brain
} comparison;

static bool contains(const wits_state_id *states, uint32_t count, wits_state_id state) {
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] == state) {
            return true;
        }
    }
    return false;
}

static bool is_same_agent(const diff *d, uint64_t row, wits_state_id *active) {
    const diff_side *a = &d->sides[0], *b = &d->sides[1];
    wits_state_id *const other = active + a->desc->state_count;
    const uint32_t count = wits_active(a->brain, crowd_sim_agent(&a->crowd, row), active, a->desc->state_count);
    const uint32_t other_count = wits_active(b->brain, crowd_sim_agent(&b->crowd, row), other, b->desc->state_count);
    bool is_same = count == other_count && a->actions[row] == b->actions[row];
    for (uint32_t i = 0; i < count && is_same; i++) {
        is_same = a->same[active[i]] != WITS_NONE && contains(other, other_count, a->same[active[i]]);
    }
    return is_same;
}

static void compare_slice(void *user, uint32_t number, uint64_t piece) {
    const comparison *c = user;
    diff *d = c->d;
    const slice s = crowd_sim_slice(&d->sides[0].crowd, piece);
    for (uint64_t row = s.first; row < s.first + s.count; row++) {
        if (d->first[row] == DIFF_NEVER && !is_same_agent(d, row, c->active[number])) {
            d->first[row] = c->tick;
        }
        d->sides[0].actions[row] = d->sides[1].actions[row] = 0;
    }
}

static diff_group *find_group(diff *d, const text *from, const text active[2]) {
    for (size_t i = 0; i < d->group_count; i++) {
        diff_group *one = &d->groups[i];
        if (strcmp(text_of(&one->from), text_of(from)) == 0 &&
            strcmp(text_of(&one->active[0]), text_of(&active[0])) == 0 &&
            strcmp(text_of(&one->active[1]), text_of(&active[1])) == 0) {
            return one;
        }
    }
    return NULL;
}

/// Adds an agent to the group of those with the same first difference.
static void add_to_group(diff *d, uint64_t row, uint32_t tick, const unsigned char *before) {
    text from = {0}, active[2] = {{0}, {0}};
    if (before != NULL) {
        text_active(&from, d->sides[0].brain, before + row * wits_agent_size(d->sides[0].brain));
    }
    for (uint32_t side = 0; side < 2; side++) {
        text_active(&active[side], d->sides[side].brain, crowd_sim_agent(&d->sides[side].crowd, row));
    }
    diff_group *group = find_group(d, &from, active);
    if (group == NULL && d->group_count < MOST_GROUPS) {
        d->groups = grow(d->groups, &d->group_capacity, d->group_count + 1, sizeof *d->groups);
        group = &d->groups[d->group_count++];
        *group = (diff_group){.from = from, .active = {active[0], active[1]}, .agent = row, .tick = tick};
    } else {
        text_free(&from);
        text_free(&active[0]);
        text_free(&active[1]);
    }
    if (group != NULL) {
        group->agents++;
    }
}

/// Compares all agents after a tick. `before` has the agents of the first brain before it; null at the start.
static void compare(diff *d, uint32_t tick, const unsigned char *before) {
    const uint32_t workers = d->sides[0].crowd.worker_count;
    comparison c = {.d = d, .tick = tick, .active = allocate(workers, sizeof *c.active)};
    for (uint32_t i = 0; i < workers; i++) {
        c.active[i] =
            allocate((size_t)d->sides[0].desc->state_count + d->sides[1].desc->state_count, sizeof **c.active);
    }
    thread_pool_run_all(workers, d->sides[0].crowd.slices, compare_slice, &c);
    for (uint64_t row = 0; row < d->agents; row++) {
        if (d->first[row] == tick) {
            d->differed++;
            add_to_group(d, row, tick, before);
        }
    }
    for (uint32_t i = 0; i < workers; i++) {
        free(c.active[i]);
    }
    free(c.active);
}

// ----------------------------------------------------------------------------------------------------------------- run

static void count_states(diff *d) {
    for (uint32_t side = 0; side < 2; side++) {
        diff_side *one = &d->sides[side];
        tally counted = crowd_sim_count(&one->crowd);
        for (uint32_t state = 0; state < one->desc->state_count; state++) {
            one->state_ticks[state] += counted.counts[state];
        }
        one->stopped_ticks += counted.stopped;
        free(counted.counts);
    }
}

static void raise_events(const diff *d, uint32_t side, uint32_t tick) {
    const crowd_sim *m = &d->sides[side].crowd;
    for (uint32_t event = 0; event < d->sides[side].desc->event_count; event++) {
        for (uint64_t row = 0; row < d->agents; row++) {
            if (diff_raises(d, side, event, row, tick)) {
                wits_crowd_raise(&m->crowd, row, 1, event);
            }
        }
    }
}

/// Runs one tick of both crowds, to its end even after Ctrl-C.
static void run_tick(diff *d, uint32_t tick) {
    for (uint32_t side = 0; side < 2; side++) {
        crowd_sim *m = &d->sides[side].crowd;
        if (d->has_draws && diff_sets_at(d, tick)) {
            raise_events(d, side, tick);
        }
        const uint64_t ticked = crowd_sim_tick(m, tick);
        if (ticked < d->agents) {
            crowd_sim_finish_tick(m, ticked);
        }
    }
}

/// Returns false if a value that is set is out of range.
static bool run_ticks(diff *d, progress *bar) {
    crowd_sim *const crowds[2] = {&d->sides[0].crowd, &d->sides[1].crowd};
    const size_t size = wits_agent_size(d->sides[0].brain) * (size_t)d->agents;
    compare(d, 0, NULL);
    d->sides[0].crowd.bar = bar;
    while (d->ticks < d->planned && !interrupt_asked() && output_is_open(stdout)) {
        const uint32_t tick = (uint32_t)d->ticks + 1;
        if (diff_sets_at(d, tick) && !diff_set_values(d, crowds, tick)) {
            break;
        }
        d->ticks++;
        memcpy(d->before, d->sides[0].crowd.crowd.agents, size);
        run_tick(d, tick);
        compare(d, tick, d->before);
        count_states(d);
    }
    if (d->ticks == 0) {
        count_states(d);  // the shares are those of the start
    }
    progress_clear(bar);
    d->sides[0].crowd.bar = NULL;
    return !crowds[0]->is_outside && !crowds[1]->is_outside;
}

static int order_groups(const void *left, const void *right) {
    const diff_group *a = left, *b = right;
    return a->agents != b->agents ? (a->agents < b->agents ? 1 : -1)
           : a->tick != b->tick   ? (a->tick < b->tick ? -1 : 1)
                                  : (a->agent > b->agent) - (a->agent < b->agent);
}

static int order_ticks(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void sum_up(diff *d) {
    uint32_t *ticks = allocate((size_t)d->differed, sizeof *ticks);
    size_t count = 0;
    for (uint64_t row = 0; row < d->agents; row++) {
        if (d->first[row] != DIFF_NEVER) {
            ticks[count++] = d->first[row];
        }
    }
    qsort(ticks, count, sizeof *ticks, order_ticks);
    d->first_tick = count > 0 ? ticks[0] : DIFF_NEVER;
    d->median_tick = count > 0 ? ticks[(count - 1) / 2] : DIFF_NEVER;
    free(ticks);
    if (d->group_count > 0) {
        qsort(d->groups, d->group_count, sizeof *d->groups, order_groups);
    }
}

static int make_crowd(diff *d, diff_side *one) {
    crowd_sim_options how = crowd_how(&one->options, &one->given);
    d->agents = how.agents;
    how.actions = note_actions;
    how.actions_user = one;
    one->state_ticks = allocate(one->desc->state_count, sizeof *one->state_ticks);
    return crowd_sim_begin(one->desc, one->brain, &one->given.set, how, &one->crowd) ? STATUS_DONE : STATUS_WRONG;
}

/// Takes the memory of the comparison.
static int take_arrays(diff *d) {
    const uint64_t a_hash = sizeof *d->sides[0].actions, a_tick = sizeof *d->first;
    const uint64_t needed = (2 * a_hash + a_tick + wits_agent_size(d->sides[0].brain)) * d->agents;
    const bool is_room = memory_free() >= needed;
    d->sides[0].actions = is_room ? memory_take(a_hash * d->agents) : NULL;
    d->sides[1].actions = is_room ? memory_take(a_hash * d->agents) : NULL;
    d->first = is_room ? memory_take(a_tick * d->agents) : NULL;
    d->before = is_room ? memory_take(wits_agent_size(d->sides[0].brain) * d->agents) : NULL;
    if (d->sides[0].actions == NULL || d->sides[1].actions == NULL || d->first == NULL || d->before == NULL) {
        return say_error("not enough memory to compare %llu agents", (unsigned long long)d->agents);
    }
    memset(d->sides[0].actions, 0, (size_t)(a_hash * d->agents));
    memset(d->sides[1].actions, 0, (size_t)(a_hash * d->agents));
    memset(d->first, 0xFF, (size_t)(a_tick * d->agents));
    return STATUS_DONE;
}

/// Gives both crowds their values and starts them.
static int start(diff *d) {
    crowd_sim *const crowds[2] = {&d->sides[0].crowd, &d->sides[1].crowd};
    if (!diff_set_values(d, crowds, 0)) {
        return crowds[0]->is_outside || crowds[1]->is_outside ? STATUS_MISUSE
               : interrupt_asked()                            ? STATUS_INTERRUPTED
                                                              : STATUS_WRONG;
    }
    return crowd_sim_enter(crowds[0]) && crowd_sim_enter(crowds[1]) ? STATUS_DONE : STATUS_INTERRUPTED;
}

static int prepare(diff *d) {
    int status = STATUS_DONE;
    for (uint32_t side = 0; side < 2 && status == STATUS_DONE; side++) {
        diff_side *one = &d->sides[side];
        one->given.file = one->file;
        one->given.other = d->sides[1 - side].file;
        status = crowd_given_read(&one->options, &one->given);
        const uint64_t ticks = crowd_ticks(&one->options, &one->given);
        d->planned = ticks > d->planned ? ticks : d->planned;
    }
    for (uint32_t side = 0; side < 2 && status == STATUS_DONE; side++) {
        status = make_crowd(d, &d->sides[side]);
    }
    status = status == STATUS_DONE ? take_arrays(d) : status;
    return status;
}

int diff_run(const crowd_options *given, uint32_t redraw, const char *const names[2], const char *const paths[2],
             wits_file *const files[2], bool shows_progress, diff *to) {
    *to = (diff){.command = given->command, .given = given, .seed = given->seed, .redraw = redraw, .world = *given};
    for (uint32_t side = 0; side < 2; side++) {
        to->sides[side] = (diff_side){.name = names[side],
                                      .path = paths[side],
                                      .file = files[side],
                                      .desc = wits_file_desc(files[side]),
                                      .brain = wits_file_brain(files[side])};
    }
    if (given->set_count == 0 && given->inputs == NULL && given->target_count == 0) {
        diff_draw_world(to);
        to->redraw = redraw != 0 ? redraw : (uint32_t)DIFF_USUAL_REDRAW;
    }
    match_states(to);
    if (!has_common_state(to)) {
        return say_error("%s and %s have no state in common; states are the same if their paths are equal",
                         shown_path(paths[0]), shown_path(paths[1]));
    }
    note_differences(to);
    take_options(to);
    int status = prepare(to);
    if (status == STATUS_DONE) {
        interrupt_catch();
        status = start(to);
    }
    if (status == STATUS_DONE) {
        progress bar = progress_begin(shows_progress, to->planned);
        const bool is_good = run_ticks(to, &bar);
        sum_up(to);
        to->is_ready = true;
        status = !is_good ? STATUS_MISUSE : to->ticks < to->planned ? STATUS_INTERRUPTED : STATUS_DONE;
    }
    return status;
}

static void end_side(diff_side *one) {
    crowd_sim_end(&one->crowd);
    one->given.file = NULL;  // the caller's
    crowd_given_free(&one->given);
    free(one->options.sets);
    free(one->options.targets);
    free(one->options.target_sets);
    free(one->same);
    free(one->state_ticks);
    free(one->actions);
}

void diff_end(diff *of) {
    end_side(&of->sides[0]);
    end_side(&of->sides[1]);
    diff_end_draws(of);
    for (size_t i = 0; i < of->group_count; i++) {
        text_free(&of->groups[i].from);
        text_free(&of->groups[i].active[0]);
        text_free(&of->groups[i].active[1]);
    }
    free(of->groups);
    free(of->first);
    free(of->before);
    text_free(&of->notes);
    *of = (diff){0};
}
