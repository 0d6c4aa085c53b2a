/**
 * Stands in the command line's bundle for what yargs loads and never gets to use: `cliui` and `string-width` draw help, and
 * `escalade` looks for the package.json that says the version; both are answered from files made at build time. Of Node's
 * `assert` yargs calls two functions. Together they would take a tenth of a start.
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
