import { isYesOrNo } from "../../../sdk/files/contacts-csv/consent-columns.ts"
import type { ContactsColumn, ContactsPlan, ContactsTarget } from "../../../sdk/files/contacts-csv/index.ts"
import { countConsent, newConsentCounts } from "../../../sdk/files/contacts-csv/row-consent.ts"
import type { Context } from "../../connection/context.ts"
import { countText } from "../../terminal/output/numbers.ts"
import type { Screen } from "../../terminal/output/output.ts"
import { consentText } from "./consent-text.ts"

/** The plan for a file: a line per column, and the first rows as contacts. */
export function planLines(plan: ContactsPlan, screen: Screen, optIn: boolean): string[] {
  const { encoding, guessedFrom, delimiter, headerLine, columns, sample, allLeftReason, sheet, otherSheets = [] } = plan
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
    ...(otherSheets.length > 0 ? [`Not read: ${sheetsText(otherSheets, safe)}.`] : []),
    `${sheet === undefined ? `Text in ${encoding}` : `A workbook, its ${sheetsText([sheet], safe)}`}${separated}. Its columns go to:`,
    ...columns.map((column) => `  ${safe(column.header).padEnd(wide)}  ${targetText(column, safe)}`),
    ...(allLeftReason === undefined
      ? []
      : [`Everybody in it is read as somebody who left: ${safe(allLeftReason)}. If not: --all contacts`]),
    ...(optIn ? notConsent(plan, screen) : []),
    ...(rows.length > 0 ? ["The first rows:", ...rows, sampleConsent(plan, screen)] : ["It has no rows."]),
  ]
}

const sheetsText = (sheets: readonly string[], safe: Screen["safe"]) =>
  `sheet${sheets.length === 1 ? "" : "s"} ${sheets.map((name) => JSON.stringify(safe(name))).join(", ")}`

/** With --opt-in, a "no" in one of these columns keeps nobody out. */
function notConsent({ columns, sample }: ContactsPlan, { safe }: Screen): string[] {
  const cellsOf = (index: number) => sample.flatMap(({ cells }) => cells[index] || [])
  const candidates = columns.filter(
    ({ isUnknown, target }, index) => isUnknown && target.startsWith("data") && isYesOrNo(cellsOf(index)),
  )
  const [first] = candidates
  if (first === undefined) return []
  const names = candidates.slice(0, 10).map(({ header }) => JSON.stringify(safe(header)))
  const more = candidates.length > 10 ? ", …" : ""
  return [
    `Columns of yes and no that are not read as consent: ${names.join(", ")}${more}. If yes means that they agreed: --map ${JSON.stringify(`${safe(first.header)}=opt_in`)}. If it means that they left: --map ${JSON.stringify(`${safe(first.header)}=opt_out`)}`,
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

function targetText({ target, dataName, agreeingValues }: ContactsColumn, safe: Screen["safe"]): string {
  if (agreeingValues !== undefined) {
    const values = agreeingValues.map((value) => JSON.stringify(safe(value))).join(" or ")
    return `consent: ${values} means that they agreed, any other value that they left; and data`
  }
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
export async function askConsentColumns(context: Context, plan: ContactsPlan): Promise<Record<string, ContactsTarget>> {
  const { safe } = context.output.screen
  const targets: Record<string, ContactsTarget> = {}
  for (const column of plan.columns) {
    if (!column.isUnclearConsent) continue
    const name = `${JSON.stringify(safe(column.header))}${safe(valuesText(plan, column))}`
    const chosenTarget = await context.ask.choice(
      `The column ${name} looks like consent. A value there means:`,
      consentChoices,
    )
    if (chosenTarget === "stop") return targets
    targets[column.header] = consentTargets.find((target) => target === chosenTarget) ?? "opt_out"
  }
  return targets
}

const consentTargets = ["opt_out", "opt_in", "data"] as const
const consentChoices: readonly { value: (typeof consentTargets)[number] | "stop"; description: string }[] = [
  { value: "opt_out", description: "They left" },
  { value: "opt_in", description: "Whether they agreed: yes or no" },
  { value: "data", description: "Nothing about consent" },
  { value: "stop", description: "Only some values mean that they agreed, or it is unknown: import nothing" },
]

/** The first values of a column, such as ` ("1", "3")`. */
export function valuesText({ columns, sample }: ContactsPlan, column: ContactsColumn): string {
  const index = columns.indexOf(column)
  const values = [...new Set(sample.map(({ cells }) => cells[index] ?? ""))].filter((cell) => cell !== "")
  const texts = values.slice(0, 5).map((value) => JSON.stringify(value.slice(0, 50)))
  return texts.length === 0 ? " (empty)" : ` (${texts.join(", ")}${values.length > 5 ? ", …" : ""})`
}
