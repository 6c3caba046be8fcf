// SPDX-License-Identifier: MIT
// Writes the block of agents: its memory, and the loading and storing of its columns.
//
// Dense arrays are used in place if they contain no lanes without agents; everything else is copied. The caller
// provides the memory, as blocks on the stack would be too small to be fast.
#include "crowd.h"

#include <string.h>

enum {
    CACHE = 28 << 10,  ///< bytes of the first-level cache that our own columns may fill
    LEAST_LANES = 128,
    MOST_LANES = 1984,
    ROW = 16,               ///< bytes of agents that are copied together
    MOST_LISTED = 1 << 16,  ///< listed actions of a block, unless there are few lanes
};

typedef struct block_rows {
    uint32_t of[MOST_COLUMNS];  ///< by named column: its row of words or of bytes
    uint32_t word_count, byte_count;
    uint32_t lanes, room, values;
} block_rows;

static bool is_field(const crowd_maker *c, uint32_t column) {
    return column >= c->columns->first_field && column < c->columns->first_field + c->columns->field_count;
}

static bool is_of_agent(const crowd_maker *c, uint32_t column) {
    return column >= c->columns->first_agent && column < c->columns->first_agent + c->columns->agent.count;
}

static uint32_t agent_offset(const crowd_maker *c, uint32_t column) {
    return agent_column_at(&c->columns->agent, column - c->columns->first_agent).offset;
}

static bool is_written(const crowd_maker *c, uint32_t column) {
    const uint8_t *flags = code_at(c->code, c->code->flags_offset);
    return (flags[column] & LANES_WRITTEN) != 0;
}

static bool is_dense(const crowd_maker *c) {
    return c->code->brain->agent_size == 1;
}

static void choose_rows(const crowd_maker *c, block_rows *rows) {
    uint32_t bytes_per_lane = 0;
    *rows = (block_rows){0};
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (!set_has(&c->needed, column)) {
            continue;
        }
        const uint32_t width = crowd_column_width(c, (lanes_column)column);
        rows->of[column] = width > 1 ? rows->word_count++ : rows->byte_count++;
        bytes_per_lane += width;
    }
    bytes_per_lane += 4 * (c->word_rows + c->kept_words) + c->byte_rows + c->kept_bytes;
    uint32_t lanes = CACHE / bytes_per_lane / 64 * 64;
    lanes = lanes < LEAST_LANES ? LEAST_LANES : lanes > MOST_LANES ? MOST_LANES : lanes;
    rows->room = crowd_list_room(c);
    while (lanes > 64 && lanes * rows->room > MOST_LISTED) {
        lanes -= 64;
    }
    rows->lanes = lanes > 64 && lanes % 256 == 0 ? lanes - 64 : lanes;  // rows use different cache sets
    rows->values = crowd_lists_values(c) ? rows->lanes * c->code->brain->argument_room[WITS_VERB_TICK] : 0;
}

// -------------------------------------------------------------------------------------------------------------- memory

static const char *type_of_column(const crowd_maker *c, uint32_t column) {
    return crowd_type_of(crowd_column_form(c, (lanes_column)column));
}

static const char *own_place(const crowd_maker *c, text *to, const block_rows *rows, uint32_t column) {
    text_clear(to);
    if (crowd_column_width(c, (lanes_column)column) > 1) {
        put(c->m, to, "(%s *)(b->own_words + %uu * @LANES)", type_of_column(c, column), (unsigned)rows->of[column]);
    } else {
        put(c->m, to, "b->own_bytes + %uu * @LANES", (unsigned)rows->of[column]);
    }
    return text_of(to);
}

static void make_struct(crowd_maker *c, const block_rows *rows) {
    maker *m = c->m;
    begin_unit(m, "LANES");
    line(m, "enum { @LANES = %u };  ///< agents in a block", (unsigned)rows->lanes);
    if (rows->room != 0) {
        line(m, "enum { @LISTED = %u };  ///< actions that an agent may list", (unsigned)rows->room);
    }
    end_unit(m, false);
    begin_unit(m, "lanes");
    line(m, "/// A block of agents: a column for each number that rules use, with a lane for each agent.");
    open_block(m, "typedef struct @lanes {");
    line(m, "const @crowd *crowd;");
    line(m, "const @crowd_run *run;");
    line(m, "uint64_t first;  ///< row of the first agent");
    line(m, "size_t agents;");
    line(m, "size_t lanes;  ///< number of agents, rounded up to a multiple of 64; other lanes are 0");
    line(m, "uint8_t *bytes_of_agents;");
    line(m, "uint32_t id_high, first_id;  ///< halves of the first id; first_id is 0 if ids are not consecutive");
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (set_has(&c->needed, column)) {
            line(m, "%s *%s_at;", type_of_column(c, column), c->names[column]);
        }
    }
    line(m, "// values that are passed between loops");
    line(m, "uint32_t *words, *kept_words;");
    line(m, "uint8_t *bytes, *kept_bytes;");
    if (rows->room != 0) {
        const char *type = crowd_listed_type(c);
        line(m, "%s *listed;         ///< first actions of the lanes, then their second ones, and so on", type);
        line(m, "%s *listed_counts;  ///< numbers of actions that the lanes have", type);
        line(m, "uint32_t *having_listed;  ///< lanes that have some");
        line(m, "uint32_t list_count;  ///< calls that listed some: at least as many as a lane has");
    }
    if (crowd_lists_values(c)) {
        line(m, "uint32_t *listed_values;  ///< places of the actions' computed arguments in `values`");
        line(m, "uint32_t value_count, *values;");
    }
    if (has_targets(m)) {
        line(m, "uint32_t *picked;  ///< targets of the best pairs found last");
        line(m, "uint32_t *listed_targets;");
    }
    line(m, "uint32_t *own_words;");
    line(m, "uint8_t *own_bytes;");
    m->indent--;
    line(m, "} @lanes;");
    end_unit(m, false);
}

/// Gives the next words to a member.
static void put_words_of(maker *m, const char *member, uint32_t rows) {
    line(m, "b->%s = words;", member);
    line(m, "words += %uu * @LANES;", (unsigned)rows);
}

static void make_memory(crowd_maker *c, const block_rows *rows) {
    maker *m = c->m;
    const uint32_t listed_words = rows->room * ((crowd_lists_values(c) ? 1u : 0u) + (has_targets(m) ? 1u : 0u));
    const uint32_t words =
        rows->word_count + c->word_rows + c->kept_words + (rows->room != 0) + listed_words + has_targets(m);
    const uint32_t of_listed = strcmp(crowd_listed_type(c), "uint8_t") == 0 ? 1 : 2;
    const uint32_t listed = rows->room != 0 ? (rows->room + 1) * of_listed : 0;
    const uint32_t bytes = rows->byte_count + c->byte_rows + c->kept_bytes + listed;
    const uint32_t values = (rows->values + 15) / 16 * 16;
    text own = {0};
    begin_unit(m, "crowd_scratch_size");
    open_block(m, "@API size_t @crowd_scratch_size(void) {");
    line(m, "return %uu;", (unsigned)((4 * words + bytes) * rows->lanes + 4 * values));
    close_block(m);
    end_unit(m, true);
    begin_function(m, "divide_scratch", "static void @divide_scratch(@lanes *b, void *scratch)");
    line(m, "b->own_words = (uint32_t *)scratch;");
    line(m, "b->words = b->own_words + %uu * @LANES;", (unsigned)rows->word_count);
    line(m, "b->kept_words = b->words + %uu * @LANES;", (unsigned)c->word_rows);
    line(m, "uint32_t *words = b->kept_words + %uu * @LANES;", (unsigned)c->kept_words);
    if (rows->room != 0) {
        put_words_of(m, "having_listed", 1);
    }
    if (has_targets(m)) {
        put_words_of(m, "picked", 1);
        put_words_of(m, "listed_targets", rows->room);
    }
    if (crowd_lists_values(c)) {
        put_words_of(m, "listed_values", rows->room);
        line(m, "b->values = words;");
        line(m, "words += %uu;", (unsigned)values);
        line(m, "b->value_count = 0;");
    }
    if (rows->room != 0) {
        line(m, "b->listed = (%s *)(void *)words;", crowd_listed_type(c));
        line(m, "b->listed_counts = b->listed + %uu * @LANES;", (unsigned)rows->room);
        line(m, "memset(b->listed_counts, 0, @LANES * sizeof *b->listed_counts);");
        line(m, "b->list_count = 0;");
        line(m, "b->own_bytes = (uint8_t *)(b->listed_counts + @LANES);");
    } else {
        line(m, "b->own_bytes = (uint8_t *)words;");
    }
    line(m, "b->bytes = b->own_bytes + %uu * @LANES;", (unsigned)rows->byte_count);
    line(m, "b->kept_bytes = b->bytes + %uu * @LANES;", (unsigned)c->byte_rows);
    line(m, "b->id_high = b->first_id = 0;");
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (set_has(&c->needed, column)) {
            line(m, "b->%s_at = %s;", c->names[column], own_place(c, &own, rows, column));
        }
    }
    end_function(m, false);
    text_free(&own);
}

// ----------------------------------------------------------------------------------------------------- reading columns

static bool is_agent_column(const crowd_maker *c, uint32_t column, bool written) {
    return set_has(&c->needed, column) && is_of_agent(c, column) && (!written || is_written(c, column));
}

/// Writes local pointers, which no store through bytes can change.
static void put_agent_columns(crowd_maker *c, bool written) {
    line(c->m, "const size_t agents = b->agents;");
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (is_agent_column(c, column, written)) {
            const char *name = c->names[column];
            line(c->m, "%s%s *const %s_at = b->%s_at;", written ? "const " : "", type_of_column(c, column), name, name);
        }
    }
}

/// Returns whether a column has some of `count` bytes from `first` on.
static bool is_agent_part(const crowd_maker *c, uint32_t column, uint32_t first, uint32_t count) {
    if (!is_agent_column(c, column, false)) {
        return false;
    }
    const uint32_t at = agent_offset(c, column), width = crowd_column_width(c, (lanes_column)column);
    return at < first + count && first < at + width;
}

static bool has_agent_part(const crowd_maker *c, uint32_t first, uint32_t count) {
    bool has = false;
    for (uint32_t column = 1; column < c->columns->first_temp && !has; column++) {
        has = is_agent_part(c, column, first, count);
    }
    return has;
}

/// Writes the number of a column from the words of an agent.
static void put_agent_value(crowd_maker *c, uint32_t column) {
    const uint32_t at = agent_offset(c, column), word = at / 4, shift = at % 4 * 8;
    const bool is_wide = crowd_column_width(c, (lanes_column)column) == 4;
    text value = {0};
    text_format(&value,
                shift != 0 && !is_wide ? "(word%u >> %u)"
                : shift != 0           ? "word%u >> %u"
                                       : "word%u",
                (unsigned)word, (unsigned)shift);
    if (is_wide && shift != 0) {
        text_format(&value, " | word%u << %u", (unsigned)word + 1, (unsigned)(32 - shift));
    }
    line(c->m, is_wide ? "%s_at[first + i] = %s;" : "%s_at[first + i] = (uint8_t)%s;", c->names[column],
         text_of(&value));
    text_free(&value);
}

/// Copies agents to rows of 16 bytes, whose words compilers can split for many lanes at a time.
static void open_rows(crowd_maker *c) {
    maker *m = c->m;
    const uint32_t size = c->code->brain->agent_size;
    for (uint32_t at = 0; at < size; at += ROW) {
        if (has_agent_part(c, at, ROW)) {
            line(m, "uint32_t rows%u[64 * 4];  // bytes from %u on", (unsigned)(at / ROW), (unsigned)at);
        }
    }
    line(m, "const uint8_t *agent = b->bytes_of_agents;");
    open_block(m, "for (size_t first = 0; first < b->lanes; first += 64) {");
    line(m, "const size_t some = agents - first < 64 ? agents - first : 64;");
    open_block(m, "for (size_t i = 0; i < some; i++, agent += @AGENT_SIZE) {");
    for (uint32_t at = 0; at < size; at += ROW) {
        if (has_agent_part(c, at, ROW)) {
            line(m, "memcpy(rows%u + 4 * i, agent + %u, %u);", (unsigned)(at / ROW), (unsigned)at,
                 (unsigned)(size - at < ROW ? size - at : ROW));
        }
    }
    close_block(m);
    for (uint32_t at = 0; at < size; at += ROW) {
        if (has_agent_part(c, at, ROW)) {
            line(m, "memset(rows%u + 4 * some, 0, (64 - some) * %u);", (unsigned)(at / ROW), (unsigned)ROW);
        }
    }
    line(m, "@EACH_WORD");
    open_block(m, "for (size_t i = 0; i < 64; i++) {");
    for (uint32_t at = 0; at < size; at += 4) {
        if (has_agent_part(c, at, 4)) {
            line(m, "const uint32_t word%u = @agent_word(rows%u[4 * i + %u]);", (unsigned)(at / 4),
                 (unsigned)(at / ROW), (unsigned)(at % ROW / 4));
        }
    }
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (is_agent_column(c, column, false)) {
            put_agent_value(c, column);
        }
    }
    close_block(m);
    close_block(m);
}

static void open_agents(crowd_maker *c, const block_rows *rows) {
    maker *m = c->m;
    text own = {0};
    if (is_dense(c)) {
        const char *name = c->names[c->columns->slot];
        open_block(m, "if (rest == 0) {");
        line(m, "b->%s_at = b->bytes_of_agents;", name);
        m->indent--;
        open_block(m, "} else {");
        line(m, "b->%s_at = %s;", name, own_place(c, &own, rows, c->columns->slot));
        line(m, "memcpy(b->%s_at, b->bytes_of_agents, b->agents);", name);
        line(m, "memset(b->%s_at + b->agents, 0, rest);", name);
        close_block(m);
        text_free(&own);
        return;
    }
    put_agent_columns(c, false);
    open_rows(c);
    text_free(&own);
}

static const char *member_of(const crowd_maker *c, uint32_t column) {
    return c->m->names.members[column - c->columns->first_field];
}

static void open_field(crowd_maker *c, const block_rows *rows, uint32_t column) {
    maker *m = c->m;
    const char *name = c->names[column], *member = member_of(c, column), *type = type_of_column(c, column);
    text own = {0};
    open_block(m, "if (columns->%s != NULL && rest == 0) {", member);
    line(m, "b->%s_at = (%s *)(uintptr_t)(columns->%s + b->first);", name, type, member);
    m->indent--;
    open_block(m, "} else {");
    line(m, "b->%s_at = %s;", name, own_place(c, &own, rows, column));
    open_block(m, "if (columns->%s != NULL) {", member);
    line(m, "memcpy(b->%s_at, columns->%s + b->first, b->agents * sizeof *b->%s_at);", name, member, name);
    m->indent--;
    open_block(m, "} else {");
    open_block(m, "for (size_t i = 0; i < b->agents; i++) {");
    line(m, "b->%s_at[i] = (%s)contexts[i].%s;", name, type, member);
    close_block(m);
    close_block(m);
    line(m, "memset(b->%s_at + b->agents, 0, rest * sizeof *b->%s_at);", name, name);
    close_block(m);
    text_free(&own);
}

static bool has_fields(const crowd_maker *c, bool written) {
    bool has = false;
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        has |= set_has(&c->needed, column) && is_field(c, column) && (!written || is_written(c, column));
    }
    return has;
}

static void put_sources(crowd_maker *c, bool is_const) {
    line(c->m, "const @columns *const columns = &b->crowd->columns;");
    line(c->m, "%s%s *const contexts = b->crowd->contexts != NULL ? b->crowd->contexts + b->first : NULL;",
         is_const ? "const " : "", c->m->names.context);
}

static void make_open(crowd_maker *c, const block_rows *rows) {
    begin_function(c->m, "open_lanes", "@WIDE_LANES static void @open_lanes(@lanes *b)");
    if (has_fields(c, false) || is_dense(c)) {
        line(c->m, "const size_t rest = b->lanes - b->agents;");
    }
    if (has_fields(c, false)) {
        put_sources(c, true);
    }
    open_agents(c, rows);
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (set_has(&c->needed, column) && is_field(c, column)) {
            open_field(c, rows, column);
        }
    }
    end_function(c->m, false);
}

// ------------------------------------------------------------------------------------------------------------ and back

static bool writes_agents(const crowd_maker *c) {
    bool writes = false;
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        writes |= is_agent_column(c, column, true);
    }
    return writes;
}

static void close_agents(crowd_maker *c) {
    maker *m = c->m;
    if (!writes_agents(c)) {
        return;
    }
    if (is_dense(c)) {
        const char *name = c->names[c->columns->slot];
        open_block(m, "if (b->%s_at != b->bytes_of_agents) {", name);
        line(m, "memcpy(b->bytes_of_agents, b->%s_at, b->agents);", name);
        close_block(m);
        return;
    }
    put_agent_columns(c, true);
    line(m, "uint8_t *agent = b->bytes_of_agents;");
    open_block(m, "for (size_t i = 0; i < agents; i++, agent += @AGENT_SIZE) {");
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (is_agent_column(c, column, true)) {
            const bool is_wide = crowd_column_width(c, (lanes_column)column) == 4;
            line(m, is_wide ? "@put_agent_word(agent + %u, %s_at[i]);" : "agent[%u] = %s_at[i];",
                 (unsigned)agent_offset(c, column), c->names[column]);
        }
    }
    close_block(m);
}

static void close_field(crowd_maker *c, uint32_t column) {
    maker *m = c->m;
    const char *name = c->names[column], *member = member_of(c, column), *type = type_of_column(c, column);
    const wits_type field = wits_field_type(c->code->brain, column - c->columns->first_field);
    open_block(m, "if (columns->%s != NULL) {", member);
    open_block(m, "if (b->%s_at != (%s *)(columns->%s + b->first)) {", name, type, member);
    line(m, "memcpy(columns->%s + b->first, b->%s_at, b->agents * sizeof *b->%s_at);", member, name, name);
    close_block(m);
    m->indent--;
    open_block(m, "} else {");
    open_block(m, "for (size_t i = 0; i < b->agents; i++) {");
    if (field == WITS_TYPE_BOOL) {
        line(m, "contexts[i].%s = b->%s_at[i] != 0;", member, name);
    } else {
        line(m, "contexts[i].%s = (%s)b->%s_at[i];", member,
             form_of_field(&m->names, column - c->columns->first_field)->type, name);
    }
    close_block(m);
    close_block(m);
}

static void make_close(crowd_maker *c) {
    begin_function(c->m, "close_lanes", "static void @close_lanes(@lanes *b)");
    if (has_fields(c, true)) {
        put_sources(c, false);
    }
    close_agents(c);
    for (uint32_t column = 1; column < c->columns->first_temp; column++) {
        if (set_has(&c->needed, column) && is_field(c, column) && is_written(c, column)) {
            close_field(c, column);
        }
    }
    end_function(c->m, false);
}

void crowd_make_block(crowd_maker *c) {
    block_rows rows;
    set_add(&c->needed, c->columns->slot);
    set_add(&c->needed, c->columns->due);
    choose_rows(c, &rows);
    make_struct(c, &rows);
    make_memory(c, &rows);
    make_open(c, &rows);
    make_close(c);
}
