import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { Fixtures } from "../base/models.gen.ts"
import { mapValues } from "./map-values.ts"
import { seededFixtures } from "./seeded-world.ts"

/** The complete fixtures of a world: the seed, overridden and extended by the document. */
export const mergeWithSeed = (fixtures: Fixtures | undefined): Fixtures =>
  fixtures === undefined ? seededFixtures : (merge(withListsLimitedTo(seededFixtures, fixtures), fixtures) as Fixtures)

/** The seed, its lists reduced to contacts of the document: one that replaces contacts need not replace lists. */
const withListsLimitedTo = (seed: Fixtures, fixtures: Fixtures): Fixtures => ({
  ...seed,
  accounts: mapValues(seed.accounts ?? {}, (account, key) => ({
    ...account,
    brands: mapValues(account.brands ?? {}, (brand, sid) => {
      const contacts = fixtures.accounts?.[key]?.brands?.[sid]?.contacts
      if (contacts === undefined || brand.lists === undefined) return brand
      const remaining = new Set(contacts.map(({ email }) => mailboxKey(email)))
      const isLeft = (email: string) => remaining.has(mailboxKey(email))
      return { ...brand, lists: brand.lists.map((list) => ({ ...list, contacts: list.contacts?.filter(isLeft) })) }
    }),
  })),
})

/** Merges objects field by field, ignoring `undefined`; other values are replaced. */
function merge(before: unknown, after: unknown): unknown {
  if (after === undefined) return before
  if (!isRecord(before) || !isRecord(after)) return after
  const fields = Object.entries(after).map(([key, value]) => [
    key,
    merge(Object.hasOwn(before, key) ? before[key] : undefined, value),
  ])
  return { ...before, ...Object.fromEntries(fields) }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
