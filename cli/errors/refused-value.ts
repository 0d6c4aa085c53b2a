import { CliError } from "./cli-error.ts"
import { exitCodes } from "./exit-codes.ts"

/** The error for a value that is not as it must be: exit code 6, whoever has found it. `label` is how it is typed. */
export function refusedValue(label: string, problem: string): CliError {
  const field = label.replace(/^--/, "").replaceAll("-", "_")
  return new CliError(`${label} ${problem}`, exitCodes.validation, {
    code: "validation_error",
    hint: "Nothing was sent.",
    validationErrors: { [field]: [problem] },
  })
}
