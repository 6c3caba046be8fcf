// SPDX-License-Identifier: MIT
// Situations of random brains (wits/situations.h): an agent and its copy, moved to another tick and saturated, continue
// with the same inputs, and must do the same. So must two agents whose bytes have become equal.
//
//   test_situations BRAINS [SEED]
#include "random_clocks.h"
#include "random_fields.h"
#include "random_run.h"
#include "random_words.h"
#include "wits/situations.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RECORDS = 16384,
    MOST_TRACED = 16384,
    LIVES = 6,            ///< runs of each brain, two in each mode
    CALLS_AFTER = 200,    ///< calls in which both continue
    SEEN = 256,           ///< situations of one run
    MOST_TWINS = 3,       ///< pairs with equal bytes that continue, for one agent
    JUDGED_BRAINS = 100,  ///< minimum number of brains for checking coverage
    LEAST_TRIED = 100,
};

static const uint64_t DEFAULT_SEED = 20261123;

/// One of two agents in the same run.
typedef struct side {
    uint8_t *fields;
    wits_column columns[RANDOM_FIELDS];
    host_context context;
    host_log log;
    wits_action_record records[MOST_RECORDS];
    uint32_t arguments[MOST_RECORDS * WITS_MAX_ARGUMENTS];
    wits_list list;
    wits_trace_record traced[MOST_TRACED];
    wits_trace trace;
    uint8_t *agent;
    uint32_t late;  ///< its ticks are later by this number
    bool done;
} side;

/// An earlier state of an agent, and the bytes from both calls.
typedef struct situation {
    uint8_t *bytes;
    uint8_t *became;
    uint32_t tick;
} situation;

/// The running calls of the copy.
typedef enum upkeep { UPKEEP_NONE, UPKEEP_SATURATE, UPKEEP_BOTH, UPKEEPS } upkeep;

typedef struct trial {
    const random_brain *made;
    const wits_brain *brain;
    random_run run;
    random_layout layout;
    random_view view;
    float *draws;
    size_t agent_size;
    side *sides[2];
    situation seen[SEEN];
    uint32_t seen_count;
    const char *what;
    char *text;
} trial;

/// Coverage: running clocks and stopped ones that were clamped, agents that were moved, pairs of equal bytes.
static uint64_t shortened, others, moved, pairs, never;
/// Clock limits of the host: a number of ticks for each state.
static uint32_t least[RANDOM_STATES];
static uint32_t late_of_second;
static random_brain brain;

static bool fail(trial *t, const char *format, ...) {
    char what[300];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    (void)snprintf(t->text, 400, "%s: %s", t->what, what);
    return false;
}

// ----------------------------------------------------------------------------------------------------------- the brain

/// In this case, no agent is moved.
static bool reads_tick;

static void look_for_tick(const char *text) {
    reads_tick = reads_tick || (text != NULL && strstr(text, "tick") != NULL);
}

static void take_tick_away(const char *text) {
    random_words_write_over(text, "tick", "1234");
}

static void take_elapsed_away(const char *text) {
    random_words_write_over(text, "elapsed", "1234567");
}

/// Most brains do not read ticks, and use `elapsed` only with constants: then agents can be moved, and their clocks
/// saturate.
static void make_brain(uint64_t seed) {
    rng r = {host_mix(seed, 32)};
    seed % 2 == 0 ? random_brain_make(&brain, seed) : random_brain_make_aimed(&brain, seed);
    if (rng_chance(&r, 75)) {
        random_words_each(&brain.desc, take_tick_away);
    }
    if (rng_chance(&r, 75)) {
        random_words_each(&brain.desc, take_elapsed_away);
    }
    random_clocks_add(&brain, host_mix(seed, 31));
    reads_tick = false;
    random_words_each(&brain.desc, look_for_tick);
}

// --------------------------------------------------------------------------------------------------------------- sides

static void engine_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static uint32_t elapsed_up_to_least(const wits_call *call) {
    const uint32_t elapsed = wits_call_elapsed(call);
    return elapsed < least[call->state] ? elapsed : least[call->state];
}

static uint32_t tick_of_second(const wits_call *call) {
    return call->frame->tick - late_of_second;
}

static const host_hooks first_hooks = {wits_call_is_in, elapsed_up_to_least, engine_raise};
static const host_hooks second_hooks = {wits_call_is_in, elapsed_up_to_least, engine_raise, .tick = tick_of_second};

static side *side_new(const trial *t, const host_hooks *hooks) {
    side *s = calloc(1, sizeof *s);
    s->fields = malloc(t->layout.bytes);
    s->agent = calloc(1, t->agent_size);
    random_layout_columns(&t->layout, s->fields, s->columns);
    random_fields_fill(&t->layout, s->fields, t->run.layout);
    s->context.desc = &t->made->desc;
    s->context.hooks = hooks;
    s->context.log = &s->log;
    return s;
}

static void side_free(side *s) {
    free(s->fields);
    free(s->agent);
    free(s);
}

/// The second is a copy of the first, with these bytes as an agent, whose ticks are later by this number.
static void make_second(trial *t, const uint8_t *agent, uint32_t late) {
    side *a = t->sides[0], *b = t->sides[1];
    memcpy(b->fields, a->fields, t->layout.bytes);
    memcpy(b->agent, agent, t->agent_size);
    b->context.values = a->context.values;
    b->late = late;
    late_of_second = late;
}

static void make_call(const trial *t, side *s, const random_call *call) {
    s->context.values.input = call->input;
    random_fields_input(&t->layout, s->fields, t->run.row, call->input);
    s->log.count = 0;
    s->list = (wits_list){s->records, MOST_RECORDS, 0, s->arguments, MOST_RECORDS * WITS_MAX_ARGUMENTS, 0};
    s->trace = (wits_trace){s->traced, MOST_TRACED, 0, 0};
    wits_frame frame = {.tick = call->tick + s->late,
                        .agent = t->run.agent,
                        .seed = t->run.seed,
                        .draws = t->draws,
                        .context = &s->context,
                        .functions = t->made->desc.functions,
                        .mode = t->run.mode,
                        .columns = s->columns,
                        .row = t->run.row,
                        .targets = t->view.kinds > 0 ? t->view.lists : NULL,
                        .list = &s->list,
                        .trace = call->trace == WITS_NONE ? NULL : &s->trace};
    s->done = random_call_make(t->brain, s->agent, call, &frame);
    if (t->run.mode != WITS_MODE_NOW && call->run_records) {
        frame.tick += call->late;
        s->context.from_list = true;
        for (uint32_t i = 0; i < s->list.count; i++) {
            wits_run_record(t->brain, s->agent, &frame, &s->records[i]);
        }
        s->context.from_list = false;
    }
}

/// Sets the targets of a call, and random draws, which agents that are moved must not take from the seed.
static void look_around(trial *t, const random_call *call) {
    rng r = {host_mix(t->run.seed, call->input)};
    random_view_free(&t->view);
    random_view_make(&t->view, &t->made->desc, t->run.agents, t->run.agents > 1 || t->run.layout % 2 == 0,
                     host_mix(t->run.layout, call->input % 3 == 0 ? 0 : call->input));
    for (uint32_t place = 0; place < wits_random_stream_count(t->brain); place++) {
        t->draws[place] = (float)rng_below(&r, 1u << 24) * 0x1p-24f;
    }
}

// ----------------------------------------------------------------------------------------------------------- comparing

static bool same_states(trial *t) {
    wits_state_id a[RANDOM_STATES], b[RANDOM_STATES];
    const uint32_t a_count = wits_active(t->brain, t->sides[0]->agent, a, RANDOM_STATES);
    const uint32_t b_count = wits_active(t->brain, t->sides[1]->agent, b, RANDOM_STATES);
    if (a_count != b_count || memcmp(a, b, a_count * sizeof *a) != 0) {
        return fail(t, "other states are active: %s, should be %s", wits_state_name(t->brain, b[0]),
                    wits_state_name(t->brain, a[0]));
    }
    for (uint32_t event = 0; event < t->made->desc.event_count; event++) {
        if (wits_is_pending(t->brain, t->sides[0]->agent, event) !=
            wits_is_pending(t->brain, t->sides[1]->agent, event)) {
            return fail(t, "other events are pending");
        }
    }
    return true;
}

static bool same_list(trial *t) {
    const side *a = t->sides[0], *b = t->sides[1];
    return (a->list.count == b->list.count && a->list.argument_count == b->list.argument_count &&
            memcmp(a->records, b->records, a->list.count * sizeof *a->records) == 0 &&
            memcmp(a->arguments, b->arguments, a->list.argument_count * sizeof *a->arguments) == 0) ||
           fail(t, "the list differs");
}

/// Compares everything in the traces except the ticks.
static bool same_trace(trial *t) {
    const side *a = t->sides[0], *b = t->sides[1];
    bool same = a->trace.count == b->trace.count;
    for (uint32_t i = 0; i < a->trace.count && same; i++) {
        wits_trace_record record = b->traced[i];
        record.tick -= b->late;
        same = memcmp(&record, &a->traced[i], sizeof record) == 0;
    }
    return same || fail(t, "the trace differs");
}

static bool same_sides(trial *t) {
    const side *a = t->sides[0], *b = t->sides[1];
    if (a->done != b->done || a->log.count != b->log.count ||
        memcmp(a->log.entries, b->log.entries, a->log.count * sizeof *a->log.entries) != 0) {
        return fail(t, "other actions ran");
    }
    if (memcmp(&a->context.values, &b->context.values, sizeof a->context.values) != 0 ||
        memcmp(a->fields, b->fields, t->layout.bytes) != 0) {
        return fail(t, "the context differs");
    }
    return same_states(t) && same_list(t) && same_trace(t) &&
           (wits_agent_is_valid(t->brain, b->agent, t->agent_size) || fail(t, "these bytes are not an agent"));
}

// ------------------------------------------------------------------------------------------------------------- both on

static void random_call_next(const trial *t, rng *r, uint32_t *tick, random_call *call) {
    *call = t->run.calls[rng_below(r, t->run.call_count)];
    *tick += rng_chance(r, 25) ? 0 : rng_chance(r, 80) ? 1 : rng_below(r, 20);
    call->tick = *tick;
    call->verb = rng_chance(r, 60) ? VERB_TICK : call->verb;
    const uint32_t inputs = rng_chance(r, 50) ? 3 : 0xFFFF;
    call->input = rng_below(r, inputs);
}

static void saturate(const trial *t, uint8_t *agent, uint32_t tick) {
    uint32_t before[RANDOM_STATES];
    uint8_t *copy = malloc(t->agent_size);
    memcpy(copy, agent, t->agent_size);
    for (uint32_t s = 0; s < wits_state_count(t->brain); s++) {
        before[s] = wits_elapsed(t->brain, agent, (wits_state_id)s, tick);
    }
    wits_agent_saturate(t->brain, agent, tick, least);
    bool was_shortened = false;
    for (uint32_t s = 0; s < wits_state_count(t->brain); s++) {
        was_shortened = was_shortened || wits_elapsed(t->brain, agent, (wits_state_id)s, tick) != before[s];
    }
    shortened += was_shortened;
    others += !was_shortened && memcmp(copy, agent, t->agent_size) != 0;
    free(copy);
}

/// This many calls from `tick` on.
static bool live_on(trial *t, uint64_t seed, uint32_t tick, uint32_t calls, upkeep keep) {
    rng r = {seed};
    side *b = t->sides[1];
    for (uint32_t i = 0; i < calls; i++) {
        random_call call;
        random_call_next(t, &r, &tick, &call);
        look_around(t, &call);
        make_call(t, t->sides[0], &call);
        make_call(t, b, &call);
        if (!same_sides(t)) {
            char *end = t->text + strlen(t->text);
            (void)snprintf(end, 60, " (call %u behind it)", i);
            return false;
        }
        if (keep == UPKEEP_BOTH && !reads_tick) {
            const uint32_t late = (uint32_t)rng_next(&r);
            wits_agent_rebase(t->brain, b->agent, tick + b->late, tick + late);
            b->late = late;
            late_of_second = late;
        }
        if (keep != UPKEEP_NONE) {
            saturate(t, b->agent, tick + b->late);
        }
    }
    return true;
}

static uint32_t some_late(rng *r, uint32_t tick) {
    const uint32_t before_wrap = 0u - rng_below(r, 60);
    const uint32_t anywhere = (uint32_t)rng_next(r);
    const uint32_t to[] = {0, before_wrap, anywhere, tick};
    return reads_tick ? 0 : to[rng_below(r, 4)] - tick;
}

/// A copy of the agent, moved and saturated, continues as the agent does.
static bool copy_goes_on(trial *t, rng *r, uint32_t tick) {
    const uint32_t late = some_late(r, tick);
    make_second(t, t->sides[0]->agent, late);
    wits_agent_rebase(t->brain, t->sides[1]->agent, tick, tick + late);
    saturate(t, t->sides[1]->agent, tick + late);
    moved += late != 0;
    t->what = "moved and saturated";
    const upkeep keep = (upkeep)rng_below(r, UPKEEPS);
    return live_on(t, rng_next(r), tick, CALLS_AFTER, keep);
}

// --------------------------------------------------------------------------------------------------------- equal bytes

static void forget_seen(trial *t) {
    for (uint32_t i = 0; i < t->seen_count; i++) {
        free(t->seen[i].bytes);
        free(t->seen[i].became);
    }
    t->seen_count = 0;
}

/// Repeating it changes nothing, and neither call undoes the other.
static bool is_settled(trial *t, const uint8_t *became) {
    uint8_t *again = malloc(t->agent_size);
    memcpy(again, became, t->agent_size);
    wits_agent_saturate(t->brain, again, 0, least);
    wits_agent_rebase(t->brain, again, 0, 77);
    wits_agent_saturate(t->brain, again, 77, least);
    wits_agent_rebase(t->brain, again, 77, 0);
    const bool same = memcmp(again, became, t->agent_size) == 0;
    free(again);
    t->what = "both calls once more";
    return same || fail(t, "other bytes");
}

/// Stores the agent's situation. Another agent that has reached the same situation continues as this one does.
static bool twins_go_on(trial *t, rng *r, uint32_t tick, uint32_t *twins) {
    const side *a = t->sides[0];
    situation now = {.bytes = malloc(t->agent_size), .became = malloc(t->agent_size), .tick = tick};
    memcpy(now.bytes, a->agent, t->agent_size);
    memcpy(now.became, a->agent, t->agent_size);
    const uint32_t to = reads_tick ? tick : 0;
    wits_agent_rebase(t->brain, now.became, tick, to);
    wits_agent_saturate(t->brain, now.became, to, least);
    bool same = reads_tick || is_settled(t, now.became);
    for (uint32_t i = 0; i < t->seen_count && same && *twins < MOST_TWINS && !reads_tick; i++) {
        const situation *other = &t->seen[i];
        if (memcmp(other->became, now.became, t->agent_size) != 0 ||
            (other->tick == tick && memcmp(other->bytes, now.bytes, t->agent_size) == 0)) {
            continue;
        }
        ++*twins;
        pairs++;
        uint8_t *fields = malloc(t->layout.bytes);
        memcpy(fields, a->fields, t->layout.bytes);
        const host_values values = a->context.values;
        make_second(t, other->bytes, other->tick - tick);
        t->what = "equal bytes";
        same = live_on(t, rng_next(r), tick, CALLS_AFTER / 4, UPKEEP_NONE);
        memcpy(t->sides[0]->agent, now.bytes, t->agent_size);  // back to where it was
        memcpy(t->sides[0]->fields, fields, t->layout.bytes);
        t->sides[0]->context.values = values;
        free(fields);
        break;
    }
    t->seen[t->seen_count++] = now;
    return same;
}

// ---------------------------------------------------------------------------------------------------------------- runs

/// Jumps of billions of ticks are excluded: a clock that has wrapped shows less than one that has stopped.
static void bend_ticks(random_run *run) {
    uint32_t last = run->calls[0].tick;
    uint32_t tick = last;
    for (uint32_t i = 0; i < run->call_count; i++) {
        const uint32_t ticks = run->calls[i].tick - last;
        last = run->calls[i].tick;
        tick += ticks < 10000 ? ticks : 10000;
        run->calls[i].tick = tick;
    }
}

static bool try_life(trial *t, uint64_t seed) {
    rng r = {host_mix(seed, 5)};
    uint32_t twins = 0;
    const uint32_t until = rng_below(&r, t->run.call_count);
    bool same = true;
    for (uint32_t i = 0; i <= until && same; i++) {
        const random_call *call = &t->run.calls[i];
        look_around(t, call);
        make_call(t, t->sides[0], call);
        same = t->seen_count == SEEN || twins_go_on(t, &r, call->tick, &twins);
    }
    return same && copy_goes_on(t, &r, t->run.calls[until].tick + rng_below(&r, 3));
}

static void begin_life(trial *t, uint64_t seed, uint32_t number) {
    rng r = {host_mix(seed, 700 + number)};
    random_run_make(&t->run, &brain.desc, host_mix(seed, number), (wits_mode)(number % 3));
    bend_ticks(&t->run);
    random_layout_make(&t->layout, &brain.desc, brain.shared, t->run.layout, t->run.agents);
    t->sides[0] = side_new(t, &first_hooks);
    t->sides[1] = side_new(t, &second_hooks);
    const bool looks = rng_chance(&r, 50);
    for (uint32_t s = 0; s < RANDOM_STATES; s++) {
        least[s] = looks ? rng_below(&r, 8) : 0;
    }
}

static void end_life(trial *t) {
    random_view_free(&t->view);
    memset(&t->view, 0, sizeof t->view);
    forget_seen(t);
    side_free(t->sides[0]);
    side_free(t->sides[1]);
}

static bool try_brain(uint64_t seed, char *text) {
    make_brain(seed);
    run_failure failure = {{0}};
    void *memory = random_compile(&brain, &failure);
    if (memory == NULL) {
        (void)snprintf(text, 400, "%.390s", failure.text);
        return false;
    }
    static trial t;
    memset(&t, 0, sizeof t);
    t.made = &brain;
    t.brain = memory;
    t.agent_size = wits_agent_size(t.brain);
    t.draws = calloc(wits_random_stream_count(t.brain) + 1, sizeof *t.draws);
    t.text = text;
    never += !wits_brain_saturates(t.brain);
    bool same = true;
    for (uint32_t number = 0; number < LIVES && same; number++) {
        begin_life(&t, seed, number);
        same = try_life(&t, host_mix(seed, 40 + number));
        end_life(&t);
    }
    free(t.draws);
    free(memory);
    return same;
}

int main(int argc, char **argv) {
    const uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : DEFAULT_SEED;
    for (uint32_t i = 0; i < brains; i++) {
        char text[500] = "";
        if (!try_brain(seed + i, text)) {
            (void)printf("FAILED, brain of seed %llu: %s\nreplay: %s 1 %llu\n", (unsigned long long)(seed + i), text,
                         argv[0], (unsigned long long)(seed + i));
            return 1;
        }
    }
    (void)printf("situations: %u brains, %llu of them with a clock that matters for ever; %llu times running clocks "
                 "were set back, %llu times only others; %llu agents moved, %llu pairs of equal bytes\n",
                 brains, (unsigned long long)never, (unsigned long long)shortened, (unsigned long long)others,
                 (unsigned long long)moved, (unsigned long long)pairs);
    const bool few = shortened < LEAST_TRIED || others < LEAST_TRIED || moved < LEAST_TRIED || pairs < LEAST_TRIED;
    if (few && brains >= JUDGED_BRAINS) {
        (void)printf("FAILED: one of them is too seldom\n");
        return 1;
    }
    return 0;
}
