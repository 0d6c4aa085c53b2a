import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { executablePath, noBrowser } from "../../support/browser.ts"
import { end, freePort } from "../../support/example.ts"
import { type InstalledExample, installExample, strangeVersions } from "../../support/example-folder.ts"
import { makeReader, type Reader } from "../../support/reader.ts"

const limit = 600_000

describe.skipIf(noBrowser)(
  `examples/next-shop${noBrowser ? ` (skipped: ${noBrowser})` : ""}`,
  { timeout: limit },
  () => {
    let reader: Reader
    let shop: InstalledExample

    beforeAll(async () => {
      reader = makeReader(["undici", "zod"])
      shop = await installExample(reader, "next-shop")
    }, limit)
    afterAll(async () => {
      await reader.stop()
      reader.remove()
    })

    /** Runs commands in the shop; returns their exit code and output. */
    async function run(commands: string, options: Readonly<Record<string, string>> = {}) {
      const [SHOP_PORT, MOCK_PORT] = [`${await freePort()}`, `${await freePort()}`]
      const env = {
        ...{ SHOP_PORT, MOCK_PORT, CHROMIUM: executablePath ?? "", NEXT_TELEMETRY_DISABLED: "1" },
        ...{ NO_COLOR: "1", FORCE_COLOR: "0", NODE_OPTIONS: "", NODE_ENV: "production", ...options },
      }
      // Otherwise Playwright would believe that it runs in this Vitest worker.
      const { code, stdout, stderr } = await end(
        reader.type(`unset VITEST VITEST_WORKER_ID\n${commands}`, { cwd: shop.folder, env }),
      )
      return { code, output: stdout + stderr }
    }

    /** Starts the shop without secrets; returns its response to a request, and the status. */
    const answerTo = async (method: string, path: string) => {
      const ask = `node node_modules/next/dist/bin/next start -p "$SHOP_PORT" & server=$!
        curl -s --retry 120 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$SHOP_PORT/there-is-no-such-page"
        curl -s -w ' %{http_code}' -X ${method} "http://127.0.0.1:$SHOP_PORT${path}"
        kill $server`
      return (await run(ask, noSecrets)).output
    }

    /** Adds a route that creates its handler when the module loads, so also during `next build`. */
    function addEarlyRoute(): void {
      const path = join(shop.folder, "app/early/route.ts")
      mkdirSync(dirname(path), { recursive: true })
      const options = "{ secret: () => process.env.MAS_WEBHOOK_SECRET, onEvent: () => {} }"
      const handler = `export const POST = createWebhookHandler(${options})`
      writeFileSync(path, `import { createWebhookHandler } from "mas-sdk/webhooks"\n${handler}\n`)
    }
    const noSecrets = { MAS_WEBHOOK_SECRET: "", MAS_API_KEY: "", MAS_BASE_URL: "" }

    it("requires our versions of the packages that we have", () => {
      expect(strangeVersions("next-shop").sort()).toEqual([
        "@types/react",
        "@types/react-dom",
        "next",
        "react",
        "react-dom",
      ])
    })

    it("builds without secrets, without changes to its tsconfig.json", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      addEarlyRoute()
      const config = readFileSync(join(shop.folder, "tsconfig.json"), "utf8")
      expect(await run("npm run build", noSecrets)).toMatchObject({ code: 0 })
      // Next.js edits the file if it wants other settings.
      expect(readFileSync(join(shop.folder, "tsconfig.json"), "utf8")).toBe(config)
    })

    it("passes in eight browsers at once, each with its own world", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      const { code, output } = await run("npm test")
      expect(output, output).toMatch(/Running 8 tests using 8 workers/)
      expect(output, output).toMatch(/^ *8 passed/m)
      expect(code).toBe(0)
    })

    it("fails if the shop ignores the browser's world", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      const { code, output } = await run("npm test -- --timeout 20000 --grep 'was delivered'", { MAS_WORLDS: "" })
      expect(output, output).toMatch(/^ *1 failed/m)
      expect(code).toBe(1)
    })

    it("runs its own mock server in a preview, and keeps its state over a restart", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      const command = "npm run test:preview -- --grep 'keeps what was sent'"
      const { code, output } = await run("npm run test:preview", { SHOP_DATA: "kept" })
      expect(output, output).toMatch(/^ *2 passed/m)
      expect(code).toBe(0)
      expect((await run(command, { SHOP_DATA: "kept" })).output).toMatch(/^ *1 passed/m)
      expect((await run(command, { SHOP_DATA: "empty" })).output).toMatch(/^ *1 failed/m)
    })

    it("has no mock server in production", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      expect(await answerTo("GET", "/mas/v1/my/account")).toContain("Not found 404")
    })

    it("reports a missing secret at the first request if the secret is a function", async ({ skip }) => {
      skip(shop.missing !== undefined, shop.missing)
      expect(await answerTo("POST", "/early")).toContain("The webhook secret is missing 500")
    })
  },
)
