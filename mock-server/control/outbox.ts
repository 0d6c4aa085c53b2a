import * as z from "zod"
import type { ServiceMail } from "../base/models.gen.ts"
import { defineControl } from "./control.ts"

/** Which mails; everything given must fit. */
export const MailQuery = z.strictObject({
  /** Capital letters do not matter. */
  to: z.string().optional(),
  /** Only mails of this kind, such as `invite`. */
  kind: z.string().optional(),
})

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
