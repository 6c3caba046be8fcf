// SPDX-License-Identifier: MIT
// wits: brain files. Reads a brain from YAML or JSON, reports every problem with its line and column, and returns
// the compiled brain and the tables it was made from. docs/brain-files.md describes the format.
//
//   wits_host host = {your functions, fields and events, by name};
//   wits_file *file = wits_file_open("guard.yaml", &host, NULL);   prints problems and returns null if there are any
//   wits_frame frame = {.columns = wits_file_columns(file), .functions = wits_file_functions(file)};
//   wits_start(wits_file_brain(file), agent, &frame);              continue as with tables
//   wits_file_free(file);                                          also frees brain, columns and functions
//
// wits_file_open is wits_file_load, wits_file_bind and wits_file_print_problems, which may be called separately.
//
// There is no global state: any number of files may be read at once, each by one thread. Any number of threads may read
// the contents of a loaded file.
#ifndef WITS_FILE_H
#define WITS_FILE_H

#include "wits/allocator.h"
#include "wits/convert.h"
#include "wits/promises.h"
#include "wits/scenarios.h"
#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Longer files are an error.
#define WITS_FILE_MAX_BYTES 16777216u
/// Number of problems that are kept. If there are more, one more problem gives the number of those left out.
#define WITS_FILE_MAX_PROBLEMS 1000u

/// Opens a file: returns its bytes, allocated from `allocator` with exactly `*length` bytes, which the library
/// releases; null and 0 for an empty file. `name` is the path of the brain file as given, or of an included file: the
/// folder of the brain file, then the relative path, with '/' and without '.' and '..'. Returns false if there is no
/// such file.
typedef bool wits_open_fn(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length);

/// Overrides a constant of a brain file. The value is written as in the file: "2.5", "400ms", "true", "mood.calm".
typedef struct wits_file_constant {
    const char *name;
    const char *value;
} wits_file_constant;

/// Gets one line without its end.
typedef void wits_print_fn(void *user, const char *line);

/// Options for reading a brain file. Most programs leave everything zero. Need not outlive the call.
typedef struct wits_file_options {
    const wits_allocator *allocator;      ///< null: malloc and free. libyaml's own buffers, which are freed once a file
                                          ///< is read, come from malloc
    wits_print_fn *print;                 ///< for wits_file_open: receives each problem; null: standard error
    void *user;                           ///< for `print` and `open`
    wits_open_fn *open;                   ///< opens the brain file and all included files; null: reads them from disk
    const wits_file_constant *constants;  ///< a constant that no file defines is a problem
    uint32_t constant_count;
    bool allow_outside;  ///< included files may be outside the folder of the brain file
} wits_file_options;

/// A loaded brain file with its memory. Every call accepts a null file, which has no problems and no brain.
typedef struct wits_file wits_file;

/// Reads a brain from `length` bytes; a null text is an empty one. `name` is for messages and may be null. Neither need
/// outlive the call. A null allocator is malloc and free. Returns null only if memory runs out; see
/// wits_file_problem_count for everything else.
WITS_API wits_file *wits_file_parse(const char *text, size_t length, const char *name, const wits_allocator *allocator);
/// As above, from a regular file on disk. If it cannot be read, or is a FIFO or a device, the returned file has a
/// problem.
WITS_API wits_file *wits_file_load(const char *path, const wits_allocator *allocator);
/// As above, with options, which may be null. `options->open` opens included files, relative to `name`; without it a
/// text cannot include files.
WITS_API wits_file *wits_file_parse_with(const char *text, size_t length, const char *name,
                                         const wits_file_options *options);
WITS_API wits_file *wits_file_load_with(const char *path, const wits_file_options *options);
/// Releases the file with its brain, tables, columns, functions and problems.
WITS_API void wits_file_free(wits_file *file);

/// The name for messages.
WITS_API const char *wits_file_name(const wits_file *file);
WITS_API uint32_t wits_file_problem_count(const wits_file *file);
/// Problems in file order; each has `line`, `column` and `message`. A problem of the file as a whole, for example that
/// it cannot be opened, has line 0. wits_problem_text writes "guard.yaml:14:20: unknown key 'whne'; did you mean
/// 'when'?".
WITS_API const wits_problem *wits_file_problems(const wits_file *file);

/// Bytes that the text of any problem of a file needs, with the final zero, for a file name of up to 400 bytes.
#define WITS_FILE_MAX_LINE 1700u

/// Warnings: likely mistakes, such as a time far from every number of ticks, or `sin(x)` in a file without functions.
/// Accessed like problems. A file with warnings still has its brain.
WITS_API uint32_t wits_file_warning_count(const wits_file *file);
WITS_API const wits_problem *wits_file_warnings(const wits_file *file);

/// Prints every problem as the program does, without colours. A null `print` writes to standard error.
WITS_API void wits_file_print_problems(const wits_file *file, wits_print_fn *print, void *user);

/// Binds the brain to the program, like wits_bind. Mistakes become problems of the file, with the lines of the fields
/// and functions. `host` may be null, which provides nothing, and need not outlive the call. The names of functions and
/// the columns that it points to must. Returns false on any problem. A file may be bound again, by one thread while no
/// other uses it. Frames that point to its results then have the new columns, or the old ones on failure.
WITS_API bool wits_file_bind(wits_file *file, const wits_host *host);
/// Results of wits_file_bind, for frames and crowds: in the brain's order, as long as the file lives. Null before, and
/// after a failure.
WITS_API const wits_function *wits_file_functions(const wits_file *file);
WITS_API const wits_column *wits_file_columns(const wits_file *file);

/// Opens a brain file for a program: loads it, binds it, prints every problem. Returns null on any problem, or if
/// memory runs out. `options` may be null.
WITS_API wits_file *wits_file_open(const char *path, const wits_host *host, const wits_file_options *options);

#ifndef WITS_NO_SNAPSHOT
struct wits_agents;
struct wits_migration;
/// Reloads the file of running agents after an edit (see wits/snapshot.h for the agents). Reads wits_file_name(*file)
/// again and binds it to `host`. If it has a problem or does not fit, prints every problem as wits_file_open does,
/// changes nothing and returns false: the old brain keeps running. Otherwise the agents become agents of the new brain
/// as by wits_agents_migrate, `*file`, agents->brain and agents->columns are replaced, and the old file is freed.
/// Frames and crowds need the new brain, columns and functions from then on.
///
/// If the layout has changed, agents with a stride of 0 are moved to new memory: agents->agents must come from
/// how->allocator, with (first + count) * wits_agent_size bytes, as it will afterwards. With another stride they stay
/// where they are, and the stride must have room for the new size. `how` may be as for a load; its frame's functions
/// are replaced by the new ones, and without renames those of the new file are used. `how` must have an allocator, also
/// if the layout has not changed; without one, as without another argument, that is printed, and false returned.
WITS_API bool wits_file_reload(wits_file **file, const wits_host *host, const wits_file_options *options,
                               struct wits_agents *agents, const struct wits_migration *how);
#endif

/// Files that the brain was read from: its own, then included ones in the order of discovery. A program that reloads a
/// changed brain watches all of them. "" beyond the last.
WITS_API uint32_t wits_file_source_count(const wits_file *file);
WITS_API const char *wits_file_source_name(const wits_file *file, uint32_t source);

/// The brain as one file without `include`, `constants`, `enums`, `conditions`, `scores`, `curves`, `considerations`
/// and `parts`: each use is replaced by its definition. It compiles to the same bytes. YAML with a final zero, which
/// lives as long as the file; null if the file has problems, or memory runs out. Not thread-safe. `length` may be null.
WITS_API const char *wits_file_expanded(wits_file *file, size_t *length);

/// The brain and the tables it was compiled from; null if there are problems. Both live as long as the file. States,
/// transitions, steps, events and fields are in file order, and so are the considerations of each state. The functions
/// are those under `functions`, else those called anywhere, in file order. They have the right kinds and do nothing:
/// conditions are false, scores 0.
WITS_API const wits_brain *wits_file_brain(const wits_file *file);
WITS_API const wits_desc *wits_file_desc(const wits_file *file);

/// Returns the name under `enums` with which the file declares a parameter of a function. "" for a list of names, a
/// field, and a parameter or brain that is not there. It lives as long as the file.
WITS_API const char *wits_file_parameter_enum(const wits_file *file, uint32_t function, uint32_t parameter);

/// Returns the name of constant number `constant` that the files define, in file order; null beyond the last. It lives
/// as long as the file. wits_file_options can override its value.
WITS_API const char *wits_file_constant_name(const wits_file *file, uint32_t number);

/// Finds a row of a table in the file, or one of its members ("when"; null for the row itself), or the byte at `offset`
/// of that member's text; for replaced names, the position of the name. Members of a consideration's curves are
/// separate ("k"), with the number of the curve as `offset`. A member that is not in the file has the position of its
/// row. For messages about well-formed brains. `line` and `column` become 0 for an unknown row. For brains with
/// includes or parts use wits_file_where, which also returns the file.
WITS_API void wits_file_find(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                             uint32_t *line, uint32_t *column);

/// A position in one of the files that a brain was read from. Text in a part has two positions: its definition and its
/// use.
typedef struct wits_file_place {
    const char *name;  ///< name of the file; never null
    uint32_t line;     ///< 0: no such row
    uint32_t column;
    const char *used_name;  ///< null: it is used where it is defined
    uint32_t used_line;
    uint32_t used_column;
} wits_file_place;

/// As wits_file_find, with the file.
WITS_API wits_file_place wits_file_where(const wits_file *file, wits_table table, uint32_t row, const char *member,
                                         uint32_t offset);

// Promises of the file: see wits/promises.h. They live as long as the file.

/// Returns the promises; null if the file has no brain.
WITS_API const wits_promises *wits_file_promises(const wits_file *file);

/// The renames of states, events and fields under `renames`, for wits_versions_match; they are not part of the brain.
/// Returns null and a count of 0 if there are none, or the file has no brain. wits_file_where finds the row of a
/// problem in WITS_TABLE_RENAMES.
WITS_API const wits_rename *wits_file_renames(const wits_file *file, uint32_t *count);

/// The items under `prove` in file order, including assumptions. None for a file with problems.
WITS_API uint32_t wits_file_property_count(const wits_file *file);
/// Returns the properties; null if there are none.
WITS_API const wits_property *wits_file_properties(const wits_file *file);

/// Reads a list of properties from a separate file, in the form of `prove`. It may use the constants, conditions and
/// scores of `brain_file`, which must have its brain, is only read, and must outlive the result. Pass the result to
/// wits_file_properties, wits_file_problems and the like; it has no brain and no promises. `options` may be null;
/// constants in it are ignored. Null only if memory runs out.
WITS_API wits_file *wits_properties_load(const char *path, const wits_file *brain_file,
                                         const wits_file_options *options);

/// Returns the position of the byte at `offset` of a property's text; `text` must point into a text of
/// wits_file_properties. For replaced names, returns the positions of definition and use. Line 0 if the text is not in
/// this file.
WITS_API wits_file_place wits_property_where(const wits_file *file, const wits_property_text *text, uint32_t offset);

/// Reads the scenario tests of a brain from a separate file, as wits_properties_load reads properties. Pass the result
/// to wits_file_scenarios, wits_file_problems and the like.
WITS_API wits_file *wits_scenarios_load(const char *path, const wits_file *brain_file,
                                        const wits_file_options *options);

/// The scenarios in file order; they live as long as the file. None for a file with problems.
WITS_API uint32_t wits_file_scenario_count(const wits_file *file);
/// Returns the scenarios; null if there are none.
WITS_API const wits_scenario *wits_file_scenarios(const wits_file *file);
/// Returns the inputs that all scenarios get; null if there are no scenarios.
WITS_API const wits_scenario_inputs *wits_file_scenarios_given(const wits_file *file);

/// A comment `# wits: ...` of a file, addressed to programs; see "Remarks" in docs/brain-files.md.
typedef struct wits_remark {
    const char *name;  ///< the file's
    const char *text;  ///< the text after "wits:", without surrounding blanks
    uint32_t line;     ///< position of its '#'
    uint32_t column;   ///< in characters from 1
    uint32_t about;    ///< its line; for a comment on a separate line, the next line with more than a comment; 0: none
} wits_remark;

/// The remarks in file order; they live as long as the file.
WITS_API uint32_t wits_file_remark_count(const wits_file *file);
WITS_API const wits_remark *wits_file_remarks(const wits_file *file);

/// Returns the text of a file as read, zero-terminated, without a byte order mark; "" if it could not be read. It lives
/// as long as the file. `length` may be null.
WITS_API const char *wits_file_text(const wits_file *file, size_t *length);
/// As above, for any of the files that the brain was read from; "" beyond the last.
WITS_API const char *wits_file_source_text(const wits_file *file, uint32_t source, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
