import { MasError } from "../base/mas-error.ts"
import { isRaw, type RawBody, rawBodyRequired, readStream } from "./body.ts"
import { adviceFor } from "./body-advice.ts"
import { handlerFor } from "./framework-advice.ts"
import type { WebhookHandlerOptions } from "./handler-options.ts"
import { createReceiver } from "./receiver.ts"
import { traceReceiver } from "./trace-receiver.ts"
import { verifyWebhook } from "./verify.ts"

/** The part of a `node:http` request that the handler uses, with what Express and similar frameworks add. */
export interface NodeWebhookRequest extends AsyncIterable<Uint8Array> {
  /** The method of the request. */
  readonly method?: string | undefined
  /** Headers by lower-case name. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  /** Set by `express.raw()` and `express.text()`; also by `express.json()`, which is too late to verify a signature. */
  readonly body?: unknown
  /** Set by cloud functions, and by body parsers configured to keep it. */
  readonly rawBody?: unknown
  /** True if the body was already read. */
  readonly readableDidRead?: boolean
  /** Set by `setEncoding`: the body arrives as text, which may differ from the received bytes. */
  readonly readableEncoding?: unknown
}

/** The part of a `node:http` response that the handler uses. */
export interface NodeWebhookResponse {
  /** True if a response has started. */
  readonly headersSent?: boolean
  /** Starts the response. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Ends the response. */
  end(text: string): unknown
}

/**
 * `createWebhookHandler` for `node:http`, Express, Connect, API routes of Next.js and similar; for Fastify, Koa and AWS Lambda
 * see `mas-sdk/webhooks/adapters`.
 *
 * ```ts
 * app.post("/hooks", nodeWebhookHandler({ secret, onEvent }))   // before app.use(express.json())
 * ```
 * Reads the raw body itself, or takes `req.rawBody`, or the bytes or text that `express.raw()` or `express.text()` left in
 * `req.body`. A body that was parsed to an object gets 500 and a text that says how to mount the handler.
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function nodeWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (request: NodeWebhookRequest, response: NodeWebhookResponse) => Promise<void> {
  const receive = traceReceiver(createReceiver(options, verifyWebhook))
  return async (request, response) => {
    if (typeof response?.writeHead !== "function") {
      const advice = handlerFor(request) ?? "nodeWebhookHandler takes a request and a response of Node"
      throw new MasError(`There is no response object: ${advice}`)
    }
    const { text, status, headers } = await receive(request, (max) => readNodeBody(request, max))
    // Other code, such as a timeout middleware, has already responded.
    if (response.headersSent) return
    response.writeHead(status, headers)
    response.end(text)
  }
}

/** The body of a request, or the copy that a parser kept; undefined when it is larger than `max` bytes. */
export async function readNodeBody(
  request: NodeWebhookRequest,
  max: number,
  parsed: Pick<NodeWebhookRequest, "rawBody" | "body"> = request,
): Promise<RawBody | undefined> {
  const raw = [parsed.rawBody, parsed.body].find(isRaw)
  if (raw !== undefined) return raw.length <= max ? raw : undefined
  if (request.readableDidRead || request.readableEncoding) throw rawBodyRequired(adviceFor(parsed))
  const stream: NodeWebhookRequest & Resumable = request
  const chunks = stream.iterator?.({ destroyOnReturn: false }) ?? request
  const body = await readStream(chunks, request.headers["content-length"], max)
  // The rest of a body that is too large is read and discarded, so that the connection and the response survive.
  if (body === undefined) stream.resume?.()
  return body
}

/** Further methods of Node streams. */
interface Resumable {
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
  resume?(): unknown
}
