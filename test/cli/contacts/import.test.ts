import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { exportCases } from "../../sdk/contacts-csv/exports.ts"
import { workbookOf } from "../../support/workbook.ts"
import { dialog } from "../own/dialog.ts"
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
  return { ...sandbox, folder, file, run, fetch }
}

let sandbox: ReturnType<typeof newSandbox>
beforeEach(() => {
  sandbox = newSandbox()
})
afterEach(() => sandbox.close())

/** A finished import, as the service shows it. */
const anImport = {
  ...{ id: 1, resource: "contacts", status: "complete", progress_pct: 100, assigned_list_ids: [] },
  ...{
    started_at: "2026-03-01T12:00:00.000Z",
    ended_at: "2026-03-01T12:00:00.000Z",
    created_at: "2026-03-01T12:00:00.000Z",
  },
}

const contactsOf = async () => {
  const { json } = await sandbox.run(["contacts", "list", "--all", "--output", "json"])
  return new Map<string, Record<string, unknown>>(json.map((row: { email: string }) => [row.email, row]))
}

describe("mas contacts import", () => {
  it("counts who is taken off, and who had left here and is opted in again", async () => {
    const imported = (name: string, content: string) => sandbox.run(["contacts", "import", sandbox.file(name, content)])
    const agreed = (...emails: string[]) => `email,opt_in\n${emails.map((email) => `${email},yes\n`).join("")}`
    const [ada, bo, cy] = ["ada@people.test", "bo@people.test", "cy@people.test"]
    await imported("first.csv", agreed(ada, bo))
    const unsubscribing = await imported(
      "left.csv",
      `email,Unsubscribed\n${ada},yes\nADA@people.test,yes\n${bo},\n${cy},yes\n`,
    )
    expect(unsubscribing.json.consent).toMatchObject({ left: 3, taken_off: 1, opted_in_again: 0 })
    expect(unsubscribing.err).toContain("Those who left get no mail. 1 of them was subscribed here and is taken off.")
    const back = await imported("back.csv", agreed(ada, bo, cy))
    expect(back.json.consent).toMatchObject({ agreed: 3, taken_off: 0, opted_in_again: 1 })
    expect(back.err).toContain("1 who had left here is opted in again, because the file says that they agreed.")
    const none = await imported("second.csv", `email,opt_in\n${bo},no\n${cy},no\n`)
    expect(none.err).toContain("2 of them were subscribed here and are taken off.")
    const both = await imported("both.csv", agreed(bo, cy))
    expect(both.err).toContain("2 who had left here are opted in again, because the file says that they agreed.")
  })

  it("opts in nobody who is here without a subscription and of whom the file says nothing", async () => {
    const imported = (name: string, content: string, ...flags: string[]) =>
      sandbox.run(["contacts", "import", sandbox.file(name, content), ...flags])
    // Imported as left: unlike who was taken off, such a contact has no time of leaving.
    await imported("left.csv", "email,opt_in\nada@people.test,no\nbo@people.test,yes\n")
    await imported("taken-off.csv", "email,opt_in\nbo@people.test,no\n")
    const rows = "email,Opt-in\nADA@people.test,\nbo@people.test,\ncy@people.test,\n"
    const consent = { agreed: 1, agreed_by: { "--opt-in": 1 }, not_stated: 2, not_subscribed_here: 2 }
    const note = "2 who are here and not subscribed stay so, because only --opt-in says that they agreed."
    for (const flags of [["--dry-run"], []]) {
      const { json, err } = await imported("all.csv", rows, "--opt-in", ...flags)
      expect(json).toMatchObject({ opted_in: 1, consent })
      expect(err).toContain("Consent in the first 3 rows: 1 agreed (--opt-in), 0 left, 2 not stated: not opted in")
      expect(err).toContain(note)
      expect(err).toContain("--map COLUMN=opt_in")
    }
    const subscribed = [...(await contactsOf())].filter(([email]) => email.endsWith("@people.test"))
    expect(subscribed.map(([email, { subscribed_email }]) => [email, subscribed_email]).sort()).toEqual([
      ["ada@people.test", false],
      ["bo@people.test", false],
      ["cy@people.test", true],
    ])
    const one = await imported("one.csv", "email\nada@people.test\n", "--opt-in")
    expect(one.err).toContain(
      "1 who is here and not subscribed stays so, because only --opt-in says that the person agreed.",
    )
    const agreed = await imported("all.csv", rows.replaceAll(",\n", ",yes\n"), "--opt-in")
    expect(agreed.json.consent).toMatchObject({ agreed: 3, opted_in_again: 1, not_subscribed_here: 0 })
    expect(agreed.err).toContain("1 who had left here is opted in again, because the file says that they agreed.")
  })

  it("judges by --opt-in in a resumed run who has left since, but not the rows that were uploaded", async () => {
    const emails = Array.from({ length: 10 }, (_, number) => `p${number}@people.test`)
    const path = sandbox.file("ten.csv", `email\n${emails.join("\n")}\n`)
    const line = ["contacts", "import", path, "--part-rows", "4", "--max-retries", "0", "--opt-in"]
    // The first part leaves p1 alone, and so does the run that resumes: its rows are those that were uploaded.
    await sandbox.run(["contacts", "import", sandbox.file("before.csv", "email,opt_in\np1@people.test,no\n")])
    sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/imports", status: 503, from: 2, times: 1 })
    expect((await sandbox.run(line)).code).not.toBe(0)
    const leavers = sandbox.file("left.csv", "email,opt_in\np0@people.test,no\np4@people.test,no\np9@people.test,no\n")
    await sandbox.run(["contacts", "import", leavers])
    const { code, json } = await sandbox.run(line)
    expect([code, json.imported, json.consent.not_subscribed_here]).toEqual([0, 10, 3])
    const contacts = await contactsOf()
    const subscribed = emails.filter((email) => contacts.get(email)?.subscribed_email)
    expect(subscribed).toEqual(["p2", "p3", "p5", "p6", "p7", "p8"].map((name) => `${name}@people.test`))
  })

  it("does not resume where the uploaded parts cannot be told apart from the rest", async () => {
    const path = sandbox.file(
      "ten.csv",
      `email\n${Array.from({ length: 9 }, (_, id) => `p${id}@people.test\n`).join("")}`,
    )
    const line = ["contacts", "import", path, "--part-rows", "4", "--max-retries", "0"]
    sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/imports", status: 503, from: 2, times: 1 })
    expect((await sandbox.run(line)).err).toContain("To resume")
    const folder = join(sandbox.folder, "config/state/imports")
    const [name = ""] = readdirSync(folder)
    const saved = JSON.parse(readFileSync(join(folder, name), "utf8"))
    writeFileSync(join(folder, name), JSON.stringify({ ...saved, state: { ...saved.state, bytes: 1 } }))
    const { code, err } = await sandbox.run(line)
    expect([code, err]).toEqual([5, expect.stringContaining("--restart starts over")])
    expect((await sandbox.run([...line, "--restart"])).json.imported).toBe(9)
  })

  it("opts in nobody by --opt-in where the contacts here cannot be read", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/contacts", status: 403 })
    expect((await sandbox.run(["contacts", "import", path, "--opt-in"])).code).toBe(3)
    expect(sandbox.service.world.requests.list({ method: "POST", path: "/v1/my/imports" })).toEqual([])
    const fetch = () => Promise.reject(new TypeError("fetch failed"))
    const dry = await sandbox.run(["contacts", "import", path, "--opt-in", "--dry-run"], { io: { fetch } })
    expect([dry.code, dry.json.consent.not_subscribed_here]).toEqual([0, null])
    expect(dry.err).toContain("--opt-in opts in nobody who is here and not subscribed")
  })

  it.each(exportCases)("imports what $service exports", async ({ file, contacts, refused: refusedCount = 0 }) => {
    const path = sandbox.file("export.csv", Buffer.from(file))
    const { code, json } = await sandbox.run(["contacts", "import", path])
    const imported = Object.keys(contacts).length
    expect(json).toMatchObject({ rows: imported + refusedCount, imported, refused: refusedCount })
    expect(code).toBe(refusedCount === 0 ? 0 : 9)
    const contactsByEmail = await contactsOf()
    for (const [email, [first, last, optIn]] of Object.entries(contacts)) {
      expect(contactsByEmail.get(email)).toMatchObject({
        first_name: first ?? null,
        last_name: last ?? null,
        subscribed_email: optIn === true,
      })
    }
  })

  it("ends with 6 if no row was imported, 9 if some were, and 0 with --allow-errors", async () => {
    const none = sandbox.file("none.csv", "email\nnobody\n")
    const some = sandbox.file("some.csv", "email\nnobody\nada@people.test\n")
    expect((await sandbox.run(["contacts", "import", none])).code).toBe(6)
    expect((await sandbox.run(["contacts", "import", some])).code).toBe(9)
    expect((await sandbox.run(["contacts", "import", some, "--allow-errors"])).code).toBe(0)
    expect((await sandbox.run(["contacts", "import", none, "--allow-errors"])).code).toBe(6)
    const dryRun = async (...words: string[]) => (await sandbox.run(["contacts", "import", ...words, "--dry-run"])).code
    expect([await dryRun(none), await dryRun(some), await dryRun(some, "--allow-errors")]).toEqual([6, 9, 0])
  })

  it("writes refused rows unchanged with line and reason, and imports the corrected file", async () => {
    const path = sandbox.file("some.csv", "Mail;Vorname\nnobody;No\nada@people.test;Ada\n")
    const errors = join(sandbox.folder, "refused.csv")
    const map = ["--map", "Mail=email"]
    const { json, err } = await sandbox.run(["contacts", "import", path, ...map, "--errors", errors])
    expect(json).toMatchObject({ imported: 1, refused: 1, errors_file: errors })
    expect(err).toContain("2 rows: 1 imported, 1 refused, 0 opted in")
    const text = readFileSync(errors, "utf8")
    expect(text).toBe("Mail,Vorname,import_line,import_problem\nnobody,No,2,email is not an e-mail address\n")
    const mended = sandbox.file("mended.csv", text.replace("nobody", "bo@people.test"))
    expect((await sandbox.run(["contacts", "import", mended])).code).toBe(0)
    expect((await contactsOf()).get("bo@people.test")).toMatchObject({ first_name: "No", data: {} })
  })

  it("lists the rows that the service refuses with their own columns, and does not count who is taken off", async () => {
    const path = sandbox.file("some.csv", "Mail;Vorname;opt_in\nada@people.test;Ada;no\nbo@people.test;Bo;no\n")
    const import_errors = [[2, "email is taken", "bo@people.test,Bo,,no\n"]]
    sandbox.service.world.faults.add({
      ...{ method: "GET", path: "/v1/my/imports/1", times: 9 },
      body: { ...anImport, success_rows: 1, failed_rows: 1, total_rows: 2, import_errors },
    })
    const { code, json, err } = await sandbox.run(["contacts", "import", path, "--map", "Mail=email"])
    expect([code, json]).toMatchObject([9, { imported: 1, refused: 1, consent: { left: 2, taken_off: null } }])
    expect(err).toContain("Who was subscribed here is taken off; how many is not counted: the service refused rows.")
    const listed = readFileSync(join(sandbox.folder, "some.refused.csv"), "utf8")
    expect(listed).toBe("Mail,Vorname,opt_in,import_line,import_problem\nbo@people.test,Bo,no,,email is taken\n")
  })

  it.each([
    ["the account has more than 10,000 contacts", { body: [], headers: { "X-Total-Count": "10001" } }],
    ["the contacts of the account could not be listed", { status: 403 }],
  ])("imports where it cannot count who is taken off: %s", async (why, fault) => {
    const path = sandbox.file("left.csv", "email,opt_in\nada@people.test,no\n")
    sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/contacts", ...fault })
    const { code, json, err } = await sandbox.run(["contacts", "import", path])
    expect([code, json]).toMatchObject([0, { imported: 1, consent: { left: 1, taken_off: null } }])
    expect(err).toContain(`how many is not counted: ${why}.`)
  })

  it("names the account, the brand and the kind of credential, and shows no end of a short key", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    const fetch = async () => Response.json({ id: 7, name: "Shop" })
    const labelWith = async (env: Readonly<Record<string, string>>, ...flags: string[]) => {
      const io = {
        fetch,
        env: { MAS_CONFIG_DIR: join(sandbox.folder, "other"), MAS_BASE_URL: "https://a.test/x", ...env },
      }
      return (await sandbox.run(["contacts", "import", path, "--dry-run", ...flags], { io })).err.split("\n")[0]
    }
    expect(await labelWith({ MAS_API_KEY: "elevenchars" })).toBe("Shop (account 7), a.test, key")
    expect(await labelWith({ MAS_API_KEY: "twelve-chars" }, "--brand", "main")).toBe(
      "Shop (account 7), a.test, brand main, key …hars",
    )
    mkdirSync(join(sandbox.folder, "other"), { mode: 0o700 })
    const profiles = { mine: { base_url: "https://a.test", token: "eyJ.a.session" } }
    writeFileSync(join(sandbox.folder, "other/config.json"), JSON.stringify({ profiles }), { mode: 0o600 })
    expect(await labelWith({}, "--profile", "mine", "--base-url", "https://a.test")).toBe(
      "Shop (account 7), mine, session",
    )
  })

  it("names an account that the key cannot read, and imports", async () => {
    sandbox.service.world.faults.add({ path: "/v1/my/account", status: 403 })
    const { code, err } = await sandbox.run(["contacts", "import", sandbox.file("one.csv", "email\nada@people.test\n")])
    expect([code, err.split("\n")[0]]).toEqual([0, "an account that this key cannot read, 127.0.0.1:4010, key …mock"])
  })

  it("keeps the extra cells of a refused row, and does not overwrite an earlier list", async () => {
    const path = sandbox.file("d.csv", "email,name\nd@people.test,Dan,extra\n")
    const list = (name: string) => readFileSync(join(sandbox.folder, name), "utf8")
    await sandbox.run(["contacts", "import", path])
    const first = 'email,name,import_line,import_problem\nd@people.test,Dan,2,"has 3 cells, the header has 2",extra\n'
    expect(list("d.refused.csv")).toBe(first)
    sandbox.file("d.csv", "email,name\nd@people.test,Dan\n")
    expect((await sandbox.run(["contacts", "import", path])).code).toBe(0)
    expect(existsSync(join(sandbox.folder, "d.refused.csv"))).toBe(false)
    expect(list("d.refused.1.csv")).toBe(first)
    const same = await sandbox.run(["contacts", "import", path, "--errors", path])
    expect([same.code, same.err]).toEqual([2, expect.stringContaining("--errors is the input file")])
  })

  it("imports even if progress cannot be saved", async () => {
    const path = sandbox.file("a.csv", "Mail\nada@people.test\n")
    const service = { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey }
    const io = { env: { ...service, XDG_CONFIG_HOME: path, XDG_STATE_HOME: path } }
    const ran = await sandbox.run(["contacts", "import", path, "--map", "Mail=email"], { platform: "linux", io })
    expect([ran.code, ran.json.imported]).toEqual([0, 1])
    expect(ran.err.match(/Progress is not saved/g)).toHaveLength(1)
  })

  it.each([
    ["a program", Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0", "latin1")],
    ["bytes without a zero", Buffer.from(Array.from({ length: 512 }, (_, at) => (at % 255) + 1))],
  ])("refuses %s in one short line", async (_what, content) => {
    const { code, err } = await sandbox.run(["contacts", "import", sandbox.file("a.csv", content)])
    expect([code, JSON.parse(err).error.message]).toEqual([2, "file is not text: export the contacts as CSV UTF-8"])
  })

  it("adds contacts to a list by its name, and says how to create a missing list", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    const missing = await sandbox.run(["contacts", "import", path, "--list", "Readers"])
    expect([missing.code, missing.err]).toEqual([4, expect.stringContaining("lists create --name Readers")])
    const { json: list } = await sandbox.run(["lists", "create", "--name", "Readers"])
    expect((await sandbox.run(["contacts", "import", path, "--list", "readers"])).code).toBe(0)
    expect((await contactsOf()).get("ada@people.test")).toMatchObject({ list_ids: [list.id] })
  })

  it("sends nothing in a dry run", async () => {
    const path = sandbox.file("a.csv", "email,name\nada@people.test,A\nnobody,B\n")
    sandbox.service.world.requests.clear()
    const { code, json, err } = await sandbox.run(["contacts", "import", path, "--dry-run"])
    const consent = { agreed: 0, agreed_by: {}, left: 0, left_by: {}, unknown: 0, unknown_values: {}, not_stated: 1 }
    expect([code, json]).toEqual([9, { rows: 2, would_import: 1, refused: 1, opted_in: 0, consent }])
    expect(err).toContain('name   first_name and last_name, and data["name"]')
    expect(err.startsWith("Acme (account 1), ")).toBe(true)
    expect(sandbox.service.world.requests.list().map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/my/account",
    ])
    expect(existsSync(join(sandbox.folder, "a.refused.csv"))).toBe(false)
  })

  it("reads a file in a dry run even where the account is unknown", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    const fetch = () => Promise.reject(new TypeError("fetch failed"))
    const { code, json, err } = await sandbox.run(["contacts", "import", path, "--dry-run"], { io: { fetch } })
    expect([code, json.would_import, err]).toEqual([0, 1, expect.stringMatching(/^The account is unknown: /)])
  })

  it("gives the account of consent by cause, in words and as JSON", async () => {
    const rows = ["a,yes,", "b,yes,", "c,yes,2024-01-01", "d,bounced,", "e,maybe,", "f,,"]
    const file = `email,Opt-in,Unsubscribed\n${rows.map((row) => row.replace(",", "@people.test,")).join("\n")}\n`
    const { json, err } = await sandbox.run(["contacts", "import", sandbox.file("a.csv", file)])
    const account =
      "2 agreed (column Opt-in), 2 left (Unsubscribed 1, Bounced 1), 1 not stated: not opted in, 1 unknown: not opted in"
    expect(err).toContain(`Consent in the first 6 rows: ${account}`)
    expect(err).toContain(`Consent: ${account}`)
    expect(err).toContain('Unknown values: "maybe" 1')
    expect(json.consent).toEqual({
      agreed: 2,
      agreed_by: { "Opt-in": 2 },
      left: 2,
      left_by: { Unsubscribed: 1, Bounced: 1 },
      unknown: 1,
      unknown_values: { maybe: 1 },
      not_stated: 1,
      taken_off: 0,
      opted_in_again: 0,
    })
  })

  it("stops a script at a column that looks like consent, and imports nothing", async () => {
    const path = sandbox.file("a.csv", "email,Newsletter edition\nada@people.test,Weekly\n")
    sandbox.service.world.requests.clear()
    const stopped = await sandbox.run(["contacts", "import", path, "--opt-in"])
    expect(stopped.code).toBe(2)
    for (const part of ["Newsletter edition=opt_out", "Newsletter edition=data"]) expect(stopped.err).toContain(part)
    expect(sandbox.service.world.requests.list().filter(({ method }) => method !== "GET")).toEqual([])
    expect((await sandbox.run(["contacts", "import", path, "--map", "Newsletter edition=data"])).code).toBe(0)
  })

  it("says which sheet of a workbook is read, which are not, and what is skipped before the column names", async () => {
    const rows = [["Contacts of Acme"], ["2026"], ["email", "name"], ["ada@people.test", "Ada"]]
    const planned = async (bytes: Uint8Array) =>
      (await sandbox.run(["contacts", "import", sandbox.file("a.xlsx", bytes), "--dry-run"])).err
    const one = await planned(workbookOf(rows))
    expect(one).toContain('A workbook, its sheet "Contacts". Its columns go to:\n')
    expect(one).toContain("The column names are in line 3; lines before it are skipped.\n")
    expect(one).not.toContain("Not read")
    expect(await planned(workbookOf(rows.slice(2), "Gone", "Old"))).toMatch(
      /^Not read: sheets "Gone", "Old"\.\nA workbook/m,
    )
  })

  it("names the columns of yes and no that keep nobody out with --opt-in", async () => {
    const columns = Array.from({ length: 11 }, (_, index) => `Extra ${index}`)
    const planned = async (names: readonly string[]) => {
      const cells = names.map((_, index) => (index % 2 ? "yes" : "no"))
      const file = sandbox.file("m.csv", `email,${names}\nada@people.test,${cells}\n`)
      return (await sandbox.run(["contacts", "import", file, "--opt-in", "--dry-run"])).err
    }
    expect(await planned(["Member"])).toContain(
      'Columns of yes and no that are not read as consent: "Member". If yes means that they agreed: --map "Member=opt_in". If it means that they left: --map "Member=opt_out"\n',
    )
    expect(await planned(columns)).toContain(
      '"Extra 8", "Extra 9", …. If yes means that they agreed: --map "Extra 0=opt_in".',
    )
    expect(await planned(columns.slice(1))).toContain('"Extra 9", "Extra 10". If yes means')
    expect(await planned([])).not.toContain("not read as consent")
  })

  it("takes off everybody in a file of people who left, by its name or --all", async () => {
    const rows = "email,name\nada@people.test,Ada\n"
    const subscribed = async () => (await contactsOf()).get("ada@people.test")?.subscribed_email
    await sandbox.run(["contacts", "import", sandbox.file("a.csv", rows), "--opt-in"])
    expect(await subscribed()).toBe(true)
    const unsubscribing = await sandbox.run([
      "contacts",
      "import",
      sandbox.file("unsubscribed_1.csv", rows),
      "--opt-in",
    ])
    expect(unsubscribing.err).toContain("Everybody in it is read as somebody who left")
    expect(unsubscribing.json.consent).toMatchObject({ left: 1, agreed: 0 })
    expect(await subscribed()).toBe(false)
    const agreed = "email,opt_in\nada@people.test,yes\n"
    await sandbox.run(["contacts", "import", sandbox.file("b.csv", agreed)])
    expect(await subscribed()).toBe(true)
    await sandbox.run(["contacts", "import", sandbox.file("c.csv", rows), "--all", "opt_out"])
    expect(await subscribed()).toBe(false)
  })

  it("keeps no mapping for another run, not even of a dry run", async () => {
    const path = sandbox.file("a.csv", "Email,Zz,Status\nada@people.test,yes,Unsubscribed\n")
    const map = ["--map", "Status=ignore", "--map", "Zz=opt_in"]
    for (const more of [["--dry-run"], []]) {
      const mapped = await sandbox.run(["contacts", "import", path, ...map, ...more])
      expect([mapped.code, mapped.json.opted_in]).toEqual([0, 1])
      const { json } = await sandbox.run(["contacts", "import", path])
      expect(json.consent).toMatchObject({ agreed: 0, left: 1 })
    }
  })

  it("gives the command for the refused rows, with the meaning of their columns", async () => {
    await sandbox.run(["lists", "create", "--name", "Readers"])
    const hint = async (name: string, content: string, ...flags: string[]) => {
      const { err } = await sandbox.run(["contacts", "import", sandbox.file(name, content), ...flags])
      return /^Correct .*\.csv, then: mas (.*)$/m.exec(err)?.[1]
    }
    const flags = [
      "--map",
      "quit flag=opt_out",
      "--list",
      "Readers",
      "--opt-in",
      "--encoding",
      "utf-8",
      "--header-row",
      "1",
    ]
    const rows = "email,Quit flag,Status\nok@people.test,A,\nbad,Z,Subscribed\n"
    expect(await hint("a.csv", rows, ...flags, "--part-rows", "5")).toBe(
      "contacts import a.refused.csv --list Readers --map 'quit flag=opt_out' --map Status=status --header-row 1 --opt-in --part-rows 5 --base-url http://127.0.0.1:4010",
    )
    const everybody = "email,name\nok@people.test,A\nbad,B\n"
    const all = "contacts import c.refused.csv --all opt_out --base-url http://127.0.0.1:4010"
    expect(await hint("bounces.csv", everybody, "--errors", "c.refused.csv")).toBe(all)
    expect(await hint("b.csv", everybody, "--errors", "c.refused.csv", "--all", "opt_out")).toBe(all)
  })

  it("never resumes another account's import, and names it", async () => {
    const rows = Array.from({ length: 12 }, (_, id) => `p${id}@example.test`).join("\n")
    const line = ["contacts", "import", sandbox.file("people.csv", `Email\n${rows}\n`), "--part-rows", "4"]
    sandbox.service.world.faults.add({ path: "/v1/my/imports", method: "POST", status: 401, from: 2 })
    expect((await sandbox.run(line)).code).toBe(3)
    sandbox.service.world.faults.clear()
    const env = { MAS_API_KEY: sandbox.service.world.credentials.mint({ kind: "api_key", account_id: 3 }).token }
    const { code, json, err } = await sandbox.run(line, { env })
    expect([code, json.imported, json.imports.length]).toEqual([0, 12, 3])
    expect(err).toMatch(/Not resumed: 1 parts were imported for .* \(account 1\)/)
    const { json: there } = await sandbox.run(["contacts", "list", "--all", "--output", "json"], { env })
    expect(
      there.filter(({ email }: { email: string }) => email.endsWith("@example.test")).length,
    ).toBeGreaterThanOrEqual(12)
  })

  it("says that a file has no contacts", async () => {
    const { code, err } = await sandbox.run(["contacts", "import", sandbox.file("none.csv", "Email,Name\n")])
    expect([code, err]).toEqual([10, expect.stringContaining("none.csv has no contacts")])
    expect(err).not.toContain(": done")
    expect((await sandbox.run(["contacts", "import", "none.csv", "--dry-run"])).code).toBe(10)
  })

  it("counts nobody as opted in whose row the service refused", async () => {
    const path = sandbox.file("a.csv", "email,opt_in\nada@people.test,yes\nbo@people.test,yes\n")
    sandbox.service.world.faults.add({
      ...{ method: "GET", path: "/v1/my/imports/1", times: 9 },
      body: { ...anImport, success_rows: 0, failed_rows: 2, total_rows: 2, import_errors: [] },
    })
    const { json, err } = await sandbox.run(["contacts", "import", path])
    expect([json.imported, json.refused, json.opted_in]).toEqual([0, 2, 0])
    expect(err).toContain("2 rows: 0 imported, 2 refused, 0 opted in")
  })

  it("counts no row of a file twice that the service counts twice", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\nnobody\n")
    sandbox.service.world.faults.add({
      ...{ method: "GET", path: "/v1/my/imports/1", times: 9 },
      body: { ...anImport, success_rows: 40, failed_rows: 0, total_rows: 40, import_errors: [] },
    })
    const { code, json, err } = await sandbox.run(["contacts", "import", path])
    expect([code, json.refused]).toEqual([9, 1])
    expect(err).toContain("The service counts 40 imported rows, and was sent 1.")
  })

  it("names the file of refused rows where that cannot be written while they are read", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\nnobody\n")
    const folder = join(sandbox.folder, "gone")
    mkdirSync(folder)
    const fetch: typeof sandbox.fetch = (...request) => {
      rmSync(folder, { recursive: true, force: true })
      return sandbox.fetch(...request)
    }
    const { code, err } = await sandbox.run(["contacts", "import", path, "--errors", "gone/x.csv"], { io: { fetch } })
    expect([code, JSON.parse(err.trim().split("\n").at(-1) ?? "").error]).toMatchObject([
      1,
      { message: expect.stringMatching(/^gone\/x\.csv cannot be written/), code: "cannot_write" },
    ])
  })

  it.each(["/nonexistent/x.csv", "a-folder", "a.csv/x.csv"])(
    "says before anything is read that --errors cannot be written: %s",
    async (errors) => {
      const path = sandbox.file("a.csv", "email\nnobody\n")
      mkdirSync(join(sandbox.folder, "a-folder"))
      const { code, err } = await sandbox.run(["contacts", "import", path, "--opt-in", "--errors", errors])
      expect([code, JSON.parse(err).error.message]).toEqual([1, expect.stringMatching(`^${errors} cannot be written`)])
      expect(sandbox.service.world.requests.list()).toEqual([])
    },
  )

  it("resumes after the parts that were imported before a failure", async () => {
    const rows = Array.from({ length: 10 }, (_, number) => `p${number}@people.test`)
    const path = sandbox.file("ten.csv", `email\n${rows.join("\n")}\n`)
    const uploads = () => sandbox.service.world.requests.list({ method: "POST", path: "/v1/my/imports" })
    sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/imports", status: 503, from: 3, times: 1 })
    const cut = await sandbox.run(["contacts", "import", path, "--part-rows", "4", "--max-retries", "0"])
    expect(cut.code).not.toBe(0)
    expect(cut.err).toContain("8 contacts were imported. To resume")
    const before = uploads().length
    const { code, json } = await sandbox.run(["contacts", "import", path, "--part-rows", "4"])
    expect([code, json.imported, json.imports]).toEqual([0, 10, [1, 2, 3]])
    expect(uploads().length - before).toBe(1)
  })

  it("begins anew with parts of another size: the former count of parts says nothing about them", async () => {
    const rows = Array.from({ length: 10 }, (_, number) => `p${number}@people.test`)
    const path = sandbox.file("ten.csv", `email\n${rows.join("\n")}\n`)
    sandbox.service.world.faults.add({ method: "POST", path: "/v1/my/imports", status: 401, from: 3, times: 1 })
    expect((await sandbox.run(["contacts", "import", path, "--part-rows", "4"])).code).toBe(3)
    const { code, json } = await sandbox.run(["contacts", "import", path, "--part-rows", "5"])
    expect([code, json.imported, json.imports]).toEqual([0, 10, [3, 4]])
  })

  it("names --wait-timeout if an import is not done in time", async () => {
    const path = sandbox.file("a.csv", "email\nada@people.test\n")
    const pending = {
      id: 1,
      resource: "contacts",
      status: "processing",
      total_rows: 1,
      success_rows: 0,
      failed_rows: 0,
      import_errors: [],
    }
    sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/imports/*", status: 200, body: pending } as never)
    const { code, err } = await sandbox.run(["contacts", "import", path, "--wait-timeout", "1ms"])
    const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "")
    expect([code, error.code]).toEqual([8, "timeout"])
    expect(error.hint).toMatch(/^Allow more time with --wait-timeout\. 0 contacts were imported\. To resume: /)
  })

  it("says a guess of the encoding, takes any label, and refuses other guesses", async () => {
    const western = sandbox.file("w.csv", Buffer.from("email,first_name\na@people.test,N\xfa\xf1ez\n", "latin1"))
    const guessed = await sandbox.run(["contacts", "import", western, "--dry-run"])
    expect(guessed.err).toContain("Read as windows-1252, a guess (Núñez): say --encoding if names look wrong.")
    const russian = sandbox.file("r.csv", Buffer.from("email,first_name\na@people.test,\xc8\xe2\xe0\xed\n", "latin1"))
    const ambiguous = await sandbox.run(["contacts", "import", russian])
    expect([ambiguous.code, ambiguous.err]).toEqual([2, expect.stringContaining("Иван in windows-1251")])
    expect((await sandbox.run(["contacts", "import", russian, "--encoding", "cp1251"])).code).toBe(0)
    expect((await contactsOf()).get("a@people.test")).toMatchObject({ first_name: "Иван" })
    const unknown = await sandbox.run(["contacts", "import", russian, "--encoding", "klingon"])
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("klingon")])
  })

  it.each([
    ["a missing file", ["nowhere.csv"], "cannot be read: there is no such file"],
    ["a map without a target", ["a.csv", "--map", "Mail"], '--map: "Mail" is not "column=target"'],
    ["a map to an unknown field", ["a.csv", "--map", "a=mail"], 'map sends "a" to "mail": take one of email'],
    ["no column of addresses", ["a.csv"], "no column holds e-mail addresses"],
  ])("fails with a usage error for %s", async (_what, [file = "", ...flags], message) => {
    sandbox.file("a.csv", "a,b\n1,2\n")
    const { code, err } = await sandbox.run(["contacts", "import", join(sandbox.folder, file), ...flags])
    expect(code).toBe(2)
    expect(err.replaceAll('\\"', '"')).toContain(message)
  })
})

describe("an import at a terminal", () => {
  const question = 'The column "Newsletter edition" ("Weekly", "Monthly") looks like consent. A value there means:'
  const rows = "email,Newsletter edition\nada@people.test,Weekly\nbo@people.test,Monthly\ncy@people.test,\n"
  const importing = (inputs: readonly string[], content = rows, flags: readonly string[] = []) => {
    const argv = ["contacts", "import", sandbox.file("people.csv", content), ...flags]
    return dialog(sandbox.home, argv, inputs, { io: { fetch: sandbox.fetch }, columns: 200 })
  }
  const subscribed = async () =>
    [...(await contactsOf()).values()]
      .filter(({ email, subscribed_email }) => String(email).endsWith("@people.test") && subscribed_email)
      .map(({ email }) => String(email).split("@")[0])
      .sort()

  it.each([
    ["opt_out", ["cy"]],
    ["opt_in", ["ada", "cy"]],
    ["data", ["ada", "bo", "cy"]],
  ])(
    "takes a column that looks like consent for what the person says, and shows it as a flag: %s",
    async (meaning, expected) => {
      await sandbox.run(["contacts", "create", "--email", "ada@people.test", "--opt-in"])
      const screen = await importing([meaning, "y"], rows, ["--opt-in"])
      expect(screen).toContain(question)
      expect([screen.split("\n")[0], await subscribed()]).toEqual([expect.stringMatching(/ends with 0$/), expected])
      const flag = `--map 'Newsletter edition=${meaning}'`
      expect(screen).toMatch(new RegExp(`To choose the same again: mas contacts import .* ${flag} --opt-in`))
      expect(await importing(["stop"], rows, ["--opt-in"])).toContain(question)
    },
  )

  it("shows five values of a column that looks like consent", async () => {
    const cells = ["a", "b", "c", "d", "e", "f"].map((value, id) => `p${id}@people.test,${value}\n`).join("")
    const question = (values: string) => `The column "Newsletter edition" (${values}) looks like consent.`
    const six = await importing(["stop"], `email,Newsletter edition\n${cells}`)
    expect(six).toContain(question('"a", "b", "c", "d", "e", …'))
    const five = await importing(["stop"], `email,Newsletter edition\n${cells.split("\n").slice(0, 5).join("\n")}\n`)
    expect(five).toContain(question('"a", "b", "c", "d", "e"'))
  })

  it("imports nothing where the person does not know, and says how to say it", async () => {
    const screen = await importing(["stop"])
    expect(screen).toMatch(/ends with 2\n/)
    for (const mapping of ["opt_out", "opt_in:VALUE,VALUE", "data"])
      expect(screen.replaceAll(/\s+/g, " ")).toContain(`--map "Newsletter edition=${mapping}"`)
    expect(screen).not.toContain("To choose the same again")
    expect(sandbox.service.world.requests.list({ method: "POST" })).toEqual([])
  })

  it("asks which column holds the addresses if its name does not say so", async () => {
    const screen = await importing(["two", "y"], "one,two\nada@people.test,bo@people.test\n")
    expect(screen).toContain("1  one\n  2  two\nWhich column holds the e-mail addresses? two\n")
    expect([...(await contactsOf()).keys()].filter((email) => email.endsWith("@people.test"))).toEqual([
      "bo@people.test",
    ])
  })

  it("shows typed and chosen columns together", async () => {
    const screen = await importing(["two", "y"], "one,two\na,bo@people.test\n", ["--map", "one=first_name"])
    expect(screen).toContain("--map one=first_name --map two=email")
  })

  it("is not begun after a no", async () => {
    const screen = await importing(["data", "n"])
    expect(screen).toMatch(/ends with 1\n[\s\S]*Import these contacts\? \(Y\/n\) n\n[\s\S]*Nothing was imported/)
    expect(sandbox.service.world.requests.list({ method: "POST" })).toEqual([])
  })

  it("asks nothing with --yes", async () => {
    const screen = await importing([], rows, ["--yes", "--map", "Newsletter edition=opt_in:weekly"])
    expect(screen).toMatch(/ends with 0\n[\s\S]*"weekly" means that they agreed, any other value that they left/)
    expect([screen.includes("?"), await subscribed()]).toEqual([false, ["ada"]])
  })
})
