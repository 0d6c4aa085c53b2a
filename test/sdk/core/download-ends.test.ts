import { once } from "node:events"
import { readdirSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"
import { Agent } from "undici"
import { describe, expect, it, onTestFinished } from "vitest"
import type { ClientOptions } from "../../../sdk/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { connect, rejection, serve, testHost, transports } from "./support.ts"

const folder = temporaryFolder()

/** The answers of a service that gives the beginning of a file, and no more. */
async function half(): Promise<{ url: string; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = []
  const { url } = await serve((response) => {
    responses.push(response)
    response.writeHead(200, { "Content-Length": "100" }).write("half")
  })
  return { url, responses }
}

const ways: readonly (readonly [string, () => ClientOptions])[] = [
  ...Object.entries(transports).map(([name, open]) => [name, () => ({ transport: open() })] as const),
  ["a dispatcher of the caller's", () => ({ dispatcher: new Agent() })],
]

describe.each(ways)("a download over %s", (_, options) => {
  it("that is left early is no error of the process, though all of it has arrived", async () => {
    const uncaught: unknown[] = []
    const note = (error: unknown) => uncaught.push(error)
    process.on("uncaughtExceptionMonitor", note)
    onTestFinished(() => void process.off("uncaughtExceptionMonitor", note))
    const { url } = await serve((response) => response.end(Buffer.alloc(20_000)))
    const mas = connect(url, options())
    for (let count = 0; count < 5; count++) {
      const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
      for await (const _ of download.stream()) break
      await new Promise(setImmediate)
    }
    expect(uncaught).toEqual([])
  })

  it("ends with its client, and is then no file", async () => {
    const { url, responses } = await half()
    const mas = connect(url, options())
    const [unread, begun] = [
      await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }),
      await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }),
    ]
    const reading = rejection(begun.bytes())
    const closed = responses.map((response) => once(response, "close"))
    await mas.withOptions({ brandSid: "other" }).close()
    await Promise.all(closed)
    for (const error of [await reading, await rejection(unread.bytes())]) {
      expect(error).toMatchObject({ name: "AbortError", message: expect.stringContaining("was aborted") })
    }
  })
})

/** A client whose `fetch` takes no notice of its signal, and whose body begins and never goes on. */
function deaf(host = testHost()) {
  const fetch = async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(3)) }))
  return connect("http://127.0.0.1:9", { fetch, maxRetries: 0 }, host)
}

describe("a download whose transport does not end", () => {
  it("ends in time all the same", async () => {
    const host = testHost()
    const download = await deaf(host).attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    const bytes = rejection(download.bytes())
    setImmediate(host.expire)
    expect(await bytes).toMatchObject({ name: "TimeoutError" })
  })

  it.each(["before it is read", "while it waits"])(
    "ends when the caller says so, %s, and leaves no file",
    async (when) => {
      const stop = new AbortController()
      const download = await deaf().attachments.download({ conversationId: 1, messageId: 2, id: 3 }, undefined, {
        signal: stop.signal,
      })
      if (when === "before it is read") stop.abort()
      const saved = rejection(download.saveTo(join(folder, "deaf.bin")))
      // Long enough for the file to be open, and to wait for what comes next.
      while (!stop.signal.aborted && readdirSync(folder).length === 0) await new Promise(setImmediate)
      stop.abort()
      expect(await saved).toMatchObject({ name: "AbortError" })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it("gives nothing more once it has failed", async () => {
    const host = testHost()
    const download = await deaf(host).attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    const reader = download.stream().getReader()
    await reader.read()
    const next = rejection(reader.read())
    setImmediate(host.expire)
    expect([await next, await rejection(reader.read())]).toMatchObject([
      { name: "TimeoutError" },
      { name: "TimeoutError" },
    ])
  })
})
