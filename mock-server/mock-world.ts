import { type Advanced, type ClockView, clockControls } from "./control/clock.ts"
import { contactControls, type Filled } from "./control/contacts.ts"
import { type Control, type ControlSent, type ControlSpec, callControl } from "./control/control.ts"
import { requestControls } from "./control/requests.ts"
import { stateControls } from "./control/state.ts"
import { type WorldView, worldControls } from "./control/world.ts"
import type { JournalEntry } from "./journal.ts"
import type { MockService, Place } from "./service.ts"

type Body<C> =
  C extends Control<infer S, unknown> ? (ControlSent<S> extends { readonly body: infer B } ? B : never) : never
type Query<C> =
  C extends Control<infer S, unknown> ? (ControlSent<S> extends { readonly query: infer Q } ? Q : never) : never

/** How far to move time: milliseconds, text such as `30s`, `5m`, `2h`, `3d`, or a moment to go to. */
export type AdvanceBy = number | string | Body<typeof clockControls.advance>

/**
 * A world of the mock server, in the hands of a test: every call of the control interface as a method. What is wrong with
 * an argument is thrown as the error that the call over HTTP would answer.
 */
export class MockWorld {
  constructor(
    readonly service: MockService,
    /** `main`, or the name in the prefix `/@<id>/`. */
    readonly id: string,
  ) {}

  /** The world's base address. */
  get url(): string {
    return this.#place.world.baseUrl()
  }

  /** The seeded world: credentials, people, and ids to start from. */
  get(): WorldView {
    return this.#call(worldControls.get, {})
  }

  clock(): ClockView {
    return this.#call(clockControls.get, {})
  }

  /** Changes the clock's mode, or its time: a later one is advanced to, an earlier one is just set. */
  setClock(change: Body<typeof clockControls.set>): Promise<ClockView> {
    return this.#call(clockControls.set, { body: change })
  }

  /** Moves time, running all work due on the way at its own time, webhooks included. Ends when all of it has settled. */
  advance(by: AdvanceBy): Promise<Advanced> {
    return this.#call(clockControls.advance, { body: typeof by === "object" ? by : { by } })
  }

  /** Back to the seed: state, clock, faults and journal. Work that waits is dropped; answers under way are not touched. */
  reset(): void {
    this.#call(stateControls.reset, {})
  }

  /** Fills a brand with contacts. */
  fillContacts(fill: Body<typeof contactControls.fill>): Filled {
    return this.#call(contactControls.fill, { body: fill })
  }

  /** The requests that were made, oldest first. */
  requests(query: Query<typeof requestControls.list> = {}): JournalEntry[] {
    return this.#call(requestControls.list, { query })
  }

  clearRequests(): void {
    this.#call(requestControls.clear, {})
  }

  get #place(): Place {
    return this.service.place(this.id)
  }

  #call<S extends ControlSpec, R>(control: Control<S, R>, sent: ControlSent<S>): R {
    return callControl(control, this.#place, sent) as R
  }
}
