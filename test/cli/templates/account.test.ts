import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createMockService, type MockService } from "../../../mock-server/index.ts"
import { dialog } from "../own/dialog.ts"
import { localLock, TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
let other: MockService
beforeEach(async () => {
  folder = new TemplateFolder()
  other = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
  for (const name of ["Tea", "Mint"]) await folder.add({ name, subject: name, body: "One" })
  await folder.run("pull")
})
afterEach(async () => {
  await folder.close()
  await other.close()
})

const asOther = () => ({ io: { fetch: other.fetch } })

describe("a folder of templates belongs to an account", () => {
  it.each(["status", "diff", "pull --yes", "push --yes", "push --dry-run", "push --check"])(
    "another one at its address is refused: %s",
    async (line) => {
      const before = folder.files()
      const { code, err, rows } = await folder.run(line, asOther())
      expect([code, rows]).toEqual([5, []])
      expect(err).toContain("Acme (account 1)")
      expect(err).toContain("belongs to")
      expect(err.startsWith("Acme (account 1), ")).toBe(true)
      expect(folder.files()).toEqual(before)
      expect(other.world.requests.list().filter(({ method }) => method !== "GET")).toEqual([])
    },
  )

  it("with its name given, it belongs to the other from then on, matched by names", async () => {
    const { code } = await folder.run("pull --confirm-account Acme", asOther())
    expect(code).toBe(0)
    const { rows } = await folder.run("status", asOther())
    expect(rows).toMatchObject([{ state: "new_here" }, { state: "new_here" }, { folder: "welcome", state: "same" }])
    expect((await folder.run("status")).code).toBe(5)
  })

  it("refuses the name of another account", async () => {
    const { code, err } = await folder.run("pull --confirm-account Acne", asOther())
    expect(code).not.toBe(0)
    expect(err).toContain("is not the name of this account, which is Acme (account 1)")
  })

  it.each(["pull --yes", "push --yes"])("%s changes nothing if everything is gone there", async (line) => {
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: [], times: 9 })
    const before = folder.files()
    const { code, err } = await folder.run(line)
    expect([code, err]).toEqual([2, expect.stringContaining("needs the account's name")])
    expect(folder.files()).toEqual(before)
    expect(await folder.run("pull --yes --confirm-account Acme")).toMatchObject({ code: 0 })
    expect(folder.files()).toEqual([])
  })

  it("a person at a terminal types the account's name before everything is deleted", async () => {
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: [], times: 9 })
    const before = folder.files()
    const pull = (typed: string) =>
      dialog(folder.sandbox.home, ["templates", "pull", "--yes"], [typed], { columns: 200 })
    const wrong = await pull("yes")
    expect(wrong).toContain("Acme (account 1) has none of the templates that this folder knows there.")
    expect(wrong).toContain("Type the account's name to continue (Acme):")
    expect([wrong.split("\n")[0], folder.files()]).toEqual([expect.stringMatching(/ends with 1$/), before])
    expect([(await pull("Acme")).split("\n")[0], folder.files()]).toEqual([expect.stringMatching(/ends with 0$/), []])
  })

  it("two pulls at once keep all entries", async () => {
    folder.remove("")
    const ended = await Promise.all([folder.run("pull"), folder.run("pull")])
    expect(ended.map(({ code }) => code)).toEqual([0, 0])
    expect(Object.keys(folder.lock[folder.sandbox.service.url]["(default)"])).toEqual(["mint", "tea", "welcome"])
  })

  it("Git ignores what is true on this machine only", () => {
    expect([folder.has("templates.lock.json"), folder.has(localLock)]).toEqual([false, true])
    expect(folder.read(".base/local/.gitignore")).toBe("*\n")
  })

  it("a pull merges the lock files of two branches, by folder the higher version", async () => {
    const side = (entries: string) => `    "main": {\n${entries}\n    }\n`
    const entry = (id: number, version = 1) => `{ "id": ${id}, "version": ${version}, "base": "b${version}" }`
    const text = [
      '{\n  "https://api.acme.test": {\n<<<<<<< HEAD\n',
      side(`"tea": ${entry(7, 2)}, "mint": ${entry(8)}`),
      "=======\n",
      side(`"tea": ${entry(7)}, "chai": ${entry(9)}`),
      ">>>>>>> other\n  }\n}\n",
    ].join("")
    folder.write("templates.lock.json", text)
    expect((await folder.run("push")).err).toContain("mas templates pull merges their entries")
    expect((await folder.run("pull")).code).toBe(0)
    expect(folder.lock["https://api.acme.test"].main).toMatchObject({
      chai: { version: 1 },
      mint: { version: 1 },
      tea: { version: 2 },
    })
  })
})
