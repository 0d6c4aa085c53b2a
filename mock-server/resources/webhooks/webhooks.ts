/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/webhooks
 * create: POST /v1/my/webhooks
 * get: GET /v1/my/webhooks/{id}
 * update: PATCH /v1/my/webhooks/{id}
 * delete: DELETE /v1/my/webhooks/{id}
 * test: POST /v1/my/webhooks/{id}/test
 * deliveries: GET /v1/my/webhooks/{id}/deliveries
 */

import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { testWebhook } from "./emit.ts"
import { addWebhook, changeWebhook, ownWebhook, pageOfDeliveries, pageOfWebhooks, removeWebhook } from "./endpoints.ts"
import { deliveryView, webhookView } from "./views.ts"

const masked = { reveal: false }

export const webhookHandlers: HandlersFor<"webhooks"> = {
  list: (world, caller, { page }) =>
    mapPage(pageOfWebhooks(world, caller, page), (webhook) => webhookView(world, webhook, masked)),

  create: (world, caller, { body }) => webhookView(world, addWebhook(world, caller, body), { reveal: true }),

  get: (world, caller, { params, query }) =>
    webhookView(world, ownWebhook(world, caller, params.id), { reveal: query.reveal ?? false }),

  update: (world, caller, { params, body }) =>
    webhookView(world, changeWebhook(world, ownWebhook(world, caller, params.id), body), masked),

  delete(world, caller, { params }) {
    const webhook = ownWebhook(world, caller, params.id)
    // Read before the removal, which also deletes its last delivery.
    const view = webhookView(world, webhook, masked)
    removeWebhook(world, webhook)
    return view
  },

  test: (world, caller, { params, body }) =>
    deliveryView(world, testWebhook(world, ownWebhook(world, caller, params.id), body.type)),

  deliveries: (world, caller, { params, page }) =>
    mapPage(pageOfDeliveries(world, ownWebhook(world, caller, params.id), page), (delivery) =>
      deliveryView(world, delivery),
    ),
}
