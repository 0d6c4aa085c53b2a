import { describe, expect, it } from "vitest"
import { type LintRule, lintMessage, lintRules } from "../../../sdk/sending/lint/index.ts"
import { type MarkedMail, mails, senders } from "../../fixtures/mails.ts"
import { mailsByLanguage } from "../../fixtures/mails-by-language.ts"
import { uncommonMails } from "../../fixtures/uncommon-mails.ts"
import { countScanned } from "../../support/count-scanned.ts"

const findings = ({ mail }: MarkedMail, off: LintRule[] = []) =>
  lintMessage(mail, { senders, off, isFilled: mail.data === undefined }).map(
    ({ rule, place: field }) => `${rule} ${field}`,
  )

describe("sixty mails that were marked by hand", () => {
  it("are sixty, and show every rule", () => {
    const markedRules = mails.flatMap(({ marks }) => marks.map((mark) => mark.split(" ")[0]))
    expect(mails).toHaveLength(60)
    const inLanguages = [...mailsByLanguage, ...uncommonMails].flatMap(({ rules }) => rules)
    expect([...new Set([...markedRules, ...inLanguages])].sort()).toEqual(
      Object.keys(lintRules)
        .filter((rule) => !rule.startsWith("sms-"))
        .sort(),
    )
  })

  it.each(mails)("has all findings: $name", (mail) => {
    expect(findings(mail)).toEqual(expect.arrayContaining([...mail.marks]))
  })

  it("give no false finding", () => {
    expect(mails.flatMap((mail) => findings(mail).filter((one) => !mail.marks.includes(one)))).toEqual([])
  })

  it("give no finding of a disabled rule", () => {
    for (const mail of mails) {
      for (const mark of mail.marks) {
        const rule = mark.split(" ")[0] as LintRule
        expect(findings(mail, [rule])).toEqual(findings(mail).filter((one) => !one.startsWith(`${rule} `)))
      }
    }
  })
})

describe("a hundred and twenty mails in eight languages", () => {
  it("are six without a fault and nine broken ones for each", () => {
    expect(mailsByLanguage).toHaveLength(120)
    expect(new Set(mailsByLanguage.map(({ name }) => name.split(" ")[0])).size).toBe(8)
    expect(mailsByLanguage.filter(({ rules }) => rules.length === 0)).toHaveLength(48)
  })

  it.each([...mailsByLanguage, ...uncommonMails])("has its findings and no other: $name", ({ mail, rules }) => {
    const rulesFound = (isFilled: boolean) => lintMessage(mail, { isFilled }).map(({ rule }) => rule)
    expect([rulesFound(false), rulesFound(true)]).toEqual([rules, rules])
  })
})

describe("a finding", () => {
  it.each([
    ["the NaN euros", "nan"],
    ["on the Invalid Date", "invalid-date"],
    ["dear [object Object]", "object-object"],
    ["dear [Function: nameOf]", "object-object"],
    ["dear [Function (anonymous)]", "object-object"],
  ])("is never prose if the text is no word: %s", (body, rule) => {
    expect(lintMessage({ channel: "email", subject: "Hi", body }).map((finding) => finding.rule)).toEqual([rule])
  })

  it("has rule, place, severity, actual text and fix", () => {
    const [finding] = lintMessage({ channel: "email", subject: "Hi", body: "Hi there,\nsee http://localhost:3000/a" })
    expect(finding).toEqual({
      rule: "local-link",
      severity: "error",
      place: "text:2:5",
      excerpt: "http://localhost:3000/a",
      message: "text has an address on the sender's own machine or network",
      advice: "Write the public address.",
    })
  })
})

describe("a message before it is sent", () => {
  it("may leave out what the service fills in", () => {
    const html = "{% for item in data.items %}<p>{{ item.name }}</p>{% endfor %}"
    expect(lintMessage({ subject: "Hi {{ contact.first_name }}", html, body: "Hi" })).toEqual([])
    const filled = lintMessage({ subject: "Hi {{ contact.first_name }}", html, body: "Hi" }, { isFilled: true })
    expect(filled.map(({ rule }) => rule)).toEqual(Array(4).fill("merge-tag"))
  })

  it("may leave out what its template has", () => {
    expect(lintMessage({ channel: "email", html: "<p>Hi</p>", template_id: 7 })).toEqual([])
  })
})

it("refuses to disable an unknown rule", () => {
  expect(() => lintMessage({ subject: "Hi" }, { off: ["alt" as LintRule] })).toThrow(
    /^off holds "alt", which is not one of/,
  )
})

it("takes work in proportion to the length of a mail, however broken", { tags: "slow" }, () => {
  const pieces = [
    "<",
    "<a ",
    "<!--",
    "<!--[if mso]>",
    "<style>",
    "<style>url(",
    "<a href='",
    "{{",
    "*|",
    "</",
    '<a x="',
    "&amp;",
    "%a",
    "null ",
    "a=",
    "[[",
  ]
  for (const piece of pieces) {
    const [short, long] = [2_000, 8_000].map((count) =>
      countScanned(() => lintMessage({ subject: "Hi", html: piece.repeat(count), body: piece.repeat(count) })),
    )
    expect(long, piece).toBeLessThan(5 * (short ?? 0) + 1_000)
  }
})

it("takes at most linear time for HTML that never ends", { tags: "slow" }, () => {
  for (const part of ["<", "<a ", "<!--", "<style>", "<a href='", "{{", "*|", "</", '<a x="']) {
    expect(lintMessage({ subject: "Hi", html: part.repeat(100_000) }).length).toBeGreaterThan(0)
  }
})
