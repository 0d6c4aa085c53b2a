import type { Context } from "../../context.ts"
import { textsOf } from "../../line/flag-values.ts"
import { withProgramName } from "../../line/program-name.ts"
import type { Pair } from "../../templates/index.ts"
import type { Target } from "./look.ts"

/** What a command did to a template, or would do. */
export type Action = "create" | "update" | "write" | "merge" | "delete" | "forget" | "conflict" | "refused" | "none"

export interface TemplateLine {
  readonly folder: string
  readonly state: Pair["state"]
  readonly action?: Action
  /** What is to be known of it besides, a sentence. */
  readonly detail?: string
  readonly id: number | null
  readonly version: number | null
  readonly name: string
  readonly brand?: string
}

export const stateColumns = ["folder", "state", "id", "version", "name", "detail"]
export const actionColumns = ["folder", "state", "action", "id", "version", "detail"]

/** The line of a template; names the brand where several were asked for. */
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
    // What the service says is quoted.
    ...(more.detail && more.action !== "refused" ? { detail: withProgramName(more.detail, io.env) } : {}),
  }
}

export const columnsOf = ({ flags }: Context, columns: readonly string[]): string[] => [
  ...columns,
  ...(textsOf(flags, "brand") === undefined ? [] : ["brand"]),
]
