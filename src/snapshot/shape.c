// SPDX-License-Identifier: MIT
// The shape of a brain: what wits_brain_layout_hash hashes, and the fields.
#include "expr/expr.h"
#include "snapshot/format.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------- writing

static uint64_t name_bytes(const char *name) {
    return strlen(name) + 1;
}

static uint64_t field_name_bytes(const wits_brain *brain, uint32_t field) {
    uint64_t bytes = name_bytes(wits_field_name(brain, field));
    for (uint32_t value = 0; value < wits_field_value_count(brain, field); value++) {
        bytes += name_bytes(wits_field_value_name(brain, field, value));
    }
    return bytes;
}

/// Bytes of all names before those of fields.
static uint64_t first_names_bytes(const wits_brain *brain) {
    uint64_t bytes = 0;
    for (uint32_t state = 0; state < brain->state_count; state++) {
        bytes += name_bytes(wits_state_name(brain, (wits_state_id)state));
    }
    for (uint32_t event = 0; event < brain->event_count; event++) {
        bytes += name_bytes(wits_event_name(brain, event));
    }
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        bytes += name_bytes(wits_target_kind_name(brain, kind));
    }
    return bytes;
}

static uint64_t all_names_bytes(const wits_brain *brain) {
    uint64_t bytes = first_names_bytes(brain);
    for (uint32_t field = 0; field < brain->field_count; field++) {
        bytes += field_name_bytes(brain, field);
    }
    return bytes;
}

bool wits_snapshot_column(const wits_agents *of, uint32_t column, wits_column *to) {
    const uint32_t fields = of->brain->field_count;
    if (column >= fields) {
        *to = program_column(&of->own[column - fields]);
    } else if (of->columns != NULL) {
        *to = of->columns[column];
        to->type = wits_field_type(of->brain, column);
    } else {
        return false;
    }
    return to->base != NULL;
}

uint64_t wits_snapshot_shape_size(const wits_agents *of) {
    uint64_t own_names = 0;
    for (uint32_t i = 0; i < of->own_count; i++) {
        own_names += name_bytes(of->own[i].name);
    }
    return SHAPE_BYTES + (uint64_t)of->brain->state_count * STATE_BYTES +
           ((uint64_t)of->brain->field_count + of->own_count) * FIELD_BYTES + all_names_bytes(of->brain) + own_names;
}

static void write_state(const wits_brain *brain, uint16_t id, uint8_t *bytes) {
    const state_row *s = brain_state(brain, id);
    bytes_put16(bytes + STATE_PARENT, s->parent);
    bytes_put16(bytes + STATE_TARGET, s->target);
    bytes[STATE_KIND] = s->kind;
    bytes[STATE_LEAVE] = s->leave;
    bytes[STATE_FLAGS] = (uint8_t)((s->activation == WITS_ACTIVATION_ON_DECIDE ? STATE_ON_DECIDE : 0) |
                                   (s->clock != 0 ? STATE_CLOCK : 0) | (s->every != 0 ? STATE_SCORED_CLOCK : 0));
    bytes[STATE_FLAGS + 1] = 0;
    bytes_put32(bytes + STATE_DATA, s->data_size);
    bytes_put32(bytes + STATE_COOLDOWN, s->cooldown);
}

static char *write_name(char *at, const char *name) {
    const size_t size = strlen(name) + 1;
    memcpy(at, name, size);
    return at + size;
}

static void write_names(const wits_agents *of, char *at) {
    const wits_brain *brain = of->brain;
    for (uint32_t state = 0; state < brain->state_count; state++) {
        at = write_name(at, wits_state_name(brain, (wits_state_id)state));
    }
    for (uint32_t event = 0; event < brain->event_count; event++) {
        at = write_name(at, wits_event_name(brain, event));
    }
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        at = write_name(at, wits_target_kind_name(brain, kind));
    }
    for (uint32_t field = 0; field < brain->field_count; field++) {
        at = write_name(at, wits_field_name(brain, field));
        for (uint32_t value = 0; value < wits_field_value_count(brain, field); value++) {
            at = write_name(at, wits_field_value_name(brain, field, value));
        }
    }
    for (uint32_t i = 0; i < of->own_count; i++) {
        at = write_name(at, of->own[i].name);
    }
}

void wits_snapshot_write_shape(const wits_agents *of, uint8_t *bytes) {
    const wits_brain *brain = of->brain;
    const uint32_t columns = brain->field_count + of->own_count;
    const uint64_t rows = (uint64_t)brain->state_count * STATE_BYTES + (uint64_t)columns * FIELD_BYTES;
    bytes_put32(bytes + SHAPE_STATES, brain->state_count);
    bytes_put32(bytes + SHAPE_EVENTS, brain->event_count);
    bytes_put32(bytes + SHAPE_FIELDS, brain->field_count);
    bytes_put32(bytes + SHAPE_KINDS, brain->target_count);
    bytes_put32(bytes + SHAPE_FLAGS, brain->skip_entered ? SHAPE_SKIPS_ENTERED : 0);
    bytes_put32(bytes + SHAPE_NAMES, (uint32_t)(wits_snapshot_shape_size(of) - SHAPE_BYTES - rows));
    bytes_put32(bytes + SHAPE_FIELD_NAMES, (uint32_t)first_names_bytes(brain));
    bytes_put32(bytes + SHAPE_OWN, of->own_count);
    bytes += SHAPE_BYTES;
    for (uint32_t state = 0; state < brain->state_count; state++, bytes += STATE_BYTES) {
        write_state(brain, (uint16_t)state, bytes);
    }
    for (uint32_t i = 0; i < columns; i++, bytes += FIELD_BYTES) {
        wits_column column = {.type = i < brain->field_count ? wits_field_type(brain, i) : WITS_TYPE_DEFAULT};
        bytes[FIELD_SAVED] = wits_snapshot_column(of, i, &column);
        bytes[FIELD_TYPE] = (uint8_t)column.type;
        bytes_put16(bytes + FIELD_VALUES, i < brain->field_count ? wits_field_value_count(brain, i) : 0);
    }
    write_names(of, (char *)bytes);
}

// ------------------------------------------------------------------------------------------------------------- reading

/// Passes `count` names of at most `most` bytes. Returns null if they are not there.
static const char *skip_names(const char *at, const char *end, uint64_t count) {
    for (uint64_t i = 0; i < count && at != NULL; i++) {
        const char *zero = memchr(at, '\0', (size_t)(end - at));
        at = zero != NULL && zero != at && zero - at <= WITS_MAX_NAME ? zero + 1 : NULL;
    }
    return at;
}

/// Checks the kinds and numbers of fields, and that their names are the last ones. Counts those that are saved.
static bool check_columns(shape *of) {
    const char *at = of->field_names;
    for (uint32_t field = 0; field < of->column_count && at != NULL; field++) {
        const uint8_t *row = of->fields + (size_t)field * FIELD_BYTES;
        const uint32_t type = row[FIELD_TYPE], values = bytes_get16(row + FIELD_VALUES);
        const bool is_enum = type == WITS_TYPE_ENUM && field < of->field_count;
        if (type == WITS_TYPE_DEFAULT || type > WITS_TYPE_FLOAT || row[FIELD_SAVED] > 1 ||
            (is_enum ? values == 0 || values > WITS_MAX_ENUM_VALUES : values != 0)) {
            return false;
        }
        at = skip_names(at, of->end, 1 + values);
        of->saved[wits_expr_field_size((wits_type)type) / 2] += row[FIELD_SAVED];
    }
    return at == of->end;
}

bool wits_snapshot_read_shape(const uint8_t *bytes, size_t size, shape *to) {
    if (size < SHAPE_BYTES) {
        return false;
    }
    *to = (shape){.state_count = bytes_get32(bytes + SHAPE_STATES),
                  .event_count = bytes_get32(bytes + SHAPE_EVENTS),
                  .field_count = bytes_get32(bytes + SHAPE_FIELDS),
                  .kind_count = bytes_get32(bytes + SHAPE_KINDS),
                  .column_count = bytes_get32(bytes + SHAPE_OWN),
                  .skips_entered = (bytes_get32(bytes + SHAPE_FLAGS) & SHAPE_SKIPS_ENTERED) != 0};
    if (to->state_count == 0 || to->state_count > WITS_MAX_STATES || to->event_count > WITS_MAX_EVENTS ||
        to->field_count > WITS_MAX_FIELDS || to->kind_count > WITS_MAX_TARGET_KINDS ||
        to->column_count > WITS_SNAPSHOT_MAX_OWN) {
        return false;
    }
    to->column_count += to->field_count;
    const uint64_t rows = (uint64_t)to->state_count * STATE_BYTES + (uint64_t)to->column_count * FIELD_BYTES;
    const uint32_t names = bytes_get32(bytes + SHAPE_NAMES);
    if (SHAPE_BYTES + rows + names != size) {
        return false;
    }
    to->states = bytes + SHAPE_BYTES;
    to->fields = to->states + (size_t)to->state_count * STATE_BYTES;
    to->names = (const char *)(to->fields + (size_t)to->column_count * FIELD_BYTES);
    to->end = to->names + names;
    to->field_names = skip_names(to->names, to->end, (uint64_t)to->state_count + to->event_count + to->kind_count);
    return to->field_names == to->names + bytes_get32(bytes + SHAPE_FIELD_NAMES) && check_columns(to);
}

bool wits_snapshot_next_field(const shape *of, shape_field *field) {
    field->row = field->next == NULL ? 0 : field->row + 1;
    if (field->row >= of->column_count) {
        return false;
    }
    const uint8_t *row = of->fields + (size_t)field->row * FIELD_BYTES;
    field->name = field->next == NULL ? of->field_names : field->next;
    field->values = field->name + strlen(field->name) + 1;
    field->value_count = bytes_get16(row + FIELD_VALUES);
    field->next = skip_names(field->values, of->end, field->value_count);
    field->type = (wits_type)row[FIELD_TYPE];
    field->is_saved = row[FIELD_SAVED] != 0;
    field->is_own = field->row >= of->field_count;
    return true;
}
