import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { idempotencyKey } from "../../../sdk/index.ts"
import { dialog } from "../own/dialog.ts"
import { homeWithService } from "../own/run.ts"

const newSandbox = () => {
  const sandbox = homeWithService({ clock: "real" })
  const { folder } = sandbox.home
  return {
    ...sandbox,
    folder,
    file: (lines: readonly (object | string)[], name = "people.ndjson") =>
      writeFileSync(
        join(folder, name),
        lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
      ),
    sent: () => sandbox.service.world.messages.list({ limit: 5_000 }),
  }
}

let sandbox: ReturnType<typeof newSandbox>
beforeEach(() => {
  sandbox = newSandbox()
})
afterEach(() => sandbox.close())

const people = (count: number) => Array.from({ length: count }, (_, id) => ({ id, email: `p${id}@example.test` }))
const sendEach = ["messages", "send-each", "--file", "people.ndjson", "--key", "news-42/{id}"]
const newsBy = (key: string, subject = "News for {{ data.id }}") => [
  ...sendEach.slice(0, -1),
  key,
  "--subject",
  subject,
  "--html",
  "<p>Hi",
]
const news = newsBy("news-42/{id}")

describe("mas messages send-each", () => {
  it("leaves out suppressed addresses with --skip-suppressed, and counts them by reason", async () => {
    const { service, file, run, sent } = sandbox
    service.world.outcomes.add({ to: "p1@example.test", outcome: "bounced" })
    file(people(3))
    await run([...newsBy("news-41/{id}")])
    service.world.advance("1m")
    const { code, json } = await run([...news, "--skip-suppressed", "--output", "json"])
    expect([code, json.sent, json.suppressed, sent().length]).toEqual([0, 2, { hard_bounce: 1 }, 5])
    file([people(2)[1] ?? ""], "left.ndjson")
    const suppressedOnly = news.map((word) => (word === "people.ndjson" ? "left.ndjson" : word))
    expect((await run([...suppressedOnly, "--skip-suppressed"])).code).toBe(10)
  })

  it("sends nothing where the template of a line is not there, and sends by one that the service does not show", async () => {
    const { file, run, service, sent } = sandbox
    file([...people(1), { id: "x", email: "x@example.test", template_id: 999 }])
    const missing = await run(news)
    expect([missing.code, missing.out, sent()]).toEqual([4, "", []])
    expect(missing.err).toContain("Template 999 not found")
    service.world.faults.add({ method: "GET", path: "/v1/my/templates/1", status: 422 })
    file([{ id: "x", email: "x@example.test", template_id: 1 }])
    expect(await run(news)).toMatchObject({ code: 0, json: { sent: 1 } })
  })

  it("asks a person at a terminal before it sends to each line", async () => {
    sandbox.file(people(2))
    const question = /Send a message for each line of people\.ndjson\? \(y\/N\)/
    for (const input of ["n", ""]) {
      const no = await dialog(sandbox.home, news, [input])
      expect(no).toMatch(/ends with 1\n[\s\S]*Nothing was sent/)
      expect([no, sandbox.sent()]).toEqual([expect.stringMatching(question), []])
    }
    expect(await dialog(sandbox.home, news, ["y"])).toMatch(/ends with 0\n/)
    expect(sandbox.sent()).toHaveLength(2)
    expect(await dialog(sandbox.home, [...news, "--yes", "--restart"], [])).not.toMatch(question)
  })

  it("sends a message for each line, and none twice", async () => {
    sandbox.file(people(30))
    expect(await sandbox.run(news)).toMatchObject({ code: 0, json: { sent: 30, refused: 0 } })
    expect(new Set(sandbox.sent().map(({ subject }) => subject)).size).toBe(30)
    expect(await sandbox.run(news)).toMatchObject({ code: 0, json: { sent: 30 } })
    expect(sandbox.sent()).toHaveLength(30)
    expect(existsSync(join(sandbox.folder, "people.refused.ndjson"))).toBe(false)
  })

  it("prefers a line's own fields to the flags, and uses the template's subject", async () => {
    const { json } = await sandbox.run([
      ...[
        "templates",
        "create",
        "--name",
        "Spring",
        "--subject",
        "Hello {{ data.name }}",
        "--html",
        "<p>Hi {{ data.name }}",
      ],
    ])
    sandbox.file([
      { id: 1, email: "ada@example.test", name: "Ada" },
      { id: 2, to: "ben@example.test", subject: "Only you", data: { name: "Ben" } },
    ])
    expect(await sandbox.run([...sendEach, "--template-id", String(json.id)])).toMatchObject({ code: 0 })
    const [ben, ada] = sandbox.sent().toSorted((a, b) => b.to.localeCompare(a.to))
    expect([ada?.subject, ben?.subject]).toEqual(["Hello Ada", "Only you"])
    expect((await sandbox.service.world.messages.get(ben?.id ?? 0)).html).toContain("Hi Ben")
  })

  it("writes refused lines with the reason, and sends the corrected file", async () => {
    sandbox.file([
      { id: 0, email: "nobody" },
      "{ no json",
      "[]",
      { email: "a@example.test" },
      { id: 4, email: "d@example.test" },
    ])
    const { code, json } = await sandbox.run(news)
    expect({ code, json }).toEqual({ code: 9, json: { sent: 1, refused: 4, errors_file: "people.refused.ndjson" } })
    const refusedLines = readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8").trim().split("\n")
    expect(refusedLines.map((line) => JSON.parse(line))).toEqual([
      {
        id: 0,
        email: "nobody",
        refused_line: 1,
        refused_because: expect.stringContaining("to must be an e-mail address"),
      },
      { text: "{ no json", refused_line: 2, refused_because: expect.stringContaining("line 2 is not JSON") },
      { text: "[]", refused_line: 3, refused_because: "line 3 is not a JSON object" },
      { email: "a@example.test", refused_line: 4, refused_because: "has no id, which --key names" },
    ])
    sandbox.file([{ ...JSON.parse(refusedLines[0] ?? ""), email: "mended@example.test" }])
    expect(await sandbox.run([...news, "--errors", "again.ndjson"])).toMatchObject({
      code: 0,
      json: { sent: 1, refused: 0 },
    })
    expect(
      sandbox
        .sent()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(["d@example.test", "mended@example.test"])
    sandbox.file([{ id: 9, email: "nobody" }])
    expect((await sandbox.run(news)).code).toBe(6)
  })

  it("ends if every line would fail, and resumes from there", { tags: "slow" }, async () => {
    sandbox.file(people(1_200))
    // The credential is revoked halfway.
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 701 })
    const cut = await sandbox.run(news)
    expect(cut.code).toBe(3)
    expect(cut.err).toContain("To resume: mas messages send-each")
    const before = sandbox.sent().length
    expect(before).toBeGreaterThanOrEqual(690)
    sandbox.service.world.faults.clear()
    sandbox.service.world.requests.clear()
    const { err, json } = await sandbox.run(news)
    expect(err).toMatch(/Resuming after [67]\d\d lines/)
    expect(json.sent).toBe(1_200)
    expect(sandbox.sent()).toHaveLength(1_200)
    // It has finished, and starts again with the same file.
    expect((await sandbox.run(news)).json.sent).toBe(1_200)
  })

  it("respects the service's rate limit at any concurrency", { tags: "slow" }, async () => {
    sandbox.file(people(24))
    const acceptedAt: number[] = []
    const limited: typeof sandbox.service.fetch = async (...request) => {
      const now = Date.now()
      if (acceptedAt.filter((at) => at > now - 500).length >= 5)
        return Response.json({ message: "Too fast" }, { status: 429, headers: { "Retry-After": "0.5" } })
      acceptedAt.push(now)
      return sandbox.service.fetch(...request)
    }
    const { code, err } = await sandbox.run([...news, "--concurrency", "24"], { io: { fetch: limited } })
    expect([code, sandbox.sent().length], err).toEqual([0, 24])
  })

  it("reports a number of sent messages that the service confirms, however it ends", async () => {
    const sentCount = (err: string) => Number(/(\d+) messages were sent/.exec(err)?.[1])
    sandbox.file(people(25))
    let requests = 0
    const running = sandbox.home.start(news, {
      io: {
        fetch: (...request) => {
          if (++requests === 20) running.interrupt()
          return sandbox.service.fetch(...request)
        },
      },
    })
    const interrupted = await running.ended
    expect(interrupted).toMatchObject({ code: 130, err: expect.not.stringContaining("Nothing was sent") })
    expect(sentCount(interrupted.err)).toBe(sandbox.sent().length)
    expect(JSON.parse(interrupted.err.trim().split("\n").at(-1) ?? "").error.next_command).toMatch(
      /^mas messages send-each /,
    )
    expect(sandbox.sent().length).toBeGreaterThan(0)

    // The first line is refused and cannot be recorded, while others are in flight.
    sandbox.file([{ id: "x", email: "nobody" }, ...people(60)])
    let before = sandbox.sent().length
    mkdirSync(join(sandbox.folder, "nowhere"))
    const unwritten = await sandbox.run([...newsBy("news-43/{id}"), "--errors", "nowhere/refused.ndjson"], {
      io: {
        fetch: (...request) => {
          rmSync(join(sandbox.folder, "nowhere"), { recursive: true, force: true })
          return sandbox.service.fetch(...request)
        },
      },
    })
    expect(unwritten).toMatchObject({
      code: 1,
      err: expect.stringContaining("nowhere/refused.ndjson cannot be written"),
    })
    expect(sentCount(unwritten.err)).toBe(sandbox.sent().length - before)

    before = sandbox.sent().length
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, times: 1 })
    const stoppedRun = await sandbox.run(newsBy("news-44/{id}"))
    expect(stoppedRun.code).toBe(3)
    expect(sentCount(stoppedRun.err)).toBe(sandbox.sent().length - before)
  })

  it("reports messages without a response as possibly sent", async () => {
    sandbox.file(people(3))
    const fetchWithoutAnswer: typeof sandbox.service.fetch = async (...request) => {
      const response = await sandbox.service.fetch(...request)
      if (String(request[0]).endsWith("/account")) return response
      throw new TypeError("fetch failed")
    }
    const { code, err } = await sandbox.run([...news, "--max-retries", "0"], { io: { fetch: fetchWithoutAnswer } })
    expect(code).toBe(8)
    expect(err).toContain("0 messages were sent, and perhaps 3 more")
    expect(sandbox.sent()).toHaveLength(3)
  })

  it("continues if progress cannot be saved, and says so once", { tags: "slow" }, async () => {
    sandbox.file(people(1_100))
    const service = { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey }
    const env = { ...service, XDG_STATE_HOME: join(sandbox.folder, "people.ndjson") }
    const ran = await sandbox.run(news, { platform: "linux", io: { env } })
    const { err } = ran
    expect(ran.code, err).toBe(0)
    expect(ran.json).toEqual({ sent: 1_100, refused: 0 })
    expect(err.match(/Progress is not saved: .*people\.ndjson.mas cannot be written/g)).toHaveLength(1)
    expect(err).toContain("Set XDG_STATE_HOME to another folder")
  })

  it("goes on past an address that a ceiling cannot read, and a person who has had enough", async () => {
    const emails = ["nobody", "ada@example.test", "ada@example.test", "ada@example.test", "bo@example.test"]
    sandbox.file(emails.map((email, id) => ({ id, email })))
    const ran = await sandbox.run(news, { env: { MAS_MAX_SENDS: "2/1h per recipient, 500/15m" } })
    expect([ran.code, ran.json]).toMatchObject([9, { sent: 3, refused: 2 }])
    const list = readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8")
    for (const reason of ["which cannot be read as addresses", "2/1h for ada@example.test is reached"])
      expect(list).toContain(reason)
  })

  it("is held by a stop that comes while it runs, also the first one of a machine", async () => {
    sandbox.file(people(40))
    let calls = 0
    const fetch: typeof sandbox.service.fetch = async (...request) => {
      const response = await sandbox.service.fetch(...request)
      if (++calls === 10) await sandbox.run(["sending", "stop", "--reason", "wrong list"])
      return response
    }
    const ran = await sandbox.run([...news, "--concurrency", "1"], { io: { fetch } })
    expect([ran.code, ran.err]).toEqual([7, expect.stringContaining("wrong list")])
    expect(sandbox.sent().length).toBeLessThan(12)
  })

  it("overwrites neither its input nor an earlier list of refused lines", async () => {
    const list = (name: string) => readFileSync(join(sandbox.folder, name), "utf8")
    sandbox.file([{ id: 1, email: "nobody" }])
    const lines = list("people.ndjson")
    const same = await sandbox.run([...news, "--errors", "./people.ndjson"])
    expect(same).toMatchObject({ code: 2, err: expect.stringContaining("--errors is the input file") })
    expect(list("people.ndjson")).toBe(lines)
    await sandbox.run(news)
    const first = list("people.refused.ndjson")
    const typo = await sandbox.run(newsBy("news/{nope}"))
    expect(typo.err).toContain("people.refused.ndjson of an earlier run was renamed to people.refused.1.ndjson")
    expect(list("people.refused.1.ndjson")).toBe(first)
    expect(list("people.refused.ndjson")).toContain("has no nope")
    // Nothing is refused now, so there must be no list.
    sandbox.file(people(1))
    expect((await sandbox.run(news)).code).toBe(0)
    expect(existsSync(join(sandbox.folder, "people.refused.ndjson"))).toBe(false)
    expect(list("people.refused.2.ndjson")).toContain("has no nope")
  })

  it.skipIf(!existsSync("/dev/full"))(
    "ends with the reason if the list of refused lines can no longer be written",
    async () => {
      sandbox.file([...people(4), { id: "x", email: "nobody" }, ...people(4)])
      symlinkSync("/dev/full", join(sandbox.folder, "full.ndjson"))
      const full = await sandbox.run([...news, "--errors", "full.ndjson"])
      expect(full).toMatchObject({ code: 1, err: expect.stringContaining("full.ndjson cannot be written") })
      expect(full.err).toContain("Name another file with --errors")
      expect((await sandbox.run([...news, "--errors", "-"])).err).toContain("--errors must name a file")
      const { json } = await sandbox.run([...news, "--errors", "other.ndjson"])
      expect(json).toMatchObject({ refused: 1, errors_file: "other.ndjson" })
    },
  )

  it("lists each refused line once in a resumed run", async () => {
    sandbox.file([{ id: "x", email: "nobody" }, ...people(25), { id: "y", email: "nobody" }, ...people(35).slice(25)])
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 8 })
    expect((await sandbox.run(news)).code).toBe(3)
    sandbox.service.world.faults.clear()
    // As after a crash before the progress of this line was saved.
    appendFileSync(
      join(sandbox.folder, "people.refused.ndjson"),
      `${JSON.stringify({ id: "y", refused_line: 27, refused_because: "it crashed then" })}\n`,
    )
    expect(await sandbox.run(news)).toMatchObject({
      code: 9,
      json: { refused: 2, errors_file: "people.refused.ndjson" },
    })
    const list = readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8").trim().split("\n")
    expect(list.map((line) => JSON.parse(line).refused_line)).toEqual([1, 27])
  })

  it("starts over if messages go to other recipients", async () => {
    sandbox.file(people(25))
    const service = { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey }
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 15 })
    const env = { ...service, MAS_REDIRECT_TO: "me@example.test" }
    expect((await sandbox.run(news, { io: { env } })).code).toBe(3)
    sandbox.service.world.faults.clear()
    const { code, err } = await sandbox.run(news)
    expect(err).not.toContain("Resuming")
    expect([code, err]).toEqual([5, expect.stringContaining("line 1: another message was sent")])
  })

  it("never resumes another account's run, and says whose run it is", async () => {
    sandbox.file(people(25))
    const other = sandbox.service.world.credentials.mint({ kind: "api_key", account_id: 3 }).token
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 15 })
    const cut = await sandbox.run(news)
    expect([cut.code, cut.err.split("\n")[0]]).toEqual([3, expect.stringMatching(/ \(account 1\), .*, key …mock$/)])
    sandbox.service.world.faults.clear()
    const { code, json, err } = await sandbox.run(news, { env: { MAS_API_KEY: other } })
    expect([code, json]).toEqual([0, { sent: 25, refused: 0 }])
    expect(err.split("\n")[0]).toContain("(account 3)")
    expect(err).toMatch(
      /Not resumed: a run after \d+ lines belongs to .* \(account 1\), .*\. This run begins at line 1\./,
    )
    // The first account's run is still there.
    expect((await sandbox.run(news)).err).toMatch(/Resuming after \d+ lines/)
  })

  it("never resumes the run of a mock server that was started again", async () => {
    sandbox.file(people(25))
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 15 })
    expect((await sandbox.run(news)).code).toBe(3)
    const next = createMockService({ now: "2026-03-02T12:00:00.000Z" })
    const { json, err } = await sandbox.run(news, { io: { fetch: next.fetch } })
    expect(json.sent).toBe(25)
    expect(err).toContain("Not resumed")
    await next.close()
  })

  it("takes another key for another account where the key may not read its account", async () => {
    sandbox.file(people(6))
    sandbox.service.world.faults.add({ path: "/v1/my/account", status: 403 })
    const { code, err } = await sandbox.run(news)
    expect([code, err]).toEqual([0, expect.stringContaining("an account that this key cannot read, ")])
  })

  it.each(["", "\n \n", "\uFEFF"])("says that nothing was there: %j", async (text) => {
    writeFileSync(join(sandbox.folder, "people.ndjson"), text)
    const { code, err } = await sandbox.run(news)
    expect([code, err]).toEqual([10, expect.stringContaining("people.ndjson has no lines")])
  })

  it.each([
    ["people.csv", ""],
    ["people.tsv", "\n"],
  ])("says that an empty table has nothing: %s", async (name, text) => {
    writeFileSync(join(sandbox.folder, name), text)
    const { code, err } = await sandbox.run(news.map((word) => word.replace("people.ndjson", name)))
    expect([code, err]).toEqual([10, expect.stringContaining(`${name} has no `)])
  })

  it("says which columns of a table may be the one with the addresses", async () => {
    const rows = ["id,E-mail Address 1,E-mail Address 2", "1,ada@example.test,ada@home.test"]
    writeFileSync(join(sandbox.folder, "people.csv"), `${rows.join("\n")}\n`)
    const { code, err } = await sandbox.run(news.map((word) => word.replace("people.ndjson", "people.csv")))
    const { message, hint } = JSON.parse(err.trim().split("\n").at(-1) ?? "").error
    expect(code).toBe(2)
    expect(message).toBe(
      "E-mail Address 1, E-mail Address 2: any of these columns may be the one with the e-mail addresses",
    )
    expect(hint).toContain('--map "E-mail Address 1=email"')
  })

  it("counts in a resumed run what was sent and refused earlier, too", async () => {
    sandbox.file([{ id: "x", email: "nobody" }, ...people(30), { id: "y", email: "nobody" }])
    sandbox.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 12 })
    expect((await sandbox.run(news)).code).toBe(3)
    sandbox.service.world.faults.clear()
    const { code, json, err } = await sandbox.run(news)
    expect(err).toMatch(/Resuming after (\d+) lines: \d+ sent and 1 refused earlier; --restart starts over/)
    const [, lines, sent] = /after (\d+) lines: (\d+) sent/.exec(err) ?? []
    expect(Number(sent)).toBe(Number(lines) - 1)
    expect([code, json]).toEqual([9, { sent: 30, refused: 2, errors_file: "people.refused.ndjson" }])
    const list = readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8").trim().split("\n")
    expect(list.map((line) => JSON.parse(line).refused_line)).toEqual([1, 32])
  })

  it("says that a ceiling has ended it after a part, and how to go on", async () => {
    sandbox.file(people(8))
    const { code, err } = await sandbox.run(news, { env: { MAS_MAX_SENDS: "5/15m" } })
    expect([code, sandbox.sent().length]).toEqual([7, 5])
    const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "")
    expect(error.code).toBe("send_ceiling")
    expect(error.hint).toMatch(/^Part of it was sent\. `mas doctor` shows the ceiling\. To go on later:\s/)
    expect(error.next_command).toContain("messages send-each --file people.ndjson")
  })

  it("shows before it sends which lines lack a value, and with --strict sends nothing", async () => {
    sandbox.file([
      ...people(4),
      { id: 9, email: "ada@example.test", name: "Ada" },
      { id: 10, email: "b@example.test", name: "" },
    ])
    const hello = newsBy("hello/{id}", "Hi {{ data.name }}")
    const strict = await sandbox.run([...hello, "--strict"])
    expect([strict.code, sandbox.sent().length]).toEqual([6, 0])
    expect(strict.err).toMatch(/nothing was sent, by --strict: .*5 lines \(1, 2, 3, 4, 6\): error merge-tag, subject/s)
    const loose = await sandbox.run(hello)
    expect([loose.code, loose.json.sent]).toEqual([0, 6])
    expect(loose.err).toContain("5 lines (1, 2, 3, 4, 6): error merge-tag, subject")
  })

  it("refuses lines of stdin that lack a value by --strict", async () => {
    const stdin = people(2)
      .map((person) => JSON.stringify(person))
      .join("\n")
    const hello = newsBy("hello/{id}", "Hi {{ data.name }}").map((word) => (word === "people.ndjson" ? "-" : word))
    const strict = await sandbox.run([...hello, "--strict"], { stdin })
    expect([strict.code, strict.json]).toEqual([6, expect.objectContaining({ sent: 0, refused: 2 })])
    expect((await sandbox.run(hello, { stdin })).err.match(/From line 1: error merge-tag/g)).toHaveLength(1)
  })

  it("reads a table as contacts import does, and mails nobody who left", async () => {
    const rows = [
      "Id;E-Mail;Vorname;Opt-in",
      "1;ada@example.test;Ada;yes",
      "2;left@example.test;Bo;no",
      "3;nobody;Cy;yes",
    ]
    writeFileSync(join(sandbox.folder, "people.csv"), `\uFEFF${rows.join("\n")}\n`)
    const line = newsBy("news/{Id}", "Hi {{ data.first_name }}").map((word) =>
      word.replace("people.ndjson", "people.csv"),
    )
    const { code, json } = await sandbox.run(line)
    expect([code, json]).toEqual([9, { sent: 1, refused: 2, errors_file: "people.refused.ndjson" }])
    expect(sandbox.sent().map(({ to, subject }) => [to, subject])).toEqual([["ada@example.test", "Hi Ada"]])
    expect(readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8")).toContain("may not be mailed")
    writeFileSync(join(sandbox.folder, "people.csv"), "Id;E-Mail\n")
    expect((await sandbox.run(line)).code).toBe(10)
  })

  it("looks at the template's texts before it sends", async () => {
    const html = "<p>Hi {{ data.name }}, {{ data.city | default: 'you' }}, *|FNAME|*"
    const { json } = await sandbox.run(["templates", "create", "--name", "T", "--subject", "Hello", "--html", html])
    sandbox.file([
      { id: 1, email: "ada@example.test", name: "Ada" },
      { id: 2, email: "bo@example.test" },
    ])
    const line = [...sendEach, "--template-id", String(json.id), "--strict"]
    const { code, err } = await sandbox.run(line)
    expect([code, sandbox.sent().length]).toEqual([6, 0])
    expect(err).toMatch(/1 line \(2\): error merge-tag, html:1:7: .*\{\{ data\.name \}\}/)
    expect(err).toMatch(/2 lines \(1, 2\): error merge-tag, html.*\*\|FNAME\|\*/)
    expect(err.match(/error merge-tag/g)).toHaveLength(2)
    const input = { channel: "email", to: "ada@example.test", template_id: json.id, data: { name: "Ada" } }
    const sent = await sandbox.run(["messages", "send", "--input", JSON.stringify(input), "--strict"])
    expect([sent.code, sandbox.sent().length]).toEqual([6, 0])
    expect(sent.err).toContain("*|FNAME|*")
  })

  it.each([
    ["data", ["ada@example.test", "left@example.test"]],
    ["opt_in", ["ada@example.test"]],
    ["opt_out", []],
  ])("stops at an unclear column of consent, until it is mapped to %s", async (target, recipients) => {
    const rows = ["Id;E-Mail;subscriber_status", "1;ada@example.test;1", "2;left@example.test;3"]
    writeFileSync(join(sandbox.folder, "people.csv"), `${rows.join("\n")}\n`)
    const line = newsBy("news/{Id}", "Hi").map((word) => word.replace("people.ndjson", "people.csv"))
    const stopped = await sandbox.run(line)
    expect([stopped.code, sandbox.sent().length]).toEqual([2, 0])
    expect(stopped.err).toContain("subscriber_status")
    await sandbox.run([...line, "--map", `subscriber_status=${target}`])
    const sent = sandbox.sent().map(({ to }) => to)
    expect(sent.sort()).toEqual(recipients)
  })

  it("mails only who agreed where a column asks for it", async () => {
    const rows = ["Id;E-Mail;Opt-in", "1;ada@example.test;yes", "2;bo@example.test;", "3;cy@example.test;pending"]
    writeFileSync(join(sandbox.folder, "people.csv"), `${rows.join("\n")}\n`)
    const line = newsBy("news/{Id}", "Hi").map((word) => word.replace("people.ndjson", "people.csv"))
    expect((await sandbox.run(line)).code).toBe(9)
    expect(sandbox.sent().map(({ to }) => to)).toEqual(["ada@example.test"])
    expect(readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8")).toMatch(
      /none says that they agreed.*pending/s,
    )
  })

  it("mails by JSON lines nobody whom it would not mail by the same contacts as a table", async () => {
    await sandbox.run(["contacts", "import", "-", "--opt-in"], { stdin: "email\nada@example.test\n" })
    await sandbox.run(["contacts", "create", "--email", "bo@example.test", "--no-opt-in"])
    await sandbox.run(["contacts", "export", "--format", "ndjson", "--to", "people.ndjson"])
    expect((await sandbox.run(news)).code).toBe(9)
    const recipients = sandbox.sent().map(({ to }) => to)
    expect([recipients.includes("ada@example.test"), recipients.includes("bo@example.test")]).toEqual([true, false])
    expect(readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8")).toMatch(
      /"email":"bo@example\.test.*may not be mailed, by its fields of consent: subscribed_email; what is for the text/,
    )
  })

  it.each([
    [{ opt_in: false }, false],
    [{ opt_in: "no" }, false],
    [{ opt_in: null }, false],
    [{ opt_in: "perhaps" }, false],
    [{ "Opt-in": true }, true],
    [{ unsubscribed: true }, false],
    [{ unsubscribed_at: "2026-01-01" }, false],
    [{ unsubscribed_at: null, bounced: false }, true],
    [{ state: "Unsubscribed by admin" }, false],
    [{ status: "cancelled", plan: "none" }, true],
    [{ unsubscribe: "https://shop.test/u/1", subject: "Unsubscribed" }, true],
    [{ sms_status: "unsubscribed", data: { opt_in: false } }, true],
  ])("judges a line by its fields of consent: %j", async (fields, isSent) => {
    sandbox.file([{ id: 1, email: "ada@example.test", ...fields }])
    expect([(await sandbox.run(news)).code, sandbox.sent().length]).toEqual(isSent ? [0, 1] : [6, 0])
  })

  it("reads a table in the encoding and from the header that its flags name", async () => {
    const rows = ["Report of people", "", "Id;E-Mail;Name", "1;ada@example.test;Дмитрий Иванов"]
    const text = rows.join("\n")
    const bytes = Buffer.from(text.replace(/[а-яА-Я]/g, "?"), "latin1")
    let at = -1
    for (const letter of text.match(/[а-яА-Я]/g) ?? []) {
      at = bytes.indexOf("?", at + 1)
      bytes[at] = letter.charCodeAt(0) - 0x410 + 0xc0
    }
    writeFileSync(join(sandbox.folder, "people.csv"), bytes)
    const line = newsBy("news/{Id}", "Hi {{ data.first_name }}").map((word) =>
      word.replace("people.ndjson", "people.csv"),
    )
    const { code } = await sandbox.run([...line, "--encoding", "windows-1251", "--header-row", "3"])
    expect([code, sandbox.sent().map(({ subject }) => subject)]).toEqual([0, ["Hi Дмитрий"]])
    sandbox.file(people(1))
    const lines = await sandbox.run([...news, "--encoding", "windows-1251"])
    expect([lines.code, lines.err]).toEqual([2, expect.stringContaining("--encoding is for a table")])
  })

  it("says how to make lines of a JSON array", async () => {
    sandbox.file(["[", '{"id":1,"email":"ada@example.test"}', "]"])
    const { code, err } = await sandbox.run(news)
    expect([code, sandbox.sent().length]).toEqual([2, 0])
    expect(err).toContain("jq -c '.[]' people.ndjson > lines.ndjson")
  })

  it("sends no byte order mark", async () => {
    sandbox.file([{ id: 1, email: "ada@example.test", subject: "\uFEFFHi" }])
    writeFileSync(join(sandbox.folder, "body.html"), "\uFEFF<p>Hi")
    await sandbox.run([...sendEach, "--html", "@body.html"])
    const [mail] = sandbox.sent()
    expect(mail?.subject).toBe("Hi")
    expect((await sandbox.service.world.messages.get(mail?.id ?? 0)).html).not.toContain("\uFEFF")
  })

  it("refuses a line with an empty key, or with numbers that JSON.parse would change", async () => {
    sandbox.file([
      { id: "", email: "a@example.test" },
      '{"id":9007199254740993,"email":"b@example.test"}',
      '{"id":"9007199254740993","email":"c@example.test"}',
    ])
    expect(await sandbox.run(news)).toMatchObject({ code: 9, json: { sent: 1, refused: 2 } })
    const list = readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8").trim().split("\n")
    expect(list.map((line) => JSON.parse(line).refused_because)).toEqual([
      "has no id, which --key names",
      "line 2 holds 9007199254740993, which would be changed on the way: give it as a text, in quotes",
    ])
  })

  it("refuses a line that is not UTF-8", async () => {
    const [ada, jorg] = [
      '{"id":1,"email":"ada@example.test"}\r\n',
      '{"id":2,"email":"j@example.test","name":"J\u00f6rg"}',
    ]
    writeFileSync(join(sandbox.folder, "people.ndjson"), Buffer.from(`${ada}${jorg}`, "latin1"))
    expect(await sandbox.run(news)).toMatchObject({ code: 9, json: { sent: 1, refused: 1 } })
    expect(JSON.parse(readFileSync(join(sandbox.folder, "people.refused.ndjson"), "utf8"))).toEqual({
      ...{ text: jorg, refused_line: 2, refused_because: "line 2 is not UTF-8" },
    })
  })

  it("says that an earlier run finished the file", async () => {
    sandbox.file(people(3))
    expect((await sandbox.run(news)).err).not.toContain("An earlier run")
    const again = await sandbox.run(news)
    expect(again.err).toContain("An earlier run finished this file. The same key never sends a second message")
    expect([again.json.sent, sandbox.sent().length]).toEqual([3, 3])
  })

  it("ends at the first key that was used for another message", async () => {
    sandbox.file(people(30))
    await sandbox.run(news)
    const changed = await sandbox.run(newsBy("news-42/{id}", "Other news"))
    expect(changed.code).toBe(5)
    expect(changed.err).toContain(`line 1: another message was sent with the key ${idempotencyKey("news-42/0")}`)
    expect(changed.err).toContain("choose another --key")
    expect(existsSync(join(sandbox.folder, "people.refused.ndjson"))).toBe(false)
  })

  it("shows what it would send, and sends nothing", async () => {
    sandbox.file([{ id: 1, email: "ada@example.test", name: "Ada" }, "no"])
    const { code, out } = await sandbox.run([...news, "--dry-run", "--output", "ndjson"])
    expect(code).toBe(0)
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        // As it is sent, so that the line can be sent by itself.
        ...{
          line: 1,
          key: idempotencyKey("news-42/1"),
          channel: "email",
          to: "ada@example.test",
          subject: "News for {{ data.id }}",
        },
        ...{ html: "<p>Hi", data: { id: 1, email: "ada@example.test", name: "Ada" } },
      },
      { line: 2, problem: expect.stringContaining("line 2 is not JSON") },
    ])
    expect(sandbox.sent()).toEqual([])
  })

  it("shows on a terminal what is wrong with a later line", async () => {
    sandbox.file([{ id: 1, email: "ada@example.test" }, "no"])
    const { out } = await sandbox.run([...news, "--dry-run", "--output", "table"])
    expect(out).toContain("line 2 is not JSON")
  })

  it("gives a line of another channel only the text of the flags", async () => {
    sandbox.file([
      { id: 1, email: "ada@example.test" },
      { id: 2, channel: "sms", to: "+4915112345678" },
    ])
    const mixed = [...sendEach, "--subject", "News", "--from", "hello@example.test", "--body", "Hi"]
    expect((await sandbox.run([...mixed, "--dry-run", "--output", "ndjson"])).out.trim().split("\n")[1]).toBe(
      `{"line":2,"key":"${idempotencyKey("news-42/2")}","body":"Hi","to":"+4915112345678","data":{"id":2},"channel":"sms"}`,
    )
  })

  it("refuses a key that is the same for all lines, a missing file, and an unknown template", async () => {
    sandbox.file(people(1))
    const same = await sandbox.run([...sendEach.slice(0, -1), "news-42", "--subject", "a", "--html", "b"])
    expect(same).toMatchObject({ code: 2, err: expect.stringContaining("every line would have the same key") })
    const nowhere = await sandbox.run([...["messages", "send-each", "--file", "none.ndjson"], ...news.slice(4)])
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("none.ndjson cannot be read") })
    expect(nowhere.err).not.toContain("messages were sent")
    expect((await sandbox.run([...sendEach, "--template-id", "999"])).code).toBe(4)
    expect(sandbox.sent()).toEqual([])
  })

  it("reads stdin", async () => {
    const argv = ["messages", "send-each", "--file", "-", "--key", "a/{id}", "--subject", "News", "--body", "Hi"]
    const { code } = await sandbox.run(argv, {
      stdin: '{"id":1,"email":"ada@example.test"}\n\n{"id":2,"email":"ben@example.test"}',
    })
    expect(code).toBe(0)
    expect(sandbox.sent()).toHaveLength(2)
  })

  it("is marked as sending in the schema", async () => {
    const { out } = await sandbox.run(["schema", "messages", "send-each"])
    expect(JSON.parse(out).commands[0]).toMatchObject({ name: "messages.sendEach", safety: "sends" })
  })
})
