import { mailboxKey } from "../../contract/core/mailbox.ts"
import { isEmail } from "../../contract/core/text-patterns.ts"
import type { ContactsRow, RefusedContactsRow } from "./contact.ts"
import type { RowConsentResult } from "./row-consent.ts"

const refusedCause = "a refused row of the same address"

/**
 * What the rows of an address say together. A "no" in any of them stays, and a row that is refused may hide one: its addresses are
 * opted in by no other row.
 */
export class AddressConsent {
  readonly #leavers = new Set<string>()
  readonly #refusedAddresses = new Set<string>()
  readonly #subscribers = new Set<string>()

  /** The row as earlier rows of its address allow it. */
  follow(row: ContactsRow | RefusedContactsRow): ContactsRow | RefusedContactsRow {
    if ("problem" in row) {
      for (const address of addressesOf(row)) this.#refusedAddresses.add(mailboxKey(address))
      return row
    }
    const address = mailboxKey(row.contact.email)
    if (row.contact.opt_in === false) this.#leavers.add(address)
    if (row.contact.opt_in !== true) return row
    if (this.#leavers.has(address)) {
      const consent: RowConsentResult = { verdict: "left", cause: "another row of the same address" }
      return { ...row, contact: { ...row.contact, opt_in: false }, consent }
    }
    if (this.#refusedAddresses.has(address)) {
      const { opt_in: _, ...contact } = row.contact
      return { ...row, contact, consent: { verdict: "unstated", cause: refusedCause } }
    }
    this.#subscribers.add(address)
    return row
  }

  /** Rows that take back what earlier rows said of the addresses in a refused row. */
  corrections(row: RefusedContactsRow): ContactsRow[] {
    const emails = addressesOf(row).filter((address) => this.#subscribers.delete(mailboxKey(address)))
    return emails.map((email) => ({
      line: row.line,
      cells: row.cells,
      contact: { email, opt_in: false, data: {} },
      consent: { verdict: "left", cause: refusedCause },
    }))
  }
}

/** The addresses in any cell, because the cells of a refused row may be in the wrong columns. */
const addressesOf = ({ cells }: RefusedContactsRow): string[] =>
  cells.flatMap((cell) =>
    cell
      .split(/[\s,;|/<>"()]+/)
      .map((word) => word.replace(/^['=]{0,2}(?:mailto:)?/i, ""))
      .filter(isEmail),
  )
