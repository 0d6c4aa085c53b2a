import { describe, expect, it, onTestFinished } from "vitest"
import { evilTexts, harmInTerminal } from "../../support/evil-texts.ts"
import { homeWithService } from "../own/run.ts"

/** The evil texts in one, the long one cut; what JSON can hold of them. */
const all = Buffer.from(evilTexts.map((text) => text.slice(0, 100)).join(" ")).toString()
/** What a subject, a tag or a header may hold of it. */
const visible = evilTexts
  .filter((text) => /^[\x20-\x7e\u061c\u180e\u200b-\u202e\u{e0000}-\u{e0fff}]{1,60}$/u.test(text))
  .join(" ")
  .slice(0, 900)

describe("commands about a mock server with evil texts", () => {
  it.each([
    "mock messages",
    "mock messages 1",
    "mock messages 1 --why",
    "mock messages 1 --output json",
    "mock messages --latest",
    "mock requests",
    "mock requests 1",
    "mock deliveries",
    "mock outcomes",
    "mock faults",
  ])("mas %s", async (line) => {
    const { service, run, close } = homeWithService()
    onTestFinished(close)
    const post = async (path: string, body: object) => {
      const headers = { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" }
      const response = await service.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
      expect([path, response.ok || (await response.text())]).toEqual([path, true])
    }
    const mail = { channel: "email", to: "ada@example.test", subject: visible, body: all, html: all }
    await post("/v1/my/messages", { ...mail, tags: { wild: visible.slice(0, 200) } })
    await post("/_mock/faults", { path: "/hello", status: 500, body: all })
    await service.fetch(`/v1/my/messages?${encodeURIComponent(all)}`, { headers: { "User-Agent": "\x9b31m" } })
    await service.world.advance("1m")
    for (const terminal of [true, false]) {
      const { out, err } = await run(line.split(" "), { terminal, columns: 20_000, env: { NO_COLOR: "1" } })
      expect(out + err).not.toBe("")
      expect(harmInTerminal(out + err)).toBeUndefined()
    }
  })
})
