import type { Feed } from "../../../sdk/contract/core/endpoint.ts"

/** How to parse the text of a flag or argument. `json` is a JSON object; `map` is a JSON object of texts, or `key=value`. */
export type ValueType = "string" | "integer" | "number" | "boolean" | "json" | "map"

/** The parsed value of a flag or argument. */
export type Value = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }

/** Rules for a value, beyond its type. */
export interface ValueRules {
  readonly type: ValueType
  /** The only allowed values. */
  readonly choices?: readonly string[]
  /** Ignores the case of choices. */
  readonly ignoresCase?: true
  readonly format?: "email" | "uri" | "date-time" | "moment" | "file" | "duration" | "service-path"
  /** Allows `null`, which clears the value. */
  readonly nullable?: true
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** A regular expression with the flag `u`. */
  readonly pattern?: string
  /** The pattern's requirement in words: `must be …`. */
  readonly patternText?: string
  /** The fields of a JSON object, if the contract lists them; no others are allowed. */
  readonly fields?: Readonly<Record<string, FieldRules>>
  /** `-` reads it from stdin, a prompt hides it, and it is never shown. */
  readonly secret?: true
  /** True for rules of the contract: then a refused value is exit code 6, otherwise 2. */
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
  /** Takes all remaining words. */
  readonly rest?: true
  /** Where the value goes in a control call, if not in the path. */
  readonly at?: Flag["at"]
}

export interface Flag extends ValueRules {
  /** In kebab-case, without the dashes. */
  readonly name: string
  /** One letter. */
  readonly short?: string
  /** Alternative names. */
  readonly aliases?: readonly string[]
  readonly description?: string
  readonly required?: true
  /**
   * The flag can be repeated, or contain several comma-separated values. `one-or-many` gives a single value if there is
   * one; `uncut` can only be repeated, because its values may contain commas.
   */
  readonly array?: true | "one-or-many" | "uncut"
  /** The default, for help. */
  readonly default?: string
  /** The service requires it: the default is sent. */
  readonly isSent?: true
  /** The placeholder in help, such as `path`. */
  readonly placeholder?: string
  /** `@file` and `-` (stdin) provide the text; `@@` escapes a leading `@`. */
  readonly fromFile?: true
  /** Where the value goes in the request: `["body", "managed_account", "owner_email"]`. */
  readonly at?: readonly [part: "query" | "body", ...path: string[]]
  /** What a switch sends there in a control call, if not `true`. */
  readonly sends?: string | boolean
  /** The optional object that contains it: the flag is required only when the object is present. */
  readonly within?: string
  /** Flags that exclude this one. */
  readonly conflicts?: readonly string[]
  /** Flags that this one requires. */
  readonly implies?: readonly string[]
  /** Replaces the global flag of the same name. */
  readonly replacesGlobal?: true
  /** In a command with an optional `<id>`: goes only with it, or with it too. Other flags are for the list. */
  readonly withId?: "only" | "too"
}

/** Why a command asks for confirmation. */
export type Reason = "paid" | "destructive" | "rights"

/** One command as data, for router, flags, prompts, help, completion and docs. */
export interface CommandSpec {
  /** The endpoint's name in the contract, such as `fundingPurchases.create`; other commands have a name of the same form. */
  readonly name: string
  /** The words to type: `["funding-purchases", "create"]`, or one word. */
  readonly words: readonly [group: string, verb?: string]
  /** One sentence without a full stop. */
  readonly summary: string
  /** Further paragraphs. */
  readonly description?: readonly string[]
  /** The section of the specification. */
  readonly section?: string
  readonly positionals: readonly Positional[]
  readonly flags: readonly Flag[]
  /** Flags and arguments: exactly one of them must be given. */
  readonly exactlyOneOf?: readonly string[]
  /** Complete, working command lines. */
  readonly examples?: readonly string[]
  /** Present when the command is one endpoint of the contract. */
  readonly endpoint?: EndpointFacts
  /** The endpoint whose rows it prints, with the same paging flags, when the command is not an endpoint itself. */
  readonly like?: string
  /** The rows it prints through `like`: filled in by the generator. */
  readonly rows?: RowFacts
  /** The calls that it makes of the mock server's control API. Without a runner of its own, the first one that is selected. */
  readonly control?: readonly ControlFacts[]
  /** Why it asks for confirmation: it costs money, cannot be undone, or changes rights. */
  readonly confirm?: Reason
  /** `--dry-run` reads, and prints what the command would do; other commands print the first request. */
  readonly dryRun?: "plan"
  /** Runs until it is stopped. */
  readonly streams?: true
}

/** A call of the control API, without the `/_mock` before its path. */
export type ControlCall = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`

/** Every field of the call, where a flag excludes them or any of them selects it. */
export const allFields = "*"

/** Facts about a control call. */
export interface ControlFacts {
  /** The path is that after `/_mock`; a parameter is written `{id}`, and is the argument of this name, or the value of `when`. */
  readonly call: ControlCall
  /** The argument or flag that selects the call, or `allFields`; without one, it is made when no other is. */
  readonly when?: string
  /** Fields shown in a table. */
  readonly columns?: readonly string[]
  /** The end of the list that `--limit` keeps; the newest when left out. */
  readonly end?: "newest" | "earliest"
}

export interface RowFacts {
  /** The default page size. */
  readonly paginated?: number
  /** Fields of the response (of a row, in lists): top-level names; an object of plain fields is replaced by its dotted names. */
  readonly fields: readonly string[]
  /** Fields shown in a table, or for a single record on a terminal, if chosen by hand. */
  readonly columns?: readonly string[]
}

export interface EndpointFacts extends RowFacts {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: "required" | "optional"
  /** Top-level names in the body. */
  readonly bodyFields?: readonly string[]
  readonly idempotency?: "required" | "optional"
  /** What it changes of what campaigns and flows send. */
  readonly feeds?: Feed
  readonly upload?: true
  readonly download?: true
  /** False when no credential is needed. */
  readonly auth?: false
  /** Accepted kinds of credential, for hints. */
  readonly credentials: readonly string[]
}

/** The commands of one group, in display order. */
export interface CommandGroup {
  readonly name: string
  /** One sentence. */
  readonly about: string
  readonly commands: readonly CommandSpec[]
  /** The verb that runs when none is given. */
  readonly defaultVerb?: string
  /** The verbs by task, for help; the others come last. */
  readonly headings?: Readonly<Record<string, readonly string[]>>
}
