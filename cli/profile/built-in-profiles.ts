import type { SavedProfile } from "./profile.ts"

/** Where `mas mock start` puts the mock server when no port is said. */
export const usualMockAddress = "http://127.0.0.1:4010"

/** What a profile of the mock server's seeded world acts with: a credential of it, or a session of an account's owner. */
export interface Seeded extends Pick<SavedProfile, "api_key"> {
  readonly account_id?: number
}

export const builtInProfiles = {
  /** The API key of the account `main`. */
  mock: { api_key: "maskey_live_mock" },
  "mock-owner": { account_id: 1 },
  /** The manager account's provisioning credential. */
  "mock-manager": { api_key: "maspc_live_mock" },
  /** The owner of the manager's client. */
  "mock-client": { account_id: 3 },
  /** The public key of the main brand. */
  "mock-public": { api_key: "maspk_live_mock" },
} as const satisfies Readonly<Record<string, Seeded>>

export type BuiltInProfile = keyof typeof builtInProfiles

export const isBuiltIn = (name: string): name is BuiltInProfile => Object.hasOwn(builtInProfiles, name)

/** Stands for a credential where none is needed. Output is redacted by it like by any other, so no text contains it. */
export const noCredential = "no-credential"
