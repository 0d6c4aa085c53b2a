import { limits } from "../contract/core/limits.ts"
import type { RequestOptions } from "../options.ts"
import { check, milliseconds } from "../request/options-check.ts"
import type { Requester } from "../request/requester.ts"
import { brandLists, momentOf, serviceTime } from "./brand-lists.ts"
import { checkHealth, type Reached, type SetAsideCount } from "./check-health.ts"
import type { WebhookHealth } from "./health.ts"

/** What health looks at, and what it takes for a problem. Any option of a call can be given too. */
export interface HealthOptions extends RequestOptions {
  /** Milliseconds that an endpoint may fail. Default 1 hour. */
  failAfter?: number | undefined
  /** Deliveries that failed for good after this moment are a problem. Default: all that the service keeps, seven days. */
  since?: Date | string | number | undefined
  /** The event types that an endpoint must listen to. Default: `email.bounced`, `email.complained`, `email.failed`. */
  events?: readonly string[] | undefined
  /** The sids of the brands to look at: the service does not list them. Default: the brand that the client acts in. */
  brands?: readonly string[] | undefined
  /** Deliveries of an endpoint that are read at most, newest first. Default 10,000. */
  most?: number | undefined
  /** The store of events that were set aside. */
  setAside?: SetAsideCount | undefined
}

const mustHear = ["email.bounced", "email.complained", "email.failed"]

/** Checks the webhooks of all brands that the requester can access. */
export async function askHealth(requester: Requester, given: HealthOptions): Promise<WebhookHealth> {
  const { failAfter = 3_600_000, since, events = mustHear, brands, most = 10_000, setAside, ...options } = given
  check("failAfter", failAfter, milliseconds)
  check("most", most, milliseconds)
  const now = await serviceTime(requester, options)
  const rules = {
    now,
    failAfter,
    since: since === undefined ? now - limits.webhookHistory : momentOf("since", since),
    events,
    most,
  }
  const source = {
    lists: (own: RequestOptions) => brandLists(requester, own),
    account: async (own: RequestOptions) => requester.call<Reached>("account.get", {}, own),
    accounts: (own: RequestOptions) => requester.list<Reached>("accounts.list", {}, own).toArray(),
  }
  return checkHealth(source, rules, { brands, setAside, options })
}
