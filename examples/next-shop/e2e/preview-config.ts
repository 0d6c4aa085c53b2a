import { defineConfig } from "@playwright/test"
import shop from "../playwright.config.ts"
import { mockToken, secret, shopPort, shopUrl } from "./addresses.ts"

/** The shop as a preview deployment: without a separate mock server. */
export default defineConfig({
  ...shop,
  testDir: ".",
  testMatch: "preview.spec.ts",
  workers: 1,
  webServer: {
    cwd: "..",
    command: `npx next start --port ${shopPort}`,
    url: shopUrl,
    env: {
      MAS_PREVIEW: process.env.MAS_PREVIEW ?? "yes",
      SHOP_URL: shopUrl,
      MAS_WEBHOOK_SECRET: secret,
      MAS_MOCK_TOKEN: mockToken,
      SHOP_DATA: process.env.SHOP_DATA ?? "test-results/preview",
    },
  },
})
