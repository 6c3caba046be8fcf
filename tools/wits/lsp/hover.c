// SPDX-License-Identifier: MIT
// Hover: what a name, a key or a condition means, in Markdown.
#include "lsp/server.h"
#include "lsp/words.h"

#include "agent/agent_run.h"
#include "common/lookup.h"
#include "test/conditions.h"

#include <stdlib.h>
#include <string.h>

/// Writes code, which may have backquotes.
static void text_code(text *to, const char *code, size_t length) {
    const bool has_quote = memchr(code, '`', length) != NULL;
    text_add(to, has_quote ? "`` " : "`");
    for (size_t i = 0; i < length; i++) {
        text_add_bytes(to, code[i] == '\n' || code[i] == '\r' ? " " : &code[i], 1);
    }
    text_add(to, has_quote ? " ``" : "`");
}

/// Writes an SVG picture as an image.
static void text_image(text *to, const text *svg) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = (const unsigned char *)text_of(svg);
    text_add(to, "\n\n![](data:image/svg+xml;base64,");
    for (size_t i = 0; i < svg->length; i += 3) {
        const size_t left = svg->length - i;
        const uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        const char four[4] = {digits[group >> 18], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
                              left > 2 ? digits[group & 63] : '='};
        text_add_bytes(to, four, 4);
    }
    text_add(to, ")");
}

// --------------------------------------------------------------------------------------------------------------- names

static const names_symbol *symbol_at(const lsp_place *at, uint32_t symbol) {
    return names_symbol_at(at->index, symbol);
}

/// Writes the definition of a symbol, up to some lines.
static void text_definition(text *to, const lsp_place *at, const names_symbol *of) {
    enum { MOST_LINES = 8 };
    size_t length;
    if (of->definition == NAMES_NONE) {
        return;
    }
    const char *bytes = names_file_text(at->index, of->file, &length);
    size_t end = of->begin;
    for (int breaks = 0; end < of->end && end < length; end++) {
        breaks += bytes[end] == '\n';
        if (breaks == MOST_LINES) {
            break;
        }
    }
    size_t line = of->begin;
    while (line > 0 && bytes[line - 1] != '\n') {
        line--;
    }
    const bool is_alone = of->begin - line < 40 && strspn(bytes + line, " ") >= of->begin - line;
    text_add(to, "\n\n```yaml\n");
    text_add_bytes(to, bytes + (is_alone ? line : of->begin), end - (is_alone ? line : of->begin));
    text_add(to, end < of->end ? "...\n```" : "\n```");
}

/// Writes the states from which something leads to a state, or to which it leads.
static void text_leads(text *to, const lsp_place *at, uint32_t state) {
    text from = {0};
    uint32_t count = 0;
    for (uint32_t i = symbol_at(at, state)->first; i != NAMES_NONE; i = names_use_at(at->index, i)->next) {
        const names_use *one = names_use_at(at->index, i);
        if (one->role != NAMES_LEADS) {
            continue;
        }
        text path = {0};
        if (one->state != NAMES_NONE) {
            names_path(at->index, one->state, &path);
        }
        const bool is_root = one->state == NAMES_NONE || symbol_at(at, one->state)->kind == NAMES_BRAIN;
        if (strstr(text_of(&from), text_of(&path)) == NULL || is_root) {
            text_format(&from, "%s`%s`", from.length > 0 ? ", " : "", is_root ? "the root" : text_of(&path));
        }
        text_free(&path);
        count++;
    }
    if (count > 0) {
        text_format(to, "\n\n%u transition%s lead%s here, from %s.", (unsigned)count, count == 1 ? "" : "s",
                    count == 1 ? "s" : "", text_of(&from));
    } else {
        text_add(to, "\n\nNo transition leads here.");
    }
    text_free(&from);
}

/// Writes where the transitions of a state lead, and whether it can be reached.
static void text_row(text *to, const lsp_place *at, const char *path) {
    const wits_file *file = check_brain(at->of);
    const wits_desc *desc = wits_file_desc(file);
    const wits_state_id row = file != NULL ? wits_find_state(wits_file_brain(file), path) : WITS_NONE;
    text leaves = {0};
    if (row == WITS_NONE) {
        return;
    }
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        const wits_transition_desc *one = &desc->transitions[i];
        if (one->from == row && one->to != WITS_NONE) {
            text target = {0};
            text_state(&target, wits_file_brain(file), one->to);
            text_format(&leaves, "%s`%s`", leaves.length > 0 ? ", " : "", text_of(&target));
            if (one->when != NULL) {
                text_add(&leaves, " when ");
                text_code(&leaves, one->when, strlen(one->when));
            }
            text_free(&target);
        }
    }
    if (leaves.length > 0) {
        text_format(to, "\n\nIt leads to %s.", text_of(&leaves));
    }
    bool *reached = reached_states(file);
    if (!reached[row]) {
        text_add(to, "\n\n**Unreachable**: no transition or step that can fire leads to it.");
    }
    free(reached);
    text_free(&leaves);
}

/// Writes the picture of an option's score.
static void text_option_picture(text *to, const lsp_place *at, const char *path) {
    const wits_file *file = check_brain(at->of);
    const wits_brain *brain = wits_file_brain(file);
    const wits_state_id row = file != NULL ? wits_find_state(brain, path) : WITS_NONE;
    const bool is_option = row != WITS_NONE && row != WITS_ROOT &&
                           wits_state_kind(brain, wits_state_parent(brain, row)) == WITS_KIND_UTILITY;
    text picture = {0}, problem = {0};
    if (is_option && lsp_draw_option(at->of, path, &picture, &problem)) {
        text_image(to, &picture);
    }
    text_free(&picture);
    text_free(&problem);
}

static void text_use(text *to, const lsp_place *at, const names_use *use) {
    const names_symbol *of = symbol_at(at, use->symbol);
    text path = {0};
    names_path(at->index, use->symbol, &path);
    text_format(to, "**%s** ", names_kind_text(of->kind));
    text_code(to, text_of(&path), path.length);
    if (of->kind == NAMES_STATE) {
        text_leads(to, at, use->symbol);
        text_row(to, at, text_of(&path));
        text_option_picture(to, at, text_of(&path));
    } else {
        text_definition(to, at, of);
        const uint32_t uses = of->count - (of->definition != NAMES_NONE);
        text_format(to, "\n\nUsed %u time%s.", (unsigned)uses, uses == 1 ? "" : "s");
    }
    text_free(&path);
}

// ---------------------------------------------------------------------------------------------------------- conditions

/// Returns whether a member of a row is written at a byte.
static bool is_written_at(const lsp_place *at, wits_table table, uint32_t row, const char *member, size_t offset) {
    const place where = place_of_row(check_brain(at->of), table, row, member);
    const size_t begin = lines_place(&at->where, where.line, where.column);
    const bool is_quoted = at->where.bytes[begin] == '"' || at->where.bytes[begin] == '\'';
    return strcmp(where.file, at->in->path) == 0 && (begin == offset || (is_quoted && begin + 1 == offset));
}

/// Returns the condition of a transition, a step or a state's end that is written at a byte; null if there is none.
static const char *condition_at(const lsp_place *at, size_t offset) {
    const wits_file *file = check_brain(at->of);
    const wits_desc *desc = wits_file_desc(file);
    for (uint32_t i = 0; file != NULL && i < desc->transition_count; i++) {
        if (desc->transitions[i].when != NULL && is_written_at(at, WITS_TABLE_TRANSITIONS, i, "when", offset)) {
            return desc->transitions[i].when;
        }
    }
    for (uint32_t i = 0; file != NULL && i < desc->step_count; i++) {
        if (desc->steps[i].when != NULL && is_written_at(at, WITS_TABLE_STEPS, i, "when", offset)) {
            return desc->steps[i].when;
        }
    }
    for (uint32_t i = 0; file != NULL && i < desc->state_count; i++) {
        if (desc->states[i].done != NULL && is_written_at(at, WITS_TABLE_STATES, i, "done", offset)) {
            return desc->states[i].done;
        }
    }
    return NULL;
}

/// Writes in how many ticks of the inputs a condition is true. Writes nothing if there are no inputs.
static void text_share(text *to, const lsp *server, const lsp_place *at, const char *condition) {
    text path = {0};
    if (at->is_scenarios || !lsp_inputs_of(server, at->of->path, &path)) {
        text_free(&path);
        return;
    }
    agent_run one;
    conditions compiled = {0};
    uint32_t holds = 0;
    caught_messages problems = {0};
    caught_messages *before = catch_messages(&problems);
    const agent_run_options who = {.brain = at->of->path, .file = check_brain(at->of), .inputs = text_of(&path)};
    if (agent_run_begin("lsp", &who, false, &one) == STATUS_DONE) {
        const size_t number = conditions_add(&compiled, condition);
        if (conditions_compile(&compiled, &one.agent)) {
            for (uint64_t tick = 0; tick <= one.last; tick++) {
                if (tick > 0) {
                    agent_run_tick(&one, (uint32_t)tick);
                }
                holds += conditions_hold(&compiled, number, &one.agent);
            }
            const char *slash = strrchr(text_of(&path), '/');
            text_format(to, "\n\nTrue in %u of %u ticks of %s.", (unsigned)holds, (unsigned)one.last + 1,
                        slash != NULL ? slash + 1 : text_of(&path));
        }
        conditions_free(&compiled);
    }
    agent_run_end(&one);
    catch_messages(before);
    caught_messages_free(&problems);
    text_free(&path);
}

/// Writes the names of an expression with their definitions.
static void text_parts(text *to, const lsp_place *at, size_t begin, size_t end) {
    text seen = {0};
    for (uint32_t i = 0; i < names_use_count(at->index); i++) {
        const names_use *one = names_use_at(at->index, i);
        if (one->file != at->file || one->begin < begin || one->end > end) {
            continue;
        }
        const names_symbol *symbol = symbol_at(at, one->symbol);
        text key = {0};
        text_format(&key, "\n%s\n", symbol->name);
        if (strstr(text_of(&seen), text_of(&key)) == NULL) {
            size_t length;
            const char *bytes = names_file_text(at->index, symbol->file, &length);
            size_t stop = symbol->begin;
            while (stop < symbol->end && stop < length && bytes[stop] != '\n' && bytes[stop] != '\r') {
                stop++;
            }
            text_format(to, "\n- %s ", names_kind_text(symbol->kind));
            if (symbol->definition != NAMES_NONE) {
                text_code(to, bytes + symbol->begin, stop - symbol->begin);
            } else {
                text_code(to, symbol->name, strlen(symbol->name));
            }
            text_add(&seen, text_of(&key));
        }
        text_free(&key);
    }
    text_free(&seen);
}

// ---------------------------------------------------------------------------------------------------------------- keys

static void text_schema(text *to, const schema_place *of, const char *key, size_t length) {
    text_add(to, "**");
    text_add_bytes(to, key, length);
    text_format(to, "**: %s", of->description);
    if (of->usual != NULL) {
        text usual = {0};
        text_rpc_json(&usual, of->usual);
        text_add(to, "\n\nDefault: ");
        text_code(to, text_of(&usual), usual.length);
        text_free(&usual);
    }
}

/// Returns the end of the value that begins at `begin`: of its line, bracket or quote.
static size_t end_of_value(const lines *of, const cursor *around) {
    size_t end = around->value_begin;
    while (end < of->length && of->bytes[end] != '\n' && of->bytes[end] != '\r' &&
           !(around->quote != '\0' && of->bytes[end] == around->quote) &&
           !(around->is_flow && around->quote == '\0' && strchr(",]}", of->bytes[end]) != NULL)) {
        end++;
    }
    return end;
}

json_t *lsp_hover(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place at;
    if (!lsp_place_of(server, call, true, &at)) {
        return NULL;
    }
    text found = {0};
    const cursor around = cursor_at(at.where.bytes, at.where.length, at.offset);
    const schema_place outer = schema_at(schema_of(&server->schemas, at.is_scenarios), &around, around.count);
    const char *key = at.where.bytes + around.word_begin;
    const size_t length = around.word_end - around.word_begin;
    const names_use *use = lsp_use_at(&at);
    size_t begin = around.word_begin, end = around.word_end;
    if (around.may_be_key && length > 0 && use == NULL) {
        const schema_place below = schema_below(&outer, key, length);
        if (below.description != NULL) {
            text_schema(&found, &below, key, length);
        }
    } else if (use != NULL) {
        begin = use->begin;
        end = use->end;
        text_use(&found, &at, use);
    } else if (around.may_be_value && length > 0 && word_find(key, length) != NULL) {
        const word *known = word_find(key, length);
        text_format(&found, "`%s`: %s", known->form, known->meaning);
    }
    const bool is_expression = schema_is(&outer, "condition") || schema_is(&outer, "score");
    if (around.may_be_value && is_expression && at.file != NAMES_NONE) {
        const size_t stop = end_of_value(&at.where, &around);
        const char *condition = at.of != NULL ? condition_at(&at, around.value_begin) : NULL;
        if (stop > around.value_begin && use == NULL) {
            begin = around.value_begin;
            end = stop;
            text_add(&found, found.length > 0 ? "\n\n" : "");
            text_code(&found, at.where.bytes + begin, end - begin);
            text_add(&found, "\n");
            text_parts(&found, &at, begin, end);
        }
        if (condition != NULL) {
            text_share(&found, server, &at, condition);
        }
    }
    json_t *result = found.length > 0 ? json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
                                                  rpc_text(&found), "range", lsp_range_json(&at.where, begin, end))
                                      : NULL;
    cursor copy = around;
    cursor_free(&copy);
    text_free(&found);
    lsp_place_free(&at);
    return result;
}
