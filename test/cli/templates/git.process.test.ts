import { execFileSync, spawnSync } from "node:child_process"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { TemplateFolder } from "./template-folder.ts"

/** An address that a team shares. */
const shared = "https://api.acme.test"

let folder: TemplateFolder
beforeEach(() => {
  folder = new TemplateFolder()
})
afterEach(() => folder.close())

const settings = ["user.name=Ada", "user.email=ada@acme.test", "commit.gpgsign=false", "init.defaultBranch=main"]

function git(...words: string[]): string {
  const options = [...settings, "core.hooksPath=/dev/null"].flatMap((setting) => ["-c", setting])
  return execFileSync("git", [...options, ...words], { cwd: folder.sandbox.home.folder, encoding: "utf8" })
}

function commit(message: string): void {
  git("add", "templates")
  git("commit", "-qm", message)
}

/** Merges a branch; true when it conflicts. */
function merge(branch: string, style = "merge"): boolean {
  const options = [...settings, `merge.conflictStyle=${style}`].flatMap((setting) => ["-c", setting])
  return spawnSync("git", [...options, "merge", "-q", branch], { cwd: folder.sandbox.home.folder }).status !== 0
}

/** Runs a command as if the mock server were the service of the team. */
const run = (line: string) =>
  folder.run(`${line} --base-url ${shared}`, {
    io: {
      fetch: (input, init) =>
        folder.sandbox.service.fetch(String(input).replace(shared, folder.sandbox.service.url), init),
    },
  })

/** Runs `mas templates watch` at the mock server itself until a template has this version there. */
async function watchUntilPushed(version: number): Promise<void> {
  const stop = new AbortController()
  const watching = folder.run("watch", { io: { signal: stop.signal } })
  const versionThere = () => folder.lock[folder.sandbox.service.url]?.["(default)"].welcome.version
  await vi.waitFor(() => expect(versionThere()).toBe(version), { timeout: 60_000 })
  stop.abort()
  await watching
}

const body = "welcome/body.html.liquid"
const entries = () => JSON.parse(folder.read("templates.lock.json"))[shared]["(default)"]

describe("a lock file in Git", () => {
  it.each(["merge", "diff3", "zdiff3"])("pull solves the conflict of two branches, shown as %s", async (style) => {
    await run("pull")
    git("init", "-q")
    commit("First")
    git("checkout", "-qb", "tea")
    await folder.add({ name: "Tea", subject: "Tea", body: "One" })
    await folder.change(1, { subject: "Of tea" })
    await run("pull")
    commit("Tea")
    git("checkout", "-q", "main")
    await folder.add({ name: "Mint", subject: "Mint", body: "One" })
    await folder.change(1, { subject: "Of main" })
    await run("pull --only mint --only welcome")
    commit("Mint")
    expect(merge("tea", style)).toBe(true)
    expect(folder.read("templates.lock.json")).toContain("<<<<<<<")
    // What the writer of the templates decides.
    git("checkout", "--ours", "templates/welcome")
    expect((await run("status")).err).toContain("mas templates pull merges their entries")
    const { code, err } = await run("pull")
    expect([code, err]).toEqual([0, expect.stringContaining("had a merge conflict")])
    expect(entries()).toMatchObject({ mint: { version: 1 }, tea: { version: 1 }, welcome: { version: 3 } })
    commit("Merged")
    expect(await run("push --check")).toMatchObject({ code: 0 })
    expect(git("status", "--porcelain", "templates")).toBe("")
  })

  it("a folder that one branch renamed has the version of the other", async () => {
    await run("pull")
    git("init", "-q")
    commit("First")
    git("checkout", "-qb", "renamed")
    git("mv", "templates/welcome", "templates/hello")
    await folder.add({ name: "Tea", subject: "Tea", body: "One" })
    await run("pull")
    commit("Renamed")
    git("checkout", "-q", "main")
    await folder.change(1, { subject: "New" })
    await folder.change(1, { body: "New" })
    await run("pull")
    // The entries have no line in common, as after a change of their order.
    folder.edit("templates.lock.json", (text) => text.replace('"welcome": {', '"welcome":\n{'))
    commit("Changed")
    expect(merge("renamed")).toBe(true)
    expect(await run("pull")).toMatchObject({ code: 0 })
    expect(entries()).toEqual({
      hello: expect.objectContaining({ id: 1, version: 3 }),
      tea: expect.objectContaining({ id: 2 }),
    })
    expect(await run("push --check")).toMatchObject({ code: 0 })
  })

  it("is left alone by a watch at a mock server, so that git checkout takes the tree", async () => {
    await run("pull")
    await folder.run("pull")
    git("init", "-q")
    commit("First")
    git("checkout", "-qb", "tea")
    folder.edit(body, () => "Of tea")
    commit("Tea")
    git("checkout", "-q", "main")
    folder.edit(body, () => "Of main")
    await watchUntilPushed(2)
    expect(git("status", "--porcelain").trim()).toBe(`M templates/${body}`)
    commit("Main")
    git("checkout", "-q", "tea")
    await watchUntilPushed(3)
    git("checkout", "-q", "main")
    expect(git("status", "--porcelain")).toBe("")
  })

  it("is not made one of two accounts", async () => {
    const [one, other] = ["a", "b"].map((key) => `{ "key": "${key}", "name": "Acme (account ${key})" }`)
    const text = `{ "accounts": { "${shared}":\n<<<<<<< HEAD\n${one}\n=======\n${other}\n>>>>>>> tea\n} }\n`
    folder.write("templates.lock.json", text)
    expect(await run("pull")).toMatchObject({ code: 6, err: expect.stringContaining("different accounts") })
    expect(folder.read("templates.lock.json")).toBe(text)
  })
})
