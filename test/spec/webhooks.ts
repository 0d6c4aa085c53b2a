import type {
  IdParams,
  TestWebhook,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookGetQuery,
  WebhookUpdate,
} from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const webhooks: Noun<"webhooks"> = {
  section: "Webhooks",
  models: {
    Webhook: "id url events enabled status failing_since secret last_delivery created_at updated_at",
    WebhookDelivery:
      "id event_id event_type status attempts last_response_status last_error next_attempt_at payload created_at updated_at",
    WebhookCreate: "url events",
    WebhookUpdate: "url events enabled",
    TestWebhook: "type",
    WebhookGetQuery: "reveal",
  },
  endpoints: {
    list: endpoint<{ answer: Webhook }>("GET /v1/my/webhooks", {
      decided: [200],
      page: 30,
    }),
    create: endpoint<{ body: WebhookCreate; answer: Webhook }>("POST /v1/my/webhooks", {
      decided: [201],
      prepare: true,
    }),
    get: endpoint<{ params: IdParams; query: WebhookGetQuery; answer: Webhook }>("GET /v1/my/webhooks/{id}", {
      decided: [200],
      ways: { 422: ({ send }) => send({ query: { reveal: "maybe" } }) },
      ids: { "params.id": (ids) => ({ params: { id: ids.webhook }, query: { reveal: true } }) },
    }),
    update: endpoint<{ params: IdParams; body: WebhookUpdate; answer: Webhook }>("PATCH /v1/my/webhooks/{id}", {
      decided: [200],
      ids: { "params.id": "webhook" },
    }),
    delete: endpoint<{ params: IdParams; answer: Webhook }>("DELETE /v1/my/webhooks/{id}", {
      decided: [200],
      ids: { "params.id": "webhook" },
    }),
    test: endpoint<{ params: IdParams; body: TestWebhook; answer: WebhookDelivery }>("POST /v1/my/webhooks/{id}/test", {
      decided: [202],
      ids: { "params.id": "webhook" },
    }),
    deliveries: endpoint<{ params: IdParams; answer: WebhookDelivery }>("GET /v1/my/webhooks/{id}/deliveries", {
      decided: [200],
      page: 30,
      ids: { "params.id": "webhook" },
    }),
  },
}
