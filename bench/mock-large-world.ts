import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"

/**
 * How long the other requests of a mock server wait at most while one call handles a world of a million contacts, or moves time
 * to where 100,000 messages and webhooks are due.
 */

const contacts = Number(process.env.CONTACTS ?? 1_000_000)
const messages = Number(process.env.MESSAGES ?? 100_000)
const child = fork(new URL("./support/large-world-server.ts", import.meta.url), [], {
  execArgv: ["--max-old-space-size=8192", "--import", "tsx"],
})
const [url] = await once(child, "message")

async function longestStop(request: string | number = "stop"): Promise<number> {
  const said = once(child, "message")
  child.send(request)
  return Number((await said)[0])
}

async function control(method: string, path: string, body?: object | Blob): Promise<Blob> {
  const sent = body instanceof Blob || body === undefined ? body : JSON.stringify(body)
  const response = await fetch(`${url}/_mock${path}`, { method, ...(sent === undefined ? {} : { body: sent }) })
  const received = await response.blob()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await received.text()).slice(0, 300)}`)
  return received
}

async function measure(name: string, method: string, path: string, body?: object | Blob): Promise<Blob> {
  await longestStop()
  const began = performance.now()
  const received = await control(method, path, body)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`${name}: others wait ${(await longestStop()).toFixed(0)} ms at most (reach: 50), in ${seconds} s`)
  return received
}

await longestStop()
await wait(1_000)
console.log(`at rest: ${(await longestStop()).toFixed(0)} ms`)
await measure(`fill with ${contacts.toLocaleString("en-US")}`, "POST", "/contacts", { count: contacts })
await measure("save a checkpoint", "POST", "/checkpoints", { name: "full" })
await measure("rewind", "POST", "/checkpoints/full/rewind", {})
const fixtures = await measure("write the fixtures", "GET", "/fixtures")
const snapshot = await measure("take a snapshot", "GET", "/snapshot")
await measure("restore it", "PUT", "/snapshot", snapshot)
await measure("load the fixtures", "PUT", "/fixtures", fixtures)
await measure("reset to them", "POST", "/reset", {})
const world = await measure("create a world from them", "POST", "/worlds", new Blob(['{"fixtures":', fixtures, "}"]))
await measure("delete it", "DELETE", `/worlds/${JSON.parse(await world.text()).id}`)
await measure("reset to the seed", "PUT", "/fixtures", {})
await longestStop(messages)
const many = messages.toLocaleString("en-US")
await measure(`advance to ${many} messages due at one moment`, "POST", "/clock/advance", { by: "1m" })
await measure("advance to the webhooks that follow from them", "POST", "/clock/advance", { to: "next" })
await measure("advance over a year of their retries", "POST", "/clock/advance", { by: "365d" })
child.send("end")
