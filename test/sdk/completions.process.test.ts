import { join } from "node:path"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { root } from "../support/files.ts"

const file = join(root, "test/sdk/typed.mts")
const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ["node"] },
}

let text = ""
let version = 0
const service = ts.createLanguageService({
  useCaseSensitiveFileNames: () => true,
  readFile: (name) => ts.sys.readFile(name),
  readDirectory: (...search) => ts.sys.readDirectory(...search),
  directoryExists: (name) => ts.sys.directoryExists(name),
  realpath: (name) => ts.sys.realpath?.(name) ?? name,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => (name === file ? String(version) : "0"),
  getScriptSnapshot(name) {
    const content = name === file ? text : ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
})

/** What an editor offers where `|` stands, in its order. */
function offersAt(line: string): string[] {
  const before = `import { Mas } from "../../sdk/index.ts"\nimport { startMockServer } from "../../mock-server/index.ts"
const mas = new Mas(), rows = [{ id: 1 }], server = await startMockServer()\n`
  text = before + line.replace("|", "")
  version += 1
  const entries = service.getCompletionsAtPosition(file, before.length + line.indexOf("|"), {})?.entries ?? []
  return entries.filter(({ kind }) => kind !== ts.ScriptElementKind.keyword).map(({ name }) => name)
}

/** The documentation that an editor shows for an offer. */
function hoverOf(line: string, name: string): string {
  offersAt(line)
  const details = service.getCompletionEntryDetails(
    file,
    text.length - line.length + 1 + line.indexOf("|"),
    name,
    {},
    undefined,
    {},
    undefined,
  )
  return ts.displayPartsToString(details?.documentation)
}

const clientOnly = ["dispatcher", "maxConnections", "transport", "reportAgent", "templateIds"]

describe("an editor", { timeout: 120_000 }, () => {
  it.each([
    ["a call", 'mas.messages.send({ channel: "email", to: "a@b.test", subject: "Hi", body: "Hi" }, { | })', 24],
    ["sendEach", "mas.messages.sendEach(rows, { | })", 20],
    ["catchUp", "mas.catchUp({ | })", 28],
  ])("offers for %s no option that only a client has", (_, line, most) => {
    const offers = offersAt(line)
    expect(offers).toContain("brandSid")
    expect(offers.filter((name) => clientOnly.includes(name))).toEqual([])
    expect(offers.length).toBeLessThanOrEqual(most)
  })

  it("offers all of them for a client, so that the list above means something", () => {
    const offers = offersAt("new Mas({ | })")
    expect(clientOnly.filter((name) => !offers.includes(name))).toEqual([])
  })

  it("offers an idempotency key for a call that reads one, and none where it would be refused", () => {
    expect(offersAt('mas.messages.send({ channel: "sms", to: "+1", body: "Hi" }, { | })')).toContain("idempotencyKey")
    expect(offersAt("mas.catchUp({ | })")).not.toContain("idempotencyKey")
    expect(offersAt("mas.webhooks.checkHealth({ | })")).not.toContain("idempotencyKey")
  })

  it.each([
    ["{ | }", ["latency_ms", "on", "path", "status"], ["delay", "event_type", "webhook_id"]],
    ['{ path: "/v1/x", | }', ["latency_ms", "on", "status"], ["delay", "event_type", "webhook_id"]],
    ['{ on: "delivery", | }', ["delay", "event_type", "webhook_id"], ["latency_ms", "path", "status"]],
  ])("offers for a fault the fields of its kind alone: %s", (input, fields, others) => {
    const offers = offersAt(`server.world.faults.add(${input})`)
    expect(offers).toEqual(expect.arrayContaining(fields))
    expect(offers.filter((name) => others.includes(name))).toEqual([])
  })

  it.each([
    ["html", /`body`.*`template_id`/],
    ["body", /`html`.*`template_id`/],
    ["template_id", /`subject` is required/],
  ])("says at %s what can stand instead", (name, expectedText) => {
    expect(hoverOf('mas.messages.send({ channel: "email", | })', name)).toMatch(expectedText)
  })
})
