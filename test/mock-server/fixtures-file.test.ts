import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import {
  createMockService,
  FixturesError,
  parseFixtures,
  printFixtures,
  readFixtures,
} from "../../mock-server/index.ts"

const folder = mkdtempSync(join(tmpdir(), "mas-fixtures-"))
afterAll(() => rmSync(folder, { recursive: true }))

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

  it("does not unfold to more than anybody wrote", async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `x${at}: &x${at} [${`*x${at - 1},`.repeat(9)}]`)
    await expect(parseFixtures(`x: &x-1 [1]\n${rows.join("\n")}\n`, "bomb.yaml")).rejects.toThrow(/alias/)
  })

  it("without text is told by paths alone", () => {
    const fixtures = { accounts: { main: { plan: "gold" } } }
    expect(() => createMockService({ fixtures })).toThrow(/^accounts\.main\.plan is of no plan$/)
  })

  it("is written as YAML that is read as the same", async () => {
    const document = createMockService().world.fixtures()
    expect(await parseFixtures(await printFixtures(document))).toEqual(document)
  })
})
