import type { ApiPromise } from "./answer/api-promise.ts"
import { AsyncClosing } from "./async-dispose.ts"
import type { EndpointSpec, Method } from "./contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "./contract/index.ts"
import type { ClientOptions, IdempotentOptions, RequestOptions } from "./options.ts"
import type { CatchUpOptions } from "./outage/catch-up.ts"
import { CatchUp } from "./outage/caught-up.ts"
import type { RequestInput } from "./request/call.ts"
import { type HttpRequester, type Requester, requesterOf } from "./request/requester.ts"
import type { AnswerOf, ArgumentsOf } from "./resources/endpoint-types.ts"
import * as resources from "./resources/index.ts"
import { hide } from "./transport/fields.ts"

/** An endpoint as a method and a path; the path may have parameters in braces and a query: `GET /v1/my/lists/{id}`. */
export type EndpointPath = `${Method | "PUT"} /${string}`

/** The contract's endpoints that take no idempotency key, as method and path. */
export type KeylessPath = {
  [N in EndpointName]: EndpointOf<N> extends { readonly idempotency: string }
    ? never
    : `${EndpointOf<N>["method"]} ${EndpointOf<N>["path"]}`
}[EndpointName]

/**
 * A client of the Marketing Automation Service. `await using` closes it.
 * @example
 * const mas = new Mas({ apiKey, baseUrl })
 * await mas.messages.send({ channel: "email", to, subject, html })
 */
export class Mas extends AsyncClosing {
  declare private readonly requester: () => HttpRequester

  /** For the resources, which are constructed before the requester exists. */
  private get shared(): () => Requester {
    return () => this.requester()
  }

  /** Signing up, in and out. */
  readonly auth = new resources.Auth(this.shared)
  /** Sign-in with an identity provider, and its popup. */
  readonly oauth = new resources.OAuth(this.shared)
  /** The signed-in user. */
  readonly user = new resources.UserApi(this.shared)
  /** Impersonation of another user. */
  readonly impersonation = new resources.ImpersonationApi(this.shared)
  /** The account, its team, and the reach of its plan. */
  readonly account = new resources.AccountApi(this.shared)
  /** The accounts that the caller can access. */
  readonly accounts = new resources.Accounts(this.shared)
  /** The grant that lets a manager operate the account. */
  readonly managementGrant = new resources.ManagementGrantApi(this.shared)
  /** The members of the team. */
  readonly memberships = new resources.Memberships(this.shared)
  /** Invitations to the team. */
  readonly invites = new resources.Invites(this.shared)
  /** The affiliate programme. */
  readonly affiliate = new resources.AffiliateApi(this.shared)
  /** Client accounts that a manager provisions. */
  readonly managedAccounts = new resources.ManagedAccounts(this.shared)
  /** Transactional e-mail and SMS. */
  readonly messages = new resources.Messages(this.shared)
  /** Webhook endpoints, and what was delivered to them. */
  readonly webhooks = new resources.Webhooks(this.shared)
  /** Addresses that get no mail. */
  readonly suppressions = new resources.Suppressions(this.shared)
  /** The sending status. */
  readonly delivery = new resources.Delivery(this.shared)
  /** The plan, and changes to it. */
  readonly subscription = new resources.Subscription(this.shared)
  /** Prepaid funding, and what can be bought. */
  readonly funding = new resources.FundingApi(this.shared)
  /** Purchases of prepaid funding. */
  readonly fundingPurchases = new resources.FundingPurchases(this.shared)
  /** Validation of contacts' e-mail addresses. */
  readonly validations = new resources.Validations(this.shared)
  /** Imports of CSV files. */
  readonly imports = new resources.Imports(this.shared)
  /** Events of contacts. */
  readonly events = new resources.Events(this.shared)
  /** Campaigns: messages to many contacts. */
  readonly campaigns = new resources.Campaigns(this.shared)
  /** The contacts of the brand. */
  readonly contacts = new resources.Contacts(this.shared)
  /** Lists and their contacts. */
  readonly lists = new resources.Lists(this.shared)
  /** Message templates. */
  readonly templates = new resources.Templates(this.shared)
  /** Automations. */
  readonly flows = new resources.Flows(this.shared)
  /** Segments: groups of contacts defined by filters. */
  readonly segments = new resources.Segments(this.shared)
  /** Files that came with inbound mail. */
  readonly attachments = new resources.Attachments(this.shared)
  /** Website forms. */
  readonly publicForms = new resources.PublicForms(this.shared)

  /**
   * Omitted options come from the environment: `MAS_API_KEY`, `MAS_BASE_URL`, `MAS_BRAND_SID`, `MAS_ACCOUNT_ID`, `MAS_LOG`.
   * @throws InvalidArgumentError naming the option that is missing, unknown or wrong.
   */
  constructor(options: ClientOptions = {}) {
    super()
    const requester = requesterOf(options)
    hide(this, "requester", () => requester)
  }

  /** A copy with some options changed, such as another brand. It is cheap: both share their connections. */
  withOptions(options: ClientOptions): Mas {
    return clientOver(this.requester().extend(options))
  }

  /**
   * Calls any endpoint by its name, its definition in `mas-sdk/contract`, or its method and path. Lists return one
   * page's rows. The contract decides whether the endpoint takes an `idempotencyKey`, however it is named. For a path
   * that the contract does not have, passing a key asserts that the service reads it: a POST is then retried, too.
   */
  request<N extends EndpointName>(endpoint: N, ...call: ArgumentsOf<EndpointOf<N>>): ApiPromise<AnswerOf<EndpointOf<N>>>
  request<E extends EndpointSpec>(endpoint: E, ...call: ArgumentsOf<E>): ApiPromise<AnswerOf<E>>
  request<T = unknown, P extends EndpointPath = EndpointPath>(
    endpoint: P,
    input?: RequestInput,
    options?: P extends KeylessPath ? RequestOptions : IdempotentOptions,
  ): ApiPromise<T>
  request(endpoint: string | EndpointSpec, input?: RequestInput, options?: IdempotentOptions): ApiPromise<unknown> {
    return this.requester().call(endpoint, input, options)
  }

  /**
   * Yields events missed while webhooks did not arrive: an endpoint was off, a receiver was down, a database was
   * restored. Uses seven days of deliveries, and messages and suppressions; oldest event first. An event is done when
   * the loop asks for the next one; after a crash the next run continues there. All data is read before the first
   * event. Spec: Acknowledgement, retries, duplicates; Suppressions and delivery.
   *
   * ```ts
   * const missed = mas.catchUp({ since: "2026-03-01T00:00:00Z", store })
   * for await (const event of missed) await handle(event)
   * console.log(missed.account?.lost)   // opens, clicks, replies: cannot be recovered
   * ```
   * @throws InvalidArgumentError (in the loop) if `since` is invalid, or not before `until`.
   */
  catchUp(options: CatchUpOptions): CatchUp {
    return new CatchUp(this.shared, options)
  }

  /**
   * Closes the connections of this client and its copies, and cancels unfinished downloads. Call it when a process has nothing
   * more to send.
   */
  close(): Promise<void> {
    return this.requester().close()
  }
}

// Set outside the class: bundlers rename a class that refers to itself, and Node would print `_Mas`.
function clientOver(requester: HttpRequester): Mas {
  return new Mas(requester)
}
