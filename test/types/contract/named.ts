import type {
  Account,
  AccountUpdate,
  Affiliate,
  AffiliateLink,
  AttachmentParams,
  AttachmentQuery,
  AudienceReach,
  Campaign,
  CampaignCreate,
  CampaignUpdate,
  CheckoutStatusQuery,
  Contact,
  ContactCreate,
  ContactEvent,
  ContactEventQuery,
  ContactQuery,
  DeliveryStatus,
  Flow,
  FlowCreate,
  FormReceipt,
  FormSubmission,
  Funding,
  FundingPurchaseCreate,
  FundingPurchaseResult,
  IdParams,
  Impersonation,
  ImpersonationExit,
  Import,
  ImportCreate,
  Invite,
  InviteAcceptParams,
  InviteCreate,
  List,
  ListBulkResult,
  ListBulkUpdate,
  ListCreate,
  Login,
  ManagedAccount,
  ManagedAccountCreate,
  ManagedAccountQuery,
  ManagementGrant,
  ManagementGrantCommand,
  Membership,
  MembershipUpdate,
  Message,
  OAuthLaunch,
  OAuthLaunchUrl,
  PlanCheckout,
  PlanCheckoutCreate,
  PopupContext,
  PopupNextStep,
  PopupSubscribe,
  ReachQuery,
  Segment,
  SendCampaign,
  SendMessage,
  Signup,
  Suppression,
  SuppressionQuery,
  Team,
  Template,
  TemplateCreate,
  TemplateTestResult,
  TemplateUpdate,
  TestTemplate,
  TestWebhook,
  TrackEvent,
  User,
  UserUpdate,
  ValidationAudience,
  ValidationItem,
  ValidationOperation,
  ValidationParams,
  ValidationQuote,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookGetQuery,
  WebhookUpdate,
} from "../../../sdk/contract/index.ts"

/** What each endpoint answers, by the name that someone wrote. */
export interface Answers {
  "auth.signup": User
  "auth.login": User
  "auth.logout": undefined
  "oauth.me": PopupContext
  "oauth.subscribe": PopupNextStep
  "oauth.launch": OAuthLaunchUrl
  "user.get": User
  "user.update": User
  "impersonation.get": Impersonation
  "impersonation.exit": ImpersonationExit
  "account.get": Account
  "account.update": Account
  "account.team": Team
  "account.reach": AudienceReach
  "accounts.list": Account
  "managementGrant.get": ManagementGrant
  "managementGrant.confirm": ManagementGrant
  "managementGrant.revoke": ManagementGrant
  "memberships.list": Membership
  "memberships.update": Membership
  "memberships.remove": Membership
  "invites.list": Invite
  "invites.create": Invite
  "invites.revoke": Invite
  "invites.accept": Invite
  "affiliate.get": Affiliate
  "affiliate.link": Affiliate
  "managedAccounts.list": ManagedAccount
  "managedAccounts.create": ManagedAccount
  "messages.send": Message
  "messages.list": Message
  "webhooks.list": Webhook
  "webhooks.create": Webhook
  "webhooks.get": Webhook
  "webhooks.update": Webhook
  "webhooks.delete": Webhook
  "webhooks.test": WebhookDelivery
  "webhooks.deliveries": WebhookDelivery
  "suppressions.list": Suppression
  "delivery.status": DeliveryStatus
  "subscription.checkout": PlanCheckout
  "subscription.checkoutStatus": PlanCheckout
  "funding.get": Funding
  "fundingPurchases.create": FundingPurchaseResult
  "fundingPurchases.get": FundingPurchaseResult
  "validations.quote": ValidationQuote
  "validations.start": ValidationOperation
  "validations.get": ValidationOperation
  "validations.items": ValidationItem
  "imports.create": Import
  "imports.get": Import
  "events.track": ContactEvent
  "events.list": ContactEvent
  "campaigns.list": Campaign
  "campaigns.create": Campaign
  "campaigns.get": Campaign
  "campaigns.update": Campaign
  "campaigns.send": Campaign
  "contacts.list": Contact
  "contacts.create": Contact
  "lists.list": List
  "lists.create": List
  "lists.updateContacts": ListBulkResult
  "templates.list": Template
  "templates.create": Template
  "templates.get": Template
  "templates.update": Template
  "templates.sendTest": TemplateTestResult
  "flows.list": Flow
  "flows.create": Flow
  "segments.list": Segment
  "attachments.download": undefined
  "publicForms.submit": FormReceipt
}

/** What each endpoint takes that takes anything, by the names that someone wrote. */
export interface Requests {
  "auth.signup": { body: Signup }
  "auth.login": { body: Login }
  "oauth.subscribe": { body: PopupSubscribe }
  "oauth.launch": { body: OAuthLaunch }
  "user.update": { body: UserUpdate }
  "account.update": { body: AccountUpdate }
  "account.reach": { query: ReachQuery }
  "managementGrant.confirm": { body: ManagementGrantCommand }
  "managementGrant.revoke": { body: ManagementGrantCommand }
  "memberships.update": { params: IdParams; body: MembershipUpdate }
  "memberships.remove": { params: IdParams }
  "invites.create": { body: InviteCreate }
  "invites.revoke": { params: IdParams }
  "invites.accept": { params: InviteAcceptParams }
  "affiliate.link": { body: AffiliateLink }
  "managedAccounts.list": { query: ManagedAccountQuery }
  "managedAccounts.create": { body: ManagedAccountCreate }
  "messages.send": { body: SendMessage }
  "webhooks.create": { body: WebhookCreate }
  "webhooks.get": { params: IdParams; query: WebhookGetQuery }
  "webhooks.update": { params: IdParams; body: WebhookUpdate }
  "webhooks.delete": { params: IdParams }
  "webhooks.test": { params: IdParams; body: TestWebhook }
  "webhooks.deliveries": { params: IdParams }
  "suppressions.list": { query: SuppressionQuery }
  "subscription.checkout": { body: PlanCheckoutCreate }
  "subscription.checkoutStatus": { query: CheckoutStatusQuery }
  "fundingPurchases.create": { body: FundingPurchaseCreate }
  "fundingPurchases.get": { params: IdParams }
  "validations.quote": { body: ValidationAudience }
  "validations.start": { body: ValidationAudience }
  "validations.get": { params: ValidationParams }
  "validations.items": { params: ValidationParams }
  "imports.create": { body: ImportCreate }
  "imports.get": { params: IdParams }
  "events.track": { body: TrackEvent }
  "events.list": { query: ContactEventQuery }
  "campaigns.create": { body: CampaignCreate }
  "campaigns.get": { params: IdParams }
  "campaigns.update": { params: IdParams; body: CampaignUpdate }
  "campaigns.send": { params: IdParams; body: SendCampaign }
  "contacts.list": { query: ContactQuery }
  "contacts.create": { body: ContactCreate }
  "lists.create": { body: ListCreate }
  "lists.updateContacts": { params: IdParams; body: ListBulkUpdate }
  "templates.create": { body: TemplateCreate }
  "templates.get": { params: IdParams }
  "templates.update": { params: IdParams; body: TemplateUpdate }
  "templates.sendTest": { params: IdParams; body: TestTemplate }
  "flows.create": { body: FlowCreate }
  "attachments.download": { params: AttachmentParams; query: AttachmentQuery }
  "publicForms.submit": { body: FormSubmission }
}
