import type { HealthEvent } from "../../../sdk/sending/ceilings/health.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { readText } from "../../line/input/files.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"

const columns = ["span", "kind", "sent", "count", "rate", "state", "tags", "addresses"]

/** `mas sending health`: prints the rates of the last hour and day; the exit code is the verdict. */
export async function run(context: Context): Promise<ExitCode> {
  const { flags, io, output } = context
  const file = textOf(flags, "events")
  const events =
    file === undefined ? undefined : eventsIn(await readText(context, file === "-" ? file : `@${file}`, "--events"))
  const client = await context.client()
  const { state, problems, notes, spans } = await client.sending.health({ events, signal: io.signal })
  const rows = spans.flatMap(({ span, sent, bounces, complaints }) =>
    Object.entries({ bounces, complaints }).map(([kind, rate]) => ({ span, kind, sent, ...rate })),
  )
  await output.rows(rows, { columns })
  for (const sentence of problems) context.quote(`${state}: ${sentence}.`)
  for (const note of notes) context.note(note)
  if (state === "pause") return exitCodes.failure
  if (state === "warning") return exitCodes.partly
  if (spans.every(({ sent }) => sent === 0))
    throw nothingFound("No e-mail was sent in the last day", "Is this the right account, and the right brand?")
  return exitCodes.ok
}

function eventsIn(text: string): HealthEvent[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return []
    const event = parsed(line)
    if (typeof event?.type === "string" && typeof event.data === "object" && event.data !== null) return [event]
    throw new UsageError(
      `--events: line ${index + 1} is no webhook event`,
      "Each line is one event: {type, timestamp, data}.",
    )
  })
}

function parsed(line: string): HealthEvent | undefined {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, "")) ?? undefined
  } catch {
    return undefined
  }
}
