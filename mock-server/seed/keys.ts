import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"
import { addCredential, type NewCredential } from "../domain/credentials/credentials.ts"
import type { World } from "../world/world.ts"
import type { SeededAccount } from "./accounts.ts"
import type { SeededClient } from "./clients.ts"
import { problem } from "./fixture-problem.ts"
import { tokenOfStorefront } from "./seeded-world.ts"

type Named = readonly [path: string, credential: NewCredential]

/** The keys of accounts and brands, of managers, and the installations in storefronts. */
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
    for (const [index, token] of tokens.entries()) {
      yield [`${path}.api_keys.${index}`, { kind: "api_key", token, account_id: id }]
    }
  }
  for (const { path, id, accountId, fixture } of accounts.flatMap(({ brands }) => brands)) {
    for (const [index, token] of (fixture.public_keys ?? []).entries()) {
      yield [`${path}.public_keys.${index}`, { kind: "public_key", token, account_id: accountId, brand_id: id }]
    }
  }
  for (const { path, id, fixture } of accounts) {
    for (const [index, token] of (fixture.provisioning_credentials ?? []).entries()) {
      const at = `${path}.provisioning_credentials.${index}`
      if (!fixture.manager) throw problem(at, "is of an account that manages no clients")
      yield [at, { kind: "provisioning", token, account_id: id }]
    }
  }
}

function* managementOf(clients: readonly SeededClient[]): Generator<Named> {
  for (const { path, manager, grant, fixture } of clients) {
    for (const [index, token] of (fixture.management_credentials ?? []).entries()) {
      const { managed_account_id: account_id, brand_id, id: grant_id } = grant
      const credential = { account_id, user_id: manager.ownerId, brand_id, grant_id }
      yield [`${path}.management_credentials.${index}`, { kind: "management", token, ...credential }]
    }
  }
}

function* shopsOf(accounts: readonly SeededAccount[]): Generator<Named> {
  for (const { path, id, accountId, fixture } of accounts.flatMap(({ brands }) => brands)) {
    for (const [index, storefront] of (fixture.storefronts ?? []).entries()) {
      const token = tokenOfStorefront(storefront)
      yield [
        `${path}.storefronts.${index}`,
        { kind: "storefront_token", token, account_id: accountId, brand_id: id, storefront },
      ]
    }
  }
}
