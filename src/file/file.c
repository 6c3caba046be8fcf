// SPDX-License-Identifier: MIT
#include "wits/file.h"

#include <stdlib.h>
#include <string.h>

#include "file/loader.h"
#include "file/open.h"
#include "wits/heap.h"

// ----------------------------------------------------------------------------------------------------------- beginning

wits_allocator wits_file_allocator_of(const wits_file_options *options) {
    return options->allocator != NULL ? *options->allocator : wits_heap;
}

void wits_file_free(wits_file *file) {
    if (file != NULL) {
        arena memory = file->memory;
        wits_file_arena_free(&memory);
    }
}

/// Continues as far as possible.
static void read_all(wits_file *file) {
    if (file->brain_file != NULL) {
        wits_file_read_list(file);
    } else if (wits_file_source_read(file, &file->sources[0]) && wits_file_includes_read(file) &&
               wits_file_expand(file)) {
        wits_file_read_tables(file);
        wits_file_compile(file);
    }
    wits_file_properties_finish(file);
    wits_file_sort_problems(file);
    wits_file_sort_warnings(file);
}

void wits_file_report_empty(wits_file *file, const file_source *from) {
    const message_id message = file->read_scenarios != NULL ? MESSAGE_SCENARIOS_EMPTY
                               : file->brain_file != NULL   ? MESSAGE_PROPERTIES_EMPTY
                                                            : MESSAGE_FILE_EMPTY;
    wits_file_report(file, (position){1, 1, &from->own}, message, (message_words){{NULL}}, NULL);
}

bool wits_file_source_read(wits_file *file, file_source *from) {
    if (from->length == 0) {
        wits_file_report_empty(file, from);
        return false;
    }
    return wits_file_source_check(file, from) && wits_file_tree_read(file, from);
}

void wits_file_source_fill(wits_file *file, file_source *to, const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF";  // some editors begin files with it
    if (length >= 3 && memcmp(text, mark, 3) == 0) {
        text += 3;
        length -= 3;
    }
    to->text = wits_file_arena_copy(&file->memory, text, length);
    to->length = file->memory.failed ? 0 : (uint32_t)length;
    file->source_bytes += to->length;
}

file_source *wits_file_source_add(wits_file *file, const char *name, const char *path) {
    file_source *added = &file->sources[file->source_count];
    *added = (file_source){.name = name, .path = path, .text = "", .number = file->source_count};
    added->own.source = added;
    file->source_count++;
    return added;
}

/// Result of opening a file: a text, or the reason why there is none.
typedef struct beginning {
    const char *text;
    size_t length;
    message_id why;
    const wits_file
        *brain_file;  ///< for a list of properties or scenarios, the file of its brain; null: this is a brain
    void (*read_scenarios)(wits_file *, node *);
} beginning;

static void file_fill(wits_file *file, const char *name, const beginning *from) {
    file->sources = wits_file_arena_take(&file->memory, MOST_SOURCES * sizeof *file->sources);
    if (file->sources == NULL) {
        return;
    }
    const char *own_name = wits_file_arena_copy(&file->memory, name, strlen(name));
    file_source *own = wits_file_source_add(file, own_name, own_name + wits_file_folder_length(own_name));
    file->brain_file = from->brain_file;
    file->read_scenarios = from->read_scenarios;
    bool is_too_large = from->text != NULL && from->length > WITS_FILE_MAX_BYTES;
    if (from->text != NULL && !is_too_large) {
        wits_file_source_fill(file, own, from->text, from->length);
        read_all(file);
        return;
    }
    wits_file_report(file, (position){.line = 0}, is_too_large ? MESSAGE_FILE_TOO_LARGE : from->why,
                     (message_words){{NULL}}, NULL);
    wits_file_sort_problems(file);
}

static wits_file *file_make(const char *name, const wits_file_options *options, bool is_text, const beginning *from) {
    arena memory = {.allocator = wits_file_allocator_of(options)};
    wits_file *file = wits_file_arena_take(&memory, sizeof *file);
    if (file == NULL) {
        return NULL;
    }
    file->memory = memory;
    file->options = *options;
    file->may_include = options->open != NULL || !is_text;
    file_fill(file, name, from);
    if (file->memory.failed) {
        wits_file_free(file);
        return NULL;
    }
    file->options = (wits_file_options){.open = NULL};
    return file;
}

static const wits_file_options plain_options = {.open = NULL};

wits_file *wits_file_parse_with(const char *text, size_t length, const char *name, const wits_file_options *options) {
    const char *said = name != NULL ? name : "(no name)";
    const beginning from = {.text = text != NULL ? text : "", .length = text != NULL ? length : 0};
    return file_make(said, options != NULL ? options : &plain_options, true, &from);
}

wits_file *wits_file_parse(const char *text, size_t length, const char *name, const wits_allocator *allocator) {
    return wits_file_parse_with(text, length, name, &(wits_file_options){.allocator = allocator});
}

static wits_file *load(const char *path, const wits_file_options *options, const wits_file *brain_file,
                       void (*read_scenarios)(wits_file *, node *)) {
    const wits_file_options *how = options != NULL ? options : &plain_options;
    if (path == NULL) {
        return file_make("(no path)", how, false, &(beginning){.why = MESSAGE_FILE_MISSING});
    }
    opened_file opened = wits_file_open_source(how, path, WITS_FILE_MAX_BYTES);
    wits_file *file = NULL;
    if (!opened.no_memory) {
        const char *text = !opened.is_open ? NULL : opened.bytes != NULL ? opened.bytes : "";
        file = file_make(path, how, false, &(beginning){text, opened.length, opened.why, brain_file, read_scenarios});
    }
    wits_file_close_source(&opened);
    return file;
}

wits_file *wits_file_load_with(const char *path, const wits_file_options *options) {
    return load(path, options, NULL, false);
}

static const wits_file no_brain = {.brain = NULL};

wits_file *wits_properties_load(const char *path, const wits_file *brain_file, const wits_file_options *options) {
    return load(path, options, brain_file != NULL ? brain_file : &no_brain, NULL);
}

wits_file *wits_scenarios_load(const char *path, const wits_file *brain_file, const wits_file_options *options) {
    return load(path, options, brain_file != NULL ? brain_file : &no_brain, wits_file_read_scenarios);
}

wits_file *wits_file_load(const char *path, const wits_allocator *allocator) {
    return wits_file_load_with(path, &(wits_file_options){.allocator = allocator});
}

// ------------------------------------------------------------------------------------------------------------- queries

const char *wits_file_name(const wits_file *file) {
    return wits_file_source_name(file, 0);
}

uint32_t wits_file_source_count(const wits_file *file) {
    return file != NULL ? file->source_count : 0;
}

const char *wits_file_source_name(const wits_file *file, uint32_t number) {
    return number < wits_file_source_count(file) ? file->sources[number].name : "";
}

const char *wits_file_parameter_enum(const wits_file *file, uint32_t function, uint32_t parameter) {
    const char *called = file != NULL ? wits_function_name(file->brain, function) : "";
    for (const named_enum *one = file != NULL ? file->named_enums : NULL; one != NULL; one = one->next) {
        if (one->parameter == parameter && strcmp(one->function, called) == 0) {
            return one->name;
        }
    }
    return "";
}

uint32_t wits_file_problem_count(const wits_file *file) {
    return file != NULL ? file->problem_count : 0;
}

const wits_problem *wits_file_problems(const wits_file *file) {
    return file != NULL ? file->problems : NULL;
}

uint32_t wits_file_warning_count(const wits_file *file) {
    return file != NULL ? file->warning_count : 0;
}

const wits_problem *wits_file_warnings(const wits_file *file) {
    return file != NULL ? file->warnings : NULL;
}

const wits_brain *wits_file_brain(const wits_file *file) {
    return file != NULL ? file->brain : NULL;
}

const wits_desc *wits_file_desc(const wits_file *file) {
    return file != NULL && file->brain != NULL ? &file->desc : NULL;
}

const char *wits_file_source_text(const wits_file *file, uint32_t number, size_t *length) {
    bool is_read = number < wits_file_source_count(file);
    if (length != NULL) {
        *length = is_read ? file->sources[number].length : 0;
    }
    return is_read ? file->sources[number].text : "";
}

const char *wits_file_text(const wits_file *file, size_t *length) {
    return wits_file_source_text(file, 0, length);
}
