// SPDX-License-Identifier: MIT
// Section 10 of the semantics: an agent is canonical bytes.
#include "support.h"

/// Pseudo-random numbers for inputs (a linear congruential generator, Knuth's MMIX).
static uint32_t next_number(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

// --------------------------------------------------------------------------------------------------------------- sizes

typedef struct table {
    wits_state_desc *states;
    char (*names)[16];
    uint32_t count, capacity;
} table;

static table table_new(uint32_t capacity) {
    table t = {calloc(capacity, sizeof(wits_state_desc)), calloc(capacity, 16), 0, capacity};
    assert_non_null(t.states);
    assert_non_null(t.names);
    return t;
}

static wits_state_id table_add(table *t, wits_state_id parent, wits_kind kind) {
    assert_true(t->count < t->capacity);
    wits_state_id row = (wits_state_id)t->count++;
    snprintf(t->names[row], sizeof t->names[row], "s%u", (unsigned)row);
    t->states[row] = (wits_state_desc){.name = t->names[row], .parent = parent, .kind = kind};
    return row;
}

static size_t table_agent_size(table *t) {
    wits_brain *brain = compile(&(wits_desc){.states = t->states, .state_count = t->count});
    size_t size = wits_agent_size(brain);
    uint8_t agent[64] = {0};
    assert_true(size <= sizeof agent);
    for (wits_state_id i = 0; i < t->count; i++) {
        wits_set_state(brain, agent, &(wits_frame){0}, i);
        assert_true(wits_is_in(brain, agent, i));
        assert_true(wits_agent_is_valid(brain, agent, size));
    }
    free(brain);
    free(t->states);
    free(t->names);
    return size;
}

/// A brain of this many leaves below one composite.
static size_t size_of_flat(uint32_t leaves, wits_activation activation) {
    table t = table_new(leaves + 1);
    wits_state_id root = table_add(&t, 0, WITS_KIND_FSM);
    t.states[root].activation = activation;
    for (uint32_t i = 0; i < leaves; i++) {
        table_add(&t, root, WITS_KIND_LEAF);
    }
    return table_agent_size(&t);
}

/// A parallel of regions with these numbers of leaves.
static size_t size_of_regions(uint32_t a, uint32_t b, uint32_t c) {
    table t = table_new(a + b + c + 4);
    wits_state_id root = table_add(&t, 0, WITS_KIND_PARALLEL);
    const uint32_t leaves[] = {a, b, c};
    for (uint32_t region = 0; region < 3; region++) {
        if (leaves[region] != 0) {
            wits_state_id r = table_add(&t, root, WITS_KIND_FSM);
            for (uint32_t i = 0; i < leaves[region]; i++) {
                table_add(&t, r, WITS_KIND_LEAF);
            }
        }
    }
    return table_agent_size(&t);
}

// A tree without memory, clocks and events needs one byte when it has at most 255 configurations, two beyond.
static void one_byte_for_255_configurations(void **state) {
    assert_int_equal(size_of_flat(1, WITS_ACTIVATION_NOW), 1);
    assert_int_equal(size_of_flat(255, WITS_ACTIVATION_NOW), 1);
    assert_int_equal(size_of_flat(256, WITS_ACTIVATION_NOW), 2);
    assert_int_equal(size_of_flat(254, WITS_ACTIVATION_ON_DECIDE), 1);
    assert_int_equal(size_of_flat(255, WITS_ACTIVATION_ON_DECIDE), 2);
    assert_int_equal(size_of_flat(1000, WITS_ACTIVATION_SILENT), 2);
}

// With parallels the same for the tree around them and for each region.
static void a_byte_for_each_region(void **state) {
    assert_int_equal(size_of_regions(5, 5, 5), 4);
    assert_int_equal(size_of_regions(15, 17, 0), 3);
    assert_int_equal(size_of_regions(255, 1, 1), 4);
    assert_int_equal(size_of_regions(256, 1, 1), 5);
}

// Only used features cost bytes: each reference to memory, clocks and events is counted separately.
static void what_is_used_is_paid_for(void **state) {
    enum { ROOT, L, A, B, M };
    wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [L] = {.name = "L"}, [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L}, [M] = {.name = "M"},
    };
    static const char *const events[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    wits_desc desc = {STATES(states)};
    wits_brain *brain = compile(&desc);
    assert_int_equal(wits_agent_size(brain), 1);
    free(brain);
    desc.events = events;
    desc.event_count = 8;
    brain = compile(&desc);
    assert_int_equal(wits_agent_size(brain), 2);
    free(brain);
    desc.event_count = 9;
    brain = compile(&desc);
    assert_int_equal(wits_agent_size(brain), 3);
    free(brain);
    desc.event_count = 0;
    states[L].leave = WITS_LEAVE_RESUME;
    brain = compile(&desc);
    assert_in_range(wits_agent_size(brain), 1, 2);
    free(brain);
    states[L].leave = WITS_LEAVE_RESET;
    states[A].timed = true;
    brain = compile(&desc);
    assert_in_range(wits_agent_size(brain), 5, 6);
    free(brain);
}

// --------------------------------------------------------------------------------------------- canonical bytes, hashes

enum { ROOT, L, A, B, P, R, X, Y, Q, Z, W, K, STATE_COUNT };
static const wits_state_desc rich[] = {
    [ROOT] = {.name = "root", .timed = true},
    [L] = {.name = "L", .leave = WITS_LEAVE_SUSPEND},
    [A] = {.name = "A", .parent = L, .data_size = 3, .data = "abc"},
    [B] = {.name = "B", .parent = L, .timed = true},
    [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
    [R] = {.name = "R", .parent = P, .leave = WITS_LEAVE_RESUME, .activation = WITS_ACTIVATION_ON_DECIDE},
    [X] = {.name = "X", .parent = R},
    [Y] = {.name = "Y", .parent = R, .timed = true},
    [Q] = {.name = "Q", .parent = P, .kind = WITS_KIND_UTILITY, .every = 3},
    [Z] = {.name = "Z", .parent = Q, .score = "score"},
    [W] = {.name = "W", .parent = Q, .score = "score", .hold = 2},
    [K] = {.name = "K"},
};
static const wits_transition_desc rich_transitions[] = {
    {.from = A, .to = B},
    {.from = L, .to = P},
    {.from = X, .to = Y, .event = "bell", .when = "yes"},
    {.from = Y, .to = X},
    {.from = P, .to = K},
    {.from = K, .to = L},
    {.from = B, .to = K, .after = 4},
    {.from = Y, .to = A},
    {.from = ROOT, .to = Q, .any = true},
    {.from = X, .to = W},
    {.from = K, .to = Y},
};
static const char *const rich_events[] = {"bell", "horn", "drum"};
static const wits_desc rich_desc = {STATES(rich), TRANSITIONS(rich_transitions), EVENTS(rich_events),
                                    .update_skip_entered = true};

// All zero is a stopped agent, whatever it did before; everything that is not remembered is zero.
static void stopped_is_all_zero(void **state) {
    scene *s = scene_open(&rich_desc);
    go_to(s, Y, "P-enter R-enter Y-enter Q-enter Z-enter");
    s->tick = 5;
    go_to(s, A, "P-exit L-enter A-enter");
    s->tick = 9;
    go_to(s, K, "L-exit K-enter");
    stop(s, "K-exit");
    for (size_t i = 0; i < wits_agent_size(s->brain); i++) {
        assert_int_equal(s->agents[0][i], 0);
    }
    scene_close(s);
}

// The same behaviour so far means equal bytes: forgotten states leave no trace.
static void forgotten_leaves_no_trace(void **state) {
    enum { TOP, L1, A1, B1, M };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [L1] = {.name = "L", .leave = WITS_LEAVE_SUSPEND},
        [A1] = {.name = "A", .parent = L1, .timed = true, .data_size = 4, .data = "data"},
        [B1] = {.name = "B", .parent = L1},
        [M] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {{.from = B1, .to = M}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    uint8_t fresh[32];
    size_t size = wits_agent_size(s->brain);
    place(s, M);
    memcpy(fresh, s->agents[0], size);
    go_to(s, A1, "M-exit L-enter A-enter");
    s->tick = 17;
    go_to(s, B1, "A-exit B-enter");
    take(s, 0, "B-exit L-exit t0 M-enter");
    assert_memory_equal(s->agents[0], fresh, size);
    scene_close(s);
}

// Copying the bytes saves the agent: a copy replays the same decisions.
static void saving_and_restoring(void **state) {
    scene *s = scene_open(&rich_desc);
    size_t size = wits_agent_size(s->brain);
    uint8_t saved[64], first_end[64];
    static char first_log[1 << 16], second_log[1 << 16];
    assert_true(size <= sizeof saved);
    place(s, A);
    memcpy(saved, s->agents[0], size);
    for (int run = 0; run < 2; run++) {
        char *log = run == 0 ? first_log : second_log;
        log[0] = '\0';
        uint64_t numbers = 11;
        uint8_t *agent = s->agents[run];
        memcpy(agent, saved, size);
        for (uint32_t i = 0; i < 300; i++) {
            char actions[LOG_SIZE] = "";
            s->world.log = actions;
            s->world.rows = next_number(&numbers) & next_number(&numbers);
            s->world.scores[Z] = (float)(next_number(&numbers) % 4);
            s->world.scores[W] = (float)(next_number(&numbers) % 4);
            if (next_number(&numbers) % 2 == 0) {
                wits_raise(s->brain, agent, 0);
            }
            wits_frame frame = {.tick = 1000 + i, .agent = 5, .context = &s->world, .functions = s->functions};
            assert_true(wits_tick(s->brain, agent, &frame));
            assert_true(wits_agent_is_valid(s->brain, agent, size));
            strcat(strcat(log, actions), "\n");
        }
    }
    memcpy(first_end, s->agents[0], size);
    assert_true(strlen(first_log) > 2000);
    assert_string_equal(first_log, second_log);
    assert_memory_equal(first_end, s->agents[1], size);
    scene_close(s);
}

// The hash of agents is the sum of a hash of (id, bytes) of each: it depends on both.
static void hash_of_id_and_bytes(void **state) {
    scene *s = scene_open(&rich_desc);
    uint64_t stopped = wits_agent_hash(s->brain, s->agents[0], 1);
    assert_true(stopped == wits_agent_hash(s->brain, s->agents[1], 1));
    assert_true(stopped != wits_agent_hash(s->brain, s->agents[0], 2));
    assert_true(stopped != wits_agent_hash(s->brain, s->agents[0], UINT64_C(1) << 32 | 1));
    start(s, "L-enter A-enter");
    uint64_t started = wits_agent_hash(s->brain, s->agents[0], 1);
    assert_true(started != stopped);
    uint64_t both = started + wits_agent_hash(s->brain, s->agents[1], 2);
    assert_true(both != wits_agent_hash(s->brain, s->agents[0], 1) + wits_agent_hash(s->brain, s->agents[1], 1));
    scene_close(s);
}

// Brain bytes contain no pointers: a copy elsewhere is the same brain.
static void brain_copied_elsewhere(void **state) {
    scene *s = scene_open(&rich_desc);
    size_t size = wits_brain_bytes(s->brain);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, s->brain, size);
    uint64_t hash = wits_brain_hash(s->brain);
    memset(s->memory, 0xA5, size);
    free(s->memory);
    s->memory = copy;
    s->brain = copy;
    assert_true(wits_brain_hash(s->brain) == hash);
    assert_string_equal(wits_state_name(s->brain, Q), "Q");
    start(s, "L-enter A-enter");
    take(s, 1, "L-exit t1 P-enter R-enter Q-enter Z-enter");
    scene_close(s);
}

// Equal tables compile to equal bytes, whatever was in the memory before.
static void brains_are_canonical(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A", .data_size = 3, .data = "abc"},
        {.name = "B"},
    };
    const wits_desc desc = {STATES(states), EVENTS(rich_events)};
    size_t size = wits_brain_size(&desc, NULL);
    void *first = malloc(size), *second = malloc(size + 64);
    assert_non_null(first);
    assert_non_null(second);
    memset(first, 0x00, size);
    memset(second, 0xFF, size + 64);
    const wits_brain *one = wits_brain_compile(&desc, first, size, NULL);
    const wits_brain *other = wits_brain_compile(&desc, second, size + 64, NULL);
    assert_non_null(one);
    assert_non_null(other);
    assert_int_equal(wits_brain_bytes(one), wits_brain_bytes(other));
    assert_true(wits_brain_bytes(one) <= size);
    assert_memory_equal(one, other, wits_brain_bytes(one));
    assert_true(wits_brain_hash(one) == wits_brain_hash(other));
    free(first);
    free(second);
}

// wits_active "writes at most `capacity` and returns how many there are".
static void active_with_little_capacity(void **state) {
    scene *s = scene_open(&rich_desc);
    place(s, P);
    wits_state_id states[3] = {99, 99, 99};
    assert_int_equal(wits_active(s->brain, s->agents[0], NULL, 0), 2);
    assert_int_equal(wits_active(s->brain, s->agents[0], states, 1), 2);
    assert_int_equal(states[0], R);
    assert_int_equal(states[1], 99);
    assert_int_equal(wits_active(s->brain, s->agents[0], states, 3), 2);
    assert_int_equal(states[1], Z);
    assert_int_equal(states[2], 99);
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------- foreign bytes

/// An accepted agent continues, and stays valid; it never fails an assertion.
static void live_on(scene *s, const uint8_t *bytes, uint64_t *numbers) {
    size_t size = wits_agent_size(s->brain);
    uint8_t *agent = s->agents[0];
    memcpy(agent, bytes, size);
    char log[LOG_SIZE];
    s->world.log = log;
    wits_state_id states[16];
    wits_frame frame = {.tick = next_number(numbers), .context = &s->world, .functions = s->functions};
    for (int i = 0; i < 4; i++) {
        log[0] = '\0';
        s->world.rows = next_number(numbers);
        s->world.scores[Z] = (float)(next_number(numbers) % 4);
        frame.tick += next_number(numbers) % 5;
        assert_true(wits_tick(s->brain, agent, &frame));
        assert_true(wits_agent_is_valid(s->brain, agent, size));
        assert_true(wits_active(s->brain, agent, states, COUNT(states)) <= COUNT(states));
        for (wits_state_id state = 0; state < wits_state_count(s->brain); state++) {
            wits_elapsed(s->brain, agent, state, frame.tick);
        }
        if (i == 1) {
            wits_goto(s->brain, agent, &frame,
                      (wits_state_id)(1 + next_number(numbers) % (wits_state_count(s->brain) - 1)));
            assert_true(wits_agent_is_valid(s->brain, agent, size));
        }
    }
    log[0] = '\0';
    assert_true(wits_stop(s->brain, agent, &frame));
    assert_false(wits_is_started(s->brain, agent));
    assert_true(wits_agent_is_valid(s->brain, agent, size));
}

/// Counts accepted patterns: all patterns of one or two bytes, and those of three bytes with values below 32. Each
/// accepted one continues.
static uint32_t count_valid(scene *s) {
    size_t size = wits_agent_size(s->brain);
    assert_in_range(size, 1, 3);
    uint32_t count = 0;
    uint64_t numbers = 3;
    for (uint32_t pattern = 0; pattern < (size == 1 ? 256u : size == 2 ? 65536u : 32768u); pattern++) {
        uint8_t bytes[] = {(uint8_t)pattern, (uint8_t)(pattern >> 8), 0};
        if (size == 3) {
            bytes[0] = pattern % 32;
            bytes[1] = (uint8_t)(pattern / 32 % 32);
            bytes[2] = (uint8_t)(pattern / 1024);
        }
        if (wits_agent_is_valid(s->brain, bytes, size)) {
            count++;
            live_on(s, bytes, &numbers);
        }
    }
    return count;
}

// Accepts exactly the configurations of a tree, and stopped.
static void all_bytes_of_a_small_brain(void **state) {
    enum { TOP, A1, L1, B1, C1, M };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [A1] = {.name = "A"},
        [L1] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        [B1] = {.name = "B", .parent = L1},
        [C1] = {.name = "C", .parent = L1},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A1, .to = L1}, {.from = B1, .to = C1}, {.from = C1, .to = A1}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    assert_int_equal(count_valid(s), 1 + 4);
    scene_close(s);
}

// The unused bits of the events' byte are zero.
static void all_bytes_with_events(void **state) {
    enum { TOP, A1, B1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [A1] = {.name = "A"},
        [B1] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = A1, .to = B1, .event = "horn"}, {.from = B1, .to = A1}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(rich_events)});
    assert_int_equal(wits_agent_size(s->brain), 2);
    assert_int_equal(count_valid(s), (1 + 2) * 8);
    scene_close(s);
}

// Regions: the product of their numbers, and stopped.
static void all_bytes_of_a_parallel(void **state) {
    enum { TOP, P1, R1, A1, B1, C1, R2, D1, E1, K1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},           [P1] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = P1}, [A1] = {.name = "A", .parent = R1},
        [B1] = {.name = "B", .parent = R1}, [C1] = {.name = "C", .parent = R1},
        [R2] = {.name = "Q", .parent = P1}, [D1] = {.name = "D", .parent = R2},
        [E1] = {.name = "E", .parent = R2}, [K1] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {{.from = A1, .to = B1},
                                                       {.from = B1, .to = C1},
                                                       {.from = D1, .to = E1},
                                                       {.from = P1, .to = K1},
                                                       {.from = K1, .to = E1}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    assert_int_equal(wits_agent_size(s->brain), 3);
    assert_int_equal(count_valid(s), 1 + 3 * 2 + 1);
    scene_close(s);
}

// A remembered child: 0 or one of the children, never together with an active one.
static void all_bytes_with_a_memory(void **state) {
    enum { TOP, L1, A1, B1, K1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [L1] = {.name = "L", .leave = WITS_LEAVE_RESUME},
        [A1] = {.name = "A", .parent = L1},
        [B1] = {.name = "B", .parent = L1},
        [K1] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A1, .to = B1}, {.from = L1, .to = K1}, {.from = K1, .to = L1}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    // All agents: stopped; in A or in B; in K, which remembers nothing, A or B.
    assert_int_equal(count_valid(s), 1 + 2 + 3);
    scene_close(s);
}

// Random changes to the bytes of a brain with many features: accepted ones continue.
static void changed_bytes_of_a_rich_brain(void **state) {
    scene *s = scene_open_in(&rich_desc, ONLY_NOW);
    size_t size = wits_agent_size(s->brain);
    uint64_t numbers = 17;
    uint8_t agent[64] = {0}, changed[64];
    assert_true(size <= sizeof agent);
    uint32_t accepted = 0, refused = 0;
    wits_frame frame = {.context = &s->world, .functions = s->functions};
    for (uint32_t i = 0; i < 3000; i++) {
        char log[LOG_SIZE] = "";
        s->world.log = log;
        s->world.rows = next_number(&numbers) & next_number(&numbers);
        frame.tick += next_number(&numbers) % 3;
        if (next_number(&numbers) % 8 == 0) {
            wits_goto(s->brain, agent, &frame, (wits_state_id)(1 + next_number(&numbers) % (STATE_COUNT - 1)));
        }
        wits_tick(s->brain, agent, &frame);
        for (uint32_t k = 0; k < 20; k++) {
            memcpy(changed, agent, size);
            for (uint32_t changes = 1 + next_number(&numbers) % 3; changes > 0; changes--) {
                const size_t at = next_number(&numbers) % size;
                changed[at] = (uint8_t)next_number(&numbers);
            }
            if (wits_agent_is_valid(s->brain, changed, size)) {
                accepted++;
                live_on(s, changed, &numbers);
            } else {
                refused++;
            }
        }
    }
    assert_true(accepted > 1000);
    assert_true(refused > 1000);
    scene_close(s);
}

// Another size is never an agent of this brain.
static void other_sizes_are_refused(void **state) {
    scene *s = scene_open(&rich_desc);
    uint8_t bytes[64] = {0};
    size_t size = wits_agent_size(s->brain);
    assert_true(wits_agent_is_valid(s->brain, bytes, size));
    assert_false(wits_agent_is_valid(s->brain, bytes, size - 1));
    assert_false(wits_agent_is_valid(s->brain, bytes, size + 1));
    assert_false(wits_agent_is_valid(s->brain, bytes, 0));
    scene_close(s);
}

// Clocks and private data of inactive states are zero.
static void rooms_of_inactive_states_are_zero(void **state) {
    enum { TOP, A1, B1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [A1] = {.name = "A", .timed = true, .data_size = 4},
        [B1] = {.name = "B"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    size_t size = wits_agent_size(s->brain);
    place(s, A1);
    for (size_t i = 1; i < size; i++) {
        s->agents[0][i] = 0x5A;
    }
    assert_true(wits_agent_is_valid(s->brain, s->agents[0], size));
    place(s, B1);
    for (size_t i = 1; i < size; i++) {
        s->agents[0][i] = 0x5A;
        assert_false(wits_agent_is_valid(s->brain, s->agents[0], size));
        s->agents[0][i] = 0;
    }
    assert_true(wits_agent_is_valid(s->brain, s->agents[0], size));
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_byte_for_255_configurations),
        cmocka_unit_test(a_byte_for_each_region),
        cmocka_unit_test(what_is_used_is_paid_for),
        cmocka_unit_test(stopped_is_all_zero),
        cmocka_unit_test(forgotten_leaves_no_trace),
        cmocka_unit_test(saving_and_restoring),
        cmocka_unit_test(hash_of_id_and_bytes),
        cmocka_unit_test(brain_copied_elsewhere),
        cmocka_unit_test(brains_are_canonical),
        cmocka_unit_test(active_with_little_capacity),
        cmocka_unit_test(all_bytes_of_a_small_brain),
        cmocka_unit_test(all_bytes_with_events),
        cmocka_unit_test(all_bytes_of_a_parallel),
        cmocka_unit_test(all_bytes_with_a_memory),
        cmocka_unit_test(changed_bytes_of_a_rich_brain),
        cmocka_unit_test(other_sizes_are_refused),
        cmocka_unit_test(rooms_of_inactive_states_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
