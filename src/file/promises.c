// SPDX-License-Identifier: MIT
// Promises of the host: ranges and steps of numbers, sources of fields and events, numbers of targets. They are not
// part of the brain.
#include <string.h>

#include "expr/characters.h"
#include "expr/compiler.h"
#include "expr/number.h"
#include "file/loader.h"

// ------------------------------------------------------------------------------------------------------------- numbers

/// Reports a key that does not suit the type.
static bool goes_with(wits_file *file, node *key, bool is_right, const char *wanted, wits_type type) {
    if (key != NULL && !is_right) {
        message_words words = {{key->text, wanted, wits_file_type_name(type)}};
        wits_file_report_node(file, key, MESSAGE_PROMISE_TYPE, words, NULL);
    }
    return key != NULL && is_right;
}

// -------------------------------------------------------------------------------------------------------------- ranges

static bool read_end(wits_file *file, wits_type type, node *value, double *end) {
    float number = 0.0f;
    if (type != WITS_TYPE_FLOAT) {
        return wits_file_read_int_of(file, type, value, end);
    }
    if (!wits_file_read_float(file, "an end of a range", value, &number)) {
        return false;
    }
    *end = (double)number + 0.0;  // converts -0 to 0
    return true;
}

static void read_range(wits_file *file, wits_type type, node *value, wits_promise *promise) {
    double low = 0.0, high = 0.0;
    if (value->bad || value->kind != NODE_LIST) {
        message_words words = {{"a range, such as '[0, 10]'", wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    if (value->count != 2) {
        message_words words = {{wits_file_number_text(file, value->count)}};
        wits_file_report_node(file, value, MESSAGE_RANGE_TWO, words, NULL);
        return;
    }
    node *first = value->first, *second = value->first->next;
    bool is_sound = read_end(file, type, first, &low);
    is_sound = read_end(file, type, second, &high) && is_sound;
    value->bad = value->bad || !is_sound;
    if (is_sound && low > high) {
        message_words words = {{first->text, second->text}};
        wits_file_report_node(file, value, MESSAGE_RANGE_BACKWARDS, words, NULL);
    } else if (is_sound) {
        promise->has_range = true;
        promise->low = low;
        promise->high = high;
    }
}

/// Converts a positive number of up to 15 digits to the nearest double: digits and a power of ten up to 10^22 are exact
/// in a double, so one operation rounds correctly (Clinger 1990). The text is known to be a number.
static bool read_step_number(const char *text, double *step) {
    enum { MOST_DIGITS = 15, MOST_POWER = 22 };
    int32_t digits = 0, power = 0, written = 0;
    double whole = 0.0, factor = 1.0;
    bool is_fraction = false;
    for (; is_digit(*text) || *text == '.'; text++) {
        is_fraction = is_fraction || *text == '.';
        if (*text != '.' && digits <= MOST_DIGITS) {  // more digits are too many
            whole = whole * 10.0 + (double)(*text - '0');
            digits += whole > 0.0;
            power -= is_fraction;
        }
    }
    const bool is_small = *text != '\0' && text[1] == '-';
    for (text += *text != '\0'; *text != '\0' && written < 1000; text++) {
        written = is_digit(*text) ? written * 10 + (*text - '0') : written;
    }
    power += is_small ? -written : written;
    if (digits == 0 || digits > MOST_DIGITS || power < -MOST_POWER || power > MOST_POWER) {
        return false;
    }
    for (int32_t i = 0; i < (power < 0 ? -power : power); i++) {
        factor *= 10.0;
    }
    *step = power < 0 ? whole / factor : whole * factor;
    return true;
}

static void read_step(wits_file *file, node *value, const node *range, wits_promise *promise) {
    float single = 0.0f;
    double step = 0.0;
    int64_t first = 0;
    if (!wits_file_read_float(file, "step", value, &single)) {
        return;
    }
    if (!(single > 0.0f) || !read_step_number(value->text, &step)) {
        wits_file_report_node(file, value, MESSAGE_STEP_SIZE, (message_words){{value->text}}, NULL);
        return;
    }
    if (!promise->has_range) {
        return;  // which was reported
    }
    wits_promise stepped = *promise;
    stepped.has_step = true;
    stepped.step = step;
    const uint32_t count = wits_promise_values(&stepped, &first);
    message_words words = {{value->text, range->first->text, range->first->next->text}};
    const bool is_none = count == 0 && (stepped.high - stepped.low) < step;
    if (is_none) {
        wits_file_report_node(file, value, MESSAGE_STEP_NONE, words, NULL);
    } else if (count == 0 || count > WITS_MAX_STEP_VALUES) {
        wits_file_report_node(file, value, MESSAGE_STEP_MANY, words, NULL);
    } else {
        *promise = stepped;
    }
}

/// The key of that name among those found, or null.
static node *key_called(const key_set *set, const key_values *found, const char *name) {
    for (uint32_t i = 0; i < set->count; i++) {
        if (found->keys[i] != NULL && strcmp(set->names[i], name) == 0) {
            return found->keys[i];
        }
    }
    return NULL;
}

wits_promise wits_file_read_promise(wits_file *file, wits_type type, const key_set *set, const key_values *found) {
    node *range = key_called(set, found, "range"), *step = key_called(set, found, "step");
    node *nan = key_called(set, found, "nan"), *host = key_called(set, found, "host");
    const bool is_float = type == WITS_TYPE_FLOAT;
    const bool is_number = is_float || wits_file_int_range(type, &(int64_t){0}, &(int64_t){0});
    wits_promise promise = {.has_range = false};
    bool is_given = false;
    if (goes_with(file, range, is_number, "a number", type)) {
        read_range(file, type, range->next, &promise);
    }
    if (goes_with(file, step, is_float, "a float", type) && range == NULL) {
        wits_file_report_node(file, step, MESSAGE_STEP_ALONE, (message_words){{NULL}}, NULL);
    } else if (step != NULL && !step->bad) {
        read_step(file, step->next, range->next, &promise);
    }
    if (goes_with(file, nan, is_float, "a float", type)) {
        wits_file_read_bool(file, "nan", nan->next, &promise.nan);
    }
    if (host != NULL && wits_file_read_bool(file, "host", host->next, &is_given)) {
        promise.host = is_given ? WITS_GIVER_HOST : WITS_GIVER_BRAIN;
    }
    return promise;
}

void wits_file_check_initial(wits_file *file, const wits_promise *promise, node *initial, node *range, double value) {
    if (!promise->has_range || wits_promise_holds(promise, value)) {
        return;
    }
    const char *low = range->first->text, *high = range->first->next->text;
    if (initial != NULL) {
        message_words words = {{low, high, initial->text}};
        wits_file_report_node(file, initial, MESSAGE_INITIAL_OUTSIDE, words, NULL);
    } else {
        wits_file_report_node(file, range, MESSAGE_INITIAL_NEEDED, (message_words){{low, high}}, NULL);
    }
}

// ------------------------------------------------------------------------------------------------------------- targets

bool wits_file_is_most(const node *key) {
    const node *value = key->next;
    const bool is_type = value->kind != NODE_SCALAR || wits_file_choice_is_in(&wits_file_type_values, value->text);
    return strcmp(key->text, "most") == 0 && !is_type;
}

void wits_file_read_most(wits_file *file, node *value, uint32_t *most) {
    int64_t number = 0;
    if (wits_file_read_text(file, value, "a number of targets, 1 to 8") == NULL) {
        return;
    }
    if (!wits_file_text_is_int(value->text, &number) || number < 1 || number > WITS_MAX_MOST_TARGETS) {
        message_words words = {{"most", "a number of targets, 1 to 8", value->text}};
        wits_file_report_node(file, value, MESSAGE_CHOICE, words, NULL);
        return;
    }
    *most = (uint32_t)number;
}

// ------------------------------------------------------------------------------------------------------------- queries

const wits_promises *wits_file_promises(const wits_file *file) {
    return file != NULL && file->brain != NULL ? &file->promises : NULL;
}

/// Rows without promises are filled, too, so that callers need not check.
void wits_file_promises_finish(wits_file *file) {
    arena *memory = &file->memory;
    const wits_desc *desc = &file->desc;
    if (file->function_promises == NULL && desc->function_count > 0) {
        file->function_promises = wits_file_arena_take(memory, desc->function_count * sizeof *file->function_promises);
    }
    const wits_promise **fields = wits_file_arena_take(memory, (desc->target_count + 1) * sizeof *fields);
    uint32_t *most = wits_file_arena_take(memory, (desc->target_count + 1) * sizeof *most);
    if (memory->failed) {
        return;
    }
    for (uint32_t row = 0; row < desc->target_count; row++) {
        fields[row] = desc->targets[row].field_count > 0 ? file->targets[row].promises : NULL;
        most[row] = file->targets[row].most;
    }
    file->promises = (wits_promises){
        .fields = desc->field_count > 0 ? file->field_promises : NULL,
        .functions = desc->function_count > 0 ? file->function_promises : NULL,
        .events = desc->event_count > 0 ? file->event_givers : NULL,
        .most = desc->target_count > 0 ? most : NULL,
        .target_fields = desc->target_count > 0 ? fields : NULL,
    };
}
