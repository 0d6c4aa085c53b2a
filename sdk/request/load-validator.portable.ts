/** Off Node nothing is loaded by name: a bundler would have to take all of it along. */
export function loadValidator(): never {
  throw new Error("There is no node:module here")
}
