import { type ExitCode, exitCodes } from "./exit-codes.ts"

export interface CliErrorDetails extends ErrorOptions {
  /** What to do: one sentence. */
  readonly hint?: string | undefined
  /** The error code for programs; by default that of the exit code, otherwise `error`. */
  readonly code?: string | undefined
  /** The HTTP status of the response that caused it. */
  readonly status?: number | undefined
  readonly validationErrors?: Readonly<Record<string, readonly string[]>> | undefined
}

const codes: Readonly<Partial<Record<ExitCode, string>>> = {
  [exitCodes.usage]: "usage",
  [exitCodes.notFound]: "not_found",
  [exitCodes.conflict]: "conflict",
  [exitCodes.validation]: "validation_error",
  [exitCodes.nothing]: "nothing_found",
  [exitCodes.interrupted]: "interrupted",
}

/** An error found by the command line itself. `reportError` prints it; `exitCode` becomes the process's exit code. */
export class CliError extends Error {
  readonly hint: string | undefined
  readonly code: string
  readonly status: number | undefined
  readonly validationErrors: Readonly<Record<string, readonly string[]>> | undefined

  static {
    CliError.prototype.name = "CliError"
  }

  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.failure,
    { hint, code = codes[exitCode] ?? "error", status, validationErrors, ...options }: CliErrorDetails = {},
  ) {
    super(message, options)
    this.hint = hint
    this.code = code
    this.status = status
    this.validationErrors = validationErrors
  }
}

/** Wrong use of the command line: exit code 2. */
export class UsageError extends CliError {
  static {
    UsageError.prototype.name = "UsageError"
  }

  constructor(message: string, hint?: string) {
    super(message, exitCodes.usage, { hint })
  }
}

/** The error for an invalid value: exit code 6. `label` is its name as typed. */
export function refusedValue(label: string, problem: string): CliError {
  const field = label.replace(/^--/, "").replaceAll("-", "_")
  return new CliError(`${label} ${problem}`, exitCodes.validation, {
    hint: "Nothing was sent.",
    validationErrors: { [field]: [problem] },
  })
}

/** A file system error in a few words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder"
    case "EACCES":
    case "EPERM":
      return "permission is missing"
    case "EISDIR":
      return "it is a folder"
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

/** An unanswered question: Ctrl-C, Ctrl-D, or a closed terminal. */
export const interruption = (): CliError => new CliError("Interrupted: nothing was sent", exitCodes.interrupted)
