import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { filesUnder, readProjectFile, root } from "../support/files.ts"

const packages = ["sdk", "cli", "mock-server"]
const entriesOf = (folder: string) => readdirSync(`${root}/${folder}`, { withFileTypes: true })
const foldersIn = (folder: string) =>
  entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [`${folder}/${entry.name}`] : []))
const rooms = [...packages, ...packages.flatMap(foldersIn)]

/** The files that a README names, other than patterns such as `<noun>.ts`. */
const filesNamedIn = (text: string) => [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|cts))`/g)].map(([, path = ""]) => path)

describe("a package", () => {
  it.each(packages)("%s has at most twelve entries on its top floor", (folder) => {
    expect(entriesOf(folder).map(({ name }) => name).length).toBeLessThanOrEqual(12)
  })
})

describe("a room", () => {
  it.each(rooms)("%s has a README of at most twenty lines, and no file that it names is missing", (room) => {
    const text = readProjectFile(`${room}/README.md`)
    expect(text.split("\n").length).toBeLessThanOrEqual(21)
    const names = new Set(filesUnder(room).map((path) => path.slice(room.length + 1)))
    const isThere = (path: string) =>
      names.has(path) ||
      ["", room.split("/")[0]].some((folder) => existsSync(join(root, folder ?? "", path))) ||
      [...names].some((name) => name.endsWith(`/${path}`))
    expect(filesNamedIn(text).filter((path) => path !== "x.ts" && !isThere(path) && path !== "x.portable.ts")).toEqual(
      [],
    )
  })
})
