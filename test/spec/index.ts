import type { Contract } from "../../sdk/contract/index.ts"
import { account } from "./account.ts"
import { accounts } from "./accounts.ts"
import { affiliate } from "./affiliate.ts"
import { attachments } from "./attachments.ts"
import { auth } from "./auth.ts"
import { campaigns } from "./campaigns.ts"
import { contacts } from "./contacts.ts"
import { delivery } from "./delivery.ts"
import { events } from "./events.ts"
import { flows } from "./flows.ts"
import { funding } from "./funding.ts"
import { fundingPurchases } from "./funding-purchases.ts"
import { impersonation } from "./impersonation.ts"
import { imports } from "./imports.ts"
import { invites } from "./invites.ts"
import { lists } from "./lists.ts"
import { managedAccounts } from "./managed-accounts.ts"
import { managementGrant } from "./management-grant.ts"
import { memberships } from "./memberships.ts"
import { messages } from "./messages.ts"
import type { Caller, Noun, Row } from "./noun.ts"
import { oauth } from "./oauth.ts"
import { publicForms } from "./public-forms.ts"
import { segments } from "./segments.ts"
import { sharedModels } from "./shared.ts"
import { subscription } from "./subscription.ts"
import { suppressions } from "./suppressions.ts"
import { templates } from "./templates.ts"
import { user } from "./user.ts"
import { validations } from "./validations.ts"
import { webhooks } from "./webhooks.ts"

/** The specification by noun, in the order of its tables. A missing noun of the contract is a compile error. */
export const nouns: { readonly [G in keyof Contract]-?: Noun<G> } = {
  auth,
  oauth,
  user,
  impersonation,
  account,
  accounts,
  managementGrant,
  memberships,
  invites,
  affiliate,
  managedAccounts,
  messages,
  webhooks,
  suppressions,
  delivery,
  subscription,
  funding,
  fundingPurchases,
  validations,
  imports,
  events,
  campaigns,
  contacts,
  lists,
  templates,
  flows,
  segments,
  attachments,
  publicForms,
}

/** A row with its names and its noun's settings. */
export interface NamedRow extends Row {
  /** `invites.create`. */
  readonly name: string
  readonly section: string | null
  readonly caller: Caller
  readonly account: number
}

/** Every row, in order. */
export const rows: readonly NamedRow[] = Object.entries(nouns).flatMap(
  ([group, { section, caller = {}, account = 1, endpoints }]) =>
    Object.entries<Row>(endpoints).map(([verb, row]) => ({
      ...row,
      name: `${group}.${verb}`,
      section,
      caller,
      account,
    })),
)

const byName = new Map(rows.map((row) => [row.name, row]))

/** The row of an endpoint. */
export function rowOf(name: string): NamedRow {
  const row = byName.get(name)
  if (row === undefined) throw new Error(`test/spec has no row for ${name}`)
  return row
}

/** The fields of every transcribed model, by its name. */
export const modelFields: Readonly<Record<string, string>> = Object.assign(
  { ...sharedModels },
  ...Object.values(nouns).map(({ models }) => models),
)
