import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { everyEvil, evilTexts } from "../support/evil-texts.ts"
import { startReceiver } from "../support/receiver.ts"

/** The evil texts in one, the long one cut. */
const all = Buffer.from(evilTexts.map((text) => text.slice(0, 100)).join(" ")).toString()
/** What a name, a subject or a tag may hold of it. */
const visible = evilTexts
  .filter((text) => /^[\x20-\x7e]{1,60}$/.test(text))
  .join(" ")
  .slice(0, 900)

describeDashboard("evil texts in a browser", (frame) => {
  /** What a page would hold if it had read a text as HTML, or the trace of a script. */
  const harm = () =>
    frame.page.evaluate(() => [
      ...[...document.querySelectorAll("img[src='x'], svg[onload], main script, [href^='javascript:']")].map(
        ({ outerHTML }) => outerHTML,
      ),
      ...("pwned" in window ? ["a script was run"] : []),
    ])

  it("are texts in every view of the dashboard", async () => {
    const { server } = frame
    const app = await startReceiver((response) => response.writeHead(500).end(everyEvil))
    const filled: readonly (readonly [string, object])[] = [
      ["contacts", { email: "evil@example.test", first_name: visible.slice(0, 200), last_name: visible.slice(0, 200) }],
      ["lists", { name: visible.slice(0, 200) }],
      ["templates", { name: visible.slice(0, 200), subject: visible, html: all, body: all }],
      ["webhooks", { url: `${app.url}/?${encodeURIComponent(visible)}`, events: ["email.sent", "email.delivered"] }],
      ["events", { contact_email: "evil@example.test", event: "evil", data: { [visible]: all } }],
      ["messages", { channel: "email", to: "ada@example.test", subject: visible, body: all, tags: { wild: visible } }],
    ]
    for (const [path, body] of filled) {
      const response = await frame.post(`/v1/my/${path}`, body)
      expect([path, response.status, response.ok || (await response.text())]).toEqual([path, response.status, true])
    }
    await server.fetch(`/v1/my/messages?${encodeURIComponent(all)}`, {
      headers: { Authorization: `Bearer ${server.apiKey}`, "User-Agent": visible },
    })
    await server.world.advance("1m")
    const evil = encodeURIComponent(all)
    const lists = ["messages", "webhooks", "requests"]
    for (const address of [
      ...[...lists, "time", "world"].flatMap((view) => [view, `${view}?q=${evil}`, `${view}/${evil}`]),
      ...["messages/1", "messages/1?as=headers", "messages/1?as=source", "messages/1?as=text"],
      ...["webhooks/1", "webhooks/2", ...filled.map((_, at) => `requests/${at + 1}`), "requests/7", evil],
    ]) {
      await frame.open(address)
      await frame.page.getByRole("link", { name: "Docs", exact: true }).waitFor()
      expect([address, await harm()]).toEqual([address, []])
    }
    await frame.open("messages/1")
    await frame.page.getByText("<script>window.pwned").first().waitFor()
    await app.close()
  })

  it("are texts in the documents, whatever their address", async () => {
    const texts = evilTexts.map((one) => encodeURIComponent(Buffer.from(one).toString().slice(0, 200)))
    // Of one page, the address is read by scripts: what is behind `#`.
    const addresses = texts.flatMap((text) => [`docs/${text}`, `docs/pages?q=${text}#${text}`, `docs/#?route=${text}`])
    for (const address of addresses) {
      await frame.page.goto(`${frame.server.url}/${address}`)
      expect([address, await harm()]).toEqual([address, []])
    }
  })

  it("would be seen as HTML, or by a script of theirs", async () => {
    await frame.open("world")
    for (const text of ['"><img src=x onerror=window.pwned=1>', "<a href='javascript:window.pwned=1'>x</a>"]) {
      await frame.page.evaluate((html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html), text)
      expect(await harm()).not.toEqual([])
      await frame.page.reload()
      await frame.page.locator("main").waitFor()
      expect(await harm()).toEqual([])
    }
    // The page's policy stopped the first one's script and its picture.
    frame.wrong.length = 0
  })
})
