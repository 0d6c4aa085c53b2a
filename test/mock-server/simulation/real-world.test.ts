import { AsyncResource } from "node:async_hooks"
import { readFile } from "node:fs/promises"
import { type AddressInfo, connect, createServer } from "node:net"
import { setTimeout as realPause } from "node:timers/promises"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { hostClock } from "../../../mock-server/base/host.ts"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { RealTimeWaits } from "../../../mock-server/testing/simulation/real-time-waits.ts"
import { Timeline } from "../../../mock-server/testing/simulation/timeline.ts"
import { Mas } from "../../../sdk/index.ts"

const hour = 3_600_000
const calm = { runs: 2, faults: "calm" } as const

describe("background work of a program in a simulated day", () => {
  it.each<[string, (mas: Mas) => Promise<unknown>]>([
    ["reads a file", () => readFile("package.json")],
    ["uploads a file", (mas) => mas.imports.create({ resource: "contacts", file: Buffer.from("email\na@b.test") })],
  ])("is awaited if one of its timers %s", async (_, work) => {
    const rounds: number[] = []
    await simulate({ ...calm, for: 3.5 * hour }, async (day) => {
      let done = 0
      day.process("nightly", ({ clientOptions }) => {
        const mas = new Mas(clientOptions)
        setInterval(async () => {
          await work(mas)
          done++
        }, hour)
      })
      day.eventually("it is counted", () => void rounds.push(done))
      await day.sleep("3h")
    })
    expect(rounds).toEqual([3, 3])
  })

  it("is awaited during the start", async () => {
    const begun: number[] = []
    await simulate(calm, async (day) => {
      const start = Date.now()
      day.process("reader", async () => {
        await realPause(5)
        begun.push(Date.now() - start)
      })
      await day.sleep("10h")
    })
    expect(begun).toEqual([0, 0])
  })

  it("belongs to the program of the running step, even if a shared pool of connections calls it", async () => {
    const timeline = new Timeline(1, 0, new Set(), () => false)
    const owners: string[] = []
    // A callback of a connection that was opened before the day has no program of its own.
    const callback = AsyncResource.bind(() => void owners.push(timeline.current.name))
    callback()
    for (const name of ["worker", "shop"]) timeline.at(0, timeline.join(name), callback)
    await timeline.run(0, () => undefined)
    timeline.end()
    expect(owners).toEqual(["service", "worker", "shop"])
  })

  it.each([
    ["once", (work: () => unknown, ms: number) => setTimeout(work, ms)],
    ["repeatedly", (work: () => unknown, ms: number) => setInterval(work, ms)],
  ])("fails the day with an unhandled rejection, done %s", async (_, set) => {
    const broken = simulate(calm, async (day) => {
      day.process("nightly", () => void set(() => Promise.reject(new Error("Out of paper")), hour))
      await day.sleep("10h")
    })
    await expect(broken).rejects.toThrow("A promise rejection was not handled: Out of paper")
  })

  it("that hangs is waited for only once, whatever the days and lives", { tags: "slow" }, async () => {
    const wait = vi.spyOn(hostClock, "wait")
    onTestFinished(() => wait.mockRestore())
    await simulate({ runs: 5, faults: { crash: 0.1 } }, async (day: Day) => {
      day.process("worker", () => void setInterval(() => new Promise(() => {}), hour))
      await day.sleep("10h")
    })
    // A second of waits of a millisecond or more: once, not once per run. Other work in this process may restart it.
    expect(wait.mock.calls.length).toBeLessThan(3_000)
  })
})

describe("a socket that waits for a response", () => {
  it("is given up after three seconds without any activity", async () => {
    const server = createServer(() => {})
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const waits = new RealTimeWaits(new Set(), new Set(), () => false)
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    await new Promise<void>((connected) => socket.once("connect", connected))
    let elapsed = 0
    const spies = [
      vi.spyOn(hostClock, "elapsed").mockImplementation(() => elapsed),
      vi.spyOn(hostClock, "wait").mockImplementation(async () => {
        elapsed += 50
      }),
    ]
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore()
      waits.end()
      socket.destroy()
      server.close()
    })
    socket.write("?")
    await waits.settle(() => {})
    expect(waits.isWaitedFor()).toBe(false)
    expect(elapsed).toBeGreaterThan(3_000)
    // Activity of other tests in this process may restart the three seconds. After ten, any work is given up.
    expect(elapsed).toBeLessThan(10_000)
  })
})
