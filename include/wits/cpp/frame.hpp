// SPDX-License-Identifier: MIT
// Arguments of a call. Part of wits.hpp.
#ifndef WITS_CPP_FRAME_HPP
#define WITS_CPP_FRAME_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/cpp/body.hpp"
#include "wits/cpp/handles.hpp"
#include "wits/cpp/targets.hpp"
#include "wits/wits.h"

namespace wits {

class brain;
template <class Context> class brain_of;

/// Arguments of a call: a wits_frame with the functions and columns of a brain. Set tick, seed, draws, mode, list,
/// trace and explain. A copy, for another thread, has its own columns. The contexts and the columns must outlive it;
/// the brain need not. A frame is false if it is empty, if its brain has problems, or if no context is selected
/// although the brain's functions and fields need one. Then every call with it returns false.
class frame : public wits_frame {
public:
    frame() : frame(detail::empty_body()) {
    }
    /// For agents without contexts, or with contexts that contexts() gives later.
    explicit frame(const brain &owner);
    template <class Context> explicit frame(const brain_of<Context> &owner);
    /// A frame for one agent with the context `given`, or for many agents with a std::vector or another array of
    /// contexts; of() selects the agent. The contexts must have the type of the brain's host. With a wits::brain_of,
    /// another type does not compile; with a wits::brain, the frame is false.
    template <class Given> frame(const brain &owner, Given &given);
    template <class Context, class Given> frame(const brain_of<Context> &owner, Given &given);
    frame(const frame &other)
        : wits_frame(other), body_(other.body_), usable_(other.usable_), columns_(other.columns_), lists_(other.lists_),
          first_(other.first_), count_(other.count_) {
        columns = columns_.data();
        targets = lists_.data();
    }
    frame &operator=(const frame &other) {
        static_cast<wits_frame &>(*this) = other;
        body_ = other.body_;
        usable_ = other.usable_;
        columns_ = other.columns_;
        lists_ = other.lists_;
        first_ = other.first_;
        count_ = other.count_;
        columns = columns_.data();
        targets = lists_.data();
        return *this;
    }
    explicit operator bool() const {
        return usable_ != nullptr && usable_->problems.empty();
    }

    /// Sets the contexts; call it again when they move. The first becomes current. Without contexts the frame is false.
    /// Returns false, and the frame is false, if the brain's contexts have another type.
    template <class Context> bool contexts(Context *first, std::size_t count) {
        usable_ = nullptr;
        context = first_ = nullptr;
        count_ = 0;
        if (!body_->takes<Context>()) {
            return false;
        }
        first_ = first;
        count_ = count;
        detail::point_to_contexts(*body_, columns_, first, count, sizeof(Context));
        if (count > 0) {
            of(0);
        }
        return true;
    }
    /// Selects agent `at`: its row, its context, and its id, which is the row unless you set it afterwards. If there is
    /// no context `at`, the frame is false until you select another agent. Misuse: builds with WITS_CHECKS stop.
    frame &of(std::size_t at) {
        const bool has_contexts = body_->context.name != nullptr;
        if (has_contexts && at >= count_) {
            return select_none();
        }
        usable_ = body_.get();
        row = static_cast<std::uint32_t>(at);
        agent = at;
        context = has_contexts ? static_cast<char *>(first_) + at * body_->context.size : first_;
        return *this;
    }
    /// As above, for a context of the array. Any other object makes the frame false, also one of a vector that moved.
    template <class Context, class = std::enable_if_t<!std::is_arithmetic_v<Context>>> frame &of(Context &self) {
        if (!body_->takes<Context>()) {
            usable_ = nullptr;
            return *this;
        }
        // Addresses, because a difference of pointers is undefined outside of one array.
        const auto offset =
            reinterpret_cast<std::uintptr_t>(std::addressof(self)) - reinterpret_cast<std::uintptr_t>(first_);
        return offset % sizeof(Context) == 0 ? of(static_cast<std::size_t>(offset / sizeof(Context))) : select_none();
    }
    /// Sets the values of a field. Returns false and changes nothing if the brain lacks the field.
    template <class T> bool column(wits::field<T> which, T *first, std::size_t stride = sizeof(T)) {
        if (which.number() >= columns_.size()) {
            return false;
        }
        columns_[which.number()].base = first;
        columns_[which.number()].stride = stride;
        columns_[which.number()].size = 0;
        return true;
    }

    /// Sets the agent's targets: an array of ids and an array of rows of the same length. Both must stay valid until
    /// another list is set. Returns false and changes nothing if the brain lacks the kind, or if the lengths differ.
    template <class Row, class Ids, class Rows>
    bool target_list(wits::targets<Row> which, const Ids &ids, const Rows &rows) {
        const Row *first = std::data(rows);
        return std::size(ids) == std::size(rows) && lists_.set(which.number(), detail::list_of(ids), first, nullptr);
    }
    /// As above, for targets with own data: `own_rows` has for each target its row in `owns`.
    template <class Pair, class Own, class Ids, class Pairs, class Rows, class Owns>
    bool target_list(wits::targets<Pair, Own> which, const Ids &ids, const Pairs &pairs, const Rows &own_rows,
                     const Owns &owns) {
        const Pair *first = std::data(pairs);
        const Own *own = std::data(owns);
        return std::size(ids) == std::size(pairs) && std::size(ids) == std::size(own_rows) &&
               lists_.set(which.number(), detail::list_of(ids, own_rows, std::size(owns)), first, own);
    }

private:
    friend class brain;

    explicit frame(const std::shared_ptr<const detail::body> &body)
        : wits_frame{}, body_(body), usable_(body->context == detail::context_kind{} ? body.get() : nullptr),
          columns_(body->columns), lists_(body->kinds) {
        columns = columns_.data();
        targets = lists_.data();
        functions = body_->functions.data();
    }

    frame &select_none() {
        usable_ = nullptr;
        detail::misuse(
            "frame.of was given an agent outside of the frame's contexts; call frame.contexts when they move");
        return *this;
    }

    std::shared_ptr<const detail::body> body_;
    const detail::body *usable_;  ///< null while no context is selected
    std::vector<wits_column> columns_;
    detail::target_lists lists_;
    void *first_ = nullptr;
    std::size_t count_ = 0;  ///< number of contexts
};

}  // namespace wits

#endif
