// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // nanosleep, st_mtim

#include "common/changes.h"

#include "common/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const double between = 0.1, patience = 1.0;

/// A replaced file has another number; an edited one, another time or size.
typedef struct file_state {
    bool is_there;
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec time;
} file_state;

struct changed_file {
    char *path;
    file_state latest;    ///< at the latest check
    file_state reported;  ///< when the caller last got a change
    bool has_changed;     ///< it was among the files of the latest report
};

static file_state state_of(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) {
        return (file_state){.is_there = false};
    }
    return (file_state){true, about.st_dev, about.st_ino, about.st_size, about.st_mtim};
}

static bool is_same(const file_state *a, const file_state *b) {
    return a->is_there == b->is_there &&
           (!a->is_there || (a->device == b->device && a->number == b->number && a->size == b->size &&
                             a->time.tv_sec == b->time.tv_sec && a->time.tv_nsec == b->time.tv_nsec));
}

static bool is_followed(const changes *of, const char *path) {
    for (size_t i = 0; i < of->count; i++) {
        if (strcmp(of->files[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

static void follow(changes *to, const char *path, file_state from) {
    text name = {0};
    text_add(&name, path);
    to->files = grow(to->files, &to->capacity, to->count + 1, sizeof *to->files);
    to->files[to->count++] = (changed_file){.path = name.bytes, .latest = from, .reported = from};
}

void changes_follow(changes *to, const char *path) {
    if (path != NULL && !is_followed(to, path)) {
        follow(to, path, state_of(path));
    }
}

/// Returns whether a file has exactly this text, which is without a byte order mark.
static bool has_text(const char *path, const char *content, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    char part[4096];
    const char *fault;
    FILE *stream = open_input(path, &fault);
    size_t at = 0, count = stream != NULL ? fread(part, 1, sizeof part, stream) : 0;
    const size_t skipped = count >= strlen(mark) && memcmp(part, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    bool is_equal = stream != NULL;
    for (const char *from = part + skipped; is_equal && count > 0; from = part) {
        count -= (size_t)(from - part);
        is_equal = count <= length - at && memcmp(from, content + at, count) == 0;
        at += count;
        count = is_equal ? fread(part, 1, sizeof part, stream) : 0;
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return is_equal && at == length;
}

void changes_follow_brain(changes *to, const wits_file *brain) {
    for (uint32_t i = 0; i < wits_file_source_count(brain); i++) {
        const char *path = wits_file_source_name(brain, i);
        if (!is_followed(to, path)) {
            size_t length;
            const char *content = wits_file_source_text(brain, i, &length);
            const file_state now = state_of(path);  // before its text: an edit after it is found by the next check
            follow(to, path, has_text(path, content, length) ? now : (file_state){.is_there = false});
        }
    }
}

/// Writes the names of all files, or of those that changed.
static void text_files(text *to, const changes *of, bool only_changed) {
    size_t left = 0, added = 0;
    for (size_t i = 0; i < of->count; i++) {
        left += !only_changed || of->files[i].has_changed;
    }
    for (size_t i = 0; i < of->count; i++) {
        if (!only_changed || of->files[i].has_changed) {
            text_format(to, "%s%s", added == 0 ? "" : added + 1 == left ? " and " : ", ", of->files[i].path);
            added++;
        }
    }
}

void changes_free(changes *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->files[i].path);
    }
    free(of->files);
    *of = (changes){0};
}

void changes_say(const char *command, const changes *of) {
    enum { MOST = 4 };
    text names = {0};
    text_files(&names, of, false);
    if (of->count > MOST) {
        text_clear(&names);
        text_format(&names, "%llu files", (unsigned long long)of->count);
    }
    fprintf(stderr, "wits %s: watching %s; Ctrl-C ends\n", command, text_of(&names));
    fflush(stderr);
    text_free(&names);
}

/// Checks all files. Returns whether any changed since the previous check.
static bool look(changes *of, bool *are_there) {
    bool has_changed = false;
    *are_there = true;
    for (size_t i = 0; i < of->count; i++) {
        changed_file *one = &of->files[i];
        const file_state now = state_of(one->path);
        has_changed = has_changed || !is_same(&now, &one->latest);
        *are_there = *are_there && now.is_there;
        one->latest = now;
    }
    return has_changed;
}

/// Marks the current state as known to the caller. Returns whether it differs from the previous one: a file may have
/// been changed back.
static bool report(changes *of) {
    bool differs = false;
    for (size_t i = 0; i < of->count; i++) {
        changed_file *one = &of->files[i];
        one->has_changed = !is_same(&one->latest, &one->reported);
        one->reported = one->latest;
        differs = differs || one->has_changed;
    }
    return differs;
}

bool changes_seen(changes *of) {
    const double now = seconds_now();
    bool are_there;
    if (now < of->next) {
        return false;
    }
    of->next = now + between;
    if (look(of, &are_there)) {
        of->is_pending = true;
        of->since = now;
        return false;
    }
    if (!of->is_pending || (!are_there && now < of->since + patience)) {
        return false;
    }
    of->is_pending = false;
    return report(of);
}

void changes_wait_for(double seconds) {
    const struct timespec pause = {0, (long)((seconds < between ? seconds : between) * 1e9)};
    nanosleep(&pause, NULL);
}

void changes_wait(void) {
    changes_wait_for(between);
}

const char *changed_name(const changes *of, size_t number) {
    for (size_t i = 0; i < of->count; i++) {
        if (of->files[i].has_changed && number-- == 0) {
            return of->files[i].path;
        }
    }
    return NULL;
}

void text_changes(text *to, const changes *of) {
    text_files(to, of, true);
}
