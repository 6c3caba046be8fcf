// SPDX-License-Identifier: MIT
// Reads arbitrary bytes as a file for --inputs: rows, or messages.
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/inputs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char brain_text[] =
    "wits: 1\nbrain: b\nevents: [alarm, noise]\n"
    "context: {on: bool, mood: [calm, angry], i8: int8, u8: uint8, i16: int16, n: int,\n"
    "          x: float, y: {type: float, range: [-1, 2]}, z: {type: int, range: [0, 9]}}\n"
    "functions: {seen: condition, threat: {kind: score, range: [0, 1]}, act: action}\n"
    "root: {states: {a: {states: {b: {}}}, c: {}}}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static wits_file *file;
    static FILE *stream;
    if (file == NULL) {
        file = wits_file_parse(brain_text, sizeof brain_text - 1, "brain.yaml", NULL);
        stream = tmpfile();
    }
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(stream));
    bool written = ftruncate(fileno(stream), 0) == 0 && pwrite(fileno(stream), data, size, 0) == (ssize_t)size;
    assert(written && wits_file_brain(file) != NULL);
    inputs in = {0};
    const unsigned may = size % 2 == 0 ? INPUTS_MAY_DRAW | INPUTS_MAY_BE_EMPTY : 0;
    if (inputs_read(path, file, may, &in)) {
        for (size_t i = 0; i < in.row_count; i++) {
            assert(i == 0 || in.rows[i].tick > in.rows[i - 1].tick);
            assert(inputs_at(&in, in.rows[i].tick) == &in.rows[i] && in.rows[i].tick <= inputs_last_tick(&in));
            assert(in.rows[i].tick > 0 || in.rows[i].call_count == 0);
            assert(in.rows[i].first_value + in.rows[i].value_count <= in.value_count);
            for (uint32_t value = 0; value < in.rows[i].value_count; value++) {
                const input_value *one = &in.values[in.rows[i].first_value + value];
                const wits_promises *promises = wits_file_promises(file);
                const wits_promise *rows = one->is_function ? promises->functions : promises->fields;
                assert(wits_promise_holds(&rows[one->row], one->value));
            }
            assert(in.rows[i].first_call + in.rows[i].call_count <= in.call_count);
        }
    }
    inputs_free(&in);
    return 0;
}
