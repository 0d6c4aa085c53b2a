import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { describe, expect, it } from "vitest"
import { checkReceiver } from "../../mock-server/testing/receiver-check/check-receiver.ts"
import { nodeWebhookHandler } from "../../sdk/webhooks/index.ts"
import { secret } from "../webhooks/support.ts"

/** A receiver, and what it may do in its own way. */
interface Traits {
  /** Whether a value of webhook-signature is the signature. */
  readonly fits?: (value: string, mac: Buffer) => boolean
  readonly separator?: string
  readonly isInTime?: (timestamp: string) => boolean
  /** The status of a refusal. */
  readonly refusal?: number
  readonly success?: number
  readonly get?: number
  /** The bytes that are signed. */
  readonly content?: (id: string, timestamp: string, body: Buffer) => Buffer | string
  /** The status of a verified event that it does not take; undefined takes it. */
  readonly refuses?: (
    body: Buffer,
    event: { type?: string; data?: Record<string, unknown> } | undefined,
  ) => number | undefined
  /** Runs the work for an event; by default once for each id. */
  readonly handle?: (receiver: Receiver, id: string) => void
  /** Works before it verifies. */
  readonly isCareless?: boolean
}

class Receiver {
  worked = 0
  readonly ids = new Set<string>()
  /** How often the work is to fail. */
  breaks = 0

  constructor(private readonly traits: Traits) {}

  /** @throws Error when the work was made to fail. */
  work(): void {
    if (this.breaks > 0) {
      this.breaks -= 1
      throw new Error("The database is away")
    }
    this.worked += 1
  }

  /** A request that is cut off, or work that fails before all, has no response. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#answer(request, response).catch(() => response.destroy())
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { get = 405, success = 200, refusal = 400, refuses } = this.traits
    if (request.method !== "POST") return void response.writeHead(get).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    if (this.traits.isCareless) this.work()
    if (!this.#isSigned(request, body)) return void response.writeHead(refusal).end()
    const event = parsed(body)
    const refusalStatus = refuses ? refuses(body, event) : event === undefined ? 400 : undefined
    if (refusalStatus !== undefined) return void response.writeHead(refusalStatus).end()
    try {
      if (!this.traits.isCareless) this.#handle(String(request.headers["webhook-id"]))
      response.writeHead(success).end()
    } catch {
      response.writeHead(500).end()
    }
  }

  #handle(id: string): void {
    if (this.traits.handle) {
      this.traits.handle(this, id)
      return
    }
    if (this.ids.has(id)) return
    this.work()
    this.ids.add(id)
  }

  #isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
    const { separator = " ", fits = isV1, isInTime = isRecent } = this.traits
    const content =
      this.traits.content ?? ((id, timestamp, raw) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), raw]))
    const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((name) =>
      String(headers[`webhook-${name}`] ?? ""),
    )
    if (!id || !timestamp || !signature || !isInTime(timestamp)) return false
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    const mac = createHmac("sha256", key)
      .update(content(id, timestamp, body))
      .digest()
    return signature.split(separator).some((value) => fits(value, mac))
  }
}

function parsed(body: Buffer): Record<string, never> | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const isV1 = (value: string, mac: Buffer) => value === `v1,${mac.toString("base64")}`
const isRecent = (timestamp: string) => Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300

async function check(listener: (request: IncomingMessage, response: ServerResponse) => unknown, more: object = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Not closed by `onTestFinished`: among concurrent tests it may run when another one ends.
  const { lines } = await checkReceiver({ url, secret, timeout: 60_000, ...more }).finally(() => {
    server.close()
    server.closeAllConnections()
  })
  const failed = lines.filter(({ outcome }) => outcome === "failed")
  const of = (requiredLevel: string) => failed.filter(({ level }) => level === requiredLevel)
  return { must: of("must"), should: of("should").map(({ name }) => name), lines }
}

function checkTraits(traits: Traits, more: object = {}) {
  const receiver = new Receiver(traits)
  const counted = { effect: () => receiver.worked, breakWork: () => (receiver.breaks += 1) }
  return check((request, response) => receiver.answer(request, response), { ...counted, ...more })
}

const byLibrary =
  (library: { verify(body: Buffer, headers: Record<string, string>): unknown }) =>
  async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      library.verify(
        Buffer.concat(parts),
        Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      )
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  }

/** Receivers that are right in an unusual way, and what they should do nonetheless. */
const rightReceivers: Record<string, readonly [Traits, readonly string[], object?]> = {
  "decodes signatures, base64url too": [
    { fits: (value, mac) => value.startsWith("v1,") && Buffer.from(value.slice(3), "base64").equals(mac) },
    ["too-large", "base64url"],
  ],
  "takes a value without its version": [
    { fits: (value, mac) => (value.split(",")[1] ?? value) === mac.toString("base64") },
    ["too-large", "v2-alone", "no-version"],
  ],
  "responds with 401 to 32 MB": [{ refusal: 401 }, ["too-large"]],
  "refuses with 500": [{ refusal: 500 }, expect.arrayContaining(["wrong-secret", "timestamp-old"])],
  "drops forged requests with 202": [{ refusal: 202 }, expect.arrayContaining(["wrong-secret", "changed-body"])],
  "redirects forged requests to a login": [{ refusal: 302 }, expect.arrayContaining(["no-redirect", "wrong-secret"])],
  "responds with 204": [{ success: 204 }, ["too-large"]],
  "shows a page to GET": [{ get: 200 }, expect.arrayContaining(["get", "head"])],
  "stores whatever is signed, and parses it later": [{ refuses: () => undefined }, expect.arrayContaining(["no-json"])],
  "refuses types of the future": [
    { refuses: (_, event) => (event === undefined || event.type === "email.foreseen" ? 422 : undefined) },
    ["unknown-type", "too-large"],
  ],
  "listens to bounces alone": [
    { refuses: (body, event) => (event?.type !== "email.bounced" || body.length > 100_000 ? 404 : undefined) },
    expect.arrayContaining(["unknown-type"]),
    { events: ["email.bounced"] },
  ],
  "works from a queue, and repeats there what failed": [
    {
      handle(receiver, id) {
        if (receiver.ids.has(id)) return
        receiver.ids.add(id)
        const isBroken = receiver.breaks > 0
        receiver.breaks = 0
        // The retry of its queue comes after the check.
        if (!isBroken) setTimeout(() => receiver.work(), 20)
      },
    },
    ["too-large"],
  ],
}

const wrongReceivers: Record<string, readonly [Traits, string]> = {
  "verifies nothing": [{ fits: () => true }, "wrong-secret"],
  "compares the header as one string": [{ separator: "\n" }, "rotation"],
  "takes old requests": [{ isInTime: (timestamp) => Number(timestamp) * 1000 < Date.now() + 300_000 }, "timestamp-old"],
  "takes times that are none": [
    { isInTime: (timestamp) => isRecent(timestamp) || Number.isNaN(Number(timestamp)) },
    "timestamp-no-number",
  ],
  "signs the body alone": [{ content: (_, __, body) => body }, "signed"],
  "parses and prints again before it verifies": [
    { content: (id, timestamp, body) => `${id}.${timestamp}.${JSON.stringify(parsed(body))}` },
    "exact-bytes",
  ],
  "decodes as latin1": [
    { content: (id, timestamp, body) => `${id}.${timestamp}.${body.toString("latin1")}` },
    "unicode",
  ],
  "refuses fields that it does not know": [
    { refuses: (_, event) => (event?.data && "added" in event.data ? 422 : undefined) },
    "unknown-fields",
  ],
  "refuses mail of 100 kB": [{ refuses: (body) => (body.length > 100_000 ? 413 : undefined) }, "largest"],
  "works again for a repeated event": [{ handle: (receiver) => receiver.work() }, "same-id-again"],
  "keeps the id before its work fails": [
    {
      handle(receiver, id) {
        if (receiver.ids.has(id)) return
        receiver.ids.add(id)
        receiver.work()
      },
    },
    "failed-before",
  ],
  "hides that its work failed": [
    {
      handle(receiver, id) {
        if (receiver.ids.has(id)) return
        receiver.ids.add(id)
        try {
          receiver.work()
        } catch {}
      },
    },
    "failed-before",
  ],
  "works before it verifies": [{ isCareless: true }, "no-effect"],
  "responds with 302 to events": [{ success: 302 }, "no-redirect"],
}

describe("the levels of checkReceiver", () => {
  it.concurrent.each(
    Object.entries({
      ours: nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} }),
      standardwebhooks: byLibrary(new StandardWebhook(secret)),
      svix: byLibrary(new SvixWebhook(secret)),
    }),
  )("passes a receiver with %s", async (_, listener) => {
    expect((await check(listener)).must).toEqual([])
  })

  it.concurrent.each(Object.entries(rightReceivers))(
    "passes one that %s",
    async (_, [traits, should, more]) => {
      const report = await checkTraits(traits, more)
      expect(report.must).toEqual([])
      const sorted = Array.isArray(should) ? should.toSorted() : should
      expect(report.should.toSorted()).toEqual(sorted)
    },
    60_000,
  )

  it.concurrent.each(Object.entries(wrongReceivers))(
    "fails one that %s",
    async (_, [traits, line]) => {
      expect((await checkTraits(traits)).must).toContainEqual(expect.objectContaining({ name: line }))
    },
    60_000,
  )
})
