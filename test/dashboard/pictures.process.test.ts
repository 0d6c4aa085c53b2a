import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { findBrowser, launchBrowser } from "../support/browser.ts"
import { describeDashboard } from "../support/dashboard-page.ts"
import { root } from "../support/files.ts"
import { framesOf, movingPicture } from "../support/moving-picture.ts"

const folder = join(root, "test/dashboard/pictures")
const dataOf = (path: string, type: string) => `data:${type};base64,${readFileSync(path).toString("base64")}`

/** A font from this folder, so that text looks the same on every machine. */
const style = ["", "-Bold"]
  .map((face) => {
    const source = dataOf(join(folder, `DejaVuSans${face}.woff`), "font/woff")
    return `@font-face { font-family: Shipped; font-weight: ${face ? 600 : 400}; src: url(${source}) }`
  })
  .concat(
    ":root { --sans: Shipped; --mono: Shipped } * { caret-color: transparent !important; transition: none !important }",
  )
  .join("\n")

/** What README.md shows: each act of a webhook that fails, and how long it is shown. */
const acts = [
  { caption: "A webhook fails: the receiver answers 500", by: "1s", seconds: 3 },
  { caption: "mas mock advance 36m: the clock moves, and three retries fail", by: "36m", seconds: 4 },
  { caption: "The receiver is mended. mas mock advance 2h", by: "2h", seconds: 4 },
]
const movingPath = join(root, "docs/dashboard.png")

interface Picture {
  readonly file: string
  readonly address: string
  readonly width: 1280 | 390
  readonly colorScheme: "light" | "dark"
}

const failing = 10
const pictures: readonly Picture[] = [
  { file: "messages", address: "messages/2", width: 1280, colorScheme: "light" },
  { file: "message-small", address: "messages/2", width: 390, colorScheme: "dark" },
  { file: "messages-small", address: "messages", width: 390, colorScheme: "light" },
  { file: "delivery", address: `webhooks/${failing}`, width: 1280, colorScheme: "light" },
  { file: "endpoint-small", address: "webhooks?endpoint=1", width: 390, colorScheme: "light" },
  { file: "delivery-small", address: `webhooks/${failing}`, width: 390, colorScheme: "dark" },
  { file: "test", address: "requests/6?again=test", width: 1280, colorScheme: "dark" },
  { file: "requests-small", address: "requests", width: 390, colorScheme: "light" },
  { file: "time", address: "time", width: 1280, colorScheme: "light" },
  { file: "contacts", address: "data/contacts", width: 1280, colorScheme: "dark" },
  { file: "state-small", address: "data/state", width: 390, colorScheme: "light" },
  { file: "faults", address: "data/faults", width: 1280, colorScheme: "light" },
]

/** The share of pixels that differ by more than a shade; 1 if the sizes differ. The browser decodes both. */
const difference = (page: Page, one: string, other: string): Promise<number> =>
  page.evaluate(
    async ([one, other]) => {
      const pixels = async (source: string) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext("2d")
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }
      const [a, b] = await Promise.all([pixels(one), pixels(other)])
      if (a.length !== b.length) return 1
      let count = 0
      for (let at = 0; at < a.length; at += 4) {
        const by = [0, 1, 2].map((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)))
        if (Math.max(...by) > 48) count++
      }
      return count / (a.length / 4)
    },
    [one, other] as const,
  )

const pngOf = (picture: Buffer) => `data:image/png;base64,${picture.toString("base64")}`

/** False while the receiver fails for every event, as in the moving picture. */
let isMended = true

const options = {
  hostClock: { ...hostClock, now: () => 0 },
  deliver: ({ body }: { readonly body: string }) => ({
    status: body.includes("bounced@") || (!isMended && body.includes("delivered@")) ? 500 : 200,
    duration: 4,
    response: {
      headers: { "content-type": "application/json" },
      body: '{"error":"the database is locked"}',
      truncated: false,
    },
  }),
}

describeDashboard(
  "pictures of the dashboard",
  (frame) => {
    const fill = async () => {
      const events = ["email.sent", "email.delivered", "email.opened", "email.clicked", "email.bounced"]
      await frame.post("/v1/my/webhooks", { url: "http://127.0.0.1:3000/webhooks", events })
      const html =
        '<div style="height: 6rem; border-radius: 1rem; background: #2b50d8"></div><a href="https://acme.test/1"></a>'
      const subjects = ["Your receipt", "Welcome to Acme, Ada", "Reset your password", "Your parcel is on its way"]
      for (const [at, fate] of ["delivered", "opened", "clicked", "bounced"].entries()) {
        await frame.send({ subject: subjects[at], to: `${fate}@simulator.test`, html })
      }
      await frame.post("/v1/my/messages", { channel: "email", subject: "Nobody" })
      await frame.server.world.advance("40m")
    }

    // `MAS_PICTURE=1 npx vitest run test/dashboard/pictures` replaces them: look at each.
    it("are unchanged", async ({ skip }) => {
      // The engine alone draws text a little darker.
      const browserPath = findBrowser()
      if (browserPath === undefined) return skip("no whole browser here, and none could be installed")
      await fill()
      const browser = await launchBrowser(browserPath)
      const page = await browser.newPage({ bypassCSP: true })
      const changed: Record<string, number> = {}
      try {
        for (const { file, address, width, colorScheme } of pictures) {
          const path = join(folder, `${file}.png`)
          await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
          await page.emulateMedia({ colorScheme })
          await show(page, address)
          const picture = await page.screenshot()
          if (process.env.MAS_PICTURE || !existsSync(path)) writeFileSync(path, picture)
          const by = await difference(page, pngOf(picture), pngOf(readFileSync(path)))
          // Machines render slightly differently: half a percent may differ.
          if (by > 0.005) changed[file] = by
        }
        expect(changed).toEqual({})
        expect(await emptyPill(page)).toBeGreaterThan(0)
      } finally {
        await browser.close()
      }
    })

    it("move in README.md: a webhook fails, the clock advances, the receiver is mended, the webhook is delivered", async ({
      skip,
    }) => {
      const browserPath = findBrowser()
      if (browserPath === undefined) return skip("no whole browser here, and none could be installed")
      isMended = false
      await frame.post("/v1/my/webhooks", { url: "http://127.0.0.1:3000/webhooks", events: ["email.delivered"] })
      await frame.send({ subject: "Your receipt", to: "delivered@simulator.test" })
      const browser = await launchBrowser(browserPath)
      const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1024, height: 600 } })
      try {
        const frames = []
        for (const [index, { caption, by, seconds }] of acts.entries()) {
          isMended = index === acts.length - 1
          await frame.server.world.advance(by)
          await show(page, "webhooks/1")
          await page.evaluate(
            (text) => {
              const line = document.createElement("div")
              line.textContent = text
              line.style.cssText =
                "position:fixed;inset:auto 0 0;padding:14px 24px;background:#16213a;color:#fff;font:600 18px Shipped;z-index:9"
              document.body.append(line)
            },
            `${index + 1}. ${caption}`,
          )
          frames.push({ png: await page.screenshot(), seconds })
        }
        const statuses = frame.server.world.deliveries.list().map(({ response_status }) => response_status)
        expect(statuses.toSorted()).toEqual([200, 500, 500, 500, 500])
        if (process.env.MAS_PICTURE || !existsSync(movingPath)) writeFileSync(movingPath, movingPicture(frames))
        const committed = readFileSync(movingPath)
        const stills = framesOf(committed)
        expect(stills).toHaveLength(frames.length)
        for (const [index, { png }] of frames.entries()) {
          expect(await difference(page, pngOf(png), pngOf(stills[index] ?? png))).toBeLessThan(0.005)
        }
        // The browser, too, sees that many frames, and they differ.
        const count = await page.evaluate(async (source) => {
          const decoder = new ImageDecoder({ type: "image/png", data: await (await fetch(source)).arrayBuffer() })
          await decoder.tracks.ready
          return decoder.tracks.selectedTrack?.frameCount
        }, pngOf(committed))
        expect(count).toBe(acts.length)
        expect(await difference(page, pngOf(stills[0] ?? committed), pngOf(stills[2] ?? committed))).toBeGreaterThan(
          0.01,
        )
        expect(committed.byteLength).toBeLessThan(1_000_000)
      } finally {
        isMended = true
        await browser.close()
      }
      expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(/^!\[.+\]\(\S+\/docs\/dashboard\.png\)$/m)
    })

    /** Opens a view, and waits until all of it is drawn, in the font that is the same everywhere. */
    async function show(page: Page, address: string): Promise<void> {
      await page.goto("about:blank")
      await page.goto(`${frame.server.url}/_mock/#/${address}`)
      await page.addStyleTag({ content: style })
      await page.locator("main").waitFor()
      await page.waitForFunction(() => !document.body.textContent?.includes("Loading …"))
      await page.waitForLoadState("networkidle")
      await page.evaluate(async () => {
        await Promise.all(["400", "600"].map((weight) => document.fonts.load(`${weight} 15px Shipped`)))
        // Response times vary.
        for (const part of document.querySelectorAll("small")) {
          if (/^[\d.]+ ms$/.test(part.textContent ?? "")) part.textContent = "1.0 ms"
        }
      })
    }

    /** The difference that one drawn element makes: proof that the comparison sees more than markup. */
    async function emptyPill(page: Page): Promise<number> {
      const before = await page.screenshot()
      await page.addStyleTag({ content: ".said { width: 20rem; height: 3rem; background: var(--text) }" })
      return difference(page, pngOf(before), pngOf(await page.screenshot()))
    }
  },
  options,
)
