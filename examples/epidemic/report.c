// SPDX-License-Identifier: MIT
// The command line, the table and the picture of both programs.
#include "town.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *text, uint64_t least, uint64_t most, uint64_t *to) {
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    *to = number;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && number >= least && number <= most;
}

static bool read_option(const char *name, const char *value, town_options *to) {
    uint64_t ticks = 0;
    if (strcmp(name, "--people") == 0) {
        return read_number(value, 1, WITS_CROWD_MAX_AGENTS, &to->people);
    }
    if (strcmp(name, "--ticks") == 0) {
        const bool good = read_number(value, 0, 1000000, &ticks);
        to->ticks = (uint32_t)ticks;
        return good;
    }
    if (strcmp(name, "--seed") == 0) {
        return read_number(value, 0, UINT64_MAX, &to->seed);
    }
    if (strcmp(name, "--every") == 0) {
        const bool good = read_number(value, 1, 1000000, &ticks);
        to->every = (uint32_t)ticks;
        return good;
    }
    if (strcmp(name, "--checkpoint") == 0) {
        to->checkpoint = value;
        return true;
    }
    if (strcmp(name, "--resume") == 0) {
        to->resume = value;
        return true;
    }
    if (strcmp(name, "--svg") == 0) {
        to->picture = value;
        return true;
    }
    if (strcmp(name, "--brain") == 0) {
        to->brain = value;
        return true;
    }
    return false;
}

bool town_options_read(int argc, char **argv, town_options *to, bool is_told) {
    *to = (town_options){.brain = "brains/person.yaml", .people = 4000, .ticks = 10 * DAY, .every = DAY};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || !read_option(argv[i], argv[i + 1], to)) {
            if (is_told) {
                fprintf(stderr,
                        "usage: %s [--people N] [--ticks N] [--seed N] [--svg FILE] [--brain FILE]\n"
                        "       [--checkpoint FILE] [--every TICKS] [--resume FILE]\n"
                        "'%s%s%s' is not one of these\n",
                        argv[0], argv[i], i + 1 < argc ? " " : "", i + 1 < argc ? argv[i + 1] : "");
            }
            return false;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------- picture

enum { WIDTH = 720, HEIGHT = 360, MARGIN = 50 };

static double across(uint32_t tick, uint32_t ticks) {
    return MARGIN + (double)tick / (ticks > 0 ? ticks : 1) * (WIDTH - 2 * MARGIN);
}

static double down(uint64_t people, uint64_t all) {
    return HEIGHT - MARGIN - (double)people / (double)all * (HEIGHT - 2 * MARGIN);
}

/// Returns the number of people below an area: those of all healths before it.
static uint64_t below(const uint64_t *counts, int health) {
    uint64_t sum = 0;
    for (int before = 0; before < health; before++) {
        sum += counts[before];
    }
    return sum;
}

/// Draws the share of people with a health over time, with at most 200 points.
static void draw_area(FILE *to, const town *t, uint64_t (*curve)[HEALTHS], int health, const char *colour) {
    const uint32_t ticks = t->options->ticks, apart = ticks / 200 + 1;
    fprintf(to, "<path fill=\"%s\" d=\"", colour);
    for (uint32_t tick = 0; tick <= ticks; tick += apart) {
        fprintf(to, "%c%.1f %.1f", tick == 0 ? 'M' : 'L', across(tick, ticks),
                down(below(curve[tick], health), t->options->people));
    }
    for (uint32_t tick = ticks / apart * apart;; tick -= apart) {
        fprintf(to, "L%.1f %.1f", across(tick, ticks), down(below(curve[tick], health + 1), t->options->people));
        if (tick == 0) {
            break;
        }
    }
    fprintf(to, "Z\"><title>%s</title></path>\n", health_names[health]);
}

static bool draw_picture(const town *t, uint64_t (*curve)[HEALTHS]) {
    static const char *const colours[HEALTHS] = {"#cfe3c8", "#f2c14e", "#c8452d", "#7d6fb3", "#5b8fb9"};
    FILE *to = fopen(t->options->picture, "w");
    if (to == NULL) {
        fprintf(stderr, "%s: %s\n", t->options->picture, strerror(errno));
        return false;
    }
    fprintf(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<title>An epidemic</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    for (int health = 0; health < HEALTHS; health++) {
        draw_area(to, t, curve, health, colours[health]);
        fprintf(to,
                "<rect x=\"%d\" y=\"18\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" y=\"28\">%s</text>\n",
                MARGIN + 110 * health, colours[health], MARGIN + 110 * health + 18, health_names[health]);
    }
    const uint32_t days = t->options->ticks / DAY, apart = days / 10 + 1;
    for (uint32_t day = 0; day <= days; day += apart) {
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">day %u</text>\n",
                across(day * DAY, t->options->ticks), HEIGHT - MARGIN + 18, (unsigned)day);
    }
    fprintf(to, "</svg>\n");
    const bool is_written = ferror(to) == 0;
    return fclose(to) == 0 && is_written;
}

// ----------------------------------------------------------------------------------------------------------- table

static void print_table(const town *t, uint64_t (*curve)[HEALTHS], uint64_t hash) {
    const uint32_t ticks = t->options->ticks;
    printf("%llu people in %u by %u cells, %u ticks, seed %llu\n", (unsigned long long)t->options->people,
           (unsigned)t->side, (unsigned)t->side, (unsigned)ticks, (unsigned long long)t->options->seed);
    printf("day        well  catching       ill   treated    immune\n");
    for (uint32_t tick = 0; tick <= ticks; tick += DAY) {
        printf("%3u", (unsigned)(tick / DAY));
        for (int is = 0; is < HEALTHS; is++) {
            printf("%s%10llu", is == 0 ? "  " : "", (unsigned long long)curve[tick][is]);
        }
        printf("\n");
    }
    printf("hash %016llx\n", (unsigned long long)hash);
}

bool town_report(town *t) {
    uint64_t hash = town_hash(t);
    town_add(t, &hash, 1);
    town_add(t, t->curve[0], ((size_t)t->options->ticks + 1) * HEALTHS);
    if (t->rank != 0) {
        return true;
    }
    print_table(t, t->curve, hash);
    return t->options->picture == NULL || draw_picture(t, t->curve);
}
