// SPDX-License-Identifier: MIT
// The choices of the focused agent's next decision: each option with its score, its verdict and its considerations.
import { useState } from "preact/hooks";
import type { Tree } from "../model/brain";
import { number } from "../model/brain";
import type { ExplainedChoice, ExplainedConsideration, ExplainedOption, Focus } from "../model/protocol";
import { real } from "../model/protocol";
import { use } from "../model/signal";
import { how, verdict } from "../model/words";
import { useSession } from "./context";
import { CurvePicture } from "./curve";
import { Empty, Section, StateLink } from "./parts";
import { Plot } from "./plot";

export function Choices({ tree, focus }: { tree: Tree; focus: Focus }) {
    const choices = focus.explain?.choices ?? [];
    if (focus.explain === undefined) {
        return <Empty>This program does not explain decisions: it has not given the fields and functions of one agent.</Empty>;
    }
    return (
        <>
            {choices.map((choice) => (
                <Choice key={choice.composite} tree={tree} choice={choice} focus={focus} />
            ))}
        </>
    );
}

function Choice({ tree, choice, focus }: { tree: Tree; choice: ExplainedChoice; focus: Focus }) {
    const scores = choice.options.flatMap((option) => [real(option.score), real(option.competing)]).filter(Number.isFinite);
    const largest = Math.max(1e-9, ...scores.map(Math.abs));
    return (
        <Section title={tree.name(choice.composite)} extra={<span class="muted">{how(choice)}</span>}>
            {choice.options.length > 0 && (
                <div class="options" role="list">
                    {choice.options.map((option) => (
                        <Option key={option.option} tree={tree} option={option} focus={focus} largest={largest} isCurrent={option.option === choice.current} />
                    ))}
                </div>
            )}
            {choice.noCandidate && <p class="muted">No option is eligible: the current one stays.</p>}
            <Scores tree={tree} choice={choice} />
        </Section>
    );
}

interface OptionProps {
    tree: Tree;
    option: ExplainedOption;
    focus: Focus;
    largest: number;
    isCurrent: boolean;
}

function Option({ tree, option, focus, largest, isCurrent }: OptionProps) {
    const session = useSession();
    const [isOpen, setOpen] = useState(false);
    const score = real(option.score);
    const competing = real(option.competing);
    const inertia = real(option.inertia);
    const isChosen = option.verdict === "chosen";
    const rows = option.considerations ?? [];
    const width = (value: number) => `${(100 * Math.max(Math.abs(Number.isFinite(value) ? value : 0), 0)) / largest}%`;
    const name = tree.name(option.option);
    return (
        <div class={`option${isChosen ? " chosen" : ""}`} role="listitem">
            <div class="option-line">
                {rows.length > 0 || (option.targets?.length ?? 0) > 0 ? (
                    <button type="button" class="twist-button" aria-expanded={isOpen} aria-label={`Considerations of ${name}`} onClick={() => setOpen(!isOpen)}>
                        {isOpen ? "▾" : "▸"}
                    </button>
                ) : (
                    <span class="twist-button" />
                )}
                <span class={`option-name${isCurrent ? " current" : ""}`} title={isCurrent ? "the current option" : undefined}>
                    <StateLink row={option.option} />
                    {isCurrent && <span class="badge quiet">now</span>}
                </span>
                <span class="score" aria-label={`score ${number(competing)}`}>
                    <span class="bar-track" title={`plain score ${number(score)}${inertia ? `, inertia ${number(inertia)}` : ""}`}>
                        <i class="bar-fill" style={{ width: width(score) }} />
                        {inertia > 0 && <i class="bar-inertia" style={{ width: width(inertia) }} />}
                    </span>
                    <span class="mono">{number(competing)}</span>
                </span>
                <span class="verdict">{verdict(option)}</span>
                {session.allows("change") && (
                    <button
                        type="button"
                        class="link quiet"
                        title={`Return this agent to ${name} before each tick in which it is elsewhere`}
                        onClick={() => void session.ask(`hold ${focus.agent} ${tree.path(option.option)}`)}
                    >
                        hold
                    </button>
                )}
                {!isChosen && (
                    <button type="button" class="link quiet" onClick={() => void session.askWhy(focus.agent, option.option)}>
                        why not?
                    </button>
                )}
            </div>
            {isOpen && <Considerations tree={tree} option={option} rows={rows} />}
            {isOpen && <Targets option={option} />}
        </div>
    );
}

function Considerations({ tree, option, rows }: { tree: Tree; option: ExplainedOption; rows: ExplainedConsideration[] }) {
    const described = new Map([option.option, option.bestOption].flatMap((row) => (row === null || row === undefined ? [] : (tree.state(row).considerations ?? []))).map((one) => [one.row, one]));
    return (
        <ul class="considerations">
            {rows.map((one) => {
                const about = described.get(one.row);
                return (
                    <li style={{ "--depth": about?.depth ?? 0 }}>
                        {about?.input !== undefined ? <CurvePicture about={about} one={one} /> : <span class="curve-space">{about?.group ? "Σ" : "⊢"}</span>}
                        <code>{about?.name ?? about?.input ?? about?.gate ?? about?.group ?? `row ${one.row}`}</code>
                        <span class="mono muted">
                            {about?.gate !== undefined ? (one.holds ? "open" : "closed") : about?.input !== undefined ? `${number(real(one.raw))}${one.wasNan ? " (was nan)" : ""}` : ""}
                        </span>
                        <span class="mono">{number(real(one.value))}</span>
                        {about?.weight !== undefined && <span class="muted">weight {number(about.weight)}</span>}
                    </li>
                );
            })}
        </ul>
    );
}

function Targets({ option }: { option: ExplainedOption }) {
    const targets = option.targets ?? [];
    return targets.length === 0 ? null : (
        <table class="targets">
            <caption>
                best {targets.length} of {option.targetsListed ?? targets.length} targets
            </caption>
            <tbody>
                {targets.map((target) => (
                    <tr class={target.id === option.target ? "selected" : ""}>
                        <td class="mono">{target.id}</td>
                        <td class="mono value">{number(real(target.competing))}</td>
                        <td>{verdict(target)}</td>
                        <td class="muted">{target.isRemembered ? "its target so far" : ""}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** Scores over time, of the options that this choice had in the last decisions. */
function Scores({ tree, choice }: { tree: Tree; choice: ExplainedChoice }) {
    const session = useSession();
    use(session.focus);
    const { options } = session.scored;
    const own = choice.options.map(({ option }) => option).filter((row) => options.includes(row));
    const inner = own.length > 0 ? own : options.filter((row) => tree.state(row).parent === choice.composite);
    if (inner.length < 2 || session.scores.length < 3) {
        return null;
    }
    const all = tree.children[choice.composite] ?? [];
    return (
        <Plot
            label={`Scores of the options of ${tree.name(choice.composite)} over time`}
            series={inner.slice(0, 12).map((row) => ({ label: tree.name(row), hue: all.indexOf(row), isBold: row === choice.chosen }))}
            height={96}
            format={number}
            bind={(draw) => {
                let timer = 0;
                const call = () => {
                    timer = 0;
                    const { scores, scored } = session;
                    draw([scores.column(0), ...inner.slice(0, 12).map((row) => scores.column(scored.options.indexOf(row) + 1))]);
                };
                const end = session.update.follow(() => (timer ||= window.setTimeout(call, 120)));
                call();
                return () => {
                    end();
                    clearTimeout(timer);
                };
            }}
        />
    );
}
