import { mergeWithSeed } from "../seed/merge-fixtures.ts"
import { seededFixtures } from "../seed/seeded-world.ts"
import { writeAccount } from "../seed/write-account.ts"
import { Fixtures } from "../world/fixtures/fixtures.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"

export const fixtureControls = {
  /** What there is now, as a document that a world can begin with; what has happened is not in it. */
  get: defineControl({ method: "GET", path: "/fixtures" }, ({ world, setup }) => writeFixtures(world, setup.fixtures)),

  /** All or nothing: a document that cannot be begun with leaves the world as it is. A later reset comes back to it. */
  set: defineControl(
    { method: "PUT", path: "/fixtures", status: 204, body: Fixtures },
    ({ worlds, id, setup }, { body: fixtures }) => {
      worlds.replace(id, () => {}, { ...setup, fixtures })
    },
  ),
}

/**
 * Writes a world as a fixtures document: its records, not its history. Accounts keep their names from the initial document; later
 * ones are named by their ids.
 */
function writeFixtures(world: World, begun: Fixtures | undefined): Fixtures {
  const { plans, users, accounts, brands, lists } = world.tables
  const keys = Object.keys(mergeWithSeed(begun).accounts ?? {})
  const keyOf = (accountId: number) => keys[accountId - 1] ?? `account-${accountId}`
  // Ids go by a document's order, by which lists of a later brand of an earlier account come sooner.
  const listIds = [...accounts.all()].flatMap(({ id }) =>
    [...brands.in("account", id)].flatMap((brand) => lists.ids("brand", brand.id)),
  )
  return {
    plans: Object.fromEntries([...plans.all()].map(({ id: _, slug, ...plan }) => [slug, plan])),
    users: Object.fromEntries([
      // A seeded person with a changed address counts as a new person.
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
