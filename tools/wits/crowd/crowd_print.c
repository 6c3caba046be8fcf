// SPDX-License-Identifier: MIT
#include "crowd/crowd.h"

#include "agent/run.h"
#include "common/tool.h"
#include "crowd/ranks.h"

#include <stdlib.h>

void text_state_name(text *to, const wits_brain *brain, wits_state_id state) {
    if (state == WITS_ROOT) {
        text_add(to, wits_state_name(brain, WITS_ROOT));
    } else {
        text_path(to, brain, state);
    }
}

static size_t field_bytes(const wits_desc *desc) {
    size_t bytes = 0;
    for (uint32_t field = 0; field < desc->field_count; field++) {
        bytes += type_size(desc->fields[field].type);
    }
    return bytes;
}

static double rate_of(const crowd_sim *m) {
    return m->seconds > 0.0 ? (double)m->agent_ticks / m->seconds : 0.0;
}

/// Number of agents that were a tick ahead of the others when the run was interrupted.
static uint64_t agents_ahead(const crowd_result *what) {
    return what->of->agent_ticks - (what->ticks - what->before) * what->of->how.agents;
}

// ---------------------------------------------------------------------------------------------------------------- text

static void print_states(const crowd_sim *m, const tally *counted) {
    printf("  %10s  state\n", "agents");
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (counted->counts[state] > 0) {
            text path = {0};
            text_state_name(&path, m->brain, (wits_state_id)state);
            printf("  %10llu  %s\n", (unsigned long long)counted->counts[state], text_of(&path));
            text_free(&path);
        }
    }
    if (counted->stopped > 0) {
        printf("  %10llu  (stopped)\n", (unsigned long long)counted->stopped);
    }
}

static void print_transition_matrix(const crowd_sim *m) {
    transition_matrix all = crowd_sim_moves(m);
    move *sorted = transition_matrix_sorted(&all);
    text line = {0};
    printf("\n  %10s  transition\n", "agents");
    for (uint32_t i = 0; i < all.used; i++) {
        text_clear(&line);
        text_state_name(&line, m->brain, sorted[i].from);
        text_add(&line, " → ");
        text_state_name(&line, m->brain, sorted[i].to);
        printf("  %10llu  %s\n", (unsigned long long)sorted[i].count, text_of(&line));
    }
    if (all.used == 0) {
        printf("  %10s  (none)\n", "0");
    }
    text_free(&line);
    free(sorted);
    transition_matrix_free(&all);
}

static void text_agent(text *to, const crowd_sim *m, uint64_t agent) {
    text_format(to, "agent %llu: ", (unsigned long long)crowd_sim_id(m, agent));
    text_active(to, m->brain, crowd_sim_agent(m, agent));
    for (uint32_t field = 0; field < m->desc->field_count; field++) {
        text_format(to, ", %s ", m->desc->fields[field].name);
        text_value(to, &m->desc->fields[field], crowd_sim_get(m, agent, field), false);
    }
    text_add(to, "\n");
}

/// Has the rank that owns an agent write it.
static void add_from_its_rank(text *to, const crowd_sim *m, uint64_t id,
                              void (*write)(text *, const crowd_sim *, uint64_t)) {
    text one = {0};
    const uint64_t agent = crowd_sim_find(m, id);
    if (agent < m->how.here) {
        write(&one, m, agent);
    }
    ranks_join(&one);
    text_add(to, text_of(&one));
    text_free(&one);
}

static void print_shown(const crowd_result *what) {
    text lines = {0};
    for (size_t i = 0; i < what->shown_count; i++) {
        add_from_its_rank(&lines, what->of, what->shown[i], text_agent);
    }
    fputs(text_of(&lines), stdout);
    text_free(&lines);
}

static void print_heading(const crowd_result *what) {
    const crowd_sim *m = what->of;
    printf("%s: %llu agent%s, ", wits_state_name(m->brain, WITS_ROOT), (unsigned long long)m->how.agents,
           m->how.agents == 1 ? "" : "s");
    if (what->ticks < what->planned) {
        printf("%llu of ", (unsigned long long)what->ticks);
    }
    printf("%llu tick%s, ", (unsigned long long)what->planned, what->planned == 1 ? "" : "s");
    if (ranks_count() > 1) {
        printf("%u ranks with ", (unsigned)ranks_count());
    }
    printf("%u thread%s, seed %llu\n", (unsigned)m->how.threads, m->how.threads == 1 ? "" : "s",
           (unsigned long long)m->how.seed);
    if (m->how.goes_on) {
        printf("continued from tick %u\n", (unsigned)m->how.from);
    }
    if (what->before > 0) {
        printf("resumed from the checkpoint of tick %llu\n", (unsigned long long)(m->how.from + what->before));
    }
    if (agents_ahead(what) > 0) {
        printf("the first %llu agents completed one more tick\n", (unsigned long long)agents_ahead(what));
    }
}

void print_crowd(const crowd_result *what) {
    crowd_sim *m = what->of;
    tally counted = crowd_sim_count(m);
    print_heading(what);
    printf("\n");
    print_states(m, &counted);
    if (m->how.counts_transitions) {
        print_transition_matrix(m);
    }
    if (what->fields->count > 0) {
        text table = {0};
        text_fields(&table, what);
        printf("\n%s", text_of(&table));
        text_free(&table);
    }
    printf("\n");
    print_shown(what);
    const uint64_t nan_scores = crowd_sim_nan_scores(m);
    if (nan_scores > 0 && nan_scores != CROWD_NAN_UNKNOWN) {
        printf("%llu scores of options were NaN; such an option is never chosen\n", (unsigned long long)nan_scores);
    }
    printf("hash %016llx\n", (unsigned long long)crowd_sim_hash(m));
    printf("%.0f agent-ticks per second, in %.6f s; an agent has %zu byte%s, and %zu of fields\n", rate_of(m),
           m->seconds, wits_agent_size(m->brain), wits_agent_size(m->brain) == 1 ? "" : "s", field_bytes(m->desc));
    free(counted.counts);
}

// ---------------------------------------------------------------------------------------------------------------- json

static void add_states(json_writer *to, const crowd_sim *m, const uint64_t *counts) {
    json_open(to, "states", '{');
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (counts[state] > 0) {
            json_path_key(to, m->brain, (wits_state_id)state);
            json_count(to, NULL, counts[state]);
        }
    }
    json_close(to, '}');
}

static void add_transition_matrix(json_writer *to, const crowd_sim *m) {
    transition_matrix all = crowd_sim_moves(m);
    move *sorted = transition_matrix_sorted(&all);
    json_open(to, "transitions", '{');
    for (uint32_t i = 0; i < all.used; i++) {
        if (i == 0 || sorted[i].from != sorted[i - 1].from) {
            json_path_key(to, m->brain, sorted[i].from);
            json_open(to, NULL, '{');
        }
        json_path_key(to, m->brain, sorted[i].to);
        json_count(to, NULL, sorted[i].count);
        if (i + 1 == all.used || sorted[i].from != sorted[i + 1].from) {
            json_close(to, '}');
        }
    }
    json_close(to, '}');
    free(sorted);
    transition_matrix_free(&all);
}

static void add_agent(text *to, const crowd_sim *m, uint64_t agent) {
    json_writer one = {.to = to};
    json_open(&one, NULL, '{');
    json_count(&one, "agent", crowd_sim_id(m, agent));
    json_active(&one, "active", m->brain, crowd_sim_agent(m, agent));
    json_open(&one, "context", '{');
    for (uint32_t field = 0; field < m->desc->field_count; field++) {
        json_field(&one, &m->desc->fields[field], crowd_sim_get(m, agent, field));
    }
    json_close(&one, '}');
    json_close(&one, '}');
}

static void add_shown(json_writer *to, const crowd_result *what) {
    json_open(to, "shown", '[');
    for (size_t i = 0; i < what->shown_count; i++) {
        json_key(to, NULL);
        add_from_its_rank(to->to, what->of, what->shown[i], add_agent);
    }
    json_close(to, ']');
}

void json_crowd(json_writer *to, const crowd_result *what) {
    crowd_sim *m = what->of;
    tally counted = crowd_sim_count(m);
    json_text(to, "brain", wits_state_name(m->brain, WITS_ROOT));
    json_count(to, "agents", m->how.agents);
    json_count(to, "ticks", what->ticks);
    json_count(to, "threads", m->how.threads);
    json_count(to, "seed", m->how.seed);
    if (ranks_count() > 1) {
        json_count(to, "ranks", ranks_count());
    }
    if (what->before > 0) {
        json_count(to, "resumed_at", m->how.from + what->before);
    }
    if (m->how.goes_on) {
        json_count(to, "from_tick", m->how.from);
    }
    if (what->wants_native) {
        json_bool(to, "native", !ranks_any(m->how.native == NULL));
    }
    json_format(to, "seconds", "%.9f", m->seconds);
    json_format(to, "agent_ticks_per_second", "%.0f", rate_of(m));
    json_format(to, "hash", "\"%016llx\"", (unsigned long long)crowd_sim_hash(m));
    add_states(to, m, counted.counts);
    json_count(to, "bytes_per_agent", wits_agent_size(m->brain));
    const uint64_t nan_scores = crowd_sim_nan_scores(m);
    if (nan_scores == CROWD_NAN_UNKNOWN) {
        json_nothing(to, "nan_scores");
    } else {
        json_count(to, "nan_scores", nan_scores);
    }
    if (what->fields->count > 0) {
        json_fields(to, what);
    }
    if (m->how.counts_transitions) {
        add_transition_matrix(to, m);
    }
    if (what->shown_count > 0) {
        add_shown(to, what);
    }
    if (what->ticks < what->planned) {
        json_bool(to, "interrupted", true);
        json_count(to, "agents_ahead", agents_ahead(what));
    }
    free(counted.counts);
}

// ----------------------------------------------------------------------------------------------------------------- csv

/// Leaves, and composites that may wait for the next decision.
static bool can_be_deepest(const crowd_sim *m, uint32_t state) {
    bool is_leaf = wits_state_end(m->brain, (wits_state_id)state) == state + 1;
    return is_leaf || m->desc->states[state].activation == WITS_ACTIVATION_ON_DECIDE;
}

static void add_path_cell(text *to, const wits_brain *brain, wits_state_id state) {
    if (state == WITS_ROOT) {
        text_add(to, "\"\"");
    } else {
        text_path(to, brain, state);
    }
}

void text_counts_names(text *to, const crowd_result *what) {
    const crowd_sim *m = what->of;
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (can_be_deepest(m, state)) {
            text_add(to, ",");
            add_path_cell(to, m->brain, (wits_state_id)state);
        }
    }
    text_fields_csv_names(to, what);
}

void text_counts(text *to, const crowd_result *what, const uint64_t *counts) {
    for (uint32_t state = 0; state < what->of->desc->state_count; state++) {
        if (can_be_deepest(what->of, state)) {
            text_format(to, ",%llu", (unsigned long long)counts[state]);
        }
    }
    text_fields_csv(to, what);
}

void print_transition_matrix_csv(const crowd_sim *of) {
    uint32_t states = of->desc->state_count;
    transition_matrix all = crowd_sim_moves(of);
    move *sorted = transition_matrix_sorted(&all);
    bool *destinations = allocate(states, sizeof *destinations);
    text lines = {0};
    text_add(&lines, "from");
    for (uint32_t i = 0; i < all.used; i++) {
        destinations[sorted[i].to] = true;
    }
    for (uint32_t to = 0; to < states; to++) {
        if (destinations[to]) {
            text_add(&lines, ",");
            add_path_cell(&lines, of->brain, (wits_state_id)to);
        }
    }
    text_add(&lines, "\n");
    for (uint32_t i = 0; i < all.used;) {
        wits_state_id from = sorted[i].from;
        add_path_cell(&lines, of->brain, from);
        for (uint32_t to = 0; to < states; to++) {
            if (destinations[to]) {
                bool is_next = i < all.used && sorted[i].from == from && sorted[i].to == to;
                text_format(&lines, ",%llu", is_next ? (unsigned long long)sorted[i].count : 0);
                i += is_next;
            }
        }
        text_add(&lines, "\n");
    }
    fputs(text_of(&lines), stdout);
    text_free(&lines);
    free(destinations);
    free(sorted);
    transition_matrix_free(&all);
}
