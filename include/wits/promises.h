// SPDX-License-Identifier: MIT
// Promises and properties of a brain: what the host promises about its fields, functions, events and targets, and what
// is to be proven. They never change a decision or a byte of the brain. They come from brain files (wits/file.h; the
// keys are in "Promises" and "Properties" in docs/brain-files.md) or from tables; wits/prove.h uses them.
#ifndef WITS_PROMISES_H
#define WITS_PROMISES_H

#include <stdbool.h>
#include <stdint.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_MAX_STEP_VALUES = 4096,    ///< values of a range with a step
    WITS_DEFAULT_MOST_TARGETS = 2,  ///< rows in a list of targets, where `most` is not given
    WITS_MAX_MOST_TARGETS = 8,
    WITS_MAX_PROPERTIES = 1000,  ///< items in one list
};

/// Source of a field's values, or of an event.
typedef enum wits_giver {
    WITS_GIVER_DEFAULT,  ///< unspecified: the brain, for a field that it assigns; for an event also the host
    WITS_GIVER_BRAIN,    ///< host: false. The host never sets or raises it
    WITS_GIVER_HOST,     ///< host: true. The host does, even if the brain assigns or raises it, too
} wits_giver;

/// The host's promise about a number: a field, a host score, a field of a target. All zero promises nothing.
typedef struct wits_promise {
    bool has_range;
    double low;  ///< both ends are included and fit the type: integers for an int, floats for a float. low <= high;
                 ///< neither is -0
    double high;
    bool has_step;    ///< only of a float with a range
    double step;      ///< above 0; the double nearest to the text, which is more precise than a float
    bool nan;         ///< a field that is a float may also be NaN, which is in no range
    wits_giver host;  ///< for fields only
} wits_promise;

/// Lists the values of a range with a step: multiples k x step for consecutive integers k from `*first` on, ascending.
/// Returns their number, 1 to WITS_MAX_STEP_VALUES. Neighbours are equal if the step is less than the distance of two
/// floats. 0 if the promise has no step.
WITS_API uint32_t wits_promise_values(const wits_promise *promise, int64_t *first);
/// The float nearest to k x step, as the host provides it: the product in double precision, then rounded.
WITS_API float wits_promise_value(const wits_promise *promise, int64_t k);
/// Returns whether a value is in the range; true without a range. NaN is in the range only if `nan` is set. Ignores
/// steps.
WITS_API bool wits_promise_holds(const wits_promise *promise, double value);

/// All promises of a brain file. An array without rows is null.
typedef struct wits_promises {
    const wits_promise *fields;                ///< by row of wits_desc.fields
    const wits_promise *functions;             ///< by row of wits_desc.functions; all zero unless it is a score
    const wits_giver *events;                  ///< by row of wits_desc.events
    const uint32_t *most;                      ///< by row of wits_desc.targets: maximum length of a list, 1 to
                                               ///< WITS_MAX_MOST_TARGETS
    const wits_promise *const *target_fields;  ///< by row of wits_desc.targets, then by field of that kind
} wits_promises;

// --------------------------------------------------------------------------------------------------------- properties

/// X(name, word): the word is the key in the file. An assumption is not a property: it holds for all properties of its
/// list.
// clang-format off
#define WITS_PROPERTY_LIST(X) \
    X(ASSUME,  "assume") \
    X(NEVER,   "never") \
    X(ALWAYS,  "always") \
    X(REACH,   "reach") \
    X(WITHIN,  "within") \
    X(SETTLES, "settles") \
    X(RETURNS, "returns")
// clang-format on

typedef enum wits_property_kind {
#define WITS_PROPERTY_ENUMERATOR(name, word) WITS_PROPERTY_##name,
    WITS_PROPERTY_LIST(WITS_PROPERTY_ENUMERATOR)
#undef WITS_PROPERTY_ENUMERATOR
        WITS_PROPERTY_KIND_COUNT,
} wits_property_kind;

/// Returns "never" and so on; "" for an unknown kind.
WITS_API const char *wits_property_kind_name(wits_property_kind kind);

/// An expression or the path of a state, as in the file, with constants, conditions, scores and times replaced. Not
/// empty. Words that only properties have, such as calls(strike), and names of states in an expression are not
/// validated.
typedef struct wits_property_text {
    const char *text;  ///< null: not given
    uint32_t line;     ///< position of its start; use wits_property_where for a position inside
    uint32_t column;   ///< in characters from 1
} wits_property_text;

/// One item of a list of properties.
typedef struct wits_property {
    wits_property_kind kind;
    /// Its name: as given, else kind and number, such as "never 1". Numbers count from 1 without assumptions, and
    /// continue from the brain's own list to one that wits_properties_load read. Names are unique. Null for an
    /// assumption.
    const char *name;
    wits_property_text condition;  ///< the condition of never, always, reach, returns; `when` of within; the condition
                                   ///< of an assumption, or not given if it only sets the start of properties
    wits_property_text until;      ///< for within
    wits_property_text of;         ///< for settles: the path of an existing fsm or utility; "/" is the root
    uint32_t ticks;                ///< for within and settles; up to WITS_MAX_TICKS
    bool inputs_any;               ///< for within: inputs: any
    wits_property_text assume;     ///< its own, in addition to the assumptions of its list
    /// The path of the state in which the agent is placed, instead of the start: its own, or that of an assumption of
    /// the list if it has neither `from` nor `start`. The state exists; "/" is the root.
    wits_property_text from;
    bool start_any;    ///< start: any; never together with `from`
    const char *text;  ///< the property in one line: "in(combat) and fury", "of: combat, ticks: 6"
    uint32_t line;     ///< position of the item
    uint32_t column;
    const char *file;  ///< name of its file
} wits_property;

#ifdef __cplusplus
}
#endif

#endif
