// SPDX-License-Identifier: MIT
// Memory that runs out in a proof: nothing leaks, and no verdict is wrong. In this program the prover's malloc, calloc,
// realloc and free are those of this file (tests/CMakeLists.txt).
#include "failing_memory.h"
#include "prove_support.h"

static failing_memory memory;

void *prove_malloc(size_t size);
void *prove_calloc(size_t count, size_t size);
void *prove_realloc(void *bytes, size_t size);
void prove_free(void *bytes);

void *prove_malloc(size_t size) {
    void *bytes = failing_memory_refuses(&memory) ? NULL : malloc(size);
    memory.blocks += bytes != NULL;
    return bytes;
}

void *prove_calloc(size_t count, size_t size) {
    void *bytes = failing_memory_refuses(&memory) ? NULL : calloc(count, size);
    memory.blocks += bytes != NULL;
    return bytes;
}

void *prove_realloc(void *old, size_t size) {
    void *bytes = failing_memory_refuses(&memory) ? NULL : realloc(old, size);
    memory.blocks += old == NULL && bytes != NULL;
    return bytes;
}

void prove_free(void *bytes) {
    memory.blocks -= bytes != NULL;
    free(bytes);
}

// ------------------------------------------------------------------------------------------------------------- proofs

enum { MOST_PROOFS = 16, MARKS = 8 };

/// A search that is made again and again, with the verdicts that it has with enough memory.
typedef struct search {
    wits_file *files[2];  ///< two: whether they are the same
    wits_proof_verdict verdicts[MOST_PROOFS];
    uint32_t count;
    uint32_t complete, cut;  ///< searches with all these verdicts, and with fewer
} search;

static wits_prove_about about(const wits_file *file) {
    return (wits_prove_about){wits_file_desc(file), wits_file_promises(file), wits_file_properties(file),
                              wits_file_property_count(file), true};
}

/// Marks the deepest active state.
static void mark(void *user, const wits_brain *brain, const void *agent, uint32_t tick, bool *marks) {
    marks[wits_deepest(brain, agent) % MARKS] = true;
}

/// Reads what a search offers afterwards.
static void read_results(const wits_prover *prover) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < wits_prover_cover_run_count(prover); i++) {
        bytes += wits_prover_cover_run(prover, i)->ticks;
    }
    for (uint32_t i = 0; i < MARKS; i++) {
        const wits_proof_run *run = wits_prover_has_mark(prover, i) ? wits_prover_mark_run(prover, i) : NULL;
        bytes += run != NULL ? run->ticks : 0;
    }
    for (uint32_t i = 0; i < wits_prover_note_count(prover); i++) {
        bytes += strlen(wits_prover_note(prover, i));
    }
    for (uint32_t i = 0; i < wits_prover_assumed_count(prover); i++) {
        bytes += strlen(wits_prover_assumed(prover, i));
    }
    assert_true(bytes < SIZE_MAX / 2);
}

/// Makes a search. `is_first`: its verdicts become the expected ones; else each is as expected, or nothing was found.
static void make_search(search *of, bool is_first) {
    const wits_prove_about first = about(of->files[0]);
    const wits_prove_options options = {.mark = mark, .mark_count = MARKS, .worst_ticks = 20};
    wits_prover *prover = NULL;
    if (of->files[1] != NULL) {
        const wits_prove_about second = about(of->files[1]);
        prover = wits_same_new(&first, &second, &(wits_prove_options){0});
    } else {
        prover = wits_prover_new(&first, &options);
    }
    assert_true(prover != NULL || !is_first);
    if (prover != NULL && wits_prover_mistake_count(prover) > 0) {
        fail_msg("%s", wits_prover_mistakes(prover)[0].message);
    }
    bool is_whole = prover != NULL;
    if (prover != NULL) {
        wits_prover_run(prover, NULL, NULL);
        const uint32_t count = wits_prover_proof_count(prover);
        assert_true(is_first ? count <= MOST_PROOFS : count == of->count);
        for (uint32_t i = 0; i < count; i++) {
            const wits_proof_verdict verdict = wits_prover_proof(prover, i)->verdict;
            of->verdicts[i] = is_first ? verdict : of->verdicts[i];
            if (verdict != of->verdicts[i] && verdict != WITS_PROOF_NOT_FOUND) {
                fail_msg("request %u of %u fails%s: verdict %d of property %u, should be %d", (unsigned)memory.fail_at,
                         (unsigned)memory.requests, memory.for_good ? " for good" : "", (int)verdict, (unsigned)i,
                         (int)of->verdicts[i]);
            }
            is_whole = is_whole && verdict == of->verdicts[i];
        }
        of->count = count;
        read_results(prover);
    }
    wits_prover_free(prover);
    assert_int_equal(memory.blocks, 0);
    of->complete += is_whole;
    of->cut += !is_whole;
}

/// Makes it with each of its first requests failing, and with some of the later ones, once and for good.
static void check(search *of) {
    enum { FIRST = 600, SOME = 300 };
    failing_memory_begin(&memory, 0, false);
    make_search(of, true);
    const uint32_t requests = memory.requests;
    assert_true(requests > 100 && of->count > 0);
    of->complete = 0;
    for (uint32_t fail_at = 1; fail_at <= requests; fail_at += fail_at < FIRST ? 1 : requests / SOME + 1) {
        for (int for_good = 0; for_good < 2; for_good++) {
            failing_memory_begin(&memory, fail_at, for_good);
            make_search(of, false);
        }
    }
    assert_true(of->cut > 50);
    failing_memory_begin(&memory, 0, false);
    make_search(of, false);
    assert_int_equal(memory.requests, requests);
}

static const char watch[] =
    HEAD "context: {near: bool, dark: bool, calm: {type: int8, range: [0, 4]}}\n"
         "events: [whistle]\n"
         "functions: {call: {kind: action, parameters: [int]}, hears: {kind: condition, parameters: [int]}}\n"
         "root:\n"
         "  any: [{to: come, event: whistle}]\n"
         "  states:\n"
         "    guard:\n"
         "      kind: utility\n"
         "      select: {top: 2}\n"
         "      transitions: [{to: come, when: hears(2) and near}]\n"
         "      states:\n"
         "        sleep: {score: 2 if dark else 0.5, update: 'calm = min(calm + 1, 4)'}\n"
         "        walk: {score: 1, hold: 2, enter: calm = 0}\n"
         "    come: {enter: call(calm), transitions: [{to: guard, after: 3}]}\n"
         "prove:\n"
         "  - never: in(come) and calm > 5\n"
         "  - reach: calls(call(3))\n"
         "  - always: calm < 2 or not in(guard/walk)\n"
         "  - within: {when: raised(whistle), until: in(come), ticks: 1}\n"
         "  - settles: {of: guard, ticks: 9}\n"
         "  - returns: in(guard) and not dark\n";

static void no_verdict_is_wrong_without_enough_memory(void **state) {
    search of = {.files = {parse_sound(watch), NULL}};
    check(&of);
    assert_int_equal(of.count, 7);  // and that the range holds
    wits_file_free(of.files[0]);
}

static void nor_about_targets(void **state) {
    search of = {.files = {parse_sound(HEAD "context: {armed: bool}\n"
                                            "targets: {enemy: {most: 2, gap: {type: float, range: [0, 4], step: 2}}}\n"
                                            "root:\n"
                                            "  kind: utility\n"
                                            "  states:\n"
                                            "    hit: {target: enemy, score: 4 - enemy.gap if armed else 0}\n"
                                            "    hide: {score: 1}\n"
                                            "prove:\n"
                                            "  - never: in(hide) and target(hit)\n"
                                            "  - reach: hit.enemy.gap == 2\n"),
                           NULL}};
    check(&of);
    assert_int_equal(of.count, 2);
    wits_file_free(of.files[0]);
}

static void nor_that_two_brains_are_the_same(void **state) {
    char other[sizeof watch];
    for (int differs = 0; differs < 2; differs++) {
        memcpy(other, watch, sizeof watch);
        memcpy(strstr(other, "hold: 2"), differs ? "hold: 3" : "hold: 2", strlen("hold: 2"));
        search of = {.files = {parse_sound(watch), parse_sound(other)}};
        check(&of);
        assert_int_equal(of.verdicts[0], differs ? WITS_PROOF_REFUTED : WITS_PROOF_PROVEN);
        wits_file_free(of.files[0]);
        wits_file_free(of.files[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_verdict_is_wrong_without_enough_memory),
        cmocka_unit_test(nor_about_targets),
        cmocka_unit_test(nor_that_two_brains_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
