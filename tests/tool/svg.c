// SPDX-License-Identifier: MIT
// Tests the SVG writer alone, with texts that no name of a brain can contain.
#include "chart/svg.h"
#include "chart/axis.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void expect(text *written, const char *wanted) {
    bool is_wanted = strcmp(text_of(written), wanted) == 0;
    if (!is_wanted) {
        printf("wanted:  %s\nwritten: %s\n", wanted, text_of(written));
    }
    assert(is_wanted);
    text_free(written);
}

static void test_numbers(void) {
    static const struct {
        double value;
        const char *digits;
    } cases[] = {{0, "0"},     {-0.0, "0"},    {-0.001, "0"},   {0.005, "0.01"},  {12, "12"},       {1.5, "1.5"},
                 {100, "100"}, {0.25, "0.25"}, {-3.10, "-3.1"}, {1e6, "1000000"}, {-0.75, "-0.75"}, {9.999, "10"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text written = {0};
        svg_number(&written, cases[i].value);
        expect(&written, cases[i].digits);
    }
}

static void test_escape(void) {
    static const char words[] = "a < b & c > \"d\" 'e' \x01\x1b\x7f \n\t é…";
    text written = {0};
    text_xml(&written, words, strlen(words));
    expect(&written, "a &lt; b &amp; c &gt; &quot;d&quot; 'e' ??? \n\t é…");
}

static void test_pen_leaves_out_what_is_on_the_way(void) {
    text written = {0};
    svg_pen pen = svg_pen_begin(&written, (svg_stroke){.colour = "#000000", .width = 1});
    text_clear(&written);
    svg_pen_move(&pen, 1, 2);
    svg_pen_to(&pen, 2, 2);
    svg_pen_to(&pen, 2, 2);
    svg_pen_to(&pen, 5, 2);  // goes on
    svg_pen_to(&pen, 4, 2);  // and back
    svg_pen_to(&pen, 4, 3);
    svg_pen_to(&pen, 4, 7);
    svg_pen_to(&pen, 6, 6);
    svg_pen_to(&pen, 8, 7.5);
    svg_pen_move(&pen, 10, 10);
    svg_pen_move(&pen, 20, 20);
    svg_pen_to(&pen, 20, 20);
    svg_pen_end(&pen);
    expect(&written, "M1 2h4h-1v5l2-1l2 1.5M10 10h0M20 20h0\"/>\n");
}

static void test_pen_without_a_point(void) {
    text written = {0};
    svg_pen pen = svg_pen_begin(&written, (svg_stroke){.colour = "#000000", .width = 1});
    text_clear(&written);
    svg_pen_end(&pen);
    expect(&written, "\"/>\n");
}

static void test_pen_breaks(void) {
    text written = {0};
    svg_pen pen = svg_pen_begin(&written, (svg_stroke){.colour = "#000000", .width = 1});
    text_clear(&written);
    svg_pen_break(&pen);
    svg_pen_to(&pen, 1, 1);
    svg_pen_to(&pen, 3, 2);
    svg_pen_break(&pen);
    svg_pen_break(&pen);
    svg_pen_to(&pen, 5, 5);
    svg_pen_end(&pen);
    expect(&written, "M1 1l2 1M5 5h0\"/>\n");
}

static void test_axes(void) {
    static const struct {
        double lo, hi, finest;
        const char *labels;
    } rows[] = {
        {0, 1, 0, "0.0 0.5 1.0 "},
        {-3, 17, 0, "0 5 10 15 "},
        {0, 1, 1, "0 1 "},
        {0.25, 0.25 + 0x1p-54, 0, "0.25 0.25 0.25 "},  // a step that is less than the distance of two floats
        {1e300, (double)INFINITY, 0, ""},              // no number of steps
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value;
        text label = {0}, all = {0};
        axis_ticks ticks = axis_ticks_of(rows[i].lo, rows[i].hi, rows[i].finest);
        for (int taken = 0; taken < 300 && axis_next(&ticks, &value, &label); taken++) {
            text_format(&all, "%s ", text_of(&label));
        }
        text_free(&label);
        expect(&all, rows[i].labels);
    }
}

/// A text that is too wide keeps its beginning and end, and whole characters.
static void test_fitted(void) {
    static const char *const words[] = {"", "a", "abc", "äöüäöüäöü", "combat/attack/from_behind", "……"};
    const svg_font font = {.size = 10, .colour = "#000000"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (int width = 0; width < 200; width++) {
            text written = {0};
            svg_text_fitted(&written, 0, 0, width, font, words[i]);
            const char *last = strstr(text_of(&written), "</title>");
            const char *shown = last != NULL ? last + strlen("</title>") : strchr(text_of(&written), '>') + 1;
            text inside = {0};
            text_add_bytes(&inside, shown, strlen(shown) - strlen("</text>\n"));
            assert(svg_text_width(text_of(&inside), font) <= width || strcmp(text_of(&inside), "…") == 0);
            assert((last == NULL) == (strcmp(text_of(&inside), words[i]) == 0));
            for (const char *at = text_of(&inside); *at != '\0'; at++) {
                assert(((unsigned char)*at & 0xC0) != 0x80 || at > text_of(&inside));
            }
            text_free(&inside);
            text_free(&written);
        }
    }
    text written = {0};
    svg_text_fitted(&written, 0, 0, 70, font, "combat/attack");
    assert(strstr(text_of(&written), "<title>combat/attack</title>comb") != NULL);
    assert(strstr(text_of(&written), "tack</text>") != NULL);
    text_free(&written);
}

int main(void) {
    test_numbers();
    test_escape();
    test_pen_leaves_out_what_is_on_the_way();
    test_pen_without_a_point();
    test_pen_breaks();
    test_axes();
    test_fitted();
    return 0;
}
