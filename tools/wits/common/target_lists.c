// SPDX-License-Identifier: MIT
#include "common/target_lists.h"
#include "common/lookup.h"

#include <stdlib.h>
#include <string.h>

uint32_t read_target_kind(const char *command, const wits_desc *desc, const char *given, const char **value) {
    const char *equals = strchr(given, '=');
    text name = {0}, problem = {0};
    uint32_t found = WITS_NONE;
    text_add_bytes(&name, given, equals != NULL ? (size_t)(equals - given) : strlen(given));
    if (equals == NULL || equals[1] == '\0') {
        found = WITS_NONE;
        text_add(&problem, "expected KIND=FILE.csv");
    } else if (desc->target_count == 0) {
        text_add(&problem, "the brain declares no kinds of targets");
    } else {
        found = find_target_kind(desc, text_of(&name), &problem);
    }
    if (found == WITS_NONE) {
        say_mistake(command, "--targets %s: %s", given, text_of(&problem));
    } else {
        *value = equals + 1;
    }
    text_free(&name);
    text_free(&problem);
    return found;
}

static void begin(const wits_desc *desc, target_lists *to) {
    const uint32_t kinds = desc->target_count;
    *to = (target_lists){.desc = desc,
                         .files = allocate(kinds + 1, sizeof *to->files),
                         .now = allocate(kinds + 1, sizeof *to->now),
                         .columns = allocate(kinds + 1, sizeof *to->columns),
                         .ids = allocate(kinds + 1, sizeof *to->ids),
                         .next = allocate(kinds + 1, sizeof *to->next)};
}

/// Makes the ids and columns of a kind over the rows of its file. Lists are slices of them.
static void make_columns(target_lists *to, uint32_t kind) {
    const target_file *file = &to->files[kind];
    const wits_target_desc *about = &to->desc->targets[kind];
    to->ids[kind] = allocate(file->row_count + 1, sizeof **to->ids);
    for (size_t row = 0; row < file->row_count; row++) {
        to->ids[kind][row] = file->rows[row].id;
    }
    to->columns[kind] = allocate(about->field_count + 1, sizeof **to->columns);
    for (uint32_t field = 0; field < about->field_count; field++) {
        to->columns[kind][field].type = about->fields[field].type;
        to->columns[kind][field].stride = (size_t)about->field_count * TARGET_VALUE;
    }
    to->now[kind].columns = to->columns[kind];
}

int target_lists_read(const char *command, const wits_file *file, const char *const *given, size_t count,
                      uint64_t agent, target_lists *to) {
    const wits_desc *desc = wits_file_desc(file);
    begin(desc, to);
    int status = STATUS_DONE;
    for (size_t i = 0; i < count; i++) {
        const char *path = NULL;
        const uint32_t kind = read_target_kind(command, desc, given[i], &path);
        if (kind == WITS_NONE) {
            status = STATUS_MISUSE;
        } else if (to->files[kind].path != NULL) {
            say_mistake(command, "--targets %s: duplicate kind of targets", given[i]);
            status = STATUS_MISUSE;
        } else if (!target_file_read(path, file, kind, &agent, &to->files[kind])) {
            status = status == STATUS_MISUSE ? status : STATUS_WRONG;
        }
    }
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        make_columns(to, kind);
    }
    return status == STATUS_MISUSE ? say_where_help_is(command) : status;
}

bool target_lists_read_texts(const wits_file *file, const text *texts, target_lists *to) {
    const wits_desc *desc = wits_file_desc(file);
    bool good = true;
    begin(desc, to);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        if (texts[kind].length > 0) {
            text name = {0};
            text_format(&name, "targets of %s", wits_file_desc(file)->targets[kind].name);
            good = target_file_read_text(text_of(&name), &texts[kind], file, kind, NULL, &to->files[kind]) && good;
            text_free(&name);
        }
        make_columns(to, kind);
    }
    return good;
}

void target_lists_end(target_lists *of) {
    for (uint32_t kind = 0; of->desc != NULL && kind < of->desc->target_count; kind++) {
        target_file_free(&of->files[kind]);
        free(of->columns[kind]);
        free(of->ids[kind]);
    }
    free(of->files);
    free(of->now);
    free(of->columns);
    free(of->ids);
    free(of->next);
    *of = (target_lists){0};
}

/// Selects the rows of the latest tick up to `tick`.
static void go_on(target_lists *of, uint32_t kind, uint32_t tick) {
    const target_file *file = &of->files[kind];
    wits_target_list *now = &of->now[kind];
    size_t *next = &of->next[kind];
    while (*next < file->row_count && file->rows[*next].tick <= tick) {  // each pass takes the rows of one tick
        const size_t first = *next;
        const uint32_t of_tick = file->rows[first].tick;
        while (*next < file->row_count && file->rows[*next].tick == of_tick) {
            ++*next;
        }
        const bool is_empty = file->rows[first].id == WITS_NO_TARGET;
        now->count = is_empty ? 0 : (uint32_t)(*next - first);
        now->ids = of->ids[kind] + first;
        for (uint32_t field = 0; field < of->desc->targets[kind].field_count; field++) {
            wits_column *column = &of->columns[kind][field];
            column->base = file->values + first * column->stride + (size_t)field * TARGET_VALUE;
        }
    }
}

const wits_target_list *target_lists_at(target_lists *of, uint32_t tick) {
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        go_on(of, kind, tick);
    }
    return of->desc->target_count > 0 ? of->now : NULL;
}

uint32_t target_lists_most_rows(const target_lists *of, uint32_t kind) {
    return (uint32_t)of->files[kind].row_count;
}

uint32_t target_lists_last_tick(const target_lists *of) {
    uint32_t last = 0;
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        const target_file *file = &of->files[kind];
        const uint32_t own = file->row_count > 0 ? file->rows[file->row_count - 1].tick : 0;
        last = own > last ? own : last;
    }
    return last;
}
