import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver, status } from "../support/receiver.ts"

describeDashboard("the view Requests", (frame) => {
  const region = (label: string) => frame.page.getByRole("region", { name: label })

  it("links each request with its message, event and delivery", async () => {
    const receiver = await startReceiver()
    const link = (name: string | RegExp) => frame.page.getByRole("link", { name, exact: true })
    const heading = (name: string) => frame.page.getByRole("heading", { level: 2, name }).waitFor()
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      const again = { channel: "email", to: "ada@example.test", subject: "Twice", body: "Hi" }
      const headers = { Authorization: `Bearer ${frame.server.apiKey}`, "Idempotency-Key": "twice" }
      for (let count = 0; count < 2; count++) {
        const sent = { ...headers, "Content-Type": "application/json" }
        await frame.server.fetch("/v1/my/messages", { method: "POST", headers: sent, body: JSON.stringify(again) })
      }
      await frame.post("/v1/my/webhooks/1/test", { type: "email.opened" })
      await frame.server.world.advance(0)

      await frame.open("requests/2")
      await link("message 1").click()
      await heading("Twice")
      await link("request 3").click()
      await frame.page.getByRole("article").getByText("request 3").first().waitFor()
      await link("message 1").click()
      await link("email.sent to endpoint 1").click()
      await heading("email.sent")
      await link(/^evt_/).click()
      await frame.page.getByText("1 of 2 deliveries").waitFor()
      await frame.page.goBack()
      await link("request 2").click()
      await heading("POST /v1/my/messages")

      await frame.open("requests/4")
      await link(/^event evt_/).click()
      await frame.page.getByText("1 of 2 deliveries").waitFor()
      await frame.page.getByRole("list", { name: "Deliveries" }).getByRole("link").click()
      await heading("email.opened")
      await link("Show the test").click()
      await region("the test").getByText('mas.webhooks.test(1, { type: "email.opened" })').waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("copies a request as curl, as a client call and as a command", async () => {
    await frame.send()
    await frame.open("requests/1")
    await region("the SDK call").getByText("await mas.messages.send({").waitFor()
    const client = `new Mas({ baseUrl: "${frame.server.url}", apiKey: "maskey_live_mock" })`
    expect(await region("the SDK call").textContent()).toContain(
      `import { Mas } from "mas-sdk"\n\nconst mas = ${client}\nawait mas.messages.send({`,
    )
    await frame.press("curl")
    await region("the curl").getByText(`curl -X POST ${frame.server.url}/v1/my/messages`).waitFor()
    await frame.press("command")
    const sent = `npx mas-sdk messages send --base-url ${frame.server.url} --api-key maskey_live_mock --channel email`
    await region("the command").getByText(sent).waitFor()
    await frame.page.getByRole("button", { name: "Copy the command" }).click()
    await frame.page.getByRole("button", { name: "Copied the command" }).waitFor()
  })

  it("generates a test from what was clicked and sent, and the pasted test passes", async () => {
    const responses = [status(500)]
    const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.opened"] })
      await frame.send()
      await frame.server.world.advance(0)
      await frame.open("messages/1")
      await frame.press("Open")
      await frame.page.getByText("Opened by the recipient.").waitFor()
      await frame.open("time")
      await frame.press("+1h")
      await frame.page.locator(".now", { hasText: "13:00:00" }).waitFor()
      await frame.open("requests/2")
      await frame.press("test")
      const text = (await region("the test").textContent()) ?? ""
      expect(text).toContain('world.messages.event(1, { type: "opened" })')
      expect(text.match(/response_status: \d+/g)).toEqual(["response_status: 500", "response_status: 200"])
      await runPasted(text)
    } finally {
      await receiver.close()
    }
  })
})
