import { alternatives } from "./alternative-rows.ts"

/** What people look for under a name of another service, and what to use here. */
export interface Alternative {
  /** What they look for, as they would say it. */
  readonly task: string
  /** False when the service does not offer it: then the texts name what comes nearest. */
  readonly isOffered: boolean
  /** What to use in code, in Markdown: one or two sentences. */
  readonly code: string
  /** What to use in a terminal, in Markdown; absent where the words are commands already. */
  readonly terminal?: string
  /** The page that tells more, relative to `docs/`. */
  readonly page: string
  /** Words that are no command, such as `messages schedule`. */
  readonly words?: readonly string[]
  /** Fields that an endpoint does not have, with what to use instead; by the endpoint's name. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

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
