import { Readable } from "node:stream"
import { createTransport } from "nodemailer"
import { createTransport as createTransport10 } from "nodemailer-10"
import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { AuthenticationError, Mas, UnprocessableEntityError } from "../../../sdk/index.ts"
import { type NodemailerTransport, nodemailerTransport } from "../../../sdk/sending/adapters/index.ts"

const mail = { from: "Acme <hello@acme.test>", to: "Ada <ada@example.test>", subject: "Hello", text: "Hello, Ada" }

/** How each version sends a mail, by a promise and by a callback. */
const versions = {
  8: (transport: NodemailerTransport) => {
    const mailer = createTransport(transport)
    return {
      sendMail: (mail: object) => mailer.sendMail(mail),
      callBack: (mail: object, done: (error: Error | null) => void) => mailer.sendMail(mail, done),
      verify: () => mailer.verify(),
      verifyBack: (done: (error: Error | null) => void) => mailer.verify(done),
    }
  },
  10: (transport: NodemailerTransport) => {
    const mailer = createTransport10(transport)
    return {
      sendMail: (mail: object) => mailer.sendMail(mail),
      callBack: (mail: object, done: (error: Error | null) => void) => mailer.sendMail(mail, done),
      verify: () => mailer.verify(),
      verifyBack: (done: (error: Error | null) => void) => mailer.verify(done),
    }
  },
}

describe.each(Object.entries(versions))("Nodemailer %s", (_version, create) => {
  function prepare() {
    const service = createMockService({ clock: "frozen" })
    onTestFinished(() => service.close())
    const mailerOf = (options: object = {}) =>
      create(nodemailerTransport(new Mas({ ...service.clientOptions, ...options })))
    return { world: service.world, mailer: mailerOf(), mailerOf }
  }

  it("sends all supported fields", async () => {
    const { world, mailer } = prepare()
    const html = "<p>Hello, <b>Ada</b></p>"
    const headers = { "X-Entity-Ref": "7" }
    const info = await mailer.sendMail({
      ...mail,
      from: { name: "Acme, Inc.", address: "hello@acme.test" },
      html,
      headers,
      replyTo: "support@acme.test",
      inReplyTo: "<one@acme.test>",
      list: { unsubscribe: "https://acme.test/off" },
    })
    const sent = await world.expect.message({ to: "ada@example.test" })
    expect(info).toMatchObject({ messageId: String(sent.id), accepted: ["ada@example.test"], rejected: [] })
    expect(info).toMatchObject({ response: "queued", sent: { id: sent.id } })
    expect(sent).toMatchObject({ subject: "Hello", html, text: "Hello, Ada", from: '"Acme, Inc." <hello@acme.test>' })
    expect(sent).toMatchObject({ reply_to: "support@acme.test" })
    expect(sent.headers).toEqual({
      "X-Entity-Ref": "7",
      "in-reply-to": "<one@acme.test>",
      "list-unsubscribe": "<https://acme.test/off>",
    })
  })

  it.each([
    ["bytes", () => Buffer.from("Grüße")],
    ["a stream", () => Readable.from([Buffer.from("Grüße")])],
    ["content", () => ({ content: "Grüße" })],
    ["a path", () => ({ path: "data:text/plain;base64,R3LDvMOfZQ==" })],
  ])("sends the text and HTML that Nodemailer reads from %s", async (_, part) => {
    const { world, mailer } = prepare()
    await mailer.sendMail({ ...mail, text: part(), html: part() })
    expect(await world.expect.message({ to: "ada@example.test" })).toMatchObject({ text: "Grüße", html: "Grüße" })
  })

  it("reads no file for a text where files are disabled", async () => {
    const { world, mailer } = prepare()
    const text = { path: import.meta.filename }
    await expect(mailer.sendMail({ ...mail, text, disableFileAccess: true })).rejects.toThrow("File access rejected")
    expect(world.messages.list()).toEqual([])
  })

  it("sends an e-mail with a messageId once, and any other each time", async () => {
    const { world, mailer } = prepare()
    const identifiedMail = { ...mail, messageId: "<receipt-7@acme.test>" }
    const [first, again] = [await mailer.sendMail(identifiedMail), await mailer.sendMail(identifiedMail)]
    expect(again.messageId).toBe(first.messageId)
    await mailer.sendMail(mail)
    await mailer.sendMail(mail)
    expect(world.messages.list()).toHaveLength(3)
    for (const messageId of ["", false, null]) {
      await mailer.sendMail({ ...mail, messageId, subject: "One" })
      await mailer.sendMail({ ...mail, messageId, subject: "Two" })
    }
    expect(world.messages.list()).toHaveLength(9)
  })

  it.each([
    ["to", { to: "ada@example.test, grace@example.test" }],
    ["to", { to: undefined }],
    ["to", { to: "Friends: ada@example.test, grace@example.test;" }],
    ["cc", { cc: "grace@example.test" }],
    ["bcc", { bcc: ["grace@example.test"] }],
    ["attachments", { attachments: [{ filename: "a.txt", content: "a" }] }],
    ["html", { text: undefined }],
    ["text", { text: 5 }],
    ["text", { text: { content: "" } }],
    ["from", { from: "hello@acme.test, sales@acme.test" }],
    ["replyTo", { replyTo: "one@acme.test, two@acme.test" }],
    ["sender", { sender: "other@acme.test" }],
    ["priority", { priority: "high" }],
    ["date", { date: new Date(0) }],
    ["dkim", { dkim: { domainName: "acme.test", keySelector: "a", privateKey: "b" } }],
    ["dsn", { dsn: { id: "1", return: "headers", notify: "success" } }],
    ["xMailer", { xMailer: "Acme" }],
    ["tags", { tags: { order: "7" } }],
    ["data", { data: { order: 7 } }],
    ["reply_to", { reply_to: "support@acme.test" }],
    ["template_id", { template_id: 1 }],
    ["headers", { headers: [{ key: "X-Ref", value: "1" }] }],
    ["headers.X-Ref", { headers: { "X-Ref": ["1", "2"] } }],
    ["envelope", { envelope: { from: "bounces@acme.test", to: "ada@example.test" } }],
    ["envelope", { envelope: { from: "hello@acme.test", to: ["grace@example.test"] } }],
    ["address", { envelope: { from: '"hello@acme.test' } }],
    ["envelope", { envelope: { to: ["ada@example.test", "grace@example.test"] } }],
  ])("refuses what cannot be sent, by field name: %s", async (name, change) => {
    const { world, mailer } = prepare()
    await expect(mailer.sendMail({ ...mail, ...change })).rejects.toThrow(new RegExp(`^${name} `))
    expect(world.messages.list()).toEqual([])
  })

  // Nodemailer 8 takes the quotes off: two addresses would be sent.
  it.each([
    { to: '"eve@evil.test,b"@internal.test' },
    { to: { name: "", address: "eve@evil.test,b@internal.test" } },
    { to: "ada@example.test <eve@evil.test>" },
    { to: "ada@example.test eve@evil.test" },
    { to: "ada@example.test\r\nBcc: eve@evil.test" },
    { replyTo: "ada@example.test\r\nBcc: eve@evil.test" },
    { replyTo: { name: "Ada", address: "ada@example.test, eve@evil.test" } },
  ])("sends nothing to what is not one address: %j", async (change) => {
    const { world, mailer } = prepare()
    await expect(mailer.sendMail({ ...mail, ...change })).rejects.toThrow(/must be (one|an e-mail) address/)
    expect(world.messages.list()).toEqual([])
  })

  it("takes a name that repeats the address, or has an @", async () => {
    const { world, mailer } = prepare()
    for (const to of ["ada@example.test <Ada@example.test>", '"Ada @ Acme" <ada@example.test>'])
      await mailer.sendMail({ ...mail, to })
    expect(new Set(world.messages.list().map(({ to }) => to))).toEqual(
      new Set(["ada@example.test", "Ada@example.test"]),
    )
  })

  it("keeps the quotes of a name", async () => {
    const { world, mailer } = prepare()
    for (const from of ['"Doe, John" <hello@acme.test>', { name: "Doe, John", address: "hello@acme.test" }])
      await mailer.sendMail({ ...mail, from })
    const ids = world.messages.list().map(({ id }) => id)
    expect(ids).toHaveLength(2)
    for (const id of ids) expect(await world.messages.get(id)).toMatchObject({ from: '"Doe, John" <hello@acme.test>' })
  })

  it("reports a missing recipient clearly", async () => {
    const { mailer } = prepare()
    for (const to of ["", undefined, []]) {
      await expect(mailer.sendMail({ ...mail, to })).rejects.toThrow(/^to is missing/)
    }
  })

  it("accepts fields that do not change the mail", async () => {
    const { world, mailer } = prepare()
    const envelope = { from: "hello@acme.test", to: "Ada <ADA@example.test>" }
    const headers = { "X-Ref": ["1"] }
    await mailer.sendMail({
      ...mail,
      envelope,
      headers,
      cc: "",
      replyTo: [],
      xMailer: false,
      priority: "normal",
      context: { of: "a plugin" },
    })
    await mailer.sendMail({ ...mail, to: "Friends: grace@example.test;" })
    expect(world.messages.list({ to: "grace@example.test" })).toHaveLength(1)
    expect((await world.expect.message({ to: "ada@example.test" })).headers).toEqual({ "X-Ref": "1" })
  })

  it("verifies the key, by a promise and by a callback", async () => {
    const { world, mailer, mailerOf } = prepare()
    expect(await mailer.verify()).toBe(true)
    expect(await new Promise((resolve) => mailer.verifyBack(resolve))).toBeNull()
    const stranger = mailerOf({ apiKey: "maskey_live_stranger" })
    await expect(stranger.verify()).rejects.toThrow(AuthenticationError)
    expect(await new Promise((resolve) => stranger.verifyBack(resolve))).toBeInstanceOf(AuthenticationError)
    expect(world.messages.list()).toEqual([])
  })

  it("fails with the client's error, by a callback too", async () => {
    const { mailer } = prepare()
    const stranger = { ...mail, from: "stranger@elsewhere.test" }
    await expect(mailer.sendMail(stranger)).rejects.toThrow(UnprocessableEntityError)
    const error = await new Promise((resolve) => mailer.callBack(stranger, resolve))
    expect(error).toBeInstanceOf(UnprocessableEntityError)
  })
})
