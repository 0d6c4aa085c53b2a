import { defined } from "../../../sdk/client/transport/fields.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { fitParts, type Part } from "../../terminal/output/fit-parts.ts"
import { wrapNote } from "../../terminal/output/note.ts"
import { countText } from "../../terminal/output/numbers.ts"
import type { Screen } from "../../terminal/output/output.ts"
import { tones } from "../../terminal/output/states.ts"
import { localText } from "../../terminal/output/times.ts"
import { maxAttempts } from "./attempts.ts"
import { type Forwarded, isAcknowledged, type Received } from "./receiver.ts"

export interface Shown {
  readonly headers: boolean
  /** The body's bytes, as text. */
  readonly body: boolean
}

export function eventRow(received: Received, view: Shown): object {
  const { at, id, event, refusal, forwarded, status, isVerified, attempt, headers, body } = received
  return {
    id,
    ...(event ?? { type: null }),
    received_at: new Date(at).toISOString(),
    verified: isVerified,
    attempt,
    attempts_at_most: maxAttempts,
    ...(refusal ? { refusal: refusal.reason } : {}),
    response_status: status,
    ...(forwarded ? { forwarded: forwardedRow(forwarded) } : {}),
    ...(view.headers ? { headers } : {}),
    ...(view.body ? { body: textOf(body) } : {}),
  }
}

function forwardedRow({ url, status, error, response, duration }: Forwarded) {
  return { url, status: status ?? null, ...defined({ error, response }), duration_ms: duration }
}

const textOf = (body: Uint8Array) => new TextDecoder().decode(body)

export function eventLine(received: Received, screen: Screen, view: Shown): string {
  return [lineOf(received, screen), ...responseLines(received, screen), ...detailLines(received, screen, view)].join(
    "\n",
  )
}

/** The reason given in the response of the program behind `--forward-to`. */
export function responseLines({ forwarded }: Received, screen: Screen): string[] {
  if (forwarded?.response === undefined) return []
  return [wrapNote(`  ${screen.paint("yellow", `its response: ${screen.safe(forwarded.response)}`)}`, screen, 4)]
}

/** Headers and body below the event, each if requested. */
export function detailLines({ headers, body }: Received, screen: Screen, view: Shown): string[] {
  const { safe, paint } = screen
  const headerLines = Object.entries(headers).map(([name, value]) => `  ${paint("dim", safe(name))}: ${safe(value)}`)
  const value = jsonFromText(textOf(body))
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  const lines = [
    ...(view.headers ? headerLines : []),
    ...(view.body ? text.split("\n").map((line) => `  ${safe(line)}`) : []),
  ]
  return lines.map((line) => wrapNote(line, screen, 4))
}

/** Wraps to several lines on a narrow terminal. */
function lineOf(received: Received, screen: Screen): string {
  const { at, id, event, refusal } = received
  const time: Part = { text: localText(at, screen, true).slice(11), paint: (text) => screen.paint("dim", text) }
  const ids: Part = { text: screen.safe(id), isId: true, paint: (text) => screen.paint("dim", text) }
  if (!event) {
    const refusalPart: Part = { text: `${tones.bad.sign} refused`, paint: (text) => screen.paint("red", text) }
    return fitParts([time, refusalPart, { text: screen.safe(refusal?.message) }, ids], screen)
  }
  const parts: Part[] = [
    time,
    received.isVerified
      ? { text: tones.good.sign, paint: (text) => screen.paint("green", text) }
      : { text: "? not verified", paint: (text) => screen.paint("yellow", text) },
    { text: screen.safe(event.type).padEnd(screen.columns < 80 ? 0 : 16), paint: (text) => screen.paint("bold", text) },
    { text: messageText(event.data, screen) },
    { text: attemptText(received, screen) },
    { text: forwardText(received, screen) },
    ids,
  ]
  return fitParts(parts, screen)
}

/** The number of the attempt, unless the first one succeeded. */
function attemptText({ attempt, status }: Received, { paint }: Screen): string {
  const isPlain = attempt === 1 && isAcknowledged(status)
  return isPlain ? "" : paint("yellow", `attempt ${attempt} of ${maxAttempts}`)
}

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
  return `${paint(isAcknowledged(status) ? "green" : "yellow", `→ ${status}`)} ${paint("dim", `${countText(duration)} ms`)}`
}
