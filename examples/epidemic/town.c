// SPDX-License-Identifier: MIT
#include "town.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const health_names[HEALTHS] = {"well", "catching", "ill", "treated", "immune"};

enum { HOME, WORK, SHOP, DOCTOR, GOALS };
enum { NONE, SOME, MANY };               // ill people near
enum { NIGHT, MORNING, NOON, EVENING };  // times of day
enum {
    PEOPLE_A_CELL = 4,
    FEWEST_ROWS = 2,  // of a rank: a person who crosses one border in a tick must not be near the other
    SMALLEST_SIDE = 32,
    LARGEST_SIDE = 65535,
    MANY_ILL = 3,
    SEATS = 2,  // ill people that a doctor treats in a tick
};

// Rule 1: chance is a function of seed, id, tick and stream, never of the order of calls. The brain's streams start at
// 0.
enum { HOME_X = 1000, HOME_Y, WORK_X, WORK_Y, FIRST_ILL, CATCHES, LASTS };

static uint32_t draw(const town *t, uint64_t id, uint32_t tick, uint32_t place, uint32_t below) {
    uint32_t drawn = (uint32_t)(wits_random(t->options->seed, id, tick, place) * (float)below);
    return drawn < below ? drawn : below - 1;
}

void *town_allocate(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "not enough memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void *aligned(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "not enough memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

// ---------------------------------------------------------------------------------------------------------- the brain

/// Sets the columns of the brain's fields. Call it again whenever the array of people has moved.
static void join(town *t) {
    static const char *const times[] = {"night", "morning", "noon", "evening"},
                             *const amounts[] = {"none", "some", "many"},
                             *const goals[] = {"home", "work", "shop", "doctor"};
#define OF_EACH(field, kind, ...)                                                                                      \
    {                                                                                                                  \
        .name = #field, .base = &t->people->field, .stride = sizeof(person), .type = (kind),                           \
        .size = t->room * sizeof(person) - offsetof(person, field), __VA_ARGS__                                        \
    }
    const wits_host_field fields[] = {
        {.name = "time", .base = &t->time, .type = WITS_TYPE_ENUM, .size = 1, .values = times, .value_count = 4},
        OF_EACH(health, WITS_TYPE_ENUM, .values = health_names, .value_count = HEALTHS),
        OF_EACH(ill_near, WITS_TYPE_ENUM, .values = amounts, .value_count = 3),
        OF_EACH(arrived, WITS_TYPE_BOOL, .values = NULL),
        OF_EACH(goal, WITS_TYPE_ENUM, .values = goals, .value_count = GOALS),
        OF_EACH(food, WITS_TYPE_UINT8, .values = NULL),
        OF_EACH(worry, WITS_TYPE_UINT8, .values = NULL),
    };
#undef OF_EACH
    const wits_host host = {.fields = fields, .field_count = sizeof fields / sizeof fields[0]};
    if (!wits_file_bind(t->file, &host)) {
        wits_file_print_problems(t->file, NULL, NULL);
        exit(EXIT_FAILURE);
    }
    t->crowd.columns = wits_file_columns(t->file);
    t->crowd.agents = t->people->agent;
    t->crowd.agent_stride = sizeof(person);
    t->crowd.agents_size = t->room * sizeof(person) - offsetof(person, agent);
    t->crowd.ids = t->ids;
}

/// Makes room for `count` people in total.
static void reserve(town *t, uint32_t count) {
    if (count <= t->room) {
        return;
    }
    const uint64_t more = (uint64_t)count + count / 4 + 1024;
    const uint32_t room = more < WITS_CROWD_MAX_AGENTS ? (uint32_t)more : WITS_CROWD_MAX_AGENTS;
    uint64_t *ids = town_allocate(room, sizeof *ids);
    person *people = town_allocate(room, sizeof *people);
    if (t->count > 0) {
        memcpy(ids, t->ids, t->count * sizeof *ids);
        memcpy(people, t->people, t->count * sizeof *people);
    }
    free(t->ids);
    free(t->people);
    t->ids = ids;
    t->people = people;
    t->room = room;
    join(t);
}

static void open_brain(town *t) {
    t->file = wits_file_load(t->options->brain, NULL);
    if (t->file == NULL || wits_file_brain(t->file) == NULL) {
        wits_file_print_problems(t->file, NULL, NULL);
        exit(EXIT_FAILURE);
    }
    const wits_brain *brain = wits_file_brain(t->file);
    if (wits_agent_size(brain) > AGENT_ROOM) {
        fprintf(stderr, "%s: an agent has %u bytes; there is room for %d\n", t->options->brain,
                (unsigned)wits_agent_size(brain), AGENT_ROOM);
        exit(EXIT_FAILURE);
    }
    const size_t size = wits_crowd_code_size(brain);
    t->code = town_allocate(size, 1);
    t->crowd.code = wits_crowd_prepare(brain, t->code, size);
    t->run = (wits_crowd_run){.seed = t->options->seed, .scratch = aligned(wits_crowd_scratch_size(t->crowd.code, 0))};
}

// ------------------------------------------------------------------------------------------------------------- places

static uint16_t within(const town *t, int64_t at) {
    return (uint16_t)(at < 0 ? 0 : at < t->side ? at : t->side - 1);
}

/// Returns the place of a person's goal. It is not stored, but computed from the id.
static void place_of(const town *t, uint64_t id, unsigned goal, uint16_t *x, uint16_t *y) {
    const uint32_t home_x = draw(t, id, 0, HOME_X, t->side), home_y = draw(t, id, 0, HOME_Y, t->side);
    if (goal == WORK) {  // up to 8 cells away; many share a workplace
        *x = within(t, (int64_t)(home_x + draw(t, id, 0, WORK_X, 16)) / 4 * 4 - 8);
        *y = within(t, (int64_t)(home_y + draw(t, id, 0, WORK_Y, 16)) / 4 * 4 - 8);
    } else if (goal == SHOP || goal == DOCTOR) {  // the nearest
        const uint32_t apart = goal == SHOP ? 16 : 32;
        *x = within(t, home_x / apart * apart + apart / 2);
        *y = within(t, home_y / apart * apart + apart / 2);
    } else {
        *x = (uint16_t)home_x;
        *y = (uint16_t)home_y;
    }
}

static uint16_t step(uint16_t from, uint16_t to) {
    return (uint16_t)(from < to ? from + 1 : from > to ? from - 1 : from);
}

static void walk(const town *t, uint64_t id, person *p) {
    uint16_t x, y;
    place_of(t, id, p->goal, &x, &y);
    p->x = step(p->x, x);
    p->y = step(p->y, y);
    p->arrived = p->x == x && p->y == y;
}

/// Returns the count of ill people in a cell; row 0 is the one above the first.
static uint32_t *ill_at(const town *t, uint32_t x, uint32_t y) {
    return &t->ill[(size_t)(y + 1 - t->first) * t->side + x];
}

// ------------------------------------------------------------------------------------------------------------ creation

static uint32_t row_of_rank(uint32_t side, uint32_t rank, uint32_t ranks) {
    return (uint32_t)((uint64_t)side * rank / ranks);
}

static uint32_t side_for(uint64_t people) {
    uint64_t side = SMALLEST_SIDE;
    while (side * side * PEOPLE_A_CELL < people) {
        side++;
    }
    return (uint32_t)side;
}

static void count_healths(town *t, uint32_t tick) {
    for (uint32_t i = 0; i < t->count; i++) {
        t->curve[tick][t->people[i].health]++;
    }
}

void town_settle(town *t, uint64_t id, const person *is) {
    reserve(t, t->count + 1);
    t->ids[t->count] = id;
    t->people[t->count++] = *is;
    t->crowd.count = t->count;
}

/// Creates all people, at home.
static void settle_all(town *t) {
    for (uint64_t id = 0; id < t->options->people; id++) {
        person p = {.arrived = true, .food = (uint8_t)(1 + draw(t, id, 0, LASTS, 6))};
        place_of(t, id, HOME, &p.x, &p.y);
        if (wits_random(t->options->seed, id, 0, FIRST_ILL) < 0.005f) {
            p.health = ILL;
            p.until = DAY + draw(t, id, 1, LASTS, DAY);
        }
        if (p.y >= t->first && p.y < t->first + t->rows) {
            town_settle(t, id, &p);
        }
    }
    wits_crowd_start(&t->crowd, 0, t->count, &t->run);
    count_healths(t, 0);
}

void town_add(const town *t, uint64_t *values, size_t count) {
    if (t->add != NULL) {
        t->add(values, count);
    }
}

bool town_fits(const town_options *options, uint32_t ranks, bool is_told) {
    const uint32_t side = side_for(options->people);
    if (ranks <= side / FEWEST_ROWS && side <= LARGEST_SIDE) {
        return true;
    }
    if (is_told) {
        fprintf(stderr, "a town of %u rows is for at most %u ranks, and has at most %d rows\n", (unsigned)side,
                (unsigned)side / FEWEST_ROWS, LARGEST_SIDE);
    }
    return false;
}

bool town_begin(town *t, const town_options *options, uint32_t rank, uint32_t ranks, town_add_fn *add) {
    *t = (town){.options = options,
                .rank = rank,
                .ranks = ranks,
                .add = add,
                .side = side_for(options->people),
                .has = {rank > 0, rank + 1 < ranks}};
    t->first = row_of_rank(t->side, rank, ranks);
    t->rows = row_of_rank(t->side, rank + 1, ranks) - t->first;
    t->ill = town_allocate((size_t)(t->rows + 2) * t->side, sizeof *t->ill);
    t->curve = town_allocate((size_t)options->ticks + 1, sizeof *t->curve);
    open_brain(t);
    reserve(t, (uint32_t)(options->people * t->rows / t->side));  // about the number of people here
    if (options->resume != NULL) {
        return town_resume(t);
    }
    settle_all(t);
    return true;
}

void town_end(town *t) {
    for (int side = 0; side < SIDES; side++) {
        free(t->out[side].bytes);
        free(t->in[side].bytes);
    }
    free(t->curve);
    free(t->ill);
    free(t->ids);
    free(t->people);
    free(t->run.scratch);
    free(t->code);
    wits_file_free(t->file);
}

// -------------------------------------------------------------------------------------------------------- messages

enum { TRAVELLER = sizeof(uint64_t) + sizeof(person) };

void message_reserve(message *of, size_t size) {
    if (size > of->room) {
        of->room = size + size / 2;
        of->bytes = realloc(of->bytes, of->room);
        if (of->bytes == NULL) {
            fprintf(stderr, "not enough memory\n");
            exit(EXIT_FAILURE);
        }
    }
}

static void pack(message *to, uint64_t id, const person *p) {
    message_reserve(to, to->size + TRAVELLER);
    memcpy(to->bytes + to->size, &id, sizeof id);
    memcpy(to->bytes + to->size + sizeof id, p, sizeof *p);
    to->size += TRAVELLER;
}

static uint32_t border_row(const town *t, int side) {
    return side == ABOVE ? t->first : t->first + t->rows - 1;
}

static void begin_message(town *t, int side) {
    const size_t size = t->side * sizeof *t->ill;
    message_reserve(&t->out[side], size);
    t->out[side].size = size;  // filled in when all are packed
}

static void end_message(town *t, int side) {
    memcpy(t->out[side].bytes, ill_at(t, 0, border_row(t, side)), t->side * sizeof *t->ill);
    t->sent += t->has[side] ? t->out[side].size : 0;
}

/// Removes people who have left these rows. The others stay in the order of their ids; ill people are counted.
static void pack_travellers(town *t) {
    uint32_t stay = 0;
    memset(t->ill, 0, (size_t)(t->rows + 2) * t->side * sizeof *t->ill);
    begin_message(t, ABOVE);
    begin_message(t, BELOW);
    for (uint32_t i = 0; i < t->count; i++) {
        const person *p = &t->people[i];
        // Also people who leave: they are in the neighbour's border row, and the neighbour does not report them to us.
        *ill_at(t, p->x, p->y) += p->health == ILL;
        if (p->y < t->first) {
            pack(&t->out[ABOVE], t->ids[i], p);
        } else if (p->y >= t->first + t->rows) {
            pack(&t->out[BELOW], t->ids[i], p);
        } else {
            t->ids[stay] = t->ids[i];
            t->people[stay++] = *p;
        }
    }
    t->crossed += t->count - stay;
    t->count = stay;
    end_message(t, ABOVE);
    end_message(t, BELOW);
}

/// Rule 2: people are in the order of their ids, wherever they come from. Merges from the end, so that each moves once.
static void take_in(town *t, const message *from) {
    const size_t head = t->side * sizeof *t->ill;
    const uint32_t arrive = (uint32_t)((from->size - head) / TRAVELLER);
    reserve(t, t->count + arrive);
    uint32_t stay = t->count, to = t->count + arrive;
    t->count = to;
    for (uint32_t left = arrive; left > 0;) {
        uint64_t id;
        const unsigned char *last = from->bytes + head + (size_t)(left - 1) * TRAVELLER;
        memcpy(&id, last, sizeof id);
        to--;
        if (stay > 0 && t->ids[stay - 1] > id) {
            stay--;
            t->ids[to] = t->ids[stay];
            t->people[to] = t->people[stay];
        } else {
            t->ids[to] = id;
            memcpy(&t->people[to], last + sizeof id, sizeof *t->people);
            left--;
            *ill_at(t, t->people[to].x, t->people[to].y) += t->people[to].health == ILL;
        }
    }
}

/// Rule 3: messages of neighbours are added as integers, so that the order does not matter.
static void take_border(town *t, int side) {
    uint32_t *row = ill_at(t, 0, side == ABOVE ? t->first - 1 : t->first + t->rows);
    for (uint32_t x = 0; x < t->side; x++) {
        uint32_t ill;
        memcpy(&ill, t->in[side].bytes + x * sizeof ill, sizeof ill);
        row[x] += ill;
    }
}

// ---------------------------------------------------------------------------------------------------------- a tick

void town_live(town *t, uint32_t tick) {
    const uint32_t hour = tick % DAY / 4;
    t->time = hour < 7 || hour >= 21 ? NIGHT : hour < 11 ? MORNING : hour < 16 ? NOON : EVENING;
    t->run.tick = tick;
    wits_crowd_tick(&t->crowd, 0, t->count, &t->run);
    for (uint32_t i = 0; i < t->count; i++) {
        walk(t, t->ids[i], &t->people[i]);
    }
    pack_travellers(t);
}

/// A patient: by cell, then by id.
typedef struct patient {
    uint64_t cell, id;
    uint32_t row;
} patient;

static int compare_patients(const void *a, const void *b) {
    const patient *one = a, *two = b;
    return one->cell != two->cell ? (one->cell > two->cell) - (one->cell < two->cell)
                                  : (one->id > two->id) - (one->id < two->id);
}

static bool waits_for_doctor(const person *p) {
    return p->health == ILL && p->goal == DOCTOR && p->arrived;
}

/// Rule 4: if some people go first, ids decide which ones, not their places in memory.
static void see_doctors(town *t, uint32_t tick) {
    uint32_t all = 0, count = 0, seated = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        all += waits_for_doctor(&t->people[i]);
    }
    patient *patients = town_allocate(all, sizeof *patients);
    for (uint32_t i = 0; i < t->count && count < all; i++) {
        const person *p = &t->people[i];
        if (waits_for_doctor(p)) {
            patients[count++] = (patient){(uint64_t)p->y * t->side + p->x, t->ids[i], i};
        }
    }
    qsort(patients, count, sizeof *patients, compare_patients);
    for (uint32_t i = 0; i < count; i++) {
        seated = i > 0 && patients[i].cell == patients[i - 1].cell ? seated + 1 : 0;
        if (seated < SEATS) {
            person *p = &t->people[patients[i].row];
            p->health = TREATED;
            p->until = p->until < tick + DAY / 2 ? p->until : tick + DAY / 2;
        }
    }
    free(patients);
}

static uint32_t count_near(const town *t, const person *p) {
    uint32_t near = 0;
    const uint32_t left = p->x > 0 ? p->x - 1u : 0, right = p->x + 1u < t->side ? p->x + 1u : p->x;
    for (uint32_t row = 0; row < 3; row++) {  // no ill people outside of the town
        for (uint32_t x = left; x <= right; x++) {
            near += t->ill[(size_t)(p->y - t->first + row) * t->side + x];
        }
    }
    return near;
}

/// Updates one person's health after a tick, from counts taken before any health changed.
static void progress(const town *t, uint64_t id, person *p, uint32_t tick) {
    const uint32_t near = count_near(t, p);
    p->ill_near = near == 0 ? NONE : near < MANY_ILL ? SOME : MANY;
    if (p->health == WELL && wits_random(t->options->seed, id, tick, CATCHES) < 0.0025f * (float)near) {
        p->health = CATCHING;
        p->until = tick + DAY / 2 + draw(t, id, tick, LASTS, DAY);
    } else if (p->health == CATCHING && tick >= p->until) {
        p->health = ILL;
        p->until = tick + DAY + draw(t, id, tick, LASTS, 2 * DAY);
    } else if ((p->health == ILL || p->health == TREATED) && tick >= p->until) {
        p->health = IMMUNE;
    }
}

void town_meet(town *t, uint32_t tick) {
    for (int side = 0; side < SIDES; side++) {
        if (t->has[side]) {
            take_in(t, &t->in[side]);
            take_border(t, side);
        }
    }
    see_doctors(t, tick);
    for (uint32_t i = 0; i < t->count; i++) {
        progress(t, t->ids[i], &t->people[i], tick);
    }
    count_healths(t, tick);
    t->crowd.count = t->count;
}

// ------------------------------------------------------------------------------------------------------------- hash

static uint64_t mix(uint64_t h) {
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
    h = (h ^ h >> 27) * 0x94D049BB133111EBu;
    return h ^ h >> 31;
}

/// Hashes values, not bytes, so that the result does not depend on the byte order.
static uint64_t hash_of(uint64_t id, const person *p) {
    uint64_t h = mix(id + 1);
    h = mix(h ^ ((uint64_t)p->until << 32 | (uint32_t)p->x << 16 | p->y));
    h = mix(h ^ ((uint64_t)p->health << 40 | (uint64_t)p->ill_near << 32 | (uint32_t)p->goal << 24 |
                 (uint32_t)p->food << 16 | (uint32_t)p->worry << 8 | p->arrived));
    return h;
}

uint64_t town_hash(const town *t) {
    uint64_t sum = wits_crowd_hash(&t->crowd, 0, t->count);
    for (uint32_t i = 0; i < t->count; i++) {
        sum += hash_of(t->ids[i], &t->people[i]);
    }
    return sum;
}
