import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import type { ImportFile } from "../../../sdk/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { type Arrival, startService } from "./service.ts"

const csv = 'email,first_name\r\n"zoë@example.test","Zoë ""Z"""\r\n'
const bytes = new TextEncoder().encode(csv)
const folder = temporaryFolder()
const path = join(folder, "contacts.csv")
writeFileSync(path, csv)

async function* pieces() {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

/** The parts of a multipart body, read by the platform's parser. */
function partsOf(arrivals: readonly Arrival[]): Promise<FormData> {
  const [{ headers, body }] = arrivals as [Arrival]
  return new Response(body, { headers: { "Content-Type": headers["content-type"] ?? "" } }).formData()
}

const files: readonly [kind: string, file: () => ImportFile, filename?: string][] = [
  ["a path", () => path, "contacts.csv"],
  ["a file: URL", () => pathToFileURL(path), "contacts.csv"],
  ["a File", () => new File([csv], "people.csv"), "people.csv"],
  ["a Blob", () => new Blob([csv], { type: "text/csv" })],
  ["a Buffer", () => Buffer.from(csv)],
  ["a view into a larger buffer", () => new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ["an ArrayBuffer", () => bytes.slice().buffer],
  ["a Node stream", () => Readable.from(pieces())],
  ["a web stream", () => new Blob([csv]).stream()],
  ["a generator of bytes", pieces],
  ["a path under another name", () => ({ path, filename: "renamed.csv" }), "renamed.csv"],
  ["text with a name", () => ({ content: csv, filename: "inline.csv" }), "inline.csv"],
]

describe("imports.create", () => {
  it.each(files)("uploads %s", async (_, file, filename) => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1, status: "pending" } }))
    const created = await mas.imports.create({ file: file(), resource: "contacts", options: { list_ids: [1, 2] } })
    expect(created).toMatchObject({ id: 1 })
    expect(arrivals.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v1/my/imports"])
    const parts = await partsOf(arrivals)
    expect([...parts.keys()].sort()).toEqual(["file", "options", "resource"])
    expect(parts.get("resource")).toBe("contacts")
    expect(parts.get("options")).toBe('{"list_ids":[1,2]}')
    const upload = parts.get("file") as File
    expect(await upload.text()).toBe(csv)
    expect(upload.name).toEqual(filename ?? expect.stringMatching(/\.csv$/))
    expect(upload.type).toBe("text/csv")
  })

  it("leaves out the options part when there are no options", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.imports.create({ file: bytes, resource: "contacts" })
    const parts = await partsOf(arrivals)
    expect([...parts.keys()].sort()).toEqual(["file", "resource"])
  })

  it("names a missing file, and sends nothing", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    const missing = join(folder, "missing.csv")
    await expect(mas.imports.create({ file: missing, resource: "contacts" })).rejects.toThrow("missing.csv")
    expect(arrivals).toEqual([])
  })
})
