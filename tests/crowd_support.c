// SPDX-License-Identifier: MIT
#include "crowd_support.h"

const wits_crowd_path crowd_paths[CROWD_PATHS] = {WITS_CROWD_PATH_AUTO, WITS_CROWD_PATH_SINGLE, WITS_CROWD_PATH_MASKS,
                                                  WITS_CROWD_PATH_GROUPS};

// --------------------------------------------------------------------------------------------------------------- brain

static bool grass(const void *context, const wits_call *call) {
    return ((const pasture *)context)->grass;
}

static float cover(const void *context, const wits_call *call) {
    return ((const pasture *)context)->cover;
}

static void bleat(void *context, const wits_call *call) {
    ((pasture *)context)->bleats++;
}

const wits_function sheep_functions[SHEEP_FUNCTIONS] = {{.name = "grass", .condition = grass},
                                                        {.name = "cover", .score = cover},
                                                        {.name = "bleat", .action = bleat},
                                                        {.name = "chew", .action = bleat},
                                                        {.name = "jump", .action = bleat}};

static wits_brain *sheep_brain(void) {
    static const char *const moods[] = {"sleepy", "awake"};
    static const char *const events[] = {[BARK] = "bark", [WHISTLE] = "whistle"};
    static const wits_field_desc fields[] = {
        [HUNGER] = {.name = "hunger", .type = WITS_TYPE_FLOAT}, [FEAR] = {.name = "fear", .type = WITS_TYPE_UINT8},
        [STEPS] = {.name = "steps", .type = WITS_TYPE_INT16},   [CALM] = {.name = "calm", .type = WITS_TYPE_BOOL},
        [MOOD] = {"mood", WITS_TYPE_ENUM, moods, 2, 0},
    };
    static const wits_state_desc states[] = {
        [SHEEP] = {.name = "sheep"},
        [GRAZE] = {.name = "graze", .enter = "mood = sleepy", .update = "hunger = hunger - 0.125; chew()"},
        [WALK] = {.name = "walk", .enter = "mood = awake; bleat(); jump(2)", .update = "steps = steps + 1"},
        [FLEE] = {.name = "flee", .kind = WITS_KIND_UTILITY, .enter = "fear = 3; bleat()", .inertia = 0.1f},
        [HIDE] = {.name = "hide", .parent = FLEE, .score = "cover() + hunger", .update = "fear = fear - 1"},
        [RUN] = {.name = "run", .parent = FLEE, .score = "random", .hold = 2, .update = "fear = fear - 1; bleat()"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = SHEEP, .any = true, .to = FLEE, .event = "bark", .when = "not calm"},
        {.from = GRAZE, .to = WALK, .when = "hunger < 0 and grass()"},
        {.from = GRAZE, .to = WALK, .when = "random < 0.125", .run = "steps = 0"},
        {.from = WALK, .to = GRAZE, .after = 2, .run = "hunger = 1"},
        {.from = FLEE, .to = GRAZE, .when = "fear == 0", .run = "raise whistle"},
        {.from = GRAZE, .to = WALK, .event = "whistle"},
    };
    const wits_desc desc = {STATES(states),
                            TRANSITIONS(transitions),
                            EVENTS(events),
                            .functions = sheep_functions,
                            .function_count = SHEEP_FUNCTIONS,
                            .fields = fields,
                            .field_count = SHEEP_FIELDS};
    return compile(&desc);
}

// -------------------------------------------------------------------------------------------------------------- memory

static size_t size_of(wits_type type) {
    return type == WITS_TYPE_FLOAT ? 4 : type == WITS_TYPE_INT16 ? 2 : 1;
}

/// One struct has the fields followed by the agent, without padding.
static void lay_out_structs(flock *f, unsigned char *base) {
    size_t offset = 0;
    for (uint32_t field = 0; field < SHEEP_FIELDS; field++) {
        wits_type type = wits_field_type(f->brain, field);
        f->columns[field] = (wits_column){.base = base + offset, .stride = 0, .type = type};
        offset += size_of(type);
    }
    f->crowd.agents = base + offset;
    offset += wits_agent_size(f->brain);
    offset += 1 - offset % 2;
    for (uint32_t field = 0; field < SHEEP_FIELDS; field++) {
        f->columns[field].stride = offset;
    }
    f->agent_stride = f->crowd.agent_stride = offset;
}

/// Arrays one after another; `gap` bytes after each value.
static void lay_out_arrays(flock *f, unsigned char *base, size_t gap) {
    for (uint32_t field = 0; field < SHEEP_FIELDS; field++) {
        wits_type type = wits_field_type(f->brain, field);
        bool shared = f->way == SHARED && field == CALM;
        f->columns[field] = (wits_column){.base = base, .stride = shared ? 0 : size_of(type) + gap, .type = type};
        base += (size_of(type) + gap) * f->count;
    }
    f->agent_stride = wits_agent_size(f->brain) + gap;
    f->crowd.agent_stride = gap == 0 ? 0 : f->agent_stride;
    f->crowd.agents = base;
}

static void put(const flock *f, uint64_t row, uint32_t field, double value) {
    const wits_column *c = &f->columns[field];
    unsigned char *to = (unsigned char *)c->base + row * c->stride;
    float real = (float)value;
    int16_t whole = (int16_t)value;
    uint8_t byte = (uint8_t)whole;  // a negative double does not fit a byte
    memcpy(to,
           c->type == WITS_TYPE_FLOAT   ? (void *)&real
           : c->type == WITS_TYPE_INT16 ? (void *)&whole
                                        : (void *)&byte,
           size_of(c->type));
}

double flock_value(const flock *of, uint64_t row, uint32_t field) {
    const wits_column *c = &of->columns[field];
    const unsigned char *from = (const unsigned char *)c->base + row * c->stride;
    float real = 0;
    int16_t whole = 0;
    if (c->type == WITS_TYPE_FLOAT) {
        memcpy(&real, from, sizeof real);
        return (double)real;
    }
    if (c->type == WITS_TYPE_INT16) {
        memcpy(&whole, from, sizeof whole);
        return whole;
    }
    return *from;
}

uint8_t *flock_agent(const flock *of, uint64_t row) {
    return (uint8_t *)of->crowd.agents + row * of->agent_stride;
}

static void fill(flock *f) {
    for (uint64_t row = 0; row < f->count; row++) {
        put(f, row, HUNGER, (double)(row % 8) * 0.25);
        put(f, row, STEPS, (double)row - 100);
        if (f->way != SHARED) {
            put(f, row, CALM, 0);
        }
        f->pastures[row] = (pasture){.grass = row % 3 == 0, .cover = (float)(row % 5) * 0.125f};
    }
}

static void *checked(void *memory) {
    assert_non_null(memory);
    return memory;
}

flock *flock_new(layout way, uint64_t count, const uint64_t *ids) {
    flock *f = checked(calloc(1, sizeof *f));
    f->brain = sheep_brain();
    f->way = way;
    f->count = count;
    f->size = (size_t)count * 64 + 64;
    f->memory = checked(calloc(1, f->size));
    if (way == STRUCTS) {
        lay_out_structs(f, f->memory + 1);
    } else {
        lay_out_arrays(f, f->memory + 3, way == SPREAD ? 3 : 0);
    }
    size_t code_size = wits_crowd_code_size(f->brain);
    f->code = checked(malloc(code_size));
    f->crowd.code = wits_crowd_prepare(f->brain, f->code, code_size);
    f->scratch = checked(aligned_alloc(64, (wits_crowd_scratch_size(f->crowd.code, 0) + 63) / 64 * 64));
    f->pastures = checked(calloc((size_t)count + 1, sizeof *f->pastures));
    f->crowd.count = count;
    f->crowd.columns = f->columns;
    f->crowd.contexts = f->pastures;
    f->crowd.context_stride = sizeof *f->pastures;
    f->crowd.functions = sheep_functions;
    f->crowd.first_id = 100;
    if (ids != NULL) {
        f->ids = checked(malloc((size_t)count * sizeof *ids + 1));
        memcpy(f->ids, ids, (size_t)count * sizeof *ids);
        f->crowd.ids = f->ids;
    }
    f->list.capacity = (uint32_t)count * 8 + 64;
    f->list.records = checked(calloc(f->list.capacity, sizeof *f->list.records));
    fill(f);
    return f;
}

void flock_free(flock *of) {
    free(of->list.records);
    free(of->pastures);
    free(of->scratch);
    free(of->code);
    free(of->memory);
    free(of->ids);
    free(of->brain);
    free(of);
}

// ----------------------------------------------------------------------------------------------------------------- run

wits_crowd_run flock_run(flock *of, uint32_t tick) {
    return (wits_crowd_run){.tick = tick, .seed = 42, .scratch = of->scratch, .list = &of->list};
}

static bool run_one(const flock *f, uint8_t *agent, const wits_frame *frame, wits_verb verb, wits_state_id state) {
    switch (verb) {
    case WITS_VERB_START:
        return wits_start(f->brain, agent, frame);
    case WITS_VERB_STOP:
        return wits_stop(f->brain, agent, frame);
    case WITS_VERB_GOTO:
        return wits_goto(f->brain, agent, frame, state);
    case WITS_VERB_DECIDE:
        return wits_decide(f->brain, agent, frame);
    case WITS_VERB_UPDATE:
        return wits_update(f->brain, agent, frame);
    default:
        return wits_tick(f->brain, agent, frame);
    }
}

void flock_run_alone(flock *of, const wits_crowd_run *run, wits_verb verb, wits_state_id state) {
    wits_frame frame = {.tick = run->tick,
                        .seed = run->seed,
                        .columns = of->columns,
                        .functions = sheep_functions,
                        .mode = WITS_MODE_DEFERRED,
                        .list = &of->list};
    for (uint64_t row = 0; row < of->count; row++) {
        frame.agent = of->ids != NULL ? of->ids[row] : of->crowd.first_id + row;
        frame.row = (uint32_t)row;
        frame.context = &of->pastures[row];
        bool due = run->decide_every <= 1 || (run->tick + frame.agent) % run->decide_every == 0;
        if (!due && verb == WITS_VERB_DECIDE) {
            continue;
        }
        wits_verb then = !due && verb == WITS_VERB_TICK ? WITS_VERB_UPDATE : verb;
        assert_true(run_one(of, flock_agent(of, row), &frame, then, state));
    }
}

void assert_same_flock(const flock *a, const flock *b) {
    assert_int_equal(a->count, b->count);
    for (uint64_t row = 0; row < a->count; row++) {
        if (memcmp(flock_agent(a, row), flock_agent(b, row), wits_agent_size(a->brain)) != 0) {
            fail_msg("agent %u has other bytes", (unsigned)row);
        }
        for (uint32_t field = 0; field < SHEEP_FIELDS; field++) {
            if (flock_value(a, row, field) != flock_value(b, row, field)) {
                fail_msg("agent %u: %s is %g and %g", (unsigned)row, wits_field_name(a->brain, field),
                         flock_value(a, row, field), flock_value(b, row, field));
            }
        }
    }
}

void assert_same_list(const wits_list *a, const wits_list *b) {
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        const wits_action_record *x = &a->records[i], *y = &b->records[i];
        assert_true(x->agent == y->agent && x->action == y->action && x->kind == y->kind && x->row == y->row);
    }
}

uint32_t below(uint64_t *random, uint32_t most) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)(*random >> 32) % most;
}
