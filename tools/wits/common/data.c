// SPDX-License-Identifier: MIT
#include "common/data.h"

#include "common/platform.h"
#include "common/tool.h"

#include <stdlib.h>

bool find_data(text *to, const char *name) {
    // From the folder bin of an installation, and from build/PRESET/bin.
    static const char *const from[] = {"../share/wits", "../../.."};
    char *program = platform_own_path();
    text folder = {0};
    bool found = false;
    if (program != NULL) {
        text_folder(&folder, program);
    }
    for (size_t i = 0; i < sizeof from / sizeof *from && program != NULL && !found; i++) {
        text path = {0};
        text_format(&path, "%s/%s/%s", text_of(&folder), from[i], name);
        char *real = platform_real_path(text_of(&path));
        found = real != NULL;
        text_add(to, found ? real : "");
        free(real);
        text_free(&path);
    }
    if (!found) {
        say_error("the program's folder '%s' is neither in share/wits beside its folder nor in its sources", name);
    }
    text_free(&folder);
    free(program);
    return found;
}
