import { join } from "node:path"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { filesUnder, readProjectFile, root } from "../../support/files.ts"

const methods = [
  ...listEndpoints(contract).map(({ name }) => name),
  "webhooks.verify",
  "subscription.waitUntilActive",
  "fundingPurchases.waitUntilCredited",
  "validations.waitUntilDone",
  "imports.waitUntilDone",
  "campaigns.waitUntilDone",
]

const accepted = [
  'await mas.request("POST /v1/my/messages", {}, { idempotencyKey: key })',
  '(await mas.request<{ id: number }>("POST /v2/new", { body: {} }, { idempotencyKey: key })).id.toFixed()',
  "const seen: string[] = []; mas.withOptions({ onRequest: ({ url }) => seen.push(url) })",
  'mas.withOptions({ onRequest: async ({ url }) => (url.endsWith("x") ? { "X-Trace": 1 } : undefined) })',
  "mas.withOptions({ onRequest: async () => {} })",
  'await mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Hello" })',
  'await mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: "upgrade-1" })',
  "await mas.campaigns.send(1)",
  'await mas.messages.send({ channel: "email", to: "a@b.test", subject: "x", html: "x", body: "y", template_id: 1 })',
  'await mas.messages.send({ channel: "email", to: "a@b.test", subject: "x", template_id: 1, tags: { order: "1" } })',
  'const either: EmailMessage | SmsMessage = message; if (either.channel === "email") either.subject.length',
  'await mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Hello" }, keyed)',
  // A draft keeps the kinds of messages apart, which `Omit` of their union does not.
  'const sms: MessageDraft = { channel: "sms", body: "Hello" }; await mas.messages.send({ ...sms, to: key })',
  "await mas.messages.send({ ...draft, to: key })",
  'if (draft.channel === "email") draft.subject.length; else draft.body.length',
  'const part: MessageDraft<"to" | "subject"> = { channel: "email", html: key }; part.html?.length',
  "emailDraft.subject.length",
  'await mas.events.track({ contact_id: 1, event: "seen" }, keyed)',
  'await mas.events.track({ contact_email: "a@b.test", event: "seen", contact_id: undefined })',
  "await mas.validations.start({ contact_ids: [1, 2] }, keyed)",
  'await mas.request("messages.send", { body: { channel: "sms", to: "+4915112345678", body: "Hello" } }, keyed)',
  'await mas.request("POST /v2/new", {}, keyed)',
  "for await (const contact of mas.contacts.list({ list_id: 1, limit: 100 })) contact.email.length",
  "const next: number | null = (await mas.webhooks.deliveries(1, { page: 2 })).nextPage",
  "const { user, token }: { user: { id: number }; token: string } = await mas.auth.login(login)",
  'const status: "pending" | (string & {}) = (await mas.imports.waitUntilDone(1)).status',
  "const nothing: void = await mas.auth.logout()",
  "const bytes: Uint8Array = await (await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })).bytes()",
  "await mas.webhooks.create({ url: key, events: webhookEventTypes })",
  "await mas.events.list({ created_after: new Date(), created_before: key })",
  'await mas.request("events.list", { query: { created_after: new Date() } })',
  "await mas.campaigns.send(1, { deliver_at: new Date() })",
  'await mas.messages.send({ channel: "email", to: key, subject: key, html: key, template_id: 1, headers, tags: headers })',
  'const loose: { body: string; html?: string } = { body: key }; mas.messages.send({ channel: "email", to: key, subject: key, ...loose })',
  "await mas.messages.send({ ...receipt, to: key, data: { order: key, items: [{ name: key }], note: null } }, keyed)",
  "await mas.messages.send({ ...receipt, to: key, subject: key, html: key, tags: headers, data: { order: key, items: [] } })",
  "await mas.messages.send({ ...welcome, to: key }), await mas.messages.send({ ...hello, to: key, data: { name: key } })",
  "mas.messages.sendEach([key], { key: (to) => to, message: (to) => ({ ...receipt, to, data: { order: key, items: [] } }) })",
  "mas.messages.sendEach([key], { key: (to) => to, message: async (to) => ({ ...hello, to }) })",
  "await outbox.add(tx, { ...receipt, to: key, data: { order: key, items: [] } }, { key })",
  'await mas.imports.create({ file: new Blob([]).stream(), resource: "contacts" }, { timeout: 1000 })',
  'world.faults.add({ path: key, status: 500 }), world.faults.add({ on: "delivery", event_type: key, drop: "after" })',
  'for (const fault of [{ status: 500 }, { on: "delivery", duplicate: 1 }] as const) world.faults.add(fault)',
]

/** Code that must not compile, and part of the compiler's message. */
const rejectedCode: readonly [code: string, complaint: RegExp][] = [
  // A required key is missing.
  ["await mas.managedAccounts.create({ managed_account })", /Expected 2 arguments/],
  ["await mas.managedAccounts.create({ managed_account }, {})", /idempotencyKey/],
  ["await mas.subscription.checkout({ plan_id: 2 })", /Expected 2 arguments/],
  ["await mas.subscription.checkout({ plan_id: 2 }, { timeout: 1 })", /idempotencyKey/],
  ["await mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: undefined })", /idempotencyKey|undefined/],
  ["await mas.fundingPurchases.create({ amount_cents: 1 })", /Expected 2 arguments/],
  ["await mas.validations.start({ list_id: 1 })", /Expected 2 arguments/],
  // A key that the endpoint does not read.
  ['await mas.lists.create({ name: "x" }, { idempotencyKey: "k" })', /idempotencyKey|undefined/],
  ["await mas.campaigns.send(1, undefined, { idempotencyKey: key })", /undefined/],
  ["await mas.account.get({ idempotencyKey: key })", /undefined/],
  ["await mas.webhooks.delete(1, keyed)", /idempotencyKey/],
  ['await mas.request("lists.create", { body: { name: "x" } }, keyed)', /idempotencyKey/],
  // Paging an endpoint without pages.
  ["for await (const part of mas.account.get()) part", /asyncIterator/],
  ["for await (const part of mas.funding.get()) part", /asyncIterator/],
  ["await mas.account.get().pages()", /pages/],
  ["(await mas.webhooks.get(1)).nextPage.toFixed()", /nextPage|unknown/],
  ["await mas.account.get({ page: 2 })", /page/],
  // Fields, ids and values that the contract does not have.
  ['await mas.messages.send({ channel: "fax", to: "1" })', /"fax"/],
  ['await mas.messages.send({ channel: "sms", to: "+49", text: "Hello" })', /text/],
  ["await mas.messages.send()", /Expected 1-2 arguments/],
  // Messages that the service refuses, by the name of the closest type.
  ['await mas.messages.send({ channel: "email", to: "a@b.test", html: "x" })', /subject/],
  ['await mas.messages.send({ channel: "email", to: "a@b.test", subject: "x" })', /'HtmlEmail|'TextEmail/],
  ['await mas.messages.send({ channel: "email", to: "a@b.test", subject: undefined, html: "x" })', /undefined/],
  ['await mas.messages.send({ channel: "sms", to: "+49", body: "x", subject: "x" })', /subject: string/],
  ['await mas.messages.send({ channel: "sms", to: "+49", body: "x", html: "x" })', /string.*undefined/],
  ['const sms = { channel: "sms" as const, to: "+49", body: "x", subject: "x" }; mas.messages.send(sms)', /subject/],
  ['await mas.messages.send({ channel: "sms", to: "+49" })', /'body'.*'SmsMessage'/],
  ['const sms: MessageDraft = { channel: "sms", body: "x", subject: "x" }', /subject/],
  ['const mail: MessageDraft = { channel: "email", html: "x" }', /subject/],
  ['const sms: MessageDraft = { channel: "sms", to: key, body: "x" }', /'to'/],
  ["await mas.messages.send(draft)", /'to' is missing/],
  ['await mas.request("messages.send", { body: { channel: "sms", to: "+49" } })', /./],
  ['await mas.request(contract.messages.send, { body: { channel: "sms", to: "+49" } })', /./],
  ...[
    "html: key",
    "body: key",
    "template_id: 1",
    "html: key, body: key",
    "body: key, template_id: 1",
    "html: key, template_id: 1",
  ].map((parts): [string, RegExp] => [
    `await mas.messages.send({ channel: "email", to: key, ${parts} })`,
    /^(?!.*(html|'body|template_id)' is missing)(?!.*missing the following).*'subject' is missing/s,
  ]),
  ['await mas.messages.send({ channel: "email", subject: key, body: key })', /'to' is missing/],
  // Data that a template requires.
  ["await mas.messages.send({ ...receipt, to: key })", /'data' is missing/],
  ["await mas.messages.send({ ...receipt, to: key, data: { order: key } })", /'items' is missing.*'ReceiptData'/],
  ["await mas.messages.send({ ...receipt, to: key, data: { ordr: key, items: [] } })", /'ordr'.*'order'/],
  ["await mas.messages.send({ ...receipt, to: key, data: { order: key, items: [], nte: key } })", /'nte'.*'note'/],
  ["await mas.messages.send({ ...receipt, to: key, data: { order: 1, items: [] } })", /'number'/],
  ["await mas.messages.send({ ...receipt, to: key, data: { order: key, items: [{ nme: key }] } })", /'nme'.*'name'/],
  ["await mas.messages.send({ ...welcome, to: key, data: { order: key } })", /'never'/],
  ["await mas.messages.send({ ...receipt, data: { order: key, items: [] } })", /'to' is missing/],
  ["mas.messages.sendEach([key], { key: (to) => to, message: (to) => ({ ...receipt, to }) })", /'data' is missing/],
  [
    "mas.messages.sendEach([key], { key: (to) => to, message: (to) => ({ ...receipt, to, data: { order: key } }) })",
    /'items' is missing/,
  ],
  ["await outbox.add(tx, { ...receipt, to: key, data: { order: key } }, { key })", /'items' is missing/],
  ['await mas.messages.send({ channel: "email", to: key, subject: key, body: key, html: 5 })', /Type 'number'/],
  // Keys that the service does not read, and hooks that return no headers.
  ['await mas.request("POST /v1/my/lists", { body: { name: "x" } }, { idempotencyKey: key })', /No overload/],
  ['await mas.request("POST /v1/my/lists/{id}/contacts/bulk", {}, { idempotencyKey: key })', /No overload/],
  ["mas.withOptions({ onRequest: () => ({ a: {} }) })", /'{}'/],
  ['mas.withOptions({ onRequest: () => "x" })', /string/],
  // A fault without `on` is one of requests.
  ['world.faults.add({ path: "/v1/x", status: 500, event_type: "email.sent" })', /event_type/],
  ['world.faults.add({ on: "delivery", path: "/v1/x", drop: "before" })', /path/],
  ['const faults: NewFault[] = [{ status: 500, event_type: "email.sent" }]', /event_type|status/],
  // None or several of fields that exclude each other.
  ['await mas.events.track({ event: "seen" })', /contact_id|contact_email/],
  ['await mas.events.track({ event: "seen", contact_id: 1, contact_email: "a@b.test" })', /contact_id|contact_email/],
  ["await mas.validations.quote({})", /ValidationAudience/],
  ["await mas.validations.start({ list_id: 1, segment_id: 2 }, keyed)", /ValidationAudience/],
  ['await mas.request("validations.start", { body: { list_id: 1, segment_id: 2 } }, keyed)', /./],
  ['await mas.memberships.update(1, { role: "owner" })', /"owner"/],
  ['await mas.webhooks.get("1")', /string/],
  ["await mas.webhooks.get()", /Expected 1-3 arguments/],
  ["await mas.invites.accept(7)", /number/],
  ["await mas.contacts.list({ listId: 1 })", /listId/],
  ["await mas.contacts.delete(1)", /delete/],
]

const prelude = `import { type EmailMessage, Mas, type MessageDraft, type SendMessage, type SmsMessage, type TemplateParts } from "../../../sdk/index.ts"
import type { OutboxTx, PostgresOutbox } from "../../../sdk/outbox/index.ts"
interface ReceiptData { order: string; items: readonly { name: string }[]; note?: string | null | undefined }
declare const receipt: TemplateParts<ReceiptData>
declare const hello: TemplateParts<{ name?: string | undefined }>
declare const welcome: TemplateParts<Record<string, never>>
declare const outbox: PostgresOutbox
declare const tx: OutboxTx
import { contract } from "../../../sdk/contract/index.ts"
declare const message: SendMessage
declare const draft: MessageDraft
import type { MockWorld, NewFault } from "../../../mock-server/index.ts"
declare const world: MockWorld
declare const emailDraft: MessageDraft<"to", EmailMessage>
import { webhookEventTypes } from "../../../sdk/webhooks/index.ts"
declare const headers: Readonly<Record<string, string>>
const mas = new Mas({ baseUrl: "https://api.example.test" })
const login = { user: { email: "ada@example.test", password: "x" } }
const key: string = "k"
const keyed = { idempotencyKey: key, timeout: 1 }
const managed_account = { owner_email: "ada@example.test", account_name: "Ada" }
declare const people: readonly { id: number; email: string }[]
declare const alert: (text: string) => Promise<void>
`
/** The examples in the comments of the client's methods, which an editor shows. */
const examples = filesUnder("sdk/client/resources").flatMap((file) =>
  [...readProjectFile(file).matchAll(/ \* ```ts\n(.*?) \* ```/gs)].map(
    ([, comment = ""]) => [file, comment.replace(/^ *\* ?/gm, "")] as const,
  ),
)

const block = (code: string) => `{ ${code} }`
const documented = examples.map(([, code]) => block(code))
const lines = [
  ...prelude.split("\n"),
  ...accepted.map(block),
  ...documented,
  ...rejectedCode.map(([code]) => block(code)),
]
const source = [...lines, ...methods.map((name) => `mas.${name}`), ""].join("\n")

/** The compiler's language service, with `source` as a file beside this one and the project's own settings. */
const path = join(root, "test/sdk/resources/example.ts")
const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
const service = ts.createLanguageService({
  getScriptFileNames: () => [path],
  getScriptVersion: () => "1",
  getScriptSnapshot(file) {
    const text = file === path ? source : ts.sys.readFile(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({ ...options, noUnusedLocals: false }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => file === path || ts.sys.fileExists(file),
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

const diagnostics = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]

/** The compiler's messages about an example. */
function complaints(code: string): string {
  const start = source.indexOf(block(code))
  return diagnostics
    .filter((diagnostic) => (diagnostic.start ?? 0) >= start && (diagnostic.start ?? 0) < start + block(code).length)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
    .join("\n")
}

/** The editor's information about a method. */
function infoOn(name: string): ts.QuickInfo | undefined {
  const line = `\nmas.${name}\n`
  return service.getQuickInfoAtPosition(path, source.indexOf(line) + line.length - 2)
}

describe("the compiler accepts", () => {
  it.each(accepted)("%s", (code) => {
    expect(complaints(code)).toBe("")
  })
})

describe("the compiler accepts the example of a method in", () => {
  it.each(examples)("%s", (_, code) => {
    expect(complaints(code)).toBe("")
  })
})

describe("the compiler refuses", () => {
  it.each(rejectedCode)("%s", (code, complaint) => {
    expect(complaints(code)).toMatch(complaint)
  })
})

describe("an editor shows one line with the models' names over", () => {
  /** Their arguments alone fill the line. */
  const longer = ["attachments.download", "webhooks.verify"]

  it.each(methods)("%s", (name) => {
    const line = ts.displayPartsToString(infoOn(name)?.displayParts)
    const verb = name.split(".")[1]
    expect(line).toMatch(new RegExp(`^\\(method\\) \\w+\\.${verb}(<Data = never>)?\\([\\w:?<>, ]*\\): [\\w<>]+$`))
    if (!longer.includes(name)) expect(line.length, line).toBeLessThanOrEqual(120)
  })
})

describe("an editor shows the purpose and the section of the specification over", () => {
  const sections = [...listEndpoints(contract).map(({ spec }) => spec.section), "States", "Events"]

  it.each(methods)("%s", (name) => {
    const text = ts.displayPartsToString(infoOn(name)?.documentation)
    const [, section = ""] = /^[A-Z].*[.]\s+Spec: (.+)\.$/s.exec(text) ?? []
    expect(
      sections.filter((heading) => section.startsWith(heading)),
      text,
    ).not.toEqual([])
  })
})
