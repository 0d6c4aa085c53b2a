import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Presence } from "../../../cli/commands/webhooks/endpoint.ts"
import { noticedWithin, watch } from "../../../cli/commands/webhooks/watch-service.ts"

/** What one check finds: the endpoint, and which instance of a mock server responds; "" for none. */
interface Check {
  readonly endpoint?: Presence
  readonly instance?: string
  /** Why the endpoint cannot be added again. */
  readonly refusal?: unknown
}

/** Runs these checks without waiting. Returns the notes, the checks that asked for the endpoint, and the pauses. */
async function runChecks(checks: readonly Check[], { isMock = false, hasEndpoint = true } = {}) {
  const ended = new AbortController()
  const notes: string[] = []
  const endpointChecks: number[] = []
  const added: number[] = []
  const waited = new Set<number>()
  let at = -1
  const endpoint = {
    id: 1,
    async look() {
      endpointChecks.push(at)
      return checks[at]?.endpoint ?? "there"
    },
    async addAgain() {
      if (checks[at]?.refusal !== undefined) throw checks[at]?.refusal
      this.id += 1
    },
  }
  const server = createServer((_, response) => {
    const instance = checks[Math.max(at, 0)]?.instance ?? "first"
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
        if (at === checks.length) ended.abort()
      },
    },
    ended.signal,
  )
  await new Promise((resolve) => server.close(resolve))
  return { notes, endpointChecks, added, waited: [...waited] }
}

const awayNote = "IT no longer responds. Events resume automatically when it does."

describe("the service that is watched while listening", () => {
  it("is checked every five seconds, without notes while all is well", async () => {
    expect(await runChecks([{}, {}, {}])).toEqual({ notes: [], endpointChecks: [0, 1, 2], added: [], waited: [5_000] })
    expect(await runChecks([{}, {}], { hasEndpoint: false })).toMatchObject({
      notes: [],
      endpointChecks: [],
      waited: [5_000],
    })
  })

  it("is reported once as away, and once as back", async () => {
    const checks: Check[] = [{ endpoint: "away" }, { endpoint: "away" }, {}, {}, { endpoint: "away" }]
    const { notes, added } = await runChecks(checks)
    expect(notes).toEqual([awayNote, "IT responds again.", awayNote])
    expect(added).toEqual([])
  })

  it("gets the endpoint again if it is gone", async () => {
    const { notes, added } = await runChecks([{ endpoint: "gone" }, {}, { endpoint: "gone" }])
    expect(notes).toEqual([2, 3].map((id) => `IT no longer had the endpoint: added again as endpoint ${id}.`))
    expect(added).toEqual([2, 3])
  })

  it("causes a note if the endpoint cannot be added again, once for each reason", async () => {
    const refusedCheck = (refusal: unknown): Check => ({ endpoint: "gone", refusal })
    const checks = [
      refusedCheck(new Error("no")),
      refusedCheck(new Error("no")),
      refusedCheck("never"),
      { endpoint: "gone" } as const,
    ]
    const { notes, added } = await runChecks([...checks, refusedCheck("never")])
    expect(notes).toEqual([
      "The endpoint cannot be added again: no",
      "The endpoint cannot be added again: never",
      "IT no longer had the endpoint: added again as endpoint 2.",
      "The endpoint cannot be added again: never",
    ])
    expect(added).toEqual([2])
  })

  it("as a mock server is asked for the endpoint at every tenth check, or when another instance answers", async () => {
    const checks: Check[] = Array.from({ length: 21 }, () => ({}))
    expect(await runChecks(checks, { isMock: true })).toEqual({
      notes: [],
      endpointChecks: [9, 19],
      added: [],
      waited: [2_000],
    })
    const others: Check[] = [{}, { instance: "" }, { instance: "second" }, { instance: "second" }]
    const { notes, endpointChecks } = await runChecks(others, { isMock: true })
    expect(notes).toEqual([awayNote, "IT responds again."])
    expect(endpointChecks).toEqual([2])
  })

  it("is checked repeatedly while another instance of a mock server lacks the endpoint", async () => {
    const gone = { instance: "second", endpoint: "gone", refusal: new Error("no") } as const
    const { notes, endpointChecks } = await runChecks(
      [{}, gone, gone, { instance: "second" }, { instance: "second" }],
      {
        isMock: true,
      },
    )
    expect([notes, endpointChecks]).toEqual([["The endpoint cannot be added again: no"], [1, 2, 3]])
    expect((await runChecks([{}, { instance: "second" }], { isMock: true, hasEndpoint: false })).notes).toEqual([])
  })

  it("is treated as a service if what answers locally is not a mock server", async () => {
    const { endpointChecks, waited } = await runChecks([{ instance: "" }, { instance: "" }], { isMock: true })
    expect([endpointChecks, waited]).toEqual([[0, 1], [5_000]])
  })

  it("is reported as down within ten seconds, mock server or service", () => {
    expect(noticedWithin).toEqual({ mock: 4_000, service: 8_000 })
  })

  it("is no longer checked once listening has ended, even during a pause", async () => {
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
