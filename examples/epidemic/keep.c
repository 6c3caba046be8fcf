// SPDX-License-Identifier: MIT
// Checkpoints of a town: snapshots of all people, rank by rank, with the curve so far as the program's own bytes. Any
// number of ranks can continue from one: each takes the people in its rows.
#define _POSIX_C_SOURCE 200809L  // open, mmap, fileno, fseeko, fsync

#include "town.h"

#include "wits/heap.h"
#include "wits/snapshot.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 4096, MOST_FIELDS = 7, OWN = 3 };  // people in a part; fields of the brain, and of the program alone

/// People as a snapshot sees them.
typedef struct people {
    wits_agents agents;
    wits_column columns[MOST_FIELDS];
    wits_host_field own[OWN];
} people;

static void describe(people *to, const town *t, person *all, uint64_t *ids, uint64_t count) {
    const wits_brain *brain = wits_file_brain(t->file);
    *to = (people){.own = {{"until", &all->until, sizeof *all, WITS_TYPE_INT},
                           {"x", &all->x, sizeof *all, WITS_TYPE_UINT16},
                           {"y", &all->y, sizeof *all, WITS_TYPE_UINT16}}};
    to->agents = (wits_agents){.brain = brain,
                               .agents = all->agent,
                               .agent_stride = sizeof *all,
                               .count = count,
                               .ids = ids,
                               .columns = to->columns,
                               .own = to->own,
                               .own_count = OWN,
                               .seed = t->options->seed};
    for (uint32_t field = 0; field < wits_field_count(brain); field++) {
        const wits_column *of = &t->crowd.columns[field];
        if (of->stride != 0) {  // the time is the same for all, and not saved
            to->columns[field] = *of;
            to->columns[field].base = (char *)all + ((const char *)of->base - (const char *)t->people);
        }
    }
}

static size_t curve_bytes(uint32_t tick) {
    return ((size_t)tick + 1) * HEALTHS * sizeof(uint64_t);
}

/// Returns true if `mine` is true on all ranks.
static bool on_all(const town *t, bool mine) {
    uint64_t failures = !mine;
    town_add(t, &failures, 1);
    return failures == 0;
}

/// Prints an error, on rank 0 only. Returns false.
static bool say(const town *t, const char *path, const char *what) {
    if (t->rank == 0) {
        fprintf(stderr, "%s: %s\n", path, what);
    }
    return false;
}

// ----------------------------------------------------------------------------------------------------------- writing

static bool write_at(FILE *file, const void *bytes, size_t size, uint64_t offset) {
    return fseeko(file, (off_t)offset, SEEK_SET) == 0 && fwrite(bytes, 1, size, file) == size;
}

static uint64_t parts_of(uint64_t count) {
    return (count + AT_ONCE - 1) / AT_ONCE;
}

/// Returns the bytes of the parts of `count` people.
static uint64_t bytes_of(wits_agents of, uint64_t count) {
    of.count = AT_ONCE;
    const uint64_t whole = count / AT_ONCE * wits_snapshot_part_size(&of);
    of.count = count % AT_ONCE;
    return whole + (of.count > 0 ? wits_snapshot_part_size(&of) : 0);
}

/// Writes the people of this rank from `offset` on.
static bool write_people(wits_agents of, FILE *file, uint64_t offset, wits_snapshot_part *parts) {
    const uint64_t end = of.count;
    void *bytes = town_allocate((size_t)bytes_of(of, AT_ONCE), 1);
    bool is_good = true;
    for (; of.first < end && is_good; of.first += of.count) {
        of.count = end - of.first < AT_ONCE ? end - of.first : AT_ONCE;
        *parts++ = (wits_snapshot_part){of.count, wits_snapshot_write_part(&of, bytes)};
        is_good = write_at(file, bytes, wits_snapshot_part_size(&of), offset);
        offset += wits_snapshot_part_size(&of);
    }
    free(bytes);
    return is_good;
}

/// Writes the head of all people, with the curve as 8-byte little-endian numbers.
static bool write_head(const wits_agents *all, FILE *file, const uint64_t *curve, size_t extra,
                       const wits_snapshot_part *parts, uint64_t part_count) {
    const size_t size = wits_snapshot_head_size(all, extra, part_count);
    uint8_t *bytes = town_allocate(extra, 1), *head = town_allocate(size, 1);
    for (size_t i = 0; i < extra; i++) {
        bytes[i] = (uint8_t)(curve[i / 8] >> i % 8 * 8);
    }
    const bool is_good =
        wits_snapshot_write_head(all, bytes, extra, parts, part_count, head) && write_at(file, head, size, 0);
    free(bytes);
    free(head);
    return is_good;
}

static bool make_empty(const char *path) {
    FILE *file = fopen(path, "wb");
    return file != NULL && fclose(file) == 0;
}

static bool write_all(const town *t, const char *beside, uint32_t tick) {
    const size_t extra = curve_bytes(tick);
    people mine;
    describe(&mine, t, t->people, t->ids, t->count);
    wits_agents all = mine.agents;
    all.count = t->options->people;
    all.tick = tick + 1;
    uint64_t *counts = town_allocate(t->ranks, sizeof *counts), *curve = town_allocate(extra, 1);
    uint64_t part_count = 0, first_part = 0, before = 0;
    counts[t->rank] = t->count;
    town_add(t, counts, t->ranks);
    for (uint32_t rank = 0; rank < t->ranks; rank++) {
        first_part += rank < t->rank ? parts_of(counts[rank]) : 0;
        before += rank < t->rank ? bytes_of(all, counts[rank]) : 0;
        part_count += parts_of(counts[rank]);
    }
    memcpy(curve, t->curve, extra);
    town_add(t, curve, extra / sizeof *curve);
    wits_snapshot_part *parts = town_allocate((size_t)part_count, sizeof *parts);
    const size_t front = wits_snapshot_head_size(&all, extra, part_count);
    FILE *file = on_all(t, t->rank != 0 || make_empty(beside)) ? fopen(beside, "r+b") : NULL;
    bool is_good = file != NULL && write_people(mine.agents, file, front + before, parts + first_part);
    town_add(t, &parts->count, (size_t)part_count * 2);
    is_good = is_good && (t->rank != 0 || write_head(&all, file, curve, extra, parts, part_count)) &&
              fflush(file) == 0 && fsync(fileno(file)) == 0;
    is_good = (file == NULL || fclose(file) == 0) && is_good;
    free(parts);
    free(curve);
    free(counts);
    return on_all(t, is_good);
}

/// Writes a temporary file and renames it, so that a complete checkpoint exists at any time.
bool town_keep(const town *t, uint32_t tick) {
    const town_options *o = t->options;
    if (o->checkpoint == NULL || (tick % o->every != 0 && tick != o->ticks)) {
        return true;
    }
    const size_t length = strlen(o->checkpoint);
    char *beside = town_allocate(length + sizeof ".new", 1);
    memcpy(beside, o->checkpoint, length);
    memcpy(beside + length, ".new", sizeof ".new");
    bool is_good = write_all(t, beside, tick);
    if (t->rank == 0 && is_good) {
        is_good = rename(beside, o->checkpoint) == 0;
    }
    if (t->rank == 0 && !is_good) {
        remove(beside);
    }
    free(beside);
    return on_all(t, is_good) ||
           say(t, o->checkpoint, "this checkpoint cannot be written; the one before is what it was");
}

// ----------------------------------------------------------------------------------------------------------- reading

typedef struct found {
    uint64_t id;
    person is;
} found;

/// Returns the reason why this program, with these options, cannot continue from the checkpoint, or null.
static const char *what_is_wrong(const town *t, const wits_snapshot *saved, size_t size) {
    return saved->tick == 0 || !saved->has_ids || saved->extra_size != curve_bytes(saved->tick - 1)
               ? "this is no checkpoint of a town"
           : saved->brain_hash != wits_brain_hash(wits_file_brain(t->file)) ? "this checkpoint is of another brain"
           : saved->count != t->options->people || saved->seed != t->options->seed
               ? "this checkpoint is of a town with other --people or --seed"
           : saved->tick - 1 > t->options->ticks ? "this checkpoint is of a later tick than --ticks"
           : size > saved->size                  ? "this checkpoint is longer than it should be"
                                                 : NULL;
}

static int compare_ids(const void *a, const void *b) {
    const found *one = a, *two = b;
    return (one->id > two->id) - (one->id < two->id);
}

/// Reads the people in the rows of this rank, by id.
static bool read_people(town *t, const wits_snapshot *saved, wits_report *report) {
    static person some[AT_ONCE];
    static uint64_t ids[AT_ONCE];
    const wits_migration how = {.allocator = &wits_heap};
    message mine = {NULL, 0, 0};
    bool is_good = true;
    people loaded;
    describe(&loaded, t, some, ids, 0);
    for (uint64_t first = 0; first < saved->count && is_good; first += loaded.agents.count) {
        loaded.agents.count = saved->count - first < AT_ONCE ? saved->count - first : AT_ONCE;
        is_good = wits_snapshot_load(saved, first, &loaded.agents, &how, report);
        for (uint64_t i = 0; i < loaded.agents.count && is_good; i++) {
            if (some[i].y >= t->first && some[i].y < t->first + t->rows && some[i].x < t->side) {
                const found one = {ids[i], some[i]};
                message_reserve(&mine, mine.size + sizeof one);
                memcpy(mine.bytes + mine.size, &one, sizeof one);
                mine.size += sizeof one;
            }
        }
    }
    found *all = (void *)mine.bytes;
    const size_t count = mine.size / sizeof *all;
    if (count > 0) {
        qsort(all, count, sizeof *all, compare_ids);
    }
    for (size_t i = 0; i < count; i++) {
        town_settle(t, all[i].id, &all[i].is);
    }
    free(mine.bytes);
    return is_good;
}

static bool read_all(town *t, const void *bytes, size_t size, const char *path) {
    wits_problem problem = {.code = WITS_PROBLEM_NONE};
    wits_report report = {&problem, 1, 0};
    wits_snapshot saved;
    char text[1600];
    const bool is_open = wits_snapshot_open(&saved, bytes, size, &report);
    const char *wrong = is_open ? what_is_wrong(t, &saved, size) : NULL;
    if (wrong != NULL) {
        return say(t, path, wrong);
    }
    if (!is_open || !on_all(t, read_people(t, &saved, &report))) {
        wits_problem_text(&problem, text, sizeof text);
        return say(t, path, text);
    }
    t->tick = saved.tick - 1;
    uint64_t *curve = *t->curve;                                     // all ticks, one after the other
    for (size_t i = 0; i < saved.extra_size && t->rank == 0; i++) {  // the ranks' curves are summed later
        curve[i / 8] |= (uint64_t)((const uint8_t *)saved.extra)[i] << i % 8 * 8;
    }
    return true;
}

bool town_resume(town *t) {
    const char *path = t->options->resume;
    struct stat about = {.st_size = 0};
    const int file = open(path, O_RDONLY);
    const bool is_open = file >= 0 && fstat(file, &about) == 0;
    const size_t size = (size_t)about.st_size;
    void *bytes = is_open && size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (file >= 0) {
        close(file);
    }
    if (!on_all(t, bytes != MAP_FAILED)) {
        return say(t, path, "this file cannot be read");
    }
    const bool is_good = read_all(t, bytes, size, path);
    munmap(bytes, size);
    return is_good;
}
