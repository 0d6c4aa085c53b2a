import type { Ask } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { looksAlike } from "./typed-name.ts"

/**
 * Asks to type a text, where a yes is given too easily. `what` says what the text is: `its name`.
 * @throws CliError (exit code 1) when something else is typed.
 */
export async function confirmByTyping(ask: Ask, what: string, wanted: string): Promise<void> {
  const typed = await ask.text(`Type ${what} to go ahead (${wanted}):`)
  if (looksAlike(typed, wanted)) return
  throw new CliError(`stopped: that is not ${what}, and nothing was sent`, exitCodes.failure, { code: "declined" })
}
