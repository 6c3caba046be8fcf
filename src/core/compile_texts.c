// SPDX-License-Identifier: MIT
// Conditions, scores and actions become function numbers, programs and rows of tables.
#include "core/compile.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ counting

typedef struct text_counts {
    uint64_t words;  ///< of the action table
    uint64_t assignments;
    uint64_t arguments;
    uint64_t argument_bytes;
} text_counts;

static void count_texts(const desc_text *texts, uint32_t count, text_counts *counts) {
    for (uint32_t i = 0; i < count; i++) {
        const char *rest = texts[i].text;
        if (texts[i].kind != TEXT_ACTIONS) {
            continue;
        }
        counts->words++;
        for (action_word word = wits_core_action_word_next(&rest); word.kind != ACTION_END;
             word = wits_core_action_word_next(&rest)) {
            bool has_argument = word.kind == ACTION_CALL && word.operand.length != 0;
            counts->words++;
            counts->assignments += word.kind == ACTION_ASSIGN;
            counts->arguments += has_argument;
            counts->argument_bytes += has_argument ? aligned(word.operand.length + 1) : 0;
        }
    }
}

uint64_t wits_core_texts_words(const desc_text *texts, uint32_t count) {
    text_counts counts = {0};
    count_texts(texts, count, &counts);
    return counts.words;
}

uint64_t wits_core_texts_bytes(const desc_text *texts, uint32_t count) {
    text_counts counts = {0};
    count_texts(texts, count, &counts);
    return counts.words * sizeof(uint32_t) + counts.assignments * sizeof(assignment) +
           counts.arguments * sizeof(argument_row) + counts.argument_bytes;
}

void wits_core_compile_text_tables(brain_compiler *c) {
    const wits_desc *d = c->desc;
    text_counts counts = {.words = 1};  // index 0 is "no actions"
    desc_text texts[MAX_ROW_TEXTS];
    for (uint32_t row = 0; row < d->state_count; row++) {
        count_texts(texts, wits_core_desc_state_texts(d, row, texts), &counts);
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        count_texts(texts, wits_core_desc_transition_texts(d, row, texts), &counts);
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        count_texts(texts, wits_core_desc_step_texts(d, row, texts), &counts);
    }
    c->brain->actions = wits_core_block_append(c, (uint32_t)counts.words, sizeof(uint32_t));
    c->brain->assignments = wits_core_block_append(c, (uint32_t)counts.assignments, sizeof(assignment));
    c->brain->arguments = wits_core_block_append(c, (uint32_t)counts.arguments, sizeof(argument_row));
    c->action_count = 1;
}

// ------------------------------------------------------------------------------------------------------------ programs

uint32_t wits_core_append_text(brain_compiler *c, const char *text, uint32_t length) {
    uint32_t offset = wits_core_block_append(c, length + 1, 1);
    memcpy(wits_core_block_at(c, offset), text, length);
    return offset;
}

/// Appends the program, written straight to where the block ends: bytes_needed has counted its bytes. An expression
/// that was checked compiles.
static uint32_t compile_program(brain_compiler *c, const desc_text *text, text_span span, expr_want want,
                                uint32_t *uses) {
    text_scope scope = text_scope_of(c->desc, c->index, text);
    expr_scope names = wits_core_text_expr_scope(&scope, c->place_count);
    expr_program *program = wits_core_block_at(c, (uint32_t)c->used);
    expr_problem wrong;
    size_t room = (c->size - c->used - sizeof *program) / sizeof(expr_instruction);
    bool compiled = wits_expr_compile(&names, span.start, span.length, want, program, (uint32_t)room, &wrong);
    WITS_ASSERT(compiled);
    (void)compiled;
    c->place_count += program->randoms;
    *uses |= program->uses;
    return wits_core_block_append(c, 1, expr_program_size(program->count + program->lean));
}

function_ref wits_core_compile_condition(brain_compiler *c, const desc_text *text, uint32_t *uses) {
    bool unknown;
    text_span span = wits_core_text_trim(text->text);
    bool is_plain = text->kind == TEXT_CONDITION || text->kind == TEXT_SCORE;
    uint32_t function = is_plain ? wits_core_text_function(c->desc, span, &unknown) : WITS_NONE;
    if (function != WITS_NONE) {
        return function + 1;
    }
    char room[WITS_MAX_NAME + 2];
    span = text->kind == TEXT_INPUT ? wits_core_text_input(c->desc, span, room) : span;
    size_t before = c->used;
    uint32_t offset = compile_program(c, text, span, wits_core_text_want(text), uses);
    const expr_program *program = wits_core_block_at(c, offset);
    uint32_t called = is_plain && program->count == 1 ? wits_expr_function_called(program, 0) : EXPR_NONE;
    if (called == EXPR_NONE) {
        return REF_PROGRAM | offset;
    }
    // An expression that only asks a host function is that function.
    memset(wits_core_block_at(c, (uint32_t)before), 0, c->used - before);
    c->used = before;
    return called + 1;
}

static uint32_t compile_assignment(brain_compiler *c, const desc_text *text, const action_word *word, uint32_t *uses) {
    uint32_t row = c->brain->assignment_count++;
    uint32_t field = wits_core_desc_find_field(c->desc, word->name.start, word->name.length);
    uint32_t program = compile_program(c, text, word->operand, wits_core_text_want_field(c->desc, field), uses);
    ((assignment *)wits_core_block_at(c, c->brain->assignments))[row] = (assignment){field, program};
    return WITS_LIST_ASSIGN + row;
}

static uint32_t compile_argument(brain_compiler *c, text_span span) {
    wits_argument argument;
    text_span inside;
    uint32_t row = c->brain->argument_count++;
    wits_core_text_argument(c->desc, span, &argument, &inside);
    ((argument_row *)wits_core_block_at(c, c->brain->arguments))[row] =
        (argument_row){.kind = (uint32_t)argument.kind,
                       .integer = argument.integer,
                       .number = argument.number,
                       .text = wits_core_append_text(c, inside.start, inside.length)};
    return (row + 1) * ACTION_ARGUMENT;
}

static uint32_t compile_action(brain_compiler *c, const desc_text *text, const action_word *word, uint32_t *uses) {
    if (word->kind == ACTION_RAISE) {
        return WITS_LIST_RAISE + wits_core_desc_find_event(c->desc, word->name.start, word->name.length);
    }
    if (word->kind == ACTION_ASSIGN) {
        return compile_assignment(c, text, word, uses);
    }
    uint32_t function = wits_core_desc_find_function(c->desc, word->name.start, word->name.length);
    return word->operand.length == 0 ? function : function + compile_argument(c, word->operand);
}

action_index wits_core_compile_actions(brain_compiler *c, const desc_text *text, uint32_t *uses) {
    uint32_t *words = wits_core_block_at(c, c->brain->actions);
    uint32_t first = c->action_count;
    uint32_t count = 0;
    const char *rest = text->text;
    for (action_word word = wits_core_action_word_next(&rest); word.kind != ACTION_END;
         word = wits_core_action_word_next(&rest)) {
        count++;
        words[first + count] = compile_action(c, text, &word, uses);
    }
    if (count == 0) {
        return 0;
    }
    words[first] = count;
    c->action_count += 1 + count;
    return first;
}
