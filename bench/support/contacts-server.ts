import { setTimeout } from "node:timers/promises"
import { startMockServer } from "../../mock-server/index.ts"

/** A mock server in a separate process that reports its memory and CPU use on request. */
const server = await startMockServer({ port: 0 })

async function memory() {
  const { rss } = process.memoryUsage()
  // The second collection frees unreferenced buffers.
  globalThis.gc?.()
  await setTimeout(200)
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return { bytes: heapUsed + external, rss }
}

function cpu() {
  const { user, system } = process.cpuUsage()
  return user + system
}

process.on("message", (asked: string) => {
  if (asked === "memory") void memory().then((used) => process.send?.(used))
  else if (asked === "cpu") process.send?.(cpu())
  else void server.close().then(() => process.disconnect())
})
process.send?.(server.url)
