import { CliError } from "./cli-error.ts"
import { exitCodes } from "./exit-codes.ts"

/** The error of work that had nothing to work on: success on nothing would hide a wrong file or an empty export. */
export const nothingFound = (message: string, hint: string): CliError =>
  new CliError(message, exitCodes.nothing, { hint })

export const nothingIn = (file: string, what: string): CliError =>
  nothingFound(`${file === "-" ? "stdin" : file} has no ${what}`, "Nothing was sent. Check how the file was made.")
