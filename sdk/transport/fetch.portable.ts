/** Off Node this is what sends. */
export { openFetch as fetchTransport } from "./fetch-send.ts"
