import { withCallerStack } from "../../base/mas-error.ts"
import type { EndpointSpec } from "../../contract/core/endpoint.ts"
import { headerNames } from "../../contract/core/headers.ts"
import type { Account, EndpointName, User } from "../../contract/index.ts"
import { openDownload } from "../../files/download.ts"
import { StreamLease } from "../../files/stream-lease.ts"
import type { CeilingOptions } from "../../sending/ceilings/options.ts"
import { AbortError, RequestError, ResponseValidationError } from "../errors.ts"
import { ignoreErrors, warn } from "../hooks.ts"
import type { ClientOptions, ClientScope, IdempotentOptions, RequestOptions } from "../options.ts"
import { ApiPromise, ApiResponse, type WithResponse } from "../response/api-promise.ts"
import { PagePromise, readPage } from "../response/page.ts"
import { fieldReader, isNumber, pairsOf } from "../transport/fields.ts"
import { requestHeader } from "../transport/headers.ts"
import type { Transport } from "../transport/transport.ts"
import type { CallAccount, CallSender } from "./account-of.ts"
import { withAllowedRecipients } from "./allowed-recipients.ts"
import { type Call, type LeasedInput, prepareCall, type RequestInput } from "./call.ts"
import { type Host, raceAbort, host as realHost, type Times } from "./host.ts"
import { Lifetime } from "./lifetime.ts"
import type { ListReader } from "./list-reader.ts"
import { parseSuccess } from "./parse.ts"
import { send } from "./retries.ts"
import type { CallSecrets } from "./secrets.ts"
import { createSettings, extendSettings, type Settings } from "./settings.ts"
import { type Target, targetOf } from "./target.ts"
import { type CallTrace, callChannel, traceCall } from "./trace.ts"

/** The part of the client that resources need. */
export interface Requester extends ListReader {
  readonly ceiling: CeilingOptions | undefined
  call<T>(name: EndpointName, input: RequestInput, options: IdempotentOptions | undefined): ApiPromise<T>
  /** Identifies where calls with these options go, such as the account and brand. Asks the service. */
  place(options: RequestOptions): Promise<string>
  /** A signal that another aborts, and closing the client, until `forget` is called. */
  untilClosed(signal: AbortSignal | undefined): ReturnType<Lifetime["watch"]>
}

/** Turns calls into requests and responses into data. All resources of a client share one requester. */
export class HttpRequester implements Requester, Pick<ClientOptions, "transport"> {
  readonly #settings: Settings
  /** By address, credential and the account that is selected: none of them changes whose a credential is. */
  readonly #accounts = new Map<string, Promise<CallAccount>>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  get times(): Times {
    return this.#settings
  }

  get ceiling(): CeilingOptions | undefined {
    return this.#settings.ceiling?.options
  }

  get scope(): ClientScope {
    const { headers, credential } = this.#settings
    return {
      brandSid: requestHeader(headers, headerNames.brand),
      accountId: requestHeader(headers, headerNames.account),
      selectsAccount: credential.selectsAccount,
    }
  }

  get transport(): Transport {
    return this.#settings.transport
  }

  /** The same requester with some options changed; connections are shared. */
  extend(options: ClientOptions): HttpRequester {
    const lifetime = new Lifetime(this.#settings.lifetime)
    return new HttpRequester({ ...extendSettings(this.#settings, options), lifetime })
  }

  /** Calls any endpoint: by its name, its definition, or text such as `GET /v1/my/contacts`. */
  call<T>(endpoint: string | EndpointSpec, input: RequestInput = {}, options?: IdempotentOptions): ApiPromise<T> {
    return new ApiPromise(this.#run<T>(endpoint, input, options))
  }

  list<T>(name: EndpointName, input: RequestInput, options?: IdempotentOptions): PagePromise<T> {
    const load = (page?: number): PagePromise<T> => {
      const query = page === undefined ? input.query : { ...Object.fromEntries(pairsOf(input.query ?? {})), page }
      const firstPage = fieldReader(query)("page", isNumber) ?? 1
      const response = this.#run<T[]>(name, { ...input, query }, options)
      return new PagePromise(response.then((rows) => readPage(rows, firstPage, load)))
    }
    return load()
  }

  async place(options: RequestOptions): Promise<string> {
    const call = await prepareCall(targetOf("account.get"), {}, options, this.#settings)
    const { placeOf } = await import("./account-of.ts")
    return placeOf(call, () => this.call<Account>("account.get", {}, options).withResponse())
  }

  async sender(options: RequestOptions): Promise<CallSender> {
    const call = await prepareCall(targetOf("account.get"), {}, options, this.#settings)
    const { accountOf, senderOf } = await import("./account-of.ts")
    const { origin, basePath, credential } = call.settings
    const parts = [origin + basePath, await credential.get(), requestHeader(call.headers, headerNames.account)]
    const key = JSON.stringify(parts)
    let account = this.#accounts.get(key)
    if (account === undefined) {
      account = accountOf(call, () => this.call<Account>("account.get", {}, options).withResponse())
      // A token that is fetched anew each hour must not fill the memory.
      if (this.#accounts.size === mostAccounts) this.#accounts.clear()
      this.#accounts.set(key, account)
      account.catch(() => this.#accounts.delete(key))
    }
    const resolved = await raceAbort(account, options.waitSignal)
    if (resolved) return senderOf(call, resolved)
    const { method, path } = call.target
    throw new AbortError("the call was aborted while it waited for its account", { method, path, attempts: 0 })
  }

  untilClosed(signal: AbortSignal | undefined): ReturnType<Lifetime["watch"]> {
    return this.#settings.lifetime.watch({ signal, waitSignal: undefined })
  }

  async close(): Promise<void> {
    this.#settings.lifetime.end()
    // Cancel the body: without a reader the connection would never be freed.
    for (const download of this.#settings.downloads) download.stop()
    await this.transport.close?.()
  }

  #run<T>(
    endpoint: string | EndpointSpec,
    input: RequestInput,
    options: IdempotentOptions = {},
  ): Promise<WithResponse<T>> {
    const lease = StreamLease.ofUpload(input.body)
    if (lease) return lease.during(this.#start<T>(endpoint, { ...input, lease }, options))
    return this.#start<T>(endpoint, input, options)
  }

  #start<T>(endpoint: string | EndpointSpec, input: LeasedInput, options: IdempotentOptions): Promise<WithResponse<T>> {
    // Off Node there is no tracing, and bundlers remove this branch.
    if (callChannel) {
      if (callChannel()?.hasSubscribers)
        return traceCall(endpoint, (...traced) => this.#response<T>(endpoint, input, options, ...traced))
    }
    return this.#response<T>(endpoint, input, options)
  }

  async #response<T>(
    endpoint: string | EndpointSpec,
    input: LeasedInput,
    options: IdempotentOptions,
    trace?: CallTrace,
    target?: Target,
  ): Promise<WithResponse<T>> {
    let call: Call | undefined
    try {
      const prepared = prepareCall(target ?? targetOf(endpoint), input, options, this.#settings)
      call = prepared instanceof Promise ? await prepared : prepared
      const { hold, recipients } = call.settings
      if (recipients) call = await withAllowedRecipients(call, recipients)
      if (hold) {
        const { holdCall } = await import("./hold-call.ts")
        const { settings, given: signal } = call
        const requester = new HttpRequester(settings)
        await holdCall(call, hold, {
          account: () => requester.call<Account>("account.get", {}, { signal }).withResponse(),
          user: () => requester.call<User>("user.get", {}, { signal }).withResponse(),
        })
      }
      if (call.settings.ceiling?.options.pauseOn !== undefined) {
        const [{ pauseOnHealth }, { sendingHealth }] = await Promise.all([
          import("./pause-on-health.ts"),
          import("./sending-health.ts"),
        ])
        const { settings } = call
        const limits = settings.ceiling?.options.health
        await pauseOnHealth(call, (newerThan, earlierMessages) =>
          sendingHealth(new HttpRequester(settings), { limits }, newerThan, earlierMessages),
        )
      }
      trace?.settle(call)
      const success = await send(call)
      trace?.responded(success)
      const { response: firstResponse, request, secrets } = success
      const response = new ApiResponse(firstResponse, request)
      const { stream } = firstResponse
      const data = stream ? openDownload(stream, response) : parseSuccess(success, call)
      if (!stream) checkResponse(data, response, { call, secrets })
      // The one place where a response gets its type. Methods take it from the contract; callers of `request` state it at their
      // own risk.
      return { data: data as T, response }
    } catch (error) {
      // An error of the caller's stream or hook has its own stack. A synchronous failure has not been awaited yet.
      throw call && !(error instanceof RequestError && error.attempts) ? error : withCallerStack(error, this.#response)
    }
  }
}

/** The requester for a client's options; an existing one is used as it is. */
export function requesterOf(options: ClientOptions, host: Host = realHost): HttpRequester {
  if (options instanceof HttpRequester) return options
  const settings = createSettings(options, host)
  const { recipients, logger } = settings
  if (recipients) ignoreErrors(() => logger?.info?.("recipients are guarded", { source: recipients.rules.source }))
  return new HttpRequester(settings)
}

/** Maximum number of accounts that a client remembers. */
const mostAccounts = 100

/** Endpoints whose difference was told without a logger: a warning of the process for each call would be too many. */
const warned = new Set<string>()

/** Checks data. With `error`, an invalid read throws; an invalid write is only logged, because it has had its effect. */
export function checkResponse(
  data: unknown,
  response: ApiResponse,
  { call: { target, settings }, secrets }: { readonly call: Call; readonly secrets: CallSecrets },
): void {
  const { validateResponses: validator, logger } = settings
  const issues = (validator?.findIssues(data, target) ?? []).map(({ path, message }) => ({
    path: secrets.shown(path),
    message: secrets.shown(message),
  }))
  if (issues.length === 0) return
  const list = issues.map(({ path, message }) => `${path || "all of it"}: ${message}`).join("; ")
  const text = `${response.method} ${response.path} succeeded, but its response differs from the contract: ${list}`
  if (validator?.level === "error" && target.method === "GET") {
    throw new ResponseValidationError(text, response, response.status, issues)
  }
  const endpoint = `${target.method} ${target.path}`
  if (!logger && warned.has(endpoint)) return
  if (!logger) warned.add(endpoint)
  warn(logger, text, { status: response.status })
}
