import { ServiceError } from "../base/service-error.ts"

/** Something wrong with a fixtures document. */
export interface FixturesProblem {
  /** Where in the document, such as `accounts.main.plan`; empty for the text as a whole. */
  readonly path: string
  /** What is wrong, to be read after the path. */
  readonly message: string
  /** From 1; undefined where the document is not from a text. */
  readonly line: number | undefined
  readonly column: number | undefined
}

/** Tells where a path is in the text that a document is from. */
export interface Source {
  /** The file, or what else the text is called. */
  readonly name: string
  placeOf(path: string): { readonly line: number; readonly column: number } | undefined
}

/** The texts of documents that are from one. */
const sources = new WeakMap<object, Source>()

/** Keeps in mind which text a document is from, for what is found wrong with it later. */
export const rememberSource = (fixtures: object, source: Source): void => {
  sources.set(fixtures, source)
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A fixtures document that no world can begin with. The message has a line a problem: `shop.yaml:3:7: accounts.main.plan …`. */
export class FixturesError extends Error {
  static override readonly name = "FixturesError"
  override readonly name = FixturesError.name

  constructor(
    readonly problems: readonly FixturesProblem[],
    source = "",
  ) {
    super(problems.map((problem) => describe(problem, source)).join("\n"))
  }

  /** What a server has against a document (its `validation_errors`), with the lines of the text that the document is from. */
  static of(fixtures: object, errors: FieldErrors): FixturesError {
    return FixturesError.in(sources.get(fixtures), errors)
  }

  /** The same for a document of this text. */
  static in(source: Source | undefined, errors: FieldErrors): FixturesError {
    const problems = Object.entries(errors).flatMap(([field, messages]) => {
      // What is wrong with the document as a whole stands under the name of a request's body.
      const path = field === "body" ? "" : field
      const { line, column } = source?.placeOf(path) ?? {}
      return messages.map((message) => ({ path, message, line, column }))
    })
    return new FixturesError(problems, source?.name)
  }
}

/** What came of beginning with a document: a FixturesError where the document is wrong, anything else as it is. */
export function asFixturesError(fixtures: object | undefined, error: unknown): unknown {
  const errors = error instanceof ServiceError ? error.details.validationErrors : undefined
  return fixtures === undefined || errors === undefined ? error : FixturesError.of(fixtures, errors)
}

function describe({ path, message, line, column }: FixturesProblem, source: string): string {
  const place = [source, line, column].filter((part) => part !== undefined && part !== "").join(":")
  return `${place}${place === "" ? "" : ": "}${path}${path === "" ? "" : " "}${message}`
}
