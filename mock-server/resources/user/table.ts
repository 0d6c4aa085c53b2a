import * as z from "zod"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { User } from "../../../sdk/contract/user.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A person, with fields that no response shows. */
const usersSchema = User.extend({
  /** In plain text, since test data needs no protection. Null for a named owner who has not signed up yet. */
  password: z.string().nullable(),
})
export interface UserRow extends RowOf<typeof usersSchema> {}

export const usersTable = () =>
  new Collection<UserRow, never, "email">({
    row: usersSchema,
    timestamps: "both",
    unique: { email: (user) => mailboxKey(user.email) },
  })
