// SPDX-License-Identifier: MIT
// Calls with arguments, as they are printed; and what functions were told to give where they are called so.
#ifndef WITS_TOOL_ANSWERS_H
#define WITS_TOOL_ANSWERS_H

#include "common/text.h"
#include "common/tokens.h"
#include "wits/wits.h"

/// What a host condition or score gives where it is called with just these arguments.
typedef struct call_answer {
    uint32_t function;
    char *arguments;  ///< as text_arguments writes them
    double value;
    void *column;  ///< of a crowd what each agent gets, by rows; null: the value
} call_answer;

typedef struct call_answers {
    call_answer *items;
    size_t count, capacity;
} call_answers;

/// `3.5,"door"`: as the context prints its values.
void text_arguments(text *to, const wits_argument *arguments, uint32_t count);
/// The same of what somebody has written, `3.50, 'door'`. False if one is no number, quoted text, bool or name.
bool text_given_arguments(text *to, span written);
/// Whether the brain may call a function with such arguments, as text_given_arguments writes them. If not, why.
bool text_call_fits(const wits_brain *brain, uint32_t function, const char *arguments, text *problem);
/// Of a call in a text of the brain: what is just a number or a quoted text as it is written there, else its value.
void text_written_call(text *to, span name, span written, const wits_argument *arguments, uint32_t count);

/// A later one of the same call takes the place of an earlier.
void answers_give(call_answers *all, uint32_t function, const char *arguments, double value, void *column);
/// Null where nothing was given for a call with these arguments.
const call_answer *answers_find(const call_answers *all, const wits_call *call);
void answers_free(call_answers *all);

#endif
