// SPDX-License-Identifier: MIT
// The names of a brain file and of the files that it includes: where each is defined and used, and renaming. Works on
// files with mistakes as far as they can be read. Names are found as the loader finds them (docs/brain-files.md).
//
//   names *of = names_read(&(names_files){.read = editor_text, .user = editor}, "brains/guard.yaml");
//   const names_use *at = names_at(of, 0, offset);
//   if (at != NULL) { const names_symbol *symbol = names_symbol_at(of, at->symbol); ... }
//   names_free(of);
#ifndef WITS_TOOL_LSP_NAMES_H
#define WITS_TOOL_LSP_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/text.h"
#include "lsp/tree.h"

#define NAMES_NONE UINT32_MAX

typedef enum names_kind {
    NAMES_BRAIN,  ///< the brain and its root
    NAMES_STATE,
    NAMES_FIELD,
    NAMES_EVENT,
    NAMES_FUNCTION,  ///< of the host: an action, condition or score
    NAMES_TARGET,    ///< a kind of targets
    NAMES_TARGET_FIELD,
    NAMES_ENUM,
    NAMES_VALUE,  ///< of an enum, a field that is one, or a parameter of a function
    NAMES_CONSTANT,
    NAMES_CONDITION,
    NAMES_SCORE,
    NAMES_CONSIDERATION,
    NAMES_CURVE,
    NAMES_PART,
    NAMES_PARAMETER,  ///< of a part
    NAMES_PROPERTY,   ///< the name of an item under `prove`
    NAMES_KINDS
} names_kind;

/// Returns "state", "kind of targets" and the like.
const char *names_kind_text(names_kind kind);

typedef enum names_role {
    NAMES_DEFINES,
    NAMES_READS,    ///< in an expression, as a value, type, argument and the like
    NAMES_ASSIGNS,  ///< `health = 1`
    NAMES_RAISES,   ///< `raise alarm`
    NAMES_CALLS,    ///< `strike()`
    NAMES_LEADS,    ///< a destination: `to`
    NAMES_BEGINS,   ///< `initial`, `default`, and `to` of a rule of `initial`
    NAMES_PASSES,   ///< a name before the last one of a path: `combat` in `combat/flee`
} names_role;

/// A place where a name is written.
typedef struct names_use {
    uint32_t symbol;
    uint32_t file;
    uint32_t begin;  ///< bytes in the file's text, without quotes
    uint32_t end;
    uint32_t state;  ///< symbol of the innermost state that contains it; NAMES_NONE outside of states
    uint32_t next;   ///< next use of the same symbol in the order of files and bytes; NAMES_NONE: none
    names_role role;
    bool is_sure;  ///< false: it could also mean another symbol, so neither can be renamed
} names_use;

typedef struct names_symbol {
    const char *name;  ///< decoded
    names_kind kind;
    uint32_t outer;  ///< the symbol that contains it: a state, enum, kind of targets, part; NAMES_NONE
    uint32_t file;
    uint32_t begin;  ///< all of its definition: from the key to the end of the value
    uint32_t end;
    uint32_t definition;  ///< its first use that defines it; NAMES_NONE: a function that no file lists
    uint32_t first;       ///< its first use
    uint32_t count;       ///< number of uses, definitions included
} names_symbol;

typedef struct names names;

/// Gives the names their files.
typedef struct names_files {
    /// Returns a text by its path, of which included ones are relative to the folder of the brain file as in
    /// wits_open_fn; false if there is no such file. `to` is empty.
    bool (*read)(void *user, const char *path, text *to);
    void *user;
    const char *const *beside;  ///< files of scenarios of the brain, or of properties; needed during names_read only
    uint32_t beside_count;
} names_files;

/// Reads a brain file, or a file of definitions, and all that it includes. Never null. Texts are copied.
names *names_read(const names_files *files, const char *path);
void names_free(names *of);

/// The files: 0 is the brain's own, then those that it includes, then those beside it. A file that cannot be read has
/// an empty text.
uint32_t names_file_count(const names *of);
bool names_file_is_beside(const names *of, uint32_t file);
const char *names_file_path(const names *of, uint32_t file);
const char *names_file_text(const names *of, uint32_t file, size_t *length);
const tree *names_file_tree(const names *of, uint32_t file);
/// Returns NAMES_NONE if the brain does not use it.
uint32_t names_file_find(const names *of, const char *path);
/// Joins the folder of a file and an included path, without '.', '..' and double '/'. Release it with free.
char *names_join(const char *from, const char *written);
/// Returns the file that an `include` of a file names; NAMES_NONE.
uint32_t names_included(const names *of, uint32_t from, const char *written);

uint32_t names_symbol_count(const names *of);
const names_symbol *names_symbol_at(const names *of, uint32_t symbol);
/// Returns the number of uses, which are in the order of files and bytes.
uint32_t names_use_count(const names *of);
const names_use *names_use_at(const names *of, uint32_t use);

/// Returns the use that has the byte at `offset` of a file, or ends there; null if there is none.
const names_use *names_at(const names *of, uint32_t file, size_t offset);
/// Returns the symbol of the innermost state that contains the byte; NAMES_NONE outside of states.
uint32_t names_state_at(const names *of, uint32_t file, size_t offset);
/// Writes the whole path of a state, as `combat/flee`; for other symbols the name.
void names_path(const names *of, uint32_t symbol, text *to);
/// Returns the number of transitions, steps and rules that lead to a state, and uses as `initial` and `default`.
uint32_t names_leads_count(const names *of, uint32_t symbol);

// Renaming.

typedef struct names_edit {
    const char *path;
    uint32_t begin;
    uint32_t end;
    const char *text;
    names_role role;  ///< of the use
} names_edit;

typedef struct names_change {
    names_edit *edits;  ///< in the order of files and bytes
    uint32_t count;
    text message;  ///< the reason if there are none
    text name;
} names_change;

/// Returns whether the name at that byte can be renamed, else the reason in `message`.
bool names_can_rename(const names *of, uint32_t file, size_t offset, text *message);

/// Finds all uses of the name at a byte of a file in brains that may share a file with it: a use in a shared file
/// belongs to a symbol of each. Their places are the edits. False if there is no name.
bool names_find_uses(const names *const *brains, uint32_t count, const char *path, size_t offset, names_change *change);

/// Renames the name at a byte of a file. `brains` are all brains that may share a file with it: a name that several of
/// them use is renamed in all. Returns false with a message if it would be no name, if something else has it, or if a
/// brain would get a new mistake or another meaning. Otherwise all names mean afterwards what they mean now.
bool names_rename(const names *const *brains, uint32_t count, const char *path, size_t offset, const char *to,
                  names_change *change);
void names_change_free(names_change *change);

#endif
