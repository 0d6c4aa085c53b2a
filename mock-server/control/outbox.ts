import * as z from "zod"
import type * as models from "../base/models.gen.ts"
import type { ServiceMail } from "../store/tables/outbox.ts"
import { defineControl } from "./control.ts"

/** Which mails; everything given must fit. */
export const MailQuery = z.strictObject({
  /** Capital letters do not matter. */
  to: z.string().optional(),
  /** Only mails of this kind, such as `invite`. */
  kind: z.string().optional(),
})
export interface MailQuery extends models.MailQuery {}

/** @internal */
export const outboxControls = {
  list: defineControl({ method: "GET", path: "/outbox", query: MailQuery }, ({ world }, { query }): ServiceMail[] => {
    const to = query.to?.toLowerCase()
    return [...world.tables.outbox.all()].filter(
      (mail) =>
        (to === undefined || mail.to.toLowerCase() === to) && (query.kind === undefined || mail.kind === query.kind),
    )
  }),
}
