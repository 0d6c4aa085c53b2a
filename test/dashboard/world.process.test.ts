import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the view World", (frame) => {
  const items = (name: string) => frame.page.getByRole("list", { name }).getByRole("listitem")
  const waitForStatus = (text: string) => frame.page.getByRole("status").filter({ hasText: text }).waitFor()

  it("creates a world with its own page, and ends it", async () => {
    await frame.open("data/worlds")
    await frame.press("Add a world")
    await frame.page.getByRole("link", { name: "w1" }).click()
    await frame.page.waitForURL("**/@w1/_mock/")
    await frame.open("data/worlds")
    await frame.press("Delete w1")
    await frame.page.getByRole("link", { name: "w1" }).waitFor({ state: "detached" })
    expect(frame.server.world.worlds.list().map(({ id }) => id)).toEqual(["main"])
  })

  it("shows worlds created and ended elsewhere at once", async () => {
    await frame.open("data/worlds")
    await frame.page.getByRole("link", { name: "main" }).waitFor()
    const world = frame.server.world.worlds.create()
    await frame.page.getByRole("link", { name: "w1" }).waitFor()
    world.worlds.remove(world.id)
    await frame.page.getByRole("link", { name: "w1" }).waitFor({ state: "detached" })
  })

  it("resets the world after a confirmation", async () => {
    await frame.server.world.contacts.fill({ count: 5 })
    await frame.open("data/state")
    frame.page.once("dialog", (dialog) => void dialog.dismiss())
    await frame.press("Reset this world")
    expect((await tableOf(frame.server.world, "contacts")).total).toBe(8)
    frame.page.once("dialog", (dialog) => void dialog.accept())
    await frame.press("Reset this world")
    await waitForStatus("The world is reset.")
    expect((await tableOf(frame.server.world, "contacts")).total).toBe(3)
  })

  it("adds faults with every field, sets profiles, and removes them", async () => {
    await frame.open("data/faults")
    await frame.page.getByText("No faults: nothing is made to fail.").waitFor()
    await frame.page.getByLabel("Status", { exact: true }).fill("503")
    await frame.page.getByText("More", { exact: true }).click()
    await frame.page.getByLabel("Times", { exact: true }).fill("2")
    await frame.page.getByLabel("Query parameters, JSON").fill('{"page": "2"}')
    await frame.press("Add the fault")
    await items("Faults").getByText("status 503").waitFor()
    expect(frame.server.world.faults.list()).toMatchObject([{ status: 503, times: 2, query: { page: "2" } }])
    await frame.press("Webhooks")
    await frame.page.getByLabel("Signature").selectOption("old")
    await frame.page.getByLabel("Send it after the next one").check()
    await frame.press("Add the fault")
    await items("Faults").nth(1).waitFor()
    expect(frame.server.world.faults.list()[1]).toMatchObject({ on: "delivery", signature: "old", reorder: true })
    await frame.press("Remove fault 1")
    await items("Faults").getByText("status 503").waitFor({ state: "detached" })
    await frame.press("Add the fault")
    await frame.page.locator(".problem, .wrong", { hasText: "signature is required" }).first().waitFor()
    await frame.page.getByRole("button", { name: "storm" }).click()
    await items("Faults").nth(5).waitFor()
    await frame.press("Remove all")
    await frame.page.getByText("No faults: nothing is made to fail.").waitFor()
    expect(frame.server.world.faults.list()).toEqual([])
  })

  it("shows all properties of a fault except defaults, even if the value is 1", async () => {
    frame.server.world.faults.add({ on: "delivery", webhook_id: 1, duplicate: 1 })
    frame.server.world.faults.add({ status: 429, retry_after: 1, latency_ms: 1 })
    await frame.open("data/faults")
    const texts = () => items("Faults").locator(".grow").allTextContents()
    await items("Faults").nth(1).waitFor()
    expect(await texts()).toEqual(["webhook_id 1, duplicate 1", "status 429, retry_after 1, latency_ms 1"])
  })

  it("shows each account's remaining capacity as it is used", async () => {
    await frame.open("data/capacity")
    const main = items("Accounts").first()
    await main.getByText(/^0 of/).waitFor()
    await frame.send()
    await main.getByText(/^1 of/).waitFor()
  })

  it("sends an inbound mail to the inbox", async () => {
    await frame.open("data/inbound")
    await frame.page.getByLabel("Subject").fill("Where is it?")
    await frame.page.getByLabel("Text", { exact: true }).fill("I ordered a week ago.")
    await frame.page.getByText("More", { exact: true }).click()
    await frame.page.getByLabel("HTML").fill("<p>I ordered a week ago.")
    await frame.page.getByLabel("Attachments", { exact: true }).setInputFiles({
      name: "order.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("number 1\u00e9"),
    })
    await frame.page.getByLabel("Attachments scanned").uncheck()
    await frame.page.getByLabel("Automatic reply").check()
    await frame.press("Receive")
    await waitForStatus("Mail received.")
    await frame.page.getByText("Where is it?").first().waitFor()
    const [mail] = (await tableOf(frame.server.world, "conversationMessages")).rows
    expect(mail).toMatchObject({ html: "<p>I ordered a week ago.", auto_submitted: true })
    const [file] = (await tableOf(frame.server.world, "attachments")).rows
    expect(file).toMatchObject({ filename: "order.txt", content_type: "text/plain", size: 10, scanned: false })
  })

  it("saves a named checkpoint, restores it and deletes it", async () => {
    await frame.open("data/state")
    await frame.page.getByText("No checkpoints yet. In a test:").waitFor()
    await frame.page.getByLabel("Name").fill("before")
    await frame.press("Save a checkpoint")
    await frame.page.getByRole("button", { name: "Rewind to before" }).waitFor()
    await frame.server.world.contacts.fill({ count: 5 })
    await frame.press("Rewind to before")
    await waitForStatus("The state is back at before.")
    expect((await tableOf(frame.server.world, "contacts")).total).toBe(3)
    await frame.press("Delete before")
    await frame.page.getByText("No checkpoints yet. In a test:").waitFor()
  })

  it("downloads fixtures and snapshots, and uploads them", async () => {
    await frame.open("data/state")
    const field = frame.page.getByLabel("Fixtures, as JSON")
    await field.fill('{"accounts": {"main": {"plan": "starter"}}}')
    await frame.press("Replace everything with these")
    await waitForStatus("The world started again from these fixtures.")
    expect(frame.server.world.capacity()[0]?.plan).toBe("starter")
    // An edit before the new state is shown would edit the old one, and the page would ask first.
    await expect.poll(() => field.inputValue()).toContain('"plan": "starter"')
    await field.fill("{")
    await frame.press("Replace everything with these")
    await frame.page.locator(".problem").waitFor()
    await field.fill('{"accounts": {"main": {"plan": "gold"}}}')
    await frame.press("Replace everything with these")
    await frame.page.locator(".problem", { hasText: "accounts.main.plan" }).waitFor()
    const saving = frame.page.waitForEvent("download")
    await frame.press("Download")
    const saved = JSON.parse(readFileSync(await (await saving).path(), "utf8"))
    expect(saved.accounts.main.plan).toBe("starter")
    await frame.page.getByLabel("Replace everything with a file").setInputFiles({
      name: "fixtures.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ accounts: { main: { ...saved.accounts.main, plan: "growth" } } })),
    })
    await waitForStatus("The world started again from these fixtures.")
    expect(frame.server.world.capacity()[0]?.plan).toBe("growth")
    await frame.open("data/state")
    const loading = frame.page.waitForEvent("download")
    await frame.press("Download a snapshot")
    const path = await (await loading).path()
    await frame.server.world.contacts.fill({ count: 5 })
    await frame.page.getByLabel("Restore from a file").setInputFiles({
      name: "snapshot.json",
      mimeType: "application/json",
      buffer: readFileSync(path),
    })
    await waitForStatus("The state is restored from the file.")
    expect((await tableOf(frame.server.world, "contacts")).total).toBe(3)
  })

  it("offers only the valid transitions of a purchase", async () => {
    await frame.open("data/fundingPurchases")
    await frame.page.getByText("Funding purchases: none yet").waitFor()
    await frame.server.fetch("/v1/my/billing/funding/purchases", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${frame.server.apiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": "a-purchase-key",
      },
      body: JSON.stringify({ amount_cents: 5_000 }),
    })
    const row = items("Funding purchases").first()
    const moves = async () => row.getByRole("button").filter({ hasNotText: "Copy" }).allTextContents()
    await row.locator(".badge", { hasText: "checkout_created" }).waitFor()
    expect(await moves()).toEqual(["begin", "fail", "expire", "pay"])
    await frame.press("pay: 50.00")
    await row.locator(".badge", { hasText: "credited" }).waitFor()
    expect(await moves()).toEqual([])
  })

  it("moves each grant, managed account and checkout through its states, by valid transitions only", async () => {
    const row = (list: string) => items(list).first()
    const moves = (list: string) => row(list).getByRole("button").filter({ hasNotText: "Copy" }).allTextContents()
    const move = async (list: string, name: string, state: string) => {
      await row(list).getByRole("button", { name }).click()
      await row(list).locator(".badge", { hasText: state }).waitFor()
    }
    await frame.open("data/managedAccounts")
    await row("Managed accounts").locator(".badge", { hasText: "preparing" }).waitFor()
    expect(await moves("Managed accounts")).toEqual(["send invitation", "release"])
    await move("Managed accounts", "send invitation", "awaiting_owner")
    expect(await moves("Managed accounts")).toEqual(["send invitation", "claim", "release"])
    await move("Managed accounts", "claim", "payment_required")
    await move("Managed accounts", "pay", "active")
    expect(await moves("Managed accounts")).toEqual(["payment failed", "release"])
    await move("Managed accounts", "payment failed", "payment_issue")
    await move("Managed accounts", "pay", "active")
    await frame.open("data/grants")
    await row("Grants").locator(".badge", { hasText: "pending" }).waitFor()
    expect(await moves("Grants")).toEqual(["consent", "activate payment"])
    for (const name of ["consent", "activate payment"]) {
      await row("Grants").getByRole("button", { name }).click()
      await waitForStatus(`${name}.`)
    }
    const { id: user_id } = frame.server.world.seeded().users.client_owner
    const { token } = frame.server.world.credentials.mint({ kind: "jwt", user_id })
    await frame.server.fetch("/v1/my/account/management_grant/confirm", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ management_grant_id: 1 }),
    })
    await row("Grants").locator(".badge", { hasText: "active" }).waitFor()
    expect(await moves("Grants")).toEqual(["release"])
    await move("Grants", "release", "released")
    expect(await moves("Grants")).toEqual([])
    await frame.open("data/managedAccounts")
    await row("Managed accounts").locator(".badge", { hasText: "ended" }).waitFor()
    expect(await moves("Managed accounts")).toEqual([])

    await frame.open("data/planCheckouts")
    const headers = {
      Authorization: `Bearer ${frame.server.apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": "a-checkout-key",
    }
    const request = { method: "POST", headers, body: JSON.stringify({ plan_id: 2 }) }
    await frame.server.fetch("/v1/my/subscription/checkout", request)
    await row("Plan checkouts").locator(".badge", { hasText: "pending" }).waitFor()
    expect(await moves("Plan checkouts")).toEqual(["pay", "fail", "expire"])
    await move("Plan checkouts", "pay", "active")
    expect(await moves("Plan checkouts")).toEqual([])
  })

  it("shows why an address is suppressed, and when the suppression has expired", async () => {
    for (const fate of ["bounced", "soft-bounced", "complained"]) await frame.send({ to: `${fate}@simulator.test` })
    await frame.open("data/suppressions")
    const row = (text: string) => items("Suppressions").filter({ hasText: text })
    await row("complained@").locator(".badge", { hasText: "complaint" }).waitFor()
    await row("soft-bounced@").locator(".badge", { hasText: "soft_bounce" }).waitFor()
    await frame.server.world.advance("8d")
    await row("soft-bounced@").getByText("expired").waitFor()
    expect(await row("complained@").getByText("expired").count()).toBe(0)
  })

  it("shows a template as a mail filled with samples, on a phone and dark, and why one cannot be sent", async () => {
    const html = "<h1>Hi {{ contact.email }}</h1><p>Order {{ data.order_number }}</p>"
    await frame.post("/v1/my/templates", { name: "Receipt", subject: "Your receipt", html })
    await frame.open("data/templates")
    await items("Templates").getByText("Receipt", { exact: true }).click()
    const mail = frame.page.frameLocator("iframe")
    await mail.getByRole("heading", { name: "Hi ada@example.test" }).waitFor()
    await mail.getByText("Order order number").waitFor()
    await frame.page.getByLabel("Samples, as JSON").fill('{"order_number": 12}')
    await frame.page.getByLabel("Filled for the contact").fill("ben@example.test")
    await mail.getByRole("heading", { name: "Hi ben@example.test" }).waitFor()
    await mail.getByText("Order 12").waitFor()
    await frame.page.getByLabel("Mobile").check()
    await frame.page.getByLabel("Dark").check()
    expect((await frame.page.locator("iframe").boundingBox())?.width).toBeLessThanOrEqual(360)
    await mail.getByText("Order 12").waitFor()
    await frame.page.getByLabel("Samples, as JSON").fill("[]")
    await mail.getByText("The samples are not a JSON object.").waitFor()
  })

  it("tells whom a list, a segment and a campaign reach: not the unsubscribed, nor the suppressed", async () => {
    const addresses = ["ada@x.test", "ben@x.test", "eve@x.test"]
    const { world } = frame.server
    await frame.post("/v1/my/lists", { name: "Readers" })
    const list = (await tableOf(world, "lists")).rows.find(({ name }) => name === "Readers")?.id
    for (const [index, email] of addresses.entries()) {
      await frame.post("/v1/my/contacts", { email, opt_in: index !== 1 })
    }
    await frame.post(`/v1/my/lists/${list}/contacts/bulk`, { action: "add", emails: addresses })
    const id = await frame.send({ to: "eve@x.test" })
    world.messages.event(id, { type: "bounced" })
    await frame.post("/v1/my/campaigns", {
      name: "Spring",
      template_id: 1,
      audience: { type: "lists", list_ids: [list] },
    })
    for (const [part, title, name] of [
      ["lists", "Lists", "Readers"],
      ["campaigns", "Campaigns", "Spring"],
    ] as const) {
      await frame.open(`data/${part}`)
      await items(title).getByText(name, { exact: true }).click()
      await items(title).getByText("1 recipient of 3 contacts, 1 not subscribed, 1 suppressed").waitFor()
    }
    await items("Campaigns").getByText("Status draft: it waits to be sent or scheduled.").waitFor()
    await frame.open("data/segments")
    await items("Segments").locator("summary").first().click()
    await items("Segments")
      .getByText(/^Reaches \d+ recipients? of \d+ contacts/)
      .waitFor()
  })

  it("explains a failed import by its file and its rule", async () => {
    const body = new FormData()
    body.append("resource", "contacts")
    body.append("file", new Blob(['name\n"never closed']), "c.csv")
    const headers = { Authorization: `Bearer ${frame.server.apiKey}` }
    await frame.server.fetch("/v1/my/imports", { method: "POST", headers, body })
    await frame.server.world.advance("1h")
    await frame.open("data/imports")
    const row = items("Imports").first()
    await row.locator(".badge.bad", { hasText: "failed" }).waitFor()
    await row.getByText("Explain").click()
    await row.getByText(/^The file cannot be read/).waitFor()
    await row.getByRole("link", { name: "Request 1" }).waitFor()
  })

  it("pages and searches many contacts, and offers a grant's transitions", async () => {
    await frame.server.world.contacts.fill({ count: 120 })
    await frame.open("data/contacts")
    await frame.page.getByText("50 of 123 records").waitFor()
    await frame.press("Older")
    await frame.page.getByText("50 of 123 records").waitFor()
    expect(frame.page.url()).toContain("before=")
    await frame.press("Newest")
    await frame.press("Older")
    await frame.page.getByRole("searchbox").pressSequentially("zoe")
    await frame.page.getByText("No record matches this search.").waitFor()
    expect(new URL(frame.page.url()).hash).toBe("#/data/contacts?q=zoe")
    await frame.open("data/grants")
    await items("Grants")
      .first()
      .getByRole("button", { name: /^consent/ })
      .click()
    await waitForStatus("consent.")
    expect((await tableOf(frame.server.world, "grants")).rows[0]?.owner_consent_at).not.toBeNull()
  })
})
