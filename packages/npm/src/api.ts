/// <reference lib="esnext.disposable" preserve="true" />
// SPDX-License-Identifier: MIT
// Exports of all entry points, except `init`.
export { Agent, type AgentOptions } from "./agent.js";
export { Brain, type FunctionInfo, type ParseOptions, type PropertyInfo, type StateInfo, type TargetInfo } from "./brain.js";
export { Crowd, type CrowdLoadOptions, type CrowdOptions, type Loss, type Plan } from "./crowd.js";
export { initSync, type InitSource } from "./engine.js";
export { BrainError, DisposedError, InitError, NameError, type Problem, SnapshotError, ValueError, WitsError } from "./errors.js";
export type {
    ExplainedChoice, ExplainedConsideration, ExplainedOption, ExplainedTransition, ExplainedValue, ExplainOptions, Explanation, OptionVerdict,
} from "./explain.js";
export type { Column, FieldInfo, Fields, FieldType, FieldValue, TypedField } from "./fields.js";
export { CrowdPool, type CrowdPoolOptions } from "./pool.js";
export type { WorkerFactory, WorkerLike } from "./threads.js";
export type { HostCall, HostFunctions, Target, TargetLists } from "./world.js";
