import type { Flag } from "../../command/spec.ts"

/** A command that is one control call: its arguments and flags are those of the call, in whose schemas they are described. */
export interface DirectCall {
  readonly summary: string
  readonly description?: readonly string[]
  /** The constant beside the call whose comments describe its fields. */
  readonly about?: string
  /** Fields of the body that are given by position. */
  readonly byPosition?: readonly string[]
  /** What is said of a field, where its schema says nothing. */
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that are spans of time, such as `3d`. */
  readonly durations?: readonly string[]
  /** Flags that are the command's own. */
  readonly flags?: readonly Flag[]
  /** Fields of the answer that a table shows. */
  readonly columns?: readonly string[]
  readonly examples: readonly string[]
}
