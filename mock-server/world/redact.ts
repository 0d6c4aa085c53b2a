import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"

const redacted = "[redacted]"

/** Fields whose value is a secret, whatever it looks like. */
const secretFields = new Set([
  "password",
  "password_confirmation",
  "token",
  "invite_token",
  "payment_token",
  "secret",
  "authorization",
])

/** What is a secret wherever it stands: webhook secrets, keys of the service, JSON Web Tokens. */
const secretTexts = new RegExp(
  `(whsec_|${Object.values(credentialPrefixes).join("|")})[A-Za-z0-9+/=_-]+|\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*`,
  "g",
)

/** A body as it may be shown: parsed where it is JSON, its secrets redacted. */
export function redactedBody(text: string | null): unknown {
  if (text === null || text === "") return null
  try {
    return redactedValue(JSON.parse(text))
  } catch {
    return redactedText(text)
  }
}

/** Text with the secrets in it redacted; how each begins stays, so that its kind can be told. */
export function redactedText(text: string): string {
  return text.replace(secretTexts, (_secret, prefix: string | undefined) => `${prefix ?? ""}${redacted}`)
}

function redactedValue(value: unknown): unknown {
  if (typeof value === "string") return redactedText(value)
  if (Array.isArray(value)) return value.map(redactedValue)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === "string" && secretFields.has(name.toLowerCase()) ? redacted : redactedValue(inner),
    ]),
  )
}
