import type { BrowserContextOptions, Page } from "playwright-core"
import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver, status } from "../support/receiver.ts"
import { longest } from "../support/until.ts"

/** Activates a button or link by its name, or focuses the field with that label. */
type Reach = (page: Page, name: string | RegExp) => Promise<void>

const controlNamed = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).or(page.getByRole("link", { name })).or(page.getByLabel(name)).first()

const byKeyboard: Reach = async (page, name) => {
  const control = await controlNamed(page, name).elementHandle()
  for (let at = 0; at < 120; at++) {
    await page.keyboard.press("Tab")
    if (await control?.evaluate((element) => element === document.activeElement)) {
      if (await control?.evaluate((element) => element.matches("button, a"))) await page.keyboard.press("Enter")
      return
    }
  }
  throw new Error(`Tab does not lead to ${name}`)
}
const byTouch: Reach = (page, name) => controlNamed(page, name).tap()

const small = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const large = { viewport: { width: 1280, height: 800 } } as const
const devices: readonly (readonly [string, Reach, BrowserContextOptions])[] = [
  ["by keyboard, 1280 pixels, light", byKeyboard, { ...large, colorScheme: "light" }],
  ["by keyboard, 1280 pixels, forced colours", byKeyboard, { ...large, forcedColors: "active" }],
  ["by touch, 390 pixels, dark", byTouch, { ...small, colorScheme: "dark" }],
  ["by touch, 1280 pixels, dark", byTouch, { ...large, hasTouch: true, colorScheme: "dark" }],
]

describeDashboard(
  "the complete workflow in the dashboard",
  (frame) => {
    it.each(devices)(
      "leads from a failing endpoint to a fixed one and a test for it: %s",
      async (_, reach, options) => {
        const responses = [status(500)]
        const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
        const context = await frame.page.context().browser()?.newContext(options)
        if (context === undefined) throw new Error("There is no browser")
        const page = await context.newPage()
        page.setDefaultTimeout(longest)
        const press = (name: string | RegExp) => reach(page, name)
        const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()
        try {
          await context.grantPermissions(["clipboard-read", "clipboard-write"])
          await page.goto(frame.server.url)
          await waitForText("No messages yet")
          await press("Webhooks")
          await waitForText("No deliveries yet")
          await press("Add an endpoint")
          await press("URL of your receiver")
          await page.keyboard.press("Control+A")
          await page.keyboard.type(receiver.url)
          await page.keyboard.press("Enter")
          // Without the flag, the field shows an error and a button that allows local webhooks.
          await waitForText("Must begin with https://")
          await press("Allow local webhooks")
          await waitForText(/^export MAS_WEBHOOK_SECRET=whsec_/)
          await press("Send a sample")
          await press(/email\.sent.*retrying/)
          await waitForText(
            "The receiver failed with 500. Its response is below. Fix the receiver, then retry or resend.",
          )
          await press("Retry now")
          await waitForText("The receiver responded with 200: any 2xx is a success.")
          await waitForText("This delivery has ended.")
          await press(/^Copy as a test/)
          await waitForText("Test copied")
          expect(await runPasted(await page.evaluate(() => navigator.clipboard.readText()))).toBe(true)
          await press("Show the test")
          const testPanel = page.getByRole("region", { name: "the test" })
          await testPanel.waitFor()
          await expect
            .poll(() => testPanel.evaluate((part) => part.getBoundingClientRect().top < innerHeight))
            .toBe(true)
          expect(receiver.received).toHaveLength(2)
        } finally {
          await context.close()
          await receiver.close()
        }
      },
    )
  },
  { clock: "real", allowLocalWebhooks: false },
)
