import { describe, expect, it } from "vitest"
import { type EmailReceivedEvent, isAutomatic, replyText } from "../../sdk/webhooks/index.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const textOf = (...lines: string[]) => replyText({ data: { text: lines.join("\n") } })
const mail = (from: string, auto_submitted = false) => ({ data: { from, auto_submitted, text: "Hi" } })

describe("replyText", () => {
  it.each([
    ["Gmail", "On Mon, Jan 5, 2026 at 10:00 AM Ada <ada@example.test> wrote:"],
    ["German", "Am 05.01.2026 um 10:00 schrieb Ada:"],
    ["French", "Le lun. 5 janv. 2026 à 10h00, Ada <ada@example.test> a écrit :"],
    ["Japanese", "2026年1月5日(月) 10:00 Ada <ada@example.test>:"],
    ["a broken line", "On Mon, Jan 5, 2026 at 10:00 AM Ada <ada@example.test>\nwrote:"],
    ["a wrapped name", "On 5 Jan 2026, at 10:00, A very long name of a company\n<ada@example.test> wrote:"],
  ])("is the text above the quote: %s", (_, attribution) => {
    expect(
      textOf("Yes, please.", "", "Ada's colleague", "", attribution, "", "> Shall we?", ">", "> > Or not?", ""),
    ).toBe("Yes, please.\n\nAda's colleague")
    expect(textOf("Yes.", attribution.replace("\n", " "), "> Shall we?")).toBe("Yes.")
  })

  it.each([
    ["a line that says so", "-----Original Message-----"],
    ["a German one", "-----Ursprüngliche Nachricht-----"],
    ["the headers of Outlook", "From: Ada <ada@example.test>\nSent: Monday\nTo: Bo\nSubject: Offer"],
    ["the headers below a rule", `${"_".repeat(32)}\nVon: Ada\nGesendet: Montag\nAn: Bo\nBetreff: Angebot`],
  ])("is the text above a copy: %s", (_, start) => {
    expect(textOf("Yes.", "", ...start.split("\n"), "", "Shall we?")).toBe("Yes.")
  })

  it("is the text below a quote", () => {
    expect(textOf("On 5 Jan 2026 at 10:00 Ada wrote:", "> Shall we?", "", "Yes.", "", "Bo")).toBe("Yes.\n\nBo")
    expect(textOf("> Shall we?", "", "Yes.")).toBe("Yes.")
  })

  it.each([
    ["no quote", ["Yes.", "", "--", "Bo"]],
    ["replies between the lines", ["> Shall we?", "Yes.", "> When?", "Now."]],
    ["text above and below a quote", ["Yes, but:", "> Shall we?", "Not now."]],
    ["nothing but a quote", ["On 5 Jan 2026 at 10:00 Ada wrote:", "> Shall we?"]],
    [
      "a forwarded mail",
      [
        "See this.",
        "",
        "---------- Forwarded message ---------",
        "From: Ada <ada@example.test>",
        "Date: Monday",
        "To: Bo",
      ],
    ],
    ["a form", ["Please book:", "", "From: Vienna", "To: Graz", "Seats: 2"]],
    ["a date that is no attribution", ["I come on 5 Jan 2026 at 10:00:", "with two others"]],
    ["nothing", [""]],
  ])("is the whole text: %s", (_, lines) => {
    expect(textOf(...lines)).toBe(lines.join("\n"))
  })

  it("keeps a sentence that ends with a colon above the quote", () => {
    expect(textOf("Yes.", "", "My 2 answers to this:", "> Shall we?")).toBe("Yes.\n\nMy 2 answers to this:")
    expect(textOf("Write to bo@example.test:", "> Shall we?")).toBe("Write to bo@example.test:")
  })

  it("reads the longest text in a moment, whatever a stranger wrote", { tags: "slow" }, () => {
    const units = [
      ">",
      "> ",
      "\n",
      "On ",
      "On a\n",
      "<a@b",
      "<",
      "2026",
      "10:00 ",
      "a:\n",
      "a:\n> b\n",
      "From: a\n",
      "--",
      "_",
      " ",
      "From: a\n\n",
    ]
    const started = performance.now()
    for (const one of units)
      for (const other of units) textOf((one + other).repeat(65_536 / (one.length + other.length)))
    expect(performance.now() - started).toBeLessThan(units.length ** 2 * 100)
  })
})

describe("isAutomatic", () => {
  it.each([
    "MAILER-DAEMON",
    "",
    "<>",
    "Mail Delivery Subsystem <mailer-daemon@example.test>",
    "postmaster@example.test",
    "Shop <no-reply@example.test>",
    "noreply+17@example.test",
    "do_not_reply@example.test",
    "news-request@example.test",
    "owner-news@example.test",
  ])("is true for mail from %s", (from) => {
    expect(isAutomatic(mail(from))).toBe(true)
  })

  it.each(["Ada <ada@example.test>", "ada@example.test", "reply@example.test", "noreen@example.test"])(
    "is what the service says of mail from %s",
    (from) => {
      expect([isAutomatic(mail(from)), isAutomatic(mail(from, true))]).toEqual([false, true])
    },
  )

  it.each([
    ["stops two auto-responders at one reply", isAutomatic, 1],
    ["would not be missed", () => false, 20],
  ])("%s", async (_, isMachine, replies) => {
    const companies = ["acme", "globex"].map(() => mockWithEndpoint())
    for (const company of companies) await company.addWebhook(["email.received"])
    let sender = { eml: "From: Ada <ada@acme.test>\nTo: inbox@acme.test\nSubject: Hi\n\nAre you there?" }
    let written = 0
    for (let turn = 0; turn < 20; turn++) {
      const company = companies[turn % 2]
      if (!company) break
      await company.control.inbound(sender)
      await company.advance(0)
      const event: EmailReceivedEvent = company.sent.at(-1)?.event
      if (isMachine(event)) break
      const headers = { "Auto-Submitted": "auto-replied" }
      const { body } = await company.send("inbox@acme.test", { headers, subject: "Re: Hi", body: "I am away." })
      written++
      const mail = company.control.messages.get(body.id)
      const lines = Object.entries({ From: "inbox@acme.test", To: mail.to, Subject: mail.subject, ...mail.headers })
      sender = { eml: `${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\nI am away.` }
    }
    expect(written).toBe(replies)
  })
})
