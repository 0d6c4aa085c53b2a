import type { User } from "../../sdk/contract/user.ts"
import { Collection, type Fields } from "../collection.ts"

/** A person, with what is never shown. */
export type UserRow = Fields<User> & {
  /** As given; this service has no real accounts to protect. */
  readonly password: string
}

export const usersTable = () =>
  new Collection<UserRow, never, "email">({ unique: { email: (user) => user.email.toLowerCase() } })
