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
export function refusedValue(label: string, problem: string, hint = "Nothing was sent."): CliError {
  const field = label.replace(/^--/, "").replaceAll("-", "_")
  return new CliError(`${label} ${problem}`, exitCodes.validation, {
    hint,
    validationErrors: { [field]: [problem] },
  })
}

/** The error for a path that cannot be written: the command was right, so it is no wrong usage. Exit code 1. */
export function cannotWrite(path: string, error: unknown, hint?: string): CliError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(String(systemCode(error)))
  return new CliError(`${path} cannot be written: ${reasonOf(error)}`, exitCodes.failure, {
    code: isFull ? "disk_full" : "cannot_write",
    hint: isFull ? ["Free some space, then run it again.", hint].filter(Boolean).join(" ") : hint,
    cause: error,
  })
}

const systemCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

/** A file system error in a few words. */
export function reasonOf(error: unknown): string {
  switch (systemCode(error)) {
    case "ENOSPC":
      return "the disk is full"
    case "EDQUOT":
      return "the disk quota is used up"
    case "EROFS":
      return "the disk is read-only"
    case "ENOTDIR":
      return "a part of the path is a file, not a folder"
    case "ENOENT":
      // Node.js reads each byte of an argument that is not UTF-8 as U+FFFD, and then finds no such file.
      if (String(Object(error).path).includes("\u{FFFD}"))
        return "its name is not UTF-8; rename the file, or pass its content by stdin"
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
