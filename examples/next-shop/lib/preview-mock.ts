import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { MockRoute } from "mas-sdk/mock-server"

/** The mock of a preview, with one webhook endpoint: the shop's own. */
export async function startPreviewMock(url: string): Promise<MockRoute> {
  // Only loaded in previews.
  const { createMockRoute } = await import("mas-sdk/mock-server")
  const secret = process.env.MAS_WEBHOOK_SECRET
  const events = ["email.sent", "email.delivered", "email.bounced", "email.failed", "email.opened"] as const
  const webhooks = [{ url: `${url}/webhooks`, events: [...events], ...(secret && { secret }) }]
  return createMockRoute({
    prefix: "/mas",
    origin: url,
    // Who has it can control the mock; the same in all processes of the preview.
    ...(process.env.MAS_MOCK_TOKEN && { controlToken: process.env.MAS_MOCK_TOKEN }),
    allowProduction: true, // Only previews run this.
    allowLocalWebhooks: url.startsWith("http://127.0.0.1"),
    fixtures: { accounts: { main: { brands: { brand_main: { webhooks } } } } },
    load,
    save,
  })
}

// Persists the mock's world across processes. A serverless preview has no persistent disk: use a key of your
// database, `load: () => redis.get(key)` and `save: (state) => redis.set(key, state)`.
const path = join(process.env.SHOP_DATA ?? "data", "mock.state")

async function load(): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined)
}

async function save(state: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, state)
}
