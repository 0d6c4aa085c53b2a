import * as z from "zod"
import { User } from "../../../sdk/contract/user.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

/** A person, with what is never shown. */
export type UserRow = Fields<User> & {
  /** As given: there is nothing real to protect. Null for someone who was named as an owner and has not come yet. */
  readonly password: string | null
}

const usersSchema = User.extend({ password: z.string().nullable() })

export const usersTable = () =>
  new Collection<UserRow, never, "email">({
    row: usersSchema,
    stamps: "both",
    unique: { email: (user) => user.email.toLowerCase() },
  })
