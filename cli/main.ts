import { type ExitCode, exitCodes } from "./exit-codes.ts"
import type { Io } from "./io.ts"

/** Runs one command line; the answer is how the process is to end. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  void argv
  void io
  return exitCodes.failure
}
