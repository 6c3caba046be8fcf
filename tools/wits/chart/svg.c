// SPDX-License-Identifier: MIT
#include "chart/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void svg_number(text *to, double value) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.2f", value);
    size_t length = strlen(digits);
    while (digits[length - 1] == '0') {
        length--;
    }
    length -= digits[length - 1] == '.';
    digits[length] = '\0';
    text_add(to, strcmp(digits, "-0") == 0 ? "0" : digits);
}

static void add_length(text *to, const char *name, double value) {
    text_format(to, " %s=\"", name);
    svg_number(to, value);
    text_add(to, "\"");
}

/// Adds a tooltip.
static void add_title(text *to, const char *words) {
    text_add(to, "<title>");
    text_xml(to, words, strlen(words));
    text_add(to, "</title>");
}

// --------------------------------------------------------------------------------------------------------------- whole

void svg_begin(text *to, double width, double height, const char *title) {
    text_add(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    add_length(to, "width", width);
    add_length(to, "height", height);
    text_add(to, " viewBox=\"0 0 ");
    svg_number(to, width);
    text_add(to, " ");
    svg_number(to, height);
    text_add(to, "\" font-family=\"Helvetica, Arial, sans-serif\">\n");
    add_title(to, title);
    text_add(to, "\n");
    svg_rect(to, 0, 0, width, height, "#ffffff");
}

void svg_end(text *to) {
    text_add(to, "</svg>\n");
}

void svg_page(text *to, double width, double height, const char *title, const text *drawn) {
    svg_begin(to, width, height, title);
    text_add_bytes(to, text_of(drawn), drawn->length);
    svg_end(to);
}

void svg_group(text *to, const char *name) {
    text_add(to, "<g>");
    add_title(to, name);
    text_add(to, "\n");
}

void svg_group_end(text *to) {
    text_add(to, "</g>\n");
}

void svg_turn(text *to, double x, double y, int degrees) {
    text_format(to, "<g transform=\"rotate(%d ", -degrees);
    svg_number(to, x);
    text_add(to, " ");
    svg_number(to, y);
    text_add(to, ")\">\n");
}

void svg_turn_end(text *to) {
    text_add(to, "</g>\n");
}

// -------------------------------------------------------------------------------------------------------------- shapes

void svg_rect(text *to, double x, double y, double width, double height, const char *fill) {
    text_add(to, "<rect");
    add_length(to, "x", x);
    add_length(to, "y", y);
    add_length(to, "width", width);
    add_length(to, "height", height);
    text_format(to, " fill=\"%s\"/>\n", fill);
}

static void add_stroke(text *to, svg_stroke how) {
    text_format(to, " stroke=\"%s\"", how.colour);
    add_length(to, "stroke-width", how.width);
    if (how.dash != NULL) {
        text_format(to, " stroke-dasharray=\"%s\"", how.dash);
    }
    if (how.round) {
        text_add(to, " stroke-linecap=\"round\"");
    }
    if (how.opacity > 0.0) {
        add_length(to, "stroke-opacity", how.opacity);
    }
}

void svg_line(text *to, double x1, double y1, double x2, double y2, svg_stroke how) {
    text_add(to, "<line");
    add_length(to, "x1", x1);
    add_length(to, "y1", y1);
    add_length(to, "x2", x2);
    add_length(to, "y2", y2);
    add_stroke(to, how);
    text_add(to, "/>\n");
}

/// Adds a path command such as "M12 3.5".
static void add_command(text *to, char command, double x, double y) {
    text_add_bytes(to, &command, 1);
    svg_number(to, x);
    text_add(to, " ");
    svg_number(to, y);
}

void svg_rects_begin(text *to, const char *fill) {
    text_format(to, "<path fill=\"%s\" d=\"", fill);
}

void svg_rects_add(text *to, double x, double y, double width, double height) {
    add_command(to, 'M', x, y);
    text_add(to, "h");
    svg_number(to, width);
    text_add(to, "v");
    svg_number(to, height);
    text_add(to, "h");
    svg_number(to, -width);
    text_add(to, "z");
}

void svg_rects_end(text *to) {
    text_add(to, "\"/>\n");
}

// ----------------------------------------------------------------------------------------------------------------- pen

svg_pen svg_pen_begin(text *to, svg_stroke how) {
    text_add(to, "<path fill=\"none\" stroke-linejoin=\"round\"");
    add_stroke(to, how);
    text_add(to, " d=\"");
    return (svg_pen){.to = to};
}

svg_pen svg_pen_begin_area(text *to, const char *fill, const svg_stroke *edge) {
    text_format(to, "<path fill=\"%s\"", fill);
    if (edge != NULL) {
        add_stroke(to, *edge);
    }
    text_add(to, " d=\"");
    return (svg_pen){.to = to};
}

/// Rounds to two decimals as written, so that relative steps add up without error.
static double rounded(double value) {
    return floor(value * 100.0 + 0.5) / 100.0;
}

/// Adds a relative step in its shortest form.
static void add_way(text *to, double x, double y) {
    if (y == 0.0) {
        text_add(to, "h");
        svg_number(to, x);
    } else if (x == 0.0) {
        text_add(to, "v");
        svg_number(to, y);
    } else {
        text_add(to, "l");
        svg_number(to, x);
        text_add(to, y > 0.0 ? " " : "");
        svg_number(to, y);
    }
}

/// Writes the pending point.
static void settle(svg_pen *pen) {
    if (pen->count == 2) {
        add_way(pen->to, pen->x[1] - pen->x[0], pen->y[1] - pen->y[0]);
        pen->x[0] = pen->x[1];
        pen->y[0] = pen->y[1];
        pen->count = 1;
    }
}

/// Ends a subpath. A single point becomes a line of length 0.
static void finish_piece(svg_pen *pen, bool had_line) {
    if (pen->count == 1 && !had_line) {
        text_add(pen->to, "h0");
    }
    settle(pen);
    pen->count = 0;
    pen->drawn = false;
}

void svg_pen_break(svg_pen *pen) {
    finish_piece(pen, pen->drawn || pen->count == 0);
}

void svg_pen_move(svg_pen *pen, double x, double y) {
    svg_pen_break(pen);
    pen->x[0] = rounded(x);
    pen->y[0] = rounded(y);
    pen->count = 1;
    add_command(pen->to, 'M', pen->x[0], pen->y[0]);
}

/// Returns whether the pending point is on a horizontal or vertical line from the previous point to this one.
static bool is_on_the_way(const svg_pen *pen, double x, double y) {
    const double *px = pen->x;
    const double *py = pen->y;
    bool along_x = py[0] == py[1] && py[1] == y && (px[1] - px[0]) * (x - px[1]) >= 0.0;
    bool along_y = px[0] == px[1] && px[1] == x && (py[1] - py[0]) * (y - py[1]) >= 0.0;
    return along_x || along_y;
}

void svg_pen_to(svg_pen *pen, double x, double y) {
    if (pen->count == 0) {
        svg_pen_move(pen, x, y);
        return;
    }
    x = rounded(x);
    y = rounded(y);
    if (pen->count == 2 && !is_on_the_way(pen, x, y)) {
        settle(pen);
    }
    if (pen->count == 1 && pen->x[0] == x && pen->y[0] == y) {
        return;
    }
    pen->x[1] = x;
    pen->y[1] = y;
    pen->count = 2;
    pen->drawn = true;
}

void svg_pen_end(svg_pen *pen) {
    svg_pen_break(pen);
    text_add(pen->to, "\"/>\n");
}

void svg_dot(text *to, double x, double y, double width, const char *colour) {
    svg_pen pen = svg_pen_begin(to, (svg_stroke){.colour = colour, .width = width, .round = true});
    svg_pen_move(&pen, x, y);
    svg_pen_end(&pen);
}

// ---------------------------------------------------------------------------------------------------------------- text

/// Returns whether a byte is a continuation byte of UTF-8.
static bool goes_on(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/// Returns the width of a character in 1/100 of the font size: rounded up for DejaVu Sans, the widest of the usual
/// fonts.
static int letter_width(char letter) {
    static const char narrow[] = "ijl.,:;|!' ()[]/ftrI-\"";
    static const char wide[] = "mwMW%@";
    if (strchr(narrow, letter) != NULL) {
        return 41;
    }
    if (strchr(wide, letter) != NULL) {
        return 98;
    }
    return letter >= 'A' && letter <= 'Z' ? 75 : 64;
}

double svg_text_width(const char *words, svg_font how) {
    long sum = 0;
    for (; *words != '\0'; words++) {
        sum += goes_on(*words) ? 0 : (unsigned char)*words >= 0x80 ? 100 : letter_width(*words);
    }
    return (double)sum / 100.0 * how.size * (how.bold ? 1.12 : 1.0);
}

static void begin_text(text *to, double x, double y, svg_font how) {
    static const char *const anchors[] = {[SVG_START] = "", [SVG_MIDDLE] = "middle", [SVG_END] = "end"};
    text_add(to, "<text");
    add_length(to, "x", x);
    add_length(to, "y", y);
    add_length(to, "font-size", how.size);
    text_format(to, " fill=\"%s\"", how.colour);
    if (how.anchor != SVG_START) {
        text_format(to, " text-anchor=\"%s\"", anchors[how.anchor]);
    }
    text_add(to, how.bold ? " font-weight=\"bold\">" : ">");
}

void svg_text(text *to, double x, double y, svg_font how, const char *words) {
    begin_text(to, x, y, how);
    text_xml(to, words, strlen(words));
    text_add(to, "</text>\n");
}

/// Keeps the beginning and the end of a text with "…" between them. The text must be too wide.
static void add_shortened(text *to, double width, svg_font how, const char *words) {
    const char *left = words + strlen(words) / 2;
    while (left > words && goes_on(*left)) {
        left--;
    }
    const char *right = left;
    do {  // removes a character from the longer side
        if ((size_t)(left - words) > strlen(right)) {
            do {
                left--;
            } while (left > words && goes_on(*left));
        } else if (*right != '\0') {
            do {
                right++;
            } while (goes_on(*right));
        }
        text_clear(to);
        text_add_bytes(to, words, (size_t)(left - words));
        text_format(to, "…%s", right);
    } while (svg_text_width(text_of(to), how) > width && (left > words || *right != '\0'));
}

void svg_text_fitted(text *to, double x, double y, double width, svg_font how, const char *words) {
    text shortened = {0};
    begin_text(to, x, y, how);
    if (svg_text_width(words, how) > width) {
        add_title(to, words);
        add_shortened(&shortened, width, how, words);
    } else {
        text_add(&shortened, words);
    }
    text_xml(to, text_of(&shortened), shortened.length);
    text_add(to, "</text>\n");
    text_free(&shortened);
}

void svg_key(text *to, double *x, double *y, double left, double right, const char *fill, svg_font font,
             const char *words) {
    enum { SQUARE = 10, LINE = 16 };
    const double width = svg_text_width(words, font) + 32;
    if (*x > left && *x + width > right) {
        *x = left;
        *y += LINE;
    }
    svg_rect(to, *x, *y - 9, SQUARE, SQUARE, fill);
    svg_text(to, *x + 15, *y, font, words);
    *x += width;
}
