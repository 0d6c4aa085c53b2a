import type { MessageFields } from "../../../sdk/contract/messages.ts"
import type { ContactsColumn } from "../../../sdk/files/contacts-csv/columns.ts"
import { placeConsent } from "../../../sdk/files/contacts-csv/consent-columns.ts"
import { RowConsent, type RowConsentResult } from "../../../sdk/files/contacts-csv/row-consent.ts"

/** The fields of a line that are its message; all others are about the person. */
export const messageFields = [
  ...["channel", "to", "subject", "html", "body", "template_id", "from", "from_email", "reply_to"],
  ...["headers", "tags", "data"],
] as readonly (keyof MessageFields)[]

/** Bounds the memory for a file whose lines have names of their own. */
const maxNames = 1_000

/** Judges JSON lines by their fields of consent, as the rows of a table are judged by its columns. */
export function lineConsent(): (row: Readonly<Record<string, unknown>>) => string | undefined {
  const columnsByName = new Map<string, ContactsColumn | undefined>()
  const columnOf = (header: string) => {
    if (columnsByName.has(header)) return columnsByName.get(header)
    if (columnsByName.size >= maxNames) columnsByName.clear()
    const isOfMessage = header === "email" || messageFields.some((name) => name === header)
    const [column] = isOfMessage ? [] : placeConsent([{ header, target: "data", isUnknown: true }], () => [], false)
    columnsByName.set(header, column)
    return column
  }
  return (row) => {
    const consent = new RowConsent({ allLeft: false, optIn: false })
    let mustAgree = false
    for (const [name, value] of Object.entries(row)) {
      const column = columnOf(name)
      // A link to unsubscribe is for the text.
      const text = String(value ?? "")
      if (column === undefined || (typeof value === "object" && value !== null) || /^https?:/.test(text)) continue
      const { target } = column
      if (target === "opt_in") mustAgree = true
      if (target === "opt_in" || target === "opt_out") consent.addVerdict(text, target, column)
      // The status of a line may be that of an order.
      else if (target === "status" || column.isUnknown) consent.addOtherCell(text, name)
    }
    const result = consent.result(() => false)
    if (isMailable(result, mustAgree)) return undefined
    return `${refusal(result, "fields")}; what is for the text alone belongs into data`
  }
}

export const isMailable = ({ verdict, cause }: RowConsentResult, mustAgree: boolean): boolean =>
  verdict === "agreed" || (verdict === "unstated" && cause === undefined && !mustAgree)

export const refusal = ({ cause = "none says that they agreed" }: RowConsentResult, what: "columns" | "fields") =>
  `may not be mailed, by its ${what} of consent: ${cause}`
