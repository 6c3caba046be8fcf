// SPDX-License-Identifier: MIT
// Whether a crowd can be run: everything that a caller can get wrong about memory, before anything runs.
#include "crowd/code.h"
#include "expr/expr.h"

#include <string.h>

static bool fail(wits_crowd_problem *problem, wits_crowd_problem what) {
    if (problem != NULL) {
        *problem = what;
    }
    return false;
}

/// A column of values, or of agents' bytes.
typedef struct span {
    uintptr_t start;
    uint64_t stride;
    uint64_t size;   ///< bytes of a value
    uint64_t count;  ///< values, at least 1
} span;

static uint64_t span_bytes(const span *s) {
    return (s->count - 1) * s->stride + s->size;
}

static span agents_of(const wits_crowd *crowd) {
    uint64_t size = crowd->code->brain->agent_size;
    return (span){(uintptr_t)crowd->agents, crowd->agent_stride != 0 ? crowd->agent_stride : size, size, crowd->count};
}

static span column_of(const wits_crowd *crowd, uint32_t field) {
    const wits_column *c = &crowd->columns[field];
    uint64_t count = c->stride == 0 ? 1 : crowd->count;
    return (span){(uintptr_t)c->base, c->stride, expr_field_size(c->type), count};
}

/// Whether two columns share a byte. With one stride they may lie between one another, as members of a struct do; with
/// different strides they must lie apart.
static bool overlap(const span *a, const span *b) {
    if (a->start + span_bytes(a) <= b->start || b->start + span_bytes(b) <= a->start) {
        return false;
    }
    if (a->stride != b->stride || a->stride == 0) {
        return true;
    }
    uint64_t apart = (uint64_t)(b->start - a->start) % a->stride;  // modulo 2^64: the strides of structs
    if (b->start < a->start) {
        apart = (a->stride - (uint64_t)(a->start - b->start) % a->stride) % a->stride;
    }
    return apart < a->size || apart > a->stride - b->size;
}

static bool check_agent_memory(const wits_crowd *crowd, wits_crowd_problem *problem) {
    if (crowd->agents == NULL) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NO_AGENTS});
    }
    span s = agents_of(crowd);
    if (s.stride < s.size) {
        return fail(problem,
                    (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_AGENT_STRIDE, .given = s.stride, .needed = s.size});
    }
    if (crowd->agents_size != 0 && crowd->agents_size < span_bytes(&s)) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_AGENTS_SHORT,
                                                  .given = crowd->agents_size,
                                                  .needed = span_bytes(&s)});
    }
    return true;
}

static bool check_column(const wits_crowd *crowd, uint32_t field, wits_crowd_problem *problem) {
    const wits_column *c = &crowd->columns[field];
    if (c->base == NULL) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NO_BASE, .row = field});
    }
    if (c->type != wits_field_type(crowd->code->brain, field)) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_TYPE, .row = field});
    }
    span s = column_of(crowd, field);
    if (s.stride != 0 && s.stride < s.size) {
        return fail(problem, (wits_crowd_problem){
                                 .code = WITS_CROWD_PROBLEM_STRIDE, .row = field, .given = s.stride, .needed = s.size});
    }
    if (crowd->column_sizes != NULL && crowd->column_sizes[field] != 0 && crowd->column_sizes[field] < span_bytes(&s)) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_COLUMN_SHORT,
                                                  .row = field,
                                                  .given = crowd->column_sizes[field],
                                                  .needed = span_bytes(&s)});
    }
    return true;
}

/// Shared columns are only read, so two of them may lie anywhere.
static bool check_apart(const wits_crowd *crowd, uint32_t field, wits_crowd_problem *problem) {
    span s = column_of(crowd, field);
    for (uint32_t other = 0; other < field; other++) {
        span o = column_of(crowd, other);
        if ((s.stride != 0 || o.stride != 0) && overlap(&o, &s)) {
            return fail(problem,
                        (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_OVERLAP, .row = field, .other = other});
        }
    }
    span agents = agents_of(crowd);
    if (overlap(&agents, &s)) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_OVERLAP_AGENTS, .row = field});
    }
    return true;
}

static bool check_columns(const wits_crowd *crowd, wits_crowd_problem *problem) {
    uint32_t fields = crowd->code->brain->field_count;
    if (fields != 0 && crowd->columns == NULL) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NO_COLUMNS});
    }
    for (uint32_t field = 0; field < fields; field++) {
        if (!check_column(crowd, field, problem) || !check_apart(crowd, field, problem)) {
            return false;
        }
    }
    return true;
}

static bool is_bound(const wits_crowd *crowd, uint32_t row, uint32_t kind) {
    const wits_function *f = &crowd->functions[row];
    switch (kind) {
    case FUNCTION_CONDITION:
        return f->condition != NULL;
    case FUNCTION_SCORE:
        return f->score != NULL;
    case FUNCTION_ACTION:
        return f->action != NULL;
    default:
        return f->step != NULL;
    }
}

static bool check_functions(const wits_crowd *crowd, wits_crowd_problem *problem) {
    const wits_brain *b = crowd->code->brain;
    const uint8_t *kinds = brain_at(b, b->function_kinds);
    if (b->function_count != 0 && crowd->functions == NULL) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NO_FUNCTIONS});
    }
    for (uint32_t row = 0; row < b->function_count; row++) {
        if (!is_bound(crowd, row, kinds[row])) {
            return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_FUNCTION_MISSING, .row = row});
        }
    }
    return true;
}

bool wits_crowd_check(const wits_crowd *crowd, wits_crowd_problem *problem) {
    if (problem != NULL) {
        *problem = (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NONE};
    }
    if (crowd->code == NULL) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_NO_CODE});
    }
    if (crowd->count > WITS_CROWD_MAX_AGENTS) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_TOO_MANY});
    }
    if (crowd->count == 0) {
        return true;
    }
    return check_agent_memory(crowd, problem) && check_columns(crowd, problem) && check_functions(crowd, problem);
}

bool wits_crowd_check_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_crowd_problem *problem) {
    const wits_brain *b = crowd->code->brain;
    if (first > crowd->count || count > crowd->count - first) {
        return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_SLICE});
    }
    for (uint64_t row = first; row < first + count; row++) {
        if (!wits_agent_is_valid(b, crowd_agent(crowd, row), b->agent_size)) {
            return fail(problem, (wits_crowd_problem){.code = WITS_CROWD_PROBLEM_AGENT_INVALID, .row = row});
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------------- texts

static const char *const texts[] = {
#define PROBLEM_TEXT(code, text) text,
    WITS_CROWD_PROBLEM_LIST(PROBLEM_TEXT)
#undef PROBLEM_TEXT
};

typedef struct writer {
    char *text;
    size_t size;
    size_t length;
} writer;

static void put(writer *w, const char *text) {
    for (; *text != '\0'; text++) {
        if (w->length + 1 < w->size) {
            w->text[w->length] = *text;
        }
        w->length++;
    }
}

static void put_number(writer *w, uint64_t number) {
    char digits[21] = {0};
    char *at = digits + sizeof digits - 1;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    put(w, at);
}

static void put_name(writer *w, const char *what, const char *name) {
    put(w, what);
    put(w, " '");
    put(w, name);
    put(w, "'");
}

/// What the problem is about, in parentheses.
static void put_place(writer *w, const wits_crowd *crowd, const wits_crowd_problem *p) {
    const wits_brain *b = crowd->code->brain;
    switch (p->code) {
    case WITS_CROWD_PROBLEM_AGENT_STRIDE:
    case WITS_CROWD_PROBLEM_AGENTS_SHORT:
        break;
    case WITS_CROWD_PROBLEM_AGENT_INVALID:
        put(w, "agent ");
        put_number(w, p->row);
        break;
    case WITS_CROWD_PROBLEM_FUNCTION_MISSING:
        put_name(w, "function", wits_function_name(b, (uint32_t)p->row));
        break;
    default:
        put_name(w, "field", wits_field_name(b, (uint32_t)p->row));
        break;
    }
    if (p->code == WITS_CROWD_PROBLEM_OVERLAP) {
        put_name(w, " and", wits_field_name(b, (uint32_t)p->other));
    }
    if (p->needed != 0) {
        put(w, w->length != 0 && (p->code == WITS_CROWD_PROBLEM_STRIDE || p->code == WITS_CROWD_PROBLEM_COLUMN_SHORT)
                   ? ", "
                   : "");
        put_number(w, p->given);
        put(w, " bytes instead of at least ");
        put_number(w, p->needed);
    }
}

static bool has_place(wits_crowd_problem_code code) {
    return code != WITS_CROWD_PROBLEM_NONE && code != WITS_CROWD_PROBLEM_NO_CODE &&
           code != WITS_CROWD_PROBLEM_TOO_MANY && code != WITS_CROWD_PROBLEM_NO_AGENTS &&
           code != WITS_CROWD_PROBLEM_NO_COLUMNS && code != WITS_CROWD_PROBLEM_NO_FUNCTIONS;
}

size_t wits_crowd_problem_text(const wits_crowd *crowd, const wits_crowd_problem *problem, char *text, size_t size) {
    writer w = {.text = text, .size = size};
    put(&w, texts[problem->code < WITS_CROWD_PROBLEM_COUNT ? problem->code : WITS_CROWD_PROBLEM_NONE]);
    if (has_place(problem->code)) {
        put(&w, " (");
        put_place(&w, crowd, problem);
        put(&w, ")");
    }
    if (size != 0) {
        text[w.length < size ? w.length : size - 1] = '\0';
    }
    return w.length;
}
