// SPDX-License-Identifier: MIT
// wits: brain files. Reads a brain from YAML or JSON, tells everything that is wrong with it at its line and column,
// and gives the compiled brain and the tables it was made from. docs/brain-files.md describes the format.
//
//   wits_file *file = wits_file_load("guard.yaml", NULL);
//   for each of wits_file_problem_count(file): wits_file_problem_text(...)
//   const wits_brain *brain = wits_file_brain(file);   null if there are problems
//   wits_bind(brain, your functions, ...)              then as with tables
//   wits_file_free(file);                              the brain lies in the file; copy its bytes to keep it longer
//
// There is no global state: any number of files may be read at once, each by one thread. What a loaded file gives may
// be read by any number of threads.
#ifndef WITS_FILE_H
#define WITS_FILE_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Longer files are an error.
#define WITS_FILE_MAX_BYTES 16777216u
/// Of more problems the first so many found are kept, and a last one says how many there are besides.
#define WITS_FILE_MAX_PROBLEMS 1000u

/// Where a file's memory comes from. libyaml's own buffers, which are gone when a file is read, come from malloc.
typedef struct wits_allocator {
    void *(*allocate)(void *user, size_t size);              ///< aligned as malloc's; null if there is no memory
    void (*release)(void *user, void *memory, size_t size);  ///< `size` as it was allocated
    void *user;
} wits_allocator;

typedef struct wits_file wits_file;

/// Something that is wrong with a file. Lines and columns count from 1, columns in characters; a problem of the file as
/// a whole, as that it cannot be opened, has line 0.
typedef struct wits_file_problem {
    uint32_t line;
    uint32_t column;
    const char *message;  ///< one line, lower case, without the place
} wits_file_problem;

/// Reads a brain from `length` bytes. `name` is for messages. Neither need outlive the call. A null allocator is malloc
/// and free. Returns null only when there is no memory; see wits_file_problem_count for everything else.
wits_file *wits_file_parse(const char *text, size_t length, const char *name, const wits_allocator *allocator);
/// The same from a file on disk. That it cannot be read is a problem of the file returned.
wits_file *wits_file_load(const char *path, const wits_allocator *allocator);
/// Null is nothing.
void wits_file_free(wits_file *file);

/// The name for messages.
const char *wits_file_name(const wits_file *file);
uint32_t wits_file_problem_count(const wits_file *file);
/// In the order of the file.
const wits_file_problem *wits_file_problems(const wits_file *file);
/// Writes "guard.yaml:14:20: unknown key 'whne'; did you mean 'when'?" into `text`, at most `size` bytes with the final
/// zero, and returns its whole length.
size_t wits_file_problem_text(const wits_file *file, uint32_t problem, char *text, size_t size);

/// The brain and the tables it was compiled from; null if there are problems. Both live as long as the file. States,
/// transitions, steps, events and fields stand in the tables in the order of the file, considerations so for each
/// state. The functions are those under `functions`, else those called anywhere, in the order of the file; they have
/// the right kinds and do nothing: conditions are false, scores 0.
const wits_brain *wits_file_brain(const wits_file *file);
const wits_desc *wits_file_desc(const wits_file *file);

/// Where a row of a table stands in the file, or one of its members ("when"; null is the row itself), or what is
/// `offset` bytes into that member's text. Members of a consideration's curves are its own ("k"), and `offset` is then
/// the number of the curve. A member that is not in the file is where its row is. For messages about a brain that is
/// well formed. `line` and `column` become 0 if there is no such row.
void wits_file_find(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                    uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif

#endif
