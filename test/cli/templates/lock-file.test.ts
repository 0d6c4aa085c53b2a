import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { addressKey, solveLock } from "../../../cli/templates/lock-file.ts"
import { solvedLock } from "../../../cli/templates/solve-lock.ts"
import { Mas, type TemplateParts } from "../../../sdk/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { localLock, TemplateFolder } from "./template-folder.ts"

it.each(["", "/", "//", "/mail/", "/v1", "/mail/v1/"])(
  "an address has the same key in the lock file and in the client: …%s",
  async (path) => {
    const baseUrl = `https://api.example.test${path}`
    const bodies: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return Response.json({ id: 1 }, { status: 201 })
    }
    const template_id = { template: "receipt", ids: { [addressKey(baseUrl)]: { "(default)": 7 } } }
    const receipt: TemplateParts<Record<string, never>> = { channel: "email", subject: "Hi", template_id }
    await new Mas({ apiKey: "k", baseUrl, fetch }).messages.send(
      { ...receipt, to: "ana@example.test" },
      { idempotencyKey: "receipt-1" },
    )
    expect(bodies).toEqual([expect.objectContaining({ template_id: 7 })])
  },
)

it.each(["api.example.test", "not an address", "https://"])(
  "a lock file with the address %j is named, with the way out, and nothing is changed",
  { tags: "slow" },
  async (address) => {
    const folder = new TemplateFolder()
    for (const file of ["templates.lock.json", localLock]) {
      folder.write(file, JSON.stringify({ [address]: { "(default)": {} } }))
      for (const verb of ["status", "pull", "push", "diff"]) {
        const { code, err } = await folder.run(verb)
        expect([verb, code, err]).toEqual([
          verb,
          6,
          expect.stringContaining(`templates/${file}:1:1 is not a valid lock file`),
        ])
        expect(err).toContain("is not the address of a service. Correct the address, or restore the file from Git")
      }
      expect(folder.files()).toEqual([])
      folder.write(file, "{}")
    }
    folder.close()
  },
)

describe("a lock file that two branches changed", () => {
  const address = "https://api.acme.test"
  const entry = (id: number, version: number) => ({ id, version, base: `b${version}` })
  const conflict = (ours: object, theirs: object) =>
    [
      ["<<<<<<< HEAD", JSON.stringify(ours, null, 2), "||||||| base", "not JSON"],
      ["=======", JSON.stringify(theirs, null, 2), ">>>>>>> other", ""],
    ]
      .flat()
      .join("\n")

  it("has the entries of both, of one folder the higher version, whichever side has it", () => {
    const [old, newer] = [
      { tea: entry(1, 1), mint: entry(2, 4) },
      { tea: entry(1, 3), chai: entry(3, 1) },
    ]
    const all = { [address]: { main: { tea: entry(1, 3), mint: entry(2, 4), chai: entry(3, 1) } } }
    const at = (main: object) => ({ [address]: { main } })
    expect(solvedLock(conflict(at(old), at(newer)))).toEqual(all)
    expect(solvedLock(conflict(at(newer), at(old)))).toEqual(all)
  })

  it("is not guessed for two accounts, or where a mark is missing", () => {
    const of = (key: string) => ({ accounts: { [address]: { main: { key, name: "Acme" } } } })
    expect(solvedLock(conflict(of("1"), of("2")))).toBe("two accounts")
    expect(solvedLock(conflict(of("1"), of("1")))).toEqual(of("1"))
    const fullText = conflict(of("1"), of("1"))
    for (const text of [fullText.replace(">>>>>>> other\n", ""), JSON.stringify(of("1")), fullText.replace("{", "")])
      expect(solvedLock(text)).toBe(undefined)
  })

  it("gives a renamed folder the newest entry of its template, and the old folder none", async () => {
    const solved = async (...folders: string[]) => {
      const dir = temporaryFolder(onTestFinished)
      for (const folder of folders) mkdirSync(join(dir, folder))
      const at = (main: object) => ({ [address]: { main } })
      const file = join(dir, "templates.lock.json")
      writeFileSync(file, conflict(at({ chai: entry(1, 1) }), at({ tea: entry(1, 2), mint: entry(2, 1) })))
      expect(await solveLock(dir)).toBe(true)
      return JSON.parse(readFileSync(file, "utf8"))[address].main
    }
    expect(await solved("chai")).toEqual({ chai: entry(1, 2), mint: entry(2, 1) })
    expect(await solved("tea")).toEqual({ tea: entry(1, 2), mint: entry(2, 1) })
    // Without either folder both may have been deleted on one side only.
    expect(await solved("mint")).toEqual({ chai: entry(1, 1), tea: entry(1, 2), mint: entry(2, 1) })
    expect(await solved("chai", "tea")).toEqual({ chai: entry(1, 1), tea: entry(1, 2), mint: entry(2, 1) })
  })
})
