// SPDX-License-Identifier: MIT
#include <string.h>

#include "file/loader.h"

enum { MOST_WORK = 1 << 26 };  ///< pairs of letters compared for one file: enough for all but files made to be slow

nearest_name wits_file_nearest_begin(wits_file *file, const char *wanted) {
    size_t length = strlen(wanted);
    if (length > WITS_MAX_NAME) {
        wanted = "";  // which nothing is near to
        length = 0;
    }
    return (nearest_name){.file = file, .found = wits_expr_suggestion_for(wanted, (uint32_t)length)};
}

void wits_file_nearest_offer(nearest_name *nearest, const char *name) {
    size_t length = strlen(name);
    if (length > WITS_MAX_NAME || nearest->found.length == 0 || nearest->file->nearest_work > MOST_WORK) {
        return;
    }
    if (strcmp(name, nearest->found.word) == 0) {  // it is not misspelt
        *nearest = wits_file_nearest_begin(nearest->file, "");
        return;
    }
    nearest->file->nearest_work += (uint32_t)length * nearest->found.length;
    wits_expr_suggestion_offer(&nearest->found, name, (uint32_t)length);
    nearest->best = nearest->found.best;
}
