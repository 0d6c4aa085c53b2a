import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { NewRequestFault } from "../../../mock-server/base/models.gen.ts"
import { homeWithService, type RunOptions } from "../own/run.ts"

const newSandbox = () => {
  const sandbox = homeWithService()
  const { folder } = sandbox.home
  /** An import has ended whenever it is read, so that no command waits for it. */
  const fetch: typeof sandbox.service.fetch = async (...request) => {
    await sandbox.service.world.advance("1m")
    return sandbox.service.fetch(...request)
  }
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const run = (argv: readonly string[], { io, ...options }: RunOptions = {}) =>
    sandbox.run(argv, { ...options, io: { fetch, ...io } })
  return { ...sandbox, folder, file, run }
}

let sandbox: ReturnType<typeof newSandbox>
beforeEach(() => {
  sandbox = newSandbox()
})
afterEach(() => sandbox.close())

const contactsOf = async () => {
  const { json } = await sandbox.run(["contacts", "list", "--all", "--output", "json"])
  return new Map<string, Record<string, unknown>>(json.map((row: { email: string }) => [row.email, row]))
}

const aContact = (id: number) => ({
  ...{ id, brand_id: 1, uuid: `u${id}`, email: `c${id}@people.test`, first_name: null, last_name: null, data: {} },
  ...{ subscribed_email: true, source: "api", list_ids: [], channels: [] },
  ...{ created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" },
})

describe("mas contacts export", () => {
  it("prints what the import reads back unchanged", async () => {
    const rows = [
      "email,first_name,last_name,opt_in,note,E-mail",
      `+plus@people.test,'t Hooft,=cmd(),yes,"a, ""b""",x`,
      "ada@people.test,,@home,no,'+1,",
    ]
    const path = sandbox.file("a.csv", `${rows.join("\n")}\n`)
    await sandbox.run(["contacts", "import", path])
    const before = await contactsOf()
    const { out } = await sandbox.run(["contacts", "export"])
    const other = newSandbox()
    try {
      const back = other.file("back.csv", out)
      expect((await other.run(["contacts", "import", back])).code).toBe(0)
      const { json } = await other.run(["contacts", "list", "--all", "--output", "json"])
      for (const { email, first_name, last_name, subscribed_email, data } of json) {
        expect(before.get(email)).toMatchObject({ first_name, last_name, subscribed_email, data })
      }
      expect(json).toHaveLength(before.size)
    } finally {
      await other.close()
    }
  })

  it.each(["csv", "ndjson"])("is read back as %s with the control characters of a name", async (format) => {
    const names = ["\0Ada", "A\x01da", "Ada\x07", "A\x1b[1mda", "Ä\x1b"]
    for (const [at, first_name] of names.entries())
      await sandbox.run(["contacts", "create", "--input", JSON.stringify({ email: `p${at}@people.test`, first_name })])
    const { out } = await sandbox.run(["contacts", "export", "--format", format])
    const other = newSandbox()
    try {
      const { code, json, err } = await other.run(["contacts", "import", other.file(`back.${format}`, out)])
      expect([code, json?.refused, err]).toEqual([0, 0, expect.any(String)])
      const { json: there } = await other.run(["contacts", "list", "--search", "@people.test", "--output", "json"])
      expect(there.map(({ first_name }: { first_name: string }) => first_name).sort()).toEqual(names.sort())
    } finally {
      await other.close()
    }
  })

  it.each([
    ["every field", []],
    ["columns", ["--columns", "email,first_name,last_name,subscribed_email,list_ids"]],
  ])("is not required for a round trip: a list as CSV imports back too, with %s", async (_, columns) => {
    const path = sandbox.file(
      "a.csv",
      "email,first_name,last_name,opt_in\n+plus@people.test,'t Hooft,=cmd(),yes\n-a@people.test,,+49151,no\n",
    )
    await sandbox.run(["contacts", "import", path])
    const before = await contactsOf()
    const back = sandbox.file(
      "back.csv",
      (await sandbox.run(["contacts", "list", "--all", "-o", "csv", ...columns])).out,
    )
    expect((await sandbox.run(["contacts", "import", back])).code).toBe(0)
    const after = await contactsOf()
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [email, { first_name, last_name, subscribed_email }] of before)
      expect(after.get(email)).toMatchObject({ first_name, last_name, subscribed_email })
  })

  it.each(["csv", "ndjson"])(
    "is read back as %s with fields named like those of the service, and --to - is stdout",
    async (format) => {
      const path = sandbox.file(
        "a.csv",
        "email,first_name,opt_in,data.status,data.id,data.name\na@people.test,Ada,yes,unsubscribed,7,NULL\nb@people.test,Bo,no,,,x\n",
      )
      await sandbox.run(["contacts", "import", path])
      const before = await contactsOf()
      const { out } = await sandbox.run(["contacts", "export", "--format", format, "--to", "-"])
      const other = newSandbox()
      try {
        expect((await other.run(["contacts", "import", other.file(`back.${format}`, out)])).code).toBe(0)
        const { json } = await other.run(["contacts", "list", "--all", "--output", "json"])
        expect(json).toHaveLength(before.size)
        for (const { email, first_name, subscribed_email, data } of json)
          expect(before.get(email)).toMatchObject({ first_name, subscribed_email, data })
      } finally {
        await other.close()
      }
    },
  )

  it.each([["-o", "json"], ["--quiet"], ["--columns", "email"]])("refuses %s, and names --format", async (...flags) => {
    const { code, out, err } = await sandbox.run(["contacts", "export", ...flags])
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("--format ndjson chooses its format")])
    expect((await sandbox.run(["contacts", "export", "--dry-run", ...flags])).code).toBe(0)
  })

  it("writes one list as NDJSON to a file", async () => {
    const { json: list } = await sandbox.run(["lists", "create", "--name", "Readers"])
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    await sandbox.run(["contacts", "import", path, "--list", String(list.id)])
    const to = join(sandbox.folder, "out.ndjson")
    const { code } = await sandbox.run(["contacts", "export", "--list", "Readers", "--format", "ndjson", "--to", to])
    expect(code).toBe(0)
    expect(
      readFileSync(to, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).email),
    ).toEqual(["ada@people.test"])
  })

  describe("of a list that ends before its end", () => {
    const faults: [string, Partial<NewRequestFault>][] = [
      ["an empty page", { query: { page: "2" }, status: 200, body: [] }],
      ["fewer rows than are counted", { body: [aContact(1)], status: 200, headers: { "X-Total-Count": "2" } }],
      ["a full page without headers", { body: Array.from({ length: 100 }, (_, id) => aContact(id)), status: 200 }],
    ]
    beforeEach(() => sandbox.service.world.contacts.fill({ count: 150 }))

    it.each(faults)("%s: nothing is written over a file, and no list is whole", async (_what, fault) => {
      sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/contacts", ...fault })
      const path = sandbox.file("before.csv", "email\n")
      const ended = [8, expect.stringContaining('"incomplete_list"')]
      for (const line of [
        ["contacts", "export", "--to", path],
        ["contacts", "list", "--all", "--output", "json"],
        ["api", "GET", "/v1/my/contacts?limit=100", "--all"],
      ]) {
        const { code, err } = await sandbox.run(line)
        expect([line, code, err]).toEqual([line, ...ended])
      }
      expect(readFileSync(path, "utf8")).toBe("email\n")
    })

    it.each(faults)("%s: --opt-in opts in nobody", async (_what, fault) => {
      sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/contacts", ...fault })
      const path = sandbox.file("a.csv", "email\nada@people.test\n")
      const { code } = await sandbox.run(["contacts", "import", path, "--opt-in"])
      expect([code, sandbox.service.world.requests.list({ method: "POST" })]).toEqual([8, []])
      const other = await sandbox.run(["contacts", "import", path])
      expect([other.code, other.json.consent.taken_off]).toEqual([0, null])
    })
  })
})
