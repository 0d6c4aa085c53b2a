import type { Flag } from "./command/spec.ts"

export function flagNamed(name: string, flags: readonly Flag[]): Flag | undefined {
  return flags.find((flag) => flag.name === name || flag.aliases?.includes(name))
}

/** The flag of a word such as `--name`, `--no-name`, `--name=value` or `-n`. */
export function flagOf(word: string, flags: readonly Flag[]): Flag | undefined {
  const [, dashes, name = ""] = /^(--?)(?:no-)?([^=]+)/.exec(word) ?? []
  return dashes === "--" ? flagNamed(name, flags) : flags.find(({ short }) => short === name)
}

/** The flag of a word whose value is the next word. */
export function flagBefore(word: string, flags: readonly Flag[]): Flag | undefined {
  const flag = word.includes("=") || word.startsWith("--no-") ? undefined : flagOf(word, flags)
  return flag?.type === "boolean" ? undefined : flag
}

/** Expands `-qojson` to `--quiet`, `--output=json`; stops at the first letter that is not a flag. */
export function expandShortFlags(word: string, flags: readonly Flag[]): string[] {
  if (!/^-[a-z]/i.test(word)) return [word]
  const spelled: string[] = []
  for (let index = 1; index < word.length; index += 1) {
    const flag = flags.find(({ short }) => short === word[index])
    if (!flag) return [...spelled, `-${word.slice(index)}`]
    const rest = word.slice(index + 1)
    if (rest.startsWith("=")) return [...spelled, `--${flag.name}${rest}`]
    if (rest !== "" && flag.type !== "boolean") return [...spelled, `--${flag.name}=${rest}`]
    spelled.push(`--${flag.name}`)
  }
  return spelled
}
