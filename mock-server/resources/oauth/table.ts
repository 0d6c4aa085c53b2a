import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { OAuthLaunch } from "../../../sdk/contract/oauth.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A started sign-in with an identity provider. */
const launchesSchema = z.object({
  id: Id,
  /** The secret part of its address. */
  token: z.string(),
  /** The form's CSRF token. */
  csrf_token: z.string(),
  provider: OAuthLaunch.shape.provider,
  auth_step: z.enum(["login", "signup"]),
  resume_url: z.string().nullable(),
  expires_at: Timestamp,
})
export interface LaunchRow extends RowOf<typeof launchesSchema> {}

export const launchesTable = () =>
  new Collection<LaunchRow, never, "token">({ row: launchesSchema, unique: { token: (launch) => launch.token } })
