import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createContext, runInContext } from "node:vm"
import { type BuildOptions, build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundle } from "../../bench/support/bundle.ts"
import { packProject } from "../support/package.ts"

const kilobyte = 1024
/** A project without undici and zod. */
const bare = packProject([])
const project = packProject(["undici", "zod"])
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"id":"one"}')
})
let baseUrl = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  bare.remove()
  project.remove()
})

/** Bundles and minifies a program; fails if an import cannot be resolved. */
async function bundled(contents: string, options: BuildOptions, from = bare): Promise<string> {
  const stdin = { contents, resolveDir: from.folder }
  const output = await build({ stdin, bundle: true, minify: true, write: false, logLevel: "silent", ...options })
  expect(output.warnings).toEqual([])
  return output.outputFiles?.[0]?.text ?? ""
}

const account = "mas.account.get().then((account) => globalThis.done(JSON.stringify(account)))"

// These also resolve `node`; other runtimes and bundlers for them do not, and get the default.
describe.each(["bun", "deno"])("the condition %s", (condition) => {
  it.each(["mas-sdk", "mas-sdk/webhooks"])(
    "resolves %s to files without Node's modules, imported or required",
    (entry) => {
      const code = `import { createRequire } from "node:module"
      console.log([import.meta.resolve("${entry}"), createRequire(import.meta.url).resolve("${entry}")].join())`
      const env = { NODE_OPTIONS: `--conditions=${condition}` }
      const file = entry === "mas-sdk" ? "index" : "webhooks"
      expect(project.run("esm", code, { env })).toMatch(
        new RegExp(`dist/portable/${file}\\.js,.*dist[/\\\\]cjs[/\\\\]portable[/\\\\]${file}\\.js`),
      )
    },
  )
})

describe.each(["workerd", "edge-light", "browser", "react-native"])("a bundle for %s", (condition) => {
  it.each(["import", "require"])("takes the files without Node's modules, by %s", async (kind) => {
    for (const [entry, file] of [
      ["mas-sdk", "index"],
      ["mas-sdk/webhooks", "webhooks"],
    ]) {
      const contents = kind === "import" ? `export * from "${entry}"` : `module.exports = require("${entry}")`
      const conditions = [condition, "worker", "browser"]
      const { metafile } = await build({
        stdin: { contents, resolveDir: bare.folder },
        ...{ bundle: true, write: false, metafile: true, platform: "neutral", mainFields: [], conditions },
      })
      const inputs = Object.keys(metafile.inputs).map((path) => path.replace(/.*mas-sdk\//, ""))
      expect(inputs).toContain(`dist/${kind === "import" ? "" : "cjs/"}portable/${file}.js`)
      expect(inputs.filter((path) => !/^dist\/(cjs\/)?portable\/|stdin/.test(path))).toEqual([])
    }
  })
})

describe("without Node", () => {
  it.each(["browser", "neutral"] as const)("the client runs from an esbuild bundle (%s)", async (platform) => {
    const code = `import { idempotencyKey, Mas, RateLimitError } from "mas-sdk"
      import { verifyWebhookAsync } from "mas-sdk/webhooks"
      const mas = new Mas({ baseUrl: globalThis.baseUrl, apiKey: "maskey_live_mock" })
      globalThis.kept = [RateLimitError, verifyWebhookAsync, idempotencyKey("receipt", 1)]
      ${account}`
    const text = await bundled(code, { platform, format: "iife" })
    const web = { fetch, URL, Headers, btoa, TextEncoder, TextDecoder, ReadableStream, AbortController, crypto }
    const output = new Promise((done) => {
      runInContext(text, createContext({ ...web, setTimeout, clearTimeout, baseUrl, done }))
    })
    expect(await output).toBe('{"id":"one"}')
  })

  // The recipient guard costs one kilobyte: the option, its variables, the error. The rest loads on demand.
  it("the client is at most 36 KB gzipped, without the recipient guard, which loads on demand", async () => {
    const { initial } = await bundle('export { Mas } from "mas-sdk"', [], "browser", bare.folder)
    expect(initial.gzipped).toBeLessThanOrEqual(36 * kilobyte)
  })

  it.each(["contract", "validation"])("mas-sdk/%s needs only zod", async (entry) => {
    await bundled(`export * from "mas-sdk/${entry}"`, { platform: "neutral", format: "esm", mainFields: [] }, project)
  })

  it("an error has one class in all entries", () => {
    const code = `import * as a from "mas-sdk"
      import * as b from "mas-sdk/webhooks"
      console.log(b.WebhookVerificationError.prototype instanceof a.MasError)`
    expect(project.run("esm", code, { env: { NODE_OPTIONS: "--conditions=browser" } })).toBe("true\n")
  })

  it("exports the same names as on Node", () => {
    const code = 'import * as sdk from "mas-sdk"\nconsole.log(Object.keys(sdk).sort().join())'
    const env = { NODE_OPTIONS: "--conditions=browser" }
    expect(project.run("esm", code, { env })).toBe(project.run("esm", code))
  })
})

/** A program with its own service, whose responses violate the contract. */
const served = (format: "esm" | "cjs", program: string, imports: readonly string[] = []) => {
  const load = (names: string, from: string) =>
    format === "esm" ? `import ${names} from "${from}"` : `const ${names} = require("${from}")`
  return `${[load("{ createServer }", "node:http"), load("{ Mas }", "mas-sdk"), ...imports].join("\n")}
    const server = createServer((_, response) => response.end('{"id":"one"}')).listen(0, "127.0.0.1", async () => {
      const options = { baseUrl: "http://127.0.0.1:" + server.address().port, apiKey: "maskey_live_mock" }
      ${program}
      server.close().closeAllConnections()
    })`
}

describe("on Node", () => {
  it("a bundle of the client is at most 37 KB gzipped, without undici and parts that load on demand", async () => {
    const { initial } = await bundle('export { Mas } from "mas-sdk"', ["undici"], "node", bare.folder)
    expect(initial.gzipped).toBeLessThanOrEqual(37 * kilobyte)
  })

  it.each(["esm", "cjs"] as const)("the client sends with fetch if undici is missing (%s)", (format) => {
    const program = `const { fetch } = globalThis
      globalThis.fetch = (...call) => (console.log("fetch"), fetch(...call))
      console.log((await new Mas(options).account.get()).id)`
    expect(bare.run(format, served(format, program))).toBe("fetch\none\n")
  })
})

describe("validateResponses", () => {
  const check = (validation: string) =>
    `await new Mas({ ...options, validateResponses: ${validation} }).account.get().catch(({ name }) => console.log(name))`

  it.each(["esm", "cjs"] as const)("loads the schemas by name on Node (%s)", (format) => {
    expect(project.run(format, served(format, check('"error"')))).toBe("ResponseValidationError\n")
  })

  it.each([
    ["browser", "browser"],
    ["node", "esm"],
    ["node", "cjs"],
  ] as const)(
    "accepts the entry's validator in a bundle, and recommends it if given a name (%s, %s)",
    async (platform, kind) => {
      const format = kind === "cjs" ? kind : "esm"
      const name = `try { new Mas({ ...options, validateResponses: "warn" }) } catch ({ message }) { console.log(message) }`
      const entry = 'import { responseValidator } from "mas-sdk/validation"'
      const program = served("esm", `${name}\n${check("responseValidator()")}`, [entry])
      const text = await bundled(program, { platform, format, external: ["node:http", "undici"] }, project)
      const advice = 'give responseValidator("warn") of mas-sdk/validation'
      expect(bare.run(format, text)).toBe(
        `validateResponses cannot load schemas here: ${advice}\nResponseValidationError\n`,
      )
    },
  )
})
