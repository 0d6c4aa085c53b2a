import { expect, it } from "vitest"
import type { Day } from "../../../mock-server/index.ts"
import { DayFaults } from "../../../mock-server/testing/simulation/faults.ts"
import { DayLog } from "../../../mock-server/testing/simulation/log.ts"
import { type DayPlan, runDay } from "../../../mock-server/testing/simulation/run-day.ts"
import type { Fault } from "../../../mock-server/world/fault-rules.ts"
import { Mas } from "../../../sdk/index.ts"
import { createWebhookHandler } from "../../../sdk/webhooks/index.ts"

/** A shop that sends, and two receivers, one of which knows its secret. */
async function shopping(day: Day): Promise<void> {
  const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
  const onEvent = () => day.sleep("1s")
  day.receiver("hooks", ({ secret }) => createWebhookHandler({ secret, onEvent, onError: () => {} }))
  day.receiver("wrong", () => () => new Response("No", { status: 401 }), { events: ["email.delivered"] })
  await day.times(20, async (number) => {
    await day.sleep(number * 60_000)
    const mail = {
      channel: "email",
      to: `customer${number}@example.test`,
      subject: `Order ${number}`,
      body: "Hi",
    } as const
    await shop.call((mas) => mas.messages.send(mail).catch(() => {}))
  })
  day.eventually("all was sent", () => day.world.messages.list().length === 20)
}

const plan: DayPlan = {
  seed: 6,
  length: 2 * 3_600_000,
  profile: "storm",
  rules: [
    { status: 429, headers: { "Retry-After": "" }, probability: 0.05 },
    { latency_ms: 45_000, probability: 0.05 },
    { on: "delivery", duplicate: 2, probability: 0.1 },
  ],
  steps: { crash: 0.06, revoke: 0.04, jump: 0.005 },
  hung: new Set(),
  isStopped: () => false,
  service: {},
}

it("the day of a seed runs line by line as before, also with only the first half of its faults", async () => {
  const longDay = await runDay(plan, shopping)
  const half = longDay.faults.slice(0, Math.ceil(longDay.faults.length / 2))
  const again = await runDay({ ...plan, only: new Set(half) }, shopping)
  const summary = [longDay, again].flatMap(({ broken, faults, log, elapsed, wasOutside }) => [
    `${elapsed} ms, ${broken?.message ?? "nothing is broken"}, ${wasOutside ? "not " : ""}in virtual time alone`,
    ...faults,
    ...log.lines().map(({ at, kind, who, text }) => `${at} ${kind}, ${who}: ${text}`),
    log.table(),
    "",
  ])
  await expect(summary.join("\n")).toMatchFileSnapshot("golden/day.txt")
})

const rule = { fired: 0, times: null, probability: 1 } as const
const ofRequests = (fault: Partial<Fault & { on: "request" }>): Fault => ({
  ...{ ...rule, id: 1, on: "request", method: null, path: null, status: null, error_code: null },
  ...{ retry_after: null, latency_ms: null, drop: null },
  ...fault,
})
const ofDeliveries = (fault: Partial<Fault & { on: "delivery" }>): Fault => ({
  ...{ ...rule, id: 1, on: "delivery", webhook_id: null, event_type: null },
  ...fault,
})

const request = { method: "GET", url: "/", idempotencyKey: undefined, credential: [], text: undefined }

it.each<[Fault, string]>([
  [ofRequests({ drop: "before" }), "cut before the write"],
  [ofRequests({ drop: "after" }), "response lost after the write"],
  [ofRequests({ status: 503 }), "503"],
  [ofRequests({ status: 429, headers: { "Retry-After": "" } }), "429 without Retry-After"],
  [ofRequests({ status: 429, headers: { "Retry-After": "1" } }), "429"],
  [ofRequests({ cut_at: 0 }), "cut in the midst of the response"],
  [ofRequests({ drip_ms: 5 }), "its response drips"],
  [ofRequests({ latency_ms: 200 }), "200 ms late"],
  [ofRequests({ body: "x" }), "wrong response"],
  [ofDeliveries({ drop: "before" }), "lost"],
  [ofDeliveries({ drop: "after" }), "its response is lost"],
  [ofDeliveries({ duplicate: 1 }), "arrives 2 times"],
  [ofDeliveries({ signature: "old" }), "stale"],
  [ofDeliveries({ signature: "two" }), "signed amiss (two)"],
  [ofDeliveries({ reorder: true }), "overtaken"],
  [ofDeliveries({ delay_ms: 30_000 }), "30000 ms late"],
])("the fault %j is reported in a few words: %s", (fault, words) => {
  const log = new DayLog(() => 0)
  const steps = { crash: 0, revoke: 0, jump: 0 }
  const faults = new DayFaults({ seed: 1, steps, until: 1, elapsed: () => 0, log })
  faults.place = "shop request 1"
  expect(faults.decide(fault, request)).toBe(true)
  expect(log.lines()).toEqual([{ at: 0, kind: "fault", who: "fault", text: `shop request 1: ${words}` }])
  // It always happens, so it is not part of a list of faults.
  expect(faults.happened).toEqual([])
})
