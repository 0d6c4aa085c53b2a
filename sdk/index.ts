export { ApiPromise, ApiResponse, type WithResponse } from "./answer/api-promise.ts"
export { Page, PagePromise } from "./answer/page.ts"
export type { AsyncCloses, AsyncDispose } from "./async-dispose.ts"
export type { KeylessPath } from "./client.ts"
export { type EndpointPath, Mas } from "./client.ts"
export type * from "./contract/types.gen.ts"
export {
  AbortError,
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type Disposition,
  type FailedRequest,
  IdempotencyConflictError,
  InternalServerError,
  InvalidArgumentError,
  MasError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  RequestError,
  type ResponseIssue,
  ResponseValidationError,
  ServiceUnavailableError,
  TimeoutError,
  UnprocessableEntityError,
  WaitError,
} from "./errors.ts"
export type { Download } from "./files/download.ts"
export type {
  AddedHeaders,
  HookResult,
  Logger,
  RequestEvent,
  RequestHook,
  ResponseEvent,
  ResponseHook,
} from "./hooks.ts"
export { type IdempotencyKeys, idempotencyKey, type KeyPart } from "./idempotency.ts"
export type {
  ClientClock,
  ClientOptions,
  IdempotentOptions,
  KeyedOptions,
  RequestOptions,
  ResponseValidation,
  ResponseValidator,
  Token,
  TokenSource,
  ValidatedEndpoint,
  WaitOptions,
} from "./options.ts"
export type { CatchUpAccount, Lost as LostEvents } from "./outage/account.ts"
export type { CatchUpOptions } from "./outage/catch-up.ts"
export { CatchUp } from "./outage/caught-up.ts"
export type { HealthOptions, SetAsideCount } from "./outage/check-health.ts"
export type { CaughtUpEvent } from "./outage/facts.ts"
export type { EndpointHealth, HealthProblem, WebhookHealth } from "./outage/health.ts"
export { RecipientRefusedError } from "./recipients/refused-error.ts"
export type { RecipientRules, RedirectTargets } from "./recipients/rules.ts"
export type { RequestInput } from "./request/call.ts"
export type { AccountApi } from "./resources/account.ts"
export type { Accounts } from "./resources/accounts.ts"
export type { AffiliateApi } from "./resources/affiliate.ts"
export type { AttachmentIds, Attachments } from "./resources/attachments.ts"
export type { Auth, SignedIn } from "./resources/auth.ts"
export type { Campaigns, CampaignWaitOptions } from "./resources/campaigns.ts"
export type { ContactListQuery, Contacts } from "./resources/contacts.ts"
export type { Delivery } from "./resources/delivery.ts"
export type { AnswerOf, ArgumentsOf, InputOf, OptionsOf } from "./resources/endpoint-types.ts"
export type { ContactEventListQuery, Events } from "./resources/events.ts"
export type { Flows } from "./resources/flows.ts"
export type { FundingApi } from "./resources/funding.ts"
export type { FundingPurchases, FundingWaitOptions } from "./resources/funding-purchases.ts"
export type { ImpersonationApi } from "./resources/impersonation.ts"
export type { Imports, ImportWaitOptions } from "./resources/imports.ts"
export type { Invites } from "./resources/invites.ts"
export type { Lists } from "./resources/lists.ts"
export type { ManagedAccountListQuery, ManagedAccounts } from "./resources/managed-accounts.ts"
export type { ManagementGrantApi } from "./resources/management-grant.ts"
export type { Memberships } from "./resources/memberships.ts"
export type { Messages } from "./resources/messages.ts"
export type { OAuth } from "./resources/oauth.ts"
export type { PublicForms } from "./resources/public-forms.ts"
export type { Segments } from "./resources/segments.ts"
export type { CheckoutWaitOptions, Subscription } from "./resources/subscription.ts"
export type { SuppressionListQuery, Suppressions } from "./resources/suppressions.ts"
export type { Templates } from "./resources/templates.ts"
export type { UserApi } from "./resources/user.ts"
export type { Validations, ValidationWaitOptions } from "./resources/validations.ts"
export type { Webhooks } from "./resources/webhooks.ts"
export type { SendEachOptions, SendEachSummary, SentRow } from "./sending/run-send-each.ts"
export { SendEach } from "./sending/send-each.ts"
export type { Pace, PacedRequest, TurnOptions } from "./stores/pace.ts"
export type { AnyMessage, TemplateMessage, TemplateParts, TemplateReference } from "./template-message.ts"
export type { TracedAttempt, TracedCall, TracedError, TracedWebhook } from "./tracing.ts"
export { type Fetch, fetchTransport } from "./transport/fetch.ts"
export type { UndiciDispatcher } from "./transport/global-dispatcher.ts"
export type { HeaderInput, HeadersInput } from "./transport/header-values.ts"
export type { HeaderRecord } from "./transport/headers.ts"
export { type NodeHttpAgent, type NodeHttpOptions, nodeHttpTransport } from "./transport/node-http.ts"
export {
  type Transport,
  type TransportBody,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport.ts"
export { undiciTransport } from "./transport/undici.ts"
export { version } from "./version.ts"
export type * from "./webhooks/types.gen.ts"
