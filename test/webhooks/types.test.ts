import { createServer, type IncomingHttpHeaders } from "node:http"
import type {
  ALBEvent,
  ALBHandler,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  LambdaFunctionURLHandler,
} from "aws-lambda"
import type { FastifyInstance } from "fastify"
import type { PoolClient } from "pg"
import { describe, expectTypeOf, it } from "vitest"
import { fastifyWebhooks, lambdaWebhookHandler } from "../../sdk/webhooks/adapters.ts"
import {
  createWebhookHandler,
  type EmailBouncedEvent,
  type EmailClickedEvent,
  memoryStore,
  nodeWebhookHandler,
  type signWebhook,
  type TransactionalStore,
  type UnknownEventData,
  type UnknownWebhookEvent,
  verifyWebhook,
  verifyWebhookAsync,
  type WebhookContext,
  type WebhookEvent,
  type WebhookEventMap,
  type WebhookEventType,
  type WebhookHandlerOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from "../../sdk/webhooks/index.ts"

const secret = "whsec_bmV3"

describe("the type of a verified event", () => {
  it("narrows to one event by its type, and to unknown events by default", () => {
    const read = (event: WebhookEvent) => {
      expectTypeOf(event.id).toEqualTypeOf<string>()
      expectTypeOf(event.timestamp).toEqualTypeOf<string>()
      switch (event.type) {
        case "email.bounced":
          expectTypeOf(event).toEqualTypeOf<EmailBouncedEvent>()
          expectTypeOf(event.data.bounce.type).toEqualTypeOf<"hard" | "soft">()
          return
        case "email.clicked":
          expectTypeOf(event).toEqualTypeOf<EmailClickedEvent>()
          expectTypeOf(event.data.url).toEqualTypeOf<string>()
          return
        case "email.opened":
        case "email.delivered":
          expectTypeOf(event.data.message_id).toEqualTypeOf<number | null>()
          return
        case "email.sent":
        case "email.complained":
        case "email.failed":
        case "email.received":
          return
        default: {
          expectTypeOf(event).toEqualTypeOf<UnknownWebhookEvent>()
          expectTypeOf(event.data).toEqualTypeOf<UnknownEventData>()
          expectTypeOf(event.data.more).toEqualTypeOf<unknown>()
          expectTypeOf(event.type).toExtend<string>()
          const type: string = event.type
          return type === "sms.sent"
        }
      }
    }
    expectTypeOf(read).parameter(0).toEqualTypeOf<WebhookEvent>()
    expectTypeOf<keyof WebhookEventMap>().toEqualTypeOf<WebhookEventType>()
  })

  it("has the common fields of all events before its type is known", () => {
    const read = ({ data }: WebhookEvent) => [
      data.message_id,
      data.to,
      data.subject,
      data.idempotency_key,
      data.tags,
      data.test,
    ]
    expectTypeOf(read).returns.toEqualTypeOf<
      (string | number | boolean | Record<string, string> | null | undefined)[]
    >()
    const order = (event: WebhookEvent) => event.data.tags?.order
    expectTypeOf(order).returns.toEqualTypeOf<string | undefined>()
  })

  it("is the return type of verification", () => {
    expectTypeOf(verifyWebhook).returns.toEqualTypeOf<WebhookEvent>()
    expectTypeOf(verifyWebhookAsync).returns.resolves.toEqualTypeOf<WebhookEvent>()
    expectTypeOf<Parameters<WebhookHandlerOptions["onEvent"]>>().toEqualTypeOf<
      [event: WebhookEvent, context: WebhookContext]
    >()
  })
})

describe("the types of arguments", () => {
  it("accept the headers of fetch and of Node, those of signWebhook, and records", () => {
    expectTypeOf<Headers>().toExtend<WebhookHeaders>()
    expectTypeOf<IncomingHttpHeaders>().toExtend<WebhookHeaders>()
    expectTypeOf<ReturnType<typeof signWebhook>>().toExtend<WebhookHeaders>()
    expectTypeOf<Record<string, string>>().toExtend<WebhookHeaders>()
    expectTypeOf<Map<string, string>>().toExtend<WebhookHeaders>()
    expectTypeOf<number>().not.toExtend<WebhookHeaders>()
  })

  it("refuse a parsed body and a request without a secret", () => {
    const misuse = () => {
      // @ts-expect-error a parsed body
      verifyWebhook({ type: "email.sent" }, {}, secret)
      // @ts-expect-error the synchronous form cannot read a request
      verifyWebhook(new Request("http://localhost"), secret)
      // @ts-expect-error no secret
      return verifyWebhookAsync(new Request("http://localhost"))
    }
    expectTypeOf(misuse).toBeFunction()
  })

  it("fit node:http, Express and custom stores", () => {
    const mounted = () => {
      const handler = nodeWebhookHandler({ secret, onEvent: async (event) => event.id, store: memoryStore() })
      createServer(handler)
      return handler
    }
    type Middleware = (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void) => void
    expectTypeOf<ReturnType<typeof mounted>>().toExtend<Middleware>()
    expectTypeOf(createWebhookHandler).returns.toEqualTypeOf<(request: Request) => Promise<Response>>()
    expectTypeOf(memoryStore).toBeCallableWith({ max: 5 })
  })

  it("fit every AWS handler of an endpoint", () => {
    const createHandler = () => lambdaWebhookHandler({ secret, onEvent: (event) => event.id })
    type Made = ReturnType<typeof createHandler>
    expectTypeOf<Made>().toExtend<APIGatewayProxyHandler>()
    expectTypeOf<Made>().toExtend<APIGatewayProxyHandlerV2>()
    expectTypeOf<Made>().toExtend<LambdaFunctionURLHandler>()
    expectTypeOf<Made>().toExtend<ALBHandler>()
    expectTypeOf<APIGatewayProxyEvent | APIGatewayProxyEventV2 | ALBEvent>().toExtend<Parameters<Made>[0]>()
  })

  it("give the event and the transaction to a handler written inline for Fastify", () => {
    const registered = (app: FastifyInstance, store: TransactionalStore<PoolClient>) => [
      app.register(fastifyWebhooks, {
        path: "/webhooks",
        secret,
        store,
        onEvent: (event, { tx }) => [expectTypeOf(event).toEqualTypeOf<WebhookEvent>(), expectTypeOf(tx).toBeAny()],
      }),
      app.register(fastifyWebhooks<PoolClient>, {
        path: "/webhooks",
        secret,
        store,
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolClient>(),
      }),
    ]
    expectTypeOf(registered).toBeFunction()
  })

  it("cover every reason, so that a switch over them is checked", () => {
    expectTypeOf<"timestamp_too_old">().toExtend<WebhookVerificationReason>()
    expectTypeOf<"anything">().not.toExtend<WebhookVerificationReason>()
  })
})

/** As Express declares them: Node's, with a body of type any. */
interface ExpressRequest extends InstanceType<typeof import("node:http").IncomingMessage> {
  body: unknown
}
interface ExpressResponse extends InstanceType<typeof import("node:http").ServerResponse> {
  json(value: unknown): this
}
