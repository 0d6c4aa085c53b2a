const adapters = "of mas-sdk/webhooks/adapters"

/** Recognizes what frameworks pass to a route, and names the handler for it. */
const rows: readonly (readonly [is: (marks: FrameworkMarks) => boolean, advice: string])[] = [
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
    "pass a request of Node, as in Express, to nodeWebhookHandler with its response",
  ],
  [(value) => isRequest(value), "pass a Request to createWebhookHandler or verifyWebhookAsync"],
]

type FrameworkMarks = Readonly<Record<string, unknown>>

/** True for a `Request` of the platform or of a package: they differ in how their body is read. */
export function isRequest(value: unknown): value is Request {
  const { headers, method, text, arrayBuffer } = Object(value)
  const canRead = typeof text === "function" || typeof arrayBuffer === "function" || "body" in Object(value)
  return typeof Object(headers).get === "function" && typeof method === "string" && canRead
}

/** Advice on the handler for a framework's object; undefined if the framework is unknown. */
export function handlerFor(value: unknown): string | undefined {
  return rows.find(([is]) => is(Object(value)))?.[1]
}
