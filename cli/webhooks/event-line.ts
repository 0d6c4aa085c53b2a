import { jsonFromText } from "../../sdk/contract/core/text-values.ts"
import type { Screen } from "../output/output.ts"
import { mostAttempts } from "./attempts.ts"
import type { Received } from "./receiver.ts"

/** What more of an event is shown. */
export interface Shown {
  readonly headers: boolean
  /** The bytes as they came, as text. */
  readonly body: boolean
}

/** An event as data: the event itself, and what became of it. */
export function eventRow(received: Received, shown: Shown): object {
  const { at, id, event, refusal, forwarded, status, isVerified, attempt, headers, body } = received
  return {
    id,
    ...(event ?? { type: null }),
    received_at: new Date(at).toISOString(),
    verified: isVerified,
    attempt,
    attempts_at_most: mostAttempts,
    ...(refusal ? { refusal: refusal.reason } : {}),
    answered: status,
    ...(forwarded
      ? {
          forwarded: {
            url: forwarded.url,
            status: forwarded.status ?? null,
            ...(forwarded.error === undefined ? {} : { error: forwarded.error }),
            duration_ms: forwarded.duration,
          },
        }
      : {}),
    ...(shown.headers ? { headers } : {}),
    ...(shown.body ? { body: textOf(body) } : {}),
  }
}

const textOf = (body: Uint8Array) => new TextDecoder().decode(body)

/** An event as a line for people. */
export function eventLine(received: Received, screen: Screen, shown: Shown): string {
  return [lineOf(received, screen), ...detailLines(received, screen, shown)].join("\n")
}

/** Headers and body below it, each where it is asked for. */
export function detailLines({ headers, body }: Received, { safe, paint }: Screen, shown: Shown): string[] {
  const named = Object.entries(headers).map(([name, value]) => `  ${paint("dim", safe(name))}: ${safe(value)}`)
  const value = jsonFromText(textOf(body))
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  return [...(shown.headers ? named : []), ...(shown.body ? text.split("\n").map((line) => `  ${safe(line)}`) : [])]
}

function lineOf(received: Received, screen: Screen): string {
  const { at, id, event, refusal } = received
  const time = screen.paint("dim", new Date(at).toISOString().slice(11, 19))
  if (!event) return `${time} ${screen.paint("red", "✘ refused")} ${screen.safe(id)} ${screen.safe(refusal?.message)}`
  const type = screen.paint("bold", screen.safe(event.type).padEnd(16))
  return [
    time,
    received.isVerified ? screen.paint("green", "✔") : screen.paint("yellow", "? not verified"),
    type,
    messageText(event.data, screen),
    attemptText(received, screen),
    forwardText(received, screen),
    screen.paint("dim", screen.safe(id)),
  ]
    .filter((part) => part !== "")
    .join("  ")
}

/** Which attempt it is, where there was one before it or will be one after it. */
function attemptText({ attempt, status }: Received, { paint }: Screen): string {
  const isPlain = attempt === 1 && status >= 200 && status < 300
  return isPlain ? "" : paint("yellow", `attempt ${attempt} of ${mostAttempts}`)
}

/** Which message, and to whom. */
function messageText(data: unknown, { safe }: Screen): string {
  const field = (name: string) => (typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined)
  const id = field("message_id")
  const who = field("from") ?? field("to")
  return [id ? `message ${safe(id)}` : "", who ? safe(who) : "", field("test") ? "(test)" : ""]
    .filter(Boolean)
    .join(" ")
}

function forwardText({ forwarded }: Received, { paint, safe }: Screen): string {
  if (!forwarded) return ""
  const { status, error, duration } = forwarded
  if (status === undefined) return paint("red", `→ ${safe(error)}`)
  return `${paint(status >= 200 && status < 300 ? "green" : "yellow", `→ ${status}`)} ${paint("dim", `${duration} ms`)}`
}
