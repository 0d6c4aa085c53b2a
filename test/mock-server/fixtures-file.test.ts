import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Alias, parseDocument } from "yaml"
import {
  createMockService,
  FixturesError,
  parseFixtures,
  printFixtures,
  readFixtures,
  simulate,
} from "../../mock-server/index.ts"
import { LineCounter, parseYaml, valuesOf } from "../../mock-server/service/state/yaml-document.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()

/** The error message for a text that is not valid fixtures. */
async function refusal(text: string): Promise<string> {
  try {
    createMockService({ fixtures: await parseFixtures(text, "shop.yaml") })
  } catch (error) {
    if (error instanceof FixturesError) return error.message
    throw error
  }
  throw new Error("it was taken")
}

const templates = (html: string) => `accounts:
  main:
    brands:
      brand_main:
        templates:
          - name: One
          - name: Two
            html: "${html}"
`

describe("a fixtures file", () => {
  it.each([
    ["shop.yaml", "accounts:\n  main: { name: Shop }\n"],
    ["shop.json", '\ufeff{ "accounts": { "main": { "name": "Shop" } } }'],
    ["twice.yaml", "accounts:\n  manager: &same { name: Shop }\n  main: *same\n"],
  ])("is YAML or JSON: %s", async (name, text) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    const { world } = createMockService({ fixtures: await readFixtures(path) })
    expect(world.state.fixtures().accounts?.main?.name).toBe("Shop")
  })

  it("may say nothing yet, but is not empty: that is what failed to be written", async () => {
    expect(await parseFixtures("# nothing yet\n")).toEqual({})
    for (const text of ["", " \n"])
      await expect(parseFixtures(text, "shop.yaml")).rejects.toThrow("shop.yaml:1:1: is empty")
  })

  it.each([
    ["a: [\n", /^shop\.yaml:\d:\d: Flow sequence/],
    ["accounts: {}\naccounts: {}\n", /^shop\.yaml:2:1: Map keys must be unique$/],
    ["users: {}\n---\nusers: {}\n", /^shop\.yaml:2:1: a second document begins here: only one is allowed$/],
    ["- 1\n", /^shop\.yaml:1:1: must be an object$/],
    ["accounts:\n  main:\n    colour: red\n", /^shop\.yaml:3:5: accounts\.main\.colour is not a known field$/],
    ["accounts:\n  main:\n    plan: gold\n", /^shop\.yaml:3:5: accounts\.main\.plan is not a known plan$/],
    ['{\n"users": {\n"ada": {}}}', /^shop\.yaml:3:1: users\.ada is not a key: must be an e-mail address$/],
    [
      "users:\n  ada@example.test:\n    first_name: 3\n",
      /^shop\.yaml:3:5: users\.ada@example\.test\.first_name must be text$/,
    ],
    [
      "accounts:\n  main:\n    members:\n      - role: admin\n",
      /^shop\.yaml:4:9: accounts\.main\.members\.0\.email is required$/,
    ],
    [templates("{{ x"), /^shop\.yaml:8:13: accounts\.main\.brands\.brand_main\.templates\.1\.html is not valid Liquid/],
    [templates("{{ x | nope }}"), /^shop\.yaml:8:13: .* undefined filter/],
  ])("with an error is reported with the line: %j", async (text, message) => {
    expect(await refusal(text)).toMatch(message)
  })

  it("is reported with all its errors, one per line", async () => {
    const text = "accounts:\n  main:\n    standing: best\n    spend_cap_monthly_cents: -1\n"
    expect((await refusal(text)).split("\n")).toEqual([
      "shop.yaml:3:5: accounts.main.standing must be one of probation, standard, trusted",
      "shop.yaml:4:5: accounts.main.spend_cap_monthly_cents must be at least 0",
    ])
    const { problems } = (await parseFixtures(text).catch((error: unknown) => error)) as FixturesError
    expect(problems[1]).toEqual({
      path: "accounts.main.spend_cap_monthly_cents",
      message: "must be at least 0",
      line: 4,
      column: 5,
    })
  })

  it("may repeat a value by alias, and merge maps", async () => {
    const contacts = Array.from({ length: 150 }, (_, at) => `{ email: a${at}@x.test, data: *d }`)
    const text = `accounts:
  one: &shop
    standing: trusted
    brands: { one: { contacts: [{ email: a@x.test, data: &d { tier: gold } }, ${contacts.join(", ")}] } }
  two:
    <<: *shop
    brands: { two: {} }
`
    const { one, two } =
      createMockService({ fixtures: await parseFixtures(text) }).world.state.fixtures().accounts ?? {}
    expect(one?.brands?.one?.contacts?.[150]?.data).toEqual({ tier: "gold" })
    expect([two?.standing, Object.keys(two?.brands ?? {})]).toEqual(["trusted", ["two"]])
    expect(await refusal(`${text}    colour: red\n`)).toBe("shop.yaml:8:5: accounts.two.colour is not a known field")
  })

  const bomb = (row: (before: string) => string) =>
    Array.from({ length: 30 }, (_, at) => `x${at}: &x${at} ${row(`*x${at - 1}`)}\n`).join("")
  it.each([
    ["accounts: &a\n  main: *a\n", "2:9: the alias *a is inside its own anchor"],
    ["accounts: &a\n  <<: *a\n", "2:7: the alias *a is inside its own anchor"],
    ["x: &d 1\ncontacts: [{email: a@x.test, data: &d {self: *d}}]\n", "2:46: the alias *d is inside its own anchor"],
    ["accounts: *nobody\n", "1:11: the alias *nobody has no anchor: there is no &nobody before it"],
    ["accounts: { [a]: 1 }\n", "1:13: a key must be text"],
    ["accounts:\n  main: { <<: 3 }\n", "2:11: Merge sources must be maps or map aliases"],
    ["accounts:\n  main: { <<: [[1]] }\n", "2:11: Merge sources must be maps or map aliases"],
  ])("whose aliases or merges have no target is refused with the place: %j", async (text, message) => {
    expect(await refusal(text)).toBe(`shop.yaml:${message}`)
  })

  it("names the place of a wrong item in a long list", async () => {
    const contacts = Array.from({ length: 600 }, (_, at) => ({ email: at === 512 ? "nobody" : `p${at}@x.test` }))
    const text = JSON.stringify({ accounts: { main: { brands: { brand_main: { contacts } } } } })
    expect(await refusal(text)).toContain(
      "accounts.main.brands.brand_main.contacts.512.email must be an e-mail address",
    )
  })

  it.each([
    [`x: &x-1 [1]\n${bomb((x) => `[${x}, ${x}]`)}`, "19:12: the aliases up to here make more than 1000000 values"],
    [
      `x: &x-1 {a: 1}\n${bomb((x) => `{<<: [${x}, ${x}]}`)}`,
      "18:17: the aliases up to here make more than 1000000 values",
    ],
    [
      `x: &x {${Array.from({ length: 100 }, (_, at) => `k${at}: 1`).join(", ")}}\ny:\n${"  - { <<: [*x, *x] }\n".repeat(3_000)}`,
      "2490:16: the aliases up to here make more than 1000000 values",
    ],
  ])("whose aliases and merges are endless is refused with the place: %#", { tags: "slow" }, async (text, message) => {
    expect(await refusal(text)).toBe(`shop.yaml:${message}`)
  })

  it("that contains itself, as an object can, or is too deep is refused", () => {
    const main: Record<string, unknown> = {}
    main.brands = { brand_main: main }
    expect(() => createMockService({ fixtures: { accounts: { main } } })).toThrow(
      /^accounts\.main\.brands\.brand_main contains itself$/,
    )
    const data = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`)
    const contacts = [{ email: "a@x.test", data }]
    expect(() =>
      createMockService({ fixtures: { accounts: { main: { brands: { brand_main: { contacts } } } } } }),
    ).toThrow(/^must be nested at most 200 levels deep$/)
  })

  it.each([
    "a: 1\nb: [x, null, 1.5, true]\n? c\n: {}\n'<<': {q: 1}\n",
    "x: &x {a: 1, b: 2}\ny: {b: 3, <<: *x, a: 4}\nz: {<<: [*x, {c: 5}], c: 6}\n",
    "x: &x\n  - {a: 1}\n  - {a: 2, b: 3}\ny: {<<: *x}\n",
    "x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: *x}\nw: [*x, *y]\n",
    "x: &x a\n*x : 1\n",
    "x: &x 1\ny: *x\nz: &x 2\nw: *x\n",
    '{"__proto__": 1, "b": [[], {}], "": 0}',
  ])("has the values that YAML defines: %j", (text) => {
    const lines = new LineCounter()
    const refuse = (message: string) => {
      throw new Error(message)
    }
    const expected = parseDocument(text, { merge: true }).toJS({ maxAliasCount: -1 })
    expect(JSON.stringify(valuesOf(parseYaml(text, lines, refuse), refuse))).toBe(JSON.stringify(expected))
  })

  it("is traversed once, however many aliases, merges and keys it has", { tags: "slow" }, async () => {
    const resolve = vi.spyOn(Alias.prototype, "resolve")
    onTestFinished(() => resolve.mockRestore())
    const contacts = Array.from(
      { length: 500 },
      (_, at) => `        - { email: a${at}@x.test, <<: [${"*d, ".repeat(49)}*d], data: *d }\n`,
    )
    const users = Array.from({ length: 5_000 }, (_, at) => `  u${at}@x.test: {}\n`)
    const text = `accounts:
  main:
    brands:
      brand_main:
        templates: []
        contacts:
        - { email: a@x.test, data: &d { first_name: Ada } }
${contacts.join("")}users:\n${users.join("")}`
    const { accounts, users: people = {} } = await parseFixtures(text)
    const last = accounts?.main?.brands?.brand_main?.contacts?.at(-1)
    expect(last).toEqual({ email: "a499@x.test", first_name: "Ada", data: { first_name: "Ada" } })
    expect(Object.keys(people)).toHaveLength(5_000)
    expect(resolve).not.toHaveBeenCalled()
  })

  const nested = (levels: number) => ({
    "flow sequences": `x: ${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`,
    "flow maps": `${"{a: ".repeat(levels)}1${"}".repeat(levels)}`,
    JSON: `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`,
    "block sequences": `x:\n${"- ".repeat(levels - 1)}x`,
    "block maps": Array.from({ length: levels }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
  })
  const kinds = Object.keys(nested(2)) as (keyof ReturnType<typeof nested>)[]

  it.each(kinds)(
    "in which %s are nested by thousands is refused with the line of the first that is too deep",
    async (kind) => {
      const tooDeep = /^shop\.yaml:(\d+):\d+: must be nested at most 200 levels deep$/
      for (const levels of [201, 5_000]) {
        const [, line] = tooDeep.exec(await refusal(nested(levels)[kind])) ?? []
        expect(line).toBe(kind === "block maps" ? "201" : kind === "block sequences" ? "2" : "1")
      }
      expect(await refusal(nested(200)[kind])).toMatch(/is not a known field$/)
    },
  )

  it("with unclosed nesting is refused by its depth too", async () => {
    expect(await refusal("[".repeat(5_000))).toMatch(/at most 200 levels deep$/)
  })

  it("that is a promise is refused: it has no fields, and only the seed would remain", async () => {
    const fixtures: object = readFixtures("shop.yaml").catch(() => {})
    expect(() => createMockService({ fixtures })).toThrow(/^is a promise: await it$/)
    const within: object = { accounts: fixtures }
    expect(() => createMockService({ fixtures: within })).toThrow(/^accounts is a promise: await it$/)
    await expect(simulate({ fixtures }, () => {})).rejects.toThrow("simulate: fixtures: is a promise: await it")
  })

  it("given as an object is reported by paths alone", () => {
    const fixtures = { accounts: { main: { plan: "gold" } } }
    expect(() => createMockService({ fixtures })).toThrow(/^accounts\.main\.plan is not a known plan$/)
  })

  it("is written as YAML that reads back the same", async () => {
    const contacts = [{ email: "a@x.test", data: { "<<": { a: 1 } } }]
    const fixtures = { accounts: { main: { brands: { brand_main: { contacts } } } } }
    const document = createMockService({ fixtures }).world.state.fixtures()
    expect(document.accounts?.main?.brands?.brand_main?.contacts?.[0]).toMatchObject(contacts[0] ?? {})
    expect(await parseFixtures(await printFixtures(document))).toEqual(document)
  })
})
