import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { exitCodes } from "../../../cli/terminal/errors/exit-codes.ts"
import { exitCodeOf } from "../../../cli/terminal/output/check-lines.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { exitCodesOf } from "../../../scripts/generate/cli/exit-codes.ts"
import { sqlites } from "../../webhooks/stores/sqlite.ts"
import { writeExampleFiles } from "../example-files.ts"
import { homeWithService } from "./run.ts"

const emptyList = (path: string) => [{ path, status: 200, body: [], headers: { "X-Total-Count": "0" } }]

const campaignToNobody = [
  "lists create --name Nobody",
  "templates create --name T --subject S",
  'campaigns create --name C --template-id 1 --audience {"type":"lists","list_ids":[2]}',
]

/** A run of each command over something that is empty; first the runs that make it so. */
const emptyRuns: Readonly<Record<string, readonly string[]>> = {
  "contacts.import": ["contacts import empty.csv --yes"],
  "imports.create": ["imports create --file header.csv --resource contacts --wait"],
  "imports.get": ["imports create --file header.csv --resource contacts", "imports get 1 --wait"],
  "campaigns.send": [...campaignToNobody, "campaigns send 1 --yes --wait"],
  "campaigns.get": [...campaignToNobody, "campaigns send 1 --yes", "campaigns get 1 --wait"],
  "validations.start": ["lists create --name Nobody", "validations start --list-id 2 --idempotency-key k --yes"],
  "validations.get": [
    "lists create --name Nobody",
    "validations start --list-id 2 --idempotency-key k --yes",
    "validations get vop_1 --wait",
  ],
  "contacts.export": ["contacts export"],
  "messages.sendEach": ["messages send-each --file empty.ndjson --key {id}"],
  "templates.pull": ["templates pull none"],
  "templates.push": ["templates push folder"],
  "templates.status": ["templates status folder"],
  "templates.diff": ["templates diff folder"],
  "templates.preview": ["templates preview --dir folder --dry-run"],
  "templates.types": ["templates types folder"],
  "profiles.check": ["profiles check"],
  "sending.health": ["sending health"],
  "outbox.retry": ["outbox retry --all --file shop.db", "outbox retry --all --file shop.db"],
  "mock.messages": ["mock messages --latest --within 1ms"],
  "mock.wait": ["mock wait deliveries --within 1ms"],
  conformance: ["conformance --endpoint="],
  "webhooks.catchUp": [
    "webhooks create --url https://hooks.example.com/mas --events email.bounced",
    "webhooks catch-up 1 --since 1h --to localhost:3000",
  ],
}

const hindrances: Readonly<Record<string, boolean>> = {
  "outbox.retry": sqlites["better-sqlite3"] === undefined && sqlites["node:sqlite"] === undefined,
}

it.each(Object.entries(emptyRuns))("%s of nothing ends with 10, and says so", async (name, lines) => {
  if (hindrances[name]) return
  const { service, home, run, close } = homeWithService()
  /** Long work has ended whenever it is read. */
  const fetch: typeof service.fetch = async (...request) => {
    await service.world.advance("1m")
    return service.fetch(...request)
  }
  onTestFinished(() => close())
  writeFileSync(join(home.folder, "empty.csv"), "")
  writeFileSync(join(home.folder, "empty.ndjson"), "\n")
  writeFileSync(join(home.folder, "header.csv"), "email\n")
  mkdirSync(join(home.folder, "folder"))
  await writeExampleFiles(home.folder)
  for (const path of ["/v1/my/templates", "/v1/my/contacts"])
    for (const fault of emptyList(path)) service.world.faults.add({ ...fault, method: "GET", times: 99 })
  for (const line of lines.slice(0, -1)) await run(line.split(" "))
  const { code, err } = await run((lines.at(-1) ?? "").split(" "), { io: { fetch } })
  expect([code, err]).toEqual([
    exitCodes.nothing,
    expect.stringMatching(/nothing_found|not checked|0 rows|No message was sent|nobody in its audience/),
  ])
})

it("every command whose help lists 10 is run over nothing", () => {
  const commands = commandGroups().flatMap((group) => group.commands)
  const listing = commands.filter((command) => exitCodesOf(command).includes(exitCodes.nothing))
  expect(listing.map(({ name }) => name).sort()).toEqual(["api", ...Object.keys(emptyRuns)].sort())
})

it.each([
  [10, { unknown: 3 }, false],
  [0, { unknown: 3, passed: 1 }, true],
  [0, { advised: 1 }, false],
  [1, { advised: 1, passed: 5 }, true],
  [1, { failed: 1, passed: 5 }, false],
])("a check ends with %i for %j, strictly: %s", (code, counts, isStrict) => {
  const none = { passed: 0, failed: 0, advised: 0, unknown: 0 }
  expect(exitCodeOf({ ...none, ...counts }, isStrict)).toBe(code)
})
