// SPDX-License-Identifier: MIT
// wits: brain files. Reads a brain from YAML or JSON, tells everything that is wrong with it at its line and column,
// and gives the compiled brain and the tables it was made from. docs/brain-files.md describes the format.
//
//   wits_host host = {your functions, fields and events, by name};
//   wits_file *file = wits_file_open("guard.yaml", &host, NULL);   prints what is wrong, then null
//   wits_frame frame = {.columns = wits_file_columns(file), .functions = wits_file_functions(file)};
//   wits_start(wits_file_brain(file), agent, &frame);              and on as with tables
//   wits_file_free(file);                                          brain, columns and functions lie in the file
//
// wits_file_open is wits_file_load, wits_file_bind and wits_file_print_problems, which may be called one by one.
//
// There is no global state: any number of files may be read at once, each by one thread. What a loaded file gives may
// be read by any number of threads.
#ifndef WITS_FILE_H
#define WITS_FILE_H

#include "wits/promises.h"
#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Longer files are an error.
#define WITS_FILE_MAX_BYTES 16777216u
/// If there are more problems, this many are kept, and one more says how many are left out.
#define WITS_FILE_MAX_PROBLEMS 1000u

/// Where a file's memory comes from. libyaml's own buffers, which are gone when a file is read, come from malloc.
typedef struct wits_allocator {
    void *(*allocate)(void *user, size_t size);              ///< aligned as malloc's; null if there is no memory
    void (*release)(void *user, void *memory, size_t size);  ///< `size` as it was allocated
    void *user;
} wits_allocator;

/// Opens a file: gives its bytes, allocated from `allocator` with exactly `*length` bytes, to which the library then
/// releases them; of an empty file null and 0. `name` is the path of the brain file as it was given, or of a file that
/// is included: the folder of the brain file, then the way from there, with '/' and without '.' and '..'. False if
/// there is no such file.
typedef bool wits_open_fn(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length);

/// Another value for a constant of a brain file, written as there: "2.5", "400ms", "true", "mood.calm".
typedef struct wits_file_constant {
    const char *name;
    const char *value;
} wits_file_constant;

/// Gets one line without its end.
typedef void wits_print_fn(void *user, const char *line);

/// How a brain file is read. All zero is what most programs want. Nothing of it need outlive the call.
typedef struct wits_file_options {
    const wits_allocator *allocator;      ///< null: malloc and free
    wits_print_fn *print;                 ///< of wits_file_open: gets each problem; null: standard error
    void *user;                           ///< for `print` and `open`
    wits_open_fn *open;                   ///< opens the brain file and all that it includes; null: they are on disk
    const wits_file_constant *constants;  ///< a constant that no file has is a problem
    uint32_t constant_count;
    bool allow_outside;  ///< files outside the folder of the brain file may be included
} wits_file_options;

/// A brain file that was read, with its memory. In every call here a null file is one that has nothing: no problem, no
/// brain.
typedef struct wits_file wits_file;

/// Reads a brain from `length` bytes; a null text is an empty one. `name` is for messages and may be null. Neither need
/// outlive the call. A null allocator is malloc and free. Returns null only when there is no memory; see
/// wits_file_problem_count for everything else.
WITS_API wits_file *wits_file_parse(const char *text, size_t length, const char *name, const wits_allocator *allocator);
/// The same from a regular file on disk. That it cannot be read, or is a FIFO or a device, is a problem of the file
/// returned.
WITS_API wits_file *wits_file_load(const char *path, const wits_allocator *allocator);
/// The same with options, which may be null. What a text includes is opened by `options->open`, beside `name`; without
/// that a text includes nothing.
WITS_API wits_file *wits_file_parse_with(const char *text, size_t length, const char *name,
                                         const wits_file_options *options);
WITS_API wits_file *wits_file_load_with(const char *path, const wits_file_options *options);
/// Releases all that the file gave: its brain, tables, columns, functions, problems.
WITS_API void wits_file_free(wits_file *file);

/// The name for messages.
WITS_API const char *wits_file_name(const wits_file *file);
WITS_API uint32_t wits_file_problem_count(const wits_file *file);
/// In the order of the file; each has `line`, `column` and `message`. A problem of the file as a whole, as that it
/// cannot be opened, has line 0. wits_problem_text writes "guard.yaml:14:20: unknown key 'whne'; did you mean 'when'?".
WITS_API const wits_problem *wits_file_problems(const wits_file *file);

/// Bytes that the text of any problem of a file needs, with the final zero, where the file's name has up to 400.
#define WITS_FILE_MAX_LINE 1700u

/// What is no error but can hardly be meant, as a time that no number of ticks comes near, or `sin(x)` where the file
/// lists no functions: as the problems. A file that has warnings has its brain all the same.
WITS_API uint32_t wits_file_warning_count(const wits_file *file);
WITS_API const wits_problem *wits_file_warnings(const wits_file *file);

/// Prints every problem as the program does, without colours. A null `print` writes to standard error.
WITS_API void wits_file_print_problems(const wits_file *file, wits_print_fn *print, void *user);

/// Joins the brain to the program, as wits_bind; what is wrong becomes problems of the file, with the lines at which
/// the fields and functions stand. `host` may be null, as one that gives nothing, and need not outlive the call; what
/// it points to must: names of functions, columns. False if anything is wrong. A file may be bound anew, by one thread
/// while no other uses it; frames that point to what it gave then have the new columns, or the old ones if it fails.
WITS_API bool wits_file_bind(wits_file *file, const wits_host *host);
/// What wits_file_bind made, for frames and crowds: in the brain's order, as long as the file. Null before, and after a
/// failure.
WITS_API const wits_function *wits_file_functions(const wits_file *file);
WITS_API const wits_column *wits_file_columns(const wits_file *file);

/// Opens a brain file for a program: loads it, binds it, prints every problem. Null if there was any, or no memory.
/// `options` may be null.
WITS_API wits_file *wits_file_open(const char *path, const wits_host *host, const wits_file_options *options);

/// The files that the brain was read from: itself, then those that are included, in the order in which they were found.
/// A program that reads a brain anew when it changes looks at all of them. "" beyond the last.
WITS_API uint32_t wits_file_source_count(const wits_file *file);
WITS_API const char *wits_file_source_name(const wits_file *file, uint32_t source);

/// The brain as one file without `include`, `constants`, `enums`, `conditions`, `scores`, `curves`, `considerations`
/// and `parts`: all of them written out where they are used. Read again it gives a brain of the same bytes. YAML with a
/// final zero, which lives as long as the file; null if the file has problems, or no memory. One thread calls it while
/// no other uses the file. `length` may be null.
WITS_API const char *wits_file_expanded(wits_file *file, size_t *length);

/// The brain and the tables it was compiled from; null if there are problems. Both live as long as the file. States,
/// transitions, steps, events and fields stand in the tables in the order of the file, considerations so for each
/// state. The functions are those under `functions`, else those called anywhere, in the order of the file; they have
/// the right kinds and do nothing: conditions are false, scores 0.
WITS_API const wits_brain *wits_file_brain(const wits_file *file);
WITS_API const wits_desc *wits_file_desc(const wits_file *file);

/// Returns the name under `enums` with which the file declares a parameter of a function. "" for a list of names, a
/// field, and a parameter or brain that is not there. It lives as long as the file.
WITS_API const char *wits_file_parameter_enum(const wits_file *file, uint32_t function, uint32_t parameter);

/// Returns the name of a constant that the files define, by number from 0 in the order of the files; null beyond the
/// last. It lives as long as the file. See wits_file_options for giving it another value.
WITS_API const char *wits_file_constant_name(const wits_file *file, uint32_t number);

/// Where a row of a table stands in the file, or one of its members ("when"; null is the row itself), or what is
/// `offset` bytes into that member's text; of what was put in by name, where the name stands. Members of a
/// consideration's curves are its own ("k"), and `offset` is then the number of the curve. A member that is not in the
/// file is where its row is. For messages about a brain that is well formed. `line` and `column` become 0 if there is
/// no such row. Of a brain that shares anything ask wits_file_where, which tells the file, too.
WITS_API void wits_file_find(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                             uint32_t *line, uint32_t *column);

/// A place in one of the files that a brain was read from. What is written in a part has two places: where it is
/// written, and where it is used.
typedef struct wits_file_place {
    const char *name;  ///< of the file; never null
    uint32_t line;     ///< 0: there is no such row
    uint32_t column;
    const char *used_name;  ///< null: it is used where it is written
    uint32_t used_line;
    uint32_t used_column;
} wits_file_place;

/// The same as wits_file_find, with the file.
WITS_API wits_file_place wits_file_where(const wits_file *file, wits_table table, uint32_t row, const char *member,
                                         uint32_t offset);

// What the file says beside the brain: see wits/promises.h. It lives as long as the file.

/// Null if the file has no brain.
WITS_API const wits_promises *wits_file_promises(const wits_file *file);

/// The items under `prove` in the order of the file, assumptions among them. Of a file with problems none.
WITS_API uint32_t wits_file_property_count(const wits_file *file);
/// Null if there are none.
WITS_API const wits_property *wits_file_properties(const wits_file *file);

/// Reads a list of properties from a file of its own, as it stands under `prove`. The constants, conditions and scores
/// that it names are those of `brain_file`, which must have its brain, and must live at least as long as what is
/// returned; it is only read. Give it to wits_file_properties, wits_file_problems and the like; it has no brain and no
/// promises. `options` may be null; constants in it are not looked at. Null only if there is no memory.
WITS_API wits_file *wits_properties_load(const char *path, const wits_file *brain_file,
                                         const wits_file_options *options);

/// Where the byte at `offset` of a text of a property comes from; `text` points into one of those that
/// wits_file_properties gave. What was put in by name has the place where it was written, and where it is used. Line 0
/// if it is no text of this file.
WITS_API wits_file_place wits_property_where(const wits_file *file, const wits_property_text *text, uint32_t offset);

/// What a comment `# wits: ...` of a file says to programs; see "Remarks" in docs/brain-files.md.
typedef struct wits_remark {
    const char *name;  ///< the file's
    const char *text;  ///< what stands behind "wits:", without blanks around it
    uint32_t line;     ///< of its '#'
    uint32_t column;   ///< in characters from 1
    uint32_t about;    ///< a line: its own, or if it stands alone there the next that has more than a comment; 0: none
} wits_remark;

/// The remarks in the order of the file; they live as long as it.
WITS_API uint32_t wits_file_remark_count(const wits_file *file);
WITS_API const wits_remark *wits_file_remarks(const wits_file *file);

/// The text of a file as it was read, without a byte order mark; a zero stands behind its end. "" if it could not be
/// read. It lives as long as the file. `length` may be null.
WITS_API const char *wits_file_text(const wits_file *file, size_t *length);
/// The same of any of the files that the brain was read from; "" beyond the last.
WITS_API const char *wits_file_source_text(const wits_file *file, uint32_t source, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
