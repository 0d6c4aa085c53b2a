import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService, rowsIn } from "./run.ts"

let place: ReturnType<typeof homeWithService>
beforeEach(() => {
  place = homeWithService()
})
afterEach(() => place.close())

const run = (line: string) => place.run(line.split(" "))

describe("mas lists contacts", () => {
  beforeEach(async () => {
    await run("lists create --name Customers")
    const emails = Array.from({ length: 45 }, (_, index) => `c${index}@example.test`)
    for (const email of emails) await run(`contacts create --email ${email}`)
    await place.run(["lists", "update-contacts", "2", "--action", "add", "--emails", emails.join(",")])
  })

  it("prints a page of the list's contacts, by its name or its id", async () => {
    const byName = await run("lists contacts customers")
    expect(byName.json).toHaveLength(30)
    expect(byName.json[0]).toMatchObject({ email: "c0@example.test", list_ids: [2] })
    expect(byName.err).toContain("30 of 45")
    expect((await run("lists contacts 2")).out).toBe(byName.out)
  })

  it("supports the flags of lists: --all, --limit, --page, --columns, --quiet, --search, formats", async () => {
    expect(rowsIn((await run("lists contacts 2 --all -o ndjson")).out)).toHaveLength(45)
    const page = await run("lists contacts 2 --limit 20 --page 3 --columns email")
    expect(page.json).toEqual([40, 41, 42, 43, 44].map((index) => ({ email: `c${index}@example.test` })))
    expect((await run("lists contacts 2 --quiet --limit 2")).out.split("\n")).toHaveLength(3)
    expect((await run("lists contacts 2 --search c44")).json).toHaveLength(1)
    const csv = await run("lists contacts 2 --limit 1 -o csv")
    expect(csv.out).toMatch(/^id,brand_id,uuid,email,/)
    const table = await place.run(["lists", "contacts", "2", "--limit", "1"], { terminal: true })
    expect(table.out).toMatch(/id +email +first_name/)
    expect(table.err).toContain("mas lists contacts 2 --limit 1 --page 2")
  })

  it("reports an unknown list or column", async () => {
    const none = await run("lists contacts Nobody")
    expect([none.code, JSON.parse(none.err).error.message]).toEqual([4, 'There is no list "Nobody"'])
    expect((await run("lists contacts 2 --columns colour")).code).toBe(2)
  })
})

describe("mas campaigns cancel", () => {
  const refusal = async (id: string) => {
    const { code, out, err } = await run(`campaigns cancel ${id}`)
    return { code, out, ...JSON.parse(err).error }
  }

  it("says that the service has no call for it, and what to do instead", async () => {
    await run("campaigns create --name Spring --template-id 1 --audience-type all_contacts")
    const draft = await refusal("1")
    expect(draft).toMatchObject({
      ...{ code: "not_supported", out: "" },
      message: "The service has no call that cancels a campaign: nothing was changed",
      hint: "It is a draft, and goes out only once `mas campaigns send` is run. On a mock server `mas mock campaigns 1 cancel` cancels it.",
    })
    await run("campaigns send 1 --deliver-at 2026-03-02T12:00:00Z --yes")
    expect((await refusal("1")).hint).toContain(
      "It goes out at 2026-03-02T12:00:00.000Z, and can no longer be changed.",
    )
    expect((await run("campaigns cancel 1")).code).toBe(1)
    await place.service.world.advance("2d")
    expect((await refusal("1")).hint).toContain("It is completed, and no longer sends.")
    expect((await run("campaigns cancel 9")).code).toBe(4)
  })
})

describe("mas imports create without --resource", () => {
  const file = { stdin: "email\nada@example.test\nnobody\n" }

  it("sends the only possible value, and shows it in a dry run", async () => {
    const shown = await place.run(["imports", "create", "--file", "-", "--dry-run"], file)
    expect(shown.json.body.resource).toBe("contacts")
    const made = await place.run(["imports", "create", "--file", "-"], file)
    expect([made.code, made.json.resource]).toEqual([0, "contacts"])
    const other = await place.run(["imports", "create", "--file", "-", "--resource", "deals"], file)
    expect(other.code).toBe(6)
  })

  it("names the parts of a refused row on a terminal, and in --columns", async () => {
    await place.run(["imports", "create", "--file", "-"], file)
    await place.service.world.advance("1h")
    expect((await run("imports get 1")).json.import_errors).toEqual([[3, expect.any(String), "nobody"]])
    const shown = await place.run(["imports", "get", "1"], { terminal: true })
    expect(shown.out).toMatch(/import_errors\S*\n\s+\S*line +problem +row/)
    expect((await run("imports get 1 --columns import_errors.line,import_errors.row")).json).toEqual({
      ...{ "import_errors.line": [3], "import_errors.row": ["nobody"] },
    })
  })
})
