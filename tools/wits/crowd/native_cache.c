// SPDX-License-Identifier: MIT
// The cache of compiled brains. A loaded library can do everything that this user can. So it must be complete, and come
// from a folder that no other user can write to.
#define _XOPEN_SOURCE 700  // lstat, futimens

#include "common/checksum.h"
#include "common/platform.h"
#include "crowd/native.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// -------------------------------------------------------------------------------------------------------------- folder

/// Writes "$XDG_CACHE_HOME/wits", or "~/.cache/wits". Relative paths are ignored, as the XDG specification demands.
static bool text_cache_path(text *to) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/') {
        text_format(to, "%s/wits", cache);
    } else if (home != NULL && home[0] == '/') {
        text_format(to, "%s/.cache/wits", home);
    }
    return to->length > 0;
}

/// Creates a folder and those above it.
static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)!mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/// Checks that only this user and root can change the entries of a folder. In a folder above, as /tmp, everyone may
/// create entries, if only their owners can rename them.
static bool is_safe(const char *path, bool is_last, text *problem) {
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        text_format(problem, "%s is not a folder", path);
    } else if (!platform_is_own(&about) && (is_last || about.st_uid != 0)) {
        text_format(problem, "the folder %s belongs to another user, who could replace the code; set XDG_CACHE_HOME",
                    path);
    } else if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (is_last || (about.st_mode & S_ISVTX) == 0)) {
        text_format(problem, "other users can write to the folder %s and could replace the code; run 'chmod go-w %s'",
                    path, path);
    }
    return problem->length == 0;
}

/// Checks a path without links, from the root on.
static bool are_safe(char *path, text *problem) {
    bool safe = is_safe("/", false, problem);
    for (char *slash = strchr(path + 1, '/'); slash != NULL && safe; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        safe = is_safe(path, false, problem);
        *slash = '/';
    }
    return safe && is_safe(path, true, problem);
}

bool native_cache_folder(text *to, text *problem) {
    text path = {0};
    bool good = text_cache_path(&path);
    if (!good) {
        text_add(problem, "no folder for the compiled code; set HOME or XDG_CACHE_HOME");
    } else if (!make_folders(path.bytes)) {
        text_format(problem, "cannot create the folder %s: %s", text_of(&path), strerror(errno));
        good = false;
    }
    char *real = good ? platform_real_path(text_of(&path)) : NULL;
    if (good && real == NULL) {
        text_format(problem, "cannot open the folder %s: %s", text_of(&path), strerror(errno));
    }
    good = real != NULL && are_safe(real, problem);
    if (good) {
        text_format(to, "%s/", real);
    }
    free(real);
    text_free(&path);
    return good;
}

// --------------------------------------------------------------------------------------------------------------- files

/// The end of a file in the cache, after the library. Loaders ignore it.
typedef struct trailer {
    char sign[8];
    uint64_t key;
    uint64_t sum;  ///< checksum of the library, which starts with the key
} trailer;

static const char sign[8] = "witslib";

enum { MOST_BYTES = 256 << 20 };

/// Reads a whole file into memory, which the caller frees. Returns null, with errno, on failure.
static char *read_all(int file, size_t *size) {
    struct stat about;
    if (fstat(file, &about) != 0) {
        return NULL;
    }
    if (!S_ISREG(about.st_mode) || !platform_is_own(&about) || (about.st_mode & (S_IWGRP | S_IWOTH)) != 0 ||
        about.st_size > MOST_BYTES) {
        errno = EPERM;
        return NULL;
    }
    *size = (size_t)about.st_size;
    char *bytes = allocate(*size + 1, 1);
    for (size_t at = 0; at < *size;) {
        const ssize_t got = pread(file, bytes + at, *size - at, (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            free(bytes);
            return NULL;
        }
        at += got > 0 ? (size_t)got : 0;
    }
    return bytes;
}

bool native_cache_has(const char *path, uint64_t key) {
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    size_t size = 0;
    char *bytes = file >= 0 ? read_all(file, &size) : NULL;
    bool has = bytes != NULL && size > sizeof(trailer);
    if (has) {
        trailer end;
        memcpy(&end, bytes + size - sizeof end, sizeof end);
        has = memcmp(end.sign, sign, sizeof sign) == 0 && end.key == key &&
              end.sum == checksum(key, bytes, size - sizeof end);
    }
    free(bytes);
    if (has) {
        (void)!futimens(file, NULL);  // notes the use; see remove_old
    }
    if (file >= 0) {
        close(file);
    }
    return has;
}

/// Removes files that have not been used for a long time, and temporary files of programs that were killed.
static void remove_old(const char *folder) {
    enum { DAY = 24 * 60 * 60, MOST_DAYS = 90 };
    DIR *opened = opendir(folder);
    const time_t now = time(NULL);
    for (struct dirent *one = NULL; opened != NULL && (one = readdir(opened)) != NULL;) {
        struct stat about;
        const size_t length = strlen(one->d_name);
        const bool is_code = length > 3 && strcmp(one->d_name + length - 3, ".so") == 0;
        const bool is_temporary = strncmp(one->d_name, ".wits-", 6) == 0;
        if ((is_code || is_temporary) && fstatat(dirfd(opened), one->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode) && now - about.st_mtime > (time_t)DAY * (is_code ? MOST_DAYS : 1)) {
            unlinkat(dirfd(opened), one->d_name, 0);
        }
    }
    if (opened != NULL) {
        closedir(opened);
    }
}

bool native_cache_put(replacement *file, uint64_t key) {
    size_t size = 0;
    trailer end = {.key = key};
    if (!replace_reopen(file) || !platform_set_mode(file->file, 0600)) {
        return false;
    }
    char *bytes = read_all(file->file, &size);
    if (bytes == NULL) {
        return false;
    }
    memcpy(end.sign, sign, sizeof sign);
    end.sum = checksum(key, bytes, size);
    free(bytes);
    errno = ENOSPC;  // the error of a write that ends early
    if (write(file->file, &end, sizeof end) != (ssize_t)sizeof end || !replace_finish(file) ||
        !replace_put(file, false)) {
        return false;
    }
    text folder = {0};
    text_folder(&folder, file->target);
    remove_old(text_of(&folder));
    text_free(&folder);
    return true;
}
