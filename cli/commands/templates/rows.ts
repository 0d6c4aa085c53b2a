import type { Context } from "../../connection/context.ts"
import { textsOf } from "../../line/flag-values.ts"
import { withProgramName } from "../../line/program-name.ts"
import type { Pair } from "../../templates/index.ts"
import type { Target } from "./look.ts"

/** What a command did, or would do, to a template. */
export type Action = "create" | "update" | "write" | "merge" | "delete" | "forget" | "conflict" | "refused" | "none"

export interface TemplateLine {
  readonly folder: string
  readonly state: Pair["state"]
  readonly action?: Action
  /** Further information, as a sentence. */
  readonly detail?: string
  readonly id: number | null
  readonly version: number | null
  readonly name: string
  readonly brand?: string
}

export const stateColumns = ["folder", "state", "id", "version", "name", "detail"]
export const actionColumns = ["folder", "state", "action", "id", "version", "detail"]

/** A template's output line; with the brand if several were requested. */
export function lineOf(
  { flags, io }: Context,
  { brand }: Target,
  { folder, state, local, remote, base, entry }: Pair,
  more: Partial<TemplateLine> = {},
): TemplateLine {
  return {
    folder,
    state,
    id: remote?.id ?? entry?.id ?? null,
    version: remote?.version ?? null,
    name: local?.content.name ?? remote?.content.name ?? base?.name ?? folder,
    ...(textsOf(flags, "brand") === undefined ? {} : { brand }),
    ...more,
    // A refusal quotes the service: leave its text unchanged.
    ...(more.detail && more.action !== "refused" ? { detail: withProgramName(more.detail, io.env) } : {}),
  }
}

export const columnsOf = ({ flags }: Context, columns: readonly string[]): string[] => [
  ...columns,
  ...(textsOf(flags, "brand") === undefined ? [] : ["brand"]),
]
