import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const run = (line: string) => sandbox.run(line.split(" "))

describe("mas campaigns cancel", () => {
  const refusal = async (id: string) => {
    const { code, out, err } = await run(`campaigns cancel ${id}`)
    return { code, out, ...JSON.parse(err).error }
  }

  it("says that the service has no call for it, and what to do instead", async () => {
    await run("campaigns create --name Spring --template-id 1 --audience-type all_contacts")
    const draft = await refusal("1")
    expect(draft).toMatchObject({
      ...{ code: "not_supported", out: "" },
      message: "The service has no call that cancels a campaign: nothing was changed",
      hint: "It is a draft, and goes out only once `mas campaigns send` is run. On a mock server `mas mock campaigns 1 cancel` cancels it.",
    })
    await run("campaigns send 1 --deliver-at 2026-03-02T12:00:00Z --yes")
    expect((await refusal("1")).hint).toContain(
      "It goes out at 2026-03-02T12:00:00.000Z, and can no longer be changed.",
    )
    expect((await run("campaigns cancel 1")).code).toBe(1)
    await sandbox.service.world.advance("2d")
    expect((await refusal("1")).hint).toContain("It is completed, and no longer sends.")
    expect((await run("campaigns cancel 9")).code).toBe(4)
    const campaign = { ...(await run("campaigns get 1")).json, sent_count: 1_200 }
    for (const status of ["live", "paused"]) {
      sandbox.service.world.faults.add({ path: "/v1/my/campaigns/1", body: { ...campaign, status }, times: 1 })
      const hint = `It is ${status}, and 1,200 messages are out, which cannot be called back.`
      expect((await refusal("1")).hint).toContain(hint)
    }
  })
})
