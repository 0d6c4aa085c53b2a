import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Home, homeWithService } from "./own/run.ts"

const place = homeWithService()
const { world } = place.service
beforeAll(() => {
  world.fillContacts({ count: 247 })
})
afterAll(() => place.close())

/** The queries of the requests for a list since the journal was cleared. */
const asked = () =>
  world
    .requests({ path: "/v1/my/contacts" })
    .toReversed()
    .map(({ query }) => query)

const list = async (...flags: string[]) => {
  world.clearRequests()
  return place.run(["contacts", "list", ...flags])
}

describe("a list", () => {
  it("is one page of the service's own size when nothing else is said", async () => {
    expect((await list()).json).toHaveLength(30)
    expect(asked()).toHaveLength(1)
  })

  it("is the page asked for", async () => {
    const { json } = await list("--page", "2", "--limit", "10")
    expect(json.map(({ id }: { id: number }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  })

  it("is as many rows as the limit says, over as many pages as that takes", async () => {
    expect((await list("--limit", "7")).json).toHaveLength(7)
    expect(asked()).toHaveLength(1)
    expect((await list("--limit", "120")).json).toHaveLength(120)
    expect(asked()).toHaveLength(2)
    expect((await list("--all", "--limit", "120")).json).toHaveLength(120)
  })

  it.each([["json"], ["ndjson"], ["csv"], ["table"]])("is every row with --all, as %s", async (format) => {
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
    expect(asked()).toHaveLength(3)
  })

  it.each([
    [[], "30 of 250: --all for the rest\n"],
    [["--output", "csv"], "30 of 250: --all for the rest\n"],
    [["--quiet"], "30 of 250: --all for the rest\n"],
    [["--limit", "7", "-o", "ndjson"], "7 of 250: --all for the rest\n"],
    [["--limit", "120"], "120 of 250: --all for the rest\n"],
    [["--page", "9"], ""],
    [["--page", "3", "--limit", "100"], ""],
    [["--limit", "250"], ""],
    [["--search", "nobody"], ""],
  ])("says on stderr when it is cut where a program reads it: %j", async (flags, said) => {
    expect((await list(...flags)).err).toBe(said)
  })

  it("says nothing of the kind when it is whole", async () => {
    expect((await list("--all")).err).not.toContain("--all")
  })

  it.each(["0", "-1", "abc", "1.5"])("refuses the limit %s as the contract does", async (limit) => {
    expect((await list("--limit", limit)).code).toBe(6)
    expect(asked()).toEqual([])
  })

  it("of nothing is an empty array, no line of text, and a word on a terminal", async () => {
    const none = ["--search", "nobody-has-this-name"]
    expect((await list(...none)).json).toEqual([])
    expect((await list(...none, "--all")).json).toEqual([])
    expect(await list(...none, "-o", "ndjson")).toMatchObject({ out: "", err: "" })
    expect(await list(...none, "-o", "table")).toMatchObject({ out: "", err: "Nothing found.\n" })
  })

  it("says on a terminal that there is more, and how to get it", async () => {
    const { err } = await place.run(["contacts", "list"], { terminal: true })
    expect(err).toBe("Page 1 of 9, 250 rows in all. Next: --page 2. Everything: --all.\n")
    const { err: last } = await place.run(["contacts", "list", "--page", "9"], { terminal: true })
    expect(last).toBe("")
  })

  it("keeps the columns asked for, in their order, in every format", async () => {
    const columns = ["--limit", "1", "--columns", "email,id,channels.0.kind"]
    expect((await list(...columns)).json).toEqual([{ email: "ada@example.test", id: 1, "channels.0.kind": "email" }])
    expect((await list(...columns, "-o", "csv")).out).toBe("email,id,channels.0.kind\nada@example.test,1,email\n")
    expect((await list(...columns, "-o", "table")).out).toBe(
      "email             id  channels.0.kind\nada@example.test   1  email\n",
    )
  })
})

describe("a list whose columns nobody has chosen", () => {
  it("shows the fields that are no lists and no objects, in the order of its rows", async () => {
    const { out } = await place.run(["api", "GET", "/v1/my/contacts?limit=1", "-o", "table"])
    expect(out.split("\n")[0]?.split(/ +/)).toEqual(
      "id brand_id uuid email first_name last_name source subscribed_email created_at updated_at".split(" "),
    )
  })
})

describe("a list that ends early", () => {
  it("is valid JSON up to there when the service fails on a later page", async () => {
    let calls = 0
    const home = new Home({ MAS_BASE_URL: place.service.url, MAS_API_KEY: place.service.apiKey }, (url, init) => {
      calls += 1
      return calls < 3
        ? place.service.fetch(url, init)
        : Promise.resolve(Response.json({ message: "no" }, { status: 500 }))
    })
    const { code, json, err } = await home.run(["contacts", "list", "--all", "--max-retries", "0"])
    expect([code, json.length]).toEqual([1, 200])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.status).toBe(500)
    home.remove()
  })

  it("is valid JSON up to there after Ctrl-C, and says how to go on", async () => {
    let calls = 0
    let stop = () => {}
    const home = new Home({ MAS_BASE_URL: place.service.url, MAS_API_KEY: place.service.apiKey }, async (url, init) => {
      calls += 1
      if (calls === 2) stop()
      return place.service.fetch(url, init)
    })
    const running = home.start(["contacts", "list", "--all"])
    stop = running.interrupt
    const { code, json, err } = await running.ended
    expect([code, json.length]).toEqual([130, 100])
    expect(JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error.hint).toBe(
      "To go on: mas contacts list --all --page 2",
    )
    home.remove()
  })
})

describe("a list of any length", () => {
  it("is printed as it comes: no more than a page is held back from a reader who waits", async () => {
    const printed: number[] = []
    const home = new Home({ MAS_BASE_URL: place.service.url, MAS_API_KEY: place.service.apiKey }, async (url, init) => {
      const answer = await place.service.fetch(url, init)
      printed.push(running.stdout.text.match(/"id": \d+,\n {4}"brand_id"/g)?.length ?? 0)
      return answer
    })
    const running = home.start(["contacts", "list", "--all"])
    expect((await running.ended).json).toHaveLength(250)
    expect(printed).toEqual([0, 100, 200])
    home.remove()
  })
})

describe("text from the network", () => {
  const name = "\x1b[31mRed\x07\x9b1m \x1b]0;title\x07\u202eend"

  it.each(["table", "csv", "json", "ndjson"])(
    "holds nothing that a terminal acts on, into a pipe too: %s",
    async (format) => {
      const email = `hostile-${format}@example.test`
      await place.run(["contacts", "create", "--email", email, "--first-name", name])
      for (const terminal of [true, false]) {
        const { out } = await place.run(
          ["contacts", "list", "--search", email, "--columns", "first_name", "--output", format, "--no-color"],
          { terminal },
        )
        expect(out).toContain("Red")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
        if (format.endsWith("json")) expect([JSON.parse(out)].flat()).toEqual([{ first_name: name }])
      }
    },
  )
})
