import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"

/** A question that was not answered: Ctrl-C, Ctrl-D, or a terminal that went away. */
export const interruption = (): CliError =>
  new CliError("Interrupted: nothing was sent", exitCodes.interrupted, { code: "interrupted" })
