import { jsonFromText } from "../../sdk/contract/core/parse-text.ts"
import {
  formsOf,
  redactBody,
  redactHeaders,
  redactText,
  redactValue,
  redactWhole,
  secretsOf,
} from "../../sdk/contract/core/redact.ts"

type Sent = Parameters<typeof secretsOf>[0]

/** A bare prefix such as `mas_` is not a secret: do not hide it. */
function isBeginning(text: string): boolean {
  const shown = redactText(`${text}x`)
  return shown.startsWith(text) && shown !== `${text}x`
}

/** Removes from output what the contract marks as secret, what looks like a secret, and the secrets that it knows. */
export class Redactor {
  #known: readonly string[] = []

  add(secret: string | undefined): void {
    if (secret !== undefined && !isBeginning(secret)) this.#remember(formsOf(secret))
  }

  /** Remembers the secrets of a request: its answer may repeat them. */
  addFrom({ path, headers, body }: Sent): void {
    this.#remember(secretsOf({ path, headers, body: typeof body === "string" ? jsonFromText(body) : undefined }))
  }

  text(text: string): string {
    return redactText(text, this.#known)
  }

  /** Words of ours: a secret that is a mere word, such as a key by mistake, may be one of them. */
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

  /** The same where texts repeat what a field of the value says, as a mail does a token. */
  whole(value: unknown): unknown {
    return redactWhole(value, this.#known)
  }

  /** A body: by its fields where it is JSON, as text where not. */
  body(text: string): string {
    const shown = redactBody(text, this.#known)
    return typeof shown === "string" ? shown : JSON.stringify(shown)
  }

  /** True where something would be taken out of a text, by its fields too where it is JSON. */
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
