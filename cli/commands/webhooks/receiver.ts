import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { finished } from "node:stream/promises"
import { depthOfJson } from "../../../sdk/contract/core/json-depth.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { redactText } from "../../../sdk/contract/core/redact.ts"
import type { WebhookVerificationReason } from "../../../sdk/webhooks/errors.ts"
import { WebhookVerificationError } from "../../../sdk/webhooks/errors.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import { verifyWebhook } from "../../../sdk/webhooks/verify.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { causeOf } from "../../terminal/report/connection-cause.ts"
import { AttemptCount, isLate } from "./attempts.ts"
import { foreignRefusal } from "./foreign-refusal.ts"
import { firstLine, post, reasonOf } from "./post.ts"
import type { SigningTime } from "./signing-clock.ts"

export interface Received {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The `webhook-id` header. */
  readonly id: string
  /** Undefined when the signature was rejected; without verification, any JSON received. */
  readonly event: { readonly type: unknown; readonly timestamp: unknown; readonly data: unknown } | undefined
  /** False when the signature was not verified. */
  readonly isVerified: boolean
  readonly refusal: { readonly reason: WebhookVerificationReason; readonly message: string } | undefined
  /** The response of the program behind `--forward-to`; undefined when nothing was forwarded. */
  readonly forwarded: Forwarded | undefined
  /** The status returned to the service. */
  readonly status: number
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** As received, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Forwarded {
  readonly url: string
  /** Undefined when there was no response. */
  readonly status?: number | undefined
  readonly error?: string | undefined
  /** What to do when the certificate was rejected. */
  readonly advice?: string | undefined
  /** True when the response was too long: its beginning went back to the service. */
  readonly isCut?: boolean
  /** The first line of a response other than 2xx. */
  readonly response?: string | undefined
  /** Milliseconds. */
  readonly duration: number
}

/** The receiver's address, and how it handles requests. */
export interface ReceiverOptions {
  readonly port: number
  readonly forwardTo: string | undefined
  /** Event types; other events are only acknowledged. Undefined accepts all types. */
  readonly types: readonly string[] | undefined
  /** The current time of the signer, given the time in the signature (milliseconds since 1970). */
  readonly signingTime: (signed: number) => Promise<SigningTime>
  /** Accepts requests without verifying the signature, and any certificate of the forwarding target. */
  readonly skipVerify: boolean
  /** The address at which the service reaches this receiver; undefined when it is the receiver's own, or unknown. */
  readonly publicUrl: string | undefined
  /** The number of earlier attempts that the service made for an event. */
  readonly attemptsBefore: (id: string) => Promise<number | undefined>
  readonly now: () => number
  readonly signal: AbortSignal
}

const maxBodyBytes = 5 * 1024 * 1024
/** Hop-by-hop headers, which are not forwarded. */
const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|expect)$/i

/** Receives webhooks on loopback, verifies and forwards them. */
export class Receiver {
  readonly #server: Server
  readonly #waiting: Received[] = []
  readonly #attempts: AttemptCount
  #wake: () => void = () => {}
  /** Signing secrets: one of them must match. */
  secrets: readonly string[] = []

  private constructor(private readonly options: ReceiverOptions) {
    this.#attempts = new AttemptCount(options.attemptsBefore)
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch(() => response.destroy())
    })
  }

  static async start(options: ReceiverOptions): Promise<Receiver> {
    const receiver = new Receiver(options)
    const server = receiver.#server
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) =>
        reject(
          new CliError(`Cannot listen on port ${options.port}: ${reasonFor(error)}`, exitCodes.failure, {
            cause: error,
            hint: "Omit --port to use a free one.",
          }),
        ),
      )
      server.listen(options.port, "127.0.0.1", resolve)
    })
    return receiver
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return localAddress(port)
  }

  /** Yields `count` received requests in the order of the responses, or until the signal aborts. */
  async *events(count: number): AsyncGenerator<Received, void, undefined> {
    const { signal } = this.options
    const onAbort = () => this.#wake()
    signal.addEventListener("abort", onAbort)
    try {
      for (let remaining = count; remaining > 0; ) {
        const next = this.#waiting.shift()
        if (next) {
          remaining -= 1
          yield next
        } else if (signal.aborted) return
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      signal.removeEventListener("abort", onAbort)
    }
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeIdleConnections()
    // Requests in progress get 2 seconds to finish.
    const cut = setTimeout(() => this.#server.closeAllConnections(), 2_000)
    await closed
    clearTimeout(cut)
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") {
      response.writeHead(405, { Allow: "POST" }).end()
      return
    }
    // A signature proves more than these headers do.
    const refusal = this.options.skipVerify ? foreignRefusal(request, this.options.publicUrl) : undefined
    if (refusal !== undefined) {
      response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(refusal)
      return
    }
    const body = await readBody(request)
    if (body === undefined) {
      response.writeHead(413, { Connection: "close" }).end()
      return
    }
    // The service nests no event so deep, and showing one would overflow the stack.
    if (depthOfJson(body.toString()) > limits.jsonDepth) {
      response.writeHead(400).end()
      return
    }
    const at = this.options.now()
    const id = String(request.headers["webhook-id"] ?? "")
    const checked = await this.#check(request, body)
    const { types } = this.options
    if (checked.event && types && !types.some((type) => type === checked.event?.type)) {
      response.writeHead(200).end()
      return
    }
    const attempt = await this.#attempts.next(id, isLate(checked.event?.timestamp, request.headers))
    const { forwardTo } = this.options
    const forwarded = checked.event && forwardTo ? await this.#forward(forwardTo, request, body, response) : undefined
    const status = checked.event ? (forwarded ? (forwarded.status ?? 502) : 200) : 400
    if (checked.event) this.#attempts.settle(id, attempt, isAcknowledged(status))
    if (!response.headersSent) response.writeHead(status).end()
    // Until the response is sent, or its connection closed.
    await finished(response).catch(() => {})
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    this.#waiting.push({ at, id, ...checked, forwarded, status, attempt, headers, body })
    this.#wake()
  }

  async #check(
    { headers }: IncomingMessage,
    body: Uint8Array,
  ): Promise<Pick<Received, "event" | "refusal" | "isVerified">> {
    const { signingTime, skipVerify } = this.options
    if (skipVerify) return { event: unchecked(body), refusal: undefined, isVerified: false }
    try {
      const time = await signingTime(Number(headers["webhook-timestamp"]) * 1_000)
      const event = verifyWebhook(body, headers, this.secrets, time)
      return { event, refusal: undefined, isVerified: true }
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return { event: undefined, refusal: { reason: error.reason, message: error.message }, isVerified: false }
    }
  }

  /** Sends an event to this receiver as the service would: it is verified, shown and forwarded like any other. */
  async resend({ id, body }: Pick<Received, "id" | "body">): Promise<void> {
    const [secret] = this.secrets
    const { now, signingTime } = this.options
    const timestamp = Math.floor((await signingTime(now())).now / 1_000)
    const signed = secret === undefined ? { "webhook-id": id } : signWebhook({ id, timestamp, body, secret })
    const headers = { ...signed, "content-type": "application/json", "content-length": String(body.byteLength) }
    await post(this.url, { headers, body, timeout: 2 * limits.webhookAckTimeout })
  }

  /** Forwards headers and bytes unchanged, and returns the program's response to the service. */
  async #forward(
    url: string,
    { rawHeaders }: IncomingMessage,
    body: Uint8Array,
    response: ServerResponse,
  ): Promise<Forwarded> {
    const { now, signal, skipVerify } = this.options
    const started = now()
    const forwarded = redactText(url)
    const headers = [...endToEndHeaders(rawHeaders), "Host", new URL(url).host]
    try {
      const reply = await post(url, {
        headers,
        body,
        timeout: limits.webhookAckTimeout,
        signal,
        anyCertificate: skipVerify,
      })
      const { status, contentType, isCut } = reply
      response.writeHead(status, contentType === undefined ? {} : { "Content-Type": contentType }).end(reply.body)
      const reason = isAcknowledged(status) ? undefined : firstLine(reply)
      return { url: forwarded, status, isCut, response: reason, duration: now() - started }
    } catch (error) {
      const cause = error instanceof Error ? causeOf(error, url) : undefined
      const advice = cause?.isCertificate ? cause.advice : undefined
      return { url: forwarded, error: reasonOf(error, url), advice, duration: now() - started }
    }
  }
}

export const localAddress = (port: number): string => `http://127.0.0.1:${port}/`

export const isAcknowledged = (status: number): boolean => status >= 200 && status < 300

/** True for a status with which receivers reject a signature. */
export const isSignatureRejection = (status: number | undefined): boolean => status === 400 || status === 401

/** Parses a body without verification. */
function unchecked(body: Uint8Array): Received["event"] {
  const value = jsonFromText(new TextDecoder().decode(body))
  const existing = typeof value === "object" && value !== null ? { ...value } : {}
  return { type: "unknown", timestamp: "", data: {}, ...existing }
}

/** Alternating names and values, without hop-by-hop headers. */
const endToEndHeaders = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !hopByHop.test(rawHeaders[index - (index % 2)] ?? ""))

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > maxBodyBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const reasonFor = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? "it is in use" : error.message)
