import { Readable } from "node:stream"
import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { type ContactsCsvOptions, contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { workbookOf } from "../../support/workbook.ts"
import { exportCases } from "./exports.ts"

async function gather<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

const read = async (file: string | Uint8Array, options?: ContactsCsvOptions) => {
  const csv = contactsCsv(file, options)
  const rows = await gather(csv.rows())
  return { csv, rows, contacts: rows.flatMap((row) => ("contact" in row ? [row.contact] : [])) }
}

const textOf = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await gather(chunks)).toString()

describe("contactsCsv", () => {
  it.each(exportCases)("reads an export of $service", async ({ file, contacts, refused: invalidCount = 0 }) => {
    const { csv, contacts: importedContacts } = await read(file)
    expect(csv.counts.invalid).toBe(invalidCount)
    expect(importedContacts.map(({ email }) => email)).toEqual(Object.keys(contacts))
    for (const contact of importedContacts) {
      const [first, last, optIn, data = {}] = contacts[contact.email] ?? []
      expect([contact.first_name, contact.last_name, contact.opt_in]).toEqual([first, last, optIn])
      expect(contact.data).toMatchObject(data)
    }
  })

  it.each(exportCases)("can be imported, from $service, if read byte by byte", async ({ file, contacts }) => {
    const service = createMockService({ clock: "frozen" })
    const mas = new Mas({ apiKey: service.apiKey, baseUrl: "http://mock.test", fetch: service.fetch })
    const bytes = Buffer.from(file)
    const csv = contactsCsv(Readable.from([...bytes].map((_byte, at) => bytes.subarray(at, at + 1))))
    const { id } = await mas.imports.create({ file: csv, resource: "contacts" })
    await service.world.advance("1m")
    const done = await mas.imports.get(id)
    expect([done.status, done.success_rows, done.failed_rows]).toEqual(["complete", Object.keys(contacts).length, 0])
    for (const [email, [first, last, optIn, data = {}]] of Object.entries(contacts)) {
      const [contact] = await mas.contacts.list({ search: email }).toArray()
      expect(contact).toMatchObject({ email, subscribed_email: optIn === true, data })
      expect([contact?.first_name ?? undefined, contact?.last_name ?? undefined]).toEqual([first, last])
    }
  })
})

describe("the opt-in", () => {
  const consent = async (status: string, options?: ContactsCsvOptions) =>
    (await read(`email,status,unsubscribed\nada@example.test,${status}\n`, options)).contacts[0]?.opt_in

  it.each(["Subscribed", "opted-in", "Double Opt-In", "abonné"])("is true for %s", async (word) => {
    expect(await consent(word)).toBe(true)
  })

  it.each(["Unsubscribed", "cleaned", "bounced", "Hard-Bounced", "SPAM", "opted_out", "no", "suppressed"])(
    "is false for %s, whatever the options say",
    async (word) => {
      expect(await consent(word, { optIn: true })).toBe(false)
    },
  )

  it.each(["ACTIVE", "yes", "verified", "ok"])("does not come from a bare status that says %s", async (word) => {
    expect(await consent(word)).toBeUndefined()
  })

  it.each(["never subscribed", "pending", "unconfirmed"])("is undefined for %s", async (word) => {
    expect(await consent(word, { optIn: true })).toBeUndefined()
  })

  it("is not set by a text such as that of a variable", () => {
    for (const optIn of ["false", "no", 1, null])
      expect(() => contactsCsv("email\na@x.test\n", { optIn } as never)).toThrow(
        "optIn must be true, false or a function",
      )
  })

  it("is set by a function of the address in lower case, which has to reply at once", async () => {
    const text = "email\nBEN@X.test\nana@x.test\n"
    const readBy = async (optIn: unknown) => {
      const contacts: unknown[] = []
      for await (const row of contactsCsv(text, { optIn } as never).rows())
        contacts.push("contact" in row ? [row.contact.email, row.contact.opt_in] : row.problem)
      return contacts
    }
    expect(await readBy((email: string) => email !== "ben@x.test")).toEqual([
      ["BEN@X.test", undefined],
      ["ana@x.test", true],
    ])
    for (const reply of [Promise.resolve(false), "yes", undefined])
      await expect(readBy(() => reply)).rejects.toThrow("optIn must return true or false at once")
  })

  it("is set by the option optIn if the file has no status", async () => {
    expect(await consent("", { optIn: true })).toBe(true)
    expect(await consent("")).toBeUndefined()
  })

  it("is false if one column says unsubscribed and another subscribed", async () => {
    expect(await consent("subscribed,2024-01-01")).toBe(false)
    expect(await consent("subscribed,false")).toBe(true)
  })

  it("is undefined for an unknown word, which is counted", async () => {
    const { csv, contacts } = await read(
      "email,opt_in\na@example.test,yes\nb@example.test,banana\nc@example.test,no\n",
      {
        optIn: true,
      },
    )
    expect(contacts.map(({ opt_in }) => opt_in)).toEqual([true, undefined, false])
    expect([...csv.counts.consent.unknown]).toEqual([["banana", 1]])
  })

  it("does not come from a status column with other values, which are data", async () => {
    const { contacts } = await read("email,status\na@example.test,gold\nb@example.test,silver\n")
    expect(contacts.map(({ opt_in, data }) => [opt_in, data.status])).toEqual([
      [undefined, "gold"],
      [undefined, "silver"],
    ])
  })
})

describe("columns", () => {
  it("follow map, in any case", async () => {
    const { contacts } = await read("E-Post,Vorname,Note\nada@example.test,Ada,x\n", {
      map: { "e-post": "email", note: "data.remark", Vorname: "ignore" },
    })
    expect(contacts).toEqual([{ email: "ada@example.test", data: { remark: "x" } }])
  })

  it.each([
    [{ Mail: "email" } as const, /map names "Mail", which the file has not, only a, b/],
    [{ a: "email", b: "email" } as const, /map sends "a" and "b" to email/],
    [
      { b: "opt_in", B: "opt_out" } as const,
      /map sends "b" to opt_in and "B" to opt_out, which are one column: keep one of them/,
    ],
  ])("in an invalid map are refused by name: %j", async (map, message) => {
    await expect(read("a,b\n1,2\n", { map })).rejects.toThrow(message)
  })

  it("of one name all follow its entry in map, unless another entry names one of them", async () => {
    const file = "Email,Opt,Opt,OPT\na@example.test,yes,no,\nb@example.test,yes,,no\nc@example.test,yes,,yes\n"
    const optIns = async (map: ContactsCsvOptions["map"]) =>
      (await read(file, { map })).contacts.map(({ opt_in }) => opt_in)
    expect(await optIns({ Opt: "opt_in" })).toEqual([false, false, true])
    expect(await optIns({ Opt: "opt_in", OPT: "data" })).toEqual([false, true, true])
    expect(await optIns({ Opt: "opt_in", "Opt 2": "ignore", OPT: "opt_out" })).toEqual([true, true, false])
    // Only one can be the address.
    expect((await read("Mail,Mail\na@example.test,b@example.test\n", { map: { Mail: "email" } })).contacts).toEqual([
      { email: "a@example.test", data: { "Mail 2": "b@example.test" } },
    ])
  })

  it("stay where map sends them: the only addresses in data are no addresses", async () => {
    await expect(read("Email,town\na@example.test,Ulm\n", { map: { Email: "data" } })).rejects.toThrow(
      "file has no column of e-mail addresses: say which one with map",
    )
  })

  it("of e-mail addresses are found by content, whatever their name", async () => {
    const { contacts } = await read("Kontakt,Wert\nada@example.test,1\n")
    expect(contacts).toEqual([{ email: "ada@example.test", data: { Wert: "1" } }])
  })

  it("get unique names, also if the header repeats one or leaves one empty", async () => {
    const { csv, contacts } = await read("email,Phone,Phone,,Email\na@example.test,1,2,3,4\n")
    expect(contacts[0]?.data).toEqual({ Phone: "1", "Phone 2": "2", "column 4": "3", "Email 2": "4" })
    expect((await csv.plan()).columns).toHaveLength(5)
  })

  it.each([
    ["", "file is empty"],
    [workbookOf([["Email"]]).slice(0, -40), "file is a workbook that cannot be read"],
    [workbookOf([["Email"]]).fill(7, 30, 90), "file is a workbook that cannot be read"],
    ["ada@example.test,Ada\n", "file has an e-mail address in its first row"],
    ["a,b\n1,2\n", "file has no column of e-mail addresses"],
    [Buffer.from([0x1f, 0x8b, 8, 0]), "file is compressed"],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), "file is an old workbook"],
    ["{}\n{}\n", 'file has objects without fields: each needs at least "email"'],
    ["email,name\nbad\0,A\n", "file is not text: export the contacts as CSV UTF-8"],
    ["email,name\nbad\0,Zoë\n", "file is not text: export the contacts as CSV UTF-8"],
    ['[{"email": "ada@example.test"}]', "file is JSON: export the contacts as CSV, or write one object a line"],
  ])("of addresses are missing from %j: the error says what to do", async (file, message) => {
    await expect(read(file)).rejects.toThrow(message)
  })
})

describe("a workbook", () => {
  it("keeps the text of its cells", async () => {
    const { contacts } = await read(
      workbookOf([
        ["Email", "Note"],
        ["ada@example.test", "Ø & <b>"],
      ]),
    )
    expect(contacts).toEqual([expect.objectContaining({ email: "ada@example.test", data: { Note: "Ø & <b>" } })])
  })
})

describe("rows", () => {
  it("that cannot be read are refused one by one, with their line", async () => {
    const { rows } = await read(
      `email,first_name\na@example.test,"open\nb@example.test,B\n,C\nnobody,D\ne@example.test,E,F\n`,
    )
    expect(rows.map((row) => ("problem" in row ? [row.line, row.problem] : row.contact.email))).toEqual([
      [2, "has a quote that is not closed, or text after one"],
      "b@example.test",
      [4, "email is missing"],
      [5, "email is not an e-mail address"],
      [6, "has 3 cells, the header has 2"],
    ])
  })

  it("have the line they start on, also after cells with line breaks", async () => {
    const { rows } = await read('email,note\na@example.test,"1\n2\n3"\n\n,,\nb@example.test,x\n')
    expect(rows.map(({ line }) => line)).toEqual([2, 7])
  })

  it("longer than 256 KiB are refused one by one, whatever the chunks", async () => {
    const [longest, long] = ["x".repeat(600_000), "y".repeat(270_000)]
    const file = Buffer.from(`email\na@example.test\n${longest}\r\n${long}\nb@example.test\rc@example.test\n`)
    const pieces = Array.from({ length: 60 }, (_, at) => file.subarray(at * 16_384, (at + 1) * 16_384))
    const rows = await gather(contactsCsv(pieces).rows())
    expect(rows.map((row) => [row.line, "problem" in row ? row.problem : row.contact.email])).toEqual([
      [2, "a@example.test"],
      [3, "is longer than 256 KiB"],
      [4, "is longer than 256 KiB"],
      [5, "b@example.test"],
      [6, "c@example.test"],
    ])
  })

  it("are not read on where the source was closed meanwhile", async () => {
    const csv = contactsCsv("email\na@example.test\nb@example.test\n")
    const rows = csv.rows()
    expect((await rows.next()).value).toMatchObject({ contact: { email: "a@example.test" } })
    await csv.close()
    expect((await rows.next()).value).toMatchObject({ contact: { email: "b@example.test" } })
    await expect(rows.next()).rejects.toThrow("file was closed before it was read to its end")
  })

  it.each([
    [{ all: "none" }, "all must be opt_out or contacts"],
    [{ headerRow: 0 }, "headerRow must be the number of a line, from 1"],
    [{ headerRow: 1.5 }, "headerRow must be the number of a line, from 1"],
    [{ delimiter: "" }, 'delimiter must be one of "," ";" "\\t" "|"'],
    [{ optin: true }, "optin is not an option of contactsCsv: map, optIn, all"],
  ])("are not read with the options %j", (options, message) => {
    expect(() => contactsCsv("email\n", options as never)).toThrow(message)
  })

  it("can be read once", async () => {
    const { csv } = await read("email\na@example.test\n")
    await expect(csv.rows().next()).rejects.toThrow("was read before")
  })
})

describe("a file without a contact", () => {
  it.each([
    ["Email\nbad\n", "file has no row that can be imported: line 2 email is not an e-mail address"],
    ["Email\nbad\n,\nworse\n", "no row that can be imported: all 2 are refused, for example line 2 email is"],
    ["Email\n", "file has no rows below its column names"],
  ])("is refused by its reason where it is sent: %j", async (text, message) => {
    await expect(textOf(contactsCsv(text))).rejects.toThrow(message)
    const csv = contactsCsv(text)
    expect(await gather(csv.parts())).toEqual([])
    expect(csv.counts.importable).toBe(0)
  })
})

describe("parts", () => {
  it("hold the same rows as the whole file, each with a header, within the size limit", async () => {
    const lines = Array.from({ length: 500 }, (_, number) => `p${number}@example.test,"Näme ${number}"`)
    const file = `email,first_name\n${lines.join("\n")}\n`
    const parts: string[] = []
    for await (const part of contactsCsv(file).parts({ bytes: 2_000 })) parts.push(await textOf(part))
    expect(parts.length).toBeGreaterThan(5)
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(2_000)
    const rows = parts.flatMap((part) => parse(part, { from_line: 2 }))
    expect(rows).toEqual(parse(await textOf(contactsCsv(file)), { from_line: 2 }))
    expect(rows).toHaveLength(500)
  })

  it("have at most the rows asked for, and at least one, however long", async () => {
    const file = `email,first_name\n${["a", "b", "c"].map((name) => `${name}@example.test,${name}\n`).join("")}`
    const split = async (most: { rows?: number; bytes?: number }) => {
      const parts: string[][] = []
      for await (const part of contactsCsv(file).parts(most)) parts.push((await textOf(part)).match(/^\w(?=@)/gm) ?? [])
      return parts
    }
    expect(await split({ rows: 2 })).toEqual([["a", "b"], ["c"]])
    expect(await split({ bytes: 1 })).toEqual([["a"], ["b"], ["c"]])
  })

  it("are written in chunks, none of which ends a row early", async () => {
    const file = `email,note\n${Array.from({ length: 3 }, (_, at) => `p${at}@example.test,${"n".repeat(34_000)}\n`).join("")}`
    const chunks = await gather(contactsCsv(file))
    expect(chunks.map((chunk) => Buffer.from(chunk).toString().split("\n").length - 1)).toEqual([3, 1])
  })

  it.each([
    ["not at all", 0],
    ["in part", 1],
  ])("end with an error if one of them was read %s, as by an upload that fails", async (_what, chunks) => {
    const csv = contactsCsv(`email,note\n${`a@example.test,${"n".repeat(70_000)}\n`.repeat(4)}`)
    const parts = csv.parts({ rows: 2 })
    const first = await parts.next()
    const reading = first.value?.[Symbol.asyncIterator]()
    for (let at = 0; at < chunks; at++) await reading.next()
    await expect(parts.next()).rejects.toThrow("file has a part that was not read to its end, so its rows are missing")
    expect(await parts.next()).toEqual({ done: true, value: undefined })
  })

  it("can be traced back: a line is given in the order of the file's own columns", async () => {
    const csv = contactsCsv('Note,E-Mail,Unsubscribed,First Name\n"a ""b"",c",a@example.test,no,Ada\n')
    const [, line = ""] = (await textOf(csv)).split("\n")
    expect(await csv.originalCells(line)).toEqual(['a "b",c', "a@example.test", "no", "Ada"])
  })
})

describe("the CSV that it writes", () => {
  it("can be read back unchanged, whatever the cells hold", async () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.trim().replaceAll("\ufffd", ""))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (people) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const lines = people.map(([name, note], at) => `p${at}@example.test,${quoted(name)},yes,${quoted(note)}`)
        const once = await textOf(contactsCsv(`email,first_name,opt_in,note\n${lines.join("\n")}\n`))
        const { contacts } = await read(once)
        expect(contacts.map(({ first_name = "", data }) => [first_name, data.note ?? ""])).toEqual(people)
        expect(await textOf(contactsCsv(once))).toBe(once)
      }),
    )
  })
})
