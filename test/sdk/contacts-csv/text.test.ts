import { describe, expect, it } from "vitest"
import { type ContactsCsvOptions, type ContactsSource, contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"

async function read(file: ContactsSource, options?: ContactsCsvOptions) {
  const contacts: { email: string; first_name?: string; last_name?: string; data: object }[] = []
  const problems: string[] = []
  for await (const row of contactsCsv(file, options).rows()) {
    if ("problem" in row) problems.push(`${row.line}: ${row.problem}`)
    else contacts.push(row.contact)
  }
  return { contacts, problems, names: contacts.map(({ first_name }) => first_name) }
}

const file = (...name: number[]) =>
  Buffer.concat([Buffer.from("Email,First Name\na@people.test,"), Buffer.from(name), Buffer.from("\n")])

/** The first name in bytes of an encoding, as other programs write it. */
const names: readonly (readonly [label: string, name: string, bytes: readonly number[]])[] = [
  ["windows-1250", "Jiří", [0x4a, 0x69, 0xf8, 0xed]],
  ["windows-1251", "Иван", [0xc8, 0xe2, 0xe0, 0xed]],
  ["windows-1253", "Νίκος", [0xcd, 0xdf, 0xea, 0xef, 0xf2]],
  ["windows-1254", "Ayşe", [0x41, 0x79, 0xfe, 0x65]],
  ["windows-1255", "שרה", [0xf9, 0xf8, 0xe4]],
  ["windows-1256", "محمد", [0xe3, 0xcd, 0xe3, 0xcf]],
  ["windows-1257", "Bērziņš", [0x42, 0xe7, 0x72, 0x7a, 0x69, 0xf2, 0xf0]],
  ["iso-8859-2", "Łukasz", [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a]],
  ["iso-8859-5", "Иван", [0xb8, 0xd2, 0xd0, 0xdd]],
  ["iso-8859-7", "Νίκος", [0xcd, 0xdf, 0xea, 0xef, 0xf2]],
  ["koi8-r", "Иван", [0xe9, 0xd7, 0xc1, 0xce]],
  ["ibm866", "Иван", [0x88, 0xa2, 0xa0, 0xad]],
  ["macintosh", "Zoë", [0x5a, 0x6f, 0x91]],
  ["shift_jis", "太郎", [0x91, 0xbe, 0x98, 0x59]],
  ["euc-jp", "太郎", [0xc2, 0xc0, 0xcf, 0xba]],
  ["gbk", "李", [0xc0, 0xee]],
  ["big5", "李", [0xa7, 0xf5]],
  ["euc-kr", "김", [0xb1, 0xe8]],
  // Each of these could be a name of Western Europe, or is UTF-8 by chance.
  ["windows-1250", "Ćwiek", [0xc6, 0x77, 0x69, 0x65, 0x6b]],
  ["windows-1250", "Kováč", [0x4b, 0x6f, 0x76, 0xe1, 0xe8]],
  ["iso-8859-4", "Eglė", [0x45, 0x67, 0x6c, 0xec]],
  ["iso-8859-4", "Ozoliņa", [0x4f, 0x7a, 0x6f, 0x6c, 0x69, 0xf1, 0x61]],
  ["macintosh", "Luís", [0x4c, 0x75, 0x92, 0x73]],
  ["macintosh", "Óscar", [0xee, 0x73, 0x63, 0x61, 0x72]],
  ["macintosh", "Dalì", [0x44, 0x61, 0x6c, 0x93]],
  ["windows-874", "สมชาย", [0xca, 0xc1, 0xaa, 0xd2, 0xc2]],
]

describe("the encoding", () => {
  it.each(names)("%s is read when it is named, and refused otherwise", async (encoding, name, bytes) => {
    expect((await read(file(...bytes), { encoding })).names).toEqual([name])
    await expect(read(file(...bytes))).rejects.toThrow("encoding of the file is not certain")
  })

  it.each([
    ["code page 850", [0x5a, 0x6f, 0x89]],
    ["code page 437", [0x4e, 0xa3, 0xa4, 0x65, 0x7a]],
    ["code page 850, with á as a no-break space", [0x49, 0x76, 0xa0, 0x6e]],
    ["code page 850, with à as dots", [0x4c, 0x69, 0x62, 0x65, 0x72, 0x74, 0x85]],
    ["code page 850, with ö as a quotation mark", [0x59, 0x72, 0x6a, 0x94]],
    ["code page 852, with a capital in the middle", [0x4e, 0xd8, 0x6d, 0x65, 0x63]],
    ["Mac Central European, which is UTF-8 by chance", [0x4a, 0x69, 0xde, 0x92]],
    ["HZ, in ASCII", Array.from("~{@nCw~}", (letter) => letter.charCodeAt(0))],
  ])("%s, which no label names, is refused", async (_what, bytes) => {
    await expect(read(file(...bytes))).rejects.toThrow("encoding of the file is not certain")
  })

  it("Windows-1252 is guessed from names of Western Europe, and the plan says from which", async () => {
    const people = "Núñez Weiß Zoë François João Inês Hélène Loïc Søren Kjær Åsa Öz Nicolò Ève Château O’Brien".split(
      " ",
    )
    const bytes = Buffer.from(
      `Email,First Name\n${people.map((name, at) => `p${at}@people.test,${name}\n`).join("")}`,
      "latin1",
    )
    // Latin-1 has no ’: as Windows-1252 it is one byte.
    bytes[bytes.indexOf("O\x19Brien", 0, "latin1") + 1] = 0x92
    expect((await read(bytes)).names).toEqual(people)
    expect(await contactsCsv(bytes).plan()).toMatchObject({ encoding: "windows-1252", guessedFrom: ["Núñez", "Weiß"] })
  })

  it("stays UTF-8 if a few bytes are not: their rows are refused, from a stream and a buffer alike", async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `p${at}@people.test,Zoë Núñez\n`)
    const bytes = Buffer.concat([
      Buffer.from(`Email,First Name\nx@people.test,`),
      Buffer.from("Jos\xe9\n", "latin1"),
      Buffer.from(rows.join("")),
    ])
    const contentsOfWhole = await read(bytes)
    expect(contentsOfWhole.problems).toEqual(["2: has a character that cannot be read in this encoding"])
    expect(new Set(contentsOfWhole.names)).toEqual(new Set(["Zoë Núñez"]))
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    expect(await read(pieces)).toEqual(contentsOfWhole)
  })

  it.each(["utf-16le", "utf-16be"] as const)("%s is known by its mark, and by its zeros", async (encoding) => {
    const text = "email,first_name\na@people.test,Zoë\n"
    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(`\ufeff${text}`, "utf16le")]) {
      const ordered = encoding === "utf-16be" ? bytes.swap16() : bytes
      expect((await read(ordered)).names).toEqual(["Zoë"])
      expect(await contactsCsv(ordered).plan()).toMatchObject({ encoding })
    }
  })

  it("is checked to the end of a long file if it was guessed", async () => {
    const rows = (name: string) => `p@people.test,${name},${"x".repeat(9_000)}\n`.repeat(30)
    // The first block ends with a row, so the second has none of its names.
    const first = `${`Email,First Name,Note\n${rows("Núñez")}`.slice(0, 256 * 1024 - 1)}\n`
    const bytes = (second: Uint8Array) => Buffer.concat([Buffer.from(first, "latin1"), second])
    await expect(read(bytes(Buffer.from(rows("Zoé"), "latin1")))).resolves.toMatchObject({ problems: [] })
    // As Windows-1252, the no-break space of UTF-8 is a vowel at the end of a name.
    for (const other of [Buffer.from(rows("ADA\u00a0LOVELACE")), Buffer.from(rows("\xc8\xe2\xe0\xed"), "latin1")])
      await expect(read(bytes(other))).rejects.toThrow("encoding of the file is not certain")
  })

  it("that is no label is refused by name", () => {
    expect(() => contactsCsv("email\n", { encoding: "klingon" })).toThrow('encoding "klingon" is unknown')
  })
})

describe("a name", () => {
  it.each([
    ["Ada Lovelace", "Ada", "Lovelace"],
    ["Lovelace, Ada", "Ada", "Lovelace"],
    ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
    ["Dr. Ana Maria Núñez", "Ana Maria", "Núñez"],
    ["Cher", "Cher", undefined],
    ["Ada, Lovelace, Countess", undefined, undefined],
    ["李小龙", "李小龙", undefined],
    ["Acme GmbH", undefined, undefined],
    ["N/A", undefined, undefined],
    ["undefined undefined", undefined, undefined],
    ["Ada NULL", "Ada", undefined],
  ])("in one column is split: %s", async (name, first, last) => {
    const { contacts } = await read(`email,Name\na@people.test,"${name}"\n`)
    expect(contacts[0]).toEqual({
      email: "a@people.test",
      ...(first && { first_name: first }),
      ...(last && { last_name: last }),
      data: { Name: name },
    })
  })

  it.each(["NULL", "null", "N/A", "-", "undefined", "NaN"])("is not %s", async (text) => {
    expect((await read(`email,first_name,last_name\na@people.test,${text},${text}\n`)).contacts).toEqual([
      { email: "a@people.test", data: {} },
    ])
  })

  it("can be Null or Na", async () => {
    expect((await read("email,first_name,last_name\na@people.test,Na,Null\n")).contacts).toEqual([
      { email: "a@people.test", first_name: "Na", last_name: "Null", data: {} },
    ])
  })
})

describe("the header", () => {
  it.each([
    ["a title", "Report 2024\n\nEmail;Vorname\na@people.test;Ada\n"],
    ["notes with commas", '"Notes:"\n"When exporting, you may notice, that"\n\nEmail,Vorname\na@people.test,Ada\n'],
    ["a row of the report, padded", "Contacts,\nCreated,2024-01-01\nE-Mail,Vorname\na@people.test,Ada\n"],
  ])("is found after %s", async (_what, text) => {
    expect((await read(text)).contacts).toEqual([{ email: "a@people.test", first_name: "Ada", data: {} }])
  })

  it("is in the line that headerRow names", async () => {
    const text = "Listing,2024\nKontakt,Wer\na@people.test,Ada\n"
    expect((await read(text, { headerRow: 2, map: { Wer: "first_name" } })).names).toEqual(["Ada"])
    await expect(read(text, { headerRow: 9 })).rejects.toThrow("headerRow is 9, where the file has no row")
  })

  it("has at most 2,000 columns", async () => {
    await expect(read(`${"a,".repeat(3_000)}email\n`)).rejects.toThrow("3001 columns, at most 2000")
  })
})

describe("cells", () => {
  it("with two addresses are refused by name", async () => {
    expect((await read('email\n"a@people.test; b@people.test"\n')).problems).toEqual([
      "2: email has several addresses (a@people.test; b@people.test): keep one",
    ])
  })

  it("lose the guard of Excel", async () => {
    const { contacts } = await read('email,phone\n="a@people.test","=""+1555"""\n')
    expect(contacts).toEqual([{ email: "a@people.test", data: { phone: "+1555" } }])
  })
})

describe("NDJSON", () => {
  it("is read as this project exports it", async () => {
    const people = [
      {
        id: 1,
        email: "a@people.test",
        first_name: "NULL",
        subscribed_email: true,
        list_ids: [],
        data: { id: "7", n: 1 },
      },
      { id: 2, email: "b@people.test", first_name: null, subscribed_email: false, list_ids: [], data: { status: "x" } },
    ]
    const { contacts } = await read(people.map((person) => `${JSON.stringify(person)}\n`).join(""))
    expect(contacts).toEqual([
      { email: "a@people.test", first_name: "NULL", opt_in: true, data: { id: "7", n: "1" } },
      { email: "b@people.test", opt_in: false, data: { status: "x" } },
    ])
  })

  const nested = (levels: number) => `{"email":"n@people.test","x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`

  it("refuses lines that are nested deeply or are no objects, and goes on", async () => {
    const lines = [nested(64), nested(65), "", "[1]", "{", nested(1).replace(/,.*/, "}")]
    const { contacts, problems } = await read(lines.join("\n"))
    expect(problems).toEqual([
      "2: is nested deeper than 64 levels",
      "4: is not a JSON object on one line",
      "5: is not a JSON object on one line",
    ])
    expect(contacts).toHaveLength(2)
  })

  it("refuses a line that is nested by the hundred thousand", { tags: "slow" }, async () => {
    const { contacts, problems } = await read([nested(2), nested(300_000), nested(2)].join("\n"))
    expect([contacts.length, problems]).toEqual([2, ["2: is nested deeper than 64 levels"]])
  })

  it("is read to its end, also past its first thousand lines", async () => {
    const { contacts } = await read(
      Array.from({ length: 1_001 }, (_, at) => `{"email":"p${at}@people.test"}`).join("\n"),
    )
    expect([contacts.length, contacts.at(-1)?.email]).toEqual([1_001, "p1000@people.test"])
  })

  it("has at most 2,000 different fields", async () => {
    const line = JSON.stringify(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`f${at}`, 1])))
    await expect(read(line)).rejects.toThrow("file has more than 2000 different fields")
  })
})

describe("a file that is no table", () => {
  it.each([
    ["BEGIN:VCARD\r\nVERSION:3.0\r\n", "file is a vCard (.vcf): import it into an address book"],
    ['{\n  "email": "a@people.test"\n}\n', "jq -c '.[]'"],
    ["e-mail\0,name\x07\n", "file is not text: export the contacts as CSV UTF-8"],
    ["\n\r\n\r", "file is empty"],
  ])("is refused with advice: %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  it.each([
    [`${"[".repeat(300_000)}`, "jq -c '.[]'"],
    ["\n".repeat(50_000_000), "file is empty"],
    ["x".repeat(60_000_000), "has a header that is longer than 256 KiB: xxx"],
  ])("is refused with advice: %.20j", { tags: "slow" }, async (text, message) => {
    const error: unknown = await read(text).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(message)
    expect(String(error).length).toBeLessThan(500)
  })

  it("loses one row to a line of 60 MB", { tags: "slow" }, async () => {
    const { contacts, problems } = await read(`email\na@people.test\n${"x".repeat(60_000_000)}\nb@people.test\n`)
    expect([contacts.length, problems]).toEqual([2, ["3: is longer than 256 KiB"]])
  })
})
