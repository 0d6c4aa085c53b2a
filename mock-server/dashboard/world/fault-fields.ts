/** A form field of a fault. */
export interface FaultField {
  readonly name: string
  readonly label: string
  readonly type: "text" | "number" | "json" | "check" | readonly string[]
  readonly example: string
}

const field = (name: string, label: string, type: FaultField["type"], example = "") => ({ name, label, type, example })

const frequency = [
  field("times", "Times", "number", "no limit"),
  field("probability", "Probability, 0 to 1", "number", "1"),
  field("from", "From the nth match", "number", "1"),
]

interface FaultForm {
  /** The main fields of the kind. */
  readonly first: readonly FaultField[]
  readonly more: readonly FaultField[]
}

/** The fields of each kind of fault, in form order. A test compares them with those that the server accepts. */
export const faultFields: Readonly<Record<"request" | "delivery", FaultForm>> = {
  request: {
    first: [field("path", "Path", "text", "/v1/my/*"), field("status", "Status", "number", "503")],
    more: [
      field("method", "Method", "text", "any"),
      field("credential", "Credential or its kind", "text", "any"),
      field("key", "Idempotency key", "text", "any"),
      field("query", "Query parameters, JSON", "json", '{"page": "2"}'),
      field("contains", "Text in the body", "text", "any"),
      field("error_code", "Error code", "text"),
      field("retry_after", "Retry-After (s)", "number"),
      field("body", "Response body, text or JSON", "json", '{"message": "busy"}'),
      field("headers", "Response headers, JSON", "json", '{"X-Trace": "abc"}'),
      field("latency_ms", "Latency (ms)", "number"),
      field("drop", "Cut the connection", ["before", "after"]),
      field("cut_at", "Cut after (bytes)", "number"),
      field("drip_ms", "Pause between chunks (ms)", "number"),
      ...frequency,
    ],
  },
  delivery: {
    first: [field("event_type", "Event", "text", "email.*"), field("drop", "Lose it", ["before", "after"])],
    more: [
      field("webhook_id", "Endpoint", "number", "any"),
      field("delay", "Delay", "text", "10m"),
      field("duplicate", "Duplicates", "number"),
      field("reorder", "Send it after the next one", "check"),
      field("signature", "Signature", ["wrong", "old", "other", "two"]),
      ...frequency,
    ],
  },
}

/** A fault from the typed fields; empty fields are left out. Text that is not JSON is used as the body unchanged. */
export function faultOf(on: "request" | "delivery", typed: Readonly<Record<string, string>>): object {
  const { first, more } = faultFields[on]
  const entries = [...first, ...more].flatMap(({ name, type, label }): [string, unknown][] => {
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
  return { on, ...Object.fromEntries(entries) }
}
