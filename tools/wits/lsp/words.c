// SPDX-License-Identifier: MIT
#include "lsp/words.h"

#include <string.h>

const word words[] = {
    {"abs", "abs(x)", "The absolute value; an int for an int.", false},
    {"and", "a and b", "True if both conditions hold.", false},
    {"atan2", "atan2(y, x)", "The angle of the point (x, y), from -pi to pi.", false},
    {"ceil", "ceil(x)", "Rounds up; a float.", false},
    {"clamp", "clamp(x, lo, hi)", "x, but at least lo and at most hi.", false},
    {"elapsed", "elapsed", "Ticks that the state has been active; an int. In scenarios and properties: elapsed(STATE).",
     false},
    {"else", "a if condition else b", "a if the condition holds, otherwise b.", false},
    {"exp", "exp(x)", "e to the power of x; a float.", false},
    {"false", "false", "The bool value false.", false},
    {"floor", "floor(x)", "Rounds down; a float.", false},
    {"if", "a if condition else b", "a if the condition holds, otherwise b.", false},
    {"in", "in(STATE)", "True if that state is active.", false},
    {"lerp", "lerp(a, b, t)", "a + (b - a) * t; a float.", false},
    {"log", "log(x)", "The natural logarithm; a float.", false},
    {"max", "max(a, b)", "The larger one.", false},
    {"min", "min(a, b)", "The smaller one.", false},
    {"not", "not a", "True if the condition does not hold.", false},
    {"or", "a or b", "True if at least one condition holds.", false},
    {"pow", "pow(x, y)", "x to the power of y; a float.", false},
    {"raise", "raise EVENT", "Raises an event.", true},
    {"random", "random", "A float from 0 up to, not including, 1.", false},
    {"sign", "sign(x)", "-1, 0 or 1; 0 for NaN.", false},
    {"smoothstep", "smoothstep(x)", "0 below 0, 1 above 1, smooth between.", false},
    {"sqrt", "sqrt(x)", "The square root; a float.", false},
    {"tick", "tick", "The tick of the call; an int.", false},
    {"true", "true", "The bool value true.", false},
};

const size_t word_count = sizeof words / sizeof *words;

const word *word_find(const char *name, size_t length) {
    for (size_t i = 0; i < word_count; i++) {
        if (strlen(words[i].name) == length && memcmp(words[i].name, name, length) == 0) {
            return &words[i];
        }
    }
    return NULL;
}
