// SPDX-License-Identifier: MIT
// Silences: comments such as `# wits: allow unreachable -- the host goes there`, which allow a warning in one line.
#include "lint/lint.h"

#include <stdlib.h>
#include <string.h>

/// One lint name of one comment.
typedef struct silence {
    const wits_remark *from;
    uint32_t source;  ///< number of its file
    lint_id lint;
} silence;

typedef struct silences {
    silence *items;  ///< in file order, which is also the order of the lines that they are about
    size_t count;
    size_t capacity;
    const wits_file *file;
    findings *found;
} silences;

enum { LONGEST_WORD = 80 };

static place place_of(const wits_remark *remark) {
    return (place){.file = remark->name, .line = remark->line, .column = remark->column};
}

// ------------------------------------------------------------------------------------------------------------- reading

/// Takes the next word of a remark: up to a space or comma, cut to LONGEST_WORD. Returns false at the end, or at the
/// dashes before a reason.
static bool next_word(const char **rest, char taken[LONGEST_WORD + 1]) {
    const char *begin = *rest + strspn(*rest, " \t,");
    size_t length = strcspn(begin, " \t,");
    size_t kept = length < LONGEST_WORD ? length : LONGEST_WORD;
    memcpy(taken, begin, kept);
    taken[kept] = '\0';
    *rest = begin + length;
    return length > 0 && strncmp(taken, "--", 2) != 0 && strcmp(taken, "\xE2\x80\x93") != 0 &&
           strcmp(taken, "\xE2\x80\x94") != 0;  // en and em dashes, as some programs replace "--"
}

static lint_id lint_named(const char *name) {
    uint32_t lint = 0;
    while (lint < LINT_COUNT && strcmp(lint_rows[lint].name, name) != 0) {
        lint++;
    }
    return (lint_id)lint;
}

/// Returns whether an unknown remark was probably meant to be a silence.
static bool is_meant_as_silence(const char *given) {
    static const char *const others[] = {"ignore", "disable", "silence", "suppress", "off", "nolint", "noqa", "skip"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(given, others[i]) == 0) {
            return true;
        }
    }
    guess near = guess_at(given);
    guess_offer(&near, "allow");
    return near.best != NULL || lint_named(given) != LINT_COUNT;
}

static void report_unknown(findings *to, const wits_file *file, const wits_remark *remark, const char *name,
                           bool is_first) {
    guess near = guess_at(name);
    for (uint32_t lint = 0; lint < LINT_WRONG_SILENCE; lint++) {
        guess_offer(&near, lint_rows[lint].name);
    }
    if (near.best != NULL) {
        findings_add(to, file, place_of(remark), LINT_WRONG_SILENCE, "unknown warning '%s'; did you mean '%s'?", name,
                     near.best);
    } else if (is_first) {
        findings_add(to, file, place_of(remark), LINT_WRONG_SILENCE,
                     "unknown warning '%s'; 'wits check --list' lists all names", name);
    } else {
        findings_add(to, file, place_of(remark), LINT_WRONG_SILENCE,
                     "unknown warning '%s'; write '--' before the reason: # wits: allow NAME -- REASON", name);
    }
}

static void add_silence(silences *to, const wits_remark *remark, lint_id lint) {
    if (lint >= LINT_WRONG_SILENCE) {
        findings_add(to->found, to->file, place_of(remark), LINT_WRONG_SILENCE,
                     "'%s' cannot be silenced; correct the comment instead", lint_rows[lint].name);
        return;
    }
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count++] = (silence){remark, source_number(to->file, remark->name), lint};
}

static void read_names(silences *to, const wits_remark *remark, const char *rest) {
    char name[LONGEST_WORD + 1];
    uint32_t count = 0;
    for (; next_word(&rest, name); count++) {
        lint_id lint = lint_named(name);
        if (lint == LINT_COUNT) {
            report_unknown(to->found, to->file, remark, name, count == 0);
            return;
        }
        add_silence(to, remark, lint);
    }
    if (count == 0) {
        findings_add(
            to->found, to->file, place_of(remark), LINT_WRONG_SILENCE,
            "missing name of the warning; write # wits: allow NAME -- REASON ('wits check --list' lists all names)");
    }
}

static void read_remark(silences *to, const wits_remark *remark) {
    char taken[LONGEST_WORD + 1];
    const char *rest = remark->text;
    if (!next_word(&rest, taken)) {
        return;
    }
    if (strcmp(taken, "allow") == 0) {
        read_names(to, remark, rest);
    } else if (is_meant_as_silence(taken)) {
        findings_add(to->found, to->file, place_of(remark), LINT_WRONG_SILENCE,
                     "unknown comment 'wits: %s'; to silence a warning, write # wits: allow NAME -- REASON", taken);
    }
}

// ------------------------------------------------------------------------------------------------------------ applying

/// A position in the findings of one lint.
typedef struct cursor {
    const findings *in;
    size_t at;
    size_t count;  ///< number of findings before any were added here
} cursor;

/// Moves to the first finding of the lint in this line or below. Silences come in order, file by file.
static void move_on(cursor *to, const silence *one) {
    for (; to->at < to->count; to->at++) {
        const finding *at = &to->in->items[to->at];
        bool is_before = at->source < one->source || (at->source == one->source && at->at.line < one->from->about);
        if (at->lint == one->lint && !is_before) {
            return;
        }
    }
}

static bool is_in_line(const finding *at, const silence *one) {
    return at->source == one->source && at->at.line == one->from->about;
}

/// Silences all findings of the lint in the line. Returns whether there is one.
static bool apply(findings *of, const cursor *from, const silence *one) {
    if (from->at == from->count || !is_in_line(&of->items[from->at], one)) {
        return false;
    }
    bool is_done = of->items[from->at].is_silenced;  // already silenced by another comment
    for (size_t i = from->at; !is_done && i < from->count && is_in_line(&of->items[i], one); i++) {
        of->items[i].is_silenced = of->items[i].is_silenced || of->items[i].lint == one->lint;
    }
    return true;
}

static void report_idle(findings *of, const wits_file *file, const cursor *from, const silence *one) {
    const char *name = lint_rows[one->lint].name;
    if (one->from->about == 0) {
        findings_add(of, file, place_of(one->from), LINT_IDLE_SILENCE,
                     "nothing follows this comment, so it allows nothing");
    } else if (from->at < from->count) {
        findings_add(of, file, place_of(one->from), LINT_IDLE_SILENCE,
                     "line %u has no warning '%s'; the next one is on line %u, so move the comment there",
                     (unsigned)one->from->about, name, (unsigned)of->items[from->at].at.line);
    } else {
        findings_add(of, file, place_of(one->from), LINT_IDLE_SILENCE,
                     "line %u has no warning '%s'; remove this comment", (unsigned)one->from->about, name);
    }
}

static bool is_deep_lint(lint_id lint) {
    return lint == LINT_NEVER_REACHED || lint == LINT_NEVER_CHOSEN || lint == LINT_NEVER_FIRED;
}

void findings_silence(findings *of, const wits_file *file) {
    silences read = {.file = file, .found = of};
    cursor cursors[LINT_COUNT];
    for (uint32_t lint = 0; lint < LINT_COUNT; lint++) {
        cursors[lint] = (cursor){.in = of, .count = of->count};
    }
    for (uint32_t i = 0; i < wits_file_remark_count(file); i++) {
        read_remark(&read, &wits_file_remarks(file)[i]);
    }
    for (size_t i = 0; i < read.count; i++) {
        const silence *one = &read.items[i];
        cursor *from = &cursors[one->lint];
        move_on(from, one);
        bool is_own = one->source == 0;  // an included file serves other brains, too
        bool was_looked_for = (of->is_deep && !of->is_cut) || !is_deep_lint(one->lint);
        if (!apply(of, from, one) && is_own && was_looked_for) {
            report_idle(of, file, from, one);
        }
    }
    free(read.items);
}
