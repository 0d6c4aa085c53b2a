import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import type { Webhook } from "../../sdk/contract/webhooks.ts"
import { forbidden, notFound } from "../base/mock-error.ts"
import { rotateSecret } from "../resources/webhooks/endpoints.ts"
import { webhookView } from "../resources/webhooks/views.ts"
import { defineControl } from "./control.ts"
import { Duration } from "./moments.ts"

const day = 86_400_000

/** Options of a secret rotation. */
export const Rotation = z.strictObject({
  /** How long attempts are signed with both secrets; a day when left out. */
  grace: Duration.optional(),
})

/** The secrets of an endpoint after a rotation. */
export interface RotationResult {
  /** The id of the endpoint. */
  readonly webhook_id: number
  /** The new secret. */
  readonly secret: string
  /** The previous secret. */
  readonly old_secret: string
  /** Until when attempts are also signed with the old one: ISO 8601. */
  readonly old_secret_until: string
}

/** A webhook endpoint of any brand, with its full secret. */
export interface WebhookWithSecret extends Webhook {
  /** The id of its brand. */
  readonly brand_id: number
  /** The brand's sid, for the header `X-Brand-SID`. */
  readonly brand_sid: string
  /** The previous secret, while attempts are also signed with it; otherwise null. */
  readonly old_secret: string | null
}

/** Whether webhooks may go to this machine. */
export interface LocalWebhooksView {
  /** True when addresses of this machine are accepted, with `http:` too. */
  readonly allow_local_webhooks: boolean
}

/** @internal */
export const webhookControls = {
  allowLocal: defineControl(
    { method: "POST", path: "/webhooks/allow_local" },
    ({ world: { options } }): LocalWebhooksView => {
      const { localWebhooks } = options
      if (localWebhooks.isFixed && !localWebhooks.areAllowed) {
        throw forbidden("Other machines reach this mock server: start it with --local-webhooks to allow them")
      }
      localWebhooks.areAllowed = true
      return { allow_local_webhooks: true }
    },
  ),

  get: defineControl(
    { method: "GET", path: "/webhooks/{id}", params: IdParams },
    ({ world }, { params }): WebhookWithSecret => {
      const webhook = world.tables.webhooks.get(params.id)
      if (webhook === undefined) throw notFound("Webhook")
      const { brand_id, old_secret } = webhook
      return {
        ...webhookView(world, webhook, { reveal: true }),
        brand_id,
        brand_sid: world.tables.brands.get(brand_id)?.sid ?? "",
        old_secret: old_secret !== undefined && old_secret.until > world.now() ? old_secret.secret : null,
      }
    },
  ),

  rotate: defineControl(
    { method: "POST", path: "/webhooks/{id}/rotate", params: IdParams, body: Rotation },
    ({ world }, { params, body: { grace = day } }): RotationResult => {
      const { id, secret, old_secret } = rotateSecret(world, params.id, grace)
      const until = new Date(old_secret?.until ?? world.now()).toISOString()
      return { webhook_id: id, secret, old_secret: old_secret?.secret ?? secret, old_secret_until: until }
    },
  ),
}
