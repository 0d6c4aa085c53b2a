import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transformSync } from "esbuild"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { run } from "../../scripts/lib/run.mjs"
import { readProjectFile } from "../support/files.ts"
import { packProject } from "../support/package.ts"
import { environments, runners, toolVersions } from "./cells.ts"
import { Ran, tableOf } from "./ran.ts"
import { toolFolder } from "./tools.ts"
import { closeServer, prove, type Settings } from "./world.ts"

// Installing what is missing can take minutes.
vi.setConfig({ testTimeout: 600_000 })

const project = packProject(["undici", "zod"])
const ran = new Ran()
afterAll(async () => {
  await closeServer()
  project.remove()
})

type Runner = (typeof runners)[number]
type Environment = (typeof environments)[number]

/** The packages of Jest's environments; its own is `node`. */
const jestEnvironments = {
  node: "jest-environment-node",
  jsdom: "jest-environment-jsdom",
  "happy-dom": "@happy-dom/jest-environment",
}

/** The journey as a test of the user's, whose result is left in a file. */
const body = `
it("makes the journey", async () => {
  const result = await journey(sdk, JSON.parse(process.env.MAS_SETTINGS))
  writeFileSync("result.json", JSON.stringify(result))
}, 60_000)
`
const written: Readonly<Record<Runner, { file: string; code: string }>> = {
  Vitest: {
    file: "journey.test.mjs",
    code: `import { writeFileSync } from "node:fs"
import { it } from "vitest"
import * as client from "mas-sdk"
import * as webhooks from "mas-sdk/webhooks"
import { journey } from "./journey.mjs"
const sdk = { ...client, ...webhooks }
${body}`,
  },
  Jest: {
    file: "journey.jest.cjs",
    code: `const { writeFileSync } = require("node:fs")
const sdk = { ...require("mas-sdk"), ...require("mas-sdk/webhooks") }
const { journey } = require("./journey.cjs")
${body}`,
  },
}

/** Jest's jsdom with what every browser has and it lacks. */
const jsdom = (home: string) => `const { TestEnvironment } = require(${JSON.stringify(home)})
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    Object.assign(this.global, { fetch, TextEncoder, TextDecoder })
    Object.defineProperty(this.global, "crypto", { value: crypto })
  }
}
`

/** The packages that a cell needs. */
const needed = (runner: Runner, environment: Environment): string[] => {
  if (runner === "Jest") return ["jest", jestEnvironments[environment]]
  return environment === "node" ? ["vitest"] : ["vitest", environment]
}

/** How a runner is started. */
function argumentsOf(runner: Runner, environment: Environment, folder: string): string[] {
  if (runner === "Vitest") return [join(folder, "vitest.mjs"), "run", "--root=.", `--environment=${environment}`]
  const testEnvironment = environment === "jsdom" ? "./jsdom.cjs" : join(folder, "..", jestEnvironments[environment])
  const config = { rootDir: ".", testEnvironment, testMatch: ["**/journey.jest.cjs"], transform: {} }
  return [join(folder, "bin/jest.js"), `--config=${JSON.stringify(config)}`]
}

/** Runs the journey as a test of this runner in this environment. */
async function travel(runner: Runner, environment: Environment, settings: Settings): Promise<unknown> {
  const folder = (await toolFolder(runner.toLowerCase())) ?? ""
  const result = join(project.folder, "result.json")
  rmSync(result, { force: true })
  const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
  const env = { ...apart, NODE_OPTIONS: "", NO_COLOR: "1", FORCE_COLOR: "0", MAS_SETTINGS: JSON.stringify(settings) }
  const args = argumentsOf(runner, environment, folder)
  const { code, output } = await run(process.execPath, args, { cwd: project.folder, env, timeout: 120_000 })
  if (code !== 0) throw new Error(output)
  return JSON.parse(readFileSync(result, "utf8"))
}

/** Puts the journey and the tests into the project, and Vitest, which tests import by name. */
async function writeProject(): Promise<void> {
  const journey = readProjectFile("test/runtimes/journey.mjs")
  writeFileSync(join(project.folder, "journey.mjs"), journey)
  writeFileSync(join(project.folder, "journey.cjs"), transformSync(journey, { format: "cjs" }).code)
  for (const { file, code } of Object.values(written)) writeFileSync(join(project.folder, file), code)
  const vitest = await toolFolder("vitest")
  const environment = await toolFolder(jestEnvironments.jsdom)
  if (environment !== undefined) writeFileSync(join(project.folder, "jsdom.cjs"), jsdom(environment))
  if (vitest !== undefined) symlinkSync(vitest, join(project.folder, "node_modules/vitest"), "junction")
}

const cells = runners.flatMap((runner) => environments.map((environment) => [runner, environment] as const))

describe("the package", () => {
  beforeAll(writeProject, 600_000)

  it.for(cells)("works in a test of %s with %s", async ([runner, environment], { skip }) => {
    const folders = await Promise.all(needed(runner, environment).map(toolFolder))
    ran.add(`${runner} ${toolVersions[runner]}`, environment)
    if (folders.includes(undefined)) return skip(`${needed(runner, environment).join(" and ")} could not be installed`)
    await prove((settings) => travel(runner, environment, settings))
  })
})

describe("docs/support.md", () => {
  it("says of the runners what ran", () => {
    expect(ran.names()).toEqual(tableOf(readProjectFile("docs/support.md"), "Runner"))
  })
})
