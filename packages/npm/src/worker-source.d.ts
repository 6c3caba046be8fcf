/** The bundled worker as text; see build.js. */
declare module "worker-source" {
    const source: string;
    export default source;
}
/** wits.wasm, compressed and in base64; see build.js. */
declare module "wasm-text" {
    const text: string;
    export default text;
}
