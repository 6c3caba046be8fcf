// SPDX-License-Identifier: MIT
#include "replay/pair.h"

#include "agent/run.h"
#include "crowd/thread_pool.h"
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *replay_what_name(replay_what what) {
    static const char *const names[] = {
        [REPLAY_NOTHING] = "nothing", [REPLAY_SEED] = "seed",    [REPLAY_TARGETS] = "targets",
        [REPLAY_ANSWER] = "function", [REPLAY_STATE] = "states", [REPLAY_TARGET] = "target",
        [REPLAY_FIELD] = "field",     [REPLAY_EVENT] = "event",  [REPLAY_MEMORY] = "memory"};
    return names[what];
}

static void difference_free(replay_difference *of) {
    text_free(&of->name);
    text_free(&of->values[0]);
    text_free(&of->values[1]);
    *of = (replay_difference){.what = REPLAY_NOTHING};
}

// -------------------------------------------------------------------------------------------------------------- agents

static bool contains(const wits_state_id *states, uint32_t count, wits_state_id state) {
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] == state) {
            return true;
        }
    }
    return false;
}

static bool find_states(const replay_pair *p, void *const agents[2], replay_difference *to) {
    uint32_t counts[2];
    for (uint32_t side = 0; side < 2; side++) {
        const wits_brain *brain = p->worlds[side].brain;
        counts[side] = wits_active(brain, agents[side], p->active[side], wits_state_count(brain));
    }
    bool is_same = counts[0] == counts[1];
    for (uint32_t i = 0; i < counts[0] && is_same; i++) {
        const wits_state_id other = wits_versions_state(p->versions, p->active[0][i]);
        is_same = other != WITS_NONE && contains(p->active[1], counts[1], other);
    }
    for (uint32_t side = 0; side < 2 && !is_same; side++) {
        text_active(&to->values[side], p->worlds[side].brain, agents[side]);
    }
    to->what = is_same ? REPLAY_NOTHING : REPLAY_STATE;
    return !is_same;
}

/// Compares the targets of active options, whose states are the same.
static bool find_target(const replay_pair *p, void *const agents[2], replay_difference *to) {
    const replay_world *a = &p->worlds[0], *b = &p->worlds[1];
    for (uint32_t state = 0; state < wits_state_count(a->brain) && a->desc->target_count > 0; state++) {
        const wits_state_id option = (wits_state_id)state, other = wits_versions_state(p->versions, option);
        if (wits_state_target_kind(a->brain, option) == WITS_NONE || !wits_is_in(a->brain, agents[0], option) ||
            other == WITS_NONE) {
            continue;
        }
        const uint32_t targets[2] = {wits_target_of(a->brain, agents[0], option),
                                     wits_target_of(b->brain, agents[1], other)};
        if (targets[0] != targets[1]) {
            text_path(&to->name, a->brain, option);
            text_target(&to->values[0], targets[0]);
            text_target(&to->values[1], targets[1]);
            to->what = REPLAY_TARGET;
            return true;
        }
    }
    return false;
}

/// Compares values like their bits. All NaNs are equal.
static bool is_same_value(double a, double b) {
    return a == b ? signbit(a) == signbit(b) : a != a && b != b;
}

static bool find_value(const replay_pair *p, uint64_t row, replay_difference *to) {
    const wits_desc *desc = p->worlds[0].desc;
    for (uint32_t field = 0; field < desc->field_count; field++) {
        if (p->fields[field] == WITS_NONE) {
            continue;
        }
        const double values[2] = {replay_world_field(&p->worlds[0], row, field),
                                  replay_world_field(&p->worlds[1], row, p->fields[field])};
        if (!is_same_value(values[0], values[1])) {
            text_add(&to->name, desc->fields[field].name);
            text_value(&to->values[0], &desc->fields[field], values[0], false);
            text_value(&to->values[1], &p->worlds[1].desc->fields[p->fields[field]], values[1], false);
            to->what = REPLAY_FIELD;
            return true;
        }
    }
    return false;
}

static bool find_event(const replay_pair *p, void *const agents[2], replay_difference *to) {
    const wits_desc *desc = p->worlds[0].desc;
    for (uint32_t event = 0; event < desc->event_count; event++) {
        const uint32_t other = wits_versions_event(p->versions, event);
        const bool pending[2] = {wits_is_pending(p->worlds[0].brain, agents[0], event),
                                 other != WITS_NONE && wits_is_pending(p->worlds[1].brain, agents[1], other)};
        if (other != WITS_NONE && pending[0] != pending[1]) {
            text_add(&to->name, desc->events[event]);
            text_add(&to->values[0], pending[0] ? "pending" : "not pending");
            text_add(&to->values[1], pending[1] ? "pending" : "not pending");
            to->what = REPLAY_EVENT;
            return true;
        }
    }
    return false;
}

/// Compares one agent of both worlds; with `only_decisions` its states and targets.
static bool find_in_row(const replay_pair *p, uint64_t row, bool only_decisions, replay_difference *to) {
    void *const agents[2] = {replay_world_agent(&p->worlds[0], row), replay_world_agent(&p->worlds[1], row)};
    const bool has_same_bytes =
        p->has_same_layout && memcmp(agents[0], agents[1], wits_agent_size(p->worlds[0].brain)) == 0;
    bool found = !has_same_bytes && (find_states(p, agents, to) || find_target(p, agents, to));
    found = found || (!only_decisions && find_value(p, row, to));
    found = found || (!only_decisions && !has_same_bytes && find_event(p, agents, to));
    if (!found && !only_decisions && p->has_same_layout && !has_same_bytes) {
        to->what = REPLAY_MEMORY;
        found = true;
    }
    if (found) {
        to->row = row;
        to->id = replay_world_id(&p->worlds[0], row);
    }
    return found;
}

/// Compares all agents at once. Returns false also if nothing is known.
static bool are_all_same(const replay_pair *p) {
    const replay_world *a = &p->worlds[0], *b = &p->worlds[1];
    const uint64_t count = a->agents.count;
    bool is_same = p->has_same_layout &&
                   memcmp(a->agents.agents, b->agents.agents, (size_t)count * wits_agent_size(a->brain)) == 0;
    for (uint32_t field = 0; field < a->desc->field_count && is_same; field++) {
        is_same = p->fields[field] == WITS_NONE || memcmp(a->columns[field].base, b->columns[p->fields[field]].base,
                                                          (size_t)count * a->columns[field].stride) == 0;
    }
    return is_same;
}

static bool find_in_rows(const replay_pair *p, const wits_recorded_call *call, bool only_decisions,
                         replay_difference *to) {
    const uint64_t count = are_all_same(p) ? 0 : p->worlds[0].agents.count;
    for (uint64_t row = 0; row < count; row++) {
        if (find_in_row(p, row, only_decisions, to)) {
            to->tick = call->tick;
            to->call = p->worlds[0].calls;
            return true;
        }
    }
    return false;
}

// -------------------------------------------------------------------------------------------------------------- inputs

/// The rows of a list that are one agent's.
static uint32_t rows_of_agent(const wits_target_list *list, uint64_t row, uint32_t *first) {
    *first = list->offsets != NULL ? list->offsets[row] : 0;
    return list->offsets != NULL ? list->offsets[row + 1] - *first : list->count;
}

static double target_value(const wits_target_list *list, uint32_t field, uint32_t row, bool is_own) {
    const wits_column *column = &list->columns[field];
    const uint32_t at = is_own && list->own_rows != NULL ? list->own_rows[row] : row;
    return value_at(column->type, (const unsigned char *)column->base + at * column->stride);
}

/// Compares what two lists of a kind have for an agent. Both brains have the kind with the same fields.
static bool are_same_targets(const wits_target_desc *kind, const wits_target_list *a, const wits_target_list *b,
                             uint64_t row) {
    uint32_t first[2];
    const uint32_t count = rows_of_agent(a, row, &first[0]);
    bool is_same = count == rows_of_agent(b, row, &first[1]);
    for (uint32_t i = 0; i < count && is_same; i++) {
        is_same = a->ids[first[0] + i] == b->ids[first[1] + i];
        for (uint32_t field = 0; field < kind->field_count && is_same; field++) {
            const bool is_own = kind->fields[field].own;
            is_same = is_same_value(target_value(a, field, first[0] + i, is_own),
                                    target_value(b, field, first[1] + i, is_own));
        }
    }
    return is_same;
}

static bool has_same_target_fields(const wits_target_desc *a, const wits_target_desc *b) {
    bool is_same = a->field_count == b->field_count;
    for (uint32_t i = 0; i < a->field_count && is_same; i++) {
        is_same = strcmp(a->fields[i].name, b->fields[i].name) == 0 && a->fields[i].type == b->fields[i].type &&
                  a->fields[i].own == b->fields[i].own;
    }
    return is_same;
}

static bool find_targets(const replay_pair *p, const wits_recorded_call calls[2], uint64_t row, replay_difference *to) {
    const wits_desc *desc = p->worlds[0].desc;
    for (uint32_t kind = 0; kind < desc->target_count && calls[0].targets != NULL && calls[1].targets != NULL; kind++) {
        const uint32_t other = wits_find_target_kind(p->worlds[1].brain, desc->targets[kind].name);
        if (other == WITS_NONE || !has_same_target_fields(&desc->targets[kind], &p->worlds[1].desc->targets[other])) {
            continue;
        }
        const wits_target_list *lists[2] = {&calls[0].targets[kind], &calls[1].targets[other]};
        if (!are_same_targets(&desc->targets[kind], lists[0], lists[1], row)) {
            uint32_t first;
            text_add(&to->name, desc->targets[kind].name);
            for (uint32_t side = 0; side < 2; side++) {
                text_format(&to->values[side], "%u", (unsigned)rows_of_agent(lists[side], row, &first));
            }
            to->what = REPLAY_TARGETS;
            return true;
        }
    }
    return false;
}

static bool find_seed(const wits_recorded_call calls[2], replay_difference *to) {
    if (calls[0].seed == calls[1].seed) {
        return false;
    }
    to->what = REPLAY_SEED;
    to->row = UINT64_MAX;
    text_format(&to->values[0], "%llu", (unsigned long long)calls[0].seed);
    text_format(&to->values[1], "%llu", (unsigned long long)calls[1].seed);
    return true;
}

/// Compares everything that a call of one agent depends on, except the results of functions.
static bool find_input_of(const replay_pair *p, const wits_recorded_call calls[2], uint64_t row,
                          replay_difference *to) {
    if (find_in_row(p, row, false, to) || find_targets(p, calls, row, to) || find_seed(calls, to)) {
        to->tick = calls[0].tick;
        to->call = p->worlds[0].calls;
        to->row = to->row == UINT64_MAX ? UINT64_MAX : row;
        to->id = replay_world_id(&p->worlds[0], row);
        return true;
    }
    return false;
}

static bool find_input(replay_pair *p, const wits_recorded_call calls[2], replay_difference *to) {
    if (find_in_rows(p, &calls[0], false, to)) {
        return true;
    }
    to->tick = calls[0].tick;
    to->call = p->worlds[0].calls;
    return find_seed(calls, to);
}

/// Finds the first function that returned different results in the last calls of both.
static bool find_answer(const tick_records about[2], replay_difference *to) {
    const size_t count = about[0].count < about[1].count ? about[0].count : about[1].count;
    for (size_t call = 0; call < count; call++) {
        text names[2] = {{0}, {0}}, values[2] = {{0}, {0}};
        bool found = false;
        for (uint32_t i = 0;
             !found && text_tick_record(&names[0], &values[0], &about[0], &about[0].calls[call], i, false); i++) {
            for (uint32_t k = 0;
                 !found && text_tick_record(&names[1], &values[1], &about[1], &about[1].calls[call], k, false); k++) {
                found = strcmp(text_of(&names[0]), text_of(&names[1])) == 0 &&
                        strcmp(text_of(&values[0]), text_of(&values[1])) != 0;
                if (found) {
                    text_add(&to->name, text_of(&names[0]));
                    text_add(&to->values[0], text_of(&values[0]));
                    text_add(&to->values[1], text_of(&values[1]));
                }
                text_clear(&names[1]);
                text_clear(&values[1]);
            }
            text_clear(&names[0]);
            text_clear(&values[0]);
        }
        for (uint32_t side = 0; side < 2; side++) {
            text_free(&names[side]);
            text_free(&values[side]);
        }
        if (found) {
            to->what = REPLAY_ANSWER;
            return true;
        }
    }
    return false;
}

// --------------------------------------------------------------------------------------------------------------- calls

static bool is_same_call(const replay_pair *p, const wits_recorded_call calls[2]) {
    const wits_recorded_call *a = &calls[0], *b = &calls[1];
    return a->verb == b->verb && wits_versions_state(p->versions, a->state) == b->state && a->first == b->first &&
           a->count == b->count && a->tick == b->tick && a->decide_every == b->decide_every;
}

static void text_call(text *to, const replay_world *of, const wits_recorded_call *call) {
    const input_call made = input_call_of(call);
    text_add(to, input_verb_name(made.verb));
    if (made.state != WITS_NONE) {
        text_add(to, " ");
        text_state(to, of->brain, call->state);
    }
    if (call->count == 1) {
        text_format(to, " of agent %llu", (unsigned long long)replay_world_id(of, call->first));
    } else {
        text_format(to, " of %llu agents", (unsigned long long)call->count);
    }
    text_format(to, " at tick %u", (unsigned)call->tick);
}

/// Applies the changes before the next call of both. Returns whether both have the same next call; otherwise sets
/// `p->end`.
static bool next_calls(replay_pair *p, wits_recorded_call calls[2]) {
    const bool has[2] = {replay_world_next(&p->worlds[0], &calls[0]), replay_world_next(&p->worlds[1], &calls[1])};
    p->end = p->worlds[0].has_failed || p->worlds[1].has_failed ? REPLAY_END_FAILED
             : !has[0] && !has[1]                               ? REPLAY_END_BOTH
             : !has[0]                                          ? REPLAY_END_FIRST
             : !has[1]                                          ? REPLAY_END_SECOND
                                                                : REPLAY_END_CALLS;
    if (has[0] && has[1] && is_same_call(p, calls)) {
        return true;
    }
    for (uint32_t side = 0; side < 2; side++) {
        if (has[side]) {
            text_call(&p->calls[side], &p->worlds[side], &calls[side]);
        }
    }
    return false;
}

/// Runs both until an agent differs after a call.
static void run_all(replay_pair *p, progress *bar) {
    wits_recorded_call calls[2];
    while (next_calls(p, calls)) {
        bool has_input = p->input.what != REPLAY_NOTHING;
        if (!has_input) {
            has_input = find_input(p, calls, &p->input);
        }
        replay_world_run(&p->worlds[0], &calls[0]);
        replay_world_run(&p->worlds[1], &calls[1]);
        p->last_tick = calls[0].tick;
        if (find_in_rows(p, &calls[0], has_input, &p->decision)) {
            p->end = REPLAY_END_DIFFERENCE;
            return;
        }
        p->same_calls += !has_input;
        progress_show(bar, p->worlds[0].calls, 0.0);
        if (interrupt_asked()) {
            p->end = REPLAY_END_INTERRUPTED;
            return;
        }
    }
}

/// Runs only the agent that decided differently again, and records its decisions.
static int explain(replay_pair *p) {
    const replay_difference *decision = &p->decision;
    tick_records about[2] = {{0}, {0}};
    wits_recorded_call calls[2];
    uint32_t tick = 0;
    bool is_good = true;
    difference_free(&p->input);
    for (uint32_t side = 0; side < 2; side++) {
        is_good =
            is_good && replay_world_restart(&p->worlds[side]) && replay_world_records(&p->worlds[side], &about[side]);
    }
    while (is_good && p->worlds[0].calls < decision->call && next_calls(p, calls)) {
        const uint64_t row = decision->row;
        const bool is_called = row >= calls[0].first && row - calls[0].first < calls[0].count;
        if (p->input.what == REPLAY_NOTHING) {
            find_input_of(p, calls, row, &p->input);
        }
        for (uint32_t side = 0; side < 2 && is_called; side++) {
            if (calls[0].tick != tick) {
                tick_records_next(&about[side], tick);
                agent_sim_next_tick(&p->worlds[side].one, calls[0].tick);
            }
            replay_world_run_one(&p->worlds[side], &calls[side], row, &about[side]);
        }
        tick = is_called ? calls[0].tick : tick;
    }
    p->end = REPLAY_END_DIFFERENCE;
    if (is_good && p->input.what == REPLAY_NOTHING && find_answer(about, &p->input)) {
        p->input.tick = decision->tick;
        p->input.call = decision->call;
        p->input.row = decision->row;
        p->input.id = decision->id;
    }
    for (uint32_t side = 0; side < 2; side++) {
        if (is_good) {
            text_answers(&about[side], &p->why[side]);
        }
        tick_records_free(&about[side]);
    }
    return is_good ? STATUS_DONE : STATUS_WRONG;
}

uint64_t replay_pair_more_calls(const replay_pair *of) {
    const replay_world *a = &of->worlds[0], *b = &of->worlds[1];
    return of->end == REPLAY_END_FIRST    ? b->recording.calls - a->calls
           : of->end == REPLAY_END_SECOND ? a->recording.calls - b->calls
                                          : 0;
}

// ----------------------------------------------------------------------------------------------------------- omissions

static void leave_out(replay_pair *p, const char *kind, const char *name, const char *why) {
    p->left_out = grow(p->left_out, &p->left_out_capacity, p->left_out_count + 1, sizeof *p->left_out);
    text *line = &p->left_out[p->left_out_count++];
    *line = (text){0};
    text_format(line, "%s '%s' (%s)", kind, name, why);
}

static const char gone[] = "the brain lacks it";

/// Returns whether all values have the same numbers in the second enum.
static bool has_values_of(const wits_field_desc *second, const wits_field_desc *first) {
    bool has = second->value_count >= first->value_count;
    for (uint32_t i = 0; i < first->value_count && has; i++) {
        has = strcmp(first->values[i], second->values[i]) == 0;
    }
    return has;
}

/// Matches the fields of the brains. A field that is left out is not compared.
static void match_fields(replay_pair *p) {
    const wits_desc *a = p->worlds[0].desc, *b = p->worlds[1].desc;
    p->fields = allocate(a->field_count, sizeof *p->fields);
    for (uint32_t field = 0; field < a->field_count; field++) {
        const wits_field_desc *first = &a->fields[field];
        const uint32_t other = wits_versions_field(p->versions, field);
        const char *why = other == WITS_NONE                         ? gone
                          : b->fields[other].type != first->type     ? "its type has changed"
                          : !has_values_of(&b->fields[other], first) ? "its values have changed"
                                                                     : NULL;
        p->fields[field] = why == NULL ? other : WITS_NONE;
        if (why != NULL) {
            leave_out(p, "field", first->name, why);
        }
    }
}

static void find_left_out_targets(replay_pair *p) {
    const wits_desc *a = p->worlds[0].desc, *b = p->worlds[1].desc;
    for (uint32_t kind = 0; kind < a->target_count; kind++) {
        const wits_target_desc *first = &a->targets[kind];
        const uint32_t other = wits_find_target_kind(p->worlds[1].brain, first->name);
        if (other == WITS_NONE) {
            leave_out(p, "targets", first->name, gone);
        } else if (!has_same_target_fields(first, &b->targets[other])) {
            leave_out(p, "fields of targets", first->name, "they have changed");
        }
    }
}

/// Actions have no answers.
static void find_left_out_answers(replay_pair *p) {
    const wits_desc *a = p->worlds[0].desc;
    for (uint32_t row = 0; row < a->function_count; row++) {
        const wits_function *function = &a->functions[row];
        if (function->action == NULL && wits_find_function(p->worlds[1].brain, function->name) == WITS_NONE) {
            leave_out(p, "answers of function", function->name, gone);
        }
    }
}

static void find_left_out(replay_pair *p) {
    const wits_desc *a = p->worlds[0].desc;
    for (uint32_t event = 0; event < a->event_count; event++) {
        if (wits_versions_event(p->versions, event) == WITS_NONE) {
            leave_out(p, "event", a->events[event], gone);
        }
    }
    find_left_out_targets(p);
    find_left_out_answers(p);
    p->has_no_common_state = a->state_count > 1;
    for (uint32_t state = 1; state < a->state_count; state++) {
        if (wits_versions_state(p->versions, (wits_state_id)state) != WITS_NONE) {
            p->has_no_common_state = false;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- begin

static void match(replay_pair *p) {
    wits_file *const files[2] = {p->worlds[0].file, p->worlds[1].file};
    const wits_desc *a = p->worlds[0].desc, *b = p->worlds[1].desc;
    p->versions = diff_match(files);
    p->has_same_layout = wits_brain_layout_hash(p->worlds[0].brain) == wits_brain_layout_hash(p->worlds[1].brain);
    match_fields(p);
    find_left_out(p);
    p->active[0] = allocate(a->state_count, sizeof *p->active[0]);
    p->active[1] = allocate(b->state_count, sizeof *p->active[1]);
}

static int check_agents(const replay_pair *p) {
    const wits_agents *a = &p->worlds[0].agents, *b = &p->worlds[1].agents;
    if (a->count != b->count) {
        return say_error("%s has %llu agents and %s has %llu; only recordings of the same agents can be compared",
                         p->worlds[0].path, (unsigned long long)a->count, p->worlds[1].path,
                         (unsigned long long)b->count);
    }
    for (uint64_t row = 0; row < a->count; row++) {
        const uint64_t ids[2] = {replay_world_id(&p->worlds[0], row), replay_world_id(&p->worlds[1], row)};
        if (ids[0] != ids[1]) {
            return say_error("the agent in row %llu has the id %llu in %s and %llu in %s; only recordings of the same "
                             "agents can be compared",
                             (unsigned long long)row, (unsigned long long)ids[0], p->worlds[0].path,
                             (unsigned long long)ids[1], p->worlds[1].path);
        }
    }
    return STATUS_DONE;
}

int replay_pair_run(replay_pair *of, progress *bar) {
    int status = check_agents(of);
    if (status != STATUS_DONE) {
        return status;
    }
    match(of);
    run_all(of, bar);
    progress_clear(bar);
    for (uint32_t side = 0; side < 2; side++) {
        of->unanswered[side] = wits_replay_unanswered(of->worlds[side].replay);  // explanations ask more
    }
    status = of->end == REPLAY_END_DIFFERENCE ? explain(of) : status;
    return of->end == REPLAY_END_FAILED        ? STATUS_WRONG
           : of->end == REPLAY_END_INTERRUPTED ? STATUS_INTERRUPTED
                                               : status;
}

void replay_pair_end(replay_pair *of) {
    for (uint32_t side = 0; side < 2; side++) {
        replay_world_end(&of->worlds[side]);
        free(of->active[side]);
        text_free(&of->why[side]);
        text_free(&of->calls[side]);
    }
    for (size_t i = 0; i < of->left_out_count; i++) {
        text_free(&of->left_out[i]);
    }
    free(of->left_out);
    free(of->versions);
    free(of->fields);
    difference_free(&of->decision);
    difference_free(&of->input);
}
