// SPDX-License-Identifier: MIT
// `wits map` without --x or --y: the axes are the fields that the conditions and scores of the states inside name most
// often. The page chooses in the same way (web/src/ui/map.tsx).
#include "curve/curve_scores.h"
#include "map/map.h"
#include "wits/tokens.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- uses

/// Counts the uses of one field.
typedef struct use_count {
    const map_axis *of;
    uint32_t uses;
} use_count;

static void count_in(use_count *to, const char *said) {
    const char *wanted = to->of->field.name;
    const size_t wanted_length = strlen(wanted);
    wits_token next = {.kind = WITS_TOKEN_END};
    if (said != NULL) {
        next = wits_token_next(said, SIZE_MAX, 0);
    }
    while (next.kind != WITS_TOKEN_END) {
        const size_t length = to->of->kind == WITS_NONE ? next.name : next.length;
        to->uses += next.kind == WITS_TOKEN_NAME && length == wanted_length &&
                    memcmp(said + next.offset, wanted, wanted_length) == 0;
        next = wits_token_next(said, SIZE_MAX, next.offset + next.length);
    }
}

/// Counts uses of a field in the conditions and scores of the states inside.
static uint32_t uses_inside(const agent_run *one, wits_state_id of, const map_axis *field) {
    const wits_desc *desc = one->agent.desc;
    const uint32_t end = wits_state_end(wits_file_brain(one->file), of);
    use_count count = {.of = field};
    for (uint32_t row = of + 1u; row < end; row++) {
        count_in(&count, desc->states[row].score);
        count_in(&count, desc->states[row].rank);
        count_in(&count, desc->states[row].done);
    }
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        const wits_consideration_desc *part = &desc->considerations[row];
        if (part->of > of && part->of < end) {
            count_in(&count, part->input);
            count_in(&count, part->gate);
        }
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        const wits_transition_desc *rule = &desc->transitions[row];
        if ((rule->from > of && rule->from < end) || (rule->from == of && rule->any)) {
            count_in(&count, rule->when);
        }
    }
    for (uint32_t row = 0; row < desc->initial_count; row++) {
        if (desc->initials[row].of >= of && desc->initials[row].of < end) {
            count_in(&count, desc->initials[row].when);
        }
    }
    return count.uses;
}

// ---------------------------------------------------------------------------------------------------------------- axes

/// Writes "distance", or "prey=0..600" if only a consideration has a range. Writes nothing if the field cannot be an
/// axis.
static void text_axis(const agent_run *one, const map_axis *field, text *to) {
    map_axis read = {0};
    text problem = {0};
    double low, high;
    if (field->kind != WITS_NONE && one->targets.now[field->kind].count != 1) {
        return;
    }
    if (map_axis_read(one, field->field.name, &read, &problem)) {
        text_add(to, field->field.name);
    } else if (field_is_number(&field->field) && scored_range(one->agent.desc, field->field.name, &low, &high)) {
        text_format(to, "%s=", field->field.name);
        text_float(to, (float)low);
        text_add(to, "..");
        text_float(to, (float)high);
    }
    map_axis_free(&read);
    text_free(&problem);
}

/// Chooses the field that is used most, except `taken`, which may be null. A bool is the last choice.
static bool choose(const agent_run *one, wits_state_id of, const char *taken, text *to) {
    enum { BEHIND = 1 << 20 };  // above any number of uses
    const size_t taken_length = taken != NULL ? strcspn(taken, "=") : 0;
    map_axis field = {0};
    uint32_t best = 0;
    for (uint32_t number = 0; map_axis_name(one->agent.desc, number, &field) != NULL; number++) {
        const char *name = field.field.name;
        const uint32_t uses = uses_inside(one, of, &field);
        const uint32_t weight = uses == 0 ? 0 : uses + (field.field.type == WITS_TYPE_BOOL ? 0 : BEHIND);
        const bool is_taken = strlen(name) == taken_length && memcmp(name, taken, taken_length) == 0;
        text axis = {0};
        if (weight > best && !is_taken) {
            text_axis(one, &field, &axis);
        }
        if (axis.length > 0) {
            best = weight;
            text_clear(to);
            text_add(to, text_of(&axis));
        }
        text_free(&axis);
    }
    map_axis_free(&field);
    return best > 0;
}

bool map_axes_choose(const agent_run *one, wits_state_id of, const char *x, const char *y, text chosen[2]) {
    return (x != NULL || choose(one, of, y, &chosen[0])) &&
           (y != NULL || choose(one, of, x != NULL ? x : text_of(&chosen[0]), &chosen[1]));
}

void map_flags_set(agent_run *one, wits_state_id of, const agent_run_options *who, const text axes[2], text *to) {
    const wits_desc *desc = one->agent.desc;
    map_axis field = {0};
    for (uint32_t row = 0; row < desc->field_count; row++) {
        const char *name = map_axis_name(desc, row, &field);
        const size_t length = strlen(name);
        bool is_given = strcmp(name, text_of(&axes[0])) == 0 || strcmp(name, text_of(&axes[1])) == 0;
        for (size_t i = 0; i < who->set_count; i++) {
            is_given = is_given || (strncmp(who->sets[i], name, length) == 0 && who->sets[i][length] == '=');
        }
        if (field.field.type == WITS_TYPE_BOOL && !is_given && uses_inside(one, of, &field) > 0) {
            context_set(&one->agent.knows, row, 1);
            text_format(to, " --set %s=true", name);
        }
    }
    map_axis_free(&field);
}
