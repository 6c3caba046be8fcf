// SPDX-License-Identifier: MIT
// Snapshots: agents and their fields as bytes that outlive this version of the brain, over snapshot.h. Part of
// wits.hpp.
#ifndef WITS_CPP_SNAPSHOT_HPP
#define WITS_CPP_SNAPSHOT_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "wits/cpp/body.hpp"
#include "wits/snapshot.h"

namespace wits {

/// Something of an agent that does not fit into the new version of its brain. `row` is a number of the old brain;
/// `text` belongs to the loss.
struct loss : wits_loss {
    std::string text;
};

/// Result of a load: true if everything was loaded. Otherwise nothing was, and `problems` says why.
struct loaded {
    std::vector<problem> problems;
    std::vector<loss> losses;
    explicit operator bool() const {
        return problems.empty();
    }
};

/// The bytes of a snapshot, which must outlive it and stay unchanged: a wits_snapshot with the number of agents, tick,
/// seed and so on. False if they are damaged; then everything is 0, and problems() says why.
class snapshot : public wits_snapshot {
public:
    snapshot(const void *all, std::size_t length) : wits_snapshot{} {
        detail::with_report(problems_,
                            [&](wits_report *report) { return wits_snapshot_open(this, all, length, report); });
    }
    /// The bytes of a vector, span or array.
    template <class Bytes>
    explicit snapshot(const Bytes &all) : snapshot(std::data(all), std::size(all) * sizeof *std::data(all)) {
    }
    explicit operator bool() const {
        return problems_.empty();
    }
    const std::vector<problem> &problems() const {
        return problems_;
    }

private:
    std::vector<problem> problems_;
};

/// Saves agents with their fields. Empty without a brain or memory of agents.
inline std::vector<unsigned char> save(const wits_agents &all) {
    std::vector<unsigned char> bytes(wits_snapshot_size(&all, 0));
    wits_snapshot_write(&all, nullptr, 0, bytes.data(), bytes.size());
    return bytes;
}

/// Loads all.count agents, beginning with agent number `from`, into the rows `all.first` and following. Sets tick, seed
/// and, without ids, first_id. If their brain is another version, they become agents of this one; `how` gives renames
/// and a frame for it, and needs no allocator. Its `lost` and `user` are not used.
inline loaded load(const snapshot &saved, wits_agents &all, wits_migration how = {}, std::uint64_t from = 0) {
    static constexpr wits_allocator heap{[](void *, std::size_t size) { return ::operator new(size, std::nothrow); },
                                         [](void *, void *memory, std::size_t) { ::operator delete(memory); }, nullptr};
    loaded result;
    if (!saved) {
        result.problems = saved.problems();
        return result;
    }
    how.allocator = how.allocator != nullptr ? how.allocator : &heap;
    how.user = &result.losses;
    how.lost = [](void *user, const wits_brain *old, const wits_loss *found) {
        loss added{};
        static_cast<wits_loss &>(added) = *found;
        added.text.resize(wits_loss_text(old, found, nullptr, 0));
        wits_loss_text(old, found, added.text.data(), added.text.size() + 1);
        static_cast<std::vector<loss> *>(user)->push_back(std::move(added));
    };
    detail::with_report(result.problems,
                        [&](wits_report *report) { return wits_snapshot_load(&saved, from, &all, &how, report); });
    return result;
}

}  // namespace wits

#endif
