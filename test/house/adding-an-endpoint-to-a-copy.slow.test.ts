import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { readProjectFile } from "../support/files.ts"
import { ProjectCopy, snippetsOf } from "../support/project-copy.ts"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const snippets = snippetsOf(readProjectFile("CONTRIBUTING.md"))

describe("who adds an endpoint as CONTRIBUTING.md shows", () => {
  let copy: ProjectCopy
  beforeAll(async () => {
    copy = new ProjectCopy()
    for (const snippet of snippets) copy.insert(snippet)
    const { code, output } = await copy.generate()
    expect(code, output).toBe(0)
  })
  afterAll(() => copy.remove())

  it("touches five places, a handler and its domain being one", () => {
    expect(snippets.map(({ file }) => file)).toEqual([
      "sdk/contract/invites.ts",
      "sdk/resources/invites.ts",
      "mock-server/domain/invites.ts",
      "mock-server/handlers/invites.ts",
      "test/spec/invites.ts",
      "test/mock-server/invites.test.ts",
    ])
  })

  it("finds its test green, and those that walk through the endpoints", async () => {
    const walks = ["test/mock-server/statuses", "test/mock-server/isolation", "test/contract/endpoints"]
    const { code, output } = await copy.test("test/mock-server/invites", "test/house/places", ...walks)
    expect(code, output).toBe(0)
    expect(output).toMatch(/Test Files {2}5 passed/)
  })

  it("gets route, document, rule, command, help and completion without another line", async () => {
    expect(copy.read("sdk/routes.gen.ts")).toContain(
      '"invites.resend": { method: "POST", path: "/v1/my/account/invites/{id}/resend" }',
    )
    expect(copy.read("docs/openapi.yaml")).toContain("/v1/my/account/invites/{id}/resend:")
    expect(copy.read("docs/conformance.md")).toContain("| Sends a pending invitation again with the same token. |")
    const mas = async (...argv: string[]) =>
      (await copy.node("node_modules/tsx/dist/cli.mjs", "cli/entry.cts", ...argv)).output
    const help = await mas("invites", "resend", "--help")
    expect(help).toMatch(/^Send a pending invitation again\n\nUsage: mas invites resend <id> \[flags\]\n/)
    expect(help).toContain("  mas invites resend 1\n")
    expect(await mas("__complete", "invites", "re")).toContain("resend")
    expect(copy.read("generated/tables/invites.json")).toContain('"path":"/v1/my/account/invites/{id}/resend"')
  })
})
