import { APIError } from "../errors.ts"
import type { RequestOptions } from "../options.ts"
import {
  type BrandToCheck,
  checkBrand,
  type EndpointHealth,
  type HealthProblem,
  type HealthRules,
  type WebhookHealth,
} from "./health.ts"
import type { BrandLists } from "./lists.ts"
import * as sentences from "./sentences.ts"

/** Whom a credential acts for, as far as this needs it. */
export interface Reached {
  readonly id: number
  readonly name: string
  readonly billing: { readonly brands: { readonly used: number } }
}

/** What health is asked of. */
export interface HealthSource {
  /** The lists of a brand, by options of the call such as `brandSid`. */
  lists(options: RequestOptions): BrandLists
  account(options: RequestOptions): Promise<Reached>
  accounts(options: RequestOptions): Promise<readonly Reached[]>
}

/** Events that were set aside. */
export interface SetAsideCount {
  /** What is set aside, each with the moment of its first failure. */
  list(): Promise<readonly { readonly firstFailure: string }[]> | readonly { readonly firstFailure: string }[]
}

/** Looks at every endpoint of every brand and account that is reached. */
export async function checkHealth(
  source: HealthSource,
  rules: HealthRules,
  given: {
    readonly brands: readonly string[] | undefined
    readonly setAside: SetAsideCount | undefined
    readonly options: RequestOptions
  },
): Promise<WebhookHealth> {
  const { brands, setAside, options } = given
  const problems: HealthProblem[] = []
  const endpoints: EndpointHealth[] = []
  const notes: string[] = []
  for (const account of await accountsOf(source, options)) {
    const own = account.isOnly ? options : { ...options, accountId: account.id }
    const toCheck: BrandToCheck[] = (brands ?? [null]).map((brand) => ({
      brand,
      account: account.isOnly ? null : account.id,
      lists: source.lists(brand === null ? own : { ...own, brandSid: brand }),
    }))
    for (const brand of toCheck) {
      const found = await checkBrand(brand, rules)
      problems.push(...found.problems)
      endpoints.push(...found.endpoints)
    }
    const more = account.brands - toCheck.length
    if (more > 0) {
      notes.push(
        `${account.name} has ${account.brands} brands, and ${toCheck.length} was looked at: name the others by brands (--brands), the service does not list them.`,
      )
    }
  }
  const kept = await setAside?.list()
  const [oldest] = (kept ?? []).map(({ firstFailure }) => firstFailure).sort()
  if (kept && oldest) {
    problems.push({ kind: "set-aside", endpoint: null, brand: null, sentence: sentences.setAside(kept.length, oldest) })
  }
  return { isHealthy: problems.length === 0, checkedAt: new Date(rules.now).toISOString(), problems, notes, endpoints }
}

interface AccountToCheck {
  readonly id: number
  readonly name: string
  readonly brands: number
  /** The one that the client acts in: nothing selects it. */
  readonly isOnly: boolean
}

/** A person's token reaches several accounts; a key reaches one, and may not be let list any. */
async function accountsOf(source: HealthSource, options: RequestOptions): Promise<AccountToCheck[]> {
  const read = ({ id, name, billing }: Reached, isOnly: boolean): AccountToCheck => ({
    id,
    name,
    brands: billing.brands.used,
    isOnly,
  })
  const accounts = options.accountId === undefined ? await allowed(source.accounts(options), []) : []
  if (accounts.length > 1) {
    const selected = await Promise.all(
      accounts.map(({ id }) => allowed(source.account({ ...options, accountId: id }), undefined)),
    )
    // A credential that is bound to one account stays in it, whatever is selected.
    if (new Set(selected.map((account) => account?.id)).size === accounts.length)
      return accounts.map((account) => read(account, false))
  }
  const account = await allowed(source.account(options), undefined)
  return [account ? read(account, true) : { id: 0, name: "The account", brands: 1, isOnly: true }]
}

/** What was asked for; something else where the credential may not ask. */
async function allowed<T, E>(asked: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof APIError && (error.status === 401 || error.status === 403)) return otherwise
    throw error
  }
}
