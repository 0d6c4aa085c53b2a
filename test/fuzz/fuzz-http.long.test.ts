import { connect } from "node:net"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { type WildRequest, wildRequest } from "./requests.ts"

let server: MockServer

beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen", deliver: () => ({ status: 204, duration: 1 }) })
})

afterAll(async () => {
  await server.close()
})

const timeout = 60_000

/** A server's response to raw bytes, until it closes the connection. */
function answerTo(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ""
    const socket = connect(server.port, "127.0.0.1", () => socket.end(bytes))
    socket.setTimeout(timeout, () => {
      socket.destroy()
      reject(new Error("the connection stays open and nothing is said"))
    })
    socket.on("data", (chunk) => {
      response += chunk
    })
    // A server may reset a connection after invalid bytes.
    socket.on("error", () => resolve(response))
    socket.on("close", () => resolve(response))
  })
}

/** A request as raw bytes, without characters that are invalid in the request line. */
function asBytes({ method, url, headers, body }: WildRequest): Buffer {
  const { "content-length": _, ...otherHeaders } = headers
  const lines = Object.entries({
    host: "127.0.0.1",
    connection: "close",
    ...otherHeaders,
    "content-length": body.byteLength,
  })
  const head = `${method} ${url.replace(/[\s\0]/g, "") || "/"} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, "latin1"), body])
}

/** A request with some bytes changed, possibly truncated. */
const broken = fc
  .record({
    request: wildRequest,
    flips: fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 4 }),
    end: fc.option(fc.nat(600), { nil: undefined }),
  })
  .map(({ request, flips, end }) => {
    const bytes = asBytes(request)
    for (const [at, byte] of flips) if (at < bytes.byteLength) bytes[at] = byte
    return bytes.subarray(0, end)
  })

describe("the server", () => {
  it("responds to any bytes or closes the connection, and stays up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(broken, wildRequest.map(asBytes)), { minLength: 1, maxLength: 8 }),
        async (all) => {
          const responses = await Promise.all(all.map(answerTo))
          for (const response of responses) expect(response).not.toMatch(/^HTTP\/1\.1 50[024]/)
          const alive = await fetch(`${server.url}/_mock/health`)
          expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }])
          server.world.faults.clear()
        },
      ),
      { numRuns: 60, seed: Number(process.env.FUZZ_SEED ?? 1) },
    )
  }, 3_600_000)
})
