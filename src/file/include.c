// SPDX-License-Identifier: MIT
// Includes of a brain file: the files, whether they are allowed, and the definitions that each file sees.
#include <stdio.h>
#include <string.h>

#include "file/loader.h"
#include "file/open.h"

enum { PATH_ROOM = 1024 };

/// Path separator of the program's paths; brain files only use '/'.
static bool is_separator(char c) {
#if defined(_WIN32)
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

size_t wits_file_folder_length(const char *path) {
    size_t length = 0;
    for (size_t i = 0; path[i] != '\0'; i++) {
        length = is_separator(path[i]) ? i + 1 : length;
    }
    return length;
}

/// Returns whether a path means the same on every system: '\' separates folders only on Windows, and `C:x` is another
/// drive there, also after removing "./" and "a/../".
static bool is_portable(const char *written) {
    for (const char *at = written; *at != '\0'; at++) {
        const bool is_begin = at == written || at[-1] == '/';
        const bool is_letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        if (*at == '\\' || (is_begin && is_letter && at[1] == ':')) {
            return false;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------------- paths

/// A path from the folder of the brain's own file, under construction.
typedef struct joined_path {
    char text[PATH_ROOM];
    size_t length;
    uint32_t above;  ///< number of leading "../"
    bool is_long;
} joined_path;

static void path_up(joined_path *to) {
    if (to->length == 0) {
        to->above++;
        return;
    }
    to->length--;  // the '/' at the end
    while (to->length > 0 && to->text[to->length - 1] != '/') {
        to->length--;
    }
}

static void path_down(joined_path *to, const char *name, size_t length) {
    to->is_long = to->is_long || to->length + length + 2 > sizeof to->text;
    if (!to->is_long) {
        memcpy(to->text + to->length, name, length);
        to->length += length;
        to->text[to->length++] = '/';
    }
}

/// Appends the names of a path, one after another.
static void path_join(joined_path *to, const char *path, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && path[end] != '/') {
            end++;
        }
        bool is_up = end - at == 2 && path[at] == '.' && path[at + 1] == '.';
        bool is_here = end == at || (end - at == 1 && path[at] == '.');
        if (is_up) {
            path_up(to);
        } else if (!is_here) {
            path_down(to, path + at, end - at);
        }
        at = end + 1;
    }
}

/// The path from the brain's folder to what `from` includes as `written`; null if it is too long, or memory runs out.
/// With "../" in front if it leads outside.
static const char *path_of(wits_file *file, const file_source *from, const char *written) {
    joined_path to = {.length = 0};
    if (written[0] == '/') {
        return written;
    }
    bool is_absolute = from->path[0] == '/';
    path_join(&to, from->path, wits_file_folder_length(from->path));
    path_join(&to, written, strlen(written));
    if (to.is_long || to.length == 0 || to.above > PATH_ROOM / 3 - 1) {
        return NULL;
    }
    size_t up = 3 * (size_t)to.above;
    char *path = wits_file_arena_take(&file->memory, up + to.length + 2);
    if (path == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < to.above; i++) {
        memcpy(path + 3 * i, "../", 3);
    }
    memcpy(path + up, to.text, to.length - 1);
    if (is_absolute) {
        memmove(path + 1, path, up + to.length - 1);
        path[0] = '/';
    }
    return path;
}

static const char *name_of(wits_file *file, const char *path) {
    const char *own = file->sources[0].name;
    size_t folder = path[0] == '/' ? 0 : wits_file_folder_length(own);
    char *name = wits_file_arena_take(&file->memory, folder + strlen(path) + 1);
    if (name == NULL) {
        return "";
    }
    memcpy(name, own, folder);
    memcpy(name + folder, path, strlen(path));
    return name;
}

typedef enum inside { INSIDE, OUTSIDE, INSIDE_UNKNOWN } inside;

/// Returns whether a file on disk is in the folder of the brain's own file, with all links followed. `real` becomes its
/// path.
static inside is_inside(const wits_file *file, const char *name, char real[REAL_PATH_ROOM]) {
    char folder[REAL_PATH_ROOM];
    const char *own = file->sources[0].name;
    size_t length = wits_file_folder_length(own);
    const real_path_state found = wits_file_real_path(name, real);
    if (found != REAL_PATH_FOUND) {
        return found == REAL_PATH_MISSING ? INSIDE : INSIDE_UNKNOWN;  // a missing file cannot be opened either
    }
    if (length + 2 > sizeof folder) {
        return INSIDE_UNKNOWN;
    }
    char given[REAL_PATH_ROOM];
    memcpy(given, own, length);
    memcpy(given + length, ".", 2);
    if (wits_file_real_path(given, folder) != REAL_PATH_FOUND) {
        return INSIDE_UNKNOWN;
    }
    const size_t whole = strlen(folder);
    bool is_below = strncmp(real, folder, whole) == 0 && (real[whole] == '/' || folder[whole - 1] == '/');
    return is_below ? INSIDE : OUTSIDE;
}

// ------------------------------------------------------------------------------------------------------------- opening

static void report_closed(wits_file *file, node *item, const char *name, message_id why) {
    const char *reason = why == MESSAGE_FILE_MISSING     ? "there is no such file"
                         : why == MESSAGE_FILE_DIRECTORY ? "it is a directory"
                         : why == MESSAGE_FILE_SPECIAL   ? "it is not a regular file"
                                                         : "it cannot be read";
    wits_file_report_node(file, item, MESSAGE_INCLUDE_CLOSED, (message_words){{name, reason}}, NULL);
}

/// Reads one file that is there for the first time. Returns null with a problem reported, or if memory runs out.
static file_source *open_source(wits_file *file, node *item, const char *name, const char *path) {
    if (file->source_count == MOST_SOURCES) {
        const char *most = wits_file_number_text(file, MOST_SOURCES);
        wits_file_report_node(file, item, MESSAGE_INCLUDE_TOO_MANY, (message_words){{most}}, NULL);
        return NULL;
    }
    size_t most = WITS_FILE_MAX_BYTES - file->source_bytes;
    file_source *added = NULL;
    opened_file opened = wits_file_open_source(&file->options, name, most);
    if (opened.no_memory) {
        wits_file_arena_fail(&file->memory);
    } else if (!opened.is_open) {
        report_closed(file, item, name, opened.why);
    } else if (opened.length > most) {
        wits_file_report_node(file, item, MESSAGE_INCLUDE_TOO_LARGE, (message_words){{name}}, NULL);
    } else {
        added = wits_file_source_add(file, name, path);
        wits_file_source_fill(file, added, opened.bytes != NULL ? opened.bytes : "", opened.length);
    }
    wits_file_close_source(&opened);
    return added;
}

static file_source *find_source(wits_file *file, const char *path, const char *real) {
    for (uint32_t i = 0; i < file->source_count; i++) {
        file_source *known = &file->sources[i];
        bool is_same = real[0] != '\0' && known->real != NULL && strcmp(known->real, real) == 0;
        if (is_same || strcmp(known->path, path) == 0) {
            return known;
        }
    }
    return NULL;
}

/// Includes one name of an `include`. Returns null with a problem reported, or if memory runs out.
static file_source *include_one(wits_file *file, const file_source *from, node *item) {
    char real[REAL_PATH_ROOM] = "";
    const char *written = wits_file_read_text(file, item, "the name of a file, such as 'common.yaml'");
    if (written == NULL) {
        return NULL;
    }
    if (!file->may_include) {
        wits_file_report_node(file, item, MESSAGE_INCLUDE_NOWHERE, (message_words){{NULL}}, NULL);
        return NULL;
    }
    if (!is_portable(written)) {
        wits_file_report_node(file, item, MESSAGE_INCLUDE_PLACE, (message_words){{written}}, NULL);
        return NULL;
    }
    const char *path = path_of(file, from, written);
    bool leads_out = path != NULL && (path[0] == '/' || strncmp(path, "../", 3) == 0);
    const char *name = path != NULL ? name_of(file, path) : written;
    if (file->memory.failed) {
        return NULL;
    }
    bool is_on_disk = path != NULL && file->options.open == NULL;
    const inside where = is_on_disk ? is_inside(file, name, real) : INSIDE;
    if (path == NULL) {
        report_closed(file, item, written, MESSAGE_FILE_MISSING);
        return NULL;
    }
    if ((leads_out || where == OUTSIDE) && !file->options.allow_outside) {
        wits_file_report_node(file, item, MESSAGE_INCLUDE_OUTSIDE, (message_words){{written}}, NULL);
        return NULL;
    }
    if (where == INSIDE_UNKNOWN && !file->options.allow_outside) {
        report_closed(file, item, name, MESSAGE_FILE_UNREADABLE);
        return NULL;
    }
    file_source *known = find_source(file, path, real);
    file_source *found = known != NULL ? known : open_source(file, item, name, path);
    if (found != NULL && known == NULL && real[0] != '\0') {
        found->real = wits_file_arena_copy(&file->memory, real, strlen(real));
    }
    return found;
}

// ----------------------------------------------------------------------------------------------------------- all files

/// Graph of includes: a bit for each file.
typedef struct include_graph {
    uint64_t direct[MOST_SOURCES];
    node *items[MOST_SOURCES][MOST_SOURCES];  ///< node of the include
} include_graph;

static bool include_all(wits_file *file, file_source *from, include_graph *graph) {
    node *list = wits_file_keys_find(from->tree, "include");
    if (list == NULL || wits_file_node_is_empty(list)) {
        return true;
    }
    node *item = list->kind == NODE_LIST ? list->first : list;
    bool is_sound = true;
    for (; item != NULL; item = list->kind == NODE_LIST ? item->next : NULL) {
        const file_source *found = include_one(file, from, item);
        is_sound = is_sound && found != NULL;
        if (found != NULL) {
            graph->direct[from->number] |= 1ull << found->number;
            graph->items[from->number][found->number] = item;
        }
    }
    return is_sound;
}

static void find_seen(wits_file *file, const include_graph *graph) {
    for (uint32_t i = 0; i < file->source_count; i++) {
        file->sources[i].sees = graph->direct[i];
    }
    for (uint32_t through = 0; through < file->source_count; through++) {  // Warshall
        for (uint32_t i = 0; i < file->source_count; i++) {
            bool reaches = (file->sources[i].sees >> through & 1) != 0;
            file->sources[i].sees |= reaches ? file->sources[through].sees : 0;
        }
    }
}

/// Finds the step of each circle that leads back to a file found no later.
static bool has_circle(wits_file *file, const include_graph *graph) {
    bool found = false;
    for (uint32_t i = 0; i < file->source_count; i++) {
        for (uint32_t to = 0; to <= i; to++) {
            bool is_back = (graph->direct[i] >> to & 1) != 0;
            if (is_back && (to == i || (file->sources[to].sees >> i & 1) != 0)) {
                message_words words = {{file->sources[to].name}};
                wits_file_report_node(file, graph->items[i][to], MESSAGE_INCLUDE_CIRCLE, words, NULL);
                found = true;
            }
        }
    }
    return found;
}

bool wits_file_includes_read(wits_file *file) {
    bool is_sound = true;
    if (wits_file_keys_find(file->sources[0].tree, "include") == NULL) {
        file->sources[0].sees = 1;
        return true;
    }
    if (file->may_include && file->options.open == NULL) {
        char real[REAL_PATH_ROOM];
        bool is_known = wits_file_real_path(file->sources[0].name, real) == REAL_PATH_FOUND;
        file->sources[0].real = is_known ? wits_file_arena_copy(&file->memory, real, strlen(real)) : NULL;
    }
    include_graph *graph = wits_file_arena_take(&file->memory, sizeof *graph);
    if (graph == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < file->source_count; i++) {  // each iteration may append files
        bool is_read = i == 0 || wits_file_source_read(file, &file->sources[i]);
        bool is_included = is_read && include_all(file, &file->sources[i], graph);
        is_sound = is_sound && is_included;
    }
    find_seen(file, graph);
    bool is_circle = has_circle(file, graph);
    for (uint32_t i = 0; i < file->source_count; i++) {
        file->sources[i].sees |= 1ull << i;
    }
    return is_sound && !is_circle && !file->memory.failed;
}
