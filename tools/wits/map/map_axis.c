// SPDX-License-Identifier: MIT
// `wits map`: the fields of the axes and of --z.
#include "curve/curve_scores.h"
#include "map/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const wits_promise *promise_of(const agent_run *one, const map_axis *axis) {
    const wits_promises *promises = wits_file_promises(one->file);
    return axis->kind == WITS_NONE ? &promises->fields[axis->row] : &promises->target_fields[axis->kind][axis->row];
}

// ------------------------------------------------------------------------------------------------------------ the name

static const char *take_name(map_axis *to) {
    to->field.name = text_of(&to->name);
    return to->field.name;
}

const char *map_axis_name(const wits_desc *desc, uint32_t number, map_axis *to) {
    text_clear(&to->name);
    if (number < desc->field_count) {
        to->kind = WITS_NONE;
        to->row = number;
        to->field = desc->fields[number];
        text_add(&to->name, desc->fields[number].name);
        return take_name(to);
    }
    number -= desc->field_count;
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const wits_target_desc *about = &desc->targets[kind];
        if (number < about->field_count) {
            to->kind = kind;
            to->row = number;
            to->field = field_of_target(&about->fields[number]);
            text_format(&to->name, "%s.%s", about->name, about->fields[number].name);
            return take_name(to);
        }
        number -= about->field_count;
    }
    return NULL;
}

static bool find_name(const agent_run *one, const char *wanted, map_axis *to, text *problem) {
    const wits_desc *desc = one->agent.desc;
    guess near = guess_at(wanted);
    text best = {0};
    uint32_t number = 0;
    const char *name = map_axis_name(desc, 0, to);
    while (name != NULL && strcmp(name, wanted) != 0) {
        guess other = near;
        guess_offer(&other, name);
        if (other.distance < near.distance) {
            near.distance = other.distance;
            text_clear(&best);
            text_add(&best, name);
        }
        name = map_axis_name(desc, ++number, to);
    }
    if (name == NULL) {
        near.best = best.length > 0 ? text_of(&best) : NULL;
        text_add(problem, "unknown field ");
        text_quoted(problem, wanted, "");
        text_guess(problem, &near, "");
    }
    text_free(&best);
    return name != NULL;
}

/// Checks that the list of a target's field holds exactly one target.
static bool has_one_target(const agent_run *one, const map_axis *axis, text *problem) {
    if (axis->kind == WITS_NONE) {
        return true;
    }
    const char *kind = one->agent.desc->targets[axis->kind].name;
    const uint32_t count = one->targets.now[axis->kind].count;
    if (count == 0) {
        text_format(problem, "no target of kind %s; add --targets %s=FILE.csv", kind, kind);
    } else if (count > 1) {
        text_format(problem, "%u targets of kind %s at tick 0; expected one", (unsigned)count, kind);
    }
    return count == 1;
}

/// Finds the field in "NAME" or "NAME=...". `behind` receives the text after the '=', or null.
static bool find_field(const agent_run *one, const char *given, map_axis *to, const char **behind, text *problem) {
    const size_t length = strcspn(given, "=");
    text wanted = {0};
    text_add_bytes(&wanted, given, length);
    *behind = given[length] == '=' ? given + length + 1 : NULL;
    const bool found = find_name(one, text_of(&wanted), to, problem) && has_one_target(one, to, problem);
    text_free(&wanted);
    to->is_whole = to->field.type != WITS_TYPE_FLOAT;
    return found;
}

// ----------------------------------------------------------------------------------------------------------- the range

static bool take_all_values(const char *behind, map_axis *to, text *problem) {
    to->lo = 0;
    to->hi = to->field.type == WITS_TYPE_BOOL ? 1 : to->field.value_count - 1.0;
    if (behind != NULL) {
        text_format(problem, "%s always takes all its values; write %s without a range", to->field.name,
                    to->field.name);
    }
    return behind == NULL;
}

static bool take_promise(const agent_run *one, map_axis *to, text *problem) {
    const wits_promise *promise = promise_of(one, to);
    double lo, hi;
    to->lo = promise->low;
    to->hi = promise->high;
    if (!promise->has_range) {
        text_format(problem, "%s has no range in the file; give one, such as %s=", to->field.name, to->field.name);
        if (scored_range(one->agent.desc, to->field.name, &lo, &hi)) {
            text_float(problem, (float)lo);
            text_add(problem, "..");
            text_float(problem, (float)hi);
        } else {
            text_add(problem, "0..10");
        }
    } else if (promise->low == promise->high) {
        text_format(problem, "the range of %s is a single value", to->field.name);
    }
    return promise->has_range && promise->low < promise->high;
}

/// Checks a value against the type and the range of the field.
static bool is_allowed(const agent_run *one, const map_axis *axis, double value, text *problem) {
    double least, most;
    text more = {0};
    if (type_range(axis->field.type, &least, &most) && (value < least || value > most || value != floor(value))) {
        text_format(&more, "must be a whole number from %.0f to %.0f", least, most);
    } else {
        check_range(promise_of(one, axis), &axis->field, value, &more);
    }
    if (more.length > 0) {
        text_format(problem, "%s %s", axis->field.name, text_of(&more));
    }
    text_free(&more);
    return problem->length == 0;
}

static bool take_range(const agent_run *one, const char *behind, map_axis *to, text *problem) {
    if (!read_range(behind, &to->lo, &to->hi)) {
        text_format(problem, "a range must be two numbers, the smaller first: %s=0..40", to->field.name);
        return false;
    }
    return is_allowed(one, to, to->lo, problem) && is_allowed(one, to, to->hi, problem);
}

bool map_axis_read(const agent_run *one, const char *given, map_axis *to, text *problem) {
    const char *behind = NULL;
    *to = (map_axis){.kind = WITS_NONE};
    if (!find_field(one, given, to, &behind, problem)) {
        return false;
    }
    if (!field_is_number(&to->field)) {
        return take_all_values(behind, to, problem);
    }
    return behind != NULL ? take_range(one, behind, to, problem) : take_promise(one, to, problem);
}

void map_axis_free(map_axis *of) {
    text_free(&of->name);
}

// -------------------------------------------------------------------------------------------------------------- values

double map_axis_value(const map_axis *of, uint32_t i, uint32_t count) {
    const double share = (i + 0.5) / count;
    if (!of->is_whole) {
        return (double)(float)(of->lo + (of->hi - of->lo) * share);
    }
    const double value = of->lo + floor((of->hi - of->lo + 1.0) * share);
    return value < of->hi ? value : of->hi;
}

double map_axis_share(const map_axis *of, double value) {
    return of->is_whole ? (value - of->lo + 0.5) / (of->hi - of->lo + 1.0) : (value - of->lo) / (of->hi - of->lo);
}

void map_axis_set(const map_axis *of, agent_run *one, context *knows, double value) {
    if (of->kind == WITS_NONE) {
        context_set(knows, of->row, value);
    } else {
        value_put(of->field.type, one->targets.columns[of->kind][of->row].base, value);
    }
}

// -------------------------------------------------------------------------------------------------------------- panels

static bool add_value(const agent_run *one, map_panels *to, const char *given, text *problem) {
    double value = 0;
    text more = {0};
    if (to->count == MAP_MOST_PANELS) {
        text_format(problem, "more than %d values", MAP_MOST_PANELS);
        return false;
    }
    if (!read_value(&to->of.field, given, &value, &more)) {
        text_format(problem, "%s %s", to->of.field.name, text_of(&more));
    } else {
        is_allowed(one, &to->of, value, problem);
    }
    text_free(&more);
    to->values[to->count++] = value;
    return problem->length == 0;
}

static bool take_values(const agent_run *one, const char *behind, map_panels *to, text *problem) {
    bool is_good = true;
    for (const char *rest = behind; rest != NULL && is_good; rest = strchr(rest, ',')) {
        rest += rest != behind;  // skips the comma
        text one_value = {0};
        text_add_bytes(&one_value, rest, strcspn(rest, ","));
        is_good = add_value(one, to, text_of(&one_value), problem);
        text_free(&one_value);
    }
    return is_good;
}

/// Picks all values if there are few, else four that are spread over the range and include its ends.
static bool spread_values(const agent_run *one, map_panels *to, text *problem) {
    enum { FEW = 6, SPREAD = 4 };
    const bool is_number = field_is_number(&to->of.field);
    if (is_number && !promise_of(one, &to->of)->has_range) {
        text_format(problem, "%s has no range in the file; give values, such as %s=0,5,10", to->of.field.name,
                    to->of.field.name);
        return false;
    }
    if (!(is_number ? take_promise(one, &to->of, problem) : take_all_values(NULL, &to->of, problem))) {
        return false;
    }
    const double width = to->of.hi - to->of.lo;
    if (!is_number && width >= MAP_MOST_PANELS) {
        text_format(problem, "%s has more than %d values; choose some", to->of.field.name, MAP_MOST_PANELS);
        return false;
    }
    const bool takes_all = !is_number || (to->of.is_whole && width < FEW);
    to->count = takes_all ? (uint32_t)width + 1 : SPREAD;
    for (uint32_t i = 0; i < to->count; i++) {
        const double value = to->of.lo + width * i / (to->count > 1 ? to->count - 1 : 1);
        to->values[i] = to->of.is_whole ? floor(value + 0.5) : (double)(float)value;
    }
    return true;
}

bool map_panels_read(const agent_run *one, const char *given, map_panels *to, text *problem) {
    const char *behind = NULL;
    *to = (map_panels){.of.kind = WITS_NONE, .is_given = true};
    return find_field(one, given, &to->of, &behind, problem) &&
           (behind != NULL ? take_values(one, behind, to, problem) : spread_values(one, to, problem));
}
