/** How the text of a flag or argument is read. `json` is a JSON object; `map` is a JSON object of texts, or `key=value`. */
export type ValueType = "string" | "integer" | "number" | "boolean" | "json" | "map"

/** What a flag or argument holds once it is read. */
export type Value = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }

/** What a value must be, beyond its type. */
export interface ValueRules {
  readonly type: ValueType
  /** The only values. */
  readonly choices?: readonly string[]
  /** Takes the choices in capitals and small letters. */
  readonly ignoresCase?: true
  readonly format?: "email" | "uri" | "date-time" | "moment" | "file" | "duration"
  /** `null` is a value: it clears. */
  readonly nullable?: true
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** A regular expression, read with the flag `u`. */
  readonly pattern?: string
  /** What the pattern asks for, in words: `must be …`. */
  readonly patternText?: string
  /** The fields of a JSON object, where the contract names them; there are no others. */
  readonly fields?: Readonly<Record<string, FieldRules>>
  /** `-` reads it from stdin, a prompt hides it, and it is shown nowhere. */
  readonly secret?: true
  /** True where the rules are those of the contract: then a refused value is exit code 6, otherwise 2. */
  readonly contract?: true
}

export interface FieldRules extends ValueRules {
  readonly required?: true
  readonly array?: true | "one-or-many"
}

export interface Positional extends ValueRules {
  readonly name: string
  readonly description?: string
  readonly required?: true
  /** Takes everything that is left. */
  readonly rest?: true
  /** Where the value goes in a control call, where that is not its path. */
  readonly at?: Flag["at"]
}

export interface Flag extends ValueRules {
  /** In kebab-case, without the dashes. */
  readonly name: string
  /** One letter. */
  readonly short?: string
  /** Other names that work. */
  readonly aliases?: readonly string[]
  readonly description?: string
  readonly required?: true
  /**
   * Can be repeated, or hold several values with commas; `one-or-many` gives a single value where there is one, and
   * `uncut` can only be repeated, because commas are part of its values.
   */
  readonly array?: true | "one-or-many" | "uncut"
  /** What holds when it is left out, for help. */
  readonly default?: string
  /** The service asks for it all the same: what holds is sent. */
  readonly isSent?: true
  /** What a placeholder in help says, such as `path`. */
  readonly placeholder?: string
  /** `@file` and `-` (stdin) give its text; `@@` stands for an `@` at the beginning. */
  readonly fromFile?: true
  /** Where the value goes in the request: `["body", "managed_account", "owner_email"]`. */
  readonly at?: readonly [part: "query" | "body", ...path: string[]]
  /** Nested in an optional object: required only when the object is there. */
  readonly within?: string
  /** Flags that it cannot be given with. */
  readonly conflicts?: readonly string[]
  /** Flags that it says nothing without. */
  readonly implies?: readonly string[]
  /** It has the name of a flag that every command has, and takes its place. */
  readonly replacesGlobal?: true
}

/** Why it is asked before a command goes ahead. */
export type Reason = "paid" | "destructive"

/** One command, as data: behind router, flags, prompts, help, completion and docs alike. */
export interface CommandSpec {
  /** The endpoint's name in the contract, such as `fundingPurchases.create`; for other commands a name of that form. */
  readonly name: string
  /** What is typed: `["funding-purchases", "create"]`, or one word. */
  readonly words: readonly [group: string, verb?: string]
  /** One sentence without a full stop. */
  readonly summary: string
  /** More to say, a paragraph an entry. */
  readonly description?: readonly string[]
  /** The part of the specification. */
  readonly section?: string
  readonly positionals: readonly Positional[]
  readonly flags: readonly Flag[]
  /** Flags and arguments: exactly one of them must be given. */
  readonly exactlyOneOf?: readonly string[]
  /** Complete command lines that work. */
  readonly examples?: readonly string[]
  /** Present where the command is one endpoint of the contract. */
  readonly endpoint?: EndpointFacts
  /** An endpoint whose rows it prints, in pages by the same flags, where it is no endpoint itself. */
  readonly like?: string
  /** What it prints by that: filled in by the generator. */
  readonly rows?: RowFacts
  /** Present where the command is one call of the mock server's control interface. */
  readonly control?: ControlFacts
  /** What is asked before it goes ahead: it costs money, or cannot be taken back. */
  readonly confirm?: Reason
  /** `--dry-run` reads, and prints what the command would do; elsewhere it prints the first request. */
  readonly dryRun?: "plan"
  /** It goes on until it is stopped. */
  readonly streams?: true
}

/** What the command of a control call must know of it. */
export interface ControlFacts {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path after `/_mock`; a parameter is written `{id}`. */
  readonly path: `/${string}`
  /** Fields that a table shows. */
  readonly columns?: readonly string[]
}

export interface RowFacts {
  /** Rows of a page, where no number is asked for. */
  readonly paginated?: number
  /** Fields of the answer (of a row, in lists): the top-level names, dotted ones in place of an object of plain fields. */
  readonly fields: readonly string[]
  /** Fields that a table, or a terminal of a single record, shows, where they were chosen by hand. */
  readonly columns?: readonly string[]
}

export interface EndpointFacts extends RowFacts {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: "required" | "optional"
  /** Names at the top of the body. */
  readonly bodyFields?: readonly string[]
  readonly idempotency?: "required" | "optional"
  readonly upload?: true
  readonly download?: true
  /** False where no credential is needed. */
  readonly auth?: false
  /** Kinds of credential that are let in, for hints. */
  readonly credentials: readonly string[]
}

/** The commands of one group, in the order in which they are shown. */
export interface CommandGroup {
  readonly name: string
  /** One sentence. */
  readonly about: string
  readonly commands: readonly CommandSpec[]
}
