// SPDX-License-Identifier: MIT
// Agents across versions of random brains: agents continue in an edited brain, in the library and in the model. The
// edits, and the losses of conversions, are drawn from the seed; --shrink leaves out edits and calls while the failure
// remains.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "random_run.h"
#include "random_versions.h"
#include "renames.h"
#include "wits/snapshot.h"

enum {
    DEFAULT_BRAINS = 2500,
    VERSIONS = 5,
    MODES = 3,
    FEW_STATES = 12,  ///< there is little to lose
    LEAST = 100,      ///< minimum of each kind of loss
    LEAST_LOST = 25,  ///< targets
    MOVES = 6,        ///< versions with moved states
    JUDGED_BRAINS = 2500,
};

static const uint64_t DEFAULT_SEED = 20240229;

typedef struct trial {
    uint64_t seed;
    wits_mode mode;
    uint32_t left_out[VERSIONS];  ///< edits
    uint32_t first_call[VERSIONS], calls[VERSIONS];
} trial;

static uint64_t clauses[CLAUSE_COUNT];
static uint64_t lost[WITS_LOSS_COUNT];
static uint64_t targets_kept, targets_lost;
static uint64_t conversions, same_layouts, edits_made, edits_tried, invalid_tried;
static renames_tally tally;
static const char *program;
static uint64_t current_seed;
static random_brain first;
static random_version versions[VERSIONS];
static random_version permuted, moved;
static random_run runs[VERSIONS];

static bool fail(run_failure *failure, const char *text) {
    (void)snprintf(failure->text, sizeof failure->text, "%s", text);
    return false;
}

/// Converts into the agent's own brain, and back from one with other rows: both give the same bytes.
static bool is_identity(const wits_brain *brain, const uint8_t *agent, const wits_frame *frame, run_failure *failure) {
    size_t size = wits_agent_size(brain);
    uint8_t *copy = malloc(size);
    memset(copy, 0x5A, size);
    wits_conversion nothing = {0};
    bool same = wits_agent_convert(brain, agent, brain, copy, frame, &nothing) && memcmp(copy, agent, size) == 0;
    free(copy);
    if (!same) {
        return fail(failure, "converted into its own brain it has other bytes");
    }
    return nothing.count == 0 || fail(failure, "converted into its own brain it has lost something");
}

/// Checks that invalid agents are rejected without changes, and valid ones can be converted.
static bool is_careful(const random_switch *s, run_failure *failure) {
    size_t size = wits_agent_size(s->from);
    size_t new_size = wits_agent_size(s->to);
    uint8_t *bytes = malloc(size);
    uint8_t *result = malloc(new_size);
    bool good = true;
    wits_frame old_frame = *s->frame;
    old_frame.draws = NULL;  // those are for the new brain's streams, and the lists for its kinds
    old_frame.targets = NULL;
    for (uint32_t i = 0; i < 8 && good; i++) {
        uint64_t number = host_mix(conversions, i);
        memcpy(bytes, s->old_agent, size);
        bytes[number % size] ^= (uint8_t)(1u << (number >> 32) % 8);
        memset(result, 0x33, new_size);
        wits_conversion losses = {0};
        bool valid = wits_agent_is_valid(s->from, bytes, size);
        bool done = wits_agent_convert(s->from, bytes, s->to, result, s->frame, &losses);
        good = valid == done;
        for (size_t at = 0; at < new_size && !done; at++) {
            good = good && result[at] == 0x33;
        }
        good = good && (!done || (wits_agent_is_valid(s->to, result, new_size) &&
                                  is_identity(s->from, bytes, &old_frame, failure)));
        invalid_tried += valid ? 0 : 1;
    }
    free(bytes);
    free(result);
    return good || fail(failure, "bytes with one bit flipped are not converted as they should be");
}

/// Counts targets of active options that are still present.
static void count_targets(const random_switch *s) {
    for (uint32_t row = 1; row < wits_state_count(s->from); row++) {
        char path[1100];
        const uint32_t id = wits_target_of(s->from, s->old_agent, (wits_state_id)row);
        if (id != WITS_NO_TARGET) {
            (void)wits_state_path(s->from, (wits_state_id)row, path, sizeof path);
            const wits_state_id now = wits_find_state(s->to, path);
            const bool is_there = now != WITS_NONE && wits_is_in(s->to, s->new_agent, now);
            const bool is_kept = is_there && wits_target_of(s->to, s->new_agent, now) == id;
            targets_kept += is_kept;
            targets_lost += is_there && !is_kept;
        }
    }
}

static void *allocate(void *user, size_t size) {
    ++*(uint32_t *)user;
    return malloc(size);
}

static void release(void *user, void *memory, size_t size) {
    (void)size;
    --*(uint32_t *)user;
    free(memory);
}

/// Losses as a load reports them, compared with those of the conversion.
typedef struct told_losses {
    const wits_conversion *expected;
    const wits_brain *from;
    uint32_t count;
    bool are_same;
} told_losses;

static void tell_loss(void *user, const wits_brain *old, const wits_loss *loss) {
    told_losses *told = user;
    char text[1200] = "", expected[1200] = "";
    const bool is_there = told->count < told->expected->count;
    const wits_loss *other = is_there ? &told->expected->losses[told->count] : NULL;
    wits_loss_text(old, loss, text, sizeof text);
    if (is_there) {
        wits_loss_text(told->from, other, expected, sizeof expected);
    }
    told->are_same = told->are_same && is_there && loss->kind == other->kind && strcmp(text, expected) == 0;
    told->count++;
}

static uint64_t saves;

/// Loads the agent from a snapshot, which has the shape of the old brain instead of the brain: the same bytes and
/// losses.
static bool is_same_from_snapshot(const random_switch *s, run_failure *failure) {
    enum { MOST = 400 };
    static wits_loss losses[MOST];
    const size_t size = wits_agent_size(s->to);
    uint8_t *expected = malloc(size), *loaded = malloc(size);
    wits_frame frame = *s->frame;
    frame.draws = NULL;  // a load draws from the seed
    wits_conversion conversion = {.losses = losses, .capacity = MOST};
    wits_agent_convert(s->from, s->old_agent, s->to, expected, &frame, &conversion);

    const wits_agents old = {.brain = s->from,
                             .agents = (void *)(uintptr_t)s->old_agent,
                             .count = 1,
                             .first_id = frame.agent,
                             .tick = frame.tick,
                             .seed = frame.seed};
    const size_t bytes = wits_snapshot_size(&old, 0);
    uint8_t *snapshot = malloc(bytes);
    uint32_t blocks = 0;
    const wits_allocator allocator = {allocate, release, &blocks};
    told_losses told = {.expected = &conversion, .from = s->from, .are_same = true};
    const wits_migration how = {.allocator = &allocator, .frame = &frame, .lost = tell_loss, .user = &told};
    wits_agents to = {
        .brain = s->to, .agents = loaded - frame.row * size, .first = frame.row, .count = 1, .columns = frame.columns};
    wits_snapshot saved;
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    const bool is_good = wits_snapshot_write(&old, NULL, 0, snapshot, bytes) == bytes &&
                         wits_snapshot_open(&saved, snapshot, bytes, &report) &&
                         wits_snapshot_load(&saved, 0, &to, &how, &report);
    const bool is_same = is_good && memcmp(loaded, expected, size) == 0 && blocks == 0 && told.are_same &&
                         told.count == conversion.count && to.tick == frame.tick;
    free(snapshot);
    free(loaded);
    free(expected);
    saves++;
    if (!is_good) {
        char text[400];
        wits_problem_text(&problem, text, sizeof text);
        return fail(failure, text);
    }
    return is_same || fail(failure, "loaded from a snapshot it differs from the converted one");
}

static uint64_t refused_loads;

/// Many agents with other bytes, all valid but perhaps the last: loading them, with the shape of the brain instead of
/// the brain, finds the same as wits_agent_is_valid with the brain.
static bool is_judged_alike(const random_switch *s, run_failure *failure) {
    enum { AGENTS = 130 };
    const size_t size = wits_agent_size(s->from), new_size = wits_agent_size(s->to);
    uint8_t *agents = malloc(AGENTS * size), *loaded = malloc(AGENTS * new_size);
    bool is_last_valid = true;
    for (uint32_t i = 0; i < AGENTS; i++) {
        uint8_t *agent = agents + i * size;
        memcpy(agent, s->old_agent, size);
        for (uint32_t k = 0; k < 1 + i % 3; k++) {
            const uint64_t number = host_mix(conversions * AGENTS + i, k);
            agent[number % size] ^= (uint8_t)(number >> 40);
        }
        is_last_valid = wits_agent_is_valid(s->from, agent, size);
        if (!is_last_valid && i + 1 < AGENTS) {
            memcpy(agent, s->old_agent, size);
        }
    }
    const wits_agents old = {.brain = s->from, .agents = agents, .count = AGENTS};
    const size_t bytes = wits_snapshot_size(&old, 0);
    uint8_t *snapshot = malloc(bytes);
    wits_snapshot_write(&old, NULL, 0, snapshot, bytes);
    uint32_t blocks = 0;
    const wits_allocator allocator = {allocate, release, &blocks};
    wits_frame frame = *s->frame;
    frame.targets = NULL;  // those are for one row
    const wits_migration how = {.allocator = &allocator, .frame = &frame};
    wits_agents to = {.brain = s->to, .agents = loaded, .count = AGENTS, .columns = frame.columns};
    wits_column *columns = NULL;
    if (frame.columns != NULL) {  // every row has the values of the one agent
        columns = malloc(wits_field_count(s->to) * sizeof *columns + 1);
        for (uint32_t i = 0; i < wits_field_count(s->to); i++) {
            columns[i] = frame.columns[i];
            columns[i].base = (char *)columns[i].base + frame.row * columns[i].stride;
            columns[i].stride = 0;
        }
        to.columns = columns;
    }
    wits_snapshot saved;
    wits_problem problem = {.row = 0};
    wits_report report = {.problems = &problem, .capacity = 1};
    const bool is_loaded =
        wits_snapshot_open(&saved, snapshot, bytes, &report) && wits_snapshot_load(&saved, 0, &to, &how, &report);
    refused_loads += !is_loaded;
    const bool is_same = is_loaded == is_last_valid && (is_loaded || problem.row == AGENTS - 1) && blocks == 0;
    free(columns);
    free(snapshot);
    free(loaded);
    free(agents);
    return is_same || fail(failure, "a load judges agents differently than wits_agent_is_valid");
}

static bool look(const random_switch *s, run_failure *failure) {
    if (conversions % 8 == 0 && !is_judged_alike(s, failure)) {
        return false;
    }
    if (!is_same_from_snapshot(s, failure)) {
        return false;
    }
    conversions++;
    count_targets(s);
    for (uint32_t i = 0; i < s->lost->count; i++) {
        lost[s->lost->losses[i].kind]++;
    }
    if (wits_brain_layout_hash(s->from) == wits_brain_layout_hash(s->to)) {
        same_layouts++;
        size_t size = wits_agent_size(s->from);
        if (wits_agent_size(s->to) != size || memcmp(s->old_agent, s->new_agent, size) != 0 || s->lost->count != 0) {
            return fail(failure, "the layouts are equal, and the bytes are not");
        }
    }
    return is_identity(s->to, s->new_agent, s->frame, failure) && is_careful(s, failure) &&
           renames_look(s, host_mix(current_seed, conversions), &tally, failure);
}

static bool look_at_moved(const random_switch *s, run_failure *failure) {
    conversions++;
    return moves_look(s, &moved, &first.desc, &tally, failure);
}

/// Converts into a brain in which only rows have moved, and back.
static bool look_at_permuted(const random_switch *s, run_failure *failure) {
    size_t size = wits_agent_size(s->from);
    uint8_t *back = malloc(size);
    wits_conversion losses = {0};
    conversions++;
    bool same = wits_agent_convert(s->to, s->new_agent, s->from, back, s->frame, &losses) &&
                memcmp(back, s->old_agent, size) == 0;
    free(back);
    if (!same || losses.count != 0 || s->lost->count != 0) {
        return fail(failure, "into a brain with other rows and back: something is lost");
    }
    return true;
}

/// Many short runs cover more than a few long ones. Some end with a pending event.
static void cut_run(random_run *run, uint32_t first_call, uint32_t calls, uint32_t events) {
    memmove(run->calls, &run->calls[first_call], calls * sizeof *run->calls);
    run->call_count = calls;
    if (events > 0 && run->calls[calls - 1].input % 2 == 0) {
        run->calls[calls - 1].verb = VERB_RAISE;
    }
    run->twin_at = run->twin_at < calls ? run->twin_at : calls;
}

/// A run begins when the previous one has ended, or a little later.
static void go_on(random_run *run, const random_run *before) {
    uint32_t tick = before == NULL ? run->calls[0].tick : before->calls[before->call_count - 1].tick;
    uint32_t first_tick = run->calls[0].tick;
    for (uint32_t i = 0; i < run->call_count; i++) {
        run->calls[i].tick += tick - first_tick + run->calls[0].input % 4;
    }
}

/// Every other brain has kinds of targets.
static void make_first(uint64_t seed, bool is_aimed) {
    if (is_aimed) {
        random_brain_make_aimed(&first, seed);
    } else {
        random_brain_make(&first, seed);
    }
}

/// Short runs in a brain, and conversions to versions in which states have other parents.
static bool try_moves(const trial *t, const void *memory, FILE *out, run_failure *failure) {
    bool same = true;
    for (uint32_t i = 0; i < MOVES && same; i++) {
        random_life lives[2] = {{&first, memory, &runs[0]}, {&moved.brain, NULL, &runs[1]}};
        random_version_move(&moved, &first, host_mix(t->seed, 800 + i));
        void *moved_memory = random_compile(&moved.brain, failure);
        lives[1].memory = moved_memory;
        random_run_make(&runs[0], &first.desc, host_mix(t->seed, 820 + i), t->mode);
        cut_run(&runs[0], 0, 1 + (uint32_t)host_mix(t->seed, 840 + i) % 30, first.desc.event_count);
        random_run_make(&runs[1], &moved.brain.desc, host_mix(t->seed, 860 + i), t->mode);
        cut_run(&runs[1], 0, 1, 0);
        go_on(&runs[1], &runs[0]);
        if (out != NULL) {
            (void)fprintf(out, "moves %u:\n", i);
            print_brain(out, &moved.brain);
        }
        run_options options = {false, out, clauses};
        same = moved_memory != NULL && random_lives_compare(lives, 2, look_at_moved, &options, failure);
        failure->life += same ? 0 : 20 + i;  // distinguished
        free(moved_memory);
    }
    return same;
}

/// Runs in some versions of a brain, each edited from the previous one; then in a brain that is only permuted.
static bool try_trial(const trial *t, FILE *out, run_failure *failure) {
    random_life lives[VERSIONS];
    void *memories[VERSIONS + 1] = {NULL};
    memset(failure, 0, sizeof *failure);
    make_first(t->seed, t->seed / MODES % 2 == 0);
    for (uint32_t i = 0; i < 4 && first.desc.state_count < FEW_STATES; i++) {
        make_first(host_mix(t->seed, 60 + i), t->seed / MODES % 2 == 0);
    }
    bool same = true;
    for (uint32_t i = 0; i < VERSIONS && same; i++) {
        const random_brain *before = i == 0 ? &first : &versions[i - 1].brain;
        uint64_t seed = host_mix(t->seed, 900 + i);
        random_version_edit(&versions[i], before, seed, t->left_out[i]);
        random_run_make(&runs[i], &versions[i].brain.desc, host_mix(t->seed, 2 + i), t->mode);
        cut_run(&runs[i], t->first_call[i], t->calls[i], versions[i].brain.desc.event_count);
        go_on(&runs[i], i == 0 ? NULL : &runs[i - 1]);
        memories[i] = random_compile(&versions[i].brain, failure);
        lives[i] = (random_life){&versions[i].brain, memories[i], &runs[i]};
        same = memories[i] != NULL;
        if (out != NULL) {
            (void)fprintf(out, "version %u:", i);
            for (uint32_t e = 0; e < versions[i].edits; e++) {
                (void)fprintf(out, " %s%s", random_edit_name(seed, e), versions[i].was_made[e] ? "" : " (not made)");
            }
            (void)fputs("\n", out);
            print_brain(out, &versions[i].brain);
        }
        for (uint32_t e = 0; e < versions[i].edits; e++) {
            edits_tried++;
            edits_made += versions[i].was_made[e] ? 1 : 0;
        }
    }
    run_options options = {false, out, clauses};
    same = same && random_lives_compare(lives, VERSIONS, look, &options, failure);
    if (same) {
        random_version_permute(&permuted, &versions[0].brain, host_mix(t->seed, 990));
        memories[VERSIONS] = random_compile(&permuted.brain, failure);
        lives[1] = (random_life){&permuted.brain, memories[VERSIONS], &runs[1]};
        random_run_make(&runs[1], &permuted.brain.desc, host_mix(t->seed, 991), t->mode);
        go_on(&runs[1], &runs[0]);
        same = memories[VERSIONS] != NULL && random_lives_compare(lives, 2, look_at_permuted, &options, failure);
        failure->life += same ? 0 : 10;  // distinguished
    }
    if (same) {
        void *memory = random_compile(&first, failure);
        same = memory != NULL && try_moves(t, memory, out, failure);
        free(memory);
    }
    for (uint32_t i = 0; i <= VERSIONS; i++) {
        free(memories[i]);
    }
    return same;
}

static trial make_trial(uint64_t seed) {
    trial t = {.seed = seed, .mode = (wits_mode)(seed % MODES)};
    for (uint32_t i = 0; i < VERSIONS; i++) {
        t.calls[i] = 1 + (uint32_t)host_mix(seed, 40 + i) % 40;  // of at least as many
    }
    return t;
}

// ------------------------------------------------------------------------------------------------------------ shrink

static bool still_fails(trial *t, const trial *simpler) {
    run_failure failure;
    if (try_trial(simpler, NULL, &failure)) {
        return false;
    }
    *t = *simpler;
    return true;
}

static void shrink_trial(trial *t) {
    for (uint32_t i = 0; i < VERSIONS; i++) {
        for (uint32_t e = 0; e < RANDOM_EDITS; e++) {
            trial simpler = *t;
            simpler.left_out[i] |= 1u << e;
            (void)still_fails(t, &simpler);
        }
        for (uint32_t fewer = 32; fewer > 0; fewer /= 2) {
            trial simpler = *t;
            while (simpler.calls[i] > fewer) {
                simpler.calls[i] -= fewer;
                if (!still_fails(t, &simpler)) {
                    break;
                }
            }
            simpler = *t;
            while (simpler.calls[i] > fewer) {
                simpler.first_call[i] += fewer;
                simpler.calls[i] -= fewer;
                if (!still_fails(t, &simpler)) {
                    break;
                }
            }
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- main

static void print_commands(void) {
    (void)printf("replay: %s --one %llu\nshrink: %s --shrink %llu\n", program, (unsigned long long)current_seed,
                 program, (unsigned long long)current_seed);
}

/// A failed assertion must name the brain, too.
static void tell_seed(int number) {
    (void)printf("CRASHED\n");
    print_commands();
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static int try_many(uint64_t seed, uint32_t brains) {
    for (uint32_t i = 0; i < brains; i++) {
        run_failure failure;
        current_seed = seed + i;
        trial t = make_trial(current_seed);
        if (!try_trial(&t, NULL, &failure)) {
            (void)printf("FAILED, brain of seed %llu: life %u, call %u: %s\n", (unsigned long long)current_seed,
                         failure.life, failure.call, failure.text);
            print_commands();
            return 1;
        }
    }
    uint32_t seldom = 0;
    for (uint32_t kind = 0; kind < WITS_LOSS_FIELD; kind++) {
        (void)printf("%8llu lost: %s\n", (unsigned long long)lost[kind], wits_loss_name((wits_loss_kind)kind));
        seldom += lost[kind] < LEAST ? 1 : 0;
    }
    (void)printf("%8llu agents loaded from snapshots, %llu loads refused\n", (unsigned long long)saves,
                 (unsigned long long)refused_loads);
    (void)printf("%8llu targets kept, %llu lost by an option that goes on\n", (unsigned long long)targets_kept,
                 (unsigned long long)targets_lost);
    (void)printf("convert: %u brains, %llu conversions, %llu of equal layout, %llu of %llu edits made, %llu bytes "
                 "refused\n",
                 brains, (unsigned long long)conversions, (unsigned long long)same_layouts,
                 (unsigned long long)edits_made, (unsigned long long)edits_tried, (unsigned long long)invalid_tried);
    (void)printf("renames: %llu conversions with %llu renames; %llu after moves with %llu renames\n",
                 (unsigned long long)tally.same, (unsigned long long)tally.renamed, (unsigned long long)tally.moved,
                 (unsigned long long)tally.renames);
    (void)printf(
        "%8llu places lost, %llu choices among several, %llu kept states resumed, %llu random bytes refused, %llu of "
        "%llu random renames\n",
        (unsigned long long)tally.places, (unsigned long long)tally.competed, (unsigned long long)tally.resumed,
        (unsigned long long)tally.hostile, (unsigned long long)tally.refused,
        (unsigned long long)(tally.refused + tally.odd));
    seldom += tally.refused < LEAST || tally.odd < LEAST || tally.places < LEAST || tally.competed < LEAST ||
                      tally.resumed < LEAST || tally.hostile < LEAST
                  ? 1
                  : 0;
    seldom += targets_kept < LEAST || targets_lost < LEAST_LOST ? 1 : 0;
    if (brains >= JUDGED_BRAINS &&
        (seldom > 0 || same_layouts < LEAST || invalid_tried < LEAST || saves < LEAST || refused_loads < LEAST)) {
        (void)printf("FAILED: something that should be tried happened less than %d times\n", LEAST);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    program = argv[0];
    uint64_t seed = DEFAULT_SEED;
    uint32_t brains = DEFAULT_BRAINS;
    bool one = false;
    bool shrinks = false;
    for (int i = 1; i < argc; i += 2) {
        char *end = NULL;
        uint64_t value = i + 1 < argc ? strtoull(argv[i + 1], &end, 10) : 0;
        one = one || strcmp(argv[i], "--one") == 0;
        shrinks = shrinks || strcmp(argv[i], "--shrink") == 0;
        if (end == NULL || *end != 0) {
            (void)fprintf(stderr, "usage: %s [--seed S] [--brains N] | --one SEED | --shrink SEED\n", program);
            return 2;
        }
        brains = strcmp(argv[i], "--brains") == 0 ? (uint32_t)value : brains;
        seed = strcmp(argv[i], "--brains") == 0 ? seed : value;
    }
    (void)signal(SIGABRT, tell_seed);
    (void)signal(SIGSEGV, tell_seed);
    if (!one && !shrinks) {
        return try_many(seed, brains);
    }
    run_failure failure;
    current_seed = seed;
    trial t = make_trial(seed);
    if (shrinks && !try_trial(&t, NULL, &failure)) {
        shrink_trial(&t);
    }
    bool same = try_trial(&t, stdout, &failure);
    (void)printf("%s\n", same ? "no difference" : failure.text);
    return same ? 0 : 1;
}
