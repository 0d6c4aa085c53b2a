import { expect, it, onTestFinished, vi } from "vitest"
import { goLive, hasEnded, isOnline, listen } from "../../mock-server/dashboard/app/live.ts"

it("the page reconnects when its stream is cut and loads its rows again, until the server says that the world has ended", async () => {
  const streams: EventTarget[] = []
  class Stream extends EventTarget {
    constructor() {
      super()
      streams.push(this)
    }

    close() {}
  }
  /** The server's response to `HEAD live`; undefined when it does not respond. */
  let status: number | undefined
  const respond = async (path: string, { method }: RequestInit) => {
    if (status === undefined) throw new TypeError("fetch failed")
    return new Response(null, { status: path === "live" && method === "HEAD" ? status : 404 })
  }
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  vi.stubGlobal("EventSource", Stream)
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal("fetch", respond)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const reset = vi.fn()
  listen("message", { apply: () => {}, reset })
  goLive()
  /** Cuts the newest stream, and describes the page once it has tried to reconnect. */
  async function cut(nextStatus?: number) {
    status = nextStatus
    streams.at(-1)?.dispatchEvent(new Event("error"))
    await vi.advanceTimersByTimeAsync(1_000)
    return { isOnline: isOnline.value, hasEnded: hasEnded.value, streams: streams.length }
  }
  expect(await cut(200)).toEqual({ isOnline: true, hasEnded: false, streams: 2 })
  expect(await cut(503)).toEqual({ isOnline: false, hasEnded: false, streams: 3 })
  expect(await cut()).toEqual({ isOnline: false, hasEnded: false, streams: 4 })
  expect(reset).not.toHaveBeenCalled()
  streams.at(-1)?.dispatchEvent(new Event("open"))
  expect(isOnline.value).toBe(true)
  expect(reset).toHaveBeenCalledOnce()
  expect(await cut(404)).toEqual({ isOnline: false, hasEnded: true, streams: 4 })
})
