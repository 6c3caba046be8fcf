// SPDX-License-Identifier: MIT
// Random brains, written as brain files and read back: the loader must make the same bytes of them as the tables do,
// and the brain that it made must live as the model does.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_brain.h"
#include "random_run.h"
#include "trees/tree.h"
#include "wits/file.h"

enum { TEXT_BYTES = 1 << 19, INDENT = 2 };

typedef struct writer {
    char text[TEXT_BYTES];
    size_t length;
    const wits_desc *desc;
    const wits_brain *brain;
    bool shares;                  ///< conditions, ticks and actions are cut out and used by name
    char cut[3][TEXT_BYTES / 4];  ///< what was cut out: conditions, constants, parts
    uint32_t cut_count;
} writer;

enum { CUT_CONDITION, CUT_CONSTANT, CUT_PART };

static void put(writer *w, const char *text) {
    size_t length = strlen(text);
    if (w->length + length < TEXT_BYTES) {
        memcpy(w->text + w->length, text, length + 1);
        w->length += length;
    }
}

static void put_line(writer *w, uint32_t depth, const char *key, const char *value) {
    for (uint32_t i = 0; i < depth * INDENT; i++) {
        put(w, " ");
    }
    put(w, key);
    put(w, ": ");
    put(w, value);
    put(w, "\n");
}

static void put_number(writer *w, uint32_t depth, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.10g", value);  // enough for floats and for 32 bits
    put_line(w, depth, key, text);
}

/// What may mean something in YAML, in quotes.
static void put_quoted(writer *w, const char *text) {
    put(w, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        char one[8];
        if ((unsigned char)*c < ' ') {
            snprintf(one, sizeof one, "\\x%02X", (unsigned)*c);
        } else {
            snprintf(one, sizeof one, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
        }
        put(w, one);
    }
    put(w, "\"");
}

/// "a1; raise e2; f3 = max(f1, 2)" as [a1(), raise e2, "f3 = max(f1, 2)"].
static void put_actions(writer *w, const char *text) {
    put(w, "[");
    while (*text != '\0') {
        char action[RANDOM_TEXT];
        size_t length = tree_action_length(text);
        snprintf(action, sizeof action, "%.*s", (int)length, text);
        bool is_whole = strncmp(action, "raise ", 6) == 0 || strchr(action, '(') != NULL;
        if (tree_action_operand(action) != NULL || tree_action_has_arguments(action)) {
            put_quoted(w, action);
        } else {
            put(w, action);
            put(w, is_whole ? "" : "()");
        }
        text += length + strspn(text + length, "; ");
        put(w, *text != '\0' ? ", " : "");
    }
    put(w, "]");
}

static void put_action_line(writer *w, uint32_t depth, const char *key, const char *text) {
    if (text == NULL) {
        return;
    }
    put_line(w, depth, key, "");
    w->length--;  // the line goes on
    put_actions(w, text);
    put(w, "\n");
}

static void put_destination(writer *w, wits_state_id to) {
    char path[1100] = "/";
    wits_state_path(w->brain, to, path + 1, sizeof path - 1);
    put(w, path);
}

/// The name of a host function, or an expression.
static void put_value(writer *w, const char *text) {
    bool is_call = false;
    for (uint32_t i = 0; i < w->desc->function_count; i++) {
        is_call = is_call || strcmp(w->desc->functions[i].name, text) == 0;
    }
    if (is_call) {
        put(w, text);
        put(w, "()");
    } else {
        put_quoted(w, text);
    }
}

/// Ends what was put behind `begin` and moves it to what is cut out.
static void cut_from(writer *w, size_t begin, uint32_t kind) {
    size_t length = strlen(w->cut[kind]);
    if (length + w->length - begin + 1 < sizeof w->cut[kind]) {
        memcpy(w->cut[kind] + length, w->text + begin, w->length - begin + 1);
    }
    w->length = begin;
}

/// Every other condition gets a name; one that names states means them from where it stands, so it stays there.
static void put_when(writer *w, const char *when) {
    char name[32];
    if (when == NULL) {
        return;
    }
    put(w, ", when: ");
    bool is_cut = w->shares && w->cut_count++ % 2 == 0 && strstr(when, "in(") == NULL;
    size_t begin = w->length;
    if (is_cut) {
        snprintf(name, sizeof name, "shared_%u", (unsigned)w->cut_count);
        put_line(w, 1, name, "");
        w->length--;
    }
    put_value(w, when);
    if (is_cut) {
        put(w, "\n");
        cut_from(w, begin, CUT_CONDITION);
        put(w, name);
    }
}

/// Ticks, or the name of a constant that is so many.
static void put_ticks(writer *w, const char *key, uint32_t ticks) {
    char text[64], line[64];
    snprintf(text, sizeof text, ", %s: %u", key, (unsigned)ticks);
    if (w->shares) {
        size_t begin = w->length;
        snprintf(line, sizeof line, "  ticks_%u: %u\n", (unsigned)++w->cut_count, (unsigned)ticks);
        put(w, line);
        cut_from(w, begin, CUT_CONSTANT);
        snprintf(text, sizeof text, ", %s: ticks_%u", key, (unsigned)w->cut_count);
    }
    put(w, text);
}

static void put_transition(writer *w, const wits_transition_desc *t) {
    char text[64];
    put(w, "{to: ");
    put_destination(w, t->to);
    put_when(w, t->when);
    if (t->event != NULL) {
        snprintf(text, sizeof text, ", event: %s", t->event);
        put(w, text);
    }
    if (t->after != 0) {
        put_ticks(w, "after", t->after);
    }
    if (t->run != NULL) {
        put(w, ", do: ");
        put_actions(w, t->run);
    }
    put(w, t->reenter ? ", reenter: true" : "");
    put(w, t->restart ? ", with: restart" : "");
    put(w, "}");
}

static void put_transitions(writer *w, uint32_t depth, uint32_t row, bool any) {
    bool first = true;
    for (uint32_t i = 0; i < w->desc->transition_count; i++) {
        const wits_transition_desc *t = &w->desc->transitions[i];
        if (t->from != row || t->any != any) {
            continue;
        }
        if (first) {
            put_line(w, depth, any ? "any" : "transitions", "[");
            w->length--;
        } else {
            put(w, ", ");
        }
        put_transition(w, t);
        first = false;
    }
    put(w, first ? "" : "]\n");
}

static void put_step(writer *w, const wits_step_desc *s) {
    // A step's keys are all optional; the first of those that are there has no comma.
    size_t start = w->length;
    put_when(w, s->when);
    if (s->run != NULL) {
        put(w, ", do: ");
        put_actions(w, s->run);
    }
    if (s->to != 0) {
        put(w, ", to: ");
        put_destination(w, s->to);
    }
    w->text[start] = '{';
    put(w, "}");
}

static void put_steps(writer *w, uint32_t depth, uint32_t row) {
    bool first = true;
    for (uint32_t i = 0; i < w->desc->step_count; i++) {
        if (w->desc->steps[i].of != row) {
            continue;
        }
        if (first) {
            put_line(w, depth, "steps", "[");
            w->length--;
        } else {
            put(w, ", ");
        }
        put_step(w, &w->desc->steps[i]);
        first = false;
    }
    put(w, first ? "" : "]\n");
}

static void put_select(writer *w, uint32_t depth, const wits_state_desc *s) {
    char text[48];
    if (s->select == WITS_SELECT_TOP) {
        snprintf(text, sizeof text, "{top: %u}", (unsigned)s->top);
        put_line(w, depth, "select", text);
    } else if (s->select == WITS_SELECT_WITHIN) {
        snprintf(text, sizeof text, "{within: %.9g}", (double)s->within);
        put_line(w, depth, "select", text);
    } else if (s->select == WITS_SELECT_SOFTMAX) {
        snprintf(text, sizeof text, "{softmax: %.9g}", (double)s->temperature);
        put_line(w, depth, "select", text);
    } else if (s->select != WITS_SELECT_DEFAULT) {
        put_line(w, depth, "select", s->select == WITS_SELECT_WEIGHTED ? "weighted" : "highest");
    }
}

static void put_initials(writer *w, uint32_t depth, uint32_t row) {
    bool first = true;
    for (uint32_t i = 0; i < w->desc->initial_count; i++) {
        const wits_initial_desc *rule = &w->desc->initials[i];
        if (rule->of != row) {
            continue;
        }
        if (first) {
            put_line(w, depth, "initial", "[{to: ");
            w->length--;
        } else {
            put(w, ", {to: ");
        }
        put(w, wits_state_name(w->brain, rule->to));
        put_when(w, rule->when);
        put(w, "}");
        first = false;
    }
    put(w, first ? "" : "]\n");
}

static void put_attributes(writer *w, uint32_t depth, const wits_state_desc *s) {
    static const char *const kinds[] = {"", "leaf", "fsm", "utility", "parallel"};
    static const char *const activations[] = {"", "now", "on_decide", "silent"};
    static const char *const leaves[] = {"", "reset", "resume", "suspend"};
    if (s->kind >= WITS_KIND_FSM) {
        put_line(w, depth, "kind", kinds[s->kind]);
    }
    if (s->initial != 0) {
        put_line(w, depth, "initial", wits_state_name(w->brain, s->initial));
    }
    if (s->activation != WITS_ACTIVATION_DEFAULT) {
        put_line(w, depth, "activation", activations[s->activation]);
    }
    if (s->leave != WITS_LEAVE_DEFAULT) {
        put_line(w, depth, "leave", leaves[s->leave]);
    }
}

static void put_value_line(writer *w, uint32_t depth, const char *key, const char *text) {
    put_line(w, depth, key, "");
    w->length--;
    put_value(w, text);
    put(w, "\n");
}

// ----------------------------------------------------------------------------------------------------- considerations

static const char *const curve_names[] = {"linear",      "constant",     "step",     "linear", "polynomial",
                                          "exponential", "logistic",     "logit",    "normal", "sigmoid",
                                          "smoothstep",  "smootherstep", "piecewise"};

/// What is not given is left out.
static void put_optional(writer *w, const char *key, bool has, float value) {
    char text[48];
    if (has) {
        snprintf(text, sizeof text, "%s: %.9g", key, (double)value);
        put(w, text);
    }
}

static void put_knots(writer *w, const wits_curve *curve) {
    char text[64];
    put(w, "{piecewise: [");
    for (uint32_t i = 0; i < curve->knot_count; i++) {
        snprintf(text, sizeof text, "%s[%.9g, %.9g]", i > 0 ? ", " : "", (double)curve->knots[i].x,
                 (double)curve->knots[i].y);
        put(w, text);
    }
    put(w, "]}");
}

static void put_curve(writer *w, const wits_curve *curve) {
    if (curve->kind == WITS_CURVE_PIECEWISE) {
        put_knots(w, curve);
        return;
    }
    if (!curve->has_m && !curve->has_k && curve->b == 0.0f && curve->c == 0.0f) {
        put(w, curve_names[curve->kind]);
        return;
    }
    put(w, "{");
    put(w, curve_names[curve->kind]);
    put(w, ": {");
    const struct {
        const char *name;
        bool has;
        float value;
    } parameters[] = {{"m", curve->has_m, curve->m},
                      {"k", curve->has_k, curve->k},
                      {"b", curve->b != 0.0f, curve->b},
                      {"c", curve->c != 0.0f, curve->c}};
    bool first = true;
    for (uint32_t i = 0; i < 4; i++) {
        put(w, parameters[i].has && !first ? ", " : "");
        put_optional(w, parameters[i].name, parameters[i].has, parameters[i].value);
        first = first && !parameters[i].has;
    }
    put(w, "}}");
}

static void put_consideration(writer *w, const wits_consideration_desc *c) {
    char range[64];
    put(w, "input: ");
    put_value(w, c->input);
    if (c->low != 0.0f || c->high != 0.0f) {
        snprintf(range, sizeof range, ", range: [%.9g, %.9g]", (double)c->low, (double)c->high);
        put(w, range);
    }
    put(w, c->outside == WITS_OUTSIDE_WRAP    ? ", outside: wrap"
           : c->outside == WITS_OUTSIDE_CLAMP ? ", outside: clamp"
                                              : "");
    put_optional(w, ", on_nan", c->has_on_nan, c->on_nan);
    if (c->curve_count > 0) {
        put(w, ", curve: ");
        put(w, c->curve_count > 1 ? "[" : "");
        for (uint32_t i = 0; i < c->curve_count; i++) {
            put(w, i > 0 ? ", " : "");
            put_curve(w, &c->curves[i]);
        }
        put(w, c->curve_count > 1 ? "]" : "");
    }
}

/// One mapping: a consideration, a gate, or a group with all that is in it. Returns the row after it.
static uint32_t put_parts(writer *w, uint32_t row) {
    static const char *const groups[] = {"", "product", "compensated", "geometric_mean", "sum", "mean", "all", "max"};
    const wits_consideration_desc *c = &w->desc->considerations[row];
    uint32_t next = row + 1;
    put(w, "{");
    if (c->gate != NULL) {
        put(w, "gate: ");
        put_value(w, c->gate);
    } else if (c->input != NULL) {
        put_consideration(w, c);
    } else {
        put(w, groups[c->group]);
        put(w, ": [");
        while (next < w->desc->consideration_count && w->desc->considerations[next].of == c->of &&
               w->desc->considerations[next].depth > c->depth) {
            put(w, next > row + 1 ? ", " : "");
            next = put_parts(w, next);
        }
        put(w, "]");
    }
    put_optional(w, ", weight", c->has_weight, c->weight);
    put(w, "}");
    return next;
}

static uint32_t considerations_of(const wits_desc *desc, uint32_t state) {
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        if (desc->considerations[row].of == state) {
            return row;
        }
    }
    return WITS_NONE;
}

static void put_ends(writer *w, uint32_t depth, const wits_state_desc *s) {
    if (s->lasts != 0) {
        put_number(w, depth, "lasts", s->lasts);
    }
    if (s->done != NULL) {
        put_value_line(w, depth, "done", s->done);
    }
    if (s->final) {
        put_line(w, depth, "final", "true");
    }
}

static void put_utility(writer *w, uint32_t depth, uint32_t row) {
    const wits_state_desc *s = &w->desc->states[row];
    put_ends(w, depth, s);
    if (s->score != NULL) {
        put_value_line(w, depth, "score", s->score);
    } else if (considerations_of(w->desc, row) != WITS_NONE) {
        put_line(w, depth, "score", "");
        w->length--;
        put_parts(w, considerations_of(w->desc, row));
        put(w, "\n");
    } else if (s->score_best) {
        put_line(w, depth, "score", "best");
    }
    const struct {
        const char *key;
        bool has;
        float value;
    } numbers[] = {{"weight", s->has_weight, s->weight},
                   {"inertia", s->inertia != 0.0f, s->inertia},
                   {"floor", s->has_floor, s->floor}};
    for (uint32_t i = 0; i < 3; i++) {
        if (numbers[i].has) {
            put_number(w, depth, numbers[i].key, (double)numbers[i].value);
        }
    }
    if (s->hold != 0) {
        put_number(w, depth, "hold", s->hold);
    }
    if (s->cooldown != 0) {
        put_number(w, depth, "cooldown", s->cooldown);
    }
    if (s->rank != NULL) {
        put_value_line(w, depth, "rank", s->rank);
    }
    if (s->commit != WITS_COMMIT_DEFAULT) {
        put_line(w, depth, "commit", s->commit == WITS_COMMIT_YES ? "true" : "false");
    }
    if (s->default_option != 0) {
        put_line(w, depth, "default", wits_state_name(w->brain, s->default_option));
    }
    if (s->every != 0) {
        put_number(w, depth, "every", s->every);
    }
    put_select(w, depth, s);
}

static uint32_t depth_of(const wits_desc *desc, uint32_t row) {
    uint32_t depth = 0;
    for (; row != WITS_ROOT; row = desc->states[row].parent) {
        depth++;
    }
    return depth;
}

static bool names_states(const char *actions) {
    return actions != NULL && strstr(actions, "in(") != NULL;
}

/// The actions of a state, some in a part, to which those of its updates are an argument.
static void put_all_actions(writer *w, uint32_t depth, const wits_state_desc *s) {
    char name[32];
    bool is_bound = names_states(s->enter) || names_states(s->exit) || names_states(s->decide);
    bool is_cut = w->shares && s->update != NULL && !is_bound && w->cut_count++ % 3 != 0;
    size_t begin = w->length;
    snprintf(name, sizeof name, "part_%u", (unsigned)w->cut_count);
    if (is_cut) {
        put_line(w, 1, name, "");
        put(w, "    parameters: {go: action}\n    state:\n      update: go\n");
    } else {
        put_action_line(w, depth, "update", s->update);
    }
    uint32_t inside = is_cut ? 3 : depth;
    put_action_line(w, inside, "enter", s->enter);
    put_action_line(w, inside, "exit", s->exit);
    put_action_line(w, inside, "decide", s->decide);
    if (is_cut) {
        cut_from(w, begin, CUT_PART);
        put_line(w, depth, "use", name);
        put_line(w, depth, "with", "");
        put_action_line(w, depth + 1, "go", s->update);
    }
}

static void put_state(writer *w, uint32_t row) {
    const wits_state_desc *s = &w->desc->states[row];
    uint32_t depth = 2 * depth_of(w->desc, row) + 1;
    put_line(w, depth - 1, row == WITS_ROOT ? "root" : s->name, "");
    put_attributes(w, depth, s);
    put_utility(w, depth, row);
    put_all_actions(w, depth, s);
    put_transitions(w, depth, row, true);
    put_transitions(w, depth, row, false);
    put_steps(w, depth, row);
    put_initials(w, depth, row);
    if (random_brain_end(w->desc, row) > row + 1) {
        put_line(w, depth, "states", "");
    }
}

static void put_field(writer *w, const wits_field_desc *field) {
    static const char *const types[] = {"", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float"};
    char initial[32];
    put_line(w, 1, field->name, "{type: ");
    w->length--;
    if (field->type == WITS_TYPE_ENUM) {
        for (uint32_t i = 0; i < field->value_count; i++) {
            put(w, i == 0 ? "[" : ", ");
            put(w, field->values[i]);
        }
        put(w, "], initial: ");
        put(w, field->values[(uint32_t)field->initial]);
    } else {
        put(w, types[field->type]);
        put(w, ", initial: ");
        snprintf(initial, sizeof initial, "%.9g", field->initial);
        put(w, field->type != WITS_TYPE_BOOL ? initial : field->initial != 0.0 ? "true" : "false");
    }
    put(w, "}\n");
}

static void put_function(writer *w, const wits_function *f) {
    static const char *const kinds[] = {"", "int", "float", "bool", "", "text"};
    const char *kind = f->condition ? "condition" : f->score ? "score" : "action";
    if (!f->takes_nothing && f->parameters[0].kind == WITS_ARGUMENT_NONE) {
        put_line(w, 1, f->name, kind);
        return;
    }
    put_line(w, 1, f->name, "{kind: ");
    w->length--;
    put(w, kind);
    put(w, ", parameters: [");
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS && f->parameters[i].kind != WITS_ARGUMENT_NONE; i++) {
        const wits_parameter *parameter = &f->parameters[i];
        put(w, i == 0 ? "" : ", ");
        put(w, kinds[parameter->kind]);
        for (uint32_t value = 0; value < parameter->value_count; value++) {
            put(w, value == 0 ? "[" : ", ");
            put(w, parameter->values[value]);
        }
        put(w, parameter->value_count > 0 ? "]" : "");
    }
    put(w, "]}\n");
}

static void put_file(writer *w) {
    const wits_desc *d = w->desc;
    put_line(w, 0, "wits", "1");
    put_line(w, 0, "brain", d->states[0].name);
    if (d->field_count > 0) {
        put_line(w, 0, "context", "");
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        put_field(w, &d->fields[i]);
    }
    put_line(w, 0, "events", "[");
    w->length--;
    for (uint32_t i = 0; i < d->event_count; i++) {
        put(w, i ? ", " : "");
        put(w, d->events[i]);
    }
    put(w, "]\n");
    put_line(w, 0, "functions", "");
    for (uint32_t i = 0; i < d->function_count; i++) {
        put_function(w, &d->functions[i]);
    }
    put_line(w, 0, "update_entered", d->update_skip_entered ? "false" : "true");
    put_line(w, 0, "update_order", d->update_outer_first ? "outer_first" : "inner_first");
    for (uint32_t row = 0; row < d->state_count; row++) {
        put_state(w, row);
    }
    static const char *const sections[] = {"conditions", "constants", "parts"};
    for (uint32_t i = 0; i < sizeof sections / sizeof *sections && w->shares; i++) {
        put_line(w, 0, sections[i], "");
        put(w, w->cut[i]);
    }
}

/// A function that takes values of any enum declares nothing in a file.
static void take_any_enums(wits_function *f) {
    bool is_any = false;
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS; i++) {
        is_any = is_any || (f->parameters[i].kind == WITS_ARGUMENT_ENUM && f->parameters[i].values == NULL);
    }
    if (is_any) {
        memset(f->parameters, 0, sizeof f->parameters);
    }
}

/// What only tables can say is left out, and the rows come in the order of the file.
static void simplify(random_brain *b, random_brain *from) {
    memcpy(b, from, sizeof *b);
    random_brain_link(b);
    uint32_t transitions = 0;
    uint32_t steps = 0;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        s->step = NULL;
        s->data = NULL;
        s->data_size = 0;
        s->timed = false;
        for (uint32_t i = 0; i < 2 * from->desc.transition_count; i++) {
            const wits_transition_desc *t = &from->desc.transitions[i % from->desc.transition_count];
            if (t->from == row && t->any == (i < from->desc.transition_count)) {
                b->transitions[transitions] = *t;
                transitions++;
            }
        }
        for (uint32_t i = 0; i < from->desc.step_count; i++) {
            if (from->desc.steps[i].of == row) {
                b->steps[steps++] = from->desc.steps[i];
            }
        }
    }
    for (uint32_t i = 0; i < from->curve_count; i++) {  // of -0 a file makes 0
        from->curves[i].b += 0.0f;
        from->curves[i].c += 0.0f;
    }
    uint32_t functions = 0;
    for (uint32_t i = 0; i < from->desc.function_count; i++) {
        if (from->functions[i].step == NULL) {
            b->functions[functions] = from->functions[i];
            take_any_enums(&b->functions[functions]);
            functions++;
        }
    }
    b->desc.function_count = functions;
}

/// One life in the brain of the file, against the model.
static bool lives_alike(const random_brain *b, const wits_brain *read, uint64_t seed) {
    static random_run run;
    static uint64_t counts[CLAUSE_COUNT];
    run_options options = {false, NULL, counts};
    run_failure failure = {0};
    random_run_make(&run, &b->desc, host_mix(seed, 3), (wits_mode)(seed % 3));
    if (!random_run_compare(b, read, &run, &options, &failure)) {
        printf("seed %llu: call %u: %s\n", (unsigned long long)seed, failure.call, failure.text);
        return false;
    }
    return true;
}

static bool is_brain(const wits_file *file, const wits_brain *brain) {
    const wits_brain *read = wits_file_brain(file);
    char text[512];
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        wits_problem_text(&wits_file_problems(file)[i], text, sizeof text);
        printf("%s\n", text);
    }
    return read != NULL && wits_brain_bytes(read) == wits_brain_bytes(brain) &&
           memcmp(read, brain, wits_brain_bytes(brain)) == 0;
}

/// The brain cut into names and parts has the same bytes, and so has what is written out of it.
static bool is_same_cut(uint64_t seed, writer *w, const wits_desc *desc, const wits_brain *brain) {
    *w = (writer){.desc = desc, .brain = brain, .shares = true};
    put_file(w);
    wits_file *cut = wits_file_parse(w->text, w->length, "cut.yaml", NULL);
    bool same = is_brain(cut, brain);
    size_t length = 0;
    const char *written = wits_file_expanded(cut, &length);
    wits_file *whole = wits_file_parse(written, length, "whole.yaml", NULL);
    same = same && written != NULL && is_brain(whole, brain);
    if (!same) {
        printf("seed %llu: cut into parts it is another brain\n%s\nwritten out\n%s", (unsigned long long)seed, w->text,
               written != NULL ? written : "");
    }
    wits_file_free(whole);
    wits_file_free(cut);
    return same;
}

static int check_brain(uint64_t seed, writer *w, random_brain *made, random_brain *b) {
    random_brain_make(made, seed);
    simplify(b, made);
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    size_t size = wits_brain_size(&b->desc, &report);
    void *memory = malloc(size + 1);
    const wits_brain *brain = size ? wits_brain_compile(&b->desc, memory, size, NULL) : NULL;
    if (brain == NULL) {
        char text[640] = "";
        wits_problem_text(&problem, text, sizeof text);
        printf("seed %llu: the tables do not compile: %s\n", (unsigned long long)seed, text);
        free(memory);
        return 1;
    }
    *w = (writer){.desc = &b->desc, .brain = brain};
    put_file(w);
    wits_file *file = wits_file_parse(w->text, w->length, "random.yaml", NULL);
    const wits_brain *read = wits_file_brain(file);
    bool equal = read != NULL && wits_brain_bytes(read) == wits_brain_bytes(brain) &&
                 memcmp(read, brain, wits_brain_bytes(brain)) == 0;
    if (!equal) {
        char text[512];
        printf("seed %llu: the file is not the same brain\n%s", (unsigned long long)seed, w->text);
        for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
            wits_problem_text(&wits_file_problems(file)[i], text, sizeof text);
            printf("%s\n", text);
        }
    }
    bool alike = equal && lives_alike(b, read, seed) && is_same_cut(seed, w, &b->desc, brain);
    wits_file_free(file);
    free(memory);
    return !alike;
}

int main(int argc, char **argv) {
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    writer *w = malloc(sizeof *w);
    random_brain *made = malloc(sizeof *made);
    random_brain *b = malloc(sizeof *b);
    if (w == NULL || made == NULL || b == NULL) {
        return 1;
    }
    int failed = 0;
    uint64_t seed = first, parts = 0;
    for (; seed < first + count && !failed; seed++) {
        failed = check_brain(seed, w, made, b);
        for (const char *use = strstr(w->text, " use: "); use != NULL; use = strstr(use + 1, " use: ")) {
            parts++;
        }
    }
    printf("files: %llu random brains written and read back, cut into %llu parts\n", (unsigned long long)(seed - first),
           (unsigned long long)parts);
    free(w);
    free(made);
    free(b);
    return failed;
}
