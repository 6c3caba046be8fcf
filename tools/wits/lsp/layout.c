// SPDX-License-Identifier: MIT
// Folding and formatting, by lines. Formatting changes blanks at the beginning and end of lines only, and only if the
// parsed text stays the same, so comments and meaning are kept.
#include "lsp/server.h"

#include <stdlib.h>
#include <string.h>

/// A line of a text.
typedef struct text_line {
    size_t begin, end;  ///< without its end
    size_t first;       ///< first byte that is not blank; `end` in a blank line
    bool is_comment;
} text_line;

static text_line line_of(const lines *of, size_t number) {
    text_line found = {.begin = of->starts[number]};
    found.end = number + 1 < of->count ? of->starts[number + 1] : of->length;
    while (found.end > found.begin && (of->bytes[found.end - 1] == '\n' || of->bytes[found.end - 1] == '\r')) {
        found.end--;
    }
    found.first = found.begin;
    while (found.first < found.end && (of->bytes[found.first] == ' ' || of->bytes[found.first] == '\t')) {
        found.first++;
    }
    found.is_comment = found.first < found.end && of->bytes[found.first] == '#';
    return found;
}

static bool is_blank_line(text_line of) {
    return of.first == of.end;
}

static size_t indent_of(text_line of) {
    return of.first - of.begin;
}

// ------------------------------------------------------------------------------------------------------------ folding

static void add_fold(json_t *to, size_t from, size_t end, const char *kind) {
    json_t *fold = json_pack("{s:i, s:i}", "startLine", (int)from, "endLine", (int)end);
    if (kind != NULL) {
        json_object_set_new(fold, "kind", json_string(kind));
    }
    json_array_append_new(to, fold);
}

json_t *lsp_folds(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, false, &at)) {
        return NULL;
    }
    json_t *found = json_array();
    const size_t count = at.where.count;
    size_t *open = allocate(count + 1, sizeof *open);  ///< lines whose blocks have not ended
    size_t depth = 0, last = 0, comment = SIZE_MAX;
    for (size_t i = 0; i <= count; i++) {
        const bool is_end = i == count;
        const text_line line = is_end ? (text_line){0} : line_of(&at.where, i);
        if (comment != SIZE_MAX && (is_end || !line.is_comment)) {
            if (i - comment > 1) {
                add_fold(found, comment, i - 1, "comment");
            }
            comment = SIZE_MAX;
        }
        if (!is_end && line.is_comment) {
            comment = comment == SIZE_MAX ? i : comment;
            continue;
        }
        if (!is_end && is_blank_line(line)) {
            continue;
        }
        // an item in the column of its key belongs to it
        const bool is_item = !is_end && at.where.bytes[line.first] == '-';
        while (depth > 0) {
            const text_line outer = line_of(&at.where, open[depth - 1]);
            const bool outer_is_item = at.where.bytes[outer.first] == '-';
            if (!is_end && (indent_of(outer) < indent_of(line) ||
                            (indent_of(outer) == indent_of(line) && is_item && !outer_is_item))) {
                break;
            }
            depth--;
            if (last > open[depth]) {
                add_fold(found, open[depth], last, NULL);
            }
        }
        open[depth++] = i;
        last = i;
    }
    free(open);
    lsp_place_free(&at);
    return found;
}

// --------------------------------------------------------------------------------------------------------- formatting

/// Returns whether two trees have the same keys and values.
static bool is_same_tree(const tree_node *a, const tree_node *b) {
    const tree_node *const top = a;
    while (a != NULL && b != NULL) {
        if (a->kind != b->kind || a->style != b->style || a->count != b->count || a->length != b->length ||
            memcmp(a->text, b->text, a->length) != 0) {
            return false;
        }
        if (a->first != NULL && b->first != NULL) {
            a = a->first;
            b = b->first;
            continue;
        }
        while (a != top && a->next == NULL && b->next == NULL && a->around != NULL && b->around != NULL) {
            a = a->around;
            b = b->around;
        }
        if (a == top) {
            return true;
        }
        a = a->next;
        b = b->next;
    }
    return a == NULL && b == NULL;
}

static bool reads_the_same(const char *before, size_t before_length, const text *after) {
    tree *a = tree_read(before, before_length);
    tree *b = tree_read(text_of(after), after->length);
    const bool is_same = tree_is_whole(a) && tree_is_whole(b) && is_same_tree(tree_root(a), tree_root(b));
    tree_free(a);
    tree_free(b);
    return is_same;
}

/// The new beginning of each line.
typedef struct layout {
    const lines *of;
    size_t *indents;
    bool *is_kept;  ///< part of a text or bracket over several lines: its blanks at the end stay
} layout;

/// Marks the lines of scalars and brackets over several lines, except the first. They move with the first.
static void mark_inner_lines(layout *to, const tree *of) {
    const tree_node *const root = tree_root(of);
    const tree_node *at = root;
    while (at != NULL) {
        const bool is_inner = at->kind == TREE_SCALAR || at->flow;
        if (is_inner && at->end > at->begin) {
            const size_t first = lines_position(to->of, at->begin).line;
            size_t last = lines_position(to->of, at->end).line;
            for (size_t line = first + 1; line <= last && line < to->of->count; line++) {
                to->is_kept[line] = true;
            }
        }
        if (at->first != NULL && !is_inner) {
            at = at->first;
            continue;
        }
        while (at != root && at->next == NULL && at->around != NULL) {
            at = at->around;
        }
        at = at == root ? NULL : at->next;
    }
}

/// Gives each level of a block two more blanks than the one around it. A comment is moved like the line after it.
static void indent_blocks(layout *to) {
    enum { DEEPEST = 64, STEP = 2 };
    size_t columns[DEEPEST] = {0};  ///< old columns of the levels
    size_t depth = 0;               ///< number of levels - 1
    for (size_t i = 0; i < to->of->count; i++) {
        const text_line line = line_of(to->of, i);
        to->indents[i] = indent_of(line);
        if (is_blank_line(line) || line.is_comment) {
            continue;
        }
        if (to->is_kept[i]) {
            // moves with the line in which it began
            size_t first = i;
            while (first > 0 && to->is_kept[first]) {
                first--;
            }
            const size_t before = indent_of(line_of(to->of, first));
            const size_t moved = indent_of(line) + to->indents[first];
            to->indents[i] = moved > before ? moved - before : 0;
            continue;
        }
        const size_t column = indent_of(line);
        while (depth > 0 && columns[depth] > column) {
            depth--;
        }
        if (column > columns[depth] && depth + 1 < DEEPEST) {
            columns[++depth] = column;
        }
        to->indents[i] = STEP * depth;
        // what follows a dash is a level of its own
        for (size_t at = line.first; at + 1 < line.end && to->of->bytes[at] == '-' && to->of->bytes[at + 1] == ' ';) {
            do {
                at++;
            } while (at < line.end && to->of->bytes[at] == ' ');
            if (depth + 1 < DEEPEST) {
                columns[++depth] = at - line.begin;
            }
        }
    }
    for (size_t i = to->of->count; i-- > 1;) {
        const text_line before = line_of(to->of, i - 1);
        const bool is_near = indent_of(before) == indent_of(line_of(to->of, i));
        if (before.is_comment && !to->is_kept[i - 1] && is_near && !is_blank_line(line_of(to->of, i))) {
            to->indents[i - 1] = to->indents[i];
        }
    }
}

/// Writes the text with new beginnings and ends of lines.
static void write_layout(const layout *from, bool indents, text *to) {
    for (size_t i = 0; i < from->of->count; i++) {
        const text_line line = line_of(from->of, i);
        const size_t next = i + 1 < from->of->count ? from->of->starts[i + 1] : from->of->length;
        size_t end = line.end;
        while (!from->is_kept[i] && end > line.begin &&
               (from->of->bytes[end - 1] == ' ' || from->of->bytes[end - 1] == '\t')) {
            end--;
        }
        const size_t first = line.first < end ? line.first : end;
        if (indents && first < end) {
            text_spaces(to, from->indents[i]);
        } else {
            text_add_bytes(to, from->of->bytes + line.begin, first - line.begin);
        }
        text_add_bytes(to, from->of->bytes + first, end - first);
        text_add_bytes(to, from->of->bytes + line.end, next - line.end);
    }
    while (to->length > 1 && to->bytes[to->length - 1] == '\n' && to->bytes[to->length - 2] == '\n') {
        to->bytes[--to->length] = '\0';
    }
    if (to->length > 0 && to->bytes[to->length - 1] != '\n') {
        text_add(to, "\n");
    }
}

/// Adds an edit for each line that differs. Both texts have the same lines, but the end may have fewer.
static void add_edits(json_t *to, const lines *before, const lines *after) {
    for (size_t i = 0; i < before->count; i++) {
        const size_t old_end = i + 1 < before->count ? before->starts[i + 1] : before->length;
        const bool is_there = i < after->count;
        const size_t begin = is_there ? after->starts[i] : after->length;
        const size_t end = !is_there ? begin : i + 1 < after->count ? after->starts[i + 1] : after->length;
        size_t old_begin = before->starts[i], new_begin = begin;
        if (old_end - old_begin == end - begin &&
            memcmp(before->bytes + old_begin, after->bytes + begin, end - begin) == 0) {
            continue;
        }
        json_t *edit = json_pack("{s:o, s:o}", "range", lsp_range_json(before, old_begin, old_end), "newText",
                                 rpc_string(after->bytes + new_begin, end - new_begin));
        json_array_append_new(to, edit);
    }
}

json_t *lsp_format(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, false, &at)) {
        return NULL;
    }
    json_t *edits = json_array();
    tree *read = tree_read(at.where.bytes, at.where.length);
    if (tree_is_whole(read) && tree_root(read) != NULL) {
        layout made = {.of = &at.where,
                       .indents = allocate(at.where.count + 1, sizeof *made.indents),
                       .is_kept = allocate(at.where.count + 1, sizeof *made.is_kept)};
        mark_inner_lines(&made, read);
        indent_blocks(&made);
        bool is_done = false;
        for (int indents = tree_root(read)->flow ? 0 : 1; indents >= 0 && !is_done; indents--) {
            text after = {0};
            write_layout(&made, indents != 0, &after);
            is_done = reads_the_same(at.where.bytes, at.where.length, &after);
            if (is_done) {
                lines where = lines_of(text_of(&after), after.length, at.where.is_utf8);
                add_edits(edits, &at.where, &where);
                lines_free(&where);
            }
            text_free(&after);
        }
        free(made.indents);
        free(made.is_kept);
    }
    tree_free(read);
    lsp_place_free(&at);
    return edits;
}
