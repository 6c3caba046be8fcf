// SPDX-License-Identifier: MIT
#include "support.h"

// ------------------------------------------------------------------------------------------------------ host functions

void log_text(world *w, const char *text) {
    size_t length = strlen(w->log);
    snprintf(w->log + length, LOG_SIZE - length, "%s%s", length == 0 ? "" : " ", text);
}

void log_action(void *context, const wits_call *call) {
    static const char *const words[] = {[WITS_ACTION_ENTER] = "enter",
                                        [WITS_ACTION_EXIT] = "exit",
                                        [WITS_ACTION_UPDATE] = "update",
                                        [WITS_ACTION_DECIDE] = "decide",
                                        [WITS_ACTION_RETARGET] = "retarget"};
    char text[WITS_MAX_NAME + 48];
    if (call->kind == WITS_ACTION_TRANSITION || call->kind == WITS_ACTION_STEP) {
        snprintf(text, sizeof text, "%c%u", call->kind == WITS_ACTION_STEP ? 's' : 't', (unsigned)call->row);
    } else {
        snprintf(text, sizeof text, "%s-%s", wits_state_name(call->brain, call->state), words[call->kind]);
    }
    const size_t length = strlen(text);
    if (call->target != NULL && call->target->id != WITS_NO_TARGET) {
        snprintf(text + length, sizeof text - length, "@%u", (unsigned)call->target->id);
    } else if (call->target != NULL) {
        snprintf(text + length, sizeof text - length, "@none");
    }
    log_text(context, text);
}

static bool asked(const void *context, const wits_call *call) {
    const world *w = context;
    return call->row < 64 && (w->rows >> call->row & 1) != 0;
}

static bool step_asked(const void *context, const wits_call *call) {
    const world *w = context;
    return call->row < 64 && (w->step_rows >> call->row & 1) != 0;
}

static bool yes(const void *context, const wits_call *call) {
    return true;
}

static bool no(const void *context, const wits_call *call) {
    return false;
}

static float score(const void *context, const wits_call *call) {
    const world *w = context;
    return w->scores[call->state];
}

static void nothing(void *context, const wits_call *call) {
}

static wits_state_id step(void *context, const wits_call *call) {
    world *w = context;
    char text[WITS_MAX_NAME + 16];
    snprintf(text, sizeof text, "%s-step", wits_state_name(call->brain, call->state));
    log_text(w, text);
    return w->next_of == 0 || w->next_of == call->state ? w->next : WITS_STAY;
}

static const wits_function shared_functions[] = {
    {.name = "asked", .condition = asked},  {.name = "step_asked", .condition = step_asked},
    {.name = "yes", .condition = yes},      {.name = "no", .condition = no},
    {.name = "score", .score = score},      {.name = "log", .action = log_action},
    {.name = "nothing", .action = nothing}, {.name = "step", .step = step},
};

// -------------------------------------------------------------------------------------------------------------- scenes

static void *copy_of(const void *from, size_t count, size_t size) {
    void *to = calloc(count + 1, size);
    assert_non_null(to);
    if (count != 0) {
        memcpy(to, from, count * size);
    }
    return to;
}

wits_brain *compile(const wits_desc *desc) {
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    size_t size = wits_brain_size(desc, &report);
    for (uint32_t i = 0; i < report.count && i < report.capacity; i++) {
        char text[320];
        wits_problem_text(&problems[i], text, sizeof text);
        print_error("%s\n", text);
    }
    assert_int_equal(report.count, 0);
    void *memory = malloc(size);
    assert_non_null(memory);
    const wits_brain *brain = wits_brain_compile(desc, memory, size, NULL);
    assert_ptr_equal(brain, memory);
    return memory;
}

static const char *or_log(const char *text) {
    return text == NULL ? "log" : text;
}

scene *scene_open_in(const wits_desc *given, unsigned modes) {
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    wits_state_desc *states = copy_of(given->states, given->state_count, sizeof *states);
    wits_transition_desc *transitions = copy_of(given->transitions, given->transition_count, sizeof *transitions);
    wits_step_desc *steps = copy_of(given->steps, given->step_count, sizeof *steps);
    s->functions = calloc(COUNT(shared_functions) + given->function_count, sizeof *s->functions);
    assert_non_null(s->functions);
    memcpy(s->functions, shared_functions, sizeof shared_functions);
    for (uint32_t i = 0; i < given->function_count; i++) {
        s->functions[COUNT(shared_functions) + i] = given->functions[i];
    }
    s->modes = modes;
    for (uint32_t i = 1; i < given->state_count; i++) {
        states[i].enter = or_log(states[i].enter);
        states[i].exit = or_log(states[i].exit);
        states[i].update = or_log(states[i].update);
        states[i].retarget = states[i].target != NULL && !states[i].reenter ? or_log(states[i].retarget) : NULL;
    }
    for (uint32_t i = 0; i < given->state_count; i++) {
        if (states[i].step != NULL) {
            s->modes &= ~(1u << WITS_MODE_LISTED);
        }
    }
    for (uint32_t i = 0; i < given->transition_count; i++) {
        transitions[i].run = or_log(transitions[i].run);
        transitions[i].when = transitions[i].when == NULL ? "asked" : transitions[i].when;
    }
    for (uint32_t i = 0; i < given->step_count; i++) {
        if (states[steps[i].of].step == NULL) {
            steps[i].run = or_log(steps[i].run);
            steps[i].when = steps[i].when == NULL ? "step_asked" : steps[i].when;
        }
    }
    wits_desc desc = *given;
    desc.states = states;
    desc.transitions = transitions;
    desc.steps = steps;
    desc.functions = s->functions;
    desc.function_count = COUNT(shared_functions) + given->function_count;
    s->memory = compile(&desc);
    s->brain = s->memory;
    free(states);
    free(transitions);
    free(steps);
    for (int mode = 0; mode < 3; mode++) {
        s->agents[mode] = (uint8_t *)calloc(1, wits_agent_size(s->brain) + 1) + 1;
    }
    s->world.next = WITS_STAY;
    return s;
}

scene *scene_open(const wits_desc *desc) {
    return scene_open_in(desc, ALL_MODES);
}

void scene_close(scene *s) {
    for (int mode = 0; mode < 3; mode++) {
        free(s->agents[mode] - 1);
    }
    free(s->memory);
    free(s->functions);
    free(s);
}

// --------------------------------------------------------------------------------------------------------------- verbs

typedef enum call_kind { START, STOP, GOTO, RESTART, PLACE, DECIDE, UPDATE, TICK } call_kind;

static const struct {
    const char *name;
    wits_verb room;
} verbs[] = {
    {"start", WITS_VERB_START}, {"stop", WITS_VERB_STOP},     {"goto", WITS_VERB_GOTO},     {"restart", WITS_VERB_GOTO},
    {"place", WITS_VERB_GOTO},  {"decide", WITS_VERB_DECIDE}, {"update", WITS_VERB_UPDATE}, {"tick", WITS_VERB_TICK},
};

static bool call_verb(const scene *s, void *agent, const wits_frame *frame, call_kind verb, wits_state_id state) {
    switch (verb) {
    case START:
        return wits_start(s->brain, agent, frame);
    case STOP:
        return wits_stop(s->brain, agent, frame);
    case GOTO:
        return wits_goto(s->brain, agent, frame, state);
    case RESTART:
        return wits_restart(s->brain, agent, frame, state);
    case PLACE:
        return wits_set_state(s->brain, agent, frame, state);
    case DECIDE:
        return wits_decide(s->brain, agent, frame);
    case UPDATE:
        return wits_update(s->brain, agent, frame);
    default:
        return wits_tick(s->brain, agent, frame);
    }
}

/// Makes a call in one mode; listed actions run afterwards. The list has exactly the required capacity.
static void run_in(scene *s, wits_mode mode, call_kind verb, wits_state_id state) {
    uint32_t room = mode == WITS_MODE_NOW ? 0 : wits_list_room(s->brain, verbs[verb].room);
    wits_action_record *records = malloc(room * sizeof *records + 1);
    assert_non_null(records);
    wits_list list = {records, room, 0};
    s->logs[mode][0] = '\0';
    s->world.log = s->logs[mode];
    wits_frame frame = {
        .tick = s->tick,
        .agent = s->id,
        .seed = s->seed,
        .context = &s->world,
        .functions = s->functions,
        .targets = s->targets,
        .columns = s->columns,
        .mode = mode,
        .list = mode == WITS_MODE_NOW ? NULL : &list,
        .trace = mode == WITS_MODE_NOW ? s->trace : NULL,
    };
    assert_true(call_verb(s, s->agents[mode], &frame, verb, state));
    assert_true(list.count <= room);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(records[i].agent, s->id);
        wits_run_record(s->brain, s->agents[mode], &frame, &records[i]);
    }
    free(records);
    assert_true(wits_agent_is_valid(s->brain, s->agents[mode], wits_agent_size(s->brain)));
}

static void run(scene *s, call_kind verb, wits_state_id state, const char *expected) {
    static const char *const mode_names[] = {"now", "deferred", "listed"};
    const uint8_t *first = NULL;
    for (int mode = 0; mode < 3; mode++) {
        if ((s->modes >> mode & 1) == 0) {
            continue;
        }
        run_in(s, (wits_mode)mode, verb, state);
        if (strcmp(s->logs[mode], expected) != 0) {
            fail_msg("%s at tick %u, mode %s: expected '%s', got '%s'", verbs[verb].name, (unsigned)s->tick,
                     mode_names[mode], expected, s->logs[mode]);
        }
        if (first != NULL && memcmp(first, s->agents[mode], wits_agent_size(s->brain)) != 0) {
            fail_msg("%s at tick %u: other bytes in mode %s", verbs[verb].name, (unsigned)s->tick, mode_names[mode]);
        }
        first = s->agents[mode];
    }
}

void start(scene *s, const char *expected) {
    run(s, START, 0, expected);
}

void stop(scene *s, const char *expected) {
    run(s, STOP, 0, expected);
}

void go_to(scene *s, wits_state_id state, const char *expected) {
    run(s, GOTO, state, expected);
}

void restart(scene *s, wits_state_id state, const char *expected) {
    run(s, RESTART, state, expected);
}

void place(scene *s, wits_state_id state) {
    run(s, PLACE, state, "");
}

void decide(scene *s, uint64_t rows, const char *expected) {
    s->world.rows = rows;
    run(s, DECIDE, 0, expected);
}

void take(scene *s, uint32_t row, const char *expected) {
    decide(s, ROW(row), expected);
}

void pass(scene *s, const char *expected) {
    decide(s, 0, expected);
}

void update(scene *s, const char *expected) {
    update_with(s, 0, expected);
}

void update_with(scene *s, uint64_t step_rows, const char *expected) {
    s->world.step_rows = step_rows;
    run(s, UPDATE, 0, expected);
}

void tick(scene *s, uint64_t rows, const char *expected) {
    s->world.rows = rows;
    run(s, TICK, 0, expected);
}

void event(scene *s, uint32_t number) {
    for (int mode = 0; mode < 3; mode++) {
        if ((s->modes >> mode & 1) != 0) {
            wits_raise(s->brain, s->agents[mode], number);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- queries

void expect_active(const scene *s, const char *expected) {
    wits_state_id states[32];
    uint32_t count = wits_active(s->brain, s->agents[0], states, COUNT(states));
    char text[256] = "";
    for (uint32_t i = 0; i < count; i++) {
        strcat(text, i == 0 ? "" : " ");
        strcat(text, wits_state_name(s->brain, states[i]));
    }
    assert_string_equal(text, expected);
}

void expect_elapsed(const scene *s, wits_state_id state, uint32_t ticks) {
    assert_int_equal(wits_elapsed(s->brain, s->agents[0], state, s->tick), ticks);
}

bool is_in(const scene *s, wits_state_id state) {
    return wits_is_in(s->brain, s->agents[0], state);
}

void expect_pending(const scene *s, uint32_t number, bool pending) {
    for (int mode = 0; mode < 3; mode++) {
        if ((s->modes >> mode & 1) != 0) {
            assert_int_equal(wits_is_pending(s->brain, s->agents[mode], number), pending);
        }
    }
}
