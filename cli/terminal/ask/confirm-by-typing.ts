import type { Ask } from "../../connection/context.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import type { Screen } from "../output/output.ts"

/**
 * Asks the user to type a text when a "yes" would be too easy. `what` describes the text: `its name`.
 * @throws CliError (exit code 1) when something else is typed.
 */
export async function confirmByTyping(ask: Ask, what: string, expectedText: string): Promise<void> {
  const typed = await ask.text(`Type ${what} to continue (${expectedText}):`)
  if (looksAlike(typed, expectedText)) return
  throw new CliError(`stopped: that is not ${what}, and nothing was sent`, exitCodes.failure, { code: "declined" })
}

/** Characters. In a longer name that wraps, the blanks at the line end are not visible. */
const maxTyped = 60

/**
 * The name to show and type; undefined if it is empty, too long, or has characters that a terminal does not show or
 * cannot display.
 */
export function typableName(name: string, { safe, render }: Screen): string | undefined {
  const normalizedName = oneSpaced(name)
  const isShownAsItIs = normalizedName.length <= maxTyped && render(safe(normalizedName)) === normalizedName
  return isShownAsItIs && comparable(normalizedName) !== "" ? normalizedName : undefined
}

/** True when two texts look alike: ignores normal form, kinds of blanks and invisible characters. */
export const looksAlike = (a: string, b: string): boolean => comparable(a) === comparable(b)

const oneSpaced = (text: string) => text.replace(/\s+/g, " ").trim()

const comparable = (text: string) =>
  oneSpaced(text.normalize("NFKC").replace(/[\p{Cf}\p{Variation_Selector}]/gu, "")).normalize("NFKC")
