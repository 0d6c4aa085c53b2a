import { refusedValue } from "../terminal/errors/cli-error.ts"

/**
 * The path of a request, as typed. The first slash may be omitted: Git Bash on Windows turns `/v1/my/lists` into
 * `C:/Program Files/Git/v1/my/lists`.
 * @throws CliError with exit code 6 for a path that Git Bash has changed. `label` is its name as typed.
 */
export function servicePath(typed: string, label: string): string {
  if (/^[a-z]:[\\/]/i.test(typed)) {
    const problem = "is a file path: Git Bash has prefixed its own folder. Omit the first slash: v1/my/contacts"
    throw refusedValue(label, problem)
  }
  return /^[/*]/.test(typed) ? typed : `/${typed}`
}
