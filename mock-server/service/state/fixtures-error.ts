import { ServiceError } from "../../base/service-error.ts"

/** A problem in a fixtures document. */
export interface FixturesProblem {
  /** The path in the document, such as `accounts.main.plan`; empty for the whole text. */
  readonly path: string
  /** The problem, as a phrase that follows the path. */
  readonly message: string
  /** From 1; undefined for a document without a source text. */
  readonly line: number | undefined
  /** From 1; undefined if the path is not in the text. */
  readonly column: number | undefined
}

/** Maps paths to positions in a document's source text. @internal */
export interface Source {
  /** The file, or another name of the text. */
  readonly name: string
  /** The position of a field in the text, by its path. */
  placeOf(path: string): { readonly line: number; readonly column: number } | undefined
}

/** The source texts of parsed documents. */
const sources = new WeakMap<object, Source>()

/** @internal */
export const rememberSource = (fixtures: object, source: Source): void => {
  sources.set(fixtures, source)
}

/** An invalid fixtures document. The message has one line per problem: `shop.yaml:3:7: accounts.main.plan …`. */
export class FixturesError extends Error {
  static override readonly name = "FixturesError"
  /** `FixturesError`. */
  override readonly name = FixturesError.name

  constructor(
    /** The problems, field by field. */
    readonly problems: readonly FixturesProblem[],
    source = "",
  ) {
    super(problems.map((problem) => describe(problem, source)).join("\n"))
  }

  /** Converts a server's `validation_errors` for a document, with line numbers of its text. */
  static of(fixtures: object, errors: Readonly<Record<string, readonly string[]>>): FixturesError {
    return FixturesError.in(sources.get(fixtures), errors)
  }

  /** Converts errors for a document with this source text. @internal */
  static in(source: Source | undefined, errors: Readonly<Record<string, readonly string[]>>): FixturesError {
    const problems = Object.entries(errors).flatMap(([field, messages]) => {
      // Problems of the whole document are under the name of a request's body.
      const path = field === "body" ? "" : field
      const { line, column } = source?.placeOf(path) ?? {}
      return messages.map((message) => ({ path, message, line, column }))
    })
    return new FixturesError(problems, source?.name)
  }
}

/** Converts an error of starting with a document: a FixturesError if the document is wrong; other errors stay unchanged. */
export function asFixturesError(fixtures: object | undefined, error: unknown): unknown {
  const errors = error instanceof ServiceError ? error.details.validationErrors : undefined
  return fixtures === undefined || errors === undefined ? error : FixturesError.of(fixtures, errors)
}

function describe({ path, message, line, column }: FixturesProblem, source: string): string {
  const location = [source, line, column].filter((part) => part !== undefined && part !== "").join(":")
  return `${location}${location === "" ? "" : ": "}${path}${path === "" ? "" : " "}${message}`
}
