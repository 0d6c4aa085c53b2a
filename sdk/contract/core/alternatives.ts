import { alternatives } from "./alternative-rows.ts"

/** Hints for words that are no command, by the words. */
export const commandHints: Readonly<Record<string, string>> = Object.fromEntries(
  alternatives.flatMap(({ words = [], terminal }) =>
    terminal === undefined ? [] : words.map((word): [string, string] => [word, terminal]),
  ),
)

/** What to use instead of a field that an endpoint does not have; undefined when nobody has asked for it yet. */
export function fieldHint(endpoint: string, field: string): string | undefined {
  for (const { fields } of alternatives) {
    const hints = fields?.[endpoint]
    if (hints !== undefined && Object.hasOwn(hints, field)) return hints[field]
  }
  return undefined
}

/** What to use instead of a call that the service does not have, such as `contacts.delete`, in code. */
export const callHint = (call: string): string | undefined =>
  alternatives.find(({ words }) => words?.includes(call.replace(".", " ")))?.code
