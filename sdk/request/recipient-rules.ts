import { InvalidArgumentError } from "../errors.ts"
import type { RecipientRules } from "../recipients/rules.ts"

/** The rules of a client: a copy, which nobody else can change, and what it is a copy of. */
export interface GivenRules {
  readonly rules: RecipientRules & { readonly source: string }
  readonly given: RecipientRules
}

/**
 * The rules that the environment has. A variable that is set to nothing allows nobody: one that a deployment forgot to fill must
 * not let everything through.
 */
export function rulesOfEnvironment(variable: (name: string) => string | undefined): RecipientRules | undefined {
  const names = ["MAS_ALLOWED_RECIPIENTS", "MAS_REDIRECT_TO"] as const
  const [allow, to] = names.map(variable)
  const source = names.filter((name) => variable(name) !== undefined).join(" and ")
  return source ? { allow: [allow ?? ""], redirectTo: to || undefined, source } : undefined
}

/** The rules to go by: those that are there, which no copy of a client can change, or else those given. */
export function extendRules(base: GivenRules | undefined, given: RecipientRules | undefined): GivenRules | undefined {
  if (given === undefined || given === base?.given) return base
  if (base) {
    const problem = `is set already (${base.rules.source}) and cannot be changed: make a new Mas for other rules`
    throw new InvalidArgumentError("recipients", problem)
  }
  return { given, rules: { source: "the option recipients", ...JSON.parse(JSON.stringify(given)) } }
}
