import { brandsTable } from "./account/brands-table.ts"
import { accountsTable } from "./account/table.ts"
import { affiliatesTable } from "./affiliate/table.ts"
import { attachmentsTable } from "./attachments/table.ts"
import { plansTable } from "./billing/plans-table.ts"
import { usageTable } from "./billing/usage-table.ts"
import { campaignsTable } from "./campaigns/table.ts"
import { contactsTable } from "./contacts/table.ts"
import { conversationMessagesTable } from "./conversations/messages-table.ts"
import { conversationsTable } from "./conversations/table.ts"
import { credentialsTable } from "./credentials/table.ts"
import { eventsTable } from "./events/table.ts"
import { flowsTable } from "./flows/table.ts"
import { fundingPurchasesTable } from "./funding-purchases/table.ts"
import { importPiecesTable, importsTable } from "./imports/table.ts"
import { invitesTable } from "./invites/table.ts"
import { listsTable } from "./lists/table.ts"
import { managedAccountsTable } from "./managed-accounts/table.ts"
import { grantsTable } from "./management-grant/table.ts"
import { membershipsTable } from "./memberships/table.ts"
import { messageContentsTable } from "./messages/contents-table.ts"
import { messagesTable } from "./messages/table.ts"
import { launchesTable } from "./oauth/table.ts"
import { segmentsTable } from "./segments/table.ts"
import { sendersTable } from "./senders/table.ts"
import { outboxTable } from "./service-mails/table.ts"
import { planCheckoutsTable } from "./subscription/table.ts"
import { suppressionsTable } from "./suppressions/table.ts"
import { templatesTable } from "./templates/table.ts"
import { usersTable } from "./user/table.ts"
import { validationItemsTable, validationResultsTable, validationsTable } from "./validations/table.ts"
import { webhookDeliveriesTable } from "./webhooks/deliveries-table.ts"
import { webhookEventsTable } from "./webhooks/events-table.ts"
import { webhooksTable } from "./webhooks/table.ts"

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
