/**
 * The command line's bundle has this in place of what its packages load and never use, which would take a tenth of a start and
 * a fifth of its size: of yargs, `cliui` and `string-width` draw help, `escalade` finds the version, and two functions of Node's
 * `assert` are called; of MCP, `ajv` checks what a server asks people for.
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
