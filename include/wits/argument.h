// SPDX-License-Identifier: MIT
// Arguments of host functions, and the parameters that they declare. Part of wits.h.
#ifndef WITS_ARGUMENT_H
#define WITS_ARGUMENT_H

#include <stdint.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wits_brain;

typedef enum wits_argument_kind {
    WITS_ARGUMENT_NONE,  ///< no argument
    WITS_ARGUMENT_INT,
    WITS_ARGUMENT_FLOAT,
    WITS_ARGUMENT_BOOL,
    WITS_ARGUMENT_ENUM,  ///< a value of an enum
    WITS_ARGUMENT_TEXT,  ///< a quoted text
} wits_argument_kind;

/// One argument of a call, as in `play("growl")`.
typedef struct wits_argument {
    wits_argument_kind kind;
    int32_t integer;   ///< INT; 0 or 1 for a BOOL; the value's number for an ENUM
    float number;      ///< FLOAT; for an INT the same value as a float
    const char *text;  ///< TEXT without quotes; the value's name for an ENUM; "true" or "false" for a BOOL; for a
                       ///< number in an action, its literal as written; else null. Lives as long as the brain
} wits_argument;

/// One parameter of a function. Where a float is declared, an int argument is converted to a float.
typedef struct wits_parameter {
    wits_argument_kind kind;    ///< NONE: no such parameter
    const char *const *values;  ///< ENUM: the names of its values; null: any enum, for functions that read the name
    uint32_t value_count;
} wits_parameter;

/// Returns how many arguments the brain passes to a function: its number of parameters, if declared; else that of all
/// calls, 0 if there are none. WITS_NONE if calls differ, and for an unknown function.
WITS_API uint32_t wits_function_parameter_count(const struct wits_brain *brain, uint32_t function);
/// Returns the kind of a parameter: FLOAT if some calls pass an int and others a float; NONE if calls differ otherwise,
/// and for an unknown parameter.
WITS_API wits_argument_kind wits_function_parameter_kind(const struct wits_brain *brain, uint32_t function,
                                                         uint32_t parameter);
/// Number and names of the values of an ENUM parameter. The count is 0 for other kinds, for a declared parameter that
/// takes any enum, and if calls pass values of several enums. The name is "" for an unknown value.
WITS_API uint32_t wits_function_value_count(const struct wits_brain *brain, uint32_t function, uint32_t parameter);
WITS_API const char *wits_function_value_name(const struct wits_brain *brain, uint32_t function, uint32_t parameter,
                                              uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
