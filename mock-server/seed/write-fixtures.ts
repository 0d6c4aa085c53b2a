import type { Steps } from "../base/event-loop.ts"
import type { Fixtures } from "../base/models.gen.ts"
import type { World } from "../world/world.ts"
import { mergeWithSeed } from "./merge-fixtures.ts"
import { seededFixtures } from "./seeded-fixtures.ts"
import { writeAccount } from "./write-account.ts"
import type { WriteLater } from "./write-brand.ts"

/**
 * Writes a world as a fixtures document: its records, not its history. Accounts keep their names from the initial document; later
 * ones are named by their ids.
 */
export function* writeFixtures(world: World, begun: Fixtures | undefined): Steps<Fixtures> {
  const unwritten: Steps<void>[] = []
  const later: WriteLater = (rows, write) => {
    const list: ReturnType<typeof write>[] = []
    unwritten.push(appendEach(list, rows, write))
    return list
  }
  const { plans, users, accounts, brands, lists } = world.tables
  const keys = Object.keys(mergeWithSeed(begun).accounts ?? {})
  const keyOf = (accountId: number) => keys[accountId - 1] ?? `account-${accountId}`
  // A document numbers lists by account, then brand: not the order in which they were created.
  const listIds = [...accounts.all()].flatMap(({ id }) =>
    [...brands.in("account", id)].flatMap((brand) => lists.ids("brand", brand.id)),
  )
  const fixtures: Fixtures = {
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
      [...accounts.all()].map((account) => [
        keyOf(account.id),
        writeAccount(world, account, { keyOf, listIds, later }),
      ]),
    ),
  }
  for (const steps of unwritten) yield* steps
  return fixtures
}

function* appendEach<R, F>(list: F[], rows: readonly R[], write: (row: R) => F): Steps<void> {
  for (const row of rows) {
    list.push(write(row))
    yield
  }
}
