import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { jestProgram } from "../runtimes/tools.ts"
import { root } from "../support/files.ts"
import { packProject } from "../support/package.ts"
import { sqlites } from "../webhooks/stores/sqlite.ts"

const project = packProject(["undici", "vitest", "better-sqlite3"])
afterAll(() => project.remove())

/** A user's tests; `hooks` are passed if they are not global. */
const tests = (hooks: string) => `
  const mock = useMockWorld(${hooks})
  const count = async ({ clientOptions }) => {
    const mas = new Mas(clientOptions)
    await mas.contacts.create({ email: "ann@example.test" })
    return (await mas.contacts.list()).totalCount
  }
  const expectFour = async (service) => {
    const found = await count(service)
    if (found !== 4) throw new Error("There are " + found)
  }
  it("has a world", () => expectFour(mock))
  it("has a fresh world", () => expectFour(mock))
  it("has one of its own", withMockWorld(expectFour))
  it("has one of its own over HTTP", withMockWorld(expectFour, { http: true }))
`
const imports = `import { useMockWorld, withMockWorld } from "mas-sdk/mock-server"
import { Mas } from "mas-sdk"\n`

import { outputOf, vitestRun } from "../support/vitest-run.ts"

const requires = `const { useMockWorld, withMockWorld } = require("mas-sdk/mock-server")
const { Mas } = require("mas-sdk")\n`

/** Vitest's default fakes; Jest and Sinon fake everything. */
const asVitest = [
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate"],
  ...["Date", "performance", "hrtime"],
]
/** Code with a retry, two uploads, an advance, a wait and a close. */
const workOfAll = `async ({ clientOptions, world }) => {
  const mas = new Mas({ ...clientOptions, maxRetries: 2 })
  world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 30, times: 1 })
  await mas.account.get()
  const { id } = await mas.imports.create({ file: new Blob(["email\\na@example.test\\n"]), resource: "contacts" })
  await mas.imports.create({ file: "package.json", resource: "contacts" })
  await world.advance("1h")
  await mas.imports.waitUntilDone(id)
  await mas.close()
}`

/** Runs a runner on a file in the project; returns its output without colours. */
function run(file: string, code: string, runner: readonly string[]): string {
  writeFileSync(join(project.folder, file), code)
  return outputOf(runner, project.folder)
}

const jest = await jestProgram()
const vitest = (...more: string[]) => [...vitestRun, "--root=.", ...more]

describe.skipIf(jest === undefined)("the test helpers of the package, in Jest", () => {
  const runJest = (file: string, code: string) =>
    run(file, code, [jest ?? "", "--rootDir=.", "--config={}", `--testMatch=**/${file}`])

  it("work with its global hooks", () => {
    expect(runJest("jest.test.cjs", requires + tests(""))).toMatch(/Tests: +4 passed, 4 total/)
  })

  it.each(["before", "after"])("work with fake timers installed %s the package is loaded", (when) => {
    const fake = "jest.useFakeTimers()\n"
    const code = `${when === "before" ? fake + requires : requires + fake}
      const all = ${workOfAll}
      it("works in process", withMockWorld(all))
      it("works over HTTP", withMockWorld(all, { http: true }))`
    expect(runJest(`fakes-${when}.test.cjs`, code)).toMatch(/Tests: +2 passed, 2 total/)
  })

  it.runIf(sqlites["better-sqlite3"]).each(["before", "after"])(
    "find no fault in a store with fake timers installed %s the package is loaded",
    (when) => {
      const fake = "jest.useFakeTimers()\n"
      const loads = `const { testWebhookStore } = require("mas-sdk/mock-server")
        const { sqliteStore } = require("mas-sdk/stores")\n`
      const code = `const Database = require("better-sqlite3")
        ${when === "before" ? fake + loads : loads + fake}
        it("keeps the rules", async () => {
          const db = new Database(":memory:")
          db.exec("create table effects (name text)")
          const store = sqliteStore(db)
          await store.migrate()
          const effects = {
            write: (tx, name) => tx.prepare("insert into effects values (?)").run(name),
            written: () => db.prepare("select name from effects").all().map(({ name }) => name),
          }
          const pass = (ms) => db.exec("update mas_webhooks set until = until - " + ms)
          await testWebhookStore(() => ({ store, pass, effects }), { claims: 200 })
        })`
      expect(runJest(`store-${when}.test.cjs`, code)).toMatch(/Tests: +1 passed, 1 total/)
    },
  )
})

describe("the test helpers of the package", () => {
  it.each([
    { faked: "all", toFake: undefined, http: false },
    { faked: "Vitest's defaults", toFake: asVitest, http: true },
    { faked: "Vitest's defaults and queueMicrotask", toFake: [...asVitest, "queueMicrotask"], http: true },
  ])("work in plain Node with $faked faked before and after the package is loaded", ({ toFake, http }) => {
    const code = (isFirst: boolean) => `
      import { install } from ${JSON.stringify(join(root, "node_modules/@sinonjs/fake-timers/src/fake-timers-src.js"))}
      const fake = () => install(${toFake === undefined ? "" : JSON.stringify({ toFake })})
      ${isFirst ? "fake()" : ""}
      const { Mas } = await import("mas-sdk")
      const { withMockWorld } = await import("mas-sdk/mock-server")
      ${isFirst ? "" : "fake()"}
      const all = ${workOfAll}
      await withMockWorld(all, { http: ${http} })()
      console.log("done")
      process.exit()`
    const node = ["--input-type=module", "--eval"]
    for (const isFirst of [true, false]) {
      expect(run("unused.mjs", "", [...node, code(isFirst)])).toMatch(/^done$/m)
    }
  })

  it("work in Vitest with global hooks", () => {
    const output = run("globals.test.mjs", imports + tests(""), vitest("--globals", "globals.test.mjs"))
    expect(output).toMatch(/Tests +4 passed \(4\)/)
  })

  it("work in Vitest with imported hooks, and as fixtures of concurrent tests", () => {
    const code = `import { afterEach, beforeEach, it as base } from "vitest"
      import { mockWorldFixture } from "mas-sdk/mock-server"
      const it = base.extend({ own: mockWorldFixture() })
      ${imports}${tests("{ beforeEach, afterEach }")}
      it("has a fixture", ({ own }) => expectFour(own))`
    expect(run("imported.test.mjs", code, vitest("imported.test.mjs"))).toMatch(/Tests +5 passed \(5\)/)
  })

  it("work in node:test", () => {
    const code = `import { afterEach, beforeEach, it } from "node:test"\n${imports}${tests("{ beforeEach, afterEach }")}`
    expect(run("node.test.mjs", code, ["--test", "node.test.mjs"])).toMatch(/pass 4\n[\s\S]*fail 0\n/)
  })
})
