import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../exit-codes.ts"

/** Runs a command that is one endpoint of the contract. */
export async function run(context: Context): Promise<ExitCode> {
  void context
  return exitCodes.failure
}
