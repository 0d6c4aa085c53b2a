import * as z from "zod"
import type * as models from "../core/models.gen.ts"
import { Id, openEnum } from "../core/shared.ts"

/** How the caller came to reach an account; null where it is not through a management grant. Spec: Resources, Account. */
export const Access = z.looseObject({
  /** How the caller reaches the account: as its owner, by membership, or by a management grant. */
  source: openEnum(["owner", "membership", "management_grant"]),
  /** True when a manager acts for the account's owner. */
  delegated: z.boolean(),
  /** The manager's account; null where no manager acts. */
  manager_account_id: Id.nullish(),
  /** What the manager's account is called. */
  manager_account_name: z.string().nullish(),
  /** The grant that the manager acts under. */
  management_grant_id: Id.nullish(),
  /** What the grant allows. */
  permission_set: openEnum(["operator_v1"]).nullish(),
  /** The kind of credential in use. */
  credential_type: openEnum(["api_key", "jwt", "storefront_token", "management", "session_cookie"]).nullish(),
})
export interface Access extends models.Access {}
