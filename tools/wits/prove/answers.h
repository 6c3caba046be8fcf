// SPDX-License-Identifier: MIT
// Calls with arguments as they are printed, and the results given for calls with particular arguments.
#ifndef WITS_TOOL_ANSWERS_H
#define WITS_TOOL_ANSWERS_H

#include "common/text.h"
#include "common/tokens.h"
#include "wits/wits.h"

/// The result of a host condition or score for calls with exactly these arguments.
typedef struct call_answer {
    uint32_t function;
    char *arguments;  ///< in the form that text_arguments writes
    double value;
    void *column;  ///< in a crowd: the result for each agent, by rows; null: use `value`
} call_answer;

typedef struct call_answers {
    call_answer *items;
    size_t count, capacity;
} call_answers;

/// Writes arguments as the context prints its values: `3.5,"door"`.
void text_arguments(text *to, const wits_argument *arguments, uint32_t count);
/// Converts arguments written by the user, such as `3.50, 'door'`, to the form of text_arguments. Returns false if one
/// is not a number, quoted text, bool or name.
bool text_given_arguments(text *to, span written);
/// Returns whether the brain may call a function with these arguments, given in the form of text_given_arguments. If
/// not, `problem` says why.
bool text_call_fits(const wits_brain *brain, uint32_t function, const char *arguments, text *problem);
/// Writes a call as it appears in a text of the brain. Plain numbers and quoted texts are copied from the text; other
/// arguments are replaced by their values.
void text_written_call(text *to, span name, span written, const wits_argument *arguments, uint32_t count);

/// Adds a result. It replaces an earlier one for the same call.
void answers_give(call_answers *all, uint32_t function, const char *arguments, double value, void *column);
/// Returns null if no result was given for a call with these arguments.
const call_answer *answers_find(const call_answers *all, const wits_call *call);
void answers_free(call_answers *all);

#endif
