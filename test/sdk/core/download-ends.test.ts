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

/** A service that sends only the start of a file, and its responses. */
async function half(): Promise<{ url: string; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = []
  const { url } = await serve((response) => {
    responses.push(response)
    response.writeHead(200, { "Content-Length": "100" }).write("half")
  })
  return { url, responses }
}

const transportOptions: readonly (readonly [string, () => ClientOptions])[] = [
  ...Object.entries(transports).map(([name, open]) => [name, () => ({ transport: open() })] as const),
  ["a dispatcher of the caller's", () => ({ dispatcher: new Agent() })],
]

describe.each(transportOptions)("a download over %s", (_, options) => {
  it("left early is no error of the process, even if all of it has arrived", async () => {
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

  it("ends with its client, and can then not be read", async () => {
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

/** A client whose `fetch` ignores its signal, and whose body starts but never goes on. */
function deaf(host = testHost()) {
  const fetch = async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(3)) }))
  return connect("http://127.0.0.1:9", { fetch, maxRetries: 0 }, host)
}

describe("a download whose transport never ends", () => {
  it("times out all the same", async () => {
    const host = testHost()
    const download = await deaf(host).attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    const bytes = rejection(download.bytes())
    setImmediate(host.expire)
    expect(await bytes).toMatchObject({ name: "TimeoutError" })
  })

  it.each(["before it is read", "while it waits"])(
    "ends when the caller aborts, %s, and leaves no file",
    async (when) => {
      const stop = new AbortController()
      const download = await deaf().attachments.download({ conversationId: 1, messageId: 2, id: 3 }, undefined, {
        signal: stop.signal,
      })
      if (when === "before it is read") stop.abort()
      const saved = rejection(download.saveTo(join(folder, "deaf.bin")))
      // Wait until the file is open.
      while (!stop.signal.aborted && readdirSync(folder).length === 0) await new Promise(setImmediate)
      stop.abort()
      expect(await saved).toMatchObject({ name: "AbortError" })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it("gives no more data after it failed", async () => {
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
