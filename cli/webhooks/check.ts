import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, textOf } from "../line/flag-values.ts"
import { checkColumns, drawCheckLines } from "../output/check-lines.ts"
import { counterOf, runnerOf } from "./counting.ts"
import { forwardAddress } from "./forward-address.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

const columns = [...checkColumns, "wayOut"]

/** `mas webhooks check`: exit code 0 where no line failed, else 1. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, globals, output } = context
  const url = forwardAddress(textOf(args, "url"), "url") ?? ""
  const [secret = ""] = await signingSecrets(context)
  const [effect, breakWork] = [textOf(flags, "effect"), textOf(flags, "break-work")]
  if (globals["dry-run"]) {
    await output.record({ url, effect: effect ?? null, break_work: breakWork ?? null, slow: isOn(flags, "slow") })
    return exitCodes.ok
  }
  const { checkReceiver } = await import("mas-sdk/mock-server")
  const report = await refusedSecretLater(() =>
    checkReceiver({
      url,
      secret,
      slow: isOn(flags, "slow"),
      effect: effect === undefined ? undefined : counterOf("--effect", effect),
      breakWork: breakWork === undefined ? undefined : runnerOf("--break-work", breakWork),
      timeout: globals.timeout,
    }),
  )
  await output.rows(report.lines, { columns, draw: (screen) => drawCheckLines(report.lines, screen) })
  context.note(`${report.held} held, ${report.failed} failed, ${report.unknown} unknown.`)
  return report.holds ? exitCodes.ok : exitCodes.failure
}

async function refusedSecretLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return refusedSecret(() => {
      throw error
    })
  }
}
