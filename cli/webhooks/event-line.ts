import type { Screen } from "../output/output.ts"
import type { Received } from "./receiver.ts"

/** An event as data: the event itself, and what became of it. */
export function eventRow({ at, id, event, refusal, forwarded, status }: Received): object {
  return {
    ...(event ?? { id, type: null }),
    received_at: new Date(at).toISOString(),
    verified: event !== undefined,
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
  }
}

/** An event as a line for people. */
export function eventLine(received: Received, screen: Screen): string {
  const { at, id, event, refusal } = received
  const time = screen.paint("dim", new Date(at).toISOString().slice(11, 19))
  if (!event) return `${time} ${screen.paint("red", "✘ refused")} ${screen.safe(id)} ${screen.safe(refusal?.message)}`
  const type = screen.paint("bold", screen.safe(event.type).padEnd(16))
  return [
    time,
    screen.paint("green", "✔"),
    type,
    messageText(event.data, screen),
    forwardText(received, screen),
    screen.paint("dim", screen.safe(id)),
  ]
    .filter((part) => part !== "")
    .join("  ")
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
