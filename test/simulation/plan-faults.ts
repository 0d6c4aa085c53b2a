import type { NewDeliveryFault, NewRequestFault } from "../../mock-server/base/models.gen.ts"
import type { Chance } from "./chance.ts"
import { type Fault, lapses, type MadeWrite, markOf, type ReceiverPlan, type WriteStep } from "./steps.ts"
import { writes } from "./writes.ts"

const responseFaults: readonly NewRequestFault[] = [
  { drop: "before" },
  { drop: "after" },
  { drop: "after" },
  { status: 429, retry_after: 2 },
  { status: 503 },
  { status: 503, retry_after: 30 },
  { status: 502, body: "<html><body>502 Bad Gateway</body></html>" },
  { cut_at: 12 },
]

const attempts: readonly Omit<NewDeliveryFault, "on">[] = [
  { drop: "before" },
  { drop: "after" },
  { drop: "after" },
  { delay: 30_000 },
  { delay: 600_000 },
  { duplicate: 1 },
  { duplicate: 2 },
  { reorder: true },
  { signature: "wrong" },
  { signature: "old" },
  { signature: "other" },
]

/** The faults of a write: of its requests, and of its webhooks. */
export function faultsFor(chance: Chance, step: MadeWrite, receivers: readonly ReceiverPlan[]): Fault[] {
  const { at, endpoint } = step
  const faults: Fault[] = []
  for (let more = chance.in100(35); more; more = chance.in100(30)) {
    faults.push({ at, on: "request", rule: { ...chance.one(responseFaults), ...placeOf(step), times: 1 } })
  }
  if (endpoint !== "messages.send") return faults
  const webhook = chance.int(1, receivers.length)
  if (chance.in100(20)) {
    faults.push({
      at,
      on: "delivery",
      rule: { ...chance.one(attempts), on: "delivery", webhook_id: webhook, times: 1 },
    })
  }
  if (chance.in100(30)) {
    faults.push({
      at,
      on: "receiver",
      webhook,
      mark: markOf(step),
      lapse: chance.pick(lapses),
      attempts: chance.pick([1, 1, 1, 2, 3, 7]),
    })
  }
  return faults
}

/** Distinguishes the requests of a write from all others, as far as possible. */
function placeOf({ endpoint, key, number }: WriteStep): NewRequestFault {
  if (key !== undefined) return { key }
  if (endpoint === "imports.create") return { path: "/v1/my/imports" }
  return writes[endpoint]?.makes === undefined ? { method: "POST" } : { contains: markOf({ number }) }
}

/** The faults of a day as a whole. */
export function upheavals(chance: Chance, length: number): Fault[] {
  const faults: Fault[] = []
  const somewhere = () => chance.int(1, length)
  const later = (at: number) => chance.int(at, length)
  if (chance.in100(45)) {
    const at = somewhere()
    faults.push({ at, on: "endpoint off", webhook: chance.int(1, 3), until: later(at) })
  }
  for (const on of ["rewind", "kill"] as const) {
    if (!chance.in100(25)) continue
    const saved = somewhere()
    faults.push({ at: later(saved), on, saved })
  }
  if (chance.in100(25)) faults.push({ at: somewhere(), on: "key revoked", client: chance.int(0, 2) })
  if (chance.in100(25)) {
    const at = somewhere()
    faults.push({ at, on: "secret rotated", webhook: chance.int(1, 3), until: later(at) })
  }
  return faults
}
