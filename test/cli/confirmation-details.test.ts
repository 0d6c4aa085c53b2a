import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { confirmationDetails } from "../../cli/terminal/ask/confirmation-details.ts"
import { contactOf } from "../../cli/terminal/ask/rendered-contact.ts"
import { screenFor } from "../../cli/terminal/output/screen.ts"
import { createMockService } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")
const service = createMockService({ clock: "frozen", now })
const client = new Mas(service.clientOptions)
const signedIn = (user_id: number) =>
  new Mas({ ...service.clientOptions, apiKey: service.world.credentials.mint({ kind: "jwt", user_id }).token })

beforeAll(async () => {
  await client.webhooks.create({ url: "https://hooks.example.com/x", events: ["email.sent", "email.bounced"] })
  await client.lists.create({ name: "Empty" })
  const campaigns: Parameters<typeof client.campaigns.create>[0][] = [
    { name: "Spring", subject: "Spring is here", audience: { type: "lists", list_ids: [1] }, template_id: 1 },
    { name: "All", template_id: 1, audience: { type: "all_contacts" } },
    { name: "Some", subject: "Yes", audience: { type: "segment", segment_id: 1 } },
    { name: "Two", subject: "Yes", audience: { type: "lists", list_ids: [1, 2] } },
  ]
  for (const campaign of campaigns) await client.campaigns.create(campaign)
})
afterAll(() => service.close())

const screen = screenFor({ write: () => true, once: () => undefined }, { env: {}, now: () => now }, { utc: true })
const detailsOf = (command: string, id?: unknown, body: Record<string, unknown> = {}, as = client) =>
  confirmationDetails(command, {
    client: as,
    parts: { params: { id }, query: {}, body },
    screen,
    signal: AbortSignal.any([]),
  })
const factsOf = async (...parameters: Parameters<typeof detailsOf>) => (await detailsOf(...parameters))?.facts ?? {}

/** A client of a service that returns these bodies, by path. */
function clientWith(bodies: Readonly<Record<string, unknown>>): Mas {
  const respond = async (request: Request | URL | string) =>
    Response.json(bodies[new URL(request instanceof Request ? request.url : request).pathname])
  return new Mas({ baseUrl: "http://mas.test", apiKey: "k", fetch: respond, maxRetries: 0 })
}

describe("confirmation details of a campaign", () => {
  it("show content, audience and delivery time, and require typing its name", async () => {
    expect(await detailsOf("campaigns.send", 1)).toMatchObject({
      title: "Campaign 1: Spring",
      name: "Spring",
      facts: {
        Subject: "Spring is here",
        Template: "Welcome (1)",
        Audience: "3 contacts, of Newsletter",
        "Filled in": "fields of each contact, as it goes out",
        "Goes out": "now",
      },
    })
  })

  it("use the template's subject if the campaign has none, and the given delivery time", async () => {
    expect(await factsOf("campaigns.send", 2, { deliver_at: "2026-03-02T12:00:00.000Z" })).toEqual({
      Subject: "Welcome, {{ contact.first_name }}",
      Template: "Welcome (1)",
      Audience: "all contacts: 3",
      "Filled in": "fields of each contact, as it goes out",
      "Goes out": "2026-03-02T12:00:00.000Z",
    })
  })

  it("include lint warnings for what is sent", async () => {
    const template = await client.templates.create({
      name: "Sale",
      subject: "Hi",
      html: "<p>Only undefined left</p>",
      body: "Hi",
    })
    const { id } = await client.campaigns.create({
      name: "Sale",
      template_id: template.id,
      audience: { type: "all_contacts" },
    })
    const wrong = expect.stringMatching(/^error undefined, html:1:9: .*$/)
    expect(await factsOf("campaigns.send", id)).toMatchObject({ Warnings: wrong })
    expect(await factsOf("templates.sendTest", template.id)).toMatchObject({ Warnings: wrong })
    expect(await factsOf("messages.send", undefined, { template_id: template.id })).toMatchObject({
      Subject: "Hi",
      Warnings: wrong,
    })
    const mailWithBody = { template_id: template.id, subject: "Own", html: "<p>All there</p>" }
    expect(await factsOf("messages.send", undefined, mailWithBody)).toEqual({ Subject: "Own" })
    expect(await factsOf("messages.send", undefined, { subject: "Hi", body: "Hi null" })).toMatchObject({
      Warnings: expect.stringMatching(/^error null, text:1:4: /),
    })
  })

  it("name a segment; several lists have their sum as an upper bound", async () => {
    expect(await factsOf("campaigns.send", 3)).toEqual({
      ...{ Subject: "Yes", Audience: "3 contacts, by Subscribed", "Goes out": "now" },
    })
    expect((await factsOf("campaigns.send", 4)).Audience).toBe("3 contacts at most, of Newsletter, Empty")
  })

  const campaign = { id: 9, name: "Odd", status: "draft", subject: null, template_id: null }
  const audienceOf = async (audience: unknown, bodies: object = {}) =>
    factsOf("campaigns.send", 9, {}, clientWith({ "/v1/my/campaigns/9": { ...campaign, audience }, ...bodies }))

  it("show none for a missing subject or audience", async () => {
    expect(await audienceOf(null)).toEqual({ Subject: "none", Audience: "none", "Goes out": "now" })
  })

  it("show the status if the campaign is not a draft", async () => {
    const sent = { "/v1/my/campaigns/9": { ...campaign, status: "completed", audience: null } }
    expect((await factsOf("campaigns.send", 9, {}, clientWith(sent))).Status).toBe("completed")
  })

  it("use the singular for one contact, 0 for an uncounted segment, and omit unknown counts", async () => {
    const one = { id: 1, name: "Ada's", contacts_count: 1 }
    const other = { id: 2, name: "Others", contacts_count: 5 }
    const listBodies = { "/v1/my/lists": [one, other] }
    expect((await audienceOf({ type: "lists", list_ids: [1] }, listBodies)).Audience).toBe("1 contact, of Ada's")
    const segments = { "/v1/my/segments": [{ id: 4, name: "New", cached_count: null }] }
    expect((await audienceOf({ type: "segment", segment_id: 4 }, segments)).Audience).toBe("0 contacts, by New")
    expect((await audienceOf({ type: "segment", segment_id: 5 }, segments)).Audience).toBe("segment 5")
    const contacts = { "/v1/my/contacts": [] }
    expect((await audienceOf({ type: "all_contacts" }, contacts)).Audience).toBe("all contacts")
  })
})

describe("confirmation details of a payment", () => {
  it("show the cost of a validation and the available funding", async () => {
    expect(await detailsOf("validations.start", undefined, { list_id: 1 })).toEqual({
      title: "Validate addresses",
      facts: {
        Addresses: "3 of 3",
        Costs: "0.02 USD at most, 0.005 USD each",
        Funding: "0.00 USD: 0.02 USD missing, it waits until there is enough",
      },
    })
  })

  it("show how many addresses are skipped, and why", async () => {
    const quote = (counts: object, shortfall_cents: number) => ({
      counts: { cached_count: 0, deduplicated_count: 0, ineligible_count: 0, ...counts },
      pricing: { currency: "eur", maximum_charge_cents: 100, unit_rate_cents: 1 },
      funding: { shortfall_cents, available_cents: 150 },
    })
    const quoted = (counts: object, shortfall = 0) =>
      factsOf(
        "validations.start",
        undefined,
        { list_id: 1 },
        clientWith({ "/v1/my/validation_operations/quote": quote(counts, shortfall) }),
      )
    const few = { candidate_count: 2000, eligible_count: 1200 }
    expect(await quoted({ ...few, cached_count: 3, deduplicated_count: 2, ineligible_count: 1795 })).toEqual({
      Addresses: "1,200 of 2,000 (3 known already, 2 twice, 1,795 not eligible)",
      Costs: "1.00 EUR at most, 0.01 EUR each",
      Funding: "1.50 EUR",
    })
    expect((await quoted({ ...few, deduplicated_count: 800 }, 1)).Addresses).toBe("1,200 of 2,000 (800 twice)")
    expect((await quoted(few, 1)).Funding).toBe("1.50 EUR: 0.01 EUR missing, it waits until there is enough")
  })

  it.each(["subscription.checkout", "oauth.subscribe"])(
    "show a plan's price to signed-in people: %s",
    async (command) => {
      expect(await detailsOf(command, undefined, { plan_id: 2 })).toEqual({
        title: "Plan 2",
        facts: {
          Costs: "shown on the payment page; nothing is charged until it is paid",
          "Plan now": "Free",
        },
      })
      const owner = signedIn(service.world.seeded().users.owner.id)
      const { plans } = await owner.oauth.me()
      const plan = plans.find(({ id }) => id === 2)
      expect((await factsOf(command, undefined, { plan_id: 2 }, owner)).Costs).toBe(
        `${((plan?.base_price_cents ?? 0) / 100).toFixed(2)} a ${plan?.interval} (${plan?.name})`,
      )
      await expect(detailsOf(command, undefined, { plan_id: 99 }, owner)).rejects.toThrow("there is no plan on sale 99")
    },
  )

  it("have the contact of a mail's address, none of a phone number, and its address alone if nobody is there", async () => {
    const none = clientWith({})
    const body = "Hi {{ contact.first_name }}"
    const { signal } = new AbortController()
    for (const to of ["+4915112345678", "nobody", undefined])
      expect(await contactOf({ to, ...{ body } }, undefined, none, signal)).toBeUndefined()
    expect(await contactOf({ to: "a@b.test", ...{ body: "Hi" } }, undefined, none, signal)).toBeUndefined()
    const there = clientWith({ "/v1/my/contacts": [{ id: 1, email: "A@b.test", first_name: "Ada" }] })
    expect(await contactOf({ to: "Ada <a@b.test>", ...{ body } }, undefined, there, signal)).toMatchObject({
      id: 1,
      first_name: "Ada",
    })
    expect(await contactOf({ to: "b@b.test" }, { body }, there, signal)).toEqual({ email: "b@b.test" })
  })

  it("fail if the price cannot be read", async () => {
    const gone = async () => {
      throw new TypeError("fetch failed")
    }
    const unreached = new Mas({ baseUrl: "http://mas.test", apiKey: "k", fetch: gone, maxRetries: 0 })
    await expect(detailsOf("subscription.checkout", undefined, { plan_id: 2 }, unreached)).rejects.toThrow()
  })

  it("show an amount in the given currency, or in the current one", async () => {
    expect(await detailsOf("fundingPurchases.create", undefined, { amount_cents: 5000 })).toEqual({
      title: "Prepaid funding",
      facts: {
        Costs: "50.00 USD",
        "Funding now": "0.00 USD",
      },
    })
    const paid = await factsOf("fundingPurchases.create", undefined, { amount_cents: 5000, currency: "eur" })
    expect(paid.Costs).toBe("50.00 EUR")
  })
})

describe("confirmation details of a removal", () => {
  it.each([
    [
      "webhooks.delete",
      1,
      "Webhook endpoint 1",
      { URL: "https://hooks.example.com/x", Status: "active", Events: "email.sent, email.bounced" },
    ],
    ["memberships.remove", 3, "Membership 3: Mia Member", { "E-mail": "member@acme.test", Role: "member" }],
    ["invites.revoke", 1, "Invitation 1: invited@acme.test", { Role: "member", Status: "pending" }],
  ])("show the record: %s", async (command, id, title, facts) => {
    const details = await detailsOf(command, id)
    expect([details?.title, details?.facts ?? {}]).toEqual([title, facts])
    expect(details?.name).toBeUndefined()
  })

  it("show the permissions of a grant", async () => {
    const grant = { id: 4, status: "active", manager_account: { name: "Agency" }, permission_set: "full" }
    const service = clientWith({ "/v1/my/account/management_grant": grant })
    const other = detailsOf("managementGrant.revoke", undefined, { management_grant_id: 3 }, service)
    await expect(other).rejects.toThrow("there is no management grant 3")
    expect(await detailsOf("managementGrant.revoke", undefined, { management_grant_id: 4 }, service)).toEqual({
      title: "Management grant 4: Agency",
      facts: {
        Status: "active",
        "May do": "full",
      },
    })
  })

  it("are empty if the command's words say it all", async () => {
    expect(await detailsOf("lists.delete", 1)).toBeUndefined()
    expect(
      await detailsOf("messages.send", undefined, { subject: "Hi", body: "Hi", template_id: null }),
    ).toBeUndefined()
  })

  it.each([
    ["memberships.remove", "there is no membership 999"],
    ["invites.revoke", "there is no invitation 999"],
  ])("fail with not found if the record is gone: %s", async (command, message) => {
    await expect(detailsOf(command, 999)).rejects.toMatchObject({ message, code: "not_found", exitCode: 4 })
  })
})
