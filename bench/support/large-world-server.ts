import { monitorEventLoopDelay } from "node:perf_hooks"
import { startMockServer } from "../../mock-server/index.ts"

/**
 * A mock server that says on request how long its event loop has stopped at most since the last request, in milliseconds. A
 * number is so many messages, each due in a minute; each of their events fails, and is due again a minute later.
 */
const deliver = () => ({ status: 503, duration: 1 })
const server = await startMockServer({ port: 0, clock: "frozen", messageLatency: 60_000, deliver })

async function post(path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
  await server.world.fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
}

async function queue(count: number): Promise<void> {
  await post("/v1/my/webhooks", { url: "https://hooks.example.com/", events: ["email.delivered"] })
  for (let n = 0; n < count; n++)
    await post("/v1/my/messages", { channel: "email", to: `to-${n}@load.test`, subject: "Hello", body: "Hello" })
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on("message", async (request) => {
  if (request === "end") process.exit()
  if (typeof request === "number") await queue(request)
  process.send?.(delay.max / 1e6)
  delay.reset()
})
process.send?.(server.url)
