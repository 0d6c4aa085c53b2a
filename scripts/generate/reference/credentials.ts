import { type Credential, credentialPrefixes, sessionCookie } from "../../../sdk/contract/core/credentials.ts"
import { table } from "./markdown.ts"

/** The use and origin of each kind of credential. */
const kinds: Readonly<Record<Credential, string>> = {
  api_key: "a program of one account: made in the dashboard",
  jwt: "a person: by signing in",
  storefront_token: "an app inside a storefront: signed by its platform, while it is installed",
  public_key: "a page with a form of one brand",
  provisioning: "a manager account that provisions clients: shown once when it is issued",
  management: "a manager who operates one brand of a client: shown once when it is issued",
  session_cookie: "a person in the popup flow",
}

export function credentialTable(): string {
  const prefixes: Partial<Record<Credential, string>> = credentialPrefixes
  const rows = listed(kinds).map(([kind, who]) => {
    const prefix = prefixes[kind]
    return [
      `\`${kind}\``,
      kind === "session_cookie" ? `cookie \`${sessionCookie}\`` : prefix ? `\`${prefix}…\`` : "a JSON Web Token",
      who,
    ]
  })
  return table(["kind", "looks like", "stands for"], rows)
}

const listed = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][]
