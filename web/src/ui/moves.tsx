// SPDX-License-Identifier: MIT
// The matrix of moves from state to state, most frequent first.
import type { Tree } from "../model/brain";
import { count, short } from "../model/brain";
import { Signal, use, useFollower } from "../model/signal";
import { useSession } from "./context";
import { Button, Empty, Section } from "./parts";

const MOST = 12;

interface Matrix {
    rows: number[];
    cells: Map<number, number>;
    largest: number;
    hidden: number;
}

function matrixOf(moves: Map<number, number>, tree: Tree): Matrix {
    const weight = new Map<number, number>();
    let largest = 1;
    for (const [key, value] of moves) {
        for (const row of [Math.floor(key / 65536), key % 65536]) {
            weight.set(row, (weight.get(row) ?? 0) + value);
        }
        largest = Math.max(largest, value);
    }
    const ranked = [...weight].sort((a, b) => b[1] - a[1]).map(([row]) => row).filter((row) => row < tree.size);
    return { rows: ranked.slice(0, MOST).sort((a, b) => a - b), cells: moves, largest, hidden: Math.max(ranked.length - MOST, 0) };
}

const matrix = new Signal<Matrix>({ rows: [], cells: new Map(), largest: 1, hidden: 0 });

export function Moves({ tree }: { tree: Tree }) {
    const session = useSession();
    useFollower(session.update, () => (matrix.value = matrixOf(session.moves, tree)), [tree], 250);
    const { rows, cells, largest, hidden } = use(matrix);
    return (
        <Section
            title="Moves"
            extra={
                <>
                    <span class="muted">from rows to columns{hidden > 0 ? `, ${hidden} rare states hidden` : ""}</span>
                    <span class="spring" />
                    <Button
                        label="Count again from zero"
                        text="Reset"
                        onClick={() => {
                            session.moves.clear();
                            matrix.value = matrixOf(session.moves, tree);
                        }}
                    />
                </>
            }
        >
            {rows.length === 0 ? (
                <Empty>No agent has changed its state since this panel was opened.</Empty>
            ) : (
                <div class="scroll">
                    <table class="matrix">
                        <thead>
                            <tr>
                                <td />
                                {rows.map((to) => (
                                    <th scope="col" title={tree.path(to)}>
                                        <span>{tree.name(to)}</span>
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {rows.map((from) => (
                                <tr key={from}>
                                    <th scope="row" title={tree.path(from)}>
                                        {tree.name(from)}
                                    </th>
                                    {rows.map((to) => {
                                        const value = cells.get(from * 65536 + to) ?? 0;
                                        const heat = value === 0 ? 0 : 0.12 + 0.88 * Math.sqrt(value / largest);
                                        return (
                                            <td
                                                class={heat > 0.6 ? "hot" : ""}
                                                style={{ "--heat": heat }}
                                                title={`${tree.path(from)} to ${tree.path(to)}: ${count(value)}`}

                                            >
                                                {value === 0 ? "" : short(value)}
                                            </td>
                                        );
                                    })}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </Section>
    );
}
