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
    ["Thunderbird", "On 11/30/26 06:00, Acme wrote:"],
    ["German, with a short year", "Am 30.11.26 um 06:00 schrieb Acme:"],
    ["French of Canada", "Le lun. 5 janv. 2026, à 10 h 00, Ada <ada@example.test> a écrit :"],
    ["Danish", "Den 30.11.2026 kl. 06.00 skrev Acme:"],
    ["Thai", "ในวันที่ จ. 5 ม.ค. 2569 เวลา 10:00 Ada <ada@example.test> เขียนว่า:"],
    ["a wrapped name", "On 5 Jan 2026, at 10:00, A very long name of a company\n<ada@example.test> wrote:"],
  ])("is the text above the quote: %s", (_, attribution) => {
    expect(
      textOf("Yes, please.", "", "Ada's colleague", "", attribution, "", "> Shall we?", ">", "> > Or not?", ""),
    ).toBe("Yes, please.\n\nAda's colleague")
    expect(textOf("Yes.", attribution.replace("\n", " "), "> Shall we?")).toBe("Yes.")
    // Apple's program marks this line, too.
    const marked = [...attribution.split("\n"), "", "Shall we?"].map((line) => `> ${line}`.trimEnd())
    expect(textOf("Yes, please.", "", "Sent from my iPhone", "", ...marked)).toBe("Yes, please.\n\nSent from my iPhone")
    expect(textOf(...marked, "", "Yes.")).toBe("Yes.")
  })

  it.each([
    ["a line that says so", "-----Original Message-----"],
    ["a German one", "-----Ursprüngliche Nachricht-----"],
    ["the headers of Outlook", "From: Ada <ada@example.test>\nSent: Monday\nTo: Bo\nSubject: Offer"],
    ["the headers with a line that says so", "-----Original Message-----\nFrom: Ada\nSubject: FYI: Offer"],
    ["a quote below a line that says so", "-----Original Message-----\n> From: Ada\n> Subject: Offer\n>"],
    ["a copy with an older quote", "-----Original Message-----\nNo\n\nOn 5 Jan 2026 at 10:00 Ada wrote:\n> No?\n>"],
    ["Czech headers", "Od: Ada\nOdesláno: pondělí\nKomu: Bo\nPředmět: Nabídka"],
    ["the headers below a rule", `${"_".repeat(32)}\nVon: Ada\nGesendet: Montag\nAn: Bo\nBetreff: Angebot`],
  ])("is the text above a copy: %s", (_, start) => {
    expect(textOf("Yes.", "", ...start.split("\n"), start.endsWith(">") ? "> Shall we?" : "Shall we?")).toBe("Yes.")
  })

  it("is the text below a quote", () => {
    expect(textOf("On 5 Jan 2026 at 10:00 Ada wrote:", "> Shall we?", "", "Yes.", "", "Bo")).toBe("Yes.\n\nBo")
  })

  it.each([
    ["no quote", ["Yes.", "", "--", "Bo"]],
    ["marks that the writer made", ["Please type:", "", "> npm install", ">", "> npm start"]],
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

  const wrote = "On 5 Jan 2026 at 10:00 Ada wrote:"
  const outlook = ["From: Acme <hello@acme.test>", "Sent: Monday", "To: Ana", "Subject: Offer", ""]
  const questions = ["Do you want it?", "YES, ten of them", "When?", "Monday"]

  it.each([
    "Answers below.",
    "My answers are in red.",
    "Meine Antworten stehen unten.",
    "Mes réponses sont ci-dessous.",
    "Respuestas más abajo.",
    "Mijn antwoorden staan hieronder.",
    "Ответы ниже.",
    "回答は下記の通りです。",
    "👇",
    "To your questions:",
    "Hi Acme,",
  ])("is the whole text where what stands above points below: %s", (pointer) => {
    for (const below of [
      ["-----Original Message-----", ...questions],
      [...outlook, ...questions],
      ["_".repeat(32), ...outlook, ...questions],
      [wrote, ...questions.map((line) => `> ${line}`)],
    ])
      expect(textOf(pointer, "", ...below)).toBe([pointer, "", ...below].join("\n"))
  })

  it.each([
    ["answers between quotes in a copy", ["Yes.", "", ...outlook, "> Do you want it?", "YES", "> When?", "Monday"]],
    ["marked answers in a copy", ["Yes.", "", ...outlook, "Do you want it?", "> YES"]],
    ["nothing above a copy", [...outlook, "Please pay.", "", wrote, "> Hi"]],
    ["a forward of Apple Mail", ["FYI", "", "Begin forwarded message:", "", "> From: Bob <b@x.test>", "> Subject: 17"]],
    ["a German one", ["Zur Info", "", "Anfang der weitergeleiteten Nachricht:", "", "> Von: Bob", "> Betreff: 17"]],
    ["one without marks", ["FYI", "", "Begin forwarded message:", "", ...outlook, "Please pay 300 EUR."]],
    ["a forward below a date", ["The mail of 11/30/26 06:00:", "", ">", "> From: Bob", "> Subject: Invoice", "> Pay."]],
    ["a forward above a comment", [wrote, "> Von : Bob <b@x.test>", "> Betreff : 17", "", "Please pay."]],
    [
      "a forward with a subject that says so",
      ["FYI", "", "_".repeat(32), ...outlook.with(3, "Subject: FW: 17"), "Pay."],
    ],
    [
      "a forward of a copy",
      ["FYI", "", "----- Forwarded message ----", "Subject: 17", "", "Pay.", "", ...outlook, "Hi"],
    ],
    ["a forward of a reply", ["FYI", "", "---- Mensaje reenviado ----", "De: Bob", "", "Pay.", "", wrote, "> Hi"]],
    ["own lines with marks at the end", ["The shell prompt shows", "", "> npm install"]],
    ["own lines with marks at the beginning", ["> npm install", "", "fails."]],
    ["a sentence with a number above marks", ["Yes.", "", "My 2 answers to this:", "> Shall we?"]],
    ["a sentence with an address above marks", ["Write to bo@example.test:", "> Shall we?"]],
    ["a sentence with an address in brackets", ["Yes.", "Write to Bo <bo99@example.test>:", "> Shall we?"]],
    ["a sentence with a date above marks", ["Ja.", "", "Zum Angebot vom 30.11.2026:", "> 300 EUR"]],
    ["a sentence below one with a date", ["I come on 5 Jan 2026 at 10:00.", "My answer to this:", "> Shall we?"]],
    ["a sentence below a line with a date", ["I come on 5 Jan 2026 at 10:00", "My answer to this:", "> Shall we?"]],
    ["text above an attribution and below its quote", ["Yes.", wrote, "", "", "> Shall we?", "", "Bo"]],
    ["a form with a date", ["Please book this.", "", "From: Vienna", "To: Graz", "Date: Monday", "Seats: 2"]],
  ])("loses no text: %s", (_, lines) => {
    expect(textOf(...lines)).toBe(lines.join("\n"))
  })

  it.each(["Fwd: 17", "FW: 17", "WG: 17", "TR : 17", "RV: 17", "转发：17", "[EXTERNAL] Fw: Re: 17"])(
    "is the whole text of a forwarded mail, as its subject says: %s",
    (subject) => {
      for (const below of [outlook, [wrote, "> Hi"]]) {
        const text = ["FYI", "", ...below, ""].join("\r\n")
        expect(replyText({ data: { text, subject } })).toBe(text)
        expect(replyText({ data: { text, subject: `Re: ${subject}` } })).toBe("FYI")
      }
    },
  )

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
      "\n---a",
      "[",
      "\n-",
      "in ",
      "> a: b@c\n",
      "11/30/26 06:00",
      "x\n\nFrom: a\nSent: b\nTo: c\nSubject: d\n\n",
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
    "news-bounces@example.test",
  ])("is true for mail from %s", (from) => {
    expect(isAutomatic(mail(from))).toBe(true)
  })

  it.each([
    "Ada <ada@example.test>",
    "ada@example.test",
    "reply@example.test",
    "noreen@example.test",
    // People have such addresses as well.
    "feature-request@example.test",
    "owner-operator@example.test",
  ])("is what the service says of mail from %s", (from) => {
    expect([isAutomatic(mail(from)), isAutomatic(mail(from, true))]).toEqual([false, true])
  })

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
