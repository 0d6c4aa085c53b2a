import type { Ask } from "./ask.ts"
import { CliError, UsageError } from "./cli-error.ts"
import type { GlobalFlags } from "./context.ts"
import { exitCodes } from "./exit-codes.ts"
import type { Profile } from "./profile.ts"

/** What is needed to ask. */
interface Asking {
  readonly globals: GlobalFlags
  readonly isInteractive: boolean
  readonly ask: Ask
  profile(): Promise<Profile>
}

/** Asks whether to go ahead, naming the profile; `--yes` answers it. Where nobody can be asked, only `--yes` will do. */
export async function confirm(question: string, { globals, isInteractive, ask, profile }: Asking): Promise<void> {
  if (globals.yes || globals["dry-run"]) return
  const { name, baseUrl } = await profile()
  const where = name === undefined ? `at ${baseUrl}` : `in profile ${name}${baseUrl ? ` (${baseUrl})` : ""}`
  if (!isInteractive) {
    throw new UsageError(
      `${question} Nobody can be asked here`,
      "Give --yes to go ahead, or --dry-run to see the request.",
    )
  }
  if (await ask.confirm(`${question} Go ahead ${where}?`)) return
  throw new CliError("stopped: nothing was sent", exitCodes.failure, { code: "declined" })
}
