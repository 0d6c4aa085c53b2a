import { authentication } from "./authentication.ts"
import { endpoints } from "./endpoints.ts"
import { errors, limits, versioning } from "./errors.ts"
import { events } from "./events.ts"
import { resources } from "./resources.ts"
import type { RuleSection } from "./rule.ts"
import { states } from "./states.ts"

/** The rules of the whole service, in the specification's order. */
export const rules: readonly RuleSection[] = [
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...versioning,
]
