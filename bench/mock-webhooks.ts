/**
 * How webhook retries scale: a million pending ones, drained in virtual time with stubbed delivery, and 10,000 events
 * that fail for 34 h 36 min over loopback, compared with a bare keep-alive `node:http` client that posts to the same
 * receiver.
 *
 *     npm run bench -- mock-webhooks
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { emit } from "../mock-server/resources/webhooks/emit.ts"
import { ServiceCore } from "../mock-server/service/service.ts"
import type { World } from "../mock-server/world/world.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const ladder = [0, 60_000, 360_000, 2_160_000, 9_360_000, 38_160_000, 124_560_000]
const start = Date.parse("2026-03-01T00:00:00.000Z")
const data = {
  message_id: 1,
  to: "ada@example.test",
  subject: "Your receipt",
  tags: { order: "1001", account_id: "1" },
}

function addWebhook(world: World, url: string): void {
  const { webhooks } = world.tables
  webhooks.insert({
    id: webhooks.nextId(),
    brand_id: 1,
    url,
    events: ["email.delivered"],
    status: "active",
    failing_since: null,
    secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
    created_at: world.timestamp(),
    updated_at: world.timestamp(),
  })
}

function tell(world: World): void {
  emit(world, 1, { type: "email.delivered", data, messageId: null })
}

function used(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const number = (value: number) => Math.round(value).toLocaleString("en-US")

/** 100,000 events within an hour to 10 endpoints that are down; nothing leaves the process. */
async function drainInMemory(): Promise<void> {
  let attempts = 0
  const outcome = { status: 503, duration: 0 }
  const service = new ServiceCore({
    clock: "frozen",
    now: start,
    deliver: () => {
      attempts++
      return outcome
    },
  })
  const { world } = service
  for (let i = 0; i < 10; i++) addWebhook(world, `https://hooks${i}.example.com/`)
  const before = used()
  const hour = 3_600_000
  const events = 100_000
  for (let i = 0; i < events; i++) {
    world.clock.set({ mode: "frozen", now: start + Math.floor((i * hour) / events) })
    tell(world)
  }
  const pending = world.tables.webhookDeliveries.size
  // Every first attempt fails, so that only retries are pending.
  await world.scheduler.advance(start + hour)
  const bytes = (used() - before) / pending
  const [firstAttempts, began] = [attempts, performance.now()]
  await world.scheduler.advance(start + hour + 2 * 86_400_000)
  const seconds = (performance.now() - began) / 1_000
  const failed = [...world.tables.webhookDeliveries.all()].filter(({ status }) => status === "failed").length
  if (pending !== 1_000_000 || failed !== pending || attempts !== 7 * pending) {
    throw new Error(`Expected 1,000,000 deliveries of 7 attempts: ${pending}, ${failed}, ${attempts}`)
  }
  console.log(`pending retries           ${number(pending)}, ${Math.round(bytes)} bytes each (reach: at most 420)`)
  console.log(
    `drained in virtual time   ${number((attempts - firstAttempts) / seconds)} attempts/s (reach: at least 60,000)`,
  )
  await service.close()
}

/** The requests that the receiver got: for each event id its timestamps, in seconds since 1970, in order of arrival. */
type Seen = readonly (readonly [id: string, timestamps: readonly number[]])[]

async function startReceiver(): Promise<[receiver: ChildProcess, port: number]> {
  const receiver = fork(new URL("support/failing-receiver.mjs", import.meta.url), { execArgv: [] })
  const [{ port }] = (await once(receiver, "message")) as [{ port: number }]
  return [receiver, port]
}

/** Microseconds of CPU per request of a bare client, 16 at a time, to the same receiver. */
async function floor(requests: number): Promise<number> {
  const [receiver, port] = await startReceiver()
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ type: "email.delivered", timestamp: new Date(start).toISOString(), data })
  const headers = { "Content-Type": "application/json", "webhook-id": "floor", "webhook-timestamp": "1" }
  const post = () =>
    new Promise((resolve, reject) => {
      const outgoing = request({ method: "POST", host: "127.0.0.1", port, path: "/", headers, agent }, (incoming) =>
        incoming.resume().on("end", resolve),
      )
      outgoing.on("error", reject).end(body)
    })
  let left = requests
  const worker = async () => {
    while (left-- > 0) await post()
  }
  const cpu = process.cpuUsage()
  await Promise.all(Array.from({ length: 16 }, worker))
  const { user, system } = process.cpuUsage(cpu)
  agent.destroy()
  receiver.kill()
  return (user + system) / requests
}

/** 10,000 events that all fail for 34 h 36 min, over loopback to a receiver in another process, in one advance. */
async function failOverLoopback(): Promise<void> {
  const [receiver, port] = await startReceiver()
  const service = new ServiceCore({ clock: "frozen", now: start, allowLocalWebhooks: true })
  const { world } = service
  addWebhook(world, `http://127.0.0.1:${port}/`)
  const events = 10_000
  for (let i = 0; i < events; i++) tell(world)
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await world.scheduler.advance(start + 36 * 3_600_000)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  receiver.send("report")
  const [seen] = (await once(receiver, "message")) as [Seen]
  receiver.kill()
  const expected = JSON.stringify(ladder.map((offset) => (start + offset) / 1_000))
  const wrong = seen.filter(([, timestamps]) => JSON.stringify(timestamps) !== expected)
  if (seen.length !== events || wrong.length > 0) {
    throw new Error(
      `Expected ${events} events with 7 attempts each, at their seconds: ${seen.length}, ${wrong.length} wrong`,
    )
  }
  const attempts = events * ladder.length
  console.log(
    `over loopback             ${number(attempts)} attempts in ${seconds.toFixed(1)} s (reach: at most 8 s), none lost or doubled, each at its second`,
  )
  const each = (user + system) / attempts
  const bare = await floor(20_000)
  console.log(
    `                          ${Math.round(each)} µs CPU an attempt, ${(each / bare).toFixed(2)} times a bare client`,
  )
  await service.close()
}

await failOverLoopback()
await drainInMemory()
