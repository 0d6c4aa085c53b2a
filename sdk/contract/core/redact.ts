import { jsonFromText } from "./parse-text.ts"
import { secretName, secretQuery, secretText, shownText } from "./secrets.gen.ts"

/** Headers of any transport: one value, or several. */
type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** The replacement of a secret. */
const hidden = "[redacted]"

const passwordInAddress = /(:\/\/[^\s/@:]*:)[^\s/@]+@/g

/** Redacts known secrets and text that looks like a secret. The prefix of the latter stays. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let redacted = text
  for (const secret of secrets) redacted = redacted.replaceAll(secret, hidden)
  redacted = redacted.replace(secretText, shownText + hidden).replace(passwordInAddress, `$1${hidden}@`)
  if (!redacted.includes("=")) return redacted
  return redacted.replace(secretQuery, (match: string, before: string) =>
    isDate(before.slice(1, -1), code(decodeURIComponent, match.slice(before.length))) ? match : before + hidden,
  )
}

/** A field for a time, such as `old_secret_until`, with a time as its text: not a secret, whatever its name. */
const isDate = (name: string, text: string): boolean => dateName.test(name) && dateText.test(text)
const dateName = /_(?:at|until|on|since|before|after)$/i
const dateText = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** Headers without the values of those that carry secrets. */
export function redactHeaders(headers: HeaderValues, secrets: readonly string[] = []): Record<string, string> {
  const redacted: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    // Still a valid header name.
    redacted[redactText(name, secrets).replaceAll(hidden, "redacted")] = secretName.test(name)
      ? hidden
      : redactText(String(value), secrets)
  }
  return redacted
}

/** Redacts a JSON value. */
export function redactValue(value: unknown, secrets: readonly string[] = []): unknown {
  return shownValue(value, { known: secrets, isSecret: undefined, levels: deepest })
}

/** The same for a value whose texts repeat a secret field, as a mail repeats a token. */
export function redactWhole(value: unknown, secrets: readonly string[] = []): unknown {
  return redactValue(value, secretsOf({ path: "", headers: {}, body: value, others: secrets }))
}

/** Redacts a body: as a value if it is JSON, otherwise as text. */
export function redactBody(text: string, secrets: readonly string[] = []): unknown {
  return redactValue(jsonFromText(text), secrets)
}

/** Whether the texts below a field are secret; undefined if that depends on their own fields. A description of a secret is not secret. */
const hasSecrets = (name: string) => (name === "validation_errors" ? false : secretName.test(name) || undefined)

/** How many levels are searched. The limit prevents a stack overflow. */
const deepest = 200

/** How to redact a value: the known secrets, the result for the field's name, and the levels left. */
interface Looking {
  readonly known: readonly string[]
  readonly isSecret: boolean | undefined
  readonly levels: number
}

function shownValue(value: unknown, { known: secrets, isSecret, levels }: Looking): unknown {
  if (typeof value === "string") return isSecret ? hidden : redactText(value, secrets)
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) return hidden
  const inside = { known: secrets, isSecret, levels: levels - 1 }
  if (Array.isArray(value)) return value.map((item) => shownValue(item, inside))
  const entries = Object.entries(value).map(([name, item]) => [
    redactText(name, secrets),
    typeof item === "string" && isDate(name, item)
      ? item
      : shownValue(item, { ...inside, isSecret: isSecret ?? hasSecrets(name) }),
  ])
  return Object.fromEntries(entries)
}

/** An outgoing request. */
interface Sent {
  /** With its query. */
  readonly path: string
  readonly headers: HeaderValues
  /** As a value, before JSON encoding. */
  readonly body?: unknown
  /** Further known secrets. */
  readonly others?: readonly string[]
}

/** The secrets in a request, which a response may repeat, in every form that `redactText` must know. */
export function secretsOf({ path, headers, body, others = [] }: Sent): string[] {
  const secrets = [...others]
  for (const [name, value] of Object.entries(headers)) {
    if (!secretName.test(name)) continue
    const text = String(value).replace(/^\w+ /, "")
    secrets.push(text)
    // Each cookie on its own, too.
    if (/cookie$/i.test(name)) secrets.push(...text.split(";").map((cookie) => cookie.replace(/^[^=]*=/, "").trim()))
  }
  for (const [match, ...before] of [...path.matchAll(secretText), ...path.matchAll(secretQuery)])
    addSecret(secrets, before.at(-1)?.slice(1, -1) ?? "", code(decodeURIComponent, match.slice(before.join("").length)))
  collect(body, false, secrets)
  // One secret can contain another, and most are the same in every form.
  return [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
}

/**
 * The forms of a secret in text, URLs, JSON, host and header names, and base64. A short secret is ignored: it would hide
 * too much.
 */
export function formsOf(secret: string): string[] {
  if (secret.length < 4) return []
  return [
    secret,
    code(encodeURIComponent, secret),
    JSON.stringify(secret).slice(1, -1),
    secret.toLowerCase(),
    ...base64Forms(secret),
  ]
}

/** Bytes. The base64 of fewer could be part of a word. */
const shortestInBase64 = 9

/**
 * What base64 has of a secret, with anything before and after it, as `user:secret` in Basic authentication: the characters
 * at its ends also depend on its neighbours, and are left out where there are any.
 */
function base64Forms(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join("")
  if (bytes.length < shortestInBase64) return []
  const encoded = btoa(bytes)
  const inside = [0, 1, 2].map((before) => {
    const bits = (before + bytes.length) * 8
    return btoa("\0".repeat(before) + bytes).slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
  })
  const forms = [encoded, ...inside]
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))]
}

function addSecret(secrets: string[], name: string, text: string): void {
  if (!isDate(name, text)) secrets.push(text)
}

function collect(value: unknown, isSecret: boolean, secrets: string[], fieldName = ""): void {
  if (typeof value === "string" && isSecret) addSecret(secrets, fieldName, value)
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return
  for (const [name, item] of Object.entries(value)) collect(item, isSecret || secretName.test(name), secrets, name)
}

/** Text that cannot be encoded or decoded stays unchanged. */
function code(coder: (text: string) => string, text: string): string {
  try {
    return coder(text)
  } catch {
    return text
  }
}
