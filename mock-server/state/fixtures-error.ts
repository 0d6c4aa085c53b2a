import { ServiceError } from "../base/service-error.ts"

/** Something wrong with a fixtures document. */
export interface FixturesProblem {
  /** Where in the document, such as `accounts.main.plan`; empty for the text as a whole. */
  readonly path: string
  /** The problem, to be read after the path. */
  readonly message: string
  /** From 1; undefined where the document is not from a text. */
  readonly line: number | undefined
  /** From 1; undefined where the file has no such place. */
  readonly column: number | undefined
}

/** Tells where a path is in the text that a document is from. @internal */
export interface Source {
  /** The file, or another name of the text. */
  readonly name: string
  /** Where in the text a field is, by its path. */
  placeOf(path: string): { readonly line: number; readonly column: number } | undefined
}

/** The texts of documents that are from one. */
const sources = new WeakMap<object, Source>()

/** @internal */
export const rememberSource = (fixtures: object, source: Source): void => {
  sources.set(fixtures, source)
}

/** A fixtures document that no world can begin with. The message has a line a problem: `shop.yaml:3:7: accounts.main.plan …`. */
export class FixturesError extends Error {
  static override readonly name = "FixturesError"
  /** `FixturesError`. */
  override readonly name = FixturesError.name

  constructor(
    /** What is wrong, field by field. */
    readonly problems: readonly FixturesProblem[],
    source = "",
  ) {
    super(problems.map((problem) => describe(problem, source)).join("\n"))
  }

  /** A server's `validation_errors` for a document, with line numbers of its text. */
  static of(fixtures: object, errors: Readonly<Record<string, readonly string[]>>): FixturesError {
    return FixturesError.in(sources.get(fixtures), errors)
  }

  /** The same for a document of this text. @internal */
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
  const place = [source, line, column].filter((part) => part !== undefined && part !== "").join(":")
  return `${place}${place === "" ? "" : ": "}${path}${path === "" ? "" : " "}${message}`
}
