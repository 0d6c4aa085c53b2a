import { jsonFromText } from "./parse-text.ts"
import { secretName, secretQuery, secretText, shownText } from "./secrets.gen.ts"

/** Headers as any transport has them: one value, or several. */
type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** What stands where a secret was. */
const hidden = "[redacted]"

const passwordInAddress = /(:\/\/[^\s/@:]*:)[^\s/@]+@/g

/** Text as it may be shown: without the secrets that are known, and without what looks like one. How those begin stays. */
export function redactText(text: string, known: readonly string[] = []): string {
  let shown = text
  for (const secret of known) shown = shown.replaceAll(secret, hidden)
  shown = shown.replace(secretText, shownText + hidden).replace(passwordInAddress, `$1${hidden}@`)
  if (!shown.includes("=")) return shown
  return shown.replace(secretQuery, (whole: string, before: string) =>
    isDate(before.slice(1, -1), code(decodeURIComponent, whole.slice(before.length))) ? whole : before + hidden,
  )
}

/** A field that says when, such as `old_secret_until`, and a text that does: no secret, whatever else the name says. */
const isDate = (name: string, text: string): boolean => dateName.test(name) && dateText.test(text)
const dateName = /_(?:at|until|on|since|before|after)$/i
const dateText = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** Text whose control characters are visible as `\u001b`, all but line feeds and tabs: as it may end in a terminal. */
export function visibleText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** Headers without the values of those that carry secrets. */
export function redactHeaders(headers: HeaderValues, known: readonly string[] = []): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    // Still a name that a header may have.
    shown[redactText(name, known).replaceAll(hidden, "redacted")] = secretName.test(name)
      ? hidden
      : redactText(String(value), known)
  }
  return shown
}

/** A JSON value as it may be shown. */
export function redactValue(value: unknown, known: readonly string[] = []): unknown {
  return shownValue(value, { known, isSecret: undefined, levels: deepest })
}

/** The same where texts repeat what a field of the value says, as a mail does a token. */
export function redactWhole(value: unknown, known: readonly string[] = []): unknown {
  return redactValue(value, secretsOf({ path: "", headers: {}, body: value, others: known }))
}

/** A body as it may be shown: a value where it is JSON, text where it is not. */
export function redactBody(text: string, known: readonly string[] = []): unknown {
  return redactValue(jsonFromText(text), known)
}

/** Whether the texts below a field are secret; undefined if that depends on their own fields. A description of a secret is not secret. */
const hasSecrets = (name: string) => (name === "validation_errors" ? false : secretName.test(name) || undefined)

/** How many levels are searched. The limit prevents a stack overflow; nobody reads deeper. */
const deepest = 200

/** How to redact a value: the known secrets, what the field's name says, and how many levels are left. */
interface Looking {
  readonly known: readonly string[]
  readonly isSecret: boolean | undefined
  readonly levels: number
}

function shownValue(value: unknown, { known, isSecret, levels }: Looking): unknown {
  if (typeof value === "string") return isSecret ? hidden : redactText(value, known)
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) return hidden
  const inside = { known, isSecret, levels: levels - 1 }
  if (Array.isArray(value)) return value.map((item) => shownValue(item, inside))
  const entries = Object.entries(value).map(([name, item]) => [
    redactText(name, known),
    typeof item === "string" && isDate(name, item)
      ? item
      : shownValue(item, { ...inside, isSecret: isSecret ?? hasSecrets(name) }),
  ])
  return Object.fromEntries(entries)
}

/** A request on its way. */
interface Sent {
  /** With its query. */
  readonly path: string
  readonly headers: HeaderValues
  /** As a value, before it is JSON. */
  readonly body?: unknown
  /** Secrets that are known to be some. */
  readonly others?: readonly string[]
}

/** The secrets in a request, which an answer may repeat, in every form that `redactText` must know. */
export function secretsOf({ path, headers, body, others = [] }: Sent): string[] {
  const found = [...others]
  for (const [name, value] of Object.entries(headers)) {
    if (!secretName.test(name)) continue
    const text = String(value).replace(/^\w+ /, "")
    found.push(text)
    // Each cookie on its own, too.
    if (/cookie$/i.test(name)) found.push(...text.split(";").map((cookie) => cookie.replace(/^[^=]*=/, "").trim()))
  }
  for (const [whole, ...before] of [...path.matchAll(secretText), ...path.matchAll(secretQuery)])
    addSecret(found, before.at(-1)?.slice(1, -1) ?? "", code(decodeURIComponent, whole.slice(before.join("").length)))
  collect(body, false, found)
  // One secret can hold another; and most are the same in every form.
  return [...new Set(found.flatMap(formsOf))].sort((a, b) => b.length - a.length)
}

/** A secret as it stands in text, in an address, in JSON, and in names of hosts and headers. One that is too short would hide too much. */
export function formsOf(secret: string): string[] {
  if (secret.length < 4) return []
  return [secret, code(encodeURIComponent, secret), JSON.stringify(secret).slice(1, -1), secret.toLowerCase()]
}

function addSecret(found: string[], name: string, text: string): void {
  if (!isDate(name, text)) found.push(text)
}

function collect(value: unknown, isSecret: boolean, found: string[], fieldName = ""): void {
  if (typeof value === "string" && isSecret) addSecret(found, fieldName, value)
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return
  for (const [name, item] of Object.entries(value)) collect(item, isSecret || secretName.test(name), found, name)
}

/** Text that cannot be encoded or decoded stays unchanged. */
function code(coder: (text: string) => string, text: string): string {
  try {
    return coder(text)
  } catch {
    return text
  }
}
