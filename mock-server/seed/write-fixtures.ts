import type { Fixtures } from "../base/models.gen.ts"
import type { World } from "../world/world.ts"
import { mergeWithSeed } from "./merge-fixtures.ts"
import { seededFixtures } from "./seeded-world.ts"
import { writeAccount } from "./write-account.ts"

/**
 * Writes a world as a fixtures document: its records, not its history. Accounts keep their names from the initial document; later
 * ones are named by their ids.
 */
export function writeFixtures(world: World, begun: Fixtures | undefined): Fixtures {
  const { plans, users, accounts, brands, lists } = world.tables
  const keys = Object.keys(mergeWithSeed(begun).accounts ?? {})
  const keyOf = (accountId: number) => keys[accountId - 1] ?? `account-${accountId}`
  // A document numbers lists by account, then brand: not the order in which they were created.
  const listIds = [...accounts.all()].flatMap(({ id }) =>
    [...brands.in("account", id)].flatMap((brand) => lists.ids("brand", brand.id)),
  )
  return {
    plans: Object.fromEntries([...plans.all()].map(({ id: _, slug, ...plan }) => [slug, plan])),
    users: Object.fromEntries([
      // A seeded user with a changed address counts as a new user.
      ...Object.keys(seededFixtures.users).map((email) => [email, null]),
      ...[...users.all()].map(({ email, first_name, last_name, password, mobile, country_code, time_zone, admin }) => [
        email,
        { first_name, last_name, password, mobile, country_code, time_zone, admin },
      ]),
    ]),
    accounts: Object.fromEntries(
      [...accounts.all()].map((account) => [keyOf(account.id), writeAccount(world, account, { keyOf, listIds })]),
    ),
  }
}
