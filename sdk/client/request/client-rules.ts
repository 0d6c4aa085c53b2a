import type { RecipientRules } from "../../sending/recipients/recipient-rules.ts"
import { InvalidArgumentError } from "../errors.ts"

/** The rules of a client: a copy that no other code can change, and the original. */
export interface ClientRules {
  readonly rules: RecipientRules & { readonly source: string }
  readonly given: RecipientRules
}

/**
 * The rules in the environment. An empty variable allows no one: a variable that a deployment forgot to fill must not
 * let everything through.
 */
export function rulesOfEnvironment(variable: (name: string) => string | undefined): RecipientRules | undefined {
  const names = ["MAS_ALLOWED_RECIPIENTS", "MAS_REDIRECT_TO"] as const
  const [allow, to] = names.map(variable)
  const source = names.filter((name) => variable(name) !== undefined).join(" and ")
  return source ? { allow: [allow ?? ""], redirectTo: to || undefined, source } : undefined
}

/** The effective rules: the existing ones, which no copy of a client can change, otherwise the given ones. */
export function extendRules(base: ClientRules | undefined, rules: RecipientRules | undefined): ClientRules | undefined {
  if (rules === undefined || rules === base?.given) return base
  if (base) {
    const problem = `is set already (${base.rules.source}) and cannot be changed: make a new Mas for other rules`
    throw new InvalidArgumentError("recipients", problem)
  }
  return { given: rules, rules: { source: "the option recipients", ...JSON.parse(JSON.stringify(rules)) } }
}
