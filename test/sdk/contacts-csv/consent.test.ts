import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { consentOf } from "../../../sdk/files/contacts-csv/consent.ts"
import { placeConsent } from "../../../sdk/files/contacts-csv/consent-columns.ts"
import { type ContactsCsvOptions, type ContactsRow, contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { type ConsentExport, consentExports } from "./consent-exports.ts"
import { agreeingHeaders, otherHeaders, refusingHeaders } from "./consent-headers.ts"

const fileOf = ({ header, rows }: ConsentExport) =>
  [header, ...rows.map(([cells], index) => cells.replace("@", `p${index}@people.test`))].join("\n")

async function contactsOf(file: string, options?: ContactsCsvOptions): Promise<ContactsRow[]> {
  const rows: ContactsRow[] = []
  for await (const row of contactsCsv(file, options).rows()) {
    if ("problem" in row) throw new Error(row.problem)
    rows.push(row)
  }
  return rows
}

const signOf = (optIn: boolean | undefined) => (optIn === undefined ? "0" : optIn ? "+" : "-")
const optIns = async (file: string, options?: ContactsCsvOptions) =>
  (await contactsOf(file, options)).map(({ contact }) => signOf(contact.opt_in))

/** The shapes whose rows are not opted in as their last two characters say. */
async function wrongExports(exports: readonly ConsentExport[]): Promise<string[]> {
  const wrong: string[] = []
  for (const each of exports) {
    for (const [at, optIn] of [false, true].entries()) {
      const consents = await optIns(fileOf(each), { optIn, map: each.map }).catch((error: Error) => [error.message])
      const expected = each.rows.map(([, results]) => results[at])
      if (consents.join() !== expected.join())
        wrong.push(`${each.service}, optIn ${optIn}: ${consents.join("")}, not ${expected.join("")}`)
    }
  }
  return wrong
}

describe("consent in exports", () => {
  it("is read right in every shape, with the option to opt in and without", { tags: "slow" }, async () => {
    expect(consentExports.length).toBeGreaterThanOrEqual(80)
    expect(await wrongExports(consentExports)).toEqual([])
  })

  it("is compared row by row: a wrong expectation is found", async () => {
    const planted: ConsentExport = { service: "planted", header: "email,status", rows: [["@,bounced", "+-"]] }
    expect(await wrongExports([planted])).toEqual(["planted, optIn false: -, not +"])
  })

  it.each([false, true])("decides who is subscribed at the service, with optIn %s", { tags: "slow" }, async (optIn) => {
    const service = createMockService({ clock: "frozen" })
    try {
      const mas = new Mas(service.clientOptions)
      const wrong: string[] = []
      for (const [number, each] of consentExports.entries()) {
        const domain = `shape${number}.test`
        const people = each.rows.map((_row, index) => `p${index}@${domain}`)
        // Everybody is subscribed first: those who left must be taken off.
        const before = `email,opt_in\n${people.map((email) => `${email},yes\n`).join("")}`
        await mas.imports.create({ file: contactsCsv(before), resource: "contacts" })
        await service.world.advance("1m")
        const file = contactsCsv(fileOf(each).replaceAll("people.test", domain), { optIn, map: each.map })
        await mas.imports.create({ file, resource: "contacts" })
        await service.world.advance("1m")
        const contacts = await mas.contacts.list({ search: `@${domain}` }).toArray()
        for (const [index, [cells, results]] of each.rows.entries()) {
          const contact = contacts.find(({ email }) => email === people[index])
          if (contact?.subscribed_email !== (results[optIn ? 1 : 0] !== "-")) wrong.push(`${each.service}: ${cells}`)
        }
      }
      expect(wrong).toEqual([])
    } finally {
      await service.close()
    }
  })
})

describe("a column that looks like consent", () => {
  it.each([
    ["Newsletter edition", "Weekly"],
    ["Not unsubscribed", "yes"],
    ["Opt in / opt out", "yes"],
    ["Never bounced", "true"],
    ["Do not unsubscribe", "yes"],
    ["Opted in / out", "yes"],
  ])("ends the reading if its meaning is unclear: %s", async (header, value) => {
    const file = `email,${header}\na@people.test,${value}\n`
    await expect(optIns(file, { optIn: true })).rejects.toThrow(`has a column "${header}" that looks like consent`)
    expect(await optIns(file, { optIn: true, map: { [header]: "data" } })).toEqual(["+"])
  })

  it.each([
    "Newsletter name",
    "Consent source",
    "Subscription ID",
    "Date Subscribed",
    "Marketing emails opened",
    "SMS consent",
    "Option",
    "State",
    "Order status",
    "Cookie consent",
    "Angemeldet am",
    "Abonnent seit",
    "Aangemeld op",
    "Mailing lists",
    "Permissions",
    "Sales agreement",
    "Removed items",
    "Bestellstatus",
    "Statut de la commande",
    "注文ステータス",
    "Статус заказа",
    "Unsubscribe link",
    "Subscription start",
    "Consent recorded at",
    "Date d'inscription",
    "Anmeldedatum Newsletter",
    "Newsletter Quelle",
    "Дата подписки",
    "Active subscription",
  ])("is told from one that only describes: %s", async (header) => {
    expect(await optIns(`email,${header}\na@people.test,Something\n`, { optIn: true })).toEqual(["+"])
  })

  it.each([
    ["Order status", "cancelled"],
    ["Lead Status", "Unqualified"],
    ["Fulfillment Status", "unfulfilled"],
    ["WhatsApp consent", "no"],
    ["Do not allow postal mail", "Yes"],
    ["Reklamation", "nein"],
    ["Tax Exempt", "no"],
    ["Would you recommend us?", "No"],
    ["RSVP", "no"],
    ["Estado del pedido", "cancelado"],
    ["email_verified", "true"],
  ])("is told from one whose words of refusal are about something else: %s", async (header, value) => {
    expect(await optIns(`email,${header}\na@people.test,${value}\n`, { optIn: true })).toEqual(["+"])
  })

  it("is suspected in an alphabet with few known names, if it has yes and no and the option opts in", async () => {
    const file = "email,คำถาม\na@people.test,ja\nb@people.test,nein\n"
    await expect(optIns(file, { optIn: true })).rejects.toThrow('"คำถาม"')
    expect(await optIns(file)).toEqual(["0", "0"])
    expect(await optIns(file, { optIn: true, map: { คำถาม: "opt_in" } })).toEqual(["+", "-"])
    expect(await optIns(file.replaceAll(/ja|nein/g, "X"), { optIn: true })).toEqual(["+", "+"])
  })

  it.each([
    ["DM不可", "1", "0"],
    ["メール不要", "○", "×"],
    ["Отпишан", "да", "не"],
    ["लागू", "1", "0"],
    ["لغو اشتراک", "بله", "خیر"],
    ["सदस्यता समाप्त", "हाँ", "नहीं"],
    ["ยกเลิกรับข่าวสาร", "ใช่", "ไม่"],
    ["Can email", "Yes", "No"],
    ["May we email you?", "No", ""],
    ["Send me emails", "no", ""],
    ["Never email", "yes", ""],
    ["Opted", "out", "in"],
    ["Email preference", "Weekly", "No email"],
    ["Email notifications", "disabled", "enabled"],
    ["Preferred contact method", "None", "E-mail"],
    ["Nicht anschreiben", "ja", "nein"],
    ["Geen mail", "ja", "nee"],
    ["Ne souhaite pas recevoir", "oui", "non"],
    ["Não enviar", "sim", "não"],
    ["Non inviare", "sì", "no"],
    ["Baixa", "sí", "no"],
    ["Sprzeciw", "tak", "nie"],
    ["Ne küldjön", "igen", "nem"],
    ["Nezasílat", "ano", "ne"],
    ["Ended on", "3/14/2024", ""],
    ["Date left", "14.03.2024", ""],
    ["Quit", "yes", ""],
    ["Date de résiliation", "14/03/2024", ""],
    ["Kündigungsdatum", "14.03.2024", ""],
    ["Opzegdatum", "14-03-2024", ""],
  ])("may hold a no to mail, where the others are opted in: %s", async (header, one, other) => {
    const file = `email,${header}\na@people.test,${one}\nb@people.test,${other}\n`
    expect(await optIns(file)).not.toContain("+")
    const rows = await optIns(file, { optIn: true }).catch((error: Error) => [error.message])
    // Known words, such as those of leaving, need no question.
    if (rows.length === 1) expect(rows[0]).toContain(`has a column ${JSON.stringify(header)} that looks like consent`)
    else expect(rows).toContain("-")
    expect(rows).not.toContain("+")
  })

  it("of an Arabic status is one of status", async () => {
    expect(await optIns("email,الحالة\na@people.test,ملغى\n", { optIn: true })).toEqual(["0"])
  })

  it.each([
    ["数量", "12"],
    ["Emails sent", "0"],
    ["Has email", "yes"],
    ["Primary contact", "yes"],
    ["Contact owner", "No owner"],
    ["Last contacted", "never"],
    ["email_verified", "1"],
    ["Lieferung", "nein"],
    ["Cancelled at", "2024-03-01T10:00:00Z"],
    ["Trial ended", "yes"],
    ["Department", "2"],
    ["Amount left", "12.50"],
  ])("is told from one about something else: %s", async (header, value) => {
    expect(await optIns(`email,${header}\na@people.test,${value}\n`, { optIn: true })).toEqual(["+"])
  })

  it.each([
    ["Mailing State", "NE", "TX"],
    ["Mailing Country", "NO", "DE"],
    ["Message", "No idea where my order is", "Hello"],
    ["Contact company", "No Limits Ltd", "Acme"],
    ["Secondary Email", "none", "b2@people.test"],
  ])("is told from texts and addresses that begin with a no: %s", async (header, one, other) => {
    const file = `email,${header}\na@people.test,${one}\nb@people.test,${other}\n`
    expect(await optIns(file, { optIn: true })).toEqual(["+", "+"])
  })

  it.each(["subscriber_status", "status", "Email Status"])("is one of codes: %s", async (header) => {
    const file = `email,${header}\na@people.test,1\nb@people.test,3\nc@people.test,4\nd@people.test,\n`
    await expect(optIns(file)).rejects.toThrow(`{ "${header}": "opt_in:VALUE,VALUE" }`)
    expect(await optIns(file, { map: { [header]: "opt_in:1" } })).toEqual(["+", "-", "-", "0"])
    expect(await optIns(file, { map: { [header]: "opt_in: 1 , 4" } })).toEqual(["+", "-", "+", "0"])
    for (const target of ["opt_in:", "opt_in: ,"] as const)
      await expect(optIns(file, { map: { [header]: target } })).rejects.toThrow("opt_in:VALUES")
  })

  it.each([
    ["Opted in / out", "opted in", "opted out"],
    ["State", "Subscribed", "Unsubscribed"],
    ["Latest reaction", "subscribed", "unsubscribed"],
  ])("is read by its words where its name leaves the question open: %s", async (header, agreeing, leaving) => {
    expect(await optIns(`email,${header}\na@people.test,${agreeing}\nb@people.test,${leaving}\n`)).toEqual(["+", "-"])
  })

  it("is told from the date of a confirmation", async () => {
    expect(await optIns("email,Confirmed\na@people.test,2024-01-01\n", { optIn: true })).toEqual(["+"])
    expect(await optIns("email,Confirmed\na@people.test,2024-01-01\nb@people.test,no\n")).toEqual(["0", "-"])
  })

  it("is told from notes, of which only a word of leaving counts, in its row", async () => {
    const file = "email,Note\na@people.test,unsubscribed\nb@people.test,subscribed\nc@people.test,vip\n"
    expect(await optIns(file)).toEqual(["-", "0", "0"])
    expect(await optIns(file, { optIn: true })).toEqual(["-", "+", "+"])
  })

  it("says nothing in a row where its cell is blank", async () => {
    const file = `{"email":"a@people.test","opt_in":" "}\n{"email":"b@people.test","opt_in":"1"}\n`
    for (const map of [{}, { opt_in: "opt_in:1" }] as const) {
      expect(await optIns(file, { map })).toEqual(["0", "+"])
      expect(await optIns(file, { map, optIn: true })).toEqual(["+", "+"])
    }
  })

  it("has at most 50 unknown values counted by name, the others together", async () => {
    const csv = contactsCsv(
      `email,opt_in\n${Array.from({ length: 60 }, (_, at) => `p${at}@people.test,word${at % 55}\n`).join("")}`,
    )
    for await (const _ of csv.rows());
    const { unknown } = csv.counts.consent
    expect([unknown.size, unknown.get("word0"), unknown.get("others"), unknown.get("word50")]).toEqual([
      51,
      2,
      5,
      undefined,
    ])
  })

  it("is not the column of addresses", async () => {
    expect(await optIns("Subscriber,City\na@people.test,Ulm\n")).toEqual(["0"])
  })

  it("stays so when the first 200 rows do not know its words", async () => {
    const customers = Array.from({ length: 250 }, (_, at) => `c${at}@people.test,Customer\n`).join("")
    const consents = await optIns(`email,status\n${customers}a@people.test,Unsubscribed\n`, { optIn: true })
    expect(new Set(consents)).toEqual(new Set(["0", "-"]))
    expect(consents.at(-1)).toBe("-")
  })
})

describe("data of a contact", () => {
  it.each([
    ["data.unsubscribed", "true"],
    ["data.Status", "Unsubscribed"],
    ["data.Newsletter", "no"],
    ["data.Note", "unsubscribed"],
  ])("is read for consent as its name says, and kept: %s", async (header, value) => {
    for (const ownColumn of ["", ",list_ids"]) {
      const [row] = await contactsOf(`email,${header}${ownColumn}\na@people.test,${value}\n`, { optIn: true })
      expect(row?.contact).toEqual({ email: "a@people.test", opt_in: false, data: { [header.slice(5)]: value } })
    }
  })

  it("is only data beside the service's own word on consent, or where map says so", async () => {
    expect(await optIns("email,opt_in,data.unsubscribed\na@people.test,yes,true\n")).toEqual(["+"])
    expect(await optIns('{"email":"a@people.test","subscribed_email":true,"data":{"status":"bounced"}}')).toEqual(["+"])
    const map = { "data.unsubscribed": "data" } as const
    expect(await optIns("email,data.unsubscribed\na@people.test,true\n", { optIn: true, map })).toEqual(["+"])
  })

  it("stops the reading if its meaning is unclear", async () => {
    const file = "email,data.Newsletter edition\na@people.test,Weekly\n"
    await expect(optIns(file, { optIn: true })).rejects.toThrow('has a column "data.Newsletter edition"')
  })

  it.each([
    [{ data: { unsubscribed: true } }, "-"],
    [{ attributes: { unsubscribed: true } }, "-"],
    [{ attributes: { newsletter: false } }, "-"],
    [{ attributes: { newsletter: true } }, "+"],
    [{ profile: { marketing: { email: { opt_in: false } } } }, "-"],
    [{ tags: [{ name: "vip" }, { name: "unsubscribed" }] }, "-"],
    [{ lists: [{ name: "News", status: "unsubscribed" }] }, "-"],
    [{ data: { mail: { bounced: 1 } } }, "-"],
    [{ attributes: { newsletter_edition: "weekly" } }, "0"],
    [{ preferences: { "never email": "yes" } }, "0"],
    [{ attributes: { town: "Ulm" }, tags: [{ id: 7, name: "vip" }], order: { status: "cancelled" } }, "+"],
    [{ address: { state: "CA" }, channels: { sms: { unsubscribed: true } }, none: null }, "+"],
  ])("is read in the fields of JSON, too: %j", async (fields, sign) => {
    const [row] = await contactsOf(JSON.stringify({ email: "a@people.test", ...fields }), { optIn: true })
    expect(signOf(row?.contact.opt_in)).toBe(sign)
    for (const [name, value] of Object.entries(fields))
      if (name !== "data" && value !== null) expect(row?.contact.data[name]).toBe(JSON.stringify(value))
  })
})

describe("a name of agreement", () => {
  /** True if a "yes" under the header opts in. */
  const optsIn = (header: string) => {
    const [column] = placeConsent([{ header, target: "data", isUnknown: true }], () => ["yes"], false)
    return column?.target === "opt_in"
  }

  it("opts in if all of its words are known", async () => {
    expect(agreeingHeaders.length).toBeGreaterThan(190)
    expect(agreeingHeaders.filter((header) => !optsIn(header))).toEqual([])
    expect(await optIns(`email,${agreeingHeaders[0]}\na@people.test,yes\n`)).toEqual(["+"])
  })

  it("opts nobody in beside words of refusal, whatever they are", () => {
    expect(refusingHeaders.length).toBeGreaterThan(230)
    expect(refusingHeaders.filter(optsIn)).toEqual([])
  })

  it("opts nobody in if it is about another thing or channel", () => {
    expect(otherHeaders.length).toBeGreaterThan(120)
    expect(otherHeaders.filter(optsIn)).toEqual([])
  })

  it("is not seen in a column of addresses, amounts or descriptions", () => {
    for (const [header, cells] of [
      ["Subscriber", ["ana@people.test", "bo@people.test"]],
      ["subscription_total", ["19.99"]],
      ["Subscription quantity", ["2"]],
      ["newsletterSalesChannelIds", ["a0|b1"]],
      ["Permission Set Name", ["Editors"]],
      ["Newsletter format", ["html"]],
    ] as const) {
      const [column] = placeConsent([{ header, target: "data", isUnknown: true }], () => cells, true)
      expect([header, column?.target, column?.isUnclearConsent]).toEqual([header, "data", undefined])
    }
  })

  it.each(["Objects to marketing", "Werbeverbot", "Mailing stop", "Nicht zugestimmt", "Marketing ban"])(
    "may be a refusal of mail to many: a yes and a no under %s are asked about where the others are opted in",
    async (header) => {
      const text = `email,${header}\na@people.test,yes\nb@people.test,no\n`
      expect(await optIns(text)).toEqual(["0", "0"])
      await expect(optIns(text, { optIn: true })).rejects.toThrow("looks like consent")
    },
  )

  it("opts nobody in with a short word of refusal before or after it, also in one word", { tags: "slow" }, () => {
    const words =
      "no non un ex off stop end nie kein ohne sans sin geen bez ei nu не без нет 不 無 非 미 안함 لا לא".split(" ")
    const headers = agreeingHeaders.flatMap((header) =>
      words.flatMap((word) => ["", " ", "_"].flatMap((glue) => [`${word}${glue}${header}`, `${header}${glue}${word}`])),
    )
    expect(headers.filter(optsIn)).toEqual([])
  })

  it("opts nobody in with any unknown word before or after it", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyzäéøßłбгджяфしぬ不廃해철عל"]
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 6, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom(...agreeingHeaders),
        word,
        fc.constantFrom("", " ", "_", "-", ": "),
        (header, unknown, glue) => {
          expect([`${unknown}${glue}${header}`, `${header}${glue}${unknown}`].filter(optsIn)).toEqual([])
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it("stops the reading if a word of it is unknown, also beside a clear column", async () => {
    const file = "email,Newsletter,Newsletter stopped\na@people.test,yes,yes\n"
    await expect(optIns(file)).rejects.toThrow('has a column "Newsletter stopped" that looks like consent')
    expect(await optIns(file, { map: { "Newsletter stopped": "opt_out" } })).toEqual(["-"])
  })

  it.each([
    ["Einwilligung", "Einwilligung entzogen am", "01.02.2023"],
    ["Einwilligung", "Zurückgezogen", "x"],
    ["Newsletter", "Abbestellt", "ja"],
    ["Newsletter", "Newsletter abbestellt am", "01.02.2023"],
    ["Newsletter", "Ausgetreten", "ja"],
    ["Newsletter", "Marketing not allowed", "yes"],
    ["Consent", "Revocation date", "2023-02-01"],
  ])("opts nobody in beside a name of leaving: %s, %s", async (agreeing, leaving, value) => {
    const file = `email,${agreeing},${leaving}\na@people.test,ja,${value}\nb@people.test,ja,\n`
    expect(await optIns(file)).toEqual(["-", "+"])
  })
})

describe("a cell with a mark before its word", () => {
  it.each([
    ["-1", "no"],
    ["-1.0", "no"],
    ["- 1", "no"],
    ["_yes", "unknown"],
    ["-- yes", "unknown"],
    ["-yes", "unknown"],
    ["-no", "no"],
    ["-", "neither"],
    ["opt-in", "yes"],
  ])("is no agreement: %s", (cell, verdict) => {
    expect(consentOf(cell, "opt_in")).toBe(verdict)
  })

  it("opts nobody in, whichever column it is in", async () => {
    const rows = ["-1", "_yes", "-- yes", "1"].map((cell, at) => `p${at}@people.test,${cell}\n`).join("")
    expect(await optIns(`email,Newsletter\n${rows}`)).toEqual(["-", "0", "0", "+"])
    expect(await optIns(`email,Newsletter\n${rows}`, { optIn: true })).toEqual(["-", "0", "0", "+"])
    expect(consentOf("_active", "status")).toBe("unknown")
  })
})

describe("a whole file of people who left", () => {
  it.each([
    "unsubscribed_members_export_1.csv",
    "cleaned.csv",
    "Bounces 2024.csv",
    "spam_reports.csv",
    "nonsubscribed_members_export_1a2b.csv",
    "non_subscribers.csv",
    "not-subscribed.csv",
    "do-not-mail.csv",
    "Do not contact.csv",
    "DoNotEmail.csv",
    "abmelder.csv",
    "Abmeldungen 2024.csv",
    "配信停止.csv",
    "отписавшиеся.csv",
    "退订用户.csv",
    "exports/suppressions.xlsx",
  ])("is known by its name: %s", async (fileName) => {
    expect(await optIns("email,name\na@people.test,A\n", { fileName, optIn: true })).toEqual(["-"])
    expect(await optIns("email,name\na@people.test,A\n", { fileName, optIn: true, all: "contacts" })).toEqual(["+"])
  })

  it.each([
    ["a title", "My export,,\nUnsubscribed contacts,,\n\n"],
    ["a title of other letters", "Отписавшиеся,,\n"],
  ])("is known by %s before its header", async (_what, before) => {
    const file = `${before}email,name,date\na@people.test,A,2024-01-01\n`
    expect(await optIns(file, { optIn: true })).toEqual(["-"])
    expect(await optIns(file, { optIn: true, all: "contacts" })).toEqual(["+"])
  })

  it.each([
    "Unsubscribed: 5,,",
    "Subscribed and unsubscribed contacts,,",
    "Contacts without bounces,,",
    "This export has all contacts. Unsubscribed ones are marked.,,",
    "Unsubscribed,2,",
  ])("is not known by a line before its header that says something else: %s", async (line) => {
    expect(await optIns(`${line}\nemail,name,date\na@people.test,A,2024-01-01\n`, { optIn: true })).toEqual(["+"])
  })

  it.each([
    "customers.csv",
    "subscribed_members.csv",
    "contacts_without_bounces.csv",
    "baja_california.csv",
    "не_отписавшиеся.csv",
    "未退订.csv",
  ])("is not %s", async (fileName) => {
    expect(await optIns("email,name\na@people.test,A\n", { fileName })).toEqual(["0"])
  })

  it.each([
    ["Email,Created,Reason", "@,1700000000,spam"],
    ["address,code,error", "@,550,no such user"],
    ["address,tags,created_at", "@,*,2024-01-01"],
    ["address,created_at,count", "@,2024-01-01,1"],
    ["EmailAddress,SuppressionReason,Origin", "@,HardBounce,Recipient"],
    ["Recipient,Source,Description,Type", "@,Bounce Rule,550,non_transactional"],
    ["EmailAddress,Reason,LastUpdateTime", "@,BOUNCE,2024-01-01"],
    ["Email,Reason,Timestamp", "@,USER,2024-01-01"],
  ])("is known by the columns of a sending service: %s", async (header, cells) => {
    const file = `${header}\n${cells.replace("@", "a@people.test")}\n`
    expect(await optIns(file, { optIn: true })).toEqual(["-"])
    const [, second = ""] = header.split(",")
    expect(await optIns(file, { optIn: true, all: "contacts", map: { [second]: "data" } })).toEqual(["+"])
  })

  it.each([
    ["with dates, as any list of contacts has", "email,created\na@people.test,2024-01-01\n"],
    ["with one more column", "email,created,city\na@people.test,1700000000,Ulm\n"],
  ])("is not one %s", async (_what, file) => {
    expect(await optIns(file, { optIn: true })).toEqual(["+"])
  })

  it("can be said with all", async () => {
    expect(await optIns("email,opt_in\na@people.test,yes\n", { all: "opt_out" })).toEqual(["-"])
  })
})

describe("an address in several rows", () => {
  it("stays out if one of its rows says that they left", async () => {
    const file = "email,status\na@people.test,unsubscribed\nA@people.test,subscribed\n"
    expect(await optIns(file)).toEqual(["-", "-"])
  })

  const refusedRows = [
    ["too many cells", "a@people.test,A,no,extra"],
    ["two addresses", '"a@people.test;c@people.test",A,unsubscribed'],
    ["a quote in its middle", 'A@people.test,"A"x,no'],
    ["the address in another column", 'A <a@people.test>,"a@people.test"x,no'],
    ["a character that cannot be read", "a@people.test,A\ufffd,no"],
  ] as const
  const agreeing = "a@people.test,A,yes"

  it.each(refusedRows)("is not opted in if an earlier one is refused: %s", async (_what, refusal) => {
    const contacts: unknown[] = []
    const file = `email,first_name,opt_in\n${refusal}\n${agreeing}\nb@people.test,B,yes\n`
    for await (const row of contactsCsv(file).rows())
      contacts.push("contact" in row ? [row.contact.email, row.contact.opt_in] : "refused")
    expect(contacts).toEqual(["refused", ["a@people.test", undefined], ["b@people.test", true]])
  })

  it.each(refusedRows)("is opted out again if a later one is refused: %s", async (_what, refusal) => {
    const lines: string[] = []
    const csv = contactsCsv(`email,first_name,opt_in\n${agreeing}\nb@people.test,B,yes\n${refusal}\n${refusal}\n`)
    for await (const part of csv.parts())
      for await (const chunk of part) lines.push(...Buffer.from(chunk).toString().toLowerCase().trim().split("\n"))
    expect(lines.slice(1)).toEqual(["a@people.test,a,,yes", "b@people.test,b,,yes", "a@people.test,,,no"])
    expect(csv.counts).toMatchObject({ read: 5, importable: 3, invalid: 2, optedIn: 2 })
    expect(csv.counts.consent.left).toEqual(new Map([["a refused row of the same address", 1]]))
  })

  it("stays as it is at the service if its only row is refused", async () => {
    const lines: string[] = []
    for await (const part of contactsCsv("email,opt_in\nb@people.test,yes\na@people.test,no,extra\n").parts())
      for await (const chunk of part) lines.push(Buffer.from(chunk).toString())
    expect(lines.join("")).not.toContain("a@people.test")
  })
})

describe("any mix of columns", () => {
  const values = ["yes", "subscribed", "true", "1", "active", "opted in", "", "pending", "gold", "ja"]
  const refusals = [
    "Unsubscribed",
    "HARD_BOUNCE",
    "bounced",
    "spam complaint",
    "opted out",
    "Abgemeldet",
    "désinscrit",
    "suppressed",
  ]
  const agreeing = [
    "Opt-in",
    "Newsletter",
    "Consent",
    "Status",
    "Email Status",
    "Subscribed",
    "Accepts Marketing",
    "Whatever",
    "Tags",
    "is_subscribed",
  ]
  const leaving = [
    "Unsubscribed",
    "Bounced",
    "Email Opt Out",
    "Do Not Email",
    "Suppressed At",
    "Spam complaints",
    "Abgemeldet",
  ]

  it("opts nobody in whose row has a no", { tags: "slow" }, async () => {
    const column = fc.oneof(
      fc.record({ name: fc.constantFrom(...agreeing), value: fc.constantFrom(...values) }),
      fc.record({ name: fc.constantFrom(...leaving), value: fc.constantFrom("", "no", "false", "0", "never") }),
    )
    const refusal = fc.oneof(
      fc.record({ name: fc.constantFrom(...agreeing, ...leaving), value: fc.constantFrom(...refusals) }),
      fc.record({ name: fc.constantFrom(...leaving), value: fc.constantFrom("yes", "2024-01-01", "1", "anything") }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(column, { maxLength: 5 }),
        refusal,
        fc.nat(5),
        fc.boolean(),
        async (mix, no, at, optIn) => {
          const columns = mix.toSpliced(at, 0, no)
          const header = ["email", ...columns.map(({ name }) => name)]
          const cells = ["a@people.test", ...columns.map(({ value }) => value)]
          const [consent] = await optIns(`${header.join(",")}\n${cells.join(",")}\n`, { optIn })
          expect(consent).toBe("-")
        },
      ),
      { numRuns: 500 },
    )
  })
})
