import { afterAll, describe, expect, it } from "vitest"
import { withProgramName } from "../../cli/line/program-name.ts"
import { homeWithService, sendMail } from "./own/run.ts"

const { run, service, close } = homeWithService()
afterAll(close)

const npm = "npm/11.19.1 node/v20.20.2 linux x64 workspaces/false"
const npx = { npm_lifecycle_script: "mas-sdk mock", npm_config_user_agent: npm }

describe("the program's name in suggested commands", () => {
  it.each([
    [{}, "mas"],
    [npx, "npx mas-sdk"],
    [{ npm_lifecycle_script: "mas mock", npm_config_user_agent: npm }, "npx mas-sdk"],
    [{ npm_lifecycle_script: "'mas' mock", npm_config_user_agent: npm }, "npx mas-sdk"],
    [{ npm_lifecycle_script: `"mas-sdk"`, npm_config_user_agent: npm }, "npx mas-sdk"],
    [{ npm_lifecycle_script: "mastodon", npm_config_user_agent: npm }, "mas"],
    [{ npm_lifecycle_script: "vitest run", npm_config_user_agent: npm }, "mas"],
    [{ npm_config_user_agent: npm }, "mas"],
    [{ npm_config_user_agent: "pnpm/9.15.9 npm/? node/v20.20.2 linux x64" }, "pnpm dlx mas-sdk"],
    [{ npm_command: "dlx", npm_config_user_agent: "pnpm/12.21.0 npm/? node/? linux x64" }, "pnpm dlx mas-sdk"],
    [{ npm_command: "exec", npm_config_user_agent: "pnpm/9.15.9 npm/? node/v20.20.2" }, "pnpm exec mas-sdk"],
    [
      {
        npm_config_user_agent: "yarn/4.18.1 npm/? node/v20.20.2",
        npm_package_json: "/tmp/xfs-b2f7a11c/dlx-1/package.json",
      },
      "yarn dlx mas-sdk",
    ],
    [{ npm_config_user_agent: "yarn/4.18.1 npm/?", npm_package_json: "/home/u/dlx-1/package.json" }, "yarn mas-sdk"],
    [
      { npm_config_user_agent: "yarn/1.22.22 npm/? node/v20.20.2", npm_package_json: "/a/package.json" },
      "yarn mas-sdk",
    ],
    [{ npm_command: "exec", npm_config_user_agent: "bun/1.4.5 npm/? node/v26.3.0 linux x64" }, "bunx mas-sdk"],
    [{ npm_config_user_agent: "somebody's own" }, "mas"],
  ])("is the one that it was called by: %j", (env, name) => {
    expect(withProgramName("mas mock stop", env)).toBe(`${name} mock stop`)
  })

  it("replaces mas where a command begins, and nothing else", () => {
    const texts = [
      ["Run `mas login`, or set MAS_API_KEY.", "Run `npx mas-sdk login`, or set MAS_API_KEY."],
      ["Usage: mas <command> [flags]", "Usage: npx mas-sdk <command> [flags]"],
      ['  \tmas mock pay "$(mas lists list)"', '  \tnpx mas-sdk mock pay "$(npx mas-sdk lists list)"'],
      ["mas: a command line; mas 0.1.0; https://a.example/mas foo", undefined],
      ["--subject 'my mas here' --body 'it'\\''s mas there' --to=' mas a'", undefined],
      [
        "The brand's key: mas login keeps the brand's own.",
        "The brand's key: npx mas-sdk login keeps the brand's own.",
      ],
      ["  \tmas --profile mock contacts list", "  \tnpx mas-sdk --profile mock contacts list"],
      ["--subject mas --body Hi", undefined],
      ["npx mas-sdk mock stop", undefined],
    ] as const
    for (const [text, called = text] of texts) expect(withProgramName(text, npx)).toBe(called)
  })

  it("is in the hint, the next command and the docs of an error", async () => {
    service.world.faults.add({ method: "POST", status: 500, times: 9 })
    const words = sendMail.map((word) => (word === "Hi" ? "my mas here" : word))
    const { code, err } = await run([...words, "--max-retries", "0", "--output", "json"], { env: npx })
    service.world.faults.clear()
    const { error } = JSON.parse(err)
    expect([code, error.docs]).toEqual([1, "npx mas-sdk help exit-codes"])
    expect(error.next_command).toMatch(/^npx mas-sdk messages send .* --subject 'my mas here' /)
    expect(error.hint.endsWith(error.next_command)).toBe(true)
    const usage = await run(["contacts", "lst"], { env: { ...npx, MAS_AGENT: "1" } })
    expect(usage.err).toContain("Did you mean npx mas-sdk contacts list?")
  })

  it("is in help, notes and doctor's fixes, but not in the schema, which programs read", async () => {
    const help = await run(["contacts", "list", "--help"], { env: npx })
    expect(help.out).toMatch(/^Usage: npx mas-sdk contacts list .*^ {2}npx mas-sdk contacts list --search ada$/ms)
    const agent = await run(["contacts", "list", "--help", "--agent"], { env: npx })
    expect(agent.out).toMatch(/^npx mas-sdk contacts list .*Next: npx mas-sdk schema contacts list$/ms)
    const { err } = await run(["mock", "snapshot", "--to", "s.json"], { env: npx })
    expect(err).toContain("Restore it with: npx mas-sdk mock restore s.json")
    const fixes = await run(["doctor"], { env: { ...npx, MAS_API_KEY: "maskey_live_unknown" } })
    expect(fixes.out).toContain("npx mas-sdk login")
    const [command] = (await run(["schema", "contacts", "list"], { env: npx })).json.commands
    expect([command.command, command.examples]).toEqual(["mas contacts list", ["mas contacts list --search ada"]])
  })

  it("stays with its command on lines that fit a terminal", async () => {
    service.world.faults.add({ method: "POST", status: 500, times: 9 })
    const { err } = await run([...sendMail, "--reply-to", `${"x".repeat(60)}@acme.test`, "--max-retries", "0"], {
      env: npx,
      terminal: true,
    })
    service.world.faults.clear()
    const lines = err.trim().split("\n")
    expect(lines.find((line) => line.startsWith("npx mas-sdk messages send"))).toBeDefined()
    expect(lines.every((line) => line.length <= 100)).toBe(true)
  })
})
