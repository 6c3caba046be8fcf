// SPDX-License-Identifier: MIT
// Lists of targets: locations of the fields of their rows. Part of wits.hpp.
#ifndef WITS_CPP_TARGETS_HPP
#define WITS_CPP_TARGETS_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "wits/cpp/host.hpp"
#include "wits/wits.h"

namespace wits {
namespace detail {

/// Location of a field in a struct: the agent's view of the target, or the target's own data.
struct target_place {
    bool is_own;
    std::size_t offset;
};

/// The fields of a kind of targets, in the brain's order.
struct target_kind {
    std::vector<wits_column> columns;  ///< without a base
    std::vector<target_place> places;
};

/// Puts a program's fields of a kind into the brain's order. Both must agree on which are the target's own, if those
/// are a separate struct: returns a sentence for each field that differs.
inline std::vector<std::string> put_in_order(const wits_brain *brain, const given_targets &from,
                                             std::vector<target_kind> &kinds) {
    std::vector<std::string> wrong;
    const std::uint32_t number = wits_find_target_kind(brain, from.name.c_str());
    if (number == WITS_NONE) {
        return wrong;  // a host that serves several brains
    }
    target_kind &kind = kinds[number];
    kind.columns.resize(wits_target_field_count(brain, number));
    kind.places.resize(kind.columns.size());
    for (std::size_t i = 0; i < from.fields.size(); ++i) {
        const given_field &field = from.fields[i];
        const std::uint32_t at = wits_find_target_field(brain, number, field.name.c_str());
        if (at == WITS_NONE) {
            continue;
        }
        kind.columns[at].stride = field.stride;
        kind.columns[at].type = field.type;
        kind.places[at] = {from.own[i], field.offset};
        if (from.is_apart && from.own[i] != wits_target_field_is_own(brain, number, at)) {
            wrong.push_back(from.name + "." + field.name +
                            (from.own[i] ? " is the target's own in the program, and not in the brain"
                                         : " is the target's own in the brain, and not in the program"));
        }
    }
    return wrong;
}

/// The lists of a frame or crowd, with their own columns.
class target_lists {
public:
    explicit target_lists(const std::vector<target_kind> &kinds) : kinds_(&kinds), lists_(kinds.size()) {
        for (const target_kind &kind : kinds) {
            columns_.push_back(kind.columns);
        }
        point();
    }
    target_lists(const target_lists &other) : kinds_(other.kinds_), lists_(other.lists_), columns_(other.columns_) {
        point();
    }
    target_lists &operator=(const target_lists &other) {
        kinds_ = other.kinds_;
        lists_ = other.lists_;
        columns_ = other.columns_;
        point();
        return *this;
    }
    /// Returns the lists; null for a brain without targets.
    const wits_target_list *data() const {
        return lists_.empty() ? nullptr : lists_.data();
    }
    bool set(std::uint32_t kind, const wits_target_list &list, const void *pairs, const void *owns) {
        if (kind >= lists_.size()) {
            return false;
        }
        lists_[kind] = list;
        lists_[kind].columns = columns_[kind].data();
        for (std::size_t i = 0; i < columns_[kind].size(); ++i) {
            const target_place &at = (*kinds_)[kind].places[i];
            const void *rows = at.is_own && owns != nullptr ? owns : pairs;
            columns_[kind][i].base =
                rows == nullptr ? nullptr : const_cast<char *>(static_cast<const char *>(rows)) + at.offset;
        }
        return true;
    }

private:
    void point() {
        for (std::size_t kind = 0; kind < lists_.size(); ++kind) {
            lists_[kind].columns = columns_[kind].data();
        }
    }

    const std::vector<target_kind> *kinds_;
    std::vector<wits_target_list> lists_;
    std::vector<std::vector<wits_column>> columns_;
};

/// A list of the rows with these ids.
template <class Ids> wits_target_list list_of(const Ids &ids) {
    wits_target_list list{};
    list.ids = std::data(ids);
    list.count = static_cast<std::uint32_t>(std::size(ids));
    return list;
}

template <class Ids, class Rows> wits_target_list list_of(const Ids &ids, const Rows &own_rows, std::size_t owns) {
    wits_target_list list = list_of(ids);
    list.own_rows = std::data(own_rows);
    list.own_count = static_cast<std::uint32_t>(owns);
    return list;
}

}  // namespace detail
}  // namespace wits

#endif
