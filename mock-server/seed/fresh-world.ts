import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { List, Plan, Segment, Template } from "../../sdk/contract/core/models.gen.ts"
import type { Fixtures } from "../base/models.gen.ts"
import { keyOfWorld } from "../world/world-names.ts"
import { ownerOf } from "./accounts.ts"
import { mapValues } from "./map-values.ts"
import { mergeWithSeed } from "./merge-fixtures.ts"
import {
  seededBrands,
  type seededCredentials,
  seededPassword,
  seededUsers,
  tokenOfStorefront,
} from "./seeded-fixtures.ts"

/** The initial contents of a world, for tests and scripts. */
export interface FreshWorld {
  /** As accepted without the world's prefix: outside the main world, keys end with the world's name. */
  readonly credentials: Readonly<Record<keyof typeof seededCredentials, string>>
  /** The users, by role. */
  readonly users: Readonly<
    Record<
      keyof typeof seededUsers,
      {
        /** Its id. */
        readonly id: number
        /** The address to sign in with. */
        readonly email: string
        /** The password to sign in with. */
        readonly password: string
      }
    >
  >
  /** Account ids, for `X-Account-ID`, by their keys in the fixtures. */
  readonly accounts: Readonly<Record<"main" | "manager" | "client", number>> & Readonly<Record<string, number>>
  /** The brands, by their account. */
  readonly brands: Readonly<
    Record<
      keyof typeof seededBrands,
      {
        /** Its id. */
        readonly id: number
        /** Its sid, for the header `X-Brand-SID`. */
        readonly sid: string
      }
    >
  >
  /** This and the following belong to the brand `main`. */
  readonly senders: readonly {
    /** Its id. */
    readonly id: number
    /** The address to send from. */
    readonly email: string
  }[]
  /** The lists of the main brand. */
  readonly lists: readonly Pick<List, "id" | "name">[]
  /** The templates of the main brand. */
  readonly templates: readonly Pick<Template, "id" | "name">[]
  /** The segments of the main brand. */
  readonly segments: readonly Pick<Segment, "id" | "name">[]
  /** The plans, with their slugs. */
  readonly plans: readonly (Pick<Plan, "id" | "name"> & {
    /** The name of the plan in fixtures. */
    readonly slug: string
  })[]
}

/** The first API key of the account `main`, as a world with this name accepts it; empty if it has none. */
export const apiKeyOf = (worldId: string, fixtures: Fixtures | undefined): string =>
  keyIn(worldId, mergeWithSeed(fixtures).accounts?.main?.api_keys?.[0])

const keyIn = (worldId: string, token: string | undefined): string =>
  token === undefined ? "" : keyOfWorld(token, worldId)

/**
 * The initial contents of a world with this name and these fixtures. Ids follow the document's order, with the main brand first.
 */
export function freshWorld(worldId: string, fixtures: Fixtures | undefined): FreshWorld {
  const { plans = {}, users = {}, accounts = {} } = mergeWithSeed(fixtures)
  const brands = accounts.main?.brands ?? {}
  const brand = brands[seededBrands.main]
  const numberIn = (record: object, key: string) => Object.keys(record).indexOf(key) + 1
  // Listed users come first, then the owners of accounts.
  const owners = Object.entries(accounts).map(([name, account]) => ownerOf(name, account))
  const listed = Object.keys(users).filter((email) => users[email] !== null)
  const people = [...new Set([...listed, ...owners].map(mailboxKey))]
  const helpers = {
    ...seededUsers,
    owner: accounts.main?.owner ?? seededUsers.owner,
    manager_owner: accounts.manager?.owner ?? seededUsers.manager_owner,
    client_owner: accounts.client?.owner ?? seededUsers.client_owner,
  }
  const key = (token: string | undefined) => keyIn(worldId, token)
  return {
    credentials: {
      api_key: apiKeyOf(worldId, fixtures),
      public_key: key(brand?.public_keys?.[0]),
      provisioning_credential: key(accounts.manager?.provisioning_credentials?.[0]),
      management_credential: key(accounts.manager?.clients?.client?.management_credentials?.[0]),
      // Signed, so it cannot name a world.
      storefront_token: brand?.storefronts?.[0] === undefined ? "" : tokenOfStorefront(brand.storefronts[0]),
    },
    users: mapValues(helpers, (email) => ({
      id: people.indexOf(mailboxKey(email)) + 1,
      email,
      password: users[email]?.password ?? seededPassword,
    })),
    accounts: { main: 1, manager: 2, client: 3, ...mapValues(accounts, (_account, _name, at) => at + 1) },
    brands: mapValues(seededBrands, (sid) => ({ id: numberIn(brands, sid), sid })),
    senders: (brand?.senders ?? []).map(({ email }, index) => ({ id: index + 1, email })),
    lists: byName(brand?.lists),
    templates: byName(brand?.templates),
    segments: byName(brand?.segments),
    plans: Object.entries(plans).map(([slug, { name = slug }], index) => ({ id: index + 1, name, slug })),
  }
}

const byName = (records: readonly { readonly name: string }[] = []) =>
  records.map(({ name }, index) => ({ id: index + 1, name }))
