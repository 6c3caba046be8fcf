// SPDX-License-Identifier: MIT
// Brain files. Part of wits.hpp. Programs that call its functions link wits_file; others need not.
#ifndef WITS_CPP_FILE_HPP
#define WITS_CPP_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "wits/cpp/brain.hpp"
#include "wits/cpp/host.hpp"
#include "wits/file.h"

namespace wits {

namespace detail {

/// Takes the file over.
template <class Context> brain_of<Context> adopt(wits_file *file, const given &all) {
    auto made = std::make_shared<detail::body>(all);
    if (file == nullptr) {
        problem none{};
        none.table = WITS_TABLE_FILE;
        none.text = "there is no memory for a brain file";
        made->problems.push_back(std::move(none));
        return brain_of<Context>(std::move(made));
    }
    made->owned = file;
    made->release = [](void *owned) { wits_file_free(static_cast<wits_file *>(owned)); };
    const c_host host(all);
    if (wits_file_problem_count(file) == 0 && wits_file_bind(file, host.get())) {
        made->brain = wits_file_brain(file);
        const wits_function *functions = wits_file_functions(file);
        const wits_column *columns = wits_file_columns(file);
        made->functions.assign(functions, functions + wits_function_count(made->brain));
        made->columns.assign(columns, columns + wits_field_count(made->brain));
        finish(*made, all);
    }
    for (std::uint32_t i = 0; i < wits_file_problem_count(file); ++i) {
        add_problem(made->problems, wits_file_problems(file)[i]);
    }
    return brain_of<Context>(std::move(made));
}

}  // namespace detail

/// Opens a brain file for a program. problems() lists the mistakes in the file, and between file and program, each with
/// its line; nothing is printed. A null allocator is malloc and free.
template <class Context>
brain_of<Context> open(const char *path, const host<Context> &program, const wits_allocator *allocator = nullptr) {
    return detail::adopt<Context>(wits_file_load(path, allocator), program.all());
}

/// As above, from text in memory, which need not outlive the call. `name` is for messages.
template <class Context>
brain_of<Context> parse(const char *text, std::size_t length, const char *name, const host<Context> &program,
                        const wits_allocator *allocator = nullptr) {
    return detail::adopt<Context>(wits_file_parse(text, length, name, allocator), program.all());
}

/// The file of a brain from open() or parse(), with its tables and positions; it lives as long as the brain. Null if
/// memory ran out.
inline const wits_file *file_of(const brain &opened) {
    return static_cast<const wits_file *>(opened.body()->owned);
}

/// The `renames` of a brain's file, for crowd.load. They point into the file.
inline std::vector<wits_rename> renames_of(const brain &opened) {
    std::uint32_t count = 0;
    const wits_rename *first = wits_file_renames(file_of(opened), &count);
    return std::vector<wits_rename>(first, first + count);
}

}  // namespace wits

#endif
