import { performance } from "node:perf_hooks"
import { startMockServer } from "../mock-server/index.ts"
import { launchBrowser } from "../test/support/browser.ts"

/** How long the dashboard takes with 100,000 messages, in Chromium: to its first row, per frame of scrolling, and for a search. */

const messages = Number(process.env.MESSAGES ?? 100_000)
const server = await startMockServer({
  port: 0,
  clock: "frozen",
  fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } },
})
const headers = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
for (let at = 0; at < messages; at++) {
  const body = JSON.stringify({ channel: "email", to: `a${at}@x.test`, subject: `number ${at}`, html: "<p>Hi" })
  await server.world.fetch("/v1/my/messages", { method: "POST", headers, body })
}

/** Scrolls by a screen in each frame for two seconds. As text: the compiler's helpers do not exist in the page. */
const scroll = `new Promise((resolve) => {
  const box = document.querySelector(".scroll")
  const begin = performance.now()
  const frames = []
  const step = (now) => {
    frames.push(now)
    box.scrollTop += 900
    if (now - begin < 2000) requestAnimationFrame(step)
    else resolve(frames.slice(1).map((time, index) => time - frames[index]).sort((a, b) => a - b))
  }
  requestAnimationFrame(step)
})`

/** When the first row was in the page, by the page's own clock: this process also runs the server, and would learn of it late. */
const watchFirstRow = `new MutationObserver((_, observer) => {
  if (!document.querySelector("ul[aria-label=Messages] li")) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => { globalThis.firstRow = performance.now() }))
}).observe(document, { childList: true, subtree: true })`

const browser = await launchBrowser()
for (let round = 0; round < 3; round++) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(watchFirstRow)
  const start = performance.now()
  await page.goto(`${server.url}/_mock/#/messages`, { waitUntil: "commit" })
  await page.locator("ul[aria-label=Messages] li").first().waitFor()
  await page.getByText(`${messages.toLocaleString("en")} messages`).waitFor({ timeout: 120_000 })
  const all = performance.now() - start
  const firstRow = Number(await page.evaluate("globalThis.firstRow"))
  const frames: number[] = await page.evaluate(scroll)
  const searchStart = performance.now()
  await page.getByRole("searchbox").fill("number 99")
  await page.getByText(/^[\d,]+ of [\d,]+ messages$/).waitFor()
  const search = performance.now() - searchStart
  const [median = 0, longest = 0] = [frames[frames.length >> 1], frames.at(-1)]
  const nodes = await page.locator("body *").count()
  console.log(
    `first row ${firstRow.toFixed(0)} ms, all rows ${all.toFixed(0)} ms, frame ${median.toFixed(0)} ms (longest ${longest.toFixed(0)}), ` +
      `search ${search.toFixed(0)} ms, ${nodes} elements`,
  )
  await page.close()
}
await browser.close()
await server.close()
