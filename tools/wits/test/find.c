// SPDX-License-Identifier: MIT
// Finds files of scenarios.
#define _XOPEN_SOURCE 700  // lstat

#include "common/data.h"
#include "test/tests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FOLDERS_DEEP = 32 };

const char *const test_ends[] = {".test.yaml", ".test.yml", ".test.json", NULL};
const char *const brain_ends[] = {".yaml", ".yml", ".json", NULL};

size_t path_before(const char *path, const char *const *ends) {
    const size_t length = strlen(path);
    for (; *ends != NULL; ends++) {
        const size_t end = strlen(*ends);
        if (length > end && strcmp(path + length - end, *ends) == 0) {
            return length - end;
        }
    }
    return 0;
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/// Returns whether a path is a folder, and not a link to one.
static bool is_own_folder(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool is_there(const char *path) {
    struct stat about;
    return stat(path, &about) == 0;
}

// -------------------------------------------------------------------------------------------------------------- search

/// Adds the files of scenarios in a folder and in those inside it, in the order of their names. Links to folders are
/// not followed. Prints an error and returns false if a folder cannot be read.
static bool search(const char *folder, name_list *to, unsigned depth) {
    name_list names = {0};
    if (!list_folder(folder, &names)) {
        say_error("%s: %s", folder, strerror(errno));
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < names.count && good; i++) {
        text path = {0};
        const bool is_here = strcmp(folder, ".") == 0;
        const bool has_sign = folder[strlen(folder) - 1] == '/';
        text_format(&path, "%s%s%s", is_here ? "" : folder, is_here || has_sign ? "" : "/", names.items[i]);
        if (is_own_folder(text_of(&path))) {
            good = depth == MOST_FOLDERS_DEEP || search(text_of(&path), to, depth + 1);
        } else if (path_before(names.items[i], test_ends) > 0) {
            name_list_add(to, text_of(&path));
        }
        text_free(&path);
    }
    name_list_free(&names);
    return good;
}

/// Returns the files that the arguments mean: files of scenarios, those beside brains, and those in folders.
static bool find_paths(const test_options *options, name_list *to) {
    bool good = true;
    if (options->path_count == 0) {
        return search(".", to, 0);
    }
    for (size_t i = 0; i < options->path_count; i++) {
        const char *given = options->paths[i];
        const size_t brain = path_before(given, brain_ends);
        if (is_folder(given)) {
            good = search(given, to, 0) && good;
        } else if (path_before(given, test_ends) > 0 || options->brain != NULL || brain == 0) {
            name_list_add(to, given);
        } else {
            text beside = {0};
            text_add_bytes(&beside, given, brain);
            text_add(&beside, ".test.");
            text_add(&beside, given + brain + 1);
            if (is_there(text_of(&beside)) || !is_there(given)) {
                name_list_add(to, is_there(given) ? text_of(&beside) : given);
            } else {
                say_at((place){.file = given}, SEVERITY_ERROR, "its scenarios would be in %s, which is not there",
                       text_of(&beside));
                good = false;
            }
            text_free(&beside);
        }
    }
    return good;
}

int tests_find(const test_options *options, tests *to) {
    name_list paths = {0};
    *to = (tests){0};
    int status = find_paths(options, &paths) ? STATUS_DONE : STATUS_WRONG;
    if (status == STATUS_DONE && paths.count == 0) {
        const bool is_here = options->path_count == 0;
        status =
            say_error("there are no files such as guard.test.yaml in %s%s", is_here ? "this folder" : options->paths[0],
                      is_here || options->path_count == 1 ? "" : " and the others");
    }
    for (size_t i = 0; i < paths.count && status == STATUS_DONE; i++) {
        bool is_new = true;
        for (size_t before = 0; before < to->file_count; before++) {
            is_new = is_new && strcmp(to->files[before].path, paths.items[i]) != 0;
        }
        if (is_new) {
            to->files = grow(to->files, &to->file_capacity, to->file_count + 1, sizeof *to->files);
            test_file *added = &to->files[to->file_count++];
            *added = (test_file){.path = copy_text(paths.items[i], strlen(paths.items[i]))};
            tests_read(to, options, added);
        }
    }
    name_list_free(&paths);
    return status;
}
