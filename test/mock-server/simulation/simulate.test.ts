import { setTimeout as outside } from "node:timers/promises"
import { promisify } from "node:util"
import express from "express"
import Fastify from "fastify"
import Koa from "koa"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { Day } from "../../../mock-server/index.ts"
import { createMockService, SimulationError, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { fastifyWebhooks, koaWebhookHandler } from "../../../sdk/webhooks/adapters.ts"
import { createWebhookHandler, nodeWebhookHandler } from "../../../sdk/webhooks/index.ts"

const mail = (number: number) => ({
  channel: "email" as const,
  to: `customer${number}@example.test`,
  subject: `Order ${number}`,
  body: "Thank you",
})

const { setImmediate: soon } = globalThis
const round = () => new Promise<void>((resolve) => void soon(resolve))
let isLoaded = false
const load = async () => {
  await outside(5)
  isLoaded = true
}

async function failureOf(days: Promise<unknown>): Promise<SimulationError> {
  const error = await days.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof SimulationError) return error
  throw error ?? new Error("No day was broken")
}

/** A shop that retries failed sends with a new key: two messages for one order. */
async function forgetfulShop(day: Day): Promise<void> {
  const shop = day.process("shop", ({ clientOptions }) => new Mas({ ...clientOptions, maxRetries: 0 }))
  day.always("never two messages for one order", () => {
    const receivers = day.world.messages.list().map(({ to }) => to)
    return new Set(receivers).size === receivers.length
  })
  await day.times(10, (number) =>
    shop.call(async (mas) => {
      for (let sent = false; !sent; )
        sent = await mas.messages.send(mail(number)).then(
          () => true,
          () => day.sleep("1m").then(() => false),
        )
    }),
  )
}

describe("simulate", () => {
  it("runs as many days as requested, each until nothing is pending", async () => {
    const slept: number[] = []
    const progress = await simulate({ runs: 3, faults: "calm", for: "1d" }, async (day) => {
      const begun = Date.now()
      await day.sleep("2h")
      slept.push(Date.now() - begun)
    })
    expect(slept).toEqual([7_200_000, 7_200_000, 7_200_000])
    expect(progress).toMatchObject({ runs: 3, of: 3, faults: 0 })
  })

  it("finds a call that is repeated with another key, and reports it with the one fault that matters", async () => {
    const error = await failureOf(simulate({ runs: 50, seed: 1 }, forgetfulShop))
    expect(error.faults).toHaveLength(1)
    expect(error.faults[0]).toMatch(
      /^shop request \d+: (response lost after the write|cut in the midst of the response|45000 ms late)$/,
    )
    expect(error.message).toContain("never two messages for one order")
    const only = JSON.stringify(error.faults)
    expect(error.message).toContain(`simulate({ seed: ${error.seed}, faults: "storm", for: "36h", only: ${only} }, …)`)
    expect(error.message).not.toContain("may not be reproducible")
  })

  it("reports the same day in the same words, byte for byte, from its seed", async () => {
    const first = await failureOf(simulate({ runs: 50, seed: 1 }, forgetfulShop))
    const again = await failureOf(simulate({ seed: first.seed }, forgetfulShop))
    expect(again.table).toBe(first.table)
    expect(again.faults).toEqual(first.faults)
  })

  it("shows at most 40 lines of the log, the most informative and the last ones", async () => {
    const error = await failureOf(
      simulate({ seed: 5 }, async (day) => {
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        day.receiver("hooks", ({ secret }) => createWebhookHandler({ secret, onEvent: () => {}, onError: () => {} }))
        await day.times(40, (number) => shop.call((mas) => mas.messages.send(mail(number)).catch(() => {})))
        day.eventually("nothing was sent", () => false)
      }),
    )
    const lines = error.table.split("\n")
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines.at(-1)).toMatch(/check +nothing was sent$/)
    expect(error.table).toMatch(/… \d+ more/)
    expect(error.faults).toEqual([])
    expect(error.message).toContain("It needs no fault.")
  })

  it("shows what followed each fault, before the end of the log", async () => {
    const faults = {
      rules: [{ on: "delivery", event_type: "email.sent", duplicate: 2, times: 1, probability: 0.5 }],
    } as const
    const error = await failureOf(
      simulate({ seed: 1, faults }, async (day) => {
        const eventIds: string[] = []
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        const onEvent = ({ id }: { id: string }) => eventIds.push(id)
        day.receiver("hooks", ({ secret }) => createWebhookHandler({ secret, onEvent, store: false }))
        await day.times(40, (number) => shop.call((mas) => mas.messages.send(mail(number))))
        day.eventually("none twice", () => new Set(eventIds).size === eventIds.length)
      }),
    )
    const lines = error.table.split("\n")
    expect(lines.length).toBeLessThanOrEqual(40)
    const fault = lines.findIndex((line) => line.includes("arrives 3 times"))
    const ids = lines.slice(fault + 1, fault + 4).map((line) => line.match(/email\.sent (evt_\S+)/)?.[1])
    expect(error.table).toMatch(/… \d+ more/)
    expect(ids[0]).toBeDefined()
    expect(new Set(ids).size).toBe(1)
  })

  it("leaves no listener behind for late responses", async () => {
    const warned = vi.spyOn(process, "emitWarning")
    onTestFinished(() => warned.mockRestore())
    await simulate({ seed: 1, faults: { rules: [{ latency_ms: 100, probability: 1 }] } }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      await day.times(20, (number) => shop.call((mas) => mas.messages.send(mail(number))))
    })
    expect(warned).not.toHaveBeenCalled()
  })

  it("crashes processes, which restart from what survived", async () => {
    let starts = 0
    let done = 0
    await simulate({ seed: 1, faults: { crash: 0.3 } }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => {
        starts++
        return new Mas(clientOptions)
      })
      await day.times(20, async (number) => {
        const sent = await shop.call((mas) => mas.messages.send(mail(number)))
        if (sent !== undefined) done++
      })
    })
    expect(starts).toBeGreaterThan(3)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(20)
  })

  it("ends a process's pending work with the process", async () => {
    await simulate({ runs: 20, faults: { crash: 0.2 } }, async (day) => {
      const lives: { isOver: boolean }[] = []
      const shop = day.process("shop", ({ clientOptions }) => {
        for (const life of lives) life.isOver = true
        const life = { isOver: false }
        lives.push(life)
        const tick = () => {
          if (life.isOver) throw new Error("A timer of a process that has crashed")
          if (Date.now() < Date.UTC(2026, 0, 1, 1)) setTimeout(tick, 60_000)
        }
        tick()
        return { mas: new Mas({ ...clientOptions, maxRetries: 0 }), life }
      })
      await day.times(10, (number) =>
        shop.call(async ({ mas, life }) => {
          await mas.messages.send(mail(number)).catch(() => {})
          if (life.isOver) throw new Error("A call of a process that has crashed goes on")
        }),
      )
    })
  })

  it("revokes keys, and gives the next one to a client that asks for it", async () => {
    let refusedCount = 0
    await simulate({ seed: 1, faults: { revoke: 0.5 } }, async (day) => {
      const onResponse = ({ status }: { readonly status?: number | undefined }) => {
        if (status === 401) refusedCount++
      }
      const shop = day.process("shop", ({ clientOptions }) => new Mas({ ...clientOptions, onResponse }))
      await day.times(10, (number) => shop.call((mas) => mas.messages.send(mail(number)).catch(() => {})))
      day.eventually("most are sent", () => day.world.messages.list().length > 5)
    })
    expect(refusedCount).toBeGreaterThan(2)
  })

  it("runs the client's back-off, timeouts and jitter in virtual time, and by the seed", async () => {
    const days: string[][] = []
    for (let time = 0; time < 2; time++) {
      const values: string[] = []
      days.push(values)
      await simulate({ seed: 3, faults: { rules: [{ latency_ms: 60_000, probability: 0.999 }] } }, async (day) => {
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        const error = await shop.call((mas) => mas.account.get().catch(String))
        values.push(String(error), new Date().toISOString(), String(Math.random()), crypto.randomUUID())
      })
    }
    expect(days[0]?.[0]).toContain("TimeoutError")
    expect(Date.parse(days[0]?.[1] ?? "") - Date.UTC(2026, 0, 1)).toBeGreaterThan(90_000)
    expect(days[1]).toEqual(days[0])
  })

  it("restores the process's time and random source, however the day ends", async () => {
    const before = [Date, setTimeout, clearTimeout, setImmediate, Math.random, crypto.randomUUID]
    await expect(
      simulate({ seed: 1 }, () => {
        throw new Error("No such day")
      }),
    ).rejects.toThrow("No such day")
    expect([Date, setTimeout, clearTimeout, setImmediate, Math.random, crypto.randomUUID]).toEqual(before)
    expect(Object.hasOwn(crypto, "randomUUID")).toBe(false)
  })

  it("lets a program clear timers that it never set", async () => {
    let cleared = 0
    await simulate({ seed: 1, faults: "calm" }, () => {
      for (const clear of [clearTimeout, clearInterval]) {
        clear(undefined)
        cleared += 1
      }
    })
    expect(cleared).toBe(2)
  })

  it("waits for work in the real world, and reports that such a day may not repeat", async () => {
    const error = await failureOf(
      simulate({ seed: 1, faults: "calm" }, async (day) => {
        const reader = day.process("reader", () => ({}))
        await day.times(3, () => reader.call(() => outside(5)))
        day.eventually("nothing was read", () => false)
      }),
    )
    expect(error.message).toContain("It may not be reproducible")
  })

  it.each([
    ["short work in Node, such as reading a Blob", () => round().then(round)],
    ["work awaited only the first time, such as lazy loading", () => (isLoaded ? undefined : load())],
  ])("does not report it for %s", async (_, work) => {
    const error = await failureOf(
      simulate({ seed: 1, faults: "calm" }, async (day) => {
        await day.process("p", () => ({})).call(work)
        day.eventually("no", () => false)
      }),
    )
    expect(error.message).not.toContain("may not be reproducible")
  })

  it("times out an unanswered webhook after ten seconds of virtual time", async () => {
    await simulate({ seed: 1, faults: { crash: 1e-9 }, for: "5m" }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      day.receiver("slow", () => () => day.sleep("20s").then(() => new Response("OK")), { events: ["email.sent"] })
      await shop.call((mas) => mas.messages.send(mail(1)))
      day.eventually("it was given up and tried again", () => {
        const errors = day.world.deliveries.list().map(({ error }) => error)
        expect(errors).toEqual(["no response within 10 s", "no response within 10 s"])
      })
    })
  })

  it.each([
    ["a handler of Node", ({ secret, onEvent }: Taking) => nodeWebhookHandler({ secret, onEvent })],
    [
      "an app of Express",
      ({ secret, onEvent }: Taking) => express().post("/webhooks", nodeWebhookHandler({ secret, onEvent })),
    ],
    [
      "an app of Koa",
      ({ secret, onEvent }: Taking) => new Koa().use(koaWebhookHandler({ secret, onEvent })).callback(),
    ],
    [
      "an app with a fetch method",
      ({ secret, onEvent }: Taking) => ({ fetch: createWebhookHandler({ secret, onEvent }) }),
    ],
  ])("accepts %s as a receiver", async (_, make) => {
    const events: string[] = []
    await simulate({ seed: 1, faults: "calm" }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      day.receiver("hooks", ({ secret }) => make({ secret, onEvent: ({ type }) => events.push(type) }))
      await shop.call((mas) => mas.messages.send(mail(1)))
    })
    expect(events).toEqual(["email.sent", "email.delivered"])
  })

  it("runs one day at a time", async () => {
    const steps: string[] = []
    const day =
      (name: string) =>
      async ({ sleep }: { sleep: () => Promise<void> }) => {
        steps.push(`${name} begins`)
        await sleep()
        steps.push(`${name} ends`)
      }
    await Promise.all(
      ["one", "two"].map((name) =>
        simulate({ seed: 1 }, (innerDay) => day(name)({ sleep: () => innerDay.sleep("1h") })),
      ),
    )
    expect(steps).toEqual(["one begins", "one ends", "two begins", "two ends"])
  })
})

interface Taking {
  readonly secret: string
  readonly onEvent: (event: { readonly type: string }) => unknown
}

describe("a failure of a day", () => {
  it.each([
    [
      "a function that throws",
      () => Promise.reject(new Error("Out of paper")),
      "The day's function threw: Out of paper",
    ],
    ["a function that does not end", (day: Day) => day.sleep("48h"), "The day is over before its function has ended"],
    [
      "a process that does not start",
      (day: Day) => {
        day.process("shop", () => {
          throw new Error("No such file")
        })
        return day.sleep(1)
      },
      "The process shop does not start: No such file",
    ],
    [
      "a program that never lets time pass",
      (day: Day) => {
        const goRound = () => setImmediate(goRound)
        day.process("shop", () => void goRound())
        return day.sleep(1)
      },
      "Virtual time no longer advances: shop, life 1 ran 100000 steps at the same moment",
    ],
    [
      "a check that rejects",
      (day: Day) => {
        day.eventually("well", () => Promise.reject(new Error("Not well")))
      },
      "well: Not well",
    ],
  ])("can be %s", { tags: "slow" }, async (_, body, message) => {
    const error = await failureOf(simulate({ seed: 1, faults: "calm" }, body))
    expect(error.message).toContain(message)
  })
})

describe("a day that fails by an uncaught error", () => {
  const calm = { seed: 7, faults: "calm", for: "2h", messageLatency: 0 } as const

  it.each([
    ["a timer that throws", "An error was not caught", () => setTimeout(() => expect.fail("boom"), 1_000)],
    ["a rejected promise", "A promise rejection", () => void setTimeout(async () => expect.fail("boom"), 1_000)],
  ])("%s is reported with its seed and the line that repeats it", async (_what, title, start) => {
    const error = await failureOf(simulate(calm, (day) => void day.process("p", start)))
    expect(error.seed).toBe(7)
    expect(error.message).toContain(title)
    expect(error.message).toContain("boom")
    expect(error.message).toContain('simulate({ seed: 7, faults: "calm", for: "2h", messageLatency: 0 }, …)')
  })
})

describe("the time of a day", () => {
  it("can be moved only by the day", async () => {
    const error = await failureOf(simulate({ seed: 1, faults: "calm" }, (day) => day.world.advance("1h")))
    expect(error.message).toContain("Time is moved by day.sleep alone")
  })

  it("goes on at once after a sleep of 0", async () => {
    await simulate({ seed: 1, faults: "calm" }, (day) => day.sleep(0))
  })

  it.each([
    ["reset", (day: Day) => day.world.reset()],
    ["restored", (day: Day) => day.world.state.restore(day.world.state.snapshot())],
    ["rewound", (day: Day) => day.world.checkpoints.rewind(day.world.checkpoints.save("a").name)],
    ["started from fixtures", (day: Day) => day.world.state.setFixtures({})],
  ])("cannot be changed through a world that is %s", async (_, move) => {
    const error = await failureOf(simulate({ seed: 1, faults: "calm" }, move))
    expect(error.message).toContain("Time is moved by day.sleep alone")
  })

  it("advances while day.world waits", async () => {
    const waited = await failureOf(
      simulate({ seed: 1, faults: "calm" }, async (day) => {
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        void day.sleep("1m").then(() => shop.call((mas) => mas.messages.send(mail(1))))
        const [message] = await day.world.messages.wait({ to: mail(1).to, timeout: "2m" })
        day.eventually("nothing came", () => message === undefined)
      }),
    )
    expect(waited.message).toContain("nothing came")
  })
})

describe("a fault that always happens", () => {
  const faults = { rules: [{ path: "/v1/my/messages", drop: "after", times: 1 }] } as const

  it("is in the report's table, and never called unnecessary", async () => {
    const error = await failureOf(
      simulate({ seed: 1, faults }, async (day) => {
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        await shop.call((mas) => mas.messages.send(mail(1)))
        day.eventually("nothing was sent", () => false)
      }),
    )
    expect(error.message).toContain("It needs no fault but those that always happen.")
    expect(error.table).toContain("shop request 1: response lost after the write")
  })

  it("does not apply to the day's own requests to its world", async () => {
    await simulate({ seed: 1, faults }, async ({ world }) => {
      const response = await world.fetch("/v1/my/messages", { headers: { Authorization: `Bearer ${world.apiKey}` } })
      expect(response.status).toBe(200)
      expect(world.faults.list()).toMatchObject([{ fired: 0 }])
    })
  })
})

describe("the report's table", () => {
  it("has the method of a Request", async () => {
    const error = await failureOf(
      simulate({ seed: 1, faults: "calm" }, async (day) => {
        const shop = day.process("shop", ({ clientOptions }) => clientOptions)
        await shop.call(({ fetch, baseUrl }) => fetch(new Request(`${baseUrl}/v1/my/messages`, { method: "POST" })))
        day.eventually("nothing was asked", () => false)
      }),
    )
    expect(error.table).toContain("POST /v1/my/messages → 401")
  })
})

describe("a process that crashes", () => {
  it("ends once and repeatably, whatever is still in progress", { tags: "slow" }, async () => {
    let ended = 0
    let calls = 0
    const work = async (day: Day) => {
      const { call } = day.process("p", ({ clientOptions }) => new Mas(clientOptions))
      day.eventually("what is told may repeat", () => false)
      await day.times(20, async () => {
        calls++
        await call((mas) => void mas.account.get().catch(() => {}))
        ended++
      })
    }
    for (let seed = 1; seed <= 10; seed++) {
      const error = await failureOf(simulate({ seed, faults: { crash: 0.02 } }, work))
      expect(error.message).not.toContain("It may not be reproducible")
    }
    expect(ended).toBe(calls)
  })
})

describe("an invalid option of simulate", () => {
  it.each([
    [{ runs: 0 }, "simulate: runs"],
    [{ for: "soon" }, "simulate: for: must be milliseconds, or text such as 30s, 5m, 2h or 3d"],
    [{ faults: "hail" }, "simulate: faults: must be calm, production, storm, or an object of faults"],
    [{ for: Infinity }, "simulate: for: must be milliseconds, or text such as 30s, 5m, 2h or 3d"],
    [{ faults: 5 }, "simulate: faults: must be calm, production, storm, or an object of faults"],
    [{ faults: { crash: 2 } }, "simulate: faults.crash: must be at most 1"],
    [{ faults: { profile: "x" } }, "simulate: faults.profile: must be one of calm, production, storm"],
    [{ faults: { rules: [{ path: "/a", drop: "afterr" }] } }, "simulate: faults.rules.0.drop: must be one of"],
    [{ seeds: 1 }, "simulate: seeds: is not a known field"],
    [null, "simulate: the options: must be an object"],
    [{ fixtures: 5 }, "simulate: fixtures: must be an object"],
    [{ fixtures: { contactz: [] } }, "simulate: fixtures: contactz is not a known field"],
    [{ messageLatency: "5s" }, "simulate: messageLatency must be 0 to"],
    [{ messageLatency: -5 }, "simulate: messageLatency must be 0 to"],
  ])("is named: %j", async (options, message) => {
    const days = simulate(options as object, () => {})
    await expect(days).rejects.toThrow(TypeError)
    await expect(days).rejects.toThrow(message)
  })

  it.each([1.5, -1, Number.NaN])("is named if a step is to run %d times", async (count) => {
    const days = simulate({ runs: 1 }, (day) => day.times(count, () => {}))
    await expect(days).rejects.toThrow("day.times takes a count: a whole number")
  })

  it.each([
    [{ messageLatency: "x" }, "messageLatency must be 0 to"],
    [{ messageLatency: Number.NaN }, "messageLatency must be 0 to"],
    [{ clock: "froze" }, "clock must be real, frozen, scaled"],
  ])("is named by a mock service, too: %j", (options, message) => {
    expect(() => createMockService(options as object)).toThrow(message)
  })
})

describe("an argument of a method of a day", () => {
  const handler = () => new Response()
  it.each<[string, (day: Day) => unknown, string]>([
    [
      "no process",
      (day) => day.receiver("a", () => handler, { processes: 0 }),
      "day.receiver: processes: must be more",
    ],
    [
      "text",
      (day) => day.receiver("a", () => handler, { processes: "2" } as object),
      "day.receiver: processes: must be",
    ],
    [
      "no such option",
      (day) => day.receiver("a", () => handler, { process: 2 } as object),
      "day.receiver: process: is",
    ],
    [
      "no such event",
      (day) => day.receiver("a", () => handler, { events: ["x"] } as object),
      "day.receiver: events.0: ",
    ],
    ["a check alone", (day) => Reflect.apply(day.always, day, [() => true]), "day.always takes a title and a function"],
    ["a title alone", (day) => Reflect.apply(day.eventually, day, ["well"]), "day.eventually takes a title"],
  ])("is refused if it is invalid: %s", async (_, body, message) => {
    const error = await failureOf(simulate({ seed: 1, faults: "calm" }, body))
    expect(error.message).toContain(message)
  })
})

describe("the programs of a day", () => {
  const handler = () => new Response()
  const make = () => handler
  const calm = { seed: 1, faults: "calm", for: "2h" } as const

  it.each<[string, (day: Day) => unknown, string]>([
    [
      "two processes with one name",
      (day) => [day.process("shop", make), day.process("shop", make)],
      "There is already a program called shop",
    ],
    [
      "two receivers with one host",
      (day) => [day.receiver("a_b", make), day.receiver("a-b", make)],
      "There is already a receiver at https://a-b.example.com/webhooks: give a-b another name",
    ],
    ["a receiver without a name", (day) => day.receiver("", make), "take a name and a function"],
    ["a process without a function", (day) => Reflect.apply(day.process, day, ["shop"]), "take a name and a function"],
  ])("must have distinct names: %s", async (_, body, message) => {
    const error = await failureOf(simulate(calm, body))
    expect(error.message).toContain(message)
  })

  it("may have any name", async () => {
    const urls: string[] = []
    await simulate(calm, (day) => {
      for (const name of ["日本", "中国", "hooks"]) urls.push(day.receiver(name, make).url)
    })
    expect(new Set(urls).size).toBe(3)
    expect(urls[2]).toBe("https://hooks.example.com/webhooks")
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["an object", {}],
    ["an app of Koa", new Koa()],
  ])("are refused as receivers if they accept no webhooks: %s", async (_, receiver) => {
    const receive = (day: Day) => Reflect.apply(day.receiver, day, ["hooks", () => receiver])
    const error = await failureOf(simulate(calm, receive))
    expect(error.message).toContain(
      "The process hooks does not start: A webhook handler must be a function of a Request",
    )
  })

  it("can be a Fastify app, which routes webhooks itself", async () => {
    const types: string[] = []
    await simulate(calm, async (day) => {
      day.receiver("hooks", async ({ secret }) => {
        const app = Fastify()
        app.register(fastifyWebhooks, {
          path: "/webhooks",
          secret,
          onEvent: (event: { type: string }) => void types.push(event.type),
        })
        await app.ready()
        return app.routing
      })
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      await shop.call((mas) => mas.messages.send(mail(1)))
    })
    expect(types).toEqual(["email.sent", "email.delivered"])
  })

  it("must respond webhooks with a Response", async () => {
    const error = await failureOf(
      simulate(calm, async (day) => {
        Reflect.apply(day.receiver, day, ["hooks", () => () => {}])
        const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
        await shop.call((mas) => mas.messages.send(mail(1)))
      }),
    )
    expect(error.message).toContain(
      "The receiver hooks responded with undefined: its handler must respond with a Response",
    )
  })

  it("have timers that say whether a process waits for them, as in Node", async () => {
    const awaitedStates: boolean[] = []
    await simulate(calm, async (day) => {
      day.process("shop", () => {
        const timer = setTimeout(() => {}, 1_000)
        awaitedStates.push(timer.hasRef(), timer.unref().hasRef(), timer.refresh().hasRef(), timer.ref().hasRef())
      })
    })
    expect(awaitedStates).toEqual([true, false, false, true])
  })

  it("have timers that util.promisify takes", async () => {
    const values: unknown[] = []
    await simulate(calm, async () => {
      const begun = Date.now()
      values.push(
        await promisify(setTimeout)(60_000, "late"),
        await promisify(setImmediate)("soon"),
        Date.now() - begun,
      )
    })
    expect(values).toEqual(["late", "soon", 60_000])
  })
})

describe("an expectation on a day's world", () => {
  const sent = (look: (day: Day) => unknown) =>
    simulate({ seed: 1, faults: "calm", for: "2h" }, async (day) => {
      const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
      await shop.call((mas) => mas.messages.send(mail(1)))
      await look(day)
    })

  it("is met by existing messages, without advancing time", async () => {
    await sent(async ({ world }) => {
      expect(await world.expect.message({ to: mail(1).to })).toMatchObject({ subject: "Order 1" })
      await world.expect.nothingSent({ to: mail(2).to })
    })
  })

  it.each<[string, (day: Day) => unknown, string]>([
    [
      "a message",
      ({ world }) => world.expect.message({ to: "x" }),
      'No message with to "x" is there, and only day.sleep',
    ],
    [
      "no message to come",
      ({ world }) => world.expect.nothingSent({ to: "x" }, { within: "1h" }),
      "and only day.sleep",
    ],
    ["no existing message", ({ world }) => world.expect.nothingSent(), "and message 1 was sent"],
  ])("reports that only day.sleep moves time: %s", async (_, look, message) => {
    const error = await failureOf(sent(look))
    expect(error.message).toContain(message)
  })
})

it("detects an unhandled rejection if `process` is a copy, as in Jest", async () => {
  const nobody = () => process
  vi.stubGlobal("process", Object.create(process, { on: { value: nobody }, off: { value: nobody } }))
  try {
    const body = () => void setTimeout(async () => expect.fail("boom"), 1_000)
    const error = await failureOf(simulate({ seed: 1, faults: "calm", for: "2h" }, body))
    expect(error.message).toContain("A promise rejection was not handled: boom")
  } finally {
    vi.unstubAllGlobals()
  }
})

it("ignores failures of work cut off by a crash, such as a library's background query", async () => {
  let crashes = 0
  await simulate({ runs: 3, faults: { profile: "calm", crash: 0.5 }, for: "2h" }, (day) => {
    day.process(
      "shop",
      () => {
        let cut = () => {}
        const isCut = new Promise<void>((resolve) => {
          cut = resolve
        })
        const query = async () => {
          await isCut
          throw new Error("The connection is lost")
        }
        void query()
        setInterval(() => {}, 60_000)
        return cut
      },
      {
        crash(cut) {
          crashes++
          cut()
        },
      },
    )
    return day.sleep("1h")
  })
  expect(crashes).toBeGreaterThan(3)
})
