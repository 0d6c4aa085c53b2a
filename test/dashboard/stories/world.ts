import { post } from "../../support/post.ts"
import { type Story, send } from "./story.ts"

const records = ["contacts", "suppressions", "grants", "managedAccounts", "fundingPurchases", "planCheckouts"]
const others = ["campaigns", "flows", "outbox", "senders"]

const faults: Story = async (page) => {
  await page.open("data/faults")
  await page.press("Add the fault")
  for (const [label, text] of Object.entries({
    Method: "GET",
    Path: "/v1/me",
    "Credential or its kind": "api_key",
    "Idempotency key": "k",
    "Query parameters, JSON": '{"page":"2"}',
    "Text in the body": "x",
    Status: "503",
    "Error code": "busy",
    "Retry-After (s)": "2",
    "Response body, text or JSON": '{"message":"busy"}',
    "Response headers, JSON": '{"X-Trace":"abc"}',
    "Latency (ms)": "5",
    Times: "2",
    "Probability, 0 to 1": "0.5",
    "From the nth match": "3",
  })) {
    await page.type(label, text)
  }
  await page.press("Add the fault")
  for (const [label, text] of Object.entries({ Status: "many", "Response headers, JSON": "{" })) {
    await page.type(label, text)
    await page.press("Add the fault")
    await page.type(label, "")
  }
  await page.type("Cut the connection", "after")
  await page.type("Cut after (bytes)", "3")
  await page.press("Add the fault")
  await page.type("Cut the connection", "")
  await page.type("Response body, text or JSON", "no JSON")
  await page.type("Pause between chunks (ms)", "1")
  await page.press("Add the fault")
  await page.press("Webhooks", 1)
  for (const [label, text] of Object.entries({
    Endpoint: "1",
    Event: "email.*",
    "Lose it": "before",
    Delay: "10m",
    Duplicates: "2",
    Signature: "old",
  })) {
    await page.type(label, text)
  }
  await page.tick("Send it after the next one")
  await page.press("Add the fault")
  await page.tick("Send it after the next one")
  await page.tick("Send it after the next one")
  await page.press("Remove fault 1")
  await page.press("Remove all")
  await page.press("storm")
  await page.type("Seed", "7")
  await page.press("production")
  await page.press("calm")
}

const capacity: Story = async (page, service) => {
  await page.open("data/capacity")
  await page.step("one is sent", () => send(service))
  service.world.state.setFixtures({
    accounts: { main: { plan: "growth", standing: "trusted", capacity_used: 1_000_000 } },
  })
  await page.open("data/capacity")
  await page.step("a day passes", () => service.world.advance("25h"))
}

const files: Story = async (page, service) => {
  await page.open("data/state")
  await page.press("Download a snapshot")
  await page.pass(1_000)
  const snapshot = JSON.stringify(service.world.state.snapshot())
  await send(service)
  await page.choose("Restore from a file", "kept.json", snapshot)
  await page.choose("Restore from a file", "kept.json", "{")
  await page.choose("Restore from a file", "kept.json", "{}")
  await page.open("data/state")
  await page.press("Download")
  await page.pass(1_000)
  await page.choose("Replace everything with a file", "none.json", "[")
  await page.choose("Replace everything with a file", "world.json", '{"accounts":{"main":{"plan":"growth"}}}')
  await page.type("Fixtures, as JSON", '{"accounts":{"main":{"plan":"starter"}}}')
  await page.press("Discard changes")
  await page.type("Fixtures, as JSON", '{"accounts":{"main":{"plan":"starter"}}}')
  await page.step("the world goes on", () => post(service, "/v1/my/contacts", { email: "late@example.test" }))
  page.answers.push(false)
  await page.press("Replace everything with these")
  await page.press("Replace everything with these")
  await page.type("Fixtures, as JSON", "{")
  await page.press("Replace everything with these")
}

const tables: Story = async (page, service) => {
  await page.open("data/campaigns")
  await post(service, "/v1/my/campaigns", { name: "Spring", template_id: 1, audience: { type: "all_contacts" } })
  await post(service, "/v1/my/flows", { name: "Welcome" })
  await post(service, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
  await post(service, "/v1/my/billing/funding/purchases", { amount_cents: 5_050 }, { "Idempotency-Key": "k" })
  await post(service, "/v1/my/subscription/checkout", { plan_id: 2 }, { "Idempotency-Key": "k2" })
  await send(service, { to: "bounced@simulator.test" })
  const { provisioning_credential } = service.world.seeded().credentials
  const { fetch } = service
  await post(
    { apiKey: String(provisioning_credential), fetch },
    "/v1/managed_accounts",
    { managed_account: { owner_email: "owner@newclient.test", account_name: "New Client" } },
    { "Idempotency-Key": "client-42" },
  )
  for (const name of [...records, ...others]) await page.open(`data/${name}`)
  for (let count = 0; count < 51; count++) await post(service, "/v1/my/contacts", { email: `${count}@example.test` })
  await page.open("data/contacts")
  await page.press("Older")
  await page.press("Newer")
  await page.press("Older")
  await page.press("Newest")
  await page.type("Search contacts", "42@")
  await page.type("Search contacts", "none such")
  for (const [name, move] of [
    ["planCheckouts", "pay"],
    ["fundingPurchases", "begin"],
    ["flows", ""],
    ["grants", ""],
    ["managedAccounts", "send invitation"],
    ["campaigns", ""],
  ] as const) {
    await page.open(`data/${name}`)
    const moves = page.window.document.querySelectorAll<HTMLElement>(".records button")
    const button = [...moves].find(({ textContent }) => textContent?.startsWith(move))
    if (button !== undefined) await page.step(`press ${button.getAttribute("aria-label")}`, () => button.click())
  }
}

export const worldStories = { faults, capacity, files, tables }
