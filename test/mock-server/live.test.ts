import { setupServer } from "msw/node"
import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService, type MockServer, type MockServerOptions, startMockServer } from "../../mock-server/index.ts"
import { masHandlers } from "../../mock-server/msw.ts"
import { watchWorld } from "../../mock-server/world/watch-world.ts"
import { type LiveEvent, LiveReader } from "../support/live.ts"
import { mock } from "../support/mock.ts"

async function start(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00Z", ...options })
  onTestFinished(() => server.close())
  return server
}

async function listen(url: string, headers: Record<string, string> = {}): Promise<LiveReader> {
  const reader = new LiveReader(await fetch(`${url}/_mock/live`, { headers }))
  onTestFinished(() => reader.close())
  return reader
}

const send = (server: Pick<MockServer, "fetch" | "apiKey">, to: string) =>
  server.fetch("/v1/my/messages", {
    method: "POST",
    headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      channel: "email",
      to,
      subject: "Hi",
      html: `<p>The first words</p>${"<p>More</p>".repeat(40)}<p>The end</p>`,
    }),
  })

describe("GET /_mock/live", () => {
  it("starts with a reset, and sends a message with its first words, and its request, without the rest of their content", async () => {
    const server = await start()
    const live = await listen(server.url)
    expect(await live.next()).toMatchObject({ event: "reset", data: {} })
    await send(server, "ana@example.test")
    const rowsByKind = new Map<string, unknown>()
    while (!["message", "request", "clock", "timer"].every((kind) => rowsByKind.has(kind))) {
      const data: LiveEvent["data"] = (await live.next())?.data ?? {}
      for (const { kind, row } of data.changes ?? []) rowsByKind.set(kind, row)
    }
    const message = rowsByKind.get("message")
    expect(message).toMatchObject({ id: 1, to: "ana@example.test", status: "sent" })
    expect(message).toMatchObject({ last_event: { type: "email.delivered", timestamp: "2026-03-01T12:00:00.000Z" } })
    expect(message).toMatchObject({ worst_warning: "warning" })
    expect(rowsByKind.get("request")).toMatchObject({ method: "POST", endpoint: "messages.send", status: 201 })
    expect(message).toMatchObject({ first_words: expect.stringMatching(/^The first words/) })
    expect(JSON.stringify([...rowsByKind])).not.toContain("The end")
  })

  it("resumes from a cursor, by header and by query", async () => {
    const server = await start()
    const live = await listen(server.url)
    const { id } = (await live.next()) ?? { id: "" }
    await live.close()
    await send(server, "ana@example.test")
    const again = await listen(server.url, { "Last-Event-ID": id })
    await again.until("message", ({ to }) => to === "ana@example.test")
    const response = await fetch(`${server.url}/_mock/live?since=${id}`)
    const third = new LiveReader(response)
    onTestFinished(() => third.close())
    await third.until("message", ({ to }) => to === "ana@example.test")
  })

  it.each(["unknown", "1-2", "", "x-y-z"])("starts with a reset for an unknown cursor: %j", async (cursor) => {
    const server = await start()
    const live = await listen(server.url, { "Last-Event-ID": cursor })
    expect(await live.next()).toMatchObject({ event: "reset" })
  })

  it("sends a reset when the world is reset, rewound or gets other fixtures", async () => {
    const server = await start()
    const live = await listen(server.url)
    await live.next()
    server.world.checkpoints.save("before")
    const acts = [
      () => server.world.reset(),
      () => server.world.checkpoints.rewind("before"),
      () => server.world.state.setFixtures({}),
      () => server.world.state.restore(server.world.state.snapshot()),
    ]
    for (const act of acts) {
      act()
      let event = await live.next()
      while (event?.event === "change") event = await live.next()
      expect(event).toMatchObject({ event: "reset" })
      await send(server, "after@example.test")
      await live.until("message", ({ to }) => to === "after@example.test")
    }
  })

  it("continues at a cursor while its changes are kept: many for readers, few without any", {
    tags: "slow",
  }, async () => {
    const service = createMockService()
    onTestFinished(() => service.close())
    const open = async (since = "") => {
      const live = new LiveReader(await service.fetch(`/_mock/live${since && `?since=${since}`}`))
      onTestFinished(() => live.close())
      return live
    }
    const change = (times: number) => {
      for (let count = 0; count < times; count++) service.world.outcomes.clear()
    }
    const first = await open()
    const { id } = (await first.next()) ?? { id: "" }
    change(50_000)
    const second = await open(id)
    expect(await second.next()).toMatchObject({ event: "change" })
    change(60_000)
    const third = await open(id)
    const { event, id: latest } = (await third.next()) ?? { event: "", id: "" }
    expect(event).toBe("reset")
    for (const live of [first, second, third]) await live.close()
    change(9_000)
    const fourth = await open(latest)
    expect(await fourth.next()).toMatchObject({ event: "change" })
    await fourth.close()
    change(11_000)
    expect(await (await open(latest)).next()).toMatchObject({ event: "reset" })
  })

  it("covers only one world, and ends with it", async () => {
    const server = await start()
    const world = server.world.worlds.create()
    const live = await listen(world.url)
    await live.next()
    await send(server, "main@example.test")
    await send(world, "other@example.test")
    const { data } = await live.until("message")
    expect(JSON.stringify(data)).not.toContain("main@example.test")
    world.worlds.remove(world.id)
    let event = await live.next()
    while (event !== undefined) event = await live.next()
  })

  it("batches a thousand changes in a few events, and names the lists to reload", { tags: "slow" }, async () => {
    const server = await start()
    const live = await listen(server.url)
    await live.next()
    await server.world.contacts.fill({ count: 10 })
    for (let count = 0; count < 1_000; count++) await send(server, `a${count}@example.test`)
    let events = 0
    let isLast = false
    const stale = new Set<string>()
    while (!isLast) {
      const data: LiveEvent["data"] = (await live.next())?.data ?? {}
      events++
      for (const kind of data.stale ?? []) stale.add(kind)
      isLast = stale.has("message") || (data.changes ?? []).some(({ kind, id }) => kind === "message" && id === 1_000)
    }
    expect(events).toBeLessThan(100)
  })

  it("reports a change without a row kind by its part of the world", async () => {
    const server = await start()
    const live = await listen(server.url)
    await live.next()
    server.world.faults.add({ status: 503 })
    const isOf = (part: string) => async () => {
      for (;;) {
        const data: LiveEvent["data"] = (await live.next())?.data ?? {}
        const change = data.changes?.find(({ kind, id }) => kind === "world" && id === part)
        if (change !== undefined) return change
      }
    }
    expect(await isOf("faults")()).toEqual({ kind: "world", id: "faults", row: null })
    await server.world.contacts.fill({ count: 2 })
    expect(await isOf("contacts")()).toEqual({ kind: "world", id: "contacts", row: { size: 5 } })
  })

  it("reports created and ended worlds and checkpoints in every world, also after a reconnect", async () => {
    const server = await start()
    const { id: cursor } = (await (await listen(server.url)).next()) ?? { id: "" }
    const expectChanges = async (live: LiveReader) =>
      expect((await live.next())?.data.changes).toEqual(
        ["worlds", "checkpoints"].map((id) => ({ kind: "world", id, row: null })),
      )
    const live = await listen(server.url, { "Last-Event-ID": cursor })
    const world = server.world.worlds.create()
    await expectChanges(live)
    world.worlds.remove(world.id)
    await expectChanges(live)
    server.world.checkpoints.save("before")
    await expectChanges(live)
    server.world.checkpoints.remove("before")
    await expectChanges(live)
    await expectChanges(await listen(server.url, { "Last-Event-ID": cursor }))
  })

  it("answers only to this machine's names, and to pages of its own server", async () => {
    const server = await start()
    const refusal = await fetch(`${server.url}/_mock/live`, { headers: { "Sec-Fetch-Site": "cross-site" } })
    expect(refusal.status).toBe(403)
    const service = createMockService()
    onTestFinished(() => service.close())
    expect((await service.fetch("/_mock/live", { headers: { Host: "mas.evil.example" } })).status).toBe(403)
    expect((await service.fetch("/_mock/live", { method: "POST" })).status).toBe(405)
    expect((await service.fetch("/_mock/live?from=1")).status).toBe(422)
    const head = await service.fetch("/_mock/live", { method: "HEAD" })
    expect([head.headers.get("content-type"), await head.text()]).toEqual(["text/event-stream; charset=utf-8", ""])
  })

  it("works in process and through MSW as on a server", async () => {
    const service = createMockService({ clock: "frozen" })
    const msw = setupServer(...masHandlers(service, { baseUrl: "https://mas.test" }))
    msw.listen({ onUnhandledRequest: "error" })
    try {
      for (const response of [await service.fetch("/_mock/live"), await fetch("https://mas.test/_mock/live")]) {
        const live = new LiveReader(response)
        expect(await live.next()).toMatchObject({ event: "reset" })
        await send(service, "ana@example.test")
        await live.until("message")
      }
    } finally {
      msw.close()
      // MSW reads too: the service does not see a reader leave, but its close ends the stream.
      await service.close()
    }
  })

  it("ends when the server closes", async () => {
    const server = await startMockServer({ port: 0 })
    const live = await listen(server.url)
    await live.next()
    await server.close()
    expect(await live.next()).toBeUndefined()
  })
})

describe("the changes of a world", () => {
  it("are reported to each watcher until it stops: to open dashboards, and to the state file", () => {
    const { world } = mock()
    const partsByWatcher: string[][] = [[], []]
    const [stopFirst, stopSecond] = partsByWatcher.map((parts) =>
      watchWorld(world, ({ part }) => void parts.push(part)),
    )
    world.outcomes.clear()
    stopFirst?.()
    world.faults.clear()
    stopSecond?.()
    world.outcomes.clear()
    expect(partsByWatcher).toEqual([["outcomes"], ["outcomes", "faults"]])
  })
})
