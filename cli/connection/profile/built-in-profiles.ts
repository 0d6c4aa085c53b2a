import type { SavedProfile } from "./profile.ts"

/** The default address of `mas mock`. */
export const defaultMockAddress = "http://127.0.0.1:4010"

/** The credential of a built-in profile in the seeded world: a key, or a session of an account's owner. */
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

/** A placeholder when no credential is needed. Like any credential it is redacted, so no text contains it. */
export const noCredential = "no-credential"
