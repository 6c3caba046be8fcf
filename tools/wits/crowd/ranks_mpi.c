// SPDX-License-Identifier: MIT
// Ranks with MPI. Errors inside MPI end all ranks, which is MPI's default, and MPI reports them.
#define _XOPEN_SOURCE 700  // dup2, fsync

#include "crowd/ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_AT_ONCE = 1 << 30 };  ///< MPI counts are of type int

static int mine, count = 1;
static MPI_Comm here;  ///< the ranks on this machine

struct ranks_file {
    MPI_File file;
};

uint32_t ranks_count(void) {
    return (uint32_t)count;
}

uint32_t ranks_mine(void) {
    return (uint32_t)mine;
}

// ------------------------------------------------------------------------------------------------------------ messages

static FILE *kept;      ///< messages of this rank that are held back; null if they are printed
static int error = -1;  ///< the original standard error

/// Takes the messages held back so far.
static void take_messages(text *to) {
    char part[4096];
    fflush(stderr);
    if (kept == NULL) {
        return;
    }
    rewind(kept);
    for (size_t got = fread(part, 1, sizeof part, kept); got > 0; got = fread(part, 1, sizeof part, kept)) {
        text_add_bytes(to, part, got);
    }
    rewind(kept);
    (void)!ftruncate(fileno(kept), 0);
}

static void drop_messages(void) {
    text dropped = {0};
    take_messages(&dropped);
    text_free(&dropped);
}

/// Prints the last messages of a rank that exits early.
static void speak_at_exit(void) {
    text said = {0};
    if (kept != NULL) {
        take_messages(&said);
        (void)!write(error, text_of(&said), said.length);
    }
    text_free(&said);
}

static void keep_messages(void) {
    kept = tmpfile();
    error = kept != NULL ? dup(STDERR_FILENO) : -1;
    if (error >= 0) {
        dup2(fileno(kept), STDERR_FILENO);
        atexit(speak_at_exit);
    }
}

static void let_messages_go(void) {
    if (kept != NULL) {
        fflush(stderr);
        dup2(error, STDERR_FILENO);
        close(error);
        fclose(kept);
        kept = NULL;
    }
}

/// Returns one number from each rank.
static int *numbers_of_all(int number) {
    int *all = allocate((size_t)count, sizeof *all);
    MPI_Allgather(&number, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    return all;
}

static int first_with(const int *statuses) {
    int rank = 0;
    while (rank + 1 < count && statuses[rank] == 0) {
        rank++;
    }
    return rank;
}

int ranks_settle(int status) {
    int *statuses = numbers_of_all(status);
    int greatest = (int)ranks_greatest((uint64_t)status);
    int speaker = first_with(statuses);
    if (greatest != 0) {
        text said = {0};
        take_messages(&said);
        if (speaker != mine || mine == 0) {
            text_clear(&said);
        }
        ranks_join(&said);
        if (mine == 0 && speaker != 0) {
            fprintf(stderr, "rank %d: %s", speaker, text_of(&said));
        }
        text_free(&said);
    }
    free(statuses);
    return greatest;
}

// --------------------------------------------------------------------------------------------------------------- setup

void ranks_begin(void) {
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, mine, MPI_INFO_NULL, &here);
    if (mine != 0) {
        (void)!freopen("/dev/null", "w", stdout);
        keep_messages();
    }
}

void ranks_end(void) {
    let_messages_go();
    fflush(stdout);
    MPI_Comm_free(&here);
    MPI_Finalize();
}

// ------------------------------------------------------------------------------------------------------------- numbers

static int some_of(size_t size) {
    return size < MOST_AT_ONCE ? (int)size : (int)MOST_AT_ONCE;
}

/// Waits for a request and yields the processor, as other ranks may need it. MPI itself would busy-wait.
static void wait_for(MPI_Request *request) {
    int is_done = 0;
    MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
    while (!is_done) {
        sched_yield();
        MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
    }
}

static void reduce(uint64_t *values, size_t size, MPI_Op how, MPI_Comm among) {
    for (size_t at = 0; at < size; at += MOST_AT_ONCE) {
        MPI_Request request;
        MPI_Iallreduce(MPI_IN_PLACE, values + at, some_of(size - at), MPI_UINT64_T, how, among, &request);
        wait_for(&request);
    }
}

void ranks_sum(uint64_t *values, size_t size) {
    reduce(values, size, MPI_SUM, MPI_COMM_WORLD);
}

void ranks_sum_here(uint64_t *values, size_t size) {
    reduce(values, size, MPI_SUM, here);
}

uint64_t ranks_greatest(uint64_t one) {
    reduce(&one, 1, MPI_MAX, MPI_COMM_WORLD);
    return one;
}

void ranks_copy(void *bytes, size_t size) {
    for (size_t at = 0; at < size; at += MOST_AT_ONCE) {
        MPI_Bcast((char *)bytes + at, some_of(size - at), MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

void ranks_join(text *what) {
    int *sizes = numbers_of_all((int)what->length);
    int *offsets = allocate((size_t)count, sizeof *offsets);
    size_t whole = 0;
    for (int rank = 0; rank < count; rank++) {
        offsets[rank] = (int)whole;
        whole += (size_t)sizes[rank];
    }
    char *all = allocate(whole + 1, 1);
    MPI_Allgatherv(text_of(what), (int)what->length, MPI_BYTE, all, sizes, offsets, MPI_BYTE, MPI_COMM_WORLD);
    text_clear(what);
    text_add_bytes(what, all, whole);
    free(all);
    free(offsets);
    free(sizes);
}

void ranks_take(void *value, size_t size) {
    if (mine > 0) {
        MPI_Recv(value, (int)size, MPI_BYTE, mine - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

void ranks_give(void *value, size_t size) {
    if (mine + 1 < count) {
        MPI_Send(value, (int)size, MPI_BYTE, mine + 1, 0, MPI_COMM_WORLD);
    }
    MPI_Bcast(value, (int)size, MPI_BYTE, count - 1, MPI_COMM_WORLD);
}

// --------------------------------------------------------------------------------------------------------------- files

/// Returns whether `result` is a success. If not, describes it in `problem`.
static bool check(int result, text *problem) {
    char why[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (result == MPI_SUCCESS) {
        return true;
    }
    MPI_Error_string(result, why, &length);
    drop_messages();  // discards what Open MPI itself printed about it
    text_clear(problem);
    for (const char *at = why; *at != '\0'; at++) {  // joins the lines of MPI's text
        text_add_bytes(problem, *at == '\n' ? " " : at, 1);
    }
    return false;
}

ranks_file *ranks_file_open(const char *path, text *problem) {
    ranks_file *opened = allocate(1, sizeof *opened);
    bool is_open = check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &opened->file), problem);
    if (ranks_any(!is_open)) {
        free(opened);
        return NULL;
    }
    return opened;
}

bool ranks_file_write(ranks_file *to, uint64_t offset, const void *bytes, size_t size, text *problem) {
    for (size_t at = 0; at < size;) {  // each pass writes something or ends the loop
        MPI_Status status;
        int written = 0;
        if (!check(MPI_File_write_at(to->file, (MPI_Offset)(offset + at), (const char *)bytes + at, some_of(size - at),
                                     MPI_BYTE, &status),
                   problem)) {
            return false;
        }
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (written <= 0) {
            drop_messages();
            text_add(problem, "no space left");
            return false;
        }
        at += (size_t)written;
    }
    return true;
}

bool ranks_file_close(ranks_file *of, text *problem) {
    bool is_good = check(MPI_File_sync(of->file), problem);
    is_good = check(MPI_File_close(&of->file), problem) && is_good;
    free(of);
    return is_good;
}
