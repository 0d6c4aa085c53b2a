import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { filesUnder, readProjectFile, root } from "../support/files.ts"

const list = readProjectFile("examples/README.md")
const files = filesUnder("examples")
const entries = readdirSync(join(root, "examples"), { withFileTypes: true })
const projects = entries.filter(({ name }) => files.includes(`examples/${name}/package.json`)).map(({ name }) => name)
const programs = entries
  .filter((entry) => entry.isFile() && /(?<!config)\.ts$/.test(entry.name))
  .map(({ name }) => name)
const missing = (names: readonly string[], text: string) => names.filter((name) => !text.includes(`](${name})`))

describe("the list of examples", () => {
  it("has each project and each program", () => {
    expect(projects.length).toBeGreaterThan(5)
    expect(programs.length).toBeGreaterThan(5)
    expect(missing([...projects, ...programs], list)).toEqual([])
    expect(missing(["manager", "no-such-example"], list)).toEqual(["no-such-example"])
  })

  it("has exactly the projects in its first table", () => {
    const [table = ""] = list.split("| file |")
    expect([...table.matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name).sort()).toEqual(projects.toSorted())
  })

  it("links only to existing files", () => {
    const links = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path)
    expect(links.filter((path) => !path.startsWith("../") && !entries.some(({ name }) => name === path))).toEqual([])
  })
})

describe.each(projects)("examples/%s", (name) => {
  const readme = readProjectFile(`examples/${name}/README.md`)

  it("has a README.md of at most forty lines that tells how to run it", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(40)
    expect(readme).toContain("npm ")
  })

  it("starts the service in its README.md, and ends a block after a command that blocks the terminal", () => {
    expect(readme).toMatch(/mas-sdk mock\b|^(?!.*:4010)/s)
    const blocks = [...readme.matchAll(/```\n(.*?)\n```/gs)].map(([, commands = ""]) => commands.split("\n"))
    const longRunning = /mas-sdk mock(?! (?:[a-z]|--detach))|npm (?:start|run (?:receive|dev|work|send))\b/
    expect(blocks.flatMap((commands) => commands.slice(0, -1)).filter((command) => longRunning.test(command))).toEqual(
      [],
    )
    expect(readme).not.toMatch(/npm run [\w-]+ (?!-- ).*--\w/)
  })

  it("tells to copy each used folder outside of it", () => {
    const outside = files.flatMap((path) => {
      if (!path.startsWith(`examples/${name}/`) || !path.endsWith(".ts")) return []
      const depth = path.split("/").length - 3
      return readProjectFile(path).match(new RegExp(`(?<=from ")(?:\\.\\./){${depth + 1}}\\w+`, "g")) ?? []
    })
    const folders = new Set(outside.map((path) => path.split("/").at(-1)))
    expect([...folders].filter((folder) => !readme.includes(`](../${folder}): copy both`))).toEqual([])
  })

  it("has scripts that run only existing files", () => {
    const { scripts } = JSON.parse(readProjectFile(`examples/${name}/package.json`))
    const started = [
      ...Object.values(scripts)
        .join(" ")
        .matchAll(/\b\w[\w/-]*\.(?:test\.)?[jt]s\b/g),
    ].map(([path]) => path)
    const ownFiles = started.filter((path) => !path.startsWith("node_modules/"))
    expect(ownFiles.filter((path) => !files.includes(`examples/${name}/${path}`))).toEqual([])
  })
})
