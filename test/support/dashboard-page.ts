import type { Browser, Page } from "playwright-core"
import { afterEach, beforeAll, beforeEach, describe, expect } from "vitest"
import { type MockServer, type MockServerOptions, startMockServer } from "../../mock-server/index.ts"
import { noBrowser, sharedBrowser } from "./browser.ts"
import { skipped } from "./skipped.ts"
import { longest } from "./until.ts"

/** The dashboard of a separate mock server in a real browser. */
export interface Frame {
  readonly server: MockServer
  readonly page: Page
  /** Problems: errors on the page, violations of its policy, and requests to other hosts. */
  readonly wrong: string[]
  /** Opens a view by its address: `messages/1`. */
  open(address: string): Promise<void>
  /** Calls the service with the seeded API key. */
  post(path: string, body: object): Promise<Response>
  /** Sends an e-mail; returns its id. */
  send(fields?: object): Promise<number>
  /** Presses the button with this name. */
  press(name: string): Promise<void>
}

/** Tests of the dashboard, each with its own page and server; skipped without a browser. */
export function describeDashboard(title: string, tests: (frame: Frame) => void, options: MockServerOptions = {}): void {
  describe.skipIf(noBrowser)(`${title}${skipped(noBrowser)}`, () => {
    let browser: Browser
    let server: MockServer
    let page: Page
    let wrong: string[] = []
    beforeAll(async () => {
      browser = await sharedBrowser()
    })
    beforeEach(async () => {
      server = await startMockServer({
        port: 0,
        clock: "frozen",
        now: "2026-03-01T12:00:00Z",
        allowLocalWebhooks: true,
        ...options,
      })
      page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      wrong = watch(page, server)
    })
    afterEach(async () => {
      await page.close()
      await server.close()
      expect(wrong).toEqual([])
    })
    const post = (path: string, body: object) =>
      server.fetch(path, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    tests({
      get server() {
        return server
      },
      get page() {
        return page
      },
      get wrong() {
        return wrong
      },
      open: async (address) => {
        await page.goto(`${server.url}/_mock/#/${address}`)
        await page.locator("main").waitFor()
      },
      post,
      send: async (fields) => {
        const sent = await post("/v1/my/messages", {
          channel: "email",
          to: "ada@example.test",
          subject: "Your receipt",
          html: "<p>Thank you!</p>",
          ...fields,
        })
        const { id }: { id: number } = JSON.parse(await sent.text())
        expect(sent.status).toBe(201)
        return id
      },
      press: (name) => page.getByRole("button", { name, exact: true }).click(),
    })
  })
}

function watch(page: Page, server: MockServer): string[] {
  const wrong: string[] = []
  page.setDefaultTimeout(longest)
  page.on("pageerror", ({ message }) => wrong.push(message))
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) wrong.push(message.text())
  })
  page.on("request", (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith("data:")) wrong.push(request.url())
  })
  return wrong
}
