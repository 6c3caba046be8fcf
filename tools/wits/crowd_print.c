// SPDX-License-Identifier: MIT
#include "crowd.h"

#include "run.h"
#include "tool.h"

#include <stdlib.h>

/// A state as people read it: the root by its name.
static void add_state(text *to, const wits_brain *brain, wits_state_id state) {
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

static double rate_of(const many *m) {
    return m->seconds > 0.0 ? (double)m->agent_ticks / m->seconds : 0.0;
}

/// Agents that were further than the others when it was interrupted.
static uint64_t agents_ahead(const crowd_result *what) {
    return what->of->agent_ticks - what->ticks * what->of->how.agents;
}

// ---------------------------------------------------------------------------------------------------------------- text

static void print_states(const many *m, const tally *counted) {
    printf("  %10s  state\n", "agents");
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (counted->counts[state] > 0) {
            text path = {0};
            add_state(&path, m->brain, (wits_state_id)state);
            printf("  %10llu  %s\n", (unsigned long long)counted->counts[state], text_of(&path));
            text_free(&path);
        }
    }
    if (counted->stopped > 0) {
        printf("  %10llu  (stopped)\n", (unsigned long long)counted->stopped);
    }
}

static void print_moves(const many *m) {
    moves all = many_moves(m);
    move *sorted = moves_sorted(&all);
    text line = {0};
    printf("\n  %10s  transition\n", "agents");
    for (uint32_t i = 0; i < all.used; i++) {
        text_clear(&line);
        add_state(&line, m->brain, sorted[i].from);
        text_add(&line, " → ");
        add_state(&line, m->brain, sorted[i].to);
        printf("  %10llu  %s\n", (unsigned long long)sorted[i].count, text_of(&line));
    }
    if (all.used == 0) {
        printf("  %10s  (none)\n", "0");
    }
    text_free(&line);
    free(sorted);
    moves_free(&all);
}

static void print_agent(const many *m, uint64_t agent) {
    text line = {0};
    text_active(&line, m->brain, many_agent(m, agent));
    for (uint32_t field = 0; field < m->desc->field_count; field++) {
        text_format(&line, ", %s ", m->desc->fields[field].name);
        text_value(&line, &m->desc->fields[field], many_get(m, agent, field), false);
    }
    printf("agent %llu: %s\n", (unsigned long long)agent, text_of(&line));
    text_free(&line);
}

static void print_heading(const crowd_result *what) {
    const many *m = what->of;
    printf("%s: %llu agent%s, ", wits_state_name(m->brain, WITS_ROOT), (unsigned long long)m->how.agents,
           m->how.agents == 1 ? "" : "s");
    if (what->ticks < what->planned) {
        printf("%llu of ", (unsigned long long)what->ticks);
    }
    printf("%llu tick%s, %u thread%s, seed %llu\n", (unsigned long long)what->planned, what->planned == 1 ? "" : "s",
           (unsigned)m->how.threads, m->how.threads == 1 ? "" : "s", (unsigned long long)m->how.seed);
    if (agents_ahead(what) > 0) {
        printf("the first %llu agents have done one tick more\n", (unsigned long long)agents_ahead(what));
    }
}

void print_crowd(const crowd_result *what) {
    many *m = what->of;
    tally counted = many_count(m);
    print_heading(what);
    printf("\n");
    print_states(m, &counted);
    if (m->how.counts_moves) {
        print_moves(m);
    }
    printf("\n");
    for (size_t i = 0; i < what->shown_count; i++) {
        print_agent(m, what->shown[i]);
    }
    if (many_nan_scores(m) > 0) {
        printf("%llu times an option's score was not a number; such an option is never chosen\n",
               (unsigned long long)many_nan_scores(m));
    }
    printf("hash %016llx\n", (unsigned long long)counted.hash);
    printf("%.0f agent-ticks per second, in %.6f s; an agent has %zu byte%s, and %zu of fields\n", rate_of(m),
           m->seconds, wits_agent_size(m->brain), wits_agent_size(m->brain) == 1 ? "" : "s", field_bytes(m->desc));
    free(counted.counts);
}

// ---------------------------------------------------------------------------------------------------------------- json

static void add_states(text *to, const many *m, const uint64_t *counts) {
    const char *separator = "";
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (counts[state] > 0) {
            text_add(to, separator);
            text_path_json(to, m->brain, (wits_state_id)state);
            text_format(to, ":%llu", (unsigned long long)counts[state]);
            separator = ",";
        }
    }
}

static void add_moves(text *to, const many *m) {
    moves all = many_moves(m);
    move *sorted = moves_sorted(&all);
    text_add(to, ",\"transitions\":{");
    for (uint32_t i = 0; i < all.used; i++) {
        bool begins = i == 0 || sorted[i].from != sorted[i - 1].from;
        text_add(to, i == 0 ? "" : begins ? "}," : ",");
        if (begins) {
            text_path_json(to, m->brain, sorted[i].from);
            text_add(to, ":{");
        }
        text_path_json(to, m->brain, sorted[i].to);
        text_format(to, ":%llu", (unsigned long long)sorted[i].count);
    }
    text_add(to, all.used > 0 ? "}}" : "}");
    free(sorted);
    moves_free(&all);
}

static void add_agent(text *to, const many *m, uint64_t agent) {
    text_format(to, "{\"agent\":%llu,\"active\":[", (unsigned long long)agent);
    text_active_json(to, m->brain, many_agent(m, agent));
    text_add(to, "],\"context\":{");
    for (uint32_t field = 0; field < m->desc->field_count; field++) {
        text_format(to, "%s\"%s\":", field == 0 ? "" : ",", m->desc->fields[field].name);
        text_value(to, &m->desc->fields[field], many_get(m, agent, field), true);
    }
    text_add(to, "}}");
}

static void add_shown(text *to, const crowd_result *what) {
    text_add(to, ",\"shown\":[");
    for (size_t i = 0; i < what->shown_count; i++) {
        text_add(to, i == 0 ? "" : ",");
        add_agent(to, what->of, what->shown[i]);
    }
    text_add(to, "]");
}

void print_crowd_json(const crowd_result *what) {
    many *m = what->of;
    tally counted = many_count(m);
    text all = {0};
    text_add(&all, "{\"brain\":");
    text_json(&all, wits_state_name(m->brain, WITS_ROOT));
    text_format(&all, ",\"agents\":%llu,\"ticks\":%llu,\"threads\":%u,\"seed\":%llu", (unsigned long long)m->how.agents,
                (unsigned long long)what->ticks, (unsigned)m->how.threads, (unsigned long long)m->how.seed);
    text_format(&all, ",\"seconds\":%.9f,\"agent_ticks_per_second\":%.0f,\"hash\":\"%016llx\",\"states\":{", m->seconds,
                rate_of(m), (unsigned long long)counted.hash);
    add_states(&all, m, counted.counts);
    text_format(&all, "},\"bytes_per_agent\":%zu,\"nan_scores\":%llu", wits_agent_size(m->brain),
                (unsigned long long)many_nan_scores(m));
    if (m->how.counts_moves) {
        add_moves(&all, m);
    }
    if (what->shown_count > 0) {
        add_shown(&all, what);
    }
    if (what->ticks < what->planned) {
        text_format(&all, ",\"interrupted\":true,\"agents_ahead\":%llu", (unsigned long long)agents_ahead(what));
    }
    printf("%s}\n", text_of(&all));
    text_free(&all);
    free(counted.counts);
}

// ----------------------------------------------------------------------------------------------------------------- csv

/// Leaves, and composites that may wait for the next decision.
static bool can_be_deepest(const many *m, uint32_t state) {
    bool is_leaf = wits_state_end(m->brain, (wits_state_id)state) == state + 1;
    return is_leaf || m->desc->states[state].activation == WITS_ACTIVATION_ON_DECIDE;
}

static void print_names(const many *m, const char *first, const bool *those) {
    fputs(first, stdout);
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        if (those[state]) {
            text path = {0};
            text_path(&path, m->brain, (wits_state_id)state);
            printf(",%s", path.length == 0 ? "\"\"" : text_of(&path));
            text_free(&path);
        }
    }
    putchar('\n');
}

void print_count_names(const many *of) {
    bool *those = allocate(of->desc->state_count, sizeof *those);
    for (uint32_t state = 0; state < of->desc->state_count; state++) {
        those[state] = can_be_deepest(of, state);
    }
    print_names(of, "tick", those);
    free(those);
}

void print_counts(many *of, uint64_t tick) {
    tally counted = many_count(of);
    printf("%llu", (unsigned long long)tick);
    for (uint32_t state = 0; state < of->desc->state_count; state++) {
        if (can_be_deepest(of, state)) {
            printf(",%llu", (unsigned long long)counted.counts[state]);
        }
    }
    putchar('\n');
    free(counted.counts);
}

void print_moves_csv(const many *of) {
    uint32_t states = of->desc->state_count;
    moves all = many_moves(of);
    move *sorted = moves_sorted(&all);
    bool *destinations = allocate(states, sizeof *destinations);
    for (uint32_t i = 0; i < all.used; i++) {
        destinations[sorted[i].to] = true;
    }
    print_names(of, "from", destinations);
    for (uint32_t i = 0; i < all.used;) {
        wits_state_id from = sorted[i].from;
        text path = {0};
        text_path(&path, of->brain, from);
        printf("%s", path.length == 0 ? "\"\"" : text_of(&path));
        text_free(&path);
        for (uint32_t to = 0; to < states; to++) {
            if (destinations[to]) {
                bool is_next = i < all.used && sorted[i].from == from && sorted[i].to == to;
                printf(",%llu", is_next ? (unsigned long long)sorted[i].count : 0);
                i += is_next;
            }
        }
        putchar('\n');
    }
    free(destinations);
    free(sorted);
    moves_free(&all);
}
