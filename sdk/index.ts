export type { AsyncCloses, AsyncDispose } from "./base/async-dispose.ts"
export type { TracedAttempt, TracedCall, TracedError, TracedWebhook } from "./base/tracing.ts"
export { version } from "./base/version.ts"
export type { KeylessPath } from "./client/client.ts"
export { type EndpointPath, Mas } from "./client/client.ts"
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
} from "./client/errors.ts"
export type {
  AddedHeaders,
  HookResult,
  Logger,
  RequestEvent,
  RequestHook,
  ResponseEvent,
  ResponseHook,
} from "./client/hooks.ts"
export { type IdempotencyKeys, idempotencyKey, type KeyPart } from "./client/idempotency.ts"
export type {
  ClientClock,
  ClientOptions,
  ClientScope,
  IdempotentOptions,
  KeyedOptions,
  RequestOptions,
  ResponseValidation,
  ResponseValidator,
  Token,
  TokenSource,
  ValidatedEndpoint,
  WaitOptions,
} from "./client/options.ts"
export type { CallAccount, CallSender } from "./client/request/account-of.ts"
export type { RequestInput } from "./client/request/call.ts"
export type { SendingStatus } from "./client/request/sending.ts"
export { Sending } from "./client/request/sending.ts"
export type { SendingHealth, SendingHealthOptions } from "./client/request/sending-health.ts"
export type { ArgumentsOf, InputOf, OptionsOf, ResponseOf, Spyable } from "./client/resources/endpoint-types.ts"
export type * from "./client/resources/index.ts"
export { ApiPromise, ApiResponse, type WithResponse } from "./client/response/api-promise.ts"
export { Page, PagePromise } from "./client/response/page.ts"
export { type Fetch, fetchTransport } from "./client/transport/fetch.ts"
export type { UndiciDispatcher } from "./client/transport/global-dispatcher.ts"
export type { HeaderInput, HeadersInput } from "./client/transport/header-values.ts"
export type { HeaderRecord } from "./client/transport/headers.ts"
export { type NodeHttpAgent, type NodeHttpOptions, nodeHttpTransport } from "./client/transport/node-http.ts"
export {
  type Transport,
  type TransportBody,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./client/transport/transport.ts"
export { undiciTransport } from "./client/transport/undici.ts"
export type * from "./contract/types.gen.ts"
export type { Download } from "./files/download.ts"
export type { CatchUpAccount, Lost as LostEvents } from "./outage/account.ts"
export type { CatchUpOptions } from "./outage/catch-up.ts"
export { CatchUp } from "./outage/caught-up.ts"
export type { HealthOptions, SetAsideCount } from "./outage/check-health.ts"
export type { CaughtUpEvent } from "./outage/facts.ts"
export type { EndpointHealth, HealthProblem, WebhookHealth } from "./outage/health.ts"
export type {
  HealthEvent,
  HealthRate,
  HealthSpan,
  HealthState,
  TaggedMails,
} from "./sending/ceilings/health.ts"
export type { HealthLimits, RateLimits } from "./sending/ceilings/health-limits.ts"
export type { CeilingOptions } from "./sending/ceilings/options.ts"
export { type CeilingRefusal, SendCeilingError } from "./sending/ceilings/send-ceiling-error.ts"
export { CallHeldError, type CallHold, type CallToHold, type HeldCall } from "./sending/recipients/call-hold.ts"
export type { RecipientRules, RedirectTargets } from "./sending/recipients/recipient-rules.ts"
export { RecipientRefusedError } from "./sending/recipients/refused-error.ts"
export type { SendEachOptions, SendEachSummary, SentRow } from "./sending/run-send-each.ts"
export { SendEach } from "./sending/send-each.ts"
export type { AnyMessage, TemplateMessage, TemplateParts, TemplateReference } from "./sending/template-message.ts"
export type { CeilingReply, CeilingStore, CeilingUse, SendingStop, SendLimit } from "./stores/ceiling.ts"
export type { Pace, PacedRequest, TurnOptions } from "./stores/pace.ts"
export type * from "./webhooks/types.gen.ts"
