// SPDX-License-Identifier: MIT
// Considerations: the parts of an option's score. Part of wits.h. docs/brain-files.md has every formula.
#ifndef WITS_CONSIDERATIONS_H
#define WITS_CONSIDERATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A state: its row in the table of states. Rows are in tree order: a state precedes its descendants.
typedef uint16_t wits_state_id;

enum {
    WITS_MAX_GROUPS = 8,  ///< nested groups of considerations
    WITS_MAX_CURVES = 8,  ///< curves of one consideration
    WITS_MAX_KNOTS = 16,  ///< knots of a piecewise curve
};

/// Curves from 0..1 to 0..1. docs/brain-files.md has the formulas and what each parameter does.
typedef enum wits_curve_kind {
    WITS_CURVE_DEFAULT,  ///< linear
    WITS_CURVE_CONSTANT,
    WITS_CURVE_STEP,
    WITS_CURVE_LINEAR,
    WITS_CURVE_POLYNOMIAL,
    WITS_CURVE_EXPONENTIAL,
    WITS_CURVE_LOGISTIC,
    WITS_CURVE_LOGIT,
    WITS_CURVE_NORMAL,
    WITS_CURVE_SIGMOID,
    WITS_CURVE_SMOOTHSTEP,
    WITS_CURVE_SMOOTHERSTEP,
    WITS_CURVE_PIECEWISE,
} wits_curve_kind;

/// A point of a piecewise curve: finite numbers.
typedef struct wits_knot {
    float x, y;
} wits_knot;

// A number with a bool `has_...` is used only if the bool is true; then 0 is a value, too. If the bool is false, the
// default is used, and any number but 0 is an error.

/// One curve. Its numbers are finite. Parameters that its kind does not have are an error: constant has only b,
/// piecewise has none of the four, and only polynomial, exponential, logistic, normal and sigmoid have k.
typedef struct wits_curve {
    wits_curve_kind kind;
    bool has_m;  ///< false: m is 1
    float m;     ///< slope: negative values fall, 0 is flat
    bool has_k;  ///< false: k is 1, or -0.5 for a sigmoid
    float k;  ///< exponent or steepness: at most 88 for exponential, -0.99999 to 0.99999 for sigmoid, -1e37 to 1e37 for
              ///< logistic and normal
    float b;  ///< offset added to the result; default 0
    float c;  ///< shift to the right; default 0
    const wits_knot *knots;  ///< for piecewise only, x ascending; null for all other kinds
    uint32_t knot_count;     ///< 2 to 16 for piecewise; else 0
} wits_curve;

/// Combination rule of a group.
typedef enum wits_group {
    WITS_GROUP_NONE,  ///< a consideration or a gate
    WITS_GROUP_PRODUCT,
    WITS_GROUP_COMPENSATED,
    WITS_GROUP_GEOMETRIC_MEAN,
    WITS_GROUP_SUM,
    WITS_GROUP_MEAN,
    WITS_GROUP_MIN,
    WITS_GROUP_MAX,
} wits_group;

typedef enum wits_outside {
    WITS_OUTSIDE_DEFAULT,  ///< clamp
    WITS_OUTSIDE_CLAMP,
    WITS_OUTSIDE_WRAP,
} wits_outside;

/// A part of an option's score: a consideration (input), a gate, or a group of these. The rows of an option are
/// contiguous, the outermost first; the members of a group follow it.
typedef struct wits_consideration_desc {
    wits_state_id of;   ///< the option
    uint16_t depth;     ///< 0: the score itself; 1 to 8: a member of the last preceding row whose depth is one less
    wits_group group;   ///< exactly one of group, gate and input is given
    const char *gate;   ///< a condition text; while it is false, the value of its group is 0, or, for an outermost
                        ///< gate, the option is not a candidate. Or null
    const char *input;  ///< a score text; null for a group or a gate
    // range of an input
    float low, high;       ///< input values that map to 0 and 1: two different finite numbers. Both 0, the default: no
                           ///< range, the input is used unchanged
    wits_outside outside;  ///< only with a range
    bool has_on_nan;       ///< false: a NaN input counts as `low`, which is 0 without a range
    float on_nan;          ///< replacement for a NaN input: any finite number
    const wits_curve *curves;  ///< applied one after another; null if there are none
    uint32_t curve_count;      ///< 0 to 8; 0, the default, is one linear curve
    // For an input or a group, except for the outermost row and for members of min or max.
    bool has_weight;  ///< false: the weight is 1
    float weight;     ///< finite and not negative; in a sum also negative. In a mean the sum of all weights is finite
} wits_consideration_desc;

/// Returns the curve's value at x, from 0 to 1, exactly as a brain computes it. The curve must not be null. 0 for an
/// invalid curve.
WITS_API float wits_curve_value(const wits_curve *curve, float x);

#ifdef __cplusplus
}
#endif

#endif
