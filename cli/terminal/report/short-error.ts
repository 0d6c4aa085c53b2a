import type { ExitCode } from "../errors/exit-codes.ts"
import type { ErrorReport } from "./report-error.ts"

/** Maximum characters of an error: 120 tokens. */
const size = 480

/** An error under `--agent`, as one line of JSON: the problem and the next step. */
export function shortError(report: ErrorReport, exitCode: ExitCode): string {
  const { code, status, message, hint, docs, validation_errors: fields } = report
  const refusals = Object.entries(fields ?? {}).map(([field, problems]) => `${field} ${problems.join(", ")}`)
  const text = status === null || refusals.length === 0 ? message : refusals.join("; ")
  const key = "idempotency_key" in report ? { idempotency_key: report.idempotency_key } : {}
  const later = "retry_at" in report && report.retry_at ? { retry_at: report.retry_at } : {}
  const error = { code, ...(status === null ? {} : { status }), exit_code: exitCode, ...later, ...key }
  const steps = (hint || `See \`${docs}\`.`).split(/\n/).map((step) => step.replace(/([^.:?!])$/, "$1."))
  const render = (what: string, next: string) => JSON.stringify({ error: { ...error, message: what, next } })
  // A truncated step is useless: drop the last ones first, then shorten the message.
  for (let count = steps.length; count > 0; count -= 1) {
    const fullText = render(text, steps.slice(0, count).join(" "))
    if (fullText.length <= size) return fullText
    const room = size - render("", steps.slice(0, count).join(" ")).length
    if (room >= 60) return render(cut(text, room), steps.slice(0, count).join(" "))
  }
  return render(cut(text, 120), `Run \`${docs}\`.`)
}

/** Shortens text to at most `room` characters as JSON. */
function cut(text: string, room: number): string {
  let end = text.length
  while (end > 0 && JSON.stringify(text.slice(0, end)).length > room - 1) end -= 1
  return end < text.length ? `${text.slice(0, end)}…` : text
}
