import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { nodeOf } from "../../../scripts/lib/lts.mjs"
import { run } from "../../../scripts/lib/run.mjs"
import { jestProgram } from "../../runtimes/tools.ts"
import { packProject } from "../../support/package.ts"
import { vitestRun } from "../../support/vitest-run.ts"

const project = packProject(["undici", "zod", "vitest"])
afterAll(() => project.remove())

/** Counts each webhook, though some come twice; the program has its own random values, times and timers. */
const days = `const brokenDays = () =>
  simulate({ runs: 20, seed: 1 }, async (day) => {
    const counted = []
    const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
    const onEvent = async ({ id }) => {
      counted.push(id)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000))
    }
    const make = ({ secret }) => createWebhookHandler({ secret, store: false, onError: () => {}, onEvent })
    day.receiver("hooks", make, { processes: 2 })
    day.always("each is counted once", () => new Set(counted).size === counted.length)
    const send = (mas, number) =>
      mas.messages.send({ channel: "email", to: \`c\${number}@example.test\`, subject: "Hello", body: crypto.randomUUID() })
    await day.times(10, (number) => shop.call((mas) => send(mas, number).catch(() => {})))
  })
`
const imports = `import { Mas } from "mas-sdk"
import { simulate } from "mas-sdk/mock-server"
import { createWebhookHandler } from "mas-sdk/webhooks"
${days}`
const requires = `const { Mas } = require("mas-sdk")
const { simulate } = require("mas-sdk/mock-server")
const { createWebhookHandler } = require("mas-sdk/webhooks")
${days}`
const print = "console.log((await brokenDays().catch((error) => error)).message)"
const test = `test("breaks", async () => { ${print} }, 60_000)`

const files = {
  "plain.mjs": `${imports}${print}`,
  "plain.cjs": `${requires};(async () => { ${print} })()`,
  "node.test.mjs": `import { test } from "node:test"\n${imports}test("breaks", async () => { ${print} })`,
  "vitest.test.mjs": `import { test } from "vitest"\n${imports}${test}`,
  "jest.test.cjs": `${requires}${test}`,
}
for (const [name, code] of Object.entries(files)) writeFileSync(join(project.folder, name), code)

/** The program's output about the day, without its runner's output. */
async function outputOf(args: readonly string[], node = process.execPath): Promise<string> {
  const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
  const env = { ...apart, NODE_OPTIONS: "", NO_COLOR: "1", FORCE_COLOR: "0" }
  const { output } = await run(node, args, { cwd: project.folder, env, timeout: 600_000 })
  const lines = String(output)
    .split("\n")
    .map((line) => line.replace(/^#? +/, "").trimEnd())
  const from = lines.findIndex((line) => /Run \d+, seed/.test(line))
  const to = lines.findIndex((line) => line.includes("Run this day again"))
  if (from < 0) throw new Error(output)
  return lines
    .slice(from, to + 1)
    .join("\n")
    .replace(/^# /, "")
}

const plain = outputOf(["plain.mjs"])

describe("a failing day", () => {
  it.for(["20.19.0", "22.23.3", "24.21.0", "26.10.0"])(
    "is reported the same, byte for byte, on Node %s",
    async (version, { skip }) => {
      const node = await nodeOf(version)
      if (node === undefined) return skip(`Node ${version} could not be installed`)
      expect(await outputOf(["plain.mjs"], node)).toBe(await plain)
      expect(await outputOf(["plain.cjs"], node)).toBe(await plain)
    },
  )

  it.each([
    ["node:test", ["--test", "node.test.mjs"]],
    ["Vitest", [...vitestRun, "--root=.", "--disable-console-intercept"]],
  ])("is reported the same in a test of %s", async (_, args) => {
    expect(await outputOf(args)).toBe(await plain)
  })

  it("is reported the same in a test of Jest", async ({ skip }) => {
    const jest = await jestProgram()
    if (jest === undefined) return skip("Jest could not be installed")
    const config = JSON.stringify({ rootDir: ".", testMatch: ["**/jest.test.cjs"], transform: {} })
    expect(await outputOf([jest, `--config=${config}`])).toBe(await plain)
  })
})
