// SPDX-License-Identifier: MIT
// Functions shared by the commands of wits: exit status, messages, the command line, reading files.
#ifndef WITS_TOOL_H
#define WITS_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/replace.h"
#include "common/text.h"
#include "wits/file.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/// Exit status of the program.
enum {
    STATUS_DONE = 0,
    STATUS_WRONG = 1,          ///< error in the brain or the input
    STATUS_MISUSE = 2,         ///< error in the command line
    STATUS_DIFFERENT = 3,      ///< two brains, runs or recordings that were compared
    STATUS_INTERRUPTED = 130,  ///< Ctrl-C, as shells expect
};

typedef struct tool_command {
    const char *name;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv);  ///< argv[0] is the command's name
} tool_command;

extern const tool_command check_command, run_command, crowd_command, explain_command, curve_command, map_command,
    graph_command, compile_command, header_command, ids_command, program_command, expand_command, prove_command,
    reach_command, cover_command, same_command, migrate_command, why_command, diff_command, review_command,
    test_command, replay_command, inspect_command, lsp_command, exercise_command, mcp_command;

// ---------------------------------------------------------------------------------------------------------- messages.c

typedef enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE } severity;

/// A position in a file; line 0 is the whole file. For shared parts and named texts it also has the position of their
/// use.
typedef struct place {
    const char *file;
    uint32_t line;
    uint32_t column;
    const char *used_file;  ///< null: used in the same place
    uint32_t used_line;
    uint32_t used_column;
} place;

/// A message that was caught instead of printed.
typedef struct caught_message {
    severity how;
    char *file;     ///< null: it is not about a file
    uint32_t line;  ///< 0: about the whole file. For shared parts and named texts, the place of their use if that is
                    ///< in another file
    uint32_t column;
    text what;
} caught_message;

typedef struct caught_messages {
    caught_message *items;
    size_t count, capacity;
} caught_messages;

/// From now on the messages below are added to a list instead of printed; null: they are printed as usual. Returns the
/// previous list.
caught_messages *catch_messages(caught_messages *to);
void caught_messages_free(caught_messages *of);
/// Writes all of them, a line for each: "file:line:column: message".
void text_caught(text *to, const caught_messages *of);
/// Prints "file:line:column: message" to standard error.
void say_at(place at, severity how, const char *format, ...) PRINTF_LIKE(3, 4);
/// Prints "wits: message". Returns STATUS_WRONG.
int say_error(const char *format, ...) PRINTF_LIKE(1, 2);
/// Prints "wits COMMAND: message" and a hint at --help. Returns STATUS_MISUSE.
int say_misuse(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
/// The two parts of say_misuse, for several mistakes in one command line.
void say_mistake(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
int say_where_help_is(const char *command);
/// Prints "wits COMMAND: note: message".
void say_note(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
/// Leaves out hints at --help from now on: the command is running, and files that it reads again are at fault.
void say_no_more_hints(void);
/// Returns whether to use colour: only on a terminal, and never with NO_COLOR.
bool has_colour(FILE *stream);
/// Returns whether lines can be overwritten.
bool is_terminal(FILE *stream);
/// Returns the width of a terminal in characters, from COLUMNS or else the terminal; 0 if it is not a terminal.
size_t terminal_width(FILE *stream);
/// Finishes an output. Returns STATUS_DONE, or prints an error and returns STATUS_WRONG if a write failed.
int finish_output(FILE *stream, const char *name);
/// Returns whether no write has failed so far.
bool output_is_open(FILE *stream);

/// Search for the offered name most similar to a given one.
typedef struct guess {
    const char *wanted;
    const char *best;  ///< null if none is similar
    size_t distance;
} guess;

guess guess_at(const char *wanted);
void guess_offer(guess *to, const char *name);
/// Writes "; did you mean 'x'?", or nothing.
void text_guess(text *to, const guess *found, const char *suffix);

// ----------------------------------------------------------------------------------------------------------- options.c

struct option;
/// Returns the next option like getopt_long, -1 after the last. `letters` starts with ':'. Prints an error and returns
/// '?' if the option is invalid.
int next_option(const char *command, int argc, char **argv, const char *letters, const struct option *options);
/// Reports an unknown option, with the most similar one. Returns STATUS_MISUSE.
int say_unknown_option(const char *command, const char *given, const struct option *options);
/// Removes every `--const NAME=VALUE` from a command line and notes it for the brains read later. Prints an error and
/// returns false if one is invalid.
bool take_constants(const char *command, int *argc, char **argv);
/// Copies the original command line for text_command_line.
void keep_command_line(int argc, char **argv);
/// Writes the command line so that a shell can run it again, with "wits" as the program.
void text_command_line(text *to);
void text_shell_word(text *to, const char *word);
/// Returns the only argument after the options. Prints an error and returns null if there is none or more than one.
const char *only_argument(const char *command, int argc, char **argv);
/// Parses a whole number up to `most`, such as 1000 or 1e3. Prints an error and returns false on failure.
bool read_count(const char *command, const char *option, const char *given, uint64_t most, uint64_t *value);
/// The same with a minimum.
bool read_number(const char *command, const char *option, const char *given, uint64_t least, uint64_t most,
                 uint64_t *value);
/// Returns the row of a text in `names`, which ends with null. Prints an error and returns -1 if it is not there.
int read_choice(const char *command, const char *option, const char *given, const char *const *names);

// ------------------------------------------------------------------------------------------------------------ output.c

/// Notes an input file, which no output may overwrite. Null is standard input.
void note_input(const char *path);
/// Forgets the inputs before all of them are read again: a file that was replaced may leave its identity to an output.
void forget_inputs(void);
/// Checks whether `write_output` could write there, as far as possible without writing. Returns a status; prints
/// errors.
int check_output(const char *command, const char *path);
/// The same for an output of one format, such as ".svg": its name must not end like one of another format.
int check_output_as(const char *command, const char *path, const char *format);
/// Returns the end of a file's name from the last '.' on, or "". The path may be null.
const char *file_ending(const char *path);
/// Compares endings of names; those of `given` may be upper case.
bool is_ending(const char *given, const char *ending);
/// Returns whether two paths refer to the same file. The files need not exist.
bool is_same_output(const char *a, const char *b);
/// Writes a whole result to a file, or to standard output for null and "-". Replaces the file in one step, by renaming
/// a temporary file. Returns a status; prints errors.
int write_output(const char *command, const text *what, const char *path);
/// A result and the path of its file.
typedef struct output_file {
    const text *what;
    const char *path;
} output_file;

/// Writes several results to separate files: all or none. Returns a status; prints errors.
int write_outputs(const char *command, const output_file *outputs, size_t count);
/// A result written piece by piece to `file`. The file is created complete or not at all.
typedef struct output_stream {
    FILE *file;
    const char *path;
    replacement written;  ///< unused for devices and standard output
} output_stream;

/// Returns a status; prints errors. If it is STATUS_DONE, call output_end or output_abandon.
int output_begin(const char *command, const char *path, output_stream *to);
/// Returns a status; prints errors.
int output_end(output_stream *of);
/// Ends a failed output and removes the partial file. Returns STATUS_WRONG.
int output_abandon(output_stream *of);
/// Runs a command that prints a text about one brain file and has only the option -o. Returns a status.
int run_printing(const char *command, int argc, char **argv, void (*print)(const wits_brain *brain, text *to));

// ------------------------------------------------------------------------------------------------------------- files.c

/// Returns a hash of everything read by read_file since the previous call, or 0 if nothing was read.
uint64_t take_read_hash(void);
/// Opens a file for reading. On failure returns null and the fault: "no such file". Refuses named pipes, because
/// opening them may block forever, except those that the shell has opened, as in `--inputs <(generate)`.
FILE *open_input(const char *path, const char **fault);
/// Reads a whole file, or standard input for "-", and appends a zero byte. Prints an error and returns false if it
/// cannot be read or is longer than `most` bytes.
bool read_file(const char *path, size_t most, text *to);
/// Returns a path as shown in messages.
const char *shown_path(const char *path);
/// Overrides a constant in every brain read from now on. The text is NAME=VALUE. It is modified, and must outlive its
/// use.
void note_constant(char *name);
/// Returns the number of overrides.
size_t constants_noted(void);
/// Removes all overrides except the first `count`.
void forget_constants(size_t count);
bool is_constant_noted(const char *name);
/// Writes " --const NAME=VALUE" for each override, so that a shell can run the command.
void text_constant_options(text *to);
/// Reads a brain; "-" is standard input. Prints an error and returns null if it is a recording, or memory runs out.
/// Does not print the brain's problems.
wits_file *read_brain(const char *path);
/// Reads a brain from a text, with the overrides. `open` opens the files that it includes; see wits_file_parse_with.
/// Prints an error and returns null if memory runs out.
wits_file *parse_brain(const char *name, const char *bytes, size_t size, wits_open_fn *open);
/// Adds the overrides of constants to options of the library.
void use_constants(wits_file_options *to);
/// Returns the position of a row of a brain's tables; see wits_file_where.
place place_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member);
/// Returns the position `offset` bytes into a member's text.
place place_in_row(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset);
/// Returns a row's line in the brain's own file. For rows in other files this is the line of their use.
uint32_t line_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member);
/// Prints the problems of a brain. Returns their number.
uint32_t say_problems(const wits_file *file);
/// Adds the problem of a rename, without its place and name.
void text_rename_problem(text *to, const wits_problem *problem);
/// Prints a problem of a rename, which belongs to a row of WITS_TABLE_RENAMES.
void say_rename_problem(const wits_file *file, const wits_problem *problem);
/// Prints a problem of a snapshot or recording in a file, or of renames of the brain that it is loaded into.
void say_load_problem(const char *path, const wits_file *brain, const wits_problem *problem);
/// Prints the problems of a brain. Returns it, or frees it and returns null if there are any. Returns null for null.
wits_file *accept_brain(wits_file *file);
/// Reads a brain and prints its problems. Returns null if there are any.
wits_file *load_brain(const char *path);

#endif
