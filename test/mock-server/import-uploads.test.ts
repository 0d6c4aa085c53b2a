import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { limits } from "../../sdk/contract/core/limits.ts"

let server: Awaited<ReturnType<typeof startMockServer>>
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})
afterAll(() => server.close())

const head = (field: string) => `--b\r\nContent-Disposition: form-data; name="${field}"; filename="c.csv"\r\n\r\n`
const resource = '\r\n--b\r\nContent-Disposition: form-data; name="resource"\r\n\r\ncontacts\r\n--b--\r\n'

/** Starts an upload without a Content-Length. */
function beginUpload(): ClientRequest {
  return request(`${server.url}/v1/my/imports`, {
    method: "POST",
    headers: { authorization: "Bearer maskey_live_mock", "content-type": "multipart/form-data; boundary=b" },
  })
}

async function answerTo(upload: ClientRequest) {
  const [response] = (await once(upload, "response")) as [IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

/** Sends `count` mebibytes of lines, at the pace of the connection, until it closes. */
async function sendMebibytes(upload: ClientRequest, count: number): Promise<void> {
  upload.setMaxListeners(0)
  const mebibyte = Buffer.alloc(1024 * 1024, "a@x.test,\n")
  for (let sent = 0; sent < count && !upload.destroyed; sent++) {
    if (!upload.write(mebibyte)) await Promise.race([once(upload, "drain"), once(upload, "close")])
  }
}

describe("an upload over a socket", () => {
  it("is accepted however it is split into chunks", async () => {
    const upload = beginUpload()
    const response = answerTo(upload)
    for (const byte of `${head("file")}email\na@x.test\n${resource}`) upload.write(byte)
    upload.end()
    expect(await response).toMatchObject({ status: 201, body: { status: "pending" } })
  })

  it("gets 413 as soon as it exceeds the limit", { tags: "slow" }, async () => {
    const upload = beginUpload()
    const response = answerTo(upload)
    upload.write(head("file"))
    await sendMebibytes(upload, limits.importBytes / 1024 / 1024 + 5)
    upload.end(resource)
    expect(await response).toMatchObject({ status: 413, body: { error_code: "payload_too_large" } })
  })

  it("gets 413 before it is sent if its declared length is too large", async () => {
    const upload = beginUpload()
    upload.on("error", () => {})
    upload.setHeader("content-length", 2 * limits.importBytes)
    const response = answerTo(upload)
    upload.write(head("file"))
    expect(await response).toMatchObject({ status: 413 })
    upload.destroy()
  })

  it("is refused at the first error, and the response arrives [27.5]", async () => {
    const upload = beginUpload()
    const response = answerTo(upload)
    upload.write(head("picture"))
    await sendMebibytes(upload, 5)
    upload.end(resource)
    expect(await response).toMatchObject({
      status: 422,
      body: { validation_errors: { picture: ["is not a known field"] } },
    })
  })

  it.each([
    ["/v1/my/imports", "multipart/form-data; boundary=b"],
    ["/v1/my/contacts", "application/json"],
  ])("that breaks off leaves no connection behind: %s", async (path, type) => {
    const frozenServer = await startMockServer({ port: 0, clock: "frozen" })
    const socket = connect(Number(new URL(frozenServer.url).port), "127.0.0.1")
    const headers = `Host: localhost\r\nAuthorization: Bearer maskey_live_mock\r\nContent-Type: ${type}\r\nContent-Length: 1000`
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${head("file")}`)
    await once(socket, "ready")
    socket.end()
    socket.resume()
    await once(socket, "close")
    await frozenServer.close()
    expect(socket.destroyed).toBe(true)
  })
})
