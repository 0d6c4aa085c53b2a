import { monitorEventLoopDelay } from "node:perf_hooks"
import { startMockServer } from "../../mock-server/index.ts"

/** A mock server that says on request how long its event loop has stopped at most since the last request. Milliseconds. */
const server = await startMockServer({ port: 0, clock: "frozen" })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on("message", (request) => {
  if (request === "end") process.exit()
  process.send?.(delay.max / 1e6)
  delay.reset()
})
process.send?.(server.url)
