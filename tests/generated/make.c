// SPDX-License-Identifier: MIT
// Writes the C of random brains, and the code that connects it to the runner.
//
//   generated_make FOLDER SEED COUNT
//
// FOLDER gets b0.c and b0.h of the brain of SEED, b1.c and so on, and all.c, which includes glue.h for each. A failure
// says which seed it was.
#include "brain.h"
#include "common/identifiers.h"
#include "compile/compile.h"
#include "model/model.h"
#include "model/random_run.h"
#include "run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static random_brain made;
static uint64_t current_seed;

static bool write_text(const char *folder, const char *name, const text *content) {
    char path[1200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        return false;
    }
    const bool whole = fwrite(text_of(content), 1, content->length, file) == content->length;
    return fclose(file) == 0 && whole;
}

static const char *kind_of(const wits_function *f) {
    return f->condition != NULL ? "CONDITIONS" : f->score != NULL ? "SCORES" : f->action != NULL ? "ACTIONS" : "STEPS";
}

/// NONE if the calls differ.
static const char *kind_name(const wits_brain *brain, uint32_t function, uint32_t parameter) {
    static const char *const names[] = {"NONE", "INT", "FLOAT", "BOOL", "ENUM", "TEXT"};
    return names[wits_function_parameter_kind(brain, function, parameter)];
}

/// The type of a parameter that is an enum, as the header declares it: "enum b3_mood ".
static void add_enum(text *to, const text *header, const wits_brain *brain, uint32_t function, uint32_t parameter,
                     uint32_t number) {
    text wanted = {0};
    text_format(&wanted, " b%u_%s(", number, wits_function_name(brain, function));
    const char *at = strstr(text_of(header), text_of(&wanted));
    for (uint32_t comma = 0; at != NULL && comma < parameter + 2; comma++) {  // after context and call
        at = strchr(at + 1, ',');
    }
    const char *type = at != NULL ? strstr(at, "enum ") : NULL;
    text_add_bytes(to, type, type != NULL ? strcspn(type + 5, " ") + 6 : 0);
    text_free(&wanted);
}

/// ", (, int32_t g0, const char *g1), (TELL_INT(0, g0) TELL_TEXT(1, g1))"; for an enum "TELL_ENUM(0,
/// b3_values_4_0[g0])".
static void add_parameters(text *to, const text *header, const wits_brain *brain, uint32_t function, uint32_t number) {
    static const char *const types[] = {"", "int32_t ", "float ", "bool ", "const char *", "const char *"};
    const uint32_t count = wits_function_parameter_count(brain, function);
    bool differ = count == WITS_NONE;
    for (uint32_t i = 0; i < count && !differ; i++) {
        differ = wits_function_parameter_kind(brain, function, i) == WITS_ARGUMENT_NONE;
    }
    if (differ) {
        text_format(to, ", (, const b%u_argument *all, uint32_t all_count), (TELL_ALL(all, all_count))", number);
        return;
    }
    text_add(to, ", (");
    for (uint32_t i = 0; i < count; i++) {
        const bool is_enum = wits_function_value_count(brain, function, i) != 0;
        text_add(to, ", ");
        if (is_enum) {
            add_enum(to, header, brain, function, i, number);
        }
        text_format(to, "%sg%u", is_enum ? "" : types[wits_function_parameter_kind(brain, function, i)], i);
    }
    text_add(to, "), (");
    for (uint32_t i = 0; i < count; i++) {
        if (wits_function_value_count(brain, function, i) != 0) {
            text_format(to, "TELL_ENUM(%u, b%u_values_%u_%u[g%u]) ", i, number, function, i, i);
        } else {
            text_format(to, "TELL_%s(%u, g%u) ", kind_name(brain, function, i), i, i);
        }
    }
    text_add(to, ")");
}

/// The names of the values of parameters that are enums.
static void add_values(text *to, const wits_brain *brain, uint32_t number) {
    for (uint32_t function = 0; function < wits_function_count(brain); function++) {
        for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS; i++) {
            const uint32_t count = wits_function_value_count(brain, function, i);
            if (count != 0) {
                text_format(to, "static const char *const b%u_values_%u_%u[] = {", number, function, i);
            }
            for (uint32_t value = 0; value < count; value++) {
                text_format(to, "\"%s\", ", wits_function_value_name(brain, function, i, value));
            }
            text_add(to, count != 0 ? "};\n" : "");
        }
    }
}

/// "#define CONDITIONS(X) X(c3, (), ()) X(c0, (), ()) "
static void add_functions(text *to, const text *header, const wits_desc *desc, const wits_brain *brain,
                          const char *kind, uint32_t number) {
    text_format(to, "#define %s(X) ", kind);
    for (uint32_t row = 0; row < desc->function_count; row++) {
        const wits_function *f = &desc->functions[row];
        if (strcmp(kind_of(f), kind) == 0) {
            text_format(to, "X(%s", f->name);
            add_parameters(to, header, brain, row, number);
            text_add(to, ") ");
        }
    }
    text_add(to, "\n");
}

static bool can_end(const wits_desc *desc) {
    bool has = false;
    for (uint32_t row = 0; row < desc->state_count; row++) {
        has = has || model_desc_can_finish(desc, (wits_state_id)row);
    }
    return has;
}

/// A member of a struct, renamed if it is a word of C or C++.
static void add_member(text *to, const char *name) {
    text_format(to, "%s%s", name, identifier_is_reserved(name) ? "_" : "");
}

/// Adds the offsets of all pointers of a kind's list in the struct of lists.
static void add_kind(text *to, const wits_target_desc *kind, uint32_t number) {
    text list = {0};
    text_format(&list, "b%u_targets, ", number);
    add_member(&list, kind->name);
    text_format(to, "    {offsetof(%s.ids), offsetof(%s.count), offsetof(%s.offsets), ", text_of(&list), text_of(&list),
                text_of(&list));
    bool has_own = false;
    for (uint32_t i = 0; i < kind->field_count; i++) {
        has_own = has_own || kind->fields[i].own;
    }
    text_format(to, has_own ? "offsetof(%s.own_rows), {" : "SIZE_MAX, {", text_of(&list));
    for (uint32_t i = 0; i < kind->field_count; i++) {
        text_format(to, "offsetof(%s.", text_of(&list));
        add_member(to, kind->fields[i].name);
        text_add(to, "), ");
    }
    text_add(to, "0}},\n");
    text_free(&list);
}

static void add_kinds(text *to, const wits_desc *desc, uint32_t number) {
    if (desc->target_count == 0) {
        return;
    }
    text_format(to, "#define HAS_TARGETS\nstatic const generated_kind b%u_kinds[] = {\n", number);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        add_kind(to, &desc->targets[kind], number);
    }
    text_add(to, "};\n");
}

static void add_glue(text *to, const text *header, const wits_desc *desc, const wits_brain *brain, uint64_t seed,
                     uint32_t number) {
    text_format(to, "\n#include \"b%u.h\"\n#define PREFIX b%u\n#define UPPER B%u\n#define SEED UINT64_C(%llu)\n",
                number, number, number, (unsigned long long)seed);
    text_add(to, seed % CROWD_EVERY == 0 ? "#define HAS_CROWD\n" : "");
    text_add(to, can_end(desc) ? "#define HAS_ENDS\n" : "");
    add_kinds(to, desc, number);
    add_values(to, brain, number);
    add_functions(to, header, desc, brain, "CONDITIONS", number);
    add_functions(to, header, desc, brain, "SCORES", number);
    add_functions(to, header, desc, brain, "ACTIONS", number);
    add_functions(to, header, desc, brain, "STEPS", number);
    text_add(to, "#define FIELDS(X) ");
    for (uint32_t row = 0; row < desc->field_count; row++) {
        text_format(to, "X(%s) ", desc->fields[row].name);
    }
    text_add(to, "\n#include \"glue.h\"\n");
}

/// Writes even a function without a call: the library requires all except actions.
static bool write_brain(const char *folder, uint64_t seed, uint32_t number, text *all) {
    run_failure failure = {.life = 0};
    current_seed = seed;
    generated_brain_make(&made, seed, NULL);
    wits_brain *brain = random_compile(&made, &failure);
    if (brain == NULL) {
        (void)printf("FAILED, brain of seed %llu: %s\n", (unsigned long long)seed, failure.text);
        return false;
    }
    char prefix[16], file[24], header_name[24], source_name[24];
    (void)snprintf(prefix, sizeof prefix, "b%u", (unsigned)number);
    (void)snprintf(file, sizeof file, "b%u.yaml", (unsigned)number);
    (void)snprintf(header_name, sizeof header_name, "b%u.h", (unsigned)number);
    (void)snprintf(source_name, sizeof source_name, "b%u.c", (unsigned)number);
    const compile_options options = {
        .prefix = prefix, .file = file, .header = header_name, .no_crowd = seed % CROWD_EVERY != 0};
    text header = {0}, source = {0};
    bool done = compile_brain(&header, &source, &made.desc, brain, &options);
    if (!done) {
        (void)printf("FAILED, brain of seed %llu: compile_brain returns false\n", (unsigned long long)seed);
    }
    done = done && write_text(folder, header_name, &header) && write_text(folder, source_name, &source);
    add_glue(all, &header, &made.desc, brain, seed, number);
    text_free(&header);
    text_free(&source);
    free(brain);
    return done;
}

static void tell_seed(int number) {
    (void)printf("CRASHED making the C of the brain of seed %llu\n", (unsigned long long)current_seed);
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        (void)fprintf(stderr, "usage: %s FOLDER SEED COUNT\n", argv[0]);
        return 2;
    }
    const uint64_t first = strtoull(argv[2], NULL, 10);
    const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10);
    (void)signal(SIGABRT, tell_seed);
    (void)signal(SIGSEGV, tell_seed);
    text all = {0}, table = {0};
    text_add(&all, "#include \"run.h\"\n\n#include <stddef.h>\n");
    text_add(&table, "\nconst generated *const generated_brains[] = {");
    bool done = true;
    for (uint32_t i = 0; i < count && done; i++) {
        done = write_brain(argv[1], first + i, i, &all);
        text_format(&table, "&b%u_glue_generated, ", (unsigned)i);
    }
    text_format(&table, "};\nconst uint32_t generated_brain_count = %u;\n", (unsigned)count);
    text_add(&all, text_of(&table));
    done = done && write_text(argv[1], "all.c", &all);
    text_free(&all);
    text_free(&table);
    return done ? 0 : 1;
}
