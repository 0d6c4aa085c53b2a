import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readProjectFile, root } from "../support/files.ts"
import { ProjectCopy, snippetsOf } from "../support/project-copy.ts"

const snippets = snippetsOf(readProjectFile("CONTRIBUTING.md"))
const routes = "sdk/client/routes.gen.ts"
const stale = `${routes} is stale: npm run generate`
/** The generated files that the sources import. */
const generated = ["sdk", "mock-server"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".gen.ts"))
    .map((file) => `${folder}/${file}`),
)

let copy: ProjectCopy
// One run of `npm run generate` for both: an added endpoint, and a changed comment.
beforeAll(async () => {
  copy = new ProjectCopy()
  for (const snippet of snippets) copy.insert(snippet)
  const contract = "sdk/contract/invites.ts"
  copy.write(contract, copy.read(contract).replace("`member` when left out.", "$& Changed here."))
  const { code, output } = await copy.generate()
  expect(code, output).toBe(0)
})
afterAll(() => copy.remove())

/** Runs `act` on the copy with the original versions of these files. */
async function without<T>(files: readonly string[], act: () => Promise<T>): Promise<T> {
  const added = files.map((file) => [file, copy.read(file)] as const)
  for (const file of files) copy.write(file, readProjectFile(file))
  try {
    return await act()
  } finally {
    for (const [file, text] of added) copy.write(file, text)
  }
}

describe("a contributor who adds an endpoint as in CONTRIBUTING.md", () => {
  it("changes five places: a handler and its domain count as one", () => {
    expect(snippets.map(({ file }) => file)).toEqual([
      "sdk/contract/invites.ts",
      "sdk/client/resources/invites.ts",
      "mock-server/resources/invites/invites.ts",
      "mock-server/resources/invites/invites.ts",
      "test/spec/invites.ts",
      "test/mock-server/invites.test.ts",
    ])
  })

  it("gets route, document, rule, command, help and completion without another line", async () => {
    expect(copy.read("sdk/client/routes.gen.ts")).toContain(
      '"invites.resend": { method: "POST", path: "/v1/my/account/invites/{id}/resend" }',
    )
    expect(copy.read("docs/openapi.yaml")).toContain("/v1/my/account/invites/{id}/resend:")
    expect(copy.read("docs/internal/conformance.md")).toContain(
      "| Sends a pending invitation again with the same token. |",
    )
    const mas = async (...argv: string[]) =>
      (await copy.node("node_modules/tsx/dist/cli.mjs", "cli/entry.cts", ...argv)).output
    const help = await mas("invites", "resend", "--help")
    expect(help).toMatch(/^Send a pending invitation again\n\nUsage: mas invites resend <id> \[flags\]\n/)
    expect(help).toContain("  mas invites resend 1\n")
    expect(await mas("__complete", "invites", "re")).toContain("resend")
    expect(copy.read("generated/tables/invites.json")).toContain('"path":"/v1/my/account/invites/{id}/resend"')
  })

  it("has a project that compiles", async () => {
    expect(await copy.compile()).toEqual({ code: 0, output: "" })
  })

  it("sees its test pass, and every test that covers all endpoints", async () => {
    const { code, output } = await copy.test(
      "--tagsFilter=!slow",
      "test/contract/descriptions",
      "test/contract/endpoints",
      "test/contract/generated",
      "test/contract/models",
      "test/contract/openapi",
      "test/contract/reaches",
      "test/contract/text",
      "test/house/places",
      "test/mock-server/invites",
      "test/mock-server/isolation",
      "test/mock-server/requests",
      "test/mock-server/statuses",
      "test/sdk/resources/endpoints",
      "test/sdk/resources/types",
      "test/types/contract",
      "test/openapi-client/walk.test",
      "test/cli/commands",
      "test/cli/read-value",
    )
    expect(code, output).toBe(0)
  })
})

describe("a contributor who changes a comment of the contract", () => {
  it("finds it in every generated file after one run of npm run generate", () => {
    const generatedFiles = [
      "sdk/contract/openapi/docs.gen.ts",
      "sdk/contract/core/models.gen.ts",
      "docs/openapi.yaml",
      "docs/reference/invites.md",
      "generated/help/_others.json",
    ]
    expect(generatedFiles.filter((file) => !copy.read(file).includes("Changed here."))).toEqual([])
  })
})

describe("an incomplete endpoint", () => {
  it.each([
    ["test/mock-server/invites.test.ts", "test whose title ends with the tag [invites.resend]", []],
    ["mock-server/resources/invites/invites.ts", "handler resend", ["mock-server/resources/invites/invites.ts"]],
    // If the contract lacks it, the compiler reports every other place.
    ["sdk/contract/invites.ts", "endpoint resend", ["sdk/client/resources/invites.ts", "test/spec/invites.ts"]],
  ])(
    "a missing part in %s is reported by one test, which names only it, and by the compiler",
    async (file, what, brokenFiles) => {
      // Without it in the contract, the generated files are as if the endpoint had never been added.
      const files = file.startsWith("sdk/contract") ? [file, ...generated] : [file]
      const [tests, compilerOutput] = await without(
        files,
        async () =>
          [
            await copy.test("test/house/places"),
            brokenFiles.length > 0 ? (await copy.compile(brokenFiles)).output : "",
          ] as const,
      )
      expect(tests.code).toBe(1)
      expect(tests.output.match(/"[^"]* has no [^"]*"/g)).toEqual([`"${file} has no ${what}"`])
      expect(tests.output).toContain("npm run generate && npm run check")
      for (const brokenFile of brokenFiles) expect(compilerOutput).toMatch(new RegExp(`^${brokenFile}\\(.*resend`, "m"))
    },
  )

  it("a missing npm run generate is reported in one sentence, as the last line of npm run check", async () => {
    const check = await without([routes], () => copy.node("scripts/test.mjs", "--quick"))
    expect(check.code).toBe(1)
    expect(check.output.split("Generating …\n").at(-1)).toBe(`${stale}\n0 passed, 1 failed\n`)
  })
})

// The last test, because it leaves the copy changed.
describe("a contributor who formats the added files", () => {
  it("has no linter errors", async () => {
    const files = snippets.map(({ file }) => file)
    const biome = "node_modules/@biomejs/biome/bin/biome"
    const { code, output } = await copy.node(biome, "check", "--vcs-enabled=false", "--write", ...files)
    expect(code, output).toBe(0)
  })
})
