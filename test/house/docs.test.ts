import { describe, expect, it } from "vitest"
import { version } from "../../sdk/base/version.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { filesUnder, readProjectFile } from "../support/files.ts"
import { deadLinks, projectTree } from "../support/links.ts"

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/README.md",
  "AGENTS.md",
  "llms.txt",
  ...filesUnder("docs").filter((path) => path.endsWith(".md")),
]
const manifest = JSON.parse(readProjectFile("package.json"))

describe.each(documents)("%s", (path) => {
  const text = readProjectFile(path)

  it("links only to existing files and headings", () => {
    expect(deadLinks(path, projectTree)).toEqual([])
  })

  it("calls the command line by the name that npm knows: mas alone is another package", () => {
    expect(text.match(/npx mas(?!-sdk).*/g) ?? []).toEqual([])
  })

  it("names only scripts that package.json has", () => {
    const scriptNames = [...text.matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name]) => name ?? "")
    expect(scriptNames.filter((name) => !(name in manifest.scripts))).toEqual([])
  })
})

it("documents give the right number of endpoints", () => {
  const counts = documents.flatMap((path) =>
    [...readProjectFile(path).matchAll(/(?:all|of) (\d+) endpoints/g)].map(([, n]) => Number(n)),
  )
  expect(counts.length).toBeGreaterThan(2)
  expect(new Set(counts)).toEqual(new Set([listEndpoints(contract).length]))
})

describe("SECURITY.md", () => {
  it("names a test for each threat", () => {
    const rows = [...readProjectFile("SECURITY.md").matchAll(/^\| (?!threat|---)(.*) \|$/gm)].map(([, row = ""]) => row)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter((row) => !/\]\(test\/\S+\.test\.ts\)$/.test(row))).toEqual([])
  })
})

describe("the version", () => {
  it("is the same in the package and in the client's User-Agent", () => {
    expect(version).toBe(manifest.version)
  })
})

describe("the changelog", () => {
  it("has an entry for the version of the package", () => {
    expect(readProjectFile("CHANGELOG.md")).toContain(`## [${manifest.version}] - `)
  })
})

describe("docs/client.md", () => {
  it("names every option of the client", () => {
    const [source = ""] = /interface ClientOptions \{.*?^\}/ms.exec(readProjectFile("sdk/client/options.ts")) ?? []
    const options = [...source.matchAll(/^ {2}(\w+)\?:/gm)]
    const names = options.map(([, name]) => `\`${name}\``)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !readProjectFile("docs/client.md").includes(name))).toEqual([])
  })
})
