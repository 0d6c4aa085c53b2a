import { Chance } from "./chance.ts"
import { faultsFor, upheavals } from "./plan-faults.ts"
import { clients, type Fault, moves, type Plan, type Step, storeNames, type WriteStep } from "./steps.ts"
import { writes } from "./writes.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const spans = [0, 0, second, minute, 61 * second, 5 * minute, 30 * minute, 2 * hour, 7 * hour, 26 * hour] as const

/** Each kind of write, repeated according to its share. */
const shares = Object.entries(writes).flatMap(([endpoint, { share }]) => Array<string>(share).fill(endpoint))

/** The day of a seed, with `length` steps. */
export function planOf(seed: number, length: number): Plan {
  const chance = new Chance(seed)
  const receivers = (["brand_main", "brand_main", "brand_second"] as const).map((brand) => ({
    brand,
    handler: chance.pick(["fetch", "node"] as const),
    store: chance.pick(storeNames),
  }))
  const steps: Step[] = []
  const faults: Fault[] = []
  const written: WriteStep[] = []
  for (let at = 1; at <= length; at++) {
    const step = stepAt(chance, at, written)
    steps.push(step)
    if (step.do !== "write") continue
    written.push(step)
    faults.push(...faultsFor(chance, step, receivers))
  }
  faults.push(...upheavals(chance, length))
  return { seed, messageLatency: chance.pick([0, 0, 2 * second]), receivers, steps, faults }
}

function stepAt(chance: Chance, at: number, written: readonly WriteStep[]): Step {
  const roll = chance.int(1, 100)
  const keyed = chance.one(written.filter(({ key }) => key !== undefined))
  if (roll <= 8 && keyed !== undefined) return { at, do: "repeat", write: keyed.number }
  if (roll <= 60) return { at, ...newWrite(chance, written) }
  if (roll <= 76) return { at, do: "advance", by: chance.pick(spans), waits: chance.in100(60) }
  if (roll <= 86) return { at, do: "turn" }
  if (roll <= 89) return { at, do: "page", client: chance.int(0, clients.length - 1) }
  if (roll <= 98) return { at, do: "move", move: chance.pick(moves), dice: chance.int(0, 999) }
  return { at, do: "stock" }
}

function newWrite(chance: Chance, written: readonly WriteStep[]): WriteStep {
  const endpoint = chance.one(shares) ?? "messages.send"
  const client = chance.int(0, clients.length - 1)
  // Clients number their own sends: the same key in two brands means different things.
  const earlierCount = written.filter((write) => write.endpoint === endpoint && write.client === client).length
  // Actors are the same, whichever client uses them.
  const lane = writes[endpoint]?.actor === undefined ? clients[client]?.keys : `client-${client}`
  const hasKey = writes[endpoint]?.keyed === true && !(endpoint === "messages.send" && chance.in100(15))
  return {
    do: "write",
    endpoint,
    client,
    number: written.length + 1,
    key: hasKey ? `${lane}-${endpoint}-${earlierCount + 1}.` : undefined,
    dice: chance.int(0, 999),
    waits: chance.in100(65),
  }
}

/** A day on which everything is done once, in sequence, without faults. */
export function planOfEverything(): Plan {
  const receivers = [
    { brand: "brand_main", handler: "node", store: "memory" },
    { brand: "brand_main", handler: "fetch", store: "kept" },
    { brand: "brand_second", handler: "node", store: "kept, late" },
  ] as const
  const steps: Step[] = Object.keys(writes).map((endpoint, index) => ({
    at: index + 1,
    do: "write",
    endpoint,
    client: 0,
    number: index + 1,
    key: writes[endpoint]?.keyed ? `everything-${endpoint}` : undefined,
    dice: 0,
    waits: true,
  }))
  const others: Step[] = moves.map((move, index) => ({ at: steps.length + index + 1, do: "move", move, dice: 0 }))
  const at = steps.length + others.length + 1
  return {
    seed: 0,
    messageLatency: 0,
    receivers,
    steps: [...steps, ...others, { at, do: "page", client: 0 }],
    faults: [],
  }
}
