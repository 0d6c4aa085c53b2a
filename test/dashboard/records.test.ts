import { expect, it } from "vitest"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"

describeView("the records of a table", (view) => {
  /** Name, states and moves of each record. */
  const records = (title: string) =>
    view.page
      .all(`[aria-label='${title}'] > li`)
      .map((record) => [
        record.querySelector("summary b")?.textContent,
        [...record.querySelectorAll(":scope > .badge")].map(({ textContent }) => textContent?.slice(1)),
        view.page.offers(record),
      ])
  const move = async (name: string) => {
    await view.page.step(name, () =>
      view.page
        .all("li > button")
        .find(({ textContent }) => textContent === name)
        ?.click(),
    )
    expect(view.page.text(".said")).toBe(`Done: ${name}.`)
  }

  it.each([
    ["campaigns", "Campaigns", "campaigns create"],
    ["imports", "Imports", "await mas.imports.create"],
    ["fundingPurchases", "Funding purchases", "await mas.fundingPurchases.create"],
    ["suppressions", "Suppressions", "messages send"],
  ])("without any, %s, say what they are and what makes one", async (table, title, code) => {
    await view.page.open(`data/${table}`)
    expect([view.page.text(".empty h3"), view.page.texts(".parts-nav [aria-current]")]).toEqual([
      `${title}: none yet`,
      [title],
    ])
    if (view.page.texts(".empty .segments").length > 0) await view.page.press("CLI")
    expect(view.page.text(".empty pre")).toContain(code)
    expect(view.page.text(".bar .total")).toBe("0 records")
  })

  it("are listed newest first, 50 a page in both directions, and searched", async () => {
    await view.service.world.contacts.fill({ count: 118 })
    await view.page.open("data/contacts")
    const numbers = () => view.page.texts("[aria-label=Contacts] summary small").map((text) => Number(text.slice(1)))
    const turns = () => view.page.texts(".page-body > .actions button")
    const ends = () => [numbers()[0], numbers().at(-1), view.page.text(".bar .total"), ...turns()]
    expect(ends()).toEqual([121, 72, "50 of 121 records", "Older"])
    await view.page.press("Older")
    expect(ends()).toEqual([71, 22, "50 of 121 records", "Newest", "Newer", "Older"])
    await view.page.press("Older")
    expect(ends()).toEqual([21, 1, "21 of 121 records", "Newest", "Newer"])
    expect(view.page.address).toBe("#/data/contacts?before=72&before=22")
    await view.page.press("Newer")
    expect(ends()[0]).toBe(71)
    await view.page.press("Newest")
    expect([ends()[0], view.page.address]).toEqual([121, "#/data/contacts"])
    await view.page.press("Older")
    await view.page.type("Search contacts", "ada@example.test")
    expect([records("Contacts"), view.page.address]).toEqual([
      [["ada@example.test", ["subscribed"], []]],
      "#/data/contacts?q=ada%40example.test",
    ])
    await view.page.type("Search contacts", "none such")
    expect([view.page.text(".page-body > .empty"), view.page.text(".bar .total")]).toEqual([
      "No record matches this search.",
      "0 records",
    ])
  })

  it("of purchases and checkouts are moved by valid transitions only", async () => {
    await post(view.service, "/v1/my/billing/funding/purchases", { amount_cents: 5_050 }, { "Idempotency-Key": "k" })
    await view.page.open("data/fundingPurchases")
    expect(records("Funding purchases")).toEqual([["50.50", ["checkout_created"], ["begin", "fail", "expire", "pay"]]])
    await move("pay")
    expect(records("Funding purchases")).toEqual([["50.50", ["credited"], []]])
    await post(view.service, "/v1/my/subscription/checkout", { plan_id: 2 }, { "Idempotency-Key": "k2" })
    await view.page.open("data/planCheckouts")
    expect(records("Plan checkouts")[0]?.slice(1)).toEqual([["pending"], ["pay", "fail", "expire"]])
    await move("fail")
    expect(records("Plan checkouts")[0]?.slice(1)).toEqual([["failed"], []])
    await view.page.expand(".explain")
    expect(view.page.text(".explanation")).toMatch(/^The payment failed: nothing was credited\.Rule 13\.1:/)
  })

  it("of managed accounts and grants are moved through their states", async () => {
    await view.page.open("data/managedAccounts")
    const client = () => records("Managed accounts")[0]?.slice(1)
    expect(client()).toEqual([["preparing"], ["send invitation", "release"]])
    for (const [name, state, moves] of [
      ["send invitation", "awaiting_owner", ["send invitation", "claim", "release"]],
      ["claim", "payment_required", ["pay", "release"]],
      ["pay", "active", ["payment failed", "release"]],
      ["payment failed", "payment_issue", ["pay", "release"]],
      ["release", "ended", []],
    ] as const) {
      await move(name)
      expect(client()).toEqual([[state], moves])
    }
    await view.page.open("data/grants")
    expect(records("Grants")).toEqual([["record 1", ["revoked"], []]])
  })

  it("of grants are moved until the owner has confirmed, and after", async () => {
    await view.page.open("data/grants")
    const grant = () => records("Grants")[0]?.slice(1)
    expect(grant()).toEqual([["pending"], ["consent", "activate payment"]])
    for (const name of ["consent", "activate payment"]) await move(name)
    const { client_owner } = view.service.world.seeded().users
    const { token: apiKey } = view.service.world.credentials.mint({ kind: "jwt", user_id: client_owner?.id ?? 0 })
    const { fetch } = view.service
    await view.page.step("its owner confirms", () =>
      post({ apiKey, fetch }, "/v1/my/account/management_grant/confirm", { management_grant_id: 1 }),
    )
    expect(grant()).toEqual([["active"], ["release"]])
    await move("release")
    expect(grant()).toEqual([["released"], []])
  })

  it("of contacts say whether one is subscribed", async () => {
    await post(view.service, "/v1/my/contacts", { email: "gone@example.test", opt_in: false })
    await view.page.open("data/contacts")
    expect(records("Contacts").slice(0, 2)).toEqual([
      ["gone@example.test", ["not subscribed"], []],
      ["linus@example.test", ["subscribed"], []],
    ])
  })

  it("of suppressions tell why, and when one has expired", async () => {
    for (const fate of ["bounced", "soft-bounced", "complained"]) await view.send({ to: `${fate}@simulator.test` })
    await view.page.open("data/suppressions")
    await view.page.step("eight days pass", () => view.service.world.advance("8d"))
    expect(records("Suppressions").map(([name, states]) => [name, states])).toEqual([
      ["complained@simulator.test", ["complaint"]],
      ["soft-bounced@simulator.test", ["soft_bounce", "expired"]],
      ["bounced@simulator.test", ["hard_bounce"]],
    ])
  })

  it("of templates are shown as a mail filled with samples", async () => {
    const html = "<h1>Hi {{ contact.email }}</h1><p>Order {{ data.order_number }}</p>"
    await post(view.service, "/v1/my/templates", { name: "Receipt", subject: "Your receipt", html })
    await view.page.open("data/templates")
    const frame = () => new URL(view.page.all("iframe")[0]?.getAttribute("src") ?? "", "http://a.test")
    await view.page.expand("[aria-label=Templates] li:first-child > details")
    expect([frame().pathname, ...frame().searchParams]).toEqual([
      "/templates/2/html",
      ["to", "ada@example.test"],
      ["data", '{"order_number":"order number"}'],
      ["scheme", "light"],
    ])
    expect(view.page.facts("details .facts")).toMatchObject({ Subject: "Your receipt" })
    await view.page.type("Samples, as JSON", '{"order_number": 12}')
    await view.page.type("Filled for the contact", "ben@example.test")
    await view.page.tick("Dark")
    expect([...frame().searchParams.values()]).toEqual(["ben@example.test", '{"order_number": 12}', "dark"])
  })

  it("of lists, segments and campaigns tell whom they reach: not the unsubscribed, nor the suppressed", async () => {
    const emails = ["ada@x.test", "ben@x.test", "eve@x.test"]
    const { id: list } = await (await post(view.service, "/v1/my/lists", { name: "Readers" })).json()
    for (const [index, email] of emails.entries())
      await post(view.service, "/v1/my/contacts", { email, opt_in: index !== 1 })
    await post(view.service, `/v1/my/lists/${list}/contacts/bulk`, { action: "add", emails })
    await view.send({ to: "eve@x.test" })
    view.service.world.messages.event(1, { type: "bounced" })
    const audience = { type: "lists", list_ids: [list] }
    await post(view.service, "/v1/my/campaigns", { name: "Spring", template_id: 1, audience })
    const reach = "Reaches 1 recipient of 3 contacts, 1 not subscribed, 1 suppressed. The plan covers them in one day."
    for (const [table, title, text] of [
      ["lists", "Lists", reach],
      ["campaigns", "Campaigns", `${reach} Status draft: it waits to be sent or scheduled.`],
    ]) {
      await view.page.open(`data/${table}`)
      await view.page.expand(`[aria-label=${title}] li:first-child > details`)
      expect(view.page.text(`[aria-label=${title}] details p`)).toBe(text)
    }
    await view.page.open("data/segments")
    await view.page.expand("[aria-label=Segments] li:first-child > details")
    expect(view.page.text("[aria-label=Segments] details p")).toMatch(/^Reaches \d+ recipients? of \d+ contacts/)
  })

  it("of the service's own mails and flows have a name, too", async () => {
    await post(view.service, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
    await post(view.service, "/v1/my/flows", { name: "Welcome" })
    for (const [table, title, first] of [
      ["outbox", "Account e-mails", ["Join the team of Acme, to ben@example.test", [], []]],
      ["flows", "Flows", ["Welcome", ["draft"], ["start", "archive"]]],
      ["senders", "Senders", ["hello@client.test", [], []]],
      ["contacts", "Contacts", [expect.stringMatching(/@/), ["subscribed"], []]],
    ] as const) {
      await view.page.open(`data/${table}`)
      expect(records(title)[0]).toEqual(first)
    }
  })

  it("of imports explain one that failed", async () => {
    const part = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${text}\r\n`
    const file = part('"file"; filename="c.csv"', 'name\n"never closed')
    await view.service.fetch("/v1/my/imports", {
      method: "POST",
      headers: { Authorization: `Bearer ${view.service.apiKey}`, "Content-Type": "multipart/form-data; boundary=x" },
      body: `${part('"resource"', "contacts")}${file}--x--\r\n`,
    })
    await view.service.world.advance("1h")
    await view.page.open("data/imports")
    expect(view.page.texts("[aria-label=Imports] .bad")).toEqual(["✕failed"])
    await view.page.expand(".explain")
    expect(view.page.text(".explanation")).toMatch(/^The file cannot be read.*Request 1/)
  })
})
