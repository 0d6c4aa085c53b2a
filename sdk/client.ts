import type { ApiPromise } from "./answer.ts"
import type { EndpointSpec, Method } from "./contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "./contract/index.ts"
import type { AnswerOf, ArgumentsOf } from "./endpoint-types.ts"
import type { ClientOptions } from "./options.ts"
import { machine } from "./request/host.ts"
import { HttpRequester } from "./request/requester.ts"
import type { RequestOptions } from "./request-options.ts"
import type { RequestInput } from "./resource.ts"
import { AccountApi } from "./resources/account.ts"
import { Accounts } from "./resources/accounts.ts"
import { AffiliateApi } from "./resources/affiliate.ts"
import { Attachments } from "./resources/attachments.ts"
import { Auth } from "./resources/auth.ts"
import { Campaigns } from "./resources/campaigns.ts"
import { Contacts } from "./resources/contacts.ts"
import { Delivery } from "./resources/delivery.ts"
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

/** An endpoint as a method and a path, which may hold parameters in braces and a query: `GET /v1/my/lists/{id}`. */
export type EndpointPath = `${Method | "PUT"} /${string}`

/** Where the client keeps what its resources share, so that it is there before they are made. */
abstract class Connected {
  protected readonly requester: HttpRequester

  constructor(requester: HttpRequester) {
    this.requester = requester
  }
}

/**
 * A client of the Marketing Automation Service.
 * @example
 * const mas = new Mas({ apiKey, baseUrl })
 * await mas.messages.send({ channel: "email", to, subject, html })
 */
export class Mas extends Connected {
  readonly auth = new Auth(this.requester)
  readonly oauth = new OAuth(this.requester)
  readonly user = new UserApi(this.requester)
  readonly impersonation = new ImpersonationApi(this.requester)
  readonly account = new AccountApi(this.requester)
  readonly accounts = new Accounts(this.requester)
  readonly managementGrant = new ManagementGrantApi(this.requester)
  readonly memberships = new Memberships(this.requester)
  readonly invites = new Invites(this.requester)
  readonly affiliate = new AffiliateApi(this.requester)
  readonly managedAccounts = new ManagedAccounts(this.requester)
  readonly messages = new Messages(this.requester)
  readonly webhooks = new Webhooks(this.requester)
  readonly suppressions = new Suppressions(this.requester)
  readonly delivery = new Delivery(this.requester)
  readonly subscription = new Subscription(this.requester)
  readonly funding = new FundingApi(this.requester)
  readonly fundingPurchases = new FundingPurchases(this.requester)
  readonly validations = new Validations(this.requester)
  readonly imports = new Imports(this.requester)
  readonly events = new Events(this.requester)
  readonly campaigns = new Campaigns(this.requester)
  readonly contacts = new Contacts(this.requester)
  readonly lists = new Lists(this.requester)
  readonly templates = new Templates(this.requester)
  readonly flows = new Flows(this.requester)
  readonly segments = new Segments(this.requester)
  readonly attachments = new Attachments(this.requester)
  readonly publicForms = new PublicForms(this.requester)

  /**
   * Options that are left out come from the environment: `MAS_API_KEY`, `MAS_BASE_URL`, `MAS_BRAND_SID`, `MAS_ACCOUNT_ID`.
   * @throws InvalidArgumentError naming the option that is missing, unknown or wrong.
   */
  constructor(options: ClientOptions = {}, requester: HttpRequester = HttpRequester.create(options, machine)) {
    super(requester)
  }

  /** A copy with some options changed, such as another brand. It is cheap: connections are shared. */
  withOptions(options: ClientOptions): Mas {
    return connected(options, this.requester.extend(options))
  }

  /** Any endpoint, by its name, by its definition in `mas-sdk/contract`, or by method and path. Lists answer one page's rows. */
  request<N extends EndpointName>(endpoint: N, ...call: ArgumentsOf<EndpointOf<N>>): ApiPromise<AnswerOf<EndpointOf<N>>>
  request<E extends EndpointSpec>(endpoint: E, ...call: ArgumentsOf<E>): ApiPromise<AnswerOf<E>>
  request<T = unknown>(endpoint: EndpointPath, input?: RequestInput, options?: RequestOptions): ApiPromise<T>
  request(endpoint: string | EndpointSpec, input?: RequestInput, options?: RequestOptions): ApiPromise<unknown> {
    return this.requester.request(endpoint, input, options)
  }

  /** Ends the connections that this client and its copies keep open; call it when a process has nothing more to send. */
  close(): Promise<void> {
    return this.requester.close()
  }
}

// Not in the class: bundlers rename one that speaks of itself, and Node would print `_Mas`.
function connected(options: ClientOptions, requester: HttpRequester): Mas {
  return new Mas(options, requester)
}
