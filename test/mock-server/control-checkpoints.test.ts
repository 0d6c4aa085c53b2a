import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const start = "2026-03-01T12:00:00.000Z"
const control = { key: null }

describe("checkpoints", () => {
  it("are saved and listed with their time, and deleted by name", async () => {
    const { call, control: world } = mock()
    const saved = await call("POST", "/_mock/checkpoints", { ...control, body: { name: "before" } })
    expect([saved.status, saved.body]).toEqual([201, { name: "before", now: start }])
    await world.advance("1h")
    world.checkpoints.save("an hour on")
    const { body } = await call("GET", "/_mock/checkpoints", control)
    expect(body).toEqual([saved.body, { name: "an hour on", now: "2026-03-01T13:00:00.000Z" }])
    expect((await call("DELETE", "/_mock/checkpoints/an%20hour%20on", control)).status).toBe(204)
    expect((await call("DELETE", "/_mock/checkpoints/an%20hour%20on", control)).status).toBe(404)
    expect(world.checkpoints.list()).toEqual([saved.body])
  })

  it("are replaced by one of the same name, and limited to a hundred", async () => {
    const { control: world } = mock()
    for (let n = 0; n < 100; n++) world.checkpoints.save(`n${n}`)
    await world.advance("1h")
    expect(world.checkpoints.save("n0").now).toBe("2026-03-01T13:00:00.000Z")
    expect(() => world.checkpoints.save("one more")).toThrow("There are 100 checkpoints")
    expect(world.checkpoints.list()).toHaveLength(100)
  })

  it.each([{}, { name: "" }, { name: " " }, { name: "x".repeat(101) }, { name: 1 }, { name: ".." }])(
    "refuse %j",
    async (body) => {
      const response = await mock().call("POST", "/_mock/checkpoints", { ...control, body })
      expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, ["name"]])
    },
  )

  it("restore state, time and pending work, as often as wanted", async () => {
    const { call, control: world, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    await addWebhook(["email.delivered"])
    await send("ana@example.test")
    world.checkpoints.save("one attempt")
    const lists = async () => (await call("GET", "/v1/my/lists")).body.length
    const before = await lists()
    for (let turn = 0; turn < 2; turn++) {
      await call("POST", "/v1/my/lists", { body: { name: "Gone" } })
      await world.advance("3d")
      const response = await call("POST", "/_mock/checkpoints/one%20attempt/rewind", control)
      expect([response.status, response.body]).toMatchObject([200, { mode: "frozen", now: start }])
      expect(await lists()).toBe(before)
      sent.splice(0)
      await world.advance("6m")
      expect(sent).toHaveLength(2)
    }
  })

  it("survive a reset or rewind of the world, and are not shared with another world", async () => {
    const { control: world, call } = mock()
    await call("POST", "/v1/my/lists", { body: { name: "Kept" } })
    world.checkpoints.save("kept")
    world.reset()
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(1)
    world.checkpoints.rewind("kept")
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(2)
    expect(world.checkpoints.list()).toHaveLength(1)
    expect(world.worlds.create().checkpoints.list()).toEqual([])
    expect(() => world.checkpoints.rewind("another")).toThrow("Checkpoint another not found")
  })

  it("hold their state byte for byte, whatever happens after them", { tags: "slow" }, async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant("send"), to: fc.constantFrom("ana@example.test", "delayed@simulator.test") }),
        fc.record({ do: fc.constant("list"), to: fc.string({ minLength: 1 }) }),
        fc.record({ do: fc.constant("advance"), to: fc.constantFrom("0", "1m", "1h", "2d") }),
      ),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const m = mockWithEndpoint(() => 500)
        await m.addWebhook(["email.delivered"])
        const run = async (all: typeof before) => {
          for (const step of all) {
            if (step.do === "send") await m.send(step.to)
            else if (step.do === "list") await m.call("POST", "/v1/my/lists", { body: { name: step.to } })
            else await m.control.advance(step.to)
          }
          return JSON.stringify(m.control.state.snapshot())
        }
        const saved = await run(before)
        m.control.checkpoints.save("here")
        const first = await run(after)
        m.control.checkpoints.rewind("here")
        expect(JSON.stringify(m.control.state.snapshot())).toBe(saved)
        expect(await run(after)).toBe(first)
      }),
      { numRuns: 25 },
    )
  })
})
