import { authentication } from "./authentication.ts"
import { people } from "./endpoints-people.ts"
import { sending } from "./endpoints-sending.ts"
import { work } from "./endpoints-work.ts"
import { errors, limits, versioning } from "./errors.ts"
import { events } from "./events.ts"
import { resources } from "./resources.ts"
import type { RuleSection } from "./rule.ts"
import { states } from "./states.ts"

/** The rules of the whole service, in the specification's order. */
export const rules: readonly RuleSection[] = [
  ...resources,
  ...states,
  ...people,
  ...sending,
  ...work,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...versioning,
]
