import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import {
  formsOf,
  redactBody,
  redactHeaders,
  redactText,
  redactValue,
  redactWhole,
  secretsOf,
} from "../../../sdk/contract/core/redact.ts"

type Sent = Parameters<typeof secretsOf>[0]

/** A bare prefix such as `mas_` is not a secret: do not hide it. */
function isBeginning(text: string): boolean {
  const redacted = redactText(`${text}x`)
  return redacted.startsWith(text) && redacted !== `${text}x`
}

/** Removes from output what the contract marks as secret, what looks like a secret, and known secrets. */
export class Redactor {
  #known: readonly string[] = []

  add(secret: string | undefined): void {
    if (secret !== undefined && !isBeginning(secret)) this.#remember(formsOf(secret))
  }

  /** Registers the secrets of a request, since its response may repeat them. */
  addFrom({ path, headers, body }: Sent): void {
    this.#remember(secretsOf({ path, headers, body: typeof body === "string" ? jsonFromText(body) : undefined }))
  }

  text(text: string): string {
    return redactText(text, this.#known)
  }

  /** Redacts the program's own text, but not known secrets that are plain words, such as a key typed by mistake. */
  own(text: string): string {
    return redactText(
      text,
      this.#known.filter((secret) => !/^[a-z][a-z-]*$/i.test(secret)),
    )
  }

  headers(headers: Sent["headers"]): Record<string, string> {
    return redactHeaders(headers, this.#known)
  }

  value(value: unknown): unknown {
    return redactValue(value, this.#known)
  }

  /** The same for a value whose texts repeat one of its fields, as a mail repeats a token. */
  whole(value: unknown): unknown {
    return redactWhole(value, this.#known)
  }

  /** Redacts a body: by field if it is JSON, otherwise as text. */
  body(text: string): string {
    const redacted = redactBody(text, this.#known)
    return typeof redacted === "string" ? redacted : JSON.stringify(redacted)
  }

  /** True when redaction would change a text; checks the fields of JSON too. */
  hides(text: string): boolean {
    const value = jsonFromText(text)
    return typeof value === "object"
      ? JSON.stringify(this.value(value)) !== JSON.stringify(value)
      : this.text(text) !== text
  }

  #remember(forms: readonly string[]): void {
    this.#known = [...new Set([...this.#known, ...forms])].sort((a, b) => b.length - a.length)
  }
}
