import { MasError } from "../mas-error.ts"
import { rawBodyRequired } from "./body.ts"
import { adviceFor } from "./body-advice.ts"
import type { WebhookHandlerOptions } from "./handler-options.ts"
import { type NodeWebhookRequest, type NodeWebhookResponse, nodeWebhookHandler, readNodeBody } from "./node-handler.ts"
import { createReceiver } from "./receiver.ts"
import { traceReceiver } from "./trace-receiver.ts"
import { verifyWebhook } from "./verify.ts"

// What the signatures below name, by name.
export type * from "./types.ts"

/** What is used of a Fastify instance. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyWebhookRequest, reply: FastifyWebhookReply) => Promise<void>): unknown
}
export interface FastifyWebhookRequest {
  readonly raw: NodeWebhookRequest
}
export interface FastifyWebhookReply {
  readonly raw: NodeWebhookResponse
  hijack(): unknown
}

/** The options of `fastifyWebhooks`. What Fastify reads of a plugin's options comes along with them. */
export type FastifyWebhookOptions<Tx = undefined, InTransaction extends boolean = true> = WebhookHandlerOptions<
  Tx,
  InTransaction
> & {
  /** The route, such as `/webhooks`. */
  path: string
  prefix?: string
  logLevel?: unknown
  logSerializers?: unknown
}

/**
 * `nodeWebhookHandler` as a plugin of Fastify: the route `path`, in a scope of its own, where no parser takes the body first.
 *
 * ```ts
 * app.register(fastifyWebhooks, { path: "/webhooks", secret, onEvent: (event) => queue.add(event) })
 * ```
 * With a store that has transactions, name their type: `register` cannot take it from `store`, and `tx` is `any` without it.
 *
 * ```ts
 * app.register(fastifyWebhooks<PoolClient>, { path: "/webhooks", secret, store, onEvent: (event, { tx }) => record(event, tx) })
 * ```
 * @throws {WebhookVerificationError} `invalid_secret`, when it is registered.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function fastifyWebhooks<Tx, InTransaction extends boolean = true>(
  app: FastifyScope,
  options: FastifyWebhookOptions<Tx, InTransaction>,
): Promise<void>
// `register` infers its options from the last of these: from a generic one it would infer none, and `event` would have no type.
export function fastifyWebhooks(
  app: FastifyScope,
  // biome-ignore lint/suspicious/noExplicitAny: what `tx` is depends on the store, which only the generic form can name.
  options: FastifyWebhookOptions<any, boolean>,
): Promise<void>
export async function fastifyWebhooks<Tx, InTransaction extends boolean>(
  app: FastifyScope,
  { path, prefix, logLevel, logSerializers, ...options }: FastifyWebhookOptions<Tx, InTransaction>,
): Promise<void> {
  if (typeof path !== "string") throw new MasError("path must be a string, such as /webhooks")
  const handler = nodeWebhookHandler(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (_request, _payload, done) => done(null))
  app.all(path, async (request, reply) => {
    reply.hijack()
    await handler(request.raw, reply.raw)
  })
}

/** What is used of the context of Koa. */
export interface KoaWebhookContext {
  readonly req: NodeWebhookRequest
  /** Where body parsers leave what they made of the body: `body`, `rawBody`. Koa's own type has neither. */
  readonly request: { readonly body?: unknown; readonly rawBody?: unknown } | object
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

/**
 * `nodeWebhookHandler` as middleware of Koa.
 *
 * ```ts
 * router.all("/webhooks", koaWebhookHandler({ secret, onEvent }))
 * ```
 * Reads the body itself, or takes the text that `@koa/bodyparser` keeps as `ctx.request.rawBody`.
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function koaWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (context: KoaWebhookContext) => Promise<void> {
  const receive = traceReceiver(createReceiver(options, verifyWebhook))
  return async (context) => {
    const { req, request } = context
    const { status, text, headers } = await receive(req, (max) => readNodeBody(req, max, request))
    context.status = status
    context.set(headers)
    context.body = text
  }
}

/** What is used of an event of AWS Lambda: from API Gateway (payload 1.0 or 2.0), a function URL or a load balancer. */
export interface LambdaWebhookEvent {
  readonly httpMethod?: string | undefined
  /** With `http.method` in payload 2.0 and from a function URL; from others it has nothing that is read. */
  readonly requestContext?: { readonly http?: { readonly method: string } | undefined } | object | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
}
export interface LambdaWebhookAnswer {
  statusCode: number
  headers: Record<string, string>
  /** The same, for a load balancer that is set to headers of several values: it reads these alone. */
  multiValueHeaders?: Record<string, string[]>
  body: string
  isBase64Encoded: boolean
}

/**
 * `createWebhookHandler` for AWS Lambda, behind API Gateway, a function URL or a load balancer.
 *
 * ```ts
 * export const handler = lambdaWebhookHandler({ secret: () => process.env.MAS_WEBHOOK_SECRET, store, onEvent })
 * ```
 * Instances share no memory: give it a `store` that they share (`mas-sdk/stores`).
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function lambdaWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (event: LambdaWebhookEvent) => Promise<LambdaWebhookAnswer> {
  const receive = traceReceiver(createReceiver(options, verifyWebhook))
  return async (event) => {
    const { http }: { readonly http?: { readonly method: string } | undefined } = event.requestContext ?? {}
    const method = event.httpMethod ?? http?.method
    const headers = event.headers ?? event.multiValueHeaders ?? {}
    const reply = await receive({ method, headers }, async (max) => {
      const body = lambdaBody(event)
      return body.length > max ? undefined : body
    })
    const several = Object.entries(reply.headers).map(([name, value]) => [name, [value]])
    return {
      statusCode: reply.status,
      headers: { ...reply.headers },
      ...(!event.headers && event.multiValueHeaders && { multiValueHeaders: Object.fromEntries(several) }),
      body: reply.text,
      isBase64Encoded: false,
    }
  }
}

function lambdaBody(event: LambdaWebhookEvent): Uint8Array {
  const { body, isBase64Encoded = false } = event
  if (typeof (body ?? "") !== "string") throw rawBodyRequired(adviceFor({ isBase64Encoded }))
  return Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8")
}
