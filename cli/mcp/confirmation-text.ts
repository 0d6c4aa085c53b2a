import { countText } from "../terminal/output/numbers.ts"
import { showInvisible } from "../terminal/output/safe-text.ts"

/** Characters of a line. A dialog of more is not read. */
const lineLength = 300
const inputLength = 2_000

/** What a client shows its user before a call: one line for each fact, so that foreign text makes no lines of its own. */
export function confirmationText({ about = {}, what, ...facts }: Readonly<Record<string, unknown>>): string {
  const { title, ...details } = Object(about)
  const entries = Object.entries({ ...details, ...facts }).filter(([, value]) => value !== null)
  return [
    `${line(what)}${title === undefined ? "" : ` ${line(title)}`}`,
    ...entries.map(([name, value]) => `${name}: ${line(value, name === "input" ? inputLength : lineLength)}`),
  ].join("\n")
}

function line(value: unknown, most = lineLength): string {
  const text = showInvisible(typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ")
  return text.length <= most ? text : `${text.slice(0, most)} [${countText(text.length - most)} more characters]`
}
