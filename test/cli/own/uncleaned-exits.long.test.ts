import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Exit } from "../../../sdk/contract/core/clean-text.ts"
import { everyEvil, evilFetch, evilTexts, harmInHtml, harmInName, harmInTerminal } from "../../support/evil-texts.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { Home } from "./run.ts"

const safeText = "../../../cli/terminal/output/safe-text.ts"
const shellWords = "../../../cli/line/shell-word.ts"
const pageText = "../../../mock-server/service/request/pages/html.ts"
const fileNames = "../../../sdk/files/safe-file-name.ts"
const folderNames = "../../../cli/templates/folder-name.ts"
const logText = "../../../sdk/contract/core/clean-text.ts"

const env = { MAS_BASE_URL: "http://127.0.0.1:1", MAS_API_KEY: "maskey_live_mock", NO_COLOR: "1" }
const connection = { baseUrl: env.MAS_BASE_URL, apiKey: env.MAS_API_KEY }

/** The first harm of some texts; undefined if there is none. */
const firstHarm = (texts: readonly string[], harmIn: (text: string) => string | undefined): string | undefined =>
  texts.map(harmIn).find((harm) => harm !== undefined)

/**
 * Lets every evil text out through each exit, with the modules as they are now: returns the first harm, undefined if there is
 * none.
 */
const harmOf: Readonly<Record<Exit, () => Promise<string | undefined>>> = {
  async terminal() {
    const { main } = await import("../../../cli/main.ts")
    const home = new Home(env, evilFetch(), main)
    const { out, err } = await home.run(["contacts", "list"], { terminal: true, columns: 20_000 })
    home.remove()
    return harmInTerminal(out + err)
  },
  async model() {
    const { main } = await import("../../../cli/main.ts")
    const texts: string[] = []
    for (const status of [undefined, 422]) {
      const fetch = evilFetch(everyEvil, status)
      const home = new Home(env, fetch, main)
      const session = await LocalMcpSession.open(home)
      texts.push((await session.tool("read", { name: "contacts.list" })).text)
      await session.close()
      home.remove()
    }
    return firstHarm(texts, harmInTerminal)
  },
  async log() {
    const { Mas } = await import("../../../sdk/index.ts")
    const { environmentLogger } = await import("../../../sdk/client/request/settings.ts")
    const lines: string[] = []
    const write = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)))
    const fetch = evilFetch(everyEvil, 422)
    const mas = new Mas({ ...connection, fetch: (url, init) => fetch(String(url), init ?? {}) })
    const error = await mas.user.get().catch((reason: unknown) => reason)
    for (const text of evilTexts) environmentLogger("info")?.warn?.(text, {})
    write.mockRestore()
    const isForged = lines.some((line) => line.includes("\n"))
    return isForged ? "\n" : firstHarm([String(error).replaceAll("\n", " "), ...lines], harmInTerminal)
  },
  async shell() {
    const { commandText } = await import("../../../cli/line/command-text.ts")
    // No argument of a program can hold a NUL.
    const texts = evilTexts.filter((text) => !text.includes("\0"))
    const cwd = temporaryFolder()
    // What is pasted runs another program of this name, which says what it gets.
    const program = String.raw`mas() { shift 2; [ "$1" = -- ] && shift; printf '%s\0' "$@"; }`
    for (const text of texts) {
      const line = commandText({ words: ["lists", "get"], args: [text] })
      if (line.includes("\n")) return "\n"
      const { stdout } = spawnSync("bash", ["-c", `${program}\n${line}`], { cwd, encoding: "utf8" })
      if (existsSync(join(cwd, "pwned")) || stdout !== `${Buffer.from(text).toString()}\0`) return text
    }
    return undefined
  },
  async html() {
    const { createMockService } = await import("../../../mock-server/index.ts")
    const { Mas } = await import("../../../sdk/index.ts")
    const service = createMockService({ clock: "frozen" })
    const mas = new Mas(service.clientOptions)
    const texts: string[] = []
    for (const body of evilTexts) {
      const { id } = await mas.messages.send({ channel: "email", to: "ada@example.test", subject: "Hi", body })
      const page = await service.fetch(`${service.url}/_mock/messages/${id}/html`)
      texts.push((await page.text()).replace(/^<pre style="[^"<>]*">|<\/pre>$/g, ""))
    }
    await service.close()
    return firstHarm(texts, harmInHtml)
  },
  async "file name"() {
    const { Mas } = await import("../../../sdk/index.ts")
    const { folderName } = await import(folderNames)
    const folder = temporaryFolder()
    const target = join(folder, "downloads", "here")
    mkdirSync(target, { recursive: true })
    const names: string[] = evilTexts.map((text) => folderName(text, []))
    for (const text of evilTexts) {
      const name = encodeURIComponent(Buffer.from(text).toString())
      const headers = { "content-disposition": `attachment; filename*=UTF-8''${name}` }
      const mas = new Mas({ ...connection, fetch: async () => new Response("scan", { headers }) })
      const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
      // Without its cleaner, a name can be one that no disk takes.
      await download.saveTo(target).catch(() => names.push(text))
    }
    const isOutside = readdirSync(folder).length > 1 || readdirSync(join(folder, "downloads")).length > 1
    return isOutside ? ".." : firstHarm([...names, ...readdirSync(target)], harmInName)
  },
}

/** Faults of cleaners by exit: taken out, or blind in one respect. */
const faults: readonly (readonly [
  exit: Exit,
  module: string,
  cleaner: string,
  fault: (text: string, number?: number) => string,
])[] = [
  ["terminal", safeText, "safeLine", (text) => text],
  ["model", safeText, "showInvisible", (text) => text],
  ["model", safeText, "showInvisible", (text) => text.replace(/[\u200b-\u206f]/g, "")],
  ["log", logText, "visibleText", (text) => text],
  ["log", logText, "visibleLine", (text) => text],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it leaves
  ["log", logText, "visibleLine", (text) => text.replace(/[\x00-\x1f\x7f]/g, "")],
  ["shell", shellWords, "shellWord", (text) => text],
  ["shell", shellWords, "shellWord", (text) => `"${text}"`],
  ["shell", shellWords, "shellWord", (text) => `'${text}'`],
  ["shell", shellWords, "shellWord", (text) => `'${text.replaceAll("'", "'\\''")}'`],
  ["html", pageText, "escapeHtml", (text) => text],
  ["html", pageText, "escapeHtml", (text) => text.replace(/[<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
  ["file name", fileNames, "safeFileName", (text, number = 1) => `${text}${number > 1 ? number : ""}`],
  [
    "file name",
    fileNames,
    "safeFileName",
    (text, number = 1) => `${text.replace(/[^\w.-]/g, "_")}${number > 1 ? number : ""}`,
  ],
  ["file name", folderNames, "folderName", (text) => text],
]

describe("every evil text", () => {
  it.each(Object.keys(harmOf) as Exit[])("is harmless in each exit: %s", async (exit) => {
    expect(await harmOf[exit]()).toBeUndefined()
  })
})

describe("an exit with a fault in its cleaner", () => {
  afterEach(() => {
    for (const [, module] of faults) vi.doUnmock(module)
    vi.resetModules()
  })

  it.each(faults)("is seen: %s, %s, %s, %s", async (exit, module, cleaner, fault) => {
    vi.resetModules()
    vi.doMock(module, async (original) => ({ ...(await original<object>()), [cleaner]: fault }))
    expect(await harmOf[exit]()).toBeDefined()
  })

  it("has a planted fault for every exit", () => {
    expect([...new Set(faults.map(([exit]) => exit))].toSorted()).toEqual(Object.keys(harmOf).toSorted())
  })
})
