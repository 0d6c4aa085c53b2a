import { expect, it } from "vitest"
import { startReceiver, status } from "../support/receiver.ts"
import { describeWindow, type Frame } from "../support/window.ts"

/** What is on the page: an element a line, with its attributes and its own text. */
const outline = ({ page }: Frame) =>
  page.evaluate(() => {
    const lines: string[] = []
    const visit = (element: Element, depth: number) => {
      const attributes = Array.from(element.attributes, ({ name, value }) =>
        value === "" ? name : `${name}="${value.length > 200 ? "…" : value}"`,
      )
      const own = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ""))
      const value =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? `= ${element.value}` : ""
      const parts = [element.localName, ...attributes, value, own.join("").trim()].filter(Boolean)
      lines.push("  ".repeat(depth) + parts.join(" "))
      for (const child of element.children) visit(child, depth + 1)
    }
    // A list is the same beside whatever of it is open.
    const shown = document.querySelector("main .pane") ?? document.querySelector("main")
    if (shown) visit(shown, 0)
    return lines.join("\n")
  })

/** Resolves when nothing is asked of the server any more, and what it said is drawn. */
async function settled({ page }: Frame, open: ReadonlySet<unknown>): Promise<void> {
  const isDrawn = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
  await isDrawn()
  while (open.size > 0) {
    await isDrawn()
  }
  await isDrawn()
}

describeWindow("the window", (frame) => {
  it("shows what it showed, view by view", async () => {
    const answers = [status(500)]
    // What goes on for as long as the page is there.
    const open = new Set<unknown>()
    frame.page.on("request", (request) => !/\/live(\?|$)/.test(request.url()) && open.add(request))
    frame.page.on("requestfinished", (request) => open.delete(request))
    frame.page.on("requestfailed", (request) => open.delete(request))
    const receiver = await startReceiver((...request) => (answers.shift() ?? status(200))(...request))
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent", "email.bounced"] })
      await frame.post("/v1/my/webhooks", { url: `${receiver.url}other`, events: ["email.opened"] })
      await frame.send()
      await frame.send({
        to: "grace@example.test",
        subject: "Welcome",
        html: "<a href='https://example.test/a'>Go</a>",
      })
      await frame.server.world.advance("2m")
      await frame.post("/v1/my/messages", { channel: "fax" })
      const masks = [
        [receiver.url, "http://receiver"],
        [frame.server.url, "http://mock"],
        [/[\d.]+ ms/g, "1 ms"],
        [/date: .*GMT/g, "date: now"],
      ] as const
      const texts = []
      for (const address of [
        "messages",
        "messages/1",
        "messages/2",
        "messages/99",
        "webhooks",
        "webhooks/1",
        "webhooks/2",
        "webhooks?is=retrying",
        "time",
        "time?at=1",
        "requests",
        "requests/1",
        "requests/5",
        "world/worlds",
        "world/faults",
        "world/capacity",
        "world/inbound",
        "world/checkpoints",
        "world/fixtures",
        "world/snapshots",
        "world/contacts",
        "world/grants",
        "world/managedAccounts",
        "world/outbox",
      ]) {
        await frame.open(address)
        await settled(frame, open)
        texts.push(`# ${address}\n${await outline(frame)}`)
      }
      const text = masks.reduce((masked, [what, by]) => masked.replaceAll(what, by), texts.join("\n\n"))
      await expect(text).toMatchFileSnapshot("golden/window.txt")
    } finally {
      await receiver.close()
    }
  })
})
