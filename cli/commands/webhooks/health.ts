import type { HealthProblem } from "../../../sdk/outage/health.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, textsOf } from "../../line/flag-values.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { wrapNote } from "../../terminal/output/note.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { sinceOf } from "./since.ts"

const columns = ["kind", "endpoint", "brand", "sentence"]

/** `mas webhooks health`: prints a sentence for each problem; exit code 1 if there is one. */
export async function run(context: Context): Promise<ExitCode> {
  const { flags, io, output } = context
  // A wrong time is refused before anything is asked.
  const isLimited = sinceOf(context) !== undefined
  const client = await context.client()
  // "6h" is relative to the service's clock, which any response tells: a mock server has its own.
  if (isLimited) await client.account.get({ signal: io.signal })
  const { problems, notes, endpoints } = await client.webhooks.health({
    failAfter: numberOf(flags, "fail-after"),
    since: sinceOf(context),
    events: textsOf(flags, "events"),
    brands: textsOf(flags, "brands"),
    signal: io.signal,
  })
  const draw = (problem: HealthProblem, screen: typeof output.screen) =>
    wrapNote(`${screen.paint("red", "✘")} ${screen.safe(problem.sentence)}`, screen, 2)
  await output.rows(problems, {
    columns,
    draw: (screen) => problems.map((problem) => draw(problem, screen)).join("\n"),
    isReport: true,
  })
  for (const note of notes) context.note(note)
  const count = `${countText(endpoints.length)} endpoint${endpoints.length === 1 ? "" : "s"}`
  if (problems.length === 0) context.note(`${count}: no problem.`)
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure
}
