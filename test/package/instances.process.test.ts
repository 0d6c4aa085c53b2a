import { afterAll, expect, it } from "vitest"
import { packProject } from "../support/package.ts"

const project = packProject(["undici", "zod"])
afterAll(() => project.remove())

const program = `
  import { createRequire } from "node:module"
  import * as esm from "mas-sdk"
  import * as esmWebhooks from "mas-sdk/webhooks"
  const require = createRequire(import.meta.url)
  const cjs = require("mas-sdk")
  const cjsWebhooks = require("mas-sdk/webhooks")
  const request = { method: "GET", path: "/", attempts: 1 }
  const answer = { status: 404, headers: {}, body: {}, message: "gone" }
  const found = []
  const check = (...facts) => found.push(...facts)
  for (const [one, other, own, hooks] of [[esm, cjs, esmWebhooks, cjsWebhooks], [cjs, esm, cjsWebhooks, esmWebhooks]]) {
    check(one.NotFoundError !== other.NotFoundError)
    const gone = new one.NotFoundError(answer, request)
    check(gone instanceof other.NotFoundError, gone instanceof other.APIError, gone instanceof other.MasError)
    check(!(gone instanceof other.ConflictError), !(gone instanceof other.ConnectionError))
    const late = new one.TimeoutError("late", request)
    check(late instanceof other.ConnectionError, !(late instanceof other.APIError))
    const forged = (() => {
      try { own.verifyWebhook("{}", {}, "whsec_AAAA") } catch (error) { return error }
    })()
    check(forged instanceof own.WebhookVerificationError, forged instanceof hooks.WebhookVerificationError)
    check(forged instanceof other.MasError, !(forged instanceof other.APIError))
    class Ours extends other.NotFoundError {}
    class NotFoundError extends other.NotFoundError {}
    check(!(gone instanceof Ours), !(gone instanceof NotFoundError), new Ours(answer, request) instanceof one.NotFoundError)
    check(new Ours(answer, request) instanceof Ours, new NotFoundError(answer, request) instanceof NotFoundError)
    for (const no of [null, undefined, 0, "NotFoundError", {}, new Error("x"), { name: "NotFoundError" }])
      check(!(no instanceof other.NotFoundError), !(no instanceof other.MasError))
  }
  console.log(JSON.stringify(found))
`

it("recognizes errors by instanceof across ES modules and CommonJS", () => {
  const verdicts: boolean[] = JSON.parse(project.run("esm", program))
  expect(verdicts).toHaveLength(62)
  expect(verdicts.map((isSo, index) => (isSo ? "" : index)).filter((text) => text !== "")).toEqual([])
})

it.each(["esm", "cjs"] as const)("recognizes a network failure in each format: %s", (kind) => {
  const load = kind === "esm" ? 'import * as sdk from "mas-sdk"' : 'const sdk = require("mas-sdk")'
  const client = `
    const { Mas, ConnectionError } = sdk
    let arrived = 0
    const service = createServer((socket) => socket.on("error", () => {}).once("data", () => {
      arrived++
      socket.resetAndDestroy()
    }))
    service.listen(0, "127.0.0.1", async () => {
      const clock = { now: Date.now, after: (ms, run) => (ms < 25_000 && setImmediate(run), () => {}) }
      const baseUrl = "http://127.0.0.1:" + service.address().port
      const mas = new Mas({ baseUrl, apiKey: "maskey_live_test", clock })
      const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" }
      const read = await mas.account.get().catch((error) => error)
      const sent = await mas.messages.send(message).catch((error) => error)
      console.log(JSON.stringify([read, sent].map((error) => [error instanceof ConnectionError, error.attempts])), arrived)
      process.exit()
    })
  `
  const net =
    kind === "esm" ? 'import { createServer } from "node:net"' : 'const { createServer } = require("node:net")'
  expect(project.run(kind, `${net}\n${load}\n${client}`).trim()).toBe("[[true,3],[true,3]] 6")
})
