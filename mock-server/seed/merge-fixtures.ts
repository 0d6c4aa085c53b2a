import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { atOnce, type Steps } from "../base/event-loop.ts"
import type { Fixtures } from "../base/models.gen.ts"
import { mapValues } from "./map-values.ts"
import { seededFixtures } from "./seeded-fixtures.ts"

/** The complete fixtures by their documents, which can have a million contacts. */
const completed = new WeakMap<Fixtures, Fixtures>()

/** The complete fixtures of a world: the seed, overridden and extended by the document. */
export const mergeWithSeed = (document: Fixtures | undefined): Fixtures => atOnce(mergingWithSeed(document))

export function* mergingWithSeed(document: Fixtures | undefined): Steps<Fixtures> {
  if (document === undefined) return seededFixtures
  const cached = completed.get(document)
  if (cached !== undefined) return cached
  const fixtures = merge(yield* withListsLimitedTo(seededFixtures, document), document) as Fixtures
  completed.set(document, fixtures)
  return fixtures
}

/** The seed, its lists reduced to contacts of the document: one that replaces contacts need not replace lists. */
function* withListsLimitedTo(seed: Fixtures, document: Fixtures): Steps<Fixtures> {
  const remaining = new Set<string>()
  for (const [key, { brands = {} }] of Object.entries(seed.accounts ?? {})) {
    for (const [sid, { lists = [] }] of Object.entries(brands)) {
      const listedMailboxes = new Set(lists.flatMap(({ contacts = [] }) => contacts.map(mailboxKey)))
      for (const { email } of document.accounts?.[key]?.brands?.[sid]?.contacts ?? []) {
        const mailbox = mailboxKey(email)
        if (listedMailboxes.has(mailbox)) remaining.add(`${sid} ${mailbox}`)
        yield
      }
    }
  }
  return {
    ...seed,
    accounts: mapValues(seed.accounts ?? {}, (account, key) => ({
      ...account,
      brands: mapValues(account.brands ?? {}, (brand, sid) => {
        if (document.accounts?.[key]?.brands?.[sid]?.contacts === undefined || brand.lists === undefined) return brand
        const isLeft = (email: string) => remaining.has(`${sid} ${mailboxKey(email)}`)
        return { ...brand, lists: brand.lists.map((list) => ({ ...list, contacts: list.contacts?.filter(isLeft) })) }
      }),
    })),
  }
}

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
