/** Off Node there is one way to read. */
export { readStream as readNode } from "./body.ts"
