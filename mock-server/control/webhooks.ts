import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { rotateSecret } from "../webhooks/endpoints.ts"
import { defineControl } from "./control.ts"
import { Duration } from "./moments.ts"

const day = 86_400_000

/** How a secret is replaced. */
export const Rotation = z.strictObject({
  /** How long attempts are signed with both secrets; a day when left out. */
  grace: Duration.optional(),
})
export interface Rotation extends z.input<typeof Rotation> {}

/** The secrets of an endpoint after one was replaced. */
export interface Rotated {
  readonly webhook_id: number
  readonly secret: string
  readonly old_secret: string
  /** Until when the old one signs as well: ISO 8601. */
  readonly old_secret_until: string
}

export const webhookControls = {
  rotate: defineControl(
    { method: "POST", path: "/webhooks/{id}/rotate", params: IdParams, body: Rotation },
    ({ world }, { params, body: { grace = day } }): Rotated => {
      const { id, secret, old_secret } = rotateSecret(world, params.id, grace)
      const until = new Date(old_secret?.until ?? world.now()).toISOString()
      return { webhook_id: id, secret, old_secret: old_secret?.secret ?? secret, old_secret_until: until }
    },
  ),
}
