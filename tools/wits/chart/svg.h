// SPDX-License-Identifier: MIT
// Writes pictures as SVG to a text. Lengths are pixels from the upper left corner; colours have the syntax of SVG, such
// as "#1f6fb4". Output is the same on every machine.
#ifndef WITS_TOOL_SVG_H
#define WITS_TOOL_SVG_H

#include "common/text.h"

// Colours of texts and grids.
#define SVG_INK "#222222"
#define SVG_PALE "#666666"
#define SVG_GRID "#e3e3e3"
#define SVG_FRAME "#c8c8c8"

typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;

typedef struct svg_font {
    double size;
    const char *colour;
    svg_anchor anchor;  ///< the point of the text at x
    bool bold;
} svg_font;

typedef struct svg_stroke {
    const char *colour;
    double width;
    const char *dash;  ///< "6 3", or null for a solid line
    bool round;        ///< line ends; a line of length 0 is a dot
    double opacity;    ///< from 0 to 1; 0 means not given, which is 1
} svg_stroke;

/// Begins a page with a white background.
void svg_begin(text *to, double width, double height, const char *title);
void svg_end(text *to);
/// Writes a whole page around what was drawn.
void svg_page(text *to, double width, double height, const char *title, const text *drawn);

/// Begins a group with a tooltip, which ends at svg_group_end.
void svg_group(text *to, const char *name);
void svg_group_end(text *to);

void svg_rect(text *to, double x, double y, double width, double height, const char *fill);
void svg_line(text *to, double x1, double y1, double x2, double y2, svg_stroke how);
/// Draws a dot of this diameter.
void svg_dot(text *to, double x, double y, double width, const char *colour);
/// Draws a coloured square and its meaning at *x, or at `left` of the next line if that would end right of `right`.
/// Moves `*x` to the end of it.
void svg_key(text *to, double *x, double *y, double left, double right, const char *fill, svg_font font,
             const char *words);
/// y is the base line.
void svg_text(text *to, double x, double y, svg_font how, const char *words);
/// Returns an upper bound of a text's width in the usual fonts.
double svg_text_width(const char *words, svg_font how);
/// Writes a text. If it is too wide, keeps its beginning and end with "…" between them, and adds the whole text as a
/// tooltip.
void svg_text_fitted(text *to, double x, double y, double width, svg_font how, const char *words);

/// Rotates what is drawn until svg_turn_end around a point, counterclockwise.
void svg_turn(text *to, double x, double y, int degrees);
void svg_turn_end(text *to);

/// Begins many rectangles of one colour.
void svg_rects_begin(text *to, const char *fill);
void svg_rects_add(text *to, double x, double y, double width, double height);
void svg_rects_end(text *to);

/// Writes a path of several subpaths. It omits points inside horizontal or vertical lines. A subpath of one point is a
/// dot if line ends are round.
typedef struct svg_pen {
    text *to;
    double x[2], y[2];  ///< the point written last, and the pending one
    int count;          ///< number of valid points in x and y
    bool drawn;         ///< the subpath has a line
} svg_pen;

svg_pen svg_pen_begin(text *to, svg_stroke how);
/// Begins a filled path; `fill` may be "none". `edge` is its outline, or null.
svg_pen svg_pen_begin_area(text *to, const char *fill, const svg_stroke *edge);
/// Ends a subpath; the next point begins another.
void svg_pen_break(svg_pen *pen);
/// Begins a subpath.
void svg_pen_move(svg_pen *pen, double x, double y);
/// Draws a line from the previous point, or begins a subpath.
void svg_pen_to(svg_pen *pen, double x, double y);
void svg_pen_end(svg_pen *pen);

/// Writes a number with at most two decimals, and never "-0".
void svg_number(text *to, double value);

#endif
