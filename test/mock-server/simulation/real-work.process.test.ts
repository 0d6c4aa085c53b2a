import { exec } from "node:child_process"
import { scrypt } from "node:crypto"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { stat } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { connect, type Server } from "node:net"
import { setTimeout as realPause } from "node:timers/promises"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createWebhookHandler, nodeWebhookHandler, type WebhookEvent } from "../../../sdk/webhooks/index.ts"

const many = (work: () => Promise<unknown>) => async () => {
  for (let times = 0; times < 20; times++) await work()
}
/** Answers after ten milliseconds of the host, with more data than one read takes. */
const echo = createServer(async (_request, response) => {
  await realPause(10)
  response.end(Buffer.alloc(1_000_000))
})
let port = 0
beforeAll(async () => {
  await once(echo.listen(0, "127.0.0.1"), "listening")
  port = Object(echo.address()).port
})
afterAll(() => echo.close())

/** Work in the real world that a program may wait for. */
const works: [string, () => Promise<unknown>][] = [
  ["files", many(() => readFile("package.json"))],
  ["requests to its own server", () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text())],
  ["a child process", () => promisify(exec)("sleep 0.1")],
  ["a name", many(() => lookup("localhost"))],
  ["the thread pool", () => promisify(gzip)(Buffer.alloc(1_000_000, "a"))],
  ["a password's hash", () => promisify<void>((done) => scrypt("a", "b", 64, { N: 2 ** 12 }, () => done(null)))()],
  ["a pause of the host", () => realPause(50)],
]
/** Work that Node reports; the rest is awaited only while no timer is set. */
const visibleWorks = works.slice(0, 4)

type Make = (options: {
  secret: string
  onEvent(event: WebhookEvent): unknown
  onError(): void
}) => Parameters<Day["receiver"]>[1] extends (setup: never) => infer H ? Awaited<H> : never
const handlers: [string, Make][] = [
  ["createWebhookHandler", createWebhookHandler],
  ["nodeWebhookHandler", nodeWebhookHandler],
  ["a handler without a limit", (options) => nodeWebhookHandler({ ...options, timeout: 0, lease: 60_000 })],
]

/** Runs a day without faults on which three messages emit webhooks; returns the handled events and the statuses. */
async function day(make: Make, work: () => Promise<unknown>) {
  const acceptedIds = new Set<string>()
  const statuses = new Set<unknown>()
  await simulate({ seed: 1, faults: "calm" }, async (day) => {
    const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
    const onEvent = async ({ id }: WebhookEvent) => {
      await work()
      acceptedIds.add(id)
    }
    day.receiver("hooks", ({ secret }) => make({ secret, onEvent, onError: () => {} }))
    day.eventually("they are looked at", () => {
      for (const { response_status } of day.world.deliveries.list()) statuses.add(response_status)
    })
    const send = (mas: Mas, number: number) =>
      mas.messages.send({ channel: "email", to: `c${number}@example.test`, subject: "Hi", body: "Hi" })
    await day.times(3, (number) => shop.call((mas) => send(mas, number)))
  })
  return { taken: acceptedIds.size, statuses: [...statuses] }
}

describe("a webhook of a simulated day", () => {
  describe.each(handlers)("handled by %s", (_, make) => {
    it.each(works)("is awaited while its handler waits for %s", async (_, work) => {
      expect(await day(make, work)).toEqual({ taken: 6, statuses: [200] })
    })
  })

  it.each(visibleWorks)("is awaited while its handler waits for %s with its own time limit", async (_, work) => {
    const limit = () => new Promise((_, reject) => setTimeout(reject, 2_000, new Error("Too late")))
    expect(await day(createWebhookHandler, () => Promise.race([work(), limit()]))).toEqual({
      taken: 6,
      statuses: [200],
    })
  })

  it.each(visibleWorks)(
    "is awaited while its handler waits for %s and a timer of the program is set",
    async (_, work) => {
      let ended = 0
      const response = await day(createWebhookHandler, async () => {
        setTimeout(() => ended++, 5_000)
        await work()
      })
      expect([response, ended]).toEqual([{ taken: 6, statuses: [200] }, 6])
    },
  )
})

describe("work whose promise is not returned", () => {
  it.each(visibleWorks)("is awaited if it is %s", async (_, work) => {
    const lags: number[] = []
    await simulate({ seed: 1, faults: "calm", for: "1h" }, async (day) => {
      const shop = day.process("shop", () => ({}))
      await day.times(3, () =>
        shop.call(() => {
          const begun = Date.now()
          void work().then(() => lags.push(Date.now() - begun))
        }),
      )
      await day.sleep("10m")
    })
    expect(lags).toEqual([0, 0, 0])
  })
})

describe("a socket that gets no response", () => {
  it.each([
    ["alone", () => {}],
    ["beside constant work outside the day", () => stat(import.meta.filename, () => {})],
  ])("holds up a day only a few times, %s", async (_, rest) => {
    const restless = setInterval(rest, 10)
    onTestFinished(() => clearInterval(restless))
    const silent: Server = (await import("node:net")).createServer(() => {})
    await once(silent.listen(0, "127.0.0.1"), "listening")
    await simulate({ runs: 1, faults: "calm" }, async (day) => {
      day.process(
        "log",
        () => {
          const socket = connect(Object(silent.address()).port, "127.0.0.1")
          setInterval(() => socket.write("It lives\n"), 3_600_000)
        },
        { crash: () => {} },
      )
      await day.sleep("20h")
    })
    silent.close()
  })
})
