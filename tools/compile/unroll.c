// SPDX-License-Identifier: MIT
// Writes the passes of src/expr/choose_passes.inc as a brain's choices need them. Loops over lanes become vector code
// only without loops inside, so these are unrolled there.
#include "expr/choose.h"
#include "maker.h"

#include <string.h>

static const char *line_after(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : at + strlen(at);
}

static bool begins_with(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

static size_t indent_of(const char *at) {
    return strspn(at, " ");
}

/// Returns the line that closes a block, which begins in the line before `body`.
static const char *block_end(const char *body, size_t indent) {
    while (indent_of(body) > indent) {
        body = line_after(body);
    }
    return body;
}

/// Returns whether a line begins a block that no choice needs.
static bool is_not_needed(const char *at, const pass_needs *needs) {
    static const struct {
        const char *line;
        uint32_t selects;  ///< 0: ranks
    } blocks[] = {
        {"if (r->is_ranked) {", 0},
        {"if (r->select != CHOOSE_HIGHEST) {", ~(1u << CHOOSE_HIGHEST)},
        {"if (r->select == CHOOSE_WITHIN) {", 1u << CHOOSE_WITHIN},
        {"if (r->select == CHOOSE_TOP) {", 1u << CHOOSE_TOP},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (begins_with(at, blocks[i].line)) {
            return blocks[i].selects == 0 ? !needs->is_ranked : (needs->selects & blocks[i].selects) == 0;
        }
    }
    return false;
}

/// Calls itself once for a block inside another.
static void put_lines(text *to, const char *from, const char *end,
                      const pass_needs *needs) {  // NOLINT(misc-no-recursion)
    for (const char *at = from; at < end;) {
        const size_t indent = indent_of(at);
        const char *body = line_after(at), *last = block_end(body, indent);
        const bool is_option = begins_with(at + indent, "for (uint32_t i = 0;");
        if (is_not_needed(at + indent, needs)) {
            at = line_after(last);
        } else if (needs->unrolls && (is_option || begins_with(at + indent, "for (uint32_t round = 0;"))) {
            for (uint32_t i = 0; i < (is_option ? needs->options : needs->rounds); i++) {
                text_format(to, "%*s{\n", (int)indent, "");
                if (is_option) {
                    text_format(to, "%*sconst uint32_t i = %u;\n", (int)indent + 4, "", (unsigned)i);
                }
                put_lines(to, body, last, needs);
                text_format(to, "%*s}\n", (int)indent, "");
            }
            at = line_after(last);
        } else {
            text_add_bytes(to, at, (size_t)(body - at));
            at = body;
        }
    }
}

/// Returns whether a text defines a function with that name, or the type of options.
static bool defines(const char *where, const char *word, size_t length) {
    for (const char *at = where; *at != '\0'; at = line_after(at)) {
        const char *name = begins_with(at, "} choose_options") ? at + 2
                           : strstr(at, "static inline") != NULL && strstr(at, "static inline") < line_after(at)
                               ? strchr(at, '(') - length
                               : NULL;
        if (name != NULL && name[-1] == ' ' && strncmp(name, word, length) == 0 && !is_word_char(name[length])) {
            return true;
        }
    }
    return false;
}

void put_renamed(text *to, const char *from, const char *where, const char *suffix) {
    for (const char *at = from; *at != '\0';) {
        size_t length = 0;
        while (is_word_char(at[length])) {
            length++;
        }
        text_add_bytes(to, at, length != 0 ? length : 1);
        text_add(to, length != 0 && defines(where, at, length) ? suffix : "");
        at += length != 0 ? length : 1;
    }
}

void put_passes(text *to, const char *passes, const pass_needs *needs) {
    text whole = {0};
    text_format(&whole, "typedef struct choose_options {\n    float scores[%u];\n    int32_t ranks[%u];\n",
                (unsigned)needs->options, (unsigned)needs->options);
    text_add(
        &whole,
        "} choose_options;\n"
        "static inline choose_option choose_at(const choose_options *o, uint32_t i) {\n"
        "    choose_option at;\n"
        "    at.score = o->scores[i];\n"
        "    at.rank = o->ranks[i];\n"
        "    return at;\n"
        "}\n"
        "static inline void choose_keep(choose_options *o, uint32_t i, float score) {\n"
        "    o->scores[i] = score;\n"
        "}\n"
        "static inline float choose_kept(const choosing *c, const choose_rules *r, const choose_options *o,\n"
        "                                uint32_t i) {\n"
        "    (void)c;\n"
        "    (void)r;\n"
        "    return o->scores[i];\n"
        "}\n"
        "static inline void choose_keep_share(choose_options *o, uint32_t i, float share) {\n"
        "    o->scores[i] = share;\n"
        "}\n"
        "static inline float choose_kept_share(const choosing *c, const choose_rules *r, const choose_options *o,\n"
        "                                      uint32_t i, const int32_t *ties) {\n"
        "    (void)c;\n"
        "    (void)r;\n"
        "    (void)ties;\n"
        "    return o->scores[i];\n"
        "}\n");
    put_lines(&whole, passes, passes + strlen(passes), needs);
    for (const char *at = text_of(&whole); *at != '\0'; at = line_after(at)) {
        text_add(to, needs->unrolls && begins_with(at, "static inline") ? "PART_UNROLLED " : "");
        text_add_bytes(to, at, (size_t)(line_after(at) - at));
    }
    text_free(&whole);
}
