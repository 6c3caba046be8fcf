// SPDX-License-Identifier: MIT
// Decides which files a client may name.
#define _XOPEN_SOURCE 700  // lstat

#include "common/platform.h"
#include "mcp/server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_below(const mcp_folders *of, const char *real) {
    for (size_t i = 0; i < of->count; i++) {
        const size_t length = strlen(of->paths[i]);
        const bool is_root = of->paths[i][length - 1] == '/';
        if (strncmp(real, of->paths[i], length) == 0 && (is_root || real[length] == '/')) {
            return true;
        }
    }
    return false;
}

/// Writes a path as commands get it, and show it in messages: relative to the first folder if it is below that.
static void text_shown(text *to, const mcp_folders *of, const char *real) {
    const size_t length = strlen(of->paths[0]);
    const bool is_first = strncmp(real, of->paths[0], length) == 0 && real[length] == '/';
    const char *shown = is_first ? real + length + 1 : real;
    text_add(to, shown[0] == '-' ? "./" : "");
    text_add(to, shown);
}

static bool refuse(const char *given, const char *why, text *problem) {
    text_quoted(problem, given, "");
    text_format(problem, ": %s", why);
    return false;
}

static bool refuse_outside(const char *given, text *problem) {
    return refuse(given, "the file is not below the folders of this server", problem);
}

bool mcp_path_to_read(const mcp_folders *of, const char *given, text *real, text *problem) {
    struct stat about;
    char *found = platform_real_path(given);
    const int why = errno;
    const bool is_inside = found != NULL && is_below(of, found);
    bool good = is_inside && stat(found, &about) == 0 && S_ISREG(about.st_mode);
    if (found == NULL) {
        good = refuse(given, strerror(why), problem);
    } else if (!is_inside) {
        good = refuse_outside(given, problem);
    } else if (!good) {
        good = refuse(given, "this is not a regular file", problem);
    } else {
        text_shown(real, of, found);
    }
    free(found);
    return good;
}

bool mcp_path_to_write(const mcp_folders *of, const char *given, text *real, text *problem) {
    struct stat about;
    if (lstat(given, &about) == 0) {
        return mcp_path_to_read(of, given, real, problem);
    }
    const char *slash = strrchr(given, '/');
    const char *file = slash != NULL ? slash + 1 : given;
    if (file[0] == '\0' || strcmp(file, ".") == 0 || strcmp(file, "..") == 0) {
        return refuse(given, "expected the path of a file", problem);
    }
    text folder = {0};
    text_folder(&folder, given);
    char *found = platform_real_path(text_of(&folder));
    const int why = errno;
    bool good = found != NULL;
    if (found == NULL) {
        refuse(given, strerror(why), problem);
    } else {
        text path = {0};
        text_format(&path, "%s%s%s", found, strcmp(found, "/") == 0 ? "" : "/", file);
        good = is_below(of, text_of(&path)) || refuse_outside(given, problem);
        text_shown(real, of, text_of(&path));
        text_free(&path);
    }
    free(found);
    text_free(&folder);
    return good;
}
