import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { keys, terminalSandbox } from "../own/terminal.ts"

const sandbox = terminalSandbox()

const question = 'The column "Newsletter edition" ("Weekly", "Monthly")'
const rows = "email,Newsletter edition\nada@people.test,Weekly\nbo@people.test,Monthly\ncy@people.test,\n"

/** Begins to import rows with a column that is asked about. */
function startImport(flags: readonly string[] = []) {
  writeFileSync(join(sandbox.home.folder, "people.csv"), rows)
  return sandbox.home.mas(["contacts", "import", "people.csv", ...flags], {}, 200)
}

const request = (path: string, body?: object) =>
  fetch(sandbox.server.url + path, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${sandbox.server.apiKey}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })

async function subscribed(): Promise<string[]> {
  const response = await request("/v1/my/contacts?search=people.test")
  const contacts = (await response.json()) as { email: string; subscribed_email: boolean }[]
  return contacts.filter((contact) => contact.subscribed_email).map(({ email }) => email.split("@")[0] ?? "")
}

describe("a terminal is asked what a column means that looks like consent", () => {
  it.each([
    ["opt_out", 0, ["cy"]],
    ["opt_in", 1, ["ada", "cy"]],
    ["data", 2, ["ada", "bo", "cy"]],
  ])("and imports by the response %s, with --opt-in, and does not ask again", async (_answer, at, expected) => {
    await request("/v1/my/contacts", { email: "ada@people.test", opt_in: true })
    const terminal = startImport(["--opt-in"])
    await terminal.says(question)
    await terminal.says("opt_in")
    await terminal.says("stop")
    terminal.type(keys.down.repeat(at) + keys.enter)
    await terminal.answer("Import these contacts?", `y${keys.enter}`)
    await terminal.says("Consent: ")
    expect(await terminal.exitCode).toBe(0)
    expect((await subscribed()).sort()).toEqual(expected)
    const again = startImport(["--opt-in"])
    await again.answer("Import these contacts?", `y${keys.enter}`)
    expect(await again.exitCode).toBe(0)
    expect(again.text).not.toContain("looks like consent")
  })

  it("and imports nothing, with the ways to say it, where the response is to stop", async () => {
    const terminal = startImport(["--opt-in"])
    await terminal.says(question)
    await terminal.says("stop")
    sandbox.server.world.requests.clear()
    terminal.type(keys.down.repeat(3) + keys.enter)
    expect(await terminal.exitCode).toBe(2)
    const text = terminal.text.replaceAll(/\s+/g, " ")
    for (const mapping of ["opt_out", "opt_in:VALUE,VALUE", "data"])
      expect(text).toContain(`--map "Newsletter edition=${mapping}"`)
    expect(sandbox.server.world.requests.list()).toEqual([])
    // The response is not kept.
    const again = startImport()
    await again.answer(question, keys.ctrlC)
    expect(await again.exitCode).toBe(130)
    expect(await subscribed()).toEqual([])
  })

  it("unless a flag names the values that agree", async () => {
    const terminal = startImport(["--map", "Newsletter edition=opt_in:weekly"])
    await terminal.says('"weekly" means that they agreed, any other value that they left')
    await terminal.answer("Import these contacts?", `y${keys.enter}`)
    expect(await terminal.exitCode).toBe(0)
    expect((await subscribed()).sort()).toEqual(["ada"])
  })
})
