import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService, rowsIn } from "../own/run.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const run = (line: string) => sandbox.run(line.split(" "))

describe("mas lists contacts", () => {
  beforeEach(async () => {
    await run("lists create --name Customers")
    const emails = Array.from({ length: 45 }, (_, index) => `c${index}@example.test`)
    for (const email of emails) await run(`contacts create --email ${email}`)
    await sandbox.run(["lists", "update-contacts", "2", "--action", "add", "--emails", emails.join(",")])
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
    const table = await sandbox.run(["lists", "contacts", "2", "--limit", "1"], { terminal: true })
    expect(table.out).toMatch(/id +email +first_name/)
    expect(table.err).toContain("mas lists contacts 2 --limit 1 --page 2")
  })

  it("asks for the id where several lists have the name", async () => {
    await run("lists create --name CUSTOMERS")
    const { code, err } = await run("lists contacts customers")
    expect([code, JSON.parse(err).error.message]).toEqual([2, '2 lists are called "customers": 2, 3'])
    expect((await run("lists contacts 3")).json).toEqual([])
  })

  it("takes a number for an id, also where it is the name of another list", async () => {
    for (const name of ["2", "1", "1"]) await run(`lists create --name ${name}`)
    expect((await run("lists contacts 2 --all")).json).toHaveLength(45)
    expect((await run("lists contacts 1")).code).toBe(0)
    const { code, err } = await run("lists contacts 77")
    expect([code, JSON.parse(err).error.message]).toEqual([4, "There is no list with the id 77"])
  })

  it("chooses no list by its name where not all lists were read", async () => {
    const faults = { method: "GET", path: "/v1/my/lists", status: 200, headers: { "X-Total-Count": "200" } }
    const { json } = await run("lists list --output json")
    sandbox.service.world.faults.add({ ...faults, body: json })
    const { code, err } = await run("lists contacts customers")
    expect([code, JSON.parse(err).error.code]).toEqual([8, "incomplete_list"])
  })

  it.each([
    ["contacts", "list", "--search"],
    ["lists", "contacts", "2", "--search"],
    ["managed-accounts", "list", "--q"],
  ])("does not list everything for an empty text to look for: mas %s %s %s", async (...words) => {
    const { code, err } = await sandbox.run([...words, ""])
    expect([code, JSON.parse(err).error.message]).toEqual([6, `${words.at(-1)} cannot be empty`])
  })

  it("reports an unknown list or column", async () => {
    const none = await run("lists contacts Nobody")
    expect([none.code, JSON.parse(none.err).error.message]).toEqual([4, 'There is no list "Nobody"'])
    expect((await run("lists contacts 2 --columns colour")).code).toBe(2)
  })
})
