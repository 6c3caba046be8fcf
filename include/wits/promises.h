// SPDX-License-Identifier: MIT
// What stands beside a brain: what the host promises of its fields, functions, events and targets, and which properties
// are to be proven. Nothing of it changes a decision or a byte of the brain. Brain files say it (wits/file.h;
// "Promises" and "Properties" in docs/brain-files.md have the keys), or a program's own tables; wits/prove.h reads it.
#ifndef WITS_PROMISES_H
#define WITS_PROMISES_H

#include <stdbool.h>
#include <stdint.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_MAX_STEP_VALUES = 4096,    ///< of a range with a step
    WITS_DEFAULT_MOST_TARGETS = 2,  ///< rows in a list of targets, where `most` is not given
    WITS_MAX_MOST_TARGETS = 8,
    WITS_MAX_PROPERTIES = 1000,  ///< items in one list
};

/// Who gives a field its values, or raises an event.
typedef enum wits_giver {
    WITS_GIVER_DEFAULT,  ///< not said: a field is the brain's own if the brain assigns it, an event is the host's too
    WITS_GIVER_BRAIN,    ///< host: false. The host never does
    WITS_GIVER_HOST,     ///< host: true. The host does, whatever the brain assigns or raises
} wits_giver;

/// What the host promises of a number: a field, what a score gives, a field of a target. All zero is no promise.
typedef struct wits_promise {
    bool has_range;
    double low;  ///< both ends are included, and the type holds both: they are whole numbers of an int, singles of a
                 ///< float. low <= high; neither is -0
    double high;
    bool has_step;    ///< only of a float with a range
    double step;      ///< above 0; the double nearest to what is written, which is finer than a single
    bool nan;         ///< a field that is a float may also be NaN, which is in no range
    wits_giver host;  ///< of fields alone
} wits_promise;

/// The values of a range with a step are those of the whole numbers from `*first` on, in rising order: returns how
/// many these are, 1 to WITS_MAX_STEP_VALUES. Two neighbours are equal where singles lie farther apart than the step.
/// 0 if the promise has no step.
WITS_API uint32_t wits_promise_values(const wits_promise *promise, int64_t *first);
/// The single nearest to k x step, as the host gives it: the product in double precision, then rounded.
WITS_API float wits_promise_value(const wits_promise *promise, int64_t k);
/// Whether a value keeps to the range: always if there is none. NaN does only if `nan` is set or there is no range.
/// Steps are not asked for.
WITS_API bool wits_promise_holds(const wits_promise *promise, double value);

/// All that a brain file promises. An array of which the brain has no rows is null.
typedef struct wits_promises {
    const wits_promise *fields;                ///< by row of wits_desc.fields
    const wits_promise *functions;             ///< by row of wits_desc.functions; of what is no score all zero
    const wits_giver *events;                  ///< by row of wits_desc.events
    const uint32_t *most;                      ///< by row of wits_desc.targets: a list has at most so many rows, 1 to
                                               ///< WITS_MAX_MOST_TARGETS
    const wits_promise *const *target_fields;  ///< by row of wits_desc.targets, then by field of that kind
} wits_promises;

// --------------------------------------------------------------------------------------------------------- properties

/// X(name, word): the word is the key in the file. An assumption is no property: it says what holds for all
/// properties of the list that it stands in.
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

/// "never" and the like; "" of what is no kind.
WITS_API const char *wits_property_kind_name(wits_property_kind kind);

/// An expression or the path of a state, as it stands in the file but for what it names: constants, conditions, scores
/// and times of the file are written out, as everywhere. It is not empty. Words that only properties have, such as
/// calls(strike), were not looked at, and neither were the names of states in an expression.
typedef struct wits_property_text {
    const char *text;  ///< null: not given
    uint32_t line;     ///< where it begins; see wits_property_where for a place inside
    uint32_t column;   ///< in characters from 1
} wits_property_text;

/// One item of a list of properties.
typedef struct wits_property {
    wits_property_kind kind;
    /// As given, else the kind and the number of the property, "never 1": from 1, assumptions not counted, going on
    /// from the brain's own list to one that wits_properties_load read. No two have one name. Null of an assumption.
    const char *name;
    wits_property_text condition;  ///< of never, always, reach, returns; `when` of within; of an assumption what is
                                   ///< assumed, or not given if it says only where properties start
    wits_property_text until;      ///< of within
    wits_property_text of;         ///< of settles: the path of an fsm or utility, which is there; "/" is the root
    uint32_t ticks;                ///< of within and settles; up to WITS_MAX_TICKS
    bool inputs_any;               ///< of within: inputs: any
    wits_property_text assume;     ///< its own, beside the assumptions of its list
    /// The path of a state in which the agent is placed in place of the start. Its own, or that of an assumption of the
    /// list if it has neither `from` nor `start` itself. The state is there; "/" is the root.
    wits_property_text from;
    bool start_any;    ///< start: any, likewise; never with `from`
    const char *text;  ///< what is asked, in one line: "in(combat) and fury", "of: combat, ticks: 6"
    uint32_t line;     ///< where the item begins
    uint32_t column;
    const char *file;  ///< the name of the file that it stands in
} wits_property;

#ifdef __cplusplus
}
#endif

#endif
