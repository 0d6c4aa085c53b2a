import { wrongChildren, wrongParent } from "./hierarchy.ts"
import { leakedResource } from "./leaked-resource.ts"
import { othersNamespace } from "./others-namespace.ts"
import type { Property } from "./property.ts"
import { useAfterFree } from "./use-after-free.ts"

/** The four rules of RESTler, as properties of the service. */
export const properties = {
  "what was deleted is gone for everything that names it": useAfterFree,
  "a write that is refused leaves nothing": leakedResource,
  "a child is reached through its own parents alone": wrongParent,
  "a list below a record has its children alone": wrongChildren,
  "nobody else's credential reads or changes a record": othersNamespace,
} as const satisfies Readonly<Record<string, Property>>
