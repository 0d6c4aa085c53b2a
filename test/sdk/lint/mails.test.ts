import { describe, expect, it } from "vitest"
import { type LintRule, lintMessage, lintRules } from "../../../sdk/lint/index.ts"
import { type MarkedMail, mails, senders } from "../../fixtures/mails.ts"

const found = ({ mail }: MarkedMail, off: LintRule[] = []) =>
  lintMessage(mail, { senders, off, isFilled: mail.data === undefined }).map(({ rule, place }) => `${rule} ${place}`)

describe("sixty mails that were marked by hand", () => {
  it("are sixty, and show every rule", () => {
    const shown = mails.flatMap(({ marks }) => marks.map((mark) => mark.split(" ")[0]))
    expect(mails).toHaveLength(60)
    expect([...new Set(shown)].sort()).toEqual(Object.keys(lintRules).sort())
  })

  it.each(mails)("has all findings: $name", (mail) => {
    expect(found(mail)).toEqual(expect.arrayContaining([...mail.marks]))
  })

  it("give no false finding", () => {
    expect(mails.flatMap((mail) => found(mail).filter((one) => !mail.marks.includes(one)))).toEqual([])
  })

  it("give no finding of a disabled rule", () => {
    for (const mail of mails) {
      for (const mark of mail.marks) {
        const rule = mark.split(" ")[0] as LintRule
        expect(found(mail, [rule])).toEqual(found(mail).filter((one) => !one.startsWith(`${rule} `)))
      }
    }
  })
})

describe("a finding", () => {
  it.each([
    ["the NaN euros", "nan"],
    ["on the Invalid Date", "invalid-date"],
    ["dear [object Object]", "object-object"],
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

it("takes at most linear time for HTML that never ends", () => {
  for (const part of ["<", "<a ", "<!--", "<style>", "<a href='", "{{", "*|", "</", '<a x="']) {
    expect(lintMessage({ subject: "Hi", html: part.repeat(100_000) }).length).toBeGreaterThan(0)
  }
})
