import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { type MockService, readFixtures } from "../../mock-server/index.ts"
import { createMockService } from "../../mock-server/testing/start.ts"
import { Mas } from "../../sdk/index.ts"
import { filesUnder, readProjectFile, root } from "../support/files.ts"
import { addFormats } from "../support/formats.ts"

const files = [...filesUnder("examples/fixtures"), "examples/manager/clients.yaml"]

async function begin(name: string): Promise<MockService> {
  const fixtures = await readFixtures(join(root, files.find((file) => file.endsWith(`/${name}`)) ?? ""))
  return createMockService({ clock: "frozen", now: "2026-03-01T12:00:00Z", fixtures })
}

const client = ({ url, fetch }: MockService, apiKey = "maskey_live_mock") =>
  new Mas({ baseUrl: url, apiKey, fetch, maxRetries: 0 })

const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
const isValid = ajv.compile(JSON.parse(readProjectFile("docs/fixtures.schema.json")))

describe.each(files)("%s", (file) => {
  it("matches the published schema", () => {
    const document: unknown = parse(readFileSync(join(root, file), "utf8"))
    expect([isValid(document), isValid.errors]).toEqual([true, null])
    expect(isValid({ ...(document as object), colour: "red" })).toBe(false)
  })

  it("is exported from its world as an equivalent document", async () => {
    const { world } = await begin(file.replace(/.*\//, ""))
    const document = world.state.fixtures()
    world.state.setFixtures(document)
    expect(world.state.fixtures()).toEqual(document)
    expect(isValid(document)).toBe(true)
  })
})

describe("the files of examples/fixtures", () => {
  it("are all tested below", () => {
    expect(files.map((file) => file.replace(/.*\//, "")).sort()).toEqual([
      "affiliate.json",
      "clients.yaml",
      "empty.yaml",
      "nearly-full.yaml",
      "shop.yaml",
      "suppressed.yaml",
    ])
  })

  it("shop.yaml has a shop with its own key that can send", async () => {
    const service = await begin("shop.yaml")
    const mas = client(service, "maskey_live_shop")
    const { billing, team } = await mas.account.get()
    expect(billing).toMatchObject({ plan_name: "Starter", spend_cap_monthly_cents: 20_000 })
    expect(team).toMatchObject({ member_count: 3, invite_count: 1 })
    const { items: templates } = await mas.templates.list()
    const message = {
      channel: "email",
      to: "eva@example.test",
      subject: "Hi",
      template_id: templates[0]?.id ?? 0,
    } as const
    const { id } = await mas.messages.send({ ...message, data: { order: 7 } })
    await service.world.advance(0)
    expect(service.world.messages.get(id)).toMatchObject({ html: "<p>Thank you, Eva.</p>", status: "sent" })
    await expect(mas.messages.send({ ...message, from: "news@shop.test" })).rejects.toThrow("verified sender")
  })

  it("nearly-full.yaml has capacity for five more messages, and for sixty in an hour", async () => {
    const service = await begin("nearly-full.yaml")
    const { commercial_capacity, capacity_recovery } = await client(service).delivery.status()
    expect([commercial_capacity.remaining, capacity_recovery?.state]).toEqual([5, "approaching"])
    await service.world.advance("1h")
    expect((await client(service).delivery.status()).commercial_capacity.remaining).toBe(65)
  })

  it("clients.yaml has a client at each stage, one of them with an active grant", async () => {
    const service = await begin("clients.yaml")
    const mas = client(service, "maspc_live_mock")
    const statuses = (await mas.managedAccounts.list({ sort: "name", direction: "asc" })).items.map(
      ({ managed_account, status }) => [managed_account.name, status],
    )
    expect(statuses).toEqual([
      ["Bakery", "active"],
      ["Client", "preparing"],
      ["Garage", "awaiting_owner"],
      ["Kiosk", "payment_issue"],
      ["Museum", "ended"],
    ])
    expect((await client(service, "masmc_live_bakery").contacts.list()).items).toHaveLength(1)
  })

  it("suppressed.yaml has an address for each reason", async () => {
    const { items } = await client(await begin("suppressed.yaml")).suppressions.list()
    expect(items.map(({ reason }) => reason)).toEqual(["manual", "hard_bounce", "soft_bounce", "complaint"])
  })

  it("affiliate.json has an affiliate with earnings, and one who is not eligible", async () => {
    const service = await begin("affiliate.json")
    const token = (user_id: number, account_id: number) =>
      service.world.credentials.mint({ kind: "jwt", user_id, account_id }).token
    const mas = new Mas({ baseUrl: service.url, fetch: service.fetch, token: token(1, 1) })
    expect((await mas.affiliate.get()).earnings.total_cents).toBe(20_300)
    const { newcomer = 0 } = service.world.seeded().accounts
    const other = new Mas({ baseUrl: service.url, fetch: service.fetch, token: token(6, newcomer) })
    await expect(other.affiliate.get()).rejects.toThrow("not open")
    expect((await other.account.get()).billing.entitlements.agent_inbox.enabled).toBe(false)
  })

  it("empty.yaml has only a sender", async () => {
    const mas = client(await begin("empty.yaml"))
    const pages = await Promise.all([mas.contacts.list(), mas.lists.list(), mas.segments.list(), mas.templates.list()])
    expect(pages.map(({ items }) => items.length)).toEqual([0, 0, 0, 0])
    expect(await mas.messages.send({ channel: "email", to: "a@example.test", subject: "Hi", body: "Hi" })).toBeDefined()
  })
})
