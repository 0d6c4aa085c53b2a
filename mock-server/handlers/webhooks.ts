import { testWebhook } from "../webhooks/emit.ts"
import {
  addWebhook,
  changeWebhook,
  ownWebhook,
  pageOfDeliveries,
  pageOfWebhooks,
  removeWebhook,
} from "../webhooks/endpoints.ts"
import { deliveryView, webhookView } from "../webhooks/views.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

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
