import { describe, expect, it } from "vitest"
import { connectMock } from "../../mock-server/index.ts"
import { EmailReceivedEvent } from "../../sdk/contract/models/webhook-events.ts"
import { sampleMails } from "../support/mails.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const mail = { from: "ana@example.test", to: "inbox@acme.test", subject: "Re: Hello", text: "Thanks" }

async function inbox() {
  const m = mockWithEndpoint()
  await m.addWebhook(["email.received"])
  const emitted = async () => {
    await m.advance(0)
    return EmailReceivedEvent.parse(m.sent.at(-1)?.event).data
  }
  return { ...m, emitted }
}

describe("inbound mail", () => {
  it.each([
    "Zoë Müller <zoe@example.test>",
    '"Smith, Ann" <ann@example.test>',
    "<>",
    "",
    "MAILER-DAEMON",
    "MAILER-DAEMON (Mail Delivery System)",
    "müller@example.test",
    "Team: a@example.test, b@example.test;",
    "a@example.test, b@example.test",
    "not an address at all",
  ])("may have any From: %j [32.7]", async (from) => {
    const { control, emitted } = await inbox()
    control.inbound({ ...mail, from })
    expect(await emitted()).toMatchObject({ from, to: mail.to })
  })

  it("may name its inbox with a display name", async () => {
    const { control, emitted } = await inbox()
    control.inbound({ ...mail, to: "Acme <Inbox@acme.test>" })
    expect(await emitted()).toMatchObject({ to: "Acme <Inbox@acme.test>" })
    expect(() => control.inbound({ ...mail, to: "Acme <other@acme.test>" })).toThrow("to is not an inbox address")
  })

  it("may have files in wrapped base64, without a name and without a type", async () => {
    const { call, control, emitted } = await inbox()
    const text = "hello ".repeat(40)
    const content_base64 = Buffer.from(text).toString("base64")
    const wrapped = content_base64.replace(/.{76}/g, "$&\r\n")
    control.inbound({
      ...mail,
      attachments: [
        { filename: "a.txt", content_type: "text/plain", content_base64: wrapped },
        { filename: "", content_type: "message/delivery-status", content_base64 },
        { content_base64: ` ${content_base64}\n` },
      ],
    })
    const { attachments, conversation_id, conversation_message_id } = await emitted()
    expect(attachments.map(({ filename, content_type, size }) => [filename, content_type, size])).toEqual([
      ["a.txt", "text/plain", text.length],
      ["", "message/delivery-status", text.length],
      ["", "application/octet-stream", text.length],
    ])
    const path = `/v1/my/conversations/${conversation_id}/messages/${conversation_message_id}/attachments`
    for (const { id } of attachments) expect((await call("GET", `${path}/${id}`)).body).toBe(text)
  })
})

describe("a raw mail (.eml)", () => {
  it.each(sampleMails)("is reported with its own values: $name [32.8]", async ({ eml, told: expected, files = [] }) => {
    const { control, emitted } = await inbox()
    const received = await control.inbound({ eml })
    const data = await emitted()
    expect(data).toMatchObject(expected)
    expect(data.attachments.map(({ filename, content_type }) => [filename, content_type])).toEqual(files)
    expect(received).toMatchObject({ conversation_message_id: data.conversation_message_id, reported: true })
  })

  it("is accepted over HTTP, in wrapped base64 or as text", async () => {
    const { service, emitted } = await inbox()
    const world = await connectMock("http://mock.test", { fetch: (...args) => service.fetch(new Request(...args)) })
    const [first] = sampleMails
    await world.inbound({ eml: first?.eml ?? "" })
    expect(await emitted()).toMatchObject(first?.told ?? {})
    await world.inbound({ eml: "From: Zoë <zoe@example.test>\nTo: inbox@acme.test\n\nGrüße" })
    expect(await emitted()).toMatchObject({ from: "Zoë <zoe@example.test>", text: "Grüße\n" })
    await world.inbound({ ...mail, from: "<>" })
    expect(await emitted()).toMatchObject({ from: "<>" })
  })

  it.each([
    ["In-Reply-To: <{id}>", true],
    ["References: <first@example.test> <{id}>\n <last@example.test>", true],
    ["In-Reply-To: <somebody@example.test>", false],
  ])("is a reply to the message it refers to: %s", async (header, isResponse) => {
    const { control, call, send, emitted } = await inbox()
    const { body } = await send("ana@example.test")
    const [{ provider_id }] = (await call("GET", "/v1/my/messages")).body
    await control.inbound({
      eml: `From: ana@example.test\nTo: inbox@acme.test\n${header.replace("{id}", provider_id)}\n\nYes`,
    })
    expect((await emitted()).message_id).toBe(isResponse ? body.id : null)
  })

  it("goes to the inbox given beside it, or to the first inbox that it names", async () => {
    const { control, emitted } = await inbox()
    const eml = "From: ana@example.test\nTo: list@example.test\nCc: Somebody <x@y.test>, Acme <INBOX@acme.test>\n\nHi"
    await control.inbound({ eml })
    expect(await emitted()).toMatchObject({ to: "INBOX@acme.test" })
    const other = eml.replace("INBOX@", "other@")
    await expect(control.inbound({ eml: other })).rejects.toThrow(
      "to is required: the mail is for list@example.test, x@y.test, other@acme.test, and that is not an inbox address",
    )
    expect(await control.inbound({ eml: other, to: "inbox@acme.test", quarantined: true })).toMatchObject({
      reported: false,
    })
  })

  it.each([
    "X-Forwarded-To: inbox@acme.test",
    "Resent-To: Acme <inbox@acme.test>",
    "Received: from mx.example.test (mx [192.0.2.1]) by mail.acme.test\n\t(Postfix) with ESMTPS id 7 for <inbox@acme.test>;\n\tSun, 29 Nov 2026 01:00:00 +0000",
    "X-Resolved-To: inbox@acme.test",
    "Resent-Bcc: inbox@acme.test",
    "Apparently-To: inbox@acme.test",
    "Received: by mail.acme.test for other@acme.test; x\nReceived: by mx.acme.test for inbox@acme.test; x",
  ])("goes to the inbox of its delivery: %j", async (header) => {
    const { control, emitted } = await inbox()
    await control.inbound({ eml: `${header}\nFrom: ana@example.test\nTo: list@example.test\n\nHi` })
    expect(await emitted()).toMatchObject({ to: "inbox@acme.test" })
  })

  it("reads a file's name in raw Latin-1, as old programs write it, and leaves the text after a signature alone", async () => {
    const { control, emitted } = await inbox()
    const text =
      "To: inbox@acme.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\n\nHi\n-- \nZo\xeb\n" +
      '--b\nContent-Type: text/csv; name="Zo\xeb.csv"\n\na,b\n--b--\n'
    await control.inbound({ eml: Buffer.from(text, "latin1") })
    const mail = await emitted()
    expect(mail).toMatchObject({ attachments: [{ filename: "Zoë.csv" }] })
    expect(JSON.stringify(mail)).toContain("-- \\nZoë")
  })

  it.each([
    ["nothing", ""],
    ["not a mail", "email,first_name\nana@example.test,Ana\n"],
    ["bytes", Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
  ])("is refused if it is %s", async (_, eml) => {
    const { control } = await inbox()
    await expect(control.inbound({ eml })).rejects.toThrow("eml is not a mail: it has no header line such as From")
  })

  it("is refused if its parts are nested too deep", async () => {
    const { control } = await inbox()
    const level = (at: number) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`
    const eml = `To: inbox@acme.test\n${Array.from({ length: 300 }, (_, at) => level(at)).join("")}`
    await expect(control.inbound({ eml })).rejects.toThrow("eml cannot be read: Maximum MIME nesting depth")
  })
})
