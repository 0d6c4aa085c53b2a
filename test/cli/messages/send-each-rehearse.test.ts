import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { homeWithService } from "../own/run.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService({ clock: "real" })
})
afterEach(() => sandbox.close())

const write = (lines: readonly object[] | string, name = "people.ndjson") =>
  writeFileSync(
    join(sandbox.home.folder, name),
    typeof lines === "string" ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  )
const command = (file = "people.ndjson", subject = "News") => [
  ...["messages", "send-each", "--file", file, "--key", "news/{id}", "--subject", subject],
  ...["--html", "<p>Hi", "--body", "Hi", "--rehearse"],
]
const people = (count: number) => Array.from({ length: count }, (_, id) => ({ id, email: `p${id}@example.test` }))

/** The methods of the requests that the real service got. */
const methods = () => [...new Set(sandbox.service.world.requests.list().map(({ method }) => method))]

describe("mas messages send-each --rehearse", () => {
  it("says that all lines would go, sends nothing, and leaves nothing to resume", async () => {
    write(people(40))
    const { code, json } = await sandbox.run(command())
    expect([code, json]).toMatchObject([
      0,
      {
        lines: 40,
        would_send: 40,
        would_refuse: 0,
        redirected: 0,
        without_value: 0,
        allowance_needed: 40,
        allowance_hours: 0,
      },
    ])
    expect(methods()).toEqual(["GET"])
    expect(sandbox.service.world.messages.list()).toEqual([])
    const sent = await sandbox.run(command().slice(0, -1))
    expect([sent.json, sandbox.service.world.messages.list()]).toMatchObject([{ sent: 40, refused: 0 }, { length: 40 }])
  })

  it("rehearses for another brand, too", async () => {
    await sandbox.close()
    sandbox = homeWithService({ clock: "real", fixtures: { accounts: { main: { brands: { brand_third: {} } } } } })
    write(people(1))
    vi.stubEnv("MAS_BRAND_SID", "brand_third")
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, json } = await sandbox.run(command(), { env: { MAS_BRAND_SID: "brand_third" } })
    expect([code, json]).toMatchObject([0, { lines: 1, would_send: 1 }])
  })

  it("names the lines that the service, the guard and the key would refuse, and ends with 6", async () => {
    write([
      ...people(3),
      { id: 3, email: "carla@" },
      { email: "dora@example.test" },
      { id: 4, email: "eve@other.test" },
    ])
    const env = { MAS_ALLOWED_RECIPIENTS: "*@example.test" }
    const { code, json, err } = await sandbox.run(command(), { env })
    expect([code, json]).toMatchObject([6, { lines: 6, would_send: 3, would_refuse: 3 }])
    expect(json.first_refused.map(({ line }: { line: number }) => line)).toEqual([4, 5, 6])
    expect(err).toContain("3 lines would be refused:")
    expect(methods()).toEqual(["GET"])
  })

  it("takes each sender as verified, of a line and of a template, and reads which text lacks a value", async () => {
    const template = await sandbox.run([
      ...[
        "templates",
        "create",
        "--name",
        "Spring",
        "--subject",
        "Hi",
        "--body",
        "Hi",
        "--from-email",
        "shop@acme.test",
      ],
    ])
    write([
      { id: 1, email: "ada@example.test", from: "Ada <news@acme-news.test>" },
      { id: 2, email: "ben@example.test", template_id: template.json.id },
      { id: 3, email: "carl@example.test", html: "<p>Hi undefined" },
      { id: 4, email: "dora@example.test", from: "nobody" },
    ])
    const { json } = await sandbox.run(command())
    expect(json).toMatchObject({ would_send: 3, would_refuse: 1, first_refused: [{ line: 4 }] })
    expect(json.first_without_value).toEqual([{ line: 3, problem: expect.stringMatching(/^html:\S+: .*undefined/) }])
  })

  it("counts what would be redirected", async () => {
    write(people(7))
    const env = { MAS_ALLOWED_RECIPIENTS: "*@acme.test", MAS_REDIRECT_TO: "me@acme.test" }
    const { code, json } = await sandbox.run(command(), { env })
    expect([code, json]).toMatchObject([0, { would_send: 7, redirected: 7 }])
    expect(json.first_redirected[0]).toEqual({ line: 1, problem: "p0@example.test to me@acme.test" })
    expect(json.first_redirected).toHaveLength(5)
  })

  it("renders a template of the service, and counts lines that lack a value", async () => {
    const template = await sandbox.run([
      ...["templates", "create", "--name", "Spring", "--subject", "Hello {{ data.name }}"],
      ...["--html", "<p>Hi {{ data.name }}, see {{ data.town }}", "--body", "Hi {{ data.name }}"],
    ])
    sandbox.service.world.requests.clear()
    write([
      { id: 1, email: "ada@example.test", name: "Ada", town: "Ulm" },
      { id: 2, email: "ben@example.test", name: "Ben" },
    ])
    const sendEachArgs = [
      "messages",
      "send-each",
      "--file",
      "people.ndjson",
      "--key",
      "news/{id}",
      "--template-id",
      `${template.json.id}`,
    ]
    const { code, json } = await sandbox.run([...sendEachArgs, "--rehearse"])
    expect([code, json]).toMatchObject([0, { would_send: 2, without_value: 1 }])
    expect(json.first_without_value).toEqual([{ line: 2, problem: "data.town" }])
    const [first = ""] = json.samples
    expect(readFileSync(join(sandbox.home.folder, first), "utf8")).toContain("Hi Ada, see Ulm")
    expect((await sandbox.run([...sendEachArgs, "--rehearse", "--strict"])).code).toBe(6)
    expect(methods()).toEqual(["GET"])
  })

  it("finds two messages with one key, and counts a repeated line once", async () => {
    const [ada] = people(1)
    write([
      { ...ada, id: 1 },
      { ...ada, id: 1 },
      { id: 1, email: "ben@example.test" },
    ])
    const { code, json } = await sandbox.run(command())
    expect([code, json]).toMatchObject([6, { would_send: 1, duplicates: 1, would_refuse: 1 }])
  })

  it("counts the parts of SMS, each of which is billed", async () => {
    write([
      { id: 1, to: "+4915112345678", body: "Your parcel is here" },
      { id: 2, to: "+4915112345679", body: `Don’t forget ${"your parcel ".repeat(10)}` },
    ])
    const flags = ["--file", "people.ndjson", "--key", "news/{id}", "--channel", "sms"]
    const { code, json, err } = await sandbox.run(["messages", "send-each", ...flags, "--rehearse"])
    expect([code, json]).toMatchObject([0, { would_send: 2, sms_parts: 3 }])
    expect(err).toContain("2 SMS are billed as 3 parts.")
  })

  it("says how long the allowance makes a file take", async () => {
    sandbox.service.world.state.setFixtures({
      plans: { small: { recipient_caps: { probation: 10, standard: 10, trusted: 10 } } },
      accounts: { main: { plan: "small" } },
    })
    write(people(35))
    const { json, err } = await sandbox.run(command())
    expect(json).toMatchObject({
      allowance_needed: 35,
      allowance_remaining: 10,
      allowance_limit: 10,
      allowance_hours: 72,
    })
    expect(err).toContain("the run takes at least 72 hours")
  })

  it("writes the five mails that differ most", { tags: "slow" }, async () => {
    const odd = [
      { id: 1_000, subject: "A completely different matter", html: "<p>Invoice 17 is due", body: "Invoice 17 is due" },
      { id: 1_001, channel: "sms", to: "+15550100", body: "Your code is 1234" },
    ]
    write([...people(300), ...odd.map((line) => ({ email: "odd@example.test", ...line }))])
    const { json } = await sandbox.run(command())
    expect(json.samples).toHaveLength(5)
    expect(json.samples).toEqual(expect.arrayContaining([expect.stringContaining("line-301.html")]))
    expect(json.samples).toEqual(expect.arrayContaining([expect.stringContaining("line-302.txt")]))
    expect(readdirSync(join(sandbox.home.folder, "rehearsal-people"))).toHaveLength(5)
  })

  it("goes on past the lines after which the mock begins anew", { tags: "slow" }, async () => {
    write(people(1_100))
    expect((await sandbox.run(command())).json).toMatchObject({ lines: 1_100, would_send: 1_100 })
  })

  it("ends with 10 for an empty file, and with 2 for a table whose consent is unclear", async () => {
    write("")
    expect((await sandbox.run(command())).code).toBe(10)
    write("id,email,Marketing preference\n1,ada@example.test,gold\n", "people.csv")
    expect((await sandbox.run(command("people.csv"))).code).toBe(2)
    expect(existsSync(join(sandbox.home.folder, "rehearsal-people"))).toBe(false)
  })
})
