import type { HostClock } from "../../base/host.ts"
import { liveChanges } from "../../control/live-rows.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { Feed } from "../wire.ts"

/** At least so long from one telling to the next, so that a thousand changes a second are told ten times. Milliseconds. */
const sendEvery = 100
/** A connection on which nothing is said for longer might be dropped on its way. Milliseconds. */
const heartbeatEvery = 15_000
/** How soon a browser asks again once the connection is gone. Milliseconds. */
const retryAfter = 1_000

/** What lies beside every world, and has one version. */
const besides = ["worlds", "checkpoints"].map((part) => ({ part, id: 0 }))

/**
 * What happens in a world, as server-sent events, through resets and rewinds:
 *
 * - `reset`, the data `{}`: all that is known is to be read anew, and what comes after it is about that. It comes first, unless the
 *   reader says where it had got to; whenever another world is put in this one's stead; and where a reader was gone for too long.
 *   Read the lists after it has come; what changes while they are on their way is told of all the same.
 * - `change`, the data a `LiveChanges`: how what has changed is now.
 *
 * Each has a cursor as its `id`, with which a reader comes back (`Last-Event-ID`, or `?since=`). While nothing changes nothing is
 * asked, and only a comment is sent now and then.
 */
export class LiveFeed implements Feed {
  readonly #mounted: MountedWorld
  readonly #host: HostClock
  /** The world that was told of last, how far, and as which of the worlds. */
  #sent:
    | { readonly mounted: MountedWorld; readonly stopLooking: () => void; position: number; version: number }
    | undefined
  #cursor: string | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #isFirst = true
  #isOver = false
  #isWatching = false
  #wake: () => void = () => {}

  /** `since` is the cursor that a reader has. */
  constructor(mounted: MountedWorld, since: string | undefined) {
    this.#mounted = mounted
    this.#host = mounted.world.clock.host
    this.#cursor = since
  }

  /** The next events as text; undefined once there are no more. */
  async next(): Promise<string | undefined> {
    const first = this.#isFirst ? `retry: ${retryAfter}\n\n` : ""
    this.#isFirst = false
    const beat = this.#host.elapsed() + heartbeatEvery
    while (!this.#isOver) {
      const text = first + this.#send()
      if (this.#isOver) return undefined
      if (text !== "") return text
      const now = this.#host.elapsed()
      if (now >= beat) return ":\n\n"
      const isSoon = this.#hasNews && now < this.#sentAt + sendEvery
      await this.#pause(isSoon ? this.#sentAt + sendEvery - now : beat - now, !isSoon)
    }
    return undefined
  }

  end(): void {
    this.#isOver = true
    this.#sent?.stopLooking()
    this.#wake()
  }

  get #hasNews(): boolean {
    if (this.#sent === undefined) return false
    const { mounted, position, version } = this.#sent
    return position < mounted.history.position || version !== mounted.worlds.version
  }

  /** What there is to be told now; nothing where there is nothing, or it is too soon. */
  #send(): string {
    const { worlds, id } = this.#mounted
    const mounted = worlds.has(id) ? worlds.get(id) : undefined
    if (mounted === undefined || mounted.world.watchers.isOver) {
      this.end()
      return ""
    }
    if (mounted.world !== this.#sent?.mounted.world) return this.#begin(mounted)
    if (!this.#hasNews || this.#host.elapsed() < this.#sentAt + sendEvery) return ""
    const changes = mounted.history.since(this.#sent.position)
    if (changes === undefined) return this.#reset()
    const others = this.#sent.version === worlds.version ? [] : besides
    return this.#event("change", liveChanges(mounted.world, [...changes, ...others]))
  }

  /** Goes on where the reader had got to, or begins anew. */
  #begin(mounted: MountedWorld): string {
    this.#sent?.stopLooking()
    const { history } = mounted
    const stopLooking = history.look()
    const [, life, version, position] = /^(.+)\.(\d+)\.(\d+)$/.exec(this.#cursor ?? "") ?? []
    this.#sent = { mounted, stopLooking, position: Number(position), version: Number(version) }
    return life === history.life && history.since(Number(position)) !== undefined ? "" : this.#reset()
  }

  #reset = (): string => this.#event("reset", {})

  #event(name: "reset" | "change", data: object): string {
    if (this.#sent === undefined) return ""
    const { history, worlds } = this.#sent.mounted
    this.#sent.position = history.position
    this.#sent.version = worlds.version
    this.#sentAt = this.#host.elapsed()
    this.#cursor = `${history.life}.${worlds.version}.${history.position}`
    return `event: ${name}\nid: ${this.#cursor}\ndata: ${JSON.stringify(data)}\n\n`
  }

  /** Waits so long, or until something changes where that is worth waking for. */
  #pause(ms: number, forChange: boolean): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#host.after(ms, () => this.#wake())
      this.#wake = () => {
        cancel()
        resolve()
      }
      if (forChange) this.#watch()
    })
  }

  #watch(): void {
    if (this.#isWatching || this.#sent === undefined) return
    this.#isWatching = true
    this.#sent.mounted.world.watchers.next(() => {
      this.#isWatching = false
      this.#wake()
    })
  }
}
