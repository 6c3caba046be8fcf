// SPDX-License-Identifier: MIT
// Decision maps in a worker. While one is drawn, only the latest of the requests that follow is kept.
import type { DecisionMap, Mapper, MapRequest } from "./model/map";
import { beginWorker } from "./port/module";
import type { FromMapper } from "./worker/map";

const LONGEST = 5000; // milliseconds, after which a newer request ends an older one

export class PageMapper implements Mapper {
    #worker: Promise<Worker> | undefined;
    #running: { resolve: (map: DecisionMap | null) => void; begun: number } | undefined;
    #next: { of: MapRequest; resolve: (map: DecisionMap | null) => void } | undefined;

    draw(of: MapRequest): Promise<DecisionMap | null> {
        return new Promise((resolve) => {
            this.#next?.resolve(null);
            this.#next = { of, resolve };
            if (this.#running && performance.now() - this.#running.begun > LONGEST) {
                this.#end(null);
            } else if (!this.#running) {
                void this.#run();
            }
        });
    }

    #end(map: DecisionMap | null): void {
        void this.#worker?.then((worker) => worker.terminate());
        this.#worker = undefined;
        this.#done(map);
    }

    #done(map: DecisionMap | null): void {
        this.#running?.resolve(map);
        this.#running = undefined;
        void this.#run();
    }

    async #run(): Promise<void> {
        const next = this.#next;
        if (next === undefined || this.#running) {
            return;
        }
        this.#next = undefined;
        this.#running = { resolve: next.resolve, begun: performance.now() };
        const current = (this.#worker ??= beginWorker());
        try {
            const worker = await current;
            worker.onmessage = ({ data }: MessageEvent<FromMapper>) => {
                if ("failed" in data) {
                    this.#end({ problem: data.failed });
                } else {
                    this.#done(JSON.parse(data.map) as DecisionMap);
                }
            };
            worker.postMessage({ map: next.of });
        } catch (error) {
            this.#end({ problem: (error as Error).message });
        }
    }
}
