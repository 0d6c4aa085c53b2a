import { expect, it } from "vitest"
import { outcomeKinds } from "../../mock-server/world/outcomes.ts"
import { tableOf } from "../support/dashboard-data.ts"
import { describeView } from "../support/module-page.ts"

describeView("faults", (view) => {
  const list = () => view.page.texts("[aria-label=Faults] .grow")
  const active = () => view.service.world.faults.list()

  it("of requests are added with every field, which are then empty again", async () => {
    await view.page.open("data/faults")
    expect(view.page.part("Active faults").textContent).toContain("No faults: nothing is made to fail.")
    for (const [label, text] of Object.entries({
      Method: "GET",
      Path: "/v1/me",
      "Query parameters, JSON": '{"page":"2"}',
      Status: "503",
      "Retry-After (s)": "2",
      "Response body, text or JSON": '{"message":"busy"}',
      Times: "2",
    })) {
      await view.page.type(label, text)
    }
    await view.page.press("Add the fault")
    expect(active()).toMatchObject([
      {
        method: "GET",
        path: "/v1/me",
        query: { page: "2" },
        status: 503,
        retry_after: 2,
        body: { message: "busy" },
        times: 2,
      },
    ])
    expect([list(), view.page.texts("[aria-label=Faults] small"), view.page.text(".said")]).toEqual([
      [expect.stringContaining("status 503")],
      ["fired 0 of 2 times"],
      "Fault added.",
    ])
    await view.page.press("Add the fault")
    expect(active()).toHaveLength(1)
    expect(view.page.texts(".form .problem, .wrong")).not.toEqual([])
    await view.page.type("Response body, text or JSON", "no JSON")
    await view.page.press("Add the fault")
    expect(active()[1]).toMatchObject({ body: "no JSON" })
  })

  it.each([
    ["Status", "many", "Status: not a number"],
    ["Response headers, JSON", "{", "Response headers, JSON: not valid JSON"],
  ])("with %s %s are refused here", async (label, text, problem) => {
    await view.page.open("data/faults")
    await view.page.type(label, text)
    await view.page.press("Add the fault")
    expect([view.page.texts(".form .problem .grow"), active()]).toEqual([[problem], []])
  })

  it("of webhooks are added, and each is removed, or all are", async () => {
    await view.page.open("data/faults")
    await view.page.press("Webhooks", 1)
    await view.page.type("Signature", "old")
    await view.page.tick("Send it after the next one")
    await view.page.press("Add the fault")
    expect(active()).toMatchObject([{ on: "delivery", signature: "old", reorder: true }])
    view.service.world.faults.add({ status: 429, retry_after: 1, latency_ms: 1, probability: 0.5, from: 1 })
    await view.page.settle()
    expect(view.page.texts("[aria-label=Faults] li").map((text) => text.replace(/fired.*/, ""))).toEqual([
      "→webhookssignature old, reorder true",
      "→requestsstatus 429, retry_after 1, latency_ms 1, probability 0.5",
    ])
    await view.page.press("Remove fault 1")
    expect([view.page.text(".said"), list()]).toEqual([
      "Fault removed.",
      ["status 429, retry_after 1, latency_ms 1, probability 0.5"],
    ])
    await view.page.type("Seed", "7")
    await view.page.press("storm")
    expect([view.page.text(".said"), list().length > 3]).toEqual(["Profile storm is active.", true])
    await view.page.press("Remove all")
    expect([view.page.text(".said"), active()]).toEqual(["All faults removed.", []])
  })
})

describeView("outcomes", (view) => {
  it("are offered for every fate, added, used and removed", async () => {
    await view.page.open("data/outcomes")
    expect(view.page.texts(".form option").sort()).toEqual([...outcomeKinds].sort())
    expect(view.page.text(".page-body .faint")).toContain("No outcomes yet")
    await view.page.type("Recipient", "*@gone.test")
    await view.page.type("Outcome", "complained")
    await view.page.press("Add the outcome")
    await view.page.step("one is sent", () => view.send({ to: "ada@gone.test" }))
    expect([view.page.texts("[aria-label=Outcomes] li"), view.page.texts(".page-body > .faint")]).toEqual([
      ["*@gone.test→complainedused 1 timesRemove"],
      [],
    ])
    expect(view.page.all("input").map((field) => Reflect.get(field, "value"))).toEqual([""])
    await view.page.press("Remove outcome 1")
    expect([view.page.text(".said"), view.page.texts(".rows li")]).toEqual(["Outcome removed.", []])
  })

  it("name the field that is wrong", async () => {
    await view.page.open("data/outcomes")
    await view.page.type("Recipient", "nobody at all")
    await view.page.press("Add the outcome")
    expect(view.page.wrongFields()).toEqual({ Recipient: "Must be an address, *@domain, a number, or *" })
  })
})

describeView("sending limits", (view) => {
  const accounts = () => view.page.texts("[aria-label=Accounts] > li")

  it("tell what each account has used and has left, and free up after a day", async () => {
    await view.page.open("data/capacity")
    const none = "of 10,000 recipients in 24 hours, 10,000 left. Funding: 0.00 available, 0.00 reserved."
    expect(accounts()).toEqual([
      `Acme account 1→free·standard0 ${none}`,
      `Manager account 2→free·standard0 ${none}`,
      `Client account 3→free·standard0 ${none}`,
    ])
    await view.page.step("one is sent", () => view.send())
    expect(accounts()[0]).toContain("standard1 of 10,000 recipients in 24 hours, 9,999 left.")
    expect(accounts()[1]).toContain(none)
    await view.page.step("a day passes", () => view.service.world.advance("25h"))
    expect(accounts()[0]).toContain(none)
  })

  it("tell that an account has reached its limit, until when, and why", async () => {
    const main = { plan: "growth", standing: "trusted", capacity_used: 1_000_000 } as const
    view.service.world.state.setFixtures({ accounts: { main } })
    await view.page.open("data/capacity")
    expect(accounts()[0]).toBe(
      "Acme account 1→growth✓trusted✕limit reachedExplain account 11,000,000 of 1,000,000 recipients in 24 hours, 0 left, more from 03-02 12:00:00 UTC · in 1 d. Funding: 0.00 available, 0.00 reserved.",
    )
    expect(view.page.all("meter").map((meter) => [meter.getAttribute("max"), meter.getAttribute("value")])[0]).toEqual([
      "1000000",
      "1000000",
    ])
    await view.page.expand(".explain")
    expect(view.page.text(".explanation")).toMatch(/1,?000,?000/)
  })
})

describeView("inbound mail", (view) => {
  it("is written with attachments, and received in the inbox", async () => {
    await view.page.open("data/inbound")
    await view.page.type("Subject", "Where is it?")
    await view.page.type("Text", "I ordered a week ago.")
    await view.page.type("HTML", "<p>I ordered a week ago.")
    await view.page.choose("Attachments", "order.txt", "number 1\u00e9", "text/plain")
    await view.page.tick("Attachments scanned")
    await view.page.tick("Automatic reply")
    await view.page.press("Receive")
    expect(view.page.text(".said")).toBe("Mail received.")
    const [mail] = (await tableOf(view.service.world, "conversationMessages")).rows
    expect(mail).toMatchObject({
      from: "ada@example.test",
      to: "inbox@acme.test",
      subject: "Where is it?",
      html: "<p>I ordered a week ago.",
      auto_submitted: true,
      quarantined: false,
    })
    const [file] = (await tableOf(view.service.world, "attachments")).rows
    expect(file).toMatchObject({ filename: "order.txt", content_type: "text/plain", size: 10, scanned: false })
    expect(view.page.texts("[aria-label='Received mail'] summary")[0]).toBe("Where is it?, to inbox@acme.test #2")
    await view.page.type("To", "nobody")
    await view.page.press("Receive")
    expect(view.page.wrongFields()).toEqual({ To: "Is not an inbox address" })
  })

  it("is read from a file", async () => {
    await view.page.open("data/inbound")
    await view.page.press("Receive the file")
    expect(view.page.texts(".problem .grow")).toEqual(["Choose a file first"])
    const eml = "From: ben@example.test\r\nSubject: From a file\r\n\r\nHello"
    await view.page.choose("Mail file (.eml)", "mail.eml", eml)
    await view.page.type("Deliver to, if its headers name no inbox", "inbox@acme.test")
    await view.page.press("Receive the file")
    expect(view.page.text(".said")).toBe("Mail received.")
    const [mail] = (await tableOf(view.service.world, "conversationMessages")).rows
    expect(mail).toMatchObject({ from: "ben@example.test", subject: "From a file" })
  })
})

describeView("worlds", (view) => {
  const names = () => view.page.texts("ul[aria-label=Worlds] b")

  it("are added and ended, here or elsewhere, but neither this one nor the main one", async () => {
    await view.page.open("data/worlds")
    expect(view.page.texts("ul[aria-label=Worlds] li")).toEqual([
      `main→this one${view.service.url} ${view.service.apiKey}Copy key`,
    ])
    await view.page.press("Add a world")
    expect([names(), view.page.text(".said")]).toEqual([["main", "w1"], "World added."])
    expect(view.page.all("ul[aria-label=Worlds] a").map((link) => link.getAttribute("href"))).toEqual([
      `${view.service.url}/_mock/`,
      `${view.service.url}/@w1/_mock/`,
    ])
    expect(view.page.offers(view.page.all("ul[aria-label=Worlds]")[0])).toEqual(["Delete"])
    await view.page.press("Delete w1")
    expect([names(), view.page.text(".said"), view.service.world.worlds.list().length]).toEqual([
      ["main"],
      "w1 is deleted.",
      1,
    ])
    await view.page.step("one is made elsewhere", () => view.service.world.worlds.create())
    expect(names()).toEqual(["main", "w2"])
    await view.page.press("Copy key of main")
    expect(await view.page.window.navigator.clipboard.readText()).toBe(view.service.apiKey)
  })
})
