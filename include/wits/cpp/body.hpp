// SPDX-License-Identifier: MIT
// Shared by a brain, its frames and its crowds: the compiled brain, bound to a program. Part of wits.hpp.
#ifndef WITS_CPP_BODY_HPP
#define WITS_CPP_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/cpp/host.hpp"
#include "wits/cpp/targets.hpp"
#include "wits/wits.h"

namespace wits {

/// A problem of a brain, a file or a program. The names that the C struct points to live as long as what was compiled
/// or opened; `text` belongs to the problem.
struct problem : wits_problem {
    std::string text;
};

namespace detail {

template <class Problems> void add_problem(Problems &problems, const wits_problem &found) {
    problem added{};
    static_cast<wits_problem &>(added) = found;
    added.text.resize(wits_problem_text(&found, nullptr, 0));
    wits_problem_text(&found, added.text.data(), added.text.size() + 1);
    problems.push_back(std::move(added));
}

/// Calls ask(&report) until the report had capacity for all problems.
template <class Ask> auto with_report(std::vector<problem> &problems, Ask ask) {
    std::vector<wits_problem> room(16);
    for (;;) {
        wits_report report{room.data(), static_cast<std::uint32_t>(room.size()), 0};
        auto result = ask(&report);
        if (report.count > room.size()) {
            room.resize(report.count);
            continue;
        }
        for (std::uint32_t i = 0; i < report.count; ++i) {
            add_problem(problems, room[i]);
        }
        return result;
    }
}

/// Misuse by the programmer. Builds with WITS_CHECKS stop here, as the library does. Others return false.
inline bool misuse(const char *sentence) {
#ifdef WITS_CHECKS
    std::fprintf(stderr, "wits: %s\n", sentence);
    std::abort();
#else
    static_cast<void>(sentence);
    return false;
#endif
}

/// Location of a field of the brain.
struct place {
    bool in_context;
    std::size_t offset;
};

/// The shared contents of a brain, for brains, frames and crowds.
struct body {
    const wits_brain *brain = nullptr;
    context_kind context;
    std::size_t agent_size = 0;
    std::size_t least_room = SIZE_MAX;  ///< agents in fewer bytes are rejected; if there are problems, all agents
    std::vector<wits_function> functions;
    std::vector<wits_column> columns;  ///< base is null for members of a context, and for columns set later
    std::vector<place> places;
    std::vector<target_kind> kinds;
    std::size_t agent_offset = 0;
    bool has_agent = false;
    std::vector<problem> problems;
    std::shared_ptr<detail::function_store> kept;
    void *owned = nullptr;  ///< memory of the brain, or its file
    void (*release)(void *owned) = nullptr;

    body() = default;
    explicit body(const given &all) : context(all.context) {
    }
    /// Returns whether functions and fields take a Context. A brain with problems takes none.
    template <class Context> bool takes() const {
        return problems.empty() &&
               (kind_of_context<Context>() == context || misuse("a context has another type than the brain's host"));
    }
    body(const body &) = delete;
    body &operator=(const body &) = delete;
    ~body() {
        if (release != nullptr) {
            release(owned);
        }
    }
};

/// Contents of default-constructed brains.
inline const std::shared_ptr<const body> &empty_body() {
    static const std::shared_ptr<const body> empty = [] {
        auto made = std::make_shared<body>();
        problem none{};
        none.table = WITS_TABLE_FILE;
        none.text = "this wits::brain is empty: assign what builder.compile(), wits::open or wits::bind returns";
        made->problems.push_back(std::move(none));
        return made;
    }();
    return empty;
}

/// Element type of a container or array.
template <class Contexts> using element_of = std::remove_pointer_t<decltype(std::data(std::declval<Contexts &>()))>;

template <class, class = void> inline constexpr bool has_elements = false;
template <class Contexts> inline constexpr bool has_elements<Contexts, std::void_t<element_of<Contexts>>> = true;

/// Returns whether `Given` is a Context, or an array of them.
template <class Context, class Given> constexpr bool is_one_or_many() {
    if constexpr (std::is_convertible_v<Given *, Context *>) {
        return true;
    } else if constexpr (has_elements<Given>) {
        return std::is_same_v<element_of<Given>, Context>;
    } else {
        return false;
    }
}

/// A host in the form of the C library. Must not outlive its sources.
class c_host {
public:
    explicit c_host(const given &all) : elsewhere_(room_elsewhere(all)) {
        std::size_t later = elsewhere_.size();
        for (const given_field &from : all.fields) {
            wits_host_field row = row_of(from);
            if (from.base != nullptr) {
                row.base = from.base;
            } else if (from.in_context) {
                row.base = elsewhere_.data() + from.offset;
            } else {
                row.base = elsewhere_.data() + (later -= widest_field);
            }
            fields_.push_back(row);
        }
        for (const given_event &from : all.events) {
            events_.push_back({from.name.c_str(), from.found, 0});
        }
        for (const given_state &from : all.states) {
            states_.push_back({from.name.c_str(), from.found, 0});
        }
        for (const given_targets &from : all.targets) {
            target_fields_.emplace_back();
            for (const given_field &field : from.fields) {
                target_fields_.back().push_back(row_of(field));
            }
            const std::vector<wits_host_field> &rows = target_fields_.back();
            targets_.push_back(
                {from.name.c_str(), rows.data(), static_cast<std::uint32_t>(rows.size()), nullptr, from.found});
        }
        host_.targets = targets_.data();
        host_.target_count = static_cast<std::uint32_t>(targets_.size());
        host_.functions = all.functions.data();
        host_.function_count = static_cast<std::uint32_t>(all.functions.size());
        host_.fields = fields_.data();
        host_.field_count = static_cast<std::uint32_t>(fields_.size());
        host_.events = events_.data();
        host_.event_count = static_cast<std::uint32_t>(events_.size());
        host_.states = states_.data();
        host_.state_count = static_cast<std::uint32_t>(states_.size());
        host_.lists_actions = all.lists_actions;
        host_.is_shared = all.is_shared;
    }
    c_host(const c_host &) = delete;
    c_host &operator=(const c_host &) = delete;

    const wits_host *get() const {
        return &host_;
    }

private:
    static constexpr std::size_t widest_field = 4;

    /// Returns the problem without its position.
    static wits_host_field row_of(const given_field &from) {
        wits_host_field row{};
        row.name = from.name.c_str();
        row.stride = from.stride;
        row.type = from.type;
        row.read_only = from.read_only;
        row.size = from.size;
        row.values = from.values.empty() ? nullptr : from.values.data();
        row.value_count = static_cast<std::uint32_t>(from.values.size());
        return row;
    }
    /// A context, followed by the fields whose location is set later.
    static std::size_t room_elsewhere(const given &all) {
        std::size_t context = 0;
        for (const given_field &from : all.fields) {
            context = from.in_context && from.offset > context ? from.offset : context;
        }
        return context + widest_field * (1 + all.fields.size());
    }

    wits_host host_{};
    std::vector<wits_host_field> fields_;
    std::vector<wits_host_event> events_;
    std::vector<wits_host_state> states_;
    std::vector<std::vector<wits_host_field>> target_fields_;
    std::vector<wits_host_target> targets_;
    std::vector<char> elsewhere_;  ///< placeholder for fields without a location yet
};

/// Sets the columns that are members of contexts.
inline void point_to_contexts(const body &of, std::vector<wits_column> &columns, void *first, std::size_t count,
                              std::size_t stride) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (of.places[i].in_context) {
            columns[i].base = static_cast<char *>(first) + of.places[i].offset;
            columns[i].size = count == 0 ? 0 : count * stride - of.places[i].offset;
        }
    }
}

inline const given_field *find_field(const given &all, const char *name) {
    for (const given_field &row : all.fields) {
        if (row.name == name) {
            return &row;
        }
    }
    return nullptr;
}

inline void add_words(body &made, wits_problem_code code, wits_table table, std::string text) {
    problem added{};
    added.code = code;
    added.table = table;
    added.text = std::move(text);
    made.problems.push_back(std::move(added));
}

/// Adds what only C++ has to the brain's functions and columns, which are in its order.
inline void finish(body &made, const given &all) {
    made.kept = all.kept;
    for (wits_function &row : made.functions) {
        for (const wits_function &from : all.functions) {
            row.name = std::strcmp(row.name, from.name) == 0 ? from.name : row.name;
        }
    }
    made.places.resize(made.columns.size());
    for (const given_field &from : all.fields) {
        if (from.found != nullptr) {
            *from.found = wits_find_field(made.brain, from.name.c_str());
        }
    }
    for (std::uint32_t i = 0; i < made.columns.size(); ++i) {
        const given_field *from = find_field(all, wits_field_name(made.brain, i));
        made.places[i] = {from->in_context, from->offset};
        made.columns[i].base = from->base;
    }
    made.kinds.resize(wits_target_kind_count(made.brain));
    for (const given_targets &from : all.targets) {
        for (const std::string &wrong : put_in_order(made.brain, from, made.kinds)) {
            add_words(made, WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_TARGETS, wrong);
        }
    }
    made.agent_size = wits_agent_size(made.brain);
    made.has_agent = all.has_agent;
    made.agent_offset = all.agent_offset;
    if (!made.problems.empty()) {
        return;
    }
    if (all.has_agent && all.agent_room < made.agent_size) {
        add_words(made, WITS_PROBLEM_AGENTS_SHORT, WITS_TABLE_AGENTS,
                  "an agent needs " + std::to_string(made.agent_size) +
                      " bytes, and the context's wits::agent_bytes has " + std::to_string(all.agent_room));
        made.problems.back().given = all.agent_room;
        made.problems.back().needed = made.agent_size;
        return;
    }
    made.least_room = made.agent_size;
}

/// Binds made.brain to the program with wits_bind. If anything does not fit, there are neither functions nor columns.
inline void bind(body &made, const given &all) {
    const c_host host(all);
    std::vector<wits_function> functions(made.brain != nullptr ? wits_function_count(made.brain) : 0);
    std::vector<wits_column> columns(made.brain != nullptr ? wits_field_count(made.brain) : 0);
    bool fits = with_report(made.problems, [&](wits_report *report) {
        return wits_bind(made.brain, host.get(), functions.data(), columns.data(), report);
    });
    if (fits) {
        made.functions = std::move(functions);
        made.columns = std::move(columns);
        finish(made, all);
    }
}

}  // namespace detail

}  // namespace wits

#endif
