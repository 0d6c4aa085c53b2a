/** Off Node there is only one way to read. */
export { readStream as readNode } from "./body.ts"
