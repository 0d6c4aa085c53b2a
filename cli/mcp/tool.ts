import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { CommandSpec } from "../line/command/spec.ts"

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: "object" }
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
}

/** The arguments of a tool call: untrusted fields by name. */
export type ToolInput = Readonly<Record<string, unknown>>

/** Facts about a call that are reported in any case. */
export interface CallResult {
  command?: CommandSpec
  key?: string
  at?: string
  /** True when the call was made, but the work it started failed. */
  isFailed?: boolean
}

/** A tool's result: JSON without secrets. */
export interface ToolResult {
  readonly data: object
  readonly isError?: true
}

/** Asks the user to agree to a call that the text describes. Returns `accept` if they do, undefined without a response. */
export type Agree = (text: string) => Promise<string | undefined>

export interface ToolRegistry {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** Never throws: a failure is also a response. */
  call(name: string, input: ToolInput, signal: AbortSignal, agree?: Agree): Promise<ToolResult>
}
