import { refusedValue } from "../errors/cli-error.ts"

/**
 * The path of a request, as typed. The first slash may be left out: Git Bash on Windows turns `/v1/my/lists` into
 * `C:/Program Files/Git/v1/my/lists`.
 * @throws CliError with exit code 6 for a path that Git Bash has changed. `label` is how it is typed.
 */
export function servicePath(typed: string, label: string): string {
  if (/^[a-z]:[\\/]/i.test(typed)) {
    const problem =
      "is a path of a file: Git Bash has put its own folder before it. Leave out the first slash: v1/my/contacts"
    throw refusedValue(label, problem)
  }
  return /^[/*]/.test(typed) ? typed : `/${typed}`
}
