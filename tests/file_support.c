// SPDX-License-Identifier: MIT
#include "file_support.h"

/// Reports the problems of `shown`.
static wits_file *sound(wits_file *file, const char *shown) {
    assert_non_null(file);
    char *problems = problems_text(file);
    if (wits_file_problem_count(file) != 0) {
        print_error("%s:\n%s", shown, problems);
        fail();
    }
    free(problems);
    assert_non_null(wits_file_brain(file));
    return file;
}

wits_file *load_sound(const char *path) {
    return sound(wits_file_load(path, NULL), path);
}

wits_file *parse_text(const char *text) {
    wits_file *file = wits_file_parse(text, strlen(text), "test.yaml", NULL);
    assert_non_null(file);
    return file;
}

wits_file *parse_sound(const char *text) {
    return sound(parse_text(text), text);
}

char *problems_text(const wits_file *file) {
    size_t length = 1;
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        length += wits_problem_text(&wits_file_problems(file)[i], NULL, 0) + 2;
    }
    char *text = calloc(length, 1);
    assert_non_null(text);
    char *end = text;
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        const wits_problem *problem = &wits_file_problems(file)[i];
        if (strcmp(problem->name, wits_file_name(file)) != 0) {
            end += sprintf(end, "%s:", problem->name);
        }
        end += sprintf(end, "%u:%u: %s\n", (unsigned)problem->line, (unsigned)problem->column, problem->message);
    }
    return text;
}

char *read_bytes(const char *path, size_t *length) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        fail_msg("%s cannot be opened", path);
    }
    char *bytes = NULL;
    *length = 0;
    for (size_t read = 1; read > 0; *length += read) {
        bytes = realloc(bytes, *length + 4097);
        assert_non_null(bytes);
        read = fread(bytes + *length, 1, 4096, stream);
    }
    fclose(stream);
    bytes[*length] = '\0';
    return bytes;
}

// ------------------------------------------------------------------------------------------------------------- puppets

void value_store(uint8_t *to, wits_type type, double value) {
    int32_t whole = (int32_t)value;
    float number = (float)value;
    int16_t half = (int16_t)whole;
    switch (type) {
    case WITS_TYPE_FLOAT:
        memcpy(to, &number, sizeof number);
        break;
    case WITS_TYPE_INT:
        memcpy(to, &whole, sizeof whole);
        break;
    case WITS_TYPE_INT16:
    case WITS_TYPE_UINT16:
        memcpy(to, &half, sizeof half);
        break;
    default:
        *to = (uint8_t)whole;
        break;
    }
}

double value_fetch(const uint8_t *from, wits_type type) {
    int32_t whole = 0;
    float number = 0.0f;
    int16_t half = 0;
    switch (type) {
    case WITS_TYPE_FLOAT:
        memcpy(&number, from, sizeof number);
        return (double)number;
    case WITS_TYPE_INT:
        memcpy(&whole, from, sizeof whole);
        return whole;
    case WITS_TYPE_INT16:
        memcpy(&half, from, sizeof half);
        return half;
    case WITS_TYPE_UINT16:
        memcpy(&half, from, sizeof half);
        return (uint16_t)half;
    case WITS_TYPE_INT8:
        return (int8_t)*from;
    default:
        return *from;
    }
}

void puppet_open(puppet *p, const char *path) {
    memset(p, 0, sizeof *p);
    p->file = load_sound(path);
    p->brain = wits_file_brain(p->file);
    p->agent = calloc(1, wits_agent_size(p->brain));
    assert_non_null(p->agent);
    assert_true(wits_field_count(p->brain) <= COUNT(p->columns));
    for (uint32_t i = 0; i < wits_field_count(p->brain); i++) {
        p->columns[i] = (wits_column){.base = p->values[i], .stride = 4, .type = wits_field_type(p->brain, i)};
        value_store(p->values[i], wits_field_type(p->brain, i), wits_field_initial(p->brain, i));
    }
    p->list = (wits_list){.records = p->records, .capacity = COUNT(p->records)};
    p->frame = (wits_frame){.columns = p->columns,
                            .functions = wits_file_desc(p->file)->functions,
                            .mode = WITS_MODE_DEFERRED,
                            .list = &p->list};
}

void puppet_close(puppet *p) {
    free(p->agent);
    wits_file_free(p->file);
}

static uint32_t field_of(const puppet *p, const char *name) {
    uint32_t field = wits_find_field(p->brain, name);
    if (field == WITS_NONE) {
        fail_msg("no field %s", name);
    }
    return field;
}

void puppet_set(puppet *p, const char *field, double value) {
    uint32_t row = field_of(p, field);
    value_store(p->values[row], p->columns[row].type, value);
}

double puppet_get(const puppet *p, const char *field) {
    uint32_t row = field_of(p, field);
    return value_fetch(p->values[row], p->columns[row].type);
}

const char *puppet_at(puppet *p) {
    wits_state_id state = wits_deepest(p->brain, p->agent);
    if (state == WITS_NONE) {
        return "(stopped)";
    }
    wits_state_path(p->brain, state, p->path, sizeof p->path);
    return p->path;
}

void puppet_place(puppet *p, const char *state) {
    assert_true(wits_set_state(p->brain, p->agent, &p->frame, wits_find_state(p->brain, state)));
}

void puppet_raise(puppet *p, const char *event) {
    wits_raise(p->brain, p->agent, wits_find_event(p->brain, event));
}

void puppet_tick(puppet *p) {
    p->frame.tick++;
    p->list.count = 0;
    assert_true(wits_tick(p->brain, p->agent, &p->frame));
}
