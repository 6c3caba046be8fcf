// SPDX-License-Identifier: MIT
// The picture of a crowd: the page, its states, its fields.
#include "crowd/crowd_page.h"

#include "agent/run.h"
#include "chart/scale.h"

#include <math.h>
#include <stdlib.h>

enum { NAMES = 110, RIGHT = 16, STATES = 220, LINES = 110, TIME = 18 };

// -------------------------------------------------------------------------------------------------------------- states

/// Counts the agents in each state of one column. A parallel has as many as its first region.
static void count_inside(const crowd_sim *m, const uint32_t *deepest, uint64_t *inside) {
    for (uint32_t state = m->desc->state_count; state-- > 0;) {
        inside[state] = deepest[state];
        bool is_parallel = wits_state_kind(m->brain, (wits_state_id)state) == WITS_KIND_PARALLEL;
        for (uint32_t child = state + 1; child < wits_state_end(m->brain, (wits_state_id)state);
             child = wits_state_end(m->brain, (wits_state_id)child)) {
            inside[state] += inside[child];
            if (is_parallel) {
                break;
            }
        }
    }
}

/// Returns the panel of a state, named by the region around it, or the root.
static wits_state_id panel_of(const crowd_sim *m, wits_state_id state) {
    while (state != WITS_ROOT) {
        wits_state_id around = wits_state_parent(m->brain, state);
        if (wits_state_kind(m->brain, around) == WITS_KIND_PARALLEL) {
            return state;
        }
        state = around;
    }
    return WITS_ROOT;
}

/// Writes the path below the panel's own state.
static void name_state(const crowd_sim *m, wits_state_id root, wits_state_id state, area *to) {
    text root_path = {0}, path = {0};
    text_add(&to->own_name, wits_state_name(m->brain, state));
    text_path(&root_path, m->brain, root);
    text_path(&path, m->brain, state);
    size_t common = root == WITS_ROOT ? 0 : root_path.length + 1;
    text_add(&to->name, state == root ? text_of(&to->own_name) : text_of(&path) + common);
    text_free(&root_path);
    text_free(&path);
}

/// The states of a panel, and whether each was ever a deepest active one.
typedef struct panel {
    wits_state_id root;
    uint32_t end;
    bool *is_in;       ///< no state between it and the root is a region
    bool *was_active;  ///< whether the state was ever active; a parallel counts if anything inside it was
} panel;

/// Returns the ancestor at this depth below the panel's state, or the state itself if it is not that deep.
static wits_state_id state_at(const crowd_sim *m, wits_state_id root, wits_state_id state, uint32_t depth) {
    uint32_t level = 0;
    for (wits_state_id around = state; around != root; around = wits_state_parent(m->brain, around)) {
        level++;
    }
    for (; level > depth; level--) {
        state = wits_state_parent(m->brain, state);
    }
    return state;
}

/// Counts the areas if states below this depth are combined into their ancestors.
static uint32_t count_at(const crowd_sim *m, const panel *of, uint32_t depth) {
    bool *there = allocate(m->desc->state_count, sizeof *there);
    uint32_t count = 0;
    for (uint32_t state = of->root; state < of->end; state++) {
        if (of->is_in[state] && of->was_active[state]) {
            wits_state_id shown = state_at(m, of->root, (wits_state_id)state, depth);
            count += !there[shown];
            there[shown] = true;
        }
    }
    free(there);
    return count;
}

/// If there are too many states, shows only the outer ones, each including its descendants.
static uint32_t choose_depth(const crowd_sim *m, const panel *of) {
    uint32_t depth = WITS_MAX_DEPTH;
    while (depth > 1 && count_at(m, of, depth) > CROWD_AREAS) {
        depth--;
    }
    return depth;
}

static double share_at(const crowd_plot *p, const uint64_t *inside, uint32_t state, uint32_t column) {
    bool is_parallel = wits_state_kind(p->of->brain, (wits_state_id)state) == WITS_KIND_PARALLEL;
    return (double)(is_parallel ? inside[state] : p->counts[column][state]) / (double)p->of->how.agents;
}

static panel panel_new(const crowd_plot *p, wits_state_id root, uint64_t *inside) {
    const crowd_sim *m = p->of;
    panel made = {.root = root, .end = wits_state_end(m->brain, root)};
    made.is_in = allocate(m->desc->state_count, sizeof *made.is_in);
    made.was_active = allocate(m->desc->state_count, sizeof *made.was_active);
    for (uint32_t state = root; state < made.end; state++) {
        made.is_in[state] = panel_of(m, (wits_state_id)state) == root;
    }
    for (uint32_t column = 0; column < p->sampled; column++) {
        count_inside(m, p->counts[column], inside);
        for (uint32_t state = root; state < made.end; state++) {
            made.was_active[state] = made.was_active[state] || share_at(p, inside, state, column) > 0;
        }
    }
    return made;
}

/// Returns the shares of the states of a panel. Stopped agents come last.
static areas states_of(const crowd_plot *p, wits_state_id root, const uint8_t *colours) {
    const crowd_sim *m = p->of;
    uint32_t states = m->desc->state_count;
    uint64_t *inside = allocate(states, sizeof *inside);
    panel from = panel_new(p, root, inside);
    uint32_t depth = choose_depth(m, &from);
    areas made = areas_new(states + 1, p->sampled);
    bool *has_inner = allocate(states, sizeof *has_inner);
    for (uint32_t column = 0; column < p->sampled; column++) {
        count_inside(m, p->counts[column], inside);
        for (uint32_t state = root; state < from.end; state++) {
            if (from.is_in[state] && from.was_active[state]) {
                wits_state_id shown = state_at(m, root, (wits_state_id)state, depth);
                areas_add(&made, shown, column, share_at(p, inside, state, column));
                has_inner[shown] = has_inner[shown] || shown != state;
            }
        }
        if (root == WITS_ROOT) {
            areas_add(&made, states, column, (double)p->counts[column][states] / (double)m->how.agents);
        }
    }
    for (uint32_t state = root; state < from.end; state++) {
        name_state(m, root, (wits_state_id)state, &made.items[state]);
        text_add(&made.items[state].name, has_inner[state] ? "/…" : "");
        made.items[state].wanted = colours[state];
    }
    text_add(&made.items[states].name, "(stopped)");
    text_add(&made.items[states].own_name, "(stopped)");
    made.items[states].is_pale = true;
    free(has_inner);
    free(from.is_in);
    free(from.was_active);
    free(inside);
    areas_settle(&made, "states");
    return made;
}

void crowd_draw_states(chart_page *s, const crowd_plot *p) {
    const crowd_sim *m = p->of;
    uint8_t *colours = palette_rows(m->brain);
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        bool root_is_all = state == WITS_ROOT && wits_state_kind(m->brain, WITS_ROOT) == WITS_KIND_PARALLEL;
        if (root_is_all || panel_of(m, (wits_state_id)state) != state) {
            continue;
        }
        text heading = {0};
        areas all = states_of(p, (wits_state_id)state, colours);
        text_add(&heading, state == WITS_ROOT ? "states" : "states of ");
        text_path(&heading, m->brain, (wits_state_id)state);
        if (all.count > 0) {
            areas_draw(s, &all, text_of(&heading), STATES);
        }
        areas_free(&all);
        text_free(&heading);
    }
    free(colours);
}

// -------------------------------------------------------------------------------------------------------------- fields

static areas values_of(const crowd_plot *p, size_t row) {
    const wits_field_desc *about = &p->of->desc->fields[p->fields->rows[row]];
    uint32_t count = p->stats[0][row].share_count;
    areas made = areas_new(count, p->sampled);
    for (uint32_t value = 0; value < count; value++) {
        uint32_t from_top = about->type == WITS_TYPE_BOOL ? 1 - value : value;
        area *to = &made.items[from_top];
        text_value(&to->name, about, (double)value, false);
        text_value(&to->own_name, about, (double)value, false);
        to->wanted = (uint8_t)(from_top % PALETTE_COLOURS);
        to->is_pale = about->type == WITS_TYPE_BOOL && value == 0;
        for (uint32_t column = 0; column < p->sampled; column++) {
            areas_add(&made, from_top, column, (double)p->stats[column][row].shares[value] / (double)p->of->how.agents);
        }
    }
    areas_settle(&made, "values");
    return made;
}

/// Returns one of a field's drawn numbers: a quantile or, after the quantiles, the mean.
static double number_at(const crowd_plot *p, size_t row, uint32_t column, int which) {
    const field_stats *of = &p->stats[column][row];
    return which < STATS_QUANTILES ? of->quantiles[which] : of->mean;
}

static scale scale_of(const crowd_plot *p, size_t row, bool *has_nan) {
    double least = HUGE_VAL, greatest = -HUGE_VAL;
    bool above = false, below = false;
    for (uint32_t column = 0; column < p->sampled; column++) {
        *has_nan = *has_nan || p->stats[column][row].nan_count > 0;
        for (int i = 0; i <= STATS_QUANTILES; i++) {
            double value = number_at(p, row, column, i);
            least = isfinite(value) ? fmin(least, value) : least;
            greatest = isfinite(value) ? fmax(greatest, value) : greatest;
            above = above || (isinf(value) && value > 0);
            below = below || (isinf(value) && value < 0);
        }
    }
    bool is_int = p->of->desc->fields[p->fields->rows[row]].type != WITS_TYPE_FLOAT;
    scale made = least <= greatest ? scale_new(least, greatest, is_int ? 1 : 0) : scale_new(0, 1, 0);
    scale_leave_room(above, below, &made);
    return made;
}

/// Fills the band between two numbers, where both exist.
static void draw_between(const chart_page *s, const crowd_plot *p, size_t row, const scale *in, int low, int high,
                         const char *fill) {
    double *edges = allocate(2 * (size_t)p->sampled, sizeof *edges);
    for (uint32_t column = 0; column < p->sampled; column++) {
        const bool is_there = !isnan(number_at(p, row, column, low));
        edges[column] = is_there ? scale_height(in, number_at(p, row, column, high)) : (double)NAN;
        edges[p->sampled + column] = is_there ? scale_height(in, number_at(p, row, column, low)) : (double)NAN;
    }
    chart_page_band(s, &(chart_band){edges, edges + p->sampled, 1, true}, p->sampled, fill);
    free(edges);
}

static void draw_number(const chart_page *s, const crowd_plot *p, size_t row, const scale *in, int which,
                        svg_stroke how) {
    svg_pen pen = svg_pen_begin(s->to, how);
    for (uint32_t column = 0; column < p->sampled; column++) {
        double value = number_at(p, row, column, which);
        if (isnan(value)) {
            svg_pen_break(&pen);
            continue;
        }
        svg_pen_to(&pen, chart_page_x(s, column), scale_height(in, value));
        svg_pen_to(&pen, chart_page_x(s, column + 1), scale_height(in, value));
    }
    svg_pen_end(&pen);
}

static const char all_fill[] = "#e9eff6", most_fill[] = "#c4d7eb", half_fill[] = "#8db4db", dark[] = "#143a66",
                  warm[] = "#b3470a";
static const svg_stroke median_line = {.colour = dark, .width = 1.6};
static const svg_stroke mean_line = {.colour = warm, .width = 1.4, .dash = "4 3"};

/// Draws the legend, and the values in the last column.
static void draw_meaning(const chart_page *s, const crowd_plot *p, size_t row, double top) {
    static const struct {
        const char *name;
        const char *fill;
        const svg_stroke *line;
        int low, high;
    } parts[] = {{"all", all_fill, NULL, 0, 6},
                 {"5 to 95 %", most_fill, NULL, 1, 5},
                 {"25 to 75 %", half_fill, NULL, 2, 4},
                 {"median", NULL, &median_line, 3, 3},
                 {"mean", NULL, &mean_line, STATS_QUANTILES, STATS_QUANTILES}};
    double left = chart_page_right(s) + 14, right = chart_page_right(s) + CROWD_LEGEND;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double y = top + (double)i * CROWD_ROW + 3;
        text values = {0};
        double low = number_at(p, row, p->sampled - 1, parts[i].low);
        double high = number_at(p, row, p->sampled - 1, parts[i].high);
        text_short_number(&values, low);
        if (low < high) {
            text_add(&values, " to ");
            text_short_number(&values, high);
        }
        if (parts[i].fill != NULL) {
            svg_rect(s->to, left, y, 11, 11, parts[i].fill);
        } else {
            svg_line(s->to, left - 3, y + 6, left + 14, y + 6, *parts[i].line);
        }
        svg_text(s->to, left + 17, y + 9.5, chart_page_small(SVG_START), parts[i].name);
        svg_text(s->to, right, y + 9.5, chart_page_small(SVG_END), text_of(&values));
        text_free(&values);
    }
}

void crowd_draw_field(chart_page *s, const crowd_plot *p, size_t row) {
    const wits_field_desc *about = &p->of->desc->fields[p->fields->rows[row]];
    if (p->stats[0][row].shares != NULL) {
        areas all = values_of(p, row);
        areas_draw(s, &all, about->name, LINES);
        areas_free(&all);
        return;
    }
    bool has_nan = false;
    scale in = scale_of(p, row, &has_nan);
    crowd_legend_heading(s, "at the end");
    double top = chart_page_panel(s, about->name, has_nan ? "agents whose value is NaN are left out" : NULL, LINES);
    scale_place(s, top, LINES, &in);
    scale_draw(s, &in);
    svg_group(s->to, about->name);
    draw_between(s, p, row, &in, 0, 6, all_fill);
    draw_between(s, p, row, &in, 1, 5, most_fill);
    draw_between(s, p, row, &in, 2, 4, half_fill);
    draw_number(s, p, row, &in, STATS_MEDIAN, median_line);
    draw_number(s, p, row, &in, STATS_QUANTILES, mean_line);
    svg_group_end(s->to);
    draw_meaning(s, p, row, top);
}

// ------------------------------------------------------------------------------------------------------------- picture

static void add_heading(const crowd_plot *p, const crowd_result *what, text *to) {
    text_format(to, "%llu agent%s, ", (unsigned long long)p->of->how.agents, p->of->how.agents == 1 ? "" : "s");
    if (what->ticks < what->planned) {
        text_format(to, "%llu of ", (unsigned long long)what->ticks);
    }
    text_format(to, "%llu tick%s, seed %llu", (unsigned long long)what->planned, what->planned == 1 ? "" : "s",
                (unsigned long long)p->of->how.seed);
    if (p->time.per_column > 1) {
        text_format(to, "; one tick in %llu is drawn", (unsigned long long)p->time.per_column);
    }
}

void crowd_plot_draw(const crowd_plot *of, const crowd_result *what, text *to) {
    const char *name = wits_state_name(of->of->brain, WITS_ROOT);
    text panels = {0}, heading = {0};
    add_heading(of, what, &heading);
    crowd_plot whole = *of;
    whole.time.ticks = what->ticks + 1;
    whole.time.count = of->sampled;
    chart_page s = chart_page_new(whole.time, NAMES, &panels);
    s.first_tick = of->of->how.from;
    double title = chart_page_title_width(name, text_of(&heading));
    double matrix = of->of->how.counts_transitions ? crowd_transition_matrix_width(of) : 0;
    s.width = ceil(fmax(fmax(chart_page_right(&s) + CROWD_LEGEND + RIGHT, title), matrix));
    chart_page_time_above(&s);
    s.y += TIME;
    crowd_draw_states(&s, &whole);
    for (size_t i = 0; i < of->fields->count; i++) {
        crowd_draw_field(&s, &whole, i);
    }
    chart_page_time_below(&s);
    if (of->of->how.counts_transitions) {
        crowd_draw_transition_matrix(&s, &whole);
    }
    chart_page_page(&s, name, text_of(&heading), to);
    text_free(&panels);
    text_free(&heading);
}
