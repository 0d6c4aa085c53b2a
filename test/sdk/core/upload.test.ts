import { appendFileSync, createReadStream, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import type { ImportFile } from "../../../sdk/contract/imports.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { closedAddress, connect, json, rejection, serve, transports } from "./support.ts"

const folder = temporaryFolder()
const path = join(folder, "my contacts.csv")
const csv = "email,first_name\nada@example.test,Žofie\n"
writeFileSync(path, csv)

async function* inPieces() {
  yield csv.slice(0, 10)
  yield new TextEncoder().encode(csv.slice(10))
}

/** What arrives as the file part of an upload. */
async function upload(file: ImportFile) {
  const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
  await connect(url).imports.create({ resource: "contacts", file, options: { list_ids: [1, 2] } })
  const [arrival] = arrivals
  const form = await new Response(arrival?.body ?? "", {
    headers: { "content-type": arrival?.headers["content-type"] ?? "" },
  }).formData()
  const part = form.get("file")
  if (!(part instanceof File)) throw new Error("no file arrived")
  const fields = Object.fromEntries([...form].filter(([name]) => name !== "file"))
  return { name: part.name, type: part.type, text: await part.text(), fields, order: [...form.keys()] }
}

describe("an upload", () => {
  it.each<[string, () => ImportFile, string, string]>([
    ["a path", () => path, "my contacts.csv", "text/csv"],
    ["a file: URL", () => pathToFileURL(path), "my contacts.csv", "text/csv"],
    [
      "a path with a name of its own",
      () => ({ path, filename: "a.csv", contentType: "text/plain" }),
      "a.csv",
      "text/plain",
    ],
    ["a file stream", () => createReadStream(path), "my contacts.csv", "text/csv"],
    ["a stream of text", () => Readable.from([csv]), "upload.csv", "text/csv"],
    ["a web stream", () => new Blob([csv]).stream(), "upload.csv", "text/csv"],
    ["an async iterable", () => inPieces(), "upload.csv", "text/csv"],
    ["a Blob", () => new Blob([csv], { type: "text/tab-separated-values" }), "upload.csv", "text/tab-separated-values"],
    ["a File", () => new File([csv], "from form.csv", { type: "text/csv" }), "from form.csv", "text/csv"],
    ["a Buffer", () => Buffer.from(csv), "upload.csv", "text/csv"],
    ["an ArrayBuffer", () => new TextEncoder().encode(csv).buffer, "upload.csv", "text/csv"],
    ["text with a name", () => ({ content: csv, filename: "text.csv" }), "text.csv", "text/csv"],
    ["a name with folders", () => ({ content: csv, filename: "../../etc/a.csv" }), "a.csv", "text/csv"],
    [
      "a name with a folder of another system",
      () => ({ content: csv, filename: "C:\\files\\a.csv" }),
      "a.csv",
      "text/csv",
    ],
    ["a name in another script", () => ({ content: csv, filename: "контакты 🦊.csv" }), "контакты 🦊.csv", "text/csv"],
    ["a name with quotes", () => ({ content: csv, filename: 'a"b.csv' }), 'a"b.csv', "text/csv"],
  ])("sends %s with its name and type", async (_, file, name, type) => {
    const part = await upload(file())
    expect(part).toEqual({
      name,
      type,
      text: csv,
      fields: { resource: "contacts", options: '{"list_ids":[1,2]}' },
      order: ["resource", "options", "file"],
    })
  })

  it.each<[string, unknown, string]>([
    ["no file", undefined, "file is missing"],
    ["a number", 7, "file must be a path, a Blob, bytes, a stream"],
    ["a file that is not there", join(folder, "none.csv"), "file cannot be read: ENOENT"],
    ["a folder", folder, "file is not a file"],
    [
      "text that is not a path",
      "email\nada@example.test\n",
      "file is not a path; give text to upload as { content, filename }",
    ],
    ["a name with a line break", { content: csv, filename: "a\r\nX-Evil: 1.csv" }, "file.filename holds a line break"],
    [
      "a name with a control character",
      { content: csv, filename: "a\u0085.csv" },
      "file.filename holds a line break or another control",
    ],
    ["a field that is not read", { content: csv, name: "a.csv" }, "file.name is not read: the name goes into filename"],
    ["a name beside a path", { path, name: "a.csv" }, "file.name is not read: the name goes into filename"],
    [
      "another field that is not read",
      { path, type: "text/csv" },
      "file.type is not read: an upload has path, content",
    ],
    ["an empty name", { content: csv, filename: "" }, "file.filename must be text"],
    [
      "a type with a line break",
      { content: csv, contentType: "text/csv\r\nX: y" },
      "file.contentType holds a line break",
    ],
    ["a File with a line break in its name", new File([csv], "a\nb.csv"), "file.filename holds a line break"],
  ])("is refused before anything is sent for %s", async (_, file, problem) => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const error = await rejection(connect(url).imports.create({ resource: "contacts", file: file as ImportFile }))
    expect(error).toMatchObject({ name: "InvalidArgumentError", message: expect.stringContaining(problem) })
    expect(arrivals).toEqual([])
  })

  it.each<[string, () => Promise<ImportFile>]>([
    [
      "a file stream",
      async () => {
        const stream = createReadStream(path)
        for await (const _ of stream);
        return stream
      },
    ],
    [
      "a web stream whose lock is released",
      async () => {
        const stream = new Blob([csv]).stream()
        const reader = stream.getReader()
        while (!(await reader.read()).done);
        reader.releaseLock()
        return stream
      },
    ],
  ])("is refused before anything is sent for %s that was read before", async (_, read) => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const error = await rejection(connect(url).imports.create({ resource: "contacts", file: await read() }))
    expect(error).toMatchObject({ name: "InvalidArgumentError", message: "file is a stream that was read before" })
    expect(arrivals).toEqual([])
  })

  it.each<[string, () => ImportFile]>([
    ["a file stream", () => createReadStream(path)],
    ["a web stream", () => new Blob([csv]).stream()],
    ["a generator", () => inPieces()],
  ])("accepts %s once, in sequence or concurrently", async (_, make) => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const mas = connect(url)
    const refusal = { name: "InvalidArgumentError", message: "file is a stream that was read before" }
    const file = make()
    await mas.imports.create({ resource: "contacts", file })
    expect(
      await rejection(mas.imports.create({ resource: "contacts", file: { content: file as never } })),
    ).toMatchObject(refusal)
    const other = make()
    const both = [1, 2].map(() => mas.imports.create({ resource: "contacts", file: other }).catch((error) => error))
    expect(await Promise.all(both)).toEqual(expect.arrayContaining([{ id: 1 }, expect.objectContaining(refusal)]))
    expect(arrivals.map(({ body }) => body.includes(csv))).toEqual([true, true])
  })

  it("accepts an iterable repeatedly if it can be iterated again", async () => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const file = { [Symbol.asyncIterator]: inPieces }
    for (const _ of [1, 2]) await connect(url).imports.create({ resource: "contacts", file })
    expect(arrivals.map(({ body }) => body.includes(csv))).toEqual([true, true])
  })

  describe.each(Object.entries(transports))("of a file that changes while it is sent, over %s", (_, transport) => {
    const changing = join(folder, "changing.csv")
    const size = 4_000_000
    const send = async (change: () => void) => {
      writeFileSync(changing, Buffer.alloc(size, "a"))
      const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
      // Between the stat of the file and its first read.
      const onRequest = () => change()
      const mas = connect(url, { transport: transport(), onRequest, maxRetries: 0 })
      const response = await mas.imports
        .create({ resource: "contacts", file: changing })
        .catch((error: unknown) => error)
      return { response, arrivals }
    }

    it("sends the original length if it grows", async () => {
      const { response, arrivals } = await send(() => appendFileSync(changing, "b".repeat(100_000)))
      expect(response).toEqual({ id: 1 })
      expect(arrivals.map(({ body }) => [body.match(/a{1000,}/)?.[0].length, body.includes("b".repeat(50))])).toEqual([
        [size, false],
      ])
    })

    it("fails and says so if it shrinks", async () => {
      const { response, arrivals } = await send(() => truncateSync(changing, 1_000))
      expect(String(response)).toContain(`file became shorter than its ${size} bytes while it was sent`)
      expect(arrivals).toEqual([])
    })
  })

  it("is not sent again, because it has no idempotency key", async () => {
    const { url, arrivals } = await serve((response) => response.destroy())
    expect(await rejection(connect(url).imports.create({ resource: "contacts", file: path }))).toMatchObject({
      name: "ConnectionError",
      attempts: 1,
    })
    expect(arrivals).toHaveLength(1)
  })

  it("is retried if the connection is refused, from a stream too if it is unread", async () => {
    const url = await closedAddress()
    for (const file of [path, Readable.from([csv])]) {
      expect(await rejection(connect(url).imports.create({ resource: "contacts", file }))).toMatchObject({
        neverSent: true,
        attempts: 3,
      })
    }
  })

  it("is sent again with a renewed token, but not from a stream", async () => {
    const { url, arrivals } = await serve((response, { headers }) =>
      headers.authorization === "Bearer two"
        ? json(response, 201, { id: 1 })
        : json(response, 401, { message: "Who?", code: 401 }),
    )
    const tokens = ["one", "two", "one", "two"]
    const fresh = () => connect(url, { token: () => tokens.shift() ?? "" })
    await expect(fresh().imports.create({ resource: "contacts", file: path })).resolves.toEqual({ id: 1 })
    expect(arrivals[1]?.body).toContain(csv)
    expect(await rejection(fresh().imports.create({ resource: "contacts", file: Readable.from([csv]) }))).toMatchObject(
      { status: 401, attempts: 1 },
    )
  })

  it("has ten minutes if the client sets no time limit", async () => {
    const limits: number[] = []
    const after = (ms: number) => {
      limits.push(ms)
      return () => {}
    }
    const host = { now: () => 0, random: () => 0, after }
    const { url } = await serve((response) => json(response, 201, { id: 1 }))
    const mas = connect(url, { timeout: undefined }, host)
    await mas.imports.create({ resource: "contacts", file: path })
    await mas.account.get()
    await mas.account.get({ timeout: 5 })
    await mas.account.get({ timeout: 0 })
    expect(limits).toEqual([600_000, 30_000, 5])
  })
})
