import { renameSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { type PackedProject, packProject } from "../support/package.ts"

const project = packProject(["undici", "zod", "msw", "@opentelemetry/api"])
/** A project in which neither zod nor undici can be resolved. */
const bare = packProject([])

afterAll(() => {
  project.remove()
  bare.remove()
})

const names = (from: PackedProject, format: "esm" | "cjs", entry: string): string[] => {
  const load = format === "esm" ? `await import("${entry}")` : `require("${entry}")`
  const code = `console.log(JSON.stringify(Object.keys(${load}).filter((name) => !/^(default|module\\.exports)$/.test(name)).sort()))`
  return JSON.parse(from.run(format, code))
}

/** The packages other than ours that a program has loaded. */
const packagesAfter = (code: string): string[] =>
  JSON.parse(
    project.run(
      "cjs",
      `${code}
      const names = Object.keys(require.cache).map((path) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1])
      console.log(JSON.stringify([...new Set(names)].filter((name) => name && name !== "mas-sdk")))`,
    ),
  )

describe.each([
  ["mas-sdk", ["Mas", "MasError", "APIError", "idempotencyKey"]],
  [
    "mas-sdk/webhooks",
    ["verifyWebhook", "verifyWebhookAsync", "signWebhook", "createWebhookHandler", "nodeWebhookHandler"],
  ],
  [
    "mas-sdk/webhooks/adapters",
    ["fastifyWebhooks", "koaWebhookHandler", "lambdaWebhookHandler", "azureWebhookHandler"],
  ],
  ["mas-sdk/adapters", ["nodemailerTransport"]],
  ["mas-sdk/stores", ["redisStore", "postgresStore", "sqliteStore"]],
  ["mas-sdk/outbox", ["createOutbox", "inTransaction"]],
  ["mas-sdk/contract", ["contract", "Message", "Invite"]],
  ["mas-sdk/validation", ["responseValidator"]],
  ["mas-sdk/lint", ["lintMessage", "lintRules"]],
  ["mas-sdk/otel", ["traceMas"]],
  ["mas-sdk/mock-server", ["startMockServer", "createMockService"]],
  ["mas-sdk/msw", []],
])("%s", (entry, promised) => {
  it("exports the same names to ES modules and to CommonJS", () => {
    const asEsm = names(project, "esm", entry)
    expect(asEsm.length).toBeGreaterThan(0)
    expect(names(project, "cjs", entry)).toEqual(asEsm)
    expect(asEsm).toEqual(expect.arrayContaining(promised))
  })
})

describe("loading", () => {
  it("mas-sdk loads neither zod nor undici", () => {
    expect(packagesAfter('require("mas-sdk")')).toEqual([])
  })

  it("mas-sdk/otel loads only OpenTelemetry's API", () => {
    expect(packagesAfter('require("mas-sdk/otel")')).toEqual(["@opentelemetry/api"])
  })

  it.each(["mas-sdk/contract", "mas-sdk/outbox"])("%s loads only zod", (entry) => {
    expect(packagesAfter(`require("${entry}")`)).toEqual(["zod"])
  })

  it.each(["mas-sdk", "mas-sdk/webhooks", "mas-sdk/webhooks/adapters", "mas-sdk/stores", "mas-sdk/mock-server"])(
    "%s loads without other packages",
    (entry) => {
      expect(names(bare, "esm", entry)).toEqual(names(bare, "cjs", entry))
    },
  )
})

describe("fixtures", () => {
  it.each(["esm", "cjs"] as const)(
    "are parsed, rejected with a line number and printed without other packages (%s)",
    (format) => {
      const names = "{ FixturesError, createMockService, parseFixtures, printFixtures }"
      const load = format === "esm" ? `import ${names} from` : `const ${names} = require`
      const code = `${load} ${format === "esm" ? '"mas-sdk/mock-server"' : '("mas-sdk/mock-server")'}
      const text = (plan) => "accounts:\\n  main:\\n    plan: " + plan + "\\n"
      const begin = async (plan) => createMockService({ fixtures: await parseFixtures(text(plan), "shop.yaml") })
      begin("growth")
        .then(async ({ world }) => parseFixtures(await printFixtures(world.state.fixtures())))
        .then(async ({ accounts }) => {
          console.log(accounts.main.plan)
          await begin("gold").catch((error) => console.log(error instanceof FixturesError, error.message))
        })`
      expect(bare.run(format, code)).toBe("growth\ntrue shop.yaml:3:5: accounts.main.plan is not a known plan\n")
    },
  )
})

describe("the documents", () => {
  it("are found if the package was installed under another name", () => {
    const other = packProject([])
    renameSync(join(other.folder, "node_modules/mas-sdk"), join(other.folder, "node_modules/other"))
    const code = `import { createMockService } from "other/mock-server"
      const { fetch, url } = createMockService()
      for (const path of ["/openapi.yaml", "/docs/"]) console.log((await fetch(url + path)).status)`
    expect(other.run("esm", code)).toBe("200\n200\n")
    other.remove()
  })
})

describe("the exports map", () => {
  it("exports the manifest", () => {
    expect(project.run("cjs", 'console.log(require("mas-sdk/package.json").name)')).toBe("mas-sdk\n")
  })

  it("hides internal files", () => {
    expect(() => project.run("cjs", 'require("mas-sdk/dist/index.cjs")')).toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED")
  })
})

describe("one process", () => {
  it("has one class per error in all entries", () => {
    const same = `const caught = (run) => { try { run() } catch (error) { return error } }
      const names = (from) => caught(() => from.verifyWebhook("{}", {}, "")) instanceof b.WebhookVerificationError
      console.log(names(b), caught(() => b.verifyWebhook("{}", {}, "")) instanceof a.MasError)`
    expect(project.run("cjs", `const a = require("mas-sdk"), b = require("mas-sdk/webhooks"); ${same}`)).toBe(
      "true true\n",
    )
    expect(project.run("esm", `import * as a from "mas-sdk"; import * as b from "mas-sdk/webhooks"; ${same}`)).toBe(
      "true true\n",
    )
  })
})

describe("the classes", () => {
  it.each(["esm", "cjs"] as const)("keep their names, for logs (%s)", (format) => {
    const load = format === "esm" ? 'import * as sdk from "mas-sdk"' : 'const sdk = require("mas-sdk")'
    const code = `${load}
      const classes = Object.entries(sdk).filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === "function")
      console.log(classes.length > 20, JSON.stringify(classes.filter(([name, value]) => value.name !== name).map(([name]) => name)))`
    expect(project.run(format, code)).toBe("true []\n")
  })
})

describe("the errors", () => {
  it("keep their names in a bundled and minified program", async () => {
    const code = `import * as root from "mas-sdk"
      import * as webhooks from "mas-sdk/webhooks"
      import { inspect } from "node:util"
      const sdk = { ...root, ...webhooks }
      const errors = Object.entries(sdk).filter(([, value]) => value.prototype instanceof Error)
      const names = errors.map(([name, { prototype }]) => [name, prototype.constructor.name, prototype.name])
      let failure
      try { new sdk.Mas({ maxRetries: -1 }) } catch (error) { failure = error }
      const said = [failure.name, failure.constructor.name, inspect(failure).split(":")[0], failure.stack.split(":")[0]]
      console.log(JSON.stringify({ names, said }))`
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: project.folder },
      bundle: true,
      minify: true,
      platform: "node",
      format: "cjs",
      external: ["undici", "zod"],
      write: false,
    })
    const text = outputFiles[0]?.text ?? ""
    expect(text).not.toMatch(/class \w*Error\b/)
    const { names, said: errorNames } = JSON.parse(project.run("cjs", text))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter(([name, ...aliases]: string[]) => aliases.some((one) => one !== name))).toEqual([])
    expect(new Set(errorNames)).toEqual(new Set(["InvalidArgumentError"]))
  })
})

describe("mas-sdk/mock-server", () => {
  it.each(["esm", "cjs"] as const)("reads uploads and renders templates from its own bundle (%s)", (format) => {
    const load =
      format === "esm"
        ? 'import { createMockService } from "mas-sdk/mock-server"\nimport { Mas } from "mas-sdk"'
        : 'const { createMockService } = require("mas-sdk/mock-server")\nconst { Mas } = require("mas-sdk")'
    const code = `${load}
      async function main() {
        const service = createMockService()
        const mas = new Mas({ apiKey: service.apiKey, baseUrl: service.url, fetch: service.fetch })
        const file = { content: "email,first_name\\nann@example.test,Ann", filename: "contacts.csv" }
        const { id } = await mas.imports.create({ file, resource: "contacts" })
        const done = await mas.imports.waitUntilDone(id, { pollInterval: 5 })
        const message = { channel: "email", to: "ann@example.test", subject: "Hi", body: "Hi {{ contact.first_name }}" }
        const sent = await mas.messages.send(message)
        console.log(done.success_rows, service.world.messages.get(sent.id).text)
        await service.close()
      }
      main()`
    expect(project.run(format, code)).toBe("1 Hi Ann\n")
  })

  it("has a correctly signed token of the seeded storefront", () => {
    const code = `
      const { createMockService } = require("mas-sdk/mock-server"), { createHmac } = require("node:crypto")
      const token = createMockService().world.seeded().credentials.storefront_token
      const [head, payload, signature] = token.split(".")
      const signed = createHmac("sha256", "mas-mock-storefront-key").update(head + "." + payload).digest("base64url")
      console.log(signature === signed, Buffer.from(payload, "base64url").toString())`
    const claims = {
      iss: "https://acme.storefront.test/admin",
      dest: "https://acme.storefront.test",
      aud: "mas-embedded-app",
      exp: 4_102_444_800,
    }
    expect(project.run("cjs", code)).toBe(`true ${JSON.stringify(claims)}\n`)
  })

  it.each(["esm", "cjs"] as const)("finds the documents of its package (%s)", (format) => {
    const document = join(project.folder, "node_modules/mas-sdk/docs/openapi.yaml")
    const load =
      format === "esm"
        ? 'import { readFileSync } from "node:fs"\nimport { startMockServer } from "mas-sdk/mock-server"'
        : 'const { readFileSync } = require("node:fs"), { startMockServer } = require("mas-sdk/mock-server")'
    const code = `${load}
      startMockServer({ port: 0 }).then(async (server) => {
        const response = await fetch(server.url + "/openapi.yaml")
        console.log(response.status, (await response.text()) === readFileSync(${JSON.stringify(document)}, "utf8"))
        const page = await fetch(server.url + "/docs/reference/messages")
        console.log(page.status, (await page.text()).includes("<h1 id=\\"messages\\">"))
        await server.close()
      })`
    expect(project.run(format, code)).toBe("200 true\n200 true\n")
  })
})
