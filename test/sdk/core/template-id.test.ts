import { describe, expect, it } from "vitest"
import { withMockWorld } from "../../../mock-server/index.ts"
import { InvalidArgumentError, Mas, type TemplateParts } from "../../../sdk/index.ts"

const [staging, production] = ["https://staging.example.test", "https://api.example.test/mail"]
const receipt: TemplateParts<{ order: string }> = {
  channel: "email",
  subject: "Receipt {{ data.order }}",
  template_id: {
    template: "receipt",
    ids: { [staging]: { "(default)": 12 }, [production]: { "(default)": 7, "acme-se": 9 } },
  },
}
const message = { ...receipt, to: "ana@example.test", data: { order: "1001" } }

const partsWith = (ids: typeof receipt.template_id.ids): typeof receipt => ({
  ...receipt,
  template_id: { template: "receipt", ids },
})

/** The body that a client sends, as the service would read it. */
async function bodySent(options: ConstructorParameters<typeof Mas>[0], perCall = {}): Promise<unknown> {
  const bodies: unknown[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return Response.json({ id: 1 }, { status: 201 })
  }
  await new Mas({ apiKey: "k", fetch, ...options }).messages.send(message, perCall)
  return bodies[0]
}

describe("a template of templates/", () => {
  it("is sent as its id at the client's address", async () => {
    const { template_id: _, ...rest } = message
    expect(await bodySent({ baseUrl: staging })).toEqual({ ...rest, template_id: 12 })
    expect(await bodySent({ baseUrl: `${production}/v1/` })).toMatchObject({ template_id: 7 })
  })

  it("is sent as its id in the brand, of the client or of the call", async () => {
    expect(await bodySent({ baseUrl: production, brandSid: "acme-se" })).toMatchObject({ template_id: 9 })
    expect(await bodySent({ baseUrl: production }, { brandSid: "acme-se" })).toMatchObject({ template_id: 9 })
    expect(await bodySent({ baseUrl: production, headers: { "x-brand-sid": "acme-se" } })).toMatchObject({
      template_id: 9,
    })
  })

  it("is sent as the id in the client's options, as in a test against a mock world", async () => {
    const templateIds = { receipt: 3, welcome: 4 }
    expect(await bodySent({ baseUrl: "https://other.example.test", templateIds })).toMatchObject({ template_id: 3 })
    expect(await bodySent({ baseUrl: staging, templateIds: { welcome: 4 } })).toMatchObject({ template_id: 12 })
  })

  it.each([
    ["address", { baseUrl: "https://other.example.test" }, "https://other.example.test"],
    ["brand", { baseUrl: staging, brandSid: "acme-se" }, `${staging}, brand acme-se`],
    ["inherited name", { baseUrl: staging, brandSid: "constructor" }, `${staging}, brand constructor`],
  ])("is refused before anything is sent if it has no id for the %s", async (_, options, expectedPath) => {
    const sent = bodySent(options)
    await expect(sent).rejects.toThrow(InvalidArgumentError)
    await expect(sent).rejects.toThrow(
      `template_id is receipt, which has no id at ${expectedPath}: push it there (mas templates push), then record its id (mas templates types; for a mock server, in templateIds)`,
    )
  })

  it(
    "is filled in by the service, subject included",
    withMockWorld(async ({ clientOptions, world }) => {
      const mas = new Mas(clientOptions)
      const { id } = await mas.templates.create({ name: "Receipt", html: "<p>Order {{ data.order }}" })
      const ids = { [new URL(clientOptions.baseUrl).href.replace(/\/$/, "")]: { "(default)": id } }
      await mas.messages.send({ ...message, ...partsWith(ids) })
      expect(await world.expect.message({ to: "ana@example.test" })).toMatchObject({
        subject: "Receipt 1001",
        html: "<p>Order 1001",
        template_id: id,
      })
    }),
  )

  it(
    "is sent to each by sendEach",
    withMockWorld(async ({ clientOptions, world }) => {
      const mas = new Mas(clientOptions)
      const { id } = await mas.templates.create({ name: "Receipt", html: "<p>Order {{ data.order }}" })
      const ids = { [new URL(clientOptions.baseUrl).href.replace(/\/$/, "")]: { "(default)": id } }
      const parts = partsWith(ids)
      const sending = mas.messages.sendEach(["1", "2"], {
        key: (order) => ["receipt", order],
        message: (order) => ({ ...parts, to: `p${order}@example.test`, data: { order } }),
      })
      for await (const { error } of sending) expect(error).toBeUndefined()
      expect(await world.expect.message({ to: "p2@example.test" })).toMatchObject({ html: "<p>Order 2" })
    }),
  )
})
