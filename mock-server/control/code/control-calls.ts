import type { ControlLogEntry } from "../../world/control-log.ts"
import { literal } from "./literal.ts"

/** Omitted calls: time moves are reproduced by advancing to each time. */
const notReproduced =
  /^(POST \/clock\/advance|PUT \/clock|POST \/checkpoints|DELETE \/(checkpoints|requests|worlds)|POST \/worlds)/

const idIn = (path: string, at: number) => decodeURIComponent(path.split("/")[at] ?? "")

/** Calls that read better as a method of the world. */
const methods: Readonly<Record<string, (act: ControlLogEntry) => string>> = {
  "POST /messages/{id}/events": ({ path, body }) => `world.messages.event(${idIn(path, 2)}, ${literal(body)})`,
  "POST /inbound": ({ body }) => `world.inbound(${literal(body)})`,
  "POST /faults": ({ body }) => `world.faults.add(${literal(withoutWaits(body))})`,
  "PUT /faults/profile": ({ body }) => `world.faults.profile(${literal(body)})`,
  "POST /outcomes": ({ body }) => `world.outcomes.add(${literal(body)})`,
  "POST /contacts": ({ body }) => `await world.contacts.fill(${literal(body)})`,
  "POST /senders": ({ body }) => `world.senders.set(${literal(body)})`,
  "POST /webhooks/allow_local": () => "world.webhooks.allowLocal()",
  "POST /deliveries/{id}/redeliver": ({ path, body }) =>
    `world.deliveries.redeliver(${[idIn(path, 2), ...(Object(body).retry === true ? [literal(body)] : [])].join(", ")})`,
}

/** A fault's latency takes real time and does not change the response. */
const withoutWaits = (fault: unknown) => {
  const waits = { latency_ms: 0, drip_ms: 1 }
  return { ...Object(fault), ...Object.fromEntries(Object.entries(waits).filter(([name]) => name in Object(fault))) }
}

export function controlCallLine(act: ControlLogEntry): string[] {
  const { call, path, body } = act
  if (notReproduced.test(call)) return []
  const declaration = methods[call]
  if (declaration !== undefined) return [declaration(act)]
  const [method] = call.split(" ")
  const sent =
    body === undefined
      ? ""
      : `, headers: { "Content-Type": "application/json" }, body: JSON.stringify(${literal(body)})`
  return [`await world.fetch(${JSON.stringify(`/_mock${path}`)}, { method: "${method}"${sent} })`]
}
