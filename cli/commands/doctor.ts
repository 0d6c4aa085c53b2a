import type { Context } from "../connection/context.ts"
import { ConfigError } from "../connection/profile/config-file.ts"
import { withProgramName } from "../line/program-name.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { wrapNote } from "../terminal/output/note.ts"
import type { Screen, Style } from "../terminal/output/output.ts"
import {
  type Checked,
  checkCeiling,
  checkConfig,
  checkProfile,
  checkRecipients,
  checkService,
  checkVersions,
  checkWebhooks,
  type Finding,
} from "./doctor/checks.ts"

const columns = ["check", "result", "detail", "fix"]

/** `mas doctor`: runs one check after the other; the exit code is that of the first problem. */
export async function run(context: Context): Promise<ExitCode> {
  const checked = await runChecks(context)
  const findings = checked.map(
    ({ exitCode: _, fix, ...finding }): Finding => ({ ...finding, fix: fix && withProgramName(fix, context.io.env) }),
  )
  await context.output.rows(findings, { columns, draw: (screen) => drawFindings(findings, screen), isReport: true })
  return checked.find(({ exitCode }) => exitCode !== exitCodes.ok)?.exitCode ?? exitCodes.ok
}

async function runChecks(context: Context): Promise<Checked[]> {
  const first = [checkVersions(process.version), await checkConfig(context)]
  const profile = await context.profile().catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined
    throw error
  })
  // Without a valid config the remaining checks cannot run, unless flags and variables are enough.
  if (profile === undefined) return first
  const profileProblem = checkProfile(profile)
  const guarded = [...(await checkRecipients(profile)), ...(await checkCeiling(context, profile))]
  if ([profileProblem, ...guarded].some(({ result }) => result === "problem"))
    return [...first, profileProblem, ...guarded]
  const service = await checkService(context, profile)
  const isReached = service.every(({ result, check }) => result === "ok" || check === "clock")
  return [...first, profileProblem, ...guarded, ...service, ...(isReached ? await checkWebhooks(context) : [])]
}

const marks: Readonly<Record<Finding["result"], readonly [mark: string, style: Style]>> = {
  ok: ["✔", "green"],
  warning: ["!", "yellow"],
  problem: ["✘", "red"],
}

function drawFindings(findings: readonly Finding[], screen: Screen): string {
  const rank = ["problem", "warning", "ok"]
  const worstFirst = findings.toSorted((a, b) => rank.indexOf(a.result) - rank.indexOf(b.result))
  const lines = worstFirst.flatMap(({ check, result, detail, fix }) => {
    const [mark, style] = marks[result]
    const line = `${screen.paint(style, mark)} ${screen.paint("bold", check.padEnd(11))} ${screen.safe(detail)}`
    const lines = fix === null ? [line] : [line, `${" ".repeat(14)}→ ${fix}`]
    return lines.map((one, index) => wrapNote(one, screen, index === 0 ? 14 : 2))
  })
  return lines.join("\n")
}
