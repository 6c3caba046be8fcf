// SPDX-License-Identifier: MIT
// settles: its runs are the shortest, compared with a naive search over random brains; and the form of its cycles.
#include "prove_support.h"

#include "wits/situations.h"

// -------------------------------------------------------------------------------------------------------- naive search

enum {
    SITUATIONS = 400,  ///< more than any brain here has
    FOLLOWED = 100,    ///< ticks after a point; every cycle here is shorter
    INPUTS = 4,        ///< combinations of two bools
    AGENT = 512,
    NEVER = 1000000,
};

/// Runs agents of one brain and reads what their ticks did to one composite.
typedef struct searcher {
    const wits_brain *brain;
    wits_state_id of;
    bool inputs[2];
    wits_column columns[2];
    wits_trace_record records[256];
    wits_trace trace;
    wits_frame frame;
    size_t size;
    uint8_t agent[AGENT];
    uint8_t seen[SITUATIONS][AGENT];
    uint32_t depths[SITUATIONS];
    uint32_t count;
} searcher;

typedef enum step { STEP_STAYS, STEP_LEAVES, STEP_CHANGES } step;

static void choose_inputs(searcher *s, uint32_t number) {
    s->inputs[0] = (number & 1) != 0;
    s->inputs[1] = (number & 2) != 0;
}

/// Runs one tick of s->agent, which is then moved back to tick 0.
static step run_tick(searcher *s) {
    step found = STEP_STAYS;
    s->trace.count = 0;
    s->frame.tick = 1;
    assert_true(wits_tick(s->brain, s->agent, &s->frame));
    wits_agent_rebase(s->brain, s->agent, 1, 0);
    wits_agent_saturate(s->brain, s->agent, 0, NULL);
    for (uint32_t i = 0; i < s->trace.count; i++) {
        const wits_trace_record *r = &s->trace.records[i];
        if (r->kind == WITS_TRACE_EXITED && r->state == s->of) {
            return STEP_LEAVES;
        }
        const bool is_child = r->state != WITS_ROOT && wits_state_parent(s->brain, r->state) == s->of;
        found = r->kind == WITS_TRACE_ENTERED && is_child ? STEP_CHANGES : found;
    }
    return found;
}

static void add_seen(searcher *s, uint32_t depth) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (memcmp(s->seen[i], s->agent, s->size) == 0) {
            return;
        }
    }
    assert_true(s->count < SITUATIONS);
    memcpy(s->seen[s->count], s->agent, s->size);
    s->depths[s->count++] = depth;
}

/// Ticks until the first change that comes later than allowed, from s->agent's point; NEVER if none comes.
static uint32_t late_change(searcher *s, uint32_t allowed) {
    if (!wits_is_in(s->brain, s->agent, s->of)) {
        return NEVER;
    }
    for (uint32_t k = 1; k <= FOLLOWED; k++) {
        const step found = run_tick(s);
        if (found == STEP_LEAVES) {
            return NEVER;
        }
        if (found == STEP_CHANGES && k > allowed) {
            return k;
        }
    }
    return NEVER;
}

/// Tries every point, and returns the ticks of the shortest run to a late change; NEVER if there is none.
static uint32_t shortest_run(searcher *s, uint32_t allowed) {
    assert_true(wits_start(s->brain, s->agent, &s->frame));
    add_seen(s, 0);
    uint32_t least = late_change(s, allowed);
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t number = 0; number < INPUTS; number++) {
            choose_inputs(s, number);
            memcpy(s->agent, s->seen[i], s->size);
            run_tick(s);
            add_seen(s, s->depths[i] + 1);
            const uint32_t ticks = s->depths[i] + 1 + late_change(s, allowed);
            least = ticks < least ? ticks : least;
        }
    }
    return least < NEVER ? least : NEVER;
}

static uint32_t naive_ticks(const wits_brain *brain, const char *of, uint32_t allowed) {
    static searcher s;
    s = (searcher){.brain = brain, .size = wits_agent_size(brain)};
    s.of = strcmp(of, "/") == 0 ? WITS_ROOT : wits_find_state(brain, of);
    s.trace = (wits_trace){.records = s.records, .capacity = COUNT(s.records)};
    s.frame = (wits_frame){.columns = s.columns, .trace = &s.trace, .mode = WITS_MODE_DEFERRED};
    for (uint32_t i = 0; i < 2; i++) {
        s.columns[i] = (wits_column){.base = &s.inputs[i], .stride = sizeof *s.inputs, .type = WITS_TYPE_BOOL};
    }
    assert_true(s.size <= AGENT);
    return shortest_run(&s, allowed);
}

// ------------------------------------------------------------------------------------------------------- random brains

enum { BRAINS = 1500, TEXT = 3000 };

/// Numbers below `limit`, the same for the same seed (xorshift).
static uint32_t draw(uint64_t *seed, uint32_t limit) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 33) % limit);
}

static const char *const conditions[] = {"b", "c", "not b", "not c", "b and c", "b != c"};

/// Adds up to two transitions to some of the states of `names`.
static char *add_transitions(char *to, uint64_t *seed, const char *const *names, uint32_t count) {
    to += sprintf(to, "{transitions: [");
    for (uint32_t left = draw(seed, 3); left > 0; left--) {
        to += sprintf(to, "{to: %s, reenter: true, after: %u", names[draw(seed, count)], draw(seed, 5));
        if (draw(seed, 5) < 3) {
            to += sprintf(to, ", when: %s", conditions[draw(seed, COUNT(conditions))]);
        }
        to += sprintf(to, "}, ");
    }
    return to + sprintf(to, "]");
}

/// Three machines in one, with clocks; the composite to settle is one of the four.
static void write_brain(char *to, uint64_t *seed, const char **of, uint32_t *allowed) {
    static const char *const machines[] = {"/k", "/m", "/n"};
    static const char *const all[] = {"/", "k", "m", "n"};
    to += sprintf(to, HEAD "context: {b: bool, c: bool}\nroot:\n  states:\n");
    for (uint32_t i = 0; i < COUNT(machines); i++) {
        char names[3][8];
        const char *leaves[3];
        to += sprintf(to, "    %s: ", machines[i] + 1);
        to = add_transitions(to, seed, machines, COUNT(machines));
        to += sprintf(to, ", states: {");
        for (uint32_t k = 0; k < COUNT(leaves); k++) {
            (void)snprintf(names[k], sizeof names[k], "%s/%c", machines[i], (char)('p' + (char)k));
            leaves[k] = names[k];
        }
        for (uint32_t k = 0; k < COUNT(leaves); k++) {
            to += sprintf(to, "%c: ", (char)('p' + (char)k));
            to = add_transitions(to, seed, leaves, COUNT(leaves));
            to += sprintf(to, "}, ");
        }
        to += sprintf(to, "}}\n");
    }
    *of = all[draw(seed, COUNT(all))];
    *allowed = draw(seed, 3);
    (void)sprintf(to, "prove: [{settles: {of: %s, ticks: %u}}]\n", *of, *allowed);
}

static void a_run_is_as_short_as_one_that_a_naive_search_finds(void **unused) {
    (void)unused;
    uint32_t refuted = 0;
    uint32_t proven = 0;
    uint64_t seed = 20261124;
    for (uint32_t i = 0; i < BRAINS; i++) {
        char yaml[TEXT];
        const char *of;
        uint32_t allowed;
        write_brain(yaml, &seed, &of, &allowed);
        proving made = prove_text(yaml, NULL);
        const wits_proof *proof = wits_prover_proof(made.prover, 0);
        const uint32_t found = proof->verdict == WITS_PROOF_REFUTED  ? proof->run.ticks
                               : proof->verdict == WITS_PROOF_PROVEN ? (uint32_t)NEVER
                                                                     : 0;
        const uint32_t least = naive_ticks(wits_file_brain(made.file), of, allowed);
        if (found != least) {
            fail_msg("%s%u ticks, and the naive search finds %u", yaml, (unsigned)found, (unsigned)least);
        }
        refuted += found != NEVER;
        proven += found == NEVER;
        proving_end(&made);
    }
    assert_true(refuted > BRAINS / 4 && proven > BRAINS / 10);
}

// --------------------------------------------------------------------------------------------------- runs and cycles

static void a_point_that_comes_later_may_fail_sooner(void **unused) {
    (void)unused;
    // y is held for three ticks before it is entered again; w continues at once.
    const char *yaml = HEAD "context: {b: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    x: {transitions: [{to: m/w, when: b}, {to: m/y}]}\n"
                            "    m:\n"
                            "      states:\n"
                            "        y: {transitions: [{to: y, after: 3, reenter: true}]}\n"
                            "        w: {transitions: [{to: y}]}\n"
                            "prove: [{settles: {of: m, ticks: 0}}]\n";
    expect_told(yaml, "settles 1: refuted in 2, cycle of 3\n");
}

static void a_cycle_tells_when_a_child_is_entered_again(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {b: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    y: {transitions: [{to: y, after: 3, when: b, reenter: true}]}\n"
                            "prove: [{settles: {of: /, ticks: 0}}]\n";
    proving made = prove_text(yaml, NULL);
    const wits_proof *proof = proof_named(&made, "settles 1");
    uint32_t entered = 0;
    assert_int_equal(proof->cycle_period, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(proof->cycle_active[i], wits_find_state(wits_file_brain(made.file), "y"));
        entered += proof->cycle_entered[i];
    }
    assert_int_equal(entered, 1);
    proving_end(&made);
}

static void a_cycle_may_have_ticks_without_an_active_child(void **unused) {
    (void)unused;
    const char *yaml = HEAD "root:\n"
                            "  states:\n"
                            "    u:\n"
                            "      kind: utility\n"
                            "      activation: on_decide\n"
                            "      states: {o: {score: 1, transitions: [{to: /u}]}}\n"
                            "prove: [{settles: {of: u, ticks: 0}}]\n";
    proving made = prove_text(yaml, NULL);
    const wits_proof *proof = proof_named(&made, "settles 1");
    const wits_state_id option = wits_find_state(wits_file_brain(made.file), "u/o");
    assert_int_equal(proof->cycle_period, 2);
    const uint32_t first = proof->cycle_active[0] == option ? 0 : 1;
    assert_int_equal(proof->cycle_active[first], option);
    assert_int_equal(proof->cycle_active[1 - first], WITS_NONE);
    assert_true(proof->cycle_entered[first]);
    assert_false(proof->cycle_entered[1 - first]);
    proving_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_as_short_as_one_that_a_naive_search_finds),
        cmocka_unit_test(a_point_that_comes_later_may_fail_sooner),
        cmocka_unit_test(a_cycle_tells_when_a_child_is_entered_again),
        cmocka_unit_test(a_cycle_may_have_ticks_without_an_active_child),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
