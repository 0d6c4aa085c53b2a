import { MasError } from "../base/mas-error.ts"
import { type LambdaWebhookEvent, type LambdaWebhookResponse, lambdaMethod, lambdaReply } from "./lambda.ts"
import type { NodeWebhookResponse } from "./node-handler.ts"
import { parameter, type UnsubscribeOptions, type UnsubscribeReply, unsubscribeReceiver } from "./unsubscribe.ts"
import { type NodeUnsubscribeRequest, nodeUnsubscribeHandler, tokenIn } from "./unsubscribe-handlers.ts"

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyUnsubscribeScope {
  /** Removes all body parsers: the body is not read. */
  removeAllContentTypeParsers(): void
  /** Adds a body parser. */
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
  /** Adds a route for every method. */
  all(
    path: string,
    handler: (
      request: { readonly raw: NodeUnsubscribeRequest },
      reply: { readonly raw: NodeWebhookResponse; hijack(): unknown },
    ) => Promise<void>,
  ): unknown
}

/** `nodeUnsubscribeHandler` as a Fastify plugin: `app.register(fastifyUnsubscribe, { path: "/unsubscribe", secret, onUnsubscribe })`. */
export async function fastifyUnsubscribe(
  app: FastifyUnsubscribeScope,
  { path, prefix: _, ...options }: UnsubscribeOptions & { readonly path: string; readonly prefix?: string },
): Promise<void> {
  if (typeof path !== "string") throw new MasError("path must be a string, such as /unsubscribe")
  const handler = nodeUnsubscribeHandler(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (_request, _payload, done) => done(null))
  app.all(path, async (request, reply) => {
    reply.hijack()
    await handler(request.raw, reply.raw)
  })
}

/** The part of a Koa context that the handler uses. */
export interface KoaUnsubscribeContext {
  /** The Node request. */
  readonly req: NodeUnsubscribeRequest
  /** The response status. */
  status: number
  /** The response body. */
  body: unknown
  /** Sets response headers. */
  set(headers: Record<string, string>): void
}

/** `nodeUnsubscribeHandler` as Koa middleware: `router.all("/unsubscribe", koaUnsubscribeHandler({ secret, onUnsubscribe }))`. */
export function koaUnsubscribeHandler(options: UnsubscribeOptions): (context: KoaUnsubscribeContext) => Promise<void> {
  const receive = unsubscribeReceiver(options)
  return async (context) => {
    const { status, text, headers } = await receive(context.req.method, tokenIn(context.req.url))
    Object.assign(context, { status, body: text })
    context.set(headers)
  }
}

/** The part of an AWS Lambda event that the handler uses: API Gateway (payload 1.0 or 2.0), function URL or load balancer. */
export interface LambdaUnsubscribeEvent extends Pick<LambdaWebhookEvent, "httpMethod" | "requestContext"> {
  /** The query by name. */
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null | undefined
  /** The query by name, from load balancers with that setting. */
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined
}
/** The response for AWS Lambda. */
export interface LambdaUnsubscribeResponse extends Omit<LambdaWebhookResponse, "isBase64Encoded"> {}

/** `createUnsubscribeHandler` for AWS Lambda: `export const handler = lambdaUnsubscribeHandler({ secret, onUnsubscribe })`. */
export function lambdaUnsubscribeHandler(
  options: UnsubscribeOptions,
): (event: LambdaUnsubscribeEvent) => Promise<LambdaUnsubscribeResponse> {
  const receive = unsubscribeReceiver(options)
  return async (event) => {
    const { queryStringParameters: query, multiValueQueryStringParameters: all } = event
    const reply = await receive(lambdaMethod(event), query?.[parameter] ?? all?.[parameter]?.[0])
    return lambdaReply(reply, !query && Boolean(all))
  }
}

/** The part of an Azure Functions request (programming model v4) that the handler uses. */
export interface AzureUnsubscribeRequest {
  /** The method of the request. */
  readonly method: string
  /** The address of the request. */
  readonly url: string
}

/** `createUnsubscribeHandler` for Azure Functions v4, with `methods: ["GET", "POST"], authLevel: "anonymous"`. */
export function azureUnsubscribeHandler(
  options: UnsubscribeOptions,
): (request: AzureUnsubscribeRequest) => Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const receive = unsubscribeReceiver(options)
  return async ({ method, url }) => {
    const { status, headers, text }: UnsubscribeReply = await receive(method, tokenIn(url))
    return { status, headers, body: text }
  }
}
