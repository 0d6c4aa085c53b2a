import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type * as z from "zod"
import { CampaignAudienceChoice } from "../../sdk/contract/campaigns.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { reservedHeaderPrefixes, reservedHeaders, reservedTags } from "../../sdk/contract/core/message-names.ts"
import { TrackEvent } from "../../sdk/contract/events.ts"
import { SendMessage } from "../../sdk/contract/messages.ts"
import { WebhookCreate } from "../../sdk/contract/webhooks.ts"

/**
 * Headers that the service or its mail provider writes, that ask somebody for a report, or from which some mail server reads a
 * recipient; one of each reserved beginning at the end.
 */
const headersOfOthers = `
  From Sender To Cc Bcc Reply-To Subject Date Message-ID Return-Path Received Received-SPF Delivered-To Envelope-To
  Apparently-To Original-Recipient Errors-To Disposition-Notification-To Disposition-Notification-Options Return-Receipt-To
  Return-Receipt-Requested Read-Receipt-To Generate-Delivery-Report Prevent-NonDelivery-Report
  Registered-Mail-Reply-Requested-By X-Bcc X-Cc X-To X-Apparently-To X-Confirm-Reading-To X-Delivered-To X-Envelope-From
  X-Envelope-To X-Errors-To X-Forwarded-To X-Original-To X-Rcpt-To X-Receipt-To X-Recipient X-Recipients MIME-Version
  DKIM-Signature DomainKey-Signature Authentication-Results Feedback-ID
  Content-Type ARC-Seal Resent-To X-MAS-Account X-SES-Configuration-Set X-Mailgun-Recipient-Variables X-SMTPAPI X-SendGrid-Id
  X-SG-EID X-PM-Bounce-Type X-Postmark-Server X-Mailjet-Campaign X-MJ-CustomID X-MC-BccAddress X-Mandrill-User X-MSYS-API
  X-SparkPost-Id X-SIB-Id X-Mailin-Tag X-MailerSend-Id X-ElasticEmail-Id X-SMTP2GO-Id X-SocketLabs-MailingID X-Postal-Tag
  X-Virtual-MTA X-MS-Exchange-Organization-SCL
`
  .trim()
  .split(/\s+/)

const email = { channel: "email", to: "ada@example.test", subject: "Hello", html: "<p>Hello</p>" }
const sms = { channel: "sms", to: "+4915112345678", body: "Hello" }

/** The fields that a schema refuses, sorted by name. */
function refusedFields(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return [
    ...new Set(issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : issue.path.join(".")))),
  ].sort()
}

describe("an e-mail to send", () => {
  it("needs an address, a subject and one of html, body and template_id [22.2]", () => {
    expect(refusedFields(SendMessage, { channel: "email" })).toEqual(["html", "subject", "to"])
    expect(refusedFields(SendMessage, { ...email, html: "", subject: "" })).toEqual(["html", "subject"])
    for (const content of [{ html: "x" }, { body: "x" }, { template_id: 1 }, { html: "x", body: "x" }]) {
      expect(refusedFields(SendMessage, { channel: "email", to: email.to, subject: "x", ...content })).toEqual([])
    }
    expect(refusedFields(SendMessage, { ...email, to: sms.to })).toEqual(["to"])
  })

  it("names all wrong fields in one response, unknown ones too", () => {
    const wrong = { channel: "email", to: 1, template_id: "1", tags: { a: 1 }, headers: [], cc: "x" }
    expect(refusedFields(SendMessage, wrong)).toEqual(["cc", "headers", "subject", "tags.a", "template_id", "to"])
    for (const value of [null, [], "email", 1, undefined]) expect(refusedFields(SendMessage, value)).toEqual([""])
  })

  it("refuses each header that the service writes, or by which its mail would reach somebody else", () => {
    const accepted = headersOfOthers.filter(
      (name) => refusedFields(SendMessage, { ...email, headers: { [name]: "x" } })[0] === undefined,
    )
    expect(accepted).toEqual([])
    expect(headersOfOthers).toHaveLength(reservedHeaders.length + reservedHeaderPrefixes.length)
  })

  it("refuses reserved headers in any case, and accepts others", () => {
    const names = fc.constantFrom(...reservedHeaders, ...reservedHeaderPrefixes.map((prefix) => `${prefix}rest`))
    const anyCase = fc.tuple(names, fc.boolean()).map(([name, upper]) => (upper ? name.toUpperCase() : name))
    fc.assert(
      fc.property(anyCase, (name) => {
        expect(refusedFields(SendMessage, { ...email, headers: { [name]: "x" } })).toEqual([`headers.${name}`])
      }),
    )
    const free = {
      "X-Order": "1",
      "List-Unsubscribe": "<https://a.test>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "In-Reply-To": "<1@a.test>",
      "X-Mailer": "Acme 2",
      Fromage: "brie",
    }
    expect(SendMessage.parse({ ...email, headers: free })).toEqual({ ...email, headers: free })
  })

  it("refuses control characters in every header field [22.10]", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("\r", "\n", "\0", "\t", "\x7f", "\x85", "\r\nBcc: x@y.test"),
        fc.nat(5),
        (control, at) => {
          const text = `Hello${"".padEnd(at)}${control}there`
          expect(refusedFields(SendMessage, { ...email, subject: text })).toEqual(["subject"])
          expect(refusedFields(SendMessage, { ...email, headers: { "X-A": text } })).toEqual(["headers.X-A"])
          expect(refusedFields(SendMessage, { ...email, headers: { [`X-${text}`]: "x" } })).toEqual([
            `headers.X-${text}`,
          ])
          expect(refusedFields(SendMessage, { ...email, from: `${text} <hello@acme.test>` })).toEqual(["from"])
          expect(refusedFields(SendMessage, { ...email, reply_to: `hello@acme.test${control}` })).toEqual(["reply_to"])
        },
      ),
    )
  })

  it("limits every part to the sizes of e-mail and of the interface, and names the one that is too large", () => {
    const long = "x".repeat(998)
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, "x"]))
    const large = "ä".repeat(limits.textBytes / 2)
    const fits = { ...email, subject: long, html: large, body: large, headers: { "X-A": long }, tags: many(100) }
    expect(refusedFields(SendMessage, fits)).toEqual([])
    expect(refusedFields(SendMessage, { ...fits, headers: many(100) })).toEqual([])
    for (const [field, value] of [
      ["subject", `${long}x`],
      ["html", `${large}x`],
      ["body", `${large}x`],
      ["from", `${long} <hello@acme.test>`],
      ["headers", many(101)],
      ["tags", many(101)],
    ] as const) {
      expect(refusedFields(SendMessage, { ...email, [field]: value })).toEqual([field])
    }
    expect(refusedFields(SendMessage, { ...email, headers: { "X-A": `${long}x` } })).toEqual(["headers.X-A"])
    for (const field of ["headers", "tags"] as const) {
      const name = (length: number) => "X".repeat(length)
      expect(refusedFields(SendMessage, { ...email, [field]: { [name(998)]: "x" } })).toEqual([])
      expect(refusedFields(SendMessage, { ...email, [field]: { [name(999)]: "x" } })).toEqual([`${field}.${name(999)}`])
    }
  })

  it("refuses the service's own tags and keeps all others unchanged", () => {
    for (const tag of reservedTags)
      expect(refusedFields(SendMessage, { ...email, tags: { [tag]: "1" } })).toEqual([`tags.${tag}`])
    const key = fc.string({ minLength: 1 }).filter((name) => !refusedTag(name) && name !== "__proto__")
    fc.assert(
      fc.property(fc.dictionary(key, fc.string()), (tags) => {
        expect(SendMessage.parse({ ...email, tags }).tags).toEqual({ ...tags })
      }),
    )
  })

  it("accepts a sender with or without a name, under either of two field names", () => {
    for (const from of ["hello@acme.test", "Acme <hello@acme.test>", "<hello@acme.test>"]) {
      expect(refusedFields(SendMessage, { ...email, from })).toEqual([])
    }
    for (const from of ["", "Acme", "Acme <hello>", "Acme <a@b.test> <c@d.test>"]) {
      expect(refusedFields(SendMessage, { ...email, from })).toEqual(["from"])
    }
    expect(refusedFields(SendMessage, { ...email, from: "a@acme.test", from_email: "a@acme.test" })).toEqual([
      "from_email",
    ])
  })
})

describe("an SMS to send", () => {
  it("takes a phone number, a body and data", () => {
    expect(refusedFields(SendMessage, { ...sms, data: { code: 1 } })).toEqual([])
    expect(refusedFields(SendMessage, { channel: "sms" })).toEqual(["body", "to"])
    for (const to of ["015112345678", "+0151", "+49 151 123", "ada@example.test", "+49151123456789012"]) {
      expect(refusedFields(SendMessage, { ...sms, to })).toEqual(["to"])
    }
  })

  it("names every field that is only for e-mail [22.4]", () => {
    const emailOnly = {
      subject: "x",
      html: "x",
      template_id: 1,
      from: "a@acme.test",
      from_email: "a@acme.test",
      reply_to: "a@acme.test",
      headers: {},
      tags: {},
    }
    expect(refusedFields(SendMessage, { ...sms, ...emailOnly })).toEqual(Object.keys(emailOnly).sort())
  })
})

describe("rules between fields elsewhere", () => {
  it("require exactly one contact for an event", () => {
    expect(refusedFields(TrackEvent, { event: "seen" })).toEqual(["contact_id"])
    expect(refusedFields(TrackEvent, { event: "seen", contact_id: 1, contact_email: "a@b.test" })).toEqual([
      "contact_email",
    ])
    expect(refusedFields(TrackEvent, { event: "Seen!", contact_id: 1 })).toEqual(["event"])
  })

  it("limit an event's data to 32 KiB of UTF-8", () => {
    const fits = { x: "ä".repeat((32 * 1024 - '{"x":""}'.length) / 2) }
    expect(refusedFields(TrackEvent, { event: "seen", contact_id: 1, data: fits })).toEqual([])
    expect(refusedFields(TrackEvent, { event: "seen", contact_id: 1, data: { x: `${fits.x}a` } })).toEqual(["data"])
  })

  it("require an audience to have what its type needs and nothing else", () => {
    expect(refusedFields(CampaignAudienceChoice, { type: "lists" })).toEqual(["list_ids"])
    expect(refusedFields(CampaignAudienceChoice, { type: "segment", list_ids: [1] })).toEqual([
      "list_ids",
      "segment_id",
    ])
    expect(refusedFields(CampaignAudienceChoice, { type: "all_contacts", segment_id: 1 })).toEqual(["segment_id"])
    expect(refusedFields(CampaignAudienceChoice, { type: "all_contacts" })).toEqual([])
  })

  it("count repeated webhook events once and give the path of unknown ones", () => {
    const url = "https://hooks.example.com/mas"
    const events = ["email.sent", "email.opened", "email.sent"]
    expect(WebhookCreate.parse({ url, events }).events).toEqual(["email.sent", "email.opened"])
    expect(refusedFields(WebhookCreate, { url, events: ["email.sent", "sms.sent"] })).toEqual(["events.1"])
    expect(refusedFields(WebhookCreate, { url: "ftp://hooks.example.com", events: [] })).toEqual(["events", "url"])
  })
})

function refusedTag(name: string): boolean {
  return reservedTags.some((tag) => tag === name.trim().toLowerCase())
}
