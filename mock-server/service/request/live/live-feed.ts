import * as z from "zod"
import type { HostClock } from "../../../base/host.ts"
import { liveChanges } from "../../../control/live-rows.ts"
import type { MountedWorld } from "../../../world/mounted-world.ts"
import { validate } from "../input/validate.ts"
import { otherMethodResponse } from "../options-request.ts"
import type { Feed, WireRequest, WireResponse } from "../wire.ts"

/** Minimum milliseconds between two events: a thousand changes a second become ten events. */
const sendEvery = 100
/** Milliseconds between comments: a proxy might close a connection that is idle for longer. */
const heartbeatEvery = 15_000
/** Milliseconds until a browser reconnects after the connection is lost. */
const retryAfter = 1_000

/** Parts outside the world, with one version for all. */
const besides = ["worlds", "checkpoints"].map((part) => ({ part, id: 0 }))

/**
 * Changes in a world as server-sent events, across resets and rewinds:
 *
 * - `reset`, data `{}`: read everything again. Sent first, unless the reader sends its cursor; also after another
 *   world has replaced this one, and when the reader was disconnected for too long. Read the lists after this event:
 *   changes during that time are sent, too.
 * - `change`, data a `LiveChanges`: the current state of everything that has changed.
 *
 * The `id` of each event is a cursor for reconnecting (`Last-Event-ID` or `?since=`). While nothing changes, a comment
 * is sent every 15 seconds.
 */
class LiveFeed implements Feed {
  readonly #host: HostClock
  /** The last reported world, the position in its changes, and the version of the worlds. */
  #sent:
    | { readonly mounted: MountedWorld; readonly stopFollowing: () => void; position: number; version: number }
    | undefined
  #cursor: string | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #isFirst = true
  #isOver = false
  #isWatching = false
  #wake: () => void = () => {}

  /** `since` is the reader's cursor. */
  constructor(
    private readonly mounted: MountedWorld,
    since: string | undefined,
  ) {
    this.#host = mounted.world.clock.host
    this.#cursor = since
  }

  /** Resolves with the next events as text; undefined at the end. */
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
    this.#sent?.stopFollowing()
    this.#wake()
  }

  get #hasNews(): boolean {
    if (this.#sent === undefined) return false
    const { mounted, position, version } = this.#sent
    return position < mounted.changeLog.position || version !== mounted.worlds.version
  }

  /** The next event; empty if nothing has changed, or if the last event was too recent. */
  #send(): string {
    const { worlds, id } = this.mounted
    const mounted = worlds.has(id) ? worlds.get(id) : undefined
    if (mounted === undefined || mounted.world.watchers.isOver) {
      this.end()
      return ""
    }
    if (mounted.world !== this.#sent?.mounted.world) return this.#begin(mounted)
    if (!this.#hasNews || this.#host.elapsed() < this.#sentAt + sendEvery) return ""
    const changes = mounted.changeLog.since(this.#sent.position)
    if (changes === undefined) return this.#reset()
    const others = this.#sent.version === worlds.version ? [] : besides
    return this.#event("change", liveChanges(mounted.world, [...changes, ...others]))
  }

  /** Continues at the reader's cursor, or starts with a `reset`. */
  #begin(mounted: MountedWorld): string {
    this.#sent?.stopFollowing()
    const { changeLog } = mounted
    const stopFollowing = changeLog.follow()
    const [, life, version, position] = /^(.+)\.(\d+)\.(\d+)$/.exec(this.#cursor ?? "") ?? []
    this.#sent = { mounted, stopFollowing, position: Number(position), version: Number(version) }
    return life === changeLog.life && changeLog.since(Number(position)) !== undefined ? "" : this.#reset()
  }

  #reset = (): string => this.#event("reset", {})

  #event(name: "reset" | "change", data: object): string {
    if (this.#sent === undefined) return ""
    const { changeLog, worlds } = this.#sent.mounted
    this.#sent.position = changeLog.position
    this.#sent.version = worlds.version
    this.#sentAt = this.#host.elapsed()
    this.#cursor = `${changeLog.life}.${worlds.version}.${changeLog.position}`
    return `event: ${name}\nid: ${this.#cursor}\ndata: ${JSON.stringify(data)}\n\n`
  }

  /** Waits for `ms`, or with `forChange` until the next change if that is earlier. */
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

const LiveQuery = z.strictObject({
  /** The cursor of the reader's last event; later events follow. */
  since: z.string().optional(),
})

/** Responds to `GET /_mock/live`: changes in a world as server-sent events. See `LiveFeed`. */
export function liveResponse(mounted: MountedWorld, { method, url, headers }: WireRequest): WireResponse {
  if (method !== "GET" && method !== "HEAD") return otherMethodResponse(method, ["GET"])
  const { since } = validate(LiveQuery, Object.fromEntries(new URLSearchParams(url.split("?")[1])))
  const response = {
    status: 200,
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
    body: null,
  }
  return method === "HEAD" ? response : { ...response, feed: new LiveFeed(mounted, headers["last-event-id"] ?? since) }
}
