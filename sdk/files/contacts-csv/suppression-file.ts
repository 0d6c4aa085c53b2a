import { InvalidArgumentError } from "../../client/errors.ts"
import { fold, leavingPart } from "./consent.ts"
import type { CsvRecord } from "./records.ts"
import type { WorkbookSheets } from "./workbook.ts"

const leavingNames =
  /(?:^|[^a-z])(unsub[a-z]*|(?:non|not) ?subscrib[a-z]*|never subscribed|not opted in|(?:no|without) consent|cleaned|bounces?|bounced|hard bounces?|complain[a-z]*|suppress[a-z]*|spam reports?|block ?list|black ?list|deny ?list|opt ?outs?|opted out|invalid e?mails?|do ?not ?(?:e ?)?(?:mail|contact|send|market|disturb)|abgemeldet[a-z]*|abmeld[a-z]*|abbestell[a-z]*|ausgetragen[a-z]*|werbewiderspr[a-z]*|nicht (?:anschreiben|kontaktieren)|keine? (?:e ?)?(?:mails?|werbung|newsletter)|robinson[a-z]*|desinscri[a-z]*|desabonn[a-z]*|ne pas contacter|bajas|(?:dad[oa]s )?de baja|no (?:contactar|enviar)|desuscri[a-z]*|descadastr[a-z]*|nao (?:contactar|enviar)|disiscri[a-z]*|non (?:contattare|inviare)|afgemeld[a-z]*|afmeld[a-z]*|uitgeschreven|uitschrijv[a-z]*|wypisan[a-z]*|avregistr[a-z]*|avmeld[a-z]*|avprenum[a-z]*|frameld[a-z]*|odhlasen[a-z]*|leiratkoz[a-z]*|dezabon[a-z]*|abonelikten)(?![a-z])/

/** The word of a name of a file, a sheet or a table that says that all in it left; undefined if there is none. */
export function leavingWordIn(name: string): string | undefined {
  const words = fold(name).replace(/[\s_.-]+/g, " ")
  const [match = "", word] = leavingNames.exec(words) ?? []
  if (word === undefined) {
    const isTurned = /(?:^| )(?:не|без|кроме|и|і|та) |[未非不没](?=退|解|取消)|以外|除/u.test(words)
    return isTurned ? undefined : leavingPart.exec(words.replace(/[a-z]/g, ""))?.[0]
  }
  const others = words.replace(match, " ")
  const isTurned = /\b(?:no|not|non|without|except|excluding|ohne|sans|sin|and|plus|remove|removed) /.test(others)
  return isTurned ? undefined : word
}

/** Headers of files that hold only people who left, as sending services export them: all required, the others possible. */
const services: readonly (readonly [service: string, required: string, possible: string])[] = [
  ["SendGrid", "email,created", "reason,status,ip,group_id,group_name"],
  ["Mailgun bounces", "address,code,error", "created_at"],
  ["Mailgun unsubscribes", "address,tags,created_at", ""],
  ["Mailgun complaints", "address,created_at", "count"],
  ["Postmark suppressions", "emailaddress,suppressionreason", "origin,createdat"],
  [
    "SparkPost suppressions",
    "recipient,source,description",
    "type,created,updated,transactional,non_transactional,subaccount_id",
  ],
  ["Amazon SES suppressions", "emailaddress,reason,lastupdatetime", ""],
  ["Klaviyo suppressions", "email,reason,timestamp", ""],
]

/** A title, and not a sentence or a number, such as "Unsubscribed: 5". */
const isTitle = (text: string) => text.length <= 80 && !/[:=]\s*\d|[.!?;]\s|\b(?:subscribed|all)\b/i.test(text)

/** Why a whole file holds people who left: its name, a title or its columns; undefined if none says so. */
export function suppressionReason(
  { fileName, titles }: { readonly fileName: string | undefined; readonly titles: readonly string[] },
  header: readonly string[],
  sample: readonly CsvRecord[],
): string | undefined {
  const file = leavingWordIn((fileName?.split(/[/\\]/).at(-1) ?? "").replace(/\.\w+$/, ""))
  if (file !== undefined) return `the file's name has ${JSON.stringify(file)}`
  const title = titles.find((text) => isTitle(text) && leavingWordIn(text) !== undefined)
  if (title !== undefined) return `it has the title ${JSON.stringify(title)}`
  const names = header.map((name) => name.trim().toLowerCase().replaceAll(" ", "_"))
  const service = services.find(([, required, possible]) => {
    const needed = required.split(",")
    return (
      needed.every((name) => names.includes(name)) &&
      names.every((name) => [...needed, ...possible.split(",")].includes(name))
    )
  })
  // SendGrid writes seconds; with dates, these are the columns of any list of contacts.
  const created = names.indexOf("created")
  if (service?.[0] === "SendGrid" && !sample.every(({ cells }) => /^\d{9,11}$/.test(cells[created] ?? "")))
    return undefined
  return service && `its columns are those of ${service[0]}`
}

/** With `optIn`, who left may stand in a sheet that is not read. @throws InvalidArgumentError if so. */
export function checkSheets({ sheet, otherSheets }: WorkbookSheets, all: "opt_out" | "contacts" | undefined): void {
  const name = JSON.stringify(sheet)
  if (all === undefined && leavingWordIn(sheet) !== undefined) {
    throw new InvalidArgumentError(
      "file",
      `is a workbook with the sheet ${name}, whose name says that people left: if so, leave out optIn (--opt-in); if not, say all: "contacts" (--all contacts)`,
    )
  }
  if (otherSheets.length > 0 && all !== "opt_out") {
    throw new InvalidArgumentError(
      "file",
      `is a workbook, of which only the sheet ${name} would be read, and people who left may be in ${otherSheets.map((other) => JSON.stringify(other)).join(", ")}: to opt in who is in ${name}, save it as a file of its own`,
    )
  }
}
