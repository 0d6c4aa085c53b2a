import { headerNames } from "../../contract/core/headers.ts"
import { PermissionDeniedError } from "../errors.ts"
import type { WithResponse } from "../response/api-promise.ts"
import { requestHeader } from "../transport/headers.ts"
import { accountKey, unreadAccountKey } from "./account-key.ts"
import type { Call } from "./call.ts"

/** Asks whose credential a call has. */
export type GetAccount = () => PromiseLike<WithResponse<{ readonly id: number; readonly name: string }>>

/** The account of a call: a key that identifies it, and its name for people. */
export async function accountOf(call: Call, getAccount: GetAccount): Promise<{ account: string; accountName: string }> {
  try {
    const { data, response } = await getAccount()
    const account = accountKey(data.id, response.headers.get("x-mas-mock"))
    return { account, accountName: `${data.name} (account ${data.id})` }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error
    const account = unreadAccountKey(
      await call.settings.credential.get(),
      requestHeader(call.headers, headerNames.account),
    )
    return { account, accountName: "an account that this key cannot read" }
  }
}

/**
 * Identifies where a call goes: the service, the account, the brand, and whom redirected mail reaches. The same keys mean other messages
 * elsewhere.
 */
export async function placeOf(call: Call, getAccount: GetAccount): Promise<string> {
  const { account } = await accountOf(call, getAccount)
  const { origin, basePath, recipients } = call.settings
  const brand = requestHeader(call.headers, headerNames.brand) ?? ""
  return JSON.stringify([origin + basePath, account, brand, recipients?.rules.redirectTo ?? ""])
}
