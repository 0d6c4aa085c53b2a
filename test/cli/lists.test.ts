import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lastCommand } from "./command-line.ts"
import { Home, homeWithService } from "./own/run.ts"

const sandbox = homeWithService()
const { world } = sandbox.service
beforeAll(async () => {
  await world.contacts.fill({ count: 247 })
})
afterAll(() => sandbox.close())

/** The queries of list requests since the journal was cleared. */
const listQueries = () =>
  world.requests
    .list({ path: "/v1/my/contacts" })
    .toReversed()
    .map(({ query }) => query)

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

const list = async (...flags: string[]) => {
  world.requests.clear()
  return sandbox.run(["contacts", "list", ...flags])
}

describe("a list", () => {
  it("is one page of the service's size by default", async () => {
    expect((await list()).json).toHaveLength(30)
    expect(listQueries()).toHaveLength(1)
  })

  it("is the requested page", async () => {
    const { json } = await list("--page", "2", "--limit", "10")
    expect(json.map(({ id }: { id: number }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  })

  it("has as many rows as --limit, over as many pages as needed", async () => {
    expect((await list("--limit", "7")).json).toHaveLength(7)
    expect(listQueries()).toHaveLength(1)
    expect((await list("--limit", "120")).json).toHaveLength(120)
    expect(listQueries()).toHaveLength(2)
    expect((await list("--all", "--limit", "120")).json).toHaveLength(120)
  })

  it.each([["json"], ["ndjson"], ["csv"], ["table"]])("has every row with --all, as %s", async (format) => {
    const { out, code } = await list("--all", "--output", format)
    expect(code).toBe(0)
    const lines = out.trimEnd().split("\n")
    const rows = {
      json: () => JSON.parse(out).length,
      ndjson: () => lines.length,
      csv: () => parse(out).length - 1,
      table: () => lines.length - 1,
    }
    expect(rows[format as keyof typeof rows]()).toBe(250)
    expect(listQueries()).toHaveLength(3)
  })

  it.each([
    [[], "30 of 250: --all for the rest\n"],
    [["--output", "csv"], "30 of 250: --all for the rest\n"],
    [["--quiet"], "30 of 250: --all for the rest\n"],
    [["--limit", "7", "-o", "ndjson"], "7 of 250: --all for the rest\n"],
    [
      ["--all", "--limit", "7"],
      "contacts list, 7 of 7 rows\ncontacts list: done, 7 rows\n7 of 250: omit --limit for the rest\n",
    ],
    [["--limit", "120"], "120 of 250: --all for the rest\n"],
    [["--page", "9"], ""],
    [["--page", "3", "--limit", "100"], ""],
    [["--limit", "250"], ""],
    [["--search", "nobody"], ""],
  ])("says on stderr that it was cut, when a program reads it: %j", async (flags, note) => {
    expect((await list(...flags)).err).toBe(note)
  })

  it("says nothing of that when it is complete", async () => {
    expect((await list("--all")).err).not.toContain("--all")
  })

  it.each(["0", "-1", "abc", "1.5"])("refuses the limit %s, as the contract does", async (limit) => {
    expect((await list("--limit", limit)).code).toBe(6)
    expect(listQueries()).toEqual([])
  })

  it("without rows is an empty array in JSON, no line in NDJSON, and a note for a table", async () => {
    const none = ["--search", "nobody-has-this-name"]
    expect((await list(...none)).json).toEqual([])
    expect((await list(...none, "--all")).json).toEqual([])
    expect(await list(...none, "-o", "ndjson")).toMatchObject({ out: "", err: "" })
    expect(await list(...none, "-o", "table")).toMatchObject({ out: "", err: "Nothing found.\n" })
  })

  it("says on a terminal that there is more, with the command for it", async () => {
    const { err } = await sandbox.run(["contacts", "list"], { terminal: true })
    const where = `--base-url ${sandbox.service.url}`
    expect(err).toBe(
      [
        "Page 1 of 9, 250 rows in all.",
        `Next: mas contacts list --page 2 ${where}`,
        `Everything: mas contacts list --all ${where}`,
        "",
      ].join("\n"),
    )
    const { err: last } = await sandbox.run(["contacts", "list", "--page", "9"], { terminal: true })
    expect(last).toBe("")
  })

  it.each(["csv", "csv-excel", "json", "ndjson"])(
    "has no output, not even a header, when it is not there: %s",
    async (format) => {
      const { code, out } = await sandbox.run(["validations", "items", "99", "-o", format])
      expect([code, out]).toEqual([4, ""])
    },
  )

  it("keeps the requested columns in their order, in every format", async () => {
    const columns = ["--limit", "1", "--columns", "email,id,channels.0.kind"]
    expect((await list(...columns)).json).toEqual([{ email: "ada@example.test", id: 1, "channels.0.kind": "email" }])
    expect((await list(...columns, "-o", "csv")).out).toBe("email,id,channels.0.kind\nada@example.test,1,email\n")
    expect((await list(...columns, "-o", "table")).out).toBe(
      "email             id  channels.0.kind\nada@example.test   1  email\n",
    )
  })
})

describe("--quiet", () => {
  const run = (line: string) => sandbox.run(line.split(" "))

  it.each([
    ["profiles list", "mock"],
    ["doctor", "versions"],
    ["mock checkpoints --save before && mock checkpoints", "before"],
    ["whoami --profile mock", "mock"],
  ])("prints the name of a row that has no other id: %s", async (line, name) => {
    const words = line.split(" && ")
    for (const one of words.slice(0, -1)) await run(one)
    const last = words.at(-1) ?? ""
    expect((await run(`${last} -q`)).out.split("\n")).toContain(name)
    expect([(await run(`${last} -q -o json`)).json].flat()).toContain(name)
  })

  it("refuses rows that have neither id nor name", async () => {
    await run("api GET /v1/my/nothing")
    const { code, out, err } = await run("api GET /_mock/errors -q")
    expect([code, out]).toEqual([2, ""])
    expect(err).toContain("these rows have none")
    expect((await run("api GET /_mock/errors -q -o json")).code).toBe(2)
  })
})

describe("the printed next-page command", () => {
  it("continues the same list without gaps or duplicates, for every size and filter", { tags: "slow" }, async () => {
    const all = ids((await sandbox.run(["contacts", "list", "--all"])).json)
    const sizes = fc.record({
      limit: fc.option(fc.oneof(fc.integer({ min: 40, max: 300 }), fc.constantFrom(100, 150, 200, 250, 249, 251))),
      search: fc.constantFrom("example.test", "1"),
      columns: fc.constantFrom("id", "id,email"),
    })
    await fc.assert(
      fc.asyncProperty(sizes, async ({ limit, search, columns }) => {
        const words = ["contacts", "list", "--search", search, "--columns", columns, "-o", "table", "--no-color"]
        let argv: readonly string[] | undefined = limit === null ? words : [...words, "--limit", `${limit}`]
        const allRows = await sandbox.run(["contacts", "list", "--search", search, "--all"])
        const read: number[] = []
        for (let turns = 0; argv; turns += 1) {
          const { code, out, err } = await sandbox.run(argv)
          expect([code, turns < 20, out.split("\n")[0]?.split(/ +/).filter(Boolean).toSorted()]).toEqual([
            0,
            true,
            columns.split(",").toSorted(),
          ])
          read.push(
            ...out
              .trimEnd()
              .split("\n")
              .slice(1)
              .map((line) => Number(/(?:^|\s)(\d+)(?:\s|$)/.exec(line)?.[1])),
          )
          const next: string | undefined = /^Next: (.*)$/m.exec(err)?.[1]
          argv = next === undefined ? undefined : lastCommand(next).argv
        }
        expect(read).toEqual(ids(allRows.json))
        expect(all).toEqual(expect.arrayContaining(read))
      }),
      { numRuns: 40 },
    )
  })
})

describe("a list without default columns", () => {
  it("shows the scalar fields, in the order of the rows", async () => {
    const { out } = await sandbox.run(["api", "GET", "/v1/my/contacts?limit=1", "-o", "table"])
    expect(out.split("\n")[0]?.split(/ +/)).toEqual(
      "id brand_id uuid email first_name last_name source subscribed_email created_at updated_at".split(" "),
    )
  })
})

describe("a list that ends early", () => {
  it("is valid JSON up to that point if the service fails on a later page", async () => {
    let calls = 0
    const home = new Home({ MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey }, (url, init) => {
      calls += 1
      return calls < 3
        ? sandbox.service.fetch(url, init)
        : Promise.resolve(Response.json({ message: "no" }, { status: 500 }))
    })
    const { code, json, err } = await home.run(["contacts", "list", "--all", "--max-retries", "0"])
    expect([code, json.length]).toEqual([1, 200])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.status).toBe(500)
    home.remove()
  })

  it("resumes after Ctrl-C at the row where it stopped, with the printed command, for every size", async () => {
    const all = ids((await sandbox.run(["contacts", "list", "--all"])).json)
    const stops = fc.tuple(
      fc.integer({ min: 101, max: 260 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 2, max: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(stops, async ([limit, page, stopAt]) => {
        let calls = 0
        let stop = () => {}
        const home = new Home(
          { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey },
          async (url, init) => {
            calls += 1
            if (calls === stopAt) stop()
            return sandbox.service.fetch(url, init)
          },
        )
        const running = home.start(["contacts", "list", "--limit", `${limit}`, "--page", `${page}`, "--columns", "id"])
        stop = running.interrupt
        const { code, json, err } = await running.ended
        home.remove()
        const start = (page - 1) * limit
        if (code === 0) {
          expect(ids(json)).toEqual(all.slice(start, start + limit))
          return
        }
        const command = JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint.replace("To resume: ", "")
        const rest = await sandbox.run(lastCommand(command).argv)
        const both = [...ids(json), ...ids(rest.json)]
        expect(both.length).toBeGreaterThan(json.length)
        expect(both).toEqual(all.slice(start, start + both.length))
        expect(both.length).toBeLessThanOrEqual(limit)
        expect(Object.keys(rest.json[0])).toEqual(["id"])
      }),
      { numRuns: 40 },
    )
  })

  it("is valid JSON up to that point after Ctrl-C, with the command to resume", async () => {
    let calls = 0
    let stop = () => {}
    const home = new Home(
      { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey },
      async (url, init) => {
        calls += 1
        if (calls === 2) stop()
        return sandbox.service.fetch(url, init)
      },
    )
    const running = home.start(["contacts", "list", "--all"])
    stop = running.interrupt
    const { code, json, err } = await running.ended
    expect([code, json.length]).toEqual([130, 100])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint).toBe(
      `To resume: mas contacts list --all --page 2 --base-url ${sandbox.service.url}`,
    )
    home.remove()
  })
})

describe("a list of any length", () => {
  it("is streamed: at most one page is held back", async () => {
    const printed: number[] = []
    const home = new Home(
      { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey },
      async (url, init) => {
        const response = await sandbox.service.fetch(url, init)
        printed.push(running.stdout.text.match(/"id": \d+,\n {4}"brand_id"/g)?.length ?? 0)
        return response
      },
    )
    const running = home.start(["contacts", "list", "--all"])
    expect((await running.ended).json).toHaveLength(250)
    expect(printed).toEqual([0, 100, 200])
    home.remove()
  })
})

describe("text from the network", () => {
  const name = "\x1b[31mRed\x07\x9b1m \x1b]0;title\x07\u202eend"

  it.each(["table", "csv", "json", "ndjson"])("has no control characters, even in a pipe: %s", async (format) => {
    const email = `hostile-${format}@example.test`
    await sandbox.run(["contacts", "create", "--email", email, "--first-name", name])
    for (const terminal of [true, false]) {
      const { out } = await sandbox.run(
        ["contacts", "list", "--search", email, "--columns", "first_name", "--output", format, "--no-color"],
        { terminal },
      )
      expect(out).toContain("Red")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
      if (format.endsWith("json")) expect([JSON.parse(out)].flat()).toEqual([{ first_name: name }])
    }
  })
})

describe("times of a mock server", () => {
  it("are relative to its own clock, frozen or running", async () => {
    for (const clock of ["frozen", "real"] as const) {
      const elsewhere = homeWithService({ clock })
      await elsewhere.service.world.advance("3h")
      const { out } = await elsewhere.run(["contacts", "list"], { terminal: true })
      expect(out).toContain("3 h ago")
      const { out: utcText } = await elsewhere.run(["contacts", "list", "--utc"], { terminal: true })
      expect(utcText).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)
      await elsewhere.close()
    }
  })
})

describe("a record that is longer than a screen", () => {
  const terminal = { terminal: true, env: { NO_COLOR: "1" } }

  it("shows its most important fields on a terminal, with the flag for the rest", async () => {
    const { out, err } = await sandbox.run(["account", "get"], terminal)
    expect(out.trim().split("\n").length).toBeLessThan(24)
    expect(out).toMatch(/billing.plan_name +Free/)
    expect(err).toContain("--output table shows all.")
  })

  it("is complete if a format is requested, and in a pipe", async () => {
    const record = await sandbox.run(["account", "get", "--output", "table"], terminal)
    expect(record.out).toContain("retention_days")
    expect(record.err).toBe("")
    expect((await sandbox.run(["account", "get"])).json.billing.entitlements).toBeDefined()
    const { out } = await sandbox.run(["account", "get", "--columns", "name"], terminal)
    expect(out.trim()).toMatch(/^name +Acme$/)
  })
})
