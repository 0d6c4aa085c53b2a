import { MasError } from "../base/mas-error.ts"
import { rawBodyRequired, readRequest } from "./body.ts"
import { adviceFor } from "./body-advice.ts"
import type { WebhookHandlerOptions } from "./handler-options.ts"
import { type LambdaWebhookEvent, type LambdaWebhookResponse, lambdaMethod, lambdaReply } from "./lambda.ts"
import { type NodeWebhookRequest, type NodeWebhookResponse, nodeWebhookHandler, readNodeBody } from "./node-handler.ts"
import { createReceiver } from "./receiver.ts"
import { traceReceiver } from "./trace-receiver.ts"
import { verifyWebhook } from "./verify.ts"

// Types that the signatures below refer to.
export type { LambdaWebhookEvent, LambdaWebhookResponse } from "./lambda.ts"
export type * from "./types.gen.ts"
export * from "./unsubscribe-adapters.ts"

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyScope {
  /** Removes all body parsers, so that bodies stay unread. */
  removeAllContentTypeParsers(): void
  /** Adds a body parser. */
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
  /** Adds a route for every method. */
  all(path: string, handler: (request: FastifyWebhookRequest, reply: FastifyWebhookReply) => Promise<void>): unknown
}
export interface FastifyWebhookRequest {
  /** The Node request. */
  readonly raw: NodeWebhookRequest
}
export interface FastifyWebhookReply {
  /** The Node response. */
  readonly raw: NodeWebhookResponse
  /** Leaves the response to the handler. */
  hijack(): unknown
}

/** The options of `fastifyWebhooks`, together with Fastify's own plugin options. */
export type FastifyWebhookOptions<Tx = undefined, InTransaction extends boolean = true> = WebhookHandlerOptions<
  Tx,
  InTransaction
> & {
  /** The route, such as `/webhooks`. */
  path: string
  /** The mount path. */
  prefix?: string
  /** The log level of this route's requests. */
  logLevel?: unknown
  /** How requests of this route are logged. */
  logSerializers?: unknown
}

/**
 * `nodeWebhookHandler` as a Fastify plugin: registers the route `path` in its own scope, so that no parser consumes the body
 * first.
 *
 * ```ts
 * app.register(fastifyWebhooks, { path: "/webhooks", secret, onEvent: (event) => queue.add(event) })
 * ```
 * With a transactional store, name the type of its transaction: `register` cannot infer it from `store`, and `tx` would be `any`.
 *
 * ```ts
 * app.register(fastifyWebhooks<PoolClient>, { path: "/webhooks", secret, store, onEvent: (event, { tx }) => record(event, tx) })
 * ```
 * @throws {WebhookVerificationError} `invalid_secret`, at registration.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function fastifyWebhooks<Tx, InTransaction extends boolean = true>(
  app: FastifyScope,
  options: FastifyWebhookOptions<Tx, InTransaction>,
): Promise<void>
// `register` infers its options from the last overload. From a generic one it infers nothing, and `event` would have no type.
export function fastifyWebhooks(
  app: FastifyScope,
  // biome-ignore lint/suspicious/noExplicitAny: the type of `tx` depends on the store, which only the generic overload can name.
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

/** The part of a Koa context that the handler uses. */
export interface KoaWebhookContext {
  /** The Node request. */
  readonly req: NodeWebhookRequest
  /** Where body parsers store the body: `body`, `rawBody`. Koa's own type has neither. */
  readonly request:
    | {
        /** The parsed body. */
        readonly body?: unknown
        /** The body as received. */
        readonly rawBody?: unknown
      }
    | object
  /** The response status. */
  status: number
  /** The response body. */
  body: unknown
  /** Sets response headers. */
  set(headers: Record<string, string>): void
}

/**
 * `nodeWebhookHandler` as Koa middleware.
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

/**
 * `createWebhookHandler` for AWS Lambda, behind API Gateway, a function URL or a load balancer.
 *
 * ```ts
 * export const handler = lambdaWebhookHandler({ secret: () => process.env.MAS_WEBHOOK_SECRET, store, onEvent })
 * ```
 * Instances do not share memory: pass a shared `store` (`mas-sdk/stores`).
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function lambdaWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (event: LambdaWebhookEvent) => Promise<LambdaWebhookResponse> {
  const receive = traceReceiver(createReceiver(options, verifyWebhook))
  return async (event) => {
    const method = lambdaMethod(event)
    const headers = event.headers ?? event.multiValueHeaders ?? {}
    const reply = await receive({ method, headers }, async (max) => {
      const body = lambdaBody(event)
      return body.length > max ? undefined : body
    })
    const hasOnlySeveral = !event.headers && Boolean(event.multiValueHeaders)
    return { ...lambdaReply(reply, hasOnlySeveral), isBase64Encoded: false }
  }
}

function lambdaBody(event: LambdaWebhookEvent): Uint8Array {
  const { body, isBase64Encoded = false } = event
  if (typeof (body ?? "") !== "string") throw rawBodyRequired(adviceFor({ isBase64Encoded }))
  return Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8")
}

/** The part of an Azure Functions request (programming model v4) that the handler uses. */
export interface AzureWebhookRequest {
  /** The method of the request. */
  readonly method: string
  /** Headers, by names in any case. */
  readonly headers: {
    /** The value of a header; null if it is absent. */
    get(name: string): string | null
  }
  /** The body, unread. */
  readonly body: AsyncIterable<Uint8Array> | null
  /** True if the body was already read. */
  readonly bodyUsed: boolean
}
export interface AzureWebhookResponse {
  /** The response status. */
  status: number
  /** Headers by name. */
  headers: Record<string, string>
  /** The body, as text. */
  body: string
}

/**
 * `createWebhookHandler` for Azure Functions v4, whose requests and responses differ from those of `fetch`.
 *
 * ```ts
 * app.http("webhooks", { methods: ["POST"], authLevel: "anonymous", handler: azureWebhookHandler({ secret, store, onEvent }) })
 * ```
 * Instances do not share memory: pass a shared `store` (`mas-sdk/stores`).
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function azureWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (request: AzureWebhookRequest) => Promise<AzureWebhookResponse> {
  const receive = traceReceiver(createReceiver(options, verifyWebhook))
  return async (request) => {
    const { status, headers, text } = await receive(request, (max) => readRequest(request, max))
    return { status, headers: { ...headers }, body: text }
  }
}
