// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // lstat

#include "crowd/native.h"

#include "common/checksum.h"
#include "common/platform.h"
#include "common/tool.h"
#include "compile.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Everything about one compilation. If there is no code, `problem` has the reason.
typedef struct making {
    const wits_brain *brain;
    text source;
    const char *compiler;  ///< its command, as the user gave it
    text commands;         ///< words of that command and of the flags, each ended by a zero byte
    size_t words;          ///< number of the words
    text target;           ///< the compiler's macros: its version, and the instructions of this machine
    text problem;
    bool is_interrupted;
} making;

PRINTF_LIKE(2, 3) static bool fail(making *m, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_clear(&m->problem);
    text_format_list(&m->problem, format, arguments);
    va_end(arguments);
    return false;
}

// ------------------------------------------------------------------------------------------------------------ compiler

/// The code must run on this machine only. Floats are computed as in the library: nothing is fused, and no flag here
/// permits inexact mathematics. -march=native is removed for compilers without it.
static const char flags[] = "-march=native -O3 -std=c11 -ffp-contract=off -fno-math-errno -fPIC -fvisibility=hidden "
#ifdef __i386__
                            "-msse2 -mfpmath=sse "  // floats are computed as floats
#endif
                            "-pipe -w";

/// Appends the words of a text separated by blanks.
static void add_words(making *m, const char *given) {
    for (given += strspn(given, " \t"); *given != '\0'; given += strspn(given, " \t")) {
        const size_t length = strcspn(given, " \t");
        text_add_bytes(&m->commands, given, length);
        text_add_bytes(&m->commands, "", 1);
        m->words++;
        given += length;
    }
}

/// Runs the compiler on `from` with more words.
static platform_end run_compiler(const making *m, const char *const *more, size_t count, const text *from, text *out,
                                 text *messages) {
    char **words = allocate(m->words + count + 1, sizeof *words);
    char *word = m->commands.bytes;
    for (size_t i = 0; i < m->words; i++) {
        words[i] = word;
        word += strlen(word) + 1;
    }
    for (size_t i = 0; i < count; i++) {
        words[m->words + i] = (char *)(uintptr_t)more[i];
    }
    const platform_end end = platform_run(&(platform_program){
        .words = words, .input = from, .output = out, .errors = messages, .stops = interrupt_asked});
    const int problem = errno;
    free(words);
    errno = problem;
    return end;
}

/// Writes the first line that contains "error", or else the first one, as far as it fits a message.
static void text_first_error(text *to, const text *messages) {
    enum { MOST_SHOWN = 200 };
    const char *line = strstr(text_of(messages), "error");
    while (line != NULL && line > text_of(messages) && line[-1] != '\n') {
        line--;
    }
    line = line != NULL ? line : text_of(messages);
    const size_t length = strcspn(line, "\n");
    text_visible(to, line, length < MOST_SHOWN ? length : MOST_SHOWN);
    if (to->length == 0) {
        text_add(to, "it prints no error");
    }
}

/// Runs the compiler. On failure describes the problem, with errno ENOENT if there is no such compiler.
static bool compile(making *m, const char *const *more, size_t count, const text *from, text *out) {
    text messages = {0};
    const platform_end end = run_compiler(m, more, count, from, out, &messages);
    const int problem = errno;
    m->is_interrupted = end == PLATFORM_STOPPED;
    if (end == PLATFORM_NO_FILE) {
        fail(m, "cannot write a temporary file: %s", strerror(problem));
    } else if (end == PLATFORM_NOT_STARTED) {
        fail(m, "cannot run the compiler '%s': %s", m->compiler, strerror(problem));
    } else if (end == PLATFORM_FAILED) {
        text line = {0};
        text_first_error(&line, &messages);
        fail(m, "the compiler '%s' failed: %s", m->compiler, text_of(&line));
        text_free(&line);
    }
    text_free(&messages);
    errno = end == PLATFORM_NOT_STARTED ? problem : EIO;
    return end == PLATFORM_SUCCEEDED;
}

/// Asks a compiler for its macros. They differ if its version or the machine differs, and show that it works.
static bool try_compiler(making *m, const char *command) {
    static const char *const more[] = {"-dM", "-E", "-x", "c", "-"};
    bool works = false;
    m->compiler = command;
    for (int i = 0; i < 2 && !works && !m->is_interrupted; i++) {
        text_clear(&m->commands);
        text_clear(&m->target);
        m->words = 0;
        add_words(m, command);
        add_words(m, i == 0 ? flags : strchr(flags, ' '));
        works = compile(m, more, sizeof more / sizeof *more, &(text){0}, &m->target);
        if (!works && errno == ENOENT) {
            return false;
        }
    }
    if (works) {
        text_clear(&m->problem);
    }
    return works;
}

/// Takes $CC, or the first of the usual compilers that works.
static bool find_compiler(making *m) {
    static const char *const usual[] = {"cc", "gcc", "clang"};
    const char *chosen = getenv("CC");
    if (chosen != NULL && chosen[strspn(chosen, " \t")] != '\0') {
        return try_compiler(m, chosen);
    }
    bool is_any = false;
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !m->is_interrupted; i++) {
        if (try_compiler(m, usual[i])) {
            return true;
        }
        is_any = is_any || errno != ENOENT;
    }
    return is_any ? false : fail(m, "no C compiler found; install cc, gcc or clang, or set CC");
}

/// Returns the key of the code in the cache: everything that it depends on.
static uint64_t key_of(const making *m) {
    uint64_t key = checksum(0, WITS_VERSION, strlen(WITS_VERSION));
    key = checksum(key, text_of(&m->commands), m->commands.length);
    key = checksum(key, text_of(&m->target), m->target.length);
    return checksum(key, text_of(&m->source), m->source.length);
}

// ---------------------------------------------------------------------------------------------------------------- code

static void show_progress(const making *m, bool begins) {
    text line = {0};
    if (is_terminal(stderr)) {
        text_format(&line, "wits crowd: compiling the brain with '%s' ...", m->compiler);
        if (begins) {
            fputs(text_of(&line), stderr);
        } else {
            fprintf(stderr, "\r%*s\r", (int)line.length, "");
        }
        fflush(stderr);
    }
    text_free(&line);
}

/// Compiles the source to a file in the cache.
static bool make_file(making *m, const char *path, uint64_t key) {
    replacement file;
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) {
        unlink(path);  // else the file that it names would be replaced
    }
    if (!replace_begin(path, &file)) {
        return fail(m, "cannot write %s: %s", path, strerror(errno));
    }
    const char *const more[] = {"-shared", "-o", text_of(&file.beside), "-x", "c", "-", "-lm"};
    show_progress(m, true);
    text printed = {0};
    bool good = compile(m, more, sizeof more / sizeof *more, &m->source, &printed);
    text_free(&printed);
    show_progress(m, false);
    if (good && !native_cache_put(&file, key)) {
        good = fail(m, "cannot write %s: %s", path, strerror(errno));
    }
    replace_end(&file);
    return good;
}

static bool load_file(making *m, const char *path, native_code *to) {
    text why = {0};
    const native_brain *found = platform_load(path, "native_brain_entry", &to->library, &why);
    if (found == NULL) {
        fail(m, "cannot load the compiled code: %s", text_of(&why));
        unlink(path);
    } else if (found->brain_hash != wits_brain_hash(m->brain) || found->agent_size != wits_agent_size(m->brain)) {
        fail(m, "%s is the code of another brain", path);
        native_free(to);
        found = NULL;
    }
    to->brain = found;
    text_free(&why);
    return found != NULL;
}

static bool take_code(making *m, const wits_desc *desc, native_code *to) {
    text path = {0};
    if (!platform_has_programs()) {
        return fail(m, "this build cannot start a compiler");
    }
    bool good = find_compiler(m) && native_cache_folder(&path, &m->problem);
    if (good && !compile_native(&m->source, desc, m->brain)) {
        good = fail(m, "the C of this brain would be larger than %d MiB", COMPILE_MOST_BYTES >> 20);
    }
    if (good) {
        const uint64_t key = key_of(m);
        text_format(&path, "%016" PRIx64 ".so", key);
        good = (native_cache_has(text_of(&path), key) || make_file(m, text_of(&path), key)) &&
               load_file(m, text_of(&path), to);
    }
    text_free(&path);
    return good;
}

static int load_here(const wits_file *file, native_code *to) {
    making m = {.brain = wits_file_brain(file)};
    int status = STATUS_DONE;
    if (!take_code(&m, wits_file_desc(file), to)) {
        if (m.is_interrupted) {
            fprintf(stderr, "wits crowd: interrupted before the first tick\n");
            status = STATUS_INTERRUPTED;
        } else {
            fprintf(stderr, "wits crowd: note: no native code, running with the library: %s\n", text_of(&m.problem));
        }
    }
    text_free(&m.source);
    text_free(&m.commands);
    text_free(&m.target);
    text_free(&m.problem);
    return status;
}

int native_load(const wits_file *file, native_code *to) {
    *to = (native_code){0};
    int status = ranks_settle(ranks_mine() == 0 ? load_here(file, to) : STATUS_DONE);
    if (status != STATUS_DONE || ranks_count() == 1) {
        return status;
    }
    status = ranks_settle(ranks_mine() != 0 ? load_here(file, to) : STATUS_DONE);  // mostly from the cache
    uint64_t without = to->brain == NULL;
    ranks_sum(&without, 1);
    if (ranks_mine() == 0 && to->brain != NULL && without > 0) {
        fprintf(stderr, "wits crowd: note: %" PRIu64 " of %u ranks have no native code and run with the library\n",
                without, (unsigned)ranks_count());
    }
    return status;
}

void native_free(native_code *of) {
    platform_unload(of->library);
    *of = (native_code){0};
}
