import type { NewDeliveryFault, NewRequestFault } from "../../mock-server/base/models.gen.ts"

/** A day as data: it can be printed, reduced, and run by any way to the service. */
export interface Plan {
  readonly seed: number
  /** Milliseconds. */
  readonly messageLatency: number
  readonly receivers: readonly ReceiverPlan[]
  readonly steps: readonly Step[]
  /** The faults, separate from the steps: a day with fewer of them is also valid. */
  readonly faults: readonly Fault[]
}

/** A step of a day, with its position. */
export type Step = { readonly at: number } & (
  | WriteStep
  /** A client repeats a write with a key after a crash, or without a definite answer. */
  | { readonly do: "repeat"; readonly write: number }
  | { readonly do: "advance"; readonly by: number; readonly waits: boolean }
  | { readonly do: "turn" }
  /** Reads a list page by page, while a client adds to it. */
  | { readonly do: "page"; readonly client: number }
  | { readonly do: "move"; readonly move: Move; readonly dice: number }
  | { readonly do: "stock" }
)

/** A client writes; the day may continue before the response. */
export interface WriteStep {
  readonly do: "write"
  readonly endpoint: string
  readonly client: number
  /** The number of the write, from 1. */
  readonly number: number
  readonly key: string | undefined
  readonly dice: number
  readonly waits: boolean
}

/** A write with its position in the day. */
export type MadeWrite = WriteStep & { readonly at: number }

/** A text contained in everything that this write creates, and in nothing else. */
export const markOf = ({ number }: Pick<WriteStep, "number">) => `w${number}x`

/** Actions without an endpoint: people pay, read, click and reply. */
export const moves = ["pay", "fail", "pay plan", "pause", "resume", "opened", "clicked", "bounced", "reply"] as const
export type Move = (typeof moves)[number]

/** The brands of a day's clients. The third is in another brand, with the keys of the first. */
export const clients = [
  { brand: "brand_main", keys: "a" },
  { brand: "brand_main", keys: "b" },
  { brand: "brand_second", keys: "a" },
] as const

/** The receiver of an endpoint of the day. */
export interface ReceiverPlan {
  readonly brand: "brand_main" | "brand_second"
  readonly handler: "fetch" | "node"
  readonly store: StoreName
}

export const storeNames = ["memory", "kept, late", "kept"] as const
/** `engine` is a store on a real engine, given to the day. */
export type StoreName = (typeof storeNames)[number] | "engine"

/** A receiver's misbehaviour with an event. */
export const lapses = ["responds with 500", "fails", "answers too late", "is down"] as const
export type Lapse = (typeof lapses)[number]

/** A fault, at the step with this position. */
export type Fault = { readonly at: number } & (
  | { readonly on: "request"; readonly rule: NewRequestFault }
  | { readonly on: "delivery"; readonly rule: NewDeliveryFault }
  | LapseFault
  | { readonly on: "endpoint off"; readonly webhook: number; readonly until: number }
  /** The world is rewound, and with it what its clients and receivers know. */
  | { readonly on: "rewind"; readonly saved: number }
  /** The server is killed, and another one loads the saved state. */
  | { readonly on: "kill"; readonly saved: number }
  | { readonly on: "key revoked"; readonly client: number }
  | { readonly on: "secret rotated"; readonly webhook: number; readonly until: number }
)

/** A receiver's lapse: on the first `attempts` of each event of one write. */
export interface LapseFault {
  readonly on: "receiver"
  readonly webhook: number
  readonly mark: string
  readonly lapse: Lapse
  readonly attempts: number
}
