import type { Control, ControlSent, ControlSpec } from "../../control/control.ts"
import type { WorldInfo } from "../../control/worlds.ts"
import type { MockClientOptions } from "../client-options.ts"

/** Makes a control call for one world; throws for invalid input. @internal */
export type CallControl = <S extends ControlSpec, R>(control: Control<S, R>, sent: ControlSent<S>) => R

/** Sends a request. @internal */
export type SendRequest = NonNullable<MockClientOptions["fetch"]>

/** A connection to a world: in process, or over HTTP, where every result is a promise. @internal */
export interface WorldConnection<W> {
  /** `main`, or the name in the prefix `/@<id>/`. */
  readonly id: string
  /** The world's base address. */
  readonly url: string
  /** The server API key of the seeded account `main`. */
  readonly apiKey: string
  readonly clientOptions: MockClientOptions
  readonly call: CallControl
  readonly fetch: SendRequest
  /** Connects to a world created next to this one. */
  readonly beside: (created: WorldInfo) => W
  /** Deletes this world, if it exists and is not `main`. */
  readonly close: () => Promise<void>
}
