import { accountHandlers } from "./account.ts"
import { accountsHandlers } from "./accounts.ts"
import { affiliateHandlers } from "./affiliate.ts"
import { attachmentHandlers } from "./attachments.ts"
import { authHandlers } from "./auth.ts"
import { campaignHandlers } from "./campaigns.ts"
import { contactHandlers } from "./contacts.ts"
import { deliveryHandlers } from "./delivery.ts"
import { eventHandlers } from "./events.ts"
import { flowHandlers } from "./flows.ts"
import { fundingHandlers } from "./funding.ts"
import { fundingPurchaseHandlers } from "./funding-purchases.ts"
import type { Handlers } from "./handlers-for.ts"
import { impersonationHandlers } from "./impersonation.ts"
import { importHandlers } from "./imports.ts"
import { inviteHandlers } from "./invites.ts"
import { listHandlers } from "./lists.ts"
import { managedAccountHandlers } from "./managed-accounts.ts"
import { managementGrantHandlers } from "./management-grant.ts"
import { membershipHandlers } from "./memberships.ts"
import { messageHandlers } from "./messages.ts"
import { oauthHandlers } from "./oauth.ts"
import { publicFormHandlers } from "./public-forms.ts"
import { segmentHandlers } from "./segments.ts"
import { subscriptionHandlers } from "./subscription.ts"
import { suppressionHandlers } from "./suppressions.ts"
import { templateHandlers } from "./templates.ts"
import { userHandlers } from "./user.ts"
import { validationHandlers } from "./validations.ts"
import { webhookHandlers } from "./webhooks.ts"

export const handlers: Handlers = {
  auth: authHandlers,
  oauth: oauthHandlers,
  user: userHandlers,
  impersonation: impersonationHandlers,
  account: accountHandlers,
  accounts: accountsHandlers,
  managementGrant: managementGrantHandlers,
  memberships: membershipHandlers,
  invites: inviteHandlers,
  affiliate: affiliateHandlers,
  managedAccounts: managedAccountHandlers,
  contacts: contactHandlers,
  lists: listHandlers,
  imports: importHandlers,
  segments: segmentHandlers,
  events: eventHandlers,
  campaigns: campaignHandlers,
  flows: flowHandlers,
  subscription: subscriptionHandlers,
  funding: fundingHandlers,
  fundingPurchases: fundingPurchaseHandlers,
  validations: validationHandlers,
  publicForms: publicFormHandlers,
  messages: messageHandlers,
  webhooks: webhookHandlers,
  suppressions: suppressionHandlers,
  delivery: deliveryHandlers,
  templates: templateHandlers,
  attachments: attachmentHandlers,
}
