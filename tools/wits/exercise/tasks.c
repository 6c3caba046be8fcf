// SPDX-License-Identifier: MIT
// Finds and reads tasks.
#include "common/data.h"
#include "common/tool.h"
#include "exercise/exercise.h"
#include "test/tests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAGE_BYTES = 1 << 20 };

static const char fence[] = "```yaml\n", fence_end[] = "\n```";

/// Finds the title and the starting brain.
static bool split_page(exercise *to) {
    const char *page = text_of(&to->page);
    const char *begin = strstr(page, fence);
    const char *end = begin != NULL ? strstr(begin + strlen(fence), fence_end) : NULL;
    if (strncmp(page, "# ", 2) != 0 || end == NULL) {
        return false;
    }
    to->title = page + 2;
    to->title_length = strcspn(to->title, "\n");
    to->begin = begin + strlen(fence);
    to->begin_length = (size_t)(end + 1 - to->begin);
    return true;
}

/// "07-porter" has the number 7 and the name porter.
static void split_name(exercise *to, const char *folder) {
    const char *rest = folder + strspn(folder, "0123456789");
    const bool has_number = rest > folder && rest - folder < 6 && *rest == '-' && rest[1] != '\0';
    to->number = has_number ? (unsigned)strtoul(folder, NULL, 10) : 0;
    to->name = copy_text(has_number ? rest + 1 : folder, strlen(has_number ? rest + 1 : folder));
}

/// Reads the task in `folder`/`name`. Folders without task.md are left out. Prints an error and returns false on
/// failure.
static bool read_task(const char *folder, const char *name, exercises *to) {
    exercise one = {.number = 0};
    text path = {0};
    text_format(&path, "%s/%s/task.md", folder, name);
    const bool has_page = is_there(text_of(&path));
    bool good = !has_page || read_file(text_of(&path), MOST_PAGE_BYTES, &one.page);
    if (has_page && good) {
        good = split_page(&one);
        if (!good) {
            say_at((place){.file = text_of(&path)}, SEVERITY_ERROR,
                   "a task needs a first line '# TITLE' and a block of code ```yaml with the starting brain");
        }
    }
    if (has_page && good) {
        one.folder = copy_text(text_of(&path), path.length - strlen("/task.md"));
        split_name(&one, name);
        to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
        to->items[to->count++] = one;
    } else {
        text_free(&one.page);
    }
    text_free(&path);
    return good;
}

bool exercises_read(const char *folder, exercises *to) {
    name_list names = {0};
    bool good = true;
    *to = (exercises){0};
    if (!list_folder(folder, &names)) {
        say_error("%s: %s", folder, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < names.count && good; i++) {
        good = read_task(folder, names.items[i], to);
    }
    name_list_free(&names);
    if (good && to->count == 0) {
        say_error("%s has no tasks: no folders with a file task.md", folder);
        return false;
    }
    return good;
}

const exercise *exercises_find(const exercises *of, const char *given) {
    const bool is_number = given[0] != '\0' && strlen(given) < 6 && given[strspn(given, "0123456789")] == '\0';
    for (size_t i = 0; i < of->count; i++) {
        const exercise *one = &of->items[i];
        const char *slash = strrchr(one->folder, '/');
        if (strcmp(one->name, given) == 0 || strcmp(slash != NULL ? slash + 1 : one->folder, given) == 0 ||
            (is_number && one->number > 0 && one->number == strtoul(given, NULL, 10))) {
            return one;
        }
    }
    return NULL;
}

void exercises_free(exercises *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].folder);
        free(of->items[i].name);
        text_free(&of->items[i].page);
    }
    free(of->items);
    *of = (exercises){0};
}
