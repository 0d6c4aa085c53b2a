/**
 * The types of the contract, without the schemas and tables of the same names: what the root of the package gives. As values
 * they are at `mas-sdk/contract`, which loads zod. The types of webhook events are those of `sdk/webhooks`.
 */
/** The types that fields of models have, each under its name. */

export type { Account, AccountUpdate, AudienceReach, ReachPlan, ReachQuery, Team, TeamSummary } from "./account.ts"
export type { Affiliate, AffiliateEarnings, AffiliateLink, AffiliateStats } from "./affiliate.ts"
export type { AttachmentParams, AttachmentQuery } from "./attachments.ts"
export type { Login, LoginUser, Signup, SignupUser } from "./auth.ts"
export type {
  Campaign,
  CampaignAudience,
  CampaignAudienceChoice,
  CampaignCreate,
  CampaignUpdate,
  SendCampaign,
} from "./campaigns.ts"
export type { Contact, ContactChannel, ContactCreate, ContactQuery } from "./contacts.ts"
export type { Credential } from "./core/credentials.ts"
export type {
  Answer,
  EndpointExample,
  EndpointGroup,
  EndpointSpec,
  Method,
  PageRequest,
  Reach,
  Received,
  Sent,
  SuccessStatus,
} from "./core/endpoint.ts"
export type { NamedEndpoint } from "./core/endpoints.ts"
export type { ErrorStatus } from "./core/error-codes.ts"
export type { Capacity, CapacityRecovery, ErrorBody, PopupErrorBody, RecoveryAction } from "./core/errors.ts"
export type * as models from "./core/models.gen.ts"
export type { IdParams, OpenSet, PageQuery } from "./core/shared.ts"
export type { DeliveryStatus, PacingState } from "./delivery.ts"
export type { ContactEvent, ContactEventQuery, TrackEvent } from "./events.ts"
export type { Flow, FlowCreate } from "./flows.ts"
export type { Funding, FundingOffer, FundingPurchase } from "./funding.ts"
export type { FundingPurchaseCreate, FundingPurchaseResult } from "./funding-purchases.ts"
export type { Impersonation, ImpersonationExit, Impersonator } from "./impersonation.ts"
export type {
  Import,
  ImportCreate,
  ImportFile,
  ImportOptions,
  ImportResource,
  ImportRowError,
  NamedUpload,
  UploadContent,
} from "./imports.ts"
export type { Contract, EndpointName, EndpointOf } from "./index.ts"
export type { Invite, InviteAcceptParams, InviteCreate } from "./invites.ts"
export type { List, ListBulkResult, ListBulkUpdate, ListCreate } from "./lists.ts"
export type {
  ManagedAccount,
  ManagedAccountCreate,
  ManagedAccountDetails,
  ManagedAccountInvitation,
  ManagedAccountOwner,
  ManagedAccountQuery,
} from "./managed-accounts.ts"
export type { AccountReference, ManagementGrant, ManagementGrantCommand } from "./management-grant.ts"
export type { Membership, MembershipRole, MembershipUpdate } from "./memberships.ts"
export type {
  EmailMessage,
  HtmlEmail,
  Message,
  MessageChannel,
  MessageFields,
  SendMessage,
  SmsMessage,
  TemplateEmail,
  TextEmail,
} from "./messages.ts"
export type { Access } from "./models/account-access.ts"
export type {
  AgentInboxEntitlement,
  Billing,
  BrandUsage,
  Entitlements,
  LifetimeUsage,
  Plan,
  ResourceUsage,
  ResourceUsages,
} from "./models/billing.ts"
export type { Bounce, Complaint, Failure, WebhookPayload } from "./models/webhook-events.ts"
export type {
  OAuthLaunch,
  OAuthLaunchUrl,
  OAuthProvider,
  PopupAccount,
  PopupContext,
  PopupNextStep,
  PopupPlan,
  PopupSubscribe,
} from "./oauth.ts"
export type { FormReceipt, FormSubmission } from "./public-forms.ts"
export type { Segment } from "./segments.ts"
export type { CheckoutStatusQuery, PlanCheckout, PlanCheckoutCreate } from "./subscription.ts"
export type { Suppression, SuppressionQuery, SuppressionReason } from "./suppressions.ts"
export type {
  Template,
  TemplateCreate,
  TemplateTestResult,
  TemplateTestSend,
  TemplateUpdate,
  TestTemplate,
} from "./templates.ts"
export type { User, UserUpdate } from "./user.ts"
export type {
  ValidationAudience,
  ValidationCounts,
  ValidationFunding,
  ValidationItem,
  ValidationOperation,
  ValidationParams,
  ValidationPricing,
  ValidationQuote,
} from "./validations.ts"
export type {
  TestWebhook,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookGetQuery,
  WebhookLastDelivery,
  WebhookUpdate,
} from "./webhooks.ts"
