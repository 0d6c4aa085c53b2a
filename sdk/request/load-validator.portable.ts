/** Off Node nothing is loaded by name: a bundler would have to take all of it along. */
export const loadValidator = (_level: string) => undefined
