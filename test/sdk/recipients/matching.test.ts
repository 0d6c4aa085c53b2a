import { describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { readAddresses } from "../../../sdk/sending/recipients/address.ts"
import { parsedRulesOf } from "../../../sdk/sending/recipients/parsed-rules.ts"

/** Whether all recipients in a text are allowed; undefined if it cannot be parsed. */
const isAllowed = (allow: readonly string[], text: string) => {
  const { isAllowed } = parsedRulesOf({ allow })
  return readAddresses(text)?.every(isAllowed)
}

describe("a recipient is allowed by an entry", () => {
  it.each([
    ["ana@acme.test", "ana@acme.test"],
    ["ana@acme.test", "Ana@ACME.test"],
    ["ana@acme.test", "  ana@acme.test "],
    ["ana@acme.test", "ana+order-7@acme.test"],
    ["ana@acme.test", "Ana Lang <ana@acme.test>"],
    ["ana@acme.test", '"Lang, Ana" <ana@acme.test>'],
    ["ana@acme.test", String.raw`"Lang \", Ana" <ana@acme.test>`],
    ["*@acme.test", "ana@acme.test, ben@acme.test; cleo@acme.test"],
    ["*@acme.test", "o'neil@acme.test"],
    ["*@*.acme.test", "ana@mail.eu.acme.test"],
    ["qa-*@acme.test", "qa-7@acme.test"],
    ["*+staging@acme.test", "ana+staging@acme.test"],
    ["*test*@acme.test", "ana.test.7@acme.test"],
    ["a*b*c@acme.test", "abbc@acme.test"],
    ["ana@*", "ana@anywhere.test"],
    ["*@münchen.test", "ana@xn--mnchen-3ya.test"],
    ["*@xn--mnchen-3ya.test", "ana@MÜNCHEN.test"],
    ["*@*.münchen.test", "ana@mail.münchen.test"],
    ["+4915*", "+4915112345678"],
    ["+49151-12345678", "+49 (151) 1234 5678"],
    ["+*", "+12025550123"],
    ["*", "anyone@anywhere.test, +12025550123"],
  ])("%s: %s", (entry, text) => {
    expect(isAllowed([entry], text)).toBe(true)
  })
})

describe("a recipient is not allowed by an entry", () => {
  it.each([
    ["ana@acme.test", "anna@acme.test"],
    ["ana@acme.test", "ana@acme.test.evil.test"],
    ["ana@acme.test", "ana@acme.test, ada@example.test"],
    ["ana@acme.test", String.raw`"Lang \\" <ana@acme.test>, ada@example.test`],
    ["ana+a@acme.test", "ana@acme.test"],
    ["ana+a@acme.test", "ana+b@acme.test"],
    ["ana@acme.test", "+a@acme.test"],
    ["*@acme.test", "ana@evilacme.test"],
    ["*@acme.test", "ana@mail.acme.test"],
    ["*@*.acme.test", "ana@acme.test"],
    ["*@acme.test", "ana@acme.test <ada@example.test>"],
    ["*@acme.test", '"ada@example.test"@acme.test'],
    ["*@acme.test", "ada%example.test@acme.test"],
    ["*@acme.test", "example.test!ada@acme.test"],
    // The Kelvin sign, whose lower case is k.
    ["kate@acme.test", "\u212aate@acme.test"],
    ["*test*@acme.test", "ana@acme.test"],
    ["a*b*c@acme.test", "acb@acme.test"],
    ["a*b*b@acme.test", "ab@acme.test"],
    ["*ab*ba*@acme.test", "aba@acme.test"],
    ["*@acme.test", "+4915112345678"],
    ["+4915*", "+4917112345678"],
    ["+4915*", "ana@acme.test"],
  ])("%s: %s", (entry, text) => {
    expect(isAllowed([entry], text)).not.toBe(true)
  })

  it("that does not exist: an empty list allows nobody", () => {
    expect(isAllowed([], "ana@acme.test")).toBe(false)
  })
})

it.each([
  "ana@acme.test\nBcc: ada@example.test",
  "ana@acme.test\u0000",
  "ana@b@acme.test",
  "ana lang@acme.test",
  "Friends: ana@acme.test;",
  "ada@example.test <ana@acme.test>",
  "<ana@acme.test> <ada@example.test>",
  '"ana@acme.test',
  '"ana"x@acme.test',
  "ana@",
  "@acme.test",
  "ana",
  "ana@acme..test",
  "ana@[127.0.0.1]",
  '"ana"@acme.test',
  '"any one"@acme.test',
  "ana@acme.test.",
  "ana.@acme.test",
  "änne@acme.test",
  "ana@acme",
  "ana@acme.test:25",
  "mailto:ana@acme.test",
  "+49",
  "004915112345678",
])("%j cannot be parsed unambiguously", (text) => {
  expect(readAddresses(text)).toBeUndefined()
})

describe("invalid rules are refused by name", () => {
  it.each([
    [{ alow: [] }, "recipients.alow is not one of allow, otherwise"],
    [{ allow: ["*"], redirctTo: "dev@acme.test" }, "recipients.redirctTo is not one of allow, otherwise"],
    [["*@acme.test"], "recipients.0 is not one of allow, otherwise"],
  ])("%j, before a client has them", (recipients, message) => {
    const client = { baseUrl: "http://127.0.0.1:1", apiKey: "a" }
    expect(() => new Mas({ ...client, recipients } as never)).toThrow(message)
    expect(() => new Mas(client).withOptions({ recipients } as never)).toThrow(message)
  })

  it.each([
    [{ allow: "*@acme.test" }, "recipients.allow must be a list of texts"],
    [{ allow: [7] }, "recipients.allow must be a list of texts"],
    [{ allow: ["acme.test"] }, 'recipients.allow holds "acme.test", which is not a recipient pattern'],
    [{ allow: ["*@*münchen.test"] }, "which is not a recipient pattern"],
    [{ allow: ['"ana@acme.test'] }, "where a quotation mark is not closed"],
    [{ otherwise: "redirect" }, 'recipients.otherwise must be "refuse"'],
    [{ otherwise: "refuse", redirectTo: "dev@acme.test" }, "cannot be given together with redirectTo"],
    [{ redirectTo: "nobody" }, "recipients.redirectTo must be one address"],
    [{ redirectTo: "a@acme.test, b@acme.test" }, "recipients.redirectTo must be one address"],
    [{ redirectTo: {} }, "recipients.redirectTo must be one address"],
    [{ redirectTo: { mail: "a@acme.test" } }, "recipients.redirectTo must be one address"],
    [{ redirectTo: { sms: "a@acme.test" } }, "recipients.redirectTo must be one address"],
    [
      { allowIndirect: ["campaigns.sent"] },
      'recipients.allowIndirect holds "campaigns.sent", which is not one of imports.create',
    ],
    [{ allowIndirect: ["messages.send"] }, "which is not one of imports.create"],
    [{ allowIndirect: ["POST /v1/my/campaigns/7/send"] }, "name it campaigns.send"],
    [{ source: "MAS_ALLOWED_RECIPIENTS", allow: ["acme.test"] }, 'MAS_ALLOWED_RECIPIENTS holds "acme.test"'],
  ])("%j", (rules, message) => {
    expect(() => parsedRulesOf(rules as never)).toThrow(expect.objectContaining({ name: "InvalidArgumentError" }))
    expect(() => parsedRulesOf(rules as never)).toThrow(message)
  })
})
