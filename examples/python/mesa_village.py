# SPDX-License-Identifier: MIT
"""A village as a Mesa model: a crowd decides for all villagers at once, and Mesa collects data.

Mesa's agents are views of rows of the crowd, so its grids, pictures and data collection work as usual. A step costs one
call for all villagers instead of one `step` in Python for each.

python3 examples/python/mesa_village.py [AGENTS [STEPS]], with the packages wits, numpy and mesa (3.0 or later).
"""

import pathlib
import sys

import mesa
import numpy as np
import wits

BRAIN = pathlib.Path(__file__).parents[2] / "brains/villager.yaml"
NIGHT = 60  # of 100 ticks of a day are light


class Villager(mesa.Agent):
    """One row of the crowd."""

    def __init__(self, model, row):
        super().__init__(model)
        self.row = row

    @property
    def state(self):
        return self.model.crowd.active(self.row)[-1]

    @property
    def hunger(self):
        return float(self.model.crowd.hunger[self.row])


class Village(mesa.Model):
    def __init__(self, agents=1000, seed=None):
        super().__init__(seed=seed)
        numbers = np.random.default_rng(seed)
        self.crowd = wits.Crowd(wits.Brain(BRAIN), agents, seed=seed or 0, hunger=numbers.random(agents),
                                tiredness=numbers.random(agents) / 2)
        for row in range(agents):
            Villager(self, row)
        self.datacollector = mesa.DataCollector(
            model_reporters={"hunger": lambda model: float(model.crowd.hunger.mean()),
                             "asleep": lambda model: model.crowd.counts()["mind/sleep"]},
            agent_reporters={"state": "state"})

    def step(self):
        self.crowd.night = self.crowd.tick_number % 100 >= NIGHT
        self.crowd.tick()
        self.datacollector.collect(self)


if __name__ == "__main__":
    model = Village(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, seed=1)
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 100):
        model.step()
    print(model.datacollector.get_model_vars_dataframe().tail())
