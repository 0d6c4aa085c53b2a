import { credentialPrefixes } from "../contract/core/credentials.ts"
import type { HeaderRecord } from "../transport/headers.ts"

const hidden = "[redacted]"
const prefixes = Object.values(credentialPrefixes).join("|")
/** Credentials and secrets that show what they are: keys of the service, signing secrets, JSON Web Tokens. */
const secretText = new RegExp(`(?:${prefixes})[\\w-]+|whsec_[\\w+/=-]+|\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*`, "g")
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie)$|token|secret|api-?key/i
const secretField = /password|secret|token|api_?key/i

/** Text without what looks like a secret, nor any of the secrets named. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let result = text.replace(secretText, hidden)
  for (const secret of secrets) result = result.replaceAll(secret, hidden)
  return result
}

/** Headers without the values of those that carry credentials. */
export function redactHeaders(headers: HeaderRecord): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = secretHeader.test(name) ? hidden : redactText(String(value))
  }
  return result
}

/** A JSON value with the texts in it redacted. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redactText(key, secrets), redactValue(item, secrets)]),
  )
}

/** The secrets of a request, which an error answer may repeat: credentials in its headers, passwords and tokens in its body. */
export function secretsOf(headers: HeaderRecord, body: unknown): string[] {
  const found = Object.entries(headers)
    .filter(([name]) => secretHeader.test(name))
    .map(([, value]) => String(value).replace(/^\w+ /, ""))
  collect(body, found)
  return found.filter((secret) => secret.length > 3)
}

function collect(value: unknown, found: string[]): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "string" && secretField.test(key)) found.push(item)
    else collect(item, found)
  }
}
