import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transformSync } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "../../scripts/lib/run.mjs"
import { readProjectFile } from "../support/files.ts"
import { packProject } from "../support/package.ts"
import { vitestRun } from "../support/vitest-run.ts"
import { environments, runners, toolVersions } from "./cells.ts"
import { Ran, tableOf } from "./ran.ts"
import { jestProgram, toolFolder } from "./tools.ts"
import { closeServer, prove, type Settings } from "./world.ts"

const project = packProject(["undici", "zod", "vitest"])
const ran = new Ran()
afterAll(async () => {
  await closeServer()
  project.remove()
})

type Runner = (typeof runners)[number]
type Environment = (typeof environments)[number]

/** The packages of Jest's environments, installed on demand; `node` is built in. */
const jestEnvironments = {
  node: undefined,
  jsdom: "jest-environment-jsdom",
  "happy-dom": "@happy-dom/jest-environment",
}

/** The journey as a user's test, which writes its result to a file. */
const body = `
it("makes the journey", async () => {
  const result = await journey(sdk, JSON.parse(process.env.MAS_SETTINGS))
  writeFileSync("result.json", JSON.stringify(result))
})
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

/** Jest's jsdom with globals that it lacks and every browser has. */
const jsdom = (home: string) => `const { TestEnvironment } = require(${JSON.stringify(home)})
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    Object.assign(this.global, { fetch, TextEncoder, TextDecoder })
    Object.defineProperty(this.global, "crypto", { value: crypto })
  }
}
`

/** The arguments that start a runner; undefined if a package could not be installed. */
async function argumentsOf(runner: Runner, environment: Environment): Promise<string[] | undefined> {
  if (runner === "Vitest") return [...vitestRun, "--root=.", `--environment=${environment}`]
  const program = await jestProgram()
  const name = jestEnvironments[environment]
  const home = name === undefined ? "node" : await toolFolder(name)
  if (program === undefined || home === undefined) return undefined
  const testEnvironment = environment === "jsdom" ? "./jsdom.cjs" : home
  const config = { rootDir: ".", testEnvironment, testMatch: ["**/journey.jest.cjs"], transform: {} }
  return [program, `--config=${JSON.stringify(config)}`]
}

/** Runs the journey as a test, and returns its result. */
async function travel(args: readonly string[], settings: Settings): Promise<unknown> {
  const result = join(project.folder, "result.json")
  rmSync(result, { force: true })
  const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
  const env = { ...apart, NODE_OPTIONS: "", NO_COLOR: "1", FORCE_COLOR: "0", MAS_SETTINGS: JSON.stringify(settings) }
  const { code, output } = await run(process.execPath, args, { cwd: project.folder, env, timeout: 600_000 })
  if (code !== 0) throw new Error(output)
  return JSON.parse(readFileSync(result, "utf8"))
}

/** Writes the journey and the tests into the project. */
async function writeProject(): Promise<void> {
  const journey = readProjectFile("test/runtimes/journey.mjs")
  writeFileSync(join(project.folder, "journey.mjs"), journey)
  writeFileSync(join(project.folder, "journey.cjs"), transformSync(journey, { format: "cjs" }).code)
  for (const { file, code } of Object.values(written)) writeFileSync(join(project.folder, file), code)
  const environment = await toolFolder(jestEnvironments.jsdom)
  if (environment !== undefined) writeFileSync(join(project.folder, "jsdom.cjs"), jsdom(environment))
}

const cells = runners.flatMap((runner) => environments.map((environment) => [runner, environment] as const))

describe("the package", () => {
  beforeAll(writeProject)

  it.for(cells)("works in a test with %s and %s", async ([runner, environment], { skip }) => {
    const args = await argumentsOf(runner, environment)
    ran.add(`${runner} ${toolVersions[runner]}`, environment)
    if (args === undefined) return skip(`${runner} with ${environment} could not be installed`)
    await prove((settings) => travel(args, settings))
  })
})

describe("docs/support.md", () => {
  it("matches the tested runners", () => {
    expect(ran.names()).toEqual(tableOf(readProjectFile("docs/support.md"), "Runner"))
  })
})
