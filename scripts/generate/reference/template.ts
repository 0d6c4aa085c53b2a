import { isLimit, limitText } from "./limits.ts"

/** Fills in what a text names as `{{limit:…}}`, and by `parts` what it names as `{{part}}` or `{{part:about}}`. */
export const filled = (
  text: string,
  parts: Readonly<Record<string, (about: string) => string | undefined>> = {},
): string =>
  text.replaceAll(/\{\{(\w+)(?::([^}]+))?\}\}/g, (_whole, part: string, about = "") => {
    const value = part === "limit" && isLimit(about) ? limitText(about) : parts[part]?.(about)
    if (value === undefined) throw new Error(`The reference asks for ${part}:${about}, which there is not`)
    return value
  })
