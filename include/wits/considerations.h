// SPDX-License-Identifier: MIT
// Considerations: what the score of an option is made of. Part of wits.h. docs/brain-files.md has every formula.
#ifndef WITS_CONSIDERATIONS_H
#define WITS_CONSIDERATIONS_H

#include <stdint.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A state: its row in the table of states. Rows stand in tree order: after a state come all that is inside it.
typedef uint16_t wits_state_id;

/// Where a plain 0 means "not given" (a weight or steepness of 1, no floor) this means 0.
#define WITS_ZERO (-0.0f)

enum {
    WITS_MAX_GROUPS = 8,  ///< of considerations, one inside another
    WITS_MAX_CURVES = 8,  ///< of one consideration
    WITS_MAX_KNOTS = 16,  ///< of a piecewise curve
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

typedef struct wits_knot {
    float x, y;
} wits_knot;

typedef struct wits_curve {
    wits_curve_kind kind;
    float m;  ///< 0 is "not given", 1; see WITS_ZERO
    float k;  ///< 0 is "not given", 1, of a sigmoid -0.5; see WITS_ZERO. Only where the curve has it
    float b, c;
    const wits_knot *knots;  ///< of a piecewise curve 2 to 16, x not falling
    uint32_t knot_count;
} wits_curve;

/// How a group makes one number of several.
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

/// What an option's score is made of: a consideration (input), a gate, or a group of these. The rows of an option stand
/// together, the outermost first, and behind a group all that is in it.
typedef struct wits_consideration_desc {
    wits_state_id of;  ///< the option
    uint16_t depth;    ///< 0: the score itself; else it is in the last row before it whose depth is one less
    wits_group group;
    const char *gate;   ///< a condition text: while it is false its group is 0, and the outermost no candidate
    const char *input;  ///< a score text
    float low, high;    ///< what becomes 0 and what 1; both 0: the input is taken as it is
    wits_outside outside;
    float on_nan;              ///< taken for an input that is no number; 0 is "not given": low. See WITS_ZERO
    const wits_curve *curves;  ///< applied one after another; none is linear
    uint32_t curve_count;      ///< at most 8
    float weight;  ///< 0 is "not given", 1; see WITS_ZERO. Of the outermost row, or in min and max: not given
} wits_consideration_desc;

/// What the curve makes of x: 0 to 1, just as a brain that has it. Of a curve that a brain could not have, 0.
WITS_API float wits_curve_value(const wits_curve *curve, float x);

#ifdef __cplusplus
}
#endif

#endif
