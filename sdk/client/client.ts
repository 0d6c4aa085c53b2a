import { AsyncClosing } from "../base/async-dispose.ts"
import type { EndpointSpec, Method } from "../contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "../contract/index.ts"
import type { CatchUpOptions } from "../outage/catch-up.ts"
import { CatchUp } from "../outage/caught-up.ts"
import type { ClientClock, ClientOptions, ClientScope, IdempotentOptions, RequestOptions } from "./options.ts"
import type { CallSender } from "./request/account-of.ts"
import type { RequestInput } from "./request/call.ts"
import { type HttpRequester, type Requester, requesterOf } from "./request/requester.ts"
import { Sending } from "./request/sending.ts"
import type { ArgumentsOf, ResponseOf } from "./resources/endpoint-types.ts"
import * as resources from "./resources/index.ts"
import type { ApiPromise } from "./response/api-promise.ts"
import { defineNonEnumerable } from "./transport/fields.ts"

/** An endpoint as a method and a path; the path may have parameters in braces and a query: `GET /v1/my/lists/{id}`. */
export type EndpointPath = `${Method | "PUT"} /${string}`

/** The contract's endpoints that take no idempotency key, as method and path. */
export type KeylessPath = {
  [N in EndpointName]: EndpointOf<N> extends { readonly idempotency: string }
    ? never
    : `${EndpointOf<N>["method"]} ${EndpointOf<N>["path"]}`
}[EndpointName]

const resourceClasses = {
  auth: resources.Auth,
  oauth: resources.OAuth,
  user: resources.UserApi,
  impersonation: resources.ImpersonationApi,
  account: resources.AccountApi,
  accounts: resources.Accounts,
  managementGrant: resources.ManagementGrantApi,
  memberships: resources.Memberships,
  invites: resources.Invites,
  affiliate: resources.AffiliateApi,
  managedAccounts: resources.ManagedAccounts,
  messages: resources.Messages,
  webhooks: resources.Webhooks,
  suppressions: resources.Suppressions,
  delivery: resources.Delivery,
  subscription: resources.Subscription,
  funding: resources.FundingApi,
  fundingPurchases: resources.FundingPurchases,
  validations: resources.Validations,
  imports: resources.Imports,
  events: resources.Events,
  campaigns: resources.Campaigns,
  contacts: resources.Contacts,
  lists: resources.Lists,
  templates: resources.Templates,
  flows: resources.Flows,
  segments: resources.Segments,
  attachments: resources.Attachments,
  publicForms: resources.PublicForms,
  sending: Sending,
}

/**
 * The resources on the prototype, without a service: automatic mocks (`vi.mock`, `jest.mock`, `createStubInstance`) read it.
 * A client has its own.
 */
function withResources(Base: typeof AsyncClosing): typeof AsyncClosing {
  abstract class WithResources extends Base {}
  for (const [name, Class] of Object.entries(resourceClasses)) {
    const value: unknown = Object.create(Class.prototype)
    Object.defineProperty(WithResources.prototype, name, { value, writable: true, configurable: true })
  }
  return WithResources
}

/**
 * A client of the Marketing Automation Service. `await using` closes it.
 * @example
 * const mas = new Mas({ apiKey, baseUrl })
 * await mas.messages.send({ channel: "email", to, subject, html })
 */
export class Mas extends /* @__PURE__ */ withResources(AsyncClosing) {
  declare private readonly requester: () => HttpRequester

  /** For the resources, which are constructed before the requester exists. */
  private get shared(): () => Requester {
    return () => this.requester()
  }

  /** Signing up, in and out. */
  declare readonly auth: resources.Auth
  /** Sign-in with an identity provider, and its popup. */
  declare readonly oauth: resources.OAuth
  /** The signed-in user. */
  declare readonly user: resources.UserApi
  /** Impersonation of another user. */
  declare readonly impersonation: resources.ImpersonationApi
  /** The account, its team, and the reach of its plan. */
  declare readonly account: resources.AccountApi
  /** The accounts that the caller can access. */
  declare readonly accounts: resources.Accounts
  /** The grant that lets a manager operate the account. */
  declare readonly managementGrant: resources.ManagementGrantApi
  /** The members of the team. */
  declare readonly memberships: resources.Memberships
  /** Invitations to the team. */
  declare readonly invites: resources.Invites
  /** The affiliate programme. */
  declare readonly affiliate: resources.AffiliateApi
  /** Client accounts that a manager provisions. */
  declare readonly managedAccounts: resources.ManagedAccounts
  /** Transactional e-mail and SMS. */
  declare readonly messages: resources.Messages
  /** Webhook endpoints, and what was delivered to them. */
  declare readonly webhooks: resources.Webhooks
  /** Addresses that get no mail. */
  declare readonly suppressions: resources.Suppressions
  /** The sending status. */
  declare readonly delivery: resources.Delivery
  /** The plan, and changes to it. */
  declare readonly subscription: resources.Subscription
  /** Prepaid funding, and what can be bought. */
  declare readonly funding: resources.FundingApi
  /** Purchases of prepaid funding. */
  declare readonly fundingPurchases: resources.FundingPurchases
  /** Validation of contacts' e-mail addresses. */
  declare readonly validations: resources.Validations
  /** Imports of CSV files. */
  declare readonly imports: resources.Imports
  /** Events of contacts. */
  declare readonly events: resources.Events
  /** Campaigns: messages to many contacts. */
  declare readonly campaigns: resources.Campaigns
  /** The contacts of the brand. */
  declare readonly contacts: resources.Contacts
  /** Lists and their contacts. */
  declare readonly lists: resources.Lists
  /** Message templates. */
  declare readonly templates: resources.Templates
  /** Automations. */
  declare readonly flows: resources.Flows
  /** Segments: groups of contacts defined by filters. */
  declare readonly segments: resources.Segments
  /** Files that came with inbound mail. */
  declare readonly attachments: resources.Attachments
  /** Website forms. */
  declare readonly publicForms: resources.PublicForms
  /** The stop of all sending, for every client with the same `ceiling.store`. */
  declare readonly sending: Sending

  /**
   * Omitted options come from the environment: `MAS_API_KEY`, `MAS_BASE_URL`, `MAS_BRAND_SID`, `MAS_ACCOUNT_ID`, `MAS_LOG`.
   * @throws InvalidArgumentError naming the option that is missing, unknown or wrong. Limits, addresses and patterns that
   * `ceiling`, `recipients` and their variables hold are read by the first call that they are for, which throws it then.
   */
  constructor(options: ClientOptions = {}) {
    super()
    const requester = requesterOf(options)
    defineNonEnumerable(this, "requester", () => requester)
    for (const [name, Class] of Object.entries(resourceClasses))
      Object.defineProperty(this, name, {
        value: new Class(this.shared),
        writable: true,
        enumerable: true,
        configurable: true,
      })
  }

  /** The clock that it was given, or the platform's. What works with a client, such as an outbox, goes by it. */
  get clock(): ClientClock {
    return this.requester().times.clock
  }

  /** The brand and account that its calls name, by its options or the environment; undefined where they name none. */
  get scope(): ClientScope {
    return this.requester().scope
  }

  /**
   * Who sends calls with these options: the service's address, the account and the brand. The service is asked once for each
   * credential. An idempotency key repeats a call for one and the same sender only.
   */
  sender(options: RequestOptions = {}): Promise<CallSender> {
    return this.requester().sender(options)
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
  request<N extends EndpointName>(
    endpoint: N,
    ...call: ArgumentsOf<EndpointOf<N>>
  ): ApiPromise<ResponseOf<EndpointOf<N>>>
  request<E extends EndpointSpec>(endpoint: E, ...call: ArgumentsOf<E>): ApiPromise<ResponseOf<E>>
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
   * console.log(missed.account?.lost)   // opens, clicks, replies: cannot be recovered; what may repeat
   * ```
   * @throws InvalidArgumentError (in the loop) if `since` is invalid, or not before `until`.
   */
  catchUp(options: CatchUpOptions): CatchUp {
    return new CatchUp(this.shared, options)
  }

  /**
   * Closes the connections of this client and its copies, and cancels unfinished downloads. A request under way still gets its
   * response; a call that waits to be sent rejects with an `AbortError`, as do a `waitUntil…` method and the loop of a `sendEach`. Call it
   * when a process has nothing more to send: a later call would open connections again.
   */
  close(): Promise<void> {
    return this.requester().close()
  }
}

// Set outside the class: bundlers rename a class that refers to itself, and Node would print `_Mas`.
function clientOver(requester: HttpRequester): Mas {
  return new Mas(requester)
}
