// SPDX-License-Identifier: MIT
// Compiles conditions, scores and actions to function numbers, programs and rows of tables.
#include "core/compile/compile.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ counting

typedef struct text_counts {
    uint64_t words;  ///< words of the action table
    uint64_t assignments;
    uint64_t calls;  ///< actions with arguments
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
            counts->words++;
            counts->assignments += word.kind == ACTION_ASSIGN;
            counts->calls += word.kind == ACTION_CALL && word.operand.length != 0;
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
    return counts.words * sizeof(uint32_t) + counts.assignments * sizeof(assignment) + counts.calls * sizeof(call_row);
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
    c->brain->calls = wits_core_block_append(c, (uint32_t)counts.calls, sizeof(call_row));
    c->action_count = 1;
}

// ------------------------------------------------------------------------------------------------------------ programs

/// Exactly the bytes that the texts of an expression's arguments take: equal brains have equal bytes, whatever blanks
/// and names their expressions are written with.
static uint32_t bytes_of_texts(const text_scope *scope, text_span span, expr_want want, expr_program *header) {
    enum { SOMEWHERE = 8 };  ///< text 0 is none
    text_scope counted = *scope;
    expr_problem wrong;
    counted.block = NULL;
    counted.text_at = SOMEWHERE;
    wits_core_text_measure(&counted, span, want, header, &wrong);
    return counted.text_at - SOMEWHERE;
}

function_ref wits_core_take_program(brain_compiler *c, const expr_program *program, bool is_action,
                                    clock_reading *clock) {
    const uint32_t until = wits_expr_elapsed_matters(program);
    clock->is_read |= (program->uses & EXPR_USES_ELAPSED) != 0;
    clock->until = until > clock->until ? until : clock->until;
    wits_core_note_program(c, program, is_action);
    return REF_PROGRAM | wits_core_block_append(c, 1, expr_program_size(program->count + program->bytecode));
}

/// Appends the program after the texts of its arguments, which are written directly to the end of the block:
/// bytes_needed has counted them. A validated expression compiles.
static uint32_t compile_program(brain_compiler *c, const desc_text *text, text_span span, expr_want want,
                                clock_reading *clock) {
    text_scope scope = text_scope_of(c->desc, c->index, text);
    const bool may_have_texts = wits_core_text_room(span, want.kind == EXPR_WANT_CALL) != 0;
    expr_program header;
    const uint32_t texts = may_have_texts ? bytes_of_texts(&scope, span, want, &header) : 0;
    scope.block = (char *)c->brain;
    scope.text_at = wits_core_block_append(c, texts, 1);
    expr_scope names = wits_core_text_expr_scope(&scope, c->place_count);
    expr_program *program = wits_core_block_at(c, (uint32_t)c->used);
    expr_problem wrong;
    size_t room = (c->size - c->used - sizeof *program) / sizeof(expr_instruction);
    bool compiled = wits_expr_compile(&names, span.start, span.length, want, program, (uint32_t)room, &wrong);
    WITS_ASSERT(compiled);
    (void)compiled;
    c->place_count += program->randoms;
    return wits_core_take_program(c, program, want.kind == EXPR_WANT_CALL, clock) & ~REF_PROGRAM;
}

static bool may_draw(text_span span) {
    static const char word[] = {'r', 'a', 'n', 'd', 'o', 'm'};
    bool may = false;
    for (uint32_t i = 0; i + sizeof word <= span.length; i++) {
        may |= memcmp(span.start + i, word, sizeof word) == 0;
    }
    return may;
}

uint32_t wits_core_place_text(brain_compiler *c, const desc_text *text) {
    char room[WITS_MAX_NAME + 2];
    const text_span span = wits_core_text_input(c->desc, wits_core_text_trim(text->text), room);
    text_scope scope = text_scope_of(c->desc, c->index, text);
    expr_program header = {.randoms = 0};
    uint32_t texts = 0;
    if (wits_core_text_room(span, false) != 0 || may_draw(span)) {
        texts = bytes_of_texts(&scope, span, wits_core_text_want(text), &header);
    }
    c->place_count += header.randoms;
    return wits_core_block_append(c, texts, 1);
}

uint8_t wits_core_append_text(brain_compiler *c, const desc_text *text, uint32_t place, uint32_t text_at,
                              expr_program *program, uint32_t capacity, uint32_t used[8]) {
    char room[WITS_MAX_NAME + 2];
    const text_span span = wits_core_text_input(c->desc, wits_core_text_trim(text->text), room);
    text_scope scope = text_scope_of(c->desc, c->index, text);
    scope.block = (char *)c->brain;
    scope.text_at = text_at;
    const expr_scope names = wits_core_text_expr_scope(&scope, place);
    return wits_expr_append(&names, span.start, span.length, wits_core_text_want(text), program, capacity, used);
}

function_ref wits_core_compile_condition(brain_compiler *c, const desc_text *text, clock_reading *clock) {
    bool unknown;
    text_span span = wits_core_text_trim(text->text);
    bool is_plain = text->kind == TEXT_CONDITION || text->kind == TEXT_SCORE;
    uint32_t function = is_plain ? wits_core_text_function(c->desc, span, &unknown) : WITS_NONE;
    if (function != WITS_NONE) {
        wits_core_note_call(c, function, NULL, 0);
        return function + 1;
    }
    size_t before = c->used;
    uint32_t offset = compile_program(c, text, span, wits_core_text_want(text), clock);
    const expr_program *program = wits_core_block_at(c, offset);
    uint32_t called = is_plain && program->count == 1 ? wits_expr_function_called(program, 0) : EXPR_NONE;
    if (called == EXPR_NONE) {
        return REF_PROGRAM | offset;
    }
    // An expression that only calls a host function is replaced by that function.
    memset(wits_core_block_at(c, (uint32_t)before), 0, c->used - before);
    c->used = before;
    return called + 1;
}

static uint32_t compile_assignment(brain_compiler *c, const desc_text *text, const action_word *word,
                                   clock_reading *clock) {
    uint32_t row = c->brain->assignment_count++;
    uint32_t field = wits_core_desc_find_field(c->desc, word->name.start, word->name.length);
    uint32_t program = compile_program(c, text, word->operand, wits_core_text_want_field(c->desc, field), clock);
    ((assignment *)wits_core_block_at(c, c->brain->assignments))[row] = (assignment){field, program};
    return WITS_LIST_ASSIGN + row;
}

/// A call of an action with arguments.
static uint32_t compile_call(brain_compiler *c, const desc_text *text, const action_word *word, clock_reading *clock) {
    const uint32_t row = c->brain->call_count++;
    const uint32_t program = compile_program(c, text, word->whole, (expr_want){.kind = EXPR_WANT_CALL}, clock);
    const expr_program *code = wits_core_block_at(c, program);
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t at = wits_expr_action_call(code);
    const uint32_t function = wits_expr_function_called(code, at);
    call_row call = {.program = program, .function = (uint16_t)function};
    call.count = (uint8_t)wits_expr_call_arguments(code, at, given);
    for (uint32_t i = 0; i < call.count; i++) {
        call.computed = (uint8_t)(call.computed + !given[i].is_constant);
    }
    c->brain->computes |= call.computed != 0;
    ((call_row *)wits_core_block_at(c, c->brain->calls))[row] = call;
    return function + (row + 1) * ACTION_ARGUMENT;
}

static uint32_t compile_action(brain_compiler *c, const desc_text *text, const action_word *word,
                               clock_reading *clock) {
    if (word->kind == ACTION_RAISE) {
        return WITS_LIST_RAISE + wits_core_desc_find_event(c->desc, word->name.start, word->name.length);
    }
    if (word->kind == ACTION_ASSIGN) {
        return compile_assignment(c, text, word, clock);
    }
    if (word->operand.length != 0) {
        return compile_call(c, text, word, clock);
    }
    uint32_t function = wits_core_desc_find_function(c->desc, word->name.start, word->name.length);
    wits_core_note_call(c, function, NULL, 0);
    wits_core_signature_of(c, function)->is_called_bare = true;
    return function;
}

action_index wits_core_compile_actions(brain_compiler *c, const desc_text *text, clock_reading *clock) {
    uint32_t *words = wits_core_block_at(c, c->brain->actions);
    uint32_t first = c->action_count;
    uint32_t count = 0;
    const char *rest = text->text;
    for (action_word word = wits_core_action_word_next(&rest); word.kind != ACTION_END;
         word = wits_core_action_word_next(&rest)) {
        count++;
        words[first + count] = compile_action(c, text, &word, clock);
    }
    if (count == 0) {
        return 0;
    }
    words[first] = count;
    c->action_count += 1 + count;
    return first;
}
