import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService } from "./run.ts"

const newPlace = () => {
  const place = homeWithService({ clock: "real" })
  const { folder } = place.home
  return {
    ...place,
    folder,
    file: (lines: readonly (object | string)[], name = "people.ndjson") =>
      writeFileSync(
        join(folder, name),
        lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
      ),
    sent: () => place.service.world.messages.list({ limit: 5_000 }),
  }
}

let place: ReturnType<typeof newPlace>
beforeEach(() => {
  place = newPlace()
})
afterEach(() => place.close())

const people = (count: number) => Array.from({ length: count }, (_, id) => ({ id, email: `p${id}@example.test` }))
const sendEach = ["messages", "send-each", "--file", "people.ndjson", "--key", "news-42/{id}"]
const news = [...sendEach, "--subject", "News for {{ data.id }}", "--html", "<p>Hi"]

describe("mas messages send-each", () => {
  it("sends a message for each line, and none twice", async () => {
    place.file(people(30))
    expect(await place.run(news)).toMatchObject({ code: 0, json: { sent: 30, refused: 0 } })
    expect(new Set(place.sent().map(({ subject }) => subject)).size).toBe(30)
    expect(await place.run(news)).toMatchObject({ code: 0, json: { sent: 30 } })
    expect(place.sent()).toHaveLength(30)
    expect(existsSync(join(place.folder, "people.refused.ndjson"))).toBe(false)
  })

  it("takes a line's own fields before the flags, and the template's subject", async () => {
    const { json } = await place.run([
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
    place.file([
      { id: 1, email: "ada@example.test", name: "Ada" },
      { id: 2, to: "ben@example.test", subject: "Only you", data: { name: "Ben" } },
    ])
    expect(await place.run([...sendEach, "--template-id", String(json.id)])).toMatchObject({ code: 0 })
    const [ben, ada] = place.sent().toSorted((a, b) => b.to.localeCompare(a.to))
    expect([ada?.subject, ben?.subject]).toEqual(["Hello Ada", "Only you"])
    expect((await place.service.world.messages.get(ben?.id ?? 0)).html).toContain("Hi Ben")
  })

  it("writes refused lines with the reason, and sends the mended file", async () => {
    place.file([
      { id: 0, email: "nobody" },
      "{ no json",
      "[]",
      { email: "a@example.test" },
      { id: 4, email: "d@example.test" },
    ])
    const { code, json } = await place.run(news)
    expect({ code, json }).toEqual({ code: 9, json: { sent: 1, refused: 4, errors_file: "people.refused.ndjson" } })
    const refused = readFileSync(join(place.folder, "people.refused.ndjson"), "utf8").trim().split("\n")
    expect(refused.map((line) => JSON.parse(line))).toEqual([
      {
        id: 0,
        email: "nobody",
        refused_line: 1,
        refused_because: expect.stringContaining("to must be an e-mail address"),
      },
      { text: "{ no json", refused_line: 2, refused_because: expect.stringContaining("line 2 is no JSON") },
      { text: "[]", refused_line: 3, refused_because: "line 3 is no JSON object" },
      { email: "a@example.test", refused_line: 4, refused_because: "has no id, which --key names" },
    ])
    place.file([{ ...JSON.parse(refused[0] ?? ""), email: "mended@example.test" }])
    expect(await place.run([...news, "--errors", "again.ndjson"])).toMatchObject({
      code: 0,
      json: { sent: 1, refused: 0 },
    })
    expect(
      place
        .sent()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(["d@example.test", "mended@example.test"])
    place.file([{ id: 9, email: "nobody" }])
    expect((await place.run(news)).code).toBe(6)
  })

  it("ends where all lines would fail, and goes on from there", async () => {
    place.file(people(1_200))
    // Its credential is taken away in the middle.
    place.service.world.faults.add({ path: "/v1/my/messages", status: 401, from: 701 })
    const cut = await place.run(news)
    expect(cut.code).toBe(3)
    expect(cut.err).toContain("The same command goes on: mas messages send-each")
    const before = place.sent().length
    expect(before).toBeGreaterThanOrEqual(690)
    place.service.world.faults.clear()
    place.service.world.clearRequests()
    const { err, json } = await place.run(news)
    expect(err).toMatch(/Going on after [67]\d\d lines/)
    expect(json.sent).toBe(1_200 - Number(/after (\d+) lines/.exec(err)?.[1]))
    expect(place.sent()).toHaveLength(1_200)
    // It is done, and begins anew with the same file.
    expect((await place.run(news)).json.sent).toBe(1_200)
  })

  it("shows what it would send, and sends nothing", async () => {
    place.file([{ id: 1, email: "ada@example.test", name: "Ada" }, "no"])
    const { code, out } = await place.run([...news, "--dry-run", "--output", "ndjson"])
    expect(code).toBe(0)
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        ...{ line: 1, key: "news-42/1", channel: "email", to: "ada@example.test", subject: "News for {{ data.id }}" },
        ...{ html: "<p>Hi", data: { id: 1, email: "ada@example.test", name: "Ada" } },
      },
      { line: 2, problem: expect.stringContaining("line 2 is no JSON") },
    ])
    expect(place.sent()).toEqual([])
  })

  it("refuses a key that is the same for all lines, a file that is not there, and a template that is none", async () => {
    place.file(people(1))
    const same = await place.run([...sendEach.slice(0, -1), "news-42", "--subject", "a", "--html", "b"])
    expect(same).toMatchObject({ code: 2, err: expect.stringContaining("every line would have the same key") })
    const nowhere = await place.run([...["messages", "send-each", "--file", "none.ndjson"], ...news.slice(4)])
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("none.ndjson cannot be read") })
    expect((await place.run([...sendEach, "--template-id", "999"])).code).toBe(4)
    expect(place.sent()).toEqual([])
  })

  it("reads stdin", async () => {
    const argv = ["messages", "send-each", "--file", "-", "--key", "a/{id}", "--subject", "News", "--body", "Hi"]
    const { code } = await place.run(argv, {
      stdin: '{"id":1,"email":"ada@example.test"}\n\n{"id":2,"email":"ben@example.test"}',
    })
    expect(code).toBe(0)
    expect(place.sent()).toHaveLength(2)
  })

  it("is shown to assistants as a command that sends", async () => {
    const { out } = await place.run(["schema", "messages", "send-each"])
    expect(JSON.parse(out).commands[0]).toMatchObject({ name: "messages.sendEach", safety: "sends" })
  })
})
