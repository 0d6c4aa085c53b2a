import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/client/client.ts"
import { exportCases } from "../sdk/contacts-csv/exports.ts"
import { startReceiver, status } from "../support/receiver.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { builtEntry, keys, Terminal } from "./own/terminal.ts"

/** A user's day with `mas` alone, as a script that ends at the first failure. */
const day = `
set -euo pipefail
list=$(mas lists create --name Customers --quiet)
mas contacts import customers.csv --list Customers --opt-in --yes
template=$(mas templates create --name Spring --subject "Spring is here" --html "<p>Hello</p>" --quiet)
mas templates send-test "$template" --email hello@acme.test
hook=$(mas webhooks create --url "$RECEIVER" --events email.sent --quiet)
campaign=$(mas campaigns create --name Spring --template-id "$template" --audience-type lists --audience-list-ids "$list" --quiet)
mas campaigns send "$campaign" --deliver-at 2026-03-02T12:00:00Z --yes
mas mock advance 2d
mas campaigns get "$campaign" --wait
mas messages send --channel email --to ada@people.test --subject Receipt --body Thanks --idempotency-key receipt-1
mas mock advance 10s
delivery=$(mas webhooks deliveries "$hook" --limit 1 --quiet)
mas webhooks resend "$delivery"
mas mock advance 1s
mas webhooks deliveries "$hook" --columns status,attempts -o csv
mas contacts export --list Customers --to back.csv
mas contacts import back.csv --list Customers --yes
mas lists contacts Customers --all --columns email -o ndjson > emails.ndjson
echo "the day is over"
mas templates get 999
echo "not reached"
`

/** How a program ended, and all its output. */
interface Shown {
  readonly code: number
  readonly text: string
}

const folder = temporaryFolder()
let server: MockServer
let environment: Record<string, string>
beforeAll(async () => {
  // The real clock lets imports run; the script advances it for longer waits.
  server = await startMockServer({ port: 0, clock: "real", now: "2026-03-01T12:00:00.000Z", allowLocalWebhooks: true })
  const program = join(folder, "bin/mas")
  mkdirSync(join(folder, "bin"))
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtEntry()}' "$@"\n`)
  chmodSync(program, 0o755)
  environment = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    MAS_CONFIG_DIR: join(folder, "config"),
    MAS_BASE_URL: server.url,
    MAS_API_KEY: server.apiKey,
  }
})
afterAll(() => server.close())
beforeEach(() => server.world.reset())

const runners: readonly [
  where: string,
  run: (file: string, args: readonly string[], env?: object) => Promise<Shown>,
][] = [
  [
    "a pipe",
    (file, args, env) =>
      new Promise((resolve) => {
        execFile(file, args, { cwd: folder, env: { ...environment, ...env } }, (error, out, err) =>
          resolve({ code: Number(error?.code ?? 0), text: out + err }),
        )
      }),
  ],
  [
    "a terminal",
    async (file, args, env) => {
      const terminal = new Terminal(file, args, { cwd: folder, env: { ...environment, ...env } })
      // Responds with the question; the script passes --yes instead.
      if (file === "mas") await terminal.answer("Import these contacts?", keys.enter)
      return { code: await terminal.exitCode, text: terminal.text }
    },
  ],
]

/** contacts/import.test.ts runs the others: here are those with a refused row, and with bytes that are not UTF-8. */
const unusualExports = exportCases.filter(
  ({ refused: refusedCount, service }) => refusedCount || service.includes("Windows-125"),
)

describe.each(runners)("in %s", (where, run) => {
  it.each(unusualExports)(
    "an export of $service is imported",
    async ({ file, contacts, refused: refusedCount = 0 }) => {
      const path = join(folder, "export.csv")
      writeFileSync(path, file)
      const { code, text } = await run("mas", ["contacts", "import", path, "--restart"])
      expect({ code, text }).toEqual({ code: refusedCount === 0 ? 0 : 9, text: expect.stringContaining("imported") })
      const client = new Mas({ baseUrl: server.url, apiKey: server.apiKey })
      for (const [email, [first, last, optIn]] of Object.entries(contacts)) {
        const { items } = await client.contacts.list({ search: email })
        expect(items[0]).toMatchObject({
          ...{ email, first_name: first ?? null, last_name: last ?? null, subscribed_email: optIn === true },
        })
      }
    },
  )

  it("a script runs from import to export, and ends at the first command that fails", async () => {
    const responses = [status(500)]
    const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
    writeFileSync(join(folder, "customers.csv"), "Mail;Vorname\nada@people.test;Ada\nbob@people.test;Bob\n")
    const { code, text } = await run("bash", ["-c", day], { RECEIVER: receiver.url })
    await receiver.close()
    expect({ code, text }).toEqual({ code: 4, text: expect.stringContaining("the day is over") })
    expect(text).not.toContain("not reached")
    expect(text).toContain("status,attempts\ndelivered,".replace("\n", where === "a terminal" ? "\r\n" : "\n"))
    expect(receiver.received).toHaveLength(2)
    const rows = readFileSync(join(folder, "emails.ndjson"), "utf8").trim().split("\n")
    expect(rows).toEqual(['{"email":"ada@people.test"}', '{"email":"bob@people.test"}'])
    expect(readFileSync(join(folder, "back.csv"), "utf8")).toMatch(/^email,first_name,last_name,opt_in\r?\n/)
  })
})
