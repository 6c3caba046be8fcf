// SPDX-License-Identifier: MIT
// A program's functions, fields, events and states for a brain, by name. Part of wits.hpp.
#ifndef WITS_CPP_HOST_HPP
#define WITS_CPP_HOST_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/cpp/handles.hpp"
#include "wits/wits.h"

namespace wits {

/// Bytes for one agent inside your own struct. Copying them saves the agent.
template <std::size_t Size> struct agent_bytes {
    unsigned char bytes[Size] = {};
};

namespace detail {

// ------------------------------------------------------------------------------------------------------- functions
// A function and its name share one piece of memory: [kept][kept_function<F>::function][name]. The library passes the
// row of the frame's functions to the function it calls, and that row has the name. So the function is found from the
// name without a table, and frame.user stays free.

struct kept {
    kept *next;
    void (*release)(kept *);
};

template <class F> struct kept_function : kept {
    F function;

    explicit kept_function(F given) : kept{nullptr, release_this}, function(std::move(given)) {
    }
    char *name() {
        return reinterpret_cast<char *>(this + 1);
    }
    static void release_this(kept *all) {
        auto *self = static_cast<kept_function *>(all);
        self->~kept_function();
        ::operator delete(static_cast<void *>(self));
    }
    static F &called(const wits_call *about) {
        char *name = const_cast<char *>(about->frame->functions[about->function].name);
        return (reinterpret_cast<kept_function *>(static_cast<void *>(name)) - 1)->function;
    }
};

/// Owns the functions of a host, and of all brains that were bound to it.
class function_store {
public:
    function_store() = default;
    function_store(const function_store &) = delete;
    function_store &operator=(const function_store &) = delete;
    ~function_store() {
        while (first_ != nullptr) {
            kept *following = first_->next;
            first_->release(first_);
            first_ = following;
        }
    }
    /// The name under which the function is found.
    template <class F> const char *keep(const char *name, F function) {
        static_assert(alignof(F) <= alignof(std::max_align_t), "a function of this alignment cannot be kept");
        std::size_t length = std::strlen(name) + 1;
        auto *made = new (::operator new(sizeof(kept_function<F>) + length)) kept_function<F>(std::move(function));
        made->next = first_;
        first_ = made;
        std::memcpy(made->name(), name, length);
        return made->name();
    }

private:
    kept *first_ = nullptr;
};

template <class F, class Context>
inline constexpr bool can_be_called =
    std::disjunction_v<std::is_invocable<F &, Context &, call>, std::is_invocable<F &, Context &>,
                       std::is_invocable<F &, call>, std::is_invocable<F &>>;

/// Calls it with the arguments that it takes.
template <class F, class Context> decltype(auto) call_with(F &function, Context &context, const wits_call *about) {
    if constexpr (std::is_invocable_v<F &, Context &, call>) {
        return std::invoke(function, context, call(*about));
    } else if constexpr (std::is_invocable_v<F &, Context &>) {
        return std::invoke(function, context);
    } else if constexpr (std::is_invocable_v<F &, call>) {
        return std::invoke(function, call(*about));
    } else {
        return std::invoke(function);
    }
}

template <class Context> Context &context_at(void *context) {
    if constexpr (std::is_same_v<std::remove_cv_t<Context>, no_context>) {
        static no_context none;
        return none;
    } else {
        return *static_cast<Context *>(context);
    }
}

template <class F, class Context>
using result_of_call = std::decay_t<decltype(call_with(std::declval<F &>(), std::declval<Context &>(),
                                                       static_cast<const wits_call *>(nullptr)))>;

/// The C functions that call F.
template <class F, class Context> struct entry {
    using owner = kept_function<F>;

    static bool condition(const void *context, const wits_call *about) noexcept {
        const Context &self = context_at<const Context>(const_cast<void *>(context));
        return call_with(static_cast<const F &>(owner::called(about)), self, about);
    }
    static float score(const void *context, const wits_call *about) noexcept {
        const Context &self = context_at<const Context>(const_cast<void *>(context));
        return static_cast<float>(call_with(static_cast<const F &>(owner::called(about)), self, about));
    }
    static void action(void *context, const wits_call *about) noexcept {
        static_cast<void>(call_with(owner::called(about), context_at<Context>(context), about));
    }
    static wits_state_id step(void *context, const wits_call *about) noexcept {
        return call_with(owner::called(about), context_at<Context>(context), about).number();
    }
};

template <class F, class Context> wits_function make_condition(function_store &all, const char *name, F function) {
    static_assert(can_be_called<const F, const Context>,
                  "a condition is called with nothing, a const context, a wits::call, or with both");
    static_assert(std::is_same_v<result_of_call<const F, const Context>, bool>, "a condition gives a bool");
    wits_function row{};
    row.name = all.keep(name, std::move(function));
    row.condition = entry<F, Context>::condition;
    return row;
}

template <class F, class Context> wits_function make_score(function_store &all, const char *name, F function) {
    static_assert(can_be_called<const F, const Context>,
                  "a score is called with nothing, a const context, a wits::call, or with both");
    using result = result_of_call<const F, const Context>;
    static_assert(std::is_arithmetic_v<result> && !std::is_same_v<result, bool>, "a score gives a number");
    wits_function row{};
    row.name = all.keep(name, std::move(function));
    row.score = entry<F, Context>::score;
    return row;
}

template <class F, class Context> wits_function make_action(function_store &all, const char *name, F function) {
    static_assert(can_be_called<F, Context>,
                  "an action is called with nothing, the context, a wits::call, or with both");
    wits_function row{};
    row.name = all.keep(name, std::move(function));
    row.action = entry<F, Context>::action;
    return row;
}

template <class F, class Context> wits_function make_step(function_store &all, const char *name, F function) {
    static_assert(can_be_called<F, Context>, "a step is called with nothing, the context, a wits::call, or with both");
    static_assert(std::is_same_v<result_of_call<F, Context>, state>, "a step gives a wits::state, such as wits::stay");
    wits_function row{};
    row.name = all.keep(name, std::move(function));
    row.step = entry<F, Context>::step;
    return row;
}

// ---------------------------------------------------------------------------------------------------------- fields

/// Memory of a Context's size, to compute member offsets.
template <class Context> union somewhere {
    char none;
    Context context;
    somewhere() : none(0) {
    }
    ~somewhere() {
    }
};

template <class Context, class T> std::size_t offset_of(T Context::*member) {
    somewhere<Context> memory;
    auto *start = reinterpret_cast<const volatile char *>(std::addressof(memory));
    auto *found = reinterpret_cast<const volatile char *>(std::addressof(memory.context.*member));
    return static_cast<std::size_t>(found - start);
}

/// Returns the member's value in a default-constructed Context, if there is one.
template <class Context, class T> double initial_of(T Context::*member) {
    if constexpr (std::is_default_constructible_v<Context>) {
        const Context made{};
        return static_cast<double>(made.*member);
    } else {
        return 0.0;
    }
}

/// A row of the host's fields.
struct given_field {
    std::string name;
    bool in_context;  ///< `offset` counts from the context; else `base` is the first value
    std::size_t offset;
    void *base;  ///< null: set later, for each frame or crowd
    std::size_t stride;
    wits_type type;
    bool read_only;
    std::size_t size;
    double initial;
    std::vector<const char *> values;
    std::uint32_t *found;
};

struct given_event {
    std::string name;
    std::uint32_t *found;
};

struct given_state {
    std::string name;
    wits_state_id *found;
};

/// A kind of targets. Offsets of its fields count from a row's struct.
struct given_targets {
    std::string name;
    std::vector<given_field> fields;
    std::vector<bool> own;  ///< for each field: in the struct of the target's own data
    bool is_apart;          ///< there are two structs
    std::uint32_t *found;
};

/// The type of a context, for brains and frames without it in their own type. It needs no RTTI, and is the same in
/// every library of the program.
struct context_kind {
    const char *name = nullptr;  ///< name of the type; null if there are no contexts
    std::size_t size = 0;

    bool operator==(const context_kind &other) const {
        return size == other.size &&
               (name == other.name || (name != nullptr && other.name != nullptr && std::strcmp(name, other.name) == 0));
    }
};

/// The kind of a Context; const is ignored.
template <class Context> context_kind kind_of_context() {
    if constexpr (std::is_same_v<std::remove_cv_t<Context>, no_context>) {
        return {};
    } else if constexpr (!std::is_same_v<std::remove_cv_t<Context>, Context>) {
        return kind_of_context<std::remove_cv_t<Context>>();
    } else {
#ifdef _MSC_VER
        return {__FUNCSIG__, sizeof(Context)};
#else
        return {__PRETTY_FUNCTION__, sizeof(Context)};
#endif
    }
}

/// The part of a host that does not depend on its context type.
struct given {
    context_kind context;
    std::shared_ptr<function_store> kept = std::make_shared<function_store>();
    std::vector<wits_function> functions;
    std::vector<given_field> fields;
    std::vector<given_event> events;
    std::vector<given_state> states;
    std::vector<given_targets> targets;
    bool lists_actions = false;
    bool is_shared = false;
    bool has_agent = false;
    std::size_t agent_offset = 0;
    std::size_t agent_room = 0;
};

}  // namespace detail

/// Data of a kind of targets: members of a Pair, which describe a target as seen by an agent, such as its distance, and
/// members of an Own, which describe the target itself, such as its health. Without an Own, all are members of one
/// struct.
template <class Pair, class Own = Pair> class target_fields {
public:
    explicit target_fields(const char *name) {
        all_.name = name;
        all_.is_apart = !std::is_same_v<Pair, Own>;
    }
    /// For an enum, `values` are the names of 0, 1, ... Text must outlive the host.
    template <class T, class Class>
    target_fields &field(const char *name, T Class::*member, std::initializer_list<const char *> values = {}) {
        return add<Pair>(name, member, values, false);
    }
    template <class T, class Class>
    target_fields &own(const char *name, T Class::*member, std::initializer_list<const char *> values = {}) {
        return add<Own>(name, member, values, true);
    }

    const detail::given_targets &all() const {
        return all_;
    }

private:
    template <class Row, class T, class Class>
    target_fields &add(const char *name, T Class::*member, std::initializer_list<const char *> values, bool own) {
        static_assert(std::is_base_of_v<Class, Row>, "a member of the row's struct, or of a base of it");
        detail::require_field_type<T>();
        T Row::*mine = member;
        detail::given_field row{};
        row.name = name;
        row.type = type_of<T>();
        row.offset = detail::offset_of(mine);
        row.stride = sizeof(Row);
        row.values.assign(values.begin(), values.end());
        all_.fields.push_back(std::move(row));
        all_.own.push_back(own);
        return *this;
    }

    detail::given_targets all_{};
};

/// A program's functions and data for brains, in any order. `Context` is an agent's data: functions receive it, and its
/// members can be fields. One host may serve several brains, and need not outlive them. A function is anything
/// callable: a lambda, also with captures, a member function of Context, a function pointer, or for a condition or
/// score a data member. It takes nothing, the context, a wits::call, or both. Conditions and scores get a const
/// context. Read the section on host functions in wits.h. Functions must not throw. Captured references must outlive
/// the brain.
template <class Context = no_context> class host {
public:
    using context_type = Context;

    host() {
        all_.context = detail::kind_of_context<Context>();
    }
    template <class F> host &condition(const char *name, F function) {
        all_.functions.push_back(detail::make_condition<F, Context>(*all_.kept, name, std::move(function)));
        return *this;
    }
    /// Returns any arithmetic type; it is converted to float.
    template <class F> host &score(const char *name, F function) {
        all_.functions.push_back(detail::make_score<F, Context>(*all_.kept, name, std::move(function)));
        return *this;
    }
    template <class F> host &action(const char *name, F function) {
        all_.functions.push_back(detail::make_action<F, Context>(*all_.kept, name, std::move(function)));
        return *this;
    }

    // `parameters` are the kinds of the function's arguments, such as {WITS_ARGUMENT_TEXT}, or {} for none: a brain
    // that passes other arguments does not fit. Without them, each call may pass any arguments.

    template <class F>
    host &condition(const char *name, F function, std::initializer_list<wits_argument_kind> parameters) {
        condition(name, std::move(function));
        return declare(parameters);
    }
    template <class F> host &score(const char *name, F function, std::initializer_list<wits_argument_kind> parameters) {
        score(name, std::move(function));
        return declare(parameters);
    }
    template <class F>
    host &action(const char *name, F function, std::initializer_list<wits_argument_kind> parameters) {
        action(name, std::move(function));
        return declare(parameters);
    }
    /// Gives the state to go to, or wits::stay.
    template <class F> host &step(const char *name, F function) {
        all_.functions.push_back(detail::make_step<F, Context>(*all_.kept, name, std::move(function)));
        return *this;
    }

    /// A member of the context: the agent in row r uses context r. A const member is read-only. For an enum, `values`
    /// are the names of 0, 1, ...: a brain with other names does not fit. Text must outlive the host.
    template <class T, class Class>
    host &field(const char *name, T Class::*member, std::initializer_list<const char *> values = {}) {
        static_assert(std::is_base_of_v<Class, Context>, "a member of the context, or of a base of it");
        T Context::*mine = member;
        detail::given_field row = field_row<T>(name, values);
        row.in_context = true;
        row.offset = detail::offset_of(mine);
        row.stride = sizeof(Context);
        row.initial = detail::initial_of(mine);
        return add(std::move(row));
    }
    /// A variable of the program, for one agent. It must stay at its address.
    template <class T, class = std::enable_if_t<!std::is_member_pointer_v<T>>>
    host &field(const char *name, T &variable, std::initializer_list<const char *> values = {}) {
        column(name, &variable, 1, sizeof(T), values);
        all_.fields.back().initial = static_cast<double>(variable);
        return *this;
    }
    /// One read-only value for all agents. It must stay at its address.
    template <class T> host &shared(const char *name, const T &variable) {
        return column(name, &variable, 1, 0);
    }
    /// The values of all agents: a std::vector, std::array or array. They must stay at their address; frames and crowds
    /// can be given another location.
    template <class Values, class = decltype(std::data(std::declval<Values &>()))>
    host &column(const char *name, Values &all, std::initializer_list<const char *> values = {}) {
        return column(name, std::data(all), std::size(all), sizeof(*std::data(all)), values);
    }
    /// As above, `stride` bytes from one value to the next.
    template <class T>
    host &column(const char *name, T *first, std::size_t count, std::size_t stride = sizeof(T),
                 std::initializer_list<const char *> values = {}) {
        detail::given_field row = field_row<T>(name, values);
        row.base = const_cast<void *>(static_cast<const void *>(first));
        row.stride = stride;
        row.size = count == 0 ? 0 : (count - 1) * stride + sizeof(T);
        return add(std::move(row));
    }
    /// A column whose location each frame or crowd sets: `frame.column(found, array)`.
    template <class T> host &column(const char *name, wits::field<T> &found) {
        detail::given_field row = field_row<T>(name, {});
        row.stride = sizeof(T);
        row.found = found.address();
        return add(std::move(row));
    }

    /// A kind of targets. The handle receives the brain's number. Frames and crowds get lists with it:
    /// `frame.target_list(enemies, ids, sightings)`.
    template <class Pair, class Own>
    host &targets(const target_fields<Pair, Own> &kind, wits::targets<Pair, Own> &found) {
        all_.targets.push_back(kind.all());
        all_.targets.back().found = found.address();
        return *this;
    }

    /// An event that the program raises, or a state that it refers to: the handle receives the brain's number, and must
    /// stay at its address until the brain is opened.
    host &event(const char *name, wits::event &found) {
        all_.events.push_back({name, found.address()});
        return *this;
    }
    host &state(const char *name, wits::state &found) {
        all_.states.push_back({name, found.address()});
        return *this;
    }

    /// The member of the context with the agent's bytes. A brain with larger agents does not fit.
    template <std::size_t Size, class Class> host &agent(agent_bytes<Size> Class::*member) {
        static_assert(std::is_base_of_v<Class, Context>, "a member of the context, or of a base of it");
        agent_bytes<Size> Context::*mine = member;
        all_.has_agent = true;
        all_.agent_offset = detail::offset_of(mine);
        all_.agent_room = Size;
        return *this;
    }
    /// Actions are always listed, so the program need not provide their functions.
    host &lists_actions(bool lists = true) {
        all_.lists_actions = lists;
        return *this;
    }
    /// The host serves several brains: one brain may lack fields, events, states and kinds of targets; their handles
    /// are then none.
    host &is_shared(bool shared = true) {
        all_.is_shared = shared;
        return *this;
    }

    const detail::given &all() const {
        return all_;
    }

protected:
    detail::given all_;

private:
    template <class T>
    static detail::given_field field_row(const char *name, std::initializer_list<const char *> values) {
        detail::require_field_type<T>();
        detail::given_field row{};
        row.name = name;
        row.type = type_of<T>();
        row.read_only = std::is_const_v<T>;
        row.values.assign(values.begin(), values.end());
        return row;
    }
    /// Declares the parameters of the last added function, at most as many as the library supports.
    host &declare(std::initializer_list<wits_argument_kind> parameters) {
        wits_function &row = all_.functions.back();
        row.takes_nothing = parameters.size() == 0;
        std::size_t count = 0;
        for (wits_argument_kind kind : parameters) {
            if (count < WITS_MAX_ARGUMENTS) {
                row.parameters[count++].kind = kind;
            }
        }
        return *this;
    }
    host &add(detail::given_field row) {
        all_.fields.push_back(std::move(row));
        return *this;
    }
};

}  // namespace wits

#endif
