import type { ApiPromise } from "./answer/api-promise.ts"
import { AsyncClosing } from "./async-dispose.ts"
import type { EndpointSpec, Method } from "./contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "./contract/index.ts"
import type { ClientOptions, IdempotentOptions, RequestOptions } from "./options.ts"
import type { CatchUpOptions } from "./outage/catch-up.ts"
import { CatchUp } from "./outage/caught-up.ts"
import type { RequestInput } from "./request/call.ts"
import { type HttpRequester, type Requester, requesterOf } from "./request/requester.ts"
import { AccountApi } from "./resources/account.ts"
import { Accounts } from "./resources/accounts.ts"
import { AffiliateApi } from "./resources/affiliate.ts"
import { Attachments } from "./resources/attachments.ts"
import { Auth } from "./resources/auth.ts"
import { Campaigns } from "./resources/campaigns.ts"
import { Contacts } from "./resources/contacts.ts"
import { Delivery } from "./resources/delivery.ts"
import type { AnswerOf, ArgumentsOf } from "./resources/endpoint-types.ts"
import { Events } from "./resources/events.ts"
import { Flows } from "./resources/flows.ts"
import { FundingApi } from "./resources/funding.ts"
import { FundingPurchases } from "./resources/funding-purchases.ts"
import { ImpersonationApi } from "./resources/impersonation.ts"
import { Imports } from "./resources/imports.ts"
import { Invites } from "./resources/invites.ts"
import { Lists } from "./resources/lists.ts"
import { ManagedAccounts } from "./resources/managed-accounts.ts"
import { ManagementGrantApi } from "./resources/management-grant.ts"
import { Memberships } from "./resources/memberships.ts"
import { Messages } from "./resources/messages.ts"
import { OAuth } from "./resources/oauth.ts"
import { PublicForms } from "./resources/public-forms.ts"
import { Segments } from "./resources/segments.ts"
import { Subscription } from "./resources/subscription.ts"
import { Suppressions } from "./resources/suppressions.ts"
import { Templates } from "./resources/templates.ts"
import { UserApi } from "./resources/user.ts"
import { Validations } from "./resources/validations.ts"
import { Webhooks } from "./resources/webhooks.ts"
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
  readonly auth = new Auth(this.shared)
  /** Sign-in with an identity provider, and the popup that does it. */
  readonly oauth = new OAuth(this.shared)
  /** The person who is signed in. */
  readonly user = new UserApi(this.shared)
  /** Acting in another person's name. */
  readonly impersonation = new ImpersonationApi(this.shared)
  /** The account, its team, and how far its audience can be reached. */
  readonly account = new AccountApi(this.shared)
  /** The accounts that the caller reaches. */
  readonly accounts = new Accounts(this.shared)
  /** The grant by which somebody else manages the account. */
  readonly managementGrant = new ManagementGrantApi(this.shared)
  /** The people of the team. */
  readonly memberships = new Memberships(this.shared)
  /** Invitations to the team. */
  readonly invites = new Invites(this.shared)
  /** The affiliate programme. */
  readonly affiliate = new AffiliateApi(this.shared)
  /** Accounts of clients that a manager provisions. */
  readonly managedAccounts = new ManagedAccounts(this.shared)
  /** Transactional e-mail and SMS. */
  readonly messages = new Messages(this.shared)
  /** Webhook endpoints, and what was delivered to them. */
  readonly webhooks = new Webhooks(this.shared)
  /** Addresses that are not sent to. */
  readonly suppressions = new Suppressions(this.shared)
  /** How sending stands. */
  readonly delivery = new Delivery(this.shared)
  /** The plan, and changing it. */
  readonly subscription = new Subscription(this.shared)
  /** Prepaid funding, and what can be bought. */
  readonly funding = new FundingApi(this.shared)
  /** Purchases of prepaid funding. */
  readonly fundingPurchases = new FundingPurchases(this.shared)
  /** Checking the addresses of contacts. */
  readonly validations = new Validations(this.shared)
  /** Imports of CSV files. */
  readonly imports = new Imports(this.shared)
  /** What contacts did. */
  readonly events = new Events(this.shared)
  /** Messages to many contacts. */
  readonly campaigns = new Campaigns(this.shared)
  /** The contacts of the brand. */
  readonly contacts = new Contacts(this.shared)
  /** Lists, and who is on them. */
  readonly lists = new Lists(this.shared)
  /** Templates of messages. */
  readonly templates = new Templates(this.shared)
  /** Automations. */
  readonly flows = new Flows(this.shared)
  /** Groups of contacts that filters make. */
  readonly segments = new Segments(this.shared)
  /** Files that came with inbound mail. */
  readonly attachments = new Attachments(this.shared)
  /** Forms of a website. */
  readonly publicForms = new PublicForms(this.shared)

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
