import { defineConfig } from "@playwright/test"
import { mockPort, mockUrl, secret, shopPort, shopUrl } from "./e2e/addresses.ts"

// A browser that is already installed; otherwise run `npx playwright install chromium`.
const { CHROMIUM: executablePath } = process.env

export default defineConfig({
  testDir: "e2e",
  testMatch: "shop.spec.ts",
  fullyParallel: true,
  workers: 8,
  // Only ends tests that hang: eight browsers on two cores are slow.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: { baseURL: shopUrl, launchOptions: executablePath ? { executablePath } : {} },
  webServer: [
    {
      command: `npx mas-sdk mock --port ${mockPort} --log off`,
      url: `${mockUrl}/_mock/health`,
    },
    {
      command: `npx next start --port ${shopPort}`,
      url: shopUrl,
      env: {
        MAS_BASE_URL: mockUrl,
        MAS_API_KEY: "maskey_live_mock",
        MAS_WEBHOOK_SECRET: secret,
        MAS_WORLDS: process.env.MAS_WORLDS ?? "yes",
        SHOP_DATA: "test-results/data", // emptied before each run, like the mock server
      },
    },
  ],
})
