# SPDX-License-Identifier: MIT
"""The part of Mesa's documented interface that examples/python/mesa_village.py uses, for machines without Mesa."""


class Model:
    def __init__(self, *, seed=None):
        self.agents = []
        self.steps = 0
        step = self.step

        def counted(*arguments):
            self.steps += 1
            step(*arguments)

        self.step = counted  # as Mesa 3 does


class Agent:
    def __init__(self, model):
        self.model = model
        model.agents.append(self)
        self.unique_id = len(model.agents)


class Frame(list):
    def tail(self, count=5):
        return Frame(self[-count:])


class DataCollector:
    def __init__(self, model_reporters=None, agent_reporters=None):
        self.model_reporters, self.agent_reporters = model_reporters or {}, agent_reporters or {}
        self.model_vars, self.agent_vars = Frame(), []

    def collect(self, model):
        self.model_vars.append({name: report(model) for name, report in self.model_reporters.items()})
        self.agent_vars.append([{name: getattr(agent, attribute) for name, attribute in self.agent_reporters.items()}
                                for agent in model.agents])

    def get_model_vars_dataframe(self):
        return self.model_vars
