import type { ServerResponse } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import type { Download, Mas } from "../../../sdk/index.ts"
import { connect, deferred, rejection, serve, testHost, transports } from "./support.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** A service that sends the start of a file, and reports when the connection is closed. */
async function endless() {
  const gone = deferred()
  let response: ServerResponse | undefined
  const { url } = await serve((incoming) => {
    response = incoming
    incoming.on("close", gone.resolve)
    incoming.writeHead(200, { "content-type": "text/csv" })
    incoming.write("begin")
  })
  return { url, gone: gone.promise, end: () => response?.end("end") }
}

const download = (mas: Mas) => mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
const words = "GET /v1/my/conversations/1/messages/2/attachments/3 was closed: the download was not read for 5 min"

describe.each(Object.entries(transports))("a download over %s", (_, transport) => {
  it("that is not read for five minutes is closed, and a later read says so", async () => {
    const { url, gone } = await endless()
    const host = testHost()
    const file = await download(connect(url, { transport: transport(), timeout: 0 }, host))
    host.expireUnread()
    await gone
    expect(await rejection(file.text())).toMatchObject({ name: "TimeoutError", message: words, disposition: "retry" })
  })

  it("that is read only in part is closed as well", async () => {
    const { url, gone } = await endless()
    const host = testHost()
    const reader = (await download(connect(url, { transport: transport(), timeout: 0 }, host))).stream().getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("begin")
    host.expireUnread()
    await gone
    expect(await rejection(reader.read())).toMatchObject({ name: "TimeoutError", message: words })
  })

  it("is not closed while a read waits for data", async () => {
    const { url, end } = await endless()
    const host = testHost()
    const file = await download(connect(url, { transport: transport(), timeout: 0 }, host))
    const text = file.text()
    await new Promise((resolve) => setImmediate(resolve))
    host.expireUnread()
    end()
    expect(await text).toBe("beginend")
  })

  it.each<[string, (file: Download) => unknown]>([
    ["the download", () => {}],
    ["its stream, before it is read", (file) => void file.stream()],
    ["its stream, read in part", (file) => file.stream().getReader().read()],
  ])("that is garbage collected is closed: %s", async (_, use) => {
    const { url, gone } = await endless()
    const mas = connect(url, { transport: transport(), timeout: 0 })
    const forget = async () => void (await use(await download(mas)))
    await forget()
    let isGone = false
    void gone.then(() => {
      isGone = true
    })
    while (!isGone) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  it("whose stream is still referenced is read to its end, even if the download is not", async () => {
    const { url, end } = await endless()
    const stream = (await download(connect(url, { transport: transport(), timeout: 0 }))).stream()
    for (let turn = 0; turn < 5; turn++) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    end()
    expect(await new Response(stream).text()).toBe("beginend")
  })
})

it("a client whose connections all hold abandoned downloads keeps working", async () => {
  const { url } = await serve((response) => {
    response.writeHead(200, { "content-type": "application/json" })
    if (response.req.url?.includes("attachments")) response.write("{")
    else response.end("{}")
  })
  const mas = connect(url, { maxConnections: 4, timeout: 0 })
  const forget = async () => {
    for (let count = 0; count < 4; count++) await download(mas)
  }
  await forget()
  let isDone = false
  const call = mas.account.get().then((account) => {
    isDone = true
    return account
  })
  while (!isDone) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await call).toEqual({})
})
