import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { Hono } from "hono"
import { describe, expect, it, onTestFinished } from "vitest"
import { createMockRoute, type MockRoute } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { noBrowser, sharedBrowser } from "../support/browser.ts"
import { startReceiver } from "../support/receiver.ts"
import { skipped } from "../support/skipped.ts"
import { longest } from "../support/until.ts"

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const controlToken = "token-of-these-tests"
const withToken = { "X-MAS-Mock-Token": controlToken }

function mounted(options: Partial<Parameters<typeof createMockRoute>[0]> = {}): MockRoute {
  const route = createMockRoute({
    prefix: "/mas",
    clock: "frozen",
    now: "2026-03-01T12:00:00Z",
    controlToken,
    ...options,
  })
  onTestFinished(() => route.close())
  return route
}

/** Wraps a web-standard handler as a Node request listener. */
const listenerOf =
  (handler: (request: Request) => Response | Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const { method = "", headers, url } = incoming
    const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(await buffer(incoming))
    const init = { method, headers: headers as Record<string, string>, body }
    const response = await handler(new Request(`http://${headers.host}${url}`, init))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    // Closing a page ends its stream.
    if (response.body === null) outgoing.end()
    else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {})
  }

const apps = {
  "node:http": (route: MockRoute) => {
    const mock = listenerOf(route)
    const shop: RequestListener = (_request, response) => response.end("the shop")
    return ((request, response) =>
      (request.url?.startsWith("/mas") ? mock : shop)(request, response)) as RequestListener
  },
  Hono: (route: MockRoute) => {
    const app = new Hono()
    app.get("/", (c) => c.text("the shop"))
    app.all("/mas/*", (c) => route(c.req.raw))
    return listenerOf(app.fetch)
  },
  "Hono's mount": (route: MockRoute) => {
    const app = new Hono()
    app.get("/", (c) => c.text("the shop"))
    app.mount("/mas", route)
    return listenerOf(app.fetch)
  },
}

const receipt = {
  channel: "email",
  to: "ada@example.test",
  subject: "Your receipt",
  html: "<p>Thank you!</p>",
} as const

describe.each(Object.entries(apps))("a mock mounted in %s", (_name, app) => {
  it("answers the SDK, sends webhooks, and continues from a saved state in another instance", async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    let saved: string | undefined
    const options = {
      allowLocalWebhooks: true,
      load: () => saved,
      save: (state: string) => {
        saved = state
      },
    }
    const first = mounted(options)
    const origin = await serve(app(first))
    expect(await (await fetch(origin)).text()).toBe("the shop")
    const mas = new Mas(first.clientOptions(origin))
    await mas.webhooks.create({ url: receiver.url, events: ["email.sent"] })
    const { id } = await mas.messages.send(receipt)
    await fetch(`${origin}/mas/_mock/clock/advance`, {
      method: "POST",
      headers: { ...withToken, "Content-Type": "application/json" },
      body: '{"by":"1s"}',
    })
    expect(receiver.received.map(({ body }) => JSON.parse(String(body)).type)).toEqual(["email.sent"])

    const second = mounted(options)
    const again = new Mas(second.clientOptions(await serve(app(second))))
    expect((await again.messages.list()).items).toMatchObject([{ id, subject: "Your receipt", status: "sent" }])
  })

  it.skipIf(noBrowser)(`serves its dashboard and documents below the prefix${skipped(noBrowser)}`, async () => {
    const route = mounted()
    const origin = await serve(app(route))
    const mas = new Mas(route.clientOptions(origin))
    await mas.messages.send(receipt)
    const page = await (await sharedBrowser()).newPage()
    onTestFinished(() => page.close())
    page.setDefaultTimeout(longest)
    const wrong: string[] = []
    page.on("pageerror", ({ message }) => wrong.push(message))
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/mas`)) wrong.push(request.url())
    })

    await page.goto(`${origin}/mas/`)
    await page.getByText("needs a token").waitFor()
    wrong.length = 0
    await page.goto(`${origin}/mas/_mock/?token=${controlToken}`)
    expect(page.url()).toBe(`${origin}/mas/_mock/`)
    await page.getByText("Your receipt").first().waitFor()
    // The open page gets the change through its stream.
    await mas.messages.send({ ...receipt, subject: "Your invoice" })
    await page.getByText("Your invoice").first().waitFor()
    await page.getByText("Your receipt").first().click()
    await page.frameLocator("iframe").getByText("Thank you!").waitFor()

    const { id } = route.world.worlds.create()
    await page.goto(`${origin}/mas/_mock/#/data/worlds`)
    await page.getByRole("link", { name: id, exact: true }).click()
    await page.getByText("No messages yet").waitFor()
    expect(page.url()).toContain(`${origin}/mas/@${id}/_mock/`)
    await fetch(`${origin}/mas/_mock/worlds/${id}`, { method: "DELETE", headers: withToken })
    await page.getByRole("link", { name: "Go to the main world" }).click()
    await page.getByText("Your invoice").first().waitFor()
    expect(page.url()).toContain(`${origin}/mas/_mock/`)

    await page.getByRole("link", { name: "Docs" }).click()
    await page.getByRole("link", { name: "The mock server", exact: true }).first().click()
    await page.getByRole("heading", { name: "The mock server", exact: true }).waitFor()
    expect(page.url()).toContain(`${origin}/mas/docs/`)
    expect(wrong).toEqual([])
  })
})

it.skipIf(noBrowser)(
  `leaves the app alone when a stranger opens its pages in a browser${skipped(noBrowser)}`,
  async () => {
    const route = mounted()
    const script = "document.title = 'ran'; document.cookie = 'session=of-the-attacker; path=/'"
    const headers = { "Set-Cookie": "session=of-the-attacker; Path=/", "Service-Worker-Allowed": "/" }
    route.world.faults.add({
      path: "/page",
      status: 200,
      body: `<title>still</title><script>${script}</script>`,
      headers,
    })
    route.world.faults.add({
      path: "/worker.js",
      status: 200,
      body: "onfetch = () => {}",
      headers: { ...headers, "Content-Type": "text/javascript" },
    })
    const paths = [
      "page",
      "worker.js",
      "",
      "_mock/",
      "docs/",
      "billing/plans",
      "billing/checkouts/1",
      "v1/my/messages",
      "openapi.json",
    ]
    const mock = listenerOf(route)
    const origin = await serve((request, response) => {
      if (request.url?.startsWith("/mas")) return mock(request, response)
      response.setHeader("Content-Type", "text/html")
      response.end("<title>the shop</title>")
    })
    const context = await (await sharedBrowser()).newContext()
    onTestFinished(() => context.close())
    await context.addCookies([{ name: "session", value: "of-the-customer", url: origin }])
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(`${origin}/mas/${path}`)
      expect([path, await page.title()]).not.toContain("ran")
    }
    await page.goto(origin)
    const registered = await page.evaluate(() =>
      navigator.serviceWorker.register("/mas/worker.js", { scope: "/" }).then(
        () => true,
        () => false,
      ),
    )
    expect(registered).toBe(false)
    // An app may embed a page of the mock without giving it its own origin.
    await page.setContent(`<iframe src="${origin}/mas/page"></iframe>`)
    await page.frameLocator("iframe").locator("body").waitFor()
    expect((await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`)).toEqual([
      "session=of-the-customer",
    ])
  },
)
