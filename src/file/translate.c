// SPDX-License-Identifier: MIT
// Maps rows and members of tables back to lines and columns, and so the core's problems to the file's.
#include <string.h>

#include "expr/characters.h"
#include "expr/expr.h"
#include "file/loader.h"
#include "vm/brain.h"

/// A node of the file and how far into its text.
typedef struct spot {
    node *at;  ///< null if there is none
    uint32_t offset;
    bool is_member;  ///< false: just its row
} spot;

/// Returns the key of a table's member, if their names differ.
static const char *key_of_member(const char *member) {
    static const struct {
        const char *member;
        const char *key;
    } names[] = {{"run", "do"},
                 {"score_best", "score"},
                 {"restart", "with"},
                 {"step", "steps"},
                 {"default_option", "default"},
#define MEMBER_OF_SELECT(rule, key, form, member, ...) {#member, "select"},
                 SELECT_NUMBER_LIST(MEMBER_OF_SELECT)
#undef MEMBER_OF_SELECT
    };
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].member, member) == 0) {
            return names[i].key;
        }
    }
    return member;
}

static spot member_spot(node *row, node *mapping, const char *member, uint32_t offset) {
    node *value = member != NULL ? wits_file_keys_find(mapping, key_of_member(member)) : NULL;
    if (value == NULL) {
        return (spot){row, 0, false};
    }
    node *text = value->bad ? value : wits_file_actions_item(value, &offset);
    return (spot){text, offset, true};
}

static spot rule_spot(const rule_source *rules, uint32_t count, uint32_t row, const char *member, uint32_t offset) {
    return row < count ? member_spot(rules[row].mapping, rules[row].mapping, member, offset) : (spot){.at = NULL};
}

/// Returns the key of a part of a score for a member; PART_KEY_COUNT if it is something else.
static uint32_t part_key_of(const consideration_source *source, const char *member) {
    bool is_range = strcmp(member, "low") == 0 || strcmp(member, "high") == 0;
    const char *name = is_range ? "range" : strcmp(member, "curves") == 0 ? "curve" : member;
    if (strcmp(member, "group") == 0) {
        return source->kind;
    }
    uint32_t key = 0;
    while (key < PART_KEY_COUNT && strcmp(wits_file_part_keys.names[key], name) != 0) {
        key++;
    }
    return key <= PART_KEY_GATE ? key : PART_KEY_COUNT;
}

/// `offset` is that of an expression, or the number of the curve that the member belongs to.
static spot consideration_spot(const wits_file *file, uint32_t row, const char *member, uint32_t offset) {
    if (row >= file->desc.consideration_count) {
        return (spot){.at = NULL};
    }
    const consideration_source *source = &file->considerations[row];
    uint32_t key = member != NULL ? part_key_of(source, member) : PART_KEY_COUNT;
    node *curve = source->found->values[PART_KEY_CURVE];
    if (key == PART_KEY_COUNT && curve != NULL && member != NULL && strcmp(member, "depth") != 0) {
        return (spot){curve->bad ? curve : wits_file_curve_member(curve, offset, member), 0, true};
    }
    if (key == PART_KEY_COUNT || source->found->values[key] == NULL) {
        return (spot){source->mapping, 0, false};
    }
    if (key == source->kind && key > PART_KEY_GATE) {
        return (spot){source->found->keys[key], 0, true};
    }
    node *value = source->found->values[key];
    if (key == PART_KEY_RANGE) {
        bool is_pair = !value->bad && value->kind == NODE_LIST && value->count == 2;
        node *low = is_pair ? value->first : value;
        return (spot){is_pair && strcmp(member, "high") == 0 ? low->next : low, 0, true};
    }
    bool is_text = key == PART_KEY_INPUT || key == PART_KEY_GATE;
    return (spot){value, is_text ? offset : 0, true};
}

/// A field's values have no members of their own: uses the last value of the list with the name, because the first one
/// is correct.
static spot field_spot(const wits_file *file, uint32_t row, const char *member, const char *name) {
    if (row >= file->desc.field_count) {
        return (spot){.at = NULL};
    }
    node *key = file->fields[row];
    node *value = key->next;
    node *type = value->kind == NODE_MAPPING ? wits_file_keys_find(value, "type") : value;
    if (type != NULL && type->kind == NODE_LIST && name[0] != '\0' && !wits_file_node_is(key, name)) {
        node *found = NULL;
        for (node *item = type->first; item != NULL; item = item->next) {
            found = wits_file_node_is(item, name) ? item : found;
        }
        if (found != NULL) {
            return (spot){found, 0, true};
        }
    }
    if (member != NULL && strcmp(member, "name") != 0) {
        node *initial = value->kind == NODE_MAPPING && strcmp(member, "initial") == 0
                            ? wits_file_keys_find(value, "initial")
                            : type;
        return (spot){initial != NULL ? initial : value, 0, true};
    }
    return (spot){key, 0, false};
}

/// Locates a kind of targets: `value` is one of its fields, or a value of the enum of the field `name`.
static spot target_spot(const wits_file *file, uint32_t row, const char *name, const char *value) {
    const target_source *source = &file->targets[row];
    for (uint32_t i = 0; i < file->target_rows[row].field_count; i++) {
        node *key = source->fields[i];
        node *type = key->next->kind == NODE_MAPPING ? wits_file_keys_find(key->next, "type") : key->next;
        if (wits_file_node_is(key, value)) {
            return (spot){key, 0, false};
        }
        if (!wits_file_node_is(key, name) || type == NULL) {
            continue;
        }
        node *found = type;
        for (node *item = type->first; item != NULL; item = item->next) {
            found = wits_file_node_is(item, value) ? item : found;
        }
        return (spot){found, 0, true};
    }
    return (spot){source->key, 0, false};
}

/// `whose` is the name that the problem is reported for, `name` the invalid name there, if known, or "".
static spot find_spot(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                      const char *whose, const char *name) {
    switch (table) {
    case WITS_TABLE_STATES:
        if (row < file->state_count) {
            return member_spot(file->states[row].key, file->states[row].mapping, member, offset);
        }
        break;
    case WITS_TABLE_TRANSITIONS:
        return rule_spot(file->transitions, file->desc.transition_count, row, member, offset);
    case WITS_TABLE_STEPS:
        return rule_spot(file->steps, file->desc.step_count, row, member, offset);
    case WITS_TABLE_INITIALS:
        return rule_spot(file->initials, file->desc.initial_count, row, member, offset);
    case WITS_TABLE_EVENTS:
        return (spot){row < file->desc.event_count ? file->events[row] : NULL, 0, false};
    case WITS_TABLE_FIELDS:
        return field_spot(file, row, member, name);
    case WITS_TABLE_TARGETS:
        if (row < file->desc.target_count) {
            return target_spot(file, row, whose, name);
        }
        break;
    case WITS_TABLE_BRAIN:
        for (uint32_t i = 0; i < FILE_KEY_COUNT && member != NULL; i++) {
            bool is_context = i == FILE_KEY_CONTEXT && strcmp(member, "fields") == 0;
            if (file->sections.keys[i] != NULL && (is_context || strcmp(wits_file_keys.names[i], member) == 0)) {
                return (spot){file->sections.keys[i], 0, true};
            }
        }
        return (spot){file->sections.keys[FILE_KEY_ROOT], 0, false};
    case WITS_TABLE_RENAMES:
        if (row < file->rename_count) {
            const bool is_new = member != NULL && strcmp(member, "to") == 0;
            return (spot){is_new ? file->renames[row]->next : file->renames[row], 0, false};
        }
        break;
    case WITS_TABLE_CONSIDERATIONS:
        return consideration_spot(file, row, member, offset);
    default:
        break;
    }
    return (spot){.at = NULL};
}

static position spot_position(spot from) {
    bool is_text = from.is_member && from.at->kind == NODE_SCALAR;
    return is_text ? wits_file_source_position(from.at, from.offset) : wits_file_node_position(from.at);
}

/// Returns the position in the text as used: where a name was replaced, the position of the name. The text may be in a
/// part.
static position use_position(spot from) {
    position at = spot_position(from);
    while (at.from != NULL && at.from != from.at->origin && at.from->used_at != NULL) {
        at = wits_file_source_position(at.from->used_at, at.from->used_offset);
    }
    return at;
}

static position position_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member,
                                uint32_t offset) {
    if (table == WITS_TABLE_FUNCTIONS) {
        return row < file->desc.function_count ? file->functions[row].at : (position){.line = 0};
    }
    spot from = find_spot(file, table, row, member, offset, "", "");
    from.offset -= from.at != NULL && from.at->wrapped && from.offset > 0;
    return from.at != NULL ? use_position(from) : (position){.line = 0};
}

void wits_file_find(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                    uint32_t *line, uint32_t *column) {
    position at = file != NULL ? position_of_row(file, table, row, member, offset) : (position){.line = 0};
    *line = at.line;
    *column = at.column;
}

wits_file_place wits_file_where(const wits_file *file, wits_table table, uint32_t row, const char *member,
                                uint32_t offset) {
    return wits_file_place_of(file,
                              file != NULL ? position_of_row(file, table, row, member, offset) : (position){.line = 0});
}

wits_file_place wits_file_place_of(const wits_file *file, position at) {
    wits_file_place found = {.name = wits_file_name(file), .line = at.line, .column = at.column};
    if (at.from != NULL) {
        found.name = at.from->source->name;
    }
    while (at.from != NULL && at.from->used_at != NULL) {  // out to the use in the brain itself
        at = wits_file_source_position(at.from->used_at, at.from->used_offset);
        found.used_name = at.from->source->name;
        found.used_line = at.line;
        found.used_column = at.column;
    }
    return found;
}

// ------------------------------------------------------------------------------------------------ the core's problems

/// Returns whether a text contains a name.
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *found = strstr(text, word); found != NULL && length > 0; found = strstr(found + 1, word)) {
        bool begins = found == text || !wits_file_text_is_name((const char[]){found[-1], '\0'});
        bool ends = !wits_file_text_is_name((const char[]){'a', found[length], '\0'}) || found[length] == '\0';
        if (begins && ends) {
            return true;
        }
    }
    return false;
}

static bool has_bad_name(const wits_file *file, const char *text) {
    for (uint32_t i = 0; i < file->bad_name_count; i++) {
        if (has_word(text, file->bad_names[i])) {
            return true;
        }
    }
    return false;
}

static bool has_target(const wits_file *file, const char *text) {
    for (uint32_t i = 0; i < file->desc.target_count; i++) {
        if (has_word(text, file->target_rows[i].name)) {
            return true;
        }
    }
    return false;
}

static bool kind_is_known(const wits_file *file, uint32_t row) {
    const state_source *state = &file->states[row];
    return state->kind_is_known && file->states[state->parent].kind_is_known;
}

/// Returns whether an unknown kind of state may cause the problem.
static bool depends_on_kind(const wits_file *file, const wits_problem *problem) {
    switch (problem->table) {
    case WITS_TABLE_STATES:
        return ((problem->code >= WITS_PROBLEM_COMPOSITE_EMPTY && problem->code <= WITS_PROBLEM_SELECT_OFF_UTILITY) ||
                (problem->code >= WITS_PROBLEM_RANK_ON_ROOT && problem->code <= WITS_PROBLEM_DEFAULT_OFF_UTILITY)) &&
               !kind_is_known(file, problem->row);
    case WITS_TABLE_TRANSITIONS:
        return (problem->code == WITS_PROBLEM_RESTART_ON_LEAF || problem->code == WITS_PROBLEM_NO_DOMAIN) &&
               !(kind_is_known(file, file->transition_rows[problem->row].from) &&
                 kind_is_known(file, file->transition_rows[problem->row].to));
    case WITS_TABLE_INITIALS:
        return problem->code == WITS_PROBLEM_INITIAL_RULES_OFF_FSM &&
               !kind_is_known(file, file->initial_rows[problem->row].of);
    default:
        return false;
    }
}

/// Returns whether a problem may be a consequence of one that was reported already.
static bool is_consequence(const wits_file *file, const wits_problem *problem, const node *at) {
    switch (problem->code) {
    case WITS_PROBLEM_EXPRESSION:
    case WITS_PROBLEM_FIELD_UNKNOWN:
    case WITS_PROBLEM_FUNCTION_UNKNOWN:
    case WITS_PROBLEM_FUNCTION_WRONG_KIND:
    case WITS_PROBLEM_EVENT_UNKNOWN:
        return file->bad_section || has_bad_name(file, at->text) ||
               (file->missing_states && has_word(at->text, "in")) || (file->bad_target && has_target(file, at->text));
    case WITS_PROBLEM_COMPOSITE_EMPTY:
        return !kind_is_known(file, problem->row) || file->missing_states;
    case WITS_PROBLEM_STEP_EMPTY:
        return at->count > 0;  // then its members are invalid
    case WITS_PROBLEM_SCORE_MISSING:
        return file->states[problem->row].found->values[STATE_KEY_SCORE] != NULL || !kind_is_known(file, problem->row);
    case WITS_PROBLEM_CONSIDERATION_KIND:
    case WITS_PROBLEM_CONSIDERATION_OFF_UTILITY:
    case WITS_PROBLEM_INPUT_MISSING:
        return true;  // the file's own message has reported it
    case WITS_PROBLEM_GROUPS_TOO_DEEP:
        return file->consideration_rows[problem->row].depth > WITS_MAX_GROUPS;  // the group around it is too deep
    default:
        return depends_on_kind(file, problem);
    }
}

/// Returns whether the problem is the state of `in(STATE)`.
static bool is_state_asked(const wits_problem *problem, spot from) {
    const char *text = from.at->text;
    uint32_t before = from.offset;
    if (problem->code != WITS_PROBLEM_EXPRESSION || before + problem->length > from.at->length) {
        return false;
    }
    for (uint32_t i = 0; i < 2; i++) {  // before the name, and before its parenthesis
        while (before > 0 && strchr(" \t\r\n", text[before - 1]) != NULL) {
            before--;
        }
        before -= i == 0 && before > 0 && text[before - 1] == '(';
    }
    return before >= 2 && memcmp(text + before - 2, "in", 2) == 0;
}

/// Reports the state of `in(STATE)` as any other. Returns false if it is not the problem.
static bool report_state(wits_file *file, const wits_problem *problem, spot from) {
    const bool is_asked = is_state_asked(problem, from) && problem->length > 0;
    node *name = is_asked ? wits_file_node_piece(file, from.at, from.offset, problem->length) : NULL;
    if (name != NULL) {
        wits_file_destinations_resolve(file, WITS_ROOT, true, name);
    }
    return name != NULL && name->bad;
}

/// The core finds similar fields, values and functions in expressions; the others are found here.
static const char *nearest_to(wits_file *file, const wits_problem *problem, spot from) {
    nearest_name nearest = wits_file_nearest_begin(file, problem->value);
    uint32_t events = problem->code == WITS_PROBLEM_EVENT_UNKNOWN ? file->desc.event_count : 0;
    uint32_t functions = problem->code == WITS_PROBLEM_FUNCTION_UNKNOWN ? file->desc.function_count : 0;
    uint32_t fields = problem->code == WITS_PROBLEM_FIELD_UNKNOWN ? file->desc.field_count : 0;
    for (uint32_t i = 0; i < events; i++) {
        wits_file_nearest_offer(&nearest, file->event_rows[i]);
    }
    for (uint32_t i = 0; i < functions; i++) {
        wits_file_nearest_offer(&nearest, file->functions[i].name);
    }
    for (uint32_t i = 0; i < fields; i++) {
        wits_file_nearest_offer(&nearest, file->field_rows[i].name);
    }
    const position at = spot_position(from);
    const char *parameter =
        fields > 0 && at.from != NULL ? wits_file_nearest_definition(&nearest, at.from, 1u << DEFINED_FIELD) : NULL;
    return parameter != NULL ? parameter : nearest.best;
}

static void offer_fields(const wits_file *file, nearest_name *nearest) {
    for (uint32_t row = 0; row < file->desc.field_count; row++) {
        const wits_field_desc *field = &file->field_rows[row];
        wits_file_nearest_offer(nearest, field->name);
        for (uint32_t i = 0; i < field->value_count; i++) {
            wits_file_nearest_offer(nearest, field->values[i]);
        }
    }
}

/// The definition that a misspelt name in an expression was meant to be, if the core, which does not know definitions,
/// has no nearer suggestion.
static const char *definition_meant(wits_file *file, const wits_problem *problem, spot from) {
    const bool is_inside = from.offset + problem->length <= from.at->length;
    if (problem->code != WITS_PROBLEM_EXPRESSION || !is_inside) {
        return NULL;
    }
    const char *text = from.at->text + from.offset;
    const char *behind = text + problem->length + strspn(text + problem->length, " \t\r\n");
    const char *name = wits_file_arena_copy(&file->memory, text, problem->length);
    if (!wits_file_text_is_name(name) || *behind == '(') {
        return NULL;
    }
    const bool is_score = problem->member != NULL && strcmp(problem->member, "score") == 0;
    const bool is_all = is_score && problem->length == from.at->length;
    nearest_name nearest = wits_file_nearest_begin(file, name);
    offer_fields(file, &nearest);
    for (uint32_t i = 0; wits_expr_reserved_name(i) != NULL; i++) {
        const char *word = wits_expr_reserved_name(i);
        wits_file_nearest_offer(&nearest, wits_expr_is_function(word, (uint32_t)strlen(word)) ? "" : word);
    }
    for (uint32_t i = 0; i < file->desc.function_count; i++) {
        wits_file_nearest_offer(&nearest, file->functions[i].name);
    }
    const uint32_t kinds = 1u << DEFINED_CONSTANT | 1u << DEFINED_CONDITION | 1u << DEFINED_SCORE |
                           1u << DEFINED_FIELD | (is_all ? 1u << DEFINED_CONSIDERATION : 0);
    const position at = spot_position(from);
    return at.from != NULL ? wits_file_nearest_definition(&nearest, at.from, kinds) : NULL;
}

/// Returns the first knot out of order, if that is the problem; else the given node.
static node *falling_knot(const wits_file *file, const wits_problem *problem, node *at) {
    const wits_curve *curve = &file->consideration_rows[problem->row].curves[problem->offset];
    node *knot = at->kind == NODE_LIST && curve->knot_count <= WITS_MAX_KNOTS ? at->first : NULL;
    for (uint32_t i = 1; i < curve->knot_count && knot != NULL; i++) {
        knot = knot->next;
        if (curve->knots[i].x < curve->knots[i - 1].x) {
            return knot;
        }
    }
    return at;
}

/// Joins a curve's member and its problem, as in "k must be at most 88", which the core reports separately.
static const char *curve_problem_text(wits_file *file, const wits_problem *problem) {
    size_t member = strlen(problem->member), why = strlen(problem->value);
    char *text = wits_file_arena_take(&file->memory, member + why + 2);
    if (text == NULL) {
        return "";
    }
    memcpy(text, problem->member, member);
    text[member] = ' ';
    memcpy(text + member + 1, problem->value, why);
    return text;
}

void wits_file_report_name(wits_file *file, position at, const char *name) {
    size_t length = strlen(name);
    if (strstr(name, " //") != NULL) {
        wits_file_report(file, at, MESSAGE_COMMENT, (message_words){{"//"}}, NULL);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (wits_file_is_other_space(name + i)) {
            wits_file_report(file, at, MESSAGE_NAME_BLANK, (message_words){{NULL}}, NULL);
            return;
        }
    }
    char *plain = wits_file_arena_take(&file->memory, length + 2);
    if (plain == NULL) {
        return;
    }
    size_t end = 0;
    if (name[0] >= '0' && name[0] <= '9') {
        plain[end++] = '_';
    }
    for (size_t i = 0; i < length; i++) {
        bool is_plain = wits_file_text_is_name((const char[]){'a', name[i], '\0'});
        plain[end++] = is_plain ? name[i] : '_';
        if ((uint8_t)name[i] >= 0x80 || (!is_plain && strchr(" -.", name[i]) == NULL)) {
            wits_file_report_core(file, at, WITS_PROBLEM_NAME_INVALID, name, NULL);
            return;
        }
    }
    wits_file_report_core(file, at, WITS_PROBLEM_NAME_INVALID, name, plain);
}

/// Returns whether an unknown event is really a field, a condition or an unlisted event, and reports that.
static bool report_event(wits_file *file, position at, const char *name) {
    bool is_field = false;
    for (uint32_t row = 0; row < file->desc.field_count; row++) {
        is_field = is_field || strcmp(file->field_rows[row].name, name) == 0;
    }
    const uint32_t first = name_span(name, SIZE_MAX);
    const bool is_joined = first > 0 && wits_file_has_event(file, wits_file_arena_copy(&file->memory, name, first)) &&
                           strncmp(name + first, " and ", 5) == 0;
    if (is_joined) {
        const char *event = wits_file_arena_copy(&file->memory, name, first);
        wits_file_report(file, at, MESSAGE_EVENT_JOINED, (message_words){{event, name + first + 5}}, NULL);
    } else if (is_field || strpbrk(name, "<>=!()&|") != NULL) {
        wits_file_report(file, at, MESSAGE_EVENT_IS_CONDITION, (message_words){{name, name}}, NULL);
    } else if (wits_file_text_is_name(name)) {
        const char *others = file->desc.event_count > 0 ? "..., " : "";
        wits_file_report(file, at, MESSAGE_EVENT_UNLISTED, (message_words){{name, others, name}}, NULL);
    } else {
        return false;
    }
    return true;
}

/// Reports a function of another kind than its place needs. Returns false if that is not the problem.
static bool report_kind(wits_file *file, const wits_problem *problem, position at) {
    static const char *const conditions[] = {"when", "gate", "done"}, *const scores[] = {"score", "input", "rank"};
    const char *kind = NULL;
    for (uint32_t i = 0; i < file->desc.function_count; i++) {
        const wits_function *one = &file->desc.functions[i];
        if (strcmp(one->name, problem->value) == 0) {
            kind = one->condition != NULL ? "a condition"
                   : one->score != NULL   ? "a score"
                   : one->action != NULL  ? "an action"
                                          : NULL;
        }
    }
    if (problem->code != WITS_PROBLEM_FUNCTION_WRONG_KIND || problem->member == NULL || kind == NULL) {
        return false;
    }
    const char *wanted = "an action";
    for (uint32_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        wanted = strcmp(problem->member, conditions[i]) == 0 ? "a condition"
                 : strcmp(problem->member, scores[i]) == 0   ? "a score"
                                                             : wanted;
    }
    wits_file_report(file, at, MESSAGE_FUNCTION_KIND, (message_words){{problem->value, kind, wanted}}, NULL);
    return true;
}

static void translate(wits_file *file, const wits_problem *problem) {
    if (problem->table == WITS_TABLE_FUNCTIONS) {
        bool known = problem->row < file->desc.function_count;
        position at = known ? file->functions[problem->row].at : wits_file_node_position(file->tree);
        wits_file_report_core(file, at, problem->code, problem->value, NULL);
        return;
    }
    const char *whose = problem->name != NULL ? problem->name : "";
    spot from = find_spot(file, problem->table, problem->row, problem->member, problem->offset, whose, problem->value);
    from.at = from.at != NULL ? from.at : file->tree;
    if (from.at->bad || is_consequence(file, problem, from.at)) {
        return;
    }
    from.offset -= from.at->wrapped && from.offset > 0;
    if (report_state(file, problem, from)) {
        return;
    }
    if (problem->code == WITS_PROBLEM_CURVE_INVALID) {
        from.at = falling_knot(file, problem, from.at);
    }
    bool is_curve = problem->code == WITS_PROBLEM_CURVE_INVALID;
    const char *value = is_curve ? curve_problem_text(file, problem) : problem->value;
    const char *nearest = nearest_to(file, problem, from);
    const char *definition = definition_meant(file, problem, from);
    position at = spot_position(from);
    bool is_event = problem->code == WITS_PROBLEM_EVENT_UNKNOWN && nearest == NULL;
    bool is_field = problem->code == WITS_PROBLEM_FIELD_UNKNOWN && nearest == NULL &&
                    !wits_expr_is_reserved(value, (uint32_t)strlen(value));
    bool is_function = problem->code == WITS_PROBLEM_FUNCTION_UNKNOWN && nearest == NULL;
    if (report_kind(file, problem, at)) {
        return;
    }
    if (definition != NULL) {
        const char *what = wits_file_arena_copy(&file->memory, value, strcspn(value, ";"));  // without its suggestion
        wits_file_report_core(file, at, problem->code, what, definition);
    } else if (is_field) {
        wits_file_report(file, at, MESSAGE_FIELD_UNLISTED, (message_words){{value}}, NULL);
    } else if (is_function) {
        wits_file_report(file, at, MESSAGE_FUNCTION_UNLISTED, (message_words){{value}}, NULL);
    } else if (problem->code == WITS_PROBLEM_NAME_INVALID) {
        wits_file_report_name(file, at, value);
    } else if (!is_event || !report_event(file, at, value)) {
        wits_file_report_core(file, at, problem->code, value, nearest);
    }
}

void wits_file_compile(wits_file *file) {
    wits_report report = {.problems = NULL};
    if (file->unfinished || file->memory.failed) {
        return;
    }
    const state_index index = wits_file_destinations_state_index(file);
    size_t size = wits_vm_brain_size(&file->desc, &index, &report);
    if (report.count == 0) {
        void *memory = file->found_count == 0 ? wits_file_arena_take(&file->memory, size) : NULL;
        file->brain = memory != NULL ? wits_vm_brain_compile(&file->desc, &index, memory, size) : NULL;
        return;
    }
    uint32_t kept = report.count < WITS_FILE_MAX_PROBLEMS ? report.count : WITS_FILE_MAX_PROBLEMS;
    report = (wits_report){.problems = wits_file_arena_take(&file->memory, kept * sizeof *report.problems),
                           .capacity = kept};
    if (report.problems == NULL) {
        return;
    }
    wits_vm_brain_size(&file->desc, &index, &report);
    for (uint32_t i = 0; i < kept; i++) {
        translate(file, &report.problems[i]);
    }
    file->problems_dropped += report.count - kept;
}
