// SPDX-License-Identifier: MIT
// "Why not this option?": its verdict, and the inputs that alone would change the choice.
import type { Tree } from "../model/brain";
import { number } from "../model/brain";
import type { Consideration, ExplainedConsideration, ExplainedOption, Focus } from "../model/protocol";
import { real } from "../model/protocol";
import { use } from "../model/signal";
import { how, verdict } from "../model/words";
import { useSession } from "./context";
import { Button, Section } from "./parts";

export function WhyNot({ tree, focus }: { tree: Tree; focus: Focus }) {
    const session = useSession();
    const why = use(session.why);
    if (why === null || why.agent !== focus.agent) {
        return null;
    }
    const choice = why.explain?.choices.find(({ options }) => options.some(({ option }) => option === why.state));
    const option = choice?.options.find((one) => one.option === why.state);
    const held = why.explain?.choices.find(({ composite }) => composite === tree.state(why.state).parent);
    return (
        <Section
            title={`Why not ${tree.name(why.state)}?`}
            id="why"
            extra={
                <>
                    <span class="muted tabular">at tick {why.tick}</span>
                    <span class="spring" />
                    <Button label="Ask again" text="Again" onClick={() => void session.askWhy(why.agent, why.state)} />
                    <Button label="Close" icon="close" onClick={() => (session.why.value = null)} />
                </>
            }
        >
            {why.error !== undefined ? (
                <p class="error">{why.error}</p>
            ) : option && choice ? (
                <Answer tree={tree} option={option} winner={choice.options.find(({ verdict: word }) => word === "chosen")} />
            ) : (
                <p>{held ? `${tree.name(held.composite)} ${how(held)}; no option is scored.` : `${tree.name(tree.state(why.state).parent ?? 0)} is not active: it makes no choice in this tick.`}</p>
            )}
        </Section>
    );
}

function Answer({ tree, option, winner }: { tree: Tree; option: ExplainedOption; winner?: ExplainedOption }) {
    const described = new Map([option.option, option.bestOption].flatMap((row) => (row === null || row === undefined ? [] : (tree.state(row).considerations ?? []))).map((one) => [one.row, one]));
    const searched = (option.considerations ?? []).filter((one) => one.lookedAt !== false && one.wouldWin !== undefined);
    const winning = searched.filter((one) => one.wouldWin);
    return (
        <div class="why">
            <p>
                <b>{tree.name(option.option)}</b>: {verdict(option)}
                {option.verdict === "lost" && winner && (
                    <>
                        {" "}
                        ({number(real(option.competing))}, while {tree.name(winner.option)} has {number(real(winner.competing))})
                    </>
                )}
                .
            </p>
            {winning.length > 0 ? (
                <>
                    <p class="muted">It would be chosen if only this were different:</p>
                    <ul>
                        {winning.map((one) => (
                            <li>
                                <code>{nameOf(described.get(one.row), one)}</code> {sense(one)} <b class="mono">{number(real(one.winsAt))}</b>
                                <span class="muted"> (now {number(real(one.raw))})</span>
                            </li>
                        ))}
                    </ul>
                </>
            ) : searched.length > 0 ? (
                <p class="muted">No single input within its range would change that.</p>
            ) : (
                <p class="muted">Its score is one expression{option.verdict === "lost" ? ", without considerations to vary" : ""}: {String(tree.state(option.option).score ?? "from the program")}.</p>
            )}
        </div>
    );
}

function nameOf(about: Consideration | undefined, one: ExplainedConsideration): string {
    return about?.name ?? about?.input ?? `row ${one.row}`;
}

function sense(one: ExplainedConsideration): string {
    const isMore = real(one.winsAt) > real(one.raw);
    return isMore ? (one.winsAbove ? "were at least" : "were about") : one.winsBelow ? "were at most" : "were about";
}
