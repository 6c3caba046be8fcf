// SPDX-License-Identifier: MIT
// Parses --sweep: names, values and ranges.
#include "common/lookup.h"
#include "common/tool.h"
#include "crowd/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 10000 };

// -------------------------------------------------------------------------------------------------------------- values

static void add_value(sweep_axis *to, const char *start, size_t length) {
    to->values = grow(to->values, &to->capacity, to->count + 1, sizeof *to->values);
    text *one = &to->values[to->count++];
    *one = (text){0};
    text_add_bytes(one, start, length);
}

/// Adds a value with nine digits and without an exponent, which expressions do not support.
static void add_number(sweep_axis *to, double value) {
    enum { DIGITS = 9, MOST_DECIMALS = 40 };
    char digits[400];
    double size = fabs(value);
    int decimals = DIGITS - 1;
    for (; size >= 10 && decimals > 0; size /= 10) {
        decimals--;
    }
    for (; size > 0 && size < 1 && decimals < MOST_DECIMALS; size *= 10) {
        decimals++;
    }
    int length = snprintf(digits, sizeof digits, "%.*f", decimals, value);
    while (decimals > 0 && digits[length - 1] == '0') {
        length--;
        decimals--;
    }
    length -= digits[length - 1] == '.';
    add_value(to, digits, (size_t)length);
}

/// Reads a decimal number. Returns the text after it, or null if there is none.
static const char *read_decimal(const char *at, double *value) {
    const size_t length = strspn(at, "+-0123456789.");
    const char *dots = strstr(at, "..");
    const size_t digits = dots != NULL && (size_t)(dots - at) < length ? (size_t)(dots - at) : length;
    char number[64], *end;
    if (digits == 0 || digits >= sizeof number) {
        return NULL;
    }
    memcpy(number, at, digits);
    number[digits] = '\0';
    *value = strtod(number, &end);
    return *end == '\0' ? at + digits : NULL;
}

/// Reads "0.1..0.9/5". Reports an error and returns false on failure.
static bool add_range(const char *given, const char *one, sweep_axis *to) {
    double first, last;
    uint64_t count;
    const char *at = read_decimal(one, &first);
    at = at != NULL && strncmp(at, "..", 2) == 0 ? read_decimal(at + 2, &last) : NULL;
    if (at == NULL || *at != '/') {
        say_misuse(crowd_name, "--sweep %s: a range must be FIRST..LAST/COUNT, for example 0.1..0.9/5, not '%s'", given,
                   one);
        return false;
    }
    if (!read_number(crowd_name, "the count of --sweep", at + 1, 2, MOST_RUNS, &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        const double part = (double)i / (double)(count - 1);
        add_number(to, first * (1 - part) + last * part);
        if (to->is_whole && strchr(text_of(&to->values[to->count - 1]), '.') != NULL) {
            say_misuse(crowd_name, "--sweep %s: '%s' must be a whole number, which %s is not; choose another count",
                       given, text_of(&to->name), text_of(&to->values[to->count - 1]));
            return false;
        }
    }
    return true;
}

/// Adds one value without surrounding spaces. Reports an error and returns false if it is empty.
static bool take_value(const char *given, const char *start, size_t length, sweep_axis *to) {
    while (length > 0 && (*start == ' ' || *start == '\t')) {
        start++;
        length--;
    }
    while (length > 0 && (start[length - 1] == ' ' || start[length - 1] == '\t')) {
        length--;
    }
    if (length == 0) {
        say_misuse(crowd_name, "--sweep %s: missing value; expected NAME=VALUE,VALUE,...", given);
        return false;
    }
    text one = {0};
    text_add_bytes(&one, start, length);
    bool is_good = true;
    if (strstr(text_of(&one), "..") != NULL && strchr(text_of(&one), '"') == NULL) {
        is_good = add_range(given, text_of(&one), to);
    } else {
        add_value(to, start, length);
    }
    text_free(&one);
    return is_good;
}

/// Splits at commas outside parentheses, so that `max(a, b)` is one value.
static bool split_values(const char *given, const char *values, sweep_axis *to) {
    int depth = 0;
    const char *begin = values;
    for (const char *at = values;; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at != '\0' && (*at != ',' || depth > 0)) {
            continue;
        }
        if (!take_value(given, begin, (size_t)(at - begin), to)) {
            return false;
        }
        if (*at == '\0') {
            return true;
        }
        begin = at + 1;
    }
}

// --------------------------------------------------------------------------------------------------------------- names

/// Other names are checked later, by sets_read.
static bool is_constant(const wits_file *file, const char *name) {
    for (uint32_t i = 0; wits_file_constant_name(file, i) != NULL; i++) {
        if (strcmp(wits_file_constant_name(file, i), name) == 0) {
            return true;
        }
    }
    return false;
}

/// sets_read would also report an unknown name, but does not suggest constants.
static int check_name(const char *given, const wits_file *file, sweep_axis *one) {
    const wits_desc *desc = wits_file_desc(file);
    const char *name = text_of(&one->name);
    guess found = guess_at(name);
    const uint32_t field = find_field(desc, name);
    if (field != WITS_NONE) {
        one->is_whole = desc->fields[field].type != WITS_TYPE_FLOAT;
    }
    guess_offer_fields(&found, desc);
    for (uint32_t i = 0; wits_file_constant_name(file, i) != NULL; i++) {
        guess_offer(&found, wits_file_constant_name(file, i));
    }
    if (field != WITS_NONE || strchr(name, '(') != NULL) {
        return STATUS_DONE;
    }
    text hint = {0};
    text_guess(&hint, &found, "");
    say_misuse(crowd_name, "--sweep %s: unknown field or constant '%s'%s", given, name, text_of(&hint));
    text_free(&hint);
    return STATUS_MISUSE;
}

/// Returns whether --set gives the field or function that is swept, too.
static bool is_set(const crowd_options *options, const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 0; i < options->set_count; i++) {
        if (strncmp(options->sets[i], name, length) == 0 && options->sets[i][length] == '=') {
            return true;
        }
    }
    return false;
}

static int read_axis(const char *given, const crowd_options *options, const wits_file *file, sweep_axes *to) {
    const char *equals = strchr(given, '=');
    if (equals == NULL || equals == given) {
        return say_misuse(crowd_name, "--sweep must be NAME=VALUE,VALUE,..., not '%s'", given);
    }
    sweep_axis *one = &to->items[to->count++];
    text_add_bytes(&one->name, given, (size_t)(equals - given));
    for (size_t i = 0; i + 1 < to->count; i++) {
        if (strcmp(text_of(&to->items[i].name), text_of(&one->name)) == 0) {
            return say_misuse(crowd_name, "--sweep %s: --sweep number %zu has '%s' already; give all values to one",
                              given, i + 1, text_of(&one->name));
        }
    }
    one->is_constant = is_constant(file, text_of(&one->name));
    if (one->is_constant && is_constant_noted(text_of(&one->name))) {
        return say_misuse(crowd_name, "--sweep %s: --const sets '%s', too", given, text_of(&one->name));
    }
    if (!one->is_constant && is_set(options, text_of(&one->name))) {
        return say_misuse(crowd_name, "--sweep %s: --set sets '%s', too", given, text_of(&one->name));
    }
    int status = one->is_constant ? STATUS_DONE : check_name(given, file, one);
    return status != STATUS_DONE ? status : split_values(given, equals + 1, one) ? STATUS_DONE : STATUS_MISUSE;
}

int sweep_axes_read(const crowd_options *options, const wits_file *file, sweep_axes *to) {
    *to = (sweep_axes){.items = allocate(options->sweep_count, sizeof *to->items), .points = 1, .seeds = 1};
    if (options->has_seeds) {
        to->seeds = options->last_seed - options->first_seed + 1;
    }
    for (size_t i = 0; i < options->sweep_count; i++) {
        int status = read_axis(options->sweeps[i], options, file, to);
        if (status != STATUS_DONE) {
            return status;
        }
        to->points *= to->items[i].count;
        if (to->points * to->seeds > MOST_RUNS) {
            return say_misuse(crowd_name, "all combinations of --sweep%s are more than %d runs; give fewer values",
                              options->has_seeds ? " and --seeds" : "", (int)MOST_RUNS);
        }
    }
    return STATUS_DONE;
}

void sweep_axes_free(sweep_axes *of) {
    for (size_t axis = 0; axis < of->count; axis++) {
        for (size_t i = 0; i < of->items[axis].count; i++) {
            text_free(&of->items[axis].values[i]);
        }
        free(of->items[axis].values);
        text_free(&of->items[axis].name);
    }
    free(of->items);
    *of = (sweep_axes){0};
}

const char *sweep_value(const sweep_axes *of, size_t axis, uint64_t point) {
    for (size_t i = of->count - 1; i > axis; i--) {
        point /= of->items[i].count;
    }
    return text_of(&of->items[axis].values[point % of->items[axis].count]);
}

uint64_t sweep_panels(const sweep_axes *of) {
    return of->count == 0 ? 1 : of->points / of->items[0].count;
}
