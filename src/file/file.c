// SPDX-License-Identifier: MIT
#include "wits/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/loader.h"
#include "file/yaml_parser.h"

// ----------------------------------------------------------------------------------------------------------- beginning

static void *allocate_default(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void release_default(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

static wits_allocator allocator_or_default(const wits_allocator *allocator) {
    static const wits_allocator standard = {allocate_default, release_default, NULL};
    return allocator != NULL ? *allocator : standard;
}

void wits_file_free(wits_file *file) {
    if (file != NULL) {
        arena memory = file->memory;
        wits_file_tree_parser_end(file);
        wits_file_arena_free(&memory);
    }
}

/// Goes as far as what was found allows.
static void read_all(wits_file *file) {
    if (file->length == 0) {
        wits_file_report(file, (position){1, 1}, MESSAGE_FILE_EMPTY, (message_words){{NULL}}, NULL);
    } else if (wits_file_source_check(file) && wits_file_tree_read(file)) {
        wits_file_read_tables(file);
        wits_file_compile(file);
    }
    wits_file_sort_problems(file);
}

static void read_source(wits_file *file, const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF";  // some editors begin files with it
    if (length > WITS_FILE_MAX_BYTES) {
        wits_file_report(file, (position){0, 0}, MESSAGE_FILE_TOO_LARGE, (message_words){{NULL}}, NULL);
        return;
    }
    if (length >= 3 && memcmp(text, mark, 3) == 0) {
        text += 3;
        length -= 3;
    }
    file->text = wits_file_arena_copy(&file->memory, text, length);
    file->length = (uint32_t)length;
    read_all(file);
}

/// What becomes a file: a text, or else why there is none.
typedef struct origin_of_file {
    const char *text;
    size_t length;
    message_id why;
} origin_of_file;

static void file_fill(wits_file *file, const char *name, const origin_of_file *from) {
    file->name = wits_file_arena_copy(&file->memory, name, strlen(name));
    if (from->text != NULL) {
        read_source(file, from->text, from->length);
    } else {
        wits_file_report(file, (position){0, 0}, from->why, (message_words){{NULL}}, NULL);
    }
}

static wits_file *file_make(const char *name, const wits_allocator *allocator, const origin_of_file *from) {
    jmp_buf failed;
    arena memory = {.allocator = allocator_or_default(allocator), .failed = &failed};
    wits_file *volatile file = NULL;
    if (setjmp(failed) != 0) {
        wits_file_free(file);  // nothing was taken before the file itself
        return NULL;
    }
    file = wits_file_arena_take(&memory, sizeof *file);
    file->memory = memory;
    file_fill(file, name, from);
    file->memory.failed = NULL;
    return file;
}

wits_file *wits_file_parse(const char *text, size_t length, const char *name, const wits_allocator *allocator) {
    const char *said = name != NULL ? name : "(no name)";
    const origin_of_file from = {.text = text != NULL ? text : "", .length = text != NULL ? length : 0};
    return file_make(said, allocator, &from);
}

// ----------------------------------------------------------------------------------------------------------- from disk

/// A stream's bytes, in pieces that double.
typedef struct contents {
    wits_allocator allocator;
    char *bytes;
    size_t length;
    size_t room;
} contents;

static void contents_free(contents *c) {
    if (c->bytes != NULL) {
        c->allocator.release(c->allocator.user, c->bytes, c->room);
        c->bytes = NULL;
    }
}

static bool contents_grow(contents *c) {
    size_t room = c->room == 0 ? 16384 : 2 * c->room;
    char *grown = c->allocator.allocate(c->allocator.user, room);
    if (grown == NULL) {
        return false;
    }
    if (c->length > 0) {
        memcpy(grown, c->bytes, c->length);
    }
    contents_free(c);
    c->bytes = grown;
    c->room = room;
    return true;
}

/// Reads to the end, or one byte beyond what a file may have. Returns false if there is no memory.
static bool contents_read(contents *c, FILE *stream) {
    while (c->length <= WITS_FILE_MAX_BYTES) {
        if (c->length == c->room && !contents_grow(c)) {
            return false;
        }
        size_t read = fread(c->bytes + c->length, 1, c->room - c->length, stream);
        c->length += read;
        if (read == 0) {
            break;
        }
    }
    return true;
}

wits_file *wits_file_load(const char *path, const wits_allocator *allocator) {
    if (path == NULL) {
        return file_make("(no path)", allocator, &(origin_of_file){.why = MESSAGE_FILE_MISSING});
    }
    contents c = {.allocator = allocator_or_default(allocator)};
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        message_id why = errno == ENOENT   ? MESSAGE_FILE_MISSING
                         : errno == EISDIR ? MESSAGE_FILE_DIRECTORY
                                           : MESSAGE_FILE_UNREADABLE;
        return file_make(path, allocator, &(origin_of_file){.why = why});
    }
    wits_file *file = NULL;
    errno = 0;
    if (contents_read(&c, stream)) {
        bool failed = ferror(stream) != 0;
        message_id why = errno == EISDIR ? MESSAGE_FILE_DIRECTORY : MESSAGE_FILE_UNREADABLE;
        file = file_make(path, allocator, &(origin_of_file){failed ? NULL : c.bytes, c.length, why});
    }
    contents_free(&c);
    fclose(stream);
    return file;
}

// ------------------------------------------------------------------------------------------------------------- asking

const char *wits_file_name(const wits_file *file) {
    return file != NULL ? file->name : "";
}

uint32_t wits_file_problem_count(const wits_file *file) {
    return file != NULL ? file->problem_count : 0;
}

const wits_problem *wits_file_problems(const wits_file *file) {
    return file != NULL ? file->problems : NULL;
}

const wits_brain *wits_file_brain(const wits_file *file) {
    return file != NULL ? file->brain : NULL;
}

const wits_desc *wits_file_desc(const wits_file *file) {
    return file != NULL && file->brain != NULL ? &file->desc : NULL;
}

const char *wits_file_text(const wits_file *file, size_t *length) {
    bool is_read = file != NULL && file->text != NULL;
    if (length != NULL) {
        *length = is_read ? file->length : 0;
    }
    return is_read ? file->text : "";
}
