import type { EndpointSpec } from "./contract/core/endpoint.ts"
import type { ResponseIssue } from "./errors.ts"
import type { Logger, RequestHook, ResponseHook } from "./hooks.ts"
import type { RecipientRules } from "./recipients/rules.ts"
import type { Pace } from "./stores/pace.ts"
import type { Fetch } from "./transport/fetch.ts"
import type { UndiciDispatcher } from "./transport/global-dispatcher.ts"
import type { HeadersInput } from "./transport/header-values.ts"
import type { Transport } from "./transport/transport.ts"

/** Returns a token, or undefined to send none, for example behind a proxy that adds one. */
export type TokenSource = () => string | undefined | Promise<string | undefined>

/** A bearer token, or a function that returns one. The function runs once, and again after a 401, at most once per call. */
export type Token = string | TokenSource

/** How to treat a response that does not fit the contract. */
export type ResponseValidation = "off" | "warn" | "error"

/** The endpoint that a validator checks. */
export interface ValidatedEndpoint {
  /** For example `contacts.list`; undefined where it was called by method and path. */
  readonly name?: string | undefined
  /** Rows per page, on lists. */
  readonly paginated?: number | undefined
  /** The schema of the answer, or of a row, where the endpoint was given by its definition. */
  readonly response?: EndpointSpec["response"] | undefined
}

/** Checks responses. `responseValidator` of `mas-sdk/validation` makes one from the contract. */
export interface ResponseValidator {
  /** What becomes of an answer that does not fit: a warning, or an error. */
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

/** The client's options. What is left out comes from the environment (where a variable is named) or the default. */
export interface ClientOptions {
  /** Server API key, or any other key of the service; line feeds at its end are left away. Environment: `MAS_API_KEY`. */
  apiKey?: string | undefined
  /** Any bearer instead of `apiKey`: a JWT, a storefront token, or a function that fetches one. */
  token?: Token | undefined
  /**
   * Address of the service, for example `https://api.example.test`; a `/v1` at its end is left away. It has no default.
   * Environment: `MAS_BASE_URL`.
   */
  baseUrl?: string | undefined
  /** The brand to act in; the account's default brand when left out. Environment: `MAS_BRAND_SID`. Spec: Authentication 5. */
  brandSid?: string | undefined
  /** The account to act in, for JWTs. Environment: `MAS_ACCOUNT_ID`. Spec: Authentication 6. */
  accountId?: string | number | undefined
  /**
   * Milliseconds for one attempt, its whole body included, from when it has its connection: while it waits for one of
   * `maxConnections`, only `deadline` ends it. Default 30,000; 0 is for ever. Uploads have ten minutes.
   */
  timeout?: number | undefined
  /**
   * Milliseconds for a whole call: all its attempts, the pauses between them and those that `Retry-After` asks for. Where a
   * pause would last longer than that, the call fails at once with the error of its last attempt, such as a
   * `RateLimitError` with its `retryAt`; an attempt that is under way ends with a `TimeoutError`. A download is in time when it has
   * begun; a `waitUntil…` method has a deadline of its own. Default 0: for ever.
   */
  deadline?: number | undefined
  /** How often a failed attempt is repeated, where repeating is safe. Default 2. */
  maxRetries?: number | undefined
  /**
   * Connections to the service that may be open at a time, over undici and without a `dispatcher`; more requests wait for
   * their turn. Writes without a key have as many of their own. A copy of a client with another number has connections of
   * its own. Default 128.
   */
  maxConnections?: number | undefined
  /** Milliseconds: when the service asks for a longer pause than this, the call fails at once. Default 60,000. */
  maxRetryDelay?: number | undefined
  /**
   * The pace that this client shares with others, in this process or in all: `memoryPace`, `redisPace` or `postgresPace` of
   * `mas-sdk/stores`. Each attempt waits for its turn, until `deadline` at most. Where its turn is further away than that, or than
   * `maxRetryDelay`, the call fails at once with a `TimeoutError` that says `retryAt`.
   */
  pace?: Pace | undefined
  /** Which calls of this process get their turn of the `pace` first: the highest. Default 0. */
  priority?: number | undefined
  /** Bytes of an answer, decoded, after which reading stops with an error; downloads are not counted. Default 32 MiB. */
  maxResponseBytes?: number | undefined
  /**
   * Ids of templates that are kept as files, by their folders: `{ receipt: 2 }`. They take precedence over those of `templates.gen.ts`,
   * which a mock world does not know.
   */
  templateIds?: Readonly<Record<string, number>> | undefined
  /** Headers for every request: a record, a `Headers`, a `Map` or pairs; `undefined` or `null` takes one away. */
  headers?: HeadersInput | undefined
  /** Sends with this function instead of undici: for edge runtimes, MSW, nock, or the in-process mock server. */
  fetch?: Fetch | undefined
  /** Sends through this undici dispatcher: a `ProxyAgent`, a `MockAgent`, an `Agent` with settings of its own. */
  dispatcher?: UndiciDispatcher | undefined
  /** Sends by other means: `nodeHttpTransport()`, or one of your own. */
  transport?: Transport | undefined
  /**
   * Is told about retries and failures (`warn`, `info`) and every attempt (`debug`). `console` will do. Environment:
   * `MAS_LOG=debug` or `info` writes these lines to stderr, where no logger is given.
   */
  logger?: Logger | undefined
  /**
   * False leaves the assistant that runs the program out of `User-Agent`, which says `agent/claude-code` and the like where
   * `AI_AGENT` or an assistant's own variable names one. Default true.
   */
  reportAgent?: boolean | undefined
  /** Called before each attempt is sent. The headers that it returns are added; when it throws, nothing is sent. */
  onRequest?: RequestHook | undefined
  /** Called after each attempt, whether it was answered or not. It only looks on: what it throws goes to the logger. */
  onResponse?: ResponseHook | undefined
  /**
   * Who may be written to; every other recipient is refused with a `RecipientRefusedError`, or redirected. It is set once: a
   * call or a copy of the client can set it where it is not set, and cannot change it. Environment: `MAS_ALLOWED_RECIPIENTS` and
   * `MAS_REDIRECT_TO`, which this option replaces. Everybody when neither is there.
   */
  recipients?: RecipientRules | undefined
  /**
   * By which pauses between attempts and between looks are taken, and moments that the service names are read; the
   * platform's when left out. Limits (`timeout`, `deadline`) are real time always.
   */
  clock?: ClientClock | undefined
  /**
   * Checks answers against the contract. Default `off`. `warn` and `error` load the schemas by name, on Node; in a bundle
   * and off Node give `responseValidator("error")` of `mas-sdk/validation`.
   */
  validateResponses?: ResponseValidation | ResponseValidator | undefined
}

/** What every method takes as its last argument: the options of one call. Any client option can be given here too. */
export interface RequestOptions extends ClientOptions {
  /** Ends the call: it rejects with an `AbortError`, and nothing is sent or repeated any more. */
  signal?: AbortSignal | undefined
  /** The endpoint reads no key, so there is none to give: one would promise a single effect that nobody keeps. */
  idempotencyKey?: undefined
}

/** The options of a call that may carry an idempotency key; without one it gets a key of its own for its own life. */
export interface IdempotentOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /**
   * 1 to 128 printable ASCII characters. The same key with the same payload has one effect, however often it is sent; so
   * the call is repeated when that may help.
   */
  idempotencyKey?: string | undefined
}

/**
 * The options of a call that must carry its own idempotency key, because it costs money or creates what cannot be
 * undone: a key made up on the spot would not survive a restart of the caller. See `idempotencyKey(...parts)`.
 */
export interface KeyedOptions extends IdempotentOptions {
  idempotencyKey: string
}

/** The options of a method that waits for long work. Any option for its requests can be given too. */
export interface WaitOptions<State> extends Omit<RequestOptions, "timeout" | "deadline" | "idempotencyKey"> {
  /** Milliseconds before the second look; it grows by half each time, up to ten times. Default 1,000. */
  pollInterval?: number | undefined
  /** Milliseconds for the whole wait, after which a `TimeoutError` holds the last state seen. Default 10 minutes; 0 is for ever. */
  timeout?: number | undefined
  /** A moment at which to stop waiting, whatever `timeout` says. */
  deadline?: Date | undefined
  /** Milliseconds for each request, as the client's `timeout`. */
  requestTimeout?: number | undefined
  /** Called with each state seen, the last one included. What it throws ends the wait. */
  onProgress?: ((state: State) => void) | undefined
}
