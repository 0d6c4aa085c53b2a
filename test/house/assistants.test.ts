import { describe, expect, it } from "vitest"
import * as z from "zod"
import { filesUnder, readProjectFile } from "../support/files.ts"

const manifest = JSON.parse(readProjectFile("package.json"))
const pages = filesUnder("docs").filter((path) => path.endsWith(".md") && !path.startsWith("docs/internal/"))
const linksOf = (path: string) => [...readProjectFile(path).matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link)

describe("AGENTS.md", () => {
  it("is short, and links to every guide and every part", () => {
    expect(Buffer.byteLength(readProjectFile("AGENTS.md"))).toBeLessThanOrEqual(3_584)
    const guides = pages.filter((path) => /^docs\/guides\/(?!README)/.test(path))
    const parts = ["client", "webhooks", "testing", "simulation", "command-line", "mock-server", "many-machines"]
    const expectedLinks = [
      "docs/reference/README.md",
      "docs/looking-for.md",
      ...guides,
      ...parts.map((name) => `docs/${name}.md`),
    ]
    expect(linksOf("AGENTS.md").sort()).toEqual(expectedLinks.sort())
    const texts = [...readProjectFile("AGENTS.md").matchAll(/\[([^\]]+)\]\(/g)].map(([, text = ""]) => text)
    expect(texts.filter((text) => /^(off|live|others|once|apps|clients|mailers|many)$/.test(text))).toEqual([])
  })
})

describe("llms.txt", () => {
  it("names every page that ships", () => {
    const linkedPages = new Set(linksOf("llms.txt"))
    expect(["README.md", "CHANGELOG.md", ...pages].filter((path) => !linkedPages.has(path))).toEqual([])
  })
})

describe("the skill", () => {
  const path = "skills/mas-sdk/SKILL.md"
  const text = readProjectFile(path)

  it("has the front matter by which assistants choose it, and at most 150 lines", () => {
    const [, name, description = ""] = /^---\nname: (\S+)\ndescription: (.+)\n---\n/.exec(text) ?? []
    expect(path).toBe(`skills/${name}/SKILL.md`)
    expect(description.length).toBeGreaterThan(100)
    expect(description.length).toBeLessThanOrEqual(1_024)
    expect(text.split("\n").length).toBeLessThanOrEqual(150)
  })

  it("is found in the package by its keyword, and links only to existing documents", () => {
    expect(manifest.keywords).toContain("tanstack-intent")
    expect(manifest.files).toContain("skills")
    const documents = [...text.matchAll(/`(docs\/[\w/-]+\.md)`/g)].map(([, document = ""]) => document)
    expect(documents.length).toBeGreaterThan(10)
    expect(documents.filter((document) => !pages.includes(document))).toEqual([])
  })
})

/** The requirements of the MCP registry for an npm package with stdio transport, from its schema of 2025-12-11. */
const Server = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          isRequired: z.boolean(),
          isSecret: z.boolean().optional(),
        }),
      ),
    }),
  ]),
})

describe("server.json", () => {
  it("is valid for the MCP registry, with this package and version", () => {
    const server = Server.parse(JSON.parse(readProjectFile("server.json")))
    expect([server.name, server.version]).toEqual([manifest.mcpName, manifest.version])
    const [{ identifier, version }] = server.packages
    expect([identifier, version]).toEqual([manifest.name, manifest.version])
    expect(`git+${server.repository.url}.git`).toBe(manifest.repository.url)
  })

  it("is refused with a description that is too long, or a range as its version", () => {
    const server = Server.parse(JSON.parse(readProjectFile("server.json")))
    expect(Server.safeParse({ ...server, description: "a".repeat(101) }).success).toBe(false)
    expect(Server.safeParse({ ...server, version: "^0.1.0" }).success).toBe(false)
  })
})
