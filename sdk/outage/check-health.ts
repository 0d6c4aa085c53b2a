import { AuthenticationError, PermissionDeniedError } from "../client/errors.ts"
import type { RequestOptions } from "../client/options.ts"
import { check, milliseconds } from "../client/request/options-check.ts"
import type { Requester } from "../client/request/requester.ts"
import type { Account } from "../contract/account.ts"
import { limits } from "../contract/core/limits.ts"
import { brandLists, momentOf, serviceTime } from "./brand-lists.ts"
import { checkBrand, type EndpointHealth, type HealthProblem, type HealthRules, type WebhookHealth } from "./health.ts"
import * as sentences from "./sentences.ts"

/** What to check, and what counts as a problem. Also takes any request option. */
export interface HealthOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /** Milliseconds that an endpoint may fail before this is a problem. Default 1 hour. */
  failAfter?: number | undefined
  /** Deliveries that failed permanently after this time are a problem. Default: all that the service keeps, seven days. */
  since?: Date | string | number | undefined
  /** The event types that an endpoint must listen to. Default: `email.bounced`, `email.complained`, `email.failed`. */
  events?: readonly string[] | undefined
  /** The sids of the brands to check: the service does not list them. Default: the client's brand. */
  brands?: readonly string[] | undefined
  /** Maximum number of deliveries to read per endpoint, newest first. Default 10,000. */
  most?: number | undefined
  /** The store of events that were set aside. */
  setAside?: SetAsideCount | undefined
}

/** Events that were set aside. */
export interface SetAsideCount {
  /** Lists the events that were set aside, each with the time of its first failure. */
  list(): Promise<readonly { readonly firstFailure: string }[]> | readonly { readonly firstFailure: string }[]
}

const mustHear = ["email.bounced", "email.complained", "email.failed"]

/** Checks every endpoint of every brand and account that the requester reaches. */
export async function checkHealth(requester: Requester, healthOptions: HealthOptions): Promise<WebhookHealth> {
  const { failAfter = 3_600_000, since, events = mustHear, brands, most = 10_000, setAside, ...options } = healthOptions
  check("failAfter", failAfter, milliseconds)
  check("most", most, milliseconds)
  const now = await serviceTime(requester, options)
  const from = since === undefined ? now - limits.webhookHistory : momentOf("since", since)
  const rules: HealthRules = { now, failAfter, since: from, events, most }
  const problems: HealthProblem[] = []
  const endpoints: EndpointHealth[] = []
  const notes: string[] = []
  for (const { id, name, brands: used, isOnly } of await accountsOf(requester, options)) {
    const callOptions = isOnly ? options : { ...options, accountId: id }
    const toCheck = brands ?? [null]
    for (const brand of toCheck) {
      const lists = brandLists(requester, brand === null ? callOptions : { ...callOptions, brandSid: brand })
      const report = await checkBrand({ brand, account: isOnly ? null : id, lists }, rules)
      problems.push(...report.problems)
      endpoints.push(...report.endpoints)
    }
    if (used > toCheck.length) {
      notes.push(
        `${name} has ${used} brands, ${toCheck.length} checked: the service does not list brands, so name the others in brands (--brands).`,
      )
    }
  }
  const setAsideRows = await setAside?.list()
  const [oldest] = (setAsideRows ?? []).map(({ firstFailure }) => firstFailure).sort()
  if (setAsideRows && oldest) {
    problems.push({
      kind: "set-aside",
      endpoint: null,
      brand: null,
      sentence: sentences.setAside(setAsideRows.length, oldest),
    })
  }
  return { isHealthy: problems.length === 0, checkedAt: new Date(now).toISOString(), problems, notes, endpoints }
}

interface AccountToCheck {
  readonly id: number
  readonly name: string
  readonly brands: number
  /** True if the client acts in it by default: no option selects it. */
  readonly isOnly: boolean
}

/** A user's token reaches several accounts; an API key reaches one, and may lack permission to list accounts. */
async function accountsOf(requester: Requester, options: RequestOptions): Promise<AccountToCheck[]> {
  const read = ({ id, name, billing }: Account, isOnly: boolean) => ({ id, name, brands: billing.brands.used, isOnly })
  const get = (callOptions: RequestOptions) =>
    allowed(requester.call<Account>("account.get", {}, callOptions), undefined)
  const list = () => allowed(requester.list<Account>("accounts.list", {}, options).toArray(), [])
  const accounts = options.accountId === undefined ? await list() : []
  if (accounts.length > 1) {
    const selected = await Promise.all(accounts.map(({ id }) => get({ ...options, accountId: id })))
    // A credential that is bound to one account stays in it, whatever is selected.
    if (new Set(selected.map((account) => account?.id)).size === accounts.length)
      return accounts.map((account) => read(account, false))
  }
  const account = await get(options)
  return [account ? read(account, true) : { id: 0, name: "The account", brands: 1, isOnly: true }]
}

/** The result, or `otherwise` if the credential lacks permission (401, 403). */
async function allowed<T, E>(request: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await request
  } catch (error) {
    if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return otherwise
    throw error
  }
}
