// SPDX-License-Identifier: MIT
// The texts of a description: conditions, scores and actions. A condition or score is the name of a function or an
// expression; an action text is one or more actions separated by ';'.
#ifndef WITS_CORE_TEXTS_H
#define WITS_CORE_TEXTS_H

#include "core/compile/tables.h"
#include "expr/expr.h"

typedef enum action_kind {
    ACTION_END,
    ACTION_CALL,    ///< `name`, `name()` or `name(operand)`; `whole` is the expression
    ACTION_RAISE,   ///< `raise name`
    ACTION_ASSIGN,  ///< `name = operand`
    ACTION_MALFORMED,
} action_kind;

/// A part of a text.
typedef struct text_span {
    const char *start;
    uint32_t length;
} text_span;

typedef struct action_word {
    action_kind kind;
    text_span whole;
    text_span name;
    text_span operand;  ///< arguments of a call, empty if there are none
} action_word;

/// Takes the next action off `*text`.
action_word wits_core_action_word_next(const char **text);

typedef enum text_kind { TEXT_CONDITION, TEXT_SCORE, TEXT_INT, TEXT_GATE, TEXT_INPUT, TEXT_ACTIONS } text_kind;

/// A text of a description, and its position.
typedef struct desc_text {
    text_kind kind;
    uint32_t from;  ///< the state relative to which destinations are named; with `any` of a composite, its children
    const char *text;
    const char *member;
    const expr_response *response;  ///< for TEXT_INPUT
    bool any;
    bool asks_done;  ///< `done` in it queries its source
} desc_text;

enum { MAX_ROW_TEXTS = 8, MAX_CONSIDERATION_TEXTS = 2 };

/// The texts of a row, in declared order: score, rank, enter, exit, update, decide, retarget, done; when, run; when;
/// gate or input. Null texts are left out.
uint32_t wits_core_desc_state_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]);
uint32_t wits_core_desc_transition_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]);
uint32_t wits_core_desc_step_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]);
uint32_t wits_core_desc_initial_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]);
/// `response` receives that of an input, and must live as long as the texts.
uint32_t wits_core_desc_consideration_texts(const wits_desc *desc, uint32_t row, expr_response *response,
                                            desc_text texts[MAX_CONSIDERATION_TEXTS]);

/// Meaning of names in an expression, which depends on its position.
typedef struct text_scope {
    const wits_desc *desc;
    const state_index *index;
    uint32_t from;
    bool any;
    bool asks_done;
    bool is_anywhere;  ///< `in(...)`, `done` and targets are valid regardless of the position
    char *block;       ///< the brain being compiled; null: none
    uint32_t text_at;  ///< position of the next argument's text
} text_scope;

static inline text_scope text_scope_of(const wits_desc *desc, const state_index *index, const desc_text *text) {
    return (text_scope){
        .desc = desc, .index = index, .from = text->from, .any = text->any, .asks_done = text->asks_done};
}

/// The maximum bytes of the argument texts of an expression, each with its final zero; in an action's call, numbers
/// have texts, too.
uint32_t wits_core_text_room(text_span span, bool is_action);

/// The enum names that parameter number % 4 of function number / 4 declares.
expr_list wits_core_parameter_list(const wits_desc *desc, uint32_t number);
/// Returns the names of an enum, by its number in expressions: of fields, then of parameters, then of fields of
/// targets.
expr_list wits_core_desc_list(const wits_desc *desc, uint32_t number);
expr_scope wits_core_text_expr_scope(text_scope *scope, uint32_t first_place);

/// The function that a condition or score consists of; WITS_NONE if it is an expression. `*unknown`: a lone name that
/// is not a function, a field or a keyword of expressions.
uint32_t wits_core_text_function(const wits_desc *desc, text_span span, bool *unknown);
text_span wits_core_text_trim(const char *text);
/// Bytes of the name that a text begins with; 0 if with none.
uint32_t wits_core_text_name_length(text_span span);

/// Resolves a destination (brain-files.md, "Destinations"): a child of the source's parent (for an `any` transition: of
/// the composite), a child of the root, a unique name anywhere; with '/' a path from the root. WITS_NONE if there is
/// none; `*ambiguous` if several.
uint32_t wits_core_desc_find_destination(const text_scope *scope, const char *name, uint32_t length, bool *ambiguous);

/// Returns the purpose of an expression that is not an action. Valid as long as the text.
expr_want wits_core_text_want(const desc_text *text);
/// Returns the text to compile for an input or a gate: for a lone host function its call, written into `room`.
text_span wits_core_text_input(const wits_desc *desc, text_span span, char room[WITS_MAX_NAME + 2]);
/// The type in expressions of a field's value.
expr_want wits_core_text_want_field(const wits_desc *desc, uint32_t field);
/// Compiles only the header of a text's program; returns false with the problem.
bool wits_core_text_measure(text_scope *scope, text_span span, expr_want want, expr_program *header,
                            expr_problem *problem);

#endif
