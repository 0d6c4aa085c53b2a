import type { OAuthLaunch } from "../../../sdk/contract/oauth.ts"
import { Collection } from "../collection.ts"

/** A sign-in with an identity provider that has been started. */
export interface LaunchRow {
  readonly id: number
  /** The secret part of its address. */
  readonly token: string
  /** What its form proves that it was rendered here. */
  readonly csrf_token: string
  readonly provider: OAuthLaunch["provider"]
  readonly auth_step: "login" | "signup"
  readonly resume_url: string | null
  readonly expires_at: string
}

export const launchesTable = () =>
  new Collection<LaunchRow, never, "token">({ unique: { token: (launch) => launch.token } })
