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

/** The contract's endpoints that take no idempotency key, written as the contract writes them. */
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
  /** Sign-in with an identity provider, and the popup that does it. */
  readonly oauth = new resources.OAuth(this.shared)
  /** The person who is signed in. */
  readonly user = new resources.UserApi(this.shared)
  /** Acting in another person's name. */
  readonly impersonation = new resources.ImpersonationApi(this.shared)
  /** The account, its team, and how far its audience can be reached. */
  readonly account = new resources.AccountApi(this.shared)
  /** The accounts that the caller reaches. */
  readonly accounts = new resources.Accounts(this.shared)
  /** The grant by which somebody else manages the account. */
  readonly managementGrant = new resources.ManagementGrantApi(this.shared)
  /** The people of the team. */
  readonly memberships = new resources.Memberships(this.shared)
  /** Invitations to the team. */
  readonly invites = new resources.Invites(this.shared)
  /** The affiliate programme. */
  readonly affiliate = new resources.AffiliateApi(this.shared)
  /** Accounts of clients that a manager provisions. */
  readonly managedAccounts = new resources.ManagedAccounts(this.shared)
  /** Transactional e-mail and SMS. */
  readonly messages = new resources.Messages(this.shared)
  /** Webhook endpoints, and what was delivered to them. */
  readonly webhooks = new resources.Webhooks(this.shared)
  /** Addresses that are not sent to. */
  readonly suppressions = new resources.Suppressions(this.shared)
  /** How sending stands. */
  readonly delivery = new resources.Delivery(this.shared)
  /** The plan, and changing it. */
  readonly subscription = new resources.Subscription(this.shared)
  /** Prepaid funding, and what can be bought. */
  readonly funding = new resources.FundingApi(this.shared)
  /** Purchases of prepaid funding. */
  readonly fundingPurchases = new resources.FundingPurchases(this.shared)
  /** Checking the addresses of contacts. */
  readonly validations = new resources.Validations(this.shared)
  /** Imports of CSV files. */
  readonly imports = new resources.Imports(this.shared)
  /** What contacts did. */
  readonly events = new resources.Events(this.shared)
  /** Messages to many contacts. */
  readonly campaigns = new resources.Campaigns(this.shared)
  /** The contacts of the brand. */
  readonly contacts = new resources.Contacts(this.shared)
  /** Lists, and who is on them. */
  readonly lists = new resources.Lists(this.shared)
  /** Templates of messages. */
  readonly templates = new resources.Templates(this.shared)
  /** Automations. */
  readonly flows = new resources.Flows(this.shared)
  /** Groups of contacts that filters make. */
  readonly segments = new resources.Segments(this.shared)
  /** Files that came with inbound mail. */
  readonly attachments = new resources.Attachments(this.shared)
  /** Forms of a website. */
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
   * Any endpoint, by its name, by its definition in `mas-sdk/contract`, or by method and path. Lists answer one page's rows.
   * Whether an `idempotencyKey` can be given follows the contract, by whatever name the endpoint is called. For a path that
   * the contract does not have, giving one is your word that the service reads it: then a POST is repeated, too.
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
   * What happened while webhooks did not arrive: an endpoint was off, a receiver was down, a database was restored. Tells of it in
   * the shape of events, oldest first, from seven days of deliveries, and from messages and suppressions. An event is done when the
   * loop asks for the next one; after a crash the next run goes on there. It is all read before the first one. Spec:
   * Acknowledgement, retries, duplicates; Suppressions and delivery.
   *
   * ```ts
   * const missed = mas.catchUp({ since: "2026-03-01T00:00:00Z", store })
   * for await (const event of missed) await handle(event)
   * console.log(missed.account?.lost)   // opens, clicks, replies: what nobody can tell
   * ```
   * @throws InvalidArgumentError (in the loop) when `since` is no moment, or not before `until`.
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
