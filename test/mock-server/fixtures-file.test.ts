import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  createMockService,
  FixturesError,
  parseFixtures,
  printFixtures,
  readFixtures,
  simulate,
} from "../../mock-server/index.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()

/** What is said of a text that no world can begin with. */
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
    expect(world.fixtures().accounts?.main?.name).toBe("Shop")
  })

  it("may be empty", async () => {
    expect(await parseFixtures("")).toEqual({})
    expect(await parseFixtures("# nothing yet\n")).toEqual({})
  })

  it.each([
    ["a: [\n", /^shop\.yaml:\d:\d: Flow sequence/],
    ["accounts: {}\naccounts: {}\n", /^shop\.yaml:2:1: Map keys must be unique$/],
    ["users: {}\n---\nusers: {}\n", /^shop\.yaml:2:1: a second document begins here: there is to be one$/],
    ["- 1\n", /^shop\.yaml:1:1: must be an object$/],
    ["accounts:\n  main:\n    colour: red\n", /^shop\.yaml:3:5: accounts\.main\.colour is not a known field$/],
    ["accounts:\n  main:\n    plan: gold\n", /^shop\.yaml:3:5: accounts\.main\.plan is of no plan$/],
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
  ])("that is wrong is told with its line: %j", async (text, message) => {
    expect(await refusal(text)).toMatch(message)
  })

  it("is told all that is wrong with it, a line each", async () => {
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

  it("may say one thing many times, and merge what is said elsewhere", async () => {
    const contacts = Array.from({ length: 150 }, (_, at) => `{ email: a${at}@x.test, data: *d }`)
    const text = `accounts:
  one: &shop
    standing: trusted
    brands: { one: { contacts: [{ email: a@x.test, data: &d { tier: gold } }, ${contacts.join(", ")}] } }
  two:
    <<: *shop
    brands: { two: {} }
`
    const { one, two } = createMockService({ fixtures: await parseFixtures(text) }).world.fixtures().accounts ?? {}
    expect(one?.brands?.one?.contacts?.[150]?.data).toEqual({ tier: "gold" })
    expect([two?.standing, Object.keys(two?.brands ?? {})]).toEqual(["trusted", ["two"]])
    expect(await refusal(`${text}    colour: red\n`)).toBe("shop.yaml:8:5: accounts.two.colour is not a known field")
  })

  const bomb = (row: (before: string) => string) =>
    Array.from({ length: 30 }, (_, at) => `x${at}: &x${at} ${row(`*x${at - 1}`)}\n`).join("")
  it.each([
    ["accounts: &a\n  main: *a\n", "2:9: the alias *a stands within what it stands for"],
    ["accounts: &a\n  <<: *a\n", "2:7: the alias *a stands within what it stands for"],
    [
      "x: &d 1\ncontacts: [{email: a@x.test, data: &d {self: *d}}]\n",
      "2:46: the alias *d stands within what it stands for",
    ],
    [`x: &x-1 [1]\n${bomb((x) => `[${x}, ${x}]`)}`, "19:12: the aliases up to here make more than 1000000 values"],
    [
      `x: &x-1 {a: 1}\n${bomb((x) => `{<<: [${x}, ${x}]}`)}`,
      "18:17: the aliases up to here make more than 1000000 values",
    ],
    ["accounts:\n  main: { <<: 3 }\n", "1:1: Merge sources must be maps or map aliases"],
  ])("whose aliases and merges lead to no end, or to nothing, is told where: %#", async (text, message) => {
    expect(await refusal(text)).toBe(`shop.yaml:${message}`)
  })

  it("that holds itself, as an object can, or goes down too far is refused", () => {
    const main: Record<string, unknown> = {}
    main.brands = { brand_main: main }
    expect(() => createMockService({ fixtures: { accounts: { main } } })).toThrow(
      /^accounts\.main\.brands\.brand_main holds itself$/,
    )
    const data = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`)
    const contacts = [{ email: "a@x.test", data }]
    expect(() =>
      createMockService({ fixtures: { accounts: { main: { brands: { brand_main: { contacts } } } } } }),
    ).toThrow(/^must not be nested more than 200 levels deep$/)
  })

  it("that is still to come is refused, since a promise has no fields and would be the seed alone", async () => {
    const fixtures: object = readFixtures("shop.yaml").catch(() => {})
    expect(() => createMockService({ fixtures })).toThrow(/^is a promise: await it$/)
    const within: object = { accounts: fixtures }
    expect(() => createMockService({ fixtures: within })).toThrow(/^accounts is a promise: await it$/)
    await expect(simulate({ fixtures }, () => {})).rejects.toThrow("simulate: fixtures: is a promise: await it")
  })

  it("without text is told by paths alone", () => {
    const fixtures = { accounts: { main: { plan: "gold" } } }
    expect(() => createMockService({ fixtures })).toThrow(/^accounts\.main\.plan is of no plan$/)
  })

  it("is written as YAML that is read as the same", async () => {
    const contacts = [{ email: "a@x.test", data: { "<<": { a: 1 } } }]
    const fixtures = { accounts: { main: { brands: { brand_main: { contacts } } } } }
    const document = createMockService({ fixtures }).world.fixtures()
    expect(document.accounts?.main?.brands?.brand_main?.contacts?.[0]).toMatchObject(contacts[0] ?? {})
    expect(await parseFixtures(await printFixtures(document))).toEqual(document)
  })
})
