// SPDX-License-Identifier: MIT
// The library has no printf, which writes numbers as the program's locale does.
#include "inspect/json.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- bytes

static void send_part(json_writer *to, bool is_last) {
    if (!to->is_mute) {
        to->write(to->user, to->viewer, to->bytes, to->used, is_last);
    }
    to->used = 0;
}

static void add(json_writer *to, const char *bytes, size_t size) {
    while (size > 0) {
        if (to->used == JSON_PART) {
            send_part(to, false);
        }
        const size_t most = JSON_PART - to->used, count = size < most ? size : most;
        memcpy(to->bytes + to->used, bytes, count);
        to->used += count;
        bytes += count;
        size -= count;
    }
}

static void add_text(json_writer *to, const char *text) {
    add(to, text, strlen(text));
}

/// Returns the length of the UTF-8 character at the start of these bytes, or 0 if they begin with none.
static size_t character_length(const unsigned char *bytes, size_t size) {
    const unsigned first = bytes[0];
    const size_t length = first < 0x80   ? 1
                          : first < 0xC2 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF5 ? 4
                                         : 0;
    if (length > size) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool is_overlong = (first == 0xE0 && bytes[1] < 0xA0) || (first == 0xF0 && bytes[1] < 0x90);
    const bool is_beyond = (first == 0xED && bytes[1] > 0x9F) || (first == 0xF4 && bytes[1] > 0x8F);
    return is_overlong || is_beyond ? 0 : length;
}

static void add_escaped(json_writer *to, const char *text, size_t size) {
    static const char digits[] = "0123456789abcdef";
    for (size_t at = 0; at < size;) {
        const unsigned char *here = (const unsigned char *)text + at;
        const size_t length = character_length(here, size - at);
        if (length == 0) {
            add_text(to, "\xEF\xBF\xBD");
        } else if (*here == '"' || *here == '\\') {
            const char escaped[] = {'\\', (char)*here};
            add(to, escaped, sizeof escaped);
        } else if (*here == '\n') {
            add_text(to, "\\n");
        } else if (*here < 0x20) {
            const char escaped[] = {'\\', 'u', '0', '0', digits[*here >> 4], digits[*here & 15]};
            add(to, escaped, sizeof escaped);
        } else {
            add(to, text + at, length);
        }
        at += length == 0 ? 1 : length;
    }
}

static void add_key(json_writer *to, const char *key) {
    add(to, ",", to->needs_comma);
    to->needs_comma = true;
    if (key != NULL) {
        add_text(to, "\"");
        add_text(to, key);
        add_text(to, "\":");
    }
}

// ------------------------------------------------------------------------------------------------------------ messages

void wits_json_begin(json_writer *to, uint32_t viewer, const char *name) {
    to->viewer = viewer;
    to->used = 0;
    to->needs_comma = false;
    wits_json_open(to, NULL, '{');
    wits_json_text(to, "is", name);
}

void wits_json_end(json_writer *to) {
    wits_json_close(to, '}');
    send_part(to, true);
}

void wits_json_open(json_writer *to, const char *key, char bracket) {
    add_key(to, key);
    add(to, &bracket, 1);
    to->needs_comma = false;
}

void wits_json_close(json_writer *to, char bracket) {
    add(to, &bracket, 1);
    to->needs_comma = true;
}

// --------------------------------------------------------------------------------------------------------------- texts

void wits_json_bytes(json_writer *to, const char *key, const char *bytes, size_t size) {
    add_key(to, key);
    add_text(to, "\"");
    add_escaped(to, bytes, size);
    add_text(to, "\"");
}

void wits_json_text(json_writer *to, const char *key, const char *text) {
    if (text != NULL) {
        wits_json_bytes(to, key, text, strlen(text));
    } else {
        wits_json_raw(to, key, "null");
    }
}

void wits_json_texts(json_writer *to, const char *key, const char *const *texts) {
    add_key(to, key);
    add_text(to, "\"");
    for (; *texts != NULL; texts++) {
        add_escaped(to, *texts, strlen(*texts));
    }
    add_text(to, "\"");
}

void wits_json_raw(json_writer *to, const char *key, const char *json) {
    add_key(to, key);
    add_text(to, json);
}

void wits_json_bool(json_writer *to, const char *key, bool value) {
    wits_json_raw(to, key, value ? "true" : "false");
}

// ------------------------------------------------------------------------------------------------------------- numbers

enum { MOST_DIGITS = 20 };

/// Writes the digits before `end` and returns the first.
static char *digits_before(char *end, uint64_t value) {
    do {
        *--end = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    return end;
}

static void add_count(json_writer *to, uint64_t value) {
    char digits[MOST_DIGITS];
    char *end = digits + MOST_DIGITS, *first = digits_before(end, value);
    add(to, first, (size_t)(end - first));
}

void wits_json_count(json_writer *to, const char *key, uint64_t value) {
    add_key(to, key);
    add_count(to, value);
}

void wits_json_int(json_writer *to, const char *key, int64_t value) {
    add_key(to, key);
    add(to, "-", value < 0);
    add_count(to, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static double power_of_ten(int exponent) {
    double power = 1.0;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--) {
        power *= 10.0;
    }
    return power;
}

/// Returns digits x 10^exponent, or its inverse operation for a negative exponent, which keeps the powers exact longer.
static double scaled(double value, int exponent) {
    return exponent < 0 ? value / power_of_ten(exponent) : value * power_of_ten(exponent);
}

static float float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Finds the fewest digits that are nearer to a positive finite float than to any other float: digits x 10^exponent.
static uint64_t shortest_digits(float value, int *exponent) {
    const double v = (double)value;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const double below = (double)float_of_bits(bits - 1);
    const double above = bits + 1 < 0x7F800000u ? (double)float_of_bits(bits + 1) : v + (v - below);
    const double margin = v * 1e-14;  // the rounding of the operations below is far less
    const double low = (v + below) / 2 + margin, high = (v + above) / 2 - margin;
    int magnitude = 0;  // of the first digit
    while (magnitude < 39 && scaled(1.0, magnitude + 1) <= v) {
        magnitude++;
    }
    while (magnitude > -46 && scaled(1.0, magnitude) > v) {
        magnitude--;
    }
    for (int count = 1;; count++) {  // nine digits always suffice
        *exponent = magnitude - count + 1;
        const uint64_t digits = (uint64_t)(scaled(v, -*exponent) + 0.5);
        const double candidate = scaled((double)digits, *exponent);
        if ((candidate > low && candidate < high) || count == 9) {
            return digits;
        }
    }
}

/// Writes digits x 10^exponent.
static void add_decimal(json_writer *to, uint64_t digits, int exponent) {
    while (digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    char text[MOST_DIGITS];
    const char *end = text + MOST_DIGITS, *first = digits_before(text + MOST_DIGITS, digits);
    const int count = (int)(end - first), point = count + exponent;  // digits before the point
    if (point > 21 || point < -5) {
        add(to, first, 1);
        add(to, ".", count > 1);
        add(to, first + 1, (size_t)count - 1);
        add_text(to, point > 0 ? "e" : "e-");
        add_count(to, (uint64_t)(point > 0 ? point - 1 : 1 - point));
        return;
    }
    if (point <= 0) {
        add_text(to, "0.");
    }
    for (int i = point; i < 0; i++) {
        add_text(to, "0");
    }
    for (int i = 0; i < count || i < point; i++) {
        add(to, ".", i == point && point > 0);
        add(to, i < count ? first + i : "0", 1);
    }
}

void wits_json_float(json_writer *to, const char *key, float value) {
    if (value != value) {
        wits_json_raw(to, key, "\"nan\"");
    } else if (value - value != 0.0f) {
        wits_json_raw(to, key, value > 0.0f ? "\"inf\"" : "\"-inf\"");
    } else if (value == 0.0f) {
        wits_json_raw(to, key, "0");
    } else {
        int exponent;
        const uint64_t digits = shortest_digits(value < 0.0f ? -value : value, &exponent);
        add_key(to, key);
        add(to, "-", value < 0.0f);
        add_decimal(to, digits, exponent);
    }
}

void wits_json_number(json_writer *to, const char *key, double value) {
    if (value > -9007199254740992.0 && value < 9007199254740992.0 && (double)(int64_t)value == value) {
        wits_json_int(to, key, (int64_t)value);
    } else {
        wits_json_float(to, key, (float)value);
    }
}

void wits_json_id(json_writer *to, const char *key, uint64_t id) {
    const char *quote = id > UINT64_C(9007199254740991) ? "\"" : "";
    add_key(to, key);
    add_text(to, quote);
    add_count(to, id);
    add_text(to, quote);
}

void wits_json_hash(json_writer *to, const char *key, uint64_t hash) {
    static const char digits[] = "0123456789abcdef";
    char text[16];
    for (int i = 15; i >= 0; i--, hash >>= 4) {
        text[i] = digits[hash & 15];
    }
    wits_json_bytes(to, key, text, sizeof text);
}

void wits_json_row(json_writer *to, const char *key, uint32_t row) {
    if (row == WITS_NONE) {
        wits_json_raw(to, key, "null");
    } else {
        wits_json_count(to, key, row);
    }
}

void wits_json_target(json_writer *to, const char *key, uint32_t target) {
    if (target == WITS_NO_TARGET) {
        wits_json_raw(to, key, "null");
    } else {
        wits_json_count(to, key, target);
    }
}
