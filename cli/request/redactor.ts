import { redactText } from "../../sdk/request/redact.ts"

const hidden = "[redacted]"
const secretField = /password|secret|token|api_?key/i

/** Takes secrets out of what is shown: those that look like one, those under a telling name, and those it was told. */
export class Redactor {
  readonly #known = new Set<string>()

  /** Remembers a secret, also as it would stand in an address. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < 4) return
    this.#known.add(secret)
    this.#known.add(encodeURIComponent(secret))
  }

  text(text: string): string {
    return redactText(text, [...this.#known])
  }

  /** A body: by its fields where it is JSON, as text where not. */
  body(text: string): string {
    try {
      return JSON.stringify(this.value(JSON.parse(text)))
    } catch {
      return this.text(text)
    }
  }

  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        typeof item === "string" && secretField.test(key) ? hidden : this.value(item),
      ]),
    )
  }
}
