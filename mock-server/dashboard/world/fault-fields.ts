/** How what is typed into a field goes into a fault. */
export interface FaultField {
  readonly name: string
  readonly label: string
  readonly type: "text" | "number" | "json" | "choice" | "check"
  readonly example?: string
  readonly choices?: readonly string[]
}

const field = (name: string, label: string, example = ""): FaultField => ({ name, label, type: "text", example })
const number = (name: string, label: string, example = ""): FaultField => ({ name, label, type: "number", example })
const json = (name: string, label: string, example: string): FaultField => ({ name, label, type: "json", example })
const choice = (name: string, label: string, choices: readonly string[]): FaultField => ({
  name,
  label,
  type: "choice",
  choices,
})

const frequency = [
  number("times", "Times", "no limit"),
  number("probability", "Probability, 0 to 1", "1"),
  number("from", "From the nth match", "1"),
]

interface FaultForm {
  /** What every fault of its kind is about. */
  readonly first: readonly FaultField[]
  readonly more: readonly FaultField[]
}

/** Every field of a fault, of each kind, in the order of a form. A test compares them with those that the server takes. */
export const faultFields: Readonly<Record<"request" | "delivery", FaultForm>> = {
  request: {
    first: [field("path", "Path", "/v1/my/*"), number("status", "Status", "503")],
    more: [
      field("method", "Method", "any"),
      field("credential", "Credential or its kind", "any"),
      field("key", "Idempotency key", "any"),
      json("query", "Query parameters, JSON", '{"page": "2"}'),
      field("contains", "Text in the body", "any"),
      field("error_code", "Error code"),
      number("retry_after", "Retry-After (s)"),
      json("body", "Response body, text or JSON", '{"message": "busy"}'),
      json("headers", "Response headers, JSON", '{"X-Trace": "abc"}'),
      number("latency_ms", "Latency (ms)"),
      choice("drop", "Cut the connection", ["before", "after"]),
      number("cut_at", "Cut after (bytes)"),
      number("drip_ms", "Pause between chunks (ms)"),
      ...frequency,
    ],
  },
  delivery: {
    first: [field("event_type", "Event", "email.*"), choice("drop", "Lose it", ["before", "after"])],
    more: [
      number("webhook_id", "Endpoint", "any"),
      field("delay", "Delay", "10m"),
      number("duplicate", "Duplicates"),
      { name: "reorder", label: "Send it after the next one", type: "check" },
      choice("signature", "Signature", ["wrong", "old", "other", "two"]),
      ...frequency,
    ],
  },
}

/** A fault from the typed fields; empty fields are left out. Text that is not JSON is used as the body unchanged. */
export function faultOf(on: "request" | "delivery", typed: Readonly<Record<string, string>>): object {
  const { first, more } = faultFields[on]
  const given = [...first, ...more].flatMap(({ name, type, label }): [string, unknown][] => {
    const text = typed[name] ?? ""
    if (text === "") return []
    if (type === "number" && Number.isNaN(Number(text))) throw new Error(`${label}: not a number`)
    if (type === "number") return [[name, Number(text)]]
    if (type === "check") return [[name, true]]
    if (type !== "json") return [[name, text]]
    try {
      return [[name, JSON.parse(text)]]
    } catch {
      if (name === "body") return [[name, text]]
      throw new Error(`${label}: not valid JSON`)
    }
  })
  return { on, ...Object.fromEntries(given) }
}
