/**
 * Stands in the command line's bundle for packages that yargs loads and that it never gets to use: `cliui` and
 * `string-width` draw help, which is made at build time. Of Node's `assert` yargs calls two functions. Together they would
 * take a tenth of a start.
 */
export default function unused(): never {
  throw new Error("help is made at build time")
}

export function strictEqual(actual: unknown, expected: unknown, message: string): void {
  if (!Object.is(actual, expected)) throw new Error(message)
}

export function notStrictEqual(actual: unknown, expected: unknown, message: string): void {
  if (Object.is(actual, expected)) throw new Error(message)
}
