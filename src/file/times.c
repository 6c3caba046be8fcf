// SPDX-License-Identifier: MIT
// Converts times such as "2.5s" and "400ms" to ticks, exactly, in integers.
#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "expr/number.h"
#include "file/loader.h"

enum { MOST_DIGITS = 12 };  ///< digits of a time: with 10^6 ticks per second, products stay below 2^63

// --------------------------------------------------------------------------------------------------------------- rates

/// Digits up to `end`, 1 to 1,000,000.
static bool read_part(const char *text, const char *end, uint32_t *value) {
    uint64_t number = 0;
    for (const char *at = text; at < end; at++) {
        if (!is_digit(*at) || number > WITS_MAX_TICKS_PER_SECOND) {
            return false;
        }
        number = number * 10 + (uint64_t)(*at - '0');
    }
    *value = (uint32_t)number;
    return number >= 1 && number <= WITS_MAX_TICKS_PER_SECOND;
}

void wits_file_read_rate(wits_file *file, node *value) {
    static const char wanted[] = "a whole number from 1 to 1000000, or a fraction of two, such as 30000/1001";
    const char *text = wits_file_read_text(file, value, wanted);
    file->bad_rate = true;
    if (text == NULL) {
        return;
    }
    tick_rate rate = {.seconds = 1};
    const char *end = text + strlen(text);
    const char *slash = strchr(text, '/');
    bool is_sound = read_part(text, slash != NULL ? slash : end, &rate.ticks);
    is_sound = is_sound && (slash == NULL || read_part(slash + 1, end, &rate.seconds));
    if (!is_sound) {
        wits_file_report_node(file, value, MESSAGE_CHOICE, (message_words){{"ticks_per_second", wanted, text}}, NULL);
        return;
    }
    file->bad_rate = false;
    file->rate = rate;
    file->desc.ticks_per_second = rate.ticks;
    file->desc.ticks_per_second_per = rate.seconds;
}

// --------------------------------------------------------------------------------------------------------------- times

/// A time as digits and a divisor: seconds are digits / divisor.
typedef struct time_text {
    uint64_t digits;
    uint64_t divisor;
    bool is_long;  ///< it has too many digits to compute with
} time_text;

uint32_t wits_file_time_length(const char *text) {
    uint32_t length = 0;
    bool has_digit = false;
    while (is_digit(text[length]) || text[length] == '.') {
        has_digit = has_digit || text[length] != '.';
        length++;
    }
    uint32_t unit = text[length] == 's' ? 1 : text[length] == 'm' && text[length + 1] == 's' ? 2 : 0;
    char after = text[length + unit];
    const bool goes_on = is_name_part(after) || after == '.';
    return has_digit && unit != 0 && !goes_on ? length + unit : 0;
}

/// Reads a time such as `2.5s`, whose length is that of wits_file_time_length. Returns false if it has two points.
static bool read_time(const char *text, uint32_t length, time_text *found) {
    uint32_t unit = text[length - 2] == 'm' ? 2 : 1;
    uint32_t end = length - unit;
    const char *point = memchr(text, '.', end);
    uint32_t digits = 0;
    *found = (time_text){.divisor = unit == 2 ? 1000 : 1};
    while (point != NULL && text[end - 1] == '0') {  // trailing zeros of the fraction
        end--;
    }
    for (uint32_t i = 0; i < end; i++) {
        if (&text[i] == point) {
            continue;
        }
        if (text[i] == '.') {
            return false;
        }
        digits += digits > 0 || text[i] != '0';
        found->is_long = found->is_long || digits > MOST_DIGITS || (point != NULL && i > MOST_DIGITS + 1);
        if (!found->is_long) {
            found->digits = found->digits * 10 + (uint64_t)(text[i] - '0');
            found->divisor *= point != NULL && &text[i] > point ? 10 : 1;
        }
    }
    return true;
}

/// A number of ticks as a time: "16.67ms".
static const char *ticks_as_time(wits_file *file, uint64_t ticks) {
    char text[48];
    double seconds = (double)ticks * file->rate.seconds / file->rate.ticks;
    bool is_short = seconds < 1.0;
    snprintf(text, sizeof text, "%.6g%s", is_short ? seconds * 1000.0 : seconds, is_short ? "ms" : "s");
    return wits_file_arena_copy(&file->memory, text, strlen(text));
}

static const char *number_text(wits_file *file, uint64_t number) {
    return wits_file_number_text(file, (uint32_t)number);
}

/// Warns if a time is more than a tenth too long or too short.
static void warn_if_far(wits_file *file, position at, const char *written, uint64_t ticks, uint64_t exact,
                        uint64_t divisor) {
    uint64_t made = ticks * divisor;
    uint64_t off = made > exact ? made - exact : exact - made;
    if (off <= exact / 10) {
        return;
    }
    uint64_t below = exact / divisor > 0 ? exact / divisor : 1;
    message_words words = {
        {written, number_text(file, ticks), ticks_as_time(file, below), ticks_as_time(file, below + 1)}};
    wits_file_warn(file, at, MESSAGE_TIME_FAR, words);
}

bool wits_file_time_ticks(wits_file *file, position at, const char *text, uint32_t length, uint32_t *ticks) {
    const char *written = wits_file_arena_copy(&file->memory, text, length);
    time_text found;
    if (file->rate.ticks == 0) {
        if (!file->bad_rate) {
            wits_file_report(file, at, MESSAGE_TIME_RATE, (message_words){{written}}, NULL);
        }
        return false;
    }
    if (!read_time(text, length, &found) || found.is_long) {
        wits_file_report(file, at, MESSAGE_TIME_DIGITS, (message_words){{written}}, NULL);
        return false;
    }
    uint64_t exact = found.digits * file->rate.ticks;                    // below 10^18
    uint64_t divisor = found.divisor * file->rate.seconds;               // below 10^21, so it may exceed 64 bits:
    bool is_tiny = found.divisor > UINT64_MAX / 4 / file->rate.seconds;  // then it is less than any tick
    uint64_t made = is_tiny ? 0 : exact / divisor + (exact % divisor >= divisor - divisor / 2);
    if (made == 0 && found.digits > 0) {
        wits_file_report(file, at, MESSAGE_TIME_SHORT, (message_words){{written, ticks_as_time(file, 1)}}, NULL);
        return false;
    }
    if (made > WITS_MAX_TICKS) {
        wits_file_report(file, at, MESSAGE_TIME_LONG, (message_words){{written}}, NULL);
        return false;
    }
    warn_if_far(file, at, written, made, exact, divisor);
    *ticks = (uint32_t)made;
    return true;
}
