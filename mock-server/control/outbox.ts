import * as z from "zod"
import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { ServiceMail } from "../base/models.gen.ts"
import { defineControl } from "./control.ts"

/** Filters mails; all given fields must match. */
export const MailQuery = z.strictObject({
  /** Only mails to this address; case is ignored. */
  to: z.string().optional(),
  /** Only mails of this kind, such as `invite`. */
  kind: z.string().optional(),
  /** Only the newest N. */
  limit: z.int().min(1).optional(),
})

/** @internal */
export const outboxControls = {
  list: defineControl({ method: "GET", path: "/outbox", query: MailQuery }, ({ world }, { query }): ServiceMail[] => {
    const to = query.to === undefined ? undefined : mailboxKey(query.to)
    const rows = [...world.tables.outbox.all()].filter(
      (mail) =>
        (to === undefined || mailboxKey(mail.to) === to) && (query.kind === undefined || mail.kind === query.kind),
    )
    return rows.slice(-(query.limit ?? rows.length))
  }),
}
