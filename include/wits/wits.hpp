// SPDX-License-Identifier: MIT
// wits for C++17: header only, over the calls of wits.h. docs/cpp.md shows it at work.
//
//   wits::builder<guard> build("guard");      a brain in C++: states, transitions, lambdas as conditions and actions
//   wits::host<guard> host;                   or a brain file, and what the program gives to it, by name
//   auto brain = build.compile();             or wits::open("guard.yaml", host); false if anything is wrong
//   wits::agent agent(brain);                 plain bytes: copying them is saving the agent
//   wits::frame frame(brain, self);           arguments of a call: tick, seed, and `self`, which functions receive
//   brain.start(agent, frame);
//   brain.tick(agent, frame);
//
// Setting up allocates with `new`: builder, host, brain, agent, frame, list, crowd. The calls that decide do not, and a
// brain's functions are called as from C. Nothing is thrown; exceptions and RTTI may be disabled. Threads: a brain and
// a crowd_code are only read, so any number may use them. Every other object is used by one thread at a time.
//
// Brains, frames, agents and crowds can be members of a class: wits::brain, without template arguments. See "In a class
// of yours" in docs/cpp.md.
//
// Each class gives access to its object of the C library: brain.get() is a wits_brain, and wits::frame is a wits_frame.
// So all of the C interface, such as wits/explain.h, works with the same objects.
#ifndef WITS_WITS_HPP
#define WITS_WITS_HPP

#include "wits/cpp/agents.hpp"
#include "wits/cpp/brain.hpp"
#include "wits/cpp/builder.hpp"
#include "wits/cpp/crowd.hpp"
#include "wits/cpp/file.hpp"
#include "wits/cpp/frame.hpp"
#include "wits/cpp/handles.hpp"
#include "wits/cpp/host.hpp"
#include "wits/cpp/snapshot.hpp"

#endif
