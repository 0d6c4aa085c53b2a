import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { findingText } from "../../../sdk/sending/lint/finding-text.ts"
import { type LintRule, lintMessage } from "../../../sdk/sending/lint/index.ts"
import { mails } from "../../fixtures/mails.ts"
import { mailsByLanguage } from "../../fixtures/mails-by-language.ts"
import { uncommonMails } from "../../fixtures/uncommon-mails.ts"
import { TemplateFolder } from "../templates/template-folder.ts"
import { homeWithService } from "./run.ts"

interface Mail {
  readonly subject: string
  readonly html?: string | undefined
  readonly body?: string | undefined
}

/** The marked mails that every way of sending takes: with a subject, without data, and small enough to be an argument. */
const table = [...mails, ...mailsByLanguage, ...uncommonMails].flatMap(
  ({ name, mail: { channel, subject, html, text, body = text, data } }) => {
    const isTaken = channel === "email" && data === undefined && subject?.trim() && (html?.length ?? 0) < 10_000
    const isLiquid = /\{[{%]/.test(`${subject}${html}${body}`)
    return isTaken && !isLiquid
      ? [{ name, mail: { subject, ...(html && { html }), ...(body && { body }) } as Mail }]
      : []
  },
)

const { service, run, home, close } = homeWithService()
afterAll(close)
const { world } = service

const rulesIn = (text: string): string[] =>
  Array.from(
    text.replaceAll(/\s+/g, " ").matchAll(/(?:error|warning) ([a-z-]+), [^:]+(?::\d+:\d+)?: /g),
    ([, rule = ""]) => rule,
  ).sort()

/** The names of mails of which a push reports other rules. With samples, findings with the same excerpt are shown once. */
function differingIn(err: string, hasSamples: boolean): string[] {
  const lines = err.split("\n")
  const counted = (rules: readonly string[]) => String(hasSamples ? [...new Set(rules)] : rules)
  return table.flatMap(({ name, mail }, index) => {
    const lineOfMail = new RegExp(`\\bt${index}\\b`)
    const rulesPrinted = lines
      .filter((line) => lineOfMail.test(line))
      .flatMap(rulesIn)
      .sort()
    const rules = lintMessage(mail)
      .map(({ rule }) => rule)
      .sort()
    return counted(rulesPrinted) === counted(rules) ? [] : [name]
  })
}

describe("every way to look at a mail finds the same", () => {
  it("in a table of many mails", () => {
    expect(table.length).toBeGreaterThan(150)
    const rules = table.flatMap(({ mail }) => lintMessage(mail).map(({ rule }) => rule))
    expect(new Set(rules).size).toBeGreaterThan(12)
  })

  it.each(table)("as it is sent: $name", { tags: "slow" }, async ({ mail }) => {
    const rules = lintMessage(mail)
      .map(({ rule }) => rule)
      .sort()
    const input = JSON.stringify({ channel: "email", to: "ada@example.test", ...mail })
    const command = ["messages", "send", "--input", input]
    const piped = await run(command)
    expect([piped.code, rulesIn(piped.err)]).toEqual([0, rules])
    const lintRun = await run(command, { terminal: true, columns: 500, env: { NO_COLOR: "1" } })
    expect(rulesIn(lintRun.err)).toEqual(rules)
    const strict = await run([...command, "--strict"])
    expect([strict.code, rulesIn(JSON.parse(strict.err || "{}").error?.message ?? "")]).toEqual([
      rules.length > 0 ? 6 : 0,
      rules,
    ])
    const message = await world.expect.message({ to: "ada@example.test" })
    expect(message.warnings.map(({ rule }) => rule).sort()).toEqual(rules)
    const { rows } = await (await world.fetch("/_mock/rows/message")).json()
    const severities = lintMessage(mail).map(({ severity }) => severity)
    expect(rows[0].worst_warning).toBe(severities.includes("error") ? "error" : (severities[0] ?? null))
    const isClean = await world.expect.message({ clean: true }).then(
      () => true,
      () => false,
    )
    expect(isClean).toBe(rules.length === 0)
    const off = [...new Set(rules)] as LintRule[]
    await world.expect.message({ clean: { off } })
  })

  // A byte order mark at the beginning of a text is taken off there.
  it.each(table.filter(({ mail }) => !mail.body?.startsWith("\ufeff")))(
    "as a line of a file: $name",
    { tags: "slow" },
    async ({ mail }) => {
      // The same finding twice in a subject is one sentence.
      const findings = new Map(lintMessage(mail).map((finding) => [findingText(finding), finding.rule]))
      const rules = [...findings.values()].sort()
      writeFileSync(
        join(home.folder, "lines.ndjson"),
        JSON.stringify({ id: 7, channel: "email", to: "ada@example.test", ...mail }),
      )
      const key = `line/{id}/${table.findIndex((row) => row.mail === mail)}`
      const command = ["messages", "send-each", "--file", "lines.ndjson", "--key", key]
      const sent = () => world.messages.list({ limit: 5_000 }).length
      const before = sent()
      const strict = await run([...command, "--strict"])
      expect([strict.code, rulesIn(strict.err)]).toEqual([rules.length > 0 ? 6 : 0, rules])
      expect(sent() - before).toBe(rules.length > 0 ? 0 : 1)
      const loose = await run(command)
      expect([loose.code, rulesIn(loose.err), loose.json.sent]).toEqual([0, rules, 1])
    },
  )

  describe("as a template", () => {
    let folder: TemplateFolder
    beforeEach(() => {
      folder = new TemplateFolder({ fixtures: { accounts: { main: { brands: { main: { default: true } } } } } })
    })
    afterEach(() => folder.close())

    it.each(["", "samples:\n  ada: { data: { name: Ada } }\n"])(
      "with samples: %j",
      { tags: "slow" },
      async (samples) => {
        await folder.run("pull")
        for (const [index, { mail }] of table.entries()) {
          folder.write(
            `t${index}/template.yaml`,
            `name: T${index}\nsubject: ${JSON.stringify(mail.subject)}\n${samples}`,
          )
          if (mail.html) folder.write(`t${index}/body.html.liquid`, mail.html)
          if (mail.body) folder.write(`t${index}/body.txt.liquid`, mail.body)
        }
        const push = () => folder.run("push --strict --dry-run")
        const { code, err } = await push()
        expect([code, differingIn(err, samples !== "")]).toEqual([6, []])
        // A finding that only one way has is noticed.
        const index = table.findIndex(({ mail }) => mail.body === "Hallo undefinedundefined")
        folder.edit(`t${index}/body.txt.liquid`, () => "Hallo *|FNAME|*")
        expect(differingIn((await push()).err, samples !== "")).toEqual([table[index]?.name])
      },
    )
  })
})
