import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createMockService, withMockWorld } from "../../../mock-server/index.ts"
import { AbortError, InvalidArgumentError, Mas, type SendEachOptions, type SentRow } from "../../../sdk/index.ts"
import { memoryStore, type WebhookStore } from "../../../sdk/webhooks/index.ts"

interface Person {
  readonly id: number
  readonly email: string
}
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, id) => ({ id, email: `p${id}@example.test` }))
const options = {
  key: ({ id }: Person) => ["newsletter-42", id],
  message: ({ email }: Person) => ({ channel: "email" as const, to: email, subject: "News", html: "<p>Hi" }),
}

async function all<Row>(rows: AsyncIterable<SentRow<Row>>): Promise<SentRow<Row>[]> {
  const sentRows: SentRow<Row>[] = []
  for await (const row of rows) sentRows.push(row)
  return sentRows
}

describe("messages.sendEach", () => {
  it(
    "sends one message per row, and a second run sends none",
    withMockWorld(async ({ clientOptions, world }) => {
      const mas = new Mas(clientOptions)
      const sending = mas.messages.sendEach(people(40), options)
      const sent = await all(sending)
      expect(sent.map(({ input }) => input.id).sort((a, b) => a - b)).toEqual(people(40).map(({ id }) => id))
      expect(sending.summary).toEqual({ accepted: 40, duplicates: 0, failed: 0, uncertain: 0 })
      const again = await all(mas.messages.sendEach(people(40), options))
      const ids = (rows: readonly SentRow<Person>[]) =>
        rows.map(({ input, message }) => `${input.id} ${message?.id}`).sort()
      expect(ids(again)).toEqual(ids(sent))
      expect(world.messages.list()).toHaveLength(40)
    }),
  )

  it(
    "continues if a row is refused, has no key or cannot be built, and says why",
    withMockWorld(async ({ clientOptions, world }) => {
      const rows = [
        ...people(3),
        { id: 3, email: "nobody" },
        { id: Number.NaN, email: "a@example.test" },
        { id: 5, email: "" },
      ]
      const message = (person: Person) => {
        if (person.email === "") throw new Error("no address")
        return options.message(person)
      }
      const sending = new Mas(clientOptions).messages.sendEach(rows, { ...options, message, ordered: true })
      const sent = await all(sending)
      expect(sent.map(({ error }) => error?.message)).toEqual([
        ...[undefined, undefined, undefined],
        expect.stringContaining("to"),
        expect.stringContaining("idempotencyKey() part 2"),
        "no address",
      ])
      expect(sent.map(({ key }) => key?.slice(0, 15))).toEqual([
        ...["newsletter-42-0", "newsletter-42-1", "newsletter-42-2", "newsletter-42-3", undefined, "newsletter-42-5"],
      ])
      expect(sent[3]?.error).toMatchObject({ disposition: "final" })
      expect(sending.summary).toEqual({ accepted: 3, duplicates: 0, failed: 3, uncertain: 0 })
      expect(world.messages.list()).toHaveLength(3)
    }),
  )

  it(
    "sends no request for rows that its store knows",
    withMockWorld(async ({ clientOptions, world }) => {
      const store = memoryStore()
      const mas = new Mas(clientOptions)
      await all(mas.messages.sendEach(people(2), { ...options, store }))
      world.requests.clear()
      const sending = mas.messages.sendEach(people(4), { ...options, store, ordered: true })
      const sent = await all(sending)
      expect(sent.map(({ message }) => message?.to)).toEqual([
        ...[undefined, undefined, "p2@example.test", "p3@example.test"],
      ])
      expect(sending.summary).toEqual({ accepted: 2, duplicates: 2, failed: 0, uncertain: 0 })
      expect(world.requests.list({ method: "POST" })).toHaveLength(2)
    }),
  )

  it("waits for a row that another process has claimed, and sends it if that process died", async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const response = { status: 201, headers: {}, text: '{"id":1}' }
    const clientOver = (send: (to: string) => unknown) =>
      new Mas({
        apiKey: "key",
        baseUrl: "http://127.0.0.1:1",
        transport: {
          name: "by recipient",
          send: async ({ method, body }) => (method === "GET" ? response : send(JSON.parse(String(body)).to)) as never,
        },
      })
    let respond: (response: unknown) => void = () => {}
    const first = new Promise((resolve) => {
      respond = resolve
    })
    const died = new Promise(() => {})
    const [store, sentTo] = [memoryStore(), [] as string[]]
    const other = clientOver((to) => (to === "p0@example.test" ? first : died))
    void all(other.messages.sendEach(people(2), { ...options, store, timeout: 0 }))
    await vi.advanceTimersByTimeAsync(0)
    const sending = clientOver((to) => {
      sentTo.push(to)
      return response
    }).messages.sendEach(people(2), { ...options, store })
    const sent = all(sending)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sentTo).toEqual([])
    respond(response)
    await vi.advanceTimersByTimeAsync(10_000)
    await sent
    expect(sending.summary).toEqual({ accepted: 1, duplicates: 1, failed: 0, uncertain: 0 })
    expect(sentTo).toEqual(["p1@example.test"])
  })

  it(
    "asks its store by service, account, brand and recipient, too: the same key is another message there",
    withMockWorld(async ({ clientOptions, world }) => {
      const store = memoryStore()
      const summaryOf = async (more: object, to = "p0@example.test") => {
        const sending = new Mas({ ...clientOptions, ...more }).messages.sendEach([{ id: 1, email: to }], {
          ...options,
          store,
        })
        const [row] = await all(sending)
        const { accepted, duplicates } = sending.summary
        return row?.error?.name ?? { accepted, duplicates }
      }
      const [sent, duplicate] = [
        { accepted: 1, duplicates: 0 },
        { accepted: 0, duplicates: 1 },
      ]
      const client = { apiKey: world.credentials.mint({ kind: "api_key", account_id: 3 }).token }
      for (const expected of [sent, duplicate]) {
        expect(await summaryOf({})).toEqual(expected)
        expect(await summaryOf({ brandSid: "brand_second" })).toEqual(expected)
        expect(await summaryOf(client)).toEqual(expected)
      }
      // A storefront's credential is tied to its brand, which no header names.
      const storefront = (brand_sid: string) => ({
        apiKey: undefined,
        token: world.credentials.mint({ kind: "storefront_token", brand_sid }).token,
      })
      for (const brand of ["brand_second", "brand_main"]) expect(await summaryOf(storefront(brand))).toEqual(sent)
      // Not a duplicate that nobody hears of.
      expect(await summaryOf({}, "p1@example.test")).toBe("IdempotencyConflictError")
      // A rehearsal by redirect has sent nobody theirs.
      const redirected = { recipients: { redirectTo: "me@acme.test" } }
      const rehearsed = [{ id: 7, email: "p7@example.test" }]
      await all(new Mas({ ...clientOptions, ...redirected }).messages.sendEach(rehearsed, { ...options, store }))
      const real = await all(new Mas(clientOptions).messages.sendEach(rehearsed, { ...options, store }))
      expect(real[0]?.error?.name).toBe("IdempotencyConflictError")
      const elsewhere = createMockService()
      onTestFinished(() => elsewhere.close())
      expect(await summaryOf(elsewhere.clientOptions)).toEqual(sent)
    }),
  )

  it.each(["claim", "account"])(
    "ends with its signal while it waits for the %s of a row, and gives it back",
    async (slow) => {
      const stop = new AbortController()
      let respond: () => void = () => {}
      const late = new Promise<void>((resolve) => {
        respond = resolve
      })
      let isReached = false
      const wait = (step: string) => {
        if (slow !== step) return undefined
        isReached = true
        return late
      }
      const inner = memoryStore()
      const released: string[] = []
      const store: WebhookStore = {
        ...inner,
        async claim(...args) {
          await wait("claim")
          return inner.claim(...args)
        },
        async release(...args) {
          released.push(args[0])
          return inner.release(...args)
        },
      }
      const transport = {
        name: "slow",
        async send() {
          await wait("account")
          return { status: 200, headers: {}, text: '{"id":1}' }
        },
      }
      const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
      const sending = mas.messages.sendEach(people(1), { ...options, store, signal: stop.signal })
      const loop = all(sending)
      await vi.waitFor(() => expect(isReached).toBe(true))
      stop.abort(new Error("enough"))
      await expect(loop).rejects.toThrow("enough")
      expect(sending.summary).toMatchObject({ accepted: 0, uncertain: 0 })
      respond()
      await vi.waitFor(() => expect(released).toHaveLength(slow === "claim" ? 1 : 0))
    },
  )

  it("fails a row whose account cannot be read, and asks again with the next", async () => {
    const statuses = [403, 500, 200]
    const transport = {
      name: "fails first",
      async send({ method }: { readonly method: string }) {
        const status = method === "GET" ? (statuses.shift() ?? 200) : 201
        return { status, headers: {}, text: '{"id":1}' }
      },
    }
    const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport, maxRetries: 0 })
    const store = memoryStore()
    const run = async () => {
      const sending = mas.messages.sendEach(people(2), { ...options, store, concurrency: 1 })
      await all(sending)
      return sending.summary
    }
    // A key that may not read its account is known by itself.
    expect(await run()).toEqual({ accepted: 2, duplicates: 0, failed: 0, uncertain: 0 })
    expect(await run()).toEqual({ accepted: 1, duplicates: 0, failed: 1, uncertain: 0 })
  })

  it.each(["null", "[]", "{}", '"ok"', "5", '{"id":null}', '{"status":"maintenance"}'])(
    "takes a success without a message for no success: %s",
    async (text) => {
      let reply = text
      const transport = {
        name: "a gateway",
        send: async ({ method }: { readonly method: string }) => ({
          status: 200,
          headers: {},
          text: method === "GET" ? '{"id":1}' : reply,
        }),
      }
      const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
      const store = memoryStore()
      for (const expected of [
        { accepted: 0, duplicates: 0, failed: 0, uncertain: 1 },
        { accepted: 1, duplicates: 0, failed: 0, uncertain: 0 },
      ]) {
        const sending = mas.messages.sendEach(people(1), { ...options, store })
        await all(sending)
        expect(sending.summary).toEqual(expected)
        reply = '{"id":7}'
      }
    },
  )

  it.each([
    ["throws", () => Promise.reject(new Error("the signer is down"))],
    ["adds a header that its guard refuses", () => ({ "x-original-url": "/v1/x" })],
  ])(
    "counts a row as uncertain whose first response was lost, whatever then stops it: onRequest %s",
    async (_, second) => {
      const { clientOptions, world } = createMockService()
      world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
      const onRequest = ({ attempt }: { readonly attempt: number }) => (attempt === 1 ? undefined : second())
      const recipients = { allow: ["*@example.test"] }
      const mas = new Mas({ ...clientOptions, onRequest: onRequest as never, recipients })
      const sending = mas.messages.sendEach(people(1), options)
      await all(sending)
      expect(sending.summary).toEqual({ accepted: 0, duplicates: 0, failed: 0, uncertain: 1 })
      expect(world.messages.list()).toHaveLength(1)
    },
  )

  it(
    "reports the service's response, even if its store then fails",
    withMockWorld(async ({ clientOptions }) => {
      const lost = () => Promise.reject(new Error("the connection is lost"))
      const store = { ...memoryStore(), complete: lost, release: lost }
      const rows = [...people(2), { id: 2, email: "nobody" }]
      const sending = new Mas(clientOptions).messages.sendEach(rows, { ...options, store, ordered: true })
      const sent = await all(sending)
      expect(sent.map(({ message, error }) => message?.to ?? error?.message)).toEqual([
        ...["p0@example.test", "p1@example.test", expect.stringContaining("to must be an e-mail address")],
      ])
      expect(sending.summary).toEqual({ accepted: 2, duplicates: 0, failed: 1, uncertain: 0 })
    }),
  )

  it("yields each row once, in order if requested, whatever the timing", { tags: "slow" }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        async (turns, concurrency, ordered) => {
          let [most, underWay] = [0, 0]
          const wait = async (count: number) => {
            for (let turn = 0; turn < count; turn++) await null
          }
          const transport = {
            name: "turns",
            async send({ body }: { readonly body?: unknown }) {
              most = Math.max(most, ++underWay)
              await wait(JSON.parse(String(body)).turns)
              underWay--
              return { status: 201, headers: {}, text: '{"id":1}' }
            },
          }
          const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
          async function* rows() {
            for (const [id, count] of turns.entries()) {
              await wait(count % 3)
              yield { id, turns: count }
            }
          }
          const message = (row: { readonly turns: number }) => ({
            ...options.message({ id: 0, email: "a@b.test" }),
            ...row,
          })
          const sent = await all(mas.messages.sendEach(rows(), { key: ({ id }) => id, message, concurrency, ordered }))
          const indexes = sent.map(({ index }) => index)
          expect(ordered ? indexes : indexes.sort((a, b) => a - b)).toEqual(turns.map((_, at) => at))
          expect(most).toBeLessThanOrEqual(concurrency)
          expect(sent.every(({ error }) => error === undefined)).toBe(true)
        },
      ),
      { numRuns: 200 },
    ),
  )

  it(
    "reads only as far ahead as it sends, and closes the rows when the loop is left",
    withMockWorld(async ({ clientOptions, world }) => {
      let [read, isEnded] = [0, false]
      function* rows() {
        try {
          for (;;) yield { id: read++, email: "a@example.test" }
        } finally {
          isEnded = true
        }
      }
      for await (const { index } of new Mas(clientOptions).messages.sendEach(rows(), { ...options, concurrency: 3 }))
        if (index === 5) break
      expect(read).toBeLessThan(13)
      expect(isEnded).toBe(true)
      expect(world.messages.list()).toHaveLength(read)
    }),
  )

  it(
    "throws the rows' error after the rows before it, and the reason of its signal",
    withMockWorld(async ({ clientOptions, world }) => {
      const mas = new Mas(clientOptions)
      async function* rows() {
        yield* people(3)
        throw new Error("the file ends in the middle")
      }
      const sent: number[] = []
      const loop = async () => {
        for await (const { index } of mas.messages.sendEach(rows(), options)) sent.push(index)
      }
      await expect(loop()).rejects.toThrow("the file ends in the middle")
      expect(sent).toHaveLength(3)
      const controller = new AbortController()
      const stopped = async () => {
        for await (const _ of mas.messages.sendEach(people(50), { ...options, signal: controller.signal }))
          controller.abort(new Error("enough"))
      }
      await expect(stopped()).rejects.toThrow("enough")
      expect(world.messages.list().length).toBeLessThan(30)
    }),
  )

  it.each(["client", "copy"])("begins no more rows once its %s is closed, and can be run again", async (closed) => {
    const transport = {
      name: "accepts all",
      send: () => Promise.resolve({ status: 201, headers: {}, text: '{"id":1}' }),
    }
    const original = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
    const mas = closed === "copy" ? original.withOptions({ timeout: 5_000 }) : original
    const sending = mas.messages.sendEach(people(50), options)
    const loop = async () => {
      for await (const _ of sending) await mas.close()
    }
    await expect(loop()).rejects.toThrow("sending was aborted: the client was closed")
    await expect(loop()).rejects.toBeInstanceOf(AbortError)
    expect(sending.summary.accepted).toBeLessThan(30)
    expect(await all(mas.messages.sendEach(people(50), options))).toHaveLength(50)
  })

  it("accounts for every row that it read if its signal aborts, finishes what was sent, and yields each to the loop", async () => {
    const controller = new AbortController()
    const responders: (() => void)[] = []
    const transport = {
      name: "answers six",
      send({ body }: { readonly body?: unknown }) {
        if (JSON.parse(String(body)).to < "p6") return Promise.resolve({ status: 201, headers: {}, text: '{"id":1}' })
        return new Promise<{ status: number; headers: object; text: string }>((resolve) => {
          responders.push(() => resolve({ status: 201, headers: {}, text: '{"id":1}' }))
          if (responders.length < 3) return
          controller.abort(new Error("enough"))
          for (const respond of responders) respond()
        })
      },
    }
    const { signal } = controller
    let readCount = 0
    function* rows() {
      for (const person of people(9)) {
        readCount++
        yield person
      }
    }
    const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
    const sending = mas.messages.sendEach(rows(), { ...options, concurrency: 3, signal })
    const sentRows: SentRow<Person>[] = []
    const loop = async () => {
      for await (const row of sending) sentRows.push(row)
    }
    await expect(loop()).rejects.toThrow("enough")
    expect(readCount).toBe(9)
    expect(sentRows.map(({ index, error }) => [index, error?.name])).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => [index, undefined]),
    ])
    expect(sending.summary).toEqual({ accepted: 9, duplicates: 0, failed: 0, uncertain: 0 })
  })

  it(
    "counts messages accepted after the loop was left",
    withMockWorld(async ({ clientOptions, world }) => {
      const sending = new Mas(clientOptions).messages.sendEach(people(50), options)
      for await (const _ of sending) break
      expect(sending.summary.accepted).toBe(world.messages.list().length)
      expect(sending.summary.accepted).toBeGreaterThan(1)
    }),
  )

  it(
    "distinguishes refused messages from those possibly sent",
    withMockWorld(async ({ clientOptions, world }) => {
      world.faults.add({ path: "/v1/my/messages", drop: "after", from: 2, times: 1 })
      world.faults.add({ path: "/v1/my/messages", status: 429, from: 2, times: 1 })
      const mas = new Mas({ ...clientOptions, maxRetries: 0 })
      const sending = mas.messages.sendEach(people(4), { ...options, concurrency: 1 })
      await all(sending)
      expect(sending.summary).toEqual({ accepted: 2, duplicates: 0, failed: 1, uncertain: 1 })
    }),
  )

  it(
    "counts a row as uncertain whose first response was lost, whatever the second says",
    withMockWorld(async ({ clientOptions, world }) => {
      for (const status of [401, 422]) {
        world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
        world.faults.add({ path: "/v1/my/messages", status, times: 1 })
        const key = () => ["lost", status]
        const sending = new Mas(clientOptions).messages.sendEach(people(1), { ...options, key })
        await all(sending)
        expect([status, sending.summary]).toEqual([status, { accepted: 0, duplicates: 0, failed: 0, uncertain: 1 }])
      }
    }),
  )

  it("is ended by its signal while it waits for the next row", async () => {
    const controller = new AbortController()
    async function* rows() {
      controller.abort(new Error("enough"))
      yield await new Promise<Person>(() => {})
    }
    const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1" })
    onTestFinished(() => mas.close())
    const sending = mas.messages.sendEach(rows(), { ...options, signal: controller.signal })
    await expect(all(sending)).rejects.toThrow("enough")
    expect(sending.summary).toEqual({ accepted: 0, duplicates: 0, failed: 0, uncertain: 0 })
  })

  it.each([
    ["key", { key: "newsletter" }],
    ["concurrency", { ...options, concurrency: 0 }],
    ["lease", { ...options, lease: -1 }],
    ["store", { ...options, store: new Set() }],
    ["message", { ...options, message: { to: "a@example.test" } }],
    ["signal", { ...options, signal: {} }],
    ["concurency", { ...options, concurency: 20 }],
    ["timeout", { ...options, timeout: "5" }],
    ["key", undefined],
  ])("names an invalid option: %s", async (name, invalidOptions) => {
    const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1" })
    onTestFinished(() => mas.close())
    const sending = mas.messages.sendEach(
      people(1),
      invalidOptions as unknown as typeof options & SendEachOptions<Person>,
    )
    const error = await all(sending).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(name)
    if (name !== "store") expect(error).toBeInstanceOf(InvalidArgumentError)
  })

  it("accepts a string as rows, and nothing that is not iterable", async () => {
    const transport = { name: "accepts all", send: async () => ({ status: 201, headers: {}, text: '{"id":1}' }) }
    const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
    const sendOptions = {
      key: (row: unknown) => String(row),
      message: () => options.message({ id: 1, email: "a@b.test" }),
    }
    expect(await all(mas.messages.sendEach("ab", sendOptions))).toHaveLength(2)
    for (const rows of [undefined, null, 5, { id: 1 }, Promise.resolve([])]) {
      const loop = all(mas.messages.sendEach(rows as unknown as string[], sendOptions))
      await expect(loop).rejects.toThrow("rows must be iterable")
      await expect(loop).rejects.toBeInstanceOf(InvalidArgumentError)
    }
  })
})
