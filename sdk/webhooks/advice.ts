/** What to do about a body that was parsed before. */
export const usualAdvice = "in Express, mount the webhook before express.json() or behind express.raw()"

/** The same by the marks of each framework on what it hands over. */
export function adviceFor(request: object): string {
  return rows.find(([mark]) => mark in request)?.[1] ?? "in Fastify or Koa, take mas-sdk/webhooks/adapters"
}

const rows = [
  ["bodyUsed", "hand over the request before anything reads it"],
  ["isBase64Encoded", "in API Gateway, use a proxy integration, which hands the body over as text"],
  ["ctx", "in Koa, mount the webhook before the body parser"],
  ["previewData", "in Next.js, export const config = { api: { bodyParser: false } }"],
  ["body", usualAdvice],
] as const
