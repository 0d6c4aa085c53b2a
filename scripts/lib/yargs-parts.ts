/**
 * The command line's bundle has this in place of what yargs loads and never uses, which would take a tenth of a start:
 * `cliui` and `string-width` draw help, `escalade` finds the version. Of Node's `assert` yargs calls two functions.
 */
export default function unused(): never {
  throw new Error("help and version are answered elsewhere")
}

export function strictEqual(actual: unknown, expected: unknown, message: string): void {
  if (!Object.is(actual, expected)) throw new Error(message)
}

export function notStrictEqual(actual: unknown, expected: unknown, message: string): void {
  if (Object.is(actual, expected)) throw new Error(message)
}
