// SPDX-License-Identifier: MIT
// Reads the targets of a crowd from the command line and the files that it names.
#include "common/lookup.h"
#include "crowd/crowd_targets.h"

#include "common/action_markers.h"
#include "common/tokens.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TARGETS = 10000 };  ///< maximum for each agent

bool is_target_setting(const char *given) {
    const char *equals = strchr(given, '='), *point = strchr(given, '.'), *open = strchr(given, '(');
    return equals != NULL && point != NULL && point < equals && (open == NULL || point < open);
}

/// Makes a brain without states whose fields are those of a kind. It evaluates the expressions of --set.
static bool make_fields(target_source *to, const wits_target_desc *kind) {
    static const wits_state_desc root = {.name = "targets"};
    to->fields = allocate(kind->field_count + 1, sizeof *to->fields);
    for (uint32_t field = 0; field < kind->field_count; field++) {
        to->fields[field] = field_of_target(&kind->fields[field]);
    }
    const wits_desc desc = {.states = &root, .state_count = 1, .fields = to->fields, .field_count = kind->field_count};
    to->fields_brain = compile_tables(&desc);
    return to->fields_brain != NULL;
}

bool target_source_is_number(const char *given) {
    return given[0] != '\0' && strspn(given, "0123456789") == strlen(given);
}

static int read_source(const char *command, const wits_file *file, const char *given, target_sources *to) {
    const wits_desc *desc = to->desc;
    const char *value = NULL;
    const uint32_t kind = read_target_kind(command, desc, given, &value);
    if (kind == WITS_NONE) {
        return STATUS_MISUSE;
    }
    target_source *one = &to->kinds[kind];
    if (one->is_given) {
        say_mistake(command, "--targets %s: duplicate kind of targets", given);
        return STATUS_MISUSE;
    }
    one->is_given = true;
    if (!target_source_is_number(value)) {
        return target_file_read(value, file, kind, NULL, &one->file) ? STATUS_DONE : STATUS_WRONG;
    }
    const uint64_t count = strlen(value) < 10 ? strtoul(value, NULL, 10) : 0;
    if (count == 0 || count > MOST_TARGETS) {
        say_mistake(command, "--targets %s: the number of targets must be from 1 to %d", given, (int)MOST_TARGETS);
        return STATUS_MISUSE;
    }
    one->count = (uint32_t)count;
    return make_fields(one, &desc->targets[kind]) ? STATUS_DONE : STATUS_WRONG;
}

// ------------------------------------------------------------------------------------------------------------ settings

/// Returns the kind whose field is set. Reports an error and returns WITS_NONE if it was not given a number of targets.
static uint32_t kind_of_setting(const char *command, const target_sources *of, const char *given) {
    const size_t length = strcspn(given, ".");
    text name = {0}, problem = {0};
    text_add_bytes(&name, given, length);
    uint32_t found = find_target_kind(of->desc, text_of(&name), &problem);
    if (found != WITS_NONE && of->kinds[found].count == 0) {
        text_format(&problem, "fields of targets can only be set with --targets %s=COUNT", text_of(&name));
        found = WITS_NONE;
    }
    if (problem.length > 0) {
        say_mistake(command, "--set %s: %s", given, text_of(&problem));
    }
    text_free(&name);
    text_free(&problem);
    return found;
}

/// Reads the settings of one kind, without the kind's name in front.
static int read_settings(const char *command, const target_words *words, uint32_t kind, target_sources *to) {
    target_source *one = &to->kinds[kind];
    const char **own = allocate(words->set_count + 1, sizeof *own);
    text option = {0};
    size_t count = 0;
    for (size_t i = 0; i < words->set_count; i++) {
        const size_t length = strcspn(words->sets[i], ".");
        if (span_is((span){words->sets[i], length}, to->desc->targets[kind].name)) {
            own[count++] = words->sets[i] + length + 1;
        }
    }
    text_format(&option, "--set %s", to->desc->targets[kind].name);
    const wits_desc desc = {.states = &(wits_state_desc){.name = "targets"},
                            .state_count = 1,
                            .fields = one->fields,
                            .field_count = to->desc->targets[kind].field_count};
    const sets_about about = {.command = command,
                              .option = text_of(&option),
                              .joint = ".",
                              .desc = &desc,
                              .brain = one->fields_brain,
                              .field_promises = to->promises->target_fields[kind]};
    const int status = sets_read(&about, own, count, &one->set);
    text_free(&option);
    free(own);
    return status;
}

static int read_all_settings(const char *command, const target_words *words, target_sources *to) {
    bool good = true;
    for (size_t i = 0; i < words->set_count; i++) {
        good = kind_of_setting(command, to, words->sets[i]) != WITS_NONE && good;
    }
    if (!good) {
        return say_where_help_is(command);
    }
    int status = STATUS_DONE;
    for (uint32_t kind = 0; kind < to->desc->target_count && status == STATUS_DONE; kind++) {
        status = to->kinds[kind].count > 0 ? read_settings(command, words, kind, to) : STATUS_DONE;
    }
    return status;
}

int target_sources_read(const char *command, const wits_file *file, const target_words *words, target_sources *to) {
    const wits_desc *desc = wits_file_desc(file);
    *to = (target_sources){.desc = desc,
                           .promises = wits_file_promises(file),
                           .kinds = allocate(desc->target_count + 1, sizeof *to->kinds)};
    int status = STATUS_DONE;
    for (size_t i = 0; i < words->target_count; i++) {
        const int read = read_source(command, file, words->targets[i], to);
        status = read > status ? read : status;
    }
    if (status == STATUS_MISUSE) {
        return say_where_help_is(command);
    }
    return status == STATUS_DONE ? read_all_settings(command, words, to) : status;
}

void target_sources_end(target_sources *of) {
    for (uint32_t kind = 0; of->kinds != NULL && kind < of->desc->target_count; kind++) {
        target_source *one = &of->kinds[kind];
        target_file_free(&one->file);
        sets_free(&one->set);
        free(one->fields);
        free(one->fields_brain);
    }
    free(of->kinds);
    *of = (target_sources){0};
}

uint32_t target_sources_last_tick(const target_sources *of) {
    uint32_t last = 0;
    for (uint32_t kind = 0; of->kinds != NULL && kind < of->desc->target_count; kind++) {
        const target_file *file = &of->kinds[kind].file;
        const uint32_t own = file->row_count > 0 ? file->rows[file->row_count - 1].tick : 0;
        last = own > last ? own : last;
    }
    return last;
}
