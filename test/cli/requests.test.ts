import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { version } from "../../sdk/base/version.ts"
import { Home, homeWithService, sendMail } from "./own/run.ts"
import { endpointCommands } from "./run-example.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const file = (name: string) => join(sandbox.home.folder, name)
/** The last request that reached the service. */
const last = () => sandbox.service.world.requests.list()[0]

describe("a timestamp", () => {
  it.each(["2031-01-01T10:00:00+00:00", "2031-01-01T12:00:00+02:00", "2031-01-01T05:00-0500"])(
    "may have any offset from UTC, and is sent in UTC: %s",
    async (at) => {
      const send = ["campaigns", "send", "1", "--dry-run"]
      for (const flags of [
        ["--deliver-at", at],
        ["--input", JSON.stringify({ deliver_at: at })],
      ])
        expect((await sandbox.run([...send, ...flags])).json.body).toEqual({ deliver_at: "2031-01-01T10:00:00.000Z" })
    },
  )
})

describe("help and version", () => {
  it.each([[["--version"]], [["-v"]], [["version"]], [["--version", "--output", "json"]]])(
    "print the version: %j",
    async (argv) => {
      expect(await sandbox.run(argv)).toMatchObject({ code: 0, out: `${version}\n`, err: "" })
    },
  )

  it.each([
    [["messages", "send", "--help"]],
    [["messages", "send", "-h"]],
    [["help", "messages", "send"]],
    [["--help", "messages", "send"]],
    [["--profile", "x", "messages", "send", "--help"]],
    [["messages", "send", "--nonsense", "--help"]],
  ])("are found in every spelling: %j", async (argv) => {
    const { code, out } = await sandbox.run(argv)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("Usage: mas messages send --channel <email|sms> --to <text> [flags]"),
    ])
  })

  it("suggest the nearest name for an unknown one", async () => {
    const hint = async (...argv: string[]) => JSON.parse((await sandbox.run(argv)).err).error.hint
    expect(await hint("help", "mesages")).toContain("Did you mean messages?")
    expect(await hint("messages", "sned", "--help")).toContain("Did you mean mas messages send?")
    expect(await hint("help", "messages", "sned")).toContain("Did you mean mas messages send?")
    expect(await hint("help", "mesages", "send")).toContain("Did you mean messages?")
  })

  it("refuse extra arguments of a guide", async () => {
    const { code, err } = await sandbox.run(["help", "scripting", "foo"])
    expect([code, JSON.parse(err).error.message]).toEqual([2, 'unexpected argument "foo"'])
  })

  it.each([[["--help", "--version"]], [["-h", "-h"]]])("print the usage: %j", async (argv) => {
    expect(await sandbox.run(argv)).toMatchObject({ code: 0, out: expect.stringContaining("Usage: mas <command>") })
  })

  it("are printed if no command is named", async () => {
    expect((await sandbox.run([])).out).toContain("Usage: mas <command>")
    expect((await sandbox.run(["-o", "json"])).code).toBe(2)
  })
})

describe("global flags", () => {
  it("may be before the command, between its words or after it", async () => {
    for (const argv of [
      ["--output", "ndjson", "lists", "list"],
      ["-o=ndjson", "lists", "list"],
      ["lists", "--output", "ndjson", "list"],
      ["lists", "list", "--output", "ndjson"],
    ]) {
      expect((await sandbox.run(argv)).out).toMatch(/^\{"id":1,.*\}\n$/)
    }
  })

  it("may have values that look like flags or stdin, also before the command", async () => {
    const key = sandbox.service.apiKey
    for (const argv of [
      ["--api-key", "-", "account", "get"],
      ["--api-key=-", "account", "get"],
      ["account", "--api-key", "-", "get"],
      ["account", "get", "--api-key", "-"],
      ["-qojson", "--api-key", "-", "account", "get"],
    ]) {
      expect((await sandbox.run(argv, { stdin: key, env: { MAS_API_KEY: "wrong" } })).code).toBe(0)
    }
    const brand = async (...argv: string[]) => (await sandbox.run([...argv, "--dry-run"])).json.headers["X-Brand-SID"]
    expect(await brand("--brand", "-5", "lists", "list")).toBe("-5")
    expect(await brand("lists", "list", "--brand", "-5")).toBe("-5")
    const failureOf = async (...argv: string[]) => {
      const { code, err } = await sandbox.run(argv)
      return [code, JSON.parse(err).error.message]
    }
    const message = "--max-retries must be at least 0, not -5"
    expect(await failureOf("--max-retries", "-5", "lists", "list")).toEqual([6, message])
    expect(await failureOf("lists", "list", "--max-retries", "-5")).toEqual([6, message])
    expect(await failureOf("lists", "list", "--limit", "-5")).toEqual([6, "--limit must be at least 1"])
    expect(await failureOf("webhooks", "get", "-5")).toEqual([6, "id must be at least 1"])
    expect(await failureOf("-5", "lists", "list")).toEqual([2, "unknown flag -5"])
  })

  it("are reported if unknown, in any position", async () => {
    const error = async (...argv: string[]) => JSON.parse((await sandbox.run(argv)).err).error
    expect(await error("--profil", "mock", "lists", "list")).toMatchObject({
      message: "unknown flag --profil",
      hint: expect.stringContaining("--profile?"),
    })
    expect(await error("lists", "list", "--limt", "1")).toMatchObject({
      message: "unknown flag --limt",
      hint: expect.stringContaining("--limit?"),
    })
    expect(await error("--vrsion")).toMatchObject({
      message: "unknown flag --vrsion",
      hint: expect.stringContaining("--version?"),
    })
  })

  it("select brand and account by header", async () => {
    const profiles = { person: { base_url: sandbox.service.url, token: "jwt-of-a-person" } }
    mkdirSync(file("config"))
    writeFileSync(file("config/config.json"), JSON.stringify({ profiles }))
    const env = { MAS_API_KEY: undefined, MAS_PROFILE: "person" } as unknown as Record<string, string>
    const { json } = await sandbox.run(["lists", "list", "--brand", "b1", "--account", "7", "--dry-run"], { env })
    expect(json.headers).toMatchObject({ "X-Brand-SID": "b1", "X-Account-ID": "7" })
  })

  it.each([
    ["--account", ["--account", "3"], {}],
    ["MAS_ACCOUNT_ID", [], { MAS_ACCOUNT_ID: "abc" }],
    ["MAS_ACCOUNT_ID", ["--profile", "mock"], { MAS_ACCOUNT_ID: "3" }],
  ])("refuse an account with an API key, which belongs to one: %s", async (source, flags, env) => {
    for (const line of ["lists create --name Readers", "lists list", "whoami"]) {
      const { code, err } = await sandbox.run([...line.split(" "), ...flags], { env })
      expect([code, JSON.parse(err).error.message]).toEqual([2, expect.stringContaining(`${source} has no effect`)])
    }
    expect(sandbox.service.world.requests.list()).toEqual([])
    const doctor = await sandbox.run(["doctor", ...flags], { env })
    expect([doctor.code, doctor.err]).toEqual([2, expect.stringContaining(`${source} has no effect`)])
  })

  it("set the timeout of an attempt and the number of retries", async () => {
    sandbox.service.world.faults.add({ status: 503, retry_after: 0, times: 2 })
    expect((await sandbox.run(["lists", "list", "--max-retries", "0"])).code).toBe(1)
    expect((await sandbox.run(["lists", "list", "--max-retries", "1", "--timeout", "5s"])).code).toBe(0)
  })
})

describe("a body", () => {
  it("comes from flags, a file, stdin or text; flags take precedence", async () => {
    writeFileSync(file("list.json"), '\ufeff{"name":"File"}')
    const name = async (argv: string[], stdin = "") =>
      (await sandbox.run(["lists", "create", ...argv], { stdin })).json.name
    expect(await name(["--name", "Flag"])).toBe("Flag")
    expect(await name(["--input", "@list.json"])).toBe("File")
    expect(await name(["--input", "-"], '{"name":"Stdin"}')).toBe("Stdin")
    expect(await name(["--input", '{"name":"Text"}'])).toBe("Text")
    expect(await name(["--input", "@list.json", "--name", "Flag"])).toBe("Flag")
    expect(await name(["--name", "Flag", "--input", "@list.json"])).toBe("Flag")
  })

  it("is given whole by --input in every command that has one, and by no other flag", () => {
    for (const { endpoint, flags } of endpointCommands) {
      expect(flags.some(({ name }) => name === "input")).toBe(endpoint?.body !== undefined)
      const data = flags.find(({ name }) => name === "data")
      if (data) expect(data).toMatchObject({ type: "json", at: ["body", "data"] })
    }
  })

  it("has a field data if the endpoint has one, from text, a file or stdin", async () => {
    const track = ["events", "track", "--event", "order_placed", "--contact-email", "ada@example.test", "--data"]
    writeFileSync(file("data.json"), '{"event":"a","order":1}')
    const data = async (dataFlag: string, stdin = "") => (await sandbox.run([...track, dataFlag], { stdin })).json.data
    expect(await data('{"event":"a","order":1}')).toEqual({ event: "a", order: 1 })
    expect(await data("@data.json")).toEqual({ event: "a", order: 1 })
    expect(await data("-", '{"event":"a","order":1}')).toEqual({ event: "a", order: 1 })
    writeFileSync(file("event.json"), '{"event":"seen","contact_id":1,"data":{"x":1}}')
    const mergedBody = (await sandbox.run(["events", "track", "--input", "@event.json", "--data", '{"y":2}'])).json
    expect(mergedBody).toMatchObject({ event: "seen", data: { y: 2 } })
  })

  it("is not set by --data: the error names the right flag", async () => {
    writeFileSync(file("list.json"), '{"name":"File"}')
    for (const argv of [
      ["lists", "create", "--data", "@list.json"],
      ["api", "POST", "/v1/my/lists", "--data={}"],
    ]) {
      const { code, err } = await sandbox.run(argv)
      expect([code, JSON.parse(err).error.message]).toEqual([2, "unknown flag --data"])
      expect(JSON.parse(err).error.hint).toContain("The whole body is --input.")
    }
    const send = await sandbox.run(["messages", "send", "--data", '{"channel":"email","to":"ada@example.test"}'])
    expect([send.code, JSON.parse(send.err).error.hint]).toEqual([
      2,
      expect.stringContaining("pass the whole body as --input"),
    ])
    expect(last()).toBeUndefined()
  })

  it("of an upload can be given whole too, with the path of its file", async () => {
    writeFileSync(file("rows.csv"), "email\nada@example.test\n")
    const { json } = await sandbox.run([
      "imports",
      "create",
      "--input",
      '{"file":"rows.csv","resource":"contacts","options":{"list_ids":[1]}}',
    ])
    expect(json).toMatchObject({ resource: "contacts", assigned_list_ids: [1] })
  })

  it("has its idempotency key replaced by the flag's", async () => {
    const event = '{"event":"seen","contact_id":1,"idempotency_key":"of-the-body"}'
    const { json } = await sandbox.run([
      "events",
      "track",
      "--input",
      event,
      "--idempotency-key",
      "of-the-flag",
      "--dry-run",
    ])
    expect(json.headers["Idempotency-Key"]).toBe("of-the-flag")
    expect(json.body).toEqual({ event: "seen", contact_id: 1 })
  })

  it("is refused if JSON.parse would change a number in it, by flag and number", async () => {
    const big = '{"n":12345678901234567890,"m":"12345678901234567890"}'
    writeFileSync(file("big.json"), big)
    const track = ["events", "track", "--event", "seen", "--contact-id", "1"]
    for (const [argv, flag] of [
      [[...track, "--data", big], "--data"],
      [[...track, "--data", "@big.json"], "--data"],
      [["events", "track", "--input", `{"event":"a","contact_id":1,"data":${big}}`], "--input"],
      [["api", "POST", "/v1/my/events", "--input", "@big.json"], "--input"],
      [["lists", "create", "--input", '{"name":1e999}'], "--input"],
    ] as const) {
      const { code, err } = await sandbox.run(argv)
      expect([code, JSON.parse(err).error.message]).toEqual([
        6,
        expect.stringMatching(
          `^${flag} holds (12345678901234567890|1e999), which would be changed on the way: .* in quotes`,
        ),
      ])
    }
    const exact = '{"n":9007199254740991,"f":0.1,"e":1e21,"t":"12345678901234567890 \\"1e999"}'
    expect((await sandbox.run([...track, "--data", exact, "--dry-run"])).json.body.data).toEqual(JSON.parse(exact))
  })

  it("is checked before it is sent", async () => {
    const problemsOf = async (input: string) => {
      const { code, err } = await sandbox.run(["webhooks", "create", "--input", input])
      return [code, JSON.parse(err).error.validation_errors]
    }
    expect(await problemsOf('{"url":5,"events":["email.sent"]}')).toEqual([6, { url: ["must be text"] }])
    expect(await problemsOf('{"url":"https://x.test","events":[],"evnts":1}')).toEqual([
      6,
      { evnts: ["is not a field; did you mean events?"], events: ["cannot be empty"] },
    ])
    expect(await problemsOf('{"url":"https://x.test","events":["email.send"]}')).toEqual([
      6,
      { events: [expect.stringContaining("must be one of")] },
    ])
    expect(last()).toBeUndefined()
  })

  it.each([
    ["@nowhere.json", 2, "--input: nowhere.json cannot be read: there is no such file"],
    ["@.", 2, "--input: . cannot be read"],
    ["{", 6, "--input is not JSON"],
    ["[1]", 6, "--input must be a JSON object"],
    ["", 6, "--input is not JSON"],
  ])("is a usage error if it cannot be read, and refused if it is not an object: %s", async (input, exit, message) => {
    const { code, err } = await sandbox.run(["lists", "create", "--input", input])
    expect([code, err]).toEqual([exit, expect.stringContaining(message)])
  })

  it("holds nested fields from flags or JSON", async () => {
    const body = async (...flags: string[]) =>
      (await sandbox.run(["campaigns", "create", "--name", "S", ...flags, "--dry-run"])).json.body
    expect(await body("--audience-type", "lists", "--audience-list-ids", "1,2")).toEqual({
      name: "S",
      audience: { type: "lists", list_ids: [1, 2] },
    })
    expect(await body("--type", "lists", "--list-ids", "1")).toEqual({
      name: "S",
      audience: { type: "lists", list_ids: [1] },
    })
    expect(await body("--audience", '{"type":"all_contacts"}')).toEqual({
      name: "S",
      audience: { type: "all_contacts" },
    })
    expect(await body("--audience", "null", "--template-id", "null")).toEqual({
      name: "S",
      audience: null,
      template_id: null,
    })
    expect(await body()).toEqual({ name: "S" })
    const half = await sandbox.run(["campaigns", "create", "--name", "S", "--list-ids", "1"])
    expect([half.code, half.err]).toEqual([2, expect.stringContaining("missing --audience-type")])
  })

  it("keeps text that looks like another type", async () => {
    const { json } = await sandbox.run([
      "contacts",
      "create",
      "--email",
      "x@y.test",
      "--first-name",
      "007",
      "--last-name",
      "null",
      "--no-opt-in",
    ])
    expect(json).toMatchObject({ first_name: "007", last_name: "null", subscribed_email: false })
  })
})

describe("an idempotency key", () => {
  it("is sent, so that a repeated command has one effect", async () => {
    const send = [...sendMail, "--idempotency-key", "k-1"]
    const first = await sandbox.run(send)
    expect((await sandbox.run(send)).json.id).toBe(first.json.id)
    const other = await sandbox.run(send.with(send.indexOf("Hi"), "Other"))
    expect([other.code, JSON.parse(other.err).error.code]).toEqual([5, "idempotency_conflict"])
  })

  it("is required if the service needs a lasting one", async () => {
    const { code, err } = await sandbox.run(["funding-purchases", "create", "--amount-cents", "5000", "--yes"])
    expect([code, err]).toEqual([2, expect.stringContaining("missing --idempotency-key")])
  })
})

describe("a command that costs money or cannot be undone", () => {
  it.each([
    [["webhooks", "delete", "1"], "This cannot be undone."],
    [["funding-purchases", "create", "--amount-cents", "5000", "--idempotency-key", "k"], "This costs money."],
  ])("needs --yes if it cannot prompt: %j", async (argv, why) => {
    const { code, err } = await sandbox.run(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(why)])
    expect(last()).toBeUndefined()
    expect((await sandbox.run([...argv, "--dry-run"])).code).toBe(0)
    expect((await sandbox.run([...argv, "--yes"])).code).not.toBe(2)
  })
})

describe("an upload", () => {
  const rows = "email,first_name\nada@example.test,Ada\nnew@example.test,New\n"

  it("reads a path, relative to the working folder, or stdin", async () => {
    writeFileSync(file("rows.csv"), rows)
    const create = (path: string, stdin = "") =>
      sandbox.run(["imports", "create", "--file", path, "--resource", "contacts", "--list-ids", "1"], { stdin })
    for (const { code, json } of [await create("rows.csv"), await create("./rows.csv"), await create("-", rows)]) {
      expect([code, json]).toEqual([0, expect.objectContaining({ resource: "contacts", assigned_list_ids: [1] })])
    }
  })

  it.each([
    ["nowhere.csv", "--file: nowhere.csv cannot be read: there is no such file"],
    [".", "--file: . is a folder"],
  ])("is refused if there is no file: %s", async (path, why) => {
    const { code, err } = await sandbox.run(["imports", "create", "--file", path, "--resource", "contacts"])
    expect([code, err]).toEqual([2, expect.stringContaining(why)])
  })
})

describe("a download", () => {
  const scanned = ["attachments", "download", "1", "1", "1"]

  it("replaces the file at a given path, or has its own name in a given folder", async () => {
    writeFileSync(file("old.bin"), "old")
    const { json } = await sandbox.run([...scanned, "--to", "old.bin"])
    expect(readFileSync(file("old.bin"))).toHaveLength(json.bytes)
    expect(json).toMatchObject({
      path: file("old.bin"),
      bytes: statSync(file("old.bin")).size,
      content_type: expect.any(String),
    })
    mkdirSync(file("into"))
    const download = await sandbox.run([...scanned, "--to", "into"])
    expect(readdirSync(file("into"))).toEqual([download.json.filename])
  })

  it("is reported as CSV with its own fields", async () => {
    const { out } = await sandbox.run([...scanned, "--to", "told.bin", "-o", "csv"])
    expect(out).toMatch(/^path,bytes,content_type,filename\n\S+told\.bin,\d+,/)
  })

  it("has its own name by default, and overwrites nothing", async () => {
    const { json } = await sandbox.run(scanned)
    expect(existsSync(file(json.filename))).toBe(true)
    const again = await sandbox.run(scanned)
    const numbered = (number: number) => json.filename.replace(/(?=\.\w+$)/, ` (${number})`)
    expect([again.code, again.json.path]).toEqual([0, expect.stringContaining(numbered(2))])
    expect((await sandbox.run([...scanned, "--to", "."])).json.path).toContain(numbered(3))
  })

  it("overwrites nothing in a named folder", async () => {
    mkdirSync(file("home"))
    const { json } = await sandbox.run([...scanned, "--to", "home"])
    const existingPath = join("home", json.filename)
    writeFileSync(file(existingPath), "mine")
    const again = await sandbox.run([...scanned, "--to", "home"])
    expect(again.code).toBe(0)
    expect(readFileSync(file(existingPath), "utf8")).toBe("mine")
    expect(readdirSync(file("home"))).toHaveLength(2)
  })

  it("goes to stdout unchanged for -, but not to a terminal", async () => {
    const { json } = await sandbox.run([...scanned, "--to", "copy"])
    const { out } = await sandbox.run([...scanned, "--to", "-"])
    expect(out).toBe(readFileSync(file("copy"), "utf8"))
    expect(Buffer.byteLength(out)).toBe(json.bytes)
    expect((await sandbox.run([...scanned, "--to", "-"], { terminal: true })).code).toBe(2)
  })

  it("to a path that cannot be written ends with 1 and says so", async () => {
    const { code, err } = await sandbox.run([...scanned, "--to", "nowhere/copy"])
    expect([code, err]).toEqual([1, expect.stringContaining("nowhere/copy cannot be written: there is no such")])
  })

  it.runIf(existsSync("/dev/full"))("to a full disk says so, with the path", async () => {
    const { code, err } = await sandbox.run([...scanned, "--to", "/dev/full"])
    const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "")
    expect([code, error.code, error.message]).toEqual([1, "disk_full", "/dev/full cannot be written: the disk is full"])
  })

  it("of an unscanned file is a conflict unless that is acknowledged, and leaves no file", async () => {
    const unscanned = ["attachments", "download", "1", "1", "2", "--to", "x"]
    expect((await sandbox.run(unscanned)).code).toBe(5)
    expect(existsSync(file("x"))).toBe(false)
    expect((await sandbox.run([...unscanned, "--acknowledge-unscanned"])).code).toBe(0)
  })

  it("that breaks off leaves no partial file", async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10))
        controller.error(new Error("cut"))
      },
    })
    const home = new Home(
      { MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" },
      async () => new Response(cut, { headers: { "content-length": "100" } }),
    )
    const { code } = await home.run([...scanned, "--to", "half", "--max-retries", "0"])
    expect([code, readdirSync(home.folder)]).toEqual([8, []])
    home.remove()
  })
})

describe("--dry-run", () => {
  it("shows the whole request, whatever output was requested", async () => {
    const { json } = await sandbox.run(["lists", "list", "--dry-run", "--quiet", "--columns", "id"])
    expect(json).toMatchObject({ method: "GET", url: expect.stringContaining("/v1/my/lists"), body: null })
  })

  it.each([
    ["contacts", "create", "--email", "a@b.test"],
    ["contacts", "list"],
    ["webhooks", "delete", "1", "--columns", "body"],
    ["mock", "clock"],
  ])("shows the fields of the request as CSV: %s %s", async (...words) => {
    const { code, out } = await sandbox.run([...words, "--dry-run", "-o", "csv"])
    const [head, request, end, more] = out.split("\n")
    expect([code, head, end, more]).toEqual([0, "method,url,headers,body", "", undefined])
    expect(request).toMatch(/^(POST|GET|DELETE),http:\/\//)
  })

  it("prints the same each time, with a placeholder for a generated key", async () => {
    const track = ["events", "track", "--event", "seen", "--contact-id", "1", "--dry-run"]
    const { out, json } = await sandbox.run(track)
    expect(json.headers["Idempotency-Key"]).toBe("made-up-for-each-call")
    expect((await sandbox.run(track)).out).toBe(out)
    const keyInBody = await sandbox.run(["events", "track", "--dry-run", "--input", "-"], {
      stdin: '{"event":"seen","contact_id":1,"idempotency_key":"k"}',
    })
    expect(keyInBody.json.headers["Idempotency-Key"]).toBe("k")
  })

  it("shows the fields, name and size of an upload, and sends nothing", async () => {
    writeFileSync(file("rows.csv"), "email\nada@example.test\n")
    const create = ["imports", "create", "--resource", "contacts", "--list-ids", "1,2", "--dry-run", "--file"]
    const { json } = await sandbox.run([...create, "rows.csv"])
    expect(json.body).toEqual({
      resource: "contacts",
      options: '{"list_ids":[1,2]}',
      file: "rows.csv",
      size: expect.stringMatching(/^\(multipart\/form-data, \d+ bytes\)$/),
    })
    expect((await sandbox.run([...create, "-"], { stdin: "email\n" })).json.body.file).toBe("stdin.csv")
    const [first, second] = [await sandbox.run([...create, "rows.csv"]), await sandbox.run([...create, "rows.csv"])]
    expect(first.out).toBe(second.out)
    expect(last()).toBeUndefined()
  })
})

describe("--debug", () => {
  it("shows the size of an upload, and nothing of the file", async () => {
    writeFileSync(file("rows.csv"), "email\nsecret@example.test\n")
    const { code, err } = await sandbox.run([
      "imports",
      "create",
      "--resource",
      "contacts",
      "--file",
      "rows.csv",
      "--debug",
    ])
    expect([code, err]).toEqual([0, expect.stringMatching(/^> \(multipart\/form-data, \d+ bytes\)$/m)])
    expect(err).not.toContain("secret@")
  })

  it("shows the exchange on stderr, and does not change stdout", async () => {
    const { json, err } = await sandbox.run(["lists", "create", "--name", "Debug", "--debug"])
    expect(json.name).toBe("Debug")
    expect(err).toMatch(/^> POST http:\/\/\S+\/v1\/my\/lists\n/)
    expect(err).toContain('> {"name":"Debug"}')
    expect(err).toContain("> Authorization: [redacted]")
    expect(err).toMatch(/< 201 \(\d+ ms\)/)
  })

  it("shows each attempt and each retry", async () => {
    sandbox.service.world.faults.add({ status: 503, retry_after: 0, times: 1 })
    const { code, err } = await sandbox.run(["lists", "list", "--debug"])
    expect([code, err.match(/^> GET/gm)]).toEqual([0, ["> GET", "> GET"]])
    expect(err).toMatch(/again in \d+ ms/)
  })
})
