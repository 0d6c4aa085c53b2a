import { InvalidArgumentError } from "../../client/errors.ts"
import { mailboxKey } from "../../contract/core/mailbox.ts"
import { isEmail } from "../../contract/core/text-patterns.ts"
import { type ContactsColumn, isConsent } from "./columns.ts"
import type { CsvRecord } from "./records.ts"
import { RowConsent, type RowConsentResult } from "./row-consent.ts"

/** The contact in a row. Fields that the row lacks are absent. */
export interface ImportedContact {
  /** The contact's address. */
  readonly email: string
  /** The first name. */
  readonly first_name?: string
  /** The last name. */
  readonly last_name?: string
  /** Whether they agreed to get mail; absent if the file does not say. */
  readonly opt_in?: boolean
  /** All other columns, by their names. */
  readonly data: Readonly<Record<string, string>>
}

/** A row that was read. */
export interface ContactsRow {
  /** The line of the file where it begins, from 1; in a workbook its row. */
  readonly line: number
  /** Its cells, in the order of the header. */
  readonly cells: readonly string[]
  /** The contact that the row makes. */
  readonly contact: ImportedContact
  /** What the row says about consent, and which column says it. */
  readonly consent: RowConsentResult
}

/** A row that cannot be imported. */
export interface RefusedContactsRow {
  /** The line of the file that the row begins in, from 1. */
  readonly line: number
  /** The cells of the row, as they are. */
  readonly cells: readonly string[]
  /** The reason, for example `email is missing`. */
  readonly problem: string
}

export interface ContactRules {
  readonly columns: readonly ContactsColumn[]
  /** Whether an apostrophe before a number or a formula is part of the text, as in files that this package writes. */
  readonly keepApostrophes: boolean
  /** Opt in contacts whose consent the file does not state: all of them, or those that the function names. */
  readonly optIn: boolean | ((email: string) => boolean)
  /** True when all rows are people who left. */
  readonly allLeft: boolean
}

/** Asks by the address as the service keeps it. A promise would opt in everybody. */
function mayOptIn(optIn: ContactRules["optIn"], email: string): boolean {
  const reply = typeof optIn === "function" ? optIn(mailboxKey(email)) : optIn
  if (typeof reply !== "boolean")
    throw new InvalidArgumentError("optIn", "must return true or false at once: look up all addresses before")
  return reply
}

/** Turns a record of the file into a contact, or returns the reason why not. */
export function contactOf(record: CsvRecord, rules: ContactRules): ContactsRow | RefusedContactsRow {
  const { line, cells } = record
  const { columns } = rules
  if (record.problem !== undefined) return { line, cells: [record.text ?? ""], problem: record.problem }
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== "")) {
    return { line, cells, problem: `has ${cells.length} cells, the header has ${columns.length}` }
  }
  if (cells.some((cell) => cell.includes("\ufffd"))) {
    return { line, cells, problem: "has a character that cannot be read in this encoding" }
  }
  const contact: Filling = { email: "", data: {} }
  const consent = new RowConsent(rules)
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]
    const cell = cells[at]
    if (column === undefined || cell === undefined || cell === "") continue
    const text = rules.keepApostrophes ? cell : withoutGuard(cell)
    const { target, dataName } = column
    if (target === "email") {
      // Google writes several addresses into one cell.
      const [first = ""] = text.split(" ::: ", 1)
      contact.email = bareAddress(first)
      if (addressesIn(first) > 1) {
        return { line, cells, problem: `email has several addresses (${first.slice(0, 100)}): keep one` }
      }
      if (first !== text && dataName !== undefined) contact.data[dataName] = text
    } else if (target === "first_name" || target === "last_name") {
      if (rules.keepApostrophes || !isPlaceholder(text)) contact[target] = text
    } else if (target === "name") {
      Object.assign(contact, splitName(text))
      if (dataName !== undefined) contact.data[dataName] = text
    } else if (target !== "ignore") {
      if (isConsent(target)) consent.addVerdict(text, target, column)
      else if (column.isUnknown) consent.addOtherCell(text, column.header)
      if (dataName !== undefined) contact.data[dataName] = text
    }
  }
  if (contact.email === "") return { line, cells, problem: "email is missing" }
  if (!isEmail(contact.email)) return { line, cells, problem: "email is not an e-mail address" }
  const { email } = contact
  const result = consent.result(() => mayOptIn(rules.optIn, email))
  if (result.verdict === "left") contact.opt_in = false
  if (result.verdict === "agreed") contact.opt_in = true
  return { line, cells, contact, consent: result }
}

type Filling = { -readonly [Field in keyof ImportedContact]: ImportedContact[Field] } & { data: Record<string, string> }

/** `Ada <ada@example.test>` and `mailto:ada@example.test`, as address books write addresses. */
function bareAddress(text: string): string {
  const address = text.endsWith(">") ? text.slice(text.lastIndexOf("<") + 1, -1).trim() : text
  return address.replace(/^mailto:/i, "")
}

/** Counts the addresses in a cell such as `a@x.test; b@x.test`. */
function addressesIn(cell: string): number {
  if (!/[;,|/\s]/.test(cell.slice(cell.indexOf("@") + 1, Math.max(0, cell.lastIndexOf("@"))))) return 1
  return cell.split(/[;,|/\s]+/).filter((part) => isEmail(bareAddress(part))).length
}

/**
 * Some services write numbers and formulas so that Excel treats them as text: with an apostrophe before, or as `="+1555"`.
 * `'t Hooft` keeps its apostrophe.
 */
export function withoutGuard(text: string): string {
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).replaceAll('""', '"')
  return text[0] === "'" && /^'(?:[=+@-]|\d+$)/.test(text) ? text.slice(1) : text
}

/** Texts that programs write where there is no value. `Null` and `Na` are surnames. */
const placeholders = new Set(
  "NULL null (null) <null> N/A n/a NA #N/A undefined Undefined UNDEFINED None none NONE (none) NaN nan nil NIL - -- – — . ? \\N #NAME? #VALUE! #REF!"
    .split(" ")
    .concat("[object Object]"),
)

/** True for `NULL`, `N/A`, `-`, `undefined` and the like, which are not names. */
const isPlaceholder = (text: string): boolean => placeholders.has(text)

const titles = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sr|sra)\.?\s+)+(?=\S)/i
const particles =
  /^(?:van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|ter|ten|zu|zum|zur|al|el|bin|ibn|st\.?|san|santa|'t)$/i
const companies =
  /\b(?:inc|llc|ltd|limited|gmbh|ag|kg|corp|corporation|company|co|plc|bv|b\.v|sarl|sas|s\.a|srl|s\.r\.l|oy|ab|as|a\/s)\.?$/i

/**
 * Splits a whole name. `Lovelace, Ada` is last name first. Otherwise the last word is the last name, with the particles before
 * it: `Ludwig van Beethoven`. One word, also in scripts without blanks, is a first name. Companies and addresses are no names.
 */
export function splitName(fullName: string): { first_name?: string; last_name?: string } {
  const name = fullName.trim().replace(/\s+/g, " ")
  if (name === "" || isPlaceholder(name) || name.includes("@") || companies.test(name)) return {}
  const parts = name.split(", ")
  const [before = "", after = ""] = parts
  if (parts.length === 2 && before !== "" && after !== "") return { first_name: after, last_name: before }
  if (name.includes(",")) return {}
  const words = name
    .replace(titles, "")
    .split(" ")
    .filter((word) => !isPlaceholder(word))
  if (words.length < 2) return words[0] === undefined ? {} : { first_name: words[0] }
  let start = words.length - 1
  while (start > 1 && particles.test(words[start - 1] ?? "")) start--
  return { first_name: words.slice(0, start).join(" "), last_name: words.slice(start).join(" ") }
}
