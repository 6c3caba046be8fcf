// SPDX-License-Identifier: MIT
// The documentation: sections by topic, and resources.
#include "common/data.h"
#include "mcp/server.h"
#include "test/tests.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAGE = 4 << 20, MOST_DEPTH = 3, MOST_OTHERS = 12, MOST_WORDS = 16 };

/// A group of files that are resources.
typedef struct shelf {
    const char *name;        ///< first part of a URI after "wits://"
    const char *folders[2];  ///< where find_data looks for it
    const char *const *ends;
    const char *type;
} shelf;

static const char *const pages[] = {".md", NULL};
static const char *const schemas[] = {".schema.json", NULL};
static const shelf shelves[] = {{"docs", {"docs", NULL}, pages, "text/markdown"},
                                {"schema", {"schema", "."}, schemas, "application/schema+json"},
                                {"brains", {"brains", NULL}, brain_ends, "application/yaml"}};

enum { SHELVES = sizeof shelves / sizeof *shelves };

/// Writes the path of a shelf's folder and adds the names of its files. Describes the problem and returns false on
/// failure.
static bool open_shelf(const shelf *of, text *folder, name_list *names, text *problem) {
    caught_messages said = {0};
    caught_messages *before = catch_messages(&said);
    bool found = find_data(folder, of->folders[0]) || (of->folders[1] != NULL && find_data(folder, of->folders[1]));
    name_list all = {0};
    if (found && !list_folder(text_of(folder), &all)) {
        found = false;
        say_error("%s cannot be read", text_of(folder));
    }
    for (size_t i = 0; i < all.count; i++) {
        if (path_before(all.items[i], of->ends) > 0) {
            name_list_add(names, all.items[i]);
        }
    }
    name_list_free(&all);
    catch_messages(before);
    if (!found) {
        text_caught(problem, &said);
    }
    caught_messages_free(&said);
    return found;
}

static bool read_page(const char *folder, const char *name, text *to) {
    text path = {0};
    text_format(&path, "%s/%s", folder, name);
    const bool good = read_file(text_of(&path), MOST_PAGE, to);
    text_free(&path);
    return good;
}

// ----------------------------------------------------------------------------------------------------------- resources

json_t *mcp_resources_list(void) {
    json_t *all = json_array();
    for (size_t i = 0; i < SHELVES; i++) {
        text folder = {0}, problem = {0};
        name_list names = {0};
        open_shelf(&shelves[i], &folder, &names, &problem);
        for (size_t k = 0; k < names.count; k++) {
            text uri = {0};
            text_format(&uri, "wits://%s/%s", shelves[i].name, names.items[k]);
            json_array_append_new(all, json_pack("{s:o, s:s, s:s}", "uri", rpc_text(&uri), "name", names.items[k],
                                                 "mimeType", shelves[i].type));
            text_free(&uri);
        }
        name_list_free(&names);
        text_free(&folder);
        text_free(&problem);
    }
    return json_pack("{s:o}", "resources", all);
}

/// Returns the result for the file of a name on a shelf; null if it is not there.
static json_t *read_from(const shelf *of, const char *uri, const char *name) {
    text folder = {0}, problem = {0}, page = {0};
    name_list names = {0};
    json_t *result = NULL;
    open_shelf(of, &folder, &names, &problem);
    for (size_t i = 0; i < names.count && result == NULL; i++) {
        if (strcmp(names.items[i], name) == 0 && read_page(text_of(&folder), name, &page)) {
            result = json_pack("{s:[{s:s, s:s, s:o}]}", "contents", "uri", uri, "mimeType", of->type, "text",
                               rpc_text(&page));
        }
    }
    name_list_free(&names);
    text_free(&folder);
    text_free(&problem);
    text_free(&page);
    return result;
}

json_t *mcp_resource_read(rpc_call *call, const char *uri) {
    enum { RESOURCE_NOT_FOUND = -32002 };
    json_t *result = NULL;
    for (size_t i = 0; i < SHELVES && result == NULL; i++) {
        text prefix = {0};
        text_format(&prefix, "wits://%s/", shelves[i].name);
        if (strncmp(uri, text_of(&prefix), prefix.length) == 0) {
            result = read_from(&shelves[i], uri, uri + prefix.length);
        }
        text_free(&prefix);
    }
    if (result == NULL) {
        text given = {0};
        text_quoted(&given, uri, "");
        rpc_fail(call, (rpc_code)RESOURCE_NOT_FOUND, "there is no resource %s; resources/list lists them",
                 text_of(&given));
        text_free(&given);
    }
    return result;
}

// ------------------------------------------------------------------------------------------------------------ sections

/// A section of a page: its heading, and its text up to the next heading. All point into the page.
typedef struct section {
    const char *page;  ///< name of the page
    const char *begin;
    size_t length;
    size_t heading;  ///< bytes of the heading's line
    unsigned depth;
    double score;
} section;

typedef struct library {
    name_list names;
    text *pages;  ///< by name
    section *sections;
    size_t count, capacity;
} library;

/// Returns the depth of a heading; 0 for other lines.
static unsigned depth_of(const char *line) {
    const unsigned depth = (unsigned)strspn(line, "#");
    return depth > 0 && line[depth] == ' ' ? depth : 0;
}

static void add_sections(library *to, size_t number) {
    bool is_code = false;
    section *last = NULL;
    for (const char *line = text_of(&to->pages[number]); *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        is_code = is_code != (strncmp(line, "```", 3) == 0);
        const unsigned depth = is_code ? 0 : depth_of(line);
        if (depth > 0 && depth <= MOST_DEPTH) {
            to->sections = grow(to->sections, &to->capacity, to->count + 1, sizeof *to->sections);
            last = &to->sections[to->count++];
            *last = (section){.page = to->names.items[number], .begin = line, .heading = length, .depth = depth};
        }
        line += length + (line[length] == '\n');
        if (last != NULL) {
            last->length = (size_t)(line - last->begin);
        }
    }
}

static bool read_library(library *to, text *problem) {
    text folder = {0};
    bool good = open_shelf(&shelves[0], &folder, &to->names, problem);
    to->pages = allocate(to->names.count + 1, sizeof *to->pages);
    for (size_t i = 0; i < to->names.count && good; i++) {
        good = read_page(text_of(&folder), to->names.items[i], &to->pages[i]);
        add_sections(to, i);
    }
    text_free(&folder);
    return good;
}

static void library_free(library *of) {
    for (size_t i = 0; i < of->names.count && of->pages != NULL; i++) {
        text_free(&of->pages[i]);
    }
    free(of->pages);
    free(of->sections);
    name_list_free(&of->names);
}

/// Writes the id of a section, as links of GitHub have it: "proving.md#find-a-run-to-a-state".
static void text_section_id(text *to, const section *of) {
    text_format(to, "%s", of->page);
    if (of->depth == 1) {
        return;
    }
    text_add(to, "#");
    for (size_t i = of->depth + 1; i < of->heading; i++) {
        const char letter = (char)tolower((unsigned char)of->begin[i]);
        if (isalnum((unsigned char)letter) || letter == '_' || letter == '-' || (unsigned char)letter >= 0x80) {
            text_add_bytes(to, &letter, 1);
        } else if (letter == ' ') {
            text_add(to, "-");
        }
    }
}

/// Counts a word, in lower case, in the first `length` bytes of a text, up to `most`. Only beginnings of words count.
static unsigned count_word(const char *bytes, size_t length, const char *word, unsigned most) {
    const size_t size = strlen(word);
    unsigned count = 0;
    for (size_t i = 0; i + size <= length && count < most; i++) {
        size_t k = 0;
        while (k < size && tolower((unsigned char)bytes[i + k]) == (unsigned char)word[k]) {
            k++;
        }
        count += k == size && (i == 0 || !isalnum((unsigned char)bytes[i - 1]));
    }
    return count;
}

/// Scores a section: words in its heading count most, then those in its page's name, then those in its text.
static double score_of(const section *of, const name_list *words) {
    double score = 0;
    size_t found = 0;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        const unsigned in_heading = count_word(of->begin, of->heading, word, 1);
        const unsigned in_name = count_word(of->page, strlen(of->page), word, 1);
        const unsigned in_text = count_word(of->begin + of->heading, of->length - of->heading, word, 8);
        score += 30 * in_heading + 10 * in_name + in_text;
        found += in_heading + in_name + in_text > 0;
    }
    return found == words->count ? score : score * (double)found / (4 * (double)words->count);
}

/// Splits a topic into words in lower case.
static void words_of(const char *topic, name_list *to) {
    text word = {0};
    for (const char *at = topic;; at++) {
        if (isalnum((unsigned char)*at) || *at == '_') {
            const char letter = (char)tolower((unsigned char)*at);
            text_add_bytes(&word, &letter, 1);
        } else if (word.length > 0 && to->count < MOST_WORDS) {
            name_list_add(to, text_of(&word));
            text_clear(&word);
        }
        if (*at == '\0') {
            break;
        }
    }
    text_free(&word);
}

static int compare_scores(const void *a, const void *b) {
    const section *one = a, *other = b;
    return one->score != other->score   ? one->score < other->score ? 1 : -1
           : one->begin == other->begin ? 0
           : one->begin < other->begin  ? -1
                                        : 1;
}

/// Writes "proving.md#deadlines: Deadlines".
static void text_reference(text *to, const section *of) {
    text_section_id(to, of);
    text_add(to, ": ");
    text_add_bytes(to, of->begin + of->depth + 1, of->heading - of->depth - 1);
    text_add(to, "\n");
}

static void list_pages(const library *of, text *to) {
    text_add(to, "Pages; \"topic\" takes words, or the id of a page or section:\n");
    for (size_t i = 0; i < of->count; i++) {
        if (of->sections[i].depth == 1) {
            text_reference(to, &of->sections[i]);
        }
    }
}

/// Writes a section and lists those inside it, if it is the beginning of a page.
static void text_section(text *to, const library *of, const section *found) {
    text_add_bytes(to, found->begin, found->length);
    if (found->depth == 1) {
        text_add(to, "\nSections of this page:\n");
    }
    for (size_t i = 0; i < of->count && found->depth == 1; i++) {
        if (of->sections[i].page == found->page && of->sections[i].depth > 1) {
            text_reference(to, &of->sections[i]);
        }
    }
}

static bool search(library *of, const char *topic, text *to, text *problem) {
    name_list words = {0};
    words_of(topic, &words);
    for (size_t i = 0; i < of->count; i++) {
        of->sections[i].score = score_of(&of->sections[i], &words);
    }
    if (of->count > 0) {
        qsort(of->sections, of->count, sizeof *of->sections, compare_scores);
    }
    const bool found = of->count > 0 && of->sections[0].score > 0;
    if (found) {
        const section *best = &of->sections[0];
        text_reference(to, best);
        text_add(to, "\n");
        text_add_bytes(to, best->begin, best->length);
        text_add(to, "\nOther sections:\n");
        for (size_t i = 1; i < of->count && i <= MOST_OTHERS && of->sections[i].score > 0; i++) {
            text_reference(to, &of->sections[i]);
        }
    } else {
        text_add(problem, "nothing found in the documentation; without a topic, the pages are listed");
    }
    name_list_free(&words);
    return found;
}

bool mcp_docs(const char *topic, text *to, text *problem) {
    library all = {0};
    bool good = read_library(&all, problem);
    bool is_id = false;
    for (size_t i = 0; i < all.count && topic != NULL && good && !is_id; i++) {
        text id = {0};
        text_section_id(&id, &all.sections[i]);
        is_id = strcmp(text_of(&id), topic) == 0;
        if (is_id) {
            text_section(to, &all, &all.sections[i]);
        }
        text_free(&id);
    }
    if (good && (topic == NULL || topic[0] == '\0')) {
        list_pages(&all, to);
    } else if (good && !is_id) {
        good = search(&all, topic, to, problem);
    }
    library_free(&all);
    return good;
}
