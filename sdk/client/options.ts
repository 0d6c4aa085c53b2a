import type { EndpointSpec } from "../contract/core/endpoint.ts"
import type { CeilingOptions } from "../sending/ceilings/options.ts"
import type { CallHold } from "../sending/recipients/call-hold.ts"
import type { RecipientRules } from "../sending/recipients/recipient-rules.ts"
import type { Pace } from "../stores/pace.ts"
import type { ResponseIssue } from "./errors.ts"
import type { Logger, RequestHook, ResponseHook } from "./hooks.ts"
import type { Fetch } from "./transport/fetch.ts"
import type { UndiciDispatcher } from "./transport/global-dispatcher.ts"
import type { HeadersInput } from "./transport/header-values.ts"
import type { Transport } from "./transport/transport.ts"

/** Returns a token, or undefined to send none, for example behind a proxy that adds one. */
export type TokenSource = () => string | undefined | Promise<string | undefined>

/** A bearer token, or a function that returns one. The function runs once, and again after a 401, at most once per call. */
export type Token = string | TokenSource

/** How to treat a response that violates the contract. */
export type ResponseValidation = "off" | "warn" | "error"

/** The endpoint that a validator checks. */
export interface ValidatedEndpoint {
  /** For example `contacts.list`; undefined if it was called by method and path. */
  readonly name?: string | undefined
  /** Rows per page, on lists. */
  readonly paginated?: number | undefined
  /** The schema of the response or of a row, if the endpoint was called by its definition. */
  readonly response?: EndpointSpec["response"] | undefined
}

/** Checks responses. `responseValidator` of `mas-sdk/validation` makes one from the contract. */
export interface ResponseValidator {
  /** The effect of an invalid response: a warning, or an error. */
  readonly level: "warn" | "error"
  /** The places where the data differs from the contract. */
  findIssues(data: unknown, endpoint: ValidatedEndpoint): readonly ResponseIssue[]
}

/** The current time, and timers. The mock server's `clientOptions` bring a clock whose pauses take no real time. */
export interface ClientClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs a function after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void
}

/** Whom a client acts for, where it does not leave that to its credential. */
export interface ClientScope {
  /** The `brandSid`. */
  readonly brandSid?: string | undefined
  /** The `accountId`. */
  readonly accountId?: string | undefined
  /** False with an API key: it acts for its own account, whatever `accountId` says. */
  readonly selectsAccount?: boolean | undefined
}

/** The client's options. Omitted ones come from the environment (where a variable is named) or the default. */
export interface ClientOptions {
  /** Server API key, or any other key of the service; trailing newlines are stripped. Environment: `MAS_API_KEY`. */
  apiKey?: string | undefined
  /** Any bearer instead of `apiKey`: a JWT, a storefront token, or a function that fetches one. */
  token?: Token | undefined
  /**
   * Address of the service, for example `https://api.example.test`; a trailing `/v1` is stripped. It has no default.
   * Environment: `MAS_BASE_URL`.
   */
  baseUrl?: string | undefined
  /** The brand to act in. Default: the account's default brand. Environment: `MAS_BRAND_SID`. Spec: Authentication 5. */
  brandSid?: string | undefined
  /** The account to act in, for JWTs. Environment: `MAS_ACCOUNT_ID`. Spec: Authentication 6. */
  accountId?: string | number | undefined
  /**
   * Milliseconds for one attempt including its whole body, from when it has a connection: while it waits for one of
   * `maxConnections`, only `deadline` ends it. Default 30,000; 0: no limit. Default for uploads: ten minutes.
   */
  timeout?: number | undefined
  /**
   * Milliseconds for a whole call: all its attempts, the pauses between them and those that `Retry-After` asks for. If
   * a pause would exceed it, the call fails at once with the error of its last attempt, such as a `RateLimitError` with
   * its `retryAt`. A running attempt ends with a `TimeoutError`. A download is in time once it has started; a
   * `waitUntil…` method has its own deadline. Default 0: no limit.
   */
  deadline?: number | undefined
  /** Maximum number of retries, made only if they are safe. Default 2. */
  maxRetries?: number | undefined
  /**
   * Maximum number of open connections to the service, with undici and without a `dispatcher`; further requests wait.
   * Writes without a key have as many connections of their own. A copy of a client with another number has its own
   * connections. Default 128.
   */
  maxConnections?: number | undefined
  /** Maximum pause in milliseconds: if the service asks for a longer one, the call fails at once. Default 60,000. */
  maxRetryDelay?: number | undefined
  /**
   * The rate limiter that this client shares with others, in one process or several: `memoryPace`, `redisPace` or
   * `postgresPace` of `mas-sdk/stores`. Each attempt waits for its turn, at most until `deadline`. If the turn is
   * further away than that, or than `maxRetryDelay`, the call fails at once with a `TimeoutError` that has `retryAt`.
   */
  pace?: Pace | undefined
  /** Priority for the `pace`: in this process, calls with a higher one get their turn first. Default 0. */
  priority?: number | undefined
  /** Maximum bytes of a decoded response; beyond it reading stops with an error. Not for downloads. Default 32 MiB. */
  maxResponseBytes?: number | undefined
  /**
   * Ids of templates that are kept as files, by folder: `{ receipt: 2 }`. They take precedence over those of
   * `templates.gen.ts`, which a mock world does not have.
   */
  templateIds?: Readonly<Record<string, number>> | undefined
  /** Headers for every request: a record, a `Headers`, a `Map` or pairs; `undefined` or `null` removes one. */
  headers?: HeadersInput | undefined
  /** Sends with this function instead of undici: for edge runtimes, MSW, nock, or the in-process mock server. */
  fetch?: Fetch | undefined
  /** Sends through this undici dispatcher: a `ProxyAgent`, a `MockAgent`, an `Agent` with its own settings. */
  dispatcher?: UndiciDispatcher | undefined
  /** Sends with another transport: `nodeHttpTransport()`, or your own. */
  transport?: Transport | undefined
  /**
   * Receives log lines for retries and failures (`warn`, `info`) and every attempt (`debug`). `console` works.
   * Environment: `MAS_LOG=debug` or `info` writes these lines to stderr if there is no logger.
   */
  logger?: Logger | undefined
  /**
   * Names the AI assistant that runs the program in `User-Agent`, as `agent/claude-code`, if `AI_AGENT` or an assistant's own
   * variable names one. Default true.
   */
  reportAgent?: boolean | undefined
  /**
   * Called before each attempt is sent. Headers that it returns are added. If it throws, the attempt is not sent, and the call fails:
   * with this error, or with a `ConnectionError` (its `cause` is this error) if the service may have acted on an earlier attempt.
   */
  onRequest?: RequestHook | undefined
  /** Called after each attempt, with or without a response. It cannot change the outcome: its errors go to the logger. */
  onResponse?: ResponseHook | undefined
  /**
   * The allowed recipients; all others are refused with a `RecipientRefusedError`, or redirected. Can be set only once:
   * a call or a copy of the client can set it if it is unset, but cannot change it. Environment:
   * `MAS_ALLOWED_RECIPIENTS` and `MAS_REDIRECT_TO`, which this option replaces. Default: every recipient.
   */
  recipients?: RecipientRules | undefined
  /**
   * How many people may be written to: `{ perRecipient: "5/1h", total: "500/15m", store }`. A call that this leaves no room
   * for is refused with a `SendCeilingError` before anything is sent. Can be set only once, as `recipients`. Environment:
   * `MAS_MAX_SENDS` and `MAS_CEILING_STORE`, which this option replaces. Default: no limit.
   */
  ceiling?: CeilingOptions | undefined
  /**
   * Keeps every call that reaches people until a person approves it with `mas approvals`: an outbox of `mas-sdk/outbox`. The call
   * rejects with a `CallHeldError`, which has the item's id. Can be set only once, as `recipients`. Default: nothing is kept.
   */
  hold?: CallHold | undefined
  /**
   * The clock for pauses between attempts and polls, and for times in responses. Default: the platform's. Limits
   * (`timeout`, `deadline`) always use real time.
   */
  clock?: ClientClock | undefined
  /**
   * Checks responses against the contract. Default `off`. `warn` tells the logger, or without one the process, once for each
   * endpoint. `warn` and `error` load the schemas by name, on Node; in a
   * bundle and off Node pass `responseValidator("error")` of `mas-sdk/validation`.
   */
  validateResponses?: ResponseValidation | ResponseValidator | undefined
}

/** What a client has once, for all its calls. A copy of a client can have others. */
export type ClientOnlyOption = "dispatcher" | "maxConnections" | "transport" | "reportAgent" | "templateIds" | "ceiling"

/** The options of one call, the last argument of every method. Also takes the client's options that one call can have. */
export interface RequestOptions extends Omit<ClientOptions, ClientOnlyOption> {
  /** Aborts the call: it rejects with an `AbortError`, and nothing more is sent. */
  signal?: AbortSignal | undefined
  /**
   * Ends only what waits: for its turn, a pause, a token or a connection. What was sent is finished within `timeout`, and
   * not repeated. A call that it ends rejects with the error of its last attempt, or without one with an `AbortError`.
   */
  waitSignal?: AbortSignal | undefined
  /** The endpoint reads no key: passing one would promise a single effect that the service does not guarantee. */
  idempotencyKey?: undefined
}

/** The options of a call that may have an idempotency key. Default: a new key for each call. */
export interface IdempotentOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /**
   * 1 to 128 printable ASCII characters. The same key with the same payload has one effect, however often it is sent,
   * so the call is retried when that may help.
   */
  idempotencyKey?: string | undefined
}

/**
 * The options of a call that needs your own idempotency key, because it costs money or cannot be undone: a generated
 * key would not survive a restart of your program. See `idempotencyKey(...parts)`.
 */
export interface KeyedOptions extends IdempotentOptions {
  idempotencyKey: string
}

/** The options of a method that waits for long-running work. Also takes any option for its requests. */
export interface WaitOptions<State>
  extends Omit<RequestOptions, "timeout" | "deadline" | "waitSignal" | "idempotencyKey"> {
  /** Milliseconds before the second poll; it grows by half each time, up to tenfold. Default 1,000. */
  pollInterval?: number | undefined
  /** Milliseconds for the whole wait; then a `TimeoutError` has the last state seen. Default 10 minutes; 0: no limit. */
  timeout?: number | undefined
  /** A time at which to stop waiting, whatever `timeout` is. */
  deadline?: Date | undefined
  /** Milliseconds for each request, as the client's `timeout`. */
  requestTimeout?: number | undefined
  /** Called with each state seen, including the last, and awaited. If it throws or rejects, the wait ends with that error. */
  onProgress?: ((state: State) => unknown) | undefined
}
