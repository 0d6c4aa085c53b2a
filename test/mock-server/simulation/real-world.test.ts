import { readFile } from "node:fs/promises"
import { setTimeout as realPause } from "node:timers/promises"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { hostClock } from "../../../mock-server/base/host.ts"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"

const hour = 3_600_000
const calm = { runs: 2, faults: "calm" } as const

describe("what a program of a simulated day does of its own accord", () => {
  it.each<[string, (mas: Mas) => Promise<unknown>]>([
    ["reads a file", () => readFile("package.json")],
    ["sends one", (mas) => mas.imports.create({ resource: "contacts", file: Buffer.from("email\na@b.test") })],
  ])("is waited for where a timer of it %s", async (_, work) => {
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

  it("is waited for while it starts", async () => {
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

  it.each([
    ["once", (work: () => unknown, ms: number) => setTimeout(work, ms)],
    ["again and again", (work: () => unknown, ms: number) => setInterval(work, ms)],
  ])("breaks the day where it is rejected and nobody catches it, done %s", async (_, set) => {
    const broken = simulate(calm, async (day) => {
      day.process("nightly", () => void set(() => Promise.reject(new Error("Out of paper")), hour))
      await day.sleep("10h")
    })
    await expect(broken).rejects.toThrow("A promise rejection was not handled: Out of paper")
  })

  it("is waited for in vain once, whatever the days and lives in which it hangs", async () => {
    const wait = vi.spyOn(hostClock, "wait")
    onTestFinished(() => wait.mockRestore())
    await simulate({ runs: 5, faults: { crash: 0.1 } }, async (day: Day) => {
      day.process("worker", () => void setInterval(() => new Promise(() => {}), hour))
      await day.sleep("10h")
    })
    // For a second, of a millisecond or more each: once, not once a run. What others do in this process may begin it anew.
    expect(wait.mock.calls.length).toBeLessThan(3_000)
  })
})
