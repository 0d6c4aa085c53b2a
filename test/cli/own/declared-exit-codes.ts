import { route } from "../../../cli/line/router.ts"
import { readTypedLine } from "../../../cli/line/typed-line.ts"
import { UsageError } from "../../../cli/terminal/errors/cli-error.ts"
import type { ExitCode } from "../../../cli/terminal/errors/exit-codes.ts"
import { exitCodesOf } from "../../../scripts/generate/cli/exit-codes.ts"
import { tables } from "../tables.ts"

/** Throws if a command ended with a code that its help does not list: each run of a test checks the list. */
export function checkExitCode(argv: readonly string[], code: ExitCode): void {
  const command = commandIn(argv)
  if (command === undefined || exitCodesOf(command).includes(code)) return
  throw new Error(`mas ${command.words.join(" ")} ended with ${code}, which its help does not list (exit-codes.ts)`)
}

/** Undefined for help, and for words that are no command. */
function commandIn(argv: readonly string[]) {
  try {
    return route(readTypedLine(argv), tables).command
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
