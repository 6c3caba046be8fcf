// SPDX-License-Identifier: MIT
// The epidemic of epidemic.c in many processes: mpirun -n 4 example_epidemic_mpi --people 1000000 --ticks 1000. Each
// rank has some rows of the town. In a tick it sends one message to each neighbour: the number of ill people at the
// border, and the bytes of the people who cross it.
#define _XOPEN_SOURCE 700  // sched_yield, getrusage

#include "epidemic/town.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/// Waits and yields the processor, which other ranks need if there are more ranks than processors; MPI would spin.
static void wait_for_message(int from, MPI_Status *status) {
    int is_there = 0;
    MPI_Iprobe(from, 0, MPI_COMM_WORLD, &is_there, status);
    while (!is_there) {
        sched_yield();
        MPI_Iprobe(from, 0, MPI_COMM_WORLD, &is_there, status);
    }
}

static void receive(message *to, int from) {
    MPI_Status status;
    int size;
    wait_for_message(from, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    message_reserve(to, (size_t)size);
    to->size = (size_t)size;
    MPI_Recv(to->bytes, size, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange(town *t, int rank) {
    MPI_Request sent[SIDES] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int side = 0; side < SIDES; side++) {
        if (t->has[side]) {
            const int to = side == ABOVE ? rank - 1 : rank + 1;
            MPI_Isend(t->out[side].bytes, (int)t->out[side].size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &sent[side]);
        }
    }
    for (int side = 0; side < SIDES; side++) {
        if (t->has[side]) {
            receive(&t->in[side], side == ABOVE ? rank - 1 : rank + 1);
        }
    }
    MPI_Wait(&sent[ABOVE], MPI_STATUS_IGNORE);
    MPI_Wait(&sent[BELOW], MPI_STATUS_IGNORE);
}

/// Adds integers, so that the order of ranks does not matter.
static void add_up(uint64_t *values, size_t count) {
    MPI_Allreduce(MPI_IN_PLACE, values, (int)count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

/// Prints times and bytes on standard error, because they depend on the number of ranks.
static void print_costs(const uint64_t *sums, const uint64_t *greatest, int ranks, double seconds, uint32_t ticks) {
    fprintf(stderr,
            "{\"ranks\":%d,\"ticks\":%u,\"seconds\":%.3f,\"crossed\":%llu,\"sent_bytes\":%llu,\"bytes_of_person\":%zu,"
            "\"most_people\":%llu,\"most_memory\":%llu}\n",
            ranks, (unsigned)ticks, seconds, (unsigned long long)sums[0], (unsigned long long)sums[1],
            sizeof(uint64_t) + sizeof(person), (unsigned long long)greatest[0], (unsigned long long)greatest[1]);
}

/// Returns the peak memory of this process in bytes.
static uint64_t memory_of_process(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

/// Collects values of all ranks; rank 0 prints them.
static void report_costs(const town *t, uint32_t ticks, double seconds) {
    uint64_t sums[] = {t->crossed, t->sent}, greatest[] = {t->count, memory_of_process()};
    add_up(sums, 2);
    MPI_Allreduce(MPI_IN_PLACE, greatest, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (t->rank == 0) {
        print_costs(sums, greatest, (int)t->ranks, seconds, ticks);
    }
}

int main(int argc, char **argv) {
    int rank, ranks;
    town_options options;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!town_options_read(argc, argv, &options, rank == 0) || !town_fits(&options, (uint32_t)ranks, rank == 0)) {
        MPI_Finalize();  // all ranks found the same error, and one has printed it
        return EXIT_FAILURE;
    }
    town t;
    bool is_good = town_begin(&t, &options, (uint32_t)rank, (uint32_t)ranks, add_up);
    const uint32_t begun_at = t.tick;
    const double begun = MPI_Wtime();
    for (uint32_t tick = begun_at + 1; tick <= options.ticks && is_good; tick++) {
        town_live(&t, tick);
        exchange(&t, rank);
        town_meet(&t, tick);
        is_good = town_keep(&t, tick);
    }
    if (is_good) {
        report_costs(&t, options.ticks - begun_at, MPI_Wtime() - begun);
        is_good = town_report(&t);
    }
    town_end(&t);
    MPI_Finalize();
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
