// SPDX-License-Identifier: MIT
// Typed numbers of states, events and fields, and arguments of functions. Part of wits.hpp.
#ifndef WITS_CPP_HANDLES_HPP
#define WITS_CPP_HANDLES_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "wits/wits.h"

namespace wits {

/// The number of a part of a brain. Handles of different kinds, and numbers, do not convert. The library ignores a
/// handle that was never set.
template <class Sort, class Number> class handle {
public:
    using number_type = Number;

    constexpr handle() = default;
    constexpr explicit handle(Number number) : number_(number) {
    }
    /// The number, as the functions of wits.h take it.
    constexpr Number number() const {
        return number_;
    }
    /// Returns whether it was set.
    constexpr explicit operator bool() const {
        return number_ != WITS_NONE;
    }
    /// Returns the address into which binding a program writes the brain's number.
    Number *address() {
        return &number_;
    }
    friend constexpr bool operator==(handle left, handle right) {
        return left.number_ == right.number_;
    }
    friend constexpr bool operator!=(handle left, handle right) {
        return left.number_ != right.number_;
    }

private:
    Number number_ = WITS_NONE;
};

using state = handle<struct state_sort, wits_state_id>;
using event = handle<struct event_sort, std::uint32_t>;
template <class Sort> struct field_sort;
/// A field with values of type T.
template <class T> using field = handle<field_sort<T>, std::uint32_t>;

template <class Pair, class Own> struct targets_sort;
/// A kind of targets: `Pair` is an agent's view of a target, `Own` is the target's own data. See host::targets.
template <class Pair, class Own = Pair> using targets = handle<targets_sort<Pair, Own>, std::uint32_t>;

inline constexpr state root{WITS_ROOT};
/// A step returns this to stay.
inline constexpr state stay{WITS_STAY};

/// Arguments of a call, for functions that take them. Valid during the call only.
class call {
public:
    explicit call(const wits_call &about) : about_(&about) {
    }
    const wits_call *get() const {
        return about_;
    }
    std::uint32_t tick() const {
        return about_->frame->tick;
    }
    /// The agent's id and its row in the columns, as its frame says.
    std::uint64_t agent() const {
        return about_->frame->agent;
    }
    std::uint32_t row() const {
        return about_->frame->row;
    }
    /// The state that owns the function; for a transition its source.
    wits::state state() const {
        return wits::state(about_->state);
    }
    wits_action_kind kind() const {
        return about_->kind;
    }
    /// The target being scored, or that of the innermost option with a target; null if there is none.
    const wits_target *target() const {
        return about_->target;
    }

    /// The first argument; null if there is none. See host::action.
    const wits_argument *argument() const {
        return about_->argument;
    }
    std::size_t argument_count() const {
        return about_->argument_count;
    }
    /// `number` is less than argument_count().
    const wits_argument &argument(std::size_t number) const {
        return about_->arguments[number];
    }

    // In actions and steps only.

    bool raise(event raised) const {
        return wits_raise(about_->brain, about_->agent, raised.number());
    }
    bool is_in(wits::state asked) const {
        return wits_call_is_in(about_, asked.number());
    }
    std::uint32_t elapsed() const {
        return wits_call_elapsed(about_);
    }
    /// The leaf's private data. They are not aligned, so they are copied out and back.
    template <class T> T data() const {
        static_assert(std::is_trivially_copyable_v<T>, "private data are plain bytes");
        T value{};
        if (sizeof(T) <= about_->data_size) {
            std::memcpy(&value, about_->data, sizeof(T));
        }
        return value;
    }
    /// Returns false and writes nothing if the leaf has fewer bytes.
    template <class T> bool set_data(const T &value) const {
        static_assert(std::is_trivially_copyable_v<T>, "private data are plain bytes");
        if (sizeof(T) > about_->data_size) {
            return false;
        }
        std::memcpy(about_->data, &value, sizeof(T));
        return true;
    }

private:
    const wits_call *about_;
};

/// The context type of hosts without contexts.
struct no_context {};

/// The field type of a C++ type.
template <class T> constexpr wits_type type_of() {
    using value = std::remove_cv_t<T>;
    constexpr bool is_integer = std::is_integral_v<value> && !std::is_same_v<value, char>;
    if constexpr (std::is_same_v<value, bool>) {
        return WITS_TYPE_BOOL;
    } else if constexpr (std::is_same_v<value, float>) {
        return WITS_TYPE_FLOAT;
    } else if constexpr (std::is_enum_v<value> && sizeof(value) == 1) {
        return WITS_TYPE_ENUM;
    } else if constexpr (is_integer && sizeof(value) == 1) {
        return std::is_signed_v<value> ? WITS_TYPE_INT8 : WITS_TYPE_UINT8;
    } else if constexpr (is_integer && sizeof(value) == 2) {
        return std::is_signed_v<value> ? WITS_TYPE_INT16 : WITS_TYPE_UINT16;
    } else if constexpr (is_integer && sizeof(value) == 4 && std::is_signed_v<value>) {
        return WITS_TYPE_INT;
    } else {
        return WITS_TYPE_DEFAULT;
    }
}
static_assert(sizeof(bool) == 1, "a bool is one byte for the library");

namespace detail {

template <class T> constexpr void require_field_type() {
    static_assert(type_of<T>() != WITS_TYPE_DEFAULT,
                  "a field is a bool, float, int32_t, int16_t, uint16_t, int8_t, uint8_t, or an enum of one byte");
}

}  // namespace detail

}  // namespace wits

#endif
