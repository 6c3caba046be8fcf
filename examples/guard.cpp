// SPDX-License-Identifier: MIT
// The guard of examples/guard.c in C++: the same brain and inputs, with members and lambdas as functions.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "wits/wits.hpp"

namespace {

struct guard {
    bool sees_player = false;
    float distance = 0.0f;  // to the player, in metres
    float health = 1.0f;    // 0 to 1
    std::string does;       // text of this tick's actions

    void say(const char *what) {
        does += (does.empty() ? "" : ", ") + std::string(what);
    }
    bool is_out_of_danger() const {
        return !sees_player && health >= 0.5f;
    }
    float worth_closing_in() const {
        return sees_player ? 0.03f * distance * health : 0.0f;
    }
    float worth_attacking() const {
        return sees_player ? (1.0f - 0.05f * distance) * health : 0.0f;
    }
};

/// Makes an action that appends `text` to the list of the guard's actions.
auto says(const char *what) {
    return [what](guard &self) { self.say(what); };
}

wits::brain_of<guard> make_brain() {
    wits::builder<guard> build("guard");
    auto patrol = build.state("patrol").leave(WITS_LEAVE_RESUME);
    auto walk = patrol.state("walk").update(says("walks the wall"));
    auto look = patrol.state("look").update(says("lifts his lantern, looks around"));
    auto search = build.state("search").update(says("searches the yard"));
    auto combat = build.state("combat").utility().inertia(0.1f);
    combat.enter(says("draws his sword")).exit(says("sheathes his sword"));
    combat.state("close_in").score(&guard::worth_closing_in).update(says("steps closer"));
    combat.state("attack").score(&guard::worth_attacking).update(says("strikes"));
    combat.state("cover")
        .score([](const guard &self) { return 0.8f * (1.0f - self.health); })
        .hold(3)
        .update(says("ducks behind the well, binds his wounds"));
    combat.state("flee")
        .score([](const guard &self) { return self.health < 0.25f ? 0.9f : 0.0f; })
        .update(says("runs for the tower"));
    combat.state("listen").score("0.25").update(says("listens"));

    build.root().to(combat).any().on(build.event("alarm"));
    patrol.to(combat).when(&guard::sees_player);
    walk.to(look).after(3);
    look.to(walk).after(2);
    search.to(combat).when(&guard::sees_player);
    search.to(patrol).after(6);
    combat.to(search).when(&guard::is_out_of_danger).after(5);
    return build.compile();
}

/// Reads the next row of inputs; an empty cell keeps the last value. Returns the events of the tick; exits on errors.
std::string sense(const std::string &row, guard &self) {
    std::istringstream cells(row);
    std::string cell, events;
    if (std::getline(cells, cell, ',') && !cell.empty()) {
        self.sees_player = cell == "true";
    }
    if (std::getline(cells, cell, ',') && !cell.empty()) {
        self.distance = std::strtof(cell.c_str(), nullptr);
    }
    if (std::getline(cells, cell, ',') && !cell.empty()) {
        self.health = std::strtof(cell.c_str(), nullptr);
    }
    std::getline(cells, events, ',');
    return events;
}

}  // namespace

int main(int argc, char **argv) {
    auto brain = make_brain();
    std::ifstream night(argc > 1 ? argv[1] : "examples/guard-night.csv");
    std::string row;
    if (!brain || !std::getline(night, row)) {
        brain.print_problems();
        return EXIT_FAILURE;
    }

    guard self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    std::printf("tick  state              what he does\n");
    for (frame.tick = 1; std::getline(night, row); ++frame.tick) {
        self.does.clear();
        if (wits::event heard = brain.find_event(sense(row, self).c_str())) {
            brain.raise(agent, heard);
        }
        brain.tick(agent, frame);
        std::printf("%4u  %-17s  %s\n", static_cast<unsigned>(frame.tick), brain.path(brain.deepest(agent)).c_str(),
                    self.does.c_str());
    }
    return EXIT_SUCCESS;
}
