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
export type { ArgumentsOf, InputOf, OptionsOf, ResponseOf, Spyable } from "./resources/endpoint-types.ts"
export type * from "./resources/index.ts"
export { ApiPromise, ApiResponse, type WithResponse } from "./response/api-promise.ts"
export { Page, PagePromise } from "./response/page.ts"
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
