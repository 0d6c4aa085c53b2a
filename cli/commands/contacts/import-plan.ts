import type { ContactsColumn, ContactsPlan, ContactsTarget } from "../../../sdk/contacts-csv/index.ts"
import type { Context } from "../../context.ts"
import { countText } from "../../output/numbers.ts"
import type { Screen } from "../../output/output.ts"

/** The plan for a file: a line per column, and the first rows as contacts. */
export function planLines(
  { encoding, guessedFrom, delimiter, headerLine, columns, sample }: ContactsPlan,
  { safe }: Screen,
): string[] {
  const separated = encoding === "xlsx" ? "" : `, cells separated by ${names[delimiter]}`
  const wide = Math.min(40, Math.max(...columns.map(({ header }) => header.length)))
  const rows = sample.slice(0, 3).map((row) => {
    if ("problem" in row) return `  line ${countText(row.line)}  refused: ${row.problem}`
    const { email, first_name = "", last_name = "", opt_in } = row.contact
    const name = `${first_name} ${last_name}`.trim()
    const consent = opt_in === undefined ? "" : opt_in ? ", opted in" : ", opted out"
    return `  line ${countText(row.line)}  ${safe(email)}${name === "" ? "" : ` (${safe(name)})`}${consent}`
  })
  const guess = guessedFrom?.map((word) => safe(word)).join(", ")
  return [
    ...(guess === undefined ? [] : [`Read as ${encoding}, a guess (${guess}): say --encoding if names look wrong.`]),
    ...(headerLine > 2 ? [`The column names are in line ${countText(headerLine)}; lines before it are skipped.`] : []),
    `${encoding === "xlsx" ? "A workbook" : `Text in ${encoding}`}${separated}. Its columns go to:`,
    ...columns.map((column) => `  ${safe(column.header).padEnd(wide)}  ${targetText(column)}`),
    ...(rows.length > 0 ? ["The first rows:", ...rows] : ["It has no rows."]),
  ]
}

const names = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" } as const

function targetText({ target, dataName }: ContactsColumn): string {
  if (target === "ignore") return "nowhere"
  if (target === "opt_out") return "opt_in (a value opts out), and data"
  if (target === "name") return `first_name and last_name, and data["${dataName}"]`
  return dataName === undefined || target === "email" ? target : `data["${dataName}"]`
}

export async function askEmailColumn(
  context: Context,
  { columns }: ContactsPlan,
): Promise<Record<string, ContactsTarget>> {
  if (columns.some(({ target, isUnknown }) => target === "email" && !isUnknown)) return {}
  const guess = columns.find(({ target }) => target === "email")
  const others = columns.filter((column) => column !== guess)
  const choices = [...(guess ? [guess] : []), ...others].map(({ header }) => ({ value: header }))
  return { [await context.ask.choice("Which column holds the e-mail addresses?", choices)]: "email" }
}
