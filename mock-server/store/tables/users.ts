import type { User } from "../../../sdk/contract/user.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

/** A person, with what is never shown. */
export type UserRow = Fields<User> & {
  /** As given: there is nothing real to protect. Null for someone who was named as an owner and has not come yet. */
  readonly password: string | null
}

export const usersTable = () =>
  new Collection<UserRow, never, "email">({ stamps: "both", unique: { email: (user) => user.email.toLowerCase() } })
