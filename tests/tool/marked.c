// SPDX-License-Identifier: MIT
// marked FILE...: checks that the brain with marks, which the program runs, makes the same decisions as the brain of
// the file: after every call the agents' bytes and their fields are equal. Events and calls are drawn at random, the
// same for both.
#include "common/action_markers.h"
#include "common/context.h"
#include "common/inputs.h"
#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS = 2000 };

static void ignore(void *user, const wits_call *call) {
}

/// One of the two agents.
typedef struct side {
    const wits_brain *brain;
    unsigned char *agent;
    context knows;
    wits_frame frame;
} side;

static side side_new(const wits_desc *desc, const wits_brain *brain, const wits_function *functions, host *around) {
    side made = {.brain = brain, .agent = allocate(wits_agent_size(brain), 1)};
    made.knows = context_new(desc->fields, desc->field_count);
    made.frame = (wits_frame){.context = around, .columns = made.knows.columns, .functions = functions, .seed = 7};
    return made;
}

static void side_free(side *of) {
    free(of->agent);
    context_free(&of->knows);
}

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return below == 0 ? 0 : (*state >> 8) % below;
}

static void call(side *s, uint32_t what, wits_state_id state) {
    switch (what) {
    case 0:
        wits_goto(s->brain, s->agent, &s->frame, state);
        break;
    case 1:
        wits_restart(s->brain, s->agent, &s->frame, state);
        break;
    case 2:
        wits_set_state(s->brain, s->agent, &s->frame, state);
        break;
    case 3:
        wits_stop(s->brain, s->agent, &s->frame);
        break;
    case 4:
        wits_start(s->brain, s->agent, &s->frame);
        break;
    case 5:
        wits_decide(s->brain, s->agent, &s->frame);
        break;
    default:
        wits_tick(s->brain, s->agent, &s->frame);
        break;
    }
}

static bool is_equal(const side *a, const side *b) {
    bool equal = wits_agent_size(a->brain) == wits_agent_size(b->brain) &&
                 memcmp(a->agent, b->agent, wits_agent_size(a->brain)) == 0;
    for (uint32_t field = 0; field < a->knows.count; field++) {
        equal = equal && !context_differs(&a->knows, &b->knows, field);
    }
    return equal;
}

static bool compare(const wits_file *file) {
    const wits_desc *desc = wits_file_desc(file);
    double *values = allocate(desc->function_count, sizeof *values);
    host around = {.values = values, .action = ignore, .begin = ignore};
    action_markers mind;
    bool equal = action_markers_make(desc, &mind);
    side sides[2] = {side_new(desc, wits_file_brain(file), mind.functions, &around),
                     side_new(desc, mind.brain, mind.functions, &around)};
    uint32_t chance = 1;
    for (uint32_t tick = 0; tick < TICKS && equal; tick++) {
        uint32_t what = tick == 0 ? 4 : draw(&chance, 40);
        wits_state_id state = (wits_state_id)(desc->state_count > 1 ? 1 + draw(&chance, desc->state_count - 1) : 0);
        uint32_t event = draw(&chance, desc->event_count * 3);
        for (uint32_t row = 0; row < desc->function_count; row++) {
            values[row] = draw(&chance, 2) == 0 ? 0.0 : 1.0;
        }
        for (uint32_t i = 0; i < 2; i++) {
            sides[i].frame.tick = tick;
            if (event < desc->event_count) {
                wits_raise(sides[i].brain, sides[i].agent, event);
            }
            call(&sides[i], state == WITS_ROOT && what < 3 ? 6 : what, state);
        }
        equal = is_equal(&sides[0], &sides[1]);
        if (!equal) {
            printf("%s: differs at tick %u\n", wits_file_name(file), (unsigned)tick);
        }
    }
    side_free(&sides[0]);
    side_free(&sides[1]);
    action_markers_free(&mind);
    free(values);
    return equal;
}

int main(int argc, char **argv) {
    int status = argc > 1 ? STATUS_DONE : STATUS_MISUSE;
    for (int i = 1; i < argc; i++) {
        wits_file *file = load_brain(argv[i]);
        if (file == NULL || !compare(file)) {
            status = STATUS_WRONG;
        }
        wits_file_free(file);
    }
    return status;
}
