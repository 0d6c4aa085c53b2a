import type { AccountCapacity } from "../control/capacity.ts"
import type { RequestCode } from "../control/code/code.ts"
import type { ErrorGroup } from "../control/errors.ts"
import type { HistoryQuery, HistoryView } from "../control/history.ts"
import type { LiveRows } from "../control/live-rows.ts"
import type { WhyStep } from "../control/messages.ts"
import type { RequestDetail } from "../control/requests.ts"
import type { ListedKind, RowPage, RowQuery } from "../control/rows.ts"
import type { RuleView } from "../control/rules.ts"
import { controlTable as controls } from "../control/table.ts"
import type { TableRow, TableView } from "../control/tables.ts"
import type { TimerMove, TimerQuery, TimerView } from "../control/timers.ts"
import type { CallControl } from "./connection.ts"
import { WorldTransitions } from "./transitions.ts"

/** Reads the contents of a world and its pending work. */
export abstract class WorldInspection extends WorldTransitions {
  readonly #call: CallControl

  /** @internal */
  constructor(call: CallControl) {
    super(call)
    this.#call = call
  }

  /** Work that waits for its time, earliest first; work that failed has its `error`. */
  timers(query: TimerQuery = {}): TimerView[] {
    return this.#call(controls.timers.list, { query })
  }

  /** `promote` runs work that waits now instead of then, `repeat` now and then; `postpone` puts it off `by` so long. */
  timer(id: number, move: "promote" | "postpone" | "repeat", { by }: TimerMove = {}): TimerView {
    return this.#call(controls.timers.move, { params: { id, move }, body: by === undefined ? {} : { by } })
  }

  /** A request by its id, with its bodies, and what is wrong with the messages that it made. */
  request(id: number): RequestDetail {
    return this.#call(controls.requests.get, { params: { id } })
  }

  /** A request to be made again: for curl, as a call of the client, as a command, and as a test for Vitest. */
  code(id: number): RequestCode {
    return this.#call(controls.code.get, { params: { id } })
  }

  /**
   * Why a message is as it is: what happened to it in order of time, each with the rule of the service behind it. The last
   * sentence is its status. Throws the 404 where there is no such message.
   */
  why(messageId: number): Promise<WhyStep[]> {
    return this.#call(controls.messages.why, { params: { id: messageId } })
  }

  /** A rule of the service by its number, as the header `X-MAS-Mock-Rule` names it: `rule("22.5")`. */
  rule(number: string): Promise<RuleView> {
    return this.#call(controls.rules.get, { params: { number } })
  }

  /** The errors among the requests, grouped by kind. */
  errors(): ErrorGroup[] {
    return this.#call(controls.errors.list, {})
  }

  /** A page of messages, requests, events, deliveries or endpoints without bodies, the newest first, and how many fit in all. */
  rows<K extends ListedKind>(kind: K, query: RowQuery = {}): RowPage<LiveRows[K]> {
    return this.#call(controls.rows.list, { params: { kind }, query }) as RowPage<LiveRows[K]>
  }

  /** Every kind of record of the world, and how many there are. */
  tables(): TableView[] {
    return this.#call(controls.tables.list, {})
  }

  /** A page of stored records, newest first, each with its possible transitions. */
  table(name: string, query: RowQuery = {}): RowPage<TableRow> {
    return this.#call(controls.tables.rows, { params: { name }, query })
  }

  /** What each account can still send and pay. */
  capacity(): AccountCapacity[] {
    return this.#call(controls.capacity.list, {})
  }

  /** What has happened since recording began. */
  history(query: HistoryQuery = {}): HistoryView {
    return this.#call(controls.history.get, { query })
  }
}
