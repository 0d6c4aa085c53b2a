import { accountsTable } from "./accounts.ts"
import { brandsTable } from "./brands.ts"
import { credentialsTable } from "./credentials.ts"
import { grantsTable } from "./grants.ts"
import { invitesTable } from "./invites.ts"
import { membershipsTable } from "./memberships.ts"
import { outboxTable } from "./outbox.ts"
import { plansTable } from "./plans.ts"
import { usersTable } from "./users.ts"

/** Every kind of record of a world; a snapshot walks over this. */
export const createTables = () => ({
  users: usersTable(),
  accounts: accountsTable(),
  brands: brandsTable(),
  plans: plansTable(),
  credentials: credentialsTable(),
  grants: grantsTable(),
  memberships: membershipsTable(),
  invites: invitesTable(),
  outbox: outboxTable(),
})
export type Tables = ReturnType<typeof createTables>
