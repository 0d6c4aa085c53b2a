import { type IncomingHttpHeaders, request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, type Running } from "./run.ts"

const { service, home, close } = homeWithService()
let session: LocalMcpSession
let serving: Running
let address: URL
beforeAll(async () => {
  session = await LocalMcpSession.open(home)
  serving = home.start(["approvals", "serve", "--output", "json"])
  address = new URL((await serving.stdout.until(/"url": "(.*)"/))[1] ?? "")
})
afterAll(async () => {
  serving.interrupt()
  await serving.ended
  await session.close()
  await close()
})

const holdMail = (key: string) =>
  session.hold(
    "messages.send",
    { channel: "email", to: `${key}@example.test`, subject: `<b>${key}</b>`, html: `<p>Mail ${key}</p>` },
    { idempotency_key: key },
  )
const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET")

interface PageResponse {
  readonly status: number
  readonly body: string
  readonly headers: IncomingHttpHeaders
}
const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET", body = "") =>
  new Promise<PageResponse>((resolve, reject) => {
    const { hostname, port } = address
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      let text = ""
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers })
    })
    sent.once("error", reject)
    sent.end(body)
  })

describe("the page for approvals", () => {
  it("answers to its own address, origin and token alone", async () => {
    const id = await holdMail("page-1")
    const { hash } = await session.show(id)
    const token = { authorization: `Bearer ${address.hash.slice(1)}` }
    const body = JSON.stringify({ items: [{ id, hash }] })
    const origin = address.origin
    for (const [status, path, headers] of [
      [401, "/items", {}],
      [401, "/items", { authorization: "Bearer none" }],
      [401, `/items?token=${address.hash.slice(1)}`, {}],
      [421, "/items", { ...token, host: "evil.test" }],
      [421, "/", { host: `evil.test:${address.port}` }],
      [403, "/items", { ...token, origin: "https://evil.test" }],
      [403, "/items", { ...token, origin: "null" }],
      [404, "/none", token],
      [200, "/items", token],
      [200, "/items", { ...token, origin }],
    ] as const)
      expect([path, headers, (await ask(path, headers)).status]).toEqual([path, headers, status])
    for (const [status, headers, items] of [
      [401, {}, body],
      [403, { ...token, origin: "https://evil.test" }, body],
      [400, token, JSON.stringify({ items: Array(9).fill({ id, hash }) })],
      [400, token, JSON.stringify({ items: [] })],
      [400, token, JSON.stringify({ items: [{ id }] })],
      [400, token, "none"],
      [400, token, JSON.stringify({ items: [{ id, hash }], more: "x".repeat(limits.bodyBytes) })],
    ] as const)
      expect((await ask("/approve", headers, "POST", items)).status).toBe(status)
    expect(writes()).toEqual([])
    const changed = await ask("/approve", token, "POST", JSON.stringify({ items: [{ id, hash: "0123456789abcdef" }] }))
    expect([JSON.parse(changed.body).results[0].error, writes()]).toEqual([expect.stringContaining("not what was"), []])
    const sent = await ask("/approve", { ...token, origin }, "POST", body)
    expect([JSON.parse(sent.body).results, writes().length]).toEqual([[{ id, hash, revision: 1, state: "sent" }], 1])
    const { json } = await home.run(["approvals", "log", id, "--output", "json"])
    expect(json[1]).toMatchObject({ what: "approved", from: expect.stringMatching(/^page of /) })
  })

  it("edits for its own origin and token alone, by the rules of the command", async () => {
    const id = await holdMail("edited-1")
    const before = await session.show(id)
    const token = { authorization: `Bearer ${address.hash.slice(1)}` }
    const { channel, to, subject, html } = before.body
    const texts = { channel, to, subject: `${subject} 2`, html }
    const bodyOf = (others: string, hash = before.hash) => JSON.stringify({ items: [{ id, hash, texts, others }] })
    for (const [status, headers] of [
      [401, {}],
      [401, { authorization: "Bearer none" }],
      [403, { ...token, origin: "https://evil.test" }],
      [421, { ...token, host: "evil.test" }],
    ] as const)
      expect((await ask("/edit", headers, "POST", bodyOf("{}"))).status).toBe(status)
    for (const [problem, body] of [
      ["colour is not a field", bodyOf('{"colour":"red"}')],
      ["is not JSON", bodyOf("{")],
      ["must be a JSON object", bodyOf("[]")],
      ["would be changed on the way", bodyOf('{"template_id":12345678901234567890}')],
      ["is not what was shown", bodyOf("{}", "0123456789abcdef")],
    ] as const)
      expect(await resultOf(token, body)).toEqual({ id, error: expect.stringContaining(problem) })
    expect(await session.show(id)).toEqual(before)
    const edited = await resultOf(token, bodyOf('{"tags":{"order":"1"}}'))
    const after = await session.show(id)
    expect(edited).toEqual({ id, state: "waits", revision: 2, hash: after.hash })
    expect(after.body).toEqual({ ...texts, tags: { order: "1" } })
    // Without a form the call stays, and takes what it sends by as that is now.
    const again = JSON.stringify({ items: [{ id, hash: after.hash }] })
    expect(await resultOf(token, again)).toMatchObject({ revision: 3 })
    expect((await session.show(id)).body).toEqual(after.body)
    const first = await ask("/approve", token, "POST", JSON.stringify({ items: [{ id, hash: before.hash }] }))
    expect(JSON.parse(first.body).results[0].error).toContain("is not what was shown")
    await home.run(["approvals", "refuse", id])
  })

  it("shows eight at a time, and each mail by an address that no other page knows", async () => {
    const token = { authorization: `Bearer ${address.hash.slice(1)}` }
    for (let number = 1; number <= 9; number++) await holdMail(`mail-${number}`)
    const before = writes()
    const { items, more } = JSON.parse((await ask("/items", token)).body)
    expect([items.length, more]).toEqual([8, 1])
    const [{ id, hash, mail, lines }] = items
    expect(mail).toMatch(/^\/mail\/[\w-]{32}$/)
    expect(Object.fromEntries(lines)).toMatchObject({
      ...{ To: `${id}@example.test`, "How many": "1", Account: `Acme (account 1), ${service.url}` },
      ...{ Subject: `<b>${id}</b>`, Text: `Mail ${id}`, Hash: expect.stringContaining(hash) },
    })
    const mailPage = await ask(mail, {})
    expect([mailPage.status, mailPage.body]).toEqual([200, expect.stringContaining(`<p>Mail ${id}</p>`)])
    expect(mailPage.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(/sandbox/),
      "cache-control": "no-store",
    })
    expect((await ask(mail, {}, "POST")).status).toBe(401)
    const refusal = await ask("/refuse", token, "POST", JSON.stringify({ items: [{ id, hash }] }))
    expect(JSON.parse(refusal.body).results).toEqual([{ id, hash, revision: 1, state: "refused" }])
    const after = JSON.parse((await ask("/items", token)).body)
    expect([after.items.length, after.more, writes()]).toEqual([8, 0, before])
    // The addresses of the list before are void.
    expect((await ask(mail, {})).status).toBe(401)
  })

  it("runs scripts of its own alone, and says why it cannot read the calls", async () => {
    const page = await ask("/", {})
    const [, nonce = "none"] = /script-src 'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"])) ?? []
    expect([page.status, page.headers["content-type"], page.body]).toEqual([
      200,
      "text/html; charset=utf-8",
      expect.stringContaining(`<script nonce="${nonce}">`),
    ])
    const lost = home.start(["approvals", "serve", "--file", "none.db"])
    const [, url = ""] = await lost.stdout.until(/^Approvals: (.*)\n/)
    const { hash, origin } = new URL(url)
    const response = await fetch(`${origin}/items`, { headers: { authorization: `Bearer ${hash.slice(1)}` } })
    expect([response.status, await response.json()]).toEqual([500, { error: expect.stringContaining("none.db") }])
    lost.interrupt()
    expect(await lost.ended).toMatchObject({ code: 0, err: "" })
  })

  it("is not started in a dry run, or on a port that is taken", async () => {
    const dry = await home.run(["approvals", "serve", "--dry-run"])
    expect([dry.code, dry.out, dry.err]).toEqual([0, "", "Nothing was started: this is a dry run.\n"])
    const secondServer = await home.run(["approvals", "serve", "--port", address.port])
    expect([secondServer.code, secondServer.out, secondServer.err]).toEqual([
      1,
      "",
      expect.stringContaining(address.port),
    ])
  })

  it("says that no browser could be opened", async () => {
    const opening = home.start(["approvals", "serve", "--open"], { env: { BROWSER: "", CI: "1" } })
    await opening.stderr.until(/No browser could be opened here\.\n/)
    opening.interrupt()
    expect((await opening.ended).code).toBe(0)
  })
})

async function resultOf(headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
  return JSON.parse((await ask("/edit", headers, "POST", body)).body).results[0]
}
