import { startMockServer } from "../../mock-server/index.ts"

// A mock server in a separate process that reports its memory use on request. Needs --expose-gc.

// With the argument `--receiver` webhooks are sent over HTTP to this machine; else they are stubbed.

const isReal = process.argv.includes("--receiver")
const server = await startMockServer({
  port: 0,
  clock: "frozen",
  allowLocalWebhooks: isReal,
  // One attempt in four fails, so that retries are pending.
  ...(!isReal && {
    deliver: ({ body }) => (body.length % 4 === 0 ? { status: 503, duration: 1 } : { status: 204, duration: 1 }),
  }),
})

/** Live bytes after garbage collection. */
async function used(): Promise<number> {
  // Finalizers run between collections.
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise(setImmediate)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on("message", async (message) => {
  if (message === "memory") process.send?.(await used())
  if (message === "close") {
    await server.close()
    process.disconnect()
  }
})
process.send?.({ url: server.url })
