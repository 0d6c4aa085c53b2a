import { createHash } from "node:crypto"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { openForMany } from "../../webhooks/stores/sqlite.ts"
import { dialog } from "./dialog.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, type RunOptions } from "./run.ts"

let { service, home, close } = homeWithService()
let session: LocalMcpSession
beforeEach(async () => {
  await close()
  ;({ service, home, close } = homeWithService())
  session = await LocalMcpSession.open(home)
})
afterEach(async () => {
  await session.close()
  await close()
})

const mail = { channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hello <b>Ada</b></p>" }
const approvals = (words: readonly string[], options?: RunOptions) => home.run(["approvals", ...words], options)
const client = () => new Mas(service.clientOptions)
const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET")
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const errorOf = ({ err }: { readonly err: string }) => JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error
const holdMail = (key: string, input: object = mail) => session.hold("messages.send", input, { idempotency_key: key })

describe("mas approvals", () => {
  it("shows a held call whole, sends it once, and logs who said yes", async () => {
    const id = await holdMail("welcome-1")
    expect([id, writes()]).toEqual(["welcome-1", []])
    expect((await approvals(["list"])).json).toMatchObject([{ id, state: "waits", to: ["ada@example.test"] }])
    const details = await session.show(id)
    expect(details).toMatchObject({
      ...{ account: "Acme (account 1)", at: service.url, to: ["ada@example.test"], count: "1", subject: "Hi" },
      ...{ html: mail.html, text: "Hello Ada", body: mail, changed: false, problem: null, source: "mas mcp" },
    })
    expect(details.body_sha256).toBe(sha256(JSON.stringify(mail)))
    for (let time = 0; time < 2; time++)
      expect((await session.approve(id)).json).toMatchObject([
        { id, state: "sent", hash: details.hash, response: "id 1" },
      ])
    expect(writes()).toMatchObject([{ idempotency_key: id, request_body: mail }])
    const { json } = await approvals(["log", "--output", "json"])
    expect(json.map(({ what, body_sha256 }: { what: string; body_sha256: string }) => [what, body_sha256])).toEqual(
      ["held", "approved", "handed over", "sent"].map((what) => [what, details.body_sha256]),
    )
    expect(json[1]).toMatchObject({ who: expect.any(String), from: expect.stringMatching(/^terminal of /) })
    expect((await approvals(["list"])).json).toEqual([])
    expect((await approvals(["list", "--all"])).json).toMatchObject([{ id, state: "sent" }])
    // The assistant is told what became of its call.
    const again = await session.call("messages.send", mail, { idempotency_key: id })
    expect([again.data.held.state, writes().length]).toEqual(["sent", 1])
  })

  it("sends several at once, and says which were not sent", async () => {
    const names: string[] = []
    for (const key of ["a", "b", "c"]) {
      await holdMail(key, { ...mail, to: `${key}@example.test` })
      names.push(`${key}@${(await session.show(key)).hash}`)
    }
    await approvals(["edit", "b", "--input", JSON.stringify({ ...mail, to: "eve@example.test" })])
    const { code, json } = await approvals(["approve", ...names])
    expect([code, json.map(({ id, state }: { id: string; state: string }) => [id, state])]).toEqual([
      9,
      [
        ["a", "sent"],
        ["b", "not sent"],
        ["c", "sent"],
      ],
    ])
    expect(service.world.messages.list().map(({ to }) => to)).toEqual(["a@example.test", "c@example.test"])
  })

  it("does not say of several that one was not sent that may have been", async () => {
    const names: string[] = []
    for (const key of ["a", "b"]) {
      await holdMail(key)
      names.push(`${key}@${(await session.show(key)).hash}`)
    }
    service.world.faults.add({ method: "POST", path: "/v1/my/messages", drop: "after", times: 1 })
    const { code, json } = await approvals(["approve", ...names, "--max-retries", "0"])
    expect([code, json.map(({ state }: { readonly state: string }) => state)]).toEqual([9, ["unclear", "sent"]])
    expect((await approvals(["list"])).err).toContain("approve it again to complete it, with one effect.")
    const again = await approvals(["approve", ...names, "--dry-run"])
    expect(again.json.map(({ state }: { readonly state: string }) => state)).toEqual(["leaving", "sent"])
  })

  it("approves by the hash of what was shown alone, whatever --yes says", async () => {
    const id = await holdMail("a")
    for (const words of [[id], [id, "--yes"], [`${id}@`], [`${id}@4f1c`]])
      expect((await approvals(["approve", ...words])).code).toBe(2)
    const short = await approvals(["approve", `${id}@deadbeef`])
    expect(errorOf(short).message).toBe("deadbeef is no hash of a call: one has 16 digits of 0-9 and a-f")
    const other = await approvals(["approve", `${id}@4f1c0a9be2d37788`])
    expect([other.code, errorOf(other).code, writes()]).toEqual([5, "item_changed", []])
    const otherDry = await approvals(["approve", `${id}@4f1c0a9be2d37788`, "--dry-run"])
    const { hash } = await session.show(id)
    expect([otherDry.code, errorOf(otherDry).message]).toEqual([5, `a is not what was shown: it is ${hash} now`])
    const dry = await approvals(["approve", `${id}@${hash}`, "--dry-run"])
    expect([dry.code, writes(), (await session.show(id)).state]).toEqual([0, [], "waits"])
  })

  it("shows a person at a terminal each call whole, and sends them after one yes", async () => {
    for (const key of ["a", "b"]) await holdMail(key, { ...mail, to: `${key}@example.test` })
    const approving = (words: readonly string[], ...inputs: string[]) =>
      dialog(home, ["approvals", "approve", ...words], inputs, { columns: 120 })
    const no = await approving(["a", "b"], "n")
    expect(no).toMatch(/ends with 1\n[\s\S]*a: [\s\S]*a@example\.test[\s\S]*b: [\s\S]*b@example\.test[\s\S]*Hello Ada/)
    expect(no).toMatch(/Send these 2, exactly as shown\. Go ahead\? \(y\/N\) n\n/)
    const { hash } = await session.show("a")
    // What was typed holds, not what is there now.
    expect(await approving([`a@${hash.replace(/^./, hash.startsWith("0") ? "1" : "0")}`], "y")).toMatch(/ends with 5\n/)
    expect(await approving(["a", "--yes"])).toMatch(/ends with 5\n/)
    expect(writes()).toEqual([])
    expect(await approving(["a"], "y")).toMatch(/ends with 0\n[\s\S]*Send this, exactly as shown\. Go ahead\? /)
    expect(writes()).toMatchObject([{ idempotency_key: "a" }])
  })

  it("cannot be released by an assistant that runs commands", async () => {
    const id = await holdMail("a")
    const { hash } = await session.show(id)
    const env = { AI_AGENT: "some-model" }
    for (const words of [["approve", `${id}@${hash}`], ["serve"], ["refuse", id], ["edit", id]]) {
      const attempt = await approvals(words, { env })
      expect([attempt.code, errorOf(attempt).message]).toEqual([2, expect.stringContaining("are for a person")])
    }
    expect(writes()).toEqual([])
  })

  it("makes a new revision by an edit, which the first hash does not approve", async () => {
    const id = await holdMail("a")
    const first = await session.show(id)
    const edited = { ...mail, subject: "Edited" }
    const dry = await approvals(["edit", id, "--input", JSON.stringify(edited), "--dry-run"])
    expect([dry.json, dry.err]).toMatchObject([
      { revision: 1, hash: first.hash },
      "Nothing was changed: this is a dry run.\n",
    ])
    const { json } = await approvals(["edit", id, "--input", JSON.stringify(edited)])
    expect(json).toMatchObject({ revision: 2, state: "waits", body_sha256: sha256(JSON.stringify(edited)) })
    expect((await approvals(["approve", `${id}@${first.hash}`])).code).toBe(5)
    expect((await approvals(["approve", `${id}@${json.hash}`])).code).toBe(0)
    expect(writes()).toMatchObject([{ request_body: edited }])
    const wrong = await approvals(["edit", id, "--input", '{"colour":"red"}'])
    expect([wrong.code, errorOf(wrong).message]).toEqual([6, expect.stringContaining("colour")])
  })

  it("shows the template's text as it was held, and sends no other", { tags: "slow" }, async () => {
    const id = await holdMail("a", { channel: "email", to: "ada@example.test", subject: "Hi", template_id: 1 })
    const first = await session.show(id)
    expect(first.template).toMatchObject({ id: 1, subject: expect.any(String) })
    await session.call("templates.update", { id: 1, body: "Buy now" })
    const second = await session.show(id)
    expect([second.changed, second.template]).toEqual([true, first.template])
    const approval = await approvals(["approve", `${id}@${first.hash}`])
    expect([approval.code, errorOf(approval).code, writes().length]).toEqual([5, "item_changed", 1])
    await approvals(["edit", id])
    expect((await session.show(id)).text).toBe("Buy now")
    expect((await session.approve(id)).code).toBe(0)
  })

  it("shows the fields of the recipient's contact in the texts, and sends no others", async () => {
    await client().contacts.create({ email: "vic@example.test", first_name: "Vic" })
    const letter = { channel: "email", to: "Vic@example.test", subject: "Hi{{ contact.first_name }}", body: "Thanks" }
    const id = await holdMail("a", letter)
    const first = await session.show(id)
    expect(first).toMatchObject({ subject: "HiVic", contact: { email: "vic@example.test", first_name: "Vic" } })
    await client().contacts.create({ email: "vic@example.test", first_name: ": pay at https://evil.test" })
    const second = await session.show(id)
    expect([second.subject, second.changed]).toEqual(["HiVic", true])
    const approval = await approvals(["approve", `${id}@${first.hash}`])
    expect([approval.code, errorOf(approval).code, service.world.messages.list()]).toEqual([5, "item_changed", []])
    await approvals(["edit", id])
    expect((await session.show(id)).subject).toBe("Hi: pay at https://evil.test")
    const braced = await holdMail("d", { ...letter, subject: "Hi {{ '{}' | append: contact.first_name }}" })
    expect((await session.show(braced)).subject).toBe("Hi {}: pay at https://evil.test")
    const plain = await holdMail("c", { ...letter, subject: "Hi", body: "Any question? Contact us." })
    expect((await session.show(plain)).contact).toBeNull()
    // Whom the brand does not know has an address alone, also if the mock server of the review knows them.
    const unknown = await holdMail("b", { ...letter, to: "linus@nowhere.test", subject: "Hi {{ contact.email }}" })
    expect(await session.show(unknown)).toMatchObject({ subject: "Hi linus@nowhere.test", contact: {} })
  })

  it("notices that a contact of an audience has other fields", async () => {
    const campaign = await client().campaigns.create({
      ...{ name: "News", subject: "To {{ contact.first_name }}", template_id: 1 },
      audience: { type: "all_contacts" },
    })
    const id = await session.hold("campaigns.send", { id: campaign.id })
    const first = await session.show(id)
    expect([first.subject, first.facts["Filled in"]]).toEqual(["To {{ contact.first_name }}", expect.any(String)])
    await client().contacts.create({ email: "ada@example.test", first_name: "Another" })
    expect((await session.show(id)).changed).toBe(true)
    const screen = await dialog(home, ["approvals", "approve", id], ["y"], { columns: 200 })
    expect(screen).toMatch(/Changed +what it would send has changed since it was held: it cannot be approved/)
    expect([screen, writes().length]).toEqual([expect.stringMatching(/ends with 5\n/), 2])
  })

  it("reads what a call sends for the brand that it is for", async () => {
    const second = client().withOptions({ brandSid: "brand_second" })
    const template = await second.templates.create({ name: "Second", subject: "Of the second", body: "Two" })
    const other = await LocalMcpSession.open(home, ["--brand", "brand_second"])
    const message = { channel: "email", to: "ada@example.test", subject: "Two", template_id: template.id }
    const id = await other.hold("messages.send", message, { idempotency_key: "two" })
    await other.close()
    expect(await session.show(id)).toMatchObject({ brand: "brand_second", text: "Two", problem: null })
    expect(await dialog(home, ["approvals", "approve", id], ["n"], { columns: 200 })).toMatch(
      /Account +Acme .*, brand brand_second/,
    )
    expect((await session.approve(id)).code).toBe(0)
  })

  it("says that what was handed over may have been sent, whatever has changed since", async () => {
    const campaign = await client().campaigns.create({
      ...{ name: "News", subject: "Hi", template_id: 1, audience: { type: "all_contacts" as const } },
    })
    const id = await session.hold("campaigns.send", { id: campaign.id })
    service.world.faults.add({ method: "POST", path: "/v1/my/campaigns/*", drop: "after", times: 1 })
    const lost = await session.approve(id)
    expect(lost.code).toBe(8)
    // A call without a key has no way to complete it.
    expect(errorOf(lost)).not.toHaveProperty("next_command")
    expect(errorOf(lost).hint).toContain("and is not sent again: look for it at the service.")
    const list = await approvals(["list"])
    expect([list.json[0].state, list.err]).toEqual(["leaving", expect.stringContaining("may have been sent")])
    const { hash } = await session.show(id)
    for (const words of [
      ["approve", `${id}@${hash}`],
      ["edit", id],
      ["refuse", id],
    ]) {
      const attempt = await approvals(words)
      expect([attempt.code, errorOf(attempt).code]).toEqual([5, "item_unclear"])
      expect(attempt.err).not.toContain("Nothing was sent")
    }
    const mailed = await holdMail("a", { channel: "email", to: "ada@example.test", subject: "Hi", template_id: 1 })
    service.world.faults.add({ method: "POST", path: "/v1/my/messages", drop: "after", times: 1 })
    const { hash: mailedHash } = await session.show(mailed)
    expect((await approvals(["approve", `${mailed}@${mailedHash}`, "--max-retries", "0"])).code).toBe(8)
    await session.call("templates.update", { id: 1, body: "Buy now" })
    const attempt = await approvals(["approve", `${mailed}@${(await session.show(mailed)).hash}`])
    expect([attempt.code, errorOf(attempt).code]).toEqual([5, "item_changed"])
    expect(errorOf(attempt).hint).toContain("may have been sent")
  })

  it("names what a mail lacks, and what the guard would say now", async () => {
    const id = await holdMail("a", { ...mail, html: "<p>Hello undefined</p>" })
    expect((await session.show(id)).findings.join("\n")).toContain("undefined")
    const { id: template_id } = await client().templates.create({
      name: "T",
      subject: "Hi",
      body: "In {{ data.town }}",
    })
    const lacking = await holdMail("b", { channel: "email", to: "ada@example.test", subject: "Hi", template_id })
    expect((await session.show(lacking)).findings).toContain("no value for data.town")
    service.world.requests.clear()
    const env = { MAS_ALLOWED_RECIPIENTS: "*@acme.test" }
    const details = (await approvals(["show", id], { env })).json
    expect(details.problem).toContain("ada@example.test is not an allowed recipient")
    const approval = await approvals(["approve", `${id}@${details.hash}`], { env })
    expect([approval.code, writes()]).toEqual([6, []])
    expect((await session.approve(id)).code).toBe(0)
  })

  it("changes the person who asked for it, and shows who that is", async () => {
    const keyOf = (user_id: number) => ({
      env: { MAS_API_KEY: service.world.credentials.mint({ kind: "jwt", account_id: 1, user_id }).token },
    })
    const other = await LocalMcpSession.open(home, [], keyOf(1))
    const id = await other.hold("user.update", { email: "new@b.test" })
    await other.close()
    const { json } = await approvals(["show", id], keyOf(2))
    const problem = expect.stringMatching(/changes owner@acme\.test \(user 1\), .* signed in as admin@acme\.test/)
    expect(json).toMatchObject({ user: "owner@acme.test (user 1)", problem })
    const approval = await approvals(["approve", `${id}@${json.hash}`], keyOf(2))
    expect([approval.code, errorOf(approval).message, writes()]).toEqual([5, problem, []])
    expect((await approvals(["approve", `${id}@${json.hash}`], keyOf(1))).code).toBe(0)
  })

  it("goes out for the brand of the credential that asked for it, and shows which", async () => {
    const { token } = service.world.credentials.mint({ kind: "storefront_token", brand_sid: "brand_second" })
    const other = await LocalMcpSession.open(home, [], { env: { MAS_API_KEY: token } })
    const id = await other.hold("messages.send", mail, { idempotency_key: "a" })
    await other.close()
    const details = await session.show(id)
    expect(details).toMatchObject({ brand: null, pinned_by: expect.stringMatching(/^storefront /) })
    expect(details.problem).toMatch(/was made for the brand of storefront .* is for the default brand/)
    expect([(await session.approve(id)).code, writes()]).toEqual([5, []])
  })

  it("names the object that it changes, and a query that leaves with it", async () => {
    // Creates the file.
    await approvals(["list"])
    const db = openForMany(join(home.folder, "config", "state", "approvals.db"))
    const hold = createOutbox({ db })
    const odd = "POST /v1/my/messages?to=evil@x.test" as "POST /v1/my/messages"
    await expect(client().request(odd, { body: mail }, { hold, idempotencyKey: "odd" })).rejects.toThrow(
      "waits for a person",
    )
    const change = { action: "add", emails: ["ada@example.test"] } as const
    for (const list of [1, 2]) await client().lists.updateContacts(list, change, { hold }).catch(Object)
    db.close()
    const calls = (await approvals(["list"])).json.map((row: { readonly call: string }) => row.call)
    expect(calls).toEqual([odd, "POST /v1/my/lists/1/contacts/bulk", "POST /v1/my/lists/2/contacts/bulk"])
    expect((await session.show("odd")).call).toBe(odd)
    expect(await dialog(home, ["approvals", "approve", "odd"], ["n"], { columns: 120 })).toContain(odd)
  })

  it("does not leave before a person was shown it, though the program that made it knows its hash", async () => {
    await approvals(["list"])
    const db = openForMany(join(home.folder, "config", "state", "approvals.db"))
    const hold = createOutbox({ db })
    const message = { channel: "email", to: "ada@example.test", subject: "Hi", template_id: 1 } as const
    await client().messages.send(message, { hold, idempotencyKey: "program" }).catch(Object)
    const unknown = "POST /v1/my/postcards" as "POST /v1/my/messages"
    await client().request(unknown, { body: mail }, { hold, idempotencyKey: "unknown" }).catch(Object)
    const { hash } = await hold.approvals.get("program")
    db.close()
    const unseen = await approvals(["approve", `program@${hash}`])
    expect([unseen.code, errorOf(unseen).message, writes()]).toEqual([5, "program was not looked at", []])
    expect(await session.show("unknown")).toMatchObject({
      what: "POST /v1/my/postcards",
      count: "not named by the call",
    })
    expect((await session.approve("program")).code).toBe(0)
  })

  it("shows a person at a terminal the characters that nobody sees", async () => {
    const id = await holdMail("a", { ...mail, to: "ana@example.test\u202e", subject: "Hi\u200b" })
    for (const words of [["list"], ["show", id]]) {
      const { out } = await approvals(words, { terminal: true, columns: 200 })
      expect(out).toContain("ana@example.test<U+202E>")
    }
    expect(await dialog(home, ["approvals", "approve", id], ["n"])).toContain("Hi<U+200B>")
    expect((await session.show(id)).body).toMatchObject({ subject: "Hi\u200b" })
  })

  it("is approved by the command that its show prints, which has the same profile", async () => {
    const id = await holdMail("a")
    const { err, json } = await approvals(["show", id, "--base-url", service.url, "--output", "json"])
    expect(err).toBe(`To approve exactly this: mas approvals approve a@${json.hash} --base-url ${service.url}\n`)
  })

  it("says that a campaign leaves at once when its time has passed, and is not approved for that time", async () => {
    const audience = { type: "all_contacts" } as const
    const { id } = await client().campaigns.create({ name: "News", subject: "Hi", template_id: 1, audience })
    const deliver_at = "2099-01-01T00:00:00.000Z"
    const heldId = await session.hold("campaigns.send", { id, deliver_at })
    const first = await session.show(heldId)
    expect(first.facts["Goes out"]).toBe(deliver_at)
    await service.world.clock.set({ now: "2100-01-01T00:00:00.000Z" })
    const approval = await approvals(["approve", `${heldId}@${first.hash}`])
    expect([approval.code, errorOf(approval).message]).toEqual([5, expect.stringContaining("its time has passed")])
    await approvals(["edit", heldId])
    expect((await session.show(heldId)).facts["Goes out"]).toBe(`now: ${deliver_at} has passed`)
    expect((await session.approve(heldId)).code).toBe(0)
  })

  it("goes out by the account that it was made for alone", async () => {
    const id = await holdMail("a")
    const { hash } = await session.show(id)
    service.world.faults.add({ path: "/v1/my/account", body: { id: 3, name: "Client" } })
    const problem = expect.stringContaining("was made for Acme (account 1)")
    expect(await session.show(id)).toMatchObject({ state: "waits", problem })
    for (const words of [[`${id}@${hash}`, "--dry-run"], [`${id}@${hash}`]]) {
      const approval = await approvals(["approve", ...words])
      expect([approval.code, errorOf(approval).message]).toEqual([5, problem])
    }
    service.world.reset()
    expect((await approvals(["approve", `${id}@${hash}`])).code).toBe(5)
    expect(service.world.messages.list()).toEqual([])
  })

  it("expires after a day, and refuses for good", async () => {
    const id = await holdMail("a")
    const { hash } = await session.show(id)
    const later = { now: () => Date.now() + 86_400_001 }
    const over = await approvals(["approve", `${id}@${hash}`], later)
    expect([over.code, errorOf(over).code]).toEqual([5, "item_expired"])
    const dry = await approvals(["refuse", id, "--dry-run"])
    expect([dry.json, dry.err]).toEqual([[{ id, state: "waits" }], "Nothing was changed: this is a dry run.\n"])
    expect((await session.show(id)).state).toBe("waits")
    expect((await approvals(["refuse", id, "--reason", "wrong list"])).json).toEqual([{ id, state: "refused" }])
    expect((await session.approve(id)).code).toBe(5)
    expect((await approvals(["log", id])).json.at(-1)).toMatchObject({ what: "refused", note: "wrong list" })
    expect([(await approvals(["show", "none"])).code, (await approvals(["refuse", "none"])).code]).toEqual([4, 4])
    expect(writes()).toEqual([])
  })

  it("offers none of its commands to an assistant", async () => {
    const { data } = await session.tool("find")
    expect(Object.keys(data.names)).not.toContain("approvals")
    const group = commandGroups().find(({ name }) => name === "approvals")
    for (const { name } of group?.commands ?? [])
      for (const tool of ["describe", "read", "call", "mock"])
        expect((await session.tool(tool, { name, input: { id: "a" } })).isError, `${tool} ${name}`).toBe(true)
  })

  it("keeps calls where the session says, and reads them from there", async () => {
    const other = await LocalMcpSession.open(home, ["--file", "team.db"])
    await other.hold("messages.send", mail, { idempotency_key: "team-1" })
    await other.close()
    expect((await approvals(["list"])).json).toEqual([])
    expect((await approvals(["list", "--file", "team.db"])).json).toMatchObject([{ id: "team-1" }])
    expect((await approvals(["list", "--file", "none.db"])).code).toBe(2)
  })
})
