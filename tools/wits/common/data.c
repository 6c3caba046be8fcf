// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // readdir

#include "common/data.h"

#include "common/platform.h"
#include "common/tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

bool find_data(text *to, const char *name) {
    // In a build, share/wits has links to the sources.
    static const char *const from[] = {"../share/wits", "../share/doc/wits"};
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
        say_error("'%s', which comes with the program, is not in share/wits beside its folder", name);
    }
    text_free(&folder);
    free(program);
    return found;
}

void name_list_add(name_list *to, const char *name) {
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count++] = copy_text(name, strlen(name));
}

void name_list_free(name_list *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i]);
    }
    free(of->items);
    *of = (name_list){0};
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool list_folder(const char *folder, name_list *to) {
    DIR *opened = opendir(folder);
    const size_t first = to->count;
    if (opened == NULL) {
        return false;
    }
    for (const struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        if (entry->d_name[0] != '.') {
            name_list_add(to, entry->d_name);
        }
    }
    closedir(opened);
    if (to->count > first) {
        qsort(to->items + first, to->count - first, sizeof *to->items, compare_names);
    }
    return true;
}
