import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the view Time", (frame) => {
  const now = (text: string) => frame.page.locator(".now", { hasText: text }).waitFor()
  const due = () => frame.page.getByRole("list", { name: "Upcoming events" }).getByRole("listitem")
  const pressNamed = (name: RegExp) => frame.page.getByRole("button", { name }).first().click()
  const invite = () => frame.post("/v1/my/account/invites", { email: "ben@example.test", role: "member" })

  it("advances time by buttons, by a typed duration and to the next event, and lists what ran", async () => {
    await frame.open("time")
    await frame.press("+1d")
    await now("2026-03-02 12:00:00")
    await frame.page.getByLabel("Advance by", { exact: true }).fill("36h")
    await frame.press("Advance")
    await now("2026-03-04 00:00:00")
    await frame.page.getByLabel("Advance by", { exact: true }).fill("soon")
    await frame.press("Advance")
    await frame.page.getByText("must be milliseconds, or text such as 30s").waitFor()
    const { due_at } = frame.server.world.timers.list()[0] ?? { due_at: "" }
    await frame.press("Skip to next event")
    await frame.page
      .getByText(/invitations? expired/)
      .first()
      .waitFor()
    await now(due_at.slice(0, 19).replace("T", " "))
  })

  it("runs time at its real rate or up to 3,600 times as fast, and freezes it", async () => {
    await frame.open("time")
    await frame.press("3,600×")
    await frame.page.getByRole("button", { name: "3,600×", pressed: true }).waitFor()
    expect(frame.server.world.clock.get()).toMatchObject({ mode: "scaled", rate: 3_600 })
    await frame.press("Real time")
    await frame.page.getByRole("button", { name: "Real time", pressed: true }).waitFor()
    await frame.press("Frozen")
    await frame.page.getByRole("button", { name: "Frozen", pressed: true }).waitFor()
    expect(frame.server.world.clock.get().mode).toBe("frozen")
  })

  it("lists pending events with subject and due time, and stays up to date", async () => {
    await frame.open("time")
    await invite()
    const row = due().filter({ hasText: "ben@example.test" })
    await row.getByText("Invitation expires").waitFor()
    expect(await row.textContent()).toMatch(/in \d+ d/)
    await frame.page.getByLabel("Kind of event").selectOption("Invitation expires")
    await row.waitFor()
    await frame.server.world.advance("30d")
    await row.waitFor({ state: "detached" })
  })

  it("keeps the chosen kind after its last event has run, and says that none is pending", async () => {
    await frame.open("time")
    await invite()
    await frame.send({ to: "delayed@simulator.test" })
    const kind = frame.page.getByLabel("Kind of event")
    await kind.selectOption("Message reaches its recipient")
    await due().getByText("Message reaches its recipient").waitFor()
    await frame.server.world.advance("2h")
    await frame.page.getByText("No such event is pending.").waitFor()
    expect(await kind.inputValue()).toBe("Message reaches its recipient")
  })

  it("runs an event now, postpones it and runs it twice", async () => {
    await frame.open("time")
    await invite()
    await frame.page.getByLabel("Postpone by: ben@example.test").selectOption("7d")
    const before = frame.server.world.timers.list().find(({ about }) => about === "ben@example.test")
    await pressNamed(/^Postpone: ben/)
    await frame.page.getByText("Postponed by 7d.").waitFor()
    const after = frame.server.world.timers.list().find(({ about }) => about === "ben@example.test")
    expect(Date.parse(after?.due_at ?? "") - Date.parse(before?.due_at ?? "")).toBe(7 * 86_400_000)
    await pressNamed(/^Run twice: ben/)
    await frame.page.getByText("It runs now, and again when it is due.").waitFor()
    await frame.server.world.advance(0)
    expect((await tableOf(frame.server.world, "invites")).rows[0]?.status).toBe("expired")
    await pressNamed(/^Run now: invited@acme/)
    await frame.page.getByText("It runs now.").waitFor()
  })
})
