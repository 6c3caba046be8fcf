# SPDX-License-Identifier: MIT
"""A vector environment for reinforcement learning, in Gymnasium's interface: a learner sends visitors to many villagers.

Each villager is one environment. In each step the learner sends a visitor or not, and the villagers decide by their
brain what to do with him. The observations are written into one array of float32, which the environment reuses.

python3 examples/python/vector_env.py, with the packages wits and numpy. Gymnasium is used if it is installed.
"""

import pathlib

import numpy as np
import wits

try:
    from gymnasium import spaces
    from gymnasium.vector import VectorEnv
except ImportError:
    spaces, VectorEnv = None, object

BRAIN = pathlib.Path(__file__).parents[2] / "brains/villager.yaml"
SEEN = ("hunger", "tiredness", "loneliness", "food")
VISIT = 0.1  # price of a visitor


class Village(VectorEnv):
    """Rewards: 1 minus loneliness, minus the price of a visitor if one is sent. Ends for all after `steps`."""

    def __init__(self, num_envs=1024, steps=200):
        self.num_envs, self.steps = num_envs, steps
        self.brain = wits.Brain(BRAIN)
        self.seen = np.zeros((num_envs, len(SEEN)), np.float32)
        if spaces is not None:
            self.single_observation_space = spaces.Box(0, 255, (len(SEEN),), np.float32)
            self.single_action_space = spaces.Discrete(2)
            self.observation_space = spaces.Box(0, 255, self.seen.shape, np.float32)
            self.action_space = spaces.MultiDiscrete([2] * num_envs)

    def _observe(self):
        for column, name in enumerate(SEEN):
            self.seen[:, column] = self.crowd[name]
        return self.seen

    def reset(self, *, seed=None, options=None):
        numbers = np.random.default_rng(seed)
        self.crowd = wits.Crowd(self.brain, self.num_envs, seed=seed or 0, hunger=numbers.random(self.num_envs))
        return self._observe(), {}

    def step(self, actions):
        visited = np.asarray(actions) == 1
        self.crowd.raise_event("visitor", np.flatnonzero(visited))
        self.crowd.tick()
        rewards = 1 - self.crowd.loneliness - VISIT * visited
        ended = np.zeros(self.num_envs, bool)
        is_over = np.full(self.num_envs, self.crowd.tick_number > self.steps)
        return self._observe(), rewards, ended, is_over, {}


if __name__ == "__main__":
    env = Village()
    for policy, sends in (("none", lambda seen: 0 * seen[:, 2]), ("the lonely", lambda seen: seen[:, 2] > 0.4)):
        seen, _ = env.reset(seed=1)
        total = np.zeros(env.num_envs)
        is_over = np.zeros(1, bool)
        while not is_over.all():
            seen, rewards, _, is_over, _ = env.step(sends(seen).astype(int))
            total += rewards
        print(f"visit {policy}: {total.mean():.1f} in {env.steps} steps")
