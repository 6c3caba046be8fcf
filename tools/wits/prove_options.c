// SPDX-License-Identifier: MIT
// Options of the commands that search.
#include "prove.h"

#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DECIDE_EVERY = 4096 };

/// "2G", "512M", "100K" or bytes.
static bool read_size(const char *command, const char *given, size_t *bytes) {
    char *end = NULL;
    const unsigned long long number = strtoull(given, &end, 10);
    const char *const units = "KMG";
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    const unsigned shift = unit != NULL ? 10u * (unsigned)(unit - units + 1) : 0;
    const bool is_good = given[0] >= '0' && given[0] <= '9' && number > 0 && number <= SIZE_MAX >> shift &&
                         (*end == '\0' || (unit != NULL && end[1] == '\0'));
    if (!is_good) {
        say_misuse(command, "--memory must be a number of bytes, or a number with K, M or G such as 512M, not '%s'",
                   given);
        return false;
    }
    *bytes = (size_t)number << shift;
    return true;
}

static bool take_number(const char *command, const char *option, uint64_t most, uint32_t *to) {
    uint64_t number = 0;
    const bool is_good = read_number(command, option, optarg, 1, most, &number);
    *to = (uint32_t)number;
    return is_good;
}

bool search_take_option(const char *command, int found, wits_prove_options *to) {
    switch (found) {
    case 'l':
        return take_number(command, "--limit", UINT32_MAX - 1, &to->most_situations);
    case 'm':
        return read_size(command, optarg, &to->most_memory);
    case 'c':
        return take_number(command, "--combinations", UINT32_MAX, &to->most_combinations);
    case 'e':
        return take_number(command, "--decide-every", MOST_DECIDE_EVERY, &to->decide_every);
    default:
        return false;
    }
}
