/**
 * Minutes of steady load: 200 mixed requests a second over HTTP, webhooks to a local receiver of which every fourth
 * fails, and a clock that advances ten minutes each second. Memory after each minute's reset must stay level, and the
 * process must exit after close: nothing is left open.
 *
 *     npm run bench -- mock-endurance
 *     node --import tsx bench/mock-endurance.ts <minutes> <requests a second>
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setInterval } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import { mixedRequest } from "./support/mixed-requests.ts"

const [minutes = 1, perSecond = 200] = process.argv.slice(2).map(Number)
const reach = 1.15
let arrived = 0
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(++arrived % 4 === 0 ? 503 : 204).end()
})
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const child = fork(fileURLToPath(new URL("support/soak-server.ts", import.meta.url)), ["--receiver"], {
  execArgv: ["--expose-gc", "--import", "tsx"],
})
const [{ url }] = await once(child, "message")
const pool = new Pool(url, { connections: 16 })
const key = "maskey_live_mock"

async function send(path: string, init: RequestInit): Promise<number> {
  const response = await fetch(`${url}${path}`, { ...init, dispatcher: pool } as RequestInit)
  await response.arrayBuffer()
  return response.status
}
const post = (path: string, body: object) =>
  send(path, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })

async function memory(): Promise<number> {
  child.send("memory")
  const [bytes] = await once(child, "message")
  return bytes
}

const held: number[] = []
let sent = 0
let broken = 0
for (let minute = 0; minute < minutes; minute++) {
  await post("/_mock/reset", {})
  await post("/v1/my/webhooks", { url: hook, events: ["email.sent", "email.delivered", "email.bounced"] })
  let second = 0
  for await (const _ of setInterval(1_000)) {
    const statuses = await Promise.all(
      Array.from({ length: perSecond }, () => {
        const { path, init } = mixedRequest(sent++)
        // Webhooks to other endpoints would delay the run: all requests stay on this machine.
        const isElsewhere = path.startsWith("/v1/my/webhooks") && init.method !== "GET"
        return isElsewhere ? send("/v1/my/webhooks", { headers: init.headers ?? {} }) : send(path, init)
      }),
    )
    broken += statuses.filter((status) => status >= 500 && status !== 503).length
    await post("/_mock/clock/advance", { by: "10m" })
    if (++second === 60) break
  }
  await post("/_mock/reset", {})
  held.push(await memory())
  console.log(`minute ${minute + 1}: ${((held.at(-1) ?? 0) / 1024 / 1024).toFixed(1)} MiB, ${arrived} webhooks`)
}
child.send("close")
await pool.close()
receiver.closeAllConnections()
receiver.close()
const [code] = await once(child, "exit")
// The first minutes warm up.
const [first = 0, last = 0] = [held[Math.min(2, held.length - 1)], held.at(-1)]
console.log(`${sent} requests, ${arrived} webhooks, ${broken} failures; the server ended with ${code}`)
console.log(`held at the end ${(last / first).toFixed(3)} times what it held warmed up, reach ${reach}`)
if (last > first * reach || broken > 0 || code !== 0) process.exitCode = 1
