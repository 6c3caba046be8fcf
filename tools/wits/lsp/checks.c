// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L  // opendir

#include "lsp/checks.h"

#include "prove/prove.h"
#include "test/tests.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CANDIDATES = 200,  ///< files of a folder in which includers are searched
    MOST_NEAREST = 50       ///< problems of a check to which a definition is added
};

// --------------------------------------------------------------------------------------------------------- one check

static char *copy_of(const char *from) {
    return copy_text(from, strlen(from));
}

static void free_verdict(verdict_record *of) {
    free(of->property);
    free(of->file);
    text_free(&of->summary);
    text_free(&of->inputs);
    text_free(&of->from);
    for (size_t i = 0; i < WITS_MAX_TARGET_KINDS; i++) {
        text_free(&of->targets[i]);
    }
}

const verdict_record *check_verdict(const check *of, const char *property) {
    for (size_t i = 0; i < of->verdict_count; i++) {
        if (strcmp(of->verdicts[i].property, property) == 0) {
            return &of->verdicts[i];
        }
    }
    return NULL;
}

verdict_record *check_add_verdict(check *to, const char *property, const char *file) {
    for (size_t i = 0; i < to->verdict_count; i++) {
        if (strcmp(to->verdicts[i].property, property) == 0) {
            return &to->verdicts[i];
        }
    }
    to->verdicts = grow(to->verdicts, &to->verdict_capacity, to->verdict_count + 1, sizeof *to->verdicts);
    to->verdicts[to->verdict_count] = (verdict_record){.property = copy_of(property), .file = copy_of(file)};
    return &to->verdicts[to->verdict_count++];
}

static void free_results(check *of) {
    for (size_t i = 0; i < of->verdict_count; i++) {
        free_verdict(&of->verdicts[i]);
    }
    of->verdict_count = 0;
    findings_free(&of->found);
    caught_messages_free(&of->mistakes);
    wits_file_free(of->file);
    wits_file_free(of->brain);
    of->found = (findings){0};
    of->file = of->brain = NULL;
}

static void free_check(check *of) {
    free_results(of);
    names_free(of->index);
    free(of->verdicts);
    free(of->path);
}

/// Opens a file for the library. `user`: the open documents.
static bool open_file(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    text content = {0};
    const bool is_read = documents_read(user, name, &content);
    *length = is_read ? content.length : 0;
    *bytes = *length > 0 ? allocator->allocate(allocator->user, *length) : NULL;
    if (*bytes != NULL) {
        memcpy(*bytes, content.bytes, *length);
    }
    text_free(&content);
    return is_read;
}

/// Writes the path of the brain of a file of scenarios, which may be open and not yet on disk. Returns false if there
/// is none.
static bool find_brain(text *to, const char *path, const documents *open) {
    const size_t length = path_before(path, test_ends);
    for (size_t i = 0; brain_ends[i] != NULL; i++) {
        text_clear(to);
        text_add_bytes(to, path, length);
        text_add(to, brain_ends[i]);
        if (document_of_path(open, text_of(to)) != NULL || is_there(text_of(to))) {
            return true;
        }
    }
    return false;
}

static void check_scenarios(check *of, const wits_file_options *how, const documents *open) {
    text brain = {0};
    if (find_brain(&brain, of->path, open)) {
        of->brain = wits_file_load_with(text_of(&brain), how);
        of->file = wits_scenarios_load(of->path, of->brain, how);
    } else {
        (void)text_brain_beside(&brain, of->path);  // says what is missing
    }
    if (of->file != NULL && wits_file_problem_count(of->file) == 0) {
        say_wrong_calls(of->file, wits_file_brain(of->brain));
    }
    text_free(&brain);
}

/// Options of the library that read the editor's texts.
static wits_file_options options_of(const documents *open) {
    wits_file_options how = {.open = open_file, .user = (void *)(uintptr_t)open};
    use_constants(&how);
    return how;
}

wits_file *checks_read(const documents *open, const char *path) {
    const wits_file_options how = options_of(open);
    return wits_file_load_with(path, &how);
}

static void run_check(check *of, const documents *open) {
    const wits_file_options how = options_of(open);
    free_results(of);
    of->is_stale = false;
    caught_messages *before = catch_messages(&of->mistakes);
    if (path_before(of->path, test_ends) > 0) {
        check_scenarios(of, &how, open);
    } else {
        of->file = wits_file_load_with(of->path, &how);
        if (of->file != NULL && wits_file_problem_count(of->file) == 0 && say_property_mistakes(of->file) == 0) {
            of->found = lint_brain(of->file, NULL);
        }
    }
    catch_messages(before);
}

wits_file *check_brain(const check *of) {
    wits_file *brain = of->brain != NULL ? of->brain : of->file;
    return wits_file_brain(brain) != NULL ? brain : NULL;
}

static bool read_for_names(void *user, const char *path, text *to) {
    return documents_read(user, path, to);
}

/// Writes the path of the scenarios beside a brain. Returns false if there are none.
static bool find_scenarios(text *to, const char *brain, const documents *open) {
    const size_t length = path_before(brain, brain_ends);
    bool is_found = false;
    for (size_t i = 0; test_ends[i] != NULL && length > 0 && !is_found; i++) {
        text_clear(to);
        text_add_bytes(to, brain, length);
        text_add(to, test_ends[i]);
        is_found = document_of_path(open, text_of(to)) != NULL || is_there(text_of(to));
    }
    return is_found;
}

names *checks_read_names(const char *brain, const documents *open) {
    text beside = {0};
    const bool is_found = find_scenarios(&beside, brain, open);
    const char *path = text_of(&beside);
    const names_files files = {
        .read = read_for_names, .user = (void *)(uintptr_t)open, .beside = &path, .beside_count = is_found};
    names *read = names_read(&files, brain);
    text_free(&beside);
    return read;
}

const names *check_names(check *of, const documents *open) {
    if (of->index == NULL || of->is_index_stale) {
        names_free(of->index);
        of->is_index_stale = false;
        text brain = {0};
        const bool is_scenarios = path_before(of->path, test_ends) > 0 && find_brain(&brain, of->path, open);
        of->index = checks_read_names(is_scenarios ? text_of(&brain) : of->path, open);
        text_free(&brain);
    }
    return of->index;
}

static bool has_source(const wits_file *file, const char *path) {
    for (uint32_t i = 0; i < wits_file_source_count(file); i++) {
        if (strcmp(wits_file_source_name(file, i), path) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_file(const check *of, const char *path) {
    return strcmp(of->path, path) == 0 || has_source(of->file, path) || has_source(of->brain, path);
}

void check_problems(const check *of, check_problem_fn *take, void *user) {
    check_each_problem(of->file, &of->mistakes, &of->found, false, take, user);
}

// ------------------------------------------------------------------------------------------------------ all checks

void checks_free(checks *of) {
    for (size_t i = 0; i < of->count; i++) {
        free_check(&of->items[i]);
    }
    for (size_t i = 0; i < of->sent_count; i++) {
        free(of->sent[i].path);
        json_decref(of->sent[i].problems);
    }
    for (size_t i = 0; i < of->includer_count; i++) {
        free(of->includers[i].path);
        free(of->includers[i].brain);
    }
    free(of->items);
    free(of->sent);
    free(of->includers);
    free(of->root);
}

/// A check with a problem may lack a file that exists now.
void checks_change(checks *of, const char *path, bool is_new) {
    of->is_stale = of->is_unpublished = true;
    of->changes++;
    for (size_t i = 0; i < of->count; i++) {
        check *one = &of->items[i];
        const bool misses =
            is_new && (one->file == NULL || (wits_file_problem_count(one->file) > 0 && !has_file(one, path)));
        one->is_stale = one->is_stale || misses || has_file(one, path);
        const bool is_beside = one->index != NULL && names_file_find(one->index, path) != NAMES_NONE;
        one->is_index_stale = one->is_index_stale || one->is_stale || is_beside || is_new;
    }
}

void checks_change_all(checks *of) {
    of->is_stale = of->is_unpublished = true;
    of->changes++;
    for (size_t i = 0; i < of->count; i++) {
        of->items[i].is_stale = of->items[i].is_index_stale = true;
    }
    for (size_t i = 0; i < of->includer_count; i++) {  // search again
        free(of->includers[i].path);
        free(of->includers[i].brain);
    }
    of->includer_count = 0;
}

/// Returns whether the names of a brain lack the scenarios that are beside it now.
static bool lacks_scenarios(const names *of, const documents *open) {
    text beside = {0};
    const bool lacks =
        find_scenarios(&beside, names_file_path(of, 0), open) && names_file_find(of, text_of(&beside)) == NAMES_NONE;
    text_free(&beside);
    return lacks;
}

void checks_compare(checks *of, const documents *open) {
    text content = {0};
    for (size_t i = 0; i < of->count; i++) {
        check *one = &of->items[i];
        const names *index = one->is_index_stale ? NULL : one->index;
        for (uint32_t file = 0; index != NULL && file < names_file_count(index); file++) {
            const char *path = names_file_path(index, file);
            size_t length;
            const char *bytes = names_file_text(index, file, &length);
            if (document_of_path(open, path) == NULL) {
                const bool is_read = documents_read(open, path, &content);
                if ((is_read ? content.length : 0) != length ||
                    (is_read && memcmp(text_of(&content), bytes, length) != 0)) {
                    checks_change(of, path, true);
                }
            }
        }
        one->is_index_stale = one->is_index_stale || (index != NULL && lacks_scenarios(index, open));
    }
    text_free(&content);
}

/// Returns the check of a path, which is created if necessary, and marks it as needed.
static check *want(checks *of, const char *path, const documents *open) {
    check *one = NULL;
    for (size_t i = 0; i < of->count && one == NULL; i++) {
        one = strcmp(of->items[i].path, path) == 0 ? &of->items[i] : NULL;
    }
    if (one == NULL) {
        of->items = grow(of->items, &of->capacity, of->count + 1, sizeof *of->items);
        one = &of->items[of->count++];
        *one = (check){.path = copy_of(path), .is_stale = true};
    }
    if (one->is_stale) {
        run_check(one, open);
    }
    one->is_wanted = true;
    return one;
}

static void drop_unwanted(checks *of) {
    for (size_t i = of->count; i-- > 0;) {
        if (!of->items[i].is_wanted) {
            free_check(&of->items[i]);
            of->items[i] = of->items[--of->count];
        }
    }
}

check *checks_find(checks *of, const char *path) {
    check *found = NULL;
    for (size_t i = 0; i < of->count; i++) {
        check *one = &of->items[i];
        if (strcmp(one->path, path) == 0) {
            return one;
        }
        const bool has = has_source(one->file, path) && one->brain == NULL;
        found = has && (found == NULL || check_brain(found) == NULL) ? one : found;
    }
    return found;
}

// ---------------------------------------------------------------------------------------------------- definitions

/// Returns whether a text has a key at its top level, in YAML or JSON.
static bool has_key(const text *content, const char *key) {
    const size_t length = strlen(key);
    const char *at = text_of(content);
    while ((at = strstr(at, key)) != NULL) {
        const bool is_quoted = at > content->bytes && at[-1] == '"';
        const bool begins = at == content->bytes || at[-1] == '\n' || at[-1] == '\r' || is_quoted;
        if (begins && (at[length] == ':' || (is_quoted && at[length] == '"'))) {
            return true;
        }
        at += length;
    }
    return false;
}

/// Returns whether an open file has definitions for others, and is not a brain.
static bool is_definitions(const document *of) {
    return path_before(of->path, test_ends) == 0 && !has_key(&of->content, "root") && !has_key(&of->content, "brain");
}

/// Returns the path of a brain in a folder that includes a file; null if there is none.
static char *find_in_folder(const char *folder, const char *path, const documents *open) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    DIR *opened = opendir(folder);
    char *found = NULL;
    const struct dirent *entry;
    for (int i = 0; opened != NULL && found == NULL && i < MOST_CANDIDATES && (entry = readdir(opened)) != NULL;) {
        text candidate = {0}, content = {0};
        if (path_before(entry->d_name, brain_ends) > 0 && path_before(entry->d_name, test_ends) == 0) {
            i++;
            text_format(&candidate, "%s%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/", entry->d_name);
            if (documents_read(open, text_of(&candidate), &content) && has_key(&content, "include") &&
                has_key(&content, "root") && strstr(text_of(&content), name) != NULL) {
                check one = {.path = candidate.bytes};
                run_check(&one, open);
                found = has_source(one.file, path) ? copy_of(text_of(&candidate)) : NULL;
                free_results(&one);
                free(one.verdicts);
            }
        }
        text_free(&candidate);
        text_free(&content);
    }
    if (opened != NULL) {
        closedir(opened);
    }
    return found;
}

/// Returns the path of a brain that includes an open file, in its folder or in one around it up to that of the
/// workspace; null if there is none. The result is kept.
static const char *find_includer(checks *of, const char *path, const documents *open) {
    for (size_t i = 0; i < of->includer_count; i++) {
        if (strcmp(of->includers[i].path, path) == 0) {
            return of->includers[i].brain;
        }
    }
    text folder = {0};
    char *found = NULL;
    text_add(&folder, path);
    while (found == NULL && folder.bytes[0] == '/' && strrchr(folder.bytes, '/') != folder.bytes) {
        *strrchr(folder.bytes, '/') = '\0';
        found = find_in_folder(folder.bytes, path, open);
        if (of->root == NULL || strlen(folder.bytes) <= strlen(of->root)) {
            break;
        }
    }
    text_free(&folder);
    of->includers = grow(of->includers, &of->includer_capacity, of->includer_count + 1, sizeof *of->includers);
    of->includers[of->includer_count++] = (includer){copy_of(path), found};
    return found;
}

void checks_update(checks *of, const documents *open) {
    if (!of->is_stale) {
        return;
    }
    of->is_stale = false;
    for (size_t i = 0; i < of->count; i++) {
        of->items[i].is_wanted = false;
    }
    for (size_t i = 0; i < open->count; i++) {
        if (!is_definitions(&open->items[i])) {
            want(of, open->items[i].path, open);
        }
    }
    for (size_t i = 0; i < open->count; i++) {
        const char *path = open->items[i].path;
        bool is_included = !is_definitions(&open->items[i]);
        for (size_t k = 0; k < of->count && !is_included; k++) {
            is_included = of->items[k].is_wanted && has_file(&of->items[k], path);
        }
        if (!is_included) {
            const char *brain = find_includer(of, path, open);
            want(of, brain != NULL ? brain : path, open);
        }
    }
    drop_unwanted(of);
}

// ------------------------------------------------------------------------------------------------------- publishing

/// Problems by file, under construction.
typedef struct collecting {
    json_t *files;  ///< lists of a check by path
    const documents *open;
    check *of;
    int nearest;  ///< number of names for which a definition was searched
    char *path;   ///< of `where`
    text content;
    lines where;
} collecting;

/// Reads the text of the file of a position, unless it is the one before.
static void go_to(collecting *c, const char *path) {
    if (c->path == NULL || strcmp(c->path, path) != 0) {
        lines_free(&c->where);
        free(c->path);
        c->path = copy_of(path);
        documents_read(c->open, path, &c->content);
        c->where = lines_of(text_of(&c->content), c->content.length, c->open->is_utf8);
    }
}

static json_t *position_json(const lines *of, uint32_t line, uint32_t column) {
    const position at = lines_position(of, lines_place(of, line, column));
    return json_pack("{s:i, s:i}", "line", (int)at.line, "character", (int)at.character);
}

static json_t *range_json(const lines *of, uint32_t line, uint32_t column, uint32_t end) {
    return json_pack("{s:o, s:o}", "start", position_json(of, line, column), "end", position_json(of, line, end));
}

const char *suggestion_in(const char *message, size_t *length, const char **before) {
    *before = strstr(message, "; did you mean ");
    const char *quote = *before != NULL ? strchr(*before, '\'') : NULL;  // "the constant 'reach'"
    const char *end = quote != NULL ? strstr(quote + 1, "'?") : NULL;
    *length = end != NULL ? (size_t)(end - quote) - 1 : 0;
    return end != NULL ? quote + 1 : NULL;
}

/// Adds the definition of the name that was probably meant.
static void add_nearest(collecting *c, span nearest, json_t *problem) {
    const names *index = check_names(c->of, c->open);
    for (uint32_t i = 0; i < names_symbol_count(index); i++) {
        const names_symbol *one = names_symbol_at(index, i);
        if (one->definition == NAMES_NONE || !span_is(nearest, one->name)) {
            continue;
        }
        const names_use *name = names_use_at(index, one->definition);
        size_t length;
        const char *bytes = names_file_text(index, name->file, &length);
        lines where = lines_of(bytes, length, c->open->is_utf8);
        const position begin = lines_position(&where, name->begin), end = lines_position(&where, name->end);
        text uri = {0}, message = {0};
        text_path_uri(&uri, names_file_path(index, name->file));
        text_format(&message, "%s '%s' is defined here", names_kind_text(one->kind), one->name);
        json_t *range = json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", (int)begin.line, "character",
                                  (int)begin.character, "end", "line", (int)end.line, "character", (int)end.character);
        json_object_set_new(problem, "relatedInformation",
                            json_pack("[{s:{s:o, s:o}, s:o}]", "location", "uri", rpc_text(&uri), "range", range,
                                      "message", rpc_text(&message)));
        text_free(&uri);
        text_free(&message);
        lines_free(&where);
        return;
    }
}

static void add_problem(void *user, const check_problem *one) {
    static const int severities[] = {1, 2, 3};
    collecting *c = user;
    go_to(c, one->at.file);
    json_t *problem = json_pack("{s:o, s:i, s:s, s:s, s:o}", "range",
                                range_json(&c->where, one->at.line, one->at.column, one->end_column), "severity",
                                severities[one->how], "code", one->code, "source", "wits", "message",
                                rpc_string(one->message, strlen(one->message)));
    if (strncmp(one->code, "unused-", 7) == 0) {
        json_object_set_new(problem, "tags", json_pack("[i]", 1));
    }
    const char *before;
    span nearest;
    nearest.start = suggestion_in(one->message, &nearest.length, &before);
    if (nearest.start != NULL && c->nearest++ < MOST_NEAREST) {
        add_nearest(c, nearest, problem);
    }
    if (one->at.used_file != NULL) {
        text uri = {0};
        go_to(c, one->at.used_file);
        text_path_uri(&uri, one->at.used_file);
        json_t *at = json_pack("{s:o, s:o}", "uri", rpc_text(&uri), "range",
                               range_json(&c->where, one->at.used_line, one->at.used_column, one->at.used_column));
        json_object_set_new(problem, "relatedInformation",
                            json_pack("[{s:o, s:s}]", "location", at, "message", "used here"));
        text_free(&uri);
    }
    json_t *list = json_object_get(c->files, one->at.file);
    if (list == NULL) {
        list = json_array();
        json_object_set_new_nocheck(c->files, one->at.file, list);
    }
    json_array_append_new(list, problem);
}

/// Adds a refuted property.
static void add_verdict(collecting *c, const verdict_record *of) {
    go_to(c, of->file);
    json_t *problem =
        json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", range_json(&c->where, of->line, of->column, of->column),
                  "severity", 1, "code", "refuted", "source", "wits prove", "message", rpc_text(&of->summary));
    json_t *list = json_object_get(c->files, of->file);
    if (list == NULL) {
        list = json_array();
        json_object_set_new_nocheck(c->files, of->file, list);
    }
    json_array_append_new(list, problem);
}

static bool has_item(const json_t *list, const json_t *wanted) {
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        if (json_equal(one, wanted)) {
            return true;
        }
    }
    return false;
}

/// Adds the problems of a check to those of others, which may include the same files. Takes ownership of `from`.
static void merge(json_t *to, json_t *from) {
    const char *path;
    json_t *list;
    json_object_foreach(from, path, list) {
        json_t *known = json_object_get(to, path);
        size_t i;
        json_t *one;
        if (known == NULL) {
            json_object_set_nocheck(to, path, list);
            continue;
        }
        json_array_foreach(list, i, one) {
            if (!has_item(known, one)) {
                json_array_append(known, one);
            }
        }
    }
    json_decref(from);
}

static published *find_published(checks *of, const char *path) {
    for (size_t i = 0; i < of->sent_count; i++) {
        if (strcmp(of->sent[i].path, path) == 0) {
            return &of->sent[i];
        }
    }
    of->sent = grow(of->sent, &of->sent_capacity, of->sent_count + 1, sizeof *of->sent);
    of->sent[of->sent_count] = (published){.path = copy_of(path), .problems = json_array(), .version = -1};
    return &of->sent[of->sent_count++];
}

/// Publishes the problems of a file if they or its version have changed.
static void publish_one(checks *of, const documents *open, const char *path, const json_t *problems,
                        checks_publish_fn *publish, void *user) {
    published *last = find_published(of, path);
    const document *one = document_of_path(open, path);
    const int64_t version = one != NULL ? one->version : -1;
    if (json_equal(last->problems, problems) && last->version == version) {
        return;
    }
    publish(user, path, problems, version);
    json_decref(last->problems);
    last->problems = json_deep_copy(problems);
    last->version = version;
}

void checks_publish(checks *of, const documents *open, checks_publish_fn *publish, void *user) {
    collecting c = {.open = open};
    of->is_unpublished = false;
    json_t *none = json_array();
    json_t *all = json_object();
    for (size_t i = 0; i < of->count; i++) {
        c.files = json_object();
        c.of = &of->items[i];
        c.nearest = 0;
        check_problems(&of->items[i], add_problem, &c);
        for (size_t k = 0; k < of->items[i].verdict_count; k++) {
            if (of->items[i].verdicts[k].is_refuted) {
                add_verdict(&c, &of->items[i].verdicts[k]);
            }
        }
        merge(all, c.files);
    }
    const char *path;
    json_t *problems;
    for (size_t i = 0; i < open->count; i++) {
        problems = json_object_get(all, open->items[i].path);
        publish_one(of, open, open->items[i].path, problems != NULL ? problems : none, publish, user);
    }
    json_object_foreach(all, path, problems) {
        publish_one(of, open, path, problems, publish, user);
    }
    for (size_t i = 0; i < of->sent_count; i++) {  // clear problems that are no longer found
        if (json_object_get(all, of->sent[i].path) == NULL) {
            publish_one(of, open, of->sent[i].path, none, publish, user);
        }
    }
    for (size_t i = of->sent_count; i-- > 0;) {  // files that are not open and have no problems were cleared
        if (json_array_size(of->sent[i].problems) == 0 && document_of_path(open, of->sent[i].path) == NULL) {
            free(of->sent[i].path);
            json_decref(of->sent[i].problems);
            of->sent[i] = of->sent[--of->sent_count];
        }
    }
    json_decref(none);
    json_decref(all);
    lines_free(&c.where);
    free(c.path);
    text_free(&c.content);
}
