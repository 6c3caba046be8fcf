// SPDX-License-Identifier: MIT
// Modules that build.js makes: the program of workers, the compressed module in base64, and the brains of brains/.
declare module "worker-source" {
    const text: string;
    export default text;
}
declare module "wasm-text" {
    const text: string;
    export default text;
}
declare module "brain-texts" {
    const texts: Record<string, string>;
    export default texts;
}
