import { test as base } from "@playwright/test"
import { connectMock, type RemoteWorld } from "mas-sdk/mock-server"
import { mockUrl, secret, shopUrl } from "./addresses.ts"

/** A test with its own world on the shared mock server. The shared shop uses that world for this test's browser only. */
export const test = base.extend<{ world: RemoteWorld }>({
  world: async ({ context }, use) => {
    const server = await connectMock(mockUrl)
    const world = await server.worlds.create()
    const url = `${shopUrl}/webhooks?world=${world.id}`
    const events = ["email.sent", "email.delivered", "email.bounced", "email.failed", "email.opened"] as const
    await world.state.setFixtures({
      accounts: { main: { brands: { brand_main: { webhooks: [{ url, events: [...events], secret }] } } } },
    })
    await context.addCookies([{ name: "mas-world", value: world.id, url: shopUrl }])
    await use(world)
    await world.close()
  },
})
export { expect } from "@playwright/test"
