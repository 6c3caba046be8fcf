// SPDX-License-Identifier: MIT
// Remarks to programs, in comments such as `# wits: allow unreachable`. libyaml's events have no comments, but they
// give the positions of scalars: outside of these every '#' begins a comment.
#include <string.h>

#include "expr/characters.h"
#include "file/loader.h"

static const char mark[] = "wits:";

static bool ends_line(char c) {
    return c == '\n' || c == '\r' || c == '\0';
}

/// Attaches remarks to this line: those noted before it, and those from here on.
static void meet(wits_file *file, uint32_t line) {
    for (; file->remarks_met < file->remark_count; file->remarks_met++) {
        wits_remark *waiting = &file->remarks[file->remarks_met];
        waiting->about = waiting->about != 0 ? waiting->about : line;
    }
}

/// The column of a byte, in characters from 1; `is_first` receives whether only spaces precede it.
static uint32_t column_of(const file_source *from, uint32_t byte, bool *is_first) {
    uint32_t column = 1;
    *is_first = true;
    for (; byte > 0 && !ends_line(from->text[byte - 1]); byte--) {
        column += ((uint8_t)from->text[byte - 1] & 0xC0) != 0x80;
        *is_first = *is_first && is_space_or_tab(from->text[byte - 1]);
    }
    return column;
}

/// Keeps the comment from `begin` to `end` if it is a remark.
static void note_comment(wits_file *file, const file_source *from, uint32_t begin, uint32_t end, uint32_t line) {
    const char *text = from->text + begin + 1;
    const char *last = from->text + end;
    text += strspn(text, " \t");
    if (last - text < (ptrdiff_t)strlen(mark) || memcmp(text, mark, strlen(mark)) != 0) {
        return;
    }
    text += strlen(mark);
    text += strspn(text, " \t");
    while (last > text && is_space_or_tab(last[-1])) {
        last--;
    }
    bool is_first = false;
    if (!ARENA_GROW(&file->memory, &file->remarks, file->remark_count, &file->remark_capacity)) {
        return;
    }
    file->remarks[file->remark_count++] = (wits_remark){
        .name = from->name,
        .text = wits_file_arena_copy(&file->memory, text, (size_t)(last - text)),
        .line = line,
        .column = column_of(from, begin, &is_first),
        .about = is_first ? 0 : line,
    };
}

void wits_file_remarks_between(wits_file *file, const file_source *from, uint32_t begin, uint32_t end, uint32_t line) {
    for (uint32_t at = begin; at < end; at++) {
        char c = from->text[at];
        if (c == '#') {
            uint32_t first = at;
            while (!ends_line(from->text[at + 1])) {
                at++;
            }
            note_comment(file, from, first, at + 1, line);
        } else if (c == '\n' || (c == '\r' && from->text[at + 1] != '\n')) {
            line++;
        } else if (!is_space_or_tab(c) && c != '\r') {
            meet(file, line);
        }
    }
    meet(file, end < from->length ? line : 0);
}

uint32_t wits_file_remark_count(const wits_file *file) {
    return file != NULL ? file->remark_count : 0;
}

const wits_remark *wits_file_remarks(const wits_file *file) {
    return file != NULL ? file->remarks : NULL;
}
