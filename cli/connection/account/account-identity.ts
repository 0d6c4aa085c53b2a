import { PermissionDeniedError } from "../../../sdk/client/errors.ts"
import { accountKey, unreadAccountKey } from "../../../sdk/client/request/account-key.ts"
import type { Context } from "../context.ts"
import type { Profile } from "../profile/profile.ts"

/** The account that a credential acts for. Everything that a command keeps for later runs belongs to one. */
export interface AccountIdentity {
  /** Part of the key of everything kept. Differs for each account, and each start or reset of a mock server. */
  readonly key: string
  /** `Acme`, to be typed before everything of the account changes. */
  readonly name: string
  /** `Acme (account 1)`. */
  readonly owner: string
  /** For people: `Acme (account 1), production, key …cd12`. */
  readonly label: string
}

/** Asks the service whose credential this is. Ask once a run, say `label` first, and key what is kept by `key`. */
export async function identifyAccount(context: Pick<Context, "io" | "profile" | "client">): Promise<AccountIdentity> {
  const profile = await context.profile()
  const client = await context.client()
  const where = [
    profile.name ?? hostOf(profile.baseUrl),
    profile.brand && `brand ${profile.brand}`,
    credentialOf(profile),
  ]
  const namedBy = (name: string, owner: string) => ({
    name,
    owner,
    label: [owner, ...where].filter(Boolean).join(", "),
  })
  try {
    const { data, response } = await client.account.get({ signal: context.io.signal }).withResponse()
    const key = accountKey(data.id, response.headers.get("x-mas-mock"))
    return { key, ...namedBy(data.name, `${data.name} (account ${data.id})`) }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error
    const { apiKey, token, account } = profile
    return {
      key: unreadAccountKey(apiKey ?? token, account),
      ...namedBy("unknown", "an account that this key cannot read"),
    }
  }
}

const hostOf = (url: string | undefined) => url?.replace(/^https?:\/\//, "").split("/", 1)[0]

function credentialOf({ apiKey, token }: Profile): string | undefined {
  if (apiKey === undefined) return token === undefined ? undefined : "session"
  // A short key would be told by its end.
  return apiKey.length < 12 ? "key" : `key …${apiKey.slice(-4)}`
}
