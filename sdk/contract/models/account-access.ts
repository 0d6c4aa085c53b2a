import * as z from "zod"
import { Id, openSet } from "../core/shared.ts"

/** How the caller came to reach an account; null where it is not through a management grant. Spec: Resources, Account. */
export const Access = z.looseObject({
  source: openSet(["owner", "membership", "management_grant"]),
  /** True when a manager acts for the account's owner. */
  delegated: z.boolean(),
  manager_account_id: Id.nullish(),
  manager_account_name: z.string().nullish(),
  management_grant_id: Id.nullish(),
  permission_set: openSet(["operator_v1"]).nullish(),
  /** The kind of credential in use. */
  credential_type: openSet(["api_key", "jwt", "storefront_token", "management", "session_cookie"]).nullish(),
})
export interface Access extends z.infer<typeof Access> {}
