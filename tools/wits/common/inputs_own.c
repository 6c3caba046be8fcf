// SPDX-License-Identifier: MIT
// Detects inputs that set fields assigned by the brain. Proofs assume that inputs do not.
#include "common/inputs.h"

#include "common/text.h"

static bool row_sets_field(const inputs *of, const input_row *row, uint32_t field) {
    for (uint32_t i = 0; i < row->value_count; i++) {
        const input_value *value = &of->values[row->first_value + i];
        if (!value->is_function && !value->is_draw && value->row == field) {
            return true;
        }
    }
    return false;
}

/// Returns whether the agent begins at this row: it starts, or its state is set.
static bool row_begins(const inputs *of, const input_row *row) {
    bool begins = row->tick == 0;
    for (uint32_t i = 0; i < row->call_count; i++) {
        begins = begins || of->calls[row->first_call + i].verb == INPUT_SET_STATE;
    }
    return begins;
}

bool inputs_set_field(const inputs *of, uint32_t field) {
    for (size_t i = 0; i < of->row_count; i++) {
        const input_row *row = &of->rows[i];
        if (!row_begins(of, row) && row_sets_field(of, row, field)) {
            return true;
        }
    }
    return false;
}

void inputs_warn_of_own(const inputs *of, const char *path, const wits_file *file) {
    const wits_desc *desc = wits_file_desc(file);
    text names = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const bool is_own = wits_field_is_assigned(wits_file_brain(file), i) &&
                            wits_file_promises(file)->fields[i].host != WITS_GIVER_HOST;
        if (is_own && inputs_set_field(of, i)) {
            text_format(&names, "%s'%s'", count > 0 ? ", " : "", desc->fields[i].name);
            count++;
        }
    }
    if (count > 0) {
        say_at((place){.file = shown_path(path)}, SEVERITY_WARNING,
               "these inputs set %s, which the brain assigns; mark %s 'host: true', or proofs assume that only the "
               "brain changes %s",
               text_of(&names), count == 1 ? "the field" : "the fields", count == 1 ? "it" : "them");
    }
    text_free(&names);
}
