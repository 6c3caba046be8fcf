// SPDX-License-Identifier: MIT
// Writes pictures as SVG, to a text. Lengths are pixels from the upper left corner; colours are those of SVG, such as
// "#1f6fb4". The same calls write the same bytes on every machine.
#ifndef WITS_TOOL_SVG_H
#define WITS_TOOL_SVG_H

#include "common/text.h"

typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;

typedef struct svg_font {
    double size;
    const char *colour;
    svg_anchor anchor;  ///< which point of the text its x is
    bool bold;
} svg_font;

typedef struct svg_stroke {
    const char *colour;
    double width;
    const char *dash;  ///< "6 3", or null for a whole line
    bool round;        ///< line ends, so that a line without length is a dot
    double opacity;    ///< 0 to 1; 0 is not given, 1
} svg_stroke;

/// A white page.
void svg_begin(text *to, double width, double height, const char *title);
void svg_end(text *to);

/// What is drawn until svg_group_end has this name where it is pointed at.
void svg_group(text *to, const char *name);
void svg_group_end(text *to);

void svg_rect(text *to, double x, double y, double width, double height, const char *fill);
void svg_line(text *to, double x1, double y1, double x2, double y2, svg_stroke how);
/// y is the base line.
void svg_text(text *to, double x, double y, svg_font how, const char *words);
/// What a text takes at most in the fonts that are usual.
double svg_text_width(const char *words, svg_font how);
/// The text, or as much of its begin and end, with "…" between them, as fits; the whole is shown where it is pointed
/// at.
void svg_text_fitted(text *to, double x, double y, double width, svg_font how, const char *words);

/// What is drawn until svg_turn_end is turned around a point, to the left.
void svg_turn(text *to, double x, double y, int degrees);
void svg_turn_end(text *to);

/// Many rectangles of one colour.
void svg_rects_begin(text *to, const char *fill);
void svg_rects_add(text *to, double x, double y, double width, double height);
void svg_rects_end(text *to);

/// One line of many pieces. Points on the way of a horizontal or vertical line are left out. A piece of one point is a
/// dot, where line ends are round.
typedef struct svg_pen {
    text *to;
    double x[2], y[2];  ///< the point written last, and the one that waits
    int count;          ///< how many of them are there
    bool drawn;         ///< anything
} svg_pen;

svg_pen svg_pen_begin(text *to, svg_stroke how);
/// The same for areas: each piece is filled, "none" being nothing, and has a line around it, or none for null.
svg_pen svg_pen_begin_area(text *to, const char *fill, const svg_stroke *edge);
/// Begins a piece.
void svg_pen_move(svg_pen *pen, double x, double y);
void svg_pen_to(svg_pen *pen, double x, double y);
void svg_pen_end(svg_pen *pen);

/// With two decimals at most, and no sign before zero.
void svg_number(text *to, double value);

#endif
