import type { ContactsColumn, ContactsPlan, ContactsTarget } from "../../../sdk/contacts-csv/index.ts"
import { countConsent, newConsentCounts } from "../../../sdk/contacts-csv/row-consent.ts"
import type { Context } from "../../context.ts"
import { countText } from "../../output/numbers.ts"
import type { Screen } from "../../output/output.ts"
import { consentText } from "./import-consent.ts"

/** The plan for a file: a line per column, and the first rows as contacts. */
export function planLines(plan: ContactsPlan, screen: Screen): string[] {
  const { encoding, guessedFrom, delimiter, headerLine, columns, sample, allLeftReason } = plan
  const { safe } = screen
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
    ...(allLeftReason === undefined
      ? []
      : [`Everybody in it is read as somebody who left: ${safe(allLeftReason)}. If not: --all contacts`]),
    ...(rows.length > 0 ? ["The first rows:", ...rows, sampleConsent(plan, screen)] : ["It has no rows."]),
  ]
}

/** The account of consent in the first rows. */
function sampleConsent({ sample }: ContactsPlan, screen: Screen): string {
  const counts = newConsentCounts()
  for (const row of sample) if ("consent" in row) countConsent(counts, row.consent)
  const rows = sample.length === 1 ? "the first row" : `the first ${countText(sample.length)} rows`
  return `Consent in ${rows}: ${consentText(counts, screen)}`
}

const names = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" } as const

function targetText({ target, dataName }: ContactsColumn): string {
  if (target === "ignore") return "nowhere"
  if (target === "opt_out") return "consent: any value but no means that they left; and data"
  if (target === "opt_in") return `consent: whether they agreed${dataName === undefined ? "" : "; and data"}`
  if (target === "status") return "consent: words of leaving or subscription count; and data"
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

/** Asks what each column that looks like consent means. */
export async function askConsentColumns(
  context: Context,
  { columns, sample }: ContactsPlan,
): Promise<Record<string, ContactsTarget>> {
  const { safe } = context.output.screen
  const answers: Record<string, ContactsTarget> = {}
  for (const [index, { header, isUnclearConsent }] of columns.entries()) {
    if (!isUnclearConsent) continue
    const values = new Set(sample.map(({ cells }) => cells[index] ?? "").filter((cell) => cell !== ""))
    const examples = [...values].slice(0, 3).map((value) => JSON.stringify(safe(value)))
    const question = `The column ${JSON.stringify(safe(header))} looks like consent (${examples.join(", ") || "empty"}). A value there means:`
    const answer = await context.ask.choice(question, consentChoices)
    answers[header] = consentChoices.find(({ value }) => value === answer)?.value ?? "opt_out"
  }
  return answers
}

const consentChoices: readonly { value: ContactsTarget; description: string }[] = [
  { value: "opt_out", description: "They left" },
  { value: "opt_in", description: "Whether they agreed: yes or no" },
  { value: "data", description: "Nothing about consent" },
]
