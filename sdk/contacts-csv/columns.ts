import { InvalidArgumentError } from "../errors.ts"

/**
 * The target of a column. `name`: a whole name, split into first and last name, and kept in `data`. `opt_out`: any value except "no" means not opted in. `data`: the contact's `data`, under the column's
 * name or the name after the dot. `ignore`: not imported.
 */
export type ContactsTarget =
  | "email"
  | "first_name"
  | "last_name"
  | "name"
  | "opt_in"
  | "opt_out"
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
  /** True when neither `map` nor its name gives a target. */
  readonly isUnknown: boolean
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

// Names are compared in lower case without blanks, hyphens and the like: `E-mail Address` is `emailaddress`. Each row lists
// better names first: if a file has several, the best one is used and the others go to `data`.
const names: Readonly<Record<"email" | "first_name" | "last_name" | "opt_in", readonly string[]>> = {
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
  opt_in: list(`
    optin emailoptin subscribedemail emailmarketingconsent acceptsemailmarketing acceptsmarketing emailconsent
    marketingconsent emailpermission emailsubscribed subscribedtoemail issubscribed subscribed subscriptionstatus
    emailsubscriptionstatus emailmarketingstatus emailstatus marketingemails marketingoptin newsletter doubleoptin
    permission consent memberstatus subscriberstatus contactstatus status
  `),
}

const optOuts = new Set(
  list(`
    optout emailoptout hasoptedoutofemail optedout emailoptedout unsubscribed isunsubscribed globallyunsubscribed
    unsubscribedfromallemail unsubtime unsubscribedat unsubscribedate unsubscribetime dateunsubscribed unsubscribedon
    optouttime optoutdate unsubreason cleantime cleanedat blocklisted emailblocklisted blacklisted emailblacklisted
    suppressed emailsuppressed issuppressed bounced bouncedat hardbounced isbounced emailbounced bouncetime
    dateemailhardbounced emailbounceddate complained complainedat markedasspam donotemail donotcontact suppressiondate
    emailsuppressions
  `),
)

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
  const taken = new Set<string>()
  return header.map((text, index) =>
    freeName(text.trim() === "" || text.trim() === "__proto__" ? `column ${index + 1}` : text.trim(), taken),
  )
}

/**
 * Chooses the target of each column: by `map`, by the column names of common services, or `data`.
 * @throws InvalidArgumentError when `map` names a missing column, or sends two columns to one target.
 */
export function placeColumns(header: readonly string[], map: Readonly<Record<string, string>> = {}): ContactsColumn[] {
  const columns = columnNames(header)
  const chosen = chosenTargets(columns, map)
  const own = isOwnExport(columns)
  const byName = new Map<string, ContactsTarget>()
  for (const target of Object.keys(names) as (keyof typeof names)[]) {
    if ([...chosen.values()].includes(target)) continue
    const free = columns.filter((column) => !chosen.has(column) && !byName.has(column))
    const best = bestOf(free, names[target])
    if (best !== undefined) byName.set(best, target)
  }
  const targets = new Set<string>([...chosen.values(), ...byName.values()])
  if (!own && !["first_name", "last_name", "name"].some((name) => targets.has(name))) {
    const whole = columns.find((column) => !chosen.has(column) && !byName.has(column) && wholeNames.has(plain(column)))
    if (whole !== undefined) byName.set(whole, "name")
  }
  return columns.map((header) => {
    const known = chosen.get(header) ?? byName.get(header) ?? targetByName(header, own)
    return { header, target: known ?? "data", isUnknown: known === undefined }
  })
}

/** Names the fields in `data`: unique, and different from the service's own columns. */
export function nameData(columns: readonly ContactsColumn[]): ContactsColumn[] {
  const taken = new Set<string>(Object.keys(names))
  return columns.map((column) => {
    const { header, target } = column
    // If a cell has several addresses, all are kept.
    const isKept =
      target.startsWith("data") ||
      target === "opt_out" ||
      target === "name" ||
      (target === "email" && /value$/i.test(header))
    const name = target.startsWith("data.") ? target.slice("data.".length) : header
    return isKept ? { ...column, dataName: freeName(name, taken) } : column
  })
}

/** True for the header of contacts as this package prints them. */
export const isOwnExport = (header: readonly string[]): boolean =>
  header.includes("email") &&
  ["brand_id", "list_ids", "subscribed_email", "opt_in"].some((name) => header.includes(name))

function targetByName(header: string, isOwn: boolean): ContactsTarget | undefined {
  if (addedColumns.has(header) || (isOwn && ownFields.has(header))) return "ignore"
  if (optOuts.has(plain(header))) return "opt_out"
  return /^data\.\S/.test(header) ? `data.${header.slice("data.".length)}` : undefined
}

/** The name, with a number if it is taken. The service compares its own column names in lower case. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free) || taken.has(free.toLowerCase()); number++) free = `${name} ${number}`
  taken.add(free)
  return free
}

function bestOf(columns: readonly string[], wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const column = columns.find((each) => plain(each) === plain(name))
    if (column !== undefined) return column
  }
  return undefined
}

function chosenTargets(columns: readonly string[], map: Readonly<Record<string, string>>): Map<string, ContactsTarget> {
  const chosen = new Map<string, ContactsTarget>()
  const taken = new Map<string, string>()
  for (const [name, target] of Object.entries(map)) {
    const column = columns.find((each) => each === name) ?? columns.find((each) => plain(each) === plain(name))
    if (column === undefined) {
      throw new InvalidArgumentError(
        "map",
        `names ${JSON.stringify(name)}, which the file has not, only ${columns.join(", ")}`,
      )
    }
    if (!isTarget(target)) {
      throw new InvalidArgumentError(
        "map",
        `sends ${JSON.stringify(name)} to ${JSON.stringify(target)}: take one of email, first_name, last_name, name, opt_in, opt_out, data, data.NAME or ignore`,
      )
    }
    const other = taken.get(target)
    if (other !== undefined && target !== "ignore" && target !== "data" && target !== "opt_out") {
      throw new InvalidArgumentError(
        "map",
        `sends ${JSON.stringify(other)} and ${JSON.stringify(name)} to ${target}, which takes one column`,
      )
    }
    taken.set(target, name)
    chosen.set(column, target)
  }
  return chosen
}

const fixedTargets: ReadonlySet<string> = new Set([...Object.keys(names), "name", "opt_out", "data", "ignore"])
const isTarget = (text: string): text is ContactsTarget => fixedTargets.has(text) || /^data\.\S/.test(text)
