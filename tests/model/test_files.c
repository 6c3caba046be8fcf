// SPDX-License-Identifier: MIT
// Random brains, written as brain files and read back: the loader must compile them to the same bytes as the tables,
// and the resulting brain must run as the model does. The same brains are also written with everything moved out that
// can have a name: whole states become parts with parameters, in parts and in included files. Assumptions and
// properties are drawn, too; they are read, written and read again.
//
//   test_random_files COUNT FIRST show    prints the files of every brain, for test_lsp_names
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_brain.h"
#include "random_run.h"
#include "trees/tree.h"
#include "wits/file.h"

enum { TEXT_BYTES = 1 << 19, CUT_BYTES = 1 << 18, INDENT = 2, FILES = 3, MOST_GIVEN = 4096, MOST_DEEP = 8 };

/// Parameters of a part, with their text forms.
#define GIVEN_LIST(X)                                                                                                  \
    X(CONDITION, "condition")                                                                                          \
    X(SCORE, "score")                                                                                                  \
    X(ACTION, "action") X(FIELD, "field") X(INT, "int") X(FLOAT, "float") X(TIME, "time") X(BOOL, "bool")

typedef enum given_kind {
#define GIVEN(id, word) GIVEN_##id,
    GIVEN_LIST(GIVEN) GIVEN_KINDS
#undef GIVEN
} given_kind;

static const char *const given_words[] = {
#define GIVEN(id, word) word,
    GIVEN_LIST(GIVEN)
#undef GIVEN
};

enum { COUNT_PARTS = GIVEN_KINDS, COUNT_INNER, COUNT_AIMED, COUNT_INCLUDED_KINDS, COUNTS };

/// An argument of a part being written.
typedef struct given {
    uint32_t number;
    given_kind kind;
    char text[RANDOM_TEXT + 8];
} given;

/// A part being written.
typedef struct cut_part {
    uint32_t row;   ///< row with the part's own keys
    uint32_t file;  ///< file that contains it
    struct cut_part *outer;
    uint32_t given_count;
    given given[MOST_GIVEN];
} cut_part;

typedef enum cut_section {
    CUT_CONDITIONS,
    CUT_SCORES,
    CUT_CONSTANTS,
    CUT_PARTS,
    CUT_TARGETS,  ///< not in the brain's own file, which has them anyway
    CUT_SECTIONS
} cut_section;

typedef struct writer {
    uint64_t seed;  ///< the assumptions depend only on it
    char text[TEXT_BYTES];
    size_t length;
    const wits_desc *desc;
    const wits_brain *brain;
    bool shares;  ///< texts that can have a name are cut out and used by name
    rng r;
    bool is_cut[RANDOM_STATES];  ///< states that are uses of parts
    cut_part *part;              ///< the part that contains the text; null: the brain's own text
    int shift;                   ///< the indentation of a state's keys is twice its depth plus this
    uint32_t cut_count;
    char cut[FILES][CUT_SECTIONS][CUT_BYTES];  ///< text cut out, by file
    bool is_too_long;
    uint64_t *counts;  ///< number of parameters by kind, then of parts and of those in parts
} writer;

static void writer_begin(writer *w, uint64_t seed, const wits_desc *desc, const wits_brain *brain) {
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->desc = desc;
    w->brain = brain;
    w->shift = 1;
}

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

// ------------------------------------------------------------------------------------------------------- cutting out

/// Moves everything written after `begin` to a section of a file.
static void cut_from(writer *w, size_t begin, uint32_t file, cut_section section) {
    char *to = w->cut[file][section];
    size_t length = strlen(to);
    w->is_too_long = w->is_too_long || length + w->length - begin + 1 >= CUT_BYTES;
    if (!w->is_too_long) {
        memcpy(to + length, w->text + begin, w->length - begin + 1);
    }
    w->length = begin;
    w->text[begin] = '\0';
}

static uint32_t own_file(const writer *w) {
    return w->part != NULL ? w->part->file : 0;
}

/// A file that the current one can see.
static uint32_t some_file(writer *w) {
    uint32_t file = own_file(w);
    return file + rng_below(&w->r, FILES - file);
}

/// Writes the name of a parameter of the current part; its value is written with the part's use.
static void put_given(writer *w, given_kind kind, const char *text) {
    char name[24];
    cut_part *part = w->part;
    if (part->given_count == MOST_GIVEN) {
        w->is_too_long = true;
        return;
    }
    given *made = &part->given[part->given_count++];
    *made = (given){.number = ++w->cut_count, .kind = kind};
    snprintf(made->text, sizeof made->text, "%s", text);
    snprintf(name, sizeof name, "given_%u", (unsigned)made->number);
    w->counts[kind]++;
    put(w, name);
}

static bool may_give(const writer *w) {
    return w->part != NULL && w->part->given_count < MOST_GIVEN / 4;
}

/// A value: unchanged, the name of a constant, or that of a parameter.
static void put_plain(writer *w, given_kind kind, const char *text) {
    char name[32];
    if (may_give(w) && rng_chance(&w->r, 40)) {
        put_given(w, kind, text);
        return;
    }
    if (!w->shares || kind == GIVEN_FIELD || !rng_chance(&w->r, 40)) {
        put(w, text);
        return;
    }
    size_t begin = w->length;
    snprintf(name, sizeof name, "constant_%u", (unsigned)++w->cut_count);
    put_line(w, 1, name, text);
    cut_from(w, begin, some_file(w), CUT_CONSTANTS);
    put(w, name);
}

static void put_float(writer *w, float value) {
    char text[32];
    snprintf(text, sizeof text, "%.9g", (double)value);
    put_plain(w, GIVEN_FLOAT, text);
}

static void put_plain_line(writer *w, uint32_t depth, const char *key, given_kind kind, const char *text) {
    put_line(w, depth, key, "");
    w->length--;  // the line continues
    put_plain(w, kind, text);
    put(w, "\n");
}

static void put_ticks_line(writer *w, uint32_t depth, const char *key, uint32_t ticks) {
    char text[32];
    snprintf(text, sizeof text, "%u", (unsigned)ticks);
    put_plain_line(w, depth, key, rng_chance(&w->r, 50) ? GIVEN_TIME : GIVEN_INT, text);
}

static void put_number(writer *w, uint32_t depth, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.10g", value);  // enough for floats and for 32 bits
    put_plain_line(w, depth, key, GIVEN_FLOAT, text);
}

static bool is_within(const wits_desc *desc, uint32_t row, uint32_t outer) {
    return outer < row && row < random_brain_end(desc, outer);
}

/// The innermost part whose text contains the name of a state; WITS_ROOT: none, as the root is not cut.
static uint32_t part_around(const writer *w, uint32_t row) {
    do {
        row = w->desc->states[row].parent;
    } while (row != WITS_ROOT && !w->is_cut[row]);
    return row;
}

/// The path of a state from the one whose text is being written.
static void put_path(writer *w, uint32_t row) {
    uint32_t around = w->part != NULL ? w->part->row : WITS_ROOT;
    char path[1100];
    wits_state_path(w->brain, (wits_state_id)row, path, sizeof path);
    for (const wits_state_desc *s = &w->desc->states[around]; around != WITS_ROOT;
         around = s->parent, s = &w->desc->states[around]) {
        memmove(path, path + strcspn(path, "/") + 1, strlen(path + strcspn(path, "/")));
    }
    put(w, path);
}

static uint32_t state_called(const wits_desc *desc, const char *name, size_t length) {
    uint32_t row = 1;
    while (row < desc->state_count &&
           (strlen(desc->states[row].name) != length || memcmp(desc->states[row].name, name, length) != 0)) {
        row++;
    }
    return row;
}

/// Returns whether a text tests a state that cannot be named in the text of the part.
static bool asks_outside(const writer *w, const char *text) {
    for (const char *at = strstr(text, "in("); at != NULL && w->part != NULL; at = strstr(at + 1, "in(")) {
        size_t length = strcspn(at + 3, ")");
        if (!is_within(w->desc, state_called(w->desc, at + 3, length), w->part->row)) {
            return true;
        }
    }
    return false;
}

/// A name if that is enough, else a path.
static void put_state_asked(writer *w, const char *name, size_t length) {
    uint32_t row = state_called(w->desc, name, length);
    uint32_t own = w->part != NULL ? w->part->row : WITS_ROOT;
    if (part_around(w, row) == own && rng_chance(&w->r, 70)) {
        put(w, w->desc->states[row].name);
    } else {
        put_path(w, row);
    }
}

static bool is_field(const wits_desc *desc, const char *name) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (strcmp(desc->fields[row].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// The length of the name or number at the beginning; 0: neither.
static size_t word_length(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    static const char digits[] = "0123456789";
    size_t length = strspn(text, digits);
    if (length == 0) {
        return strspn(text, letters);
    }
    if (text[length] == '.') {
        length += 1 + strspn(text + length + 1, digits);
    }
    if (text[length] == 'e') {
        length += text[length + 1] == '-' || text[length + 1] == '+' ? 2 : 1;
        length += strspn(text + length, digits);
    }
    return length;
}

/// The length of the name of a target's field at the beginning, such as `enemy.near`; 0: there is none.
static size_t target_name_length(const wits_desc *desc, const char *text) {
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const size_t length = strlen(desc->targets[kind].name);
        if (word_length(text) == length && strncmp(text, desc->targets[kind].name, length) == 0 &&
            text[length] == '.') {
            return length + 1 + word_length(text + length + 1);
        }
    }
    return 0;
}

static bool is_value_of_target(const wits_desc *desc, const char *name) {
    bool is = false;
    for (uint32_t row = 0; row < desc->target_count * RANDOM_TARGET_FIELDS; row++) {
        const wits_target_desc *of = &desc->targets[row / RANDOM_TARGET_FIELDS];
        const uint32_t field = row % RANDOM_TARGET_FIELDS;
        const uint32_t count = field < of->field_count ? of->fields[field].value_count : 0;
        for (uint32_t i = 0; i < count; i++) {
            is = is || strcmp(of->fields[field].values[i], name) == 0;
        }
    }
    return is;
}

static bool is_value(const wits_desc *desc, const char *name) {
    bool is = is_value_of_target(desc, name);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        for (uint32_t i = 0; i < desc->fields[row].value_count; i++) {
            is = is || strcmp(desc->fields[row].values[i], name) == 0;
        }
    }
    for (uint32_t row = 0; row < desc->function_count * WITS_MAX_ARGUMENTS; row++) {
        const wits_parameter *of = &desc->functions[row / WITS_MAX_ARGUMENTS].parameters[row % WITS_MAX_ARGUMENTS];
        for (uint32_t i = 0; i < of->value_count; i++) {
            is = is || strcmp(of->values[i], name) == 0;
        }
    }
    return is;
}

/// Writes one word of an expression. Fields and numbers may become parameters, numbers constants; except fields whose
/// name may mean a value, or determines the enum of a value.
static void put_word(writer *w, const char *text, size_t length) {
    char word[RANDOM_TEXT];
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    bool is_number = word[0] >= '0' && word[0] <= '9';
    bool is_int = is_number && strpbrk(word, ".e") == NULL;
    if (is_number && length < 10) {  // more digits may be an int only after a minus
        put_plain(w, is_int ? GIVEN_INT : GIVEN_FLOAT, word);
    } else if (!is_number && is_field(w->desc, word) && text[length] != '.' && !is_value(w->desc, word)) {
        put_plain(w, GIVEN_FIELD, word);
    } else {
        put(w, word);
    }
}

/// Writes one byte of a quoted YAML text.
static void put_byte(writer *w, char byte) {
    char one[8];
    if ((unsigned char)byte < ' ') {
        snprintf(one, sizeof one, "\\x%02X", (unsigned)byte);
    } else {
        snprintf(one, sizeof one, "%s%c", byte == '"' || byte == '\\' ? "\\" : "", byte);
    }
    put(w, one);
}

/// The length of a quoted text at the beginning; 0: there is none.
static size_t quoted_length(const char *text) {
    const char *end = text[0] == '"' || text[0] == '\'' ? strchr(text + 1, text[0]) : NULL;
    return end != NULL ? (size_t)(end + 1 - text) : 0;
}

/// Writes an expression or assignment word by word, with quotes where YAML could read it differently. Calls of actions
/// stay unchanged, because a brain has room for exactly as many bytes.
static void put_quoted(writer *w, const char *text, bool is_call) {
    const bool has_words = w->shares && !is_call;
    put(w, "\"");
    while (*text != '\0') {
        const size_t target = has_words ? target_name_length(w->desc, text) : 0;
        const size_t word = has_words && target == 0 ? word_length(text) : 0;
        const size_t quoted = quoted_length(text);
        size_t length = word > 0 ? word : target > 0 ? target : quoted > 0 ? quoted : 1;
        if (has_words && strncmp(text, "in(", 3) == 0) {
            length = strcspn(text, ")");
            put(w, "in(");
            put_state_asked(w, text + 3, length - 3);
        } else if (word > 0) {
            put_word(w, text, word);
        } else {
            for (size_t i = 0; i < length; i++) {
                put_byte(w, text[i]);
            }
        }
        text += length;
    }
    put(w, "\"");
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Writes one action, in quotes if it is more than a name.
static void put_action(writer *w, const char *action) {
    bool is_whole = strncmp(action, "raise ", 6) == 0 || strchr(action, '(') != NULL;
    if (tree_action_operand(action) != NULL || tree_action_has_arguments(action)) {
        put_quoted(w, action, tree_action_has_arguments(action));
    } else {
        put(w, action);
        put(w, is_whole ? "" : "()");
    }
}

/// "a1; raise e2; f3 = max(f1, 2)" as [a1(), raise e2, 'f3 = max(f1, 2)']. One of them or all may be a parameter.
static void put_actions(writer *w, const char *text) {
    if (may_give(w) && rng_chance(&w->r, 20)) {
        put_given(w, GIVEN_ACTION, text);
        return;
    }
    put(w, "[");
    while (*text != '\0') {
        char action[RANDOM_TEXT];
        size_t length = tree_action_length(text);
        snprintf(action, sizeof action, "%.*s", (int)length, text);
        if (asks_outside(w, action) || (may_give(w) && rng_chance(&w->r, 20))) {
            put_given(w, GIVEN_ACTION, action);
        } else {
            put_action(w, action);
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
    w->length--;  // the line continues
    put_actions(w, text);
    put(w, "\n");
}

// --------------------------------------------------------------------------------------------------------- expressions

static void put_destination(writer *w, wits_state_id to) {
    if (w->shares) {
        put_state_asked(w, wits_state_name(w->brain, to), strlen(wits_state_name(w->brain, to)));
    } else {
        put(w, "/");
        put_path(w, to);
    }
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
        put_quoted(w, text, false);
    }
}

/// Writes the same, or the name of a parameter, or of an expression. Texts with state names depend on their position,
/// so they get no name.
static void put_expression(writer *w, given_kind kind, const char *text) {
    char name[32];
    if (asks_outside(w, text) || (may_give(w) && rng_chance(&w->r, 30))) {
        put_given(w, kind, text);
        return;
    }
    if (!w->shares || strstr(text, "in(") != NULL || !rng_chance(&w->r, 50)) {
        put_value(w, text);
        return;
    }
    size_t begin = w->length;
    cut_part *part = w->part;
    uint32_t file = some_file(w);
    snprintf(name, sizeof name, "shared_%u", (unsigned)++w->cut_count);
    put_line(w, 1, name, "");
    w->length--;
    w->part = NULL;  // it has no parameters
    w->shares = false;
    put_value(w, text);
    w->part = part;
    w->shares = true;
    put(w, "\n");
    cut_from(w, begin, file, kind == GIVEN_CONDITION ? CUT_CONDITIONS : CUT_SCORES);
    put(w, name);
}

static void put_when(writer *w, const char *when) {
    if (when != NULL) {
        put(w, ", when: ");
        put_expression(w, GIVEN_CONDITION, when);
    }
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
        snprintf(text, sizeof text, "%u", (unsigned)t->after);
        put(w, ", after: ");
        put_plain(w, rng_chance(&w->r, 50) ? GIVEN_TIME : GIVEN_INT, text);
    }
    if (t->run != NULL) {
        put(w, ", do: ");
        put_actions(w, t->run);
    }
    if (t->reenter) {
        put(w, ", reenter: ");
        put_plain(w, GIVEN_BOOL, "true");
    }
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
    // A step's keys are all optional; the first of them has no comma.
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
    char text[32];
    bool is_top = s->select == WITS_SELECT_TOP, is_within = s->select == WITS_SELECT_WITHIN;
    if (is_top || is_within || s->select == WITS_SELECT_SOFTMAX) {
        put_line(w, depth, "select", is_top ? "{top: " : is_within ? "{within: " : "{softmax: ");
        w->length--;
        if (is_top) {
            snprintf(text, sizeof text, "%u", (unsigned)s->top);
            put_plain(w, GIVEN_INT, text);
        } else {
            put_float(w, is_within ? s->within : s->temperature);
        }
        put(w, "}\n");
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

static void put_expression_line(writer *w, uint32_t depth, const char *key, given_kind kind, const char *text) {
    put_line(w, depth, key, "");
    w->length--;
    put_expression(w, kind, text);
    put(w, "\n");
}

// ----------------------------------------------------------------------------------------------------- considerations

static const char *const curve_names[] = {"linear",      "constant",     "step",     "linear", "polynomial",
                                          "exponential", "logistic",     "logit",    "normal", "sigmoid",
                                          "smoothstep",  "smootherstep", "piecewise"};

/// [x, y]
static void put_pair(writer *w, float x, float y) {
    put(w, "[");
    put_float(w, x);
    put(w, ", ");
    put_float(w, y);
    put(w, "]");
}

/// Leaves out missing values.
static void put_optional(writer *w, const char *key, bool has, float value) {
    if (has) {
        put(w, key);
        put(w, ": ");
        put_float(w, value);
    }
}

static void put_knots(writer *w, const wits_curve *curve) {
    put(w, "{piecewise: [");
    for (uint32_t i = 0; i < curve->knot_count; i++) {
        put(w, i > 0 ? ", " : "");
        put_pair(w, curve->knots[i].x, curve->knots[i].y);
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
    put(w, "input: ");
    put_expression(w, GIVEN_SCORE, c->input);
    if (c->low != 0.0f || c->high != 0.0f) {
        put(w, ", range: ");
        put_pair(w, c->low, c->high);
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

/// Writes one mapping: a consideration, a gate, or a group with everything in it. Returns the row after it.
static uint32_t put_parts(writer *w, uint32_t row) {
    static const char *const groups[] = {"", "product", "compensated", "geometric_mean", "sum", "mean", "all", "max"};
    const wits_consideration_desc *c = &w->desc->considerations[row];
    uint32_t next = row + 1;
    put(w, "{");
    if (c->gate != NULL) {
        put(w, "gate: ");
        put_expression(w, GIVEN_CONDITION, c->gate);
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
        put_ticks_line(w, depth, "lasts", s->lasts);
    }
    if (s->done != NULL) {
        put_expression_line(w, depth, "done", GIVEN_CONDITION, s->done);
    }
    if (s->final) {
        put_plain_line(w, depth, "final", GIVEN_BOOL, "true");
    }
}

static void put_score(writer *w, uint32_t depth, uint32_t row) {
    const wits_state_desc *s = &w->desc->states[row];
    if (s->score != NULL) {
        put_expression_line(w, depth, "score", GIVEN_SCORE, s->score);
    } else if (considerations_of(w->desc, row) != WITS_NONE) {
        put_line(w, depth, "score", "");
        w->length--;
        put_parts(w, considerations_of(w->desc, row));
        put(w, "\n");
    } else if (s->score_best) {
        put_line(w, depth, "score", "best");
    }
}

static void put_utility(writer *w, uint32_t depth, const wits_state_desc *s) {
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
        put_ticks_line(w, depth, "hold", s->hold);
    }
    if (s->cooldown != 0) {
        put_ticks_line(w, depth, "cooldown", s->cooldown);
    }
    if (s->rank != NULL) {
        put_expression_line(w, depth, "rank", GIVEN_SCORE, s->rank);
    }
    if (s->commit != WITS_COMMIT_DEFAULT) {
        put_plain_line(w, depth, "commit", GIVEN_BOOL, s->commit == WITS_COMMIT_YES ? "true" : "false");
    }
    if (s->default_option != 0) {
        put_line(w, depth, "default", wits_state_name(w->brain, s->default_option));
    }
    if (s->every != 0) {
        put_ticks_line(w, depth, "every", s->every);
    }
    put_select(w, depth, s);
}

static void put_target(writer *w, uint32_t depth, const wits_state_desc *s) {
    if (s->target == NULL) {
        return;
    }
    put_line(w, depth, "target", s->target);
    put_action_line(w, depth, "retarget", s->retarget);
    if (s->reenter) {
        put_plain_line(w, depth, "reenter", GIVEN_BOOL, "true");
    }
    if (s->has_target_inertia) {
        put_number(w, depth, "target_inertia", (double)s->target_inertia);
    }
}

static uint32_t depth_of(const wits_desc *desc, uint32_t row) {
    uint32_t depth = 0;
    for (; row != WITS_ROOT; row = desc->states[row].parent) {
        depth++;
    }
    return depth;
}

// -------------------------------------------------------------------------------------------------------------- states

/// Groups of keys. Those of a use are beside it or in the part.
typedef enum key_group {
    KEYS_ATTRIBUTES,
    KEYS_ENDS,
    KEYS_SCORE,
    KEYS_UTILITY,
    KEYS_TARGET,
    KEYS_ACTIONS,
    KEYS_ANY,
    KEYS_TRANSITIONS,
    KEYS_STEPS,
    KEYS_INITIALS,
    KEY_GROUPS
} key_group;

static void put_group(writer *w, uint32_t depth, uint32_t row, key_group group) {
    const wits_state_desc *s = &w->desc->states[row];
    switch (group) {
    case KEYS_ATTRIBUTES:
        put_attributes(w, depth, s);
        break;
    case KEYS_ENDS:
        put_ends(w, depth, s);
        break;
    case KEYS_SCORE:
        put_score(w, depth, row);
        break;
    case KEYS_UTILITY:
        put_utility(w, depth, s);
        break;
    case KEYS_TARGET:
        put_target(w, depth, s);
        break;
    case KEYS_ACTIONS:
        put_action_line(w, depth, "update", s->update);
        put_action_line(w, depth, "enter", s->enter);
        put_action_line(w, depth, "exit", s->exit);
        put_action_line(w, depth, "decide", s->decide);
        break;
    case KEYS_ANY:
        put_transitions(w, depth, row, true);
        break;
    case KEYS_TRANSITIONS:
        put_transitions(w, depth, row, false);
        break;
    case KEYS_STEPS:
        put_steps(w, depth, row);
        break;
    case KEYS_INITIALS:
        put_initials(w, depth, row);
        break;
    case KEY_GROUPS:
        break;
    }
}

/// Returns whether all rules of a state lead to states inside `outer`, as far as they are in one of the groups.
static bool leads_inside(const wits_desc *desc, uint32_t row, uint32_t outer, uint32_t groups) {
    bool inside = true;
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        const wits_transition_desc *t = &desc->transitions[i];
        bool counts = t->from == row && (groups >> (t->any ? KEYS_ANY : KEYS_TRANSITIONS) & 1) != 0;
        inside = inside && (!counts || is_within(desc, t->to, outer));
    }
    for (uint32_t i = 0; i < desc->step_count; i++) {
        const wits_step_desc *s = &desc->steps[i];
        bool counts = s->of == row && s->to != 0 && (groups >> KEYS_STEPS & 1) != 0;
        inside = inside && (!counts || is_within(desc, s->to, outer));
    }
    return inside;
}

/// A part cannot name outside states, so no state inside leads there. Keys of its own state are written beside the use.
static bool can_be_cut(const wits_desc *desc, uint32_t row) {
    for (uint32_t inner = row + 1; inner < random_brain_end(desc, row); inner++) {
        if (!leads_inside(desc, inner, row, ~0u)) {
            return false;
        }
    }
    return true;
}

static void choose_cuts(writer *w) {
    uint8_t depth[RANDOM_STATES] = {0};
    for (uint32_t row = 1; row < w->desc->state_count; row++) {
        depth[row] = depth[w->desc->states[row].parent];
        w->is_cut[row] = depth[row] < MOST_DEEP && can_be_cut(w->desc, row) && rng_chance(&w->r, 60);
        depth[row] += w->is_cut[row];
    }
}

static void put_subtree(writer *w, uint32_t row);

static void put_children(writer *w, uint32_t depth, uint32_t row) {
    if (random_brain_end(w->desc, row) > row + 1) {
        put_line(w, depth, "states", "");
    }
    for (uint32_t child = row + 1; child < random_brain_end(w->desc, row); child = random_brain_end(w->desc, child)) {
        put_subtree(w, child);
    }
}

static void put_parameters(writer *w, const cut_part *part) {
    char text[48];
    put_line(w, 2, "parameters", "");
    for (uint32_t i = 0; i < part->given_count; i++) {
        snprintf(text, sizeof text, "given_%u", (unsigned)part->given[i].number);
        put_line(w, 3, text, given_words[part->given[i].kind]);
    }
}

static void put_arguments(writer *w, uint32_t depth, const cut_part *part) {
    char name[32];
    for (uint32_t i = 0; i < part->given_count; i++) {
        const given *one = &part->given[i];
        if (i == 0) {
            put_line(w, depth, "with", "");
        }
        snprintf(name, sizeof name, "given_%u", (unsigned)one->number);
        if (one->kind == GIVEN_ACTION) {
            put_action_line(w, depth + 1, name, one->text);
        } else if (one->kind == GIVEN_CONDITION || one->kind == GIVEN_SCORE) {
            put_expression_line(w, depth + 1, name, one->kind, one->text);
        } else {
            put_plain_line(w, depth + 1, name, one->kind, one->text);
        }
    }
}

/// Rules are numbered in the order of the file, an outer state's before those inside: they are before `use`, and `any`
/// before the other transitions.
static const uint32_t OF_RULES = 1u << KEYS_ANY | 1u << KEYS_TRANSITIONS | 1u << KEYS_STEPS | 1u << KEYS_INITIALS;

static void put_beside(writer *w, uint32_t depth, uint32_t row, uint32_t groups) {
    for (uint32_t group = 0; group < KEY_GROUPS; group++) {
        if ((groups >> group & 1) != 0) {
            put_group(w, depth, row, (key_group)group);
        }
    }
}

/// A part of some of a state's keys and everything inside it, and its use.
static void put_use(writer *w, uint32_t depth, uint32_t row) {
    char name[32];
    cut_part *part = calloc(1, sizeof *part);
    size_t begin = w->length;
    uint32_t beside = (uint32_t)rng_next(&w->r), behind = (uint32_t)rng_next(&w->r);
    int shift = w->shift;
    if (part == NULL) {
        abort();
    }
    *part = (cut_part){.row = row, .outer = w->part, .file = own_file(w)};
    part->file += part->file + 1 < FILES && rng_chance(&w->r, 40);
    for (uint32_t group = 0; group < KEY_GROUPS; group++) {
        bool is_bound = (OF_RULES >> group & 1) != 0 && !leads_inside(w->desc, row, row, 1u << group);
        beside |= is_bound ? 1u << group : 0;
    }
    beside |= (beside >> KEYS_TRANSITIONS & 1) << KEYS_ANY;
    snprintf(name, sizeof name, "part_%u", (unsigned)++w->cut_count);
    w->counts[COUNT_PARTS]++;
    w->counts[COUNT_INNER] += w->part != NULL;
    put_line(w, 1, name, "");
    put_line(w, 2, "state", "");
    size_t body = w->length;
    w->part = part;
    w->shift = 3 - 2 * (int)depth_of(w->desc, row);
    for (uint32_t group = 0; group < KEY_GROUPS; group++) {
        if ((beside >> group & 1) == 0) {
            put_group(w, 3, row, (key_group)group);
        }
    }
    put_children(w, 3, row);
    if (w->length == body) {
        put(w, "      {}\n");
    }
    put_parameters(w, part);
    cut_from(w, begin, part->file, CUT_PARTS);
    w->part = part->outer;
    w->shift = shift;
    put_beside(w, depth, row, beside & (OF_RULES | ~behind));
    put_line(w, depth, "use", name);
    put_arguments(w, depth, part);
    put_beside(w, depth, row, beside & ~OF_RULES & behind);
    free(part);
}

static void put_subtree(writer *w, uint32_t row) {
    uint32_t depth = (uint32_t)(2 * (int)depth_of(w->desc, row) + w->shift);
    put_line(w, depth - 1, row == WITS_ROOT ? "root" : w->desc->states[row].name, "");
    if (w->is_cut[row]) {
        put_use(w, depth, row);
        return;
    }
    for (uint32_t group = 0; group < KEY_GROUPS; group++) {
        put_group(w, depth, row, (key_group)group);
    }
    put_children(w, depth, row);
}

// ------------------------------------------------------------------------------------------------------------ promises

static wits_giver some_giver(rng *r) {
    return rng_chance(r, 50) ? WITS_GIVER_DEFAULT : rng_chance(r, 50) ? WITS_GIVER_BRAIN : WITS_GIVER_HOST;
}

/// A range that contains the initial value, sometimes with a step.
static void promise_range(rng *r, wits_type type, double initial, wits_promise *made) {
    static const double steps[] = {0.1, 0.25, 0.5, 0.003};
    const bool is_float = type == WITS_TYPE_FLOAT, is_small = initial < 100 && initial > -100;
    const bool is_number = type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM;
    if (!is_number || !is_small || rng_chance(r, 30)) {
        return;
    }
    made->has_range = true;
    made->low = made->high = initial + 0.0;
    if (is_float) {
        made->low = (double)((float)made->low - (float)rng_below(r, 1000) / 64);
        made->high = (double)((float)made->high + (float)(1 + rng_below(r, 400)) / 100);
    } else {
        const bool is_unsigned = type == WITS_TYPE_UINT8 || type == WITS_TYPE_UINT16;
        made->low -= is_unsigned ? rng_below(r, (uint32_t)made->low + 1) : rng_below(r, 29);
        made->high += rng_below(r, 28);
    }
    made->has_step = is_float && made->high - made->low < 12 && made->high - made->low > 0.5 && rng_chance(r, 50);
    made->step = made->has_step ? steps[rng_below(r, 4)] : 0;
}

static wits_promise field_promise(uint64_t seed, const wits_desc *desc, uint32_t row) {
    const wits_field_desc *field = &desc->fields[row];
    rng r = {host_mix(seed, 91 + row)};
    wits_promise made = {.host = some_giver(&r)};
    made.nan = field->type == WITS_TYPE_FLOAT && rng_chance(&r, 30);
    promise_range(&r, field->type, field->initial, &made);
    return made;
}

static wits_promise target_promise(uint64_t seed, const wits_desc *desc, uint32_t kind, uint32_t row) {
    rng r = {host_mix(seed, 391 + kind * RANDOM_TARGET_FIELDS + row)};
    wits_promise made = {.has_range = false};
    promise_range(&r, desc->targets[kind].fields[row].type, 0, &made);
    return made;
}

/// The maximum number of targets of a kind; 0: not in the file.
static uint32_t most_targets(uint64_t seed, uint32_t kind) {
    rng r = {host_mix(seed, 491 + kind)};
    return rng_chance(&r, 50) ? 0 : 1 + rng_below(&r, WITS_MAX_MOST_TARGETS);
}

static wits_promise function_promise(uint64_t seed, const wits_desc *desc, uint32_t row) {
    rng r = {host_mix(seed, 191 + row)};
    const bool is_score = desc->functions[row].score != NULL;
    const float low = (float)rng_below(&r, 1000) / 7 - 50, high = low + (float)rng_below(&r, 1000) / 9;
    if (!is_score || rng_chance(&r, 50)) {
        return (wits_promise){.has_range = false};
    }
    return (wits_promise){.has_range = true, .low = (double)low, .high = (double)high};
}

static wits_giver event_giver(uint64_t seed, uint32_t row) {
    rng r = {host_mix(seed, 291 + row)};
    return some_giver(&r);
}

static void put_host(writer *w, wits_giver host) {
    if (host != WITS_GIVER_DEFAULT) {
        put(w, ", host: ");
        put_plain(w, GIVEN_BOOL, host == WITS_GIVER_HOST ? "true" : "false");
    }
}

/// Ends of a range that are read back exactly; an int has no point and no exponent.
static void put_promise(writer *w, const wits_promise *promise) {
    char text[64];
    if (promise->has_range) {
        put(w, ", range: [");
        snprintf(text, sizeof text, "%.9g", promise->low);
        put_plain(w, GIVEN_FLOAT, text);
        put(w, ", ");
        snprintf(text, sizeof text, "%.9g", promise->high);
        put_plain(w, GIVEN_FLOAT, text);
        put(w, "]");
    }
    if (promise->has_step) {
        put(w, ", step: ");
        snprintf(text, sizeof text, "%g", promise->step);
        put_plain(w, GIVEN_FLOAT, text);
    }
    put(w, promise->nan ? ", nan: true" : "");
    put_host(w, promise->host);
}

/// Properties made of the conditions of some transitions.
static void put_properties(writer *w) {
    static const char *const kinds[] = {"never", "always", "reach", "returns", "assume", "within"};
    uint32_t count = 0;
    put_line(w, 0, "prove", "");
    for (uint32_t i = 0; i < w->desc->transition_count && count < 6; i++) {
        const char *when = w->desc->transitions[i].when;
        if (when == NULL) {
            continue;
        }
        const char *kind = kinds[count++];
        put(w, "  - ");
        put(w, kind);
        put(w, strcmp(kind, "within") == 0 ? ": {until: in(a/b), when: " : ": ");
        put_expression(w, GIVEN_CONDITION, when);
        if (strcmp(kind, "within") == 0) {
            put(w, ", ticks: ");
            put_plain(w, GIVEN_INT, "17");
            put(w, "}");
        }
        put(w, "\n");
    }
}

static bool is_same_promise(const wits_promise *a, const wits_promise *b) {
    return a->has_range == b->has_range && a->low == b->low && a->high == b->high && a->has_step == b->has_step &&
           a->step == b->step && a->nan == b->nan && a->host == b->host;
}

static bool target_promises_are(const wits_promises *found, uint64_t seed, const wits_desc *desc) {
    bool same = true;
    for (uint32_t kind = 0; kind < desc->target_count && same; kind++) {
        const uint32_t most = most_targets(seed, kind);
        same = found->most[kind] == (most == 0 ? WITS_DEFAULT_MOST_TARGETS : most);
        for (uint32_t i = 0; i < desc->targets[kind].field_count && same; i++) {
            const wits_promise wanted = target_promise(seed, desc, kind, i);
            same = is_same_promise(&found->target_fields[kind][i], &wanted);
        }
    }
    return same;
}

/// Returns whether the promises of a file are those drawn.
static bool promises_are(const wits_file *file, uint64_t seed, const wits_desc *desc) {
    const wits_promises *found = wits_file_promises(file);
    bool same = found != NULL;
    for (uint32_t i = 0; i < desc->field_count && same; i++) {
        const wits_promise wanted = field_promise(seed, desc, i);
        same = is_same_promise(&found->fields[i], &wanted);
    }
    for (uint32_t i = 0; i < desc->function_count && same; i++) {
        const wits_promise wanted = function_promise(seed, desc, i);
        same = is_same_promise(&found->functions[i], &wanted);
    }
    for (uint32_t i = 0; i < desc->event_count && same; i++) {
        same = found->events[i] == event_giver(seed, i);
    }
    same = same && target_promises_are(found, seed, desc);
    if (!same) {
        printf("seed %llu: the file does not promise what was drawn\n", (unsigned long long)seed);
    }
    return same;
}

/// Returns whether two files have the same properties, with the conditions of transitions in their order. Properties
/// that name states are written with other names.
static bool properties_are(const wits_file *file, const wits_file *again, const wits_desc *desc) {
    const wits_property *one = wits_file_properties(file), *other = wits_file_properties(again);
    bool same = wits_file_property_count(file) == wits_file_property_count(again);
    uint32_t transition = 0;
    for (uint32_t i = 0; i < wits_file_property_count(file) && same; i++) {
        while (desc->transitions[transition].when == NULL) {
            transition++;
        }
        const char *when = desc->transitions[transition++].when, *read = one[i].condition.text;
        const bool is_call = strncmp(read, when, strlen(when)) == 0 && strcmp(read + strlen(when), "()") == 0;
        same = one[i].kind == other[i].kind && strcmp(read, other[i].condition.text) == 0 &&
               strcmp(one[i].text, other[i].text) == 0 && one[i].ticks == other[i].ticks &&
               (is_call || strcmp(read, when) == 0 || strstr(when, "in(") != NULL);
        if (!same) {
            printf("the property '%s' is '%s', and '%s' when it is read again\n", when, read, other[i].condition.text);
        }
    }
    return same;
}

static const char *const type_words[] = {"", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float"};

/// [calm, angry]
static void put_values(writer *w, const char *const *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        put(w, i == 0 ? "[" : ", ");
        put(w, values[i]);
    }
    put(w, "]");
}

static void put_field(writer *w, uint32_t row) {
    const wits_field_desc *field = &w->desc->fields[row];
    const wits_promise promise = field_promise(w->seed, w->desc, row);
    char initial[32];
    put_line(w, 1, field->name, "{type: ");
    w->length--;
    if (field->type == WITS_TYPE_ENUM) {
        put_values(w, field->values, field->value_count);
        put(w, ", initial: ");
        put(w, field->values[(uint32_t)field->initial]);
    } else {
        put(w, type_words[field->type]);
        put(w, ", initial: ");
        snprintf(initial, sizeof initial, "%.9g", field->initial);
        put(w, field->type != WITS_TYPE_BOOL ? initial : field->initial != 0.0 ? "true" : "false");
    }
    put_promise(w, &promise);
    put(w, "}\n");
}

static void put_function(writer *w, uint32_t row) {
    const wits_function *f = &w->desc->functions[row];
    const wits_promise promise = function_promise(w->seed, w->desc, row);
    static const char *const kinds[] = {"", "int", "float", "bool", "", "text"};
    const char *kind = f->condition ? "condition" : f->score ? "score" : "action";
    const bool has_parameters = f->takes_nothing || f->parameters[0].kind != WITS_ARGUMENT_NONE;
    if (!has_parameters && !promise.has_range) {
        put_line(w, 1, f->name, kind);
        return;
    }
    put_line(w, 1, f->name, "{kind: ");
    w->length--;
    put(w, kind);
    put_promise(w, &promise);
    put(w, has_parameters ? ", parameters: [" : "");
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
    put(w, has_parameters ? "]}\n" : "}\n");
}

static void put_kind(writer *w, uint32_t kind) {
    const wits_target_desc *desc = &w->desc->targets[kind];
    const uint32_t most = most_targets(w->seed, kind);
    char text[16];
    put_line(w, 1, desc->name, "");
    if (most != 0) {
        snprintf(text, sizeof text, "%u", (unsigned)most);
        put_line(w, 2, "most", text);
    }
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_target_field_desc *field = &desc->fields[i];
        const wits_promise promise = target_promise(w->seed, w->desc, kind, i);
        put_line(w, 2, field->name, "{type: ");
        w->length--;
        if (field->type == WITS_TYPE_ENUM) {
            put_values(w, field->values, field->value_count);
        } else {
            put(w, type_words[field->type]);
        }
        put(w, field->own ? ", own: true" : "");
        put_promise(w, &promise);
        put(w, "}\n");
    }
}

static bool is_kind_of_option(const wits_desc *desc, uint32_t kind) {
    for (uint32_t row = 0; row < desc->state_count; row++) {
        const char *name = desc->states[row].target;
        if (name != NULL && strcmp(name, desc->targets[kind].name) == 0) {
            return true;
        }
    }
    return false;
}

/// A kind declared by an included file is added after those of the brain, if it is used.
static void put_targets(writer *w) {
    const uint32_t count = w->desc->target_count;
    if (count == 0) {
        return;
    }
    const bool is_included = w->shares && is_kind_of_option(w->desc, count - 1) && rng_chance(&w->r, 50);
    put_line(w, 0, "targets", "");
    for (uint32_t kind = 0; kind < count; kind++) {
        const size_t begin = w->length;
        const bool is_away = is_included && kind + 1 == count;
        w->shares = w->shares && !is_away;  // the other file does not see the names of this one
        put_kind(w, kind);
        if (is_away) {
            cut_from(w, begin, 1 + rng_below(&w->r, FILES - 1), CUT_TARGETS);
            w->counts[COUNT_INCLUDED_KINDS]++;
            w->shares = true;
        }
    }
}

static void put_event(writer *w, uint32_t row) {
    const wits_giver host = event_giver(w->seed, row);
    put(w, host != WITS_GIVER_DEFAULT ? "{name: " : "");
    put(w, w->desc->events[row]);
    put_host(w, host);
    put(w, host != WITS_GIVER_DEFAULT ? "}" : "");
}

static void put_file(writer *w) {
    const wits_desc *d = w->desc;
    put_line(w, 0, "wits", "1");
    put_line(w, 0, "brain", d->states[0].name);
    if (d->field_count > 0) {
        put_line(w, 0, "context", "");
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        put_field(w, i);
    }
    put_line(w, 0, "events", "[");
    w->length--;
    for (uint32_t i = 0; i < d->event_count; i++) {
        put(w, i ? ", " : "");
        put_event(w, i);
    }
    put(w, "]\n");
    put_line(w, 0, "functions", "");
    for (uint32_t i = 0; i < d->function_count; i++) {
        put_function(w, i);
    }
    put_targets(w);
    put_line(w, 0, "update_entered", d->update_skip_entered ? "false" : "true");
    put_line(w, 0, "update_order", d->update_outer_first ? "outer_first" : "inner_first");
    put_subtree(w, WITS_ROOT);
    put_properties(w);
}

/// The sections cut out for a file, after its beginning.
static void put_sections(writer *w, uint32_t file) {
    static const char *const sections[] = {"conditions", "scores", "constants", "parts", "targets"};
    for (uint32_t i = 0; i < (file == 0 ? CUT_TARGETS : CUT_SECTIONS); i++) {
        put_line(w, 0, sections[i], "");
        put(w, w->cut[file][i]);
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

/// Calls of actions with arguments do not name states: in parts, states have other names.
static void take_states(char *actions) {
    for (char *at = actions; *at != '\0';) {
        const size_t length = tree_action_length(at);
        const bool is_call = tree_action_has_arguments(at);
        char *end = at + length;
        for (char *in = strstr(at, "in("); is_call && in != NULL && in < end; in = strstr(in, "in(")) {
            char *behind = in + strcspn(in, ")") + 1;
            const size_t rest = strlen(behind) + 1;
            if (behind - in < 4 || in[-1] == 'm') {  // min(
                in++;
                continue;
            }
            memcpy(in, "true", 4);
            memmove(in + 4, behind, rest);
            end -= behind - in - 4;
        }
        at = *end == ';' ? end + 1 : end;
    }
}

/// Removes what only tables can express, and sorts the rows in the order of the file.
static void simplify(random_brain *b, random_brain *from) {
    for (uint32_t row = 0; row < RANDOM_STATES; row++) {
        for (uint32_t slot = 0; slot < TEXT_SLOTS; slot++) {
            take_states(from->state_texts[row][slot]);
        }
    }
    for (uint32_t row = 0; row < RANDOM_TRANSITIONS; row++) {
        take_states(from->transition_texts[row]);
    }
    for (uint32_t row = 0; row < RANDOM_STEPS; row++) {
        take_states(from->step_texts[row]);
    }
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
    for (uint32_t i = 0; i < from->curve_count; i++) {  // a file makes -0 0
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

/// Runs the brain of the file once, and compares it with the model.
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

static const char *const file_names[FILES] = {"cut.yaml", "lib/one.yaml", "lib/two.yaml"};

/// Finds the texts of a writer's files.
static bool open_cut(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    char *const *texts = user;
    for (uint32_t i = 0; i < FILES; i++) {
        if (strcmp(name, file_names[i]) == 0) {
            *length = strlen(texts[i]);
            *bytes = allocator->allocate(allocator->user, *length);
            memcpy(*bytes, texts[i], *bytes != NULL ? *length : 0);
            return *bytes != NULL;
        }
    }
    return false;
}

/// The texts of all files of a brain cut into parts; the caller frees them.
static void put_files(writer *w, char *texts[FILES]) {
    static const char *const heads[FILES] = {"", "wits: 1\ninclude: two.yaml\n", "wits: 1\n"};
    for (uint32_t i = 0; i < FILES; i++) {
        w->length = 0;
        if (i == 0) {
            put_file(w);
            put(w, "include: lib/one.yaml\n");
        }
        put(w, heads[i]);
        put_sections(w, i);
        texts[i] = calloc(1, w->length + 1);
        if (texts[i] == NULL) {
            abort();
        }
        memcpy(texts[i], w->text, w->length);
    }
}

static bool shows_files;

static void show_files(char *const texts[FILES]) {
    for (uint32_t i = 0; i < FILES; i++) {
        printf("---- %s\n%s", file_names[i], texts[i]);
    }
}

/// The brain cut into names and parts, in several files, has the same bytes, and so has its expansion.
static bool is_same_cut(uint64_t seed, writer *w, const wits_desc *desc, const wits_brain *brain, uint64_t *counts) {
    char *texts[FILES];
    writer_begin(w, seed, desc, brain);
    w->shares = true;
    w->counts = counts;
    w->r = (rng){host_mix(seed, 57)};
    choose_cuts(w);
    put_files(w, texts);
    if (w->is_too_long) {
        printf("seed %llu: there is no room for what is cut out\n", (unsigned long long)seed);
    }
    wits_file *cut = wits_file_load_with(file_names[0], &(wits_file_options){.open = open_cut, .user = texts});
    bool same = !w->is_too_long && is_brain(cut, brain);
    size_t length = 0;
    const char *written = wits_file_expanded(cut, &length);
    wits_file *whole = wits_file_parse(written, length, "whole.yaml", NULL);
    same = same && written != NULL && is_brain(whole, brain);
    same = same && promises_are(cut, seed, desc) && promises_are(whole, seed, desc) && properties_are(cut, whole, desc);
    if (!same) {
        printf("seed %llu: cut into parts it is another brain\n", (unsigned long long)seed);
        show_files(texts);
        printf("---- written out\n%s", written != NULL ? written : "");
    }
    if (same && shows_files) {
        show_files(texts);
    }
    wits_file_free(whole);
    wits_file_free(cut);
    for (uint32_t i = 0; i < FILES; i++) {
        free(texts[i]);
    }
    return same;
}

static int check_brain(uint64_t seed, writer *w, random_brain *made, random_brain *b, uint64_t *counts) {
    if (seed % 2 == 0) {
        random_brain_make_aimed(made, seed);
    } else {
        random_brain_make(made, seed);
    }
    simplify(b, made);
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        counts[COUNT_AIMED] += b->states[row].target != NULL;
    }
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
    writer_begin(w, seed, &b->desc, brain);
    put_file(w);
    wits_file *file = wits_file_parse(w->text, w->length, "random.yaml", NULL);
    const wits_brain *read = wits_file_brain(file);
    bool equal = read != NULL && wits_brain_bytes(read) == wits_brain_bytes(brain) &&
                 memcmp(read, brain, wits_brain_bytes(brain)) == 0 && promises_are(file, seed, &b->desc) &&
                 properties_are(file, file, &b->desc);
    if (!equal) {
        char text[512];
        printf("seed %llu: the file is not the same brain\n%s", (unsigned long long)seed, w->text);
        for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
            wits_problem_text(&wits_file_problems(file)[i], text, sizeof text);
            printf("%s\n", text);
        }
    }
    bool alike = equal && lives_alike(b, read, seed) && is_same_cut(seed, w, &b->desc, brain, counts);
    wits_file_free(file);
    free(memory);
    return !alike;
}

int main(int argc, char **argv) {
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    shows_files = argc > 3;
    writer *w = malloc(sizeof *w);
    random_brain *made = malloc(sizeof *made);
    random_brain *b = malloc(sizeof *b);
    if (w == NULL || made == NULL || b == NULL) {
        return 1;
    }
    int failed = 0;
    uint64_t seed = first, counts[COUNTS] = {0};
    for (; seed < first + count && !failed; seed++) {
        failed = check_brain(seed, w, made, b, counts);
    }
    printf("%s", shows_files ? "---- end\n" : "");
    printf("files: %llu random brains written and read back, cut into %llu parts, %llu of them in others, with\n",
           (unsigned long long)(seed - first), (unsigned long long)counts[COUNT_PARTS],
           (unsigned long long)counts[COUNT_INNER]);
    printf("%12llu options with a target, %llu kinds of targets in included files\n",
           (unsigned long long)counts[COUNT_AIMED], (unsigned long long)counts[COUNT_INCLUDED_KINDS]);
    for (uint32_t i = 0; i < COUNTS; i++) {
        if (i < GIVEN_KINDS) {
            printf("%12llu parameters: %s\n", (unsigned long long)counts[i], given_words[i]);
        }
        failed = failed || (count >= 1000 && counts[i] < 100);
    }
    free(w);
    free(made);
    free(b);
    return failed;
}
