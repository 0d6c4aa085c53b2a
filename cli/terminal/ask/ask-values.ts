import type { Ask, Choice } from "../../connection/context.ts"
import { listProblem } from "../../line/check-value.ts"
import type { Flag, Positional, Value } from "../../line/command/spec.ts"
import { readValue } from "../../line/read-value.ts"

export type Missing = Flag | Positional

interface Again {
  /** The earlier value, offered as the default. */
  readonly before?: Value | undefined
  /** True when an empty response omits the value. */
  readonly mayBeEmpty?: boolean
}

/** Asks for a value with the prompt of its type: a choice, yes or no, hidden text, or text checked while typing. */
export async function askFor(missing: Missing, ask: Ask): Promise<Value>
export async function askFor(missing: Missing, ask: Ask, again: Again): Promise<Value | undefined>
export async function askFor(missing: Missing, ask: Ask, again: Again = {}): Promise<Value | undefined> {
  const { choices, type } = missing
  const array = "array" in missing ? missing.array : undefined
  const question = questionOf(missing)
  if (missing.secret) return ask.password(question)
  if (type === "boolean") return ask.confirm(question)
  if (choices) {
    const offered = choices.map((value) => ({ value }))
    return array === true ? ask.choices(question, offered) : ask.choice(question, offered)
  }
  const before = again.before === undefined ? undefined : typedText(again.before)
  const isDropped = (typed: string) => typed === "" && again.mayBeEmpty === true && !missing.required
  const text = await ask.text(question, {
    ...(before === undefined ? {} : { default: before, prefill: true }),
    check: (typed) => (isDropped(typed) ? undefined : problemWith(missing, typed)),
  })
  return isDropped(text) ? undefined : readValue(missing, [text])
}

function typedText(value: Value): string {
  if (Array.isArray(value))
    return value.every((one) => typeof one !== "object") ? value.join(",") : JSON.stringify(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** Asks for several values one after the other, and returns them by name. `offers` lists the available choices, if known. */
export async function askForAll(
  missing: readonly Missing[],
  ask: Ask,
  offers: Readonly<Record<string, readonly Choice[]>> = {},
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = {}
  for (const one of missing) {
    const { [one.name]: offered = [] } = offers
    values[one.name] = offered.length > 0 ? await ask.choice(questionOf(one), offered) : await askFor(one, ask)
  }
  return values
}

export function problemWith(missing: Missing, typed: string): string | undefined {
  if (typed === "") return "Type a value, or press Ctrl-C"
  const problem = listProblem(missing, readValue(missing, [typed]))
  return problem === undefined ? undefined : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`
}

const acronyms: Readonly<Record<string, string>> = { url: "URL", html: "HTML", id: "ID", ids: "IDs", sid: "SID" }

/** `Owner email` for `owner-email`, with the description if it adds something. */
export function questionOf({ name, description }: Missing): string {
  const words = name.replaceAll("-", " ").replaceAll(/\b(url|html|id|ids|sid)\b/g, (word) => acronyms[word] ?? word)
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const about = description?.split(/(?<=\.)\s/)[0]?.replace(/\.$/, "")
  return about && about.length <= 60 ? `${label} (${about.charAt(0).toLowerCase()}${about.slice(1)}):` : `${label}:`
}
