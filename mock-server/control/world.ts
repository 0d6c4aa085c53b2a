import { seededAccounts, seededBrands, seededCredentials, seededPassword, seededUsers } from "../seed/people.ts"
import { seededRecords } from "../seed/seeded-records.ts"
import type { World } from "../world/world.ts"
import { keyOfWorld } from "../world/world-names.ts"
import { type ClockView, clockView } from "./clock.ts"
import { defineControl } from "./control.ts"

export interface SeededUser {
  readonly id: number
  readonly email: string
  readonly password: string
}

/** What a fresh world holds, for tests and scripts that start from it. */
export interface WorldView {
  readonly base_url: string
  readonly clock: ClockView
  /** As this world takes them without its prefix: keys end with its name, unless it is the main one. */
  readonly credentials: Readonly<Record<keyof typeof seededCredentials, string>>
  readonly users: Readonly<Record<keyof typeof seededUsers, SeededUser>>
  /** Ids, for `X-Account-ID`. */
  readonly accounts: Readonly<Record<keyof typeof seededAccounts, number>>
  readonly brands: Readonly<Record<"main" | "second", { readonly id: number; readonly sid: string }>>
  /** These and what follows belong to the brand `main`. */
  readonly senders: readonly { readonly id: number; readonly email: string }[]
  readonly lists: readonly { readonly id: number; readonly name: string }[]
  readonly templates: readonly { readonly id: number; readonly name: string }[]
  readonly segments: readonly { readonly id: number; readonly name: string }[]
  readonly plans: readonly { readonly id: number; readonly name: string; readonly slug: string }[]
}

export const worldControls = {
  health: defineControl({ method: "GET", path: "/health" }, () => ({ status: "ok" as const })),
  get: defineControl({ method: "GET", path: "/world" }, ({ id, world }) => worldView(id, world)),
}

function worldView(id: string, world: World): WorldView {
  const { main, second } = mapValues(seededBrands, ({ sid }, at) => ({ id: at + 1, sid }))
  return {
    base_url: world.baseUrl(),
    clock: clockView(world),
    credentials: credentialsOf(id),
    users: mapValues(seededUsers, ({ email }, at) => ({ id: at + 1, email, password: seededPassword })),
    accounts: mapValues(seededAccounts, (_account, at) => at + 1),
    brands: { main, second },
    ...seededRecords,
  }
}

/** The seeded keys, each with the name of its world; a storefront's token is signed as it is. */
export function credentialsOf(worldId: string): WorldView["credentials"] {
  const { storefront_token, ...keys } = seededCredentials
  return { ...mapValues(keys, (key) => keyOfWorld(key, worldId)), storefront_token }
}

function mapValues<K extends string, V, W>(
  record: Readonly<Record<K, V>>,
  map: (value: V, at: number) => W,
): Record<K, W> {
  const entries = Object.entries<V>(record).map(([key, value], at) => [key, map(value, at)])
  return Object.fromEntries(entries) as Record<K, W>
}
