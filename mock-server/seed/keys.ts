import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"
import { addCredential, type NewCredential } from "../resources/credentials/credentials.ts"
import type { World } from "../world/world.ts"
import type { SeededAccount } from "./accounts.ts"
import type { SeededClient } from "./clients.ts"
import { listed, problem } from "./fixture-problem.ts"
import { tokenOfStorefront } from "./seeded-fixtures.ts"

type Named = readonly [path: string, credential: NewCredential]

export function seedKeys(world: World, accounts: readonly SeededAccount[], clients: readonly SeededClient[]): void {
  const { credentials } = world.tables
  for (const [path, credential] of [...keysOf(accounts), ...managementOf(clients), ...shopsOf(accounts)]) {
    if (
      credentials.find("token", credential.token) ||
      (credential.storefront && credentials.find("storefront", credential.storefront))
    ) {
      throw problem(path, "is there twice")
    }
    addCredential(world, credential)
  }
}

function* keysOf(accounts: readonly SeededAccount[]): Generator<Named> {
  for (const { key, path, id, fixture } of accounts) {
    const tokens = fixture.api_keys ?? [`${credentialPrefixes.api_key}${key}`]
    for (const [at, token] of listed(`${path}.api_keys`, tokens)) yield [at, { kind: "api_key", token, account_id: id }]
  }
  for (const { path, id: brand_id, accountId: account_id, fixture } of accounts.flatMap(({ brands }) => brands)) {
    for (const [at, token] of listed(`${path}.public_keys`, fixture.public_keys))
      yield [at, { kind: "public_key", token, account_id, brand_id }]
  }
  for (const { path, id, fixture } of accounts) {
    for (const [at, token] of listed(`${path}.provisioning_credentials`, fixture.provisioning_credentials)) {
      if (!fixture.manager) throw problem(at, "belongs to an account that is not a manager")
      yield [at, { kind: "provisioning", token, account_id: id }]
    }
  }
}

function* managementOf(clients: readonly SeededClient[]): Generator<Named> {
  for (const { path, manager, grant, fixture } of clients) {
    const { managed_account_id: account_id, brand_id, id: grant_id } = grant
    const whose = { account_id, user_id: manager.ownerId, brand_id, grant_id }
    for (const [at, token] of listed(`${path}.management_credentials`, fixture.management_credentials))
      yield [at, { kind: "management", token, ...whose }]
  }
}

function* shopsOf(accounts: readonly SeededAccount[]): Generator<Named> {
  for (const { path, id: brand_id, accountId: account_id, fixture } of accounts.flatMap(({ brands }) => brands)) {
    for (const [at, storefront] of listed(`${path}.storefronts`, fixture.storefronts))
      yield [at, { kind: "storefront_token", token: tokenOfStorefront(storefront), account_id, brand_id, storefront }]
  }
}
