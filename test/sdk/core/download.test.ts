import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { fileName } from "../../../sdk/files/download.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { connect, rejection, serve, transports } from "./support.ts"

const folder = temporaryFolder()

describe("fileName", () => {
  it.each<[string | null, string | undefined]>([
    [null, undefined],
    ["attachment", undefined],
    ["attachment; filename=plan.pdf", "plan.pdf"],
    ['attachment; filename="plan of \\"ours\\".pdf"', 'plan of "ours".pdf'],
    ['ATTACHMENT; FILENAME = "a;b.pdf"; size=3', "a;b.pdf"],
    ["attachment; filename=\"a.pdf\"; filename*=UTF-8''%e2%82%ac%20rates.pdf", "€ rates.pdf"],
    ["attachment; filename*=utf-8'en'%C5%BEofie.txt; filename=\"zofie.txt\"", "žofie.txt"],
    // No other charset since RFC 8187.
    [`attachment; filename*=ISO-8859-1''%A3%20rates; filename="rates"`, "rates"],
    ["attachment; filename*=UTF-8''%ff; filename=b.txt", "b.txt"],
    ["attachment; filename*=koi8-r''%ff; filename=b.txt", "b.txt"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ["attachment; filename*=UTF-8''..%2f..%2fetc%2fpasswd", "passwd"],
    ['attachment; filename="C:\\\\Users\\\\a.txt"', "a.txt"],
    ['attachment; filename=".."', undefined],
    ['attachment; filename=""', undefined],
    ["attachment; filename*=UTF-8''a%0d%0ab%00.txt", "ab.txt"],
    ["attachment; filename*=UTF-8''x%0a..%2f%0ab.txt", "b.txt"],
  ])("of %j is %j", (header, name) => {
    expect(fileName(header ?? "")).toBe(name)
  })
})

describe("a download", () => {
  const contents = Buffer.from([0, 1, 255, 10, 13])
  const start = async (headers: Record<string, string> = {}, body: Buffer = contents) => {
    const { url } = await serve((response) => response.writeHead(200, headers).end(body))
    return connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 })
  }

  it("has the metadata from the headers", async () => {
    const download = await start({
      "Content-Type": "image/png",
      "Content-Disposition": "inline; filename=a.png",
      "Content-Length": "5",
    })
    expect(download).toMatchObject({ filename: "a.png", contentType: "image/png", size: 5 })
    await download.cancel()
    const silent = await start({ "Transfer-Encoding": "chunked" })
    expect(silent).toMatchObject({ filename: "download", contentType: "application/octet-stream", size: undefined })
    await silent.cancel()
  })

  it("can be read as bytes, as a buffer, as text and as a stream", async () => {
    expect(Buffer.from(await (await start()).bytes())).toEqual(contents)
    expect(Buffer.from(await (await start()).arrayBuffer())).toEqual(contents)
    expect(await (await start({}, Buffer.from("žluť"))).text()).toBe("žluť")
    expect(Buffer.from(await new Response((await start()).stream()).arrayBuffer())).toEqual(contents)
  })

  it("can be read once: a second read is an error, and replaces no file", async () => {
    const download = await start()
    expect(Buffer.from(await download.bytes())).toEqual(contents)
    const again = "the download is a stream that was read before"
    await expect(download.text()).rejects.toThrow(again)
    await expect(download.saveTo("/nowhere/at/all")).rejects.toThrow(again)
    expect(() => download.stream()).toThrow(again)
    await download.cancel()
  })

  it.each(Object.entries(transports))(
    "does not keep its client from closing if it is unread, over %s",
    async (_, transport) => {
      const { url } = await serve((response) => response.writeHead(200).write("half"))
      const mas = connect(url, { transport: transport() })
      await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
      await mas.close()
    },
  )

  it.each(Object.entries(transports))(
    "ends its connection if it is cancelled unread, over %s",
    async (_, transport) => {
      let response: ServerResponse | undefined
      const { url } = await serve((incoming) => {
        response = incoming
        incoming.writeHead(200).write("half")
      })
      const download = await connect(url, { transport: transport() }).attachments.download({
        conversationId: 1,
        messageId: 2,
        id: 3,
      })
      const isCut = response && once(response, "close")
      await download.cancel()
      await isCut
    },
  )

  it("is read in constant memory: the service waits for the reader", async () => {
    let written = 0
    const chunk = Buffer.alloc(256 * 1024)
    const { url } = await serve((response) => {
      response.writeHead(200)
      const more = () => {
        while (written < 400) {
          written += 1
          if (!response.write(chunk)) return response.once("drain", more)
        }
        return response.end()
      }
      more()
    })
    const download = await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    const reader = download.stream().getReader()
    await reader.read()
    await reader.read()
    expect(written).toBeLessThan(200)
    await reader.cancel()
  })

  it("replaces nothing in a folder, and gets a name that every system stores", async () => {
    const targetFolder = join(folder, "own")
    mkdirSync(targetFolder)
    symlinkSync(join(targetFolder, "nowhere"), join(targetFolder, "linked.txt"))
    const save = async (name: string) => {
      const header = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
      return basename(await (await start({ "Content-Disposition": header })).saveTo(targetFolder))
    }
    const names = ["scan.pdf", "scan.pdf", "linked.txt", ".htaccess", "nul.txt", "x:y.txt"]
    const saved: string[] = []
    for (const name of names) saved.push(await save(name))
    expect(saved).toEqual(["scan.pdf", "scan (2).pdf", "linked (2).txt", "_.htaccess", "_nul.txt", "x_y.txt"])
    // At once, too, and in 200 bytes.
    const long = await Promise.all(Array.from({ length: 5 }, () => save(`${"\u{1f600}".repeat(101)}.pdf`)))
    expect(new Set(long).size).toBe(5)
    for (const name of long) expect([Buffer.byteLength(name) <= 200, name.endsWith(".pdf")]).toEqual([true, true])
    expect(readdirSync(targetFolder)).toHaveLength(names.length + 1 + long.length)
  })

  it("leaves nothing in a folder when it breaks off", async () => {
    const targetFolder = join(folder, "broken")
    mkdirSync(targetFolder)
    const { url } = await serve((response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("half")
      setImmediate(() => response.destroy())
    })
    await rejection(
      (await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 })).saveTo(targetFolder),
    )
    expect(readdirSync(targetFolder)).toEqual([])
  })

  it("replaces a file, or is saved into a folder under its own name", async () => {
    const target = join(folder, "saved.bin")
    writeFileSync(target, "old")
    expect(await (await start()).saveTo(target)).toBe(target)
    expect(readFileSync(target)).toEqual(contents)
    const namedDownload = await start({ "Content-Disposition": 'attachment; filename="../../named.bin"' })
    expect(await namedDownload.saveTo(folder)).toBe(join(folder, "named.bin"))
    expect(readFileSync(join(folder, "named.bin"))).toEqual(contents)
  })

  it("leaves no file if it is truncated", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("half")
      setImmediate(() => response.destroy())
    })
    const before = readdirSync(folder)
    const target = join(folder, "half.bin")
    expect(
      await rejection(
        (await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 })).saveTo(target),
      ),
    ).toMatchObject({
      name: "ConnectionError",
    })
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(folder)).toEqual(before)
  })

  it("fails clearly if it cannot be written", async () => {
    const target = join(folder, "none", "a.bin")
    expect(await rejection((await start()).saveTo(target))).toMatchObject({
      name: "InvalidArgumentError",
      argument: "path",
      message: `path cannot be written: ENOENT: no such file or directory, open '${target}'`,
      cause: { code: "ENOENT" },
    })
  })

  it.each([undefined, "", 7])("is not saved if the path is %j", async (target) => {
    expect(await rejection((await start()).saveTo(target as string))).toMatchObject({
      name: "InvalidArgumentError",
      message: "path must be text that is not empty",
    })
  })

  it("ends when the caller aborts during the read", async () => {
    const stop = new AbortController()
    const { url } = await serve((response) => {
      response.writeHead(200).write("half")
    })
    const download = await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 }, undefined, {
      signal: stop.signal,
    })
    const read = download.bytes()
    setImmediate(() => stop.abort())
    expect(await rejection(read)).toMatchObject({ name: "AbortError" })
  })
})
