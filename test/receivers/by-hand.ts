import { createHmac, timingSafeEqual } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"

/** The faults of a hand-written receiver, one at a time, and the lines of a check that find each. */
export const faults = {
  "body parsed first": ["exact-bytes"],
  "header compared as one string": ["rotation"],
  "no replay window": ["timestamp-old", "timestamp-ahead"],
  "window to one side": ["timestamp-ahead"],
  "compared with NaN": ["timestamp-no-number"],
  "nothing verified": ["wrong-secret", "changed-body"],
  "verified if signed": ["no-webhook-signature"],
  "any version": ["v2-alone"],
  "signature decoded": ["base64url"],
  "hexadecimal too": ["hex"],
  "no memory": ["same-id-again"],
  "looked before written": ["ten-at-once"],
  "id kept before work": ["failed-before"],
  "id kept before verifying": ["forged-before"],
  "redirect to a login": ["signed", "no-redirect"],
  "parser throws": ["no-json"],
  "empty body is a ping": ["empty-body"],
  "strict types": ["unknown-type"],
  "strict fields": ["unknown-fields"],
  "small limit": ["largest"],
  "no limit": ["too-large"],
  "any method": ["get", "head"],
  "work before verifying": ["no-effect", "wrong-secret"],
  "refusals are 500": ["wrong-secret"],
  "decoded as latin1": ["unicode"],
  "late events refused": ["late"],
  "test events crash": ["test-event"],
  "answers too late": ["signed"],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type Fault = keyof typeof faults | undefined

/** The framework's body limit in bytes, which is some of the faults. */
export const limitOf = (fault: Fault): number =>
  fault === "small limit" ? 100 * 1024 : fault === "no limit" ? 1024 ** 3 : 8 * 1024 * 1024

export interface Incoming {
  readonly method: string
  header(name: string): string | undefined
  /** The body from the framework: bytes, or a parsed value. */
  readonly body: Uint8Array | object
}
export interface Outgoing {
  readonly status: number
  readonly location?: string
}

/** The state of a receiver: stored ids and effects. */
export class Deed {
  done = 0
  breaks = 0
  readonly kept = new Set<string>()
  readonly underWay = new Map<string, Promise<unknown>>()

  async work(): Promise<void> {
    await pause(1)
    if (this.breaks > 0) {
      this.breaks -= 1
      throw new Error("The database is away")
    }
    this.done += 1
  }
}

const key = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64")

/** Throws if it rejects the request. */
function verify(secret: string, { header }: Incoming, raw: string | Uint8Array, fault: Fault): void {
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => header(name) ?? "",
  )
  if (fault === "nothing verified" || (fault === "verified if signed" && !signature)) return
  if (!id || !timestamp || !signature) throw new Error("missing header")
  const age = Date.now() / 1000 - Number(timestamp)
  const isOutside = fault === "window to one side" ? age > 300 : Math.abs(age) > 300
  const isTime = fault === "compared with NaN" || /^\d+$/.test(timestamp)
  if (fault !== "no replay window" && (!isTime || isOutside)) throw new Error("timestamp")
  const mac = createHmac("sha256", key(secret)).update(`${id}.${timestamp}.`).update(raw).digest()
  if (!signature.split(fault === "header compared as one string" ? "\n" : " ").some((each) => fits(each, mac, fault))) {
    throw new Error("signature")
  }
}

function fits(each: string, mac: Buffer, fault: Fault): boolean {
  const [version, value = ""] = each.split(",")
  if (version !== "v1" && fault !== "any version") return false
  if (fault === "header compared as one string") return each === `v1,${mac.toString("base64")}`
  if (fault === "hexadecimal too" && value === mac.toString("hex")) return true
  const [receivedBytes, expectedBytes] =
    fault === "signature decoded"
      ? [Buffer.from(value, "base64"), mac]
      : [Buffer.from(value), Buffer.from(mac.toString("base64"))]
  return receivedBytes.length === expectedBytes.length && timingSafeEqual(receivedBytes, expectedBytes)
}

const types = /^email\.(sent|delivered|bounced|complained|opened|clicked|failed|received)$/

/** Responds to a request. If it throws, the framework responds with 500. */
export async function receive(fault: Fault, secret: string, deed: Deed, request: Incoming): Promise<Outgoing> {
  if (fault === "redirect to a login") return { status: 302, location: "/login" }
  if (request.method !== "POST") return { status: fault === "any method" ? 200 : 405 }
  if (fault === "answers too late") await pause(11_000)
  const { body } = request
  const id = request.header("webhook-id") ?? ""
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
  if (fault === "empty body is a ping" && bytes.length === 0) return { status: 200 }
  if (fault === "work before verifying") await deed.work()
  if (fault === "id kept before verifying") {
    if (deed.kept.has(id)) return { status: 200 }
    deed.kept.add(id)
  }
  try {
    verify(secret, request, fault === "decoded as latin1" ? Buffer.from(bytes).toString("latin1") : bytes, fault)
  } catch {
    return { status: fault === "refusals are 500" ? 500 : 400 }
  }
  const event = fault === "parser throws" ? JSON.parse(Buffer.from(bytes).toString()) : parse(bytes)
  if (event === undefined) return { status: 400 }
  const refusal = refusalOf(event, fault)
  if (refusal) return { status: refusal }
  if (fault === "work before verifying") return { status: 200 }
  await once(fault, deed, id)
  return { status: 200 }
}

function refusalOf(
  event: { type: string; timestamp: string; data: Record<string, unknown> },
  fault: Fault,
): number | undefined {
  if (fault === "strict types" && !types.test(event.type)) return 422
  if (fault === "strict fields" && ("added" in event.data || Object.keys(event).length > 3)) return 422
  if (fault === "late events refused" && Date.now() - Date.parse(event.timestamp) > 86_400_000) return 410
  if (fault === "test events crash" && event.data.message_id === null && event.data.test) return 500
  return undefined
}

async function once(fault: Fault, deed: Deed, id: string): Promise<void> {
  if (fault === "no memory" || fault === "id kept before verifying") return deed.work()
  if (fault === "looked before written") {
    if (deed.kept.has(id)) return
    await deed.work()
    deed.kept.add(id)
    return
  }
  if (deed.kept.has(id)) return
  if (fault === "id kept before work") {
    deed.kept.add(id)
    return deed.work()
  }
  const running = deed.underWay.get(id) ?? deed.work().then(() => deed.kept.add(id))
  deed.underWay.set(id, running)
  try {
    await running
  } finally {
    deed.underWay.delete(id)
  }
}

function parse(bytes: Uint8Array) {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
