// SPDX-License-Identifier: MIT
// The functions behind randomness and hashes: golden values (from a second implementation, in Python, of what
// docs/determinism.md says), and the quality of the numbers. All seeds are fixed. Bounds are five standard deviations:
// with a fair generator, one of two million such comparisons fails.
#include "support.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------- golden values

static void golden_random_numbers(void **state) {
    static const struct {
        uint64_t seed, agent;
        uint32_t tick, place, bits;
    } rows[] = {
        {0x0u, 0x0u, 0x0u, 0, 0x1D44FC},
        {0x1u, 0x0u, 0x0u, 0, 0xB69544},
        {0x0u, 0x1u, 0x0u, 0, 0x370C2F},
        {0x0u, 0x0u, 0x1u, 0, 0x1B50FB},
        {0x0u, 0x0u, 0x0u, 1, 0x3323D4},
        {0x0u, 0x100000000u, 0x0u, 0, 0xB3D1AB},
        {0x2Au, 0x7u, 0x3E8u, 3, 0xD6F6F2},
        {0xFFFFFFFFFFFFFFFFu, 0xFFFFFFFFFFFFFFFFu, 0xFFFFFFFFu, 65533, 0xD86C18},
        {0x123456789ABCDEFu, 0xFEDCBA9876543210u, 0x80000000u, 12, 0xE5908E},
        {0x8000000000000000u, 0xFFFFFFFFu, 0xFFFFFFFFu, 0, 0x0C248D},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        float number = wits_random(rows[i].seed, rows[i].agent, rows[i].tick, rows[i].place);
        assert_true(number == (float)rows[i].bits * 0x1p-24f);
    }
}

// An agent with 64 events, none or some of them pending; fewer events, fewer bytes.
static void golden_hashes(void **state) {
    static const struct {
        uint32_t size;
        uint64_t id, hash;
    } rows[] = {
        {1, 0x1u, 0xD8FFBB94B5DC138Eu}, {1, 0xFFFFFFFFFFFFFFFFu, 0x2F313DEB093F170Eu},
        {2, 0x7u, 0x1E4A3C82BA10489Du}, {8, 0x7u, 0x7BA02CF6D98C633Eu},
        {9, 0x7u, 0x1DBE3C729DAEECCEu}, {9, 0x123456789u, 0x9ED845BCB640D6C2u},
    };
    static const uint8_t bytes[][9] = {{0}, {0, 1}, {0, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 3, 4, 5, 6, 7, 8, 9}};
    static const wits_state_desc states[] = {
        {.name = "root"},
    };
    char names[WITS_MAX_EVENTS][4];
    const char *events[WITS_MAX_EVENTS];
    for (uint32_t i = 0; i < WITS_MAX_EVENTS; i++) {
        snprintf(names[i], sizeof names[i], "e%u", (unsigned)i);
        events[i] = names[i];
    }
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        wits_brain *brain =
            compile(&(wits_desc){STATES(states), .events = events, .event_count = 8 * (rows[i].size - 1)});
        const uint8_t *agent = bytes[rows[i].size == 1 ? 0 : rows[i].size == 2 ? 1 : rows[i].size == 8 ? 2 : 3];
        assert_int_equal(wits_agent_size(brain), rows[i].size);
        assert_true(wits_agent_is_valid(brain, agent, rows[i].size));
        assert_true(wits_agent_hash(brain, agent, rows[i].id) == rows[i].hash);
        free(brain);
    }
}

// ------------------------------------------------------------------------------------------------------------- quality

enum { DRAWS = 1 << 18, BINS = 256 };

/// Number i of a sequence of numbers in which one parameter changes.
typedef float sequence(uint32_t i);

static float by_agent(uint32_t i) {
    return wits_random(1, i, 100, 0);
}

static float by_agent_of_another_tick(uint32_t i) {
    return wits_random(1, i, 101, 0);
}

static float by_distant_agents(uint32_t i) {
    return wits_random(1, (uint64_t)i << 12, 100, 0);
}

static float by_high_half_of_agent(uint32_t i) {
    return wits_random(1, (uint64_t)i << 32 | 5, 100, 0);
}

static float by_tick(uint32_t i) {
    return wits_random(2, 77, i, 1);
}

static float by_place(uint32_t i) {
    return wits_random(3, 77, 5, i);
}

static float by_seed(uint32_t i) {
    return wits_random(i, 77, 5, 1);
}

static float by_high_half_of_seed(uint32_t i) {
    return wits_random((uint64_t)i << 32, 77, 5, 1);
}

static float by_agent_and_tick(uint32_t i) {
    return wits_random(4, i % 512, i / 512, 0);
}

static sequence *const sequences[] = {
    by_agent, by_agent_of_another_tick, by_distant_agents, by_high_half_of_agent, by_tick, by_place,
    by_seed,  by_high_half_of_seed,     by_agent_and_tick};

// "Uniform in [0, 1), a multiple of 2^-24".
static void numbers_are_multiples_in_the_interval(void **state) {
    for (uint32_t k = 0; k < COUNT(sequences); k++) {
        for (uint32_t i = 0; i < 5000; i++) {
            float number = sequences[k](i);
            assert_true(number >= 0.0f && number < 1.0f);
            float scaled = number * 0x1p24f;
            assert_true(scaled == (float)(uint32_t)scaled);
        }
    }
}

static void check_within(const char *what, uint32_t k, double value, double expected, double deviation) {
    if (value < expected - 5 * deviation || value > expected + 5 * deviation) {
        fail_msg("sequence %u: %s is %g, expected %g within %g", (unsigned)k, what, value, expected, 5 * deviation);
    }
}

// Mean and variance: 1/2 and 1/12.
static void mean_and_variance(void **state) {
    for (uint32_t k = 0; k < COUNT(sequences); k++) {
        double sum = 0, squares = 0;
        for (uint32_t i = 0; i < DRAWS; i++) {
            double number = (double)sequences[k](i) + 0x1p-25;
            sum += number;
            squares += (number - 0.5) * (number - 0.5);
        }
        check_within("the mean", k, sum / DRAWS, 0.5, sqrt(1.0 / 12 / DRAWS));
        check_within("the variance", k, squares / DRAWS, 1.0 / 12, sqrt(1.0 / 180 / DRAWS));
    }
}

static double chi_square(const uint32_t *counts, uint32_t bins) {
    double expected = (double)DRAWS / bins, sum = 0;
    for (uint32_t i = 0; i < bins; i++) {
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

// Chi-square over 256 bins of the value: its mean is 255, its variance 510.
static void values_are_uniform(void **state) {
    for (uint32_t k = 0; k < COUNT(sequences); k++) {
        uint32_t counts[BINS] = {0};
        for (uint32_t i = 0; i < DRAWS; i++) {
            counts[(uint32_t)(sequences[k](i) * BINS)]++;
        }
        check_within("chi-square", k, chi_square(counts, BINS), BINS - 1, sqrt(2.0 * (BINS - 1)));
    }
}

// As above for the last eight bits.
static void last_bits_are_uniform(void **state) {
    for (uint32_t k = 0; k < COUNT(sequences); k++) {
        uint32_t counts[BINS] = {0};
        for (uint32_t i = 0; i < DRAWS; i++) {
            counts[(uint32_t)(sequences[k](i) * 0x1p24f) % BINS]++;
        }
        check_within("chi-square of the last bits", k, chi_square(counts, BINS), BINS - 1, sqrt(2.0 * (BINS - 1)));
    }
}

// Pairs of neighbours (adjacent ids, ticks, streams, seeds) fill 16 x 16 bins evenly.
static void neighbours_are_independent(void **state) {
    for (uint32_t k = 0; k < COUNT(sequences); k++) {
        uint32_t counts[BINS] = {0};
        double products = 0;
        for (uint32_t i = 0; i < DRAWS; i++) {
            float one = sequences[k](2 * i), two = sequences[k](2 * i + 1);
            counts[(uint32_t)(one * 16) * 16 + (uint32_t)(two * 16)]++;
            products += ((double)one - 0.5) * ((double)two - 0.5);
        }
        check_within("chi-square of pairs", k, chi_square(counts, BINS), BINS - 1, sqrt(2.0 * (BINS - 1)));
        check_within("the correlation", k, products / DRAWS * 12, 0, 1 / sqrt(DRAWS));
    }
}

/// Correlation of the same agents' numbers when another parameter differs.
static double correlation_with(uint64_t seed, uint32_t tick_number, uint32_t place_number, uint64_t id_bit) {
    double products = 0;
    for (uint32_t i = 0; i < DRAWS; i++) {
        float here = wits_random(9, i, 50, 2);
        float there = wits_random(seed, i ^ id_bit, tick_number, place_number);
        products += ((double)here - 0.5) * ((double)there - 0.5);
    }
    return products / DRAWS * 12;
}

// One agent's numbers at adjacent ticks, streams and seeds, and for ids that differ in one bit, are not correlated.
static void other_ticks_places_and_seeds_are_independent(void **state) {
    const double deviation = 1 / sqrt(DRAWS);
    assert_true(correlation_with(9, 50, 2, 0) > 0.99);
    check_within("the correlation of ticks", 0, correlation_with(9, 51, 2, 0), 0, deviation);
    check_within("the correlation of places", 0, correlation_with(9, 50, 3, 0), 0, deviation);
    check_within("the correlation of seeds", 0, correlation_with(10, 50, 2, 0), 0, deviation);
    for (uint32_t bit = 0; bit < 64; bit += 3) {
        check_within("the correlation of ids", bit, correlation_with(9, 50, 2, UINT64_C(1) << bit), 0, deviation);
    }
}

// Lengths of runs of draws below 1/2 of one agent in successive ticks: runs of length n are half as many as of n - 1.
static void runs_have_the_lengths_of_fair_ones(void **state) {
    uint32_t lengths[12] = {0}, runs = 0, length = 1;
    bool before = by_tick(0) < 0.5f;
    for (uint32_t i = 1; i < DRAWS; i++) {
        bool now = by_tick(i) < 0.5f;
        if (now == before) {
            length++;
        } else {
            lengths[length < 11 ? length : 11]++;
            runs++;
            length = 1;
        }
        before = now;
    }
    for (uint32_t n = 1; n < 9; n++) {
        double chance = pow(0.5, n);
        check_within("the number of runs", n, lengths[n], runs * chance, sqrt(runs * chance * (1 - chance)));
    }
}

// Hashes of neighbours spread over all bits: each bit of the hash is set in half of them.
static void hashes_spread(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(states)});
    const uint8_t stopped[1] = {0};
    uint32_t counts[64] = {0};
    for (uint64_t id = 0; id < 40000; id++) {
        uint64_t hash = wits_agent_hash(brain, stopped, id);
        for (uint32_t bit = 0; bit < 64; bit++) {
            counts[bit] += (uint32_t)(hash >> bit & 1);
        }
    }
    for (uint32_t bit = 0; bit < 64; bit++) {
        check_within("the count of a bit", bit, counts[bit], 20000, sqrt(10000.0));
    }
    free(brain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_random_numbers),
        cmocka_unit_test(golden_hashes),
        cmocka_unit_test(numbers_are_multiples_in_the_interval),
        cmocka_unit_test(mean_and_variance),
        cmocka_unit_test(values_are_uniform),
        cmocka_unit_test(last_bits_are_uniform),
        cmocka_unit_test(neighbours_are_independent),
        cmocka_unit_test(other_ticks_places_and_seeds_are_independent),
        cmocka_unit_test(runs_have_the_lengths_of_fair_ones),
        cmocka_unit_test(hashes_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
