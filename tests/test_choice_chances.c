// SPDX-License-Identifier: MIT
// Frequencies of random selections compared with theory, by chi-square tests over many agents and ticks. Significance:
// all tests of this file together would reject a correct library with a probability of SIGNIFICANCE; each of the TESTS
// gets an equal share (Bonferroni). Seeds are fixed, so results are reproducible. Two more tests check that wrong
// chances and dependent choices are found.
#include "support.h"

#include <math.h>

enum { OPTIONS = 16, AGENTS = 4000, TICKS = 25, DRAWS = AGENTS * TICKS, TESTS = 28 };
static const double SIGNIFICANCE = 0.001;

static uint32_t tests_done;

// ---------------------------------------------------------------------------------------------------------- chi-square

/// The probability that a gamma variable of response a is above x: by its series or its continued fraction (Lentz), as
/// in Abramowitz and Stegun, 6.5.29 and 6.5.31.
static double gamma_above(double a, double x) {
    double scale = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1.0) {
        double term = 1.0 / a;
        double sum = term;
        for (int n = 1; n < 10000 && term > sum * 1e-16; n++) {
            term *= x / (a + n);
            sum += term;
        }
        return 1.0 - sum * scale;
    }
    double b = x + 1.0 - a;
    double c = 1e300;
    double d = 1.0 / b;
    double h = d;
    for (int n = 1; n < 10000; n++) {
        double an = -n * (n - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (fabs(d * c - 1.0) < 1e-15) {
            break;
        }
    }
    return scale * h;
}

/// The probability that a random result deviates at least as much.
static double chi_square_above(double x, uint32_t freedom) {
    return x <= 0.0 ? 1.0 : gamma_above(freedom / 2.0, x / 2.0);
}

/// Counts of events with these probabilities, where they have one.
static double chi_square_of(const uint32_t *counts, const double *chances, uint32_t count, uint32_t draws) {
    double sum = 0.0;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < count; i++) {
        double expected = chances[i] * draws;
        if (expected <= 0.0) {
            assert_int_equal(counts[i], 0);
            continue;
        }
        assert_true(expected >= 5.0);  // the usual rule for the approximation
        possible++;
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assert_true(possible > 1);
    return chi_square_above(sum, possible - 1);
}

/// Returns whether a result is too far from theory, or too close to it to be random.
static bool is_suspicious(double above) {
    double share = SIGNIFICANCE / TESTS / 2.0;
    return above < share || above > 1.0 - share;
}

static void expect_plausible(double above, const char *what) {
    tests_done++;
    if (is_suspicious(above)) {
        fail_msg("%s: by chance alone with a probability of %g", what, above);
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

typedef struct pick {
    wits_state_desc root;
    const char *name;
    float scores[OPTIONS];
    uint32_t count;
} pick;

static float score(const void *context, const wits_call *call) {
    const float *scores = context;
    return scores[(call->state - 1) % (OPTIONS + 1)];
}

static const wits_function functions[] = {{.name = "score", .score = score}};

/// Two parallel utilities with the same options: each has its own stream.
static wits_brain *make_brain(const pick *l, bool two) {
    static char names[2 * OPTIONS][32];
    wits_state_desc states[2 * OPTIONS + 4] = {{.name = "root"}};
    uint32_t count = two ? 1 : 0;
    states[0].kind = WITS_KIND_PARALLEL;
    for (uint32_t u = 0; u < (two ? 2u : 1u); u++) {
        uint32_t utility = count++;
        states[utility] = l->root;
        states[utility].name = u == 0 ? "first" : "second";
        states[utility].kind = WITS_KIND_UTILITY;
        for (uint32_t i = 0; i < l->count; i++) {
            char *name = names[u * OPTIONS + i];
            snprintf(name, sizeof names[0], "o%u_%u", (unsigned)u, (unsigned)i);
            states[count++] = (wits_state_desc){.name = name, .parent = (wits_state_id)utility, .score = "score"};
        }
    }
    return compile(&(wits_desc){.states = states, .state_count = count, FUNCTIONS(functions)});
}

/// The number of the option chosen by every agent at every tick.
static void live(const pick *l, uint8_t *chosen) {
    wits_brain *brain = make_brain(l, false);
    uint8_t agent[16];
    assert_true(wits_agent_size(brain) <= sizeof agent);
    float scores[OPTIONS];
    memcpy(scores, l->scores, sizeof scores);
    for (uint32_t id = 0; id < AGENTS; id++) {
        memset(agent, 0, sizeof agent);
        for (uint32_t t = 0; t < TICKS; t++) {
            wits_frame frame = {.tick = 1000 + t, .agent = id, .seed = 42, .context = scores, .functions = functions};
            if (t == 0) {
                wits_start(brain, agent, &frame);
            } else {
                wits_decide(brain, agent, &frame);
            }
            chosen[id * TICKS + t] = (uint8_t)(wits_deepest(brain, agent) - 1);
        }
    }
    free(brain);
}

static uint8_t choices[DRAWS];

// ------------------------------------------------------------------------------------------------------------- theory

static bool is_better(const pick *l, uint32_t a, uint32_t b) {
    return l->scores[a] > l->scores[b] || (l->scores[a] == l->scores[b] && a < b);
}

/// A number proportional to the option's chance, as a double.
static double weight_of(const pick *l, uint32_t option) {
    double best = -HUGE_VAL;
    uint32_t better = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        best = fmax(best, (double)l->scores[i]);
        better += is_better(l, i, option);
    }
    double own = (double)l->scores[option];
    switch (l->root.select) {
    case WITS_SELECT_SOFTMAX:
        return exp((own - best) / (double)l->root.temperature);
    case WITS_SELECT_TOP:
        return better < l->root.top ? fmax(own, 0.0) : 0.0;
    case WITS_SELECT_WITHIN:
        return own >= (1.0 - (double)l->root.within) * best ? fmax(own, 0.0) : 0.0;
    default:
        return fmax(own, 0.0);
    }
}

static void chances_of(const pick *l, double *chances) {
    double total = 0.0;
    for (uint32_t i = 0; i < l->count; i++) {
        total += weight_of(l, i);
    }
    for (uint32_t i = 0; i < l->count; i++) {
        chances[i] = weight_of(l, i) / total;
    }
}

// --------------------------------------------------------------------------------------------------------------- tests

#define SCORES(...) .scores = {__VA_ARGS__}, .count = (uint32_t)(sizeof((float[]){__VA_ARGS__}) / sizeof(float))
#define SELECT(...) .root = {.select = __VA_ARGS__}

static const pick picks[] = {
    {SELECT(WITS_SELECT_WEIGHTED), .name = "weighted, two alike", SCORES(1, 1)},
    {SELECT(WITS_SELECT_WEIGHTED), .name = "weighted, few", SCORES(1, 2, 0, 5, -3)},
    {SELECT(WITS_SELECT_WEIGHTED), .name = "weighted, one rare", SCORES(100, 0.02f, 100)},
    {SELECT(WITS_SELECT_WEIGHTED), .name = "weighted, many",
     SCORES(0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f, 1, 1.1f, 1.2f, 1.3f, 1.4f, 1.5f, 1.6f)},
    {SELECT(WITS_SELECT_TOP, .top = 3), .name = "top 3", SCORES(0.3f, 0.9f, 0.1f, 0.7f, 0.4f, 0.8f, 0.2f)},
    {SELECT(WITS_SELECT_TOP, .top = 50), .name = "top of fewer", SCORES(0.3f, 0.9f, 0.1f)},
    {SELECT(WITS_SELECT_WITHIN, .within = 0.25f), .name = "within a quarter", SCORES(0.8f, 0.5f, 1, 0.75f, 0.7499f)},
    {SELECT(WITS_SELECT_WITHIN, .within = 1), .name = "within all", SCORES(0.8f, 0, 1, 0.05f, -1)},
    {SELECT(WITS_SELECT_SOFTMAX, .temperature = 1), .name = "softmax, warm", SCORES(0.5f, -0.5f, 1, 0, 0.9f)},
    {SELECT(WITS_SELECT_SOFTMAX, .temperature = 0.1f), .name = "softmax, cold", SCORES(0.5f, 0.75f, 1, 0.6f, 0.9f)},
    {SELECT(WITS_SELECT_SOFTMAX, .temperature = 100), .name = "softmax, hot", SCORES(0.5f, 30, 1, -20, 0.9f)},
    {SELECT(WITS_SELECT_SOFTMAX, .temperature = 0.5f), .name = "softmax, many",
     SCORES(0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f, 1, 1.1f, 1.2f, 1.3f, 1.4f, 1.5f, 1.6f)},
};

// Each option's frequency matches its chance.
static void frequencies(void **state) {
    for (uint32_t i = 0; i < COUNT(picks); i++) {
        const pick *l = &picks[i];
        double chances[OPTIONS];
        uint32_t counts[OPTIONS] = {0};
        live(l, choices);
        for (uint32_t n = 0; n < DRAWS; n++) {
            counts[choices[n]]++;
        }
        chances_of(l, chances);
        expect_plausible(chi_square_of(counts, chances, l->count, DRAWS), l->name);
    }
}

/// Pairs of independent choices, `distance` apart, of one agent or in one tick.
static double independence(const pick *l, uint32_t distance, bool of_agent) {
    double chances[OPTIONS];
    double pair_chances[OPTIONS * OPTIONS];
    uint32_t counts[OPTIONS * OPTIONS] = {0};
    uint32_t pairs = 0;
    chances_of(l, chances);
    for (uint32_t n = 0; n + distance < DRAWS; n++) {
        uint32_t step = of_agent ? n % TICKS : n / TICKS % 2;
        bool apart = of_agent ? step % (2 * distance) < distance && step + distance < TICKS : step == 0;
        if (apart) {  // no choice is in two pairs
            counts[choices[n] * l->count + choices[n + distance]]++;
            pairs++;
        }
    }
    for (uint32_t i = 0; i < l->count * l->count; i++) {
        pair_chances[i] = chances[i / l->count] * chances[i % l->count];
    }
    return chi_square_of(counts, pair_chances, l->count * l->count, pairs);
}

// An agent's choice is independent of its next choice and of its neighbour's.
static void choices_are_independent(void **state) {
    static const uint32_t rows[] = {0, 1, 4, 8, 10};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const pick *l = &picks[rows[i]];
        live(l, choices);
        expect_plausible(independence(l, 1, true), "a tick later");
        expect_plausible(independence(l, 7, true), "seven ticks later");
        expect_plausible(independence(l, TICKS, false), "the next agent");
    }
}

// Two utilities' choices are independent of each other.
static void places_are_independent(void **state) {
    const pick *l = &picks[8];
    wits_brain *brain = make_brain(l, true);
    uint8_t agent[16];
    assert_true(wits_agent_size(brain) <= sizeof agent);
    double chances[OPTIONS];
    double pair_chances[OPTIONS * OPTIONS];
    uint32_t counts[OPTIONS * OPTIONS] = {0};
    // By rows: the utility "first" is 1, so that each option's number is one less than its row modulo the rows between.
    float scores[OPTIONS + 1] = {0};
    for (uint32_t i = 0; i < l->count; i++) {
        scores[(1 + i) % (OPTIONS + 1)] = l->scores[i];
        scores[(2 + l->count + i) % (OPTIONS + 1)] = l->scores[i];
    }
    for (uint32_t id = 0; id < AGENTS; id++) {
        memset(agent, 0, sizeof agent);
        wits_frame frame = {.tick = 5, .agent = id, .seed = 43, .context = scores, .functions = functions};
        wits_start(brain, agent, &frame);
        for (frame.tick = 6; frame.tick < 12; frame.tick++) {
            wits_state_id active[2];
            wits_decide(brain, agent, &frame);
            assert_int_equal(wits_active(brain, agent, active, 2), 2);
            counts[(active[0] - 2u) * l->count + (active[1] - 3u - l->count)]++;
        }
    }
    chances_of(l, chances);
    for (uint32_t i = 0; i < l->count * l->count; i++) {
        pair_chances[i] = chances[i / l->count] * chances[i % l->count];
    }
    expect_plausible(chi_square_of(counts, pair_chances, l->count * l->count, 6 * AGENTS), "another utility");
    free(brain);
}

// Detects chances that are off by one part in thirty, and choices that depend on the previous one.
static void wrong_chances_are_found(void **state) {
    pick l = picks[8];
    double chances[OPTIONS];
    uint32_t counts[OPTIONS] = {0};
    live(&l, choices);
    for (uint32_t n = 0; n < DRAWS; n++) {
        counts[choices[n]]++;
    }
    l.root.temperature = 1.1f;
    chances_of(&l, chances);
    assert_true(is_suspicious(chi_square_of(counts, chances, l.count, DRAWS)));
    l.root.temperature = 1.0f;
    for (uint32_t n = 1; n < DRAWS; n += 20) {
        choices[n] = choices[n - 1];
    }
    assert_true(is_suspicious(independence(&l, 1, true)));
}

// The share of each is correct only for at most this many tests.
static void as_many_tests_as_stated(void **state) {
    assert_true(tests_done == TESTS);
}

// Values from a table of the distribution.
static void chi_square_is_right(void **state) {
    static const struct {
        double x;
        uint32_t freedom;
        double above;
    } rows[] = {{3.841459, 1, 0.05},   {10.827566, 1, 0.001},   {11.070498, 5, 0.05},
                {24.995790, 15, 0.05}, {293.247835, 255, 0.05}, {0.001571, 1, 0.968385}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        double above = chi_square_above(rows[i].x, rows[i].freedom);
        if (!(fabs(above - rows[i].above) < 2e-4)) {
            fail_msg("%g of %u: %g, not %g", rows[i].x, (unsigned)rows[i].freedom, above, rows[i].above);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chi_square_is_right),     cmocka_unit_test(frequencies),
        cmocka_unit_test(choices_are_independent), cmocka_unit_test(places_are_independent),
        cmocka_unit_test(wrong_chances_are_found), cmocka_unit_test(as_many_tests_as_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
