// SPDX-License-Identifier: MIT
// The last rows of numbers, in memory of a fixed size.

export class Ring {
    readonly #values: Float64Array;
    #first = 0;
    length = 0;

    /** Keeps at most `capacity` rows of `width` numbers. */
    constructor(
        readonly capacity: number,
        readonly width: number,
    ) {
        this.#values = new Float64Array(capacity * width);
    }

    push(row: ArrayLike<number>): void {
        const at = (this.#first + this.length) % this.capacity;
        for (let i = 0; i < this.width; i++) {
            this.#values[at * this.width + i] = row[i] ?? NaN;
        }
        if (this.length < this.capacity) {
            this.length++;
        } else {
            this.#first = (this.#first + 1) % this.capacity;
        }
    }

    at(row: number, column: number): number {
        return this.#values[((this.#first + row) % this.capacity) * this.width + column] ?? NaN;
    }

    /** Returns a column, oldest row first. */
    column(column: number): Float64Array {
        const result = new Float64Array(this.length);
        for (let i = 0; i < this.length; i++) {
            result[i] = this.at(i, column);
        }
        return result;
    }

    /** Forgets the rows from the first one whose number in `column` is at least `limit`: the past after a step back. */
    cut(column: number, limit: number): void {
        while (this.length > 0 && this.at(this.length - 1, column) >= limit) {
            this.length--;
        }
    }

    clear(): void {
        this.length = 0;
        this.#first = 0;
    }
}
