import type { Ask, Confirmation } from "../../connection/context.ts"
import { type Profile, targetText } from "../../connection/profile/profile.ts"
import type { GlobalFlags } from "../../line/command/global-flags.ts"
import type { Reason } from "../../line/command/spec.ts"
import { CliError, UsageError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { unbroken } from "../output/wrap.ts"

interface Asking {
  readonly globals: GlobalFlags
  readonly isInteractive: boolean
  readonly ask: Ask
  profile(): Promise<Profile>
}

const reasons: Readonly<Record<Reason, string>> = {
  paid: "This costs money.",
  destructive: "This cannot be undone.",
  rights: "This changes who may act for the account, or as whom.",
}

/**
 * Asks for confirmation, naming the target; `--yes` skips the question, and is required without a terminal. `what` is a
 * sentence without its full stop: `Delete a webhook endpoint (7)`.
 */
export async function confirm(
  what: string,
  { globals, isInteractive, ask, profile }: Asking,
  { reason, isLocal = false }: Confirmation = {},
): Promise<void> {
  if (globals.yes || globals["dry-run"]) return
  const why = reason ? ` ${reasons[reason]}` : ""
  if (!isInteractive) {
    throw new UsageError(
      `this needs --yes in non-interactive use: ${what}.${why}`,
      "Pass --yes to continue, or --dry-run to see the request.",
    )
  }
  const where = isLocal ? "On this machine" : capital(targetText(await profile()))
  if (await ask.confirm(`${where}: ${what}.${why} Go${unbroken}ahead?`)) return
  throw new CliError("stopped: nothing was sent", exitCodes.failure, { code: "declined" })
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
