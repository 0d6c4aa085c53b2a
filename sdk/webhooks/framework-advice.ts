const adapters = "of mas-sdk/webhooks/adapters"

/** What frameworks hand to a route, by its marks, and which handler takes what part of it. */
const rows: readonly (readonly [is: (given: FrameworkMarks) => boolean, advice: string])[] = [
  [({ app, req, request }) => Boolean(app && req && request), `in Koa, use koaWebhookHandler ${adapters}`],
  [({ raw, routeOptions }) => Boolean(raw && routeOptions), `in Fastify, register fastifyWebhooks ${adapters}`],
  [
    ({ raw, routeIndex }) => Boolean(raw) && routeIndex !== undefined,
    "in Hono, hand c.req.raw to createWebhookHandler",
  ],
  [({ req }) => isRequest(Object(req).raw), "in Hono, hand c.req.raw to createWebhookHandler"],
  [
    ({ node }) => Boolean(Object(node).req),
    "in h3, hand event.node.req and event.node.res to nodeWebhookHandler, or toWebRequest(event) to createWebhookHandler",
  ],
  [({ req }) => isRequest(req), "in h3, hand event.req to createWebhookHandler"],
  [({ request }) => isRequest(request), "hand event.request to createWebhookHandler"],
  [({ requestContext }) => Boolean(requestContext), `in AWS Lambda, use lambdaWebhookHandler ${adapters}`],
  [
    ({ rawHeaders }) => Boolean(rawHeaders),
    "a request of Node, as Express has it, goes to nodeWebhookHandler with its response",
  ],
  [(given) => isRequest(given), "a Request goes to createWebhookHandler or verifyWebhookAsync"],
]

type FrameworkMarks = Readonly<Record<string, unknown>>

/** A `Request`, of the platform or of a package: they differ in how their body is read. */
export function isRequest(given: unknown): given is Request {
  const { headers, method, text, arrayBuffer } = Object(given)
  const canRead = typeof text === "function" || typeof arrayBuffer === "function" || "body" in Object(given)
  return typeof Object(headers).get === "function" && typeof method === "string" && canRead
}

/** Which handler takes what was given, by the marks of its framework; undefined where there are none. */
export function handlerFor(given: unknown): string | undefined {
  return rows.find(([is]) => is(Object(given)))?.[1]
}
