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
  number("times", "How often", "always"),
  number("probability", "How likely, 0 to 1", "1"),
  number("from", "From the so many-th on", "1"),
]

/** Every field of a fault, of each kind, in the order of a form. A test compares them with those that the server takes. */
export const faultFields: Readonly<Record<"request" | "delivery", readonly FaultField[]>> = {
  request: [
    field("method", "Method", "any"),
    field("path", "Path", "/v1/my/*"),
    field("credential", "Credential, or its kind", "any"),
    field("key", "Idempotency key", "any"),
    json("query", "Query parameters, JSON", '{"page": "2"}'),
    field("contains", "Text in the body", "any"),
    number("status", "Status", "503"),
    field("error_code", "Error code"),
    number("retry_after", "Retry-After (s)"),
    json("body", "Body, text or JSON", '{"message": "busy"}'),
    json("headers", "Headers, JSON", '{"X-Trace": "abc"}'),
    number("latency_ms", "Wait (ms)"),
    choice("drop", "Cut the connection", ["before", "after"]),
    number("cut_at", "Cut after (bytes)"),
    number("drip_ms", "Pause between pieces (ms)"),
    ...frequency,
  ],
  delivery: [
    number("webhook_id", "Endpoint", "any"),
    field("event_type", "Event", "email.*"),
    choice("drop", "Lose it", ["before", "after"]),
    field("delay", "Later by", "10m"),
    number("duplicate", "Times more"),
    { name: "reorder", label: "Let the next go first", type: "check" },
    choice("signature", "Signature", ["wrong", "old", "other", "two"]),
    ...frequency,
  ],
}

/** A fault of what was typed; what is empty is left out. Text that is no JSON is a body as it stands. */
export function faultOf(on: "request" | "delivery", typed: Readonly<Record<string, string>>): object {
  const given = faultFields[on].flatMap(({ name, type, label }): [string, unknown][] => {
    const text = typed[name] ?? ""
    if (text === "") return []
    if (type === "number" && Number.isNaN(Number(text))) throw new Error(`${label}: this is no number`)
    if (type === "number") return [[name, Number(text)]]
    if (type === "check") return [[name, true]]
    if (type !== "json") return [[name, text]]
    try {
      return [[name, JSON.parse(text)]]
    } catch {
      if (name === "body") return [[name, text]]
      throw new Error(`${label}: this is no JSON`)
    }
  })
  return { on, ...Object.fromEntries(given) }
}
