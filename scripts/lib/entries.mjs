/** What users import, by the name of its file in dist, and the source of each. */
export const portable = { index: "sdk/index.ts", webhooks: "sdk/webhooks/index.ts" }
export const client = {
  ...portable,
  adapters: "sdk/adapters/index.ts",
  "contacts-csv": "sdk/contacts-csv/index.ts",
  lint: "sdk/lint/index.ts",
  otel: "sdk/otel.ts",
  outbox: "sdk/outbox/index.ts",
  stores: "sdk/stores/index.ts",
  "webhook-adapters": "sdk/webhooks/adapters.ts",
}
export const schemas = { contract: "sdk/contract/index.ts", validation: "sdk/validation.ts" }
export const service = { "mock-server": "mock-server/index.ts", msw: "mock-server/msw.ts" }
