// SPDX-License-Identifier: MIT
// Units of C: copied from sources of this program or written for the brain, and printed after what they use.
#include "embedded.h"
#include "maker.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- names

static bool is_first_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_of_word(char c) {
    return is_first_of_word(c) || (c >= '0' && c <= '9');
}

/// Returns the next word after `at`, outside comments, strings and numbers, or null at the end.
static const char *next_word(const char *at, size_t *length) {
    while (*at != '\0') {
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (*at == '"') {
            for (at++; *at != '"' && *at != '\0'; at++) {
                at += *at == '\\' ? 1 : 0;
            }
            at += *at == '"' ? 1 : 0;
        } else if (is_first_of_word(*at)) {
            for (*length = 1; is_of_word(at[*length]); ++*length) {}
            return at;
        } else if (*at >= '0' && *at <= '9') {
            for (at++; is_of_word(*at) || *at == '.'; at++) {}
        } else {
            at++;
        }
    }
    return NULL;
}

static uint32_t hash_of(const char *name, size_t length) {
    uint32_t hash = 2166136261u;  // FNV-1a
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    }
    return hash;
}

static uint32_t *place_of(const maker *m, const char *name, size_t length) {
    size_t at = hash_of(name, length) & (m->unit_table_size - 1);
    while (m->unit_table[at] != 0) {
        const char *there = m->unit_names[m->unit_table[at] - 1].name;
        if (strncmp(there, name, length) == 0 && there[length] == '\0') {
            break;
        }
        at = (at + 1) & (m->unit_table_size - 1);
    }
    return &m->unit_table[at];
}

static void grow_table(maker *m) {
    free(m->unit_table);
    m->unit_table_size = m->unit_table_size == 0 ? 1024 : m->unit_table_size * 2;
    m->unit_table = allocate(m->unit_table_size, sizeof *m->unit_table);
    for (size_t row = 0; row < m->unit_name_count; row++) {
        *place_of(m, m->unit_names[row].name, strlen(m->unit_names[row].name)) = (uint32_t)row + 1;
    }
}

static void add_name(maker *m, const char *name, size_t length, size_t number) {
    if ((m->unit_name_count + 1) * 2 > m->unit_table_size) {
        grow_table(m);
    }
    uint32_t *row = place_of(m, name, length);
    if (*row != 0) {
        return;
    }
    m->unit_names = grow(m->unit_names, &m->unit_name_capacity, m->unit_name_count + 1, sizeof *m->unit_names);
    char *copy = allocate(length + 1, 1);
    memcpy(copy, name, length);
    m->unit_names[m->unit_name_count] = (struct unit_name){copy, number, NULL};
    *row = (uint32_t)++m->unit_name_count;
}

static size_t add_unit(maker *m, char *of_text) {
    m->units = grow(m->units, &m->unit_capacity, m->unit_count + 1, sizeof *m->units);
    m->units[m->unit_count] = (unit){.text = of_text};
    return m->unit_count++;
}

// ---------------------------------------------------------------------------------------------------- units of sources

/// "math_exp" becomes "guard_math_exp", and "part_tick" "guard_tick".
static void put_prefixed(maker *m, text *to, const char *name, size_t length) {
    const bool upper = name[0] >= 'A' && name[0] <= 'Z';
    const bool is_of_parts = length > 5 && strncmp(name, upper ? "PART_" : "part_", 5) == 0;
    put(m, to, upper ? "@X" : "@x");
    to->length--;
    text_add_bytes(to, name + (is_of_parts ? 5 : 0), length - (is_of_parts ? 5 : 0));
}

/// `is_own` returns whether a word is the name of a unit.
static void put_words(maker *m, text *to, const char *from, const char *end,
                      bool is_own(const char *word, size_t length)) {
    size_t length;
    const char *word;
    while ((word = next_word(from, &length)) != NULL && word < end) {
        text_add_bytes(to, from, (size_t)(word - from));
        if (is_own(word, length)) {
            put_prefixed(m, to, word, length);
        } else {
            text_add_bytes(to, word, length);
        }
        from = word + length;
    }
    text_add_bytes(to, from, (size_t)(end - from));
}

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/// Returns whether a name has a prefix that the sources use.
static bool is_of_sources(const char *word, size_t length) {
    static const char *const all[] = {"math_",  "MATH_",   "operation_", "response_", "random_",
                                      "bytes_", "float_",  "part_",      "PART_",     "not_a_number",
                                      "is_nan", "choose_", "CHOOSE_",    "choosing",  "expr_random"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (length >= strlen(all[i]) && begins(word, all[i])) {
            return true;
        }
    }
    return false;
}

static const char *line_end(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : at + strlen(at);
}

/// Returns the end of the unit that begins here, or `at` if none does.
static const char *unit_end(const char *at) {
    if (begins(at, "#define ") && line_end(at)[-2] != '\\') {
        return line_end(at);
    }
    const bool is_conditional = begins(at, "#if ");
    if (!is_conditional && !is_first_of_word(*at)) {
        return at;
    }
    const char *end = line_end(at);
    if (!is_conditional && (end[-2] == ';' || (end[-2] == '}' && strchr(at, '{') < end))) {
        return end;
    }
    const char *last = is_conditional ? "#endif" : "}";
    while (*end != '\0' && !begins(end, last)) {
        end = line_end(end);
    }
    return line_end(end);
}

/// Finds the name of a unit: for a function the word before '(', for a type or table the last word.
static void name_unit(maker *m, size_t number) {
    const char *at = m->units[number].text;
    while (begins(at, "//")) {
        at = line_end(at);
    }
    if (begins(at, "#if ")) {
        at = strstr(at, "static ");
    }
    size_t length = 0;
    if (begins(at, "enum {")) {
        for (const char *word = next_word(at + 6, &length); word != NULL; word = next_word(word + length, &length)) {
            add_name(m, word, length, number);
        }
        return;
    }
    const char *end = at + strlen(at);
    if (begins(at, "typedef ") || begins(at, "struct ")) {  // takes the last word
        const char *name = NULL;
        size_t last = 0;
        for (const char *word = next_word(at, &length); word != NULL; word = next_word(word + length, &length)) {
            name = word;
            last = length;
        }
        add_name(m, name, last, number);
        return;
    }
    const char *name = NULL;
    size_t last = 0;
    for (const char *word = next_word(at, &length); word != NULL && word < end;
         word = next_word(word + length, &length)) {
        if (!begins(word, "define")) {
            name = word;
            last = length;
        }
        if (word[length] == '(' || word[length] == '[' || begins(at, "#define ")) {
            if (name != NULL) {
                break;
            }
        }
        if (strncmp(word + length, " = ", 3) == 0) {
            break;
        }
    }
    if (name != NULL) {
        add_name(m, name, last, number);
    }
}

static void load_source(maker *m, const char *from) {
    const char *comment_at = NULL;  // start of the comment before the next unit
    for (const char *at = from; *at != '\0';) {
        const char *end = unit_end(at);
        if (end != at) {
            text whole = {0};
            put_words(m, &whole, comment_at != NULL ? comment_at : at, end, is_of_sources);
            name_unit(m, add_unit(m, whole.bytes));
            comment_at = NULL;
        } else {
            end = line_end(at);
            comment_at = !begins(at, "//") ? NULL : comment_at == NULL ? at : comment_at;
        }
        at = end;
    }
}

/// Writes the part of parts.h for brains with targets, or for others.
static void put_parts(const maker *m, text *to, const char *from) {
    bool is_in = false, is_else = false;
    for (const char *at = from; *at != '\0'; at = line_end(at)) {
        if (begins(at, "#ifdef PART_TARGETS")) {
            is_in = true;
            is_else = false;
        } else if (is_in && begins(at, "#else")) {
            is_else = true;
        } else if (is_in && begins(at, "#endif")) {
            is_in = false;
        } else if (!is_in || is_else != has_targets(m)) {
            text_add_bytes(to, at, (size_t)(line_end(at) - at));
        }
    }
}

void load_units(maker *m) {
    static const unsigned char *const sources[] = {embedded_bytes,     embedded_math,       embedded_random,
                                                   embedded_responses, embedded_operations, embedded_choose,
                                                   embedded_rules};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        load_source(m, (const char *)sources[i]);
    }
    text parts = {0};
    put_parts(m, &parts, (const char *)embedded_parts);
    load_source(m, text_of(&parts));
    load_source(m, (const char *)embedded_targets);
    load_source(m, (const char *)embedded_crowd);
    text_free(&parts);
    m->loaded_count = m->unit_count;
}

void put_native_interface(text *to) {
    text_add(to, (const char *)embedded_native);
}

/// Loads the rules of choosing for lanes, which pick between numbers in another way.
static void load_rules_of_lanes(maker *m, const text *rules) {
    if (!m->has_lane_rules) {
        m->has_lane_rules = true;
        text renamed = {0};
        put_renamed(&renamed, text_of(rules), text_of(rules), "_lane");
        load_source(m, text_of(&renamed));
        text_free(&renamed);
    }
}

void load_passes(maker *m, const pass_needs *needs) {
    text rules = {0}, made = {0}, passes = {0};
    put_passes(&made, (const char *)embedded_passes, needs);
    if (needs->unrolls) {
        text own = {0};
        text_add(&rules, (const char *)embedded_picks);
        text_add(&rules, (const char *)embedded_rules);
        load_rules_of_lanes(m, &rules);
        put_renamed(&own, text_of(&made), text_of(&rules), "_lane");
        put_renamed(&passes, text_of(&own), text_of(&made), needs->suffix);
        text_free(&own);
    }
    load_source(m, text_of(needs->unrolls ? &passes : &made));
    text_free(&rules);
    text_free(&made);
    text_free(&passes);
}

void put_formula(maker *m, text *to, const char *formula, size_t length) {
    put_words(m, to, formula, formula + length, is_of_sources);
}

// ----------------------------------------------------------------------------------------------------- units of brains

static void put_name_of_unit(const maker *m, text *to, const char *name, va_list arguments) {
    text own = {0};
    text_format_list(&own, name, arguments);
    const bool upper = text_of(&own)[0] >= 'A' && text_of(&own)[0] <= 'Z';
    text_add(to, text_of(upper ? &m->names.names.upper : &m->names.names.lower));
    text_add(to, text_of(&own));
    text_free(&own);
}

static void name_new_unit(maker *m, size_t number, const char *name, va_list arguments) {
    text whole = {0};
    put_name_of_unit(m, &whole, name, arguments);
    add_name(m, text_of(&whole), whole.length, number);
    text_free(&whole);
}

void add_unit_text(maker *m, const text *whole, const char *name, ...) {
    va_list arguments;
    va_start(arguments, name);
    name_new_unit(m, add_unit(m, whole->bytes), name, arguments);
    va_end(arguments);
}

void begin_unit(maker *m, const char *name, ...) {
    va_list arguments;
    va_start(arguments, name);
    m->open_unit = add_unit(m, NULL);
    name_new_unit(m, m->open_unit, name, arguments);
    va_end(arguments);
    m->unit_text = (text){0};
    m->to = &m->unit_text;
    m->indent = 0;
}

/// Adds "(void)name;" to a function that does not use a parameter.
static void use_parameter(maker *m, const char *declared, const char *name) {
    char *head = strstr(text_of(&m->unit_text), declared) != NULL ? m->unit_text.bytes : NULL;
    char *body = head != NULL ? strstr(head, "{\n") : NULL;
    size_t length;
    const char *word = body != NULL && strstr(head, declared) < body ? next_word(body, &length) : NULL;
    if (word == NULL && (body == NULL || strstr(head, declared) > body)) {
        return;
    }
    while (word != NULL && !(length == strlen(name) && strncmp(word, name, length) == 0 && word[-1] != '.')) {
        word = next_word(word + length, &length);
    }
    if (word == NULL) {
        const size_t at = (size_t)(body - m->unit_text.bytes) + strlen("{\n");
        text rest = {0};
        text_add(&rest, m->unit_text.bytes + at);
        m->unit_text.length = at;
        text_format(&m->unit_text, "    (void)%s;\n", name);
        text_add(&m->unit_text, text_of(&rest));
        text_free(&rest);
    }
}

void end_unit(maker *m, bool is_wanted) {
    use_parameter(m, "pass *p", "p");
    use_parameter(m, "uint32_t current)", "current");
    use_parameter(m, "uint32_t current,", "current");
    use_parameter(m, "uint32_t limit,", "limit");
    use_parameter(m, "uint32_t forgets)", "forgets");
    use_parameter(m, "lanes *b)", "b");
    use_parameter(m, "_list *list,", "list");
    use_parameter(m, "size_t row)", "row");
    use_parameter(m, "bool is_active,", "is_active");
    use_parameter(m, "bool is_done,", "is_done");
    use_parameter(m, "pair *known,", "known");
    use_parameter(m, "pair_rules *rules)", "rules");
    m->units[m->open_unit].text = m->unit_text.bytes;
    m->units[m->open_unit].is_wanted = is_wanted;
    m->unit_text = (text){0};
    m->to = NULL;
}

bool has_unit(const maker *m, const char *name, ...) {
    text whole = {0};
    va_list arguments;
    va_start(arguments, name);
    put_name_of_unit(m, &whole, name, arguments);
    va_end(arguments);
    const bool has = *place_of(m, text_of(&whole), whole.length) != 0;
    text_free(&whole);
    return has;
}

void begin_function(maker *m, const char *name, const char *head, ...) {
    begin_unit(m, "%s", name);
    text whole = {0};
    va_list arguments;
    va_start(arguments, head);
    expand_list(m, &whole, head, arguments);
    va_end(arguments);
    open_block(m, "%s {", text_of(&whole));
    text_free(&whole);
}

void end_function(maker *m, bool is_wanted) {
    close_block(m);
    end_unit(m, is_wanted);
}

// ------------------------------------------------------------------------------------------------------------ printing

static size_t unit_of_word(const maker *m, const char *word, size_t length) {
    const uint32_t row = *place_of(m, word, length);
    return row != 0 ? m->unit_names[row - 1].unit : SIZE_MAX;
}

/// Writes a unit, with names replaced that the program also uses.
static void put_unit(const maker *m, text *to, const char *from) {
    size_t length;
    const char *at = from;
    for (const char *word = next_word(from, &length); word != NULL && m->has_others; word = next_word(at, &length)) {
        const uint32_t row = is_marked(from, word) ? 0 : *place_of(m, word, length);
        const char *other = row != 0 ? m->unit_names[row - 1].other : NULL;
        if (other != NULL) {
            text_add_bytes(to, at, (size_t)(word - at));
            text_add(to, other);
        } else {
            text_add_bytes(to, at, (size_t)(word + length - at));
        }
        at = word + length;
    }
    text_add(to, at);
}

/// Prints a unit after all that it uses. Units have no cycles.
static void print_unit(maker *m, text *to, size_t number) {
    typedef struct open_unit {
        size_t unit;
        const char *at;  ///< end of the last word that was examined
    } open_unit;
    open_unit *open = NULL;
    size_t capacity = 0, depth = 0;
    open = grow(open, &capacity, 1, sizeof *open);
    open[depth++] = (open_unit){number, m->units[number].text};
    m->units[number].visit = 1;
    while (depth > 0) {
        open_unit *o = &open[depth - 1];
        size_t length, used = SIZE_MAX;
        const char *word = next_word(o->at, &length);
        if (word != NULL) {
            o->at = word + length;
            used = !is_marked(m->units[o->unit].text, word) ? unit_of_word(m, word, length) : SIZE_MAX;
        } else {
            text_add(to, "\n");
            put_unit(m, to, m->units[o->unit].text);
            depth--;
        }
        if (used != SIZE_MAX && m->units[used].visit == 0) {
            m->units[used].visit = 1;
            open = grow(open, &capacity, depth + 1, sizeof *open);
            open[depth++] = (open_unit){used, m->units[used].text};
        }
    }
    free(open);
}

void print_units(maker *m, text *to) {
    for (size_t row = 0; row < m->unit_name_count; row++) {
        m->unit_names[row].other = other_name(m, m->unit_names[row].name);
        m->has_others |= m->unit_names[row].other != NULL;
    }
    for (size_t turn = 0; turn < 2 * m->unit_count; turn++) {  // units of the brain come first
        const size_t i = turn % m->unit_count;
        const bool is_loaded = i < m->loaded_count;
        if (m->units[i].is_wanted && m->units[i].visit == 0 && is_loaded == (turn >= m->unit_count)) {
            print_unit(m, to, i);
        }
    }
    remove_marks(to);
}

void want_unit(maker *m, const char *name) {
    text whole = {0};
    put(m, &whole, "@x");
    whole.length--;
    text_add(&whole, name);
    const size_t number = unit_of_word(m, text_of(&whole), whole.length);
    if (number != SIZE_MAX) {
        m->units[number].is_wanted = true;
    }
    text_free(&whole);
}

void free_units(maker *m) {
    for (size_t i = 0; i < m->unit_count; i++) {
        free(m->units[i].text);
    }
    for (size_t i = 0; i < m->unit_name_count; i++) {
        free(m->unit_names[i].name);
        free(m->unit_names[i].other);
    }
    free(m->units);
    free(m->unit_names);
    free(m->unit_table);
}
