import { createServer, type Socket } from "node:net"
import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { startReceiver } from "../support/receiver.ts"

/** A server that must get no connections; records them. */
async function startTrap() {
  const connections: Socket[] = []
  const server = createServer((socket) => connections.push(socket))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return {
    connections,
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Everything a mail could try: run scripts, send requests, reach the page, navigate away. */
const attacks = (url: string) => `
<script>parent.document.title = "broken"; fetch("${url}/script")</script>
<img src="${url}/image.png" onerror="parent.document.title='broken'" onload="parent.document.title='broken'">
<img src=x onerror="parent.document.title='broken'">
<svg onload="parent.document.title='broken'"><image href="${url}/svg.png"/><use href="${url}/use.svg#a"/></svg>
<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="stylesheet" href="${url}/a.css">
<li<link rel="x">nk rel="preconnect" href="${url}">
<link rel="prefetch" href="${url}/prefetch"><link rel="modulepreload" href="${url}/module.js">
<meta http-equiv="refresh" content="0;url=${url}/refresh">
<meta http-equiv="x-dns-prefetch-control" content="on">
<base href="${url}/">
<style>@import "${url}/import.css"; body { background: url(${url}/background.png) } @font-face { font-family: f; src: url(${url}/f.woff) } p { font-family: f }</style>
<iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
<video src="${url}/video" poster="${url}/poster.png" autoplay></video><audio src="${url}/audio" autoplay></audio>
<form action="${url}/form" method="post"><button>Go on</button></form>
<a href="${url}/top" target="_top">to the top</a> <a href="${url}/blank" target="_blank" ping="${url}/ping">elsewhere</a>
<a href="${url}/here" target="_self">here</a>
<a href="javascript:parent.document.title='broken'">run</a>
<p style="position:fixed;inset:0;z-index:9999">in front of everything</p>
<plaintext>`

describeDashboard("a hostile mail in the dashboard", (frame) => {
  it("runs no script, sends no request and reaches nothing outside, in its frame and in its own tab", async () => {
    const trap = await startTrap()
    try {
      const wild = "<img src=x onerror=document.title='broken'> & <b>bold</b>\u202e\u2066"
      const id = await frame.send({ subject: wild, html: attacks(trap.url), tags: { wild } })
      for (const address of [`messages/${id}`, `messages/${id}?as=headers`, `messages/${id}?as=source`]) {
        await frame.open(address)
        await frame.page.getByRole("heading", { level: 2, name: "bold" }).waitFor()
        if (!address.includes("as=")) await frame.page.frameLocator("iframe").getByText("in front").waitFor()
        expect(await frame.page.locator("main b > b, main bdi *, h2 img").count()).toBe(0)
        expect(await frame.page.title()).toBe("MAS dashboard")
      }
      expect(await frame.page.locator("bdi", { hasText: "bold" }).count()).toBeGreaterThan(0)
      await frame.open(`messages/${id}`)
      for (const link of ["to the top", "elsewhere", "here", "run"]) {
        const inside = frame.page.frameLocator("iframe").getByText(link, { exact: true })
        await inside.evaluate((element) => element instanceof HTMLElement && element.click())
      }
      expect(new URL(frame.page.url()).hash).toBe(`#/messages/${id}`)
      expect(frame.page.context().pages()).toHaveLength(1)
      await frame.page.goto(`${frame.server.url}/_mock/messages/${id}/html`)
      await frame.page.getByText("in front").waitFor()
      expect(await frame.page.title()).toBe("")
      expect(trap.connections).toHaveLength(0)
      // The browser reports what the policy blocks, as expected: those requests never leave the browser.
      const isBlocked = (text: string) => text.includes("Content Security Policy") || text.startsWith(trap.url)
      expect(frame.wrong.filter((text) => !isBlocked(text))).toEqual([])
    } finally {
      frame.wrong.length = 0
      await trap.close()
    }
  })

  it("has working links when opened in its own tab, also those that open a new window", async () => {
    const shop = await startReceiver((response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<script>document.title = origin</script>The shop"),
    )
    const html = `<base target="_blank"><script>document.title = "broken"</script><a href="${shop.url}">here</a> <a target="_blank" href="${shop.url}">beside</a>`
    const id = await frame.send({ html })
    for (const address of [`messages/${id}/html`, "messages/latest"]) {
      await frame.page.goto(`${frame.server.url}/_mock/${address}`)
      const opened = frame.page.waitForEvent("popup")
      await frame.page.getByRole("link", { name: "beside" }).click()
      const other = await opened
      await other.getByText("The shop").waitFor()
      // The mail's sandbox does not apply to the new window.
      expect([await other.title(), await other.evaluate(() => opener)]).toEqual([new URL(shop.url).origin, null])
      await other.close()
      expect(await frame.page.title()).toBe("")
      await frame.page.getByRole("link", { name: "here" }).click()
      await frame.page.getByText("The shop").waitFor()
    }
    frame.wrong.length = 0
    await shop.close()
  })

  it("is served with its own policy, wherever it is opened", async () => {
    const id = await frame.send()
    const response = await frame.server.fetch(`/_mock/messages/${id}/html`)
    expect(response.headers.get("content-security-policy")).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    )
    expect((await frame.server.fetch("/_mock/messages/99/html")).status).toBe(404)
    const elsewhere = { headers: { "Sec-Fetch-Site": "cross-site", Host: "localhost" } }
    expect((await frame.server.fetch(`/_mock/messages/${id}/html`, elsewhere)).status).toBe(403)
  })
})
