// SPDX-License-Identifier: MIT
// curve: the scores of a utility's options as a function of one field, with everything else fixed.
#ifndef WITS_TOOL_CURVE_SCORES_H
#define WITS_TOOL_CURVE_SCORES_H

#include "curve/curve.h"

/// A decision that is repeated with one field changed.
typedef struct scene {
    const agent_sim *of;
    const tick_record *call;  ///< the decision of --at; null: the utility is entered with no option active
    wits_state_id composite;
    wits_brain *own;  ///< without a call: the brain without transitions and actions
    wits_function *functions;
    host around;
    wits_frame frame;
    context given;  ///< all fields except the one that changes
    context tried;
    unsigned char *agent;
    wits_explain why;
    void *memory;
} scene;

/// `to` must stay at its address. `one` and the targets of `of`'s pointers must outlive it.
void scene_begin(const curve_option *of, const agent_run *one, scene *to);
void scene_end(scene *of);
/// Returns the scores of the utility's options with this value of a field, valid until the next call. Returns null if
/// they would not be scored.
const wits_explained_choice *scene_score(scene *of, uint32_t field, double value);

/// A field and its range on the axis.
typedef struct score_axis {
    uint32_t field;
    double lo, hi;
} score_axis;

/// Writes an SVG picture with a panel for each axis.
void curve_draw_scores(const curve_option *of, scene *with, const score_axis *axes, size_t count, text *to);

/// Reads "distance=0..30" or "distance". Returns a status; prints errors.
int score_axis_read(const char *command, const curve_option *of, const context *given, const char *over,
                    score_axis *to);
/// Gets the range of the brain's first consideration of this field. Returns false if there is none.
bool scored_range(const wits_desc *desc, const char *field, double *lo, double *hi);
/// Returns the default range of a field: that of a consideration over this field, else 0 to 1, or 0 to 10 for an int.
/// If the field's value is outside, the range extends to twice the value.
score_axis score_axis_of(const wits_desc *desc, const context *given, uint32_t field);

#endif
