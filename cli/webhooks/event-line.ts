import { fitParts, type Part } from "../output/fit.ts"
import type { Screen } from "../output/output.ts"
import { tones } from "../output/states.ts"
import { localText } from "../output/times.ts"
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

/** An event as a line for people; as several where the terminal is narrow. */
export function eventLine(received: Received, screen: Screen): string {
  const { at, id, event, refusal } = received
  const time: Part = { text: localText(at, screen, true).slice(11), paint: (text) => screen.paint("dim", text) }
  const ids: Part = { text: screen.safe(id), isId: true, paint: (text) => screen.paint("dim", text) }
  if (!event) {
    const refused: Part = { text: `${tones.bad.sign} refused`, paint: (text) => screen.paint("red", text) }
    return fitParts([time, refused, { text: screen.safe(refusal?.message) }, ids], screen)
  }
  const parts: Part[] = [
    time,
    { text: tones.good.sign, paint: (text) => screen.paint("green", text) },
    { text: screen.safe(event.type).padEnd(screen.columns < 80 ? 0 : 16), paint: (text) => screen.paint("bold", text) },
    { text: messageText(event.data, screen) },
    { text: forwardText(received, screen) },
    ids,
  ]
  return fitParts(parts, screen)
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
