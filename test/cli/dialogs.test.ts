import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { dialog } from "./own/dialog.ts"
import { homeWithService } from "./own/run.ts"

beforeAll(() => void vi.stubEnv("TZ", "UTC"))
afterAll(() => void vi.unstubAllEnvs())

/** Commands run in sequence in one world, each with its answers. */
type Dialog = readonly (readonly [line: string, ...answers: string[]])[]

const dialogs: Readonly<Record<string, Dialog>> = {
  "a message": [
    ["messages send", "1", "ada@", "ada@example.test", "me@", "", " ", "Hi", "1", "", "Hello", "y"],
    ["messages send", "email", "ada@example.test", "Acme <hello@acme.test>", "Hi", "html", "<p>Hello</p>", "y"],
    ["messages send", "email", "ada@example.test", "", "Hi", "3", "1", "no"],
    ["messages send", "letter", "2", "0151", "+4915112345678", "Hello", "maybe", "Y"],
    ["messages send --channel sms --to +4915112345678", "Hello", "y"],
    ["messages send", "sms"],
  ],
  "what is refused": [
    ["invites create", "owner@acme.test", "y", "new@acme.test", "y"],
    ["invites create --email owner@acme.test", "y"],
    ["invites create --email new2@acme.test", "n"],
    ["auth signup --first-name Ada", "ada@example.test", "Sesame-1234", "n"],
  ],
  "several values": [
    ["webhooks create", "https://hooks.example.com/x", "1, 99", "1, email.bounced", "y"],
    ["webhooks create", "https://hooks.example.com/y", "email.opened", "n"],
    ["lists"],
    ["lists", "list"],
    ["mock advance", "by", "soon", "2h"],
    ["mock wait --within 1ms", "messages"],
  ],
  "what is at stake": [
    ["webhooks create --url https://hooks.example.com/x --events email.sent --yes"],
    ["webhooks delete 1", ""],
    ["webhooks delete 1", "n"],
    ["webhooks delete 1 --dry-run"],
    ["webhooks delete 1", "yes"],
    ["campaigns create --name Spring --subject Hi --template-id 1 --audience-type all_contacts --yes"],
    ["campaigns send 1", "y"],
    ["campaigns send 1", "Spring"],
    ["validations start --list-id 1 --idempotency-key k", ""],
    ["funding-purchases create --amount-cents 5000 --idempotency-key k", "n"],
    ["subscription checkout --plan-id 2 --idempotency-key k", "N"],
    ["memberships update 3 --role admin", "n"],
    ["memberships remove 3", ""],
    ["invites revoke 1", "YES"],
    ["mock rewind"],
  ],
  "a login": [
    ["login", "maskey_live_mock"],
    ["login --email owner@acme.test", "mock-password"],
    ["login --profile x", "maskey_live_wrong"],
    ["logout"],
    ["login"],
  ],
}

describe("prompts on a terminal without escape sequences", () => {
  it.each(Object.entries(dialogs))("match the golden file: %s", async (name, lines) => {
    const sandbox = homeWithService()
    const { now } = sandbox.service.world.clock.get()
    try {
      const texts = []
      for (const [line, ...inputs] of lines) {
        const env = line.startsWith("login") ? { MAS_API_KEY: "" } : {}
        texts.push(await dialog(sandbox.home, line.split(" "), inputs, { env, now: () => Date.parse(now) }))
      }
      const text = texts
        .join("\n")
        .replaceAll(sandbox.home.folder, "/home")
        .replaceAll(/mas-sdk\/\S+ node\/\S+/g, "mas-sdk")
      await expect(text).toMatchFileSnapshot(`golden/dialog-${name.replaceAll(" ", "-")}.txt`)
    } finally {
      await sandbox.close()
    }
  })
})

describe("a prompt on such a terminal", () => {
  it("shows the fields of a body read from a file, and asks for the rest", async () => {
    const { home, close } = homeWithService()
    try {
      const file = join(home.folder, "hook.json")
      writeFileSync(file, JSON.stringify({ url: "https://hooks.example.com/x" }))
      const text = await dialog(home, ["webhooks", "create", "--input", `@${file}`], ["1", "n"])
      const [, preview] = text.split("Preview: ")
      expect(preview).toContain("url     https://hooks.example.com/x\n")
      expect(preview).not.toContain(file)
    } finally {
      await close()
    }
  })

  it("asks again for an argument that is refused", async () => {
    const { home, close } = homeWithService()
    const screen = await dialog(home, ["api", "GET"], ["//x", "/v1/my/account"])
    await close()
    expect(screen).toMatch(
      /ends with 0\n[\s\S]*Path.*: \/\/x\npath must be such as \/v1\/my\/contacts[\s\S]*"Acme"|name +Acme/,
    )
    expect(screen.match(/Path.*:/g)).toHaveLength(2)
  })

  it("is none with --no-input, and in CI unless MAS_NO_INPUT=0 says otherwise", async () => {
    const { home, close } = homeWithService()
    const screenOf = (words: readonly string[], env = {}) =>
      dialog(home, ["lists", "create", ...words], ["New", "y"], { env })
    for (const screen of [
      await screenOf(["--no-input"]),
      await screenOf([], { CI: "true" }),
      await screenOf([], { MAS_NO_INPUT: "1" }),
    ])
      expect(screen).toMatch(/ends with 2\n[\s\S]*missing --name/)
    expect(await screenOf(["--no-input"], { MAS_NO_INPUT: "0" })).toMatch(/ends with 2\n/)
    expect(await screenOf([], { CI: "true", MAS_NO_INPUT: "0" })).toMatch(/ends with 0\n/)
    await close()
  })

  it.each([["login"], ["lists create"], ["messages send"]])(
    "ends when the process is interrupted: mas %s",
    async (line) => {
      const sandbox = homeWithService()
      const ended = new AbortController()
      const options = {
        env: { MAS_API_KEY: line === "login" ? "" : sandbox.service.apiKey },
        io: { signal: ended.signal },
      }
      const screen = await dialog(sandbox.home, line.split(" "), [() => ended.abort()], options)
      await sandbox.close()
      expect(screen).toMatch(/ends with 130\n[\s\S]*: \n?error: Interrupted: nothing was sent\n/)
    },
  )

  it("names the problems of a mail and its real recipient before the last question, and asks none of a refused one", async () => {
    const { home, service, close } = homeWithService()
    const inputs = ["email", "ada@example.test", "", "Hi undefined", "text", "Thank you", "y"]
    const sending = (env: Record<string, string>) => dialog(home, ["messages", "send"], inputs, { env, columns: 200 })
    const refusedDialog = await sending({ MAS_ALLOWED_RECIPIENTS: "*@acme.test" })
    expect(refusedDialog).toMatch(/ends with 6\n[\s\S]*ada@example\.test is not an allowed recipient/)
    expect([refusedDialog.includes("Send it"), service.world.messages.list()]).toEqual([false, []])
    const redirected = await sending({ MAS_REDIRECT_TO: "dev@acme.test" })
    expect(redirected).toMatch(/error undefined, subject: [\s\S]*Send it redirected to dev@acme\.test/)
    expect(service.world.messages.list()).toMatchObject([{ to: "dev@acme.test" }])
    await close()
  })

  it("supports backspace in hidden input, and asks again after an empty response", async () => {
    const sandbox = homeWithService()
    const inputs = ["", `wrong${"\b".repeat(4)}\u007f${sandbox.service.apiKey}`]
    const screen = await dialog(sandbox.home, ["login"], inputs, { env: { MAS_API_KEY: "" } })
    await sandbox.close()
    expect(screen).toMatch(/ends with 0\nAPI key: \nAPI key: \nprofile/)
  })
})
