import type { CeilingOptions } from "../../sending/ceilings/options.ts"
import { InvalidArgumentError } from "../errors.ts"

/** The ceiling of a client: a copy that no other code can change, and the original. */
export interface ClientCeiling {
  readonly options: CeilingOptions & { readonly source: string }
  readonly given: CeilingOptions
  /** Whose sends count together: fixed with the ceiling, as a copy or a call could name another key, address or account. */
  readonly owner: string
}

/** An API key counts for itself, whatever account it names; tokens that a function fetches count for the account. */
export const ceilingOwner = (origin: string, credential: string | undefined, account: string | undefined): string =>
  JSON.stringify([origin, credential ?? "", credential === undefined ? (account ?? "") : ""])

/** The ceiling in the environment. An empty `MAS_MAX_SENDS` is refused with the first call. */
export function ceilingOfEnvironment(variable: (name: string) => string | undefined): CeilingOptions | undefined {
  const limits = variable("MAS_MAX_SENDS")
  if (limits !== undefined) return { limits, source: "MAS_MAX_SENDS" }
  return variable("MAS_CEILING_STORE") ? { source: "MAS_CEILING_STORE" } : undefined
}

/** The effective ceiling: the existing one, which no copy of a client can change, otherwise the given one. */
export function extendCeiling(
  base: ClientCeiling | undefined,
  ceiling: CeilingOptions | undefined,
  owner: () => string,
): ClientCeiling | undefined {
  if (ceiling === undefined || ceiling === base?.given) return base
  if (base) {
    const problem = `is set already (${base.options.source}) and cannot be changed: make a new Mas for another one`
    throw new InvalidArgumentError("ceiling", problem)
  }
  const { allowIndirect, source = "the option ceiling" } = ceiling
  return {
    given: ceiling,
    owner: owner(),
    options: { ...ceiling, allowIndirect: allowIndirect && { ...allowIndirect }, source },
  }
}
