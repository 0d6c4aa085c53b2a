import { expect, it } from "vitest"
import { addressKey } from "../../../cli/templates/lock-file.ts"
import { Mas, type TemplateParts } from "../../../sdk/index.ts"

it.each(["", "/", "//", "/mail/", "/v1", "/mail/v1/"])(
  "an address has the same key in the lock file and in the client: …%s",
  async (path) => {
    const baseUrl = `https://api.example.test${path}`
    const bodies: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return Response.json({ id: 1 }, { status: 201 })
    }
    const template_id = { template: "receipt", ids: { [addressKey(baseUrl)]: { "(default)": 7 } } }
    const receipt: TemplateParts<Record<string, never>> = { channel: "email", subject: "Hi", template_id }
    await new Mas({ apiKey: "k", baseUrl, fetch }).messages.send(
      { ...receipt, to: "ana@example.test" },
      { idempotencyKey: "receipt-1" },
    )
    expect(bodies).toEqual([expect.objectContaining({ template_id: 7 })])
  },
)
