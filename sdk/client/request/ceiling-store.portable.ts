import type { CeilingStore } from "../../stores/ceiling.ts"
import { InvalidArgumentError } from "../errors.ts"

/** Off Node nothing is loaded by name. */
export function environmentStore(source: string): CeilingStore | undefined {
  if (source !== "MAS_MAX_SENDS" && source !== "MAS_CEILING_STORE") return undefined
  throw new InvalidArgumentError(source, "cannot open a store here: give the option ceiling with its store")
}
