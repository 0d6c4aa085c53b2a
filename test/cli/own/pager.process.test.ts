import { describe, expect, it } from "vitest"
import { terminalSandbox } from "./terminal.ts"

const sandbox = terminalSandbox()

describe("output longer than the screen", () => {
  const pager = { MAS_PAGER: "sed 's/^/paged: /'" }

  it("goes through the pager, for help and lists alike", async () => {
    const help = sandbox.home.mas(["help", "commands"], pager)
    await help.says("paged: Every group of commands")
    expect(await help.exitCode).toBe(0)
    await sandbox.server.world.contacts.fill({ count: 60 })
    const list = sandbox.home.mas(["contacts", "list", "--limit", "60"], pager)
    await list.says(/paged: +\S*id/)
    // Notes come after the pager has ended.
    await list.says(/paged: [^\n]*\r?\nPage 1 of/)
    expect(await list.exitCode).toBe(0)
  })

  it.each([
    [["contacts", "list"], {}],
    [["help", "commands", "--no-pager"], {}],
    [["contacts", "list", "--limit", "60", "--no-pager"], {}],
    [["contacts", "list", "--limit", "60"], { MAS_PAGER: "" }],
    [["contacts", "list", "--limit", "60"], { MAS_PAGER: "no-such-pager -R" }],
    [["help", "commands"], { MAS_PAGER: "no-such-pager" }],
    [["contacts", "list", "--limit", "60"], { TERM: "dumb" }],
  ])("is the only output that is paged, and only if paging is on: mas %s %j", async (argv, env) => {
    await sandbox.server.world.contacts.fill({ count: 60 })
    const terminal = sandbox.home.mas(argv, { ...pager, ...env })
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.text).not.toContain("paged:")
    expect(terminal.text).toMatch(/ada@example\.test|Every group/)
  })

  it("opens less by default, and quitting it ends the command", async () => {
    await sandbox.server.world.contacts.fill({ count: 300 })
    const terminal = sandbox.home.mas(["contacts", "list", "--all"])
    await terminal.answer(/\n:/, "q")
    expect(await terminal.exitCode).toBe(0)
  })
})
