import { accountsTable } from "./accounts.ts"
import { affiliatesTable } from "./affiliates.ts"
import { attachmentsTable } from "./attachments.ts"
import { brandsTable } from "./brands.ts"
import { campaignsTable } from "./campaigns.ts"
import { contactsTable } from "./contacts.ts"
import { conversationMessagesTable } from "./conversation-messages.ts"
import { conversationsTable } from "./conversations.ts"
import { credentialsTable } from "./credentials.ts"
import { eventsTable } from "./events.ts"
import { flowsTable } from "./flows.ts"
import { fundingPurchasesTable } from "./funding-purchases.ts"
import { grantsTable } from "./grants.ts"
import { importPiecesTable, importsTable } from "./imports.ts"
import { invitesTable } from "./invites.ts"
import { launchesTable } from "./launches.ts"
import { listsTable } from "./lists.ts"
import { managedAccountsTable } from "./managed-accounts.ts"
import { membershipsTable } from "./memberships.ts"
import { messageContentsTable } from "./message-contents.ts"
import { messagesTable } from "./messages.ts"
import { outboxTable } from "./outbox.ts"
import { plansTable } from "./plans.ts"
import { segmentsTable } from "./segments.ts"
import { sendersTable } from "./senders.ts"
import { planCheckoutsTable } from "./subscription.ts"
import { suppressionsTable } from "./suppressions.ts"
import { templatesTable } from "./templates.ts"
import { usageTable } from "./usage.ts"
import { usersTable } from "./users.ts"
import { validationItemsTable, validationResultsTable, validationsTable } from "./validations.ts"
import { webhookDeliveriesTable } from "./webhook-deliveries.ts"
import { webhookEventsTable } from "./webhook-events.ts"
import { webhooksTable } from "./webhooks.ts"

/** Every kind of record of a world; a snapshot walks over this. */
export const createTables = () => ({
  users: usersTable(),
  accounts: accountsTable(),
  brands: brandsTable(),
  plans: plansTable(),
  credentials: credentialsTable(),
  grants: grantsTable(),
  memberships: membershipsTable(),
  invites: invitesTable(),
  managedAccounts: managedAccountsTable(),
  affiliates: affiliatesTable(),
  launches: launchesTable(),
  usage: usageTable(),
  outbox: outboxTable(),
  contacts: contactsTable(),
  lists: listsTable(),
  imports: importsTable(),
  importPieces: importPiecesTable(),
  segments: segmentsTable(),
  events: eventsTable(),
  campaigns: campaignsTable(),
  flows: flowsTable(),
  planCheckouts: planCheckoutsTable(),
  fundingPurchases: fundingPurchasesTable(),
  validations: validationsTable(),
  validationItems: validationItemsTable(),
  validationResults: validationResultsTable(),
  senders: sendersTable(),
  messages: messagesTable(),
  messageContents: messageContentsTable(),
  suppressions: suppressionsTable(),
  templates: templatesTable(),
  webhooks: webhooksTable(),
  webhookEvents: webhookEventsTable(),
  webhookDeliveries: webhookDeliveriesTable(),
  conversations: conversationsTable(),
  conversationMessages: conversationMessagesTable(),
  attachments: attachmentsTable(),
})
export type Tables = ReturnType<typeof createTables>
