import { InvalidArgumentError } from "../../client/errors.ts"
import type { ContactsColumn } from "./columns.ts"

/** `problem` is that of the first row; undefined if there are no rows. */
export const noContacts = (rows: number, problem: string | undefined) =>
  new InvalidArgumentError(
    "file",
    problem === undefined
      ? "has no rows below its column names"
      : `has no row that can be imported: ${rows === 1 ? "" : `all ${rows} are refused, for example `}${problem}`,
  )

export const unclearConsent = ({ header }: ContactsColumn) =>
  new InvalidArgumentError(
    "file",
    `has a column ${JSON.stringify(header)} that looks like consent, and neither its name nor its values say how: map it to opt_in, opt_out or data, for example { ${JSON.stringify(header)}: "opt_out" }, or name the values that agree: { ${JSON.stringify(header)}: "opt_in:VALUE,VALUE" }`,
  )

export const noEmail = (columns: readonly ContactsColumn[]) =>
  new InvalidArgumentError(
    "file",
    `has no column of e-mail addresses: say which one with map, for example { ${JSON.stringify(columns[0]?.header)}: "email" }. The file has ${columns.map(({ header }) => header).join(", ")}`,
  )
