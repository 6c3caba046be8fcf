// SPDX-License-Identifier: MIT
// The names in expressions, actions and properties. Which enum the name of a value belongs to follows from what it is
// compared with, as in src/expr/types.c; operators are reduced as in src/expr/parse.c.
#include <string.h>

#include "lsp/names_parts.h"
#include "wits/tokens.h"

enum {
    MOST_PENDING = 128,  ///< names whose enum follows from others; more are looked up alone
    MOST_DEEP = 128,     ///< operands and operators of an expression
    MOST_BYTES = 65536,  ///< of an expression; the loader reads no longer ones
    MOST_PATH = 2048,    ///< bytes of the path of a state
    MOST_VALUES = 256,   ///< of an enum
};

/// A name that is a field, an enum's value, or both.
typedef struct pending_name {
    uint32_t begin, end;
    uint32_t field;  ///< NAMES_NONE
    bool is_done;
} pending_name;

/// A value: the list of its enum, and the names that it consists of.
typedef struct operand {
    uint32_t list;
    uint32_t first, end;  ///< pending names
} operand;

typedef enum operator_kind {
    OPERATOR_OPEN,  ///< a parenthesis
    OPERATOR_CALL,
    OPERATOR_IF,
    OPERATOR_ELSE,
    OPERATOR_OR,
    OPERATOR_AND,
    OPERATOR_NOT,
    OPERATOR_COMPARE,
    OPERATOR_EQUAL,
    OPERATOR_NUMBER,  ///< of numbers
} operator_kind;

typedef struct open_operator {
    operator_kind kind;
    uint32_t function;  ///< of a call of the host; NAMES_NONE
    uint32_t argument;
    uint32_t operands;  ///< before it
} open_operator;

typedef struct reader {
    names *of;
    names_place from;
    const char *text;
    uint32_t length;
    bool is_property;
    pending_name pending[MOST_PENDING];
    uint32_t pending_count;
    operand operands[MOST_DEEP];
    uint32_t operand_count;
    open_operator operators[MOST_DEEP];
    uint32_t operator_count;
} reader;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static uint32_t name_length(const char *from, uint32_t at, uint32_t end) {
    uint32_t length = 0;
    while (at + length < end &&
           (is_letter(from[at + length]) || (length > 0 && from[at + length] >= '0' && from[at + length] <= '9'))) {
        length++;
    }
    return length;
}

static bool is_word(const char *word, const char *from, size_t length) {
    return strlen(word) == length && memcmp(word, from, length) == 0;
}

static uint32_t skip_blanks(const reader *r, uint32_t at) {
    while (at < r->length && is_blank(r->text[at])) {
        at++;
    }
    return at;
}

static void use(reader *r, uint32_t symbol, uint32_t begin, uint32_t end, names_role role, bool is_sure) {
    names_note_use(r->of, symbol, begin, end, role, is_sure);
}

// ----------------------------------------------------------------------------------------------------------------
// enums

static uint32_t value_in(const names *of, uint32_t list, const char *name, size_t length) {
    return list != NAMES_NONE ? names_look_up(of, SPACE_VALUES, list, name, length, NULL) : NAMES_NONE;
}

/// Two lists with the same values in the same order are one enum.
static bool is_same_list(const names *of, uint32_t a, uint32_t b) {
    if (a == b || a == NAMES_NONE || b == NAMES_NONE) {
        return a == b;
    }
    const names_list *x = &of->lists[a], *y = &of->lists[b];
    bool is_same = x->count == y->count && x->count <= MOST_VALUES;
    for (uint32_t i = 0; is_same && i < x->count; i++) {
        is_same = strcmp(of->symbols[x->first + i].name, of->symbols[y->first + i].name) == 0;
    }
    return is_same;
}

/// Makes the names of an operand values of a list, as far as they can be.
static void settle(reader *r, const operand *x, uint32_t list) {
    for (uint32_t i = x->first; i < x->end; i++) {
        pending_name *name = &r->pending[i];
        const uint32_t own = name->field != NAMES_NONE ? r->of->details[name->field].list : NAMES_NONE;
        const uint32_t value = value_in(r->of, list, r->text + name->begin, name->end - name->begin);
        const bool stays = name->field != NAMES_NONE && is_same_list(r->of, own, list);
        if (!name->is_done && !stays && value != NAMES_NONE) {
            use(r, value, name->begin, name->end, NAMES_READS, true);
            name->is_done = true;
        }
    }
}

/// Makes two operands values of one list. Returns the list.
static uint32_t unify(reader *r, const operand *x, const operand *y) {
    if (x->list != NAMES_NONE) {
        settle(r, y, x->list);
        return x->list;
    }
    if (y->list != NAMES_NONE) {
        settle(r, x, y->list);
    }
    return y->list;
}

/// Adds the use of a name that is a value of some enum, by itself: of the first that has it.
static void use_any_value(reader *r, uint32_t begin, uint32_t end) {
    uint32_t entry;
    const uint32_t value = names_look_up(r->of, SPACE_ANY_VALUE, 0, r->text + begin, end - begin, &entry);
    if (value != NAMES_NONE) {
        use(r, value, begin, end, NAMES_READS, r->of->entries[entry].next == NAMES_NONE);
    }
}

/// Ends an operand: its names that nothing has made values are fields, or values by themselves.
static void finish(reader *r, const operand *x) {
    for (uint32_t i = x->first; i < x->end; i++) {
        pending_name *name = &r->pending[i];
        if (!name->is_done && name->field != NAMES_NONE) {
            use(r, name->field, name->begin, name->end, NAMES_READS, true);
        } else if (!name->is_done) {
            use_any_value(r, name->begin, name->end);
        }
        name->is_done = true;
    }
    r->pending_count = x->end == r->pending_count ? x->first : r->pending_count;
}

// ----------------------------------------------------------------------------------------------------------- operators

static void push_operand(reader *r, uint32_t list, uint32_t first) {
    if (r->operand_count < MOST_DEEP) {
        r->operands[r->operand_count++] = (operand){list, first, r->pending_count};
    }
}

static operand pop_operand(reader *r) {
    return r->operand_count > 0 ? r->operands[--r->operand_count]
                                : (operand){NAMES_NONE, r->pending_count, r->pending_count};
}

static void push_operator(reader *r, operator_kind kind, uint32_t function) {
    if (r->operator_count < MOST_DEEP) {
        r->operators[r->operator_count++] = (open_operator){kind, function, 0, r->operand_count};
    }
}

static operator_kind top(const reader *r) {
    return r->operator_count > 0 ? r->operators[r->operator_count - 1].kind : OPERATOR_OPEN;
}

static void reduce(reader *r) {
    const operator_kind kind = r->operators[--r->operator_count].kind;
    const operand right = pop_operand(r);
    if (kind == OPERATOR_NOT) {
        finish(r, &right);
        push_operand(r, NAMES_NONE, r->pending_count);
        return;
    }
    const operand left = pop_operand(r);
    if (kind == OPERATOR_ELSE) {  // `a if c else b`: the condition is between them
        const operand value = pop_operand(r);
        finish(r, &left);
        const uint32_t list = unify(r, &value, &right);
        push_operand(r, list, value.first < right.first ? value.first : right.first);
        return;
    }
    if (kind == OPERATOR_EQUAL) {
        unify(r, &left, &right);
    }
    finish(r, &right);
    finish(r, &left);
    push_operand(r, NAMES_NONE, r->pending_count);
}

static void reduce_to(reader *r, operator_kind least) {
    while (r->operator_count > 0 && top(r) >= least) {
        reduce(r);
    }
}

/// Reduces to the innermost open parenthesis or call. An `if` without `else` is dropped.
static void reduce_all(reader *r) {
    for (;;) {  // ends when there are no more operators
        reduce_to(r, OPERATOR_OR);
        if (r->operator_count == 0 || (top(r) != OPERATOR_ELSE && top(r) != OPERATOR_IF)) {
            return;
        }
        if (top(r) == OPERATOR_IF) {
            r->operator_count--;
        } else {
            reduce(r);
        }
    }
}

/// Returns the list of an argument of a function; NAMES_NONE if it is not an enum or unknown.
static uint32_t argument_list(const reader *r, const open_operator *call) {
    const names_details *details = call->function != NAMES_NONE ? &r->of->details[call->function] : NULL;
    return details != NULL && call->argument < details->parameters ? details->lists[call->argument] : NAMES_NONE;
}

/// Ends what is in a parenthesis or an argument of a call.
static void end_argument(reader *r) {
    reduce_all(r);
    if (r->operator_count == 0 || top(r) != OPERATOR_CALL) {
        return;
    }
    const open_operator *call = &r->operators[r->operator_count - 1];
    while (r->operand_count > call->operands) {
        const operand x = pop_operand(r);
        settle(r, &x, argument_list(r, call));
        finish(r, &x);
    }
}

// --------------------------------------------------------------------------------------------------------------- names

/// Returns whether the name from `begin` to `end` is a whole argument of the innermost call, which is of the host.
static bool is_whole_argument(const reader *r, uint32_t begin, uint32_t end) {
    if (r->operator_count == 0 || top(r) != OPERATOR_CALL ||
        r->operators[r->operator_count - 1].function == NAMES_NONE) {
        return false;
    }
    while (begin > 0 && is_blank(r->text[begin - 1])) {
        begin--;
    }
    end = skip_blanks(r, end);
    const bool begins = begin > 0 && (r->text[begin - 1] == '(' || r->text[begin - 1] == ',');
    return begins && end < r->length && (r->text[end] == ')' || r->text[end] == ',');
}

/// Takes a value that is a whole argument. Returns false if the name is not one.
static bool take_value_argument(reader *r, uint32_t begin, uint32_t end) {
    if (!is_whole_argument(r, begin, end)) {
        return false;
    }
    const open_operator *call = &r->operators[r->operator_count - 1];
    const names_details *function = &r->of->details[call->function];
    const bool is_known = function->is_declared && call->argument < 4;
    const uint32_t value = value_in(r->of, argument_list(r, call), r->text + begin, end - begin);
    const uint32_t any = names_look_up(r->of, SPACE_ANY_VALUE, 0, r->text + begin, end - begin, NULL);
    if (is_known && value != NAMES_NONE) {
        use(r, value, begin, end, NAMES_READS, true);
    } else if (!is_known && any != NAMES_NONE) {
        use_any_value(r, begin, end);
    }
    return is_known ? value != NAMES_NONE : any != NAMES_NONE;
}

static void take_lone(reader *r, uint32_t begin, uint32_t end) {
    names *of = r->of;
    const char *name = r->text + begin;
    const uint32_t length = end - begin;
    uint32_t found =
        r->from.text != 0 ? names_look_up(of, SPACE_PARAMETERS, r->from.text, name, length, NULL) : NAMES_NONE;
    const bool is_parameter = found != NAMES_NONE;
    found = is_parameter ? found : names_shared(of, name, length);
    const bool is_field = found != NAMES_NONE && of->symbols[found].kind == NAMES_FIELD;
    if (found != NAMES_NONE && !is_field) {
        use(r, found, begin, end, NAMES_READS, true);
        push_operand(r, of->details[found].list, r->pending_count);
        return;
    }
    if (take_value_argument(r, begin, end)) {
        push_operand(r, NAMES_NONE, r->pending_count);
        return;
    }
    const uint32_t first = r->pending_count;
    if (first < MOST_PENDING) {
        r->pending[r->pending_count++] = (pending_name){begin, end, is_field ? found : NAMES_NONE, false};
    } else if (is_field) {
        use(r, found, begin, end, NAMES_READS, true);
    } else {
        use_any_value(r, begin, end);
    }
    push_operand(r, is_field ? of->details[found].list : NAMES_NONE, first);
}

/// Takes `mood.calm` or `enemy.distance`.
static void take_qualified(reader *r, uint32_t begin, uint32_t point, uint32_t end) {
    names *of = r->of;
    const char *name = r->text + begin, *second = r->text + point + 1;
    const size_t length = point - begin, second_length = end - point - 1;
    const uint32_t field = names_look_up(of, SPACE_KIND + NAMES_FIELD, 0, name, length, NULL);
    const uint32_t target = names_look_up(of, SPACE_KIND + NAMES_TARGET, 0, name, length, NULL);
    uint32_t found = names_look_up(of, SPACE_KIND + NAMES_ENUM, 0, name, length, NULL);
    const bool is_seen = found != NAMES_NONE && (of->files[r->from.file].sees >> of->symbols[found].file & 1) != 0;
    uint32_t list = NAMES_NONE;
    if (target != NAMES_NONE) {
        const uint32_t inner = names_look_up(of, SPACE_TARGET_FIELDS, target, second, second_length, NULL);
        use(r, target, begin, point, NAMES_READS, true);
        use(r, inner, point + 1, end, NAMES_READS, true);
        list = inner != NAMES_NONE ? of->details[inner].list : NAMES_NONE;
    } else if (field != NAMES_NONE || is_seen) {
        found = field != NAMES_NONE ? field : found;
        list = of->details[found].list;
        use(r, found, begin, point, NAMES_READS, true);
        use(r, value_in(of, list, second, second_length), point + 1, end, NAMES_READS, true);
    }
    push_operand(r, list, r->pending_count);
}

static bool is_built_in(const char *name, size_t length) {
    static const char *const functions[] = {
        "abs",         "sign",     "min",   "max",    "clamp",      "floor",        "ceil",      "sqrt",   "exp",
        "log",         "pow",      "lerp",  "atan2",  "smoothstep", "constant",     "step",      "linear", "polynomial",
        "exponential", "logistic", "logit", "normal", "sigmoid",    "smootherstep", "piecewise",
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (is_word(functions[i], name, length)) {
            return true;
        }
    }
    return false;
}

/// Returns the symbol of a called function of the host; NAMES_NONE for a function of every brain.
static uint32_t function_called(names *of, const char *name, size_t length) {
    const uint32_t found = names_look_up(of, SPACE_KIND + NAMES_FUNCTION, 0, name, length, NULL);
    if (found != NAMES_NONE || is_built_in(name, length)) {
        return found;
    }
    const uint32_t added = names_add_found(of, NAMES_FUNCTION, name, length);
    names_enter(of, SPACE_KIND + NAMES_FUNCTION, 0, added);
    return added;
}

/// Takes `in(STATE)`, up to the parenthesis. Returns its end.
static uint32_t take_in(reader *r, uint32_t end) {
    const uint32_t open = skip_blanks(r, end);
    const uint32_t left = r->length - open < MOST_PATH ? r->length - open : MOST_PATH;
    const char *close = open < r->length && r->text[open] == '(' ? memchr(r->text + open, ')', left) : NULL;
    if (close == NULL) {
        return end;
    }
    uint32_t begin = skip_blanks(r, open + 1), stop = (uint32_t)(close - r->text);
    while (stop > begin && is_blank(r->text[stop - 1])) {
        stop--;
    }
    if (begin < stop) {
        names_note_path(r->of, r->from, r->text, begin, stop, NAMES_READS);
    }
    return (uint32_t)(close - r->text) + 1;
}

// ---------------------------------------------------------------------------------------------------------- properties

/// Takes a path such as `combat/flee.enemy.distance`. Returns its end; 0 if there is none.
static uint32_t take_target_path(reader *r, uint32_t begin) {
    uint32_t end = begin, points[2] = {0, 0}, count = 0;
    for (;;) {  // each iteration takes a name
        const uint32_t length = name_length(r->text, end, r->length);
        end += length;
        const char c = end < r->length ? r->text[end] : '\0';
        if (length == 0 || end - begin > MOST_PATH || !((c == '/' && count == 0) || (c == '.' && count < 2))) {
            if (length == 0 || count != 2) {
                return 0;
            }
            break;
        }
        if (c == '.') {
            points[count++] = end;
        }
        end++;
    }
    names_note_path(r->of, r->from, r->text, begin, points[0], NAMES_READS);
    const uint32_t target =
        names_look_up(r->of, SPACE_KIND + NAMES_TARGET, 0, r->text + points[0] + 1, points[1] - points[0] - 1, NULL);
    uint32_t list = NAMES_NONE;
    if (target != NAMES_NONE) {
        const uint32_t field =
            names_look_up(r->of, SPACE_TARGET_FIELDS, target, r->text + points[1] + 1, end - points[1] - 1, NULL);
        use(r, target, points[0] + 1, points[1], NAMES_READS, true);
        use(r, field, points[1] + 1, end, NAMES_READS, true);
        list = field != NAMES_NONE ? r->of->details[field].list : NAMES_NONE;
    }
    push_operand(r, list, r->pending_count);
    return end;
}

/// Reads a word that only properties have: `raised(alarm)`, `done(combat)`. Returns its end; 0 for other words.
static uint32_t take_property_word(reader *r, uint32_t begin) {
    static const char *const of_states[] = {"elapsed", "done", "target"};
    const uint32_t length = name_length(r->text, begin, r->length);
    const uint32_t open = skip_blanks(r, begin + length);
    const char *word = r->text + begin;
    if (length == 0 || open >= r->length || r->text[open] != '(') {
        return take_target_path(r, begin);
    }
    for (size_t i = 0; i < sizeof of_states / sizeof *of_states; i++) {
        if (is_word(of_states[i], word, length)) {
            const uint32_t end = take_in(r, begin + length);
            push_operand(r, NAMES_NONE, r->pending_count);
            return end;
        }
    }
    const bool is_event = is_word("raised", word, length) || is_word("pending", word, length);
    if (!is_event && !is_word("calls", word, length)) {
        return 0;
    }
    const uint32_t name = skip_blanks(r, open + 1), end = name + name_length(r->text, name, r->length);
    const names_kind kind = is_event ? NAMES_EVENT : NAMES_FUNCTION;
    const uint32_t found = names_look_up(r->of, SPACE_KIND + kind, 0, r->text + name, end - name, NULL);
    use(r, found, name, end, is_event ? NAMES_READS : NAMES_CALLS, true);
    const uint32_t after = skip_blanks(r, end);
    push_operator(r, OPERATOR_OPEN, NAMES_NONE);
    if (after < r->length && r->text[after] == '(') {
        push_operator(r, OPERATOR_CALL, found);
        return after + 1;
    }
    push_operand(r, NAMES_NONE, r->pending_count);
    return end;
}

// --------------------------------------------------------------------------------------------------------- expressions

/// Takes a word of the language. Returns false for any other name.
static bool take_word(reader *r, const char *name, size_t length) {
    static const struct {
        const char *word;
        operator_kind kind;
    } operators[] = {{"or", OPERATOR_OR}, {"and", OPERATOR_AND}, {"if", OPERATOR_IF}, {"else", OPERATOR_ELSE}};
    static const char *const values[] = {"true", "false", "elapsed", "tick", "random"};
    if (is_word("not", name, length)) {
        push_operator(r, OPERATOR_NOT, NAMES_NONE);
        return true;
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (is_word(values[i], name, length)) {
            push_operand(r, NAMES_NONE, r->pending_count);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!is_word(operators[i].word, name, length)) {
            continue;
        }
        if (operators[i].kind == OPERATOR_ELSE) {
            reduce_to(r, OPERATOR_OR);
            while (r->operator_count > 0 && top(r) == OPERATOR_ELSE) {
                reduce(r);
            }
            if (r->operator_count > 0 && top(r) == OPERATOR_IF) {
                r->operator_count--;
            }
        } else {
            reduce_to(r, operators[i].kind == OPERATOR_IF ? OPERATOR_OR : operators[i].kind);
        }
        push_operator(r, operators[i].kind, NAMES_NONE);
        return true;
    }
    return false;
}

/// Takes a name. Returns the position after it.
static uint32_t take_name(reader *r, const wits_token *token) {
    const uint32_t begin = (uint32_t)token->offset, end = begin + (uint32_t)token->length;
    const char *name = r->text + begin;
    const uint32_t special = r->is_property ? take_property_word(r, begin) : 0;
    if (special > 0) {
        return special;
    }
    if (token->length > token->name) {
        take_qualified(r, begin, begin + (uint32_t)token->name, end);
        return end;
    }
    if (is_word("in", name, token->length)) {
        push_operand(r, NAMES_NONE, r->pending_count);
        return take_in(r, end);
    }
    if (take_word(r, name, token->length)) {
        return end;
    }
    const uint32_t open = skip_blanks(r, end);
    if (open < r->length && r->text[open] == '(') {
        const uint32_t function = function_called(r->of, name, token->length);
        use(r, function, begin, end, NAMES_CALLS, true);
        push_operator(r, OPERATOR_CALL, function);
        return open + 1;
    }
    take_lone(r, begin, end);
    return end;
}

static void take_sign(reader *r, const char *sign, size_t length) {
    if (sign[0] == '(') {
        push_operator(r, OPERATOR_OPEN, NAMES_NONE);
    } else if (sign[0] == ')') {
        end_argument(r);
        if (r->operator_count > 0 && top(r) == OPERATOR_CALL) {
            push_operand(r, NAMES_NONE, r->pending_count);
        }
        r->operator_count -= r->operator_count > 0;
    } else if (sign[0] == ',') {
        end_argument(r);
        if (r->operator_count > 0) {
            r->operators[r->operator_count - 1].argument++;
        }
    } else {
        const operator_kind kind = length == 2 && (sign[0] == '=' || sign[0] == '!') ? OPERATOR_EQUAL
                                   : sign[0] == '<' || sign[0] == '>'                ? OPERATOR_COMPARE
                                                                                     : OPERATOR_NUMBER;
        if (sign[0] != '-' || r->operand_count > 0) {
            reduce_to(r, kind == OPERATOR_EQUAL ? OPERATOR_COMPARE : kind);
            push_operator(r, kind, NAMES_NONE);
        }
    }
}

/// Reads the expression from `begin` on. `list` is that of the assigned field.
static void read_expression(reader *r, uint32_t begin, uint32_t list) {
    for (uint32_t at = begin;;) {  // each iteration takes a token
        const wits_token token = wits_token_next(r->text, r->length, at);
        at = (uint32_t)(token.offset + token.length);
        if (token.kind == WITS_TOKEN_END) {
            break;
        }
        if (token.kind == WITS_TOKEN_NAME) {
            at = take_name(r, &token);
        } else if (token.kind == WITS_TOKEN_SIGN) {
            take_sign(r, r->text + token.offset, token.length);
        } else {
            push_operand(r, NAMES_NONE, r->pending_count);
        }
    }
    reduce_all(r);
    if (r->operand_count == 1) {
        settle(r, &r->operands[0], list);
    }
    finish(r, &(operand){NAMES_NONE, 0, r->pending_count});
}

// ------------------------------------------------------------------------------------------------------------ a text

/// Reads an action: `raise alarm`, `ammo = ammo - 1`, `strike()`.
static void read_action(reader *r) {
    const uint32_t name = skip_blanks(r, 0), end = name + name_length(r->text, name, r->length);
    const uint32_t sign = skip_blanks(r, end);
    if (is_word("raise", r->text + name, end - name)) {
        const uint32_t event = sign, stop = event + name_length(r->text, event, r->length);
        const uint32_t found = names_look_up(r->of, SPACE_KIND + NAMES_EVENT, 0, r->text + event, stop - event, NULL);
        use(r, found, event, stop, NAMES_RAISES, true);
        return;
    }
    if (sign >= r->length || r->text[sign] != '=' || (sign + 1 < r->length && r->text[sign + 1] == '=')) {
        read_expression(r, 0, NAMES_NONE);
        return;
    }
    uint32_t field = r->from.text != 0
                         ? names_look_up(r->of, SPACE_PARAMETERS, r->from.text, r->text + name, end - name, NULL)
                         : NAMES_NONE;
    if (field == NAMES_NONE) {
        field = names_look_up(r->of, SPACE_KIND + NAMES_FIELD, 0, r->text + name, end - name, NULL);
    }
    use(r, field, name, end, NAMES_ASSIGNS, true);
    read_expression(r, sign + 1, field != NAMES_NONE ? r->of->details[field].list : NAMES_NONE);
}

static void begin_reading(reader *r, names *of, names_place from, const tree_node *scalar) {
    r->of = of;
    r->from = from;
    r->text = scalar->text;
    r->length = scalar->length;
    r->is_property = false;
    r->pending_count = r->operand_count = r->operator_count = 0;
}

void names_use_text(names *of, names_place from, const tree_node *scalar, names_text_kind kind) {
    reader r;
    if (scalar->kind != TREE_SCALAR || scalar->length == 0 || scalar->length > MOST_BYTES) {
        return;
    }
    begin_reading(&r, of, from, scalar);
    r.is_property = kind == NAMES_TEXT_PROPERTY;
    if (kind == NAMES_TEXT_ACTION) {
        read_action(&r);
    } else {
        read_expression(&r, 0, NAMES_NONE);
    }
    names_add_noted(of, from.file, scalar, names_inside(from));
}

void names_use_value(names *of, names_place from, const tree_node *scalar, uint32_t list) {
    reader r;
    if (scalar->kind != TREE_SCALAR || scalar->length == 0 || scalar->style != TREE_PLAIN) {
        return;
    }
    begin_reading(&r, of, from, scalar);
    const char *point = memchr(scalar->text, '.', scalar->length);
    if (point != NULL && is_letter(scalar->text[0]) && is_letter(point[1])) {
        take_qualified(&r, 0, (uint32_t)(point - scalar->text), scalar->length);
    } else {
        use(&r, value_in(of, list, scalar->text, scalar->length), 0, scalar->length, NAMES_READS, true);
    }
    names_add_noted(of, from.file, scalar, names_inside(from));
}
