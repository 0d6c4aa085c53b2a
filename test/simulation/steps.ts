import type { NewDeliveryFault, NewRequestFault } from "../../mock-server/base/models.gen.ts"

/** A day as data: it can be printed, cut down, and lived through by any way to the service. */
export interface Plan {
  readonly seed: number
  /** Milliseconds. */
  readonly messageLatency: number
  readonly receivers: readonly ReceiverPlan[]
  readonly steps: readonly Step[]
  /** What goes wrong, apart from the steps: a day with fewer of them is a day too. */
  readonly faults: readonly Fault[]
}

/** A piece of an ordinary day, by its place in it. */
export type Step = { readonly at: number } & (
  | WriteStep
  /** A client that does not know what became of a write with a key, or has crashed since, makes it again. */
  | { readonly do: "repeat"; readonly write: number }
  | { readonly do: "advance"; readonly by: number; readonly waits: boolean }
  | { readonly do: "turn" }
  /** Reads a list page by page, while a client adds to it. */
  | { readonly do: "page"; readonly client: number }
  | { readonly do: "move"; readonly move: Move; readonly dice: number }
  | { readonly do: "stock" }
)

/** A client writes; the day goes on before some have their answer. */
export interface WriteStep {
  readonly do: "write"
  readonly endpoint: string
  readonly client: number
  /** Counts writes from 1. */
  readonly number: number
  readonly key: string | undefined
  readonly dice: number
  readonly waits: boolean
}

/** A write at its place in the day. */
export type MadeWrite = WriteStep & { readonly at: number }

/** What stands in what a write wrote, and in nothing else. */
export const markOf = ({ number }: Pick<WriteStep, "number">) => `w${number}x`

/** What happens without an endpoint: people pay, read, click and answer. */
export const moves = ["pay", "fail", "pay plan", "pause", "resume", "opened", "clicked", "bounced", "reply"] as const
export type Move = (typeof moves)[number]

/** Where the clients of a day act. The third is in another brand, with the keys of the first. */
export const clients = [
  { brand: "brand_main", keys: "a" },
  { brand: "brand_main", keys: "b" },
  { brand: "brand_second", keys: "a" },
] as const

/** What stands behind an endpoint of the day. */
export interface ReceiverPlan {
  readonly brand: "brand_main" | "brand_second"
  readonly handler: "fetch" | "node"
  readonly store: StoreName
}

export const storeNames = ["memory", "kept, late", "kept"] as const
/** `engine` is a store on a real one, which the day is lived with. */
export type StoreName = (typeof storeNames)[number] | "engine"

/** What a receiver does with an event instead of what it should. */
export const lapses = ["answers 500", "fails", "answers too late", "is down"] as const
export type Lapse = (typeof lapses)[number]

/** Something that goes wrong, at the step with this place. */
export type Fault = { readonly at: number } & (
  | { readonly on: "request"; readonly rule: NewRequestFault }
  | { readonly on: "delivery"; readonly rule: NewDeliveryFault }
  | LapseFault
  | { readonly on: "endpoint off"; readonly webhook: number; readonly until: number }
  /** The world goes back to where it was, and with it what its clients and receivers know. */
  | { readonly on: "rewind"; readonly saved: number }
  /** The server is killed, and another one loads what was kept. */
  | { readonly on: "kill"; readonly saved: number }
  | { readonly on: "key revoked"; readonly client: number }
  | { readonly on: "secret rotated"; readonly webhook: number; readonly until: number }
)

/** A receiver's lapse: on so many attempts of each event of one write. */
export interface LapseFault {
  readonly on: "receiver"
  readonly webhook: number
  readonly mark: string
  readonly lapse: Lapse
  readonly attempts: number
}
