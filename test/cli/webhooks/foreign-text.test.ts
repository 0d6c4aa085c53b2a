import { request } from "node:http"
import { expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { everyEvil, evilTexts, harmInTerminal, mark } from "../../support/evil-texts.ts"
import { startReceiver } from "../../support/receiver.ts"
import { Home } from "../own/run.ts"

/** What a header can hold of a text: no control characters, and no others than Latin-1. */
const inHeader = (text: string) => text.replace(/[^\x20-\x7e\x80-\xff]/g, "?").slice(0, 2_000)

/** Bodies of webhooks in which every text is evil, the last two no JSON. */
const bodies = [
  { type: everyEvil, timestamp: everyEvil, data: { message_id: everyEvil, to: everyEvil, [everyEvil]: everyEvil } },
  ...evilTexts.map((text) => ({ type: text, timestamp: text, data: { message_id: 1, from: text, [text]: [text] } })),
  { type: { toString: everyEvil }, data: everyEvil },
  everyEvil,
].map((body) => JSON.stringify(body))
/** Refused, and not counted: writing it again would overflow the stack. */
const deep = `{"type":${"[".repeat(50_000)}${"]".repeat(50_000)}}`

/** Posts as the service would, but with any header. Returns the status. */
const post = (url: string, body: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { "webhook-id": inHeader(everyEvil), "x-evil": inHeader(everyEvil) }
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0))
    })
    sent.on("error", reject).end(body)
  })

it.each([
  ["a table on a terminal", ["--skip-verify"], true],
  ["a table with headers and bodies", ["--skip-verify", "--headers", "--body"], true],
  ["JSON in a pipe", ["--skip-verify", "--headers", "--body"], false],
  ["what is refused for its signature", ["--headers", "--body"], true],
])(
  "mas webhooks listen shows evil webhooks and evil responses harmlessly: %s",
  { tags: "slow", timeout: 60_000 },
  async (_, flags, terminal) => {
    const server = await startMockServer({ port: 0, allowLocalWebhooks: true })
    const app = await startReceiver((response) => response.writeHead(500, { "x-evil": "\x9b31m" }).end(everyEvil))
    const home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, NO_COLOR: "1" })
    onTestFinished(async () => {
      home.remove()
      await app.close()
      await server.close()
    })
    const all = [...bodies, everyEvil]
    const words = ["webhooks", "listen", "--forward-to", app.url, "--count", String(all.length), ...flags]
    const running = home.start(words, { terminal, columns: 20_000 })
    const [, url = ""] = await running.stderr.until(/Listening on (http:\/\/127\.0\.0\.1:\d+)/)
    expect(await post(url, deep)).toBe(400)
    for (const body of all) await post(url, body)
    const { out, err } = await running.ended
    if (flags.includes("--skip-verify")) expect(out).toContain(mark)
    expect(harmInTerminal(out + err)).toBeUndefined()
  },
)
