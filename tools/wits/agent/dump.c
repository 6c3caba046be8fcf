// SPDX-License-Identifier: MIT
#include "agent/dump.h"

#include "agent/run.h"
#include "common/tool.h"
#include "crowd/initial_values.h"
#include "crowd/ranks.h"
#include "wits/convert.h"

#include <string.h>

static void add_names(text *to, const crowd_sim *of, uint32_t tick) {
    text_format(to, INITIAL_AGENT "," INITIAL_ACTIVE "," INITIAL_BYTES "%016llx at %u)",
                (unsigned long long)wits_brain_layout_hash(of->brain), (unsigned)tick);
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        text_format(to, ",%s", of->desc->fields[field].name);
    }
    text_add(to, "\n");
}

static void add_agent(text *to, const crowd_sim *of, uint64_t agent) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = crowd_sim_agent(of, agent);
    text_format(to, "%llu,", (unsigned long long)crowd_sim_id(of, agent));
    text_active(to, of->brain, bytes);
    text_add(to, ",");
    for (size_t i = 0; i < wits_agent_size(of->brain); i++) {
        text_add_bytes(to, (const char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
    }
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        text_add(to, ",");
        text_value(to, &of->desc->fields[field], crowd_sim_get(of, agent, field), false);
    }
    text_add(to, "\n");
}

static void print_agents(FILE *to, const crowd_sim *of, uint32_t tick) {
    text row = {0};
    add_names(&row, of, tick);
    fputs(text_of(&row), to);
    for (uint64_t agent = 0; agent < of->how.here && output_is_open(to); agent++) {
        text_clear(&row);
        add_agent(&row, of, agent);
        fputs(text_of(&row), to);
    }
    text_free(&row);
}

// ------------------------------------------------------------------------------------------------------- several ranks

enum { BLOCK_AGENTS = 4096 };

/// Writes the rows of a block of this rank's agents. Rank 0 writes the column names before the first.
static uint64_t fill_block(text *to, const crowd_sim *of, uint32_t tick, uint64_t first) {
    uint64_t rest = of->how.here - first, count = rest < BLOCK_AGENTS ? rest : BLOCK_AGENTS;
    text_clear(to);
    if (first == 0 && ranks_mine() == 0) {
        add_names(to, of, tick);
    }
    for (uint64_t i = 0; i < count; i++) {
        add_agent(to, of, first + i);
    }
    return count;
}

/// Goes through all rows of this rank. Without a file it only counts their bytes.
static uint64_t go_through(const crowd_sim *of, uint32_t tick, uint64_t offset, ranks_file *file, text *problem) {
    text block = {0};
    uint64_t bytes = 0;
    uint64_t first = 0;
    do {  // runs once even on a rank without agents, because rank 0 has the column names
        first += fill_block(&block, of, tick, first);
        if (file != NULL) {
            ranks_file_write(file, offset + bytes, text_of(&block), block.length, problem);
        }
        bytes += block.length;
    } while (first < of->how.here && problem->length == 0);
    text_free(&block);
    return bytes;
}

/// Returns the offset of this rank's rows, computed from the size of each rank's rows.
static uint64_t find_offset(uint64_t bytes) {
    uint64_t offset = 0;
    text all = {0};
    text_add_bytes(&all, (const char *)&bytes, sizeof bytes);
    ranks_join(&all);
    for (uint32_t rank = 0; rank < ranks_mine(); rank++) {
        uint64_t other;
        memcpy(&other, text_of(&all) + rank * sizeof other, sizeof other);
        offset += other;
    }
    text_free(&all);
    return offset;
}

/// Writes to the file that rank 0 has opened. Rows are generated twice, the first time only to compute each rank's
/// offset.
static int write_together(const crowd_sim *of, uint32_t tick, const char *path, const char *shown) {
    text problem = {0};
    uint64_t offset = find_offset(go_through(of, tick, 0, NULL, &problem));
    ranks_file *file = ranks_file_open(path, &problem);
    if (file != NULL) {
        go_through(of, tick, offset, file, &problem);
        ranks_file_close(file, &problem);
    }
    int status = STATUS_DONE;
    if (problem.length > 0) {
        status = say_error("%s cannot be written: %s", shown, text_of(&problem));
    }
    text_free(&problem);
    return ranks_settle(status);
}

static int dump_together(const char *command, const crowd_sim *of, uint32_t tick, const char *path) {
    output_stream stream = {0};
    text beside = {0};
    int status = ranks_mine() == 0 ? output_begin(command, path, &stream) : STATUS_DONE;
    if (status == STATUS_DONE && ranks_mine() == 0) {
        text_add(&beside, stream.written.target != NULL ? text_of(&stream.written.beside) : path);
    }
    ranks_join(&beside);
    status = ranks_settle(status);
    if (status == STATUS_DONE) {
        status = write_together(of, tick, text_of(&beside), path);
        if (ranks_mine() == 0) {
            int ended = status == STATUS_DONE ? output_end(&stream) : output_abandon(&stream);
            status = status == STATUS_DONE ? ended : status;
        }
        status = ranks_settle(status);
    }
    text_free(&beside);
    return status;
}

int dump_write(const char *command, const crowd_sim *of, uint32_t tick, const char *path) {
    if (ranks_count() > 1) {
        return dump_together(command, of, tick, path);
    }
    output_stream stream;
    int status = output_begin(command, path, &stream);
    if (status != STATUS_DONE) {
        return status;
    }
    print_agents(stream.file, of, tick);
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
