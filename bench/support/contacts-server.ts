import { setTimeout } from "node:timers/promises"
import { startMockServer } from "../../mock-server/index.ts"

/** A mock server in a process of its own, which says on request how much memory and CPU it has used. */
const server = await startMockServer({ port: 0 })

async function memory() {
  const { rss } = process.memoryUsage()
  // Buffers that nobody holds any more go with the second.
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
