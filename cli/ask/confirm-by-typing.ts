import type { Ask } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import type { Screen } from "../output/output.ts"

/**
 * Asks to type a text, where a yes is given too easily. `what` says what the text is: `its name`.
 * @throws CliError (exit code 1) when something else is typed.
 */
export async function confirmByTyping(ask: Ask, what: string, wanted: string): Promise<void> {
  const typed = await ask.text(`Type ${what} to go ahead (${wanted}):`)
  if (looksAlike(typed, wanted)) return
  throw new CliError(`stopped: that is not ${what}, and nothing was sent`, exitCodes.failure, { code: "declined" })
}

/** Characters. What is longer goes over the end of a line, where nobody sees which blanks there are. */
const maxTyped = 60

/**
 * A name as it is shown to be typed; undefined for one that is empty or too long, holds what a terminal does not show, or what
 * this one has no letters for.
 */
export function typableName(name: string, { safe, render }: Screen): string | undefined {
  const shown = oneSpaced(name)
  const isShownAsItIs = shown.length <= maxTyped && render(safe(shown)) === shown
  return isShownAsItIs && comparable(shown) !== "" ? shown : undefined
}

/** Whether two texts look alike: in whatever normal form, with whatever kind of blanks and signs that nobody sees. */
export const looksAlike = (a: string, b: string): boolean => comparable(a) === comparable(b)

const oneSpaced = (text: string) => text.replace(/\s+/g, " ").trim()

const comparable = (text: string) =>
  oneSpaced(text.normalize("NFKC").replace(/[\p{Cf}\p{Variation_Selector}]/gu, "")).normalize("NFKC")
