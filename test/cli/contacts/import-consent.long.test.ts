import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { type ConsentExport, consentExports } from "../../sdk/contacts-csv/consent-exports.ts"
import { homeWithService } from "../own/run.ts"

const newSandbox = () => {
  const sandbox = homeWithService()
  const fetch: typeof sandbox.service.fetch = async (...request) => {
    await sandbox.service.world.advance("1m")
    return sandbox.service.fetch(...request)
  }
  const run = (argv: readonly string[]) => sandbox.run(argv, { io: { fetch } })
  const importFile = (content: string, flags: readonly string[] = [], name = "people.csv") => {
    writeFileSync(join(sandbox.home.folder, name), content)
    return run(["contacts", "import", join(sandbox.home.folder, name), ...flags])
  }
  const mas = new Mas(sandbox.service.clientOptions)
  const isSubscribed = async () => {
    const contacts = await mas.contacts.list({ limit: 100 }).toArray()
    return new Map(contacts.map(({ email, subscribed_email }) => [email, subscribed_email]))
  }
  return { ...sandbox, run, importFile, isSubscribed }
}

let sandbox: ReturnType<typeof newSandbox>
beforeEach(() => {
  sandbox = newSandbox()
})
afterEach(() => sandbox.close())

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@people.test`)
const subscribing = (emails: readonly string[], word = "yes") =>
  `email,opt_in\n${emails.map((email) => `${email},${word}\n`).join("")}`

/** What an import of the shape does wrong, where everybody in it is subscribed before. */
async function wrongImports(each: ConsentExport, optIn: boolean): Promise<string[]> {
  const { service, header, rows, map = {} } = each
  const emails = people(rows.length)
  const expected = rows.map(([, results]) => results[optIn ? 1 : 0])
  const count = (sign: string) => expected.filter((one) => one === sign).length
  const file = [header, ...rows.map(([cells], at) => cells.replace("@", emails[at] ?? ""))].join("\n")
  const flags = Object.entries(map).flatMap(([column, target]) => ["--map", `${column}=${target}`])
  sandbox.service.world.reset()
  const before = await sandbox.importFile(subscribing(emails))
  const { code, json, err } = await sandbox.importFile(file, [...flags, ...(optIn ? ["--opt-in"] : [])], "export.csv")
  if (before.code !== 0 || code !== 0) return [`${service}: ${err}`]
  const wrong: string[] = []
  const { agreed, left: unsubscribedCount, unknown, not_stated, taken_off } = json.consent
  const numbers = { agreed, left: unsubscribedCount, others: unknown + not_stated, taken_off }
  const expectedNumbers = { agreed: count("+"), left: count("-"), others: count("0"), taken_off: count("-") }
  if (JSON.stringify(numbers) !== JSON.stringify(expectedNumbers)) wrong.push(`${service}: ${JSON.stringify(numbers)}`)
  if (agreed + unsubscribedCount + unknown + not_stated !== json.imported)
    wrong.push(`${service}: the numbers have no sum`)
  const subscriptions = await sandbox.isSubscribed()
  for (const [at, email] of emails.entries())
    if (subscriptions.get(email) !== (expected[at] !== "-")) wrong.push(`${service}: ${rows[at]?.[0]}`)
  // Nobody is subscribed before: only those who agreed are then.
  sandbox.service.world.reset()
  await sandbox.importFile(file, [...flags, ...(optIn ? ["--opt-in"] : [])], "first.csv")
  const fresh = await sandbox.isSubscribed()
  for (const [at, email] of emails.entries())
    if (fresh.get(email) !== (expected[at] === "+")) wrong.push(`${service}, new: ${rows[at]?.[0]}`)
  return wrong
}

describe("mas contacts import, of every shape of export", () => {
  it.each([false, true])(
    "subscribes and takes off whom it should, and counts them, with --opt-in %s",
    async (optIn) => {
      const wrong: string[] = []
      for (const each of consentExports) wrong.push(...(await wrongImports(each, optIn)))
      expect(wrong).toEqual([])
    },
  )

  it("is compared row by row: a wrong expectation is found", async () => {
    const planted: ConsentExport = { service: "planted", header: "email,status", rows: [["@,bounced", "+-"]] }
    expect(await wrongImports(planted, false)).toEqual([
      'planted: {"agreed":0,"left":1,"others":0,"taken_off":1}',
      "planted: @,bounced",
      "planted, new: @,bounced",
    ])
    expect(await wrongImports(planted, true)).toEqual([])
  })
})

const refusedOne = {
  id: 2,
  resource: "contacts",
  status: "complete",
  total_rows: 1,
  success_rows: 0,
  failed_rows: 1,
  import_errors: [],
}

describe("the changes of an import", () => {
  it.each([
    ["the contacts cannot be listed", { method: "GET", path: "/v1/my/contacts", status: 403 }],
    ["the service refuses a row", { method: "GET", path: "/v1/my/imports/*", status: 200, body: refusedOne }],
  ])("are not counted if %s, and the summary says so", async (_what, fault) => {
    await sandbox.importFile(subscribing(["ada@people.test"]))
    sandbox.service.world.faults.add(fault as never)
    const { json, err } = await sandbox.importFile(subscribing(["ada@people.test"], "no"))
    expect(json.consent).toMatchObject({ left: 1, taken_off: null, opted_in_again: null })
    expect(err).toContain("Who was subscribed here is taken off; how many is not counted: ")
    sandbox.service.world.faults.clear()
    expect((await sandbox.isSubscribed()).get("ada@people.test")).toBe(false)
  })

  it("are not counted in an account with more than 10,000 contacts", async () => {
    await sandbox.importFile(subscribing(people(10_001)))
    sandbox.service.world.requests.clear()
    const { json, err } = await sandbox.importFile(subscribing(people(2), "no"), [], "left.csv")
    expect(json.consent).toMatchObject({ left: 2, taken_off: null })
    expect(err).toContain("not counted: the account has more than 10,000 contacts")
    expect(sandbox.service.world.requests.list({ method: "GET", path: "/v1/my/contacts" })).toHaveLength(1)
  })
})
