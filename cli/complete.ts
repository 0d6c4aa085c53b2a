/** A flag as completion knows it. */
export interface CompletionFlag {
  readonly about: string
  /** Absent where it takes no value. `files` and `profiles` are looked up when asked for. */
  readonly values?: readonly string[] | "files" | "profiles"
}

/** What completion offers, made at build time. */
export interface CompletionWords {
  readonly globals: Readonly<Record<string, CompletionFlag>>
  readonly groups: Readonly<Record<string, CompletionGroup>>
}

interface CompletionGroup {
  readonly about: string
  /** By verb; a command of one word has one, with an empty name. */
  readonly verbs: Readonly<Record<string, CompletionVerb>>
}

interface CompletionVerb {
  readonly about: string
  readonly arguments?: readonly (readonly string[] | "files")[]
  readonly flags: Readonly<Record<string, CompletionFlag>>
}
