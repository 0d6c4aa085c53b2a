import { describe, expect, it, onTestFinished } from "vitest"
import { foreignRefusal } from "../../../cli/commands/webhooks/foreign-refusal.ts"
import { isSigningSecret } from "../../../cli/commands/webhooks/signing-secret.ts"
import { safeJson, safeLine, safeText } from "../../../cli/terminal/output/safe-text.ts"
import { startMockServer } from "../../../mock-server/index.ts"
import { safeFileName } from "../../../sdk/files/safe-file-name.ts"
import { startReceiver } from "../../support/receiver.ts"
import { Home } from "../own/run.ts"

/** What a stranger can put into a name to command a terminal, hide text or turn it. */
const evil = [
  ...[
    "\x1b]0;PWN\x07",
    "\x1b[31m",
    "\x1b[2J",
    "\x1b]8;;http://evil.test\x1b\\",
    "\x1bPq\x1b\\",
    "\x1bc",
    "\x1b[?1049h",
  ],
  ...[
    "\x9b31m",
    "\x9d0;x\x9c",
    "\x90x\x9c",
    "\x85",
    "\x00",
    "\x07",
    "\x08",
    "\x0b",
    "\x0c",
    "\x0e",
    "\x7f",
    "\x1b",
    "\r",
  ],
  ...["\u061c", "\u180e", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202d", "\u202e", "\u2060"],
  ...[
    "\u2063",
    "\u2066",
    "\u2069",
    "\u206a",
    "\ufeff",
    "\ufff9",
    "\u3164",
    "\u115f",
    "\u{e0001}",
    "\u{e0041}",
    "\u{e01ef}",
  ],
]
const escapesLeft =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u115f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9]|[\u{e0000}-\u{e01ef}]/u

describe.each(evil.map((sign) => [JSON.stringify(safeJson(JSON.stringify(sign))), `Ada${sign}Byron`]))(
  "a stranger's text with %s",
  (_, text) => {
    it("leaves harmless by every exit", () => {
      expect(safeLine(text)).not.toMatch(escapesLeft)
      expect(safeText(`${text}\n${text}`)).not.toMatch(escapesLeft)
      expect(safeFileName(text)).not.toMatch(escapesLeft)
      const json = safeJson(JSON.stringify(text))
      expect([escapesLeft.test(json), JSON.parse(json)]).toEqual([false, text])
      expect(isSigningSecret(`whsec_${text}`)).toBe(false)
    })
  },
)

it("notes of any command lose the escape characters of the service", async () => {
  const all = `marked${evil.join("x")}`
  const server = await startMockServer({ port: 0 })
  const service = await startReceiver((response, { url, headers }) => {
    const alteredBody = async () => {
      const upstream = await fetch(server.url + url, { headers: { authorization: String(headers.authorization) } })
      const body = JSON.parse(await upstream.text())
      if (url.startsWith("/v1/my/account")) for (const one of [body].flat()) one.name += all
      const endpoint = { id: 1, url: "https://hooks.acme.test/x", events: [`message.sent${all}`], enabled: true }
      if (url.startsWith("/v1/my/webhooks")) return url.includes("deliveries") ? [] : [endpoint]
      return body
    }
    alteredBody().then((body) => response.setHeader("Content-Type", "application/json").end(JSON.stringify(body)))
  })
  const home = new Home({ MAS_BASE_URL: `http://127.0.0.1:${service.port}`, MAS_API_KEY: server.apiKey })
  onTestFinished(async () => {
    home.remove()
    await service.close()
    await server.close()
  })
  const { err } = await home.run(["webhooks", "health"])
  expect(err).toContain("marked")
  expect(err).not.toMatch(escapesLeft)
})

describe("an unsigned request to mas webhooks listen --skip-verify", () => {
  it.each([
    [{ host: "127.0.0.1:4000" }, undefined, undefined],
    [{ host: "localhost:4000" }, undefined, undefined],
    [{ host: "hooks.acme.test" }, "https://hooks.acme.test/x", undefined],
    [{}, undefined, undefined],
    [{ host: "" }, undefined, undefined],
    [{ host: "evil.test" }, undefined, "Host"],
    [{ host: "evil.test" }, "https://hooks.acme.test/x", "Host"],
    [{ host: "127.0.0.1.evil.test" }, undefined, "Host"],
    [{ host: "a b" }, undefined, "Host"],
    [{ host: "127.0.0.1:4000", origin: "https://evil.test" }, undefined, "web page"],
    [{ host: "127.0.0.1:4000", origin: "null" }, undefined, "web page"],
    [{ host: "127.0.0.1:4000", "sec-fetch-site": "cross-site" }, undefined, "web page"],
  ])("with %j and the public address %s: %s", (headers, publicUrl, refusedHeader) => {
    const refusal = foreignRefusal({ headers }, publicUrl)
    if (refusedHeader === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toContain(refusedHeader)
  })
})
