import type { Reason } from "../command.ts"

/** One of several answers. */
export interface Choice {
  readonly value: string
  readonly description?: string | undefined
}

/** Questions on a terminal, written to stderr. Prompts load with the first question; Ctrl-C rejects with an interruption. */
export interface Ask {
  text(question: string, options?: TextOptions): Promise<string>
  /** What is typed is not shown. */
  password(question: string): Promise<string>
  confirm(question: string, options?: { readonly default?: boolean }): Promise<boolean>
  choice(question: string, choices: readonly Choice[]): Promise<string>
  choices(question: string, choices: readonly Choice[]): Promise<string[]>
}

export interface TextOptions {
  readonly default?: string | undefined
  /** True where the default stands there to be changed. */
  readonly prefill?: boolean | undefined
  /** What is wrong with what was typed; undefined when nothing is. Asked as it is typed. */
  readonly check?: ((text: string) => string | undefined) | undefined
}

/** What a question is about. */
export interface Confirmation {
  readonly reason?: Reason | undefined
  /** True for what concerns this machine alone, and no service. */
  readonly isLocal?: boolean
}
