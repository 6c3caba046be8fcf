// SPDX-License-Identifier: MIT
// Draws states over time as bands. If several ticks share a column, each state gets its share of the height.
#include "chart/plot_page.h"
#include "common/lookup.h"

#include <math.h>
#include <stdlib.h>

enum { BAND = 20, PITCH = 22, APART = 6, LEGEND_ROW = 17, LEGEND_WIDEST = 440, LEGEND_USUAL = 8, LEGEND_MOST = 200 };

/// A rectangle of a band.
typedef struct piece {
    wits_state_id state;
    bool again;           ///< the state was re-entered at its beginning
    uint32_t begin, end;  ///< columns
    uint32_t top, bottom;
} piece;

typedef struct pieces {
    piece *items;
    size_t count, capacity;
    size_t open[BAND + 1];  ///< pieces that reach the latest column
    size_t open_count;
} pieces;

static int by_state(const void *a, const void *b) {
    return (int)((const plot_cell *)a)->state - (int)((const plot_cell *)b)->state;
}

/// Extends the matching piece of the previous column, or adds a new one. Returns its index.
static size_t add_piece(pieces *to, piece wanted, const size_t *open, size_t open_count) {
    for (size_t i = 0; i < open_count; i++) {
        piece *p = &to->items[open[i]];
        if (!wanted.again && p->state == wanted.state && p->end == wanted.begin && p->top == wanted.top &&
            p->bottom == wanted.bottom) {
            p->end = wanted.end;
            return open[i];
        }
    }
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count] = wanted;
    return to->count++;
}

/// Adds the states of one column, from top to bottom in the order of the tree. Each gets at least one pixel while there
/// are any left.
static void add_column(pieces *to, plot_cell *cells, size_t count, uint64_t ticks) {
    size_t open[BAND + 1];
    size_t open_count = 0;
    uint64_t sum = 0;
    uint32_t top = 0;
    qsort(cells, count, sizeof *cells, by_state);
    for (size_t i = 0; i < count && top < BAND; i++) {
        sum += cells[i].ticks;
        uint32_t share = (uint32_t)((double)sum * BAND / (double)ticks + 0.5);
        uint32_t others = (uint32_t)(count - i - 1);
        uint32_t most = others < BAND ? BAND - others : 0;
        uint32_t bottom = share < most ? share : most;
        bottom = bottom > top ? bottom : top + 1;
        const piece wanted = {cells[i].state, cells[i].again, cells[i].column, cells[i].column + 1, top, bottom};
        open[open_count++] = add_piece(to, wanted, to->open, to->open_count);
        top = bottom;
    }
    for (size_t i = 0; i < open_count; i++) {
        to->open[i] = open[i];
    }
    to->open_count = open_count;
}

static int by_state_and_place(const void *a, const void *b) {
    const piece *x = a, *y = b;
    if (x->state != y->state) {
        return x->state < y->state ? -1 : 1;
    }
    return x->begin != y->begin ? (x->begin < y->begin ? -1 : 1) : (int)x->top - (int)y->top;
}

/// Returns the pieces of a row, sorted by state.
static pieces make_pieces(const plot *p, const plot_row *row) {
    pieces made = {0};
    for (size_t begin = 0, end; begin < row->count; begin = end) {
        uint32_t column = row->cells[begin].column;
        for (end = begin; end < row->count && row->cells[end].column == column;) {
            end++;
        }
        add_column(&made, &row->cells[begin], end - begin, column_ticks(p->time, column));
    }
    if (made.count > 0) {
        qsort(made.items, made.count, sizeof *made.items, by_state_and_place);
    }
    return made;
}

// ------------------------------------------------------------------------------------------------------------- drawing

/// Leaves a gap of one pixel between neighbours if they fit and each column is a single tick.
static double piece_width(const chart_page *s, const piece *p) {
    double width = (p->end - p->begin) * s->column_width;
    return width >= 4 && s->of->time.per_column == 1 ? width - 1 : width;
}

/// Writes the name of the state into each piece that it fits into. Returns whether there was one.
static bool draw_names(const chart_page *s, const piece *first, size_t count, double y) {
    const char *name = wits_state_name(s->of->of->mind.brain, first->state);
    svg_font font = chart_page_small(SVG_START);
    font.colour = palette_of(s->of->colours[first->state]).ink;
    double needed = svg_text_width(name, font) + 8;
    bool named = false;
    for (size_t i = 0; i < count; i++) {
        if (first[i].bottom - first[i].top == BAND && piece_width(s, &first[i]) >= needed) {
            svg_text(s->to, chart_page_x(s, first[i].begin) + 4, y + BAND - 6, font, name);
            named = true;
        }
    }
    return named;
}

/// Draws a notch where the state was re-entered.
static void draw_seams(const chart_page *s, const piece *first, size_t count, double y) {
    enum { NOTCH = 7 };
    svg_rects_begin(s->to, palette_of(s->of->colours[first->state]).ink);
    for (size_t i = 0; i < count; i++) {
        double height = first[i].bottom - first[i].top;
        if (first[i].again) {
            svg_rects_add(s->to, chart_page_x(s, first[i].begin), y + first[i].top, s->column_width < 3 ? 1 : 1.5,
                          height < NOTCH ? height : NOTCH);
        }
    }
    svg_rects_end(s->to);
}

static bool has_seams(const piece *first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (first[i].again) {
            return true;
        }
    }
    return false;
}

static bool draw_state(const chart_page *s, const piece *first, size_t count, double y) {
    text path = {0};
    text_state(&path, s->of->of->mind.brain, first->state);
    svg_group(s->to, text_of(&path));
    svg_rects_begin(s->to, palette_of(s->of->colours[first->state]).fill);
    for (size_t i = 0; i < count; i++) {
        svg_rects_add(s->to, chart_page_x(s, first[i].begin), y + first[i].top, piece_width(s, &first[i]),
                      first[i].bottom - first[i].top);
    }
    svg_rects_end(s->to);
    if (has_seams(first, count)) {
        draw_seams(s, first, count, y);
    }
    bool named = draw_names(s, first, count, y);
    svg_group_end(s->to);
    text_free(&path);
    return named;
}

static void draw_row(const chart_page *s, const plot_row *row, double y) {
    pieces all = make_pieces(s->of, row);
    for (size_t begin = 0, end; begin < all.count; begin = end) {
        for (end = begin; end < all.count && all.items[end].state == all.items[begin].state;) {
            end++;
        }
        s->nameless[all.items[begin].state] = !draw_state(s, &all.items[begin], end - begin, y);
    }
    free(all.items);
}

// -------------------------------------------------------------------------------------------------------------- legend

/// Width of the widest path, including its colour and a gap.
static double legend_width(const chart_page *s) {
    double widest = 0;
    for (uint32_t state = 0; state < wits_state_count(s->of->of->mind.brain); state++) {
        text path = {0};
        if (s->nameless[state]) {
            text_state(&path, s->of->of->mind.brain, (wits_state_id)state);
        }
        double width = svg_text_width(text_of(&path), chart_page_small(SVG_START));
        widest = width > widest ? width : widest;
        text_free(&path);
    }
    return ceil(widest > LEGEND_WIDEST ? LEGEND_WIDEST : widest) + 36;
}

/// Returns the number of columns in the legend.
static uint32_t legend_columns(const chart_page *s, double width) {
    uint32_t across = (uint32_t)((s->width - CHART_PAGE_MARGIN - s->left) / width);
    return across > 0 ? across : 1;
}

bool plot_legend_is_long(const chart_page *s) {
    uint32_t count = 0;
    for (uint32_t state = 0; state < wits_state_count(s->of->of->mind.brain); state++) {
        count += s->nameless[state];
    }
    return count > LEGEND_USUAL * legend_columns(s, legend_width(s));
}

static void draw_entry(const chart_page *s, wits_state_id state, double x, double y, double width) {
    text path = {0};
    text_state(&path, s->of->of->mind.brain, state);
    svg_rect(s->to, x, y, 12, 12, palette_of(s->of->colours[state]).fill);
    svg_text_fitted(s->to, x + 17, y + 10, width - 36, chart_page_small(SVG_START), text_of(&path));
    text_free(&path);
}

/// Draws the paths of states whose names fitted into none of their bands, in columns.
void plot_draw_legend(chart_page *s) {
    double width = legend_width(s);
    uint32_t across = legend_columns(s, width);
    uint32_t count = 0;
    for (uint32_t state = 0; state < wits_state_count(s->of->of->mind.brain); state++) {
        if (s->nameless[state] && count++ < LEGEND_MOST) {
            uint32_t at = count - 1;
            draw_entry(s, (wits_state_id)state, s->left + at % across * width, s->y + at / across * LEGEND_ROW, width);
        }
    }
    uint32_t shown = count < LEGEND_MOST ? count : LEGEND_MOST;
    s->y += (shown + across - 1) / across * (double)LEGEND_ROW;
    if (count > shown) {
        text more = {0};
        text_format(&more, "and %u more states", (unsigned)(count - shown));
        svg_text(s->to, s->left, s->y + 10, chart_page_small(SVG_START), text_of(&more));
        s->y += LEGEND_ROW;
        text_free(&more);
    }
    s->y += count > 0 ? 6 : 0;
}

/// Height of a row; 0 if none of its states was ever active.
static double row_height(const plot_row *row) {
    return row->count == 0 ? 0.0 : row->apart ? PITCH + APART : PITCH;
}

void plot_draw_states(chart_page *s) {
    const plot *p = s->of;
    double height = 0;
    for (uint32_t row = 0; row < p->row_count; row++) {
        height += row_height(&p->rows[row]);
    }
    double y = chart_page_panel(s, "states", NULL, height > 0 ? height : PITCH);
    for (uint32_t row = 0; row < p->row_count; row++) {
        y += row_height(&p->rows[row]);
        if (p->rows[row].count > 0) {
            draw_row(s, &p->rows[row], y - PITCH);
        }
    }
}
