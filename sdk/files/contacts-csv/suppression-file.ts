import { fold } from "./consent.ts"
import type { CsvRecord } from "./records.ts"

const leavingNames =
  /(?:^|[^a-z])(unsub[a-z]*|cleaned|bounces?|bounced|hard bounces?|complain[a-z]*|suppress[a-z]*|spam reports?|block ?list|black ?list|opt ?outs?|opted out|invalid e?mails?|do not (?:e?mail|contact)|abgemeldet[a-z]*|abmeldungen|desinscrit[a-z]*|desabonn[a-z]*|bajas|disiscritti|afgemeld[a-z]*|uitgeschreven)(?![a-z])/

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

/** Why a whole file holds people who left: its name or its columns; undefined if neither says so. */
export function suppressionReason(
  fileName: string | undefined,
  header: readonly string[],
  sample: readonly CsvRecord[],
): string | undefined {
  const base = fold(
    fileName
      ?.split(/[/\\]/)
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? "",
  ).replace(/[\s_.-]+/g, " ")
  const [, word] = leavingNames.exec(base) ?? []
  if (
    word !== undefined &&
    !/\b(?:no|not|non|without|except|excluding|ohne|sans|sin|and|plus|remove|removed) /.test(base)
  ) {
    return `the file's name has ${JSON.stringify(word)}`
  }
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
