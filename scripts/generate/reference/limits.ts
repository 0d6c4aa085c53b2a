import { limits } from "../../../sdk/contract/core/limits.ts"
import { table } from "./markdown.ts"

type Limit = keyof typeof limits
type Unit = "" | "bytes" | "characters" | "ms"

/** The description and unit of each limit, in the order of the page. */
const meanings: Readonly<Record<Limit, readonly [what: string, unit: Unit]>> = {
  pageSizeMax: ["rows of a page, at most", ""],
  pageSizeDefault: ["rows of a page by default", ""],
  pageSizeAccounts: ["the same for accounts, memberships and invitations", ""],
  pageSizeManagedAccounts: ["the same for managed accounts", ""],
  bodyBytes: ["a JSON body", "bytes"],
  jsonDepth: ["levels of nesting in it", ""],
  jsonItems: ["items of an array in it", ""],
  jsonKeys: ["keys of an object in it", ""],
  jsonValues: ["values in all", ""],
  problemsNamed: ["problems that `validation_errors` names", ""],
  problemFieldLength: ["a field's name there", "characters"],
  importBytes: ["a file to import", "bytes"],
  importErrorsKept: ["row errors that an import keeps", ""],
  emailLength: ["an e-mail address", "characters"],
  emailLocalLength: ["the part of it before the @", "characters"],
  lineLength: ["a subject, a tag and its name, a header's name and value", "characters"],
  messageHeaders: ["headers of a message", ""],
  messageTags: ["tags of a message", ""],
  textBytes: ["html or text of a message", "bytes"],
  urlLength: ["a webhook's address", "characters"],
  idempotencyKeyLength: ["an idempotency key", "characters"],
  webhooksPerBrand: ["webhooks of a brand", ""],
  webhookAckTimeout: ["time to acknowledge a webhook", "ms"],
  webhookTolerance: ["how far a webhook's timestamp may be off", "ms"],
  webhookRetryDelays: ["pauses before a webhook is repeated", "ms"],
  webhookAutoOffAfter: ["failures without a success, before an endpoint is turned off", "ms"],
  webhookHistory: ["how long deliveries are kept", "ms"],
  inboundTextBytes: ["`text` and `html` of `email.received`, each", "bytes"],
  capacityWindow: ["the window of the sending allowance", "ms"],
  capacityWarningPercent: ["percent of it from which it is `approaching`", ""],
  jwtLifetime: ["how long a JWT lives", "ms"],
  inviteLifetime: ["how long an invitation lives", "ms"],
  provisioningInviteLifetime: ["how long the invitation of a managed account's owner lives", "ms"],
  provisioningInviteReissues: ["how often it can be sent again", ""],
  purchaseLifetime: ["how long a purchase can be paid", "ms"],
  quoteLifetime: ["how long a validation's price holds", "ms"],
  softBounceSuppression: ["how long a soft bounce suppresses", "ms"],
  bulkEmails: ["e-mails of one change of a list", ""],
  eventDataBytes: ["`data` of a contact event", "bytes"],
  providerDiagnosticLength: ["a provider's words about a suppression", "characters"],
}

const steps = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const

function time(ms: number): string {
  const [length, name] = steps.find(([step]) => ms % step === 0) ?? [1, "millisecond"]
  return `${ms / length} ${name}${ms === length ? "" : "s"}`
}

function size(bytes: number): string {
  return bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`
}

/** A limit in readable form: `7 days`. */
export function limitText(name: Limit): string {
  const [, unit] = meanings[name]
  const values = [limits[name]].flat()
  return values
    .map((value) => (unit === "ms" ? time(value) : unit === "bytes" ? size(value) : written(value, unit)))
    .join(", ")
}

const written = (value: number, unit: Unit) => `${value.toLocaleString("en")}${unit && ` ${unit}`}`

const isLimit = (name: string): name is Limit => name in limits

export const limitTable = (): string =>
  table(
    ["limit", "value"],
    Object.entries(meanings).flatMap(([name, [what]]) => (isLimit(name) ? [[what, limitText(name)]] : [])),
  )

/** Replaces `{{limit:…}}` in a text, and with `parts` also `{{part}}` and `{{part:about}}`. */
export const filled = (
  text: string,
  parts: Readonly<Record<string, (about: string) => string | undefined>> = {},
): string =>
  text.replaceAll(/\{\{(\w+)(?::([^}]+))?\}\}/g, (_whole, part: string, about = "") => {
    const value = part === "limit" && isLimit(about) ? limitText(about) : parts[part]?.(about)
    if (value === undefined) throw new Error(`The reference uses ${part}:${about}, which does not exist`)
    return value
  })
