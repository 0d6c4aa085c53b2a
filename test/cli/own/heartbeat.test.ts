import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Presence } from "../../../cli/webhooks/endpoint.ts"
import { noticedWithin, watch } from "../../../cli/webhooks/watch-service.ts"

/** What one look after another finds: the endpoint, and which run of a mock server answers; "" for none. */
interface Look {
  readonly endpoint?: Presence
  readonly instance?: string
  /** Why it cannot be added again. */
  readonly refusal?: unknown
}

/** Looks so often, without waiting; answers what was said, asked for and waited for. */
async function looked(looks: readonly Look[], { isMock = false, hasEndpoint = true } = {}) {
  const ended = new AbortController()
  const notes: string[] = []
  const asked: number[] = []
  const added: number[] = []
  const waited = new Set<number>()
  let at = -1
  const endpoint = {
    id: 1,
    async look() {
      asked.push(at)
      return looks[at]?.endpoint ?? "there"
    },
    async addAgain() {
      if (looks[at]?.refusal !== undefined) throw looks[at]?.refusal
      this.id += 1
    },
  }
  const server = createServer((_, response) => {
    const instance = looks[Math.max(at, 0)]?.instance ?? "first"
    if (instance === "") response.destroy()
    else response.writeHead(200, isMock ? { "X-MAS-Mock": `mas-sdk; instance=${instance}` } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await watch(
    {
      ...{ context: { note: (text: string) => void notes.push(text.replace(baseUrl, "IT")) }, baseUrl, isMock },
      endpoint: hasEndpoint ? endpoint : undefined,
      onAdded: ({ id }) => added.push(id),
      async wait(milliseconds) {
        waited.add(milliseconds)
        at += 1
        if (at === looks.length) ended.abort()
      },
    },
    ended.signal,
  )
  await new Promise((resolve) => server.close(resolve))
  return { notes, asked, added, waited: [...waited] }
}

const goneQuiet = "IT no longer responds. Events resume automatically when it does."

describe("what is looked after while events are listened for", () => {
  it("is asked once in five seconds, and says nothing while all is well", async () => {
    expect(await looked([{}, {}, {}])).toEqual({ notes: [], asked: [0, 1, 2], added: [], waited: [5_000] })
    expect(await looked([{}, {}], { hasEndpoint: false })).toMatchObject({ notes: [], asked: [], waited: [5_000] })
  })

  it("is said to be away once, and to be back once", async () => {
    const looks: Look[] = [{ endpoint: "away" }, { endpoint: "away" }, {}, {}, { endpoint: "away" }]
    const { notes, added } = await looked(looks)
    expect(notes).toEqual([goneQuiet, "IT answers again.", goneQuiet])
    expect(added).toEqual([])
  })

  it("gets its endpoint again where that has gone", async () => {
    const { notes, added } = await looked([{ endpoint: "gone" }, {}, { endpoint: "gone" }])
    expect(notes).toEqual([2, 3].map((id) => `IT no longer had the endpoint: added again as endpoint ${id}.`))
    expect(added).toEqual([2, 3])
  })

  it("says why it does not get it, once for each reason", async () => {
    const refused = (refusal: unknown): Look => ({ endpoint: "gone", refusal })
    const looks = [refused(new Error("no")), refused(new Error("no")), refused("never"), { endpoint: "gone" } as const]
    const { notes, added } = await looked([...looks, refused("never")])
    expect(notes).toEqual([
      "The endpoint cannot be added again: no",
      "The endpoint cannot be added again: never",
      "IT no longer had the endpoint: added again as endpoint 2.",
      "The endpoint cannot be added again: never",
    ])
    expect(added).toEqual([2])
  })

  it("is asked on the side where it is a mock server: for the endpoint at every tenth look, or when another run answers", async () => {
    const looks: Look[] = Array.from({ length: 21 }, () => ({}))
    expect(await looked(looks, { isMock: true })).toEqual({ notes: [], asked: [9, 19], added: [], waited: [2_000] })
    const others: Look[] = [{}, { instance: "" }, { instance: "second" }, { instance: "second" }]
    const { notes, asked } = await looked(others, { isMock: true })
    expect(notes).toEqual([goneQuiet, "IT answers again."])
    expect(asked).toEqual([2])
  })

  it("is asked again and again after another run of a mock server that has not the endpoint yet", async () => {
    const gone = { instance: "second", endpoint: "gone", refusal: new Error("no") } as const
    const { notes, asked } = await looked([{}, gone, gone, { instance: "second" }, { instance: "second" }], {
      isMock: true,
    })
    expect([notes, asked]).toEqual([["The endpoint cannot be added again: no"], [1, 2, 3]])
    expect((await looked([{}, { instance: "second" }], { isMock: true, hasEndpoint: false })).notes).toEqual([])
  })

  it("is a service where something on this machine answers that is no mock server", async () => {
    const { asked, waited } = await looked([{ instance: "" }, { instance: "" }], { isMock: true })
    expect([asked, waited]).toEqual([[0, 1], [5_000]])
  })

  it("is noticed within ten seconds when it dies, mock server or service", () => {
    expect(noticedWithin).toEqual({ mock: 4_000, service: 8_000 })
  })

  it("is looked after no longer once listening has ended, however long the pause is that it is in", async () => {
    const ended = new AbortController()
    const watched = { context: { note() {} }, baseUrl: "http://127.0.0.1:9", isMock: false, endpoint: undefined }
    let isOver = false
    watch({ ...watched, onAdded() {} }, ended.signal).then(() => {
      isOver = true
    })
    await turn()
    ended.abort()
    await turn()
    expect(isOver).toBe(true)
  })
})
