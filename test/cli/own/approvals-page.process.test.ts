import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { launchBrowser, noBrowser } from "../../support/browser.ts"
import { skipped } from "../../support/skipped.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, type Running } from "./run.ts"

const { service, home, close } = homeWithService()
let session: LocalMcpSession
let serving: Running
let address: URL
beforeAll(async () => {
  await new Promise<void>((resolve) => spy.listen(0, "127.0.0.1", resolve))
  session = await LocalMcpSession.open(home)
  serving = home.start(["approvals", "serve", "--output", "json"])
  address = new URL((await serving.stdout.until(/"url": "(.*)"/))[1] ?? "")
})
afterAll(async () => {
  spy.close()
  serving.interrupt()
  await serving.ended
  await session.close()
  await close()
})

/** What a mail asked of another server. */
const spied: (string | undefined)[] = []
const spy = createServer(({ url }, response) => {
  spied.push(url)
  response.end()
})
const hostile = () => {
  const { port } = spy.address() as AddressInfo
  return `<p>Hello</p><script>top.document.title = "run"; fetch("http://127.0.0.1:${port}/script")</script>
    <img src="http://127.0.0.1:${port}/picture" onerror="top.document.title = 'run'"><link rel="stylesheet" href="http://127.0.0.1:${port}/style">`
}
const holdMail = (key: string) =>
  session.hold(
    "messages.send",
    { channel: "email", to: `${key}@example.test`, subject: `<b>${key}</b>`, html: `${hostile()}<p>Mail ${key}</p>` },
    { idempotency_key: key },
  )
const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET")

interface PageResponse {
  readonly status: number
  readonly body: string
}
const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET", body = "") =>
  new Promise<PageResponse>((resolve, reject) => {
    const { hostname, port } = address
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      let text = ""
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, body: text })
    })
    sent.once("error", reject)
    sent.end(body)
  })

describe("the page for approvals", () => {
  it("answers to its own address, origin and token alone", async () => {
    const id = await holdMail("page-1")
    const { hash } = await session.show(id)
    const token = { authorization: `Bearer ${address.hash.slice(1)}` }
    const body = JSON.stringify({ items: [{ id, hash }] })
    const origin = address.origin
    for (const [status, path, headers] of [
      [401, "/items", {}],
      [401, "/items", { authorization: "Bearer none" }],
      [401, `/items?token=${address.hash.slice(1)}`, {}],
      [421, "/items", { ...token, host: "evil.test" }],
      [421, "/", { host: `evil.test:${address.port}` }],
      [403, "/items", { ...token, origin: "https://evil.test" }],
      [403, "/items", { ...token, origin: "null" }],
      [404, "/none", token],
      [200, "/items", token],
      [200, "/items", { ...token, origin }],
    ] as const)
      expect([path, headers, (await ask(path, headers)).status]).toEqual([path, headers, status])
    for (const [status, headers, items] of [
      [401, {}, body],
      [403, { ...token, origin: "https://evil.test" }, body],
      [400, token, JSON.stringify({ items: Array(9).fill({ id, hash }) })],
      [400, token, JSON.stringify({ items: [] })],
      [400, token, JSON.stringify({ items: [{ id }] })],
      [400, token, "none"],
    ] as const)
      expect((await ask("/approve", headers, "POST", items)).status).toBe(status)
    expect(writes()).toEqual([])
    const changed = await ask("/approve", token, "POST", JSON.stringify({ items: [{ id, hash: "0123456789abcdef" }] }))
    expect([JSON.parse(changed.body).results[0].error, writes()]).toEqual([expect.stringContaining("not what was"), []])
    const sent = await ask("/approve", { ...token, origin }, "POST", body)
    expect([JSON.parse(sent.body).results, writes().length]).toEqual([[{ id, state: "sent" }], 1])
    const { json } = await home.run(["approvals", "log", id, "--output", "json"])
    expect(json[1]).toMatchObject({ what: "approved", from: expect.stringMatching(/^page of /) })
  })
})

describe.skipIf(noBrowser)(`the page in a browser${skipped(noBrowser)}`, () => {
  it("shows all mails without running or fetching anything of theirs, and approves them by keys", async () => {
    for (let number = 1; number <= 9; number++) await holdMail(`mail-${number}`)
    const before = writes().length
    const delivered = service.world.messages.list().length
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(address.href)
    await page.waitForSelector("article:nth-of-type(8)")
    expect(await page.locator("article").count()).toBe(8)
    expect(page.url()).toBe(`${address.origin}/`)
    expect(await page.locator("#status").textContent()).toContain("8 shown, 1 more")
    expect(await page.locator("h2 b, dd b").count()).toBe(0)
    for (let number = 1; number <= 8; number++) {
      const frame = page.frameLocator(`article:nth-of-type(${number}) iframe`)
      await frame.locator("text=Mail mail-").waitFor()
    }
    expect([await page.title(), spied]).toEqual(["Approvals", []])
    // Refuse the second, select the first and third, and approve these by keys alone.
    await page.keyboard.press("j")
    await page.keyboard.press("r")
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("refused"))
    await page.keyboard.press("x")
    await page.keyboard.press("j")
    await page.keyboard.press("x")
    await page.keyboard.press("a")
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("sent"))
    expect(writes()).toHaveLength(before + 2)
    await page.waitForFunction(() => document.querySelectorAll("article").length === 6)
    await page.keyboard.press("Shift+A")
    await page.waitForFunction(() => document.querySelectorAll("article").length === 0)
    expect(writes()).toHaveLength(before + 8)
    expect(service.world.messages.list()).toHaveLength(delivered + 8)
    await page.reload()
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("No call waits"))
  })
})
