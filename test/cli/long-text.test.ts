import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { homeWithService, type RunOptions } from "./own/run.ts"
import { commandOf } from "./tables.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

const file = (name: string, content: string | Uint8Array) => writeFileSync(join(sandbox.home.folder, name), content)
const send = ["messages", "send", "--channel", "email", "--to", "ada@example.test"]
/** The body of the request. */
const body = async (argv: readonly string[], options?: RunOptions) =>
  (await sandbox.run([...argv, "--dry-run"], options)).json.body
const failed = async (argv: readonly string[], options?: RunOptions) => {
  const { code, err } = await sandbox.run(argv, options)
  return { code, message: JSON.parse(err).error.message }
}

describe("a long text", () => {
  const html = "<p>@ada</p>\n<p>bye</p>\n"

  it.each(["html", "body"])("is read from a file or stdin unchanged: --%s", async (name) => {
    file("mail.html", html)
    expect((await body([...send, `--${name}`, "@mail.html"]))[name]).toBe(html)
    expect((await body([...send, `--${name}=@mail.html`]))[name]).toBe(html)
    expect((await body([...send, `--${name}`, "-"], { stdin: html }))[name]).toBe(html)
  })

  it("is taken literally without a leading @; @@ escapes one", async () => {
    expect((await body([...send, "--body", "@@ada"])).body).toBe("@ada")
    expect((await body([...send, "--body", "@@@ada"])).body).toBe("@@ada")
    expect((await body([...send, "--body", "ada@example.test"])).body).toBe("ada@example.test")
  })

  it("loses its line end if the field is a single line", async () => {
    file("subject.txt", "Hello\r\n")
    expect((await body([...send, "--subject", "@subject.txt"])).subject).toBe("Hello")
    file("two.txt", "Hello\nthere\n")
    expect(await failed([...send, "--subject", "@two.txt"])).toEqual({
      code: 6,
      message: "--subject cannot hold line breaks or other control characters",
    })
  })

  it("may be the word null in a file; a typed null clears the field", async () => {
    file("null.txt", "null")
    const update = ["campaigns", "update", "1", "--subject"]
    expect((await body([...update, "@null.txt"])).subject).toBe("null")
    expect((await body([...update, "null"])).subject).toBeNull()
  })

  it("may be JSON, texts by name, or a list", async () => {
    file("data.json", '{"order":{"id":1}}\n')
    file("tags.json", '{"order":"1"}\n')
    file("emails.txt", "ada@example.test\r\nbob@example.test, eve@example.test\n\n")
    expect((await body([...send, "--data", "@data.json"])).data).toEqual({ order: { id: 1 } })
    expect((await body([...send, "--data", "-"], { stdin: '{"a":1}' })).data).toEqual({ a: 1 })
    expect((await body([...send, "--tags", "@tags.json", "--tags", "more=2"])).tags).toEqual({ order: "1", more: "2" })
    expect((await body([...send, "--tags", "@@a=1"])).tags).toEqual({ "@a": "1" })
    expect(
      (await body(["lists", "update-contacts", "1", "--action", "add", "--emails", "@emails.txt"])).emails,
    ).toEqual(["ada@example.test", "bob@example.test", "eve@example.test"])
    file("steps.json", '[{"type":"wait"}]')
    expect((await body(["flows", "create", "--name", "x", "--steps", "@steps.json"])).steps).toEqual([{ type: "wait" }])
  })

  it("fails with the flag's name if it cannot be read, and nothing is sent", async () => {
    expect(await failed([...send, "--html", "@nowhere.html"])).toEqual({
      code: 2,
      message: "--html: nowhere.html cannot be read: there is no such file or folder",
    })
    expect((await failed([...send, "--html", "@."])).message).toBe("--html: . cannot be read: it is a folder")
    file("latin1.html", Uint8Array.of(0x66, 0xfc, 0x72))
    expect(await failed([...send, "--html", "@latin1.html"])).toEqual({
      code: 2,
      message: "--html: latin1.html is not UTF-8 text",
    })
    expect(await failed([...send, "--html", "-", "--body", "-"], { stdin: "x" })).toEqual({
      code: 2,
      message: "--body would read stdin a second time",
    })
    expect(sandbox.service.world.requests.list()).toEqual([])
  })

  it("reads the rest of stdin after secrets, in any order of flags", async () => {
    for (const argv of [
      [...send, "--body", "-", "--api-key", "-", "--debug"],
      ["--api-key", "-", ...send, "--body", "-", "--debug"],
    ]) {
      const { code, json } = await sandbox.run([...argv, "--subject", "Hi"], {
        stdin: `${sandbox.service.apiKey}\nHello\nyou`,
        env: { MAS_API_KEY: "maskey_live_wrong" },
      })
      expect([code, json.to]).toEqual([0, "ada@example.test"])
    }
  })

  it("can be the response body of a fault, from a file", async () => {
    file("502.html", "<h1>Bad gateway</h1>")
    const { json } = await sandbox.run(["mock", "faults", "--status", "502", "--body", "@502.html"])
    expect(json.body).toBe("<h1>Bad gateway</h1>")
    sandbox.service.world.faults.clear()
    sandbox.service.world.requests.clear()
  })

  it("can also be an inbound mail of the mock server, or a webhook's body", async () => {
    const flags = (group: string, verb: string) =>
      commandOf(group, verb)
        .flags.filter(({ fromFile }) => fromFile)
        .map(({ name }) => name)
    expect(flags("mock", "inbound")).toEqual(["subject", "text", "html"])
    expect(flags("mock", "faults")).toEqual(["body"])
    expect(flags("webhooks", "trigger")).toEqual(["data"])
    const sign = ["webhooks", "sign", "--secret", "whsec_c2VjcmV0", "--id", "e", "--timestamp", "1", "--body"]
    file("at.txt", "@x")
    expect((await sandbox.run([...sign, "@@x"])).out).toBe((await sandbox.run([...sign, "@at.txt"])).out)
  })

  it("is not supported for short fields", async () => {
    expect(
      await body(["contacts", "create", "--email", "a@b.test", "--last-name", "-", "--first-name", "@ada"]),
    ).toEqual({
      email: "a@b.test",
      first_name: "@ada",
      last_name: "-",
    })
  })

  it("is documented in help", async () => {
    const { out } = await sandbox.run(["messages", "send", "--help"])
    expect(out).toContain("--html <text|@file|->")
    expect(out).toContain("`@@` for an @ at the beginning.")
    expect(out).toContain("--data <json|@file|->")
    expect(out).toContain("--input <json|@file|->")
  })
})

describe("a field that can be cleared", () => {
  it("is sent as JSON null, by its flag and in a body", async () => {
    expect(await body(["user", "update", "--time-zone", "null"])).toEqual({ time_zone: null })
    expect(await body(["user", "update", "--input", '{"time_zone":null}'])).toEqual({ time_zone: null })
    expect((await sandbox.run(["user", "update", "--help"])).out).toMatch(
      /`null` clears\s+it \(the word itself: --input\)/,
    )
  })

  it("keeps the word null as text if JSON says so", async () => {
    expect(await body(["user", "update", "--input", '{"time_zone":"null"}'])).toEqual({ time_zone: "null" })
  })

  it("must be nullable in the contract", async () => {
    expect(await body(["contacts", "create", "--email", "a@b.test", "--last-name", "null"])).toMatchObject({
      last_name: "null",
    })
  })
})
