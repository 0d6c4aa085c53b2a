/**
 * The overhead of `verifyWebhook`: operations per second over a floor that does only HMAC, constant-time comparison and
 * JSON.parse with `node:crypto`. Peers run in the same process, in turns.
 *
 *     npm run bench -- verify-webhook
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"

// The built code, as programs run it: tsx would set function names at every creation.
const { signWebhook, verifyWebhook, verifyWebhookAsync }: typeof import("../sdk/webhooks/index.ts") = await import(
  new URL("../dist/webhooks.js", import.meta.url).href
)

const rounds = 101
const perRound = 2_000

const key = randomBytes(24)
const secret = `whsec_${key.toString("base64")}`
const body = JSON.stringify({
  type: "email.bounced",
  timestamp: "2026-11-20T10:00:00.000Z",
  data: {
    message_id: 48_213,
    to: "ada.lovelace@example.com",
    subject: "Your receipt for order 1001",
    idempotency_key: "receipt-1001",
    tags: { order: "1001", account_id: "1", brand_id: "1", message_id: "48213" },
    bounce: { type: "hard", subtype: "mailbox_not_found" },
  },
})
const bytes = Buffer.from(body)
const id = "evt_0193f1c2-7d1e-7c33-a8c1-5f2b6f0c9d11"
const headers = signWebhook({ id, body, secret })
const standard = new StandardWebhook(secret)
const svix = new SvixWebhook(secret)

function floor(content: string | Buffer): unknown {
  const mac = createHmac("sha256", key)
    .update(`${id}.${headers["webhook-timestamp"]}.`)
    .update(content)
    .digest("base64")
  const claimed = headers["webhook-signature"].slice(3)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(claimed))) throw new Error("The floor does not verify")
  return JSON.parse(content.toString())
}

// The floor in the fastest way for text: a single update with all content.
function floorOfText(): unknown {
  const content = `${id}.${headers["webhook-timestamp"]}.${body}`
  const mac = createHmac("sha256", key).update(content).digest("base64")
  const claimed = headers["webhook-signature"].slice(3)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(claimed))) throw new Error("The floor does not verify")
  return JSON.parse(body)
}

const cases: Record<string, () => unknown> = {
  "floor, text": floorOfText,
  "floor, bytes": () => floor(bytes),
  "verifyWebhook, text": () => verifyWebhook(body, headers, secret),
  "verifyWebhook, bytes": () => verifyWebhook(bytes, headers, secret),
  "standardwebhooks, text": () => standard.verify(body, headers),
  "svix, text": () => svix.verify(body, headers),
}

let last: unknown
function nanosecondsEach(run: () => unknown): number {
  const start = process.hrtime.bigint()
  for (let count = 0; count < perRound; count++) last = run()
  return Number(process.hrtime.bigint() - start) / perRound
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function report(name: string, nanoseconds: number, ratio: string): void {
  const perSecond = Math.round(1e9 / nanoseconds).toLocaleString("en")
  console.log(`${name.padEnd(24)} ${perSecond.padStart(9)} ops/s   ${ratio}`.trimEnd())
}

// Each round gives one ratio per case, so that a slow round does not distort the result.
const times = new Map(Object.keys(cases).map((name): [string, number[]] => [name, []]))
for (let round = -10; round < rounds; round++) {
  for (const [name, run] of Object.entries(cases)) {
    const time = nanosecondsEach(run)
    if (round >= 0) times.get(name)?.push(time)
  }
}
if (last === undefined) throw new Error("Nothing ran")

for (const [name, own] of times) {
  const base = times.get(name.endsWith("bytes") ? "floor, bytes" : "floor, text") ?? []
  const ratio = median(own.map((time, round) => (base[round] ?? Number.NaN) / time))
  report(name, median(own), `${ratio.toFixed(2)} of its floor`)
}

// WebCrypto uses the thread pool for each message, so its cost is of another order: printed, not compared.
const start = process.hrtime.bigint()
for (let count = 0; count < perRound; count++) await verifyWebhookAsync(body, headers, secret)
report("verifyWebhookAsync, text", Number(process.hrtime.bigint() - start) / perRound, "")
