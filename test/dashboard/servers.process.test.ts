import { expect, it } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the dashboard and its server", (frame) => {
  it("says when the server is gone, and reconnects when it is back", async () => {
    await frame.open("messages")
    await frame.page.getByText("No messages yet").waitFor()
    expect(await frame.page.getByRole("alert").count()).toBe(0)
    await frame.server.close()
    await frame.page.getByText("The mock server does not respond.").waitFor()
    await frame.page.getByRole("link", { name: "Requests" }).click()
    await frame.page.getByText("Failed to fetch").waitFor()
    const next = await startMockServer({ port: Number(new URL(frame.server.url).port) })
    try {
      const headers = { Authorization: `Bearer ${next.apiKey}`, "Content-Type": "application/json" }
      const body = JSON.stringify({ channel: "email", to: "a@example.test", subject: "Of the next one", body: "Hi" })
      await next.fetch("/v1/my/messages", { method: "POST", headers, body })
      await frame.page.getByText("1 request", { exact: true }).waitFor()
      await frame.page.getByText("Failed to fetch").waitFor({ state: "detached" })
      await frame.page.getByRole("link", { name: "Messages", exact: true }).click()
      await frame.page.getByText("Of the next one").waitFor()
      await frame.page.getByRole("alert").waitFor({ state: "detached" })
    } finally {
      await next.close()
    }
  })

  it("shows a world below that world's prefix", async () => {
    const world = frame.server.world.worlds.create()
    const send = { channel: "email", to: "a@example.test", subject: "Of this world", body: "Hi" }
    const headers = { Authorization: `Bearer ${world.apiKey}`, "Content-Type": "application/json" }
    await world.fetch("/v1/my/messages", { method: "POST", headers, body: JSON.stringify(send) })
    await frame.page.goto(`${world.url}/_mock/#/messages/1`)
    await frame.page.getByRole("heading", { name: "Of this world" }).waitFor()
    await frame.page.getByText("1 message", { exact: true }).waitFor()
    await frame.open("messages")
    await frame.page.reload()
    await frame.page.getByText("No messages yet").waitFor()
  })

  it("says when its world has ended, sends no more requests and links to the main world", async () => {
    const world = frame.server.world.worlds.create()
    await frame.page.clock.install()
    await frame.page.goto(`${world.url}/_mock/`)
    await frame.page.getByText("No messages yet").waitFor()
    world.worlds.remove(world.id)
    await frame.page.getByText("This world has ended.").waitFor()
    let requestCount = 0
    frame.page.on("request", () => requestCount++)
    await frame.page.clock.fastForward("10:00")
    expect(requestCount).toBe(0)
    await frame.page.getByRole("link", { name: "Go to the main world" }).click()
    await frame.page.waitForURL(`${frame.server.url}/_mock/`)
    await frame.page.getByText("No messages yet").waitFor()
    expect(await frame.page.getByRole("alert").count()).toBe(0)
  })
})

let notice: string | undefined
describeDashboard(
  "a notice of the mock server's host",
  (frame) => {
    it("stands at the top of each view while it lasts", async () => {
      notice = "Sending is stopped."
      await frame.open("messages")
      await frame.page.getByRole("alert").getByText("Sending is stopped.").waitFor()
      await frame.open("webhooks")
      await frame.page.getByRole("alert").getByText("Sending is stopped.").waitFor()
      notice = undefined
      await frame.open("time")
      await frame.page.getByRole("alert").waitFor({ state: "detached" })
    })
  },
  { notice: async () => notice },
)
