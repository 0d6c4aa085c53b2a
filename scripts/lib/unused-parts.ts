/**
 * Replaces code in the command line's bundle that its packages import and never use: a fifth of the bundle's size and a
 * tenth of its start time. yargs draws help with `cliui` and `string-width`, finds the version with `escalade`, and
 * calls two functions of Node's `assert`.
 */
export default function unused(): never {
  throw new Error("This part of a package was thought to be unused")
}

export function strictEqual(actual: unknown, expected: unknown, message: string): void {
  if (!Object.is(actual, expected)) throw new Error(message)
}

export function notStrictEqual(actual: unknown, expected: unknown, message: string): void {
  if (Object.is(actual, expected)) throw new Error(message)
}
