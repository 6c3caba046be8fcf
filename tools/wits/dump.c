// SPDX-License-Identifier: MIT
#include "dump.h"

#include "roster.h"
#include "run.h"
#include "tool.h"
#include "wits/convert.h"

#include <string.h>

static void add_names(text *to, const many *of, uint32_t tick) {
    text_format(to, ROSTER_AGENT "," ROSTER_ACTIVE "," ROSTER_BYTES "%016llx at %u)",
                (unsigned long long)wits_brain_layout_hash(of->brain), (unsigned)tick);
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        text_format(to, ",%s", of->desc->fields[field].name);
    }
    text_add(to, "\n");
}

static void add_agent(text *to, const many *of, uint64_t agent) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = many_agent(of, agent);
    text_format(to, "%llu,", (unsigned long long)many_id(of, agent));
    text_active(to, of->brain, bytes);
    text_add(to, ",");
    for (size_t i = 0; i < wits_agent_size(of->brain); i++) {
        text_add_bytes(to, (const char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
    }
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        text_add(to, ",");
        text_value(to, &of->desc->fields[field], many_get(of, agent, field), false);
    }
    text_add(to, "\n");
}

int dump_write(const char *command, const many *of, uint32_t tick, const char *path) {
    output_stream stream;
    int status = output_begin(command, path, &stream);
    if (status != STATUS_DONE) {
        return status;
    }
    text row = {0};
    add_names(&row, of, tick);
    fputs(text_of(&row), stream.file);
    for (uint64_t agent = 0; agent < of->how.agents && output_is_open(stream.file); agent++) {
        text_clear(&row);
        add_agent(&row, of, agent);
        fputs(text_of(&row), stream.file);
    }
    text_free(&row);
    return output_end(&stream);
}

void dump_path(text *to, const char *path, uint64_t tick) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *ending = strrchr(name, '.');
    size_t length = ending != NULL && ending > name ? (size_t)(ending - path) : strlen(path);
    text_add_bytes(to, path, length);
    text_format(to, "-%llu%s", (unsigned long long)tick, path + length);
}
