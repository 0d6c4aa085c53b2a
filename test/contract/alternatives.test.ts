import { describe, expect, it } from "vitest"
import { alternatives } from "../../sdk/contract/core/alternative-rows.ts"
import { callHint, fieldHint } from "../../sdk/contract/core/alternatives.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { homeWithService } from "../cli/own/run.ts"
import { mock } from "../support/mock.ts"

const endpoints = new Map(listEndpoints(contract).map((endpoint) => [endpoint.name, endpoint]))
const fieldRows = alternatives.flatMap(({ fields = {} }) =>
  Object.entries(fields).flatMap(([endpoint, hints]) =>
    Object.keys(hints).map((field) => ({ endpoint, field, hint: hints[field] ?? "" })),
  ),
)

describe("what people look for", () => {
  it("is at least 25 rows, each with a task of its own and full sentences", () => {
    expect(alternatives.length).toBeGreaterThanOrEqual(25)
    expect(new Set(alternatives.map(({ task }) => task)).size).toBe(alternatives.length)
    expect(alternatives.filter(({ code }) => !/\.$/.test(code))).toEqual([])
  })

  it("names each word once, and each field of an endpoint once", () => {
    const words = alternatives.flatMap((row) => row.words ?? [])
    expect(new Set(words).size).toBe(words.length)
    const names = fieldRows.map(({ endpoint, field }) => `${endpoint} ${field}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(fieldRows)("is a field that $endpoint does not have: $field", ({ endpoint, field, hint }) => {
    const body = endpoints.get(endpoint)?.spec.body
    const shape = Object(Object(body).shape)
    expect(Object.keys(shape).length).toBeGreaterThan(1)
    expect(Object.keys(shape)).not.toContain(field)
    // `use x` names a field that is there.
    const [, alternative] = /^use `(\w+)`/.exec(hint) ?? []
    if (alternative !== undefined) expect(Object.keys(shape)).toContain(alternative)
  })

  it.each([
    ["text", "is not a known field: use `body`"],
    ["html_body", "is not a known field: use `html`"],
    [
      "scheduled_at",
      "is not a known field: one message cannot be scheduled: use `at` of an outbox, or `deliver_at` of a campaign",
    ],
    ["metadata", "is not a known field: use `tags`, which webhooks repeat"],
    ["attachments", "is not a known field: messages carry no files: link to the file"],
    ["bcc", "is not a known field: a message has one recipient: send one message each"],
    ["mjml", "is not a known field: render it first: `html` takes text"],
    ["variables", "is not a known field: use `data`, which the template names as `{{ data.x }}`"],
    ["sandbox", "is not a known field: there is no test mode: use a mock server"],
    ["colour", "is not a known field"],
    ["constructor", "is not a known field"],
  ])("is said by the 422 of the mock server: %s", async (field, message) => {
    const body = { channel: "email", to: "ana@example.test", subject: "Hi", body: "Hi", [field]: "x" }
    const { status, body: refusal } = await mock().call("POST", "/v1/my/messages", { body })
    expect([status, refusal.validation_errors]).toEqual([422, { [field]: [message] }])
  })

  it.each([
    [
      { to: ["a@b.test", "c@d.test"], subject: "Hi", body: "Hi" },
      { to: ["must be one recipient: make a call for each, or use `mas.messages.sendEach`"] },
    ],
    [{ to: 5, subject: "Hi", body: "Hi" }, { to: ["must be text"] }],
    [
      { to: "a@b.test", template_id: 1 },
      { subject: ["is required for e-mail: the template's own subject does not count"] },
    ],
    [{ to: "a@b.test", body: "Hi" }, { subject: ["is required for e-mail"] }],
  ])("is said by the 422 for what other services take: %j", async (fields, expectedErrors) => {
    const { body } = await mock().call("POST", "/v1/my/messages", { body: { channel: "email", ...fields } })
    expect(body.validation_errors).toEqual(expectedErrors)
  })

  it.each([
    ["contacts unsubscribe ana@example.test", "`mas contacts create --email <e-mail>` with `--no-opt-in`"],
    ["messages schedule", "A message goes out at once."],
    ["schedule", "A message goes out at once."],
    ["messages attach", "Messages carry no files"],
    ["contacts remove", "The API deletes no contacts."],
    ["mock dev", "Use `mas mock`."],
    ["start", "Use `mas mock`."],
    ["messages send --channel email --to a@b.test --subject Hi --text Hi", "Use `--body`."],
    ["messages send --channel email --scheduled-at now", "One message cannot be scheduled"],
  ])("is said in a terminal: mas %s", async (line, expectedHint) => {
    const home = homeWithService()
    const { code, err } = await home.run(line.split(" "))
    await home.close()
    expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining(expectedHint)])
  })

  it("is said of a call that does not exist", () => {
    expect(callHint("contacts.delete")).toContain("The API deletes no contacts")
    expect(callHint("contacts.list")).toBeUndefined()
    expect(fieldHint("messages.send", "toString")).toBeUndefined()
  })

  it.each([
    ["campaigns.create", "segment_id", 'use `audience`, such as `{ type: "lists", list_ids: [1] }`'],
    ["contacts.create", "unsubscribed", "use `opt_in`: false unsubscribes"],
    ["contacts.create", "custom_fields", "an import sets it: `mas.imports.create`"],
    ["contacts.create", "list_ids", "use `mas.lists.updateContacts`"],
    ["webhooks.create", "secret", "the service makes the secret: the response has it"],
  ])("is said of a field of %s: %s", (endpoint, field, hint) => {
    expect(fieldHint(endpoint, field)).toBe(hint)
  })

  it("unsubscribes by the call that the row names", async () => {
    const { call } = mock()
    const post = (body: object) => call("POST", "/v1/my/contacts", { body })
    await post({ email: "new@example.test", opt_in: true })
    const { body } = await post({ email: "new@example.test", opt_in: false })
    expect(body).toMatchObject({ email: "new@example.test", subscribed_email: false })
  })
})
