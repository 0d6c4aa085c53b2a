import { accountsTable } from "./accounts.ts"
import { brandsTable } from "./brands.ts"
import { credentialsTable } from "./credentials.ts"
import { invitesTable } from "./invites.ts"
import { membershipsTable } from "./memberships.ts"
import { usersTable } from "./users.ts"

/** Every kind of record of a world; a snapshot walks over this. */
export const createTables = () => ({
  users: usersTable(),
  accounts: accountsTable(),
  brands: brandsTable(),
  credentials: credentialsTable(),
  memberships: membershipsTable(),
  invites: invitesTable(),
})
export type Tables = ReturnType<typeof createTables>
