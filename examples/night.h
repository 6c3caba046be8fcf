// SPDX-License-Identifier: MIT
// Reads recorded inputs: a CSV file with a header row, then one row per tick. An empty cell keeps the last value.
#ifndef WITS_EXAMPLE_NIGHT_H
#define WITS_EXAMPLE_NIGHT_H

#include "example.h"

#include <math.h>
#include <string.h>

enum { NIGHT_MAX_TICKS = 1000 };

/// Inputs of the guard at one tick.
typedef struct senses {
    bool sees_player;
    float distance;   ///< to the player, in metres
    float health;     ///< 0 to 1
    uint64_t events;  ///< bit n: event n is raised
} senses;

static const char night_header[] = "sees_player,distance,health,raise";

static inline void night_error(const char *path, uint32_t line, const char *message, const char *text) {
    fprintf(stderr, "%s:%u: %s'%s'\n", path, (unsigned)line, message, text);
    exit(EXIT_FAILURE);
}

static inline void night_bool(const char *path, uint32_t line, const char *cell, bool *value) {
    if (strcmp(cell, "true") == 0 || strcmp(cell, "false") == 0) {
        *value = cell[0] == 't';
    } else if (cell[0] != '\0') {
        night_error(path, line, "expected true or false, not ", cell);
    }
}

static inline void night_float(const char *path, uint32_t line, const char *cell, float *value) {
    if (cell[0] == '\0') {
        return;
    }
    char *end = NULL;
    *value = strtof(cell, &end);
    if (*end != '\0' || !isfinite(*value)) {
        night_error(path, line, "expected a number, not ", cell);
    }
}

static inline uint64_t night_events(const char *path, uint32_t line, char *cell, const wits_brain *brain) {
    uint64_t events = 0;
    for (char *name = strtok(cell, " "); name; name = strtok(NULL, " ")) {
        uint32_t event = wits_find_event(brain, name);
        if (event == WITS_NONE) {
            night_error(path, line, "unknown event: ", name);
        }
        events |= UINT64_C(1) << event;
    }
    return events;
}

/// Fills `night` and returns the number of ticks. Prints an error and exits on an invalid cell.
static inline uint32_t night_read(const char *path, const wits_brain *brain, senses night[NIGHT_MAX_TICKS]) {
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        exit(EXIT_FAILURE);
    }
    senses now = {.health = 1.0f};
    uint32_t ticks = 0;
    char row[256] = "";
    for (uint32_t line = 1; fgets(row, sizeof row, file) || line == 1; ++line) {
        if (strlen(row) == sizeof row - 1) {
            night_error(path, line, "the row is too long: ", row);
        }
        row[strcspn(row, "\r\n")] = '\0';
        if (line == 1) {
            if (strcmp(row, night_header) != 0) {
                night_error(path, line, "expected the columns sees_player,distance,health,raise, not ", row);
            }
            continue;
        }
        char *cells[4] = {row};
        uint32_t count = 1;
        for (char *comma = strchr(row, ','); comma; comma = strchr(comma + 1, ',')) {
            if (count == COUNT(cells)) {
                night_error(path, line, "more than 4 cells: ", cells[3]);
            }
            *comma = '\0';
            cells[count++] = comma + 1;
        }
        if (count < COUNT(cells)) {
            night_error(path, line, "fewer than 4 cells: ", row);
        }
        if (ticks == NIGHT_MAX_TICKS) {
            night_error(path, line, "more ticks than this example has room for: ", row);
        }
        night_bool(path, line, cells[0], &now.sees_player);
        night_float(path, line, cells[1], &now.distance);
        night_float(path, line, cells[2], &now.health);
        now.events = night_events(path, line, cells[3], brain);
        night[ticks++] = now;
    }
    fclose(file);
    return ticks;
}

#endif
