import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { OAuthLaunch } from "../../../sdk/contract/oauth.ts"
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

const launchesSchema = z.object({
  id: Id,
  token: z.string(),
  csrf_token: z.string(),
  provider: OAuthLaunch.shape.provider,
  auth_step: z.enum(["login", "signup"]),
  resume_url: z.string().nullable(),
  expires_at: Timestamp,
})

export const launchesTable = () =>
  new Collection<LaunchRow, never, "token">({ row: launchesSchema, unique: { token: (launch) => launch.token } })
