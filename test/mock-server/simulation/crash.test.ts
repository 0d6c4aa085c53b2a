import { setTimeout as realPause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createWebhookHandler } from "../../../sdk/webhooks/index.ts"

const send = (mas: Mas, number: number) =>
  mas.messages.send({ channel: "email", to: `c${number}@example.test`, subject: "Hi", body: "Hi" }).catch(() => {})

describe("the crash callback of a program", () => {
  it.each([
    ["at once", () => {}],
    ["in the real world", () => realPause(5)],
  ])("runs for each life, before the next begins and when the day is over: %s", async (_, work) => {
    const lives: string[][] = []
    await simulate({ runs: 3, faults: { crash: 0.2 } }, async (day) => {
      const open = new Set<number>()
      let begun = 0
      const phases: string[] = []
      lives.push(phases)
      const shop = day.process(
        "shop",
        async ({ clientOptions }) => {
          if (open.size > 0) throw new Error("The life before has not ended")
          open.add(++begun)
          phases.push("begins")
          return { mas: new Mas(clientOptions), life: begun }
        },
        {
          async crash({ life }) {
            await work()
            open.delete(life)
            phases.push("ends")
          },
        },
      )
      await day.times(10, (number) => shop.call(({ mas }) => send(mas, number)))
    })
    expect(lives.flat().length).toBeGreaterThan(10)
    for (const phases of lives) expect(phases).toEqual(phases.map((_, at) => (at % 2 === 0 ? "begins" : "ends")))
    for (const phases of lives) expect(phases.at(-1)).toBe("ends")
  })

  it("is awaited although the machine stands still for a second meanwhile", { tags: "slow" }, async () => {
    const phases: string[] = []
    await simulate({ seed: 1, faults: "calm" }, (day) => {
      day.process("shop", () => ({}), {
        async crash() {
          const paused = realPause(100)
          await realPause(50)
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200)
          await paused
          phases.push("ends")
        },
      })
      return day.sleep(1)
    })
    expect(phases).toEqual(["ends"])
  })

  it("runs for each process of a receiver, with what the setup returned", async () => {
    const ended: unknown[] = []
    await simulate({ seed: 1, faults: "calm", for: "1h" }, (day) => {
      day.receiver(
        "hooks",
        ({ secret, index }) => ({ fetch: createWebhookHandler({ secret, onEvent: () => {} }), index }),
        { processes: 2, crash: ({ index }) => ended.push(index) },
      )
      return day.sleep("10m")
    })
    expect(ended).toEqual([0, 1])
  })

  it("fails the day if it throws", async () => {
    const body = (day: Day) => {
      day.process("shop", () => ({}), { crash: () => expect.fail("No such pool") })
      return day.sleep(1)
    }
    const message = "Closing shop after a crash failed: No such pool"
    await expect(simulate({ seed: 1, faults: "calm", shrinkFor: 0 }, body)).rejects.toThrow(message)
  })

  it("must be a function", async () => {
    const body = (day: Day) => Reflect.apply(day.process, day, ["shop", () => ({}), { crash: 1 }])
    await expect(simulate({ seed: 1, faults: "calm" }, body)).rejects.toThrow("day.process: crash: must be a function")
  })
})

describe("an async check", () => {
  it("runs after every step, while time is frozen", async () => {
    let looks = 0
    const moments = new Set<number>()
    await simulate({ seed: 1, faults: "calm", for: "1h" }, async (day) => {
      day.always("it looks", async () => {
        const before = Date.now()
        await realPause(2)
        await new Promise((resolve) => setImmediate(resolve))
        moments.add(Date.now() - before)
        looks++
      })
      for (let times = 0; times < 5; times++) await day.sleep("1m")
    })
    expect([looks > 5, moments]).toEqual([true, new Set([0])])
  })

  it.each([
    ["returns false", () => false, "well"],
    ["throws", () => expect.fail("Not well"), "well: Not well"],
  ])("fails the day if it %s", async (_, result, message) => {
    const body = (day: Day) => {
      day.always("well", () => realPause(2).then(result))
      return day.sleep("1m")
    }
    await expect(simulate({ seed: 1, faults: "calm", shrinkFor: 0 }, body)).rejects.toThrow(message)
  })
})

describe("a line of the report", () => {
  it("has the recipient of a POST, and its key", async () => {
    const error = await simulate({ seed: 1, faults: "calm" }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      await shop.call(async (mas) => {
        const mail = { channel: "email", to: "ann@example.test", subject: "Hi", body: "Hi" } as const
        await mas.messages.send(mail, { idempotencyKey: "receipt-7" })
        await mas.contacts.create({ email: "bo@example.test" })
        await mas.account.get()
      })
      day.eventually("nothing was asked", () => false)
    }).catch((error: unknown) => String(error))
    expect(error).toContain("POST /v1/my/messages to ann@example.test, key receipt-7 → 201")
    expect(error).toMatch(/POST \/v1\/my\/contacts to bo@example\.test → 201/)
    expect(error).toMatch(/GET \/v1\/my\/account → 200/)
  })
})

describe("a day without faults", () => {
  const sent = async (day: Day, receive: Parameters<Day["receiver"]>[1]) => {
    day.receiver("hooks", receive, { events: ["email.sent"] })
    const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
    await shop.call((mas) => send(mas, 1))
  }
  const slow = (timeout: number, ms: number) => (day: Day) =>
    sent(day, ({ secret }) =>
      createWebhookHandler({ secret, timeout, lease: 60_000, onError: () => {}, onEvent: () => day.sleep(ms) }),
    )

  it.each<[string, (day: Day) => unknown, RegExp]>([
    ["refuses it", (day) => sent(day, () => () => new Response("No", { status: 401 })), /never arrived.*: 401, 401/],
    ["throws", (day) => sent(day, () => () => expect.fail("No")), /never arrived.*the receiver threw: .*No/],
    ["is slower than the handler's limit", slow(9_000, 20_000), /ended by a time limit.*: 503 after 9 s/],
    ["is slower than its own limit", slow(2_000, 3_000), /ended by a time limit.*: 503 after 2 s/],
    ["is slower than the service's timeout", slow(0, 20_000), /ended by a time limit.*no response within 10 s/],
    ["never ends", slow(9_000, Infinity), /ended by a time limit.*: 503 after 9 s/],
  ])("fails if a webhook does not arrive because its receiver %s", async (_, body, message) => {
    await expect(simulate({ seed: 1, faults: "calm", shrinkFor: 0 }, body)).rejects.toThrow(message)
  })

  it.each<[string, (day: Day) => unknown]>([
    ["slowly", slow(9_000, 5_000)],
    [
      "at the second attempt",
      (day) => {
        let attempts = 0
        return sent(day, () => () => new Response(null, { status: attempts++ === 0 ? 500 : 200 }))
      },
    ],
  ])("passes if it arrives %s", async (_, body) => {
    expect(await simulate({ seed: 1, faults: "calm" }, body)).toMatchObject({ runs: 1 })
  })
})
