export { ApiPromise, ApiResponse, type WithResponse } from "./answer/api-promise.ts"
export { Page, PagePromise } from "./answer/page.ts"
export { type EndpointPath, Mas } from "./client.ts"
export type * from "./contract/types.ts"
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
export type { AddedHeaders, Logger, RequestEvent, RequestHook, ResponseEvent, ResponseHook } from "./hooks.ts"
export { idempotencyKey, type KeyPart } from "./idempotency.ts"
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
export type { RequestInput } from "./request/call.ts"
export type { AttachmentIds } from "./resources/attachments.ts"
export type { SignedIn } from "./resources/auth.ts"
export type { CampaignWaitOptions } from "./resources/campaigns.ts"
export type { ContactListQuery } from "./resources/contacts.ts"
export type { AnswerOf, InputOf } from "./resources/endpoint-types.ts"
export type { ContactEventListQuery } from "./resources/events.ts"
export type { FundingWaitOptions } from "./resources/funding-purchases.ts"
export type { ImportWaitOptions } from "./resources/imports.ts"
export type { ManagedAccountListQuery } from "./resources/managed-accounts.ts"
export type { CheckoutWaitOptions } from "./resources/subscription.ts"
export type { SuppressionListQuery } from "./resources/suppressions.ts"
export type { ValidationWaitOptions } from "./resources/validations.ts"
export type { TracedAttempt, TracedCall, TracedError, TracedWebhook } from "./tracing.ts"
export { type Fetch, fetchTransport } from "./transport/fetch.ts"
export type { UndiciDispatcher } from "./transport/global-dispatcher.ts"
export type { HeadersInput } from "./transport/header-values.ts"
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
export type {
  DeliveryEventData,
  EmailBouncedData,
  EmailBouncedEvent,
  EmailClickedData,
  EmailClickedEvent,
  EmailComplainedData,
  EmailComplainedEvent,
  EmailDeliveredEvent,
  EmailFailedData,
  EmailFailedEvent,
  EmailOpenedEvent,
  EmailReceivedData,
  EmailReceivedEvent,
  EmailSentData,
  EmailSentEvent,
  MemoryStoreOptions,
  NodeWebhookRequest,
  NodeWebhookResponse,
  RawBody,
  SignWebhookInput,
  TransactionalStore,
  UnknownEventData,
  UnknownWebhookEvent,
  VerifiedWebhook,
  VerifyWebhookOptions,
  WebhookAttachment,
  WebhookClaim,
  WebhookContext,
  WebhookEnvelope,
  WebhookEvent,
  WebhookEventMap,
  WebhookEventType,
  WebhookHandlerOptions,
  WebhookHeaders,
  WebhookSecret,
  WebhookSecretSource,
  WebhookSignatureHeaders,
  WebhookStore,
  WebhookVerificationError,
  WebhookVerificationReason,
  WholeBody,
} from "./webhooks/index.ts"
