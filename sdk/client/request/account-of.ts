import { MasError } from "../../base/mas-error.ts"
import { headerNames } from "../../contract/core/headers.ts"
import type { Access } from "../../contract/models/account-access.ts"
import { PermissionDeniedError } from "../errors.ts"
import type { WithResponse } from "../response/api-promise.ts"
import { fieldReader, isNumber, isText } from "../transport/fields.ts"
import { requestHeader } from "../transport/headers.ts"
import { accountKey, unreadAccountKey } from "./account-key.ts"
import type { Call } from "./call.ts"
import { isJwt } from "./credential.ts"

/** Asks whose credential a call has. */
export type GetAccount = () => PromiseLike<
  WithResponse<{ readonly id: number; readonly name: string; readonly access?: Partial<Access> | undefined }>
>

/** Asks who is signed in. */
export type GetUser = () => PromiseLike<WithResponse<{ readonly id: number; readonly email: string }>>

/** The account of a call. */
export interface CallAccount {
  /** Identifies it. */
  readonly account: string
  /** Its id; null if its own credential cannot read it. */
  readonly accountId: number | null
  /** Its name for people. */
  readonly accountName: string
  /** What ties the credential to one brand, if anything does. */
  readonly pinnedBy: string | null
}

export async function accountOf(call: Call, getAccount: GetAccount): Promise<CallAccount> {
  try {
    const { data, response } = await getAccount()
    if (!isNumber(Object(data).id))
      throw new MasError("The account cannot be told: the response of account.get has no id")
    const account = accountKey(data.id, response.headers.get("x-mas-mock"))
    const pinnedBy = brandPin(data.access ?? {}, await call.settings.credential.get())
    return { account, accountId: data.id, accountName: `${data.name} (account ${data.id})`, pinnedBy }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error
    // Another credential counts as another account, so it has the same brand.
    const accountName = "an account that this key cannot read"
    return { account: await secretKey(call), accountId: null, accountName, pinnedBy: null }
  }
}

/** Who sends a call: the service, and the account and brand of it. The same keys mean other messages by another one. */
export interface CallSender extends CallAccount {
  /** The address of the service. */
  readonly service: string
  /** The brand that the call names; null: the one of its credential. */
  readonly brandSid: string | null
}

export function senderOf(call: Call, { pinnedBy, ...account }: CallAccount): CallSender {
  const { origin, basePath } = call.settings
  const brandSid = requestHeader(call.headers, headerNames.brand) ?? null
  // A brand that is named is the same by any credential.
  return { service: origin + basePath, ...account, brandSid, pinnedBy: brandSid === null ? pinnedBy : null }
}

/** The person whose own records a call changes: the one who is signed in, or the owner behind a key. */
export async function userOf(call: Call, getUser: GetUser): Promise<{ user: string; userName: string }> {
  try {
    const { data } = await getUser()
    return { user: String(data.id), userName: `${data.email} (user ${data.id})` }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error
    return { user: await secretKey(call), userName: "a person whom this key cannot read" }
  }
}

const secretKey = async ({ settings, headers }: Call) =>
  unreadAccountKey(await settings.credential.get(), requestHeader(headers, headerNames.account))

/** The storefront or grant by whose one brand a credential acts. Spec: Authentication. */
function brandPin(access: Partial<Access>, secret: string | undefined): string | null {
  const { credential_type: kind, management_grant_id: grant } = access
  if (isNumber(grant)) return `management grant ${grant}`
  const storefront = storefrontIn(secret)
  if (storefront !== undefined) return `storefront ${storefront}`
  // An API key, or a person's JWT.
  const isFree = kind ? freeKinds.test(kind) : secret?.startsWith("maskey_") || isJwt(secret)
  return isFree ? null : `credential ${unreadAccountKey(secret, undefined).slice(0, 8)}`
}

const freeKinds = /^(api_key|jwt|session_cookie)$/

/** The host of a storefront's ID token, which is signed anew all the time. */
function storefrontIn(secret: string | undefined): string | undefined {
  if (!isJwt(secret)) return undefined
  try {
    const [, claims = ""] = secret?.split(".") ?? []
    return fieldReader(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))))("dest", isText)
  } catch {
    return undefined
  }
}

/** Identifies where a call goes: its sender, and whom redirected mail reaches. */
export async function placeOf(call: Call, getAccount: GetAccount): Promise<string> {
  const { service, account, brandSid, pinnedBy } = senderOf(call, await accountOf(call, getAccount))
  const { redirectTo } = call.settings.recipients?.rules ?? {}
  return JSON.stringify([service, account, brandSid ?? pinnedBy ?? "", redirectTo ?? ""])
}
