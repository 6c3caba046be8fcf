// SPDX-License-Identifier: MIT
// Reports errors in properties, with their position in the file.
#include "prove/prove.h"

#include "common/tool.h"

#include <string.h>

/// Returns the position of a byte of a property's text in one of the two files. The text is a copy; the file knows the
/// original.
static wits_file_place place_of_text(const wits_file *file, const char *bytes, uint32_t offset) {
    wits_file_place found = {.name = NULL};
    for (uint32_t i = 0; i < wits_file_property_count(file) && found.line == 0; i++) {
        const wits_property *of = &wits_file_properties(file)[i];
        const wits_property_text *const texts[] = {&of->condition, &of->until, &of->of, &of->assume, &of->from};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            if (texts[k]->text == bytes) {
                found = wits_property_where(file, texts[k], offset);
            }
        }
    }
    return found;
}

int say_prove_mistakes(const wits_file *brain, const wits_file *list, const wits_prover *prover) {
    for (uint32_t i = 0; i < wits_prover_mistake_count(prover); i++) {
        const wits_prove_mistake *mistake = &wits_prover_mistakes(prover)[i];
        if (mistake->property == NULL) {
            say_error("%s", mistake->message);
            continue;
        }
        const bool is_listed = list != NULL && strcmp(mistake->property->file, wits_file_name(list)) == 0;
        place at = {
            .file = mistake->property->file, .line = mistake->property->line, .column = mistake->property->column};
        if (mistake->text != NULL) {
            const wits_file_place found = place_of_text(is_listed ? list : brain, mistake->text->text, mistake->offset);
            at = (place){.file = found.name != NULL ? found.name : at.file,
                         .line = found.line,
                         .column = found.column,
                         .used_file = found.used_name,
                         .used_line = found.used_line,
                         .used_column = found.used_column};
        }
        say_at(at, SEVERITY_ERROR, "%s", mistake->message);
    }
    return STATUS_WRONG;
}

uint32_t say_property_mistakes(const wits_file *file) {
    if (wits_file_property_count(file) == 0) {
        return 0;
    }
    const wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), wits_file_properties(file),
                                    wits_file_property_count(file), false};
    wits_prover *prover = wits_prover_new(&about, NULL);
    uint32_t count = 0;
    for (uint32_t i = 0; prover != NULL && i < wits_prover_mistake_count(prover); i++) {
        count += wits_prover_mistakes(prover)[i].property != NULL;
    }
    if (count > 0) {
        say_prove_mistakes(file, NULL, prover);
    }
    wits_prover_free(prover);
    return count;
}
