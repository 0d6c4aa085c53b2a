import type { CheckoutStatusQuery, PlanCheckout, PlanCheckoutCreate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun, type Way } from "./noun.ts"

/** Another checkout can start once the pending one has ended. */
const afterTheLast =
  (provoke: Way): Way =>
  (probe) => {
    probe.service.control.transitions.checkouts.expire(1)
    return provoke(probe)
  }

export const subscription: Noun<"subscription"> = {
  section: "Billing",
  models: {
    PlanCheckout: "purchase_id status activated plan_name checkout_url",
    PlanCheckoutCreate: "plan_id",
    CheckoutStatusQuery: "purchase_id",
  },
  endpoints: {
    checkout: endpoint<{ body: PlanCheckoutCreate; answer: PlanCheckout }>("POST /v1/my/subscription/checkout", {
      decided: [201, 200],
      idempotency: "required",
      prepare: true,
      otherBody: { plan_id: 3 },
      ways: {
        201: afterTheLast(({ send }) => send()),
        200: afterTheLast(({ twice }) => twice()),
        409: async ({ send }) => {
          await send({ idempotencyKey: "first" })
          return send({ idempotencyKey: "second" })
        },
      },
      // All plans are on sale.
      ids: { "body.plan_id": "everyone" },
    }),
    checkoutStatus: endpoint<{ query: CheckoutStatusQuery; answer: PlanCheckout }>(
      "GET /v1/my/subscription/checkout_status",
      {
        decided: [200],
        ways: { 422: ({ send }) => send({ query: { purchase_id: "none" } }) },
        reads: "record",
        ids: { "query.purchase_id": "checkout" },
      },
    ),
  },
}
