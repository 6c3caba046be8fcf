// SPDX-License-Identifier: MIT
// Reads `expect` and `never` of scenarios.
#include <string.h>

#include "file/scenarios.h"
#include "wits/expression.h"
#include "wits/tokens.h"

/// Returns the text of an item without its `not`, with its own position. Null with a problem reported, or if memory
/// runs out.
static node *take_not(const scenario_reader *r, node *item, const char *wanted, wits_expected *to) {
    if (wits_file_read_text(r->file, item, wanted) == NULL) {
        return NULL;
    }
    to->written = item->text;
    to->is_not = strncmp(item->text, "not ", 4) == 0;
    const uint32_t begin = to->is_not ? 4 + (uint32_t)strspn(item->text + 4, " ") : 0;
    return wits_file_node_piece(r->file, item, begin, item->length - begin);
}

bool wits_file_read_state_path(const scenario_reader *r, node *value, uint32_t *row) {
    if (value->bad) {
        return false;
    }
    if (wits_file_node_is(value, r->desc->states[WITS_ROOT].name) &&
        wits_find_state(r->file->brain_file->brain, value->text) == WITS_NONE) {
        wits_file_report_node(r->file, value, MESSAGE_EXPECT_ROOT, (message_words){{value->text}}, NULL);
        return false;
    }
    *row = wits_file_node_is(value, "/") ? WITS_ROOT : wits_file_destinations_resolve(r->file, WITS_ROOT, true, value);
    return !value->bad && (*row != WITS_ROOT || wits_file_node_is(value, "/"));
}

/// Explains a text that is not the path of a state. Returns whether a problem was reported.
static bool report_no_path(const scenario_reader *r, node *name) {
    const wits_brain *brain = r->file->brain_file->brain;
    const uint32_t function = wits_file_scenario_function(r, name->text);
    char *path = wits_file_arena_take(&r->file->memory, (size_t)name->length + 1);
    for (uint32_t i = 0; path != NULL && i < name->length; i++) {
        path[i] = name->text[i];
        path[i] = (char)(path[i] == '.' ? '/' : path[i]);
    }
    if (strpbrk(name->text, " ,") != NULL) {
        wits_file_report_node(r->file, name, MESSAGE_ACTIVE_FORM, (message_words){{name->text}}, NULL);
    } else if (path != NULL && strcmp(path, name->text) != 0 && wits_find_state(brain, path) != WITS_NONE) {
        wits_file_report_node(r->file, name, MESSAGE_DESTINATION_UNKNOWN, (message_words){{name->text}}, path);
    } else if (function != WITS_NONE && wits_file_is_action(&r->desc->functions[function]) &&
               wits_find_state(brain, name->text) == WITS_NONE) {
        wits_file_report_node(r->file, name, MESSAGE_ACTIVE_ACTION, (message_words){{name->text, name->text}}, NULL);
    }
    return name->bad;
}

static bool read_active(const scenario_reader *r, node *item, wits_expected *to) {
    node *name = take_not(r, item, "the path of a state", to);
    to->kind = WITS_EXPECTED_ACTIVE;
    return name != NULL && !report_no_path(r, name) && wits_file_read_state_path(r, name, &to->row);
}

static bool read_call(const scenario_reader *r, node *item, wits_expected *to) {
    node *call = take_not(r, item, "the name of an action", to);
    to->kind = WITS_EXPECTED_CALLS;
    if (call == NULL) {
        return false;
    }
    to->row = WITS_NONE;
    if (wits_file_node_is(call, "none") && wits_file_scenario_function(r, "none") == WITS_NONE) {
        to->is_not = !to->is_not;
        return true;
    }
    const uint32_t length = name_span(call->text, SIZE_MAX);
    const char *name = wits_file_scenario_copy(r, call->text, length);
    const char *open = skip_blanks(call->text + length);
    if (length == 0 || (*open != '\0' && (*open != '(' || call->text[call->length - 1] != ')'))) {
        wits_file_report_node(r->file, call, MESSAGE_CALL_FORM, (message_words){{call->text}}, NULL);
        return false;
    }
    to->row = wits_file_scenario_function(r, name);
    if (to->row == WITS_NONE && wits_find_state(r->file->brain_file->brain, name) != WITS_NONE) {
        wits_file_report_node(r->file, call, MESSAGE_CALL_STATE, (message_words){{name, name}}, NULL);
        return false;
    }
    if (to->row == WITS_NONE) {
        nearest_name nearest = wits_file_nearest_begin(r->file, name);
        for (uint32_t i = 0; i < r->desc->function_count; i++) {
            wits_file_nearest_offer(&nearest,
                                    wits_file_is_action(&r->desc->functions[i]) ? r->desc->functions[i].name : "");
        }
        wits_file_report_node(r->file, call, MESSAGE_CALL_UNKNOWN, (message_words){{name}}, nearest.best);
        return false;
    }
    if (!wits_file_is_action(&r->desc->functions[to->row])) {
        wits_file_report_node(r->file, call, MESSAGE_CALL_NO_ACTION, (message_words){{name}}, NULL);
        return false;
    }
    const char *inside = *open == '(' ? skip_blanks(open + 1) : ")";
    to->arguments = *inside != ')' ? wits_file_scenario_copy(r, inside, strlen(inside) - 1) : NULL;
    to->text = (wits_property_text){call->text, call->line, call->column};
    return true;
}

static bool is_word(const char *text, const wits_token *token, const char *word) {
    return token->kind == WITS_TOKEN_NAME && strlen(word) == token->length &&
           memcmp(text + token->offset, word, token->length) == 0;
}

/// Reads `in(PATH)` or `elapsed(PATH)`, a word at `begin` whose parentheses begin at `open`. In `checked` it becomes a
/// word that the expression compiler accepts at the same place. Returns where it ends; the end of the text if a
/// parenthesis is missing. Returns 0 with a problem reported if there is no such state.
static size_t read_state_word(const scenario_reader *r, const node *item, size_t begin, size_t open, char *checked) {
    const char *text = item->text;
    const size_t end = wits_token_end(text, item->length, wits_token_next(text, item->length, open));
    const bool is_in = text[begin] == 'i';
    if (end == 0 && !is_in) {  // `(1`, of which the compiler reports the parenthesis
        memset(checked + begin, ' ', open - begin);
        memset(checked + open + 1, ' ', item->length - open - 1);
        checked[open + 1] = '1';  // at the end of the text this is the added ')'
    }
    if (end == 0) {
        return item->length;
    }
    const size_t from = (size_t)(skip_blanks(text + open + 1) - text);
    size_t length = end - 1 > from ? end - 1 - from : 0;
    while (length > 0 && strchr(" \t\r\n", text[from + length - 1]) != NULL) {
        length--;
    }
    uint32_t row;
    node *path = wits_file_node_piece(r->file, item, (uint32_t)from, (uint32_t)length);
    if (path == NULL || !wits_file_read_state_path(r, path, &row)) {
        return 0;
    }
    memset(checked + open, ' ', end - open);
    if (is_in) {
        checked[open] = '(';
        checked[from] = 'x';  // any name of a state
        checked[end - 1] = ')';
    }
    return end;
}

/// Checks words that have no meaning in every expression. `checked` is a copy of the text; see read_state_word. Returns
/// whether a problem was reported.
static bool has_wrong_word(const scenario_reader *r, const node *item, char *checked) {
    static const struct {
        const char *word;
        const char *instead;
        bool is_call;  ///< with parentheses only
    } words[] = {{"calls", "write calls: ACTION", true},
                 {"elapsed", "write elapsed(STATE)", false},
                 {"done", "expect the state that follows", true},
                 {"raised", "write raise: EVENT under 'when', and expect what follows", true},
                 {"pending", "write raise: EVENT under 'when', and expect what follows", true},
                 {"target", "write target: {OPTION: ID}", true}};
    const char *text = item->text;
    wits_token token = wits_token_next(text, item->length, 0);
    while (token.kind != WITS_TOKEN_END) {
        size_t end = token.offset + token.length;
        const size_t open = (size_t)(skip_blanks(text + end) - text);
        const bool is_in = is_word(text, &token, "in"), is_elapsed = is_word(text, &token, "elapsed");
        if (text[open] == '(' && (is_in || is_elapsed) &&
            wits_file_scenario_function(r, is_in ? "in" : "elapsed") == WITS_NONE) {
            end = read_state_word(r, item, token.offset, open, checked);
            if (end == 0) {
                return true;
            }
        } else {
            for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
                if (is_word(text, &token, words[i].word) && (text[open] == '(' || !words[i].is_call) &&
                    wits_file_scenario_function(r, words[i].word) == WITS_NONE) {
                    message_words said = {{words[i].word, words[i].instead}};
                    wits_file_report(r->file, wits_file_source_position(item, (uint32_t)token.offset),
                                     MESSAGE_EXPECT_WORD, said, NULL);
                    return true;
                }
            }
        }
        token = wits_token_next(text, item->length, end);
    }
    return false;
}

/// Returns a text in parentheses, so that a lone name is read as in any expression. Null if memory runs out.
static char *in_parentheses(const scenario_reader *r, const node *item) {
    char *whole = wits_file_arena_take(&r->file->memory, (size_t)item->length + 3);
    if (whole != NULL) {
        whole[0] = '(';
        memcpy(whole + 1, item->text, item->length);
        whole[item->length + 1] = ')';
    }
    return whole;
}

static bool read_condition(const scenario_reader *r, node *item, wits_expected *to) {
    to->kind = WITS_EXPECTED_HOLDS;
    if (wits_file_read_text(r->file, item, "a condition, such as health < 0.5") == NULL ||
        wits_file_has_slip(r->file, item)) {
        return false;
    }
    to->written = item->text;
    wits_file_property_make(r->file, item);
    char *whole = in_parentheses(r, item), *checked = in_parentheses(r, item);
    if (checked == NULL || whole == NULL || item->bad || has_wrong_word(r, item, checked + 1)) {
        return false;
    }
    wits_problem problem = {.offset = 0};
    if (wits_expression_size(r->desc, checked, WITS_EXPRESSION_CONDITION, &problem) == 0) {
        uint32_t offset = problem.offset > 0 ? problem.offset - 1 : 0;
        offset = offset < item->length ? offset : item->length;
        const position at = wits_file_source_position(item, offset);
        const uint32_t length = name_span(item->text + offset, SIZE_MAX);
        const char *name = wits_file_scenario_copy(r, item->text + offset, length);
        const wits_brain *brain = r->file->brain_file->brain;
        if (wits_find_event(brain, name) != WITS_NONE && wits_file_scenario_field(r, name) == WITS_NONE) {
            const bool is_state = wits_find_state(brain, name) != WITS_NONE;
            const message_id message = is_state ? MESSAGE_EXPECT_IN : MESSAGE_EXPECT_EVENT;
            wits_file_report(r->file, at, message, (message_words){{name, name}}, NULL);
            return false;
        }
        const char *value = wits_file_scenario_copy(r, problem.value, strlen(problem.value));
        wits_file_report_core(r->file, at, WITS_PROBLEM_EXPRESSION, value, NULL);
        return false;
    }
    to->text = (wits_property_text){whole, item->line, item->column};
    return true;
}

/// Reads `target: {attack: 7}`; `none` is not a target.
static bool read_option_target(const scenario_reader *r, node *key, wits_expected *to) {
    to->kind = WITS_EXPECTED_TARGET;
    to->target = WITS_NO_TARGET;
    node *option = wits_file_node_piece(r->file, key, 0, key->length);
    if (option == NULL || !wits_file_read_state_path(r, option, &to->row)) {
        return false;
    }
    if (wits_state_target_kind(r->file->brain_file->brain, (wits_state_id)to->row) == WITS_NONE) {
        wits_file_report_node(r->file, key, MESSAGE_TARGET_NONE, (message_words){{key->text}}, NULL);
        return false;
    }
    if (!wits_file_node_is(key->next, "none") && !wits_file_read_target_id(r, key->next, &to->target)) {
        return false;
    }
    const size_t length = key->length + key->next->length + 2;
    char *written = wits_file_arena_take(&r->file->memory, length + 1);
    if (written != NULL) {
        memcpy(written, key->text, key->length);
        memcpy(written + key->length, ": ", 2);
        memcpy(written + key->length + 2, key->next->text, key->next->length);
        to->written = written;
    }
    return written != NULL;
}

typedef bool read_expected(const scenario_reader *r, node *item, wits_expected *to);

/// Reads each item of a value into `list`.
static void read_each(const scenario_reader *r, node *value, read_expected *read, wits_expected *list,
                      uint32_t *count) {
    uint32_t items = 0;
    for (node *item = value != NULL ? wits_file_items_of(value, &items) : NULL; item != NULL;
         item = wits_file_item_after(value, item)) {
        list[*count] = (wits_expected){.written = ""};
        *count += read(r, item, &list[*count]);
    }
}

static uint32_t items_in(node *value) {
    uint32_t count = 0;
    if (value != NULL) {
        wits_file_items_of(value, &count);
    }
    return count;
}

/// Explains `expect: combat` and `expect: health > 0.5`. Returns whether it was one of them.
static bool report_shorthand(const scenario_reader *r, node *value) {
    const bool is_text = value->kind == NODE_SCALAR && !value->bad;
    if (is_text && wits_find_state(r->file->brain_file->brain, value->text) != WITS_NONE) {
        wits_file_report_node(r->file, value, MESSAGE_EXPECT_STATE, (message_words){{value->text}}, NULL);
    } else if (is_text && strpbrk(value->text, "<>=") != NULL) {
        wits_file_report_node(r->file, value, MESSAGE_EXPECT_CONDITION, (message_words){{value->text}}, NULL);
    }
    return value->bad;
}

/// Explains fields among the keys, and `calls: strike, mend`, where YAML takes `mend` as a key.
static void report_names(const scenario_reader *r, node *mapping) {
    const wits_brain *brain = r->file->brain_file->brain;
    for (node *key = mapping->kind == NODE_MAPPING ? mapping->first : NULL; key != NULL; key = key->next->next) {
        const bool is_own = key->bad || wits_file_keys_has(&wits_file_expect_keys, key->text);
        const bool is_scalar = key->next->kind == NODE_SCALAR;
        if (!is_own && wits_file_scenario_field(r, key->text) != WITS_NONE) {
            const char *wanted = is_scalar ? key->next->text : "...";
            const size_t sign = strspn(wanted, "<>=!");
            const char *compared = sign > 0 ? wits_file_scenario_copy(r, wanted, sign) : "==";
            message_words words = {{key->text, key->text, compared, skip_blanks(wanted + sign)}};
            wits_file_report_node(r->file, key, MESSAGE_EXPECT_FIELD, words, NULL);
        } else if (!is_own && key != mapping->first && is_scalar && wits_file_node_is_empty(key->next) &&
                   (wits_find_state(brain, key->text) != WITS_NONE ||
                    wits_file_scenario_function(r, wits_file_scenario_copy(r, key->text, strcspn(key->text, " ("))) !=
                        WITS_NONE)) {
            wits_file_report_node(r->file, key, MESSAGE_EXPECT_COMMA, (message_words){{key->text}}, NULL);
        }
    }
}

/// Reads the value of `expect` or `never`. Returns null if there is nothing valid in it.
const wits_expected *wits_file_read_expectations(const scenario_reader *r, node *value, uint32_t *count) {
    static const char wanted[] = "a mapping, such as {active: STATE, calls: ACTION}";
    key_values found;
    *count = 0;
    if (value == NULL || report_shorthand(r, value)) {
        return NULL;
    }
    report_names(r, value);
    wits_file_keys_read(r->file, &wits_file_expect_keys, value, wanted, false, &found);
    node *target = found.values[EXPECT_KEY_TARGET];
    const bool has_targets =
        target != NULL && wits_file_is_section(r->file, target, NODE_MAPPING, "targets, such as {attack: 7}");
    const size_t most = (size_t)items_in(found.values[EXPECT_KEY_ACTIVE]) + items_in(found.values[EXPECT_KEY_CALLS]) +
                        items_in(found.values[EXPECT_KEY_HOLDS]) + (has_targets ? target->count / 2 : 0);
    wits_expected *list = wits_file_arena_take(&r->file->memory, (most + 1) * sizeof *list);
    if (list == NULL) {
        return NULL;
    }
    if (most == 0 && value->kind == NODE_MAPPING && !wits_file_keys_are_misspelt(value)) {
        wits_file_report_node(r->file, value, MESSAGE_EXPECT_NOTHING, (message_words){{NULL}}, NULL);
    }
    read_each(r, found.values[EXPECT_KEY_ACTIVE], read_active, list, count);
    read_each(r, found.values[EXPECT_KEY_CALLS], read_call, list, count);
    read_each(r, found.values[EXPECT_KEY_HOLDS], read_condition, list, count);
    if (has_targets) {
        FOR_EACH_PAIR(key, target) {
            list[*count] = (wits_expected){.written = ""};
            *count += read_option_target(r, key, &list[*count]);
        }
    }
    return list;
}
