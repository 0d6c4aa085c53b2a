import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { CommandSpec } from "../command/spec.ts"

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: "object" }
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
}

/** What a tool was called with: fields by name, from a program that may send anything. */
export type Given = Readonly<Record<string, unknown>>

/** What is known of a call whatever comes of it. */
export interface Made {
  command?: CommandSpec
  key?: string
  at?: string
  /** True where it was made, and what it began did not end well. */
  isFailed?: boolean
}

/** What a tool answers: JSON, secrets taken out. */
export interface Answer {
  readonly data: unknown
  readonly isError?: true
}

export interface Toolbox {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** Never throws: a failure is a result, too. */
  call(name: string, given: Given, signal: AbortSignal): Promise<Answer>
}
