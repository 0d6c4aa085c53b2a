import { existsSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { buildSite } from "../../scripts/docs-site/build.ts"
import { injectAxe, violationsInBothModes } from "../support/axe.ts"
import { noBrowser, sharedBrowser } from "../support/browser.ts"
import { crawl } from "../support/crawl.ts"
import { filesUnder } from "../support/files.ts"
import { skipped } from "../support/skipped.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

/** Where the site is to be: below the name of the repository. */
const home = "https://docs.test/mas-sdk/"
const folder = temporaryFolder()
beforeAll(() => buildSite(folder))

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
}

/** The file that GitHub Pages responds with. */
function fileAt(pathname: string): string | undefined {
  if (!pathname.startsWith("/mas-sdk/")) return undefined
  const path = join(folder, pathname.slice("/mas-sdk/".length))
  const file = pathname.endsWith("/") ? join(path, "index.html") : path
  return existsSync(file) ? file : undefined
}

describe("the documents as a static site", () => {
  it("have each document, and every link in them leads to an existing file and heading", async () => {
    const get = async (path: string) => {
      const file = fileAt(path)
      return { status: file === undefined ? 404 : 200, html: file?.endsWith(".html") ? readFileSync(file, "utf8") : "" }
    }
    const { crawledPages, dead } = await crawl(new URL(home), get)
    expect(dead).toEqual([])
    const documents = filesUnder("docs").filter((path) => path.endsWith(".md") && !path.includes("internal/"))
    // README, the changelog, the list of all pages, and the OpenAPI document.
    expect(crawledPages.size).toBe(documents.length + 4)
    const missing = await crawl(new URL("404.html", home), get)
    expect(missing.dead).toEqual([])
    expect(missing.crawledPages.size).toBeGreaterThan(documents.length)
  })
})

it("names the first page once in its title, and has what people look for at the start", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8")
  expect(html).toContain("<title>mas-sdk</title>")
  const [, start = ""] = /<b>Start<\/b>\n<ul>(.*?)<\/ul>/s.exec(html) ?? []
  expect(start).toContain("What you may be looking for")
})

describe.skipIf(noBrowser)(`the site in a browser${skipped(noBrowser)}`, () => {
  let browser: Browser
  let page: Page
  const problems: string[] = []
  beforeAll(async () => {
    browser = await sharedBrowser()
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
    page.on("pageerror", (error) => problems.push(String(error)))
    await page.route("**", async (route) => {
      const file = fileAt(new URL(route.request().url()).pathname)
      if (file === undefined) return route.abort()
      const contentType = contentTypes[extname(file)] ?? "application/octet-stream"
      return route.fulfill({ body: readFileSync(file), contentType })
    })
  })
  afterEach(async () => {
    await page.close()
    expect(problems.splice(0)).toEqual([])
  })

  const field = () => page.getByRole("searchbox", { name: "Search the documents" })
  const results = () => page.locator("search li a")
  /** Types the words, and waits for what is found. */
  const searchFor = async (words: string) => {
    await field().fill("")
    await field().fill(words)
    await page.getByText(/results|Nothing found/).waitFor()
  }

  it.each([1280, 390])("passes axe at %d pixels in light and dark, fits, and shows its pictures", async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await injectAxe(page)
    const violations: string[] = []
    for (const file of [
      "",
      "pages.html",
      "guides/",
      "guides/errors.html",
      "reference/messages.html",
      "looking-for.html",
      "404.html",
    ]) {
      await page.goto(home + file)
      if (file === "") await searchFor("webhook")
      violations.push(...(await violationsInBothModes(page)).map((problem) => `${file}: ${problem}`))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) violations.push(`${file}: ${wide} pixels wide`)
    }
    expect(violations).toEqual([])
    await page.goto(home)
    const picture = page.getByRole("img", { name: /a webhook fails/ })
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  it("finds headings before text, words of code, and the beginning of a word, from any page", async () => {
    await page.goto(`${home}guides/errors.html`)
    await searchFor("rotate secret")
    // The guide, or the row of the tasks that leads to it.
    expect(await results().first().textContent()).toMatch(/(?:A|Change a) webhook's signing secret/)
    await searchFor("idempotencyKey")
    expect(await results().count()).toBeGreaterThan(3)
    await searchFor("unsubscr")
    await results().first().click()
    await page.waitForURL(/#/)
    expect(await page.locator("main").textContent()).toMatch(/unsubscri/i)
    await searchFor("zzzzqqqq")
    await page.getByText("Nothing found").waitFor()
    expect(await results().count()).toBe(0)
  })

  it.each([
    ["schedule", "Schedule one message"],
    ["unsubscribe", "Unsubscribe someone, or subscribe them again"],
    ["cc", "Write to several people, or in copy (cc, bcc)"],
    ["sandbox", "A sandbox or test mode"],
  ])("finds what people look for, and leads to its row: %s", async (word, task) => {
    await page.goto(home)
    await searchFor(word)
    const first = results().first()
    expect(await first.textContent()).toContain(`What you may be looking for: ${task}`)
    await first.click()
    await page.waitForURL(/looking-for/)
    const row = page.getByRole("link", { name: task, exact: true })
    await expect.poll(() => row.evaluate((link) => link.getBoundingClientRect().top < innerHeight)).toBe(true)
  })

  it("is used by the keyboard alone", async () => {
    await page.goto(home)
    await page.keyboard.press("Control+k")
    await page.keyboard.type("messages.send")
    await results().first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    expect(
      await results()
        .nth(1)
        .evaluate((link) => link === document.activeElement),
    ).toBe(true)
    await page.keyboard.press("Escape")
    expect([
      await results().first().isVisible(),
      await field().evaluate((one) => one === document.activeElement),
    ]).toEqual([false, true])
    await page.keyboard.press("End")
    await page.keyboard.type(" errors")
    const to = await results().first().getAttribute("href")
    await page.keyboard.press("Enter")
    await page.waitForURL(to ?? "")
  })

  it("says so when the search cannot be loaded, and tries again", async () => {
    await page.goto(home)
    await page.route("**/search.json", (route) => route.abort(), { times: 2 })
    await field().fill("webhook")
    await page.getByText("The search could not be loaded").waitFor()
    await expect
      .poll(async () => {
        await field().fill("webhooks")
        return results().count()
      })
      .toBeGreaterThan(0)
    expect(problems.splice(0).filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([])
  })

  it("can be read without scripts, where it has no search", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.setContent(readFileSync(join(folder, "client.html"), "utf8"))
    expect(await plain.getByRole("searchbox").isVisible()).toBe(false)
    expect(await plain.getByRole("heading", { level: 1 }).isVisible()).toBe(true)
    await context.close()
  })
})
