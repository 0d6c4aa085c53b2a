import ts from "typescript"
import { describe, expect, it, vi } from "vitest"
import { createMockService, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { readProjectFile } from "../../support/files.ts"
import { until } from "../../support/until.ts"
import { apiKey, connect, serve } from "./support.ts"

function commonJs(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS }
  return ts.transpileModule(source, { compilerOptions }).outputText
}

/** Runs code with `await using`, compiled by TypeScript for a platform without that statement. */
async function run(body: string, values: Record<string, unknown>): Promise<unknown> {
  const source = `export async function run({ ${Object.keys(values).join(", ")} }) { ${body} }`
  const exported: { run?: (exportedValues: object) => Promise<unknown> } = {}
  new Function("exports", commonJs(source))(exported)
  return exported.run?.(values)
}

function transport() {
  const close = vi.fn(async () => {})
  return { name: "test", close, send: async () => ({ status: 200, headers: {}, text: "{}" }) }
}

describe("await using", () => {
  it("closes a client, also when its block fails", async () => {
    const closableTransport = transport()
    const make = () => new Mas({ apiKey, baseUrl: "http://api.test", transport: closableTransport })
    await run("await using mas = make(); await mas.account.get()", { make })
    expect(closableTransport.close).toHaveBeenCalledTimes(1)
    await expect(run("await using mas = make(); throw new Error('mine')", { make })).rejects.toThrow("mine")
    expect(closableTransport.close).toHaveBeenCalledTimes(2)
  })

  it("cancels an unread download, and leaves one alone that was read", async () => {
    let isCut = false
    const { url } = await serve((response, { url: path }) => {
      response.on("close", () => {
        isCut ||= !response.writableFinished
      })
      response.writeHead(200)
      if (path.endsWith("/1")) response.write("the first of many bytes")
      else response.end("all of it")
    })
    const mas = connect(url)
    await run(
      "await using file = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 1 }); return file.size",
      { mas },
    )
    await until(() => expect(isCut).toBe(true))
    const text = await run(
      "await using file = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 2 }); return await file.text()",
      {
        mas,
      },
    )
    expect(text).toBe("all of it")
  })

  it("closes a mock service and a mock server", async () => {
    const server = await run("await using server = await start({ port: 0 }); return server.url", {
      start: startMockServer,
    })
    await expect(fetch(String(server))).rejects.toThrow()
    const service = createMockService({ clock: "real" })
    await service.world.contacts.fill({ count: 1 })
    await run("await using it = service", { service })
  })

  it("closes an extra world, and never the main one", async () => {
    const service = createMockService()
    const status = async (path: string) => (await service.fetch(path)).status
    const open = () => service.world.worlds.create()
    const url = await run("await using world = open(); return world.url", { open })
    expect([
      await status(`${String(url).replace(service.url, "")}/_mock/health`),
      await status("/_mock/health"),
    ]).toEqual([404, 200])
    await run("await using world = main", { main: service.world })
    const twice = open()
    await twice.close()
    await twice.close()
    expect(await status("/_mock/health")).toBe(200)
    await service.close()
  })

  it("defines Symbol.asyncDispose if the platform has none", () => {
    const exported: { asyncCloses?: (end: () => void) => object } = {}
    new Function("exports", "Symbol", commonJs(readProjectFile("sdk/base/async-dispose.ts")))(exported, {
      for: Symbol.for,
    })
    const end = () => {}
    expect(Reflect.get(exported.asyncCloses?.(end) ?? {}, Symbol.for("Symbol.asyncDispose"))).toBe(end)
  })
})
