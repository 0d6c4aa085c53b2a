import { InvalidArgumentError } from "../../client/errors.ts"
import { type ConsentQuestion, fold } from "./consent.ts"

/**
 * The target of a column. `name`: a whole name, split into first and last name, and kept in `data`. `opt_out`: any value except
 * "no" means that they left. `opt_in`: whether they agreed. `opt_in:1,4`: they agreed if the value is 1 or 4; any other value means
 * that they left. `status`: words of leaving and of subscription count, others say
 * nothing. `data`: the contact's `data`, under the column's name or the name after the dot. `ignore`: not imported.
 */
export type ContactsTarget =
  | "email"
  | "first_name"
  | "last_name"
  | "name"
  | "opt_in"
  | `opt_in:${string}`
  | "opt_out"
  | "status"
  | "data"
  | `data.${string}`
  | "ignore"

/** A column of the file and its target. */
export interface ContactsColumn {
  /** Its name in the header; `column 3` if it has none. */
  readonly header: string
  /** The field that it goes to. */
  readonly target: ContactsTarget
  /** The field's name in the contact's `data`, if it is kept there. */
  readonly dataName?: string
  /** The values that mean "agreed", if `map` says so; any other means that they left. */
  readonly agreeingValues?: readonly string[]
  /** True when neither `map` nor its name says what it holds. */
  readonly isUnknown: boolean
  /** True when it looks like consent, and neither its name nor its values say how: no row is read until `map` does. */
  readonly isUnclearConsent?: boolean
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

// Names are compared in lower case without blanks, hyphens and the like: `E-mail Address` is `emailaddress`. Each row lists
// better names first: if a file has several, the best one is used and the others go to `data`.
const names: Readonly<Record<"email" | "first_name" | "last_name", readonly string[]>> = {
  email: list(`
    email emailaddress primaryemail primaryemailaddress mail mailaddress email1value email1address email1 emails
    useremail customeremail contactemail subscriberemail personemail memberemail recipientemail billingemail workemail
    workemailaddress emailadresse emailadres mailadresse adresseemail adressemail courriel adressecourriel correo
    correoelectronico correoelectrónico indirizzoemail epost epostadress sähköposti adresemail adrese-mail
    elektronickapošta
  `),
  first_name: list(`
    firstname fname givenname forename first namefirst contactfirstname customerfirstname billingfirstname vorname
    prenom prénom nombre nome voornaam förnamn fornavn imię jméno
  `),
  last_name: list(`
    lastname lname surname familyname last namelast contactlastname customerlastname billinglastname nachname
    familienname nomdefamille nom apellido apellidos cognome sobrenome achternaam efternamn efternavn nazwisko
    příjmení
  `),
}

/** Columns that `mas contacts list` also prints: the service sets these itself. */
const ownFields = new Set(["id", "brand_id", "uuid", "source", "list_ids", "channels", "created_at", "updated_at"])

/** Columns that this package adds to a file of refused rows. */
const addedColumns = new Set(["import_line", "import_problem"])

const plain = (header: string): string =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")

const emailNames = new Set(names.email.map((name) => plain(name)))

/** True for a cell that names the column of addresses in exports of common services. */
export const isEmailName = (cell: string): boolean => emailNames.has(plain(cell))

const wholeNames = new Set(
  list(
    "name fullname displayname contactname customername subscribername billingname nombrecompleto nomcomplet vollständigername nomecompleto nomecognome",
  ),
)

function columnNames(header: readonly string[]): string[] {
  const targets = new Set<string>()
  return header.map((text, index) =>
    freeName(text.trim() === "" || text.trim() === "__proto__" ? `column ${index + 1}` : text.trim(), targets),
  )
}

/**
 * Chooses the target of each column: by `map`, by the column names of common services, or `data`.
 * @throws InvalidArgumentError when `map` names a missing column, or sends two columns to one target.
 */
export function placeColumns(header: readonly string[], map: Readonly<Record<string, string>> = {}): ContactsColumn[] {
  const columns = columnNames(header)
  const chosen = chosenTargets(header, columns, map)
  const isOwnFormat = isOwnExport(columns)
  // Beside the service's own word on consent, words in `data` are only data.
  const statesConsent = isOwnFormat && columns.some((column) => ownConsent.has(plain(column)))
  const byName = new Map<string, ContactsTarget>()
  for (const target of Object.keys(names) as (keyof typeof names)[]) {
    if ([...chosen.values()].includes(target)) continue
    const free = columns.filter((column) => !chosen.has(column) && !byName.has(column))
    const best = bestOf(free, names[target])
    if (best !== undefined) byName.set(best, target)
  }
  const targets = new Set<string>([...chosen.values(), ...byName.values()])
  if (!isOwnFormat && !["first_name", "last_name", "name"].some((name) => targets.has(name))) {
    const fullNameColumn = columns.find(
      (column) => !chosen.has(column) && !byName.has(column) && wholeNames.has(plain(column)),
    )
    if (fullNameColumn !== undefined) byName.set(fullNameColumn, "name")
  }
  return columns.map((header) => {
    const targetOfColumn = chosen.get(header) ?? byName.get(header) ?? targetByName(header, isOwnFormat)
    const isUnknown = targetOfColumn === undefined || (!chosen.has(header) && isData(header) && !statesConsent)
    const [target = "data", values] = targetOfColumn?.startsWith("opt_in:")
      ? (["opt_in", targetOfColumn.slice(7)] as const)
      : [targetOfColumn]
    const agreeingValues = values?.split(",").map((value) => fold(value.trim()))
    return { header, target, isUnknown, ...(agreeingValues && { agreeingValues }) }
  })
}

/** Names the fields in `data`: unique, and different from the service's own columns. */
export function nameData(columns: readonly ContactsColumn[]): ContactsColumn[] {
  const usedNames = new Set<string>([...Object.keys(names), "opt_in"])
  return columns.map((column) => {
    const { header, target } = column
    // The words of a consent column are kept as evidence, except in the service's own columns.
    const isOwnConsent = target === "opt_in" && ownConsent.has(plain(header))
    const isEvidence = isConsent(target) && !isOwnConsent
    // If a cell has several addresses, all are kept.
    const isKept =
      target.startsWith("data") || isEvidence || target === "name" || (target === "email" && /value$/i.test(header))
    const name = withoutData(target.startsWith("data.") ? target : header)
    return isKept ? { ...column, dataName: freeName(name, usedNames) } : column
  })
}

const ownConsent: ReadonlySet<string> = new Set(["optin", "subscribedemail"])

/** True for the targets that speak of consent. */
export const isConsent = (target: string | undefined): target is ConsentQuestion =>
  target === "opt_out" || target === "opt_in" || target === "status"

/** True for the header of contacts as this package prints them. */
export const isOwnExport = (header: readonly string[]): boolean =>
  header.includes("email") &&
  ["brand_id", "list_ids", "subscribed_email", "opt_in"].some((name) => header.includes(name))

function targetByName(header: string, isOwn: boolean): ContactsTarget | undefined {
  if (addedColumns.has(header) || (isOwn && ownFields.has(header))) return "ignore"
  return isData(header) ? `data.${withoutData(header)}` : undefined
}

const isData = (header: string) => /^data\.\S/.test(header)

/** The name of a field of `data`, as `data.town` names it. */
export const withoutData = (header: string): string => (isData(header) ? header.slice("data.".length) : header)

/** The name, with a number if it is taken. The service compares its own column names in lower case. */
function freeName(name: string, usedNames: Set<string>): string {
  let free = name
  for (let number = 2; usedNames.has(free) || usedNames.has(free.toLowerCase()); number++) free = `${name} ${number}`
  usedNames.add(free)
  return free
}

function bestOf(columns: readonly string[], candidates: readonly string[]): string | undefined {
  for (const name of candidates) {
    const column = columns.find((each) => plain(each) === plain(name))
    if (column !== undefined) return column
  }
  return undefined
}

/** The columns that a name in `map` means, in any case of letters; those that other entries name exactly only if there are no others. */
function columnsNamed(
  name: string,
  header: readonly string[],
  columns: readonly string[],
  map: Readonly<Record<string, string>>,
): string[] {
  const text = plain(name)
  const originalOf = (column: string) => header[columns.indexOf(column)]?.trim() ?? ""
  const matches = columns.filter(
    (column) => [column, originalOf(column)].includes(name) || (text !== "" && plain(originalOf(column)) === text),
  )
  const isOfOther = (column: string) =>
    column !== name &&
    (Object.hasOwn(map, column) || (originalOf(column) !== name && Object.hasOwn(map, originalOf(column))))
  const free = matches.filter((column) => !isOfOther(column))
  return free.length > 0 ? free : matches
}

function chosenTargets(
  header: readonly string[],
  columns: readonly string[],
  map: Readonly<Record<string, string>>,
): Map<string, ContactsTarget> {
  const chosen = new Map<string, ContactsTarget>()
  const nameByColumn = new Map<string, string>()
  const headersByTarget = new Map<string, string>()
  for (const [name, target] of Object.entries(map)) {
    const matches = columnsNamed(name, header, columns, map)
    const best = matches.find((column) => column === name) ?? matches[0]
    if (best === undefined) {
      throw new InvalidArgumentError(
        "map",
        `names ${JSON.stringify(name)}, which the file has not, only ${columns.join(", ")}`,
      )
    }
    if (!isTarget(target)) {
      throw new InvalidArgumentError(
        "map",
        `sends ${JSON.stringify(name)} to ${JSON.stringify(target)}: take one of email, first_name, last_name, name, opt_in, opt_in:VALUES, opt_out, status, data, data.NAME or ignore`,
      )
    }
    const takesMany = target === "ignore" || target === "data" || isConsent(target.split(":")[0])
    const other = headersByTarget.get(target)
    if (other !== undefined && !takesMany) {
      throw new InvalidArgumentError(
        "map",
        `sends ${JSON.stringify(other)} and ${JSON.stringify(name)} to ${target}, which takes one column`,
      )
    }
    headersByTarget.set(target, name)
    for (const column of takesMany ? matches : [best]) {
      const rival = nameByColumn.get(column)
      if (rival !== undefined && chosen.get(column) !== target) {
        throw new InvalidArgumentError(
          "map",
          `sends ${JSON.stringify(rival)} to ${chosen.get(column)} and ${JSON.stringify(name)} to ${target}, which are one column: keep one of them`,
        )
      }
      nameByColumn.set(column, name)
      chosen.set(column, target)
    }
  }
  return chosen
}

const fixedTargets: ReadonlySet<string> = new Set([
  ...Object.keys(names),
  "name",
  "opt_in",
  "opt_out",
  "status",
  "data",
  "ignore",
])
const isTarget = (text: string): text is ContactsTarget =>
  fixedTargets.has(text) || /^(?:data\.|opt_in:)\s*[^\s,]/.test(text)
