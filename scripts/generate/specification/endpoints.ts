import {
  anyKey,
  type Credential,
  credentialPrefixes,
  ownKey,
  sessionCookie,
} from "../../../sdk/contract/core/credentials.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { errorStatuses, listEndpoints, successStatuses } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import { anchor, table, words } from "./markdown.ts"

/** What each kind of credential is, and how one comes by it. */
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

/** The endpoints of a section of the specification. Throws where there is none. */
export function endpointTable(section: string): string {
  const found = listEndpoints(contract).filter(({ spec }) => spec.section === section)
  if (found.length === 0) throw new Error(`No endpoint is in the section ${section}`)
  const rows = found.map(({ spec }) => [
    `[\`${spec.method} ${spec.path}\`](endpoints.md#${anchor(`${spec.method} ${spec.path}`)})`,
    `${spec.summary}.${sends(spec)}`,
    letIn(spec),
    spec.idempotency ?? "",
    answersOf(spec),
    errorStatuses(spec).join(", "),
  ])
  return table(["endpoint", "does", "credentials", "key", "answers", "errors"], rows)
}

/** A model's name that leads to its fields; undefined for what has no name. */
export const linkTo = (schema: EndpointSpec["body"] | null) => {
  const name = schema ? modelName(schema) : undefined
  return name === undefined ? undefined : `[${words(name)}](resources.md#${anchor(words(name))})`
}

function sends({ body, query }: EndpointSpec): string {
  const links = [linkTo(body), linkTo(query)].filter((link) => link !== undefined)
  return links.length > 0 ? ` ${links.join(", ")}` : ""
}

/** `201, 200: [Message](…)` */
export function answersOf(spec: EndpointSpec): string {
  const statuses = successStatuses(spec).join(", ")
  if (spec.download) return `${statuses}: the file`
  const link = linkTo(spec.response)
  if (link === undefined) return statuses
  return spec.paginated ? `${statuses}: list of ${link}` : `${statuses}: ${link}`
}

function letIn({ auth, role }: EndpointSpec): string {
  const kinds = auth === anyKey ? "any" : auth === ownKey ? "own" : auth.map((kind) => `\`${kind}\``).join(", ")
  return `${kinds || "none"}${role === "admin" ? "; owner and admins" : ""}`
}
