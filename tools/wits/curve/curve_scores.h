// SPDX-License-Identifier: MIT
// curve: what the options of a utility score while one field takes all values of a range and all else stays as it is.
#ifndef WITS_TOOL_CURVE_SCORES_H
#define WITS_TOOL_CURVE_SCORES_H

#include "curve/curve.h"

/// A decision that is made again and again with one field changed.
typedef struct scene {
    const agent_sim *of;
    const tick_record
        *call;  ///< the decision of --at; null: the utility is entered, alone, with no option active before
    wits_state_id composite;
    wits_brain *own;  ///< without a call: the brain without transitions and actions
    wits_function *functions;
    host around;
    wits_frame frame;
    context given;  ///< what all fields are, but the one that changes
    context tried;
    unsigned char *agent;
    wits_explain why;
    void *memory;
} scene;

/// `to` must stay where it is; `one` and what `of` points to must outlive it.
void scene_begin(const curve_option *of, const agent_run *one, scene *to);
void scene_end(scene *of);
/// What the options of the utility score with this value of a field: until the next call. Null if they would not be
/// scored then.
const wits_explained_choice *scene_score(scene *of, uint32_t field, double value);

/// A field and the range that it takes.
typedef struct score_axis {
    uint32_t field;
    double lo, hi;
} score_axis;

/// A picture of it as SVG: a panel for each axis.
void curve_draw_scores(const curve_option *of, scene *with, const score_axis *axes, size_t count, text *to);

/// Reads "distance=0..30" or "distance". Returns a status; what is wrong is said.
int score_axis_read(const char *command, const curve_option *of, const context *given, const char *over,
                    score_axis *to);
/// The range of the first consideration of the brain whose input is this field; false if there is none.
bool scored_range(const wits_desc *desc, const char *field, double *lo, double *hi);
/// The range of a field that nobody has said: that of a consideration of the brain over this field, else 0 to 1, of an
/// int to 10, and twice its value if that lies outside.
score_axis score_axis_of(const wits_desc *desc, const context *given, uint32_t field);

#endif
