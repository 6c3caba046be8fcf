// SPDX-License-Identifier: MIT
// Reads the bytes of a recording, which are not trusted: nothing is read beyond them, whatever their content.
#include "expr/expr.h"
#include "record/format.h"

#include <string.h>

bool wits_record_chunk(const uint8_t *bytes, uint64_t size, uint64_t offset, chunk *to) {
    if (offset > size || size - offset < CHUNK_BYTES) {
        return false;
    }
    const uint64_t word = bytes_get64(bytes + offset), chunk_size = word >> 8, rest = size - offset - CHUNK_BYTES;
    *to = (chunk){.type = (chunk_type)(word & 0xFF),
                  .bytes = bytes + offset + CHUNK_BYTES,
                  .size = chunk_size,
                  .next = offset + CHUNK_BYTES + chunk_size};
    return chunk_size <= rest;
}

// --------------------------------------------------------------------------------------------------------------- shape

bool wits_record_array(const recorded_shape *of, uint32_t number, recorded_array *to) {
    const uint8_t *field = of->target_fields;
    const char *name = of->target_names;
    for (uint32_t kind = 0; kind < of->start.kind_count; kind++) {
        const uint32_t fields = of->field_counts[kind];
        *to = (recorded_array){.kind = kind, .which = number, .width = 4};
        for (uint32_t i = 0; i < fields; i++, field += TARGET_FIELD_BYTES, name += strlen(name) + 1) {
            if (number == ARRAY_FIELDS + i) {
                const wits_type type = (wits_type)field[TARGET_TYPE];
                to->field = field;
                to->name = name;
                to->width = wits_expr_field_size(type);
                to->value_count = type == WITS_TYPE_BOOL ? 2 : bytes_get16(field + TARGET_VALUES);
            }
        }
        if (number < ARRAY_FIELDS + fields) {
            return true;
        }
        number -= ARRAY_FIELDS + fields;
    }
    return false;
}

uint32_t wits_record_column_width(const recorded_shape *of, uint32_t column, uint32_t *value_count) {
    *value_count = 0;
    if (column >= of->start.column_count) {
        return column == of->start.column_count && of->has_ids ? 8 : 0;
    }
    if ((of->flags[column] & COLUMN_RECORDED) == 0) {
        return 0;
    }
    const uint8_t *row = of->start.fields + (size_t)column * FIELD_BYTES;
    if (column < of->start.field_count) {
        *value_count = row[FIELD_TYPE] == WITS_TYPE_BOOL ? 2 : bytes_get16(row + FIELD_VALUES);
    }
    return wits_expr_field_size((wits_type)row[FIELD_TYPE]);
}

static uint64_t column_rows(const recorded_shape *of, uint32_t column) {
    return column < of->start.column_count && (of->flags[column] & COLUMN_SHARED) != 0 ? 1 : of->count;
}

// ------------------------------------------------------------------------------------------------------------- changes

static bool are_values(const uint8_t *values, uint64_t size, uint32_t value_count) {
    for (uint64_t i = 0; i < size && value_count != 0; i++) {
        if (values[i] >= value_count) {
            return false;
        }
    }
    return true;
}

static bool are_events(const recorded_shape *of, uint64_t events) {
    return of->start.event_count >= 64 || events >> of->start.event_count == 0;
}

static bool read_agents(const recorded_shape *of, byte_reader *from, const changes_visitor *to) {
    uint64_t row = 0;
    for (bool is_first = true;; is_first = false) {
        const uint64_t code = read_varint(from);
        if (code == 0) {
            return from->is_good;
        }
        const uint64_t delta = (code - 1) >> 1;
        const bool is_set = ((code - 1) & 1) != 0;
        if ((delta == 0 && !is_first) || delta >= of->count - row) {
            return false;
        }
        row += delta;
        const uint64_t events = is_set ? 0 : read_varint(from);
        const uint8_t *agent = is_set ? read_span(from, of->agent_size) : NULL;
        if (!from->is_good || !are_events(of, events) ||
            (is_set ? to->set != NULL && !to->set(to->user, row, agent)
                    : to->raised != NULL && !to->raised(to->user, row, events))) {
            return false;
        }
    }
}

/// Rows that a piece may have.
typedef struct piece_reader {
    uint64_t piece;  ///< the one after the last
    uint64_t rows;
    uint32_t width;
    uint32_t value_count;
} piece_reader;

/// A span of consecutive rows with values, in a mask.
typedef struct span_of_rows {
    uint64_t first, count;
} span_of_rows;

static span_of_rows next_span(uint64_t *mask, uint64_t base) {
    const uint32_t first = lowest_bit(*mask);
    const uint64_t rest = ~(*mask >> first);
    const uint32_t count = rest == 0 ? 64 : lowest_bit(rest);
    *mask = first + count >= 64 ? 0 : *mask & UINT64_MAX << (first + count);
    return (span_of_rows){base + first, count};
}

/// Reads the head of a piece. Returns its values, with the mask of its rows; null after the last.
static const uint8_t *read_piece(piece_reader *of, byte_reader *from, uint64_t *mask) {
    const uint64_t code = read_varint(from);
    if (code == 0) {
        return NULL;
    }
    const uint8_t *at = read_span(from, 8);
    const uint64_t piece = of->piece + code - 1, pieces = (of->rows + PIECE_ROWS - 1) / PIECE_ROWS;
    if (at == NULL || code > pieces || piece >= pieces) {
        from->is_good = false;
        return NULL;
    }
    *mask = bytes_get64(at);
    const uint64_t rows = of->rows - piece * PIECE_ROWS;
    const uint64_t count = count_rows(*mask);
    const uint8_t *values = read_span(from, count * of->width);
    if (values == NULL || count == 0 || (rows < PIECE_ROWS && *mask >> rows != 0) ||
        !are_values(values, count * of->width, of->value_count)) {
        from->is_good = false;
        return NULL;
    }
    of->piece = piece;
    return values;
}

static bool read_column(const recorded_shape *of, byte_reader *from, const changes_visitor *to) {
    const uint64_t number = read_varint(from);
    uint32_t value_count;
    if (!from->is_good || number > of->start.column_count) {
        return false;
    }
    const uint32_t column = (uint32_t)number, width = wits_record_column_width(of, column, &value_count);
    piece_reader pieces = {.rows = column_rows(of, column), .width = width, .value_count = value_count};
    uint64_t mask;
    const uint8_t *values = width != 0 ? read_piece(&pieces, from, &mask) : NULL;
    for (; values != NULL; values = read_piece(&pieces, from, &mask)) {
        while (mask != 0) {
            const span_of_rows span = next_span(&mask, pieces.piece * PIECE_ROWS);
            if (to->column != NULL) {
                to->column(to->user, column, span.first, span.count, values);
            }
            values += span.count * width;
        }
    }
    return width != 0 && from->is_good;
}

/// New rows follow the known ones without gaps, so that memory for them is backed by bytes.
static bool read_array(const recorded_shape *of, byte_reader *from, uint32_t *array_rows, const changes_visitor *to) {
    recorded_array array;
    const uint64_t number = read_varint(from), rows = read_varint(from);
    if (!from->is_good || number >= of->array_count || rows >= WITS_NO_TARGET ||
        !wits_record_array(of, (uint32_t)number, &array)) {
        return false;
    }
    uint32_t *known = &array_rows[number];
    *known = rows < *known ? (uint32_t)rows : *known;
    piece_reader pieces = {.rows = rows, .width = array.width, .value_count = array.value_count};
    uint64_t mask;
    for (const uint8_t *values = read_piece(&pieces, from, &mask); values != NULL;
         values = read_piece(&pieces, from, &mask)) {
        while (mask != 0) {
            const span_of_rows span = next_span(&mask, pieces.piece * PIECE_ROWS);
            if (span.first > *known) {
                return false;
            }
            if (to->array != NULL) {
                to->array(to->user, &array, (uint32_t)number, span.first, span.count, values);
            }
            *known = span.first + span.count > *known ? (uint32_t)(span.first + span.count) : *known;
            values += span.count * array.width;
        }
    }
    return from->is_good;
}

bool wits_record_read_changes(const recorded_shape *of, const chunk *from, uint32_t *array_rows,
                              const changes_visitor *to) {
    byte_reader reader = {from->bytes, from->bytes + from->size, true};
    bool is_good = true;
    while (is_good && reader.at != reader.end) {
        const uint8_t tag = *read_span(&reader, 1);
        is_good = tag == CHANGED_AGENTS   ? read_agents(of, &reader, to)
                  : tag == CHANGED_COLUMN ? read_column(of, &reader, to)
                  : tag == CHANGED_ARRAY  ? read_array(of, &reader, array_rows, to)
                                          : false;
    }
    return is_good;
}

// ------------------------------------------------------------------------------------------------------------- answers

/// Reads to the end of an effect, of which nothing else is known.
static bool skip_effect(const recorded_shape *of, recorded_answer *answer, byte_reader *from) {
    recorded_effect effect;
    uint32_t column, width;
    uint64_t size;
    answer->effect = from->at;
    if (!wits_record_begin_effect(*from, &effect) || !are_events(of, effect.events) ||
        (effect.state >= of->start.state_count && effect.state != WITS_STAY)) {
        return false;
    }
    while (wits_record_next_effect(of, &effect, &column, &width) != NULL) {}
    (void)wits_record_effect_data(&effect, &size);
    *from = effect.reader;
    answer->effect_size = (size_t)(from->at - answer->effect);
    return from->is_good;
}

bool wits_record_next_answer(const recorded_shape *of, byte_reader *from, recorded_answer *answer) {
    const uint8_t *flags = from->at != from->end ? read_span(from, 1) : NULL;
    if (flags == NULL) {
        return false;
    }
    const uint64_t kind = *flags & ANSWER_KIND;
    uint64_t function = answer->function, state = answer->state, row = (uint64_t)answer->row + 1;
    uint64_t target_kind = WITS_NONE, target = WITS_NO_TARGET;
    if ((*flags & ANSWER_SAME_FUNCTION) == 0) {
        function = read_varint(from);
        state = read_varint(from);
    }
    if ((*flags & ANSWER_NEXT_ROW) == 0) {
        const uint64_t difference = read_varint(from);
        row = answer->row + ((difference >> 1) ^ (0 - (difference & 1)));
    }
    if ((*flags & ANSWER_TARGET) != 0) {
        target_kind = read_varint(from);
        target = read_varint(from);
    }
    const uint8_t *arguments = (*flags & ANSWER_ARGUMENTS) != 0 ? read_span(from, 8) : NULL;
    const uint8_t *score = kind == ANSWER_SCORE ? read_span(from, 4) : NULL;
    *answer = (recorded_answer){.kind = (answer_kind)kind,
                                .function = (uint32_t)function,
                                .state = (uint32_t)state,
                                .row = (uint32_t)row,
                                .target_kind = (uint32_t)target_kind,
                                .target = (uint32_t)target,
                                .arguments = arguments != NULL ? bytes_get64(arguments) : 0,
                                .value = score != NULL ? bytes_get32(score) : 0};
    from->is_good = from->is_good && kind < ANSWER_KIND_COUNT && (*flags & 0x80) == 0 &&
                    function < of->function_count && (state < of->start.state_count || state == WITS_NONE) &&
                    row < of->count && (target_kind < of->start.kind_count || target_kind == WITS_NONE) &&
                    target <= WITS_NO_TARGET && (kind != ANSWER_EFFECT || skip_effect(of, answer, from));
    return from->is_good;
}

bool wits_record_begin_effect(byte_reader from, recorded_effect *to) {
    const uint64_t state = read_varint(&from);
    *to = (recorded_effect){.state = (uint32_t)state, .events = read_varint(&from)};
    to->columns_left = read_varint(&from);
    to->reader = from;
    return from.is_good && state <= WITS_STAY;
}

const uint8_t *wits_record_next_effect(const recorded_shape *of, recorded_effect *from, uint32_t *column,
                                       uint32_t *width) {
    uint32_t value_count;
    if (from->columns_left == 0) {
        return NULL;
    }
    const uint64_t number = read_varint(&from->reader);
    *column = (uint32_t)number;
    *width = number < of->start.column_count ? wits_record_column_width(of, *column, &value_count) : 0;
    const uint8_t *value = *width != 0 ? read_span(&from->reader, *width) : NULL;
    if (value == NULL || column_rows(of, *column) != of->count || !are_values(value, *width, value_count)) {
        from->reader.is_good = false;
        from->columns_left = 0;
        return NULL;
    }
    from->columns_left--;
    return value;
}

const uint8_t *wits_record_effect_data(recorded_effect *from, uint64_t *size) {
    const uint64_t code = read_varint(&from->reader);
    *size = code != 0 ? code - 1 : 0;
    return code != 0 ? read_span(&from->reader, *size) : NULL;
}
