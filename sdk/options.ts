import type { RequestHook, ResponseHook } from "./request/hooks.ts"
import type { Logger } from "./request/logger.ts"
import type { Transport } from "./transport/transport.ts"

/** A bearer token, or a function that gives one. The function is asked once and then again after a 401, once a call. */
export type Token = string | (() => string | Promise<string>)

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The part of an undici dispatcher (`Agent`, `Pool`, `ProxyAgent`, `MockAgent`…) that the client hands on. */
export interface UndiciDispatcher {
  dispatch(options: object, handler: object): boolean
}

/** How much is done about an answer that does not fit the contract. */
export type ResponseValidation = "off" | "warn" | "error"

/** The client's options. What is left out comes from the environment (where a variable is named) or the default. */
export interface ClientOptions {
  /** Server API key, or any other key of the service. Environment: `MAS_API_KEY`. */
  apiKey?: string | undefined
  /** Any bearer instead of `apiKey`: a JWT, a storefront token, or a function that fetches one. */
  token?: Token | undefined
  /** Address of the service, for example `https://api.example.test`. It has no default. Environment: `MAS_BASE_URL`. */
  baseUrl?: string | undefined
  /** The brand to act in; the account's default brand when left out. Environment: `MAS_BRAND_SID`. Spec: Authentication 5. */
  brandSid?: string | undefined
  /** The account to act in, for JWTs. Environment: `MAS_ACCOUNT_ID`. Spec: Authentication 6. */
  accountId?: string | number | undefined
  /** Milliseconds for one attempt, its whole body included. Default 30,000; 0 is for ever. Uploads have ten minutes. */
  timeout?: number | undefined
  /** How often a failed attempt is repeated, where repeating is safe. Default 2. */
  maxRetries?: number | undefined
  /** Milliseconds: when the service asks for a longer pause than this, the call fails at once. Default 60,000. */
  maxRetryDelay?: number | undefined
  /** Bytes of an answer after which reading stops with an error; downloads are not counted. Default 32 MiB. */
  maxResponseBytes?: number | undefined
  /** Headers for every request; `undefined` or `null` takes one away. */
  headers?: Readonly<Record<string, string | number | null | undefined>> | undefined
  /** Sends with this function instead of undici: for edge runtimes, MSW, nock, or the in-process mock server. */
  fetch?: Fetch | undefined
  /** Sends through this undici dispatcher: a `ProxyAgent`, a `MockAgent`, an `Agent` with settings of its own. */
  dispatcher?: UndiciDispatcher | undefined
  /** Sends by other means: `nodeHttpTransport()`, or one of your own. */
  transport?: Transport | undefined
  /** Is told about retries and failures (`warn`, `info`) and every exchange (`debug`). `console` will do. */
  logger?: Logger | undefined
  /** Called before each attempt is sent. */
  onRequest?: RequestHook | undefined
  /** Called after each attempt, whether it was answered or not. */
  onResponse?: ResponseHook | undefined
  /** Checks answers against the contract, which loads the schemas. Default `off`. */
  validateResponses?: ResponseValidation | undefined
}
