// SPDX-License-Identifier: MIT
// Each condition becomes the `update` of a state of its own, in a brain built only for evaluation: it has the same
// fields, functions and kinds of targets, and a field more, which is assigned.
#include "test/conditions.h"

#include "common/lookup.h"
#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

size_t conditions_add(conditions *to, const char *condition) {
    for (size_t i = 0; i < to->count; i++) {
        if (strcmp(to->texts[i], condition) == 0) {
            return i;
        }
    }
    to->texts = grow(to->texts, &to->capacity, to->count + 1, sizeof *to->texts);
    to->texts[to->count] = condition;
    return to->count++;
}

/// Writes a name that no field of the brain has.
static void text_free_name(text *to, const wits_desc *desc) {
    text_add(to, "holds");
    while (find_field(desc, text_of(to)) != WITS_NONE) {  // at most once for each field
        text_add(to, "_");
    }
}

bool conditions_compile(conditions *of, const agent_sim *about) {
    const wits_desc *desc = about->desc;
    if (of->count == 0) {
        return true;
    }
    text name = {0};
    text *updates = allocate(of->count, sizeof *updates);
    wits_state_desc *states = allocate(of->count + 1, sizeof *states);
    of->fields = allocate((size_t)desc->field_count + 1, sizeof *of->fields);
    text_free_name(&name, desc);
    for (; of->field_count < desc->field_count; of->field_count++) {
        of->fields[of->field_count] = desc->fields[of->field_count];
    }
    of->fields[of->field_count++] = (wits_field_desc){.name = text_of(&name), .type = WITS_TYPE_BOOL};
    states[0].name = "conditions";
    for (size_t i = 0; i < of->count; i++) {
        text number = {0};
        text_format(&updates[i], "%s = %s", text_of(&name), of->texts[i]);
        text_format(&number, "c%zu", i);
        states[i + 1] = (wits_state_desc){.name = number.bytes, .update = text_of(&updates[i])};
    }
    wits_desc made = {.states = states,
                      .state_count = (uint32_t)of->count + 1,
                      .events = desc->events,
                      .event_count = desc->event_count,
                      .fields = of->fields,
                      .field_count = of->field_count,
                      .functions = about->mind.functions,
                      .function_count = about->mind.desc.function_count,
                      .targets = desc->targets,
                      .target_count = desc->target_count};
    of->brain = compile_tables(&made);
    for (size_t i = 0; i < of->count; i++) {
        free((char *)(uintptr_t)states[i + 1].name);
        text_free(&updates[i]);
    }
    of->fields[of->field_count - 1].name = NULL;
    text_free(&name);
    free(updates);
    free(states);
    return of->brain != NULL;
}

bool conditions_hold(const conditions *of, size_t number, const agent_sim *about) {
    unsigned char *agent = allocate(wits_agent_size(of->brain), 1);
    context values = context_new(of->fields, of->field_count);
    context_copy(&values, &about->knows);
    wits_frame frame = about->frame;
    frame.columns = values.columns;
    frame.trace = NULL;
    frame.explain = NULL;
    wits_set_state(of->brain, agent, &frame, (wits_state_id)(number + 1));
    wits_update(of->brain, agent, &frame);
    const bool holds = context_get(&values, of->field_count - 1) != 0.0;
    context_free(&values);
    free(agent);
    return holds;
}

void conditions_free(conditions *of) {
    free(of->brain);
    free(of->texts);
    free(of->fields);
    *of = (conditions){0};
}
