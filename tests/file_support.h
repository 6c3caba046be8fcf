// SPDX-License-Identifier: MIT
// Shared code of the brain file tests: loading, and an agent with fields in memory made for them.
#ifndef WITS_TESTS_FILE_SUPPORT_H
#define WITS_TESTS_FILE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wits/file.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/// Loads a file without problems; otherwise fails the test with its problems.
wits_file *load_sound(const char *path);
/// As above, from a text.
wits_file *parse_sound(const char *text);
/// Parses a text that may have problems.
wits_file *parse_text(const char *text);
/// Returns all problems, one per line, without the name of the brain's own file. The caller frees them.
char *problems_text(const wits_file *file);
/// The bytes of a file on disk. The caller frees them.
char *read_bytes(const char *path, size_t *length);

/// Values of fields as numbers.
void value_store(uint8_t *to, wits_type type, double value);
double value_fetch(const uint8_t *from, wits_type type);

/// An agent of a file's brain.
typedef struct puppet {
    wits_file *file;
    const wits_brain *brain;
    uint8_t *agent;
    wits_frame frame;
    wits_column columns[32];
    uint8_t values[32][4];
    wits_action_record records[256];
    wits_list list;
    char path[128];
} puppet;

/// Opens a brain. Fields have their initial values, host functions do nothing, and host actions are listed.
void puppet_open(puppet *p, const char *path);
void puppet_close(puppet *p);
/// Sets a field from a number; for an enum, the index of the value.
void puppet_set(puppet *p, const char *field, double value);
double puppet_get(const puppet *p, const char *field);
/// The path of the deepest active state.
const char *puppet_at(puppet *p);
void puppet_place(puppet *p, const char *state);
void puppet_raise(puppet *p, const char *event);
/// The next tick.
void puppet_tick(puppet *p);

#endif
