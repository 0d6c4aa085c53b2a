/** Advice for a body that was already parsed. */
export const usualAdvice = "in Express, mount the webhook before express.json() or behind express.raw()"

/** Advice for a body that was already read; recognizes frameworks by properties of the request. */
export function adviceFor(request: object): string {
  return rows.find(([mark]) => mark in request)?.[1] ?? unknown
}

const unknown =
  "something read the request before this handler: mount the handler first (in Fastify by fastifyWebhooks of mas-sdk/webhooks/adapters)"

const rows: readonly (readonly [mark: PropertyKey, advice: string])[] = [
  ["bodyUsed", "hand over the request before anything reads it"],
  ["isBase64Encoded", "in API Gateway, use a proxy integration, which hands the body over as text"],
  ["ctx", "in Koa, mount the webhook before the body parser"],
  ["previewData", "in Next.js, export const config = { api: { bodyParser: false } }"],
  [Symbol.for("h3RawBody"), "in h3, hand over event.node.req before readBody or readRawBody"],
  ["baseUrl", usualAdvice],
  ["body", usualAdvice],
]
