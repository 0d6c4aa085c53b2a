import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ConflictError } from "../../../sdk/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { type Reply, startService } from "./service.ts"

const contents = Buffer.from([0, 255, 10, 13, 128])
const folder = temporaryFolder()

const file: Reply = {
  headers: {
    "Content-Type": "application/pdf",
    "Content-Length": String(contents.length),
    "Content-Disposition": `attachment; filename="plan.pdf"; filename*=UTF-8''pl%C3%A4n.pdf`,
  },
  body: contents,
}

describe("attachments.download", () => {
  it("returns the file with its name, type and size", async () => {
    const { mas, arrivals } = await startService(() => file)
    const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    expect(download).toMatchObject({ filename: "plän.pdf", contentType: "application/pdf", size: contents.length })
    expect(Buffer.from(await download.bytes())).toEqual(contents)
    expect(arrivals.map(({ path, query }) => [path, query])).toEqual([
      ["/v1/my/conversations/1/messages/2/attachments/3", {}],
    ])
  })

  it("writes the file into a folder under its own name", async () => {
    const { mas } = await startService(() => file)
    const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    const path = await download.saveTo(folder)
    expect(path).toBe(join(folder, "plän.pdf"))
    expect(readFileSync(path)).toEqual(contents)
  })

  it("refuses an unscanned file unless the option acknowledges it", async () => {
    const { mas } = await startService(({ query }) =>
      query.acknowledge_unscanned === "true"
        ? file
        : { status: 409, body: { code: 409, error: true, error_code: "attachment_unscanned", message: "Not scanned" } },
    )
    const refusal = await mas.attachments
      .download({ conversationId: 1, messageId: 2, id: 3 })
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConflictError)
    expect(refusal).toMatchObject({
      errorCode: "attachment_unscanned",
      message: expect.stringContaining("Not scanned"),
    })
    const download = await mas.attachments.download(
      { conversationId: 1, messageId: 2, id: 3 },
      { acknowledge_unscanned: true },
    )
    expect(Buffer.from(await download.bytes())).toEqual(contents)
  })
})
