/**
 * The cost of a simulated day: 36 virtual hours, 20 sends, a receiver, the profile `storm`. Compared with the same
 * requests and deliveries without the simulator: a client of an in-process service on a frozen clock, with the same
 * faults and receiver.
 *
 *     npm run bench -- simulate
 */

import { type HostClock, hostClock as realClock } from "../mock-server/base/host.ts"
import type { Day } from "../mock-server/index.ts"
import type { Mas as Client } from "../sdk/index.ts"

/** The built code, as users run it: with tsx, naming functions would take a tenth of the time. Typed by its source. */
const built = (name: string) => import(new URL(`../dist/${name}.js`, import.meta.url).href)
const { createMockService, simulate }: typeof import("../mock-server/index.ts") = await built("mock-server/mock-server")
const { Mas }: typeof import("../sdk/index.ts") = await built("index")
const { createWebhookHandler }: typeof import("../sdk/webhooks/index.ts") = await built("webhooks")

const days = 1_000
const sends = 20

const send = (mas: Client, number: number) =>
  mas.messages
    .send(
      { channel: "email", to: `customer${number}@example.test`, subject: `Order ${number}`, body: "Thank you" },
      { idempotencyKey: `receipt-${number}` },
    )
    // A send may fail after all retries.
    .catch(() => undefined)

/** Completed requests and webhooks, counted by senders and receivers in both measurements. */
const through = { requests: 0, webhooks: 0 }

const receiver = (secret: string, now?: () => number) => {
  const handler = createWebhookHandler({
    secret,
    onEvent: () => {},
    onError: () => {},
    ...(now === undefined ? {} : { now }),
  })
  return (request: Request) => {
    through.webhooks++
    return handler(request)
  }
}

async function simulated(day: Day): Promise<void> {
  const onResponse = () => {
    through.requests++
  }
  const shop = day.process("shop", ({ clientOptions }) => new Mas({ ...clientOptions, onResponse }))
  day.receiver("hooks", ({ secret }) => receiver(secret))
  await day.times(sends, (number) => shop.call((mas) => send(mas, number)))
}

/** No fault takes real time. */
const hostClock: HostClock = { ...realClock, wait: async () => {} }

async function plain(seed: number): Promise<void> {
  const service = createMockService({
    clock: "frozen",
    now: Date.UTC(2026, 0, 1),
    seed,
    hostClock,
    deliver: async ({ url, headers, body }) => {
      const { status } = await handler(new Request(url, { method: "POST", headers: { ...headers }, body }))
      return { status, duration: 1 }
    },
  })
  const { world } = service
  const onResponse = () => {
    through.requests++
  }
  const mas = new Mas({ ...service.clientOptions, onResponse })
  const { secret = "" } = await mas.webhooks.create({
    url: "https://hooks.example.com/webhooks",
    events: ["email.sent", "email.delivered", "email.bounced", "email.failed"],
  })
  const handler = receiver(secret, () => Date.parse(world.clock.get().now))
  world.faults.profile({ name: "storm", seed })
  for (let number = 1; number <= sends; number++) await send(mas, number)
  await world.advance("36h")
  await service.close()
}

/** Milliseconds of CPU that work takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function measure(name: string, live: (from: number, days: number) => Promise<unknown>): Promise<number> {
  await live(1, days / 10)
  through.requests = 0
  through.webhooks = 0
  const ms = await cpuOf(() => live(1, days))
  const { requests, webhooks } = through
  console.log(
    `${name.padEnd(24)} ${(ms / 1_000).toFixed(1)} s CPU for ${days} days: ${requests} requests, ${webhooks} webhooks received`,
  )
  return ms / (requests + webhooks)
}

const withSimulator = await measure("simulate", (seed, runs) =>
  simulate({ runs, seed, faults: "storm", for: "36h" }, simulated),
)
const without = await measure("without the simulator", async (from, runs) => {
  for (let seed = from; seed < from + runs; seed++) await plain(seed)
})
console.log(
  `${(withSimulator / without).toFixed(2)} times the CPU, by request and webhook (reach: at most 1.5; and 20 s for the first)`,
)
