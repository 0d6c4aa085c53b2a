export { ApiPromise, ApiResponse, type WithResponse } from "./answer/api-promise.ts"
export { Page, PagePromise } from "./answer/page.ts"
export { type EndpointPath, Mas } from "./client.ts"
export type * from "./contract/index.ts"
export {
  AbortError,
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
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
export type { SignedIn } from "./resources/auth.ts"
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
export {
  createWebhookHandler,
  type DeliveryEventData,
  type EmailBouncedData,
  type EmailBouncedEvent,
  type EmailClickedData,
  type EmailClickedEvent,
  type EmailComplainedData,
  type EmailComplainedEvent,
  type EmailDeliveredEvent,
  type EmailFailedData,
  type EmailFailedEvent,
  type EmailOpenedEvent,
  type EmailReceivedData,
  type EmailReceivedEvent,
  type EmailSentData,
  type EmailSentEvent,
  type MemoryStoreOptions,
  memoryStore,
  type NodeWebhookRequest,
  type NodeWebhookResponse,
  nodeWebhookHandler,
  type RawBody,
  type SignWebhookInput,
  signWebhook,
  signWebhookAsync,
  type TransactionalStore,
  type UnknownWebhookEvent,
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  verifyWebhookAsync,
  type WebhookAttachment,
  type WebhookClaim,
  type WebhookContext,
  type WebhookDedupe,
  type WebhookEnvelope,
  type WebhookEvent,
  type WebhookEventMap,
  type WebhookEventType,
  type WebhookHandlerOptions,
  type WebhookHeaders,
  type WebhookSecret,
  type WebhookSignatureHeaders,
  type WebhookStore,
  WebhookVerificationError,
  type WebhookVerificationReason,
  webhookEventTypes,
} from "./webhooks/index.ts"
