// SPDX-License-Identifier: MIT
// Agents, and buffers for their lists and traces. Part of wits.hpp.
#ifndef WITS_CPP_AGENTS_HPP
#define WITS_CPP_AGENTS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "wits/cpp/host.hpp"
#include "wits/wits.h"

namespace wits {

/// Address and size of one agent's bytes. wits::agent, an element of wits::pool, and wits::agent_bytes convert
/// implicitly; for other memory, construct one.
class agent_ref {
public:
    agent_ref(void *bytes, std::size_t size) : bytes_(static_cast<unsigned char *>(bytes)), size_(size) {
    }
    template <std::size_t Size> agent_ref(agent_bytes<Size> &agent) : bytes_(agent.bytes), size_(Size) {
    }
    unsigned char *bytes() const {
        return bytes_;
    }
    std::size_t size() const {
        return size_;
    }

private:
    unsigned char *bytes_;
    std::size_t size_;
};

/// Read-only form of agent_ref, for queries.
class const_agent_ref {
public:
    const_agent_ref(const void *bytes, std::size_t size)
        : bytes_(static_cast<const unsigned char *>(bytes)), size_(size) {
    }
    const_agent_ref(agent_ref agent) : bytes_(agent.bytes()), size_(agent.size()) {
    }
    template <std::size_t Size> const_agent_ref(const agent_bytes<Size> &agent) : bytes_(agent.bytes), size_(Size) {
    }
    const unsigned char *bytes() const {
        return bytes_;
    }
    std::size_t size() const {
        return size_;
    }

private:
    const unsigned char *bytes_;
    std::size_t size_;
};

class brain;

/// Many agents of one brain, contiguous in memory, initially stopped.
class pool {
public:
    pool() = default;
    pool(const brain &of, std::size_t count);
    std::size_t size() const {
        return stride_ == 0 ? 0 : bytes_.size() / stride_;
    }
    /// New agents are stopped.
    void resize(std::size_t count) {
        bytes_.resize(count * stride_);
    }
    agent_ref operator[](std::size_t row) {
        return {bytes_.data() + row * stride_, stride_};
    }
    const_agent_ref operator[](std::size_t row) const {
        return {bytes_.data() + row * stride_, stride_};
    }
    unsigned char *data() {
        return bytes_.data();
    }
    const unsigned char *data() const {
        return bytes_.data();
    }
    std::size_t stride() const {
        return stride_;
    }

private:
    std::size_t stride_ = 0;
    std::vector<unsigned char> bytes_;
};

/// One agent, initially stopped. A copy is another agent in the same state; assigning to an agent of the same brain
/// allocates nothing. An empty one has no bytes, and every call rejects it.
class agent {
public:
    agent() = default;
    explicit agent(const brain &of);
    operator agent_ref() {
        return {bytes_.data(), bytes_.size()};
    }
    operator const_agent_ref() const {
        return {bytes_.data(), bytes_.size()};
    }
    unsigned char *data() {
        return bytes_.data();
    }
    const unsigned char *data() const {
        return bytes_.data();
    }
    std::size_t size() const {
        return bytes_.size();
    }

private:
    std::vector<unsigned char> bytes_;
};

/// Buffer for actions that the caller runs, as wits_list. An empty one has capacity 0.
class list : public wits_list {
public:
    list() : list(0) {
    }
    /// `argument_room`: capacity for computed arguments, as returned by brain.list_argument_room.
    explicit list(std::uint32_t room, std::uint32_t argument_room = 0)
        : wits_list{}, records_(room), arguments_(argument_room) {
        records = records_.data();
        capacity = room;
        arguments = arguments_.data();
        argument_capacity = argument_room;
    }
    list(list &&other) noexcept : list() {
        *this = std::move(other);
    }
    list &operator=(list &&other) noexcept {
        std::swap(static_cast<wits_list &>(*this), static_cast<wits_list &>(other));
        records_.swap(other.records_);
        arguments_.swap(other.arguments_);
        return *this;
    }
    const wits_action_record *begin() const {
        return records;
    }
    const wits_action_record *end() const {
        return records + count;
    }
    void clear() {
        count = 0;
        argument_count = 0;
    }

private:
    std::vector<wits_action_record> records_;
    std::vector<std::uint32_t> arguments_;
};

/// Buffer for trace records, as wits_trace. An empty one has capacity 0.
class trace : public wits_trace {
public:
    trace() : trace(0) {
    }
    explicit trace(std::uint32_t room) : wits_trace{}, records_(room) {
        records = records_.data();
        capacity = room;
    }
    trace(trace &&other) noexcept : trace() {
        *this = std::move(other);
    }
    trace &operator=(trace &&other) noexcept {
        std::swap(static_cast<wits_trace &>(*this), static_cast<wits_trace &>(other));
        records_.swap(other.records_);
        return *this;
    }
    const wits_trace_record *begin() const {
        return records;
    }
    const wits_trace_record *end() const {
        return records + count;
    }
    void clear() {
        count = 0;
        dropped = 0;
    }

private:
    std::vector<wits_trace_record> records_;
};

}  // namespace wits

#endif
