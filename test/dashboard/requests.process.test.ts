import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver, status } from "../support/receiver.ts"

describeDashboard("the view Requests", (frame) => {
  const rows = () => frame.page.getByRole("list", { name: "Requests" }).getByRole("link")
  const region = (label: string) => frame.page.getByRole("region", { name: label })
  const wild = "<img src=x onerror=document.title='broken'> & <b>bold</b>"

  it("shows how to point a program here, and lists requests as they arrive", async () => {
    await frame.open("requests")
    await frame.page.getByText("No requests yet").waitFor()
    const code = () => region("the line that fills this view").textContent()
    expect(await code()).toContain(`new Mas({ baseUrl: "${frame.server.url}", apiKey: "maskey_live_mock" })`)
    await frame.press("curl")
    expect(await code()).toContain(`curl -X POST ${frame.server.url}/v1/my/messages`)
    await frame.press("CLI")
    expect(await code()).toContain(`messages send --base-url ${frame.server.url} --api-key maskey_live_mock`)
    await frame.post("/v1/my/messages", { channel: "email", subject: wild })
    await rows().first().click()
    expect(await region("the request body").textContent()).toContain(wild)
    expect(await region("the response body").textContent()).toContain("validation_errors")
    await frame.page.getByText("Validation errors").waitFor()
    expect(await frame.page.title()).toBe("MAS dashboard")
    await frame.press("Clear")
    await frame.page.getByText("No requests yet").waitFor()
  })

  it("finds requests by word, outcome and endpoint, with totals and an address for each search", async () => {
    for (let count = 0; count < 12; count++) await frame.post("/v1/my/lists", { name: `List ${count}` })
    await frame.post("/v1/my/messages", { channel: "email" })
    await frame.server.fetch("/v1/nowhere")
    await frame.open("requests")
    await frame.page.getByText("14 requests").waitFor()
    await frame.page.getByLabel("Any status").selectOption("client error")
    await frame.page.getByText("2 of 14 requests").waitFor()
    await frame.page.getByRole("searchbox").fill("nowhere")
    await frame.page.getByText("1 of 14 requests").waitFor()
    expect(frame.page.url()).toMatch(/is=client\+error&q=nowhere|q=nowhere&is=client\+error/)
    await frame.open("requests?endpoint=lists.create")
    await frame.page.getByText("12 of 14 requests").waitFor()
    await frame.open("requests?q=nothing+at+all")
    await frame.page.getByText("No request matches this search.").waitFor()
  })

  it("groups errors by endpoint and code, with field and rule, and links to the newest", async () => {
    for (let count = 0; count < 3; count++) await frame.post("/v1/my/messages", { channel: "email", subject: "Hi" })
    await frame.post("/v1/my/lists", {})
    await frame.open("requests")
    await frame.page.getByText("Errors by endpoint").click()
    const group = frame.page
      .getByRole("list", { name: "Errors" })
      .getByRole("listitem")
      .filter({ hasText: "messages.send" })
      .first()
    expect(await group.textContent()).toMatch(/422.*3×/)
    expect(await group.locator("code").textContent()).toBe("to")
    await group.getByRole("link").click()
    await frame.page.getByRole("article").getByText("request 3").waitFor()
  })

  it("links to the other requests of an endpoint", async () => {
    for (let count = 0; count < 2; count++) await frame.send()
    await frame.server.fetch("/v1/nowhere")
    await frame.open("requests/1")
    await frame.page.getByRole("link", { name: "messages.send", exact: true }).click()
    await frame.page.getByText("2 of 3 requests").waitFor()
  })

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
