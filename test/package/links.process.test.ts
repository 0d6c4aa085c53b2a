import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { pathIn, repository } from "../../scripts/lib/repository.mjs"
import { readProjectFile } from "../support/files.ts"
import { deadLinks, namedFiles, projectTree, type Tree } from "../support/links.ts"
import { packProject } from "../support/package.ts"

const project = packProject([])
afterAll(() => project.remove())

describe("links in the tarball", () => {
  it("have a target in the tarball, or in this repository by its address", () => {
    const files = new Set(project.files)
    const tree: Tree = {
      has: (path) => files.has(path),
      read: (path) => readFileSync(join(project.folder, "node_modules/mas-sdk", path), "utf8"),
    }
    const documents = project.files.filter((path) => /\.md$|^llms\.txt$/.test(path))
    expect(documents.length).toBeGreaterThan(50)
    const cut: Tree = { ...tree, has: (path) => path !== "docs/guides/errors.md" && files.has(path) }
    expect(deadLinks("AGENTS.md", cut)).toEqual(["docs/guides/errors.md"])
    expect(documents.flatMap((path) => deadLinks(path, tree).map((link) => `${path}: ${link}`))).toEqual([])
    const declarations = project.files.filter((path) => /\.d\.c?ts$/.test(path))
    expect(declarations.flatMap((path) => namedFiles(tree.read(path)).filter((file) => !files.has(file)))).toEqual([])
  })

  it("are relative if the target is in the tarball", () => {
    const files = new Set(project.files)
    const onTheWeb = project.files
      .filter((path) => /\.md$|^llms\.txt$/.test(path))
      .flatMap((path) =>
        [...readProjectFile(path).matchAll(/\]\(([^)#\s]+)/g)]
          .map(([, link = ""]) => pathIn(link))
          .filter((target) => target !== undefined && files.has(target))
          .map((target) => `${path}: ${target}`),
      )
    expect(onTheWeb).toEqual([])
  })

  it("use the repository of package.json, whose three addresses agree", () => {
    const { homepage, bugs, repository: source } = JSON.parse(readProjectFile("package.json"))
    expect([homepage, bugs, source.url]).toEqual([
      `${repository}#readme`,
      `${repository}/issues`,
      `git+${repository}.git`,
    ])
  })
})

describe("the search for dead links", () => {
  it("finds a missing file, heading or file of the repository, and an old address", () => {
    const dead = [
      "docs/none.md",
      "docs/client.md#none",
      "#none",
      `${repository}/blob/main/docs/none.md`,
      `${repository}/blob/main/docs/internal/decisions.md#none`,
      `${repository}/blob/main/examples/outbox`,
      "https://github.com/somebody-else/mas-sdk/blob/main/README.md",
    ]
    const alive = [
      "docs/client.md",
      "#here",
      `${repository}/blob/main/CONTRIBUTING.md`,
      `${repository}/tree/main/examples/outbox`,
      "https://mswjs.io",
    ]
    const text = `## Here\n${[...dead, ...alive].map((link) => `[a](${link})`).join("\n")}\n\`\`\`\n[a](none)\n\`\`\`\n`
    const tree: Tree = { ...projectTree, read: (path) => (path === "README.md" ? text : projectTree.read(path)) }
    expect(deadLinks("README.md", tree)).toEqual(dead)
  })

  it("finds documents named by declarations", () => {
    expect(namedFiles("/** See docs/testing.md, and `a/docs/b`. */ from './docs'")).toEqual(["docs/testing.md"])
  })
})
