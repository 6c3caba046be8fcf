// SPDX-License-Identifier: MIT
// The only validator: reports every problem of a description at once.
#include "core/compile/validate.h"
#include "core/run/arguments.h"
#include "expr/digits.h"

#include <string.h>

void wits_core_problem_row(validator *v, wits_problem_code code, wits_table table, uint32_t row, const char *name,
                           const char *member, const char *value) {
    wits_core_report_add(v->report, code, table, row, name, member, value,
                         value ? wits_core_text_length(value, WITS_MAX_NAME) : 0);
    v->problems++;
}

static void problem_brain(validator *v, wits_problem_code code, const char *member) {
    wits_core_problem_row(v, code, WITS_TABLE_BRAIN, 0, NULL, member, NULL);
}

void wits_core_problem_at(validator *v, place at, wits_problem_code code, const char *member) {
    wits_core_problem_row(v, code, at.table, at.row, at.name, member, NULL);
}

void wits_core_problem_number(validator *v, place at, wits_problem_code code, const char *member, uint32_t number) {
    char room[21];
    wits_core_problem_row(v, code, at.table, at.row, at.name, member, digits_of(number, room));
}

// -------------------------------------------------------------------------------------------------------------- names

bool wits_core_check_name(validator *v, place at) {
    if (at.name == NULL || at.name[0] == '\0') {
        wits_core_problem_at(v, at, WITS_PROBLEM_NAME_MISSING, NULL);
        return false;
    }
    uint32_t length = wits_core_text_length(at.name, WITS_MAX_NAME + 1);
    if (length > WITS_MAX_NAME) {
        wits_core_problem_row(v, WITS_PROBLEM_NAME_TOO_LONG, at.table, at.row, at.name, NULL, at.name);
        return false;
    }
    if (wits_core_text_name_length((text_span){at.name, length}) != length) {
        wits_core_problem_row(v, WITS_PROBLEM_NAME_INVALID, at.table, at.row, at.name, NULL, at.name);
        return false;
    }
    return true;
}

static bool name_is_comparable(const char *name) {
    return name != NULL && name[0] != '\0' && wits_core_text_length(name, WITS_MAX_NAME + 1) <= WITS_MAX_NAME;
}

/// Hash of (parent, name): siblings of one name have equal hashes.
static uint32_t sibling_hash(const wits_state_desc *s) {
    uint32_t hash = wits_core_text_hash(2166136261u ^ s->parent * 0x9E3779B1u, s->name,
                                        wits_core_text_length(s->name, WITS_MAX_NAME));
    hash = (hash ^ hash >> 16) * 0x7FEB352Du;
    return hash ^ hash >> 15;
}

/// Compares rows in parts of equal hash, because there is no memory for sorting. Each part is small enough for a table
/// on the stack. If a part overflows its table, the remaining rows are compared with every earlier row.
static void check_siblings_part(validator *v, uint32_t part, uint32_t parts) {
    enum { SLOTS = 1024, ROOM = 768 };
    uint16_t slots[SLOTS] = {0};
    uint32_t used = 0;
    const wits_state_desc *states = v->desc->states;
    for (uint32_t row = 1; row < v->desc->state_count; row++) {
        if (!name_is_comparable(states[row].name)) {
            continue;
        }
        uint32_t hash = sibling_hash(&states[row]);
        if (hash % parts != part) {
            continue;
        }
        uint32_t slot = hash / parts % SLOTS;
        bool found = false;
        for (; slots[slot] != 0 && !found; slot = (slot + 1) % SLOTS) {
            const wits_state_desc *other = &states[slots[slot]];
            found = other->parent == states[row].parent && strcmp(other->name, states[row].name) == 0;
        }
        if (!found && used == ROOM) {
            for (uint32_t other = 1; other < row && !found; other++) {
                found = states[other].parent == states[row].parent && name_is_comparable(states[other].name) &&
                        strcmp(states[other].name, states[row].name) == 0;
            }
        } else if (!found) {
            slots[slot] = (uint16_t)row;
            used++;
        }
        if (found) {
            wits_core_problem_row(v, WITS_PROBLEM_NAME_DUPLICATE, WITS_TABLE_STATES, row, states[row].name, NULL,
                                  states[row].name);
        }
    }
}

static void check_siblings(validator *v) {
    uint32_t parts = v->desc->state_count / 512 + 1;
    for (uint32_t part = 0; part < parts; part++) {
        check_siblings_part(v, part, parts);
    }
}

void wits_core_check_reserved(validator *v, place at, const char *member, const char *name) {
    if (wits_expr_is_reserved(name, (uint32_t)strlen(name))) {
        wits_core_problem_row(v, WITS_PROBLEM_NAME_RESERVED, at.table, at.row, at.name, member, name);
    }
}

static void check_events(validator *v) {
    for (uint32_t row = 0; row < v->desc->event_count; row++) {
        place at = {WITS_TABLE_EVENTS, row, v->desc->events[row]};
        if (!wits_core_check_name(v, at)) {
            continue;
        }
        if (wits_core_desc_find_event(v->desc, at.name, (uint32_t)strlen(at.name)) < row) {
            wits_core_problem_row(v, WITS_PROBLEM_EVENT_DUPLICATE, at.table, row, at.name, NULL, at.name);
        }
        wits_core_check_reserved(v, at, NULL, at.name);
    }
}

// ------------------------------------------------------------------------------------------------------------- fields

static bool initial_fits(const wits_field_desc *field) {
    static const struct {
        double lo, hi;
    } ranges[] = {
        [WITS_TYPE_BOOL] = {0, 1},       [WITS_TYPE_INT8] = {-128, 127},
        [WITS_TYPE_UINT8] = {0, 255},    [WITS_TYPE_INT16] = {-32768, 32767},
        [WITS_TYPE_UINT16] = {0, 65535}, [WITS_TYPE_INT] = {-2147483648.0, 2147483647.0},
    };
    double value = field->initial;
    if (field->type == WITS_TYPE_FLOAT) {
        return true;
    }
    double hi = field->type == WITS_TYPE_ENUM ? (double)field->value_count - 1 : ranges[field->type].hi;
    double lo = field->type == WITS_TYPE_ENUM ? 0 : ranges[field->type].lo;
    return value >= lo && value <= hi && (double)(int32_t)value == value;
}

static bool has_earlier_value(const char *const *values, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (values[i] != NULL && strcmp(values[i], values[index]) == 0) {
            return true;
        }
    }
    return false;
}

static void check_field_values(validator *v, place at, const char *const *values, uint32_t value_count) {
    for (uint32_t i = 0; i < value_count; i++) {
        place value = {at.table, at.row, values[i]};
        if (!wits_core_check_name(v, value)) {
            v->broken_fields |= values[i] == NULL;
            continue;
        }
        if (has_earlier_value(values, i)) {
            wits_core_problem_row(v, WITS_PROBLEM_FIELD_VALUE_DUPLICATE, at.table, at.row, at.name, "values",
                                  value.name);
        }
        wits_core_check_reserved(v, at, "values", value.name);
    }
}

bool wits_core_check_type(validator *v, place at, wits_type type, const char *const *values, uint32_t value_count) {
    if (type == WITS_TYPE_DEFAULT || (uint32_t)type > WITS_TYPE_FLOAT) {
        wits_core_problem_at(v, at, WITS_PROBLEM_FIELD_TYPE, "type");
        return false;
    }
    bool is_enum = type == WITS_TYPE_ENUM;
    uint32_t most = is_enum ? WITS_MAX_ENUM_VALUES : 0;
    if (value_count > most || (is_enum && (value_count == 0 || values == NULL))) {
        wits_core_problem_at(v, at, WITS_PROBLEM_FIELD_VALUES, "values");
        return false;
    }
    check_field_values(v, at, values, value_count);
    return true;
}

static void check_desc_field(validator *v, uint32_t row) {
    const wits_field_desc *field = &v->desc->fields[row];
    place at = {WITS_TABLE_FIELDS, row, field->name};
    if (wits_core_check_name(v, at)) {
        if (wits_core_desc_find_field(v->desc, at.name, (uint32_t)strlen(at.name)) < row) {
            wits_core_problem_row(v, WITS_PROBLEM_FIELD_DUPLICATE, at.table, row, at.name, NULL, at.name);
        }
        wits_core_check_reserved(v, at, NULL, at.name);
    }
    if (wits_core_check_type(v, at, field->type, field->values, field->value_count) && !initial_fits(field)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_FIELD_INITIAL, "initial");
    }
}

// --------------------------------------------------------------------------------------------------------- references

/// Adds a problem with a part of a text. Null if there is no room for it.
static wits_problem *problem_in(validator *v, place at, const desc_text *text, wits_problem_code code, text_span span) {
    uint32_t shown = span.length < WITS_MAX_NAME ? span.length : WITS_MAX_NAME;
    wits_problem *added =
        wits_core_report_add(v->report, code, at.table, at.row, at.name, text->member, span.start, shown);
    v->problems++;
    if (added != NULL) {
        added->offset = (uint32_t)(span.start - text->text);
        added->length = span.length;
    }
    return added;
}

static void check_text_function(validator *v, place at, const desc_text *text, text_span name, uint32_t kind) {
    uint32_t row = wits_core_desc_find_function(v->desc, name.start, name.length);
    if (row == WITS_NONE) {
        problem_in(v, at, text, WITS_PROBLEM_FUNCTION_UNKNOWN, name);
        return;
    }
    uint32_t given = wits_core_function_kind(&v->desc->functions[row]);
    if (given != kind && given != 0) {
        problem_in(v, at, text, WITS_PROBLEM_FUNCTION_WRONG_KIND, name);
    }
}

static void check_event_name(validator *v, place at, const desc_text *text, text_span name) {
    if (wits_core_desc_find_event(v->desc, name.start, name.length) == WITS_NONE) {
        problem_in(v, at, text, WITS_PROBLEM_EVENT_UNKNOWN, name);
    }
}

static void check_expression(validator *v, place at, const desc_text *text, text_span span, expr_want want) {
    text_scope scope = text_scope_of(v->desc, v->index, text);
    const uint32_t texts = wits_core_text_room(span, want.kind == EXPR_WANT_CALL);
    expr_program header;
    expr_problem wrong;
    if (wits_core_text_measure(&scope, span, want, &header, &wrong)) {
        const uint32_t run = want.kind == EXPR_WANT_FIELD ? header.bytecode + 1u : 0;  // see wits_vm_compile_runs
        v->program_bytes += aligned(expr_program_size(header.count + header.bytecode + run)) + aligned(texts);
        return;
    }
    wits_problem *added = wits_core_report_add(v->report, WITS_PROBLEM_EXPRESSION, at.table, at.row, at.name,
                                               text->member, wrong.text, (uint32_t)strlen(wrong.text));
    v->problems++;
    if (added != NULL) {
        added->offset = (uint32_t)(span.start - text->text) + wrong.offset;
        added->length = wrong.length;
    }
}

static void check_assignment(validator *v, place at, const desc_text *text, const action_word *word) {
    uint32_t field = wits_core_desc_find_field(v->desc, word->name.start, word->name.length);
    if (field == WITS_NONE) {
        problem_in(v, at, text, WITS_PROBLEM_FIELD_UNKNOWN, word->name);
    } else {
        check_expression(v, at, text, word->operand, wits_core_text_want_field(v->desc, field));
    }
}

/// Reports a call without arguments of a function that has parameters.
static void check_bare_call(validator *v, place at, const desc_text *text, text_span name) {
    const uint32_t row = wits_core_desc_find_function(v->desc, name.start, name.length);
    if (row != WITS_NONE && wits_core_parameter_count(&v->desc->functions[row]) != 0) {
        wits_problem *problem = problem_in(v, at, text, WITS_PROBLEM_ARGUMENT_OTHER, name);
        wits_core_say_no_arguments(problem, &v->desc->functions[row]);
    }
}

static void check_call(validator *v, place at, const desc_text *text, const action_word *word) {
    const uint32_t before = v->problems;
    check_text_function(v, at, text, word->name, WITS_FUNCTION_ACTION);
    const uint32_t row = wits_core_desc_find_function(v->desc, word->name.start, word->name.length);
    if (v->problems != before || wits_core_function_kind(&v->desc->functions[row]) != WITS_FUNCTION_ACTION) {
        return;
    }
    if (word->operand.length == 0) {
        check_bare_call(v, at, text, word->name);
    } else {
        check_expression(v, at, text, word->whole, (expr_want){.kind = EXPR_WANT_CALL});
    }
}

static void check_actions(validator *v, place at, const desc_text *text) {
    const char *rest = text->text;
    for (action_word word = wits_core_action_word_next(&rest); word.kind != ACTION_END;
         word = wits_core_action_word_next(&rest)) {
        if (word.kind == ACTION_CALL) {
            check_call(v, at, text, &word);
        } else if (word.kind == ACTION_RAISE) {
            check_event_name(v, at, text, word.name);
        } else if (word.kind == ACTION_ASSIGN) {
            check_assignment(v, at, text, &word);
        } else {
            problem_in(v, at, text, WITS_PROBLEM_ACTION_MALFORMED, word.whole);
        }
    }
}

static void check_text(validator *v, place at, const desc_text *text) {
    if (text->kind == TEXT_ACTIONS) {
        check_actions(v, at, text);
        return;
    }
    bool is_condition = text->kind == TEXT_CONDITION || text->kind == TEXT_GATE;
    bool unknown;
    text_span span = wits_core_text_trim(text->text);
    uint32_t before = v->problems;
    bool named = wits_core_text_function(v->desc, span, &unknown) != WITS_NONE || unknown;
    if (named && text->kind != TEXT_INT) {
        check_text_function(v, at, text, span, is_condition ? WITS_FUNCTION_CONDITION : WITS_FUNCTION_SCORE);
    }
    if (named && v->problems == before && text->kind != TEXT_INT && text->kind != TEXT_INPUT) {
        check_bare_call(v, at, text, span);
    }
    bool is_program = !named || text->kind == TEXT_INT || text->kind == TEXT_INPUT;
    if (is_program && v->problems == before) {
        char room[WITS_MAX_NAME + 2];
        span = text->kind == TEXT_INPUT ? wits_core_text_input(v->desc, span, room) : span;
        check_expression(v, at, text, span, wits_core_text_want(text));
    }
}

void wits_core_check_texts(validator *v, place at, const desc_text *texts, uint32_t count) {
    for (uint32_t i = 0; i < count && !v->broken_fields; i++) {
        check_text(v, at, &texts[i]);
    }
}

/// A function or event given by its name alone.
static desc_text lone_text(const char *name, const char *member) {
    return (desc_text){.text = name, .member = member};
}

void wits_core_check_ticks(validator *v, place at, const char *member, uint32_t ticks) {
    if (ticks > WITS_MAX_TICKS) {
        wits_core_problem_number(v, at, WITS_PROBLEM_TICKS_TOO_MANY, member, ticks);
    }
}

void wits_core_check_finite(validator *v, place at, const char *member, float value) {
    if (!wits_core_number_is_finite(value)) {
        wits_core_problem_row(v, WITS_PROBLEM_NUMBER_INVALID, at.table, at.row, at.name, member,
                              value != value ? "NaN" : "infinity");
    }
}

void wits_core_check_optional(validator *v, place at, const char *member, float value, bool has, const char *has_name) {
    if (has) {
        wits_core_check_finite(v, at, member, value);
    } else if (wits_core_number_is_given(value)) {
        wits_core_problem_row(v, WITS_PROBLEM_NUMBER_NOT_SET, at.table, at.row, at.name, member, has_name);
    }
}

void wits_core_check_value(validator *v, place at, const char *member, uint32_t value, uint32_t last) {
    if (value > last) {
        wits_core_problem_number(v, at, WITS_PROBLEM_VALUE_UNKNOWN, member, value);
    }
}

// ------------------------------------------------------------------------------------------------------------- states

/// Rows must be in tree order: each parent is on the path to the previous row.
static void check_tree(validator *v) {
    uint16_t path[WITS_MAX_LEVELS] = {WITS_ROOT};
    uint32_t depth = 0;
    for (uint32_t row = 1; row < v->desc->state_count; row++) {
        const wits_state_desc *s = &v->desc->states[row];
        place at = {WITS_TABLE_STATES, row, s->name};
        uint32_t around = depth;
        while (around > 0 && path[around] != s->parent) {
            around--;
        }
        if (path[around] != s->parent) {
            wits_core_problem_number(v, at, WITS_PROBLEM_PARENT_ORDER, "parent", s->parent);
            v->broken_tree = true;
        } else if (around == WITS_MAX_DEPTH) {
            wits_core_problem_at(v, at, WITS_PROBLEM_TOO_DEEP, NULL);
            v->broken_tree = true;
        } else {
            depth = around + 1;
            path[depth] = (uint16_t)row;
        }
    }
}

static void check_leaf(validator *v, place at, const wits_state_desc *s) {
    if (s->data != NULL && s->data_size == 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_DATA_SIZE, "data");
    }
    if (s->data_size > WITS_MAX_AGENT_SIZE) {
        wits_core_problem_at(v, at, WITS_PROBLEM_AGENT_TOO_LARGE, "data_size");
    }
}

static void check_composite(validator *v, place at, const wits_state_desc *s) {
    if (!wits_core_desc_has_children(v->desc, at.row)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_COMPOSITE_EMPTY, NULL);
    }
    const bool is_child = s->initial < v->desc->state_count && v->desc->states[s->initial].parent == at.row;
    if (s->initial != 0 && !is_child && wits_core_desc_kind(v->desc, at.row) != WITS_KIND_PARALLEL) {
        wits_core_problem_number(v, at, WITS_PROBLEM_INITIAL_NOT_CHILD, "initial", s->initial);
    }
    if (wits_core_desc_kind(v->desc, at.row) == WITS_KIND_PARALLEL && s->activation == WITS_ACTIVATION_ON_DECIDE) {
        wits_core_problem_at(v, at, WITS_PROBLEM_ON_DECIDE_ON_PARALLEL, "activation");
    }
    if (wits_core_desc_kind(v->desc, at.row) == WITS_KIND_PARALLEL && s->leave == WITS_LEAVE_RESUME) {
        wits_core_problem_at(v, at, WITS_PROBLEM_RESUME_ON_PARALLEL, "leave");
    }
    if (s->data != NULL || s->data_size != 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_DATA_ON_COMPOSITE, s->data_size != 0 ? "data_size" : "data");
    }
}

static void check_state(validator *v, uint32_t row) {
    const wits_state_desc *s = &v->desc->states[row];
    place at = {WITS_TABLE_STATES, row, s->name};
    wits_core_check_name(v, at);
    wits_core_check_value(v, at, "kind", (uint32_t)s->kind, WITS_KIND_PARALLEL);
    wits_core_check_value(v, at, "activation", (uint32_t)s->activation, WITS_ACTIVATION_SILENT);
    wits_core_check_value(v, at, "leave", (uint32_t)s->leave, WITS_LEAVE_SUSPEND);
    if (wits_core_desc_kind(v->desc, row) == WITS_KIND_LEAF) {
        if (wits_core_desc_has_children(v->desc, row)) {
            wits_core_problem_at(v, at, WITS_PROBLEM_LEAF_WITH_CHILDREN, "kind");
        }
        check_leaf(v, at, s);
    } else {
        check_composite(v, at, s);
    }
    wits_core_check_attributes(v, at, s);
    wits_core_check_option(v, at, s);
    wits_core_check_utility(v, at, s);
    desc_text texts[MAX_ROW_TEXTS];
    wits_core_check_texts(v, at, texts, wits_core_desc_state_texts(v->desc, row, texts));
    if (s->step != NULL) {
        desc_text text = lone_text(s->step, "step");
        check_text_function(v, at, &text, wits_core_text_trim(s->step), WITS_FUNCTION_STEP);
    }
}

// -------------------------------------------------------------------------------------------------- transitions, steps

/// Returns whether a transition needs an fsm or utility around both states (section 5, "otherwise"), and has none.
static bool lacks_domain(const validator *v, uint32_t from, uint32_t to, bool any) {
    if (v->broken_tree || wits_core_desc_contains(v->desc, to, from) ||
        (!any && wits_core_desc_contains(v->desc, from, to))) {
        return false;
    }
    return wits_core_desc_domain(v->desc, from, to, any) == WITS_NONE;
}

static void check_source(validator *v, place at, const wits_transition_desc *t) {
    wits_kind kind = wits_core_desc_kind(v->desc, t->from);
    if (t->any && kind == WITS_KIND_LEAF) {
        wits_core_problem_at(v, at, WITS_PROBLEM_ANY_ON_LEAF, "any");
    } else if (t->any && kind == WITS_KIND_PARALLEL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_ANY_ON_PARALLEL, "any");
    } else if (!t->any && t->from == WITS_ROOT) {
        wits_core_problem_at(v, at, WITS_PROBLEM_TRANSITION_ON_ROOT, "from");
    }
}

static void check_destination(validator *v, place at, const wits_transition_desc *t) {
    if (t->to == WITS_ROOT) {
        wits_core_problem_at(v, at, WITS_PROBLEM_DESTINATION_MISSING, "to");
    } else if (t->to >= v->desc->state_count) {
        wits_core_problem_number(v, at, WITS_PROBLEM_DESTINATION_UNKNOWN, "to", t->to);
    } else {
        if (t->restart && wits_core_desc_kind(v->desc, t->to) == WITS_KIND_LEAF) {
            wits_core_problem_at(v, at, WITS_PROBLEM_RESTART_ON_LEAF, "restart");
        }
        if (t->from < v->desc->state_count && (t->any || t->from != WITS_ROOT) &&
            lacks_domain(v, t->from, t->to, t->any)) {
            wits_core_problem_at(v, at, WITS_PROBLEM_NO_DOMAIN, "to");
        }
    }
}

static void check_transition(validator *v, uint32_t row) {
    const wits_transition_desc *t = &v->desc->transitions[row];
    bool known = t->from < v->desc->state_count;
    place at = {WITS_TABLE_TRANSITIONS, row, known ? v->desc->states[t->from].name : NULL};
    if (known) {
        check_source(v, at, t);
    } else {
        wits_core_problem_number(v, at, WITS_PROBLEM_SOURCE_UNKNOWN, "from", t->from);
    }
    check_destination(v, at, t);
    desc_text texts[MAX_ROW_TEXTS];
    wits_core_check_texts(v, at, texts, wits_core_desc_transition_texts(v->desc, row, texts));
    if (t->event != NULL) {
        desc_text text = lone_text(t->event, "event");
        check_event_name(v, at, &text, wits_core_text_trim(t->event));
    }
    wits_core_check_ticks(v, at, "after", t->after);
}

static void check_step_source(validator *v, place at, const wits_step_desc *s) {
    if (wits_core_desc_kind(v->desc, s->of) != WITS_KIND_LEAF) {
        wits_core_problem_at(v, at, WITS_PROBLEM_STEPS_ON_COMPOSITE, "of");
    } else if (v->desc->states[s->of].step != NULL && (s->when != NULL || s->run != NULL)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_STEP_TWICE, s->when != NULL ? "when" : "run");
    }
}

static void check_step(validator *v, uint32_t row) {
    const wits_step_desc *s = &v->desc->steps[row];
    bool known = s->of < v->desc->state_count;
    place at = {WITS_TABLE_STEPS, row, known ? v->desc->states[s->of].name : NULL};
    if (known) {
        check_step_source(v, at, s);
    } else {
        wits_core_problem_number(v, at, WITS_PROBLEM_SOURCE_UNKNOWN, "of", s->of);
    }
    if (s->to == 0 && s->when == NULL && s->run == NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_STEP_EMPTY, NULL);
    } else if (s->to >= v->desc->state_count) {
        wits_core_problem_number(v, at, WITS_PROBLEM_DESTINATION_UNKNOWN, "to", s->to);
    } else if (s->to != 0 && known && s->of != WITS_ROOT && lacks_domain(v, s->of, s->to, false)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_NO_DOMAIN, "to");
    }
    desc_text texts[MAX_ROW_TEXTS];
    wits_core_check_texts(v, at, texts, wits_core_desc_step_texts(v->desc, row, texts));
}

// -------------------------------------------------------------------------------------------------------------- limits

static void check_table(validator *v, const void *table, uint32_t count, uint32_t max, wits_problem_code too_many,
                        const char *member) {
    if (count > max) {
        problem_brain(v, too_many, member);
    }
    if (count != 0 && table == NULL) {
        problem_brain(v, WITS_PROBLEM_TABLE_MISSING, member);
    }
}

/// Returns whether the tables can be read.
static bool check_tables(validator *v) {
    const wits_desc *d = v->desc;
    if (d->state_count == 0) {
        problem_brain(v, WITS_PROBLEM_STATES_MISSING, "states");
    }
    check_table(v, d->states, d->state_count, WITS_MAX_STATES, WITS_PROBLEM_STATES_TOO_MANY, "states");
    check_table(v, d->transitions, d->transition_count, WITS_MAX_TRANSITIONS, WITS_PROBLEM_TRANSITIONS_TOO_MANY,
                "transitions");
    check_table(v, d->steps, d->step_count, WITS_MAX_STEPS, WITS_PROBLEM_STEPS_TOO_MANY, "steps");
    check_table(v, d->initials, d->initial_count, WITS_MAX_INITIALS, WITS_PROBLEM_INITIALS_TOO_MANY, "initials");
    check_table(v, d->events, d->event_count, WITS_MAX_EVENTS, WITS_PROBLEM_EVENTS_TOO_MANY, "events");
    check_table(v, d->fields, d->field_count, WITS_MAX_FIELDS, WITS_PROBLEM_FIELDS_TOO_MANY, "fields");
    check_table(v, d->considerations, d->consideration_count, WITS_MAX_CONSIDERATIONS,
                WITS_PROBLEM_CONSIDERATIONS_TOO_MANY, "considerations");
    check_table(v, d->functions, d->function_count, WITS_MAX_FUNCTIONS, WITS_PROBLEM_FUNCTIONS_TOO_MANY, "functions");
    check_table(v, d->targets, d->target_count, WITS_MAX_TARGET_KINDS, WITS_PROBLEM_TARGETS_TOO_MANY, "targets");
    return v->problems == 0;
}

static void check_rate(validator *v) {
    const place at = {.table = WITS_TABLE_BRAIN};
    uint32_t ticks = v->desc->ticks_per_second, per = v->desc->ticks_per_second_per;
    if (ticks > WITS_MAX_TICKS_PER_SECOND) {
        wits_core_problem_number(v, at, WITS_PROBLEM_TICKS_PER_SECOND, "ticks_per_second", ticks);
    }
    if (per > WITS_MAX_TICKS_PER_SECOND || (per != 0 && ticks == 0)) {
        wits_core_problem_number(v, at, WITS_PROBLEM_TICKS_PER_SECOND, "ticks_per_second_per", per);
    }
}

/// Returns the bytes of the memories of all states that can be remembered together, as room.c places them: siblings of
/// a composite share, regions add up, and the memory of a suspending composite is separate.
static uint64_t rooms_of(const wits_desc *desc) {
    // sizes of the children so far, for the state on the path at each depth
    uint64_t inside[WITS_MAX_LEVELS + 1] = {0};
    uint64_t apart = 0;
    for (uint32_t row = desc->state_count; row-- > 0;) {
        const wits_state_desc *s = &desc->states[row];
        uint32_t depth = 0;
        for (uint32_t up = row; up != WITS_ROOT; up = desc->states[up].parent) {
            depth++;
        }
        uint64_t room = (uint64_t)s->data_size + 8;
        apart += s->cooldown != 0 ? COOLDOWN_BYTES : 0;
        apart += s->target != NULL ? TARGET_BYTES : 0;  // at most one per utility
        if (s->leave == WITS_LEAVE_SUSPEND) {
            apart += inside[depth + 1];
        } else {
            room += inside[depth + 1];
        }
        inside[depth + 1] = 0;
        bool adds = row != WITS_ROOT && wits_core_desc_kind(desc, s->parent) == WITS_KIND_PARALLEL;
        inside[depth] = adds ? inside[depth] + room : room > inside[depth] ? room : inside[depth];
    }
    return inside[0] + apart;
}

static bool considerations_are_sorted(const wits_desc *desc) {
    bool sorted = true;
    for (uint32_t row = 1; row < desc->consideration_count; row++) {
        sorted &= desc->considerations[row - 1].of <= desc->considerations[row].of;
    }
    return sorted;
}

desc_check wits_core_desc_validate(const wits_desc *desc, const state_index *index, wits_report *report) {
    static const wits_desc nothing = {0};
    validator v = {.desc = desc != NULL ? desc : &nothing, .index = index, .report = report};
    if (!check_tables(&v)) {
        return (desc_check){.problems = v.problems};
    }
    check_rate(&v);
    check_tree(&v);
    check_siblings(&v);
    check_events(&v);
    wits_core_check_functions(&v);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        check_desc_field(&v, row);
    }
    wits_core_check_targets(&v);
    v.broken_order = !considerations_are_sorted(desc);
    for (uint32_t row = 0; row < desc->state_count; row++) {
        check_state(&v, row);
    }
    wits_core_check_considerations(&v);
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        check_transition(&v, row);
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        check_step(&v, row);
    }
    wits_core_check_initials(&v);
    if (v.problems == 0 && rooms_of(desc) > WITS_MAX_AGENT_SIZE) {
        problem_brain(&v, WITS_PROBLEM_AGENT_TOO_LARGE, NULL);
    }
    return (desc_check){v.problems, v.program_bytes};
}
