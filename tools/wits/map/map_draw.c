// SPDX-License-Identifier: MIT
// `wits map`: draws the page. Each panel is decided pixel by pixel; pixels with the same winner form one area.
#include "chart/axis.h"
#include "chart/palette.h"
#include "common/lookup.h"
#include "explain/tick_record.h"
#include "map/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDGE = 12,
    LINE = 16,        ///< distance between lines of text
    MOST_SIDE = 120,  ///< maximum width of the values on the left
    NAME_SIDE = 20,   ///< width of the field's name next to them
    BELOW = 36,       ///< height below a panel: values and the field's name
    HEADING = 18,     ///< height above a panel of --z
    GAP = 16,
    USUAL_WIDTH = 1000,
    LEAST_WIDTH = 440,
    MOST_SHADES = 7,
};

static const char ink[] = SVG_INK, pale[] = SVG_PALE, white[] = "#ffffff";

/// Pixels with the same winner, decided in the same way.
typedef struct map_class {
    wits_state_id winner;
    map_how how;
    uint64_t pixels;
    text name;
} map_class;

typedef struct page {
    const map_picture *of;
    map_agent *agent;
    text *to;
    uint8_t *colours;
    map_class *classes;
    uint32_t class_count;
    map_grid *grids;  ///< one for each panel; labels are classes
    float *margins;   ///< margin at each pixel of each panel, in the order of `grids`
    double step;      ///< difference in margin between two shades
    int decimals;     ///< decimals of such a margin
    uint32_t shades;  ///< 1: only full colours
    double side;      ///< space on the left of a panel
    double width;
    double y;
} page;

static svg_font font_of(double size, const char *colour, svg_anchor anchor) {
    return (svg_font){.size = size, .colour = colour, .anchor = anchor};
}

static size_t pixels_of(const map_picture *of) {
    return (size_t)of->width * of->height;
}

// ------------------------------------------------------------------------------------------------------------ deciding

static uint32_t key_of(map_point point) {
    return (uint32_t)point.winner * MAP_HOWS + (uint32_t)point.how;
}

/// Decides every pixel of a panel. Labels are keys until make_classes. Counts the pixels of each key.
static void decide_panel(page *on, uint32_t panel, uint64_t *counts) {
    const map_picture *of = on->of;
    agent_run *one = on->agent->one;
    context *knows = &on->agent->knows;
    size_t pixel = 0;
    on->grids[panel] = (map_grid){of->width, of->height, allocate(pixels_of(of), sizeof(uint32_t))};
    if (of->panels->is_given) {
        map_axis_set(&of->panels->of, one, knows, of->panels->values[panel]);
    }
    for (uint32_t row = of->height; row > 0; row--) {
        map_axis_set(of->y, one, knows, map_axis_value(of->y, row - 1, of->height));
        for (uint32_t column = 0; column < of->width; column++, pixel++) {
            map_axis_set(of->x, one, knows, map_axis_value(of->x, column, of->width));
            const map_point point = map_agent_decide(on->agent);
            on->grids[panel].labels[pixel] = key_of(point);
            on->margins[panel * pixels_of(of) + pixel] = point.margin;
            counts[key_of(point)]++;
        }
    }
}

static void name_class(const page *on, map_class *one) {
    static const char *const hows[MAP_HOWS] = {[MAP_CHOSEN] = "",
                                               [MAP_NO_CANDIDATE] = " (no candidate)",
                                               [MAP_HELD] = " (held)",
                                               [MAP_NOT_DUE] = " (not due)",
                                               [MAP_COMMITTED] = " (committed)"};
    const wits_brain *brain = on->agent->brain;
    const wits_state_id of = on->agent->question.of;
    if (one->winner == of) {
        text_add(&one->name, "nothing yet");
    } else if (wits_state_parent(brain, one->winner) == of) {
        text_add(&one->name, wits_state_name(brain, one->winner));
    } else {
        text_add(&one->name, "left for ");
        text_path(&one->name, brain, one->winner);
    }
    text_add(&one->name, hows[one->how]);
}

/// Makes classes in the order of the states, and replaces the keys in labels by class numbers.
static void make_classes(page *on, const uint64_t *counts, uint32_t keys) {
    uint32_t *numbers = allocate(keys, sizeof *numbers);
    size_t capacity = 0;
    for (uint32_t key = 0; key < keys; key++) {
        if (counts[key] > 0) {
            numbers[key] = on->class_count;
            on->classes = grow(on->classes, &capacity, on->class_count + 1, sizeof *on->classes);
            map_class *made = &on->classes[on->class_count++];
            *made = (map_class){(wits_state_id)(key / MAP_HOWS), (map_how)(key % MAP_HOWS), counts[key], {0}};
            name_class(on, made);
        }
    }
    for (uint32_t panel = 0; panel < on->of->panels->count; panel++) {
        for (size_t pixel = 0; pixel < pixels_of(on->of); pixel++) {
            on->grids[panel].labels[pixel] = numbers[on->grids[panel].labels[pixel]];
        }
    }
    free(numbers);
}

/// Chooses a round step that divides the largest margin into at most MOST_SHADES shades.
static void find_shades(page *on) {
    double most = 0;
    for (size_t i = 0; i < pixels_of(on->of) * on->of->panels->count; i++) {
        const double margin = (double)on->margins[i];
        most = margin - margin == 0.0 && margin > most ? margin : most;
    }
    on->shades = 1;
    if (on->of->margin && most > 0) {
        on->step = axis_step(most * 4 / MOST_SHADES, &on->decimals);  // axis_step aims at 4 steps
        const double steps = ceil(most / on->step);
        on->shades = steps < MOST_SHADES ? (uint32_t)steps : MOST_SHADES;
    }
}

static void decide_all(page *on) {
    const uint32_t panels = on->of->panels->count;
    const uint32_t keys = wits_state_count(on->agent->brain) * MAP_HOWS;
    uint64_t *counts = allocate(keys, sizeof *counts);
    on->grids = allocate(panels, sizeof *on->grids);
    on->margins = allocate(pixels_of(on->of) * panels, sizeof *on->margins);
    for (uint32_t panel = 0; panel < panels; panel++) {
        decide_panel(on, panel, counts);
    }
    make_classes(on, counts, keys);
    find_shades(on);
    free(counts);
}

// ------------------------------------------------------------------------------------------------------------- colours

static palette_colour colour_of(const page *on, const map_class *one) {
    const bool is_own = one->how != MAP_NO_CANDIDATE && one->winner != on->agent->question.of;
    return palette_of(on->colours[is_own ? one->winner : WITS_ROOT]);
}

typedef struct shade {
    char fill[8];
} shade;

/// Returns the fill of a shade. The last shade is the full colour; earlier ones contain more white.
static shade shade_of(const page *on, const char *full, uint32_t number) {
    const double strength = on->shades == 1 ? 1.0 : 0.25 + 0.75 * number / (on->shades - 1);
    const unsigned long colour = strtoul(full + 1, NULL, 16);
    unsigned parts[3];
    shade made;
    for (int i = 0; i < 3; i++) {
        const double part = (double)(colour >> (16 - 8 * i) & 255);
        parts[i] = (unsigned)(255.0 + (part - 255.0) * strength + 0.5);
    }
    snprintf(made.fill, sizeof made.fill, "#%02x%02x%02x", parts[0] & 255, parts[1] & 255, parts[2] & 255);
    return made;
}

/// Returns the shade of a margin. An option without competition (NaN) gets the last shade.
static uint32_t shade_number(const page *on, float margin) {
    const double steps = (double)margin / on->step;
    if (on->shades == 1 || !(steps < on->shades)) {
        return on->shades - 1;
    }
    return steps > 0 ? (uint32_t)steps : 0;
}

// --------------------------------------------------------------------------------------------------------------- areas

static bool has_class(const map_grid *grid, uint32_t number) {
    size_t pixel = 0;
    const size_t pixels = (size_t)grid->width * grid->height;
    while (pixel < pixels && grid->labels[pixel] != number) {
        pixel++;
    }
    return pixel < pixels;
}

/// Draws one area without an outline for each shade.
static void draw_shades(const page *on, uint32_t panel, uint32_t number, double left, double top) {
    const map_grid *grid = &on->grids[panel];
    const float *margins = on->margins + panel * pixels_of(on->of);
    const char *full = colour_of(on, &on->classes[number]).fill;
    map_grid shaded = {grid->width, grid->height, allocate(pixels_of(on->of), sizeof(uint32_t))};
    for (size_t pixel = 0; pixel < pixels_of(on->of); pixel++) {
        const bool is_in = grid->labels[pixel] == number;
        shaded.labels[pixel] = is_in ? shade_number(on, margins[pixel]) : on->shades;
    }
    for (uint32_t i = 0; i < on->shades; i++) {
        if (has_class(&shaded, i)) {
            const shade colour = shade_of(on, full, i);
            svg_pen pen = svg_pen_begin_area(on->to, colour.fill, NULL);
            map_outline(&shaded, i, left, top, &pen);
            svg_pen_end(&pen);
        }
    }
    free(shaded.labels);
}

static void draw_areas(const page *on, uint32_t panel, double left, double top) {
    static const svg_stroke border = {.colour = ink, .width = 1};
    for (uint32_t number = 0; number < on->class_count; number++) {
        const map_class *one = &on->classes[number];
        if (!has_class(&on->grids[panel], number)) {
            continue;
        }
        svg_group(on->to, text_of(&one->name));
        if (on->shades > 1) {
            draw_shades(on, panel, number, left, top);
        }
        svg_pen pen = svg_pen_begin_area(on->to, on->shades > 1 ? "none" : colour_of(on, one).fill, &border);
        map_outline(&on->grids[panel], number, left, top, &pen);
        svg_pen_end(&pen);
        svg_group_end(on->to);
    }
}

/// Writes its name into each area that it fits into. With shades, the name gets a white background.
static void draw_names(const page *on, uint32_t panel, double left, double top) {
    enum { AROUND = 4, HEIGHT = 16 };
    svg_font font = {.size = 12, .anchor = SVG_MIDDLE, .bold = true};
    uint32_t(*boxes)[2] = allocate(on->class_count, sizeof *boxes);
    for (uint32_t number = 0; number < on->class_count; number++) {
        boxes[number][0] = (uint32_t)ceil(svg_text_width(text_of(&on->classes[number].name), font)) + 2 * AROUND;
        boxes[number][1] = HEIGHT;
    }
    size_t count;
    map_place *places = map_places(&on->grids[panel], (const uint32_t(*)[2])boxes, &count);
    for (size_t i = 0; i < count; i++) {
        const map_class *one = &on->classes[places[i].label];
        const double x = left + places[i].x, y = top + places[i].y, width = boxes[places[i].label][0];
        font.colour = on->shades > 1 ? ink : colour_of(on, one).ink;
        if (on->shades > 1) {
            svg_rect(on->to, x - width / 2, y - HEIGHT / 2.0, width, HEIGHT, white);
        }
        svg_text(on->to, x, y + 4, font, text_of(&one->name));
    }
    free(places);
    free(boxes);
}

// ---------------------------------------------------------------------------------------------------------------- axes

static axis_ticks ticks_of(const map_axis *of) {
    return field_is_number(&of->field) ? axis_ticks_of(of->lo, of->hi, of->is_whole ? 1 : 0)
                                       : axis_ticks_by(of->lo, of->hi, 1, 0);
}

/// Returns the next value and its label, or false after the last.
static bool next_tick(const map_axis *on, axis_ticks *of, double *value, text *label) {
    const bool is_there = axis_next(of, value, label);
    if (is_there && !field_is_number(&on->field)) {
        text_clear(label);
        text_value(label, &on->field, *value, false);
    }
    return is_there;
}

static double widest_label(const map_axis *of) {
    double value, widest = 0;
    text label = {0};
    for (axis_ticks all = ticks_of(of); next_tick(of, &all, &value, &label);) {
        const double width = svg_text_width(text_of(&label), font_of(10, ink, SVG_END));
        widest = width > widest ? width : widest;
    }
    text_free(&label);
    return widest < MOST_SIDE ? widest : MOST_SIDE;
}

static void draw_x(const page *on, double left, double top) {
    const double bottom = top + on->of->height;
    double value, right = left - on->side;
    text label = {0};
    for (axis_ticks all = ticks_of(on->of->x); next_tick(on->of->x, &all, &value, &label);) {
        const double x = left + map_axis_share(on->of->x, value) * on->of->width;
        const double width = svg_text_width(text_of(&label), font_of(10, ink, SVG_MIDDLE));
        svg_line(on->to, x, bottom, x, bottom + 4, (svg_stroke){.colour = ink, .width = 1});
        const double most = left + on->of->width + EDGE - width / 2, middle = x < most ? x : most;
        if (middle - width / 2 >= right + 3) {
            svg_text(on->to, middle, bottom + 14, font_of(10, ink, SVG_MIDDLE), text_of(&label));
            right = middle + width / 2;
        }
    }
    svg_text_fitted(on->to, left + on->of->width / 2.0, bottom + 28, on->of->width + on->side,
                    font_of(11, ink, SVG_MIDDLE), text_of(&on->of->x->name));
    text_free(&label);
}

static void draw_y(const page *on, double left, double top) {
    double value, highest = (double)INFINITY;
    text label = {0};
    for (axis_ticks all = ticks_of(on->of->y); next_tick(on->of->y, &all, &value, &label);) {
        const double y = top + (1 - map_axis_share(on->of->y, value)) * on->of->height;
        svg_line(on->to, left - 4, y, left, y, (svg_stroke){.colour = ink, .width = 1});
        if (y <= highest - 11) {
            svg_text_fitted(on->to, left - 7, y + 3.5, MOST_SIDE, font_of(10, ink, SVG_END), text_of(&label));
            highest = y;
        }
    }
    const double x = left - on->side + 10, y = top + on->of->height / 2.0;
    svg_turn(on->to, x, y, 90);
    svg_text_fitted(on->to, x, y, on->of->height + LINE, font_of(11, ink, SVG_MIDDLE), text_of(&on->of->y->name));
    svg_turn_end(on->to);
    text_free(&label);
}

// -------------------------------------------------------------------------------------------------------------- panels

static void draw_heading(const page *on, uint32_t panel, double left, double top) {
    const map_panels *panels = on->of->panels;
    svg_font font = font_of(12, ink, SVG_START);
    text words = {0};
    font.bold = true;
    text_format(&words, "%s ", text_of(&panels->of.name));
    text_value(&words, &panels->of.field, panels->values[panel], false);
    svg_text_fitted(on->to, left, top - 6, on->of->width, font, text_of(&words));
    text_free(&words);
}

/// Distance between the left edges of two neighbouring panels.
static double across_of(const page *on) {
    return on->side + on->of->width + GAP;
}

/// Returns how many panels fit side by side.
static uint32_t columns_of(const page *on) {
    const uint32_t fit = (uint32_t)((USUAL_WIDTH - 2.0 * EDGE + GAP) / across_of(on));
    const uint32_t count = on->of->panels->count;
    return fit < 1 ? 1 : fit < count ? fit : count;
}

static void draw_panels(page *on) {
    const map_panels *panels = on->of->panels;
    const double heading = panels->is_given ? HEADING : 0;
    const uint32_t columns = columns_of(on);
    for (uint32_t panel = 0; panel < panels->count; panel++) {
        const double left = EDGE + on->side + panel % columns * across_of(on);
        const double top = on->y + heading;
        if (panels->is_given) {
            draw_heading(on, panel, left, top);
        }
        draw_areas(on, panel, left, top);
        draw_names(on, panel, left, top);
        draw_x(on, left, top);
        draw_y(on, left, top);
        if ((panel + 1) % columns == 0 || panel + 1 == panels->count) {
            on->y += heading + on->of->height + BELOW;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- texts

static void text_share(text *to, uint64_t pixels, uint64_t all) {
    const double percent = 100.0 * (double)pixels / (double)all;
    text_format(to, percent < 1 ? " <1 %%" : " %.0f %%", percent);
}

static void draw_class_keys(page *on) {
    const uint64_t all = (uint64_t)pixels_of(on->of) * on->of->panels->count;
    double x = EDGE;
    for (uint32_t i = 0; i < on->class_count; i++) {
        text words = {0};
        text_add(&words, text_of(&on->classes[i].name));
        text_share(&words, on->classes[i].pixels, all);
        svg_key(on->to, &x, &on->y, EDGE, on->width, colour_of(on, &on->classes[i]).fill, font_of(11, ink, SVG_START),
                text_of(&words));
        text_free(&words);
    }
    on->y += LINE;
}

static void draw_shade_keys(page *on) {
    double x = EDGE;
    for (uint32_t i = 0; i < on->shades; i++) {
        const bool is_last = i + 1 == on->shades;
        text words = {0};
        text_add(&words, i == 0 ? "ahead of the next by " : "");
        text_add(&words, is_last ? "at least " : "less than ");
        text_axis(&words, on->step * (is_last ? i : i + 1), on->step, on->decimals);
        text_add(&words, is_last ? ", or no next" : "");
        svg_key(on->to, &x, &on->y, EDGE, on->width, shade_of(on, "#444444", i).fill, font_of(11, ink, SVG_START),
                text_of(&words));
        text_free(&words);
    }
    on->y += LINE;
}

static void draw_words(page *on, const text *words, double size) {
    svg_font font = font_of(size, size > 12 ? ink : pale, SVG_START);
    font.bold = size > 12;
    svg_text_fitted(on->to, EDGE, on->y, on->width - 2.0 * EDGE, font, text_of(words));
    on->y += LINE;
}

static void text_title(text *to, const page *on) {
    const wits_brain *brain = on->agent->brain;
    text_add(to, wits_state_name(brain, WITS_ROOT));
    if (on->agent->question.of != WITS_ROOT) {
        text_add(to, ": ");
        text_path(to, brain, on->agent->question.of);
    }
    text_format(to, " over %s and %s", text_of(&on->of->x->name), text_of(&on->of->y->name));
}

/// Writes the state that the agent was in, and when it decided.
static void text_before(text *to, const page *on) {
    const map_agent *agent = on->agent;
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    const wits_state_id from = agent->question.from != WITS_NONE ? agent->question.from : agent->question.of;
    wits_state_path(agent->brain, from, path, sizeof path);
    const char *where = from == WITS_ROOT ? wits_state_name(agent->brain, WITS_ROOT) : path;
    if (agent->only_came && from == WITS_ROOT) {
        text_add(to, "choice at the start");
    } else if (agent->only_came) {
        text_format(to, "choice when entering %s", where);
    } else if (agent->least_wait == agent->most_wait) {
        text_format(to, "decision in %s after %u tick%s", where, (unsigned)agent->most_wait,
                    agent->most_wait == 1 ? "" : "s");
    } else {
        text_format(to, "decision in %s after %u to %u ticks", where, (unsigned)agent->least_wait,
                    (unsigned)agent->most_wait);
    }
    if (agent->has_chance) {
        text_format(to, ", as agent %llu with seed %llu", (unsigned long long)agent->frame.agent,
                    (unsigned long long)agent->frame.seed);
    }
}

static void add_value(text *to, const wits_field_desc *field, const char *behind, double value) {
    text_format(to, "%s%s%s ", to->length == 0 ? "with " : ", ", field->name, behind);
    if (field->type == WITS_TYPE_FLOAT) {
        text_short(to, (float)value);
    } else {
        text_value(to, field, value, false);
    }
}

static bool is_drawn(const page *on, uint32_t kind, uint32_t row) {
    const map_picture *of = on->of;
    return (of->x->kind == kind && of->x->row == row) || (of->y->kind == kind && of->y->row == row) ||
           (of->panels->is_given && of->panels->of.kind == kind && of->panels->of.row == row);
}

/// Writes the fields of a single target, else the number of targets in the list.
static void add_targets(text *to, const page *on, uint32_t kind) {
    const wits_target_desc *about = &on->agent->desc->targets[kind];
    const wits_target_list *list = &on->agent->one->targets.now[kind];
    if (list->count != 1) {
        text_format(to, "%s%u targets of kind %s", to->length == 0 ? "with " : ", ", (unsigned)list->count,
                    about->name);
        return;
    }
    for (uint32_t row = 0; row < about->field_count; row++) {
        if (!is_drawn(on, kind, row)) {
            text name = {0};
            wits_field_desc field = field_of_target(&about->fields[row]);
            text_format(&name, "%s.%s", about->name, field.name);
            field.name = text_of(&name);
            add_value(to, &field, "", value_at(field.type, list->columns[row].base));
            text_free(&name);
        }
    }
}

/// Writes everything that is the same at all points: fields, results of host functions, targets.
static void text_rest(text *to, const page *on) {
    const map_agent *agent = on->agent;
    const wits_desc *desc = agent->desc;
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (!is_drawn(on, WITS_NONE, row)) {
            add_value(to, &desc->fields[row], "", context_get(&agent->knows, row));
        }
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        const wits_function *one = &desc->functions[row];
        if (one->condition != NULL || one->score != NULL) {
            const wits_field_desc field = field_of_function(one);
            add_value(to, &field, "()", agent->around.values[row]);
        }
    }
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        add_targets(to, on, kind);
    }
}

/// Wraps the text into lines; a line may end after any comma.
static void draw_lines(page *on, const char *words) {
    text line = {0};
    while (*words != '\0') {
        const char *comma = strstr(words, ", ");
        const size_t length = comma != NULL ? (size_t)(comma - words) + 2 : strlen(words);
        text longer = {0};
        text_add(&longer, text_of(&line));
        text_add_bytes(&longer, words, length);
        if (line.length > 0 && svg_text_width(text_of(&longer), font_of(12, pale, SVG_START)) > on->width - 2 * EDGE) {
            draw_words(on, &line, 12);
            text_clear(&line);
        }
        text_add_bytes(&line, words, length);
        text_free(&longer);
        words += length;
    }
    if (line.length > 0) {
        draw_words(on, &line, 12);
    }
    text_free(&line);
}

/// Draws the lines above the panels.
static void draw_head(page *on, const text *title) {
    text words = {0};
    draw_words(on, title, 16);
    on->y += 4;
    text_before(&words, on);
    draw_words(on, &words, 12);
    text_clear(&words);
    text_rest(&words, on);
    draw_lines(on, text_of(&words));
    on->y += 4;
    draw_class_keys(on);
    if (on->shades > 1) {
        draw_shade_keys(on);
    }
    text_free(&words);
}

static void page_free(page *of) {
    for (uint32_t panel = 0; panel < of->of->panels->count; panel++) {
        free(of->grids[panel].labels);
    }
    for (uint32_t i = 0; i < of->class_count; i++) {
        text_free(&of->classes[i].name);
    }
    free(of->grids);
    free(of->margins);
    free(of->classes);
    free(of->colours);
}

void map_draw(const map_picture *of, map_agent *agent, text *to) {
    text drawn = {0}, title = {0};
    page on = {.of = of, .agent = agent, .to = &drawn, .colours = palette_rows(agent->brain), .y = 26};
    decide_all(&on);
    on.side = ceil(widest_label(of->y)) + 10 + NAME_SIDE;  // integer, so that areas align with pixels
    const double needed = 2 * EDGE + columns_of(&on) * across_of(&on) - GAP;
    on.width = needed > LEAST_WIDTH ? needed : LEAST_WIDTH;
    text_title(&title, &on);
    draw_head(&on, &title);
    draw_panels(&on);
    svg_page(to, on.width, on.y, text_of(&title), &drawn);
    page_free(&on);
    text_free(&drawn);
    text_free(&title);
}
