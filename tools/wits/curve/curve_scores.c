// SPDX-License-Identifier: MIT
// curve: computes the scores of a utility's options over one field. The library makes the decision for every value.
#include "curve/curve_scores.h"
#include "common/lookup.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------- the decision

static void begin_nothing(void *user, const wits_call *call) {
    (void)user;
    (void)call;
}

/// Compiles the brain without anything that prevents the utility from being entered, or changes a field before that.
static wits_brain *compile_alone(const wits_desc *desc) {
    wits_desc alone = *desc;
    wits_state_desc *states = allocate(desc->state_count, sizeof *states);
    for (uint32_t row = 0; row < desc->state_count; row++) {
        states[row] = desc->states[row];
        states[row].enter = states[row].exit = states[row].update = states[row].decide = NULL;
        states[row].retarget = NULL;
        states[row].initial = WITS_ROOT;
    }
    alone.states = states;
    alone.transition_count = 0;
    alone.step_count = 0;
    alone.initial_count = 0;
    wits_brain *made = compile_tables(&alone);
    free(states);
    return made;
}

static wits_function *functions_of(const wits_desc *desc) {
    wits_function *made = allocate(desc->function_count, sizeof *made);
    for (uint32_t row = 0; row < desc->function_count; row++) {
        made[row] = host_function(&desc->functions[row]);
    }
    return made;
}

static const wits_brain *brain_of(const scene *s) {
    return s->own != NULL ? s->own : s->of->mind.brain;
}

void scene_begin(const curve_option *of, const agent_run *one, scene *to) {
    const agent_sim *agent = &one->agent;
    *to = (scene){.of = agent, .call = of->call, .composite = wits_state_parent(of->brain, of->option)};
    if (of->call == NULL) {
        to->own = compile_alone(agent->desc);
        to->functions = functions_of(agent->desc);
    }
    to->given = context_new(agent->desc->fields, agent->desc->field_count);
    to->tried = context_new(agent->desc->fields, agent->desc->field_count);
    context_copy(&to->given, of->call != NULL ? &of->call->given : &agent->knows);
    to->around = (host){.values = agent->around.values, .given = agent->around.given, .begin = begin_nothing};
    to->frame = agent->frame;
    to->frame.context = &to->around;
    to->frame.columns = to->tried.columns;
    to->frame.functions = to->own != NULL ? to->functions : agent->mind.functions;
    to->frame.trace = NULL;
    to->agent = allocate(wits_agent_size(brain_of(to)), 1);
    to->memory = allocate(wits_explain_size(brain_of(to)), 1);
}

void scene_end(scene *of) {
    free(of->own);
    free(of->functions);
    context_free(&of->given);
    context_free(&of->tried);
    free(of->agent);
    free(of->memory);
    *of = (scene){0};
}

/// Makes the decision with the current values.
static void decide(scene *s) {
    const wits_brain *brain = brain_of(s);
    if (s->call == NULL) {
        memset(s->agent, 0, wits_agent_size(brain));
        wits_start(brain, s->agent, &s->frame);
        if (s->composite != WITS_ROOT) {
            wits_restart(brain, s->agent, &s->frame, s->composite);
        }
        return;
    }
    memcpy(s->agent, s->call->before, wits_agent_size(brain));
    agent_sim_do(brain, s->agent, &s->frame, (input_call){s->call->verb, s->call->state});
}

const wits_explained_choice *scene_score(scene *of, uint32_t field, double value) {
    const wits_explained_choice *found = NULL;
    context_copy(&of->tried, &of->given);
    context_set(&of->tried, field, value);
    wits_explain_begin(&of->why, brain_of(of), of->memory, wits_explain_size(brain_of(of)));
    of->frame.explain = &of->why;
    decide(of);
    for (uint32_t i = 0; i < of->why.choice_count; i++) {
        const wits_explained_choice *one = &of->why.choices[i];
        found = one->composite == of->composite && one->option_count > 0 ? one : found;
    }
    return found;
}

// ------------------------------------------------------------------------------------------------------------ the axis

bool scored_range(const wits_desc *desc, const char *field, double *lo, double *hi) {
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        const wits_consideration_desc *one = &desc->considerations[row];
        if (one->input != NULL && row_is_ranged(one) && strcmp(one->input, field) == 0) {
            bool falls = one->high < one->low;
            *lo = (double)(falls ? one->high : one->low);
            *hi = (double)(falls ? one->low : one->high);
            return true;
        }
    }
    return false;
}

enum { USUAL_INT = 10 };  // least upper end of an int's axis

score_axis score_axis_of(const wits_desc *desc, const context *given, uint32_t field) {
    double least, most, value = context_get(given, field);
    score_axis scored = {.field = field};
    if (scored_range(desc, desc->fields[field].name, &scored.lo, &scored.hi)) {
        return scored;
    }
    bool is_finite = value - value == 0.0;
    score_axis made = {field, is_finite && value < 0 ? 2 * value : 0, is_finite && value > 1 ? 2 * value : 1};
    if (type_range(desc->fields[field].type, &least, &most)) {
        made.hi = made.hi < USUAL_INT ? USUAL_INT : made.hi < most ? made.hi : most;
        made.lo = made.lo > least ? made.lo : least;
    }
    return made;
}

static void add_no_field(text *problem, const wits_desc *desc, const char *name) {
    text_format(problem, "unknown field '%s'", name);
    text_guess_field(problem, desc, name);
}

static void read_axis(const wits_desc *desc, const context *given, const char *over, score_axis *to, text *problem) {
    text name = {0};
    size_t length = strcspn(over, "=");
    double least, most;
    text_add_bytes(&name, over, length);
    uint32_t field = find_field(desc, text_of(&name));
    if (field == WITS_NONE) {
        add_no_field(problem, desc, text_of(&name));
    } else if (!field_is_number(&desc->fields[field])) {
        text_format(problem, "'%s' is not a number", text_of(&name));
    } else {
        *to = score_axis_of(desc, given, field);
        if (over[length] == '=' && !read_range(over + length + 1, &to->lo, &to->hi)) {
            text_format(problem, "a range must be two numbers, the smaller first: %s=0..30", text_of(&name));
        } else if (type_range(desc->fields[field].type, &least, &most) && (to->lo < least || to->hi > most)) {
            text_format(problem, "%s must be a whole number from %.0f to %.0f", text_of(&name), least, most);
        }
    }
    text_free(&name);
}

int score_axis_read(const char *command, const curve_option *of, const context *given, const char *over,
                    score_axis *to) {
    text problem = {0};
    read_axis(of->desc, given, over, to, &problem);
    int status = problem.length > 0 ? say_misuse(command, "--over %s: %s", over, text_of(&problem)) : STATUS_DONE;
    text_free(&problem);
    return status;
}
