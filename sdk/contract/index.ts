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
import { oauth } from "./oauth.ts"
import { publicForms } from "./public-forms.ts"
import { segments } from "./segments.ts"
import { subscription } from "./subscription.ts"
import { suppressions } from "./suppressions.ts"
import { templates } from "./templates.ts"
import { user } from "./user.ts"
import { validations } from "./validations.ts"
import { webhooks } from "./webhooks.ts"

export * from "./account.ts"
export * from "./accounts.ts"
export * from "./affiliate.ts"
export * from "./attachments.ts"
export * from "./auth.ts"
export * from "./campaigns.ts"
export * from "./contacts.ts"
export * from "./core/credentials.ts"
export * from "./core/endpoint.ts"
export * from "./core/endpoints.ts"
export * from "./core/error-codes.ts"
export * from "./core/errors.ts"
export * from "./core/headers.ts"
export * from "./core/limits.ts"
export * from "./core/message-names.ts"
/** The types that fields of models have, each under its name. */
export type * as models from "./core/models.gen.ts"
export * from "./core/shared.ts"
export * from "./delivery.ts"
export * from "./events.ts"
export * from "./flows.ts"
export * from "./funding.ts"
export * from "./funding-purchases.ts"
export * from "./impersonation.ts"
export * from "./imports.ts"
export * from "./invites.ts"
export * from "./lists.ts"
export * from "./managed-accounts.ts"
export * from "./management-grant.ts"
export * from "./memberships.ts"
export * from "./messages.ts"
export * from "./models/account-access.ts"
export * from "./models/billing.ts"
export * from "./models/webhook-events.ts"
export * from "./oauth.ts"
export * from "./public-forms.ts"
export * from "./segments.ts"
export * from "./subscription.ts"
export * from "./suppressions.ts"
export * from "./templates.ts"
export * from "./user.ts"
export * from "./validations.ts"
export * from "./webhooks.ts"

/** The type of `contract`, written out: so declarations name each group, where they would repeat it. */
export type Contract = {
  readonly auth: typeof auth
  readonly oauth: typeof oauth
  readonly user: typeof user
  readonly impersonation: typeof impersonation
  readonly account: typeof account
  readonly accounts: typeof accounts
  readonly managementGrant: typeof managementGrant
  readonly memberships: typeof memberships
  readonly invites: typeof invites
  readonly affiliate: typeof affiliate
  readonly managedAccounts: typeof managedAccounts
  readonly messages: typeof messages
  readonly webhooks: typeof webhooks
  readonly suppressions: typeof suppressions
  readonly delivery: typeof delivery
  readonly subscription: typeof subscription
  readonly funding: typeof funding
  readonly fundingPurchases: typeof fundingPurchases
  readonly validations: typeof validations
  readonly imports: typeof imports
  readonly events: typeof events
  readonly campaigns: typeof campaigns
  readonly contacts: typeof contacts
  readonly lists: typeof lists
  readonly templates: typeof templates
  readonly flows: typeof flows
  readonly segments: typeof segments
  readonly attachments: typeof attachments
  readonly publicForms: typeof publicForms
}

/** Every endpoint of the service, by resource and name: `contract.invites.create`. */
export const contract: Contract = {
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

/** An endpoint's name: `invites.create`. */
export type EndpointName = {
  [G in keyof Contract & string]: `${G}.${keyof Contract[G] & string}`
}[keyof Contract & string]

/** The endpoint that a name stands for. */
export type EndpointOf<N extends EndpointName> = N extends `${infer G extends keyof Contract & string}.${infer V}`
  ? V extends keyof Contract[G]
    ? Contract[G][V]
    : never
  : never
export type { ExactlyOneOf } from "./core/rules.ts"
