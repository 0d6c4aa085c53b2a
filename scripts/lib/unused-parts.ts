/**
 * The command line's bundle has this in place of code that its packages import and never use: a fifth of its size and a tenth of
 * a start. yargs draws help with `cliui` and `string-width`, finds the version with `escalade`, and calls two functions of Node's
 * `assert`. The MCP server checks answers to its questions with `ajv`, and asks none.
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
