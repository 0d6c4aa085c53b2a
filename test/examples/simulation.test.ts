import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { type Day, SimulationError, simulate } from "../../mock-server/index.ts"
import { run } from "../../scripts/lib/run.mjs"
import { buildPackage } from "../support/example.ts"
import { readProjectFile, root } from "../support/files.ts"

beforeAll(buildPackage, 120_000)

const dayOf = async (name: string): Promise<(day: Day) => Promise<void>> =>
  (await import(`../../examples/simulation/${name}.ts`)).default

describe("examples/simulation", () => {
  it("receipts.test.ts is what README.md shows, and passes", { timeout: 120_000 }, async () => {
    const shown = /```ts\n(it\("sends one receipt.*?)```/s.exec(readProjectFile("README.md"))?.[1]
    expect(shown).toBeDefined()
    expect(readProjectFile("examples/simulation/receipts.test.ts")).toContain(shown)
    const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
    const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root=examples", "simulation/receipts"]
    const { code, output } = await run(process.execPath, args, { env: apart, timeout: 110_000 })
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("1 passed") })
  })

  it.each([
    ["has-then-add", "no event is booked twice", / arrives \d times$/],
    ["remember-first", "every event that was taken is booked", /: crash$/],
  ])("%s.ts breaks within 50 days: %s", async (name, title, fault) => {
    const day = await dayOf(name)
    const error = await simulate({ runs: 50 }, day).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof SimulationError)) throw error ?? new Error("It stands")
    expect(error.message).toContain(title)
    expect(error.faults.some((one) => fault.test(one))).toBe(true)
    expect(error.faults.length).toBeLessThanOrEqual(3)
  })

  it("claims.ts stands", async () => {
    expect(await simulate({ runs: 50 }, await dayOf("claims"))).toMatchObject({ runs: 50 })
  })
})
