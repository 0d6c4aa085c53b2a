import { AsyncLocalStorage } from "node:async_hooks"
import { createReadStream, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import type { ClientOptions, RequestOptions } from "../../../sdk/client/options.ts"
import { defaultTransport } from "../../../sdk/client/transport/default.ts"
import { contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { apiKey, closedAddress, connect, deferred, json, rejection, serve, transports } from "./support.ts"

const folder = temporaryFolder()
const path = join(folder, "contacts.csv")
const csv = "email\nada@example.test\n"
writeFileSync(path, csv)

/** Streams that tell whether they were closed. A generator that has not begun runs no `finally`: its next value tells it. */
const kinds: Record<
  string,
  () => { stream: AsyncIterable<Uint8Array | string>; isClosed: () => boolean | Promise<boolean> }
> = {
  "a Node stream": () => {
    const stream = Readable.from([csv])
    return { stream, isClosed: () => stream.destroyed }
  },
  "a web stream": () => {
    let isClosed = false
    const stream = new ReadableStream<Uint8Array>({
      cancel() {
        isClosed = true
      },
    })
    return { stream, isClosed: () => isClosed }
  },
  "a generator": () => {
    const stream = (async function* () {
      yield csv
    })()
    return { stream, isClosed: async () => (await stream.next()).done === true }
  },
  "contacts of a stream": () => {
    const source = Readable.from([csv])
    return { stream: contactsCsv(source), isClosed: () => source.destroyed }
  },
}

/** Each await between the call and the first read of its stream; resolves `reached` there and goes no further. */
const waits: Record<string, (reached: () => void) => ClientOptions> = {
  "the token": (reached) => ({
    apiKey: undefined,
    token: () => {
      reached()
      return new Promise(() => {})
    },
  }),
  "a hook": (reached) => ({
    onRequest: () => {
      reached()
      return new Promise(() => {})
    },
  }),
  "the pace": (reached) => ({
    pace: {
      turn: (_request, { signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener("abort", () => resolve(undefined))
          reached()
        }),
      slow: async () => {},
      stop: async () => {},
      countFailure: async () => {},
    },
  }),
  "a connection": (reached) => ({
    transport: {
      name: "hanging",
      send: (request) =>
        new Promise((_, reject) => {
          request.onAbort(reject)
          reached()
        }),
    },
  }),
}

const url = await closedAddress()

function uploadThatWaits(wait: string, stream: AsyncIterable<Uint8Array | string>, options?: RequestOptions) {
  const reached = deferred()
  const mas = connect(url, { apiKey, maxRetries: 0, ...waits[wait]?.(reached.resolve) })
  const failure = rejection(mas.imports.create({ file: stream, resource: "contacts" }, options))
  return { mas, reached: reached.promise, failure }
}

describe.each(Object.keys(waits))("while an upload waits for %s", (wait) => {
  it("an error of its stream ends the call with that error, and not the process", async () => {
    const stream = new Readable({ read() {} })
    const { reached, failure } = uploadThatWaits(wait, stream)
    await reached
    const cause = new Error("disk gone")
    stream.destroy(cause)
    expect(await failure).toMatchObject({
      name: "InvalidArgumentError",
      message: expect.stringContaining("disk gone"),
      cause,
    })
  })

  it("a stream that somebody closes ends the call", async () => {
    const stream = new Readable({ read() {} })
    const { reached, failure } = uploadThatWaits(wait, stream)
    await reached
    stream.destroy()
    expect(await failure).toMatchObject({
      message: expect.stringContaining("file cannot be read: the stream was closed"),
    })
  })

  it.each(Object.keys(kinds))("an abort closes %s", async (kind) => {
    const { stream, isClosed } = kinds[kind]?.() ?? expect.unreachable()
    const stop = new AbortController()
    const { reached, failure } = uploadThatWaits(wait, stream, { signal: stop.signal })
    await reached
    stop.abort()
    expect(await failure).toMatchObject({ name: "AbortError" })
    expect(await isClosed()).toBe(true)
  })
})

const beforeTransport = Object.keys(waits).filter((wait) => wait !== "a connection")
it.each(beforeTransport.flatMap((wait) => Object.keys(kinds).map((kind) => [wait, kind] as const)))(
  "close() while an upload waits for %s refuses the call and closes %s",
  async (wait, kind) => {
    const { stream, isClosed } = kinds[kind]?.() ?? expect.unreachable()
    const { mas, reached, failure } = uploadThatWaits(wait, stream)
    await reached
    await mas.close()
    expect(await failure).toMatchObject({ name: "AbortError", attempts: 0, message: expect.stringMatching(/closed$/) })
    expect(await isClosed()).toBe(true)
  },
)

describe.each(Object.entries(kinds))("%s given to an upload", (_, make) => {
  it.each<[string, ClientOptions, object]>([
    ["nobody listens at the address", {}, {}],
    ["the signal is aborted before", {}, { signal: AbortSignal.abort() }],
    ["an option is refused", {}, { timeout: -1 }],
    ["the key is missing", { apiKey: undefined }, {}],
  ])("is closed when %s", async (_, options, callOptions) => {
    const { stream, isClosed } = make()
    const mas = connect(url, { maxRetries: 0, ...options })
    expect(
      await rejection(mas.imports.create({ file: { content: stream }, resource: "contacts" }, callOptions)),
    ).toBeInstanceOf(Error)
    expect(await isClosed()).toBe(true)
  })
})

it("a missing file rejects the upload with the reason", async () => {
  const { url } = await serve(() => {})
  const mas = connect(url, { maxRetries: 0 })
  const file = createReadStream(join(folder, "none.csv"))
  expect(await rejection(mas.imports.create({ file, resource: "contacts" }))).toMatchObject({
    name: "InvalidArgumentError",
    cause: { code: "ENOENT" },
  })
})

it("a web stream is cancelled although a read of it never ends", async () => {
  const { url } = await serve(() => {})
  const { promise: isRead, resolve: read } = deferred()
  const { promise: isCancelled, resolve: cancel } = deferred()
  const file = new ReadableStream<Uint8Array>(
    {
      pull() {
        read()
        return new Promise(() => {})
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  const stop = new AbortController()
  const failure = rejection(connect(url).imports.create({ file, resource: "contacts" }, { signal: stop.signal }))
  await isRead
  stop.abort()
  expect(await failure).toMatchObject({ name: "AbortError" })
  await isCancelled
})

it.each(Object.entries(transports))("a stream is read in the context of its call by %s", async (_, transport) => {
  const { url } = await serve((response) => json(response, 201, { id: 1 }))
  const current = new AsyncLocalStorage<number>()
  const contexts: unknown[] = []
  const mas = connect(url, { transport: transport(), maxConnections: 1 })
  await Promise.all(
    [1, 2, 3].map((call) =>
      current.run(call, () => {
        async function* file() {
          contexts.push([call, current.getStore()])
          yield csv
        }
        return mas.imports.create({ file: file(), resource: "contacts" })
      }),
    ),
  )
  expect(contexts.toSorted()).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

it("rows that fail before sendEach reads them end the loop, and not the process; a refused option closes them", async () => {
  const mas = connect(url)
  const broken = Readable.from([{ id: 1 }])
  const [cause, key] = [new Error("query failed"), () => "a"]
  const message = () => ({ channel: "email" as const, to: "ana@example.test", subject: "s", body: "b" })
  const sending = mas.messages.sendEach(broken, { key, message })
  broken.destroy(cause)
  // The stream emits its error before a promise of this turn goes on.
  await new Promise(setImmediate)
  expect(await rejection(sending[Symbol.asyncIterator]().next())).toBe(cause)

  const unread = Readable.from([{ id: 1 }])
  const invalidSending = mas.messages.sendEach(unread, { key, message, concurrency: 0 })
  expect(await rejection(invalidSending[Symbol.asyncIterator]().next())).toMatchObject({ name: "InvalidArgumentError" })
  expect(unread.destroyed).toBe(true)
})

describe("contactsCsv", () => {
  const rows = `email\n${"ana@example.test\n".repeat(100_000)}`
  const ends: Record<string, (csv: ReturnType<typeof contactsCsv>) => Promise<unknown>> = {
    "break out of rows()": async (csv) => {
      for await (const _ of csv.rows()) break
    },
    "break out of parts()": async (csv) => {
      for await (const _ of csv.parts({ rows: 1 })) break
    },
    "break out of the file": async (csv) => {
      for await (const _ of csv) break
    },
    "close() after plan()": async (csv) => {
      await csv.plan()
      await csv.close()
    },
    "close() alone": (csv) => csv.close(),
    "await using": async (csv) => {
      await csv[Symbol.asyncDispose]()
    },
  }

  it.each(Object.entries(ends))("closes its source on %s", { tags: "slow" }, async (_, end) => {
    const node = Readable.from([rows.slice(0, 70_000), rows.slice(70_000)])
    await end(contactsCsv(node))
    expect(node.destroyed).toBe(true)

    const { promise: isCancelled, resolve: cancel } = deferred()
    const web = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(rows.slice(0, 70_006))),
      cancel,
    })
    await end(contactsCsv(web))
    await isCancelled
  })

  it("closes its source when the file or an option is refused", async () => {
    const [mail, other] = [Readable.from(["name\nAna\n"]), Readable.from([rows])]
    await rejection(contactsCsv(mail).rows().next())
    expect(() => contactsCsv(other, { delimiters: ";" } as object)).toThrow("delimiters")
    expect([mail.destroyed, other.destroyed]).toEqual([true, true])
  })

  it.each(["rows", "parts"] as const)(
    "closed while its %s are read is an error, and no shorter file",
    { tags: "slow" },
    async (stream) => {
      const contacts = contactsCsv(Readable.from([rows.slice(0, 70_000), rows.slice(70_000)]))
      async function readAll() {
        for await (const item of stream === "rows" ? contacts.rows() : contacts.parts()) {
          await contacts.close()
          if ("number" in item) for await (const _ of item);
        }
      }
      expect(await rejection(readAll())).toMatchObject({ message: "file was closed before it was read to its end" })
    },
  )

  it("hears a source that fails before it is read", async () => {
    const source = createReadStream(join(folder, "none.csv"))
    const contacts = contactsCsv(source)
    await new Promise<void>((resolve) => source.on("close", resolve))
    expect(await rejection(contacts.plan())).toMatchObject({ code: "ENOENT" })
  })
})

it.each(["cold", "warm"])("close() during a request of a %s client leaves no connection open", async (state) => {
  const { url } = await serve((response) => json(response, 200, { id: 1 }))
  const mas = connect(url, { transport: defaultTransport() })
  if (state === "warm") await mas.account.get()
  const closed: string[] = []
  const call = mas.account.get().then(() => closed.push("answered"))
  await mas.close()
  closed.push("closed")
  await call
  // Graceful: the pool is closed only after its last answer.
  expect(closed).toEqual(["answered", "closed"])
})
