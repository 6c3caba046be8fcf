// SPDX-License-Identifier: MIT
// An epidemic in a town of people, each an agent of brains/person.yaml, in one process. epidemic_mpi.c does the same in
// many processes, with the same hash.
#include "epidemic/town.h"

#include <stdlib.h>

int main(int argc, char **argv) {
    town_options options;
    if (!town_options_read(argc, argv, &options, true) || !town_fits(&options, 1, true)) {
        return EXIT_FAILURE;
    }
    town t;
    bool is_good = town_begin(&t, &options, 0, 1, NULL);
    for (uint32_t tick = t.tick + 1; tick <= options.ticks && is_good; tick++) {
        town_live(&t, tick);
        town_meet(&t, tick);
        is_good = town_keep(&t, tick);
    }
    is_good = is_good && town_report(&t);
    town_end(&t);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
