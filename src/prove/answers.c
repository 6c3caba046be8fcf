// SPDX-License-Identifier: MIT
// Answers of host functions: each call with other arguments is a separate input, from its first use in a tick.
#include "prove/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Writes a float with the fewest digits that identify it, as everywhere.
static void print_float(float number, char *to, size_t size) {
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(to, size, "%.*g", digits, (double)number);
        if (strtof(to, NULL) == number) {
            return;
        }
    }
}

void print_arguments(const wits_argument *arguments, uint32_t count, char *to, size_t size) {
    size_t length = 0;
    for (uint32_t i = 0; i < count && length + 1 < size; i++) {
        char number[40];
        const char *text = arguments[i].text;
        const char *quote = arguments[i].kind == WITS_ARGUMENT_TEXT ? "\"" : "";
        if (arguments[i].kind == WITS_ARGUMENT_INT) {
            snprintf(number, sizeof number, "%d", (int)arguments[i].integer);
            text = number;
        } else if (arguments[i].kind == WITS_ARGUMENT_FLOAT) {
            print_float(arguments[i].number, number, sizeof number);
            text = number;
        }
        const int added =
            snprintf(to + length, size - length, "%s%s%s%s", i > 0 ? "," : "", quote, text != NULL ? text : "", quote);
        length += added > 0 ? (size_t)added : 0;
    }
}

static bool is_of_function(const input *of, uint32_t function) {
    const bool is_function = of->shown.what == WITS_INPUT_CONDITION || of->shown.what == WITS_INPUT_SCORE;
    return is_function && of->shown.row == function;
}

static bool is_asked_so(const input *of, uint32_t function, const char *arguments) {
    return is_of_function(of, function) &&
           (of->arguments == NULL ? arguments == NULL : arguments != NULL && strcmp(of->arguments, arguments) == 0);
}

static input *add_function(world *w, uint32_t function, const char *arguments) {
    wits_prover *p = w->prover;
    const bool is_score = wits_function_kind_of(w->brain, function) == WITS_FUNCTION_SCORE;
    const wits_promises *promises = p->about.promises;
    wits_promise range = promises != NULL && promises->functions != NULL ? promises->functions[function]
                                                                         : (wits_promise){.has_range = false};
    const char *name = wits_function_name(w->brain, function);
    char *copy = arguments != NULL ? pool_text(&p->pool, arguments, strlen(arguments)) : NULL;
    char *shown = pool_format(&p->pool, "%s(%s)", name, arguments != NULL ? arguments : "");
    input *to =
        p->pool.failed ? NULL : world_add_input(w, shown, is_score ? WITS_INPUT_SCORE : WITS_INPUT_CONDITION, function);
    if (to == NULL) {
        return NULL;
    }
    if (!range.has_range) {
        range = (wits_promise){.has_range = true, .low = 0.0, .high = 1.0};
    }
    to->arguments = copy;
    to->type = is_score ? WITS_TYPE_FLOAT : WITS_TYPE_BOOL;
    model_values(&p->pool, p->options.tries_all, &p->model.functions[function], to->type, 0, is_score ? &range : NULL,
                 to);
    if (p->pool.failed) {
        w->input_count--;  // it has no values
        return NULL;
    }
    return to;
}

bool world_ask_for(world *w, const input *like) {
    return add_function(w, like->shown.row, like->arguments) != NULL;
}

/// Returns the answer of a host function: from its first call in a tick it is an input like any other. A twin gets the
/// same answer.
static double ask(world *asker, const wits_call *call) {
    world *w = asker->giver;
    const uint32_t function = asker == w ? call->function : asker->match.functions[call->function];
    char printed[1200] = "";
    const char *arguments = call->argument_count > 0 ? printed : NULL;
    uint32_t number = 0;
    uint32_t asked = 0;
    double value;
    if (w->starts) {
        return 0.0;
    }
    print_arguments(call->arguments, call->argument_count, printed, sizeof printed);
    while (number < w->input_count && !is_asked_so(&w->inputs[number], function, arguments)) {
        asked += is_of_function(&w->inputs[number], function);
        number++;
    }
    if (number == w->input_count && asked == MOST_ASKED) {
        w->asked_too_often = function;
        return 0.0;
    }
    if (number == w->input_count && add_function(w, function, arguments) == NULL) {
        return 0.0;  // no memory, noted
    }
    w->inputs[number].asked[asker == w ? 0 : 1] = true;
    if (w->replays == NULL && !w->touched[number]) {
        world_touch(w, number);
    }
    notes_see_asked(asker, number);
    if (w->replays != NULL) {
        value = number < w->replay_width ? w->replays[number] : WITS_NOT_GIVEN;
        return value == WITS_NOT_GIVEN ? 0.0 : value;
    }
    input_value(&w->inputs[number], w->choice[number], &value);
    return value;
}

static bool ask_condition(const void *context, const wits_call *call) {
    (void)context;
    return ask(call->frame->user, call) != 0.0;
}

static float ask_score(const void *context, const wits_call *call) {
    (void)context;
    return (float)ask(call->frame->user, call);
}

static void run_nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

bool world_make_functions(world *w, const wits_desc *desc) {
    w->functions = pool_take(&w->prover->pool, desc->function_count, sizeof *w->functions);
    for (uint32_t i = 0; i < desc->function_count && w->functions != NULL; i++) {
        wits_function *to = &w->functions[i];
        *to = desc->functions[i];
        to->condition = to->condition != NULL ? ask_condition : NULL;
        to->score = to->score != NULL ? ask_score : NULL;
        to->action = to->action != NULL ? run_nothing : NULL;
    }
    return w->functions != NULL;
}
